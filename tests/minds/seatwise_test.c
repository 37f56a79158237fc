// Belief seat by seat, against the replay of every world: the same worlds with
// the same weights; drawn, the same shares; and where only some cases were
// tried, intervals that hold as often as they say.

#include "agents/agents.h"
#include "base/heed.h"
#include "base/memory.h"
#include "game/match.h"
#include "games/games.h"
#include "minds/believe/believe_replay.h"
#include "minds/believe/deals.h"
#include "minds/believe/seatwise.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef struct table {
    dx_rules rules;
    dx_assumption assumption;
    dx_deal *deal;
    dx_match *match;
    dx_random random;
} table;

static table sit_down(const char *rules, const char *assumed, uint64_t number)
{
    table t = {.random = dx_random_named(number, 5, 23)};
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &t.rules, NULL), DX_OK);
    CHECK_EQ(dx_assumption_parse(dx_agents(), assumed, &t.rules, &t.assumption,
                                 NULL),
             DX_OK);
    t.deal = dx_deal_new(&t.rules, 78, number);
    t.match = dx_match_new(&t.rules, t.deal);
    return t;
}

static void get_up(table *t)
{
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

// So many turns by the assumed policies.
static void play(table *t, unsigned turns)
{
    for (; turns > 0 && dx_match_turn(t->match) != DX_OVER; turns--) {
        unsigned seat = dx_match_turn(t->match);
        const dx_view *view = dx_match_view(t->match, seat);
        const dx_policy *policy = &t->assumption.policy[seat];
        const dx_event *moves;
        unsigned count = dx_match_moves(t->match, &moves);
        dx_event move = moves[dx_random_below(&t->random, count)];
        if (policy->agent != NULL) {
            dx_thought thought = {.random = &t->random};
            dx_mind *mind = dx_mind_new(policy, view);
            move = dx_mind_choose(mind, view, &thought);
            dx_mind_free(mind);
        }
        CHECK_EQ(dx_match_play(t->match, seat, move, NULL, NULL), DX_OK);
    }
}

// ---- worlds with their weights ----

enum { WORLDS_MAX = 20000 };

typedef struct world_list {
    size_t bytes, count;
    unsigned char *tables;
    double weight[WORLDS_MAX], all;
} world_list;

static bool keep(void *context, const dx_world *world)
{
    world_list *l = context;
    CHECK(l->count < WORLDS_MAX);
    memcpy(l->tables + l->count * l->bytes, world->table, l->bytes);
    l->weight[l->count] = world->weight;
    l->all += world->weight;
    l->count++;
    return true;
}

static world_list *new_list(const dx_rules *rules)
{
    world_list *l = dx_alloc(1, sizeof *l);
    l->bytes = rules->game->table_bytes(rules);
    l->tables = dx_alloc(WORLDS_MAX, l->bytes);
    return l;
}

static void free_list(world_list *l)
{
    dx_free(l->tables);
    dx_free(l);
}

static double weight_in(const world_list *l, const void *world)
{
    double sum = 0;
    for (size_t i = 0; i < l->count; i++)
        if (memcmp(l->tables + i * l->bytes, world, l->bytes) == 0)
            sum += l->weight[i];
    return sum;
}

// By replay: all worlds, weighed one by one.  False: too many.
static bool list_by_replay(const table *t, const dx_view *view, world_list *out)
{
    dx_replayed replayed;
    dx_reckoning deals =
        dx_reckoning_with(&dx_reckoner_deals, &t->rules, view->seat, NULL,
                          view->seen, view->count);
    dx_status status =
        dx_replay(&deals, view, &t->assumption, WORLDS_MAX, NULL, &replayed);
    if (status == DX_OK) {
        CHECK_EQ(deals.how->each(deals.self, WORLDS_MAX, keep, out), DX_OK);
        CHECK_EQ(out->count, replayed.count);
        out->all = 0;
        for (size_t i = 0; i < out->count; i++)
            out->all += out->weight[i] = replayed.weights[i].value;
        dx_replayed_release(&replayed);
    }
    dx_reckoning_close(&deals);
    return status == DX_OK;
}

static void compare_lists(const world_list *right, const world_list *found)
{
    size_t believed = 0;
    for (size_t i = 0; i < right->count; i++)
        believed += right->weight[i] > 0;
    CHECK_EQ(found->count, believed);
    for (size_t i = 0; i < found->count; i++) {
        const void *world = found->tables + i * found->bytes;
        double want = weight_in(right, world) / right->all;
        CHECK_THAT(fabs(found->weight[i] / found->all - want) <= 1e-9 * want,
                   "weight %g, not %g", found->weight[i] / found->all, want);
    }
}

// The share of listed worlds in which a fact holds.
static double share(const world_list *l, const dx_atom *atom, const int *args)
{
    double with = 0;
    for (size_t i = 0; i < l->count; i++)
        if (dx_atom_holds(atom, l->tables + i * l->bytes, args))
            with += l->weight[i];
    return with / l->all;
}

static const dx_atom *choose_fact(table *t, int *args)
{
    const dx_atom *atom = t->rules.game->atoms;
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
        args[i] = (int)dx_random_below(
            &t->random, dx_type_values(&t->rules, atom->type[i]));
    return atom;
}

// ---- drawing ----

typedef struct estimate {
    const dx_atom *atom;
    const int *args;
    double with, all, squares;
} estimate;

static bool add(void *context, const dx_world *world)
{
    estimate *e = context;
    bool has = dx_atom_holds(e->atom, world->table, e->args);
    CHECK(world->weight > 0 && world->past != NULL);
    e->with += has ? world->weight : 0;
    e->all += world->weight;
    e->squares += world->weight * world->weight;
    return true;
}

// The farther end of Wilson's interval for a share p of n.
static double half_width(double p, double n, double z)
{
    double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half =
        z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return fmax(centre + half - p, p - centre + half);
}

typedef struct coverage {
    unsigned asked, usual, safe;
} coverage;

static void check_draws(table *t, dx_seatwise *s, const world_list *right,
                        size_t draws, double least, coverage *out)
{
    int args[DX_TERM_ARGS] = {0};
    estimate e = {.atom = choose_fact(t, args), .args = args};
    dx_random random = dx_random_named(1, right->count, draws);
    dx_status status = dx_seatwise_draw(s, draws, &random, add, &e);
    CHECK(status == DX_OK || status == DX_ERR_LIMIT);
    double n = e.squares > 0 ? e.all * e.all / e.squares : 0;
    double most = dx_seatwise_worth(s), want = share(right, e.atom, args);
    n = n > 0 && isfinite(most) ? 1 / (1 / n + 1 / most) : n;
    if (n < least || want == 0 || want == 1)
        return;
    double off = fabs(e.with / e.all - want);
    out->asked++;
    out->usual += off <= half_width(e.with / e.all, n, 1.96);
    out->safe += off <= half_width(e.with / e.all, n, 3.9);
}

typedef struct deck {
    const char *rules, *assumed;
    unsigned turns;
} deck;

static const deck decks[] = {
    {"kemps(players=3,from=1,to=5,suits=2,hand=2,table=2)", "greedy", 20},
    {"kemps(players=3,from=1,to=4,suits=3,hand=2,table=2)", "lapse(greedy,1/4)",
     20},
    {"clue(players=3,suspects=3,weapons=3,rooms=4)", "detective(worlds=4)", 12},
    {"clue(players=3,suspects=3,weapons=3,rooms=3)",
     "lapse(detective(worlds=3),1/3)", 12},
    {"hanabi(tiny,players=3)", "report", 10},
    {"hanabi(tiny,players=3)", "mixture(info,report,stranger)", 8},
    {"gofish(small)", "finish-fast", 10},
};

static void compare_at(table *t, coverage *drawn, unsigned *compared)
{
    unsigned seat =
        (unsigned)dx_random_below(&t->random, 3) % dx_players(&t->rules);
    const dx_view *view = dx_match_view(t->match, seat);
    world_list *right = new_list(&t->rules), *found = new_list(&t->rules);
    dx_toil toil = {0};
    dx_status status;
    dx_seatwise *s = dx_seatwise_new(view, &t->assumption, NULL, UINT64_MAX / 2,
                                     &toil, &status);
    if (s != NULL && list_by_replay(t, view, right)) {
        CHECK_EQ(dx_seatwise_each(s, WORLDS_MAX, keep, found), DX_OK);
        compare_lists(right, found);
        check_draws(t, s, right, 1000, 20, drawn);
        ++*compared;
    }
    dx_seatwise_free(s);
    free_list(right);
    free_list(found);
}

TEST(belief_seat_by_seat_is_that_of_every_world_gone_through_again)
{
    unsigned games = SAMPLE(12, 200);
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++) {
        coverage drawn = {0};
        unsigned compared = 0;
        for (uint64_t number = 0; number < games; number++) {
            CHECKING("%s, %s, deal %d", decks[i].rules, decks[i].assumed,
                     (int)number);
            table t = sit_down(decks[i].rules, decks[i].assumed, number);
            play(&t, 1 + (unsigned)dx_random_below(&t.random, decks[i].turns));
            compare_at(&t, &drawn, &compared);
            get_up(&t);
        }
        CHECK_THAT(compared > games / 2, "%u compared", compared);
        CHECK_THAT(drawn.safe == drawn.asked, "%u of %u drawn shares",
                   drawn.safe, drawn.asked);
    }
}

