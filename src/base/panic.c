// Panics.  The hook is the one thing here that is not in an object: which
// thread breaks a promise is known only when it is broken, far from whoever
// could have been told.  So it belongs to the thread.

#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct catcher {
    dx_panic_hook *hook;
    void *context;
} catcher;

static _Thread_local catcher here;

void dx_on_panic(dx_panic_hook *hook, void *context)
{
    here = (catcher){hook, context};
}

bool dx_panic_is_caught(void)
{
    return here.hook != NULL;
}

void dx_panic(const char *format, ...)
{
    char what[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    catcher last = here;
    here = (catcher){0};
    if (last.hook != NULL)
        last.hook(last.context, what);
    fprintf(stderr, "doxa: %s\n", what);
    abort();
}

void dx_require_failed(const char *function, const char *promise)
{
    dx_panic("%s: broken promise: %s", function, promise);
}

typedef struct guarded {
    jmp_buf back;
    dx_error *error;
} guarded;

static void give_up(void *context, const char *what)
{
    guarded *g = context;
    dx_fail(g->error, DX_OK, 0, 0, "%s", what);
    longjmp(g->back, 1);
}

bool dx_guard(void (*run)(void *data), void *data, dx_error *error)
{
    guarded g = {.error = error};
    const catcher outer = here;
    if (setjmp(g.back) != 0) {
        here = outer;
        return false;
    }
    dx_on_panic(give_up, &g);
    run(data);
    here = outer;
    return true;
}
