// Who wins: the share of rounds in which miners find the gold, by policies and
// by how many saboteurs there are, on paired deals.  The graph that miners by
// Bayes' rule are set beside is the one with which miners win most, chosen on
// deals of its own.

#include "lab/reproduce/saboteur.h"

#include "base/memory.h"
#include "lab/stats.h"

#include <stdio.h>
#include <string.h>

typedef struct tally {
    unsigned games;
    bool *found;
    unsigned won[5], of[5]; // by the number of saboteurs
} tally;

static dx_status play_all(const dx_reproduce_options *options,
                          uint64_t experiment, const char *rules,
                          const char *miner, const char *saboteur,
                          unsigned games, tally *out, dx_error *error)
{
    dx_saboteur_cast cast;
    dx_status status = dx_saboteur_cast_read(options->all_agents, rules, miner,
                                             saboteur, &cast, error);
    *out = (tally){.games = games, .found = dx_alloc(games + 1, sizeof(bool))};
    for (unsigned i = 0; status == DX_OK && i < games; i++) {
        dx_saboteur_round round =
            dx_saboteur_trial(&cast, experiment + options->seed, i, NULL, NULL);
        unsigned n = (unsigned)__builtin_popcount(round.saboteurs);
        out->found[i] = round.found;
        out->won[n] += round.found;
        out->of[n]++;
        if (options->progress != NULL && i % 20 == 0)
            options->progress(miner, i, games);
    }
    return status;
}

static unsigned rounds_won(const tally *t)
{
    unsigned won = 0;
    for (unsigned n = 0; n < 5; n++)
        won += t->won[n];
    return won;
}

static void print_tally(const tally *t, bool json, dx_text *out)
{
    dx_share all = dx_share_wilson(rounds_won(t), t->games);
    dx_text_printf(out,
                   json ? "\"share\":%.4f,\"low\":%.4f,\"high\":%.4f"
                          ",\"by_saboteurs\":["
                        : "%.3f [%.3f, %.3f]",
                   all.share, all.low, all.high);
    for (unsigned n = 0, shown = 0; n < 5; n++) {
        if (t->of[n] == 0)
            continue;
        if (json)
            dx_text_printf(out, "%s{\"saboteurs\":%u,\"deals\":%u,\"won\":%u}",
                           shown++ > 0 ? "," : "", n, t->of[n], t->won[n]);
        else
            dx_text_printf(out, "  %u: %.3f", n, (double)t->won[n] / t->of[n]);
    }
    dx_text_add(out, json ? "]" : "");
}

// What a row is set beside, on the same deals.
typedef struct beside {
    const char *key; // in JSON
    const tally *tally;
} beside;

// Mean and half-width of the paired difference.
static void print_difference(const tally *a, const beside *b, bool json,
                             dx_text *out)
{
    if (a == b->tally && !json) { // of itself
        dx_text_printf(out, "%17s", "0");
        return;
    }
    dx_cluster *d = dx_alloc(a->games, sizeof *d);
    for (unsigned i = 0; i < a->games; i++)
        d[i] = (dx_cluster){(double)a->found[i] - b->tally->found[i], 1};
    dx_mean m = dx_mean_estimate(d, a->games, (dx_range){-1, 1, true, true});
    if (json)
        dx_text_printf(out, ",\"%s\":{\"mean\":%.4f,\"half_width\":%.4f}",
                       b->key, m.mean, m.half);
    else
        dx_text_printf(out, "  %+.3f +- %.3f", m.mean, m.half);
    dx_free(d);
}

// A row: who plays, what it won, and the differences to up to two others.
typedef struct row {
    unsigned players;
    const char *miner, *saboteur;
    const tally *tally;
    beside beside[2]; // tally NULL: none
} row;

static void print_row(const dx_reproduce_options *options, const row *r,
                      const char *name, dx_text *out)
{
    if (options->json)
        dx_text_printf(out,
                       "%s{\"players\":%u,\"miners\":\"%s\","
                       "\"saboteurs\":\"%s\",\"deals\":%u,",
                       dx_saboteur_comma(out), r->players, r->miner,
                       r->saboteur, r->tally->games);
    else
        dx_text_printf(out, "%-28s ", name);
    print_tally(r->tally, options->json, out);
    for (unsigned i = 0; i < 2; i++)
        if (r->beside[i].tally != NULL)
            print_difference(r->tally, &r->beside[i], options->json, out);
    dx_text_add(out, options->json ? "}" : "\n");
    dx_reproduce_show(options, out);
}

