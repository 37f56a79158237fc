// The short form: "2" players, ranks "15", a letter a card; then the actions,
// two letters each; then the variant.

#include "base/memory.h"
#include "games/hanabi/hanablive_private.h"

#include <string.h>

// The text without its hyphens, and where we are in it.
typedef struct reader {
    char *text;
    size_t length, at;
} reader;

static int next_digit(reader *r, const char *digits)
{
    if (r->at >= r->length)
        return -1;
    const char *found = strchr(digits, r->text[r->at]);
    if (found == NULL || r->text[r->at] == '\0')
        return -1;
    r->at++;
    return (int)(found - digits);
}

static dx_status expected(const reader *r, const char *what, dx_error *error)
{
    return dx_fail(error, DX_ERR_SYNTAX, 1, (unsigned)r->at + 1,
                   "expected %s (hyphens not counted)", what);
}

static dx_status read_cards(reader *r, dx_live_game *out, dx_error *error)
{
    int players = next_digit(r, "0123456789");
    int least = next_digit(r, "0123456789");
    int greatest = next_digit(r, "0123456789");
    if (players < 2 || players > 5 || least != 1 || greatest != 5)
        return expected(r, "the number of players and the ranks 15", error);
    out->players = (unsigned)players;
    while (r->at < r->length && r->text[r->at] != ',') {
        int card = next_digit(r, DX_LIVE_DIGITS);
        if (card < 0 || card >= 25 || out->card_count >= 60)
            return expected(r, "a letter from a to y for a card", error);
        out->suit[out->card_count] = (uint8_t)(card / 5);
        out->rank[out->card_count++] = (uint8_t)(card % 5 + 1);
    }
    return DX_OK;
}

static dx_status read_actions(reader *r, dx_live_game *out, dx_error *error)
{
    if (r->at >= r->length || r->text[r->at++] != ',')
        return expected(r, "a comma before the actions", error);
    int least = next_digit(r, "01234"), greatest = next_digit(r, "01234");
    if (least < 0 || greatest < least)
        return expected(r, "the least and the greatest kind of action", error);
    int types = greatest - least + 1;
    out->action = dx_alloc(r->length / 2 + 1, sizeof *out->action);
    while (r->at < r->length && r->text[r->at] != ',') {
        int first = next_digit(r, DX_LIVE_DIGITS);
        int target = next_digit(r, DX_LIVE_DIGITS);
        if (first < 0 || target < 0)
            return expected(r, "two letters for an action", error);
        out->action[out->action_count++] =
            (dx_live_action){.type = first % types + least,
                             .target = target,
                             .value = first / types - 1};
    }
    return DX_OK;
}

static dx_status read_variant(reader *r, dx_error *error)
{
    if (r->at >= r->length || r->text[r->at++] != ',')
        return expected(r, "a comma before the variant", error);
    if (r->at + 1 != r->length || r->text[r->at] != '0')
        return expected(r, "variant 0, which is no variant", error);
    return DX_OK;
}

dx_status dx_live_read_link(const char *text, size_t length, dx_live_game *out,
                            dx_error *error)
{
    reader r = {.text = dx_alloc(length + 1, 1)};
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '-')
            r.text[r.length++] = text[i];
    dx_status status = read_cards(&r, out, error);
    if (status == DX_OK)
        status = read_actions(&r, out, error);
    if (status == DX_OK)
        status = read_variant(&r, error);
    dx_free(r.text);
    return status;
}
