#include "logic/naive.h"

#include "base/memory.h"
#include "logic/formula/parts.h"
#include "logic/kripke/plausible.h"
#include "test.h"

#include <string.h>

enum { AGENTS_MAX = 4, ATOMS_MAX = 8, EVENTS_MAX = 4 };

// A model with everything written out.
typedef struct world_model {
    dx_formulas *store;
    const dx_event_library *library;
    size_t count, agent_count, atom_count;
    dx_name agent[AGENTS_MAX];
    dx_formula atom[ATOMS_MAX], variable;
    bool *knows[AGENTS_MAX], *believes[AGENTS_MAX]; // [w * count + v]
    bool has_belief[AGENTS_MAX];
    dx_fraction *weight[AGENTS_MAX]; // likewise
    bool by_edge[AGENTS_MAX];        // ... and only along edges
    int64_t *rank[AGENTS_MAX];       // of each world
    bool *fact[ATOMS_MAX];
    int64_t *value;
} world_model;

static world_model *allocate(const world_model *like, size_t count)
{
    world_model *m = dx_copy(like, sizeof *like);
    m->count = count;
    for (size_t a = 0; a < AGENTS_MAX; a++) {
        m->knows[a] = dx_alloc(count * count, sizeof(bool));
        m->believes[a] = dx_alloc(count * count, sizeof(bool));
        m->weight[a] = dx_alloc(count * count, sizeof(dx_fraction));
        m->rank[a] = dx_alloc(count, sizeof(int64_t));
    }
    for (size_t p = 0; p < ATOMS_MAX; p++)
        m->fact[p] = dx_alloc(count, sizeof(bool));
    m->value = dx_alloc(count, sizeof *m->value);
    return m;
}

static void discard(world_model *m)
{
    for (size_t a = 0; a < AGENTS_MAX; a++) {
        dx_free(m->knows[a]);
        dx_free(m->believes[a]);
        dx_free(m->weight[a]);
        dx_free(m->rank[a]);
    }
    for (size_t p = 0; p < ATOMS_MAX; p++)
        dx_free(m->fact[p]);
    dx_free(m->value);
    dx_free(m);
}

static dx_fraction weight_between(const dx_model *model, size_t a, size_t w,
                                  size_t v)
{
    const dx_relation *r = dx_model_relation(model, a, DX_KNOWLEDGE);
    const dx_weights *weights = dx_model_weights(model, a);
    if (weights == NULL)
        return dx_fraction_int(1);
    if (weights->of_world != NULL)
        return weights->of_world[v];
    for (size_t i = r->first[w]; i < r->first[w + 1]; i++)
        if (r->target[i] == v)
            return weights->of_edge[i];
    return dx_fraction_int(0);
}

static world_model *write_out(const dx_model *model,
                              const dx_event_library *library)
{
    world_model shape = {.store = dx_model_formulas(model),
                         .library = library,
                         .agent_count = dx_model_agent_count(model),
                         .atom_count = dx_model_proposition_count(model)};
    world_model *m = allocate(&shape, dx_model_world_count(model));
    for (size_t a = 0; a < m->agent_count; a++) {
        m->agent[a] = dx_model_agent_name(model, a);
        m->has_belief[a] = dx_model_has_belief(model, a);
        m->by_edge[a] = dx_model_weights(model, a) != NULL &&
                        dx_model_weights(model, a)->of_edge != NULL;
        for (size_t w = 0; w < m->count && dx_model_ranks(model, a) != NULL;
             w++)
            m->rank[a][w] = dx_model_ranks(model, a)[w];
        for (size_t w = 0; w < m->count; w++)
            for (size_t v = 0; v < m->count; v++) {
                size_t i = w * m->count + v;
                m->knows[a][i] = dx_relation_has(
                    dx_model_relation(model, a, DX_KNOWLEDGE), w, v);
                m->believes[a][i] = dx_relation_has(
                    dx_model_relation(model, a, DX_BELIEF), w, v);
                m->weight[a][i] = weight_between(model, a, w, v);
            }
    }
    for (size_t p = 0; p < m->atom_count; p++) {
        m->atom[p] = dx_model_proposition(model, p);
        for (size_t w = 0; w < m->count; w++)
            m->fact[p][w] =
                dx_bitset_has(dx_model_proposition_worlds(model, p), w);
    }
    m->variable = DX_FORMULA_NONE;
    if (dx_model_variable_count(model) > 0) {
        m->variable = dx_model_variable(model, 0);
        for (size_t w = 0; w < m->count; w++)
            m->value[w] = dx_model_values(model, 0)[w];
    }
    return m;
}

