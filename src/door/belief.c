// Belief bases: what a text of one asks, answered.

#include "door/call.h"
#include "door/tell.h"

#include "base/clock.h"
#include "base/members.h"
#include "base/memory.h"
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

static void tell(const telling *s, const char *file)
{
    static const char *const kinds[] = {"sat", "ask", "true", "plan"};
    const dx_belief_query *query = s->query;
    const dx_belief_reply *reply = s->reply;
    dx_text *out = s->out;
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
    json_expected(s);
    dx_text_printf(out, ",\"fine\":%s,\"engine\":\"%s\"",
                   reply->status == DX_OK && reply->is_as_expected ? "true"
                                                                   : "false",
                   query->kind == DX_ASK_TRUE ? "explicit" : "sat");
    json_details(s);
    dx_text_add_char(out, '}');
}

// ---- in words ----

static const char *answer_word(const telling *s)
{
    if (s->reply->status != DX_OK)
        return "undecided";
    if (s->query->kind == DX_ASK_SAT)
        return verdict_words[s->reply->verdict];
    return s->reply->truth ? "yes" : "no";
}

// ---- In words ----

static void add_formulas(const telling *s, size_t count, const dx_formula *all,
                         const char *between)
{
    for (size_t i = 0; i < count; i++) {
        dx_text_add(s->out, i > 0 ? between : "");
        dx_formula_print(s->document->store, all[i], s->out);
    }
}

static void add_state(const telling *s, const char *name,
                      const dx_belief_state *state)
{
    dx_text_printf(s->out, "        %s ", name);
    dx_state_print(&s->document->language, state, s->out);
    dx_text_add_char(s->out, '\n');
}

static void add_model(const telling *s, const char *title,
                      const dx_belief_model *model)
{
    dx_text_printf(s->out, "      %s\n", title);
    add_state(s, "here,", &model->states.at[0]);
    for (size_t i = 1; i < model->states.count; i++)
        add_state(s, "in the context,", &model->states.at[i]);
}

// Where it took too long to find out.
static void add_doubt(const telling *s)
{
    if (!s->reply->is_smallest)
        dx_text_add(s->out, "      (perhaps fewer would do)\n");
}

static void add_core(const telling *s)
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

static void add_verdict_details(const telling *s)
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

static void add_base_details(const telling *s)
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

static void add_plan_details(const telling *s)
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

static void say_expected(const telling *s)
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

static void add_in_words(const telling *s, bool explains)
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
        say_expected(s);
    if (explains && query->kind == DX_ASK_SAT)
        add_verdict_details(s);
    else if (explains && query->kind == DX_ASK_BASE)
        add_base_details(s);
    else if (explains && query->kind == DX_ASK_PLAN)
        add_plan_details(s);
}

// So that no name in it can steer a terminal, long lines cut.
static void say(const dx_call *call, dx_text *words)
{
    enum { LONGEST = 2000 };
    dx_text shown = {0};
    char *all = dx_text_take(words), *rest = all;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && rest != NULL;) {
        size_t length = strlen(line), cut = length < LONGEST ? length : LONGEST;
        while (cut < length && ((unsigned char)line[cut] & 0xC0) == 0x80)
            cut--;
        line[cut] = '\0';
        dx_text_add_shown(&shown, line);
        dx_text_add(&shown, cut < length ? " ...\n" : "\n");
    }
    dx_free(all);
    dx_wish_say(&call->wish, &shown);
}

static void say_head(const dx_call *call, const dx_belief_document *d)
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
    say(call, &head);
}

// ---- what is asked ----

static bool is_stopped(void *state)
{
    return dx_call_is_stopped(state);
}

// Is there the question that was chosen, and are there clauses of one only?
static dx_status check_choice(const dx_call *call,
                              const dx_belief_document *document,
                              dx_error *error)
{
    size_t sats = 0, only = (size_t)dx_call_number(call, "only", 0);
    for (size_t i = 0; i < document->queries.count; i++)
        sats += document->queries.at[i].kind == DX_ASK_SAT &&
                (only == 0 || only == i + 1);
    if (only > document->queries.count)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "there is no question %zu; the file has %zu", only,
                       document->queries.count);
    if (!dx_call_flag(call, "dimacs", false) || sats == 1)
        return DX_OK;
    if (sats == 0)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "--dimacs writes the clauses of a sat question, and %s "
                       "none",
                       only == 0 ? "the file has"
                                 : "the one that was chosen is");
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the file has %zu sat questions, and --dimacs writes "
                   "the clauses of one; choose it with --question N",
                   sats);
}

