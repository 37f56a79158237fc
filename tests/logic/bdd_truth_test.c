// The BDD core against truth tables: every function of three and four
// variables, and random programs over more.

#include "test.h"

#include "base/random.h"
#include "logic/truth.h"

static truth truth_of_number(unsigned vars, unsigned number)
{
    truth t = {.vars = vars};
    for (unsigned r = 0; r < truth_rows(&t); r++)
        t.row[r] = bit(number, r);
    return t;
}

static void check_sound(const dx_bdd_manager *m)
{
    dx_text what = {0};
    CHECK_THAT(dx_bdd_check(m, &what), "%s", dx_text_string(&what));
    dx_text_release(&what);
}

TEST(all_functions_of_three_variables_combine_as_their_truth_tables_do)
{
    dx_bdd_manager *m = manager_of(3);
    static dx_bdd f[256];
    for (unsigned i = 0; i < 256; i++) {
        truth t = truth_of_number(3, i);
        f[i] = bdd_of(m, &t);
    }

    for (unsigned i = 0; i < 256; i++)
        for (unsigned j = 0; j < 256; j++) {
            CHECK_EQ(dx_bdd_and(m, f[i], f[j]), f[i & j]);
            CHECK_EQ(dx_bdd_or(m, f[i], f[j]), f[i | j]);
            CHECK_EQ(dx_bdd_xor(m, f[i], f[j]), f[i ^ j]);
            CHECK_EQ(dx_bdd_implies(m, f[i], f[j]), f[(~i & 255) | j]);
            CHECK_EQ(dx_bdd_iff(m, f[i], f[j]), f[~(i ^ j) & 255]);
        }
    for (unsigned i = 0; i < 256; i++)
        CHECK_EQ(dx_bdd_not(f[i]), f[~i & 255]);
    check_sound(m);
    dx_bdd_manager_free(m);
}

TEST(if_then_else_is_right_for_all_functions_of_two_variables)
{
    dx_bdd_manager *m = manager_of(2);
    dx_bdd f[16];
    for (unsigned i = 0; i < 16; i++) {
        truth t = truth_of_number(2, i);
        f[i] = bdd_of(m, &t);
    }

    for (unsigned i = 0; i < 16; i++)
        for (unsigned j = 0; j < 16; j++)
            for (unsigned k = 0; k < 16; k++)
                CHECK_EQ(dx_bdd_ite(m, f[i], f[j], f[k]),
                         f[(i & j) | (~i & k & 15)]);
    dx_bdd_manager_free(m);
}

// Equal handles exactly for equal functions, and evaluated rightly.
TEST(all_functions_of_four_variables_have_one_handle_each)
{
    dx_bdd_manager *m = manager_of(4);
    static bool is_taken[1 << 20];
    memset(is_taken, 0, sizeof is_taken);

    for (unsigned i = 0; i < 1 << 16; i++) {
        truth t = truth_of_number(4, i);
        dx_bdd f = bdd_of(m, &t);
        CHECK(!is_taken[f]);
        is_taken[f] = true;
        truth back = truth_of(m, f, 4);
        CHECK(truth_equal(&t, &back));
    }
    check_sound(m);
    dx_bdd_manager_free(m);
}

TEST(quantifiers_over_all_cubes_are_right_for_all_functions_of_three)
{
    dx_bdd_manager *m = manager_of(3);
    for (unsigned i = 0; i < 256; i++)
        for (unsigned mask = 0; mask < 8; mask++) {
            truth t = truth_of_number(3, i), some = t, all = t;
            for (unsigned r = 0; r < 8; r++) {
                some.row[r] = truth_quantified(&t, r, mask, false);
                all.row[r] = truth_quantified(&t, r, mask, true);
            }
            dx_bdd f = bdd_of(m, &t), cube = cube_of(m, mask);
            CHECK_EQ(dx_bdd_exists(m, f, cube), bdd_of(m, &some));
            CHECK_EQ(dx_bdd_forall(m, f, cube), bdd_of(m, &all));
        }
    dx_bdd_manager_free(m);
}

