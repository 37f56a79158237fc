// A list of lots, asked for what a game says of its places; and what was heard,
// put into the space.

#include "game/places.h"

#include "game/heard.h"

#include <string.h>

void dx_list_lot(dx_lot_list *list, dx_listed lot)
{
    unsigned *count = lot.from != 0 ? &list->choice_count : &list->count;
    if (*count < DX_PLACES_MAX)
        (lot.from != 0 ? list->choice : list->lot)[*count] = lot;
    ++*count;
}

// A table that is only read is listed as one that may be written to.
static void list_lots(const struct dx_places *places, const void *table,
                      dx_lot_list *out)
{
    out->count = out->choice_count = 0;
    places->lots((void *)(uintptr_t)table, out);
}

void dx_places_laid(const struct dx_places *places, const void *sight,
                    dx_deal_space *out)
{
    dx_lot_list list;
    if (places->space != NULL) {
        places->space(sight, out);
        return;
    }
    list_lots(places, sight, &list);
    dx_deal_space_init(out, list.kind_count, list.copies);
    for (unsigned i = 0; i < list.count; i++) {
        const dx_listed *lot = &list.lot[i < DX_PLACES_MAX ? i : 0];
        unsigned card = lot->card != NULL ? lot->first + *lot->card : DX_NONE;
        dx_deal_space_add_place(
            out, lot->size, card < list.kind_count ? DX_BIT(card) : lot->kinds);
    }
}

unsigned dx_places_choices(const struct dx_places *places, const void *sight,
                           dx_choice *out)
{
    dx_lot_list list;
    if (places->choices != NULL)
        return places->choices(sight, out);
    if (places->lots == NULL)
        return 0;
    list_lots(places, sight, &list);
    for (unsigned i = 0; i < list.choice_count && i < DX_PLACES_MAX; i++)
        out[i] =
            (dx_choice){(uint8_t)__builtin_ctzll(list.choice[i].from),
                        list.choice[i].kinds, (uint16_t)list.choice[i].seats};
    return list.choice_count;
}

uint64_t dx_places_sees(const struct dx_places *places, const void *sight,
                        unsigned seat)
{
    dx_lot_list list;
    uint64_t sees = 0;
    if (places->sees != NULL)
        return places->sees(sight, seat);
    list_lots(places, sight, &list);
    for (unsigned i = 0; i < list.count && i < DX_PLACES_MAX; i++)
        sees |= list.lot[i].seats >> seat & 1 ? DX_BIT(i) : 0;
    return sees;
}

// Kinds behind the last that may lie there have no number in the row.
static size_t row_size(const dx_lot_list *list, const dx_listed *lot)
{
    unsigned kinds = 64U - (unsigned)__builtin_clzll(lot->kinds | 1);
    return kinds < list->kind_count ? kinds : list->kind_count;
}

void dx_places_held(const struct dx_places *places, const void *sight,
                    const void *own, unsigned place, uint8_t *out_copies)
{
    dx_lot_list list;
    if (places->held != NULL) {
        places->held(sight, own, place, out_copies);
        return;
    }
    list_lots(places, own, &list);
    const dx_listed *lot = place < list.count
                               ? &list.lot[place]
                               : &list.choice[place - list.count];
    if (lot->row != NULL)
        memcpy(out_copies, lot->row, row_size(&list, lot));
    else if (lot->set != NULL)
        dx_copies_add(out_copies, *lot->set);
    else if (lot->size > 0)
        out_copies[lot->first + *lot->card] = 1;
}

void dx_places_held_in(const struct dx_places *places, const void *sight,
                       const void *own, uint64_t set, dx_dealt *out)
{
    for (; set != 0; set &= set - 1) {
        unsigned place = (unsigned)__builtin_ctzll(set);
        dx_places_held(places, sight, own, place, out->count[place]);
    }
}

static void lay(const dx_lot_list *list, const dx_listed *lot,
                const dx_dealt *dealt, unsigned place)
{
    if (lot->row != NULL)
        memcpy(lot->row, dealt->count[place], row_size(list, lot));
    else if (lot->set != NULL)
        *lot->set = (uint32_t)dx_dealt_kinds(dealt, place);
    else if (lot->size > 0)
        *lot->card = (uint8_t)(dx_dealt_first(dealt, place) - lot->first);
}

void dx_places_lay(const struct dx_places *places, void *table,
                   const dx_dealt *dealt)
{
    dx_lot_list list;
    list_lots(places, table, &list);
    for (unsigned i = 0; i < list.count; i++)
        lay(&list, &list.lot[i], dealt, i);
    for (unsigned i = 0; i < list.choice_count; i++)
        lay(&list, &list.choice[i], dealt, list.count + i);
}

unsigned dx_places_told(const struct dx_places *places, const void *sight,
                        dx_deal_space *out, dx_claims *claims,
                        dx_heard_claim *told)
{
    unsigned count = 0;
    dx_heard_claim all = {0};
    dx_places_laid(places, sight, out);
    if (places->told != NULL)
        count = places->told(sight, sight, claims, told);
    if (places->heard == NULL)
        return count;
    dx_claim heard = places->heard(sight, claims);
    if (heard == DX_CLAIM_LOST)
        out->beyond = "something was said that is no number of cards";
    if (heard == DX_CLAIM_LOST ||
        dx_deal_space_hear(out, claims, heard, &all.claim))
        return count;
    if (count < DX_TOLD_MAX)
        told[count] = all;
    return count + 1;
}

void dx_places_space(const struct dx_places *places, const void *sight,
                     dx_deal_space *out)
{
    dx_heard_claim told[DX_TOLD_MAX];
    if (places->heard == NULL && places->told == NULL) {
        dx_places_laid(places, sight, out);
        return;
    }
    dx_claims *claims = dx_claims_new();
    if (dx_places_told(places, sight, out, claims, told) > 0)
        out->beyond = "what was heard is no bound on numbers of cards";
    dx_claims_free(claims);
}

uint64_t dx_places_chosen(const struct dx_places *places, const void *sight,
                          uint64_t from, unsigned seats)
{
    dx_deal_space space;
    dx_choice choice[DX_PLACES_MAX];
    uint64_t chosen = 0;
    dx_places_laid(places, sight, &space);
    unsigned count = dx_places_choices(places, sight, choice);
    for (unsigned i = 0; i < count && space.place_count + i < DX_PLACES_MAX;
         i++)
        if ((from >> choice[i].place & 1) && choice[i].seats == seats)
            chosen |= DX_BIT(space.place_count + i);
    return chosen;
}
