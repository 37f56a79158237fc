// games/gofish/gofish.h -- Go Fish: who has the cards of the rank I collect?
//
// 2 to 6 players.  In its turn a seat asks another one for all its cards of a
// rank; it must have one or more of that rank itself, and not all of them.  If
// the other has some it gives them all and the asker asks again; if it has none
// it says "go fish", and the asker draws a card.  All cards of a rank are a
// book, and who has most books at the end has won.  Everything on which houses
// differ is a parameter (docs/gofish.md).
//
// How many cards were given is seen by all, which rank was drawn only by who
// drew it.  So a card is best named by how it came into play: a *place* is what
// a seat was dealt at the start (place = seat), or one card that was drawn
// later (place = players + how many were drawn before it).  Places never move:
// for every seat and rank
//
//     cards in its hand = those in its places + what it was given - what it
//                         gave away or laid down
//
// and the last two are public (`offset`).  Hence all that is ever said, "I ask
// for eights", "here are two", "go fish", "I have nothing to ask for", says how
// many cards of one rank lie in the places of one seat up to then: `fits` has,
// for each place, the numbers that are still possible for its owner's places up
// to this one.
//
// The table below is the truth, or a seat's sight of it.  Everything above
// `dealt` is seen by all and has the same bytes in every sight.

#ifndef DX_GAMES_GOFISH_GOFISH_H
#define DX_GAMES_GOFISH_GOFISH_H

#include "game/game.h"

enum {
    DX_GOFISH_SEATS = 6,
    DX_GOFISH_RANKS = 13,
    DX_GOFISH_COPIES = 4,
    DX_GOFISH_CARDS = DX_GOFISH_RANKS * DX_GOFISH_COPIES,
    DX_GOFISH_NOBODY = 200,
};

// The verbs, in the order of the game's verb table.
enum {
    DX_GOFISH_START,   // nature: who asks first, where it is drawn by lot
    DX_GOFISH_DEAL,    // nature: who, card (only who sees it), book
    DX_GOFISH_ASK,     // of, rank -> given, book
    DX_GOFISH_NOTHING, // who has nothing, or nobody, to ask
    DX_GOFISH_DRAW,    // nature: who, card (only who sees it), caught, book
    DX_GOFISH_LAY,     // nature, at the end: rank, by who (or nobody) has it
};

// What happens next.
enum {
    DX_GOFISH_STARTING,
    DX_GOFISH_DEALING,
    DX_GOFISH_ASKING,
    DX_GOFISH_FISHING,   // a card, since the asked seat had none
    DX_GOFISH_REFILLING, // cards, since the hand had nothing to ask for
    DX_GOFISH_LAYING,
    DX_GOFISH_DONE,
};

// The house rules: the choices of the parameters, in their order.
enum { DX_GOFISH_DEAL_ROUND, DX_GOFISH_DEAL_WHOLE };
enum {
    DX_GOFISH_CAUGHT_HIDDEN,
    DX_GOFISH_CAUGHT_SHOWN,
    DX_GOFISH_CAUGHT_AGAIN
};
enum {
    DX_GOFISH_EMPTY_PASS, // draws one card, and its turn is over
    DX_GOFISH_EMPTY_ASK,  // draws one card and asks
    DX_GOFISH_EMPTY_HAND, // draws a new hand and asks
    DX_GOFISH_EMPTY_OUT,  // draws no more
};
enum { DX_GOFISH_BOOKS_KEPT, DX_GOFISH_BOOKS_LAID };
enum {
    DX_GOFISH_END_BOOKS, // all books are made, or nobody has anything to ask
    DX_GOFISH_END_OUT,   // ... or a hand is empty after its last book
    DX_GOFISH_END_STOCK, // ... or the stock is empty
};
enum { DX_GOFISH_WINS_BOOKS, DX_GOFISH_WINS_OUT };

