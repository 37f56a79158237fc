// What belief-base files ask, answered and printed.

#include "cli/belief.h"

#include "cli/command.h"
#include "door/tell.h"

#include "base/memory.h"
#include "logic/formula/print.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const verdict_words[] = {"valid", "satisfiable",
                                            "unsatisfiable"};

typedef struct session {
    dx_belief_check *check;
    dx_belief_document *document;
    const dx_belief_query *query;
    const dx_belief_reply *reply;
    dx_text *out;
} session;

static const char *answer_word(const session *s)
{
    if (s->reply->status != DX_OK)
        return "undecided";
    if (s->query->kind == DX_ASK_SAT)
        return verdict_words[s->reply->verdict];
    return s->reply->truth ? "yes" : "no";
}

// ---- In words ----

static void add_formulas(const session *s, size_t count, const dx_formula *all,
                         const char *between)
{
    for (size_t i = 0; i < count; i++) {
        dx_text_add(s->out, i > 0 ? between : "");
        dx_formula_print(s->document->store, all[i], s->out);
    }
}

static void add_state(const session *s, const char *name,
                      const dx_belief_state *state)
{
    dx_text_printf(s->out, "        %s ", name);
    dx_state_print(&s->document->language, state, s->out);
    dx_text_add_char(s->out, '\n');
}

static void add_model(const session *s, const char *title,
                      const dx_belief_model *model)
{
    dx_text_printf(s->out, "      %s\n", title);
    add_state(s, "here,", &model->states.at[0]);
    for (size_t i = 1; i < model->states.count; i++)
        add_state(s, "in the context,", &model->states.at[i]);
}

// Where it took too long to find out.
static void add_doubt(const session *s)
{
    if (!s->reply->is_smallest)
        dx_text_add(s->out, "      (perhaps fewer would do)\n");
}

static void add_core(const session *s)
{
    const dx_belief_reply *reply = s->reply;
    bool is_valid = reply->verdict == DX_BELIEF_VALID;
    if (is_valid && reply->core.count == 0)
        return;
    dx_text_add(s->out, is_valid ? "      it follows from:\n"
                        : reply->core.count == 1
                            ? "      this cannot be true:\n"
                            : "      these cannot be true together:\n");
    for (size_t i = 0; i < reply->core.count; i++) {
        dx_text_add(s->out, "        ");
        dx_formula_print(s->document->store, reply->core.at[i], s->out);
        dx_text_add_char(s->out, '\n');
    }
    add_doubt(s);
}

static void add_verdict_details(const session *s)
{
    const dx_belief_reply *reply = s->reply;
    if (reply->verdict != DX_BELIEF_SATISFIABLE)
        add_core(s);
    if (reply->verdict == DX_BELIEF_SATISFIABLE) {
        add_model(s, "true in this model, checked:", &reply->model);
        add_model(s, "false in this one, checked:", &reply->counter);
    }
}

static bool has_core(const dx_belief_document *d)
{
    for (size_t i = 0; i < d->base.count; i++)
        if (d->base.at[i].source == DX_FROM_CORE)
            return true;
    return false;
}

static void add_base_details(const session *s)
{
    const dx_belief_reply *reply = s->reply;
    if (reply->is_hopeless)
        dx_text_add(s->out, "      the base contradicts itself: everything "
                            "follows from it\n");
    if (reply->is_refused)
        dx_text_printf(s->out, "      refused: it contradicts %s\n",
                       has_core(s->document) ? "the core, or itself"
                                             : "itself");
    if (reply->given_up.count > 0) {
        dx_text_add(s->out, "      given up: ");
        add_formulas(s, reply->given_up.count, reply->given_up.at, "; ");
        dx_text_add_char(s->out, '\n');
    }
    if (reply->because.count > 0) {
        dx_text_add(s->out, "      because: ");
        add_formulas(s, reply->because.count, reply->because.at, "; ");
        dx_text_add_char(s->out, '\n');
        add_doubt(s);
    }
}

