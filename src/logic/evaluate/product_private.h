// logic/evaluate/product_private.h -- a product in the making, for the files
// that make it: pairs and names (product.c), relations (product_relation.c),
// weights (product_weight.c) and facts (product_fact.c).

#ifndef DX_LOGIC_EVALUATE_PRODUCT_PRIVATE_H
#define DX_LOGIC_EVALUATE_PRODUCT_PRIVATE_H

#include "base/heed.h"
#include "logic/evaluate/inside.h"

typedef struct dx_product {
    dx_context *context;
    const dx_event_model *events;
    size_t event_count, world_count; // of the product
    dx_origin origin;
    dx_fraction *occurs; // of each new world, for one agent; NULL: all 1
    dx_model *model;
    size_t worlds_max;
    dx_pace pace;
} dx_product;

// DX_ERR_CANCELLED if the work is called off.
DX_MUST_USE dx_status dx_product_goes_on(dx_product *p, size_t steps);

// The new world (world, event), or UINT32_MAX.
static inline uint32_t dx_product_place(const dx_product *p, size_t world,
                                        size_t event)
{
    return p->origin.place[world * p->event_count + event];
}

// The edges out of the new world k, for an agent with the edges `old` between
// worlds and `links` between events.  Counts them if `target` is NULL; `edge`
// gets the number of each one's old edge, if it is asked for.
size_t dx_product_row(const dx_product *p, const dx_relation *old,
                      const uint8_t *links, size_t k, uint32_t *target,
                      size_t *edge);

// One agent's new relation, one agent's new weights.
DX_MUST_USE dx_status dx_product_relation(dx_product *p, size_t agent,
                                          dx_attitude attitude,
                                          const uint8_t *links);
DX_MUST_USE dx_status dx_product_weights(dx_product *p, size_t agent,
                                         const uint8_t *links);
// How likely each new world's event was where it happened, to the agent, into
// p->occurs.
DX_MUST_USE dx_status dx_product_occurrences(dx_product *p, dx_name agent);
// The old facts, and what the events change.
DX_MUST_USE dx_status dx_product_facts(dx_product *p);

#endif
