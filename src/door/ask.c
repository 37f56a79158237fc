// Formulas asked of a record: one, or many at the same moment; from a seat
// through its lens, from above of the truth.  With a plan, or the mechanisms
// that were used, if these are wanted.

#include "door/study.h"

#include "ask/answer.h"
#include "ask/believes.h"
#include "ask/engine.h"
#include "base/members.h"
#include "logic/formula/print.h"

#include <math.h>
#include <string.h>

// From above a card is what it is, and before it is dealt it is nothing.
static dx_status check_dealt(const dx_study *s, dx_error *error)
{
    const dx_record *record = s->opened.record;
    if (s->seat != DX_BYSTANDER || s->events == 0 || s->turn > 0 ||
        record->events[s->events - 1].next != DX_NATURE)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the record breaks off while cards are dealt: from above "
                   "nothing can be asked yet, from a seat (--seat 1) it can");
}

// What goes with a question from above, or with its plan.
typedef struct asking {
    const dx_study *study;
    dx_formulas *store;
    dx_formula formula;
    bool is_term;
    dx_assumption assumption;
    dx_budget budget;
    dx_ask_options options;
} asking;

static dx_status asking_init(asking *a, const dx_study *s, const char *formula,
                             dx_error *error)
{
    const dx_wish *wish = s->wish;
    const dx_cast cast = {
        .rules = s->rules, .names = dx_study_names(s), .you = s->wish->you - 1};
    *a = (asking){.study = s, .store = dx_formulas_new()};
    dx_status status = dx_assumption_parse(
        s->wish->agents, wish->assume[0] != '\0' ? wish->assume : NULL,
        s->rules, &a->assumption, error);
    if (status == DX_OK)
        status = dx_ask_read(a->store, &cast, formula, &a->formula, &a->is_term,
                             error);
    a->budget.cancelled = s->call->stop;
    a->budget.steps_max = wish->steps_max != UINT64_MAX ? wish->steps_max : 0;
    a->options = (dx_ask_options){.assumption = &a->assumption,
                                  .budget = &a->budget,
                                  .names = cast.names,
                                  .worlds_max = (size_t)wish->limit,
                                  .engine = wish->engine,
                                  .mechanisms = wish->mechanisms,
                                  .examples = true,
                                  .counts = true};
    if (status != DX_OK)
        dx_formulas_free(a->store);
    return status;
}

static void say_answer(const asking *a, const dx_answer *answer,
                       const char *assumed)
{
    const dx_cast cast = {.rules = a->study->rules,
                          .names = a->options.names,
                          .you = a->study->seat};
    dx_text words = {0}, said = {0};
    dx_answer_words(a->store, &cast, a->formula, answer, &words);
    dx_answer_say(answer, dx_text_string(&words), assumed, false, &said);
    dx_wish_say(a->study->wish, &said);
    dx_text_release(&words);
}

static dx_status ask_above(asking *a, dx_text *out, dx_error *error)
{
    const dx_study *s = a->study;
    dx_moment moment = {s->rules, s->opened.record->events, s->events};
    dx_text assumed = {0}, words = {0};
    dx_status status;
    dx_assumption_print(&a->assumption, s->rules, &assumed);
    const char *name = dx_text_string(&assumed);
    if (a->is_term) {
        dx_value value;
        status = dx_ask_term_above(a->store, &moment, a->formula, &a->options,
                                   &value, error);
        if (status == DX_OK) {
            dx_value_json(a->store, a->formula, &value, name, out);
            if (s->wish->say != NULL) {
                dx_value_say(a->store, a->formula, &value, name, &words);
                dx_wish_say(s->wish, &words);
            }
            dx_answer_release(&value.answer);
        }
    } else {
        dx_answer answer;
        status = dx_ask_above(a->store, &moment, a->formula, &a->options,
                              &answer, error);
        if (status == DX_OK) {
            dx_answer_json(a->store, a->formula, &answer, name, out);
            if (s->wish->say != NULL)
                say_answer(a, &answer, name);
            dx_answer_release(&answer);
        }
    }
    dx_text_release(&assumed);
    return status;
}

