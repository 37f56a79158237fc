// minds/reckoner.h -- what a seat holds possible, and how likely.
//
// A *world* is a history: all events so far, hidden arguments included, that
// masks to the seat's view.  dx_consider (minds/consider.h) is the reference:
// it works for every game, is slow and obviously right, and judges a game's
// own *reckoners*, which do the same fast.

#ifndef DX_MINDS_RECKONER_H
#define DX_MINDS_RECKONER_H

#include "game/view.h"
#include "minds/assumption.h"
#include "worlds/count.h"

// A world as a visitor or a list gives it; everything is borrowed.
typedef struct dx_world {
    const void *table;    // no holes
    const dx_event *past; // `count` whole events; NULL if merged away
    unsigned count;
    dx_fraction exact; // weight, relative to the other worlds; may be lost
    double weight;     // the same, rounded
} dx_world;

// How many worlds there are to try (0: not counted), how many were tried, and
// how many have weight (0: not counted); how often all weight vanished (as in
// dx_worlds_refuted) and the first event, from 0, at which it did.
typedef struct dx_account {
    dx_count to_try, believed;
    size_t tried;
    unsigned refuted, first_refuted;
    // All worlds drawn so far are worth no more than so many that are drawn one
    // without the other; 0: as many as they are.
    double worth;
} dx_account;

typedef bool dx_visit(void *context, const dx_world *world); // false: stop

// A game's own way to consider.  `follow` one event is the primitive, and what
// is considered is its fold.  NULL functions: not offered.
//
// Where others are assumed to be truthful, a game's own reckoner is about the
// worlds in which they were, and no others; it may take it that they were in
// one, and that all moves before were as well (minds/believe/believe.h makes
// sure).
struct dx_reckoner {
    const char *name;
    const void *data; // its own; may be NULL
    // NULL: not under this assumption.
    void *(*open)(const dx_reckoner *how, const dx_rules *rules, unsigned seat,
                  const dx_assumption *assumption);
    void *(*copy)(const void *self);
    void (*close)(void *self);
    // view->seen[view->count - 1] is new.
    dx_status (*follow)(void *self, const dx_view *view);
    // How many worlds (tables that differ somewhere).
    dx_quality (*count)(const void *self, dx_count *out_count);
    // Visits the worlds, merged by table, weights relative; DX_ERR_LIMIT
    // before the first visit if there are more than `worlds_max`.
    dx_status (*each)(const void *self, size_t worlds_max, dx_visit *visit,
                      void *context);
    // The same for those with weight alone, where it can be done with less
    // to try.  NULL: use `each`.
    dx_status (*believed)(const void *self, size_t worlds_max, dx_visit *visit,
                          void *context);
    // The same for some of them: visits those with weight among so many drawn
    // ones.  In the mean a world is met as often as it is to be, times its
    // weight.
    dx_status (*drawn)(const void *self, size_t draws, dx_random *random,
                       dx_visit *visit, void *context);
    // Visits one world with its past, drawn by weight; none if there is none.
    void (*one)(const void *self, dx_random *random, dx_visit *visit,
                void *context);
    // Writes a table without holes, drawn by weight.
    void (*sample)(const void *self, dx_random *random, void *out_table);
    // The chance that an atom's fact holds, by counting, where the reckoner
    // can tell without listing; DX_ERR_UNSUPPORTED where it cannot.
    dx_status (*chance)(const void *self, const dx_atom *atom, const int *args,
                        dx_fraction *out_exact, double *out_chance);
    // From now on it ends with DX_ERR_CANCELLED when the budget is spent; it
    // has limits of its own beside.  NULL: it does not take long.
    void (*limit)(void *self, const dx_budget *budget);
    // Are chances defined?  NULL: always.
    bool (*has_chances)(const void *self);
    // What the last answer of the above took.  NULL: nothing to tell.
    void (*account)(const void *self, dx_account *out);
};

// A reckoner at work: `how` is NULL where none fits.
typedef struct dx_reckoning {
    const dx_reckoner *how;
    void *self;
} dx_reckoning;

// Opens the first of the game's own reckoners that takes the assumption (NULL:
// none), else belief by replay (minds/believe/believe.h), and lets it follow
// `count` events as masked for `seat`, or whole ones.
dx_reckoning dx_reckoning_open(const dx_rules *rules, unsigned seat,
                               const dx_assumption *assumption,
                               const dx_event *seen, unsigned count);

// The same for one reckoner.
dx_reckoning dx_reckoning_with(const dx_reckoner *how, const dx_rules *rules,
                               unsigned seat, const dx_assumption *assumption,
                               const dx_event *seen, unsigned count);

void dx_reckoning_close(dx_reckoning *reckoning);

// Are chances defined?  Not where something was chosen unseen and nothing is
// assumed about how.
static inline bool dx_reckoning_has_chances(const dx_reckoning *r)
{
    return r->how->has_chances == NULL || r->how->has_chances(r->self);
}

#endif