// A tenth or so of the steps that a whole table takes.
static void sample_at(table *t, uint64_t steps, coverage *out)
{
    unsigned seat = (unsigned)dx_random_below(&t->random, 3);
    const dx_view *view = dx_match_view(t->match, seat);
    world_list *right = new_list(&t->rules);
    dx_toil whole = {0}, part = {0};
    dx_status status;
    dx_seatwise *all = dx_seatwise_new(view, &t->assumption, NULL,
                                       UINT64_MAX / 2, &whole, &status);
    dx_seatwise *some =
        dx_seatwise_new(view, &t->assumption, NULL, steps, &part, &status);
    if (all != NULL && some != NULL &&
        dx_seatwise_each(all, WORLDS_MAX, keep, right) == DX_OK &&
        right->all > 0 &&
        dx_seatwise_each(some, 0, keep, right) == DX_ERR_LIMIT)
        for (unsigned i = 0; i < 5; i++)
            check_draws(t, some, right, 1000, 10, out);
    dx_seatwise_free(all);
    dx_seatwise_free(some);
    free_list(right);
}

TEST(intervals_of_samples_hold_as_often_as_they_say)
{
    static const deck sampled[] = {
        {"clue(players=3,suspects=4,weapons=4,rooms=5)", "detective(worlds=3)",
         4},
        {"clue(players=3,suspects=4,weapons=3,rooms=4)",
         "lapse(detective(worlds=3),1/8)", 9},
        {"kemps(players=3,from=1,to=8,suits=2,hand=2,table=2)", "greedy", 9},
    };
    unsigned games = SAMPLE(40, 1000);
    coverage all = {0};
    for (size_t i = 0; i < sizeof sampled / sizeof *sampled; i++)
        for (uint64_t number = 0; number < games; number++) {
            CHECKING("%s, deal %d", sampled[i].rules, (int)number);
            table t = sit_down(sampled[i].rules, sampled[i].assumed, number);
            play(&t,
                 1 + (unsigned)dx_random_below(&t.random, sampled[i].turns));
            sample_at(&t, i < 2 ? 1200 : 60, &all);
            get_up(&t);
        }
    CHECK_THAT(all.asked > games && all.usual >= 0.95 * all.asked &&
                   all.safe >= 0.999 * all.asked,
               "%u asked, %u usual, %u safe", all.asked, all.usual, all.safe);
}

