// Threads.  The hall has one, so that no table needs a lock.  Thinkers are as
// many as there are cores, at the same priority as everybody: with less they
// would hold locks that others wait for.  Moves are thought about before
// questions, one thinker is always free of questions where there are two, and
// while the hall has much to do, who has answered a question rests as long as
// it took: open lenses, of which only the newest board counts, must not slow
// down those who play.  Questions that may take seconds (beliefs under a
// policy, more effort) have thinkers of their own, two where there are cores,
// and of one guest only one at a time: its long questions wait for each other,
// and nobody else's for all of them (agenda.h).  A request that turns out to be
// about a long record goes there as well.
//
// Agents that are quick are thought about by who was in the hall, since people
// wait for them and a thread that must first be woken up costs more than they
// do.  No agent thinks in the hall, though: two take turns there, and who
// thinks has left it to the other, who comes in when there is a letter
// (mailbox_hold). One of the two is always free for that.  An agent that was
// not as quick as it said goes to the thinkers from then on.  All of it is
// divided among addresses: none has all thinkers for its tables' agents, and
// who has had least comes first.
//
// The writer takes all batches that wait and commits them as one: while the
// disk syncs, the next group gathers, and in any case for a millisecond from
// the commit before: many small groups would cost more than a few large ones.
// If a commit fails, nothing that the
// group says of its games is said, and they are told of it (hall_store.c); rows
// that do not fit what is kept of their game are its own fault, and the rest of
// the group is kept without them.

#include "server/crew.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/memory.h"
#include "server/agenda.h"

#include <assert.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum {
    BATCHES_MAX = 20000,
    TIDY_ROWS = 2500,
    TICK_MS = 50,
    GATHER_US = 1000,
    BUSY_LETTERS = 25, // in a tick
    GIVE_BACK_MS = 100,
    REST_MAX_US = 50000,
    SLOW_THINKERS_MAX = 2,
    HALL_THREADS = 2
};

typedef struct job_queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    dx_agenda agenda;
    unsigned questions; // being thought about
    unsigned questions_max;
    bool is_closed;
    atomic_bool is_busy; // the hall
} job_queue;

struct dx_crew {
    dx_crew_options options;
    dx_hall *hall;
    dx_mailbox letters, batches;
    job_queue jobs, slow_jobs;
    // Of who is in the hall.
    dx_agenda quick_jobs;
    bool is_thinking; // the other one, about a quick job
    unsigned heard;   // letters since `since`
    int64_t since;    // in ms
    pthread_t hall_thread[HALL_THREADS], writer_thread,
        slow_thinker[SLOW_THINKERS_MAX];
    pthread_t *thinker;
    unsigned thinkers, slow_thinkers;
    uint64_t rows, commits; // the writer's
    bool is_failing;        // likewise: nothing can be kept
    // Likewise: lives of tables of which something was not kept, and why.
    DX_VECTOR(uint64_t) dead;
    char why[DX_ERROR_MESSAGE_MAX];
};

// ---- thinking ----

static void jobs_init(job_queue *jobs, unsigned questions_max, unsigned at_once)
{
    *jobs = (job_queue){.questions_max = questions_max,
                        .agenda.questions.at_once = at_once,
                        .agenda.moves.at_once = questions_max};
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->filled, NULL);
}

static void jobs_close(job_queue *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->is_closed = true;
    pthread_cond_broadcast(&jobs->filled);
    pthread_mutex_unlock(&jobs->lock);
}

static void add_job(void *context, dx_job *job)
{
    dx_crew *crew = context;
    job_queue *jobs = job->is_slow ? &crew->slow_jobs : &crew->jobs;
    if (job->is_quick) {
        dx_agenda_add(&crew->quick_jobs, job);
        return;
    }
    pthread_mutex_lock(&jobs->lock);
    dx_agenda_add(&jobs->agenda, job);
    pthread_cond_signal(&jobs->filled);
    pthread_mutex_unlock(&jobs->lock);
}

static dx_job *take_job(job_queue *jobs)
{
    dx_job *job;
    pthread_mutex_lock(&jobs->lock);
    for (;;) {
        job = dx_agenda_take(&jobs->agenda,
                             jobs->questions < jobs->questions_max);
        if (job != NULL ||
            (jobs->is_closed && dx_agenda_is_empty(&jobs->agenda)))
            break;
        pthread_cond_wait(&jobs->filled, &jobs->lock);
    }
    if (job != NULL)
        jobs->questions += job->kind != DX_JOB_MOVE;
    assert(jobs->questions <= jobs->questions_max);
    pthread_mutex_unlock(&jobs->lock);
    return job;
}

