// door/limits.h -- how much one request may want, in steps, worlds and bytes.

#ifndef DX_DOOR_LIMITS_H
#define DX_DOOR_LIMITS_H

enum {
    DX_ANSWER_MAX = 8 << 20,  // bytes of a replay; the rest comes with the next
    DX_OPEN_MAX = 64 << 20,   // of all texts that a session keeps open
    DX_GLASSES_MAX = 32,      // lenses that a session keeps warm
    DX_WORLDS_LIST_MAX = 100, // worlds that a lens names
    DX_FORMULA_BYTES_MAX = 4000,
    DX_FORMULAS_MAX = 1000,      // asked at one moment
    DX_STEPS_MAX = 400000,       // of a look or a question: less than a second
    DX_WORLDS_TRIED_MAX = 20000, // for a belief under a policy
    DX_EFFORT_MAX = 10,          // times that, if somebody asks for it
    DX_MODEL_SHOWN_MAX = 60,     // worlds of a model that is shown
};

#endif
