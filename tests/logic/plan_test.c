// Planning: the examples, what a plan is said to do, limits and what is
// refused. Random tasks are in plan_random_test.c.

#include "base/clock.h"
#include "base/heed.h"
#include "logic/epddl/epddl.h"
#include "logic/plan/model.h"
#include "logic/plan/validate.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// ---- The examples ----

static dx_task *read_texts(size_t count, const dx_epddl_text *texts)
{
    dx_task *task;
    dx_error error = {0};
    CHECK_THAT(dx_epddl_read(count, texts, &task, &error) == DX_OK,
               "%s:%u:%u: %s", error.file, error.line, error.column,
               error.message);
    return task;
}

static dx_task *read_example(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "../examples/planning/%s.epddl", name);
    dx_text text = {0};
    dx_error error = {0};
    CHECK(dx_text_read_file(dx_test_path(path), 1 << 20, &text, &error) ==
          DX_OK);
    dx_task *task = read_texts(1, &(dx_epddl_text){name, text.at, text.length});
    dx_text_release(&text);
    return task;
}

TEST(the_examples_of_planning_have_the_plans_they_speak_of)
{
    static const struct {
        const char *name;
        dx_plan_result result;
        size_t steps, losses;
    } cases[] = {
        {"letter", DX_PLAN_FOUND, 2, 0}, {"muddy", DX_PLAN_FOUND, 1, 0},
        {"gossip", DX_PLAN_FOUND, 4, 0}, {"sally", DX_PLAN_FOUND, 3, 0},
        {"alarm", DX_PLAN_FOUND, 3, 0},  {"hats", DX_PLAN_NONE, 0, 0},
        {"relay", DX_PLAN_FOUND, 2, 0},  {"vault", DX_PLAN_FOUND, 3, 0},
        {"switch", DX_PLAN_FOUND, 2, 0}, {"market", DX_PLAN_FOUND, 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECKING("%s", cases[i].name);
        for (int greedy = 0; greedy < 2; greedy++) {
            dx_task *task = read_example(cases[i].name);
            dx_plan_found found;
            dx_plan_verdict verdict;
            dx_error error;
            CHECK(dx_task_search(task, &(dx_plan_options){.greedy = greedy},
                                 &found, &error) == DX_OK);
            CHECK_EQ(found.result, cases[i].result);
            CHECK(greedy || found.actions.count == cases[i].steps);
            CHECK(dx_task_validate(task, found.actions.count, found.actions.at,
                                   NULL, NULL, &verdict, &error) == DX_OK);
            CHECK_EQ(verdict.holds, cases[i].result == DX_PLAN_FOUND);
            CHECK(greedy || verdict.losses.count == cases[i].losses);
            dx_plan_verdict_release(&verdict);
            dx_plan_found_release(&found);
            dx_task_free(task);
        }
    }
}

TEST(a_limit_of_steps_decides_and_not_the_clock)
{
    dx_task *task = read_example("gossip");
    dx_plan_found found;
    dx_error error;
    CHECK(dx_task_search(task, &(dx_plan_options){.steps_max = 100}, &found,
                         &error) == DX_OK);
    CHECK_EQ(found.result, DX_PLAN_UNDECIDED);
    CHECK_EQ(found.steps, 100);
    dx_task_free(task);
}

// ---- Told and believed ----

static const char told[] =
    "(define (domain d) (:predicates (p))"
    " (:event n)"
    " (:event e :parameters (?x - agent)"
    "   :precondition (and (p) ([?x] (p))))"
    " (:action tell :parameters (?i ?j - agent | (/= ?i ?j))"
    "   :action-type (private-announcement (e ?i) (n))"
    "   :observability-conditions (:and (?i Fully) (?j Fully)"
    "     (default Oblivious))))"
    "(define (problem q) (:domain d) (:agents a b)"
    " (:init :worlds (w v)"
    "   :relations (a (:forall (?x - world) (?x ?x)) b (:and (w v) (v v)))"
    "   :labels (w (p)) :designated (w))"
    " (:goal ([b] (p))))";

TEST(a_plan_that_works_by_contradiction_is_said_to)
{
    dx_task *task = read_texts(1, &(dx_epddl_text){"told", told, strlen(told)});
    dx_plan_found found;
    dx_plan_verdict verdict;
    dx_error error;
    CHECK(dx_task_search(task, &(dx_plan_options){0}, &found, &error) == DX_OK);
    CHECK_EQ(found.actions.count, 1);
    CHECK(dx_task_validate(task, 1, found.actions.at, NULL, NULL, &verdict,
                           &error) == DX_OK);
    CHECK(verdict.holds);
    CHECK_EQ(verdict.losses.count, 1);
    CHECK_TEXT(task->agents.at[verdict.losses.at[0].agent], "b");
    CHECK_EQ(verdict.losses.at[0].step, 1);
    CHECK(verdict.losses.at[0].is_real);
    dx_plan_verdict_release(&verdict);
    dx_plan_found_release(&found);
    CHECK(dx_task_search(task, &(dx_plan_options){.serial = true}, &found,
                         &error) == DX_OK);
    CHECK_EQ(found.result, DX_PLAN_NONE);
    dx_plan_found_release(&found);
    dx_task_free(task);
}

TEST(a_step_that_cannot_be_done_names_event_agent_and_formula)
{
    dx_task *task = read_texts(1, &(dx_epddl_text){"told", told, strlen(told)});
    uint32_t step = dx_task_find_action(task, "tell_b_a");
    dx_plan_verdict verdict;
    dx_error error;
    CHECK(dx_task_validate(task, 1, &step, NULL, NULL, &verdict, &error) ==
          DX_OK);
    CHECK(verdict.is_cut && !verdict.holds);
    CHECK_EQ(verdict.steps, 0);
    CHECK_EQ(verdict.faults.count, 1);
    CHECK_TEXT(
        task->actions.at[step].events.at[verdict.faults.at[0].event].name, "e");
    CHECK_TEXT(task->agents.at[verdict.faults.at[0].agent], "b");
    dx_text part = {0};
    dx_epddl_print(task->store, verdict.faults.at[0].part, &part);
    CHECK_TEXT(dx_text_string(&part), "([b] (p))");
    dx_text_release(&part);
    dx_plan_verdict_release(&verdict);
    dx_task_free(task);
}

TEST(the_parameters_of_an_event_are_its_own)
{
    static const char text[] =
        "(define (domain d) (:predicates (secret ?x - agent))"
        " (:event e :parameters (?i - agent) :precondition (secret ?i))"
        " (:action tell :parameters (?i ?j - agent)"
        "   :action-type (basic (e ?j))))"
        "(define (problem q) (:domain d) (:agents a b)"
        " (:init (secret a)) (:goal (secret b)))";
    dx_task *task = read_texts(1, &(dx_epddl_text){"own", text, strlen(text)});
    uint32_t tell = dx_task_find_action(task, "tell_a_b");
    dx_text pre = {0};
    dx_epddl_print(task->store,
                   task->actions.at[tell].events.at[0].precondition, &pre);
    CHECK_TEXT(dx_text_string(&pre), "(secret b)");
    dx_text_release(&pre);
    dx_task_free(task);
}

// How b looks on depends on what nobody knows: that action is left out where it
// would have to be settled, and the search goes on.
TEST(an_action_that_is_not_settled_is_left_out)
{
    static const char text[] =
        "(define (domain d) (:predicates (p) (q))"
        " (:event n) (:event e :effects (q))"
        " (:action odd :action-type (private-ontic (e) (n))"
        "   :observability-conditions (:and (a Fully)"
        "     (b (if (p) Fully else Oblivious))))"
        " (:action even :action-type (public-ontic (e))"
        "   :observability-conditions (default Fully)))"
        "(define (problem x) (:domain d) (:agents a b)"
        " (:init ([C. All] (not (q)))) (:goal %s))";
    for (int reachable = 0; reachable < 2; reachable++) {
        char task_text[1000];
        snprintf(task_text, sizeof task_text, text,
                 reachable ? "(q)" : "(and (p) (not (p)))");
        dx_task *task = read_texts(
            1, &(dx_epddl_text){"odd", task_text, strlen(task_text)});
        dx_plan_found found;
        dx_error error;
        CHECK(dx_task_search(task, &(dx_plan_options){0}, &found, &error) ==
              DX_OK);
        CHECK(found.has_refused);
        CHECK(strstr(found.refused.message, "looks on differs") != NULL);
        CHECK_EQ(found.result, reachable ? DX_PLAN_FOUND : DX_PLAN_UNDECIDED);
        dx_plan_found_release(&found);
        dx_task_free(task);
    }
}

// What facts exclude for good is no action of the ground task.
TEST(a_task_in_which_nothing_can_ever_be_done_has_no_plan)
{
    static const char text[] =
        "(define (domain d) (:predicates (p) (:fact f ?i - agent))"
        " (:event e :precondition (not (f a)))"
        " (:action never :action-type (basic (e))))"
        "(define (problem x) (:domain d) (:agents a) (:facts-init (f a))"
        " (:init ([C. All] (p))) (:goal (not (p))))";
    for (int way = 0; way < 4; way++) {
        dx_task *task =
            read_texts(1, &(dx_epddl_text){"never", text, strlen(text)});
        CHECK_EQ(task->actions.count, 0);
        dx_plan_found found;
        dx_error error;
        CHECK(dx_task_search(
                  task,
                  &(dx_plan_options){.greedy = way & 1, .serial = way & 2},
                  &found, &error) == DX_OK);
        CHECK_EQ(found.result, DX_PLAN_NONE);
        CHECK_EQ(found.classes, 1);
        dx_plan_found_release(&found);
        dx_task_free(task);
    }
}

// ---- Grounding that never ends ----

// Forty things, eight of them at a time, and a condition that is never so.
static const char *endless(dx_text *out)
{
    dx_text_add(out, "(define (domain d) (:predicates (p) (:fact f ?x)) "
                     "(:event e :precondition (p)) (:action a :parameters (");
    for (int i = 0; i < 8; i++)
        dx_text_printf(out, "?x%d ", i);
    dx_text_add(out, "- object | (f ?x0)) :action-type (basic e)))\n"
                     "(define (problem q) (:domain d) (:agents a) (:objects");
    for (int i = 0; i < 40; i++)
        dx_text_printf(out, " o%d", i);
    dx_text_add(out, ") (:init (p)) (:goal (p)))");
    return dx_text_string(out);
}

static dx_status ground_endless(void)
{
    dx_text text = {0};
    const char *all = endless(&text);
    dx_task *task;
    dx_error error = {0};
    dx_status status = dx_epddl_read(1, &(dx_epddl_text){"t", all, strlen(all)},
                                     &task, &error);
    CHECK_THAT(status == DX_ERR_CANCELLED, "said: %s", error.message);
    dx_text_release(&text);
    return status;
}

TEST(grounding_ends_with_its_time)
{
    dx_heed_until(dx_cpu_seconds() + 0.02);
    CHECK_EQ(ground_endless(), DX_ERR_CANCELLED);
    dx_heed_until(0);
}

TEST(grounding_can_be_called_off)
{
    atomic_bool flag = true;
    const atomic_bool *before = dx_heed(&flag);
    dx_status status = ground_endless();
    dx_heed(before);
    CHECK_EQ(status, DX_ERR_CANCELLED);
}

// ---- Large states ----

// So many atoms, of which an agent knows the first few; and an action of so
// many events that nobody tells apart.
static void write_large(int atoms, int known, int events, dx_text *out)
{
    dx_text_add(out, "(define (action-type-library l) (:action-type many "
                     ":events (");
    for (int e = 0; e < events; e++)
        dx_text_printf(out, " e%d", e);
    dx_text_add(out, ") :observability-types (All) :relations (All (:forall "
                     "(?e ?f - event) (?e ?f))) :designated (e0)))\n"
                     "(define (domain d) (:predicates");
    for (int i = 0; i < atoms; i++)
        dx_text_printf(out, " (p%d)", i);
    dx_text_add(out, ") (:event e) (:action a :action-type (many");
    for (int e = 0; e < events; e++)
        dx_text_add(out, " (e)");
    dx_text_add(out, ") :observability-conditions (default All)))\n"
                     "(define (problem q) (:domain d) (:agents a b)\n"
                     "(:init (:and (p0) ([C. All] (true))");
    for (int i = 0; i < known; i++)
        dx_text_printf(out, " ([C. All] ([Kw. a] (p%d)))", i);
    dx_text_add(out, ")) (:goal (and ([b] (p0)) ([a] (p1)))))");
}

static dx_status read_large(int atoms, int known, int events, dx_task **out,
                            dx_error *error)
{
    dx_text text = {0};
    write_large(atoms, known, events, &text);
    dx_epddl_text all = {"t", text.at, text.length};
    dx_status status = dx_epddl_read(1, &all, out, error);
    dx_text_release(&text);
    return status;
}

TEST(a_search_over_large_states_looks_whether_it_is_called_off)
{
    static atomic_bool off = true, on = false;
    dx_task *task;
    dx_plan_found found;
    dx_error error = {0};
    CHECK_EQ(read_large(15, 4, 2, &task, &error), DX_OK);
    dx_heed(&on);
    uint64_t before = dx_heed_looks();
    CHECK_EQ(dx_task_search(task, &(dx_plan_options){0}, &found, &error),
             DX_OK);
    CHECK_EQ(found.result, DX_PLAN_NONE);
    CHECK_THAT(dx_heed_looks() > before + 3, "%d looks",
               (int)(dx_heed_looks() - before));
    dx_heed(&off);
    CHECK_EQ(dx_task_search(task, &(dx_plan_options){0}, &found, &error),
             DX_ERR_CANCELLED);
    CHECK_EQ(found.result, DX_PLAN_UNDECIDED);
    dx_heed(NULL);
    dx_task_free(task);
}

TEST(a_state_that_is_too_large_is_refused_with_its_place)
{
    dx_task *task;
    dx_error error = {0};
    CHECK_EQ(read_large(16, 16, 1, &task, &error), DX_ERR_INPUT);
    CHECK_THAT(strstr(error.message, "65536 worlds") != NULL, "said: %s",
               error.message);
    CHECK_EQ(error.line, 4);
}

TEST(an_action_that_makes_too_much_leaves_the_plan_undecided_and_is_named)
{
    dx_task *task;
    dx_plan_found found;
    dx_error error = {0};
    CHECK_EQ(read_large(15, 0, 40, &task, &error), DX_OK);
    CHECK_EQ(dx_task_search(task, &(dx_plan_options){0}, &found, &error),
             DX_OK);
    CHECK_EQ(found.result, DX_PLAN_UNDECIDED);
    CHECK_THAT(strstr(found.limit.message, "a makes too large a state") != NULL,
               "said: %s", found.limit.message);
    dx_task_free(task);
}

TEST(a_ground_task_that_would_be_too_long_is_refused_before_it_is_written)
{
    dx_task *task;
    dx_text out = {0};
    dx_error error = {0};
    CHECK_EQ(read_large(13, 0, 1, &task, &error), DX_OK);
    CHECK_EQ(dx_epddl_print_json(task, &out, &error), DX_ERR_LIMIT);
    CHECK(out.length < 1 << 20);
    dx_text_release(&out);
    dx_task_free(task);
}

// ---- What is refused ----

static void check_refused(const char *text, unsigned line, unsigned column,
                          const char *part)
{
    dx_task *task;
    dx_error error = {0};
    CHECKING("%s", text);
    CHECK(dx_epddl_read(1, &(dx_epddl_text){"t", text, strlen(text)}, &task,
                        &error) != DX_OK);
    CHECK_THAT(strstr(error.message, part) != NULL, "said: %s", error.message);
    CHECK_EQ(error.line, line);
    CHECK_EQ(error.column, column);
}

#define PROBLEM                                                                \
    "(define (problem q) (:domain d) (:agents a) (:init (p)) (:goal (p)))"

TEST(what_is_no_epddl_is_refused_with_its_place)
{
    check_refused("(define (domain d)", 1, 19, "')' is missing");
    check_refused("(define (domain d))\n)", 2, 1, "closes nothing");
    check_refused("(define (domain d))", 1, 1, "no problem");
    check_refused("(define (domain d))\n"
                  "(define (problem q) (:domain d) (:agents a) (:init :worlds "
                  "(w)\n :relations () :labels () :designated (v)) (:goal "
                  "(true)))",
                  3, 40, "expected one of the :worlds");
    check_refused("(define (domain e) (:predicates (p)))\n" PROBLEM, 2, 30,
                  "of the domain 'd'");
    check_refused("(define (domain d))\n"
                  "(define (problem q) (:domain) (:agents a) (:goal (true)))",
                  2, 21, "of the domain ''");
    check_refused("(define (domain d))\n" PROBLEM, 2, 52, "no predicate");
    check_refused("(define (domain d) (:predicates (p))\n"
                  " (:action x :action-type (odd (e))))\n" PROBLEM,
                  2, 27, "no library has an action type 'odd'");
    check_refused("(define (domain d) (:predicates (p)) (:event e)\n"
                  " (:action x :action-type (public-ontic (e))\n"
                  "  :observability-conditions (default Fully)))\n" PROBLEM,
                  2, 40, "asks for non-trivial-postconditions");
    check_refused(
        "(define (domain d) (:predicates (p)) (:event e :effects\n"
        " (not (p)))\n (:action x :action-type (public-ontic (e))))" PROBLEM,
        3, 2, "how a looks on");
    check_refused("(define (domain d) (:predicates (p) (q))\n"
                  " (:event e :precondition (forall (?x - agent | (q)) (p)))\n"
                  " (:action x :action-type (basic (e))))\n" PROBLEM,
                  2, 48, "depends on the state");
    check_refused("(define (domain d) (:predicates (p))\n"
                  " (:event e :preconditions (p)))\n" PROBLEM,
                  2, 12, "expected one of :parameters");
    check_refused("(define (domain d) (:predicates (p)) (:event e)\n"
                  " (:event e))\n" PROBLEM,
                  2, 2, "'e' is there already");
    check_refused("(define (domain d) (:predicates (p)) (:goal (p)))\n" PROBLEM,
                  1, 39, "expected one of");
    check_refused("(define (domain d) (:predicates (p)) (:event e\n"
                  " :precondition ([C. ()] (p)))\n"
                  " (:action x :action-type (basic (e))))\n" PROBLEM,
                  2, 17, "expected an agent");
    check_refused("(define (domain d) (:predicates (p)) (:event e)\n"
                  " (:action x :parameters (?i ?i - agent)\n"
                  "  :action-type (basic (e))))\n" PROBLEM,
                  2, 29, "twice");
    check_refused("(define (domain d) (:predicates (p)) (:event e)\n"
                  " (:action x :action-type (basic (e)) (p)))\n" PROBLEM,
                  2, 38, "found '('");
}

#undef PROBLEM
