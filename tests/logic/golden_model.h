// golden_model.h -- reads the models and event models of the golden files.

#ifndef DX_TEST_GOLDEN_MODEL_H
#define DX_TEST_GOLDEN_MODEL_H

#include "logic/kripke/event_model.h"
#include "logic/kripke/model.h"

#include <jansson.h>

// A file of tests/golden; fails the test if it cannot be read.
json_t *golden_file(const char *name);

// agents, worlds, rel and mu, as the golden files have them.
dx_model *golden_model(dx_formulas *store, const json_t *model);

// events, pre, post, rel and occ of each; NULL gives an empty library.
dx_event_library *golden_events(dx_formulas *store, const json_t *models);

// Adds the atoms of `f` that the model does not have, false everywhere: in
// the golden files what is not listed is false.
void golden_declare(dx_model *model, dx_formula f);
void golden_declare_events(dx_model *model, const dx_event_library *library);

const char *golden_text(const json_t *object, const char *key);
dx_fraction golden_fraction(const char *text);

#endif
