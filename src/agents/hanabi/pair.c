// A convention for two players: hints have duties and discards have reasons
// (pair_talk.h).  This file decides what to do; from top to bottom
// `move_of_two` reads like the rule list that it is.  More than two play
// `info`.

#include "agents/hanabi/pair.h"

#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/pair_talk.h"
#include "agents/hanabi/sure_play.h"
#include "words/number.h"

#include <stdio.h>

// What was measured to be best (docs/hanabi.md).
enum { STUCK_TOKENS = 4 }; // where nobody can play, draw with at most so many
static const double bold_chance = 0.5; // of a card that is not sure,
static const double bold_risk = 0.1;   // unless it is a last copy so often
static const double spare_risk = 0.02; // of throwing a last copy

static bool is_bold_play(const dx_mover *m, unsigned slot, double chance)
{
    const dx_public *common = m->common;
    uint32_t harm = common->critical & ~common->playable;
    return m->common->table.lives > 1 &&
           dx_mover_chance(m, slot, common->playable) > chance &&
           dx_mover_chance(m, slot, harm) <= bold_risk;
}

// Lives are there to be used, all but one.
static bool find_bold_play(const dx_mover *m, unsigned *out_slot)
{
    double most = bold_chance;
    bool found = false;
    for (unsigned slot = 0; slot < m->own.size; slot++)
        if (is_bold_play(m, slot, most)) {
            most = dx_mover_chance(m, slot, m->common->playable);
            *out_slot = slot;
            found = true;
        }
    return found;
}

// How little a slot would be missed.
static double discard_value(const dx_mover *m, unsigned slot)
{
    const dx_public *common = m->common;
    const dx_hanabi *t = &common->table;
    double ranks = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        ranks +=
            (rank + 1) * dx_mover_chance(m, slot, dx_hanabi_of_rank(t, rank));
    return 100 * dx_mover_chance(m, slot, ~common->critical) +
           10 * dx_mover_chance(m, slot, common->dead) +
           5 * dx_mover_chance(m, slot, m->seen) -
           40 * dx_mover_chance(m, slot, common->playable) + 3 * ranks;
}

// The slot to throw away of those that say the right thing: a dead one, or
// else the one that is missed least.
static unsigned slot_to_throw(const dx_mover *m)
{
    unsigned may = dx_pair_throws(m->common, m->hands, m->seat);
    unsigned dead = may & dx_hand_sets_sure(&m->own, m->common->dead);
    unsigned best = 0;
    double most = -1000;
    if (dead != 0)
        return (unsigned)__builtin_ctz(dead);
    for (unsigned slot = 0; slot < m->own.size; slot++) {
        double value = discard_value(m, slot);
        if (may >> slot & 1 && value > most) {
            most = value;
            best = slot;
        }
    }
    return best;
}

static dx_event throw_away(const dx_mover *m, unsigned slot,
                           dx_thought *thought, const char *why)
{
    dx_event move = dx_mover_act(m, DX_HANABI_THROW, slot);
    dx_reason_formula formula;
    if (dx_is_within(m->own.could[slot], m->common->dead))
        dx_mover_say_sure(m, thought, "discard a dead card", slot, "doomed");
    else
        dx_thought_say(
            thought, "discard",
            dx_open_formula(thought, &m->common->table, move, &formula),
            "%s; card %u is the last copy with a chance of %s", why, slot + 1,
            dx_percent_of(dx_mover_chance(m, slot, m->common->critical)).text);
    return move;
}

// What the partner would learn from a hint, literally and by its symbol.
static double hint_value(const dx_mover *m, dx_event move)
{
    const dx_public *common = m->common;
    unsigned to = move.arg[0];
    unsigned slots = dx_slots_with(&common->table, m->hands[to], to,
                                   common->table.of_clue[move.arg[1]]);
    dx_public after = *common;
    double value = 0;
    dx_pair_note(&after, dx_with(move, 2, slots), m->hands, m->seat);
    for (unsigned slot = 0; slot < after.hand[to].size; slot++) {
        uint32_t was = common->hand[to].could[slot];
        uint32_t is = after.hand[to].could[slot];
        if (was == is)
            continue;
        value += 6 - 6.0 * __builtin_popcount(is) / __builtin_popcount(was);
        value += 3 * dx_is_within(is, common->playable);
        value += 4 * (dx_is_within(is, common->dead) &&
                      !dx_is_within(was, common->dead));
    }
    return value;
}

