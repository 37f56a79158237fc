// The desk and the threads around it.
//
// Keys are taken from the schedule in batches and numbered; results wait until
// all batches before theirs are back, and are written down in that order.  So
// log, summary and the stopping rule see the games as if one had played them
// all, and a verdict throws away what others have played beyond it.
//
// A batch is to take a few milliseconds: it doubles while games are short, and
// shrinks at once when they are long.  The thread that called plays no game,
// unless no other can be had; it flushes the log, reports progress and looks
// for an interruption, or serves other ranks (mpi.c).  A panic on a thread is
// passed on to it.

#include "lab/run.h"

#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"
#include "lab/mpi.h"
#include "lab/run_private.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct returned {
    dx_run_batch *batch; // NULL: it is still away
} returned;

struct dx_desk {
    dx_results *results;
    const dx_run_options *options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    dx_game_key next;    // to hand out
    unsigned batch_size; // grows as long as games are short
    uint64_t handed_out, written, brought_back;
    uint64_t wanted, there;      // games
    DX_VECTOR(returned) waiting; // those behind `written` that came back
    bool stopped;                // nothing more is handed out
    dx_status status;
    dx_error *error;
    struct timespec flushed;
    bool is_guarded;   // whoever called would survive a panic
    dx_ration *ration; // of whoever called
    bool is_lost;      // a host has panicked,
    dx_error panic;    // and why
};

// A batch should take about this long: short enough that nobody waits at the
// end, long enough that the desk is idle.
static const double batch_seconds = 0.005;

static uint64_t games_wanted(const dx_schedule *schedule)
{
    return (uint64_t)schedule->games * schedule->lineup_count;
}

static const dx_schedule *schedule_of(const dx_desk *desk)
{
    return dx_results_schedule(desk->results);
}

static bool wants_records(const dx_desk *desk)
{
    return desk->options->records != NULL;
}

static bool is_cancelled(const dx_desk *desk)
{
    return desk->options->cancelled != NULL &&
           atomic_load_explicit(desk->options->cancelled, memory_order_relaxed);
}

// Locked: gives the first trouble to the caller and stops.
static void stop(dx_desk *desk, dx_status status)
{
    if (desk->status == DX_OK)
        desk->status = status;
    desk->stopped = true;
    pthread_cond_broadcast(&desk->changed);
}

static void free_batch(dx_run_batch *batch)
{
    for (unsigned i = 0; batch != NULL && i < batch->count; i++)
        dx_text_release(&batch->record[i]);
    dx_free(batch);
}

// Only what games are put into is cleared: there is room for many more.
static dx_run_batch *new_batch(void)
{
    dx_run_batch *batch = dx_alloc_raw(1, sizeof *batch);
    batch->count = 0;
    return batch;
}

static void add_game(dx_run_batch *batch, dx_game_key key)
{
    unsigned i = batch->count++;
    batch->key[i] = key;
    batch->result[i] = (dx_result){.by = 0};
    batch->record[i] = (dx_text){0};
}

dx_run_batch *dx_desk_take(dx_desk *desk)
{
    const dx_schedule *schedule = schedule_of(desk);
    pthread_mutex_lock(&desk->lock);
    if (is_cancelled(desk))
        stop(desk, DX_ERR_CANCELLED);
    dx_run_batch *batch = NULL;
    while (!desk->stopped && dx_schedule_find(schedule, &desk->next)) {
        if (!dx_results_has(desk->results, desk->next)) {
            if (batch == NULL)
                batch = new_batch();
            add_game(batch, desk->next);
        }
        desk->next.rotation++;
        if (batch != NULL && batch->count == desk->batch_size)
            break;
    }
    if (batch != NULL)
        batch->number = desk->handed_out++;
    pthread_mutex_unlock(&desk->lock);
    return batch;
}

void dx_run_record_name(dx_game_key key, dx_text *out)
{
    dx_text_printf(out, "%u-%u-%u.jsonl", key.lineup + 1, key.deal,
                   key.rotation);
}

static dx_status keep_record(dx_desk *desk, dx_game_key key, dx_text *record)
{
    dx_text path = {0};
    dx_text_printf(&path, "%s/", desk->options->records);
    dx_run_record_name(key, &path);
    FILE *file = fopen(dx_text_string(&path), "w");
    bool good = file != NULL &&
                fwrite(record->at, 1, record->length, file) == record->length;
    if (file != NULL && fclose(file) != 0)
        good = false;
    dx_status status = DX_OK;
    if (!good) {
        status = dx_fail(desk->error, DX_ERR_FILE, 0, 0, "cannot write: %s",
                         strerror(errno));
        dx_error_in_file(desk->error, dx_text_string(&path));
    }
    dx_text_release(&path);
    return status;
}

