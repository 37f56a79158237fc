// An event model as a picture: a box an event, drawn as models are, with square
// corners.  Below its name stands where it can happen and what it changes.

#include "base/memory.h"
#include "logic/draw/draw.h"
#include "logic/formula/print.h"
#include "logic/formula/print_short.h"

enum { CAPTION_PARTS = 40 };

static void add_condition(const dx_drawn_events *d, size_t e, dx_text *out)
{
    const dx_formulas *store = dx_event_model_formulas(d->events);
    dx_formula f = dx_event_model_precondition(d->events, e);
    if (dx_formula_kind(store, f) == DX_TRUE)
        return;
    dx_text_add(out, "only if ");
    dx_formula_print_named(store, f, CAPTION_PARTS, out);
}

static void add_changes(const dx_drawn_events *d, size_t e, dx_text *out)
{
    const dx_formulas *store = dx_event_model_formulas(d->events);
    for (size_t i = 0; i < dx_event_model_assignment_count(d->events, e); i++) {
        dx_assignment change = dx_event_model_assignment(d->events, e, i);
        dx_text_add(out, i > 0 ? ", " : out->length > 0 ? "\nthen " : "then ");
        dx_formula_print(store, change.target, out);
        dx_text_add(out, " := ");
        dx_formula_print_named(store, change.value, CAPTION_PARTS, out);
    }
}

// The relation of an agent, as edges.
static void link_agent(const dx_drawn_events *d, dx_name agent, dx_model *model,
                       size_t a)
{
    size_t count = dx_event_model_count(d->events), found = 0;
    uint8_t *links = dx_alloc(count * count, sizeof *links);
    dx_edge *edges = dx_alloc(count * count, sizeof *edges);
    dx_event_model_matrix(d->events, agent, links);
    for (size_t i = 0; i < count * count; i++)
        if (links[i])
            edges[found++] =
                (dx_edge){(uint32_t)(i / count), (uint32_t)(i % count)};
    dx_model_set_edges(model, a, DX_KNOWLEDGE, found, edges);
    dx_free(links);
    dx_free(edges);
}

// The events as worlds without facts.
static dx_model *as_model(const dx_drawn_events *d)
{
    dx_formulas *store = dx_event_model_formulas(d->events);
    size_t count = dx_event_model_count(d->events);
    dx_model *model = dx_model_new(store, count);
    for (size_t e = 0; e < count; e++)
        dx_model_name_world(model, e, dx_event_model_event_name(d->events, e));
    for (size_t i = 0; i < d->agent_count; i++) {
        const char *name =
            dx_names_text(dx_formulas_names(store), d->agents[i]);
        link_agent(d, d->agents[i], model, dx_model_add_agent(model, name));
    }
    if (d->chosen < count)
        dx_model_set_actual(model, d->chosen);
    return model;
}

dx_status dx_events_draw(const dx_drawn_events *drawn, dx_draw_options options,
                         dx_text *out, dx_error *error)
{
    size_t count = dx_event_model_count(drawn->events);
    if (count > DX_DRAW_READABLE)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "%zu events are more than a picture can show (%d)",
                       count, DX_DRAW_READABLE);
    dx_model *model = as_model(drawn);
    char **captions = dx_alloc(count, sizeof *captions);
    for (size_t e = 0; e < count; e++) {
        dx_text text = {0};
        add_condition(drawn, e, &text);
        add_changes(drawn, e, &text);
        dx_text_add(&text, "");
        captions[e] = dx_text_take(&text);
    }
    options.is_square = true;
    options.captions = (const char *const *)captions;
    options.hides_actual = drawn->chosen >= count;
    dx_status status = dx_model_draw(model, &options, out, error);
    for (size_t e = 0; e < count; e++)
        dx_free(captions[e]);
    dx_free(captions);
    dx_model_free(model);
    return status;
}
