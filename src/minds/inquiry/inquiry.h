// minds/inquiry/inquiry.h -- questions about minds, put together node by node.
//
// An inquiry holds what the formulas asked at one moment say, in terms of
// numbers of cards (minds/turn/scope.h) and of minds
// (minds/eliminate/outlook.h).  A node is part of what stands at one *spot*: in
// the scope of the mind whose worlds it is asked of, about one turn.  A mind is
// opened, what is asked of its worlds is put together at its inside, it is
// closed, and then it can be a node at any number of spots.
//
//     ann = dx_inquiry_open(q, frame, frame->sees[0], DX_MIND_KNOWS);
//     fact = dx_inquiry_claim(q, dx_inquiry_inside(q, ann), claims, claim);
//     dx_inquiry_close(q, ann, fact, DX_NODE_NONE);
//     ... dx_inquiry_mind(q, spot, ann): "Ann knows that"
//
// Each mind is worked out once for every vector of numbers that it can tell
// apart, and remembered; an inquiry that is kept through a turn answers the
// next question from what it has.

#ifndef DX_MINDS_INQUIRY_INQUIRY_H
#define DX_MINDS_INQUIRY_INQUIRY_H

#include "base/rational.h"
#include "minds/eliminate/outlook.h"

typedef struct dx_inquiry dx_inquiry;
typedef uint32_t dx_inquiry_node;
typedef uint32_t dx_mind_id;
#define DX_NODE_NONE UINT32_MAX

// Where a node stands: its numbers are those of `scope`, it speaks of `frame`,
// the same turn as the scope's or an earlier one.
typedef struct dx_vantage {
    dx_number_scope *scope;
    const dx_frame *frame;
} dx_vantage;

typedef enum dx_mind_kind {
    DX_MIND_KNOWS,    // in all its worlds
    DX_MIND_POSSIBLE, // in one
    DX_MIND_WHETHER,  // in all or in none
    DX_MIND_CHANCE,   // the share of their weight: a number
} dx_mind_kind;

typedef enum dx_join {
    DX_JOIN_NOT,
    DX_JOIN_AND,
    DX_JOIN_OR,
    DX_JOIN_IFF,
    DX_JOIN_ADD, // numbers from here on
    DX_JOIN_SUBTRACT,
    DX_JOIN_MULTIPLY,
    DX_JOIN_DIVIDE, // by 0: undefined
    DX_JOIN_MODULO, // of whole numbers
    DX_JOIN_NEGATIVE,
    DX_JOIN_EQUAL, // comparisons: false where a number is undefined
    DX_JOIN_NOT_EQUAL,
    DX_JOIN_LESS,
    DX_JOIN_LESS_EQUAL,
    DX_JOIN_GREATER,
    DX_JOIN_GREATER_EQUAL,
} dx_join;

// Borrows the frames, which must not follow on while it is there.
dx_inquiry *dx_inquiry_new(dx_frames *frames);
void dx_inquiry_free(dx_inquiry *inquiry);

// From now on minds weigh choices by how many there were to make: a seat that
// chose is taken to have chosen evenly.
void dx_inquiry_assume_uniform(dx_inquiry *inquiry);

// Are chances defined for a mind that sees these places?  Not if a choice is
// hidden from it and nothing is assumed about how seats choose.
bool dx_inquiry_has_chances(const dx_inquiry *inquiry, const dx_frame *frame,
                            uint64_t sees);

// Can the chances of parts (below) be added up?  Not where moves weigh: each
// part then has a scale of its own.
bool dx_inquiry_adds_parts(const dx_inquiry *inquiry);

// Does it ask what a place held at an earlier turn that does not tell it any
// more (dx_frames_blurs)?  Then every answer ends with DX_ERR_LIMIT.
// Why places do not reach a turn that a mind was opened at; NULL: they do.
const char *dx_inquiry_beyond(const dx_inquiry *inquiry);

// Does it ask what a place held at an earlier turn that does not tell it any
// more (dx_frames_blurs)?  Then every answer ends with DX_ERR_LIMIT.
bool dx_inquiry_is_blurred(const dx_inquiry *inquiry);

// What may be spent, and what was: set limits before, read costs after.
dx_effort *dx_inquiry_effort(dx_inquiry *inquiry);

// Nodes.
dx_inquiry_node dx_inquiry_number(dx_inquiry *inquiry, dx_fraction number);
dx_inquiry_node dx_inquiry_claim(dx_inquiry *inquiry, dx_vantage spot,
                                 const dx_claims *claims, dx_claim claim);
dx_inquiry_node dx_inquiry_join(dx_inquiry *inquiry, dx_join join, size_t count,
                                const dx_inquiry_node *operands);

// Minds.  `sees` is a set of places of `frame`.
dx_mind_id dx_inquiry_open(dx_inquiry *inquiry, const dx_frame *frame,
                           uint64_t sees, dx_mind_kind kind);
dx_vantage dx_inquiry_inside(dx_inquiry *inquiry, dx_mind_id mind);
// Where the mind itself stands.
dx_vantage dx_inquiry_outside(dx_inquiry *inquiry, dx_mind_id mind);
// The asker's own mind.  `own` is its sight: what it was told is as that says,
// where it stands and in the scope `top` (minds/inquiry/inquiry_heard.c).
void dx_inquiry_stand_as(dx_inquiry *inquiry, const dx_number_scope *top,
                         const void *own);
