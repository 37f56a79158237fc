// Questions at full size with the answers, chances and numbers of worlds that
// were found when tests/ask/problems.txt was written, and worlds that were
// drawn then.  What is rebuilt below them must find the same.  The file is
// written anew, with other questions where forms have changed, by
//
//     PROBLEMS_WRITE=1 make test ONLY=problems_test
//
// and then a look at what differs.

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/games.h"
#include "lab/questions.h"
#include "logic/formula/parse.h"
#include "minds/board/board.h"
#include "minds/consider.h"
#include "minds/eliminate/sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_WRITTEN = 20000,
    STEPS_MAX = 20000000,
    STEPS_DRAWN = 2000000,
    DRAWS = 4,
    LINE_ROOM = 700
};

// A position, as a line of the file says it: "* gofish(players=2) uniform
// seed 3, 12 moves, seat 1".
typedef struct position {
    dx_rules rules;
    dx_assumption assumption;
    dx_formulas *store;
    dx_event *past;
    unsigned count, seat, turn;
    dx_eyes *eyes;
} position;

static void position_init(position *p, const char *line)
{
    char rules[64], assumed[16];
    unsigned seed, moves;
    dx_error error = {.message = ""};
    CHECK_THAT(sscanf(line, "* %63s %15s seed %u, %u moves, seat %u", rules,
                      assumed, &seed, &moves, &p->seat) == 5,
               "%s", line);
    p->seat--;
    p->assumption = (dx_assumption){.kind = strcmp(assumed, "uniform") == 0
                                                ? DX_ASSUME_UNIFORM
                                                : DX_ASSUME_NONE};
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &p->rules, &error), DX_OK);
    p->store = dx_formulas_new();
    p->past = dx_twin_play(&p->rules, seed, moves, &p->count);
    p->turn = dx_turn_of(&p->rules, p->past, p->count);
    dx_world world = {.past = p->past, .count = p->count};
    p->eyes = dx_world_eyes(&p->rules, &world, p->seat);
}

static void position_release(position *p)
{
    dx_eyes_free(p->eyes);
    dx_free(p->past);
    dx_formulas_free(p->store);
}

// "open 3/5 12 K[1] f": the answer, its chance, the worlds, the question.
// False if it is undecided, or the steps did not reach to count the worlds.
static bool say_answer(position *p, const char *question, uint64_t steps,
                       dx_text *out)
{
    dx_formula f;
    dx_error error = {.message = ""};
    dx_budget budget = {.steps_max = steps};
    dx_ask_options options = {.assumption = &p->assumption,
                              .engine = "places",
                              .budget = &budget,
                              .counts = true};
    dx_answer answer = {0};
    CHECK_THAT(dx_parse(p->store, question, &f, &error) == DX_OK, "%s: %s",
               question, error.message);
    dx_status status = dx_ask_seat(p->store, dx_eyes_view(p->eyes), f, &options,
                                   &answer, &error);
    bool is_decided = status == DX_OK && answer.truth != DX_ANSWER_UNDECIDED;
    dx_text_add(out, dx_truth_text(answer.truth));
    dx_text_add_char(out, ' ');
    if (is_decided && answer.has_chance && !dx_fraction_is_lost(answer.chance))
        dx_text_printf(out, "%lld/%lld", (long long)answer.chance.top,
                       (long long)answer.chance.over);
    else if (is_decided && answer.has_chance)
        dx_text_printf(out, "%.15g", answer.probability);
    else
        dx_text_add_char(out, '-');
    dx_text_printf(out, " %.10g %s\n", (double)answer.worlds, question);
    is_decided = is_decided && answer.worlds > 0;
    dx_answer_release(&answer);
    return is_decided;
}

// "draws 1234 5678": of worlds that are drawn, back through the layers and
// forward from the weights of what is to come.
static void say_draws(const position *p, dx_text *out)
{
    const dx_view *view = dx_eyes_view(p->eyes);
    bool is_uniform = p->assumption.kind == DX_ASSUME_UNIFORM;
    dx_frames *frames = dx_frames_new(&p->rules);
    for (unsigned i = 0; i < view->count; i++)
        dx_frames_follow(frames, view->seen[i]);
    const dx_frame *now = dx_frames_now(frames);
    dx_looker looker = {.sees = now->sees[p->seat],
                        .own = view->sight,
                        .is_uniform = is_uniform};
    dx_effort effort = {.steps_max = STEPS_DRAWN};
    dx_random random = dx_random_named(1, p->count, p->seat);
    uint64_t back = 0, forward = 0;
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    for (unsigned i = 0; i < DRAWS; i++)
        if (dx_board_draw(frames, &looker, &random, dealt, &effort))
            back = 31 * back + dx_hash_bytes(dealt, sizeof *dealt);
    dx_free(dealt);
    dx_sampler *sampler =
        dx_sampler_new(frames, p->seat, view->sight, is_uniform, &effort);
    size_t bytes = p->rules.game->table_bytes(&p->rules);
    void *table = dx_alloc(1, bytes);
    for (unsigned i = 0; sampler != NULL && i < DRAWS; i++) {
        dx_sampler_world(sampler, &random, table);
        forward = 31 * forward + dx_hash_bytes(table, bytes);
    }
    dx_text_printf(out, "draws %llx %llx\n", (unsigned long long)back,
                   (unsigned long long)forward);
    dx_free(table);
    dx_sampler_free(sampler);
    dx_frames_free(frames);
}

