// Event models and the library that names them.
//
// Links are one list for all agents: an event model has a handful of events,
// and is asked for an agent's links once a product (dx_event_model_matrix).  An
// agent without a link sees every event as it is.

#include "logic/kripke/event_model.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <string.h>

typedef struct event {
    char *name;
    dx_formula precondition;
    DX_VECTOR(dx_assignment) assignments;
    DX_VECTOR(dx_occurrence) occurrences;
} event;

typedef struct link {
    dx_name agent;
    uint32_t from, to;
} link;

typedef struct ranked {
    dx_name agent;
    uint32_t event, rank;
} ranked;

struct dx_event_model {
    dx_formulas *store;
    char *name;
    DX_VECTOR(event) events;
    DX_VECTOR(link) links;
    DX_VECTOR(ranked) ranks;
};

dx_event_model *dx_event_model_new(dx_formulas *store, const char *name)
{
    dx_event_model *events = dx_alloc(1, sizeof *events);
    events->store = store;
    events->name = dx_copy_text(name);
    return events;
}

void dx_event_model_free(dx_event_model *events)
{
    if (events == NULL)
        return;
    for (size_t e = 0; e < events->events.count; e++) {
        dx_free(events->events.at[e].name);
        dx_vector_release(&events->events.at[e].assignments);
        dx_vector_release(&events->events.at[e].occurrences);
    }
    dx_vector_release(&events->events);
    dx_vector_release(&events->links);
    dx_vector_release(&events->ranks);
    dx_free(events->name);
    dx_free(events);
}

dx_formulas *dx_event_model_formulas(const dx_event_model *events)
{
    return events->store;
}

const char *dx_event_model_name(const dx_event_model *events)
{
    return events->name;
}

size_t dx_event_model_count(const dx_event_model *events)
{
    return events->events.count;
}

size_t dx_event_model_add(dx_event_model *events, const char *name,
                          dx_formula precondition)
{
    event e = {.name = dx_copy_text(name), .precondition = precondition};
    dx_vector_push(&events->events, e);
    return events->events.count - 1;
}

static event *event_at(const dx_event_model *events, size_t e)
{
    DX_REQUIRE(e < events->events.count, "an event of the model");
    return &events->events.at[e];
}

size_t dx_event_model_find(const dx_event_model *events, const char *name)
{
    for (size_t e = 0; e < events->events.count; e++)
        if (strcmp(events->events.at[e].name, name) == 0)
            return e;
    return DX_NOT_FOUND;
}

const char *dx_event_model_event_name(const dx_event_model *events, size_t e)
{
    return event_at(events, e)->name;
}

dx_formula dx_event_model_precondition(const dx_event_model *events, size_t e)
{
    return event_at(events, e)->precondition;
}

dx_status dx_assignment_out_of_bounds(const dx_formulas *store,
                                      dx_assignment assignment, dx_error *error)
{
    DX_REQUIRE(assignment.is_bound, "an assignment with bounds");
    dx_text target = {0}, value = {0}, domain = {0};
    dx_formula_print(store, assignment.target, &target);
    dx_formula_print(store, assignment.value, &value);
    dx_formula_print(store, dx_formula_operand(store, assignment.bound, 1),
                     &domain);
    dx_status status =
        dx_fail(error, DX_ERR_INPUT, assignment.line, assignment.column,
                "'%s := %s' leaves %s, the values that %s may take: give the "
                "event a precondition, or %s more values",
                dx_text_string(&target), dx_text_string(&value),
                dx_text_string(&domain), dx_text_string(&target),
                dx_text_string(&target));
    if (assignment.file != NULL)
        dx_error_in_file(error, assignment.file);
    dx_text_release(&target);
    dx_text_release(&value);
    dx_text_release(&domain);
    return status;
}

void dx_event_model_assign(dx_event_model *events, size_t e,
                           dx_assignment assignment)
{
    dx_vector_push(&event_at(events, e)->assignments, assignment);
}

size_t dx_event_model_assignment_count(const dx_event_model *events, size_t e)
{
    return event_at(events, e)->assignments.count;
}

dx_assignment dx_event_model_assignment(const dx_event_model *events, size_t e,
                                        size_t i)
{
    DX_REQUIRE(i < event_at(events, e)->assignments.count, "an assignment");
    return event_at(events, e)->assignments.at[i];
}

void dx_event_model_occurs(dx_event_model *events, size_t e,
                           dx_occurrence occurrence)
{
    dx_vector_push(&event_at(events, e)->occurrences, occurrence);
}

size_t dx_event_model_occurrence_count(const dx_event_model *events, size_t e)
{
    return event_at(events, e)->occurrences.count;
}

dx_occurrence dx_event_model_occurrence(const dx_event_model *events, size_t e,
                                        size_t i)
{
    DX_REQUIRE(i < event_at(events, e)->occurrences.count, "an occurrence");
    return event_at(events, e)->occurrences.at[i];
}

