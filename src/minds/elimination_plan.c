// An order of elimination with all that its runs have in common: cells of the
// steps, lives of fields, and their bits.

#include "minds/elimination.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { WORD_BITS = 64, FIELD_BITS_MAX = 9 };

typedef struct planner {
    dx_outlook *o;
    dx_order *q;
    size_t groups, classes, sums;
    int16_t *step_of; // of each cell (group, class); -1: there is none
    int16_t *first;   // step that touches each sum
    int16_t goes_on[DX_KINDS_MAX + DX_PLACES_MAX]; // last of groups and classes
} planner;

static dx_field *field_of_group(const planner *p, size_t group)
{
    return &p->q->fields[group];
}

static dx_field *field_of_class(const planner *p, size_t class)
{
    return &p->q->fields[p->groups + class];
}

static dx_field *field_of_sum(const planner *p, size_t sum)
{
    return &p->q->fields[p->groups + p->classes + sum];
}

static bool adds_by_laying(const planner *p, size_t group, size_t class,
                           const dx_sum *sum)
{
    return (p->o->groups.at[group].kinds & sum->kinds) != 0 &&
           (p->o->classes.at[class].places & sum->places) != 0;
}

static bool adds_by_mark(const planner *p, size_t group, const dx_mark *mark,
                         const dx_sum *sum)
{
    return (p->o->groups.at[group].kinds & sum->kinds & mark->kinds) != 0 &&
           (mark->place & sum->places) != 0;
}

// Does a mark of the cell add to a sum?
static bool is_marked(const planner *p, const dx_cell *cell, const dx_sum *sum)
{
    for (unsigned i = 0; i < cell->mark_count; i++) {
        unsigned mark = p->q->marks[cell->first_mark + i];
        if (adds_by_mark(p, cell->group, &p->o->marks.at[mark], sum))
            return true;
    }
    return false;
}

// ---- cells ----

static void add_marks(planner *p, dx_cell *cell)
{
    const dx_outlook *o = p->o;
    cell->first_mark = (uint16_t)p->q->mark_count;
    for (size_t m = 0; m < o->marks.count; m++)
        if (o->marks.at[m].class == cell->class &&
            (o->marks.at[m].kinds & o->groups.at[cell->group].kinds) != 0)
            p->q->marks[p->q->mark_count++] = (uint16_t)m;
    cell->mark_count = (uint16_t)(p->q->mark_count - cell->first_mark);
}

static void add_cell(planner *p, size_t step, size_t group, size_t class)
{
    int16_t *at = &p->step_of[group * p->classes + class];
    if (*at >= 0)
        return;
    *at = (int16_t)step;
    dx_cell *cell = &p->q->cells[p->q->cell_count++];
    *cell = (dx_cell){.group = (uint8_t)group, .class = (uint8_t) class};
    add_marks(p, cell);
}

static void add_cells(planner *p, size_t step)
{
    const dx_outlook *o = p->o;
    dx_elimination_step *s = &p->q->steps[step];
    s->cells = (unsigned)p->q->cell_count;
    if (!s->is_class)
        for (unsigned i = 0; i < o->groups.at[s->node].class_count; i++)
            add_cell(p, step, s->node, o->groups.at[s->node].classes[i]);
    for (size_t g = 0; s->is_class && g < p->groups; g++)
        if ((o->groups.at[g].kinds & o->classes.at[s->node].kinds) != 0)
            add_cell(p, step, g, s->node);
}

static void list_cells(planner *p, const uint16_t *nodes)
{
    dx_order *q = p->q;
    size_t cells = p->groups * p->classes + 1;
    q->cells = dx_alloc(cells, sizeof *q->cells);
    q->marks = dx_alloc(cells * p->o->marks.count + 1, sizeof *q->marks);
    memset(p->step_of, 0xff, cells * sizeof *p->step_of);
    for (size_t t = 0; t < q->step_count; t++) {
        bool is_class = nodes[t] >= p->groups;
        q->steps[t].is_class = is_class;
        q->steps[t].node = (unsigned)(nodes[t] - (is_class ? p->groups : 0));
        add_cells(p, t);
    }
    q->steps[q->step_count].cells = (unsigned)q->cell_count;
    for (size_t i = q->cell_count, met = 0; i-- > 0;
         met |= DX_BIT(q->cells[i].group))
        q->cells[i].is_last = !(met >> q->cells[i].group & 1);
    for (size_t t = 0; t < q->step_count; t++) {
        size_t count = q->steps[t + 1].cells - q->steps[t].cells + 3;
        q->depth = count > q->depth ? count : q->depth;
    }
}

