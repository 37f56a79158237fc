// Words for cards, and the table for a person.

#include "games/sample/sample.h"

unsigned dx_sample_values(const dx_rules *rules, const char *type)
{
    (void)type; // "card" is the only one
    return (unsigned)dx_rules_value(rules, "ranks");
}

void dx_sample_say(const dx_rules *rules, const char *type, unsigned value,
                   dx_text *out)
{
    (void)rules, (void)type;
    dx_text_printf(out, "%u", value + 1);
}

static void show_place(const dx_sample *t, unsigned seat, dx_text *out)
{
    if (t->shown[seat] != DX_NONE)
        dx_text_printf(out, "  shows %u", t->shown[seat] + 1U);
    else if (t->laid[seat] == DX_HOLE)
        dx_text_add(out, "  lays ?");
    else if (t->laid[seat] != DX_NONE)
        dx_text_printf(out, "  lays %u", t->laid[seat] + 1U);
}

void dx_sample_show(const void *table, dx_text *out)
{
    const dx_sample *t = table;
    dx_text_printf(out, "round %u of %u\n", t->round + 1U, t->hand_size);
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, " %u: score %u ", seat + 1, t->score[seat]);
        for (unsigned rank = 0; rank < t->ranks; rank++)
            for (unsigned i = 0; i < t->held[seat][rank]; i++)
                dx_text_printf(out, " %u", rank + 1);
        for (unsigned i = 0; i < t->hidden[seat]; i++)
            dx_text_add(out, " ?");
        show_place(t, seat, out);
        dx_text_add_char(out, '\n');
    }
}
