// The best order of the last plays, by going through all moments once.
//
// A moment is 64 bytes: who needs still what, what is new in a hand, what the
// deck has, piles, tokens, whose turn.  Its value is the best over moves of the
// average over draws, remembered by moment (an index over the states there
// are).  Moments never come back, since every move shortens the deck or the
// last round or uses a token, so the recursion ends and no value is asked for
// before it is known.  A bound on what can still be scored ends the search of a
// moment as soon as a move reaches it.  With no room for another moment the
// answer is "not known", and so is all that needed it.

#include "agents/hanabi/endgame.h"

#include "base/index.h"
#include "base/memory.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

#define NO_ROOM (-1.0)

enum { STATES_FIRST = 64 }; // a kilobyte of index: on average 26 are met

typedef struct entry {
    dx_endgame_state state;
    double value;
} entry;

struct dx_endgame {
    const dx_hanabi *rules; // only what never changes is read
    unsigned count, states_max;
    entry *at;
    dx_index index; // finds an entry by its state
};

dx_endgame *dx_endgame_new(const dx_hanabi *table, unsigned states_max)
{
    dx_endgame *e = dx_alloc(1, sizeof *e);
    e->rules = table;
    e->states_max = states_max;
    e->at = dx_alloc_raw(states_max, sizeof *e->at);
    dx_index_reserve(&e->index, STATES_FIRST);
    return e;
}

void dx_endgame_free(dx_endgame *endgame)
{
    if (endgame == NULL)
        return;
    dx_index_release(&endgame->index);
    dx_free(endgame->at);
    dx_free(endgame);
}

