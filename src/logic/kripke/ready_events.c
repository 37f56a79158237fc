// The ready event models: who hears, who is left out, who is fooled.

#include "logic/kripke/event_model.h"

#include <string.h>

static bool is_among(dx_people people, const char *name)
{
    for (size_t i = 0; i < people.count; i++)
        if (strcmp(people.names[i], name) == 0)
            return true;
    return false;
}

// `agent` sees both events as they are.
static void sees(dx_event_model *events, const char *agent)
{
    for (size_t e = 0; e < dx_event_model_count(events); e++)
        dx_event_model_link(events, agent, e, e);
}

// Whatever happens, `agent` takes it for `e`.
static void takes_for(dx_event_model *events, const char *agent, size_t e)
{
    for (size_t from = 0; from < dx_event_model_count(events); from++)
        dx_event_model_link(events, agent, from, e);
}

static void confuses_all(dx_event_model *events, const char *agent)
{
    for (size_t e = 0; e < dx_event_model_count(events); e++)
        takes_for(events, agent, e);
}

dx_event_model *dx_events_public(dx_formulas *store, const char *name,
                                 dx_formula f)
{
    dx_event_model *events = dx_event_model_new(store, name);
    dx_event_model_add(events, "e", f);
    return events;
}

dx_event_model *dx_events_private(dx_formulas *store, const char *name,
                                  dx_people group, dx_people all, dx_formula f)
{
    dx_event_model *events = dx_event_model_new(store, name);
    dx_event_model_add(events, "e", f);
    size_t skip = dx_event_model_add(events, "skip", dx_formula_true(store));
    for (size_t i = 0; i < all.count; i++)
        if (is_among(group, all.names[i]))
            sees(events, all.names[i]);
        else
            takes_for(events, all.names[i], skip);
    return events;
}

dx_event_model *dx_events_semi_private(dx_formulas *store, const char *name,
                                       dx_people group, dx_people all,
                                       dx_formula f)
{
    dx_event_model *events = dx_event_model_new(store, name);
    dx_event_model_add(events, "yes", f);
    dx_event_model_add(events, "no", dx_formula_not(store, f));
    for (size_t i = 0; i < all.count; i++)
        if (is_among(group, all.names[i]))
            sees(events, all.names[i]);
        else
            confuses_all(events, all.names[i]);
    return events;
}

// Whether one of them knows whether f is told too, since silence tells it.
dx_event_model *dx_events_call(dx_formulas *store, const char *name,
                               dx_people group, dx_people all, dx_formula f)
{
    dx_event_model *events = dx_event_model_new(store, name);
    dx_formula told = dx_formula_false(store);
    for (size_t i = 0; i < group.count; i++)
        told = dx_formula_or(
            store, told,
            dx_formula_binary(store, DX_KNOWS_WHETHER,
                              dx_formula_atom(store, group.names[i]), f));
    dx_formula not_f = dx_formula_not(store, f);
    dx_event_model_add(events, "yes", dx_formula_and(store, told, f));
    dx_event_model_add(events, "no", dx_formula_and(store, told, not_f));
    dx_event_model_add(events, "unknown", dx_formula_not(store, told));
    for (size_t i = 0; i < all.count; i++)
        if (is_among(group, all.names[i]))
            sees(events, all.names[i]);
        else
            confuses_all(events, all.names[i]);
    return events;
}

// Who does not know whether f can do neither: that would be a bluff.  The
// others hold a lie possible, but find it less plausible than the truth, so
// that they believe what they hear until they learn better.
dx_event_model *dx_events_lie(dx_formulas *store, const char *name,
                              const char *liar, dx_people all, dx_formula f)
{
    dx_event_model *events = dx_event_model_new(store, name);
    dx_formula not_f = dx_formula_not(store, f);
    size_t lie =
        dx_event_model_add(events, "lie", dx_formula_knows(store, liar, not_f));
    dx_event_model_add(events, "truth", dx_formula_knows(store, liar, f));
    for (size_t i = 0; i < all.count; i++) {
        if (strcmp(all.names[i], liar) == 0) {
            sees(events, all.names[i]);
            continue;
        }
        confuses_all(events, all.names[i]);
        dx_event_model_rank(events, all.names[i], lie, 1);
    }
    return events;
}

// The others were told nothing and know it; were "e" to happen, they would
// have heard f.
dx_event_model *dx_events_suspicion(dx_formulas *store, const char *name,
                                    dx_people group, dx_people all,
                                    dx_formula f)
{
    dx_event_model *events = dx_event_model_new(store, name);
    dx_event_model_add(events, "nothing", dx_formula_true(store));
    dx_event_model_add(events, "e", f);
    for (size_t i = 0; i < all.count; i++)
        if (is_among(group, all.names[i]))
            confuses_all(events, all.names[i]);
        else
            sees(events, all.names[i]);
    return events;
}

dx_event_model *dx_events_public_change(dx_formulas *store, const char *name,
                                        size_t count,
                                        const dx_assignment *assignments)
{
    dx_event_model *events =
        dx_events_public(store, name, dx_formula_true(store));
    for (size_t i = 0; i < count; i++)
        dx_event_model_assign(events, 0, assignments[i]);
    return events;
}

dx_event_model *dx_events_private_change(dx_formulas *store, const char *name,
                                         dx_people group, dx_people all,
                                         size_t count,
                                         const dx_assignment *assignments)
{
    dx_event_model *events =
        dx_events_private(store, name, group, all, dx_formula_true(store));
    for (size_t i = 0; i < count; i++)
        dx_event_model_assign(events, 0, assignments[i]);
    return events;
}
