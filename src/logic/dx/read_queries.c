// Questions: true, valid, where, count, value, plan, frame; after updates;
// expectations.

#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/formula/habit.h"
#include "logic/formula/parse.h"

#include <string.h>

// `!` or `?!`; true if one was there.
static bool take_telling(dx_reader *reader, bool *whether)
{
    *whether = false;
    if (dx_lexer_take(&reader->lexer, "?!"))
        return *whether = true;
    if (dx_lexer_is(&reader->lexer, "?")) {
        dx_lexer ahead = reader->lexer;
        dx_lexer_step(&ahead);
        if (!dx_lexer_is(&ahead, "!"))
            return false;
        dx_lexer_step(&reader->lexer);
        *whether = true;
    }
    return dx_lexer_take(&reader->lexer, "!");
}

static dx_status read_event_step(dx_reader *reader, dx_query_step *step)
{
    dx_file_place place = dx_read_here(reader);
    dx_name model, event;
    dx_status status =
        dx_read_indexed(reader, "!f, ?!f, agents !f, or an event", &model);
    if (status != DX_OK)
        return status;
    step->kind = DX_UPDATE_EVENT;
    step->events = dx_event_library_find(reader->document->events,
                                         dx_read_text(reader, model));
    if (step->events == NULL)
        return dx_read_fail(reader, place,
                            "unknown event model '%s'; expected one, or an "
                            "update: !f, ?!f, radical f, conservative f, "
                            "repeat 3 { .. }",
                            dx_read_text(reader, model));
    if (!dx_lexer_take(&reader->lexer, ",")) {
        // Nothing said: the only one, or, for a plan, each of them.
        if (dx_event_model_count(step->events) == 1)
            step->event = 0;
        if (step->event == DX_NOT_FOUND ||
            dx_event_model_count(step->events) == 1)
            return DX_OK;
        return dx_read_expected(reader, "',' and an event of the model");
    }
    place = dx_read_here(reader);
    status = dx_read_indexed(reader, "an event", &event);
    if (status != DX_OK)
        return status;
    step->event =
        dx_event_model_find(step->events, dx_read_text(reader, event));
    if (step->event == DX_NOT_FOUND)
        return dx_read_fail(reader, place, "event model '%s' has no event '%s'",
                            dx_read_text(reader, model),
                            dx_read_text(reader, event));
    return DX_OK;
}

// Is the step a telling to a group: names and then `!`?  (Not beyond `after`
// behind a name, which begins the next question.)
static bool at_group(const dx_reader *reader)
{
    dx_lexer ahead = reader->lexer;
    bool after_name = false;
    while (ahead.token.kind == DX_TOKEN_NAME ||
           ahead.token.kind == DX_TOKEN_NUMBER ||
           ahead.token.kind == DX_TOKEN_MIXED || dx_lexer_is(&ahead, ",")) {
        if (after_name && dx_lexer_is(&ahead, "after"))
            return false;
        if (after_name && (dx_lexer_is(&ahead, "radical") ||
                           dx_lexer_is(&ahead, "conservative")))
            return true;
        after_name = !dx_lexer_is(&ahead, ",");
        dx_lexer_step(&ahead);
    }
    return dx_lexer_is(&ahead, "!") || dx_lexer_is(&ahead, "?!") ||
           dx_lexer_is(&ahead, "?");
}

// `radical` or `conservative`, if it is not the name of an event model here.
static bool take_upgrade(dx_reader *reader, dx_update_kind *out)
{
    if (dx_lexer_next_is(&reader->lexer, ",") ||
        dx_lexer_next_is(&reader->lexer, ":") ||
        dx_lexer_next_is(&reader->lexer, ";"))
        return false;
    *out = DX_UPDATE_RADICAL;
    if (dx_lexer_take(&reader->lexer, "radical"))
        return true;
    *out = DX_UPDATE_CONSERVATIVE;
    return dx_lexer_take(&reader->lexer, "conservative");
}

