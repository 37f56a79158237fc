// Naturals that have left their sixteen bytes.  An operand is looked at as
// limbs wherever it is (`view`).  Sums and small multiples are made in place;
// other results are computed into a block of limbs and then settled: trimmed,
// and taken back inline if they have become small.

#include "base/memory.h"
#include "base/natural_private.h"

// Looks at both, the one with more limbs first.
static void look_ordered(const dx_natural *a, const dx_natural *b, view *more,
                         view *less)
{
    look(a, more);
    look(b, less);
    if (more->count < less->count) {
        look(a, less);
        look(b, more);
    }
}

// An even number of limbs and the head fill what malloc hands out.
static limbs *limbs_new(mp_size_t count)
{
    size_t room = ((size_t)count + 1) & ~(size_t)1;
    DX_REQUIRE(room <= UINT32_MAX, "a number of less than 2^38 bits");
    limbs *block = dx_alloc_raw(1, sizeof *block + room * sizeof *block->limb);
    block->room = (uint32_t)room;
    block->count = 0;
    return block;
}

// Makes `n` the number in the first `count` limbs of `block`, which it owns
// from now on.
static void settle(dx_natural *n, limbs *block, mp_size_t count)
{
    while (count > 0 && block->limb[count - 1] == 0)
        count--;
    block->count = (uint32_t)count;
    if (dx_natural_is_large(n) && n->limbs != block)
        dx_free(n->limbs);
    if (count > 2 || (count == 2 && block->limb[1] == UINT64_MAX)) {
        *n = (dx_natural){.limbs = block, .high = UINT64_MAX};
        return;
    }
    *n = (dx_natural){.low = count > 0 ? block->limb[0] : 0,
                      .high = count > 1 ? block->limb[1] : 0};
    dx_free(block);
}

static dx_natural of_limbs(const mp_limb_t *at, mp_size_t count)
{
    dx_natural n = {0};
    limbs *block = limbs_new(count);
    if (count > 0)
        mpn_copyi(block->limb, at, count);
    settle(&n, block, count);
    return n;
}

dx_natural dx_natural_of_large(dx_count count)
{
    return of_limbs((mp_limb_t[]){(mp_limb_t)count, (mp_limb_t)(count >> 64)},
                    2);
}

dx_natural dx_natural_copy_large(const dx_natural *n)
{
    return of_limbs(n->limbs->limb, n->limbs->count);
}

void dx_natural_release_large(dx_natural *n)
{
    dx_free(n->limbs);
}

// Puts one more limb, if it is not 0, in front of a large number.
static void add_limb(dx_natural *n, mp_limb_t carry)
{
    limbs *old = n->limbs;
    if (carry == 0)
        return;
    if (old->count == old->room) {
        n->limbs = limbs_new(old->count + 1);
        n->limbs->count = old->count;
        mpn_copyi(n->limbs->limb, old->limb, old->count);
        dx_free(old);
    }
    n->limbs->limb[n->limbs->count++] = carry;
}

// Whether `n` is large and has as many limbs as `a`, so that a sum of the two
// can be made in place.
static bool is_wide(const dx_natural *n, const view *a)
{
    return dx_natural_is_large(n) && n->limbs->count >= (uint64_t)a->count;
}

void dx_natural_add_large(dx_natural *n, const dx_natural *a)
{
    view more, less;
    if (dx_natural_is_zero(a))
        return;
    if (dx_natural_is_zero(n)) {
        *n = dx_natural_copy(a);
        return;
    }
    look_ordered(n, a, &more, &less);
    if (is_wide(n, &more)) {
        mp_limb_t *to = n->limbs->limb;
        add_limb(n, mpn_add(to, to, more.count, less.at, less.count));
        return;
    }
    limbs *sum = limbs_new(more.count + 1);
    sum->limb[more.count] =
        mpn_add(sum->limb, more.at, more.count, less.at, less.count);
    settle(n, sum, more.count + 1);
}

void dx_natural_subtract_large(dx_natural *n, const dx_natural *a)
{
    view from, less;
    if (dx_natural_is_zero(a))
        return;
    DX_REQUIRE(dx_natural_compare(a, n) <= 0, "not to take more than there is");
    look(n, &from);
    look(a, &less);
    mpn_sub(n->limbs->limb, from.at, from.count, less.at, less.count);
    settle(n, n->limbs, from.count);
}

