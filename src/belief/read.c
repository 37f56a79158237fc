// The reader of belief-base files: statements, states and questions.
//
// A file is a list of statements, each with its keyword, as in .dx files.  The
// formula parser keeps no places for its nodes, so when the language refuses a
// part of a formula that part is printed and looked for in the text.

#include "belief/read_private.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/dx/read.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Errors ----

dx_belief_place dx_belief_here(const dx_belief_reader *r)
{
    return (dx_belief_place){r->lexer.token.line, r->lexer.token.column};
}

dx_status dx_belief_fail(dx_belief_reader *r, dx_belief_place place,
                         const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return dx_fail(r->error, DX_ERR_INPUT, place.line, place.column, "%s",
                   message);
}

// Do the tokens from here on begin with those of `text`?
static bool reads(dx_lexer lexer, const char *text)
{
    dx_lexer wanted;
    dx_lexer_init(&wanted, text, strlen(text));
    for (; wanted.token.kind != DX_TOKEN_END; dx_lexer_step(&wanted)) {
        const dx_token *a = &wanted.token, *b = &lexer.token;
        if (a->kind != b->kind || a->length != b->length ||
            memcmp(a->at, b->at, a->length) != 0)
            return false;
        dx_lexer_step(&lexer);
    }
    return true;
}

// Where the last formula has what was refused; where it begins, if that
// cannot be told.
dx_status dx_belief_fail_formula(dx_belief_reader *r, dx_status status)
{
    enum { LONGEST = 300 };
    dx_formula culprit = r->document->language.culprit;
    dx_lexer at = r->start;
    if (culprit != DX_FORMULA_NONE &&
        dx_formula_depth(r->store, culprit) < LONGEST) {
        dx_text text = {0};
        dx_formula_print(r->store, culprit, &text);
        bool found = false;
        while (!found && text.length < LONGEST && at.next < r->lexer.next) {
            found = reads(at, dx_text_string(&text));
            if (!found)
                dx_lexer_step(&at);
        }
        if (!found)
            at = r->start;
        dx_text_release(&text);
    }
    if (r->error != NULL) {
        r->error->line = at.token.line;
        r->error->column = at.token.column;
    }
    return status;
}

dx_status dx_belief_read_name(dx_belief_reader *r, const char *what,
                              dx_name *out)
{
    const dx_token *token = &r->lexer.token;
    bool is_word = token->kind == DX_TOKEN_NAME && !token->is_quoted &&
                   dx_is_reserved(token->at, token->length);
    if ((token->kind != DX_TOKEN_NAME && token->kind != DX_TOKEN_MIXED) ||
        is_word)
        return dx_lexer_expected(&r->lexer, what, r->error);
    *out = dx_names_add_part(dx_formulas_names(r->store), token->at,
                             token->length);
    dx_lexer_step(&r->lexer);
    return DX_OK;
}

// ---- Formulas of the three languages ----

static dx_status normal_formula(dx_belief_reader *r, dx_belief_level level,
                                dx_formula written, dx_formula *out)
{
    dx_status status = dx_language_formula(&r->document->language, written,
                                           level, out, r->error);
    return status == DX_OK ? status : dx_belief_fail_formula(r, status);
}

static dx_status normal_event(dx_belief_reader *r, dx_formula written,
                              dx_formula *out)
{
    dx_status status =
        dx_language_event(&r->document->language, written, out, r->error);
    return status == DX_OK ? status : dx_belief_fail_formula(r, status);
}

static dx_status read_formula(dx_belief_reader *r, dx_belief_level level,
                              dx_formula *out_written, dx_formula *out)
{
    dx_status status = dx_belief_read_formula(r, out_written);
    return status == DX_OK ? normal_formula(r, level, *out_written, out)
                           : status;
}

static dx_status read_event(dx_belief_reader *r, dx_formula *out_written,
                            dx_formula *out)
{
    dx_status status = dx_belief_read_formula(r, out_written);
    return status == DX_OK ? normal_event(r, *out_written, out) : status;
}

// One formula, or a family of them.
static dx_status read_members(dx_belief_reader *r, dx_belief_family *out)
{
    dx_formula written;
    dx_status status = dx_belief_read_formula(r, &written);
    dx_lexer start = r->start;
    if (status == DX_OK)
        status = dx_belief_read_family(r, 1, &written, out);
    r->start = start;
    return status;
}

