// From a formula about a game to one about a model: see question.h.

#include "ask/question.h"

#include "base/memory.h"
#include "logic/formula/habit.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef dx_grounding grounding;

void dx_grounding_release(dx_grounding *g)
{
    dx_vector_release(&g->needs);
}

bool dx_need_holds(const dx_need *need, const void *table)
{
    if (need->kind == DX_NEED_ATOM)
        return dx_atom_holds(need->atom, table, need->args);
    assert(need->kind == DX_NEED_MEMBER);
    int members[DX_VALUES_MAX];
    unsigned count =
        dx_domain_members(need->domain, table, need->args, members);
    for (unsigned i = 0; i < count; i++)
        if (members[i] == need->member)
            return true;
    return false;
}

int dx_need_value(const dx_need *need, const void *table)
{
    assert(need->kind == DX_NEED_QUANTITY);
    return dx_quantity_value(need->quantity, table, need->args);
}

static void add_need(grounding *g, dx_need need)
{
    for (size_t i = 0; i < g->needs.count; i++)
        if (g->needs.at[i].key == need.key) {
            assert(g->needs.at[i].kind == need.kind); // a key says what it is
            return;
        }
    dx_vector_push(&g->needs, need);
}

// The node by which the model knows a need: named by what it is and by the
// values of its arguments, so that `hand(bob,6s)` and `hand(2,6s)` are one.
static dx_formula key_of(grounding *g, const char *name, unsigned count,
                         const int *args)
{
    dx_text text = {0};
    dx_text_printf(&text, "#%s", name);
    for (unsigned i = 0; i < count; i++)
        dx_text_printf(&text, ",%d", args[i]);
    dx_formula key = dx_formula_atom(g->store, dx_text_string(&text));
    dx_text_release(&text);
    return key;
}

static dx_status unknown_name(const grounding *g, dx_formula apply,
                              const char *what, dx_error *error)
{
    dx_text list = {0};
    const dx_game *game = g->rules->game;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        dx_text_printf(&list, " %s", a->name);
    for (const dx_quantity *q = game->quantities; q != NULL && q->name; q++)
        dx_text_printf(&list, " %s", q->name);
    for (const dx_domain *d = game->domains; d != NULL && d->name; d++)
        dx_text_printf(&list, " %s", d->name);
    const char *name = dx_formula_text(g->store, apply), *agent;
    const char *op = dx_habit_operator(name, &agent);
    if (op != NULL && *agent == '\0') {
        dx_text_add(&list, "; agents stand in square brackets: ");
        dx_habit_print(op, "1", &list);
    }
    dx_status status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                               "%s has no %s '%s'; what can be asked of it:%s",
                               game->name, what, name, dx_text_string(&list));
    dx_text_release(&list);
    return status;
}

static dx_status unknown_domain(const grounding *g, dx_formula domain,
                                dx_error *error)
{
    dx_text list = {0};
    const dx_game *game = g->rules->game;
    for (const dx_domain *d = game->domains; d != NULL && d->name; d++)
        dx_text_printf(&list, "%s%s, ", d->name,
                       d->type[0] != NULL ? "(..)" : "");
    dx_status status = dx_fail(
        error, DX_ERR_INPUT, 0, 0,
        "%s has no domain '%s'; it has %sseat, and the other types of its "
        "facts (doxa games %s)",
        game->name, dx_formula_text(g->store, domain), dx_text_string(&list),
        game->name);
    dx_text_release(&list);
    return status;
}

// A number where a fact is wanted, or the other way round.
static dx_status wrong_sort(const grounding *g, dx_formula f, bool is_number,
                            dx_error *error)
{
    dx_text said = {0};
    dx_formula_print(g->store, f, &said);
    const char *text = dx_text_string(&said);
    dx_status status =
        is_number ? dx_fail(error, DX_ERR_INPUT, 0, 0,
                            "'%s' is a number, not a fact: compare it, as in "
                            "%s = 1",
                            text, text)
                  : dx_fail(error, DX_ERR_INPUT, 0, 0,
                            "'%s' is a fact, not a number; how likely it is "
                            "to seat 1 is one: P[1](%s)",
                            text, text);
    dx_text_release(&said);
    return status;
}