static bool holds(const world_model *m, dx_formula f, size_t w);

static dx_kind kind_of(const world_model *m, dx_formula f)
{
    return dx_formula_kind(m->store, f);
}

static dx_formula part(const world_model *m, dx_formula f, size_t i)
{
    return dx_formula_operand(m->store, f, i);
}

static size_t agent_of(const world_model *m, dx_formula name)
{
    for (size_t a = 0; a < m->agent_count; a++)
        if (m->agent[a] == dx_formula_name(m->store, name))
            return a;
    fail();
    return 0;
}

static bool all_successors(const world_model *m, const bool *relation, size_t w,
                           dx_formula f, bool wanted)
{
    for (size_t v = 0; v < m->count; v++)
        if (relation[w * m->count + v] && holds(m, f, v) != wanted)
            return false;
    return true;
}

// C: reachable in one or more steps.
static bool common(const world_model *m, dx_formula f, size_t w)
{
    bool *reached = dx_alloc(m->count, sizeof *reached), result = true;
    for (size_t round = 0; round <= m->count; round++)
        for (size_t u = 0; u < m->count; u++)
            for (size_t i = 1; i < dx_formula_count(m->store, f); i++)
                for (size_t v = 0; v < m->count; v++)
                    if ((u == w || reached[u]) &&
                        m->knows[agent_of(m, part(m, f, i))][u * m->count + v])
                        reached[v] = true;
    for (size_t v = 0; v < m->count; v++)
        result = result && (!reached[v] || holds(m, part(m, f, 0), v));
    dx_free(reached);
    return result;
}

static bool group(const world_model *m, dx_formula f, size_t w)
{
    bool everybody = true;
    for (size_t v = 0; v < m->count; v++) {
        bool any = false, all = true;
        for (size_t i = 1; i < dx_formula_count(m->store, f); i++) {
            bool leads = m->knows[agent_of(m, part(m, f, i))][w * m->count + v];
            any = any || leads;
            all = all && leads;
        }
        if ((kind_of(m, f) == DX_EVERYBODY ? any : all) &&
            !holds(m, part(m, f, 0), v))
            everybody = false;
    }
    return everybody;
}

// Is v, seen from w, less plausible than u?  By rank, and then weight 0 last.
static bool is_worse(const world_model *m, size_t a, size_t w, size_t v,
                     size_t u)
{
    if (m->rank[a][v] != m->rank[a][u])
        return m->rank[a][v] > m->rank[a][u];
    return dx_fraction_is_zero(m->weight[a][w * m->count + v]) &&
           !dx_fraction_is_zero(m->weight[a][w * m->count + u]);
}

// The g-worlds that nothing of g is more plausible than; g may be none.
static bool is_best(const world_model *m, size_t a, size_t w, dx_formula g,
                    size_t v)
{
    if (!m->knows[a][w * m->count + v] ||
        (g != DX_FORMULA_NONE && !holds(m, g, v)))
        return false;
    for (size_t u = 0; u < m->count; u++)
        if (m->knows[a][w * m->count + u] &&
            (g == DX_FORMULA_NONE || holds(m, g, u)) && is_worse(m, a, w, v, u))
            return false;
    return true;
}

static bool believes_given(const world_model *m, dx_formula f, size_t w)
{
    size_t a = agent_of(m, part(m, f, 0));
    for (size_t v = 0; v < m->count; v++)
        if (is_best(m, a, w, part(m, f, 2), v) && !holds(m, part(m, f, 1), v))
            return false;
    return true;
}

