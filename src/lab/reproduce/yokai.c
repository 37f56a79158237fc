// The experiments that the Yokai paper announces and leaves open: strategies
// compared, alone and with each other, on the same deals; how sure they are
// when they stop and how often they are right; what their belief bases cost;
// and the scenes of its figures.  The paper has no numbers to stand beside
// ours.

#include "lab/reproduce/yokai.h"

#include "agents/yokai/figure.h"
#include "base/clock.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "game/opinion.h"
#include "lab/stats.h"

#include <math.h>
#include <string.h>

enum { GAMES = 100 };

// A line-up; seats change places from deal to deal.
typedef struct pairing {
    const char *title, *rules;
    const char *seat[2];
} pairing;

static const pairing pairings[] = {
    {"solo", "yokai", {"solo", "solo"}},
    {"logic", "yokai", {"logic", "logic"}},
    {"logic, eyes as rules", "yokai", {"logic(eyes=yes)", "logic(eyes=yes)"}},
    {"natural", "yokai", {"natural", "natural"}},
    {"planner", "yokai", {"planner", "planner"}},
    {"planner with natural", "yokai", {"planner", "natural"}},
    {"planner with logic", "yokai", {"planner", "logic"}},
    {"natural with logic", "yokai", {"natural", "logic"}},
    {"planner, paper's rules", "yokai(paper)", {"planner", "planner"}},
    {"planner, nine cards", "yokai(nine)", {"planner", "planner"}},
    {"planner, three players", "yokai(players=3)", {"planner", "planner"}},
    {"planner, four players", "yokai(players=4)", {"planner", "planner"}},
};
enum { PAIRINGS = sizeof pairings / sizeof *pairings, SOLO = 0, LOGIC = 1 };

// What a game, or many, brought.
typedef struct tally {
    unsigned games, won, legendary, stopped, right;
    double score, turns, placed, claimed; // claimed: chance to win at a stop
    double seconds;
    int worst, best;           // points that there can be
    dx_cluster *scores, *wins; // of each deal
} tally;

static int number(const dx_rules *rules, const void *table, const char *name)
{
    return dx_quantity_value(dx_quantity_named(rules->game, name), table, NULL);
}

// A table of one game.
typedef struct sitting {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind[DX_SEATS_MAX];
    double claimed; // NAN: nobody has stopped
} sitting;

static dx_status sit_down(const pairing *p, const dx_reproduce_options *options,
                          unsigned number, sitting *s, dx_error *error)
{
    dx_policy policy[DX_SEATS_MAX];
    dx_status status =
        dx_rules_parse(options->all_games, p->rules, &s->rules, error);
    for (unsigned i = 0; status == DX_OK && i < dx_players(&s->rules); i++)
        status = dx_policy_parse(options->all_agents, p->seat[(i + number) % 2],
                                 &s->rules, &policy[i], error);
    if (status != DX_OK)
        return status;
    s->deal = dx_deal_new(&s->rules, options->seed, number);
    s->match = dx_match_new(&s->rules, s->deal);
    s->claimed = NAN;
    for (unsigned i = 0; i < dx_players(&s->rules); i++)
        s->mind[i] = dx_mind_new(&policy[i], dx_match_view(s->match, i));
    return DX_OK;
}

