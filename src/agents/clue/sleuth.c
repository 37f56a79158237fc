// The sleuth is a detective that puts itself into the others' places.  It draws
// worlds of its own, by what the others' questions say (profile.h), and for
// each rival worlds that the rival would hold possible there.  It asks where
// its own gain less a share of the rivals' is largest; shows the card after
// which the asker would miss most; and accuses before it knows if by its next
// turn somebody else probably will:
//
//     p > (1 - risk) (p + (1 - p) nerve),
//
// where p is the chance of the likeliest envelope, `risk` that a rival wins
// before, and `nerve` the part of what is missing that another turn brings.

#include "agents/clue/sleuth.h"

#include "agents/clue/inform.h"
#include "agents/clue/profile.h"
#include "agents/clue/turn.h"
#include "base/heed.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { WORLDS, IMAGINED, MINDS, SHARE, LEAK, NERVE, TRUST };

static const dx_param params[] = {
    [WORLDS] = {"worlds", "how many worlds it draws", 1, DX_CLUE_WORLDS_MAX,
                100, .choices = NULL},
    [IMAGINED] = {"imagined", "in how many it looks through others' eyes", 1,
                  100, 4, .choices = NULL},
    [MINDS] = {"minds", "how many worlds it draws for another", 1, 1000, 40,
               .choices = NULL},
    [SHARE] = {"share",
               "percent that bits of hands count beside the envelope's", 0, 100,
               40, .choices = NULL},
    [LEAK] = {"leak", "percent that a bit for a rival counts beside its own", 0,
              100, 30, .choices = NULL},
    [NERVE] = {"nerve", "percent of what is missing that a turn brings", 0, 100,
               50, .choices = NULL},
    [TRUST] = {"trust", "percent of belief that others ask as detectives do", 0,
               100, 90, .choices = NULL},
    {0},
};

// What one rival would hold possible in one world.
typedef struct rival {
    const dx_clue *truth;
    dx_clue_worlds worlds;
} rival;

typedef struct scene {
    dx_clue_worlds own;
    unsigned count; // of rivals' minds
    rival rivals[DX_CLUE_SEATS * 100];
} scene;

static scene *imagine(const dx_clue_study *study, const dx_params *settings,
                      const dx_view *view)
{
    const dx_clue *sight = view->sight;
    dx_random random = dx_clue_random(view);
    scene *s = dx_alloc(1, sizeof *s);
    unsigned worlds = (unsigned)settings->value[WORLDS];
    unsigned imagined = (unsigned)settings->value[IMAGINED];
    s->own = dx_clue_profile_worlds(study, view, worlds,
                                    settings->value[TRUST] / 100.0, &random);
    for (unsigned i = 0; i < imagined && i < s->own.count; i++)
        for (unsigned seat = 0; seat < sight->players; seat++) {
            if (seat == view->seat || (sight->out >> seat & 1) ||
                dx_is_called_off())
                continue;
            rival *r = &s->rivals[s->count++];
            r->truth = dx_clue_world(&s->own, i);
            r->worlds =
                dx_clue_study_worlds(study, seat, r->truth,
                                     (unsigned)settings->value[MINDS], &random);
        }
    return s;
}

static void forget(scene *s)
{
    for (unsigned i = 0; i < s->count; i++)
        dx_clue_worlds_release(&s->rivals[i].worlds);
    dx_clue_worlds_release(&s->own);
    dx_free(s);
}

// What it thinks before it asks.
typedef struct musing {
    scene *scene;
    dx_clue_logs *logs;
    const dx_params *settings;
    unsigned seat;
} musing;

static void *muse(const void *memory, const dx_params *settings,
                  const dx_view *view)
{
    musing *m = dx_alloc(1, sizeof *m);
    m->scene = imagine(memory, settings, view);
    m->logs = dx_clue_logs_new(DX_CLUE_WORLDS_MAX);
    m->settings = settings;
    m->seat = view->seat;
    return m;
}

static void forget_all(void *context)
{
    musing *m = context;
    dx_free(m->logs);
    forget(m->scene);
    dx_free(m);
}

