#!/bin/sh
# Questions about belief bases that are large are answered, or refused within
# their limits.
doxa=$1/doxa
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
bad=0
# usage: expect CODE TEXT FILE OPTION...: the exit code, and a line that the
# answer has.
expect() {
    code=$1 text=$2 file=$3
    shift 3
    "$doxa" sat "$@" "$work/$file" >"$work/out" 2>&1
    got=$?
    [ $got = "$code" ] && grep -q -- "$text" "$work/out" && return
    echo "$file: exit $got, not $code, or no '$text':"
    cut -c 1-200 "$work/out" | head -n 5
    bad=1
}

# More than 100,000 nodes.
awk 'BEGIN { printf "sat ~p(0)@0"
    for (i = 0; i < 20000; i++)
        printf " & (p(%d)@%d -> p(%d)@%d)", i % 500, i % 5, i % 499, i % 3
    print "" }' >"$work/nodes"
expect 0 '^    satisfiable: ' nodes

# As deep as a formula may be, and deeper.
awk 'BEGIN { printf "sat "; for (i = 0; i < 49000; i++) printf "~"
    print "implicit[m] p" }' >"$work/deep"
expect 0 '^    satisfiable: ' deep
awk 'BEGIN { printf "sat explicit[m] (p(0)"
    for (i = 1; i < 50000; i++) printf " | p(%d)", i
    print ")" }' >"$work/deeper"
expect 3 'nested too deeply' deeper

# 10,000 beliefs.
awk 'BEGIN { printf "core p(0) -> p(1)"
    for (i = 1; i < 5000; i++) printf ", p(%d) -> p(%d)", i, i + 1
    printf "\nbelieves p(4990)"
    for (i = 0; i < 5000; i++) printf ", q(%d) & r(%d)", i, i + 1
    print "\nask implicit[m] p(4989) expect false"
    print "ask implicit[m] p(5000)"
    print "after *~q(17): ask implicit[m] q(17) expect false" }' >"$work/base"
expect 0 'no: ask implicit.m. p(4989)' base --question 1
expect 0 'because: p(4990) -> p(4991);' base --question 2
expect 0 'given up: q(17) & r(18)$' base --question 3

# Each denied belief needs a state of its own, so this is quadratic.
awk 'BEGIN { printf "sat ~implicit[m] p(0)"
    for (i = 1; i < 2000; i++)
        printf " & %simplicit[m] (p(%d) | q(%d))", i % 2 ? "~" : "", i, i
    print "" }' >"$work/beliefs"
expect 6 'as clauses the question has more than 100000 literals' beliefs \
    --literals 100000
exit $bad
