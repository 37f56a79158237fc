// agents/hanabi/blueprint.h -- a convention and how to play by it.
//
// What a move says (note), which move to make (move), and which moves would
// say nothing false (truthful).  All work on the public table, so a blueprint
// is an agent, can be played out in imagination, and can be searched on.

#ifndef DX_AGENTS_HANABI_BLUEPRINT_H
#define DX_AGENTS_HANABI_BLUEPRINT_H

#include "agents/hanabi/public.h"
#include "game/agent.h"

enum { DX_TRUTHFUL_MAX = 2 * DX_HANABI_SLOTS + 4 * DX_HANABI_CLUES };

typedef struct dx_blueprint {
    // Folds an event and what it says.  `hands` are the cards before the
    // event (after it will do: the mover's own are not read), with holes in
    // the hand of `seat` (DX_BYSTANDER: no holes at all).
    void (*note)(dx_public *common, dx_event event, const dx_hand *hands,
                 unsigned seat);
    // The move of `seat`, which reads all hands but its own.
    dx_event (*move)(const dx_public *common, const dx_hand *hands,
                     unsigned seat, dx_thought *thought);
    // Moves that keep the public table right, if they are worth a thought.
    unsigned (*truthful)(const dx_public *common, const dx_hand *hands,
                         unsigned seat, dx_event *out);
    // Would a legal move say nothing false?  NULL: not to be told by moves.
    bool (*is_true)(const dx_public *common, const dx_hand *hands,
                    dx_event move);
    // Does its player look for a better order in the endgame (endgame.h)?
    bool plans;
} dx_blueprint;

extern const dx_blueprint dx_blueprint_info, dx_blueprint_pair,
    dx_blueprint_recommend;

// The blueprint's move; in the last round, where hands run out and rules of
// thumb with them, some legal move if that one is not.
dx_event dx_blueprint_move(const dx_blueprint *blueprint,
                           const dx_public *common, const dx_hand *hands,
                           unsigned seat, dx_thought *thought);

// The parts of an agent (game/agent.h) that are the same for all conventions:
// the memory is a dx_public, which knows the convention from the beginning on.
size_t dx_blueprint_bytes(const dx_rules *rules, const dx_policy *self);
void dx_blueprint_begin(const dx_blueprint *blueprint, void *memory,
                        const dx_view *view);
void dx_blueprint_note(void *memory, const dx_policy *self, const dx_view *view,
                       unsigned noted);
dx_event dx_blueprint_choose(const void *memory, const dx_policy *self,
                             const dx_view *view, dx_thought *thought);
void dx_blueprint_are_true(const void *memory, const dx_policy *self,
                           const dx_view *view, unsigned count,
                           const dx_event *moves, bool *out);
bool dx_blueprint_believes(const void *memory, const dx_policy *self,
                           const dx_view *view, const dx_atom *atom,
                           const int *args, dx_opinion *out); // opinion.c
void dx_blueprint_hear(const void *memory, const dx_policy *self,
                       const dx_view *view, void *sight);

#endif