static void submit(void *context, dx_batch *batch)
{
    dx_crew *crew = context;
    // Too much for the disk: everything waits, nothing is lost.
    while (crew->batches.count > BATCHES_MAX)
        usleep(1000);
    dx_mailbox_put(&crew->batches, batch);
}

static void rest(job_queue *jobs, double seconds)
{
    unsigned us =
        seconds * 1e6 > REST_MAX_US ? REST_MAX_US : (unsigned)(seconds * 1e6);
    if (atomic_load(&jobs->is_busy) && us > 0)
        usleep(us);
}

static void end_job(job_queue *jobs, bool is_move, uint64_t asker,
                    double expected, double ms)
{
    pthread_mutex_lock(&jobs->lock);
    assert(is_move || jobs->questions > 0);
    jobs->questions -= !is_move;
    dx_agenda_done(&jobs->agenda, is_move, asker, expected, ms);
    if (!dx_agenda_is_empty(&jobs->agenda) || jobs->is_closed)
        pthread_cond_broadcast(&jobs->filled);
    pthread_mutex_unlock(&jobs->lock);
}

// The letter that says so; NULL: it is thought about again, elsewhere.
static dx_letter *think_about(dx_crew *crew, dx_job *job, double *out_took)
{
    double before = dx_cpu_seconds();
    bool is_done =
        atomic_load(&job->is_cancelled) || dx_job_run(job, crew->options.store);
    *out_took = 1e3 * (dx_cpu_seconds() - before);
    if (!is_done) {
        add_job(crew, job);
        return NULL;
    }
    if (job->kind != DX_JOB_MOVE && !atomic_load(&job->is_cancelled))
        submit(crew, dx_job_deliver(job));
    *out_took = job->took = 1e3 * (dx_cpu_seconds() - before);
    dx_letter *letter = dx_letter_new(DX_LETTER_DONE, 0);
    letter->job = job;
    return letter;
}

// What a long question needed is free now, and not only for the next one.
static void give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void think_of(dx_crew *crew, job_queue *jobs)
{
    dx_job *job;
    while ((job = take_job(jobs)) != NULL) {
        bool is_move = job->kind == DX_JOB_MOVE;
        uint64_t asker = job->asker;
        double expected = job->expected;
        double took;
        dx_letter *letter = think_about(crew, job, &took);
        if (letter != NULL)
            dx_mailbox_put(&crew->letters, letter);
        if (took > GIVE_BACK_MS)
            give_back();
        if (!is_move)
            rest(&crew->jobs, took / 1e3);
        end_job(jobs, is_move, asker, expected, took);
    }
}

static void *think(void *context)
{
    dx_crew *crew = context;
    think_of(crew, &crew->jobs);
    return NULL;
}

static void *think_slowly(void *context)
{
    dx_crew *crew = context;
    think_of(crew, &crew->slow_jobs);
    return NULL;
}

// ---- the hall ----

static void receive(dx_crew *crew, dx_letter *letter)
{
    const dx_job *job = letter->kind == DX_LETTER_DONE ? letter->job : NULL;
    if (job != NULL && job->is_quick) {
        assert(crew->is_thinking);
        crew->is_thinking = false;
        dx_agenda_done(&crew->quick_jobs, true, job->asker, job->expected,
                       job->took);
    }
    dx_hall_receive(crew->hall, letter);
    crew->heard++;
}

// All letters, and what is due.
static void be_in_hall(dx_crew *crew, dx_letter *letter)
{
    for (; letter != NULL; letter = dx_mailbox_take(&crew->letters, 0))
        while (letter != NULL) {
            dx_letter *next = letter->next;
            receive(crew, letter);
            letter = next;
        }
    int64_t now = dx_now_ms();
    if (now >= crew->since + TICK_MS) {
        atomic_store(&crew->jobs.is_busy, crew->heard > BUSY_LETTERS);
        crew->heard = 0;
        crew->since = now;
    }
    dx_hall_tick(crew->hall, now);
}

