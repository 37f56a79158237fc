// The record is folded through the rules once more, because the site names a
// card by its place in the deck and a move names a slot.  The short form packs
// a game into letters: deck, then two letters an action.

#include "games/hanabi/hanablive_private.h"

#include "base/memory.h"
#include "games/hanabi/hanabi.h"

#include <string.h>

unsigned dx_hanabi_hle_move(const dx_rules *rules, dx_event move)
{
    dx_hanabi table = {0};
    rules->game->setup(&table, rules);
    unsigned slots = table.hand_size, players = table.players;
    if (move.verb == DX_HANABI_THROW)
        return move.arg[0];
    if (move.verb == DX_HANABI_PLAY)
        return slots + move.arg[0];
    unsigned offset = (move.arg[0] + players - move.who) % players - 1;
    unsigned first = 2 * slots;
    if (move.arg[1] < table.colours)
        return first + offset * table.colours + move.arg[1];
    first += (players - 1) * table.colours;
    return first + offset * table.ranks + move.arg[1] - table.colours;
}

static dx_status check_rules(const dx_record *record, dx_error *error)
{
    static const struct {
        const char *name;
        int value;
    } usual[] = {{"colours", 5}, {"ranks", 5},  {"low", 3},   {"middle", 2},
                 {"high", 1},    {"tokens", 8}, {"lives", 3}, {"bomb", 1},
                 {"back", 1},    {"full", 0},   {"last", 1},  {"open", 0}};
    if (record->rules.game != &dx_game_hanabi)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "hanab.live plays Hanabi, and this is a record of %s",
                       record->rules.game->name);
    if (dx_rules_value(&record->rules, "from") != 0)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "hanab.live starts at an empty table, and this game "
                       "at another one");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (dx_rules_value(&record->rules, usual[i].name) != usual[i].value)
            return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                           "hanab.live does not play with %s=%d, only with %d",
                           usual[i].name,
                           dx_rules_value(&record->rules, usual[i].name),
                           usual[i].value);
    return DX_OK;
}

static dx_live_action action_of(const dx_hanabi *table, dx_event event)
{
    if (event.verb == DX_HANABI_BLIND)
        return (dx_live_action){LIVE_PLAY, table->drawn, -1};
    if (dx_hanabi_leaves(event))
        return (dx_live_action){event.verb == DX_HANABI_PLAY ? LIVE_PLAY
                                                             : LIVE_DISCARD,
                                table->order[event.who][event.arg[0]], -1};
    if (event.arg[1] < table->colours)
        return (dx_live_action){LIVE_COLOUR, event.arg[0], event.arg[1]};
    return (dx_live_action){LIVE_RANK, event.arg[0],
                            event.arg[1] - table->colours + 1};
}

// The notes of one card: the reason of the move that ended its time in hand.
typedef struct notes {
    const char *of_card[60];
} notes;

static void translate(const dx_record *record, dx_live_game *live, notes *n)
{
    dx_hanabi table = {0};
    dx_deal *deal = record->deal;
    live->players = dx_players(&record->rules);
    live->card_count = dx_deal_cards(deal, 0);
    for (unsigned i = 0; i < live->card_count; i++) {
        unsigned kind = dx_deal_next(deal, 0, 0, NULL, i);
        live->suit[i] = (uint8_t)(kind / 5);
        live->rank[i] = (uint8_t)(kind % 5 + 1);
    }
    live->empty_hints = dx_rules_value(&record->rules, "empty") == 1;
    live->deck_plays = dx_rules_value(&record->rules, "blind") == 1;
    live->action = dx_alloc(record->count + 1, sizeof *live->action);
    record->rules.game->setup(&table, &record->rules);
    for (unsigned i = 0; i < record->count; i++) {
        dx_event event = record->events[i];
        if (event.verb >= DX_HANABI_PLAY) {
            dx_live_action action = action_of(&table, event);
            if (action.type <= LIVE_DISCARD &&
                record->reasons[i].rule[0] != '\0')
                n->of_card[action.target] = record->reasons[i].words;
            live->action[live->action_count++] = action;
        }
        record->rules.game->fold(&table, event);
    }
}

static void write_notes(const dx_live_game *live, const notes *n, dx_text *out)
{
    dx_text_add(out, "  \"notes\": [");
    for (unsigned seat = 0; seat < live->players; seat++) {
        dx_text_add(out, seat > 0 ? ",\n    [" : "\n    [");
        for (unsigned card = 0; card < live->card_count; card++) {
            dx_text_add(out, card > 0 ? "," : "");
            dx_text_add_json(out, n->of_card[card] ? n->of_card[card] : "");
        }
        dx_text_add(out, "]");
    }
    dx_text_add(out, "\n  ],\n");
}

