#!/bin/sh
# The Python package over the library, with Debian's python3 alone; and a wheel
# of it, made without a network, that works where it is unpacked.
#
# usage: tests/cli/python.sh BUILD
build=$(cd "${1:-build/test}" && pwd) || exit 1
cd "$(dirname "$0")/../.." || exit 1
python=/usr/bin/python3
[ -x $python ] || python=python3
# A library with sanitizers wants their own loaded first.
if grep -q __asan_init "$build/libdoxa.so"; then
    LD_PRELOAD=$(gcc -print-file-name=libasan.so)
    ASAN_OPTIONS=detect_leaks=0
fi
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
export PYTHONDONTWRITEBYTECODE=1
(cd python && env LD_PRELOAD="$LD_PRELOAD" ASAN_OPTIONS="$ASAN_OPTIONS" \
    DOXA_LIBRARY="$build/libdoxa.so" DOXA_PROGRAM="$build/doxa" PYTHONPATH=.:tests \
    $python -m unittest tests/test_doxa.py tests/test_api.py) || exit 1

$python python/wheel.py "$build/libdoxa.so" "$dir" >/dev/null || exit 1
$python -m zipfile -e "$dir"/doxa-*.whl "$dir/there" || exit 1
said=$(cd "$dir" && env -u DOXA_LIBRARY LD_PRELOAD="$LD_PRELOAD" \
    ASAN_OPTIONS="$ASAN_OPTIONS" PYTHONPATH="$dir/there" $python -c '
import doxa
print(bool(doxa.valid("K[a] p -> p")), doxa.library._name.endswith("there/doxa/libdoxa.so"))')
[ "$said" = 'True True' ] || { echo "from the wheel: $said"; exit 1; }
for part in METADATA WHEEL RECORD licenses/LICENSE licenses/libgmp licenses/libjansson; do
    ls "$dir"/there/doxa-*.dist-info/$part >/dev/null || exit 1
done
