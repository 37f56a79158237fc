#!/bin/sh
# A program that does not start loses nothing by it: the game is tried again, or
# not played and not logged; the others go on; everybody is told why.
#
# usage: tests/cli/starts.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; cat "$dir/out"; exit 1; }
bot="cmd:sh tests/bots/bot.sh starts $dir/luck"
# tournament CODE SEATS OPTIONS...
tournament() {
    code=$1
    seats=$2
    shift 2
    "$doxa" tournament 'kemps(tiny,limit=4)' --seats "$seats" --games 6 --seed 3 \
        --threads 1 "$@" >"$dir/out" 2>&1
    got=$?
    [ $got = "$code" ] || fail "exit code $got, not $code"
}
# luck WORDS...: how the next starts will go; fine from then on
luck() { printf '%s\n' "$@" >"$dir/luck"; }
games() { tail -n +2 "$dir/$1/log.ndjson" | grep -c "$2"; }
said() { grep -qF -- "$1" "$dir/out" || fail "not said: $1"; }

# The first start is the trial; that the second fails is nobody's loss.
luck fine fail
tournament 0 "$bot,random" --out "$dir/second"
[ "$(games second '"ending":"over"')" = 6 ] || fail 'not all games were played'
[ ! -s "$dir/luck" ] || fail 'not all starts were used'
said '"good" is cmd:sh tests/bots/bot.sh starts'

# A trial that fails stops nobody else, nor the program itself later on.
luck fail fail fine
tournament 0 "random,random;$bot,random" --out "$dir/trial"
[ "$(games trial '"ending":"over"')" = 12 ] || fail 'not all games were played'
said 'exited with code 3; it said: out of luck'

# One that never starts: the others play, its games are not logged, why is told,
# and they can be played later.
luck fail fail fail fail fail fail fail fail
tournament 4 "random,random;$bot,random" --out "$dir/never"
[ "$(games never '"lineup":1')" = 6 ] || fail 'the others did not play'
[ "$(games never '"lineup":2')" = 0 ] || fail 'a failed start was logged'
said 'games not played, as a program did not start: 6'
said 'first no game in deal 0, rotation 0, by cmd:sh'
said 'out of luck'
said '--resume'
grep -q 'not played</td>.*out of luck' "$dir/never/report.html" || fail 'no report'
grep -q '"missed":6,"incidents":\[{"entry":1,"ending":"missing".*out of luck' \
    "$dir/never/summary.json" || fail 'no summary'
# It has been given up, after two starts for each of three games.
[ ! -s "$dir/luck" ] || fail "$(wc -l <"$dir/luck") starts were not tried"
tournament 0 "random,random;$bot,random" --out "$dir/never" --resume
[ "$(games never '"lineup":2.*"ending":"over"')" = 6 ] || fail 'not played later'

# It dies in play, which is its own fault, and does not come back for the next
# game, which is no result.
luck fine die fail fail fine
tournament 4 "$bot,random" --out "$dir/died"
[ "$(games died '"ending":"crashed","by":1,"why":"the program exited with code 7; it said: something broke"')" = 1 ] ||
    fail 'how it died is not in the log'
[ "$(games died '"ending":"over"')" = 4 ] || fail 'it did not come back'
said 'games that ended as crashed: 1'
said 'games not played, as a program did not start: 1'
said 'it said: something broke'

# Nothing can be played at all: said at once and kept, without another try.
luck fail fail fine
tournament 4 "$bot,random" --out "$dir/none"
said 'out of luck'
said 'games not played, as a program did not start: 6'
said '--resume'
[ "$(games none '"ending"')" = 0 ] || fail 'games that were not played are logged'
grep -q '"missed":6,"incidents":\[{"entry":1,"ending":"missing".*out of luck' \
    "$dir/none/summary.json" || fail 'why is not kept'
[ "$(wc -l <"$dir/luck")" = 1 ] || fail 'it was tried again'
luck fail fail
tournament 4 "$bot,random" --json
said '"missed":6'
tournament 0 "$bot,random" --out "$dir/none" --resume
[ "$(games none '"ending":"over"')" = 6 ] || fail 'not played later'

# What is played can be shown when its program is gone.
luck fail fail
tournament 0 "$bot,random" --out "$dir/none" --resume
said '6 games are there already'
said 'out of luck'
said '  1 cmd:sh tests'
exit 0
