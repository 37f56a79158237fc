// Naturals against GMP's integers, which share no code of ours: every
// operation on every pair of numbers around the edges at 64 and 128 bits, long
// random walks over those edges, and numbers known from the books.

#include "base/memory.h"
#include "base/natural.h"
#include "base/random.h"
#include "test.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A number and its judge.
typedef struct both {
    dx_natural ours;
    mpz_t theirs;
} both;

static void both_init(both *n, const char *digits)
{
    n->ours = dx_natural_of_digits(digits, strlen(digits));
    mpz_init_set_str(n->theirs, digits, 10);
}

static void both_release(both *n)
{
    dx_natural_release(&n->ours);
    mpz_clear(n->theirs);
}

// Takes `theirs` over, by way of decimal digits.
static both both_of(mpz_t theirs)
{
    both n;
    char *digits = mpz_get_str(NULL, 10, theirs);
    both_init(&n, digits);
    mpz_clear(theirs);
    free(digits);
    return n;
}

// Equal, and in the form that its size asks for.
static bool agree(const dx_natural *ours, const mpz_t theirs)
{
    dx_text text = {0};
    mpz_t large;
    mpz_init_set_ui(large, UINT64_MAX);
    mpz_mul_2exp(large, large, 64);
    bool is_large = mpz_cmp(theirs, large) >= 0;
    char *digits = mpz_get_str(NULL, 10, theirs);
    dx_natural_print(ours, &text);
    bool equal = strcmp(dx_text_string(&text), digits) == 0 &&
                 dx_natural_is_large(ours) == is_large &&
                 (dx_natural_heap(ours) > 0) == is_large &&
                 dx_natural_is_zero(ours) == (mpz_sgn(theirs) == 0);
    dx_text_release(&text);
    free(digits);
    mpz_clear(large);
    return equal;
}

enum { SHAPES = 5, WIDTHS = 16, EDGES = SHAPES * WIDTHS };

// 2^k - 1, 2^k, 2^k + 1, 2^k - 2^(k/2) and k random bits around each edge; for
// k = 128 the fourth is DX_NATURAL_LARGE.
static void edges(both numbers[EDGES], uint64_t seed)
{
    static const unsigned width[WIDTHS] = {
        0, 1, 2, 31, 32, 53, 63, 64, 65, 127, 128, 129, 191, 192, 256, 400};
    dx_random random = dx_random_named(seed, 0, 0);
    for (unsigned i = 0; i < EDGES; i++) {
        unsigned k = width[i / SHAPES], shape = i % SHAPES;
        mpz_t n;
        mpz_init(n);
        for (unsigned bit = 0; bit <= k; bit++)
            if (shape < 4 ? bit == k : bit < k && dx_random_below(&random, 2))
                mpz_setbit(n, bit);
        if (shape == 0)
            mpz_sub_ui(n, n, 1);
        if (shape == 2)
            mpz_add_ui(n, n, 1);
        for (unsigned bit = k / 2; shape == 3 && bit < k; bit++)
            mpz_setbit(n, bit);
        if (shape == 3)
            mpz_clrbit(n, k);
        numbers[i] = both_of(n);
    }
}

static void release_edges(both numbers[EDGES])
{
    for (unsigned i = 0; i < EDGES; i++)
        both_release(&numbers[i]);
}

// n <- n op a, and the same in GMP's hands.
typedef struct operation {
    const char *name;
    void (*ours)(dx_natural *n, const dx_natural *a);
    void (*theirs)(mpz_ptr n, mpz_srcptr n_too, mpz_srcptr a);
} operation;

// So that it is defined for all numbers: the larger less the smaller.
static void our_distance(dx_natural *n, const dx_natural *a)
{
    if (dx_natural_compare(n, a) >= 0) {
        dx_natural_subtract(n, a);
        return;
    }
    dx_natural larger = dx_natural_copy(a);
    dx_natural_subtract(&larger, n);
    dx_natural_release(n);
    *n = dx_natural_take(&larger);
}

