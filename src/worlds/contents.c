// The automaton's state is, for each hand, the set of all sets of slots that
// the cards read so far can fill: a set of subsets of six slots is 64 bits.
// (This is the subset construction of Rabin and Scott: the automaton that
// guesses slots accepts a content once for each way to lay it out.)

#include "worlds/contents.h"

#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

typedef struct reached {
    uint64_t filled[DX_CONTENT_HANDS_MAX];
    dx_count words; // 0: this slot of the table is free
} reached;

typedef struct state_table {
    reached *at;
    size_t slots, count;
} state_table;

static state_table table_new(size_t slots)
{
    return (state_table){.at = dx_alloc(slots, sizeof(reached)),
                         .slots = slots};
}

static reached *table_slot(const state_table *table, const uint64_t *filled)
{
    size_t i = dx_hash_add(filled[0], filled[1]) & (table->slots - 1);
    while (table->at[i].words != 0 &&
           memcmp(table->at[i].filled, filled, sizeof table->at[i].filled) != 0)
        i = (i + 1) & (table->slots - 1);
    return &table->at[i];
}

static void table_grow(state_table *table)
{
    state_table larger = table_new(table->slots * 2);
    larger.count = table->count;
    for (size_t i = 0; i < table->slots; i++)
        if (table->at[i].words != 0)
            *table_slot(&larger, table->at[i].filled) = table->at[i];
    dx_free(table->at);
    *table = larger;
}

// False if the number overflows.
static bool table_add(state_table *table, const uint64_t *filled,
                      dx_count words)
{
    reached *slot = table_slot(table, filled);
    if (slot->words != 0)
        return !__builtin_add_overflow(slot->words, words, &slot->words);
    memcpy(slot->filled, filled, sizeof slot->filled);
    slot->words = words;
    if (++table->count * 2 > table->slots)
        table_grow(table);
    return true;
}

// What can be filled after 0, 1, ... more cards which fit the slots `fits`.
static void fill(uint64_t filled, unsigned fits, uint64_t *out_next)
{
    static const uint8_t bits[8] = {0, 1, 1, 2, 1, 2, 2, 3};
    memset(out_next, 0, (DX_CONTENT_SLOTS_MAX + 1) * sizeof *out_next);
    for (uint64_t left = filled; left != 0; left &= left - 1) {
        unsigned set = (unsigned)__builtin_ctzll(left);
        unsigned open = fits & ~set;
        for (unsigned put = open;; put = (put - 1) & open) {
            out_next[bits[put & 7] + bits[put >> 3]] |= DX_BIT(set | put);
            if (put == 0)
                break;
        }
    }
}

typedef struct kind_read {
    const dx_slotted_hand *hands;
    unsigned hand_count, copies;
    unsigned fits[DX_CONTENT_HANDS_MAX], most[DX_CONTENT_HANDS_MAX];
} kind_read;

static void read_kind(kind_read *reading, unsigned kind, unsigned copies)
{
    reading->copies = copies;
    for (unsigned h = 0; h < reading->hand_count; h++) {
        const dx_slotted_hand *hand = &reading->hands[h];
        unsigned fits = 0;
        for (unsigned s = 0; s < hand->slots.count; s++)
            fits |= (unsigned)(hand->slots.kinds[s] >> kind & 1) << s;
        reading->fits[h] = fits;
        reading->most[h] = (unsigned)__builtin_popcount(fits);
        if (hand->most != NULL && hand->most[kind] < reading->most[h])
            reading->most[h] = hand->most[kind];
    }
}

// Every number of cards of this kind in every hand.
static bool step(const kind_read *reading, const reached *from,
                 state_table *into)
{
    uint64_t next[DX_CONTENT_HANDS_MAX][DX_CONTENT_SLOTS_MAX + 1] = {{0}};
    for (unsigned h = 0; h < reading->hand_count; h++)
        fill(from->filled[h], reading->fits[h], next[h]);
    for (unsigned i = 0; i <= reading->most[0] && i <= reading->copies; i++)
        for (unsigned j = 0; j <= reading->most[1] && i + j <= reading->copies;
             j++) {
            uint64_t both[DX_CONTENT_HANDS_MAX] = {next[0][i], next[1][j]};
            bool dead =
                both[0] == 0 || (reading->hand_count == 2 && both[1] == 0);
            if (!dead && !table_add(into, both, from->words))
                return false;
        }
    return true;
}

static dx_status step_all(const kind_read *reading, state_table *table,
                          size_t states_max)
{
    state_table next = table_new(table->slots);
    bool fits = true;
    for (size_t i = 0; fits && i < table->slots; i++)
        if (table->at[i].words != 0)
            fits =
                step(reading, &table->at[i], &next) && next.count <= states_max;
    dx_free(table->at);
    *table = next;
    return fits ? DX_OK : DX_ERR_LIMIT;
}

// The words that end with all slots filled.
static dx_status accepted(const state_table *table, const kind_read *reading,
                          dx_count *out_contents)
{
    dx_count sum = 0;
    for (size_t i = 0; i < table->slots; i++) {
        bool full = table->at[i].words != 0;
        for (unsigned h = 0; h < reading->hand_count; h++) {
            unsigned all = (1U << reading->hands[h].slots.count) - 1;
            full = full && (table->at[i].filled[h] >> all & 1);
        }
        if (full && __builtin_add_overflow(sum, table->at[i].words, &sum))
            return DX_ERR_LIMIT;
    }
    *out_contents = sum;
    return DX_OK;
}

dx_status dx_contents_count(const dx_slotted_hand *hands, unsigned hand_count,
                            unsigned kind_count, const uint8_t *copies,
                            size_t states_max, dx_count *out_contents)
{
    kind_read reading = {.hands = hands, .hand_count = hand_count};
    DX_REQUIRE(hand_count >= 1 && hand_count <= DX_CONTENT_HANDS_MAX,
               "1 to DX_CONTENT_HANDS_MAX hands");
    DX_REQUIRE(kind_count <= DX_KINDS_MAX, "kinds <= DX_KINDS_MAX");
    uint64_t nothing[DX_CONTENT_HANDS_MAX] = {0};
    for (unsigned h = 0; h < hand_count; h++) {
        DX_REQUIRE(hands[h].slots.count <= DX_CONTENT_SLOTS_MAX,
                   "slots <= DX_CONTENT_SLOTS_MAX");
        nothing[h] = DX_BIT(0); // only the empty set is filled
    }
    state_table table = table_new(64);
    bool fits = table_add(&table, nothing, 1);
    dx_status status = fits ? DX_OK : DX_ERR_LIMIT;
    for (unsigned kind = 0; status == DX_OK && kind < kind_count; kind++) {
        read_kind(&reading, kind, copies[kind]);
        status = step_all(&reading, &table, states_max);
    }
    if (status == DX_OK)
        status = accepted(&table, &reading, out_contents);
    dx_free(table.at);
    return status;
}