static void *run_hall(void *context)
{
    dx_crew *crew = context;
    dx_letter *own = NULL;
    for (;;) {
        dx_letter *letter = dx_mailbox_hold(&crew->letters, own, TICK_MS);
        bool is_over = letter == NULL && crew->letters.is_closed;
        if (crew->letters.is_closed)
            dx_hall_cancel(crew->hall);
        be_in_hall(crew, letter);
        dx_job *job =
            crew->is_thinking ? NULL : dx_agenda_take(&crew->quick_jobs, false);
        crew->is_thinking |= job != NULL;
        dx_mailbox_leave(&crew->letters);
        if (is_over && job == NULL)
            return NULL;
        double took;
        own = job != NULL ? think_about(crew, job, &took) : NULL;
    }
}

// ---- writing ----

// Keeps the rows of all batches, or of none.  `culprit`: whose rows are at
// fault; 0: nobody's.
static dx_status keep(dx_store *store, dx_batch *first, int64_t *culprit,
                      dx_error *error)
{
    dx_status status = dx_store_begin(store, error);
    *culprit = 0;
    if (status != DX_OK)
        return status;
    for (dx_batch *batch = first; batch != NULL && status == DX_OK;
         batch = batch->next)
        for (size_t i = 0; i < batch->rows.count && status == DX_OK; i++) {
            status = dx_store_put(store, &batch->rows.at[i], error);
            if (status == DX_ERR_INPUT)
                *culprit = batch->game;
        }
    if (status == DX_OK)
        status = dx_store_commit(store, error);
    if (status != DX_OK)
        dx_store_undo(store);
    return status;
}

static size_t rows_of(const dx_batch *first)
{
    size_t rows = 0;
    for (; first != NULL; first = first->next)
        rows += first->rows.count;
    return rows;
}

static void release(dx_crew *crew, dx_batch *first)
{
    dx_post *posts = NULL, **last = &posts;
    while (first != NULL) {
        dx_batch *next = first->next;
        if (first->first != NULL) {
            *last = first->first;
            last = first->last;
            first->first = NULL;
            first->last = &first->first;
        }
        dx_batch_free(first);
        first = next;
    }
    if (posts != NULL)
        crew->options.send(crew->options.context, posts);
}

// ---- what was not kept ----

static bool has_rows_of(const dx_batch *first, int64_t game)
{
    for (; first != NULL; first = first->next)
        if (first->game == game && first->rows.count > 0)
            return true;
    return false;
}

// Takes out of a group the batches that speak of games whose rows were not
// kept: those of `culprit`, or of all that have rows.
static dx_batch *take_lost(dx_batch **group, int64_t culprit)
{
    dx_batch *lost = NULL, **end = &lost, **at = group;
    DX_VECTOR(int64_t) games = {0};
    for (const dx_batch *batch = *group; batch != NULL; batch = batch->next)
        if (batch->rows.count > 0 && (culprit == 0 || batch->game == culprit))
            dx_vector_push(&games, batch->game);
    while (*at != NULL) {
        dx_batch *batch = *at;
        bool is_lost = batch->rows.count > 0 && culprit == 0;
        for (size_t i = 0; i < games.count && !is_lost; i++)
            is_lost = batch->game == games.at[i] && batch->game != 0;
        if (!is_lost) {
            at = &batch->next;
            continue;
        }
        *at = batch->next;
        batch->next = NULL;
        *end = batch;
        end = &batch->next;
    }
    dx_vector_release(&games);
    return lost;
}

// It is not said; who waits for an answer hears that, and who was to be told
// something is sent away, to come back when it can be kept.
static void apologize(dx_crew *crew, const dx_batch *batch, const char *why)
{
    dx_batch *sorry = dx_batch_new(0);
    dx_text words = {0};
    dx_text_printf(&words,
                   "the server cannot keep games now (%.120s): what "
                   "came last did not count; join again in a while",
                   why);
    for (const dx_post *post = batch->first; post != NULL; post = post->next) {
        dx_text text = {0};
        if (post->kind == DX_POST_WEB) {
            dx_text_add(&text, "{\"error\":{\"code\":\"store\",\"text\":");
            dx_text_add_json(&text, dx_text_string(&words));
            dx_text_add(&text, "}}");
            dx_batch_web(sorry, post->to, 503, DX_TYPE_JSON, &text);
        } else if (post->kind == DX_POST_LINE || post->kind == DX_POST_CLOSE) {
            dx_message_error("store", 0, dx_text_string(&words), &text);
            dx_batch_take_line(sorry, post->to, &text);
            dx_batch_close(sorry, post->to, DX_CLOSE_LATER);
        }
    }
    dx_text_release(&words);
    release(crew, sorry);
}

