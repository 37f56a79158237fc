// ask/table_model.h -- a model whose worlds are tables, for a grounded formula.

#ifndef DX_ASK_TABLE_MODEL_H
#define DX_ASK_TABLE_MODEL_H

#include "ask/question.h"
#include "logic/evaluate/evaluate.h"

// `count` tables one behind the other, `bytes` apart.
typedef struct dx_tables {
    const uint8_t *at;
    size_t count, bytes;
} dx_tables;

// A model with one world a table and every need but those of the past; `turn`
// is what `now` says.  The caller adds agents.
dx_model *dx_model_of_tables(const dx_grounding *grounding,
                             const dx_tables *tables, unsigned turn);

// Numbers for sequences: equal sequences of `length` events get equal cells.
// Sequence i is `of(context, i)`, which may reuse one buffer.
typedef const dx_event *dx_sequence(void *context, size_t i);
void dx_cells_of_sequences(size_t count, unsigned length, dx_sequence *of,
                           void *context, uint32_t *out_cells);

#endif