static void their_distance(mpz_ptr n, mpz_srcptr n_too, mpz_srcptr a)
{
    mpz_sub(n, n_too, a);
    mpz_abs(n, n);
}

static void our_gcd(dx_natural *n, const dx_natural *a)
{
    dx_natural gcd = dx_natural_gcd(n, a);
    dx_natural_release(n);
    *n = gcd;
}

// n + a a, multiplied by n + 1 and divided by it again.
static void our_polynomial(dx_natural *n, const dx_natural *a)
{
    dx_natural factor = dx_natural_copy(n);
    dx_natural_add_count(&factor, 1);
    dx_natural_add_product(n, a, a);
    dx_natural_multiply(n, &factor);
    dx_natural_divide(n, &factor);
    dx_natural_release(&factor);
}

static void their_polynomial(mpz_ptr n, mpz_srcptr n_too, mpz_srcptr a)
{
    (void)n_too;
    mpz_addmul(n, a, a);
}

// Sums of products: n + n a, where the first argument is also the second.
static void our_own_product(dx_natural *n, const dx_natural *a)
{
    dx_natural_add_product(n, n, a);
}

static void their_own_product(mpz_ptr n, mpz_srcptr n_too, mpz_srcptr a)
{
    mpz_addmul(n, n_too, a);
}

// n + a (2^64 - 1), the factor as a natural and as a count.
static void our_multiple(dx_natural *n, const dx_natural *a)
{
    dx_natural factor = dx_natural_of(UINT64_MAX);
    dx_natural_add_product(n, a, &factor);
}

static void our_count_multiple(dx_natural *n, const dx_natural *a)
{
    dx_natural_add_product_count(n, a, UINT64_MAX);
}

static void their_multiple(mpz_ptr n, mpz_srcptr n_too, mpz_srcptr a)
{
    (void)n_too;
    mpz_addmul_ui(n, a, UINT64_MAX);
}

