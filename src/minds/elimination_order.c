// In which order to eliminate: greedily.
//
// The next node is the one after which the fewest states are to be expected, by
// what the fields of a key can be: supplies of groups that are begun (all
// together no more than there are ways to take so many cards), room in classes,
// sums that are open or asked for.  Logarithms are whole numbers, 64 to a
// power of two, so that an order is the same on every machine.

#include "minds/elimination.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { UNIT = DX_ORDER_UNIT, WAYS_PART = 6 }; // ways count a sixth

static unsigned log_of(unsigned n)
{
    assert(n > 0);
    unsigned power = 31 - (unsigned)__builtin_clz(n);
    return power * UNIT + (unsigned)(((uint64_t)n * UNIT) >> power) - UNIT;
}

// The logarithm of (n choose k).
static unsigned log_choose(unsigned n, unsigned k)
{
    unsigned up = 0, down = 0;
    if (k > n - k)
        k = n - k;
    for (unsigned i = 0; i < k; i++) {
        up += log_of(n - i);
        down += log_of(i + 1);
    }
    return up > down ? up - down : 0;
}

// Sums of logarithms; groups that are begun, and room that is filled.
typedef struct totals {
    unsigned supplies, rooms, numbers, open, laid;
} totals;

typedef struct frontier {
    const dx_outlook *o;
    size_t groups, classes, sums;
    uint64_t rows[DX_KINDS_MAX], columns[DX_PLACES_MAX]; // cells left
    uint64_t *in_groups, *in_classes;                    // of each sum
    unsigned *cells;                                     // left of each sum
    unsigned *open_logs;     // of the values of each sum
    unsigned *complete_logs; // once it is complete
    unsigned *sum_logs;      // as it is now; and groups and classes:
    unsigned supply_logs[DX_KINDS_MAX], room_logs[DX_PLACES_MAX];
    unsigned met_room[DX_KINDS_MAX];   // of the classes gone, for each group
    unsigned met_cards[DX_PLACES_MAX]; // of the groups gone, for each class
    totals all;
} frontier;

static void find_cells(frontier *f)
{
    const dx_outlook *o = f->o;
    for (size_t g = 0; g < f->groups; g++)
        for (unsigned i = 0; i < o->groups.at[g].class_count; i++) {
            unsigned class = o->groups.at[g].classes[i];
            f->rows[g] |= DX_BIT(class);
            f->columns[class] |= DX_BIT(g);
        }
    for (size_t s = 0; s < f->sums; s++) {
        const dx_sum *sum = &o->sums.at[s];
        uint64_t marked = 0;
        for (size_t m = 0; m < o->marks.count; m++)
            if ((o->marks.at[m].place & sum->places) != 0)
                marked |= DX_BIT(o->marks.at[m].class);
        for (size_t g = 0; g < f->groups; g++)
            if ((o->groups.at[g].kinds & sum->kinds) != 0)
                f->in_groups[s] |= DX_BIT(g);
        for (size_t c = 0; c < f->classes; c++)
            if ((o->classes.at[c].places & sum->places) != 0 ||
                (marked >> c & 1) != 0)
                f->in_classes[s] |= DX_BIT(c);
        for (size_t g = 0; g < f->groups; g++)
            if (f->in_groups[s] >> g & 1)
                f->cells[s] += (unsigned)__builtin_popcountll(f->rows[g] &
                                                              f->in_classes[s]);
    }
}

// How many values a sum can have, once it is complete or before.
static unsigned log_values(const frontier *f, size_t s, bool is_complete)
{
    const dx_outlook *o = f->o;
    const dx_sum *sum = &o->sums.at[s];
    unsigned room = 0, cards = 0;
    if (sum->is_some || (sum->slot == DX_SLOT_NONE && is_complete))
        return 0; // what supplies tell is in no key
    for (uint64_t c = f->in_classes[s]; c != 0; c &= c - 1)
        room += o->classes.at[__builtin_ctzll(c)].size;
    for (uint64_t g = f->in_groups[s]; g != 0; g &= g - 1)
        cards += o->groups.at[__builtin_ctzll(g)].copies;
    unsigned most = room < cards ? room : cards;
    most = most < sum->max ? most : sum->max;
    most = most < sum->cap ? most : sum->cap;
    if (sum->slot != DX_SLOT_NONE && is_complete)
        most = most > sum->floor ? most - sum->floor : 0;
    return log_of(most + 1);
}

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// A cell goes, with all others of its group, or of its class.
static unsigned drop_cell(frontier *f, size_t g, size_t c, bool is_class,
                          bool commits)
{
    unsigned copies = f->o->groups.at[g].copies;
    unsigned size = f->o->classes.at[c].size, log = 0;
    if (is_class && (f->rows[g] & (f->rows[g] - 1)) != 0)
        log = log_of(least(copies, f->met_room[g] + size) + 1);
    if (!is_class && (f->columns[c] & (f->columns[c] - 1)) != 0)
        log = log_of(least(size, f->met_cards[c] + copies) + 1);
    unsigned *was = is_class ? &f->supply_logs[g] : &f->room_logs[c];
    unsigned *all = is_class ? &f->all.supplies : &f->all.rooms;
    *all += log - *was;
    if (is_class)
        f->all.open += (unsigned)(log > 0) - (unsigned)(*was > 0);
    if (commits) {
        *was = log;
        if (is_class)
            f->met_room[g] += size, f->rows[g] &= ~DX_BIT(c);
        else
            f->met_cards[c] += copies, f->columns[c] &= ~DX_BIT(g);
    }
    return log_of(least(copies, size) + 1);
}

