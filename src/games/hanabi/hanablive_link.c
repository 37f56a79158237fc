// The short form: "2" players, ranks "15", a letter a card; then the actions,
// two letters each; then the number of the variant.  People paste the whole
// link, with a turn behind it or a seed: what the site does not read is not
// minded here either.

#include "base/memory.h"
#include "games/hanabi/hanablive_private.h"

#include <string.h>
#include <strings.h>

static const char mark[] = "replay-json/"; // the game stands behind it

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
        if (card < 0 || card >= 5 * DX_LIVE_SUITS ||
            out->card_count >= DX_LIVE_CARDS)
            return expected(r,
                            "a letter from a to z or a digit up to 3 for a "
                            "card",
                            error);
        out->suit[out->card_count] = (uint8_t)(card / 5);
        out->rank[out->card_count++] = (uint8_t)(card % 5 + 1);
    }
    return DX_OK;
}

static dx_status read_actions(reader *r, dx_live_game *out, dx_error *error)
{
    if (r->at >= r->length || r->text[r->at++] != ',')
        return expected(r, "a comma before the actions", error);
    int least = next_digit(r, "012345"), greatest = next_digit(r, "012345");
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

// Variants 1 to 3 are Hanabi with other suits; a seed may follow.
static dx_status read_variant(reader *r, dx_live_game *out, dx_error *error)
{
    static const unsigned suits[] = {5, 6, 4, 3};
    unsigned number = 0;
    if (r->at >= r->length || r->text[r->at++] != ',')
        return expected(r, "a comma before the variant", error);
    int digit = next_digit(r, "0123456789");
    if (digit < 0)
        return expected(r, "the number of the variant", error);
    for (; digit >= 0 && number < 100000; digit = next_digit(r, "0123456789"))
        number = 10 * number + (unsigned)digit;
    if (number >= sizeof suits / sizeof *suits ||
        out->card_count != 10 * suits[number])
        return dx_fail(error, DX_ERR_UNSUPPORTED, 1, (unsigned)r->at,
                       "variant %u with %u cards: doxa plays the one without "
                       "variants, and those with 3, 4 or 6 suits",
                       number, out->card_count);
    out->suits = suits[number];
    return DX_OK;
}

// Is what stands in front of a game the site's own: nothing, or its name with a
// scheme before it or not, and a part of the path?
static bool is_of_the_site(const char *text, size_t length)
{
    static const char site[] = "hanab.live", shared[] = "shared-";
    enum { SITE = sizeof site - 1, SHARED = sizeof shared - 1 };
    if (length >= SHARED && memcmp(text + length - SHARED, shared, SHARED) == 0)
        length -= SHARED;
    if (length > 0 && text[length - 1] == '/')
        length--;
    size_t host = length;
    while (host > 0 && memchr("/ \t\r\n(<\"", text[host - 1], 8) == NULL)
        host--;
    size_t letters = length - host;
    bool is_site = letters >= SITE &&
                   strncasecmp(text + length - SITE, site, SITE) == 0 &&
                   (letters == SITE || text[length - SITE - 1] == '.') &&
                   memchr(text + host, '@', letters) == NULL;
    bool is_host = host == 0 || text[host - 1] != '/' ||
                   (host >= 3 && memcmp(text + host - 3, "://", 3) == 0);
    return is_host && (letters == 0 || is_site);
}

static dx_status refuse_site(dx_error *error)
{
    return dx_fail(error, DX_ERR_UNSUPPORTED, 1, 1,
                   "expected a link to hanab.live, as in "
                   "https://hanab.live/replay-json/..., and this one leads "
                   "elsewhere");
}

// The part of a link that is the game; NULL: it has none.
static const char *find_game(const char *text, size_t *length)
{
    const char *end = text + *length;
    const char *at = memmem(text, *length, mark, sizeof mark - 1);
    if (at == NULL)
        return memmem(text, *length, "://", 3) == NULL &&
                       memmem(text, *length, "replay/", 7) == NULL
                   ? text
                   : NULL;
    at += sizeof mark - 1;
    *length = (size_t)(end - at);
    return at;
}

// A link with the number of a game and nothing of the game itself.
static dx_status refuse_name(const char *link, size_t length, dx_error *error)
{
    static const char named[] = "replay/";
    const char *at = memmem(link, length, named, sizeof named - 1);
    size_t digits = 0;
    if (at != NULL)
        for (at += sizeof named - 1; digits < 9 &&
                                     at + digits < link + length &&
                                     at[digits] >= '0' && at[digits] <= '9';)
            digits++;
    return dx_fail(error, DX_ERR_UNSUPPORTED, 1, 1,
                   "this link only names a game, and nothing is fetched from "
                   "the network: open https://hanab.live/export/%.*s and give "
                   "the JSON that it shows, or a link with replay-json",
                   digits > 0 ? (int)digits : 6, digits > 0 ? at : "NUMBER");
}

dx_status dx_live_read_link(const char *text, size_t length, dx_live_game *out,
                            dx_error *error)
{
    const char *link = text;
    text = find_game(text, &length);
    if (text == NULL)
        return refuse_name(link, length, error);
    size_t before = (size_t)(text - link);
    if (before > 0 && !is_of_the_site(link, before - (sizeof mark - 1)))
        return refuse_site(error);
    reader r = {.text = dx_alloc(length + 1, 1)};
    for (size_t i = 0;
         i < length && memchr("#?\r\n\t )>\"", text[i], 9) == NULL; i++)
        if (text[i] != '-')
            r.text[r.length++] = text[i];
    dx_status status = read_cards(&r, out, error);
    if (status == DX_OK)
        status = read_actions(&r, out, error);
    if (status == DX_OK)
        status = read_variant(&r, out, error);
    dx_free(r.text);
    return status;
}
