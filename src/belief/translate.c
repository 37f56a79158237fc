// How each piece becomes a literal.
//
// World 0 is S; a world n > 0 is the state that denies the n-th implicit
// belief, if that is denied at all.  A formula of L0 at a world is a gate over
// the variables of that world.  At S, "after prefix": facts do not change, the
// time has moved on by the depth of the prefix, the base has the events too.
// The time of a denying world is that of S plus its depth, so it needs no
// variables of its own: now>=t there is now>=t-d at S.
//
// Let I be the literal of "m believes f implicitly after prefix s".  Where I is
// false, its world w satisfies ~f, every event of s, and every g for which
// explicit[m] g is true at S.  Where I is true, each world of the same depth
// that exists and satisfies the events of s satisfies f.  Only one of the two
// is needed where I occurs with one sign; that is what negation normal form is
// for, and `signs` says it without writing it down.
//
// In the literal reading a base of finite time contradicts itself after an
// expansion: there are then no alternatives at all, except at a time without
// end, `forever`, which all prefixes share.

#include "belief/translate.h"
#include "belief/encode.h"
#include "belief/prefix.h"
#include "belief/timeline.h"

#include "base/heed.h"
#include "base/memory.h"
#include "base/stack.h"
#include "logic/formula/print.h"

#include <assert.h>

enum { POSITIVE = 1, NEGATIVE = 2 };

// An implicit belief after a prefix.
typedef struct belief {
    uint32_t prefix;
    dx_formula body;
    int literal;
    unsigned signs; // with which it occurs
} belief;

struct dx_translation {
    dx_language *language;
    dx_formulas *store;
    const dx_preconditions *preconditions;
    dx_sat *sat;
    dx_circuit *circuit;
    dx_translation_limits limits;
    unsigned looks;
    bool is_late;
    size_t box_size; // literals of the clauses of the context
    int forever;     // 0: repaired
    dx_prefixes prefixes;
    dx_encoder encoder;       // of L0 at worlds
    dx_timeline timeline;     // of S
    dx_pair_map after_prefix; // literals of (formula, prefix)
    dx_pair_map marked;       // signs of (formula, prefix)
    DX_VECTOR(belief) beliefs;
    dx_pair_map belief_of; // of (body, prefix)
    DX_VECTOR(int) clause;
};

static int now_at(void *context, uint32_t world, uint32_t time);

dx_translation *dx_translation_new(dx_language *language,
                                   const dx_preconditions *preconditions,
                                   dx_sat *sat, dx_translation_limits limits)
{
    dx_translation *t = dx_alloc(1, sizeof *t);
    t->language = language;
    t->store = language->store;
    t->preconditions = preconditions;
    t->sat = sat;
    t->circuit = dx_circuit_new(sat);
    t->encoder = (dx_encoder){.store = t->store,
                              .sat = sat,
                              .circuit = t->circuit,
                              .now = now_at,
                              .context = t};
    dx_timeline_init(&t->timeline, sat, t->circuit);
    t->limits = limits;
    if (language->rule == DX_EXPAND_LITERAL)
        t->forever = dx_sat_variable(sat);
    dx_prefixes_init(&t->prefixes);
    return t;
}

void dx_translation_free(dx_translation *t)
{
    if (t == NULL)
        return;
    dx_circuit_free(t->circuit);
    dx_prefixes_release(&t->prefixes);
    dx_encoder_release(&t->encoder);
    dx_timeline_release(&t->timeline);
    dx_pair_map_release(&t->after_prefix);
    dx_pair_map_release(&t->marked);
    dx_vector_release(&t->beliefs);
    dx_pair_map_release(&t->belief_of);
    dx_vector_release(&t->clause);
    dx_free(t);
}

static dx_formula operand(const dx_translation *t, dx_formula f, size_t i)
{
    return dx_formula_operand(t->store, f, i);
}

static bool is_full(dx_translation *t)
{
    if (t->limits.end > 0 && ++t->looks % 1024 == 0)
        t->is_late = t->is_late || dx_is_past(t->limits.end);
    return t->is_late ||
           dx_circuit_size(t->circuit) + t->box_size > t->limits.literals_max;
}

// ---- Worlds ----

// now>=time where it is `depth` later than at S.
static int now_later(dx_translation *t, uint32_t depth, uint32_t time)
{
    return dx_timeline_at_least(&t->timeline, time > depth ? time - depth : 0);
}

static uint32_t depth_of(const dx_translation *t, uint32_t world)
{
    if (world == 0)
        return 0;
    assert(world <= t->beliefs.count);
    return t->prefixes.all.at[t->beliefs.at[world - 1].prefix].depth;
}

