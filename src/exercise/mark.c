// Marking: the model, the answer and the conditions become one text in .dx, and
// its questions are asked.  The answer begins on a line of its own, so that its
// mistakes are told with their place in it.

#include "exercise/sheet.h"

#include "base/members.h"
#include "base/memory.h"
#include "logic/dx/engine.h"
#include "logic/formula/parse.h"
#include "proof/valid.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct marking {
    const dx_exercise *task;
    const char *answer;
    dx_text text;
    unsigned first_line; // of the answer in it
    dx_exercise_marks *out;
    dx_error *error;
} marking;

static void add_mark(marking *m, const char *words, bool holds, char *because)
{
    dx_exercise_mark mark = {
        .words = dx_copy_text(words), .because = because, .holds = holds};
    dx_vector_push(m->out, mark);
}

// ---- The text

static void add_model(marking *m)
{
    dx_text_add(&m->text, m->task->model != NULL ? m->task->model : "");
    dx_text_add_char(&m->text, '\n');
}

static void add_answer(marking *m, const char *answer, size_t length)
{
    m->first_line = 1;
    for (size_t i = 0; i < m->text.length; i++)
        m->first_line += m->text.at[i] == '\n';
    dx_text_add_part(&m->text, answer, length);
    dx_text_add_char(&m->text, '\n');
}

// The conditions, each behind `prefix`.
static void add_wants(marking *m, const char *prefix)
{
    for (size_t i = 0; i < m->task->wants.count; i++)
        dx_text_printf(&m->text, "%s%s\n", prefix,
                       m->task->wants.at[i].question);
}

// A formula as answer must be one, and no more: it goes into brackets.
static dx_status check_formula(marking *m)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_status status = dx_parse(store, m->answer, &f, m->error);
    dx_formulas_free(store);
    return status;
}

// The last line of an answer that is an event: after MODEL, EVENT.
static dx_status split_event(marking *m, size_t *out_length, char **out_steps)
{
    const char *last = NULL;
    for (const char *at = m->answer; (at = strstr(at, "after ")) != NULL; at++)
        if (at == m->answer || isspace((unsigned char)at[-1]))
            last = at;
    if (last == NULL || strpbrk(last, ":\"") != NULL ||
        strstr(last, "--") != NULL)
        return dx_fail(m->error, DX_ERR_INPUT, 0, 0,
                       "say at the end what happens: after MODEL, EVENT");
    size_t length = strlen(last);
    while (length > 0 && isspace((unsigned char)last[length - 1]))
        length--;
    *out_length = (size_t)(last - m->answer);
    *out_steps = dx_copy_text_part(last, length);
    return DX_OK;
}

static dx_status compose_event(marking *m)
{
    size_t length = 0;
    char *steps = NULL;
    dx_text prefix = {0};
    dx_status status = split_event(m, &length, &steps);
    if (status != DX_OK)
        return status;
    add_model(m);
    add_answer(m, m->answer, length);
    dx_text_printf(&prefix, "%s: ", steps);
    add_wants(m, dx_text_string(&prefix));
    dx_text_release(&prefix);
    dx_free(steps);
    return DX_OK;
}

// `true at w` and `false at w` of the formula that was given.
static void compose_formula(marking *m)
{
    add_model(m);
    for (size_t i = 0; i < m->task->wants.count; i++) {
        const char *question = m->task->wants.at[i].question;
        bool denies = strncmp(question, "false", 5) == 0;
        dx_text_printf(&m->text, "%s%s: (%s) expect %s\n", denies ? "true" : "",
                       denies ? question + 5 : question, m->answer,
                       denies ? "false" : "true");
    }
}

static dx_status compose(marking *m)
{
    dx_status status = DX_OK;
    dx_text prefix = {0};
    switch (m->task->kind) {
    case DX_EXERCISE_MODEL:
        add_model(m);
        add_answer(m, m->answer, strlen(m->answer));
        add_wants(m, "");
        break;
    case DX_EXERCISE_EVENT:
        return compose_event(m);
    case DX_EXERCISE_ANNOUNCEMENT:
        status = check_formula(m);
        add_model(m);
        dx_text_printf(&prefix, "after !(%s): ", m->answer);
        add_wants(m, dx_text_string(&prefix));
        break;
    case DX_EXERCISE_FORMULA:
        status = check_formula(m);
        compose_formula(m);
        break;
    case DX_EXERCISE_VALID:
        add_answer(m, m->answer, strlen(m->answer));
        dx_text_printf(&m->text, "\"\": frame %s\ntrue ~(%s)\n",
                       m->task->logic->name, m->task->claim);
        break;
    default:
        add_model(m);
        add_wants(m, "");
    }
    dx_text_release(&prefix);
    return status;
}

// ---- Asking

static char *reason_of(const dx_check_answer *answer, const dx_formulas *store)
{
    dx_text text = {0};
    if (answer->status != DX_OK)
        dx_text_add(&text, answer->error.message);
    else if (answer->because != NULL)
        dx_text_add(&text, answer->because);
    else if (answer->has_explanation)
        dx_explanation_print(&answer->explanation, store, &text);
    return text.length > 0 ? dx_text_take(&text) : NULL;
}

// The n-th word of the answer to a guess: yes or no.
static bool guesses(const char *answer, size_t n, bool *out)
{
    for (size_t i = 0;; i++) {
        answer += strspn(answer, " ,;\t\n\r");
        size_t length = strcspn(answer, " ,;\t\n\r");
        if (length == 0)
            return false;
        *out = length == 3 && strncmp(answer, "yes", 3) == 0;
        if (!*out && !(length == 2 && strncmp(answer, "no", 2) == 0))
            return false;
        if (i == n)
            return true;
        answer += length;
    }
}

