// What a partner does with what it thinks of the others' languages.
//
// Own cards: exact odds by counting, slot by slot, times how well a card goes
// with what the hint about it meant, by each reader and as likely as its giver
// goes by it.  A reader that has failed has lost its weight, so what is
// distrusted follows by itself.  Hints: what each reader would make of it, as
// likely as the receiver goes by it; a misplay costs five plays, so a hint that
// somebody plausible would misread is hardly ever given.  Last copies are kept
// by hints before plays.

#include "agents/hanabi/partner.h"

#include "worlds/slots.h"

#include <string.h>

enum { HOUSE, WITHOUT, STRIKE, SEARCH };

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const lefts[] = {"none",  "beginner", "mirror",
                                    "smart", "hgroup",   NULL};
static const dx_hint_reader mirror = {DX_MEANT_OLDEST, DX_HINT_NUMBER_ONES,
                                      DX_HINT_COLOUR_PLAY, false};
static const dx_hint_reader *const left_out[] = {
    NULL, &dx_reader_beginner, &mirror, &dx_reader_smart, &dx_reader_hgroup};

static const dx_param params[] = {
    {"house", "how likely the house language is at first", 1, 99, 70,
     .decimals = 2},
    {"without", "a language that it does not count on", 0, 4, 0,
     .choices = lefts},
    {"strike", "nor on others that mean the same card", 0, 1, 0,
     .choices = no_yes},
    {"search", "imagined games a move, with what each seat may be; 0: none", 0,
     10000, 0, .choices = NULL},
    {0},
};

// A misread card is one play lost and a life; a card that does not go with a
// hint is held possible all the same; who hints facts names what is of use now
// rather than what is not.
static const double misplay = 5, unlike = 0.04, useless = 0.4;

typedef struct moment {
    const dx_hanabi_partner *p;
    const dx_hanabi *t;
    dx_hint_scene scene;
    double chance[DX_HANABI_SLOTS][DX_KINDS_MAX]; // of own cards
    double play[DX_HANABI_SLOTS];                 // that it can be played
    bool told[DX_HANABI_SLOTS];                   // its giver calls for it
    dx_thought *thought;
} moment;

double dx_partner_fit(const dx_hanabi_partner *p, unsigned slot, unsigned kind)
{
    unsigned giver = p->giver[p->me][slot];
    double sum = 0;
    if (giver == DX_NONE)
        return 1;
    for (unsigned k = 0; k + 1 < p->rule.count; k++)
        sum += p->kinds.weight[giver][k] *
               (dx_heard_set(&p->heard[k], &p->table, p->me, slot) >> kind & 1
                    ? 1
                    : unlike);
    return sum + p->kinds.weight[giver][p->rule.count - 1] *
                     (p->useful[slot] >> kind & 1 ? 1 : useless);
}

static void weigh_slot(moment *m, unsigned slot, const uint64_t *weight)
{
    double sum = 0;
    unsigned kinds = dx_hanabi_kinds(m->t);
    for (unsigned kind = 0; kind < kinds; kind++) {
        double w = weight[kind] > 0
                       ? (double)weight[kind] * dx_partner_fit(m->p, slot, kind)
                       : 0;
        m->chance[slot][kind] = w;
        sum += w;
    }
    for (unsigned kind = 0; kind < kinds && sum > 0; kind++) {
        m->chance[slot][kind] /= sum;
        if (m->scene.playable >> kind & 1)
            m->play[slot] += m->chance[slot][kind];
    }
}

// Does who named an own slot last probably mean that it is to play?
static bool is_called_for(const moment *m, unsigned slot)
{
    const dx_hanabi_partner *p = m->p;
    unsigned giver = p->giver[p->me][slot];
    double sum = 0;
    if (giver == DX_NONE)
        return false;
    for (unsigned k = 0; k < p->rule.count; k++)
        if (dx_partner_is_told(p, &m->scene, k, p->me, slot))
            sum += p->kinds.weight[giver][k];
    return sum >= 0.5;
}