// now>=time at a world.  Literally, a world after an expansion is without end.
static int now_at(void *context, uint32_t world, uint32_t time)
{
    dx_translation *t = context;
    uint32_t depth = depth_of(t, world);
    if (depth > 0 && t->forever != 0)
        return dx_circuit_true(t->circuit);
    return now_later(t, depth, time);
}

static int at_world(dx_translation *t, dx_formula f, uint32_t world)
{
    return dx_encode(&t->encoder, f, world);
}

// ---- L+, at S after a prefix ----

static belief *belief_of(dx_translation *t, dx_formula body, uint32_t prefix)
{
    uint32_t number = dx_pair_map_find(&t->belief_of, body, prefix);
    if (number == UINT32_MAX) {
        number = (uint32_t)t->beliefs.count;
        dx_pair_map_put(&t->belief_of, body, prefix, number);
        belief b = {prefix, body, dx_sat_variable(t->sat), 0};
        dx_vector_push(&t->beliefs, b);
    }
    return &t->beliefs.at[number];
}

static int explicit_after(dx_translation *t, dx_formula f, uint32_t prefix)
{
    dx_formula body = operand(t, f, 1);
    dx_time_literal time = dx_time_literal_of(t->store, body);
    if (!time.is)
        return dx_prefix_has(&t->prefixes, prefix, body)
                   ? dx_circuit_true(t->circuit)
                   : at_world(t, f, 0);
    uint32_t depth = t->prefixes.all.at[prefix].depth;
    bool stays = !time.holds && t->forever != 0;
    int now = now_later(t, stays ? 0 : depth, time.time);
    return time.holds ? now : -now;
}

static int after_prefix(dx_translation *t, dx_formula f, uint32_t prefix);

static int expanded(dx_translation *t, dx_formula f, uint32_t prefix)
{
    dx_formula event = operand(t, f, 0);
    uint32_t next = dx_prefix_after(&t->prefixes, prefix, event);
    int after = after_prefix(t, operand(t, f, 1), next);
    if (dx_formula_kind(t->store, f) == DX_EXPAND)
        return after;
    dx_formula needs = dx_precondition_of(t->preconditions, t->store, event);
    int can = after_prefix(t, needs, prefix);
    return dx_circuit_and(t->circuit, 2, (int[]){can, after});
}

static int all_after(dx_translation *t, dx_formula f, uint32_t prefix)
{
    size_t count = dx_formula_count(t->store, f);
    int *parts = dx_alloc_raw(count, sizeof *parts);
    for (size_t i = 0; i < count; i++)
        parts[i] = after_prefix(t, operand(t, f, i), prefix);
    int literal = dx_circuit_and(t->circuit, count, parts);
    dx_free(parts);
    return literal;
}

static int new_after_prefix(dx_translation *t, dx_formula f, uint32_t prefix)
{
    switch (dx_formula_kind(t->store, f)) {
    case DX_NOT:
        return -after_prefix(t, operand(t, f, 0), prefix);
    case DX_AND:
        return all_after(t, f, prefix);
    case DX_GREATER_EQUAL:
        return now_later(t, t->prefixes.all.at[prefix].depth,
                         dx_now_time(t->store, f));
    case DX_EXPLICIT:
        return explicit_after(t, f, prefix);
    case DX_IMPLICIT:
        return belief_of(t, operand(t, f, 1), prefix)->literal;
    case DX_EXPAND:
    case DX_EXPAND_DUAL:
        return expanded(t, f, prefix);
    default:
        return at_world(t, f, 0);
    }
}

static int after_prefix(dx_translation *t, dx_formula f, uint32_t prefix)
{
    uint32_t known = dx_pair_map_find(&t->after_prefix, f, prefix);
    if (known != UINT32_MAX)
        return dx_literal_unpacked(known);
    int literal = dx_circuit_true(t->circuit);
    if (!is_full(t)) // past its limit it is refused anyway
        literal = new_after_prefix(t, f, prefix);
    dx_pair_map_put(&t->after_prefix, f, prefix, dx_literal_packed(literal));
    return literal;
}

// ---- Signs ----

static unsigned turned(unsigned signs)
{
    return (signs & POSITIVE ? NEGATIVE : 0) |
           (signs & NEGATIVE ? POSITIVE : 0);
}

static void mark(dx_translation *t, dx_formula f, uint32_t prefix,
                 unsigned signs);

static void mark_parts(dx_translation *t, dx_formula f, uint32_t prefix,
                       unsigned signs)
{
    for (size_t i = 0; i < dx_formula_count(t->store, f); i++)
        mark(t, operand(t, f, i), prefix, signs);
}