static void write_actions(const dx_live_game *live, dx_text *out)
{
    dx_text_add(out, "  \"actions\": [\n");
    for (unsigned i = 0; i < live->action_count; i++) {
        const dx_live_action *a = &live->action[i];
        dx_text_printf(out, "    {\"type\": %d, \"target\": %d", a->type,
                       a->target);
        if (a->value >= 0)
            dx_text_printf(out, ", \"value\": %d", a->value);
        dx_text_add(out, i + 1 < live->action_count ? "},\n" : "}\n");
    }
    dx_text_add(out, "  ],\n");
}

static void write_game(const dx_record *record, const dx_live_game *live,
                       const notes *n, dx_text *out)
{
    static const char *const names[] = {"Alice", "Bob", "Cathy", "Donald",
                                        "Emily"};
    dx_text_add(out, "{\n  \"players\": [");
    for (unsigned seat = 0; seat < live->players; seat++) {
        dx_text_add(out, seat > 0 ? ", " : "");
        dx_text_add_json(out, record->seats != NULL ? record->seats[seat]
                                                    : names[seat]);
    }
    dx_text_add(out, "],\n  \"deck\": [\n");
    for (unsigned i = 0; i < live->card_count; i++)
        dx_text_printf(out, "    {\"suitIndex\": %u, \"rank\": %u}%s\n",
                       live->suit[i], live->rank[i],
                       i + 1 < live->card_count ? "," : "");
    dx_text_add(out, "  ],\n");
    write_actions(live, out);
    write_notes(live, n, out);
    dx_text_printf(out,
                   "  \"options\": {\"variant\": \"No Variant\", "
                   "\"emptyClues\": %s%s}\n}\n",
                   live->empty_hints ? "true" : "false",
                   live->deck_plays ? ", \"deckPlays\": true" : "");
}

dx_status dx_hanablive_write(const dx_record *record, dx_text *out,
                             dx_error *error)
{
    dx_live_game live = {0};
    notes n = {{NULL}};
    dx_status status = check_rules(record, error);
    if (status != DX_OK)
        return status;
    translate(record, &live, &n);
    write_game(record, &live, &n, out);
    dx_free(live.action);
    return DX_OK;
}

static int least_type(const dx_live_game *live)
{
    int least = LIVE_END;
    for (unsigned i = 0; i < live->action_count; i++)
        if (live->action[i].type < least)
            least = live->action[i].type;
    return live->action_count > 0 ? least : 0;
}

static int greatest_type(const dx_live_game *live)
{
    int greatest = 0;
    for (unsigned i = 0; i < live->action_count; i++)
        if (live->action[i].type > greatest)
            greatest = live->action[i].type;
    return greatest;
}

// Copies `plain` with a hyphen behind every twenty characters.
static void hyphenate(const dx_text *plain, dx_text *out)
{
    for (size_t i = 0; i < plain->length; i++) {
        if (i > 0 && i % 20 == 0)
            dx_text_add_char(out, '-');
        dx_text_add_char(out, plain->at[i]);
    }
}

dx_status dx_hanablive_write_link(const dx_record *record, dx_text *out,
                                  dx_error *error)
{
    dx_live_game live = {0};
    notes n = {{NULL}};
    dx_status status = check_rules(record, error);
    if (status != DX_OK)
        return status;
    translate(record, &live, &n);
    int least = least_type(&live), types = greatest_type(&live) - least + 1;
    dx_text plain = {0};
    dx_text_printf(&plain, "%u15", live.players);
    for (unsigned i = 0; i < live.card_count; i++)
        dx_text_add_char(&plain,
                         DX_LIVE_DIGITS[live.suit[i] * 5 + live.rank[i] - 1]);
    dx_text_printf(&plain, ",%d%d", least, least + types - 1);
    for (unsigned i = 0; i < live.action_count; i++) {
        const dx_live_action *a = &live.action[i];
        int first = (a->value + 1) * types + a->type - least;
        dx_text_add_char(&plain, DX_LIVE_DIGITS[first]);
        dx_text_add_char(&plain, DX_LIVE_DIGITS[a->target]);
    }
    dx_text_add(&plain, ",0");
    hyphenate(&plain, out);
    dx_text_release(&plain);
    dx_free(live.action);
    return DX_OK;
}