static dx_status mark_guess(marking *m, size_t n, const dx_check_answer *answer)
{
    bool yes;
    if (!guesses(m->answer, n, &yes))
        return dx_fail(m->error, DX_ERR_INPUT, 0, 0,
                       "answer yes or no to each of the %zu questions",
                       m->task->wants.count);
    add_mark(m, m->task->wants.at[n].words, yes == answer->truth,
             dx_copy_text(answer->truth ? "it is so" : "it is not so"));
    return DX_OK;
}

static const char *words_of(const marking *m, size_t n)
{
    if (m->task->kind != DX_EXERCISE_VALID)
        return m->task->wants.at[n].words;
    return n == 0 ? "it is a model of the logic" : "the claim is false there";
}

static dx_status ask_all(marking *m, const dx_document *document,
                         dx_engine *engine)
{
    size_t count =
        m->task->kind == DX_EXERCISE_VALID ? 2 : m->task->wants.count;
    size_t first = document->queries.count - count;
    dx_status status = DX_OK;
    if (document->queries.count < count)
        return dx_fail(m->error, DX_ERR_INPUT, 0, 0,
                       "the conditions cannot be asked of this");
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        dx_check_answer answer;
        dx_engine_ask(engine, &document->queries.at[first + i],
                      (dx_check_options){.explain = true}, &answer);
        bool holds = answer.status == DX_OK && answer.is_as_expected;
        if (m->task->kind == DX_EXERCISE_GUESS && answer.status == DX_OK)
            status = mark_guess(m, i, &answer);
        else
            add_mark(m, words_of(m, i), holds,
                     holds ? NULL : reason_of(&answer, document->store));
        dx_check_answer_release(&answer);
    }
    return status;
}

// The place of a mistake in the composed text, as one in the answer.
static void place_in_answer(const marking *m)
{
    dx_error *error = m->error;
    unsigned lines = 1;
    for (const char *at = m->answer; *at != '\0'; at++)
        lines += *at == '\n';
    bool is_inside = m->first_line > 0 && error->line >= m->first_line &&
                     error->line < m->first_line + lines;
    error->line = is_inside ? error->line - m->first_line + 1 : 0;
    error->column = is_inside ? error->column : 0;
    error->file[0] = '\0';
}

static dx_status mark_text(marking *m)
{
    dx_document *document;
    dx_engine *engine;
    dx_status status =
        dx_document_read_text("<answer>", dx_text_string(&m->text),
                              m->text.length, &document, m->error);
    if (status != DX_OK) {
        place_in_answer(m);
        return status;
    }
    status =
        dx_engine_new(document, DX_ENGINE_EXPLICIT, NULL, &engine, m->error);
    if (status == DX_OK) {
        status = ask_all(m, document, engine);
        dx_engine_free(engine);
    } else {
        place_in_answer(m);
    }
    dx_document_free(document);
    return status;
}

static bool says_valid(const char *answer)
{
    answer += strspn(answer, " \t\r\n");
    return strncmp(answer, "valid", 5) == 0 &&
           answer[5 + strspn(answer + 5, " \t\r\n.")] == '\0';
}

static dx_status mark_valid(marking *m)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_valid_options options = {.logic = m->task->logic->logic};
    dx_validity answer;
    dx_status status = dx_parse(store, m->task->claim, &f, m->error);
    if (status == DX_OK)
        status = dx_valid(store, f, &options, &answer, m->error);
    if (status == DX_OK) {
        bool holds = answer.verdict == DX_VALID;
        add_mark(m, "it is valid", holds,
                 holds ? NULL
                       : dx_copy_text(answer.verdict == DX_NOT_VALID
                                          ? "there is a countermodel"
                                          : answer.reason));
        dx_validity_release(&answer);
    }
    dx_formulas_free(store);
    return status;
}

dx_status dx_exercise_mark_answer(const dx_exercise *task, const char *answer,
                                  dx_exercise_marks *out, dx_error *error)
{
    marking m = {.task = task, .answer = answer, .out = out, .error = error};
    if (task->kind == DX_EXERCISE_VALID && says_valid(answer))
        return mark_valid(&m);
    dx_status status = compose(&m);
    if (status == DX_OK)
        status = mark_text(&m);
    dx_text_release(&m.text);
    return status;
}

void dx_exercise_marks_release(dx_exercise_marks *marks)
{
    for (size_t i = 0; i < marks->count; i++) {
        dx_free(marks->at[i].words);
        dx_free(marks->at[i].because);
    }
    dx_vector_release(marks);
}

bool dx_exercise_is_solved(const dx_exercise_marks *marks)
{
    for (size_t i = 0; i < marks->count; i++)
        if (!marks->at[i].holds)
            return false;
    return marks->count > 0;
}

void dx_exercise_marks_json(const dx_exercise_marks *marks, size_t task,
                            dx_text *out)
{
    dx_text_printf(out, "{\"task\":%zu,\"solved\":%s,\"conditions\":[", task,
                   dx_exercise_is_solved(marks) ? "true" : "false");
    for (size_t i = 0; i < marks->count; i++) {
        dx_put_open(out, NULL, '{');
        dx_text_add(out, "\"words\":");
        dx_text_add_json(out, marks->at[i].words);
        dx_put_flag(out, "holds", marks->at[i].holds);
        if (marks->at[i].because != NULL)
            dx_put_text(out, "because", marks->at[i].because);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "]}");
}
