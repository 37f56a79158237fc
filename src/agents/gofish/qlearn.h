// agents/gofish/qlearn.h -- asks for what has the highest value in a table that
// was learnt from play.
//
// A question is looked up by what is believed of it (`features`: how many cards
// of the rank the asker has, the chances of an answer and of a book in sixths,
// whether all know that it has the rank, and how much stock is left), or, as in
// the paper, by the whole state (`states`: one's own hand and what is expected
// of the other's, rounded down, together with the rank).  States hardly ever
// come back, so the second is a random player, whatever it is taught.

#ifndef DX_AGENTS_GOFISH_QLEARN_H
#define DX_AGENTS_GOFISH_QLEARN_H

#include "agents/gofish/moment.h"
#include "base/index.h"
#include "base/vector.h"

enum { DX_GOFISH_CELLS = 3 * 7 * 7 * 2 * 4 };

typedef struct dx_gofish_met_state {
    uint64_t own, other; // three bits a rank
    float value[DX_GOFISH_RANKS];
} dx_gofish_met_state;

typedef struct dx_gofish_qtable {
    bool by_state;
    float cell[DX_GOFISH_CELLS];
    DX_VECTOR(dx_gofish_met_state) states;
    dx_index index;
} dx_gofish_qtable;

// Learnt by features against random, 50,000 rounds with all rewards.
extern const float dx_gofish_qlearn_cells[];

// The questions of a turn and where the value of each is: a cell, or a state
// and its rank.
typedef struct dx_gofish_choices {
    unsigned count;
    dx_gofish_prospect asks[DX_GOFISH_PROSPECTS];
    unsigned cell[DX_GOFISH_PROSPECTS];
    uint64_t own, other;
} dx_gofish_choices;

void dx_gofish_choices_read(const dx_gofish_notes *notes, const dx_view *view,
                            dx_gofish_choices *out);

// The state of the choices; DX_INDEX_NONE if it was never met.
uint32_t dx_gofish_met_find(const dx_gofish_qtable *table,
                            const dx_gofish_choices *choices);

// The value of each question; 0 where nothing is known.
void dx_gofish_choices_values(const dx_gofish_choices *choices,
                              const dx_gofish_qtable *table, float *out);

extern const dx_agent dx_agent_gofish_qlearn;

#endif
