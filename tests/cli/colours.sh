#!/bin/sh
# Colours are for terminals that have them, and only where they are wanted.
#
# usage: tests/cli/colours.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
doxa=$(realpath "$1/doxa")
escape=$(printf '\033')
game="'$doxa' play 'kemps(tiny,limit=1)' --seats you,random --seed 3"
# coloured ENVIRONMENT...: at a terminal
coloured() {
    echo quit | env -u NO_COLOR "$@" script -qec "$game" /dev/null |
        grep -q "$escape\["
}
fail() { echo "$*"; exit 1; }
coloured TERM=xterm || fail 'no colours at a terminal'
coloured TERM=xterm NO_COLOR=1 && fail 'colours in spite of NO_COLOR'
coloured TERM=dumb && fail 'colours at a terminal that has none'
coloured -u TERM && fail 'colours at an unknown terminal'
TERM=xterm sh -c "$game" </dev/null 2>&1 | grep -q "$escape" && fail 'colours in a pipe'
exit 0
