// What happens: nature's events, the outcomes of moves, and effects step by
// step, on the truth and on every sight alike.
//
// Effects stop where nature is to do something and go on behind its event; the
// step and a few registers wait on the table, and are 0 when a verb is done, so
// that equal positions have equal bytes.  Registers hold only what all see.

#include "game/deal.h"
#include "games/file/inside.h"

#include <assert.h>
#include <string.h>

static const dx_dg_step *step_at(const dx_dg_table *t, unsigned number)
{
    return &t->program->step.at[number];
}

static const dx_dg_step *next_of(const dx_dg_table *t)
{
    return step_at(t, (unsigned)t->step);
}

// On a table that others may read meanwhile.
static int value_of(const dx_dg_table *t, const dx_dg_node *node)
{
    int16_t reg[DX_DG_REGS];
    memcpy(reg, t->reg, sizeof reg);
    return dx_dg_value(t, reg, node);
}

static int value(dx_dg_table *t, const dx_dg_node *node)
{
    return dx_dg_val(t, t->reg, node);
}

static unsigned cell_of(dx_dg_table *t, const dx_dg_node *node)
{
    int place = node->a != NULL ? value(t, node->a) : 0;
    int slot = node->b != NULL ? value(t, node->b) : 0;
    if (node->op == DX_DG_CELL &&
        (place < 0 || (node->a != NULL && place >= (int)node->count) ||
         slot < 0 || (node->b != NULL && slot >= (int)node->mask)))
        t->wrong = "cards were to move from or to a place or slot that is not "
                   "there: say in a condition that it is";
    return dx_dg_cell(t, t->reg, node);
}

// ---- effects ----

static void set_variable(dx_dg_table *t, const dx_dg_step *step)
{
    int16_t *at = step->kind == DX_DG_SET ? dx_dg_vars(t) : dx_dg_secrets(t);
    int i = step->x == NULL ? 0 : value(t, step->x);
    int is = value(t, step->y);
    if (i < 0 || i >= (int)step->mask) {
        t->wrong = "a variable was set of a number, or of none, that it has "
                   "not: say in a condition that it is there";
        return;
    }
    if (step->z != NULL && is != DX_DG_NONE &&
        (is < step->z->value || is > step->w->value)) {
        t->wrong = "a variable came to a number that its set does not have: "
                   "say in a condition that there is room, or let the set "
                   "have more";
        is = is < step->z->value ? step->z->value : step->w->value;
    }
    at[step->number + i] = (int16_t)is;
}

// Cards of a kind go openly; the stock is no spot of the ledger.
static void move_cards(dx_dg_table *t, unsigned from, unsigned to,
                       unsigned kind, unsigned number)
{
    if (from == DX_DG_DECK || from == to)
        return;
    if (to != DX_DG_DECK) {
        dx_lots_move(dx_dg_lots(t), from, to, kind, number);
        return;
    }
    dx_lots_back(dx_dg_lots(t), from, kind, number, t->program->copies[kind]);
    dx_dg_deck(t)[kind] = (int8_t)(dx_dg_deck(t)[kind] + (int)number);
    t->deck = (uint16_t)(t->deck + number);
}

static void move(dx_dg_table *t, const dx_dg_step *step)
{
    int number = value(t, step->x), kind = value(t, step->y);
    if (kind >= 0 && kind < (int)t->program->kinds && number > 0)
        move_cards(t, cell_of(t, step->z), cell_of(t, step->w), (unsigned)kind,
                   (unsigned)number);
}

static void move_all(dx_dg_table *t, unsigned from, unsigned to)
{
    if (from == DX_DG_DECK || from == to)
        return;
    if (to != DX_DG_DECK) {
        dx_lots_join(dx_dg_lots(t), from, to);
        return;
    }
    for (unsigned kind = 0; kind < t->program->kinds; kind++) {
        int number = dx_dg_count(t, from)[kind];
        if (number > 0)
            move_cards(t, from, to, kind, (unsigned)number);
    }
}

// The slots behind an empty one move up.
static void close_gap(dx_dg_table *t, const dx_dg_step *step)
{
    unsigned cell = cell_of(t, step->x);
    unsigned row = cell - (cell - step->reg) % step->number;
    for (; cell + 1 < row + step->number; cell++)
        if (dx_dg_size(t, cell) == 0 && dx_dg_size(t, cell + 1) > 0)
            dx_lots_join(dx_dg_lots(t), cell + 1, cell);
}

