#include "watch.h"

#include "base/clock.h"
#include "base/memory.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_NS = 5000000,      // how often the watch looks
    LEFT_OVER_MAX = 8 << 20 // freed memory that the process may keep
};

struct dx_watch {
    double seconds_max;
    size_t bytes_max, bytes_before;
    clockid_t clock; // of the asking thread
    pthread_t thread;
    pthread_mutex_t lock; // for what follows
    pthread_cond_t changed;
    bool runs, ends;
    double started;
    dx_toll toll;
    atomic_bool cancelled;
};

// Of the whole process, now; 0 where the system does not say.
static size_t bytes_now(void)
{
    unsigned long all, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%lu %lu", &all, &resident) != 2)
        resident = 0;
    fclose(file);
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

// From now on the most memory in use is counted anew (Linux).
static void forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file == NULL)
        return;
    fputs("5", file);
    fclose(file);
}

static size_t bytes_peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

static size_t above(size_t bytes, size_t before)
{
    return bytes > before ? bytes - before : 0;
}

static void look(dx_watch *w)
{
    struct timespec now;
    clock_gettime(w->clock, &now);
    double seconds = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
    if (w->seconds_max > 0 && seconds - w->started > w->seconds_max)
        w->toll.late = true;
    if (w->bytes_max > 0 &&
        above(bytes_now(), w->bytes_before) > w->bytes_max / 4 * 5)
        w->toll.large = true;
    if (w->toll.late || w->toll.large)
        atomic_store(&w->cancelled, true);
}

static void *keep_looking(void *context)
{
    dx_watch *w = context;
    pthread_mutex_lock(&w->lock);
    while (!w->ends) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&w->changed, &w->lock, &until);
        if (w->runs)
            look(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

dx_watch *dx_watch_new(double seconds_max, size_t bytes_max)
{
    dx_watch *w = dx_alloc(1, sizeof *w);
    w->seconds_max = seconds_max;
    w->bytes_max = bytes_max;
    w->bytes_before = bytes_now();
    pthread_getcpuclockid(pthread_self(), &w->clock);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    if (pthread_create(&w->thread, NULL, keep_looking, w) != 0) {
        fputs("doxa-battery: no second thread; nothing stops a question\n",
              stderr);
        w->ends = true;
    }
    return w;
}

void dx_watch_free(dx_watch *w)
{
    if (!w->ends) {
        pthread_mutex_lock(&w->lock);
        w->ends = true;
        pthread_cond_signal(&w->changed);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    dx_free(w);
}

const atomic_bool *dx_watch_cancelled(const dx_watch *w)
{
    return &w->cancelled;
}

void dx_watch_start(dx_watch *w)
{
    forget_peak();
    pthread_mutex_lock(&w->lock);
    w->toll = (dx_toll){0};
    atomic_store(&w->cancelled, false);
    w->runs = true;
    w->started = dx_cpu_seconds();
    pthread_mutex_unlock(&w->lock);
}

// What a question has freed is given back to the system before the next one,
// if it is much: otherwise it would count as the next one's.
dx_toll dx_watch_stop(dx_watch *w)
{
    double ended = dx_cpu_seconds();
    pthread_mutex_lock(&w->lock);
    w->runs = false;
    w->toll.seconds = ended - w->started;
    dx_toll toll = w->toll;
    pthread_mutex_unlock(&w->lock);
    toll.bytes = above(bytes_peak(), w->bytes_before);
    if (toll.bytes > LEFT_OVER_MAX)
        malloc_trim(0);
    return toll;
}