dx_mind_id dx_inquiry_open_own(dx_inquiry *inquiry, const dx_frame *frame,
                               uint64_t sees, dx_mind_kind kind);

// It leaves out the worlds in which `heard` (a node at its inside) is false or,
// with `is` (a node at its outside), is not as that.
void dx_inquiry_hear_whether(dx_inquiry *inquiry, dx_mind_id mind,
                             dx_inquiry_node heard, dx_inquiry_node is);
// What is asked of its worlds; of those with `given`, if that is not NONE.
void dx_inquiry_close(dx_inquiry *inquiry, dx_mind_id mind,
                      dx_inquiry_node asked, dx_inquiry_node given);
// The mind's answer, at a spot.
dx_inquiry_node dx_inquiry_mind(dx_inquiry *inquiry, dx_vantage spot,
                                dx_mind_id mind);

// What all know that all know ...: false if one of `everybody` (E f, E E f,
// ...) is, true if `common` is (a mind that sees what all of them see);
// otherwise the answer of `closure`, a mind opened as below.  DX_NODE_NONE: not
// wanted, and then the question ends with DX_ERR_UNSUPPORTED if it comes to
// that.
dx_inquiry_node dx_inquiry_common(dx_inquiry *inquiry, size_t depth,
                                  const dx_inquiry_node *everybody,
                                  dx_inquiry_node common,
                                  dx_inquiry_node closure);

// Common knowledge as a mind: `count` members, who see these places.  Its
// inside is where it stands; what member i has heard is put in by number.
dx_mind_id dx_inquiry_open_common(dx_inquiry *inquiry, const dx_frame *frame,
                                  size_t count, const uint64_t *sees);
void dx_inquiry_member_hears(dx_inquiry *inquiry, dx_mind_id mind, size_t i,
                             dx_inquiry_node heard, bool whether);

// Cases.  Where something is asked of a place kind by kind ("the card there is
// in another hand too"), a mind is asked for each kind alone: there it need not
// tell the others apart.

// The frame in which `place`, of one card, holds `kind`; borrowed.
const dx_frame *dx_inquiry_case(dx_inquiry *inquiry, const dx_frame *frame,
                                unsigned place, unsigned kind);
// The same turn, with only those cases that who sees these places sees.
const dx_frame *dx_inquiry_seen_cases(dx_inquiry *inquiry,
                                      const dx_frame *frame, uint64_t sees);
// The value behind the one condition that holds: `count` nodes, conditions and
// values in turn.
dx_inquiry_node dx_inquiry_select(dx_inquiry *inquiry, size_t count,
                                  const dx_inquiry_node *nodes);
// The mind is a part of another: it has the worlds of one case.  Before it is
// closed.
void dx_inquiry_be_part(dx_inquiry *inquiry, dx_mind_id mind);
// The answer of the mind whose worlds are those of all these parts, nodes of
// minds of its kind.
dx_inquiry_node dx_inquiry_parts(dx_inquiry *inquiry, dx_mind_kind kind,
                                 size_t count, const dx_inquiry_node *parts);

// How a question went.
typedef struct dx_finding {
    bool some, none; // worlds with, and without
    bool weighed;
    dx_natural with, all; // weights, where `weighed`
    // Numbers of a world with and of one without; NULL if there is none.
    uint8_t *example, *counterexample;
} dx_finding;
void dx_finding_release(dx_finding *finding);

// Asks the closed mind `mind`, from the own sight of whoever has it (a seat's,
// or the truth).  The status says what was too much.
DX_MUST_USE dx_status dx_inquiry_ask(dx_inquiry *inquiry, dx_mind_id mind,
                                     const void *own, dx_finding *out);

// Between which values a closed mind's `asked`, a number, lies in its worlds;
// the caller releases them.  DX_ERR_EMPTY if it is undefined in one.
DX_MUST_USE dx_status dx_inquiry_range(dx_inquiry *inquiry, dx_mind_id mind,
                                       const void *own, dx_rational *out_least,
                                       dx_rational *out_most);

// A mind that will be asked for worlds, before it is closed.
void dx_inquiry_show_worlds(dx_inquiry *inquiry, dx_mind_id mind);

// Makes a table, a truth, of a world of such a mind with the numbers of
// `vector`.  False if there is none, it takes too long, or the game makes no
// tables of worlds.  `out_table` has room for one.
bool dx_inquiry_world(dx_inquiry *inquiry, dx_mind_id mind, const void *own,
                      const uint8_t *vector, void *out_table);

// How many worlds there are for who sees `sees` and has the sight `own`: deals
// told apart by kinds, and what was chosen unseen.
DX_MUST_USE dx_status dx_inquiry_count_worlds(dx_inquiry *inquiry,
                                              const dx_frame *frame,
                                              uint64_t sees, const void *own,
                                              dx_natural *out);

// Whether a node holds, and the value of a number, where everything in `scope`
// is as `own` has it.  DX_ERR_EMPTY if the number is undefined.
DX_MUST_USE dx_status dx_inquiry_holds(dx_inquiry *inquiry,
                                       dx_number_scope *scope,
                                       dx_inquiry_node node, const void *own,
                                       bool *out);
DX_MUST_USE dx_status dx_inquiry_value(dx_inquiry *inquiry,
                                       dx_number_scope *scope,
                                       dx_inquiry_node node, const void *own,
                                       dx_rational *out);

#endif
