// A plan is what the engines say of a question before they work on it.
// Grounding has put marks in the place of facts, so formulas are first written
// back: each need in its place, inner ones before those that contain them.

#include "ask/plan.h"

#include "ask/engine.h"
#include "base/members.h"
#include "base/memory.h"
#include "base/stack.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Formulas are recursed over, a few frames for each of their levels.
enum { FRAMES_A_LEVEL = 4 };

void dx_plan_release(dx_plan *plan)
{
    for (size_t i = 0; i < plan->parts.count; i++)
        dx_free(plan->parts.at[i].formula);
    dx_vector_release(&plan->parts);
}

// A value of a type as it is written: a number or a word.
static dx_formula value_as_written(const dx_question *q, const char *type,
                                   int value)
{
    dx_text word = {0};
    dx_type_say(q->rules, type, (unsigned)value, &word);
    const char *text = dx_text_string(&word);
    bool is_number =
        text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
    dx_formula f =
        is_number ? dx_formula_number(q->store,
                                      dx_fraction_int(strtol(text, NULL, 10)))
                  : dx_formula_atom(q->store, text);
    dx_text_release(&word);
    return f;
}

// A fact, number or set of the game as it is written.
static dx_formula written(const dx_question *q, const char *name,
                          const char *const *types, const int *args)
{
    uint32_t operands[DX_TERM_ARGS + 1];
    size_t count = 1;
    operands[0] = dx_names_add(dx_formulas_names(q->store), name);
    for (; count <= DX_TERM_ARGS && types[count - 1] != NULL; count++)
        operands[count] =
            value_as_written(q, types[count - 1], args[count - 1]);
    return dx_formula_make(q->store, DX_APPLY, count, operands);
}

static dx_formula as_written(const dx_question *q, dx_formula f, size_t count);

// What a need stands for, as a formula; it was listed behind those it needs.
static dx_formula need_as_written(const dx_question *q, size_t number)
{
    assert(number < q->grounding.needs.count);
    const dx_need *need = &q->grounding.needs.at[number];
    dx_formula f;
    switch (need->kind) {
    case DX_NEED_ATOM:
        return written(q, need->atom->name, need->atom->type, need->args);
    case DX_NEED_QUANTITY:
        return written(q, need->quantity->name, need->quantity->type,
                       need->args);
    case DX_NEED_PAST:
        f = as_written(q, need->inner, number);
        return need->when == DX_AT
                   ? dx_formula_binary(
                         q->store, DX_AT, f,
                         dx_formula_number(q->store,
                                           dx_fraction_int(need->turn)))
                   : dx_formula_unary(q->store, need->when, f);
    case DX_NEED_MEMBER:
        return dx_formula_binary(
            q->store, DX_IN,
            value_as_written(q, need->domain->member, need->member),
            written(q, need->domain->name, need->domain->type, need->args));
    default:
        return dx_formula_atom(q->store, "now");
    }
}

// With the first `count` needs put in, where they occur.
static dx_formula as_written(const dx_question *q, dx_formula f, size_t count)
{
    dx_formula mark = dx_formula_true(q->store);
    while (count-- > 0) {
        dx_name key =
            dx_formula_name(q->store, q->grounding.needs.at[count].key);
        if (dx_formula_replace(q->store, f, key, mark) != f)
            f = dx_formula_replace(q->store, f, key, need_as_written(q, count));
    }
    return f;
}

dx_formula dx_question_as_written(const dx_question *q, dx_formula f)
{
    return as_written(q, f, q->grounding.needs.count);
}

dx_status dx_plan_listing(const dx_question *q, dx_plan *out, dx_error *error)
{
    dx_text text = {0};
    dx_formula_print(q->store, dx_question_as_written(q, q->formula), &text);
    dx_plan_part part = {.engine = out->engines[0],
                         .turn = dx_turn_of(q->rules, q->seen, q->count)};
    dx_count worlds = 0;
    dx_reckoning r = {0};
    (void)error;
    if (q->view != NULL && strcmp(part.engine, "belief") == 0)
        r = dx_reckoning_open(q->rules, q->seat, NULL, q->seen, q->count);
    if (r.self != NULL && r.how->count != NULL &&
        r.how->count(r.self, &worlds) == DX_EXACT)
        part.states = part.steps = (double)worlds;
    if (r.self != NULL)
        dx_reckoning_close(&r);
    part.formula = dx_text_take(&text);
    dx_vector_push(&out->parts, part);
    return DX_OK;
}