static void weigh_hand(moment *m)
{
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    unsigned me = m->p->me, kinds = dx_hanabi_kinds(m->t);
    dx_slots slots = {.count = m->t->size[me]};
    memset(weight, 0, sizeof weight);
    for (unsigned slot = 0; slot < slots.count; slot++)
        slots.kinds[slot] = m->t->could[me][slot];
    if (!m->t->open)
        dx_slots_marginals(&slots, kinds, m->t->unseen, weight);
    for (unsigned slot = 0; slot < slots.count; slot++) {
        if (m->t->open)
            weight[slot][m->t->hand[me][slot]] = 1;
        weigh_slot(m, slot, weight[slot]);
        m->told[slot] = is_called_for(m, slot);
    }
}

static bool is_seen_twice(const moment *m, unsigned kind)
{
    unsigned copies = 0;
    for (unsigned at = 0; at < m->t->players; at++)
        for (unsigned i = 0; at != m->p->me && i < m->t->size[at]; i++)
            copies += m->t->hand[at][i] == kind;
    return copies > 1;
}

// What the loss of a card costs: all that stands on a last copy; little if
// others hold two.
static double loss_of(const moment *m, unsigned kind)
{
    const dx_hanabi *t = m->t;
    unsigned rank = dx_hanabi_rank(t, kind);
    if (m->scene.dead >> kind & 1)
        return 0;
    if (m->scene.critical >> kind & 1)
        return 1 + 0.6 * (t->ranks - rank);
    if (is_seen_twice(m, kind))
        return 0.2;
    return rank == 1 || (m->scene.playable >> kind & 1) ? 0.9 : 0.7;
}

// The chance that a seat has nothing that it was told to play.
static double idle(const moment *m, unsigned seat)
{
    const dx_hanabi_partner *p = m->p;
    double sum = 0;
    for (unsigned k = 0; k < p->rule.count; k++) {
        bool told = false;
        for (unsigned slot = 0; slot < m->t->size[seat]; slot++)
            told |= dx_partner_is_told(p, &m->scene, k, seat, slot);
        sum += told ? 0 : p->kinds.weight[seat][k];
    }
    return sum;
}

static unsigned likeliest(const dx_hanabi_partner *p, unsigned seat)
{
    unsigned best = 0;
    for (unsigned k = 1; k < p->rule.count; k++)
        if (p->kinds.weight[seat][k] > p->kinds.weight[seat][best])
            best = k;
    return best;
}

// The kinds that others than `to` are told to play, by the likeliest reader.
static uint32_t taken(const moment *m, unsigned to)
{
    const dx_hanabi_partner *p = m->p;
    uint32_t kinds = 0;
    for (unsigned seat = 0; seat < m->t->players; seat++) {
        if (seat == to || seat == p->me)
            continue;
        unsigned best = likeliest(p, seat);
        for (unsigned slot = 0; slot < m->t->size[seat]; slot++)
            if (dx_partner_is_told(p, &m->scene, best, seat, slot))
                kinds |= UINT32_C(1) << m->t->hand[seat][slot];
    }
    return kinds;
}

// Cards that can be played and of which a hint says something new: what a
// literal reader makes of it.  And those that are dead.
static double facts_of(const moment *m, dx_event hint)
{
    const dx_hanabi *t = m->t;
    unsigned to = hint.arg[0];
    uint32_t kinds = t->of_clue[hint.arg[1]];
    double sum = 0;
    for (unsigned slot = 0; slot < t->size[to]; slot++) {
        if (!(hint.arg[2] >> slot & 1) || (t->could[to][slot] & ~kinds) == 0)
            continue;
        if (m->scene.playable >> t->hand[to][slot] & 1)
            sum += 0.5;
        if (m->scene.dead >> t->hand[to][slot] & 1)
            sum -= 0.1;
    }
    return sum;
}

static bool is_last_round(const dx_hanabi *t)
{
    return t->turns_left != DX_HANABI_NOT_YET;
}

// Turns until a seat is next.
static unsigned turns_to(const moment *m, unsigned seat)
{
    return (seat + m->t->players - m->p->me) % m->t->players;
}

