// logic/evaluate/product.h -- the product update, with where its worlds come
// from.

#ifndef DX_LOGIC_EVALUATE_PRODUCT_H
#define DX_LOGIC_EVALUATE_PRODUCT_H

#include "logic/evaluate/evaluate.h"

// dx_model_product, and from which old world and event each new one came,
// ascending by world and then by event.  The caller frees both arrays.
typedef struct dx_product_origin {
    uint32_t *world, *event;
} dx_product_origin;
DX_MUST_USE dx_status dx_model_product_from(dx_evaluator *evaluator,
                                            const dx_event_model *events,
                                            size_t event, size_t worlds_max,
                                            dx_model **out_model,
                                            dx_product_origin *out_origin,
                                            dx_error *error);

#endif
