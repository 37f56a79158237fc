// Four players of Walton-Rivers and others, Evaluating and Modelling
// Hanabi-Playing Agents (2017): IGGI, Piers, Van den Bergh and Outer.
//
// A player is a list of rules; the first that has a move to offer is followed,
// and of several moves one is drawn.  All read hints literally and count their
// cards exactly.  Where the paper leaves open which hint tells of a card, the
// number comes before the colour.

#include "agents/hanabi/literature.h"

#include "agents/hanabi/reader.h"
#include "worlds/slots.h"

#include <string.h>

enum { OFFERS_MAX = 64 };

typedef struct desk {
    const dx_view *view;
    const dx_hanabi *t;
    dx_hint_scene scene;
    unsigned me, count, offered;
    unsigned about;  // the slot that a hint is for; DX_NONE: no one slot
    dx_event *moves; // the legal ones
    dx_event offer[OFFERS_MAX];
    double playable[DX_HANABI_SLOTS], dead[DX_HANABI_SLOTS];
} desk;

static void offer(desk *d, dx_event move)
{
    for (unsigned i = 0; i < d->count; i++)
        if (dx_event_same(d->moves[i], move) && d->offered < OFFERS_MAX) {
            d->offer[d->offered++] = move;
            return;
        }
}

static dx_event act(const desk *d, unsigned verb, unsigned slot)
{
    return dx_with(dx_event_new(verb, d->me), 0, slot);
}

static void weigh(desk *d)
{
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    unsigned kinds = dx_hanabi_kinds(d->t);
    dx_slots slots = {.count = d->t->size[d->me]};
    memset(weight, 0, sizeof weight);
    for (unsigned slot = 0; slot < slots.count; slot++)
        slots.kinds[slot] = d->t->could[d->me][slot];
    if (!d->t->open)
        dx_slots_marginals(&slots, kinds, d->t->unseen, weight);
    for (unsigned slot = 0; slot < slots.count; slot++) {
        double all = 0, can = 0, dead = 0;
        if (d->t->open)
            weight[slot][d->t->hand[d->me][slot]] = 1;
        for (unsigned kind = 0; kind < kinds; kind++) {
            double w = (double)weight[slot][kind];
            all += w;
            can += d->scene.playable >> kind & 1 ? w : 0;
            dead += d->scene.dead >> kind & 1 ? w : 0;
        }
        d->playable[slot] = all > 0 ? can / all : 0;
        d->dead[slot] = all > 0 ? dead / all : 0;
    }
}

// The first slot with the highest chance, if that is enough.
static void offer_best(desk *d, unsigned verb, const double *chance,
                       double least)
{
    unsigned best = 0;
    for (unsigned slot = 1; slot < d->t->size[d->me]; slot++)
        if (chance[slot] > chance[best])
            best = slot;
    if (d->t->size[d->me] > 0 && chance[best] >= least)
        offer(d, act(d, verb, best));
}

static const double surely = 1 - 1e-12;

static void play_sure(desk *d)
{
    offer_best(d, DX_HANABI_PLAY, d->playable, surely);
}

static void play_likely(desk *d)
{
    if (d->t->lives > 1)
        offer_best(d, DX_HANABI_PLAY, d->playable, 0.6);
}

static void play_at_the_end(desk *d)
{
    if (d->t->lives > 1 && d->t->deck == 0)
        offer_best(d, DX_HANABI_PLAY, d->playable, 1e-12);
}

static void throw_useless(desk *d)
{
    offer_best(d, DX_HANABI_THROW, d->dead, surely);
}

static void throw_most_useless(desk *d)
{
    offer_best(d, DX_HANABI_THROW, d->dead, 0);
}

static void throw_oldest(desk *d)
{
    if (d->t->size[d->me] > 0)
        offer(d, act(d, DX_HANABI_THROW, 0));
}

static void throw_any(desk *d)
{
    for (unsigned slot = 0; slot < d->t->size[d->me]; slot++)
        offer(d, act(d, DX_HANABI_THROW, slot));
}

