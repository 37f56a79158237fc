// Which engine answers: a guess by size, and a second chance.
//
// A model of up to 2^16 worlds, found within 2^22 tries, is listed: that takes
// a fraction of a second and the explicit engine explains most.  A larger one
// is given to the symbolic engine with brief limits, and listed within the
// ordinary ones if that fails.  A question that one engine does not answer,
// because it cannot or because of its limits, is put to the other, which is
// made only then.  An engine that was asked for by name is the only one.

#include "logic/dx/engine.h"

#include "base/memory.h"
#include "logic/dx/symbolic.h"

// Models within these limits are listed.
static const dx_build_limits small_limits = {
    .worlds_max = (size_t)1 << 16,
    .steps_max = (size_t)1 << 22,
};

// What a law, and then each question, may cost the symbolic engine.  The first
// where the explicit one could take over, the second where it was asked for.
static const dx_bdd_options brief_limits = {
    .nodes_max = 1 << 22,
    .milliseconds_max = 10000,
};
static const dx_bdd_options long_limits = {
    .nodes_max = DX_BDD_NODES_DEFAULT,
    .milliseconds_max = 60000,
};

struct dx_engine {
    const dx_document *document;
    dx_engine_choice choice;
    dx_checker *explicit_; // either may be NULL, not both
    dx_symbolic *symbolic;
    bool is_large; // too large to list at once
    bool has_tried[2];
};

// Makes the other engine once it is needed; false if that is impossible.
static bool has_explicit(dx_engine *engine)
{
    if (engine->explicit_ == NULL && !engine->has_tried[0]) {
        engine->has_tried[0] = true;
        if (dx_checker_new(engine->document, &dx_build_default_limits,
                           &engine->explicit_, NULL) != DX_OK)
            engine->explicit_ = NULL;
    }
    return engine->explicit_ != NULL;
}

static bool has_symbolic(dx_engine *engine)
{
    if (engine->symbolic == NULL && !engine->has_tried[1]) {
        engine->has_tried[1] = true;
        if (dx_symbolic_new(engine->document, &brief_limits, &engine->symbolic,
                            NULL) != DX_OK)
            engine->symbolic = NULL;
    }
    return engine->symbolic != NULL;
}

static dx_status choose(dx_engine *engine, dx_error *error)
{
    const dx_document *document = engine->document;
    if (engine->choice == DX_ENGINE_EXPLICIT)
        return dx_checker_new(document, &dx_build_default_limits,
                              &engine->explicit_, error);
    if (engine->choice == DX_ENGINE_SYMBOLIC)
        return dx_symbolic_new(document, &long_limits, &engine->symbolic,
                               error);
    dx_status status =
        dx_checker_new(document, &small_limits, &engine->explicit_, error);
    if (status != DX_ERR_LIMIT)
        return status;
    engine->is_large = true;
    if (has_symbolic(engine))
        return DX_OK;
    return dx_checker_new(document, &dx_build_default_limits,
                          &engine->explicit_, error);
}

dx_status dx_engine_new(const dx_document *document, dx_engine_choice choice,
                        dx_engine **out_engine, dx_error *error)
{
    dx_engine *engine = dx_alloc(1, sizeof *engine);
    engine->document = document;
    engine->choice = choice;
    dx_status status = choose(engine, error);
    if (status == DX_OK)
        *out_engine = engine;
    else
        dx_engine_free(engine);
    return status;
}

void dx_engine_free(dx_engine *engine)
{
    if (engine == NULL)
        return;
    dx_checker_free(engine->explicit_);
    dx_symbolic_free(engine->symbolic);
    dx_free(engine);
}

void dx_engine_print_count(dx_engine *engine, dx_text *out)
{
    if (engine->symbolic != NULL)
        dx_symbolic_print_count(engine->symbolic, out);
    else
        dx_text_printf(
            out, "%zu",
            dx_model_world_count(dx_checker_model(engine->explicit_)));
}

// Is it worth asking the other engine?
static bool has_no_answer(const dx_check_answer *answer)
{
    return answer->status == DX_ERR_LIMIT ||
           answer->status == DX_ERR_UNSUPPORTED;
}

void dx_engine_ask(dx_engine *engine, const dx_query *query,
                   dx_check_options options, dx_check_answer *out)
{
    bool is_symbolic = engine->choice == DX_ENGINE_SYMBOLIC ||
                       (engine->is_large && engine->symbolic != NULL);
    if (is_symbolic)
        dx_symbolic_ask(engine->symbolic, query, options, out);
    else
        dx_checker_ask(engine->explicit_, query, options, out);
    if (engine->choice != DX_ENGINE_AUTOMATIC || !has_no_answer(out))
        return;
    if (is_symbolic ? !has_explicit(engine) : !has_symbolic(engine))
        return;
    dx_check_answer other;
    if (is_symbolic)
        dx_checker_ask(engine->explicit_, query, options, &other);
    else
        dx_symbolic_ask(engine->symbolic, query, options, &other);
    if (has_no_answer(&other)) {
        dx_check_answer_release(&other);
        return;
    }
    dx_check_answer_release(out);
    *out = other;
}
