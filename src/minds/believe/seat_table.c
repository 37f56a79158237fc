// The past is gone through once, event by event, and where an event hangs on
// places that nothing is laid in yet it branches: into all that may lie there,
// as far as the asker can tell.  A branch ends with the first move that its
// mover would not have made, so that what comes later is only laid where all
// before fits.
//
// The first branch (the hand that was dealt) is gone through in an order drawn
// at random.  If the steps do not suffice for all of it, those tried are a fair
// sample, and the table says so.

#include "minds/believe/seat_table.h"

#include "base/memory.h"
#include "worlds/deal_table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Contents of one place, and cases, at most; and cases of a table that it pays
// to look through.
enum { CONTENTS_MAX = 1 << 19, CASES_MAX = 1 << 19, CASES_FEW = 400 };

// Steps to count deals: for a whole table, at one time, and what one that came
// to an end counts as.
enum { COUNT_ALL = 1500000, COUNT_MOST = 1000000, COUNT_LEAST = 20 };

typedef struct tree {
    const dx_seat_ground *g;
    dx_seat_table *out;
    dx_scene scene;
    bool *tells; // for each event
    dx_fraction *unit;
    double *peak;         // of each event: the odds of the likeliest move
    const dx_event *past; // as far as it is laid
    uint64_t known;       // places
    uint8_t left[DX_KINDS_MAX];
    dx_dealt dealt;
    unsigned depth;
    bool is_thought;
    uint64_t steps_end;
    size_t count_steps; // left, to count deals
    dx_random random;
    const dx_seat_table *const *others;
    unsigned other_count;
} tree;

bool dx_seat_tells(const dx_seat_ground *g, const dx_masks *masks, unsigned now,
                   unsigned seat)
{
    dx_event whole = g->past[now], seen = g->view->seen[now];
    for (unsigned i = 0; i < DX_ARGS; i++)
        if (whole.arg[i] == DX_HOLE)
            whole.arg[i] = 0;
    return !dx_event_same(dx_masks_see(masks, whole, seat),
                          dx_masks_see(masks, seen, seat));
}

void dx_seat_table_release(dx_seat_table *table)
{
    dx_vector_release(&table->cases);
    dx_vector_release(&table->kinds);
    *table = (dx_seat_table){0};
}

// ---- what may lie in a place ----

typedef struct contents {
    unsigned size;
    size_t count;
    DX_VECTOR(uint8_t) kinds;
    uint8_t now[UINT8_MAX];
} contents;

// From card `at` on, of kinds that do not fall.
static bool list_hands(const tree *t, uint64_t kinds, unsigned at, contents *c)
{
    if (at == c->size) {
        dx_vector_reserve(&c->kinds, c->size);
        memcpy(c->kinds.at + c->kinds.count, c->now, c->size);
        c->kinds.count += c->size;
        return ++c->count < CONTENTS_MAX;
    }
    unsigned run = 0; // cards of the last kind so far
    while (run < at && c->now[at - 1 - run] == c->now[at - 1])
        run++;
    for (uint64_t left = kinds; left != 0; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(left);
        if (at > 0 && kind < c->now[at - 1])
            continue;
        unsigned there = at > 0 && kind == c->now[at - 1] ? run : 0;
        c->now[at] = (uint8_t)kind;
        if (there < t->left[kind] && !list_hands(t, left, at + 1, c))
            return false;
    }
    return true;
}

// What may have been chosen: it lies where it was chosen from, or may do so.
static uint64_t options(const tree *t, unsigned choice)
{
    const dx_frame *frame = t->g->own->frame;
    unsigned from = frame->choice[choice].place;
    if (t->known >> from & 1)
        return dx_own_space_options(frame, choice, &t->dealt);
    uint64_t kinds = 0, left = frame->could[dx_frame_chosen(frame, choice)] &
                               t->g->own->space.place[from].kinds;
    for (; left != 0; left &= left - 1)
        if (t->left[__builtin_ctzll(left)] > 0)
            kinds |= left & -left;
    return kinds;
}

