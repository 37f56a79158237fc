// Logic: a .dx text with its questions, a picture of its model, and whether a
// formula is valid.  Texts from outside include no files, pictures are laid out
// by ourselves, and models have fewer worlds than at home.

#include "door/call.h"
#include "door/tell.h"

#include "base/clock.h"
#include "base/heed.h"
#include "base/members.h"
#include "base/memory.h"
#include "base/vector.h"
#include "door/limits.h"
#include "logic/draw/draw.h"
#include "logic/dx/after.h"
#include "logic/dx/engine.h"
#include "logic/dx/idle.h"
#include "logic/dx/notes.h"
#include "logic/formula/habit.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "logic/json/model.h"

#include <string.h>

enum {
    QUERIES_MAX = 200,
    WORLDS_MAX = 1 << 18,
    STEPS_MAX = 1 << 24,
    VALID_WORLDS_MAX = 5000,
    VALID_SECONDS_MAX = 2, // of CPU
    VALID_WORLDS_PATIENT = 20000,
    VALID_SECONDS_PATIENT = 10,
    CHECK_SECONDS_MAX = 5, // the same, of a request
    STATES_USUAL = 60,
};

// Of questions from outside: steps decide, seconds only cut.
static const dx_build_limits outside_limits = {
    .worlds_max = 1 << 20, .steps_max = 1 << 26, .products_max = 1 << 20};

// From here on the request has so much time; answers the end before.
static double begin(const dx_call *call)
{
    double before = dx_heed_until(0);
    dx_heed_until(dx_call_is_patient(call)
                      ? before
                      : dx_cpu_seconds() + CHECK_SECONDS_MAX);
    return before;
}

// What was called off while somebody waits for it was out of time.
static dx_status say_late(const dx_call *call, dx_status status,
                          dx_error *error)
{
    if (status != DX_ERR_CANCELLED || dx_call_is_stopped(call))
        return status;
    return dx_fail(error, DX_ERR_LIMIT, error->line, error->column,
                   "a request has %d s of CPU", CHECK_SECONDS_MAX);
}

// ---- a .dx text ----

typedef struct text_model {
    dx_document *document;
    dx_engine *engine; // NULL: none yet
    dx_stages stages;
    bool is_built;
    size_t after;    // updates that were asked for
    size_t question; // whose: of the one in this line, else of the longest
} text_model;

// What a session keeps under a handle.
struct dx_kept {
    dx_document *document;
    dx_engine *engine;
};

void dx_kept_free(struct dx_kept *kept)
{
    if (kept == NULL)
        return;
    dx_engine_free(kept->engine);
    dx_document_free(kept->document);
    dx_free(kept);
}

static dx_status build(text_model *t, dx_error *error)
{
    dx_build_limits limits = {.worlds_max = WORLDS_MAX,
                              .steps_max = STEPS_MAX,
                              .products_max = WORLDS_MAX};
    dx_model *model;
    dx_status status = dx_build_model(t->document, &limits, &model, error);
    if (status != DX_OK)
        return status;
    dx_stages_init(&t->stages, t->document, model, &limits);
    t->is_built = true;
    return DX_OK;
}

static void text_model_release(text_model *t)
{
    if (t->is_built)
        dx_stages_release(&t->stages);
    if (t->engine != NULL)
        dx_engine_free(t->engine);
    dx_document_free(t->document);
}

// The question whose updates are shown: the one that was asked for, else that
// with the most.
static const dx_query *stepped(const text_model *t)
{
    const dx_query *best = NULL;
    for (size_t i = 0; i < t->document->queries.count; i++) {
        const dx_query *query = &t->document->queries.at[i];
        if (query->place.line == t->question && query->steps.count > 0)
            return query;
        if (query->steps.count > (best != NULL ? best->steps.count : 0))
            best = query;
    }
    return best;
}