static dx_status read_time(dx_belief_reader *r, uint32_t *out)
{
    const dx_token *token = &r->lexer.token;
    char digits[8] = {0};
    if (token->kind != DX_TOKEN_NUMBER || token->length > 6 ||
        memchr(token->at, '.', token->length) != NULL)
        return dx_lexer_expected(
            &r->lexer, "a time: a whole number from 0 to 999999", r->error);
    memcpy(digits, token->at, token->length);
    *out = (uint32_t)strtoul(digits, NULL, 10);
    dx_lexer_step(&r->lexer);
    return DX_OK;
}

// ---- Statements ----

static dx_status read_agent(dx_belief_reader *r)
{
    dx_belief_document *d = r->document;
    if (d->base.count + d->assumptions.count + d->queries.count +
            d->model.states.count + d->preconditions.count >
        0)
        return dx_belief_fail(r, dx_belief_here(r),
                              "whose base it is stands before all formulas");
    if (r->has_agent)
        return dx_belief_fail(r, dx_belief_here(r),
                              "whose base it is was said already");
    r->has_agent = true;
    return dx_belief_read_name(r, "the agent whose base it is",
                               &d->language.machine);
}

static dx_status read_now(dx_belief_reader *r)
{
    if (r->document->has_time)
        return dx_belief_fail(r, dx_belief_here(r),
                              "what time it is was said already");
    r->document->has_time = true;
    return read_time(r, &r->document->time);
}

static dx_status read_some_beliefs(dx_belief_reader *r, dx_belief_source source)
{
    dx_belief_family family;
    dx_status status = read_members(r, &family);
    if (status != DX_OK)
        return status;
    for (size_t i = 0; i < family.count && status == DX_OK; i++) {
        dx_belief_line line = {.written = family.rows.at[i], .source = source};
        dx_formula normal;
        status = normal_event(r, line.written, &normal);
        dx_vector_push(&r->document->base, line);
    }
    dx_vector_release(&family.rows);
    return status;
}

static dx_status read_beliefs(dx_belief_reader *r, dx_belief_source source)
{
    dx_status status;
    do
        status = read_some_beliefs(r, source);
    while (status == DX_OK && dx_lexer_take(&r->lexer, ","));
    return status;
}

static dx_status read_core(dx_belief_reader *r)
{
    return read_beliefs(r, DX_FROM_CORE);
}

static dx_status read_believes(dx_belief_reader *r)
{
    return read_beliefs(r, DX_FROM_SIGHT);
}

static dx_status read_infers(dx_belief_reader *r)
{
    return read_beliefs(r, DX_FROM_RULE);
}

static dx_status read_assume(dx_belief_reader *r)
{
    dx_status status;
    do {
        dx_belief_family family = {0};
        status = read_members(r, &family);
        for (size_t i = 0; i < family.count && status == DX_OK; i++) {
            dx_formula normal;
            status =
                normal_formula(r, DX_BELIEF_LPLUS, family.rows.at[i], &normal);
            if (status == DX_OK)
                dx_vector_push(&r->document->assumptions, normal);
        }
        dx_vector_release(&family.rows);
    } while (status == DX_OK && dx_lexer_take(&r->lexer, ","));
    return status;
}

static dx_status add_precondition(dx_belief_reader *r, dx_belief_place place,
                                  const dx_formula written[2])
{
    dx_belief_document *d = r->document;
    dx_precondition p;
    dx_status status = normal_event(r, written[0], &p.event);
    for (size_t i = 0; status == DX_OK && i < d->preconditions.count; i++)
        if (d->preconditions.at[i].event == p.event)
            return dx_belief_fail(r, place,
                                  "this event has a precondition already");
    if (status == DX_OK)
        status = normal_formula(r, DX_BELIEF_L, written[1], &p.needs);
    if (status == DX_OK)
        dx_vector_push(&d->preconditions, p);
    return status;
}

static dx_status read_pre(dx_belief_reader *r)
{
    dx_formula row[2];
    dx_belief_place place = dx_belief_here(r);
    dx_belief_family family = {0};
    dx_status status = dx_belief_read_formula(r, &row[0]);
    dx_lexer start = r->start;
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, ":", r->error);
    if (status == DX_OK)
        status = dx_belief_read_formula(r, &row[1]);
    if (status == DX_OK)
        status = dx_belief_read_family(r, 2, row, &family);
    r->start = start;
    if (status != DX_OK)
        return status;
    for (size_t i = 0; i < family.count && status == DX_OK; i++)
        status = add_precondition(r, place, &family.rows.at[2 * i]);
    dx_vector_release(&family.rows);
    return status;
}