static bool believes(const world_model *m, dx_formula f, size_t w)
{
    size_t a = agent_of(m, part(m, f, 0));
    for (size_t v = 0; v < m->count; v++) {
        bool leads = m->has_belief[a] ? m->believes[a][w * m->count + v]
                                      : is_best(m, a, w, DX_FORMULA_NONE, v);
        if (leads && !holds(m, part(m, f, 1), v))
            return false;
    }
    return true;
}

// Is v, seen from w, more plausible than w itself, or no less?
static int against_here(const world_model *m, size_t a, size_t w, size_t v)
{
    size_t here = w * m->count + w;
    bool here_zero = dx_fraction_is_zero(m->weight[a][here]) &&
                     (!m->by_edge[a] || m->knows[a][here]);
    bool zero = dx_fraction_is_zero(m->weight[a][w * m->count + v]);
    if (m->rank[a][v] != m->rank[a][w])
        return m->rank[a][v] < m->rank[a][w] ? -1 : 1;
    return (int)zero - (int)here_zero;
}

static bool is_as_good_as_here(const world_model *m, size_t a, size_t w,
                               size_t v)
{
    return against_here(m, a, w, v) <= 0;
}

static bool is_better_than_here(const world_model *m, size_t a, size_t w,
                                size_t v)
{
    return against_here(m, a, w, v) < 0;
}

static bool safe(const world_model *m, dx_formula f, size_t w)
{
    size_t a = agent_of(m, part(m, f, 0));
    for (size_t v = 0; v < m->count; v++)
        if (m->knows[a][w * m->count + v] && is_as_good_as_here(m, a, w, v) &&
            !holds(m, part(m, f, 1), v))
            return false;
    return true;
}

static bool strong(const world_model *m, dx_formula f, size_t w)
{
    size_t a = agent_of(m, part(m, f, 0));
    bool any = false;
    for (size_t v = 0; v < m->count; v++)
        for (size_t u = 0; u < m->count; u++) {
            bool yes =
                m->knows[a][w * m->count + v] && holds(m, part(m, f, 1), v);
            any = any || yes;
            if (yes && m->knows[a][w * m->count + u] &&
                !holds(m, part(m, f, 1), u) && !is_worse(m, a, w, u, v))
                return false;
        }
    return any;
}

static bool one_agent(const world_model *m, dx_formula f, size_t w)
{
    size_t a = agent_of(m, part(m, f, 0));
    dx_formula g = part(m, f, 1);
    switch (kind_of(m, f)) {
    case DX_KNOWS:
        return all_successors(m, m->knows[a], w, g, true);
    case DX_POSSIBLE:
        return !all_successors(m, m->knows[a], w, g, false);
    case DX_KNOWS_WHETHER:
        return all_successors(m, m->knows[a], w, g, true) ||
               all_successors(m, m->knows[a], w, g, false);
    default:
        fail();
        return false;
    }
}

// A program as a relation.
static bool *relation_of(const world_model *m, dx_formula program)
{
    size_t n = m->count;
    bool *r = dx_alloc(n * n, sizeof *r);
    dx_kind kind = kind_of(m, program);
    if (kind == DX_STEP)
        memcpy(r, m->knows[agent_of(m, part(m, program, 0))], n * n);
    for (size_t w = 0;
         w < n && (kind == DX_TEST || kind == DX_STAR || kind == DX_SEQUENCE);
         w++)
        r[w * n + w] = kind != DX_TEST || holds(m, part(m, program, 0), w);
    if (kind == DX_STEP || kind == DX_TEST)
        return r;
    size_t rounds = kind == DX_STAR ? n : 1;
    for (size_t round = 0; round < rounds; round++)
        for (size_t i = 0; i < dx_formula_count(m->store, program); i++) {
            bool *one = relation_of(m, part(m, program, i));
            bool *next = dx_alloc(n * n, sizeof *next);
            for (size_t k = 0; k < n * n; k++)
                next[k] = (kind == DX_CHOICE && (r[k] || one[k])) ||
                          (kind == DX_STAR && r[k]);
            for (size_t u = 0; u < n && kind != DX_CHOICE; u++)
                for (size_t v = 0; v < n; v++)
                    for (size_t x = 0; x < n; x++)
                        if (r[u * n + v] && one[v * n + x])
                            next[u * n + x] = true;
            memcpy(r, next, n * n);
            dx_free(one);
            dx_free(next);
        }
    return r;
}