// One step; answers the next one.
static unsigned take_step(dx_dg_table *t, const dx_dg_step *step, unsigned at)
{
    switch (step->kind) {
    case DX_DG_SET:
    case DX_DG_SET_HIDDEN:
        set_variable(t, step);
        break;
    case DX_DG_KEEP:
        t->reg[step->reg] = (int16_t)value(t, step->x);
        break;
    case DX_DG_MOVE:
        move(t, step);
        break;
    case DX_DG_MOVE_ALL:
        move_all(t, cell_of(t, step->x), cell_of(t, step->y));
        break;
    case DX_DG_SWAP:
        dx_lots_swap(dx_dg_lots(t), cell_of(t, step->x), cell_of(t, step->y));
        break;
    case DX_DG_CLOSE:
        close_gap(t, step);
        break;
    case DX_DG_SHUFFLE:
        t->shuffles++;
        break;
    case DX_DG_THEN:
        t->phase = (uint8_t)step->number;
        t->actor = (uint8_t)value(t, step->x);
        break;
    case DX_DG_OVER:
        t->is_over = step->number;
        break;
    case DX_DG_UNLESS:
        return value(t, step->x) != 0 ? at + 1 : step->jump;
    case DX_DG_JUMP:
        return step->jump;
    case DX_DG_LOOP:
        t->reg[step->reg + 1] = (int16_t)value(t, step->y);
        t->reg[step->reg] = (int16_t)value(t, step->x);
        return t->reg[step->reg] <= t->reg[step->reg + 1] ? at + 1 : step->jump;
    default: // the end of a loop
        assert(step->kind == DX_DG_NEXT);
        return ++t->reg[step->reg] <= t->reg[step->reg + 1] ? step->jump
                                                            : at + 1;
    }
    return at + 1;
}

static bool is_natures(const dx_dg_table *t, const dx_dg_step *step)
{
    return step->kind == DX_DG_REVEAL ||
           (step->kind == DX_DG_DRAW && t->deck > 0);
}

// Goes on from a step until nature is next, or the effects are at their end,
// which they come to: the reader has seen to it that loops end.
static void run(dx_dg_table *t, unsigned at)
{
    for (;;) {
        const dx_dg_step *step = step_at(t, at);
        if (is_natures(t, step)) {
            t->step = (int16_t)at;
            return;
        }
        if (step->kind == DX_DG_END)
            break;
        at = step->kind == DX_DG_DRAW ? at + 1 : take_step(t, step, at);
    }
    t->step = -1;
    memset(t->reg, 0, sizeof t->reg);
    memset(dx_dg_secrets(t), 0, DX_ARGS * sizeof(int16_t));
}

// ---- the beginning ----

static unsigned seats_of(const dx_dg *p, const dx_dg_place *place, unsigned i)
{
    unsigned all = (1U << p->players) - 1;
    unsigned owner =
        1U << (i / (place->slots > 0 ? place->slots : 1)) % DX_SEATS_MAX;
    switch (place->audience) {
    case DX_ALL:
        return DX_SEATS_ALL;
    case DX_WHO:
        return owner;
    case DX_BUT_WHO:
        return all & ~owner;
    default:
        return 0;
    }
}

static void first_values(dx_dg_table *t)
{
    const dx_dg *p = t->program;
    for (unsigned i = 0; i < p->vars; i++) {
        const dx_dg_var *v = &p->var[i];
        int16_t *at = v->is_secret ? dx_dg_secrets(t) : dx_dg_vars(t);
        for (unsigned k = 0; k < v->count; k++)
            at[v->base + k] = (int16_t)value_of(t, p->first[i]);
    }
}

void dx_dg_begin(dx_dg_table *t, const dx_dg *p)
{
    t->program = p;
    dx_lots_init(dx_dg_lots(t), p->cells, p->kinds, p->lot_max);
    for (unsigned i = 0; i < p->places; i++)
        for (unsigned k = 0; k < p->place[i].count; k++)
            dx_lots_seen(dx_dg_lots(t), p->place[i].base + k,
                         seats_of(p, &p->place[i], k));
    for (unsigned kind = 0; kind < p->kinds; kind++) {
        dx_dg_deck(t)[kind] = (int8_t)p->copies[kind];
        t->deck = (uint16_t)(t->deck + p->copies[kind]);
    }
    first_values(t);
    run(t, p->start);
}

void dx_dg_setup(void *table, const dx_rules *rules)
{
    dx_dg_begin(table, dx_dg_of(rules));
}

