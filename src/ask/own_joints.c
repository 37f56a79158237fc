// From a seat, where the whole is too much to list: a formula taken apart at
// its Boolean joints.  A part about the asker's own mind is never open, so most
// of what people ask can be put together again.

#include "ask/question.h"
#include "base/memory.h"

static dx_truth negated(dx_truth truth)
{
    return truth == DX_ANSWER_YES  ? DX_ANSWER_NO
           : truth == DX_ANSWER_NO ? DX_ANSWER_YES
                                   : truth;
}

// An answer as far as it is put together; the rest is that of its last part.
static dx_status ask(const dx_question *q, dx_formula f, dx_answer *answer,
                     dx_error *error);

static dx_status ask_negated(const dx_question *q, dx_formula f,
                             dx_answer *answer, dx_error *error)
{
    dx_status status = ask(q, f, answer, error);
    answer->truth = negated(answer->truth);
    return status;
}

// A conjunction (`decides` is no) or disjunction (yes).  One part may decide
// it, whatever is the matter with others; else one may be open, but two that
// are may hang together, which parts cannot tell.
static dx_status ask_list(const dx_question *q, size_t count,
                          const dx_formula *parts, dx_truth decides,
                          dx_answer *answer, dx_error *error)
{
    unsigned open = 0;
    dx_status status = DX_OK, worst = DX_OK;
    for (size_t i = 0; i < count; i++) {
        status = ask(q, parts[i], answer, worst == DX_OK ? error : NULL);
        if (status == DX_OK && answer->truth == decides)
            return DX_OK;
        open += status == DX_OK && answer->truth == DX_ANSWER_OPEN;
        worst = worst == DX_OK ? status : worst;
    }
    if (worst == DX_OK && open > 1)
        return DX_ERR_UNSUPPORTED;
    answer->truth = open > 0 ? DX_ANSWER_OPEN : negated(decides);
    return worst;
}

// Does the asker find `f` as likely as a number, more likely, ...?
static dx_status ask_chance(const dx_question *q, dx_formula f,
                            dx_answer *answer, dx_error *error)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    dx_formula chance = dx_formula_operand(q->store, f, 0);
    dx_formula number = dx_formula_operand(q->store, f, 1);
    if (dx_formula_kind(q->store, chance) != DX_PROBABILITY ||
        dx_formula_kind(q->store, number) != DX_NUMBER ||
        dx_question_agent(q, chance) != q->seat)
        return DX_ERR_UNSUPPORTED;
    dx_question inner = *q;
    inner.formula = dx_formula_operand(q->store, chance, 1);
    dx_answer_release(answer);
    dx_status status = dx_ask_reckoner(&inner, answer, error);
    if (status != DX_OK || !answer->has_chance)
        return status != DX_OK ? status : DX_ERR_UNSUPPORTED;
    int sign =
        dx_fraction_compare(answer->chance, dx_formula_value(q->store, number));
    bool holds = kind == DX_LESS            ? sign < 0
                 : kind == DX_LESS_EQUAL    ? sign <= 0
                 : kind == DX_GREATER       ? sign > 0
                 : kind == DX_GREATER_EQUAL ? sign >= 0
                                            : (sign == 0) == (kind == DX_EQUAL);
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    return DX_OK;
}

static dx_status ask_part(const dx_question *q, dx_formula f, dx_answer *answer,
                          dx_error *error)
{
    dx_question part = *q;
    part.formula = f;
    dx_answer_release(answer);
    return dx_ask_reckoner(&part, answer, error);
}

static dx_status ask_operands(const dx_question *q, dx_formula f,
                              dx_truth decides, dx_answer *answer,
                              dx_error *error)
{
    DX_VECTOR(dx_formula) parts = {0};
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++) {
        dx_formula part = dx_formula_operand(q->store, f, i);
        if (i == 0 && dx_formula_kind(q->store, f) == DX_IMPLIES)
            part = dx_formula_not(q->store, part);
        dx_vector_push(&parts, part);
    }
    dx_status status =
        ask_list(q, parts.count, parts.at, decides, answer, error);
    dx_vector_release(&parts);
    return status;
}

// K[a] ~g for M[a] g.
static dx_formula never(dx_formulas *store, dx_formula f)
{
    dx_formula not_so = dx_formula_not(store, dx_formula_operand(store, f, 1));
    uint32_t parts[] = {dx_formula_operand(store, f, 0), not_so};
    return not_so == DX_FORMULA_NONE
               ? DX_FORMULA_NONE
               : dx_formula_make(store, DX_KNOWS, 2, parts);
}

static dx_status ask(const dx_question *q, dx_formula f, dx_answer *answer,
                     dx_error *error)
{
    dx_formulas *store = q->store;
    if (f == DX_FORMULA_NONE)
        return DX_ERR_LIMIT; // the store is full
    switch (dx_formula_kind(store, f)) {
    case DX_NOT:
        return ask_negated(q, dx_formula_operand(store, f, 0), answer, error);
    case DX_AND:
        return ask_operands(q, f, DX_ANSWER_NO, answer, error);
    case DX_OR:
    case DX_IMPLIES:
        return ask_operands(q, f, DX_ANSWER_YES, answer, error);
    case DX_POSSIBLE:
        return ask_negated(q, never(store, f), answer, error);
    case DX_LESS:
    case DX_LESS_EQUAL:
    case DX_GREATER:
    case DX_GREATER_EQUAL:
    case DX_EQUAL:
    case DX_NOT_EQUAL:
        if (ask_chance(q, f, answer, NULL) == DX_OK)
            return DX_OK;
        return ask_part(q, f, answer, error);
    default:
        return ask_part(q, f, answer, error);
    }
}

dx_status dx_ask_at_joints(const dx_question *q, dx_answer *answer,
                           dx_error *error)
{
    dx_status status = ask(q, q->formula, answer, error);
    answer->has_chance = false; // that of a part, as are its examples
    dx_free(answer->example);
    dx_free(answer->counterexample);
    answer->example = answer->counterexample = NULL;
    return status;
}
