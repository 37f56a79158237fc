// The ground everything stands on: bitsets, fractions, names, text, chance.

#include "base/base.h"
#include "base/bitset.h"
#include "base/fraction.h"
#include "base/members.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/random.h"
#include "base/text.h"
#include "base/vector.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

TEST(every_status_has_its_sentence)
{
    CHECK_TEXT(dx_status_text(DX_OK), "fine");
    CHECK_TEXT(dx_status_text(DX_ERR_CANCELLED), "the caller asked to stop");
}

TEST(a_bitset_flips_and_counts_across_words)
{
    dx_bitset set = dx_bitset_new(130);
    dx_bitset_add(&set, 0);
    dx_bitset_add(&set, 64);
    dx_bitset_add(&set, 129);

    CHECK_EQ(dx_bitset_count(&set), 3);
    CHECK_EQ(dx_bitset_next(&set, 1), 64);
    CHECK_EQ(dx_bitset_next(&set, 65), 129);
    dx_bitset_flip(&set);
    CHECK_EQ(dx_bitset_count(&set), 127);
    CHECK(!dx_bitset_has(&set, 129));
    dx_bitset_release(&set);
}

TEST(an_empty_bitset_has_no_next)
{
    dx_bitset set = dx_bitset_new(64);
    CHECK_EQ(dx_bitset_next(&set, 0), 64);
    dx_bitset_fill(&set);
    CHECK_EQ(dx_bitset_count(&set), 64);
    dx_bitset_release(&set);

    dx_bitset none = dx_bitset_new(0);
    dx_bitset_flip(&none);
    CHECK_EQ(dx_bitset_next(&none, 0), 0);
    dx_bitset_release(&none);
}

static void check_shown(const char *string, const char *want)
{
    dx_text text = {0};
    dx_text_add_shown(&text, string);
    CHECK_TEXT(dx_text_string(&text), want);
    dx_text_release(&text);
}

TEST(what_is_shown_steers_no_terminal)
{
    check_shown("p & caf\xc3\xa9 \xe2\x99\xa0 \xf0\x9f\x82\xa1",
                "p & caf\xc3\xa9 \xe2\x99\xa0 \xf0\x9f\x82\xa1");
    check_shown("\033[2J\033]0;mine\007", "\\e[2J\\e]0;mine\\x07");
    check_shown("a\nb\r\tc\x7f", "a\\nb\\r\\tc\\x7f");
    check_shown("\xc2\x9b"
                "2J",
                "\\u009b2J"); // CSI as one character
    check_shown("\x9b"
                "2J\xff",
                "\\x9b2J\\xff");                // and as one byte
    check_shown("a\xe2\x80\xaez", "a\\u202ez"); // right to left from here
}

TEST(json_escapes_every_control_character)
{
    dx_text text = {0};
    dx_text_add_json(&text, "\033\x7f\xc2\x9b\xc3\xa9");
    CHECK_TEXT(dx_text_string(&text), "\"\\u001b\\u007f\\u009b\xc3\xa9\"");
    dx_text_release(&text);
}

TEST(fractions_are_kept_in_lowest_terms)
{
    dx_fraction half = dx_fraction_of(2, -4);
    CHECK_EQ(half.top, -1);
    CHECK_EQ(half.over, 2);
    dx_fraction third = dx_fraction_of(1, 3);
    dx_fraction sum = dx_fraction_add(half, third); // -3/6 + 2/6
    CHECK(dx_fraction_equal(sum, dx_fraction_of(-1, 6)));
    CHECK(dx_fraction_compare(half, third) < 0);
}

TEST(a_fraction_too_large_is_lost_and_stays_lost)
{
    dx_fraction big = dx_fraction_of(1, INT64_MAX);
    dx_fraction lost = dx_fraction_multiply(big, big);
    CHECK(dx_fraction_is_lost(lost));
    CHECK(dx_fraction_is_lost(dx_fraction_add(lost, dx_fraction_int(1))));
    CHECK(dx_fraction_is_lost(
        dx_fraction_divide(dx_fraction_int(1), dx_fraction_int(0))));
}

TEST(fractions_are_read_and_printed)
{
    dx_fraction f;
    dx_text out = {0};
    CHECK_EQ(dx_fraction_parse("-6/8", &f), DX_OK);
    dx_fraction_print(f, &out);
    CHECK_TEXT(dx_text_string(&out), "-3/4");
    CHECK_EQ(dx_fraction_parse("0.125", &f), DX_OK);
    CHECK(dx_fraction_equal(f, dx_fraction_of(1, 8)));
    CHECK_EQ(dx_fraction_parse("1/0", &f), DX_ERR_SYNTAX);
    CHECK_EQ(dx_fraction_parse("", &f), DX_ERR_SYNTAX);
    CHECK_EQ(dx_fraction_parse("99999999999999999999", &f), DX_ERR_SYNTAX);
    dx_text_release(&out);
}

TEST(a_name_keeps_its_number_as_the_table_grows)
{
    dx_names *names = dx_names_new();
    char text[32];
    for (int i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "world%d", i);
        CHECK_EQ(dx_names_add(names, text), i);
    }
    CHECK_EQ(dx_names_add(names, "world7"), 7);
    CHECK_EQ(dx_names_find(names, "world"), DX_NAME_NONE);
    CHECK_TEXT(dx_names_text(names, 999), "world999");
    dx_names_free(names);
}

