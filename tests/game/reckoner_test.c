// Every reckoner of every game against the reference, in the game's preset
// `tiny`: the same tables, the same shares, the same chances.

#include "agents/agents.h"
#include "base/memory.h"
#include "base/vector.h"
#include "game/match.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "game/worlds_chance.h"
#include "games/games.h"
#include "games/parlour.h"
#include "minds/believe/believe.h"
#include "minds/believe/deals.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORLDS_MAX = 20000, MOVES_MAX = 16 };

// Worlds merged by table; weights add up to one.
typedef struct merged {
    size_t bytes, count, capacity;
    char *tables;
    double *weights;
} merged;

static size_t find(const merged *m, const void *table)
{
    size_t i = 0;
    while (i < m->count && memcmp(m->tables + i * m->bytes, table, m->bytes))
        i++;
    return i;
}

static bool add(void *context, const dx_world *world)
{
    merged *m = context;
    size_t i = find(m, world->table);
    if (i == m->count) {
        if (m->count == m->capacity) {
            m->capacity = 2 * m->capacity + 16;
            m->tables = dx_resize(m->tables, m->capacity, m->bytes);
            m->weights = dx_resize(m->weights, m->capacity, sizeof *m->weights);
        }
        memcpy(m->tables + i * m->bytes, world->table, m->bytes);
        m->weights[i] = 0;
        m->count++;
    }
    m->weights[i] += world->weight;
    return true;
}

static void add_world(merged *m, dx_world world)
{
    add(m, &world);
}

static void normalise(merged *m)
{
    double sum = 0;
    for (size_t i = 0; i < m->count; i++)
        sum += m->weights[i];
    for (size_t i = 0; i < m->count; i++)
        m->weights[i] /= sum;
}

static void merged_release(merged *m)
{
    dx_free(m->tables);
    dx_free(m->weights);
}

// One position from one seat, by the reference and by a reckoner.
typedef struct trial {
    const dx_rules *rules;
    const dx_reckoner *reckoner;
    const dx_worlds *worlds;
    const void *self;
    merged want;
    dx_random random;
    dx_text *said; // what differs, for people; may be NULL
} trial;

static double weight_of(const merged *m, const void *table)
{
    size_t i = find(m, table);
    return i < m->count ? m->weights[i] : 0;
}

// Shows one table, with its share in both.
static void say_table(const trial *t, const merged *got, const void *table)
{
    if (t->said == NULL)
        return;
    dx_text_printf(t->said,
                   "%zu tables, the reference has %zu; this one has weight %g, "
                   "in the reference %g:\n",
                   got->count, t->want.count, weight_of(got, table),
                   weight_of(&t->want, table));
    t->rules->game->show(table, t->said);
}

// Shows the first table of `one` that `other` has not, or weighs otherwise.
static bool say_difference(const trial *t, const merged *got, const merged *one,
                           const merged *other, bool by_weight)
{
    for (size_t i = 0; i < one->count; i++) {
        const void *table = one->tables + i * one->bytes;
        size_t k = find(other, table);
        if (k < other->count &&
            (!by_weight || fabs(one->weights[i] - other->weights[k]) <= 1e-9))
            continue;
        say_table(t, got, table);
        return true;
    }
    return false;
}

static const char *judge_listing(const trial *t)
{
    merged got = {.bytes = t->want.bytes};
    const merged *want = &t->want;
    if (t->reckoner->each == NULL)
        return NULL;
    bool lists = t->reckoner->each(t->self, WORLDS_MAX, add, &got) == DX_OK;
    normalise(&got);
    const char *fault = NULL;
    if (!lists && t->said != NULL)
        dx_text_printf(t->said, "none of the %zu tables of the reference\n",
                       want->count);
    if (!lists)
        fault = "it lists no worlds, where the reference does";
    else if (say_difference(t, &got, &got, want,
                            dx_worlds_have_chances(t->worlds)))
        fault = "it lists a table that is not possible, or weighs it otherwise";
    else if (got.count != want->count &&
             say_difference(t, &got, want, &got, false))
        fault = "it does not list a table that is possible";
    merged_release(&got);
    return fault;
}

