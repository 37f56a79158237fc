// Rationals against GMP's rationals, around the edges at 64 and 128 bits in
// numerator and denominator, and the laws of a field over random ones.

#include "base/memory.h"
#include "base/random.h"
#include "base/rational.h"
#include "test.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static dx_rational read(const char *text)
{
    dx_rational r = {0};
    dx_error error;
    CHECK_EQ(dx_rational_parse(text, &r, &error), DX_OK);
    return r;
}

// A number and its judge.
typedef struct both {
    dx_rational ours;
    mpq_t theirs;
} both;

static void both_release(both *n)
{
    dx_rational_release(&n->ours);
    mpq_clear(n->theirs);
}

// Both start from the same text, in any terms.
static void both_init(both *n, const char *text)
{
    n->ours = read(text);
    mpq_init(n->theirs);
    mpq_set_str(n->theirs, text, 10);
    mpq_canonicalize(n->theirs);
}

static bool fits(const mpq_t q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) <= 63 &&
           mpz_sizeinbase(mpq_denref(q), 2) <= 63;
}

// Equal, in lowest terms, and in the form that its size asks for.
static bool agree(const dx_rational *ours, const mpq_t theirs)
{
    dx_text text = {0};
    char *digits = mpq_get_str(NULL, 10, theirs);
    dx_rational_print(ours, &text);
    bool equal =
        strcmp(dx_text_string(&text), digits) == 0 &&
        dx_rational_is_large(ours) != fits(theirs) &&
        dx_rational_sign(ours) == mpq_sgn(theirs) &&
        dx_rational_is_zero(ours) == (mpq_sgn(theirs) == 0) &&
        dx_fraction_is_lost(dx_rational_fraction(ours)) != fits(theirs);
    dx_text_release(&text);
    free(digits);
    return equal;
}

enum { WIDTHS = 9, NUMBERS = 2 * WIDTHS * WIDTHS };

// At most `width` bits: 2^width - 1, or random with as many bits.
static void any_number(mpz_t n, dx_random *random, unsigned width)
{
    mpz_set_ui(n, 0);
    bool all = dx_random_below(random, 2) == 0;
    for (unsigned bit = 0; bit < width; bit++)
        if (all || bit + 1 == width || dx_random_below(random, 2) == 0)
            mpz_setbit(n, bit);
}

// Every width of numerator with every width of denominator, of both signs.
static void edges(both numbers[NUMBERS], uint64_t seed)
{
    static const unsigned width[WIDTHS] = {0, 1, 32, 63, 64, 65, 127, 128, 200};
    dx_random random = dx_random_named(seed, 0, 0);
    mpz_t top, over;
    mpz_inits(top, over, NULL);
    for (unsigned i = 0; i < NUMBERS; i++) {
        any_number(top, &random, width[i / 2 % WIDTHS]);
        any_number(over, &random, width[i / 2 / WIDTHS]);
        if (mpz_sgn(over) == 0)
            mpz_set_ui(over, 3);
        char *text = NULL;
        gmp_asprintf(&text, "%s%Zd/%Zd", i % 2 == 0 ? "" : "-", top, over);
        both_init(&numbers[i], text);
        free(text);
    }
    mpz_clears(top, over, NULL);
}

static void release_edges(both numbers[NUMBERS])
{
    for (unsigned i = 0; i < NUMBERS; i++)
        both_release(&numbers[i]);
}

typedef struct operation {
    const char *name;
    void (*ours)(dx_rational *r, const dx_rational *a);
    void (*theirs)(mpq_ptr r, mpq_srcptr r_too, mpq_srcptr a);
} operation;

