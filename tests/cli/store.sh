#!/bin/sh
# Games are put into a store, listed, taken out as they were, checked and copied;
# what is no store, and no game, is refused with a sentence, and a game that is
# damaged is named.
#
# usage: sh tests/cli/store.sh BUILD
doxa=$1/doxa
record=examples/records/hanabi-small.jsonl
dir=$(mktemp -d) || exit 1
trap 'kill $server 2>/dev/null; rm -rf "$dir"' EXIT
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
"$doxa" store "$dir/games.db" mend 2>&1 | grep -q 'expected list, check, export' ||
    fails 'usage'

# A letter of the record is another one: nothing but the sums knows.
second=$("$doxa" store "$dir/games.db" import $record) || fails 'import again'
"$doxa" store "$dir/games.db" check | grep -qx '2 games, 0 faults' ||
    fails 'check'
cp "$dir/copy.db" "$dir/before.db"
LC_ALL=C sed 's/"verb":"play"/"verb":"pley"/' "$dir/games.db" >"$dir/rot.db"
cmp -s "$dir/games.db" "$dir/rot.db" && fails 'nothing was damaged'
"$doxa" store "$dir/rot.db" check >"$dir/said" && fails 'damage is fine'
grep -q "^\($game\|$second\)  *the store is damaged: lines of the game have changed" \
    "$dir/said" || fails 'the damaged game is not named'
"$doxa" store "$dir/rot.db" backup "$dir/copy.db" 2>&1 |
    grep -q 'the copy is damaged' || fails 'a damaged copy is fine'
cmp "$dir/copy.db" "$dir/before.db" || fails 'a copy was replaced by a damaged one'
[ "$(ls "$dir" | grep -c '^copy.db')" = 1 ] || fails 'a damaged copy was left'

# What is no file stays what it is: a device is not replaced by the copy.
mkfifo "$dir/pipe"
echo mine >"$dir/pipe.new"
timeout 60 "$doxa" store "$dir/games.db" backup "$dir/pipe" 2>&1 |
    grep -q 'pipe: expected a file, not a folder, a pipe or a device' ||
    fails 'a copy to a pipe'
[ -p "$dir/pipe" ] || fails 'the pipe was replaced'
grep -qx mine "$dir/pipe.new" || fails 'a file beside the pipe is gone'
# Nor a log of a store, nor a file beside the copy, which may be the store.
for end in -wal -shm -journal; do
    "$doxa" store "$dir/games.db" backup "$dir/games.db$end" 2>&1 |
        grep -q "games.db$end: files named so belong to a store" ||
        fails "a copy to $end"
    [ ! -e "$dir/games.db$end" ] || fails "$end was written"
done
cp "$dir/games.db" "$dir/back.db.new"
"$doxa" store "$dir/back.db.new" backup "$dir/back.db" || fails 'a copy of .new'
for copy in back.db.new back.db; do
    "$doxa" store "$dir/$copy" check | grep -qx '2 games, 0 faults' ||
        fails "$copy is gone"
done
# Behind a link it is the file that is made or replaced, and the link stays.
ln -s real.db "$dir/latest.db"
"$doxa" store "$dir/games.db" backup "$dir/latest.db" || fails 'a copy to a link'
[ -h "$dir/latest.db" ] || fails 'the link was replaced'
"$doxa" store "$dir/real.db" | grep -q "^$game " || fails 'the file behind a link'
"$doxa" store "$dir/games.db" backup '' 2>&1 |
    grep -q 'expected the name of a file' || fails 'a copy without a name'

# The list does not believe the index, of which an entry is another one now.
cp "$dir/games.db" "$dir/index.db"
at=$(LC_ALL=C grep -abo over "$dir/index.db" |
    awk -F: '$1 >= 4 * 4096 && $1 < 5 * 4096 {print $1; exit}')
printf ovet | dd of="$dir/index.db" bs=1 seek="$at" conv=notrunc 2>/dev/null
"$doxa" store "$dir/index.db" >"$dir/said" 2>"$dir/talk" && fails 'an index is fine'
[ "$(grep -c ' over ' "$dir/said")" = 2 ] || fails 'the list is shorter'
grep -q 'the store is damaged' "$dir/talk" || fails 'no word on the index'

# Without --store a server keeps games in the user's folder for data, and says
# where; with --memory nowhere.
XDG_DATA_HOME=$dir/data
export XDG_DATA_HOME
start() {
    : >"$dir/said"
    "$doxa" serve --port 0 "$@" >"$dir/said" 2>&1 &
    server=$!
    until grep -q '^games are kept in' "$dir/said"; do
        kill -0 $server 2>/dev/null || { cat "$dir/said"; exit 1; }
        sleep 0.1
    done
}
stop() {
    kill $server
    wait $server || fails "it ended with $?"
    server=
}
start --memory
stop
[ ! -e "$dir/data" ] || fails '--memory wrote a file'
start
grep -qx "games are kept in $dir/data/doxa/games.db" "$dir/said" || fails 'where'
"$doxa" serve --port 0 >"$dir/again" 2>&1 && fails 'two servers, one store'
grep -q 'another server has this store' "$dir/again" &&
    grep -q -e '--memory nowhere' "$dir/again" || fails 'no word on the other'
stop
"$doxa" store "$dir/data/doxa/games.db" check | grep -qx '0 games, 0 faults' ||
    fails 'the usual store'
exit $bad