// The model after the first `count` updates of a question.
static dx_status go_to(text_model *t, const dx_query *query, size_t count,
                       const dx_model **out, dx_error *error)
{
    dx_query part = {.kind = DX_QUERY_COUNT};
    size_t point = DX_NOT_FOUND;
    const dx_model *first = t->stages.at.at[0].model;
    if (query != NULL) {
        part = *query;
        part.steps.count = count < part.steps.count ? count : part.steps.count;
        part.at.is_given = false;
    }
    if (t->document->actual.is_given)
        point = dx_model_actual(first);
    t->stages.must_be_exact = true;
    dx_status status = dx_stages_go(&t->stages, &part, &point, error);
    if (status == DX_OK)
        status = dx_stages_settle(&t->stages, &point, error);
    if (status == DX_OK) {
        *out = dx_stages_last(&t->stages)->model;
        if (point != DX_NOT_FOUND && *out != first)
            dx_model_set_actual(dx_stages_last(&t->stages)->model, point);
    }
    return status;
}

static void add_error(dx_status status, const dx_error *error, dx_text *errors)
{
    dx_put_member(errors, NULL);
    dx_tell_error(status, error, NULL, errors);
}

// Updates, as far as their worlds can be listed: that they cannot is no mistake
// of the text, whose questions may be answered without.
static void add_steps(text_model *t, dx_text *out, dx_text *errors)
{
    const dx_query *query = stepped(t);
    const dx_model *model;
    dx_error error = {.message = ""};
    size_t count = query != NULL ? query->steps.count : 0;
    dx_text_add(out, ",\"steps\":[");
    for (size_t i = 0; i < count; i++) {
        dx_status status = go_to(t, query, i + 1, &model, &error);
        if (status != DX_OK) {
            if (status != DX_ERR_LIMIT)
                add_error(status, &error, errors);
            break;
        }
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "update", query->steps.at[i].text);
        dx_text_printf(out, ",\"count\":\"%zu\"}", dx_model_world_count(model));
    }
    dx_text_add_char(out, ']');
    if (go_to(t, query, t->after, &model, &error) == DX_OK &&
        dx_model_world_count(model) <= DX_MODEL_SHOWN_MAX) {
        dx_text_add(out, ",\"model\":");
        dx_model_write_json(model, t->document->actual.is_given, out);
    }
}

// ---- its questions ----

static void add_worlds(const dx_call *call, const dx_document *document,
                       dx_engine *engine, dx_text *out)
{
    dx_text worlds = {0}, words = {0};
    size_t agents = document->agents.count;
    dx_engine_print_count(engine, &worlds);
    if (call->wish.say != NULL) {
        dx_text_add_shown(&words, document->files.at[0]);
        dx_text_printf(&words, ": %s world%s, %zu agent%s\n",
                       dx_text_string(&worlds),
                       strcmp(dx_text_string(&worlds), "1") == 0 ? "" : "s",
                       agents, dx_plural(agents));
        dx_wish_say(&call->wish, &words);
    }
    dx_put_said(out, "worlds", &worlds);
}

// Those from `first` on, as many as a request may have.
static dx_status add_queries(const dx_call *call, const dx_document *document,
                             size_t first, dx_engine *engine, dx_text *out,
                             dx_error *error)
{
    bool has_file = dx_call_text(call, "file") != NULL;
    size_t count = document->queries.count;
    dx_check_options options = {
        .states_max = (size_t)dx_call_number(call, "states", STATES_USUAL),
        .explain = dx_call_flag(call, "explain", true)};
    size_t i = first;
    dx_text words = {0};
    dx_text_add(out, ",\"queries\":[");
    for (; i < count && !dx_call_is_stopped(call); i++) {
        dx_check_answer answer;
        if (!dx_call_is_patient(call) &&
            (i >= QUERIES_MAX || dx_is_called_off()))
            break;
        dx_engine_ask(engine, &document->queries.at[i], options, &answer);
        if (answer.status == DX_ERR_CANCELLED) {
            dx_check_answer_release(&answer);
            break;
        }
        dx_text_add(out, i > first ? ",\n " : "\n ");
        dx_tell_query(document, &answer, has_file, out);
        if (call->wish.say != NULL && answer.status == DX_OK) {
            dx_say_query(document, &answer, options.explain,
                         dx_session_allows(call->session)->in_colours, &words);
            dx_wish_say(&call->wish, &words);
        }
        dx_check_answer_release(&answer);
    }
    dx_text_add_char(out, ']');
    if (i == count || dx_call_is_stopped(call))
        return DX_OK;
    return dx_fail(error, DX_ERR_LIMIT, document->queries.at[i].place.line, 0,
                   "a request has at most %d questions and %d s of CPU: this "
                   "and what follows was not answered",
                   QUERIES_MAX, CHECK_SECONDS_MAX);
}