static bool program(const world_model *m, dx_formula f, size_t w)
{
    bool *r = relation_of(m, part(m, f, 0));
    bool wanted = kind_of(m, f) == DX_BOX;
    bool all = all_successors(m, r, w, part(m, f, 1), wanted);
    dx_free(r);
    return all == wanted;
}

// Updates: the new model, and for each old world (and event) the new one.

static void copy_world(world_model *to, size_t k, const world_model *from,
                       size_t w)
{
    for (size_t p = 0; p < from->atom_count; p++)
        to->fact[p][k] = from->fact[p][w];
    for (size_t a = 0; a < from->agent_count; a++)
        to->rank[a][k] = from->rank[a][w];
    to->value[k] = from->value[w];
}

static bool after_announcement(const world_model *m, dx_formula said,
                               bool denied, dx_formula f, size_t w)
{
    size_t *old = dx_alloc(m->count, sizeof *old), count = 0, here = 0;
    for (size_t v = 0; v < m->count; v++)
        if (holds(m, said, v) != denied) {
            here = v == w ? count : here;
            old[count++] = v;
        }
    world_model *next = allocate(m, count);
    for (size_t k = 0; k < count; k++) {
        copy_world(next, k, m, old[k]);
        for (size_t a = 0; a < m->agent_count; a++)
            for (size_t l = 0; l < count; l++) {
                size_t i = k * count + l, j = old[k] * m->count + old[l];
                next->knows[a][i] = m->knows[a][j];
                next->believes[a][i] = m->believes[a][j];
                next->weight[a][i] = m->weight[a][j];
            }
    }
    bool result = holds(next, f, here);
    discard(next);
    dx_free(old);
    return result;
}

// Whoever is told tells worlds apart that differ in f.
static bool after_telling(const world_model *m, dx_formula f, size_t w)
{
    world_model *next = allocate(m, m->count);
    for (size_t k = 0; k < m->count; k++)
        copy_world(next, k, m, k);
    for (size_t a = 0; a < m->agent_count; a++) {
        bool told = false;
        for (size_t i = 2; i < dx_formula_count(m->store, f); i++)
            told = told || agent_of(m, part(m, f, i)) == a;
        for (size_t k = 0; k < m->count; k++)
            for (size_t l = 0; l < m->count; l++) {
                size_t i = k * m->count + l;
                bool keeps = !told || holds(m, part(m, f, 0), k) ==
                                          holds(m, part(m, f, 0), l);
                next->knows[a][i] = keeps && m->knows[a][i];
                next->believes[a][i] = keeps && m->believes[a][i];
                next->weight[a][i] = m->weight[a][i];
            }
    }
    bool result = holds(next, part(m, f, 1), w);
    discard(next);
    return result;
}

// A number larger than every rank.
static int64_t behind_all(const world_model *m, size_t a)
{
    int64_t last = 0;
    for (size_t w = 0; w < m->count; w++)
        last = m->rank[a][w] >= last ? m->rank[a][w] + 1 : last;
    return last;
}

