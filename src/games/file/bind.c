// Expressions: the formulas of .dx, read by its parser, with every name worked
// out.
//
// A name is looked for among the variables in scope, then among what the file
// has declared.  A `let` is read again where it is used, with its arguments in
// scope, so that a node always says who can tell what it comes to: all, only
// the seat that moves, or nobody.  Numbers take the type of what they are
// compared with: seat 1, the rank 7.

#include "games/file/reader.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dx_dg_type nothing = {.kind = DX_DG_T_NONE};

// The token of a name in the expression that is worked out, or its first.
dx_token dx_dg_place_of(const dx_dg_reader *r, const char *name)
{
    dx_lexer at = r->here;
    for (unsigned i = 0; i < 400 && at.token.kind != DX_TOKEN_END; i++) {
        if (name != NULL && at.token.length == strlen(name) &&
            memcmp(at.token.at, name, at.token.length) == 0)
            return at.token;
        dx_lexer_step(&at);
    }
    return r->here.token;
}

void dx_dg_write(dx_dg_reader *r)
{
    if (++r->written > DX_DG_PARTS_MAX)
        dx_dg_fail(r, &r->lexer.token,
                   "the file has more than %d parts when its lets and blocks "
                   "are written out where they are used; use fewer of them "
                   "inside each other",
                   DX_DG_PARTS_MAX);
}

dx_dg_node *dx_dg_make(dx_dg_reader *r, dx_dg_op op, dx_dg_type type)
{
    dx_dg_node *node = dx_dg_own(r, 1, sizeof *node);
    dx_dg_write(r);
    node->op = (uint8_t)op;
    node->type = type;
    return node;
}

const dx_dg_node *dx_dg_number(dx_dg_reader *r, int value, dx_dg_type type)
{
    dx_dg_node *node = dx_dg_make(r, DX_DG_NUMBER, type);
    node->value = value;
    return node;
}

void dx_dg_look(dx_dg_node *node, const dx_dg_node *part)
{
    if (part != NULL && part->sees > node->sees)
        node->sees = part->sees;
}

static dx_dg_node *with(dx_dg_reader *r, dx_dg_op op, dx_dg_type type,
                        const dx_dg_node *a, const dx_dg_node *b)
{
    dx_dg_node *node = dx_dg_make(r, op, type);
    node->a = a;
    node->b = b;
    dx_dg_look(node, a);
    dx_dg_look(node, b);
    return node;
}

static const dx_dg_node *denied(dx_dg_reader *r, const dx_dg_node *a)
{
    return with(r, DX_DG_NOT, flag, a, NULL);
}

// ---- names ----

unsigned dx_dg_new_reg(dx_dg_reader *r)
{
    if (r->regs == DX_DG_REGS) {
        dx_dg_fail(r, &r->lexer.token,
                   "more than %d names at once; use fewer arguments or loops "
                   "inside each other",
                   DX_DG_REGS);
        return 0;
    }
    r->bound[r->regs].is_known = false;
    return r->regs++;
}

void dx_dg_define(dx_dg_reader *r, const char *name, const dx_dg_node *node)
{
    if (r->scoped == DX_DG_SCOPE) {
        dx_dg_fail(r, &r->lexer.token, "too many names at once");
        return;
    }
    r->scope[r->scoped].name = name;
    r->scope[r->scoped++].node = node;
}

const dx_dg_node *dx_dg_variable(dx_dg_reader *r, const char *name,
                                 dx_dg_type type, unsigned sees)
{
    dx_dg_node *node = dx_dg_make(r, DX_DG_REG, type);
    node->reg = (uint8_t)dx_dg_new_reg(r);
    node->sees = (uint8_t)sees;
    dx_dg_define(r, name, node);
    return node;
}

static const dx_dg_node *in_scope(const dx_dg_reader *r, const char *name)
{
    for (unsigned i = r->scoped; i > r->hidden_scope; i--)
        if (strcmp(r->scope[i - 1].name, name) == 0)
            return r->scope[i - 1].node;
    return NULL;
}

