// Where the hidden cards of Clue lie: in the hands, each seen by its owner, and
// in the envelope behind them, seen by who has looked; clue.h says what all
// know of them.  Which card was shown is the shower's choice, seen by the two.

#include "game/places.h"
#include "games/clue/clue.h"

static void lots(void *table, dx_lot_list *out)
{
    dx_clue *t = table;
    memset(out->copies, 1, out->kind_count = t->cards);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_list_lot(out, (dx_listed){t->size[seat], 1U << seat, t->could[seat],
                                     .set = &t->hand[seat]});
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        dx_list_lot(out, (dx_listed){sort < t->dealt, dx_clue_looked(t),
                                     dx_clue_sort(t, sort),
                                     .card = &t->envelope.card[sort]});
    for (dx_clue_ask *ask = t->ask; ask < t->ask + t->turns; ask++)
        if (dx_clue_showed(ask))
            dx_list_lot(out,
                        (dx_listed){1, 1U << ask->shower | 1U << ask->asker,
                                    dx_clue_set(ask->named), .card = &ask->card,
                                    .from = DX_BIT(ask->shower)});
}

// Who is asked has one of the three, and an accusation was wrong.
static dx_claim heard(const void *sight, dx_claims *out)
{
    const dx_clue *t = sight;
    dx_claim all = dx_claim_number(out, 1);
    if (t->phase == DX_CLUE_SHOWING) // the shower has not chosen yet
        all = dx_claim_some(out, DX_BIT(t->ask[t->turns - 1].shower),
                            dx_clue_set(t->ask[t->turns - 1].named));
    for (unsigned left = t->out; left != 0; left &= left - 1) {
        dx_claim right =
            dx_claim_count(out, DX_CLUE_ENVELOPE << t->players,
                           dx_clue_set(t->accused[dx_clue_first(left)]));
        all = dx_claim_and(out, all, dx_claim_among(out, right, 7));
    }
    return all;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_places_lay(&dx_clue_places, sight, dealt);
    ((dx_clue *)sight)->unseen = 0;
}

const dx_places dx_clue_places = {
    .moves_are_open = true,
    .lots = lots,
    .heard = heard,
    .fill = fill,
    .brought = dx_clue_brought,
};
