// A table of Clue as the page shows it: hands, what each seat cannot have, the
// questions so far and their answers, all of it from the view's own sight.

#include "game/state.h"
#include "games/clue/clue.h"

static void add_card(const dx_clue *t, unsigned card, dx_text *out)
{
    if (card < t->cards)
        dx_text_printf(out, "\"%s\"", dx_clue_word(t, card));
    else
        dx_text_add(out, "null");
}

static void add_triple(const dx_clue *t, dx_clue_triple triple, dx_text *out)
{
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++) {
        dx_text_add(out, sort > 0 ? "," : "[");
        add_card(t, triple.card[sort], out);
    }
    dx_text_add_char(out, ']');
}

static void add_hands(const dx_rules *rules, const dx_clue *t, dx_text *out)
{
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%s{\"size\":%u,\"cards\":", seat > 0 ? "," : "",
                       t->size[seat]);
        dx_state_set(rules, "card", t->hand[seat], out);
        dx_text_add(out, ",\"not\":");
        dx_state_set(rules, "card", dx_clue_pack(t) & ~t->could[seat], out);
        dx_text_printf(out, ",\"out\":%s",
                       t->out >> seat & 1 ? "true" : "false");
        if (t->out >> seat & 1) {
            dx_text_add(out, ",\"accused\":");
            add_triple(t, t->accused[seat], out);
        }
        dx_text_add_char(out, '}');
    }
}

// Every question, with the card that was shown where this table has it.
static void add_asks(const dx_clue *t, dx_text *out)
{
    for (unsigned turn = 0; turn < t->turns; turn++) {
        const dx_clue_ask *ask = &t->ask[turn];
        dx_text_printf(out, "%s{\"asker\":%u,\"named\":", turn > 0 ? "," : "",
                       ask->asker + 1U);
        add_triple(t, ask->named, out);
        if (dx_clue_answered(ask))
            dx_text_printf(
                out, ",\"shower\":%u,\"showed\":%s,\"card\":", ask->shower + 1U,
                dx_clue_showed(ask) ? "true" : "false");
        else
            dx_text_add(out, ",\"shower\":null,\"showed\":false,\"card\":");
        add_card(t, ask->card, out);
        dx_text_add_char(out, '}');
    }
}

void dx_clue_state(const dx_rules *rules, const void *table, dx_text *out)
{
    const dx_clue *t = table;
    dx_text_add(out, "{\"hands\":[");
    add_hands(rules, t, out);
    dx_text_add(out, "],\"asks\":[");
    add_asks(t, out);
    dx_text_add(out, "],\"envelope\":");
    add_triple(t, t->envelope, out);
    if (t->winner < t->players)
        dx_text_printf(out, ",\"winner\":%u}", t->winner + 1U);
    else
        dx_text_add(out, ",\"winner\":null}");
}
