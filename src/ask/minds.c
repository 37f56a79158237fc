// Minds within minds: a formula at a world, each operator asked of the worlds
// that its seat holds possible there, or believes in.
//
//     K[a] g at w   g at every world of a's view of w
//     B[a] g at w   g at every one with weight under the assumption
//
// This is the definition, gone through with the game's own reckoners and
// stopped at the first world that decides.

#include "ask/question.h"
#include "base/memory.h"
#include "minds/odds.h"

// What it costs to open a mind, in worlds tried.
enum { OPENING = 100 };

typedef struct minds {
    const dx_question *q;
    size_t tried, tries_max;
    dx_error *error;
} minds;

// A world, and what is asked of it.
typedef struct place {
    minds *m;
    const dx_event *past;
    const void *table;
} place;

static dx_status holds(const place *p, dx_formula f, bool *out);

// Looks for a world in which `inner` is `sought`.
typedef struct search {
    minds *m;
    dx_formula inner;
    bool sought, found;
    dx_status status;
} search;

static dx_status too_many(const minds *m)
{
    return dx_fail(m->error, DX_ERR_LIMIT, 0, 0,
                   "more than %zu worlds to try, minds within minds",
                   m->tries_max);
}

static bool look_at(void *context, const dx_world *world)
{
    search *s = context;
    place p = {s->m, world->past, world->table};
    bool is = false;
    if (world->past == NULL)
        s->status = DX_ERR_UNSUPPORTED;
    else if (++s->m->tried > s->m->tries_max)
        s->status = too_many(s->m);
    else
        s->status = holds(&p, s->inner, &is);
    s->found = s->status == DX_OK && is == s->sought;
    return s->status == DX_OK && !s->found;
}

static dx_reckoning open_mind(const place *p, unsigned seat, bool believed)
{
    const dx_question *q = p->m->q;
    return dx_reckoning_open(q->rules, seat,
                             believed ? q->options->assumption : NULL, p->past,
                             q->count);
}

static void close_mind(const place *p, dx_reckoning *r)
{
    dx_account account = {0};
    if (r->how->account != NULL)
        r->how->account(r->self, &account);
    p->m->tried += account.tried + OPENING;
    dx_reckoning_close(r);
}

// Among the worlds of `seat` at a place: those it believes in, or all.
static dx_status find_world(const place *p, unsigned seat, bool believed,
                            search *s)
{
    size_t left =
        p->m->tried < p->m->tries_max ? p->m->tries_max - p->m->tried : 0;
    dx_reckoning r = open_mind(p, seat, believed);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = DX_ERR_UNSUPPORTED;
    if (r.how->believed != NULL)
        status = r.how->believed(r.self, left, look_at, s);
    else if (r.how->each != NULL)
        status = r.how->each(r.self, left, look_at, s);
    close_mind(p, &r);
    if (status == DX_ERR_LIMIT)
        return too_many(p->m);
    return status == DX_OK ? s->status : status;
}

// Is there a world of K[a]'s, M[a]'s or Kw[a]'s seat where the operand of f is
// `sought`?
static dx_status has_world(const place *p, dx_formula f, bool sought, bool *out)
{
    const dx_question *q = p->m->q;
    search s = {.m = p->m,
                .inner = dx_formula_operand(q->store, f, 1),
                .sought = sought};
    unsigned seat = dx_question_agent(q, f);
    if (seat == DX_NONE)
        return DX_ERR_UNSUPPORTED;
    dx_status status = find_world(p, seat, false, &s);
    *out = s.found;
    return status;
}

// That a fact has chance 1 may be counted.
static dx_status believes_fact(const place *p, unsigned seat, dx_formula inner,
                               bool *out)
{
    bool negated;
    dx_fraction chance;
    const dx_need *need = dx_question_fact(p->m->q, inner, &negated);
    if (need == NULL)
        return DX_ERR_UNSUPPORTED;
    if (p->m->tried > p->m->tries_max)
        return too_many(p->m);
    dx_reckoning r = open_mind(p, seat, true);
    if (r.self == NULL)
        return DX_ERR_UNSUPPORTED;
    dx_status status = dx_fact_chance(&r, need, negated, &chance);
    *out = status == DX_OK && chance.top == chance.over;
    close_mind(p, &r);
    return status == DX_ERR_LIMIT ? too_many(p->m) : status;
}

static dx_status believes(const place *p, unsigned seat, dx_formula inner,
                          bool *out)
{
    search s = {.m = p->m, .inner = inner, .sought = false};
    dx_status status = believes_fact(p, seat, inner, out);
    if (status != DX_ERR_UNSUPPORTED)
        return status;
    status = find_world(p, seat, true, &s);
    *out = !s.found;
    return status;
}

// A mind's own test of certainty is quicker than to look at all its worlds.
static dx_status knows(const place *p, dx_formula f, bool *out)
{
    dx_question above = *p->m->q;
    above.seat = DX_BYSTANDER;
    above.seen = p->past;
    if (dx_ask_certain(&above, f, out) == DX_OK)
        return DX_OK;
    dx_status status = has_world(p, f, false, out);
    *out = !*out;
    return status;
}

static dx_status knows_whether(const place *p, dx_formula f, bool *out)
{
    bool is = false, is_not = false;
    dx_status status = has_world(p, f, true, &is);
    if (status == DX_OK && is)
        status = has_world(p, f, false, &is_not);
    *out = !is || !is_not;
    return status;
}

// And, or, if: decided by the first operand that does not leave it open.
static dx_status holds_joint(const place *p, dx_formula f, bool *out)
{
    dx_formulas *store = p->m->q->store;
    dx_kind kind = dx_formula_kind(store, f);
    bool is_and = kind == DX_AND;
    for (size_t i = 0; i < dx_formula_count(store, f); i++) {
        dx_status status = holds(p, dx_formula_operand(store, f, i), out);
        if (status != DX_OK)
            return status;
        if (kind == DX_IMPLIES && i == 0)
            *out = !*out;
        if (*out != is_and)
            break;
    }
    return DX_OK;
}

