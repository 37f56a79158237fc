// The three channels of `info`: hints, discards among dead cards, and silence,
// each said and heard.
//
// A sum of hat numbers, modulo the size of the alphabet or the number of dead
// cards, tells every other seat its own number: it subtracts those that it sees
// (hear_sum).  The giver learns nothing, and a bystander, who sees all hands,
// has nothing to find out but what the seats now know.  Silence takes the kinds
// that would have been worth a hint out of the next hands, unless that would
// leave nothing.

#include "agents/hanabi/convention.h"

#include "agents/hanabi/alphabet.h"
#include "agents/hanabi/hats.h"

// The partners whose turn comes soon enough that silence is about them.
static unsigned reach(const dx_public *common)
{
    return common->table.players == 5 ? 2 : 1;
}

// With two players a hint is also due if the partner is about to throw away a
// last copy.
static bool guards_chop(const dx_public *common)
{
    return common->table.players == 2;
}

static bool chop_counts(const dx_public *common, unsigned seat)
{
    return guards_chop(common) && dx_public_is_idle(common, seat);
}

bool dx_convention_is_due(const dx_public *common, const dx_hand *hands,
                          unsigned giver)
{
    for (unsigned step = 1; step <= reach(common); step++) {
        unsigned seat = (giver + step) % common->table.players;
        if (dx_public_is_idle(common, seat) &&
            dx_slots_with(&common->table, hands[seat], seat,
                          common->playable) != 0)
            return true;
        if (common->table.size[seat] > 0 && chop_counts(common, seat) &&
            common->critical >> hands[seat][dx_public_chop(common, seat)] & 1)
            return true;
    }
    return false;
}

static void lose(uint32_t *could, uint32_t kinds)
{
    if (!dx_is_within(*could, kinds))
        *could &= ~kinds;
}

static void hear_silence(dx_public *common, unsigned giver)
{
    for (unsigned step = 1; step <= reach(common); step++) {
        unsigned seat = (giver + step) % common->table.players;
        dx_hand_sets *hand = &common->hand[seat];
        if (hand->size == 0)
            continue;
        unsigned chop = dx_public_chop(common, seat);
        bool guarded = chop_counts(common, seat);
        if (dx_public_is_idle(common, seat))
            for (unsigned slot = 0; slot < hand->size; slot++)
                lose(&hand->could[slot], common->playable);
        if (guarded)
            lose(&hand->could[chop], common->critical);
    }
}

unsigned dx_convention_sum(const dx_public *common, const dx_hand *hands,
                           unsigned giver, unsigned modulus, dx_hand_sets *out)
{
    unsigned sum = 0;
    for (unsigned seat = 0; seat < common->table.players; seat++)
        if (seat != giver)
            sum += dx_hat_number(common, seat, hands[seat], modulus,
                                 out != NULL ? &out[seat] : NULL);
    return sum % modulus;
}

// Everybody but the giver learns the own number.
static void hear_sum(dx_public *common, const dx_hand *hands, unsigned giver,
                     unsigned sum, unsigned modulus, unsigned viewer)
{
    dx_hand_sets learned[DX_HANABI_SEATS];
    for (unsigned seat = 0; seat < common->table.players; seat++)
        if (seat != giver && seat != viewer)
            sum += modulus - dx_hat_number(common, seat, hands[seat], modulus,
                                           &learned[seat]);
    if (viewer != giver && viewer < common->table.players)
        dx_hat_learn(common, viewer, sum % modulus, modulus, &learned[viewer]);
    for (unsigned seat = 0; seat < common->table.players; seat++)
        if (seat != giver)
            common->hand[seat] = learned[seat];
}

static void hear_discard(dx_public *common, dx_event event,
                         const dx_hand *hands, unsigned viewer)
{
    unsigned giver = event.who, slot = event.arg[0];
    unsigned dead = dx_hand_sets_sure(&common->hand[giver], common->dead);
    unsigned choices = (unsigned)__builtin_popcount(dead);
    if (common->table.tokens > 0)
        hear_silence(common, giver);
    if (choices > 1 && (dead >> slot & 1)) {
        unsigned below = dead & ((1U << slot) - 1);
        hear_sum(common, hands, giver, (unsigned)__builtin_popcount(below),
                 choices, viewer);
    }
}

unsigned dx_convention_spell_slot(const dx_public *common, const dx_hand *hands,
                                  unsigned giver, unsigned dead)
{
    dx_public after = *common;
    unsigned choices = (unsigned)__builtin_popcount(dead);
    if (common->table.tokens > 0)
        hear_silence(&after, giver);
    unsigned sum = dx_convention_sum(&after, hands, giver, choices, NULL);
    for (; sum > 0; sum--)
        dead &= dead - 1;
    return (unsigned)__builtin_ctz(dead);
}

static bool is_true_discard(const dx_public *common, const dx_hand *hands,
                            dx_event move)
{
    unsigned giver = move.who, slot = move.arg[0];
    unsigned dead = dx_hand_sets_sure(&common->hand[giver], common->dead);
    if (common->table.tokens > 0 && dx_convention_is_due(common, hands, giver))
        return false;
    return dx_is_single(dead) || !(dead >> slot & 1) ||
           slot == dx_convention_spell_slot(common, hands, giver, dead);
}

bool dx_convention_is_true(const dx_public *common, const dx_hand *hands,
                           dx_event move)
{
    if (move.verb == DX_HANABI_THROW)
        return is_true_discard(common, hands, move);
    if (move.verb != DX_HANABI_HINT)
        return true;
    dx_alphabet alphabet = dx_alphabet_of(common, move.who);
    dx_event hints[DX_HANABI_CLUES];
    if (alphabet.size == 0)
        return true;
    unsigned count = dx_alphabet_spell(
        &alphabet, &common->table, hands,
        dx_convention_sum(common, hands, move.who, alphabet.size, NULL), hints);
    for (unsigned i = 0; i < count; i++)
        if (dx_event_same(hints[i], move))
            return true;
    return false;
}

void dx_convention_note(dx_public *common, dx_event event, const dx_hand *hands,
                        unsigned seat)
{
    if (event.verb == DX_HANABI_THROW)
        hear_discard(common, event, hands, seat);
    if (event.verb == DX_HANABI_HINT) {
        dx_alphabet alphabet = dx_alphabet_of(common, event.who);
        if (alphabet.size > 0) // 0: nobody else has a card
            hear_sum(common, hands, event.who,
                     dx_alphabet_read(&alphabet, &common->table, event),
                     alphabet.size, seat);
    }
    dx_public_fold(common, event);
}