// What becomes more plausible: all of f, or what nothing of f is better than.
static bool after_upgrade(const world_model *m, dx_formula f, size_t w)
{
    world_model *next = allocate(m, m->count);
    dx_formula said = part(m, f, 0);
    for (size_t k = 0; k < m->count; k++)
        copy_world(next, k, m, k);
    for (size_t a = 0; a < m->agent_count; a++) {
        bool is_meant = dx_formula_count(m->store, f) == 2;
        for (size_t i = 2; i < dx_formula_count(m->store, f); i++)
            is_meant = is_meant || agent_of(m, part(m, f, i)) == a;
        memcpy(next->knows[a], m->knows[a], m->count * m->count);
        memcpy(next->believes[a], m->believes[a], m->count * m->count);
        memcpy(next->weight[a], m->weight[a],
               m->count * m->count * sizeof(dx_fraction));
        for (size_t k = 0; k < m->count && is_meant; k++) {
            bool first = holds(m, said, k);
            for (size_t u = 0; u < m->count && kind_of(m, f) != DX_RADICAL; u++)
                if (m->knows[a][k * m->count + u] && holds(m, said, u) &&
                    is_better_than_here(m, a, k, u))
                    first = false;
            if (kind_of(m, f) == DX_RADICAL)
                next->rank[a][k] =
                    m->rank[a][k] + (first ? 0 : behind_all(m, a));
            else
                next->rank[a][k] = first ? 0 : m->rank[a][k] + 1;
        }
    }
    bool result = holds(next, part(m, f, 1), w);
    discard(next);
    return result;
}

static dx_fraction occurrence(const world_model *m, const dx_event_model *A,
                              size_t e, size_t w, dx_name agent)
{
    size_t count = dx_event_model_occurrence_count(A, e), own = 0, common = 0;
    for (size_t i = 0; i < count; i++) {
        dx_occurrence one = dx_event_model_occurrence(A, e, i);
        own += one.is_for_one && one.agent == agent;
        common += !one.is_for_one;
    }
    for (size_t i = 0; i < count; i++) {
        dx_occurrence one = dx_event_model_occurrence(A, e, i);
        if (one.is_for_one ? one.agent != agent : own > 0)
            continue;
        if (holds(m, one.condition, w))
            return one.probability;
    }
    return dx_fraction_int(own == 0 && common == 0);
}

static void change(world_model *next, size_t k, const world_model *m, size_t w,
                   dx_assignment assignment)
{
    if (assignment.target == m->variable) {
        next->value[k] = m->value[w] + 1; // all that random_model.c writes
        return;
    }
    for (size_t p = 0; p < m->atom_count; p++)
        if (m->atom[p] == assignment.target)
            next->fact[p][k] = holds(m, assignment.value, w);
}

typedef struct pair {
    size_t world, event;
} pair;

static int64_t rank_of_event(const dx_event_model *A, dx_name agent, size_t e)
{
    uint32_t rank[EVENTS_MAX];
    dx_event_model_ranks(A, agent, rank);
    return rank[e];
}

// No event that the agent cannot tell from `from` is more plausible.
static bool is_believed(const dx_event_model *A, dx_name agent, size_t from,
                        size_t to)
{
    for (size_t d = 0; d < dx_event_model_count(A); d++)
        if (dx_event_model_linked(A, agent, from, d) &&
            rank_of_event(A, agent, d) < rank_of_event(A, agent, to))
            return false;
    return true;
}

static world_model *multiply(const world_model *m, const dx_event_model *A,
                             const pair *pairs, size_t count)
{
    world_model *next = allocate(m, count);
    for (size_t k = 0; k < count; k++) {
        pair from = pairs[k];
        copy_world(next, k, m, from.world);
        for (size_t a = 0; a < m->agent_count; a++)
            next->rank[a][k] +=
                rank_of_event(A, m->agent[a], from.event) * behind_all(m, a);
        for (size_t i = 0; i < dx_event_model_assignment_count(A, from.event);
             i++)
            change(next, k, m, from.world,
                   dx_event_model_assignment(A, from.event, i));
        for (size_t a = 0; a < m->agent_count; a++)
            for (size_t l = 0; l < count; l++) {
                pair to = pairs[l];
                size_t i = k * count + l, j = from.world * m->count + to.world;
                bool linked =
                    dx_event_model_linked(A, m->agent[a], from.event, to.event);
                next->knows[a][i] = linked && m->knows[a][j];
                next->believes[a][i] =
                    linked && m->believes[a][j] &&
                    is_believed(A, m->agent[a], from.event, to.event);
                next->weight[a][i] = dx_fraction_multiply(
                    m->weight[a][j],
                    occurrence(m, A, to.event, to.world, m->agent[a]));
            }
    }
    return next;
}

