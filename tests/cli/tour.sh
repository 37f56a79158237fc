#!/bin/sh
# The tour of `make tour` shows an answer to each of its commands, whoever stops
# reading in the middle.
#
# usage: tests/cli/tour.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
trap 'exit 1' HUP INT TERM
tools/tour "$1/doxa" >"$out" 2>&1 || { cat "$out"; exit 1; }
if grep -nE '^doxa: ' "$out"; then
    cat "$out"
    exit 1
fi
[ "$(grep -cE '^\([0-9,]+ worlds? (is|are) possible; ' "$out")" = 5 ] || { cat "$out"; exit 1; }
