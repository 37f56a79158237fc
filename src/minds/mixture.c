// A mind of each kind sits at the seat, and sees what the seat sees.  The
// seat's own moves are judged when they are noted, by the sights before them,
// so what is remembered depends on the view alone, and not on what was asked
// when.

#include "minds/mixture.h"

#include "game/kinds.h"
#include "game/view.h"
#include "minds/reckoner.h"

#include <math.h>
#include <string.h>

enum { PARTS = 1000 };

typedef struct company {
    const dx_assumption *assumption;
    dx_kinds_rule rule;
    dx_kinds kinds;
    dx_eyes *eyes;
    dx_mind *mind[DX_SEATS_MAX]; // NULL: the stranger
} company;

static size_t bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(company);
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    company *c = memory;
    c->assumption = self->data;
    c->rule = (dx_kinds_rule){.count = c->assumption->kinds};
    for (unsigned kind = 0; kind < c->rule.count; kind++)
        c->rule.prior[kind] = 1.0 / c->rule.count;
    c->rule.floor = 1.0 * c->rule.count / PARTS;
    dx_kinds_begin(&c->rule, 1, &c->kinds);
    c->eyes = dx_eyes_new(view->rules, view->seat);
    for (unsigned kind = 0; kind < c->rule.count; kind++)
        if (c->assumption->policy[kind].agent != NULL)
            c->mind[kind] = dx_mind_new(&c->assumption->policy[kind],
                                        dx_eyes_view(c->eyes));
}

static void copy(void *memory, const void *from)
{
    company *c = memory;
    memcpy(c, from, sizeof *c);
    c->eyes = dx_eyes_copy(c->eyes);
    for (unsigned kind = 0; kind < c->rule.count; kind++)
        if (c->mind[kind] != NULL)
            c->mind[kind] = dx_mind_copy(c->mind[kind]);
}

static void end(void *memory)
{
    company *c = memory;
    dx_eyes_free(c->eyes);
    for (unsigned kind = 0; kind < c->rule.count; kind++)
        dx_mind_free(c->mind[kind]);
}

// What one kind would do.
static void odds_of_kind(dx_mind *mind, const dx_view *view, unsigned count,
                         const dx_event *moves, dx_fraction *out)
{
    if (mind != NULL) {
        dx_mind_odds(mind, view, count, moves, out);
        return;
    }
    for (unsigned k = 0; k < count; k++)
        out[k] = dx_fraction_of(1, count);
}

// A move of its own seat, judged by what was seen before it.
static void judge(company *c, dx_event event)
{
    const dx_view *view = dx_eyes_view(c->eyes);
    dx_event moves[DX_MOVES_MAX];
    dx_fraction odds[DX_MOVES_MAX];
    double likely[DX_SEATS_MAX];
    unsigned count = dx_view_moves(view, moves), k = 0;
    dx_event made = dx_event_move(view->rules->game->verbs, event);
    while (k < count && !dx_event_same(moves[k], made))
        k++;
    if (k == count)
        return;
    for (unsigned kind = 0; kind < c->rule.count; kind++) {
        odds_of_kind(c->mind[kind], view, count, moves, odds);
        likely[kind] = dx_fraction_value(odds[k]);
    }
    dx_kinds_see(&c->rule, &c->kinds, 0, likely);
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    company *c = memory;
    const dx_verb *verbs = view->rules->game->verbs;
    (void)self;
    for (; noted < view->count; noted++) {
        dx_event event = view->seen[noted];
        if (event.who == view->seat && !verbs[event.verb].chance)
            judge(c, event);
        dx_eyes_seen(c->eyes, event);
    }
    for (unsigned kind = 0; kind < c->rule.count; kind++)
        if (c->mind[kind] != NULL)
            dx_mind_follow(c->mind[kind], view);
}

// In thousandths, none below one; what rounding leaves the likeliest gets.
static void parts_of(const company *c, unsigned *out)
{
    unsigned left = PARTS, best = 0;
    for (unsigned kind = 0; kind < c->rule.count; kind++) {
        double chance = c->kinds.weight[0][kind];
        out[kind] = (unsigned)(chance * (PARTS - c->rule.count)) + 1;
        left -= out[kind];
        best = chance > c->kinds.weight[0][best] ? kind : best;
    }
    out[best] += left;
}

