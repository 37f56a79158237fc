// The paper's player.  All that it holds of colours comes from its belief base
// (creed.h), which it keeps through the game: what follows from it, models that
// are drawn from it to weigh plans, and what others' moves say by a rule.
// Before it moves it plans the rest of its turn by satisfiability (turn.h);
// moves that are sure to reach the goal alpha_G1 are worth more to it.
//
// `solo` is the same player without rules: it believes its eyes and hints, and
// takes nothing from where others move.

#include "agents/yokai/logic.h"

#include "agents/yokai/choose.h"
#include "agents/yokai/turn.h"
#include "base/memory.h"

#include <string.h>

enum { SAMPLES, DRAWS, EYES };

static const char *const flags[] = {"no", "yes", NULL};

static const dx_param params[] = {
    [SAMPLES] = {"samples",
                 "models on which it plans beyond its turn; 0: its turn only",
                 0, 64, 0, .choices = NULL},
    [DRAWS] = {"draws", "models that are drawn from the base", 8, 200, 32,
               .choices = NULL},
    [EYES] = {"eyes", "speak by looks, and believe those who do", 0, 1, 0,
              .choices = flags},
    {0},
};

typedef struct memory_of {
    dx_yokai_creed *creed;
    unsigned trusts;
} memory_of;

static size_t memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(memory_of);
}

static bool infers(const dx_policy *self)
{
    return self->agent == &dx_agent_yokai_logic;
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    memory_of *m = memory;
    m->trusts = DX_YOKAI_TRUST_HINTS;
    if (infers(self))
        m->trusts |= DX_YOKAI_TRUST_MOVES;
    if (self->params.value[EYES])
        m->trusts |= DX_YOKAI_TRUST_EYES;
    m->creed = dx_yokai_creed_new(view->rules, view->seat, m->trusts);
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    (void)self;
    for (unsigned i = noted; i < view->count; i++)
        dx_yokai_creed_see(((memory_of *)memory)->creed, view->seen[i]);
}

static void copy(void *memory, const void *from)
{
    memory_of *m = memory;
    *m = *(const memory_of *)from;
    m->creed = dx_yokai_creed_copy(m->creed);
}

static void end(void *memory)
{
    dx_yokai_creed_free(((memory_of *)memory)->creed);
}

// ---- choosing ----

// What a move is worth for the goal, in moves.
static double goal_bonus(void *data, unsigned card, unsigned square)
{
    const dx_yokai_thoughts *t = data;
    return dx_yokai_turn_joins(t->creed, t->table, card, square) ? -0.1 : 0;
}

static void listen(dx_yokai_thoughts *t, const memory_of *m)
{
    unsigned all = (1U << t->table->players) - 1, own = 1U << t->seat;
    bool eyes = (m->trusts & DX_YOKAI_TRUST_EYES) && !t->eyes.broken &&
                dx_yokai_creed_refused(m->creed) == 0;
    unsigned heard = eyes ? t->eyes.speaks : 0;
    t->speaks = eyes && ((t->eyes.speaks | (all & ~t->eyes.begun)) & ~own) != 0;
    t->plain = (all & ~own & ~heard) != 0 && !(t->speaks && heard == 0);
}

static dx_yokai_thoughts *think(const memory_of *m, const dx_policy *self,
                                const dx_view *view)
{
    dx_yokai_thoughts *t = dx_alloc(1, sizeof *t);
    t->table = view->sight;
    t->seat = view->seat;
    t->random = dx_random_named(view->count, view->seat, 2);
    t->eyes = *dx_yokai_creed_eyes(m->creed);
    t->creed = m->creed;
    listen(t, m);
    dx_yokai_layout_init(&t->layout, t->table);
    t->cloud = dx_yokai_creed_cloud(
        m->creed, (unsigned)self->params.value[DRAWS], &t->random);
    return t;
}

static dx_yokai_taste taste_of(const dx_policy *self)
{
    return (dx_yokai_taste){(unsigned)self->params.value[SAMPLES], 0.3,
                            self->params.value[EYES] ? 0.9 : 0.75};
}

// With the goals that its base plans, if a card is to be moved.
static dx_yokai_thoughts *think_ahead(const memory_of *m, const dx_policy *self,
                                      const dx_view *view)
{
    dx_yokai_thoughts *t = think(m, self, view);
    dx_yokai_turn plan = {0};
    if ((t->table->done & DX_YOKAI_LOOKED_AGAIN) &&
        !(t->table->done & DX_YOKAI_MOVED))
        dx_yokai_turn_plan(m->creed, view, &plan);
    if (plan.count > 0) {
        t->bonus = goal_bonus;
        t->bonus_data = t;
    }
    return t;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_yokai_taste taste = taste_of(self);
    dx_yokai_thoughts *t = think_ahead(memory, self, view);
    dx_event move = dx_yokai_choose(t, &taste, view, thought);
    dx_yokai_thoughts_free(t);
    return move;
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    (void)budget;
    dx_yokai_taste taste = taste_of(self);
    dx_yokai_thoughts *t = think_ahead(memory, self, view);
    dx_yokai_rate(t, &taste, view, count, moves, out);
    dx_yokai_thoughts_free(t);
}

// ---- opinions ----

// Colours are asked of the base, and chances of models of it.
static bool believes(const void *memory, const dx_policy *self,
                     const dx_view *view, const dx_atom *atom, const int *args,
                     dx_opinion *out)
{
    const memory_of *m = memory;
    dx_yokai_thoughts *t = think(m, self, view);
    for (unsigned card = 0; card < t->table->cards; card++)
        t->belief.may[card] = (uint8_t)dx_yokai_creed_may(m->creed, card);
    bool has = dx_yokai_opinion(t, atom, args, out);
    if (has && strcmp(atom->name, "same") == 0)
        out->truth =
            dx_yokai_creed_same(m->creed, (unsigned)args[0], (unsigned)args[1])
                ? 1
                : out->truth;
    dx_yokai_thoughts_free(t);
    return has;
}

// Of the two only the one that infers is asked what moves are worth.
#define PLAYER(title, text, said, rates)                                       \
    {                                                                          \
        .name = title, .help = text, .talk = said, .people = true,             \
        .game = "yokai", .steps = 4000, .schema = {params, NULL},              \
        .memory_bytes = memory_bytes, .begin = begin, .note = note,            \
        .copy = copy, .end = end, .choose = choose, .believes = believes,      \
        .values = rates,                                                       \
    }

const dx_agent dx_agent_yokai_logic = PLAYER(
    "logic", "a belief base, rules and plans by satisfiability",
    "I reason from what I saw and from what your moves and hints say.", values);
const dx_agent dx_agent_yokai_solo =
    PLAYER("solo", "logic without inference from what others do",
           "I go by what I saw myself and by the hints on the table.", NULL);