// The text, perhaps with what is asked behind it: then its own questions go.
static dx_status read(const dx_call *call, dx_belief_document **out,
                      dx_error *error)
{
    const char *file = dx_call_text(call, "file");
    const char *ask = dx_call_text(call, "ask");
    dx_belief_rule rule = dx_call_flag(call, "literal", false)
                              ? DX_EXPAND_LITERAL
                              : DX_EXPAND_REPAIRED;
    dx_text text = {0};
    unsigned lines = 1;
    size_t own = 0;
    dx_text_add(&text, dx_call_text(call, "text"));
    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    if (ask != NULL)
        dx_text_printf(&text, "\n%s", ask);
    dx_status status = dx_belief_document_read_text(
        file != NULL ? file : "<text>", text.at, text.length, rule, out, error);
    dx_text_release(&text);
    if (ask != NULL && status != DX_OK && error->line > lines) {
        error->line -= lines;
        error->file[0] = '\0';
        dx_error_in_file(error, "--ask");
    }
    if (ask == NULL || status != DX_OK)
        return status;
    while (own < (*out)->queries.count &&
           (*out)->queries.at[own].place.line <= lines)
        own++;
    dx_belief_document_skip(*out, own);
    return status;
}

// One question; an error if it makes no sense.  What would take too long is an
// answer.
static dx_status ask(dx_call *call, dx_belief_document *document,
                     const dx_belief_query *query, dx_belief_limits *limits,
                     dx_text *out, dx_text *dimacs, dx_error *error)
{
    dx_belief_reply reply;
    dx_text words = {0};
    bool wants = dx_call_flag(call, "dimacs", false);
    dx_belief_document_ask(document, query, limits, wants ? dimacs : NULL,
                           &reply);
    if (reply.status == DX_ERR_CANCELLED && !dx_call_is_stopped(call))
        reply.status =
            dx_fail(&reply.error, DX_ERR_LIMIT, 0, 0, "the time was over");
    dx_status status = reply.status;
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        status = DX_OK;
    if (status != DX_OK)
        *error = reply.error;
    dx_put_member(out, NULL);
    dx_text_add(out, "\n ");
    tell(&(telling){document, query, &reply, out}, dx_call_text(call, "file"));
    if (call->wish.say != NULL && status == DX_OK) {
        add_in_words(&(telling){document, query, &reply, &words},
                     dx_call_flag(call, "explain", true));
        say(call, &words);
    }
    if (!dx_call_is_patient(call)) // what the whole request may look at
        limits->bases_max -= reply.base_count < limits->bases_max
                                 ? reply.base_count
                                 : limits->bases_max - 1;
    dx_belief_reply_release(&reply);
    return status;
}

static dx_status ask_all(dx_call *call, dx_belief_document *document,
                         dx_text *out, dx_text *dimacs, dx_error *error)
{
    enum { QUERIES_MAX = 200, LITERALS_MAX = 2000000, BASES_MAX = 2000 };
    bool patient = dx_call_is_patient(call);
    size_t only = (size_t)dx_call_number(call, "only", 0);
    double seconds = dx_session_allows(call->session)->seconds;
    dx_belief_limits limits = {
        .literals_max = (size_t)dx_call_number(call, "literals",
                                               patient ? 0 : LITERALS_MAX),
        .bases_max = patient ? 0 : BASES_MAX,
        .search = {.end = dx_cpu_seconds() + (seconds > 0 ? seconds
                                              : patient   ? 60
                                                          : 2),
                   .stop = is_stopped,
                   .stop_state = call}};
    size_t count = document->queries.count;
    dx_status status = check_choice(call, document, error);
    if (status == DX_OK && call->wish.say != NULL)
        say_head(call, document);
    if (!patient && count > QUERIES_MAX)
        count = QUERIES_MAX;
    for (size_t i = 0;
         status == DX_OK && i < count && !dx_call_is_stopped(call); i++)
        if (only == 0 || only == i + 1)
            status = ask(call, document, &document->queries.at[i], &limits, out,
                         dimacs, error);
    return status;
}

// What the document says, and its questions; what is wrong with it is an error
// in the answer, as of a .dx text.
dx_status dx_do_belief(dx_call *call, dx_text *out, dx_error *error)
{
    const char *file = dx_call_text(call, "file");
    dx_belief_document *document = NULL;
    dx_text dimacs = {0};
    dx_status status = read(call, &document, error);
    dx_text_add(out, "{\"queries\":[");
    if (status == DX_OK)
        status = ask_all(call, document, out, &dimacs, error);
    dx_text_add(out, "],\"errors\":[");
    if (status != DX_OK && file != NULL)
        dx_error_in_file(error, file);
    if (status != DX_OK)
        dx_tell_error(status, error, NULL, out);
    dx_text_add_char(out, ']');
    if (dimacs.length > 0)
        dx_put_text(out, "dimacs", dx_text_string(&dimacs));
    dx_text_add_char(out, '}');
    dx_text_release(&dimacs);
    dx_belief_document_free(document);
    return DX_OK;
}