static dx_status read_step_body(dx_reader *reader, dx_query_step *step)
{
    bool whether;
    if (take_upgrade(reader, &step->kind)) {
        step->agents = dx_agent_set_all(reader->document->agents.count);
        return dx_read_formula(reader, &step->formula);
    }
    if (take_telling(reader, &whether)) {
        step->kind = whether ? DX_UPDATE_WHETHER : DX_UPDATE_ANNOUNCE;
        return dx_read_formula(reader, &step->formula);
    }
    if (!at_group(reader))
        return read_event_step(reader, step);
    dx_subject subject;
    dx_status status = dx_read_subject(reader, &subject);
    for (size_t i = 0; i < subject.agents.count; i++)
        dx_agent_set_add(&step->agents, subject.agents.at[i]);
    dx_subject_release(&subject);
    if (status != DX_OK)
        return status;
    if (take_upgrade(reader, &step->kind))
        return dx_read_formula(reader, &step->formula);
    if (!take_telling(reader, &whether))
        return dx_read_expected(reader, "'!' or '?!'");
    step->kind = whether ? DX_UPDATE_TELL_WHETHER : DX_UPDATE_TELL;
    return dx_read_formula(reader, &step->formula);
}

// A step that stands for every event of a model.
static void add_every_event(dx_query *query, dx_query_step step)
{
    for (size_t e = 0; e < dx_event_model_count(step.events); e++) {
        dx_text text = {0};
        dx_text_printf(&text, "%s, %s", dx_event_model_name(step.events),
                       dx_event_model_event_name(step.events, e));
        step.event = e;
        step.text = dx_text_take(&text);
        dx_vector_push(&query->steps_given, step);
    }
}

// What may be done for a plan: steps, and event models for all their events.
static dx_status read_using(dx_reader *reader, dx_query *query)
{
    dx_status status = dx_read_sign(reader, "using");
    do {
        dx_lexer from = reader->lexer;
        dx_query_step step = {.formula = DX_FORMULA_NONE,
                              .event = DX_NOT_FOUND,
                              .place = dx_read_here(reader)};
        if (status == DX_OK && dx_lexer_is(&reader->lexer, "repeat"))
            return dx_read_fail(reader, step.place,
                                "a plan takes its steps as often as need be; "
                                "name them without 'repeat'");
        if (status == DX_OK)
            status = read_step_body(reader, &step);
        if (status != DX_OK)
            return status;
        if (step.kind == DX_UPDATE_EVENT && step.event == DX_NOT_FOUND) {
            add_every_event(query, step);
            continue;
        }
        step.text = dx_read_slice(reader, &from);
        dx_vector_push(&query->steps_given, step);
    } while (dx_lexer_take(&reader->lexer, ";"));
    return DX_OK;
}

enum { STEPS_MAX = 4096, REPEATS_MAX = 100 };

static dx_status read_steps_up_to(dx_reader *reader, dx_query *query,
                                  const char *end);

static dx_status read_round(dx_reader *reader, void *context)
{
    return read_steps_up_to(reader, context, "}");
}

// `{ .. }` once for each member of a domain, or so many times.
static dx_status read_rounds(dx_reader *reader, dx_query *query,
                             const dx_each *each, int64_t count)
{
    dx_lexer start = reader->lexer;
    dx_status status = DX_OK;
    const dx_value_domain *domain =
        each->names.count == 0
            ? NULL
            : &reader->document->domains.at[each->domains.at[0]];
    size_t rounds = domain == NULL ? (size_t)count : domain->count;
    for (size_t i = 0; i < rounds && status == DX_OK; i++) {
        reader->lexer = start;
        status = domain == NULL
                     ? read_round(reader, query)
                     : dx_read_with(reader, each->names.at[0],
                                    domain->member[i], read_round, query);
    }
    return status;
}

// `repeat !f`, `repeat 3 { .. }` or `repeat i in 2..5 { .. }`.
static dx_status read_repeat(dx_reader *reader, dx_query *query)
{
    dx_file_place place = dx_read_here(reader);
    dx_each each = {.condition = DX_FORMULA_NONE};
    dx_fraction count = {0, 1};
    dx_status status = DX_OK;
    if (reader->repeats >= REPEATS_MAX)
        return dx_read_limit(reader, place, "more than %d repeats nested",
                             REPEATS_MAX);
    reader->repeats++;
    if (dx_lexer_next_is(&reader->lexer, "in")) {
        dx_name name;
        size_t domain;
        status = dx_read_new_name(reader, "a variable", &name);
        if (status == DX_OK)
            status = dx_read_sign(reader, "in");
        if (status == DX_OK)
            status = dx_read_domain(reader, (dx_domain_rules){0}, &domain);
        if (status == DX_OK &&
            reader->document->domains.at[domain].sort == DX_SORT_TRUTH)
            status = dx_read_fail(reader, place, "expected a set or a range");
        if (status == DX_OK) {
            dx_vector_push(&each.names, name);
            dx_vector_push(&each.domains, domain);
        }
    } else {
        if (!dx_lexer_is(&reader->lexer, "{"))
            status = dx_read_number(reader, &count);
        if (status == DX_OK &&
            (count.over != 1 || count.top < 1 || count.top > STEPS_MAX))
            status = dx_read_fail(
                reader, place, "expected how many times: 1 to %d", STEPS_MAX);
    }
    if (status == DX_OK)
        status = dx_read_sign(reader, "{");
    if (status == DX_OK)
        status = read_rounds(reader, query, &each, count.top);
    dx_each_release(&each);
    reader->repeats--;
    return status;
}

