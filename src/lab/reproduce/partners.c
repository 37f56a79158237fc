// Hanabi's agents with each other: one seat of the row, all others of the
// column, every deal with the one in each seat in turn.  A bombed game counts
// 0, and bombs are counted by themselves.  Intervals are by deal.

#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "lab/reproduce/reproduce.h"
#include "lab/stats.h"

#include <string.h>

enum { DEALS = 200, MOST = 16 };

// Who sits with others; those who keep rules may hardly ever bomb.
static const char *const everybody[] = {"partner",
                                        "beginner",
                                        "beginner(slip=10)",
                                        "beginner(meant=oldest)",
                                        "smart",
                                        "hgroup",
                                        "hgroup(level=2)",
                                        "iggi",
                                        "piers",
                                        "vandenbergh",
                                        "outer",
                                        "report(hints=playable)",
                                        "info",
                                        NULL};
static const char *const partner[] = {"partner", NULL};

// A section: rows with columns, so many players.
typedef struct section {
    const char *name, *title;
    unsigned players;
    const char *const *rows, *const *columns;
} section;

static const section sections[] = {
    {"three", "one of these with two partner, three players", 3, everybody,
     partner},
    {"two", "one of these with one partner, two players", 2, everybody,
     partner},
    {"matrix", "one of the row with two of the column, three players", 3,
     everybody, everybody},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

const char *const dx_reproduce_partners_parts[] = {"three", "two", "matrix",
                                                   NULL};

typedef struct company {
    dx_rules rules;
    dx_policy one, others;
    dx_deal *deal;
    dx_match *match;
} company;

static bool is_bombed(const company *c)
{
    const dx_quantity *q = dx_quantity_named(c->rules.game, "lives");
    return dx_quantity_value(q, dx_match_truth(c->match), NULL) == 0;
}

static dx_status play(company *c, uint64_t seed, unsigned deal, unsigned at,
                      dx_error *error)
{
    dx_mind *mind[DX_SEATS_MAX] = {NULL};
    dx_random random = dx_random_named(seed, deal, 1 + at);
    dx_thought thought = {.random = &random};
    dx_status status = DX_OK;
    unsigned seat;
    dx_deal_restart(c->deal, seed, deal);
    dx_match_restart(c->match, c->deal);
    while (status == DX_OK && (seat = dx_match_turn(c->match)) != DX_OVER) {
        const dx_view *view = dx_match_view(c->match, seat);
        if (mind[seat] == NULL)
            mind[seat] = dx_mind_new(seat == at ? &c->one : &c->others, view);
        dx_event move = dx_mind_choose(mind[seat], view, &thought);
        status = dx_match_play(c->match, seat, move, NULL, error);
    }
    for (seat = 0; seat < DX_SEATS_MAX; seat++)
        dx_mind_free(mind[seat]);
    return status;
}

typedef struct result {
    dx_mean score;
    dx_share bombs;
} result;

static dx_status play_all(company *c, const dx_reproduce_options *options,
                          unsigned deals, result *out, dx_error *error)
{
    unsigned players = dx_players(&c->rules);
    dx_cluster *scores = dx_alloc(deals, sizeof *scores);
    dx_cluster *bombs = dx_alloc(deals, sizeof *bombs);
    dx_status status = DX_OK;
    for (unsigned deal = 0; deal < deals; deal++)
        for (unsigned at = 0; at < players && status == DX_OK; at++) {
            status = play(c, options->seed, deal, at, error);
            scores[deal].sum += dx_match_score(c->match, 0);
            bombs[deal].sum += is_bombed(c);
            scores[deal].count = bombs[deal].count = at + 1;
        }
    dx_range range = {0, 25, true, true};
    out->score = dx_mean_estimate(scores, deals, range);
    out->bombs = dx_share_estimate(bombs, deals);
    dx_free(scores);
    dx_free(bombs);
    return status;
}

// One agent with others of another kind.
static dx_status meet(const dx_reproduce_options *options, unsigned players,
                      const char *one, const char *others, result *out,
                      dx_error *error)
{
    unsigned deals = options->games > 0 ? options->games : DEALS;
    company c = {{0}, {0}, {0}, NULL, NULL};
    dx_status status =
        dx_rules_parse(options->all_games,
                       players == 2 ? "hanabi(players=2,bomb=zero)"
                                    : "hanabi(players=3,bomb=zero)",
                       &c.rules, error);
    if (status == DX_OK)
        status =
            dx_policy_parse(options->all_agents, one, &c.rules, &c.one, error);
    if (status == DX_OK)
        status = dx_policy_parse(options->all_agents, others, &c.rules,
                                 &c.others, error);
    if (status != DX_OK)
        return status;
    c.deal = dx_deal_new(&c.rules, options->seed, 0);
    c.match = dx_match_new(&c.rules, c.deal);
    status = play_all(&c, options, deals > 2 ? deals : 2, out, error);
    dx_match_free(c.match);
    dx_deal_free(c.deal);
    return status;
}

static void write_row(const dx_reproduce_options *options, const char *one,
                      unsigned count, const result *r, dx_text *out)
{
    if (options->json)
        dx_text_printf(out, "{\"one\":\"%s\",\"with\":[", one);
    else
        dx_text_printf(out, "  %-24s", one);
    for (unsigned i = 0; i < count; i++)
        if (options->json)
            dx_text_printf(out,
                           "%s{\"mean\":%.4f,\"half\":%.4f,\"bombs\":%.4f}",
                           i > 0 ? "," : "", r[i].score.mean, r[i].score.half,
                           r[i].bombs.share);
        else
            dx_text_printf(out, "%6.2f ± %.2f %5.1f %%", r[i].score.mean,
                           r[i].score.half, 100 * r[i].bombs.share);
    dx_text_add(out, options->json ? "]}" : "\n");
}

static void write_head(const dx_reproduce_options *options, const section *s,
                       dx_text *out)
{
    if (options->json) {
        dx_text_printf(out, ",\n\"%s\":[", s->name);
        return;
    }
    dx_text_printf(out, "%s: score, bombs\n  with", s->title);
    for (unsigned k = 0; s->columns[k] != NULL; k++)
        dx_text_printf(out, "%s %s", k > 0 ? "," : "", s->columns[k]);
    dx_text_add_char(out, '\n');
}

static dx_status write_section(const dx_reproduce_options *options,
                               const section *s, dx_text *out, dx_error *error)
{
    dx_status status = DX_OK;
    write_head(options, s, out);
    for (unsigned i = 0; s->rows[i] != NULL && status == DX_OK; i++) {
        result r[MOST];
        unsigned count = 0;
        for (; s->columns[count] != NULL && status == DX_OK; count++) {
            if (options->progress != NULL)
                options->progress(s->rows[i], i, MOST);
            status = meet(options, s->players, s->rows[i], s->columns[count],
                          &r[count], error);
        }
        if (status == DX_OK) {
            dx_text_add(out, options->json && i > 0 ? ",\n" : "");
            write_row(options, s->rows[i], count, r, out);
            dx_reproduce_show(options, out);
        }
    }
    dx_text_add(out, options->json ? "]" : "");
    return status;
}

dx_status dx_reproduce_partners(const dx_reproduce_options *options,
                                dx_text *out, dx_error *error)
{
    dx_status status = DX_OK;
    if (options->json)
        dx_text_printf(out, "{\"reproduce\":\"partners\",\"seed\":%llu",
                       (unsigned long long)options->seed);
    for (unsigned i = 0; i < SECTIONS && status == DX_OK; i++)
        if (options->only == NULL ||
            strcmp(options->only, sections[i].name) == 0)
            status = write_section(options, &sections[i], out, error);
    dx_text_add(out, options->json ? "}\n" : "");
    return status;
}
