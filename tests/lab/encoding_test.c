// The six ways to write a hand: the same hands, the same answers, and the
// answers of those who count without listing.

#include "base/memory.h"
#include "base/random.h"
#include "lab/reproduce/encoded.h"
#include "test.h"
#include "worlds/golden.h"
#include "worlds/judge.h"

#include <string.h>

enum { KINDS = DX_ENCODED_KINDS, CASES = 300, STEPS_MAX = 1000000 };

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
    dx_cards deck;
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
    dx_hand_key key = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned slot = 0; slot < p->size; slot++)
            if (p->hand[slot] == kind)
                key = key << 5 | kind;
    return key;
}

// The number of hands that the pool and the hints allow.
static uint64_t hands_of(const position *p)
{
    dx_deal_space space;
    dx_tally hands = {0};
    dx_deal_space_init(&space, KINDS, p->pool.count);
    worlds_add_hand(&space, &p->slots);
    CHECK_EQ(dx_deals_count(&space, STEPS_MAX, &hands), DX_OK);
    return (uint64_t)hands.whole;
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
    position unhinted = *p;
    for (unsigned slot = 0; slot < p->size; slot++)
        unhinted.slots.kinds[slot] = DX_ALL_KINDS;
    uint64_t all = hands_of(&unhinted), contents = hands_of(p);
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        lists[e] = dx_encoded_new(&dx_encodings[e], numbers, &p->pool);
        CHECK_THAT(dx_encoded_count(lists[e]) == all, "seed %u, encoding %u",
                   seed, e);
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

static bool allows(const dx_cards *pool, dx_hand_key key, unsigned size)
{
    uint8_t cards[DX_ENCODED_SIZE];
    dx_cards left = *pool;
    dx_hand_key_cards(key, size, cards);
    for (unsigned i = 0; i < size; i++)
        if (left.count[cards[i]]-- == 0)
            return false;
    return true;
}

TEST(an_encoded_hand_is_found_where_it_is_and_nowhere_else)
{
    dx_cards deck = whole_deck();
    dx_hand_numbers *numbers = dx_hand_numbers_new(&deck, 4);
    position p = random_position(7, 4, 40, 0);
    size_t count;
    dx_hand_key *keys = dx_hand_keys(&deck, 4, &count);
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        dx_encoded *list = dx_encoded_new(&dx_encodings[e], numbers, &p.pool);
        size_t next = 0;
        for (size_t i = 0; i < count; i++) {
            bool there = allows(&p.pool, keys[i], 4);
            CHECK_EQ(dx_encoded_find(list, keys[i]), there ? next : SIZE_MAX);
            next += there;
        }
        CHECK_EQ(next, dx_encoded_count(list));
        dx_encoded *copy = dx_encoded_copy(list);
        check_same(copy, list, 7);
        dx_encoded_free(copy);
        dx_encoded_free(list);
    }
    dx_free(keys);
    dx_hand_numbers_free(numbers);
}

TEST(a_pool_too_small_has_no_hands_and_the_empty_hand_is_one)
{
    dx_cards two_red_one_blue = {.count = {2, 1}};
    static const size_t right[] = {1, 2, 2, 1, 0};
    for (unsigned size = 0; size <= 4; size++) {
        size_t count;
        dx_free(dx_hand_keys(&two_red_one_blue, size, &count));
        CHECK_EQ(count, right[size]);
    }
}

// What the golden file says of a hand: how many cards of each kind.
static dx_hand_key key_of_counts(const json_t *counts)
{
    dx_hand_key key = 0;
    CHECK_EQ(json_array_size(counts), KINDS);
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (json_int_t i = json_integer_value(json_array_get(counts, kind));
             i > 0; i--)
            key = key << 5 | kind;
    return key;
}

// "r1 r1 r1 y5", in rising order.
static dx_hand_key key_of_name(const json_t *file, const char *name)
{
    const char *colours = json_string_value(json_object_get(file, "colours"));
    dx_hand_key key = 0;
    for (const char *at = name; *at != '\0'; at += at[2] == ' ' ? 3 : 2) {
        const char *colour = strchr(colours, at[0]);
        CHECK(colour != NULL);
        key = key << 5 | (dx_hand_key)(5 * (colour - colours) + at[1] - '1');
    }
    return key;
}

TEST(golden_hanabi_hands_come_in_the_reports_order)
{
    json_t *file = worlds_golden("hanabi.json");
    json_t *order = json_object_get(file, "order4"), *counts, *index;
    json_t *end = json_object_get(order, "last");
    dx_cards deck = whole_deck();
    size_t count, i;
    const char *name;
    dx_hand_key *keys = dx_hand_keys(&deck, 4, &count);

    json_array_foreach (json_object_get(order, "first"), i, counts)
        CHECK(keys[i] == key_of_counts(counts));
    json_array_foreach (end, i, counts)
        CHECK(keys[count - json_array_size(end) + i] == key_of_counts(counts));
    json_object_foreach (json_object_get(order, "index_of"), name, index)
        CHECK(keys[json_integer_value(index)] == key_of_name(file, name));
    dx_free(keys);
    json_decref(file);
}
