// logic/dx/engine.h -- the engine for a document: explicit or symbolic.
//
// Left to choose, it estimates (estimate.h).  What is listed in an instant is
// listed: the explicit engine explains most.  Otherwise the symbolic engine may
// try, for a share of what listing would cost, unless it is clear that it needs
// more; and then worlds are listed after all.  Should that take longer than was
// thought, listing pauses and the symbolic engine gets its share of that, too.
// So an answer costs little more than it costs the better engine, if the worse
// one is much worse, as it usually is.  All shares are counted in steps, not in
// seconds: the same file gets the same engine on every machine.
//
// Where one engine has no answer, for what is asked or for its limits, the
// other is tried.

#ifndef DX_LOGIC_DX_ENGINE_H
#define DX_LOGIC_DX_ENGINE_H

#include "logic/dx/check.h"

typedef enum dx_engine_choice {
    DX_ENGINE_AUTOMATIC,
    DX_ENGINE_EXPLICIT,
    DX_ENGINE_SYMBOLIC,
} dx_engine_choice;

typedef struct dx_engine dx_engine;

// Borrows the document.  `limits` are those of the explicit engine, NULL the
// usual ones.
DX_MUST_USE dx_status dx_engine_new(const dx_document *document,
                                    dx_engine_choice choice,
                                    const dx_build_limits *limits,
                                    dx_engine **out_engine, dx_error *error);
void dx_engine_free(dx_engine *engine);

// How many worlds there are before any update, in decimal.
void dx_engine_print_count(dx_engine *engine, dx_text *out);

// Answers; the caller releases the answer, which names its engine.
void dx_engine_ask(dx_engine *engine, const dx_query *query,
                   dx_check_options options, dx_check_answer *out);

#endif
