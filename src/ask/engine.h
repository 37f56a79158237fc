// ask/engine.h -- who answers a question: one table of engines.
//
// A question has a *route*: the engines that fit it, in the order of the table.
// The first answers; only what it declines (DX_ERR_UNSUPPORTED) goes on to the
// next.  The route is what `--plan` prints and what runs, for answers, values
// and ranges alike.

#ifndef DX_ASK_ENGINE_H
#define DX_ASK_ENGINE_H

#include "ask/plan.h"
#include "ask/question.h"
#include "minds/mechanism.h"

enum { DX_ENGINES = 5 };

typedef struct dx_engine {
    const char *name, *says;
    bool (*fits)(const dx_question *question);
    // How it will go about it, and about how much that takes.
    dx_status (*plan)(const dx_question *question, dx_plan *out,
                      dx_error *error);
    dx_status (*ask)(dx_question *question, dx_answer *out, dx_error *error);
    // The value of a term, from above, and between which it lies, range[0] to
    // range[1], in the worlds of a seat.  NULL: it does not.
    dx_status (*value)(dx_question *question, dx_fraction *out,
                       dx_error *error);
    dx_status (*range)(dx_question *question, dx_fraction *range,
                       dx_error *error);
} dx_engine;

// Grounds the formula of a question in which all else stands; a term goes as
// its comparison with 0 if it `is_term`.  The end releases what it holds.
DX_MUST_USE dx_status dx_question_begin(dx_question *question, dx_formula f,
                                        bool is_term, dx_error *error);
void dx_question_end(dx_question *question);

typedef struct dx_route {
    unsigned count;
    const dx_engine *at[DX_ENGINES];
} dx_route;

// The engines that fit a question; for a term those that find values.
dx_route dx_route_of(const dx_question *question, bool is_term);

// What is wanted: one of them, the others are NULL.
typedef struct dx_wanted {
    dx_answer *answer;
    dx_fraction *value, *range;
    const char *engine; // out: who was asked last
} dx_wanted;

// Goes the route.  A limit is an error here.
DX_MUST_USE dx_status dx_route_go(const dx_route *route, dx_question *question,
                                  dx_wanted *wanted, dx_error *error);

// The plan of an engine that goes through worlds: one part, the whole.
DX_MUST_USE dx_status dx_plan_listing(const dx_question *question, dx_plan *out,
                                      dx_error *error);

// The table, and that of mechanisms: names and sentences.
void dx_engine_list(dx_text *out);

// Reads a list such as `places,-occurs,chains=1`: the engine to begin with,
// if one is named, and mechanisms (minds/mechanism.h).
DX_MUST_USE dx_status dx_engine_read(const char *list, const char **out_engine,
                                     dx_mechanisms *set, dx_error *error);

#endif
