// One player for every reader, with the rules that a person is told:
//
//  1. play what I was told to play;
//  2. if the next player would throw the last copy of something, hint so that
//     it is kept;
//  3. hint a card that somebody can play, so that it is read right;
//  4. throw what is dead, else the oldest card that no hint has named.
//
// By H-group's rules the second comes first.  `beginner` is the house language
// and the other languages that its parts make; `smart` and `hgroup` are two
// that people use.  Memory is public: the table as a bystander sees it and what
// its hints have told.

#include "agents/hanabi/beginner.h"

#include "agents/hanabi/own_hand.h"
#include "agents/hanabi/reader.h"

#include <string.h>

enum { SLIP, MEANT, NUMBER, COLOUR };

static const char *const meants[] = {"none", "newest", "oldest", "chop", NULL};
static const char *const numbers[] = {"play", "ones", "all",
                                      "save", "keep", NULL};
static const char *const colours[] = {"play", "save", "keep", NULL};

#define SLIPS                                                                  \
    {                                                                          \
        "slip",                                                                \
            "moves in a hundred that are a random hint or an unasked throw",   \
            0, 100, 0, .choices = NULL                                         \
    }

static const dx_param params[] = {
    SLIPS,
    {"meant", "which of the named cards a hint is about", DX_MEANT_NEWEST,
     DX_MEANT_CHOP, DX_MEANT_NEWEST, .choices = meants},
    {"number", "what a number says of it", 0, DX_HINT_NUMBER_KEEP,
     DX_HINT_NUMBER_ONES, .choices = numbers},
    {"colour", "what a colour says of it", 0, DX_HINT_COLOUR_KEEP,
     DX_HINT_COLOUR_PLAY, .choices = colours},
    {0},
};
static const dx_param slips[] = {SLIPS, {0}};
enum { LEVEL = 1 };
static const dx_param levels[] = {
    SLIPS,
    {"level", "2: a card may also be one behind what somebody plays unasked", 1,
     2, 1, .choices = NULL},
    {0},
};

typedef struct memory {
    dx_hanabi table; // as a bystander sees it
    dx_hint_heard heard;
} memory;

static dx_hint_reader reader_of(const dx_policy *self)
{
    const int *value = self->params.value;
    if (self->agent == &dx_agent_hgroup && value[LEVEL] == 2)
        return dx_reader_hgroup2;
    if (self->agent->data != NULL)
        return *(const dx_hint_reader *)self->agent->data;
    return (dx_hint_reader){.meant = (uint8_t)value[MEANT],
                            .number = (uint8_t)value[NUMBER],
                            .colour = (uint8_t)value[COLOUR]};
}

void dx_beginner_reads(dx_policy *policy, const dx_hint_reader *reader)
{
    if (policy->agent == &dx_agent_hgroup)
        policy->params.value[LEVEL] = reader->through ? 2 : 1;
    if (policy->agent != &dx_agent_beginner)
        return;
    policy->params.value[MEANT] = reader->meant;
    policy->params.value[NUMBER] = reader->number;
    policy->params.value[COLOUR] = reader->colour;
}

static size_t memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(memory);
}

static void begin(void *into, const dx_policy *self, const dx_view *view)
{
    (void)self;
    memory *m = into;
    view->rules->game->setup(&m->table, view->rules);
    dx_heard_begin(&m->heard);
}

static void note(void *into, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    memory *m = into;
    dx_hint_reader reader = reader_of(self);
    for (unsigned i = noted; i < view->count; i++) {
        dx_event event = view->seen[i];
        dx_hint_scene scene = {.table = &m->table};
        if (dx_hanabi_draws(event))
            event.arg[0] = DX_HOLE;
        if (event.verb == DX_HANABI_HINT)
            scene = dx_scene_of(&m->table);
        dx_reader_hear(&reader, &scene, &m->heard, event);
        dx_game_hanabi.fold(&m->table, event);
    }
}

