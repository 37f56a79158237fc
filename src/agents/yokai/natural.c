// The natural player, a partner for people: what it has seen, hints and moves
// that it takes for meant; it keeps to the same rule itself and makes no move
// that would be misread.

#include "agents/yokai/natural.h"

#include "agents/yokai/choose.h"

static const dx_param params[] = {
    {"samples", "colourings that a move is planned on", 3, 64, 24,
     .choices = NULL},
    {"lapse", "weight of a move that was not meant", 0, 100, 2, .decimals = 2,
     .choices = NULL},
    {0},
};

static dx_yokai_thoughts *think(const dx_policy *self, const dx_view *view)
{
    dx_yokai_manner manner = {false, self->params.value[1] / 100.0, 0.02};
    return dx_yokai_think(view, &manner);
}

static dx_yokai_taste taste_of(const dx_policy *self)
{
    return (dx_yokai_taste){(unsigned)self->params.value[0], 0.3, 0.75};
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory;
    dx_yokai_taste taste = taste_of(self);
    dx_yokai_thoughts *t = think(self, view);
    dx_event move = dx_yokai_choose(t, &taste, view, thought);
    dx_yokai_thoughts_free(t);
    return move;
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    (void)memory, (void)budget;
    dx_yokai_taste taste = taste_of(self);
    dx_yokai_thoughts *t = think(self, view);
    dx_yokai_rate(t, &taste, view, count, moves, out);
    dx_yokai_thoughts_free(t);
}

// What its moves say is what it takes others' moves to say, and what they would
// say that it has seen to be false it does not say, unless it must.
static void truthful(const void *memory, const dx_policy *self,
                     const dx_view *view, unsigned count, const dx_event *moves,
                     bool *out)
{
    (void)memory, (void)self;
    for (unsigned i = 0; i < count; i++)
        out[i] = !dx_yokai_is_lie(view->sight, view->seat, moves[i]);
}

static bool believes(const void *memory, const dx_policy *self,
                     const dx_view *view, const dx_atom *atom, const int *args,
                     dx_opinion *out)
{
    (void)memory;
    dx_yokai_thoughts *t = think(self, view);
    bool has = dx_yokai_opinion(t, atom, args, out);
    dx_yokai_thoughts_free(t);
    return has;
}

const dx_agent dx_agent_yokai_natural = {
    .name = "natural",
    .help = "a partner for people: trusts that moves bring like to like",
    .talk = "I move like to like, and I trust that your moves and hints do the "
            "same.",
    .people = true,
    .game = "yokai",
    .steps = 2000,
    .schema = {params, NULL},
    .choose = choose,
    .truthful = truthful,
    .believes = believes,
    .values = values,
};
