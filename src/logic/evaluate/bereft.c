// Whom an update left no world, as far as a formula looks there.
//
// The formula is walked with the worlds at which its parts are asked: its
// operands at the same worlds, what is known at those that are held possible
// there, what comes behind an update at what they become.  Wherever it asks
// what an agent knows, it is seen whether the agent holds anything possible,
// and where it asks what a group would know together, whether they share
// anything. Only behind an update counts, and only relations that may lead
// nowhere: where everybody has a partition and no event model occurs, nothing
// is walked.

#include "logic/evaluate/bereft.h"

#include "base/memory.h"
#include "base/stack.h"
#include "logic/evaluate/inside.h"
#include "logic/formula/parts.h"
#include "logic/kripke/bereft.h"

enum { VISITS_MAX = 2000 };

// Where the walk stands: behind an update or not, and whether no agent's step
// was made yet.
typedef struct place {
    dx_context *context;
    const dx_bitset *at;
    bool is_updated, is_here;
} place;

typedef struct walk {
    dx_bereft_list *out;
    size_t visits;
    place start; // of the whole formula
    dx_formula f;
} walk;

static void visit(walk *k, place here, dx_formula f);

static bool leads_somewhere(const dx_context *context,
                            const dx_relation *relation, size_t w)
{
    for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
        if (dx_bitset_has(&context->alive, relation->target[i]))
            return true;
    return false;
}

static void look(walk *k, place here, size_t agent, dx_attitude attitude)
{
    const dx_model *model = here.context->model;
    const dx_relation *relation = dx_model_relation(model, agent, attitude);
    if (!here.is_updated || relation->cell != NULL)
        return;
    for (size_t w = dx_bitset_next(here.at, 0); w < here.at->size;
         w = dx_bitset_next(here.at, w + 1))
        if (!leads_somewhere(here.context, relation, w)) {
            bool is_belief =
                attitude == DX_BELIEF && dx_model_has_belief(model, agent);
            dx_bereft found = {dx_model_agent_name(model, agent),
                               is_belief ? DX_BELIEF : DX_KNOWLEDGE,
                               here.is_here, DX_FORMULA_NONE};
            dx_bereft_add(k->out, here.context->evaluator->store, found);
            return;
        }
}

// Does each of the agents hold something possible?
static bool all_lead_somewhere(const dx_context *context,
                               const dx_agent_set *agents, size_t w)
{
    for (DX_EACH_AGENT(a, agents)) {
        const dx_relation *relation =
            dx_model_relation(context->model, a, DX_KNOWLEDGE);
        if (relation->cell == NULL && !leads_somewhere(context, relation, w))
            return false;
    }
    return true;
}

// The worlds where they hold nothing possible together, by the loss of one of
// them or not.
static dx_bitset nothing_shared(const dx_context *context,
                                const dx_agent_set *agents)
{
    dx_bitset none = dx_context_set(context);
    dx_context_box_together(context, agents, &context->alive, &none);
    return none;
}

// The group of f, a D: looked at where nobody's own loss is the reason.
static void look_together(walk *k, place here, const dx_agent_set *agents,
                          dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    if (!here.is_updated)
        return;
    dx_bitset none = nothing_shared(here.context, agents);
    dx_bitset_and(&none, here.at);
    for (size_t w = dx_bitset_next(&none, 0); w < none.size;
         w = dx_bitset_next(&none, w + 1))
        if (all_lead_somewhere(here.context, agents, w)) {
            dx_bereft_add(k->out, store,
                          dx_bereft_group(store, f, here.is_here));
            break;
        }
    dx_bitset_release(&none);
}

