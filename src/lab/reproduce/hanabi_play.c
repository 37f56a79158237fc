// The report's agent at play: what it scores, and where the time goes.

#include "lab/reproduce/hanabi.h"

#include "ask/ask.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vector.h"
#include "game/match.h"
#include "logic/formula/parse.h"

#include <stdio.h>
#include <sys/resource.h>

enum { GAMES = 2000, SEATS = 5, BLOCK = 20, QUESTIONS = 2000 };

static const char rules_name[] = "hanabi(report,players=5)";

// A table at which one agent sits on every seat.
typedef struct session {
    dx_rules rules;
    dx_policy policy;
    uint64_t seed;
    dx_deal *deal;
    dx_match *match;
    DX_VECTOR(dx_event) moves; // of all games, when they are to be played again
} session;

static dx_status open_session(const dx_reproduce_options *options,
                              const char *agent, session *out, dx_error *error)
{
    *out = (session){.seed = options->seed};
    dx_status status =
        dx_rules_parse(options->all_games, rules_name, &out->rules, error);
    if (status == DX_OK)
        status = dx_policy_parse(options->all_agents, agent, &out->rules,
                                 &out->policy, error);
    if (status != DX_OK)
        return status;
    out->deal = dx_deal_new(&out->rules, out->seed, 0);
    out->match = dx_match_new(&out->rules, out->deal);
    return DX_OK;
}

static void close_session(session *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
    dx_vector_release(&s->moves);
}

static void start_game(session *s, unsigned game)
{
    dx_deal_restart(s->deal, s->seed, game);
    dx_match_restart(s->match, s->deal);
}

// Plays a game and notes its moves; returns the score.
static int play_game(session *s, unsigned game)
{
    dx_mind *mind[SEATS] = {NULL};
    dx_random random = dx_random_named(s->seed, game, 1);
    dx_thought thought = {.random = &random};
    start_game(s, game);
    for (unsigned seat; (seat = dx_match_turn(s->match)) != DX_OVER;) {
        const dx_view *view = dx_match_view(s->match, seat);
        if (mind[seat] == NULL)
            mind[seat] = dx_mind_new(&s->policy, view);
        dx_event move = dx_mind_choose(mind[seat], view, &thought);
        if (dx_match_play(s->match, seat, move, NULL, NULL) != DX_OK)
            break;
        dx_vector_push(&s->moves, move);
    }
    for (unsigned seat = 0; seat < SEATS; seat++)
        dx_mind_free(mind[seat]);
    return dx_match_score(s->match, 0);
}

// Plays noted moves again, with or without showing the mover its view; returns
// where the next game's moves begin.
static size_t replay_game(session *s, unsigned game, size_t at, bool look)
{
    start_game(s, game);
    for (unsigned seat; (seat = dx_match_turn(s->match)) != DX_OVER; at++) {
        if (look)
            (void)dx_match_view(s->match, seat);
        if (dx_match_play(s->match, seat, s->moves.at[at], NULL, NULL) != DX_OK)
            break;
    }
    return at;
}

// What games of one agent brought.
typedef struct outcome {
    dx_spread score;
    unsigned blocks; // of BLOCK games, the report's number
    unsigned alike;  // of them: within 12 and 17, as the report's were
} outcome;

static dx_status score_games(const dx_reproduce_options *options,
                             const char *agent, unsigned games, outcome *out,
                             dx_error *error)
{
    session s;
    dx_status status = open_session(options, agent, &s, error);
    if (status != DX_OK)
        return status;
    double *score = dx_alloc(games, sizeof *score);
    bool within = true;
    *out = (outcome){.blocks = games / BLOCK};
    for (unsigned game = 0; game < games; game++) {
        s.moves.count = 0;
        score[game] = play_game(&s, game);
        within &= score[game] >= 12 && score[game] <= 17;
        if (game % BLOCK == BLOCK - 1) {
            out->alike += within;
            within = true;
        }
    }
    out->score = dx_spread_of(score, games);
    dx_free(score);
    close_session(&s);
    return DX_OK;
}

static void print_score(const char *label, const outcome *o, unsigned games,
                        dx_text *out)
{
    dx_text_printf(out, "  %-34s%6u%8.2f ± %.2f%5.0f%5.0f%8u of %u\n", label,
                   games, o->score.mean, o->score.half, o->score.min,
                   o->score.max, o->alike, o->blocks);
}

static void score_json(const char *agent, const outcome *o, dx_text *out)
{
    dx_text_printf(out, "{\"agent\":\"%s\",\"score\":", agent);
    dx_spread_json(&o->score, out);
    dx_text_printf(out, ",\"blocks\":%u,\"alike\":%u}", o->blocks, o->alike);
}

dx_status dx_hanabi_score(const dx_reproduce_options *options, dx_text *out,
                          dx_error *error)
{
    static const char printed[] = "report", other[] = "report(hints=playable)";
    unsigned games = dx_games_or(options, GAMES);
    outcome a, b;
    dx_status status = score_games(options, printed, games, &a, error);
    if (status == DX_OK)
        status = score_games(options, other, games, &b, error);
    if (status != DX_OK)
        return status;
    if (options->json) {
        dx_text_printf(out,
                       "{\"rules\":\"%s\",\"games\":%u,\"report\":{\"mean\":"
                       "14.2,\"min\":12,\"max\":17,\"games\":20},\"ours\":[",
                       rules_name, games);
        score_json(printed, &a, out);
        dx_text_add(out, ",\n");
        score_json(other, &b, out);
        dx_text_add(out, "]}");
        return DX_OK;
    }
    dx_text_printf(out,
                   "The score of the report's agent, %s; sets of 20\n"
                   "games like its own, none outside 12..17\n"
                   "%-36s games    mean        min  max     such sets\n"
                   "  %-34s    20    14.2         12   17       1 of 1\n",
                   rules_name, "", "the report");
    print_score("ours, the seven steps as printed", &a, games, out);
    print_score("ours, hints about playable cards", &b, games, out);
    return DX_OK;
}

