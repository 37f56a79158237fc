// The golden Hanabi states: hands counted in three ways, slot by slot, and at
// level two, all without listing a world.

#include "golden.h"
#include "judge.h"
#include "test.h"
#include "worlds/deal_table.h"
#include "worlds/slots.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 25, RANKS = 5, STEPS_MAX = 10000000 };

static unsigned kind_of(const json_t *file, const char *card)
{
    const char *colours = json_string_value(json_object_get(file, "colours"));
    const char *colour = strchr(colours, card[0]);
    CHECK(colour != NULL);
    return (unsigned)(colour - colours) * RANKS + (unsigned)(card[1] - '1');
}

// A deck, none of it dealt.
static dx_deal_space deck_of(const json_t *file)
{
    dx_deal_space deck;
    uint8_t copies[KINDS];
    const json_t *right = json_object_get(file, "copies");
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] =
            (uint8_t)json_integer_value(json_array_get(right, kind % RANKS));
    dx_deal_space_init(&deck, KINDS, copies);
    return deck;
}

static void take_out(const json_t *file, const json_t *cards,
                     dx_deal_space *pool)
{
    size_t i;
    json_t *card;
    json_array_foreach (cards, i, card) {
        unsigned kind = kind_of(file, json_string_value(card));
        CHECK(pool->copies[kind] > 0);
        pool->copies[kind]--;
    }
}

// The deck less everything that lies open: discards, piles, and the hands of
// all players but those of the set `hidden`.
static dx_deal_space pool_of(const json_t *file, const json_t *state,
                             unsigned hidden)
{
    dx_deal_space pool = deck_of(file);
    const char *colour;
    json_t *top, *hand;
    size_t player;
    take_out(file, json_object_get(state, "discards"), &pool);
    json_object_foreach (json_object_get(state, "piles"), colour, top)
        for (json_int_t rank = 1; rank <= json_integer_value(top); rank++) {
            char card[3] = {colour[0], (char)('0' + rank), 0};
            pool.copies[kind_of(file, card)]--;
        }
    json_array_foreach (json_object_get(state, "hands"), player, hand)
        if (!(hidden >> player & 1))
            take_out(file, hand, &pool);
    return pool;
}

// The kinds that a hint names.
static uint64_t named_by(const json_t *file, const json_t *hint)
{
    uint64_t kinds = 0;
    const json_t *what = json_object_get(hint, "what");
    for (unsigned kind = 0; kind < KINDS; kind++) {
        bool named =
            json_is_integer(what)
                ? kind % RANKS + 1 == (unsigned)json_integer_value(what)
                : kind / RANKS ==
                      kind_of(file, (const char[]){json_string_value(what)[0],
                                                   '1', 0}) /
                          RANKS;
        if (named)
            kinds |= DX_BIT(kind);
    }
    return kinds;
}

typedef enum hint_reading { NO_HINTS, POSITIVE_ONLY, FULL } hint_reading;

static dx_slots slots_of(const json_t *file, const json_t *state, size_t player,
                         hint_reading reads)
{
    const json_t *hand =
        json_array_get(json_object_get(state, "hands"), player);
    const json_t *hints =
        json_array_get(json_object_get(state, "hints"), player);
    dx_slots slots = {.count = (unsigned)json_array_size(hand)};
    size_t i, s;
    json_t *hint, *slot;
    for (unsigned at = 0; at < slots.count; at++)
        slots.kinds[at] = DX_BIT(KINDS) - 1;
    if (reads == NO_HINTS)
        return slots;
    json_array_foreach (hints, i, hint) {
        unsigned touched = 0;
        uint64_t named = named_by(file, hint);
        json_array_foreach (json_object_get(hint, "slots"), s, slot)
            touched |= 1U << json_integer_value(slot);
        for (unsigned at = 0; at < slots.count; at++)
            if (touched >> at & 1)
                slots.kinds[at] &= named;
            else if (reads == FULL)
                slots.kinds[at] &= ~named;
    }
    return slots;
}

