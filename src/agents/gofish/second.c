// Two folds, one of the other's hand as the seat sees it and one of the seat's
// own as all see it.  Ranks that the first keeps together the second keeps
// together too, so a world of the first says how many ranks of each class of
// the second have how many cards: a *case*.
//
// In a case, a world of the second fold (how many of the seat's ranks of each
// class have how many cards) weighs as much as the mean, over all ways to match
// the two within each class, of the product over ranks of
//
//     F(a, b) = (room - a)! / (copies - a - b)!
//
// with a cards of the seat and b of the other; the room's factorial takes the
// fold's own weight for the stock out again.  These means are permanents, and
// are reckoned once for each pair of multisets that occurs in a class.

#include "agents/gofish/second.h"

#include "agents/gofish/orbits.h"
#include "base/hash.h"
#include "base/index.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBERS = DX_GOFISH_NUMBERS, CLASSES = DX_GOFISH_RANKS };

struct dx_gofish_second {
    dx_gofish_exact *other; // the other's hand, as the seat sees it
    dx_gofish_exact *own;   // one's own, as all do
};

// How many ranks of a class have how many cards.
typedef struct spread {
    uint8_t of[NUMBERS];
} spread;

typedef DX_VECTOR(spread) spreads;

// A class of one's own fold, with all spreads that occur in it on both sides,
// and for each pair of them the mean, and for each number b of the other's that
// part of it in which a rank of such b has no card.
typedef struct part {
    const dx_gofish_class *class;
    unsigned copies;
    spreads mine, theirs;
    double *mean;  // [theirs][mine]
    double *empty; // [theirs][mine][b]
} part;

// What a world of the other comes to: a spread for each class.
typedef struct bundle {
    uint16_t at[CLASSES]; // number in `theirs`
    double weight;
    double of[CLASSES][NUMBERS]; // by class of the other fold: the weight with
                                 // which a rank of it has so many cards
} bundle;

// Worlds that agree in the parts up to here: in the last one of them they have
// this spread.
typedef struct branch {
    uint32_t first, end; // of those on the next level
    uint16_t spread;
    double weight; // on the last level
} branch;

typedef struct reckoning {
    const dx_gofish_exact *other, *own;
    unsigned count; // of parts
    part parts[CLASSES];
    unsigned part_of[CLASSES]; // by class of the other fold
    DX_VECTOR(bundle) bundles;
    dx_index index;
    double *mass[CLASSES]; // by spread of one's own, for one bundle
    // The worlds of one's own, as a tree: a level for each part in which they
    // differ, those with few spreads first.
    unsigned depth, order[CLASSES];
    DX_VECTOR(branch) level[CLASSES];
} reckoning;

dx_gofish_second *dx_gofish_second_new(const dx_rules *rules, unsigned seat)
{
    dx_gofish_second *s = dx_alloc(1, sizeof *s);
    s->other = dx_gofish_exact_new(rules, seat);
    s->other->keeps_apart = true;
    s->own = dx_gofish_exact_public(rules, seat);
    return s;
}

void dx_gofish_second_free(dx_gofish_second *s)
{
    if (s == NULL)
        return;
    dx_gofish_exact_free(s->other);
    dx_gofish_exact_free(s->own);
    dx_free(s);
}

void dx_gofish_second_follow(dx_gofish_second *s, dx_event event)
{
    dx_gofish_exact_follow(s->other, event);
    dx_gofish_exact_follow(s->own, event);
}

static double factorial(unsigned n)
{
    double product = 1;
    for (unsigned i = 2; i <= n; i++)
        product *= i;
    return product;
}

static unsigned find_spread(spreads *list, const spread *s)
{
    unsigned i = 0;
    while (i < list->count && memcmp(&list->at[i], s, sizeof *s) != 0)
        i++;
    if (i == list->count)
        dx_vector_push(list, *s);
    return i;
}

static double factor(const part *p, unsigned a, unsigned b)
{
    return a + b > p->copies || a > p->class->room
               ? 0
               : factorial(p->class->room - a) / factorial(p->copies - a - b);
}

static double power_of(double base, unsigned times)
{
    double product = 1;
    while (times-- > 0)
        product *= base;
    return product;
}

