// Questions of .dx texts and their answers.

#include "door/tell.h"

#include "base/members.h"
#include "door/glass.h"

#include <inttypes.h>
#include <string.h>

// JavaScript reads no larger number as it is.
static const uint64_t whole_max = UINT64_C(1) << 53;

const char *dx_query_word(dx_query_kind kind)
{
    static const char *const words[] = {"true",  "valid", "where", "count",
                                        "value", "plan",  "frame"};
    return words[kind];
}

void dx_question_text(const dx_query *query, dx_text *out)
{
    if (query->title != NULL) {
        dx_text_add(out, query->title);
        return;
    }
    for (size_t i = 0; i < query->steps.count; i++)
        dx_text_printf(out, "%s%s", i == 0 ? "after " : "; ",
                       query->steps.at[i].text);
    dx_text_add(out, query->steps.count > 0 ? ": " : "");
    if (query->at_text != NULL)
        dx_text_printf(out, "at %s: ", query->at_text);
    dx_text_printf(out, "%s", query->text != NULL ? query->text : "");
}

// A number that is too large for some who read it is a string.
static void add_count(const dx_check_answer *answer, dx_text *out)
{
    if (answer->large_count != NULL)
        dx_text_add_json(out, answer->large_count);
    else
        dx_text_printf(out, answer->count < whole_max ? "%zu" : "\"%zu\"",
                       answer->count);
}

static void add_states(dx_text *out, const dx_check_answer *answer)
{
    dx_text_add(out, ",\"states\":[");
    for (size_t i = 0; i < answer->state_count; i++) {
        const dx_state_text *state = &answer->states[i];
        dx_put_texts(out, NULL, state->count,
                     (const char *const *)state->facts);
    }
    dx_text_add(out, "],\"worlds\":[");
    for (size_t i = 0; i < answer->state_count; i++)
        dx_put_text(out, NULL, answer->states[i].name);
    dx_text_add(out, "],\"more\":");
    if (answer->large_count != NULL)
        dx_text_add(out, "true");
    else
        dx_text_printf(out, "%zu", answer->count - answer->state_count);
}

static void add_fraction(dx_text *out, dx_fraction f)
{
    dx_text text = {0};
    dx_fraction_print(f, &text);
    bool is_plain = f.over == 1 && f.top < (int64_t)whole_max &&
                    f.top > -(int64_t)whole_max;
    if (is_plain)
        dx_text_add(out, dx_text_string(&text));
    else
        dx_text_add_json(out, dx_text_string(&text));
    dx_text_release(&text);
}

static void add_expected(dx_text *out, const dx_query *query)
{
    if (query->expectation == DX_EXPECT_NOTHING)
        return;
    dx_text_add(out, ",\"expected\":");
    if (query->expectation == DX_EXPECT_TRUTH)
        dx_text_add(out, query->truth ? "true" : "false");
    else if (query->expectation == DX_EXPECT_NUMBER)
        add_fraction(out, query->number);
    else
        dx_text_add_json(out, query->expected_text);
}

// `"agent":"mary"`, or `"group":["john","mary"]`.
static void add_agents(dx_text *out, const dx_document *document,
                       const dx_bereft *bereft)
{
    const dx_formulas *store = document->store;
    const dx_names *names = dx_formulas_names(store);
    if (bereft->group == DX_FORMULA_NONE) {
        dx_put_text(out, "agent", dx_names_text(names, bereft->agent));
        return;
    }
    dx_put_open(out, "group", '[');
    for (size_t i = 1; i < dx_formula_count(store, bereft->group); i++) {
        dx_formula member = dx_formula_operand(store, bereft->group, i);
        dx_put_text(out, NULL,
                    dx_names_text(names, dx_formula_name(store, member)));
    }
    dx_text_add_char(out, ']');
}

static void add_bereft(dx_text *out, const dx_document *document,
                       const dx_check_answer *answer)
{
    if (answer->bereft.count == 0)
        return;
    dx_text_add(out, ",\"nothing_possible\":[");
    for (size_t i = 0; i < answer->bereft.count; i++) {
        const dx_bereft *bereft = &answer->bereft.at[i];
        dx_put_open(out, NULL, '{');
        add_agents(out, document, bereft);
        dx_put_flag(out, "here", bereft->is_here);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_plan(dx_text *out, const dx_check_answer *answer)
{
    dx_text_add(out, ",\"plan\":[");
    for (size_t i = 0; i < answer->plan.count; i++)
        dx_put_text(out, NULL,
                    answer->query->steps_given.at[answer->plan.at[i]].text);
    dx_text_add_char(out, ']');
}

static void add_value(const dx_check_answer *answer, dx_text *out)
{
    dx_query_kind kind = answer->query->kind;
    if (kind == DX_QUERY_VALUE)
        add_fraction(out, answer->value);
    else if (kind == DX_QUERY_WHERE || kind == DX_QUERY_COUNT)
        add_count(answer, out);
    else
        dx_text_add(out, answer->truth ? "true" : "false");
    if (kind == DX_QUERY_WHERE)
        add_states(out, answer);
    if (kind == DX_QUERY_PLAN)
        add_plan(out, answer);
    if (answer->because != NULL)
        dx_put_text(out, "because", answer->because);
}

static void add_file(const dx_document *document, dx_file_place place,
                     bool has_file, dx_text *out)
{
    dx_text_add_char(out, '{');
    if (has_file)
        dx_put_text(out, "file", document->files.at[place.file]);
    dx_put_number(out, "line", place.line);
}

void dx_tell_query(const dx_document *document, const dx_check_answer *answer,
                   bool has_file, dx_text *out)
{
    const dx_query *query = answer->query;
    bool is_fine = answer->status == DX_OK;
    dx_text question = {0};
    dx_question_text(query, &question);
    add_file(document, query->place, has_file, out);
    dx_put_text(out, "kind", dx_query_word(query->kind));
    dx_put_said(out, "question", &question);
    dx_text_add(out, ",\"answer\":");
    if (is_fine) {
        add_value(answer, out);
    } else {
        dx_text_add(out, "null,\"error\":");
        dx_tell_error(answer->status, &answer->error, NULL, out);
    }
    add_bereft(out, document, answer);
    add_expected(out, query);
    dx_put_flag(out, "fine", is_fine && answer->is_as_expected);
    dx_put_text(out, "engine", answer->engine != NULL ? answer->engine : "");
    if (is_fine && answer->has_explanation) {
        dx_text_printf(
            out, ",\"%s\":", answer->truth ? "witness" : "counterexample");
        dx_explanation_print_json(&answer->explanation, document->store, out);
    }
    dx_text_add_char(out, '}');
}

void dx_tell_note(const dx_document *document, const dx_note *note,
                  bool has_file, dx_text *out)
{
    add_file(document, note->place, has_file, out);
    dx_put_number(out, "column", note->place.column);
    dx_put_text(out, "text", note->text);
    dx_text_add_char(out, '}');
}
