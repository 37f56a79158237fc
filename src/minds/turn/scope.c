// Numbers brought into one form, so that what two formulas ask in different
// words is one entry, and their spans widened to what either of them tells
// apart.  A number is found by going through the list: that is done while a
// question is planned, and never while it runs.

#include "minds/turn/scope.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

unsigned dx_scope_tidy(const dx_frame *frame, uint64_t *places, uint64_t *kinds)
{
    uint64_t kept = 0, could = 0;
    unsigned known = 0;
    assert((*places & ~frame->all) == 0);
    for (uint64_t left = *places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint64_t may = frame->could[place];
        if ((may & ~*kinds) == 0) {
            known += frame->size[place];
        } else if ((may & *kinds) != 0 && frame->size[place] > 0) {
            kept |= DX_BIT(place);
            could |= may;
        }
    }
    *places = kept;
    *kinds &= could;
    assert((*places == 0) == (*kinds == 0));
    return known;
}

// A limit of the whole number as one of the part that is not known.
static uint8_t less(unsigned limit, unsigned known)
{
    unsigned rest = limit > known ? limit - known : 0;
    return (uint8_t)(rest < UINT8_MAX ? rest : UINT8_MAX);
}

dx_reading dx_scope_read(dx_number_scope *scope, uint64_t places,
                         uint64_t kinds, dx_span matters)
{
    static_assert((int)DX_ENTRIES_MAX <= (int)DX_SLOT_NONE, "a slot for each");
    unsigned known = dx_scope_tidy(scope->frame, &places, &kinds);
    assert(matters.floor <= matters.ceiling && known <= UINT8_MAX);
    dx_reading reading = {.slot = DX_SLOT_NONE, .add = (int16_t)known};
    if (places == 0)
        return reading;
    uint8_t low = less(matters.floor, known);
    uint8_t high = less(matters.ceiling, known);
    if (low >= dx_frame_size(scope->frame, places)) {
        reading.add = (int16_t)(known + low); // whatever it is, it is too small
        return reading;
    }
    size_t i = 0;
    while (i < scope->entries.count && (scope->entries.at[i].places != places ||
                                        scope->entries.at[i].kinds != kinds))
        i++;
    if (i == scope->entries.count) {
        DX_REQUIRE(i < DX_ENTRIES_MAX, "a formula of fewer numbers");
        dx_vector_push(&scope->entries, (dx_entry){.places = places,
                                                   .kinds = kinds,
                                                   .floor = low,
                                                   .ceiling = high});
    }
    dx_entry *entry = &scope->entries.at[i];
    entry->floor = low < entry->floor ? low : entry->floor;
    entry->ceiling = high > entry->ceiling ? high : entry->ceiling;
    assert(entry->floor <= entry->ceiling);
    reading.slot = (uint16_t)i;
    return reading;
}

static unsigned count_kinds(const uint8_t *copies, uint64_t kinds)
{
    unsigned count = 0;
    for (; kinds != 0; kinds &= kinds - 1)
        count += copies[__builtin_ctzll(kinds)];
    return count;
}

// Lays the cards of a sum into its places, in any way that each may hold: what
// is read of all of them together is the same for every one.
static bool lay_sum(const dx_frame *frame, uint64_t places, uint8_t *left,
                    dx_dealt *out)
{
    uint64_t kinds = 0;
    while (places != 0 &&
           count_kinds(out->count[__builtin_ctzll(places)], DX_ALL_KINDS) ==
               frame->size[__builtin_ctzll(places)])
        places &= places - 1;
    if (places == 0)
        return true;
    unsigned place = (unsigned)__builtin_ctzll(places);
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        kinds |= left[kind] > 0 ? DX_BIT(kind) : 0;
    for (kinds &= frame->could[place]; kinds != 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        out->count[place][kind]++;
        left[kind]--;
        if (lay_sum(frame, places, left, out))
            return true;
        out->count[place][kind]--;
        left[kind]++;
    }
    return false;
}

// The cards of places as `own` has them; those of its sums, where it sees no
// place of them.
static void look(const dx_frame *frame, const dx_places *places,
                 const void *own, uint64_t wanted, dx_dealt *out)
{
    memset(out, 0, sizeof *out);
    dx_places_held_in(places, frame->sight, own, wanted, out);
    for (unsigned i = 0; i < frame->sum_count; i++) {
        uint8_t cards[DX_KINDS_MAX] = {0};
        bool is_seen = dx_dealt_count(out, frame->sum[i], DX_ALL_KINDS) > 0;
        if (!is_seen)
            places->summed(frame->sight, own, frame->sum[i], cards);
        if (!is_seen && count_kinds(cards, DX_ALL_KINDS) ==
                            dx_frame_size(frame, frame->sum[i]))
            (void)lay_sum(frame, frame->sum[i], cards, out);
    }
}

uint8_t *dx_scope_values(const dx_number_scope *scope, const dx_places *places,
                         const void *own)
{
    size_t count = scope->entries.count;
    uint8_t *values = dx_alloc((count + 7) / 8 + 1, 8);
    uint64_t wanted = 0;
    for (size_t i = 0; i < count; i++)
        wanted |= scope->entries.at[i].places;
    dx_dealt *cards = dx_alloc(1, sizeof *cards);
    look(scope->frame, places, own, wanted, cards);
    for (; wanted != 0; wanted &= wanted - 1) {
        unsigned place = (unsigned)__builtin_ctzll(wanted);
        const uint8_t *copies = cards->count[place];
        // Who sees a place sees all its cards.
        assert(count_kinds(copies, DX_ALL_KINDS) == scope->frame->size[place]);
        for (size_t i = 0; i < count; i++)
            if (scope->entries.at[i].places >> place & 1)
                values[i] =
                    (uint8_t)(values[i] +
                              count_kinds(copies, scope->entries.at[i].kinds));
    }
    dx_free(cards);
    for (size_t i = 0; i < count; i++)
        values[i] = dx_entry_clamp(&scope->entries.at[i], values[i]);
    return values;
}

void dx_scope_release(dx_number_scope *scope)
{
    dx_vector_release(&scope->entries);
}
