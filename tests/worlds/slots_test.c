// Hands of slots: the closed form against tables, what is in them against
// listings.

#include "base/memory.h"
#include "judge.h"
#include "test.h"
#include "worlds/deal_table.h"
#include "worlds/slot_list.h"
#include "worlds/slots.h"

#include <math.h>
#include <string.h>

enum { STEPS_MAX = 1000000, HANDS = 1500, KINDS = 7 };

// A hand of slots, each of which may miss some kinds, and what is unseen.
typedef struct slot_question {
    dx_slots slots;
    uint8_t copies[KINDS];
} slot_question;

static slot_question random_question(unsigned seed, unsigned slots_max)
{
    dx_random random = dx_random_named(seed, 0, 5);
    slot_question asked = {
        .slots.count = (unsigned)dx_random_below(&random, slots_max + 1)};
    for (unsigned s = 0; s < asked.slots.count; s++)
        asked.slots.kinds[s] =
            dx_random_next(&random) | dx_random_next(&random);
    for (unsigned k = 0; k < KINDS; k++)
        asked.copies[k] = (uint8_t)dx_random_below(&random, 4);
    return asked;
}

static dx_deal_space space_of(const slot_question *asked)
{
    dx_deal_space space;
    dx_deal_space_init(&space, KINDS, asked->copies);
    for (unsigned s = 0; s < asked->slots.count; s++)
        dx_deal_space_add_place(&space, 1, asked->slots.kinds[s]);
    return space;
}

TEST(slots_agree_with_tables)
{
    unsigned unfillable = 0;
    for (unsigned seed = 0; seed < HANDS; seed++) {
        CHECKING_SEED(seed);
        slot_question asked = random_question(seed, DX_SLOTS_MAX);
        dx_deal_space space = space_of(&asked);
        uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
        dx_deal_table *table = NULL;
        CHECK_EQ(dx_deal_table_new(&space, STEPS_MAX, &table), DX_OK);

        uint64_t all =
            dx_slots_marginals(&asked.slots, KINDS, asked.copies, weight);

        CHECK(dx_deal_table_total(table).whole == all);
        for (unsigned s = 0; s < asked.slots.count; s++)
            for (unsigned k = 0; k < KINDS; k++)
                CHECK_THAT(worlds_with(&space, s, k, 1, 1).whole ==
                               weight[s][k],
                           "seed %u: slot %u, kind %u", seed, s, k);
        unfillable += all == 0;
        dx_deal_table_free(table);
    }
    CHECK(unfillable > 0 && unfillable < HANDS / 2);
}

// The content of a deal of single cards, as a number in base 9.
typedef struct content_list {
    unsigned slots;
    size_t deals, count;
    uint64_t at[20000];
} content_list;

static bool add_content(void *context, const dx_dealt *dealt, dx_tally weight)
{
    content_list *list = context;
    uint64_t code = 0;
    (void)weight;
    for (unsigned k = 0; k < KINDS; k++) {
        unsigned there = 0;
        for (unsigned s = 0; s < list->slots; s++)
            there += dealt->count[s][k];
        code = code * 9 + there;
    }
    list->deals++;
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == code)
            return true;
    list->at[list->count++] = code;
    return true;
}

TEST(ordered_hands_and_contents_agree_with_listings)
{
    static content_list list;
    for (unsigned seed = 0; seed < HANDS / 5; seed++) {
        CHECKING_SEED(seed);
        slot_question asked = random_question(seed, 4);
        dx_deal_space space = space_of(&asked);
        dx_deal_space hand;
        dx_tally contents;
        list = (content_list){.slots = asked.slots.count};
        CHECK_EQ(dx_deals_each(&space, STEPS_MAX, 20000, add_content, &list),
                 DX_OK);

        dx_deal_space_init(&hand, KINDS, asked.copies);
        worlds_add_hand(&hand, &asked.slots);
        CHECK_EQ(dx_deals_count(&hand, STEPS_MAX, &contents), DX_OK);

        CHECK_THAT(dx_slots_ordered(&asked.slots, KINDS, asked.copies) ==
                       list.deals,
                   "seed %u: ordered", seed);
        CHECK_THAT(contents.whole == list.count, "seed %u: contents", seed);
    }
}

