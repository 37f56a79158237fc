// Either form becomes a game in the site's terms, and that is played by our
// rules: a deck is a pack in some order, an action a move of the seat whose
// turn it is.  So nothing is believed that the rules do not allow, and whatever
// is wrong has the path of the value that is.

#include "games/hanabi/hanablive_private.h"

#include "base/memory.h"
#include "games/hanabi/hanabi.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

void dx_hanablive_release(dx_hanablive *game)
{
    dx_match_free(game->match);
    dx_deal_free(game->deal);
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_free(game->players[i]);
    *game = (dx_hanablive){0};
}

// The deck as an order of the pack's cards: of each kind the next copy.
static dx_status set_deck(const dx_live_game *live, dx_deal *deal,
                          dx_error *error)
{
    uint8_t order[DX_LIVE_CARDS], used[5 * DX_LIVE_SUITS] = {0};
    unsigned first[5 * DX_LIVE_SUITS] = {0}, cards = dx_deal_cards(deal, 0);
    for (unsigned card = cards; card-- > 0;)
        first[dx_deal_kind(deal, 0, card)] = card;
    for (unsigned i = 0; i < live->card_count && i < cards; i++) {
        unsigned kind = live->suit[i] * 5U + live->rank[i] - 1U;
        if (live->suit[i] >= live->suits)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "deck[%u]: a suit that this game does not have", i);
        unsigned card = first[kind] + used[kind]++;
        if (card >= cards || dx_deal_kind(deal, 0, card) != kind)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "deck[%u]: one copy too many of this card", i);
        order[i] = (uint8_t)card;
    }
    if (live->card_count != cards)
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "deck: %u cards, expected %u",
                       live->card_count, cards);
    return dx_deal_set(deal, 0, 0, order, cards, error);
}

// The slot of the mover that holds the card drawn as number `order`.
static bool find_slot(const dx_hanabi *table, unsigned seat, int order,
                      unsigned *out)
{
    for (unsigned slot = 0; slot < table->size[seat]; slot++)
        if (table->order[seat][slot] == order) {
            *out = slot;
            return true;
        }
    return false;
}

static bool find_move(const dx_match *match, dx_live_action a, dx_event *out)
{
    const dx_hanabi *table = dx_match_truth(match);
    unsigned seat = dx_match_turn(match), slot;
    if (a.type == LIVE_PLAY || a.type == LIVE_DISCARD) {
        unsigned verb = a.type == LIVE_PLAY ? DX_HANABI_PLAY : DX_HANABI_THROW;
        if (!find_slot(table, seat, a.target, &slot)) {
            *out = dx_event_new(DX_HANABI_BLIND, seat);
            return a.type == LIVE_PLAY && table->deck_plays &&
                   table->deck == 1 && a.target == table->drawn;
        }
        *out = dx_with(dx_event_new(verb, seat), 0, slot);
        return true;
    }
    int clue = a.type == LIVE_COLOUR ? a.value : table->colours + a.value - 1;
    int count = table->colours + table->ranks;
    if (a.target < 0 || a.target >= table->players || a.value < 0 || clue < 0 ||
        clue >= count || (a.type == LIVE_COLOUR && a.value >= table->colours))
        return false;
    *out = dx_with(
        dx_with(dx_event_new(DX_HANABI_HINT, seat), 0, (unsigned)a.target), 1,
        (unsigned)clue);
    return true;
}

// What the mover has written on the card that it plays or throws.
static dx_reason note_of(const dx_live_game *live, const dx_match *match,
                         dx_live_action a)
{
    dx_reason reason = {.rule = ""};
    unsigned seat = dx_match_turn(match);
    if (a.type > LIVE_DISCARD || a.target < 0 || a.target >= DX_LIVE_CARDS ||
        live->note[seat][a.target] == NULL)
        return reason;
    snprintf(reason.rule, sizeof reason.rule, "note");
    reason.words = dx_copy_text(live->note[seat][a.target]);
    return reason;
}

