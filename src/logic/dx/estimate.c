// Costs: of operators a world, of numbers a value.
//
// The figures are from the release build on one core of a 2023 server, rounded
// to one digit; they need not be better than a factor of two.

#include "logic/dx/estimate.h"

#include "base/pair_map.h"
#include "base/stack.h"
#include "logic/formula/parts.h"

#include <assert.h>

// One formula or term, met once however often it occurs: engines remember.  Its
// own price, explicit at one world and symbolic in all, is to be paid for each
// value of the bound variables that stand in it.
typedef struct part {
    double explicit_, symbolic;
    double values;  // how many it takes
    uint64_t bound; // the bound variables in it, a bit each
} part;

enum { BOUND_MAX = 64 };

typedef struct account {
    const dx_document *document;
    dx_pair_map known; // by formula, its place in `parts`
    DX_VECTOR(part) parts;
    size_t bound_count; // bound variables so far, and over how many they run
    dx_name bound[BOUND_MAX];
    double range[BOUND_MAX];
    double share; // of the worlds that there still are
    double explicit_, symbolic;
} account;

static part visit(account *a, dx_formula f);

// How many members a domain node has.
static double members(const account *a, dx_formula domain)
{
    const dx_formulas *store = a->document->store;
    if (dx_formula_kind(store, domain) == DX_SET)
        return (double)dx_formula_count(store, domain);
    double end[2] = {1, 10};
    for (size_t i = 0; i < 2 && dx_formula_kind(store, domain) == DX_RANGE;
         i++) {
        dx_formula bound = dx_formula_operand(store, domain, i);
        if (dx_formula_kind(store, bound) == DX_NUMBER)
            end[i] = (double)dx_formula_value(store, bound).top;
    }
    return end[1] < end[0] ? 0 : end[1] - end[0] + 1;
}

// The bit of a bound variable, new with its range or old; 0 beyond BOUND_MAX.
static uint64_t bind(account *a, dx_name name, double range)
{
    size_t i = 0;
    while (i < a->bound_count && a->bound[i] != name)
        i++;
    if (i == BOUND_MAX)
        return 0;
    if (i == a->bound_count) {
        a->bound[a->bound_count++] = name;
        a->range[i] = range;
    }
    a->range[i] = range > a->range[i] ? range : a->range[i];
    return UINT64_C(1) << i;
}

static part visit_name(const account *a, dx_formula f)
{
    const dx_document *document = a->document;
    size_t v = dx_document_find_variable(document, f);
    part p = {.explicit_ = 0.02, .symbolic = 20, .values = 1};
    if (v != DX_NOT_FOUND)
        p.values =
            (double)document->domains.at[document->variables.at[v].domain]
                .count;
    for (size_t i = 0;
         dx_formula_count(document->store, f) == 1 && i < a->bound_count; i++)
        if (a->bound[i] == dx_formula_name(document->store, f))
            p.bound = UINT64_C(1) << i;
    return p;
}

// A sum of n things of k values each takes at most n * (k - 1) + 1.
static part visit_binder(account *a, dx_formula f)
{
    const dx_formulas *store = a->document->store;
    double n = members(a, dx_formula_operand(store, f, 1));
    uint64_t own = bind(a, dx_formula_operand(store, f, 0), n);
    part body = visit(a, dx_formula_operand(store, f, 2));
    bool is_sum = dx_formula_kind(store, f) == DX_SUM;
    double each = is_sum ? body.values : 2;
    return (part){.explicit_ = 0.05 * n,
                  .symbolic = 50 * n,
                  .values = n * (each - 1) + 1,
                  .bound = body.bound & ~own};
}

// The operands: their values multiplied, their variables together.
static part visit_operands(account *a, dx_formula f, double *first_values)
{
    const dx_formulas *store = a->document->store;
    part all = {.values = 1};
    *first_values = 1;
    for (size_t i = 0; i < dx_formula_count(store, f); i++) {
        if (!dx_formula_operand_is_node(store, f, i))
            continue;
        part one = visit(a, dx_formula_operand(store, f, i));
        if (i == 0 && one.values > 0)
            *first_values = one.values;
        all.values *= one.values;
        all.bound |= one.bound;
    }
    return all;
}

static double explicit_price(const dx_formulas *store, dx_formula f)
{
    double count = (double)dx_formula_count(store, f);
    switch (dx_formula_family(store, f)) {
    case DX_FAMILY_ATTITUDE:
        return 1;
    case DX_FAMILY_GROUP:
        return 2 * count;
    case DX_FAMILY_PROBABILITY:
        return 10;
    case DX_FAMILY_EVENT:
        return 50;
    default:
        return 0.02 * count;
    }
}

