// minds/inquiry/inquiry_private.h -- the inside of an inquiry: nodes and minds.

#ifndef DX_MINDS_INQUIRY_INQUIRY_PRIVATE_H
#define DX_MINDS_INQUIRY_INQUIRY_PRIVATE_H

#include "base/vector.h"
#include "minds/inquiry/chains.h"
#include "minds/inquiry/closure.h"
#include "minds/inquiry/inquiry.h"
#include "minds/message/by_hand.h"
#include "minds/turn/factors.h"

typedef enum dx_node_kind {
    DX_NODE_NUMBER,
    DX_NODE_COUNT, // n(places, kinds) + number
    DX_NODE_LEAST, // n(places, kinds) >= number, which is at least 1
    DX_NODE_JOIN,
    DX_NODE_MIND,
    DX_NODE_COMMON,
    DX_NODE_SELECT,  // conditions and values in turn
    DX_NODE_PARTS,   // of a mind
    DX_NODE_PATTERN, // its numbers, or the pattern that they are
} dx_node_kind;

// Numbers of cards are kept as places and kinds until the mind whose scope they
// are in is closed, so that what turns out not to matter leaves no trace; then
// they are *settled*: read off a vector.
typedef struct dx_node_data {
    dx_node_kind kind;
    dx_join join;
    unsigned minds;         // how deep they nest in it
    uint32_t first, count;  // operands; of a settled mind, readings
    uint32_t decided;       // number of the operand that did, last time
    dx_number_scope *scope; // of a number of cards, or of a mind
    const dx_frame *frame;  // of a mind
    uint64_t places, kinds; // of the scope's turn, tidied
    dx_reading reading;
    bool is_settled;
    dx_fraction number;
    dx_mind_id mind;
    uint32_t told, told_count; // operands: is it so what its hearings say?
    dx_mind_kind parts;        // what the whole is asked
    uint32_t pattern;
} dx_node_data;

// A pattern (minds/inquiry/patterns.h): one way of each factor.  A way is a
// block, all of whose places hold one kind.
typedef struct dx_block {
    uint64_t places;
    unsigned kind;
    dx_number_scope *scope;
} dx_block;

typedef struct dx_ways {
    uint32_t first, count; // blocks
} dx_ways;

// Beside 0 and 1: it depends on what is not complete, or not seen.
enum { DX_OPEN = 2 };

typedef struct dx_pattern {
    dx_number_scope *scope;
    uint32_t first, count; // factors
    unsigned value;        // 0 or 1 while worlds are looked at that have it
} dx_pattern;

// What a mind sees that folds patterns: whether a place holds a kind, and how
// many cards of a kind.
typedef struct dx_seen_cell {
    uint64_t place;
    unsigned kind;
    dx_reading reading;
} dx_seen_cell;

typedef struct dx_seen_kind {
    unsigned kind;
    dx_reading reading;
} dx_seen_kind;

// `is`, which may be DX_NODE_NONE, says at the mind's outside whether it is so;
// where the mind is a node, an operand of that does.
typedef struct dx_hearing {
    dx_inquiry_node heard, is;
    bool holds;   // where the mind stands, it is so
    uint8_t told; // told[told - 1] of the frame; 0: an announcement
} dx_hearing;

typedef struct dx_chance {
    dx_rational value;
    bool is_defined;
} dx_chance;

// What was found in a part.
typedef struct dx_part_found {
    bool some, none;
    dx_natural with, all;
} dx_part_found;

// The numbers of the own scope that one of several kinds alike has, to change
// places with those of the next kind, which follow (minds/inquiry/alike.h).
enum { DX_TWIN_SLOTS = 8 };
typedef struct dx_twin {
    bool is_first; // of kinds that are alike
    unsigned count;
    uint16_t slots[DX_TWIN_SLOTS];
} dx_twin;

typedef struct dx_mind_data {
    dx_outlook outlook;
    uint8_t
        alike[DX_KINDS_MAX]; // the first kind like it (minds/inquiry/alike.h)
    DX_VECTOR(dx_twin) twins;
    dx_chains *chains; // that its plan uses, or NULL
    dx_mind_kind kind;
    bool is_closed;
    bool is_part;
    bool gave_up; // few steps were not enough, where it always stands
    unsigned minds;
    dx_inquiry_node asked, given;
    DX_VECTOR(dx_hearing) hearings;
    dx_closure *closure; // of common knowledge; the own scope is closed
    // The patterns that it folds; none: it has numbers alone.
    DX_VECTOR(uint32_t) patterns;
    DX_VECTOR(dx_seen_cell) cells;
    DX_VECTOR(dx_seen_kind) kinds;
    // What was found, by vectors of the own scope, as many numbers of it as the
    // outlook needs, and by what was so of what it heard.
    size_t own_count;
    dx_states found;
    DX_VECTOR(uint8_t) truths;
    DX_VECTOR(dx_chance) chances;
    DX_VECTOR(dx_part_found) shares;
    uint64_t *key;
    // The numbers of the inner scope that do not matter, given those that the
    // mind sees; NULL if that can never be.
    bool *ignored;
} dx_mind_data;

// What was so of what a mind heard, as bits.
static inline uint64_t dx_mind_heard(const dx_mind_data *mind)
{
    uint64_t heard = 0;
    for (size_t i = 0; i < mind->hearings.count && i < 64; i++)
        heard |= (uint64_t)mind->hearings.at[i].holds << i;
    return heard;
}

