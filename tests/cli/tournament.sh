#!/bin/sh
# A tournament that is interrupted goes on, with the command that it prints, to
# the bytes of one that was not.
#
# usage: tests/cli/tournament.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
game='kemps(limit=300)'
fail() { echo "$*"; exit 1; }

"$doxa" tournament "$game" --seats random,random,random --games 1500 --seed 3 \
    --out "$dir/whole" >/dev/null || fail 'the whole run failed'

# Interrupted, by Ctrl-C and by a terminal that is closed, as soon as the log has
# a game; a machine so fast that the run is over by then has nothing to show
# here, so the log is cut as well.
interrupt() {
    rm -rf "$dir/part"
    "$doxa" tournament "$game" --seats random,random,random --games 1500 \
        --seed 3 --out "$dir/part" >/dev/null 2>"$dir/said" &
    pid=$!
    tries=0
    while [ "$(cat "$dir/part/log.ndjson" 2>/dev/null | wc -l)" -lt 2 ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail 'no game after a minute'
        sleep 0.1
    done
    kill "-$1" $pid
    wait $pid
    code=$?
    if [ $code = 5 ]; then
        command=$(sed -n 's/^  doxa //p' "$dir/said")
        [ -n "$command" ] || fail 'no command that goes on'
        eval "\"$doxa\" $command" >/dev/null 2>&1 ||
            fail "cannot go on: $command"
    elif [ $code != 0 ]; then
        fail "interrupted with exit code $code"
    fi
    cmp "$dir/whole/log.ndjson" "$dir/part/log.ndjson" || fail 'the logs differ'
}
interrupt HUP
interrupt INT

size=$(wc -c <"$dir/whole/log.ndjson")
head -c $((size / 2)) "$dir/whole/log.ndjson" >"$dir/part/log.ndjson"
"$doxa" tournament "$game" --seats random,random,random --games 1500 --seed 3 \
    --out "$dir/part" --threads 4 --resume >/dev/null 2>&1 ||
    fail 'a cut log does not go on'
for file in log.ndjson summary.csv report.html; do
    cmp "$dir/whole/$file" "$dir/part/$file" || fail "$file differs"
done

"$doxa" tournament "$game" --seats random,random,random --games 1500 --seed 3 \
    --out "$dir/part" >/dev/null 2>"$dir/said" && fail 'overwrites a run'
grep -q -- --resume "$dir/said" || fail 'does not say how to go on'
"$doxa" tournament "$game" --seats random,random,random --games 1500 --seed 4 \
    --out "$dir/part" --resume >/dev/null 2>"$dir/said" &&
    fail 'takes the log of another tournament'
grep -q 'another tournament: its seed' "$dir/said" || fail 'does not say why'

# The game that a tournament plays is the game that match tells.
"$doxa" tournament "$game" --seats random,random,random --games 3 --seed 5 \
    --out "$dir/records" --records >/dev/null || fail 'no records'
"$doxa" match "$game" --seats random,random,random --seed 5 --deal 2 \
    --record "$dir/match.jsonl" >/dev/null || fail 'no match'
cmp "$dir/match.jsonl" "$dir/records/records/1-2-0.jsonl" || fail 'not the game'
