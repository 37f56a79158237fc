// logic/smcdel/answer.h -- answering the queries of an SMCDEL file.
//
//     dx_smcdel_structure(store, file, NULL, &structure, &error);
//     for (size_t i = 0; i < file->query_count; i++) {
//         dx_smcdel_ask(structure, file, i, 1000, &answer, &error);
//         dx_smcdel_answer_print(file, i, &answer, store, &out);
//         dx_smcdel_answer_release(&answer);
//     }

#ifndef DX_LOGIC_SMCDEL_ANSWER_H
#define DX_LOGIC_SMCDEL_ANSWER_H

#include "base/base.h"
#include "base/text.h"
#include "logic/smcdel/smcdel.h"
#include "logic/structure/structure.h"

#include <stdbool.h>
#include <stddef.h>

// Released with dx_smcdel_answer_release.
typedef struct dx_smcdel_answer {
    bool is_true;          // of WHERE?: whether there is a state at all
    dx_smcdel_set *states; // of WHERE?: all of them, up to the limit; of a
    size_t state_count;    // VALID? that is false: one counterexample
    char *all_count;       // of WHERE?: how many there are, in decimal
} dx_smcdel_answer;

// The knowledge structure that the file describes, which the caller owns.
DX_MUST_USE dx_status dx_smcdel_structure(dx_formulas *store,
                                          const dx_smcdel *file,
                                          const dx_bdd_options *options,
                                          dx_structure **out_structure,
                                          dx_error *error);

// Answers query i.  Lists at most `states_max` states: members ascending by
// number, states ascending as lists.  Errors point at the query.
DX_MUST_USE dx_status dx_smcdel_ask(dx_structure *structure,
                                    const dx_smcdel *file, size_t i,
                                    size_t states_max,
                                    dx_smcdel_answer *out_answer,
                                    dx_error *error);
void dx_smcdel_answer_release(dx_smcdel_answer *answer);

// One line without its end: "VALID? True", "WHERE? {1} {1,2}".
void dx_smcdel_answer_print(const dx_smcdel *file, size_t i,
                            const dx_smcdel_answer *answer, dx_formulas *store,
                            dx_text *out);

#endif