static const operation operations[] = {
    {"+", dx_natural_add, mpz_add},
    {"distance", our_distance, their_distance},
    {"*", dx_natural_multiply, mpz_mul},
    {"gcd", our_gcd, mpz_gcd},
    {"+ a a", our_polynomial, their_polynomial},
    {"+ n a", our_own_product, their_own_product},
    {"+ multiple of", our_multiple, their_multiple},
    {"+ multiple by count of", our_count_multiple, their_multiple},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void check_operation(const operation *op, const both *a, const both *b)
{
    dx_natural ours = dx_natural_copy(&a->ours);
    mpz_t theirs;
    mpz_init_set(theirs, a->theirs);
    op->ours(&ours, &b->ours);
    op->theirs(theirs, theirs, b->theirs);
    bool fine = agree(&ours, theirs) && agree(&b->ours, b->theirs);
    dx_natural_release(&ours);
    mpz_clear(theirs);
    if (!fine)
        gmp_printf("%Zd %s %Zd\n", a->theirs, op->name, b->theirs);
    CHECK(fine);
}

TEST(naturals_compute_as_gmp_does_at_every_edge)
{
    both n[EDGES];
    edges(n, 1);
    for (unsigned i = 0; i < EDGES; i++)
        for (unsigned j = 0; j < EDGES; j++)
            for (unsigned op = 0; op < OPERATIONS; op++)
                check_operation(&operations[op], &n[i], &n[j]);
    release_edges(n);
}

TEST(naturals_are_ordered_as_gmp_orders_them)
{
    both n[EDGES];
    edges(n, 2);
    for (unsigned i = 0; i < EDGES; i++)
        for (unsigned j = 0; j < EDGES; j++) {
            int order = mpz_cmp(n[i].theirs, n[j].theirs);
            int ours = dx_natural_compare(&n[i].ours, &n[j].ours);
            CHECK_EQ((ours > 0) - (ours < 0), (order > 0) - (order < 0));
            CHECK_EQ(dx_natural_equal(&n[i].ours, &n[j].ours), order == 0);
        }
    release_edges(n);
}

TEST(a_natural_may_be_both_arguments_of_an_operation)
{
    both n[EDGES];
    edges(n, 3);
    for (unsigned i = 0; i < EDGES; i++)
        for (unsigned op = 0; op < OPERATIONS; op++) {
            dx_natural apart = dx_natural_copy(&n[i].ours);
            dx_natural same = dx_natural_copy(&n[i].ours);
            operations[op].ours(&apart, &n[i].ours);
            operations[op].ours(&same, &same);
            CHECK(dx_natural_equal(&apart, &same));
            dx_natural_release(&apart);
            dx_natural_release(&same);
        }
    release_edges(n);
}

// Each operation with a count must do what it does with the same natural.
static void check_counts(const dx_natural *n, const dx_natural *a)
{
    dx_count count;
    if (!dx_natural_to_count(a, &count)) {
        CHECK(dx_natural_bits(a) > 128);
        return;
    }
    dx_natural x = dx_natural_copy(n), y = dx_natural_copy(n);
    dx_natural_add_count(&x, count);
    dx_natural_add(&y, a);
    CHECK(dx_natural_equal(&x, &y));
    dx_natural_multiply_count(&x, count);
    dx_natural_multiply(&y, a);
    CHECK(dx_natural_equal(&x, &y));
    dx_natural_add_product_count(&x, n, count);
    dx_natural_add_product(&y, n, a);
    CHECK(dx_natural_equal(&x, &y));
    if (count > 0) { // ((n + a) a + n a) / a = n + n + a
        dx_natural_divide_count(&x, count);
        dx_natural_subtract(&x, n);
        dx_natural_subtract(&x, n);
        CHECK(dx_natural_equal(&x, a));
    }
    dx_natural_release(&x);
    dx_natural_release(&y);
}

TEST(a_count_counts_as_the_natural_it_is)
{
    both n[EDGES];
    edges(n, 4);
    for (unsigned i = 0; i < EDGES; i++)
        for (unsigned j = 0; j < EDGES; j++)
            check_counts(&n[i].ours, &n[j].ours);
    release_edges(n);
}

// One step of a walk: mostly up by factors, then down again by division.
static void step(both *n, dx_random *random, bool up)
{
    uint64_t by = dx_random_next(random) >> dx_random_below(random, 64);
    switch (dx_random_below(random, 3)) {
    case 0:
        dx_natural_add_count(&n->ours, by);
        mpz_add_ui(n->theirs, n->theirs, by);
        break;
    case 1:
        if (mpz_cmp_ui(n->theirs, by) < 0)
            break;
        dx_natural less = dx_natural_of(by);
        dx_natural_subtract(&n->ours, &less);
        mpz_sub_ui(n->theirs, n->theirs, by);
        break;
    default:
        if (up) {
            dx_natural_multiply_count(&n->ours, by);
            mpz_mul_ui(n->theirs, n->theirs, by);
            break;
        }
        dx_natural rest = dx_natural_of(mpz_fdiv_ui(n->theirs, by + !by));
        dx_natural_subtract(&n->ours, &rest);
        dx_natural_divide_count(&n->ours, by + !by);
        mpz_fdiv_q_ui(n->theirs, n->theirs, by + !by);
    }
}

TEST(a_natural_grows_and_shrinks_over_every_edge)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        dx_random random = dx_random_named(seed, 0, 5);
        both n;
        both_init(&n, "1");
        for (unsigned i = 0; i < 200; i++) {
            step(&n, &random, i / 20 % 2 == 0);
            CHECK_THAT(agree(&n.ours, n.theirs), "seed %d, step %u", (int)seed,
                       i);
        }
        both_release(&n);
    }
}

static unsigned digit_sum(const dx_natural *n)
{
    dx_text text = {0};
    unsigned sum = 0;
    dx_natural_print(n, &text);
    for (const char *c = dx_text_string(&text); *c != '\0'; c++)
        sum += (unsigned)(*c - '0');
    dx_text_release(&text);
    return sum;
}

