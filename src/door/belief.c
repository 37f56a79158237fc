// Belief bases: what a text of one asks, answered.

#include "door/call.h"
#include "door/tell.h"

#include "base/clock.h"
#include "base/members.h"
#include "logic/formula/print.h"

#include <string.h>

static const char *const verdict_words[] = {"valid", "satisfiable",
                                            "unsatisfiable"};

typedef struct telling {
    const dx_belief_document *document;
    const dx_belief_query *query;
    const dx_belief_reply *reply;
    dx_text *out;
} telling;

static void json_formulas(const telling *s, const char *key, size_t count,
                          const dx_formula *all)
{
    dx_text_printf(s->out, ",\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        dx_text text = {0};
        dx_formula_print(s->document->store, all[i], &text);
        dx_put_said(s->out, NULL, &text);
    }
    dx_text_add_char(s->out, ']');
}

static void json_model(const telling *s, const char *key,
                       const dx_belief_model *model)
{
    dx_text_printf(s->out, ",\"%s\":{\"state\":", key);
    dx_state_print_json(&s->document->language, &model->states.at[0], s->out);
    dx_text_add(s->out, ",\"context\":[");
    for (size_t i = 1; i < model->states.count; i++) {
        dx_put_member(s->out, NULL);
        dx_state_print_json(&s->document->language, &model->states.at[i],
                            s->out);
    }
    dx_text_add(s->out, "]}");
}

static void json_details(const telling *s)
{
    const dx_belief_reply *reply = s->reply;
    if (reply->status != DX_OK) {
        dx_put_text(s->out, "reason", reply->error.message);
    } else if (s->query->kind == DX_ASK_SAT) {
        dx_text_printf(s->out, ",\"verdict\":\"%s\",\"variables\":%d",
                       verdict_words[reply->verdict], reply->variable_count);
        if (reply->has_model)
            json_model(s, "witness", &reply->model);
        if (reply->verdict == DX_BELIEF_SATISFIABLE)
            json_model(s, "counterexample", &reply->counter);
        else
            json_formulas(s, "core", reply->core.count, reply->core.at);
        if (reply->verdict != DX_BELIEF_SATISFIABLE && !reply->is_smallest)
            dx_text_add(s->out, ",\"smallest\":false");
    } else if (s->query->kind != DX_ASK_TRUE) {
        if (s->query->kind == DX_ASK_PLAN) {
            json_formulas(s, "plan", reply->plan.count, reply->plan.at);
            dx_put_number(s->out, "bases", reply->base_count);
        }
        json_formulas(s, "because", reply->because.count, reply->because.at);
        if (reply->because.count > 0 && !reply->is_smallest)
            dx_text_add(s->out, ",\"smallest\":false");
        json_formulas(s, "given_up", reply->given_up.count, reply->given_up.at);
        dx_put_flag(s->out, "refused", reply->is_refused);
        if (reply->is_hopeless)
            dx_text_add(s->out, ",\"hopeless\":true");
    }
}

static void json_expected(const telling *s)
{
    const dx_belief_query *query = s->query;
    if (!query->has_expectation)
        return;
    if (query->kind == DX_ASK_SAT)
        dx_text_printf(s->out, ",\"expected\":\"%s\"",
                       verdict_words[query->expected_verdict]);
    else if (query->has_length)
        dx_put_number(s->out, "expected", query->expected_length);
    else
        dx_put_flag(s->out, "expected", query->expected_truth);
}

void dx_tell_belief(const dx_belief_document *document,
                    const dx_belief_query *query, const dx_belief_reply *reply,
                    const char *file, dx_text *out)
{
    static const char *const kinds[] = {"sat", "ask", "true", "plan"};
    const telling s = {document, query, reply, out};
    dx_text_add_char(out, '{');
    if (file != NULL)
        dx_put_text(out, "file", file);
    dx_put_number(out, "line", query->place.line);
    dx_put_text(out, "kind", kinds[query->kind]);
    dx_put_text(out, "question",
                query->title != NULL ? query->title : query->text);
    dx_text_printf(out, ",\"answer\":%s",
                   reply->status != DX_OK ? "null"
                   : reply->truth         ? "true"
                                          : "false");
    json_expected(&s);
    dx_text_printf(out, ",\"fine\":%s,\"engine\":\"%s\"",
                   reply->status == DX_OK && reply->is_as_expected ? "true"
                                                                   : "false",
                   query->kind == DX_ASK_TRUE ? "explicit" : "sat");
    json_details(&s);
    dx_text_add_char(out, '}');
}

static bool is_stopped(void *state)
{
    return dx_call_is_stopped(state);
}

// What the document says, and its questions; what is wrong with it is an error
// in the answer, as of a .dx text.
dx_status dx_do_belief(dx_call *call, dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    const char *file = dx_call_text(call, "file");
    enum { QUERIES_MAX = 200, LITERALS_MAX = 2000000, BASES_MAX = 2000 };
    bool patient = dx_call_is_patient(call);
    dx_belief_limits limits = {
        .literals_max = patient ? 0 : LITERALS_MAX,
        .bases_max = patient ? 0 : BASES_MAX,
        .search = {.end = dx_cpu_seconds() + (patient ? 60 : 2),
                   .stop = is_stopped,
                   .stop_state = call}};
    dx_belief_document *document;
    dx_status status = dx_belief_document_read_text(
        file != NULL ? file : "<text>", text, strlen(text), DX_EXPAND_REPAIRED,
        &document, error);
    dx_text_add(out, "{\"queries\":[");
    size_t count = status == DX_OK ? document->queries.count : 0;
    if (!patient && count > QUERIES_MAX)
        count = QUERIES_MAX;
    for (size_t i = 0; i < count && !dx_call_is_stopped(call); i++) {
        dx_belief_reply reply;
        const dx_belief_query *query = &document->queries.at[i];
        dx_belief_document_ask(document, query, &limits, NULL, &reply);
        dx_text_add(out, i > 0 ? ",\n " : "\n ");
        dx_tell_belief(document, query, &reply, file, out);
        if (!patient) // what the whole request may look at
            limits.bases_max -= reply.base_count < limits.bases_max
                                    ? reply.base_count
                                    : limits.bases_max - 1;
        dx_belief_reply_release(&reply);
    }
    dx_text_add(out, "],\"errors\":[");
    if (status != DX_OK)
        dx_tell_error(status, error, NULL, out);
    else
        dx_belief_document_free(document);
    dx_text_add(out, "]}");
    return DX_OK;
}