// ---- States ----

static size_t find_state(const dx_belief_reader *r, dx_name name)
{
    size_t i = 0;
    while (i < r->document->state_names.count &&
           r->document->state_names.at[i] != name)
        i++;
    return i;
}

static dx_status read_state_name(dx_belief_reader *r, size_t *out)
{
    dx_name name = DX_NAME_NONE;
    dx_belief_place place = dx_belief_here(r);
    dx_status status = dx_belief_read_name(r, "the name of a state", &name);
    if (status != DX_OK)
        return status;
    *out = find_state(r, name);
    if (*out < r->document->state_names.count)
        return DX_OK;
    return dx_belief_fail(r, place, "there is no state '%s' before this line",
                          dx_formulas_name_text(r->store, name));
}

// now 3, or something that is true there.
static dx_status read_fact(dx_belief_reader *r, dx_belief_state *state)
{
    if (dx_lexer_is(&r->lexer, "now") &&
        dx_lexer_next_kind(&r->lexer) == DX_TOKEN_NUMBER) {
        dx_lexer_step(&r->lexer);
        return read_time(r, &state->time);
    }
    dx_formula written, normal;
    dx_belief_place place = dx_belief_here(r);
    dx_status status = read_formula(r, DX_BELIEF_L0, &written, &normal);
    if (status != DX_OK)
        return status;
    dx_kind kind = dx_formula_kind(r->store, normal);
    if (kind != DX_APPLY && kind != DX_AT && kind != DX_EXPLICIT_AT)
        return dx_belief_fail(r, place,
                              "a state lists its time (now 3) and facts that "
                              "are true: p@0, explicit[h]@1 f");
    dx_state_add_fact(state, normal);
    return DX_OK;
}

static dx_status read_state_lines(dx_belief_reader *r, dx_belief_state *state)
{
    dx_status status = DX_OK;
    if (dx_lexer_take(&r->lexer, ":"))
        do
            status = read_fact(r, state);
        while (status == DX_OK && dx_lexer_take(&r->lexer, ","));
    // In brackets, since `believes` begins a statement too.
    if (status != DX_OK || !dx_lexer_take(&r->lexer, "{"))
        return status;
    while (status == DX_OK && !dx_lexer_is(&r->lexer, "}")) {
        dx_formula written, normal;
        status = read_event(r, &written, &normal);
        if (status == DX_OK)
            dx_state_add_belief(state, normal);
        if (status == DX_OK && !dx_lexer_take(&r->lexer, ","))
            break;
    }
    return status == DX_OK ? dx_lexer_expect(&r->lexer, "}", r->error) : status;
}

static dx_status read_state(dx_belief_reader *r)
{
    dx_name name = DX_NAME_NONE;
    dx_belief_place place = dx_belief_here(r);
    dx_status status = dx_belief_read_name(r, "the name of a state", &name);
    if (status != DX_OK)
        return status;
    if (find_state(r, name) < r->document->state_names.count)
        return dx_belief_fail(r, place, "there are two states '%s'",
                              dx_formulas_name_text(r->store, name));
    dx_belief_state state = {0};
    status = read_state_lines(r, &state);
    if (status != DX_OK) {
        dx_state_release(&state);
        return status;
    }
    dx_belief_model_add(&r->document->model, state, false);
    dx_vector_push(&r->document->state_names, name);
    return DX_OK;
}

static dx_status read_context(dx_belief_reader *r)
{
    do {
        size_t state;
        dx_status status = read_state_name(r, &state);
        if (status != DX_OK)
            return status;
        r->document->model.in_context.at[state] = true;
    } while (dx_lexer_take(&r->lexer, ","));
    return DX_OK;
}

// ---- Questions ----

// The text from a lexer's token up to where the reader is, blanks single.
static char *slice(const dx_belief_reader *r, const dx_lexer *from)
{
    dx_reader reader = {.lexer = r->lexer};
    return dx_read_slice(&reader, from);
}