// Those with weight and no others, in whatever way they were found.
static const char *judge_believed(const trial *t)
{
    merged got = {.bytes = t->want.bytes};
    size_t positive = 0;
    const char *fault = NULL;
    if (t->reckoner->believed == NULL)
        return NULL;
    if (t->reckoner->believed(t->self, WORLDS_MAX, add, &got) != DX_OK)
        fault = "it does not list what it believes";
    normalise(&got);
    for (size_t i = 0; i < t->want.count; i++)
        positive += t->want.weights[i] > 0;
    if (fault == NULL && say_difference(t, &got, &got, &t->want, true))
        fault = "it believes in a table otherwise";
    if (fault == NULL && got.count != positive)
        fault = "it believes in fewer tables";
    merged_release(&got);
    return fault;
}

// Is a past, as far as worlds have one, what leads to the table, and does it
// look to the seat as what it saw?
typedef struct remembering {
    const trial *t;
    const dx_view *view;
    dx_masks masks;
    void *table;
    const char *fault;
} remembering;

static bool judge_past(void *context, const dx_world *world)
{
    remembering *m = context;
    const dx_game *game = m->t->rules->game;
    if (world->past == NULL)
        return true;
    memset(m->table, 0, m->t->want.bytes);
    game->setup(m->table, m->t->rules);
    for (unsigned i = 0; i < world->count; i++) {
        dx_event event = world->past[i];
        game->fold(m->table, event);
        if (!dx_event_same(dx_masks_see(&m->masks, event, m->view->seat),
                           m->view->seen[i]))
            m->fault = "it has a past that looks otherwise";
    }
    if (memcmp(m->table, world->table, m->t->want.bytes) != 0) {
        m->fault = "it has a past that does not lead to its table";
        if (m->t->said != NULL) {
            game->show(world->table, m->t->said);
            game->show(m->table, m->t->said);
        }
    }
    return m->fault == NULL;
}

static const char *judge_pasts(trial *t, const dx_view *view)
{
    remembering m = {t, view, .table = dx_alloc(1, t->want.bytes)};
    dx_masks_init(&m.masks, t->rules->game->verbs);
    if (t->reckoner->each != NULL &&
        t->reckoner->each(t->self, WORLDS_MAX, judge_past, &m) != DX_OK)
        m.fault = "it lists no worlds, where the reference does";
    for (unsigned i = 0; i < 5 && t->reckoner->one != NULL; i++)
        t->reckoner->one(t->self, &t->random, judge_past, &m);
    dx_free(m.table);
    return m.fault;
}

// When was the assumption refuted, and how often?
static const char *judge_account(const trial *t)
{
    dx_account account;
    unsigned first = 0, refuted = dx_worlds_refuted(t->worlds, &first);
    if (t->reckoner->account == NULL)
        return NULL;
    t->reckoner->account(t->self, &account);
    if (account.refuted != refuted)
        return "it was refuted more or less often";
    return refuted == 0 || account.first_refuted == first
               ? NULL
               : "it was refuted at another event";
}

static const char *judge_count(const trial *t)
{
    dx_count count = 0;
    if (t->reckoner->count == NULL ||
        t->reckoner->count(t->self, &count) != DX_EXACT)
        return NULL;
    return count == t->want.count ? NULL : "it counts otherwise";
}

static const char *judge_sample(trial *t)
{
    const char *fault = NULL;
    char *table = dx_alloc(1, t->want.bytes);
    for (unsigned i = 0; t->reckoner->sample != NULL && i < 5; i++) {
        t->reckoner->sample(t->self, &t->random, table);
        if (find(&t->want, table) == t->want.count)
            fault = "it draws a table that is not possible";
    }
    dx_free(table);
    return fault;
}

static const char *judge_atom(trial *t, const dx_atom *atom)
{
    int args[DX_TERM_ARGS] = {0};
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
        args[i] = (int)dx_random_below(&t->random,
                                       dx_type_values(t->rules, atom->type[i]));
    dx_fraction exact, want_exact;
    double chance, want;
    if (dx_worlds_chance(t->worlds, atom, args, &want_exact, &want) != DX_OK ||
        t->reckoner->chance(t->self, atom, args, &exact, &chance) != DX_OK)
        return NULL;
    if (!dx_fraction_is_lost(exact) && !dx_fraction_is_lost(want_exact) &&
        !dx_fraction_equal(exact, want_exact))
        return "it gives a fact another exact chance";
    return fabs(chance - want) < 1e-9 ? NULL : "it gives a fact another chance";
}