// ---- Random programs ----

enum { POOL = 12 };

typedef struct machine {
    dx_bdd_manager *m;
    dx_random random;
    unsigned vars;
    uint64_t seed;
    dx_bdd f[POOL];
    truth t[POOL];
} machine;

static unsigned draw(machine *k, unsigned bound)
{
    return (unsigned)dx_random_below(&k->random, bound);
}

static unsigned draw_mask(machine *k)
{
    return draw(k, 1u << k->vars);
}

static void apply_binary(machine *k, truth *t, dx_bdd *f)
{
    unsigned i = draw(k, POOL), j = draw(k, POOL), l = draw(k, POOL);
    unsigned which = draw(k, 4);
    for (unsigned r = 0; r < truth_rows(t); r++) {
        bool a = k->t[i].row[r], b = k->t[j].row[r], c = k->t[l].row[r];
        t->row[r] = which == 0   ? a && b
                    : which == 1 ? a || !b
                    : which == 2 ? a != b
                    : a          ? b
                                 : c;
    }
    *f = which == 0   ? dx_bdd_and(k->m, k->f[i], k->f[j])
         : which == 1 ? dx_bdd_implies(k->m, k->f[j], k->f[i])
         : which == 2 ? dx_bdd_xor(k->m, k->f[i], k->f[j])
                      : dx_bdd_ite(k->m, k->f[i], k->f[j], k->f[l]);
}

static void apply_quantifier(machine *k, truth *t, dx_bdd *f)
{
    unsigned i = draw(k, POOL), j = draw(k, POOL), mask = draw_mask(k);
    unsigned which = draw(k, 4);
    truth both = k->t[i];
    for (unsigned r = 0; r < truth_rows(t); r++) {
        bool a = k->t[i].row[r], b = k->t[j].row[r];
        both.row[r] = which == 0 ? a && b : which == 1 ? !a || b : a;
    }
    for (unsigned r = 0; r < truth_rows(t); r++)
        t->row[r] = truth_quantified(&both, r, mask, which % 2 == 1);
    dx_bdd cube = cube_of(k->m, mask);
    *f = which == 0   ? dx_bdd_and_exists(k->m, k->f[i], k->f[j], cube)
         : which == 1 ? dx_bdd_implies_forall(k->m, k->f[i], k->f[j], cube)
         : which == 2 ? dx_bdd_exists(k->m, k->f[i], cube)
                      : dx_bdd_forall(k->m, k->f[i], cube);
}

static void apply_near(machine *k, truth *t, dx_bdd *f)
{
    unsigned i = draw(k, POOL), mask = draw_mask(k);
    bool is_all = draw(k, 2) == 0;
    for (unsigned r = 0; r < truth_rows(t); r++) {
        t->row[r] = k->t[i].row[r];
        for (unsigned v = 0; v < k->vars; v++)
            if (bit(mask, v) && k->t[i].row[r ^ 1u << v] != is_all)
                t->row[r] = !is_all;
    }
    dx_bdd cube = cube_of(k->m, mask);
    *f = is_all ? dx_bdd_inside(k->m, k->f[i], cube)
                : dx_bdd_near(k->m, k->f[i], cube);
}

static void apply_restrict(machine *k, truth *t, dx_bdd *f)
{
    unsigned i = draw(k, POOL), mask = draw_mask(k), value = draw_mask(k);
    dx_bdd literals = DX_BDD_TRUE;
    for (unsigned v = 0; v < k->vars; v++)
        if (bit(mask, v)) {
            dx_bdd p = dx_bdd_variable(k->m, v);
            literals =
                dx_bdd_and(k->m, literals, bit(value, v) ? p : dx_bdd_not(p));
        }
    for (unsigned r = 0; r < truth_rows(t); r++)
        t->row[r] = k->t[i].row[(r & ~mask) | (value & mask)];
    *f = dx_bdd_restrict(k->m, k->f[i], literals);
}