TEST(the_digits_of_a_hundred_factorial_sum_to_648)
{
    dx_natural n = dx_natural_of(1);
    for (unsigned i = 2; i <= 100; i++)
        dx_natural_multiply_count(&n, i);
    CHECK_EQ(dx_natural_bits(&n), 525);
    CHECK_EQ(digit_sum(&n), 648);
    for (unsigned i = 2; i <= 100; i++)
        dx_natural_divide_count(&n, i);
    CHECK(!dx_natural_is_large(&n));
    CHECK(dx_natural_pair(&n) == 1);
    dx_natural_release(&n);
}

// The rows of Pascal's triangle in an array that is cleared, grown and moved,
// as a table of a dynamic programme is.
TEST(accumulators_of_zeros_in_a_growing_array_make_pascals_triangle)
{
    enum { ROWS = 200 };
    dx_natural *row = dx_alloc(1, sizeof *row), sum = {0};
    dx_text text = {0};
    row[0] = dx_natural_of(1);
    for (unsigned n = 1; n <= ROWS; n++) {
        row = dx_resize(row, n + 1, sizeof *row);
        memset(&row[n], 0, sizeof *row);
        for (unsigned k = n; k > 0; k--)
            dx_natural_add(&row[k], &row[k - 1]);
    }
    dx_natural_print(&row[ROWS / 2], &text);
    CHECK_TEXT(dx_text_string(&text),
               "90548514656103281165404177077484163874"
               "504589675413336841320"); // 200 choose 100
    for (unsigned k = 0; k <= ROWS; k++)
        dx_natural_add(&sum, &row[k]);
    CHECK_EQ(dx_natural_bits(&sum), ROWS + 1);
    CHECK(dx_natural_value(&sum) == 0x1p200);
    dx_natural_release_all(row, ROWS + 1);
    for (unsigned k = 0; k <= ROWS; k++)
        CHECK(dx_natural_is_zero(&row[k]));
    dx_natural_release(&sum);
    dx_free(row);
    dx_text_release(&text);
}

TEST(a_number_taken_leaves_zero_behind)
{
    dx_natural n = dx_natural_of(~(dx_count)0);
    dx_natural taken = dx_natural_take(&n);
    CHECK(dx_natural_is_zero(&n));
    CHECK_EQ(dx_natural_bits(&taken), 128);
    dx_natural_release(&taken);
    CHECK(dx_natural_is_zero(&taken));
}

// Neither neighbour of `value` is nearer to a / b.
static bool is_nearest(double value, const mpz_t a, const mpz_t b)
{
    mpq_t quotient, error, other;
    mpq_inits(quotient, error, other, NULL);
    mpz_set(mpq_numref(quotient), a);
    mpz_set(mpq_denref(quotient), b);
    mpq_canonicalize(quotient);
    mpq_set_d(error, value);
    mpq_sub(error, error, quotient);
    mpq_abs(error, error);
    bool nearest = true;
    for (int side = -1; side <= 1; side += 2) {
        mpq_set_d(other, nextafter(value, side < 0 ? -INFINITY : INFINITY));
        mpq_sub(other, other, quotient);
        mpq_abs(other, other);
        nearest &= mpq_cmp(error, other) <= 0;
    }
    mpq_clears(quotient, error, other, NULL);
    return nearest;
}

TEST(a_ratio_is_the_nearest_double)
{
    both n[EDGES];
    edges(n, 6);
    for (unsigned i = 0; i < EDGES; i++)
        for (unsigned j = 0; j < EDGES; j++) {
            if (dx_natural_is_zero(&n[j].ours))
                continue;
            double ratio = dx_natural_ratio(&n[i].ours, &n[j].ours);
            CHECK_THAT(is_nearest(ratio, n[i].theirs, n[j].theirs),
                       "numbers %u and %u: %g", i, j, ratio);
        }
    release_edges(n);
}

TEST(a_ratio_is_scaled_where_both_numbers_overflow_a_double)
{
    dx_natural a = dx_natural_of(3), b = dx_natural_of(4);
    for (unsigned i = 0; i < 1000; i++) {
        dx_natural_multiply_count(&a, 1000);
        dx_natural_multiply_count(&b, 1000);
    }
    CHECK(dx_natural_ratio(&a, &b) == 0.75);
    CHECK(isinf(dx_natural_value(&a)));
    dx_natural_release(&a);
    dx_natural_release(&b);
}

