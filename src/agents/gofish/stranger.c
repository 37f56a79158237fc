// Eight ways to ask that are in no table of habits, so that planner can be
// judged on players it does not expect.  None of them may be counted, or
// trained against.

#include "agents/gofish/stranger.h"

#include "agents/gofish/moment.h"

enum { WAY };
enum { REPEAT, HIDE, MISLEAD, CYCLE, ECHO, FRESH, FICKLE, PAIRS };

static const char *const ways[] = {"repeat", "hide",  "mislead",
                                   "cycle",  "echo",  "fresh",
                                   "fickle", "pairs", NULL};

static const dx_param params[] = {
    {"way", "how it asks", 0, PAIRS, REPEAT, .choices = ways},
    {0},
};

typedef struct scene {
    const dx_gofish_notes *notes;
    const dx_view *view;
    unsigned asks;   // its own so far
    unsigned last;   // rank that it asked for last
    unsigned drawn;  // rank of the card that it drew last
    unsigned wanted; // rank that another asked for last
    unsigned ranks;
} scene;

// How much it likes a question.
typedef double appeal_fn(const scene *s, const dx_gofish_prospect *p);

static bool is_shown(const scene *s, const dx_gofish_prospect *p)
{
    return s->notes->shown.least[s->view->seat][p->rank] > 0;
}

// What is sure, else the lowest rank, again and again.
static double repeat(const scene *s, const dx_gofish_prospect *p)
{
    return (p->has > 0.999 ? 100 : 0) + s->ranks - p->rank;
}

// What all know of; else a single card: a pair is never shown.
static double hide(const scene *s, const dx_gofish_prospect *p)
{
    return (is_shown(s, p) ? 2 : p->own == 1 ? 1 : 0) + 0.9 * p->has;
}

// What it has least of.
static double mislead(const scene *s, const dx_gofish_prospect *p)
{
    (void)s;
    return p->has - p->own;
}

// The next higher rank than the last one, round and round.
static double cycle(const scene *s, const dx_gofish_prospect *p)
{
    return s->ranks - (p->rank + s->ranks - s->last - 1) % s->ranks;
}

// What another asked for, who must have it.
static double echo(const scene *s, const dx_gofish_prospect *p)
{
    return (p->rank == s->wanted ? 1 : 0) + p->has;
}

// What it has drawn last.
static double fresh(const scene *s, const dx_gofish_prospect *p)
{
    return (p->rank == s->drawn ? 1 : 0) + 0.1 * p->own;
}

// Now for any card, now for a book.
static double fickle(const scene *s, const dx_gofish_prospect *p)
{
    return s->asks % 2 == 0 ? p->has : p->completes;
}

// For what it has two or three of.
static double pairs(const scene *s, const dx_gofish_prospect *p)
{
    (void)s;
    return (p->own > 1 ? 1 : 0) + p->has;
}

static appeal_fn *const appeals[] = {repeat, hide,  mislead, cycle,
                                     echo,   fresh, fickle,  pairs};

static scene scene_of(const dx_gofish_notes *notes, const dx_view *view)
{
    const dx_gofish *t = view->sight;
    scene s = {notes, view, 0, t->ranks - 1U, t->ranks, t->ranks, t->ranks};
    for (unsigned i = 0; i < view->count; i++) {
        dx_event e = view->seen[i];
        bool is_own = e.who == view->seat;
        if (e.verb == DX_GOFISH_ASK && is_own)
            s.last = e.arg[1], s.asks++;
        if (e.verb == DX_GOFISH_ASK && !is_own)
            s.wanted = e.arg[1];
        if (e.verb == DX_GOFISH_DRAW && is_own)
            s.drawn = e.arg[0];
    }
    return s;
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    dx_gofish_notes_follow(memory, self, NULL, view, noted);
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    dx_gofish_notes *n = memory;
    dx_policy by_rank = *self;
    by_rank.params.value[0] = DX_GOFISH_BY_RANK;
    dx_gofish_notes_begin(n, &by_rank, view);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    static const char *const why[] = {
        "what is sure first, then always its lowest rank",
        "what all know it has, and never a pair",
        "what it has least of",
        "its ranks in turn, round and round",
        "what another has asked for",
        "what it has drawn last",
        "now for any card, now for a whole book",
        "what it has two or three of"};
    dx_gofish_prospect all[DX_GOFISH_PROSPECTS];
    const dx_gofish_notes *notes = memory;
    unsigned count = dx_gofish_prospects(&notes->beliefs, view, all), best = 0;
    unsigned way = (unsigned)self->params.value[WAY];
    scene s = scene_of(notes, view);
    if (count == 0)
        return dx_gofish_nothing(view, thought);
    for (unsigned i = 1; i < count; i++)
        if (appeals[way](&s, &all[i]) > appeals[way](&s, &all[best]) + 1e-9)
            best = i;
    dx_thought_say(thought, ways[way], NULL, "it asks for %s", why[way]);
    return all[best].move;
}

const dx_agent dx_agent_gofish_stranger = {
    .name = "stranger",
    .help = "asks like nobody whose habits were counted, to judge planner by",
    .talk = "I ask in a way of my own: my lowest rank again and again, say, or "
            "what you have just asked me for.",
    .people = true,
    .game = "gofish",
    .schema = {params, NULL},
    .memory_bytes = dx_gofish_notes_bytes,
    .begin = begin,
    .note = note,
    .copy = dx_gofish_notes_copy,
    .end = dx_gofish_notes_end,
    .choose = choose,
};
