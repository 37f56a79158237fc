// Relations of a product: (w, e) leads to (v, d) if w leads to v and e to d.
//
// A partition times an equivalence of events is a partition again and stays
// one: the cell of (w, e) is the pair of cells, numbered anew, so a product of
// equivalences costs its worlds and not its edges.  Anything else is written
// out as edges, counted before they are made.

#include "base/memory.h"
#include "logic/evaluate/product_private.h"

#include <assert.h>

enum { EDGES_MAX = 1 << 27, EDGES_A_WORLD = 32 };

static size_t edges_max(const dx_product *p)
{
    return p->worlds_max < EDGES_MAX / EDGES_A_WORLD
               ? p->worlds_max * EDGES_A_WORLD
               : EDGES_MAX;
}

// The number of the class of each event if `links` is an equivalence.
static bool classes_of(const uint8_t *links, size_t count, uint32_t *class)
{
    for (size_t e = 0; e < count; e++) {
        if (!links[e * count + e])
            return false;
        class[e] = 0;
        while (!links[e * count + class[e]])
            class[e]++;
    }
    for (size_t e = 0; e < count; e++)
        for (size_t d = 0; d < count; d++)
            if ((class[e] == class[d]) != links[e * count + d])
                return false;
    return true;
}

// Partition and equivalence give a partition: pairs of cells and classes.
static dx_relation multiply_cells(const dx_product *p, const dx_relation *old,
                                  const uint32_t *class)
{
    dx_relation by_world = {
        .cell = dx_alloc_raw(p->world_count, sizeof(uint32_t)),
        .cell_count = old->cell_count,
    };
    dx_relation by_event = {
        .cell = dx_alloc_raw(p->world_count, sizeof(uint32_t)),
        .cell_count = p->event_count,
    };
    for (size_t k = 0; k < p->world_count; k++) {
        by_world.cell[k] = old->cell[p->origin.world[k]];
        by_event.cell[k] = class[p->origin.event[k]];
    }
    dx_relation both = dx_relation_meet(p->world_count, &by_world, &by_event);
    dx_relation_release(&by_world);
    dx_relation_release(&by_event);
    return both;
}

size_t dx_product_row(const dx_product *p, const dx_relation *old,
                      const uint8_t *links, size_t k, uint32_t *target,
                      size_t *edge)
{
    assert(old->cell == NULL && k < p->world_count);
    size_t w = p->origin.world[k], count = 0;
    links += p->origin.event[k] * p->event_count;
    for (size_t i = old->first[w]; i < old->first[w + 1]; i++)
        for (size_t d = 0; d < p->event_count; d++) {
            uint32_t place = dx_product_place(p, old->target[i], d);
            if (!links[d] || place == UINT32_MAX)
                continue;
            if (target != NULL)
                target[count] = place;
            if (edge != NULL)
                edge[count] = i;
            count++;
        }
    return count;
}

static dx_status too_many_edges(const dx_product *p)
{
    return dx_context_fail(p->context, DX_ERR_LIMIT,
                           "the product with '%s' has more than %zu edges",
                           dx_event_model_name(p->events), edges_max(p));
}

// The old relation written out must not explode either.
static bool is_too_large(const dx_product *p, const dx_relation *old)
{
    size_t count = p->context->alive.size;
    if (old->cell == NULL)
        return false;
    uint32_t *size = dx_alloc(old->cell_count, sizeof *size);
    uint64_t edges = 0;
    for (size_t w = 0; w < count; w++)
        edges += 2 * (uint64_t)size[old->cell[w]]++ + 1;
    dx_free(size);
    return edges > edges_max(p);
}

static dx_status multiply_edges(dx_product *p, const dx_relation *old,
                                const uint8_t *links, dx_relation *out)
{
    if (is_too_large(p, old))
        return too_many_edges(p);
    dx_relation edges = dx_relation_as_edges(old, p->context->alive.size);
    size_t *first = dx_alloc(p->world_count + 1, sizeof *first);
    dx_status status = DX_OK;
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++) {
        size_t w = p->origin.world[k];
        size_t tried = (edges.first[w + 1] - edges.first[w]) * p->event_count;
        status = dx_product_goes_on(p, 1 + tried);
        first[k + 1] =
            first[k] + dx_product_row(p, &edges, links, k, NULL, NULL);
        if (status == DX_OK && first[k + 1] > edges_max(p))
            status = too_many_edges(p);
    }
    uint32_t *target = dx_alloc_raw(status == DX_OK ? first[p->world_count] : 0,
                                    sizeof *target);
    for (size_t k = 0; k < p->world_count && status == DX_OK; k++) {
        size_t count =
            dx_product_row(p, &edges, links, k, target + first[k], NULL);
        assert(count == first[k + 1] - first[k]); // as it was counted
        status = dx_product_goes_on(p, 1 + count);
    }
    if (status == DX_OK) {
        *out = dx_relation_of_rows(p->world_count, first, target);
    } else {
        dx_free(first);
        dx_free(target);
    }
    dx_relation_release(&edges);
    return status;
}

dx_status dx_product_relation(dx_product *p, size_t a, dx_attitude attitude,
                              const uint8_t *links)
{
    const dx_relation *old = dx_model_relation(p->context->model, a, attitude);
    uint32_t *class = dx_alloc_raw(p->event_count, sizeof *class);
    dx_relation relation = {0};
    dx_status status = DX_OK;
    if (old->cell != NULL && classes_of(links, p->event_count, class))
        relation = multiply_cells(p, old, class);
    else
        status = multiply_edges(p, old, links, &relation);
    if (status == DX_OK)
        dx_model_take_relation(p->model, a, attitude, relation);
    dx_free(class);
    return status;
}