// ---- choosing ----

typedef struct seat {
    dx_hint_reader reader;
    dx_hint_scene scene; // by its own eyes
    const dx_hanabi *t;
    dx_hint_heard heard; // by its own eyes, if that makes a difference
    unsigned me;
    uint32_t known[DX_HANABI_SLOTS]; // what own cards can be, counted
    uint32_t own[DX_HANABI_SLOTS];   // and by what was heard
    dx_thought *thought;
} seat;

static seat sit_down(const void *from, const dx_policy *self,
                     const dx_view *view, dx_thought *thought)
{
    const memory *m = from;
    seat s = {.reader = reader_of(self),
              .scene = dx_scene_of(view->sight),
              .t = view->sight,
              .heard = m->heard,
              .me = view->seat,
              .thought = thought};
    if (s.reader.ahead)
        dx_heard_by_eyes(&s.reader, view, &s.heard);
    dx_known_sets(s.t, s.me, s.known);
    for (unsigned slot = 0; slot < s.t->size[s.me]; slot++) {
        s.own[slot] = s.known[slot] & s.heard.set[s.me][slot];
        if (s.own[slot] == 0)
            s.own[slot] = s.known[slot];
    }
    return s;
}

static dx_event act(unsigned verb, unsigned who, unsigned slot)
{
    return dx_with(dx_event_new(verb, who), 0, slot);
}

// How dear a play is: one that others wait for before a sure one before what
// was told; 0: none.  On the last life only what can be no mistake.
static unsigned urge(const seat *s, unsigned slot)
{
    uint32_t wrong = s->own[slot] & ~s->scene.playable;
    bool told = dx_is_named(&s->heard, s->t, s->me, slot) &&
                dx_is_to_play(&s->scene, s->own[slot], s->scene.playable);
    if (s->t->lives == 1 && wrong != 0)
        return 0;
    if (told && (s->heard.called[s->me] >> slot & 1))
        return 3;
    return (s->known[slot] & ~s->scene.playable) == 0 ? 2 : told;
}

// The card to play: of the dearest the newest.
static bool play(const seat *s, dx_event *out)
{
    static const char *const why[] = {
        "", "can be played: a hint told me so",
        "can be played, by counting alone",
        "can be played: a hint to somebody else counts on it"};
    static const char *const rule[] = {"", "told", "sure", "called"};
    unsigned best = 0, most = 0;
    for (unsigned slot = 0; slot < s->t->size[s->me]; slot++) {
        unsigned here = urge(s, slot);
        if (here > 0 && here >= most) {
            most = here;
            best = slot;
        }
    }
    if (most == 0)
        return false;
    *out = act(DX_HANABI_PLAY, s->me, best);
    dx_thought_say(s->thought, rule[most], NULL, "card %u %s", best + 1,
                   why[most]);
    return true;
}

static bool is_told(const seat *s, unsigned who, unsigned slot)
{
    return dx_is_named(&s->heard, s->t, who, slot) &&
           dx_is_to_play(&s->scene, dx_heard_set(&s->heard, s->t, who, slot),
                         s->scene.playable);
}

static bool has_play(const seat *s, unsigned who)
{
    for (unsigned slot = 0; slot < s->t->size[who]; slot++)
        if (is_told(s, who, slot))
            return true;
    return false;
}

static bool is_seen_elsewhere(const dx_hanabi *t, unsigned who, unsigned slot)
{
    unsigned copies = 0;
    for (unsigned at = 0; at < t->players; at++)
        for (unsigned i = 0; i < t->size[at]; i++)
            copies += t->hand[at][i] == t->hand[who][slot];
    return copies > 1;
}

