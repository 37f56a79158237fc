// ask/lens.h -- a whole board through one seat's eyes, or through several
// minds.
//
// A lens follows a game from one seat: it is given the seat's view and nothing
// else, so whatever it tells the seat could have worked out.  With a path of
// minds behind the seat's own it tells what the seat knows that the next knows
// that ... the last holds possible.
//
//     dx_lens *lens = dx_lens_new(&rules, seat, &(dx_lens_options){0});
//     dx_lens_follow(lens, view);               // after each event
//     const dx_lens_board *board;
//     if (dx_lens_look(lens, &board, &error) == DX_OK) ...
//     const dx_lens_answer *answer;
//     if (dx_lens_ask(lens, "K[2] playable(2,1)", &answer, &error) == DX_OK)
//         puts(dx_truth_text(answer->answer.truth));
//     dx_lens_free(lens);
//
// The turns of the game are kept for good, boards and answers until the next
// event.  Every look and question has the same limit of steps and memory, and
// is worked out alone; if it is asked again it is answered from what was found,
// and charged what it cost at first.  So what was asked before, by whomever,
// never changes an answer: the same view gets the same bytes.

#ifndef DX_ASK_LENS_H
#define DX_ASK_LENS_H

#include "ask/value.h"
#include "game/words.h"
#include "minds/board/chronicle.h"
#include "minds/board/likeliest.h"
#include "minds/board/nested.h"
#include "minds/place_words.h"

typedef struct dx_lens_options {
    // Who knows that who knows ...: seats behind the lens's own.
    size_t depth;
    unsigned path[DX_PATH_MAX];
    const dx_assumption *assumption; // NULL: none; borrowed
    const char *const *names;        // of the players; NULL: only numbers
    bool by_name;                    // as in dx_cast
    const dx_budget *budget;         // may be NULL; borrowed
    size_t memory_max, worlds_max;   // as in ask/ask.h
    const char *engine;              // likewise
    struct dx_mechanisms *mechanisms;
} dx_lens_options;

// One place.  At depth one a kind is possible or not; deeper it is surely
// possible to the last seat of the path, perhaps, or surely not.
typedef struct dx_lens_place {
    unsigned size;
    bool is_seen;            // the seat of the lens sees what lies there
    bool is_hidden;          // from a seat of the path
    uint64_t possible, sure; // kinds; sure ones are possible
    uint64_t undecided;      // it would have taken too long
    // Kinds that the seat of the lens knows to be there (in a place of several
    // cards that it does not see: as many of them as can be).
    uint64_t certain;
} dx_lens_place;

// A hand that is one thing (ask/lens_hands.h), as its game writes it: for each
// value of the quantity's second argument how many cards all know of, and which
// kind lies in its places.
typedef struct dx_hand_claim {
    unsigned seat;
    bool is_seen; // by the seat of the lens
    uint64_t places;
    int kind[DX_KINDS_MAX]; // -1: none of it is hidden
    int known[DX_KINDS_MAX];
} dx_hand_claim;

typedef struct dx_lens_board {
    unsigned events, turn; // seen so far
    unsigned places, kinds;
    dx_lens_place place[DX_PLACES_MAX];
    uint8_t copies[DX_KINDS_MAX]; // that a bystander misses
    dx_place_words words;
    const dx_quantity *ledger;      // of a game whose hands are one thing
    DX_VECTOR(dx_hand_claim) hands; // of all seats
    // The mean number of cards of each kind in each place
    // (minds/board/board.h), at depth one; under a policy, as far as it is
    // believed.  Without chances the numbers are of no use.
    bool has_chances;
    uint64_t weighed; // the places that have them: a source speaks of a few
    bool is_rounded;  // the chances, as a source's mostly are
    // Why there are none under an assumption that should give them; NULL: it
    // does not ask for any, or they are there.
    const char *unweighed;
    dx_rational *mean;
    dx_natural worlds; // that the seat holds possible; 0: not counted
    // The entropy of what lies where or, without chances, log2 of the number of
    // worlds; below 0: not known.
    double bits;
    // Under a policy: worlds that are believed in (0: not counted), and whether
    // the game has shown that nobody moves so.
    dx_count believed;
    bool refuted;
    unsigned refuted_turn;
} dx_lens_board;

static inline const dx_rational *dx_lens_mean(const dx_lens_board *board,
                                              unsigned place, unsigned kind)
{
    return &board->mean[place * board->kinds + kind];
}

typedef struct dx_lens dx_lens;

// Boards are of games that declare their places (game/places.h); of another
// there are answers alone, and the rest is DX_ERR_UNSUPPORTED.
dx_lens *dx_lens_new(const dx_rules *rules, unsigned seat,
                     const dx_lens_options *options);
void dx_lens_free(dx_lens *lens);

// Catches up with the seat's view, of which nothing is kept.
void dx_lens_follow(dx_lens *lens, const dx_view *view);

// What the lens has seen, and how it was made.
const dx_view *dx_lens_view(const dx_lens *lens);
const dx_lens_options *dx_lens_how(const dx_lens *lens);
// Who is who in its sentences.
dx_cast dx_lens_cast(const dx_lens *lens);

// The board now; borrowed until the next event.  DX_ERR_LIMIT where it would
// take too long.
DX_MUST_USE dx_status dx_lens_look(dx_lens *lens, const dx_lens_board **out,
                                   dx_error *error);

// The likeliest worlds of the seat, at most `top`, where there are few enough
// to list; the caller releases them.  And one drawn at random.
DX_MUST_USE dx_status dx_lens_worlds(dx_lens *lens, size_t top,
                                     dx_likeliest *out, dx_error *error);
DX_MUST_USE dx_status dx_lens_draw(dx_lens *lens, dx_random *random,
                                   dx_dealt *out, dx_error *error);

// Does what a value of the place's fact names lie there in the open, as a card
// that a hand took from the table?  The place is the rest of it, which is
// hidden from who only watches.
bool dx_lens_lies_open(dx_lens *lens, unsigned place, int value);

// When the cards of a place came there, and which event removed which of its
// kinds for the seat, but for those that lie there in the open; the caller
// releases it.
DX_MUST_USE dx_status dx_lens_story(dx_lens *lens, unsigned place,
                                    dx_place_story *out, dx_error *error);

// How a question was answered.
typedef struct dx_lens_answer {
    dx_formula formula; // of the lens's store
    bool is_term;
    dx_value value;   // of a term
    dx_answer answer; // of a formula; what is shown is the contrast below
    // A world of the seat with, and one without, as like as can be; of what the
    // seat's own mind is asked about, if the formula speaks of that: of f for
    // K[a] f.  NULL where there is none.
    dx_dealt *example, *counterexample;
    uint64_t breaks;      // places in which they differ
    char *so, *otherwise; // what is so in the one, and in the other; or NULL
    char *words;          // the formula, in words
    char *sentence;       // the answer in words; of a term NULL
    uint64_t steps;       // that it cost
} dx_lens_answer;

// Asks a formula or a term.  Borrowed until the next event.
DX_MUST_USE dx_status dx_lens_ask(dx_lens *lens, const char *text,
                                  const dx_lens_answer **out, dx_error *error);

// Where the formulas that were asked are.
const dx_formulas *dx_lens_store(const dx_lens *lens);

#endif
