// All worlds are listed and weighed.  If none has weight the game has refuted
// the assumption, and the reference says at which event it did; as weight never
// comes back by itself, that event is found by ever larger steps and then by
// halving, each answered by one drawn world with weight, or, if there is none,
// by listing the worlds of that moment.  Then the likelihood is dropped or the
// fault forgiven, and it is weighed again.

#include "minds/believe/believe_replay.h"

#include "base/heed.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

// Tries in the search for the event that refuted, times the limit on worlds.
enum { TRIES = 20 };

void dx_replayed_release(dx_replayed *replayed)
{
    dx_free(replayed->weights);
    *replayed = (dx_replayed){0};
}

typedef struct listing {
    dx_pasts pasts;
    DX_VECTOR(dx_weight) weights;
    bool merged; // worlds without a past: they cannot be replayed
    dx_pace pace;
} listing;

static void listing_release(listing *l)
{
    dx_pasts_release(&l->pasts);
    dx_vector_release(&l->weights);
}

static bool list_world(void *context, const dx_world *world)
{
    listing *l = context;
    l->merged = world->past == NULL && l->pasts.view->count > 0;
    if (l->merged || dx_is_off(&l->pace, l->pasts.view->count + 1))
        return false;
    dx_pasts_add(&l->pasts, world->past);
    dx_vector_push(&l->weights, (dx_weight){world->exact, world->weight});
    assert(l->weights.count == l->pasts.count);
    return true;
}

static dx_status list(const dx_reckoning *from, const dx_view *view,
                      size_t worlds_max, dx_toil *toil, listing *out)
{
    *out = (listing){.pasts = dx_pasts_of(view, toil)};
    dx_status status = from->how->each(from->self, worlds_max, list_world, out);
    if (status == DX_OK && out->pace.is_off)
        status = DX_ERR_CANCELLED;
    if (status == DX_OK && (out->merged || out->pasts.count == 0))
        status = DX_ERR_UNSUPPORTED;
    if (status != DX_OK)
        listing_release(out);
    return status;
}

// A game whose events are gone through for the one that refuted.
typedef struct trial {
    const dx_reckoning *from;
    const dx_view *view;
    const dx_assumption *assumption;
    size_t worlds_max;
    dx_toil *toil;
    size_t tried;
    bool *dropped;   // events whose likelihood does not count any more
    unsigned alive;  // after so many events there was weight
    unsigned faults; // that are forgiven in one world
} trial;

static dx_status weigh(trial *t, dx_replayed *out)
{
    listing l;
    dx_status status = list(t->from, t->view, t->worlds_max, t->toil, &l);
    if (status != DX_OK)
        return status;
    status = dx_pasts_weigh(&l.pasts, t->assumption, t->dropped, t->faults,
                            l.weights.at);
    t->tried += l.pasts.count;
    if (status != DX_OK) {
        listing_release(&l);
        return status;
    }
    out->count = l.pasts.count;
    out->weights = l.weights.at;
    dx_pasts_release(&l.pasts);
    return DX_OK;
}

static size_t count_believed(const dx_replayed *replayed)
{
    size_t count = 0;
    for (size_t i = 0; i < replayed->count; i++)
        count += replayed->weights[i].value > 0;
    return count;
}

dx_status dx_replay(const dx_reckoning *from, const dx_view *view,
                    const dx_assumption *assumption, size_t worlds_max,
                    dx_toil *toil, dx_replayed *out)
{
    trial t = {from, view, assumption, worlds_max, toil};
    dx_status status = weigh(&t, out);
    if (status == DX_OK)
        out->account =
            (dx_account){.tried = t.tried, .believed = count_believed(out)};
    return status;
}

// One world that has weight shows that not all has vanished; often one that is
// drawn does, which is cheaper than to list them all.
typedef struct probe {
    const trial *t;
    const dx_view *view;
    bool survives;
    dx_status status;
} probe;

static bool probe_world(void *context, const dx_world *world)
{
    probe *p = context;
    dx_pasts pasts = dx_pasts_of(p->view, p->t->toil);
    dx_pasts_add(&pasts, world->past);
    p->status =
        dx_pasts_survive(&pasts, p->t->assumption, p->t->dropped, &p->survives);
    dx_pasts_release(&pasts);
    return false;
}

static dx_status draw_survivor(trial *t, const dx_reckoning *from,
                               const dx_view *view, bool *out)
{
    enum { DRAWS = 50 };
    probe p = {t, view, false, DX_OK};
    dx_random random = dx_random_named(0, 0, 0);
    for (unsigned i = 0; i < DRAWS && !p.survives && p.status == DX_OK &&
                         from->how->one != NULL;
         i++) {
        from->how->one(from->self, &random, probe_world, &p);
        t->tried++;
    }
    *out = p.survives;
    return p.status;
}

