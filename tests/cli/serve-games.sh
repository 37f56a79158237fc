#!/bin/sh
# A server has the games of a folder beside its own; a table of one begins, is played
# to its end by a bot that sits down there, and its record is asked over HTTP. A
# file that is no game, and no folder, are refused with a sentence.
#
# usage: sh tests/cli/serve-games.sh BUILD
doxa=$1/doxa
dir=$(mktemp -d) || exit 1
trap 'kill $server 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
bad=0
fails() {
    echo "$1"
    bad=1
}

"$doxa" serve --port 0 --memory --games "$dir/none" 2>&1 |
    grep -q "cannot read '.*/none'" || fails 'no folder'
echo 'game x' >"$dir/x.dg"
"$doxa" serve --port 0 --memory --games "$dir" 2>&1 |
    grep -q '/x.dg:2:1: expected a sentence' || fails 'no game'
rm "$dir/x.dg"
cp examples/games/muddy.dg examples/games/whist.dg "$dir"
"$doxa" serve --port 0 --tcp 0 --memory --games "$dir" >"$dir/said" 2>&1 &
server=$!
until grep -q '^games are kept in' "$dir/said"; do
    kill -0 $server 2>/dev/null || { cat "$dir/said"; exit 1; }
    sleep 0.1
done
port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$dir/said")
lines=$(sed -n 's/^lines for bots at .*:\([0-9]*\)$/\1/p' "$dir/said")
# ask METHOD PATH BODY
ask() {
    bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
        printf "%s %s HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n" "$2" "$3" >&3
        printf "Content-Length: %d\r\n\r\n%s" "${#4}" "$4" >&3
        cat <&3' ask "$port" "$@"
}
ask GET /api/games '' >"$dir/games"
grep -q '"name":"muddy"' "$dir/games" && grep -q '"name":"whist"' "$dir/games" ||
    fails 'the games are not in the list'
ask POST /api/tables '{"rules":"whist(tiny)","seats":["person","sampler"]}' >"$dir/made"
token=$(sed -n 's/.*"token":"\([0-9a-f]*\)".*/\1/p' "$dir/made")
id=$(sed -n 's/.*{"id":"\([^"]*\)".*/\1/p' "$dir/made")
[ -n "$id" ] || { cat "$dir/made"; fails 'no table'; }
python3 examples/bots/seated.py 127.0.0.1 "$lines" "$id" "$token" || fails 'the bot'
ask GET "/api/tables/$id" '' >"$dir/table"
grep -q '"game":"whist".*"state":"over".*"how":"over"' "$dir/table" || {
    cat "$dir/table"
    fails 'a table of one is not played to its end'
}
ask POST /api/ask "{\"record\":\"$id\",\"turn\":0,\"seat\":1,\"formula\":\"Kw[2] has(1,ah)\"}" >"$dir/answer"
grep -q '"answer":"\(yes\|no\)"' "$dir/answer" || {
    cat "$dir/answer"
    fails 'its record is not asked'
}
kill $server
wait $server || fails "it ended with $?"
server=
exit $bad
