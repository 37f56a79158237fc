// A table to start at, as a text: parts with a semicolon between them, each a
// word and what belongs to it.
//
//     piles r2 b1; gone r1 y3 y3; hints 4; lives 2; next 3
//
// Of a pile its top card is named; what is gone was thrown or misplayed.  All
// of it is public and therefore a parameter; the hands are dealt.

#include "games/hanabi/hanabi.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
    const dx_rules *rules;
    const char *text, *at;
    dx_hanabi_start *out;
    dx_error *error;
} reader;

static int value_of(const reader *r, const char *name)
{
    return dx_rules_value(r->rules, name);
}

static dx_status expected(const reader *r, const char *what)
{
    return dx_fail(r->error, DX_ERR_INPUT, 0, 0,
                   "from: expected %s at character %zu ('%.20s')", what,
                   (size_t)(r->at - r->text) + 1, r->at);
}

static void skip_blanks(reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool is_at_end(reader *r)
{
    skip_blanks(r);
    return *r->at == ';' || *r->at == '\0';
}

// A whole word.
static bool read_word(reader *r, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(r);
    if (strncmp(r->at, word, length) != 0 ||
        isalnum((unsigned char)r->at[length]))
        return false;
    r->at += length;
    return true;
}

static dx_status read_card(reader *r, unsigned *out)
{
    size_t length = 0;
    skip_blanks(r);
    while (isalnum((unsigned char)r->at[length]))
        length++;
    if (!dx_type_read(r->rules, "card", r->at, length, out))
        return expected(r, "a card of this pack, such as r1,");
    r->at += length;
    return DX_OK;
}

static dx_status read_number(reader *r, const char *what, int min, int max,
                             uint8_t *out)
{
    int number = 0;
    skip_blanks(r);
    if (!isdigit((unsigned char)*r->at))
        return expected(r, "a number");
    while (isdigit((unsigned char)*r->at) && number < 1000)
        number = 10 * number + (*r->at++ - '0');
    if (number < min || number > max)
        return dx_fail(r->error, DX_ERR_INPUT, 0, 0,
                       "from: %s %d, expected %d to %d", what, number, min,
                       max);
    *out = (uint8_t)number;
    return DX_OK;
}

static dx_status read_piles(reader *r)
{
    unsigned ranks = (unsigned)value_of(r, "ranks"), card;
    while (!is_at_end(r)) {
        dx_status status = read_card(r, &card);
        if (status != DX_OK)
            return status;
        if (r->out->pile[card / ranks] > 0)
            return expected(r, "one top card for each pile; two are given "
                               "before what stands");
        r->out->pile[card / ranks] = (uint8_t)(card % ranks + 1);
    }
    return DX_OK;
}

static dx_status read_gone(reader *r)
{
    unsigned card;
    while (!is_at_end(r)) {
        dx_status status = read_card(r, &card);
        if (status != DX_OK)
            return status;
        r->out->gone[card]++;
    }
    return DX_OK;
}

static dx_status read_part(reader *r)
{
    if (read_word(r, "piles"))
        return read_piles(r);
    if (read_word(r, "gone"))
        return read_gone(r);
    if (read_word(r, "hints"))
        return read_number(r, "hints", 0, value_of(r, "tokens"),
                           &r->out->tokens);
    if (read_word(r, "lives"))
        return read_number(r, "lives", 1, value_of(r, "lives"), &r->out->lives);
    if (!read_word(r, "next"))
        return expected(r, "piles, gone, hints, lives or next");
    dx_status status =
        read_number(r, "next", 1, value_of(r, "players"), &r->out->next);
    r->out->next--;
    return status;
}

// No card is there more often than the pack has it, and something is to do.
static dx_status check(const reader *r)
{
    unsigned ranks = (unsigned)value_of(r, "ranks"), points = 0;
    unsigned kinds = ranks * (unsigned)value_of(r, "colours");
    for (unsigned kind = 0; kind < kinds; kind++) {
        unsigned on_pile = kind % ranks < r->out->pile[kind / ranks];
        points += on_pile;
        if (r->out->gone[kind] + on_pile <=
            dx_hanabi_copies(r->rules, kind % ranks))
            continue;
        dx_text card = {0};
        dx_hanabi_say(r->rules, "card", kind, &card);
        dx_status status = dx_fail(
            r->error, DX_ERR_INPUT, 0, 0,
            "from: %s is gone or on its pile %u times, and the pack has %u",
            dx_text_string(&card), r->out->gone[kind] + on_pile,
            dx_hanabi_copies(r->rules, kind % ranks));
        dx_text_release(&card);
        return status;
    }
    if (points == kinds)
        return dx_fail(r->error, DX_ERR_INPUT, 0, 0,
                       "from: all piles are full, and nothing is left to do");
    return DX_OK;
}

dx_status dx_hanabi_start_read(const dx_rules *rules, dx_hanabi_start *out,
                               dx_error *error)
{
    unsigned i = 0;
    while (strcmp(rules->game->schema.params[i].name, "from") != 0)
        i++;
    const char *text = dx_params_text(&rules->params, i);
    reader r = {rules, text, text, out, error};
    *out = (dx_hanabi_start){.tokens = (uint8_t)value_of(&r, "tokens"),
                             .lives = (uint8_t)value_of(&r, "lives")};
    while (*r.at != '\0') {
        dx_status status = is_at_end(&r) ? DX_OK : read_part(&r);
        if (status != DX_OK)
            return status;
        if (!is_at_end(&r))
            return expected(&r, "a semicolon");
        r.at += *r.at == ';';
    }
    return check(&r);
}
