// Bayes' rule as a source of belief, with each inference in words.

#include "base/memory.h"
#include "game/source.h"
#include "games/saboteur/bayes.h"
#include "games/saboteur/places.h"

#include <math.h>

static const dx_param params[] = {
    {"temper", "of likelihoods", 1, 100, 90, .decimals = 2},
    {"throws", "the same for cards thrown away", 0, 100, 90, .decimals = 2},
    {"tools", "the same for tools of others", 0, 100, 70, .decimals = 2},
    {0},
};

enum { WORLDS = DX_SABOTEUR_WORLDS_MAX * DX_SABOTEUR_GOALS };

typedef struct opened {
    dx_saboteur_bayes bayes;
    dx_saboteur_acts acts;
    unsigned event[DX_SABOTEUR_ACTS_MAX]; // of the view, that each act was
    dx_saboteur sight;
    unsigned owner;
    // The weights of all worlds for each seat, whose own acts tell it nothing.
    double weight[DX_SABOTEUR_SEATS][WORLDS];
} opened;

// Of one role and of the other: a seat never weighs these against each other.
static void weigh_seat(opened *o, unsigned seat)
{
    double as[WORLDS];
    for (unsigned role = 0; role < DX_SABOTEUR_ROLES; role++) {
        dx_saboteur_bayes_weigh(&o->bayes, seat, role, o->acts.table.goal, as);
        for (unsigned i = 0; i < o->bayes.worlds.count * DX_SABOTEUR_GOALS; i++)
            o->weight[seat][i] += as[i];
    }
}

static uint64_t places(const void *sight)
{
    return dx_saboteur_role_places(sight);
}

static void *open_bayes(const dx_rules *rules, const dx_params *read,
                        const dx_view *view)
{
    opened *o = dx_alloc(1, sizeof *o);
    dx_saboteur_bayes_options options = dx_saboteur_bayes_normal;
    options.temper = read->value[0] / 100.0;
    options.throws = read->value[1] / 100.0;
    options.tools = read->value[2] / 100.0;
    o->sight = *(const dx_saboteur *)view->sight;
    o->owner = view->seat;
    dx_saboteur_acts_begin(&o->acts, rules);
    for (unsigned i = 0; i < view->count; i++) {
        unsigned before = o->acts.count;
        dx_saboteur_acts_follow(&o->acts, view->seen[i]);
        if (o->acts.count > before)
            o->event[before] = i;
    }
    dx_saboteur_bayes_begin(&o->bayes, &options, &o->acts.table);
    dx_saboteur_bayes_follow(&o->bayes, &o->acts);
    for (unsigned seat = 0; seat < o->sight.players; seat++)
        weigh_seat(o, seat);
    return o;
}

static void close_bayes(void *self)
{
    dx_free(self);
}

// What is public weighs the same for all; what a seat knows beside that, the
// model has from what it sees.
static double weight(const void *self, unsigned seat, const void *world)
{
    const opened *o = self;
    const dx_saboteur *t = world;
    unsigned number =
        dx_saboteur_worlds_find(&o->bayes.worlds, dx_saboteur_guilty(t));
    unsigned gold = 0;
    while (gold < t->goals && t->goal[gold] != DX_SABOTEUR_GOLD)
        gold++;
    return number < o->bayes.worlds.count && gold < t->goals
               ? o->weight[seat][number * DX_SABOTEUR_GOALS + gold]
               : 0;
}

static void tell_act(const opened *o, const dx_saboteur_bayes *before,
                     unsigned number, const double *gold, dx_source_take *take,
                     void *context)
{
    const dx_saboteur_act *act = &o->acts.at[number];
    double better = 0;
    dx_text remark = {0};
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        better += gold[i] * act->better[i];
    if (dx_saboteur_act_builds(act)) {
        double gain = dx_saboteur_act_gain(act, gold);
        long tenths = lround(10 * fabs(gain));
        dx_text_printf(&remark,
                       tenths % 10 == 0 ? "%.0f tunnel" : "%.1f tunnel",
                       fabs(gain));
        dx_text_printf(&remark, "%s %s the gold", tenths == 10 ? "" : "s",
                       gain < 0 ? "further from" : "nearer to");
    }
    if (act->verb == DX_SABOTEUR_DIG || act->verb == DX_SABOTEUR_THROW)
        dx_text_printf(&remark, "%sa card that helps was in hand with %.0f %%",
                       remark.length > 0 ? ", " : "", better);
    take(context, o->event[number], dx_text_string(&remark), "saboteur",
         dx_saboteur_bayes_ratio(before, act, gold));
    dx_text_release(&remark);
}

// Each act with how many times likelier it makes a saboteur of the seat.
static void tell(const void *self, dx_source_take *take, void *context)
{
    const opened *o = self;
    dx_saboteur_bayes *b = dx_alloc(1, sizeof *b);
    double guilt[DX_SABOTEUR_SEATS], gold[DX_SABOTEUR_GOALS];
    dx_saboteur_bayes_begin(b, &o->bayes.options, &o->acts.table);
    for (unsigned i = 0; i < o->acts.count; i++) {
        dx_saboteur_bayes_believe(b, &o->sight, o->owner, guilt, gold);
        if (o->acts.at[i].verb != DX_SABOTEUR_LOOK)
            tell_act(o, b, i, gold, take, context);
        dx_saboteur_bayes_act(b, &o->acts.at[i]);
    }
    dx_free(b);
}

const dx_source dx_saboteur_bayes_source = {
    .name = "bayes",
    .help = "roles and gold by Bayes' rule, from habits counted in play",
    .schema = {params, NULL},
    .places = places,
    .open = open_bayes,
    .close = close_bayes,
    .weight = weight,
    .tell = tell,
};
