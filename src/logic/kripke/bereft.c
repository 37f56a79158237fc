// Whom an update left no world is a question like any other: the formula that
// is asked is turned into one that says that somewhere on its way somebody
// holds nothing possible, and whichever engine answered the first is asked the
// second.  With L(f) for what is made of f, only behind an update:
//
//     L(f & g)  = L(f) | L(g)             L([!f] g)  = <!f> L(g)
//     L(K[a] f) = K[a] false | M[a] L(f)  L([M,e] g) = <M,e> L(g)
//     L(E[G] f) = K[a] false | ~E[G] ~L(f)     L([p] f) = L(p) | <p> L(f)
//     L(C[G] f) = K[a] false | ~C[G] ~(K[a] false | L(f))
//     L(D[G] f) = K[a] false | D[G] false & ~K[b] false.. | ~D[G] ~L(f)
//
// First for anybody, which lists who is asked about and mostly is the end of
// it; then for each of them, on the whole way and `here`, before any agent's
// step.  A formula of more than VISITS_MAX parts is looked at no further.

#include "logic/kripke/bereft.h"

enum { VISITS_MAX = 2000 };

typedef struct search {
    dx_formulas *store;
    const dx_bereft_engine *engine;
    const dx_bereft *who; // NULL: anybody, who is listed
    dx_bereft_list *listed;
    bool is_here;
    size_t visits;
} search;

static dx_formula lost(search *s, dx_formula f, bool is_updated);

// ---- Formulas, with `false` left out ----

// Too deep a formula says nothing.
static bool is_false(const search *s, dx_formula f)
{
    return f == DX_FORMULA_NONE || dx_formula_kind(s->store, f) == DX_FALSE;
}

static dx_formula either(search *s, dx_formula f, dx_formula g)
{
    return is_false(s, f)   ? g
           : is_false(s, g) ? f
                            : dx_formula_or(s->store, f, g);
}

// `f` as one of that kind, with another operand i.
static dx_formula with(dx_formulas *store, dx_formula f, dx_kind kind, size_t i,
                       dx_formula operand)
{
    DX_VECTOR(uint32_t) operands = {0};
    for (size_t k = 0; k < dx_formula_count(store, f); k++)
        dx_vector_push(&operands,
                       k == i ? operand : dx_formula_operand(store, f, k));
    dx_formula made =
        operand == DX_FORMULA_NONE
            ? operand
            : dx_formula_make(store, kind, operands.count, operands.at);
    dx_vector_release(&operands);
    return made;
}

// Behind a diamond, or behind what is dual to a box.
static dx_formula behind(search *s, dx_formula f, dx_kind diamond, size_t i,
                         dx_formula body)
{
    return is_false(s, body) ? body : with(s->store, f, diamond, i, body);
}

static dx_formula behind_box(search *s, dx_formula f, dx_kind box, size_t i,
                             dx_formula body)
{
    if (is_false(s, body))
        return body;
    body = dx_formula_not(s->store, body);
    return dx_formula_not(s->store, with(s->store, f, box, i, body));
}

// ---- Who holds nothing possible ----

static bool has_member(const dx_formulas *store, dx_formula group,
                       uint32_t member)
{
    for (size_t i = 1; i < dx_formula_count(store, group); i++)
        if (dx_formula_operand(store, group, i) == member)
            return true;
    return false;
}

static bool is_within(const dx_formulas *store, dx_formula a, dx_formula b)
{
    for (size_t i = 1; i < dx_formula_count(store, a); i++)
        if (!has_member(store, b, dx_formula_operand(store, a, i)))
            return false;
    return true;
}

static bool is_same(const dx_formulas *store, const dx_bereft *a,
                    const dx_bereft *b)
{
    if (a->group == DX_FORMULA_NONE || b->group == DX_FORMULA_NONE)
        return a->group == b->group && a->agent == b->agent &&
               a->attitude == b->attitude;
    return is_within(store, a->group, b->group) &&
           is_within(store, b->group, a->group);
}

// Lists one that is asked about, or says whether it is the one looked for.
static bool is_wanted(search *s, dx_bereft one)
{
    if (s->who != NULL)
        return is_same(s->store, s->who, &one);
    for (size_t i = 0; i < s->listed->count; i++)
        if (is_same(s->store, &s->listed->at[i], &one))
            return true;
    dx_vector_push(s->listed, one);
    return true;
}

