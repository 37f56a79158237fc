// A way with the numbers that are wanted is chosen; if it stands for many,
// which of the kinds alike has which of its numbers; and then which of its
// cards came into which place: listed once more with no more cards of a kind
// than the way has, every layer kept, and back from its end card by card.

#include "minds/message/by_hand_private.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"
#include "minds/eliminate/trace.h"

#include <assert.h>
#include <string.h>

// Whether to take what weighs so much, after others that weigh `before`, which
// then includes it.
static bool takes(dx_random *random, const dx_natural *weight,
                  dx_natural *before)
{
    dx_natural_add(before, weight);
    if (random == NULL)
        return dx_natural_equal(before, weight); // the first
    return dx_random_unit(random) < dx_natural_ratio(weight, before);
}

// The number of a way that has the numbers of `vector`; SIZE_MAX: none has.
static size_t choose_way(const dx_hand_run *r, const uint8_t *vector,
                         dx_random *random)
{
    size_t count = r->o->inner.entries.count, chosen = SIZE_MAX;
    uint64_t *with = dx_alloc(count / 8 + 1, sizeof *with);
    uint8_t *sums = dx_alloc(r->o->sums.count + 1, 1);
    dx_natural before = {0};
    for (size_t i = 0; i < r->list[0]->count; i++) {
        if (!dx_hand_run_fits(r, r->list[0]->ways[i]) ||
            !dx_effort_step(r->effort))
            continue;
        memcpy(sums, r->seen, r->o->sums.count);
        dx_hand_run_add(r, 0, i, sums);
        dx_hand_run_read(r, sums, with);
        if (vector != NULL && memcmp(with, vector, count) != 0)
            continue;
        dx_natural weight = dx_natural_copy(&r->list[0]->weights[i]);
        dx_natural_multiply_count(&weight, dx_hand_run_count(r, i));
        if (takes(random, &weight, &before))
            chosen = i;
        dx_natural_release(&weight);
    }
    dx_natural_release(&before);
    dx_free(sums);
    dx_free(with);
    return chosen;
}

// Which card of place number i led to `key`, and from which way before it: in
// the key then.
static unsigned step_back(const dx_hand_listing *l, const dx_states *before,
                          unsigned i, uint64_t *key, dx_random *random)
{
    size_t bytes = before->stride * sizeof *key, chosen = SIZE_MAX;
    uint64_t *next = dx_alloc(before->stride, sizeof *next);
    unsigned kind = DX_NONE;
    dx_natural weight = {0};
    for (size_t s = 0; s < before->count; s++)
        for (uint64_t k = l->frame->could[l->place[i]]; k != 0; k &= k - 1) {
            unsigned with = (unsigned)__builtin_ctzll(k);
            memcpy(next, dx_states_key(before, s), bytes);
            if (dx_hand_listing_add(l, i, with, next) &&
                memcmp(next, key, bytes) == 0 &&
                takes(random, &before->weights[s], &weight)) {
                chosen = s;
                kind = with;
            }
        }
    assert(chosen != SIZE_MAX); // the key was reached from somewhere
    memcpy(key, dx_states_key(before, chosen), bytes);
    dx_natural_release(&weight);
    dx_free(next);
    return kind;
}

// Lays the cards of a way into places; `l` has listed all up to it.  What is
// left in the end lies in the first place.
static void lay(const dx_hand_listing *l, uint64_t *key, dx_random *random,
                dx_dealt *dealt)
{
    unsigned card = 0;
    for (unsigned i = 1; i < l->place_count; i++)
        card += l->frame->size[l->place[i]];
    for (unsigned i = l->place_count; i-- > 1;)
        for (unsigned n = l->frame->size[l->place[i]]; n > 0; n--) {
            unsigned kind = step_back(l, &l->layers[--card], i, key, random);
            dealt->count[l->place[i]][kind]++;
        }
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        dealt->count[l->place[0]][kind] = (uint8_t)dx_way_of(key[0], kind);
}

