// How each strategy asks, counted: the planner plays against the strategies of
// a course, and of every question of theirs it is noted in which situation it
// was asked (shown.h).

#include "agents/gofish/planner.h"
#include "agents/gofish/train_private.h"

#include "base/memory.h"

#include <math.h>

enum { TYPES = DX_GOFISH_TYPES, SITUATIONS = DX_GOFISH_SITUATIONS };

typedef struct counter {
    dx_gofish_habits habits;
    float counts[TYPES][SITUATIONS];
} counter;

static void *blank(void)
{
    return dx_alloc(1, sizeof(counter));
}

static void *new_counter(const dx_gofish_course *course)
{
    (void)course;
    return blank();
}

static const void *data(const void *self)
{
    return &((const counter *)self)->habits;
}

static dx_policy policy(const void *self)
{
    const dx_agent *agent = &dx_agent_gofish_planner;
    return (dx_policy){agent, dx_params_normal(&agent->schema), data(self)};
}

static unsigned ask(void *self, dx_gofish_table *table, dx_random *random)
{
    const dx_view *view = dx_match_view(table->match, table->self);
    dx_policy own = policy(self);
    dx_thought thought = {.random = random};
    dx_event moves[DX_MOVES_MAX],
        chosen =
            own.agent->choose(dx_gofish_own_notes(table), &own, view, &thought);
    unsigned count = dx_view_moves(view, moves), i = 0;
    while (i + 1 < count && !dx_event_same(moves[i], chosen))
        i++;
    return i;
}

static void over(void *self, const dx_view *view, const dx_policy *const *who,
                 double won)
{
    counter *c = self;
    dx_gofish_shown shown;
    (void)won;
    dx_gofish_shown_init(&shown, view->rules);
    for (unsigned i = 0; i < view->count; i++) {
        dx_event e = view->seen[i];
        unsigned type = e.verb == DX_GOFISH_ASK && e.who != view->seat
                            ? dx_gofish_type_of(who[e.who])
                            : TYPES;
        if (type < TYPES)
            c->counts[type][dx_gofish_situation(&shown, e)]++;
        dx_gofish_shown_follow(&shown, NULL, e);
    }
}

// A strategy that never played is taken to be unlikely in any case.
static void rest(void *self, unsigned rounds)
{
    counter *c = self;
    if (rounds % 100 != 0)
        return;
    for (unsigned i = 0; i < TYPES; i++) {
        double sum = 0;
        for (unsigned k = 0; k < SITUATIONS; k++)
            sum += (double)c->counts[i][k];
        for (unsigned k = 0; k < SITUATIONS; k++)
            c->habits.log[i][k] =
                sum > 0 ? (float)log(((double)c->counts[i][k] + 0.5) /
                                     (sum + SITUATIONS * 0.5))
                        : -9;
    }
}

static size_t size(const void *self)
{
    (void)self;
    return DX_GOFISH_HABIT_NUMBERS;
}

static void write_habits(const void *self, bool whole, dx_text *out)
{
    const counter *c = self;
    dx_gofish_write_floats(&c->habits.log[0][0], DX_GOFISH_HABIT_NUMBERS, out);
    if (whole)
        dx_gofish_write_floats(&c->counts[0][0], DX_GOFISH_HABIT_NUMBERS, out);
}

static dx_status read_habits(void *self, bool whole, dx_gofish_source *source)
{
    counter *c = self;
    dx_status status = dx_gofish_source_floats(source, DX_GOFISH_HABIT_NUMBERS,
                                               &c->habits.log[0][0]);
    if (status == DX_OK && whole)
        status = dx_gofish_source_floats(source, DX_GOFISH_HABIT_NUMBERS,
                                         &c->counts[0][0]);
    return status;
}

const dx_gofish_way dx_gofish_way_habits = {
    .open = new_counter,
    .close = dx_free,
    .policy = policy,
    .ask = ask,
    .over = over,
    .rest = rest,
    .size = size,
    .write = write_habits,
    .read = read_habits,
    .blank = blank,
    .data = data,
    .agent = &dx_agent_gofish_planner,
};
