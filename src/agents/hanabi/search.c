// For each move that may be tried: what do we score if I make it and everybody
// goes on by the blueprint?  The same imagined games serve all moves, so only
// the differences matter; a move that is clearly no better than the
// blueprint's is dropped early.  Where few worlds are left all of them are
// gone through, and nothing is left to chance.

#include "agents/hanabi/search.h"

#include "agents/hanabi/info.h"
#include "agents/hanabi/mover.h"
#include "agents/hanabi/pair.h"
#include "agents/hanabi/recommend.h"
#include "agents/hanabi/report.h"
#include "agents/hanabi/trial.h"
#include "agents/hanabi/witness.h"
#include "agents/random.h"
#include "base/hash.h"

#include <math.h>
#include <string.h>

enum { BLUEPRINT, ROLLOUTS, THRESHOLD, DECK, WITNESSES, TRUST };

// What can be searched on.  The convention is NULL for an agent that is known
// by its moves alone.
typedef struct ground {
    const dx_agent *agent;
    const dx_blueprint *convention;
} ground;

static const char *const names[] = {"pair",   "info",   "recommend",
                                    "report", "random", NULL};
static const ground grounds[] = {{&dx_agent_pair, &dx_blueprint_pair},
                                 {&dx_agent_info, &dx_blueprint_info},
                                 {&dx_agent_recommend, &dx_blueprint_recommend},
                                 {&dx_agent_report, NULL},
                                 {&dx_agent_random, NULL}};

enum { GROUNDS = sizeof grounds / sizeof *grounds };

static const dx_param params[] = {
    {"blueprint", "what is played on by", 0, GROUNDS - 1, 0, .choices = names},
    {"rollouts", "imagined games a move, late four times as many; 0: by seats",
     0, 100000, 0, .choices = NULL},
    {"threshold", "points to be better by; 0: by seats", 0, 100, 0,
     .decimals = 2},
    {"deck", "search with at most so many cards in the deck; 0: by seats", 0,
     250, 0, .choices = NULL},
    {"witnesses", "moves of partners who do not search that are evidence", 0,
     DX_WITNESSES_MAX, 0, .choices = NULL},
    {"trust", "the chance that a partner does what the blueprint would", 0, 100,
     80, .decimals = 2},
    {0},
};

// A move is better if it is so by as many standard errors.  There are many
// moves, and with two errors one of them often seems better by chance.
#define SURE 3.0

// Fewer worlds than LIST_MAX are gone through one by one.
enum { FIRST_LOOK = 16, LOOK_EVERY = 8, LIST_MAX = 100, LATE_DECK = 20 };

typedef struct candidate {
    double sum, squares; // of differences to the blueprint's move
    bool dropped;
} candidate;

typedef struct search {
    dx_trial *trial;
    dx_random random;
    double threshold, weight; // of all worlds so far
    candidate candidate[DX_TRIAL_MOVES];
    unsigned alive, samples;
    bool is_whole; // all worlds there are were gone through
} search;

// All moves that are not dropped, in one more world.
static bool try_all(search *s)
{
    dx_trial *trial = s->trial;
    double weight = trial->next(trial, &s->random);
    if (weight <= 0) {
        s->is_whole = trial->is_list && s->samples > 0;
        return false;
    }
    double base = trial->score(trial, trial->move[0]);
    s->weight += weight;
    s->samples++;
    for (unsigned i = 1; i < trial->moves; i++) {
        candidate *c = &s->candidate[i];
        if (c->dropped)
            continue;
        double difference = trial->score(trial, trial->move[i]) - base;
        c->sum += weight * difference;
        c->squares += weight * difference * difference;
    }
    return true;
}

static double gain_of(const search *s, const candidate *c)
{
    return c->sum / s->weight;
}

static double error_of(const search *s, const candidate *c)
{
    double n = s->samples, m = gain_of(s, c);
    double variance = (c->squares - n * m * m) / (n - 1);
    return s->is_whole ? 0 : sqrt((variance > 0 ? variance : 0) / n);
}