static void tell_any(desk *d)
{
    for (unsigned i = 0; i < d->count; i++)
        if (d->moves[i].verb == DX_HANABI_HINT)
            offer(d, d->moves[i]);
}

// What the holder of a card was not told: the number, else the colour.
static void tell_of(desk *d, unsigned to, unsigned slot)
{
    const dx_hanabi *t = d->t;
    unsigned kind = t->hand[to][slot];
    unsigned clue[2] = {t->colours + dx_hanabi_rank(t, kind),
                        dx_hanabi_colour(t, kind)};
    dx_event hint = dx_with(dx_event_new(DX_HANABI_HINT, d->me), 0, to);
    d->about = slot;
    for (unsigned i = 0; i < 2 && d->offered == 0; i++)
        if ((t->could[to][slot] & ~t->of_clue[clue[i]]) != 0)
            offer(d, dx_with(hint, 1, clue[i]));
}

// A hint about the first card, in the order of play, that is one of `kinds`.
static void tell_about(desk *d, uint32_t kinds)
{
    for (unsigned step = 1; step < d->t->players; step++) {
        unsigned to = (d->me + step) % d->t->players;
        for (unsigned slot = 0; slot < d->t->size[to] && d->offered == 0;
             slot++)
            if (kinds >> d->t->hand[to][slot] & 1)
                tell_of(d, to, slot);
    }
}

static void tell_useful(desk *d)
{
    tell_about(d, d->scene.playable);
}

static void tell_useless(desk *d)
{
    tell_about(d, d->scene.dead);
}

static void tell_useless_when_few(desk *d)
{
    if (d->t->tokens < 4)
        tell_about(d, d->scene.dead);
}

static void tell_unknown(desk *d)
{
    tell_about(d, UINT32_MAX);
}

// The hint that leaves the fewest kinds for the cards of a hand.
static void tell_most(desk *d)
{
    dx_event best = {.bits = 0};
    unsigned most = 0;
    for (unsigned i = 0; i < d->count; i++) {
        if (d->moves[i].verb != DX_HANABI_HINT)
            continue;
        unsigned to = d->moves[i].arg[0], gone = 0;
        uint32_t named = d->t->of_clue[d->moves[i].arg[1]];
        for (unsigned slot = 0; slot < d->t->size[to]; slot++) {
            uint32_t could = d->t->could[to][slot];
            bool is = named >> d->t->hand[to][slot] & 1;
            gone += (unsigned)__builtin_popcount(could & (is ? ~named : named));
        }
        if (gone > most) {
            most = gone;
            best = d->moves[i];
        }
    }
    if (most > 0)
        offer(d, best);
}

typedef struct rule {
    void (*offer)(desk *d);   // NULL ends the list
    const char *name, *words; // behind "card 2" or "seat 3's card 2"
} rule;

#define PLAY_SURE                                                              \
    {                                                                          \
        play_sure, "safe", "can surely be played"                              \
    }
#define PLAY_LIKELY                                                            \
    {                                                                          \
        play_likely, "likely", "can be played with a chance of 60 % or more"   \
    }
#define TELL_USEFUL                                                            \
    {                                                                          \
        tell_useful, "useful", "can be played"                                 \
    }
#define THROW_USELESS                                                          \
    {                                                                          \
        throw_useless, "useless", "will surely never be of use"                \
    }
#define THROW_OLDEST                                                           \
    {                                                                          \
        throw_oldest, "oldest", "is my oldest"                                 \
    }
#define TELL_ANY                                                               \
    {                                                                          \
        tell_any, "any hint", "nothing better is to be done"                   \
    }
#define THROW_ANY                                                              \
    {                                                                          \
        throw_any, "any throw", "goes by lot: I know nothing better"           \
    }

