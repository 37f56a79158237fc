// door/rows.h -- games as rows of numbers, for who learns: many at once.
//
// A row is what one seat sees, made from its view alone: numbers of the game
// that every sight has, for each place and kind how many the seat sees there
// and whether all know that it may be there, whose turn it is, and the last
// events. An action is a verb with its arguments, or where that would be a huge
// table the number of a legal move.  Nothing here knows a game: all is from
// what it declares.

#ifndef DX_DOOR_ROWS_H
#define DX_DOOR_ROWS_H

#include "game/match.h"

typedef struct dx_rows dx_rows;

typedef struct dx_rows_shape {
    unsigned games, seats;
    unsigned width;   // numbers in a row
    unsigned actions; // that there are, legal or not
    unsigned moves;   // legal ones of a game at once, at most
    unsigned numbers; // that a move is
    bool by_index;    // an action is the number of a legal move
} dx_rows_shape;

// `count` games by the rules (as in dx_rules_parse), dealt from the seed.
DX_MUST_USE dx_status dx_rows_new(const char *rules, unsigned count,
                                  uint64_t seed, dx_rows **out,
                                  dx_error *error);
void dx_rows_free(dx_rows *rows);

// All games from their beginning, dealt from another seed.
void dx_rows_restart(dx_rows *rows, uint64_t seed);

dx_rows_shape dx_rows_shape_of(const dx_rows *rows);

// Of every game who is to move, its row, and 1 for each legal action (0 else).
// Any may be NULL.
void dx_rows_look(dx_rows *rows, int32_t *out_seats, int16_t *out_rows,
                  uint8_t *out_masks);

// The row of a seat of one game; and of any view of such a game.
void dx_rows_look_at(dx_rows *rows, unsigned game, unsigned seat,
                     int16_t *out_row);
void dx_rows_look_from(const dx_rows *rows, const dx_view *view,
                       const dx_view *bystander, int16_t *out_row);

// The legal moves of every game, one after the other: those of game g from
// first[g] up to first[g + 1], each with its action and as so many numbers (its
// verb from 1, whose it is, its arguments).  There is room for the most moves
// of each game.
void dx_rows_moves(dx_rows *rows, int32_t *out_first, int32_t *out_actions,
                   int16_t *out_moves);

// Plays an action in each game (below 0: none).  `out_rewards` has for every
// seat of every game what its score rose by, `out_done` 1 where the game ended:
// the next deal is on the table then.  An action that is not legal ends a game
// with no reward, and `out_done` is 2.
void dx_rows_step(dx_rows *rows, const int32_t *actions, float *out_rewards,
                  uint8_t *out_done);

#endif
