// One pass forward and one back (minds/eliminate/marginals.h) give for each
// group of kinds and each hand the weight of the worlds in which so many of the
// group's cards lie in the hand.  Within a group all cards are alike, so which
// of them these are is a draw without looking: of n drawn from a group of c
// cards, m are of a kind with k copies in (k choose m) (c - k choose n - m) of
// (c choose n) ways.

#include "minds/board/ledger_private.h"

#include "base/memory.h"
#include "minds/eliminate/marginals.h"
#include "minds/turn/condition.h"
#include "worlds/count.h"

#include <assert.h>

enum { NUMBERS = DX_CARDS_MAX + 1 };

typedef struct tallies {
    const uint64_t *hands;
    unsigned hand_count;
    dx_natural *weight; // of (group, hand, number)
    dx_natural all;
} tallies;

static dx_natural *tally_at(const tallies *t, size_t group, unsigned hand,
                            unsigned number)
{
    return &t->weight[(group * t->hand_count + hand) * NUMBERS + number];
}

static void count_hands(void *context, const dx_deal_run *r, dx_load l,
                        const dx_natural *weight, const dx_natural *all)
{
    tallies *t = context;
    (void)l;
    (void)all;
    for (unsigned h = 0; h < t->hand_count; h++) {
        unsigned number = 0;
        for (size_t c = 0; c < r->o->classes.count; c++) {
            uint64_t places = r->o->classes.at[c].places;
            // A class lies in a hand, or outside of it.
            assert((places & t->hands[h]) == 0 || (places & ~t->hands[h]) == 0);
            if ((places & t->hands[h]) != 0)
                number += r->laid[c];
        }
        assert(number < NUMBERS);
        dx_natural_add(tally_at(t, r->row, h, number), weight);
    }
}

// One kind in one hand: `copies` of the group's `cards` are of the kind, and
// `known` more lie in the hand for sure.
typedef struct entry {
    dx_ledger *ledger;
    const tallies *tallies;
    size_t group;
    unsigned hand, kind, copies, cards, known;
} entry;

// The chance that n of the group lie in the hand, `number` of them of the kind.
static dx_rational chance_of(const entry *e, unsigned n, unsigned number)
{
    assert(number <= n && n <= e->cards && e->copies <= e->cards);
    dx_natural top =
        dx_natural_copy(tally_at(e->tallies, e->group, e->hand, n));
    dx_natural over = dx_natural_copy(&e->tallies->all);
    dx_natural_multiply_count(&top, dx_choose(e->copies, number));
    dx_natural_multiply_count(&top,
                              dx_choose(e->cards - e->copies, n - number));
    dx_natural_multiply_count(&over, dx_choose(e->cards, n));
    dx_rational chance = dx_rational_of_ratio(&top, &over);
    dx_natural_release(&top);
    dx_natural_release(&over);
    return chance;
}

// Adds a chance of so many cards to all numbers that these are at least.
static void add_chance(const entry *e, unsigned number,
                       const dx_rational *chance)
{
    dx_rational *row =
        e->ledger->chance +
        (size_t)(e->hand * e->ledger->kinds + e->kind) * e->ledger->most;
    for (unsigned m = 0; m < number && m < e->ledger->most; m++)
        dx_rational_add(&row[m], chance);
}

static void fill_entry(const entry *e)
{
    for (unsigned n = 0; n <= e->cards; n++) {
        if (dx_natural_is_zero(tally_at(e->tallies, e->group, e->hand, n)))
            continue;
        for (unsigned number = 0; number <= e->copies && number <= n;
             number++) {
            dx_rational chance = chance_of(e, n, number);
            add_chance(e, number + e->known, &chance);
            dx_rational_release(&chance);
        }
    }
}

static void fill_ledger(dx_ledger *ledger, const dx_outlook *o,
                        const tallies *t, const dx_dealt *known)
{
    const uint8_t *left = o->frame->space.copies; // of the narrow frame
    for (size_t g = 0; g < o->groups.count; g++) {
        unsigned cards = 0;
        for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1)
            cards += left[__builtin_ctzll(k)];
        for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1)
            for (unsigned h = 0; h < t->hand_count; h++) {
                unsigned kind = (unsigned)__builtin_ctzll(k);
                fill_entry(&(entry){
                    .ledger = ledger,
                    .tallies = t,
                    .group = g,
                    .hand = h,
                    .kind = kind,
                    .copies = left[kind],
                    .cards = cards,
                    .known = dx_dealt_count(known, t->hands[h], DX_BIT(kind))});
            }
    }
}

// Of a kind of which nothing is left to lay, only what is known is there.
static void fill_known(dx_ledger *ledger, const dx_outlook *o, const tallies *t,
                       const dx_dealt *known)
{
    const dx_rational one = dx_rational_of(dx_fraction_int(1));
    uint64_t laid = 0;
    for (size_t g = 0; g < o->groups.count; g++)
        laid |= o->groups.at[g].kinds;
    for (unsigned h = 0; h < t->hand_count; h++)
        for (unsigned kind = 0; kind < ledger->kinds; kind++)
            if (!(laid >> kind & 1))
                add_chance(&(entry){.ledger = ledger, .hand = h, .kind = kind},
                           dx_dealt_count(known, t->hands[h], DX_BIT(kind)),
                           &one);
}

