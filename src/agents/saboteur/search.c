// Candidates of the move score (for a saboteur the wrecker's), tried in
// imagined rounds.
//
// A world is drawn from the beliefs of `bayes`: who is a saboteur, where the
// gold lies; hands, thrown cards and deck come from the cards not seen yet.  In
// each world every candidate is played and the round is played out by the move
// score at all seats: the same deck for all candidates, so that only what they
// change counts.  The choice of the score is left only for a gain that is
// larger than its own error.  Chance comes from the view, so the same view
// gives the same move.

#include "agents/saboteur/search.h"

#include "agents/saboteur/bayes.h"
#include "agents/saboteur/wrecker.h"
#include "base/hash.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { WORLDS, CANDIDATES = 6, DECK_MAX = 67, SHORTLIST = 3 };

static const dx_param params[] = {
    [WORLDS] = {"worlds", "rounds imagined for each candidate", 1, 1000, 12,
                .choices = NULL},
    {0},
};

static const double awareness = 0.4; // how much of the truth others find out
static const double doubt = 0.7;     // errors by which a gain must be larger

typedef struct search {
    const dx_view *view;
    const dx_saboteur *sight;
    const dx_saboteur_memory *memory;
    dx_random random;
    unsigned aim; // the end that it plays for, as a role
    unsigned count;
    dx_event candidate[CANDIDATES];
    double sum[CANDIDATES], squares[CANDIDATES]; // of gains over the first
    double weight[DX_SABOTEUR_WORLDS_MAX * DX_SABOTEUR_GOALS], all;
    // What the table believes, for those who are imagined.
    dx_saboteur_belief public;
} search;

// An imagined round: the truth of it, and the deck.
typedef struct imagined {
    dx_saboteur truth;
    unsigned cards;
    uint8_t deck[DECK_MAX];
} imagined;

static void draw_roles(search *s, dx_saboteur *t)
{
    const dx_saboteur_worlds *worlds = &s->memory->bayes.worlds;
    double at = dx_random_unit(&s->random) * s->all;
    unsigned i = 0, stones = 0;
    while (i + 1 < worlds->count * DX_SABOTEUR_GOALS && at >= s->weight[i])
        at -= s->weight[i++];
    unsigned set = worlds->saboteurs[i / DX_SABOTEUR_GOALS];
    unsigned gold = i % DX_SABOTEUR_GOALS;
    for (unsigned seat = 0; seat < t->players; seat++)
        t->role[seat] = set >> seat & 1;
    if (t->spare_card)
        t->spare = (unsigned)__builtin_popcount(set) < t->saboteurs;
    for (unsigned goal = 0; goal < t->goals; goal++)
        if (t->goal[goal] < DX_SABOTEUR_TREASURES)
            stones |= 1U << t->goal[goal];
    for (unsigned goal = 0; goal < t->goals; goal++) {
        if (t->goal[goal] < DX_SABOTEUR_TREASURES)
            continue;
        unsigned stone = stones >> DX_SABOTEUR_STONE_NE & 1
                             ? DX_SABOTEUR_STONE_NW
                             : DX_SABOTEUR_STONE_NE;
        t->goal[goal] = (uint8_t)(goal == gold ? DX_SABOTEUR_GOLD : stone);
        stones |= 1U << t->goal[goal];
    }
}

static void draw_cards(search *s, imagined *m)
{
    dx_saboteur *t = &m->truth;
    m->cards = 0;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        for (unsigned i = dx_saboteur_unseen(s->sight, kind); i > 0; i--)
            m->deck[m->cards++] = (uint8_t)kind;
    for (unsigned i = m->cards; i > 1; i--) {
        unsigned other = (unsigned)dx_random_below(&s->random, i);
        uint8_t card = m->deck[i - 1];
        m->deck[i - 1] = m->deck[other];
        m->deck[other] = card;
    }
    for (unsigned seat = 0; seat < t->players; seat++) {
        if (seat == s->view->seat)
            continue;
        for (unsigned i = 0; i < t->size[seat]; i++)
            t->in_hand[seat][m->deck[--m->cards]]++;
        for (unsigned i = 0; i < t->throws[seat]; i++)
            t->thrown[seat][m->deck[--m->cards]]++;
    }
}

// Nature goes on until a seat is to move or the round is over.
static void let_nature(imagined *m)
{
    dx_saboteur *t = &m->truth;
    dx_event event[2];
    uint32_t weight[2];
    for (;;) {
        if (t->phase == DX_SABOTEUR_DRAWING)
            event[0] = dx_with(dx_event_new(DX_SABOTEUR_DRAW, t->turn), 0,
                               m->deck[--m->cards]);
        else if (t->phase == DX_SABOTEUR_TURNING)
            dx_game_saboteur.chances(t, event, weight);
        else
            return;
        dx_saboteur_fold(t, event[0]);
    }
}

static void play(imagined *m, dx_event move)
{
    dx_saboteur_fold(&m->truth, dx_game_saboteur.decide(&m->truth, move));
    let_nature(m);
}

// What a seat of an imagined round goes by: the table's opinion, partly set
// right by what will come out, and its own looks.
static void imagine_belief(const search *s, const dx_saboteur *t, unsigned seat,
                           dx_saboteur_belief *out)
{
    double all = 0;
    for (unsigned i = 0; i < t->players; i++)
        out->guilt[i] =
            awareness * t->role[i] + (1 - awareness) * s->public.guilt[i];
    out->guilt[seat] = t->role[seat];
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++) {
        bool open = i < t->goals && !(t->up >> i & 1);
        out->gold[i] = open ? s->public.gold[i] + 0.01 : 0;
        if (open && (t->looked[seat] >> i & 1) != 0)
            out->gold[i] = t->goal[i] == DX_SABOTEUR_GOLD ? 100 : 0;
        all += out->gold[i];
    }
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        out->gold[i] /= all > 0 ? all : 1;
}

