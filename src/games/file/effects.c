// Verbs and what they do: effects become steps.
//
// Effects run on the truth and on every sight alike, so they may look only at
// what all see: the reader refuses anything else.  What reads secrets are
// outcomes (`tells`), which the referee works out on the truth.

#include "game/deal.h"
#include "games/file/reader.h"

#include <string.h>

// Another step; its number.
static unsigned emit(dx_dg_reader *r, dx_dg_step step)
{
    if (r->p->step.count > 4000) {
        dx_dg_fail(r, &r->lexer.token,
                   "the effects are too long; expected at most 4000 steps");
        r->p->step.count = 0;
    }
    dx_vector_push(&r->p->step, step);
    return (unsigned)r->p->step.count - 1;
}

// Effects may only look at what all see.
static const dx_dg_node *open(dx_dg_reader *r, const dx_dg_node *node,
                              const dx_token *at, const char *what)
{
    if (node->sees != DX_DG_ALL)
        dx_dg_fail(r, at,
                   "%s depends on cards or choices that not all see: whoever "
                   "does not see them could not follow the game; let an "
                   "outcome say it (tells x: flag = ...) and use x",
                   what);
    return node;
}

static const dx_dg_node *open_value(dx_dg_reader *r, const dx_dg_type *want,
                                    const char *what)
{
    dx_token at = r->lexer.token;
    return open(r, dx_dg_read_value(r, want), &at, what);
}

static dx_dg_verb *read_nature(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, "an event of nature");
    unsigned verb = DX_DG_FIND(r->p->verb, r->p->verbs, name);
    if (verb == r->p->verbs || !r->p->verb[verb].is_chance)
        dx_dg_fail(r, &at, "there is no '%s'; declare it before: nature %s",
                   name, name);
    return &r->p->verb[r->status == DX_OK ? verb : 0];
}

// The arguments of nature's event are names from now on.
static void emit_nature(dx_dg_reader *r, const dx_dg_verb *verb,
                        dx_dg_step step)
{
    step.reg = (uint8_t)r->regs;
    for (unsigned i = 0; i < verb->params + verb->outcomes; i++) {
        bool is_open = r->p->dx_verbs[step.verb].arg[i].audience == DX_ALL;
        dx_dg_bound_told(r,
                         dx_dg_variable(r, verb->arg[i].name, verb->arg[i].type,
                                        is_open ? DX_DG_ALL : DX_DG_SECRET)
                             ->reg,
                         verb->arg[i].type);
    }
    if (dx_dg_take(r, "as")) {
        const char *name = dx_dg_name_of(r, "a name for the seat");
        dx_dg_variable(r, name, seat, DX_DG_ALL);
        step.number = 1;
    }
    emit(r, step);
}

// Who sees a drawn card is who sees the place.
static void see_draw(dx_dg_reader *r, unsigned verb, const dx_dg_place *place,
                     const dx_token *at)
{
    dx_arg *arg = &r->p->dx_verbs[verb].arg[0];
    dx_dg_verb *v = &r->p->verb[verb];
    if (r->status != DX_OK)
        return;
    if (v->params == 0)
        dx_dg_fail(r, at,
                   "'%s' brings no card; declare it as nature %s(card: card)",
                   v->name, v->name);
    else if (place == NULL)
        dx_dg_fail(r, at, "cards are drawn from the stock to another place");
    else if (v->reveals)
        dx_dg_fail(r, at,
                   "'%s' is revealed elsewhere, where all see what it names; "
                   "declare another event of nature",
                   v->name);
    else if (v->draws && arg->audience != (dx_audience)place->audience)
        dx_dg_fail(r, at,
                   "'%s' brings cards to places that are not seen by the same "
                   "seats; declare another event of nature",
                   v->name);
    else
        arg->audience = (dx_audience)place->audience;
    v->draws = true;
}