// ---- how it is answered, and what an agent thinks of it ----

// The members of the plan with a comma behind; what is too large is said by the
// answer.
static dx_status add_plan(asking *a, dx_text *out, dx_error *error)
{
    const dx_study *s = a->study;
    dx_moment moment = {s->rules, s->opened.record->events, s->events};
    dx_eyes *eyes =
        s->seat == DX_BYSTANDER ? NULL : dx_study_eyes(s, s->seat, s->events);
    dx_plan plan;
    dx_status status =
        dx_ask_plan(a->store, eyes != NULL ? dx_eyes_view(eyes) : NULL, &moment,
                    a->formula, a->is_term, &a->options, &plan, error);
    dx_eyes_free(eyes);
    if (status == DX_OK) {
        dx_text words = {0};
        dx_plan_json(&plan, out);
        dx_text_add_char(out, ',');
        if (s->wish->say != NULL) {
            dx_plan_say(&plan, &words);
            dx_wish_say(s->wish, &words);
        }
        dx_plan_release(&plan);
    }
    return status == DX_ERR_LIMIT || status == DX_ERR_UNSUPPORTED ? DX_OK
                                                                  : status;
}

static dx_status find_belief(const asking *a, const char *name, dx_opinion *out,
                             dx_error *error)
{
    const dx_study *s = a->study;
    dx_policy policy;
    if (s->seat == DX_BYSTANDER || a->is_term)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       a->is_term ? "\"believes\" needs a formula, not a "
                                    "number: compare it, as in P[1](..) >= 1/2"
                                  : "\"believes\" needs a \"seat\"");
    dx_status status =
        dx_policy_parse(s->wish->agents, name, s->rules, &policy, error);
    if (status != DX_OK)
        return status;
    dx_eyes *eyes = dx_study_eyes(s, s->seat, s->events);
    const dx_view *view = dx_eyes_view(eyes);
    status = dx_ask_agent(a->store, &policy, view, a->formula, a->options.names,
                          out, error);
    dx_eyes_free(eyes);
    return status;
}

static dx_status tell_belief(const asking *a, const char *name, dx_text *out,
                             dx_error *error)
{
    dx_opinion opinion;
    dx_text formula = {0}, words = {0};
    dx_status status = find_belief(a, name, &opinion, error);
    if (status != DX_OK)
        return status;
    dx_formula_print(a->store, a->formula, &formula);
    dx_text_add_char(out, '{');
    dx_put_said(out, "formula", &formula);
    const char *said = opinion.truth > 0   ? "yes"
                       : opinion.truth < 0 ? "no"
                                           : "open";
    dx_put_text(out, "answer", said);
    dx_put_text(out, "believes", name);
    if (!isnan(opinion.chance))
        dx_text_printf(out, ",\"probability\":%.6f", opinion.chance);
    dx_text_add_char(out, '}');
    if (a->study->wish->say == NULL)
        return DX_OK;
    dx_text_printf(&words, "%s\n(what %s believes", said, name);
    if (!isnan(opinion.chance))
        dx_text_printf(&words, ", chance %.4f", opinion.chance);
    dx_text_add(&words, ")\n");
    dx_wish_say(a->study->wish, &words);
    return DX_OK;
}

// ---- one formula ----

