// The inputs, one after the other; all of them are near 0 to 1.

#include "agents/gofish/moment.h"

#include <assert.h>
#include <math.h>
#include <string.h>

size_t dx_gofish_notes_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_gofish_notes);
}

void dx_gofish_notes_begin(void *memory, const dx_policy *self,
                           const dx_view *view)
{
    dx_gofish_notes *n = memory;
    dx_gofish_memory_begin(&n->beliefs, self, view);
    dx_gofish_shown_init(&n->shown, view->rules);
}

void dx_gofish_notes_follow(dx_gofish_notes *n, const dx_policy *self,
                            const dx_gofish_habits *habits, const dx_view *view,
                            unsigned noted)
{
    dx_gofish_memory_note(&n->beliefs, self, view, noted);
    for (; noted < view->count; noted++)
        dx_gofish_shown_follow(&n->shown, habits, view->seen[noted]);
}

void dx_gofish_notes_copy(void *memory, const void *from)
{
    const dx_gofish_notes *old = from;
    memcpy(memory, old, sizeof *old);
    dx_gofish_memory_copy(&((dx_gofish_notes *)memory)->beliefs, &old->beliefs);
}

void dx_gofish_notes_end(void *memory)
{
    dx_gofish_memory_end(&((dx_gofish_notes *)memory)->beliefs);
}

// What the inputs of all questions of a turn have in common.
typedef struct scene {
    const dx_gofish *table;
    const dx_gofish_shown *shown;
    unsigned seat, stock;
    dx_gofish_chances chances[DX_GOFISH_SEATS];
    double types[DX_GOFISH_SEATS][DX_GOFISH_KINDS];
    double cards[DX_GOFISH_RANKS]; // of each rank in other hands, in the mean
    double books[DX_GOFISH_SEATS];
    unsigned open, sure, sure_books;
} scene;

static bool is_other(const scene *s, unsigned seat)
{
    return seat != s->seat;
}

static void read_seat(const dx_gofish_notes *notes, scene *s, unsigned seat)
{
    const dx_gofish *t = s->table;
    dx_gofish_chances *c = &s->chances[seat];
    dx_gofish_memory_chances(&notes->beliefs, seat, c);
    s->books[seat] = t->laid[seat];
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        for (unsigned k = 1; k <= t->copies; k++)
            s->cards[rank] += k * c->exactly[rank][k];
        s->books[seat] += c->exactly[rank][t->copies];
    }
}

static void set_scene(const dx_gofish_notes *notes, const dx_view *view,
                      scene *s)
{
    const dx_gofish *t = view->sight;
    memset(s, 0, sizeof *s);
    s->table = t;
    s->shown = &notes->shown;
    s->seat = view->seat;
    s->stock = dx_gofish_stock(t);
    dx_gofish_type_chances(s->shown, s->seat, s->types);
    for (unsigned seat = 0; seat < t->players; seat++)
        if (is_other(s, seat))
            read_seat(notes, s, seat);
    s->books[s->seat] = t->laid[s->seat];
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        s->books[s->seat] += t->count[s->seat][rank] == t->copies;
        s->open += dx_gofish_is_open(t, s->seat, rank);
    }
}

static void add(float *input, unsigned *at, double value)
{
    assert(*at < DX_GOFISH_INPUTS);
    input[(*at)++] = (float)value;
}

// A number of draws, or that there is none to count from.
static void add_since(float *in, unsigned *at, unsigned since)
{
    add(in, at, since == DX_GOFISH_NEVER);
    add(in, at, since == 0);
    add(in, at, since == DX_GOFISH_NEVER ? 0 : exp(-0.3 * since));
}

// The answer, and what all know of it.
static void add_answer(const scene *s, const dx_gofish_prospect *p, float *in,
                       unsigned *at)
{
    const dx_gofish_shown *shown = s->shown;
    unsigned missing = s->table->copies - p->own;
    const double *chance = s->chances[p->of].exactly[p->rank];
    double mean = 0;
    for (unsigned k = 1; k <= s->table->copies; k++)
        mean += k * chance[k];
    add(in, at, p->has);
    add(in, at, p->completes);
    add(in, at, mean / 3);
    for (unsigned k = 1; k <= 3; k++)
        add(in, at, missing == k);
    add(in, at, missing == 1 ? p->has : 0);
    add(in, at, missing == 2 ? p->has : 0);
    add(in, at, missing == 2 ? p->completes : 0);
    add(in, at, missing == 3 ? p->completes : 0);
    add(in, at, p->has > 0.999);
    add(in, at, p->completes > 0.999);
    unsigned least = shown->least[s->seat][p->rank];
    add(in, at, least / 3.0);
    add(in, at, least == 0);
    add(in, at, (p->own > least ? p->own - least : 0) / 3.0);
    add_since(in, at, shown->since[s->seat][p->rank]);
    add(in, at, shown->least[p->of][p->rank] > 0);
    add_since(in, at, shown->since[p->of][p->rank]);
}

