// Logic for whoever asks: a .dx text with its questions, a picture of its
// model, and whether a formula is valid.  Texts from outside include no files,
// pictures are laid out by ourselves, and models have fewer worlds than at
// home.

#include "server/web_private.h"

#include "base/memory.h"
#include "base/vector.h"
#include "logic/draw/draw.h"
#include "logic/dx/after.h"
#include "logic/dx/engine.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "logic/kripke/plausible.h"
#include "proof/valid.h"
#include "server/limits.h"
#include "server/page.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum {
    QUERIES_MAX = 200,
    WORLDS_MAX = 1 << 18,
    STEPS_MAX = 1 << 24,
    VALID_WORLDS_MAX = 5000,
    VALID_SECONDS_MAX = 2, // of CPU
    PROOF_LINES = 200,
};

static const char *const kind_words[] = {"true",  "valid", "where", "count",
                                         "value", "plan",  "frame"};

static json_t *body_of(const dx_web_request *r, dx_web_answer *out)
{
    json_t *body = json_loadb(r->web->body.at, r->web->body.length, 0, NULL);
    if (json_is_object(body))
        return body;
    json_decref(body);
    dx_web_refuse(out, 400, "input", "expected a JSON object");
    return NULL;
}

// ---- models ----

static void add_facts(const dx_model *model, size_t world, dx_text *out)
{
    dx_text fact = {0};
    const char *between = "";
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (!dx_bitset_has(dx_model_proposition_worlds(model, p), world))
            continue;
        dx_text_clear(&fact);
        dx_formula_print(dx_model_formulas(model),
                         dx_model_proposition(model, p), &fact);
        dx_text_add(out, between);
        dx_text_add_json(out, dx_text_string(&fact));
        between = ",";
    }
    for (size_t v = 0; v < dx_model_variable_count(model); v++) {
        dx_text_clear(&fact);
        dx_model_print_value(model, v, world, &fact);
        dx_text_add(out, between);
        dx_text_add_json(out, dx_text_string(&fact));
        between = ",";
    }
    dx_text_release(&fact);
}

static void add_worlds(const dx_model *model, dx_text *out)
{
    dx_text name = {0};
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        dx_text_clear(&name);
        dx_model_print_world(model, w, &name);
        dx_text_printf(out, "%s{\"id\":%zu,\"name\":", w > 0 ? "," : "", w);
        dx_text_add_json(out, dx_text_string(&name));
        dx_text_add(out, ",\"true\":[");
        add_facts(model, w, out);
        dx_text_add(out, "]}");
    }
    dx_text_release(&name);
}

static void add_cells(const dx_relation *relation, size_t worlds, dx_text *out)
{
    for (uint32_t cell = 0; cell < relation->cell_count; cell++) {
        const char *between = "";
        dx_text_add(out, cell > 0 ? ",[" : "[");
        for (size_t w = 0; w < worlds; w++)
            if (relation->cell[w] == cell) {
                dx_text_printf(out, "%s%zu", between, w);
                between = ",";
            }
        dx_text_add_char(out, ']');
    }
}

static void add_links(const dx_relation *relation, size_t worlds, dx_text *out)
{
    const char *between = "";
    for (size_t w = 0; w < worlds; w++)
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++) {
            dx_text_printf(out, "%s[%zu,%u]", between, w,
                           (unsigned)relation->target[i]);
            between = ",";
        }
}

// The agents whose relation of an attitude is (or is not) a partition.
static void add_relations(const dx_model *model, const char *member,
                          dx_attitude attitude, bool cells, dx_text *out)
{
    const char *between = "";
    dx_text_printf(out, ",\"%s\":{", member);
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_relation *relation = dx_model_relation(model, a, attitude);
        bool is_ranked = dx_model_ranks(model, a) != NULL;
        if (attitude == DX_BELIEF && !dx_model_has_belief(model, a) &&
            !is_ranked)
            continue;
        dx_relation best = {0};
        if (attitude == DX_BELIEF && is_ranked) {
            best = dx_model_beliefs(model, a);
            relation = &best;
        }
        if ((relation->cell != NULL) != cells) {
            dx_relation_release(&best);
            continue;
        }
        dx_text_add(out, between);
        dx_text_add_json(
            out, dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                               dx_model_agent_name(model, a)));
        dx_text_add(out, ":[");
        if (cells)
            add_cells(relation, dx_model_world_count(model), out);
        else
            add_links(relation, dx_model_world_count(model), out);
        dx_relation_release(&best);
        dx_text_add_char(out, ']');
        between = ",";
    }
    dx_text_add_char(out, '}');
}

