#!/bin/sh
# TLS: a server with a certificate (made here) answers requests and WebSockets to
# who trusts that certificate, whole games through; plain text gets nothing.
#
# usage: sh tests/cli/tls.sh BUILD
build=$1
folder=$(mktemp -d) || exit 1
trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
    -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>"$folder/said" ||
    { cat "$folder/said"; exit 1; }

"$build/doxa" serve --port 0 --cert "$folder/cert.pem" >"$folder/said" 2>&1 &&
    { echo 'a certificate without its key was taken'; exit 1; }
"$build/doxa" serve --port 0 --cert "$folder/key.pem" --key "$folder/key.pem" \
    >"$folder/said" 2>&1 && { echo 'a key was taken for a certificate'; exit 1; }

"$build/doxa" serve --port 0 --cert "$folder/cert.pem" --key "$folder/key.pem" \
    >"$folder/said" 2>&1 &
server=$!
until grep -q 'https://' "$folder/said"; do
    kill -0 $server 2>/dev/null || { cat "$folder/said"; exit 1; }
    sleep 0.1
done
address=$(sed -n 's,.*\(https://[^ ]*[0-9]\).*,\1,p' "$folder/said" | head -1)
node tests/cli/tls.mjs "$address" "$folder/cert.pem" || exit 1
kill $server
wait $server
