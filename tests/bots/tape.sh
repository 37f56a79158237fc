#!/bin/sh
# A player that says what is written, line by line, and keeps what it is told:
# host's lines behind '> ', its own behind '< '.
#
# usage: tests/bots/tape.sh LINES LOG
exec 3<"$1" 4>"$2"
while read -r line; do
    printf '> %s\n' "$line" >&4
    case $line in
    '{"type":"hello"'* | '{"type":"turn"'*)
        read -r reply <&3 || exit 1
        printf '< %s\n' "$reply" >&4
        printf '%s\n' "$reply"
        ;;
    '{"type":"bye"'*) exit 0 ;;
    esac
done
