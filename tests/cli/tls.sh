#!/bin/sh
# TLS: a server with a certificate (made here) answers requests and WebSockets to
# who trusts that certificate, whole games through; plain text gets nothing.  A
# certificate that is renewed is read again.
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
    "$build/doxa" serve --memory "$@" >"$folder/refusal" 2>&1 &&
        { echo "taken: $*"; exit 1; }
    [ "$(grep -c . "$folder/refusal")" = 1 ] &&
        grep -q "$words" "$folder/refusal" ||
        { echo "expected '$words' of: $*"; cat "$folder/refusal"; exit 1; }
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
mkfifo "$folder/pipe.pem"
refused '/pipe.pem: expected a file' --port 0 --cert "$folder/pipe.pem" \
    --key "$folder/key.pem"
refused 'do not belong together' --port 0 --cert "$folder/cert.pem" \
    --key "$folder/other.pem"

"$build/doxa" serve --memory --port 0 --tcp 0 --exempt 127.0.0.1 \
    --cert "$folder/cert.pem" --key "$folder/key.pem" >"$folder/said" 2>&1 &
server=$!
until grep -q 'lines for bots at' "$folder/said"; do
    kill -0 $server 2>/dev/null || { cat "$folder/said"; exit 1; }
    sleep 0.1
done
address=$(sed -n 's,.*\(https://[^ ]*[0-9]\).*,\1,p' "$folder/said" | head -1)
port=${address##*:}
tcp=$(sed -n 's/^lines for bots at .*:\([0-9]*\), with TLS$/\1/p' "$folder/said")
refused "port $port is taken; give another with --port" --port "$port"
refused "port $port is taken; give another with --tcp" --port 0 --tcp "$port"
node tests/cli/tls.mjs "$address" "$folder/cert.pem" || exit 1

# A certificate that is renewed (HUP), and one that does not fit its key.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=second \
    -keyout "$folder/second-key.pem" -out "$folder/second-cert.pem" 2>/dev/null
cp "$folder/second-cert.pem" "$folder/odd-cert.pem"
cp "$folder/other.pem" "$folder/odd-key.pem"
node tests/cli/renew.mjs "$port" "$tcp" $server "$folder" ||
    { cat "$folder/said"; exit 1; }
kill $server
wait $server
