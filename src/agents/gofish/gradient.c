// A small network, trained by policy gradient: an actor and a critic
// (Sutton and Barto, *Reinforcement Learning*, chapter 13).  The actor asks
// with a chance that grows as e^score, and starts as finish-fast; the critic
// says how likely the game is to be won.  After a game each question is made
// likelier by how much better things went after it than the critic had said
// (over later turns with weights that fall off: Schulman and others 2016).
// The slopes of some games are added up, then the numbers move by Adam (Kingma
// and Ba 2015).

#include "agents/gofish/gradient.h"
#include "agents/gofish/critic.h"
#include "agents/gofish/train_private.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

enum { BATCH = 32 };
static const double trace = 0.9, first_step = 0.002, last_step = 0.05;

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
    dx_gofish_net actor;
    dx_gofish_critic critic;
    nets slope, mean, square; // the last two are Adam's
    DX_VECTOR(asked) asked;
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

static const void *data(const void *self)
{
    return &((const gradient *)self)->actor;
}

static dx_policy policy(const void *self)
{
    const dx_agent *agent = &dx_agent_gofish_gradient;
    return (dx_policy){agent, dx_params_normal(&agent->schema), data(self)};
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

// Keeps what is to be learnt from.
static unsigned ask(void *self, const dx_gofish_notes *notes, dx_match *match,
                    const dx_policy *left, dx_random *random)
{
    gradient *g = self;
    dx_gofish_moment m;
    double scores[DX_GOFISH_PROSPECTS];
    dx_gofish_moment_read(notes, dx_match_view(match, dx_match_turn(match)),
                          &m);
    if (m.count < 2)
        return 0;
    asked a = {.inputs = g->inputs.count, .count = m.count};
    dx_gofish_moment_scores(&m, &g->actor, scores);
    a.chosen = draw(scores, m.count, random, a.chance);
    dx_gofish_position_read(match, notes, &m, dx_gofish_type_of(left),
                            &a.position);
    a.value = dx_gofish_critic_run(&g->critic, &a.position);
    dx_vector_reserve(&g->inputs, (size_t)m.count * DX_GOFISH_INPUTS);
    memcpy(g->inputs.at + g->inputs.count, m.input,
           m.count * sizeof m.input[0]);
    g->inputs.count += (size_t)m.count * DX_GOFISH_INPUTS;
    dx_vector_push(&g->asked, a);
    return a.chosen;
}

// What one question teaches: `gain` is how much better it went than thought,
// `target` what the critic should have said.
static void learn(gradient *g, const asked *a, double gain, double target)
{
    float hidden[DX_GOFISH_UNITS];
    dx_gofish_critic_learn(&g->critic, &a->position, target - a->value,
                           &g->slope.critic);
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

static void over(void *self, const dx_view *view, const dx_policy *const *who,
                 double won)
{
    gradient *g = self;
    double gain = 0, next = won;
    (void)view, (void)who;
    for (size_t i = g->asked.count; i-- > 0;) {
        const asked *a = &g->asked.at[i];
        gain = trace * gain + next - a->value;
        learn(g, a, gain, a->value + gain);
        next = a->value;
    }
    g->asked.count = g->inputs.count = 0;
}

// Adam, over an array of numbers.
static void update(float *numbers, size_t count, const float *slope,
                   float *mean, float *square, double rate)
{
    for (size_t i = 0; i < count; i++) {
        float g = slope[i] / BATCH;
        mean[i] = 0.9F * mean[i] + 0.1F * g;
        square[i] = 0.999F * square[i] + 0.001F * g * g;
        numbers[i] += (float)rate * mean[i] / (sqrtf(square[i]) + 1e-8F);
    }
}

static void rest(void *self, unsigned rounds)
{
    gradient *g = self;
    double left = 1 - (double)rounds / g->course.rounds;
    double step = first_step * fmax(last_step, left);
    if (rounds % BATCH != 0)
        return;
    g->updates++;
    double n = g->updates;
    double mend = sqrt(1 - pow(0.999, n)) / (1 - pow(0.9, n));
    update((float *)&g->actor, DX_GOFISH_NET_NUMBERS,
           (const float *)&g->slope.actor, (float *)&g->mean.actor,
           (float *)&g->square.actor, step * mend);
    update((float *)&g->critic, DX_GOFISH_CRITIC_NUMBERS,
           (const float *)&g->slope.critic, (float *)&g->mean.critic,
           (float *)&g->square.critic, 3 * step * mend);
    memset(&g->slope, 0, sizeof g->slope);
}

static size_t size(const void *self)
{
    (void)self;
    return DX_GOFISH_NET_NUMBERS;
}

static void write(const void *self, bool whole, dx_text *out)
{
    const gradient *g = self;
    dx_gofish_write_floats((const float *)&g->actor, DX_GOFISH_NET_NUMBERS,
                           out);
    if (!whole)
        return;
    dx_text_printf(out, "updates %u\n", g->updates);
    dx_gofish_write_floats((const float *)&g->critic, DX_GOFISH_CRITIC_NUMBERS,
                           out);
    dx_gofish_write_floats((const float *)&g->slope, 3 * (size_t)NUMBERS, out);
}

static dx_status read(void *self, bool whole, dx_gofish_source *source)
{
    gradient *g = self;
    uint64_t updates = 0;
    dx_status status = dx_gofish_source_floats(source, DX_GOFISH_NET_NUMBERS,
                                               (float *)&g->actor);
    if (!whole || status != DX_OK)
        return status;
    status = dx_gofish_source_word(source, "updates");
    if (status == DX_OK)
        status = dx_gofish_source_whole(source, UINT32_MAX, &updates);
    g->updates = (unsigned)updates;
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
