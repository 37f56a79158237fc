// doxa check for files in SMCDEL's format: the same lines and the same JSON as
// for .dx files, or SMCDEL's own.

#include "cli/check_smcdel.h"

#include "door/tell.h"

#include <stdio.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 28, SHOWN_MAX = 56 };

static const char *const kind_words[] = {"true", "valid", "where"};

bool dx_is_smcdel_path(const char *path)
{
    static const char ending[] = ".smcdel.txt";
    size_t length = strlen(path), end = sizeof ending - 1;
    return length >= end && strcmp(path + length - end, ending) == 0;
}

// Everything that belongs to one file while its queries are answered.
typedef struct job {
    dx_smcdel_check *check;
    const char *path;
    dx_text text;
    dx_formulas *store;
    dx_smcdel *file;
    dx_structure *structure;
} job;

static void add_state(const job *j, const dx_smcdel_set *state,
                      const char *brackets, dx_text *out)
{
    const dx_names *names = dx_formulas_names(j->store);
    dx_text_add_char(out, brackets[0]);
    for (size_t i = 0; i < state->count; i++)
        dx_text_printf(out, "%s%s", i > 0 ? "," : "",
                       dx_names_text(names, j->file->vars[state->at[i]]));
    dx_text_add_char(out, brackets[1]);
}

// ---- For people ----

static void print_answer(const job *j, const dx_smcdel_query *query,
                         const dx_smcdel_answer *answer)
{
    bool is_where = query->kind == DX_SMCDEL_WHERE;
    bool is_good = is_where || answer->is_true;
    dx_text line = {0};
    dx_text_printf(&line, "  %s %-6s %-5s ", is_good ? " " : "!",
                   is_where          ? answer->all_count
                   : answer->is_true ? "yes"
                                     : "no",
                   kind_words[query->kind]);
    dx_smcdel_question(j->text.at, query, SHOWN_MAX, &line);
    for (size_t i = 0; i < answer->state_count; i++) {
        dx_text_add(&line, is_where ? "\n                 "
                                    : "\n                 not at ");
        add_state(j, &answer->states[i], "{}", &line);
    }
    char count[32];
    snprintf(count, sizeof count, "%zu", answer->state_count);
    if (is_where && strcmp(count, answer->all_count) != 0)
        dx_text_printf(&line, "\n                 ... (%s of %s)", count,
                       answer->all_count);
    puts(dx_text_string(&line));
    dx_text_release(&line);
}

// ---- As SMCDEL prints it ----

static void print_own(const job *j, const dx_smcdel_query *query,
                      const dx_smcdel_answer *answer)
{
    dx_text out = {0};
    bool is_where = query->kind == DX_SMCDEL_WHERE;
    dx_text_add(&out, is_where ? "At which states is " : "Is ");
    dx_smcdel_question(j->text.at, query, SIZE_MAX, &out);
    if (query->kind == DX_SMCDEL_TRUE) {
        dx_text_add(&out, " true at ");
        add_state(j, &query->state, "[]", &out);
    }
    dx_text_add(&out, is_where                         ? " true?\n"
                      : query->kind == DX_SMCDEL_VALID ? " valid on the given "
                                                         "structure?\n"
                                                       : "?\n");
    if (!is_where)
        dx_text_add(&out, answer->is_true ? "True\n" : "False\n");
    for (size_t i = 0; is_where && i < answer->state_count; i++) {
        add_state(j, &answer->states[i], "[]", &out);
        dx_text_add_char(&out, '\n');
    }
    puts(dx_text_string(&out));
    dx_text_release(&out);
}

// ---- The file ----

static dx_status ask_all(const job *j, dx_error *error)
{
    for (size_t i = 0; i < j->file->query_count; i++) {
        const dx_smcdel_query *query = &j->file->queries[i];
        dx_smcdel_answer answer;
        dx_status status = dx_smcdel_ask(j->structure, j->file, i,
                                         j->check->states_max, &answer, error);
        if (status != DX_OK)
            return status;
        if (j->check->has_own_form)
            print_own(j, query, &answer);
        else
            print_answer(j, query, &answer);
        if (query->kind != DX_SMCDEL_WHERE && !answer.is_true)
            j->check->all_yes = false;
        dx_smcdel_answer_release(&answer);
    }
    return DX_OK;
}

static void print_head(const job *j)
{
    size_t vars = j->file->var_count, agents = j->file->agent_count;
    printf("%s: %zu variable%s, %zu agent%s\n", j->path, vars, dx_plural(vars),
           agents, dx_plural(agents));
}

dx_status dx_check_smcdel(dx_smcdel_check *check, const char *path,
                          dx_error *error)
{
    job j = {.check = check, .path = path};
    dx_status status = dx_text_read_file(path, FILE_BYTES_MAX, &j.text, error);
    if (status != DX_OK)
        return status;
    j.store = dx_formulas_new();
    status = dx_smcdel_read(j.store, j.text.at, j.text.length, &j.file, error);
    if (status == DX_OK)
        status =
            dx_smcdel_structure(j.store, j.file, NULL, &j.structure, error);
    if (status == DX_OK) {
        if (!check->has_own_form)
            print_head(&j);
        status = ask_all(&j, error);
    }
    if (status != DX_OK)
        dx_error_in_file(error, path);
    dx_structure_free(j.structure);
    dx_smcdel_free(j.file);
    dx_formulas_free(j.store);
    dx_text_release(&j.text);
    return status;
}
