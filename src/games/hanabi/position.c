// A position somebody has written down becomes a game that starts there:
//
//     {"piles": {"r": 2}, "discards": ["r1"], "hints": 4, "lives": 2,
//      "next": 1, "hands": [["r3", null, ...], ...], "deck": ["g1", ...]}
//
// What is public goes into the rules (`from`), hands and deck into the deal.  A
// card that is null, and a deck that is not given, are what is left in some
// order, the same one always.  "rules" may name other rules.

#include "base/memory.h"
#include "games/hanabi/hanabi.h"
#include "games/hanabi/hanablive_private.h"

#include <stdio.h>
#include <string.h>

typedef struct writer {
    const json_t *root;
    dx_hanablive *out;
    dx_error *error;
    unsigned places;
    uint8_t kind[DX_PACK_CARDS_MAX]; // of each place of the deal, DX_HOLE: any
} writer;

#define BAD(w, ...) dx_fail((w)->error, DX_ERR_INPUT, 0, 0, __VA_ARGS__)

static void add_piles(const json_t *piles, dx_text *out)
{
    const char *colour;
    json_t *height;
    json_object_foreach ((json_t *)piles, colour, height) {
        if (json_integer_value(height) != 0 || !json_is_integer(height))
            dx_text_printf(out, " %.8s%d", colour,
                           (int)json_integer_value(height));
    }
}

static void add_cards(const json_t *cards, dx_text *out)
{
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const char *card = json_string_value(json_array_get(cards, i));
        dx_text_printf(out, " %.8s", card != NULL ? card : "?");
    }
}

// The public part as the parameter has it, and the rules with it.
static dx_status make_rules(writer *w)
{
    const dx_game *const games[] = {&dx_game_hanabi, NULL};
    static const char *const numbers[] = {"hints", "lives", "next"};
    const char *given = json_string_value(json_object_get(w->root, "rules"));
    const char *named = given != NULL ? given : "hanabi";
    size_t length = strlen(named);
    size_t seats = json_array_size(json_object_get(w->root, "hands"));
    dx_text text = {0};
    bool is_open = length > 0 && named[length - 1] == ')';
    dx_text_printf(&text, "%.*s%s", (int)(length - is_open), named,
                   is_open ? "," : "(");
    if (given == NULL)
        dx_text_printf(&text, "players=%zu,", seats);
    dx_text_add(&text, "from=\"piles");
    add_piles(json_object_get(w->root, "piles"), &text);
    dx_text_add(&text, "; gone");
    add_cards(json_object_get(w->root, "discards"), &text);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const json_t *number = json_object_get(w->root, numbers[i]);
        if (number != NULL)
            dx_text_printf(&text, "; %s %d", numbers[i],
                           (int)json_integer_value(number));
    }
    dx_text_add(&text, "\")");
    dx_status status =
        dx_rules_parse(games, dx_text_string(&text), &w->out->rules, w->error);
    dx_text_release(&text);
    return status;
}

static dx_status read_card(writer *w, const json_t *card, const char *list,
                           size_t i)
{
    unsigned kind = DX_HOLE;
    const char *word = json_string_value(card);
    if (!json_is_null(card) &&
        (word == NULL ||
         !dx_type_read(&w->out->rules, "card", word, strlen(word), &kind)))
        return BAD(w, "%s[%zu]: expected a card such as \"r1\", or null", list,
                   i);
    if (w->places >= dx_deal_cards(w->out->deal, 0))
        return BAD(w, "%s[%zu]: more cards than the pack has left", list, i);
    w->kind[w->places++] = (uint8_t)kind;
    return DX_OK;
}

static dx_status read_list(writer *w, const json_t *cards, const char *list)
{
    for (size_t i = 0; i < json_array_size(cards); i++) {
        dx_status status = read_card(w, json_array_get(cards, i), list, i);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

static dx_status read_hands(writer *w)
{
    const json_t *hands = json_object_get(w->root, "hands");
    unsigned size = dx_hanabi_hand_size(&w->out->rules);
    if (json_array_size(hands) != dx_players(&w->out->rules))
        return BAD(w, "hands: expected a list of %u hands",
                   dx_players(&w->out->rules));
    for (size_t i = 0; i < json_array_size(hands); i++) {
        char list[32];
        const json_t *hand = json_array_get(hands, i);
        snprintf(list, sizeof list, "hands[%zu]", i);
        if (json_array_size(hand) != size)
            return BAD(w, "%s: expected a list of %u cards", list, size);
        dx_status status = read_list(w, hand, list);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

// The card of this kind that was not taken yet; of any kind, the next one of
// the order.
static bool take(const dx_deal *deal, const uint8_t *order, unsigned cards,
                 unsigned kind, bool *taken, uint8_t *out)
{
    for (unsigned i = 0; i < cards; i++)
        if (!taken[order[i]] &&
            (kind == DX_HOLE || dx_deal_kind(deal, 0, order[i]) == kind)) {
            taken[order[i]] = true;
            *out = order[i];
            return true;
        }
    return false;
}

// Cards that are named first: what is left goes to the other places.
static dx_status lay_deal(writer *w)
{
    dx_deal *deal = w->out->deal, *some = dx_deal_new(&w->out->rules, 0, 0);
    unsigned cards = dx_deal_cards(deal, 0);
    uint8_t order[DX_PACK_CARDS_MAX], of[DX_PACK_CARDS_MAX];
    bool taken[DX_PACK_CARDS_MAX] = {false};
    memcpy(order, dx_deal_order(some, 0, 0), cards);
    dx_deal_free(some);
    memset(w->kind + w->places, DX_HOLE, cards - w->places);
    for (unsigned any = 0; any < 2; any++)
        for (unsigned i = 0; i < cards; i++)
            if ((w->kind[i] == DX_HOLE) == any &&
                !take(deal, order, cards, w->kind[i], taken, &of[i]))
                return BAD(w,
                           "hands or deck: a card more often than the pack "
                           "has it left, the %u. of them",
                           i + 1);
    return dx_deal_set(deal, 0, 0, of, cards, w->error);
}

dx_status dx_hanabi_position_read(const json_t *root, dx_hanablive *out,
                                  dx_error *error)
{
    writer w = {.root = root, .out = out, .error = error};
    dx_status status = make_rules(&w);
    if (status != DX_OK)
        return status;
    out->deal = dx_deal_blank(&out->rules);
    status = read_hands(&w);
    if (status == DX_OK)
        status = read_list(&w, json_object_get(root, "deck"), "deck");
    if (status == DX_OK)
        status = lay_deal(&w);
    if (status == DX_OK)
        out->match = dx_match_new(&out->rules, out->deal);
    return status;
}
