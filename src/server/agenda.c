// Fair queueing, as networks have it (Demers, Keshav, Shenker 1989): each asker
// carries what it has had, a question is ranked by that plus what it is thought
// to take, and when it is answered the thought is put right by what it took.
// The clock goes on by what was thought about divided by the number of askers,
// as it would if all were served a little at a time; who comes in starts there.
// So a short question overtakes long ones, and a long one is overtaken only
// until the clock has passed it.

#include "server/agenda.h"

#include "base/memory.h"

#include <assert.h>

static void release(dx_queue *line)
{
    for (size_t i = 0; i < line->asker.count; i++)
        dx_free(line->asker.at[i]);
    dx_vector_release(&line->asker);
}

void dx_agenda_release(dx_agenda *agenda)
{
    assert(dx_agenda_is_empty(agenda));
    release(&agenda->moves);
    release(&agenda->questions);
}

static dx_asker *find(const dx_queue *line, uint64_t key)
{
    for (size_t i = 0; i < line->asker.count; i++)
        if (line->asker.at[i]->key == key)
            return line->asker.at[i];
    return NULL;
}

static dx_asker *come_in(dx_queue *line, uint64_t key)
{
    dx_asker *asker = dx_alloc(1, sizeof *asker);
    asker->key = key;
    asker->had = line->clock;
    asker->last = &asker->first;
    dx_vector_push(&line->asker, asker);
    return asker;
}

static void go_out(dx_queue *line, dx_asker *asker)
{
    size_t i = 0;
    while (line->asker.at[i] != asker)
        i++;
    for (line->asker.count--; i < line->asker.count; i++)
        line->asker.at[i] = line->asker.at[i + 1];
    dx_free(asker);
}

static dx_queue *line_of(dx_agenda *agenda, bool is_move)
{
    return is_move ? &agenda->moves : &agenda->questions;
}

void dx_agenda_add(dx_agenda *agenda, dx_job *job)
{
    dx_queue *line = line_of(agenda, job->kind == DX_JOB_MOVE);
    dx_asker *asker = find(line, job->asker);
    job->next = NULL;
    if (asker == NULL)
        asker = come_in(line, job->asker);
    *asker->last = job;
    asker->last = &job->next;
}

static dx_asker *next_asker(const dx_queue *line)
{
    dx_asker *best = NULL;
    double least = 0;
    for (size_t i = 0; i < line->asker.count; i++) {
        dx_asker *asker = line->asker.at[i];
        if (asker->first == NULL ||
            (line->at_once > 0 && asker->running >= line->at_once))
            continue;
        double rank = asker->had + asker->first->expected;
        if (best == NULL || rank < least) {
            best = asker;
            least = rank;
        }
    }
    return best;
}

dx_job *dx_agenda_take(dx_agenda *agenda, bool with_questions)
{
    dx_asker *asker = next_asker(&agenda->moves);
    if (asker == NULL && with_questions)
        asker = next_asker(&agenda->questions);
    if (asker == NULL)
        return NULL;
    dx_job *job = asker->first;
    asker->first = job->next;
    if (asker->first == NULL)
        asker->last = &asker->first;
    asker->had += job->expected;
    asker->running++;
    return job;
}

static bool is_empty(const dx_queue *line)
{
    for (size_t i = 0; i < line->asker.count; i++)
        if (line->asker.at[i]->first != NULL)
            return false;
    return true;
}

bool dx_agenda_is_empty(const dx_agenda *agenda)
{
    return is_empty(&agenda->moves) && is_empty(&agenda->questions);
}

void dx_agenda_done(dx_agenda *agenda, bool is_move, uint64_t key,
                    double expected, double ms)
{
    dx_queue *line = line_of(agenda, is_move);
    dx_asker *asker = find(line, key);
    assert(asker != NULL && asker->running > 0);
    line->clock += ms / (double)line->asker.count;
    asker->had += ms - expected;
    asker->running--;
    if (asker->running == 0 && asker->first == NULL)
        go_out(line, asker);
}
