// What happens in an update, as an event model: one that the text declares, or
// what an announcement is.

#include "door/tell.h"

#include "base/members.h"
#include "base/memory.h"
#include "logic/formula/print.h"

enum { EVENTS_TOLD = 20, MODELS_TOLD = 50 };

// Who is told learns whether, and the others see that they do.
static dx_event_model *telling(const dx_document *document,
                               const dx_query_step *step)
{
    size_t count = document->agents.count, told = 0;
    const char **all = dx_alloc(count, sizeof *all);
    const char **group = dx_alloc(count, sizeof *group);
    for (size_t a = 0; a < count; a++) {
        all[a] = dx_names_text(dx_formulas_names(document->store),
                               document->agents.at[a]);
        if (step->kind == DX_UPDATE_WHETHER ||
            dx_agent_set_has(&step->agents, a))
            group[told++] = all[a];
    }
    dx_event_model *events = dx_events_semi_private(
        document->store, "told", (dx_people){told, group},
        (dx_people){count, all}, step->formula);
    dx_free(all);
    dx_free(group);
    return events;
}

// The events of a step that has none of its own; NULL: it only makes worlds
// likelier.
static dx_event_model *events_of(const dx_document *document,
                                 const dx_query_step *step)
{
    switch (step->kind) {
    case DX_UPDATE_ANNOUNCE:
    case DX_UPDATE_REPEAT: {
        dx_event_model *events = dx_event_model_new(document->store, "said");
        dx_event_model_add(events, "said", step->formula);
        return events;
    }
    case DX_UPDATE_WHETHER:
    case DX_UPDATE_TELL:
    case DX_UPDATE_TELL_WHETHER:
        return telling(document, step);
    default:
        return NULL;
    }
}

dx_status dx_draw_step(const dx_document *document, const dx_query_step *step,
                       dx_draw_options options, dx_text *out, dx_error *error)
{
    bool is_own = step->kind == DX_UPDATE_EVENT;
    dx_event_model *made = is_own ? NULL : events_of(document, step);
    if (!is_own && made == NULL)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "'%.60s' makes worlds likelier and has no events",
                       step->text);
    dx_drawn_events drawn = {
        .events = is_own ? step->events : made,
        .chosen = is_own                            ? step->event
                  : dx_event_model_count(made) == 1 ? 0
                                                    : DX_NOT_FOUND,
        .agent_count = document->agents.count,
        .agents = document->agents.at,
    };
    dx_status status = dx_events_draw(&drawn, options, out, error);
    dx_event_model_free(made);
    return status;
}

static void tell_event(const dx_event_model *events, size_t e, dx_text *out)
{
    const dx_formulas *store = dx_event_model_formulas(events);
    dx_text text = {0};
    dx_put_open(out, NULL, '{');
    dx_put_text(out, "name", dx_event_model_event_name(events, e));
    dx_formula_print(store, dx_event_model_precondition(events, e), &text);
    dx_put_said(out, "pre", &text);
    dx_put_open(out, "post", '[');
    for (size_t i = 0; i < dx_event_model_assignment_count(events, e); i++) {
        dx_assignment change = dx_event_model_assignment(events, e, i);
        dx_formula_print(store, change.target, &text);
        dx_text_add(&text, " := ");
        dx_formula_print(store, change.value, &text);
        dx_put_said(out, NULL, &text);
    }
    dx_text_add(out, "]}");
}

static void tell_links(const dx_document *document,
                       const dx_event_model *events, dx_text *out)
{
    size_t count = dx_event_model_count(events);
    uint8_t *links = dx_alloc(count * count, sizeof *links);
    dx_text_add(out, "],\"links\":{");
    for (size_t a = 0; a < document->agents.count; a++) {
        dx_put_text(out, NULL,
                    dx_names_text(dx_formulas_names(document->store),
                                  document->agents.at[a]));
        dx_text_add(out, ":[");
        dx_event_model_matrix(events, document->agents.at[a], links);
        for (size_t i = 0; i < count * count; i++)
            if (links[i]) {
                dx_put_member(out, NULL);
                dx_text_printf(out, "[%zu,%zu]", i / count, i % count);
            }
        dx_text_add_char(out, ']');
    }
    dx_text_add(out, "}}");
    dx_free(links);
}

void dx_tell_events(const dx_document *document, dx_text *out)
{
    size_t count = dx_event_library_count(document->events);
    dx_put_open(out, "events", '[');
    for (size_t i = 0; i < count && i < MODELS_TOLD; i++) {
        const dx_event_model *events = dx_event_library_at(document->events, i);
        if (dx_event_model_count(events) > EVENTS_TOLD)
            continue;
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", dx_event_model_name(events));
        dx_put_open(out, "events", '[');
        for (size_t e = 0; e < dx_event_model_count(events); e++)
            tell_event(events, e, out);
        tell_links(document, events, out);
    }
    dx_text_add_char(out, ']');
}
