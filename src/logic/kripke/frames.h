// logic/kripke/frames.h -- what kind of relations a model claims to have.
//
// A frame is a list of properties.  Some are of one agent alone: D (serial:
// beliefs are consistent), T (reflexive: knowledge is true), 4 (transitive)
// and 5 (Euclidean): positive and negative introspection.  Some are between
// agents: I (agents are degrees of belief; whoever comes later holds more
// possible), 4s and 5s (everybody sees through everybody's beliefs).
//
//     K      nothing                  KD4s5s  D 4s 5s
//     T      T                        KDI4    D I 4
//     S4     T 4                      KDI4s   D I 4s
//     S5     T 4 5                    KDI45   D I 4 5
//     KD45   D 4 5                    KDI4s5  D I 4s 5
//
// The conditions for i, j in order (Nguyen's multimodal logics of belief, as
// corrected): I: R_j within R_i if i > j; 4s: R_j(u,v) and R_i(v,w) give
// R_i(u,w); 5s: R_j(u,v) and R_i(u,w) give R_i(v,w).

#ifndef DX_LOGIC_KRIPKE_FRAMES_H
#define DX_LOGIC_KRIPKE_FRAMES_H

#include "logic/kripke/model.h"

#include <stdbool.h>

typedef enum dx_frame_class {
    DX_FRAME_K,
    DX_FRAME_T,
    DX_FRAME_S4,
    DX_FRAME_S5,
    DX_FRAME_KD45,
    DX_FRAME_KD4S5S,
    DX_FRAME_KDI4,
    DX_FRAME_KDI4S,
    DX_FRAME_KDI45,
    DX_FRAME_KDI4S5,
    DX_FRAMES
} dx_frame_class;

const char *dx_frame_name(dx_frame_class frame);
// Finds a frame by its name, large or small letters alike.
bool dx_frame_find(const char *name, dx_frame_class *out);

// Have these agents (a bit set; degrees of belief in the model's order) the
// frame?  If not: DX_ERR_INPUT, naming the agent, the property and the worlds.
DX_MUST_USE dx_status dx_model_check_frame(const dx_model *model,
                                           dx_frame_class frame,
                                           dx_attitude attitude,
                                           const dx_agent_set *agents,
                                           dx_error *error);

#endif
