// Weights mean nothing to the symbolic engine, but a file that is wrong for the
// one engine is wrong for the other: no weight may be negative.

#include "logic/dx/symbolic_private.h"

#include "logic/dx/compile.h"

// Can the expression be negative at all?
static bool may_be_negative(const dx_document *document,
                            const dx_weighing *weighing)
{
    dx_code code;
    if (dx_compile(document, weighing->expression, weighing->place, &code,
                   NULL) != DX_OK)
        return true; // the value will say what is wrong
    bool may = code.low < 0;
    dx_code_release(&code);
    return may;
}

// Where the weight of `agent` is negative; of several cases the last counts.
static dx_formula negative_for(const dx_document *document, size_t agent,
                               dx_file_place *place, bool *may)
{
    dx_formulas *store = document->store;
    dx_formula zero = dx_formula_number(store, dx_fraction_int(0));
    dx_formula negative = dx_formula_false(store);
    *may = false;
    for (size_t i = 0; i < document->weights.count; i++) {
        const dx_weighing *weighing = &document->weights.at[i];
        if (weighing->agent != agent || weighing->expression == DX_FORMULA_NONE)
            continue;
        dx_formula here =
            dx_formula_binary(store, DX_LESS, weighing->expression, zero);
        dx_formula where = weighing->condition;
        negative = where == DX_FORMULA_NONE
                       ? here
                       : dx_formula_or(
                             store, dx_formula_and(store, where, here),
                             dx_formula_and(store, dx_formula_not(store, where),
                                            negative));
        *place = weighing->place;
        *may = *may || may_be_negative(document, weighing);
    }
    return negative;
}

static dx_status check_agent(dx_symbolic *symbolic, size_t agent,
                             dx_error *error)
{
    dx_structure *s = symbolic->structure;
    dx_file_place place = {0};
    bool may;
    dx_formula negative = negative_for(symbolic->document, agent, &place, &may);
    if (!may)
        return DX_OK;
    dx_structure_begin(s, error);
    dx_bdd where = dx_structure_value(s, 0, negative);
    where = dx_bdd_and(s->m, s->situations.at[0].law, where);
    dx_status status = dx_structure_end(s, where);
    if (status != DX_OK || where == DX_BDD_FALSE)
        return status;
    return dx_document_fail(symbolic->document, error, DX_ERR_INPUT, place,
                            "this weight is negative in some world");
}

dx_status dx_symbolic_check_weights(dx_symbolic *symbolic, dx_error *error)
{
    dx_status status = DX_OK;
    size_t agents = symbolic->document->agents.count;
    for (size_t a = 0; a < agents && status == DX_OK; a++)
        status = check_agent(symbolic, a, error);
    return status;
}
