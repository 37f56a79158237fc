// The number of ways to put different cards into slots, by the lattice of set
// partitions (Rota 1964).  Let n(S) be the number of cards that fit all slots
// of the set S.  Letting cards repeat, there are as many ways as the product
// of n({s}); sorting these by which slots got the same card and inverting,
//
//     ways = sum over partitions of the slots into blocks of
//            product over blocks B of (-1)^(|B|-1) (|B|-1)! n(B).
//
// The sum over partitions of every subset S is a recursion over the block that
// holds the first slot of S: 3^5 / 2 products for a hand of five.
//
// Arithmetic is modulo 2^64: differences may dip below zero on the way, the
// results fit.

#include "worlds/slots.h"

#include <assert.h>
#include <string.h>

enum { SUBSETS_MAX = 1 << DX_SLOTS_MAX };

// (-1)^n n!
static const uint64_t signed_factorial[DX_SLOTS_MAX] = {
    1, UINT64_MAX, 2, -UINT64_C(6), 24, -UINT64_C(120), 720, -UINT64_C(5040)};

// How many slots a set has.  Without a machine instruction for it, which the
// oldest machines lack, the builtin is a call.
static unsigned size_of(unsigned set)
{
    static const uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3,
                                     1, 2, 2, 3, 2, 3, 3, 4};
    return bits[set & 15] + (unsigned)bits[set >> 4];
}

// The set of slots in which a card of `kind` may lie.
static unsigned slots_for(const dx_slots *slots, unsigned kind)
{
    unsigned set = 0;
    for (unsigned s = 0; s < slots->count; s++)
        set |= (unsigned)(slots->kinds[s] >> kind & 1) << s;
    return set;
}

// fit[S]: the cards that fit all slots of S.  First only those that fit just
// these, then summed over supersets.
static void count_fitting(unsigned slot_count, unsigned kind_count,
                          const uint8_t *copies, const uint8_t *set_of,
                          uint64_t *fit)
{
    unsigned all = 1U << slot_count;
    memset(fit, 0, all * sizeof *fit);
    for (unsigned kind = 0; kind < kind_count; kind++)
        fit[set_of[kind]] += copies[kind];
    for (unsigned bit = 1; bit < all; bit *= 2)
        for (unsigned set = 0; set < all; set++)
            if (!(set & bit))
                fit[set] += fit[set | bit];
}

// ways[S]: the number of ways to fill the slots of S alone.
static void count_ways(unsigned slot_count, const uint64_t *fit, uint64_t *ways)
{
    uint64_t block[SUBSETS_MAX];
    unsigned all = 1U << slot_count;
    for (unsigned set = 1; set < all; set++)
        block[set] = signed_factorial[size_of(set) - 1] * fit[set];
    ways[0] = 1;
    for (unsigned set = 1; set < all; set++) {
        unsigned first = set & -set, others = set & ~first;
        uint64_t sum = block[first] * ways[others];
        for (unsigned more = others; more != 0; more = (more - 1) & others)
            sum += block[first | more] * ways[others & ~more];
        ways[set] = sum;
    }
}

// What every question needs: the slots for each kind, the ways for each set.
typedef struct slot_ways {
    uint8_t set_of[DX_KINDS_MAX];
    uint8_t set[DX_KINDS_MAX]; // each set that occurs, once
    unsigned set_count;
    uint64_t ways[SUBSETS_MAX];
} slot_ways;

static void take(const dx_slots *slots, unsigned kind_count,
                 const uint8_t *copies, slot_ways *out)
{
    uint64_t fit[SUBSETS_MAX];
    DX_REQUIRE(slots->count <= DX_SLOTS_MAX, "slots <= DX_SLOTS_MAX");
    DX_REQUIRE(kind_count <= DX_KINDS_MAX, "kinds <= DX_KINDS_MAX");
    bool met[SUBSETS_MAX];
    memset(met, 0, sizeof(bool) << slots->count);
    out->set_count = 0;
    for (unsigned kind = 0; kind < kind_count; kind++) {
        unsigned set = slots_for(slots, kind);
        out->set_of[kind] = (uint8_t)set;
        out->set[out->set_count] = (uint8_t)set;
        out->set_count += !met[set];
        met[set] = true;
    }
    count_fitting(slots->count, kind_count, copies, out->set_of, fit);
    count_ways(slots->count, fit, out->ways);
}

