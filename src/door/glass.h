// door/glass.h -- what a seat is told when it asks.
//
// A glass is a lens (ask/lens.h) with its assumption and, if wanted, a small
// lens through every other seat; it follows the views of one seat and is given
// nothing else.  What it tells is one JSON object; what cannot be told is
// {"error":{...}}.

#ifndef DX_DOOR_GLASS_H
#define DX_DOOR_GLASS_H

#include "ask/lens.h"
#include "door/wish.h"

typedef struct dx_glass dx_glass;

// For `seat` (or DX_BYSTANDER) of a game, as `wish` has it; `names` of the
// players are copied, and may be NULL.  Once `stop` is set (by any thread;
// NULL: never) it gives up as soon as it can.
DX_MUST_USE dx_status dx_glass_new(const dx_rules *rules, unsigned seat,
                                   const char *const *names,
                                   const dx_wish *wish, const atomic_bool *stop,
                                   dx_glass **out, dx_error *error);
void dx_glass_free(dx_glass *glass); // NULL is fine

// What it is made of: its lens, what one look may cost, the assumption's name.
dx_lens *dx_glass_lens(dx_glass *glass);
const dx_budget *dx_glass_budget(const dx_glass *glass);
const char *dx_glass_assumed(dx_glass *glass);

// The board with what else was wished for, now that the seat has this view;
// without the brace in front, so that more can stand before it.
void dx_glass_look(dx_glass *glass, const dx_view *view, const dx_wish *wish,
                   dx_text *out);

// The answer to wish->formula, in the same way.
void dx_glass_ask(dx_glass *glass, const dx_view *view, const dx_wish *wish,
                  dx_text *out);

// What the last turn before `view` has told the seat: {"seat":..,"bits":..}.
void dx_glass_changed(dx_glass *glass, const dx_view *before,
                      const dx_view *view, dx_text *out);

// Are there names, and no two alike?  Only then they are of use in formulas.
bool dx_names_differ(const char *const *names, unsigned count);

// What may come next in a formula, and what it says; as above without a brace.
void dx_tell_completion(const dx_rules *rules, const char *const *names,
                        unsigned you, const char *formula, dx_text *out);

// What an agent would do at the view's seat, whose turn it is.
void dx_tell_choice(const dx_view *view, const char *agent, uint64_t seed,
                    const dx_budget *budget, dx_text *out);

// ,"why":{...}; null if there is none.
void dx_tell_reason(const dx_reason *why, dx_text *out);

// "error":{...}}, where an answer would have stood.
void dx_tell_failure(dx_status status, const dx_error *error,
                     const char *source, dx_text *out);

// {"code":..,"text":..}; where it has a column, the word of `source` (NULL:
// none) that stands there gives the length.
void dx_tell_error(dx_status status, const dx_error *error, const char *source,
                   dx_text *out);

#endif