// Would the next player throw what must not be lost?
static bool must_save(const seat *s, unsigned next, unsigned *out_slot)
{
    const dx_hanabi *t = s->t;
    unsigned chop = dx_next_throw(t, next);
    if (chop == DX_NONE || has_play(s, next))
        return false;
    uint32_t card = UINT32_C(1) << t->hand[next][chop];
    uint32_t dear = s->scene.critical;
    if (s->reader.number == DX_HINT_NUMBER_SAVE && t->ranks > 2 &&
        !is_seen_elsewhere(t, next, chop))
        dear |= dx_hanabi_of_rank(t, 1) & ~s->scene.dead;
    *out_slot = chop;
    return (card & dear) != 0;
}

static unsigned junk(const seat *s, dx_event hint)
{
    unsigned to = hint.arg[0], count = 0;
    for (unsigned slot = 0; slot < s->t->size[to]; slot++)
        count += (hint.arg[2] >> slot & 1) &&
                 !(s->t->touched[to] >> slot & 1) &&
                 (s->scene.dead >> s->t->hand[to][slot] & 1);
    return count;
}

// The kinds that others than `to` are told to play.
static uint32_t taken(const seat *s, unsigned to)
{
    uint32_t kinds = 0;
    for (unsigned who = 0; who < s->t->players; who++)
        for (unsigned slot = 0; slot < s->t->size[who]; slot++)
            if (who != to && who != s->me && is_told(s, who, slot))
                kinds |= UINT32_C(1) << s->t->hand[who][slot];
    return kinds;
}

// What a hint does, to whom it calls included.
static dx_hint_effect effect_of(const seat *s, dx_event hint)
{
    dx_hint_effect effect = dx_reader_effect(&s->reader, &s->scene, &s->heard,
                                             hint, taken(s, hint.arg[0]));
    bool called = effect.called != DX_NONE;
    effect.right = (uint8_t)(effect.right + (called && effect.call_is_right));
    effect.wrong = (uint8_t)(effect.wrong + (called && !effect.call_is_right));
    return effect;
}

// The best hint: of those that are read right, the one that brings most cards
// to be played, to whom moves soonest.  0: none brings any.
static int best_hint(const seat *s, unsigned count, const dx_event *moves,
                     dx_event *out, dx_event *out_still)
{
    int most = 0, calm = -1000;
    for (unsigned i = 0; i < count; i++) {
        if (moves[i].verb != DX_HANABI_HINT)
            continue;
        dx_event hint = dx_hint_named(s->t, moves[i]);
        dx_hint_effect effect = effect_of(s, hint);
        unsigned players = s->t->players;
        int step = (int)((hint.arg[0] + players - s->me) % players);
        int value =
            20 * (effect.right - effect.lost) - step - 4 * (int)junk(s, hint);
        int quiet = -100 * (effect.wrong + effect.lost) + 50 * effect.is_true -
                    4 * (int)junk(s, hint) - step;
        if (quiet > calm) {
            calm = quiet;
            *out_still = moves[i];
        }
        if (effect.is_true && effect.wrong == 0 && effect.right > 0 &&
            value > most) {
            most = value;
            *out = moves[i];
        }
    }
    return most;
}

// A hint that keeps the next player from a throw, and is read right.
static bool save(const seat *s, unsigned count, const dx_event *moves,
                 dx_event *out)
{
    unsigned next = (s->me + 1) % s->t->players, chop = 0;
    int most = -1000;
    if (s->t->tokens == 0 || !must_save(s, next, &chop))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (moves[i].verb != DX_HANABI_HINT || moves[i].arg[0] != next)
            continue;
        dx_event hint = dx_hint_named(s->t, moves[i]);
        dx_hint_effect effect = effect_of(s, hint);
        bool keeps = (hint.arg[2] >> chop & 1) || effect.right > 0;
        int value = 20 * effect.right + 5 * (hint.arg[2] >> chop & 1) -
                    4 * (int)junk(s, hint);
        if (keeps && effect.is_true && effect.wrong == 0 && value > most) {
            most = value;
            *out = moves[i];
        }
    }
    if (most > -1000)
        dx_thought_say(s->thought, "save", NULL,
                       "seat %u would throw card %u next, and it must not "
                       "be lost",
                       next + 1, chop + 1);
    return most > -1000;
}

