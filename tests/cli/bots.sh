#!/bin/sh
# The example bots: every one speaks the protocol, and the clever ones play the
# same game in every language.  Languages that are not installed are left out;
# a check of the slowest, the clever one in shell, is for test-long.
#
# usage: sh tests/cli/bots.sh BUILD
build=$1
bots=$(mktemp -d) || exit 1
trap 'rm -rf "$bots"' EXIT
trap 'exit 1' HUP INT TERM
bad=0

# A bot's command in a language; nothing if it cannot run here.
command_of() {
    case $2 in
    py) python3 -c 'import json, random' 2>/dev/null && echo "python3 examples/bots/$1.py" ;;
    js) command -v node >/dev/null && echo "node examples/bots/$1.js" ;;
    sh) echo "sh examples/bots/$1.sh" ;;
    c) ${CC:-cc} -Wall -Wextra -Werror -o "$bots/$1" "examples/bots/$1.c" &&
        echo "$bots/$1" || echo false ;; # it must compile
    esac
}

for language in py js sh c; do
    for bot in dice clever; do
        command=$(command_of $bot $language)
        [ -n "$command" ] || continue
        # shellcheck disable=SC2086  # the command is words on purpose
        [ "$bot.$language" = clever.sh ] && [ -z "$LONG" ] ||
            "$build/doxa" bot check --game 'kemps(tiny,limit=4)' -- $command \
            >"$bots/out" || { echo "$command"; cat "$bots/out"; bad=1; }
        "$build/doxa" match 'hanabi(players=2,colours=1,ranks=2,hand=1)' \
            --seats "cmd:$command,random" --seed 1 >"$bots/out" 2>&1 ||
            { echo "$command in hanabi"; cat "$bots/out"; bad=1; }
        [ $bot = clever ] || continue
        "$build/doxa" match 'kemps(limit=40)' --seats "cmd:$command,random,random" \
            --seed 7 2>&1 | grep -v '^1 cmd' >"$bots/$language"
        [ -f "$bots/first" ] || cp "$bots/$language" "$bots/first"
        cmp "$bots/first" "$bots/$language" || bad=1
    done
done
grep -q 'Seat 1 took' "$bots/first" || bad=1
exit $bad