static uint64_t playable(const json_t *file, const json_t *state)
{
    uint64_t kinds = 0;
    const char *colour;
    json_t *top;
    json_object_foreach (json_object_get(state, "piles"), colour, top) {
        char card[3] = {colour[0], (char)('1' + json_integer_value(top)), 0};
        if (json_integer_value(top) < RANKS)
            kinds |= DX_BIT(kind_of(file, card));
    }
    return kinds;
}

static uint64_t deals_of(const dx_deal_space *space)
{
    dx_tally deals = {0};
    CHECK_EQ(dx_deals_count(space, STEPS_MAX, &deals), DX_OK);
    CHECK_EQ(deals.quality, DX_EXACT);
    return (uint64_t)deals.whole;
}

// What can be in a hand.
static uint64_t contents_of(const dx_slots *slots, const dx_deal_space *pool)
{
    dx_deal_space space = *pool;
    worlds_add_hand(&space, slots);
    return deals_of(&space);
}

static void check_slot(const json_t *file, const json_t *slot,
                       const uint64_t *weight, uint64_t all, uint64_t can_play)
{
    dx_tally total = dx_tally_of(all);
    const json_t *odds = json_object_get(slot, "P");
    const char *card;
    json_t *fraction;
    size_t possible = 0;
    uint64_t plays = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        possible += weight[kind] > 0;
        plays += can_play >> kind & 1 ? weight[kind] : 0;
    }
    CHECK_EQ(possible, json_array_size(json_object_get(slot, "possible")));
    CHECK_EQ(possible, json_object_size(odds));
    json_object_foreach ((json_t *)odds, card, fraction)
        worlds_check_odds(dx_tally_of(weight[kind_of(file, card)]), total,
                          json_string_value(fraction));
    worlds_check_odds(dx_tally_of(plays), total,
                      json_string_value(json_object_get(slot, "P_playable")));
}

// One reading of one view: the three numbers and every slot; and the same
// numbers from tables.
static void check_reading(const json_t *file, const json_t *state,
                          const json_t *view, hint_reading reads)
{
    const json_t *right =
        json_object_get(view, reads == FULL ? "full" : "positive_only");
    unsigned player = (unsigned)worlds_number(view, "player");
    dx_deal_space pool = pool_of(file, state, 1U << player);
    dx_slots slots = slots_of(file, state, player, reads);
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    uint64_t all = dx_slots_marginals(&slots, KINDS, pool.copies, weight);
    size_t s;
    json_t *slot;
    CHECK_EQ(all, worlds_number(right, "arrangements"));
    CHECK_EQ(dx_slots_ordered(&slots, KINDS, pool.copies),
             worlds_number(right, "ordered"));
    CHECK_EQ(contents_of(&slots, &pool), worlds_number(right, "multisets"));
    json_array_foreach (json_object_get(right, "slots"), s, slot)
        check_slot(file, slot, weight[s], all, playable(file, state));

    dx_deal_table *table = NULL;
    for (unsigned at = 0; at < slots.count; at++)
        dx_deal_space_add_place(&pool, 1, slots.kinds[at]);
    CHECK_EQ(dx_deal_table_new(&pool, STEPS_MAX, &table), DX_OK);
    CHECK(dx_deal_table_total(table).whole == all);
    CHECK_EQ(deals_of(&pool), worlds_number(right, "ordered"));
    dx_deal_table_free(table);
}

TEST(golden_hanabi_views_have_the_right_hands_and_odds)
{
    json_t *file = worlds_golden("hanabi.json");
    json_t *state, *view;
    size_t i, j, views = 0;
    json_array_foreach (json_object_get(file, "states"), i, state)
        json_array_foreach (json_object_get(state, "views"), j, view) {
            unsigned player = (unsigned)worlds_number(view, "player");
            dx_deal_space pool = pool_of(file, state, 1U << player);
            dx_slots slots = slots_of(file, state, player, NO_HINTS);
            CHECK_EQ(contents_of(&slots, &pool),
                     worlds_number(view, "multisets_no_hints"));
            check_reading(file, state, view, FULL);
            check_reading(file, state, view, POSITIVE_ONLY);
            views++;
        }
    CHECK(views > 0);
    json_decref(file);
}

