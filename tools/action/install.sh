#!/usr/bin/env bash
# Fetches the planlint of a release for this machine, checks it against the release's checksums and unpacks it. It runs
# on the bash 3.2 of macOS and on that of Git for Windows.
#
#   PLANLINT_VERSION   1.2.3, v1.2.3 or latest; empty for PLANLINT_REF if that is a release's tag, else latest
#   PLANLINT_BASE_URL  where the releases are: below it, download/vX.Y.Z/ and latest/download/
#
# It writes "program" and "version" to $GITHUB_OUTPUT, and adds the program's folder to $GITHUB_PATH.
set -euo pipefail

fail() {
	printf '::error title=planlint::%s\n' "$*"
	exit 2
}

release='^v?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$'
version=${PLANLINT_VERSION:-}
if [ -z "$version" ]; then
	version=latest
	[[ ! ${PLANLINT_REF:-} =~ $release ]] || version=$PLANLINT_REF
fi
base=${PLANLINT_BASE_URL%/}
case $base in
https://* | file://*) ;;
*) fail 'base-url must begin with https:// or file://' ;;
esac
if [ "$version" = latest ]; then
	from=$base/latest/download
	number='[0-9][0-9A-Za-z.-]*'
elif [[ $version =~ $release ]]; then
	version=${version#v}
	from=$base/download/v$version
	number=${version//./\\.}
else
	fail 'version must be latest or a release such as 1.2.3'
fi

case ${RUNNER_OS:-$(uname -s)} in
Linux) os=linux kind=tar.gz program=planlint ;;
macOS | Darwin) os=darwin kind=tar.gz program=planlint ;;
Windows | MINGW* | MSYS*) os=windows kind=zip program=planlint.exe ;;
*) fail "there is no release for ${RUNNER_OS:-$(uname -s)}" ;;
esac
case ${RUNNER_ARCH:-$(uname -m)} in
X64 | x86_64 | amd64) arch=amd64 ;;
ARM64 | aarch64 | arm64) arch=arm64 ;;
*) fail "there is no release for ${RUNNER_ARCH:-$(uname -m)} processors" ;;
esac

folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/planlint.XXXXXX")
fetch() {
	curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
		--output "$folder/$1" "$from/$1" || fail "$1 could not be fetched from $from"
}

# A line of the checksums is "SHA256  NAME", of sha256sum in its binary mode "SHA256 *NAME".
fetch checksums.txt
line=$(tr -d '\r' <"$folder/checksums.txt" |
	grep -E "^[0-9a-f]{64} [ *]planlint_${number}_${os}_${arch}\\.${kind//./\\.}\$" || true)
[ -n "$line" ] || fail "the release has no checksum of a planlint for $os/$arch"
[ "$(printf '%s\n' "$line" | wc -l)" -eq 1 ] || fail "the release has several checksums for $os/$arch"
want=${line%% *}
archive=${line#* ?}

fetch "$archive"
if command -v sha256sum >/dev/null; then
	have=$(sha256sum <"$folder/$archive")
else
	have=$(shasum -a 256 <"$folder/$archive")
fi
have=${have%% *}
[ "$have" = "$want" ] || fail "$archive has the SHA-256 $have, and the release says $want"

mkdir "$folder/bin"
case $kind in
zip) unzip -q "$folder/$archive" "$program" -d "$folder/bin" ;;
*) tar -xzf "$folder/$archive" -C "$folder/bin" "$program" ;;
esac || fail "$archive holds no $program"

version=${archive#planlint_}
version=${version%"_${os}_${arch}.$kind"}
{
	printf 'program=%s\n' "$folder/bin/$program"
	printf 'version=%s\n' "$version"
} >>"$GITHUB_OUTPUT"
path=$folder/bin
! command -v cygpath >/dev/null || path=$(cygpath -w "$path")
printf '%s\n' "$path" >>"$GITHUB_PATH"
printf 'planlint %s for %s/%s, SHA-256 %s\n' "$version" "$os" "$arch" "$want"
