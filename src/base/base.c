#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *dx_status_text(dx_status status)
{
    static const char *const sentence[] = {
#define X(code, text) [DX_##code] = (text),
        DX_STATUS_LIST(X)
#undef X
    };
    return sentence[status];
}

dx_status dx_fail(dx_error *error, dx_status status, unsigned line,
                  unsigned column, const char *format, ...)
{
    if (error == NULL)
        return status;
    error->line = line;
    error->column = column;
    error->file[0] = '\0';
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

void dx_error_in_file(dx_error *error, const char *file)
{
    if (error != NULL && error->file[0] == '\0')
        snprintf(error->file, sizeof error->file, "%s", file);
}