// draw .. from colour(x): of the kinds with that attribute.
static void read_attribute(dx_dg_reader *r, dx_dg_step *step,
                           const dx_dg_set *set, const dx_token *at)
{
    const dx_dg *p = r->p;
    unsigned i = dx_dg_attribute(p, set);
    if (i == p->attributes) {
        dx_dg_fail(r, at, "expected an attribute of the pack");
        return;
    }
    const dx_dg_type type = {.kind = DX_DG_T_SET, .set = p->attribute_set[i]};
    dx_dg_expect(r, "(");
    step->z = open_value(r, &type, "which cards are drawn");
    step->jump = (uint16_t)i;
    dx_dg_expect(r, ")");
}

static void read_draw(dx_dg_reader *r)
{
    const dx_dg_place *place = NULL;
    dx_token at = r->lexer.token;
    dx_dg_verb *verb = read_nature(r);
    dx_dg_step step = {.kind = DX_DG_DRAW, .mask = dx_dg_bits(r->p->kinds)};
    step.verb = (uint8_t)(verb - r->p->verb);
    dx_dg_expect(r, "to");
    step.x = dx_dg_read_cell(r, &place);
    if (place != NULL && place->has_index && place->index.kind == DX_DG_T_SEAT)
        step.y = step.x->a;
    if (dx_dg_take(r, "by"))
        step.y = open_value(r, &seat, "who draws");
    if (dx_dg_take(r, "from")) {
        dx_token set_at = r->lexer.token;
        const char *name = dx_dg_name_of(r, "a set of cards");
        const dx_dg_set *set = dx_dg_find_set(r->p, name);
        if (dx_dg_is(r, "("))
            read_attribute(r, &step, set, &set_at);
        else if (set == NULL || !set->is_cards)
            dx_dg_fail(r, &set_at, "'%s' is no set of cards of the pack", name);
        else if (set != NULL)
            step.mask = dx_dg_bits(set->count) << set->first;
    }
    if (place != NULL && step.y == NULL &&
        (place->audience == DX_WHO || place->audience == DX_BUT_WHO))
        dx_dg_fail(r, &at, "who draws? add: by SEAT");
    see_draw(r, step.verb, place, &at);
    emit_nature(r, verb, step);
}

// reveal NATURE(a, b) by SEAT as NAME
static void read_reveal(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    dx_dg_verb *verb = read_nature(r);
    dx_dg_step step = {.kind = DX_DG_REVEAL};
    const dx_dg_node *arg[3] = {NULL};
    unsigned count = 0;
    step.verb = (uint8_t)(verb - r->p->verb);
    if (dx_dg_take(r, "(")) {
        do
            if (count < 3 && count < verb->params) {
                dx_token value = r->lexer.token;
                arg[count] =
                    open_value(r, &verb->arg[count].type, "what nature names");
                dx_dg_check_told(r, &value, arg[count], verb->arg[count].type);
                count++;
            } else {
                dx_dg_fail(r, &r->lexer.token, "too many arguments");
            }
        while (dx_dg_take(r, ","));
        dx_dg_expect(r, ")");
    }
    if (count != verb->params)
        dx_dg_fail(r, &at, "'%s' takes %u arguments, found %u", verb->name,
                   verb->params, count);
    if (verb->draws)
        dx_dg_fail(r, &at, "'%s' brings cards; declare another event of nature",
                   verb->name);
    verb->reveals = true;
    step.x = arg[0];
    step.z = arg[1];
    step.w = arg[2];
    if (dx_dg_take(r, "by"))
        step.y = open_value(r, &seat, "who it happens to");
    for (unsigned i = 0; i < verb->outcomes && step.y == NULL; i++) {
        dx_audience audience =
            r->p->dx_verbs[step.verb].arg[verb->params + i].audience;
        bool is_whose = audience == DX_WHO || audience == DX_BUT_WHO;
        if (verb->by == NULL &&
            (is_whose || dx_dg_has_node(verb->arg[verb->params + i].value,
                                        dx_dg_is_reg, 0)))
            dx_dg_fail(r, &at, "who %s? add: by SEAT",
                       is_whose ? "sees it" : "is 'who' here");
    }
    emit_nature(r, verb, step);
}

// A place of the table.
static const dx_dg_node *read_place(dx_dg_reader *r, const dx_dg_place **out)
{
    dx_token at = r->lexer.token;
    *out = NULL;
    const dx_dg_node *node = dx_dg_read_cell(r, out);
    if (*out == NULL)
        dx_dg_fail(r, &at,
                   "cards leave the stock by 'draw' alone; expected a place");
    return node;
}