static void mark_expanded(dx_translation *t, dx_formula f, uint32_t prefix,
                          unsigned signs)
{
    dx_formula event = operand(t, f, 0);
    if (dx_formula_kind(t->store, f) == DX_EXPAND_DUAL)
        mark(t, dx_precondition_of(t->preconditions, t->store, event), prefix,
             signs);
    mark(t, operand(t, f, 1), dx_prefix_after(&t->prefixes, prefix, event),
         signs);
}

// Says that `f` after `prefix` occurs with these signs.
static void mark(dx_translation *t, dx_formula f, uint32_t prefix,
                 unsigned signs)
{
    uint32_t before = dx_pair_map_find(&t->marked, f, prefix);
    before = before == UINT32_MAX ? 0 : before;
    if ((before | signs) == before || is_full(t))
        return;
    dx_pair_map_put(&t->marked, f, prefix, before | signs);
    switch (dx_formula_kind(t->store, f)) {
    case DX_NOT:
        mark(t, operand(t, f, 0), prefix, turned(signs));
        break;
    case DX_AND:
        mark_parts(t, f, prefix, signs);
        break;
    case DX_IMPLICIT:
        belief_of(t, operand(t, f, 1), prefix)->signs |= signs;
        break;
    case DX_EXPAND:
    case DX_EXPAND_DUAL:
        mark_expanded(t, f, prefix, signs);
        break;
    default:
        break;
    }
}

// ---- The context ----

static void begin(dx_translation *t, int literal)
{
    t->clause.count = 0;
    dx_vector_push(&t->clause, literal);
}

static void also(dx_translation *t, int literal)
{
    dx_vector_push(&t->clause, literal);
}

static void end(dx_translation *t)
{
    assert(t->clause.count > 0);
    dx_sat_add(t->sat, t->clause.count, t->clause.at);
    t->box_size += t->clause.count;
}

// Where belief `number` is denied, its world is an alternative in which it
// fails.
static void add_denial(dx_translation *t, size_t number, size_t variables)
{
    belief b = t->beliefs.at[number];
    assert((b.signs & NEGATIVE) != 0);
    uint32_t world = (uint32_t)number + 1;
    dx_prefix p = t->prefixes.all.at[b.prefix];
    if (p.depth > 0 && t->forever != 0) {
        begin(t, b.literal);
        also(t, t->forever);
        end(t);
    }
    begin(t, b.literal);
    also(t, -at_world(t, b.body, world));
    end(t);
    for (size_t i = 0; i < p.count; i++) {
        int event = at_world(t, t->prefixes.events.at[p.first + i], world);
        begin(t, b.literal);
        also(t, event);
        end(t);
    }
    for (size_t i = 0; i < variables && !is_full(t); i++) {
        dx_encoded v = t->encoder.variables.at[i];
        if (v.state != 0 || dx_formula_kind(t->store, v.formula) != DX_EXPLICIT)
            continue;
        int believed = at_world(t, operand(t, v.formula, 1), world);
        begin(t, b.literal);
        also(t, -v.literal);
        also(t, believed);
        end(t);
    }
}

// Can the world of `denied` be an alternative after the prefix of `held`, as
// far as the time goes?  `*unless` becomes a literal that must be true, or 0.
static bool times_meet(const dx_translation *t, const belief *denied,
                       const belief *held, int *unless)
{
    uint32_t theirs = t->prefixes.all.at[denied->prefix].depth;
    uint32_t ours = t->prefixes.all.at[held->prefix].depth;
    *unless = t->forever != 0 && theirs + ours > 0 ? t->forever : 0;
    return theirs == ours || t->forever != 0;
}

// Where `held` is believed, it holds at the world of `number` if that exists
// and is an alternative.
static void add_holding(dx_translation *t, size_t number, const belief *held)
{
    belief denied = t->beliefs.at[number];
    assert((denied.signs & NEGATIVE) != 0 && (held->signs & POSITIVE) != 0);
    uint32_t world = (uint32_t)number + 1;
    int unless;
    if (!times_meet(t, &denied, held, &unless))
        return;
    begin(t, denied.literal);
    also(t, -held->literal);
    if (unless != 0)
        also(t, -unless);
    dx_prefix p = t->prefixes.all.at[held->prefix];
    for (size_t i = 0; i < p.count; i++) {
        dx_formula event = t->prefixes.events.at[p.first + i];
        if (!dx_prefix_has(&t->prefixes, denied.prefix, event))
            also(t, -at_world(t, event, world));
    }
    also(t, at_world(t, held->body, world));
    end(t);
}

static void add_context(dx_translation *t)
{
    size_t variables = t->encoder.variables.count;
    for (size_t n = 0; n < t->beliefs.count && !is_full(t); n++) {
        if ((t->beliefs.at[n].signs & NEGATIVE) == 0)
            continue;
        add_denial(t, n, variables);
        for (size_t i = 0; i < t->beliefs.count && !is_full(t); i++) {
            belief held = t->beliefs.at[i];
            if (i != n && (held.signs & POSITIVE) != 0)
                add_holding(t, n, &held);
        }
    }
}