typedef struct worth {
    double plays, saves;
} worth;

// What is thrown next is kept if the hint names it; then the one behind it is
// next.  In the last round it makes no difference what is thrown.
static double saved_by(const moment *m, dx_event hint)
{
    const dx_hanabi *t = m->t;
    unsigned to = hint.arg[0], now = dx_next_throw(t, to), then = now;
    if (now == DX_NONE || is_last_round(t))
        return 0;
    while (then < t->size[to] &&
           ((t->touched[to] | hint.arg[2]) >> then & 1) != 0)
        then++;
    double before = loss_of(m, t->hand[to][now]);
    double after = then < t->size[to] ? loss_of(m, t->hand[to][then]) : 0.3;
    return before - after;
}

// The chance that a seat does not throw what was named.
static double spares(const dx_hanabi_partner *p, unsigned seat)
{
    return (2.0 + p->spared[seat]) / (3.0 + p->spared[seat] + p->passed[seat]);
}

// A hint that is wrong by a reader's lights is a misplay later on, even if it
// is none now.  Nobody goes by a hint who has no turn any more.
static worth worth_of(const moment *m, dx_event hint, uint32_t others,
                      double is_idle)
{
    const dx_hanabi_partner *p = m->p;
    const double *weight = p->kinds.weight[hint.arg[0]];
    unsigned step = turns_to(m, hint.arg[0]);
    double plays = 0;
    if (step >= m->t->turns_left)
        return (worth){0, 0};
    for (unsigned k = 0; k < p->rule.count; k++) {
        if (weight[k] < 1e-4 && !p->reader[k].through)
            continue;
        dx_hint_effect e = dx_reader_effect(&p->reader[k], &m->scene,
                                            &p->heard[k], hint, others);
        double risk = m->t->lives == 1 ? 3 * misplay : misplay;
        plays +=
            weight[k] * (e.right - 0.7 * e.lost - risk * e.wrong - !e.is_true);
        if (e.called != DX_NONE)
            plays +=
                p->kinds.weight[e.called][k] * (e.call_is_right ? 1 : -risk);
    }
    double literal = weight[p->rule.count - 1];
    double delay = step == 1 ? 1 : 0.6;
    plays += facts_of(m, hint) * (0.1 + literal);
    return (worth){plays, is_idle * delay * spares(p, hint.arg[0]) *
                              saved_by(m, hint)};
}

typedef struct choice {
    dx_event hint;
    double value, saves;
    double kept; // what the last token was priced at
    bool any;
} choice;

// Whoever moves next and has nothing to play throws if the last token is gone:
// what is that worth to avoid?
static double price_of_last(const moment *m)
{
    const dx_hanabi *t = m->t;
    unsigned next = (m->p->me + 1) % t->players, chop = dx_next_throw(t, next);
    if (t->tokens != 1 || chop == DX_NONE || is_last_round(t))
        return 0;
    double spared = spares(m->p, next);
    return 0.5 * idle(m, next) *
           (spared * loss_of(m, t->hand[next][chop]) +
            (1 - spared) * loss_of(m, t->hand[next][0]));
}

static choice best_hint(const moment *m)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = 0, last = DX_NONE;
    uint32_t others = 0;
    double is_idle = 0;
    double last_token = price_of_last(m);
    choice best = {.value = -1000};
    count = m->p->table.tokens > 0 ? dx_game_hanabi.moves(m->t, m->p->me, moves)
                                   : 0;
    for (unsigned i = 0; i < count; i++) {
        if (moves[i].verb != DX_HANABI_HINT)
            continue;
        unsigned to = moves[i].arg[0];
        if (to != last) {
            others = taken(m, to);
            is_idle = idle(m, to);
        }
        last = to;
        worth w = worth_of(m, dx_hint_named(m->t, moves[i]), others, is_idle);
        bool wakes = to == (m->p->me + 1) % m->t->players && w.plays > 0.5;
        double value = w.plays + w.saves - (wakes ? 0 : last_token);
        if (value > best.value) {
            best = (choice){moves[i], value, w.saves, wakes ? 0 : last_token,
                            true};
        }
    }
    return best;
}