// Locked: writes down one game.  Its record comes first, so that a game in the
// log always has one.  One that could not be played is only counted.
static dx_status write_down(dx_desk *desk, const dx_result *result,
                            dx_text *record)
{
    dx_status status = DX_OK;
    if (result->ending == DX_END_MISSING) {
        dx_results_miss(desk->results, result);
        return DX_OK;
    }
    if (desk->options->records != NULL)
        status = keep_record(desk, result->key, record);
    if (status == DX_OK && desk->options->log != NULL)
        status = dx_log_add(desk->options->log, result, desk->error);
    if (status != DX_OK)
        return status;
    dx_results_add(desk->results, result);
    desk->there++;
    if (desk->options->sprt != NULL &&
        dx_sprt_look(desk->options->sprt, desk->results) != DX_VERDICT_NONE)
        desk->stopped = true;
    return DX_OK;
}

// Locked: writes down all that is next in order.  After a verdict the rest is
// thrown away, or the results would depend on who was fast.
static void write_in_order(dx_desk *desk)
{
    for (; desk->written < desk->waiting.count; desk->written++) {
        dx_run_batch **batch = &desk->waiting.at[desk->written].batch;
        if (*batch == NULL)
            break;
        for (unsigned i = 0; i < (*batch)->count && desk->status == DX_OK;
             i++) {
            if (desk->options->sprt != NULL &&
                desk->options->sprt->verdict != DX_VERDICT_NONE)
                break;
            dx_status status =
                write_down(desk, &(*batch)->result[i], &(*batch)->record[i]);
            if (status != DX_OK)
                stop(desk, status);
        }
        free_batch(*batch);
        *batch = NULL;
    }
}

// Locked: how many games the next batches have.
static void adapt(dx_desk *desk, const dx_run_batch *batch)
{
    int64_t ns = 1;
    for (unsigned i = 0; i < batch->count; i++)
        ns += batch->result[i].cpu_ns;
    double games = batch_seconds * 1e9 / ((double)ns / batch->count);
    double most = fmin(desk->batch_size * 2.0, DX_BATCH_MAX);
    desk->batch_size = games < 1 ? 1 : (unsigned)fmin(games, most);
}

void dx_desk_give(dx_desk *desk, dx_run_batch *batch)
{
    pthread_mutex_lock(&desk->lock);
    adapt(desk, batch);
    while (desk->waiting.count <= batch->number)
        dx_vector_push(&desk->waiting, (returned){NULL});
    desk->waiting.at[batch->number].batch = batch;
    desk->brought_back++;
    write_in_order(desk);
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
}

void dx_desk_drop(dx_desk *desk, dx_run_batch *batch)
{
    pthread_mutex_lock(&desk->lock);
    desk->brought_back++;
    stop(desk, DX_ERR_CANCELLED);
    free_batch(batch);
    pthread_mutex_unlock(&desk->lock);
}

// Locked.
static bool is_done(const dx_desk *desk)
{
    dx_game_key next = desk->next;
    bool all_out = desk->stopped || !dx_schedule_find(schedule_of(desk), &next);
    return desk->is_lost || (all_out && desk->brought_back == desk->handed_out);
}

bool dx_desk_is_done(dx_desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    bool done = is_done(desk);
    pthread_mutex_unlock(&desk->lock);
    return done;
}

static double seconds_between(struct timespec from, struct timespec to)
{
    return (double)(to.tv_sec - from.tv_sec) +
           (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
}

// What has to happen now and then: flush the log, tell how far it is.
static void look(dx_desk *desk)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool is_off = dx_is_called_off(); // and says that it goes on
    pthread_mutex_lock(&desk->lock);
    if (is_off || is_cancelled(desk))
        stop(desk, DX_ERR_CANCELLED);
    bool due = seconds_between(desk->flushed, now) >= 0.2;
    if (due && desk->options->log != NULL && desk->status == DX_OK) {
        dx_status status = dx_log_flush(desk->options->log, desk->error);
        if (status != DX_OK)
            stop(desk, status);
    }
    if (due)
        desk->flushed = now;
    uint64_t there = desk->there;
    pthread_mutex_unlock(&desk->lock);
    if (due && desk->options->progress != NULL)
        desk->options->progress(desk->options->context, there, desk->wanted);
}

