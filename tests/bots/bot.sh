#!/bin/sh
# A player that takes the first legal move, and misbehaves as it is told.
#
# usage: tests/bots/bot.sh MODE [TURN]    from its TURNth turn on (1)
#        tests/bots/bot.sh starts FILE    FILE has a line for each start to
#                                         come: fail, die (in play), or fine
mode=$1
from=${2:-1}
[ "$mode" = starts ] && {
    from=1
    read -r mode <"$2"
    sed -i 1d "$2"
    case $mode in
    fail) echo 'out of luck' >&2; exit 3 ;;
    die) mode=dies ;;
    *) mode=good ;;
    esac
}
turns=0
say() { printf '%s\n' "$1"; }
move() { say "{\"type\":\"move\",\"seq\":$1,\"move\":\"$2\",\"why\":\"first\"}"; }

# Clears the screen and sets a title, in JSON and as bytes; the last is CSI in
# one character.
rude='\u001b[2J\u001b]0;mine\u0007\u009b2J'
raw=$(printf '\033[2J\033]0;mine\007\302\2332J')

[ "$mode" = thinks ] && from=1
# Who started us, with what?
[ "$mode" = spy ] && { tr '\0' ' ' <"/proc/$PPID/cmdline" >"$2"; from=1; }
[ "$mode" = no-start ] && exit 3
[ "$mode" = rude-no-start ] && { printf '%s\n' "$raw" >&2; exit 3; }
[ "$mode" = mute ] && exec sleep 60
[ "$mode" = deaf ] && {
    say '{"type":"hello","protocol":1,"name":"deaf"}'
    exec sleep 60
}
while read -r line; do
    case $line in
    *'"type":"hello"'*)
        case $mode in
        hello-garbage) say 'hello!' ;;
        hello-version) say '{"type":"hello","protocol":99}' ;;
        hello-no-newline) printf '{"type":"hello","protocol":1}' ;;
        states) say '{"type":"hello","protocol":1,"name":"states","state":true}' ;;
        rude*) say "{\"type\":\"hello\",\"protocol\":1,\"name\":\"$rude\"}" ;;
        *) say "{\"type\":\"hello\",\"protocol\":1,\"name\":\"$mode\"}" ;;
        esac
        ;;
    *'"type":"turn"'*)
        turns=$((turns + 1))
        seq=${line#*\"seq\":}
        seq=${seq%%,*}
        first=${line#*\"legal\":[\"}
        first=${first%%\"*}
        now=$mode
        [ $turns -lt "$from" ] && now=good
        case $now in
        dies) echo 'something broke' >&2; exit 7 ;;
        states)
            case $line in
            *'"state":{'*) move "$seq" "$first" ;;
            *) echo 'no state' >&2; exit 7 ;;
            esac
            ;;
        dies-once) rm "$3" 2>/dev/null && exit 7; move "$seq" "$first" ;;
        rude) say "{\"type\":\"move\",\"seq\":$seq,\"move\":\"$first\",\"why\":\"$rude\"}" ;;
        rude-dies) printf 'one\n%s\n' "$raw" >&2; exit 7 ;;
        rude-garbage) say "$raw" ;;
        rude-illegal) move "$seq" "$rude" ;;
        rude-gives-up) say "{\"type\":\"error\",\"seq\":$seq,\"text\":\"$rude\"}" ;;
        thinks) : >"$2"; exec sleep 600 ;;
        garbage) say 'nonsense' ;;
        no-newline) printf '{"type":"move"' ;;
        huge) head -c 200000 /dev/zero | tr '\0' x; echo ;;
        endless) exec tr '\0' x </dev/zero ;;
        endless-lines) exec yes '{"type":"gossip"}' ;;
        illegal) move "$seq" 'jump over the table' ;;
        illegal-once)
            case $((turns % 2)) in
            1) move "$seq" 'jump' ;;
            *) move "$seq" "$first" ;;
            esac
            ;;
        stale) move "$((seq > 1 ? seq - 1 : 1))" "$first"; move "$seq" "$first" ;;
        future) move 999 "$first" ;;
        gives-up) say "{\"type\":\"error\",\"seq\":$seq,\"text\":\"help\"}" ;;
        silent) ;;
        loud) head -c 100000 /dev/zero | tr '\0' y >&2; move "$seq" "$first" ;;
        *) move "$seq" "$first" ;;
        esac
        ;;
    *'"type":"bye"'*) break ;;
    esac
done