static dx_dg_type type_of_set(const dx_dg *p, const dx_dg_set *set)
{
    return (dx_dg_type){.kind = DX_DG_T_SET, .set = (uint8_t)(set - p->set)};
}

static const dx_dg_node *card_named(dx_dg_reader *r, const char *name)
{
    for (unsigned k = 0; k < r->p->kinds; k++)
        if (strcmp(r->p->word[k], name) == 0)
            return dx_dg_number(r, (int)k, card);
    return NULL;
}

// A word of just the wanted set, before all that the language has.
static const dx_dg_node *wanted_word(dx_dg_reader *r, const char *name,
                                     const dx_dg_type *want)
{
    if (want == NULL || want->kind != DX_DG_T_SET)
        return NULL;
    const dx_dg_set *set = &r->p->set[want->set];
    for (unsigned i = 0; i < set->count && !set->is_numbers; i++)
        if (strcmp(set->word[i], name) == 0)
            return dx_dg_number(r, set->first + (int)i, *want);
    return NULL;
}

// The first word of this name, or the card.
static const dx_dg_node *word(dx_dg_reader *r, const char *name)
{
    const dx_dg *p = r->p;
    const dx_dg_node *found = NULL;
    for (unsigned s = 0; s < p->sets && found == NULL; s++) {
        dx_dg_type type = type_of_set(p, &p->set[s]);
        found = wanted_word(r, name, &type);
    }
    return found != NULL ? found : card_named(r, name);
}

static size_t arguments(const dx_dg_reader *r, dx_formula f)
{
    return dx_formula_count(r->store, f) - 1;
}

static dx_formula argument(const dx_dg_reader *r, dx_formula f, size_t i)
{
    return dx_formula_operand(r->store, f, i + 1);
}

static bool takes(dx_dg_reader *r, dx_formula f, const char *name, size_t count)
{
    if (arguments(r, f) == count)
        return true;
    BAD(r, name, "'%s' has %zu argument%s here, expected %zu", name,
        arguments(r, f), dx_plural(arguments(r, f)), count);
    return false;
}

const dx_dg_node *dx_dg_index(dx_dg_reader *r, const dx_dg_node *index,
                              dx_dg_type type, int low)
{
    int from = low != 0 ? low : dx_dg_first(r->p, type);
    if (from == 0)
        return index;
    return with(r, DX_DG_SUBTRACT, number, index,
                dx_dg_number(r, from, number));
}

// Argument `i`, of places and variables that are counted from `low`.
static const dx_dg_node *index_of(dx_dg_reader *r, dx_formula f, size_t i,
                                  dx_dg_type type, int low, unsigned count)
{
    const dx_dg_node *index = dx_dg_bind(r, argument(r, f, i), &type);
    if (low != 0)
        dx_dg_check_index(r, dx_formula_text(r->store, f), index, count);
    return dx_dg_index(r, index, type, low);
}

static const dx_dg_node *variable(dx_dg_reader *r, const char *name,
                                  dx_formula f)
{
    unsigned i = DX_DG_FIND(r->p->var, r->p->vars, name);
    const dx_dg_var *v = &r->p->var[i];
    if (i == r->p->vars)
        return NULL;
    dx_dg_node *node =
        dx_dg_make(r, v->is_secret ? DX_DG_HIDDEN : DX_DG_VAR, v->type);
    node->value = (int)v->base;
    node->mask = v->count;
    if (!takes(r, f, v->name, v->has_index))
        return node;
    if (v->has_index)
        node->a = index_of(r, f, 0, v->index, v->low, v->count);
    dx_dg_look(node, node->a);
    bool is_own = r->in_verb && node->a != NULL && dx_dg_is_reg(node->a, 0);
    if (v->is_secret)
        node->sees = is_own ? DX_DG_WHO : DX_DG_SECRET;
    return node;
}

// ---- places ----

static const dx_dg_place *find_place(const dx_dg *p, const char *name)
{
    unsigned i = DX_DG_FIND(p->place, p->places, name);
    return i < p->places ? &p->place[i] : NULL;
}

