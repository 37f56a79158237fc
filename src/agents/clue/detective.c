// The detective: of all questions, own cards named too, the one whose answer
// tells it most; of the cards that fit, one that this asker has seen, else the
// one that most have seen; an accusation when the envelope is known.

#include "agents/clue/detective.h"

#include "agents/clue/inform.h"
#include "agents/clue/turn.h"
#include "base/memory.h"

static const dx_param params[] = {
    {"worlds", "how many worlds it imagines", 1, DX_CLUE_WORLDS_MAX, 100,
     .choices = NULL},
    {"share", "percent that bits of hands count beside the envelope's", 0, 100,
     40, .choices = NULL},
    {0},
};

// What it thinks before it asks.
typedef struct musing {
    dx_clue_worlds worlds;
    dx_clue_logs *logs;
    unsigned seat;
    double share;
} musing;

static void *muse(const void *memory, const dx_params *settings,
                  const dx_view *view)
{
    dx_random random = dx_clue_random(view);
    musing *m = dx_alloc(1, sizeof *m);
    m->seat = view->seat;
    m->share = settings->value[1] / 100.0;
    m->worlds = dx_clue_study_worlds(memory, view->seat, view->sight,
                                     (unsigned)settings->value[0], &random);
    m->logs = dx_clue_logs_new(m->worlds.count);
    return m;
}

static void forget(void *context)
{
    musing *m = context;
    dx_free(m->logs);
    dx_clue_worlds_release(&m->worlds);
    dx_free(m);
}

// Without worlds all questions are worth the same.
static double worth(void *context, dx_clue_triple named)
{
    const musing *m = context;
    return m->worlds.count == 0
               ? 0
               : dx_clue_gain(&m->worlds, m->logs, m->seat, named, m->share);
}

static const dx_clue_asking asking = {muse, worth, forget};

static dx_event ask(const dx_clue_study *study, const dx_params *settings,
                    const dx_view *view, dx_thought *thought)
{
    dx_clue_triple best = dx_clue_best_ask(&asking, study, settings, view);
    return dx_clue_ask_move(view, best, "the answer should tell me most",
                            thought);
}

// To how many seats a card was shown.
static unsigned known_to(const dx_view *view, unsigned card)
{
    const dx_clue *t = view->sight;
    unsigned seats = 0;
    for (unsigned i = 0; i < t->turns; i++)
        if (t->ask[i].shower == view->seat && t->ask[i].card == card)
            seats |= 1U << t->ask[i].asker;
    return dx_clue_size(seats);
}

static dx_event show(const dx_view *view, dx_thought *thought)
{
    bool again;
    dx_clue_cards fit = dx_clue_fitting(view, &again);
    unsigned best = dx_clue_first(fit);
    for (; fit != 0; fit &= fit - 1)
        if (known_to(view, dx_clue_first(fit)) > known_to(view, best))
            best = dx_clue_first(fit);
    return dx_clue_show_move(
        view, best,
        again ? "it has seen this card before"
              : "of the cards I may show, no other is better known",
        thought);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const dx_clue *sight = view->sight;
    dx_clue_triple envelope;
    if (sight->phase == DX_CLUE_ASKING)
        return ask(memory, &self->params, view, thought);
    if (sight->phase == DX_CLUE_SHOWING)
        return show(view, thought);
    if (dx_clue_study_knows(memory, view->seat, sight, &envelope))
        return dx_clue_accuse_move(view, envelope, 1, thought);
    return dx_clue_end_move(view, thought);
}

static bool makes(const void *memory, const dx_policy *self,
                  const dx_view *view, dx_event move)
{
    return dx_clue_makes(&asking, memory, self, view, move);
}

const dx_agent dx_agent_clue_detective = {
    .name = "detective",
    .help = "asks what tells it most, accuses when it knows",
    .talk = "I ask what tells me most, remember every answer, and accuse when "
            "I know.",
    .people = true,
    .game = "clue",
    .steps = 25,
    .schema = {params, NULL},
    .memory_bytes = dx_clue_study_bytes,
    .begin = dx_clue_study_begin,
    .note = dx_clue_study_note,
    .copy = dx_clue_study_copy,
    .end = dx_clue_study_end,
    .choose = choose,
    .makes = makes,
};