static bool after_event(const world_model *m, dx_formula f, size_t w)
{
    const dx_names *names = dx_formulas_names(m->store);
    const dx_event_model *A =
        dx_event_library_find(m->library, dx_names_text(names, part(m, f, 0)));
    size_t e = dx_event_model_find(A, dx_names_text(names, part(m, f, 1)));
    size_t event_count = dx_event_model_count(A), count = 0, here = 0;
    if (!holds(m, dx_event_model_precondition(A, e), w))
        return kind_of(m, f) == DX_EVENT;
    pair *pairs = dx_alloc(m->count * event_count, sizeof *pairs);
    for (size_t v = 0; v < m->count; v++)
        for (size_t d = 0; d < event_count; d++)
            if (holds(m, dx_event_model_precondition(A, d), v)) {
                here = v == w && d == e ? count : here;
                pairs[count++] = (pair){v, d};
            }
    world_model *next = multiply(m, A, pairs, count);
    bool result = holds(next, part(m, f, 2), here);
    discard(next);
    dx_free(pairs);
    return result;
}

static bool update(const world_model *m, dx_formula f, size_t w)
{
    dx_kind kind = kind_of(m, f);
    bool is_so = holds(m, part(m, f, 0), w);
    switch (kind) {
    case DX_ANNOUNCE:
    case DX_ANNOUNCE_DUAL:
        return is_so ? after_announcement(m, part(m, f, 0), false,
                                          part(m, f, 1), w)
                     : kind == DX_ANNOUNCE;
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
        return after_announcement(m, part(m, f, 0), !is_so, part(m, f, 1), w);
    case DX_TELL:
    case DX_TELL_DUAL:
        return is_so ? after_telling(m, f, w) : kind == DX_TELL;
    default:
        return after_telling(m, f, w);
    }
}

// Does v count for how likely something is: is its rank the smallest?
static bool is_counted(const world_model *m, size_t a, size_t w,
                       dx_formula given, size_t v)
{
    if (!m->knows[a][w * m->count + v] ||
        (given != DX_FORMULA_NONE && !holds(m, given, v)))
        return false;
    for (size_t u = 0; u < m->count; u++)
        if (m->knows[a][w * m->count + u] &&
            (given == DX_FORMULA_NONE || holds(m, given, u)) &&
            m->rank[a][u] < m->rank[a][v] && !m->has_belief[a])
            return false;
    return true;
}

// False if the value is undefined.
static bool term(const world_model *m, dx_formula t, size_t w, dx_fraction *out)
{
    dx_fraction a, b, whole = dx_fraction_int(0), some = whole;
    dx_kind kind = kind_of(m, t);
    switch (kind) {
    case DX_NUMBER:
        *out = dx_formula_value(m->store, t);
        return true;
    case DX_APPLY:
        *out = dx_fraction_int(m->value[w]);
        return true;
    case DX_ADD:
    case DX_SUBTRACT:
    case DX_MULTIPLY:
        if (!term(m, part(m, t, 0), w, &a) || !term(m, part(m, t, 1), w, &b))
            return false;
        *out = kind == DX_ADD        ? dx_fraction_add(a, b)
               : kind == DX_SUBTRACT ? dx_fraction_subtract(a, b)
                                     : dx_fraction_multiply(a, b);
        return true;
    default:
        break;
    }
    size_t agent = agent_of(m, part(m, t, 0));
    for (size_t v = 0; v < m->count; v++) {
        size_t i = w * m->count + v;
        dx_formula given =
            kind == DX_PROBABILITY_GIVEN ? part(m, t, 2) : DX_FORMULA_NONE;
        if (!is_counted(m, agent, w, given, v))
            continue;
        whole = dx_fraction_add(whole, m->weight[agent][i]);
        if (holds(m, part(m, t, 1), v))
            some = dx_fraction_add(some, m->weight[agent][i]);
    }
    *out = dx_fraction_divide(some, whole);
    return !dx_fraction_is_zero(whole);
}