static const dx_domain *find_domain(const grounding *g, const char *name)
{
    const dx_domain *d = g->rules->game->domains;
    for (; d != NULL && d->name != NULL; d++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

// "value v is in domain(args)", as a node of the model.
static dx_status ground_member(grounding *g, dx_formula domain, dx_formula term,
                               dx_formula *out, dx_error *error)
{
    dx_need need = {.kind = DX_NEED_MEMBER};
    need.domain = find_domain(g, dx_formula_text(g->store, domain));
    if (need.domain == NULL)
        return unknown_domain(g, domain, error);
    dx_status status =
        dx_ground_args(g, domain, need.domain->type, need.args, error);
    if (status == DX_OK)
        status =
            dx_ground_value(g, term, need.domain->member, &need.member, error);
    if (status != DX_OK)
        return status;
    unsigned count = dx_ground_types(need.domain->type);
    int args[DX_TERM_ARGS + 1];
    memcpy(args, need.args, sizeof need.args);
    args[count] = need.member;
    need.key = key_of(g, need.domain->name, count + 1, args);
    add_need(g, need);
    *out = need.key;
    return DX_OK;
}

// A fact, or a number, as a node of the model.
static dx_status ground_named(grounding *g, dx_formula f, bool is_number,
                              dx_formula *out, dx_error *error)
{
    const char *name = dx_formula_text(g->store, f);
    const dx_atom *atom = dx_atom_named(g->rules->game, name);
    const dx_quantity *number = dx_quantity_named(g->rules->game, name);
    dx_need need = {.kind = DX_NEED_ATOM, .atom = atom};
    if (is_number)
        need = (dx_need){.kind = DX_NEED_QUANTITY, .quantity = number};
    if (need.atom == NULL && need.quantity == NULL)
        return atom != NULL || number != NULL
                   ? wrong_sort(g, f, !is_number, error)
                   : unknown_name(g, f, is_number ? "quantity" : "fact", error);
    dx_status status = dx_ground_args(
        g, f, is_number ? number->type : atom->type, need.args, error);
    if (status != DX_OK)
        return status;
    unsigned count = (unsigned)dx_formula_count(g->store, f) - 1;
    *out = need.key = key_of(g, name, count, need.args);
    add_need(g, need);
    return DX_OK;
}

static dx_status ground(grounding *g, dx_formula f, dx_formula *out,
                        dx_error *error);

static dx_status ground_term(grounding *g, dx_formula t, dx_formula *out,
                             dx_error *error);

// Rebuilds a node with its operands grounded by `each`.
static dx_status rebuild(grounding *g, dx_formula f, dx_formula *out,
                         dx_status (*each)(grounding *, dx_formula,
                                           dx_formula *, dx_error *),
                         dx_error *error)
{
    size_t count = dx_formula_count(g->store, f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        operands[i] = dx_formula_operand(g->store, f, i);
        if (dx_formula_operand_is_node(g->store, f, i))
            status = each(g, operands[i], &operands[i], error);
    }
    if (status == DX_OK)
        *out = dx_formula_make(g->store, dx_formula_kind(g->store, f), count,
                               operands);
    dx_free(operands);
    if (status == DX_OK && *out == DX_FORMULA_NONE)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, "the formula is too deep");
    return status;
}

static dx_status ground_agent(grounding *g, dx_formula agent, dx_formula *out,
                              dx_error *error)
{
    char word[100], text[16];
    unsigned seat;
    if (!dx_ground_word(g, agent, word, sizeof word) ||
        !dx_ground_seat(g, word, &seat)) {
        dx_text names = {0};
        for (unsigned s = 0; s < dx_players(g->rules); s++)
            dx_text_printf(&names, " %u%s%s", s + 1, g->names ? "=" : "",
                           g->names ? g->names[s] : "");
        dx_status status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                                   "there is no seat '%s'; the seats are:%s; "
                                   "several are listed, as in C[1,2]",
                                   dx_formula_kind(g->store, agent) == DX_APPLY
                                       ? dx_formula_text(g->store, agent)
                                       : word,
                                   dx_text_string(&names));
        dx_text_release(&names);
        return status;
    }
    snprintf(text, sizeof text, "%u", seat + 1);
    *out = dx_formula_atom(g->store, text);
    return DX_OK;
}