// Pairs of values are intersected by arithmetic and merged by comparisons.  A
// variable against a constant is the explicit engine's fastest comparison.
static part visit_operator(account *a, dx_formula f)
{
    const dx_formulas *store = a->document->store;
    dx_kind kind = dx_formula_kind(store, f);
    double x;
    part p = visit_operands(a, f, &x);
    double y = p.values / x;
    if (dx_kind_family(kind) == DX_FAMILY_ARITHMETIC) {
        p.explicit_ = 6;
        p.symbolic = 100 * p.values;
        p.values = kind == DX_ADD || kind == DX_SUBTRACT ? x + y : x * y;
        return p;
    }
    bool is_comparison = dx_kind_family(kind) == DX_FAMILY_COMPARE;
    p.explicit_ = !is_comparison       ? explicit_price(store, f)
                  : (x == 1 || y == 1) ? 0.5
                                       : 4;
    p.symbolic = is_comparison ? 50 * (x + y) : 100;
    p.values = 2;
    return p;
}

static part visit_new(account *a, dx_formula f)
{
    dx_kind kind = dx_formula_kind(a->document->store, f);
    if (kind == DX_NUMBER)
        return (part){.symbolic = 20, .values = 1};
    if (kind == DX_APPLY && dx_formula_count(a->document->store, f) == 1)
        return visit_name(a, f);
    if (dx_kind_binds(kind))
        return visit_binder(a, f);
    part p = visit_operator(a, f);
    if (kind == DX_APPLY)
        p.values = visit_name(a, f).values;
    return p;
}

// Pays for a part when it is met first.
static part visit(account *a, dx_formula f)
{
    uint32_t place = dx_pair_map_find(&a->known, f, 0);
    if (place != UINT32_MAX)
        return a->parts.at[place];
    part p = visit_new(a, f);
    double times = 1;
    for (size_t i = 0; i < a->bound_count; i++)
        times *= p.bound >> i & 1 ? a->range[i] : 1;
    assert(times >= 0 && p.explicit_ >= 0 && p.symbolic >= 0);
    a->explicit_ += a->share * times * p.explicit_;
    a->symbolic += times * p.symbolic;
    dx_pair_map_put(&a->known, f, 0, (uint32_t)a->parts.count);
    dx_vector_push(&a->parts, p);
    return p;
}

// What is seen and is no variable splits cells, of which there are at most so
// many before each expression is kept apart.
enum { CELLS_MAX = 2048 };

static void visit_sights(account *a, size_t agent)
{
    const dx_document *document = a->document;
    double cells = 1;
    for (size_t i = 0; i < document->sights.count; i++) {
        const dx_placed *sight = &document->sights.at[i];
        if (sight->agent != agent ||
            dx_document_find_variable(document, sight->formula) != DX_NOT_FOUND)
            continue;
        double values = visit(a, sight->formula).values;
        a->symbolic += 50 * cells * values;
        if (cells * values <= CELLS_MAX)
            cells *= values;
    }
}

// Laws and sights cost the explicit engine what listing costs.
static void visit_model(account *a)
{
    const dx_document *document = a->document;
    for (size_t v = 0; v < document->variables.count; v++) {
        size_t domain = document->variables.at[v].domain;
        a->symbolic += 200 * (double)document->domains.at[domain].count;
    }
    for (size_t i = 0; i < document->laws.count; i++)
        visit(a, document->laws.at[i].formula);
    for (size_t agent = 0; agent < document->agents.count; agent++)
        visit_sights(a, agent);
    a->explicit_ = 0;
}

// Each announcement is taken to leave half of the worlds.
static void visit_query(account *a, const dx_query *query)
{
    a->share = 1;
    for (size_t i = 0; i < query->steps.count; i++) {
        if (query->steps.at[i].formula != DX_FORMULA_NONE)
            visit(a, query->steps.at[i].formula);
        a->share /= 2;
    }
    visit(a, query->formula);
}

static size_t deeper(const dx_document *document, dx_formula f, size_t than)
{
    size_t depth =
        f == DX_FORMULA_NONE ? 0 : dx_formula_depth(document->store, f);
    return depth > than ? depth : than;
}

static void visit_all(void *data)
{
    account *a = data;
    visit_model(a);
    for (size_t i = 0; i < a->document->queries.count; i++)
        visit_query(a, &a->document->queries.at[i]);
}

// How deep what is visited nests.
static size_t depth_of(const dx_document *document)
{
    size_t most = 0;
    for (size_t i = 0; i < document->laws.count; i++)
        most = deeper(document, document->laws.at[i].formula, most);
    for (size_t i = 0; i < document->sights.count; i++)
        most = deeper(document, document->sights.at[i].formula, most);
    for (size_t i = 0; i < document->queries.count; i++) {
        const dx_query *query = &document->queries.at[i];
        most = deeper(document, query->formula, most);
        for (size_t k = 0; k < query->steps.count; k++)
            most = deeper(document, query->steps.at[k].formula, most);
    }
    return most;
}

dx_estimate dx_estimate_of(const dx_document *document, dx_listing listing)
{
    account a = {.document = document};
    dx_run_deep(depth_of(document), visit_all, &a);
    dx_pair_map_release(&a.known);
    dx_vector_release(&a.parts);
    return (dx_estimate){.steps = listing.steps,
                         .worlds = listing.worlds,
                         .explicit_cost =
                             listing.cost + listing.worlds * a.explicit_,
                         .symbolic_least = a.symbolic};
}
