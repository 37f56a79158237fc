// Who wins: the share of rounds in which miners find the gold, by policies and
// by how many saboteurs there are, on paired deals.

#include "lab/reproduce/saboteur.h"

#include "base/memory.h"
#include "lab/stats.h"

#include <stdio.h>

typedef struct tally {
    unsigned games;
    bool *found;
    unsigned won[5], of[5]; // by the number of saboteurs
} tally;

static dx_status play_all(const dx_reproduce_options *options,
                          const char *rules, const char *miner,
                          const char *saboteur, unsigned games, tally *out,
                          dx_error *error)
{
    dx_saboteur_cast cast;
    dx_status status = dx_saboteur_cast_read(options->all_agents, rules, miner,
                                             saboteur, &cast, error);
    *out = (tally){.games = games, .found = dx_alloc(games + 1, sizeof(bool))};
    for (unsigned i = 0; status == DX_OK && i < games; i++) {
        dx_saboteur_round round = dx_saboteur_trial(
            &cast, DX_DEALS_OF_PLAY + options->seed, i, NULL, NULL);
        unsigned n = (unsigned)__builtin_popcount(round.saboteurs);
        out->found[i] = round.found;
        out->won[n] += round.found;
        out->of[n]++;
        if (options->progress != NULL && i % 20 == 0)
            options->progress(miner, i, games);
    }
    return status;
}

static void print_tally(const tally *t, dx_text *out)
{
    unsigned won = 0;
    for (unsigned n = 0; n < 5; n++)
        won += t->won[n];
    dx_share all = dx_share_wilson(won, t->games);
    dx_text_printf(out, "%.3f [%.3f, %.3f]", all.share, all.low, all.high);
    for (unsigned n = 0; n < 5; n++)
        if (t->of[n] > 0)
            dx_text_printf(out, "  %u: %.3f", n, (double)t->won[n] / t->of[n]);
}

// Mean and half-width of the paired difference.
static void print_difference(const tally *a, const tally *b, dx_text *out)
{
    dx_cluster *d = dx_alloc(a->games, sizeof *d);
    for (unsigned i = 0; i < a->games; i++)
        d[i] = (dx_cluster){(double)a->found[i] - b->found[i], 1};
    dx_mean m = dx_mean_estimate(d, a->games, (dx_range){-1, 1, true, true});
    dx_text_printf(out, "  %+.3f +- %.3f", m.mean, m.half);
    dx_free(d);
}

static const char *const miners[] = {"straight",       "graph1(alpha=4,beta=2)",
                                     "graph1",         "graph2",
                                     "bayes(ahead=0)", "bayes"};
enum { MINERS = sizeof miners / sizeof *miners };

// All miners against one kind of saboteurs, with the differences to straight
// miners and to the same miners `against` straight saboteurs.
static dx_status play_against(const dx_reproduce_options *options,
                              const char *saboteur, unsigned games, tally *out,
                              const tally *against, dx_text *table,
                              dx_error *error)
{
    dx_status status = DX_OK;
    dx_text_printf(table, "against %s saboteurs\n", saboteur);
    for (unsigned m = 0; m < MINERS && status == DX_OK; m++) {
        status = play_all(options, "saboteur(round)", miners[m], saboteur,
                          games, &out[m], error);
        dx_text_printf(table, "%-24s ", miners[m]);
        print_tally(&out[m], table);
        print_difference(&out[m], &out[0], table);
        print_difference(&out[m], &against[m], table);
        dx_text_add(table, "\n");
        dx_reproduce_show(options, table);
    }
    dx_text_add(table, "\n");
    return status;
}

static void release(tally *t)
{
    for (unsigned m = 0; m < MINERS; m++)
        dx_free(t[m].found);
}

dx_status dx_saboteur_play(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    static const char *const saboteurs[] = {"sly", "shy", "bayes", "wrecker"};
    unsigned games = options->games > 0 ? options->games : 1000;
    tally open[MINERS] = {0};
    dx_text_printf(out,
                   "miners' share of rounds, five players, %u deals; by number "
                   "of saboteurs;\nand the differences to straight miners, and "
                   "to straight saboteurs, on the same deals\n\n",
                   games);
    dx_status status =
        play_against(options, "straight", games, open, open, out, error);
    for (unsigned s = 0; s < 4 && status == DX_OK; s++) {
        tally t[MINERS] = {0};
        status =
            play_against(options, saboteurs[s], games, t, open, out, error);
        release(t);
    }
    release(open);
    return status;
}

dx_status dx_saboteur_players(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static const char *const pairs[][2] = {{"straight", "straight"},
                                           {"bayes", "straight"},
                                           {"bayes", "sly"},
                                           {"bayes", "wrecker"}};
    unsigned games = options->games > 0 ? options->games : 200;
    dx_status status = DX_OK;
    dx_text_printf(out, "miners' share of rounds by players, %u deals each\n",
                   games);
    for (unsigned players = 3; players <= 10 && status == DX_OK; players++)
        for (unsigned i = 0; i < 4 && status == DX_OK; i++) {
            char rules[48];
            tally t;
            snprintf(rules, sizeof rules, "saboteur(round,players=%u)",
                     players);
            status = play_all(options, rules, pairs[i][0], pairs[i][1], games,
                              &t, error);
            dx_text_printf(out, "%2u players, %-8s v %-8s ", players,
                           pairs[i][0], pairs[i][1]);
            print_tally(&t, out);
            dx_text_add(out, "\n");
            dx_reproduce_show(options, out);
            dx_free(t.found);
        }
    return status;
}