static dx_event act(unsigned verb, unsigned who, unsigned slot)
{
    return dx_with(dx_event_new(verb, who), 0, slot);
}

// How sure one has to be to play, by lives.  What a hint calls for is played in
// doubt: its giver counts on that, and whoever watches learns by it how hints
// are read.  Nobody counts on any other card.  In the last round a card that is
// not played is lost anyway.
static double nerve(const dx_hanabi *t, bool told)
{
    if (t->lives == 1)
        return 0.97;
    if (t->deck == 0)
        return 0.2;
    if (told)
        return t->lives == 2 ? 0.65 : 0.35;
    return t->lives == 2 ? 0.9 : 0.8;
}

// Of the cards that are sure enough, low ones first: more stands on them.
static double merit(const moment *m, unsigned slot)
{
    double merit = m->play[slot] - nerve(m->t, m->told[slot]);
    if (merit < 0)
        return merit;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(m->t); kind++)
        if (m->scene.playable >> kind & 1)
            merit += 0.05 * m->chance[slot][kind] *
                     (m->t->ranks - dx_hanabi_rank(m->t, kind));
    return merit;
}

static unsigned best_play(const moment *m)
{
    unsigned best = 0;
    for (unsigned slot = 1; slot < m->t->size[m->p->me]; slot++)
        if (merit(m, slot) > merit(m, best) + 1e-9)
            best = slot;
    return best;
}

// How much the others say with hints, rather than facts alone.
static double talk(const moment *m)
{
    unsigned players = m->t->players;
    double sum = 0;
    for (unsigned seat = 0; seat < players; seat++)
        if (seat != m->p->me)
            sum += 1 - m->p->kinds.weight[seat][m->p->rule.count - 1];
    return sum / (players - 1);
}

// The card that is missed least.  The next throw is safer than it looks: who
// sees that it is dear, and talks, would have named it.
static unsigned best_throw(const moment *m)
{
    const dx_hanabi *t = m->t;
    unsigned me = m->p->me, best = 0, next = dx_next_throw(t, me);
    double least = 1e9;
    for (unsigned slot = 0; slot < t->size[me]; slot++) {
        double cost = 0;
        for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
            cost += m->chance[slot][kind] * loss_of(m, kind);
        cost += 0.5 * m->play[slot];
        if (slot == next)
            cost *= 1 - 0.5 * talk(m);
        else if (t->touched[me] >> slot & 1)
            cost *= 1.2;
        if (cost < least - 1e-9) {
            least = cost;
            best = slot;
        }
    }
    return best;
}

static bool is_sure(const moment *m, unsigned slot)
{
    return m->play[slot] > 1 - 1e-9;
}

// In per cent, as it is said of what is not sure.
static unsigned percent_of(const moment *m, unsigned slot)
{
    unsigned percent = (unsigned)(100 * m->play[slot] + 0.5);
    return percent > 99 ? 99 : percent;
}

static dx_event say_play(const moment *m, unsigned slot)
{
    unsigned giver = m->p->giver[m->p->me][slot] + 1U;
    unsigned percent = percent_of(m, slot);
    if (is_sure(m, slot))
        dx_thought_say(m->thought, "sure", NULL, "card %u can surely be played",
                       slot + 1);
    else if (merit(m, slot) < 0)
        dx_thought_say(m->thought, "play", NULL,
                       "nothing else is allowed; card %u fits with a chance of "
                       "%u %%",
                       slot + 1, percent);
    else if (m->told[slot])
        dx_thought_say(m->thought, "told", NULL,
                       "seat %u's hint says that card %u can be played; it "
                       "fits with a chance of %u %%",
                       giver, slot + 1, percent);
    else
        dx_thought_say(m->thought, "play", NULL,
                       m->t->deck == 0
                           ? "the deck is out, and card %u fits with a chance "
                             "of %u %%"
                           : "no hint says so, but card %u fits with a chance "
                             "of %u %%",
                       slot + 1, percent);
    return act(DX_HANABI_PLAY, m->p->me, slot);
}

