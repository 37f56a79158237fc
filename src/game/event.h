// game/event.h -- one word: a move, what came of it, and who is next.
//
// A game lists its verbs in a table; the table says for each argument who sees
// it.  From that table alone come masking, move strings, text and JSON.
//
//     static const dx_verb verbs[] = {
//         {"draw", .chance = true, .arg = {{"card", "card", DX_WHO}}},
//         {"look", .arg = {{"at", "pile"},
//                          {"card", "card", DX_WHO, .outcome = true}}},
//         {0}};
//
// Every seat sees every event: its verb, its `who`, its `next`.  Only
// arguments hide.  An event seen by a seat that may not see an argument has
// DX_HOLE in its place, so seeing is one OR with a mask.

#ifndef DX_GAME_EVENT_H
#define DX_GAME_EVENT_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    DX_SEATS_MAX = 10,
    DX_ARGS = 5,
    DX_VERBS_MAX = 32,
    DX_MOVES_MAX = 2048, // of one seat at one moment, and of chance
    // Values that no argument may have, or that stand where a seat stands:
    DX_HOLE = 0xff,       // hidden from the one who looks
    DX_BYSTANDER = 0xfe,  // the "seat" that sees what everyone sees
    DX_NATURE = 0xfd,     // chance is next, or the event is about no seat
    DX_OVER = 0xfc,       // nobody is next
    DX_NONE = 0xfb,       // no seat, no card, nothing
    DX_VALUES_MAX = 0xff, // of one type, or of one domain
};

// Build it with dx_event_new and dx_with, read it by field.  A *move* is an
// event whose `next` and outcome arguments are 0.
typedef union dx_event {
    __extension__ struct {
        uint8_t verb, who, next, arg[DX_ARGS];
    };
    uint64_t bits;
} dx_event;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "fields and shifts of dx_event agree on little-endian only");
static_assert(sizeof(dx_event) == 8, "an event is one word");

// Shifts, not stores of single bytes: those cost half the speed of a playout.
static inline dx_event dx_event_new(unsigned verb, unsigned who)
{
    dx_event event;
    event.bits = verb | (uint64_t)who << 8;
    return event;
}
// Sets an argument that is still 0.
static inline dx_event dx_with(dx_event event, unsigned arg, unsigned value)
{
    event.bits |= (uint64_t)value << (24 + 8 * arg);
    return event;
}
static inline dx_event dx_event_stamp(dx_event event, unsigned next)
{
    event.bits = (event.bits & ~UINT64_C(0xff0000)) | (uint64_t)next << 16;
    return event;
}
static inline bool dx_event_same(dx_event a, dx_event b)
{
    return a.bits == b.bits;
}

typedef enum dx_audience {
    DX_ALL,     // every seat and every bystander
    DX_WHO,     // only the seat in `who`
    DX_BUT_WHO, // every seat but the one in `who`, and no bystander
    DX_AMONG,   // the seats in `who` and in arg[0] (which all must see)
    DX_NOBODY,
} dx_audience;

typedef struct dx_arg {
    const char *name; // NULL ends the arguments
    const char *type; // "seat", "number", "flag", or a type of the game's own
    dx_audience audience;
    bool outcome; // filled in by decide; 0 in a move
} dx_arg;

// `chance`: nature's verb; `who` is then the seat it happens to, or DX_NATURE.
typedef struct dx_verb {
    const char *name; // NULL ends the table
    bool chance;
    dx_arg arg[DX_ARGS];
} dx_verb;

// The move that `event` came from: without its outcome and who is next.
dx_event dx_event_move(const dx_verb *verbs, dx_event event);

// How a seat stands to an event.
enum {
    DX_NEITHER,
    DX_IS_WHO,
    DX_IS_ARG,    // the seat in arg[0]
    DX_STANDS_BY, // no seat: sees what every seat sees
    DX_STANDPOINTS
};

// The audience table as masks, one for each verb and standpoint.
typedef struct dx_masks {
    uint64_t mask[DX_VERBS_MAX][DX_STANDPOINTS];
} dx_masks;

void dx_masks_init(dx_masks *masks, const dx_verb *verbs);

// What `seat` (or DX_BYSTANDER) sees of `event`.
static inline dx_event dx_masks_see(const dx_masks *masks, dx_event event,
                                    unsigned seat)
{
    unsigned standpoint = seat == DX_BYSTANDER   ? DX_STANDS_BY
                          : event.who == seat    ? DX_IS_WHO
                          : event.arg[0] == seat ? DX_IS_ARG
                                                 : DX_NEITHER;
    uint64_t hidden = masks->mask[event.verb][standpoint];
    event.bits |= hidden;
    return event;
}

#endif