static bool is_wider(const dx_dg_place *to, const dx_dg_place *from)
{
    return to != NULL && from != NULL && from->audience != DX_ALL &&
           to->audience == DX_ALL;
}

static void read_move_all(dx_dg_reader *r, const dx_token *at)
{
    const dx_dg_place *from, *to;
    dx_dg_expect(r, "from");
    const dx_dg_node *x = read_place(r, &from);
    dx_dg_expect(r, "to");
    const dx_dg_node *y = dx_dg_read_cell(r, &to);
    emit(r, (dx_dg_step){.kind = DX_DG_MOVE_ALL, .x = x, .y = y});
    if (r->status == DX_OK && to == NULL && from->audience != DX_ALL)
        dx_dg_fail(r, at,
                   "'%s' is not seen by all: what goes back to the stock must "
                   "be; show it first and move it to a place seen by all",
                   from->name);
    if (r->status == DX_OK && is_wider(to, from))
        dx_dg_fail(r, at,
                   "'%s' is seen by all and '%s' is not: nobody has been told "
                   "which cards these are; move them one by one (tells c: card "
                   "= the(%s))",
                   to->name, from->name, from->name);
}

// move T from P to Q, move N of T from P to Q, move all from P to Q
static void read_move(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    if (dx_dg_is(r, "all") && dx_lexer_next_is(&r->lexer, "from")) {
        dx_dg_take(r, "all");
        read_move_all(r, &at);
        return;
    }
    const dx_dg_node *count = dx_dg_number(r, 1, number);
    const dx_dg_node *what = dx_dg_read_value(r, NULL);
    if (dx_dg_take(r, "of")) {
        count = open(r, what, &at, "how many");
        if (!dx_dg_is_number(r->p, count->type))
            dx_dg_fail(r, &at, "expected how many cards move");
        what = dx_dg_read_value(r, &card);
    }
    if (what->sees != DX_DG_ALL)
        dx_dg_fail(r, &at,
                   "not all see which card this is: say it (tells c: card = "
                   "..), or point at where it lies unseen: row hand(seat): 3 "
                   ".. move all from hand(who, i) to ..");
    if (!dx_dg_is_card(r->p, what->type))
        dx_dg_fail(r, &at, "expected a card that moves");
    const dx_dg_place *place;
    dx_dg_expect(r, "from");
    const dx_dg_node *from = read_place(r, &place);
    dx_dg_expect(r, "to");
    const dx_dg_node *to = dx_dg_read_cell(r, NULL);
    emit(r, (dx_dg_step){
                .kind = DX_DG_MOVE, .x = count, .y = what, .z = from, .w = to});
}

static void read_swap(dx_dg_reader *r)
{
    const dx_dg_place *place;
    const dx_dg_node *x = read_place(r, &place);
    dx_token at = r->lexer.token;
    const dx_dg_place *other;
    dx_dg_expect(r, ",");
    const dx_dg_node *y = read_place(r, &other);
    if (r->status == DX_OK &&
        (is_wider(place, other) || is_wider(other, place)))
        dx_dg_fail(r, &at,
                   "one of '%s' and '%s' is seen by all and the other is not: "
                   "nobody has been told which cards come to light; move them "
                   "one by one (tells c: card = ..)",
                   place->name, other->name);
    emit(r, (dx_dg_step){.kind = DX_DG_SWAP, .x = x, .y = y});
}

// close hand(who, i): the later cards of a row move up.
static void read_close(dx_dg_reader *r)
{
    const dx_dg_place *place = NULL;
    dx_token at = r->lexer.token;
    const dx_dg_node *x = dx_dg_read_cell(r, &place);
    if (place == NULL || place->slots == 0)
        dx_dg_fail(r, &at, "expected a slot of a row");
    dx_dg_step step = {.kind = DX_DG_CLOSE, .x = x};
    step.number = place == NULL ? 0 : (uint16_t)place->slots;
    step.reg = place == NULL ? 0 : (uint8_t)place->base;
    emit(r, step);
}

