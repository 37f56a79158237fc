// Any bytes as a model: read, and if they are one, write, read again, contract
// and draw.  Nothing may crash, and what we write we can read.

#include "base/text.h"
#include "logic/bisim/bisim.h"
#include "logic/draw/draw.h"
#include "logic/json/model.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(dx_formulas *store, const dx_model *model)
{
    dx_text json = {0}, picture = {0};
    dx_model *again, *small;
    dx_model_write_json(model, true, &json);
    if (dx_model_read_json(store, json.at, json.length, &again, NULL) != DX_OK)
        abort();
    if (dx_model_contract(again, dx_model_bisim_kind(again), &small, NULL,
                          NULL) == DX_OK) {
        dx_draw_options options = {.format = DX_DRAW_SVG};
        // Refusing is fine: no worlds, or too many.
        dx_status status = dx_model_world_count(small) <= 12
                               ? dx_model_draw(small, &options, &picture, NULL)
                               : DX_OK;
        (void)status;
        dx_model_free(small);
    }
    dx_text_release(&json);
    dx_text_release(&picture);
    dx_model_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model;
    if (dx_model_read_json(store, (const char *)data, size, &model, NULL) ==
        DX_OK) {
        use(store, model);
        dx_model_free(model);
    }
    dx_formulas_free(store);
    return 0;
}
