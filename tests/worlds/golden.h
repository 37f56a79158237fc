// golden.h -- reading golden files and comparing with their fractions.

#ifndef DX_TEST_WORLDS_GOLDEN_H
#define DX_TEST_WORLDS_GOLDEN_H

#include "worlds/count.h"

#include <jansson.h>

// The file `name` of tests/golden; fails the test if it cannot be read.
json_t *worlds_golden(const char *name);

// The member `key` as a number; fails the test if there is none.
json_int_t worlds_number(const json_t *object, const char *key);

// Fails the test unless part / whole is the fraction `text`.
void worlds_check_odds(dx_tally part, dx_tally whole, const char *text);

#endif
