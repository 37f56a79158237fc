// Knowledge structures against the definition, state by state, and against
// the explicit engine.

#include "test.h"

#include "base/random.h"
#include "logic/evaluate/evaluate.h"
#include "logic/kripke/model.h"
#include "logic/structure/structure.h"

#include <string.h>

enum { VARS = 4, AGENTS = 3, BITS_MAX = 10 };

// ---- The judge: a set of states (bit masks), and who misses which bits ----

typedef struct plain {
    unsigned bits; // variables, with those that announcements added
    bool is_state[1 << BITS_MAX];
    unsigned hidden[AGENTS];
} plain;

typedef struct court {
    dx_formulas *store;
    dx_formula atom[VARS], agent[AGENTS];
} court;

static bool judge(const court *c, const plain *at, unsigned state,
                  dx_formula f);

static unsigned index_of(const dx_formula *list, unsigned count, dx_formula f)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == f)
            return i;
    fail();
    return 0;
}

static unsigned agent_of(const court *c, dx_formula f, size_t operand)
{
    return index_of(c->agent, AGENTS, dx_formula_operand(c->store, f, operand));
}

// Does `then` hold at all states that differ from this one only in `hidden`?
static bool judge_box(const court *c, const plain *at, unsigned state,
                      unsigned hidden, dx_formula f)
{
    for (unsigned t = 0; t < 1u << at->bits; t++)
        if (at->is_state[t] && ((t ^ state) & ~hidden) == 0 &&
            !judge(c, at, t, f))
            return false;
    return true;
}

// Reachability of a state without f, itself included, by marking.
static bool judge_common(const court *c, const plain *at, unsigned state,
                         dx_formula f)
{
    bool is_reached[1 << BITS_MAX] = {[0] = false};
    bool has_grown = true;
    is_reached[state] = true;
    while (has_grown) {
        has_grown = false;
        for (unsigned s = 0; s < 1u << at->bits; s++)
            for (unsigned t = 0; is_reached[s] && t < 1u << at->bits; t++)
                for (size_t i = 1; i < dx_formula_count(c->store, f); i++)
                    if (at->is_state[t] && !is_reached[t] &&
                        ((s ^ t) & ~at->hidden[agent_of(c, f, i)]) == 0)
                        is_reached[t] = has_grown = true;
    }
    for (unsigned s = 0; s < 1u << at->bits; s++)
        if (is_reached[s] &&
            !judge(c, at, s, dx_formula_operand(c->store, f, 0)))
            return false;
    return true;
}

static bool judge_knowledge(const court *c, const plain *at, unsigned state,
                            dx_formula f)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    dx_formula first = dx_formula_operand(c->store, f, 0);
    unsigned hidden = ~0u;
    bool result = true;
    switch (kind) {
    case DX_EVERYBODY:
        for (size_t i = 1; i < dx_formula_count(c->store, f); i++)
            result = result && judge_box(c, at, state,
                                         at->hidden[agent_of(c, f, i)], first);
        return result;
    case DX_COMMON:
        return judge_common(c, at, state, f);
    case DX_DISTRIBUTED:
        for (size_t i = 1; i < dx_formula_count(c->store, f); i++)
            hidden &= at->hidden[agent_of(c, f, i)];
        return judge_box(c, at, state, hidden, first);
    default:
        break;
    }
    hidden = at->hidden[agent_of(c, f, 0)];
    dx_formula body = dx_formula_operand(c->store, f, 1);
    dx_formula not_body = dx_formula_not(c->store, body);
    bool knows = judge_box(c, at, state, hidden, body);
    bool knows_not = judge_box(c, at, state, hidden, not_body);
    return kind == DX_POSSIBLE        ? !knows_not
           : kind == DX_KNOWS_WHETHER ? knows || knows_not
                                      : knows;
}

// What holds after all have heard f, which is `truth` here.
static bool judge_after(const court *c, const plain *at, unsigned state,
                        dx_formula f, bool truth)
{
    plain after = *at;
    for (unsigned s = 0; s < 1u << at->bits; s++)
        after.is_state[s] =
            at->is_state[s] &&
            judge(c, at, s, dx_formula_operand(c->store, f, 0)) == truth;
    return judge(c, &after, state, dx_formula_operand(c->store, f, 1));
}

