#include "golden.h"

#include "base/fraction.h"
#include "test.h"

#include <stdio.h>

json_t *worlds_golden(const char *name)
{
    char below[256];
    json_error_t error;
    snprintf(below, sizeof below, "golden/%s", name);
    json_t *file = json_load_file(dx_test_path(below), 0, &error);
    CHECK_THAT(file != NULL, "%s:%d: %s", name, error.line, error.text);
    return file;
}

json_int_t worlds_number(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    CHECK_THAT(json_is_integer(number), "no number %s", key);
    return json_integer_value(number);
}

void worlds_check_odds(dx_tally part, dx_tally whole, const char *text)
{
    dx_fraction right;
    CHECK_EQ(dx_fraction_parse(text, &right), DX_OK);
    CHECK_EQ(part.quality, DX_EXACT);
    CHECK_EQ(whole.quality, DX_EXACT);
    CHECK_THAT(whole.whole > 0 && part.whole * (uint64_t)right.over ==
                                      whole.whole * (uint64_t)right.top,
               "%g of %g should be %s", (double)part.whole, (double)whole.whole,
               text);
}
