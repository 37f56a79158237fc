#include "base/version.h"
#include "test.h"

#include <stdio.h>

TEST(the_version_is_its_three_numbers)
{
    char numbers[40];
    snprintf(numbers, sizeof numbers, "%d.%d.%d", DX_VERSION_MAJOR,
             DX_VERSION_MINOR, DX_VERSION_PATCH);
    CHECK_TEXT(DX_VERSION, numbers);
    CHECK_TEXT(dx_version(), DX_VERSION);
}
