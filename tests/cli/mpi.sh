#!/bin/sh
# Two ranks on one machine leave the bytes that one process does.
#
# usage: tests/cli/mpi.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; exit 1; }
command -v mpirun >/dev/null || fail 'mpirun is missing: tools/setup test'

# OpenMPI leaves memory behind at its end, and warns about root and cores.
export ASAN_OPTIONS=detect_leaks=0
ranks() {
    n=$1
    shift
    timeout 120 mpirun --allow-run-as-root --oversubscribe -n "$n" "$doxa" "$@"
}
set -- tournament 'hanabi(colours=3,bomb=keep)' --seats 'random,random,random' \
    --games 300 --seed 11 --records
"$doxa" "$@" --out "$dir/one" --threads 1 >"$dir/one.txt" || fail 'one process'
ranks 2 "$@" --out "$dir/two" >"$dir/two.txt" || fail 'two ranks'
cmp "$dir/one.txt" "$dir/two.txt" || fail 'they print different things'
for file in log.ndjson summary.csv report.html; do
    cmp "$dir/one/$file" "$dir/two/$file" || fail "$file differs"
done
diff -r "$dir/one/records" "$dir/two/records" || fail 'the records differ'

# What is wrong is said once, and no rank hangs.
ranks 2 tournament chess --seats random,random --seed 1 >"$dir/said" 2>&1 &&
    fail 'plays chess'
[ "$(grep -c "no game 'chess'" "$dir/said")" = 1 ] || fail 'not said once'
ranks 2 "$@" --out "$dir/two" >"$dir/said" 2>&1 && fail 'overwrites a run'
[ "$(grep -c -- '--resume' "$dir/said")" = 1 ] || fail 'refused without a word'
