#!/bin/sh
# The check of style finds what it is for: planted in a small tree of its own, a
# file over 100 lines that does not open with a comment, a header without its
# first line, and each of the other marks of haste; and lets pass what is fine.
command -v git >/dev/null || exit 0 # the check asks git for the sources
tree=$(mktemp -d) || exit 1
trap 'rm -rf "$tree"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$tree/tools" "$tree/src/base"
cp tools/check-tidy "$tree/tools/"
git init -q "$tree" || exit 1

# lines COUNT: so many lines of code.
lines() { awk -v n="$1" 'BEGIN { while (n-- > 0) print "extern int x;" }'; }
# check NAME: is a tree with that one file, from standard input, in order?
check() {
    cat >"$tree/src/base/$1"
    sh "$tree/tools/check-tidy" >"$tree/said" 2>&1
    code=$?
    rm "$tree/src/base/$1"
    return $code
}
# refused NAME WORDS
refused() {
    if check "$1"; then
        echo "not found: $2"
        exit 1
    fi
    { grep -q "^$2:" "$tree/said" && grep -q "src/base/$1" "$tree/said"; } || {
        echo "found, but not called '$2' with its place:"
        cat "$tree/said"
        exit 1
    }
}
granted() { check "$1" || { cat "$tree/said"; exit 1; }; }

unopened='file over 100 lines without an opening comment'
lines 101 | refused long.c "$unopened" || exit 1
{ echo '//'; lines 100; } | refused long.c "$unopened" || exit 1
{ echo '/* what it does */'; lines 100; } | refused long.c "$unopened" || exit 1
{ echo '// What it does, and why.'; lines 100; } | granted long.c || exit 1
lines 100 | granted short.c || exit 1

lines 1 | refused a.h 'header without its first line' || exit 1
echo '// base/b.h -- another' | refused a.h 'header without its first line' || exit 1
echo '// base/a.h -- a thing' | granted a.h || exit 1
{ echo '// What it does.'; lines 800; } | refused long.c 'file over 800 lines' ||
    exit 1
printf '\tint x;\n' | refused a.c 'tab' || exit 1
echo 'int x; ' | refused a.c 'blank at the end of a line' || exit 1
printf '// %078d\n' 0 | refused a.c 'line over 80 columns' || exit 1
printf '// %077d\n' 0 | granted a.c || exit 1
echo '// TODO' | refused a.c 'unfinished' || exit 1
echo 'x = atoi(y);' | refused a.c 'call we do not make' || exit 1
echo 'x = my_atoi(y);' | granted a.c || exit 1
