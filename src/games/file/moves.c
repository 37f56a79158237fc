// What a seat may do: the verbs of the phase in their order, the first argument
// outermost; each part of a condition is looked at as soon as its arguments are
// there.

#include "games/file/inside.h"

typedef struct listing {
    const dx_dg_table *t;
    const dx_dg_verb *verb;
    int16_t reg[DX_DG_REGS];
    dx_event *out;
    unsigned count, max;
} listing;

static bool fits(listing *l, unsigned level)
{
    for (unsigned i = 0; i < l->verb->conditions; i++)
        if (l->verb->condition[i].level == level &&
            dx_dg_value(l->t, l->reg, l->verb->condition[i].node) == 0)
            return false;
    return true;
}

static unsigned values(listing *l, const dx_dg_param *param, int *out)
{
    const dx_dg *p = l->t->program;
    unsigned none = param->type.or_none;
    out[0] = DX_DG_NONE;
    if (param->in != NULL)
        return none + dx_dg_members(l->t, l->reg, param->in, out + none);
    unsigned count = none + dx_dg_values(p, param->type);
    for (unsigned i = none; i < count; i++)
        out[i] = dx_dg_first(p, param->type) + (int)(i - none);
    return count;
}

static void list(listing *l, unsigned arg, dx_event event)
{
    int value[DX_VALUES_MAX + 1];
    if (!fits(l, arg))
        return;
    if (arg == l->verb->params) {
        l->out[l->count++] = event;
        return;
    }
    const dx_dg_param *param = &l->verb->arg[arg];
    unsigned count = values(l, param, value);
    for (unsigned i = 0; i < count && l->count < l->max; i++) {
        l->reg[1 + arg] = (int16_t)value[i];
        list(l, arg + 1,
             dx_with(event, arg,
                     dx_dg_encode(l->t->program, param->type, value[i])));
    }
}

static unsigned list_moves(const dx_dg_table *t, unsigned seat, unsigned max,
                           dx_event *out)
{
    const dx_dg_phase *phase = &t->program->phase[t->phase];
    listing l = {.t = t, .out = out, .max = max};
    for (unsigned i = 0; i < phase->count && l.count < max; i++) {
        l.verb = &t->program->verb[phase->verb[i]];
        l.reg[0] = (int16_t)seat;
        list(&l, 0, dx_event_new(phase->verb[i], seat));
    }
    return l.count;
}

unsigned dx_dg_moves(const void *table, unsigned seat, dx_event *out)
{
    return list_moves(table, seat, DX_MOVES_MAX, out);
}

bool dx_dg_may(const dx_dg_table *t, dx_event event)
{
    listing l = {.t = t, .verb = &t->program->verb[event.verb]};
    int value[DX_VALUES_MAX + 1];
    dx_dg_registers(t->program, event, l.reg);
    for (unsigned level = 0; level <= l.verb->params; level++) {
        int16_t is = l.reg[level];
        bool is_there = level == 0;
        unsigned count =
            level == 0 ? 0 : values(&l, &l.verb->arg[level - 1], value);
        for (unsigned i = 0; i < count; i++)
            is_there |= value[i] == is;
        l.reg[level] = is;
        if (!is_there || !fits(&l, level))
            return false;
    }
    return true;
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
