// agents/gofish/train.h -- learners of Go Fish at school: they play round after
// round against the strategies of a course, and learn.
//
//     dx_gofish_trainer *t = dx_gofish_trainer_new(&course);
//     while (dx_gofish_trainer_rounds(t) < course.rounds)
//         dx_gofish_trainer_run(t, 1000);
//     policy = dx_gofish_trainer_policy(t);      // who plays by what it learnt
//     dx_gofish_trainer_write(t, true, &file);
//
// Everything follows from the course and the number of rounds: a trainer that
// was written down whole and read again goes on as if it had never stopped.
// Beliefs are those of by_rank.h, for speed.

#ifndef DX_AGENTS_GOFISH_TRAIN_H
#define DX_AGENTS_GOFISH_TRAIN_H

#include "base/text.h"
#include "game/agent.h"

enum { DX_GOFISH_OPPONENTS = 8 };

// How it learns: a network by policy gradient (gradient.c), or values of
// questions in a table, by what is believed of them or by whole states, as in
// the paper (qlearn_train.c); or, for the planner, how strategies ask
// (habits.c).
typedef enum dx_gofish_method {
    DX_GOFISH_GRADIENT,
    DX_GOFISH_FEATURES,
    DX_GOFISH_STATES,
    DX_GOFISH_HABITS,
    DX_GOFISH_METHODS
} dx_gofish_method;
extern const char *const dx_gofish_method_names[DX_GOFISH_METHODS];

typedef struct dx_gofish_course {
    dx_rules rules;
    dx_gofish_method method;
    bool win_only; // of a table: reward for the win alone, the paper's first
    unsigned opponent_count;
    dx_policy opponent[DX_GOFISH_OPPONENTS];
    unsigned share[DX_GOFISH_OPPONENTS]; // how often, relative
    uint64_t seed;
    unsigned rounds; // in all; a gradient's steps become smaller up to there
} dx_gofish_course;

typedef struct dx_gofish_trainer dx_gofish_trainer;

// Refuses states with more than two players.
DX_MUST_USE dx_status dx_gofish_trainer_new(const dx_gofish_course *course,
                                            dx_gofish_trainer **out,
                                            dx_error *error);
void dx_gofish_trainer_free(dx_gofish_trainer *trainer);

// Plays and learns; a round is a game.  When it is called off (base/heed.h) it
// ends with the round that it is in.
void dx_gofish_trainer_run(dx_gofish_trainer *trainer, unsigned rounds);

unsigned dx_gofish_trainer_rounds(const dx_gofish_trainer *trainer);

// Who plays by what was learnt so far; borrowed.
dx_policy dx_gofish_trainer_policy(const dx_gofish_trainer *trainer);

// How many numbers, or states, it has.
size_t dx_gofish_trainer_size(const dx_gofish_trainer *trainer);

// What was learnt, as text; if it is the `whole` of it, a trainer of the same
// course can go on from it.
void dx_gofish_trainer_write(const dx_gofish_trainer *trainer, bool whole,
                             dx_text *out);
DX_MUST_USE dx_status dx_gofish_trainer_read(dx_gofish_trainer *trainer,
                                             const char *text, dx_error *error);

// The games, ties shared, that `policy` wins among seats of `opponent`, each
// deal once with it in every seat: `out_won` gets the sum for each deal, of
// those that were played before it was called off.
void dx_gofish_compare(const dx_rules *rules, const dx_policy *policy,
                       const dx_policy *opponent, uint64_t seed, unsigned deals,
                       double *out_won);

// Who plays by a text that a trainer wrote, under a name of its own.
typedef struct dx_gofish_learnt {
    dx_agent agent;
    char *name;
    void *data;
    void (*release)(void *data);
} dx_gofish_learnt;

DX_MUST_USE dx_status dx_gofish_learnt_read(const char *text, const char *name,
                                            dx_gofish_learnt **out,
                                            dx_error *error);
void dx_gofish_learnt_free(dx_gofish_learnt *learnt);

#endif
