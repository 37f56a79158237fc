#!/bin/sh
# The layer check finds what it is for: planted in a small tree of its own, a
# game that includes another, agents that include another game's or another's
# agents, a room below that includes one above, a library out of its home, a
# private header out of its folder; and lets pass what is granted.
set -e
here=$(pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$tree/tools"
cp tools/check-layers tools/layers "$tree/tools/"
for room in base logic/formula logic/kripke logic/evaluate logic/structure \
    logic/dx lab lab/reproduce game games/hanabi games/kemps agents/hanabi \
    agents/kemps; do
    mkdir -p "$tree/src/$room"
    echo '# here' >"$tree/src/$room/README.md"
done
for above in logic games agents; do echo '# here' >"$tree/src/$above/README.md"; done

# include FILE WHAT: is a tree with that one file in order?
include() {
    printf '#include %s\n' "$2" >"$tree/src/$1"
    sh "$tree/tools/check-layers" >"$tree/said" 2>&1
    code=$?
    rm "$tree/src/$1"
    return $code
}
refused() {
    if include "$1" "$2"; then
        echo "$1 may include $2"
        exit 1
    fi
    grep -q "src/$1:1: may not include" "$tree/said" || {
        echo "refused, but not with its place:"
        cat "$tree/said"
        exit 1
    }
}
granted() {
    include "$1" "$2" || { cat "$tree/said"; exit 1; }
}

refused games/kemps/rules.c '"games/hanabi/hanabi.h"'
refused agents/kemps/greedy.c '"games/hanabi/hanabi.h"'
refused agents/kemps/greedy.c '"agents/hanabi/info.h"'
refused game/game.c '"logic/formula/formula.h"'
refused base/text.c '"game/game.h"'
refused games/kemps/rules.c '<gmp.h>'
refused logic/evaluate/product.c '"logic/kripke/inside.h"'
refused logic/dx/check.c '"logic/formula/parse_private.h"'
refused logic/evaluate/product.c '"logic/structure/inside.h"'
refused lab/run.c '"lab/reproduce/tables_private.h"'
granted games/kemps/rules.c '"game/game.h"'
granted games/kemps/rules.c '"games/kemps/kemps.h"'
granted agents/kemps/greedy.c '"games/kemps/kemps.h"'
granted agents/kemps/greedy.c '"agents/random.h"'
granted logic/evaluate/product.c '"logic/evaluate/inside.h"'
granted logic/dx/symbolic.c '"logic/structure/inside.h"'
granted logic/dx/check.c '"logic/kripke/model.h"'
granted base/number.c '<gmp.h>'
cd "$here"