// Who sees the cards of a place with this index.
static unsigned audience(const dx_dg_reader *r, const dx_dg_place *place,
                         const dx_dg_node *index)
{
    bool is_reg = r->in_verb && index != NULL && index->op == DX_DG_REG;
    switch (place->audience) {
    case DX_ALL:
        return DX_DG_ALL;
    case DX_WHO:
        return is_reg && index->reg == 0 ? DX_DG_WHO : DX_DG_SECRET;
    case DX_BUT_WHO:
        return is_reg && r->differs >> index->reg & 1 ? DX_DG_WHO
                                                      : DX_DG_SECRET;
    default:
        return DX_DG_SECRET;
    }
}

// `hand(who)`, `hand(who, 2)`.  What it has is seen as *out_sees says; the
// node itself is which place it is.
const dx_dg_node *dx_dg_bind_cell(dx_dg_reader *r, dx_formula f, bool whole,
                                  unsigned *out_sees, const dx_dg_place **out)
{
    const char *name = dx_formula_kind(r->store, f) == DX_APPLY
                           ? dx_formula_text(r->store, f)
                           : "";
    const dx_dg_place *place = find_place(r->p, name);
    dx_dg_node *node = dx_dg_make(r, DX_DG_CELL, number);
    *out_sees = DX_DG_SECRET;
    if (out != NULL)
        *out = place;
    if (strcmp(name, "deck") == 0)
        return node;
    if (place == NULL) {
        BAD(r, name, "there is no place '%s'; declare it: place %s seen by all",
            name, *name != '\0' ? name : "NAME");
        return node;
    }
    unsigned slots = place->slots > 0 ? place->slots : 1;
    bool has_slot =
        place->slots > 0 && (!whole || arguments(r, f) > place->has_index);
    if (!takes(r, f, name, (size_t)place->has_index + has_slot))
        return node;
    node->mask = slots;
    node->count = (uint8_t)(place->count / slots);
    node->value = (int)place->base;
    if (place->has_index)
        node->a =
            index_of(r, f, 0, place->index, place->low, place->count / slots);
    if (has_slot)
        node->b = index_of(r, f, place->has_index, number, 1, slots);
    dx_dg_look(node, node->a);
    dx_dg_look(node, node->b);
    *out_sees = audience(r, place, node->a);
    if (node->sees > *out_sees)
        *out_sees = node->sees;
    return node;
}

static const dx_dg_node *of_place(dx_dg_reader *r, dx_dg_op op, dx_dg_type type,
                                  dx_formula place, const dx_dg_node *kind)
{
    unsigned sees;
    const dx_dg_place *found = NULL;
    dx_dg_node *node = dx_dg_make(r, op, type);
    node->a = dx_dg_bind_cell(r, place, op == DX_DG_SIZE, &sees, &found);
    node->b = kind;
    node->count = 1;
    if (op == DX_DG_SIZE && found != NULL && found->slots > 0 &&
        node->a->b == NULL)
        node->count = (uint8_t)found->slots;
    dx_dg_look(node, op == DX_DG_SIZE ? node->a : NULL);
    if (op != DX_DG_SIZE)
        node->sees = (uint8_t)sees;
    dx_dg_look(node, kind);
    return node;
}

// ---- domains ----

void dx_dg_all_of(dx_dg_reader *r, dx_dg_node *node, dx_dg_type type)
{
    int first = dx_dg_first(r->p, type);
    node->range = DX_DG_FROM_TO;
    node->lo = dx_dg_number(r, first, type);
    node->hi = dx_dg_number(r, first + (int)dx_dg_values(r->p, type) - 1, type);
}

// The other seats, from who's left on.
static dx_dg_type others(dx_dg_reader *r, dx_dg_node *node)
{
    const dx_dg_node *who = in_scope(r, "who");
    if (who == NULL) {
        BAD(r, "others", "others than who? here nobody moves");
        who = dx_dg_number(r, 0, seat);
    }
    node->range = DX_DG_AFTER;
    node->lo = who;
    return seat;
}

// A variable or argument that is some of a set.
static const dx_dg_node *some(dx_dg_reader *r, const char *name, dx_formula f)
{
    const dx_dg_node *node = arguments(r, f) == 0 ? in_scope(r, name) : NULL;
    if (node == NULL)
        node = variable(r, name, f);
    return node != NULL && node->type.kind == DX_DG_T_SOME ? node : NULL;
}