// Without worlds, and for who is called off, all questions are worth the same.
static double worth(void *context, dx_clue_triple named)
{
    const musing *m = context;
    const scene *s = m->scene;
    double share = m->settings->value[SHARE] / 100.0, leak = 0;
    if (s->own.count == 0 || dx_is_called_off())
        return 0;
    for (unsigned i = 0; m->settings->value[LEAK] > 0 && i < s->count; i++)
        leak += dx_clue_leak(&s->rivals[i].worlds, m->logs, m->seat, named,
                             s->rivals[i].truth, share);
    if (s->count > 0)
        leak *= m->settings->value[LEAK] / 100.0 / s->count;
    return dx_clue_gain(&s->own, m->logs, m->seat, named, share) - leak;
}

static const dx_clue_asking asking = {muse, worth, forget_all};

static dx_event ask(const dx_clue_study *study, const dx_params *settings,
                    const dx_view *view, dx_thought *thought)
{
    dx_clue_triple best = dx_clue_best_ask(&asking, study, settings, view);
    return dx_clue_ask_move(
        view, best, "I should learn more from the answer than the others",
        thought);
}

// The bits that the asker would miss if it were shown the card, in a world.
static double missed(const dx_clue_study *after, const dx_view *view,
                     const dx_clue_worlds *worlds, dx_event shown)
{
    dx_clue *table = dx_alloc_raw(1, worlds->stride);
    double bits = 0;
    for (unsigned i = 0; i < worlds->count && !dx_is_called_off(); i++) {
        memcpy(table, dx_clue_world(worlds, i), worlds->stride);
        view->rules->game->fold(table, shown);
        bits += dx_clue_study_bits(after, shown.arg[0], table);
    }
    dx_free(table);
    return bits;
}

static dx_event show_with_care(const dx_clue_study *study,
                               const dx_params *settings, const dx_view *view,
                               dx_clue_cards fit, dx_thought *thought)
{
    dx_random random = dx_clue_random(view);
    dx_clue_worlds worlds =
        dx_clue_profile_worlds(study, view, (unsigned)settings->value[IMAGINED],
                               settings->value[TRUST] / 100.0, &random);
    dx_clue_study after = {dx_frames_copy(study->frames)};
    dx_event shown = dx_clue_show_move(view, dx_clue_first(fit), "", thought);
    shown.next = (uint8_t)shown.arg[0];
    dx_frames_follow(after.frames, shown);
    unsigned best = dx_clue_first(fit);
    double most = -INFINITY;
    for (; fit != 0; fit &= fit - 1) {
        shown.arg[1] = (uint8_t)dx_clue_first(fit);
        double bits = missed(&after, view, &worlds, shown);
        if (bits > most) {
            most = bits;
            best = dx_clue_first(fit);
        }
    }
    dx_frames_free(after.frames);
    dx_clue_worlds_release(&worlds);
    return dx_clue_show_move(view, best,
                             "of the cards I may show, this one tells it least",
                             thought);
}

static dx_event show(const dx_clue_study *study, const dx_params *settings,
                     const dx_view *view, dx_thought *thought)
{
    bool again;
    dx_clue_cards fit = dx_clue_fitting(view, &again);
    if (again || (fit & (fit - 1)) == 0)
        return dx_clue_show_move(view, dx_clue_first(fit),
                                 again ? "it has seen this card before"
                                       : "I have no other of the three",
                                 thought);
    return show_with_care(study, settings, view, fit, thought);
}

// The chance that one of the rivals wins before our next turn: who has the
// likeliest envelope with chance q is taken to know soon with q * q.
static double risk(const scene *s)
{
    double safe = 0, now = 1;
    unsigned worlds = 0;
    for (unsigned i = 0; i < s->count && !dx_is_called_off(); i++) {
        dx_clue_triple likeliest;
        double q = dx_clue_likeliest(&s->rivals[i].worlds, &likeliest);
        now *= 1 - q * q;
        if (i + 1 == s->count || s->rivals[i + 1].truth != s->rivals[i].truth) {
            safe += now;
            now = 1;
            worlds++;
        }
    }
    return worlds == 0 ? 0 : 1 - safe / worlds;
}

