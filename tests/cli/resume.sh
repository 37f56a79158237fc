#!/bin/sh
# A game at the terminal that is left, by quitting or by an interrupt, is kept,
# and goes on from its record to the same game.
#
# usage: tests/cli/resume.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; cat "$dir/out" "$dir/said"; exit 1; }
# play CODE LINES ARGUMENTS...
play() {
    code=$1
    lines=$2
    shift 2
    # shellcheck disable=SC2059  # the lines are a format on purpose
    printf "$lines" | "$doxa" play "$@" >"$dir/out" 2>"$dir/said"
    got=$?
    [ $got = "$code" ] || fail "play $*: exit code $got, not $code"
}
game='hanabi(players=2,colours=2,ranks=3,hand=2)'
moves='2\n1\n3\n1\n2\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n'

play 0 "$moves" "$game" --seats you,info --seed 8 --record "$dir/whole.jsonl"
grep -q '"end"' "$dir/whole.jsonl" || fail 'not played to its end'

# In three sittings, the last of them by other hands and into another file.
play 0 '2\n1\nquit\n' "$game" --seats you,info --seed 8 --record "$dir/part.jsonl"
grep -q "go on with: doxa play --resume $dir/part.jsonl" "$dir/said" ||
    fail 'not said how to go on'
play 0 '3\n' --resume "$dir/part.jsonl"
grep -q '^You threw' "$dir/out" || fail 'it did not go on'
! grep -q 'seed' "$dir/said" || fail 'the seed of another game is told'
cp "$dir/part.jsonl" "$dir/before.jsonl"
play 0 "${moves#2??1??3??}" --resume "$dir/part.jsonl" --seats you,info \
    --record "$dir/rest.jsonl"
cmp "$dir/part.jsonl" "$dir/before.jsonl" || fail 'it wrote into both files'
cmp "$dir/whole.jsonl" "$dir/rest.jsonl" || fail 'another game came of it'
# The reasons of the first sitting are there in the last.
[ "$(grep -c '"why"' "$dir/rest.jsonl")" -ge 3 ] || fail 'reasons were lost'

# What cannot go on says why.
play 3 '' --resume "$dir/rest.jsonl"
grep -q 'this game is over' "$dir/said" || fail 'an ended game goes on'
play 3 '' --resume "$dir/none.jsonl"
play 2 '' "$game" --resume "$dir/part.jsonl"
play 2 '' --resume "$dir/part.jsonl" --seats info,info
play 3 '' --resume "$dir/part.jsonl" --seats you,info,info
head -c 900 "$dir/part.jsonl" >"$dir/cut.jsonl"
play 3 '' --resume "$dir/cut.jsonl"
grep -q -- '--anyway' "$dir/said" || fail 'a cut record is no matter'

# until_so NAME COMMAND: waits until it succeeds
until_so() {
    tries=0
    until eval "$2"; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "$1: it never came to that"
        sleep 0.1
    done
}

# interrupted NAME SIGNAL READY ARGUMENTS...: as soon as READY, a command,
# succeeds
interrupted() {
    name=$1
    signal=$2
    ready=$3
    shift 3
    mkfifo "$dir/lines"
    "$doxa" play "$@" --seed 8 --record "$dir/$name.jsonl" <"$dir/lines" \
        >"$dir/out" 2>"$dir/said" &
    pid=$!
    exec 3>"$dir/lines"
    printf '1\n' >&3
    until_so "$name" "$ready"
    kill -"$signal" $pid
    wait $pid
    code=$?
    exec 3>&-
    rm "$dir/lines"
    [ $code = 5 ] || fail "$name: interrupted with exit code $code"
    grep -q 'seed 8$' "$dir/said" || fail "$name: no seed"
    grep -q '"verb":"play","who":1' "$dir/$name.jsonl" || fail "$name: no record"
    "$doxa" play --resume "$dir/$name.jsonl" --seats you,random </dev/null \
        >"$dir/out" 2>"$dir/said" || fail "$name: it does not go on"
}
# A match keeps what was played too.
rm -f "$dir/thinks"
"$doxa" match "$game" --seats "random,cmd:sh tests/bots/bot.sh thinks $dir/thinks" \
    --record "$dir/match.jsonl" >"$dir/out" 2>"$dir/said" &
pid=$!
tries=0
until [ -e "$dir/thinks" ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail 'match: never ready'
    sleep 0.1
done
kill -INT $pid
wait $pid
[ $? = 5 ] || fail 'match: not interrupted'
grep -q '^seed ' "$dir/said" || fail 'match: no seed'
grep -q '"who":1' "$dir/match.jsonl" || fail 'match: no record'
rm -f "$dir/thinks"

# At the prompt, and while a program thinks; by Ctrl-C, by who ends the
# process, and by a terminal that is closed.
for signal in INT TERM HUP; do
    interrupted "prompt-$signal" $signal \
        '[ "$(grep -c "your turn" "$dir/out")" = 2 ]' "$game" --seats you,random
    interrupted "thinking-$signal" $signal '[ -e "$dir/thinks" ]' "$game" \
        --seats "you,cmd:sh tests/bots/bot.sh thinks $dir/thinks"
    rm -f "$dir/thinks"
done

# While a question is answered Ctrl-C is meant for the question: the next one
# is answered, and who quits then has not been interrupted.
ticks() { cut -d ' ' -f 14 "/proc/$pid/stat"; }
mkfifo "$dir/lines"
"$doxa" play "$game" --seats you,random --seed 8 <"$dir/lines" \
    >"$dir/out" 2>"$dir/said" &
pid=$!
exec 3>"$dir/lines"
until_so 'a question is asked' 'grep -q "your turn" "$dir/out"'
before=$(ticks)
printf 'ask exists i in 1..1000: exists j in 1..1000: %s\n' \
    'exists k in 1..1000: i * j * k = 999999937' >&3
until_so 'a question takes long' '[ "$(ticks)" -gt $((before + 20)) ]'
kill -INT $pid
printf 'ask true\nquit\n' >&3
wait $pid
code=$?
exec 3>&-
[ $code = 0 ] || fail "quit after an interrupted question: exit code $code"
grep -q '^(interrupted' "$dir/out" || fail 'the question was not interrupted'
grep -q '^yes$' "$dir/out" || fail 'the next question was not answered'
grep -q 'you have left the table' "$dir/out" || fail 'nobody has left'
exit 0
