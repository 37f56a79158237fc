// Eyes mask an event before they keep it, and fold only what they kept: what a
// seat may not see is never written anywhere that its view leads to.

#include "game/view.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

struct dx_eyes {
    dx_rules rules;
    dx_masks masks;
    dx_view view;
    size_t sight_bytes;
    void *sight;
    DX_VECTOR(dx_event) seen;
};

void *dx_table_after(const dx_rules *rules, const dx_event *events,
                     unsigned count)
{
    void *table = dx_alloc(1, rules->game->table_bytes(rules));
    rules->game->setup(table, rules);
    for (unsigned i = 0; i < count; i++)
        rules->game->fold(table, events[i]);
    return table;
}

unsigned dx_view_moves(const dx_view *view, dx_event *out)
{
    if (view->turn != view->seat)
        return 0;
    return view->rules->game->moves(view->sight, view->seat, out);
}

// The view points into the eyes, so it is made anew when they move or grow.
static void refresh(dx_eyes *eyes, unsigned turn)
{
    eyes->view.rules = &eyes->rules;
    eyes->view.seen = eyes->seen.at;
    eyes->view.sight = eyes->sight;
    eyes->view.count = (unsigned)eyes->seen.count;
    eyes->view.turn = turn;
}

dx_eyes *dx_eyes_new(const dx_rules *rules, unsigned seat)
{
    DX_REQUIRE(seat < dx_players(rules) || seat == DX_BYSTANDER,
               "a seat of the game or DX_BYSTANDER");
    dx_eyes *eyes = dx_alloc(1, sizeof *eyes);
    eyes->rules = *rules;
    eyes->view.seat = seat;
    eyes->sight_bytes = rules->game->table_bytes(rules);
    eyes->sight = dx_alloc(1, eyes->sight_bytes);
    dx_masks_init(&eyes->masks, rules->game->verbs);
    dx_eyes_clear(eyes);
    return eyes;
}

dx_eyes *dx_eyes_copy(const dx_eyes *eyes)
{
    dx_eyes *copy = dx_copy(eyes, sizeof *eyes);
    copy->sight = dx_copy(eyes->sight, eyes->sight_bytes);
    copy->seen.at = NULL;
    copy->seen.count = copy->seen.capacity = 0;
    dx_vector_reserve(&copy->seen, eyes->seen.count);
    copy->seen.count = eyes->seen.count;
    if (eyes->seen.count > 0)
        memcpy(copy->seen.at, eyes->seen.at,
               eyes->seen.count * sizeof *eyes->seen.at);
    refresh(copy, eyes->view.turn);
    return copy;
}

void dx_eyes_free(dx_eyes *eyes)
{
    if (eyes == NULL)
        return;
    dx_vector_release(&eyes->seen);
    dx_free(eyes->sight);
    dx_free(eyes);
}

void dx_eyes_clear(dx_eyes *eyes)
{
    const dx_game *game = eyes->rules.game;
    memset(eyes->sight, 0, eyes->sight_bytes);
    game->setup(eyes->sight, &eyes->rules);
    eyes->seen.count = 0;
    // Nothing is secret yet, so who is first is known to all.
    refresh(eyes, game->turn(eyes->sight));
}

void dx_eyes_seen(dx_eyes *eyes, dx_event masked)
{
    dx_vector_push(&eyes->seen, masked);
    eyes->rules.game->fold(eyes->sight, masked);
    refresh(eyes, masked.next);
}

void dx_eyes_see(dx_eyes *eyes, dx_event event)
{
    dx_eyes_seen(eyes, dx_masks_see(&eyes->masks, event, eyes->view.seat));
}

dx_eyes *dx_eyes_after(const dx_rules *rules, unsigned seat,
                       const dx_event *past, unsigned count)
{
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_see(eyes, past[i]);
    return eyes;
}

const dx_view *dx_eyes_view(const dx_eyes *eyes)
{
    return &eyes->view;
}