static void apply_substitution(machine *k, truth *t, dx_bdd *f)
{
    unsigned i = draw(k, POOL), mask = draw_mask(k), image[TRUTH_VARS_MAX];
    dx_bdd_var vars[TRUTH_VARS_MAX];
    dx_bdd images[TRUTH_VARS_MAX];
    size_t count = 0;
    for (unsigned v = 0; v < k->vars; v++)
        if (bit(mask, v)) {
            image[count] = draw(k, POOL);
            vars[count] = v;
            images[count] = k->f[image[count]];
            count++;
        }
    for (unsigned r = 0; r < truth_rows(t); r++) {
        unsigned row = r & ~mask;
        for (size_t c = 0; c < count; c++)
            row |= (unsigned)k->t[image[c]].row[r] << vars[c];
        t->row[r] = k->t[i].row[row];
    }
    *f = dx_bdd_substitute(k->m, k->f[i], vars, images, count);
}

static void apply_rename(machine *k, truth *t, dx_bdd *f)
{
    unsigned i = draw(k, POOL);
    dx_bdd_var from[TRUTH_VARS_MAX], to[TRUTH_VARS_MAX];
    for (unsigned v = 0; v < k->vars; v++)
        from[v] = to[v] = v;
    dx_random_shuffle(&k->random, to, k->vars, sizeof *to);
    for (unsigned r = 0; r < truth_rows(t); r++) {
        unsigned row = 0;
        for (unsigned v = 0; v < k->vars; v++)
            row |= (unsigned)bit(r, to[v]) << from[v];
        t->row[r] = k->t[i].row[row];
    }
    *f = dx_bdd_rename(k->m, k->f[i], from, to, k->vars);
}

static void apply_threshold(machine *k, truth *t, dx_bdd *f)
{
    unsigned i[4], threshold = draw(k, 6);
    bool is_exact = draw(k, 2) == 0;
    dx_bdd g[4];
    for (unsigned n = 0; n < 4; n++)
        g[n] = k->f[i[n] = draw(k, POOL)];
    for (unsigned r = 0; r < truth_rows(t); r++) {
        unsigned hold = 0;
        for (unsigned n = 0; n < 4; n++)
            hold += k->t[i[n]].row[r];
        t->row[r] = is_exact ? hold == threshold : hold >= threshold;
    }
    *f = is_exact ? dx_bdd_exactly(k->m, g, 4, threshold)
                  : dx_bdd_at_least(k->m, g, 4, threshold);
}

// A new function to start from: a variable, so that programs do not dry up.
static void apply_variable(machine *k, truth *t, dx_bdd *f)
{
    unsigned v = draw(k, k->vars);
    for (unsigned r = 0; r < truth_rows(t); r++)
        t->row[r] = bit(r, v);
    *f = dx_bdd_variable(k->m, v);
}

typedef void (*applier)(machine *k, truth *t, dx_bdd *f);
static const applier appliers[] = {
    apply_binary,    apply_binary,       apply_quantifier,
    apply_restrict,  apply_substitution, apply_rename,
    apply_threshold, apply_variable,     apply_near,
};

static void machine_start(machine *k, uint64_t seed, unsigned vars)
{
    *k = (machine){.m = manager_of(vars),
                   .random = dx_random_named(seed, 0, 0),
                   .vars = vars,
                   .seed = seed};
    for (unsigned i = 0; i < POOL; i++) {
        k->t[i].vars = vars;
        apply_variable(k, &k->t[i], &k->f[i]);
        dx_bdd_ref(k->m, k->f[i]);
    }
}

static void machine_step(machine *k)
{
    truth t = {.vars = k->vars};
    dx_bdd f;
    unsigned which = draw(k, sizeof appliers / sizeof *appliers);
    appliers[which](k, &t, &f);
    truth got = truth_of(k->m, f, k->vars);
    CHECK_THAT(truth_equal(&t, &got), "seed %llu, operation %u",
               (unsigned long long)k->seed, which);
    unsigned i = draw(k, POOL);
    dx_bdd_deref(k->m, k->f[i]);
    k->f[i] = dx_bdd_ref(k->m, f);
    k->t[i] = t;
}

