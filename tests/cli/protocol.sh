# The game in docs/protocol.md is what a bot that says those lines is told.
#
# usage: sh tests/cli/protocol.sh BUILD
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
sed -n '/^```session/,/^```$/p' docs/protocol.md | grep '^[<>] ' >"$work/want"
sed -n 's/^< //p' "$work/want" >"$work/lines"
"$1/doxa" match 'kemps(tiny,limit=2)' --seed 38 --game-ms 0 \
    --on-illegal retry:1 \
    --seats "cmd:sh tests/bots/tape.sh $work/lines $work/log,random" \
    >/dev/null 2>&1 || exit 1
sed 's/"doxa [0-9.]*"/"doxa"/' "$work/want" >"$work/want.any"
sed 's/"doxa [0-9.]*"/"doxa"/' "$work/log" | diff -u "$work/want.any" -
