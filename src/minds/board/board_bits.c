// How uncertain a board is, in bits.
//
// A world w of weight v(w) has the chance v(w) / V, so the entropy is log2 V
// less the mean of log2 v.  Of places of one card each, the weight of a deal is
// the product over kinds of (copies of the kind that are left) falling to (how
// many of them are laid), times what else weighs.  Given how many cards of a
// group are laid, which of them is even: the number of one kind is
// hypergeometric.  So the mean needs only the chance of each number of cards of
// each group.  Where all cards differ the product is 1, whatever the places.

#include "minds/board/board_private.h"
#include "worlds/count.h"

#include <assert.h>
#include <math.h>

double dx_natural_log(const dx_natural *n)
{
    size_t bits = dx_natural_bits(n);
    assert(bits > 0); // 0 has no logarithm
    if (bits < 1000)
        return log2(dx_natural_value(n));
    dx_natural power = dx_natural_of(1), two = dx_natural_of(2);
    for (size_t i = 1; i < bits; i++)
        dx_natural_multiply(&power, &two);
    double log = (double)(bits - 1) + log2(dx_natural_ratio(n, &power));
    dx_natural_release(&power);
    dx_natural_release(&two);
    return log;
}

// The mean of log2 (copies falling to number), if `laid` of `cards` are drawn
// and `copies` of them are of the kind.
static double mean_log(unsigned cards, unsigned copies, unsigned laid)
{
    double mean = 0, falling = 0;
    assert(copies <= cards && laid <= cards);
    for (unsigned number = 1; number <= copies && number <= laid; number++) {
        falling += log2((double)(copies - number + 1));
        if (laid - number > cards - copies)
            continue;
        double ways = (double)dx_choose(copies, number) *
                      (double)dx_choose(cards - copies, laid - number);
        mean += falling * ways / (double)dx_choose(cards, laid);
    }
    return mean;
}

double dx_board_entropy(const dx_outlook *o, const dx_board_sums *sums,
                        double log_all, const uint8_t *left)
{
    double mean = sums->others;
    for (size_t g = 0; g < o->groups.count; g++)
        for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1) {
            unsigned copies = left[__builtin_ctzll(k)];
            for (unsigned n = 1; copies > 1 && n <= sums->cards[g]; n++)
                if (sums->number[g][n] > 0)
                    mean += sums->number[g][n] *
                            mean_log(sums->cards[g], copies, n);
        }
    double bits = log_all - mean;
    return bits > 0 ? bits : 0;
}