// ---- lives ----

static void live(dx_field *field, unsigned most, int from, int until)
{
    if (field->bits == 0 || field->from > from)
        field->from = (int16_t)from;
    if (field->bits == 0 || field->until < until)
        field->until = (int16_t)until;
    field->most = (uint16_t)most;
    field->bits = (uint8_t)(most > 0 ? 32 - __builtin_clz(most) : 1);
    assert(field->bits < FIELD_BITS_MAX);
}

// How large a sum can become.
static unsigned most_of(const planner *p, const dx_sum *sum)
{
    const dx_outlook *o = p->o;
    unsigned room = 0, cards = 0, marked = 0, seen = 0;
    for (size_t c = 0; c < p->classes; c++)
        room += (o->classes.at[c].places & sum->places) != 0
                    ? o->classes.at[c].size
                    : 0;
    for (size_t g = 0; g < p->groups; g++)
        cards += (o->groups.at[g].kinds & sum->kinds) != 0
                     ? o->groups.at[g].copies
                     : 0;
    for (size_t m = 0; m < o->marks.count; m++)
        marked += (o->marks.at[m].place & sum->places) != 0;
    if (sum->seen.slot != DX_SLOT_NONE && !sum->seen.is_less)
        for (unsigned k = 0; k < o->frame->space.kind_count; k++)
            seen += sum->kinds >> k & 1 ? o->frame->space.copies[k] : 0U;
    seen += sum->seen.add > 0 ? (unsigned)sum->seen.add : 0;
    seen = seen < sum->cap ? seen : sum->cap;
    unsigned most = seen + marked + (room < cards ? room : cards);
    most = most < sum->max ? most : sum->max;
    return most < UINT8_MAX ? most : UINT8_MAX;
}

static void find_lives(planner *p)
{
    dx_order *q = p->q;
    for (size_t s = 0; s < p->sums; s++)
        p->first[s] = q->last[s] = -1;
    for (size_t t = 0; t < q->step_count; t++)
        for (unsigned i = q->steps[t].cells; i < q->steps[t + 1].cells; i++) {
            const dx_cell *cell = &q->cells[i];
            live(field_of_group(p, cell->group),
                 p->o->groups.at[cell->group].copies, (int)t, (int)t);
            live(field_of_class(p, cell->class),
                 p->o->classes.at[cell->class].size, (int)t, (int)t);
            p->goes_on[cell->group] = (int16_t)t;
            p->goes_on[p->groups + cell->class] = (int16_t)t;
            for (size_t s = 0; s < p->sums; s++) {
                const dx_sum *sum = &p->o->sums.at[s];
                if (!adds_by_laying(p, cell->group, cell->class, sum) &&
                    !is_marked(p, cell, sum))
                    continue;
                q->last[s] = (int16_t)t;
                if (p->first[s] < 0)
                    p->first[s] = (int16_t)t;
            }
        }
}

// Can a sum be told from how many cards of its groups are laid?  All that are,
// up to the step with which it is complete, must lie where it counts.
static bool is_derived(const planner *p, size_t s, uint64_t *out_groups)
{
    const dx_sum *sum = &p->o->sums.at[s];
    *out_groups = 0;
    for (size_t g = 0; g < p->groups; g++)
        for (size_t c = 0; c < p->classes; c++) {
            int16_t step = p->step_of[g * p->classes + c];
            if (step < 0 || (p->o->groups.at[g].kinds & sum->kinds) == 0)
                continue;
            bool adds = adds_by_laying(p, g, c, sum);
            if (!adds && step <= p->q->last[s])
                return false;
            *out_groups |= adds ? DX_BIT(g) : 0;
        }
    return true;
}

// Somes wait until their factor is complete, and a step more, in which it is
// reckoned with; those that supplies can tell need no field, and these then
// wait.
static void keep_somes(planner *p, size_t factor)
{
    const dx_open_factor *f = &p->o->open_factors.at[factor];
    int16_t end = 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t s = p->o->open_somes.at[f->first + i].sum;
        end = p->q->last[s] > end ? p->q->last[s] : end;
    }
    for (size_t i = 0; i < f->count; i++) {
        size_t s = p->o->open_somes.at[f->first + i].sum;
        uint64_t groups;
        dx_field *field = field_of_sum(p, s);
        if (p->q->last[s] < 0)
            continue;
        if (field->bits > 0 || p->q->last[s] != end ||
            !is_derived(p, s, &groups)) {
            live(field, most_of(p, &p->o->sums.at[s]), p->first[s], end + 1);
            continue;
        }
        p->q->derived[s] = groups;
        for (; groups != 0; groups &= groups - 1) {
            dx_field *group =
                field_of_group(p, (size_t)__builtin_ctzll(groups));
            live(group, group->most, group->from, end + 1);
        }
    }
}