static dx_status read_steps(dx_belief_reader *r, dx_belief_query *q)
{
    do {
        dx_belief_step step = {0};
        dx_formula normal;
        if (dx_lexer_take(&r->lexer, "*"))
            step.is_revision = true;
        else if (!dx_lexer_take(&r->lexer, "+"))
            return dx_lexer_expected(
                &r->lexer, "+f (expansion) or *f (revision)", r->error);
        dx_status status = read_event(r, &step.written, &normal);
        if (status != DX_OK)
            return status;
        dx_vector_push(&q->steps, step);
    } while (dx_lexer_take(&r->lexer, ";"));
    return dx_lexer_expect(&r->lexer, ":", r->error);
}

static dx_status read_using(dx_belief_reader *r, dx_belief_query *q)
{
    dx_status status = dx_lexer_expect(&r->lexer, "using", r->error);
    if (status == DX_OK && dx_lexer_is(&r->lexer, "within"))
        return dx_lexer_expected(&r->lexer, "an event", r->error);
    while (status == DX_OK) {
        dx_belief_family family;
        status = read_members(r, &family);
        if (status != DX_OK)
            return status;
        for (size_t i = 0; i < family.count && status == DX_OK; i++) {
            dx_formula normal;
            status = normal_event(r, family.rows.at[i], &normal);
            dx_vector_push(&q->events, family.rows.at[i]);
        }
        dx_vector_release(&family.rows);
        if (status == DX_OK && !dx_lexer_take(&r->lexer, ","))
            break;
    }
    if (status == DX_OK && !dx_lexer_take(&r->lexer, "within"))
        return dx_lexer_expected(
            &r->lexer, "`within 4`: how many events a plan may have", r->error);
    dx_belief_place place = dx_belief_here(r);
    if (status == DX_OK)
        status = read_time(r, &q->steps_max);
    if (status == DX_OK && q->steps_max > DX_EXPANSIONS_MAX)
        return dx_belief_fail(r, place, "a plan has at most %d events",
                              DX_EXPANSIONS_MAX);
    return status;
}

static dx_status read_verdict(dx_belief_reader *r, dx_belief_query *q)
{
    static const char *const verdicts[] = {"valid", "satisfiable",
                                           "unsatisfiable"};
    for (size_t i = 0; i < 3; i++)
        if (dx_lexer_take(&r->lexer, verdicts[i])) {
            q->expected_verdict = (dx_belief_verdict)i;
            return DX_OK;
        }
    return dx_lexer_expected(&r->lexer, "valid, satisfiable or unsatisfiable",
                             r->error);
}

static dx_status read_expectation(dx_belief_reader *r, dx_belief_query *q)
{
    if (!dx_lexer_take(&r->lexer, "expect"))
        return DX_OK;
    q->has_expectation = true;
    if (q->kind == DX_ASK_SAT)
        return read_verdict(r, q);
    q->expected_truth = dx_lexer_take(&r->lexer, "true");
    if (q->expected_truth || dx_lexer_take(&r->lexer, "false"))
        return DX_OK;
    if (q->kind != DX_ASK_PLAN)
        return dx_lexer_expected(&r->lexer, "true or false", r->error);
    if (r->lexer.token.kind != DX_TOKEN_NUMBER)
        return dx_lexer_expected(&r->lexer, "true, false, or how many events",
                                 r->error);
    q->has_length = q->expected_truth = true;
    return read_time(r, &q->expected_length);
}

static dx_status read_where(dx_belief_reader *r, dx_belief_query *q)
{
    if (q->kind != DX_ASK_TRUE)
        return DX_OK;
    if (r->document->model.states.count == 0)
        return dx_belief_fail(r, q->place,
                              "`true` needs a state before it: state s: p@0");
    if (!dx_lexer_take(&r->lexer, "at"))
        return DX_OK;
    dx_status status = read_state_name(r, &q->state);
    return status == DX_OK ? dx_lexer_expect(&r->lexer, ":", r->error) : status;
}

static dx_status read_kind(dx_belief_reader *r, dx_belief_query *q)
{
    static const char *const kinds[] = {"sat", "ask", "true", "plan"};
    for (size_t i = 0; i < 4; i++)
        if (dx_lexer_is(&r->lexer, kinds[i])) {
            q->kind = (dx_belief_ask)i;
            bool is_of_base = q->kind == DX_ASK_BASE || q->kind == DX_ASK_PLAN;
            if (q->steps.count > 0 && !is_of_base)
                return dx_belief_fail(r, dx_belief_here(r),
                                      "after `after` comes `ask` or `plan`: it "
                                      "is the base that is expanded and "
                                      "revised");
            dx_lexer_step(&r->lexer);
            return q->kind == DX_ASK_PLAN
                       ? dx_lexer_expect(&r->lexer, "goal", r->error)
                       : DX_OK;
        }
    return dx_lexer_expected(&r->lexer, "sat, ask, true or plan", r->error);
}

