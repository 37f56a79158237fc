#include "judge.h"

#include "base/vector.h"
#include "test.h"

#include <stdbool.h>
#include <stdlib.h>

// A deal of a small space is a number with one digit for each cell.
typedef struct case_file {
    const dx_deal_space *space;
    judged result;
    uint8_t kind_of[16];
    unsigned cards, held[JUDGE_PLACES];
    uint8_t count[JUDGE_PLACES][JUDGE_KINDS];
    DX_VECTOR(uint64_t) seen; // one entry for each arrangement
} case_file;

static bool is_satisfied(const case_file *court, const dx_bound *bound)
{
    unsigned there = 0;
    for (unsigned p = 0; p < court->space->place_count; p++)
        for (unsigned k = 0; k < court->space->kind_count; k++)
            if (bound->places >> p & 1 && bound->kinds >> k & 1)
                there += court->count[p][k];
    return bound->min <= there && there <= bound->max &&
           (bound->but & DX_BIT(there)) == 0;
}

static void reach_verdict(case_file *court)
{
    const dx_deal_space *space = court->space;
    uint64_t code = 0;
    for (unsigned p = 0; p < space->place_count; p++)
        if (court->held[p] != space->place[p].size)
            return;
    for (unsigned i = 0; i < space->bound_count; i++)
        if (!is_satisfied(court, &space->bound[i]))
            return;
    court->result.arrangements++;
    for (unsigned p = 0; p < space->place_count; p++)
        for (unsigned k = 0; k < space->kind_count; k++) {
            court->result.with[p][k][court->count[p][k]]++;
            code = code * 5 + court->count[p][k];
        }
    dx_vector_push(&court->seen, code);
}

static void lay(case_file *court, unsigned card)
{
    if (card == court->cards) {
        reach_verdict(court);
        return;
    }
    unsigned kind = court->kind_of[card];
    for (unsigned p = 0; p < court->space->place_count; p++) {
        if (!(court->space->place[p].kinds >> kind & 1) ||
            court->space->place[p].size == court->held[p])
            continue;
        court->held[p]++;
        court->count[p][kind]++;
        lay(court, card + 1);
        court->count[p][kind]--;
        court->held[p]--;
    }
    lay(court, card + 1); // it stays in the rest
}

static int by_code(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

judged worlds_judge(const dx_deal_space *space)
{
    case_file court = {.space = space};
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        for (unsigned i = 0; i < space->copies[kind]; i++)
            court.kind_of[court.cards++] = (uint8_t)kind;
    lay(&court, 0);
    dx_vector_reserve(&court.seen, 1); // qsort wants an array, also of none
    qsort(court.seen.at, court.seen.count, sizeof *court.seen.at, by_code);
    for (size_t i = 0; i < court.seen.count; i++)
        if (i == 0 || court.seen.at[i] != court.seen.at[i - 1])
            court.result.deals++;
    dx_vector_release(&court.seen);
    return court.result;
}

dx_deal_space worlds_random_space(dx_random *random, unsigned cards_max)
{
    dx_deal_space space;
    uint8_t copies[JUDGE_KINDS] = {0};
    unsigned kinds = 1 + (unsigned)dx_random_below(random, JUDGE_KINDS);
    unsigned cards = 0;
    for (unsigned k = 0; k < kinds; k++) {
        copies[k] = (uint8_t)dx_random_below(random, 4);
        if (cards + copies[k] > cards_max)
            copies[k] = 0;
        cards += copies[k];
    }
    dx_deal_space_init(&space, kinds, copies);
    unsigned places = (unsigned)dx_random_below(random, JUDGE_PLACES + 1);
    unsigned largest = 2 + (unsigned)dx_random_below(random, 3);
    for (unsigned p = 0; p < places; p++) {
        uint64_t holes = dx_random_next(random) & dx_random_next(random);
        unsigned size = (unsigned)dx_random_below(random, largest);
        if (size > cards && dx_random_below(random, 16) > 0)
            size = cards; // more room than cards only now and then
        cards -= size < cards ? size : cards;
        dx_deal_space_add_place(
            &space, size, dx_random_below(random, 2) ? DX_ALL_KINDS : ~holes);
    }
    unsigned bounds = (unsigned)dx_random_below(random, 4);
    for (unsigned i = 0; i < bounds; i++) {
        dx_bound bound = {.places = dx_random_next(random),
                          .kinds = dx_random_next(random),
                          .min = (uint8_t)dx_random_below(random, 2),
                          .max = (uint8_t)(1 + dx_random_below(random, 4))};
        if (dx_random_below(random, 3) == 0)
            bound.kinds = DX_BIT(dx_random_below(random, kinds));
        if (dx_random_below(random, 4) == 0)
            bound.but = DX_BIT(dx_random_below(random, 4));
        dx_deal_space_add_bound(&space, &bound);
    }
    return space;
}

// The kinds that fit no slot outside of a set of slots.
static uint64_t kinds_only_in(const dx_slots *slots, unsigned set)
{
    uint64_t inside = 0, outside = 0;
    for (unsigned s = 0; s < slots->count; s++)
        *(set >> s & 1 ? &inside : &outside) |= slots->kinds[s];
    return inside & ~outside;
}

unsigned worlds_add_hand(dx_deal_space *space, const dx_slots *slots)
{
    unsigned all = (1U << slots->count) - 1;
    unsigned hand =
        dx_deal_space_add_place(space, slots->count, kinds_only_in(slots, all));
    for (unsigned set = 1; set < all; set++) {
        uint64_t kinds = kinds_only_in(slots, set);
        if (kinds != 0)
            dx_deal_space_add_between(space, DX_BIT(hand), kinds, 0,
                                      (uint8_t)__builtin_popcount(set));
    }
    return hand;
}

dx_tally worlds_with(const dx_deal_space *space, unsigned place, unsigned kind,
                     unsigned min, unsigned max)
{
    dx_deal_space narrow = *space;
    dx_deal_table *table = NULL;
    dx_deal_space_add_bound(&narrow, &(dx_bound){.places = DX_BIT(place),
                                                 .kinds = DX_BIT(kind),
                                                 .min = (uint8_t)min,
                                                 .max = (uint8_t)max});
    CHECK_EQ(dx_deal_table_new(&narrow, 1000000, &table), DX_OK);
    dx_tally total = dx_deal_table_total(table);
    dx_deal_table_free(table);
    return total;
}
