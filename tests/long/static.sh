#!/bin/sh
# The program as one file: in a folder that has nothing else it starts, plays
# and serves.
#
# usage: static.sh BUILD   (run from the project's root; BUILD is not used)
set -e
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
trap 'exit 1' HUP INT TERM
fail() {
    echo "$@"
    exit 1
}
make -s static >"$root/log" 2>&1 || fail "$(tail -5 "$root/log")"
! ldd build/static/doxa 2>/dev/null | grep -q '=>' || fail 'it wants libraries'
cp build/static/doxa "$root"
if chroot / true 2>/dev/null; then
    # What every Linux has, and OpenSSL asks for.
    mkdir "$root/dev"
    mknod "$root/dev/null" c 1 3
    mknod "$root/dev/urandom" c 1 9
    inside() { chroot "$root" "$@"; }
else
    inside() { (cd "$root" && shift && ./doxa "$@"); }
fi
inside /doxa match hanabi --seats partner,partner --seed 1 >/dev/null ||
    fail 'it does not play'
inside /doxa serve --port 0 --memory >"$root/served" 2>&1 &
server=$!
until grep -q 'serves at' "$root/served"; do
    kill -0 $server || fail "it does not serve: $(cat "$root/served")"
    sleep .1
done
kill $server
wait $server || true
