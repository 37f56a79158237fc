// doxa.h -- games of knowledge: the public face of libdoxa.
//
// doxa reasons about who knows what.  A formula is asked of a model and
// denotes the set of worlds where it holds:
//
//     #include <doxa.h>
//
//     int main(void)
//     {
//         dx_formulas *store = dx_formulas_new();
//         dx_model *model = dx_model_new(store, 2); // two worlds
//         size_t anne = dx_model_add_agent(model, "anne");
//         size_t p = dx_model_add_proposition(
//             model, dx_formula_atom(store, "p"));
//         dx_bitset_add(dx_model_worlds_of(model, p), 1);
//         dx_model_set_partition(model, anne, (uint32_t[]){0, 1});
//
//         dx_formula f;
//         dx_error error;
//         const dx_bitset *where;
//         dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
//         if (dx_parse(store, "Kw[anne] p", &f, &error) == DX_OK &&
//             dx_evaluate(evaluator, f, &where, &error) == DX_OK)
//             printf("%zu of 2 worlds\n", dx_bitset_count(where));
//         dx_evaluator_free(evaluator);
//         dx_model_free(model);
//         dx_formulas_free(store);
//     }
//
//     cc hello.c $(pkg-config --cflags --libs doxa)
//
// Threads: there is no global state.  Objects may be used by one thread at a
// time; different objects by different threads at once.  A thread that calls
// the library has DX_STACK_BYTES of stack to spare (1 MB); formulas that are
// too deep for that are walked on a thread of their own, while the caller
// waits.  dx_on_panic (base/base.h) is a thread's own.
//
// Versions, panics and what is safe after one: docs/library.md.
//
// The headers below are in the order in which they build on each other; each
// begins with its idea.  Include this one alone.

#ifndef DOXA_H
#define DOXA_H

// C++ finds the headers of C here before it comes to what is in C only.
#ifdef __cplusplus
#include <atomic>
#include <cassert>
#include <climits>
#include <cstdbool>
#include <cstddef>
#include <cstdint>
extern "C" {
#endif

#include "base/base.h"
#include "base/bitset.h"
#include "base/fraction.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/natural.h"
#include "base/random.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/version.h"

// Formulas, models, and what a formula says of a model.
#include "logic/bisim/bisim.h"
#include "logic/draw/draw.h"
#include "logic/evaluate/evaluate.h"
#include "logic/evaluate/explain.h"
#include "logic/formula/formula.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "logic/json/model.h"
#include "logic/kripke/event_model.h"
#include "logic/kripke/frames.h"
#include "logic/kripke/model.h"
#include "logic/kripke/update.h"

// Models as files: ours, and SMCDEL's.
#include "logic/dx/build.h"
#include "logic/dx/document.h"
#include "logic/dx/engine.h"
#include "logic/dx/update.h"
#include "logic/smcdel/answer.h"
#include "logic/smcdel/convert.h"
#include "logic/smcdel/smcdel.h"

// What holds in every model.
#include "proof/valid.h"

// Games: rules, deals, the referee, records.
#include "game/match.h"
#include "game/places.h"
#include "game/record.h"
#include "game/say.h"
#include "game/seats.h"
#include "games/games.h"

// What a seat holds possible, knows, and is asked; and under what assumption.
#include "ask/ask.h"
#include "ask/export.h"
#include "minds/assumption.h"
#include "minds/consider.h"
#include "minds/know.h"

// Facts, moves, events and positions in English, and sentences read.
#include "minds/position.h"
#include "words/sentence.h"
#include "words/story.h"

// Who sits at a seat, and tournaments of them.
#include "agents/agents.h"
#include "agents/player.h"
#include "lab/run.h"
#include "lab/summary.h"

// Everything above and more, one request in JSON at a time.
#include "door/door.h"
#include "door/host.h"
#include "door/rows.h"

#ifdef __cplusplus
}
#endif

#endif