// A new bit for whether f, which only the audience sees.
static bool judge_told(const court *c, const plain *at, unsigned state,
                       dx_formula f)
{
    dx_formula said = dx_formula_operand(c->store, f, 0);
    unsigned secret = 1u << at->bits;
    plain after = {.bits = at->bits + 1};
    CHECK(after.bits <= BITS_MAX);
    for (unsigned s = 0; s < 1u << at->bits; s++)
        after.is_state[judge(c, at, s, said) ? s | secret : s] =
            at->is_state[s];
    for (unsigned a = 0; a < AGENTS; a++)
        after.hidden[a] = at->hidden[a] | secret;
    for (size_t i = 2; i < dx_formula_count(c->store, f); i++)
        after.hidden[agent_of(c, f, i)] &= ~secret;
    return judge(c, &after, judge(c, at, state, said) ? state | secret : state,
                 dx_formula_operand(c->store, f, 1));
}

static bool judge_announcement(const court *c, const plain *at, unsigned state,
                               dx_formula f)
{
    bool said = judge(c, at, state, dx_formula_operand(c->store, f, 0));
    switch (dx_formula_kind(c->store, f)) {
    case DX_ANNOUNCE:
        return !said || judge_after(c, at, state, f, true);
    case DX_ANNOUNCE_DUAL:
        return said && judge_after(c, at, state, f, true);
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
        return judge_after(c, at, state, f, said);
    case DX_TELL:
        return !said || judge_told(c, at, state, f);
    case DX_TELL_DUAL:
        return said && judge_told(c, at, state, f);
    default:
        return judge_told(c, at, state, f);
    }
}

static bool judge_quantifier(const court *c, const plain *at, unsigned state,
                             dx_formula f)
{
    const char *name = dx_names_text(dx_formulas_names(c->store),
                                     dx_formula_operand(c->store, f, 1));
    unsigned bit =
        1u << index_of(c->atom, VARS, dx_formula_atom(c->store, name));
    dx_formula body = dx_formula_operand(c->store, f, 0);
    bool with = judge(c, at, state | bit, body);
    bool without = judge(c, at, state & ~bit, body);
    return dx_formula_kind(c->store, f) == DX_FORALL_PROP ? with && without
                                                          : with || without;
}

// <program> f at this state, by trying all ways; stars as fixed points over
// sets of states.  `good` is where f holds; the result is where <program> f.
static void judge_program(const court *c, const plain *at, dx_formula program,
                          bool *good)
{
    bool next[1 << BITS_MAX] = {[0] = false};
    unsigned count = 1u << at->bits;
    size_t parts = dx_formula_count(c->store, program);
    dx_formula first = dx_formula_operand(c->store, program, 0);
    switch (dx_formula_kind(c->store, program)) {
    case DX_STEP:
        for (unsigned s = 0; s < count; s++)
            for (unsigned t = 0; t < count; t++)
                if (at->is_state[t] && good[t] &&
                    ((s ^ t) & ~at->hidden[agent_of(c, program, 0)]) == 0)
                    next[s] = true;
        break;
    case DX_TEST:
        for (unsigned s = 0; s < count; s++)
            next[s] = good[s] && judge(c, at, s, first);
        break;
    case DX_SEQUENCE:
        for (size_t i = parts; i-- > 0;)
            judge_program(c, at, dx_formula_operand(c->store, program, i),
                          good);
        return;
    case DX_CHOICE:
        for (size_t i = 0; i < parts; i++) {
            bool part[1 << BITS_MAX];
            memcpy(part, good, sizeof part);
            judge_program(c, at, dx_formula_operand(c->store, program, i),
                          part);
            for (unsigned s = 0; s < count; s++)
                next[s] = next[s] || part[s];
        }
        break;
    default: // a star: 2^n rounds are enough for n bits
        memcpy(next, good, sizeof next);
        for (unsigned round = 0; round < count; round++) {
            bool more[1 << BITS_MAX];
            memcpy(more, next, sizeof more);
            judge_program(c, at, first, more);
            for (unsigned s = 0; s < count; s++)
                next[s] = next[s] || more[s];
        }
        break;
    }
    memcpy(good, next, sizeof next);
}

