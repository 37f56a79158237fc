#include "minds/scope.h"

unsigned dx_scope_tidy(const dx_frame *frame, uint64_t *places, uint64_t *kinds)
{
    uint64_t kept = 0, could = 0;
    unsigned known = 0;
    for (uint64_t left = *places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint64_t may = frame->could[place];
        if ((may & ~*kinds) == 0) {
            known += frame->size[place];
        } else if ((may & *kinds) != 0) {
            kept |= DX_BIT(place);
            could |= may;
        }
    }
    *places = kept;
    *kinds &= could;
    return known;
}

// A limit of the whole number as one of the part that is not known.
static uint8_t less(unsigned limit, unsigned known)
{
    unsigned rest = limit > known ? limit - known : 0;
    return (uint8_t)(rest < UINT8_MAX ? rest : UINT8_MAX);
}

dx_reading dx_scope_read(dx_scope *scope, uint64_t places, uint64_t kinds,
                         dx_span matters)
{
    unsigned known = dx_scope_tidy(scope->frame, &places, &kinds);
    dx_reading reading = {.slot = DX_SLOT_NONE, .add = (int16_t)known};
    if (places == 0)
        return reading;
    uint8_t low = less(matters.floor, known);
    uint8_t high = less(matters.ceiling, known);
    size_t i = 0;
    while (i < scope->entries.count && (scope->entries.at[i].places != places ||
                                        scope->entries.at[i].kinds != kinds))
        i++;
    if (i == scope->entries.count) {
        DX_REQUIRE(i < DX_ENTRIES_MAX, "a formula of fewer numbers");
        dx_vector_push(&scope->entries, (dx_entry){.places = places,
                                                   .kinds = kinds,
                                                   .floor = low,
                                                   .ceiling = high,
                                                   .guard = DX_SLOT_NONE});
    }
    dx_entry *entry = &scope->entries.at[i];
    entry->floor = low < entry->floor ? low : entry->floor;
    entry->ceiling = high > entry->ceiling ? high : entry->ceiling;
    reading.slot = (uint16_t)i;
    return reading;
}

void dx_scope_release(dx_scope *scope)
{
    dx_vector_release(&scope->entries);
}
