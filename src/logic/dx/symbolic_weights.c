// Weights mean little to the symbolic engine: a weight of 0 is less plausible,
// as ranks have it.  But a file that is wrong for the one engine is wrong for
// the other: no weight may be negative.

#include "logic/dx/symbolic_private.h"

#include "base/memory.h"
#include "logic/dx/compile.h"
#include "logic/dx/mentions.h"

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

// ---- Levels ----

static bool is_order(dx_kind kind)
{
    return kind == DX_BELIEVES || kind == DX_BELIEVES_GIVEN ||
           kind == DX_SAFE || kind == DX_STRONG || kind == DX_RADICAL ||
           kind == DX_CONSERVATIVE;
}

// Where a number is what; values in no order.
typedef struct part {
    dx_fraction value;
    dx_bdd where; // referenced
} part;
typedef DX_VECTOR(part) parts;

static void add_part(dx_structure *s, parts *list, dx_fraction value,
                     dx_bdd where)
{
    for (size_t i = 0; i < list->count; i++)
        if (dx_fraction_equal(list->at[i].value, value)) {
            dx_structure_put(s, &list->at[i].where,
                             dx_bdd_or(s->m, list->at[i].where, where));
            return;
        }
    part one = {value, dx_bdd_ref(s->m, where)};
    dx_vector_push(list, one);
}

static void release_parts(dx_structure *s, parts *list)
{
    for (size_t i = 0; i < list->count; i++)
        dx_bdd_deref(s->m, list->at[i].where);
    dx_vector_release(list);
}

// One more case: where its condition holds, it replaces what was there.
static bool add_case(dx_structure *s, const dx_weighing *one, parts *list)
{
    dx_bdd where = one->condition == DX_FORMULA_NONE
                       ? DX_BDD_TRUE
                       : dx_structure_value(s, 0, one->condition);
    if (where == DX_BDD_INVALID)
        return false;
    where = dx_bdd_and(s->m, where, s->situations.at[0].law);
    dx_bdd_ref(s->m, where);
    dx_number number;
    bool is_fine = dx_structure_term(s, 0, one->expression, &number);
    for (size_t i = 0; i < list->count && is_fine; i++)
        dx_structure_put(
            s, &list->at[i].where,
            dx_bdd_and(s->m, list->at[i].where, dx_bdd_not(where)));
    for (size_t i = 0; is_fine && i < number.count; i++) {
        dx_bdd here = dx_bdd_and(s->m, where, number.where[i]);
        if (here != DX_BDD_FALSE)
            add_part(s, list, number.value[i], here);
    }
    if (is_fine)
        dx_number_release(&number);
    dx_bdd_deref(s->m, where);
    return is_fine;
}

// Ranks ascending, or weights: those that are not 0 and then 0.
static void set_levels(dx_symbolic *symbolic, size_t agent, bool is_rank,
                       parts *list)
{
    dx_structure *s = symbolic->structure;
    for (size_t i = 1; i < list->count; i++)
        for (size_t k = i;
             k > 0 &&
             dx_fraction_compare(list->at[k].value, list->at[k - 1].value) < 0;
             k--) {
            part swap = list->at[k];
            list->at[k] = list->at[k - 1];
            list->at[k - 1] = swap;
        }
    dx_bdd *level = dx_alloc(list->count + 2, sizeof *level);
    size_t count = 0;
    if (!is_rank) {
        level[0] = level[1] = DX_BDD_FALSE;
        for (size_t i = 0; i < list->count; i++) {
            dx_bdd *into = &level[dx_fraction_is_zero(list->at[i].value)];
            *into = dx_bdd_or(s->m, *into, list->at[i].where);
        }
        count = level[1] == DX_BDD_FALSE ? 0 : 2;
    }
    for (size_t i = 0; i < list->count && is_rank; i++)
        level[count++] = list->at[i].where;
    if (count > 1)
        dx_structure_set_levels(s, (uint32_t)agent, count, level);
    dx_free(level);
}

static dx_status check_ranks(const dx_symbolic *symbolic, const parts *list,
                             dx_file_place place, dx_error *error)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].where != DX_BDD_FALSE &&
            (list->at[i].value.over != 1 || list->at[i].value.top < 0 ||
             list->at[i].value.top > DX_RANK_LAST))
            return dx_document_fail(symbolic->document, error, DX_ERR_INPUT,
                                    place, DX_RANK_RANGE ", in every world");
    return DX_OK;
}

static dx_status order_agent(dx_symbolic *symbolic, size_t agent,
                             const dx_weighing *list, size_t count,
                             bool is_rank, dx_error *error)
{
    dx_structure *s = symbolic->structure;
    parts found = {0};
    dx_file_place place = {0};
    bool is_fine = true;
    dx_structure_begin(s, error);
    for (size_t i = 0; i < count && is_fine; i++)
        if (list[i].agent == agent && list[i].expression != DX_FORMULA_NONE) {
            is_fine = add_case(s, &list[i], &found);
            place = list[i].place;
        }
    dx_status status =
        dx_structure_end(s, is_fine ? DX_BDD_TRUE : DX_BDD_INVALID);
    if (status == DX_OK && is_rank)
        status = check_ranks(symbolic, &found, place, error);
    if (status == DX_OK && found.count > 0)
        set_levels(symbolic, agent, is_rank, &found);
    release_parts(s, &found);
    return status;
}

dx_status dx_symbolic_add_levels(dx_symbolic *symbolic, dx_error *error)
{
    const dx_document *document = symbolic->document;
    dx_status status = DX_OK;
    if (!dx_document_mentions(document, is_order))
        return DX_OK;
    for (size_t a = 0; a < document->agents.count && status == DX_OK; a++) {
        status = order_agent(symbolic, a, document->weights.at,
                             document->weights.count, false, error);
        if (status == DX_OK)
            status = order_agent(symbolic, a, document->ranks.at,
                                 document->ranks.count, true, error);
    }
    return status;
}
