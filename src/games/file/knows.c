// Rules that speak of knowledge: whether a seat knows something is found among
// all tables that could be.  All moves are open then, so every event of the log
// takes away the tables in which it could not have happened, as an announcement
// does; its own conditions may speak of what seats knew among them.

#include "base/memory.h"
#include "games/file/inside.h"

#include <string.h>

enum { TABLES_MAX = 4096 };

typedef struct crowd {
    const dx_dg *p;
    char *table;
    unsigned count, room;
    bool is_full;
} crowd;

// The tables among which rules are asked: those of the table that is looked at,
// or inside the rule of an event those before it.
static _Thread_local const crowd *around;
static _Thread_local crowd gathered;

static dx_dg_table *at(const crowd *c, unsigned i)
{
    return (dx_dg_table *)(void *)(c->table + (size_t)i * c->p->bytes);
}

static bool has(const crowd *c, const dx_dg_table *t)
{
    for (unsigned i = 0; i < c->count; i++)
        if (memcmp(at(c, i), t, c->p->bytes) == 0)
            return true;
    return false;
}

static void add(crowd *c, const dx_dg_table *t)
{
    if (c->count == TABLES_MAX) {
        c->is_full = true;
        return;
    }
    if (c->count == c->room) {
        c->room = c->room == 0 ? 8 : c->room * 2;
        c->table = dx_resize(c->table, c->room, c->p->bytes);
    }
    memcpy(at(c, c->count++), t, c->p->bytes);
}

// The tables behind an event as all see it; of a draw none twice.
static crowd behind(const crowd *c, dx_event heard, bool is_draw)
{
    crowd next = {.p = c->p};
    dx_event event[DX_MOVES_MAX];
    uint32_t weight[DX_MOVES_MAX];
    dx_dg_table *t = dx_alloc(1, c->p->bytes);
    const crowd *before = around;
    around = c;
    for (unsigned i = 0; i < c->count; i++) {
        const dx_dg_table *from = at(c, i);
        unsigned count = 0;
        if (c->p->verb[heard.verb].is_chance)
            count = dx_dg_chances(from, event, weight);
        else if (dx_dg_may(from, heard))
            event[count++] =
                dx_dg_decide(from, dx_event_move(c->p->dx_verbs, heard));
        for (unsigned k = 0; k < count; k++) {
            if (!dx_event_same(dx_dg_in_public(c->p, event[k]), heard))
                continue;
            memcpy(t, from, c->p->bytes);
            dx_dg_fold(t, event[k]);
            if (!is_draw || !has(&next, t))
                add(&next, t);
        }
    }
    around = before;
    dx_free(t);
    return next;
}

static void go_on(crowd *c, dx_event heard, bool is_draw)
{
    crowd next = behind(c, heard, is_draw);
    dx_free(c->table);
    *c = next;
}

// Cards that nobody mentions, as far as they are drawn at the table.
static void draw(crowd *c, unsigned draws)
{
    while (c->count > 0 && dx_dg_is_quiet(at(c, 0)) &&
           at(c, 0)->hidden_draws < draws)
        go_on(c, dx_with(dx_dg_natures(at(c, 0)), 0, DX_HOLE), true);
}

dx_status dx_dg_list_deals(dx_dg *p, dx_error *error)
{
    crowd c = {.p = p};
    dx_dg_table *t = dx_alloc(1, p->bytes);
    dx_dg_begin(t, p);
    add(&c, t);
    dx_free(t);
    draw(&c, UINT16_MAX);
    p->deals = c.table;
    p->deal_count = c.count;
    if (!c.is_full)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 1, 1,
                   "the rules speak of knowledge (K) and there are more than "
                   "%d deals; expected a smaller pack",
                   TABLES_MAX);
}

// The tables that could be where all have heard what is heard at `t`.
static crowd gather(const dx_dg_table *t)
{
    const dx_dg *p = t->program;
    crowd c = {.p = p};
    for (unsigned i = 0; i < p->deal_count; i++)
        add(&c, DX_DG_AT(dx_dg_table, p->deals, i * p->bytes));
    for (unsigned i = 0; i < t->logged; i++) {
        draw(&c, t->hidden_draws);
        go_on(&c, dx_dg_log(t)[i], false);
    }
    draw(&c, t->hidden_draws);
    return c;
}

bool dx_dg_gather(const dx_dg_table *t)
{
    if (!t->program->knows || around != NULL)
        return false;
    gathered = gather(t);
    around = &gathered;
    return true;
}

void dx_dg_disperse(bool is_gathered)
{
    if (!is_gathered)
        return;
    around = NULL;
    dx_free(gathered.table);
}

bool dx_dg_knows(const dx_dg_table *t, const int16_t *reg, const dx_dg_node *n)
{
    int16_t own[DX_DG_REGS];
    bool knows = true, is_gathered = dx_dg_gather(t);
    memcpy(own, reg, sizeof own);
    unsigned seat = (unsigned)dx_dg_value(t, own, n->a);
    for (unsigned i = 0; i < around->count && knows; i++) {
        const dx_dg_table *other = at(around, i);
        if (!dx_dg_alike(t, other, seat))
            continue;
        memcpy(own, reg, sizeof own);
        knows = dx_dg_value(other, own, n->b) != 0;
    }
    dx_dg_disperse(is_gathered);
    return knows;
}