static void add_model(const dx_model *model, bool has_actual, dx_text *out)
{
    dx_text_add(out, "{\"worlds\":[");
    add_worlds(model, out);
    dx_text_add_char(out, ']');
    add_relations(model, "cells", DX_KNOWLEDGE, true, out);
    add_relations(model, "links", DX_KNOWLEDGE, false, out);
    add_relations(model, "belief", DX_BELIEF, false, out);
    if (has_actual)
        dx_text_printf(out, ",\"actual\":%zu", dx_model_actual(model));
    dx_text_add_char(out, '}');
}

// ---- a .dx text ----

typedef struct text_model {
    dx_document *document;
    dx_stages stages;
    bool is_built;
    size_t after; // updates that were asked for
} text_model;

static dx_status build(text_model *t, dx_error *error)
{
    dx_build_limits limits = {.worlds_max = WORLDS_MAX, .steps_max = STEPS_MAX};
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
    if (t->document != NULL)
        dx_document_free(t->document);
}

// The question with the most updates.
static const dx_query *longest(const dx_document *document)
{
    const dx_query *best = NULL;
    for (size_t i = 0; i < document->queries.count; i++) {
        const dx_query *query = &document->queries.at[i];
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

static void add_error(const dx_error *error, bool first, dx_text *out)
{
    dx_text_printf(out,
                   "%s{\"line\":%u,\"column\":%u,\"text\":", first ? "" : ",",
                   error->line, error->column);
    dx_text_add_json(out, error->message);
    dx_text_add_char(out, '}');
}

static void add_steps(text_model *t, dx_text *out, dx_text *errors)
{
    const dx_query *query = longest(t->document);
    const dx_model *model;
    dx_error error = {.message = ""};
    size_t count = query != NULL ? query->steps.count : 0;
    dx_text_add(out, ",\"steps\":[");
    for (size_t i = 0; i < count; i++) {
        if (go_to(t, query, i + 1, &model, &error) != DX_OK) {
            add_error(&error, errors->length == 0, errors);
            break;
        }
        dx_text_add(out, i > 0 ? ",{\"update\":" : "{\"update\":");
        dx_text_add_json(out, query->steps.at[i].text);
        dx_text_printf(out, ",\"count\":\"%zu\"}", dx_model_world_count(model));
    }
    dx_text_add_char(out, ']');
    if (go_to(t, query, t->after, &model, &error) == DX_OK &&
        dx_model_world_count(model) <= DX_MODEL_SHOWN_MAX) {
        dx_text_add(out, ",\"model\":");
        add_model(model, t->document->actual.is_given, out);
    }
}

// ---- its questions ----

static void add_question(const dx_query *query, dx_text *out)
{
    dx_text text = {0};
    for (size_t i = 0; i < query->steps.count; i++)
        dx_text_printf(&text, "%s%s", i == 0 ? "after " : "; ",
                       query->steps.at[i].text);
    dx_text_add(&text, query->steps.count > 0 ? ": " : "");
    if (query->at_text != NULL)
        dx_text_printf(&text, "at %s: ", query->at_text);
    dx_text_add(&text, query->text != NULL ? query->text : "");
    dx_text_add_json(out, query->title != NULL ? query->title
                                               : dx_text_string(&text));
    dx_text_release(&text);
}

static void add_value(const dx_check_answer *answer, dx_text *out)
{
    dx_text text = {0};
    switch (answer->query->kind) {
    case DX_QUERY_TRUE:
    case DX_QUERY_VALID:
    case DX_QUERY_PLAN:
    case DX_QUERY_FRAME:
        dx_text_add(out, answer->truth ? "true" : "false");
        break;
    case DX_QUERY_VALUE:
        dx_fraction_print(answer->value, &text);
        dx_text_add_json(out, dx_text_string(&text));
        break;
    default:
        if (answer->large_count != NULL)
            dx_text_add_json(out, answer->large_count);
        else
            dx_text_printf(out, "%zu", answer->count);
    }
    dx_text_release(&text);
}

static void add_plan(const dx_check_answer *answer, dx_text *out)
{
    if (answer->query->kind != DX_QUERY_PLAN)
        return;
    dx_text_add(out, ",\"plan\":[");
    for (size_t i = 0; i < answer->plan.count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(
            out, answer->query->steps_given.at[answer->plan.at[i]].text);
    }
    dx_text_add_char(out, ']');
}

static void add_states(const dx_check_answer *answer, dx_text *out)
{
    if (answer->query->kind != DX_QUERY_WHERE)
        return;
    dx_text_add(out, ",\"worlds\":[");
    for (size_t i = 0; i < answer->state_count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, answer->states[i].name);
    }
    dx_text_add_char(out, ']');
}

static void add_answer(const dx_formulas *store, const dx_check_answer *answer,
                       bool first, dx_text *out)
{
    const dx_query *query = answer->query;
    dx_text_printf(
        out, "%s{\"line\":%u,\"kind\":\"%s\",\"question\":", first ? "" : ",",
        query->place.line, kind_words[query->kind]);
    add_question(query, out);
    dx_text_add(out, ",\"answer\":");
    if (answer->status == DX_OK)
        add_value(answer, out);
    else
        dx_text_add(out, "null,\"error\":");
    if (answer->status != DX_OK)
        add_error(&answer->error, true, out);
    else
        add_states(answer, out);
    add_plan(answer, out);
    if (answer->because != NULL) {
        dx_text_add(out, ",\"because\":");
        dx_text_add_json(out, answer->because);
    }
    if (query->expected_text != NULL) {
        dx_text_add(out, ",\"expected\":");
        dx_text_add_json(out, query->expected_text);
    }
    dx_text_printf(out, ",\"fine\":%s,\"engine\":\"%s\"",
                   answer->status == DX_OK && answer->is_as_expected ? "true"
                                                                     : "false",
                   answer->engine != NULL ? answer->engine : "");
    if (answer->status == DX_OK && answer->has_explanation) {
        dx_text_printf(
            out, ",\"%s\":", answer->truth ? "witness" : "counterexample");
        dx_explanation_print_json(&answer->explanation, store, out);
    }
    dx_text_add_char(out, '}');
}

static dx_status answer_all(const dx_web_request *r,
                            const dx_document *document, dx_text *out,
                            dx_error *error)
{
    dx_engine *engine;
    dx_text worlds = {0};
    dx_status status =
        dx_engine_new(document, DX_ENGINE_AUTOMATIC, &engine, error);
    if (status != DX_OK)
        return status;
    dx_engine_print_count(engine, &worlds);
    dx_text_add(out, ",\"worlds\":");
    dx_text_add_json(out, dx_text_string(&worlds));
    dx_text_release(&worlds);
    dx_text_add(out, ",\"queries\":[");
    for (size_t i = 0; i < document->queries.count && i < QUERIES_MAX; i++) {
        dx_check_answer answer;
        if (atomic_load(r->stop))
            break;
        dx_engine_ask(engine, &document->queries.at[i],
                      (dx_check_options){.states_max = 60, .explain = true},
                      &answer);
        add_answer(document->store, &answer, i == 0, out);
        dx_check_answer_release(&answer);
    }
    dx_text_add_char(out, ']');
    dx_engine_free(engine);
    return DX_OK;
}

static void add_agents(const dx_document *document, dx_text *out)
{
    dx_text_add(out, "{\"agents\":[");
    for (size_t i = 0; i < document->agents.count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, dx_names_text(dx_formulas_names(document->store),
                                            document->agents.at[i]));
    }
    dx_text_add_char(out, ']');
}

