#!/bin/sh
# Every dx block of docs/dx-format.md is a file that passes.
doxa=$1/doxa
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
awk -v dir="$work" '
    /^```dx$/ { name = sprintf("%s/%03d.dx", dir, ++n); open = 1; next }
    /^```/ { open = 0 }
    open { print > name }' docs/dx-format.md
bad=0
found=0
for file in "$work"/*.dx; do
    found=$((found + 1))
    "$doxa" check "$file" >"$work/out" 2>&1 || {
        cat "$work/out"
        bad=1
    }
done
[ "$found" -ge 8 ] || { echo "only $found blocks found"; bad=1; }
exit $bad
