// logic/dx/after.h -- a model after one update and another.
//
// The updates so far are a stack of stages.  A public announcement on a large
// model is not carried out on a copy: the stage remembers it and asks its
// questions under it (`<!f> g`), until few worlds are left or another kind of
// update needs a model of its own.
//
// Events multiply worlds, and most of the new ones are often copies that no
// formula tells apart.  So a model that has grown is contracted before the next
// event happens in it (logic/bisim/bisim.h), where what is asked allows it: D
// is not preserved, and worlds that are to be named must all be there.  How
// many worlds each one stands for is remembered, and counted.

#ifndef DX_LOGIC_DX_AFTER_H
#define DX_LOGIC_DX_AFTER_H

#include "logic/dx/build.h"
#include "logic/dx/document.h"
#include "logic/evaluate/product.h"

typedef struct dx_stage {
    dx_query_step step; // that led here
    dx_bitset holds;    // where the step could be made; no words: anywhere
    bool renumbers;     // the worlds of `holds` were renumbered
    // Of an event step: where its worlds came from, and how many they were.
    dx_product_origin origin;
    size_t world_count;
    // If the model was contracted: the world that each became, and in how many
    // each then stands for (NULL: one; 0: more than fit).
    uint32_t *class_of;
    uint64_t *copies;
    bool is_exact;           // no world stands for another, here or below
    dx_model *model;         // shared with the stage below if not owned
    dx_evaluator *evaluator; // likewise
    bool is_owned;
    DX_VECTOR(dx_formula) announced; // not carried out on `model`
} dx_stage;

typedef struct dx_stages {
    const dx_document *document;
    DX_VECTOR(dx_stage) at; // at[0] is the model itself
    size_t contract_at;     // worlds that are worth it
    size_t products_max;    // worlds behind an event
    bool has_chances;       // the document asks for probabilities
    bool must_be_exact;     // for the question at hand
} dx_stages;

// Takes the model over.  Of the limits those count that are not the builder's.
void dx_stages_init(dx_stages *stages, const dx_document *document,
                    dx_model *model, const dx_build_limits *limits);
void dx_stages_release(dx_stages *stages);

// Goes to the stage behind the steps of a question.  `*point` is a world of the
// model, or DX_NOT_FOUND if the question has no place; it becomes the world of
// the last stage's model.  Errors stand at the step that cannot be made.
DX_MUST_USE dx_status dx_stages_go(dx_stages *stages, const dx_query *query,
                                   size_t *point, dx_error *error);

// How many worlds a set of the last stage's worlds stands for; false if that is
// more than fits.
bool dx_stages_count(const dx_stages *stages, const dx_bitset *where,
                     uint64_t *out);

// Carries out what was only remembered, so that the last stage's model has
// exactly the worlds that are left.
DX_MUST_USE dx_status dx_stages_settle(dx_stages *stages, size_t *point,
                                       dx_error *error);

// Where `f` holds at the last stage.  Borrowed until the next dx_stages_go.
DX_MUST_USE dx_status dx_stages_evaluate(dx_stages *stages, dx_formula f,
                                         const dx_bitset **out_where,
                                         dx_error *error);

// `f` as a formula of the last stage's model: under what was announced.
dx_formula dx_stages_under(const dx_stages *stages, dx_formula f);
const dx_stage *dx_stages_last(const dx_stages *stages);

#endif