static unsigned find_throw(const seat *s, const char **out_why)
{
    const dx_hanabi *t = s->t;
    unsigned chop = dx_next_throw(t, s->me);
    for (unsigned slot = 0; slot < t->size[s->me]; slot++)
        if ((s->known[slot] & ~s->scene.dead) == 0) {
            *out_why = "is of no use any more";
            return slot;
        }
    *out_why = "is the oldest that no hint has named";
    if (chop != DX_NONE)
        return chop;
    *out_why = "is missed least: all cards are named";
    double least = 2;
    for (unsigned slot = 0; slot < t->size[s->me]; slot++) {
        double lost = __builtin_popcount(s->own[slot] & s->scene.critical) /
                      (double)__builtin_popcount(s->own[slot]);
        if (lost < least) {
            least = lost;
            chop = slot;
        }
    }
    return chop;
}

static dx_event throw_away(const seat *s)
{
    const char *why;
    unsigned slot = find_throw(s, &why);
    dx_thought_say(s->thought, "throw", NULL, "card %u %s", slot + 1, why);
    return act(DX_HANABI_THROW, s->me, slot);
}

static void say_hint(const seat *s, dx_event hint)
{
    unsigned slot = dx_reader_made_play(&s->reader, &s->scene, &s->heard,
                                        dx_hint_named(s->t, hint));
    if (slot != DX_NONE)
        dx_thought_say(s->thought, "hint", NULL,
                       "seat %u can play card %u and will read this so",
                       hint.arg[0] + 1U, slot + 1);
    else
        dx_thought_say(s->thought, "hint", NULL,
                       "by this hint somebody else sees that a card of its own "
                       "can be played");
}

static dx_event decide(const seat *s, unsigned count, const dx_event *moves)
{
    dx_event out, still = moves[0];
    bool first = s->reader.number == DX_HINT_NUMBER_SAVE;
    if (first && save(s, count, moves, &out))
        return out;
    if (play(s, &out))
        return out;
    if (!first && save(s, count, moves, &out))
        return out;
    if (s->t->tokens > 0 && best_hint(s, count, moves, &out, &still) > 0) {
        say_hint(s, out);
        return out;
    }
    bool may_throw = s->t->tokens < s->t->tokens_max || s->t->throw_when_full;
    if (may_throw && s->t->size[s->me] > 0)
        return throw_away(s);
    dx_thought_say(
        s->thought, "pass", NULL,
        "I have nothing to play, and nothing may be thrown while all "
        "hints are there: this hint does least harm");
    return still;
}

// The weight of a move among slips: as often as not a hint, any one, and else
// the throw that nobody asked for.
static unsigned slip_weight(const dx_hanabi *t, dx_event move, unsigned hints)
{
    if (move.verb == DX_HANABI_HINT)
        return 1;
    return move.verb == DX_HANABI_THROW &&
                   move.arg[0] == dx_next_throw(t, move.who)
               ? (hints > 0 ? hints : 1)
               : 0;
}

static unsigned weigh_slips(const dx_view *view, unsigned count,
                            const dx_event *moves, unsigned *out)
{
    unsigned hints = 0, all = 0;
    for (unsigned i = 0; i < count; i++)
        hints += moves[i].verb == DX_HANABI_HINT;
    for (unsigned i = 0; i < count; i++)
        all += out[i] = slip_weight(view->sight, moves[i], hints);
    return all;
}

static dx_event choose(const void *from, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned weight[DX_MOVES_MAX], at = 0;
    unsigned count = dx_view_moves(view, moves);
    unsigned slip = (unsigned)self->params.value[SLIP];
    unsigned all = slip > 0 ? weigh_slips(view, count, moves, weight) : 0;
    if (all > 0 && dx_random_below(thought->random, 100) < slip) {
        uint64_t lot = dx_random_below(thought->random, all);
        for (; lot >= weight[at]; at++)
            lot -= weight[at];
        dx_thought_say(thought, "slip", NULL, "a slip: I did not think");
        return moves[at];
    }
    seat s = sit_down(from, self, view, thought);
    return decide(&s, count, moves);
}