static const char *judge_position(trial *t)
{
    const char *fault = judge_believed(t);
    if (fault == NULL)
        fault = judge_listing(t);
    if (fault == NULL)
        fault = judge_believed(t);
    if (fault == NULL)
        fault = judge_account(t);
    if (fault == NULL)
        fault = judge_count(t);
    if (fault == NULL)
        fault = judge_sample(t);
    const dx_atom *atom = t->rules->game->atoms;
    for (; t->reckoner->chance != NULL && fault == NULL && atom != NULL &&
           atom->name != NULL;
         atom++)
        for (unsigned i = 0; i < 4 && fault == NULL; i++)
            fault = judge_atom(t, atom);
    return fault;
}

static dx_event choose(dx_match *match, const dx_policy *policy, unsigned slips,
                       dx_random *random)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_thought thought = {.random = random};
    if (dx_random_below(random, 12) < slips)
        return moves[dx_random_below(random, count)];
    dx_mind *mind = dx_mind_new(policy, view);
    dx_event move = dx_mind_choose(mind, view, &thought);
    dx_mind_free(mind);
    return move;
}

// A game, random or by a policy, which slips in some of them; the caller frees
// the events.
static dx_event *play(const dx_rules *rules, const dx_policy *policy,
                      uint64_t seed, unsigned moves, unsigned *out_count)
{
    if (policy == NULL)
        return dx_twin_play(rules, seed, moves, out_count);
    dx_deal *deal = dx_deal_new(rules, seed, 3);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(seed, 0, 3);
    for (; moves > 0 && dx_match_turn(match) != DX_OVER; moves--) {
        unsigned seat = dx_match_turn(match);
        dx_event move = choose(match, policy, seed % 4, &random);
        CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
    }
    const dx_event *events = dx_match_events(match, out_count);
    dx_event *copy = dx_copy(events, *out_count * sizeof *copy);
    dx_match_free(match);
    dx_deal_free(deal);
    return copy;
}

// Follows a game from a random seat.  NULL: no fault was found.  Otherwise
// `said`, unless it is NULL, gets the position and what differs there.
static const char *judge(const dx_rules *rules, const dx_reckoner *reckoner,
                         const dx_assumption *assumption,
                         const dx_policy *player, uint64_t seed,
                         unsigned *positions, dx_text *said)
{
    trial t = {.rules = rules,
               .reckoner = reckoner,
               .random = dx_random_named(seed, 0, 9),
               .said = said};
    unsigned seat = (unsigned)dx_random_below(&t.random, dx_players(rules));
    unsigned count, moves = (unsigned)dx_random_below(&t.random, MOVES_MAX);
    void *self = reckoner->open(reckoner, rules, seat, assumption);
    if (self == NULL)
        return NULL;
    t.self = self;
    dx_event *events = play(rules, player, seed, moves, &count);
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    const char *fault = NULL;
    for (unsigned i = 0; i < count && fault == NULL; i++) {
        dx_eyes_see(eyes, events[i]);
        if (reckoner->follow(self, dx_eyes_view(eyes)) != DX_OK)
            fault = "it does not follow";
    }
    dx_worlds *worlds = NULL;
    dx_consider_options options = {.assumption = assumption,
                                   .worlds_max = WORLDS_MAX};
    if (fault == NULL &&
        dx_consider(dx_eyes_view(eyes), &options, &worlds, NULL) == DX_OK) {
        ++*positions;
        t.worlds = worlds;
        t.want.bytes = rules->game->table_bytes(rules);
        for (size_t i = 0; i < dx_worlds_count(worlds); i++)
            add_world(&t.want, dx_worlds_at(worlds, i));
        normalise(&t.want);
        if (said != NULL)
            dx_text_printf(said, "seat %u after %u events: ", seat + 1, count);
        fault = judge_position(&t);
        if (fault == NULL)
            fault = judge_pasts(&t, dx_eyes_view(eyes));
        merged_release(&t.want);
        dx_worlds_free(worlds);
    }
    reckoner->close(self);
    dx_eyes_free(eyes);
    dx_free(events);
    return fault;
}

