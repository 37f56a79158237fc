// exercise/sheet.h -- sheets of exercises, marked by the engine.
//
//     sheet "Week 3: who saw the coin"
//     task "A coin lies under a cup. Find an event after which .."
//         model { agents ann, bob  vars heads: bool  sees ann, bob: nothing
//                 actual heads }
//         find event
//         want true Kw[ann] heads  "Ann knows how it lies"
//         hint "Who can tell which event it was?"
//         solution { events look = semiprivate ann: heads
//                    after look, yes }
//
// docs/exercises.md has the kinds of tasks.  A task is marked by asking each of
// its conditions, so every answer that meets them is right.

#ifndef DX_EXERCISE_SHEET_H
#define DX_EXERCISE_SHEET_H

#include "base/base.h"
#include "base/text.h"
#include "base/vector.h"
#include "proof/logics.h"

#include <stdbool.h>

typedef enum dx_exercise_kind {
    DX_EXERCISE_MODEL,        // worlds and links, or variables
    DX_EXERCISE_EVENT,        // an event model, and which of it happens
    DX_EXERCISE_ANNOUNCEMENT, // what is said aloud: a formula
    DX_EXERCISE_FORMULA,      // true at some worlds, false at others
    DX_EXERCISE_GUESS,        // yes or no to each question, then see
    DX_EXERCISE_VALID,        // "valid", or a countermodel
    DX_EXERCISE_KINDS
} dx_exercise_kind;

typedef struct dx_exercise_want {
    char *question, *words;
} dx_exercise_want;

typedef struct dx_exercise {
    dx_exercise_kind kind;
    unsigned line;
    char *text, *model; // model may be NULL
    char *claim;        // of VALID
    const dx_logic_entry *logic;
    DX_VECTOR(dx_exercise_want) wants;
    DX_VECTOR(char *) hints;
    char *solution; // may be NULL
} dx_exercise;

typedef struct dx_sheet {
    char *title;
    DX_VECTOR(dx_exercise) tasks;
} dx_sheet;

const char *dx_exercise_kind_name(dx_exercise_kind kind);

// Reads a sheet that is called `name` in errors, which have line and column.
// The caller frees it.
DX_MUST_USE dx_status dx_sheet_read(const char *name, const char *text,
                                    size_t length, dx_sheet **out,
                                    dx_error *error);
void dx_sheet_free(dx_sheet *sheet);

// One condition of a task and whether it is met; `because` says why not, or is
// NULL.
typedef struct dx_exercise_mark {
    char *words, *because;
    bool holds;
} dx_exercise_mark;
typedef DX_VECTOR(dx_exercise_mark) dx_exercise_marks;

// Marks an answer.  An answer that cannot be read is an error, with its place
// in the answer.  The caller releases the marks, also then.
DX_MUST_USE dx_status dx_exercise_mark_answer(const dx_exercise *task,
                                              const char *answer,
                                              dx_exercise_marks *out,
                                              dx_error *error);
void dx_exercise_marks_release(dx_exercise_marks *marks);
bool dx_exercise_is_solved(const dx_exercise_marks *marks);

// {"task":1,"solved":true,"conditions":[{"words":..,"holds":..,"because":..}]}
void dx_exercise_marks_json(const dx_exercise_marks *marks, size_t task,
                            dx_text *out);

#endif