// The sum over all ways to give the ranks with `b` and more of the other's
// cards one of the numbers `mine`, each way counted by how many matchings it
// is; from `a` on for those with just b, of whom `left` have none yet.
static double matchings(const part *p, spread *mine, const spread *theirs,
                        unsigned b, unsigned a, unsigned left)
{
    double sum = 0, ways = 1;
    if (left == 0) {
        if (b + 1 == NUMBERS)
            return 1;
        return matchings(p, mine, theirs, b + 1, 0, theirs->of[b + 1]);
    }
    if (a == NUMBERS)
        return 0;
    double f = factor(p, a, b);
    unsigned there = mine->of[a];
    for (unsigned i = 0; i <= left && i <= there; i++) {
        // i of the ranks with a, for i of those left: chosen and matched.
        if (i > 0)
            ways *= (double)(there - i + 1) * (left - i + 1) / i;
        if (i > 0 && f <= 0)
            break;
        mine->of[a] = (uint8_t)(there - i);
        sum += ways * power_of(f, i) *
               matchings(p, mine, theirs, b, a + 1, left - i);
    }
    mine->of[a] = (uint8_t)there;
    return sum;
}

static double mean_of(const part *p, const spread *mine, const spread *theirs)
{
    spread left = *mine;
    unsigned ranks = 0;
    for (unsigned i = 0; i < NUMBERS; i++)
        ranks += theirs->of[i];
    return matchings(p, &left, theirs, 0, 0, theirs->of[0]) / factorial(ranks);
}

// The part of the mean in which one certain rank with `b` has none of mine.
static double empty_of(const part *p, const spread *mine, const spread *theirs,
                       unsigned b)
{
    spread less = *mine, fewer = *theirs;
    if (mine->of[0] == 0 || theirs->of[b] == 0)
        return 0;
    less.of[0]--;
    fewer.of[b]--;
    return (double)mine->of[0] / p->class->count * factor(p, 0, b) *
           mean_of(p, &less, &fewer);
}

static void fill_part(part *p)
{
    size_t pairs = p->mine.count * p->theirs.count;
    p->mean = dx_alloc(pairs, sizeof *p->mean);
    p->empty = dx_alloc(pairs * NUMBERS, sizeof *p->empty);
    for (size_t i = 0; i < p->mine.count; i++)
        for (size_t k = 0; k < p->theirs.count; k++) {
            size_t at = k * p->mine.count + i;
            p->mean[at] = mean_of(p, &p->mine.at[i], &p->theirs.at[k]);
            for (unsigned b = 0; b < NUMBERS; b++)
                p->empty[at * NUMBERS + b] =
                    empty_of(p, &p->mine.at[i], &p->theirs.at[k], b);
        }
}

static spread spread_in(const dx_gofish_class *c, dx_count key)
{
    spread s = {{0}};
    // A larger class has fields up to its room alone.
    for (unsigned number = 0;
         number < NUMBERS && (c->is_single || number <= c->room); number++)
        s.of[number] = (uint8_t)dx_gofish_ranks_with(c, key, number);
    return s;
}

// Classes of one's own fold, and which of them each class of the other's is in.
static void match_classes(reckoning *r)
{
    r->count = r->own->class_count;
    for (unsigned i = 0; i < r->count; i++)
        r->parts[i] =
            (part){.class = &r->own->classes[i], .copies = r->own->copies};
    for (unsigned k = 0; k < r->other->class_count; k++)
        for (unsigned i = 0; i < r->count; i++)
            if ((r->own->classes[i].ranks & r->other->classes[k].ranks) != 0)
                r->part_of[k] = i;
}

// A world of one's own: its spread in each part of the order.
typedef struct row {
    uint16_t at[CLASSES];
    double weight;
} row;

