#!/bin/sh
# The browser's library answers what the machine's does, byte for byte: every
# example file checked and drawn, validities, and a game of each kind with its
# replay, lens, questions and what each turn told.
#
# usage: wasm.sh BUILD   (run from the project's root; BUILD is not used)
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
make -s wasm >"$folder/log" 2>&1 || { tail -5 "$folder/log"; exit 1; }
make -s build/release/libdoxa.so >"$folder/log"
python3 tests/long/wasm_requests.py >"$folder/requests"
node tests/long/wasm.mjs build/wasm <"$folder/requests" >"$folder/wasm"
DOXA_LIBRARY=build/release/libdoxa.so PYTHONPATH=python python3 -c '
import sys
from doxa._library import Session
session = Session()
for line in sys.stdin:
    print(session.answer(line.strip().encode()).decode().replace("\n", " "))
' <"$folder/requests" >"$folder/native"
[ "$(wc -l <"$folder/native")" -gt 500 ]
diff "$folder/native" "$folder/wasm" | cut -c 1-300
cmp -s "$folder/native" "$folder/wasm"
# With its loader under a megabyte as it is sent.
size=$(cat build/wasm/doxa.wasm build/wasm/doxa.js | gzip -9 | wc -c)
[ "$size" -lt 1000000 ] || { echo "$size bytes, compressed"; exit 1; }
