// Golden games of the full deck: what the paper's strategies ask for, and what
// `ask` says of the other's hand if each rank is asked for with equal chance.

#include "agents/agents.h"
#include "ask/ask.h"
#include "game/match.h"
#include "games/games.h"
#include "games/gofish/gofish.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

// The pack in the order in which a golden run deals and draws it.
typedef struct pack_order {
    uint8_t order[DX_GOFISH_CARDS], used[DX_GOFISH_RANKS];
    unsigned count;
} pack_order;

static void add_card(pack_order *p, unsigned rank)
{
    p->order[p->count++] = (uint8_t)(rank * DX_GOFISH_COPIES + p->used[rank]++);
}

static const json_t *player_of(const json_t *run, unsigned seat)
{
    return json_object_get(json_object_get(run, "players"),
                           seat == 0 ? "1" : "2");
}

static const json_t *event_of(const json_t *run, unsigned seat, size_t i)
{
    return json_array_get(json_object_get(player_of(run, seat), "events"), i);
}

static const char *word(const json_t *event, const char *key)
{
    return json_string_value(json_object_get(event, key));
}

static unsigned rank_of(const json_t *event)
{
    return (unsigned)json_integer_value(json_object_get(event, "rank")) - 1U;
}

// The ranks of a hand, one after the other.
static unsigned list_hand(const json_t *run, unsigned seat, uint8_t *out)
{
    const json_t *hand =
        json_object_get(player_of(run, seat), "initial_own_hand");
    unsigned count = 0;
    for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++)
        for (json_int_t i = json_integer_value(json_array_get(hand, rank));
             i > 0; i--)
            out[count++] = (uint8_t)rank;
    return count;
}

static void stack_pack(const json_t *run, pack_order *p)
{
    uint8_t hand[2][DX_GOFISH_CARDS];
    unsigned size = list_hand(run, 0, hand[0]);
    CHECK_EQ(list_hand(run, 1, hand[1]), size);
    for (unsigned i = 0; i < 2 * size; i++)
        add_card(p, hand[i % 2][i / 2]);
    for (size_t i = 0; event_of(run, 0, i) != NULL; i++)
        for (unsigned seat = 0; seat < 2; seat++) {
            const json_t *event = event_of(run, seat, i);
            if (strcmp(word(event, "event"), "draw") == 0 &&
                strcmp(word(event, "by"), "self") == 0)
                add_card(p, rank_of(event));
        }
    for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++)
        while (p->used[rank] < DX_GOFISH_COPIES)
            add_card(p, rank);
}

static bool is_listed(const json_t *ranks, unsigned rank)
{
    for (size_t i = 0; i < json_array_size(ranks); i++)
        if (json_integer_value(json_array_get(ranks, i)) == rank + 1)
            return true;
    return false;
}

// The snapshot of a seat after so many events.
static const json_t *snapshot(const json_t *run, unsigned seat, size_t after)
{
    const json_t *trace = json_object_get(player_of(run, seat), "trace");
    const json_t *each;
    size_t i;
    json_array_foreach (trace, i, each)
        if (json_integer_value(json_object_get(each, "after_event")) ==
            (json_int_t)after)
            return each;
    return NULL;
}

static unsigned choice(const dx_view *view, const char *agent)
{
    dx_policy policy;
    dx_random random = dx_random_named(1, 2, 3);
    dx_thought thought = {.random = &random};
    CHECK_EQ(dx_policy_parse(dx_agents(), agent, view->rules, &policy, NULL),
             DX_OK);
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_event move = dx_mind_choose(mind, view, &thought);
    dx_mind_free(mind);
    CHECK_EQ(move.verb, DX_GOFISH_ASK);
    return move.arg[1];
}

static void check_choices(const dx_view *view, const json_t *state)
{
    static const char *const names[][2] = {
        {"hoarding", "argmax_hoarding"},
        {"exploration", "argmax_exploration"},
        {"finish-fast", "argmax_finishfast"},
        {"closer-point", "argmax_closerpoint"},
    };
    for (unsigned i = 0; i < 4; i++) {
        unsigned rank = choice(view, names[i][0]);
        CHECK_THAT(is_listed(json_object_get(state, names[i][1]), rank),
                   "%s asks for %s", names[i][0], dx_gofish_word(rank));
    }
}

// The chance that the other has the rank, as a fraction.
static void check_asked(const dx_view *view, unsigned rank, const json_t *want)
{
    dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};
    dx_ask_options options = {.engine = "places", .assumption = &uniform};
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    dx_error error = {.message = ""};
    long long top = 0, over = 1;
    char text[40];
    snprintf(text, sizeof text, "has(%u,%s)", 2 - view->seat,
             dx_gofish_word(rank));
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_OK);
    CHECK_THAT(dx_ask_seat(store, view, f, &options, &answer, &error) == DX_OK,
               "%s: %s", text, error.message);
    CHECK(sscanf(json_string_value(want), "%lld/%lld", &top, &over) >= 1);
    CHECK_THAT(answer.chance.top == top && answer.chance.over == over,
               "%s: %lld/%lld, not %s", text, (long long)answer.chance.top,
               (long long)answer.chance.over, json_string_value(want));
    dx_answer_release(&answer);
    dx_formulas_free(store);
}

// Checks who is next, if the file says what it may ask for.
static unsigned check_turn(dx_match *match, const json_t *run, size_t after)
{
    unsigned seat = dx_match_turn(match);
    const json_t *state = snapshot(run, seat, after);
    if (state == NULL || json_object_get(state, "askable") == NULL)
        return 0;
    check_choices(dx_match_view(match, seat), state);
    for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++)
        check_asked(dx_match_view(match, seat), rank,
                    json_array_get(json_object_get(state, "P_has"), rank));
    return 1;
}

static unsigned check_run(const json_t *run, const dx_rules *rules)
{
    pack_order p = {.count = 0};
    unsigned checked = 0;
    stack_pack(run, &p);
    dx_deal *deal = dx_deal_blank(rules);
    CHECK_EQ(dx_deal_set(deal, 0, 0, p.order, p.count, NULL), DX_OK);
    dx_match *match = dx_match_new(rules, deal);
    for (size_t i = 0; event_of(run, 0, i) != NULL; i++) {
        const json_t *event = event_of(run, 0, i);
        if (strcmp(word(event, "event"), "ask") != 0)
            continue;
        unsigned seat = strcmp(word(event, "by"), "self") != 0;
        CHECK_EQ(dx_match_turn(match), seat);
        checked += check_turn(match, run, i);
        dx_event ask = dx_with(dx_event_new(DX_GOFISH_ASK, seat), 0, !seat);
        CHECK_EQ(dx_match_play(match, seat, dx_with(ask, 1, rank_of(event)),
                               NULL, NULL),
                 DX_OK);
    }
    checked += check_turn(
        match, run,
        json_array_size(json_object_get(player_of(run, 0), "events")));
    dx_match_free(match);
    dx_deal_free(deal);
    return checked;
}

TEST(go_fish_strategies_ask_and_seats_believe_as_the_golden_games_say)
{
    json_t *root =
        json_load_file(dx_test_path("golden/gofish_beliefs52.json"), 0, NULL);
    const json_t *run;
    size_t i;
    unsigned checked = 0;
    dx_rules rules = dx_rules_normal(&dx_game_gofish);
    CHECK(root != NULL);
    json_array_foreach (json_object_get(root, "runs"), i, run) {
        CHECKING("run %d", (int)i);
        checked += check_run(run, &rules);
    }
    CHECK_EQ(checked, 6);
    json_decref(root);
}
