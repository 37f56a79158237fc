#!/bin/sh
# Every example of the logic and of belief bases, and every file of tests/dx, says what it expects
# and gets it.
doxa=$1/doxa
bad=0
for file in examples/logic/*.dx examples/belief/*.dxb tests/dx/*.dx; do
    output=$("$doxa" check --explain "$file" 2>&1) || {
        printf '%s\n' "$output"
        bad=1
    }
    questions=$(printf '%s\n' "$output" | grep -cE '^  [ !] ')
    [ "$questions" -ge 4 ] || { echo "$file asks too little"; bad=1; }
done
# A plan, or the proof that there is none.
for file in examples/planning/*.epddl; do
    "$doxa" plan "$file" >/dev/null 2>&1
    [ $? -le 1 ] || { echo "$file has no answer"; bad=1; }
done
exit $bad