static void get_up(sitting *s)
{
    for (unsigned i = 0; i < dx_players(&s->rules); i++)
        dx_mind_free(s->mind[i]);
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

// Who stops the game says how sure it is of having won.
static dx_status move_on(sitting *s, dx_random *random, dx_error *error)
{
    unsigned seat = dx_match_turn(s->match);
    const dx_view *view = dx_match_view(s->match, seat);
    dx_thought thought = {.random = random};
    dx_event move = dx_mind_choose(s->mind[seat], view, &thought);
    const char *verb = s->rules.game->verbs[move.verb].name;
    dx_opinion opinion;
    if (strcmp(verb, "stop") == 0 &&
        dx_mind_believes(s->mind[seat], view,
                         dx_atom_named(s->rules.game, "win"), NULL, &opinion))
        s->claimed = opinion.chance;
    return dx_match_play(s->match, seat, move, NULL, error);
}

static void count(const sitting *s, tally *t)
{
    const void *table = dx_match_truth(s->match);
    int score = s->rules.game->score(table, 0);
    bool won = dx_rules_won(&s->rules, table, 0);
    bool stopped = !isnan(s->claimed);
    t->scores[t->games] = (dx_cluster){score, 1};
    t->wins[t->games++] = (dx_cluster){won, 1};
    t->best = s->rules.game->best(&s->rules);
    t->worst =
        s->rules.game->worst != NULL ? s->rules.game->worst(&s->rules) : 0;
    t->won += won;
    t->legendary += score >= 15;
    t->score += score;
    t->stopped += stopped;
    t->right += stopped && won;
    t->claimed += stopped ? s->claimed : 0;
    t->turns += number(&s->rules, table, "turns");
    t->placed += number(&s->rules, table, "placed");
}

static dx_status play(const pairing *p, const dx_reproduce_options *options,
                      unsigned deal, tally *t, dx_error *error)
{
    sitting s;
    dx_random random = dx_random_named(options->seed, deal, 7);
    dx_status status = sit_down(p, options, deal, &s, error);
    if (status != DX_OK)
        return status;
    while (status == DX_OK && dx_match_turn(s.match) != DX_OVER)
        status = move_on(&s, &random, error);
    if (status == DX_OK)
        count(&s, t);
    get_up(&s);
    return status;
}

static dx_status play_pairing(unsigned i, const dx_reproduce_options *options,
                              unsigned games, tally *t, dx_error *error)
{
    double start = dx_cpu_seconds();
    dx_status status = DX_OK;
    *t = (tally){.scores = dx_alloc(games, sizeof *t->scores),
                 .wins = dx_alloc(games, sizeof *t->wins)};
    for (unsigned deal = 0; deal < games && status == DX_OK; deal++) {
        if (options->seconds > 0 && deal > 1 &&
            dx_cpu_seconds() > start + options->seconds)
            break;
        status = play(&pairings[i], options, deal, t, error);
    }
    t->seconds = dx_cpu_seconds() - start;
    return status;
}

static dx_mean points_of(const tally *t)
{
    return dx_mean_estimate(t->scores, t->games,
                            (dx_range){t->worst, t->best, false, false});
}

static void print_pairing(const char *title, const tally *t, dx_text *out)
{
    dx_share won = dx_share_wilson(t->won, t->games);
    dx_mean mean = points_of(t);
    double stops = t->stopped > 0 ? t->stopped : 1;
    dx_text_printf(out,
                   "%-24s %5u  %.3f [%.3f, %.3f]  %5.2f ± %.2f  %.3f  %.3f  "
                   "%.3f  %.3f  %5.2f  %.2f  %6.1f\n",
                   title, t->games, won.share, won.low, won.high, mean.mean,
                   mean.half, (double)t->legendary / t->games,
                   (double)t->stopped / t->games, t->right / stops,
                   t->claimed / stops, t->turns / t->games,
                   t->placed / t->games, 1000 * t->seconds / t->turns);
}

static void print_pairing_json(const pairing *p, const tally *t, dx_text *out)
{
    dx_share won = dx_share_wilson(t->won, t->games);
    dx_mean mean = points_of(t);
    double stops = t->stopped > 0 ? t->stopped : 1;
    dx_text_printf(
        out,
        "{\"rules\":\"%s\",\"seats\":[\"%s\",\"%s\"],\"games\":%u,"
        "\"success\":%.4f,\"low\":%.4f,\"high\":%.4f,\"mean\":%.4f,"
        "\"ci95\":%.4f,\"legendary\":%.4f,\"stopped\":%.4f,\"right\":%.4f,"
        "\"claimed\":%.4f,\"turns\":%.3f,\"placed\":%.3f,\"ms_a_turn\":%.2f}",
        p->rules, p->seat[0], p->seat[1], t->games, won.share, won.low,
        won.high, mean.mean, mean.half, (double)t->legendary / t->games,
        (double)t->stopped / t->games, t->right / stops, t->claimed / stops,
        t->turns / t->games, t->placed / t->games,
        1000 * t->seconds / t->turns);
}

// Logic less solo, deal by deal.
static void print_gain(const tally *solo, const tally *logic, bool json,
                       dx_text *out)
{
    unsigned games = solo->games < logic->games ? solo->games : logic->games;
    dx_cluster *score = dx_alloc(games, sizeof *score);
    dx_cluster *won = dx_alloc(games, sizeof *won);
    for (unsigned i = 0; i < games; i++) {
        score[i] = (dx_cluster){logic->scores[i].sum - solo->scores[i].sum, 1};
        won[i] = (dx_cluster){logic->wins[i].sum - solo->wins[i].sum, 1};
    }
    int most = logic->best - solo->worst;
    dx_mean more =
        dx_mean_estimate(score, games, (dx_range){-most, most, false, false});
    dx_mean wins = dx_mean_estimate(won, games, (dx_range){-1, 1, true, true});
    dx_text_printf(out,
                   json ? ",\n\"logic_less_solo\":{\"games\":%u,"
                          "\"success\":%.4f,\"success_ci95\":%.4f,"
                          "\"mean\":%.4f,\"mean_ci95\":%.4f}"
                        : "\nlogic less solo on the same %u deals: success "
                          "%+.3f ± %.3f, points %+.2f ± %.2f\n",
                   games, wins.mean, wins.half, more.mean, more.half);
    dx_free(score);
    dx_free(won);
}

static void print_head(bool json, dx_text *out)
{
    dx_text_add(out,
                json ? ",\n\"strategies\":["
                     : "strategies, with 95 % intervals; a loss scores 0\n"
                       "                         games  success              "
                       "    points        15+    stopped right  claimed turns "
                       "hints ms a turn\n");
}

static dx_status compare(const dx_reproduce_options *options, dx_text *out,
                         dx_error *error)
{
    unsigned games = options->games > 0 ? options->games : GAMES;
    tally t[PAIRINGS] = {{0}};
    dx_status status = DX_OK;
    print_head(options->json, out);
    for (unsigned i = 0; i < PAIRINGS && status == DX_OK; i++) {
        if (options->progress != NULL)
            options->progress(pairings[i].title, i, PAIRINGS);
        status = play_pairing(i, options, games, &t[i], error);
        if (status == DX_OK && options->json) {
            dx_text_add(out, i > 0 ? ",\n" : "");
            print_pairing_json(&pairings[i], &t[i], out);
        } else if (status == DX_OK) {
            print_pairing(pairings[i].title, &t[i], out);
        }
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    if (status == DX_OK)
        print_gain(&t[SOLO], &t[LOGIC], options->json, out);
    for (unsigned i = 0; i < PAIRINGS; i++) {
        dx_free(t[i].scores);
        dx_free(t[i].wins);
    }
    return status;
}

static void tell_figure(const dx_reproduce_options *options, const char *name,
                        void (*tell)(dx_text *out), dx_text *out)
{
    dx_text story = {0};
    tell(&story);
    if (options->json) {
        dx_text_printf(out, ",\n\"%s\":", name);
        dx_text_add_json(out, dx_text_string(&story));
    } else {
        dx_text_printf(out, "\n%s", dx_text_string(&story));
    }
    dx_text_release(&story);
}

const char *const dx_reproduce_yokai_parts[] = {"strategies", "bases",
                                                "figure1", "figure2", NULL};

static bool wants(const dx_reproduce_options *options, const char *part)
{
    return options->only == NULL || strcmp(options->only, part) == 0;
}

dx_status dx_reproduce_yokai(const dx_reproduce_options *options, dx_text *out,
                             dx_error *error)
{
    dx_status status = DX_OK;
    if (options->json)
        dx_text_printf(out, "{\"reproduce\":\"yokai\",\"seed\":%llu",
                       (unsigned long long)options->seed);
    if (wants(options, "strategies"))
        status = compare(options, out, error);
    dx_reproduce_show(options, out);
    if (status == DX_OK && wants(options, "bases"))
        dx_reproduce_yokai_bases(options, out);
    dx_reproduce_show(options, out);
    if (status == DX_OK && wants(options, "figure1"))
        tell_figure(options, "figure1", dx_yokai_figure1, out);
    if (status == DX_OK && wants(options, "figure2"))
        tell_figure(options, "figure2", dx_yokai_figure2, out);
    dx_text_add(out, options->json ? "}\n" : "");
    return status;
}
