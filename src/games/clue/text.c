// Words for cards, and the table for a person.  The first words of each sort
// are those of the game as it is sold; the last ones, for larger packs, are
// those of its Master Detective.

#include "games/clue/clue.h"

#include <string.h>

static const char *const sort_word[] = {"suspect", "weapon", "room"};

static const char *const words[DX_CLUE_SORTS][DX_CLUE_ROOMS] = {
    {"scarlett", "mustard", "white", "green", "peacock", "plum", "rose", "grey",
     "peach", "brunette"},
    {"candlestick", "knife", "pipe", "revolver", "rope", "wrench", "poison",
     "horseshoe"},
    {"kitchen", "ballroom", "conservatory", "billiard", "library", "study",
     "hall", "lounge", "dining", "courtyard", "gazebo", "studio"},
};

const char *dx_clue_word(const dx_clue *table, unsigned card)
{
    unsigned sort = 0;
    while (card >= table->first[sort + 1])
        sort++;
    return words[sort][card - table->first[sort]];
}

// The sort that a type is, or DX_CLUE_SORTS.
static unsigned sort_of(const char *type)
{
    unsigned sort = 0;
    while (sort < DX_CLUE_SORTS && strcmp(type, sort_word[sort]) != 0)
        sort++;
    return sort;
}

// The cards of a sort, by the parameter that is called as many of it.
static unsigned cards_of(const dx_rules *rules, unsigned sort)
{
    static const char *const name[] = {"suspects", "weapons", "rooms"};
    return (unsigned)dx_rules_value(rules, name[sort]);
}

unsigned dx_clue_values(const dx_rules *rules, const char *type)
{
    unsigned sort = sort_of(type), count = 0;
    if (sort < DX_CLUE_SORTS)
        return cards_of(rules, sort);
    if (strcmp(type, "sort") == 0)
        return DX_CLUE_SORTS;
    for (sort = 0; sort < DX_CLUE_SORTS; sort++)
        count += cards_of(rules, sort);
    return count;
}

void dx_clue_say(const dx_rules *rules, const char *type, unsigned value,
                 dx_text *out)
{
    unsigned sort = sort_of(type);
    if (strcmp(type, "sort") == 0) {
        dx_text_add(out, sort_word[value]);
        return;
    }
    if (sort == DX_CLUE_SORTS) { // a card, of all
        sort = 0;
        while (sort + 1 < DX_CLUE_SORTS && value >= cards_of(rules, sort))
            value -= cards_of(rules, sort++);
    }
    dx_text_add(out, words[sort][value]);
}

static void show_card(const dx_clue *t, unsigned card, dx_text *out)
{
    dx_text_printf(out, " %s", card == DX_HOLE ? "?" : dx_clue_word(t, card));
}

static void show_triple(const dx_clue *t, dx_clue_triple triple, dx_text *out)
{
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        show_card(t, triple.card[sort], out);
}

static void show_set(const dx_clue *t, dx_clue_cards cards, dx_text *out)
{
    for (; cards != 0; cards &= cards - 1)
        show_card(t, dx_clue_first(cards), out);
}

static void show_seat(const dx_clue *t, unsigned seat, dx_text *out)
{
    unsigned known = dx_clue_size(t->hand[seat]);
    dx_text_printf(out, "%c%u:", seat == t->turn ? '>' : ' ', seat + 1);
    show_set(t, t->hand[seat], out);
    for (unsigned i = known; i < t->size[seat]; i++)
        dx_text_add(out, " ?");
    if (t->could[seat] != dx_clue_pack(t)) {
        dx_text_add(out, "   not");
        show_set(t, dx_clue_pack(t) & ~t->could[seat], out);
    }
    if (t->out >> seat & 1) {
        dx_text_add(out, "   wrongly accused");
        show_triple(t, t->accused[seat], out);
    }
    if (t->winner == seat)
        dx_text_add(out, "   has won");
    dx_text_add(out, "\n");
}

static void show_ask(const dx_clue *t, unsigned turn, dx_text *out)
{
    const dx_clue_ask *ask = &t->ask[turn];
    dx_text_printf(out, "%u asked for", ask->asker + 1U);
    show_triple(t, ask->named, out);
    if (!dx_clue_answered(ask)) {
        dx_text_add(out, "; nobody has any");
    } else if (!dx_clue_showed(ask)) {
        dx_text_printf(out, "; %u has to show", ask->shower + 1U);
    } else {
        dx_text_printf(out, "; %u showed", ask->shower + 1U);
        show_card(t, ask->card, out);
    }
    dx_text_add(out, "\n");
}

void dx_clue_show(const void *table, dx_text *out)
{
    const dx_clue *t = table;
    dx_text_add(out, "envelope:");
    show_triple(t, t->envelope, out);
    dx_text_add(out, "\n");
    for (unsigned seat = 0; seat < t->players; seat++)
        show_seat(t, seat, out);
    for (unsigned turn = 0; turn < t->turns; turn++)
        show_ask(t, turn, out);
}
