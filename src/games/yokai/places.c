// Where the hidden cards of Yokai lie: each card of the table is a place of one
// card, seen by who has looked at it, and its colour is what lies there.  Moves
// change where a card is, not what it is.  In the end cards are turned over one
// by one: they leave the space, and the others move up.

#include "game/places.h"
#include "games/yokai/yokai.h"

static void lots(void *table, dx_lot_list *out)
{
    dx_yokai *t = table;
    memcpy(out->copies, t->left, out->kind_count = t->colours);
    for (unsigned card = t->shown; card < t->cards; card++)
        dx_list_lot(out, (dx_listed){1, t->looked[card], DX_ALL_KINDS,
                                     .card = &t->colour[card]});
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_yokai *t = sight;
    dx_places_lay(&dx_yokai_places, t, dealt);
    for (unsigned card = t->shown; card < t->cards; card++)
        t->left[t->colour[card]]--;
}

static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    (void)before, (void)after;
    if (event.verb == DX_YOKAI_SHOW && place == 0) {
        out_known[event.arg[0]]++;
        return 0;
    }
    return DX_BIT(event.verb == DX_YOKAI_SHOW ? place - 1 : place);
}

// The colour of a card, or of one that all know by the turn that follows.
static dx_brought brought_of(const dx_yokai *now, unsigned arg, unsigned card)
{
    if (card < now->shown)
        return (dx_brought){
            .arg = (uint8_t)arg, .place = DX_NONE, .kind = now->colour[card]};
    return (dx_brought){.arg = (uint8_t)arg,
                        .place = (uint8_t)(card - now->shown)};
}

static unsigned brought(const void *before, dx_event event, const void *turn,
                        dx_brought *out)
{
    const dx_yokai *t = before;
    if (event.verb == DX_YOKAI_LAY)
        out[0] = brought_of(turn, 0, t->laid);
    else if (event.verb == DX_YOKAI_LOOK)
        out[0] = brought_of(turn, 1, event.arg[0]);
    else
        return 0;
    return 1;
}

const dx_places dx_yokai_places = {
    .moves_are_open = true,
    .lots = lots,
    .fill = fill,
    .since = since,
    .brought = brought,
};
