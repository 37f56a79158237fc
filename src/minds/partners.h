// minds/partners.h -- other seats as they are imagined while a past is gone
// through: what each has seen so far, and its mind.

#ifndef DX_MINDS_PARTNERS_H
#define DX_MINDS_PARTNERS_H

#include "minds/assumption.h"

// What going through pasts may cost: a move that is weighed is as many steps as
// its policy takes (dx_agent.steps), and a few if it only has to be truthful.
typedef struct dx_toil {
    const dx_budget *budget;   // may be NULL
    uint64_t steps, steps_max; // 0: no limit
} dx_toil;

// One partner: its sight after `folded` events, and its mind.
typedef struct dx_partner {
    unsigned folded;
    void *sight; // NULL: not looked at yet
    dx_mind *mind;
} dx_partner;

typedef struct dx_partners {
    dx_partner at[DX_SEATS_MAX];
} dx_partners;

// A past, event by event, as the seats see it whose moves are weighed.
typedef struct dx_scene {
    const dx_rules *rules;
    const dx_assumption *assumption;
    dx_toil *toil;    // may be NULL: no limit
    unsigned seats;   // as bits
    unsigned count;   // of events
    dx_status status; // DX_ERR_LIMIT, DX_ERR_CANCELLED: it takes too much
    dx_event *past, *seen;
    dx_masks masks;
    size_t sight_bytes;
    dx_event moves[DX_MOVES_MAX];
    dx_fraction odds[DX_MOVES_MAX];
} dx_scene;

// For pasts of so many events; everything is borrowed.
void dx_scene_init(dx_scene *scene, const dx_rules *rules, unsigned count,
                   const dx_assumption *assumption, dx_toil *toil);
void dx_scene_release(dx_scene *scene);

// Event `now` is this one, and all before are as they were made to be.
void dx_scene_happen(dx_scene *scene, unsigned now, dx_event event);

// How likely the mover of event `now` was to make its move, one of *out_count.
// False if it takes too much.
bool dx_scene_odds(dx_scene *scene, dx_partners *partners, unsigned now,
                   dx_fraction *out_odds, unsigned *out_count);

// Does all thinking that comes before event `now`, so that copies need not.
void dx_scene_catch_up(const dx_scene *scene, dx_partners *partners,
                       unsigned now);

dx_partners dx_partners_copy(const dx_scene *scene, const dx_partners *from);
void dx_partners_release(dx_partners *partners);

#endif
