// What moves say between two, in both directions: what may be said (duty,
// may_play, throws, hints) and what is heard (note).
//
// Both sides are computed from the public table alone, so giver and hearer
// agree on what a move asserts; `hear` is the only place where the table
// learns, and dx_pair_is_true runs it and looks whether the true hand is still
// allowed.  Where an assertion would leave a slot no kind at all it is ignored
// (lose, keep): somebody did not play by the convention, and the literal
// knowledge must survive that.

#include "agents/hanabi/pair_talk.h"

#include "agents/hanabi/hats.h"

// A throw instead of a play is for the middle of the game: with so few cards
// left in the deck turns are dearer than tokens.
enum { SYMBOLS = 4, NO_SYMBOL = SYMBOLS, DECK_FOR_THROWS = 5 };

static unsigned partner_of(unsigned seat)
{
    return 1 - seat;
}

// Slots that are no last copy and no card to play, as far as all can tell.
static unsigned spare_slots(const dx_public *common, unsigned seat)
{
    const dx_hand_sets *hand = &common->hand[seat];
    return dx_hand_sets_sure(hand, ~common->critical) &
           ~dx_hand_sets_sure(hand, common->playable);
}

// Is the next throw of `seat` worth a word?  Not if it will play instead, and
// not if it knows all there is to know.
static bool chop_matters(const dx_public *common, unsigned seat)
{
    return common->hand[seat].size > 0 && dx_public_is_idle(common, seat) &&
           !dx_is_within(common->hand[seat].could[dx_public_chop(common, seat)],
                         common->critical);
}

// Would a hint about the chop of `seat` save a card?  If the chop is all that
// could go, and the hint takes the last token, another last copy goes.
static bool hint_can_save(const dx_public *common, unsigned seat)
{
    unsigned kept = dx_hand_sets_sure(&common->hand[seat], common->critical);
    unsigned open =
        common->hand[seat].size - (unsigned)__builtin_popcount(kept);
    return common->table.tokens > 1 || open > 1;
}

// Has `giver` publicly a card to throw rather than play another?
static bool can_throw_first(const dx_public *common, unsigned giver)
{
    return common->table.tokens == 0 && common->table.deck > DECK_FOR_THROWS &&
           spare_slots(common, giver) != 0;
}

// Could `giver` do something about the partner's chop instead of playing?
static bool can_save(const dx_public *common, unsigned giver)
{
    return common->table.tokens > 0 ? hint_can_save(common, partner_of(giver))
                                    : can_throw_first(common, giver);
}

// Would the giver's partner next throw away a last copy, without knowing?
static bool chop_is_at_risk(const dx_public *common, const dx_hand *hands,
                            unsigned giver)
{
    unsigned to = partner_of(giver);
    return chop_matters(common, to) &&
           (common->critical >> hands[to][dx_public_chop(common, to)] & 1);
}

dx_pair_duty dx_pair_duty_of(const dx_public *common, const dx_hand *hands,
                             unsigned giver)
{
    unsigned to = partner_of(giver);
    unsigned tokens = common->table.tokens;
    if (!dx_pair_may_play(common, hands, giver))
        return tokens > 0 ? DX_PAIR_HINT : DX_PAIR_THROW;
    if (tokens > 0 && dx_public_is_idle(common, to) &&
        dx_slots_with(&common->table, hands[to], to, common->playable) != 0)
        return DX_PAIR_HINT;
    return DX_PAIR_FREE;
}

bool dx_pair_may_play(const dx_public *common, const dx_hand *hands,
                      unsigned giver)
{
    return !can_save(common, giver) || !chop_is_at_risk(common, hands, giver);
}

bool dx_pair_may_throw(const dx_public *common, unsigned giver)
{
    return dx_public_is_idle(common, giver) ||
           !can_throw_first(common, giver) ||
           !chop_matters(common, partner_of(giver));
}

static void lose(uint32_t *could, uint32_t kinds)
{
    if (!dx_is_within(*could, kinds))
        *could &= ~kinds;
}

static void keep(uint32_t *could, uint32_t kinds)
{
    if ((*could & kinds) != 0)
        *could &= kinds;
}

// The partner's chop would have been saved if need be, so there is no need.
static void hear_safety(dx_public *common, unsigned giver, unsigned chop)
{
    if (can_save(common, giver))
        lose(&common->hand[partner_of(giver)].could[chop], common->critical);
}

static void hear_play(dx_public *common, unsigned giver)
{
    unsigned to = partner_of(giver);
    if (chop_matters(common, to))
        hear_safety(common, giver, dx_public_chop(common, to));
}

static void hear_throw(dx_public *common, unsigned giver)
{
    unsigned to = partner_of(giver);
    dx_hand_sets *hand = &common->hand[to];
    if (hand->size == 0 || !dx_public_is_idle(common, to))
        return;
    unsigned chop = dx_public_chop(common, to);
    if (!dx_pair_may_throw(common, giver))
        keep(&hand->could[chop], common->critical);
    if (common->table.tokens == 0)
        return;
    hear_safety(common, giver, chop);
    for (unsigned slot = 0; slot < hand->size; slot++)
        lose(&hand->could[slot], common->playable);
}

// The slots whose choice is a number: publicly dead ones, or else spare ones.
static unsigned spelling_slots(const dx_public *common, unsigned giver)
{
    unsigned dead = dx_hand_sets_sure(&common->hand[giver], common->dead);
    return dead != 0 ? dead : spare_slots(common, giver);
}