static size_t place_among_dead(const dx_crew *crew, uint64_t life)
{
    size_t i = 0;
    while (i < crew->dead.count && (life == 0 || crew->dead.at[i] != life))
        i++;
    return i;
}

// What a table says whose rows were lost comes from a state that is not kept.
static dx_batch *drop_dead(dx_crew *crew, dx_batch *first)
{
    dx_batch *alive = NULL, **end = &alive;
    while (first != NULL) {
        dx_batch *next = first->next;
        size_t i = place_among_dead(crew, first->life);
        first->next = NULL;
        if (i == crew->dead.count) {
            *end = first;
            end = &first->next;
        } else {
            apologize(crew, first, crew->why);
            if (first->is_last)
                crew->dead.at[i] = crew->dead.at[--crew->dead.count];
            dx_batch_free(first);
        }
        first = next;
    }
    return alive;
}

// What could not be put behind a game is that game's damage, so that it is
// named; a game that could not be begun is the file's.
static void blame(dx_store *store, const dx_batch *first, const dx_error *error)
{
    for (; first != NULL; first = first->next)
        for (size_t i = 0; i < first->rows.count; i++) {
            bool is_new = first->rows.at[i].kind == DX_ROW_GAME;
            dx_store_blame(store, is_new ? 0 : first->game, error->message);
            if (is_new)
                return;
        }
}

static void lose(dx_crew *crew, dx_batch *first, bool is_damage,
                 const dx_error *error)
{
    if (is_damage)
        blame(crew->options.store, first, error);
    if (!crew->is_failing || is_damage)
        fprintf(stderr, "doxa serve: %s; what was not kept is not told\n",
                error->message);
    crew->is_failing |= !is_damage;
    snprintf(crew->why, sizeof crew->why, "%s", error->message);
    while (first != NULL) {
        dx_batch *next = first->next;
        apologize(crew, first, error->message);
        if (first->life != 0 &&
            place_among_dead(crew, first->life) == crew->dead.count)
            dx_vector_push(&crew->dead, first->life);
        if (first->rows.count > 0 && !has_rows_of(next, first->game)) {
            dx_letter *letter = dx_letter_new(DX_LETTER_BROKEN, 0);
            letter->number = first->game;
            letter->is_damage = is_damage;
            letter->text = dx_copy_text(error->message);
            dx_mailbox_put(&crew->letters, letter);
        }
        dx_batch_free(first);
        first = next;
    }
}

// Keeps what can be kept of a group; what is left of it may be said.
static dx_batch *keep_group(dx_crew *crew, dx_batch *group)
{
    dx_error error = {.message = ""};
    int64_t culprit = 0, before = 0;
    while (rows_of(group) > 0 &&
           keep(crew->options.store, group, &culprit, &error) != DX_OK) {
        if (culprit != 0 && culprit != before) { // once more, from the disk
            before = culprit;
            continue;
        }
        dx_batch *lost = take_lost(&group, culprit);
        lose(crew, lost, culprit != 0, &error);
        if (culprit == 0)
            return group;
    }
    if (crew->is_failing && rows_of(group) > 0) {
        fprintf(stderr, "doxa serve: games are kept again\n");
        crew->is_failing = false;
        dx_mailbox_put(&crew->letters, dx_letter_new(DX_LETTER_KEPT, 0));
    }
    return group;
}

static void *write_all(void *context)
{
    dx_crew *crew = context;
    dx_store *store = crew->options.store;
    dx_batch *first;
    size_t untidy = 0;
    while ((first = dx_mailbox_take(&crew->batches, -1)) != NULL) {
        first = crew->dead.count > 0 ? drop_dead(crew, first) : first;
        size_t rows = rows_of(first);
        first = rows > 0 ? keep_group(crew, first) : first;
        release(crew, first);
        crew->rows += rows;
        crew->commits += rows > 0;
        untidy += rows;
        if (untidy > TIDY_ROWS) {
            dx_store_tidy(store);
            untidy = 0;
        }
        if (rows > 0)
            usleep(GATHER_US);
    }
    return NULL;
}