static dx_dg_type named_domain(dx_dg_reader *r, dx_formula f, dx_dg_node *node)
{
    const dx_dg *p = r->p;
    const char *name = dx_formula_text(r->store, f);
    const dx_dg_node *bits = some(r, name, f);
    if (bits != NULL) {
        node->range = DX_DG_BITS_OF;
        node->lo = bits;
        dx_dg_look(node, bits);
        return dx_dg_member(bits->type);
    }
    if (strcmp(name, "others") == 0)
        return others(r, node);
    const dx_dg_set *set = dx_dg_find_set(p, name);
    dx_dg_type type = card;
    if (strcmp(name, "seats") == 0 || strcmp(name, "seat") == 0)
        type = seat;
    else if (set != NULL)
        type = type_of_set(p, set);
    else if (p->pack == NULL || strcmp(name, p->pack) != 0) {
        unsigned sees;
        if (find_place(p, name) == NULL && strcmp(name, "deck") != 0) {
            BAD(r, name,
                "there is no set or place '%s'; expected a set, a place, "
                "seats, {a, b} or 1..3",
                name);
            return type;
        }
        node->range = DX_DG_CARDS_OF;
        node->lo = dx_dg_bind_cell(r, f, false, &sees, NULL);
        if (sees > node->sees)
            node->sees = (uint8_t)sees;
        return card;
    }
    dx_dg_all_of(r, node, type);
    return type;
}

static dx_dg_type listed_domain(dx_dg_reader *r, dx_formula f, dx_dg_node *node,
                                const dx_dg_type *want)
{
    size_t count = dx_formula_count(r->store, f);
    dx_dg_type type = want != NULL ? *want : number;
    node->range = DX_DG_LIST;
    node->count = (uint8_t)count;
    node->list = dx_dg_own(r, count, sizeof *node->list);
    if (count > 60)
        BAD(r, NULL, "a list of more than 60; declare a set");
    for (size_t i = 0; i < count && r->status == DX_OK; i++) {
        node->list[i] = dx_dg_bind(r, dx_formula_operand(r->store, f, i),
                                   i == 0 ? want : &type);
        if (i == 0)
            type = node->list[i]->type;
        dx_dg_look(node, node->list[i]);
    }
    return type;
}

dx_dg_type dx_dg_bind_domain(dx_dg_reader *r, dx_formula f, dx_dg_node *node,
                             const dx_dg_type *want)
{
    dx_formulas *s = r->store;
    switch (dx_formula_kind(s, f)) {
    case DX_APPLY:
        return named_domain(r, f, node);
    case DX_SET:
        return listed_domain(r, f, node, want);
    case DX_RANGE:
        node->range = DX_DG_FROM_TO;
        node->lo = dx_dg_bind(r, dx_formula_operand(s, f, 0), &number);
        node->hi = dx_dg_bind(r, dx_formula_operand(s, f, 1), &number);
        dx_dg_look(node, node->lo);
        dx_dg_look(node, node->hi);
        return number;
    default:
        BAD(r, NULL, "expected a set, a place, seats, {a, b} or 1..3");
        return number;
    }
}

// ---- what is built of others ----

// `let` and its arguments: read again with them in scope.
static const dx_dg_node *call(dx_dg_reader *r, const dx_dg_def *let,
                              dx_formula f, const dx_dg_type *want)
{
    const dx_dg_node *arg[DX_DG_DEF_ARGS];
    if (!takes(r, f, let->name, let->count))
        return ZERO(r);
    for (unsigned i = 0; i < let->count; i++)
        arg[i] = dx_dg_bind(r, argument(r, f, i), &let->type[i]);
    if (r->status != DX_OK)
        return ZERO(r);
    dx_lexer lexer = r->lexer, here = r->here;
    unsigned scoped = r->scoped, hidden = r->hidden_scope;
    r->hidden_scope = scoped;
    for (unsigned i = 0; i < let->count; i++)
        dx_dg_define(r, let->arg[i], arg[i]);
    r->lexer = let->body;
    const dx_dg_node *value = dx_dg_read_value(r, want);
    r->scoped = scoped;
    r->hidden_scope = hidden;
    r->here = here;
    if (r->status == DX_OK)
        r->lexer = lexer;
    return value;
}

