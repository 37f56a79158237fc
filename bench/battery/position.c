#include "position.h"

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/memory.h"
#include "games/games.h"

#include <string.h>

// What sources of Saboteur speak of, and no hands.
static const char *const roles_and_gold[] = {
    "saboteur", "role", "gold", "lies", "spare", "saboteurs", NULL};

// A game or an agent joins by a line.  Limits are of turns: at random games of
// Kemps and Clue would go on long after there is anything to be found out.
// clang-format off
const dx_battery_game dx_battery_games[] = {
    {"hanabi2", "hanabi(players=2)",
     {"info", "report", "pair", "random"}, false},
    {"hanabi3", "hanabi(players=3)",
     {"info", "report", "recommend", "random"}, false},
    {"hanabi4", "hanabi(players=4)",
     {"info", "report", "recommend", "random"}, false},
    {"hanabi5", "hanabi(players=5)",
     {"info", "report", "recommend", "random"}, false},
    {"kemps3", "kemps(players=3,limit=60)",
     {"greedy", "thinker(order=0)/greedy", "random"}, false},
    {"kemps4", "kemps(players=4,limit=60)",
     {"greedy", "thinker(order=0)/greedy", "random"}, false},
    {"clue3", "clue(players=3,limit=30)",
     {"detective", "sleuth/detective", "random -accuse", "random"}, false},
    {"clue6", "clue(players=6,limit=30)",
     {"detective", "random -accuse", "random"}, true},
    {"saboteur5", "saboteur(round)",
     {"straight", "sly", "bayes"}, false, roles_and_gold},
    {"saboteur5h", "saboteur(round)",
     {"straight", "sly", "bayes"}, false},
    {"gofish2", "gofish(players=2,limit=200)",
     {"finish-fast", "hoarding/finish-fast", "random"}, false},
    {"gofish4", "gofish(players=4,limit=200)",
     {"finish-fast", "hoarding/finish-fast", "random"}, false},
    {"yokai2", "yokai",
     {"planner(samples=3)", "natural(samples=3)", "random -stop"}, false},
    {"yokai3", "yokai(players=3)",
     {"planner(samples=3)", "random -stop"}, false},
    {"yokai4", "yokai(players=4)",
     {"planner(samples=3)", "random -stop"}, false},
    {0},
};
// clang-format on

// Streams of chance of one position, beside the deal's.
enum { STREAM_MOMENT = 1, STREAM_SEATS };

typedef struct player {
    dx_policy policy; // agent NULL: any legal move but `without`
    char without[24]; // a verb
    dx_mind *mind;
    dx_random random;
} player;

static dx_status read_player(const char *text, size_t length,
                             const dx_rules *rules, player *out,
                             dx_error *error)
{
    static const char but[] = "random -";
    size_t head = sizeof but - 1;
    *out = (player){.mind = NULL};
    if (length > head && strncmp(text, but, head) == 0) {
        size_t rest = length - head;
        DX_REQUIRE(rest < sizeof out->without, "a verb that is a short word");
        memcpy(out->without, text + head, rest);
        return DX_OK;
    }
    char *name = dx_copy_text_part(text, length);
    dx_status status =
        dx_policy_parse(dx_agents(), name, rules, &out->policy, error);
    dx_free(name);
    return status;
}

// The players of a party, from seat to seat and round again.
static dx_status read_party(const char *party, const dx_rules *rules,
                            player *out, dx_error *error)
{
    const char *at = party;
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        size_t length = strcspn(at, "/");
        dx_status status = read_player(at, length, rules, &out[seat], error);
        if (status != DX_OK)
            return status;
        at = at[length] == '/' ? at + length + 1 : party;
    }
    return DX_OK;
}

static dx_event choose_any(player *p, dx_match *match)
{
    const dx_event *moves;
    dx_event fits[DX_MOVES_MAX];
    unsigned count = dx_match_moves(match, &moves), kept = 0;
    const dx_verb *verbs = dx_match_rules(match)->game->verbs;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(verbs[moves[i].verb].name, p->without) != 0)
            fits[kept++] = moves[i];
    if (kept == 0)
        return moves[dx_random_below(&p->random, count)];
    return fits[dx_random_below(&p->random, kept)];
}

