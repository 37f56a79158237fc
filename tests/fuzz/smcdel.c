// Any text is refused with a place, or read and answered within small limits.

#include "logic/smcdel/answer.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void answer(dx_formulas *store, const dx_smcdel *file)
{
    static const dx_bdd_options limits = {.nodes_max = 20000,
                                          .steps_max = 100000};
    dx_structure *structure;
    dx_error error;
    if (dx_smcdel_structure(store, file, &limits, &structure, &error) != DX_OK)
        return;
    for (size_t i = 0; i < file->query_count; i++) {
        dx_smcdel_answer answer;
        dx_text out = {0};
        if (dx_smcdel_ask(structure, file, i, 10, &answer, &error) == DX_OK) {
            dx_smcdel_answer_print(file, i, &answer, store, &out);
            dx_smcdel_answer_release(&answer);
        }
        dx_text_release(&out);
    }
    if (!dx_bdd_check(dx_structure_manager(structure), NULL))
        abort();
    dx_structure_free(structure);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file;
    dx_error error = {0};
    dx_status status =
        dx_smcdel_read(store, (const char *)data, size, &file, &error);
    if (status == DX_OK) {
        answer(store, file);
        dx_smcdel_free(file);
    } else if (error.line == 0) {
        abort();
    }
    dx_formulas_free(store);
    return 0;
}
