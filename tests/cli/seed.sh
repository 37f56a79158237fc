#!/bin/sh
# A program outside does not find the seed on the command line of the table, and
# a seed can come from a file.
#
# usage: tests/cli/seed.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; exit 1; }
game='kemps(tiny,limit=2)'
seats="cmd:sh tests/bots/bot.sh spy $dir/seen,random"

# spied COMMAND...: runs it; what the program saw has no seed in it.
spied() {
    rm -f "$dir/seen"
    "$doxa" "$@" >"$dir/out" 2>"$dir/said" </dev/null || fail "$*: $(cat "$dir/said")"
    grep -q "$1" "$dir/seen" || fail "$1: the program saw nothing"
    ! grep -q 771177 "$dir/seen" || fail "$1: $(cat "$dir/seen")"
}
spied match "$game" --seats "$seats" --seed 771177
cp "$dir/out" "$dir/match"
spied match "$game" --seats "$seats" --seed=771177
cmp "$dir/match" "$dir/out" || fail 'another game'
spied tournament "$game" --seats "$seats" --seed 771177 --games 2 --threads 1
grep -q 'seed 771177' "$dir/out" || fail 'the summary has lost its seed'
spied play "$game" --seats "you,$seats" --seed 771177

printf ' 771177\nmy lucky number\n' >"$dir/seed"
spied match "$game" --seats "$seats" --seed-file "$dir/seed"
cmp "$dir/match" "$dir/out" || fail 'another game from the file'
"$doxa" match "$game" --seats "$seats" --seed-file - <"$dir/seed" >"$dir/out"
cmp "$dir/match" "$dir/out" || fail 'another game from stdin'

# refused CODE WORDS OPTIONS...
refused() {
    code=$1
    words=$2
    shift 2
    "$doxa" match "$game" --seats random,random "$@" >"$dir/out" 2>&1
    [ $? = "$code" ] || fail "$*: not refused"
    grep -q "$words" "$dir/out" || fail "$*: $(cat "$dir/out")"
}
refused 2 'either --seed or --seed-file' --seed 1 --seed-file "$dir/seed"
refused 3 'cannot open' --seed-file "$dir/none"
"$doxa" play "$game" --seats you,random --seed-file - </dev/null >"$dir/out" 2>&1
[ $? = 2 ] || fail 'play reads its seed from the person'
echo seven >"$dir/word"
refused 3 'expected a whole number' --seed-file "$dir/word"
exit 0