// The more games a move had, the less it is given the benefit of the doubt.
static double doubt(const search *s)
{
    if (s->samples < 4 * FIRST_LOOK)
        return 2;
    return s->samples < 8 * FIRST_LOOK ? 1 : 0.5;
}

static void prune(search *s)
{
    double errors = doubt(s);
    s->alive = 0;
    for (unsigned i = 1; i < s->trial->moves; i++) {
        candidate *c = &s->candidate[i];
        if (gain_of(s, c) + errors * error_of(s, c) < s->threshold)
            c->dropped = true;
        s->alive += !c->dropped;
    }
}

static unsigned best_of(const search *s)
{
    unsigned best = 0;
    double most = s->is_whole ? 1e-9 : s->threshold;
    if (s->trial->is_list ? !s->is_whole : s->samples < FIRST_LOOK / 2)
        return 0; // too little was seen
    for (unsigned i = 1; i < s->trial->moves; i++) {
        const candidate *c = &s->candidate[i];
        double gain = gain_of(s, c);
        if (!c->dropped && gain > most && gain > SURE * error_of(s, c)) {
            most = gain;
            best = i;
        }
    }
    return best;
}

static const ground *ground_of(const dx_policy *self)
{
    return &grounds[self->params.value[BLUEPRINT]];
}

// What was measured to be best, where a parameter is 0.
typedef struct effort {
    unsigned rollouts, deck;
    double threshold;
} effort;

// Four or five players who know so much do as well by the blueprint at first.
// Minds take long, and moves of an agent that is not good differ much.
static effort normal_effort(const ground *on, unsigned players)
{
    effort normal = {240, UINT8_MAX, .threshold = 0.01};
    if (players == 2)
        normal = (effort){1000, UINT8_MAX, .threshold = 0.05};
    if (players > 3)
        normal.deck = LATE_DECK;
    if (on->convention == NULL)
        normal = (effort){50, UINT8_MAX, .threshold = 0.05};
    return normal;
}

// Late games are short, and mistakes are not made good any more.
static effort effort_of(const dx_policy *self, const dx_hanabi *sight)
{
    const int *value = self->params.value;
    effort e = normal_effort(ground_of(self), sight->players);
    if (value[ROLLOUTS] > 0)
        e.rollouts = (unsigned)value[ROLLOUTS];
    if (value[DECK] > 0)
        e.deck = (unsigned)value[DECK];
    if (value[THRESHOLD] > 0)
        e.threshold = value[THRESHOLD] / 100.0;
    if (sight->deck <= LATE_DECK)
        e.rollouts *= 4;
    return e;
}

// The same view always gives the same search, at any seat of any table.
static dx_random stream_of(const dx_view *view)
{
    uint64_t name = view->count;
    for (unsigned i = 0; i < view->count; i++)
        name = dx_hash_add(name, view->seen[i].bits);
    return dx_random_named(name, view->seat, 0);
}

// Does a move seem to be better, without being surely so?
static bool is_close(const search *s)
{
    for (unsigned i = 1; i < s->trial->moves; i++) {
        const candidate *c = &s->candidate[i];
        double gain = gain_of(s, c);
        if (!c->dropped && gain > s->threshold && gain < SURE * error_of(s, c))
            return true;
    }
    return false;
}

static bool is_enough(const search *s, unsigned samples_max)
{
    if (s->alive == 0 || s->trial->is_list)
        return s->alive == 0;
    return s->samples >= samples_max &&
           (s->samples >= 2 * samples_max || !is_close(s));
}

// Tries until it is clear, or enough.  A list is gone through to its end.
static void run(search *s, unsigned samples_max, const dx_budget *budget)
{
    bool is_list = s->trial->is_list;
    s->alive = s->trial->moves - 1;
    while (!is_enough(s, samples_max) &&
           !dx_budget_is_spent(budget, s->samples) && try_all(s))
        if (!is_list && s->samples >= FIRST_LOOK &&
            s->samples % LOOK_EVERY == 0)
            prune(s);
}