bool dx_event_model_occurs_for(const dx_event_model *events, size_t e, size_t i,
                               dx_name agent)
{
    const event *it = event_at(events, e);
    DX_REQUIRE(i < it->occurrences.count, "an occurrence");
    const dx_occurrence *one = &it->occurrences.at[i];
    if (one->is_for_one)
        return one->agent == agent;
    for (size_t k = 0; k < it->occurrences.count; k++)
        if (it->occurrences.at[k].is_for_one &&
            it->occurrences.at[k].agent == agent)
            return false;
    return true;
}

void dx_event_model_link(dx_event_model *events, const char *agent, size_t from,
                         size_t to)
{
    event_at(events, from);
    if (to != DX_NOT_FOUND)
        event_at(events, to);
    link l = {dx_names_add(dx_formulas_names(events->store), agent),
              (uint32_t)from, (uint32_t)to};
    dx_vector_push(&events->links, l);
}

static bool has_links(const dx_event_model *events, dx_name agent)
{
    for (size_t i = 0; i < events->links.count; i++)
        if (events->links.at[i].agent == agent)
            return true;
    return false;
}

bool dx_event_model_linked(const dx_event_model *events, dx_name agent,
                           size_t from, size_t to)
{
    for (size_t i = 0; i < events->links.count; i++) {
        const link *l = &events->links.at[i];
        if (l->agent == agent && l->from == from && l->to == to)
            return true;
    }
    return from == to && !has_links(events, agent);
}

void dx_event_model_matrix(const dx_event_model *events, dx_name agent,
                           uint8_t *out)
{
    size_t count = events->events.count;
    bool any = has_links(events, agent);
    memset(out, 0, count * count);
    for (size_t e = 0; e < count && !any; e++)
        out[e * count + e] = 1;
    for (size_t i = 0; i < events->links.count; i++) {
        const link *l = &events->links.at[i];
        assert(l->from < count && (l->to < count || l->to == UINT32_MAX));
        if (l->agent == agent && l->to < count)
            out[l->from * count + l->to] = 1;
    }
}

bool dx_event_links_are_shared(const uint8_t *matrix, size_t count)
{
    for (size_t e = 0; e < count; e++) {
        const uint8_t *row = matrix + e * count;
        const uint8_t *found = memchr(row, 1, count);
        size_t leader = found == NULL ? e : (size_t)(found - row);
        if (memcmp(row, matrix + leader * count, count) != 0)
            return false;
        for (size_t d = leader; d < count && found != NULL; d++)
            if (row[d] && memchr(matrix + d * count, 1, count) !=
                              matrix + d * count + leader)
                return false;
    }
    return true;
}

void dx_event_model_rank(dx_event_model *events, const char *agent, size_t e,
                         uint32_t rank)
{
    event_at(events, e);
    ranked r = {dx_names_add(dx_formulas_names(events->store), agent),
                (uint32_t)e, rank};
    dx_vector_push(&events->ranks, r);
}

bool dx_event_model_ranks(const dx_event_model *events, dx_name agent,
                          uint32_t *out)
{
    size_t count = events->events.count;
    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < events->ranks.count; i++)
        if (events->ranks.at[i].agent == agent)
            out[events->ranks.at[i].event] = events->ranks.at[i].rank;
    for (size_t e = 1; e < count; e++)
        if (out[e] != out[0])
            return true;
    return false;
}

void dx_event_model_believed(const dx_event_model *events, dx_name agent,
                             uint8_t *links)
{
    size_t count = events->events.count;
    uint32_t *rank = dx_alloc(count, sizeof *rank);
    bool any = dx_event_model_ranks(events, agent, rank);
    for (size_t e = 0; e < count && any; e++) {
        uint8_t *row = links + e * count;
        uint32_t best = UINT32_MAX;
        for (size_t d = 0; d < count; d++)
            if (row[d] && rank[d] < best)
                best = rank[d];
        for (size_t d = 0; d < count; d++)
            row[d] = row[d] && rank[d] == best;
    }
    dx_free(rank);
}

struct dx_event_library {
    DX_VECTOR(dx_event_model *) members;
};

dx_event_library *dx_event_library_new(void)
{
    return dx_alloc(1, sizeof(dx_event_library));
}

void dx_event_library_free(dx_event_library *library)
{
    if (library == NULL)
        return;
    for (size_t i = 0; i < library->members.count; i++)
        dx_event_model_free(library->members.at[i]);
    dx_vector_release(&library->members);
    dx_free(library);
}

void dx_event_library_add(dx_event_library *library, dx_event_model *events)
{
    dx_vector_push(&library->members, events);
}

const dx_event_model *dx_event_library_find(const dx_event_library *library,
                                            const char *name)
{
    for (size_t i = 0; i < library->members.count; i++)
        if (strcmp(library->members.at[i]->name, name) == 0)
            return library->members.at[i];
    return NULL;
}

size_t dx_event_library_count(const dx_event_library *library)
{
    return library->members.count;
}

const dx_event_model *dx_event_library_at(const dx_event_library *library,
                                          size_t i)
{
    DX_REQUIRE(i < library->members.count, "a member of the library");
    return library->members.at[i];
}
