// Words for cards, colours, ranks and slots, and the table for a person.

#include "games/hanabi/hanabi.h"

#include <string.h>

static const char colour_letter[] = "rygbpw";
static const char *const colour_name[] = {"red",  "yellow", "green",
                                          "blue", "purple", "white"};

unsigned dx_hanabi_values(const dx_rules *rules, const char *type)
{
    unsigned colours = (unsigned)dx_rules_value(rules, "colours");
    unsigned ranks = (unsigned)dx_rules_value(rules, "ranks");
    if (strcmp(type, "card") == 0)
        return colours * ranks;
    if (strcmp(type, "colour") == 0)
        return colours;
    if (strcmp(type, "rank") == 0)
        return ranks;
    if (strcmp(type, "clue") == 0)
        return colours + ranks;
    unsigned slots = dx_hanabi_hand_size(rules);
    return strcmp(type, "slot") == 0 ? slots : 1U << slots;
}

static void say_slots(unsigned slots, dx_text *out)
{
    const char *between = "";
    if (slots == 0)
        dx_text_add(out, "none");
    for (unsigned slot = 0; slot < DX_HANABI_SLOTS; slot++)
        if (slots >> slot & 1) {
            dx_text_printf(out, "%s%u", between, slot + 1);
            between = ",";
        }
}

void dx_hanabi_say(const dx_rules *rules, const char *type, unsigned value,
                   dx_text *out)
{
    unsigned ranks = (unsigned)dx_rules_value(rules, "ranks");
    unsigned colours = (unsigned)dx_rules_value(rules, "colours");
    bool is_clue = strcmp(type, "clue") == 0;
    if (strcmp(type, "card") == 0)
        dx_text_printf(out, "%c%u", colour_letter[value / ranks],
                       value % ranks + 1);
    else if (strcmp(type, "colour") == 0 || (is_clue && value < colours))
        dx_text_add(out, colour_name[value]);
    else if (strcmp(type, "slots") == 0)
        say_slots(value, out);
    else // a rank, also as a clue, or a slot
        dx_text_printf(out, "%u", (is_clue ? value - colours : value) + 1);
}

static void show_card(const dx_hanabi *t, unsigned kind, dx_text *out)
{
    if (kind == DX_HOLE)
        dx_text_add(out, " ??");
    else
        dx_text_printf(out, " %c%u", colour_letter[kind / t->ranks],
                       kind % t->ranks + 1);
}

static void show_discards(const dx_hanabi *t, dx_text *out)
{
    dx_text_add(out, "discards:");
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        for (unsigned i = 0; i < t->discarded[kind]; i++)
            show_card(t, kind, out);
    dx_text_add(out, "\n");
}

// What hints have said of a slot: its colour, its rank, or a dot for each
// that is not named.
static void show_hinted(const dx_hanabi *t, unsigned seat, unsigned slot,
                        dx_text *out)
{
    uint32_t could = t->could[seat][slot];
    char mark[3] = "..";
    for (unsigned colour = 0; colour < t->colours; colour++)
        if ((could & ~dx_hanabi_of_colour(t, colour)) == 0)
            mark[0] = colour_letter[colour];
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if ((could & ~dx_hanabi_of_rank(t, rank)) == 0)
            mark[1] = (char)('1' + rank);
    dx_text_printf(out, " %s", mark);
}

void dx_hanabi_show(const void *table, dx_text *out)
{
    const dx_hanabi *t = table;
    dx_text_add(out, "piles:");
    for (unsigned colour = 0; colour < t->colours; colour++)
        dx_text_printf(out, " %c%u", colour_letter[colour], t->pile[colour]);
    dx_text_printf(out, "   score %u  hints %u  lives %u  deck %u\n", t->score,
                   t->tokens, t->lives, t->deck);
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%c%u:", seat == t->turn ? '>' : ' ', seat + 1);
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            show_card(t, t->hand[seat][slot], out);
        dx_text_add(out, "   told");
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            show_hinted(t, seat, slot, out);
        dx_text_add(out, "\n");
    }
    show_discards(t, out);
}
