#!/bin/sh
# No name of a header means something else in another: one C file includes all
# of src/ at once, in the order of the alphabet and from behind, which also
# finds a header that leans on what another includes.
#
# usage: headers.sh BUILD   (run from the project's root)
set -e
together=$(mktemp -d)
trap 'rm -rf "$together"' EXIT
trap 'exit 1' HUP INT TERM
(cd src && find . -name '*.h') | sed 's|^\./\(.*\)|#include "\1"|' |
    sort >"$together/forth.c"
sort -r "$together/forth.c" >"$together/back.c"
[ "$(wc -l <"$together/forth.c")" -gt 100 ]
for file in "$together"/*.c; do
    cc -std=c17 -Isrc -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only "$file"
done
