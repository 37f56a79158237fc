#!/bin/sh
# What tools/new-game lays out compiles, passes conformance and every check of
# the source, and can be played.
#
# The tree is copied into the build's own folder, with its objects, so that only
# what is new is compiled.
#
# usage: tests/cli/new-game.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
tree=$(realpath "$build")/new-game
rm -rf "$tree"
trap 'rm -rf "$tree"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; [ -f "$tree/out" ] && cat "$tree/out"; exit 1; }
mkdir -p "$tree/$build" || exit 1
cp -a Makefile LICENSE README.md include src tests tools docs examples .clang-format .gitignore \
    "$tree/" || fail 'cannot copy the tree'
for part in src tests libdoxa.a flags; do # links: quick, and no room
    cp -al "$build/$part" "$tree/$build/" || fail 'cannot copy the objects'
done
# What is made anew must not be made in the place of ours.
rm "$tree/$build/libdoxa.a" "$tree/$build/src/games/games.c.o" \
    "$tree/$build/src/agents/agents.c.o"
compiler=$(sed 's/ -Isrc .*//' "$build/flags")
cd "$tree" || exit 1

# refused NAME WORDS
refused() {
    tools/new-game "$1" >out 2>&1 && fail "'$1' is a name"
    grep -q "$2" out || fail "'$1' is refused without a reason"
}
refused 'Two Words' 'expected small letters'
refused '' 'expected small letters'
refused kemps 'there is a game'
refused game 'is a room'
refused bdd 'is a room'
refused formulas 'a page of the documentation'
refused while 'a word of C'
[ -z "$(find src/games/game src/games/while docs/game.md 2>/dev/null)" ] ||
    fail 'something was laid out'
tools/new-game whistle >out 2>&1 || fail 'not laid out'
[ -f src/games/whistle/whistle.h ] || fail 'no header'
grep -rniE 'sample' src/games/whistle src/agents/whistle tests/games/whistle \
    >out && fail 'the sample shows through'

make -s CC="$compiler" MODE="$(basename "$build")" "$build/doxa" \
    "$build/doxa-test" >out 2>&1 || fail 'it does not compile'
GAME=whistle "$build/doxa-test" conformance >out 2>&1 || fail 'no conformance'
"$build/doxa-test" games/whistle >out 2>&1 || fail 'its own test fails'
"$build/doxa" match whistle --seats high,random,high --seed 3 >out 2>&1 ||
    fail 'it cannot be played'
# No golden of the command line minds a game more.
tools/transcript "$build/doxa" tests/cli/games.txt tests/cli/match.txt >out 2>&1 ||
    fail 'goldens list all games'
tools/check-layers >out 2>&1 || fail 'layers'
tools/rooms --check >out 2>&1 || fail 'rooms'
git init -q . 2>/dev/null && {
    tools/check-tidy >out 2>&1 || fail 'tidy'
    command -v clang-format >/dev/null &&
        { tools/check-format >out 2>&1 || fail 'format'; }
}
exit 0
