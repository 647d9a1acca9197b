"""Verify a journal that planlint exported: python3 verify.py FILE. It says what is wrong, and exits with 1."""
import base64, hashlib, json, sys


def verify(data):
    if not data.endswith(b"\n"):
        return "the file ends in the middle"
    lines = data.split(b"\n")[:-1]
    head = json.loads(lines[0])
    if head["planlint_journal"] != 1:
        return "another version of the format"
    prev, seq = "0" * 64, 0
    for line in lines[1:-1]:
        record, seq = json.loads(line), seq + 1
        body = record["body"].encode() if "body" in record else base64.b64decode(record["body64"])
        digest = hashlib.sha256(bytes.fromhex(prev) + body).hexdigest()
        if (record["seq"], record["prev"], record["hash"]) != (seq, prev, digest):
            return f"record {seq} is not what was written"
        prev = digest
    end = json.loads(lines[-1])
    before = hashlib.sha256(b"".join(line + b"\n" for line in lines[:-1])).hexdigest()
    if end != {"records": seq, "head": prev, "sha256": before}:
        return "the last line does not close this journal"


try:
    wrong = verify(open(sys.argv[1], "rb").read())
except (ValueError, KeyError, IndexError, TypeError, AttributeError) as e:
    wrong = f"no journal: {e!r}"
if wrong:
    sys.exit(wrong)
