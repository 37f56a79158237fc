// The BDD core against BuDDy (Debian's libbdd-dev) on random formulas that
// are too large for truth tables.  BuDDy has one manager for the process, so
// each test starts and ends it.

#include "test.h"

#include "base/memory.h"
#include "base/random.h"
#include "logic/bdd/bdd.h"

#include <bdd.h>

#include <math.h>

enum { VARS = 24, POOL = 8 };

typedef struct pair {
    dx_bdd ours;
    BDD theirs;
} pair;

typedef struct duel {
    dx_bdd_manager *m;
    dx_random random;
    uint64_t seed;
    pair pool[POOL];
} duel;

static unsigned draw(duel *d, unsigned bound)
{
    return (unsigned)dx_random_below(&d->random, bound);
}

static pair literal(duel *d)
{
    unsigned var = draw(d, VARS);
    bool is_positive = draw(d, 2) == 0;
    dx_bdd ours = dx_bdd_variable(d->m, var);
    return (pair){is_positive ? ours : dx_bdd_not(ours),
                  is_positive ? bdd_ithvar((int)var) : bdd_nithvar((int)var)};
}

static void duel_start(duel *d, uint64_t seed)
{
    *d = (duel){.m = dx_bdd_manager_new(NULL),
                .random = dx_random_named(seed, 1, 0),
                .seed = seed};
    bdd_init(50000, 10000);
    bdd_gbc_hook(NULL); // it would write to standard output
    bdd_setvarnum(VARS);
    for (unsigned v = 0; v < VARS; v++)
        dx_bdd_variable_new(d->m);
    for (unsigned i = 0; i < POOL; i++)
        d->pool[i] = literal(d);
}

static void duel_end(duel *d)
{
    bdd_done();
    dx_bdd_manager_free(d->m);
}

// With one order both have one form for a function, apart from complement
// edges, so functions are equal if their graphs are.
static bool is_same(const duel *d, pair p, dx_bdd *seen)
{
    if (p.theirs == bddtrue || p.theirs == bddfalse)
        return p.ours == (p.theirs == bddtrue ? DX_BDD_TRUE : DX_BDD_FALSE);
    if (dx_bdd_is_constant(p.ours))
        return false;
    if (seen[p.theirs] != 0)
        return seen[p.theirs] == p.ours;
    seen[p.theirs] = p.ours;
    if (dx_bdd_top(d->m, p.ours) != (dx_bdd_var)bdd_var(p.theirs))
        return false;
    pair low = {dx_bdd_low(d->m, p.ours), bdd_low(p.theirs)};
    pair high = {dx_bdd_high(d->m, p.ours), bdd_high(p.theirs)};
    return is_same(d, low, seen) && is_same(d, high, seen);
}

static void check_same(const duel *d, pair p, const char *operation)
{
    dx_bdd *seen = dx_alloc((size_t)bdd_getallocnum(), sizeof *seen);
    CHECK_THAT(is_same(d, p, seen), "seed %llu: %s",
               (unsigned long long)d->seed, operation);
    dx_free(seen);
}

static pair cube(duel *d)
{
    dx_bdd_var vars[VARS];
    int theirs[VARS];
    int count = 0;
    for (unsigned v = 0; v < VARS; v++)
        if (draw(d, 3) == 0) {
            vars[count] = v;
            theirs[count++] = (int)v;
        }
    if (count == 0)
        theirs[count] = 0, vars[count++] = 0;
    return (pair){dx_bdd_cube(d->m, vars, (size_t)count),
                  bdd_makeset(theirs, count)};
}

static pair some_literals(duel *d)
{
    pair all = {DX_BDD_TRUE, bddtrue};
    for (unsigned v = 0; v < VARS; v++)
        if (draw(d, 4) == 0) {
            bool is_positive = draw(d, 2) == 0;
            dx_bdd ours = dx_bdd_variable(d->m, v);
            BDD theirs = is_positive ? bdd_ithvar((int)v) : bdd_nithvar((int)v);
            all.ours = dx_bdd_and(d->m, all.ours,
                                  is_positive ? ours : dx_bdd_not(ours));
            all.theirs = bdd_addref(bdd_and(all.theirs, theirs));
        }
    return all;
}