static bool list_contents(const tree *t, unsigned place, contents *c)
{
    const dx_deal_space *space = &t->g->own->space;
    bool is_real = place < space->place_count;
    c->size = is_real ? space->place[place].size : 1;
    if (is_real)
        return list_hands(t, space->place[place].kinds, 0, c);
    uint64_t kinds = options(t, place - space->place_count);
    for (; kinds != 0; kinds &= kinds - 1, c->count++)
        dx_vector_push(&c->kinds, (uint8_t)__builtin_ctzll(kinds));
    return true;
}

// ---- laying it ----

static unsigned count_left(const tree *t, uint64_t kinds)
{
    unsigned count = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        count += t->left[__builtin_ctzll(kinds)];
    return count;
}

// Holds the bound, or can it still, with what is left for its other places?
static bool bound_fits(const tree *t, const dx_bound *bound)
{
    const dx_own_space *own = t->g->own;
    unsigned there =
        dx_dealt_count(&t->dealt, bound->places & own->hidden, bound->kinds);
    uint64_t open = bound->places & own->hidden & ~t->known, kinds = 0;
    if (open == 0)
        return dx_bound_takes(bound, there);
    for (; open != 0; open &= open - 1)
        kinds |= own->space.place[__builtin_ctzll(open)].kinds;
    return there <= bound->max &&
           there + count_left(t, kinds & bound->kinds) >= bound->min;
}

// Can what is hidden from the asker still have been chosen there?
static bool choices_fit(const tree *t)
{
    const dx_own_space *own = t->g->own;
    for (unsigned i = 0; i < own->choice_count; i++) {
        unsigned at = dx_frame_chosen(own->frame, own->choices[i]);
        uint64_t kinds = options(t, own->choices[i]);
        if (t->known >> at & 1)
            kinds &= dx_dealt_kinds(&t->dealt, at);
        if (kinds == 0)
            return false;
    }
    return true;
}

// Is there a deal, as far as can be told at a glance, with what is laid?
static bool fits(const tree *t)
{
    const dx_own_space *own = t->g->own;
    for (uint64_t open = own->hidden & ~t->known; open != 0; open &= open - 1) {
        const dx_place *place = &own->space.place[__builtin_ctzll(open)];
        if (count_left(t, place->kinds) < place->size)
            return false;
    }
    for (unsigned i = 0; i < own->space.bound_count; i++)
        if (!bound_fits(t, &own->space.bound[i]))
            return false;
    return choices_fit(t);
}

// Lays cards into a place, or with -1 takes them up again.
static void lay(tree *t, unsigned place, const uint8_t *kinds, unsigned size,
                int more)
{
    int real = place < t->g->own->space.place_count ? more : 0;
    for (unsigned k = 0; k < size; k++) {
        uint8_t *there = &t->dealt.count[place][kinds[k]];
        *there = (uint8_t)(*there + more);
        t->left[kinds[k]] = (uint8_t)(t->left[kinds[k]] - real);
    }
    t->known &= ~DX_BIT(place);
    t->known |= more > 0 ? DX_BIT(place) : 0;
}

// ---- is there a deal? ----

typedef struct filling {
    unsigned place, size, tries;
    uint8_t now[UINT8_MAX];
} filling;

static bool complete(tree *t, unsigned *tries);

// Lays cards of `kinds` from card `at` on, as they come, until there is a deal.
static bool fill(tree *t, filling *f, uint64_t kinds, unsigned at)
{
    bool is = false;
    if (at == f->size) {
        lay(t, f->place, f->now, f->size, 1);
        is = f->tries > 0 && fits(t) && complete(t, &f->tries);
        lay(t, f->place, f->now, f->size, -1);
        return is;
    }
    for (; kinds != 0 && !is && f->tries > 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds), there = 0;
        while (there < at && f->now[at - 1 - there] == kind)
            there++;
        f->now[at] = (uint8_t)kind;
        is = there < t->left[kind] && fill(t, f, kinds, at + 1);
    }
    return is;
}

// Finds a deal at the first few tries, if it can.
static bool complete(tree *t, unsigned *tries)
{
    uint64_t open = t->g->own->hidden & ~t->known;
    if (open == 0)
        return true;
    unsigned place = (unsigned)__builtin_ctzll(open);
    const dx_place *places = t->g->own->space.place;
    for (; open != 0; open &= open - 1) // the one with the fewest kinds
        if (__builtin_popcountll(places[__builtin_ctzll(open)].kinds) <
            __builtin_popcountll(places[place].kinds))
            place = (unsigned)__builtin_ctzll(open);
    filling f = {
        .place = place, .size = places[place].size, .tries = *tries - 1};
    bool is = fill(t, &f, places[place].kinds, 0);
    *tries = f.tries;
    return is;
}

