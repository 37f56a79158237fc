// Where the hidden cards of events went, so that a world has a past: what
// belief under a policy goes through again (minds/turn/recall.h).

#include "game/places.h"
#include "games/clue/clue.h"

// Cards are dealt to hands and into the envelope; who looks there is told each
// by its number within its sort.
unsigned dx_clue_brought(const void *before, dx_event event, const void *turn,
                         dx_brought *out)
{
    const dx_clue *t = before, *now = turn;
    unsigned sorts = event.verb == DX_CLUE_LOOK ? DX_CLUE_SORTS : 0;
    unsigned envelope = t->players, shown = envelope + DX_CLUE_SORTS;
    for (unsigned sort = 0; sort < sorts; sort++)
        out[sort] = (dx_brought){.arg = (uint8_t)sort,
                                 .place = (uint8_t)(envelope + sort),
                                 .less = t->first[sort]};
    for (unsigned i = 0; i + 1 < t->turns; i++)
        shown += dx_clue_showed(&now->ask[i]);
    if (event.verb == DX_CLUE_HIDE)
        out[0] = (dx_brought){.place = (uint8_t)(envelope + t->dealt)};
    else if (event.verb == DX_CLUE_DEAL)
        out[0] = (dx_brought){.place = event.who};
    else if (event.verb == DX_CLUE_SHOW)
        out[0] = (dx_brought){.arg = 1, .place = (uint8_t)shown};
    else
        return sorts;
    return 1;
}