// What an accusation of the likeliest envelope is worth, and what waiting is:
// chances to win.
static void weigh_close(const scene *s, const dx_params *settings,
                        const dx_clue *sight, dx_clue_triple *out_envelope,
                        double *out_accuse, double *out_wait)
{
    double p = dx_clue_likeliest(&s->own, out_envelope);
    double nerve = settings->value[NERVE] / 100.0;
    *out_accuse = p;
    *out_wait = sight->turns == sight->limit
                    ? 0
                    : (1 - risk(s)) * (p + (1 - p) * nerve);
}

static dx_event close(const dx_clue_study *study, const dx_params *settings,
                      const dx_view *view, dx_thought *thought)
{
    const dx_clue *sight = view->sight;
    dx_clue_triple envelope;
    double p, wait;
    if (dx_clue_study_knows(study, view->seat, sight, &envelope))
        return dx_clue_accuse_move(view, envelope, 1, thought);
    scene *s = imagine(study, settings, view);
    weigh_close(s, settings, sight, &envelope, &p, &wait);
    forget(s);
    if (p > wait) // never without worlds
        return dx_clue_accuse_move(view, envelope, fmin(p, 0.99), thought);
    return dx_clue_end_move(view, thought);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const dx_clue *sight = view->sight;
    if (sight->phase == DX_CLUE_ASKING)
        return ask(memory, &self->params, view, thought);
    if (sight->phase == DX_CLUE_SHOWING)
        return show(memory, &self->params, view, thought);
    return close(memory, &self->params, view, thought);
}

// Bits that it gains by asking, less what the others do.
static void value_asks(musing *m, const dx_view *view, unsigned count,
                       const dx_event *moves, double *out)
{
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == DX_CLUE_ASK)
            out[i] = worth(m, dx_clue_named(view->sight, moves[i]));
}

// Chances to win, of waiting and of the accusation that it thinks of.
static void value_closes(const scene *s, const dx_clue_study *study,
                         const dx_params *settings, const dx_view *view,
                         unsigned count, const dx_event *moves, double *out)
{
    const dx_clue *sight = view->sight;
    dx_clue_triple envelope;
    double accuse, wait;
    weigh_close(s, settings, sight, &envelope, &accuse, &wait);
    if (dx_clue_study_knows(study, view->seat, sight, &envelope))
        accuse = 1;
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == DX_CLUE_END)
            out[i] = wait;
        else if (moves[i].verb == DX_CLUE_ACCUSE &&
                 dx_clue_same(dx_clue_named(sight, moves[i]), envelope))
            out[i] = accuse;
}

static bool makes(const void *memory, const dx_policy *self,
                  const dx_view *view, dx_event move)
{
    return dx_clue_makes(&asking, memory, self, view, move);
}

// Of what it shows it values nothing: it looks for what tells least.
static void values(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget DX_UNUSED,
                   unsigned count, const dx_event *moves, double *out)
{
    const dx_clue *sight = view->sight;
    for (unsigned i = 0; i < count; i++)
        out[i] = NAN;
    if (sight->phase == DX_CLUE_SHOWING)
        return;
    musing *m = muse(memory, &self->params, view);
    if (m->scene->own.count > 0 && sight->phase == DX_CLUE_ASKING)
        value_asks(m, view, count, moves, out);
    else if (m->scene->own.count > 0)
        value_closes(m->scene, memory, &self->params, view, count, moves, out);
    forget_all(m);
}

const dx_agent dx_agent_clue_sleuth = {
    .name = "sleuth",
    .help = "a detective that looks at what others learn",
    .talk =
        "I ask what tells me most and you least, and I accuse when it pays.",
    .people = true,
    .game = "clue",
    .steps = 220,
    .schema = {params, NULL},
    .memory_bytes = dx_clue_study_bytes,
    .begin = dx_clue_study_begin,
    .note = dx_clue_study_note,
    .copy = dx_clue_study_copy,
    .end = dx_clue_study_end,
    .choose = choose,
    .makes = makes,
    .values = values,
};