static bool judge_box_of_program(const court *c, const plain *at,
                                 unsigned state, dx_formula f)
{
    bool is_box = dx_formula_kind(c->store, f) == DX_BOX;
    bool good[1 << BITS_MAX] = {[0] = false};
    for (unsigned s = 0; s < 1u << at->bits; s++)
        good[s] = judge(c, at, s, dx_formula_operand(c->store, f, 1)) != is_box;
    judge_program(c, at, dx_formula_operand(c->store, f, 0), good);
    return good[state] != is_box;
}

static bool judge_boolean(const court *c, const plain *at, unsigned state,
                          dx_formula f)
{
    size_t count = dx_formula_count(c->store, f);
    size_t true_count = 0;
    bool value[8] = {false};
    for (size_t i = 0; i < count; i++) {
        value[i] = judge(c, at, state, dx_formula_operand(c->store, f, i));
        true_count += value[i];
    }
    switch (dx_formula_kind(c->store, f)) {
    case DX_NOT:
        return !value[0];
    case DX_AND:
        return true_count == count;
    case DX_OR:
        return true_count > 0;
    case DX_IMPLIES:
        return !value[0] || value[1];
    default:
        return value[0] == value[1];
    }
}

static bool judge(const court *c, const plain *at, unsigned state, dx_formula f)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    switch (kind) {
    case DX_TRUE:
    case DX_FALSE:
        return kind == DX_TRUE;
    case DX_APPLY:
        return state >> index_of(c->atom, VARS, f) & 1;
    case DX_FORALL_PROP:
    case DX_EXISTS_PROP:
        return judge_quantifier(c, at, state, f);
    case DX_BOX:
    case DX_DIAMOND:
        return judge_box_of_program(c, at, state, f);
    case DX_NOT:
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
    case DX_IFF:
        return judge_boolean(c, at, state, f);
    default:
        break;
    }
    return kind >= DX_ANNOUNCE && kind <= DX_TELL_GROUP_WHETHER_DUAL
               ? judge_announcement(c, at, state, f)
               : judge_knowledge(c, at, state, f);
}

// ---- Random structures and formulas ----

static unsigned draw(dx_random *random, unsigned bound)
{
    return (unsigned)dx_random_below(random, bound);
}

static dx_formula random_formula(const court *c, dx_random *random,
                                 unsigned depth);

static dx_formula random_program(const court *c, dx_random *random,
                                 unsigned depth)
{
    static const dx_kind kinds[] = {DX_STEP, DX_TEST, DX_SEQUENCE, DX_CHOICE,
                                    DX_STAR};
    dx_kind kind = kinds[depth == 0 ? 0 : draw(random, 5)];
    uint32_t operands[2];
    if (kind == DX_STEP)
        operands[0] = c->agent[draw(random, AGENTS)];
    else if (kind == DX_TEST)
        operands[0] = random_formula(c, random, depth - 1);
    else
        operands[0] = random_program(c, random, depth - 1);
    bool is_pair = kind == DX_SEQUENCE || kind == DX_CHOICE;
    if (is_pair)
        operands[1] = random_program(c, random, depth - 1);
    return dx_formula_make(c->store, kind, is_pair ? 2 : 1, operands);
}

