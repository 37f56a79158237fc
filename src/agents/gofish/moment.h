// agents/gofish/moment.h -- a turn of Go Fish in numbers: what goes into the
// network (network.h) for each question.
//
// A question is described by what is believed of the answer, by what all know
// of both hands (so by what it would give away), by the chance to draw the rank
// instead, by the other questions that could be asked first, and by who the
// others seem to be.

#ifndef DX_AGENTS_GOFISH_MOMENT_H
#define DX_AGENTS_GOFISH_MOMENT_H

#include "agents/gofish/network.h"
#include "agents/gofish/prospect.h"

// What a seat that goes by moments remembers.
typedef struct dx_gofish_notes {
    dx_gofish_memory beliefs;
    dx_gofish_shown shown;
} dx_gofish_notes;

// For the table of an agent: its memory.
size_t dx_gofish_notes_bytes(const dx_rules *rules, const dx_policy *self);
void dx_gofish_notes_begin(void *memory, const dx_policy *self,
                           const dx_view *view);
void dx_gofish_notes_copy(void *memory, const void *from);
void dx_gofish_notes_end(void *memory);

// Notes what is new; without habits nobody is recognised.
void dx_gofish_notes_follow(dx_gofish_notes *notes, const dx_policy *self,
                            const dx_gofish_habits *habits, const dx_view *view,
                            unsigned noted);

typedef struct dx_gofish_moment {
    unsigned count; // questions; 0: there is none
    dx_gofish_prospect asks[DX_GOFISH_PROSPECTS];
    float input[DX_GOFISH_PROSPECTS][DX_GOFISH_INPUTS];
} dx_gofish_moment;

// Whoever's turn it is: the view's seat.
void dx_gofish_moment_read(const dx_gofish_notes *notes, const dx_view *view,
                           dx_gofish_moment *out);

// The score of each question: finish-fast's rule, and the network; the chance
// to complete a book counts so much.
enum { DX_GOFISH_SCALE = 25 };
void dx_gofish_moment_scores(const dx_gofish_moment *moment,
                             const dx_gofish_net *actor, double *out);

#endif