TEST(json_strings_escape_what_must_be_escaped)
{
    dx_text out = {0};
    dx_text_add_json(&out, "a\"b\\c\n\x01 \xc3\xa9 \xff");
    CHECK_TEXT(dx_text_string(&out),
               "\"a\\\"b\\\\c\\n\\u0001 \xc3\xa9 \xef\xbf\xbd\"");
    dx_text_release(&out);
}

TEST(utf8_rejects_overlong_forms_and_surrogates)
{
    CHECK_EQ(dx_utf8_length("\xc0\x80", 2), 0);
    CHECK_EQ(dx_utf8_length("\xed\xa0\x80", 3), 0);
    CHECK_EQ(dx_utf8_length("\xf4\x90\x80\x80", 4), 0);
    CHECK_EQ(dx_utf8_length("\xe2\x88\xa7", 3), 3);
    CHECK_EQ(dx_utf8_length("\xe2\x88\xa7", 2), 0);
}

TEST(a_missing_file_is_named_in_the_error)
{
    dx_text text;
    dx_error error;
    CHECK_EQ(dx_text_read_file("no/such/file", 100, &text, &error),
             DX_ERR_FILE);
    CHECK_TEXT(error.file, "no/such/file");
}

TEST(streams_of_different_names_differ_and_repeat)
{
    dx_random a = dx_random_named(1, 2, 3), again = dx_random_named(1, 2, 3);
    dx_random other = dx_random_named(1, 2, 4);
    uint64_t first = dx_random_next(&a);
    CHECK_EQ(first, dx_random_next(&again));
    CHECK(first != dx_random_next(&other));
}

static int by_size(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

// 256 different names as people and programs give them: small ones, powers of
// two and what follows them, and some from the other end.
static uint64_t likely_name(unsigned i)
{
    if (i < 64)
        return i;
    if (i < 64 + 58)
        return UINT64_C(1) << (6 + i - 64);
    if (i < 64 + 58 + 58)
        return (UINT64_C(1) << (6 + i - 64 - 58)) + 1;
    return ~(uint64_t)i;
}

// 256 experiments of 256 deals, four streams each: 2^18 first numbers of 64
// bits, of which two are the same by chance once in 2^29 times.
TEST(streams_of_near_names_all_differ)
{
    enum { NAMES = 256, STREAMS = 4 };
    static const uint64_t stream[STREAMS] = {0, 1, UINT64_C(1) << 32,
                                             UINT64_C(1) << 40};
    size_t count = 0;
    uint64_t *drawn = dx_alloc(NAMES * NAMES * STREAMS, sizeof *drawn);
    for (unsigned e = 0; e < NAMES; e++)
        for (unsigned d = 0; d < NAMES; d++)
            for (unsigned s = 0; s < STREAMS; s++) {
                dx_random random =
                    dx_random_named(likely_name(e), likely_name(d), stream[s]);
                drawn[count++] = dx_random_next(&random);
            }
    qsort(drawn, count, sizeof *drawn, by_size);
    for (size_t i = 1; i < count; i++)
        CHECK(drawn[i] != drawn[i - 1]);
    dx_free(drawn);
}

// Each of six faces in 60,000 throws: 10,000 expected, standard deviation 91;
// 500 is more than five of them.
TEST(a_die_is_fair)
{
    dx_random random = dx_random_named(1, 0, 0);
    int seen[6] = {0};
    for (int i = 0; i < 60000; i++)
        seen[dx_random_below(&random, 6)]++;
    for (int face = 0; face < 6; face++)
        CHECK(seen[face] > 9500 && seen[face] < 10500);
}

TEST(a_shuffle_loses_nothing)
{
    dx_random random = dx_random_named(1, 0, 0);
    uint8_t card[52];
    bool seen[52] = {false};
    for (uint8_t i = 0; i < 52; i++)
        card[i] = i;
    dx_random_shuffle(&random, card, 52, 1);
    for (int i = 0; i < 52; i++)
        seen[card[i]] = true;
    for (int i = 0; i < 52; i++)
        CHECK(seen[i]);
}

TEST(members_have_commas_between_them_and_nowhere_else)
{
    static const char *const two[] = {"a,", NULL};
    dx_text out = {0}, said = {0};
    dx_text_add(&said, "s[");
    dx_put_text(&out, NULL, "first");
    dx_put_open(&out, NULL, '{');
    dx_put_said(&out, "said", &said);
    dx_put_open(&out, "in", '{');
    dx_put_numbered(&out, 10);
    dx_put_flag(&out, NULL, true);
    dx_put_numbered(&out, 11);
    dx_put_texts(&out, NULL, 2, two);
    dx_text_add(&out, "}},");
    dx_put_number(&out, NULL, UINT64_MAX);
    CHECK(said.length == 0);
    CHECK_TEXT(dx_text_string(&out),
               "\"first\",{\"said\":\"s[\",\"in\":{\"10\":true,\"11\":[\"a,\","
               "\"\"]}},18446744073709551615");
    dx_text_release(&out);
}
