// From what people write to the few kinds that the rest of the room knows.
//
// One walk, with a memo by formula and by whether it stands inside a base.
// What a kind stands for is in the header; here each is one small function.
// Conjunctions are kept as one flat node whose first part is no conjunction:
// that is exactly a conjunction of two, of two, ... to the left, so equal
// handles are equal formulas, and a long one is not deep.

#include "belief/language.h"

#include "base/memory.h"
#include "base/stack.h"
#include "base/vector.h"
#include "proof/expand.h"

#include <assert.h>
#include <string.h>

enum { NODES_MAX = 4000000 };

// The deepest formula, as a message has it.
#ifdef __EMSCRIPTEN__
#define DEPTH_TEXT "1000"
#else
#define DEPTH_TEXT "50000"
#endif

#define TIME_IS_NO_BELIEF                                                      \
    "a base is not expanded by the time, which passes by one with every "      \
    "expansion (a file says what time it is with `now 3`)"

typedef struct job {
    dx_language *language;
    dx_formulas *store;
    dx_belief_level level;
    dx_error *error;
    dx_status status;
} job;

void dx_language_init(dx_language *language, dx_formulas *store,
                      const char *machine)
{
    *language = (dx_language){
        .store = store,
        .machine = dx_names_add(dx_formulas_names(store), machine),
        .culprit = DX_FORMULA_NONE};
}

void dx_language_release(dx_language *language)
{
    dx_pair_map_release(&language->normal);
    dx_pair_map_release(&language->nested);
    dx_pair_map_release(&language->written);
}

static dx_formula refuse(job *j, dx_status status, dx_formula culprit,
                         const char *message)
{
    if (j->status == DX_OK) {
        j->status = dx_fail(j->error, status, 0, 0, "%s", message);
        j->language->culprit = culprit;
    }
    return DX_FORMULA_NONE;
}

static dx_formula operand(const job *j, dx_formula f, size_t i)
{
    return dx_formula_operand(j->store, f, i);
}

// ---- Nodes of the normal form; a part that failed fails the whole ----

static dx_formula made(job *j, dx_kind kind, size_t count,
                       const uint32_t *operands)
{
    if (j->status != DX_OK)
        return DX_FORMULA_NONE;
    dx_formula f = dx_formula_make(j->store, kind, count, operands);
    if (f == DX_FORMULA_NONE)
        return refuse(
            j, DX_ERR_LIMIT, DX_FORMULA_NONE,
            "the formula is nested too deeply, more than " DEPTH_TEXT
            " deep as it is read: f -> g is ~(f & ~g), f | g inside a "
            "belief ~(~f & ~g), and chains of them are as deep as "
            "they are long");
    if (dx_formulas_count(j->store) > NODES_MAX)
        return refuse(j, DX_ERR_LIMIT, DX_FORMULA_NONE,
                      "the formulas of the file are too many");
    return f;
}

static dx_formula negation(job *j, dx_formula f)
{
    return made(j, DX_NOT, 1, &f);
}

typedef DX_VECTOR(dx_formula) parts;

static void push_left(const job *j, parts *all, dx_formula f)
{
    if (dx_formula_kind(j->store, f) != DX_AND) {
        dx_vector_push(all, f);
        return;
    }
    for (size_t i = 0; i < dx_formula_count(j->store, f); i++)
        dx_vector_push(all, operand(j, f, i));
}

// The conjunction of all, to the left.
static dx_formula conjunction(job *j, size_t count, const dx_formula *formulas)
{
    if (j->status != DX_OK)
        return DX_FORMULA_NONE;
    parts all = {0};
    push_left(j, &all, formulas[0]);
    for (size_t i = 1; i < count; i++)
        dx_vector_push(&all, formulas[i]);
    dx_formula f =
        all.count == 1 ? all.at[0] : made(j, DX_AND, all.count, all.at);
    dx_vector_release(&all);
    return f;
}

static dx_formula both(job *j, dx_formula f, dx_formula g)
{
    return conjunction(j, 2, (dx_formula[]){f, g});
}

// ~(f & ~g)
static dx_formula implication(job *j, dx_formula f, dx_formula g)
{
    return negation(j, both(j, f, negation(j, g)));
}

// ---- Kinds ----

static dx_formula normal(job *j, dx_formula f, bool is_belief);

static parts normal_parts(job *j, dx_formula f, bool is_belief)
{
    parts all = {0};
    for (size_t i = 0; i < dx_formula_count(j->store, f); i++)
        dx_vector_push(&all, normal(j, operand(j, f, i), is_belief));
    assert(all.count > 0 && all.at != NULL); // a connective has parts
    return all;
}

