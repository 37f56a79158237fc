// How many worlds there are after the deal; and how good beliefs are: for each
// rank that the observer could ask for, the chance that the other has it,
// against whether it had.
//
// Four beliefs are kept side by side in the same games: the exact one that
// takes questions to be asked at random, the exact one that knows the asker's
// strategy, the fast one rank by rank, and what the deal alone says (a hand of
// that size out of what is unseen).  The observer plays finish-fast.

#include "lab/reproduce/gofish.h"

#include "agents/gofish/by_rank.h"
#include "agents/gofish/suspect.h"
#include "base/clock.h"
#include "game/match.h"

#include <math.h>
#include <string.h>

// Ways to fill two hands, rank by rank; `second` is false for one hand alone.
static uint64_t count_hands(bool second)
{
    enum { HAND = 7 };
    uint64_t ways[HAND + 1][HAND + 1] = {{1}};
    for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++) {
        uint64_t next[HAND + 1][HAND + 1] = {{0}};
        for (unsigned a = 0; a <= HAND; a++)
            for (unsigned b = 0; b <= HAND; b++)
                for (unsigned i = 0; i <= 4 && a + i <= HAND; i++)
                    for (unsigned k = 0;
                         k <= (second ? 4 - i : 0) && b + k <= HAND; k++)
                        next[a + i][b + k] += ways[a][b];
        memcpy(ways, next, sizeof ways);
    }
    return ways[HAND][second ? HAND : 0];
}

// The opponent's hands for an own hand of seven different ranks: the most.
static uint64_t most_hands(void)
{
    enum { HAND = 7 };
    uint64_t ways[HAND + 1] = {1};
    for (unsigned rank = 0; rank < DX_GOFISH_RANKS; rank++) {
        uint64_t next[HAND + 1] = {0};
        for (unsigned a = 0; a <= HAND; a++)
            for (unsigned i = 0; i <= (rank < HAND ? 3U : 4U) && a + i <= HAND;
                 i++)
                next[a + i] += ways[a];
        memcpy(ways, next, sizeof ways);
    }
    return ways[HAND];
}

dx_status dx_paper_worlds(const dx_reproduce_options *options, dx_text *out,
                          dx_error *error)
{
    uint64_t own = count_hands(false), most = most_hands();
    uint64_t printed = own * most - own / 2, pairs = count_hands(true);
    (void)error;
    dx_text_printf(
        out,
        options->json
            ? "{\"own\":%llu,\"most\":%llu,\"printed\":%llu,\"pairs\":%llu}"
            : "worlds after the deal: own hands %llu, of the other at most "
              "%llu;\n  the paper's formula %llu, pairs of hands that there "
              "are %llu\n",
        (unsigned long long)own, (unsigned long long)most,
        (unsigned long long)printed, (unsigned long long)pairs);
    return DX_OK;
}

enum { UNIFORM, KNOWN, RANKS, BELIEFS, STAGES = 5, BINS = 10 };

typedef struct tally {
    double loss[STAGES][BELIEFS], square[BELIEFS];
    unsigned count[STAGES];
    double said[BINS];
    unsigned true_in[BINS], all_in[BINS]; // of the first belief
    unsigned games;
} tally;

typedef struct observer {
    unsigned seat, noted;
    dx_gofish_exact *uniform;
    dx_gofish_suspect *known;
    dx_gofish_by_rank ranks;
} observer;

static void observer_open(observer *o, const dx_rules *rules, unsigned seat,
                          unsigned type)
{
    *o = (observer){.seat = seat};
    o->uniform = dx_gofish_exact_new(rules, seat);
    o->known = dx_gofish_suspect_new(rules, seat, type);
    dx_gofish_by_rank_init(&o->ranks, rules, seat);
}

static void observer_close(observer *o)
{
    dx_gofish_exact_free(o->uniform);
    dx_gofish_suspect_free(o->known);
}

static void note(tally *t, unsigned stage, const double *chance, bool is_so)
{
    for (unsigned i = 0; i < BELIEFS; i++) {
        double p = fmin(fmax(chance[i], 1e-6), 1 - 1e-6);
        t->loss[stage][i] -= log(is_so ? p : 1 - p);
        t->square[i] += (p - is_so) * (p - is_so);
    }
    unsigned bin = (unsigned)(chance[UNIFORM] * BINS);
    bin = bin < BINS ? bin : BINS - 1;
    t->said[bin] += chance[UNIFORM];
    t->true_in[bin] += is_so;
    t->all_in[bin]++;
    t->count[stage]++;
}

// Before the observer asks: each rank that it could ask for.
static void look(observer *o, const dx_view *view, const dx_gofish *truth,
                 tally *t)
{
    dx_gofish_chances chances[BELIEFS];
    unsigned other = !o->seat, stage = dx_gofish_stock(truth) / 8;
    for (; o->noted < view->count; o->noted++) {
        dx_gofish_exact_follow(o->uniform, view->seen[o->noted]);
        dx_gofish_suspect_follow(o->known, view->seen[o->noted]);
        dx_gofish_by_rank_follow(&o->ranks, view->seen[o->noted]);
    }
    dx_gofish_exact_read(o->uniform, DX_GOFISH_ALL_RANKS, &chances[UNIFORM]);
    dx_gofish_suspect_read(o->known, DX_GOFISH_ALL_RANKS, &chances[KNOWN]);
    dx_gofish_by_rank_read(&o->ranks, other, &chances[RANKS]);
    for (unsigned rank = 0; rank < truth->ranks; rank++) {
        double chance[BELIEFS];
        if (!dx_gofish_is_open(truth, o->seat, rank))
            continue;
        for (unsigned i = 0; i < BELIEFS; i++)
            chance[i] = 1 - chances[i].exactly[rank][0];
        note(t, stage < STAGES ? stage : STAGES - 1, chance,
             truth->count[other][rank] > 0);
    }
}

