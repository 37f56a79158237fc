// logic/evaluate/evaluate.h -- what a formula says of a model: a set of worlds.
//
// An evaluator belongs to one model and remembers the set of every formula it
// met, so that sub-results are shared between questions.  A public
// announcement does not copy the model: it is evaluated on the same worlds
// with some of them put out (a million worlds stay where they are); an event
// model makes the product and evaluates there.
//
//     dx_evaluator *evaluator = dx_evaluator_new(model, library);
//     const dx_bitset *where;
//     if (dx_evaluate(evaluator, f, &where, &error) == DX_OK)
//         printf("%zu worlds\n", dx_bitset_count(where));
//
// How the words of the language are read in a model:
// - C is one or more steps of the group's relations; [(a+b)*] f is the
//   reflexive one.  Steps of programs are steps of knowledge.
// - B[a] is the box of the belief relation, or of the knowledge relation if
//   there is only one.  B[a](f given g) looks at the g-worlds that a believes
//   possible or, where there are none, at those that a knows to be possible.
// - P[a](f) at w divides the weight of the f-worlds among a's successors of w
//   by that of all of them.  Where that is 0, P is undefined, and so is P(f
//   given g) where g has weight 0: a comparison that contains an undefined
//   probability is false there (and its negation true).
// - [a,b !f] g: a and b learn that f, all others see that they learn whether
//   f; true where f is false.
// - Quantifiers range over {..}, lo..hi, a named domain of the model, or what
//   the facts put into a place: `forall x in hand(b): f` means, for all t with
//   a proposition hand(b,t): hand(b,t) -> f.  `t in hand(b)` is hand(b,t).
// - Arguments of atoms are worked out: m(i+1) with 2 for i is m(3).
//
// Time operators, belief bases and `public` have no meaning in a single model
// and are answered DX_ERR_UNSUPPORTED, naming the operator and where it does
// have a meaning.  Propositional quantifiers likewise (the symbolic engine).

#ifndef DX_LOGIC_EVALUATE_EVALUATE_H
#define DX_LOGIC_EVALUATE_EVALUATE_H

#include "logic/kripke/bereft.h"
#include "logic/kripke/event_model.h"
#include "logic/kripke/model.h"

typedef struct dx_evaluator dx_evaluator;

// Borrows both; `library` may be NULL.
dx_evaluator *dx_evaluator_new(const dx_model *model,
                               const dx_event_library *library);
void dx_evaluator_free(dx_evaluator *evaluator);

const dx_model *dx_evaluator_model(const dx_evaluator *evaluator);

// The most worlds a product inside a formula may have (default 4 million).
void dx_evaluator_set_worlds_max(dx_evaluator *evaluator, size_t worlds_max);

// The worlds where `f` holds; borrowed until the evaluator is freed.  Unknown
// atoms and agents, wrong types and limits are errors that name the culprit.
DX_MUST_USE dx_status dx_evaluate(dx_evaluator *evaluator, dx_formula f,
                                  const dx_bitset **out_worlds,
                                  dx_error *error);

// The value of P[a](f), or of any term over it, at one world.  DX_ERR_EMPTY
// if a probability in it is undefined there.
DX_MUST_USE dx_status dx_evaluate_term(dx_evaluator *evaluator, dx_formula term,
                                       size_t world, dx_fraction *out,
                                       dx_error *error);

// Adds the agents to whom updates left no world, where the truth of `f` at the
// worlds `at` looks at what they hold possible.  Updates are those in `f`, and
// with `is_updated` those that made the model.  To be asked of an `f` that has
// been evaluated.
void dx_evaluate_bereft(dx_evaluator *evaluator, dx_formula f,
                        const dx_bitset *at, bool is_updated,
                        dx_bereft_list *out);

// The product update (PLCC Definition 4 as READINGS has it).  World (w, e) is
// named "w+e".  The actual world becomes (actual, `event`); DX_ERR_EMPTY if
// no event can happen anywhere, DX_ERR_INPUT if `event` cannot happen at the
// actual world, DX_ERR_LIMIT if there are more than `worlds_max` pairs.
DX_MUST_USE dx_status dx_model_product(dx_evaluator *evaluator,
                                       const dx_event_model *events,
                                       size_t event, size_t worlds_max,
                                       dx_model **out_model, dx_error *error);

// The same, and from which old world and event each new one came, ascending by
// world and then by event.  The caller frees both arrays.
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
