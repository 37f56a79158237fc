// logic/json/model.h -- models as JSON, out and in.
//
//     {"agents": ["anne", "bob"],
//      "propositions": ["p"],
//      "variables": [{"name": "x"}, {"name": "c", "domain": "colour"}],
//      "constants": {"red": 0, "green": 1},
//      "domains": {"colour": ["red", "green"]},
//      "worlds": [{"name": "u", "true": ["p"], "values": {"x": 3, "c": "red"}},
//                 {"name": "v", "values": {"x": 4, "c": "green"}}],
//      "actual": "u",
//      "knowledge": {"anne": {"cells": [["u", "v"]]},
//                    "bob": {"edges": [["u", "u"], ["v", "u"]]}},
//      "belief": {"anne": {"edges": [["u", "v"], ["v", "v"]]}},
//      "weights": {"anne": {"worlds": {"u": "1/3", "v": "2/3"}},
//                  "bob": {"edges": [["u", "u", "1"], ["v", "u", "1"]]}}}
//
// Only agents, worlds and knowledge must be there; every agent has a
// relation, every world is in one cell and has a value for every variable.
// Edges without a weight weigh 0.  What is not in this list is an error.

#ifndef DX_LOGIC_JSON_MODEL_H
#define DX_LOGIC_JSON_MODEL_H

#include "base/text.h"
#include "logic/kripke/model.h"

enum { DX_MODEL_JSON_BYTES_MAX = 256 << 20 };

// Appends the model as JSON, one world or relation a line.  Worlds without a
// name get one.
void dx_model_write_json(const dx_model *model, dx_text *out);

// Reads a model over `store`; the caller frees it.  Errors have line and
// column: DX_ERR_SYNTAX where it is no JSON, DX_ERR_INPUT where it is no
// model, DX_ERR_LIMIT where it is too large.
DX_MUST_USE dx_status dx_model_read_json(dx_formulas *store, const char *text,
                                         size_t length, dx_model **out_model,
                                         dx_error *error);

#endif