static dx_status play_actions(const dx_live_game *live, dx_match *match,
                              dx_error *error)
{
    for (unsigned i = 0; i < live->action_count; i++) {
        dx_event move;
        dx_error why = {.message = "the game is over"};
        if (live->action[i].type >= LIVE_END)
            return DX_OK;
        if (dx_match_turn(match) == DX_OVER)
            return dx_fail(error, DX_ERR_INPUT, 0, 0, "actions[%u]: %s", i,
                           why.message);
        if (!find_move(match, live->action[i], &move))
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "actions[%u].target: %d is not a card of player %u, "
                           "or not a player and a clue",
                           i, live->action[i].target, dx_match_turn(match));
        dx_reason note = note_of(live, match, live->action[i]);
        dx_status status =
            dx_match_play(match, dx_match_turn(match), move,
                          note.rule[0] != '\0' ? &note : NULL, &why);
        dx_reason_release(&note);
        if (status != DX_OK)
            return dx_fail(error, DX_ERR_INPUT, 0, 0, "actions[%u]: %.300s", i,
                           why.message);
    }
    return DX_OK;
}

// The player who moves first sits at our first seat.  The site deals to its
// first player first, so the hands change places in the deck, and with them the
// numbers by which cards are called.
static void rotate(dx_live_game *live, char **names)
{
    unsigned n = live->players, hand = live->hand > 0 ? (unsigned)live->hand
                                       : n <= 3       ? 5
                                                      : 4;
    dx_live_game was = *live;
    char *name[DX_SEATS_MAX] = {NULL};
    uint8_t place[DX_LIVE_CARDS];
    if (live->start == 0 || n * hand > live->card_count)
        return;
    for (unsigned i = 0; i < DX_LIVE_CARDS; i++) {
        unsigned seat = i < n * hand ? (i / hand + n - live->start) % n : 0;
        place[i] = (uint8_t)(i < n * hand ? seat * hand + i % hand : i);
        live->suit[place[i]] = was.suit[i];
        live->rank[place[i]] = was.rank[i];
        for (unsigned p = 0; p < n; p++)
            live->note[(p + n - live->start) % n][place[i]] = was.note[p][i];
    }
    for (unsigned p = 0; p < n; p++)
        name[(p + n - live->start) % n] = names[p];
    memcpy(names, name, n * sizeof *names);
    for (unsigned i = 0; i < live->action_count; i++) {
        dx_live_action *a = &live->action[i];
        if (a->type <= LIVE_DISCARD && a->target < DX_LIVE_CARDS)
            a->target = place[a->target];
        else if (a->type <= LIVE_RANK && a->target < (int)n)
            a->target = (int)(((unsigned)a->target + n - live->start) % n);
    }
}

// Plays the game of `live` by the rules.
static dx_status play_game(dx_live_game *live, dx_hanablive *out,
                           dx_error *error)
{
    char text[80];
    const dx_game *const games[] = {&dx_game_hanabi, NULL};
    rotate(live, out->players);
    snprintf(text, sizeof text,
             "hanabi(players=%u,colours=%u,hand=%d,empty=%s,blind=%s)",
             live->players, live->suits, live->hand,
             live->empty_hints ? "yes" : "no", live->deck_plays ? "yes" : "no");
    dx_status status = dx_rules_parse(games, text, &out->rules, error);
    if (status != DX_OK)
        return status;
    out->deal = dx_deal_blank(&out->rules);
    status = set_deck(live, out->deal, error);
    if (status != DX_OK)
        return status;
    out->match = dx_match_new(&out->rules, out->deal);
    return play_actions(live, out->match, error);
}

// A whole number from min to max that is a member of `object`.
static dx_status read_number(const json_t *object, const char *path,
                             const char *name, int min, int max, int *out,
                             dx_error *error)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%s.%s: expected a whole number", path, name);
    json_int_t number = json_integer_value(value);
    if (number < min || number > max)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%s.%s: %lld, expected %d to %d", path, name,
                       (long long)number, min, max);
    *out = (int)number;
    return DX_OK;
}