const dx_dg_def *dx_dg_find_def(const dx_dg_reader *r, const char *name,
                                bool is_let)
{
    for (unsigned i = 0; i < r->defs; i++)
        if (r->def[i].is_let == is_let && strcmp(r->def[i].name, name) == 0)
            return &r->def[i];
    return NULL;
}

// What the language has of its own.
static const dx_dg_node *function(dx_dg_reader *r, const char *name,
                                  dx_formula f)
{
    if (strcmp(name, "none") == 0)
        return dx_dg_number(r, DX_DG_NONE, nothing);
    if (strcmp(name, "yes") == 0 || strcmp(name, "no") == 0)
        return dx_dg_number(r, name[0] == 'y', flag);
    if (strcmp(name, "deck") == 0 && arguments(r, f) == 0) {
        dx_dg_node *node = dx_dg_make(r, DX_DG_SIZE, number);
        node->a = dx_dg_number(r, DX_DG_DECK, number);
        node->count = 1;
        return node;
    }
    if (arguments(r, f) != 1)
        return NULL;
    dx_formula x = argument(r, f, 0);
    if (strcmp(name, "left") == 0)
        return with(r, DX_DG_SEAT_OF, seat,
                    with(r, DX_DG_ADD, number, dx_dg_bind(r, x, &seat),
                         dx_dg_number(r, 2, number)),
                    NULL);
    if (strcmp(name, "seat") == 0)
        return with(r, DX_DG_SEAT_OF, seat, dx_dg_bind(r, x, &number), NULL);
    if (strcmp(name, "size") == 0)
        return of_place(r, DX_DG_SIZE, number, x, NULL);
    if (strcmp(name, "the") == 0)
        return of_place(r, DX_DG_THE, card, x, NULL);
    if (strcmp(name, "order") == 0) // of a seat, card or word, from 1
    {
        const dx_dg_node *a = dx_dg_bind(r, x, NULL);
        return with(r, DX_DG_ADD, number, a,
                    dx_dg_number(r, 1 - dx_dg_first(r->p, a->type), number));
    }
    unsigned i = dx_dg_attribute(r->p, dx_dg_find_set(r->p, name));
    if (i == r->p->attributes)
        return NULL;
    const dx_dg_set *set = &r->p->set[r->p->attribute_set[i]];
    dx_dg_node *node = with(r, DX_DG_ATTR, type_of_set(r->p, set),
                            dx_dg_bind(r, x, &card), NULL);
    node->value = (int)i;
    return node;
}

static bool is_yes_or_no(const dx_param *param)
{
    return param->choices != NULL && param->max == 1 &&
           strcmp(param->choices[0], "no") == 0 &&
           strcmp(param->choices[1], "yes") == 0;
}

static const dx_dg_node *parameter(dx_dg_reader *r, const char *name)
{
    const dx_dg *p = r->p;
    unsigned is = DX_DG_FIND(p->param, p->params, name);
    if (is < p->params)
        return dx_dg_number(r, p->value[is],
                            is_yes_or_no(&p->param[is]) ? flag : number);
    for (unsigned i = 0; i < p->params; i++)
        for (int k = 0; p->param[i].choices != NULL && k <= p->param[i].max;
             k++)
            if (strcmp(p->param[i].choices[k], name) == 0)
                return dx_dg_number(r, k, number);
    return NULL;
}