static void machine_recheck(machine *k, const char *after)
{
    check_sound(k->m);
    for (unsigned i = 0; i < POOL; i++) {
        truth got = truth_of(k->m, k->f[i], k->vars);
        CHECK_THAT(truth_equal(&k->t[i], &got), "seed %llu after %s",
                   (unsigned long long)k->seed, after);
    }
}

static void machine_run(uint64_t seed, unsigned vars, unsigned steps)
{
    CHECKING_SEED(seed);
    static machine k;
    machine_start(&k, seed, vars);
    for (unsigned s = 0; s < steps; s++) {
        machine_step(&k);
        if (s % 16 == 7) {
            dx_bdd_collect(k.m);
            machine_recheck(&k, "collecting");
        }
        if (s % 32 == 31) {
            dx_bdd_reorder(k.m);
            machine_recheck(&k, "reordering");
        }
    }
    dx_bdd_manager_free(k.m);
}

TEST(random_programs_agree_with_truth_tables_also_after_gc_and_reordering)
{
    for (uint64_t seed = 0; seed < 120; seed++)
        machine_run(seed, 1 + (unsigned)(seed % 8), 100);
}

TEST(random_programs_over_twelve_variables_agree_with_truth_tables)
{
    for (uint64_t seed = 1000; seed < 1004; seed++)
        machine_run(seed, 12, 64);
}

LONG_TEST(many_random_programs_agree_with_truth_tables)
{
    for (uint64_t seed = 5000; seed < 8000; seed++)
        machine_run(seed, 2 + (unsigned)(seed % 8), 150);
}

// f where c holds, whatever elsewhere; and constrain's own law.
TEST(generalised_cofactors_agree_with_the_function_where_it_matters)
{
    static machine k;
    for (uint64_t seed = 0; seed < 40; seed++) {
        CHECKING_SEED(seed);
        machine_start(&k, seed, 6);
        for (unsigned s = 0; s < 30; s++)
            machine_step(&k);
        for (unsigned i = 0; i < POOL; i++) {
            dx_bdd f = k.f[i], c = k.f[draw(&k, POOL)];
            if (dx_bdd_is_constant(c))
                continue;
            dx_bdd constrained = dx_bdd_constrain(k.m, f, c);
            dx_bdd simplified = dx_bdd_simplify(k.m, f, c);
            dx_bdd other = dx_bdd_constrain(k.m, f, dx_bdd_not(c));
            dx_bdd wanted = dx_bdd_and(k.m, f, c);
            CHECK_EQ(dx_bdd_and(k.m, constrained, c), wanted);
            CHECK_EQ(dx_bdd_and(k.m, simplified, c), wanted);
            CHECK_EQ(dx_bdd_ite(k.m, c, constrained, other), f);
            dx_bdd needs = dx_bdd_support(k.m, f);
            dx_bdd has = dx_bdd_support(k.m, simplified);
            CHECK_EQ(dx_bdd_and(k.m, needs, has), needs);
        }
        dx_bdd_manager_free(k.m);
    }
}

TEST(supports_are_the_variables_that_matter)
{
    static machine k;
    for (uint64_t seed = 0; seed < 40; seed++) {
        CHECKING_SEED(seed);
        machine_start(&k, seed, 6);
        for (unsigned s = 0; s < 30; s++)
            machine_step(&k);
        for (unsigned i = 0; i < POOL; i++) {
            unsigned mask = 0;
            for (unsigned v = 0; v < 6; v++)
                mask |= (unsigned)truth_depends(&k.t[i], v) << v;
            CHECK_EQ(dx_bdd_support(k.m, k.f[i]), cube_of(k.m, mask));
        }
        dx_bdd_manager_free(k.m);
    }
}
