#!/bin/sh
# A server reads its settings at the start and again at HUP; a file that makes no
# sense is refused with its place, and what was read before counts on.  A HUP that
# comes while it starts ends nothing.
#
# usage: sh tests/cli/settings.sh BUILD
doxa=$1/doxa
dir=$(mktemp -d) || exit 1
trap 'kill $server 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fails() {
    echo "$1"
    cat "$dir/said"
    exit 1
}
# until_said WORDS: a minute at most
until_said() {
    tries=0
    until grep -q "$1" "$dir/said"; do
        kill -0 $server 2>/dev/null && [ $((tries += 1)) -le 600 ] ||
            fails "nothing was said of '$1'"
        sleep 0.1
    done
}
# code HOST: of the answer
code() {
    bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
        printf "GET /health HTTP/1.1\r\nHost: %s\r\n\r\n" "$2" >&3
        read -r _ code _ <&3; echo "$code"' ask "$port" "$1"
}

echo 'name one.example.org' >"$dir/set"
mkdir "$dir/games"
mkfifo "$dir/games/slow.dg"
"$doxa" serve --port 0 --memory --games "$dir/games" --name typed.example.org \
    --settings "$dir/set" >"$dir/said" 2>&1 &
server=$!
# The program and then the server read the games; both wait here for this one.
for reader in program server; do
    exec 3>"$dir/games/slow.dg" # once there is a reader
    kill -HUP $server
    cat examples/games/muddy.dg >&3
    exec 3>&-
    while [ $reader = program ] && ! grep -qa doxa-serve /proc/$server/cmdline \
        && ! readlink /proc/$server/exe | grep -q 'doxa-serve$'; do
        kill -0 $server 2>/dev/null || fails 'a HUP at the start ended it'
        sleep 0.1
    done
done
until_said '^games are kept in'
port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$dir/said")
[ "$(code one.example.org)" = 200 ] || fails 'the name of the file'
[ "$(code typed.example.org)" = 403 ] || fails 'the file goes before'

echo 'name two.example.org' >"$dir/set"
kill -HUP $server
until_said 'the settings were read again'
[ "$(code two.example.org)" = 200 ] || fails 'the new name'
[ "$(code one.example.org)" = 403 ] || fails 'the old name'

printf 'name three.example.org\nexempt everybody\n' >"$dir/set"
kill -HUP $server
until_said "the settings stay as they are: .*/set:2:8: exempt: expected addresses"
rm "$dir/set"
mkfifo "$dir/set"
kill -HUP $server
until_said 'as they are: .*/set: expected a file, not a folder, a pipe'
[ "$(code two.example.org)" = 200 ] || fails 'what was read before'
[ "$(code three.example.org)" = 403 ] || fails 'half of a file was taken'
kill $server
wait $server || fails "it ended with $?"
rm "$dir/set"
echo 'tables 3' >"$dir/set"
"$doxa" serve --port 0 --memory --settings "$dir/set" >"$dir/said" 2>&1
[ $? = 3 ] && grep -q '^doxa: .*/set:1:1: expected name, proxy' "$dir/said" ||
    fails 'a bad file at the start'
