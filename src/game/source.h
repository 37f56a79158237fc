// game/source.h -- a named way to weigh worlds, and no policy.
//
// Belief under a policy follows from how seats move.  A source is belief by any
// other rule: it reads what a seat has seen and says, of each way in which some
// hidden places may be filled, how much the seat believes it, and how much it
// assumes that others do.  Its worlds are few: a source speaks of roles and
// goals, say, and not of hands.
//
//     --assume 'source(graph1(alpha=4,beta=1.5))'
//
// All of it is as its *owner* sees it: the seat whose beliefs are asked for.
// What the owner assumes of another seat's beliefs is what B[owner] B[other] f
// is about.

#ifndef DX_GAME_SOURCE_H
#define DX_GAME_SOURCE_H

#include "game/view.h"

// An event of the view that something follows from: a remark on it (or ""), and
// how many times likelier it is from one of a kind, a "saboteur".
typedef void dx_source_take(void *context, unsigned event, const char *remark,
                            const char *kind, double times);

struct dx_source {
    const char *name, *help;
    dx_schema schema;
    // The places it speaks of, each of one card, by a bystander's sight.
    uint64_t (*places)(const void *sight);
    // What the owner has seen so far; a bystander's view: nobody in particular.
    // Closed with `close`.
    void *(*open)(const dx_rules *rules, const dx_params *params,
                  const dx_view *view);
    void (*close)(void *self);
    // How much `seat` believes in a world: a table in which the places are
    // filled and everything else is as a bystander has it.  Not normalised.
    double (*weight)(const void *self, unsigned seat, const void *world);
    // Is the world among those that `seat` holds for possible by belief?  B is
    // then the box over these, which are never none.  NULL: B is P = 1.
    bool (*accessible)(const void *self, unsigned seat, const void *world);
    // Would the seat hold nothing possible by the rule, so that the best worlds
    // were kept instead?  NULL: never.
    bool (*kept_best)(const void *self, unsigned seat);
    // For a picture: the places that tell its worlds apart, and what a world is
    // called in which only these are filled.  NULL: there is none.
    uint64_t (*drawn)(const void *sight);
    void (*word)(const void *world, dx_text *out);
    // Tells why: gives each event of the view that it inferred from; may be
    // NULL.
    void (*tell)(const void *self, dx_source_take *take, void *context);
};

#endif
