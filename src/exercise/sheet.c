// Reading a sheet.  What is in braces is .dx and kept as it stands; it is read
// when the task is marked.

#include "exercise/sheet.h"

#include "base/memory.h"
#include "logic/formula/lexer.h"

#include <string.h>

enum { TASKS_MAX = 200, WANTS_MAX = 50 };

static const char *const kinds[DX_EXERCISE_KINDS] = {
    "model", "event", "announcement", "formula", "guess", "valid"};

const char *dx_exercise_kind_name(dx_exercise_kind kind)
{
    return kinds[kind];
}

typedef struct reader {
    dx_lexer lexer;
    dx_sheet *sheet;
    dx_error *error;
} reader;

static dx_status expected(const reader *r, const char *what)
{
    return dx_lexer_expected(&r->lexer, what, r->error);
}

// "...", into *out, which must be empty.
static dx_status read_string(reader *r, const char *what, char **out)
{
    const dx_token *token = &r->lexer.token;
    if (token->kind != DX_TOKEN_STRING)
        return expected(r, what);
    dx_free(*out);
    *out = dx_copy_text_part(token->at, token->length);
    dx_lexer_step(&r->lexer);
    return DX_OK;
}

// { .. }, braces inside it included.
static dx_status read_block(reader *r, char **out)
{
    dx_lexer *lexer = &r->lexer;
    if (!dx_lexer_is(lexer, "{"))
        return expected(r, "'{'");
    dx_lexer_step(lexer);
    size_t start = lexer->last_end;
    for (unsigned depth = 1;; dx_lexer_step(lexer)) {
        depth += dx_lexer_is(lexer, "{");
        depth -= dx_lexer_is(lexer, "}");
        if (depth == 0)
            break;
        if (lexer->token.kind == DX_TOKEN_END)
            return expected(r, "'}'");
    }
    dx_free(*out);
    *out = dx_copy_text_part(lexer->text + start, lexer->last_end - start);
    dx_lexer_step(lexer);
    return DX_OK;
}

static dx_status read_kind(reader *r, dx_exercise *task)
{
    for (size_t k = 0; k < DX_EXERCISE_KINDS; k++)
        if (dx_lexer_take(&r->lexer, kinds[k])) {
            task->kind = (dx_exercise_kind)k;
            return DX_OK;
        }
    return expected(r, "model, event, announcement, formula, guess or valid");
}

// A question up to its words.
static dx_status read_want(reader *r, dx_exercise *task)
{
    size_t start = r->lexer.last_end;
    dx_exercise_want want = {0};
    while (r->lexer.token.kind != DX_TOKEN_STRING &&
           r->lexer.token.kind != DX_TOKEN_END)
        dx_lexer_step(&r->lexer);
    if (r->lexer.token.kind == DX_TOKEN_END || r->lexer.last_end == start)
        return expected(r, "a question and then its words in quotes");
    if (task->wants.count == WANTS_MAX)
        return expected(r, "at most 50 conditions");
    const char *question = r->lexer.text + start;
    size_t length = r->lexer.last_end - start;
    size_t blank = strspn(question, " \t\r\n");
    blank = blank < length ? blank : length;
    want.question = dx_copy_text_part(question + blank, length - blank);
    dx_status status = read_string(r, "words in quotes", &want.words);
    dx_vector_push(&task->wants, want);
    return status;
}

// claim "f" in S5
static dx_status read_claim(reader *r, dx_exercise *task)
{
    dx_logic logic;
    dx_status status = read_string(r, "a formula in quotes", &task->claim);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "in", r->error);
    if (status != DX_OK)
        return status;
    char *name = dx_copy_text_part(r->lexer.token.at, r->lexer.token.length);
    bool is_logic = dx_logic_find(name, &logic);
    dx_free(name);
    if (!is_logic)
        return expected(r, "a logic such as S5");
    task->logic = dx_logic_entry_of(logic);
    dx_lexer_step(&r->lexer);
    return DX_OK;
}