// Adds the worlds that the agent holds possible somewhere in `at`.
static void step(const dx_context *context, const dx_relation *relation,
                 const dx_bitset *at, dx_bitset *into)
{
    const dx_bitset *alive = &context->alive;
    if (relation->cell == NULL) {
        for (size_t w = dx_bitset_next(at, 0); w < at->size;
             w = dx_bitset_next(at, w + 1))
            for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
                if (dx_bitset_has(alive, relation->target[i]))
                    dx_bitset_add(into, relation->target[i]);
        return;
    }
    uint8_t *is_met = dx_alloc(relation->cell_count, sizeof *is_met);
    for (size_t w = dx_bitset_next(at, 0); w < at->size;
         w = dx_bitset_next(at, w + 1))
        is_met[relation->cell[w]] = 1;
    for (size_t w = dx_bitset_next(alive, 0); w < alive->size;
         w = dx_bitset_next(alive, w + 1))
        if (is_met[relation->cell[w]])
            dx_bitset_add(into, w);
    dx_free(is_met);
}

// K, M, Kw, B, P of one agent: the body is asked where the agent may be.
static void visit_one(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, f);
    dx_attitude attitude = kind == DX_BELIEVES || kind == DX_BELIEVES_GIVEN
                               ? DX_BELIEF
                               : DX_KNOWLEDGE;
    size_t agent;
    if (dx_context_agent(here.context, f, 0, &agent) != DX_OK)
        return;
    look(k, here, agent, attitude);
    dx_bitset there = dx_context_set(here.context);
    if (kind == DX_BELIEVES)
        dx_context_step_best(here.context, agent, here.at, &there);
    else
        step(here.context,
             dx_model_relation(here.context->model, agent, attitude), here.at,
             &there);
    place next = {here.context, &there, here.is_updated, false};
    for (size_t i = 1; i < dx_formula_count(store, f); i++)
        visit(k, next, dx_formula_operand(store, f, i));
    dx_bitset_release(&there);
}

// D: the body is asked at what they hold possible together.
static void visit_together(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_agent_set agents;
    if (dx_context_agents(here.context, f, 1, &agents) != DX_OK)
        return;
    for (DX_EACH_AGENT(a, &agents))
        look(k, here, a, DX_KNOWLEDGE);
    look_together(k, here, &agents, f);
    dx_bitset there = dx_context_set(here.context);
    dx_context_step_together(here.context, &agents, here.at, &there);
    place next = {here.context, &there, here.is_updated, false};
    visit(k, next, dx_formula_operand(store, f, 0));
    dx_bitset_release(&there);
}

// E and C: one step of anybody, or as many as lead to new worlds.
static void visit_group(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_kind kind = dx_formula_kind(store, f);
    dx_agent_set agents;
    if (dx_context_agents(here.context, f, 1, &agents) != DX_OK)
        return;
    dx_bitset there = dx_context_set(here.context);
    dx_bitset before = dx_bitset_copy(here.at);
    place from = here;
    from.at = &before;
    for (bool goes_on = true; goes_on;) {
        for (DX_EACH_AGENT(a, &agents)) {
            look(k, from, a, DX_KNOWLEDGE);
            step(here.context,
                 dx_model_relation(here.context->model, a, DX_KNOWLEDGE),
                 from.at, &there);
        }
        goes_on = kind == DX_COMMON && !dx_bitset_within(&there, &before);
        dx_bitset_or(&before, &there);
        from.is_here = false;
    }
    place next = {here.context, &there, here.is_updated, false};
    visit(k, next, dx_formula_operand(store, f, 0));
    dx_bitset_release(&before);
    dx_bitset_release(&there);
}

// What comes behind an announcement, at the worlds that it leaves.
static void visit_said(walk *k, place here, dx_formula f, bool denied)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_context *child;
    if (dx_context_announce(here.context, dx_formula_operand(store, f, 0),
                            denied, &child) != DX_OK)
        return;
    dx_bitset left = dx_bitset_copy(here.at);
    dx_bitset_and(&left, &child->alive);
    place next = {child, &left, true, here.is_here};
    visit(k, next, dx_formula_operand(store, f, 1));
    dx_bitset_release(&left);
}

static void visit_told(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_agent_set agents;
    dx_context *child;
    if (dx_context_agents(here.context, f, 2, &agents) != DX_OK ||
        dx_context_tell(here.context, dx_formula_operand(store, f, 0), &agents,
                        &child) != DX_OK)
        return;
    place next = {child, here.at, true, here.is_here};
    visit(k, next, dx_formula_operand(store, f, 1));
}