static void add_notes(const dx_call *call, const dx_document *document,
                      dx_text *out)
{
    bool has_file = dx_call_text(call, "file") != NULL;
    for (size_t i = 0; i < document->notes.count; i++) {
        dx_text_add(out, i > 0 ? ",\n " : ",\"notes\":[\n ");
        dx_tell_note(document, &document->notes.at[i], has_file, out);
    }
    dx_text_add(out, document->notes.count > 0 ? "]" : "");
}

static dx_status choose_engine(const dx_call *call, dx_engine_choice *out,
                               dx_error *error)
{
    const char *name = dx_call_text(call, "engine");
    *out = name == NULL     ? DX_ENGINE_AUTOMATIC
           : name[0] == 'e' ? DX_ENGINE_EXPLICIT
                            : DX_ENGINE_SYMBOLIC;
    if (name == NULL || strcmp(name, "explicit") == 0 ||
        strcmp(name, "symbolic") == 0)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "there is no engine '%.40s'; expected explicit or symbolic",
                   name);
}

static dx_status answer_all(const dx_call *call, text_model *t, dx_text *out,
                            dx_text *notes, dx_error *error)
{
    dx_engine_choice choice;
    dx_status status = choose_engine(call, &choice, error);
    if (status == DX_OK)
        status =
            dx_engine_new(t->document, choice,
                          dx_call_is_patient(call) ? NULL : &outside_limits,
                          &t->engine, error);
    if (status != DX_OK) {
        status = say_late(call, status, error);
        t->engine = NULL;
        dx_text_add(out, ",\"queries\":[]");
        return status;
    }
    add_worlds(call, t->document, t->engine, out);
    status = add_queries(call, t->document, 0, t->engine, out, error);
    if (status == DX_OK)
        status = dx_check_idle_events(t->document, t->engine, error);
    dx_document_find_notes(t->document, t->engine);
    add_notes(call, t->document, notes);
    return status;
}

static void add_agents(const dx_document *document, dx_text *out)
{
    dx_text_add(out, "{\"agents\":[");
    for (size_t i = 0; i < document->agents.count; i++)
        dx_put_text(out, NULL,
                    dx_names_text(dx_formulas_names(document->store),
                                  document->agents.at[i]));
    dx_text_add_char(out, ']');
}

// A text that is called like a file may include others only where the front end
// says that this is its own machine.
static dx_status read_text(const dx_call *call, text_model *t, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    const char *file = dx_call_text(call, "file");
    bool may_read = dx_session_allows(call->session)->includes;
    t->after = (size_t)dx_call_number(call, "after", 0);
    t->question = (size_t)dx_call_number(call, "question", 0);
    dx_status status =
        dx_document_read_text(may_read && file != NULL ? file : "<text>", text,
                              strlen(text), &t->document, error);
    if (may_read || file == NULL)
        return status;
    if (status == DX_OK) {
        dx_free(t->document->files.at[0]);
        t->document->files.at[0] = dx_copy_text(file);
    } else {
        snprintf(error->file, sizeof error->file, "%s", file);
    }
    return status;
}

