// The questions behind a number.
//
// `ask` finds the next question for a hand from public knowledge: what to do,
// another card to play, what a card is; each has as many answers as the budget
// allows.  Whoever sees the hand answers and adds a digit (dx_hat_number);
// whoever is told the number takes the digits off again and draws the same
// conclusions (dx_hat_learn).  Both apply the answer to the same sets before
// the next question, so they never ask different ones; the budget that is left
// after a digit is how many numbers still begin with the digits so far, and
// questions end when it is one.

#include "agents/hanabi/hats.h"

#include <string.h>

enum { ITEMS_MAX = 2 * DX_HANABI_SLOTS, ANSWERS_MAX = 32 };

// Either "which of these slots is the first to have a card of its set?", with
// count + 1 answers, or "which of these sets has the card of slot[0]?".
typedef struct question {
    bool splits;
    unsigned count, answers;
    uint8_t slot[ITEMS_MAX];
    uint32_t set[ANSWERS_MAX];
} question;

static unsigned answer_of(const question *q, const uint8_t *hand)
{
    unsigned i = 0;
    while (i < q->count &&
           !(q->set[i] >> hand[q->splits ? q->slot[0] : q->slot[i]] & 1))
        i++;
    return i < q->answers ? i : q->answers - 1;
}

static void apply(const question *q, unsigned answer, dx_hand_sets *hand)
{
    if (q->splits) {
        hand->could[q->slot[0]] &= q->set[answer];
        return;
    }
    for (unsigned i = 0; i < answer; i++)
        hand->could[q->slot[i]] &= ~q->set[i];
    if (answer < q->count)
        hand->could[q->slot[answer]] &= q->set[answer];
}

typedef struct item {
    double chance;
    unsigned slot;
    uint32_t set;
} item;

// Slots of which it is open whether they have one of `kinds`, rarest first:
// a yes that comes late also says no to what is before it.
static unsigned open_slots(const dx_public *common, const dx_hand_sets *hand,
                           uint32_t kinds, item *out)
{
    unsigned count = 0;
    for (unsigned slot = 0; slot < hand->size; slot++) {
        uint32_t could = hand->could[slot];
        if ((could & kinds) == 0 || dx_is_within(could, kinds))
            continue;
        double chance = (double)dx_copies_in(&common->pool, could & kinds) /
                        dx_copies_in(&common->pool, could);
        unsigned at = count++;
        for (; at > 0 && out[at - 1].chance > chance; at--)
            out[at] = out[at - 1];
        out[at] = (item){chance, slot, kinds};
    }
    return count;
}

static void add_items(question *q, const item *items, unsigned count,
                      unsigned room)
{
    if (count > room) { // keep the likeliest
        items += count - room;
        count = room;
    }
    for (unsigned i = 0; i < count; i++) {
        q->slot[q->count] = (uint8_t)items[i].slot;
        q->set[q->count++] = items[i].set;
    }
}

static bool is_pair(const dx_public *common)
{
    return common->table.players == 2;
}

// With two players there is room, where few slots may be playable, to warn of
// a last copy that would be the next to go.
static void add_warning(const dx_public *common, const dx_hand_sets *hand,
                        unsigned budget, question *q)
{
    if (!is_pair(common) || budget < 4 || q->count > 2 || hand->size == 0)
        return;
    unsigned chop = dx_hand_sets_chop(hand, common);
    uint32_t could = hand->could[chop];
    if ((could & common->critical) == 0 ||
        dx_is_within(could, common->critical))
        return;
    q->slot[q->count] = (uint8_t)chop;
    q->set[q->count++] = common->critical;
}

// Which slot can be played?  And, if none, which is dead?
static bool ask_what_to_do(const dx_public *common, const dx_hand_sets *hand,
                           unsigned budget, question *q)
{
    item items[DX_HANABI_SLOTS];
    if (dx_hand_sets_knows(hand, common->playable))
        return false;
    unsigned count = open_slots(common, hand, common->playable, items);
    add_items(q, items, count, budget - 1);
    add_warning(common, hand, budget, q);
    if (!dx_hand_sets_knows(hand, common->dead)) {
        count = open_slots(common, hand, common->dead, items);
        add_items(q, items, count, budget - 1 - q->count);
    }
    q->answers = q->count + 1;
    return q->count > 0;
}

