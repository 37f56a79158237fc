// minds/know.h -- everything that a view can know about one kind of fact.
//
// An atom such as `holds(seat,slot,card)` stands for many facts; a knower
// looks at the worlds of a view once and tells of each fact whether it is
// possible, whether it is certain, and how likely it is.
//
//     dx_knower *knower;
//     if (dx_knower_new(view, &options, &knower, &error) != DX_OK) ...
//     dx_known *known = dx_know(knower, atom, &count, &error);
//     ... known[dx_fact_number(rules, atom, args)].is_certain ...
//     dx_free(known);
//     dx_knower_free(knower);
//
// By places where the game declares them and nothing is assumed; otherwise by
// listing within a limit.  A source (game/source.h) changes what is likely, and
// not what is known: under one the worlds are those of nothing assumed, and the
// caller is asked for chances.

#ifndef DX_MINDS_KNOW_H
#define DX_MINDS_KNOW_H

#include "minds/reckoner.h"

enum { DX_FACTS_MAX = 1 << 16 }; // of one atom

typedef struct dx_know_options {
    const dx_assumption *assumption; // NULL: none; borrowed
    size_t worlds_max;               // to list; 0: 100,000
    // Under a source: the chance of a fact that is possible and not certain;
    // false if no fact of the atom has one.  NULL: none has.
    bool (*chance)(void *context, const dx_view *view, const dx_atom *atom,
                   const int *args, dx_fraction *out);
    void *context;
} dx_know_options;

typedef struct dx_known {
    bool is_possible, is_certain;
    bool has_chance; // defined, and exact
    dx_fraction chance;
} dx_known;

typedef struct dx_knower dx_knower;

// Borrows `view` until it is freed.  DX_ERR_LIMIT if neither counting nor
// listing within the limit works.
DX_MUST_USE dx_status dx_knower_new(const dx_view *view,
                                    const dx_know_options *options,
                                    dx_knower **out_knower, dx_error *error);
void dx_knower_free(dx_knower *knower);

// How many worlds there are; 0: not counted.
dx_count dx_knower_worlds(const dx_knower *knower);

// All facts of `atom`, which is one of the game's; the caller frees them with
// dx_free.  NULL, with an error, where there are more than DX_FACTS_MAX, or
// too many worlds to list for an atom that the game does not count.
dx_known *dx_know(dx_knower *knower, const dx_atom *atom, size_t *out,
                  dx_error *error);

// The place of a fact in that array, and the other way round.  The last
// argument moves fastest.
size_t dx_fact_number(const dx_rules *rules, const dx_atom *atom,
                      const int *args);
void dx_fact_args(const dx_rules *rules, const dx_atom *atom, size_t number,
                  int *out_args);

#endif