static void say(const search *s, unsigned best, const dx_hanabi *sight,
                dx_thought *thought)
{
    double gain = gain_of(s, &s->candidate[best]);
    dx_reason_formula text;
    const char *formula =
        dx_open_formula(thought, sight, s->trial->move[best], &text);
    if (s->is_whole)
        dx_thought_say(thought, "search", formula,
                       "%+.2f points over the usual move, on average "
                       "over all %u worlds there are",
                       gain, s->samples);
    else
        dx_thought_say(thought, "search", formula,
                       "%+.2f points over the usual move, in %u imagined "
                       "games of each",
                       gain, s->samples);
}

static dx_trial *open_trial(const void *memory, const dx_policy *self,
                            const dx_view *view, const dx_policy *policy,
                            dx_thought *thought)
{
    const dx_blueprint *convention = ground_of(self)->convention;
    dx_trial_options options = {
        .list_max = LIST_MAX,
        .witnesses = (unsigned)self->params.value[WITNESSES],
        .trust = self->params.value[TRUST] / 100.0,
    };
    return convention != NULL
               ? dx_trial_of_table(convention, memory, view, &options, thought)
               : dx_trial_of_minds(policy, view, &options, thought);
}

// Looks around; the caller closes the trial.  `policy` is where it borrows.
static search look(const void *memory, const dx_policy *self,
                   const dx_view *view, dx_policy *policy, dx_thought *thought)
{
    const dx_hanabi *sight = view->sight;
    const dx_agent *agent = ground_of(self)->agent;
    *policy = (dx_policy){agent, dx_params_normal(&agent->schema)};
    effort most = effort_of(self, sight);
    search s = {.random = stream_of(view),
                .threshold = most.threshold,
                .trial = open_trial(memory, self, view, policy, thought)};
    if (sight->deck <= most.deck)
        run(&s, most.rollouts, thought->budget);
    return s;
}

static dx_event take_best(search *s, const dx_view *view, dx_thought *thought)
{
    unsigned best = best_of(s);
    if (best > 0)
        say(s, best, view->sight, thought);
    dx_event move = s->trial->move[best];
    dx_trial_close(s->trial);
    return move;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_policy policy;
    search s = look(memory, self, view, &policy, thought);
    return take_best(&s, view, thought);
}

dx_event dx_search_trial(dx_trial *trial, const dx_view *view,
                         unsigned rollouts, dx_thought *thought)
{
    search s = {.trial = trial, .random = stream_of(view), .threshold = 0.05};
    run(&s, rollouts, thought->budget);
    return take_best(&s, view, thought);
}

// Points over the blueprint's move, as far as moves were tried.
static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    dx_policy policy;
    dx_random random = stream_of(view);
    dx_thought thought = {.random = &random, .budget = budget};
    search s = look(memory, self, view, &policy, &thought);
    for (unsigned i = 0; i < count; i++) {
        out[i] = NAN;
        for (unsigned k = s.trial->moves; k-- > 0;)
            if (dx_event_same(s.trial->move[k], moves[i]) &&
                (k == 0 || s.samples > 0))
                out[i] = k == 0 ? 0 : gain_of(&s, &s.candidate[k]);
    }
    dx_trial_close(s.trial);
}

static bool believes(const void *memory, const dx_policy *self,
                     const dx_view *view, const dx_atom *atom, const int *args,
                     dx_opinion *out)
{
    return ground_of(self)->convention != NULL &&
           dx_blueprint_believes(memory, self, view, atom, args, out);
}

// Only a convention is remembered; minds are made when they are needed.
static size_t memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    return ground_of(self)->convention != NULL ? dx_blueprint_bytes(rules, self)
                                               : 0;
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    const dx_blueprint *convention = ground_of(self)->convention;
    if (convention != NULL)
        dx_blueprint_begin(convention, memory, view);
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    if (ground_of(self)->convention != NULL)
        dx_blueprint_note(memory, self, view, noted);
}

const dx_agent dx_agent_search = {
    .name = "search",
    .help = "imagines games after every move that another agent could make",
    .talk = "I speak a code, and try each move in imagined games first. Only "
            "partners with the same code can read it.",
    .game = "hanabi",
    .steps = 10000,
    .schema = {params, NULL},
    .shared = true,
    .memory_bytes = memory_bytes,
    .begin = begin,
    .note = note,
    .choose = choose,
    .believes = believes,
    .values = values,
};
