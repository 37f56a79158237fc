// The golden Hanabi states: hands counted in three ways, slot by slot, and at
// level two, all without listing a world.

#include "base/memory.h"
#include "golden.h"
#include "test.h"
#include "worlds/contents.h"
#include "worlds/deal_table.h"
#include "worlds/hand.h"
#include "worlds/slots.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 25, RANKS = 5, STATES_MAX = 1000000 };

static unsigned kind_of(const json_t *file, const char *card)
{
    const char *colours = json_string_value(json_object_get(file, "colours"));
    const char *colour = strchr(colours, card[0]);
    CHECK(colour != NULL);
    return (unsigned)(colour - colours) * RANKS + (unsigned)(card[1] - '1');
}

static dx_cards deck_of(const json_t *file)
{
    dx_cards deck = {.kinds = KINDS};
    const json_t *copies = json_object_get(file, "copies");
    for (unsigned kind = 0; kind < KINDS; kind++)
        deck.count[kind] =
            (uint8_t)json_integer_value(json_array_get(copies, kind % RANKS));
    return deck;
}

static void take_out(const json_t *file, const json_t *cards, dx_cards *pool)
{
    size_t i;
    json_t *card;
    json_array_foreach (cards, i, card) {
        unsigned kind = kind_of(file, json_string_value(card));
        CHECK(pool->count[kind] > 0);
        pool->count[kind]--;
    }
}