static void play(const dx_reproduce_options *options, const dx_rules *rules,
                 const dx_policy *const *policy, unsigned type, unsigned game,
                 tally *t)
{
    unsigned seat = game % 2, turn;
    dx_deal *deal = dx_deal_new(rules, options->seed, game / 2);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(options->seed, game, 3000);
    dx_thought thought = {.random = &random};
    dx_mind *minds[2];
    observer o;
    observer_open(&o, rules, seat, type);
    for (unsigned i = 0; i < 2; i++)
        minds[i] = dx_mind_new(policy[i != seat], dx_match_view(match, i));
    while ((turn = dx_match_turn(match)) != DX_OVER) {
        const dx_view *view = dx_match_view(match, turn);
        if (turn == seat)
            look(&o, view, dx_match_truth(match), t);
        dx_event move = dx_mind_choose(minds[turn], view, &thought);
        dx_status status = dx_match_play(match, turn, move, NULL, NULL);
        DX_REQUIRE(status == DX_OK, "a legal move");
    }
    for (unsigned i = 0; i < 2; i++)
        dx_mind_free(minds[i]);
    observer_close(&o);
    dx_match_free(match);
    dx_deal_free(deal);
    t->games++;
}

static void print_stages(const tally *t, dx_text *out)
{
    for (unsigned i = STAGES; i-- > 0;) {
        double n = t->count[i] > 0 ? t->count[i] : 1;
        dx_text_printf(out, "    stock %2u to %2u   %7u   %.3f  %.3f  %.3f\n",
                       8 * i, 8 * i + 7, t->count[i], t->loss[i][UNIFORM] / n,
                       t->loss[i][KNOWN] / n, t->loss[i][RANKS] / n);
    }
}

static void print_calibration(const tally *t, dx_text *out)
{
    dx_text_add(out, "    said, and so:");
    for (unsigned i = 0; i < BINS; i++)
        if (t->all_in[i] > 0)
            dx_text_printf(out, " %.2f:%.2f", t->said[i] / t->all_in[i],
                           (double)t->true_in[i] / t->all_in[i]);
    dx_text_add(out, "\n");
}

static void print(const dx_reproduce_options *options, const char *asker,
                  const tally *t, bool is_first, dx_text *out)
{
    double loss[BELIEFS] = {0}, n = 0;
    for (unsigned i = 0; i < STAGES; i++) {
        n += t->count[i];
        for (unsigned k = 0; k < BELIEFS; k++)
            loss[k] += t->loss[i][k];
    }
    for (unsigned k = 0; k < BELIEFS; k++)
        loss[k] /= n;
    if (options->json) {
        dx_text_printf(out,
                       "%s{\"asker\":\"%s\",\"games\":%u,\"predictions\":%.0f,"
                       "\"uniform\":%.4f,\"known\":%.4f,\"ranks\":%.4f,"
                       "\"ratio\":%.4f,\"brier\":%.4f}",
                       is_first ? "" : ",\n", asker, t->games, n, loss[UNIFORM],
                       loss[KNOWN], loss[RANKS], loss[KNOWN] / loss[UNIFORM],
                       t->square[UNIFORM] / n);
        return;
    }
    dx_text_printf(out,
                   "  %s asks: %u games; log-loss at random %.3f, its strategy "
                   "known %.3f (%.2f of it), by rank %.3f\n",
                   asker, t->games, loss[UNIFORM], loss[KNOWN],
                   loss[KNOWN] / loss[UNIFORM], loss[RANKS]);
    print_stages(t, out);
    print_calibration(t, out);
}

dx_status dx_paper_beliefs(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    static const unsigned askers[] = {
        DX_GOFISH_TYPE_FINISH, DX_GOFISH_TYPE_HOARDING, DX_GOFISH_TYPE_RANDOM};
    unsigned games = options->games > 0 ? options->games : 60;
    dx_rules rules;
    dx_policy own, other;
    const dx_policy *policy[] = {&own, &other};
    dx_status status = dx_paper_rules(options, &rules, error);
    if (status == DX_OK)
        status = dx_paper_policy(options, &rules, "finish-fast", &own, error);
    dx_text_add(out, options->json ? "["
                                   : "beliefs that the other has a rank one "
                                     "could ask for: log-loss by stock\n"
                                     "    stock            number   random "
                                     "known  by rank\n");
    for (unsigned i = 0; i < 3 && status == DX_OK; i++) {
        tally t = {.games = 0};
        const char *name = dx_gofish_type_names[askers[i]];
        double limit = dx_cpu_seconds() + options->seconds;
        status = dx_paper_policy(options, &rules, name, &other, error);
        if (options->progress != NULL)
            options->progress(name, i, 3);
        for (unsigned game = 0; game < games && status == DX_OK; game++)
            if (game == 0 || options->seconds == 0 || dx_cpu_seconds() < limit)
                play(options, &rules, policy, askers[i], game, &t);
        if (status == DX_OK)
            print(options, name, &t, i == 0, out);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    return status;
}
