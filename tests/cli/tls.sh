#!/bin/sh
# TLS: a server with a certificate (made here) answers requests and WebSockets to
# who trusts that certificate, whole games through; plain text gets nothing.
#
# usage: sh tests/cli/tls.sh BUILD
build=$1
folder=$(mktemp -d) || exit 1
trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
export XDG_DATA_HOME="$folder"
trap 'exit 1' HUP INT TERM
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
    -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>"$folder/said" ||
    { cat "$folder/said"; exit 1; }

# refused WORDS OPTIONS...: each cause has a message of its own.
refused() {
    words=$1
    shift
    "$build/doxa" serve --memory "$@" >"$folder/said" 2>&1 && { echo "taken: $*"; exit 1; }
    [ "$(grep -c . "$folder/said")" = 1 ] && grep -q "$words" "$folder/said" ||
        { echo "expected '$words' of: $*"; cat "$folder/said"; exit 1; }
}
openssl genrsa -out "$folder/other.pem" 2048 2>/dev/null
echo nothing >"$folder/empty.pem"
"$build/doxa" serve --memory --port 0 --cert "$folder/cert.pem" >"$folder/said" 2>&1 &&
    { echo 'a certificate without its key was taken'; exit 1; }
refused 'are swapped' --port 0 --cert "$folder/key.pem" --key "$folder/cert.pem"
refused 'no certificate in .*/key.pem' --port 0 --cert "$folder/key.pem" \
    --key "$folder/key.pem"
refused 'no private key in .*/empty.pem' --port 0 --cert "$folder/cert.pem" \
    --key "$folder/empty.pem"
refused '/none.pem: cannot open: No such file' --port 0 --cert "$folder/cert.pem" \
    --key "$folder/none.pem"
refused 'do not belong together' --port 0 --cert "$folder/cert.pem" \
    --key "$folder/other.pem"

"$build/doxa" serve --memory --port 0 --cert "$folder/cert.pem" --key "$folder/key.pem" \
    >"$folder/said" 2>&1 &
server=$!
until grep -q 'https://' "$folder/said"; do
    kill -0 $server 2>/dev/null || { cat "$folder/said"; exit 1; }
    sleep 0.1
done
address=$(sed -n 's,.*\(https://[^ ]*[0-9]\).*,\1,p' "$folder/said" | head -1)
port=${address##*:}
refused "port $port is taken; give another with --port" --port "$port"
refused "port $port is taken; give another with --tcp" --port 0 --tcp "$port"
node tests/cli/tls.mjs "$address" "$folder/cert.pem" || exit 1
kill $server
wait $server