void dx_natural_multiply_large(dx_natural *n, const dx_natural *a)
{
    view more, less;
    if (dx_natural_is_zero(n) || dx_natural_is_zero(a)) {
        dx_natural_release(n);
        return;
    }
    look_ordered(n, a, &more, &less);
    if (less.count == 1 && is_wide(n, &more)) {
        mp_limb_t *to = n->limbs->limb;
        add_limb(n, mpn_mul_1(to, to, more.count, less.at[0]));
        return;
    }
    limbs *product = limbs_new(more.count + less.count);
    mpn_mul(product->limb, more.at, more.count, less.at, less.count);
    settle(n, product, more.count + less.count);
}

// n += a * factor, in place.
static void add_multiple(dx_natural *n, const view *a, mp_limb_t factor)
{
    mp_limb_t *to = n->limbs->limb;
    mp_size_t rest = n->limbs->count - a->count;
    mp_limb_t carry = mpn_addmul_1(to, a->at, a->count, factor);
    if (carry != 0 && rest > 0)
        carry = mpn_add_1(to + a->count, to + a->count, rest, carry);
    add_limb(n, carry);
}

void dx_natural_add_product_large(dx_natural *n, const dx_natural *a,
                                  const dx_natural *b)
{
    view more, less;
    if (dx_natural_is_zero(a) || dx_natural_is_zero(b))
        return;
    look_ordered(a, b, &more, &less);
    if (less.count == 1 && is_wide(n, &more)) {
        add_multiple(n, &more, less.at[0]);
        return;
    }
    dx_natural product = dx_natural_copy(a);
    dx_natural_multiply(&product, b);
    dx_natural_add(n, &product);
    dx_natural_release(&product);
}

void dx_natural_divide_large(dx_natural *n, const dx_natural *a)
{
    view whole, by;
    look(n, &whole);
    look(a, &by);
    DX_REQUIRE(by.count > 0, "a divisor of the number");
    if (whole.count < by.count) {
        DX_REQUIRE(whole.count == 0, "a divisor of the number");
        return;
    }
    mp_size_t count = whole.count - by.count + 1;
    limbs *quotient = limbs_new(count), *rest = limbs_new(by.count);
    mpn_tdiv_qr(quotient->limb, rest->limb, 0, whole.at, whole.count, by.at,
                by.count);
    DX_REQUIRE(mpn_zero_p(rest->limb, by.count), "a divisor of the number");
    dx_free(rest);
    settle(n, quotient, count);
}

void dx_natural_add_count_large(dx_natural *n, dx_count a)
{
    dx_natural number = dx_natural_of(a);
    dx_natural_add_large(n, &number);
    dx_natural_release(&number);
}

void dx_natural_multiply_count_large(dx_natural *n, dx_count a)
{
    dx_natural number = dx_natural_of(a);
    dx_natural_multiply_large(n, &number);
    dx_natural_release(&number);
}

void dx_natural_add_product_count_large(dx_natural *n, const dx_natural *a,
                                        dx_count b)
{
    view v;
    look(a, &v);
    if (b <= UINT64_MAX && v.count > 0 && is_wide(n, &v)) { // the common one
        add_multiple(n, &v, (mp_limb_t)b);
        return;
    }
    dx_natural number = dx_natural_of(b);
    dx_natural_add_product_large(n, a, &number);
    dx_natural_release(&number);
}

int dx_natural_compare_large(const dx_natural *a, const dx_natural *b)
{
    const limbs *left = a->limbs, *right = b->limbs;
    if (left->count != right->count)
        return left->count < right->count ? -1 : 1;
    return mpn_cmp(left->limb, right->limb, left->count);
}

dx_natural dx_natural_gcd(const dx_natural *a, const dx_natural *b)
{
    if (!dx_natural_is_large(a) && !dx_natural_is_large(b))
        return dx_natural_of_small(
            dx_count_gcd(dx_natural_pair(a), dx_natural_pair(b)));
    view one, other;
    mpz_t gcd, x = {{0}}, y = {{0}};
    look(a, &one);
    look(b, &other);
    mpz_init(gcd);
    mpz_gcd(gcd, borrow(&one, x), borrow(&other, y));
    dx_natural result = of_limbs(mpz_limbs_read(gcd), (mp_size_t)mpz_size(gcd));
    mpz_clear(gcd);
    return result;
}