static const dx_dg_node *apply(dx_dg_reader *r, dx_formula f,
                               const dx_dg_type *want)
{
    const char *name = dx_formula_text(r->store, f);
    bool is_plain = arguments(r, f) == 0;
    const dx_dg_node *found = is_plain ? in_scope(r, name) : NULL;
    if (found == NULL && is_plain)
        found = wanted_word(r, name, want);
    if (found == NULL)
        found = variable(r, name, f);
    const dx_dg_def *let = found == NULL ? dx_dg_find_def(r, name, true) : NULL;
    if (let != NULL && let->count > 0 && is_plain)
        found = parameter(r, name);
    if (let != NULL && found == NULL)
        return call(r, let, f, NULL);
    if (found == NULL)
        found = function(r, name, f);
    if (found == NULL && is_plain)
        found = parameter(r, name);
    if (found == NULL && is_plain)
        found = word(r, name);
    if (found != NULL)
        return found;
    if (find_place(r->p, name) != NULL)
        BAD(r, name,
            "'%s' is a place and no value; expected size(%s), c in %s, or "
            "the(%s)",
            name, name, name, name);
    else if (!is_plain && dx_dg_find_set(r->p, name) != NULL)
        BAD(r, name,
            "'%s' is no attribute of one thing: the pack must be a product, "
            "pack card = %s * ..; order(c) is the number of a card",
            name, name);
    else
        BAD(r, name,
            "there is no '%s'; expected a variable, a fact (let), a "
            "parameter, or a word of a set%s",
            name,
            strcmp(name, "if") == 0 || strcmp(name, "first") == 0
                ? "; behind =, := or by alone a value may be chosen so: "
                  "give it a name of its own (let)"
                : "");
    return ZERO(r);
}

static const dx_dg_node *literal(dx_dg_reader *r, dx_formula f,
                                 const dx_dg_type *want)
{
    dx_fraction value = dx_formula_value(r->store, f);
    if (value.over != 1 || value.top > 30000 || value.top < -30000) {
        BAD(r, NULL, "expected a whole number of at most 30000");
        return ZERO(r);
    }
    int n = (int)value.top;
    if (want != NULL && want->kind == DX_DG_T_SEAT) {
        if (n < 1 || n > (int)r->p->players)
            BAD(r, NULL, "there is no seat %d; expected 1 to %u", n,
                r->p->players);
        return dx_dg_number(r, n - 1, seat);
    }
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    const dx_dg_node *found = wanted_word(r, text, want);
    if (want != NULL && want->kind == DX_DG_T_CARD &&
        (found = card_named(r, text)) == NULL)
        BAD(r, text, "there is no card '%s'", text);
    return found != NULL ? found : dx_dg_number(r, n, number);
}

static const dx_dg_node *bind_kind(dx_dg_reader *r, dx_formula f,
                                   const dx_dg_type *want);

static const dx_dg_node *bind_part(dx_dg_reader *r, dx_formula f, size_t i,
                                   const dx_dg_type *want)
{
    return dx_dg_bind(r, dx_formula_operand(r->store, f, i), want);
}

// All comparisons are = and >=, of the two in this order or the other, denied
// or not.
static const dx_dg_node *compare(dx_dg_reader *r, dx_formula f, dx_kind kind)
{
    dx_formula left = dx_formula_operand(r->store, f, 0);
    dx_formula right = dx_formula_operand(r->store, f, 1);
    const dx_dg_node *a, *b;
    bool is_equal = kind == DX_EQUAL || kind == DX_NOT_EQUAL;
    if (dx_formula_kind(r->store, left) == DX_NUMBER) {
        b = dx_dg_bind(r, right, NULL);
        a = bind_kind(r, left, &b->type);
    } else {
        a = dx_dg_bind(r, left, NULL);
        b = bind_kind(r, right, &a->type);
    }
    if (!dx_dg_fits(r->p, b->type, a->type) &&
        !dx_dg_fits(r->p, a->type, b->type))
        BAD(r, NULL, "%s is compared with %s", dx_dg_type_said(r->p, a->type),
            dx_dg_type_said(r->p, b->type));
    else if (!is_equal && a->type.kind == DX_DG_T_FLAG)
        BAD(r, NULL, "yes or no has no order; expected numbers");
    bool turns = kind == DX_GREATER || kind == DX_LESS_EQUAL;
    dx_dg_node *node = with(r, is_equal ? DX_DG_EQUAL : DX_DG_GREATER_EQUAL,
                            flag, turns ? b : a, turns ? a : b);
    const dx_dg_node *name = a->op == DX_DG_ATTR ? a->a : a;
    node->is_apart = is_equal && name->op == DX_DG_REG &&
                     !dx_dg_has_node(b, dx_dg_is_reg, name->reg);
    return kind == DX_NOT_EQUAL || kind == DX_LESS || kind == DX_GREATER
               ? denied(r, node)
               : node;
}