TEST(a_value_half_way_between_two_doubles_goes_to_the_even_one)
{
    dx_natural n = dx_natural_of(((dx_count)1 << 53) + 1);
    CHECK(dx_natural_value(&n) == 0x1p53);
    dx_natural_add_count(&n, 2);
    CHECK(dx_natural_value(&n) == 0x1p53 + 4);
    dx_natural_multiply_count(&n, (dx_count)1 << 100);
    CHECK(dx_natural_value(&n) == (0x1p53 + 4) * 0x1p100);
    dx_natural_add_count(&n, 1); // the rest, far behind, decides
    CHECK(dx_natural_value(&n) == (0x1p53 + 4) * 0x1p100);
    dx_natural_subtract(&n, &(dx_natural){.low = 2});
    CHECK(dx_natural_value(&n) == (0x1p53 + 2) * 0x1p100);
    dx_natural_release(&n);
}

TEST(counts_are_written_in_full)
{
    char text[DX_COUNT_TEXT_BYTES];

    CHECK_TEXT(dx_count_text(0, text), "0");
    CHECK_TEXT(dx_count_text(63063000, text), "63063000");
    CHECK_TEXT(dx_count_text(~(dx_count)0, text),
               "340282366920938463463374607431768211455"); // 2^128 - 1
}

TEST(counts_have_the_divisors_that_euclid_finds)
{
    dx_random random = dx_random_named(7, 0, 0);
    for (unsigned i = 0; i < 20000; i++) {
        dx_count n[2];
        for (unsigned j = 0; j < 2; j++) {
            n[j] = (dx_count)dx_random_next(&random) << 64 |
                   dx_random_next(&random);
            n[j] >>= dx_random_below(&random, 128);
            n[j] <<= dx_random_below(&random, 64);
        }
        dx_count gcd = dx_count_gcd(n[0], n[1]), a = n[0], b = n[1];
        while (b != 0) {
            dx_count rest = a % b;
            a = b;
            b = rest;
        }
        CHECK_THAT(gcd == a, "pair %u of seed 7", i);
    }
    CHECK(dx_count_gcd(0, 0) == 0);
}

// The sanitizer calls this for each allocation.
static _Thread_local unsigned long allocations;

static void count_allocation(const volatile void *at, size_t size)
{
    (void)at;
    (void)size;
    allocations++;
}

static void ignore_release(const volatile void *at)
{
    (void)at;
}

__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void *at, size_t size),
    void (*on_free)(const volatile void *at));

TEST(numbers_within_128_bits_never_allocate)
{
    if (__sanitizer_install_malloc_and_free_hooks == NULL)
        skip(); // not built with it
    __sanitizer_install_malloc_and_free_hooks(count_allocation, ignore_release);
    dx_random random = dx_random_named(8, 0, 0);
    double ratios = 0;
    unsigned long before = allocations;
    for (unsigned i = 0; i < 10000; i++) {
        dx_natural a = dx_natural_of(dx_random_next(&random)), b = a, n = {0};
        dx_natural_multiply_count(&a, dx_random_next(&random) >> 1);
        dx_natural_add_product(&n, &a, &(dx_natural){.low = 1});
        dx_natural_add(&n, &b);
        dx_natural gcd = dx_natural_gcd(&n, &b);
        dx_natural_divide(&n, &gcd);
        ratios += dx_natural_ratio(&b, &a) + dx_natural_value(&n);
        dx_natural_subtract(&a, &b);
        dx_natural copy = dx_natural_copy(&a);
        CHECK(dx_natural_compare(&copy, &b) != 0);
    }
    CHECK_EQ(allocations, before);
    CHECK(ratios > 0);
    dx_natural large = dx_natural_of(~(dx_count)0);
    CHECK_EQ(allocations, before + 1);
    dx_natural_release(&large);
}
