// agents/gofish/by_rank.h -- what a seat believes of the other hands, rank by
// rank: fast, for any number of players, and not exact.
//
// For each rank there is one distribution over how many cards of it each other
// seat has; ranks are taken as independent but for the sizes of the hands.  So
// an answer and a draw are right inside a rank; a question, which says that the
// asker chose this rank among those it could have asked for, makes it a little
// less likely that it could have asked for each other one; and after each event
// every hand is brought to its size: all chances of k cards are multiplied by
// x^k, with one x for a seat.
//
// It is a fast double of exact.h; tests/agents/gofish_belief_test.c says how
// far it is from the truth.  It claims no knowledge: what is certain is asked
// of the game itself.

#ifndef DX_AGENTS_GOFISH_BY_RANK_H
#define DX_AGENTS_GOFISH_BY_RANK_H

#include "agents/gofish/exact.h"

enum {
    DX_GOFISH_OTHERS = DX_GOFISH_SEATS - 1,
    DX_GOFISH_SPLITS = 126, // of four cards to five seats and the stock
    DX_GOFISH_CODES = 5 * 5 * 5 * 5 * 5,
};

// How many cards of a rank each other seat may have, all ways.  Others are
// counted from the seat's left.
typedef struct dx_gofish_splits {
    unsigned others, count;
    uint8_t number[DX_GOFISH_SPLITS][DX_GOFISH_OTHERS];
    uint8_t sum[DX_GOFISH_SPLITS];
    uint8_t of_code[DX_GOFISH_CODES]; // numbers as digits to base five
} dx_gofish_splits;

// Plain value; nothing to release.
typedef struct dx_gofish_by_rank {
    unsigned players, seat, ranks, copies, caught, stock;
    bool lays;       // books are laid down
    bool has_begun;  // the deal is over
    bool is_fishing; // the next card is drawn because of a question
    unsigned asked;
    unsigned size[DX_GOFISH_OTHERS];
    uint8_t own[DX_GOFISH_RANKS];
    bool is_gone[DX_GOFISH_RANKS];
    double chance[DX_GOFISH_RANKS][DX_GOFISH_SPLITS];
    dx_gofish_splits splits;
} dx_gofish_by_rank;

// Before the deal.
void dx_gofish_by_rank_init(dx_gofish_by_rank *b, const dx_rules *rules,
                            unsigned seat);

// Two players, in the middle of a game: the seat has these cards, and finds it
// as likely as `weights` say that the other has each number; of each rank they
// need not add up to 1.
void dx_gofish_by_rank_suppose(dx_gofish_by_rank *b, const uint8_t *own,
                               unsigned others_size, unsigned stock,
                               const dx_gofish_chances *weights);

// One event further, as the seat sees it.
void dx_gofish_by_rank_follow(dx_gofish_by_rank *b, dx_event event);

// The beliefs, or as long as nobody has asked `room` with them: they begin when
// the deal is over.
const dx_gofish_by_rank *dx_gofish_by_rank_begun(const dx_gofish_by_rank *b,
                                                 dx_gofish_by_rank *room);

// What another seat has.
void dx_gofish_by_rank_read(const dx_gofish_by_rank *b, unsigned seat,
                            dx_gofish_chances *out);

#endif
