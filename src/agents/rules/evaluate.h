// agents/rules/evaluate.h -- formulas and terms of a file of rules, for the
// seat of a view.
//
// What is in sight is read there: facts, numbers and sets about places that the
// seat sees.  Everything else (K, P, B, what others hold) is asked of the
// engine from the seat's view, with a limit of steps, so that the same view has
// the same answer everywhere.

#ifndef DX_AGENTS_RULES_EVALUATE_H
#define DX_AGENTS_RULES_EVALUATE_H

#include "agents/rules/program.h"
#include "ask/ask.h"
#include "game/claims.h"
#include "minds/turn/frame.h"

typedef struct dx_rule_moment {
    dx_rule_file *program;
    const dx_view *view;
    dx_frames *frames; // that have followed the view; NULL: without places
    dx_claims *claims;
    unsigned parts;                  // gone through so far
    const char *names[DX_SEATS_MAX]; // the seat's is `me`
} dx_rule_moment;

void dx_rule_moment_begin(dx_rule_moment *e, dx_rule_file *program,
                          const dx_view *view, dx_frames *frames);
void dx_rule_moment_end(dx_rule_moment *e);
// So many parts more are gone through; is that more than a decision may take?
// Nothing holds then, and no rule goes through but the last.
bool dx_rule_is_late(dx_rule_moment *e, unsigned parts);

// Does the seat know that it is so (yes), that it is not (no), or neither?
dx_truth dx_rule_holds(dx_rule_moment *e, dx_formula f);

// The value of a term; false if the seat cannot tell.
bool dx_rule_value(dx_rule_moment *e, dx_formula term, dx_fraction *out);

// The value of a type that a word or number is; false: it is none.
bool dx_rule_read(const dx_rule_moment *e, dx_formula word, const char *type,
                  unsigned *out);

// The members of a domain as words; false if the seat cannot tell.
typedef DX_VECTOR(dx_formula) dx_rule_words;
bool dx_rule_members(dx_rule_moment *e, dx_formula domain, dx_rule_words *out);

#endif
