#!/bin/sh
# A record is not written over what is there, unless --force says so; and that is
# said before the game is played.
#
# usage: tests/cli/keep.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; cat "$dir/out"; exit 1; }
game='kemps(tiny,limit=2)'
record() {
    "$doxa" "$@" >"$dir/out" 2>&1 </dev/null
}
refused() {
    record "$@" --record "$dir/game.jsonl"
    [ $? = 3 ] || fail "$1 writes over a file"
    grep -q -- '--force writes over it' "$dir/out" || fail "$1 does not say how"
    [ "$(cat "$dir/game.jsonl")" = mine ] || fail "$1 has written over a file"
    ! grep -q '^1: ' "$dir/out" || fail "$1 has played before it looked"
}
echo mine >"$dir/game.jsonl"
refused match "$game" --seats random,random --seed 3
refused play "$game" --seats you,random --seed 3
ln -s game.jsonl "$dir/link.jsonl"
record match "$game" --seats random,random --seed 3 --record "$dir/link.jsonl"
[ "$(cat "$dir/game.jsonl")" = mine ] || fail 'it writes through a link'
rm "$dir/link.jsonl"
ln -s nowhere "$dir/link.jsonl"
record match "$game" --seats random,random --seed 3 --record "$dir/link.jsonl"
[ ! -e "$dir/nowhere" ] || fail 'it writes through a link to nowhere'

record match "$game" --seats random,random --seed 3 --record "$dir/game.jsonl" \
    --force || fail '--force does not'
grep -q '"end"' "$dir/game.jsonl" || fail 'no record'
record match "$game" --seats random,random --seed 3 --record "$dir/other.jsonl" ||
    fail 'a new file is refused'
cmp "$dir/game.jsonl" "$dir/other.jsonl" || fail 'another record'
[ "$(ls "$dir")" = "$(printf 'game.jsonl\nlink.jsonl\nother.jsonl\nout')" ] ||
    fail "left behind: $(ls "$dir")"
# Where no file can be made, that is said before a game is played for nothing.
for command in match play; do
    seats=random,random
    [ $command = play ] && seats=you,random
    record $command "$game" --seats $seats --seed 3 --record "$dir/no/game.jsonl"
    [ $? = 3 ] || fail "$command plays for a folder that is not there"
    grep -q 'cannot write: No such file' "$dir/out" || fail "$command: not said why"
    ! grep -q '^1: ' "$dir/out" || fail "$command has played before it looked"
done
record match "$game" --seats random,random --seed 3 --record /dev/null ||
    fail '/dev/null is refused'
record match "$game" --seats random,random --seed 3 --record "$dir" &&
    fail 'a folder is written over'
"$doxa" match "$game" --seats random,random --seed 3 --record - >"$dir/out"
cmp "$dir/game.jsonl" "$dir/out" || fail '- prints something else'
# A game that is over is kept before it is talked over: who waits for the record
# there finds it.
rm "$dir/other.jsonl"
{
    yes done | head -n 40
    tries=0
    while [ ! -s "$dir/other.jsonl" ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    cp "$dir/other.jsonl" "$dir/seen.jsonl"
} 2>/dev/null | "$doxa" play "$game" --seats you,random --seed 3 \
    --record "$dir/other.jsonl" >"$dir/out" 2>&1
cmp "$dir/seen.jsonl" "$dir/other.jsonl" || fail 'it is kept only when left'
grep -q '"end"' "$dir/seen.jsonl" || fail 'it is kept before it is over'
exit 0
