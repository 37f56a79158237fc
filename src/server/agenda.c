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

void dx_agenda_release(dx_agenda *agenda)
{
    assert(dx_agenda_is_empty(agenda));
    for (size_t i = 0; i < agenda->asker.count; i++)
        dx_free(agenda->asker.at[i]);
    dx_vector_release(&agenda->asker);
}

static dx_asker *find(const dx_agenda *agenda, dx_guest guest)
{
    for (size_t i = 0; i < agenda->asker.count; i++)
        if (agenda->asker.at[i]->guest == guest)
            return agenda->asker.at[i];
    return NULL;
}

static dx_asker *come_in(dx_agenda *agenda, dx_guest guest)
{
    dx_asker *asker = dx_alloc(1, sizeof *asker);
    asker->guest = guest;
    asker->had = agenda->clock;
    asker->last = &asker->first;
    dx_vector_push(&agenda->asker, asker);
    return asker;
}

static void go_out(dx_agenda *agenda, dx_asker *asker)
{
    size_t i = 0;
    while (agenda->asker.at[i] != asker)
        i++;
    for (agenda->asker.count--; i < agenda->asker.count; i++)
        agenda->asker.at[i] = agenda->asker.at[i + 1];
    dx_free(asker);
}

void dx_agenda_add(dx_agenda *agenda, dx_job *job)
{
    job->next = NULL;
    if (job->kind == DX_JOB_MOVE) {
        if (agenda->move == NULL)
            agenda->last_move = &agenda->move;
        *agenda->last_move = job;
        agenda->last_move = &job->next;
        return;
    }
    dx_asker *asker = find(agenda, job->guest);
    if (asker == NULL)
        asker = come_in(agenda, job->guest);
    *asker->last = job;
    asker->last = &job->next;
}

static dx_asker *next_asker(const dx_agenda *agenda)
{
    dx_asker *best = NULL;
    double least = 0;
    for (size_t i = 0; i < agenda->asker.count; i++) {
        dx_asker *asker = agenda->asker.at[i];
        if (asker->first == NULL ||
            (agenda->at_once > 0 && asker->running >= agenda->at_once))
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
    dx_job *job = agenda->move;
    if (job != NULL) {
        agenda->move = job->next;
        return job;
    }
    dx_asker *asker = with_questions ? next_asker(agenda) : NULL;
    if (asker == NULL)
        return NULL;
    job = asker->first;
    asker->first = job->next;
    if (asker->first == NULL)
        asker->last = &asker->first;
    asker->had += job->expected;
    asker->running++;
    return job;
}

bool dx_agenda_is_empty(const dx_agenda *agenda)
{
    if (agenda->move != NULL)
        return false;
    for (size_t i = 0; i < agenda->asker.count; i++)
        if (agenda->asker.at[i]->first != NULL)
            return false;
    return true;
}

void dx_agenda_done(dx_agenda *agenda, dx_guest guest, double expected,
                    double ms)
{
    dx_asker *asker = find(agenda, guest);
    assert(asker != NULL && asker->running > 0);
    agenda->clock += ms / (double)agenda->asker.count;
    asker->had += ms - expected;
    asker->running--;
    if (asker->running == 0 && asker->first == NULL)
        go_out(agenda, asker);
}
