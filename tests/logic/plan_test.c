// Planning: the examples, and random tasks against an update written from the
// definition over the explicit kernel.

#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/random.h"
#include "logic/bisim/bisim.h"
#include "logic/epddl/epddl.h"
#include "logic/evaluate/evaluate.h"
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
}

#undef PROBLEM

// ---- The definition ----

// A state as the definition has it: worlds, labels, arrows.
typedef struct naive {
    size_t worlds;
    uint64_t *label;
    bool *arrow; // agent * worlds * worlds
    bool *designated;
} naive;

static naive naive_new(size_t agents, size_t worlds)
{
    return (naive){worlds, dx_alloc(worlds, sizeof(uint64_t)),
                   dx_alloc(agents * worlds * worlds, sizeof(bool)),
                   dx_alloc(worlds, sizeof(bool))};
}

static void naive_free(naive *n)
{
    dx_free(n->label);
    dx_free(n->arrow);
    dx_free(n->designated);
}

static dx_task_state pack(dx_task *task, const naive *n)
{
    size_t agents = task->agents.count;
    dx_task_state state =
        dx_task_state_new(agents, n->worlds, agents * n->worlds);
    size_t words = dx_task_state_words(&state);
    for (size_t w = 0; w < n->worlds; w++) {
        state.label[w] = dx_task_label(&task->labels, &n->label[w]);
        if (n->designated[w])
            state.designated[w / 64] |= UINT64_C(1) << w % 64;
    }
    for (size_t i = 0; i < agents * n->worlds; i++) {
        state.row[i] = (uint32_t)i;
        for (size_t v = 0; v < n->worlds; v++)
            if (n->arrow[i * n->worlds + v])
                state.bits[i * words + v / 64] |= UINT64_C(1) << v % 64;
    }
    return state;
}

static bool holds_at(dx_task *task, const naive *n, dx_formula f, size_t world)
{
    dx_task_state state = pack(task, n);
    dx_model *model = dx_task_model(task, &state);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *worlds;
    dx_error error;
    CHECK_THAT(dx_evaluate(evaluator, f, &worlds, &error) == DX_OK, "%s",
               error.message);
    bool holds = dx_bitset_has(worlds, world);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    dx_task_state_release(&state);
    return holds;
}

// Every pair of a world and an event that fits; arrows where both have one.
static naive product(dx_task *task, const naive *n,
                     const dx_task_action *action, const uint32_t *looks)
{
    size_t agents = task->agents.count, events = action->events.count;
    size_t pairs[400][2], count = 0;
    for (size_t w = 0; w < n->worlds; w++)
        for (size_t e = 0; e < events; e++)
            if (holds_at(task, n, action->events.at[e].precondition, w)) {
                CHECK(count < 400);
                pairs[count][0] = w;
                pairs[count++][1] = e;
            }
    naive after = naive_new(agents, count);
    for (size_t i = 0; i < count; i++) {
        size_t w = pairs[i][0], e = pairs[i][1];
        const dx_task_event *event = &action->events.at[e];
        after.label[i] = n->label[w];
        for (size_t k = 0; k < event->effects.count; k++) {
            uint64_t bit = UINT64_C(1) << event->effects.at[k].atom;
            after.label[i] &= ~bit;
            if (holds_at(task, n, event->effects.at[k].becomes, w))
                after.label[i] |= bit;
        }
        after.designated[i] = n->designated[w] && action->designated >> e & 1;
        for (size_t a = 0; a < agents; a++)
            for (size_t j = 0; j < count; j++)
                after.arrow[(a * count + i) * count + j] =
                    n->arrow[(a * n->worlds + w) * n->worlds + pairs[j][0]] &&
                    action->sees[looks[a] * events + e] >> pairs[j][1] & 1;
    }
    return after;
}

// ---- Random tasks ----