static void judge_reckoner(const dx_game *game, const dx_reckoner *reckoner)
{
    static const dx_assumption assumptions[2] = {{.kind = DX_ASSUME_NONE},
                                                 {.kind = DX_ASSUME_UNIFORM}};
    char name[100];
    dx_rules rules;
    const dx_game *const list[] = {game, NULL};
    snprintf(name, sizeof name, "%s(tiny)", game->name);
    CHECK_THAT(dx_rules_parse(list, name, &rules, NULL) == DX_OK,
               "%s has a reckoner, so it needs a preset `tiny` in which the "
               "reference can list the worlds",
               game->name);
    unsigned positions = 0;
    for (uint64_t seed = 0; seed < 100; seed++)
        for (unsigned a = 0; a < 2; a++) {
            dx_text said = {0};
            CHECKING_SEED(seed);
            const char *fault = judge(&rules, reckoner, &assumptions[a], NULL,
                                      seed, &positions, &said);
            CHECK_THAT(fault == NULL, "%s, %s, assuming %s, seed %d: %s\n%s",
                       dx_rules_name(&rules), reckoner->name,
                       a == 0 ? "none" : "uniform", (int)seed, fault,
                       dx_text_string(&said));
            dx_text_release(&said);
        }
    CHECK_THAT(positions > 20, "%s: only %u positions could be judged",
               reckoner->name, positions);
}

static void judge_game(const dx_game *game)
{
    for (unsigned r = 0; game->reckoners != NULL && game->reckoners[r] != NULL;
         r++)
        judge_reckoner(game, game->reckoners[r]);
    if (game->places != NULL)
        judge_reckoner(game, &dx_reckoner_deals);
}

TEST(conformance_reckoners_agree_with_the_reference)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++)
        if (dx_is_wanted(*game))
            judge_game(*game);
}

// A reckoner for the parlour game that is the reference itself; with data it
// forgets what it was told to assume, which must be found out.
static void *open_listing(const dx_reckoner *how, const dx_rules *rules,
                          unsigned seat, const dx_assumption *assumption)
{
    return dx_worlds_new(rules, seat,
                         &(dx_consider_options){.assumption = how->data == NULL
                                                                  ? assumption
                                                                  : NULL});
}
static void close_listing(void *self)
{
    dx_worlds_free(self);
}
static dx_status follow_listing(void *self, const dx_view *view)
{
    return dx_worlds_follow(self, view->seen[view->count - 1], NULL);
}
static dx_status each_listed(const void *self, size_t worlds_max,
                             dx_visit *visit, void *context)
{
    if (dx_worlds_count(self) > worlds_max)
        return DX_ERR_LIMIT;
    for (size_t i = 0; i < dx_worlds_count(self); i++) {
        dx_world world = dx_worlds_at(self, i);
        if (!visit(context, &world))
            break;
    }
    return DX_OK;
}
static dx_status chance_listed(const void *self, const dx_atom *atom,
                               const int *args, dx_fraction *out_exact,
                               double *out_chance)
{
    return dx_worlds_chance(self, atom, args, out_exact, out_chance);
}

// Belief by replay, of games by the assumed policy, of games by random, which
// refute it, and of some in which it lapses.
static void judge_belief(const char *text, const char *name)
{
    dx_rules rules;
    dx_assumption assumption;
    unsigned positions = 0;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &rules, NULL), DX_OK);
    CHECK_EQ(dx_assumption_parse(dx_agents(), name, &rules, &assumption, NULL),
             DX_OK);
    for (uint64_t seed = 0; seed < SAMPLE(20, 60); seed++) {
        CHECKING("%s, %s, seed %d", text, name, (int)seed);
        bool lapses = assumption.kind == DX_ASSUME_POLICY && seed % 5 == 0;
        for (unsigned seat = 0; seat < dx_players(&rules); seat++)
            assumption.lapse[seat] = dx_fraction_of(lapses, 10);
        dx_text said = {0};
        const char *fault = judge(&rules, &dx_reckoner_believe, &assumption,
                                  seed % 3 ? &assumption.policy[0] : NULL, seed,
                                  &positions, &said);
        CHECK_THAT(fault == NULL, "%s, %s, seed %d: %s\n%s", text, name,
                   (int)seed, fault, dx_text_string(&said));
        dx_text_release(&said);
    }
    CHECK_THAT(positions > SAMPLE(7, 20),
               "%s, %s: only %u positions could be judged", text, name,
               positions);
}