// Counts the deals that are left, as far as steps go.
static bool is_dealt(tree *t, const dx_deal_space *space)
{
    size_t steps = t->count_steps < COUNT_MOST ? t->count_steps : COUNT_MOST;
    dx_tally deals;
    dx_status status = dx_deals_count(space, steps, &deals);
    t->count_steps -= status == DX_OK ? COUNT_LEAST : steps;
    return status != DX_OK || !dx_tally_is_zero(deals);
}

// Counts them, what may have been chosen being there.
static bool has_deals(tree *t)
{
    const dx_own_space *own = t->g->own;
    dx_deal_space space = own->space;
    for (unsigned i = 0; i < own->choice_count; i++) {
        unsigned at = dx_frame_chosen(own->frame, own->choices[i]);
        unsigned from = own->frame->choice[own->choices[i]].place;
        uint64_t kinds = t->known >> at & 1 ? dx_dealt_kinds(&t->dealt, at)
                                            : own->frame->could[at];
        if (!(own->sees >> from & 1) && space.bound_count < DX_BOUNDS_MAX)
            dx_deal_space_add_between(&space, DX_BIT(from), kinds, 1,
                                      UINT8_MAX);
    }
    for (uint64_t left = own->hidden & t->known; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        if (dx_deal_space_fix(&space, place, t->dealt.count[place]) == 0)
            return false;
    }
    return is_dealt(t, &space);
}

// Does an agent of this game have to think in the places of the seats?
static bool is_thought(const tree *t)
{
    for (unsigned left = t->scene.seats; left != 0; left &= left - 1) {
        const dx_assumption *assumption = t->g->assumption;
        const dx_agent *agent = assumption->policy[__builtin_ctz(left)].agent;
        if (assumption->kind == DX_ASSUME_MIXTURE ||
            (agent != NULL && agent->game != NULL))
            return true;
    }
    return false;
}

// Nobody is made to think about what cannot be, as long as that is easily told.
static bool is_possible(tree *t)
{
    unsigned tries = 200;
    return !t->is_thought || t->count_steps < COUNT_LEAST ||
           complete(t, &tries) || has_deals(t);
}

// ---- what goes with other tables ----

// Are these the kinds of a place that is laid, or are they there to be laid?
static bool can_be(const tree *t, unsigned place, const uint8_t *kinds,
                   unsigned size)
{
    bool is_known = t->known >> place & 1;
    bool is_real = place < t->g->own->space.place_count;
    for (unsigned k = 0; k < size;) {
        unsigned run = k;
        while (run < size && kinds[run] == kinds[k])
            run++;
        if (is_known ? t->dealt.count[place][kinds[k]] != run - k
                     : is_real && t->left[kinds[k]] < run - k)
            return false;
        k = run;
    }
    return true;
}

static unsigned size_in(const dx_seat_table *table, unsigned i)
{
    return table->first[i + 1] - table->first[i];
}

static void lift_case(tree *t, const dx_seat_table *other, size_t number,
                      uint64_t places)
{
    const uint8_t *kinds = dx_seat_table_kinds(other, number);
    for (unsigned i = 0; i < other->place_count; i++)
        if (places >> other->place[i] & 1)
            lay(t, other->place[i], kinds + other->first[i], size_in(other, i),
                -1);
}

// Lays a case of another table where nothing is laid yet, and says where;
// false, and nothing is laid, if they do not agree.
static bool lay_case(tree *t, const dx_seat_table *other, size_t number,
                     uint64_t *out_places)
{
    const uint8_t *kinds = dx_seat_table_kinds(other, number);
    *out_places = 0;
    for (unsigned i = 0; i < other->place_count; i++) {
        unsigned place = other->place[i], size = size_in(other, i);
        if (!can_be(t, place, kinds + other->first[i], size)) {
            lift_case(t, other, number, *out_places);
            return false;
        }
        if (t->known >> place & 1)
            continue;
        lay(t, place, kinds + other->first[i], size, 1);
        *out_places |= DX_BIT(place);
    }
    return true;
}

