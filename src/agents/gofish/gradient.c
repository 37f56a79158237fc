// A small network, trained by policy gradient: an actor and a critic
// (Sutton and Barto, *Reinforcement Learning*, chapter 13).  The actor asks
// with a chance that grows as e^score, and starts as finish-fast; the critic
// says how likely the game is to be won.  The slopes of some games are added
// up, then the numbers move by Adam (Kingma and Ba 2015).
//
// Each question is made likelier, after the game, by how much better things
// went after it than the critic had said (over later turns with weights that
// fall off: Schulman and others 2016).  What has been learnt is the mean of the
// numbers over the later part of the way (Polyak and Juditsky 1992).

#include "agents/gofish/gradient.h"
#include "agents/gofish/critic.h"
#include "agents/gofish/train_private.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

enum { BATCH = 32 };                                      // games
static const double first_step = 0.002, last_step = 0.05; // of Adam
static const double trace = 0.9;
static const double settled = 0.4; // before numbers are averaged

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
static unsigned draw(const double *scores, unsigned count, dx_random *random,
                     double *out_chance)
{
    double most = -INFINITY, sum = 0;
    unsigned chosen = 0;
    for (unsigned i = 0; i < count; i++)
        most = fmax(most, scores[i]);
    for (unsigned i = 0; i < count; i++)
        sum += out_chance[i] = exp(scores[i] - most);
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
    dx_gofish_moment_read(dx_gofish_own_notes(table),
                          dx_match_view(table->match, table->self), &m);
    if (m.count < 2)
        return 0;
    asked a = {.inputs = g->inputs.count, .count = m.count};
    dx_gofish_moment_scores(&m, &g->actor, scores);
    a.chosen = draw(scores, m.count, random, a.chance);
    read_position(table, &m, &a.position);
    a.value = dx_gofish_critic_run(&g->critic, &a.position);
    keep_inputs(g, &m);
    dx_vector_push(&g->asked, a);
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
    learn_from_end(g, won);
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
    double done = (double)rounds / g->course.rounds;
    double step = first_step * fmax(last_step, 1 - done);
    if (rounds % BATCH != 0)
        return;
    g->updates++;
    double n = g->updates;
    double mend = sqrt(1 - pow(0.999, n)) / (1 - pow(0.9, n));
    update((float *)&g->actor, DX_GOFISH_NET_NUMBERS,
           (const float *)&g->slope.actor, (float *)&g->mean.actor,
           (float *)&g->square.actor, step * mend, BATCH);
    update((float *)&g->critic, DX_GOFISH_CRITIC_NUMBERS,
           (const float *)&g->slope.critic, (float *)&g->mean.critic,
           (float *)&g->square.critic, 3 * step * mend, BATCH);
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