static dx_formula disjunction(job *j, dx_formula f, bool is_belief)
{
    parts all = normal_parts(j, f, is_belief);
    for (size_t i = 0; i < all.count; i++)
        all.at[i] = negation(j, all.at[i]);
    dx_formula none = all.at[0];
    if (!is_belief)
        none = conjunction(j, all.count, all.at);
    for (size_t i = 1; i < all.count && is_belief; i++) {
        none = both(j, none, all.at[i]);
        if (i + 1 < all.count)
            none = negation(j, negation(j, none));
    }
    dx_vector_release(&all);
    return negation(j, none);
}

static dx_formula connective(job *j, dx_formula f, bool is_belief)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    if (kind == DX_OR)
        return disjunction(j, f, is_belief);
    parts all = normal_parts(j, f, is_belief);
    dx_formula result;
    if (kind == DX_NOT)
        result = negation(j, all.at[0]);
    else if (kind == DX_AND)
        result = conjunction(j, all.count, all.at);
    else if (kind == DX_IMPLIES)
        result = implication(j, all.at[0], all.at[1]);
    else
        result = both(j, implication(j, all.at[0], all.at[1]),
                      implication(j, all.at[1], all.at[0]));
    dx_vector_release(&all);
    return result;
}

static bool is_now(const job *j, dx_formula t)
{
    return dx_formula_kind(j->store, t) == DX_APPLY &&
           dx_formula_count(j->store, t) == 1 &&
           strcmp(dx_formula_text(j->store, t), "now") == 0;
}

// A whole number that can be a time, `more` later.
static bool read_time(job *j, dx_formula t, int64_t more, int64_t *out)
{
    if (dx_formula_kind(j->store, t) == DX_NUMBER) {
        dx_fraction value = dx_formula_value(j->store, t);
        *out = value.top + more;
        if (value.over == 1 && value.top >= 0 && value.top < DX_TIME_MAX)
            return true;
    }
    refuse(j, DX_ERR_INPUT, t,
           "a time is a whole number from 0 to 999999, or a const "
           "that was defined before");
    return false;
}

static dx_formula at_least(job *j, dx_formula t, int64_t more)
{
    int64_t time;
    if (!read_time(j, t, more, &time))
        return DX_FORMULA_NONE;
    dx_formula now = dx_formula_atom(j->store, "now");
    dx_formula number = dx_formula_number(j->store, dx_fraction_int(time));
    return made(j, DX_GREATER_EQUAL, 2, (uint32_t[]){now, number});
}

// The same comparison seen from the other side.
static dx_kind turned(dx_kind kind)
{
    return kind == DX_LESS            ? DX_GREATER
           : kind == DX_LESS_EQUAL    ? DX_GREATER_EQUAL
           : kind == DX_GREATER       ? DX_LESS
           : kind == DX_GREATER_EQUAL ? DX_LESS_EQUAL
                                      : kind;
}

static dx_formula time_comparison(job *j, dx_formula f)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    dx_formula t = operand(j, f, 1);
    if (!is_now(j, operand(j, f, 0))) {
        t = operand(j, f, 0);
        kind = turned(kind);
    }
    if (kind == DX_GREATER_EQUAL || kind == DX_LESS) {
        dx_formula bound = at_least(j, t, 0);
        return kind == DX_LESS ? negation(j, bound) : bound;
    }
    dx_formula after = at_least(j, t, 1);
    if (kind == DX_GREATER || kind == DX_LESS_EQUAL)
        return kind == DX_GREATER ? after : negation(j, after);
    dx_formula equal = both(j, at_least(j, t, 0), negation(j, after));
    return kind == DX_EQUAL ? equal : negation(j, equal);
}

static dx_formula timed_atom(job *j, dx_formula f)
{
    dx_formula atom = operand(j, f, 0);
    int64_t time;
    if (dx_formula_kind(j->store, f) != DX_AT)
        return refuse(j, DX_ERR_UNSUPPORTED, f,
                      "the past of a game is for `doxa ask`; belief bases "
                      "have p@t");
    if (dx_formula_kind(j->store, atom) != DX_APPLY || is_now(j, atom))
        return refuse(j, DX_ERR_INPUT, f,
                      "in a belief base a time belongs to a fact: p@3, or "
                      "explicit[h]@3 f");
    if (!read_time(j, operand(j, f, 1), 0, &time))
        return DX_FORMULA_NONE;
    return f;
}

static bool is_machine(const job *j, dx_formula agent)
{
    return dx_formula_count(j->store, agent) == 1 &&
           dx_formula_name(j->store, agent) == j->language->machine;
}

static dx_formula refuse_agent(job *j, dx_formula f)
{
    switch (dx_formula_kind(j->store, f)) {
    case DX_EXPLICIT:
        return refuse(j, DX_ERR_INPUT, f,
                      "only the agent whose base it is has beliefs without a "
                      "time; of others write explicit[h]@3 f");
    case DX_EXPLICIT_AT:
        return refuse(j, DX_ERR_INPUT, f,
                      "the agent whose base it is has its beliefs now; write "
                      "explicit[m] f");
    default:
        return refuse(j, DX_ERR_INPUT, f,
                      "only the agent whose base it is has implicit beliefs");
    }
}

