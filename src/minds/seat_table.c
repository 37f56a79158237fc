// The past is gone through once, event by event, and where an event hangs on
// places that nothing is laid in yet it branches: into all that may lie there,
// as far as the asker can tell.  A branch ends with the first move that its
// mover would not have made, so that what comes later is only laid where all
// before fits.
//
// The first branch (the hand that was dealt) is gone through in an order drawn
// at random.  If the steps do not suffice for all of it, those tried are a fair
// sample, and the table says so.

#include "minds/seat_table.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// Contents of one place, and cases, at most.
enum { CONTENTS_MAX = 1 << 19, CASES_MAX = 1 << 19 };

typedef struct tree {
    const dx_seat_ground *g;
    dx_seat_table *out;
    dx_scene scene;
    bool *tells; // for each event
    dx_fraction *unit;
    const dx_event *past; // as far as it is laid
    uint64_t known;       // places
    uint8_t left[DX_KINDS_MAX];
    dx_dealt dealt;
    unsigned depth;
    uint64_t steps_end;
    dx_random random;
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

static unsigned count_there(const tree *t, const dx_bound *bound)
{
    unsigned count = 0;
    uint64_t places = bound->places & t->g->own->hidden;
    for (; places != 0; places &= places - 1) {
        const uint8_t *copies = t->dealt.count[__builtin_ctzll(places)];
        for (uint64_t k = bound->kinds; k != 0; k &= k - 1)
            count += copies[__builtin_ctzll(k)];
    }
    return count;
}

// Do all bounds hold that are complete with this place?
static bool fits(const tree *t, unsigned place)
{
    const dx_own_space *own = t->g->own;
    for (unsigned i = 0; i < own->space.bound_count; i++) {
        const dx_bound *bound = &own->space.bound[i];
        if ((bound->places >> place & 1) &&
            (bound->places & own->hidden & ~t->known) == 0 &&
            !dx_bound_takes(bound, count_there(t, bound)))
            return false;
    }
    return true;
}

static void lay(tree *t, unsigned place, const contents *c, size_t i)
{
    bool is_real = place < t->g->own->space.place_count;
    const uint8_t *kinds = c->kinds.at + i * c->size;
    for (unsigned k = 0; k < c->size; k++) {
        t->dealt.count[place][kinds[k]]++;
        t->left[kinds[k]] = (uint8_t)(t->left[kinds[k]] - is_real);
    }
    t->known |= DX_BIT(place);
}

static void lift(tree *t, unsigned place, const contents *c, size_t i)
{
    bool is_real = place < t->g->own->space.place_count;
    const uint8_t *kinds = c->kinds.at + i * c->size;
    for (unsigned k = 0; k < c->size; k++) {
        t->dealt.count[place][kinds[k]]--;
        t->left[kinds[k]] = (uint8_t)(t->left[kinds[k]] + is_real);
    }
    t->known &= ~DX_BIT(place);
}

// ---- the walk ----

static void note_case(tree *t, dx_weight weight)
{
    dx_seat_table *out = t->out;
    dx_seat_case new = {.weight = weight};
    if (out->cases.count == CASES_MAX) {
        t->scene.status = DX_ERR_LIMIT;
        return;
    }
    assert(weight.value > 0 && (out->places & ~t->known) == 0);
    dx_vector_reserve(&out->kinds, out->stride);
    for (unsigned i = 0; i < out->place_count; i++) {
        const uint8_t *copies = t->dealt.count[out->place[i]];
        for (unsigned kind = 0; kind < t->g->own->space.kind_count; kind++)
            for (unsigned k = 0; k < copies[kind]; k++) {
                out->kinds.at[out->kinds.count++] = (uint8_t)kind;
                if (out->place[i] < t->g->own->space.place_count)
                    new.cards |= DX_BIT(kind);
            }
    }
    dx_vector_push(&out->cases, new);
    assert(out->kinds.count == out->cases.count * out->stride);
}

static void go_on(tree *t, unsigned now, dx_partners *others, dx_weight so_far);

static void try_content(tree *t, unsigned now, unsigned place,
                        const contents *c, size_t i, dx_partners *others,
                        dx_weight so_far)
{
    lay(t, place, c, i);
    if (fits(t, place)) {
        dx_partners copy = dx_partners_copy(&t->scene, others);
        t->past =
            dx_recall_lay(t->g->recall, &t->dealt, t->known, DX_BIT(place));
        go_on(t, now, &copy, so_far);
        dx_partners_release(&copy);
    }
    lift(t, place, c, i);
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
    if (!dx_scene_odds(&t->scene, others, now, &odds, &count) ||
        dx_fraction_is_zero(odds))
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
    t->past = g->past;
    t->known = g->own->sees;
    t->dealt = g->own->dealt;
    memcpy(t->left, g->own->space.copies, sizeof t->left);
    t->steps_end = g->toil->steps + steps;
    t->random = dx_random_named(view->seat, view->count, seats);
    return t;
}

dx_status dx_seat_table_make(dx_seat_table *out, const dx_seat_ground *g,
                             unsigned seats, uint64_t steps)
{
    dx_partners others = {0};
    *out = (dx_seat_table){.seats = seats};
    tree *t = new_tree(g, out, seats, steps);
    find_places(t);
    if (out->stride > UINT8_MAX)
        t->scene.status = DX_ERR_LIMIT;
    else
        go_on(t, 0, &others, (dx_weight){dx_fraction_int(1), 1});
    dx_status status = t->scene.status;
    dx_partners_release(&others);
    dx_scene_release(&t->scene);
    dx_free(t->tells);
    dx_free(t->unit);
    dx_free(t);
    if (status != DX_OK)
        dx_seat_table_release(out);
    return status;
}
