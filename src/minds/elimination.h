// minds/elimination.h -- the worlds of a mind, summed by eliminating one group
// of kinds or one class of places after the other.
//
// A *cell* is a group in a class that may hold it.  To eliminate a group, or a
// class, is to lay cards in all ways into those of its cells that are left.  A
// state is what the steps to come must know: how many cards are left of each
// group that is begun, how much room in each class that is, and how far each
// sum has come that is begun and not complete.  Equal states merge, and their
// weights add up.
//
// A state is one key of a few words.  Everything in it is a *field*, which has
// what is *left* (of a sum: to the most that it can be) and above it a spare
// bit.  So a card laid into a cell is one subtraction for each word, and no
// group, class or bound has less than nothing left exactly if no spare bit has
// gone out.  Fields live from the first step that touches them to the last, and
// share bits with others that live at other times.
//
// The order of the steps decides how many states there are, and nobody can
// tell beforehand.  So there are three: groups only, classes only, and whatever
// seems best at each step; they are tried in turn with growing numbers of
// steps, and which came first is remembered for the next run.
//
// Why it is exact: cards are told apart, so that x of the `left` cards of a
// group come into a class in (left choose x) ways, in whatever order cells are
// filled; all that is asked is a function of these x.

#ifndef DX_MINDS_ELIMINATION_H
#define DX_MINDS_ELIMINATION_H

#include "minds/run.h"

// A number in a key: what is left of `most`.
typedef struct dx_field {
    uint32_t word;
    uint8_t shift, bits; // 0 bits: it is in no key
    uint16_t most;
    int16_t from, until; // steps
} dx_field;

static inline unsigned dx_field_left(const dx_field *field, const uint64_t *key)
{
    return (unsigned)(key[field->word] >> field->shift) &
           ((1U << field->bits) - 1);
}

static inline uint64_t dx_field_spare(const dx_field *field)
{
    return DX_BIT(field->shift + field->bits);
}

typedef struct dx_cell {
    uint8_t group, class;
    bool is_last;        // of its group
    uint8_t shift, bits; // of what is left of the group
    uint32_t word;
    uint16_t first_mark, mark_count; // of those that may be of its cards
} dx_cell;

// A group or a class is eliminated; the next step has where lists end.
typedef struct dx_elimination_step {
    bool is_class;
    unsigned node;
    unsigned cells, opens, closes, caps, factors; // where lists begin
} dx_elimination_step;

// About how many states there are at most, and steps from them: logarithms, so
// many units to a power of two.
enum { DX_ORDER_UNIT = 64 };
typedef struct dx_order_cost {
    unsigned states, steps;
} dx_order_cost;

// An order, with all that its runs have in common.
typedef struct dx_order {
    size_t words, step_count, cell_count, mark_count;
    dx_elimination_step *steps; // and one more, for the ends
    dx_cell *cells;             // of step after step
    uint16_t *marks;            // of cells
    uint64_t *deltas;           // what a card takes from a key, of each cell
    uint64_t *mark_deltas;      // and what a mark does
    size_t depth;               // of cells in a step, and a few
    uint16_t *opens;            // fields of what is begun and goes on
    uint16_t *closes;           // sums that are complete with a step
    uint16_t *caps;             // that have a cap and are not
    uint16_t *factors;          // that are complete with it
    uint64_t *spares, *keep;    // of each step: fields that live; that go on
    dx_field *fields;           // groups, classes, sums
    uint64_t *derived; // of sums: groups that tell it, if it has no field
    int16_t *last;     // step that touches each sum; -1: none does
    dx_order_cost cost;
    uint64_t taken; // steps of its last run
} dx_order;

void dx_elimination_free(dx_elimination *elimination);

// One run on its way.
typedef struct dx_elimination_run dx_elimination_run;
struct dx_elimination_run {
    dx_outlook *o;
    const dx_order *order;
    dx_effort *effort;
    dx_deal_run *stand; // what the run begins with
    const uint8_t *self;
    int *balance;    // of each step: cards less room of what is not begun
    uint64_t *begin; // of each step: fields that begin with it
    const uint64_t *deltas; // of the order; or without numbers ignored
    const uint64_t *mark_deltas, *spares;
    uint64_t *made;     // these, if they are the run's own
    uint16_t *later;    // of each cell: cards that its class may get behind it
    unsigned *close_at; // of each step: where its sums begin in
    uint16_t *closes;   // those that are complete with it, not ignored
    uint64_t *stack;    // keys on the way
    uint64_t *vector;   // room for one of the inner scope
    uint64_t steps_end; // it is given up there; 0: never
    bool is_over;       // no more is to be laid
    unsigned step;
    // What was just laid and marked, by cell of the order and by mark.
    uint8_t *laid, marked[DX_PLACES_MAX];
    const uint64_t *reached; // the key, before what is complete leaves it
    dx_count scale;          // that what is complete multiplies by
    // Called with every state that a step reaches.
    void (*arrive)(dx_elimination_run *run, const uint64_t *key,
                   const dx_load *load);
    void *context;
};

// An order of this kind, made if it is not there.
const dx_order *dx_elimination_order(dx_outlook *outlook, dx_order_kind kind);

// The order alone: nodes of the steps, as groups (their number) and classes
// (behind the groups).  Answers how many.
size_t dx_order_find(const dx_outlook *outlook, dx_order_kind kind,
                     uint16_t *out_nodes, dx_order_cost *out_cost);

// Ready for the first step, where the mind stands; false if there is no world.
bool dx_elimination_begin(dx_elimination_run *run, dx_outlook *outlook,
                          const dx_order *order, dx_deal_run *stand);
void dx_elimination_end(dx_elimination_run *run);

// Takes the step run->step from a state of this weight, in all ways.
void dx_elimination_lay(dx_elimination_run *run, const uint64_t *key,
                        const dx_natural *weight);

// Weighs a layer by the factors that are complete with the step just done;
// `times`, if it is not NULL, gets by what each state was multiplied.  False if
// no factor is.
bool dx_elimination_weigh(const dx_elimination_run *run, dx_states *states,
                          dx_natural *times);

// The value that a sum has come to in a key.
unsigned dx_elimination_value(const dx_elimination_run *run, size_t sum,
                              const uint64_t *key);

// The numbers of the inner scope in a final key.
void dx_elimination_read(const dx_elimination_run *run, const uint64_t *key,
                         uint8_t *out_vector);

// As dx_outlook_run, for what no other solver has.
const dx_states *dx_eliminate(dx_outlook *outlook, const uint8_t *self,
                              const bool *ignored, dx_effort *effort);

#endif