// Questions about a model that the session keeps.
static dx_status ask_kept(const dx_call *call, struct dx_kept *kept,
                          dx_text *out, dx_error *error)
{
    const char *text = dx_call_text(call, "text");
    const char *file = dx_call_text(call, "file");
    size_t first = kept->document->queries.count;
    dx_text errors = {0};
    dx_status status =
        dx_document_read_more(kept->document, file != NULL ? file : "<text>",
                              text, strlen(text), error);
    add_agents(kept->document, out);
    add_worlds(call, kept->document, kept->engine, out);
    dx_status asked =
        add_queries(call, kept->document, first, kept->engine, out, error);
    if (status != DX_OK || asked != DX_OK)
        add_error(status != DX_OK ? status : asked, error, &errors);
    dx_document_forget(kept->document, first);
    dx_text_printf(out, ",\"steps\":[],\"errors\":[%s]}",
                   dx_text_string(&errors));
    dx_text_release(&errors);
    return DX_OK;
}

// Puts the model under a handle and tells it.
static dx_status keep(dx_call *call, text_model *t, dx_text *out,
                      dx_error *error)
{
    size_t bytes = strlen(dx_call_text(call, "text"));
    dx_opened opened = {.kept = dx_alloc(1, sizeof *opened.kept)};
    *opened.kept = (struct dx_kept){t->document, t->engine};
    if (t->is_built)
        dx_stages_release(&t->stages);
    *t = (text_model){.document = NULL};
    const char *handle = dx_session_put(call->session, NULL, &opened, bytes);
    if (handle != NULL) {
        dx_text_printf(out, ",\"kept\":\"%s\"", handle);
        return DX_OK;
    }
    dx_opened_release(&opened);
    return dx_session_is_full(call, error);
}

// The model's text with its questions; then it is kept, if that is wanted.
static dx_status check_text(dx_call *call, dx_text *out, dx_error *error)
{
    text_model t = {.document = NULL};
    dx_text errors = {0}, notes = {0};
    bool is_kept = dx_call_flag(call, "keep", false);
    dx_status status = read_text(call, &t, error);
    if (status != DX_OK) {
        dx_text_add(out, "{\"agents\":[],\"queries\":[],\"steps\":[]");
        add_error(status, error, &errors);
    } else {
        add_agents(t.document, out);
        status = answer_all(call, &t, out, &notes, error);
        if (status != DX_OK)
            add_error(status, error, &errors);
        if (json_object_get(call->in, "after") != NULL &&
            build(&t, error) == DX_OK) {
            add_steps(&t, out, &errors);
            dx_tell_events(t.document, out);
        } else {
            dx_text_add(out, ",\"steps\":[]");
        }
    }
    dx_text_printf(out, ",\"errors\":[%s]%s", dx_text_string(&errors),
                   dx_text_string(&notes));
    status = is_kept && t.engine != NULL ? keep(call, &t, out, error) : DX_OK;
    dx_text_add_char(out, '}');
    dx_text_release(&errors);
    dx_text_release(&notes);
    text_model_release(&t);
    return status;
}

static dx_status check(dx_call *call, dx_text *out, dx_error *error)
{
    const char *format = dx_call_text(call, "format");
    if (format != NULL && strcmp(format, "smcdel") == 0)
        return dx_check_smcdel_text(call, out, error);
    const char *model = dx_call_text(call, "model");
    if (model == NULL)
        return check_text(call, out, error);
    struct dx_kept *kept = dx_session_kept(call->session, model, error);
    return kept != NULL ? ask_kept(call, kept, out, error) : DX_ERR_INPUT;
}

dx_status dx_do_check(dx_call *call, dx_text *out, dx_error *error)
{
    double before = begin(call);
    dx_status status = check(call, out, error);
    dx_heed_until(before);
    return say_late(call, status, error);
}

// ---- pictures ----

// The form of a picture that was asked for; false: none of these.
static bool choose_format(dx_call *call, dx_draw_format *out)
{
    static const struct {
        const char *name, *type;
        dx_draw_format format;
    } kinds[] = {{"svg", "image/svg+xml", DX_DRAW_SVG},
                 {"places", "application/json", DX_DRAW_PLACES},
                 {"dot", "text/vnd.graphviz", DX_DRAW_DOT},
                 {"tikz", "text/x-tex", DX_DRAW_TIKZ}};
    const char *format = dx_call_text(call, "format");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(format != NULL ? format : "svg", kinds[i].name) == 0) {
            call->type = kinds[i].type;
            *out = kinds[i].format;
            return true;
        }
    return false;
}

