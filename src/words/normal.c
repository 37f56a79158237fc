// The normal form, node by node from below.  `neg` says that the negation of a
// node is wanted: it is handed down where it can go and stays where it cannot.

#include "words/normal.h"

#include "base/vector.h"
#include "words/grammar.h"

#include <string.h>

typedef struct normaliser {
    dx_formulas *store;
    const dx_rules *rules;
    const char *const *names;
} normaliser;

typedef struct nodes {
    DX_VECTOR(uint32_t) list;
} nodes;

static dx_formula normal(normaliser *n, dx_formula f, bool neg);
static dx_formula same(normaliser *n, dx_formula f);

static dx_formula not_if(normaliser *n, bool neg, dx_formula f)
{
    return neg ? dx_formula_not(n->store, f) : f;
}

static dx_formula op(const normaliser *n, dx_formula f, size_t i)
{
    return dx_formula_operand(n->store, f, i);
}

// May a number have no value?  Given what cannot be a chance has none, and what
// is divided by what may be 0.
static bool may_lack_value(const normaliser *n, dx_formula term)
{
    dx_kind kind = dx_formula_kind(n->store, term);
    const char *letter = dx_kind_operands(kind);
    if (kind == DX_PROBABILITY_GIVEN)
        return true;
    if ((kind == DX_DIVIDE || kind == DX_MODULO) &&
        (dx_formula_kind(n->store, op(n, term, 1)) != DX_NUMBER ||
         dx_formula_value(n->store, op(n, term, 1)).top == 0))
        return true;
    bool may = false;
    for (size_t i = 0; i < dx_formula_count(n->store, term) && !may; i++) {
        may = *letter == 't' && may_lack_value(n, op(n, term, i));
        if (letter[1] != '+' && letter[1] != '*')
            letter += letter[1] != '\0';
    }
    return may;
}

// A comparison with a number that has no value is false, and so is its dual.
static bool may_be_void(const normaliser *n, dx_formula f)
{
    return may_lack_value(n, op(n, f, 0)) || may_lack_value(n, op(n, f, 1));
}

static bool is_negative(const normaliser *n, dx_formula f)
{
    dx_kind kind = dx_formula_kind(n->store, f);
    return kind == DX_NOT || (kind == DX_NOT_EQUAL && !may_be_void(n, f));
}

// The negation of a normal form that is negative: without its sign.  So the
// work grows with the formula, and not with the ways to negate its parts.
static dx_formula stripped(normaliser *n, dx_formula f)
{
    if (dx_formula_kind(n->store, f) == DX_NOT)
        return op(n, f, 0);
    return dx_formula_binary(n->store, DX_EQUAL, op(n, f, 0), op(n, f, 1));
}

// Is it true, or false?
static bool is_settled(const normaliser *n, dx_formula f, bool truth)
{
    return dx_formula_kind(n->store, f) == (truth ? DX_TRUE : DX_FALSE);
}

static dx_formula settled(normaliser *n, bool truth)
{
    return truth ? dx_formula_true(n->store) : dx_formula_false(n->store);
}