struct dx_inquiry {
    dx_frames *frames;
    bool is_uniform;
    bool is_blurred; // it asks what a place held that does not tell it any more
    bool
        decides; // what is evaluated stands in no mind (minds/inquiry/decide.c)
    bool folds;  // what is settled is asked of a mind that folds patterns
    dx_effort effort;
    DX_VECTOR(dx_node_data) nodes;
    DX_VECTOR(dx_inquiry_node) operands;
    DX_VECTOR(dx_reading) readings;
    DX_VECTOR(dx_mind_data *) minds;
    dx_factors_list factors;
    dx_hand_lists hands;
    DX_VECTOR(dx_frame *) cases;
    const char *beyond; // why places do not reach a turn that is asked about
    // The asker, if one asks: its scope and its sight.
    const dx_number_scope *top;
    const void *own;
    DX_VECTOR(dx_block) blocks;
    DX_VECTOR(dx_ways) ways;
    DX_VECTOR(dx_pattern) patterns;
};

// A node with these operands.
dx_inquiry_node dx_inquiry_add(dx_inquiry *inquiry, dx_node_data node,
                               size_t count, const dx_inquiry_node *operands);

// Finds out which numbers of the inner scope do not matter where the mind sees
// `self` (minds/inquiry/relevance.c); answers them, or NULL if all do.
const bool *dx_inquiry_ignored(dx_inquiry *inquiry, dx_mind_data *mind,
                               const uint8_t *self);

// What a node says at a vector of its scope: a truth, or a number, false if it
// is undefined (minds/inquiry/truth.c).
bool dx_inquiry_truth(dx_inquiry *inquiry, dx_inquiry_node node,
                      const uint8_t *vector);
bool dx_inquiry_figure(dx_inquiry *inquiry, dx_inquiry_node node,
                       const uint8_t *vector, dx_rational *out);
// A truth of which the numbers may get so many `more`: 0, 1 or DX_OPEN.
unsigned dx_inquiry_foresee(dx_inquiry *inquiry, dx_inquiry_node node,
                            const uint8_t *vector, const uint8_t *more);
// Is a world of the mind left in by what it heard and what is given?
bool dx_inquiry_leaves_in(dx_inquiry *inquiry, const dx_mind_data *mind,
                          const uint8_t *vector);

// The mind that a node speaks of with what it says there, worked out if it is
// new, as number *out of what was found.  NULL after an error, which is in the
// effort; so is what was found in a part.
dx_mind_data *dx_inquiry_find(dx_inquiry *inquiry, const dx_node_data *node,
                              const uint8_t *vector, size_t *out);
const dx_part_found *dx_inquiry_share(dx_inquiry *inquiry, dx_inquiry_node node,
                                      const uint8_t *vector);

// Whether a node of common knowledge holds
// (minds/inquiry/inquiry_common.c).
bool dx_inquiry_truth_of_common(dx_inquiry *inquiry, const dx_node_data *node,
                                const uint8_t *vector);

typedef struct dx_foreseeing {
    dx_inquiry *inquiry;
    const dx_mind_data *mind;
} dx_foreseeing;
// What a world with these numbers says of what a mind is asked, and what worlds
// with these, which may get `more`, will say (minds/inquiry/truth.c).
// `context` is a dx_foreseeing.
dx_tells dx_inquiry_says(const void *context, const uint8_t *vector,
                         const uint8_t *more, bool recalls);

// What the turn's frame has heard, at a mind that sees these places or at a
// member of a group; and whether it is so, at a spot
// (minds/inquiry/inquiry_heard.c).
void dx_inquiry_hear_frame(dx_inquiry *inquiry, dx_mind_id mind, uint64_t sees);
void dx_inquiry_member_hears_frame(dx_inquiry *inquiry, dx_mind_id mind,
                                   size_t member, uint64_t sees);
dx_inquiry_node dx_inquiry_told(dx_inquiry *inquiry, dx_vantage spot,
                                const dx_mind_data *mind, size_t hearing);

// Is a node a truth, not a number?
bool dx_inquiry_is_truth(const dx_inquiry *inquiry, dx_inquiry_node node);

// Looks at the worlds of a mind, what is weighed alike together; with `stop`,
// until nothing more can change.
void dx_inquiry_look(dx_inquiry *inquiry, dx_mind_data *mind,
                     const uint8_t *self, bool stop, dx_finding *out);

// What was found before of a mind, a node that is a truth, at a vector: 0, 1,
// or DX_OPEN if nothing was.
unsigned dx_inquiry_recall(dx_inquiry *inquiry, dx_inquiry_node node,
                           const uint8_t *vector);

// A comparison of a chance with a number, decided as soon as what is weighed
// decides it (minds/inquiry/decide.c); false if it is none of those, or after
// an error.
bool dx_inquiry_decide(dx_inquiry *inquiry, const dx_node_data *node,
                       const uint8_t *vector, bool *out);

// Where the mind of a node stands, in its key; what it heard follows.
uint8_t *dx_inquiry_stand(dx_inquiry *inquiry, const dx_node_data *node,
                          const uint8_t *vector);

// The same comparison from the other side.
static inline dx_join dx_join_turned_round(dx_join join)
{
    switch (join) {
    case DX_JOIN_LESS:
        return DX_JOIN_GREATER;
    case DX_JOIN_LESS_EQUAL:
        return DX_JOIN_GREATER_EQUAL;
    case DX_JOIN_GREATER:
        return DX_JOIN_LESS;
    case DX_JOIN_GREATER_EQUAL:
        return DX_JOIN_LESS_EQUAL;
    default:
        return join;
    }
}

// How two numbers compare.
bool dx_inquiry_compare(dx_join join, const dx_rational *a,
                        const dx_rational *b);

// Reads the numbers of a node, and of all it is made of, in its scope.
void dx_inquiry_settle(dx_inquiry *inquiry, dx_inquiry_node node);

#endif
