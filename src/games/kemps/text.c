// Words for cards and ranks, and the table for a person.

#include "games/kemps/kemps.h"

#include <string.h>

static const char suit_letter[] = "hdcs";
static const char *const rank_name[] = {"?", "a", "2", "3",  "4", "5", "6",
                                        "7", "8", "9", "10", "j", "q", "k"};

const char *dx_kemps_rank_word(const dx_kemps *table, unsigned rank)
{
    return rank_name[table->first + rank];
}

static unsigned ranks_of(const dx_rules *rules)
{
    return (unsigned)(dx_rules_value(rules, "to") -
                      dx_rules_value(rules, "from") + 1);
}

unsigned dx_kemps_values(const dx_rules *rules, const char *type)
{
    unsigned suits = (unsigned)dx_rules_value(rules, "suits");
    if (strcmp(type, "card") == 0)
        return ranks_of(rules) * suits;
    if (strcmp(type, "rank") == 0)
        return ranks_of(rules);
    return strcmp(type, "kemps") == 0 ? ranks_of(rules) + 1 : 1U << suits;
}

static void say_suits(unsigned suits, dx_text *out)
{
    if (suits == 0)
        dx_text_add(out, "none");
    for (unsigned suit = 0; suit < DX_KEMPS_SUITS; suit++)
        if (suits >> suit & 1)
            dx_text_add_char(out, suit_letter[suit]);
}

void dx_kemps_say(const dx_rules *rules, const char *type, unsigned value,
                  dx_text *out)
{
    unsigned suits = (unsigned)dx_rules_value(rules, "suits");
    unsigned from = (unsigned)dx_rules_value(rules, "from");
    if (strcmp(type, "card") == 0)
        dx_text_printf(out, "%s%c", rank_name[from + value / suits],
                       suit_letter[value % suits]);
    else if (strcmp(type, "suits") == 0)
        say_suits(value, out);
    else if (strcmp(type, "rank") == 0)
        dx_text_add(out, rank_name[from + value]);
    else // a Kemps of a rank, or none
        dx_text_add(out, value == 0 ? "no" : rank_name[from + value - 1]);
}

static void show_cards(const dx_kemps *t, dx_kemps_cards cards, dx_text *out)
{
    for (; cards != 0; cards &= cards - 1) {
        unsigned card = dx_kemps_first(cards);
        dx_text_printf(out, " %s%c", dx_kemps_rank_word(t, t->rank_of[card]),
                       suit_letter[card % t->suits]);
    }
}

void dx_kemps_show(const void *table, dx_text *out)
{
    const dx_kemps *t = table;
    dx_text_add(out, "table:");
    show_cards(t, t->table, out);
    dx_text_printf(out, "   deck %u  idle %u of %u  turn %u\n", t->deck,
                   t->idle, t->idle_max, t->turns + 1U);
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%c%u: score %u ", seat == t->turn ? '>' : ' ',
                       seat + 1, t->score[seat]);
        show_cards(t, t->hand[seat], out);
        for (unsigned i = 0; i < t->hidden[seat]; i++)
            dx_text_add(out, " ??");
        dx_text_add(out, "\n");
    }
    dx_text_add(out, "discards:");
    show_cards(t, t->discards, out);
    dx_text_add(out, "\n");
}