// A slot that may well be playable, though another is known to be.
static bool ask_for_another(const dx_public *common, const dx_hand_sets *hand,
                            question *q)
{
    item items[DX_HANABI_SLOTS];
    unsigned count = open_slots(common, hand, common->playable, items);
    double nearest = is_pair(common) ? 0.5 : 0.2;
    for (unsigned i = 0; i < count; i++) {
        double off = items[i].chance - 0.7;
        off = off < 0 ? -off : off;
        if (off < nearest) {
            nearest = off;
            q->slot[0] = (uint8_t)items[i].slot;
            q->set[0] = items[i].set;
            q->count = 1;
        }
    }
    q->answers = q->count + 1;
    return q->count > 0;
}

// The slot that is least likely dead and not known: which card is it?
static bool ask_what_it_is(const dx_public *common, const dx_hand_sets *hand,
                           unsigned budget, question *q)
{
    double least = 1;
    unsigned target = hand->size;
    for (unsigned slot = 0; slot < hand->size; slot++) {
        uint32_t could = hand->could[slot];
        if (dx_is_single(could))
            continue;
        double chance =
            (double)dx_copies_in(&common->pool, could & common->dead) /
            dx_copies_in(&common->pool, could);
        if (chance < least) {
            least = chance;
            target = slot;
        }
    }
    if (target == hand->size)
        return false;
    q->slot[0] = (uint8_t)target;
    uint32_t could = hand->could[target];
    uint32_t dead = could & common->dead, live = could & ~dead;
    unsigned first = dead != 0, kinds = (unsigned)__builtin_popcount(live);
    q->splits = true;
    q->answers = first + kinds < budget ? first + kinds : budget;
    q->answers = q->answers < ANSWERS_MAX ? q->answers : ANSWERS_MAX;
    q->count = q->answers;
    memset(q->set, 0, sizeof q->set);
    q->set[0] = dead;
    for (unsigned i = 0; live != 0; live &= live - 1, i++)
        q->set[first + i % (q->answers - first)] |= live & -live;
    return true;
}

static bool ask(const dx_public *common, const dx_hand_sets *hand,
                unsigned budget, question *q)
{
    q->splits = false;
    q->count = 0;
    return budget > 1 && (ask_what_to_do(common, hand, budget, q) ||
                          ask_for_another(common, hand, q) ||
                          ask_what_it_is(common, hand, budget, q));
}

// The digit for an answer, and the answer for a digit.  Low digits leave more
// room for what is asked next.  With two players, where room is scarce, they
// go to the answers "no" and "rather late".
static unsigned digit_of(const dx_public *common, const question *q,
                         unsigned answer)
{
    return is_pair(common) ? q->answers - 1 - answer : answer;
}

// How many numbers below `budget` go on after a digit of so many answers.
static unsigned budget_after(unsigned budget, unsigned digit, unsigned answers)
{
    return (budget - digit + answers - 1) / answers;
}

unsigned dx_hat_number(const dx_public *common, unsigned seat,
                       const uint8_t *hand, unsigned modulus, dx_hand_sets *out)
{
    dx_hand_sets sets = common->hand[seat];
    unsigned number = 0, place = 1, budget = modulus;
    question q;
    while (ask(common, &sets, budget, &q)) {
        unsigned answer = answer_of(&q, hand);
        unsigned digit = digit_of(common, &q, answer);
        number += digit * place;
        place *= q.answers;
        budget = budget_after(budget, digit, q.answers);
        apply(&q, answer, &sets);
    }
    if (out != NULL)
        *out = sets;
    return number;
}

void dx_hat_learn(const dx_public *common, unsigned seat, unsigned number,
                  unsigned modulus, dx_hand_sets *out)
{
    *out = common->hand[seat];
    unsigned budget = modulus;
    question q;
    while (ask(common, out, budget, &q)) {
        unsigned digit = number % q.answers;
        number /= q.answers;
        budget = budget_after(budget, digit, q.answers);
        apply(&q, digit_of(common, &q, digit), out);
    }
}
