// Every legal move is tried on some colourings by what the families then cost;
// the best of them on more, and the best of those by the length of a plan from
// there.  All are tried on the same colourings.  Where moves are taken for
// meant, one that says something true is worth a little more, and one that
// would be misread is made only if there is no other.

#include "agents/yokai/choose.h"
#include "base/memory.h"

#include <stdlib.h>

enum { FIRST = 32, SECOND = 64, KEPT = 40, PLANNED = 18, LAST = 5, WIDTH = 1 };

typedef struct option {
    dx_event move;
    uint8_t card;
    uint16_t square;
    double speech; // added for what the move says
    double cost, plans;
    unsigned costs, plan_count;
} option;

static double value(const option *o)
{
    double cost = o->costs == 0 ? 0 : o->cost / o->costs;
    if (o->plan_count == 0)
        return cost + o->speech;
    return o->plans / o->plan_count + 0.3 * cost + o->speech;
}

static int by_value(const void *a, const void *b)
{
    double x = value(a), y = value(b);
    const option *one = a, *other = b;
    if (one->plan_count != other->plan_count)
        return one->plan_count > other->plan_count ? -1 : 1;
    if (x != y)
        return x < y ? -1 : 1;
    return one->move.bits < other->move.bits ? -1 : 1;
}

static void try_costs(dx_yokai_thoughts *t, option *o, unsigned count,
                      const unsigned *sample)
{
    unsigned back = t->layout.board.square[o->card];
    dx_yokai_layout_move(&t->layout, o->card, o->square);
    for (unsigned i = 0; i < count; i++)
        o->cost += dx_yokai_cost(&t->layout, &t->cloud->colouring[sample[i]]);
    dx_yokai_layout_move(&t->layout, o->card, back);
    o->costs += count;
}

static void try_plans(dx_yokai_thoughts *t, option *o, unsigned count,
                      const unsigned *sample)
{
    unsigned back = t->layout.board.square[o->card];
    unsigned left = 2U * t->table->hints - t->table->turns - 1;
    dx_yokai_layout_move(&t->layout, o->card, o->square);
    for (unsigned i = 0; i < count; i++) {
        unsigned length =
            dx_yokai_plan(&t->layout, &t->cloud->colouring[sample[i]], WIDTH,
                          left < 10 ? left : 10, &t->random, NULL);
        o->plans += length > left ? length + 4 : length;
    }
    dx_yokai_layout_move(&t->layout, o->card, back);
    o->plan_count += count;
}

static double speech_of(const dx_yokai_thoughts *t, const dx_yokai_taste *taste,
                        const option *o)
{
    bool says =
        t->plain && dx_yokai_meant(t->table, t->seat, o->card, o->square) != 0;
    return says ? -taste->told : 0;
}

static unsigned list_options(const dx_yokai_thoughts *t,
                             const dx_yokai_taste *taste, const dx_view *view,
                             option *out)
{
    dx_event *moves = dx_alloc_raw(DX_MOVES_MAX, sizeof *moves);
    unsigned listed = dx_view_moves(view, moves), count = 0;
    for (unsigned pass = 0; pass < 2 && count == 0; pass++)
        for (unsigned i = 0; i < listed; i++) {
            dx_event move = moves[i];
            option o = {.move = move,
                        .card = move.arg[0],
                        .square = (uint16_t)dx_yokai_square(move.arg[1] + 1U,
                                                            move.arg[2] + 1U)};
            bool misread = t->plain && dx_yokai_is_lie(t->table, t->seat, move);
            if (move.verb != DX_YOKAI_MOVE || (misread && pass == 0))
                continue;
            o.speech = speech_of(t, taste, &o);
            if (t->bonus != NULL)
                o.speech += t->bonus(t->bonus_data, o.card, o.square);
            out[count++] = o;
        }
    dx_free(moves);
    return count;
}

static void sort(option *options, unsigned count)
{
    qsort(options, count, sizeof *options, by_value);
}

// All is known: the plan is searched with more care, and begun.
static bool take_plan(dx_yokai_thoughts *t, option *options, unsigned count)
{
    dx_yokai_step step;
    unsigned length = dx_yokai_plan(&t->layout, &t->cloud->colouring[0], 24, 12,
                                    &t->random, &step);
    for (unsigned i = 0; i < count && length > 0 && length <= 12; i++)
        if (options[i].card == step.card && options[i].square == step.square) {
            options[0] = options[i];
            options[0].plans = length - 1;
            options[0].plan_count = 1;
            return true;
        }
    return false;
}

static void try_all(dx_yokai_thoughts *t, const dx_yokai_taste *taste,
                    option *options, unsigned count)
{
    unsigned sample[FIRST + SECOND + 64];
    unsigned more = taste->samples < 64 ? taste->samples : 64;
    dx_yokai_cloud_draw(t->cloud, FIRST + SECOND + more, &t->random, sample);
    for (unsigned i = 0; i < count; i++)
        try_costs(t, &options[i], FIRST, sample);
    sort(options, count);
    for (unsigned i = 0; i < count && i < KEPT; i++)
        try_costs(t, &options[i], SECOND, sample + FIRST);
    sort(options, count < KEPT ? count : KEPT);
    for (unsigned i = 0; i < count && i < PLANNED && more > 0; i++)
        try_plans(t, &options[i], more / 3, sample + FIRST + SECOND);
    sort(options, count < PLANNED ? count : PLANNED);
    for (unsigned i = 0; i < count && i < LAST && more > 0; i++)
        try_plans(t, &options[i], more - more / 3,
                  sample + FIRST + SECOND + more / 3);
    sort(options, count < LAST ? count : LAST);
}

// Those that were tried as much as the best are worth what they came to.  Those
// that were planned on fewer colourings fell behind all of these: they are
// worth no more than the last.
static void note_worths(const dx_yokai_thoughts *t, const option *options,
                        unsigned count)
{
    double last = 0;
    for (unsigned i = 0; i < count; i++) {
        const option *o = &options[i];
        bool is_full = o->plan_count == options[0].plan_count &&
                       o->costs == options[0].costs;
        double worth = -value(o);
        if (is_full)
            last = worth;
        else if (o->plan_count == 0)
            continue;
        dx_yokai_note_worth(t, o->move, worth < last ? worth : last);
    }
}

dx_event dx_yokai_choose_move(dx_yokai_thoughts *t, const dx_yokai_taste *taste,
                              const dx_view *view, dx_thought *thought)
{
    option *options = dx_alloc_raw(DX_MOVES_MAX, sizeof *options);
    unsigned count = list_options(t, taste, view, options);
    if (count == 0) {
        dx_free(options);
        dx_yokai_note_worth(t, dx_event_new(DX_YOKAI_STAY, view->seat), 0);
        dx_thought_say(thought, "stay", NULL, "no card can be moved");
        return dx_event_new(DX_YOKAI_STAY, view->seat);
    }
    // Where all is known a plan is no guess, also for who plans its turn only.
    bool is_planned = t->cloud->count == 1 && take_plan(t, options, count);
    if (!is_planned)
        try_all(t, taste, options, count);
    option best = options[0];
    if (t->worths != NULL)
        note_worths(t, options, is_planned ? 1 : count);
    dx_free(options);
    bool plans = best.plan_count > 0; // else it looks at its own move only
    dx_thought_say(
        thought, best.speech < 0 ? "move and tell" : "move", NULL,
        plans ? "with card %u there about %.1f more moves are needed"
              : "with card %u there about %.1f cards lie apart from their "
                "family",
        best.card + 1U,
        plans ? best.plans / best.plan_count : best.cost / best.costs);
    return best.move;
}