static dx_status draw_as(const text_model *t, const dx_model *model,
                         dx_call *call, dx_text *out, dx_error *error)
{
    const char *name = dx_call_text(call, "layout");
    const char *format = dx_call_text(call, "format");
    size_t step = (size_t)dx_call_number(call, "step", 0);
    const dx_query *query = stepped(t);
    dx_draw_options options = {.layout = DX_LAYOUT_AUTO,
                               .hides_actual = !t->document->actual.is_given &&
                                               dx_model_world_count(model) > 1};
    if (name != NULL && !dx_layout_find(name, &options.layout))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"layout\": expected auto, or the name of one");
    if (!choose_format(call, &options.format)) {
        if (step > 0 || strcmp(format, "json") != 0)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "\"format\": expected svg, dot, tikz%s",
                           step > 0 ? " or places" : ", places or json");
        call->type = "application/json";
        dx_model_write_json(model, true, out);
        return DX_OK;
    }
    if (step == 0)
        return dx_model_draw(model, &options, out, error);
    if (query == NULL || step > query->steps.count)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"step\": the question has %zu updates",
                       query != NULL ? query->steps.count : 0);
    return dx_draw_step(t->document, &query->steps.at[step - 1], options, out,
                        error);
}

dx_status dx_do_draw(dx_call *call, dx_text *out, dx_error *error)
{
    text_model t = {.document = NULL};
    const dx_model *model;
    double before = begin(call);
    dx_status status = read_text(call, &t, error);
    if (status == DX_OK)
        status = build(&t, error);
    if (status == DX_OK)
        status = go_to(&t, stepped(&t), t.after, &model, error);
    if (status == DX_OK)
        status = draw_as(&t, model, call, out, error);
    text_model_release(&t);
    dx_heed_until(before);
    return say_late(call, status, error);
}

// ---- validity ----

typedef DX_VECTOR(dx_formula) premises;

// Each text has one or several, with ';' between them.
static dx_status read_premises(const dx_call *call, dx_formulas *store,
                               premises *out, dx_error *error)
{
    const json_t *given = json_object_get(call->in, "given");
    for (size_t i = 0; i < json_array_size(given); i++) {
        const char *text = json_string_value(json_array_get(given, i));
        dx_lexer lexer;
        dx_lexer_init(&lexer, text, strlen(text));
        for (bool is_more = true; is_more;) {
            dx_formula premise;
            dx_status status = dx_parse_formula(&lexer, store, &premise, error);
            is_more = lexer.token.kind != DX_TOKEN_END;
            if (status == DX_OK && is_more)
                status = dx_lexer_expect(&lexer, ";", error);
            if (status != DX_OK) {
                dx_error_in_file(error, "given");
                return status;
            }
            dx_vector_push(out, premise);
        }
    }
    return DX_OK;
}

// K(a,p) is an atom like any other, but hardly ever meant.
static void note_habits(const dx_formulas *store, dx_text *out)
{
    for (dx_formula f = 0; f < dx_formulas_count(store); f++) {
        if (dx_formula_kind(store, f) != DX_APPLY ||
            dx_formula_count(store, f) == 1)
            continue;
        const char *name = dx_formula_text(store, f), *agent;
        const char *op = dx_habit_operator(name, &agent);
        if (op == NULL || (*agent != '\0' && agent[-1] != '_'))
            continue;
        dx_text meant = {0};
        dx_habit_print(op, *agent != '\0' ? agent : "a", &meant);
        dx_text_printf(out,
                       "%s(..) is taken for an atom; agents stand in square "
                       "brackets: %s",
                       name, dx_text_string(&meant));
        dx_text_release(&meant);
        return;
    }
}

