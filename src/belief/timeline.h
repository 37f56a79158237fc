// belief/timeline.h -- the time of a state as literals: now>=t for some t.
//
// Only thresholds that somebody asks for get a variable, and each implies the
// one before it: the instances of the time axioms that matter.

#ifndef DX_BELIEF_TIMELINE_H
#define DX_BELIEF_TIMELINE_H

#include "base/vector.h"
#include "sat/circuit.h"

typedef struct dx_threshold {
    uint32_t time;
    int literal;
} dx_threshold;

typedef struct dx_timeline {
    dx_sat *sat;                        // borrowed
    dx_circuit *circuit;                // borrowed
    DX_VECTOR(dx_threshold) thresholds; // in order of time, from 1 on
} dx_timeline;

void dx_timeline_init(dx_timeline *timeline, dx_sat *sat, dx_circuit *circuit);
void dx_timeline_release(dx_timeline *timeline);

// The literal of now>=time.
int dx_timeline_at_least(dx_timeline *timeline, uint32_t time);

// What to assume so that it is `time`: one or two literals, or none.
size_t dx_timeline_assume(const dx_timeline *timeline, uint32_t time,
                          int out_literals[2]);

// The last threshold that the last solution has reached.
uint32_t dx_timeline_solution(const dx_timeline *timeline);

#endif
