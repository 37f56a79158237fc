#!/bin/sh
# One answer from every front end: the same requests over the command line, HTTP
# and Python, byte for byte; with LONG=1 all of them, and the browser's library
# too.
#
# usage: same.sh BUILD   (run from the project's root)
build=$1
count=40
if grep -q __asan_init "$build/libdoxa.so"; then
    LD_PRELOAD=$(gcc -print-file-name=libasan.so)
    ASAN_OPTIONS=detect_leaks=0
fi
if [ -n "$LONG" ]; then
    count=100000
    make -s wasm >/dev/null || exit 1
    wasm=build/wasm
fi
# shellcheck disable=SC2086  # no folder is no word
env PRELOAD="$LD_PRELOAD" ASAN_OPTIONS="$ASAN_OPTIONS" \
    LD_PRELOAD="$LD_PRELOAD" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=python \
    DOXA_LIBRARY="$build/libdoxa.so" \
    python3 tests/cli/same.py "$build/doxa" $count $wasm
