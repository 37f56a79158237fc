// What a player by a convention believes: of its own cards what the public
// table and its own eyes leave, of others' what it sees.  Chances look at one
// slot at a time, as all its play does (public.h).

#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/mover.h"

#include <math.h>
#include <string.h>

// The kinds of an own slot with which the fact holds.
static uint32_t kinds_of(const dx_view *view, const dx_atom *atom,
                         const int *args, unsigned slot)
{
    dx_hanabi table = *(const dx_hanabi *)view->sight;
    uint32_t kinds = 0;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(&table); kind++) {
        table.hand[view->seat][slot] = (uint8_t)kind;
        if (dx_atom_holds(atom, &table, args))
            kinds |= UINT32_C(1) << kind;
    }
    return kinds;
}

// Of another's card: does it hold as the seat sees it, or could one of its own
// cards make it hold?
static dx_opinion of_other(const dx_mover *m, const dx_view *view,
                           const dx_atom *atom, const int *args)
{
    if (dx_atom_holds(atom, view->sight, args))
        return (dx_opinion){1, 1};
    for (unsigned slot = 0; slot < m->own.size; slot++)
        if ((kinds_of(view, atom, args, slot) & m->own.could[slot]) != 0)
            return (dx_opinion){0, NAN};
    return (dx_opinion){-1, 0};
}

bool dx_blueprint_believes(const void *memory, const dx_policy *self,
                           const dx_view *view, const dx_atom *atom,
                           const int *args, dx_opinion *out)
{
    (void)self;
    const dx_hanabi *sight = view->sight;
    bool is_slot = atom->type[0] != NULL &&
                   strcmp(atom->type[0], "seat") == 0 &&
                   atom->type[1] != NULL && strcmp(atom->type[1], "slot") == 0;
    if (!is_slot)
        return false;
    dx_mover m = dx_mover_of(memory, (const dx_hand *)sight->hand, view->seat);
    if ((unsigned)args[0] != view->seat) {
        *out = of_other(&m, view, atom, args);
        return true;
    }
    if ((unsigned)args[1] >= m.own.size) {
        *out = (dx_opinion){-1, 0};
        return true;
    }
    unsigned slot = (unsigned)args[1];
    uint32_t kinds = kinds_of(view, atom, args, slot), own = m.own.could[slot];
    if (own == 0)
        return false; // somebody broke the convention
    *out = (dx_opinion){.chance = dx_mover_chance(&m, slot, kinds),
                        .truth = (own & ~kinds) == 0  ? 1
                                 : (own & kinds) == 0 ? -1
                                                      : 0};
    return true;
}