// ---- all of them ----

static const int own_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static pthread_t start(void *(*run)(void *), dx_crew *crew)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all); // but for what a thread does wrong itself
    for (size_t i = 0; i < sizeof own_faults / sizeof *own_faults; i++)
        sigdelset(&all, own_faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, run, crew) != 0)
        dx_panic("the system has no threads left");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return thread;
}

dx_status dx_crew_start(const dx_crew_options *options, dx_crew **out,
                        dx_error *error)
{
    dx_crew *crew = dx_alloc(1, sizeof *crew);
    crew->options = *options;
    crew->thinkers = options->threads > 0 ? options->threads : 1;
    dx_mailbox_init(&crew->letters);
    dx_mailbox_init(&crew->batches);
    crew->slow_thinkers = crew->thinkers > 1 ? SLOW_THINKERS_MAX : 1;
    jobs_init(&crew->jobs, crew->thinkers > 1 ? crew->thinkers - 1 : 1, 0);
    jobs_init(&crew->slow_jobs, crew->slow_thinkers, 1);
    crew->quick_jobs.moves.at_once = 1;
    crew->since = dx_now_ms();
    dx_hall_options hall = {.store = options->store,
                            .programs = options->programs,
                            .tables_max = options->tables_max,
                            .seed = options->seed,
                            .context = crew,
                            .submit = submit,
                            .think = add_job,
                            .count = options->count,
                            .count_context = options->context};
    dx_status status = dx_hall_new(&hall, &crew->hall, error);
    if (status != DX_OK) {
        dx_mailbox_release(&crew->letters);
        dx_mailbox_release(&crew->batches);
        dx_free(crew);
        return status;
    }
    crew->writer_thread = start(write_all, crew);
    crew->thinker = dx_alloc(crew->thinkers, sizeof *crew->thinker);
    for (unsigned i = 0; i < crew->thinkers; i++)
        crew->thinker[i] = start(think, crew);
    for (unsigned i = 0; i < crew->slow_thinkers; i++)
        crew->slow_thinker[i] = start(think_slowly, crew);
    for (unsigned i = 0; i < HALL_THREADS; i++)
        crew->hall_thread[i] = start(run_hall, crew);
    *out = crew;
    return DX_OK;
}

void dx_crew_deliver(dx_crew *crew, dx_letter *letter)
{
    dx_mailbox_put(&crew->letters, letter);
}

static void take_last_letters(dx_crew *crew)
{
    dx_letter *letter = dx_mailbox_take(&crew->letters, 0);
    while (letter != NULL) {
        dx_letter *next = letter->next;
        if (letter->kind == DX_LETTER_DONE)
            dx_hall_receive(crew->hall, letter);
        else
            dx_letter_free(letter);
        letter = next;
    }
}

void dx_crew_stop(dx_crew *crew)
{
    dx_mailbox_close(&crew->letters);
    for (unsigned i = 0; i < HALL_THREADS; i++)
        pthread_join(crew->hall_thread[i], NULL);
    jobs_close(&crew->jobs);
    for (unsigned i = 0; i < crew->thinkers; i++)
        pthread_join(crew->thinker[i], NULL);
    jobs_close(&crew->slow_jobs); // to whom the others hand on
    for (unsigned i = 0; i < crew->slow_thinkers; i++)
        pthread_join(crew->slow_thinker[i], NULL);
    dx_agenda_release(&crew->jobs.agenda);
    dx_agenda_release(&crew->slow_jobs.agenda);
    dx_agenda_release(&crew->quick_jobs);
    take_last_letters(crew);
    dx_mailbox_close(&crew->batches);
    pthread_join(crew->writer_thread, NULL);
    take_last_letters(crew);
    dx_hall_free(crew->hall);
    dx_mailbox_release(&crew->letters);
    dx_mailbox_release(&crew->batches);
    dx_vector_release(&crew->dead);
    dx_free(crew->thinker);
    dx_free(crew);
}

void dx_crew_opened(const dx_crew *crew, unsigned *out_games,
                    unsigned *out_broken)
{
    dx_hall_opened(crew->hall, out_games, out_broken);
}