// The stock, the rank's cards there and elsewhere, and the table.
static void add_table(const scene *s, const dx_gofish_prospect *p, float *in,
                      unsigned *at)
{
    const dx_gofish *t = s->table;
    double mean = 0, missing = t->copies - p->own;
    for (unsigned k = 1; k <= t->copies; k++)
        mean += k * s->chances[p->of].exactly[p->rank][k];
    double stock = fmax(0, missing - s->cards[p->rank]);
    add(in, at, stock / 4);
    add(in, at, s->stock > 0 ? fmin(1, 4 * stock / s->stock) : 0);
    add(in, at, fmax(0, s->cards[p->rank] - mean) / 3);
    add(in, at, s->stock / 38.0);
    add(in, at, s->stock <= 2);
    add(in, at, s->stock <= 6);
    add(in, at, s->stock <= 12);
    add(in, at, s->stock % 2);
    add(in, at, s->open / 8.0);
    add(in, at, s->sure / 4.0);
    add(in, at, s->sure_books / 3.0);
    add(in, at, s->books[s->seat] / 6);
    add(in, at, s->books[p->of] / 6);
    add(in, at, t->size[s->seat] / 20.0);
    add(in, at, t->size[p->of] / 20.0);
    unsigned way = (p->of + t->players - s->seat) % t->players;
    add(in, at, (way - 1) / 4.0);
    add(in, at, (t->players - 2) / 4.0);
}

// Who the asked seat seems to be if it is no stranger: networks know of none.
static void add_types(const scene *s, const dx_gofish_prospect *p, float *in,
                      unsigned *at)
{
    double types[DX_GOFISH_TYPES];
    double known = 1 - s->types[p->of][DX_GOFISH_STRANGER];
    for (unsigned i = 0; i < DX_GOFISH_TYPES; i++) {
        types[i] = s->types[p->of][i] / known;
        add(in, at, types[i]);
    }
    add(in, at, types[DX_GOFISH_TYPE_RANDOM] * p->has);
    add(in, at, types[DX_GOFISH_TYPE_RANDOM] * p->completes);
    add(in, at, types[DX_GOFISH_TYPE_HOARDING] * p->has);
    add(in, at, types[DX_GOFISH_TYPE_FINISH] * p->has);
}

// The other questions: the best of them.
static void add_others(const dx_gofish_moment *m, unsigned number, float *in,
                       unsigned *at)
{
    double has = 0, completes = 0;
    for (unsigned i = 0; i < m->count; i++)
        if (i != number) {
            has = fmax(has, m->asks[i].has);
            completes = fmax(completes, m->asks[i].completes);
        }
    add(in, at, has);
    add(in, at, completes);
    add(in, at, m->asks[number].has - has);
    add(in, at, m->asks[number].completes - completes);
    add(in, at, m->asks[number].has > has + 1e-9);
    add(in, at, m->asks[number].completes > completes + 1e-9);
}

void dx_gofish_moment_read(const dx_gofish_notes *notes, const dx_view *view,
                           dx_gofish_moment *m)
{
    const dx_gofish *t = view->sight;
    dx_event moves[DX_MOVES_MAX];
    scene s;
    m->count = dx_view_moves(view, moves);
    if (moves[0].verb != DX_GOFISH_ASK) {
        m->count = 0;
        return;
    }
    set_scene(notes, view, &s);
    for (unsigned i = 0; i < m->count; i++) {
        unsigned of = moves[i].arg[0], rank = moves[i].arg[1];
        unsigned own = (unsigned)t->count[view->seat][rank];
        const double *chance = s.chances[of].exactly[rank];
        m->asks[i] = (dx_gofish_prospect){.move = moves[i],
                                          .of = of,
                                          .rank = rank,
                                          .own = own,
                                          .has = 1 - chance[0],
                                          .completes = chance[t->copies - own]};
        s.sure += m->asks[i].has > 0.999;
        s.sure_books += m->asks[i].completes > 0.999;
    }
    for (unsigned i = 0; i < m->count; i++) {
        unsigned at = 0;
        add(m->input[i], &at, 1);
        add_answer(&s, &m->asks[i], m->input[i], &at);
        add_table(&s, &m->asks[i], m->input[i], &at);
        add_types(&s, &m->asks[i], m->input[i], &at);
        add_others(m, i, m->input[i], &at);
        memset(m->input[i] + at, 0,
               (DX_GOFISH_INPUTS - at) * sizeof *m->input[i]);
    }
}

void dx_gofish_moment_scores(const dx_gofish_moment *m,
                             const dx_gofish_net *actor, double *out)
{
    float hidden[DX_GOFISH_UNITS];
    for (unsigned i = 0; i < m->count; i++)
        out[i] = DX_GOFISH_SCALE * m->asks[i].completes +
                 (double)dx_gofish_net_run(actor, m->input[i], hidden);
}
