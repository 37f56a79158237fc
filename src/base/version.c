#include "base/version.h"

const char *dx_version(void)
{
    return DX_VERSION;
}
