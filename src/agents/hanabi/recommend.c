// The recommendation strategy (Cox et al., "How to make the perfect fireworks
// display", 2015), made for five players.
//
// Every hand has a number that says what to do with it: play this slot, or
// discard that one.  A hint spells the sum of the other hands' numbers, modulo
// twice the number of partners: which partner, and rank or colour.  Each
// partner takes away the numbers it sees and is left with its own.
//
// With five players the eight numbers are the four slots to play and the four
// to discard.  With fewer there are fewer numbers, and the younger slots are
// never recommended.
//
// Advice to play grows doubtful with every card that goes onto a pile after
// it, as in the authors' own program; a misplay changes nothing that is
// playable and does not count.

#include "agents/hanabi/recommend.h"

#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/mover.h"

#include <assert.h>

static unsigned modulus_of(const dx_public *common)
{
    assert(common->table.players > 1);
    return 2 * (common->table.players - 1U);
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned youngest(unsigned size)
{
    return size > 0 ? size - 1 : 0;
}

// Numbers below this one are slots to play, the others slots to discard.
static unsigned plays_of(const dx_public *common)
{
    return smaller((modulus_of(common) + 1) / 2, common->table.hand_size);
}

// Among slots below `room` the one with a card of `kinds` and the highest
// (or lowest) rank; room if there is none.
static unsigned find(const dx_public *common, const uint8_t *hand,
                     unsigned room, uint32_t kinds, bool highest)
{
    const dx_hanabi *t = &common->table;
    unsigned best = room;
    for (unsigned slot = 0; slot < room; slot++) {
        if (!(kinds >> hand[slot] & 1))
            continue;
        unsigned rank = t->rank_of[hand[slot]];
        if (best == room || (highest ? rank > t->rank_of[hand[best]]
                                     : rank < t->rank_of[hand[best]]))
            best = slot;
    }
    return best;
}

// What to do with a hand: a five that fits, else the lowest card that does;
// else throw away the highest dead card, else the highest that is not the last
// of its kind, else the youngest.
static unsigned number_of(const dx_public *common, const uint8_t *hand,
                          unsigned size)
{
    const dx_hanabi *t = &common->table;
    unsigned plays = plays_of(common), room = smaller(size, plays);
    uint32_t top = dx_hanabi_of_rank(t, t->ranks - 1U);
    unsigned slot = find(common, hand, room, common->playable & top, true);
    if (slot == room)
        slot = find(common, hand, room, common->playable, false);
    if (slot < room)
        return slot;
    room = smaller(size, modulus_of(common) - plays);
    slot = find(common, hand, room, common->dead, true);
    if (slot == room)
        slot = find(common, hand, room, ~common->critical, true);
    return plays + (slot < room ? slot : youngest(room));
}

static unsigned symbol_of(const dx_public *common, dx_event hint)
{
    const dx_hanabi *t = &common->table;
    unsigned step =
        (hint.arg[0] + 2U * t->players - hint.who - 1U) % t->players;
    return 2 * step + (hint.arg[1] < t->colours);
}

static void hear_hint(dx_public *common, dx_event event, const dx_hand *hands,
                      unsigned viewer)
{
    const dx_hanabi *t = &common->table;
    unsigned modulus = modulus_of(common), rest = symbol_of(common, event);
    for (unsigned seat = 0; seat < t->players; seat++)
        if (seat != event.who && seat != viewer) {
            unsigned number = number_of(common, hands[seat], t->size[seat]);
            common->advice[seat] = (uint8_t)number;
            rest += modulus - number;
        }
    if (viewer != event.who && viewer < t->players)
        common->advice[viewer] = (uint8_t)(rest % modulus);
    for (unsigned seat = 0; seat < t->players; seat++)
        if (seat != event.who)
            common->played[seat] = 0;
}

// A slot that was recommended for play is playable now.
static void believe(dx_public *common, unsigned giver)
{
    for (unsigned seat = 0; seat < common->table.players; seat++) {
        unsigned slot = common->advice[seat];
        dx_hand_sets *hand = &common->hand[seat];
        if (seat != giver && slot < plays_of(common) && slot < hand->size &&
            (hand->could[slot] & common->playable) != 0)
            hand->could[slot] &= common->playable;
    }
}

static void note(dx_public *common, dx_event event, const dx_hand *hands,
                 unsigned seat)
{
    if (event.verb == DX_HANABI_HINT) {
        hear_hint(common, event, hands, seat);
        believe(common, event.who);
    }
    if (event.verb == DX_HANABI_PLAY && event.arg[2])
        for (unsigned other = 0; other < DX_HANABI_SEATS; other++)
            common->played[other]++;
    if (dx_hanabi_leaves(event))
        common->advice[event.who] = DX_NONE; // its slots have moved
    dx_public_fold(common, event);
}

// All hints that spell the right sum: one partner, all its ranks or colours.
static unsigned spell(const dx_public *common, const dx_hand *hands,
                      unsigned giver, dx_event *out)
{
    const dx_hanabi *t = &common->table;
    unsigned sum = 0, count = 0, clues = 0, modulus = modulus_of(common);
    assert(modulus > 0);
    for (unsigned seat = 0; seat < t->players; seat++)
        if (seat != giver)
            sum += number_of(common, hands[seat], t->size[seat]);
    sum %= modulus;
    unsigned to = (giver + 1 + sum / 2) % t->players;
    for (unsigned slot = 0; slot < t->size[to]; slot++)
        clues |= t->clues_of[hands[to][slot]];
    unsigned colours = (1U << t->colours) - 1;
    clues &= sum % 2 ? colours : ~colours;
    dx_event hint = dx_with(dx_event_new(DX_HANABI_HINT, giver), 0, to);
    for (; clues != 0; clues &= clues - 1)
        out[count++] = dx_with(hint, 1, (unsigned)__builtin_ctz(clues));
    return count;
}

static dx_event act(unsigned verb, unsigned seat, unsigned slot)
{
    return dx_with(dx_event_new(verb, seat), 0, slot);
}

static dx_event move(const dx_public *common, const dx_hand *hands,
                     unsigned seat, dx_thought *thought)
{
    const dx_hanabi *t = &common->table;
    dx_event hints[DX_HANABI_CLUES];
    unsigned advice = common->advice[seat], plays = plays_of(common);
    unsigned played = common->played[seat];
    bool to_play = advice < plays && advice < t->size[seat];
    bool to_throw =
        advice != DX_NONE && advice >= plays && advice - plays < t->size[seat];
    dx_reason_formula formula;
    if (to_play && (played == 0 || (played == 1 && t->lives > 1))) {
        dx_event play = act(DX_HANABI_PLAY, seat, advice);
        dx_thought_say(
            thought, "advised to play",
            played > 0 ? "lives > 1"
                       : dx_open_formula(thought, t, play, &formula),
            "card %u was recommended, and %u card%s been played since",
            advice + 1, played, played == 1 ? " has" : "s have");
        return play;
    }
    if (t->tokens > 0 && spell(common, hands, seat, hints) > 0) {
        dx_thought_say(thought, "advise", "tokens > 0",
                       "a hint that tells every partner what to do");
        return hints[0];
    }
    unsigned slot = to_throw ? advice - plays : youngest(t->size[seat]);
    bool full = t->tokens == t->tokens_max && !t->throw_when_full;
    dx_event last = act(full ? DX_HANABI_PLAY : DX_HANABI_THROW, seat, slot);
    dx_thought_say(
        thought, full ? "play for want of better" : "discard",
        dx_open_formula(thought, t, last, &formula), "card %u%s", slot + 1,
        to_throw ? " was recommended" : " goes, as there is nothing better");
    return last;
}

// Only hints say anything.
static unsigned truthful(const dx_public *common, const dx_hand *hands,
                         unsigned seat, dx_event *out)
{
    const dx_hanabi *t = &common->table;
    dx_mover m = dx_mover_of(common, hands, seat);
    unsigned count = 0;
    for (unsigned slot = 0; slot < m.own.size; slot++) {
        if (dx_mover_chance(&m, slot, common->playable) > 0.3)
            out[count++] = act(DX_HANABI_PLAY, seat, slot);
        if (t->tokens < t->tokens_max || t->throw_when_full)
            out[count++] = act(DX_HANABI_THROW, seat, slot);
    }
    return t->tokens > 0 ? count + spell(common, hands, seat, out + count)
                         : count;
}

const dx_blueprint dx_blueprint_recommend = {note, move, truthful};

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    (void)self;
    dx_blueprint_begin(&dx_blueprint_recommend, memory, view);
}

const dx_agent dx_agent_recommend = {
    .name = "recommend",
    .help = "hats: every hint tells each partner what to do",
    .talk = "My hints are a code: each tells every seat at once what to do. "
            "Only partners with the same code can read it.",
    .game = "hanabi",
    .shared = true,
    .memory_bytes = dx_blueprint_bytes,
    .begin = begin,
    .note = dx_blueprint_note,
    .choose = dx_blueprint_choose,
    .believes = dx_blueprint_believes,
};
