// A thread is made for its stack alone: only there can we choose the size, and
// know the end.  Work that goes deep within deep work finds out how much is
// left and stays where it is if that is enough.

#include "base/stack.h"
#include "base/clock.h"
#include "base/heed.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#ifdef __EMSCRIPTEN__
// In a browser there is one stack, the browser's own; what is read there nests
// less (logic/formula/formula.h), so that it is enough.
void dx_run_deep(size_t levels, void (*run)(void *data), void *data)
{
    (void)levels;
    run(data);
}
#else
// What one level takes at the most.  Sanitizers put a good deal between the
// variables of a function.
#if defined(__has_feature)
#define IS_SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif
#if IS_SANITIZED || !defined(__OPTIMIZE__)
enum { LEVEL_BYTES = 4 << 10 };
#else
enum { LEVEL_BYTES = 1 << 10 };
#endif

typedef struct excursion {
    void (*run)(void *data);
    void *data;
    size_t bytes; // of the stack
    double clock; // dx_cpu_seconds, there and back
    const atomic_bool *heeded;
    double until; // likewise
    dx_ration *ration;
    bool is_guarded; // the caller would survive a panic
    bool is_lost;    // there was one,
    dx_error panic;  // and why
} excursion;

// The end of the stack, on a thread of ours; NULL on others.
static _Thread_local const char *end;

static bool has_room(size_t bytes)
{
    const char here = 0;
    return end != NULL && (size_t)(&here - end) >= bytes;
}

static void *set_out(void *data)
{
    excursion *e = data;
    const char here = 0;
    end = &here - e->bytes + DX_STACK_BYTES;
    dx_heed(e->heeded);
    dx_heed_until(e->until);
    dx_heed_ration(e->ration);
    dx_cpu_carry(e->clock);
    if (e->is_guarded)
        e->is_lost = !dx_guard(e->run, e->data, &e->panic);
    else
        e->run(e->data);
    e->clock = dx_cpu_seconds();
    return NULL;
}

// Starts the thread with all signals blocked; they are for the host's threads.
static int start(excursion *e, pthread_t *thread)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    int code = pthread_attr_init(&attributes);
    if (code != 0)
        return code;
    code = pthread_attr_setstacksize(&attributes, e->bytes);
    if (code == 0) {
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        code = pthread_create(thread, &attributes, set_out, e);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return code;
}

void dx_run_deep(size_t levels, void (*run)(void *data), void *data)
{
    size_t bytes = levels * LEVEL_BYTES;
    if (levels <= DX_LEVELS_SHALLOW || has_room(bytes)) {
        run(data);
        return;
    }
    // Twice, for another walk at the end of this one.  These are only
    // addresses: memory is taken as it is used.
    excursion e = {.run = run,
                   .data = data,
                   .bytes = 2 * (bytes + DX_STACK_BYTES),
                   .clock = dx_cpu_seconds(),
                   .heeded = dx_heed(NULL),
                   .until = dx_heed_until(0),
                   .ration = dx_heed_ration(NULL),
                   .is_guarded = dx_panic_is_caught()};
    pthread_t thread;
    dx_heed(e.heeded);
    dx_heed_until(e.until);
    dx_heed_ration(e.ration);
    int code = start(&e, &thread);
    if (code != 0)
        dx_panic("no stack of %zu bytes: %s", e.bytes, strerror(code));
    pthread_join(thread, NULL);
    dx_cpu_carry(e.clock - dx_cpu_seconds());
    if (e.is_lost)
        dx_panic("%s", e.panic.message);
}
#endif