static const dx_dg_node *arithmetic(dx_dg_reader *r, dx_formula f, dx_dg_op op)
{
    const dx_dg_node *a = bind_part(r, f, 0, &number);
    const dx_dg_node *b = bind_part(r, f, 1, &number);
    const dx_dg_node *node = with(r, op, number, a, b);
    if (a->op != DX_DG_NUMBER || b->op != DX_DG_NUMBER)
        return node;
    return dx_dg_number(r, dx_dg_value(NULL, NULL, node), number);
}

static const dx_dg_node *connect(dx_dg_reader *r, dx_formula f, dx_kind kind)
{
    size_t count = dx_formula_count(r->store, f);
    const dx_dg_node *a = bind_part(r, f, 0, &flag);
    for (size_t i = 1; i < count; i++) {
        const dx_dg_node *b = bind_part(r, f, i, &flag);
        if (kind == DX_AND)
            a = with(r, DX_DG_AND, flag, a, b);
        else if (kind == DX_IFF)
            a = with(r, DX_DG_OR, flag, with(r, DX_DG_AND, flag, a, b),
                     denied(r, with(r, DX_DG_OR, flag, a, b)));
        else
            a = with(r, DX_DG_OR, flag, kind == DX_OR ? a : denied(r, a), b);
    }
    return a;
}

static const dx_dg_node *quantify(dx_dg_reader *r, dx_formula f, dx_dg_op op,
                                  const dx_dg_type *body, dx_dg_type type)
{
    dx_formulas *s = r->store;
    dx_dg_node *node = dx_dg_make(r, op, type);
    unsigned scoped = r->scoped, regs = r->regs;
    dx_dg_type member =
        dx_dg_bind_domain(r, dx_formula_operand(s, f, 1), node, NULL);
    const dx_dg_node *x =
        dx_dg_variable(r, dx_formulas_name_text(s, dx_formula_operand(s, f, 0)),
                       member, node->sees);
    node->reg = x->reg;
    dx_token at = r->here.token;
    uint64_t repeats = r->repeats;
    dx_dg_bound_by_domain(r, x->reg, node);
    dx_dg_check_repeats(r, node, DX_DG_LOOKS_MAX, &at);
    uint32_t differs = r->differs;
    if (node->range == DX_DG_AFTER)
        r->differs |= 1U << x->reg;
    node->a = dx_dg_check(r, bind_part(r, f, 2, body), body, NULL);
    dx_dg_look(node, node->a);
    r->differs = differs;
    r->repeats = repeats;
    r->scoped = scoped;
    r->regs = regs;
    return node;
}

static const dx_dg_node *member(dx_dg_reader *r, dx_formula f)
{
    dx_dg_node *node = dx_dg_make(r, DX_DG_IN, flag);
    dx_formula set = dx_formula_operand(r->store, f, 1);
    dx_formula what = dx_formula_operand(r->store, f, 0);
    bool is_digit = dx_formula_kind(r->store, what) == DX_NUMBER;
    node->a = is_digit ? NULL : dx_dg_bind(r, what, NULL);
    dx_dg_type type =
        dx_dg_bind_domain(r, set, node, is_digit ? NULL : &node->a->type);
    if (is_digit) // a card may be called 7
        node->a = bind_kind(r, what, &type);
    if (!dx_dg_fits(r->p, node->a->type, type))
        BAD(r, "in", "%s is never in a set of %s",
            dx_dg_type_said(r->p, node->a->type), dx_dg_type_said(r->p, type));
    dx_dg_look(node, node->a);
    return node;
}

