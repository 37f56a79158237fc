// Hands in words and in JSON (ask/lens_hands.h): for people as the game's words
// call them, in JSON with the terms of its quantity.

#include "ask/lens_hands.h"
#include "base/members.h"
#include "base/wrap.h"
#include "game/words.h"
#include "words/number.h"

#include <ctype.h>

static void add_name(const dx_lens *l, const dx_lens_hands *hands,
                     unsigned hand, dx_text *out)
{
    const dx_rules *rules = dx_lens_view(l)->rules;
    dx_text_printf(out, "%s(", hands->quantity->name);
    dx_type_say(rules, hands->quantity->type[0], hands->seat[hand], out);
    dx_text_add_char(out, ')');
}

static void add_kind(const dx_lens *l, const dx_lens_hands *hands,
                     unsigned kind, dx_text *out)
{
    dx_type_say(dx_lens_view(l)->rules, hands->quantity->type[1], kind, out);
}

// "Ann's cards of a rank:"
static void say_name(const dx_cast *cast, const dx_quantity *quantity,
                     unsigned seat, dx_text *out)
{
    const dx_number_words *words =
        dx_words_of_number(cast->rules->game, quantity->name);
    static const char *const type[] = {"seat"};
    const int args[] = {(int)seat};
    size_t from = out->length;
    dx_phrase(cast, "%0's ",
              &(dx_filling){.type = type,
                            .value = args,
                            .count = 1,
                            .who = DX_NONE,
                            .mind = DX_NONE},
              out);
    dx_text_add(out, words != NULL ? words->menu : "hand");
    out->at[from] = (char)toupper((unsigned char)out->at[from]);
    dx_text_add_char(out, ':');
}

// Is there more to say of the kind than that there is none?
static bool is_told(const dx_lens_hands *hands, unsigned hand, unsigned kind)
{
    const dx_hand_numbers *n = dx_lens_hands_numbers(hands, hand, kind);
    return hands->is_deep ? (n->sure | n->perhaps | n->undecided) != 1
                          : n->most > 0;
}

// "certain, 33 %", or "1 to 2" where it is only known what is possible.
static void say_chances(const dx_lens_hands *hands, unsigned hand,
                        unsigned kind, dx_text *out)
{
    const dx_hand_numbers *numbers = dx_lens_hands_numbers(hands, hand, kind);
    for (unsigned n = 1; hands->has_chances && n <= numbers->most; n++) {
        dx_text_add(out, n > 1 ? ", " : "");
        if (n <= numbers->least)
            dx_text_add(out, "certain");
        else
            dx_percent_words(
                dx_rational_value(dx_lens_hands_at(hands, hand, kind, n)), out);
    }
    if (!hands->has_chances && numbers->least < numbers->most)
        dx_text_printf(out, "%u to %u", numbers->least, numbers->most);
    else if (!hands->has_chances)
        dx_text_printf(out, "%u", numbers->most);
}

// "perhaps 0 1", behind a comma if it is not the first.
static void say_set(const char *title, uint64_t numbers, bool *any,
                    dx_text *out)
{
    if (numbers == 0)
        return;
    dx_text_printf(out, "%s%s", *any ? ", " : "", title);
    *any = true;
    for (uint64_t left = numbers; left != 0; left &= left - 1)
        dx_text_printf(out, "%s%d",
                       left == numbers && *title == '\0' ? "" : " ",
                       __builtin_ctzll(left));
}

static void say_numbers(const dx_hand_numbers *numbers, dx_text *out)
{
    bool any = false;
    say_set("", numbers->sure, &any, out);
    say_set("perhaps", numbers->perhaps, &any, out);
    say_set("undecided", numbers->undecided, &any, out);
}

void dx_lens_hands_say(const dx_lens *l, const dx_lens_hands *hands,
                       dx_text *out)
{
    const dx_cast cast = dx_lens_cast(l);
    for (unsigned h = 0; h < hands->count; h++) {
        dx_wrap wrap = {.out = out, .indent = 6};
        dx_text word = {0};
        say_name(&cast, hands->quantity, hands->seat[h], &word);
        dx_wrap_add(&wrap, " ");
        dx_wrap_words(&wrap, dx_text_string(&word));
        for (unsigned kind = 0; kind < hands->kinds; kind++) {
            if (!is_told(hands, h, kind))
                continue;
            dx_text_clear(&word);
            dx_value_say_as(cast.rules, hands->quantity->type[1], kind,
                            DX_WORD_MANY, &word);
            dx_text_add(&word, " (");
            if (hands->is_deep)
                say_numbers(dx_lens_hands_numbers(hands, h, kind), &word);
            else
                say_chances(hands, h, kind, &word);
            dx_text_add_char(&word, ')');
            dx_wrap_words(&wrap, dx_text_string(&word));
        }
        dx_wrap_end(&wrap);
        dx_text_release(&word);
    }
}

// ---- JSON ----

static void json_chances(const dx_lens_hands *hands, unsigned hand,
                         unsigned kind, dx_text *out)
{
    const dx_hand_numbers *numbers = dx_lens_hands_numbers(hands, hand, kind);
    dx_text_add_char(out, '[');
    for (unsigned n = 1; n <= numbers->most; n++) {
        dx_text_add(out, n > 1 ? "," : "");
        if (n <= numbers->least) {
            dx_text_add(out, "\"1\"");
        } else if (!hands->has_chances) {
            dx_text_add(out, "null"); // possible, and no more is known
        } else {
            dx_text_add_char(out, '"');
            dx_rational_print(dx_lens_hands_at(hands, hand, kind, n), out);
            dx_text_add_char(out, '"');
        }
    }
    dx_text_add_char(out, ']');
}

static void json_numbers(const dx_hand_numbers *numbers, dx_text *out)
{
    const char *const name[] = {"yes", "open", "undecided"};
    const uint64_t set[] = {numbers->sure, numbers->perhaps,
                            numbers->undecided};
    dx_text_add_char(out, '{');
    for (unsigned i = 0; i < 3; i++) {
        if (set[i] == 0)
            continue;
        dx_put_open(out, name[i], '[');
        for (uint64_t left = set[i]; left != 0; left &= left - 1)
            dx_put_number(out, NULL, (unsigned)__builtin_ctzll(left));
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '}');
}

static void json_cells(const dx_lens *l, const dx_lens_hands *hands,
                       unsigned hand, dx_text *out)
{
    for (unsigned kind = 0; kind < hands->kinds; kind++) {
        if (!is_told(hands, hand, kind))
            continue;
        dx_text word = {0};
        add_kind(l, hands, kind, &word);
        dx_put_said(out, NULL, &word);
        dx_text_add_char(out, ':');
        if (hands->is_deep)
            json_numbers(dx_lens_hands_numbers(hands, hand, kind), out);
        else
            json_chances(hands, hand, kind, out);
    }
}

void dx_lens_hands_json(const dx_lens *l, const dx_lens_hands *hands,
                        dx_text *out)
{
    dx_text word = {0};
    dx_text_add_char(out, '[');
    for (unsigned h = 0; h < hands->count; h++) {
        dx_put_open(out, NULL, '{');
        dx_put_number(out, "seat", hands->seat[h] + 1);
        add_name(l, hands, h, &word);
        dx_put_said(out, "name", &word);
        dx_put_open(out, "cells", '{');
        json_cells(l, hands, h, out);
        dx_text_add(out, "}}");
    }
    dx_text_add_char(out, ']');
}
