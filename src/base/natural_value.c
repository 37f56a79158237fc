// What a natural is to others: bits, a double, decimal digits; and the same
// for counts.

#include "base/memory.h"
#include "base/natural_private.h"

#include <math.h>

// Stein's algorithm in one word, for odd a and any b but 0.  The shift is taken
// from the difference before it is known which way round it is.
static uint64_t gcd_of_words(uint64_t a, uint64_t b)
{
    b >>= __builtin_ctzll(b);
    while (a != b) {
        uint64_t up = b - a, down = a - b;
        int twos = __builtin_ctzll(up);
        bool less = b < a;
        a = less ? b : a;
        b = (less ? down : up) >> twos;
    }
    return a;
}

// How often 2 divides n, which is not 0.
static unsigned twos_of(dx_count n)
{
    uint64_t low = (uint64_t)n;
    return low != 0 ? (unsigned)__builtin_ctzll(low)
                    : 64 + (unsigned)__builtin_ctzll((uint64_t)(n >> 64));
}

// One step of Euclid for numbers of unlike size, then Stein.
dx_count dx_count_gcd(dx_count a, dx_count b)
{
    if (a == 0 || b == 0)
        return a | b;
    if (a > b)
        a %= b;
    else
        b %= a;
    if (a == 0 || b == 0)
        return a | b;
    unsigned twos = twos_of(a | b);
    a >>= twos_of(a);
    while (b != 0 && (a | b) >> 64 != 0) {
        b >>= twos_of(b);
        dx_count less = a < b ? a : b;
        b = a < b ? b - a : a - b;
        a = less;
    }
    if (b != 0)
        a = gcd_of_words((uint64_t)a, (uint64_t)b);
    return a << twos;
}

const char *dx_count_text(dx_count count, char text[DX_COUNT_TEXT_BYTES])
{
    char digits[DX_COUNT_TEXT_BYTES];
    unsigned length = 0;
    do {
        digits[length++] = (char)('0' + (unsigned)(count % 10));
        count /= 10;
    } while (count != 0);
    for (unsigned i = 0; i < length; i++)
        text[i] = digits[length - 1 - i];
    text[length] = '\0';
    return text;
}

bool dx_natural_to_count(const dx_natural *n, dx_count *out)
{
    view v;
    look(n, &v);
    if (v.count > 2)
        return false;
    *out = v.count == 2 ? (dx_count)v.at[1] << 64 : 0;
    *out |= v.count > 0 ? v.at[0] : 0;
    return true;
}

size_t dx_natural_bits(const dx_natural *n)
{
    view v;
    look(n, &v);
    return v.count > 0 ? mpn_sizeinbase(v.at, v.count, 2) : 0;
}

size_t dx_natural_heap(const dx_natural *n)
{
    return dx_natural_is_large(n)
               ? sizeof(limbs) + n->limbs->room * sizeof(mp_limb_t)
               : 0;
}

double dx_natural_value(const dx_natural *n)
{
    dx_natural one = dx_natural_of_small(1);
    return dx_natural_ratio(n, &one);
}

// How many limbs v * 2^shift may have.
static size_t shifted_size(const view *v, size_t shift)
{
    return (size_t)v->count + shift / 64 + 1;
}

// Writes v * 2^shift and returns how many limbs it has; v is not 0.
static mp_size_t shift_up(mp_limb_t *to, const view *v, size_t shift)
{
    mp_size_t zeros = (mp_size_t)(shift / 64), end = zeros + v->count;
    if (zeros > 0)
        mpn_zero(to, zeros);
    to[end] = 0;
    if (shift % 64 == 0)
        mpn_copyi(to + zeros, v->at, v->count);
    else
        to[end] = mpn_lshift(to + zeros, v->at, v->count, shift % 64);
    return end + (to[end] != 0);
}

// Scratch for dividing: all limbs in one piece, on the stack for small ones.
enum { FEW_LIMBS = 16 };

// Shifted so that the first has 64 bits more than the second, two numbers have
// a whole quotient of 64 or 65 bits; whether there is a rest is one bit more.
// Rounding that to a double is rounding the exact quotient.
static double divide(const view *a, const view *b, long shift)
{
    size_t up = shift > 0 ? (size_t)shift : 0;
    size_t down = shift < 0 ? (size_t)-shift : 0;
    size_t top_size = shifted_size(a, up), over_size = shifted_size(b, down);
    size_t size = top_size + 2 * over_size + 2;
    mp_limb_t few[FEW_LIMBS];
    mp_limb_t *top = size <= FEW_LIMBS ? few : dx_alloc_raw(size, sizeof *top);
    mp_limb_t *over = top + top_size, *rest = over + over_size;
    mp_limb_t *quotient = rest + over_size;

    mp_size_t top_count = shift_up(top, a, up);
    mp_size_t over_count = shift_up(over, b, down);
    assert(top_count == over_count + 1);
    mpn_tdiv_qr(quotient, rest, 0, top, top_count, over, over_count);
    dx_count bits = (dx_count)quotient[1] << 64 | quotient[0];
    bits |= !mpn_zero_p(rest, over_count);
    if (top != few)
        dx_free(top);
    return scalbln((double)bits, -shift);
}

double dx_natural_ratio(const dx_natural *a, const dx_natural *b)
{
    const dx_count exact = (dx_count)1 << 53; // up to here doubles are whole
    dx_count left = dx_natural_pair(a), right = dx_natural_pair(b);
    DX_REQUIRE(right != 0, "a denominator that is not zero");
    if (left == 0)
        return 0;
    if (left <= exact && right <= exact)
        return (double)left / (double)right;
    view top, over;
    look(a, &top);
    look(b, &over);
    return divide(&top, &over,
                  64 + (long)dx_natural_bits(b) - (long)dx_natural_bits(a));
}

void dx_natural_print(const dx_natural *n, dx_text *out)
{
    if (!dx_natural_is_large(n)) {
        char text[DX_COUNT_TEXT_BYTES];
        dx_text_add(out, dx_count_text(dx_natural_pair(n), text));
        return;
    }
    view v;
    mpz_t z = {{0}};
    look(n, &v);
    mpz_srcptr number = borrow(&v, z);
    char *text = dx_alloc_raw(mpz_sizeinbase(number, 10) + 2, 1);
    dx_text_add(out, mpz_get_str(text, 10, number));
    dx_free(text);
}

dx_natural dx_natural_of_digits(const char *digits, size_t count)
{
    dx_natural n = {0};
    while (count > 0) {
        uint64_t part = 0, scale = 1;
        for (; count > 0 && scale < UINT64_C(1000000000000000000); count--) {
            DX_REQUIRE(*digits >= '0' && *digits <= '9', "decimal digits");
            part = part * 10 + (uint64_t)(*digits++ - '0');
            scale *= 10;
        }
        dx_natural_multiply_count(&n, scale);
        dx_natural_add_count(&n, part);
    }
    return n;
}
