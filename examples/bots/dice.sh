#!/bin/sh
# Plays any game at random.
field() { printf '%s\n' "$line" | sed "s/.*\"$1\" *: *$2.*/\\1/"; }
while read -r line; do
    case $(field type '"\([a-z]*\)"') in
    hello) echo '{"type":"hello","protocol":1,"name":"dice.sh"}' ;;
    turn)
        move=$(field legal '\[\([^]]*\)\]' | tr ',' '\n' | shuf -n 1)
        echo "{\"type\":\"move\",\"seq\":$(field seq '\([0-9]*\)'),\"move\":$move}"
        ;;
    bye) break ;;
    esac
done