static dx_status read_question(dx_belief_reader *r, dx_belief_query *q)
{
    dx_status status = DX_OK;
    if (r->lexer.token.kind == DX_TOKEN_STRING) {
        q->title = dx_copy_text_part(r->lexer.token.at, r->lexer.token.length);
        dx_lexer_step(&r->lexer);
        status = dx_lexer_expect(&r->lexer, ":", r->error);
    }
    dx_lexer from = r->lexer;
    if (status == DX_OK && dx_lexer_take(&r->lexer, "after"))
        status = read_steps(r, q);
    if (status == DX_OK)
        status = read_kind(r, q);
    if (status == DX_OK)
        status = read_where(r, q);
    if (status == DX_OK)
        status = read_formula(r, DX_BELIEF_LPLUS, &q->written, &q->formula);
    if (status == DX_OK && q->kind == DX_ASK_PLAN)
        status = read_using(r, q);
    if (status == DX_OK) {
        q->text = slice(r, &from);
        status = read_expectation(r, q);
    }
    return status;
}

static dx_status read_query(dx_belief_reader *r)
{
    dx_belief_query q = {.place = dx_belief_here(r)};
    dx_status status = read_question(r, &q);
    // Kept in any case: the document releases it.
    dx_vector_push(&r->document->queries, q);
    return status;
}

// ---- Files ----

typedef struct statement {
    const char *word;
    dx_status (*read)(dx_belief_reader *r);
} statement;

static const statement statements[] = {
    {"agent", read_agent},
    {"set", dx_belief_read_set},
    {"const", dx_belief_read_const},
    {"let", dx_belief_read_let},
    {"now", read_now},
    {"core", read_core},
    {"believes", read_believes},
    {"infers", read_infers},
    {"assume", read_assume},
    {"pre", read_pre},
    {"state", read_state},
    {"context", read_context},
};

static bool is_question(const dx_belief_reader *r)
{
    return r->lexer.token.kind == DX_TOKEN_STRING ||
           dx_lexer_is(&r->lexer, "sat") || dx_lexer_is(&r->lexer, "ask") ||
           dx_lexer_is(&r->lexer, "true") || dx_lexer_is(&r->lexer, "after") ||
           dx_lexer_is(&r->lexer, "plan");
}

static dx_status read_statement(dx_belief_reader *r)
{
    if (is_question(r))
        return read_query(r);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (dx_lexer_take(&r->lexer, statements[i].word))
            return statements[i].read(r);
    return dx_lexer_expected(
        &r->lexer,
        "agent, set, const, let, now, core, believes, infers, assume, pre, "
        "state, context, or a question: sat, ask, true, plan, after",
        r->error);
}

static void release_reader(dx_belief_reader *r)
{
    dx_vector_release(&r->defines);
    dx_vector_release(&r->parameters);
    dx_vector_release(&r->bound);
    dx_pair_map_release(&r->define_of);
    dx_pair_map_release(&r->used_on);
}

dx_status dx_belief_document_read_text(const char *path, const char *text,
                                       size_t length, dx_belief_rule rule,
                                       dx_belief_document **out,
                                       dx_error *error)
{
    dx_belief_document *d = dx_alloc(1, sizeof *d);
    d->path = dx_copy_text(path);
    d->store = dx_formulas_new();
    dx_language_init(&d->language, d->store, "m");
    d->language.rule = rule;
    dx_belief_reader r = {.document = d, .store = d->store, .error = error};
    dx_lexer_init(&r.lexer, text, length);
    dx_status status = DX_OK;
    while (status == DX_OK && r.lexer.token.kind != DX_TOKEN_END)
        status = read_statement(&r);
    if (status == DX_OK && d->queries.count == 0 && d->base.count == 0 &&
        d->model.states.count == 0)
        status = dx_fail(error, DX_ERR_INPUT, 1, 1,
                         "there is nothing here: expected a base ('believes'), "
                         "states, or a question");
    release_reader(&r);
    if (status == DX_OK) {
        *out = d;
        return status;
    }
    dx_error_in_file(error, path);
    dx_belief_document_free(d);
    return status;
}