// The deck less everything that lies open: discards, piles, and the hands of
// all players but those of the set `hidden`.
static dx_cards pool_of(const json_t *file, const json_t *state,
                        unsigned hidden)
{
    dx_cards pool = deck_of(file);
    const char *colour;
    json_t *top, *hand;
    size_t player;
    take_out(file, json_object_get(state, "discards"), &pool);
    json_object_foreach (json_object_get(state, "piles"), colour, top)
        for (json_int_t rank = 1; rank <= json_integer_value(top); rank++) {
            char card[3] = {colour[0], (char)('0' + rank), 0};
            pool.count[kind_of(file, card)]--;
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

static dx_count contents_of(const dx_slots *slots, const dx_cards *pool)
{
    dx_count contents = 0;
    dx_slotted_hand hand = {.slots = *slots};
    CHECK_EQ(
        dx_contents_count(&hand, 1, KINDS, pool->count, STATES_MAX, &contents),
        DX_OK);
    return contents;
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
    dx_cards pool = pool_of(file, state, 1U << player);
    dx_slots slots = slots_of(file, state, player, reads);
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    uint64_t all = dx_slots_marginals(&slots, KINDS, pool.count, weight);
    size_t s;
    json_t *slot;
    CHECK_EQ(all, worlds_number(right, "arrangements"));
    CHECK_EQ(dx_slots_ordered(&slots, KINDS, pool.count),
             worlds_number(right, "ordered"));
    CHECK_EQ((uint64_t)contents_of(&slots, &pool),
             worlds_number(right, "multisets"));
    json_array_foreach (json_object_get(right, "slots"), s, slot)
        check_slot(file, slot, weight[s], all, playable(file, state));

    dx_deal_space space;
    dx_deal_table *table = NULL;
    dx_tally ordered = {0};
    dx_deal_space_init(&space, KINDS, pool.count);
    for (unsigned at = 0; at < slots.count; at++)
        dx_deal_space_add_place(&space, 1, slots.kinds[at]);
    CHECK_EQ(dx_deal_table_new(&space, STATES_MAX, &table), DX_OK);
    CHECK_EQ(dx_deals_count(&space, STATES_MAX, &ordered), DX_OK);
    CHECK(dx_deal_table_total(table).whole == all);
    CHECK_EQ((uint64_t)ordered.whole, worlds_number(right, "ordered"));
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
            dx_cards pool = pool_of(file, state, 1U << player);
            dx_slots slots = slots_of(file, state, player, NO_HINTS);
            uint64_t hands = (uint64_t)contents_of(&slots, &pool);
            CHECK_EQ(hands, worlds_number(view, "multisets_no_hints"));
            CHECK(dx_hands_count(&pool, slots.count) == hands);
            check_reading(file, state, view, FULL);
            check_reading(file, state, view, POSITIVE_ONLY);
            views++;
        }
    CHECK(views > 0);
    json_decref(file);
}

// What `player` holds possible that `other` holds possible: mine come from
// what I do not see, yours from that and from your real hand, less mine.
static dx_count level_two(const json_t *file, const json_t *state,
                          unsigned player, unsigned other, hint_reading reads)
{
    dx_cards mine = pool_of(file, state, 1U << player);
    dx_cards both = pool_of(file, state, 1U << player | 1U << other);
    dx_count pairs = 0;
    dx_slotted_hand hands[2] = {
        {.slots = slots_of(file, state, player, reads), .most = mine.count},
        {.slots = slots_of(file, state, other, reads)}};
    CHECK_EQ(dx_contents_count(hands, 2, KINDS, both.count, STATES_MAX, &pairs),
             DX_OK);
    return pairs;
}

static void check_level_two(const json_t *file, const json_t *state,
                            unsigned player, const json_t *right,
                            hint_reading reads)
{
    dx_cards pool = pool_of(file, state, 1U << player);
    dx_slots slots = slots_of(file, state, player, reads);
    const char *other;
    json_t *worlds;
    uint64_t sum = 0;
    CHECK_EQ((uint64_t)contents_of(&slots, &pool),
             worlds_number(right, "fixed_scenarios"));
    json_object_foreach (json_object_get(right, "worlds_by_other_agent"), other,
                         worlds) {
        uint64_t pairs = (uint64_t)level_two(
            file, state, player, (unsigned)strtoul(other, NULL, 10), reads);
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
    dx_cards deck = deck_of(file);
    const char *size;
    json_t *hands;
    json_object_foreach (json_object_get(file, "hands_k"), size, hands)
        CHECK_EQ(
            (uint64_t)dx_hands_count(&deck, (unsigned)strtoul(size, NULL, 10)),
            json_integer_value(hands));
    CHECK_EQ((uint64_t)dx_hands_count(&deck, 4), worlds_number(file, "hands4"));
    CHECK_EQ((uint64_t)dx_hands_count(&deck, 5), worlds_number(file, "hands5"));
    json_decref(file);
}

static bool is_hand(const dx_cards *hand, const json_t *counts)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (hand->count[kind] !=
            json_integer_value(json_array_get(counts, kind)))
            return false;
    return json_array_size(counts) == KINDS;
}

// "r1 r1 r1 y5"
static dx_cards hand_named(const json_t *file, const char *name)
{
    dx_cards hand = {.kinds = KINDS};
    for (const char *at = name; *at != '\0'; at += at[2] == ' ' ? 3 : 2)
        hand.count[kind_of(file, at)]++;
    return hand;
}

TEST(golden_hanabi_hands_come_in_the_reports_order)
{
    json_t *file = worlds_golden("hanabi.json");
    json_t *order = json_object_get(file, "order4"), *counts, *index;
    dx_cards deck = deck_of(file);
    size_t count = (size_t)dx_hands_count(&deck, 4), listed = 0, i, last;
    dx_cards *hands = dx_alloc(count, sizeof *hands);
    dx_hand_iter it;
    const char *name;
    dx_hand_iter_init(&it, &deck, 4);
    while (dx_hand_iter_next(&it))
        hands[listed++] = it.hand;
    CHECK_EQ(listed, count);

    json_array_foreach (json_object_get(order, "first"), i, counts)
        CHECK(is_hand(&hands[i], counts));
    last = json_array_size(json_object_get(order, "last"));
    json_array_foreach (json_object_get(order, "last"), i, counts)
        CHECK(is_hand(&hands[count - last + i], counts));
    json_object_foreach (json_object_get(order, "index_of"), name, index) {
        dx_cards hand = hand_named(file, name);
        CHECK(memcmp(&hands[json_integer_value(index)], &hand, sizeof hand) ==
              0);
    }
    dx_free(hands);
    json_decref(file);
}