dx_formula dx_bereft_nothing(dx_formulas *store, const dx_bereft *who)
{
    dx_formula none = dx_formula_false(store);
    if (who->group != DX_FORMULA_NONE)
        return with(store, who->group, DX_DISTRIBUTED, 0, none);
    dx_formula agent =
        dx_formula_make(store, DX_APPLY, 1, (uint32_t[]){who->agent});
    dx_kind kind = who->attitude == DX_BELIEF ? DX_BELIEVES : DX_KNOWS;
    return dx_formula_make(store, kind, 2, (uint32_t[]){agent, none});
}

// That an agent holds nothing possible, if it is wanted.
static dx_formula nothing(search *s, dx_formula agent, bool believes,
                          bool is_updated)
{
    dx_bereft one = {dx_formula_name(s->store, agent), DX_KNOWLEDGE, false,
                     DX_FORMULA_NONE};
    if (believes && s->engine->has_belief(s->engine->self, one.agent))
        one.attitude = DX_BELIEF;
    return is_updated && is_wanted(s, one) ? dx_bereft_nothing(s->store, &one)
                                           : dx_formula_false(s->store);
}

// That one of the agents of `f`, the operands from 1, does.
static dx_formula any_nothing(search *s, dx_formula f, bool is_updated)
{
    dx_formula any = dx_formula_false(s->store);
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++)
        any = either(
            s, any,
            nothing(s, dx_formula_operand(s->store, f, i), false, is_updated));
    return any;
}

// That the group of f, a D, shares nothing where each of it holds something.
static dx_formula nothing_shared(search *s, dx_formula f, bool is_updated)
{
    dx_formulas *store = s->store;
    dx_bereft group = {dx_formula_name(store, dx_formula_operand(store, f, 1)),
                       DX_KNOWLEDGE, false, f};
    if (!is_updated || !is_wanted(s, group))
        return dx_formula_false(store);
    dx_formula shared = dx_bereft_nothing(store, &group);
    for (size_t i = 1; i < dx_formula_count(store, f); i++) {
        dx_bereft one = {
            dx_formula_name(store, dx_formula_operand(store, f, i)),
            DX_KNOWLEDGE, false, DX_FORMULA_NONE};
        shared = dx_formula_and(
            store, shared,
            dx_formula_not(store, dx_bereft_nothing(store, &one)));
    }
    return shared;
}

// ---- What is made of a formula ----

static dx_formula lost_in_all(search *s, dx_formula f, size_t from,
                              bool is_updated)
{
    dx_formula any = dx_formula_false(s->store);
    for (size_t i = from; i < dx_formula_count(s->store, f); i++)
        any = either(s, any,
                     lost(s, dx_formula_operand(s->store, f, i), is_updated));
    return any;
}

// K, M, Kw, B, Safe, P of one agent.
static dx_formula lost_to_one(search *s, dx_formula f, bool is_updated)
{
    dx_formula agent = dx_formula_operand(s->store, f, 0);
    dx_kind kind = dx_formula_kind(s->store, f);
    bool believes = kind == DX_BELIEVES || kind == DX_BELIEVES_GIVEN;
    dx_formula here = nothing(s, agent, believes, is_updated);
    if (s->is_here)
        return here;
    dx_formula there = lost_in_all(s, f, 1, is_updated);
    if (is_false(s, there))
        return here;
    uint32_t step[] = {agent, there};
    if (!believes)
        return either(s, here, dx_formula_make(s->store, DX_POSSIBLE, 2, step));
    step[1] = dx_formula_not(s->store, there);
    there = dx_formula_make(s->store, DX_BELIEVES, 2, step);
    return either(s, here, dx_formula_not(s->store, there));
}

static dx_formula lost_to_group(search *s, dx_formula f, bool is_updated)
{
    dx_kind kind = dx_formula_kind(s->store, f);
    dx_formula here = any_nothing(s, f, is_updated), there = here;
    if (kind == DX_DISTRIBUTED)
        here = either(s, here, nothing_shared(s, f, is_updated));
    if (s->is_here)
        return here;
    if (kind != DX_COMMON)
        there = dx_formula_false(s->store);
    there = either(s, there,
                   lost(s, dx_formula_operand(s->store, f, 0), is_updated));
    return either(s, here, behind_box(s, f, kind, 0, there));
}

