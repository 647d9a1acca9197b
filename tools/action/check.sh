#!/usr/bin/env bash
# Runs planlint check as the inputs of the action say, and exits as it does. It runs on the bash 3.2 of macOS and on that
# of Git for Windows. What a variable holds becomes whole words, never code and never, for a path, a flag.
set -euo pipefail

fail() {
	printf '::error title=planlint::%s\n' "$*"
	exit 2
}

words=(check)

# each FLAG TEXT adds every line of a text that is not blank, behind a flag if one is named.
each() {
	local line
	while IFS= read -r line || [ -n "$line" ]; do
		line=${line%$'\r'}
		[[ $line =~ [^[:space:]] ]] || continue
		[ -z "$1" ] || words+=("$1")
		words+=("$line")
	done <<<"$2"
}

[ -z "${PLANLINT_CONFIG:-}" ] || words+=("--config=$PLANLINT_CONFIG")
[ -z "${PLANLINT_FAIL_ON:-}" ] || words+=("--fail-on=$PLANLINT_FAIL_ON")
each --contracts "${PLANLINT_CONTRACTS:-}"
case ${PLANLINT_ANNOTATIONS:-true} in
true) words+=(--format=text --format=github) ;;
false) words+=(--format=text) ;;
*) fail 'annotations must be true or false' ;;
esac
case ${PLANLINT_UPLOAD_SARIF:-false} in
true) PLANLINT_SARIF=${PLANLINT_SARIF:-planlint.sarif} ;;
false) ;;
*) fail 'upload-sarif must be true or false' ;;
esac
[ -z "${PLANLINT_SARIF:-}" ] || words+=("--format=sarif=$PLANLINT_SARIF")
each '' "${PLANLINT_ARGS:-}"
words+=(--)
each '' "${PLANLINT_PATHS:-}"

code=0
"${PLANLINT_PROGRAM:-planlint}" "${words[@]}" || code=$?

sarif=${PLANLINT_SARIF:-}
case $sarif in
'' | /* | [A-Za-z]:*) ;;
*)
	folder=${PLANLINT_FOLDER:-.}
	[ "${folder%/}" = . ] || sarif=${folder%/}/$sarif
	;;
esac
case $sarif in
*$'\n'*) fail 'sarif must be one line' ;;
esac
{
	printf 'exit-code=%s\n' "$code"
	printf 'sarif=%s\n' "$sarif"
} >>"$GITHUB_OUTPUT"
exit "$code"