static const operation operations[] = {
    {"+", dx_rational_add, mpq_add},
    {"-", dx_rational_subtract, mpq_sub},
    {"*", dx_rational_multiply, mpq_mul},
    {"/", dx_rational_divide, mpq_div},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void check_operation(const operation *op, const both *a, const both *b)
{
    dx_rational ours = dx_rational_copy(&a->ours);
    mpq_t theirs;
    mpq_init(theirs);
    op->ours(&ours, &b->ours);
    op->theirs(theirs, a->theirs, b->theirs);
    bool fine = agree(&ours, theirs) && agree(&b->ours, b->theirs);
    dx_rational_release(&ours);
    mpq_clear(theirs);
    if (!fine)
        gmp_printf("%Qd %s %Qd\n", a->theirs, op->name, b->theirs);
    CHECK(fine);
}

static void check_order(const both *a, const both *b)
{
    int want = mpq_cmp(a->theirs, b->theirs);
    int order = dx_rational_compare(&a->ours, &b->ours);
    CHECK_EQ((order > 0) - (order < 0), (want > 0) - (want < 0));
    CHECK_EQ(dx_rational_equal(&a->ours, &b->ours), want == 0);
    dx_fraction fraction = dx_rational_fraction(&b->ours);
    if (!dx_fraction_is_lost(fraction))
        CHECK_EQ(dx_rational_compare_fraction(&a->ours, fraction), order);
}

TEST(rationals_compute_as_gmp_does_at_every_edge)
{
    both *n = dx_alloc(NUMBERS, sizeof *n);
    edges(n, 1);
    for (unsigned i = 0; i < NUMBERS; i++)
        for (unsigned j = 0; j < NUMBERS; j++) {
            bool zero = mpq_sgn(n[j].theirs) == 0;
            unsigned last = zero ? OPERATIONS - 1 : OPERATIONS;
            for (unsigned op = 0; op < last; op++)
                check_operation(&operations[op], &n[i], &n[j]);
            check_order(&n[i], &n[j]);
        }
    release_edges(n);
    dx_free(n);
}

TEST(a_rational_may_be_both_arguments_of_an_operation)
{
    both *n = dx_alloc(NUMBERS, sizeof *n);
    edges(n, 2);
    for (unsigned i = 0; i < NUMBERS; i++)
        for (unsigned op = 0; op < OPERATIONS; op++) {
            if (mpq_sgn(n[i].theirs) == 0 && op == OPERATIONS - 1)
                continue;
            dx_rational same = dx_rational_copy(&n[i].ours);
            mpq_t theirs;
            mpq_init(theirs);
            operations[op].ours(&same, &same);
            operations[op].theirs(theirs, n[i].theirs, n[i].theirs);
            CHECK_THAT(agree(&same, theirs), "number %u of seed 2", i);
            dx_rational_release(&same);
            mpq_clear(theirs);
        }
    release_edges(n);
    dx_free(n);
}

// The value must be as near as a double can be: nearer than its neighbours.
static bool is_nearest(double value, const mpq_t exact)
{
    mpq_t error, other;
    mpq_inits(error, other, NULL);
    mpq_set_d(error, value);
    mpq_sub(error, error, exact);
    mpq_abs(error, error);
    bool nearest = true;
    for (int side = 0; side < 2; side++) {
        mpq_set_d(other, nextafter(value, side == 0 ? -INFINITY : INFINITY));
        mpq_sub(other, other, exact);
        mpq_abs(other, other);
        nearest &= mpq_cmp(error, other) <= 0;
    }
    mpq_clears(error, other, NULL);
    return nearest;
}

TEST(the_value_of_a_rational_is_the_nearest_double)
{
    both *n = dx_alloc(NUMBERS, sizeof *n);
    edges(n, 3);
    for (unsigned i = 0; i < NUMBERS; i++)
        CHECK_THAT(is_nearest(dx_rational_value(&n[i].ours), n[i].theirs),
                   "number %u of seed 3", i);
    release_edges(n);
    dx_free(n);
}

TEST(a_ratio_of_naturals_is_in_lowest_terms)
{
    dx_natural part = dx_natural_of(6), whole = dx_natural_of(8);
    for (unsigned i = 0; i < 50; i++) {
        dx_rational r = dx_rational_of_ratio(&part, &whole);
        CHECK_EQ(dx_rational_compare_fraction(&r, dx_fraction_of(3, 4)), 0);
        CHECK(!dx_rational_is_large(&r));
        dx_rational_release(&r);
        dx_natural_multiply_count(&part, 60);
        dx_natural_multiply_count(&whole, 60);
    }
    CHECK(dx_natural_is_large(&part));
    dx_natural none = {0};
    dx_rational zero = dx_rational_of_ratio(&none, &whole);
    CHECK(dx_rational_is_zero(&zero));
    dx_natural_release(&part);
    dx_natural_release(&whole);
}

static dx_rational any_rational(dx_random *random)
{
    dx_natural n[2] = {0};
    for (unsigned i = 0; i < 2; i++)
        for (uint64_t words = dx_random_below(random, 4) + i; words > 0;
             words--) {
            dx_natural_multiply_count(&n[i], (dx_count)1 << 64);
            dx_natural_add_count(&n[i], dx_random_next(random) >>
                                            dx_random_below(random, 64));
        }
    dx_natural_add_count(&n[1], dx_natural_is_zero(&n[1]));
    dx_rational r = dx_rational_of_ratio(&n[0], &n[1]);
    dx_natural_release_all(n, 2);
    if (dx_random_below(random, 2) == 0) {
        dx_rational minus = dx_rational_of(dx_fraction_int(-1));
        dx_rational_multiply(&r, &minus);
    }
    return r;
}

// a (b + c) = a b + a c; a - b - c = a - (b + c); a / b b = a.
static void check_laws(const dx_rational x[3], uint64_t seed)
{
    dx_rational sum = dx_rational_copy(&x[1]), left, right, part;
    dx_rational_add(&sum, &x[2]);
    left = dx_rational_copy(&x[0]);
    dx_rational_multiply(&left, &sum);
    right = dx_rational_copy(&x[0]);
    dx_rational_multiply(&right, &x[1]);
    part = dx_rational_copy(&x[2]);
    dx_rational_multiply(&part, &x[0]);
    dx_rational_add(&right, &part);
    CHECK_THAT(dx_rational_equal(&left, &right), "seed %d", (int)seed);

    dx_rational_release_all((dx_rational[]){left, right}, 2);
    left = dx_rational_copy(&x[0]);
    right = dx_rational_copy(&x[0]);
    dx_rational_subtract(&left, &x[1]);
    dx_rational_subtract(&left, &x[2]);
    dx_rational_subtract(&right, &sum);
    CHECK_THAT(dx_rational_equal(&left, &right), "seed %d", (int)seed);
    if (!dx_rational_is_zero(&x[1])) {
        dx_rational_divide(&left, &x[1]);
        dx_rational_multiply(&left, &x[1]);
        CHECK_THAT(dx_rational_equal(&left, &right), "seed %d", (int)seed);
    }
    dx_rational_release_all((dx_rational[]){sum, left, right, part}, 4);
}

TEST(rationals_obey_the_laws_of_a_field)
{
    for (uint64_t seed = 0; seed < 2000; seed++) {
        dx_random random = dx_random_named(seed, 0, 4);
        dx_rational x[3];
        for (unsigned i = 0; i < 3; i++)
            x[i] = any_rational(&random);
        check_laws(x, seed);
        dx_rational_release_all(x, 3);
    }
}

// 1 + 1/2 + ... + 1/n; the hundredth is known from the books.
TEST(the_harmonic_numbers_grow_out_of_64_bits_and_shrink_to_zero_again)
{
    dx_rational sum = {0};
    dx_text text = {0};
    for (int64_t i = 1; i <= 100; i++) {
        dx_rational term = dx_rational_of(dx_fraction_of(1, i));
        dx_rational_add(&sum, &term);
    }
    dx_rational_print(&sum, &text);
    CHECK_TEXT(dx_text_string(&text),
               "14466636279520351160221518043104131447711/"
               "2788815009188499086581352357412492142272");
    CHECK(dx_rational_is_large(&sum));
    for (int64_t i = 1; i <= 100; i++) {
        dx_rational term = dx_rational_of(dx_fraction_of(1, i));
        dx_rational_subtract(&sum, &term);
    }
    CHECK(dx_rational_equal(&sum, &(dx_rational){0}));
    dx_text_release(&text);
}

TEST(a_rational_of_zeros_is_zero)
{
    dx_rational zero = {0}, third = dx_rational_of(dx_fraction_of(1, 3));
    CHECK(dx_rational_is_zero(&zero));
    CHECK_EQ(dx_rational_sign(&zero), 0);
    CHECK(dx_rational_value(&zero) == 0);
    CHECK(dx_fraction_equal(dx_rational_fraction(&zero), dx_fraction_int(0)));
    dx_rational_add(&zero, &third);
    dx_rational_subtract(&zero, &third);
    CHECK(dx_rational_equal(&zero, &(dx_rational){0}));
    dx_rational_multiply(&third, &zero);
    CHECK(dx_rational_is_zero(&third));
}

TEST(a_rational_taken_leaves_zero_behind)
{
    dx_rational r = read("1/99999999999999999999");
    dx_rational taken = dx_rational_take(&r);
    CHECK(dx_rational_is_zero(&r));
    CHECK(dx_rational_is_large(&taken));
    dx_rational_release(&taken);
    CHECK(dx_rational_is_zero(&taken));
}

TEST(rationals_are_read_as_fractions_are)
{
    static const char *const texts[] = {
        "3/4",  "-6/8",  "-2",   "0",    "-0/5", "0.25", "-12.50", "007/014",
        "1/0",  "1/000", "",     "-",    "/2",   "1/",   ".5",     "1.",
        "1/-2", "+1",    "1 /2", "1/2 ", "--1",  "1e3",  "1.5/2",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dx_rational r = {0};
        dx_fraction f;
        dx_error error = {0};
        dx_status want = dx_fraction_parse(texts[i], &f);
        CHECK_THAT(dx_rational_parse(texts[i], &r, &error) == want, "%s",
                   texts[i]);
        if (want == DX_OK)
            CHECK(dx_fraction_equal(dx_rational_fraction(&r), f));
        else
            CHECK(error.line == 1 && error.column > 0);
    }
}

TEST(a_rational_that_is_refused_says_where_and_what_was_expected)
{
    dx_rational r = dx_rational_of(dx_fraction_int(7));
    dx_error error;
    CHECK_EQ(dx_rational_parse("12/x", &r, &error), DX_ERR_SYNTAX);
    CHECK_EQ(error.column, 4);
    CHECK_TEXT(error.message, "expected a digit here; a number is written "
                              "3/4, -2 or 0.25");
    char *digits = dx_alloc(DX_RATIONAL_DIGITS_MAX + 2, 1);
    memset(digits, '9', DX_RATIONAL_DIGITS_MAX + 1);
    CHECK_EQ(dx_rational_parse(digits, &r, &error), DX_ERR_LIMIT);
    CHECK(dx_rational_compare_fraction(&r, dx_fraction_int(7)) == 0);
    digits[DX_RATIONAL_DIGITS_MAX] = '\0';
    CHECK_EQ(dx_rational_parse(digits, &r, &error), DX_OK);
    dx_text again = {0};
    dx_rational_print(&r, &again);
    CHECK_TEXT(dx_text_string(&again), digits);
    dx_text_release(&again);
    dx_rational_release(&r);
    dx_free(digits);
}
