// minds/inquiry/inquiry_plan.h -- what the minds of an inquiry will take,
// before they are asked.

#ifndef DX_MINDS_INQUIRY_INQUIRY_PLAN_H
#define DX_MINDS_INQUIRY_INQUIRY_PLAN_H

#include "minds/inquiry/inquiry.h"

// How a mind is worked out.
typedef enum dx_solver {
    DX_SOLVER_SIGHT,   // it sees all that it is asked
    DX_SOLVER_GROUPS,  // group of cards by group of cards
    DX_SOLVER_PLACES,  // place by place, since behaviour weighs
    DX_SOLVER_HANDS,   // hand by hand, each in all ways it may be made up
    DX_SOLVER_EVERY,   // common knowledge: going everywhere
    DX_SOLVER_REFUSED, // none of these can
} dx_solver;

typedef struct dx_mind_plan {
    dx_solver solver;
    unsigned minds; // how deep they nest in it, itself included
    unsigned turn;
    size_t numbers;        // of cards, that are asked for
    size_t groups, places; // of cards, and classes of places that hide them
    // About how many states there are at most at a time, and steps in one run;
    // and in how many ways it can stand: as often it may be run.
    double states, steps, stands;
} dx_mind_plan;

// Minds are numbered as they were opened.
size_t dx_inquiry_minds(const dx_inquiry *inquiry);
dx_mind_plan dx_inquiry_plan(const dx_inquiry *inquiry, dx_mind_id mind);

#endif