static bool comparison(const world_model *m, dx_formula f, size_t w)
{
    dx_fraction a, b;
    if (!term(m, part(m, f, 0), w, &a) || !term(m, part(m, f, 1), w, &b))
        return false;
    int order = dx_fraction_compare(a, b);
    switch (kind_of(m, f)) {
    case DX_EQUAL:
        return order == 0;
    case DX_NOT_EQUAL:
        return order != 0;
    case DX_LESS:
        return order < 0;
    case DX_LESS_EQUAL:
        return order <= 0;
    case DX_GREATER:
        return order > 0;
    default:
        return order >= 0;
    }
}

static bool fact(const world_model *m, dx_formula f, size_t w)
{
    for (size_t p = 0; p < m->atom_count; p++)
        if (m->atom[p] == f)
            return m->fact[p][w];
    fail();
    return false;
}

static bool holds(const world_model *m, dx_formula f, size_t w)
{
    switch (kind_of(m, f)) {
    case DX_TRUE:
        return true;
    case DX_FALSE:
        return false;
    case DX_APPLY:
        return fact(m, f, w);
    case DX_NOT:
        return !holds(m, part(m, f, 0), w);
    case DX_AND:
        return holds(m, part(m, f, 0), w) && holds(m, part(m, f, 1), w);
    case DX_OR:
        return holds(m, part(m, f, 0), w) || holds(m, part(m, f, 1), w);
    case DX_IMPLIES:
        return !holds(m, part(m, f, 0), w) || holds(m, part(m, f, 1), w);
    case DX_IFF:
        return holds(m, part(m, f, 0), w) == holds(m, part(m, f, 1), w);
    case DX_KNOWS:
    case DX_POSSIBLE:
    case DX_KNOWS_WHETHER:
        return one_agent(m, f, w);
    case DX_BELIEVES:
        return believes(m, f, w);
    case DX_SAFE:
        return safe(m, f, w);
    case DX_STRONG:
        return strong(m, f, w);
    case DX_RADICAL:
    case DX_CONSERVATIVE:
        return after_upgrade(m, f, w);
    case DX_BELIEVES_GIVEN:
        return believes_given(m, f, w);
    case DX_COMMON:
        return common(m, f, w);
    case DX_EVERYBODY:
    case DX_DISTRIBUTED:
        return group(m, f, w);
    case DX_BOX:
    case DX_DIAMOND:
        return program(m, f, w);
    case DX_EVENT:
    case DX_EVENT_DUAL:
        return after_event(m, f, w);
    default:
        return kind_of(m, f) >= DX_EQUAL && kind_of(m, f) <= DX_GREATER_EQUAL
                   ? comparison(m, f, w)
                   : update(m, f, w);
    }
}

bool naive_holds(const dx_model *model, const dx_event_library *library,
                 dx_formula f, size_t world)
{
    world_model *m = write_out(model, library);
    bool result = holds(m, f, world);
    discard(m);
    return result;
}

// Does every world lead the agent to worlds that lead to the same?
static bool leads_to_cells(const world_model *m, size_t a)
{
    for (size_t w = 0; w < m->count; w++)
        for (size_t v = 0; v < m->count; v++)
            if (m->knows[a][w * m->count + v] &&
                memcmp(m->knows[a] + w * m->count, m->knows[a] + v * m->count,
                       m->count) != 0)
                return false;
    return true;
}

static bool is_conservative(dx_kind kind)
{
    return kind == DX_CONSERVATIVE;
}

static bool is_event(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_EVENT;
}

bool naive_may_lack_order(const dx_model *model, dx_formula f)
{
    const dx_formulas *store = dx_model_formulas(model);
    if (!dx_formula_mentions(store, f, is_conservative))
        return false;
    if (dx_formula_mentions(store, f, is_event))
        return true;
    world_model *m = write_out(model, NULL);
    bool ordered = true;
    for (size_t a = 0; a < m->agent_count; a++)
        ordered = ordered && leads_to_cells(m, a);
    discard(m);
    return !ordered;
}
