// The table for a program: piles, tokens, and of every card what this table has
// and what hints have said.

#include "game/state.h"
#include "games/hanabi/hanabi.h"

// "red" -> "r": colours are called by the first letter of their cards.
static void add_colour(const dx_rules *rules, const dx_hanabi *t,
                       unsigned colour, dx_text *out)
{
    dx_text word = {0};
    dx_type_say(rules, "card", dx_hanabi_kind(t, colour, 0), &word);
    dx_text_printf(out, "\"%c\"", dx_text_string(&word)[0]);
    dx_text_release(&word);
}

static void add_piles(const dx_rules *rules, const dx_hanabi *t, dx_text *out)
{
    dx_text_add(out, "{\"piles\":{");
    for (unsigned colour = 0; colour < t->colours; colour++) {
        dx_text_add(out, colour > 0 ? "," : "");
        add_colour(rules, t, colour, out);
        dx_text_printf(out, ":%u", t->pile[colour]);
    }
    dx_text_printf(out,
                   "},\"hints\":%u,\"hints_max\":%u,\"lives\":%u,\"deck\":%u,"
                   "\"score\":%u",
                   t->tokens, t->tokens_max, t->lives, t->deck, t->score);
    if (t->turns_left != DX_HANABI_NOT_YET)
        dx_text_printf(out, ",\"turns_left\":%u", t->turns_left);
}

// What hints say of a slot: its colour and rank where only one is left, and
// those that are excluded.
static void add_told(const dx_rules *rules, const dx_hanabi *t, uint32_t could,
                     bool touched, dx_text *out)
{
    const char *between = "";
    unsigned colour = DX_NONE, rank = DX_NONE;
    dx_text not = {0};
    for (unsigned i = 0; i < t->colours; i++)
        if ((could & ~dx_hanabi_of_colour(t, i)) == 0)
            colour = i;
        else if ((could & dx_hanabi_of_colour(t, i)) == 0) {
            dx_text_add(&not, between);
            add_colour(rules, t, i, &not );
            between = ",";
        }
    for (unsigned i = 0; i < t->ranks; i++)
        if ((could & ~dx_hanabi_of_rank(t, i)) == 0)
            rank = i;
        else if ((could & dx_hanabi_of_rank(t, i)) == 0) {
            dx_text_printf(&not, "%s\"%u\"", between, i + 1);
            between = ",";
        }
    dx_text_add(out, ",\"told\":{\"colour\":");
    if (colour == DX_NONE)
        dx_text_add(out, "null");
    else
        add_colour(rules, t, colour, out);
    if (rank == DX_NONE)
        dx_text_add(out, ",\"rank\":null");
    else
        dx_text_printf(out, ",\"rank\":\"%u\"", rank + 1);
    dx_text_printf(out, ",\"not\":[%s],\"touched\":%s}", dx_text_string(&not ),
                   touched ? "true" : "false");
    dx_text_release(&not );
}

static void add_hand(const dx_rules *rules, const dx_hanabi *t, unsigned seat,
                     dx_text *out)
{
    dx_text_add_char(out, '[');
    for (unsigned slot = 0; slot < t->size[seat]; slot++) {
        dx_text_add(out, slot > 0 ? ",{\"card\":" : "{\"card\":");
        dx_state_word(rules, "card", t->hand[seat][slot], out);
        dx_text_printf(out, ",\"place\":\"holds(%u,%u)\",\"drawn\":%u",
                       seat + 1, slot + 1, t->order[seat][slot]);
        add_told(rules, t, t->could[seat][slot], t->touched[seat] >> slot & 1,
                 out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_counts(const dx_rules *rules, const dx_hanabi *t, dx_text *out)
{
    const char *between = "";
    dx_text_add(out, "],\"discards\":[");
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        for (unsigned i = 0; i < t->discarded[kind]; i++) {
            dx_text_add(out, between);
            dx_state_word(rules, "card", kind, out);
            between = ",";
        }
    dx_text_add(out, "],\"unseen\":{");
    between = "";
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        if (t->unseen[kind] > 0) {
            dx_text_add(out, between);
            dx_state_word(rules, "card", kind, out);
            dx_text_printf(out, ":%u", t->unseen[kind]);
            between = ",";
        }
    dx_text_add(out, "}}");
}

void dx_hanabi_state(const dx_rules *rules, const void *table, dx_text *out)
{
    const dx_hanabi *t = table;
    add_piles(rules, t, out);
    dx_text_add(out, ",\"hands\":[");
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_add(out, seat > 0 ? "," : "");
        add_hand(rules, t, seat, out);
    }
    add_counts(rules, t, out);
}
