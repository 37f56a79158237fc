#!/bin/sh
# Tests that fail, crash, lose memory or leave are each counted as one that
# failed, say which seed it was, and take no other test with them; the output
# stands in its order, with the counts as its last line; no files stay behind.
#
# usage: sh tests/cli/run-tests.sh BUILD
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "$*"; cat "$work/said"; exit 1; }

# One file for each way to end badly, at seed 3, and one for the good way.
plant() {
    cat >"$work/$1.c" <<END
#include "test.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
TEST(planted_before_$1) { CHECK(true); }
TEST(planted_here_$1)
{
    for (unsigned seed = 0; seed < 5; seed++) {
        CHECKING_SEED(seed);
        if (seed == 3) { $2; }
    }
}
TEST(planted_later_$1) { CHECK(true); }
END
}
plant a_check 'CHECK_EQ(seed, 4)'
plant b_abort 'abort()'
plant c_killed 'raise(SIGKILL)'
plant d_leaves 'exit(0)'
plant e_fine ''
plant f_files 'char file[DX_TEST_FILE]; dx_test_file(file); CHECK(mkdtemp(
    strcat(strcpy(file, getenv("TMPDIR")), "/XXXXXX")) != NULL); CHECK(false)'
plant g_stops 'char file[DX_TEST_FILE]; dx_test_file(file); kill(getppid(), SIGTERM);
    sleep(60)'
# shellcheck disable=SC2086  # CC may be words
${CC:-cc} -std=c17 -Itests -D_GNU_SOURCE -o "$work/doxa-test" tests/test.c \
    "$work"/*.c -lcmocka || exit 1

mkdir "$work/tmp"
run() { TMPDIR=$work/tmp tools/run-tests "$work" planted "$@" >"$work/said" 2>&1; }
run && fail 'all is well'
[ "$(tail -n 1 "$work/said")" = '14 passed, 6 failed' ] || fail 'miscounted'
[ "$(grep -c '^while checking: seed 3$' "$work/said")" = 5 ] ||
    fail 'the seed is not there each time'
grep '^\[  [A-Z]*  \] .*/' "$work/said" | sed 's/ \/.*\// /' >"$work/got"
diff -u - "$work/got" <<'END' || fail 'not in order'
[  FAILED  ] a_check.c
[  FAILED  ] b_abort.c
[  FAILED  ] c_killed.c
[  FAILED  ] d_leaves.c
[  PASSED  ] e_fine.c (3)
[  FAILED  ] f_files.c
[  FAILED  ] g_stops.c
END
[ -z "$(ls -A "$work/tmp")" ] || fail "left behind: $(ls -R "$work/tmp")"
TMPDIR=$work/tmp "$work/doxa-test" planted_here_f >/dev/null 2>&1
TMPDIR=$work/tmp "$work/doxa-test" planted_here_g >/dev/null 2>&1
[ $? = 143 ] || fail 'it does not end by the signal that stopped it'
[ -z "$(ls -A "$work/tmp")" ] || fail "left behind: $(ls -R "$work/tmp")"

run false && fail 'what cannot be built is well'
[ "$(tail -n 1 "$work/said")" = '0 passed, 1 failed' ] || fail 'no build'
mv "$work/doxa-test" "$work/elsewhere"
run && fail 'no tests are well'
[ "$(tail -n 1 "$work/said")" = '0 passed, 1 failed' ] || fail 'no tests'
mv "$work/elsewhere" "$work/doxa-test"
JOBS=1 SLOW=2 run
grep -q 's of CPU time in all$' "$work/said" || fail 'no times'

# What a sanitizer finds when a file is over, too.
printf '%s\n' lost 'exit 7' >"$work/1.job"
echo 1 >"$work/next"
touch "$work/1.tests"
tools/run-job "$work" 1 >"$work/said"
grep -q '^failed 0 lost: ended with code 7$' "$work/1.result" ||
    fail 'a code that is not 0 is well'