static int earlier(const void *a, const void *b)
{
    const row *x = a, *y = b;
    for (unsigned i = 0; i < CLASSES; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return 0;
}

// Parts in which worlds differ, those with few spreads first.
static void choose_order(reckoning *r)
{
    for (unsigned k = 0; k < r->count; k++) {
        unsigned i = r->depth;
        if (r->parts[k].mine.count < 2)
            continue;
        for (; i > 0 &&
               r->parts[r->order[i - 1]].mine.count > r->parts[k].mine.count;
             i--)
            r->order[i] = r->order[i - 1];
        r->order[i] = k;
        r->depth++;
    }
    if (r->depth == 0)
        r->order[r->depth++] = 0;
}

// Adds a world to the tree; `before` is the one added last, or NULL.
static void add_row(reckoning *r, const row *before, const row *now)
{
    unsigned same = 0;
    while (before != NULL && same < r->depth &&
           before->at[same] == now->at[same])
        same++;
    for (unsigned d = same; d < r->depth; d++) {
        uint32_t next = d + 1 < r->depth ? (uint32_t)r->level[d + 1].count : 0;
        dx_vector_push(&r->level[d],
                       (branch){next, next, now->at[d], now->weight});
    }
    for (unsigned d = 0; d + 1 < r->depth; d++)
        r->level[d].at[r->level[d].count - 1].end =
            (uint32_t)r->level[d + 1].count;
}

static void read_own(reckoning *r)
{
    size_t worlds = r->own->settled.count;
    row *rows = dx_alloc(worlds, sizeof *rows), *sorted;
    sorted = dx_alloc(worlds, sizeof *sorted);
    for (size_t i = 0; i < worlds; i++)
        for (unsigned k = 0; k < r->count; k++) {
            spread s = spread_in(r->parts[k].class, r->own->settled.at[i].key);
            rows[i].at[k] = (uint16_t)find_spread(&r->parts[k].mine, &s);
        }
    choose_order(r);
    for (size_t i = 0; i < worlds; i++) {
        sorted[i].weight = r->own->settled.at[i].weight;
        for (unsigned d = 0; d < r->depth; d++)
            sorted[i].at[d] = rows[i].at[r->order[d]];
    }
    qsort(sorted, worlds, sizeof *sorted, earlier);
    for (size_t i = 0; i < worlds; i++)
        add_row(r, i > 0 ? &sorted[i - 1] : NULL, &sorted[i]);
    dx_free(rows);
    dx_free(sorted);
}

// The bundle with these spreads, a new one if there is none yet.
static bundle *find_bundle(reckoning *r, const uint16_t *at)
{
    uint64_t hash = dx_hash_bytes(at, r->count * sizeof *at);
    dx_probe probe = dx_index_probe(&r->index, hash);
    uint32_t number;
    while ((number = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (memcmp(r->bundles.at[number].at, at, r->count * sizeof *at) == 0)
            return &r->bundles.at[number];
    number = (uint32_t)r->bundles.count;
    dx_vector_push(&r->bundles, (bundle){.weight = 0});
    memcpy(r->bundles.at[number].at, at, r->count * sizeof *at);
    dx_index_add(&r->index, hash, number);
    return &r->bundles.at[number];
}

static void read_other(reckoning *r)
{
    for (size_t i = 0; i < r->other->settled.count; i++) {
        const dx_gofish_world *w = &r->other->settled.at[i];
        spread all[CLASSES] = {{{0}}}, of[CLASSES];
        uint16_t at[CLASSES] = {0};
        for (unsigned k = 0; k < r->other->class_count; k++) {
            of[k] = spread_in(&r->other->classes[k], w->key);
            for (unsigned b = 0; b < NUMBERS; b++)
                all[r->part_of[k]].of[b] =
                    (uint8_t)(all[r->part_of[k]].of[b] + of[k].of[b]);
        }
        for (unsigned k = 0; k < r->count; k++)
            at[k] = (uint16_t)find_spread(&r->parts[k].theirs, &all[k]);
        bundle *b = find_bundle(r, at);
        b->weight += w->weight;
        for (unsigned k = 0; k < r->other->class_count; k++)
            for (unsigned n = 0; n < NUMBERS; n++)
                b->of[k][n] +=
                    w->weight * of[k].of[n] / r->other->classes[k].count;
    }
}

static int heavier(const void *a, const void *b)
{
    const bundle *x = a, *y = b;
    return (x->weight < y->weight) - (x->weight > y->weight);
}

// The weight of the worlds below some branches, times `factor`; r->mass gets
// that of each spread.
static double weigh_below(const reckoning *r, const bundle *b, unsigned d,
                          uint32_t first, uint32_t end, double factor_so_far)
{
    const part *p = &r->parts[r->order[d]];
    const double *mean = p->mean + b->at[r->order[d]] * p->mine.count;
    double *mass = r->mass[r->order[d]], sum = 0;
    bool is_last = d + 1 == r->depth;
    for (uint32_t i = first; i < end; i++) {
        const branch *w = &r->level[d].at[i];
        double here = factor_so_far * mean[w->spread];
        if (here <= 0)
            continue;
        here = is_last ? here * w->weight
                       : weigh_below(r, b, d + 1, w->first, w->end, here);
        mass[w->spread] += here;
        sum += here;
    }
    return sum;
}

// For one bundle: the weight of all worlds of one's own, and in r->mass that of
// those with each spread.  Classes in which there is but one spread are the
// same for all worlds.
static double weigh_own(const reckoning *r, const bundle *b)
{
    for (unsigned k = 0; k < r->count; k++)
        memset(r->mass[k], 0, r->parts[k].mine.count * sizeof *r->mass[k]);
    double all = weigh_below(r, b, 0, 0, (uint32_t)r->level[0].count, 1);
    for (unsigned k = 0; k < r->count; k++)
        if (r->parts[k].mine.count == 1)
            r->mass[k][0] = all;
    return all;
}

// For each class, and each number of cards that the other may have of a rank in
// it, the weight of the worlds in which one has none of that rank.
static void weigh_empty(const reckoning *r, const bundle *b,
                        double (*empty)[NUMBERS])
{
    for (unsigned k = 0; k < r->count; k++)
        for (unsigned n = 0; n < NUMBERS; n++) {
            const part *p = &r->parts[k];
            empty[k][n] = 0;
            for (size_t i = 0; i < p->mine.count; i++) {
                size_t at = b->at[k] * p->mine.count + i;
                if (r->mass[k][i] > 0)
                    empty[k][n] += r->mass[k][i] * p->empty[at * NUMBERS + n] /
                                   p->mean[at];
            }
        }
}

static void visit_bundle(const reckoning *r, const bundle *b, double total,
                         dx_gofish_case *visit, void *context)
{
    double empty[CLASSES][NUMBERS];
    double all = weigh_own(r, b);
    weigh_empty(r, b, empty);
    for (unsigned k = 0; k < r->other->class_count; k++)
        for (unsigned n = 0; n < NUMBERS; n++) {
            double has = 1 - empty[r->part_of[k]][n] / all;
            if (b->of[k][n] <= 0)
                continue;
            for (unsigned rank = 0; rank < r->other->ranks; rank++)
                if (r->other->classes[k].ranks >> rank & 1)
                    visit(context, rank, b->of[k][n] / total,
                          has < 0 ? 0 : has);
        }
}

static void reckoning_release(reckoning *r)
{
    for (unsigned i = 0; i < r->count; i++) {
        dx_vector_release(&r->parts[i].mine);
        dx_vector_release(&r->parts[i].theirs);
        dx_free(r->parts[i].mean);
        dx_free(r->parts[i].empty);
        dx_free(r->mass[i]);
    }
    dx_vector_release(&r->bundles);
    dx_index_release(&r->index);
    for (unsigned d = 0; d < r->depth; d++)
        dx_vector_release(&r->level[d]);
}

double dx_gofish_second_each(const dx_gofish_second *s, uint64_t steps_max,
                             dx_gofish_case *visit, void *context)
{
    dx_gofish_exact *other = dx_gofish_exact_copy(s->other);
    dx_gofish_exact *own = dx_gofish_exact_copy(s->own);
    reckoning r = {.other = other, .own = own};
    double total = 0, left = 0;
    uint64_t steps = 0;
    dx_gofish_exact_lay(other);
    dx_gofish_exact_lay(own);
    match_classes(&r);
    read_own(&r);
    read_other(&r);
    for (unsigned i = 0; i < r.count; i++) {
        fill_part(&r.parts[i]);
        r.mass[i] = dx_alloc(r.parts[i].mine.count, sizeof *r.mass[i]);
    }
    qsort(r.bundles.at, r.bundles.count, sizeof *r.bundles.at, heavier);
    for (size_t i = 0; i < r.bundles.count; i++)
        total += r.bundles.at[i].weight;
    for (size_t i = 0; i < r.bundles.count; i++) {
        if (steps_max != 0 && i > 0 && steps > steps_max) {
            left += r.bundles.at[i].weight / total;
            continue;
        }
        visit_bundle(&r, &r.bundles.at[i], total, visit, context);
        steps += 2 * r.level[r.depth - 1].count;
    }
    reckoning_release(&r);
    dx_gofish_exact_free(other);
    dx_gofish_exact_free(own);
    return left;
}
