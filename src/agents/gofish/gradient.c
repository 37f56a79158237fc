// A small network, trained by policy gradient: an actor and a critic
// (Sutton and Barto, *Reinforcement Learning*, chapter 13).  The actor asks
// with a chance that grows as e^score, and starts as finish-fast; the critic
// says how likely the game is to be won.  The slopes of some games are added
// up, then the numbers move by Adam (Kingma and Ba 2015).
//
// There are two manners.  In the first each question is made likelier, after
// the game, by how much better things went after it than the critic had said
// (over later turns with weights that fall off: Schulman and others 2016).
//
// But one question more or less changes a game between equals by a hundredth,
// which the end of one game hardly shows.  So in the second, rehearsal,
// questions are tried out side by side: on copies of the table each is asked
// that may well be, all go on alike for a few turns, with the same cards to
// come, and the critic says where that has led.  A question is made likelier by
// how much better it did than the others.  The critic learns from how games
// end, and is heard when it has learnt something; what has been learnt is the
// mean of the numbers over the later part of the way (Polyak and Juditsky
// 1992).

#include "agents/gofish/gradient.h"
#include "agents/gofish/critic.h"
#include "agents/gofish/train_private.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

// What the two manners differ in.
typedef struct manner {
    bool rehearses;
    unsigned batch;    // games
    double first_step; // of Adam
    double temper;     // how sharply scores tell
} manner;
static const manner by_the_end = {false, 32, 0.002, 1};
static const manner by_rehearsal = {true, 64, 0.004, 0.4};

static const double trace = 0.9, last_step = 0.05;

// Of a rehearsal.
enum { AHEAD = 3 }; // turns of its own that a question is followed for
static const double tried = 0.4;    // of all turns
static const double likely = 0.015; // enough to be tried
static const double taught = 0.15;  // of the way, before the critic is heard
static const double settled = 0.4;  // before numbers are averaged

// A question that was asked, with those that could have been.
typedef struct asked {
    size_t inputs; // of the first question, in `inputs`
    unsigned count, chosen;
    dx_gofish_position position;
    double chance[DX_GOFISH_PROSPECTS];
    double value;
} asked;

// What is learnt, as one array of numbers: the actor first.
typedef struct nets {
    dx_gofish_net actor;
    dx_gofish_critic critic;
} nets;
enum { NUMBERS = sizeof(nets) / sizeof(float) };

typedef struct gradient {
    dx_gofish_course course;
    const manner *manner;
    unsigned updates;
    unsigned averaged; // actors of which `average` is the mean
    dx_gofish_net actor, average;
    dx_gofish_critic critic;
    nets slope, mean, square; // the last two are Adam's
    DX_VECTOR(asked) asked;   // in the game that is played
    DX_VECTOR(float) inputs;
} gradient;

static void *blank(void)
{
    return dx_alloc(1, sizeof(gradient));
}

static void *open(const dx_gofish_course *course)
{
    gradient *g = blank();
    g->course = *course;
    g->manner =
        course->method == DX_GOFISH_REHEARSAL ? &by_rehearsal : &by_the_end;
    dx_random random = dx_random_named(course->seed, 0, 998);
    dx_gofish_net_init(&g->actor, &random);
    dx_gofish_critic_init(&g->critic, &random);
    return g;
}

static void close(void *self)
{
    gradient *g = self;
    dx_vector_release(&g->asked);
    dx_vector_release(&g->inputs);
    dx_free(g);
}

// Who has learnt nothing to average yet plays as it is.
static const void *data(const void *self)
{
    const gradient *g = self;
    return g->averaged > 0 ? &g->average : &g->actor;
}

static dx_policy policy(const void *self)
{
    const dx_agent *agent = &dx_agent_gofish_gradient;
    return (dx_policy){agent, dx_params_normal(&agent->schema),
                       &((const gradient *)self)->actor};
}

// Draws a question by the scores, and writes the chance of each.
static unsigned draw(const double *scores, unsigned count, double temper,
                     dx_random *random, double *out_chance)
{
    double most = -INFINITY, sum = 0;
    unsigned chosen = 0;
    for (unsigned i = 0; i < count; i++)
        most = fmax(most, scores[i]);
    for (unsigned i = 0; i < count; i++)
        sum += out_chance[i] = exp(temper * (scores[i] - most));
    double drawn = dx_random_unit(random) * sum;
    while (chosen + 1 < count && drawn >= out_chance[chosen])
        drawn -= out_chance[chosen++];
    for (unsigned i = 0; i < count; i++)
        out_chance[i] /= sum;
    return chosen;
}

// The learner's turn, as the critic sees it.
static void read_position(dx_gofish_table *table, const dx_gofish_moment *m,
                          dx_gofish_position *out)
{
    unsigned players = dx_players(dx_match_rules(table->match));
    const dx_policy *left = table->who[(table->self + 1) % players];
    dx_gofish_position_read(table->match, dx_gofish_own_notes(table), m,
                            dx_gofish_type_of(left), out);
}

