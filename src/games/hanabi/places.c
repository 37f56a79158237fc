// Where the hidden cards of Hanabi lie: in the slots, one in each, seen by all
// but their owner.  The deck is the rest.  Hints are public and the rules never
// depend on hidden cards otherwise, so what hints leave for each slot is all
// that a bystander knows.

#include "game/places.h"
#include "games/hanabi/hanabi.h"

// Slots are numbered through, hand after hand.
unsigned dx_hanabi_place(const dx_hanabi *table, int seat, int slot)
{
    int place = slot;
    for (int before = 0; before < seat; before++)
        place += table->size[before];
    return (unsigned)place;
}

static void find_slot(const dx_hanabi *t, unsigned place, unsigned *out_seat,
                      unsigned *out_slot)
{
    unsigned seat = 0;
    while (place >= t->size[seat])
        place -= t->size[seat++];
    *out_seat = seat;
    *out_slot = place;
}

static void lots(void *table, dx_lot_list *out)
{
    dx_hanabi *t = table;
    memcpy(out->copies, t->unseen, out->kind_count = dx_hanabi_kinds(t));
    for (unsigned seat = 0; seat < t->players && !t->open; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            dx_list_lot(out, (dx_listed){1, ~(1U << seat), t->could[seat][slot],
                                         .card = &t->hand[seat][slot]});
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_hanabi *t = sight;
    dx_places_lay(&dx_hanabi_places, t, dealt);
    for (unsigned seat = 0; seat < t->players && !t->open; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            t->unseen[t->hand[seat][slot]]--;
}

// A card that is played or thrown is shown; the younger ones move down.
static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    unsigned seat, slot;
    find_slot(before, place, &seat, &slot);
    bool leaves = dx_hanabi_leaves(event);
    if (leaves && event.who == seat && event.arg[0] == slot) {
        out_known[event.arg[1]]++;
        return 0;
    }
    slot -= leaves && event.who == seat && event.arg[0] < slot;
    return DX_BIT(dx_hanabi_place(after, (int)seat, (int)slot));
}

// A draw is the newest card of a hand.
static unsigned brought(const void *before, dx_event event, const void *turn,
                        dx_brought *out)
{
    const dx_hanabi *t = before;
    if (event.verb != DX_HANABI_DRAW)
        return 0;
    out[0] = (dx_brought){
        .place = (uint8_t)dx_hanabi_place(turn, event.who, t->size[event.who])};
    return 1;
}

// The clues for one hand: those that name one of its cards.
static unsigned add_clues(const dx_hanabi *t, unsigned seat, dx_some *out)
{
    uint64_t places = 0;
    unsigned count = (unsigned)(t->colours + t->ranks);
    for (int slot = 0; slot < t->size[seat]; slot++)
        places |= DX_BIT(dx_hanabi_place(t, (int)seat, slot));
    for (unsigned clue = 0; clue < count; clue++)
        out[clue] = (dx_some){places, t->of_clue[clue]};
    return count;
}

static unsigned open_clues(const dx_hanabi *t, unsigned seat)
{
    unsigned clues = 0;
    for (int slot = 0; slot < t->size[seat]; slot++)
        clues |= t->clues_of[t->hand[seat][slot]];
    return (unsigned)__builtin_popcount(clues);
}

// Plays, discards, and the clues for every other hand.
static unsigned factors(const void *sight, unsigned seat, dx_some *out,
                        unsigned *out_count)
{
    const dx_hanabi *t = sight;
    bool throws = t->tokens < t->tokens_max || t->throw_when_full;
    unsigned known =
        t->size[seat] * (throws ? 2U : 1U) + (t->deck_plays && t->deck == 1);
    *out_count = 0;
    for (unsigned to = 0; to < t->players && t->tokens > 0; to++) {
        if (to == seat)
            continue;
        if (t->empty_hints)
            known += (unsigned)(t->colours + t->ranks);
        else if (t->open)
            known += open_clues(t, to);
        else
            *out_count += add_clues(t, to, out + *out_count);
    }
    return known;
}

const dx_places dx_hanabi_places = {
    .factors = factors,
    .lots = lots,
    .fill = fill,
    .since = since,
    .brought = brought,
};