static void add_plan_details(const session *s)
{
    const dx_belief_reply *reply = s->reply;
    if (reply->truth && reply->plan.count == 0)
        dx_text_add(s->out, "      it is so already\n");
    for (size_t i = 0; i < reply->plan.count; i++) {
        dx_text_printf(s->out, "      %zu. +", i + 1);
        dx_formula_print(s->document->store, reply->plan.at[i], s->out);
        dx_text_add_char(s->out, '\n');
    }
    add_base_details(s);
}

static void add_expected(const session *s)
{
    const dx_belief_query *query = s->query;
    dx_text_add(s->out, "      expected ");
    if (query->has_length)
        dx_text_printf(s->out, "a plan of %u event%s", query->expected_length,
                       dx_plural(query->expected_length));
    else if (query->kind == DX_ASK_SAT)
        dx_text_add(s->out, verdict_words[query->expected_verdict]);
    else
        dx_text_add(s->out, query->expected_truth ? "yes" : "no");
    dx_text_add_char(s->out, '\n');
}

static void add_in_words(const session *s)
{
    const dx_belief_query *query = s->query;
    const dx_belief_reply *reply = s->reply;
    bool good = reply->status == DX_OK && reply->is_as_expected;
    dx_text_printf(s->out, "  %s %s: %s\n", good ? " " : "!", answer_word(s),
                   query->title != NULL ? query->title : query->text);
    if (reply->status != DX_OK) {
        dx_text_printf(s->out, "      %s\n", reply->error.message);
        return;
    }
    if (!good && query->has_expectation)
        add_expected(s);
    if (!s->check->has_details)
        return;
    if (query->kind == DX_ASK_SAT)
        add_verdict_details(s);
    else if (query->kind == DX_ASK_BASE)
        add_base_details(s);
    else if (query->kind == DX_ASK_PLAN)
        add_plan_details(s);
}

// Prints it so that no name in it can steer a terminal, long lines cut.
static void print_lines(dx_text *out)
{
    enum { LONGEST = 2000 };
    char *rest = dx_text_take(out), *line = rest;
    while (*line != '\0') {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n');
        size_t cut = length < LONGEST ? length : LONGEST;
        while (cut < length && ((unsigned char)line[cut] & 0xC0) == 0x80)
            cut--;
        line[cut] = '\0';
        dx_print_shown(stdout, line);
        puts(cut < length ? " ..." : "");
        line = next;
    }
    dx_free(rest);
}

// ---- Files ----

static bool prints_dimacs(const dx_belief_check *check)
{
    return check->dimacs != NULL && strcmp(check->dimacs, "-") == 0;
}

static dx_status write_dimacs(const char *path, dx_text *dimacs,
                              dx_error *error)
{
    if (strcmp(path, "-") == 0) {
        fwrite(dimacs->at, 1, dimacs->length, stdout);
        return DX_OK;
    }
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(dimacs->at, 1, dimacs->length,
                                          file) == dimacs->length;
    if (file != NULL && fclose(file) != 0)
        written = false;
    if (written)
        return DX_OK;
    dx_status status = dx_fail(error, DX_ERR_FILE, 0, 0, "%s", strerror(errno));
    dx_error_in_file(error, path);
    return status;
}

// A limit or an interruption is an answer: there is none.
static bool is_undecided(dx_status status)
{
    return status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED;
}

static void note(dx_belief_check *check, const dx_belief_reply *reply)
{
    bool is_answer = reply->status == DX_OK;
    check->any_undecided |= reply->status == DX_ERR_LIMIT;
    check->is_interrupted |= reply->status == DX_ERR_CANCELLED;
    check->all_yes = check->all_yes && is_answer && reply->is_as_expected;
}

static dx_status ask(dx_belief_check *check, dx_belief_document *document,
                     const dx_belief_query *query, dx_error *error)
{
    dx_text dimacs = {0}, words = {0};
    bool wants = check->dimacs != NULL && query->kind == DX_ASK_SAT;
    dx_belief_reply reply;
    dx_belief_document_ask(document, query, &check->limits,
                           wants ? &dimacs : NULL, &reply);
    session s = {check, document, query, &reply,
                 check->json != NULL ? check->json : &words};
    dx_status status = reply.status;
    if (status != DX_OK && !is_undecided(status))
        *error = reply.error;
    else
        status = dimacs.length > 0 ? write_dimacs(check->dimacs, &dimacs, error)
                                   : DX_OK;
    if (status == DX_OK) {
        note(check, &reply);
        if (check->json == NULL) {
            add_in_words(&s);
        } else {
            dx_text_add(s.out, (*check->questions)++ > 0 ? ",\n " : "\n ");
            dx_tell_belief(document, query, &reply, document->path, s.out);
        }
    }
    if (words.length > 0 && !prints_dimacs(check))
        print_lines(&words);
    dx_belief_reply_release(&reply);
    dx_text_release(&dimacs);
    dx_text_release(&words);
    return status;
}

