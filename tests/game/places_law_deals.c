// All deals of a space, by trying: cards are laid place by place and kind by
// kind in every way, what was chosen unseen in every way behind them, and those
// count that the space gives any weight.  Slow, and too simple to be wrong.

#include "game/places_law_private.h"

#include <string.h>

typedef struct lister {
    const dx_law_walk *w;
    const dx_frame *f;
    uint64_t fixed; // places that are as `own` has them
    const uint8_t *own;
    uint8_t left[DX_KINDS_MAX];
    uint8_t *key;
    dx_fraction chosen; // the chance of the choices so far
    dx_law_items *out;
} lister;

static dx_rational weight_of_moves(const lister *l)
{
    dx_rational weight = dx_rational_of(l->chosen);
    const dx_factors *all = &l->w->factors;
    for (size_t i = 0; i < all->factors.count; i++) {
        const dx_factor *factor = &all->factors.at[i];
        unsigned number = factor->base;
        for (size_t k = 0; k < factor->count; k++) {
            const dx_some *some = &all->somes.at[factor->first + k];
            number += dx_some_holds(
                some, dx_law_number(l->f, l->key, some->places, some->kinds));
        }
        number = number > 0 ? number : 1; // to pass
        dx_rational by = dx_rational_of(dx_fraction_int((int64_t)number));
        for (unsigned k = 0; k < factor->times; k++)
            dx_rational_divide(&weight, &by);
    }
    return weight;
}

static void add_deal(lister *l)
{
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    unsigned kinds = l->f->space.kind_count;
    for (unsigned p = 0; p < l->f->space.place_count; p++)
        memcpy(dealt->count[p], l->key + (size_t)p * kinds, kinds);
    dx_tally ways = dx_deal_space_weight(&l->f->space, dealt);
    dx_free(dealt);
    if (dx_tally_is_zero(ways))
        return;
    dx_natural top = dx_natural_of(ways.whole), one = dx_natural_of(1);
    dx_law_item found = {dx_copy(l->key, dx_law_key_bytes(l->f) + 1),
                         dx_rational_of_ratio(&top, &one), weight_of_moves(l)};
    dx_rational_multiply(&found.even, &found.none);
    dx_natural_release(&top);
    dx_natural_release(&one);
    dx_vector_push(l->out, found);
}

static bool may_be(const lister *l, unsigned place, unsigned kind)
{
    return !(l->fixed >> place & 1) ||
           l->own[(size_t)place * l->f->space.kind_count + kind] > 0;
}

static void choose(lister *l, unsigned choice)
{
    if (choice == l->f->choice_count) {
        add_deal(l);
        return;
    }
    const dx_choice *c = &l->f->choice[choice];
    unsigned kinds = l->f->space.kind_count, options = 0;
    unsigned place = dx_frame_chosen(l->f, choice);
    const uint8_t *from = l->key + (size_t)c->place * kinds;
    for (unsigned k = 0; k < kinds; k++)
        options += from[k] > 0 && (c->kinds >> k & 1) != 0;
    dx_fraction before = l->chosen;
    for (unsigned k = 0; k < kinds; k++) {
        if (from[k] == 0 || !(c->kinds >> k & 1) || !may_be(l, place, k))
            continue;
        l->chosen =
            dx_fraction_multiply(before, dx_fraction_of(1, (int64_t)options));
        l->key[(size_t)place * kinds + k] = 1;
        choose(l, choice + 1);
        l->key[(size_t)place * kinds + k] = 0;
    }
    l->chosen = before;
}

// Lays `more` cards of the kinds from `kind` on into a place, then the others.
static void lay(lister *l, unsigned place, unsigned kind, unsigned more)
{
    const dx_deal_space *space = &l->f->space;
    if (place == space->place_count) {
        choose(l, 0);
        return;
    }
    if (kind == space->kind_count) {
        bool is_last = place + 1 == space->place_count;
        if (more == 0)
            lay(l, place + 1, 0, is_last ? 0 : space->place[place + 1].size);
        return;
    }
    uint8_t *at = &l->key[(size_t)place * space->kind_count + kind];
    bool is_fixed = (l->fixed >> place & 1) != 0;
    unsigned most = l->left[kind] < more ? l->left[kind] : more;
    if (!(space->place[place].kinds >> kind & 1))
        most = 0;
    for (unsigned number = 0; number <= most; number++) {
        if (is_fixed &&
            l->own[(size_t)place * space->kind_count + kind] != number)
            continue;
        *at = (uint8_t)number;
        l->left[kind] = (uint8_t)(l->left[kind] - number);
        lay(l, place, kind + 1, more - number);
        l->left[kind] = (uint8_t)(l->left[kind] + number);
        *at = 0;
    }
}

void dx_law_list_deals(const dx_law_walk *w, uint64_t fixed, const uint8_t *own,
                       dx_law_items *out)
{
    lister l = {.w = w,
                .f = w->now,
                .fixed = fixed,
                .own = own,
                .chosen = dx_fraction_int(1),
                .out = out};
    memcpy(l.left, w->now->space.copies, sizeof l.left);
    l.key = dx_alloc(dx_law_key_bytes(w->now) + 1, 1);
    lay(&l, 0, 0,
        w->now->space.place_count > 0 ? w->now->space.place[0].size : 0);
    dx_free(l.key);
}
