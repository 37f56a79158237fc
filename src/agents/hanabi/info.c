// The information strategy (Cox et al. 2015), refined: hints are sums of hat
// numbers, numbers are answers to questions, discards and silence speak too
// (convention.h).  This file decides what to do; from top to bottom `move`
// reads like the rule list that it is.

#include "agents/hanabi/info.h"

#include "agents/hanabi/alphabet.h"
#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/convention.h"
#include "agents/hanabi/mover.h"
#include "agents/hanabi/sure_play.h"
#include "words/number.h"

// What was measured to be best for each number of players.
typedef struct manner {
    int spare;       // leisure: so much more pace than players
    double bold;     // play a card that fits with this chance
    unsigned enough; // hint for nothing with more tokens than this
    unsigned stuck;  // where nobody can play, draw with at most so many
    double seen;     // in a discard: that a copy is seen elsewhere
} manner;

static manner style_for(unsigned players)
{
    manner best = {.spare = players == 3,
                   .bold = players == 5 ? 0.75 : 0.65,
                   .enough = 1,
                   .stuck = UINT8_MAX,
                   .seen = 20};
    if (players == 2) {
        best.enough = 7;
        best.stuck = 2;
        best.seen = 0;
    }
    return best;
}

// A card that costs nothing but a life if it does not fit.
static bool find_bold_play(const dx_mover *m, double least, unsigned *out_slot)
{
    const dx_public *common = m->common;
    bool found = false;
    if (common->table.lives < 2)
        return false;
    for (unsigned slot = 0; slot < m->own.size; slot++) {
        if (!dx_is_within(m->own.could[slot], common->playable | common->dead))
            continue;
        double chance = dx_mover_chance(m, slot, common->playable);
        if (chance > least) {
            least = chance;
            *out_slot = slot;
            found = true;
        }
    }
    return found;
}

static bool knows_a_play(const dx_mover *m, unsigned seat)
{
    return dx_hand_sets_knows(&m->common->hand[seat], m->common->playable);
}

// Can somebody play who does not know it?
static bool somebody_waits(const dx_mover *m)
{
    const dx_public *common = m->common;
    for (unsigned seat = 0; seat < common->table.players; seat++) {
        if (seat == m->seat || knows_a_play(m, seat))
            continue;
        for (unsigned slot = 0; slot < common->table.size[seat]; slot++)
            if (common->playable >> m->hands[seat][slot] & 1)
                return true;
    }
    return false;
}

// How little a slot would be missed.
static double discard_value(const dx_mover *m, const manner *style,
                            unsigned slot)
{
    const dx_public *common = m->common;
    const dx_hanabi *t = &common->table;
    double ranks = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        ranks +=
            (rank + 1) * dx_mover_chance(m, slot, dx_hanabi_of_rank(t, rank));
    return 100 * dx_mover_chance(m, slot, ~common->critical) +
           20 * dx_mover_chance(m, slot, common->dead) +
           style->seen * dx_mover_chance(m, slot, m->seen) + ranks;
}

static unsigned worst_slot(const dx_mover *m, const manner *style)
{
    unsigned best = 0;
    double most = -1;
    for (unsigned slot = 0; slot < m->own.size; slot++) {
        double value = discard_value(m, style, slot);
        if (value > most) {
            most = value;
            best = slot;
        }
    }
    return best;
}

// How much the literal sense of a hint adds to what its receiver learns from
// the sum.
static double hint_value(const dx_public *common, const dx_hand_sets *learned,
                         const uint8_t *hand, unsigned clue)
{
    uint32_t kinds = common->table.of_clue[clue];
    double value = 0;
    for (unsigned slot = 0; slot < learned->size; slot++) {
        uint32_t before = learned->could[slot];
        uint32_t after = before & (kinds >> hand[slot] & 1 ? kinds : ~kinds);
        if (before == after)
            continue;
        value +=
            6 - 6.0 * __builtin_popcount(after) / __builtin_popcount(before);
        if (dx_is_within(after, common->playable))
            value += 3;
        if (dx_is_within(after, common->dead) &&
            !dx_is_within(before, common->dead))
            value += 1.5;
    }
    return value;
}

