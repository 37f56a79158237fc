// agents/clue/study.h -- what a player of Clue finds out by asking the minds.
//
// A study holds the frames of the public game (minds/turn/frame.h), a cache
// that can be made again from any view.  Everything an agent knows comes from
// two questions that every game answers: what lies where (minds/board/board.h),
// and which worlds are there (minds/eliminate/sample.h), for the own seat or,
// in an imagined world, for another.  Choices of others are taken to be even.
// A game can be so long that its showings are more than minds have places for;
// then nothing is known and there are no worlds.

#ifndef DX_AGENTS_CLUE_STUDY_H
#define DX_AGENTS_CLUE_STUDY_H

#include "base/random.h"
#include "game/agent.h"
#include "games/clue/clue.h"
#include "minds/turn/frame.h"

enum { DX_CLUE_WORLDS_MAX = 1000 };

typedef struct dx_clue_study {
    dx_frames *frames;
} dx_clue_study;

// For agents: the functions of a memory that is a study.
size_t dx_clue_study_bytes(const dx_rules *rules, const dx_policy *self);
void dx_clue_study_begin(void *memory, const dx_policy *self,
                         const dx_view *view);
void dx_clue_study_note(void *memory, const dx_policy *self,
                        const dx_view *view, unsigned noted);
void dx_clue_study_copy(void *memory, const void *from);
void dx_clue_study_end(void *memory);

// The chance of this view's own: the same whenever it is asked for.
dx_random dx_clue_random(const dx_view *view);

// Does `seat`, whose own sight is `own`, know the envelope?  Then *out is it.
bool dx_clue_study_knows(const dx_clue_study *study, unsigned seat,
                         const dx_clue *own, dx_clue_triple *out);

// How many bits `seat` misses of the three cards of the envelope, one by one.
double dx_clue_study_bits(const dx_clue_study *study, unsigned seat,
                          const dx_clue *own);

// Worlds that `seat` holds possible, drawn by weight: `count` tables, which the
// caller frees.  NULL if there are none.
typedef struct dx_clue_worlds {
    unsigned count;
    size_t stride;
    unsigned char *tables;
} dx_clue_worlds;
dx_clue_worlds dx_clue_study_worlds(const dx_clue_study *study, unsigned seat,
                                    const dx_clue *own, unsigned count,
                                    dx_random *random);
void dx_clue_worlds_release(dx_clue_worlds *worlds);

static inline const dx_clue *dx_clue_world(const dx_clue_worlds *worlds,
                                           unsigned i)
{
    return (const dx_clue *)(const void *)(worlds->tables + i * worlds->stride);
}

// The likeliest envelope, and its share of the worlds.
double dx_clue_likeliest(const dx_clue_worlds *worlds, dx_clue_triple *out);

#endif
