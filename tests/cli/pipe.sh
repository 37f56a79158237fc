#!/bin/sh
# Who writes to a reader that has gone still keeps what it was asked to keep, and
# then ends as the signal would have ended it.
#
# usage: tests/cli/pipe.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; cat "$dir/said"; exit 1; }
# Descriptor 4 is a pipe without a reader.
mkfifo "$dir/pipe"
exec 3<>"$dir/pipe" 4>"$dir/pipe" 3<&-

"$doxa" match hanabi --seats random,random --seed 3 --explain \
    --record "$dir/game.jsonl" >&4 2>"$dir/said"
code=$?
[ $code = 141 ] || fail "match ended with $code, not by the signal"
[ ! -s "$dir/said" ] || fail 'match complains'
"$doxa" match hanabi --seats random,random --seed 3 --record "$dir/same.jsonl" \
    >/dev/null || fail 'no match'
cmp "$dir/game.jsonl" "$dir/same.jsonl" || fail 'match has not kept its record'

printf '1\n' | "$doxa" play 'kemps(tiny)' --seats you,random --seed 3 \
    --record "$dir/play.jsonl" >&4 2>"$dir/said"
grep -q '"who":1,' "$dir/play.jsonl" || fail 'play has not kept its record'

"$doxa" tournament hanabi --seats random,random --seed 3 --games 5 \
    --out "$dir/run" >&4 2>"$dir/said"
for file in summary.json summary.csv report.html; do
    [ -s "$dir/run/$file" ] || fail "no $file"
done

# Who has nothing to keep just ends.
"$doxa" check examples/logic/muddy-children.dx >&4 2>"$dir/said"
[ $? = 141 ] || fail 'check goes on'
exit 0
