// A host that loses a table, a tournament, a question and some memory, one
// after the other, and goes on each time.

#include <doxa.h>

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
}

// ---- Two agents: one makes its first move, one breaks a promise ----

static dx_event first(const void *memory, const dx_policy *self,
                      const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self, (void)thought;
    static _Thread_local dx_event moves[DX_MOVES_MAX];
    dx_view_moves(view, moves);
    return moves[0];
}

static dx_event clumsy(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    if (view->count > 12)
        dx_rules_value(view->rules, "there is no such parameter");
    return first(memory, self, view, thought);
}

static const dx_agent good = {.name = "good", .choose = first};
static const dx_agent bad = {.name = "bad", .choose = clumsy};
static const dx_agent *const agents[] = {&good, &bad, NULL};

// ---- A table ----

typedef struct table {
    jmp_buf lost;
    char what[200];
    dx_deal *deal;
    dx_match *match;
    dx_policy policy;
} table;

static void lose(void *context, const char *what)
{
    table *t = context;
    snprintf(t->what, sizeof t->what, "%s", what);
    longjmp(t->lost, 1);
}

static void open_table(table *t, const dx_rules *rules, const dx_agent *agent)
{
    *t = (table){.policy = {.agent = agent}};
    t->deal = dx_deal_new(rules, 7, 7);
    t->match = dx_match_new(rules, t->deal);
}

static void move_on(table *t)
{
    unsigned seat = dx_match_turn(t->match);
    dx_random random = dx_random_named(1, 2, seat);
    dx_mind *mind = dx_mind_new(&t->policy, dx_match_view(t->match, seat));
    dx_event move = dx_mind_choose(mind, dx_match_view(t->match, seat),
                                   &(dx_thought){.random = &random});
    dx_mind_free(mind);
    check(dx_match_play(t->match, seat, move, NULL, NULL) == DX_OK, "legal");
}

// Plays a few moves; false if the table is lost.
static bool play_some(table *t)
{
    if (setjmp(t->lost) != 0)
        return false;
    dx_on_panic(lose, t);
    for (int i = 0; i < 5 && dx_match_turn(t->match) != DX_OVER; i++)
        move_on(t);
    dx_on_panic(NULL, NULL);
    return true;
}

static void lose_a_table(const dx_rules *rules)
{
    static table one, other;
    bool is_lost = false;
    open_table(&one, rules, &good);
    open_table(&other, rules, &bad);
    while (dx_match_turn(one.match) != DX_OVER) {
        check(play_some(&one), "the good one is never lost");
        if (!is_lost)
            is_lost = !play_some(&other);
    }
    check(is_lost, "the bad one is lost");
    check(strstr(other.what, "broken promise") != NULL, "and says why");
    dx_match_free(one.match);
    dx_deal_free(one.deal);
}

// ---- A tournament ----

typedef struct tournament {
    dx_results *results;
    dx_status status;
} tournament;

static void run(void *data)
{
    tournament *t = data;
    t->status = dx_run(t->results, &(dx_run_options){.threads = 2}, NULL);
}

static bool play_tournament(const char *seats, dx_error *error)
{
    dx_schedule_options options = {.all_games = dx_games(),
                                   .all_agents = agents,
                                   .game = "hanabi(players=2)",
                                   .seats = seats,
                                   .seed = 1,
                                   .games = 40,
                                   .programs = dx_outsider_normal()};
    dx_schedule *schedule;
    check(dx_schedule_new(&options, &schedule, error) == DX_OK, "a schedule");
    tournament t = {.results = dx_results_new(schedule)};
    if (!dx_guard(run, &t, error))
        return false; // the results are lost; the schedule was only read
    check(t.status == DX_OK && dx_results_count(t.results, 0) == 40, "played");
    dx_results_free(t.results);
    dx_schedule_free(schedule);
    return true;
}

// ---- A question, and memory ----

// Asks about a formula so deep that it is walked on a thread of its own, and
// has names there that were never given.
static void ask_nonsense(void *data)
{
    dx_formulas *store = dx_formulas_new();
    uint32_t no_name = 12345;
    dx_formula f = dx_formula_make(store, DX_APPLY, 1, &no_name);
    for (int i = 0; i < 3000; i++)
        f = dx_formula_not(store, f);
    *(size_t *)data = dx_formula_depth(store, f);
    dx_text out = {0};
    dx_formula_print(store, f, &out);
}

static void want_everything(void *data)
{
    *(dx_bitset *)data = dx_bitset_new((size_t)1 << 50);
}

int main(void)
{
    dx_rules rules;
    dx_error error;
    dx_bitset set = {0};
    size_t depth = 0;
    check(dx_rules_parse(dx_games(), "hanabi(players=2)", &rules, &error) ==
              DX_OK,
          "rules");
    lose_a_table(&rules);
    check(play_tournament("good,good", &error), "a tournament");
    check(!play_tournament("good,bad", &error), "a lost one");
    check(strstr(error.message, "broken promise") != NULL, "with a sentence");
    check(play_tournament("good,good", &error), "and another");
    check(!dx_guard(ask_nonsense, &depth, &error) && depth > 3000,
          "a question");
    check(!dx_guard(want_everything, &set, &error), "too much memory");
    check(strstr(error.message, "out of memory") != NULL, "and it says so");
    lose_a_table(&rules);
    puts("still here");
    return 0;
}