typedef struct dx_gofish {
    // The rules, unpacked.
    uint8_t players, ranks, copies, hand, cards;
    uint8_t starts, deal, caught, empty, books, end, wins;
    uint16_t limit;

    // What everybody sees.
    uint16_t turns;                 // questions asked
    uint8_t phase;                  // what happens next
    uint8_t turn;                   // whose turn it is
    uint8_t asked;                  // the rank that was asked for last
    uint8_t taken;                  // cards that have left the stock
    uint8_t wanted;                 // cards to draw before the game goes on
    uint8_t quiet;                  // seats in a row that had nothing to ask
    uint8_t out;                    // who went out first, or nobody
    uint8_t laying;                 // the rank that is looked at next, at last
    uint8_t got[DX_GOFISH_SEATS];   // cards dealt to each
    uint8_t size[DX_GOFISH_SEATS];  // of each hand
    uint8_t laid[DX_GOFISH_SEATS];  // books on the table
    uint8_t owner[DX_GOFISH_RANKS]; // of the book of a rank, or nobody
    uint8_t last[DX_GOFISH_SEATS];  // place of each seat
    uint8_t place_count;
    uint8_t seat[DX_GOFISH_CARDS]; // of each place
    uint16_t may[DX_GOFISH_CARDS]; // ranks that a drawn card may have
    int8_t offset[DX_GOFISH_SEATS][DX_GOFISH_RANKS]; // given to it - by it
    uint8_t fits[DX_GOFISH_CARDS][DX_GOFISH_RANKS];

    // What a seat sees of the cards.
    uint8_t dealt[DX_GOFISH_SEATS][DX_GOFISH_RANKS]; // zeros if it does not
    uint8_t drawn[DX_GOFISH_CARDS];  // the rank in each place that is a draw,
                                     // or DX_HOLE
    uint8_t unseen[DX_GOFISH_RANKS]; // copies that lie in no place seen here:
                                     // in the truth, those of the stock
    // Cards in each hand, as far as they lie in places seen here: of who sees
    // the hand, the number of cards in it.
    int8_t count[DX_GOFISH_SEATS][DX_GOFISH_RANKS];
} dx_gofish;

extern const dx_game dx_game_gofish;

// Cards left to draw.
static inline unsigned dx_gofish_stock(const dx_gofish *table)
{
    return (unsigned)(table->cards - table->taken);
}
// Could `seat`, whose hand is seen here, ask for the rank?
static inline bool dx_gofish_is_open(const dx_gofish *table, unsigned seat,
                                     unsigned rank)
{
    return table->count[seat][rank] > 0 &&
           table->count[seat][rank] < table->copies;
}
// Was the place dealt at the start?
static inline bool dx_gofish_is_deal(const dx_gofish *table, unsigned place)
{
    return place < table->players;
}
// The numbers of cards of a rank, as bits, that the places of a seat may hold
// with one card more, of the ranks `may`; before it they could hold `fits`.
static inline unsigned dx_gofish_one_more(unsigned fits, unsigned rank,
                                          unsigned may)
{
    unsigned with = may >> rank & 1 ? fits << 1 : 0;
    return may == 1U << rank ? with : with | fits;
}
// The places of a seat, as a set.
uint64_t dx_gofish_places_of(const dx_gofish *table, unsigned seat);
// The least number of cards of a rank that all know a seat to have, and the
// largest that it may have as far as all know.
unsigned dx_gofish_least(const dx_gofish *table, unsigned seat, unsigned rank);
unsigned dx_gofish_most(const dx_gofish *table, unsigned seat, unsigned rank);

// The word for a rank.
const char *dx_gofish_word(unsigned rank);

// The game's parts in other files of this folder.
extern const dx_places dx_gofish_places;
extern const dx_atom dx_gofish_atoms[];
extern const dx_quantity dx_gofish_quantities[];
extern const dx_domain dx_gofish_domains[];
extern const dx_words dx_gofish_words;
unsigned dx_gofish_values(const dx_rules *rules, const char *type);
void dx_gofish_say(const dx_rules *rules, const char *type, unsigned value,
                   dx_text *out);
void dx_gofish_show(const void *table, dx_text *out);
void dx_gofish_state(const dx_rules *rules, const void *table, dx_text *out);

#endif
