#!/bin/sh
# What leads deep, by other ways than brackets, is answered or refused: event
# models whose preconditions speak of others, definitions in definitions,
# updates that are reasoned away, negations in SMCDEL's format.
doxa=$1/doxa
file=$(mktemp)
trap 'rm -f "$file"' EXIT
trap 'exit 1' HUP INT TERM
fail() {
    echo "$@"
    exit 1
}
# says TEXT COMMAND...: the command says so, whatever its exit code below 126.
says() {
    text=$1
    shift
    said=$("$@" 2>&1)
    [ $? -lt 126 ] || fail "ended at once, instead of: $text"
    case $said in *"$text"*) ;; *) fail "not '$text':" \
        "$(echo "$said" | cut -c 1-200)" ;; esac
}
# repeat COUNT TEXT
repeat() {
    awk -v count="$1" -v text="$2" \
        'BEGIN { while (count-- > 0) printf "%s", text }'
}

awk 'BEGIN {
    print "agents a\nvars p: bool\nsees a: nothing\nevents m0 { event e pre p }"
    for (i = 1; i < 1000; i++)
        printf "events m%d { event e pre <m%d,e> p }\n", i, i - 1
    print "count <m999,e> p"
}' >"$file"
for engine in explicit symbolic; do
    says '1      count <m999,e> p' "$doxa" check --engine $engine "$file"
done

awk 'BEGIN {
    print "agents a\nvars p: bool\nsees a: nothing\nlet d0 = p"
    for (i = 1; i < 3000; i++) printf "let d%d = K[a] d%d\n", i, i - 1
    print "count ~d2999"
}' >"$file"
for engine in explicit symbolic; do
    says '2      count ~d2999' "$doxa" check --engine $engine "$file"
done
# Definitions that use the one before twice, and skip it the first time.
awk 'BEGIN {
    print "agents a\nvars p, q: bool\nlet d0 = p | q"
    for (i = 1; i < 3000; i++)
        printf "let d%d = (q & d%d) | (~q & d%d)\n", i, i - 1, i - 1
    print "sees a: d2999\nvalid Kw[a] (p | q)"
}' >"$file"
for engine in explicit symbolic; do
    says 'yes    valid Kw[a] (p | q)' "$doxa" check --engine $engine "$file"
done
{
    printf 'vars p: bool\nlet f(x) = '
    repeat 1000 '~'
    printf 'x\ncount '
    repeat 100 'f('
    printf p
    repeat 100 ')'
} >"$file"
says 'nested deeper than 50000' "$doxa" check "$file"
{
    printf 'agents a\nvars p: bool\nsees a: p'
    for i in $(seq 70); do printf ' for x%d in {1}' "$i"; done
} >"$file"
says "'for' goes through 70 names at once" "$doxa" check "$file"

updates=$(for i in $(seq 400); do printf '[!p%d]' "$i"; done)
says 'the formula is too large' "$doxa" valid \
    "$updates $(repeat 400 'K[a] ')q"
says 'valid in S5' "$doxa" valid "$(repeat 3000 'K[a] ')p -> p"

{
    printf 'VARS 1,2\nLAW Top\nOBS a: 1\nVALID? '
    repeat 5000 '~ ('
    printf 1
    repeat 5000 ')'
} >"$file"
says 'False' "$doxa" check --smcdel "$file"

says 'no' "$doxa" ask \
    examples/records/hanabi-small.jsonl "$(repeat 2000 '~')(tokens = 8)"
says 'no' "$doxa" ask \
    examples/records/hanabi-small.jsonl "$(repeat 998 '~')(tokens = 8)"
