// The report's rule (section 3.6), each step on exact knowledge:
//
//  1. play the playable card with the lowest index;
//  2. with fewer than 5 discards, discard the dead card with the lowest index;
//  3. if there is a token, give a random hint to a random player;
//  4. discard the dead card with the lowest index;
//  5. discard a duplicate of a card in another hand;
//  6. discard the dispensable card with the lowest index;
//  7. discard index 0.
//
// A card is playable, dead, ... if it is so in every world.  Dead is as
// printed: on its pile already.  With all tokens there, step 2 is not legal
// and is passed over.
//
// What it knows, and what it knows that a partner knows (the hints that tell
// something new), are fast doubles of what the engine answers (ask/ask.h),
// which tests/agents/hanabi_test.c holds them to.  A partner is taken to know
// what hints have told it: the little that it knows by counting besides is left
// out.

#include "agents/hanabi/report.h"

#include "agents/hanabi/own_hand.h"

#include <stdio.h>

enum { FEW_DISCARDS = 5, HINTS = 0, ANY = 0 };

// Step 3 as printed brings 6.7 points where the report has 14.2; with hints
// that tell something new about a playable card it is 14.2 (docs/hanabi.md).
static const char *const hint_choices[] = {"any", "playable", NULL};
static const dx_param params[] = {
    {"hints", "step 3: any hint, or about playable cards", 0, 1, ANY,
     .choices = hint_choices},
    {0},
};

typedef struct statuses {
    uint32_t playable, dead, dispensable, duplicate; // sets of kinds
} statuses;

static statuses sort_kinds(const dx_hanabi *t, unsigned seat)
{
    statuses s = {0};
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++) {
        s.playable |= (uint32_t)dx_hanabi_playable(t, kind) << kind;
        s.dead |= (uint32_t)dx_hanabi_dead(t, kind) << kind;
        s.dispensable |= (uint32_t)dx_hanabi_dispensable(t, kind) << kind;
    }
    for (unsigned other = 0; other < t->players; other++)
        for (unsigned slot = 0; other != seat && slot < t->size[other]; slot++)
            s.duplicate |= UINT32_C(1) << t->hand[other][slot];
    return s;
}

// One step: the first slot that is `status` in every world.
static bool find(const dx_hanabi *t, unsigned seat, const uint32_t *known,
                 uint32_t status, unsigned *out_slot)
{
    for (unsigned slot = 0; slot < t->size[seat]; slot++)
        if ((known[slot] & ~status) == 0) {
            *out_slot = slot;
            return true;
        }
    return false;
}

static unsigned discards(const dx_hanabi *t)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        count += t->discarded[kind];
    return count;
}

// Why a card of a status goes, by what it says of itself.
static const char *why_of(const char *status)
{
    static const char *const whys[][2] = {
        {"playable", "can surely be played"},
        {"dead", "is surely one that its pile has already"},
        {"duplicate", "is surely in another hand too"},
        {"dispensable", "is surely not the last of its kind"}};
    for (size_t i = 0; i < sizeof whys / sizeof *whys; i++)
        if (strcmp(whys[i][0], status) == 0)
            return whys[i][1];
    return "goes, as there is nothing better";
}

static dx_event act(unsigned verb, unsigned seat, unsigned slot,
                    const char *rule, const char *status, dx_thought *thought)
{
    char formula[64];
    snprintf(formula, sizeof formula, "K[%u] %s(%u,%u)", seat + 1, status,
             seat + 1, slot + 1);
    dx_thought_say(thought, rule, status[0] != '\0' ? formula : NULL,
                   "card %u %s", slot + 1, why_of(status));
    return dx_with(dx_event_new(verb, seat), 0, slot);
}

// A token, and a partner who still holds a card.
static bool may_hint(const dx_hanabi *t, unsigned seat, unsigned players)
{
    unsigned cards = 0;
    for (unsigned partner = 0; partner < players; partner++)
        cards += partner != seat ? t->size[partner] : 0;
    return t->tokens > 0 && cards > 0;
}