static void drop_sums(frontier *f, size_t at, bool is_class, uint64_t row,
                      bool commits)
{
    for (size_t s = 0; s < f->sums; s++) {
        uint64_t mine = is_class ? f->in_classes[s] : f->in_groups[s];
        uint64_t others = is_class ? f->in_groups[s] : f->in_classes[s];
        unsigned here = (unsigned)__builtin_popcountll(row & others);
        if (!(mine >> at & 1) || here == 0)
            continue;
        unsigned log =
            f->cells[s] == here ? f->complete_logs[s] : f->open_logs[s];
        f->all.numbers += log - f->sum_logs[s];
        if (commits) {
            f->sum_logs[s] = log;
            f->cells[s] -= here;
        }
    }
}

// The states to be expected once a node is gone, and the ways to take a step.
static unsigned drop(frontier *f, size_t node, bool commits, unsigned *out_ways)
{
    totals before = f->all;
    bool is_class = node >= f->groups;
    size_t at = is_class ? node - f->groups : node;
    uint64_t *row = is_class ? &f->columns[at] : &f->rows[at];
    unsigned *log = is_class ? &f->room_logs[at] : &f->supply_logs[at];
    unsigned cells = (unsigned)__builtin_popcountll(*row), ways = 0;
    unsigned size =
        is_class ? f->o->classes.at[at].size : f->o->groups.at[at].copies;
    for (uint64_t left = *row; left != 0; left &= left - 1) {
        size_t other = (size_t)__builtin_ctzll(left);
        ways += drop_cell(f, is_class ? other : at, is_class ? at : other,
                          is_class, commits);
    }
    drop_sums(f, at, is_class, *row, commits);
    totals *all = &f->all;
    *(is_class ? &all->rooms : &all->supplies) -= *log;
    all->laid += is_class ? size : 0;
    all->open -= !is_class && *log > 0;
    *out_ways = least(ways, log_choose(size + cells - is_class, size));
    unsigned taken = log_choose(all->open + all->laid, all->laid);
    unsigned states = least(all->supplies, taken) + all->rooms + all->numbers;
    if (commits)
        *row = 0, *log = 0;
    else
        f->all = before;
    return states;
}

static bool is_there(const frontier *f, size_t node)
{
    return node < f->groups ? f->rows[node] != 0
                            : f->columns[node - f->groups] != 0;
}

// The node to go next; SIZE_MAX: none is left.
static size_t find_next(frontier *f, size_t first, size_t end)
{
    size_t best = SIZE_MAX;
    unsigned fewest = 0;
    for (size_t node = first; node < end; node++) {
        unsigned ways = 0;
        if (!is_there(f, node))
            continue;
        unsigned cost = drop(f, node, false, &ways);
        cost += ways / WAYS_PART;
        if (best == SIZE_MAX || cost < fewest) {
            best = node;
            fewest = cost;
        }
    }
    return best;
}

// Where behaviour weighs: places that more of what is counted speaks of come
// first, so that it can be told by which cards lie in the places so far.
static size_t find_next_used(const frontier *f)
{
    size_t best = SIZE_MAX, most = 0;
    for (size_t c = 0; c < f->classes; c++) {
        size_t uses = 1;
        for (size_t s = 0; s < f->sums; s++)
            uses += f->o->sums.at[s].is_some && (f->in_classes[s] >> c & 1);
        if (f->columns[c] != 0 && uses > most) {
            best = f->groups + c;
            most = uses;
        }
    }
    return best;
}

static size_t find_order(frontier *f, dx_order_kind kind, uint16_t *out_nodes,
                         dx_order_cost *out_cost)
{
    size_t first = kind == DX_ORDER_CLASSES ? f->groups : 0, count = 0;
    size_t end = kind == DX_ORDER_GROUPS ? f->groups : f->groups + f->classes;
    unsigned states = 0;
    *out_cost = (dx_order_cost){0};
    for (;;) {
        unsigned ways = 0;
        size_t node = f->o->open_factors.count > 0 ? find_next_used(f)
                                                   : find_next(f, first, end);
        if (node == SIZE_MAX)
            return count;
        unsigned after = drop(f, node, true, &ways);
        out_cost->steps = most(out_cost->steps, states + ways);
        out_cost->states = most(out_cost->states, after);
        states = after;
        out_nodes[count++] = (uint16_t)node;
    }
}

size_t dx_order_find(const dx_outlook *o, dx_order_kind kind,
                     uint16_t *out_nodes, dx_order_cost *out_cost)
{
    frontier f = {.o = o,
                  .groups = o->groups.count,
                  .classes = o->classes.count,
                  .sums = o->sums.count};
    uint64_t *sets = dx_alloc(2 * f.sums + 1, sizeof *sets);
    unsigned *numbers = dx_alloc(4 * f.sums + 1, sizeof *numbers);
    f.in_groups = sets;
    f.in_classes = sets + f.sums;
    f.cells = numbers;
    f.sum_logs = numbers + f.sums;
    f.open_logs = numbers + 2 * f.sums;
    f.complete_logs = numbers + 3 * f.sums;
    find_cells(&f);
    for (size_t s = 0; s < f.sums; s++) {
        f.open_logs[s] = log_values(&f, s, false);
        f.complete_logs[s] = log_values(&f, s, true);
    }
    size_t count = find_order(&f, kind, out_nodes, out_cost);
    dx_free(sets);
    dx_free(numbers);
    return count;
}
