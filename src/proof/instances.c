// A bound from below on what quantifiers written out would come to.
//
// Under the quantifiers `forall x in X: .. forall y in Y: body` the body has an
// instance for every pair of members, and two instances are two nodes if x and
// y both occur free in it: replaced by different things that stand for
// themselves they leave different formulas.  So the product of the sizes of the
// domains whose variables occur is a number of nodes that nobody can do
// without.  Whether they occur is looked at only where the product of all is
// too much; a part that stands in several places is looked at in the first.

#include "proof/instances.h"

#include "base/pair_map.h"
#include "logic/formula/parts.h"

#include <assert.h>

// What stands around: more than so many of two members and more are over any
// limit if they occur.
enum { AROUND_MAX = 64 };

typedef struct binder {
    dx_name variable;
    uint64_t size;
} binder;

typedef struct count {
    dx_formulas *store;
    uint64_t most, least;
    unsigned around;
    binder binders[AROUND_MAX];
    dx_pair_map seen; // by formula
} count;

// a times b, or something over `most`.
static uint64_t product(uint64_t a, uint64_t b, uint64_t most)
{
    return a != 0 && b > most / a ? most + 1 : a * b;
}

// The last of the binders around that is of this name, AROUND_MAX if none is.
static unsigned binder_of(const count *c, dx_name variable)
{
    for (unsigned i = c->around; i-- > 0;)
        if (c->binders[i].variable == variable)
            return i;
    return AROUND_MAX;
}

// A number, or a name that nothing is put in the place of.
static bool is_rigid(const count *c, dx_formula t)
{
    dx_kind kind = dx_formula_kind(c->store, t);
    return kind == DX_NUMBER ||
           (kind == DX_APPLY && dx_formula_count(c->store, t) == 1 &&
            binder_of(c, dx_formula_name(c->store, t)) == AROUND_MAX);
}

static uint64_t range_size(const count *c, dx_formula range)
{
    dx_formula from = dx_formula_operand(c->store, range, 0);
    dx_formula to = dx_formula_operand(c->store, range, 1);
    if (dx_formula_kind(c->store, from) != DX_NUMBER ||
        dx_formula_kind(c->store, to) != DX_NUMBER)
        return 1;
    dx_fraction first = dx_formula_value(c->store, from);
    dx_fraction last = dx_formula_value(c->store, to);
    if (first.over != 1 || last.over != 1)
        return 1;
    if (last.top < first.top)
        return 0;
    uint64_t steps = (uint64_t)last.top - (uint64_t)first.top;
    return steps < DX_RANGE_MAX ? steps + 1 : 1; // refused for itself
}

// Members that are different whatever becomes of the others.
static uint64_t set_size(const count *c, dx_formula set)
{
    dx_pair_map members = {0};
    uint64_t size = 0;
    size_t all = dx_formula_count(c->store, set);
    for (size_t i = 0; i < all; i++) {
        dx_formula member = dx_formula_operand(c->store, set, i);
        if (is_rigid(c, member) &&
            dx_pair_map_find(&members, member, 0) == UINT32_MAX) {
            dx_pair_map_put(&members, member, 0, 1);
            size++;
        }
    }
    dx_pair_map_release(&members);
    return size > 0 || all == 0 ? size : 1;
}

static uint64_t domain_size(const count *c, dx_formula domain)
{
    dx_kind kind = dx_formula_kind(c->store, domain);
    return kind == DX_RANGE ? range_size(c, domain)
           : kind == DX_SET ? set_size(c, domain)
                            : 1;
}

static bool occurs(const count *c, dx_name variable, dx_formula body)
{
    dx_formula zero = dx_formula_number(c->store, dx_fraction_int(0));
    return dx_formula_replace(c->store, body, variable, zero) != body;
}

// Instances of what stands inside of all binders: all that there may be, and
// if those are too many, those that are different.
static void count_body(count *c, dx_formula body)
{
    uint64_t all = 1, different = 1;
    for (unsigned i = 0; i < c->around; i++)
        all = product(all, c->binders[i].size, c->most);
    for (unsigned i = 0; i < c->around && all > c->most; i++)
        if (binder_of(c, c->binders[i].variable) == i &&
            occurs(c, c->binders[i].variable, body))
            different = product(different, c->binders[i].size, c->most);
    c->least = different > c->least ? different : c->least;
}

static void visit(count *c, dx_formula f);

static void visit_body(count *c, dx_formula f)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    bool repeats = dx_kind_family(kind) == DX_FAMILY_QUANTIFIER;
    dx_formula body = dx_formula_operand(c->store, f, 2);
    if (c->around == AROUND_MAX)
        return;
    uint64_t size =
        repeats ? domain_size(c, dx_formula_operand(c->store, f, 1)) : 1;
    c->binders[c->around++] =
        (binder){dx_formula_operand(c->store, f, 0), size};
    count_body(c, body);
    visit(c, body);
    c->around--;
}

static void visit(count *c, dx_formula f)
{
    if (c->least > c->most || dx_pair_map_find(&c->seen, f, 0) != UINT32_MAX)
        return;
    dx_pair_map_put(&c->seen, f, 0, 1);
    if (dx_kind_binds(dx_formula_kind(c->store, f))) {
        visit_body(c, f);
        return;
    }
    for (size_t i = 0; i < dx_formula_count(c->store, f); i++)
        if (dx_formula_operand_is_node(c->store, f, i))
            visit(c, dx_formula_operand(c->store, f, i));
}

uint64_t dx_instances_least(dx_formulas *store, dx_formula f, uint64_t most)
{
    count c = {.store = store, .most = most, .least = 1};
    visit(&c, f);
    assert(c.around == 0);
    dx_pair_map_release(&c.seen);
    return c.least;
}