static dx_formula attitude(job *j, dx_formula f)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    dx_formula agent = operand(j, f, 0);
    int64_t time;
    if (is_machine(j, agent) == (kind == DX_EXPLICIT_AT))
        return refuse_agent(j, f);
    if (kind == DX_EXPLICIT_AT && !read_time(j, operand(j, f, 1), 0, &time))
        return DX_FORMULA_NONE;
    if (kind == DX_IMPLICIT && j->level == DX_BELIEF_L0)
        return refuse(j, DX_ERR_INPUT, f,
                      "implicit belief does not stand inside a belief");
    dx_belief_level level = j->level;
    j->level = DX_BELIEF_L0;
    dx_formula body = normal(j, operand(j, f, kind == DX_EXPLICIT_AT ? 2 : 1),
                             kind != DX_IMPLICIT);
    j->level = level;
    if (kind == DX_EXPLICIT_AT)
        return made(j, kind, 3, (uint32_t[]){agent, operand(j, f, 1), body});
    return made(j, kind, 2, (uint32_t[]){agent, body});
}

static dx_formula expansion(job *j, dx_formula f)
{
    if (j->level != DX_BELIEF_LPLUS)
        return refuse(j, DX_ERR_INPUT, f,
                      j->level == DX_BELIEF_L
                          ? "an expansion does not stand in a precondition"
                          : "an expansion does not stand inside a belief");
    j->level = DX_BELIEF_L0;
    dx_formula event = normal(j, operand(j, f, 0), true);
    j->level = DX_BELIEF_LPLUS;
    if (event != DX_FORMULA_NONE && dx_time_literal_of(j->store, event).is)
        return refuse(j, DX_ERR_INPUT, operand(j, f, 0), TIME_IS_NO_BELIEF);
    dx_formula after = normal(j, operand(j, f, 1), false);
    return made(j, dx_formula_kind(j->store, f), 2, (uint32_t[]){event, after});
}

static dx_formula other_kind(job *j, dx_formula f)
{
    switch (dx_formula_family(j->store, f)) {
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_GROUP:
        return refuse(j, DX_ERR_UNSUPPORTED, f,
                      "knowledge is for `doxa check` and `doxa valid`; belief "
                      "bases have explicit[m] f and implicit[m] f");
    case DX_FAMILY_COMPARE:
        return refuse(j, DX_ERR_UNSUPPORTED, f,
                      "values are for `doxa check`; belief bases compare only "
                      "now with a number, as in now >= 3");
    default:
        return refuse(j, DX_ERR_UNSUPPORTED, f,
                      "this is not in the language of belief bases: p@t, "
                      "now >= t, explicit[m] f, explicit[h]@t f, implicit[m] "
                      "f, [+f] g, <+f> g and connectives");
    }
}

static dx_formula normal_new(job *j, dx_formula f, bool is_belief)
{
    switch (dx_formula_family(j->store, f)) {
    case DX_FAMILY_TRUTH: {
        dx_formula yes = dx_formula_true(j->store);
        return f == yes ? f : negation(j, yes);
    }
    case DX_FAMILY_NAME:
        return is_now(j, f)
                   ? refuse(j, DX_ERR_INPUT, f, "now is a time: write now >= 3")
                   : f;
    case DX_FAMILY_BOOLEAN:
        return connective(j, f, is_belief);
    case DX_FAMILY_TIME:
        return timed_atom(j, f);
    case DX_FAMILY_BASE: {
        dx_kind kind = dx_formula_kind(j->store, f);
        bool expands = kind == DX_EXPAND || kind == DX_EXPAND_DUAL;
        return expands ? expansion(j, f) : attitude(j, f);
    }
    case DX_FAMILY_COMPARE:
        if (is_now(j, operand(j, f, 0)) != is_now(j, operand(j, f, 1)))
            return time_comparison(j, f);
        return other_kind(j, f);
    default:
        return other_kind(j, f);
    }
}

static void remember(dx_language *language, dx_formula f, uint32_t place,
                     dx_formula result)
{
    dx_pair_map_put(&language->normal, f, place, result);
    if (dx_pair_map_find(&language->written, result, 0) == UINT32_MAX)
        dx_pair_map_put(&language->written, result, 0, f);
}

static uint32_t place_of(dx_belief_level level, bool is_belief)
{
    return 2 * (uint32_t)level + is_belief;
}