// Of the hints that spell the right symbol the one that tells most.
static dx_event hint(const dx_mover *m)
{
    dx_event hints[DX_HANABI_CLUES];
    unsigned count = dx_pair_hints(m->common, m->hands, m->seat, hints);
    unsigned best = 0;
    double most = -1;
    if (count == 0) // the last round, and the partner has no card
        return dx_mover_act(m, DX_HANABI_PLAY, 0);
    for (unsigned i = 0; i < count && count > 1; i++) {
        double value = hint_value(m, hints[i]);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return hints[best];
}

static dx_event hint_for(const dx_mover *m, dx_thought *thought,
                         const char *why)
{
    dx_thought_say(thought, "hint", "tokens > 0", "%s", why);
    return hint(m);
}

// The reason for a duty to hint: a card to play, or else the chop.
static void say_duty(const dx_mover *m, dx_thought *thought)
{
    const dx_public *common = m->common;
    unsigned to = 1 - m->seat, slot = 0;
    char formula[100];
    if (thought->reason == NULL)
        return;
    while (slot < common->table.size[to] &&
           !(common->playable >> m->hands[to][slot] & 1))
        slot++;
    bool plays = slot < common->table.size[to];
    if (!plays)
        slot = dx_public_chop(common, to);
    snprintf(formula, sizeof formula,
             plays ? "playable(%u,%u)"
                   : "~(dispensable(%u,%u) | doomed(%u,%u))",
             to + 1, slot + 1, to + 1, slot + 1);
    dx_thought_say(thought, "hint by duty", formula,
                   plays ? "my partner can play card %u and may not know it"
                         : "my partner's card %u would go next and is the "
                           "last copy",
                   slot + 1);
}

// Neither a play nor a hint is called for at once.
static dx_event wait_or_draw(const dx_mover *m, dx_thought *thought)
{
    const dx_public *common = m->common;
    const dx_hanabi *t = &common->table;
    int pace = dx_public_pace(common);
    unsigned slot = slot_to_throw(m);
    bool leisure = pace >= t->players;
    bool dead = dx_is_within(m->own.could[slot], common->dead);
    bool stuck = (m->seen & common->playable) == 0 && pace > 0 &&
                 t->tokens <= STUCK_TOKENS;
    if (dead && (stuck || leisure))
        return throw_away(m, slot, thought, "");
    if (t->tokens > 0 && !leisure)
        return hint_for(m, thought,
                        "few turns are left, so I throw nothing while there "
                        "are hints to give");
    if (t->tokens > 0 &&
        dx_mover_chance(m, slot, common->critical) > spare_risk)
        return hint_for(m, thought, "I have no card that can be spared");
    return throw_away(m, slot, thought, "nothing better to do");
}

static dx_event move_of_two(const dx_public *common, const dx_hand *hands,
                            unsigned seat, dx_thought *thought)
{
    const dx_hanabi *t = &common->table;
    dx_mover m = dx_mover_of(common, hands, seat);
    dx_pair_duty duty = dx_pair_duty_of(common, hands, seat);
    unsigned slot = 0;
    dx_reason_formula formula;
    if (duty == DX_PAIR_HINT) {
        say_duty(&m, thought);
        return hint(&m);
    }
    if (duty == DX_PAIR_THROW)
        return throw_away(&m, slot_to_throw(&m), thought,
                          "the partner needs a token to save a last copy");
    if (dx_sure_play_find(&m, &slot)) {
        if (dx_sure_play_can_wait(&m, slot))
            return hint_for(&m, thought, "my card can wait for the last round");
        dx_mover_say_sure(&m, thought, "play", slot, "playable");
        return dx_mover_act(&m, DX_HANABI_PLAY, slot);
    }
    if (find_bold_play(&m, &slot)) {
        dx_event bold = dx_mover_act(&m, DX_HANABI_PLAY, slot);
        dx_thought_say(
            thought, "bold play", dx_open_formula(thought, t, bold, &formula),
            "card %u can be played with a chance of %s", slot + 1,
            dx_percent_of(dx_mover_chance(&m, slot, common->playable)).text);
        return bold;
    }
    if ((t->tokens == t->tokens_max && !t->throw_when_full) || m.own.size == 0)
        return hint_for(&m, thought,
                        "nothing may be thrown away while all hints are there");
    return wait_or_draw(&m, thought);
}

static unsigned truthful_throws(const dx_mover *m, dx_pair_duty duty,
                                dx_event *out)
{
    const dx_hanabi *t = &m->common->table;
    unsigned count = 0;
    if ((t->tokens == t->tokens_max && !t->throw_when_full) ||
        duty == DX_PAIR_HINT ||
        (duty == DX_PAIR_FREE && !dx_pair_may_throw(m->common, m->seat)))
        return 0;
    unsigned may = dx_pair_throws(m->common, m->hands, m->seat);
    for (unsigned slot = 0; slot < m->own.size; slot++)
        if (may >> slot & 1)
            out[count++] = dx_mover_act(m, DX_HANABI_THROW, slot);
    return count;
}

static unsigned truthful_moves_of_two(const dx_public *common,
                                      const dx_hand *hands, unsigned seat,
                                      dx_event *out)
{
    dx_mover m = dx_mover_of(common, hands, seat);
    dx_pair_duty duty = dx_pair_duty_of(common, hands, seat);
    unsigned count = 0;
    bool may_play = dx_pair_may_play(common, hands, seat);
    for (unsigned slot = 0; slot < m.own.size && may_play; slot++)
        if (dx_mover_chance(&m, slot, common->playable) > 0.3)
            out[count++] = dx_mover_act(&m, DX_HANABI_PLAY, slot);
    if (common->table.tokens > 0)
        count += dx_pair_hints(common, hands, seat, out + count);
    return count + truthful_throws(&m, duty, out + count);
}

static void note(dx_public *common, dx_event event, const dx_hand *hands,
                 unsigned seat)
{
    if (common->table.players == 2)
        dx_pair_note(common, event, hands, seat);
    else
        dx_blueprint_info.note(common, event, hands, seat);
}

static dx_event move(const dx_public *common, const dx_hand *hands,
                     unsigned seat, dx_thought *thought)
{
    if (common->table.players == 2)
        return move_of_two(common, hands, seat, thought);
    return dx_blueprint_info.move(common, hands, seat, thought);
}

static unsigned truthful(const dx_public *common, const dx_hand *hands,
                         unsigned seat, dx_event *out)
{
    if (common->table.players == 2)
        return truthful_moves_of_two(common, hands, seat, out);
    return dx_blueprint_info.truthful(common, hands, seat, out);
}

static bool is_true(const dx_public *common, const dx_hand *hands,
                    dx_event move)
{
    if (common->table.players == 2)
        return dx_pair_is_true(common, hands, move);
    return dx_blueprint_info.is_true(common, hands, move);
}

const dx_blueprint dx_blueprint_pair = {note, move, truthful, is_true,
                                        .plans = true};

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    (void)self;
    dx_blueprint_begin(&dx_blueprint_pair, memory, view);
}

const dx_agent dx_agent_pair = {
    .name = "pair",
    .help = "two players: every move says something; more play info",
    .talk = "Every move of mine is a code, plays and throws too. Only a "
            "partner with the same code can read it.",
    .game = "hanabi",
    .shared = true,
    .memory_bytes = dx_blueprint_bytes,
    .begin = begin,
    .note = dx_blueprint_note,
    .choose = dx_blueprint_choose,
    .believes = dx_blueprint_believes,
    .truthful = dx_blueprint_are_true,
    .hear = dx_blueprint_hear,
};