// ---- The face ----

typedef struct asked {
    dx_translation *t;
    dx_formula f;
    int literal;
} asked;

static void literal_there(void *data)
{
    asked *a = data;
    a->literal = after_prefix(a->t, a->f, 0);
    mark(a->t, a->f, 0, POSITIVE);
}

static void close_there(void *data)
{
    dx_translation *t = data;
    add_context(t);
    if (t->forever != 0) // then every threshold is reached
        for (size_t i = 0; i < t->timeline.thresholds.count; i++)
            dx_sat_add(
                t->sat, 2,
                (int[]){-t->forever, t->timeline.thresholds.at[i].literal});
}

int dx_translation_literal(dx_translation *t, dx_formula f)
{
    asked a = {.t = t, .f = f};
    size_t depth = dx_formula_depth(t->store, f);
    bool has_more = t->preconditions != NULL && t->preconditions->count > 0;
    dx_run_deep(has_more ? depth + DX_FORMULA_DEPTH_MAX : depth, literal_there,
                &a);
    return a.literal;
}

dx_status dx_translation_close(dx_translation *t, dx_error *error)
{
    dx_run_deep(DX_FORMULA_DEPTH_MAX, close_there, t);
    if (!is_full(t))
        return DX_OK;
    if (t->is_late)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, DX_TIME_IS_OVER);
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   "as clauses the question has more than %zu literals",
                   t->limits.literals_max);
}

static uint32_t time_of_solution(const dx_translation *t)
{
    if (t->forever != 0 && dx_sat_value(t->sat, t->forever))
        return DX_TIME_FOREVER;
    return dx_timeline_solution(&t->timeline);
}

static bool is_denied(const dx_translation *t, const belief *b)
{
    return (b->signs & NEGATIVE) != 0 && !dx_sat_value(t->sat, b->literal);
}

void dx_translation_model(dx_translation *t, dx_belief_model *out_model)
{
    uint32_t now = time_of_solution(t);
    uint32_t *place = dx_alloc(t->beliefs.count + 1, sizeof *place);
    *out_model = (dx_belief_model){0};
    dx_belief_model_add(out_model, (dx_belief_state){.time = now}, false);
    for (size_t i = 0; i < t->beliefs.count; i++) {
        place[i + 1] = UINT32_MAX;
        if (!is_denied(t, &t->beliefs.at[i]))
            continue;
        dx_belief_state state = {.time = now};
        if (now != DX_TIME_FOREVER)
            state.time += depth_of(t, (uint32_t)i + 1);
        place[i + 1] = (uint32_t)dx_belief_model_add(out_model, state, true);
    }
    for (size_t i = 0; i < t->encoder.variables.count; i++) {
        dx_encoded v = t->encoder.variables.at[i];
        if (place[v.state] == UINT32_MAX || !dx_sat_value(t->sat, v.literal))
            continue;
        dx_belief_state *state = &out_model->states.at[place[v.state]];
        if (dx_formula_kind(t->store, v.formula) == DX_EXPLICIT)
            dx_state_add_belief(state, operand(t, v.formula, 1));
        else
            dx_state_add_fact(state, v.formula);
    }
    dx_free(place);
    dx_belief_model_merge(out_model);
}

void dx_translation_legend(const dx_translation *t, dx_text *out)
{
    for (size_t i = 0; i < t->timeline.thresholds.count; i++)
        dx_text_printf(out, "c %d is now >= %u here\n",
                       t->timeline.thresholds.at[i].literal,
                       (unsigned)t->timeline.thresholds.at[i].time);
    for (size_t i = 0; i < t->beliefs.count; i++) {
        const belief *b = &t->beliefs.at[i];
        dx_text_printf(
            out, "c %d is what world %zu denies, after %u step%s: ", b->literal,
            i + 1, (unsigned)t->prefixes.all.at[b->prefix].depth,
            dx_plural(t->prefixes.all.at[b->prefix].depth));
        dx_formula_print(t->store, dx_language_written(t->language, b->body),
                         out);
        dx_text_add_char(out, '\n');
    }
    for (size_t i = 0; i < t->encoder.variables.count; i++) {
        const dx_encoded *v = &t->encoder.variables.at[i];
        dx_text_printf(out, "c %d is ", v->literal);
        dx_formula_print(t->store, dx_language_written(t->language, v->formula),
                         out);
        if (v->state == 0)
            dx_text_add(out, " here\n");
        else
            dx_text_printf(out, " at world %u\n", (unsigned)v->state);
    }
}
