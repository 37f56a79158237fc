// Models that are given world by world.

#include "logic/dx/build_private.h"

#include "base/memory.h"
#include "logic/kripke/relation.h"

#include <assert.h>

static void defaults(const dx_document *document, int32_t *values)
{
    for (size_t v = 0; v < document->variables.count; v++) {
        size_t domain = document->variables.at[v].domain;
        values[v] = document->domains.at[domain].value[0];
    }
}

dx_status dx_build_listed(const dx_document *document, dx_columns *columns,
                          dx_error *error)
{
    int32_t *values = dx_alloc(document->variables.count, sizeof *values);
    dx_status status = DX_OK;
    for (size_t w = 0; w < document->worlds.count; w++) {
        const dx_listed_world *world = &document->worlds.at[w];
        defaults(document, values);
        for (size_t i = 0; i < world->facts.count; i++)
            values[world->facts.at[i].variable] = world->facts.at[i].value;
        dx_columns_add(columns, values);
        for (size_t i = 0; i < document->laws.count && status == DX_OK; i++) {
            dx_code law;
            status = dx_compile(document, document->laws.at[i].formula,
                                document->laws.at[i].place, &law, error);
            if (status == DX_OK && dx_code_run(&law, values) == 0)
                status = dx_document_fail(
                    document, error, DX_ERR_INPUT, world->place,
                    "world '%s' breaks the law of line %u",
                    dx_names_text(dx_formulas_names(document->store),
                                  world->name),
                    document->laws.at[i].place.line);
            dx_code_release(&law);
        }
        if (status != DX_OK)
            break;
    }
    dx_free(values);
    return status;
}

typedef DX_VECTOR(dx_edge) edge_list;

// The cells of one agent: one number a world, worlds in no cell alone.
// Returns false if it also has edges, or none of both.
static bool only_cells(const dx_document *document, size_t agent,
                       dx_attitude attitude, uint32_t *cell, bool *any)
{
    size_t worlds = document->worlds.count;
    bool only = true;
    *any = false;
    for (size_t w = 0; w < worlds; w++)
        cell[w] = (uint32_t)(worlds + w);
    for (size_t i = 0; i < document->links.count; i++) {
        const dx_listed_link *link = &document->links.at[i];
        if (link->agent != agent || link->attitude != attitude)
            continue;
        *any = true;
        assert(link->from < worlds && link->to < worlds);
        if (link->is_cell)
            cell[link->to] = link->from;
        only = only && link->is_cell;
    }
    return only && *any;
}

static void collect_edges(const dx_document *document, size_t agent,
                          dx_attitude attitude, edge_list *out)
{
    for (size_t i = 0; i < document->links.count; i++) {
        const dx_listed_link *link = &document->links.at[i];
        if (link->agent != agent || link->attitude != attitude ||
            link->is_cell || link->is_none)
            continue;
        dx_edge edge = {link->from, link->to};
        dx_vector_push(out, edge);
    }
}

// Cells given next to edges, or for belief, are cliques of edges.
static void collect_cliques(const dx_document *document, const uint32_t *cell,
                            edge_list *out)
{
    size_t worlds = document->worlds.count;
    dx_relation cells = dx_relation_of_cells(worlds, cell);
    dx_lists members = dx_relation_members(&cells, worlds);
    for (uint32_t w = 0; w < worlds; w++) {
        if (cell[w] >= worlds)
            continue; // in no cell
        size_t c = cells.cell[w];
        for (size_t i = members.first[c]; i < members.first[c + 1]; i++) {
            dx_edge edge = {w, members.list[i]};
            dx_vector_push(out, edge);
        }
    }
    dx_lists_release(&members);
    dx_relation_release(&cells);
}

static void link_agent(const dx_document *document, size_t agent,
                       dx_attitude attitude, dx_model *model)
{
    size_t worlds = document->worlds.count;
    uint32_t *cell = dx_alloc_raw(worlds, sizeof *cell);
    bool any;
    bool cells = only_cells(document, agent, attitude, cell, &any);
    if (cells && attitude == DX_KNOWLEDGE) {
        dx_model_set_partition(model, agent, cell);
    } else if (any) {
        edge_list edges = {0};
        collect_edges(document, agent, attitude, &edges);
        collect_cliques(document, cell, &edges);
        dx_model_set_edges(model, agent, attitude, edges.count, edges.at);
        dx_vector_release(&edges);
    }
    dx_free(cell);
}

dx_status dx_build_links(const dx_document *document, dx_model *model,
                         dx_error *error)
{
    (void)error;
    if (!dx_document_is_listed(document))
        return DX_OK;
    for (size_t a = 0; a < document->agents.count; a++) {
        link_agent(document, a, DX_KNOWLEDGE, model);
        link_agent(document, a, DX_BELIEF, model);
    }
    return DX_OK;
}