// Worlds without end: the one that the view looks like, again and again.
typedef struct again {
    const dx_view *view;
    size_t visited;
} again;

static dx_status each_again(const void *self, size_t worlds_max DX_UNUSED,
                            dx_visit *visit, void *context)
{
    again *a = *(again *const *)self;
    const dx_world world = {.past = a->view->seen,
                            .count = a->view->count,
                            .exact = dx_fraction_int(1),
                            .weight = 1};
    while (a->visited < 1 << 18 && visit(context, &world))
        a->visited++;
    return DX_OK;
}

TEST(worlds_are_not_listed_further_when_that_is_called_off)
{
    static const dx_reckoner endless = {.name = "again", .each = each_again};
    static atomic_bool off = true;
    table t = sit_down("kemps(tiny)", "greedy", 1);
    again a = {.view = dx_match_view(t.match, 0)}, *self = &a;
    dx_reckoning from = {&endless, &self};
    dx_replayed replayed;
    CHECK(a.view->count > 3);
    const atomic_bool *before = dx_heed(&off);
    CHECK_EQ(
        dx_replay(&from, a.view, &t.assumption, WORLDS_MAX, NULL, &replayed),
        DX_ERR_CANCELLED);
    dx_heed(before);
    CHECK(a.visited <= DX_PACE_STEPS / 4);
    get_up(&t);
}