// The report took 57.3 minutes for 5 games and split 56.9 of them.
static const double its_game = 57.3 * 60 / 5, its_split = 56.9 / 57.3;
static const double its_listing = 24.5, its_removing = 74.2, its_freeing = 1.2;

// CPU time of all games, and without thinking, and without views as well.
typedef struct split {
    unsigned games, moves;
    double all, looking, rules; // seconds
    double question;            // one of level two
    double peak_mb;
} split;

static double peak_mb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static double replay_all(session *s, unsigned games, bool look)
{
    double start = dx_cpu_seconds();
    size_t at = 0;
    for (unsigned game = 0; game < games; game++)
        at = replay_game(s, game, at, look);
    return dx_cpu_seconds() - start;
}

// Does the first seat know that the second knows that it can play its first
// card?  The report builds a model of everybody for that; at the start.
static dx_status ask_question(session *s, double *out_seconds, dx_error *error)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_status status = dx_parse(store, "K[1] K[2] playable(2,1)", &f, error);
    double seconds = 0;
    for (unsigned deal = 0; deal < QUESTIONS && status == DX_OK; deal++) {
        dx_answer answer = {0};
        start_game(s, deal);
        const dx_view *view = dx_match_view(s->match, 0);
        double start = dx_cpu_seconds();
        status =
            dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer, error);
        seconds += dx_cpu_seconds() - start;
        dx_answer_release(&answer);
    }
    *out_seconds = seconds / QUESTIONS;
    dx_formulas_free(store);
    return status;
}

static dx_status measure(const dx_reproduce_options *options, unsigned games,
                         split *out, dx_error *error)
{
    session s;
    dx_status status = open_session(options, "report", &s, error);
    if (status != DX_OK)
        return status;
    double start = dx_cpu_seconds();
    for (unsigned game = 0; game < games; game++)
        (void)play_game(&s, game);
    *out = (split){.games = games,
                   .moves = (unsigned)s.moves.count,
                   .all = dx_cpu_seconds() - start,
                   .peak_mb = peak_mb()};
    out->looking = replay_all(&s, games, true);
    out->rules = replay_all(&s, games, false);
    status = ask_question(&s, &out->question, error);
    close_session(&s);
    return status;
}

// A figure of 0 is none.
static void print_row(const char *label, double its, const char *its_unit,
                      double ours, const char *our_unit, dx_text *out)
{
    char left[32] = "";
    if (its > 0)
        snprintf(left, sizeof left, "%.1f %s", its, its_unit);
    dx_text_printf(out, "  %-38s%14s", label, left);
    if (ours > 0)
        dx_text_printf(out, "%14.4g %s", ours, our_unit);
    dx_text_add_char(out, '\n');
}

static void print_split(const split *t, dx_text *out)
{
    double percent = 100 / t->all;
    double rest = 100 - its_split * (its_listing + its_removing + its_freeing);
    dx_text_printf(out,
                   "A game of the report's agent, %s: CPU time over %u game%s\n"
                   "%-44sthe report          ours\n",
                   rules_name, t->games, dx_plural(t->games), "");
    print_row("a game", its_game, "s", 1e3 * t->all / t->games, "ms", out);
    print_row("  listing worlds", its_split * its_listing, "%", 0, "", out);
    print_row("  removing worlds against hints", its_split * its_removing, "%",
              0, "", out);
    print_row("  freeing them", its_split * its_freeing, "%", 0, "", out);
    print_row("  knowing by counting, the seven steps", 0, "",
              percent * (t->all - t->looking), "%", out);
    print_row("  what the mover sees", 0, "", percent * (t->looking - t->rules),
              "%", out);
    print_row("  rules, dealing, the rest", rest, "%", percent * t->rules, "%",
              out);
    print_row("a move", 0, "", 1e6 * t->all / t->moves, "us", out);
    print_row("a model of level two, at least", 4.5, "s", 0, "", out);
    print_row("a model of level two, at most", 14.3, "s", 0, "", out);
    print_row("a question of level two", 0, "", 1e6 * t->question, "us", out);
    print_row("peak memory, the whole program", 11.27e3, "MB", t->peak_mb, "MB",
              out);
}

dx_status dx_hanabi_time(const dx_reproduce_options *options, dx_text *out,
                         dx_error *error)
{
    split t;
    dx_status status = measure(options, dx_games_or(options, GAMES), &t, error);
    if (status == DX_OK && options->json)
        dx_text_printf(
            out,
            "{\"rules\":\"%s\",\"games\":%u,\"moves\":%u,"
            "\"report\":{\"seconds_a_game\":690,\"listing\":0.245,"
            "\"removing\":0.742,\"freeing\":0.012,\"model_seconds\":[4.5,14.3],"
            "\"peak_gb\":11.27},"
            "\"ms_a_game\":%.5f,\"thinking\":%.3f,\"looking\":%.3f,"
            "\"rules_share\":%.3f,\"question_us\":%.2f,\"peak_mb\":%.1f}",
            rules_name, t.games, t.moves, 1e3 * t.all / t.games,
            (t.all - t.looking) / t.all, (t.looking - t.rules) / t.all,
            t.rules / t.all, 1e6 * t.question, t.peak_mb);
    else if (status == DX_OK)
        print_split(&t, out);
    return status;
}
