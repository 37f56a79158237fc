// door/study.h -- a record at the moment that a request is about.

#ifndef DX_DOOR_STUDY_H
#define DX_DOOR_STUDY_H

#include "door/call.h"

// A record, perhaps with a line of one's own, at a turn.
typedef struct dx_study {
    dx_call *call;
    const dx_wish *wish;
    dx_opened opened;  // borrowed
    dx_record *branch; // with the line, if there is one
    const dx_rules *rules;
    unsigned seat; // DX_BYSTANDER: none was given
    unsigned events, turn;
} dx_study;

DX_MUST_USE dx_status dx_study_open(dx_call *call, dx_study *out,
                                    dx_error *error);
void dx_study_close(dx_study *study);

// What a lens tells from the seat; without one from what all see.
typedef void dx_seat_teller(dx_glass *glass, const dx_view *view,
                            const dx_wish *wish, dx_text *out);
DX_MUST_USE dx_status dx_study_tell(dx_study *study, dx_seat_teller *tell,
                                    dx_text *out, dx_error *error);

// What a seat has seen after so many events; the caller frees it.
dx_eyes *dx_study_eyes(const dx_study *study, unsigned seat, unsigned events);

// The names of the players if no two are alike, so that formulas can use them.
const char *const *dx_study_names(const dx_study *study);

// Who plays on in its place: the seat's own agent, or who is usual where a
// person sat.
DX_MUST_USE dx_status dx_study_policies(const dx_study *study, dx_policy *out,
                                        dx_error *error);

#endif
