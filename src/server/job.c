// Thinking.  A job is run with everything it needs and answers into itself; a
// panic inside (base/base.h) is caught, and then what the job had is abandoned:
// the question is answered with an error, and an agent's move by lot.

#include "server/job.h"

#include "base/heed.h"
#include "base/memory.h"
#include "door/picture.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

dx_job *dx_job_new(dx_job_kind kind, dx_guest guest)
{
    dx_job *job = dx_alloc(1, sizeof *job);
    job->kind = kind;
    job->guest = guest;
    job->asker = guest;
    return job;
}

void dx_job_free(dx_job *job)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_free(job->name[i]);
    dx_vector_release(&job->seen);
    dx_wish_release(&job->wish);
    dx_web_free(job->web);
    dx_text_release(&job->head);
    dx_text_release(&job->line);
    dx_text_release(&job->answer.body);
    dx_reason_release(&job->why);
    if (job->batch != NULL)
        dx_batch_free(job->batch);
    dx_free(job);
}

// ---- a move ----

static void choose(dx_job *job)
{
    assert(job->policy.agent != NULL);
    assert(job->mind == NULL || job->eyes != NULL); // they are lent together
    if (job->eyes == NULL)
        job->eyes = dx_eyes_new(&job->rules, job->seat);
    for (size_t i = 0; i < job->seen.count; i++)
        dx_eyes_seen(job->eyes, job->seen.at[i]);
    const dx_view *view = dx_eyes_view(job->eyes);
    if (job->mind == NULL)
        job->mind = dx_mind_new(&job->policy, view);
    // Chance is named by what was seen, so that after a restart the agent
    // chooses what it would have chosen.
    dx_random random =
        dx_random_named(job->seed, view->count, UINT64_C(1) << 40 | job->seat);
    dx_budget budget = {.cancelled = &job->is_cancelled};
    dx_thought thought = {&random, &budget, &job->why};
    job->move = dx_mind_choose(job->mind, view, &thought);
}

// ---- questions ----

static dx_eyes *eyes_of(const dx_job *job, unsigned count)
{
    dx_eyes *eyes = dx_eyes_new(&job->rules, job->seat);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_seen(eyes, job->seen.at[i]);
    return eyes;
}

const char *const dx_job_answers[] = {
    [DX_JOB_WATCH] = "lens",      [DX_JOB_LENS] = "lens",
    [DX_JOB_ASK] = "answer",      [DX_JOB_COMPLETE] = "completion",
    [DX_JOB_CHANGED] = "changed", [DX_JOB_CHOOSE] = "choice",
    [DX_JOB_MODEL] = "model",     [DX_JOB_SUSPECT] = "suspicion",
};

// The beginning of the answer, up to where its own members come.
static void begin_answer(const dx_job *job, dx_text *out)
{
    if (job->is_web)
        dx_text_add_char(out, '{');
    else
        dx_text_printf(out, "{\"type\":\"%s\",\"id\":%u,\"n\":%zu,",
                       dx_job_answers[job->kind], job->id, job->seen.count);
}

static void tell_changed(dx_job *job, const dx_view *view, dx_text *out)
{
    assert(job->before < job->seen.count);
    dx_eyes *before = eyes_of(job, job->before);
    dx_text_printf(out, "\"turn\":%u,\"seats\":[", job->wish.turn);
    dx_glass_changed(job->glass, dx_eyes_view(before), view, out);
    dx_text_add(out, "]}");
    dx_eyes_free(before);
}

