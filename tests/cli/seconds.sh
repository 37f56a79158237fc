#!/bin/sh
# --seconds is the CPU time of all procedures together: with a fifth of one allowed
# the command ends by itself long before the system ends it after four.  (Eleven
# pigeons do not fit into ten holes, which no procedure finds out soon.)
doxa=$1/doxa
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
awk 'BEGIN {
    for (p = 1; p <= 11; p++) {
        printf "%s(", (p > 1 ? " & " : "C[a,b] q & ")
        for (h = 1; h <= 10; h++)
            printf "%shas(%d,%d)", (h > 1 ? " | " : ""), p, h
        printf ")"
    }
    for (h = 1; h <= 10; h++)
        for (p = 1; p <= 11; p++)
            for (o = 1; o < p; o++)
                printf " & ~(has(%d,%d) & has(%d,%d))", p, h, o, h
}' >"$work/pigeons"
(
    ulimit -t 4
    exec "$doxa" valid --satisfiable --seconds 0.2 --file "$work/pigeons"
) >"$work/out" 2>&1
code=$?
[ $code = 6 ] && grep -q 'within 20000 worlds and 0.2 seconds; try' "$work/out" || {
    echo "ended in $code:"
    cat "$work/out"
    exit 1
}
# So it is of a plan with 2^40 bases, and of clauses without end.
for text in 'plan goal implicit[m] g using f(x) for x in 1..40 within 40' \
    'believes f(x) for x in 1..5000
assume ~implicit[m] g(x) for x in 1..5000
sat p'; do
    echo "$text" >"$work/base.dxb"
    (
        ulimit -t 4
        exec "$doxa" sat --seconds 0.2 --literals 1000000000 "$work/base.dxb"
    ) >"$work/out" 2>&1
    code=$?
    [ $code = 6 ] && grep -q 'the time was over' "$work/out" || {
        echo "ended in $code:"
        cat "$work/out"
        exit 1
    }
done