static void play_batches(void *context)
{
    dx_desk *desk = context;
    dx_host *host = dx_host_new(schedule_of(desk), desk->options->cancelled);
    dx_run_batch *batch;
    while ((batch = dx_desk_take(desk)) != NULL) {
        dx_status status = DX_OK;
        for (unsigned i = 0; i < batch->count && status == DX_OK; i++)
            status =
                dx_host_play(host, batch->key[i],
                             wants_records(desk) ? &batch->record[i] : NULL,
                             &batch->result[i]);
        if (status == DX_OK)
            dx_desk_give(desk, batch);
        else
            dx_desk_drop(desk, batch);
    }
    dx_host_free(host);
}

// Plays; a panic is passed on to the thread that waits for the hosts.
static void *play_guarded(void *context)
{
    dx_desk *desk = context;
    dx_error panic;
    dx_heed_ration(desk->ration);
    if (!desk->is_guarded) {
        play_batches(desk);
    } else if (!dx_guard(play_batches, desk, &panic)) {
        pthread_mutex_unlock(&desk->lock); // an error if it was not ours
        pthread_mutex_lock(&desk->lock);
        desk->is_lost = true;
        desk->panic = panic;
        stop(desk, DX_ERR_CANCELLED);
        pthread_mutex_unlock(&desk->lock);
    }
    return NULL;
}

// Waits for the hosts on this machine, and looks after the run meanwhile.
static void wait_for_hosts(dx_desk *desk)
{
    bool done = false;
    while (!done) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 50000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000;
        }
        pthread_mutex_lock(&desk->lock);
        if (!is_done(desk))
            pthread_cond_timedwait(&desk->changed, &desk->lock, &until);
        done = is_done(desk);
        pthread_mutex_unlock(&desk->lock);
        look(desk);
    }
}

static dx_status play_all(dx_desk *desk)
{
    pthread_t thread[DX_THREADS_MAX];
    unsigned threads = 0;
    while (threads < desk->options->threads &&
           pthread_create(&thread[threads], NULL, play_guarded, desk) == 0)
        threads++;
    if (threads == 0) { // no thread to be had: play here
        dx_heed_ration(desk->ration);
        play_batches(desk);
    } else if (dx_ranks() > 1)
        dx_ranks_serve(desk, look);
    else
        wait_for_hosts(desk);
    for (unsigned i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (desk->is_lost)
        dx_panic("%s", desk->panic.message);
    if (desk->options->log != NULL) {
        dx_status status = dx_log_flush(desk->options->log, desk->error);
        if (desk->status == DX_OK || status != DX_OK)
            desk->status = status;
    }
    return desk->status;
}

// One that knows its owner, so that a host that is lost can give it up.
static void init_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

dx_status dx_run(dx_results *results, const dx_run_options *options,
                 dx_error *error)
{
    DX_REQUIRE(options->threads <= DX_THREADS_MAX,
               "at most DX_THREADS_MAX threads");
    dx_desk desk = {.results = results,
                    .options = options,
                    .batch_size = 1,
                    .error = error,
                    .is_guarded = dx_panic_is_caught(),
                    .ration = dx_heed_ration(NULL)};
    desk.wanted = games_wanted(dx_results_schedule(results));
    for (unsigned i = 0; i < dx_results_schedule(results)->lineup_count; i++)
        desk.there += dx_results_count(results, i);
    if (options->sprt != NULL &&
        dx_sprt_look(options->sprt, results) != DX_VERDICT_NONE)
        desk.stopped = true; // an earlier run has settled it
    init_lock(&desk.lock);
    pthread_cond_init(&desk.changed, NULL);
    dx_status status = play_all(&desk);
    dx_heed_ration(desk.ration);
    for (size_t i = desk.written; i < desk.waiting.count; i++)
        free_batch(desk.waiting.at[i].batch);
    dx_vector_release(&desk.waiting);
    pthread_cond_destroy(&desk.changed);
    pthread_mutex_destroy(&desk.lock);
    if (status == DX_ERR_CANCELLED)
        return dx_fail(error, status, 0, 0, "interrupted");
    return status;
}
