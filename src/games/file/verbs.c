// Verbs: arguments, conditions, outcomes, and who sees which of them.

#include "games/file/reader.h"

#include <string.h>

// seen by all, who, others, nobody, {who, x}
static dx_audience read_audience(dx_dg_reader *r, const dx_dg_verb *verb)
{
    if (!dx_dg_take(r, "seen"))
        return DX_ALL;
    dx_dg_expect(r, "by");
    if (dx_dg_take(r, "who"))
        return DX_WHO;
    if (dx_dg_take(r, "others"))
        return DX_BUT_WHO;
    if (dx_dg_take(r, "nobody"))
        return DX_NOBODY;
    if (!dx_dg_take(r, "{")) {
        dx_dg_expect(r, "all");
        return DX_ALL;
    }
    dx_dg_expect(r, "who");
    dx_dg_expect(r, ",");
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, "the first argument");
    if (verb->params == 0 || strcmp(verb->arg[0].name, name) != 0 ||
        verb->arg[0].type.kind != DX_DG_T_SEAT)
        dx_dg_fail(r, &at,
                   "'%s' is not the first argument of '%s', or no seat: it is "
                   "the one that can be told something with who moves",
                   name, verb->name);
    dx_dg_expect(r, "}");
    return DX_AMONG;
}

static dx_arg *new_arg(dx_dg_reader *r, dx_dg_verb *verb, const char *name,
                       dx_dg_type type)
{
    unsigned i = verb->params + verb->outcomes;
    if (i == DX_ARGS) {
        dx_dg_fail(r, &r->lexer.token,
                   "'%s' has more than %d arguments and outcomes; use two "
                   "verbs after each other",
                   verb->name, DX_ARGS);
        i--;
    }
    verb->arg[i] = (dx_dg_param){.name = name, .type = type};
    dx_arg *arg = &r->p->dx_verbs[verb - r->p->verb].arg[i];
    arg->name = name;
    arg->type = dx_dg_type_name(r->p, type);
    return arg;
}

// The arguments that a node needs: the highest of their registers.
static unsigned level_of(const dx_dg_node *n, unsigned params)
{
    while (params > 0 && !dx_dg_has_node(n, dx_dg_is_reg, params))
        params--;
    return params;
}

static void read_param(dx_dg_reader *r, dx_dg_verb *verb)
{
    const char *name =
        DX_DG_NEW_NAME(r, verb->arg, verb->params, "the name of an argument");
    if (strcmp(name, "who") == 0)
        dx_dg_fail(r, &r->lexer.token,
                   "'who' is the seat that moves; expected another name");
    dx_dg_expect(r, ":");
    dx_dg_type type = dx_dg_read_type(r);
    dx_token at = r->lexer.token;
    dx_arg *arg = new_arg(r, verb, name, type);
    dx_dg_param *param = &verb->arg[verb->params];
    if (!verb->is_chance && type.kind == DX_DG_T_NUMBER && !dx_dg_is(r, "in"))
        dx_dg_fail(r, &at,
                   "which numbers? write %s: number in 1..9, or declare a set",
                   name);
    dx_dg_node *in = dx_dg_make(r, DX_DG_IN, type);
    dx_dg_all_of(r, in, type);
    if (!verb->is_chance && dx_dg_take(r, "in")) {
        dx_dg_read_domain(r, in);
        if (in->sees == DX_DG_SECRET)
            dx_dg_fail(r, &at,
                       "'%s' is chosen from what '%s' does not see: it could "
                       "not know its own moves; use a place that is seen by "
                       "owner, with who",
                       name, "who");
        if (in->range == DX_DG_FROM_TO) {
            dx_dg_check_told(r, &at, in->lo, type);
            dx_dg_check_told(r, &at, in->hi, type);
        }
        for (unsigned i = 0; in->range == DX_DG_LIST && i < in->count; i++)
            dx_dg_check_told(r, &at, in->list[i], type);
    }
    param->in = in;
    param->is_fixed = level_of(in, DX_ARGS) == 0;
    arg->audience = read_audience(r, verb);
    verb->params++;
    if (!verb->is_chance)
        dx_dg_check_repeats(r, in, DX_DG_LOOKS_MAX, &at);
    // Who sees a card that nature draws is not known before it is used; what
    // it names otherwise is open.
    bool is_card = dx_dg_is_card(r->p, type);
    unsigned sees = arg->audience != DX_ALL      ? DX_DG_WHO
                    : verb->is_chance && is_card ? DX_DG_SECRET
                                                 : DX_DG_ALL;
    unsigned reg = dx_dg_variable(r, name, type, sees)->reg;
    dx_dg_bound_told(r, reg, type);
    if (in->range == DX_DG_AFTER)
        r->differs |= 1U << reg;
}