static void keep_sums(planner *p)
{
    const dx_order *q = p->q;
    for (size_t s = 0; s < p->sums; s++) {
        const dx_sum *sum = &p->o->sums.at[s];
        bool is_bound = sum->slot == DX_SLOT_NONE;
        if (q->last[s] >= 0 && !sum->is_some)
            live(field_of_sum(p, s), most_of(p, sum), p->first[s],
                 is_bound ? q->last[s] : (int)q->step_count);
    }
    for (size_t i = 0; i < p->o->open_factors.count; i++)
        keep_somes(p, i);
}

// ---- bits ----

static size_t fields_of(const planner *p)
{
    return p->groups + p->classes + p->sums;
}

// Gives a field bits that nobody has while it lives.
static void give_bits(dx_field *field, uint64_t *used, size_t steps,
                      size_t *words)
{
    uint64_t wanted = DX_BIT(field->bits + 1) - 1;
    for (size_t w = 0;; w++) {
        uint64_t taken = 0;
        for (int t = field->from; t <= field->until; t++)
            taken |= used[w * steps + (size_t)t];
        unsigned shift = 0;
        while (shift + field->bits < WORD_BITS &&
               (taken >> shift & wanted) != 0)
            shift++;
        if (shift + field->bits >= WORD_BITS)
            continue;
        field->word = (uint32_t)w;
        field->shift = (uint8_t)shift;
        for (int t = field->from; t <= field->until; t++)
            used[w * steps + (size_t)t] |= wanted << shift;
        *words = w + 1 > *words ? w + 1 : *words;
        return;
    }
}

static void give_all_bits(planner *p)
{
    enum { FIELDS_AT_LEAST = 3 }; // fit into a word, however they lie
    size_t steps = p->q->step_count + 2;
    size_t words = fields_of(p) / FIELDS_AT_LEAST + 1;
    uint64_t *used = dx_alloc(words * steps, sizeof *used);
    p->q->words = 1;
    for (size_t i = 0; i < fields_of(p); i++)
        if (p->q->fields[i].bits > 0)
            give_bits(&p->q->fields[i], used, steps, &p->q->words);
    assert(p->q->words <= words);
    dx_free(used);
}

static void add_one(uint64_t *delta, const dx_field *field)
{
    if (field->bits > 0)
        delta[field->word] += DX_BIT(field->shift);
}

static void find_deltas(planner *p)
{
    dx_order *q = p->q;
    const dx_outlook *o = p->o;
    q->deltas = dx_alloc(q->cell_count * q->words + 1, sizeof *q->deltas);
    q->mark_deltas = dx_alloc(q->mark_count * q->words + 1, sizeof *q->deltas);
    for (size_t i = 0; i < q->cell_count; i++) {
        dx_cell *cell = &q->cells[i];
        uint64_t *delta = q->deltas + i * q->words;
        cell->word = field_of_group(p, cell->group)->word;
        cell->shift = field_of_group(p, cell->group)->shift;
        cell->bits = field_of_group(p, cell->group)->bits;
        add_one(delta, field_of_group(p, cell->group));
        add_one(delta, field_of_class(p, cell->class));
        for (size_t s = 0; s < p->sums; s++)
            if (adds_by_laying(p, cell->group, cell->class, &o->sums.at[s]))
                add_one(delta, field_of_sum(p, s));
        for (size_t m = cell->first_mark;
             m < (size_t)cell->first_mark + cell->mark_count; m++)
            for (size_t s = 0; s < p->sums; s++)
                if (adds_by_mark(p, cell->group, &o->marks.at[q->marks[m]],
                                 &o->sums.at[s]))
                    add_one(q->mark_deltas + m * q->words, field_of_sum(p, s));
    }
}