// What people read above and between the rows.
static void print_title(const dx_reproduce_options *options, const char *words,
                        unsigned games, dx_text *out)
{
    if (!options->json)
        dx_text_printf(out, "%s, %u deals\n\n", words, games);
}
static void end_table(const dx_reproduce_options *options, dx_text *out)
{
    dx_text_add(out, options->json ? "" : "\n");
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
    if (!options->json)
        dx_text_printf(table, "against %s saboteurs\n", saboteur);
    for (unsigned m = 0; m < MINERS && status == DX_OK; m++) {
        status = play_all(options, DX_DEALS_OF_PLAY, "saboteur(round)",
                          miners[m], saboteur, games, &out[m], error);
        row r = {5,
                 miners[m],
                 saboteur,
                 &out[m],
                 {{"to_straight_miners", &out[0]},
                  {"to_straight_saboteurs", &against[m]}}};
        print_row(options, &r, miners[m], table);
    }
    end_table(options, table);
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
    print_title(options,
                "miners' share of rounds, five players; by number of "
                "saboteurs;\nand the differences to straight miners, and to "
                "straight saboteurs, on the same deals",
                games, out);
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

// ---- the best graph as a rival ----

enum { NAME = 40 };

// The graph with which miners win most against these saboteurs, of the sweep's.
static dx_status choose_rival(const dx_reproduce_options *options,
                              const char *saboteur, unsigned games,
                              char out[NAME], dx_error *error)
{
    static const double alphas[] = {4, 10, 50, 300};
    static const double betas[] = {1.03, 1.08, 1.15, 1.25, 1.5, 2, 4};
    unsigned most = 0;
    dx_status status = DX_OK;
    snprintf(out, NAME, "graph1");
    for (unsigned i = 0; i < 28 && status == DX_OK; i++) {
        char name[NAME];
        tally t;
        snprintf(name, sizeof name, "graph1(alpha=%.0f,beta=%.2f)",
                 alphas[i / 7], betas[i % 7]);
        status = play_all(options, DX_DEALS_OF_CHOICE, "saboteur(round)", name,
                          saboteur, games, &t, error);
        if (rounds_won(&t) > most) {
            most = rounds_won(&t);
            memcpy(out, name, NAME);
        }
        dx_free(t.found);
    }
    return status;
}

static dx_status rival_against(const dx_reproduce_options *options,
                               const char *saboteur, unsigned games,
                               dx_text *out, dx_error *error)
{
    enum { RIVAL, STRAIGHT, ALONE, BAYES, COUNT };
    char rival[NAME];
    const char *const names[COUNT] = {rival, "straight", "bayes(ahead=0)",
                                      "bayes"};
    unsigned others = games / 4 + 1;
    tally t[COUNT] = {0};
    dx_status status = choose_rival(options, saboteur, others, rival, error);
    if (!options->json)
        dx_text_printf(
            out, "against %s saboteurs; graph1 at its best on %u others\n",
            saboteur, others);
    for (unsigned i = 0; i < COUNT && status == DX_OK; i++) {
        status = play_all(options, DX_DEALS_OF_PLAY, "saboteur(round)",
                          names[i], saboteur, games, &t[i], error);
        row r = {5,
                 names[i],
                 saboteur,
                 &t[i],
                 {{"to_best_graph", i != RIVAL ? &t[RIVAL] : NULL}}};
        print_row(options, &r, names[i], out);
    }
    end_table(options, out);
    for (unsigned i = 0; i < COUNT; i++)
        dx_free(t[i].found);
    return status;
}

dx_status dx_saboteur_rivals(const dx_reproduce_options *options, dx_text *out,
                             dx_error *error)
{
    unsigned games = options->games > 0 ? options->games : 1000;
    print_title(options,
                "miners' share of rounds, five players; by number of "
                "saboteurs;\nand the difference to graph1 miners at their "
                "best, on the same deals",
                games, out);
    dx_status status = rival_against(options, "straight", games, out, error);
    if (status == DX_OK)
        status = rival_against(options, "sly", games, out, error);
    return status;
}

// ---- search ----

// Search in both roles, beside those whose scores it begins with, and straight
// ones; the others are straight.
dx_status dx_saboteur_searches(const dx_reproduce_options *options,
                               dx_text *out, dx_error *error)
{
    enum { COUNT = 6 };
    static const char *const cast[COUNT][2] = {
        {"straight", "straight"}, {"bayes", "straight"},
        {"search", "straight"},   {"straight", "straight"},
        {"straight", "wrecker"},  {"straight", "search"}};
    unsigned games = options->games > 0 ? options->games : 100;
    tally t[COUNT] = {0};
    dx_status status = DX_OK;
    print_title(options,
                "miners' share of rounds, five players; by number of "
                "saboteurs;\nand the differences to straight ones, and to "
                "bayes or wrecker, on the same deals",
                games, out);
    for (unsigned i = 0; i < COUNT && status == DX_OK; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s v %s", cast[i][0], cast[i][1]);
        status = play_all(options, DX_DEALS_OF_PLAY, "saboteur(round)",
                          cast[i][0], cast[i][1], games, &t[i], error);
        row r = {5,
                 cast[i][0],
                 cast[i][1],
                 &t[i],
                 {{"to_straight", &t[i / 3 * 3]},
                  {i < 3 ? "to_bayes" : "to_wrecker",
                   i % 3 == 2 ? &t[i - 1] : NULL}}};
        print_row(options, &r, name, out);
    }
    for (unsigned i = 0; i < COUNT; i++)
        dx_free(t[i].found);
    return status;
}

dx_status dx_saboteur_players(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static const char *const diggers[] = {"straight", "graph1", "graph2",
                                          "bayes"};
    static const char *const spoilers[] = {"straight", "sly", "shy", "bayes",
                                           "wrecker"};
    unsigned games = options->games > 0 ? options->games : 200;
    dx_status status = DX_OK;
    print_title(options, "miners' share of rounds by players", games, out);
    for (unsigned i = 0; i < 8 * 20 && status == DX_OK; i++) {
        unsigned players = 3 + i / 20;
        const char *miner = diggers[i / 5 % 4], *saboteur = spoilers[i % 5];
        char rules[48], name[64];
        tally t;
        snprintf(rules, sizeof rules, "saboteur(round,players=%u)", players);
        snprintf(name, sizeof name, "%2u: %s v %s", players, miner, saboteur);
        status = play_all(options, DX_DEALS_OF_PLAY, rules, miner, saboteur,
                          games, &t, error);
        row r = {players, miner, saboteur, &t, {{NULL, NULL}}};
        print_row(options, &r, name, out);
        dx_free(t.found);
    }
    return status;
}