static dx_status read_line(reader *r, dx_exercise *task, bool *out_is_one)
{
    dx_lexer *lexer = &r->lexer;
    *out_is_one = true;
    if (dx_lexer_take(lexer, "model"))
        return read_block(r, &task->model);
    if (dx_lexer_take(lexer, "find"))
        return read_kind(r, task);
    if (dx_lexer_take(lexer, "want"))
        return read_want(r, task);
    if (dx_lexer_take(lexer, "claim"))
        return read_claim(r, task);
    if (dx_lexer_take(lexer, "solution"))
        return read_block(r, &task->solution);
    if (dx_lexer_take(lexer, "hint")) {
        char *hint = NULL;
        dx_status status = read_string(r, "a hint in quotes", &hint);
        if (status == DX_OK)
            dx_vector_push(&task->hints, hint);
        return status;
    }
    *out_is_one = false;
    return DX_OK;
}

static dx_status check_task(const reader *r, const dx_exercise *task)
{
    if (task->kind == DX_EXERCISE_KINDS)
        return expected(r, "'find' in the task before it");
    if (task->kind == DX_EXERCISE_VALID)
        return task->claim == NULL
                   ? expected(r, "'claim' in the task before it")
                   : DX_OK;
    if (task->wants.count == 0)
        return expected(r, "'want' in the task before it");
    if (task->model == NULL && task->kind != DX_EXERCISE_MODEL)
        return expected(r, "'model' in the task before it");
    return DX_OK;
}

static dx_status read_task(reader *r)
{
    dx_exercise *task;
    dx_vector_push(&r->sheet->tasks,
                   ((dx_exercise){.kind = DX_EXERCISE_KINDS,
                                  .line = r->lexer.token.line}));
    task = &r->sheet->tasks.at[r->sheet->tasks.count - 1];
    dx_status status = read_string(r, "the text of the task", &task->text);
    for (bool goes_on = true; status == DX_OK && goes_on;)
        status = read_line(r, task, &goes_on);
    return status == DX_OK ? check_task(r, task) : status;
}

static dx_status read_all(reader *r)
{
    dx_status status = dx_lexer_expect(&r->lexer, "sheet", r->error);
    if (status == DX_OK)
        status = read_string(r, "the title of the sheet", &r->sheet->title);
    while (status == DX_OK && dx_lexer_take(&r->lexer, "task"))
        status = r->sheet->tasks.count < TASKS_MAX
                     ? read_task(r)
                     : expected(r, "at most 200 tasks");
    if (status == DX_OK && r->lexer.token.kind != DX_TOKEN_END)
        return expected(r, "task, model, find, want, claim, hint or solution");
    if (status == DX_OK && r->sheet->tasks.count == 0)
        return expected(r, "a task");
    return status;
}

dx_status dx_sheet_read(const char *name, const char *text, size_t length,
                        dx_sheet **out, dx_error *error)
{
    reader r = {.sheet = dx_alloc(1, sizeof *r.sheet), .error = error};
    dx_lexer_init(&r.lexer, text, length);
    dx_status status = read_all(&r);
    if (status != DX_OK) {
        dx_error_in_file(error, name);
        dx_sheet_free(r.sheet);
        return status;
    }
    *out = r.sheet;
    return DX_OK;
}

void dx_sheet_free(dx_sheet *sheet)
{
    if (sheet == NULL)
        return;
    for (size_t i = 0; i < sheet->tasks.count; i++) {
        dx_exercise *task = &sheet->tasks.at[i];
        for (size_t k = 0; k < task->wants.count; k++) {
            dx_free(task->wants.at[k].question);
            dx_free(task->wants.at[k].words);
        }
        for (size_t k = 0; k < task->hints.count; k++)
            dx_free(task->hints.at[k]);
        dx_vector_release(&task->wants);
        dx_vector_release(&task->hints);
        dx_free(task->text);
        dx_free(task->model);
        dx_free(task->claim);
        dx_free(task->solution);
    }
    dx_vector_release(&sheet->tasks);
    dx_free(sheet->title);
    dx_free(sheet);
}