static dx_formula random_formula(dx_task *task, dx_random *random, int depth)
{
    dx_formulas *store = task->store;
    dx_formula atom =
        task->atoms.at[dx_random_below(random, task->atoms.count)];
    if (depth == 0)
        return atom;
    dx_formula f = random_formula(task, random, depth - 1);
    dx_formula agent = dx_formula_atom(
        store, task->agents.at[dx_random_below(random, task->agents.count)]);
    static const dx_kind minds[] = {DX_KNOWS, DX_BELIEVES, DX_POSSIBLE,
                                    DX_KNOWS_WHETHER};
    switch (dx_random_below(random, 7)) {
    case 0:
        return dx_formula_not(store, f);
    case 1:
        return dx_formula_and(store, f,
                              random_formula(task, random, depth - 1));
    case 2:
        return dx_formula_implies(store, f,
                                  random_formula(task, random, depth - 1));
    case 3:
        return dx_formula_binary(store, DX_IFF, f, atom);
    case 4:
        return dx_formula_make(
            store, dx_random_below(random, 2) == 0 ? DX_EVERYBODY : DX_COMMON,
            3,
            (uint32_t[]){f, dx_formula_atom(store, "a"),
                         dx_formula_atom(store, "b")});
    default:
        return dx_formula_make(store, minds[dx_random_below(random, 4)], 2,
                               (uint32_t[]){agent, f});
    }
}

static naive random_state(dx_task *task, dx_random *random)
{
    size_t agents = task->agents.count;
    naive n = naive_new(agents, 1 + dx_random_below(random, 4));
    for (size_t w = 0; w < n.worlds; w++) {
        n.label[w] = dx_random_below(random, 4);
        n.designated[w] = w == 0 || dx_random_below(random, 4) == 0;
    }
    for (size_t i = 0; i < agents * n.worlds * n.worlds; i++)
        n.arrow[i] = dx_random_below(random, 5) < 3;
    return n;
}

static void random_action(dx_task *task, dx_random *random, int number)
{
    char name[20];
    snprintf(name, sizeof name, "act%d", number);
    size_t events = 1 + dx_random_below(random, 3);
    dx_task_action *action =
        dx_task_add_action(task, name, "random", events, 2);
    for (int i = 0; i < 2; i++)
        dx_vector_push(&action->looks, dx_copy_text(i == 0 ? "one" : "two"));
    for (size_t e = 0; e < events; e++) {
        dx_task_event event = {.name = dx_copy_text("e")};
        event.precondition = random_formula(task, random, 2);
        if (dx_random_below(random, 2) == 0)
            dx_vector_push(
                &event.effects,
                (dx_task_effect){(uint32_t)dx_random_below(random, 2),
                                 random_formula(task, random, 1)});
        dx_vector_push(&action->events, event);
    }
    action->designated = 1 + dx_random_below(random, (1u << events) - 1);
    for (size_t i = 0; i < 2 * events; i++)
        action->sees[i] = dx_random_below(random, 1u << events);
    for (size_t a = 0; a < 2; a++) {
        dx_formula when = random_formula(task, random, 1);
        action->looks_as[a * 2] = when;
        action->looks_as[a * 2 + 1] = dx_formula_true(task->store);
    }
}

static dx_task *random_task(dx_random *random)
{
    dx_task *task = dx_task_new();
    dx_vector_push(&task->agents, dx_copy_text("a"));
    dx_vector_push(&task->agents, dx_copy_text("b"));
    dx_vector_push(&task->atoms, dx_formula_atom(task->store, "p"));
    dx_vector_push(&task->atoms, dx_formula_atom(task->store, "q"));
    dx_task_fix_atoms(task);
    for (int i = 0; i < 3; i++)
        random_action(task, random, i);
    task->goal = random_formula(task, random, 3);
    return task;
}