static void odds(const void *from, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out_odds)
{
    unsigned weight[DX_MOVES_MAX];
    unsigned slip = (unsigned)self->params.value[SLIP];
    unsigned all = slip > 0 ? weigh_slips(view, count, moves, weight) : 0;
    dx_thought thought = {0};
    seat s = sit_down(from, self, view, &thought);
    dx_event choice = decide(&s, count, moves);
    for (unsigned i = 0; i < count; i++) {
        unsigned mine = dx_event_same(moves[i], choice);
        out_odds[i] =
            all == 0
                ? dx_fraction_int(mine)
                : dx_fraction_of((100 - slip) * mine * all + slip * weight[i],
                                 100 * (int64_t)all);
    }
}

// ---- as an assumption ----

static void are_true(const void *from, const dx_policy *self,
                     const dx_view *view, unsigned count, const dx_event *moves,
                     bool *out)
{
    const memory *m = from;
    dx_hint_reader reader = reader_of(self);
    dx_hint_scene scene = dx_scene_of(view->sight);
    dx_hint_heard heard = m->heard;
    if (reader.ahead)
        dx_heard_by_eyes(&reader, view, &heard);
    for (unsigned i = 0; i < count; i++)
        out[i] = moves[i].verb != DX_HANABI_HINT ||
                 dx_reader_effect(&reader, &scene, &heard,
                                  dx_hint_named(scene.table, moves[i]), 0)
                     .is_true;
}

static void hear(const void *from, const dx_policy *self, const dx_view *view,
                 void *sight)
{
    (void)self, (void)view;
    const memory *m = from;
    dx_hanabi *t = sight;
    for (unsigned at = 0; at < t->players; at++)
        for (unsigned slot = 0; slot < t->size[at]; slot++)
            t->could[at][slot] &= m->heard.set[at][slot];
}

static void tell(const void *from, const dx_policy *self, const dx_view *view,
                 dx_text *out)
{
    (void)from;
    dx_hint_reader reader = reader_of(self);
    const dx_hint_reader *of_giver[DX_HANABI_SEATS];
    for (unsigned at = 0; at < DX_HANABI_SEATS; at++)
        of_giver[at] = &reader;
    dx_readers_tell(of_giver, view, out);
}

#define TALKER                                                                 \
    .game = "hanabi", .people = true, .shared = true,                          \
    .memory_bytes = memory_bytes, .begin = begin, .note = note,                \
    .choose = choose, .odds = odds, .truthful = are_true, .hear = hear,        \
    .tell = tell

const dx_agent dx_agent_beginner = {
    .name = "beginner",
    .help = "the house language: the newest card that a hint names can be "
            "played",
    .talk = "A hint says: play the newest card I name (1s: all). A number no "
            "pile needs says: keep. I throw my oldest card that no hint has "
            "named.",
    .schema = {params, NULL},
    TALKER,
};
const dx_agent dx_agent_smart = {
    .name = "smart",
    .help = "a colour: the newest can be played; a number: all can, or keep",
    .talk = "A colour says: the newest card I name can be played. A number "
            "says: all of them can; but if one is what you would throw next, "
            "keep it.",
    .schema = {slips, NULL},
    .data = &dx_reader_smart,
    TALKER,
};
const dx_agent dx_agent_hgroup = {
    .name = "hgroup",
    .help = "H-group's first levels: chop, focus, play clues and saves",
    .talk = "I hint by H-group, level 1: the newest card I name can be "
            "played; your oldest unnamed one may be a 2, a 5 or last copy to "
            "keep.",
    .schema = {levels, NULL},
    .data = &dx_reader_hgroup,
    TALKER,
};
