#!/bin/sh
# Every help text fits a terminal of 80 columns, and so does what is said about
# each game.
#
# usage: tests/cli/help.sh BUILD
doxa=$1/doxa
bad=0
fits() {
    long=$("$@" | LC_ALL=C.UTF-8 grep -nE '^.{80}')
    [ -z "$long" ] && return
    echo "$*: longer than 79 columns"
    echo "$long"
    bad=1
}
fits "$doxa" help
commands=$("$doxa" help | sed -n 's/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
    fits "$doxa" help "$command"
done
[ "$(echo "$commands" | wc -l)" -ge 15 ] || { echo "only: $commands"; bad=1; }
fits "$doxa" games
for game in $("$doxa" games | sed -n 's/^\([a-z-]*\): .*/\1/p'); do
    fits "$doxa" games "$game"
done
fits make --no-print-directory help
exit $bad