static void read_then(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    if (dx_dg_take(r, "over")) {
        dx_vector_push(&r->p->endings, dx_dg_read_text(r, 0));
        emit(r, (dx_dg_step){.kind = DX_DG_OVER,
                             .number = (uint16_t)r->p->endings.count});
        return;
    }
    const char *name = dx_dg_name_of(r, "a phase, or over");
    unsigned phase = DX_DG_FIND(r->p->phase, r->p->phases, name);
    if (phase == r->p->phases)
        dx_dg_fail(r, &at,
                   "there is no phase '%s'; declare it: phase %s: VERBS", name,
                   name);
    dx_dg_expect(r, "by");
    const dx_dg_node *x = open_value(r, &seat, "who is next");
    emit(r,
         (dx_dg_step){.kind = DX_DG_THEN, .number = (uint16_t)phase, .x = x});
}

static uint16_t next_step(const dx_dg_reader *r)
{
    return (uint16_t)r->p->step.count;
}

static void read_if(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    const dx_dg_node *x = open(r, dx_dg_read_formula(r), &at, "this condition");
    unsigned unless = emit(r, (dx_dg_step){.kind = DX_DG_UNLESS, .x = x});
    dx_dg_read_block(r);
    if (!dx_dg_take(r, "else")) {
        r->p->step.at[unless].jump = next_step(r);
        return;
    }
    unsigned jump = emit(r, (dx_dg_step){.kind = DX_DG_JUMP});
    r->p->step.at[unless].jump = next_step(r);
    if (dx_dg_take(r, "if"))
        read_if(r);
    else
        dx_dg_read_block(r);
    r->p->step.at[jump].jump = next_step(r);
}

static void read_for(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, "the name of a variable");
    unsigned scoped = r->scoped, regs = r->regs;
    dx_dg_node *domain = dx_dg_make(r, DX_DG_IN, seat);
    dx_dg_expect(r, "in");
    dx_dg_type type = dx_dg_read_domain(r, domain);
    if (domain->range != DX_DG_FROM_TO)
        dx_dg_fail(r, &at,
                   "effects are repeated over seats, a set or 1..n; expected "
                   "one of these");
    open(r, domain, &at, "how often it is done");
    uint64_t repeats = r->repeats;
    dx_dg_check_repeats(r, domain, DX_DG_REPEATS_MAX, &at);
    unsigned reg = dx_dg_variable(r, name, type, DX_DG_ALL)->reg;
    dx_dg_bound_by_domain(r, reg, domain);
    dx_dg_new_reg(r); // the last one
    unsigned loop = emit(r, (dx_dg_step){.kind = DX_DG_LOOP,
                                         .reg = (uint8_t)reg,
                                         .x = domain->lo,
                                         .y = domain->hi});
    dx_dg_read_block(r);
    emit(r, (dx_dg_step){.kind = DX_DG_NEXT,
                         .reg = (uint8_t)reg,
                         .jump = (uint16_t)(loop + 1)});
    r->p->step.at[loop].jump = next_step(r);
    r->repeats = repeats;
    r->scoped = scoped;
    r->regs = regs;
}

static void read_assignment(dx_dg_reader *r, const dx_dg_var *v)
{
    const dx_dg_node *index = NULL;
    dx_token at = r->lexer.token;
    if (v->has_index) {
        dx_dg_expect(r, "(");
        index = open_value(r, &v->index, "which variable it is");
        dx_dg_expect(r, ")");
        index = dx_dg_index(r, index, v->index, v->low);
    }
    dx_dg_expect(r, ":=");
    at = r->lexer.token;
    const dx_dg_node *value = dx_dg_read_value(r, &v->type);
    if (!v->is_secret)
        open(r, value, &at, "the new value");
    else if (value->sees == DX_DG_SECRET)
        dx_dg_fail(r, &at, "who moves must see what it writes down");
    dx_dg_step step = {.kind = v->is_secret ? DX_DG_SET_HIDDEN : DX_DG_SET,
                       .number = (uint16_t)v->base,
                       .mask = v->count,
                       .x = index,
                       .y = value};
    if (v->type.kind == DX_DG_T_SET && dx_dg_is_beyond(r, value, v->type)) {
        int first = dx_dg_first(r->p, v->type);
        int last = first + (int)dx_dg_values(r->p, v->type) - 1;
        step.z = dx_dg_number(r, first, number);
        step.w = dx_dg_number(r, last, number);
    }
    emit(r, step);
}

