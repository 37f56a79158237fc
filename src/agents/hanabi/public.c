// The public table, kept up to date event by event.
//
// Kinds are bits, copies binary digits over kinds (dx_copies), so that "which
// kinds are left" and "how many copies of these" take a few operations for all
// kinds at once.  After every event the sets of all hands are refined until
// nothing changes: a slot with one kind left takes its copy from the pool, and
// kinds of which no copy is left go from the other slots.  A set that would
// become empty falls back to what literal hints leave: the convention was
// broken somewhere, and play goes on.

#include "agents/hanabi/public.h"

#include <assert.h>

static dx_copies copies_of(const uint8_t *number, unsigned kinds)
{
    dx_copies copies = {{0}};
    for (unsigned kind = 0; kind < kinds; kind++)
        for (unsigned d = 0; d < 3; d++)
            copies.digit[d] |= (uint32_t)(number[kind] >> d & 1) << kind;
    return copies;
}

// A rank whose copies are all gone dooms those above.
dx_kind_sets dx_colour_sets(const dx_hanabi *t, unsigned colour)
{
    dx_kind_sets sets = {0};
    bool doomed = false;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        unsigned kind = dx_hanabi_kind(t, colour, rank);
        uint32_t bit = UINT32_C(1) << kind;
        int left = t->copies[rank] - t->discarded[kind];
        doomed |= rank >= t->pile[colour] && left == 0;
        if (rank < t->pile[colour] || doomed)
            sets.dead |= bit;
        else if (left == 1)
            sets.critical |= bit;
        if (rank == t->pile[colour] && !doomed)
            sets.playable |= bit;
    }
    return sets;
}

static void sort_colour(dx_public *common, unsigned colour)
{
    dx_kind_sets sets = dx_colour_sets(&common->table, colour);
    uint32_t others = ~dx_hanabi_of_colour(&common->table, colour);
    common->playable = (common->playable & others) | sets.playable;
    common->dead = (common->dead & others) | sets.dead;
    common->critical = (common->critical & others) | sets.critical;
}

void dx_public_begin(dx_public *common, const dx_rules *rules)
{
    rules->game->setup(&common->table, rules);
    common->unseen =
        copies_of(common->table.unseen, dx_hanabi_kinds(&common->table));
    common->pool = common->unseen;
    for (unsigned seat = 0; seat < DX_HANABI_SEATS; seat++)
        common->advice[seat] = DX_NONE;
    for (unsigned colour = 0; colour < common->table.colours; colour++)
        sort_colour(common, colour);
}

static void leave(dx_hand_sets *hand, unsigned slot)
{
    assert(slot < hand->size);
    hand->size--;
    for (; slot < hand->size; slot++)
        hand->could[slot] = hand->could[slot + 1];
    hand->could[slot] = 0;
}

void dx_public_fold(dx_public *common, dx_event event)
{
    dx_hand_sets *hand = &common->hand[event.who];
    if (dx_hanabi_draws(event)) {
        event.arg[0] = DX_HOLE;
        dx_game_hanabi.fold(&common->table, event);
        assert(hand->size < DX_HANABI_SLOTS);
        hand->could[hand->size++] = dx_copies_kinds(&common->pool);
        return;
    }
    dx_game_hanabi.fold(&common->table, event);
    if (event.verb == DX_HANABI_HINT) {
        hand = &common->hand[event.arg[0]];
        for (unsigned slot = 0; slot < hand->size; slot++)
            hand->could[slot] &= common->table.could[event.arg[0]][slot];
    } else {
        bool is_blind = event.verb == DX_HANABI_BLIND;
        unsigned kind = event.arg[is_blind ? 0 : 1];
        if (!is_blind)
            leave(hand, event.arg[0]);
        dx_copies_take(&common->unseen, kind);
        sort_colour(common, common->table.colour_of[kind]);
    }
    common->pool = common->unseen;
    dx_hand_sets_refine(common->hand, &common->table, 0, common->table.players,
                        &common->pool);
}

// Does a known slot have a copy to take?  If not, it is not known after all.
static bool take_known(uint32_t *could, uint32_t literal, dx_copies *pool)
{
    if ((*could & dx_copies_kinds(pool)) == 0) {
        *could = literal;
        return false;
    }
    dx_copies_take(pool, (unsigned)__builtin_ctz(*could));
    return true;
}

// Shrinks the slots that are not `known` to what is left; true if one of
// them is known now.
static bool shrink(dx_hand_sets *hand, unsigned *known, const uint32_t *literal,
                   dx_copies *pool)
{
    uint32_t left = dx_copies_kinds(pool);
    bool news = false;
    for (unsigned slot = 0; slot < hand->size; slot++) {
        if (*known >> slot & 1 || dx_is_within(hand->could[slot], left))
            continue;
        uint32_t set = hand->could[slot] & left;
        hand->could[slot] = set != 0 ? set : literal[slot];
        if (set != 0 && dx_is_single(set)) {
            dx_copies_take(pool, (unsigned)__builtin_ctz(set));
            left = dx_copies_kinds(pool);
            *known |= 1U << slot;
            news = true;
        }
    }
    return news;
}

void dx_hand_sets_refine(dx_hand_sets *hands, const dx_hanabi *table,
                         unsigned first, unsigned count, dx_copies *pool)
{
    unsigned known[DX_HANABI_SEATS] = {0};
    for (unsigned i = 0; i < count; i++)
        for (unsigned slot = 0; slot < hands[i].size; slot++)
            if (dx_is_single(hands[i].could[slot]) &&
                take_known(&hands[i].could[slot], table->could[first + i][slot],
                           pool))
                known[i] |= 1U << slot;
    bool news = true;
    while (news) {
        news = false;
        for (unsigned i = 0; i < count; i++)
            news |= shrink(&hands[i], &known[i], table->could[first + i], pool);
    }
}

int dx_public_pace(const dx_public *common)
{
    const dx_hanabi *t = &common->table;
    int needed = (int)dx_hanabi_kinds(t) - __builtin_popcount(common->dead);
    return t->deck + t->players - needed;
}

unsigned dx_hand_sets_chop(const dx_hand_sets *hand, const dx_public *common)
{
    unsigned best = 0;
    double most = -1;
    for (unsigned slot = 0; slot < hand->size; slot++) {
        uint32_t could = hand->could[slot];
        unsigned all = dx_copies_in(&common->pool, could);
        unsigned safe = dx_copies_in(&common->pool, could & ~common->critical);
        double chance = all > 0 ? (double)safe / all
                                : dx_is_within(could, ~common->critical);
        if (chance > most) {
            most = chance;
            best = slot;
        }
    }
    return best;
}

unsigned dx_public_chop(const dx_public *common, unsigned seat)
{
    return dx_hand_sets_chop(&common->hand[seat], common);
}
