#include "game/state.h"
#include "games/kemps/kemps.h"

static void add_hands(const dx_rules *rules, const dx_kemps *t, dx_text *out)
{
    dx_text_add(out, ",\"hands\":[");
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%s{\"size\":%u,\"hidden\":%u,\"cards\":",
                       seat > 0 ? "," : "", t->size[seat], t->hidden[seat]);
        dx_state_set(rules, "card", t->hand[seat], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

// Cards that are known to be in a hand, and how many there are besides.
void dx_kemps_state(const dx_rules *rules, const void *table, dx_text *out)
{
    const dx_kemps *t = table;
    dx_text_add(out, "{\"table\":");
    dx_state_set(rules, "card", t->table, out);
    add_hands(rules, t, out);
    dx_text_printf(out, ",\"deck\":%u,\"discards\":", t->deck);
    dx_state_set(rules, "card", t->discards, out);
    dx_text_add(out, ",\"gone\":");
    dx_state_set(rules, "card", t->gone, out);
    dx_text_add(out, ",\"taken\":");
    dx_state_set(rules, "card", t->taken, out);
    dx_text_add(out, ",\"given\":");
    dx_state_set(rules, "card", t->given, out);
    dx_text_add(out, ",\"scores\":");
    dx_state_numbers(t->players, t->score, out);
    dx_text_printf(out, ",\"idle\":%u,\"idle_max\":%u,\"turns\":%u}", t->idle,
                   t->idle_max, t->turns);
}
