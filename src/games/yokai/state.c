// The table for a program: every card with its square, its colour where this
// table has it, who has looked at it and the hint that lies on it; and the
// hints.

#include "game/state.h"
#include "games/yokai/yokai.h"

static void add_hint(const dx_yokai *t, unsigned hint, dx_text *out)
{
    dx_text_add_char(out, '"');
    dx_yokai_say_hint(t->colours, hint, out);
    dx_text_add_char(out, '"');
}

static void add_card(const dx_rules *rules, const dx_yokai *t, unsigned card,
                     dx_text *out)
{
    const char *between = "";
    unsigned square = t->board.square[card];
    dx_text_printf(out, "{\"id\":\"c%u\",\"row\":%u,\"column\":%u,\"colour\":",
                   card + 1, dx_yokai_row(square), dx_yokai_column(square));
    dx_state_word(rules, "colour", t->colour[card], out);
    dx_text_add(out, ",\"looked\":[");
    for (unsigned seat = 0; seat < t->players; seat++)
        if (t->looked[card] >> seat & 1) {
            dx_text_printf(out, "%s%u", between, seat + 1);
            between = ",";
        }
    dx_text_add(out, "],\"hint\":");
    if (dx_yokai_is_marked(t, card))
        add_hint(t, t->mark[card], out);
    else
        dx_text_add(out, "null");
    dx_text_add_char(out, '}');
}

static void add_hints(const dx_yokai *t, unsigned where, const char *name,
                      dx_text *out)
{
    const char *between = "";
    dx_text_printf(out, ",\"%s\":[", name);
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++)
        if (t->hint[hint] == where) {
            dx_text_add(out, between);
            add_hint(t, hint, out);
            between = ",";
        }
    dx_text_add_char(out, ']');
}

void dx_yokai_state(const dx_rules *rules, const void *table, dx_text *out)
{
    const dx_yokai *t = table;
    dx_text_add(out, "{\"cards\":[");
    for (unsigned card = 0; card < t->board.count; card++) {
        dx_text_add(out, card > 0 ? "," : "");
        add_card(rules, t, card, out);
    }
    dx_text_add(out, "],\"colours\":");
    dx_state_set(rules, "colour", (1U << t->colours) - 1, out);
    dx_text_printf(out, ",\"copies\":%u,\"stack\":%u,\"placed\":%u,\"step\":%d",
                   t->copies, t->chosen ? 0 : t->hints - dx_yokai_drawn(t),
                   t->placed, __builtin_popcount(t->done));
    add_hints(t, DX_YOKAI_ACTIVE, "active", out);
    add_hints(t, DX_YOKAI_OPEN, "open", out);
    dx_text_printf(out, ",\"turns\":%u,\"ended\":%s}", t->turns,
                   t->ended ? "true" : "false");
}
