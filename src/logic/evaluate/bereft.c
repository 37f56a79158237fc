// The explicit engine, asked whom updates left no world (kripke/bereft.h).
// Where everybody has a partition and no event model occurs, nobody is.

#include "logic/evaluate/bereft.h"

#include "logic/evaluate/inside.h"
#include "logic/formula/parts.h"

typedef struct asked {
    dx_evaluator *evaluator;
    const dx_bitset *at;
} asked;

static dx_formula write_out(void *self, dx_formula quantifier)
{
    dx_formula all = DX_FORMULA_NONE;
    dx_status status =
        dx_context_expand(((asked *)self)->evaluator->root, quantifier, &all);
    return status == DX_OK ? all : DX_FORMULA_NONE;
}

static bool has_belief(void *self, dx_name name)
{
    const dx_model *model = ((asked *)self)->evaluator->root->model;
    size_t agent = dx_model_find_agent(model, name);
    return agent != DX_NOT_FOUND && dx_model_has_belief(model, agent);
}

static bool holds(void *self, dx_formula f)
{
    const asked *a = self;
    const dx_bitset *not_there;
    f = dx_formula_not(a->evaluator->store, f);
    return dx_evaluate(a->evaluator, f, &not_there, NULL) == DX_OK &&
           !dx_bitset_within(a->at, not_there);
}

static bool is_event(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_EVENT;
}

static bool has_partitions_only(const dx_model *model)
{
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (dx_model_relation(model, a, DX_KNOWLEDGE)->cell == NULL ||
            dx_model_relation(model, a, DX_BELIEF)->cell == NULL)
            return false;
    return true;
}

void dx_evaluate_bereft(dx_evaluator *evaluator, dx_formula f,
                        const dx_bitset *at, bool is_updated,
                        dx_bereft_list *out)
{
    asked self = {evaluator, at};
    const dx_bereft_engine engine = {&self, write_out, has_belief, holds};
    if (!has_partitions_only(evaluator->root->model) ||
        dx_formula_mentions(evaluator->store, f, is_event))
        dx_bereft_find(evaluator->store, f, is_updated,
                       dx_bitset_count(at) == 1, &engine, out);
}

bool dx_evaluate_held_something(dx_evaluator *evaluator, const dx_bereft *who)
{
    const dx_bitset *nowhere;
    dx_formula nothing = dx_bereft_nothing(evaluator->store, who);
    return dx_evaluate(evaluator, nothing, &nowhere, NULL) == DX_OK &&
           dx_bitset_is_empty(nowhere);
}
