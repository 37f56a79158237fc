#!/bin/sh
# Collects in Kemps the rank it has most of; plays any other game at random.
# Reads the "text" of what it sees: 1: draw 6s, 1: swap 5h 2h, 1: done -> 5 hd.
field() { printf '%s\n' "$line" | sed -n "s/.*\"$1\" *: *$2.*/\\1/p"; }

# What an event about my own seat does to my hand.
follow() {
    verb=$2
    case $verb in
    draw) hand="$hand $3" ;;
    swap) hand=" $hand "; hand="${hand%% $4 *} $3 ${hand#* "$4" }" ;;
    done)
        old=$hand hand=
        for card in $old; do [ "${card%?}" = "$4" ] || hand="$hand $card"; done
        ;;
    esac
}

# How many cards of the rank of a card there are in my hand.
have() {
    count=0
    for card in $hand; do
        [ "${card%?}" = "${1%?}" ] && count=$((count + 1))
    done
}

# The swap that makes the largest set, if it makes a larger one.
choose() {
    move=done best=0
    while read -r verb take give; do
        [ "$verb" = swap ] && [ "${take%?}" != "${give%?}" ] || continue
        have "$take"; taken=$count
        have "$give"
        if [ $taken -gt 0 ] && [ $((taken + 1 - count)) -gt $best ]; then
            move="$verb $take $give" best=$((taken + 1 - count))
        fi
    done <<EOF
$1
EOF
}

while read -r line; do
    case $(field type '"\([a-z]*\)"') in
    hello) echo '{"type":"hello","protocol":1,"name":"clever.sh"}' ;;
    start)
        game=$(field game '"\([a-z]*\)"')
        me=$(field seat '\([0-9]*\)')
        hand=
        ;;
    see)
        text=$(field text '"\([^"]*\)"')
        # shellcheck disable=SC2086  # the words of the event
        [ "$game" = kemps ] && [ "${text%%:*}" = "$me" ] && follow $text
        ;;
    turn)
        legal=$(field legal '\[\([^]]*\)\]' | tr ',' '\n' |
            sed 's/^ *"//; s/" *$//')
        move=
        [ "$game" = kemps ] && choose "$legal"
        printf '%s\n' "$legal" | grep -qxF -e "$move" ||
            move=$(printf '%s\n' "$legal" | shuf -n 1)
        echo "{\"type\":\"move\",\"seq\":$(field seq '\([0-9]*\)'),\"move\":\"$move\"}"
        ;;
    bye) break ;;
    esac
done
exit 0
