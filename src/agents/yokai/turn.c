// The solver that proposes is a base of its own, made for the turn: a fact for
// each action in each slot, one action a slot, two looks, a move and a hint,
// and after a hint on a card neither a look at it nor a move of it.

#include "agents/yokai/turn.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 4, ACTIONS_MAX = 1024, ROUNDS_MAX = 400 };

// The actions that the turn might have, and who proposes.
typedef struct draft {
    dx_yokai_creed *creed;
    const dx_yokai *table;
    dx_yokai_cards alone; // without a neighbour believed to be alike
    unsigned slots, count;
    dx_event action[ACTIONS_MAX];
    dx_formulas *store;
    dx_language language;
    dx_base *base;
    dx_formula *does; // by slot and action
} draft;

static void must(dx_status status)
{
    DX_REQUIRE(status == DX_OK, "a base that can be built and asked");
}

static unsigned bit_of(dx_event action)
{
    switch (action.verb) {
    case DX_YOKAI_LOOK:
        return DX_YOKAI_LOOKED;
    case DX_YOKAI_MOVE:
        return DX_YOKAI_MOVED;
    default:
        return DX_YOKAI_HINTED;
    }
}

// ---- what the goal says ----

static bool is_beside(unsigned a, unsigned b)
{
    int gap = abs((int)a - (int)b);
    return gap == 1 || gap == DX_YOKAI_SIDE;
}

static dx_yokai_cards beside(const dx_yokai *table, unsigned card,
                             unsigned square)
{
    dx_yokai_cards cards = 0;
    for (unsigned other = 0; other < table->cards; other++)
        if (other != card && is_beside(table->board.square[other], square))
            cards |= dx_yokai_card(other);
    return cards;
}

// Is no neighbour of the card believed to have its colour?  The paper's goal
// speaks of what m believes there, and that is known: it is no matter of
// colourings.
static bool is_alone(dx_yokai_creed *creed, const dx_yokai *table,
                     unsigned card)
{
    dx_yokai_cards left = beside(table, card, table->board.square[card]);
    for (; left != 0; left &= (dx_yokai_cards)(left - 1))
        if (dx_yokai_creed_same(creed, card, dx_yokai_first(left)))
            return false;
    return true;
}

// A card, and the cards that it comes beside.
typedef struct joint {
    unsigned card;
    dx_yokai_cards beside;
} joint;

static joint joint_of(const dx_yokai *table, unsigned card, unsigned square)
{
    return (joint){card, beside(table, card, square)};
}

static bool reaches(const dx_yokai_colouring *colouring, joint j)
{
    return (colouring->family[dx_yokai_colour_of(colouring, j.card)] &
            j.beside) != 0;
}

static void read_colouring(dx_yokai_creed *creed, unsigned cards,
                           unsigned colours, dx_yokai_colouring *out)
{
    *out = (dx_yokai_colouring){{0}};
    for (unsigned card = 0; card < cards; card++)
        for (unsigned colour = 0; colour < colours; colour++) {
            bool yes;
            must(dx_base_found(dx_yokai_creed_base(creed),
                               dx_yokai_creed_colour(creed, card, colour), &yes,
                               NULL));
            if (yes)
                out->family[colour] |= dx_yokai_card(card);
        }
}

// Is there a state of the base with these colours?
static bool find(dx_yokai_creed *creed, unsigned count, const dx_formula *f)
{
    bool found;
    must(
        dx_base_find(dx_yokai_creed_base(creed), count, f, NULL, &found, NULL));
    return found;
}

// Is there a state in which the card has the colour and none of those that it
// comes beside has?
static bool fails_with(dx_yokai_creed *creed, joint j, unsigned colour)
{
    dx_formulas *store = dx_yokai_creed_store(creed);
    dx_formula f[1 + DX_YOKAI_CARDS];
    unsigned count = 1;
    f[0] = dx_yokai_creed_colour(creed, j.card, colour);
    for (dx_yokai_cards left = j.beside; left != 0;
         left &= (dx_yokai_cards)(left - 1))
        f[count++] = dx_formula_not(
            store, dx_yokai_creed_colour(creed, dx_yokai_first(left), colour));
    return find(creed, count, f);
}

// Is there a colouring in which the goal fails?  Then it can be read.
static bool can_fail(dx_yokai_creed *creed, const dx_yokai *table, joint j)
{
    for (unsigned colour = 0; colour < table->colours; colour++)
        if (fails_with(creed, j, colour))
            return true;
    return false;
}