static void answer_question(dx_job *job)
{
    dx_text *out = job->is_web ? &job->answer.body : &job->line;
    dx_eyes *eyes = eyes_of(job, (unsigned)job->seen.count);
    const dx_view *view = dx_eyes_view(eyes);
    const char *const *names =
        job->name[0] != NULL ? (const char *const *)job->name : NULL;
    dx_budget budget = {.cancelled = &job->is_cancelled};
    begin_answer(job, out);
    if (job->kind == DX_JOB_COMPLETE)
        dx_tell_completion(&job->rules, names, view->seat, job->wish.formula,
                           out);
    else if (job->kind == DX_JOB_CHOOSE)
        dx_tell_choice(view, job->wish.agent, job->seed, &budget, out);
    else if (job->kind == DX_JOB_CHANGED)
        tell_changed(job, view, out);
    else if (job->kind == DX_JOB_ASK)
        dx_glass_ask(job->glass, view, &job->wish, out);
    else if (job->kind == DX_JOB_MODEL)
        dx_tell_worlds(job->glass, view, &job->wish, out);
    else if (job->kind == DX_JOB_SUSPECT)
        dx_tell_suspicion(job->glass, view, &job->wish, out);
    else
        dx_glass_look(job->glass, view, &job->wish, out);
    if (!job->is_web)
        dx_text_add_char(out, '\n');
    job->answer.code = 200;
    job->answer.type = DX_TYPE_JSON;
    dx_eyes_free(eyes);
}

// ---- all of them ----

typedef struct running {
    dx_job *job;
    dx_store *store;
} running;

static void run(void *data)
{
    running *r = data;
    dx_job *job = r->job;
    if (job->kind == DX_JOB_MOVE)
        choose(job);
    else if (job->number != 0)
        dx_web_bring(job->web, job->number,
                     job->batch = dx_batch_new(job->number), &job->answer);
    else if (job->kind == DX_JOB_WEB)
        dx_web_answer_it(r->store, job->web, &job->head, &job->is_cancelled,
                         &job->answer);
    else
        answer_question(job);
}

// A request that is about a long record.
static void put_off(dx_job *job)
{
    enum { LINES_PER_MS = 50 };
    job->expected = job->answer.put_off / LINES_PER_MS;
    job->is_slow = job->web->is_slow = true;
    dx_text_release(&job->answer.body);
    job->answer = (dx_web_answer){.code = 0};
}

bool dx_job_run(dx_job *job, dx_store *store)
{
    assert(!job->is_lost);
    running r = {job, store};
    dx_error error = {.message = ""};
    const atomic_bool *before = dx_heed(&job->is_cancelled);
    bool fine = dx_guard(run, &r, &error);
    dx_heed(before);
    if (fine && job->answer.put_off > 0) {
        put_off(job);
        return false;
    }
    if (fine)
        return true;
    fprintf(stderr, "doxa serve: lost a question: %s\n", error.message);
    job->is_lost = true;
    job->eyes = NULL; // in no state to be used or freed
    job->mind = NULL;
    job->glass = NULL;
    job->batch = NULL;
    job->line = (dx_text){0};
    job->answer.body = (dx_text){0};
    memset(&job->why, 0, sizeof job->why);
    dx_web_refuse(&job->answer, 500, "lost", "this question was too much");
    if (job->kind == DX_JOB_MOVE || job->is_web || job->kind == DX_JOB_WEB)
        return true;
    begin_answer(job, &job->line);
    dx_text_add(&job->line,
                "\"error\":{\"code\":\"lost\",\"text\":\"this question was "
                "too much\"}}\n");
    return true;
}

dx_batch *dx_job_deliver(dx_job *job)
{
    assert(job->kind != DX_JOB_MOVE); // which nobody waits for
    // What is answered may hang on events that are not kept yet.
    dx_batch *batch = job->batch != NULL   ? job->batch
                      : job->table != NULL ? dx_table_batch(job->table)
                                           : dx_batch_new(0);
    job->batch = NULL;
    if (job->is_web || job->kind == DX_JOB_WEB)
        dx_batch_web_tagged(batch, job->guest, job->answer.code,
                            job->answer.type, job->answer.tag,
                            &job->answer.body);
    else
        dx_batch_take_line(batch, job->guest, &job->line);
    return batch;
}