static pair rename_pair(duel *d, pair a)
{
    dx_bdd_var from[VARS], to[VARS];
    bddPair *map = bdd_newpair();
    for (unsigned v = 0; v < VARS; v++)
        from[v] = to[v] = v;
    dx_random_shuffle(&d->random, to, VARS, sizeof *to);
    for (unsigned v = 0; v < VARS; v++)
        bdd_setbddpair(map, (int)v, bdd_ithvar((int)to[v]));
    pair result = {dx_bdd_rename(d->m, a.ours, from, to, VARS),
                   bdd_veccompose(a.theirs, map)};
    bdd_freepair(map);
    return result;
}

// Applies operation `which` to random functions of the pool.  BuDDy collects
// garbage as it likes, so everything of its side that is kept is referenced.
static pair apply(duel *d, unsigned which)
{
    dx_bdd_manager *m = d->m;
    pair a = d->pool[draw(d, POOL)], b = d->pool[draw(d, POOL)];
    pair c = d->pool[draw(d, POOL)], set;
    switch (which) {
    case 0:
        return (pair){dx_bdd_and(m, a.ours, b.ours),
                      bdd_and(a.theirs, b.theirs)};
    case 1:
        return (pair){dx_bdd_or(m, a.ours, b.ours), bdd_or(a.theirs, b.theirs)};
    case 2:
        return (pair){dx_bdd_xor(m, a.ours, b.ours),
                      bdd_xor(a.theirs, b.theirs)};
    case 3:
        return (pair){dx_bdd_ite(m, a.ours, b.ours, c.ours),
                      bdd_ite(a.theirs, b.theirs, c.theirs)};
    case 4:
        set = cube(d);
        return (pair){dx_bdd_exists(m, a.ours, set.ours),
                      bdd_exist(a.theirs, set.theirs)};
    case 5:
        set = cube(d);
        return (pair){dx_bdd_and_exists(m, a.ours, b.ours, set.ours),
                      bdd_appex(a.theirs, b.theirs, bddop_and, set.theirs)};
    case 6:
        set = cube(d);
        return (pair){dx_bdd_implies_forall(m, a.ours, b.ours, set.ours),
                      bdd_appall(a.theirs, b.theirs, bddop_imp, set.theirs)};
    case 7:
        set = some_literals(d);
        return (pair){dx_bdd_restrict(m, a.ours, set.ours),
                      bdd_restrict(a.theirs, set.theirs)};
    case 8:
        return rename_pair(d, a);
    case 9:
        return (pair){dx_bdd_compose(m, a.ours, 3, b.ours),
                      bdd_compose(a.theirs, b.theirs, 3)};
    default:
        return literal(d);
    }
}

TEST(random_formulas_have_the_same_diagrams_as_in_buddy)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        CHECKING_SEED(seed);
        duel d;
        duel_start(&d, seed);
        for (unsigned step = 0; step < 120; step++) {
            // Rather and and xor than what makes functions constant again.
            unsigned which = draw(&d, 3) == 0 ? draw(&d, 12) : draw(&d, 4);
            static const char *const names[] = {
                "and",    "or",      "xor",     "ite",
                "exists", "andex",   "impall",  "restrict",
                "rename", "compose", "literal", "literal"};
            pair result = apply(&d, which);
            bdd_addref(result.theirs);
            check_same(&d, result, names[which]);
            if (bdd_nodecount(result.theirs) < 3000)
                d.pool[draw(&d, POOL)] = result;
            if (step % 3 == 0)
                d.pool[draw(&d, POOL)] = literal(&d);
        }
        duel_end(&d);
    }
}

TEST(random_formulas_have_as_many_solutions_as_in_buddy)
{
    dx_bdd_var vars[VARS];
    for (unsigned v = 0; v < VARS; v++)
        vars[v] = v;
    for (uint64_t seed = 100; seed < 120; seed++) {
        CHECKING_SEED(seed);
        duel d;
        duel_start(&d, seed);
        for (unsigned step = 0; step < 60; step++) {
            pair result = apply(&d, draw(&d, 4));
            bdd_addref(result.theirs);
            double theirs = bdd_satcount(result.theirs);
            uint64_t count;
            CHECK_EQ(dx_bdd_count_exact(d.m, result.ours, vars, VARS, &count),
                     DX_OK);
            CHECK(fabs((double)count - theirs) < 0.5);
            CHECK(fabs(dx_bdd_count(d.m, result.ours, vars, VARS) - theirs) <
                  0.5);
            d.pool[draw(&d, POOL)] = result;
        }
        duel_end(&d);
    }
}
