// logic/epddl/epddl.h -- EPDDL, the language of planning with knowledge.
//
// A task is a domain, a problem and any number of libraries of action types,
// in as many texts and in any order (Burigana, Felli and Montali, arXiv
// 2601.20969; docs/planning.md says what is read, and where we differ from
// other readers).  What comes out is ground: no variables, no facts that never
// change, every formula about atoms.
//
// Action types that no given library defines are taken from those that come
// with doxa (logic/epddl/library.c): public, private, semi-private and
// quasi-private announcements, sensing, and changes.

#ifndef DX_LOGIC_EPDDL_EPDDL_H
#define DX_LOGIC_EPDDL_EPDDL_H

#include "base/text.h"
#include "logic/plan/task.h"

typedef struct dx_epddl_text {
    const char *name; // of the file, for errors
    const char *text;
    size_t length;
} dx_epddl_text;

enum { DX_EPDDL_TEXTS_MAX = 64 };

// Reads and grounds.  Errors have file, line and column.  The caller frees the
// task (dx_task_free).  DX_ERR_CANCELLED when it is called off (base/heed.h).
DX_MUST_USE dx_status dx_epddl_read(size_t count, const dx_epddl_text *texts,
                                    dx_task **out, dx_error *error);

// A ground formula as EPDDL writes it: ([A] (not (tails))).
void dx_epddl_print(const dx_formulas *store, dx_formula f, dx_text *out);

// The ground task in the JSON of EPDDL.  DX_ERR_LIMIT where it would be longer
// than DX_EPDDL_JSON_MAX, DX_ERR_CANCELLED when it is called off.
enum { DX_EPDDL_JSON_MAX = 1 << 28 };
DX_MUST_USE dx_status dx_epddl_print_json(const dx_task *task, dx_text *out,
                                          dx_error *error);

#endif