// ---- writing ----

enum { SEEDS = 4, EACH = 6 };

static void write_position(const char *rules, const char *assumed,
                           unsigned seed, FILE *file)
{
    dx_text line = {0};
    dx_random random = dx_random_named(seed, 0, 28);
    position p = {.seat = 0};
    unsigned forms = 0, moves = (unsigned)dx_random_below(&random, 30);
    dx_rules parsed;
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &parsed, NULL), DX_OK);
    unsigned seat = (unsigned)dx_random_below(&random, dx_players(&parsed));
    dx_text_printf(&line, "* %s %s seed %u, %u moves, seat %u\n", rules,
                   assumed, seed, moves, seat + 1);
    position_init(&p, dx_text_string(&line));
    dx_world world = {.past = p.past, .count = p.count};
    dx_eyes *bystander = dx_world_eyes(&p.rules, &world, DX_BYSTANDER);
    say_draws(&p, &line);
    while (dx_forms[forms].pattern != NULL)
        forms++;
    for (unsigned i = 0; i < EACH; i++) {
        dx_text question = {0}, answer = {0};
        const dx_form *form = &dx_forms[dx_random_below(&random, forms)];
        if (dx_question_draw(form, NULL, dx_eyes_view(bystander), p.seat,
                             p.turn, &random, &question) &&
            strlen(dx_text_string(&question)) < LINE_ROOM - 100 &&
            say_answer(&p, dx_text_string(&question), STEPS_WRITTEN, &answer))
            dx_text_add(&line, dx_text_string(&answer));
        dx_text_release(&question);
        dx_text_release(&answer);
    }
    fputs(dx_text_string(&line), file);
    dx_text_release(&line);
    dx_eyes_free(bystander);
    position_release(&p);
}

static void write_all(const char *path)
{
    static const char *const games[] = {"hanabi(players=2)",
                                        "hanabi(players=3)",
                                        "hanabi(players=5)",
                                        "kemps(players=3)",
                                        "kemps(players=4)",
                                        "clue(players=3)",
                                        "clue(players=6)",
                                        "gofish(players=2)",
                                        "gofish(players=4)",
                                        "saboteur(round)",
                                        "yokai",
                                        "yokai(players=3)"};
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        for (unsigned seed = 0; seed < 2 * SEEDS; seed++)
            write_position(games[i], seed < SEEDS ? "none" : "uniform", seed,
                           file);
    fclose(file);
}

// ---- reading ----

static void check_line(position *p, const char *line)
{
    dx_text got = {0};
    unsigned spaces = 0;
    const char *question = line;
    if (strncmp(line, "draws ", 6) == 0) {
        say_draws(p, &got);
    } else {
        for (; spaces < 3; question++)
            spaces += *question == ' ';
        dx_text text = {0};
        dx_text_add_part(&text, question, strcspn(question, "\n"));
        say_answer(p, dx_text_string(&text), STEPS_MAX, &got);
        dx_text_release(&text);
    }
    CHECK_TEXT(dx_text_string(&got), line);
    dx_text_release(&got);
}

TEST(answers_chances_numbers_of_worlds_and_draws_are_what_they_were)
{
    char path[400], line[LINE_ROOM];
    snprintf(path, sizeof path, "%s", dx_test_path("ask/problems.txt"));
    if (getenv("PROBLEMS_WRITE") != NULL)
        write_all(path);
    FILE *file = fopen(path, "r");
    position p = {.seat = 0};
    unsigned lines = 0;
    CHECK_THAT(file != NULL, "%s", path);
    while (fgets(line, sizeof line, file) != NULL) {
        CHECKING("line %u", ++lines);
        if (line[0] == '*') {
            position_release(&p);
            position_init(&p, line);
        } else {
            check_line(&p, line);
        }
    }
    CHECK(lines > 300);
    position_release(&p);
    fclose(file);
}