static dx_status ask_all(dx_belief_check *check, dx_belief_document *document,
                         dx_error *error)
{
    dx_status status = DX_OK;
    for (size_t i = 0; i < document->queries.count && status == DX_OK &&
                       !check->is_interrupted;
         i++)
        if (check->only == 0 || check->only == i + 1)
            status = ask(check, document, &document->queries.at[i], error);
    return status;
}

static void print_head(const dx_belief_document *d)
{
    dx_text head = {0};
    size_t beliefs = d->base.count, states = d->model.states.count;
    dx_text_printf(&head, "%s:", d->path);
    if (beliefs > 0)
        dx_text_printf(&head, " %zu belief%s of %s", beliefs,
                       dx_plural(beliefs),
                       dx_formulas_name_text(d->store, d->language.machine));
    if (states > 0)
        dx_text_printf(&head, "%s %zu state%s", beliefs > 0 ? "," : "", states,
                       dx_plural(states));
    dx_text_printf(&head, "%s %zu question%s\n",
                   beliefs + states > 0 ? "," : "", d->queries.count,
                   dx_plural(d->queries.count));
    print_lines(&head);
    dx_text_release(&head);
}

// Is there the question that was chosen, and are there clauses of one only?
static dx_status check_choice(const dx_belief_check *check,
                              const dx_belief_document *document,
                              dx_error *error)
{
    size_t sats = 0;
    for (size_t i = 0; i < document->queries.count; i++)
        sats += document->queries.at[i].kind == DX_ASK_SAT &&
                (check->only == 0 || check->only == i + 1);
    if (check->only > document->queries.count)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "there is no question %zu; the file has %zu",
                       check->only, document->queries.count);
    if (check->dimacs != NULL && sats == 0)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "--dimacs writes the clauses of a sat question, and %s "
                       "none",
                       check->only == 0 ? "the file has"
                                        : "the one that was chosen is");
    if (check->dimacs != NULL && sats > 1)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "the file has %zu sat questions, and --dimacs writes "
                       "the clauses of one; choose it with --question N",
                       sats);
    return DX_OK;
}

// The file with what is asked behind it; its own questions go.
static dx_status read_with(const dx_belief_check *check, const char *path,
                           dx_belief_document **out, dx_error *error)
{
    enum { BYTES_MAX = 1 << 26 };
    dx_text text = {0};
    unsigned lines = 1;
    dx_status status = dx_text_read_file(path, BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    dx_text_printf(&text, "\n%s", check->ask);
    status = dx_belief_document_read_text(path, text.at, text.length,
                                          check->rule, out, error);
    dx_text_release(&text);
    if (status != DX_OK && error->line > lines) {
        error->line -= lines;
        error->file[0] = '\0';
        dx_error_in_file(error, "--ask");
    }
    size_t own = 0;
    while (status == DX_OK && own < (*out)->queries.count &&
           (*out)->queries.at[own].place.line <= lines)
        own++;
    if (status == DX_OK)
        dx_belief_document_skip(*out, own);
    return status;
}

dx_status dx_check_beliefs(dx_belief_check *check, const char *path,
                           dx_error *error)
{
    dx_belief_document *document;
    dx_status status =
        check->ask != NULL
            ? read_with(check, path, &document, error)
            : dx_belief_document_read(path, check->rule, &document, error);
    if (status != DX_OK)
        return status;
    status = check_choice(check, document, error);
    if (status != DX_OK)
        dx_error_in_file(error, path);
    if (status == DX_OK && check->json == NULL && !prints_dimacs(check))
        print_head(document);
    if (status == DX_OK)
        status = ask_all(check, document, error);
    dx_belief_document_free(document);
    return status;
}