static const char *const small_hanabi[] = {
    "hanabi(tiny)",
    "hanabi(players=2,colours=2,ranks=3,hand=2)",
    "hanabi(players=2,colours=1,ranks=5,hand=3)",
    "hanabi(players=3,colours=2,ranks=3,hand=2)",
    "hanabi(players=2,colours=1,ranks=2,hand=2,empty=yes,last=3)",
    "hanabi(players=2,colours=1,ranks=5,hand=2,blind=yes,from=\"piles r1\")",
};

TEST(belief_by_replay_is_that_of_the_reference)
{
    static const char *const agents[] = {"info", "recommend", "report",
                                         "random"};
    for (size_t r = 0; r < sizeof small_hanabi / sizeof *small_hanabi; r++)
        for (size_t a = 0; a < sizeof agents / sizeof *agents; a++)
            judge_belief(small_hanabi[r], agents[a]);
}

TEST(belief_about_kemps_is_that_of_the_reference)
{
    static const char *const assumed[] = {"greedy", "lapse(kb-greedy,1/7)",
                                          "greedy; best", "kb-blocking; reset"};
    for (size_t a = 0; a < sizeof assumed / sizeof *assumed; a++) {
        judge_belief("kemps(tiny)", assumed[a]);
        if (a < SAMPLE(1, 4))
            judge_belief("kemps(players=3,from=1,to=2,suits=4,hand=2,table=1,"
                         "idle=2)",
                         assumed[a]);
    }
}

TEST(belief_about_clue_is_that_of_the_reference)
{
    static const char *const assumed[] = {
        "random", "detective", "detective; best", "detective; reset"};
    for (size_t a = 0; a < sizeof assumed / sizeof *assumed; a++) {
        judge_belief("clue(tiny)", assumed[a]);
        if (a < SAMPLE(0, 2))
            judge_belief("clue(small)", assumed[a]);
    }
}

TEST(belief_in_truthful_moves_is_that_of_the_reference)
{
    for (size_t r = 0; r < sizeof small_hanabi / sizeof *small_hanabi; r++)
        judge_belief(small_hanabi[r], "truthful(info)");
    judge_belief("yokai(tiny)", "truthful(natural)");
}

TEST(belief_after_a_refutation_is_that_of_the_reference)
{
    static const char *const assumed[] = {
        "info; reset",  "info; best",  "truthful(info); reset",
        "report; best", "pair; reset", "truthful(info); best"};
    for (size_t r = 0; r < sizeof small_hanabi / sizeof *small_hanabi; r++)
        for (size_t a = 0; a < sizeof assumed / sizeof *assumed; a++)
            judge_belief(small_hanabi[r], assumed[a]);
}

TEST(the_judge_of_reckoners_knows_right_from_wrong)
{
    static const dx_reckoner right = {.name = "listing",
                                      .open = open_listing,
                                      .close = close_listing,
                                      .follow = follow_listing,
                                      .each = each_listed,
                                      .chance = chance_listed};
    dx_reckoner wrong = right;
    wrong.data = "forgetful";
    dx_rules rules;
    const dx_game *const list[] = {&dx_parlour, NULL};
    dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};
    CHECK_EQ(
        dx_rules_parse(list, "parlour(tiny,copies=3,hand=2)", &rules, NULL),
        DX_OK);
    unsigned faults = 0, positions = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        CHECKING_SEED(seed);
        dx_text said = {0};
        CHECK(judge(&rules, &right, &uniform, NULL, seed, &positions, NULL) ==
              NULL);
        if (judge(&rules, &wrong, &uniform, NULL, seed, &positions, &said)) {
            faults++;
            CHECK_THAT(strstr(dx_text_string(&said), "the reference has"),
                       "seed %d: %s", (int)seed, said.at);
        }
        dx_text_release(&said);
    }
    CHECK(positions > 20);
    CHECK(faults > 0);
}