// Kinds by the shape of their operands: f formulas, a agents, p a program, x
// the name of an atom.
static dx_formula random_formula(const court *c, dx_random *random,
                                 unsigned depth)
{
    static const dx_kind kinds[] = {DX_NOT,
                                    DX_AND,
                                    DX_OR,
                                    DX_IMPLIES,
                                    DX_IFF,
                                    DX_KNOWS,
                                    DX_POSSIBLE,
                                    DX_KNOWS_WHETHER,
                                    DX_BELIEVES,
                                    DX_EVERYBODY,
                                    DX_COMMON,
                                    DX_DISTRIBUTED,
                                    DX_ANNOUNCE,
                                    DX_ANNOUNCE_DUAL,
                                    DX_TELL_WHETHER,
                                    DX_TELL_WHETHER_DUAL,
                                    DX_TELL,
                                    DX_TELL_DUAL,
                                    DX_BOX,
                                    DX_DIAMOND,
                                    DX_FORALL_PROP,
                                    DX_EXISTS_PROP,
                                    DX_TELL_GROUP_WHETHER,
                                    DX_TELL_GROUP_WHETHER_DUAL};
    if (depth == 0 || draw(random, 8) == 0)
        return draw(random, 9) == 0 ? dx_formula_true(c->store)
                                    : c->atom[draw(random, VARS)];
    dx_kind kind = kinds[draw(random, sizeof kinds / sizeof *kinds)];
    uint32_t operands[8];
    size_t count = 0;
    for (const char *letter = dx_kind_operands(kind); *letter != '\0';
         letter++) {
        size_t times = letter[1] == '+' ? 1 + draw(random, 2) : 1;
        for (; *letter != '+' && times > 0; times--)
            operands[count++] =
                *letter == 'f'   ? random_formula(c, random, depth - 1)
                : *letter == 'a' ? c->agent[draw(random, AGENTS)]
                : *letter == 'p'
                    ? random_program(c, random, depth - 1)
                    : dx_formula_name(c->store, c->atom[draw(random, VARS)]);
    }
    if (kind == DX_FORALL_PROP || kind == DX_EXISTS_PROP)
        count = 2; // the judge knows one variable at a time
    return dx_formula_make(c->store, kind, count, operands);
}

static dx_formula random_boolean(const court *c, dx_random *random,
                                 unsigned depth)
{
    static const dx_kind kinds[] = {DX_AND, DX_OR, DX_IFF, DX_IMPLIES};
    if (depth == 0) {
        dx_formula atom = c->atom[draw(random, VARS)];
        return draw(random, 2) == 0 ? atom : dx_formula_not(c->store, atom);
    }
    dx_formula left = random_boolean(c, random, depth - 1);
    dx_formula right = random_boolean(c, random, depth - 1);
    return dx_formula_binary(c->store, kinds[draw(random, 4)], left, right);
}

static court court_new(void)
{
    static const char *const agents[] = {"a", "b", "c"};
    court c = {.store = dx_formulas_new()};
    for (unsigned v = 0; v < VARS; v++)
        c.atom[v] = dx_formula_atom(c.store, (char[]){(char)('p' + v), '\0'});
    for (unsigned a = 0; a < AGENTS; a++)
        c.agent[a] = dx_formula_atom(c.store, agents[a]);
    return c;
}

// The same random structure twice.
static dx_structure *random_structure(const court *c, dx_random *random,
                                      plain *same,
                                      const dx_bdd_options *options)
{
    dx_structure *s = dx_structure_new(c->store, options);
    *same = (plain){.bits = VARS};
    for (unsigned v = 0; v < VARS; v++)
        CHECK_EQ(dx_structure_add_variable(s, c->atom[v], NULL), DX_OK);
    for (unsigned a = 0; a < AGENTS; a++) {
        size_t sees[VARS];
        size_t count = 0;
        for (unsigned v = 0; v < VARS; v++)
            if (draw(random, 2) == 0)
                sees[count++] = v;
            else
                same->hidden[a] |= 1u << v;
        dx_structure_add_agent(s, dx_formula_name(c->store, c->agent[a]), sees,
                               count);
    }
    dx_formula law = draw(random, 4) == 0 ? dx_formula_true(c->store)
                                          : random_boolean(c, random, 2);
    CHECK_EQ(dx_structure_set_law(s, law, NULL), DX_OK);
    for (unsigned state = 0; state < 1 << VARS; state++)
        same->is_state[state] = judge(c, same, state, law);
    return s;
}