static const rule iggi[] = {
    PLAY_SURE, TELL_USEFUL, THROW_USELESS, THROW_OLDEST, TELL_ANY, {0},
};
static const rule piers[] = {
    {play_at_the_end, "hail mary",
     "can perhaps be played, and the deck is empty"},
    PLAY_SURE,
    PLAY_LIKELY,
    TELL_USEFUL,
    {tell_useless_when_few, "dispensable", "is of no use any more"},
    THROW_USELESS,
    THROW_OLDEST,
    TELL_ANY,
    {0},
};
static const rule vandenbergh[] = {
    PLAY_LIKELY,
    PLAY_SURE,
    THROW_USELESS,
    TELL_USEFUL,
    {tell_useless, "useless hint", "is of no use any more"},
    {tell_most, "most", "no hint says more of a hand"},
    {throw_most_useless, "throw", "is the likeliest of mine to be of no use"},
    TELL_ANY,
    {0},
};
static const rule outer[] = {
    PLAY_SURE,   THROW_USELESS,
    TELL_USEFUL, {tell_unknown, "unknown", "is not fully known to it"},
    THROW_ANY,   TELL_ANY,
    {0},
};

static const rule *consult(desk *d, const dx_policy *self, const dx_view *view,
                           unsigned count, dx_event *moves)
{
    d->view = view;
    d->t = view->sight;
    d->scene = dx_scene_of(view->sight);
    d->me = view->seat;
    d->count = count;
    d->moves = moves;
    d->offered = 0;
    weigh(d);
    const rule *r = self->agent->data;
    for (; r->offer != NULL; r++) {
        d->about = DX_NONE;
        r->offer(d);
        if (d->offered > 0)
            return r;
    }
    d->offer[d->offered++] = moves[0];
    return NULL;
}

// The words of a rule behind the card that they are about, if it is one.
static void say_why(const desk *d, const rule *r, dx_event move,
                    dx_thought *thought)
{
    if (r == NULL)
        dx_thought_say(thought, "nothing", NULL, "no rule has a move");
    else if (move.verb != DX_HANABI_HINT)
        dx_thought_say(thought, r->name, NULL, "card %u %s", move.arg[0] + 1U,
                       r->words);
    else if (d->about != DX_NONE)
        dx_thought_say(thought, r->name, NULL, "seat %u's card %u %s",
                       move.arg[0] + 1U, d->about + 1, r->words);
    else
        dx_thought_say(thought, r->name, NULL, "%s", r->words);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory;
    dx_event moves[DX_MOVES_MAX];
    desk d;
    const rule *r = consult(&d, self, view, dx_view_moves(view, moves), moves);
    dx_event move = d.offered == 1
                        ? d.offer[0]
                        : d.offer[dx_random_below(thought->random, d.offered)];
    say_why(&d, r, move, thought);
    return move;
}

static void odds(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out_odds)
{
    (void)memory;
    dx_event legal[DX_MOVES_MAX];
    desk d;
    consult(&d, self, view, dx_view_moves(view, legal), legal);
    for (unsigned i = 0; i < count; i++) {
        out_odds[i] = dx_fraction_int(0);
        for (unsigned k = 0; k < d.offered; k++)
            if (dx_event_same(moves[i], d.offer[k]))
                out_odds[i] = dx_fraction_of(1, d.offered);
    }
}

#define PLAYER(title, text, said, rules)                                       \
    {                                                                          \
        .name = title, .help = text, .talk = said, .people = true,             \
        .game = "hanabi", .data = rules, .choose = choose, .odds = odds        \
    }

const dx_agent dx_agent_iggi =
    PLAYER("iggi", "IGGI: sure plays, hints of playable cards, oldest throws",
           "A hint is a fact and no more. I play what is sure, and tell of "
           "cards that can be played.",
           iggi);
const dx_agent dx_agent_piers =
    PLAYER("piers", "Piers: as iggi, and plays what is likely",
           "A hint is a fact and no more. I play what is at least 60 % sure, "
           "and tell of cards that can be played.",
           piers);
const dx_agent dx_agent_vandenbergh =
    PLAYER("vandenbergh", "Van den Bergh: likely plays, hints that say most",
           "A hint is a fact and no more. I play what is at least 60 % sure, "
           "and tell what says most.",
           vandenbergh);
const dx_agent dx_agent_outer =
    PLAYER("outer", "Outer: sure plays, then hints of anything not known",
           "A hint is a fact and no more. I play what is sure, and tell what "
           "you do not know.",
           outer);
