// The six ways to write a hand: the same hands, the same answers, and the
// answers of those who count without listing.

#include "base/random.h"
#include "lab/reproduce/encoded.h"
#include "test.h"
#include "worlds/contents.h"

#include <string.h>

enum { KINDS = DX_ENCODED_KINDS, CASES = 300, STATES_MAX = 100000 };

// A player's hand, what it does not see (its own hand included), and what
// hints have told it.
typedef struct position {
    unsigned size;
    uint8_t hand[DX_ENCODED_SIZE];
    dx_cards pool;
    dx_slots slots;
} position;

static dx_cards whole_deck(void)
{
    static const uint8_t copies[5] = {3, 2, 2, 2, 1};
    dx_cards deck = {.kinds = KINDS};
    for (unsigned kind = 0; kind < KINDS; kind++)
        deck.count[kind] = copies[kind % 5];
    return deck;
}

// One hint, true of the hand: a colour or a rank of one of its cards.
static void hint(position *p, dx_random *random)
{
    unsigned card = p->hand[dx_random_below(random, p->size)];
    uint64_t named = dx_random_below(random, 2) == 0
                         ? UINT64_C(31) << card / 5 * 5
                         : UINT64_C(0x108421) << card % 5;
    for (unsigned slot = 0; slot < p->size; slot++)
        p->slots.kinds[slot] &= named >> p->hand[slot] & 1 ? named : ~named;
}

// `seen` cards lie open, the first `size` of the others are the hand.
static position random_position(unsigned seed, unsigned size, unsigned seen,
                                unsigned hints)
{
    dx_random random = dx_random_named(seed, size, seen);
    position p = {.size = size, .pool = whole_deck(), .slots.count = size};
    uint8_t order[50];
    unsigned cards = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned i = 0; i < p.pool.count[kind]; i++)
            order[cards++] = (uint8_t)kind;
    dx_random_shuffle(&random, order, cards, 1);
    for (unsigned i = 0; i < seen; i++)
        p.pool.count[order[i]]--;
    memcpy(p.hand, order + seen, size);
    for (unsigned slot = 0; slot < size; slot++)
        p.slots.kinds[slot] = DX_BIT(KINDS) - 1;
    for (; hints > 0; hints--)
        hint(&p, &random);
    return p;
}

static dx_hand_key true_key(const position *p)
{
    dx_cards hand = {.kinds = KINDS};
    for (unsigned slot = 0; slot < p->size; slot++)
        hand.count[p->hand[slot]]++;
    return dx_hand_key_of(&hand);
}

static void check_same(const dx_encoded *list, const dx_encoded *first,
                       unsigned seed)
{
    CHECK(dx_encoded_count(list) == dx_encoded_count(first));
    for (size_t i = 0; i < dx_encoded_count(list); i++)
        CHECK_THAT(dx_encoded_at(list, i) == dx_encoded_at(first, i),
                   "seed %u, hand %zu", seed, i);
}

static void check_position(unsigned seed, const position *p,
                           const dx_hand_numbers *numbers, dx_fit fit)
{
    dx_encoded *lists[DX_ENCODINGS];
    dx_slotted_hand hand = {.slots = p->slots};
    dx_count contents = 0;
    CHECK_EQ(dx_contents_count(&hand, 1, KINDS, p->pool.count, STATES_MAX,
                               &contents),
             DX_OK);
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        lists[e] = dx_encoded_new(&dx_encodings[e], numbers, &p->pool);
        CHECK_THAT(dx_encoded_count(lists[e]) ==
                       dx_hands_count(&p->pool, p->size),
                   "seed %u, encoding %u", seed, e);
        check_same(lists[e], lists[0], seed);
    }
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        dx_encoded_filter(lists[e], &p->slots, fit);
        CHECK_THAT(dx_encoded_count(lists[e]) == contents,
                   "seed %u, encoding %u", seed, e);
        check_same(lists[e], lists[0], seed);
        size_t found = dx_encoded_find(lists[e], true_key(p));
        CHECK_THAT(found < dx_encoded_count(lists[e]) &&
                       dx_encoded_at(lists[e], found) == true_key(p),
                   "seed %u, encoding %u", seed, e);
    }
    for (unsigned e = 0; e < DX_ENCODINGS; e++)
        dx_encoded_free(lists[e]);
}