// The slot that a hint makes its receiver play, as it seems to read; DX_NONE:
// none, or it has no turn any more.
static unsigned told_by(const moment *m, dx_event hint)
{
    unsigned k = likeliest(m->p, hint.arg[0]);
    if (turns_to(m, hint.arg[0]) >= m->t->turns_left)
        return DX_NONE;
    return dx_reader_made_play(&m->p->reader[k], &m->scene, &m->p->heard[k],
                               hint);
}

static dx_event say_hint(const moment *m, const choice *best)
{
    unsigned to = best->hint.arg[0];
    unsigned slot = told_by(m, dx_hint_named(m->t, best->hint));
    if (best->saves > 0.5 * best->value && best->saves > 0)
        dx_thought_say(m->thought, "save", NULL,
                       "seat %u would throw card %u next, and it must not "
                       "be lost",
                       to + 1, dx_next_throw(m->t, to) + 1);
    else if (slot != DX_NONE)
        dx_thought_say(m->thought, "hint", NULL,
                       "seat %u can play card %u and will read this so", to + 1,
                       slot + 1);
    else if (best->value > 0)
        dx_thought_say(m->thought, "hint", NULL,
                       "this tells seat %u more of a card that can be "
                       "played",
                       to + 1);
    else
        dx_thought_say(
            m->thought, "wait", NULL,
            m->t->deck == 0
                ? "the deck is out and I have nothing to play: this hint does "
                  "least harm"
                : "the deck is nearly out, so I throw nothing: this hint does "
                  "least harm");
    return best->hint;
}

static bool is_dead(const moment *m, unsigned slot)
{
    for (unsigned kind = 0; kind < dx_hanabi_kinds(m->t); kind++)
        if (m->chance[slot][kind] > 0 && !(m->scene.dead >> kind & 1))
            return false;
    return true;
}

// A token is dearer the fewer there are; but when the deck is too short to
// throw more, a hint is a way to wait.
static double bar(const dx_hanabi *t)
{
    static const double of[] = {0, 0.6, 0.5, 0.4, 0.3};
    int spare = t->score + t->deck + t->players - t->colours * t->ranks;
    if (spare <= 2)
        return -0.1;
    return t->tokens < 5 ? of[t->tokens] : 0.25;
}

// Why a hint is kept: who is next would throw what is dear.
static void say_kept(const moment *m, const choice *hint, dx_text *out)
{
    unsigned next = (m->p->me + 1) % m->t->players;
    if (hint->any && hint->kept > 0 && hint->value + hint->kept >= bar(m->t))
        dx_text_printf(out,
                       "I keep the last hint: without it seat %u would throw "
                       "card %u, which should be kept; ",
                       next + 1, dx_next_throw(m->t, next) + 1);
}

// Why what was told, by the house language or as its giver seems to talk, is
// not played: it is too doubtful.
static void say_doubt(const moment *m, dx_text *out)
{
    const dx_hanabi_partner *p = m->p;
    for (unsigned slot = 0; slot < m->t->size[p->me]; slot++) {
        bool by_house = p->house != DX_NONE &&
                        p->giver[p->me][slot] != DX_NONE &&
                        dx_partner_is_told(p, &m->scene, p->house, p->me, slot);
        if ((!m->told[slot] && !by_house) || m->play[slot] <= 0)
            continue;
        dx_text_printf(
            out,
            "after seat %u's hint card %u may be one to play, but it "
            "fits with a chance of only %u %%%s; ",
            p->giver[p->me][slot] + 1U, slot + 1, percent_of(m, slot),
            !m->told[slot] ? ", as it seems not to hint by the house language"
            : m->t->lives == 1 ? ", and one life is left"
                               : "");
    }
}