// Is a plan, or an agent's own belief, or the truth wanted?  From a seat the
// lens reads the formula itself.
static dx_status answer_read(dx_study *s, dx_text *out, dx_error *error)
{
    asking a;
    const char *believer = dx_call_text(s->call, "believes");
    dx_status status = asking_init(&a, s, s->wish->formula, error);
    if (status != DX_OK)
        return status;
    dx_text plan = {0};
    if (dx_call_flag(s->call, "plan", false))
        status = add_plan(&a, &plan, error);
    if (status != DX_OK)
        ; // nothing is answered that cannot be planned
    else if (believer != NULL)
        status = tell_belief(&a, believer, out, error);
    else if (s->seat == DX_BYSTANDER)
        status = ask_above(&a, out, error);
    else
        status = dx_study_tell(s, dx_glass_ask, out, error);
    if (status == DX_OK && plan.length > 0) {
        dx_text_add_part(&plan, out->at + 1, out->length - 1);
        dx_text_clear(out);
        dx_text_printf(out, "{%s", dx_text_string(&plan));
    }
    dx_text_release(&plan);
    dx_formulas_free(a.store);
    return status;
}

// A formula that makes no sense is an answer that says so, {"error":{..}}.
static void answer_one(dx_study *s, dx_text *out)
{
    dx_text one = {0}, words = {0};
    dx_error error = {.message = ""};
    bool is_plain = s->seat != DX_BYSTANDER &&
                    !dx_call_flag(s->call, "plan", false) &&
                    dx_call_text(s->call, "believes") == NULL;
    dx_status status = is_plain ? dx_study_tell(s, dx_glass_ask, &one, &error)
                                : answer_read(s, &one, &error);
    if (status != DX_OK) {
        dx_text_clear(&one);
        dx_text_add_char(&one, '{');
        dx_tell_failure(status, &error, s->wish->formula, &one);
    }
    bool is_error = strncmp(dx_text_string(&one), "{\"error\":", 9) == 0;
    if (!is_error && !s->opened.record->finished && s->branch == NULL) {
        dx_text_add(out, "{\"unfinished\":true,");
        dx_text_add(&one, "");
        memmove(one.at, one.at + 1, --one.length);
    }
    if (s->wish->mechanisms != NULL) {
        if (s->wish->say != NULL) {
            dx_mechanisms_say(s->wish->mechanisms, &words);
            dx_wish_say(s->wish, &words);
        }
        one.length--;
        dx_text_add(&one, ",\"statistics\":");
        dx_mechanisms_json(s->wish->mechanisms, &one);
        dx_text_add_char(&one, '}');
    }
    dx_text_add_part(out, one.at, one.length);
    dx_text_release(&one);
}

static void answer_all(dx_study *s, const json_t *formulas, dx_text *out)
{
    dx_wish *wish = &s->call->wish;
    char *own = wish->formula;
    dx_text_add(out, "{\"answers\":[");
    for (size_t i = 0; i < json_array_size(formulas); i++) {
        wish->formula =
            dx_copy_text(json_string_value(json_array_get(formulas, i)));
        dx_put_member(out, NULL);
        answer_one(s, out);
        dx_free(wish->formula);
    }
    wish->formula = own;
    dx_text_add(out, "]}");
}

dx_status dx_do_ask(dx_call *call, dx_text *out, dx_error *error)
{
    dx_study s;
    dx_mechanisms mechanisms;
    const char *engine = dx_call_text(call, "engine");
    const json_t *formulas = json_object_get(call->in, "formulas");
    dx_status status = dx_study_open(call, &s, error);
    if (status != DX_OK)
        return status;
    dx_mechanisms_init(&mechanisms);
    if (engine != NULL)
        status = dx_engine_read(engine, &call->wish.engine, &mechanisms, error);
    if (engine != NULL || dx_call_flag(call, "statistics", false))
        call->wish.mechanisms = &mechanisms;
    if (status == DX_OK)
        status = check_dealt(&s, error);
    if (status == DX_OK && (call->wish.formula == NULL) == (formulas == NULL))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "expected one of \"formula\" and \"formulas\"");
    if (status == DX_OK && formulas != NULL)
        answer_all(&s, formulas, out);
    else if (status == DX_OK)
        answer_one(&s, out);
    dx_study_close(&s);
    return status;
}