static void read_outcome(dx_dg_reader *r, dx_dg_verb *verb)
{
    const char *name = DX_DG_NEW_NAME(
        r, verb->arg, verb->params + verb->outcomes, "the name of an outcome");
    dx_dg_expect(r, ":");
    dx_dg_type type = dx_dg_read_type(r);
    dx_arg *arg = new_arg(r, verb, name, type);
    unsigned i = verb->params + verb->outcomes;
    dx_dg_expect(r, "=");
    dx_token at = r->lexer.token;
    const dx_dg_node *value = dx_dg_read_value(r, &type);
    dx_dg_check_told(r, &at, value, type);
    verb->arg[i < DX_ARGS ? i : 0].value = value;
    arg->audience = read_audience(r, verb);
    arg->outcome = !verb->is_chance;
    verb->outcomes++;
    verb->tells |= value->op != DX_DG_NUMBER;
    unsigned sees = arg->audience == DX_ALL ? DX_DG_ALL : DX_DG_WHO;
    dx_dg_bound_told(r, dx_dg_variable(r, name, type, sees)->reg, type);
}

static void add_conditions(dx_dg_reader *r, dx_dg_verb *verb,
                           const dx_dg_node *n)
{
    if (n->op == DX_DG_AND && verb->conditions + 1 < DX_DG_CONDITIONS) {
        add_conditions(r, verb, n->a);
        add_conditions(r, verb, n->b);
        return;
    }
    unsigned level = level_of(n, verb->params);
    verb->condition[verb->conditions++] = (dx_dg_condition){n, level};
    verb->levels |= (uint8_t)(1U << level);
}

static void read_condition(dx_dg_reader *r, dx_dg_verb *verb)
{
    dx_token at = r->lexer.token;
    const dx_dg_node *node = dx_dg_read_formula(r);
    if (node->sees == DX_DG_SECRET)
        dx_dg_fail(r, &at,
                   "who may '%s' depends on cards that it does not see: it "
                   "could not know its own moves; ask only about places it "
                   "sees (of others: x: seat in others), or let an outcome "
                   "say it (tells)",
                   verb->name);
    else if (r->status == DX_OK)
        add_conditions(r, verb, node);
}

// In effects, an argument that not all see is one of the verb's secrets.
static void hide_arguments(dx_dg_reader *r, const dx_dg_verb *verb)
{
    for (unsigned i = 0; i < verb->params + verb->outcomes; i++) {
        const dx_dg_node *reg = r->scope[1 + i].node;
        if (reg->sees == DX_DG_ALL)
            continue;
        dx_dg_node *node = dx_dg_make(r, DX_DG_HIDDEN, reg->type);
        node->value = (int)i;
        node->mask = 1;
        node->sees = DX_DG_WHO;
        r->scope[1 + i].node = node;
    }
}

static dx_dg_verb *new_verb(dx_dg_reader *r, bool is_chance)
{
    dx_token at = r->lexer.token;
    const char *name =
        DX_DG_NEW_NAME(r, r->p->verb, r->p->verbs, "the name of a verb");
    if (r->p->verbs == DX_VERBS_MAX) {
        dx_dg_fail(r, &at, "more than %d verbs", DX_VERBS_MAX);
        return &r->p->verb[0];
    }
    r->verb_at[r->p->verbs] = at;
    dx_dg_verb *verb = &r->p->verb[r->p->verbs];
    r->p->dx_verbs[r->p->verbs++] =
        (dx_verb){.name = name, .chance = is_chance};
    *verb = (dx_dg_verb){.name = name, .is_chance = is_chance};
    return verb;
}

static void read_head(dx_dg_reader *r, dx_dg_verb *verb)
{
    if (dx_dg_take(r, "(")) {
        do
            read_param(r, verb);
        while (dx_dg_take(r, ","));
        dx_dg_expect(r, ")");
    }
    if (!verb->is_chance && dx_dg_take(r, "if"))
        read_condition(r, verb);
    r->repeats = 1; // moves are listed; what comes of one is done once
    if (verb->is_chance && dx_dg_take(r, "by"))
        verb->by = dx_dg_read_value(r, &seat);
    if (!dx_dg_take(r, "tells"))
        return;
    do
        read_outcome(r, verb);
    while (dx_dg_take(r, ","));
}

void dx_dg_read_verb(dx_dg_reader *r)
{
    bool is_chance = strcmp(r->statement, "nature") == 0;
    dx_dg_verb *verb = new_verb(r, is_chance);
    r->in_verb = true;
    dx_dg_variable(r, "who", seat, DX_DG_ALL);
    read_head(r, verb);
    if (!is_chance) {
        verb->code = (uint16_t)r->p->step.count;
        hide_arguments(r, verb);
        if (dx_dg_is(r, "{"))
            dx_dg_read_block(r);
        dx_dg_end_block(r);
    }
    dx_dg_read_told(r, (unsigned)(verb - r->p->verb));
    r->in_verb = false;
    r->differs = 0;
}
