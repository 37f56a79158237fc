// The four actions are taken in the official order, also where another would be
// allowed.  It stops if that is worth more than to go on: the chance to have
// won times the points there are now, against what two points less would be
// worth with the chance to win later.

#include "agents/yokai/choose.h"
#include "words/number.h"

#include <math.h>

// The points of a win now, as it expects them.
static double points_now(const dx_yokai_thoughts *t)
{
    const dx_yokai *table = t->table;
    double points = dx_yokai_points(table, 0);
    for (unsigned card = 0; card < table->cards; card++)
        for (unsigned c = 0; c < table->colours; c++)
            if (dx_yokai_is_marked(table, card) &&
                !(dx_yokai_hint_colours(table->colours, table->mark[card]) >>
                      c &
                  1))
                points -= 2 * t->cloud->chance[card][c];
    return points;
}

// By how many points it is better to stop than to go on; not above 0 where the
// chance to have won is small.
static double gain_of_stopping(const dx_yokai_thoughts *t,
                               const dx_yokai_taste *taste, double *out_chance)
{
    const dx_yokai *table = t->table;
    double now = dx_yokai_cloud_win(t->cloud, &t->layout);
    double points = points_now(t);
    bool last = table->turns + 1 == 2 * table->hints;
    double later = now + (1 - now) * (last ? taste->hope / 2 : taste->hope);
    *out_chance = now;
    double gain = now * points - later * (points - (last ? 1 : 2));
    return now > 0.3 || gain < 0 ? gain : 0;
}

void dx_yokai_note_worth(const dx_yokai_thoughts *t, dx_event move,
                         double worth)
{
    for (unsigned i = 0; t->worths != NULL && i < t->worths->count; i++)
        if (dx_event_same(t->worths->moves[i], move))
            t->worths->out[i] = worth;
}

void dx_yokai_rate(dx_yokai_thoughts *t, const dx_yokai_taste *taste,
                   const dx_view *view, unsigned count, const dx_event *moves,
                   double *out)
{
    const dx_yokai_worths worths = {count, moves, out};
    dx_thought thought = {.reason = NULL};
    double chance, best = -INFINITY;
    for (unsigned i = 0; i < count; i++)
        out[i] = NAN;
    t->worths = &worths;
    if (t->table->done == 0) {
        double gain = gain_of_stopping(t, taste, &chance);
        dx_yokai_choose_look(t, &thought);
        for (unsigned i = 0; i < count; i++)
            best = out[i] > best ? out[i] : best;
        dx_yokai_note_worth(t, dx_event_new(DX_YOKAI_STOP, view->seat),
                            best + gain);
    } else {
        dx_yokai_choose(t, taste, view, &thought);
    }
    t->worths = NULL;
}

dx_event dx_yokai_choose(dx_yokai_thoughts *t, const dx_yokai_taste *taste,
                         const dx_view *view, dx_thought *thought)
{
    const dx_yokai *table = t->table;
    double chance;
    if (table->done == 0 && gain_of_stopping(t, taste, &chance) > 0) {
        dx_thought_say(
            thought, "stop", NULL,
            "every family is together with a chance of %s, for %.1f points",
            dx_percent_of(chance).text, points_now(t));
        return dx_event_new(DX_YOKAI_STOP, view->seat);
    }
    if (!(table->done & DX_YOKAI_LOOKED_AGAIN))
        return dx_yokai_choose_look(t, thought);
    if (!(table->done & DX_YOKAI_MOVED))
        return dx_yokai_choose_move(t, taste, view, thought);
    return dx_yokai_choose_hint(t, thought);
}
