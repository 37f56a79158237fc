// Thresholds in order, each with clauses to its neighbours.

#include "belief/timeline.h"

#include <assert.h>

void dx_timeline_init(dx_timeline *timeline, dx_sat *sat, dx_circuit *circuit)
{
    *timeline = (dx_timeline){.sat = sat, .circuit = circuit};
}

void dx_timeline_release(dx_timeline *timeline)
{
    dx_vector_release(&timeline->thresholds);
}

// The first threshold that is not before `time`.
static size_t place_of(const dx_timeline *timeline, uint32_t time)
{
    size_t low = 0, high = timeline->thresholds.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (timeline->thresholds.at[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int dx_timeline_at_least(dx_timeline *timeline, uint32_t time)
{
    if (time == 0)
        return dx_circuit_true(timeline->circuit);
    size_t place = place_of(timeline, time);
    if (place < timeline->thresholds.count &&
        timeline->thresholds.at[place].time == time)
        return timeline->thresholds.at[place].literal;
    dx_vector_reserve(&timeline->thresholds, 1);
    dx_threshold *at = timeline->thresholds.at;
    for (size_t i = timeline->thresholds.count++; i > place; i--)
        at[i] = at[i - 1];
    int literal = dx_sat_variable(timeline->sat);
    at[place] = (dx_threshold){time, literal};
    assert(place == 0 || at[place - 1].time < time);
    assert(place + 1 == timeline->thresholds.count ||
           at[place + 1].time > time);
    if (place > 0)
        dx_sat_add(timeline->sat, 2, (int[]){-literal, at[place - 1].literal});
    if (place + 1 < timeline->thresholds.count)
        dx_sat_add(timeline->sat, 2, (int[]){-at[place + 1].literal, literal});
    return literal;
}

size_t dx_timeline_assume(const dx_timeline *timeline, uint32_t time,
                          int out_literals[2])
{
    size_t count = 0, after = place_of(timeline, time + 1);
    if (after > 0)
        out_literals[count++] = timeline->thresholds.at[after - 1].literal;
    if (after < timeline->thresholds.count)
        out_literals[count++] = -timeline->thresholds.at[after].literal;
    return count;
}

uint32_t dx_timeline_solution(const dx_timeline *timeline)
{
    for (size_t i = timeline->thresholds.count; i > 0; i--)
        if (dx_sat_value(timeline->sat, timeline->thresholds.at[i - 1].literal))
            return timeline->thresholds.at[i - 1].time;
    return 0;
}