static dx_status ground_quantity(grounding *g, dx_formula t, dx_formula *out,
                                 dx_error *error)
{
    const char *name = dx_formula_text(g->store, t);
    if (strcmp(name, "now") == 0 && dx_formula_count(g->store, t) == 1) {
        *out = key_of(g, "now", 0, NULL);
        add_need(g, (dx_need){.kind = DX_NEED_NOW, .key = *out});
        return DX_OK;
    }
    return ground_named(g, t, true, out, error);
}

static dx_status ground_modal(grounding *g, dx_formula f, dx_formula *out,
                              dx_error *error);

static dx_status ground_term(grounding *g, dx_formula t, dx_formula *out,
                             dx_error *error)
{
    switch (dx_formula_kind(g->store, t)) {
    case DX_NUMBER:
        *out = t;
        return DX_OK;
    case DX_APPLY:
        return ground_quantity(g, t, out, error);
    case DX_PROBABILITY:
    case DX_PROBABILITY_GIVEN:
        g->asks_chance = true;
        return ground_modal(g, t, out, error);
    case DX_SUM:
    case DX_COUNT:
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "'sum' and 'count' are for models (.dx files); of a "
                       "game write the parts out, as in x(1) + x(2) or "
                       "f(1) & ~f(2), or ask with forall and exists");
    default:
        return rebuild(g, t, out, ground_term, error);
    }
}

// Operators with agents: letters 'a' are seats, the rest are formulas.
static dx_status ground_modal(grounding *g, dx_formula f, dx_formula *out,
                              dx_error *error)
{
    dx_kind kind = dx_formula_kind(g->store, f);
    const char *letters = dx_kind_operands(kind);
    size_t count = dx_formula_count(g->store, f);
    size_t last = strcspn(letters, "+*") - 1;
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    dx_status status = DX_OK;
    g->asks_modal = true;
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        char letter = letters[i < last ? i : last];
        dx_formula operand = dx_formula_operand(g->store, f, i);
        status = letter == 'a' ? ground_agent(g, operand, &operands[i], error)
                               : ground(g, operand, &operands[i], error);
    }
    if (status == DX_OK)
        *out = dx_formula_make(g->store, kind, count, operands);
    dx_free(operands);
    return status;
}

// B[a] f is P[a](f) >= 1, and likewise given g, unless it is the box of a
// relation of its own.
static dx_status ground_belief(grounding *g, dx_formula f, dx_formula *out,
                               dx_error *error)
{
    dx_kind kind = dx_formula_kind(g->store, f);
    dx_formula grounded;
    g->asks_chance = true;
    dx_status status = ground_modal(g, f, &grounded, error);
    if (status == DX_OK && g->keeps_belief)
        *out = grounded;
    if (status != DX_OK || g->keeps_belief)
        return status;
    uint32_t operands[3];
    size_t count = dx_formula_count(g->store, grounded);
    assert(count == (kind == DX_BELIEVES ? 2 : 3));
    for (size_t i = 0; i < count; i++)
        operands[i] = dx_formula_operand(g->store, grounded, i);
    dx_formula chance = dx_formula_make(
        g->store, kind == DX_BELIEVES ? DX_PROBABILITY : DX_PROBABILITY_GIVEN,
        count, operands);
    *out = dx_formula_binary(g->store, DX_GREATER_EQUAL, chance,
                             dx_formula_number(g->store, dx_fraction_int(1)));
    return DX_OK;
}

// The values that a quantifier's variable takes, as terms, and for each the
// condition (a node of the model) under which it counts, or DX_FORMULA_NONE.
typedef struct values {
    DX_VECTOR(dx_formula) term;
    DX_VECTOR(dx_formula) condition;
} values;

static void add_value(values *v, dx_formula term, dx_formula condition)
{
    dx_vector_push(&v->term, term);
    dx_vector_push(&v->condition, condition);
    assert(v->term.count == v->condition.count);
}

static void add_type_values(grounding *g, const char *type, values *v)
{
    dx_text word = {0};
    for (unsigned i = 0; i < dx_type_values(g->rules, type); i++) {
        dx_text_clear(&word);
        dx_type_say(g->rules, type, i, &word);
        add_value(v, dx_formula_atom(g->store, dx_text_string(&word)),
                  DX_FORMULA_NONE);
    }
    dx_text_release(&word);
}