// What a block is given is worked out before it begins.
static const dx_dg_node *keep(dx_dg_reader *r, const dx_dg_node *value)
{
    if (r->status != DX_OK || value->op == DX_DG_NUMBER ||
        value->op == DX_DG_REG)
        return value;
    dx_dg_node *node = dx_dg_make(r, DX_DG_REG, value->type);
    node->reg = (uint8_t)dx_dg_new_reg(r);
    dx_dg_bound_by_value(r, node->reg, value);
    emit(r, (dx_dg_step){.kind = DX_DG_KEEP, .reg = node->reg, .x = value});
    return node;
}

// A named block is read again where it is used.
static void read_call(dx_dg_reader *r, const dx_dg_def *def)
{
    const dx_dg_node *arg[DX_DG_DEF_ARGS];
    unsigned scoped = r->scoped, regs = r->regs;
    if (def->count > 0)
        dx_dg_expect(r, "(");
    for (unsigned i = 0; i < def->count; i++) {
        if (i > 0)
            dx_dg_expect(r, ",");
        arg[i] = keep(r, open_value(r, NULL, "what a block is given"));
    }
    if (def->count > 0)
        dx_dg_expect(r, ")");
    if (r->status != DX_OK)
        return;
    if (++r->nesting > DX_DG_NESTING) {
        dx_dg_fail(r, &r->lexer.token, "'%s' uses itself: it would never end",
                   def->name);
        return;
    }
    dx_lexer lexer = r->lexer;
    dx_dg_write(r);
    for (unsigned i = 0; i < def->count; i++)
        dx_dg_define(r, def->arg[i], arg[i]);
    r->lexer = def->body;
    dx_dg_read_block(r);
    r->scoped = scoped;
    r->regs = regs;
    r->nesting--;
    if (r->status == DX_OK)
        r->lexer = lexer;
}

static void read_named(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    const char *name =
        dx_dg_name_of(r, "an effect: draw, move, if, for, then, x := ..");
    unsigned var = DX_DG_FIND(r->p->var, r->p->vars, name);
    const dx_dg_def *def = dx_dg_find_def(r, name, false);
    if (var < r->p->vars)
        read_assignment(r, &r->p->var[var]);
    else if (def != NULL)
        read_call(r, def);
    else if (r->status == DX_OK)
        dx_dg_fail(r, &at,
                   "there is no effect, variable or block '%s'; expected draw, "
                   "reveal, move, swap, shuffle, if, for, then, x := value, or "
                   "'}' to end what begins at %u:%u",
                   name, r->block.line, r->block.column);
}

static void read_effect(dx_dg_reader *r)
{
    static const struct {
        const char *word;
        void (*read)(dx_dg_reader *r);
    } effects[] = {
        {"draw", read_draw}, {"reveal", read_reveal}, {"move", read_move},
        {"swap", read_swap}, {"then", read_then},     {"if", read_if},
        {"for", read_for},   {"close", read_close},
    };
    for (unsigned i = 0; i < sizeof effects / sizeof *effects; i++)
        if (dx_dg_take(r, effects[i].word)) {
            effects[i].read(r);
            return;
        }
    if (dx_dg_take(r, "shuffle"))
        emit(r, (dx_dg_step){.kind = DX_DG_SHUFFLE});
    else
        read_named(r);
}

void dx_dg_read_block(dx_dg_reader *r)
{
    unsigned scoped = r->scoped, regs = r->regs;
    dx_token around = r->block;
    r->block = r->lexer.token;
    dx_dg_expect(r, "{");
    while (r->status == DX_OK && !dx_dg_take(r, "}")) {
        read_effect(r);
        if (!dx_dg_take(r, ","))
            dx_dg_take(r, ";");
    }
    r->block = around;
    r->scoped = scoped;
    r->regs = regs;
}

void dx_dg_end_block(dx_dg_reader *r)
{
    emit(r, (dx_dg_step){.kind = DX_DG_END});
}
