// To reveal a hint costs three points, to place one costs one; so it places one
// where that is right and does little harm.  What a lock costs is what it adds
// to the moves that the families need.  Where all is equal, the hint that tells
// others most.

#include "agents/yokai/choose.h"
#include "words/number.h"

#include <math.h>

// Below DEAR a hint is placed, where another might be taken.
enum { TRIED = 48, LIE = 100, DEAR = 2 };

static double chance_of(const dx_yokai_thoughts *t, unsigned card,
                        unsigned colours)
{
    double chance = 0;
    for (unsigned c = 0; c < t->table->colours; c++)
        if (colours >> c & 1)
            chance += t->cloud->chance[card][c];
    return chance;
}

// What a lock on the card adds to the cost of the families, on average; and how
// often the card's family is gathered.
static double harm_of(dx_yokai_thoughts *t, unsigned card,
                      const unsigned *sample, double *out_gathered)
{
    dx_yokai_cards locked = t->layout.locked;
    double harm = 0, gathered = 0;
    for (unsigned i = 0; i < TRIED; i++) {
        const dx_yokai_colouring *one = &t->cloud->colouring[sample[i]];
        dx_yokai_cards family = one->family[dx_yokai_colour_of(one, card)];
        unsigned before = dx_yokai_family_cost(&t->layout, family);
        t->layout.locked = locked | dx_yokai_card(card);
        harm += dx_yokai_family_cost(&t->layout, family) - before;
        t->layout.locked = locked;
        gathered += before == 0;
    }
    *out_gathered = gathered / TRIED;
    return harm / TRIED;
}

// The bits that the hint tells the others: those who speak eyes know what all
// know, and the rest what they have looked at.
static double news_of(const dx_yokai_thoughts *t, unsigned card,
                      unsigned colours)
{
    unsigned all = (1U << t->table->players) - 1;
    unsigned may =
        t->speaks ? t->eyes.known.may[card] : (1U << t->table->colours) - 1;
    unsigned left = may & colours;
    bool seen = (t->table->looked[card] | 1U << t->seat) == all;
    if ((!t->speaks && seen) || may == 0 || left == 0)
        return 0;
    return log2((double)__builtin_popcount(may) / __builtin_popcount(left));
}

static dx_event placed(const dx_yokai_thoughts *t, unsigned hint, unsigned card)
{
    dx_event place = dx_event_new(DX_YOKAI_PLACE, t->seat);
    return dx_with(dx_with(place, 0, hint), 1, card);
}

static bool is_lie(const dx_yokai_thoughts *t, unsigned hint, unsigned card)
{
    return dx_yokai_is_lie(t->table, t->seat, placed(t, hint, card));
}

typedef struct placing {
    unsigned hint, card;
    double cost;
} placing;

static placing best_placing(dx_yokai_thoughts *t)
{
    const dx_yokai *table = t->table;
    placing best = {.cost = INFINITY};
    unsigned sample[TRIED];
    dx_yokai_cloud_draw(t->cloud, TRIED, &t->random, sample);
    for (unsigned card = 0; card < table->cards; card++) {
        double gathered;
        if (dx_yokai_is_marked(table, card))
            continue;
        double harm = harm_of(t, card, sample, &gathered);
        for (unsigned hint = 0; hint < dx_yokai_hint_count(table->colours);
             hint++) {
            unsigned colours = dx_yokai_hint_colours(table->colours, hint);
            if (table->hint[hint] != DX_YOKAI_ACTIVE)
                continue;
            double wrong = 1 - chance_of(t, card, colours);
            double cost = 2 * harm + 0.3 * (1 - gathered) + 4 * wrong +
                          (wrong > 0.03 ? 3 : 0) +
                          (is_lie(t, hint, card) ? LIE : 0) -
                          0.2 * news_of(t, card, colours);
            dx_yokai_note_worth(t, placed(t, hint, card), -cost);
            if (cost < best.cost - 1e-9)
                best = (placing){hint, card, cost};
        }
    }
    return best;
}

// To take a hint instead of placing one; those with fewer colours are a little
// worse.
static void note_taking(const dx_yokai_thoughts *t)
{
    const dx_yokai *table = t->table;
    unsigned size[DX_YOKAI_HINTS], most = 0;
    dx_yokai_note_worth(t, dx_event_new(DX_YOKAI_REVEAL, t->seat), -DEAR);
    for (unsigned hint = 0; hint < dx_yokai_hint_count(table->colours);
         hint++) {
        unsigned colours = dx_yokai_hint_colours(table->colours, hint);
        size[hint] = (unsigned)__builtin_popcount(colours);
        if (table->hint[hint] == DX_YOKAI_OPEN && size[hint] > most)
            most = size[hint];
    }
    for (unsigned hint = 0; hint < dx_yokai_hint_count(table->colours); hint++)
        dx_yokai_note_worth(
            t, dx_with(dx_event_new(DX_YOKAI_ACTIVATE, t->seat), 0, hint),
            -DEAR - 0.1 * ((double)most - size[hint]));
}

// The hint to activate, where it is chosen: one with the most colours, which is
// easiest to place.
static dx_event activate(const dx_yokai_thoughts *t, dx_thought *thought)
{
    const dx_yokai *table = t->table;
    unsigned best = 0, most = 0;
    for (unsigned hint = 0; hint < dx_yokai_hint_count(table->colours);
         hint++) {
        unsigned colours = dx_yokai_hint_colours(table->colours, hint);
        unsigned size = (unsigned)__builtin_popcount(colours);
        if (table->hint[hint] == DX_YOKAI_OPEN && size > most) {
            best = hint;
            most = size;
        }
    }
    dx_thought_say(thought, "activate", NULL,
                   "this hint will be easy to place");
    return dx_with(dx_event_new(DX_YOKAI_ACTIVATE, t->seat), 0, best);
}

dx_event dx_yokai_choose_hint(dx_yokai_thoughts *t, dx_thought *thought)
{
    const dx_yokai *table = t->table;
    unsigned active = dx_yokai_active(table);
    bool can_reveal = table->placed + active < table->hints;
    if (t->worths != NULL)
        note_taking(t);
    placing best = active == 0 ? (placing){.cost = INFINITY} : best_placing(t);
    if (active > 0 && (!can_reveal || best.cost < DEAR)) {
        dx_thought_say(thought, "place", NULL,
                       "the hint is right about card %u with a chance of %s",
                       best.card + 1,
                       dx_percent_of(chance_of(t, best.card,
                                               dx_yokai_hint_colours(
                                                   table->colours, best.hint)))
                           .text);
        return placed(t, best.hint, best.card);
    }
    if (table->chosen)
        return activate(t, thought);
    dx_thought_say(thought, "reveal", NULL, "no hint is worth placing");
    return dx_event_new(DX_YOKAI_REVEAL, t->seat);
}
