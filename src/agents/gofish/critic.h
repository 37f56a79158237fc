// agents/gofish/critic.h -- how likely a game is to be won, for who sees all of
// it: the teacher of the network in gradient.c, never a player.
//
// What a question was worth is known best by who sees the cards, those of the
// stock in their order included; and that a teacher knows more than the pupil
// does not mislead it, since what it says does not depend on which question is
// asked.  Every turn ends with one card drawn, so with two players the stock
// says who will draw what: each rank is described by where its cards are and
// will be, all ranks go through one layer, are added up, and go through
// another:
//
//     out = bias + third . f(second (sum over ranks of f(first x), world))

#ifndef DX_AGENTS_GOFISH_CRITIC_H
#define DX_AGENTS_GOFISH_CRITIC_H

#include "agents/gofish/moment.h"
#include "game/match.h"

enum {
    DX_GOFISH_RANK_INPUTS = 30,
    DX_GOFISH_WORLD_INPUTS = 12,
    DX_GOFISH_CRITIC_SUMS = 16,
    DX_GOFISH_CRITIC_UNITS = 16,
    DX_GOFISH_CRITIC_MIDDLE = DX_GOFISH_CRITIC_SUMS + DX_GOFISH_WORLD_INPUTS,
};

typedef struct dx_gofish_critic {
    float first[DX_GOFISH_RANK_INPUTS][DX_GOFISH_CRITIC_SUMS];
    float second[DX_GOFISH_CRITIC_MIDDLE][DX_GOFISH_CRITIC_UNITS];
    float third[DX_GOFISH_CRITIC_UNITS];
    float bias;
} dx_gofish_critic;

enum { DX_GOFISH_CRITIC_NUMBERS = sizeof(dx_gofish_critic) / sizeof(float) };

// A position in numbers.
typedef struct dx_gofish_position {
    unsigned ranks;
    float rank[DX_GOFISH_RANKS][DX_GOFISH_RANK_INPUTS];
    float world[DX_GOFISH_WORLD_INPUTS];
} dx_gofish_position;

void dx_gofish_critic_init(dx_gofish_critic *critic, dx_random *random);

// The seat that is next, with what it believes of the questions; `type` is the
// strategy of the seat to its left, DX_GOFISH_TYPES if it has no name.
void dx_gofish_position_read(const dx_match *match,
                             const dx_gofish_notes *notes,
                             const dx_gofish_moment *moment, unsigned type,
                             dx_gofish_position *out);

// The chance to win.
double dx_gofish_critic_run(const dx_gofish_critic *critic,
                            const dx_gofish_position *position);

// Adds the slopes of `miss`, what the chance should be less what it is, to the
// gradient.
void dx_gofish_critic_learn(const dx_gofish_critic *critic,
                            const dx_gofish_position *position, double miss,
                            dx_gofish_critic *gradient);

#endif