// In how many ways the slots of `set` can be filled without one given card,
// which fits the slots of `fits`: fill them all, less those ways in which the
// card lies in a slot s, in which the others are filled without it; unrolled,
// a sum over the sets of slots taken out one after another.
static uint64_t ways_without(const uint64_t *ways, unsigned set, unsigned fits)
{
    unsigned shared = set & fits;
    uint64_t sum = ways[set];
    for (unsigned out = shared; out != 0; out = (out - 1) & shared)
        sum += signed_factorial[size_of(out)] * ways[set & ~out];
    return sum;
}

// Kinds that fit the same slots share everything but their copies: `without`
// is worked out once for each such set, and is 0 where the set lacks the slot.
uint64_t dx_slots_marginals(const dx_slots *slots, unsigned kind_count,
                            const uint8_t *copies,
                            uint64_t out_weight[][DX_KINDS_MAX])
{
    slot_ways tally;
    take(slots, kind_count, copies, &tally);
    unsigned all = (1U << slots->count) - 1;
    uint64_t without[SUBSETS_MAX];
    for (unsigned s = 0; s < slots->count; s++) {
        for (unsigned i = 0; i < tally.set_count; i++) {
            unsigned set = tally.set[i];
            without[set] = set >> s & 1
                               ? ways_without(tally.ways, all & ~(1U << s), set)
                               : 0;
        }
        for (unsigned kind = 0; kind < kind_count; kind++)
            out_weight[s][kind] = copies[kind] * without[tally.set_of[kind]];
    }
    return tally.ways[all];
}

// The last slot is drawn first, by its marginals; then the slots before it are
// filled from the cards that are left.
bool dx_slots_sample(const dx_slots *slots, unsigned kind_count,
                     const uint8_t *copies, dx_random *random,
                     uint8_t *out_kind)
{
    slot_ways tally;
    uint8_t left[DX_KINDS_MAX];
    dx_slots before = *slots;
    memcpy(left, copies, kind_count);
    take(&before, kind_count, left, &tally);
    if (tally.ways[(1U << slots->count) - 1] == 0)
        return false;
    for (unsigned s = slots->count; s-- > 0;) {
        unsigned all = (2U << s) - 1, kind = 0;
        uint64_t drawn = dx_random_below(random, tally.ways[all]);
        for (; kind < kind_count; kind++) {
            unsigned set = tally.set_of[kind];
            if (!(set >> s & 1) || left[kind] == 0)
                continue;
            uint64_t weight =
                left[kind] * ways_without(tally.ways, all >> 1, set);
            if (drawn < weight)
                break;
            drawn -= weight;
        }
        assert(kind < kind_count);
        out_kind[s] = (uint8_t)kind;
        left[kind]--;
        before.count = s;
        take(&before, kind_count, left, &tally);
    }
    return true;
}

// Kind by kind; filled[S] is the number of ways to have filled just S.
uint64_t dx_slots_ordered(const dx_slots *slots, unsigned kind_count,
                          const uint8_t *copies)
{
    uint64_t filled[SUBSETS_MAX] = {1};
    unsigned all = (1U << slots->count) - 1;
    DX_REQUIRE(slots->count <= DX_SLOTS_MAX, "slots <= DX_SLOTS_MAX");
    DX_REQUIRE(kind_count <= DX_KINDS_MAX, "kinds <= DX_KINDS_MAX");
    for (unsigned kind = 0; kind < kind_count; kind++) {
        unsigned fits = slots_for(slots, kind);
        for (unsigned set = all; set > 0; set--) {
            unsigned shared = set & fits;
            for (unsigned put = shared; put != 0; put = (put - 1) & shared)
                if (size_of(put) <= copies[kind])
                    filled[set] += filled[set & ~put];
        }
    }
    return filled[all];
}
