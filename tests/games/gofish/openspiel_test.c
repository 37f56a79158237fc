// A game of OpenSpiel's go_fish, action by action: hands, books, stock, legal
// actions and returns at every state that its playthrough prints.

#include "base/memory.h"
#include "games/games.h"
#include "games/gofish/gofish.h"
#include "test.h"

#include <jansson.h>
#include <string.h>

// Without asking anybody: what the referee does.
typedef struct replay {
    dx_rules rules;
    dx_gofish table;
} replay;

static const dx_game *game = &dx_game_gofish;

// Nothing to ask for is no state of its own there.
static void skip_nothing(replay *r)
{
    dx_event move[DX_MOVES_MAX];
    unsigned turn = game->turn(&r->table);
    while (turn < r->table.players && game->moves(&r->table, turn, move) == 1 &&
           move[0].verb == DX_GOFISH_NOTHING) {
        game->fold(&r->table, move[0]);
        turn = game->turn(&r->table);
    }
}

// What can be done next, as numbers of OpenSpiel's actions.
static unsigned actions(const replay *r, dx_event *out, unsigned *out_action)
{
    unsigned turn = game->turn(&r->table), count;
    uint32_t weight[DX_MOVES_MAX];
    if (turn == DX_OVER)
        return 0;
    count = turn == DX_NATURE ? game->chances(&r->table, out, weight)
                              : game->moves(&r->table, turn, out);
    for (unsigned i = 0; i < count; i++)
        out_action[i] =
            turn == DX_NATURE
                ? out[i].arg[0]
                : (unsigned)(out[i].arg[0] * r->table.ranks + out[i].arg[1]);
    return count;
}

static void act(replay *r, unsigned wanted)
{
    dx_event event[DX_MOVES_MAX];
    unsigned action[DX_MOVES_MAX];
    unsigned i = 0, count = actions(r, event, action);
    while (i < count && action[i] != wanted)
        i++;
    CHECK_THAT(i < count, "action %u is not legal here", wanted);
    game->fold(&r->table, game->decide(&r->table, event[i]));
    skip_nothing(r);
}

static unsigned number_of(const json_t *ranks, unsigned rank)
{
    char name[2] = {(char)('a' + rank), 0};
    return (unsigned)json_integer_value(json_object_get(ranks, name));
}

static void check_cards(const replay *r, const json_t *state)
{
    const dx_gofish *t = &r->table;
    const json_t *players = json_object_get(state, "players");
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        CHECK_EQ(t->unseen[rank],
                 number_of(json_object_get(state, "unseen"), rank));
        for (unsigned seat = 0; seat < t->players; seat++) {
            const json_t *player = json_array_get(players, seat);
            CHECK_EQ(t->count[seat][rank],
                     number_of(json_object_get(player, "hand"), rank));
        }
    }
    for (unsigned seat = 0; seat < t->players; seat++)
        CHECK_EQ(t->laid[seat], json_integer_value(json_object_get(
                                    json_array_get(players, seat), "books")));
}

static void check_actions(const replay *r, const json_t *state)
{
    const json_t *legal = json_object_get(state, "LegalActions");
    dx_event event[DX_MOVES_MAX];
    unsigned action[DX_MOVES_MAX];
    unsigned count = actions(r, event, action);
    CHECK_EQ(count, json_array_size(legal));
    for (unsigned i = 0; i < count; i++)
        CHECK_EQ(action[i], json_integer_value(json_array_get(legal, i)));
}

static void check_returns(const replay *r, const json_t *state)
{
    const json_t *returns = json_object_get(state, "Returns");
    for (unsigned seat = 0; seat < r->table.players; seat++) {
        json_int_t want = json_integer_value(json_array_get(returns, seat));
        CHECK_EQ(game->won(&r->table, seat), want > 0);
    }
}

static void check_state(const replay *r, const json_t *state)
{
    unsigned turn = game->turn(&r->table);
    json_int_t player =
        json_integer_value(json_object_get(state, "CurrentPlayer"));
    check_cards(r, state);
    check_actions(r, state);
    if (json_is_true(json_object_get(state, "IsTerminal"))) {
        CHECK_EQ(turn, DX_OVER);
        check_returns(r, state);
    } else {
        CHECK_EQ(turn, player < 0 ? DX_NATURE : (unsigned)player);
    }
}

TEST(a_game_of_open_spiel_is_played_as_open_spiel_plays_it)
{
    json_t *root =
        json_load_file(dx_test_path("golden/gofish_openspiel.json"), 0, NULL);
    const json_t *state;
    size_t i;
    unsigned checked = 0;
    replay r = {0};
    CHECK(root != NULL);
    CHECK_EQ(dx_rules_parse(dx_games(), "gofish(openspiel)", &r.rules, NULL),
             DX_OK);
    game->setup(&r.table, &r.rules);
    json_array_foreach (json_object_get(root, "states"), i, state) {
        CHECKING("state %d", (int)i);
        const json_t *action = json_object_get(state, "action");
        if (json_object_get(state, "phase") != NULL) {
            check_state(&r, state);
            checked++;
        }
        if (json_is_integer(action))
            act(&r, (unsigned)json_integer_value(action));
    }
    CHECK_EQ(i, 108);
    CHECK_EQ(checked, 14);
    json_decref(root);
}
