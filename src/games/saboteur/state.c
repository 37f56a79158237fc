// The table for a program: tunnels and goals with their places (columns from
// the start, rows upwards), and of every seat what all see and what this table
// has of its role and hand.

#include "game/state.h"
#include "games/saboteur/saboteur.h"

static const char *yes_no(unsigned is)
{
    return is ? "true" : "false";
}

static void add_tunnels(const dx_rules *rules, const dx_saboteur *t,
                        dx_text *out)
{
    dx_text_add(out, ",\"tunnels\":[");
    for (unsigned i = 0; i < t->tunnels; i++) {
        const dx_saboteur_tunnel *tunnel = &t->tunnel[i];
        dx_text_add(out, i > 0 ? ",{\"card\":" : "{\"card\":");
        dx_state_word(rules, "card", tunnel->kind, out);
        dx_text_printf(out, ",\"x\":%d,\"y\":%d,\"turned\":%s}", tunnel->x,
                       tunnel->y, yes_no(tunnel->turned));
    }
    dx_text_add_char(out, ']');
}

static void add_goals(const dx_rules *rules, const dx_saboteur *t, dx_text *out)
{
    dx_text_add(out, ",\"goals\":[");
    for (unsigned i = 0; i < t->goals; i++) {
        dx_text_add(out, i > 0 ? ",{\"goal\":" : "{\"goal\":");
        dx_state_word(rules, "goal", i, out);
        dx_text_printf(out, ",\"x\":%u,\"y\":%d,\"up\":%s,\"turned\":%s",
                       t->distance, dx_saboteur_goal_row(t, i),
                       yes_no(t->up >> i & 1), yes_no(t->turned[i]));
        dx_text_add(out, ",\"lies\":");
        dx_state_word(rules, "treasure", t->goal[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_said(const dx_rules *rules, const dx_saboteur *t, unsigned seat,
                     dx_text *out)
{
    const char *between = "";
    dx_text_add(out, ",\"said\":{");
    for (unsigned i = 0; i < t->goals; i++) {
        if (t->said[seat][i] == DX_SABOTEUR_SAID_NOTHING)
            continue;
        dx_text_add(out, between);
        dx_state_word(rules, "goal", i, out);
        dx_text_add_char(out, ':');
        dx_state_word(rules, "word", t->said[seat][i] - 1U, out);
        between = ",";
    }
    dx_text_add_char(out, '}');
}

static void add_cards(const dx_rules *rules, const uint8_t *count, dx_text *out)
{
    const char *between = "";
    dx_text_add_char(out, '[');
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        for (unsigned i = 0; i < count[kind]; i++) {
            dx_text_add(out, between);
            dx_state_word(rules, "card", kind, out);
            between = ",";
        }
    dx_text_add_char(out, ']');
}

static void add_seat(const dx_rules *rules, const dx_saboteur *t, unsigned seat,
                     dx_text *out)
{
    dx_text_add(out, seat > 0 ? ",{\"role\":" : "{\"role\":");
    dx_state_word(rules, "role", t->role[seat], out);
    dx_text_printf(out, ",\"size\":%u,\"threw\":%u,\"gold\":%u,\"cards\":",
                   t->size[seat], t->throws[seat], t->gold[seat]);
    add_cards(rules, t->in_hand[seat], out);
    dx_text_add(out, ",\"broken\":");
    dx_state_set(rules, "tool", t->broken[seat], out);
    dx_text_add(out, ",\"looked\":");
    dx_state_set(rules, "goal", t->looked[seat], out);
    add_said(rules, t, seat, out);
    dx_text_add_char(out, '}');
}

void dx_saboteur_state(const dx_rules *rules, const void *table, dx_text *out)
{
    const dx_saboteur *t = table;
    dx_text_printf(out,
                   "{\"round\":%u,\"rounds\":%u,\"deck\":%u,\"distance\":%u",
                   t->round < t->rounds ? t->round + 1U : t->rounds, t->rounds,
                   dx_saboteur_deck(t), t->distance);
    add_tunnels(rules, t, out);
    add_goals(rules, t, out);
    dx_text_add(out, ",\"seats\":[");
    for (unsigned seat = 0; seat < t->players; seat++)
        add_seat(rules, t, seat, out);
    dx_text_add(out, "]}");
}