// A seat that is named becomes its number; what is no seat stays.
static bool seat_of(const normaliser *n, dx_formula term, unsigned *out)
{
    if (dx_formula_kind(n->store, term) != DX_APPLY ||
        dx_formula_count(n->store, term) != 1)
        return false;
    const char *word = dx_formula_text(n->store, term);
    if (dx_type_read(n->rules, "seat", word, strlen(word), out))
        return true;
    for (unsigned i = 0; n->names != NULL && i < dx_players(n->rules); i++)
        if (n->names[i] != NULL && strcmp(n->names[i], word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static dx_formula number(normaliser *n, unsigned value)
{
    return dx_formula_number(n->store, (dx_fraction){(int64_t)value, 1});
}

static dx_formula agent(normaliser *n, dx_formula a)
{
    unsigned seat;
    return seat_of(n, a, &seat) ? number(n, seat + 1) : a;
}

// The types of what a name of the game takes, NULL if it is none.
static const char *const *types_of(const dx_game *game, const char *name)
{
    const dx_atom *atom = dx_atom_named(game, name);
    const dx_quantity *q = dx_quantity_named(game, name);
    if (atom != NULL)
        return atom->type;
    if (q != NULL)
        return q->type;
    for (const dx_domain *d = game->domains; d != NULL && d->name != NULL; d++)
        if (strcmp(d->name, name) == 0)
            return d->type;
    return NULL;
}

// A fact with its seats as numbers.
static dx_formula apply(normaliser *n, dx_formula f)
{
    const char *const *types =
        types_of(n->rules->game, dx_formula_text(n->store, f));
    size_t count = dx_formula_count(n->store, f);
    if (types == NULL || count < 2 || count > DX_TERM_ARGS + 1)
        return f;
    uint32_t operands[DX_TERM_ARGS + 1] = {dx_formula_name(n->store, f)};
    for (size_t i = 1; i < count; i++) {
        operands[i] = op(n, f, i);
        if (types[i - 1] != NULL && strcmp(types[i - 1], "seat") == 0)
            operands[i] = agent(n, operands[i]);
    }
    return dx_formula_make(n->store, DX_APPLY, count, operands);
}

// The node with each of its parts in normal form.
static dx_formula same(normaliser *n, dx_formula f)
{
    dx_kind kind = dx_formula_kind(n->store, f);
    const char *letter = dx_kind_operands(kind);
    nodes parts = {0};
    size_t count = dx_formula_count(n->store, f);
    if (kind == DX_NUMBER)
        return f;
    if (kind == DX_APPLY)
        return apply(n, f);
    for (size_t i = 0; i < count; i++) {
        uint32_t part = op(n, f, i);
        if (*letter == 'f')
            part = normal(n, part, false);
        else if (*letter == 'a')
            part = agent(n, part);
        else if (*letter != 'x')
            part = same(n, part);
        dx_vector_push(&parts.list, part);
        if (letter[1] != '+' && letter[1] != '*')
            letter += letter[1] != '\0';
    }
    dx_formula made =
        dx_formula_make(n->store, kind, parts.list.count, parts.list.at);
    dx_vector_release(&parts.list);
    return made;
}

// ---- connectives ----

static void add_links(normaliser *n, dx_formula f, dx_kind kind, nodes *out)
{
    if (dx_formula_kind(n->store, f) != kind) {
        dx_vector_push(&out->list, f);
        return;
    }
    for (size_t i = 0; i < dx_formula_count(n->store, f); i++)
        add_links(n, op(n, f, i), kind, out);
}

// All that matter: one false member of a conjunction is all of it.
static dx_formula all_links(normaliser *n, dx_kind kind, nodes *links)
{
    bool is_and = kind == DX_AND, is_over = false;
    size_t kept = 0;
    for (size_t i = 0; i < links->list.count; i++) {
        dx_formula link = links->list.at[i];
        is_over |= is_settled(n, link, !is_and);
        if (!is_settled(n, link, is_and))
            links->list.at[kept++] = link;
    }
    dx_formula made =
        is_over ? settled(n, !is_and)
                : dx_formula_all(n->store, kind, kept, links->list.at);
    dx_vector_release(&links->list);
    return made;
}

static dx_formula chain(normaliser *n, dx_formula f, bool neg)
{
    bool is_and = dx_formula_kind(n->store, f) == DX_AND;
    dx_kind kind = is_and != neg ? DX_AND : DX_OR;
    nodes links = {0};
    for (size_t i = 0; i < dx_formula_count(n->store, f); i++)
        add_links(n, normal(n, op(n, f, i), neg), kind, &links);
    return all_links(n, kind, &links);
}

static dx_formula implies(normaliser *n, dx_formula f, bool neg)
{
    dx_formula g = normal(n, op(n, f, 0), false);
    dx_formula h = normal(n, op(n, f, 1), neg);
    nodes links = {0};
    if (!neg && is_settled(n, g, true))
        return h;
    if (!neg && (is_settled(n, g, false) || is_settled(n, h, true)))
        return settled(n, true);
    if (!neg && is_settled(n, h, false))
        return normal(n, op(n, f, 0), true);
    if (!neg)
        return dx_formula_implies(n->store, g, h);
    add_links(n, g, DX_AND, &links);
    add_links(n, h, DX_AND, &links);
    return all_links(n, DX_AND, &links);
}

static dx_formula equivalent(normaliser *n, dx_formula f, bool neg)
{
    dx_formula g = normal(n, op(n, f, 0), false);
    dx_formula h = normal(n, op(n, f, 1), neg);
    if (is_settled(n, g, true) || is_settled(n, g, false))
        return is_settled(n, g, true) ? h : normal(n, op(n, f, 1), !neg);
    if (is_settled(n, h, true) || is_settled(n, h, false))
        return is_settled(n, h, true) ? g : normal(n, op(n, f, 0), true);
    return dx_formula_binary(n->store, DX_IFF, g, h);
}

// ---- attitudes and groups ----

static dx_formula with_agent(normaliser *n, dx_kind kind, dx_formula a,
                             dx_formula f)
{
    return dx_formula_make(n->store, kind, 2, (uint32_t[]){agent(n, a), f});
}

// K or M of one seat, whose body is given as it is and as its negation.
static dx_formula knows(normaliser *n, dx_formula a, dx_formula f, bool neg)
{
    dx_formula body = normal(n, f, false);
    if (is_settled(n, body, true) || is_settled(n, body, false))
        return settled(n, is_settled(n, body, true) != neg);
    if (neg && is_negative(n, body))
        return with_agent(n, DX_POSSIBLE, a, stripped(n, body));
    return not_if(n, neg, with_agent(n, DX_KNOWS, a, body));
}

static dx_formula possible(normaliser *n, dx_formula a, dx_formula f, bool neg)
{
    dx_formula body = normal(n, f, neg);
    if (is_settled(n, body, true) || is_settled(n, body, false))
        return body;
    if (neg)
        return with_agent(n, DX_KNOWS, a, body);
    if (is_negative(n, body))
        return dx_formula_not(n->store,
                              with_agent(n, DX_KNOWS, a, stripped(n, body)));
    return with_agent(n, DX_POSSIBLE, a, body);
}

static dx_formula knows_whether(normaliser *n, dx_formula f, bool neg)
{
    dx_formula body = normal(n, op(n, f, 1), false);
    if (is_settled(n, body, true) || is_settled(n, body, false))
        return settled(n, !neg);
    if (is_negative(n, body))
        body = stripped(n, body);
    return not_if(n, neg, with_agent(n, DX_KNOWS_WHETHER, op(n, f, 0), body));
}

// The agents of a group from operand `first` on: seats in order, each once; as
// they are written if one is no seat.  True: all are seats.
static bool group(normaliser *n, dx_formula f, size_t first, nodes *out)
{
    size_t count = dx_formula_count(n->store, f);
    unsigned seat, seats = 0;
    bool all = true;
    for (size_t i = first; i < count; i++)
        if (seat_of(n, op(n, f, i), &seat))
            seats |= 1U << seat;
        else
            all = false;
    for (size_t i = first; i < count && !all; i++) {
        dx_formula one = agent(n, op(n, f, i));
        dx_vector_push(&out->list, one);
    }
    for (seat = 0; seat < DX_SEATS_MAX && all; seat++)
        if (seats >> seat & 1) {
            dx_formula one = number(n, seat + 1);
            dx_vector_push(&out->list, one);
        }
    return all;
}

static dx_formula group_knows(normaliser *n, dx_formula f, bool neg)
{
    nodes agents = {0}, all = {0};
    dx_formula made;
    if (group(n, f, 1, &agents) && agents.list.count == 1) {
        made = knows(n, agents.list.at[0], op(n, f, 0), neg);
    } else {
        dx_formula body = normal(n, op(n, f, 0), false);
        if (is_settled(n, body, true) || is_settled(n, body, false)) {
            dx_vector_release(&agents.list);
            return settled(n, is_settled(n, body, true) != neg);
        }
        dx_vector_push(&all.list, body);
        for (size_t i = 0; i < agents.list.count; i++)
            dx_vector_push(&all.list, agents.list.at[i]);
        made = dx_formula_make(n->store, dx_formula_kind(n->store, f),
                               all.list.count, all.list.at);
        made = not_if(n, neg, made);
    }
    dx_vector_release(&all.list);
    dx_vector_release(&agents.list);
    return made;
}

// ---- what is told ----

static dx_kind dual_of(dx_kind kind)
{
    static const dx_kind duals[][2] = {
        {DX_ANNOUNCE, DX_ANNOUNCE_DUAL},
        {DX_TELL_WHETHER, DX_TELL_WHETHER_DUAL},
        {DX_TELL, DX_TELL_DUAL},
        {DX_TELL_GROUP_WHETHER, DX_TELL_GROUP_WHETHER_DUAL},
        {DX_FORALL, DX_EXISTS},
        {DX_ONCE, DX_SOFAR},
        {DX_LESS, DX_GREATER_EQUAL},
        {DX_GREATER, DX_LESS_EQUAL},
        {DX_EQUAL, DX_NOT_EQUAL},
    };
    for (size_t i = 0; i < sizeof duals / sizeof *duals; i++)
        for (unsigned side = 0; side < 2; side++)
            if (duals[i][side] == kind)
                return duals[i][1 - side];
    return kind;
}

// Can it be told, and then ..?  What is false then is false, and what is true
// when all has been told is true, whatever it is; whether something is so can
// always be told, and that it is so exactly if it is.
static bool is_dual_of(dx_kind kind)
{
    return kind == DX_ANNOUNCE_DUAL || kind == DX_TELL_WHETHER_DUAL ||
           kind == DX_TELL_DUAL || kind == DX_TELL_GROUP_WHETHER_DUAL;
}

static dx_formula told(normaliser *n, dx_formula f, bool neg)
{
    dx_kind kind = dx_formula_kind(n->store, f);
    bool whether = kind == DX_TELL_WHETHER || kind == DX_TELL_WHETHER_DUAL ||
                   kind == DX_TELL_GROUP_WHETHER ||
                   kind == DX_TELL_GROUP_WHETHER_DUAL;
    nodes operands = {0};
    dx_formula said = normal(n, op(n, f, 0), false);
    bool is_true = is_settled(n, said, true);
    bool is_upgrade = dx_kind_family(kind) == DX_FAMILY_UPGRADE;
    if (!is_upgrade && (is_true || (whether && is_settled(n, said, false))))
        return normal(n, op(n, f, 1), neg);
    if (whether && is_negative(n, said))
        said = stripped(n, said);
    dx_formula then = normal(n, op(n, f, 1), neg);
    bool is_dual = is_dual_of(neg ? dual_of(kind) : kind);
    if (is_settled(n, then, !is_dual) ||
        ((whether || is_upgrade) && is_settled(n, then, is_dual)))
        return then;
    if (is_settled(n, then, is_dual)) // that it is so, or is not
        return is_dual ? said : normal(n, op(n, f, 0), true);
    dx_vector_push(&operands.list, said);
    dx_vector_push(&operands.list, then);
    group(n, f, 2, &operands);
    dx_formula made = dx_formula_make(n->store, neg ? dual_of(kind) : kind,
                                      operands.list.count, operands.list.at);
    dx_vector_release(&operands.list);
    return made;
}

// ---- the rest ----

static dx_formula quantified(normaliser *n, dx_formula f, bool neg)
{
    dx_kind kind = dx_formula_kind(n->store, f);
    dx_formula body = normal(n, op(n, f, 2), neg);
    kind = neg ? dual_of(kind) : kind;
    if (is_settled(n, body, kind == DX_FORALL))
        return body;
    return dx_formula_make(
        n->store, kind, 3,
        (uint32_t[]){op(n, f, 0), same(n, op(n, f, 1)), body});
}

static dx_kind mirrored(dx_kind kind)
{
    return kind == DX_LESS            ? DX_GREATER
           : kind == DX_GREATER       ? DX_LESS
           : kind == DX_LESS_EQUAL    ? DX_GREATER_EQUAL
           : kind == DX_GREATER_EQUAL ? DX_LESS_EQUAL
                                      : kind;
}

static bool is_chance(const normaliser *n, dx_formula term)
{
    dx_kind kind = dx_formula_kind(n->store, term);
    return kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN;
}

static bool is_number(const normaliser *n, dx_formula term)
{
    return dx_formula_kind(n->store, term) == DX_NUMBER;
}

// Is it `x kind c`, c a number?
static bool has_number(const normaliser *n, dx_kind kind, dx_formula term)
{
    return dx_formula_kind(n->store, term) == kind &&
           is_number(n, op(n, term, 1));
}

static dx_formula sum(normaliser *n, dx_formula a, dx_formula c)
{
    dx_fraction value = {0, 0};
    if (is_number(n, a))
        value = dx_fraction_add(dx_formula_value(n->store, a),
                                dx_formula_value(n->store, c));
    return dx_fraction_is_lost(value)
               ? dx_formula_binary(n->store, DX_ADD, a, c)
               : dx_formula_number(n->store, value);
}

// Of x - c it is x, and c is added to the other side.
static bool take_number(normaliser *n, dx_formula *side, dx_formula *other)
{
    if (!has_number(n, DX_SUBTRACT, *side))
        return false;
    *other = sum(n, *other, op(n, *side, 1));
    *side = op(n, *side, 0);
    return true;
}

// A game's number of which its words say that there are none, or some.
static bool counts(const normaliser *n, dx_formula term)
{
    if (dx_formula_kind(n->store, term) != DX_APPLY)
        return false;
    const char *name = dx_formula_text(n->store, term);
    const dx_number_words *words =
        strcmp(name, "now") == 0 ? &dx_words_now
                                 : dx_words_of_number(n->rules->game, name);
    return words != NULL && dx_zero_word(DX_EQUAL, words->is) != NULL;
}

// Nothing is counted below 0: of <= 0, < 1 and = 0 it is the last, and of > 0
// and != 0 the first.
static dx_kind from_zero(const normaliser *n, dx_formula left, dx_kind kind,
                         dx_formula *right)
{
    if (!is_number(n, *right) || !counts(n, left))
        return kind;
    dx_fraction value = dx_formula_value(n->store, *right);
    bool is_none =
        (kind == DX_LESS_EQUAL && value.top == 0) ||
        (kind == DX_LESS && value.top > 0 && value.top <= value.over);
    if (is_none)
        *right = dx_formula_number(n->store, dx_fraction_int(0));
    return is_none                                  ? DX_EQUAL
           : kind == DX_NOT_EQUAL && value.top == 0 ? DX_GREATER
                                                    : kind;
}

static dx_formula compared(normaliser *n, dx_formula f, bool neg)
{
    dx_kind kind = dx_formula_kind(n->store, f);
    dx_formula left = same(n, op(n, f, 0)), right = same(n, op(n, f, 1));
    while (take_number(n, &left, &right) || take_number(n, &right, &left))
        continue;
    bool left_is_more = has_number(n, DX_ADD, left) && !is_number(n, right) &&
                        !has_number(n, DX_ADD, right);
    bool is_void = may_lack_value(n, left) || may_lack_value(n, right);
    kind = neg && !is_void ? dual_of(kind) : kind;
    bool two_chances = is_chance(n, left) && is_chance(n, right);
    if ((is_number(n, left) && !is_number(n, right)) || left_is_more ||
        (two_chances && (kind == DX_LESS || kind == DX_LESS_EQUAL))) {
        dx_formula other = left;
        left = right;
        right = other;
        kind = mirrored(kind);
    }
    kind = from_zero(n, left, kind, &right);
    if (two_chances && kind == DX_NOT_EQUAL && !is_void)
        return dx_formula_not(
            n->store, dx_formula_binary(n->store, DX_EQUAL, left, right));
    return not_if(n, neg && is_void,
                  dx_formula_binary(n->store, kind, left, right));
}

static dx_formula timed(normaliser *n, dx_formula f, bool neg)
{
    dx_kind kind = dx_formula_kind(n->store, f);
    if (kind == DX_AT)
        return dx_formula_make(
            n->store, DX_AT, 2,
            (uint32_t[]){normal(n, op(n, f, 0), neg), same(n, op(n, f, 1))});
    if (kind == DX_ONCE || kind == DX_SOFAR) {
        dx_formula body = normal(n, op(n, f, 0), neg);
        if (is_settled(n, body, true) || is_settled(n, body, false))
            return body;
        return dx_formula_unary(n->store, neg ? dual_of(kind) : kind, body);
    }
    return not_if(n, neg, same(n, f));
}

static dx_formula normal_attitude(normaliser *n, dx_formula f, bool neg)
{
    switch (dx_formula_kind(n->store, f)) {
    case DX_KNOWS:
        return knows(n, op(n, f, 0), op(n, f, 1), neg);
    case DX_POSSIBLE:
        return possible(n, op(n, f, 0), op(n, f, 1), neg);
    case DX_KNOWS_WHETHER:
        return knows_whether(n, f, neg);
    default:
        return not_if(n, neg, same(n, f));
    }
}

static dx_formula connected(normaliser *n, dx_formula f, bool neg)
{
    switch (dx_formula_kind(n->store, f)) {
    case DX_NOT:
        return normal(n, op(n, f, 0), !neg);
    case DX_IMPLIES:
        return implies(n, f, neg);
    case DX_IFF:
        return equivalent(n, f, neg);
    default:
        return chain(n, f, neg);
    }
}

static dx_formula normal(normaliser *n, dx_formula f, bool neg)
{
    switch (dx_formula_family(n->store, f)) {
    case DX_FAMILY_TRUTH:
        return (dx_formula_kind(n->store, f) == DX_TRUE) != neg
                   ? dx_formula_true(n->store)
                   : dx_formula_false(n->store);
    case DX_FAMILY_BOOLEAN:
        return connected(n, f, neg);
    case DX_FAMILY_ATTITUDE:
        return normal_attitude(n, f, neg);
    case DX_FAMILY_GROUP:
        return group_knows(n, f, neg);
    case DX_FAMILY_ANNOUNCE:
    case DX_FAMILY_TELL:
    case DX_FAMILY_UPGRADE:
        return told(n, f, neg);
    case DX_FAMILY_QUANTIFIER:
        return quantified(n, f, neg);
    case DX_FAMILY_COMPARE:
        return compared(n, f, neg);
    case DX_FAMILY_TIME:
        return timed(n, f, neg);
    default:
        return not_if(n, neg, same(n, f));
    }
}

dx_formula dx_sentence_normal(dx_formulas *store, const dx_rules *rules,
                              const char *const *names, dx_formula f)
{
    normaliser n = {store, rules, names};
    return normal(&n, f, false);
}

dx_formula dx_sentence_negated(dx_formulas *store, const dx_rules *rules,
                               const char *const *names, dx_formula f)
{
    normaliser n = {store, rules, names};
    return normal(&n, f, true);
}
