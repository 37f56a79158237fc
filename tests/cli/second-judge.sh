#!/bin/sh
# Games from files, judged a second time: tests/games/file/judge.py plays and lists
# what the program plays and answers; with LONG=1 many games and questions.
#
# usage: second-judge.sh BUILD   (run from the project's root)
build=$1
games=1
questions=24
large=0
if [ -n "$LONG" ]; then
    games=40
    questions=160
    large=10
fi
if grep -q __asan_init "$build/libdoxa.so"; then
    LD_PRELOAD=$(gcc -print-file-name=libasan.so)
    ASAN_OPTIONS=detect_leaks=0
fi
env LD_PRELOAD="$LD_PRELOAD" ASAN_OPTIONS="$ASAN_OPTIONS" PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=python DOXA_LIBRARY="$build/libdoxa.so" \
    python3 tests/games/file/compare.py "$build/doxa" $games $questions $large 7 \
    examples/games/*.dg
