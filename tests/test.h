// test.h -- how a test is written here; cmocka runs it.
//
//     TEST(two_cards_of_three_make_two_hands)
//     {
//         CHECK_EQ(count(hands), 2);
//     }
//
// A test registers itself; its name is a sentence that is true.  A failed
// check ends its test.  `make test ONLY=hand` runs the tests whose name or
// file contains "hand".

#ifndef DX_TEST_H
#define DX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct dx_test dx_test;
struct dx_test {
    const char *name, *file;
    void (*body)(void);
    bool is_long;
    dx_test *next;
};

void dx_test_register(dx_test *test);

#define DX_TEST_AS(title, takes_long)                                          \
    static void test_##title(void);                                            \
    __attribute__((constructor)) static void register_##title(void)            \
    {                                                                          \
        static dx_test test = {.name = #title,                                 \
                               .file = __FILE__,                               \
                               .body = test_##title,                           \
                               .is_long = (takes_long)};                       \
        dx_test_register(&test);                                               \
    }                                                                          \
    static void test_##title(void)

#define TEST(title) DX_TEST_AS(title, false)

// Runs in `make test-long` only.
#define LONG_TEST(title) DX_TEST_AS(title, true)

// How many cases of a big battery are tried: `some` in `make test`, `all` in
// `make test-long`.
#define SAMPLE(some, all) (dx_test_is_long() ? (all) : (some))
bool dx_test_is_long(void);

#define CHECK(condition) assert_true(condition)
#define CHECK_EQ(got, want) assert_int_equal((got), (want))
#define CHECK_TEXT(got, want) assert_string_equal((got), (want))

// Says what the checks that follow are about, as in printf; printed when one
// of them fails or the test crashes ("while checking: seed 7").  For loops over
// seeds or files, and the functions that they call; the last one said counts,
// until the test ends.
#define CHECKING(...) dx_test_checking(__VA_ARGS__)
#define CHECKING_SEED(seed) CHECKING("seed %llu", (unsigned long long)(seed))
__attribute__((format(printf, 1, 2))) void dx_test_checking(const char *format,
                                                            ...);

// Fails with a message of its own.
#define CHECK_THAT(condition, ...)                                             \
    ((condition) ? (void)0                                                     \
                 : (print_error("%s:%d: ", __FILE__, __LINE__),                \
                    print_error(__VA_ARGS__), print_error("\n"), fail()))

// Where a test finds its data: tests/ of the checkout, from any folder.
// Static storage, overwritten by the next call.
const char *dx_test_path(const char *below_tests);

// A new file, empty, of which only the path is wanted.  It goes when the tests
// are over, with all else that they put into TMPDIR, however they end.
enum { DX_TEST_FILE = 400 };
void dx_test_file(char path[DX_TEST_FILE]);

#endif