// Is `name` the type of an argument of some verb, atom or domain?
static bool is_type(const grounding *g, const char *name)
{
    const dx_game *game = g->rules->game;
    if (strcmp(name, "seat") == 0)
        return true;
    for (const dx_verb *v = game->verbs; v->name != NULL; v++)
        for (unsigned i = 0; i < DX_ARGS && v->arg[i].name != NULL; i++)
            if (strcmp(v->arg[i].type, name) == 0)
                return true;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        for (unsigned i = 0; i < dx_ground_types(a->type); i++)
            if (strcmp(a->type[i], name) == 0)
                return true;
    return false;
}

static dx_status range_values(grounding *g, dx_formula range, values *v,
                              dx_error *error)
{
    enum { RANGE_MAX = 1000 };
    dx_formula low = dx_formula_operand(g->store, range, 0);
    dx_formula high = dx_formula_operand(g->store, range, 1);
    if (dx_formula_kind(g->store, low) != DX_NUMBER ||
        dx_formula_kind(g->store, high) != DX_NUMBER)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "the ends of a range must be whole numbers");
    int64_t from = dx_formula_value(g->store, low).top;
    int64_t to = dx_formula_value(g->store, high).top;
    if (to - from >= RANGE_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "a range of more than %d values", RANGE_MAX);
    for (int64_t i = from; i <= to; i++)
        add_value(v, dx_formula_number(g->store, dx_fraction_int(i)),
                  DX_FORMULA_NONE);
    return DX_OK;
}