static dx_status read_text(const json_t *body, text_model *t, dx_error *error)
{
    const json_t *text = json_object_get(body, "text");
    json_int_t after = json_integer_value(json_object_get(body, "after"));
    t->after = after > 0 ? (size_t)after : 0;
    if (!json_is_string(text))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"text\": which?");
    return dx_document_read_text("<text>", json_string_value(text),
                                 json_string_length(text), &t->document, error);
}

void dx_web_dx(const dx_web_request *r, dx_web_answer *out)
{
    text_model t = {.document = NULL};
    dx_error error = {.message = ""};
    dx_text errors = {0};
    json_t *body = body_of(r, out);
    if (body == NULL)
        return;
    if (read_text(body, &t, &error) != DX_OK) {
        dx_text_add(&out->body, "{\"agents\":[],\"steps\":[],\"queries\":[]");
        add_error(&error, true, &errors);
    } else {
        add_agents(t.document, &out->body);
        if (answer_all(r, t.document, &out->body, &error) != DX_OK)
            add_error(&error, true, &errors);
        if (build(&t, &error) == DX_OK)
            add_steps(&t, &out->body, &errors);
    }
    dx_text_printf(&out->body, ",\"errors\":[%s]}", dx_text_string(&errors));
    dx_text_release(&errors);
    text_model_release(&t);
    json_decref(body);
}