// What a family's variables stand for is shown, not what was written.
static char *event_text(const dx_query_step *step)
{
    dx_text text = {0};
    dx_text_add(&text, dx_event_model_name(step->events));
    if (dx_event_model_count(step->events) > 1)
        dx_text_printf(&text, ", %s",
                       dx_event_model_event_name(step->events, step->event));
    char *made = dx_copy_text(dx_text_string(&text));
    dx_text_release(&text);
    return made;
}

static dx_status read_one_step(dx_reader *reader, dx_query *query)
{
    dx_lexer from = reader->lexer;
    dx_query_step step = {.formula = DX_FORMULA_NONE,
                          .place = dx_read_here(reader)};
    if (query->steps.count >= STEPS_MAX)
        return dx_read_limit(reader, step.place, "more than %d updates",
                             STEPS_MAX);
    bool repeats = dx_lexer_is(&reader->lexer, "repeat") &&
                   dx_lexer_next_is(&reader->lexer, "!");
    if (repeats)
        dx_lexer_step(&reader->lexer);
    dx_status status = read_step_body(reader, &step);
    if (status != DX_OK)
        return status;
    if (repeats)
        step.kind = DX_UPDATE_REPEAT;
    step.text = reader->choice != NULL && step.kind == DX_UPDATE_EVENT
                    ? event_text(&step)
                    : dx_read_slice(reader, &from);
    dx_vector_push(&query->steps, step);
    return DX_OK;
}

// `repeat` before a number or `i in`, or before what should have been one.
static bool take_repeat(dx_reader *reader)
{
    dx_lexer ahead = reader->lexer;
    dx_lexer_step(&ahead);
    dx_token_kind next = ahead.token.kind;
    bool is_count = next == DX_TOKEN_NUMBER || next == DX_TOKEN_NAME ||
                    dx_lexer_next_is(&reader->lexer, "-") ||
                    dx_lexer_next_is(&reader->lexer, "{");
    if (!dx_lexer_is(&reader->lexer, "repeat") || !is_count)
        return false;
    dx_lexer_step(&reader->lexer);
    return true;
}

static dx_status read_steps_up_to(dx_reader *reader, dx_query *query,
                                  const char *end)
{
    do {
        dx_status status = take_repeat(reader) ? read_repeat(reader, query)
                                               : read_one_step(reader, query);
        if (status != DX_OK)
            return status;
    } while (dx_lexer_take(&reader->lexer, ";"));
    return dx_read_sign(reader, end);
}

static dx_status read_steps(dx_reader *reader, dx_query *query)
{
    return read_steps_up_to(reader, query, ":");
}

static dx_status read_states(dx_reader *reader, dx_query *query)
{
    query->expectation = DX_EXPECT_STATES;
    if (dx_lexer_take(&reader->lexer, "}"))
        return DX_OK;
    do {
        dx_spot spot;
        dx_status status = dx_read_spot(reader, &spot);
        if (status != DX_OK)
            return status;
        dx_vector_push(&query->states, spot);
    } while (dx_lexer_take(&reader->lexer, ","));
    return dx_read_sign(reader, "}");
}