static void hear_slot(dx_public *common, unsigned slots, unsigned slot,
                      unsigned to)
{
    unsigned choices = (unsigned)__builtin_popcount(slots);
    unsigned below = slots & ((1U << slot) - 1);
    dx_hand_sets learned;
    if (choices < 2 || !(slots >> slot & 1))
        return;
    dx_hat_learn(common, to, (unsigned)__builtin_popcount(below), choices,
                 &learned);
    common->hand[to] = learned;
}

unsigned dx_pair_throws(const dx_public *common, const dx_hand *hands,
                        unsigned giver)
{
    unsigned to = partner_of(giver);
    unsigned all = (1U << common->hand[giver].size) - 1;
    unsigned slots = spelling_slots(common, giver), left = slots;
    if (dx_is_single(slots))
        return all;
    dx_public after = *common;
    hear_throw(&after, giver);
    unsigned number = dx_hat_number(&after, to, hands[to],
                                    (unsigned)__builtin_popcount(slots), NULL);
    for (; number > 0; number--)
        left &= left - 1;
    return (all & ~slots) | (left & -left);
}

// The least known slot that may still matter.
static unsigned marker_of(const dx_public *common, const dx_hand_sets *hand)
{
    unsigned best = 0, most = 0;
    for (unsigned slot = 0; slot < hand->size; slot++) {
        uint32_t could = hand->could[slot];
        if (dx_is_single(could) || dx_is_within(could, common->dead))
            continue;
        unsigned weight = dx_copies_in(&common->pool, could);
        if (weight > most) {
            most = weight;
            best = slot;
        }
    }
    return best;
}

// One card has a rank and a colour, and no hint can miss it.
static unsigned symbols_of(const dx_hand_sets *hand)
{
    return hand->size > 1 ? SYMBOLS : 2;
}

// The hints that miss the marker, of which there are more, are for the
// highest numbers, which are those of hands with a likely card to play; ranks
// for the highest of all, since they tell fives.
static unsigned symbol_of(const dx_hanabi *table, const dx_hand_sets *hand,
                          unsigned marker, unsigned clue, unsigned slots)
{
    unsigned is_colour = clue < table->colours;
    if (hand->size == 1)
        return is_colour;
    if (slots == (1U << hand->size) - 1)
        return NO_SYMBOL;
    return slots >> marker & 1 ? is_colour : 3 - is_colour;
}

unsigned dx_pair_hints(const dx_public *common, const dx_hand *hands,
                       unsigned giver, dx_event *out)
{
    unsigned to = partner_of(giver), count = 0;
    const dx_hanabi *t = &common->table;
    const dx_hand_sets *hand = &common->hand[to];
    if (hand->size == 0)
        return 0;
    unsigned marker = marker_of(common, hand);
    unsigned number =
        dx_hat_number(common, to, hands[to], symbols_of(hand), NULL);
    dx_event hint = dx_with(dx_event_new(DX_HANABI_HINT, giver), 0, to);
    for (unsigned clue = 0; clue < t->colours + t->ranks; clue++) {
        unsigned slots = dx_slots_with(t, hands[to], to, t->of_clue[clue]);
        unsigned symbol = symbol_of(t, hand, marker, clue, slots);
        if (slots != 0 && (symbol == number || symbol == NO_SYMBOL))
            out[count++] = dx_with(hint, 1, clue);
    }
    return count;
}

static void hear_hint(dx_public *common, dx_event event)
{
    unsigned to = event.arg[0];
    dx_hand_sets *hand = &common->hand[to], learned;
    if (hand->size == 0)
        return;
    unsigned symbol = symbol_of(&common->table, hand, marker_of(common, hand),
                                event.arg[1], event.arg[2]);
    if (symbol == NO_SYMBOL)
        return;
    dx_hat_learn(common, to, symbol, symbols_of(hand), &learned);
    *hand = learned;
}

// What an event says, before it has happened.
static void hear(dx_public *common, dx_event event)
{
    if (event.verb == DX_HANABI_PLAY)
        hear_play(common, event.who);
    if (event.verb == DX_HANABI_THROW) {
        unsigned slots = spelling_slots(common, event.who);
        hear_throw(common, event.who);
        hear_slot(common, slots, event.arg[0], partner_of(event.who));
    }
    if (event.verb == DX_HANABI_HINT)
        hear_hint(common, event);
}

void dx_pair_note(dx_public *common, dx_event event, const dx_hand *hands,
                  unsigned seat)
{
    (void)hands, (void)seat; // a number is for one partner: nothing to subtract
    hear(common, event);
    dx_public_fold(common, event);
}

bool dx_pair_is_true(const dx_public *common, const dx_hand *hands,
                     dx_event move)
{
    unsigned to = partner_of(move.who), size = common->table.size[to];
    dx_public after = *common;
    if (move.verb == DX_HANABI_HINT)
        move = dx_with(move, 2,
                       dx_slots_with(&common->table, hands[to], to,
                                     common->table.of_clue[move.arg[1]]));
    hear(&after, move);
    for (unsigned slot = 0; slot < size; slot++)
        if (!(after.hand[to].could[slot] >> hands[to][slot] & 1))
            return false;
    return true;
}