void dx_web_draw(const dx_web_request *r, dx_web_answer *out)
{
    text_model t = {.document = NULL};
    dx_error error = {.message = ""};
    const dx_model *model;
    json_t *body = body_of(r, out);
    if (body == NULL)
        return;
    dx_status status = read_text(body, &t, &error);
    if (status == DX_OK)
        status = build(&t, &error);
    if (status == DX_OK)
        status = go_to(&t, longest(t.document), t.after, &model, &error);
    if (status == DX_OK)
        status = dx_model_draw(
            model,
            &(dx_draw_options){.format = DX_DRAW_SVG,
                               .hides_actual = !t.document->actual.is_given},
            &out->body, &error);
    out->type = "image/svg+xml";
    if (status != DX_OK)
        dx_web_fail(out, status, &error);
    text_model_release(&t);
    json_decref(body);
}

// ---- validity ----

static void tell_validity(const char *logic, const dx_validity *answer,
                          dx_text *out)
{
    static const char *const verdicts[] = {"valid", "not valid", "undecided"};
    dx_text_printf(out, "{\"verdict\":\"%s\",\"logic\":\"%s\"",
                   verdicts[answer->verdict], logic);
    if (answer->verdict == DX_NOT_DECIDED) {
        dx_text_add(out, ",\"reason\":");
        dx_text_add_json(out, answer->reason);
    }
    if (answer->proof.length > 0) {
        dx_text proof = {0};
        dx_text_add_part(&proof, answer->proof.at, answer->proof.length);
        dx_text_add(out, ",\"proof\":");
        dx_text_add_json(out, dx_text_string(&proof));
        dx_text_release(&proof);
    }
    if (answer->model != NULL) {
        dx_text_add(out, ",\"model\":");
        add_model(answer->model, true, out);
    }
    dx_text_add_char(out, '}');
}

void dx_web_valid(const dx_web_request *r, dx_web_answer *out)
{
    json_t *body = body_of(r, out);
    if (body == NULL)
        return;
    const char *text = json_string_value(json_object_get(body, "formula"));
    const char *logic = json_string_value(json_object_get(body, "logic"));
    dx_valid_options options = {.worlds_max = VALID_WORLDS_MAX,
                                .seconds_max = VALID_SECONDS_MAX,
                                .proof_lines = PROOF_LINES};
    dx_error error = {.message = ""};
    dx_formulas *store = dx_formulas_new();
    dx_validity answer;
    dx_formula f;
    dx_status status = DX_OK;
    if (!dx_logic_find(logic != NULL ? logic : "S5", &options.logic))
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0,
                         "\"logic\": K with any of D, T, B, 4 and 5 behind "
                         "it, S4, S5, or KDI4, KDI4s, KDI45, KDI4s5 or KD4s5s");
    if (status == DX_OK && text == NULL)
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0, "\"formula\": which?");
    if (status == DX_OK)
        status = dx_parse(store, text, &f, &error);
    if (status == DX_OK)
        status = dx_valid(store, f, &options, &answer, &error);
    if (status == DX_OK) {
        tell_validity(dx_logic_entry_of(options.logic)->name, &answer,
                      &out->body);
        dx_validity_release(&answer);
    } else {
        dx_web_fail(out, status, &error);
    }
    dx_formulas_free(store);
    json_decref(body);
}

// ---- examples ----

void dx_web_examples(const dx_web_request *r, dx_web_answer *out)
{
    const char *between = "";
    (void)r;
    dx_text_add(&out->body, "{\"examples\":[");
    for (const dx_page_file *file = dx_page_examples; file->path != NULL;
         file++) {
        char *text = dx_copy_text_part((const char *)file->at,
                                       (size_t)(file->end - file->at));
        dx_text_printf(&out->body, "%s{\"name\":", between);
        dx_text_add_json(&out->body, file->path);
        dx_text_add(&out->body, ",\"text\":");
        dx_text_add_json(&out->body, text);
        dx_text_add_char(&out->body, '}');
        between = ",";
        dx_free(text);
    }
    dx_text_add(&out->body, "]}");
}
