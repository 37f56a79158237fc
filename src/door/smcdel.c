// Questions of files in SMCDEL's format, in the shape of all others.

#include "door/call.h"
#include "door/tell.h"

#include "base/members.h"

#include <string.h>

enum { QUESTION_MAX = 600, SHOWN_MAX = 56, STATES_USUAL = 1000000 };

static const char *const kinds[] = {"true", "valid", "where"};

typedef struct job {
    dx_call *call;
    dx_formulas *store;
    dx_smcdel *file;
    dx_structure *structure;
} job;

// The formula in the words of the file on one line, cut off at `most`
// characters.
static void add_question(const char *text, const dx_smcdel_query *query,
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
    dx_text question = {0};
    bool is_where = query->kind == DX_SMCDEL_WHERE;
    bool is_large = strlen(answer->all_count != NULL ? answer->all_count : "") >
                    15; // too large for JavaScript
    dx_text_add_char(out, '{');
    if (file != NULL)
        dx_put_text(out, "file", file);
    dx_put_number(out, "line", query->line);
    dx_put_text(out, "kind", kinds[query->kind]);
    add_question(text, query, QUESTION_MAX, &question);
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

// ---- in words ----

static void say_state(const job *j, const dx_smcdel_set *state,
                      const char *brackets, dx_text *out)
{
    const dx_names *names = dx_formulas_names(j->store);
    dx_text_add_char(out, brackets[0]);
    for (size_t i = 0; i < state->count; i++)
        dx_text_printf(out, "%s%s", i > 0 ? "," : "",
                       dx_names_text(names, j->file->vars[state->at[i]]));
    dx_text_add_char(out, brackets[1]);
}

static void say_answer(const job *j, const char *text,
                       const dx_smcdel_query *query,
                       const dx_smcdel_answer *answer)
{
    bool is_where = query->kind == DX_SMCDEL_WHERE;
    bool is_good = is_where || answer->is_true;
    dx_text line = {0};
    dx_text_printf(&line, "  %s %-6s %-5s ", is_good ? " " : "!",
                   is_where          ? answer->all_count
                   : answer->is_true ? "yes"
                                     : "no",
                   kinds[query->kind]);
    add_question(text, query, SHOWN_MAX, &line);
    for (size_t i = 0; i < answer->state_count; i++) {
        dx_text_add(&line, is_where ? "\n                 "
                                    : "\n                 not at ");
        say_state(j, &answer->states[i], "{}", &line);
    }
    char count[32];
    snprintf(count, sizeof count, "%zu", answer->state_count);
    if (is_where && strcmp(count, answer->all_count) != 0)
        dx_text_printf(&line, "\n                 ... (%s of %s)", count,
                       answer->all_count);
    dx_text_add_char(&line, '\n');
    dx_wish_say(&j->call->wish, &line);
}

// As SMCDEL prints it.
static void say_own(const job *j, const char *text,
                    const dx_smcdel_query *query,
                    const dx_smcdel_answer *answer)
{
    dx_text out = {0};
    bool is_where = query->kind == DX_SMCDEL_WHERE;
    dx_text_add(&out, is_where ? "At which states is " : "Is ");
    add_question(text, query, SIZE_MAX, &out);
    if (query->kind == DX_SMCDEL_TRUE) {
        dx_text_add(&out, " true at ");
        say_state(j, &query->state, "[]", &out);
    }
    dx_text_add(&out, is_where                         ? " true?\n"
                      : query->kind == DX_SMCDEL_VALID ? " valid on the given "
                                                         "structure?\n"
                                                       : "?\n");
    if (!is_where)
        dx_text_add(&out, answer->is_true ? "True\n" : "False\n");
    for (size_t i = 0; is_where && i < answer->state_count; i++) {
        say_state(j, &answer->states[i], "[]", &out);
        dx_text_add_char(&out, '\n');
    }
    dx_text_add_char(&out, '\n');
    dx_wish_say(&j->call->wish, &out);
}

// ---- all of it ----

static void say_head(const job *j)
{
    size_t vars = j->file->var_count, agents = j->file->agent_count;
    const char *file = dx_call_text(j->call, "file");
    dx_text words = {0};
    dx_text_printf(&words, "%s: %zu variable%s, %zu agent%s\n",
                   file != NULL ? file : "<text>", vars, dx_plural(vars),
                   agents, dx_plural(agents));
    dx_wish_say(&j->call->wish, &words);
}

static dx_status answer_all(const job *j, dx_text *out, dx_error *error)
{
    const dx_call *call = j->call;
    const char *text = dx_call_text(call, "text");
    bool is_heard = call->wish.say != NULL;
    bool is_own = dx_call_flag(call, "own", false);
    size_t states = (size_t)dx_call_number(call, "states", STATES_USUAL);
    dx_status status = DX_OK;
    for (size_t i = 0; status == DX_OK && i < j->file->query_count; i++) {
        dx_smcdel_answer answer;
        status =
            dx_smcdel_ask(j->structure, j->file, i, states, &answer, error);
        if (status != DX_OK)
            break;
        dx_text_add(out, i > 0 ? ",\n " : "\n ");
        tell_query(j->file, j->store, text, &j->file->queries[i], &answer,
                   dx_call_text(call, "file"), out);
        if (is_heard && is_own)
            say_own(j, text, &j->file->queries[i], &answer);
        else if (is_heard)
            say_answer(j, text, &j->file->queries[i], &answer);
        dx_smcdel_answer_release(&answer);
    }
    return status;
}

dx_status dx_check_smcdel_text(dx_call *call, dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    const char *file = dx_call_text(call, "file");
    job j = {.call = call, .store = dx_formulas_new()};
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
    if (status == DX_OK && call->wish.say != NULL &&
        !dx_call_flag(call, "own", false))
        say_head(&j);
    if (status == DX_OK)
        status = answer_all(&j, out, error);
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