static void check_formula(const court *c, dx_structure *s, const plain *same,
                          dx_formula f, uint64_t seed)
{
    bool is_valid = true, got_valid;
    for (unsigned state = 0; state < 1 << VARS; state++) {
        bool values[VARS], holds;
        for (unsigned v = 0; v < VARS; v++)
            values[v] = state >> v & 1;
        bool wanted = judge(c, same, state, f);
        CHECK_EQ(dx_structure_holds(s, f, values, &holds, NULL), DX_OK);
        CHECK_THAT(holds == wanted, "seed %llu, state %u, law %d",
                   (unsigned long long)seed, state, same->is_state[state]);
        is_valid = is_valid && (!same->is_state[state] || wanted);
    }
    CHECK_EQ(dx_structure_valid(s, f, &got_valid, NULL, NULL), DX_OK);
    CHECK_EQ(got_valid, is_valid);
}

// The explicit model whose worlds are the states.
static dx_model *explicit_model(const court *c, const plain *same,
                                unsigned *states)
{
    unsigned count = 0;
    for (unsigned state = 0; state < 1 << VARS; state++)
        if (same->is_state[state])
            states[count++] = state;
    dx_model *model = dx_model_new(c->store, count);
    for (unsigned a = 0; a < AGENTS; a++) {
        uint32_t seen[1 << VARS];
        for (unsigned w = 0; w < count; w++)
            seen[w] = states[w] & ~same->hidden[a];
        dx_model_set_partition(
            model,
            dx_model_add_agent(model, dx_formula_text(c->store, c->agent[a])),
            seen);
    }
    for (unsigned v = 0; v < VARS; v++) {
        size_t p = dx_model_add_proposition(model, c->atom[v]);
        for (unsigned w = 0; w < count; w++)
            if (states[w] >> v & 1)
                dx_bitset_add(dx_model_worlds_of(model, p), w);
    }
    return model;
}

// Whether both engines gave an answer, which must then be the same.
static bool check_engines(const court *c, dx_structure *s, const plain *same,
                          dx_formula f, uint64_t seed)
{
    unsigned states[1 << VARS];
    dx_model *model = explicit_model(c, same, states);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *worlds;
    bool is_answered = dx_model_world_count(model) > 0 &&
                       dx_evaluate(evaluator, f, &worlds, NULL) == DX_OK;
    for (size_t w = 0; is_answered && w < dx_model_world_count(model); w++) {
        bool values[VARS], holds;
        for (unsigned v = 0; v < VARS; v++)
            values[v] = states[w] >> v & 1;
        CHECK_EQ(dx_structure_holds(s, f, values, &holds, NULL), DX_OK);
        CHECK_THAT(holds == dx_bitset_has(worlds, w), "seed %llu, state %u",
                   (unsigned long long)seed, states[w]);
    }
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    return is_answered;
}

TEST(the_symbolic_engine_agrees_with_the_explicit_one)
{
    unsigned answered = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 7, 0);
        court c = court_new();
        plain same;
        dx_structure *s = random_structure(&c, &random, &same, NULL);
        for (unsigned i = 0; i < 4; i++)
            answered += check_engines(&c, s, &same,
                                      random_formula(&c, &random, 4), seed);
        dx_structure_free(s);
        dx_formulas_free(c.store);
    }
    // The explicit engine has no quantifiers over propositions.
    CHECK(answered > 3000);
}

static void check_random(uint64_t from, uint64_t to, unsigned depth)
{
    for (uint64_t seed = from; seed < to; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, depth, 0);
        court c = court_new();
        plain same;
        dx_structure *s = random_structure(&c, &random, &same, NULL);
        for (unsigned i = 0; i < 4; i++)
            check_formula(&c, s, &same, random_formula(&c, &random, depth),
                          seed);
        dx_structure_free(s);
        dx_formulas_free(c.store);
    }
}

TEST(random_formulas_mean_what_the_definition_says_at_every_state)
{
    check_random(0, 600, 2);
    check_random(0, 100, 3);
}

LONG_TEST(many_random_formulas_mean_what_the_definition_says)
{
    check_random(1000, 6000, 2);
    check_random(1000, 2500, 3);
}
