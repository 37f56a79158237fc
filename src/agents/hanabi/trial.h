// agents/hanabi/trial.h -- a moment of a game in which moves can be tried.
//
// What a search needs of a blueprint and a belief: worlds, one after another,
// and what is scored in a world if a certain move is made now and everybody
// goes on by the blueprint.  There are two kinds:
//
//   - of a table: for a convention (blueprint.h).  Moves are those that say
//     nothing false, worlds are what the public table leaves, and games are
//     imagined on that table, which is quick; if the blueprint plans, to the
//     point from where an endgame is solved.
//   - of minds: for any agent of Hanabi.  Moves are all legal ones, worlds are
//     what rules and hints leave, and games are imagined through the referee
//     with a mind of the agent at every seat.
//
// Either weighs a world by what partners did lately (witness.h).

#ifndef DX_AGENTS_HANABI_TRIAL_H
#define DX_AGENTS_HANABI_TRIAL_H

#include "agents/hanabi/blueprint.h"

enum { DX_TRIAL_MOVES = DX_TRUTHFUL_MAX + 1 };

typedef struct dx_trial dx_trial;
struct dx_trial {
    dx_event move[DX_TRIAL_MOVES]; // [0] is the blueprint's
    unsigned moves;
    // Are the worlds listed, each once, rather than drawn?
    bool is_list;
    // Goes on to the next world.  Returns its weight, which is 1 if worlds are
    // drawn; 0: there is none, or no other one.
    double (*next)(dx_trial *trial, dx_random *random);
    // What is scored if the move is made in this world.
    double (*score)(dx_trial *trial, dx_event move);
    void (*close)(dx_trial *trial);
};

typedef struct dx_trial_options {
    // Of a table: worlds are listed if they are at most so many.
    size_t list_max;
    // How many of the partners' last moves are evidence, and the chance that
    // a partner does what the blueprint would do.
    unsigned witnesses;
    double trust;
    // Of minds: who sits where in a world, and how likely what happened is with
    // a hand; NULL: the policy everywhere, and by witnesses.
    void (*cast)(void *context, dx_random *random, dx_policy *out_of_seat);
    double (*likelihood)(void *context, const uint8_t *hand);
    void *context;
} dx_trial_options;

// Of a table: `common` and `view` are borrowed until it is closed.
dx_trial *dx_trial_of_table(const dx_blueprint *blueprint,
                            const dx_public *common, const dx_view *view,
                            const dx_trial_options *options,
                            dx_thought *thought);

// Of minds: `policy` and `view` are borrowed until it is closed.
dx_trial *dx_trial_of_minds(const dx_policy *policy, const dx_view *view,
                            const dx_trial_options *options,
                            dx_thought *thought);

void dx_trial_close(dx_trial *trial); // NULL is fine

#endif
