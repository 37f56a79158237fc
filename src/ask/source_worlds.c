// Worlds are all ways to fill the places of a source, laid by trying; there are
// a few thousand at most.  A weight is a whole number of parts of the largest
// one of its seat: as it is where these are simple fractions, else billionths;
// so everything behind it is exact.

#include "ask/source_worlds.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const void *dx_source_world(const dx_source_worlds *w, size_t world)
{
    assert(world < w->count);
    return w->tables.at + world * w->bytes;
}

const void *dx_source_sight(const dx_source_worlds *w)
{
    return dx_eyes_view(w->public)->sight;
}

uint64_t dx_source_sees(const dx_source_worlds *w, unsigned seat)
{
    return dx_places_sees(w->rules->game->places, dx_source_sight(w), seat) &
           w->places;
}

static void add_world(dx_source_worlds *w, const dx_dealt *dealt)
{
    if (w->count == DX_SOURCE_WORLDS_MAX)
        return;
    uint8_t *table = dx_copy(dx_source_sight(w), w->bytes);
    w->rules->game->places->fill(table, dealt);
    for (size_t i = 0; i < w->bytes; i++)
        dx_vector_push(&w->tables, table[i]);
    w->count++;
    dx_free(table);
}

// Fills the places from `place` on; those that are not asked for stay empty.
static void lay(dx_source_worlds *w, unsigned place, dx_dealt *dealt)
{
    const dx_place *here = &w->space.place[place];
    if (place == w->space.place_count) {
        add_world(w, dealt);
        return;
    }
    if (!(w->places >> place & 1) || here->size == 0) {
        lay(w, place + 1, dealt);
        return;
    }
    assert(here->size == 1); // a source speaks of single cards
    for (unsigned kind = 0; kind < w->space.kind_count; kind++) {
        if (!(here->kinds >> kind & 1) || w->space.copies[kind] == 0)
            continue;
        w->space.copies[kind]--;
        dealt->count[place][kind] = 1;
        lay(w, place + 1, dealt);
        dealt->count[place][kind] = 0;
        w->space.copies[kind]++;
    }
}

void dx_source_worlds_list(dx_source_worlds *w, const dx_rules *rules,
                           const dx_source *source, unsigned count,
                           const dx_event *seen,
                           uint64_t (*places)(const void *sight))
{
    dx_dealt dealt;
    memset(&dealt, 0, sizeof dealt);
    memset(w, 0, sizeof *w);
    w->rules = rules;
    w->source = source;
    w->public = dx_eyes_after(rules, DX_BYSTANDER, seen, count);
    w->bytes = rules->game->table_bytes(rules);
    w->places = (places != NULL ? places : source->places)(dx_source_sight(w));
    dx_places_space(rules->game->places, dx_source_sight(w), &w->space);
    lay(w, 0, &dealt);
}

void dx_source_worlds_release(dx_source_worlds *w)
{
    dx_vector_release(&w->tables);
    dx_eyes_free(w->public);
}

bool dx_source_world_is(const dx_source_worlds *w, size_t world,
                        const void *table, uint64_t places)
{
    for (; places != 0; places &= places - 1) {
        uint8_t here[DX_KINDS_MAX] = {0}, there[DX_KINDS_MAX] = {0};
        unsigned place = (unsigned)__builtin_ctzll(places);
        const dx_places *game = w->rules->game->places;
        dx_places_held(game, dx_source_sight(w), table, place, here);
        dx_places_held(game, dx_source_sight(w), dx_source_world(w, world),
                       place, there);
        if (memcmp(here, there, sizeof here) != 0)
            return false;
    }
    return true;
}

void *dx_source_open(const dx_source_worlds *w, const dx_assumption *assumption,
                     const dx_view *owner)
{
    return w->source->open(w->rules, &assumption->source_params, owner);
}

// The least number under 5,000 of which x is a whole number of parts; 0: there
// is none.  What is not 0 is no part of none.
static int64_t denominator(double x)
{
    for (int64_t over = 1; over < 5000; over++) {
        double parts = round(x * (double)over);
        if (fabs(x * (double)over - parts) < 1e-9 && (parts > 0 || x == 0))
            return over;
    }
    return 0;
}

// In how many parts the largest weight is cut: as few as all of them are whole
// numbers of, if that are not too many.
static double common_unit(size_t count, const double *weight)
{
    int64_t unit = 1;
    for (size_t i = 0; i < count; i++) {
        int64_t over = denominator(weight[i]), a = unit, b = over;
        while (b != 0) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (over == 0 || unit / a > DX_SOURCE_PARTS / over)
            return (double)DX_SOURCE_PARTS;
        unit = unit / a * over;
        assert(unit > 0 && unit % over == 0);
    }
    return (double)unit;
}

bool dx_source_weights(const dx_source_worlds *w, unsigned seat,
                       const void *opened, dx_fraction *out)
{
    double most = 0;
    double *weight = dx_alloc(w->count, sizeof *weight);
    assert(seat < dx_players(w->rules)); // nobody in particular weighs nothing
    for (size_t i = 0; i < w->count; i++) {
        weight[i] = w->source->weight(opened, seat, dx_source_world(w, i));
        assert(weight[i] >= 0);
        most = fmax(most, weight[i]);
    }
    for (size_t i = 0; i < w->count; i++)
        weight[i] = most > 0 ? weight[i] / most : 1;
    double unit = common_unit(w->count, weight);
    for (size_t i = 0; i < w->count; i++) {
        int64_t parts = (int64_t)llround(weight[i] * unit);
        out[i] = dx_fraction_int(weight[i] > 0 && parts == 0 ? 1 : parts);
    }
    dx_free(weight);
    return unit < (double)DX_SOURCE_PARTS;
}

bool dx_source_is_accessible(const dx_source_worlds *w, const void *opened,
                             unsigned seat, size_t world,
                             const dx_fraction *weights)
{
    return w->source->accessible != NULL
               ? w->source->accessible(opened, seat, dx_source_world(w, world))
               : weights[world].top > 0;
}

void dx_sources_say(const dx_game *game, dx_text *out)
{
    const dx_source *const *source = game->sources;
    for (; source != NULL && *source != NULL; source++)
        dx_text_printf(out, " %s%s", (*source)->name,
                       source[1] != NULL ? "," : "");
}

dx_status dx_fail_no_chances(const dx_game *game, dx_error *error)
{
    dx_text names = {0};
    bool has_sources = game->sources != NULL;
    dx_sources_say(game, &names);
    dx_status status =
        dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                "chances are not defined: a seat chose unseen, and nothing is "
                "assumed about how (try to assume %s%s)",
                has_sources ? "'source(NAME)' with" : "uniform",
                dx_text_string(&names));
    dx_text_release(&names);
    return status;
}