TEST(listed_hands_rise_and_weigh_all_arrangements)
{
    for (unsigned seed = 0; seed < HANDS / 5; seed++) {
        CHECKING_SEED(seed);
        slot_question asked = random_question(seed, 5);
        uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
        uint64_t all =
            dx_slots_marginals(&asked.slots, KINDS, asked.copies, weight);
        uint64_t ordered = dx_slots_ordered(&asked.slots, KINDS, asked.copies);
        uint64_t sum = 0;
        dx_packed_hand *hands = NULL;
        size_t count = 99;
        if (ordered > 0)
            CHECK_EQ(dx_slots_list(&asked.slots, KINDS, asked.copies,
                                   ordered - 1, &hands, &count),
                     DX_ERR_LIMIT);
        CHECK(hands == NULL && count == 99);

        CHECK_EQ(dx_slots_list(&asked.slots, KINDS, asked.copies, ordered,
                               &hands, &count),
                 DX_OK);

        CHECK_EQ(count, ordered);
        for (size_t i = 0; i < count; i++) {
            CHECK(i == 0 || hands[i - 1] < hands[i]);
            for (unsigned s = 0; s < asked.slots.count; s++)
                CHECK(asked.slots.kinds[s] >> dx_packed_kind(hands[i], s) & 1);
            sum += dx_packed_weight(hands[i], asked.slots.count, asked.copies);
        }
        CHECK_THAT(sum == all, "seed %u: weights", seed);
        dx_free(hands);
    }
}

TEST(random_hands_are_as_frequent_as_they_weigh)
{
    enum { DRAWS = 4000 };
    for (unsigned seed = 0; seed < 40; seed++) {
        CHECKING_SEED(seed);
        slot_question asked = random_question(seed, 5);
        uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
        unsigned drawn[DX_SLOTS_MAX][KINDS] = {0};
        uint8_t kind[DX_SLOTS_MAX];
        dx_random random = dx_random_named(seed, 1, 5);
        uint64_t all =
            dx_slots_marginals(&asked.slots, KINDS, asked.copies, weight);
        for (unsigned i = 0; i < DRAWS && all > 0; i++) {
            CHECK(dx_slots_sample(&asked.slots, KINDS, asked.copies, &random,
                                  kind));
            for (unsigned s = 0; s < asked.slots.count; s++)
                drawn[s][kind[s]]++;
        }
        CHECK(all > 0 || !dx_slots_sample(&asked.slots, KINDS, asked.copies,
                                          &random, kind));
        for (unsigned s = 0; s < asked.slots.count && all > 0; s++)
            for (unsigned k = 0; k < KINDS; k++) {
                double odds = (double)weight[s][k] / (double)all;
                double sd = sqrt(DRAWS * odds * (1 - odds));
                CHECK_THAT(fabs(drawn[s][k] - DRAWS * odds) <= 5 * sd + 1e-6,
                           "seed %u: slot %u, kind %u: %u of %g", seed, s, k,
                           drawn[s][k], DRAWS * odds);
            }
    }
}

// A deck of 120 different cards in eight slots: 120 * 119 * ... * 113.
TEST(the_largest_hand_fits_64_bits)
{
    dx_slots slots = {.count = 8};
    uint8_t copies[60];
    uint64_t right = 1;
    memset(copies, 2, sizeof copies);
    for (unsigned s = 0; s < 8; s++) {
        slots.kinds[s] = DX_ALL_KINDS;
        right *= 120 - s;
    }

    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    CHECK(dx_slots_marginals(&slots, 60, copies, weight) == right);
}
