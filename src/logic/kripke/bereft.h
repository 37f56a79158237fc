// logic/kripke/bereft.h -- whom updates left no world.
//
// Who is told what it held impossible holds nothing possible afterwards, and so
// knows and believes everything, its contradiction included.  A yes that comes
// about that way has to say so: engines list these agents beside the answer.
// So they do a group whose members each hold something possible and share none
// of it, of which D[..] everything.

#ifndef DX_LOGIC_KRIPKE_BEREFT_H
#define DX_LOGIC_KRIPKE_BEREFT_H

#include "base/vector.h"
#include "logic/kripke/model.h"

typedef struct dx_bereft {
    dx_name agent;        // of a group: the first
    dx_attitude attitude; // of the relation that leads nowhere
    bool is_here;         // at the world in question; else somewhere on the way
    dx_formula group;     // a D[..] of the group; DX_FORMULA_NONE: one agent
} dx_bereft;

typedef DX_VECTOR(dx_bereft) dx_bereft_list;

// An engine that answers at the worlds of a question.
typedef struct dx_bereft_engine {
    void *self;
    // The members of a quantifier, written out; DX_FORMULA_NONE: it cannot.
    dx_formula (*write_out)(void *self, dx_formula quantifier);
    // Has the agent a belief beside its knowledge?
    bool (*has_belief)(void *self, dx_name agent);
    // Does `f` hold at one of the worlds?  What cannot be answered does not.
    bool (*holds)(void *self, dx_formula f);
} dx_bereft_engine;

// Adds the agents, and the groups of a D, to whom updates left no world, where
// the truth of `f` looks at what they hold possible.  Updates are those in `f`,
// and with `is_updated` those that made the model.  `is_one`: it is asked at
// one world, which is `here`.
void dx_bereft_find(dx_formulas *store, dx_formula f, bool is_updated,
                    bool is_one, const dx_bereft_engine *engine,
                    dx_bereft_list *out);

// That they hold nothing possible: K[a] false, B[a] false or D[a,b] false.
dx_formula dx_bereft_nothing(dx_formulas *store, const dx_bereft *who);

#endif