static dx_valid_options limits_of(const dx_call *call)
{
    double seconds = dx_session_allows(call->session)->seconds;
    bool patient = dx_call_is_patient(call);
    return (dx_valid_options){
        .worlds_max = call->wish.limit > 0 ? (size_t)call->wish.limit
                      : patient            ? VALID_WORLDS_PATIENT
                                           : VALID_WORLDS_MAX,
        .seconds_max = seconds > 0 ? seconds
                       : patient   ? VALID_SECONDS_PATIENT
                                   : VALID_SECONDS_MAX,
        .satisfiable = dx_call_flag(call, "satisfiable", false),
        .proof_lines = (size_t)dx_call_number(call, "proof", 200)};
}

static dx_status read_question(const dx_call *call, dx_valid_options *options,
                               dx_formulas *store, premises *given,
                               dx_formula *out, dx_error *error)
{
    const char *logic = dx_call_text(call, "logic");
    const char *file = dx_call_text(call, "file");
    const char *text = dx_call_text(call, "text"); // of any length
    const char *formula = text != NULL ? text : call->wish.formula;
    if (!dx_logic_find(logic != NULL ? logic : "S5", &options->logic))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "there is no logic '%s'; a logic is K with any of D, T, "
                       "B, 4 and 5 behind it, S4, S5, or KDI4, KDI4s, KDI45, "
                       "KDI4s5 or KD4s5s",
                       logic);
    dx_status status = read_premises(call, store, given, error);
    options->premises = given->at;
    options->premise_count = given->count;
    if (status != DX_OK)
        return status;
    if ((text == NULL) == (call->wish.formula == NULL))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "expected one of \"formula\" and \"text\"");
    status = dx_parse(store, formula, out, error);
    if (status != DX_OK && file != NULL)
        dx_error_in_file(error, file);
    return status;
}

// What would have taken too long is an answer: who is patient may try ten times
// as much.
static dx_status decide(const dx_call *call, dx_formulas *store, dx_formula f,
                        const dx_valid_options *o, dx_validity *out,
                        dx_error *error)
{
    double end = dx_heed_until(0); // its own limit says more
    dx_status status = dx_valid(store, f, o, out, error);
    dx_heed_until(end);
    if (status == DX_ERR_LIMIT) {
        *out = (dx_validity){.verdict = DX_NOT_DECIDED, .engine = "none"};
        snprintf(out->reason, sizeof out->reason, "%.230s", error->message);
        return DX_OK;
    }
    size_t length = strlen(out->reason);
    if (status == DX_OK && out->ran_out && dx_call_is_patient(call))
        snprintf(out->reason + length, sizeof out->reason - length,
                 "; try --seconds %g, or --limit %zu", 10 * o->seconds_max,
                 10 * o->worlds_max);
    return status;
}

static void tell_validity(const dx_call *call, const dx_asked_validity *asked,
                          dx_text *out)
{
    dx_text note = {0}, words = {0};
    note_habits(asked->store, &note);
    dx_tell_validity(asked, out);
    if (note.length > 0) {
        out->length--; // the brace
        dx_put_said(out, "note", &note);
        dx_text_add_char(out, '}');
    }
    if (call->wish.say == NULL)
        return;
    dx_say_validity(asked, &words);
    dx_wish_say(&call->wish, &words);
}

dx_status dx_do_valid(dx_call *call, dx_text *out, dx_error *error)
{
    dx_valid_options options = limits_of(call);
    dx_formulas *store = dx_formulas_new();
    premises given = {0};
    dx_validity answer;
    dx_formula f;
    dx_status status = read_question(call, &options, store, &given, &f, error);
    if (status == DX_OK)
        status = decide(call, store, f, &options, &answer, error);
    if (status == DX_OK) {
        tell_validity(call, &(dx_asked_validity){store, f, &options, &answer},
                      out);
        dx_validity_release(&answer);
    }
    dx_vector_release(&given);
    dx_formulas_free(store);
    return status;
}