static void visit_event(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    const dx_event_model *events;
    size_t event;
    dx_context *child;
    if (dx_context_find_event(here.context, f, &events, &event) != DX_OK ||
        dx_context_product(here.context, events, &child) != DX_OK)
        return;
    size_t count = dx_event_model_count(events);
    dx_bitset after = dx_context_set(child);
    for (size_t w = dx_bitset_next(here.at, 0); w < here.at->size;
         w = dx_bitset_next(here.at, w + 1)) {
        uint32_t at = child->origin.place[w * count + event];
        if (at != UINT32_MAX)
            dx_bitset_add(&after, at);
    }
    place next = {child, &after, true, here.is_here};
    visit(k, next, dx_formula_operand(store, f, 2));
    dx_bitset_release(&after);
}

static void follow(walk *k, place from, dx_formula program, dx_bitset *into);

// Some runs of the program, one after the other, from where the last ended.
static void follow_often(walk *k, place from, dx_formula program,
                         dx_bitset *into)
{
    dx_bitset reached = dx_bitset_copy(from.at);
    from.at = &reached;
    for (bool goes_on = true; goes_on;) {
        follow(k, from, program, into);
        goes_on = !dx_bitset_within(into, &reached);
        dx_bitset_or(&reached, into);
        from.is_here = false;
    }
    dx_bitset_or(into, &reached);
    dx_bitset_release(&reached);
}

static void follow_all(walk *k, place from, dx_formula program, dx_bitset *into)
{
    const dx_formulas *store = from.context->evaluator->store;
    dx_bitset at = dx_bitset_copy(from.at),
              there = dx_context_set(from.context);
    from.at = &at;
    for (size_t i = 0; i < dx_formula_count(store, program); i++) {
        dx_bitset_clear(&there);
        follow(k, from, dx_formula_operand(store, program, i), &there);
        dx_bitset_assign(&at, &there);
        from.is_here = false;
    }
    dx_bitset_or(into, &at);
    dx_bitset_release(&at);
    dx_bitset_release(&there);
}

static void follow_test(place from, dx_formula test, dx_bitset *into)
{
    dx_bitset passes;
    if (dx_context_evaluate_new(from.context, test, &passes) == DX_OK) {
        dx_bitset_and(&passes, from.at);
        dx_bitset_or(into, &passes);
    }
    dx_bitset_release(&passes);
}

// Adds the worlds where runs of the program end, having looked at every agent
// whose step they take.
static void follow(walk *k, place from, dx_formula program, dx_bitset *into)
{
    const dx_formulas *store = from.context->evaluator->store;
    dx_formula first = dx_formula_operand(store, program, 0);
    size_t agent;
    switch (dx_formula_kind(store, program)) {
    case DX_STEP:
        if (dx_context_agent(from.context, program, 0, &agent) != DX_OK)
            return;
        look(k, from, agent, DX_KNOWLEDGE);
        step(from.context,
             dx_model_relation(from.context->model, agent, DX_KNOWLEDGE),
             from.at, into);
        return;
    case DX_TEST:
        follow_test(from, first, into);
        return;
    case DX_CHOICE:
        for (size_t i = 0; i < dx_formula_count(store, program); i++)
            follow(k, from, dx_formula_operand(store, program, i), into);
        return;
    case DX_SEQUENCE:
        follow_all(k, from, program, into);
        return;
    case DX_STAR:
        follow_often(k, from, first, into);
        return;
    default:
        return;
    }
}

static void visit_run(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_bitset there = dx_context_set(here.context);
    follow(k, here, dx_formula_operand(store, f, 0), &there);
    place next = {here.context, &there, here.is_updated, false};
    visit(k, next, dx_formula_operand(store, f, 1));
    dx_bitset_release(&there);
}

