// Questions of files in SMCDEL's format, in the shape of all others.

#include "door/call.h"
#include "door/tell.h"

#include "base/members.h"

#include <string.h>

enum { QUESTION_MAX = 600, STATES_USUAL = 1000000 };

// The formula in the words of the file on one line, cut off at `most`
// characters.
void dx_smcdel_question(const char *text, const dx_smcdel_query *query,
                        size_t most, dx_text *out)
{
    bool is_blank = false;
    size_t shown = 0;
    for (size_t i = 0; i < query->length; i++) {
        char c = text[query->at + i];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            is_blank = true;
            continue;
        }
        bool is_start = ((unsigned char)c & 0xc0) != 0x80;
        if (is_start && shown + is_blank >= most) {
            dx_text_add(out, " ...");
            return;
        }
        if (is_blank)
            dx_text_add_char(out, ' ');
        shown += is_start + is_blank;
        is_blank = false;
        dx_text_add_char(out, c);
    }
}

static void add_state(const dx_smcdel *file, const dx_formulas *store,
                      const dx_smcdel_set *state, dx_text *out)
{
    dx_put_open(out, NULL, '[');
    for (size_t i = 0; i < state->count; i++)
        dx_put_text(
            out, NULL,
            dx_names_text(dx_formulas_names(store), file->vars[state->at[i]]));
    dx_text_add_char(out, ']');
}

static void tell_query(const dx_smcdel *smcdel, const dx_formulas *store,
                       const char *text, const dx_smcdel_query *query,
                       const dx_smcdel_answer *answer, const char *file,
                       dx_text *out)
{
    static const char *const kinds[] = {"true", "valid", "where"};
    dx_text question = {0};
    bool is_where = query->kind == DX_SMCDEL_WHERE;
    bool is_large = strlen(answer->all_count != NULL ? answer->all_count : "") >
                    15; // too large for JavaScript
    dx_text_add_char(out, '{');
    if (file != NULL)
        dx_put_text(out, "file", file);
    dx_put_number(out, "line", query->line);
    dx_put_text(out, "kind", kinds[query->kind]);
    dx_smcdel_question(text, query, QUESTION_MAX, &question);
    dx_put_said(out, "question", &question);
    dx_text_printf(
        out, is_where && is_large ? ",\"answer\":\"%s\"" : ",\"answer\":%s",
        is_where          ? answer->all_count
        : answer->is_true ? "true"
                          : "false");
    if (is_where)
        dx_text_add(out, ",\"states\":[");
    else if (answer->state_count > 0)
        dx_text_add(out, ",\"counterexample\":");
    for (size_t i = 0; i < answer->state_count; i++)
        add_state(smcdel, store, &answer->states[i], out);
    dx_text_printf(out, "%s,\"fine\":%s,\"engine\":\"symbolic\"}",
                   is_where ? "]" : "",
                   is_where || answer->is_true ? "true" : "false");
}

typedef struct job {
    dx_formulas *store;
    dx_smcdel *file;
    dx_structure *structure;
} job;

static dx_status answer_all(const job *j, const dx_call *call, dx_text *out,
                            dx_error *error)
{
    size_t states = (size_t)dx_call_number(call, "states", STATES_USUAL);
    dx_status status = DX_OK;
    for (size_t i = 0; status == DX_OK && i < j->file->query_count; i++) {
        dx_smcdel_answer answer;
        status =
            dx_smcdel_ask(j->structure, j->file, i, states, &answer, error);
        if (status != DX_OK)
            break;
        dx_text_add(out, i > 0 ? ",\n " : "\n ");
        tell_query(j->file, j->store, dx_call_text(call, "text"),
                   &j->file->queries[i], &answer, dx_call_text(call, "file"),
                   out);
        dx_smcdel_answer_release(&answer);
    }
    return status;
}

dx_status dx_check_smcdel_text(dx_call *call, dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    const char *file = dx_call_text(call, "file");
    job j = {.store = dx_formulas_new()};
    dx_status status =
        dx_smcdel_read(j.store, text, strlen(text), &j.file, error);
    dx_text_add(out, "{\"agents\":[");
    for (size_t i = 0; status == DX_OK && i < j.file->agent_count; i++)
        dx_put_text(
            out, NULL,
            dx_names_text(dx_formulas_names(j.store), j.file->agents[i].name));
    dx_text_add(out, "],\"queries\":[");
    if (status == DX_OK)
        status =
            dx_smcdel_structure(j.store, j.file, NULL, &j.structure, error);
    if (status == DX_OK)
        status = answer_all(&j, call, out, error);
    dx_text_add(out, "],\"steps\":[],\"errors\":[");
    if (status != DX_OK) {
        if (file != NULL)
            dx_error_in_file(error, file);
        dx_tell_error(status, error, NULL, out);
    }
    dx_text_add(out, "]}");
    dx_structure_free(j.structure);
    dx_smcdel_free(j.file);
    dx_formulas_free(j.store);
    return DX_OK;
}
