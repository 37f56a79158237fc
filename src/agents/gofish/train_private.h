// agents/gofish/train_private.h -- what a way to learn is, for train.c.

#ifndef DX_AGENTS_GOFISH_TRAIN_PRIVATE_H
#define DX_AGENTS_GOFISH_TRAIN_PRIVATE_H

#include "agents/gofish/moment.h"
#include "agents/gofish/train.h"
#include "game/match.h"

// A text that numbers are read from.
typedef struct dx_gofish_source {
    const char *at, *begin; // of the line
    unsigned line;
    dx_error *error;
} dx_gofish_source;
dx_gofish_source dx_gofish_source_of(const char *text, dx_error *error);

// The next word or number; an error says what was `wanted`.
DX_MUST_USE dx_status dx_gofish_source_word(dx_gofish_source *source,
                                            const char *wanted);
DX_MUST_USE dx_status dx_gofish_source_whole(dx_gofish_source *source,
                                             uint64_t max, uint64_t *out);
DX_MUST_USE dx_status dx_gofish_source_floats(dx_gofish_source *source,
                                              size_t count, float *out);
// One of some words; and that nothing more comes.
DX_MUST_USE dx_status dx_gofish_source_any(dx_gofish_source *source,
                                           const char *const *words,
                                           unsigned count, unsigned *out);
DX_MUST_USE dx_status dx_gofish_source_end(dx_gofish_source *source);
void dx_gofish_write_floats(const float *numbers, size_t count, dx_text *out);

// A game while it is learnt from: who sits where, and what they think.  The
// seats of `who` are borrowed.
typedef struct dx_gofish_table {
    dx_deal *deal;
    dx_match *match;
    const dx_policy *who[DX_GOFISH_SEATS];
    dx_mind *minds[DX_GOFISH_SEATS];
    unsigned self; // the learner's seat
} dx_gofish_table;

void dx_gofish_sit_down(dx_gofish_table *out, const dx_rules *rules,
                        uint64_t seed, uint64_t deal,
                        const dx_policy *const *who);
void dx_gofish_get_up(dx_gofish_table *table);

// Whoever is next moves as it would, or as it is told.
void dx_gofish_move(dx_gofish_table *table, dx_random *random);
void dx_gofish_move_as_told(dx_gofish_table *table, unsigned move);

// What a seat has of the win.
double dx_gofish_share(const dx_gofish_table *table, unsigned seat);

// What the learner remembers, up to now.
const dx_gofish_notes *dx_gofish_own_notes(dx_gofish_table *table);

typedef struct dx_gofish_way {
    void *(*open)(const dx_gofish_course *course);
    void (*close)(void *self);
    dx_policy (*policy)(const void *self);
    // The number of the move to make; a player goes by its own notes and view,
    // all the rest is for its teacher.
    unsigned (*ask)(void *self, dx_gofish_table *table, dx_random *random);
    // The game is over; `who` sat where, `won` is the share of the win.
    void (*over)(void *self, const dx_view *view, const dx_policy *const *who,
                 double won);
    // `rounds` have been played.
    void (*rest)(void *self, unsigned rounds);
    size_t (*size)(const void *self);
    // What was learnt, or all of it; and back.
    void (*write)(const void *self, bool whole, dx_text *out);
    dx_status (*read)(void *self, bool whole, dx_gofish_source *source);
    // An empty one without a course, to read into; what it plays by that has
    // learnt.
    void *(*blank)(void);
    const void *(*data)(const void *self);
    const dx_agent *agent;
} dx_gofish_way;

extern const dx_gofish_way dx_gofish_way_gradient, dx_gofish_way_features,
    dx_gofish_way_states, dx_gofish_way_habits;

// One of the strategies that are told apart, or DX_GOFISH_TYPES.
unsigned dx_gofish_type_of(const dx_policy *policy);

#endif
