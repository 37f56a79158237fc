// A game from a file and the same game in C: the same answer, chance and number
// of worlds for random questions at random turns of random games.

#include "ask/ask.h"
#include "base/random.h"
#include "game/match.h"
#include "games/file/files.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 3000000, QUESTIONS = 6 };

// In a form s and t are seats, f and g facts.
static const char *const forms[] = {
    "f",           "K[s] f",         "K[s] (f | g)",
    "K[s] K[t] f", "K[s] ~K[t] f",   "K[s] M[t] f",
    "Kw[s] f",     "M[s] f",         "C[s,t] f",
    "D[s,t] f",    "P[s](f) >= 1/2", "P[s](f & g) >= 1/4",
    "prev K[s] f"};
enum { FORMS = sizeof forms / sizeof *forms };

typedef struct tally {
    unsigned asked, undecided; // by one of the two, or by both
} tally;

static dx_rules rules_in(const dx_game *const *games, const char *name,
                         const char *settings)
{
    char text[200];
    dx_rules rules;
    dx_error error = {.message = ""};
    snprintf(text, sizeof text, "%s(%s)", name, settings);
    CHECK_THAT(dx_rules_parse(games, text, &rules, &error) == DX_OK, "%s: %s",
               text, error.message);
    return rules;
}

static bool are_alike(const dx_atom *a, const dx_atom *b)
{
    bool same = strcmp(a->name, b->name) == 0;
    for (unsigned i = 0; same && i < DX_TERM_ARGS; i++)
        same = (a->type[i] == NULL) == (b->type[i] == NULL) &&
               (a->type[i] == NULL || strcmp(a->type[i], b->type[i]) == 0);
    return same;
}

// One of the facts that both games have, about anything.
static void say_fact(const dx_rules *file, const dx_rules *c, dx_random *random,
                     dx_text *out)
{
    const dx_atom *both[64];
    unsigned count = 0;
    for (const dx_atom *a = c->game->atoms; a->name != NULL; a++)
        for (const dx_atom *b = file->game->atoms; b->name != NULL; b++)
            if (are_alike(a, b) && count < 64)
                both[count++] = a;
    CHECK(count > 0);
    const dx_atom *fact = both[dx_random_below(random, count)];
    dx_text_printf(out, "%s", fact->name);
    for (unsigned i = 0; i < DX_TERM_ARGS && fact->type[i] != NULL; i++) {
        unsigned values = dx_type_values(c, fact->type[i]);
        dx_text_printf(out, i == 0 ? "(" : ",");
        dx_type_say(c, fact->type[i], (unsigned)dx_random_below(random, values),
                    out);
    }
    dx_text_printf(out, fact->type[0] != NULL ? ")" : "");
}

static void say_question(const dx_rules *file, const dx_rules *c,
                         dx_random *random, dx_text *out)
{
    unsigned players = dx_players(c);
    unsigned s = (unsigned)dx_random_below(random, players);
    unsigned t =
        (s + 1 + (unsigned)dx_random_below(random, players - 1)) % players;
    const char *form = forms[dx_random_below(random, FORMS)];
    for (; *form != '\0'; form++)
        if (*form == 's')
            dx_text_printf(out, "%u", s + 1);
        else if (*form == 't')
            dx_text_printf(out, "%u", t + 1);
        else if (*form == 'f' || *form == 'g')
            say_fact(file, c, random, out);
        else if (strncmp(form, "prev", 4) == 0)
            dx_text_printf(out, "prev"), form += 3;
        else
            dx_text_add_char(out, *form);
}

// From the seat, or from above.  What cannot be asked is said in `why`.
static dx_answer ask(dx_match *match, unsigned seat, const char *question)
{
    dx_formulas *store = dx_formulas_new();
    dx_answer answer = {0};
    dx_error error = {.message = ""};
    dx_formula f;
    unsigned count;
    const dx_budget budget = {.steps_max = STEPS};
    const dx_ask_options options = {.budget = &budget, .counts = true};
    const dx_event *past = dx_match_events(match, &count);
    const dx_moment moment = {dx_match_rules(match), past, count};
    CHECK_EQ(dx_parse(store, question, &f, &error), DX_OK);
    dx_status status =
        seat == DX_BYSTANDER
            ? dx_ask_above(store, &moment, f, &options, &answer, &error)
            : dx_ask_seat(store, dx_match_view(match, seat), f, &options,
                          &answer, &error);
    if (status != DX_OK)
        snprintf(answer.why, sizeof answer.why, "%s", error.message);
    dx_formulas_free(store);
    return answer;
}