bool dx_yokai_turn_joins(dx_yokai_creed *creed, const dx_yokai *table,
                         unsigned card, unsigned square)
{
    joint j = joint_of(table, card, square);
    unsigned may = dx_yokai_creed_may(creed, card), near = 0;
    for (dx_yokai_cards left = j.beside; left != 0;
         left &= (dx_yokai_cards)(left - 1))
        near |= dx_yokai_creed_may(creed, dx_yokai_first(left));
    return (may & ~near) == 0 && is_alone(creed, table, card) &&
           !can_fail(creed, table, j);
}

// ---- who proposes ----

static bool is_believed(dx_yokai_creed *creed, unsigned card)
{
    unsigned may = dx_yokai_creed_may(creed, card);
    return (may & (may - 1)) == 0;
}

// Is the action worth a place in the draft?  Looks at cards that are believed
// are not, nor moves of cards that are not alone, nor hints that may be wrong.
static bool is_sensible(draft *d, dx_event action)
{
    if (action.verb == DX_YOKAI_LOOK)
        return !is_believed(d->creed, action.arg[0]);
    if (action.verb == DX_YOKAI_PLACE)
        return (dx_yokai_creed_may(d->creed, action.arg[1]) &
                ~dx_yokai_hint_colours(d->table->colours, action.arg[0])) == 0;
    if (action.verb == DX_YOKAI_MOVE)
        return d->alone >> action.arg[0] & 1;
    return action.verb != DX_YOKAI_STOP && action.verb != DX_YOKAI_STAY;
}

// All actions of the missing kinds, as if they were next; looks also at what is
// believed if there are not enough others.
static void list_actions(draft *d, const dx_view *view)
{
    dx_event *moves = dx_alloc_raw(DX_MOVES_MAX, sizeof *moves);
    dx_yokai as_if = *d->table;
    unsigned missing = DX_YOKAI_ACTIONS & ~d->table->done;
    as_if.free_order = true;
    unsigned listed = view->rules->game->moves(&as_if, view->seat, moves);
    unsigned looks = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < listed && d->count < ACTIONS_MAX; i++) {
            bool look = moves[i].verb == DX_YOKAI_LOOK;
            bool sensible = is_sensible(d, moves[i]);
            if (pass == 0 ? !sensible : !look || sensible || looks >= 2)
                continue;
            looks += look;
            d->action[d->count++] = moves[i];
        }
    d->slots = (unsigned)__builtin_popcount(missing);
    dx_free(moves);
}

static dx_formula *does(draft *d, unsigned slot, unsigned action)
{
    return &d->does[slot * d->count + action];
}

// May the action be in the slot, by the order of the turn?
static bool fits(const draft *d, unsigned slot, dx_event action)
{
    unsigned missing = DX_YOKAI_ACTIONS & ~d->table->done, bit = bit_of(action);
    if (d->table->free_order)
        return true;
    for (unsigned i = 0; i < slot; i++)
        missing &= missing - 1;
    missing &= -missing;
    return missing == bit ||
           (missing == DX_YOKAI_LOOKED_AGAIN && bit == DX_YOKAI_LOOKED);
}

static void add_slots(draft *d)
{
    dx_formula *list = dx_alloc_raw(d->count, sizeof *list);
    char name[32];
    for (unsigned slot = 0; slot < d->slots; slot++) {
        unsigned count = 0;
        for (unsigned i = 0; i < d->count; i++) {
            snprintf(name, sizeof name, "does_%u_%u", slot, i);
            *does(d, slot, i) = dx_formula_atom(d->store, name);
            if (fits(d, slot, d->action[i]))
                list[count++] = *does(d, slot, i);
            else
                must(dx_base_add(d->base,
                                 dx_formula_not(d->store, *does(d, slot, i)),
                                 DX_FROM_CORE, NULL));
        }
        must(dx_base_add_count(d->base, count, list, 1, 1, NULL));
    }
    dx_free(list);
}

// How many of a kind the turn still has.
static void add_kinds(draft *d)
{
    dx_formula *list = dx_alloc_raw((size_t)d->slots * d->count, sizeof *list);
    static const unsigned kinds[] = {DX_YOKAI_LOOKED, DX_YOKAI_MOVED,
                                     DX_YOKAI_HINTED};
    for (unsigned kind = 0; kind < 3; kind++) {
        unsigned count = 0, wanted = !(d->table->done & kinds[kind]);
        if (kind == 0)
            wanted += !(d->table->done & DX_YOKAI_LOOKED_AGAIN);
        for (unsigned slot = 0; slot < d->slots; slot++)
            for (unsigned i = 0; i < d->count; i++)
                if (bit_of(d->action[i]) == kinds[kind])
                    list[count++] = *does(d, slot, i);
        must(dx_base_add_count(d->base, count, list, wanted, wanted, NULL));
    }
    dx_free(list);
}