static dx_status holds_both(const place *p, dx_formula f, bool *out)
{
    dx_formulas *store = p->m->q->store;
    bool left = false, right = false;
    dx_status status = holds(p, dx_formula_operand(store, f, 0), &left);
    if (status == DX_OK)
        status = holds(p, dx_formula_operand(store, f, 1), &right);
    *out = left == right;
    return status;
}

static dx_status holds(const place *p, dx_formula f, bool *out)
{
    const dx_question *q = p->m->q;
    const dx_need *need = dx_question_need(q, f);
    dx_formula inner;
    unsigned seat;
    dx_status status = DX_OK;
    if (dx_question_believes(q, f, &seat, &inner))
        return seat == DX_NONE ? DX_ERR_UNSUPPORTED
                               : believes(p, seat, inner, out);
    if (need != NULL) {
        if (need->kind > DX_NEED_MEMBER)
            return DX_ERR_UNSUPPORTED;
        *out = dx_need_holds(need, p->table);
        return DX_OK;
    }
    switch (dx_formula_kind(q->store, f)) {
    case DX_TRUE:
    case DX_FALSE:
        *out = dx_formula_kind(q->store, f) == DX_TRUE;
        return DX_OK;
    case DX_NOT:
        status = holds(p, dx_formula_operand(q->store, f, 0), out);
        *out = !*out;
        return status;
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
        return holds_joint(p, f, out);
    case DX_IFF:
        return holds_both(p, f, out);
    case DX_KNOWS:
        return knows(p, f, out);
    case DX_POSSIBLE:
        return has_world(p, f, true, out);
    case DX_KNOWS_WHETHER:
        return knows_whether(p, f, out);
    default: // numbers
        return dx_question_is_factual(q, f)
                   ? dx_question_holds(q, f, p->table, out, p->m->error)
                   : DX_ERR_UNSUPPORTED;
    }
}

dx_status dx_ask_minds_at(const dx_question *q, const dx_event *past,
                          const void *table, dx_formula f, bool *out,
                          dx_error *error)
{
    minds m = {.q = q, .tries_max = dx_question_tries(q), .error = error};
    place p = {&m, past, table};
    *out = false;
    return holds(&p, f, out);
}

// ---- from a seat ----

// Does every fact in `f` stand under an operator of the asker's own mind?  Its
// worlds then agree on f.
static bool is_own_mind(const dx_question *q, dx_formula f)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    dx_formula inner;
    unsigned seat;
    if (dx_question_believes(q, f, &seat, &inner))
        return seat == q->seat;
    if (kind == DX_KNOWS || kind == DX_POSSIBLE || kind == DX_KNOWS_WHETHER)
        return dx_question_agent(q, f) == q->seat;
    if (kind != DX_NOT && kind != DX_AND && kind != DX_OR &&
        kind != DX_IMPLIES && kind != DX_IFF)
        return false;
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
        if (!is_own_mind(q, dx_formula_operand(q->store, f, i)))
            return false;
    return true;
}

typedef struct asking {
    minds *m;
    dx_worlds_tally tally;
    dx_answer *answer;
    bool one_is_enough, stopped;
    dx_status status;
} asking;

// An open question is open; the rest of many worlds is only for its chance.
enum { ENOUGH = 1000 };

static bool ask_world(void *context, const dx_world *world)
{
    asking *a = context;
    const dx_question *q = a->m->q;
    place p = {a->m, world->past, world->table};
    bool is = false;
    if (world->past == NULL) {
        a->status = DX_ERR_UNSUPPORTED;
        return false;
    }
    a->status = holds(&p, q->formula, &is);
    if (a->status != DX_OK)
        return false;
    dx_worlds_tally_count(q, &a->tally, is, world->exact, world->table,
                          a->answer);
    size_t seen = a->tally.with + a->tally.without;
    bool open = a->tally.with > 0 && a->tally.without > 0;
    a->stopped = a->one_is_enough || (open && seen >= ENOUGH);
    return !a->stopped;
}

dx_status dx_ask_minds(const dx_question *q, dx_answer *answer, dx_error *error)
{
    minds m = {.q = q, .tries_max = dx_question_tries(q), .error = error};
    asking a = {.m = &m,
                .tally = dx_worlds_tally_empty(),
                .answer = answer,
                .one_is_enough = is_own_mind(q, q->formula)};
    dx_reckoning r =
        dx_reckoning_open(q->rules, q->seat, NULL, q->seen, q->count);
    dx_status status = DX_ERR_UNSUPPORTED;
    if (r.self != NULL && a.one_is_enough && r.how->one != NULL) {
        dx_random random = dx_random_named(0, 0, 0);
        r.how->one(r.self, &random, ask_world, &a);
        status = DX_OK;
    } else if (r.self != NULL && r.how->each != NULL) {
        status = r.how->each(r.self, dx_question_limit(q), ask_world, &a);
    }
    if (status == DX_ERR_LIMIT)
        status = dx_too_many_worlds(&r, dx_question_limit(q), error);
    if (status == DX_OK)
        status = a.status;
    if (status == DX_OK) {
        bool all = !a.stopped && dx_assumes_nothing(q->options->assumption);
        dx_worlds_tally_conclude(&a.tally, all, answer);
        answer->worlds = 0;
        if (r.how->count != NULL)
            r.how->count(r.self, &answer->worlds);
        answer->engine = "minds";
    }
    dx_reckoning_close(&r);
    return status;
}
