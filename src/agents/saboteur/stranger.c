// Saboteurs and miners of other kinds than those that habits.def was counted
// on, so that beliefs can be judged on players they do not expect.  None of
// them may be counted, or tuned on.
//
//  saboteurs  idle: lays tunnels that lead nowhere and throws good ones away
//             late: an honest miner until the gold is near
//             waste: throws its best cards away, and else helps
//             brawl: breaks any tool it can, and else helps
//  miners     odd: breaks any tool it can, lays tunnels that lead nowhere
//             timid: digs only where it brings the gold much nearer
//             loner: digs, and has nothing to do with others
//
// and, written after all weights were chosen, as a last judge of them:
//
//  saboteurs  miser: hardly digs, throws what is worth least, breaks nobody's
//             turncoat: by turns an honest miner and a straight saboteur
//             sniper: helps, but takes every chance to do great harm
//             liar: says what is not so, looks again, digs what hardly helps
//  miners     hasty: digs whatever it can, well or badly
//             guard: mends and breaks before it digs
//             dreamer: does the second best

#include "agents/saboteur/stranger.h"

#include "agents/saboteur/mask.h"
#include "agents/saboteur/straight.h"

#include <math.h>

enum { SABOTEUR, MINER };
enum { IDLE, LATE, WASTE, BRAWL, MISER, TURNCOAT, SNIPER, LIAR };
enum { ODD, TIMID, LONER, PLAIN, HASTY, GUARD, DREAMER };

static const char *const saboteurs[] = {"idle",   "late",  "waste",
                                        "brawl",  "miser", "turncoat",
                                        "sniper", "liar",  NULL};
static const char *const miners[] = {"odd",   "timid", "loner",   "straight",
                                     "hasty", "guard", "dreamer", NULL};

static const dx_param params[] = {
    {"saboteur", "what it is like as a saboteur", 0, LIAR, IDLE,
     .choices = saboteurs},
    {"miner", "and as a miner", 0, DREAMER, PLAIN, .choices = miners},
    {0},
};

typedef struct scene {
    const dx_saboteur *t;
    const dx_saboteur_belief *belief;
    unsigned seat;
    bool is_near;
} scene;

// What a move is worth to it that is worth `as_miner` to a straight miner and
// `as_saboteur` to a straight saboteur.
typedef double worth_fn(const scene *s, dx_event move, double as_miner,
                        double as_saboteur);

static bool is_idle(dx_event move, double as_miner)
{
    return move.verb == DX_SABOTEUR_DIG && fabs(as_miner) < 0.15 &&
           dx_saboteur_is_open(move.arg[0]);
}

static bool breaks_another(const scene *s, dx_event move)
{
    return move.verb == DX_SABOTEUR_BLOCK && move.arg[0] != s->seat;
}

static double loss_of(const scene *s, dx_event move)
{
    return dx_saboteur_card_worth(s->t, move.arg[0], s->belief);
}

static double idle(const scene *s, dx_event move, double as_miner,
                   double as_saboteur)
{
    if (s->is_near)
        return as_saboteur;
    if (is_idle(move, as_miner))
        return 3;
    if (move.verb == DX_SABOTEUR_THROW)
        return 1 + loss_of(s, move);
    return move.verb == DX_SABOTEUR_CLAIM || move.verb == DX_SABOTEUR_SILENT
               ? as_miner
               : -5;
}

static double late(const scene *s, dx_event move, double as_miner,
                   double as_saboteur)
{
    (void)move;
    return s->is_near ? as_saboteur : as_miner;
}

static double waste(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    (void)as_saboteur;
    return move.verb == DX_SABOTEUR_THROW ? 3 * loss_of(s, move) : as_miner;
}

static double brawl(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    (void)as_saboteur;
    return breaks_another(s, move) ? 9 : as_miner;
}

static bool is_word(dx_event move)
{
    return move.verb == DX_SABOTEUR_CLAIM || move.verb == DX_SABOTEUR_SILENT;
}

static double miser(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    if (move.verb == DX_SABOTEUR_THROW)
        return 1 - loss_of(s, move);
    if (is_word(move))
        return as_miner;
    return move.verb == DX_SABOTEUR_DIG && as_saboteur > 0.7 ? 2 : -5;
}

static double turncoat(const scene *s, dx_event move, double as_miner,
                       double as_saboteur)
{
    bool turned = s->t->moves / s->t->players % 2 == 1;
    return turned && !is_word(move) ? as_saboteur : as_miner;
}