static dx_status member_values(grounding *g, dx_formula domain, values *v,
                               dx_error *error)
{
    const char *name = dx_formula_text(g->store, domain);
    const dx_domain *d = find_domain(g, name);
    // A type and a domain may have one name: rank, and rank(6).
    bool is_bare = dx_formula_count(g->store, domain) == 1;
    if (is_bare && (d == NULL || d->type[0] != NULL) && is_type(g, name)) {
        add_type_values(g, name, v);
        return DX_OK;
    }
    if (d == NULL)
        return unknown_domain(g, domain, error);
    add_type_values(g, d->member, v);
    for (size_t i = 0; i < v->term.count; i++) {
        dx_status status =
            ground_member(g, domain, v->term.at[i], &v->condition.at[i], error);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

static dx_status domain_values(grounding *g, dx_formula domain, values *v,
                               dx_error *error)
{
    switch (dx_formula_kind(g->store, domain)) {
    case DX_RANGE:
        return range_values(g, domain, v, error);
    case DX_SET:
        for (size_t i = 0; i < dx_formula_count(g->store, domain); i++)
            add_value(v, dx_formula_operand(g->store, domain, i),
                      DX_FORMULA_NONE);
        return DX_OK;
    default:
        return member_values(g, domain, v, error);
    }
}

static dx_status ground_quantifier(grounding *g, dx_formula f, dx_formula *out,
                                   dx_error *error)
{
    bool all = dx_formula_kind(g->store, f) == DX_FORALL;
    dx_name variable = dx_formula_operand(g->store, f, 0);
    dx_formula body = dx_formula_operand(g->store, f, 2);
    values v = {0};
    dx_status status =
        domain_values(g, dx_formula_operand(g->store, f, 1), &v, error);
    for (size_t i = 0; i < v.term.count && status == DX_OK; i++) {
        dx_formula part =
            dx_formula_replace(g->store, body, variable, v.term.at[i]);
        status = ground(g, part, &part, error);
        dx_formula condition = v.condition.at[i];
        if (status == DX_OK && condition != DX_FORMULA_NONE)
            part = dx_formula_binary(g->store, all ? DX_IMPLIES : DX_AND,
                                     condition, part);
        v.term.at[i] = part;
    }
    if (status == DX_OK)
        *out = dx_formula_all(g->store, all ? DX_AND : DX_OR, v.term.count,
                              v.term.at);
    dx_vector_release(&v.term);
    dx_vector_release(&v.condition);
    return status;
}

// A time operator becomes a proposition of its own.
static dx_status add_past(grounding *g, dx_need need, dx_formula *out)
{
    int args[] = {(int)need.when, (int)need.turn, (int)need.inner};
    need.kind = DX_NEED_PAST;
    *out = need.key = key_of(g, "past", 3, args);
    add_need(g, need);
    return DX_OK;
}

// A turn reckoned from numbers and from `now`: so many times now, and so many
// more.  Both are lost if it is anything else.
typedef struct reckoned {
    dx_fraction times, more;
} reckoned;

static const dx_fraction lost = {0, 0};

static reckoned multiply_turns(reckoned a, reckoned b)
{
    if (!dx_fraction_is_zero(a.times) && !dx_fraction_is_zero(b.times))
        return (reckoned){lost, lost};
    return (reckoned){dx_fraction_add(dx_fraction_multiply(a.times, b.more),
                                      dx_fraction_multiply(a.more, b.times)),
                      dx_fraction_multiply(a.more, b.more)};
}

// Where no time is around it `now` is a number.
static reckoned turn_of(const grounding *g, dx_formula term)
{
    dx_kind kind = dx_formula_kind(g->store, term);
    dx_fraction zero = dx_fraction_int(0), one = dx_fraction_int(1);
    if (kind == DX_NUMBER)
        return (reckoned){zero, dx_formula_value(g->store, term)};
    if (kind == DX_APPLY && dx_formula_count(g->store, term) == 1 &&
        strcmp(dx_formula_text(g->store, term), "now") == 0)
        return g->times > 0 ? (reckoned){one, zero}
                            : (reckoned){zero, dx_fraction_int(g->turn_max)};
    if (kind != DX_ADD && kind != DX_SUBTRACT && kind != DX_MULTIPLY)
        return (reckoned){lost, lost};
    reckoned a = turn_of(g, dx_formula_operand(g->store, term, 0));
    reckoned b = turn_of(g, dx_formula_operand(g->store, term, 1));
    if (kind == DX_MULTIPLY)
        return multiply_turns(a, b);
    return kind == DX_ADD ? (reckoned){dx_fraction_add(a.times, b.times),
                                       dx_fraction_add(a.more, b.more)}
                          : (reckoned){dx_fraction_subtract(a.times, b.times),
                                       dx_fraction_subtract(a.more, b.more)};
}

static bool is_turn(const grounding *g, dx_fraction turn)
{
    return turn.over == 1 && turn.top >= 0 && turn.top <= g->turn_max;
}

// Inside another time `now - k` is another turn each time: k times `prev`.
static dx_status ground_earlier(grounding *g, dx_formula inner, dx_fraction k,
                                dx_formula *out, dx_error *error)
{
    if (!is_turn(g, k))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "inside another time @ takes a turn from 0 to %u, or "
                       "now - K with a whole number K of at most %u",
                       g->turn_max, g->turn_max);
    dx_status status = DX_OK;
    for (int64_t i = 0; i < k.top && status == DX_OK; i++)
        status =
            add_past(g, (dx_need){.when = DX_PREV, .inner = inner}, &inner);
    *out = inner;
    return status;
}

static dx_status ground_at(grounding *g, dx_need need, dx_formula term,
                           dx_formula *out, dx_error *error)
{
    reckoned turn = turn_of(g, term);
    if (dx_fraction_equal(turn.times, dx_fraction_int(1)))
        return ground_earlier(
            g, need.inner, dx_fraction_subtract(dx_fraction_int(0), turn.more),
            out, error);
    if (!dx_fraction_is_zero(turn.times) || !is_turn(g, turn.more))
        return dx_fail(
            error, DX_ERR_INPUT, 0, 0,
            "@ takes a turn from 0 to %u, where we are: a number, or "
            "reckoned from numbers and `now`, as in f@(now - 1)",
            g->turn_max);
    need.turn = (unsigned)turn.more.top;
    return add_past(g, need, out);
}

static dx_status ground_time(grounding *g, dx_formula f, dx_formula *out,
                             dx_error *error)
{
    dx_need need = {.when = dx_formula_kind(g->store, f)};
    g->times++;
    dx_status status =
        ground(g, dx_formula_operand(g->store, f, 0), &need.inner, error);
    g->times--;
    if (status != DX_OK)
        return status;
    return need.when == DX_AT
               ? ground_at(g, need, dx_formula_operand(g->store, f, 1), out,
                           error)
               : add_past(g, need, out);
}

// learned[a] f: a knows it now and did not a turn ago.
static dx_status ground_learned(grounding *g, dx_formula f, dx_formula *out,
                                dx_error *error)
{
    dx_formula knows =
        dx_formula_make(g->store, DX_KNOWS, 2,
                        (uint32_t[]){dx_formula_operand(g->store, f, 0),
                                     dx_formula_operand(g->store, f, 1)});
    dx_formula before, knew = knows;
    dx_status status = ground(g, knows, &knows, error);
    g->times++;
    if (status == DX_OK)
        status = ground(g, knew, &knew, error);
    g->times--;
    if (status != DX_OK)
        return status;
    status = add_past(g, (dx_need){.when = DX_PREV, .inner = knew}, &before);
    *out = dx_formula_and(g->store, knows, dx_formula_not(g->store, before));
    return status;
}

static dx_status ground_in(grounding *g, dx_formula f, dx_formula *out,
                           dx_error *error)
{
    dx_formula term = dx_formula_operand(g->store, f, 0);
    dx_formula domain = dx_formula_operand(g->store, f, 1);
    if (dx_formula_kind(g->store, domain) == DX_APPLY)
        return ground_member(g, domain, term, out, error);
    return rebuild(g, f, out, ground_term, error);
}

static dx_status refuse(const char *what, const char *where, dx_error *error)
{
    return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                   "%s cannot be asked of a game; it belongs to %s", what,
                   where);
}

