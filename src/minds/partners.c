// A partner's view is folded from what it sees of the past only when somebody
// asks for it, and its mind is made with its first move.

#include "minds/partners.h"

#include "base/memory.h"
#include "minds/odds.h"

#include <assert.h>

void dx_scene_init(dx_scene *s, const dx_rules *rules, unsigned count,
                   const dx_assumption *assumption, dx_toil *toil)
{
    s->rules = rules;
    s->assumption = assumption;
    s->toil = toil;
    s->seats = 0;
    s->count = count;
    s->status = DX_OK;
    s->sight_bytes = rules->game->table_bytes(rules);
    s->past = dx_alloc_raw(count + 1, sizeof *s->past);
    s->seen =
        dx_alloc_raw((size_t)count * dx_players(rules) + 1, sizeof *s->seen);
    dx_masks_init(&s->masks, rules->game->verbs);
}

void dx_scene_release(dx_scene *s)
{
    dx_free(s->past);
    dx_free(s->seen);
}

static dx_event *seen_by(const dx_scene *s, unsigned seat)
{
    return s->seen + (size_t)seat * s->count;
}

void dx_scene_happen(dx_scene *s, unsigned now, dx_event event)
{
    assert(now < s->count);
    s->past[now] = event;
    for (unsigned left = s->seats; left != 0; left &= left - 1) {
        unsigned seat = (unsigned)__builtin_ctz(left);
        seen_by(s, seat)[now] = dx_masks_see(&s->masks, event, seat);
    }
}

// The view of a partner before event `now`.
static dx_view look(const dx_scene *s, dx_partner *p, unsigned seat,
                    unsigned now)
{
    const dx_game *game = s->rules->game;
    const dx_event *seen = seen_by(s, seat);
    assert(p->folded <= now); // a mind does not go back in time
    if (p->sight == NULL) {
        p->sight = dx_alloc(1, s->sight_bytes);
        game->setup(p->sight, s->rules);
    }
    for (; p->folded < now; p->folded++)
        game->fold(p->sight, seen[p->folded]);
    return (dx_view){.rules = s->rules,
                     .seen = seen,
                     .sight = p->sight,
                     .seat = seat,
                     .count = now,
                     .turn = seat};
}

static dx_mind *new_mind(const dx_scene *s, const dx_view *view)
{
    dx_policy policy = dx_assumed_policy(s->assumption, view->seat);
    return dx_mind_new(&policy, view);
}

// To ask whether a move says something false takes less than to choose one.
static unsigned steps_of(const dx_scene *s, unsigned seat)
{
    enum { WHETHER_TRUE = 4 };
    unsigned steps = dx_assumed_steps(s->assumption, seat);
    bool is_truth = s->assumption->kind == DX_ASSUME_TRUTHFUL;
    return is_truth && steps > WHETHER_TRUE ? WHETHER_TRUE : steps;
}

// Is there enough left to weigh a move of `seat`?
static bool can_go_on(dx_scene *s, unsigned seat)
{
    dx_toil *toil = s->toil;
    if (toil == NULL)
        return true;
    toil->steps += steps_of(s, seat);
    if (toil->steps_max != 0 && toil->steps > toil->steps_max)
        s->status = DX_ERR_LIMIT;
    else if (dx_budget_is_spent(toil->budget, toil->steps))
        s->status = DX_ERR_CANCELLED;
    return s->status == DX_OK;
}

bool dx_scene_odds(dx_scene *s, dx_partners *partners, unsigned now,
                   dx_fraction *out_odds, unsigned *out_count)
{
    unsigned seat = s->past[now].who;
    assert(s->seats >> seat & 1);
    if (!can_go_on(s, seat))
        return false;
    dx_partner *p = &partners->at[seat];
    dx_view view = look(s, p, seat, now);
    unsigned count = dx_view_moves(&view, s->moves), k = 0;
    if (dx_assumes_mind(s->assumption, seat) && p->mind == NULL)
        p->mind = new_mind(s, &view);
    dx_event made = dx_event_move(s->rules->game->verbs, s->past[now]);
    while (k < count && !dx_event_same(s->moves[k], made))
        k++;
    *out_count = count;
    *out_odds = dx_fraction_int(0);
    s->peak = 0;
    if (k < count)
        *out_odds = dx_assumed_odds_of(s->assumption, &view, p->mind, count,
                                       s->moves, k, &s->peak);
    return true;
}

void dx_scene_catch_up(const dx_scene *s, dx_partners *partners, unsigned now)
{
    for (unsigned left = s->seats; left != 0; left &= left - 1) {
        unsigned seat = (unsigned)__builtin_ctz(left);
        dx_partner *p = &partners->at[seat];
        dx_view view = look(s, p, seat, now);
        if (!dx_assumes_mind(s->assumption, seat))
            continue;
        if (p->mind == NULL)
            p->mind = new_mind(s, &view);
        else
            dx_mind_follow(p->mind, &view);
    }
}

dx_partners dx_partners_copy(const dx_scene *s, const dx_partners *from)
{
    dx_partners copy = *from;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++) {
        dx_partner *p = &copy.at[seat];
        if (p->sight != NULL)
            p->sight = dx_copy(p->sight, s->sight_bytes);
        if (p->mind != NULL)
            p->mind = dx_mind_copy(p->mind);
    }
    return copy;
}

void dx_partners_release(dx_partners *partners)
{
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++) {
        dx_free(partners->at[seat].sight);
        dx_mind_free(partners->at[seat].mind);
    }
}