// Of a program: that a step of its runs leads nowhere.
static dx_formula lost_on_runs(search *s, dx_formula program, bool is_updated)
{
    dx_formula any = dx_formula_false(s->store), first;
    size_t count = dx_formula_count(s->store, program);
    switch (dx_formula_kind(s->store, program)) {
    case DX_STEP:
        return nothing(s, dx_formula_operand(s->store, program, 0), false,
                       is_updated);
    case DX_STAR:
        first = dx_formula_operand(s->store, program, 0);
        any = lost_on_runs(s, first, is_updated);
        if (s->is_here || is_false(s, any))
            return any;
        return dx_formula_make(s->store, DX_DIAMOND, 2,
                               (uint32_t[]){program, any});
    case DX_CHOICE:
        for (size_t i = 0; i < count; i++)
            any =
                either(s, any,
                       lost_on_runs(s, dx_formula_operand(s->store, program, i),
                                    is_updated));
        return any;
    case DX_SEQUENCE: // from the last: its part, behind those before it
        for (size_t i = s->is_here ? 1 : count; i-- > 0;) {
            first = dx_formula_operand(s->store, program, i);
            if (!is_false(s, any))
                any = dx_formula_make(s->store, DX_DIAMOND, 2,
                                      (uint32_t[]){first, any});
            any = either(s, lost_on_runs(s, first, is_updated), any);
        }
        return any;
    default: // a test
        return any;
    }
}

static dx_formula lost_behind_runs(search *s, dx_formula f, bool is_updated)
{
    dx_formula on =
        lost_on_runs(s, dx_formula_operand(s->store, f, 0), is_updated);
    if (s->is_here)
        return on;
    dx_formula end = lost(s, dx_formula_operand(s->store, f, 1), is_updated);
    return either(s, on, behind(s, f, DX_DIAMOND, 1, end));
}

// The update that can be made, and what comes behind it.
static dx_formula lost_after(search *s, dx_formula f, size_t body)
{
    static const dx_kind diamond[DX_KINDS] = {
        [DX_ANNOUNCE] = DX_ANNOUNCE_DUAL,
        [DX_TELL_WHETHER] = DX_TELL_WHETHER_DUAL,
        [DX_TELL] = DX_TELL_DUAL,
        [DX_TELL_GROUP_WHETHER] = DX_TELL_GROUP_WHETHER_DUAL,
        [DX_EVENT] = DX_EVENT_DUAL,
    };
    dx_kind kind = dx_formula_kind(s->store, f);
    return behind(s, f, diamond[kind] != 0 ? diamond[kind] : kind, body,
                  lost(s, dx_formula_operand(s->store, f, body), true));
}

static dx_formula lost(search *s, dx_formula f, bool is_updated)
{
    if (f == DX_FORMULA_NONE || s->visits++ >= VISITS_MAX)
        return dx_formula_false(s->store);
    switch (dx_formula_family(s->store, f)) {
    case DX_FAMILY_BOOLEAN:
    case DX_FAMILY_COMPARE:
    case DX_FAMILY_ARITHMETIC:
        return lost_in_all(s, f, 0, is_updated);
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_PROBABILITY:
        return lost_to_one(s, f, is_updated);
    case DX_FAMILY_GROUP:
        return lost_to_group(s, f, is_updated);
    case DX_FAMILY_ANNOUNCE:
    case DX_FAMILY_TELL:
        return lost_after(s, f, 1);
    case DX_FAMILY_EVENT:
        return lost_after(s, f, 2);
    case DX_FAMILY_UPGRADE:
        return either(
            s, lost(s, dx_formula_operand(s->store, f, 0), is_updated),
            behind(s, f, dx_formula_kind(s->store, f), 1,
                   lost(s, dx_formula_operand(s->store, f, 1), is_updated)));
    case DX_FAMILY_RUN:
        return lost_behind_runs(s, f, is_updated);
    case DX_FAMILY_QUANTIFIER:
        return lost(s, s->engine->write_out(s->engine->self, f), is_updated);
    default: // facts, numbers, what is gathered
        return dx_formula_false(s->store);
    }
}

void dx_bereft_find(dx_formulas *store, dx_formula f, bool is_updated,
                    bool is_one, const dx_bereft_engine *engine,
                    dx_bereft_list *out)
{
    dx_bereft_list listed = {0};
    search any = {.store = store, .engine = engine, .listed = &listed};
    dx_formula anybody = lost(&any, f, is_updated);
    if (is_false(&any, anybody) || !engine->holds(engine->self, anybody))
        listed.count = 0;
    for (size_t i = 0; i < listed.count; i++) {
        search one = {.store = store, .engine = engine, .who = &listed.at[i]};
        if (!engine->holds(engine->self, lost(&one, f, is_updated)))
            continue;
        search here = {.store = store,
                       .engine = engine,
                       .who = &listed.at[i],
                       .is_here = true};
        dx_bereft found = listed.at[i];
        found.is_here =
            is_one && engine->holds(engine->self, lost(&here, f, is_updated));
        dx_vector_push(out, found);
    }
    dx_vector_release(&listed);
}