static dx_event hint(const dx_mover *m, dx_thought *thought, const char *why)
{
    const dx_public *common = m->common;
    dx_alphabet alphabet = dx_alphabet_of(common, m->seat);
    dx_hand_sets learned[DX_HANABI_SEATS];
    dx_event hints[DX_HANABI_CLUES];
    if (alphabet.size == 0) // the last round, and no partner has a card
        return dx_mover_act(m, DX_HANABI_PLAY, 0);
    unsigned symbol =
        dx_convention_sum(common, m->hands, m->seat, alphabet.size, learned);
    unsigned count = 0, best = 0;
    // The first can be spelled unless somebody broke the convention.
    for (unsigned i = 0; i < alphabet.size && count == 0; i++)
        count = dx_alphabet_spell(&alphabet, &common->table, m->hands,
                                  (symbol + i) % alphabet.size, hints);
    double most = -1;
    for (unsigned i = 0; i < count && count > 1; i++) {
        unsigned to = hints[i].arg[0];
        double value =
            hint_value(common, &learned[to], m->hands[to], hints[i].arg[1]);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    dx_thought_say(thought, "hint", "tokens > 0",
                   "%s; in our code this hint is number %u of %u", why, symbol,
                   alphabet.size);
    return hints[best];
}

// Which of several dead cards goes is a message.
static dx_event throw_dead(const dx_mover *m, unsigned own_dead,
                           dx_thought *thought)
{
    const dx_public *common = m->common;
    unsigned dead = dx_hand_sets_sure(&common->hand[m->seat], common->dead);
    unsigned slot = (unsigned)__builtin_ctz(own_dead);
    if (!dx_is_single(dead))
        slot = dx_convention_spell_slot(common, m->hands, m->seat, dead);
    dx_mover_say_sure(m, thought, "discard a dead card", slot, "doomed");
    return dx_mover_act(m, DX_HANABI_THROW, slot);
}

static dx_event throw_worst(const dx_mover *m, unsigned slot,
                            dx_thought *thought)
{
    dx_event move = dx_mover_act(m, DX_HANABI_THROW, slot);
    dx_reason_formula formula;
    dx_thought_say(
        thought, "discard",
        dx_open_formula(thought, &m->common->table, move, &formula),
        "card %u is the last copy with a chance of %s", slot + 1,
        dx_percent_of(dx_mover_chance(m, slot, m->common->critical)).text);
    return move;
}

static dx_event play_boldly(const dx_mover *m, unsigned slot,
                            dx_thought *thought)
{
    dx_event move = dx_mover_act(m, DX_HANABI_PLAY, slot);
    dx_reason_formula formula;
    dx_thought_say(
        thought, "bold play",
        dx_open_formula(thought, &m->common->table, move, &formula),
        "card %u can be played with a chance of %s, or else is of no use",
        slot + 1,
        dx_percent_of(dx_mover_chance(m, slot, m->common->playable)).text);
    return move;
}

// Neither a play nor a hint is called for at once.
static dx_event wait_or_draw(const dx_mover *m, const manner *style,
                             dx_thought *thought)
{
    const dx_public *common = m->common;
    const dx_hanabi *t = &common->table;
    int pace = dx_public_pace(common);
    unsigned dead = dx_hand_sets_sure(&m->own, common->dead);
    bool stuck = (m->seen & common->playable) == 0 && pace > 0 &&
                 t->tokens <= style->stuck;
    if (dead != 0 && (stuck || pace >= t->players + style->spare))
        return throw_dead(m, dead, thought);
    if (t->tokens > 0 && somebody_waits(m))
        return hint(m, thought,
                    "somebody can play a card and does not know it");
    bool leisure = pace >= t->players + style->spare;
    if (t->tokens > (leisure ? style->enough : 0))
        return hint(m, thought, "there are hints to be used");
    if (dead != 0)
        return throw_dead(m, dead, thought);
    unsigned slot = worst_slot(m, style);
    if (t->tokens > 0 && dx_mover_chance(m, slot, common->critical) > 0.05)
        return hint(m, thought, "I have no card that can be spared");
    return throw_worst(m, slot, thought);
}

static dx_event move(const dx_public *common, const dx_hand *hands,
                     unsigned seat, dx_thought *thought)
{
    const dx_hanabi *t = &common->table;
    dx_mover m = dx_mover_of(common, hands, seat);
    manner style = style_for(t->players);
    bool leisure = dx_public_pace(common) >= t->players + style.spare;
    unsigned slot = 0;
    if (dx_sure_play_find(&m, &slot)) {
        if (dx_sure_play_can_wait(&m, slot))
            return hint(&m, thought, "my card can wait for the last round");
        dx_mover_say_sure(&m, thought, "play", slot, "playable");
        return dx_mover_act(&m, DX_HANABI_PLAY, slot);
    }
    if (leisure && find_bold_play(&m, style.bold, &slot))
        return play_boldly(&m, slot, thought);
    if ((t->tokens == t->tokens_max && !t->throw_when_full) || m.own.size == 0)
        return hint(&m, thought,
                    "nothing may be thrown away while all hints are there");
    if (t->tokens > 0 && dx_convention_is_due(common, hands, seat))
        return hint(&m, thought, "the next seat must be told");
    return wait_or_draw(&m, &style, thought);
}

// Only if silence is true; of publicly dead cards only the one that spells
// the right sum.
static unsigned truthful_discards(const dx_mover *m, dx_event *out)
{
    const dx_public *common = m->common;
    const dx_hanabi *t = &common->table;
    unsigned count = 0;
    if ((t->tokens == t->tokens_max && !t->throw_when_full) ||
        (t->tokens > 0 && dx_convention_is_due(common, m->hands, m->seat)))
        return 0;
    unsigned dead = dx_hand_sets_sure(&common->hand[m->seat], common->dead);
    unsigned slots = ~0U;
    if (!dx_is_single(dead))
        slots = ~dead |
                1U << dx_convention_spell_slot(common, m->hands, m->seat, dead);
    for (unsigned slot = 0; slot < m->own.size; slot++)
        if (slots >> slot & 1)
            out[count++] = dx_mover_act(m, DX_HANABI_THROW, slot);
    return count;
}

static unsigned truthful(const dx_public *common, const dx_hand *hands,
                         unsigned seat, dx_event *out)
{
    dx_mover m = dx_mover_of(common, hands, seat);
    dx_alphabet alphabet = dx_alphabet_of(common, seat);
    unsigned count = 0;
    for (unsigned slot = 0; slot < m.own.size; slot++)
        if (dx_mover_chance(&m, slot, common->playable) > 0.3)
            out[count++] = dx_mover_act(&m, DX_HANABI_PLAY, slot);
    if (common->table.tokens > 0 && alphabet.size > 0)
        count += dx_alphabet_spell(
            &alphabet, &common->table, hands,
            dx_convention_sum(common, hands, seat, alphabet.size, NULL),
            out + count);
    return count + truthful_discards(&m, out + count);
}

const dx_blueprint dx_blueprint_info = {dx_convention_note, move, truthful,
                                        dx_convention_is_true, .plans = true};

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    (void)self;
    dx_blueprint_begin(&dx_blueprint_info, memory, view);
}

const dx_agent dx_agent_info = {
    .name = "info",
    .help = "hats: every hint tells all partners about their cards",
    .talk = "My hints are a code for all seats at once. Only partners with the "
            "same code can read it.",
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