static dx_status list_survivor(trial *t, const dx_reckoning *from,
                               const dx_view *view, bool *out)
{
    listing l;
    dx_status status = list(from, view, t->worlds_max, t->toil, &l);
    if (status != DX_OK)
        return status;
    status = dx_pasts_survive(&l.pasts, t->assumption, t->dropped, out);
    t->tried += l.pasts.count;
    listing_release(&l);
    return status;
}

// Had all weight vanished after the first `count` events?
static dx_status is_refuted(trial *t, unsigned count, bool *out)
{
    const dx_view *now = t->view;
    if (t->tried > TRIES * t->worlds_max)
        return DX_ERR_LIMIT;
    dx_eyes *eyes = dx_eyes_new(now->rules, now->seat);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_seen(eyes, now->seen[i]);
    dx_reckoning then = dx_reckoning_with(t->from->how, now->rules, now->seat,
                                          NULL, now->seen, count);
    const dx_view *view = dx_eyes_view(eyes);
    bool survives = false;
    dx_status status = draw_survivor(t, &then, view, &survives);
    if (status == DX_OK && !survives)
        status = list_survivor(t, &then, view, &survives);
    *out = !survives;
    dx_reckoning_close(&then);
    dx_eyes_free(eyes);
    return status;
}

// The event at which all weight vanished first.  It never comes back by
// itself, so the moment can be found by ever larger steps and then by halving.
static dx_status find_refutation(trial *t, unsigned *out)
{
    unsigned refuted = t->view->count, step = 1;
    bool is = false;
    while (refuted - t->alive > 1) {
        unsigned middle = is ? (t->alive + refuted) / 2 : t->alive + step;
        middle = middle < refuted ? middle : refuted - 1;
        bool is_here;
        dx_status status = is_refuted(t, middle, &is_here);
        if (status != DX_OK)
            return status;
        *(is_here ? &refuted : &t->alive) = middle;
        is |= is_here;
        step *= 2;
    }
    assert(refuted == t->alive + 1);
    *out = refuted - 1;
    return DX_OK;
}

// All that goes on with one fault less has vanished, so that those who have
// weight with one more have just as many.
static dx_status forgive_fault(trial *t, dx_account *account)
{
    dx_status status = DX_OK;
    if (t->tried > TRIES * t->worlds_max)
        return DX_ERR_LIMIT;
    if (t->faults == 0)
        status = find_refutation(t, &account->first_refuted);
    if (status == DX_OK)
        account->refuted = ++t->faults;
    assert(t->faults <= t->view->count);
    return status;
}

static dx_status drop_likelihoods(trial *t, dx_account *account)
{
    unsigned event = 0;
    bool all = t->assumption->refutation == DX_REFUTED_RESET;
    dx_status status = find_refutation(t, &event);
    if (status != DX_OK)
        return status;
    if (account->refuted++ == 0)
        account->first_refuted = event;
    assert(event < t->view->count && !t->dropped[event]);
    t->dropped[event] = true;
    if (!all)
        status = is_refuted(t, event + 1, &all);
    if (status == DX_OK && all)
        memset(t->dropped, true, event + 1);
    t->alive = event + 1;
    return status;
}

static dx_status survive_refutation(trial *t, dx_account *account)
{
    return t->assumption->refutation == DX_REFUTED_BEST
               ? forgive_fault(t, account)
               : drop_likelihoods(t, account);
}

dx_status dx_replay_all(const dx_reckoning *from, const dx_view *view,
                        const dx_assumption *assumption, size_t worlds_max,
                        dx_toil *toil, dx_replayed *out)
{
    dx_replayed replayed = {0};
    trial t = {from,       view, assumption,
               worlds_max, toil, .dropped = dx_alloc(view->count + 1, 1)};
    dx_status status = weigh(&t, &replayed);
    while (status == DX_OK && count_believed(&replayed) == 0) {
        dx_free(replayed.weights);
        replayed.weights = NULL;
        status = survive_refutation(&t, &replayed.account);
        if (status == DX_OK)
            status = weigh(&t, &replayed);
        else
            replayed.account.refuted++;
    }
    dx_free(t.dropped);
    replayed.account.tried = t.tried;
    replayed.account.believed = status == DX_OK ? count_believed(&replayed) : 0;
    *out = replayed;
    return status;
}
