#!/usr/bin/env bash
# Makes a release of HEAD twice, in two folders, without publishing anything, and compares the two byte by byte.
#
# goreleaser takes ten minutes of processor time to build, and the first programs for all platforms seven more. So this
# is done only where the build cache holds goreleaser already, or where PLANLINT_RELEASE is "full". Elsewhere the program
# for this machine alone is built twice, and the last line says so. With "none" nothing is done.
set -euo pipefail
cd "$(dirname "$0")/../.."
checkout=$PWD
module=github.com/goreleaser/goreleaser/v2

fail() {
	printf 'tools/release/check.sh: %s\n' "$*" >&2
	exit 1
}

# cached says whether goreleaser has only to be linked, if that; it fetches nothing.
cached() {
	local stale
	stale=$(GOPROXY=off go -C tools/release list -deps -f '{{if .Stale}}{{.ImportPath}}{{end}}' "$module" 2>/dev/null) || return 1
	[ -z "$stale" ] || [ "$stale" = "$module" ]
}

mode=${PLANLINT_RELEASE:-auto}
case $mode in
auto) if cached; then mode=full; else mode=part; fi ;;
full) ;;
none)
	echo "no release was made: PLANLINT_RELEASE is none"
	exit
	;;
*) fail "PLANLINT_RELEASE is auto, full or none" ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for copy in one two; do
	git clone -q "$checkout" "$work/$copy"
	git -C "$work/$copy" remote set-url origin https://github.com/planlint/planlint # without one there is no commit time
done

if [ "$mode" = full ]; then
	goreleaser=$(go -C tools/release tool -n goreleaser)
	"$goreleaser" check 2>&1 | tee "$work/check"
	! grep -qi deprecated "$work/check" || fail "the configuration uses what is deprecated"
	for copy in one two; do
		(cd "$work/$copy" && "$goreleaser" release --snapshot --clean --skip=sbom,docker >"$work/log" 2>&1) ||
			{ cat "$work/log" && fail "no release could be made"; }
		[ -z "$(git -C "$work/$copy" status --porcelain)" ] || fail "making a release changes the checkout"
	done
	diff "$work/one/dist/checksums.txt" "$work/two/dist/checksums.txt" || fail "two releases of one commit differ"
	cat "$work/one/dist/checksums.txt"
	[ "$(wc -l <"$work/one/dist/checksums.txt")" -eq 10 ] || fail "a release is six archives and four packages"
	program=$work/one/dist/planlint_linux_amd64_v1/planlint
	version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' "$work/one/dist/metadata.json")
else
	version=0.0.1-part
	for copy in one two; do
		(cd "$work/$copy" && tools/release/extras.sh "$version" &&
			CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$version" -o planlint .)
	done
	diff -r "$work/one/extras" "$work/two/extras" || fail "two builds of completions and manual page differ"
	cmp "$work/one/planlint" "$work/two/planlint" || fail "two builds of one commit differ"
	program=$work/one/planlint
fi

if [ "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" = linux/amd64 ]; then
	case $("$program" version) in
	"planlint $version "*) ;;
	*) fail "the program says it is $("$program" version), and not $version" ;;
	esac
fi
if [ "$mode" = part ]; then
	echo "only the program for this machine was built: goreleaser is not in the build cache; PLANLINT_RELEASE=full builds it"
fi
