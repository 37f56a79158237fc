// Counting deals.  The peer of the first ones is a trial in C of forward and
// backward sums over kinds with the filled slots as the state.

#include "bench.h"

#include "base/memory.h"
#include "worlds/deal_table.h"
#include "worlds/slot_list.h"
#include "worlds/slots.h"

#include <string.h>

enum { KINDS = 25, STEPS_MAX = 10000000 };

// Colour c, rank r is kind 5 c + r; a colour or a rank is a set of kinds.
static uint64_t colour(unsigned c)
{
    return UINT64_C(31) << (5 * c);
}

static uint64_t rank(unsigned r)
{
    return UINT64_C(0x108421) << r;
}

// What a player does not see at the start, with 20 cards in others' hands; in
// mid-game about half of that.
static void unseen(bool midgame, uint8_t *copies)
{
    static const uint8_t deck[5] = {3, 2, 2, 2, 1};
    dx_random random = dx_random_named(7, midgame, 0);
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] = deck[kind % 5];
    for (unsigned gone = midgame ? 30 : 16; gone > 0;) {
        unsigned kind = (unsigned)dx_random_below(&random, KINDS);
        if (copies[kind] == 0)
            continue;
        copies[kind]--;
        gone--;
    }
}

// Hints of both signs on every slot in mid-game: no two slots alike.
static dx_slots hand(unsigned count, bool midgame)
{
    dx_slots slots = {.count = count};
    for (unsigned s = 0; s < count; s++) {
        slots.kinds[s] = DX_BIT(KINDS) - 1;
        if (midgame)
            slots.kinds[s] &= ~colour(s) & ~rank((s + 2) % 5) &
                              (s == 1 ? rank(1) | rank(2) : DX_ALL_KINDS);
    }
    return slots;
}

static void measure_marginals(dx_bench *bench, unsigned count, bool midgame)
{
    uint8_t copies[KINDS];
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX], all = 0;
    dx_slots slots = hand(count, midgame);
    unseen(midgame, copies);

    while (dx_bench_running(bench)) {
        all = dx_slots_marginals(&slots, KINDS, copies, weight);
        dx_bench_keep(weight);
    }

    dx_bench_result(bench, all);
    for (unsigned kind = 0; kind < KINDS; kind++)
        dx_bench_result(bench, weight[0][kind]);
}

BENCH(hanabi_marginals_4_slots_start)
{
    measure_marginals(bench, 4, false);
    dx_bench_peer(bench, 2200, "trial in C");
}

BENCH(hanabi_marginals_4_slots_midgame)
{
    measure_marginals(bench, 4, true);
    dx_bench_peer(bench, 630, "trial in C");
}

BENCH(hanabi_marginals_5_slots_start)
{
    measure_marginals(bench, 5, false);
    dx_bench_peer(bench, 5800, "trial in C");
}

BENCH(hanabi_marginals_5_slots_midgame)
{
    measure_marginals(bench, 5, true);
    dx_bench_peer(bench, 1200, "trial in C");
}

BENCH(hanabi_random_hand_of_5_slots_midgame)
{
    uint8_t copies[KINDS], kind[DX_SLOTS_MAX];
    dx_slots slots = hand(5, true);
    dx_random random = dx_random_named(1, 2, 3);
    unseen(true, copies);

    while (dx_bench_running(bench))
        if (dx_slots_sample(&slots, KINDS, copies, &random, kind))
            dx_bench_keep(kind);

    random = dx_random_named(1, 2, 3);
    if (dx_slots_sample(&slots, KINDS, copies, &random, kind))
        for (unsigned s = 0; s < slots.count; s++)
            dx_bench_result(bench, kind[s]);
}

BENCH(hanabi_ordered_hands_of_5_slots)
{
    uint8_t copies[KINDS];
    uint64_t hands = 0;
    dx_slots slots = hand(5, true);
    unseen(true, copies);

    while (dx_bench_running(bench))
        hands = dx_slots_ordered(&slots, KINDS, copies);
    dx_bench_result(bench, hands);
}

BENCH(hanabi_list_ordered_hands_of_4_slots)
{
    uint8_t copies[KINDS];
    dx_slots slots = hand(4, true);
    size_t count = 0;
    unseen(true, copies);

    while (dx_bench_running(bench)) {
        dx_packed_hand *hands = NULL;
        if (dx_slots_list(&slots, KINDS, copies, 1000000, &hands, &count) !=
            DX_OK)
            return;
        dx_free(hands);
    }
    dx_bench_items(bench, (double)count);
    dx_bench_result(bench, count);
}

static void measure_table(dx_bench *bench, const dx_deal_space *space)
{
    dx_tally total = dx_tally_of(0);
    while (dx_bench_running(bench)) {
        dx_deal_table *table = NULL;
        if (dx_deal_table_new(space, STEPS_MAX, &table) != DX_OK)
            return;
        total = dx_deal_table_total(table);
        dx_deal_table_free(table);
    }
    dx_bench_result(bench, (uint64_t)total.whole);
}

// Three hands of five and the deck; six ranks asked for or denied.
BENCH(gofish_table_4_players)
{
    dx_deal_space space;
    uint8_t copies[13];
    memset(copies, 4, sizeof copies);
    copies[0] = copies[1] = 2;
    dx_deal_space_init(&space, 13, copies);
    for (unsigned p = 0; p < 3; p++) {
        dx_deal_space_add_place(&space, 5, ~DX_BIT(p + 4));
        dx_deal_space_add_bound(&space, &(dx_bound){.places = DX_BIT(p),
                                                    .kinds = DX_BIT(p + 7),
                                                    .min = 1,
                                                    .max = 4});
    }
    measure_table(bench, &space);
}

// Each of the sixteen cards on its own, six of them marked.
BENCH(yokai_table_16_cards)
{
    dx_deal_space space;
    static const uint8_t marks[6] = {3, 5, 6, 7, 11, 14};
    dx_deal_space_init(&space, 4, (const uint8_t[]){4, 4, 4, 4});
    for (unsigned card = 0; card < 16; card++)
        dx_deal_space_add_place(&space, 1,
                                card < 6 ? marks[card] : DX_ALL_KINDS);
    measure_table(bench, &space);
}

// Each card its own kind: a table of 4, two hands and the deck; each hand is
// known to hold two cards and not to hold eight others.
BENCH(kemps_table_3_players)
{
    dx_deal_space space;
    uint8_t copies[52];
    memset(copies, 1, sizeof copies);
    memset(copies, 0, 8); // my hand and the table
    dx_deal_space_init(&space, 52, copies);
    for (unsigned p = 0; p < 2; p++) {
        uint64_t gone = UINT64_C(0xff) << (20 + 8 * p);
        uint64_t held = UINT64_C(3) << (10 + 2 * p);
        dx_deal_space_add_place(&space, 4, ~gone);
        dx_deal_space_add_bound(&space, &(dx_bound){.places = DX_BIT(p),
                                                    .kinds = held,
                                                    .min = 2,
                                                    .max = 2});
    }
    measure_table(bench, &space);
}