static void visit_quantifier(walk *k, place here, dx_formula f)
{
    dx_formula written_out;
    if (dx_context_expand(here.context, f, &written_out) == DX_OK &&
        written_out != DX_FORMULA_NONE)
        visit(k, here, written_out);
}

static void visit_upgrade(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    dx_context *child;
    visit(k, here, dx_formula_operand(store, f, 0));
    if (dx_context_upgraded(here.context, f, &child) != DX_OK)
        return;
    place next = {child, here.at, here.is_updated, here.is_here};
    visit(k, next, dx_formula_operand(store, f, 1));
}

static void visit(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = here.context->evaluator->store;
    if (k->visits++ >= VISITS_MAX || dx_bitset_is_empty(here.at))
        return;
    switch (dx_formula_family(store, f)) {
    case DX_FAMILY_BOOLEAN:
    case DX_FAMILY_COMPARE:
    case DX_FAMILY_ARITHMETIC:
        for (size_t i = 0; i < dx_formula_count(store, f); i++)
            visit(k, here, dx_formula_operand(store, f, i));
        return;
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_PROBABILITY:
        visit_one(k, here, f);
        return;
    case DX_FAMILY_GROUP:
        if (dx_formula_kind(store, f) == DX_DISTRIBUTED)
            visit_together(k, here, f);
        else
            visit_group(k, here, f);
        return;
    case DX_FAMILY_ANNOUNCE:
        visit_said(k, here, f, false);
        if (dx_formula_kind(store, f) == DX_TELL_WHETHER ||
            dx_formula_kind(store, f) == DX_TELL_WHETHER_DUAL)
            visit_said(k, here, f, true);
        return;
    case DX_FAMILY_TELL:
        visit_told(k, here, f);
        return;
    case DX_FAMILY_EVENT:
        visit_event(k, here, f);
        return;
    case DX_FAMILY_UPGRADE:
        visit_upgrade(k, here, f);
        return;
    case DX_FAMILY_RUN:
        visit_run(k, here, f);
        return;
    case DX_FAMILY_QUANTIFIER:
        visit_quantifier(k, here, f);
        return;
    default: // facts, numbers, what is gathered
        return;
    }
}

static bool is_event(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_EVENT;
}

static bool has_partitions_only(const dx_model *model)
{
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (dx_model_relation(model, a, DX_KNOWLEDGE)->cell == NULL ||
            dx_model_relation(model, a, DX_BELIEF)->cell == NULL)
            return false;
    return true;
}

static void walk_all(void *data)
{
    walk *k = data;
    visit(k, k->start, k->f);
}

void dx_evaluate_bereft(dx_evaluator *evaluator, dx_formula f,
                        const dx_bitset *at, bool is_updated,
                        dx_bereft_list *out)
{
    dx_context *root = evaluator->root;
    if (has_partitions_only(root->model) &&
        !dx_formula_mentions(evaluator->store, f, is_event))
        return;
    walk k = {.out = out,
              .start = {root, at, is_updated, dx_bitset_count(at) == 1},
              .f = f};
    if (!dx_context_wants_room(root, f))
        walk_all(&k);
    else if (dx_context_run_deep(root, VISITS_MAX, walk_all, &k) != DX_OK)
        return; // so large that the question was not answered either
}

bool dx_evaluate_held_something(dx_evaluator *evaluator, const dx_bereft *who)
{
    const dx_context *root = evaluator->root;
    const dx_model *model = root->model;
    dx_agent_set agents;
    if (who->group != DX_FORMULA_NONE) {
        if (dx_context_agents(evaluator->root, who->group, 1, &agents) != DX_OK)
            return false;
        dx_bitset none = nothing_shared(root, &agents);
        bool is_empty = dx_bitset_is_empty(&none);
        dx_bitset_release(&none);
        return is_empty;
    }
    size_t agent = dx_model_find_agent(model, who->agent);
    const dx_relation *relation =
        dx_model_relation(model, agent, who->attitude);
    for (size_t w = 0;
         relation->cell == NULL && w < dx_model_world_count(model); w++)
        if (relation->first[w] == relation->first[w + 1])
            return false;
    return true;
}