// Four products of two words each that do not wait for each other; the halves
// of a product together have all of its bits.
static uint64_t hash_of(const dx_endgame_state *state)
{
    uint64_t word[sizeof *state / 8], hash = 0;
    memcpy(word, state, sizeof *state);
    for (unsigned i = 0; i < sizeof word / sizeof *word; i += 2) {
        uint64_t a = word[i] ^ UINT64_C(0x9e3779b97f4a7c15) * (i + 1);
        wide product = (wide)a * (word[i + 1] ^ UINT64_C(0xbf58476d1ce4e5b9));
        hash += (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    return hash ^ hash >> 32;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned next_seat(const dx_endgame *e, unsigned seat)
{
    return seat + 1 < e->rules->players ? seat + 1 : 0;
}

// How many cards can go on the pile of a colour, with those that are `there`.
static unsigned run_of(const dx_hanabi *rules, const dx_endgame_state *s,
                       unsigned colour, uint32_t there)
{
    uint32_t colours = there & dx_hanabi_of_colour(rules, colour);
    uint32_t from = colours >> (colour * rules->ranks + s->pile[colour]);
    return (unsigned)__builtin_ctz(~from);
}

// What can be scored still: the kinds that are there, without a gap, and no
// more than there are turns with a draw, and in the last round seats with a
// card that is needed.
unsigned dx_endgame_bound(const dx_endgame *e, const dx_endgame_state *s)
{
    const dx_hanabi *rules = e->rules;
    uint32_t there = s->in_deck[0] | s->in_deck[1];
    unsigned points = 0, turns = 0;
    for (unsigned seat = 0; seat < rules->players; seat++)
        there |= s->held[seat];
    if (there == 0)
        return 0;
    for (unsigned colour = 0; colour < rules->colours; colour++)
        points += run_of(rules, s, colour, there);
    if (s->deck > 0)
        return smaller(points, s->deck + (unsigned)rules->last_turns);
    for (unsigned i = 0, seat = s->turn; i < s->turns_left; i++) {
        turns += s->held[seat] != 0;
        seat = next_seat(e, seat);
    }
    return smaller(points, turns);
}

static void end_turn(const dx_endgame *e, dx_endgame_state *s)
{
    if (s->turns_left != DX_HANABI_NOT_YET)
        s->turns_left--;
    s->turn = (uint8_t)next_seat(e, s->turn);
}

// `seat` has moved and draws `kind`, or (DX_NONE) a card that nobody needs.
static double after_draw(dx_endgame *e, dx_endgame_state s, unsigned seat,
                         unsigned kind)
{
    if (kind != DX_NONE) {
        uint32_t bit = UINT32_C(1) << kind;
        s.in_deck[1] &= ~(bit & ~s.in_deck[0]);
        s.in_deck[0] ^= bit;
        if (!(s.held[seat] & bit))
            s.fresh[seat] |= bit;
        s.held[seat] |= bit;
    }
    if (--s.deck == 0)
        s.turns_left = e->rules->last_turns;
    return dx_endgame_value(e, &s);
}

// The average over all that may be drawn.
static double draw(dx_endgame *e, const dx_endgame_state *s, unsigned seat)
{
    double sum = 0;
    unsigned others = s->deck;
    if (s->deck == 0)
        return dx_endgame_value(e, s);
    uint32_t kinds = s->in_deck[0] | s->in_deck[1];
    for (; kinds != 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctz(kinds);
        unsigned copies =
            (s->in_deck[0] >> kind & 1) + 2 * (s->in_deck[1] >> kind & 1);
        double value = after_draw(e, *s, seat, kind);
        if (value < 0)
            return NO_ROOM;
        sum += copies * value;
        others -= copies;
    }
    double value = others > 0 ? after_draw(e, *s, seat, DX_NONE) : 0;
    return value < 0 ? NO_ROOM : (sum + others * value) / s->deck;
}

static double after_play(dx_endgame *e, const dx_endgame_state *from,
                         unsigned kind)
{
    const dx_hanabi *rules = e->rules;
    dx_endgame_state s = *from;
    unsigned seat = s.turn, colour = rules->colour_of[kind];
    uint32_t others = ~(UINT32_C(1) << kind);
    for (unsigned i = 0; i < rules->players; i++) {
        s.held[i] &= others;
        s.fresh[i] &= others;
    }
    s.in_deck[0] &= others;
    s.in_deck[1] &= others;
    if (++s.pile[colour] == rules->ranks && rules->back_for_top &&
        s.tokens < rules->tokens_max)
        s.tokens++;
    end_turn(e, &s);
    double value = draw(e, &s, seat);
    return value < 0 ? NO_ROOM : 1 + value;
}

static double after_hint(dx_endgame *e, const dx_endgame_state *from)
{
    dx_endgame_state s = *from;
    for (unsigned seat = 0; seat < e->rules->players; seat++)
        if (seat != s.turn)
            s.fresh[seat] = 0;
    s.tokens--;
    end_turn(e, &s);
    return dx_endgame_value(e, &s);
}

static double after_throw(dx_endgame *e, const dx_endgame_state *from)
{
    dx_endgame_state s = *from;
    unsigned seat = s.turn;
    s.tokens++;
    end_turn(e, &s);
    return draw(e, &s, seat);
}

// In the last round whoever has nothing to play or to tell throws away any
// card, which wins a token.
static double after_pass(dx_endgame *e, const dx_endgame_state *from)
{
    dx_endgame_state s = *from;
    s.tokens = (uint8_t)(s.tokens + (s.tokens < e->rules->tokens_max));
    end_turn(e, &s);
    return dx_endgame_value(e, &s);
}

// Are there a token to win and a card that nobody needs?
static bool may_throw(const dx_endgame *e, const dx_endgame_state *s)
{
    unsigned needed = (unsigned)__builtin_popcount(s->held[s->turn]);
    return s->tokens < e->rules->tokens_max && needed < e->rules->hand_size;
}

// The kinds that the seat to move knows and can play.
static uint32_t plays(const dx_endgame *e, const dx_endgame_state *s)
{
    uint32_t next = 0;
    for (unsigned colour = 0; colour < e->rules->colours; colour++)
        if (s->pile[colour] < e->rules->ranks)
            next |= UINT32_C(1)
                    << dx_hanabi_kind(e->rules, colour, s->pile[colour]);
    return next & s->held[s->turn] & ~s->fresh[s->turn];
}

// The better of two; one that is not known makes the result unknown.
static double better(double best, double value)
{
    return best < 0 || value < 0 ? NO_ROOM : value > best ? value : best;
}

// All moves, until one is as good as can be.
static double best_of(dx_endgame *e, const dx_endgame_state *s, unsigned bound)
{
    double most = bound - 1e-9, best = 0;
    for (uint32_t kinds = plays(e, s); kinds != 0 && best >= 0 && best < most;
         kinds &= kinds - 1)
        best = better(best, after_play(e, s, (unsigned)__builtin_ctz(kinds)));
    bool go_on = best >= 0 && best < most;
    if (go_on && s->tokens > 0) {
        best = better(best, after_hint(e, s));
        go_on = best >= 0 && best < most;
    }
    if (go_on && s->deck == 0)
        return better(best, after_pass(e, s));
    return go_on && may_throw(e, s) ? better(best, after_throw(e, s)) : best;
}

double dx_endgame_value(dx_endgame *e, const dx_endgame_state *s)
{
    unsigned bound = dx_endgame_bound(e, s);
    if (bound == 0)
        return 0;
    uint64_t hash = hash_of(s);
    dx_probe probe = dx_index_probe(&e->index, hash);
    for (uint32_t i; (i = dx_probe_next(&probe)) != DX_INDEX_NONE;)
        if (memcmp(&e->at[i].state, s, sizeof *s) == 0)
            return e->at[i].value;
    if (e->count == e->states_max)
        return NO_ROOM;
    // Every moment comes later than those it was reached from, so it cannot
    // be asked for again before its value is known.
    unsigned i = e->count++;
    e->at[i].state = *s;
    e->at[i].value = best_of(e, s, bound);
    dx_index_add(&e->index, hash, i);
    return e->at[i].value;
}

double dx_endgame_value_of(dx_endgame *e, const dx_endgame_state *s,
                           const dx_hand *hands, dx_event move)
{
    if (move.verb == DX_HANABI_HINT)
        return after_hint(e, s);
    unsigned kind = hands[s->turn][move.arg[0]];
    if (move.verb == DX_HANABI_PLAY)
        return plays(e, s) >> kind & 1 ? after_play(e, s, kind) : 0;
    if ((s->held[s->turn] >> kind & 1) || s->tokens == e->rules->tokens_max)
        return 0;
    return s->deck > 0 ? after_throw(e, s) : after_pass(e, s);
}

static void count_deck(const dx_public *common, const dx_hand *hands,
                       dx_copies *out)
{
    const dx_hanabi *t = &common->table;
    *out = common->unseen;
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            dx_copies_take(out, hands[seat][slot]);
}

static void sort_hand(const dx_public *common, const uint8_t *hand,
                      unsigned seat, dx_endgame_state *out)
{
    const dx_hand_sets *sets = &common->hand[seat];
    for (unsigned slot = 0; slot < sets->size; slot++) {
        uint32_t bit = UINT32_C(1) << hand[slot], could = sets->could[slot];
        if (common->dead & bit)
            continue;
        bool is_known =
            dx_is_single(could) || dx_is_within(could, common->playable);
        if (is_known)
            out->fresh[seat] &= ~bit;
        else if (!(out->held[seat] & bit))
            out->fresh[seat] |= bit;
        out->held[seat] |= bit;
    }
}

bool dx_endgame_state_of(const dx_public *common, const dx_hand *hands,
                         dx_endgame_state *out)
{
    const dx_hanabi *t = &common->table;
    dx_copies deck;
    *out = (dx_endgame_state){.tokens = t->tokens,
                              .turn = t->turn,
                              .deck = t->deck,
                              .turns_left = t->turns_left};
    memcpy(out->pile, t->pile, sizeof out->pile);
    for (unsigned seat = 0; seat < t->players; seat++)
        sort_hand(common, hands[seat], seat, out);
    count_deck(common, hands, &deck);
    out->in_deck[0] = deck.digit[0] & ~common->dead;
    out->in_deck[1] = deck.digit[1] & ~common->dead;
    return dx_is_within(deck.digit[2], common->dead);
}
