// ask/source_worlds.h -- the worlds of a source, and how its owner weighs them.
//
// A source (game/source.h) speaks of a few hidden places; its worlds are all
// ways to fill them, and a world is a table in which these are filled and all
// else is as a bystander has it.

#ifndef DX_ASK_SOURCE_WORLDS_H
#define DX_ASK_SOURCE_WORLDS_H

#include "base/fraction.h"
#include "base/vector.h"
#include "game/places.h"
#include "game/source.h"
#include "minds/assumption.h"

enum { DX_SOURCE_WORLDS_MAX = 100000 };

typedef struct dx_source_worlds {
    const dx_rules *rules;
    const dx_source *source;
    dx_eyes *public; // a bystander's
    uint64_t places; // that are filled
    dx_deal_space space;
    size_t bytes; // of a table
    DX_VECTOR(uint8_t) tables;
    size_t count; // DX_SOURCE_WORLDS_MAX: there may be more
} dx_source_worlds;

// Lists the worlds after the events, whole or as a seat saw them; of the places
// that `places` asks for, or NULL: of all that the source speaks of.
void dx_source_worlds_list(dx_source_worlds *worlds, const dx_rules *rules,
                           const dx_source *source, unsigned count,
                           const dx_event *seen,
                           uint64_t (*places)(const void *sight));
void dx_source_worlds_release(dx_source_worlds *worlds);

// The table of a world.
const void *dx_source_world(const dx_source_worlds *worlds, size_t world);

// What a bystander sees.
const void *dx_source_sight(const dx_source_worlds *worlds);

// What `seat` sees of the places, as bits.
uint64_t dx_source_sees(const dx_source_worlds *worlds, unsigned seat);

// Is a world filled as the table in these places?
bool dx_source_world_is(const dx_source_worlds *worlds, size_t world,
                        const void *table, uint64_t places);

// Opens the source for an owner; closed with its `close`.
void *dx_source_open(const dx_source_worlds *worlds,
                     const dx_assumption *assumption, const dx_view *owner);

// How much `seat` believes in each world, in whole parts of the most believed;
// what is believed at all has a part.  True if these are the weights; false if
// they were rounded, to one in DX_SOURCE_PARTS.
#define DX_SOURCE_PARTS INT64_C(100000000000000)
bool dx_source_weights(const dx_source_worlds *worlds, unsigned seat,
                       const void *opened, dx_fraction *out);

// Is a world among those that `seat` holds for possible by belief?
bool dx_source_is_accessible(const dx_source_worlds *worlds, const void *opened,
                             unsigned seat, size_t world,
                             const dx_fraction *weights);

// The names of a game's sources: " graph1, bayes".
void dx_sources_say(const dx_game *game, dx_text *out);

// Fails because no chances are defined: says what may be assumed.
DX_MUST_USE dx_status dx_fail_no_chances(const dx_game *game, dx_error *error);

#endif
