#!/bin/sh
# Whatever a program outside says (why, stderr, garbage, its name), no control
# character of it reaches the terminal, a page or a table; it is shown escaped.
#
# usage: tests/cli/control.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
bad=0

# Every byte of $dir/out is harmless, and the escape itself is told.
harmless() {
    # Control characters but newline, and the second set as UTF-8 spells it.
    if LC_ALL=C grep -qP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$dir/out"; then
        echo "$1: control characters"
        cat -v "$dir/out"
        bad=1
    fi
    grep -qF "$2" "$dir/out" || { echo "$1: nothing shown"; cat -v "$dir/out"; bad=1; }
}
seen='\e[2J\e]0;mine\x07\u009b2J'
game='kemps(tiny,limit=2)'
match() {
    mode=$1
    shift
    "$doxa" match "$game" --seats "cmd:sh tests/bots/bot.sh $mode,random" --seed 3 \
        "$@" >"$dir/out" 2>&1
}

match rude --explain --record "$dir/rude.jsonl"
harmless 'why in match' "    says: $seen"
"$doxa" replay "$dir/rude.jsonl" >"$dir/out" 2>&1
harmless 'why in replay' "    says: $seen"
for mode in dies garbage illegal gives-up no-start; do
    match rude-$mode
    harmless "$mode in match" "$seen"
done
match rude-dies
harmless 'stderr in match' "  | $seen"
printf '5\nwhy all\n' | "$doxa" play "$game" \
    --seats "you,cmd:sh tests/bots/bot.sh rude" --seed 3 >"$dir/out" 2>&1
harmless 'why in play' "    says: $seen"
"$doxa" bot check -- sh tests/bots/bot.sh rude-garbage >"$dir/out" 2>&1
harmless 'garbage in bot check' "$seen"

"$doxa" tournament "$game" --seed 3 --games 2 --threads 1 --out "$dir/run" \
    --seats "random,cmd:sh tests/bots/bot.sh rude-dies" >"$dir/out" 2>&1
harmless 'a name in a table' '"\e[2J\e]0;m..x07\u009b2J" is cmd:sh'
harmless 'stderr in a table' "it said: one $seen"
for file in report.html summary.json summary.csv log.ndjson; do
    cp "$dir/run/$file" "$dir/out"
    harmless "$file" 'rude-dies'
done

# In JSON too, where a terminal would take U+009B as it stands.
"$doxa" bot check --json -- sh tests/bots/bot.sh rude-garbage >"$dir/out" 2>&1
harmless 'garbage in bot check --json' '\u001b[2J\u001b]0;mine\u0007\u009b2J'

# Messages about what was typed, and names in files, are no better.
raw=$(printf '\033[2J\302\2332J')
"$doxa" "$raw" >"$dir/out" 2>&1
harmless 'a command' '\e[2J\u009b2J'
"$doxa" check --"$raw" >"$dir/out" 2>&1
harmless 'an option' '\e[2J\u009b2J'
"$doxa" match "$raw" --seats random,random >"$dir/out" 2>&1
harmless 'a game' '1:1: expected a name'
printf 'agents a\nvars `p%s`: bool\nvalid "%s" K[a] `p%s`\n' "$raw" "$raw" \
    "$raw" >"$dir/rude.dx"
"$doxa" check --explain "$dir/rude.dx" >"$dir/out" 2>&1
harmless 'a name in a file' '2J'
exit $bad