static double sniper(const scene *s, dx_event move, double as_miner,
                     double as_saboteur)
{
    bool builds =
        move.verb == DX_SABOTEUR_DIG || move.verb == DX_SABOTEUR_CRUSH;
    (void)s;
    return builds && as_saboteur > 0.8 ? 5 + as_saboteur : as_miner;
}

static double liar(const scene *s, dx_event move, double as_miner,
                   double as_saboteur)
{
    (void)s;
    if (is_word(move))
        return as_saboteur;
    if (move.verb == DX_SABOTEUR_LOOK)
        return 4;
    if (move.verb == DX_SABOTEUR_DIG)
        return as_miner > 0.5 ? -1 : 1 + as_miner;
    return as_miner - 1;
}

static double hasty(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    (void)s, (void)as_saboteur;
    return move.verb == DX_SABOTEUR_DIG ? 9 + as_miner : as_miner;
}

static double guard(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    bool meddles =
        move.verb == DX_SABOTEUR_UNBLOCK ||
        (breaks_another(s, move) && s->belief->guilt[move.arg[0]] > 0.3);
    (void)as_saboteur;
    return meddles ? 9 + as_miner : as_miner;
}

static double odd(const scene *s, dx_event move, double as_miner,
                  double as_saboteur)
{
    (void)as_saboteur;
    return breaks_another(s, move)   ? 9
           : is_idle(move, as_miner) ? 0.5
                                     : as_miner;
}

static double timid(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    (void)s, (void)as_saboteur;
    return move.verb == DX_SABOTEUR_DIG && as_miner < 0.75 ? -5 : as_miner;
}

static double loner(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    (void)as_saboteur;
    bool meddles =
        breaks_another(s, move) ||
        (move.verb == DX_SABOTEUR_UNBLOCK && move.arg[0] != s->seat) ||
        move.verb == DX_SABOTEUR_CLAIM;
    return meddles ? -5 : as_miner;
}

static double plain(const scene *s, dx_event move, double as_miner,
                    double as_saboteur)
{
    (void)s, (void)move, (void)as_saboteur;
    return as_miner;
}

static worth_fn *const of_saboteur[] = {idle,  late,     waste,  brawl,
                                        miser, turncoat, sniper, liar};
static worth_fn *const of_miner[] = {odd,   timid, loner, plain,
                                     hasty, guard, plain};

static unsigned second_best(unsigned count, const double *scores, unsigned best)
{
    unsigned second = best == 0 && count > 1 ? 1 : 0;
    for (unsigned i = 0; i < count; i++)
        if (i != best && scores[i] > scores[second])
            second = i;
    return second;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    static const dx_saboteur_mask near = {.turns = 2, .blown = 2};
    dx_event moves[DX_MOVES_MAX];
    double as_miner[DX_MOVES_MAX], as_saboteur[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    const dx_saboteur *t = view->sight;
    unsigned count = dx_view_moves(view, moves), seat = view->seat;
    bool guilty = t->role[seat] == DX_SABOTEUR_SABOTEUR;
    worth_fn *worth = guilty ? of_saboteur[self->params.value[SABOTEUR]]
                             : of_miner[self->params.value[MINER]];
    dx_saboteur_tally(memory, t, seat, &belief);
    scene s = {t, &belief, seat, dx_saboteur_mask_is_off(&near, t, &belief, 0)};
    dx_saboteur_score(t, seat, &belief, &dx_saboteur_plain, DX_SABOTEUR_MINER,
                      count, moves, as_miner);
    dx_saboteur_score(t, seat, &belief, &dx_saboteur_plain,
                      DX_SABOTEUR_SABOTEUR, count, moves, as_saboteur);
    for (unsigned i = 0; i < count; i++)
        as_miner[i] = worth(&s, moves[i], as_miner[i], as_saboteur[i]);
    unsigned best = dx_saboteur_best(count, as_miner);
    if (!guilty && self->params.value[MINER] == DREAMER)
        best = second_best(count, as_miner, best);
    dx_saboteur_give_reason(thought, t, moves[best], &belief, as_miner[best]);
    return moves[best];
}

const dx_agent dx_agent_saboteur_stranger = {
    .name = "stranger",
    .help = "of a kind that nobody counts on, to judge beliefs by",
    .talk = "I play like nobody you know: as a saboteur I may lay tunnels to "
            "nowhere, as a miner I may keep to myself.",
    .people = true,
    .game = "saboteur",
    .schema = {params, NULL},
    .memory_bytes = dx_saboteur_acts_bytes,
    .begin = dx_saboteur_acts_start,
    .note = dx_saboteur_acts_note,
    .choose = choose,
};