static void compare_answers(dx_match *file, dx_match *c, unsigned seat,
                            const char *question, tally *t)
{
    dx_answer a = ask(file, seat, question), b = ask(c, seat, question);
    char x[DX_COUNT_TEXT_BYTES], y[DX_COUNT_TEXT_BYTES];
    t->asked++;
    if (a.truth == DX_ANSWER_UNDECIDED || b.truth == DX_ANSWER_UNDECIDED) {
        t->undecided++;
    } else {
        CHECK_THAT(a.truth == b.truth, "%s, in C %s", dx_truth_text(a.truth),
                   dx_truth_text(b.truth));
        CHECK_TEXT(a.why, b.why);
        CHECK_EQ(a.has_chance, b.has_chance);
        CHECK(!a.has_chance || dx_rational_compare(&a.exact, &b.exact) == 0);
        CHECK_THAT(a.worlds == b.worlds, "%s worlds, in C %s",
                   dx_count_text(a.worlds, x), dx_count_text(b.worlds, y));
    }
    dx_answer_release(&a);
    dx_answer_release(&b);
}

// Plays a game at random and asks some questions at one of its turns.
static void ask_game(const dx_rules *file, const dx_rules *c, uint64_t seed,
                     tally *t)
{
    dx_deal *deal[2] = {dx_deal_new(file, seed, 0), dx_deal_new(c, seed, 0)};
    dx_match *a = dx_match_new(file, deal[0]), *b = dx_match_new(c, deal[1]);
    dx_random random = dx_random_named(seed, 5, 2);
    unsigned turns = (unsigned)dx_random_below(&random, 20);
    const dx_event *moves;
    for (; turns > 0 && dx_match_turn(b) != DX_OVER; turns--) {
        unsigned i =
            (unsigned)dx_random_below(&random, dx_match_moves(b, &moves));
        CHECK(i < dx_match_moves(a, &moves));
        CHECK_EQ(dx_match_step(a, i), DX_OK);
        CHECK_EQ(dx_match_step(b, i), DX_OK);
    }
    for (unsigned i = 0; i < QUESTIONS; i++) {
        dx_text question = {0};
        bool above = dx_random_below(&random, 2) == 0;
        unsigned seat = (unsigned)dx_random_below(&random, dx_players(c));
        say_question(file, c, &random, &question);
        CHECKING("%s, seed %u, seat %u, %s", file->game->name, (unsigned)seed,
                 above ? 0 : seat + 1, dx_text_string(&question));
        compare_answers(a, b, above ? DX_BYSTANDER : seat,
                        dx_text_string(&question), t);
        dx_text_release(&question);
    }
    dx_match_free(a);
    dx_match_free(b);
    dx_deal_free(deal[0]);
    dx_deal_free(deal[1]);
}

static void compare(const char *file_name, const char *name,
                    const char *const *settings)
{
    const dx_game *game = dx_game_file(file_name);
    const dx_game *const list[] = {game, NULL};
    tally all = {0};
    for (; *settings != NULL; settings++) {
        dx_rules file = rules_in(list, game->name, *settings);
        dx_rules c = rules_in(dx_games(), name, *settings);
        for (uint64_t seed = 0; seed < SAMPLE(2, 112); seed++)
            ask_game(&file, &c, seed, &all);
    }
    CHECK_THAT(all.undecided * 20 <= all.asked, "%u of %u undecided",
               all.undecided, all.asked);
}

TEST(clue_from_a_file_is_asked_as_clue)
{
    static const char *const settings[] = {"", "small4", "tiny", NULL};
    compare("clue", "clue", settings);
}

TEST(kemps_from_a_file_is_asked_as_kemps)
{
    static const char *const settings[] = {"", "paper", "tiny", NULL};
    compare("kemps", "kemps", settings);
}

TEST(hanabi_from_a_file_is_asked_as_hanabi)
{
    static const char *const settings[] = {"", "players=2", "tiny", NULL};
    compare("hanabi", "hanabi", settings);
}

TEST(go_fish_from_a_file_is_asked_as_go_fish)
{
    static const char *const settings[] = {"", "small", "tiny", NULL};
    compare("gofish", "gofish", settings);
}