static bool goes_with(tree *t, const dx_seat_table *other)
{
    bool goes = other->cases.count > CASES_FEW;
    for (size_t i = 0; i < other->cases.count && !goes; i++) {
        uint64_t places;
        if (!lay_case(t, other, i, &places))
            continue;
        goes = fits(t);
        lift_case(t, other, i, places);
    }
    return goes;
}

static bool goes_with_others(tree *t)
{
    for (unsigned i = 0; i < t->other_count; i++)
        if (!goes_with(t, t->others[i]))
            return false;
    return true;
}

// ---- the walk ----

static void note_case(tree *t, dx_weight weight)
{
    dx_seat_table *out = t->out;
    if (out->cases.count == CASES_MAX) {
        t->scene.status = DX_ERR_LIMIT;
        return;
    }
    assert(weight.value > 0 && (out->places & ~t->known) == 0);
    dx_vector_reserve(&out->kinds, out->stride);
    for (unsigned i = 0; i < out->place_count; i++) {
        const uint8_t *copies = t->dealt.count[out->place[i]];
        for (unsigned kind = 0; kind < t->g->own->space.kind_count; kind++)
            for (unsigned k = 0; k < copies[kind]; k++)
                out->kinds.at[out->kinds.count++] = (uint8_t)kind;
    }
    dx_vector_push(&out->cases, (dx_seat_case){.weight = weight});
    assert(out->kinds.count == out->cases.count * out->stride);
}

static void go_on(tree *t, unsigned now, dx_partners *others, dx_weight so_far);

static void try_content(tree *t, unsigned now, unsigned place,
                        const contents *c, size_t i, dx_partners *others,
                        dx_weight so_far)
{
    const uint8_t *kinds = c->kinds.at + i * c->size;
    lay(t, place, kinds, c->size, 1);
    if (fits(t) && goes_with_others(t) && is_possible(t)) {
        dx_partners copy = dx_partners_copy(&t->scene, others);
        t->past =
            dx_recall_lay(t->g->recall, &t->dealt, t->known, DX_BIT(place));
        go_on(t, now, &copy, so_far);
        dx_partners_release(&copy);
    }
    lay(t, place, kinds, c->size, -1);
}

// The first branch: in any order, and as far as the steps go.  What a content
// left behind that was not gone through to the end is thrown away.
static void try_some(tree *t, unsigned now, unsigned place, const contents *c,
                     dx_partners *others, dx_weight so_far)
{
    dx_seat_table *out = t->out;
    uint32_t *order = dx_alloc_raw(c->count + 1, sizeof *order);
    for (size_t i = 0; i < c->count; i++)
        order[i] = (uint32_t)i;
    dx_random_shuffle(&t->random, order, c->count, sizeof *order);
    out->to_try = c->count;
    while (out->tried < c->count && t->g->toil->steps < t->steps_end) {
        size_t kept = out->cases.count;
        try_content(t, now, place, c, order[out->tried], others, so_far);
        if (t->scene.status != DX_OK) {
            out->cases.count = kept;
            out->kinds.count = kept * out->stride;
            break;
        }
        out->tried++;
    }
    if (t->scene.status == DX_ERR_LIMIT && out->tried > 0)
        t->scene.status = DX_OK;
    dx_free(order);
}

static void branch(tree *t, unsigned now, unsigned place, dx_partners *others,
                   dx_weight so_far)
{
    contents *c = dx_alloc(1, sizeof *c);
    dx_scene_catch_up(&t->scene, others, now);
    bool is_first = t->depth++ == 0;
    if (!list_contents(t, place, c))
        t->scene.status = DX_ERR_LIMIT;
    else if (is_first)
        try_some(t, now, place, c, others, so_far);
    else
        for (size_t i = 0; i < c->count && t->scene.status == DX_OK; i++)
            try_content(t, now, place, c, i, others, so_far);
    t->depth--;
    dx_vector_release(&c->kinds);
    dx_free(c);
}

static bool is_weighed(const tree *t, unsigned now)
{
    dx_event seen = t->g->view->seen[now];
    return !t->scene.rules->game->verbs[seen.verb].chance &&
           (t->scene.seats >> seen.who & 1) &&
           (t->g->dropped == NULL || !t->g->dropped[now]);
}