typedef struct planning {
    dx_question question;
    dx_formula formula;
    bool is_term;
    dx_plan *out;
    dx_error *error;
    dx_status status;
} planning;

// What declines to plan would decline to answer, and is left out.
static void plan(void *data)
{
    planning *p = data;
    p->status = dx_question_begin(&p->question, p->formula, false, p->error);
    if (p->status != DX_OK)
        return;
    dx_route route = dx_route_of(&p->question, p->is_term);
    p->status = DX_ERR_UNSUPPORTED;
    for (unsigned i = 0; i < route.count && p->status == DX_ERR_UNSUPPORTED;
         i++) {
        p->out->engine_count = 0;
        for (unsigned k = i; k < route.count; k++)
            p->out->engines[p->out->engine_count++] = route.at[k]->name;
        p->status = route.at[i]->plan(&p->question, p->out, p->error);
    }
}

dx_status dx_ask_plan(dx_formulas *store, const dx_view *view,
                      const dx_moment *moment, dx_formula f, bool is_term,
                      const dx_ask_options *options, dx_plan *out,
                      dx_error *error)
{
    if (is_term)
        f = dx_formula_binary(store, DX_NOT_EQUAL, f,
                              dx_formula_number(store, dx_fraction_int(0)));
    planning p = {.question = dx_question_of(store, view, moment, options),
                  .formula = f,
                  .is_term = is_term,
                  .out = out,
                  .error = error};
    *out = (dx_plan){.engine_count = 0};
    dx_run_deep(FRAMES_A_LEVEL * (size_t)dx_formula_depth(store, f), plan, &p);
    dx_question_end(&p.question);
    if (p.status != DX_OK)
        dx_plan_release(out);
    return p.status;
}

void dx_plan_say(const dx_plan *plan, dx_text *out)
{
    for (size_t i = 0; i < plan->parts.count; i++) {
        const dx_plan_part *p = &plan->parts.at[i];
        dx_text_add(out, "plan: ");
        for (unsigned k = 0; k < p->depth; k++)
            dx_text_add(out, "  ");
        dx_text_printf(out, "%s\n      %s", p->formula, p->engine);
        if (p->groups > 0)
            dx_text_printf(out, ", %zu group%s in %zu place%s", p->groups,
                           dx_plural(p->groups), p->places,
                           dx_plural(p->places));
        if (p->numbers > 0)
            dx_text_printf(out, ", %zu number%s", p->numbers,
                           dx_plural(p->numbers));
        if (p->states > 1)
            dx_text_printf(out, ", at most %.3g states", p->states);
        if (p->depth > 0 && p->stands > 1)
            dx_text_printf(out, ", %.3g times", p->stands);
        dx_text_add_char(out, '\n');
    }
    for (unsigned i = 1; i < plan->engine_count; i++)
        dx_text_printf(
            out, "%s %s%s", i == 1 ? "plan: what that declines goes to" : ",",
            plan->engines[i], i + 1 == plan->engine_count ? "\n" : "");
}

void dx_plan_json(const dx_plan *plan, dx_text *out)
{
    dx_put_open(out, "plan", '[');
    for (size_t i = 0; i < plan->parts.count; i++) {
        const dx_plan_part *p = &plan->parts.at[i];
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "formula", p->formula);
        dx_put_text(out, "engine", p->engine);
        dx_text_printf(out,
                       ",\"depth\":%u,\"turn\":%u,"
                       "\"numbers\":%zu,\"groups\":%zu,\"places\":%zu,"
                       "\"states\":%.4g,\"steps\":%.4g,\"stands\":%.4g}",
                       p->depth, p->turn, p->numbers, p->groups, p->places,
                       p->states, p->steps, p->stands);
    }
    dx_text_add_char(out, ']');
    dx_put_texts(out, "engines", plan->engine_count, plan->engines);
}
