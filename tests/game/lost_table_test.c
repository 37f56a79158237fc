// One table is lost in the middle of a game; the others are as if it had never
// been there.

#include "game/match.h"
#include "games/parlour.h"
#include "logic/formula/formula.h"
#include "test.h"

#include <string.h>

enum { TURNS_MAX = 200 };

static dx_formulas *store;

// Plays its first move; when `clumsy` it asks, later in the game, for a formula
// that is not there.
static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)thought;
    dx_event moves[DX_MOVES_MAX];
    dx_view_moves(view, moves);
    if (self->params.value[0] == 1 && view->count > 20)
        dx_formula_kind(store, DX_FORMULA_NONE);
    return moves[0];
}

static const dx_param params[] = {{"clumsy", "breaks a promise", 0, 1, 0}, {0}};
static const dx_agent player = {
    .name = "player", .schema = {.params = params}, .choose = choose};

typedef struct hosted {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind;
} hosted;

static hosted open_table(bool clumsy)
{
    hosted t = {.rules = dx_rules_normal(&dx_parlour)};
    dx_policy policy = {.agent = &player, .params.value[0] = clumsy};
    t.deal = dx_deal_new(&t.rules, 1, 1);
    t.match = dx_match_new(&t.rules, t.deal);
    t.mind = dx_mind_new(&policy, dx_match_view(t.match, 0));
    return t;
}

// One move: of seat 0 by its mind, of the others the first there is.
static void move_on(void *context)
{
    hosted *t = context;
    if (dx_match_turn(t->match) != 0) {
        const dx_event *moves;
        dx_match_moves(t->match, &moves);
        CHECK_EQ(dx_match_step(t->match, 0), DX_OK);
        return;
    }
    dx_random random = dx_random_named(1, 2, 3);
    dx_event move = dx_mind_choose(t->mind, dx_match_view(t->match, 0),
                                   &(dx_thought){.random = &random});
    CHECK_EQ(dx_match_play(t->match, 0, move, NULL, NULL), DX_OK);
}

static bool same_events(const hosted *a, const hosted *b)
{
    unsigned count, other_count;
    const dx_event *events = dx_match_events(a->match, &count);
    const dx_event *others = dx_match_events(b->match, &other_count);
    return count == other_count &&
           memcmp(events, others, count * sizeof *events) == 0;
}

static void close_table(hosted *t)
{
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

TEST(a_host_that_loses_one_table_plays_the_others_to_their_end)
{
    static hosted lost; // its mind stays lost, but in sight
    hosted alone = open_table(false), beside = open_table(false);
    store = dx_formulas_new();
    lost = open_table(true);
    bool is_lost = false;
    dx_error error = {0};
    while (dx_match_turn(alone.match) != DX_OVER)
        move_on(&alone);
    for (int i = 0; dx_match_turn(beside.match) != DX_OVER; i++) {
        CHECK(i < TURNS_MAX);
        CHECK(dx_guard(move_on, &beside, &error));
        if (!is_lost)
            is_lost = !dx_guard(move_on, &lost, &error);
    }
    CHECK(is_lost);
    CHECK_TEXT(error.message,
               "node_of: broken promise: a formula of this store");
    CHECK(dx_match_turn(lost.match) != DX_OVER);
    CHECK(same_events(&alone, &beside));
    dx_mind_free(alone.mind);
    dx_mind_free(beside.mind);
    close_table(&alone);
    close_table(&beside);
    // The call that broke off had only looked at these.
    close_table(&lost);
    dx_formulas_free(store);
}