// Likelihoods of one move are divided by one of them, as in believe_pasts.c.
static bool weigh(tree *t, dx_partners *others, unsigned now, dx_weight *so_far)
{
    unsigned count;
    dx_fraction odds;
    if (!dx_scene_odds(&t->scene, others, now, &odds, &count))
        return false;
    t->peak[now] = fmax(t->peak[now], t->scene.peak);
    if (dx_fraction_is_zero(odds))
        return false;
    if (t->unit[now].over == 0)
        t->unit[now] = odds;
    odds = dx_fraction_divide(odds, t->unit[now]);
    so_far->exact = dx_fraction_multiply(so_far->exact, odds);
    so_far->value *= dx_fraction_value(odds);
    return true;
}

static void go_on(tree *t, unsigned now, dx_partners *others, dx_weight so_far)
{
    const dx_seat_ground *g = t->g;
    for (; now < g->view->count; now++) {
        bool tells = t->tells[now];
        uint64_t places = tells ? g->reads[now] & ~t->known : 0;
        if (places != 0) {
            branch(t, now, (unsigned)__builtin_ctzll(places), others, so_far);
            return;
        }
        dx_scene_happen(&t->scene, now,
                        tells ? t->past[now] : g->view->seen[now]);
        if (is_weighed(t, now) && !weigh(t, others, now, &so_far))
            return;
    }
    note_case(t, so_far);
}

// ---- the life of it ----

static void find_places(tree *t)
{
    const dx_seat_ground *g = t->g;
    dx_seat_table *out = t->out;
    unsigned one = (unsigned)__builtin_ctz(t->scene.seats);
    for (unsigned i = 0; i < g->view->count; i++) {
        t->tells[i] = dx_seat_tells(g, &t->scene.masks, i, one);
        if (t->tells[i])
            out->places |= g->reads[i] & ~g->own->sees;
    }
    for (uint64_t left = out->places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        bool is_real = place < g->own->space.place_count;
        out->first[out->place_count] = (uint8_t)out->stride;
        out->place[out->place_count++] = (uint8_t)place;
        out->stride += is_real ? g->own->space.place[place].size : 1;
    }
    out->first[out->place_count] = (uint8_t)out->stride;
}

static tree *new_tree(const dx_seat_ground *g, dx_seat_table *out,
                      unsigned seats, uint64_t steps)
{
    tree *t = dx_alloc(1, sizeof *t);
    const dx_view *view = g->view;
    t->g = g;
    t->out = out;
    dx_scene_init(&t->scene, view->rules, view->count, g->assumption, g->toil);
    t->scene.seats = seats;
    t->tells = dx_alloc(view->count + 1, sizeof *t->tells);
    t->unit = dx_alloc(view->count + 1, sizeof *t->unit);
    t->peak = dx_alloc(view->count + 1, sizeof *t->peak);
    t->past = g->past;
    t->known = g->own->sees;
    t->dealt = g->own->dealt;
    memcpy(t->left, g->own->space.copies, sizeof t->left);
    t->steps_end = g->toil->steps + steps;
    t->count_steps = COUNT_ALL;
    t->random = dx_random_named(view->seat, view->count, seats);
    return t;
}

dx_status dx_seat_table_make(dx_seat_table *out, const dx_seat_ground *g,
                             unsigned seats, uint64_t steps,
                             const dx_seat_table *const *others,
                             unsigned other_count)
{
    dx_partners partners = {0};
    *out = (dx_seat_table){.seats = seats};
    tree *t = new_tree(g, out, seats, steps);
    t->others = others;
    t->other_count = other_count;
    t->is_thought = is_thought(t);
    find_places(t);
    if (out->stride > UINT8_MAX)
        t->scene.status = DX_ERR_LIMIT;
    else
        go_on(t, 0, &partners, (dx_weight){dx_fraction_int(1), 1});
    dx_status status = t->scene.status;
    out->peak = 1;
    for (unsigned i = 0; i < g->view->count; i++)
        if (t->unit[i].over != 0)
            out->peak *= t->peak[i] / dx_fraction_value(t->unit[i]);
    dx_partners_release(&partners);
    dx_scene_release(&t->scene);
    dx_free(t->tells);
    dx_free(t->unit);
    dx_free(t->peak);
    dx_free(t);
    if (status != DX_OK)
        dx_seat_table_release(out);
    return status;
}
