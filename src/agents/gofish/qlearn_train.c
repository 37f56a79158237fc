// Q-learning (Watkins 1989): the value of a question moves towards what came of
// it, its reward and the highest value at the next turn.  Rewards are the
// paper's: 1 for a win and -1 for a loss; and, unless the win is all, 0.1 for a
// question that was answered, -0.05 for one that was not, -0.01 for a card
// drawn, 0.5 for a book.  Only legal questions are ever looked at.

#include "agents/gofish/qlearn.h"
#include "agents/gofish/train_private.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static const float first_rate = 0.1F, last_rate = 0.001F, discount = 0.95F;
static const double explore = 0.15;

typedef struct learner {
    dx_gofish_qtable table;
    bool win_only;
    unsigned rounds;        // in all
    float rate;             // falls with the rounds
    bool is_open;           // a question waits for what comes of it
    dx_gofish_choices last; // and was one of these,
    unsigned chosen;        // this one,
    unsigned seen, books;   // when so many events and books were there
} learner;

static void *new_features(void)
{
    return dx_alloc(1, sizeof(learner));
}

static void *new_states(void)
{
    learner *l = new_features();
    l->table.by_state = true;
    return l;
}

static void *enrol(learner *l, const dx_gofish_course *course)
{
    l->win_only = course->win_only;
    l->rounds = course->rounds;
    l->rate = first_rate;
    return l;
}

static void *open_features(const dx_gofish_course *course)
{
    return enrol(new_features(), course);
}

static void *open_states(const dx_gofish_course *course)
{
    return enrol(new_states(), course);
}

static void close_learner(void *self)
{
    learner *l = self;
    dx_vector_release(&l->table.states);
    dx_index_release(&l->table.index);
    dx_free(l);
}

static const void *data(const void *self)
{
    return &((const learner *)self)->table;
}

static dx_policy policy(const void *self)
{
    const dx_agent *agent = &dx_agent_gofish_qlearn;
    return (dx_policy){agent, dx_params_normal(&agent->schema), data(self)};
}

static dx_gofish_met_state *add_state(dx_gofish_qtable *t, uint64_t own,
                                      uint64_t other)
{
    uint32_t number = (uint32_t)t->states.count;
    dx_vector_push(&t->states,
                   (dx_gofish_met_state){.own = own, .other = other});
    dx_index_add(&t->index, dx_hash_add(own, other), number);
    return &t->states.at[number];
}

// Where the value of the question that waits is.
static float *waiting_value(learner *l)
{
    const dx_gofish_choices *c = &l->last;
    if (!l->table.by_state)
        return &l->table.cell[c->cell[l->chosen]];
    uint32_t number = dx_gofish_met_find(&l->table, c);
    dx_gofish_met_state *state = number == DX_INDEX_NONE
                                     ? add_state(&l->table, c->own, c->other)
                                     : &l->table.states.at[number];
    return &state->value[c->asks[l->chosen].rank];
}

static unsigned books_of(const dx_view *view)
{
    const dx_gofish *t = view->sight;
    unsigned books = t->laid[view->seat];
    for (unsigned rank = 0; rank < t->ranks; rank++)
        books += t->count[view->seat][rank] == t->copies;
    return books;
}

// What the seat has got since it asked.
static float reward_of(const learner *l, const dx_view *view)
{
    float reward = 0.5F * (float)((int)books_of(view) - (int)l->books);
    if (l->win_only)
        return 0;
    for (unsigned i = l->seen; i < view->count; i++) {
        dx_event e = view->seen[i];
        if (e.who != view->seat)
            continue;
        if (e.verb == DX_GOFISH_ASK)
            reward += e.arg[2] > 0 ? 0.1F : -0.05F;
        if (e.verb == DX_GOFISH_DRAW)
            reward -= 0.01F;
    }
    return reward;
}

static void settle(learner *l, const dx_view *view, float then)
{
    if (!l->is_open)
        return;
    float *value = waiting_value(l);
    *value += l->rate * (reward_of(l, view) + then - *value);
    l->is_open = false;
}

