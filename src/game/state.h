// game/state.h -- for a game's `state`: its words in JSON.

#ifndef DX_GAME_STATE_H
#define DX_GAME_STATE_H

#include "game/game.h"

// "r3", or null for a hole.
static inline void dx_state_word(const dx_rules *rules, const char *type,
                                 unsigned value, dx_text *out)
{
    dx_text word = {0};
    if (value >= dx_type_values(rules, type)) {
        dx_text_add(out, "null");
        return;
    }
    dx_type_say(rules, type, value, &word);
    dx_text_add_json(out, dx_text_string(&word));
    dx_text_release(&word);
}

// ["r1","y2"]: the values that are bits of a set.
static inline void dx_state_set(const dx_rules *rules, const char *type,
                                uint64_t set, dx_text *out)
{
    const char *between = "";
    dx_text_add_char(out, '[');
    for (; set != 0; set &= set - 1) {
        dx_text_add(out, between);
        dx_state_word(rules, type, (unsigned)__builtin_ctzll(set), out);
        between = ",";
    }
    dx_text_add_char(out, ']');
}

// [3,0,2]
static inline void dx_state_numbers(unsigned count, const uint8_t *number,
                                    dx_text *out)
{
    dx_text_add_char(out, '[');
    for (unsigned i = 0; i < count; i++)
        dx_text_printf(out, "%s%u", i > 0 ? "," : "", number[i]);
    dx_text_add_char(out, ']');
}

#endif
