// What a seat may do: the verbs of the phase in their order, the first argument
// outermost; each part of a condition is looked at as soon as its arguments are
// there.

#include "games/file/inside.h"

#include <string.h>

typedef int values[DX_VALUES_MAX + 1];

typedef struct listing {
    const dx_dg_table *t;
    const dx_dg_verb *verb;
    int16_t reg[DX_DG_REGS];
    dx_event *out;
    unsigned count, max;
    values *value;            // of each argument
    unsigned values[DX_ARGS]; // how many it has; 0: not listed yet
} listing;

static bool fits(listing *l, unsigned level)
{
    if (!(l->verb->levels >> level & 1))
        return true;
    for (unsigned i = 0; i < l->verb->conditions; i++)
        if (l->verb->condition[i].level == level &&
            dx_dg_value(l->t, l->reg, l->verb->condition[i].node) == 0)
            return false;
    return true;
}

// The values of an argument; those that no argument changes are listed once.
static unsigned list_values(listing *l, unsigned arg)
{
    const dx_dg_param *param = &l->verb->arg[arg];
    unsigned none = param->type.or_none;
    if (param->is_fixed && l->values[arg] > 0)
        return l->values[arg];
    l->value[arg][0] = DX_DG_NONE;
    int *value = l->value[arg];
    unsigned count = dx_dg_members(l->t, l->reg, param->in, &value[none]);
    l->values[arg] = none;
    for (unsigned i = none; i < none + count; i++)
        if (value[i] != DX_DG_NONE) // of a variable that is none
            value[l->values[arg]++] = value[i];
    return l->values[arg];
}

static void list(listing *l, unsigned arg, dx_event event)
{
    if (!fits(l, arg))
        return;
    if (arg == l->verb->params) {
        l->out[l->count++] = event;
        return;
    }
    dx_dg_type type = l->verb->arg[arg].type;
    bool is_last =
        arg + 1 == l->verb->params && l->verb->levels >> (arg + 1) == 0;
    unsigned count = list_values(l, arg);
    for (unsigned i = 0; i < count && l->count < l->max; i++) {
        int value = l->value[arg][i];
        dx_event with =
            dx_with(event, arg, dx_dg_encode(l->t->program, type, value));
        l->reg[1 + arg] = (int16_t)value;
        if (is_last)
            l->out[l->count++] = with;
        else
            list(l, arg + 1, with);
    }
}

static unsigned list_moves(const dx_dg_table *t, unsigned seat, unsigned max,
                           dx_event *out)
{
    const dx_dg_phase *phase = &t->program->phase[t->phase];
    values value[DX_ARGS];
    bool is_gathered = dx_dg_gather(t);
    listing l = {.t = t, .out = out, .max = max, .value = value};
    for (unsigned i = 0; i < phase->count && l.count < max; i++) {
        l.verb = &t->program->verb[phase->verb[i]];
        memset(l.values, 0, sizeof l.values);
        l.reg[0] = (int16_t)seat;
        list(&l, 0, dx_event_new(phase->verb[i], seat));
    }
    dx_dg_disperse(is_gathered);
    return l.count;
}

unsigned dx_dg_moves(const void *table, unsigned seat, dx_event *out)
{
    return list_moves(table, seat, DX_MOVES_MAX, out);
}

// Argument by argument, as they are listed.
bool dx_dg_may(const dx_dg_table *t, dx_event event)
{
    const dx_dg_verb *verb = &t->program->verb[event.verb];
    const dx_dg_phase *phase = &t->program->phase[t->phase];
    values value[DX_ARGS];
    listing l = {.t = t, .verb = verb, .value = value};
    bool may = memchr(phase->verb, (int)event.verb, phase->count) != NULL;
    dx_dg_registers(t->program, event, l.reg);
    for (unsigned i = 0; i < verb->params && may; i++) {
        unsigned count = list_values(&l, i), k = 0;
        while (k < count && value[i][k] != l.reg[1 + i])
            k++;
        may = k < count && fits(&l, i);
    }
    return may && fits(&l, verb->params);
}

bool dx_dg_can_move(const dx_dg_table *t, unsigned seat)
{
    dx_event move;
    const dx_dg_phase *phase = &t->program->phase[t->phase];
    for (unsigned i = 0; i < phase->count; i++) {
        const dx_dg_verb *verb = &t->program->verb[phase->verb[i]];
        if (verb->params == 0 && verb->conditions == 0)
            return true;
    }
    return list_moves(t, seat, 1, &move) > 0;
}