// The rest of a round: 1 if the gold is found, less the further it is.
static double play_out(const search *s, imagined *m)
{
    dx_saboteur *t = &m->truth;
    dx_event moves[DX_MOVES_MAX];
    double scores[DX_MOVES_MAX], missing = 0;
    while (dx_saboteur_is_open_round(t) && t->phase != DX_SABOTEUR_DONE) {
        dx_saboteur_belief belief;
        unsigned seat = t->turn, count = dx_saboteur_moves(t, seat, moves);
        imagine_belief(s, t, seat, &belief);
        dx_saboteur_score(t, seat, &belief, &dx_saboteur_plain, t->role[seat],
                          count, moves, scores);
        play(m, moves[dx_saboteur_best(count, scores)]);
    }
    if (t->linker != DX_NONE)
        return 1;
    for (unsigned i = 0; i < t->goals; i++)
        if (t->goal[i] == DX_SABOTEUR_GOLD)
            missing = dx_saboteur_steps(t, i);
    return -0.02 * missing;
}

// The best by the score, and the best of each other verb.
static void choose_candidates(search *s, unsigned count, const dx_event *moves)
{
    double scores[DX_MOVES_MAX];
    dx_saboteur_belief belief;
    unsigned taken[DX_VERBS_MAX] = {0};
    s->aim = dx_saboteur_wrecker_score(s->memory, s->view, &belief, count,
                                       moves, scores);
    for (unsigned i = 0; i < count && s->count < CANDIDATES; i++) {
        unsigned best = dx_saboteur_best(count, scores);
        if (scores[best] == -INFINITY)
            break;
        scores[best] = -INFINITY;
        unsigned verb = moves[best].verb;
        if (s->count >= SHORTLIST && taken[verb] > 0)
            continue;
        taken[verb]++;
        s->candidate[s->count++] = moves[best];
    }
}

static void try_world(search *s)
{
    imagined first, m;
    double outcome[CANDIDATES];
    bool digs = s->aim == DX_SABOTEUR_MINER;
    first.truth = *s->sight;
    draw_roles(s, &first.truth);
    draw_cards(s, &first);
    for (unsigned i = 0; i < s->count; i++) {
        m = first;
        play(&m, s->candidate[i]);
        outcome[i] = play_out(s, &m) * (digs ? 1 : -1);
        s->sum[i] += outcome[i] - outcome[0];
        s->squares[i] += (outcome[i] - outcome[0]) * (outcome[i] - outcome[0]);
    }
}

// The candidate with the largest gain that is no accident.
static unsigned best_candidate(const search *s, unsigned worlds)
{
    unsigned best = 0;
    double most = 0;
    assert(s->count > 0);
    for (unsigned i = 1; i < s->count && worlds > 1; i++) {
        double mean = s->sum[i] / worlds;
        double spread = s->squares[i] / worlds - mean * mean;
        double sure = mean - doubt * sqrt(fmax(spread, 0.01) / worlds);
        if (sure > most) {
            most = sure;
            best = i;
        }
    }
    return best;
}

static void prepare(search *s, const dx_view *view, const void *memory)
{
    const dx_saboteur *t = view->sight;
    memset(s, 0, sizeof *s);
    s->view = view;
    s->sight = t;
    s->memory = memory;
    s->random = dx_random_named(
        dx_hash_bytes(view->seen, view->count * sizeof *view->seen), view->seat,
        view->count);
    dx_saboteur_bayes_weigh(&s->memory->bayes, view->seat, t->role[view->seat],
                            t->goal, s->weight);
    for (unsigned i = 0; i < s->memory->bayes.worlds.count * DX_SABOTEUR_GOALS;
         i++)
        s->all += s->weight[i];
    dx_saboteur_bayes_believe(&s->memory->bayes, &s->memory->acts.table,
                              DX_BYSTANDER, s->public.guilt, s->public.gold);
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_event moves[DX_MOVES_MAX];
    search s;
    unsigned count = dx_view_moves(view, moves), worlds = 0;
    unsigned wanted = (unsigned)self->params.value[WORLDS];
    prepare(&s, view, memory);
    choose_candidates(&s, count, moves);
    for (; worlds < wanted && s.count > 1 &&
           !dx_budget_is_spent(thought->budget, worlds * s.count);
         worlds++)
        try_world(&s);
    unsigned best = best_candidate(&s, worlds);
    if (best == 0)
        dx_thought_say(
            thought, "search", NULL,
            "of %u moves, each tried in %u imagined rounds, none was "
            "surely better than this one, the best at first sight",
            s.count, worlds);
    else
        dx_thought_say(
            thought, "search", NULL,
            "of %u moves, each tried in %u imagined rounds, this one "
            "brought my side %.2f more than the best at first sight",
            s.count, worlds, s.sum[best] / worlds);
    return s.candidate[best];
}

const dx_agent dx_agent_saboteur_search = {
    .name = "search",
    .help = "plays rounds to the end in worlds that it believes in",
    .talk = "I play the round to its end in my head, again and again, and take "
            "the move that did best.",
    .people = true,
    .game = "saboteur",
    .schema = {params, NULL},
    .steps = 5000,
    .memory_bytes = dx_saboteur_memory_bytes,
    .begin = dx_saboteur_memory_begin,
    .note = dx_saboteur_memory_note,
    .choose = choose,
};
