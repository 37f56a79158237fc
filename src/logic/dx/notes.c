// Weights are asked of the engine, as a question how many worlds weigh nothing;
// beliefs of the model, which is listed where there are any.

#include "logic/dx/notes.h"

#include "base/memory.h"
#include "logic/kripke/plausible.h"

static const char *agent_text(const dx_document *document, size_t agent)
{
    return dx_names_text(dx_formulas_names(document->store),
                         document->agents.at[agent]);
}

// Where the agent's weight is 0, of its cases the last that counts.
static dx_formula weightless(const dx_document *document, size_t agent)
{
    dx_formulas *store = document->store;
    dx_formula zero = dx_formula_number(store, dx_fraction_int(0));
    dx_formula where = dx_formula_false(store);
    for (size_t i = 0; i < document->weights.count; i++) {
        const dx_weighing *one = &document->weights.at[i];
        if (one->agent != agent || one->expression == DX_FORMULA_NONE)
            continue;
        dx_formula here =
            dx_formula_binary(store, DX_EQUAL, one->expression, zero);
        where =
            one->condition == DX_FORMULA_NONE
                ? here
                : dx_formula_or(
                      store, dx_formula_and(store, one->condition, here),
                      dx_formula_and(
                          store, dx_formula_not(store, one->condition), where));
    }
    return where;
}

static bool has_weightless_state(dx_document *document, dx_engine *engine,
                                 size_t agent)
{
    dx_query query = {.kind = DX_QUERY_COUNT,
                      .formula = weightless(document, agent)};
    dx_check_answer answer;
    dx_engine_ask(engine, &query, (dx_check_options){0}, &answer);
    bool any = answer.status == DX_OK &&
               (answer.count > 0 || answer.large_count != NULL);
    dx_check_answer_release(&answer);
    return any;
}

// Does the agent hold it possible anywhere?
static bool leads_to(const dx_model *model, size_t agent, size_t world)
{
    const dx_relation *r = dx_model_relation(model, agent, DX_KNOWLEDGE);
    if (r->cell != NULL)
        return true;
    for (size_t i = 0; i < r->first[dx_model_world_count(model)]; i++)
        if (r->target[i] == world)
            return true;
    return false;
}

static bool has_weightless_world(const dx_document *document,
                                 const dx_model *model, size_t agent)
{
    for (size_t w = 0; w < document->worlds.count; w++) {
        bool weighs = !leads_to(model, agent, w);
        for (size_t i = 0; i < document->weights.count; i++) {
            const dx_weighing *one = &document->weights.at[i];
            if (one->agent == agent && one->world == w)
                weighs |= !dx_fraction_is_zero(one->weight);
        }
        if (!weighs)
            return true;
    }
    return false;
}

static void note_weights(dx_document *document, const dx_model *model,
                         dx_engine *engine)
{
    dx_agent_set done = {0};
    for (size_t i = 0; i < document->weights.count; i++) {
        size_t agent = document->weights.at[i].agent;
        if (dx_agent_set_has(&done, agent))
            continue;
        dx_agent_set_add(&done, agent);
        if (model != NULL ? has_weightless_world(document, model, agent)
                          : has_weightless_state(document, engine, agent))
            dx_document_note(
                document, document->weights.at[i].place,
                "%s holds worlds possible that weigh 0 for it: M[%s] f and "
                "P[%s](f) = 0 can both be true, and B[%s] ~f then is; where "
                "all of them weigh 0, a chance has no value and comparing it "
                "is false",
                agent_text(document, agent), agent_text(document, agent),
                agent_text(document, agent), agent_text(document, agent));
    }
}

static void note_beliefs(dx_document *document, const dx_listed_link *link,
                         dx_model *model)
{
    const char *agent = agent_text(document, link->agent);
    switch (dx_model_rank_belief(model, link->agent)) {
    case DX_BELIEF_LEAVES:
        dx_document_note(document, link->place,
                         "what %s believes leaves what it holds possible: "
                         "K[%s] f & ~B[%s] f can be true, and 'given', Safe, "
                         "Strong and upgrades mean nothing for it",
                         agent, agent, agent);
        break;
    case DX_BELIEF_VARIES:
        dx_document_note(document, link->place,
                         "what %s believes is not the same, or is nothing, "
                         "within what it cannot tell apart: it is kept as it "
                         "is, nothing revises it, and 'given', Safe, Strong "
                         "and upgrades mean nothing for it",
                         agent);
        break;
    case DX_BELIEF_FITS:
        break;
    }
}

void dx_document_find_notes(dx_document *document, dx_engine *engine)
{
    dx_model *model = NULL; // of listed worlds
    if (dx_document_is_listed(document) &&
        dx_build_model(document, &dx_build_default_limits, &model, NULL) !=
            DX_OK)
        return;
    note_weights(document, model, engine);
    dx_agent_set done = {0};
    for (size_t i = 0; i < document->links.count; i++) {
        const dx_listed_link *link = &document->links.at[i];
        if (link->attitude != DX_BELIEF || dx_agent_set_has(&done, link->agent))
            continue;
        dx_agent_set_add(&done, link->agent);
        note_beliefs(document, link, model);
    }
    dx_model_free(model);
}