static dx_status read_deck(const json_t *root, dx_live_game *live,
                           dx_error *error)
{
    const json_t *deck = json_object_get(root, "deck");
    if (!json_is_array(deck) || json_array_size(deck) > DX_LIVE_CARDS)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "deck: expected a list of %u cards", 10 * live->suits);
    live->card_count = (unsigned)json_array_size(deck);
    for (unsigned i = 0; i < live->card_count; i++) {
        char path[24];
        int suit = 0, rank = 0;
        const json_t *card = json_array_get(deck, i);
        snprintf(path, sizeof path, "deck[%u]", i);
        dx_status status = read_number(card, path, "suitIndex", 0,
                                       (int)live->suits - 1, &suit, error);
        if (status == DX_OK)
            status = read_number(card, path, "rank", 1, 5, &rank, error);
        if (status != DX_OK)
            return status;
        live->suit[i] = (uint8_t)suit;
        live->rank[i] = (uint8_t)rank;
    }
    return DX_OK;
}

static dx_status read_action(const json_t *action, unsigned i,
                             dx_live_action *out, dx_error *error)
{
    char path[24];
    snprintf(path, sizeof path, "actions[%u]", i);
    *out = (dx_live_action){.value = -1};
    dx_status status =
        read_number(action, path, "type", 0, LIVE_VOTE, &out->type, error);
    if (status != DX_OK || out->type >= LIVE_END)
        return status;
    status = read_number(action, path, "target", 0, 59, &out->target, error);
    if (status == DX_OK && out->type >= LIVE_COLOUR)
        status = read_number(action, path, "value", 0, 5, &out->value, error);
    return status;
}

static dx_status read_actions(const json_t *root, dx_live_game *live,
                              dx_error *error)
{
    enum { ACTIONS_MAX = 1000 };
    const json_t *actions = json_object_get(root, "actions");
    if (!json_is_array(actions) || json_array_size(actions) > ACTIONS_MAX)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "actions: expected a list of at most %d", ACTIONS_MAX);
    unsigned count = (unsigned)json_array_size(actions);
    live->action = dx_alloc(count, sizeof *live->action);
    for (; live->action_count < count; live->action_count++) {
        unsigned i = live->action_count;
        dx_status status =
            read_action(json_array_get(actions, i), i, &live->action[i], error);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

// The number of suits of a variant that is Hanabi with other suits and nothing
// else; 0: it is another.
static unsigned suits_of(const char *variant)
{
    static const struct {
        const char *name;
        unsigned suits;
    } known[] = {
        {"No Variant", 5}, {"6 Suits", 6}, {"4 Suits", 4}, {"3 Suits", 3}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, variant) == 0)
            return known[i].suits;
    return 0;
}

// Options that would change the rules into ones we do not have are refused.
static dx_status read_options(const json_t *root, dx_live_game *live,
                              dx_error *error)
{
    static const char *const unknown[] = {"allOrNothing",
                                          "detrimentalCharacters"};
    const json_t *options = json_object_get(root, "options");
    const char *variant =
        json_string_value(json_object_get(options, "variant"));
    live->suits = suits_of(variant != NULL ? variant : "No Variant");
    if (live->suits == 0)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "options.variant: '%.100s'; \"No Variant\" and 3, 4 or "
                       "6 Suits are Hanabi as doxa plays it",
                       variant);
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (json_is_true(json_object_get(options, unknown[i])))
            return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                           "options.%s: doxa does not have this rule",
                           unknown[i]);
    live->deck_plays = json_is_true(json_object_get(options, "deckPlays"));
    live->empty_hints = json_is_true(json_object_get(options, "emptyClues"));
    const json_t *start = json_object_get(options, "startingPlayer");
    if (start != NULL &&
        (!json_is_integer(start) || json_integer_value(start) < 0 ||
         json_integer_value(start) >= live->players))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "options.startingPlayer: expected 0 to %u",
                       live->players - 1);
    live->start = (unsigned)json_integer_value(start);
    int usual = live->players <= 3 ? 5 : 4;
    if (json_is_true(json_object_get(options, "oneExtraCard")))
        live->hand = usual + 1;
    if (json_is_true(json_object_get(options, "oneLessCard")))
        live->hand = usual - 1;
    return DX_OK;
}