// A seat that is next and has nothing to do ends the game.
unsigned dx_dg_turn(const void *truth)
{
    const dx_dg_table *t = truth;
    if (t->step >= 0)
        return DX_NATURE;
    bool is_nobody = t->actor >= t->program->players;
    return t->is_over || is_nobody || !dx_dg_can_move(t, t->actor) ? DX_OVER
                                                                   : t->actor;
}

// ---- events ----

void dx_dg_registers(const dx_dg *p, dx_event event, int16_t *reg)
{
    const dx_dg_verb *v = &p->verb[event.verb];
    reg[0] = (int16_t)(event.who < DX_SEATS_MAX ? event.who : DX_DG_NONE);
    for (unsigned i = 0; i < v->params + v->outcomes; i++)
        reg[1 + i] = (int16_t)dx_dg_decode(p, v->arg[i].type, event.arg[i]);
}

// What comes of an event.
dx_event dx_dg_decide(const void *truth, dx_event event)
{
    const dx_dg_table *t = truth;
    const dx_dg *p = t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    int16_t reg[DX_DG_REGS] = {0};
    bool is_gathered = v->tells && dx_dg_gather(t);
    dx_dg_registers(p, event, reg);
    for (unsigned i = v->params; i < v->params + v->outcomes; i++) {
        int value = dx_dg_value(t, reg, v->arg[i].value);
        reg[1 + i] = (int16_t)value;
        event = dx_with(event, i, dx_dg_encode(p, v->arg[i].type, value));
    }
    dx_dg_disperse(is_gathered);
    return event;
}

// What nature does, but for a card that it draws and for outcomes.
dx_event dx_dg_natures(const dx_dg_table *t)
{
    const dx_dg *p = t->program;
    const dx_dg_step *step = next_of(t);
    const dx_dg_verb *v = &p->verb[step->verb];
    const dx_dg_node *const arg[] = {step->x, step->z, step->w};
    int who = step->y == NULL ? DX_DG_NONE : value_of(t, step->y);
    int16_t reg[DX_DG_REGS] = {0};
    dx_event event = dx_event_new(step->verb, 0);
    for (unsigned i = 0; step->kind == DX_DG_REVEAL && i < v->params; i++)
        event = dx_with(event, i,
                        dx_dg_encode(p, v->arg[i].type, value_of(t, arg[i])));
    if (v->by != NULL) {
        dx_dg_registers(p, event, reg);
        who = dx_dg_value(t, reg, v->by);
    }
    event.bits |= (uint64_t)(who < 0 ? DX_NATURE : who) << 8;
    return event;
}

static dx_event with_card(const dx_dg_table *t, dx_event event, unsigned kind)
{
    const dx_dg *p = t->program;
    dx_dg_type type = p->verb[event.verb].arg[0].type;
    return dx_dg_decide(t, dx_with(event, 0, dx_dg_encode(p, type, (int)kind)));
}

static uint64_t kinds_of(const dx_dg_table *t, const dx_dg_step *step)
{
    const dx_dg *p = t->program;
    if (step->z == NULL)
        return step->mask;
    return dx_dg_kinds_with(p, step->jump, value_of(t, step->z));
}

unsigned dx_dg_chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_dg_table *t = truth;
    const dx_dg_step *step = next_of(t);
    dx_event event = dx_dg_natures(t);
    unsigned count = 0;
    uint64_t kinds = kinds_of(t, step);
    if (step->kind == DX_DG_REVEAL) {
        out[0] = dx_dg_decide(t, event);
        out_weight[0] = 1;
        return 1;
    }
    if ((kinds & dx_dg_kinds(t, DX_DG_DECK)) == 0)
        kinds = UINT64_MAX; // as next_card does
    for (unsigned kind = 0; kind < t->program->kinds; kind++) {
        if (dx_dg_deck(t)[kind] <= 0 || !(kinds >> kind & 1))
            continue;
        out_weight[count] = (uint32_t)dx_dg_deck(t)[kind];
        out[count++] = with_card(t, event, kind);
    }
    return count;
}

