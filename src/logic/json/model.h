// logic/json/model.h -- models as JSON, out and in: one shape for all who read
// or show them.
//
//     {"agents": ["anne", "bob"],
//      "propositions": ["p"],
//      "constants": {"red": 0, "green": 1},
//      "domains": {"colour": ["red", "green"]},
//      "variables": [{"name": "x"}, {"name": "c", "domain": "colour"}],
//      "worlds": [{"id": 0, "name": "u", "true": ["p", "x=3", "c=red"]},
//                 {"id": 1, "name": "v", "true": ["x=4", "c=green"]}],
//      "cells": {"anne": [[0, 1]]},
//      "links": {"bob": [[0, 0], [1, 0]]},
//      "belief": {"anne": [[0, 1], [1, 1]]},
//      "weights": {"anne": ["1/3", "2/3"], "bob": [[0, 0, "1"], [1, 0, "1"]]},
//      "ranks": {},
//      "actual": 0}
//
// Worlds are called by their place in the list, which `id` says again; a name
// may be missing.  Every agent has cells (who cannot tell which worlds apart)
// or links, and every world is in one cell of theirs and has a value for every
// variable.  Weights are one for each world, or for links; links without one
// weigh 0.  Ranks are a list, one for each world; the belief of who has them
// follows from them, is told and not read.  What is not in this list is an
// error; of those above only agents and worlds must be there.

#ifndef DX_LOGIC_JSON_MODEL_H
#define DX_LOGIC_JSON_MODEL_H

#include "base/text.h"
#include "logic/kripke/model.h"

enum { DX_MODEL_JSON_BYTES_MAX = 256 << 20 };

// Appends the model as JSON, one world a line; which world is the actual one is
// told only if that is wanted.
void dx_model_write_json(const dx_model *model, bool has_actual, dx_text *out);

// Reads a model over `store`; the caller frees it.  Errors have line and
// column: DX_ERR_SYNTAX where it is no JSON, DX_ERR_INPUT where it is no
// model, DX_ERR_LIMIT where it is too large.
DX_MUST_USE dx_status dx_model_read_json(dx_formulas *store, const char *text,
                                         size_t length, dx_model **out_model,
                                         dx_error *error);

#endif