static void find_masks(planner *p)
{
    dx_order *q = p->q;
    size_t words = q->words, steps = q->step_count;
    q->spares = dx_alloc(steps * words + 1, sizeof *q->spares);
    q->keep = dx_alloc(steps * words + 1, sizeof *q->keep);
    memset(q->keep, 0xff, steps * words * sizeof *q->keep);
    for (size_t i = 0; i < fields_of(p); i++) {
        const dx_field *f = &q->fields[i];
        for (int t = f->from; f->bits > 0 && t <= f->until; t++)
            if (t < (int)steps)
                q->spares[(size_t)t * words + f->word] |= dx_field_spare(f);
        if (f->bits > 0 && f->until < (int)steps)
            q->keep[(size_t)f->until * words + f->word] &=
                ~((DX_BIT(f->bits + 1) - 1) << f->shift);
    }
}

// What is to be done at the end of each step.
static void list_ends(planner *p)
{
    const dx_outlook *o = p->o;
    dx_order *q = p->q;
    DX_VECTOR(uint16_t) opens = {0}, closes = {0}, caps = {0}, factors = {0};
    for (size_t t = 0; t <= q->step_count; t++) {
        q->steps[t].opens = (unsigned)opens.count;
        for (size_t i = 0; i < p->groups + p->classes; i++)
            if (t < q->step_count && !q->steps[t].is_class &&
                q->fields[i].bits > 0 && q->fields[i].from <= (int)t &&
                p->goes_on[i] > (int)t)
                dx_vector_push(&opens, (uint16_t)i);
        q->steps[t].closes = (unsigned)closes.count;
        q->steps[t].caps = (unsigned)caps.count;
        q->steps[t].factors = (unsigned)factors.count;
        for (size_t s = 0; s < p->sums && t < q->step_count; s++) {
            const dx_sum *sum = &o->sums.at[s];
            const dx_field *f = field_of_sum(p, s);
            bool lives = f->bits > 0 && f->from <= (int)t;
            if (q->last[s] == (int)t && !sum->is_some)
                dx_vector_push(&closes, (uint16_t)s);
            else if (lives && q->last[s] >= (int)t && sum->cap < f->most)
                dx_vector_push(&caps, (uint16_t)s);
        }
        for (size_t i = 0; i < o->open_factors.count; i++) {
            const dx_open_factor *f = &o->open_factors.at[i];
            int end = 0;
            for (size_t k = 0; k < f->count; k++) {
                int last = q->last[o->open_somes.at[f->first + k].sum];
                end = last > end ? last : end;
            }
            if (end == (int)t)
                dx_vector_push(&factors, (uint16_t)i);
        }
    }
    q->opens = opens.at;
    q->closes = closes.at;
    q->caps = caps.at;
    q->factors = factors.at;
}

const dx_order *dx_elimination_order(dx_outlook *o, dx_order_kind kind)
{
    dx_order **out = &o->elimination.orders[kind];
    if (*out != NULL)
        return *out;
    dx_order *q = dx_alloc(1, sizeof *q);
    planner p = {.o = o,
                 .q = q,
                 .groups = o->groups.count,
                 .classes = o->classes.count,
                 .sums = o->sums.count};
    uint16_t nodes[DX_KINDS_MAX + DX_PLACES_MAX];
    *out = q;
    q->step_count = dx_order_find(o, kind, nodes, &q->cost);
    q->steps = dx_alloc(q->step_count + 1, sizeof *q->steps);
    q->fields = dx_alloc(fields_of(&p) + 1, sizeof *q->fields);
    q->derived = dx_alloc(p.sums + 1, sizeof *q->derived);
    q->last = dx_alloc(p.sums + 1, sizeof *q->last);
    p.first = dx_alloc(p.sums + 1, sizeof *p.first);
    p.step_of = dx_alloc(p.groups * p.classes + 1, sizeof *p.step_of);
    list_cells(&p, nodes);
    find_lives(&p);
    keep_sums(&p);
    give_all_bits(&p);
    find_deltas(&p);
    find_masks(&p);
    list_ends(&p);
    dx_free(p.first);
    dx_free(p.step_of);
    return q;
}

static void free_order(dx_order *q)
{
    if (q == NULL)
        return;
    dx_free(q->steps);
    dx_free(q->cells);
    dx_free(q->marks);
    dx_free(q->deltas);
    dx_free(q->mark_deltas);
    dx_free(q->opens);
    dx_free(q->closes);
    dx_free(q->caps);
    dx_free(q->factors);
    dx_free(q->spares);
    dx_free(q->keep);
    dx_free(q->fields);
    dx_free(q->derived);
    dx_free(q->last);
    dx_free(q);
}

void dx_elimination_free(dx_elimination *e)
{
    for (unsigned i = 0; i < DX_ORDER_KINDS; i++)
        free_order(e->orders[i]);
    dx_free(e->room);
}