static dx_event choose(player *p, dx_match *match, unsigned seat)
{
    if (p->policy.agent == NULL)
        return choose_any(p, match);
    const dx_view *view = dx_match_view(match, seat);
    if (p->mind == NULL)
        p->mind = dx_mind_new(&p->policy, view);
    dx_thought thought = {.random = &p->random};
    return dx_mind_choose(p->mind, view, &thought);
}

static dx_status play(dx_match *match, player *players, dx_error *error)
{
    dx_status status = DX_OK;
    while (status == DX_OK && dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        dx_event move = choose(&players[seat], match, seat);
        status = dx_match_play(match, seat, move, NULL, error);
    }
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        dx_mind_free(players[seat].mind);
    return status;
}

// Position after position the golden ratio further, which fills all turns
// evenly; never where the game is over.
static unsigned choose_turn(const dx_position *p, unsigned parties)
{
    uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t along = (p->number / parties + 1) * step + p->seed * step * step;
    return (unsigned)((along >> 32) * p->turns >> 32);
}

// Plays the first `turn` moves of a past again.
static dx_status go_to(dx_position *p, const dx_event *past, unsigned count,
                       dx_error *error)
{
    const dx_verb *verbs = p->rules.game->verbs;
    dx_status status = DX_OK;
    unsigned moves = 0;
    dx_match_restart(p->match, p->deal);
    for (unsigned i = 0; i < count && moves < p->turn && status == DX_OK; i++)
        if (!verbs[past[i].verb].chance) {
            status = dx_match_play(p->match, past[i].who,
                                   dx_event_move(verbs, past[i]), NULL, error);
            moves++;
        }
    return status;
}

static dx_status find_moment(dx_position *p, unsigned parties, dx_error *error)
{
    unsigned count;
    const dx_event *events = dx_match_events(p->match, &count);
    dx_event *past = dx_copy(events, count * sizeof *events);
    dx_random random = dx_random_named(p->seed, p->number, STREAM_MOMENT);
    p->turns = dx_turn_of(&p->rules, past, count);
    p->turn = choose_turn(p, parties);
    p->seat = (unsigned)dx_random_below(&random, dx_players(&p->rules));
    dx_status status = go_to(p, past, count, error);
    dx_free(past);
    return status;
}

dx_status dx_position_init(dx_position *p, const dx_battery_game *game,
                           uint64_t seed, unsigned number, dx_error *error)
{
    player players[DX_SEATS_MAX] = {{.mind = NULL}};
    unsigned parties = 0;
    while (parties < DX_PARTIES_MAX && game->parties[parties] != NULL)
        parties++;
    *p = (dx_position){.game = game, .seed = seed, .number = number};
    p->party = game->parties[number % parties];
    dx_status status =
        dx_rules_parse(dx_games(), game->rules, &p->rules, error);
    if (status == DX_OK)
        status = read_party(p->party, &p->rules, players, error);
    if (status != DX_OK)
        return status;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++) {
        p->policy[seat] = players[seat].policy;
        players[seat].random =
            dx_random_named(seed, number, STREAM_SEATS + seat);
    }
    p->deal = dx_deal_new(&p->rules, seed, number);
    p->match = dx_match_new(&p->rules, p->deal);
    status = play(p->match, players, error);
    if (status == DX_OK)
        status = find_moment(p, parties, error);
    if (status != DX_OK)
        dx_position_release(p);
    return status;
}

void dx_position_release(dx_position *p)
{
    dx_match_free(p->match);
    dx_deal_free(p->deal);
    p->match = NULL;
    p->deal = NULL;
}

bool dx_game_hides_choices(const dx_game *game)
{
    for (const dx_verb *v = game->verbs; v->name != NULL; v++)
        for (unsigned i = 0; i < DX_ARGS && v->arg[i].name != NULL; i++)
            if (!v->chance && !v->arg[i].outcome &&
                v->arg[i].audience != DX_ALL)
                return true;
    return false;
}

dx_status dx_position_assume(const dx_position *p, const char *text,
                             dx_assumption *out, dx_error *error)
{
    if (strcmp(text, "policy") != 0)
        return dx_assumption_parse(dx_agents(), text, &p->rules, out, error);
    *out = (dx_assumption){.kind = DX_ASSUME_POLICY};
    memcpy(out->policy, p->policy, sizeof out->policy);
    return DX_OK;
}
