#!/bin/sh
# Writes what a release holds beside the program into extras/: completions for the shells and the manual page. The same
# version gives the same bytes.
set -eu
version=${1:?usage: extras.sh VERSION}
cd "$(dirname "$0")/../.."

rm -rf extras
mkdir -p extras/completions extras/man
planlint=$(mktemp)
trap 'rm -f "$planlint"' EXIT
# For the machine that this runs on, whatever is being released.
GOOS='' GOARCH='' CGO_ENABLED=0 go build -trimpath -ldflags "-X main.version=$version" -o "$planlint" .

"$planlint" completion bash >extras/completions/planlint.bash
"$planlint" completion zsh >extras/completions/_planlint
"$planlint" completion fish >extras/completions/planlint.fish
"$planlint" completion powershell >extras/completions/planlint.ps1
"$planlint" man | gzip -9n >extras/man/planlint.1.gz