static dx_event say_throw(const moment *m, unsigned slot, const choice *hint)
{
    unsigned next = dx_next_throw(m->t, m->p->me);
    dx_text doubt = {0};
    if (m->thought->reason != NULL) {
        say_doubt(m, &doubt);
        say_kept(m, hint, &doubt);
    }
    dx_thought_say(m->thought, "throw", NULL, "%scard %u %s",
                   dx_text_string(&doubt), slot + 1,
                   is_dead(m, slot) ? "is of no use any more"
                   : slot == next   ? "is my oldest that no hint has named"
                   : next == DX_NONE
                       ? "is missed least: hints have named all my cards"
                       : "is missed far less than my oldest that no hint has "
                         "named");
    dx_text_release(&doubt);
    return act(DX_HANABI_THROW, m->p->me, slot);
}

static dx_event decide(const moment *m)
{
    const dx_hanabi *t = m->t;
    unsigned me = m->p->me, slot = t->size[me] > 0 ? best_play(m) : 0;
    bool can_play = t->size[me] > 0 && merit(m, slot) >= 0;
    bool may_throw =
        (t->tokens < t->tokens_max || t->throw_when_full) && t->size[me] > 0;
    choice hint = best_hint(m);
    if (hint.any && hint.saves > 0.7 && hint.value > 0.7 &&
        hint.hint.arg[0] == (me + 1) % t->players)
        return say_hint(m, &hint);
    if (can_play)
        return say_play(m, slot);
    if (hint.any && (hint.value >= bar(t) || !may_throw)) {
        if (hint.value >= bar(t))
            return say_hint(m, &hint);
        dx_thought_say(m->thought, "pass", NULL,
                       "I have nothing to play, and nothing may be thrown "
                       "while all hints are there: this hint does least "
                       "harm");
        return hint.hint;
    }
    if (!may_throw)
        return say_play(m, slot);
    return say_throw(m, best_throw(m), &hint);
}

static size_t memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_hanabi_partner);
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    const int *value = self->params.value;
    dx_partner_begin(memory, view, value[HOUSE] / 100.0,
                     left_out[value[WITHOUT]], value[STRIKE] == 1);
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    (void)self;
    for (; noted < view->count; noted++)
        dx_partner_note(memory, view->seen[noted]);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const dx_hanabi_partner *p = memory;
    unsigned rollouts = (unsigned)self->params.value[SEARCH];
    if (rollouts > 0) {
        dx_policy plain = *self;
        plain.params.value[SEARCH] = 0;
        return dx_partner_search(p, &plain, view, rollouts, thought);
    }
    moment m = {.p = p,
                .t = view->sight,
                .scene = dx_scene_of(view->sight),
                .thought = thought};
    weigh_hand(&m);
    return decide(&m);
}

// By which language each other seat seems to hint, and what hints say by it.
static void tell(const void *memory, const dx_policy *self, const dx_view *view,
                 dx_text *out)
{
    const dx_hanabi_partner *p = memory;
    const dx_hint_reader *of_giver[DX_HANABI_SEATS];
    (void)self;
    for (unsigned seat = 0; seat < p->table.players; seat++) {
        unsigned kind = likeliest(p, seat);
        double tenths = 10 * p->kinds.weight[seat][kind];
        of_giver[seat] = &p->reader[kind];
        if (seat != p->me)
            dx_text_printf(out, "seat %u seems to hint by %s, %.0f in 10\n",
                           seat + 1, dx_reader_name(of_giver[seat]),
                           tenths > 9.4 ? 9.0
                           : tenths < 1 ? 1
                                        : tenths);
    }
    of_giver[p->me] = &dx_reader_beginner;
    dx_readers_tell(of_giver, view, out);
}

const dx_agent dx_agent_partner = {
    .name = "partner",
    .help = "a partner for people: finds out how each seat hints and reads",
    .talk = "A hint means: play the newest card named for the first time (card "
            "1 is your oldest). Of ones: play them all. If, by all hints so "
            "far, no pile can be waiting for it: keep it. Play what you were "
            "told, else hint a playable card, or save a last copy. Else throw "
            "your oldest card without a hint.",
    .people = true,
    .game = "hanabi",
    .assume = "truthful(beginner)",
    .schema = {params, NULL},
    .steps = 20,
    .memory_bytes = memory_bytes,
    .begin = begin,
    .note = note,
    .choose = choose,
    .tell = tell,
};