// The steps that draw no lots; false: a random hint is next.  Where all tokens
// are left and nobody can be told anything, a card must be played.
static bool decide(const dx_view *view, dx_thought *thought, dx_event *out)
{
    const dx_hanabi *t = view->sight;
    unsigned seat = view->seat, slot = 0;
    uint32_t known[DX_HANABI_SLOTS];
    dx_known_sets(t, seat, known);
    statuses is = sort_kinds(t, seat);
    bool may_throw = t->tokens < t->tokens_max || t->throw_when_full;
    if (find(t, seat, known, is.playable, &slot))
        *out = act(DX_HANABI_PLAY, seat, slot, "step 1", "playable", thought);
    else if (may_throw && discards(t) < FEW_DISCARDS &&
             find(t, seat, known, is.dead, &slot))
        *out = act(DX_HANABI_THROW, seat, slot, "step 2", "dead", thought);
    else if (may_hint(t, seat, dx_players(view->rules)))
        return false;
    else if (!may_throw)
        *out = act(DX_HANABI_PLAY, seat, 0, "step 7", "", thought);
    else if (find(t, seat, known, is.dead, &slot))
        *out = act(DX_HANABI_THROW, seat, slot, "step 4", "dead", thought);
    else if (find(t, seat, known, is.duplicate, &slot))
        *out = act(DX_HANABI_THROW, seat, slot, "step 5", "duplicate", thought);
    else if (find(t, seat, known, is.dispensable, &slot))
        *out =
            act(DX_HANABI_THROW, seat, slot, "step 6", "dispensable", thought);
    else
        *out = act(DX_HANABI_THROW, seat, 0, "step 7", "", thought);
    return true;
}

// The legal hints to one partner; a partner without cards has none.
static unsigned hints_to(const dx_event *moves, unsigned count, unsigned to,
                         dx_event *out)
{
    unsigned hints = 0;
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == DX_HANABI_HINT && moves[i].arg[0] == to)
            out[hints++] = moves[i];
    return hints;
}

// Does a hint name a playable card, and tell its holder something new of it?
static bool is_of_use(const dx_hanabi *t, dx_event hint)
{
    unsigned to = hint.arg[0];
    uint32_t named = t->of_clue[hint.arg[1]];
    for (unsigned slot = 0; slot < t->size[to]; slot++)
        if (named >> t->hand[to][slot] & 1 &&
            dx_hanabi_playable(t, t->hand[to][slot]) &&
            (t->could[to][slot] & ~named) != 0)
            return true;
    return false;
}

// The hints that step 3 prefers, each as likely as the next; none as printed.
static unsigned preferred(const dx_policy *self, const dx_view *view,
                          unsigned count, const dx_event *moves, dx_event *out)
{
    unsigned found = 0;
    if (self->params.value[HINTS] == ANY)
        return 0;
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == DX_HANABI_HINT && is_of_use(view->sight, moves[i]))
            out[found++] = moves[i];
    return found;
}

// A hint to a random player, or one of the preferred ones.
static dx_event draw_hint(const dx_policy *self, const dx_view *view,
                          dx_random *random)
{
    dx_event moves[DX_MOVES_MAX], hints[DX_MOVES_MAX];
    unsigned players = dx_players(view->rules);
    unsigned count = dx_view_moves(view, moves);
    unsigned found = preferred(self, view, count, moves, hints);
    while (found == 0) {
        unsigned step = (unsigned)dx_random_below(random, players - 1);
        found =
            hints_to(moves, count, (view->seat + 1 + step) % players, hints);
    }
    return hints[dx_random_below(random, found)];
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory;
    dx_event move;
    if (decide(view, thought, &move))
        return move;
    dx_thought_say(thought, "step 3", "tokens > 0",
                   self->params.value[HINTS] == ANY
                       ? "a random hint to a random player"
                       : "a random hint, of use if there is one");
    return draw_hint(self, view, thought->random);
}

static void odds_of_hints(const dx_policy *self, const dx_view *view,
                          unsigned count, const dx_event *moves,
                          dx_fraction *out_odds)
{
    dx_event hints[DX_MOVES_MAX];
    unsigned players = dx_players(view->rules), partners = 0;
    unsigned of_use = preferred(self, view, count, moves, hints);
    for (unsigned to = 0; to < players; to++)
        partners += hints_to(moves, count, to, hints) > 0;
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb != DX_HANABI_HINT)
            out_odds[i] = dx_fraction_int(0);
        else if (of_use > 0)
            out_odds[i] = is_of_use(view->sight, moves[i])
                              ? dx_fraction_of(1, of_use)
                              : dx_fraction_int(0);
        else
            out_odds[i] = dx_fraction_of(
                1, (int64_t)partners *
                       hints_to(moves, count, moves[i].arg[0], hints));
}

static void odds(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out_odds)
{
    (void)memory;
    dx_thought thought = {0};
    dx_event sure;
    if (!decide(view, &thought, &sure)) {
        odds_of_hints(self, view, count, moves, out_odds);
        return;
    }
    for (unsigned i = 0; i < count; i++)
        out_odds[i] = dx_fraction_int(dx_event_same(moves[i], sure));
}

const dx_agent dx_agent_report = {
    .name = "report",
    .help = "the report's seven steps on exact knowledge",
    .talk =
        "A hint is a fact and no more; I play what I know, by counting alone.",
    .people = true,
    .game = "hanabi",
    .schema = {params, NULL},
    .choose = choose,
    .odds = odds,
};
