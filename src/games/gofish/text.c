// Words for ranks, and the table for a person.

#include "games/gofish/gofish.h"

#include <string.h>

static const char *const rank_word[DX_GOFISH_RANKS] = {
    "a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"};

const char *dx_gofish_word(unsigned rank)
{
    return rank_word[rank];
}

unsigned dx_gofish_values(const dx_rules *rules, const char *type)
{
    unsigned ranks = (unsigned)dx_rules_value(rules, "ranks");
    return strcmp(type, "rank") == 0 ? ranks : ranks + 1;
}

void dx_gofish_say(const dx_rules *rules DX_UNUSED, const char *type,
                   unsigned value, dx_text *out)
{
    if (strcmp(type, "rank") == 0)
        dx_text_add(out, rank_word[value]);
    else // a book of a rank, or none
        dx_text_add(out, value == 0 ? "none" : rank_word[value - 1]);
}

static void show_cards(unsigned rank, unsigned number, dx_text *out)
{
    for (unsigned i = 0; i < number; i++)
        dx_text_printf(out, " %s", rank_word[rank]);
}

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

// The cards of a hand that are known here, then a mark for each other one.
static void show_hand(const dx_gofish *t, unsigned seat, dx_text *out)
{
    bool all = is_seen(t, seat);
    unsigned shown = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        unsigned number = all ? (unsigned)t->count[seat][rank]
                              : dx_gofish_least(t, seat, rank);
        show_cards(rank, number, out);
        shown += number;
    }
    for (; shown < t->size[seat]; shown++)
        dx_text_add(out, " ?");
}

static void show_seat(const dx_gofish *t, unsigned seat, dx_text *out)
{
    bool asks = seat == t->turn && t->phase != DX_GOFISH_DONE;
    dx_text_printf(out, "%c%u:", asks ? '>' : ' ', seat + 1);
    show_hand(t, seat, out);
    if (t->laid[seat] > 0)
        dx_text_add(out, "   books");
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (t->owner[rank] == seat)
            show_cards(rank, 1, out);
    dx_text_add(out, "\n");
}

void dx_gofish_show(const void *table, dx_text *out)
{
    const dx_gofish *t = table;
    dx_text_printf(out, "stock: %u\n", dx_gofish_stock(t));
    for (unsigned seat = 0; seat < t->players; seat++)
        show_seat(t, seat, out);
    if (t->phase == DX_GOFISH_FISHING)
        dx_text_printf(out, "%u asked for %s and goes fishing\n", t->turn + 1U,
                       rank_word[t->asked]);
}