// What may stand in a belief may stand anywhere, so a result at one level is
// good at every higher one; lower ones are asked again.
static dx_formula normal(job *j, dx_formula f, bool is_belief)
{
    if (j->status != DX_OK)
        return DX_FORMULA_NONE;
    uint32_t place = place_of(j->level, is_belief);
    dx_formula known = dx_pair_map_find(&j->language->normal, f, place);
    if (known != UINT32_MAX)
        return known;
    dx_formula result = normal_new(j, f, is_belief);
    if (j->status == DX_OK) {
        assert(result != DX_FORMULA_NONE);
        remember(j->language, f, place, result);
    }
    return result;
}

// How many expansions of the normal form `f` are inside each other.
static uint32_t nested(job *j, dx_formula f)
{
    dx_kind kind = dx_formula_kind(j->store, f);
    if (kind != DX_NOT && kind != DX_AND && kind != DX_EXPAND &&
        kind != DX_EXPAND_DUAL)
        return 0;
    uint32_t most = dx_pair_map_find(&j->language->nested, f, 0);
    if (most != UINT32_MAX)
        return most;
    most = 0;
    bool expands = kind == DX_EXPAND || kind == DX_EXPAND_DUAL;
    for (size_t i = expands; i < dx_formula_count(j->store, f); i++) {
        uint32_t inside = nested(j, operand(j, f, i)) + expands;
        most = inside > most ? inside : most;
    }
    dx_pair_map_put(&j->language->nested, f, 0, most);
    return most;
}

// ---- The face ----

typedef struct asked {
    job j;
    dx_formula f, result;
    bool is_belief;
} asked;

static void normal_there(void *data)
{
    asked *a = data;
    job *j = &a->j;
    dx_formula written = a->f;
    j->status =
        dx_formula_expand(j->store, a->f, NODES_MAX, &written, j->error);
    if (j->status != DX_OK)
        j->language->culprit = a->f;
    a->result = normal(j, written, a->is_belief);
    if (j->status == DX_OK && j->level == DX_BELIEF_LPLUS &&
        nested(j, a->result) > DX_EXPANSIONS_MAX)
        refuse(j, DX_ERR_LIMIT, a->f,
               "more than 200 expansions are inside each other");
    if (j->status == DX_OK && a->f != written)
        remember(j->language, a->f, place_of(j->level, a->is_belief),
                 a->result);
}

static dx_status ask_normal(dx_language *language, dx_formula f,
                            dx_belief_level level, bool is_belief,
                            dx_formula *out, dx_error *error)
{
    asked a = {.j = {language, language->store, level, error, DX_OK},
               .f = f,
               .is_belief = is_belief};
    language->culprit = DX_FORMULA_NONE;
    dx_formula known =
        dx_pair_map_find(&language->normal, f, place_of(level, is_belief));
    if (known != UINT32_MAX) {
        *out = known;
        return DX_OK;
    }
    // Each level of what was written is at most four of the normal form, and
    // that has at most DX_FORMULA_DEPTH_MAX.
    size_t depth = dx_formula_depth(language->store, f);
    dx_run_deep(depth < DX_LEVELS_SHALLOW / 4 ? depth : DX_FORMULA_DEPTH_MAX,
                normal_there, &a);
    if (a.j.status == DX_OK)
        *out = a.result;
    return a.j.status;
}

dx_status dx_language_formula(dx_language *language, dx_formula f,
                              dx_belief_level level, dx_formula *out,
                              dx_error *error)
{
    return ask_normal(language, f, level, false, out, error);
}

dx_status dx_language_belief(dx_language *language, dx_formula f,
                             dx_formula *out, dx_error *error)
{
    return ask_normal(language, f, DX_BELIEF_L0, true, out, error);
}

dx_status dx_language_event(dx_language *language, dx_formula f,
                            dx_formula *out, dx_error *error)
{
    dx_status status = dx_language_belief(language, f, out, error);
    if (status != DX_OK || !dx_time_literal_of(language->store, *out).is)
        return status;
    language->culprit = f;
    return dx_fail(error, DX_ERR_INPUT, 0, 0, TIME_IS_NO_BELIEF);
}

uint32_t dx_now_time(const dx_formulas *store, dx_formula now)
{
    assert(dx_formula_kind(store, now) == DX_GREATER_EQUAL);
    dx_formula number = dx_formula_operand(store, now, 1);
    return (uint32_t)dx_formula_value(store, number).top;
}

dx_time_literal dx_time_literal_of(const dx_formulas *store, dx_formula f)
{
    bool holds = dx_formula_kind(store, f) != DX_NOT;
    if (!holds)
        f = dx_formula_operand(store, f, 0);
    if (dx_formula_kind(store, f) != DX_GREATER_EQUAL)
        return (dx_time_literal){0};
    return (dx_time_literal){true, holds, dx_now_time(store, f)};
}

dx_formula dx_language_written(const dx_language *language, dx_formula normal)
{
    dx_formula f = dx_pair_map_find(&language->written, normal, 0);
    return f == UINT32_MAX ? normal : f;
}