static dx_status read_players(const json_t *root, dx_live_game *live,
                              dx_hanablive *out, dx_error *error)
{
    const json_t *players = json_object_get(root, "players");
    size_t count = json_array_size(players);
    if (!json_is_array(players) || count < 2 || count > 5)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "players: expected a list of 2 to 5 names");
    live->players = (unsigned)count;
    for (unsigned i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(players, i));
        if (name == NULL)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "players[%u]: expected a name", i);
        out->players[i] = dx_copy_text(name);
    }
    return DX_OK;
}

// What players have written on cards; whatever is no text is left out.
static void read_notes(const json_t *root, dx_live_game *live)
{
    const json_t *notes = json_object_get(root, "notes");
    for (unsigned p = 0; p < live->players; p++)
        for (unsigned i = 0; i < DX_LIVE_CARDS; i++) {
            const char *note =
                json_string_value(json_array_get(json_array_get(notes, p), i));
            if (note != NULL && note[0] != '\0')
                live->note[p][i] = dx_copy_text(note);
        }
}

static void live_release(dx_live_game *live)
{
    dx_free(live->action);
    for (unsigned p = 0; p < DX_HANABI_SEATS; p++)
        for (unsigned i = 0; i < DX_LIVE_CARDS; i++)
            dx_free(live->note[p][i]);
}

static dx_status read_replay(const json_t *root, dx_live_game *live,
                             dx_hanablive *out, dx_error *error)
{
    dx_status status = read_players(root, live, out, error);
    if (status == DX_OK)
        status = read_options(root, live, error);
    if (status == DX_OK)
        status = read_deck(root, live, error);
    if (status == DX_OK)
        status = read_actions(root, live, error);
    if (status == DX_OK)
        read_notes(root, live);
    return status == DX_OK ? play_game(live, out, error) : status;
}

// What has hands and no actions is a position.
static dx_status read_json(const char *text, size_t length, dx_live_game *live,
                           dx_hanablive *out, dx_error *error)
{
    json_error_t problem;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &problem);
    if (root == NULL)
        return dx_fail(error, DX_ERR_SYNTAX, (unsigned)problem.line,
                       (unsigned)problem.column, "%s", problem.text);
    bool is_position = json_object_get(root, "hands") != NULL &&
                       json_object_get(root, "actions") == NULL;
    dx_status status = is_position ? dx_hanabi_position_read(root, out, error)
                                   : read_replay(root, live, out, error);
    json_decref(root);
    return status;
}

static dx_status read_link(const char *text, size_t length, dx_live_game *live,
                           dx_hanablive *out, dx_error *error)
{
    dx_status status = dx_live_read_link(text, length, live, error);
    return status == DX_OK ? play_game(live, out, error) : status;
}

dx_status dx_hanablive_read(const char *text, size_t length, dx_hanablive *out,
                            dx_error *error)
{
    dx_live_game live = {0};
    dx_hanablive game = {0};
    size_t blank = 0;
    while (blank < length && isspace((unsigned char)text[blank]))
        blank++;
    bool is_json = blank < length && text[blank] == '{';
    dx_status status =
        is_json ? read_json(text, length, &live, &game, error)
                : read_link(text + blank, length - blank, &live, &game, error);
    live_release(&live);
    if (status == DX_OK)
        *out = game;
    else
        dx_hanablive_release(&game);
    return status;
}