static void odds(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out)
{
    const company *c = memory;
    unsigned parts[DX_SEATS_MAX];
    dx_fraction one[DX_MOVES_MAX];
    (void)self;
    parts_of(c, parts);
    for (unsigned k = 0; k < count; k++)
        out[k] = dx_fraction_int(0);
    for (unsigned kind = 0; kind < c->rule.count; kind++) {
        dx_fraction chance = dx_fraction_of(parts[kind], PARTS);
        odds_of_kind(c->mind[kind], view, count, moves, one);
        for (unsigned k = 0; k < count; k++)
            out[k] =
                dx_fraction_add(out[k], dx_fraction_multiply(chance, one[k]));
    }
}

// What the likeliest kind would do, a stranger the first move there is.
static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const company *c = memory;
    dx_event moves[DX_MOVES_MAX];
    unsigned best = 0;
    (void)self;
    for (unsigned kind = 1; kind < c->rule.count; kind++)
        if (c->kinds.weight[0][kind] > c->kinds.weight[0][best])
            best = kind;
    if (c->mind[best] != NULL)
        return dx_mind_choose(c->mind[best], view, thought);
    dx_view_moves(view, moves);
    return moves[0];
}

// ---- which kind the others are ----

// In thousandths, over the worlds that the view's seat believes.
typedef struct others {
    const dx_view *view;
    const dx_policy *policy;
    double of[DX_SEATS_MAX][DX_SEATS_MAX], weight;
} others;

static bool meet_others(void *context, const dx_world *world)
{
    others *o = context;
    const dx_rules *rules = o->view->rules;
    unsigned parts[DX_SEATS_MAX], count = dx_players(rules);
    if (world->past == NULL)
        return false;
    for (unsigned seat = 0; seat < count; seat++) {
        dx_eyes *eyes = dx_eyes_after(rules, seat, world->past, world->count);
        dx_mind *mind = dx_mind_new(o->policy, dx_eyes_view(eyes));
        const company *c = dx_mind_memory(mind);
        parts_of(c, parts);
        for (unsigned kind = 0; kind < c->rule.count; kind++)
            o->of[seat][kind] += world->weight * parts[kind];
        dx_mind_free(mind);
        dx_eyes_free(eyes);
    }
    o->weight += world->weight;
    return true;
}

static void tell_seat(const others *o, const dx_assumption *a, unsigned seat,
                      dx_text *out)
{
    unsigned best = 0;
    for (unsigned kind = 1; kind < a->kinds; kind++)
        if (o->of[seat][kind] > o->of[seat][best])
            best = kind;
    const dx_agent *agent = a->policy[best].agent;
    double chance = o->of[seat][best] / o->weight / PARTS;
    dx_text_printf(out, "seat %u seems to move like ", seat + 1);
    dx_text_add(out, agent != NULL ? agent->name : "none of these");
    dx_text_printf(out, ", %.0f in 10\n",
                   chance > 0.94 ? 9.0 : 10 * fmax(chance, 0.1));
}

static void tell(const void *memory, const dx_policy *self, const dx_view *view,
                 dx_text *out)
{
    enum { WORLDS = 300, DRAWS = 100 };
    const dx_assumption *a = self->data;
    others o = {.view = view, .policy = self};
    dx_random random = dx_random_named(0, 0, 0);
    (void)memory;
    dx_reckoning r =
        dx_reckoning_open(view->rules, view->seat, a, view->seen, view->count);
    dx_status status = DX_ERR_UNSUPPORTED;
    if (r.how->believed != NULL)
        status = r.how->believed(r.self, WORLDS, meet_others, &o);
    if (status != DX_OK && o.weight <= 0 && r.how->drawn != NULL)
        status = r.how->drawn(r.self, DRAWS, &random, meet_others, &o);
    dx_reckoning_close(&r);
    for (unsigned seat = 0; o.weight > 0 && seat < dx_players(view->rules);
         seat++)
        if (seat != view->seat)
            tell_seat(&o, a, seat, out);
}

static const dx_agent mixture = {
    .name = "mixture",
    .help = "one of some kinds",
    .memory_bytes = bytes,
    .begin = begin,
    .note = note,
    .copy = copy,
    .end = end,
    .choose = choose,
    .odds = odds,
    .tell = tell,
};

dx_policy dx_mixture_policy(const dx_assumption *assumption)
{
    return (dx_policy){.agent = &mixture, .data = assumption};
}