static unsigned ask(void *self, dx_gofish_table *table, dx_random *random)
{
    learner *l = self;
    const dx_view *view = dx_match_view(table->match, table->self);
    dx_gofish_choices c;
    float value[DX_GOFISH_PROSPECTS], most = -INFINITY;
    unsigned ties = 0;
    dx_gofish_choices_read(dx_gofish_own_notes(table), view, &c);
    if (c.count == 0)
        return 0;
    dx_gofish_choices_values(&c, &l->table, value);
    for (unsigned i = 0; i < c.count; i++)
        most = fmaxf(most, value[i]);
    settle(l, view, discount * most);
    l->last = c;
    l->chosen = (unsigned)dx_random_below(random, c.count);
    if (dx_random_unit(random) >= explore)
        for (unsigned i = 0; i < c.count; i++)
            if (value[i] >= most && dx_random_below(random, ++ties) == 0)
                l->chosen = i;
    l->is_open = true;
    l->seen = view->count;
    l->books = books_of(view);
    return l->chosen;
}

static void over(void *self, const dx_view *view, const dx_policy *const *who,
                 double won)
{
    (void)who;
    settle(self, view, (float)(2 * won - 1));
}

static void rest(void *self, unsigned rounds)
{
    learner *l = self;
    float done = (float)rounds / (float)l->rounds;
    l->rate = first_rate + (last_rate - first_rate) * fminf(done, 1);
}

static size_t size(const void *self)
{
    const learner *l = self;
    return l->table.by_state ? l->table.states.count : DX_GOFISH_CELLS;
}

// The rate is behind the table, if it is the whole of it.
static void write_rate(const learner *l, bool whole, dx_text *out)
{
    if (whole)
        dx_gofish_write_floats(&l->rate, 1, out);
}

static dx_status read_rate(learner *l, bool whole, dx_gofish_source *source)
{
    return whole ? dx_gofish_source_floats(source, 1, &l->rate) : DX_OK;
}

static void write_cells(const void *self, bool whole, dx_text *out)
{
    const learner *l = self;
    dx_gofish_write_floats(l->table.cell, DX_GOFISH_CELLS, out);
    write_rate(l, whole, out);
}

static dx_status read_cells(void *self, bool whole, dx_gofish_source *source)
{
    learner *l = self;
    dx_status status =
        dx_gofish_source_floats(source, DX_GOFISH_CELLS, l->table.cell);
    return status == DX_OK ? read_rate(l, whole, source) : status;
}

// A line a state: both hands, and the value of each rank.
static void write_states(const void *self, bool whole, dx_text *out)
{
    const learner *l = self;
    dx_text_printf(out, "states %zu\n", l->table.states.count);
    for (size_t i = 0; i < l->table.states.count; i++) {
        const dx_gofish_met_state *s = &l->table.states.at[i];
        dx_text_printf(out, "%llu %llu ", (unsigned long long)s->own,
                       (unsigned long long)s->other);
        for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++)
            dx_text_printf(out, "%.9g%c", (double)s->value[rank],
                           rank + 1 < DX_GOFISH_RANKS ? ' ' : '\n');
    }
    write_rate(l, whole, out);
}

static dx_status read_states(void *self, bool whole, dx_gofish_source *source)
{
    learner *l = self;
    uint64_t count = 0, own = 0, other = 0;
    dx_status status = dx_gofish_source_word(source, "states");
    if (status == DX_OK)
        status = dx_gofish_source_whole(source, UINT32_MAX - 1, &count);
    for (uint64_t i = 0; i < count && status == DX_OK; i++) {
        status = dx_gofish_source_whole(source, UINT64_MAX, &own);
        if (status == DX_OK)
            status = dx_gofish_source_whole(source, UINT64_MAX, &other);
        if (status == DX_OK)
            status = dx_gofish_source_floats(
                source, DX_GOFISH_RANKS,
                add_state(&l->table, own, other)->value);
    }
    return status == DX_OK ? read_rate(l, whole, source) : status;
}

const dx_gofish_way dx_gofish_way_features = {
    .open = open_features,
    .close = close_learner,
    .policy = policy,
    .ask = ask,
    .over = over,
    .rest = rest,
    .size = size,
    .write = write_cells,
    .read = read_cells,
    .blank = new_features,
    .data = data,
    .agent = &dx_agent_gofish_qlearn,
};

const dx_gofish_way dx_gofish_way_states = {
    .open = open_states,
    .close = close_learner,
    .policy = policy,
    .ask = ask,
    .over = over,
    .rest = rest,
    .size = size,
    .write = write_states,
    .read = read_states,
    .blank = new_states,
    .data = data,
    .agent = &dx_agent_gofish_qlearn,
};