// Is every chance between 0 and 1, and of more cards not greater than of fewer?
DX_UNUSED static bool is_falling(const dx_ledger *ledger)
{
    size_t rows = (size_t)ledger->hands * ledger->kinds;
    for (size_t i = 0; i < rows; i++) {
        const dx_rational *row = ledger->chance + i * ledger->most;
        double before = 1;
        for (unsigned m = 0; m < ledger->most; m++) {
            double chance = dx_rational_value(&row[m]);
            if (chance < 0 || chance > before + 1e-9)
                return false;
            before = chance;
        }
    }
    return true;
}

static dx_status look(dx_ledger *ledger, const dx_frame *narrow,
                      const dx_looker *looker, const dx_places *places,
                      tallies *t, const dx_dealt *known, dx_effort *effort)
{
    dx_outlook o = {.frame = narrow,
                    .sees = looker->sees & narrow->all,
                    .weighs = true,
                    .is_uniform = looker->is_uniform,
                    .shows_worlds = true,
                    .hands = t->hands,
                    .hand_count = t->hand_count,
                    .self = {.frame = narrow},
                    .inner = {.frame = narrow}};
    dx_outlook_plan(&o);
    size_t cells = o.groups.count * t->hand_count * NUMBERS;
    uint8_t *self = dx_scope_values(&o.self, places, looker->own);
    t->weight = dx_alloc(cells + 1, sizeof *t->weight);
    if (!o.is_refused)
        dx_marginals_go(&o, self, count_hands, t, &t->all, effort);
    dx_status status = o.is_refused ? DX_ERR_UNSUPPORTED : effort->status;
    if (status == DX_OK && dx_natural_is_zero(&t->all))
        status = DX_ERR_EMPTY;
    if (status == DX_OK) {
        fill_ledger(ledger, &o, t, known);
        fill_known(ledger, &o, t, known);
        assert(is_falling(ledger));
    }
    dx_natural_release_all(t->weight, cells);
    dx_natural_release(&t->all);
    dx_free(t->weight);
    dx_free(self);
    dx_outlook_release(&o);
    return status;
}

static unsigned most_copies(const dx_deal_space *space)
{
    unsigned most = 1;
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        most = space->copies[kind] > most ? space->copies[kind] : most;
    return most;
}

dx_ledger dx_ledger_new(const dx_frame *now, unsigned count)
{
    dx_ledger ledger = {.hands = count,
                        .kinds = now->space.kind_count,
                        .most = most_copies(&now->space)};
    ledger.chance = dx_alloc((size_t)count * ledger.kinds * ledger.most + 1,
                             sizeof *ledger.chance);
    return ledger;
}

static dx_status look_narrowly(dx_ledger *ledger, const dx_frame *now,
                               const dx_looker *looker, const dx_places *places,
                               const uint64_t *hands, dx_effort *effort)
{
    dx_frame narrow;
    dx_dealt known;
    tallies t = {.hands = hands, .hand_count = ledger->hands};
    dx_frame_condition(now, looker->sees & now->all, places, looker->own,
                       &narrow, &known);
    return look(ledger, &narrow, looker, places, &t, &known, effort);
}

dx_status dx_ledger_of(dx_ledger *ledger, const dx_frame *frame,
                       const dx_places *places, uint64_t hand,
                       dx_effort *effort)
{
    dx_dealt *known = dx_alloc(1, sizeof *known);
    tallies t = {.hands = &hand, .hand_count = 1};
    *ledger = dx_ledger_new(frame, 1);
    dx_status status = look(ledger, frame, &(dx_looker){.own = frame->sight},
                            places, &t, known, effort);
    if (status != DX_OK)
        dx_ledger_release(ledger);
    dx_free(known);
    return status;
}

dx_status dx_ledger_look(dx_ledger *ledger, dx_frames *frames,
                         const dx_looker *looker, unsigned count,
                         const uint64_t *hands, dx_effort *effort)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    *ledger = (dx_ledger){0};
    if (now->beyond != NULL)
        return DX_ERR_LIMIT;
    *ledger = dx_ledger_new(now, count);
    ledger->has_chances = looker->is_uniform ||
                          dx_frame_has_chances(now, looker->sees & now->all);
    dx_status status =
        looker->factors != NULL
            ? dx_ledger_weigh(ledger, now, looker, places, hands, effort)
            : look_narrowly(ledger, now, looker, places, hands, effort);
    if (status != DX_OK)
        dx_ledger_release(ledger);
    return status;
}

void dx_ledger_release(dx_ledger *ledger)
{
    if (ledger->chance != NULL)
        dx_rational_release_all(ledger->chance, (size_t)ledger->hands *
                                                    ledger->kinds *
                                                    ledger->most);
    dx_free(ledger->chance);
    *ledger = (dx_ledger){0};
}