// K[s] f, and what can be said with it: M, Kw.
static const dx_dg_node *attitude(dx_dg_reader *r, dx_formula f, dx_kind kind)
{
    if (kind != DX_KNOWS && kind != DX_POSSIBLE && kind != DX_KNOWS_WHETHER) {
        BAD(r, NULL, "rules know K, M and Kw alone; expected one of these");
        return ZERO(r);
    }
    dx_formula agent = dx_formula_operand(r->store, f, 0);
    const char *name = dx_formula_text(r->store, agent);
    int number_of = (int)strtol(name, NULL, 10); // an agent is a name: 2 is
    if (number_of > (int)r->p->players)
        BAD(r, name, "there is no seat %s", name);
    const dx_dg_node *who = number_of > 0 ? dx_dg_number(r, number_of - 1, seat)
                                          : dx_dg_bind(r, agent, &seat);
    const dx_dg_node *is = bind_part(r, f, 1, &flag);
    const dx_dg_node *knows[2];
    for (unsigned i = 0; i < 2; i++) {
        dx_dg_node *node = dx_dg_make(r, DX_DG_KNOWS, flag);
        node->a = who;
        node->b = i == 0 ? is : denied(r, is);
        bool is_own = r->in_verb && who->op == DX_DG_REG && who->reg == 0;
        node->sees = is_own ? DX_DG_WHO : DX_DG_SECRET;
        knows[i] = node;
    }
    r->p->knows = true;
    if (kind == DX_KNOWS)
        return knows[0];
    return kind == DX_POSSIBLE ? denied(r, knows[1])
                               : with(r, DX_DG_OR, flag, knows[0], knows[1]);
}

static const dx_dg_node *bind_kind(dx_dg_reader *r, dx_formula f,
                                   const dx_dg_type *want)
{
    static const uint8_t op[DX_KINDS] = {
        [DX_ADD] = DX_DG_ADD,           [DX_SUBTRACT] = DX_DG_SUBTRACT,
        [DX_MULTIPLY] = DX_DG_MULTIPLY, [DX_DIVIDE] = DX_DG_DIVIDE,
        [DX_MODULO] = DX_DG_MODULO,     [DX_EXISTS] = DX_DG_EXISTS,
        [DX_FORALL] = DX_DG_FORALL,     [DX_COUNT] = DX_DG_SUM,
        [DX_SUM] = DX_DG_SUM,
    };
    if (r->status != DX_OK)
        return ZERO(r);
    dx_kind kind = dx_formula_kind(r->store, f);
    switch (dx_kind_family(kind)) {
    case DX_FAMILY_TRUTH:
        return dx_dg_number(r, kind == DX_TRUE, flag);
    case DX_FAMILY_NAME:
        return apply(r, f, want);
    case DX_FAMILY_NUMBER:
        return literal(r, f, want);
    case DX_FAMILY_COMPARE:
        return compare(r, f, kind);
    case DX_FAMILY_ARITHMETIC:
        if (kind == DX_NEGATIVE)
            return with(r, DX_DG_SUBTRACT, number, ZERO(r),
                        bind_part(r, f, 0, &number));
        return arithmetic(r, f, op[kind]);
    case DX_FAMILY_BOOLEAN:
        if (kind == DX_NOT)
            return denied(r, bind_part(r, f, 0, &flag));
        return connect(r, f, kind);
    case DX_FAMILY_QUANTIFIER:
        return quantify(r, f, op[kind], &flag, flag);
    case DX_FAMILY_GATHER:
        return quantify(r, f, op[kind], kind == DX_SUM ? &number : &flag,
                        number);
    case DX_FAMILY_MEMBER:
        return member(r, f);
    case DX_FAMILY_ATTITUDE:
        return attitude(r, f, kind);
    default:
        BAD(r, NULL,
            "rules cannot speak of time, chances or groups; expected a "
            "formula over cards, variables and parameters");
        return ZERO(r);
    }
}

const dx_dg_node *dx_dg_bind(dx_dg_reader *r, dx_formula f,
                             const dx_dg_type *want)
{
    const dx_dg_node *node = bind_kind(r, f, want);
    const char *name = dx_formula_kind(r->store, f) == DX_APPLY
                           ? dx_formula_text(r->store, f)
                           : NULL;
    return dx_dg_check(r, node, want, name);
}