// What `player` holds possible that `other` holds possible: mine come from
// what I do not see, yours from that and from your real hand, less mine.
static uint64_t level_two(const json_t *file, const json_t *state,
                          unsigned player, unsigned other, hint_reading reads)
{
    dx_deal_space mine = pool_of(file, state, 1U << player);
    dx_deal_space both = pool_of(file, state, 1U << player | 1U << other);
    dx_slots my_slots = slots_of(file, state, player, reads);
    dx_slots your_slots = slots_of(file, state, other, reads);
    unsigned my_hand = worlds_add_hand(&both, &my_slots);
    worlds_add_hand(&both, &your_slots);
    for (unsigned kind = 0; kind < KINDS; kind++)
        dx_deal_space_add_between(&both, DX_BIT(my_hand), DX_BIT(kind), 0,
                                  mine.copies[kind]);
    return deals_of(&both);
}

static void check_level_two(const json_t *file, const json_t *state,
                            unsigned player, const json_t *right,
                            hint_reading reads)
{
    dx_deal_space pool = pool_of(file, state, 1U << player);
    dx_slots slots = slots_of(file, state, player, reads);
    const char *other;
    json_t *worlds;
    uint64_t sum = 0;
    CHECK_EQ(contents_of(&slots, &pool),
             worlds_number(right, "fixed_scenarios"));
    json_object_foreach (json_object_get(right, "worlds_by_other_agent"), other,
                         worlds) {
        uint64_t pairs = level_two(file, state, player,
                                   (unsigned)strtoul(other, NULL, 10), reads);
        CHECK_EQ(pairs, json_integer_value(worlds));
        sum += pairs;
    }
    CHECK_EQ(sum, worlds_number(right, "total_excluding_self"));
}

TEST(golden_hanabi_level_two_has_the_right_sizes)
{
    json_t *file = worlds_golden("hanabi.json");
    json_t *state, *view;
    size_t i, j, views = 0;
    json_array_foreach (json_object_get(file, "states"), i, state)
        json_array_foreach (json_object_get(state, "views"), j, view) {
            const json_t *right = json_object_get(view, "level2_no_hints");
            if (right == NULL)
                continue;
            check_level_two(file, state,
                            (unsigned)worlds_number(view, "player"), right,
                            NO_HINTS);
            CHECK_EQ(worlds_number(right, "total_excluding_self") +
                         worlds_number(right, "fixed_scenarios"),
                     worlds_number(right, "total_with_unit_self_sets"));
            views++;
        }
    CHECK(views > 0);
    json_decref(file);
}

// Some sizes are given for states that hanabi.json does not hold.
static const json_t *state_with_seed(const json_t *file, json_int_t seed)
{
    json_t *state;
    size_t i;
    json_array_foreach (json_object_get(file, "states"), i, state)
        if (worlds_number(state, "seed") == seed)
            return state;
    return NULL;
}

TEST(golden_hanabi_level_two_with_hints_has_the_right_sizes)
{
    json_t *file = worlds_golden("hanabi.json");
    json_t *hints = worlds_golden("hanabi_level2_hints.json");
    json_t *view;
    size_t i, views = 0;
    json_array_foreach (json_object_get(hints, "views"), i, view) {
        const json_t *state =
            state_with_seed(file, worlds_number(view, "state_seed"));
        if (state == NULL)
            continue;
        views++;
        unsigned player = (unsigned)worlds_number(view, "player");
        check_level_two(file, state, player, json_object_get(view, "full"),
                        FULL);
        check_level_two(file, state, player,
                        json_object_get(view, "positive_only"), POSITIVE_ONLY);
    }
    CHECK(views > 0);
    json_decref(hints);
    json_decref(file);
}

TEST(golden_hanabi_decks_have_the_right_number_of_hands)
{
    json_t *file = worlds_golden("hanabi.json");
    const char *size;
    json_t *hands;
    json_object_foreach (json_object_get(file, "hands_k"), size, hands) {
        dx_deal_space deck = deck_of(file);
        dx_deal_space_add_place(&deck, (unsigned)strtoul(size, NULL, 10),
                                DX_ALL_KINDS);
        CHECK_EQ(deals_of(&deck), json_integer_value(hands));
    }
    json_decref(file);
}
