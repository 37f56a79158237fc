// Seats that see alike have one table.  The one that should take least is made
// first, and what goes with none of its cases is not tried for the others:
// where a few hands explain what one seat did, there are few left for the next.

#include "minds/believe/seatwise_private.h"

#include "base/memory.h"
#include "base/order.h"
#include "minds/odds.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the life of it ----

static bool sees_alike(const dx_seat_ground *g, const dx_masks *masks,
                       unsigned a, unsigned b)
{
    for (unsigned i = 0; i < g->view->count; i++)
        if (dx_seat_tells(g, masks, i, a) != dx_seat_tells(g, masks, i, b))
            return false;
    return true;
}

// The seats that have moved, but for the asker, as bits.
static unsigned movers(const dx_view *view)
{
    const dx_verb *verbs = view->rules->game->verbs;
    unsigned seats = 0;
    for (unsigned i = 0; i < view->count; i++)
        if (!verbs[view->seen[i].verb].chance &&
            view->seen[i].who != view->seat)
            seats |= 1U << view->seen[i].who;
    return seats;
}

static unsigned find_groups(const dx_seat_ground *g, unsigned *out)
{
    unsigned left = movers(g->view), count = 0;
    dx_masks masks;
    dx_masks_init(&masks, g->view->rules->game->verbs);
    while (left != 0) {
        unsigned first = (unsigned)__builtin_ctz(left), group = 0;
        for (unsigned seat = first; seat < DX_SEATS_MAX; seat++)
            if ((left >> seat & 1) && sees_alike(g, &masks, first, seat))
                group |= 1U << seat;
        assert(group >> first & 1); // it sees like itself
        left &= ~group;
        out[count++] = group;
    }
    return count;
}

static bool look(dx_seatwise *s, const dx_view *view)
{
    const dx_game *game = view->rules->game;
    s->frames = dx_frames_after(view->rules, view->seen, view->count);
    const dx_frame *now = dx_frames_now(s->frames);
    if (!dx_own_space_look(&s->own, now, game->places, now->sees[view->seat],
                           view->sight))
        return false;
    s->ground.recall = dx_recall_new(s->frames, view);
    if (s->ground.recall == NULL)
        return false;
    const dx_event *past = dx_recall_lay(s->ground.recall, &s->own.dealt,
                                         s->own.sees, s->own.sees);
    s->past = dx_copy(past, (view->count + 1) * sizeof *past);
    s->reads = dx_alloc(view->count + 1, sizeof *s->reads);
    for (unsigned i = 0; i < view->count; i++)
        s->reads[i] = dx_recall_reads(s->ground.recall, i);
    s->ground.own = &s->own;
    s->ground.past = s->past;
    s->ground.reads = s->reads;
    return true;
}

static uint64_t hash_shared(const dx_seatwise *s, const dx_seatwise_table *t,
                            size_t number)
{
    const uint8_t *kinds = dx_seat_table_kinds(&t->t, number);
    uint64_t hash = 0;
    for (unsigned i = 0; i < t->t.place_count; i++)
        if (t->shared >> t->t.place[i] & 1)
            for (unsigned k = 0; k < dx_seatwise_size(s, t->t.place[i]); k++)
                hash = dx_hash_add(hash, kinds[t->t.first[i] + k]);
    return hash;
}

// The cards of a case that tables before do not tell of.
static uint64_t fresh_cards(const dx_seatwise *s, const dx_seatwise_table *t,
                            size_t number)
{
    const uint8_t *kinds = dx_seat_table_kinds(&t->t, number);
    uint64_t cards = 0, fresh = s->own.frame->real & ~t->shared;
    for (unsigned i = 0; i < t->t.place_count; i++)
        if (fresh >> t->t.place[i] & 1)
            for (unsigned k = t->t.first[i]; k < t->t.first[i + 1]; k++)
                cards |= DX_BIT(kinds[k]);
    return cards;
}

static int compare_hashes(const void *a, const void *b, void *context)
{
    const uint64_t *hash = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (hash[x] != hash[y])
        return hash[x] < hash[y] ? -1 : 1;
    return (x > y) - (x < y);
}

static void prepare(dx_seatwise *s, dx_seatwise_table *t)
{
    size_t count = t->t.cases.count;
    uint64_t *hash = dx_alloc(count + 1, sizeof *hash);
    double sum = 0;
    t->shared = t->t.places & s->places;
    s->places |= t->t.places;
    t->order = dx_alloc(count + 1, sizeof *t->order);
    t->hash = dx_alloc(count + 1, sizeof *t->hash);
    t->so_far = dx_alloc(count + 1, sizeof *t->so_far);
    t->drawn = dx_alloc(count + 1, sizeof *t->drawn);
    for (size_t i = 0; i < count; i++) {
        t->order[i] = (uint32_t)i;
        hash[i] = hash_shared(s, t, i);
        t->t.cases.at[i].cards = fresh_cards(s, t, i);
    }
    if (t->shared != 0)
        dx_order(t->order, count, compare_hashes, hash);
    for (size_t i = 0; i < count; i++) {
        t->hash[i] = hash[t->order[i]];
        t->so_far[i] = sum += t->t.cases.at[t->order[i]].weight.value;
    }
    dx_free(hash);
}