TEST(six_encodings_filter_to_the_hands_that_counting_finds)
{
    dx_cards deck = whole_deck();
    for (unsigned size = 3; size <= 5; size++) {
        dx_hand_numbers *numbers = dx_hand_numbers_new(&deck, size);
        for (unsigned seed = 0; seed < CASES; seed++) {
            CHECKING_SEED(seed);
            position p = random_position(seed, size, 36 + seed % 9, seed % 5);
            check_position(seed, &p, numbers,
                           seed % 2 == 0 ? DX_FIT_SEARCH : DX_FIT_ORDERS);
        }
        dx_hand_numbers_free(numbers);
    }
}

// The start of a game of 5 and of 3: the sizes of the report.
TEST(six_encodings_take_the_reports_number_of_bits)
{
    static const unsigned bits[2][DX_ENCODINGS] = {{20, 32, 15, 16, 50, 200},
                                                   {25, 40, 17, 24, 50, 200}};
    dx_cards deck = whole_deck();
    for (unsigned size = 4; size <= 5; size++) {
        dx_hand_numbers *numbers = dx_hand_numbers_new(&deck, size);
        CHECK_EQ(dx_hand_numbers_count(numbers), size == 4 ? 18480 : 99455);
        for (unsigned e = 0; e < DX_ENCODINGS; e++)
            CHECK_EQ(dx_encodings[e].bits(numbers), bits[size - 4][e]);
        position p = random_position(1, size, size == 4 ? 16 : 10, 1);
        check_position(1, &p, numbers, DX_FIT_SEARCH);
        dx_hand_numbers_free(numbers);
    }
}

// With one hint on t of k slots every hand that is left has t! (k - t)!
// orders, so that lists of multisets weigh what slots do.
static uint64_t orders_of(const position *p)
{
    static const unsigned factorial[] = {1, 1, 2, 6, 24, 120};
    unsigned alike = 0;
    for (unsigned slot = 0; slot < p->size; slot++)
        alike += p->slots.kinds[slot] == p->slots.kinds[0];
    return (uint64_t)factorial[alike] * factorial[p->size - alike];
}

TEST(six_encodings_weigh_what_slots_weigh)
{
    dx_cards deck = whole_deck();
    dx_hand_numbers *numbers = dx_hand_numbers_new(&deck, 4);
    for (unsigned seed = 0; seed < CASES; seed++) {
        CHECKING_SEED(seed);
        position p = random_position(seed, 4, 30 + seed % 15, seed % 2);
        uint64_t slot[DX_SLOTS_MAX][DX_KINDS_MAX], sum[KINDS];
        uint64_t all = dx_slots_marginals(&p.slots, KINDS, p.pool.count, slot);
        for (unsigned e = 0; e < DX_ENCODINGS; e++) {
            dx_encoded *list =
                dx_encoded_new(&dx_encodings[e], numbers, &p.pool);
            dx_encoded_filter(list, &p.slots, DX_FIT_SEARCH);
            uint64_t ways = dx_encoded_weigh(list, &p.pool, sum);
            CHECK(ways * orders_of(&p) == all);
            for (unsigned kind = 0; kind < KINDS; kind++) {
                uint64_t right = slot[0][kind] + slot[1][kind] + slot[2][kind] +
                                 slot[3][kind];
                CHECK_THAT(sum[kind] * orders_of(&p) == right,
                           "seed %u, encoding %u, kind %u", seed, e, kind);
            }
            dx_encoded_free(list);
        }
    }
    dx_hand_numbers_free(numbers);
}

TEST(an_encoded_hand_is_found_where_it_is_and_nowhere_else)
{
    dx_cards deck = whole_deck();
    dx_hand_numbers *numbers = dx_hand_numbers_new(&deck, 4);
    position p = random_position(7, 4, 40, 0);
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        dx_encoded *list = dx_encoded_new(&dx_encodings[e], numbers, &p.pool);
        dx_hand_iter it;
        size_t next = 0;
        dx_hand_iter_init(&it, &deck, 4);
        while (dx_hand_iter_next(&it)) {
            bool there = true;
            for (unsigned kind = 0; kind < p.pool.kinds; kind++)
                there &= it.hand.count[kind] <= p.pool.count[kind];
            CHECK_EQ(dx_encoded_find(list, dx_hand_key_of(&it.hand)),
                     there ? next : SIZE_MAX);
            next += there;
        }
        CHECK_EQ(next, dx_encoded_count(list));
        dx_encoded *copy = dx_encoded_copy(list);
        check_same(copy, list, 7);
        dx_encoded_free(copy);
        dx_encoded_free(list);
    }
    dx_hand_numbers_free(numbers);
}