// May the second come after the first in one turn?
static bool goes_with(dx_event first, dx_event second)
{
    if (first.verb == DX_YOKAI_LOOK && second.verb == DX_YOKAI_LOOK)
        return first.arg[0] != second.arg[0];
    if (first.verb == DX_YOKAI_PLACE &&
        (second.verb == DX_YOKAI_LOOK || second.verb == DX_YOKAI_MOVE))
        return first.arg[1] != second.arg[0];
    return true;
}

static void add_order(draft *d)
{
    for (unsigned slot = 0; slot < d->slots; slot++)
        for (unsigned later = slot + 1; later < d->slots; later++)
            for (unsigned i = 0; i < d->count; i++)
                for (unsigned k = 0; k < d->count; k++)
                    if (!goes_with(d->action[i], d->action[k]) &&
                        fits(d, slot, d->action[i]) &&
                        fits(d, later, d->action[k]))
                        must(dx_base_add(
                            d->base,
                            dx_formula_not(d->store,
                                           dx_formula_and(d->store,
                                                          *does(d, slot, i),
                                                          *does(d, later, k))),
                            DX_FROM_CORE, NULL));
}

// A move must be one that reaches the goal in this colouring.
static void add_example(draft *d, const dx_yokai_colouring *colouring)
{
    dx_formula *list = dx_alloc_raw((size_t)d->slots * d->count, sizeof *list);
    unsigned count = 0;
    for (unsigned i = 0; i < d->count; i++) {
        dx_event move = d->action[i];
        if (move.verb != DX_YOKAI_MOVE)
            continue;
        unsigned square = dx_yokai_square(move.arg[1] + 1U, move.arg[2] + 1U);
        if (reaches(colouring, joint_of(d->table, move.arg[0], square)))
            for (unsigned slot = 0; slot < d->slots; slot++)
                list[count++] = *does(d, slot, i);
    }
    must(dx_base_add_count(d->base, count, list, 1, count, NULL));
    dx_free(list);
}

static void read_plan(draft *d, dx_yokai_turn *out)
{
    out->count = 0;
    for (unsigned slot = 0; slot < d->slots; slot++)
        for (unsigned i = 0; i < d->count; i++) {
            bool yes;
            must(dx_base_found(d->base, *does(d, slot, i), &yes, NULL));
            if (yes && out->count < SLOTS)
                out->action[out->count++] = d->action[i];
        }
}

static dx_event move_of(const dx_yokai_turn *plan)
{
    unsigned i = 0;
    while (plan->action[i].verb != DX_YOKAI_MOVE)
        i++;
    return plan->action[i];
}

// Proposes and corrects.
static void negotiate(draft *d, dx_yokai_turn *out)
{
    for (; out->rounds < ROUNDS_MAX; out->rounds++) {
        dx_yokai_colouring colouring;
        bool found;
        must(dx_base_find(d->base, 0, NULL, NULL, &found, NULL));
        out->variables = dx_base_variable_count(d->base);
        if (!found)
            break;
        read_plan(d, out);
        dx_event move = move_of(out);
        unsigned square = dx_yokai_square(move.arg[1] + 1U, move.arg[2] + 1U);
        if (!can_fail(d->creed, d->table,
                      joint_of(d->table, move.arg[0], square)))
            return;
        read_colouring(d->creed, d->table->cards, d->table->colours,
                       &colouring);
        add_example(d, &colouring);
    }
    out->count = 0;
}

void dx_yokai_turn_plan(dx_yokai_creed *creed, const dx_view *view,
                        dx_yokai_turn *out)
{
    draft *d = dx_alloc(1, sizeof *d);
    *out = (dx_yokai_turn){0};
    d->creed = creed;
    d->table = view->sight;
    d->store = dx_formulas_new();
    dx_language_init(&d->language, d->store, "m");
    d->base = dx_base_new(&d->language);
    for (unsigned card = 0; card < d->table->cards; card++)
        if (is_alone(creed, d->table, card))
            d->alone |= dx_yokai_card(card);
    list_actions(d, view);
    d->does = dx_alloc((size_t)SLOTS * d->count, sizeof *d->does);
    if (!(d->table->done & DX_YOKAI_MOVED)) {
        add_slots(d);
        add_kinds(d);
        add_order(d);
        negotiate(d, out);
    }
    dx_free(d->does);
    dx_base_free(d->base);
    dx_language_release(&d->language);
    dx_formulas_free(d->store);
    dx_free(d);
}