// Quantifiers inside each other multiply, so that a short question can be a
// very long one when they are written out.
static dx_status take_step(grounding *g, dx_error *error)
{
    enum { STEPS_NORMAL = 4000000, STEPS_BETWEEN_LOOKS = 1024 };
    const dx_budget *budget = g->budget;
    uint64_t most = budget != NULL && budget->steps_max != 0 &&
                            budget->steps_max < STEPS_NORMAL
                        ? budget->steps_max
                        : STEPS_NORMAL;
    if (++g->steps > most)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "more than %llu step%s to write out its quantifiers",
                       (unsigned long long)most, dx_plural(most));
    if (budget != NULL && budget->cancelled != NULL &&
        g->steps % STEPS_BETWEEN_LOOKS == 0 && atomic_load(budget->cancelled))
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "stopped");
    return DX_OK;
}

static dx_status ground(grounding *g, dx_formula f, dx_formula *out,
                        dx_error *error)
{
    dx_status status = take_step(g, error);
    if (status != DX_OK)
        return status;
    switch (dx_formula_kind(g->store, f)) {
    case DX_APPLY:
        return ground_named(g, f, false, out, error);
    case DX_FORALL:
    case DX_EXISTS:
        return ground_quantifier(g, f, out, error);
    case DX_IN:
        return ground_in(g, f, out, error);
    case DX_EQUAL:
    case DX_NOT_EQUAL:
    case DX_LESS:
    case DX_LESS_EQUAL:
    case DX_GREATER:
    case DX_GREATER_EQUAL:
        return rebuild(g, f, out, ground_term, error);
    case DX_BELIEVES:
    case DX_BELIEVES_GIVEN:
        return ground_belief(g, f, out, error);
    case DX_AT:
    case DX_PREV:
    case DX_ONCE:
    case DX_SOFAR:
        return ground_time(g, f, out, error);
    case DX_LEARNED:
        return ground_learned(g, f, out, error);
    case DX_PUBLIC: {
        status = ground(g, dx_formula_operand(g->store, f, 0), out, error);
        g->asks_modal = true;
        if (status == DX_OK)
            *out = dx_formula_knows(g->store, DX_PUBLIC_AGENT, *out);
        return status;
    }
    case DX_EXPLICIT:
    case DX_EXPLICIT_AT:
    case DX_IMPLICIT:
    case DX_EXPAND:
    case DX_EXPAND_DUAL:
        return refuse("a belief base", "`doxa sat`", error);
    case DX_EVENT:
    case DX_EVENT_DUAL:
        return refuse("an event model", "`doxa check`", error);
    case DX_SAFE:
    case DX_STRONG:
    case DX_RADICAL:
    case DX_CONSERVATIVE:
        return refuse("an order of plausibility", "`doxa check`", error);
    case DX_FORALL_PROP:
    case DX_EXISTS_PROP:
        return refuse("a propositional quantifier", "`doxa check`", error);
    case DX_STEP:
        g->asks_modal = true;
        return ground_modal(g, f, out, error);
    default:
        if (strchr(dx_kind_operands(dx_formula_kind(g->store, f)), 'a'))
            return ground_modal(g, f, out, error);
        return rebuild(g, f, out, ground, error);
    }
}

dx_status dx_ground(dx_grounding *g, dx_formula f, dx_formula *out,
                    dx_error *error)
{
    return ground(g, f, out, error);
}
