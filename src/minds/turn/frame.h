// minds/turn/frame.h -- the turns of a game as a bystander saw them, each with
// its space of deals.
//
// Every question about who knows what is asked of one turn, and everything
// that is common to all seats there is in its frame: the bystander's sight,
// the deals that it leaves, the places each seat sees (game/places.h).  What a
// place of an earlier turn held is told in words of a later one: the cards
// that came out of it since, and the places that have the rest.
//
//     dx_frames *frames = dx_frames_new(&rules);
//     for (unsigned i = 0; i < view->count; i++)
//         dx_frames_follow(frames, view->seen[i]);
//     const dx_frame *now = dx_frames_now(frames);

#ifndef DX_MINDS_TURN_FRAME_H
#define DX_MINDS_TURN_FRAME_H

#include "game/places.h"
#include "game/view.h"

typedef struct dx_frame {
    unsigned number; // of the turn, from 0
    unsigned turn;   // moves of seats so far
    unsigned events; // so far
    void *sight;     // a bystander's
    dx_deal_space space;
    // Why places do not reach this turn; NULL: they do.  Questions that an
    // inquiry asks go as far as the space (space.beyond): it has sums, too.
    const char *beyond;
    bool hides_choices; // that are not listed
    unsigned choice_count;
    dx_choice choice[DX_PLACES_MAX];
    // The places of the space and, behind them, what was chosen.
    uint64_t real, all;
    uint64_t could[DX_PLACES_MAX];
    uint8_t size[DX_PLACES_MAX];
    // Sums that seats know are places behind these, in `sees` and nowhere
    // else: sum i is place `sum_from` + i, and has the places sum[i].
    unsigned sum_from, sum_count;
    uint64_t summed; // these places
    uint64_t sum[DX_PLACES_MAX];
    // What was heard and is no bound: an announcement before all that is asked
    // (minds/inquiry/inquiry.h).  Who was told what only some were sees a place
    // of its own, as with sums: told[i] is place `told_from` + i.
    dx_claims *claims;
    unsigned told_from, told_count;
    dx_heard_claim told[DX_TOLD_MAX];
    uint64_t sees[DX_SEATS_MAX];
    // One mind's own (minds/turn/condition.h): what it sees is taken out, and
    // these kinds, of one copy, it knows to lie in a place that is hidden from
    // it.
    bool is_narrow;
    uint64_t laid[DX_PLACES_MAX];
    // Another frame of the same turn, of which this is the case that one place
    // holds the one kind it still can; NULL: the turn as it is.
    const struct dx_frame *case_of;
    unsigned case_place;
} dx_frame;

// The place of what was chosen.
static inline unsigned dx_frame_chosen(const dx_frame *frame, unsigned choice)
{
    return frame->space.place_count + choice;
}

// The places of the sums among what somebody sees, one after the other: those
// of sum i that it does not see; 0: it does not know sum i, or all of it.
static inline uint64_t dx_frame_summed(const dx_frame *frame, uint64_t sees,
                                       unsigned i)
{
    bool knows = sees >> (frame->sum_from + i) & 1;
    return knows ? frame->sum[i] & ~sees : 0;
}

// Has who sees these places heard told[i]?
static inline bool dx_frame_hears(const dx_frame *frame, uint64_t sees,
                                  unsigned i)
{
    return frame->told[i].seats == 0 || (sees >> (frame->told_from + i) & 1);
}

// How many cards lie in these places.
static inline unsigned dx_frame_size(const dx_frame *frame, uint64_t places)
{
    unsigned size = 0;
    for (; places != 0; places &= places - 1)
        size += frame->size[__builtin_ctzll(places)];
    return size;
}

// Are chances defined for who sees these places, if nothing is assumed?  Not if
// a choice is hidden from it: nobody knows how it was made.
bool dx_frame_has_chances(const dx_frame *frame, uint64_t sees);

typedef struct dx_frames dx_frames;

// For a game that declares its places.
dx_frames *dx_frames_new(const dx_rules *rules);
dx_frames *dx_frames_copy(const dx_frames *frames);
// The same after events that a bystander has seen.
dx_frames *dx_frames_after(const dx_rules *rules, const dx_event *seen,
                           size_t count);
void dx_frames_free(dx_frames *frames);

const dx_rules *dx_frames_rules(const dx_frames *frames);

// One event further; whole, or masked for any seat.
void dx_frames_follow(dx_frames *frames, dx_event event);

// The moment, and the turns up to it: whenever a seat was to move, and now.
// Borrowed until the next event.
const dx_frame *dx_frames_at(dx_frames *frames, size_t number);
const dx_frame *dx_frames_now(dx_frames *frames);

// Who moved at a turn that is over: any but the last.
unsigned dx_frames_mover(const dx_frames *frames, const dx_frame *frame);

// How many cards of `kinds` were in `places` at the turn `then`, in words of
// the turn `now`: the number that is known by now, and added to it those in
// the places *out_places of `now`.
unsigned dx_frames_since(dx_frames *frames, const dx_frame *then,
                         const dx_frame *now, uint64_t places, uint64_t kinds,
                         uint64_t *out_places);

// Is how many cards of `kinds` were in one of `places` at the turn `then` lost
// by the turn `now`?  Then the above does not tell it.
bool dx_frames_blurs(const dx_frames *frames, const dx_frame *then,
                     const dx_frame *now, uint64_t places, uint64_t kinds);

#endif
