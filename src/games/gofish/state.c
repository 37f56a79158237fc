// The table for a program.  A hand that is seen here has its ranks; of every
// hand there is what all know it to have at least.

#include "game/state.h"
#include "games/gofish/gofish.h"

// Does this table have every card of the hand?
static bool is_seen(const dx_gofish *t, unsigned seat)
{
    int cards = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        if (t->count[seat][rank] < 0)
            return false;
        cards += t->count[seat][rank];
    }
    return cards == t->size[seat];
}

static void add_ranks(const dx_gofish *t, unsigned seat, bool least,
                      dx_text *out)
{
    const char *between = "";
    dx_text_add_char(out, '{');
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        unsigned number = least ? dx_gofish_least(t, seat, rank)
                                : (unsigned)t->count[seat][rank];
        if (number == 0)
            continue;
        dx_text_printf(out, "%s\"%s\":%u", between, dx_gofish_word(rank),
                       number);
        between = ",";
    }
    dx_text_add_char(out, '}');
}

static void add_books(const dx_gofish *t, dx_text *out)
{
    dx_text_add(out, "],\"books\":[");
    for (unsigned seat = 0; seat < t->players; seat++) {
        const char *between = "";
        dx_text_add(out, seat > 0 ? ",[" : "[");
        for (unsigned rank = 0; rank < t->ranks; rank++)
            if (t->owner[rank] == seat) {
                dx_text_printf(out, "%s\"%s\"", between, dx_gofish_word(rank));
                between = ",";
            }
        dx_text_add_char(out, ']');
    }
}

void dx_gofish_state(const dx_rules *rules DX_UNUSED, const void *table,
                     dx_text *out)
{
    const dx_gofish *t = table;
    dx_text_add(out, "{\"hands\":[");
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%s{\"size\":%u,\"ranks\":", seat > 0 ? "," : "",
                       t->size[seat]);
        if (is_seen(t, seat))
            add_ranks(t, seat, false, out);
        else
            dx_text_add(out, "null");
        dx_text_add(out, ",\"at_least\":");
        add_ranks(t, seat, true, out);
        dx_text_add_char(out, '}');
    }
    add_books(t, out);
    dx_text_printf(out, "],\"copies\":%u,\"stock\":%u,\"turns\":%u,\"asked\":",
                   t->copies, dx_gofish_stock(t), t->turns);
    if (t->turns > 0 && t->asked < t->ranks)
        dx_text_printf(out, "\"%s\"}", dx_gofish_word(t->asked));
    else
        dx_text_add(out, "null}");
}
