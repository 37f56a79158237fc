#!/bin/sh
# Games are put into a store, listed, taken out as they were, and copied; what is
# no store, and no game, is refused with a sentence.
#
# usage: sh tests/cli/store.sh BUILD
doxa=$1/doxa
record=examples/records/hanabi-small.jsonl
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM
bad=0
fails() {
    echo "$1"
    bad=1
}

game=$("$doxa" store "$dir/games.db" import $record) || fails 'import'
"$doxa" store "$dir/games.db" | grep -q "^$game  *over  *20 lines  hanabi$" ||
    fails 'list'
"$doxa" store "$dir/games.db" export "$game" | cmp - $record || fails 'export'
"$doxa" store "$dir/games.db" backup "$dir/copy.db" || fails 'backup'
"$doxa" store "$dir/copy.db" export "$game" | cmp - $record || fails 'the copy'
"$doxa" store "$dir/games.db" export nothing-1 2>&1 |
    grep -q "there is no game 'nothing-1'" || fails 'no such game'
"$doxa" store README.md 2>&1 | grep -q 'README.md: .*not a database' ||
    fails 'no store'
"$doxa" store "$dir/games.db" import README.md 2>&1 |
    grep -q '^doxa: README.md:1:' || fails 'no record'
"$doxa" store "$dir/typo.db" 2>&1 | grep -q 'typo.db: there is no such file' ||
    fails 'no such file'
[ ! -e "$dir/typo.db" ] || fails 'a file was made'
"$doxa" store "$dir/games.db" mend 2>&1 | grep -q 'expected list, export' ||
    fails 'usage'
exit $bad
