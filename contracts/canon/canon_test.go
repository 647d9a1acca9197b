package canon

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/planlint/planlint/contracts/tree"
)

// read makes a tree of JSON text with the standard library, so that the canonical form is tested without our readers.
func read(t *testing.T, text string) *tree.Tree {
	t.Helper()
	src := &tree.Source{Name: "test.json", Text: text}
	b := tree.NewBuilder(src, 0)
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	at := tree.Span{}
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch v := token.(type) {
		case json.Delim:
			switch v {
			case '{':
				b.Begin(tree.Object, 0, 0)
			case '[':
				b.Begin(tree.Array, 0, 0)
			default:
				b.End(0)
			}
		case string:
			b.Decoded(tree.String, at, 0, v)
		case json.Number:
			b.Decoded(tree.Number, at, 0, v.String())
		case bool:
			f := tree.Flags(0)
			if v {
				f = tree.True
			}
			b.Scalar(tree.Bool, at, f)
		case nil:
			b.Scalar(tree.Null, at, 0)
		}
	}
	return b.Tree()
}

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"b":1,"a":[true,false,null]}`, `{"a":[true,false,null],"b":1}`},
		{`9007199254740993`, `9007199254740993`},
		{`123456789012345678901234567890`, `123456789012345678901234567890`},
		{`[-0, -0.0, 0.0, 1e30, 100.0, 1e-7, 1e21, 1E5, 1e20, 5e-324, 0.000001, 4.50]`, `[0,0,0,1e+30,100,1e-7,1e+21,100000,100000000000000000000,5e-324,0.000001,4.5]`},
		{`"\u003c>&\u2028\u0007\b\f\n\r\t\"\\/é"`, "\"<>&\u2028\\u0007\\b\\f\\n\\r\\t\\\"\\\\/é\""},
		{`{"\ud83d\ude00":1,"\ufb01":2,"€":3,"\r":4,"1":5,"\uffff":6}`, "{\"\\r\":4,\"1\":5,\"€\":3,\"😀\":1,\"\ufb01\":2,\"\uffff\":6}"},
		{`"e\u0301"`, `"é"`},
	} {
		got, err := Append(nil, read(t, tt.in), 0)
		if err != nil || string(got) != tt.want {
			t.Errorf("Append(%s) = %s, %v, want %s", tt.in, got, err, tt.want)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, in := range []string{`1e400`, `1e-400`, `0.1234567890123456789`, `12345678901234567890.5`, `1.0000000000000000001`, `{"é":1,"e\u0301":2}`} {
		_, err := Append(nil, read(t, in), 0)
		var none *Error
		if !errors.As(err, &none) {
			t.Errorf("Append(%s): %v, want an *Error", in, err)
		}
	}
}

// The digests of a plan of one step and of its successor, and two keys of effects, worked out by other systems.
func TestGoldenVectors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"version":1,"topology":"single","nodes":[{"id":0,"capability":"fetch","args":{"input":{"from":"run_input"}},"terminal":true,"verifies":false}]}`,
			"df1d86d4438700273b16c159ae2d96ae17a31e297fe17abceb44d841de06fff1"},
		{`{"version":2,"topology":"single","reason":"cheap route unavailable","derived_from":"df1d86d4438700273b16c159ae2d96ae17a31e297fe17abceb44d841de06fff1","nodes":[{"id":1,"capability":"fetch_b","args":{"input":{"from":"run_input"}},"terminal":true,"verifies":false}]}`,
			"a99423c97de5eebfa48c904ef48d7fc347bbffb0cf73bd15850f974080fa2b84"},
		{`{"tool":"notify","tenant":"acme","run":"run_1","arguments":{"text":"hi"}}`, "9e1006a3a4d24a36ba632a5090028d3d536302330dec0e96a33c1b561efa9fb3"},
		{`{"tool":"book_flight","tenant":"acme","run":"run_1","arguments":{"flight":"BA117"}}`, "7c22ef2cfa7dea6f86fa359866e5ee20179ab81dfde24f74ff0f2404114ce34a"},
	} {
		b, err := Append(nil, read(t, tt.in), 0)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != tt.want {
			t.Errorf("digest of %s: %x, want %s", b, sum, tt.want)
		}
	}
}

func TestExactAgreesWithAppend(t *testing.T) {
	for _, s := range []string{"1", "0.1", "123456789.123456", "1e5", "1e400", "0.12345678901234567", "99999999999999.99", "-0.0", "1.5e3"} {
		if _, ok := AppendNumber(nil, s); ok != Exact(s) {
			t.Errorf("Exact(%s) = %v, AppendNumber says %v", s, Exact(s), ok)
		}
	}
}

func TestDigestOfNothing(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the digest of nothing is no digest")
		}
	}()
	Digest(nil)
}

func TestAppendJSONKeepsTheWriting(t *testing.T) {
	in := `{"b":2.0,"a":[1e3,"é"]}`
	if got := string(AppendJSON(nil, read(t, in), 0)); got != in {
		t.Errorf("got %s, want %s", got, in)
	}
}