static dx_status read_expected(dx_reader *reader, dx_query *query)
{
    dx_file_place place = dx_read_here(reader);
    bool is_plan = query->kind == DX_QUERY_PLAN;
    bool wants_truth = query->kind == DX_QUERY_TRUE ||
                       query->kind == DX_QUERY_VALID ||
                       query->kind == DX_QUERY_FRAME;
    bool is_true = dx_lexer_is(&reader->lexer, "true");
    if (is_true || dx_lexer_is(&reader->lexer, "false")) {
        if (!wants_truth && !is_plan)
            return dx_read_fail(reader, place,
                                "the answer will be a number or a set");
        dx_lexer_step(&reader->lexer);
        query->expectation = DX_EXPECT_TRUTH;
        query->truth = is_true;
        return DX_OK;
    }
    if (wants_truth)
        return dx_read_expected(reader, "true or false");
    if (query->kind == DX_QUERY_WHERE && dx_lexer_take(&reader->lexer, "{"))
        return read_states(reader, query);
    query->expectation = DX_EXPECT_NUMBER;
    return dx_read_number(reader, &query->number);
}

static dx_status read_expectation(dx_reader *reader, dx_query *query)
{
    if (!dx_lexer_take(&reader->lexer, "expect"))
        return DX_OK;
    dx_lexer from = reader->lexer;
    dx_status status = read_expected(reader, query);
    if (status == DX_OK)
        query->expected_text = dx_read_slice(reader, &from);
    return status;
}

static bool take_kind(dx_reader *reader, dx_query_kind *out)
{
    if (dx_lexer_is(&reader->lexer, "plan") && !dx_read_at_plan(reader))
        return false;
    static const char *const words[] = {"true",  "valid", "where", "count",
                                        "value", "plan",  "frame"};
    for (int i = 0; i <= DX_QUERY_FRAME; i++)
        if (dx_lexer_take(&reader->lexer, words[i])) {
            *out = (dx_query_kind)i;
            return true;
        }
    return false;
}

static dx_status read_question(dx_reader *reader, dx_query *query)
{
    dx_status status = DX_OK;
    bool is_plan = query->kind == DX_QUERY_PLAN;
    bool has_place = is_plan || query->kind == DX_QUERY_TRUE ||
                     query->kind == DX_QUERY_VALUE;
    if (has_place && dx_lexer_take(&reader->lexer, "at")) {
        dx_lexer from = reader->lexer;
        status = dx_read_spot(reader, &query->at);
        if (status == DX_OK)
            query->at_text = dx_read_slice(reader, &from);
        if (status == DX_OK)
            status = dx_read_sign(reader, ":");
    }
    dx_lexer from = reader->lexer;
    if (status == DX_OK && is_plan)
        status = dx_read_sign(reader, "goal");
    if (status != DX_OK)
        return status;
    if (query->kind == DX_QUERY_FRAME) {
        query->formula = dx_formula_true(reader->store);
        status = dx_read_frame_claim(reader, &query->frame);
    } else {
        status = query->kind == DX_QUERY_VALUE
                     ? dx_read_term(reader, &query->formula)
                     : dx_read_formula(reader, &query->formula);
    }
    if (status == DX_OK && is_plan)
        status = read_using(reader, query);
    if (status == DX_OK)
        query->text = dx_read_slice(reader, &from);
    return status;
}

dx_status dx_read_query(dx_reader *reader)
{
    dx_document *document = reader->document;
    dx_query query = {.formula = DX_FORMULA_NONE,
                      .place = dx_read_here(reader)};
    dx_status status = DX_OK;
    if (reader->lexer.token.kind == DX_TOKEN_STRING) {
        query.title = dx_copy_text_part(reader->lexer.token.at,
                                        reader->lexer.token.length);
        dx_lexer_step(&reader->lexer);
        dx_lexer_take(&reader->lexer, ":");
    }
    if (dx_lexer_take(&reader->lexer, "after"))
        status = read_steps(reader, &query);
    const char *advice = dx_lexer_is(&reader->lexer, ")")
                             ? "no '(' is open here"
                             : dx_habit_advice(&reader->lexer);
    if (status == DX_OK && advice != NULL)
        status =
            dx_read_fail(reader, dx_read_here(reader),
                         "expected an operator or a statement; %s", advice);
    if (status == DX_OK && !take_kind(reader, &query.kind))
        status = dx_read_expected(
            reader, query.steps.count > 0 || query.title != NULL
                        ? "true, valid, where, count, value, plan or "
                          "frame"
                        : "a statement: agents, vars, law, sees, world, "
                          "links, let, events, or a question such as true, "
                          "valid, where, count, value, plan, after");
    if (status == DX_OK)
        status = read_question(reader, &query);
    if (status == DX_OK)
        status = read_expectation(reader, &query);
    // The document owns it also when it is half read.
    dx_vector_push(&document->queries, query);
    return status;
}