// The next card of the shuffle that is still there and of the kinds wanted: of
// each kind the last ones of the order are.
static unsigned next_card(const dx_dg_table *t, dx_deal *deal, uint64_t kinds)
{
    const int8_t *deck = dx_dg_deck(t);
    const uint8_t *copies = t->program->copies;
    const uint8_t *order = dx_deal_order(deal, 0, t->shuffles);
    uint8_t seen[DX_KINDS_MAX] = {0};
    unsigned cards = dx_deal_cards(deal, 0);
    for (unsigned i = 0; i < cards; i++) {
        unsigned kind = dx_deal_kind(deal, 0, order[i]);
        int number = seen[kind]++;
        if (number >= copies[kind] - deck[kind] && kinds >> kind & 1)
            return kind;
    }
    for (unsigned kind = 0; kind < t->program->kinds; kind++)
        if (deck[kind] > 0)
            return kind;
    return 0;
}

dx_event dx_dg_answer(const void *truth, dx_deal *deal)
{
    const dx_dg_table *t = truth;
    const dx_dg_step *step = next_of(t);
    dx_event event = dx_dg_natures(t);
    if (step->kind == DX_DG_REVEAL)
        return dx_dg_decide(t, event);
    return with_card(t, event, next_card(t, deal, kinds_of(t, step)));
}

// ---- folding ----

// What a bystander needs to hear the game again (places.c).
static void note(dx_dg_table *t, dx_event event)
{
    if (t->logged < t->program->log_max)
        dx_dg_log(t)[t->logged++] = event;
    else
        t->beyond = "more events than a game from a file remembers (512, or "
                    "four for each turn of a lower limit)";
}

static void fold_draw(dx_dg_table *t, const dx_dg_step *step, dx_event event)
{
    const dx_dg *p = t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    int kind = dx_dg_decode(p, v->arg[0].type, event.arg[0]);
    if (kind >= 0 && !(kinds_of(t, step) >> kind & 1))
        t->wrong = "a card was to be drawn of which the stock had none: say "
                   "in a condition that it has one";
    dx_lots_draw(dx_dg_lots(t), cell_of(t, step->x),
                 kind == DX_DG_HOLE ? DX_HOLE : (unsigned)kind,
                 kinds_of(t, step));
    t->deck--;
    if (kind >= 0)
        dx_dg_deck(t)[kind]--;
}

unsigned dx_dg_audience(const dx_dg *p, dx_event event, unsigned arg)
{
    unsigned all = (1U << p->players) - 1;
    unsigned who = event.who < DX_SEATS_MAX ? 1U << event.who : 0;
    switch (p->dx_verbs[event.verb].arg[arg].audience) {
    case DX_ALL:
        return DX_SEATS_ALL;
    case DX_BUT_WHO:
        return all & ~who;
    case DX_AMONG:
        return who | (event.arg[0] < DX_SEATS_MAX ? 1U << event.arg[0] : 0);
    default:
        return p->dx_verbs[event.verb].arg[arg].audience == DX_WHO ? who : 0;
    }
}

// Whoever is told the only card of a place has seen the place.
static void fold_looks(dx_dg_table *t, dx_event event, int16_t *reg)
{
    const dx_dg *p = t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    for (unsigned i = v->params; i < v->params + v->outcomes; i++) {
        unsigned seats = dx_dg_audience(p, event, i);
        const dx_dg_node *n = v->arg[i].value;
        if (n->op != DX_DG_THE || n->a->sees != DX_DG_ALL || seats == 0)
            continue;
        uint8_t content[DX_KINDS_MAX] = {0};
        int kind = dx_dg_decode(p, v->arg[i].type, event.arg[i]);
        int cell = dx_dg_value(t, reg, n->a);
        if (kind >= 0)
            content[kind] = 1;
        if (cell > 0 && cell < (int)p->cells && dx_dg_size(t, (unsigned)cell))
            dx_lots_show(dx_dg_lots(t), (unsigned)cell, seats,
                         kind >= 0 ? content : NULL);
    }
}

// What some are told is kept.  What lots cannot say yet is what anybody is told
// of a card as it is drawn.
static void note_told(dx_dg_table *t, dx_event event, bool is_draw)
{
    const dx_dg *p = t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    for (unsigned i = v->params; i < v->params + v->outcomes; i++) {
        bool is_told = dx_dg_is_told(p, event.verb, i);
        bool is_open = p->dx_verbs[event.verb].arg[i].audience == DX_ALL;
        if (is_draw && v->arg[i].value->sees != DX_DG_ALL &&
            (is_open || is_told))
            t->beyond = "something was told of a card as it was drawn";
        else if (is_told && t->told_count == DX_TOLD_MAX)
            t->beyond = "more was told to some than can be kept";
        else if (is_told)
            dx_dg_told(t)[t->told_count++] = event.arg[i];
    }
}