// Each designated world of the one has a bisimilar designated one in the other.
static void check_covers(const dx_model *a, const bool *designated_a,
                         const dx_model *b, const bool *designated_b)
{
    for (size_t w = 0; w < dx_model_world_count(a); w++) {
        bool found = !designated_a[w];
        for (size_t v = 0; !found && v < dx_model_world_count(b); v++) {
            dx_error error;
            if (designated_b[v])
                CHECK(dx_bisimilar((dx_pointed){a, w}, (dx_pointed){b, v},
                                   DX_BISIM_RELATIONS, &found,
                                   &error) == DX_OK);
        }
        CHECK(found);
    }
}

static void check_same(dx_task *task, const naive *n,
                       const dx_task_state *state)
{
    dx_task_state packed = pack(task, n);
    dx_model *a = dx_task_model(task, &packed);
    dx_model *b = dx_task_model(task, state);
    bool *designated = dx_alloc(state->worlds, sizeof *designated);
    for (size_t w = 0; w < state->worlds; w++)
        designated[w] = state->designated[w / 64] >> w % 64 & 1;
    check_covers(a, n->designated, b, designated);
    check_covers(b, designated, a, n->designated);
    // What is contracted is as small as the kernel makes it.
    dx_model *small;
    dx_error error;
    CHECK(dx_model_contract(b, DX_BISIM_RELATIONS, &small, NULL, &error) ==
          DX_OK);
    CHECK_EQ(dx_model_world_count(small), state->worlds);
    dx_model_free(small);
    // And the same bytes whatever it was contracted from.
    dx_task_contraction contraction = {0};
    dx_task_state reached =
        dx_task_reachable(&contraction, &packed, task->agents.count);
    dx_task_state again =
        dx_task_contract(&contraction, &reached, task->agents.count);
    CHECK_EQ(again.bytes, state->bytes);
    CHECK(memcmp(again.label, state->label, state->bytes) == 0);
    dx_task_state_release(&again);
    dx_task_state_release(&reached);
    dx_task_contraction_release(&contraction);
    dx_free(designated);
    dx_model_free(a);
    dx_model_free(b);
    dx_task_state_release(&packed);
}

// Goes along with random actions as long as they can be done.
static unsigned check_walk(dx_task *task, dx_random *random, naive *n)
{
    dx_task_engine engine;
    dx_error error;
    CHECK(dx_task_engine_init(&engine, task, &error) == DX_OK);
    unsigned updates = 0;
    dx_task_state state;
    CHECK(dx_task_begin(&engine, &state, &error) == DX_OK);
    for (int step = 0; step < 3 && n->worlds <= 30; step++) {
        check_same(task, n, &state);
        dx_task_engine_look(&engine, &state);
        bool goal = true;
        for (size_t w = 0; w < n->worlds; w++)
            goal &= !n->designated[w] || holds_at(task, n, task->goal, w);
        CHECK_EQ(dx_task_goal_holds(&engine), goal);
        size_t a = dx_random_below(random, task->actions.count);
        uint32_t looks[2];
        dx_task_state after;
        if (!dx_task_is_applicable(&engine, a) ||
            dx_task_looks(&engine, a, looks, &error) != DX_OK)
            break;
        CHECK(dx_task_update(&engine, a, &after, &error) == DX_OK);
        naive next = product(task, n, &task->actions.at[a], looks);
        naive_free(n);
        *n = next;
        dx_task_state_release(&state);
        state = after;
        updates++;
    }
    dx_task_state_release(&state);
    dx_task_engine_release(&engine);
    return updates;
}

TEST(an_update_of_a_task_is_the_product_of_the_definition)
{
    unsigned updates = 0;
    for (uint64_t seed = 0; seed < SAMPLE(150, 20000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(9, seed, 0);
        dx_task *task = random_task(&random);
        naive n = random_state(task, &random);
        task->start = pack(task, &n);
        updates += check_walk(task, &random, &n);
        naive_free(&n);
        dx_task_free(task);
    }
    CHECK(updates > 50);
}