// Tries a question out: how likely the game is won a few turns later.
static double try_out(const gradient *g, const dx_gofish_table *table,
                      unsigned move, dx_random random)
{
    dx_gofish_table t;
    unsigned turns = 0, self = table->self, last = self, seat;
    dx_gofish_try_out(&t, table);
    dx_gofish_move_as_told(&t, move);
    while ((seat = dx_match_turn(t.match)) != DX_OVER) {
        turns += seat == self && last != self;
        if (turns == AHEAD)
            break;
        last = seat;
        dx_gofish_move(&t, &random);
    }
    double value;
    if (seat == DX_OVER) {
        value = dx_gofish_share(&t, self);
    } else {
        dx_gofish_moment m;
        dx_gofish_position p;
        dx_gofish_moment_read(dx_gofish_own_notes(&t),
                              dx_match_view(t.match, self), &m);
        read_position(&t, &m, &p);
        value = dx_gofish_critic_run(&g->critic, &p);
    }
    dx_gofish_get_up(&t);
    return value;
}

// Makes the questions likelier that do better.
static void compare(gradient *g, const dx_gofish_table *table,
                    const dx_gofish_moment *m, const double *chance,
                    dx_random *random)
{
    double value[DX_GOFISH_PROSPECTS] = {0}, mean = 0, all = 0;
    dx_random same = dx_random_named(dx_random_next(random), 0, 0);
    for (unsigned i = 0; i < m->count; i++)
        if (chance[i] > likely) {
            value[i] = try_out(g, table, i, same);
            mean += chance[i] * value[i];
            all += chance[i];
        }
    mean /= all;
    for (unsigned i = 0; i < m->count; i++) {
        float hidden[DX_GOFISH_UNITS];
        if (chance[i] <= likely)
            continue;
        dx_gofish_net_run(&g->actor, m->input[i], hidden);
        dx_gofish_net_learn(&g->actor, m->input[i], hidden,
                            (float)(chance[i] * (value[i] - mean)),
                            &g->slope.actor);
    }
}

static bool is_taught(const gradient *g)
{
    return g->updates >= taught * g->course.rounds / g->manner->batch;
}

static void keep_inputs(gradient *g, const dx_gofish_moment *m)
{
    size_t count = (size_t)m->count * DX_GOFISH_INPUTS;
    dx_vector_reserve(&g->inputs, count);
    memcpy(g->inputs.at + g->inputs.count, m->input, count * sizeof(float));
    g->inputs.count += count;
}

// Keeps what is to be learnt from.
static unsigned ask(void *self, dx_gofish_table *table, dx_random *random)
{
    gradient *g = self;
    dx_gofish_moment m;
    double scores[DX_GOFISH_PROSPECTS];
    unsigned rivals = 0;
    dx_gofish_moment_read(dx_gofish_own_notes(table),
                          dx_match_view(table->match, table->self), &m);
    if (m.count < 2)
        return 0;
    asked a = {.inputs = g->inputs.count, .count = m.count};
    dx_gofish_moment_scores(&m, &g->actor, scores);
    a.chosen = draw(scores, m.count, g->manner->temper, random, a.chance);
    read_position(table, &m, &a.position);
    a.value = dx_gofish_critic_run(&g->critic, &a.position);
    if (!g->manner->rehearses)
        keep_inputs(g, &m);
    dx_vector_push(&g->asked, a);
    for (unsigned i = 0; i < m.count; i++)
        rivals += a.chance[i] > likely;
    if (g->manner->rehearses && is_taught(g) && rivals > 1 &&
        dx_random_unit(random) < tried)
        compare(g, table, &m, a.chance, random);
    return a.chosen;
}

// What one question teaches: `gain` is how much better it went than thought.
static void learn(gradient *g, const asked *a, double gain)
{
    float hidden[DX_GOFISH_UNITS];
    for (unsigned i = 0; i < a->count; i++) {
        double slope = gain * ((i == a->chosen) - a->chance[i]);
        const float *input =
            g->inputs.at + a->inputs + (size_t)i * DX_GOFISH_INPUTS;
        if (fabs(slope) < 1e-5)
            continue;
        dx_gofish_net_run(&g->actor, input, hidden);
        dx_gofish_net_learn(&g->actor, input, hidden, (float)slope,
                            &g->slope.actor);
    }
}

// Question by question from the last one on.
static void learn_from_end(gradient *g, double won)
{
    double gain = 0, next = won;
    for (size_t i = g->asked.count; i-- > 0;) {
        const asked *a = &g->asked.at[i];
        gain = trace * gain + next - a->value;
        dx_gofish_critic_learn(&g->critic, &a->position, gain,
                               &g->slope.critic);
        learn(g, a, gain);
        next = a->value;
    }
}

