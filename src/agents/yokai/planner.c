// The planner: exact beliefs, a plan over many colourings, and looks that tell
// the others what it has seen (eyes.h).  With a partner that does not speak so
// it plays as `natural` does.

#include "agents/yokai/planner.h"

#include "agents/yokai/choose.h"

static const dx_param params[] = {
    {"samples", "colourings that a move is planned on", 3, 64, 24,
     .choices = NULL},
    {0},
};

static const dx_yokai_manner manner = {true, 0.02, 0.02};

static dx_yokai_taste taste_of(const dx_policy *self,
                               const dx_yokai_thoughts *t)
{
    return (dx_yokai_taste){(unsigned)self->params.value[0], 0.3,
                            t->speaks ? 0.9 : 0.75};
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory;
    dx_yokai_thoughts *t = dx_yokai_think(view, &manner);
    dx_yokai_taste taste = taste_of(self, t);
    dx_event move = dx_yokai_choose(t, &taste, view, thought);
    dx_yokai_thoughts_free(t);
    return move;
}

static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    (void)memory, (void)budget;
    dx_yokai_thoughts *t = dx_yokai_think(view, &manner);
    dx_yokai_taste taste = taste_of(self, t);
    dx_yokai_rate(t, &taste, view, count, moves, out);
    dx_yokai_thoughts_free(t);
}

static bool believes(const void *memory, const dx_policy *self,
                     const dx_view *view, const dx_atom *atom, const int *args,
                     dx_opinion *out)
{
    (void)memory, (void)self;
    dx_yokai_thoughts *t = dx_yokai_think(view, &manner);
    bool has = dx_yokai_opinion(t, atom, args, out);
    dx_yokai_thoughts_free(t);
    return has;
}

const dx_agent dx_agent_yokai_planner = {
    .name = "planner",
    .help = "speaks by where it looks, plans over colourings",
    .talk = "Where I look is a code, and I read your looks by it. Only "
            "partners with the same code can follow.",
    .game = "yokai",
    .steps = 2000,
    .schema = {params, NULL},
    .choose = choose,
    .believes = believes,
    .values = values,
};