// Cases keep the bounds about their own places.
static void find_bounds(dx_seatwise *s)
{
    for (unsigned i = 0; i < s->own.space.bound_count; i++) {
        uint64_t places = s->own.space.bound[i].places & s->own.hidden;
        bool is_kept = places == 0;
        for (unsigned k = 0; k < s->count; k++)
            is_kept |= (places & ~s->tables[k].t.places) == 0;
        s->is_bound |= !is_kept;
    }
}

// Whoever chose unseen has moved, and knows what it chose and from what.
static bool choices_are_told(const dx_seatwise *s)
{
    for (unsigned i = 0; i < s->own.choice_count; i++) {
        unsigned at = dx_frame_chosen(s->own.frame, s->own.choices[i]);
        unsigned from = s->own.frame->choice[s->own.choices[i]].place;
        if (!(s->places >> at & 1) || !((s->places | s->own.sees) >> from & 1))
            return false;
    }
    return true;
}

// Short tables first.
static void sort(dx_seatwise *s)
{
    for (unsigned i = 1; i < s->count; i++)
        for (unsigned k = i; k > 0; k--)
            if (s->tables[k].t.cases.count < s->tables[k - 1].t.cases.count) {
                dx_seatwise_table swap = s->tables[k];
                s->tables[k] = s->tables[k - 1];
                s->tables[k - 1] = swap;
            }
}

// What a table will take, as a logarithm: what a move of the costliest of its
// seats does, times the hands that they may have.
static double cost_of(const dx_seat_ground *g, unsigned seats)
{
    unsigned steps = 1, one = (unsigned)__builtin_ctz(seats);
    uint64_t places = g->own->frame->sees[one] & g->own->hidden;
    double cost = 0;
    for (; seats != 0; seats &= seats - 1) {
        unsigned own =
            dx_assumed_steps(g->assumption, (unsigned)__builtin_ctz(seats));
        steps = own > steps ? own : steps;
    }
    for (; places != 0; places &= places - 1) {
        const dx_place *p = &g->own->space.place[__builtin_ctzll(places)];
        double kinds = __builtin_popcountll(p->kinds), size = p->size;
        cost += lgamma(kinds + size) - lgamma(kinds) - lgamma(size + 1);
    }
    return cost + log(steps);
}

// Cheap seats first: what goes with none of their cases is not tried any more.
static void sort_groups(const dx_seat_ground *g, unsigned *groups,
                        unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k > 0; k--)
            if (cost_of(g, groups[k]) < cost_of(g, groups[k - 1])) {
                unsigned swap = groups[k];
                groups[k] = groups[k - 1];
                groups[k - 1] = swap;
            }
}

// So the first may take most of the steps.
static dx_status make_tables(dx_seatwise *s, uint64_t steps)
{
    unsigned groups[DX_SEATS_MAX], count = find_groups(&s->ground, groups);
    const dx_seat_table *done[DX_SEATS_MAX];
    dx_status status = DX_OK;
    uint64_t end = s->ground.toil->steps + steps;
    sort_groups(&s->ground, groups, count);
    for (unsigned i = 0; i < count && status == DX_OK; i++) {
        uint64_t at = s->ground.toil->steps, left = at < end ? end - at : 0;
        dx_seat_table *t = &s->tables[i].t;
        status =
            dx_seat_table_make(t, &s->ground, groups[i],
                               i + 1 < count ? left * 4 / 5 : left, done, i);
        s->count += status == DX_OK;
        done[i] = t;
    }
    return status;
}

static dx_status finish_tables(dx_seatwise *s)
{
    sort(s);
    for (unsigned i = 0; i < s->count; i++)
        prepare(s, &s->tables[i]);
    find_bounds(s);
    return choices_are_told(s) ? DX_OK : DX_ERR_UNSUPPORTED;
}

dx_seatwise *dx_seatwise_new(const dx_view *view,
                             const dx_assumption *assumption,
                             const bool *dropped, uint64_t steps, dx_toil *toil,
                             dx_status *out_status)
{
    const dx_rules *rules = view->rules;
    *out_status = DX_ERR_UNSUPPORTED;
    if (rules->game->places == NULL || rules->game->places->brought == NULL ||
        rules->game->places->fill == NULL || view->seat >= dx_players(rules))
        return NULL;
    dx_seatwise *s = dx_alloc(1, sizeof *s);
    s->ground = (dx_seat_ground){.view = view,
                                 .assumption = assumption,
                                 .dropped = dropped,
                                 .toil = toil};
    if (look(s, view)) {
        s->is_single = true;
        for (unsigned k = 0; k < s->own.space.kind_count; k++)
            s->is_single &= s->own.space.copies[k] <= 1;
        memcpy(s->left, s->own.space.copies, sizeof s->left);
        s->truth = dx_alloc(1, rules->game->table_bytes(rules));
        *out_status = make_tables(s, steps);
        if (*out_status == DX_OK)
            *out_status = finish_tables(s);
    }
    if (*out_status == DX_OK)
        return s;
    dx_seatwise_free(s);
    return NULL;
}

void dx_seatwise_free(dx_seatwise *s)
{
    if (s == NULL)
        return;
    for (unsigned i = 0; i < s->count; i++) {
        dx_seat_table_release(&s->tables[i].t);
        dx_free(s->tables[i].order);
        dx_free(s->tables[i].hash);
        dx_free(s->tables[i].so_far);
        dx_free(s->tables[i].drawn);
    }
    dx_recall_free(s->ground.recall);
    dx_frames_free(s->frames);
    dx_free(s->past);
    dx_free(s->reads);
    dx_free(s->truth);
    dx_free(s);
}