static void over(void *self, const dx_view *view, const dx_policy *const *who,
                 double won)
{
    gradient *g = self;
    (void)view, (void)who;
    if (!g->manner->rehearses)
        learn_from_end(g, won);
    for (size_t i = 0; g->manner->rehearses && i < g->asked.count; i++)
        dx_gofish_critic_learn(&g->critic, &g->asked.at[i].position,
                               won - g->asked.at[i].value, &g->slope.critic);
    g->asked.count = g->inputs.count = 0;
}

// Adam, over an array of numbers.
static void update(float *numbers, size_t count, const float *slope,
                   float *mean, float *square, double rate, unsigned batch)
{
    for (size_t i = 0; i < count; i++) {
        float g = slope[i] / (float)batch;
        mean[i] = 0.9F * mean[i] + 0.1F * g;
        square[i] = 0.999F * square[i] + 0.001F * g * g;
        numbers[i] += (float)rate * mean[i] / (sqrtf(square[i]) + 1e-8F);
    }
}

static void average(gradient *g)
{
    const float *now = (const float *)&g->actor;
    float *mean = (float *)&g->average;
    g->averaged++;
    for (size_t i = 0; i < DX_GOFISH_NET_NUMBERS; i++)
        mean[i] += (now[i] - mean[i]) / (float)g->averaged;
}

static void rest(void *self, unsigned rounds)
{
    gradient *g = self;
    const manner *m = g->manner;
    double done = (double)rounds / g->course.rounds;
    double step = m->first_step * fmax(last_step, 1 - done);
    if (rounds % m->batch != 0)
        return;
    g->updates++;
    double n = g->updates;
    double mend = sqrt(1 - pow(0.999, n)) / (1 - pow(0.9, n));
    update((float *)&g->actor, DX_GOFISH_NET_NUMBERS,
           (const float *)&g->slope.actor, (float *)&g->mean.actor,
           (float *)&g->square.actor, step * mend, m->batch);
    update((float *)&g->critic, DX_GOFISH_CRITIC_NUMBERS,
           (const float *)&g->slope.critic, (float *)&g->mean.critic,
           (float *)&g->square.critic, (m->rehearses ? 1 : 3) * step * mend,
           m->batch);
    memset(&g->slope, 0, sizeof g->slope);
    if (done > settled)
        average(g);
}

static size_t size(const void *self)
{
    (void)self;
    return DX_GOFISH_NET_NUMBERS;
}

static void write(const void *self, bool whole, dx_text *out)
{
    const gradient *g = self;
    dx_gofish_write_floats(data(self), DX_GOFISH_NET_NUMBERS, out);
    if (!whole)
        return;
    dx_text_printf(out, "updates %u\naveraged %u\n", g->updates, g->averaged);
    dx_gofish_write_floats((const float *)&g->actor, DX_GOFISH_NET_NUMBERS,
                           out);
    dx_gofish_write_floats((const float *)&g->critic, DX_GOFISH_CRITIC_NUMBERS,
                           out);
    dx_gofish_write_floats((const float *)&g->slope, 3 * (size_t)NUMBERS, out);
}

static dx_status read_count(dx_gofish_source *source, const char *word,
                            unsigned *out)
{
    uint64_t number = 0;
    dx_status status = dx_gofish_source_word(source, word);
    if (status == DX_OK)
        status = dx_gofish_source_whole(source, UINT32_MAX, &number);
    *out = (unsigned)number;
    return status;
}

// What has learnt comes first, and is the actor where nothing was averaged.
static dx_status read(void *self, bool whole, dx_gofish_source *source)
{
    gradient *g = self;
    dx_status status = dx_gofish_source_floats(source, DX_GOFISH_NET_NUMBERS,
                                               (float *)&g->average);
    g->actor = g->average;
    if (!whole || status != DX_OK)
        return status;
    status = read_count(source, "updates", &g->updates);
    if (status == DX_OK)
        status = read_count(source, "averaged", &g->averaged);
    if (g->averaged == 0)
        memset(&g->average, 0, sizeof g->average);
    if (status == DX_OK)
        status = dx_gofish_source_floats(source, DX_GOFISH_NET_NUMBERS,
                                         (float *)&g->actor);
    if (status == DX_OK)
        status = dx_gofish_source_floats(source, DX_GOFISH_CRITIC_NUMBERS,
                                         (float *)&g->critic);
    if (status == DX_OK)
        status = dx_gofish_source_floats(source, 3 * (size_t)NUMBERS,
                                         (float *)&g->slope);
    return status;
}

// Of both manners: the course says which.
const dx_gofish_way dx_gofish_way_gradient = {
    .open = open,
    .close = close,
    .policy = policy,
    .ask = ask,
    .over = over,
    .rest = rest,
    .size = size,
    .write = write,
    .read = read,
    .blank = blank,
    .data = data,
    .agent = &dx_agent_gofish_gradient,
};