bool dx_dg_is_quiet(const dx_dg_table *t)
{
    if (t->step < 0)
        return false;
    const dx_dg_step *step = next_of(t);
    return step->kind == DX_DG_DRAW && !t->program->verb[step->verb].tells &&
           t->program->dx_verbs[step->verb].arg[0].audience != DX_ALL;
}

static void fold_nature(dx_dg_table *t, dx_event event)
{
    const dx_dg *p = t->program;
    const dx_dg_step *step = next_of(t);
    const dx_dg_verb *v = &p->verb[event.verb];
    dx_event public = dx_dg_in_public(p, event);
    int16_t reg[DX_DG_REGS] = {0};
    dx_dg_registers(p, public, reg);
    if (dx_dg_is_quiet(t))
        t->hidden_draws++;
    else
        note(t, public);
    if (step->kind == DX_DG_DRAW)
        fold_draw(t, step, event);
    if (v->tells)
        dx_lots_close(dx_dg_lots(t));
    fold_looks(t, event, reg);
    note_told(t, event, step->kind == DX_DG_DRAW);
    const dx_dg_node *const arg[] = {step->x, step->z, step->w};
    for (unsigned i = 0; step->kind == DX_DG_REVEAL && i < v->params; i++)
        if (dx_dg_is_missing(v->arg[i].type, value(t, arg[i])))
            t->wrong = DX_DG_TOLD_NONE;
    unsigned args = v->params + v->outcomes;
    for (unsigned i = 0; i < args; i++)
        t->reg[step->reg + i] = reg[1 + i];
    if (step->number != 0)
        t->reg[step->reg + args] = reg[0];
    run(t, (unsigned)t->step + 1U);
}

// A card that was chosen unseen out of a place (game/places.h).
static void note_choice(dx_dg_table *t, dx_event event, unsigned arg)
{
    const dx_dg *p = t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    const dx_dg_node *in = v->arg[arg].in;
    dx_dg_choice choice = {.seats = (uint16_t)dx_dg_audience(p, event, arg)};
    int16_t reg[DX_DG_REGS] = {0};
    if (in == NULL || in->range != DX_DG_CARDS_OF ||
        t->choice_count == DX_DG_CHOICES) {
        t->beyond = "somebody has chosen unseen";
        return;
    }
    dx_dg_registers(p, event, reg);
    const dx_lot_spot *spot =
        &dx_dg_lots(t)->spot[dx_dg_value(t, reg, in->lo) % DX_LOT_SPOTS_MAX];
    if (spot->lots == 0 || (spot->lots & (spot->lots - 1)) != 0)
        t->beyond = "somebody has chosen unseen from a hand of several lots";
    choice.lot = spot->lots == 0 ? 0 : (uint8_t)__builtin_ctzll(spot->lots);
    for (unsigned kind = 0; kind < p->kinds; kind++) {
        bool fits = true;
        reg[1 + arg] = (int16_t)kind;
        for (unsigned i = 0; i < v->conditions && fits; i++)
            fits = v->condition[i].node->sees == DX_DG_SECRET ||
                   dx_dg_value(t, reg, v->condition[i].node) != 0;
        choice.kinds |= fits ? DX_BIT(kind) : 0;
    }
    dx_dg_chosen(t)[t->choice_count] = event.arg[arg];
    dx_dg_choices(t)[t->choice_count++] = choice;
}

static void fold_move(dx_dg_table *t, dx_event event)
{
    const dx_dg *p = t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    dx_event public = dx_dg_in_public(p, event);
    for (unsigned i = 0; i < v->params; i++)
        if (public.arg[i] == DX_HOLE)
            note_choice(t, event, i);
    note(t, public);
    dx_lots_close(dx_dg_lots(t));
    for (unsigned i = 0; i < v->params + v->outcomes; i++)
        if (p->dx_verbs[event.verb].arg[i].audience != DX_ALL)
            dx_dg_secrets(t)[i] =
                (int16_t)dx_dg_decode(p, v->arg[i].type, event.arg[i]);
    dx_dg_registers(p, public, t->reg);
    fold_looks(t, event, t->reg);
    note_told(t, event, false);
    run(t, v->code);
}

void dx_dg_fold(void *table, dx_event event)
{
    dx_dg_table *t = table;
    if (t->program->verb[event.verb].is_chance)
        fold_nature(t, event);
    else
        fold_move(t, event);
}
