#!/bin/sh
# Every reason of a game by info, asked of its record at its turn from the eyes
# of the mover: believed by whoever assumes info, or that its moves are true.
# One in three is asked; all of them in test-long.
doxa=$1/doxa
[ -n "$LONG" ] && every=1 || every=3
record=$(mktemp) || exit 1
asked=0
bad=0
trap 'rm -f "$record" "$record.reasons"' EXIT
trap 'exit 1' HUP INT TERM
"$doxa" match 'hanabi(players=4)' --seats info,info,info,info --seed 12 \
    --record "$record" --force >/dev/null || exit 1
# Turn, seat and formula of each move that has a reason.
awk -v every=$every '/"event":/ && !/"verb":"draw"/ {
    seat = formula = $0
    sub(/.*"who":/, "", seat); sub(/,.*/, "", seat)
    if (sub(/.*"formula":"/, "", formula)) {
        sub(/".*/, "", formula)
        if (formula != "" && n++ % every == 0)
            print turn + 0, seat, formula
    }
    turn++
}' "$record" >"$record.reasons"
while read -r turn seat formula; do
    for assumed in info 'truthful(info)'; do
        answer=$("$doxa" ask "$record" --turn "$turn" --seat "$seat" \
            --assume "$assumed" "$formula" | head -1)
        asked=$((asked + 1))
        [ "$answer" = yes ] && continue
        echo "turn $turn, seat $seat, $assumed, $formula: $answer"
        bad=1
    done
done <"$record.reasons"
[ "$asked" -ge $((60 / every)) ] || { echo "only $asked questions"; bad=1; }
exit $bad