// Gives one of the kinds of a block, with room for `room`, one of the numbers
// of a profile, such that the others can be given out to the rest.
static unsigned give_one(const dx_hand_run *r, unsigned room, uint64_t rest,
                         uint64_t profile, dx_random *random)
{
    const dx_hand_wanted *wanted = &r->list[0]->of;
    const dx_states *sums =
        dx_room_tables_get(&r->o->hand_lists->rooms, rest,
                           dx_frame_size(wanted->frame, wanted->hand));
    dx_natural before = {0};
    dx_count ways = 1;
    unsigned given = DX_NONE;
    for (unsigned n = 0; n <= room; n++) {
        uint64_t left = profile - (UINT64_C(1) << 8 * n);
        size_t found = dx_profile_count(profile, n) > 0
                           ? dx_states_seek(sums, &left)
                           : DX_STATE_NONE;
        if (found != DX_STATE_NONE) {
            dx_natural weight = dx_natural_copy(&sums->weights[found]);
            dx_natural_multiply_count(&weight, ways);
            given = takes(random, &weight, &before) ? n : given;
            dx_natural_release(&weight);
        }
        ways *= room - n;
    }
    dx_natural_release(&before);
    assert(given != DX_NONE); // the way fits
    return given;
}

// A way that fits, of those for which this one stands.
static uint64_t give_out(const dx_hand_run *r, size_t i, dx_random *random)
{
    const dx_hand_list *list = r->list[0];
    uint64_t way = list->ways[i] & r->singles;
    for (unsigned b = 0; b < list->of.blocks; b++) {
        uint64_t profile =
            list->profile[b].keys[list->profiles[i * list->of.blocks + b]];
        uint64_t rest = dx_way_profile(r->room, list->of.block[b]);
        for (uint64_t k = list->of.block[b]; k != 0; k &= k - 1) {
            unsigned room = dx_way_number(r->room, k & -k);
            rest -= UINT64_C(1) << 8 * room;
            unsigned given = give_one(r, room, rest, profile, random);
            profile -= UINT64_C(1) << 8 * given;
            way |= (uint64_t)given << DX_WAY_BITS * __builtin_ctzll(k);
        }
    }
    return way;
}

static bool lay_way(const dx_hand_run *r, size_t way, dx_random *random,
                    dx_dealt *dealt)
{
    enum { CARDS_MAX = 256 };
    const dx_hand_wanted *wanted = &r->list[0]->of;
    dx_hand_listing *l = dx_alloc(1, sizeof *l);
    uint64_t key[DX_HAND_WORDS] = {give_out(r, way, random)};
    bool fine = dx_hand_listing_begin(l, wanted->frame, wanted->hand) &&
                dx_hand_listing_weigh(l, r->o->factors);
    for (unsigned i = 0; i < l->place_count; i++)
        l->most[i] = dx_way_lesser(l->most[i], key[0]);
    for (size_t i = 0; i < wanted->numbers.count; i++)
        dx_vector_push(&l->numbers, wanted->numbers.at[i]);
    memcpy(key + 1, r->list[0]->values + way * r->list[0]->numbers,
           wanted->numbers.count);
    l->layers = dx_alloc(CARDS_MAX, sizeof *l->layers);
    fine = fine && dx_hand_listing_run(l, r->effort) == DX_OK;
    if (fine)
        lay(l, key, random, dealt);
    for (unsigned i = 0; i < CARDS_MAX; i++)
        dx_states_release(&l->layers[i]);
    dx_free(l->layers);
    dx_hand_listing_release(l);
    dx_free(l);
    return fine;
}

bool dx_by_hand_world(dx_outlook *o, const uint8_t *self, const bool *ignored,
                      const uint8_t *vector, dx_random *random, dx_dealt *dealt,
                      dx_effort *effort)
{
    dx_hand_run r;
    bool weighs = o->weighs;
    o->weighs = true; // also where only a world is wanted
    bool found = o->by_hand->hand_count == 1 && o->chains == NULL &&
                 dx_hand_run_begin(&r, o, self, ignored, effort);
    if (found) {
        size_t way = choose_way(&r, vector, random);
        found = way != SIZE_MAX && effort->status == DX_OK &&
                lay_way(&r, way, random, dealt);
        dx_hand_run_end(&r);
    }
    o->weighs = weighs;
    return found;
}
