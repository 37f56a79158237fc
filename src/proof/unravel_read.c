// Reading a solution: which formulas are needed where, which diamonds still
// lack a world, and in the end which model it is.
//
// A solution of the clauses makes more true than the formula needs: every entry
// has some value.  Worlds are dear, so only what is needed counts.  The formula
// is needed at the root; of a needed conjunction all parts, of a disjunction
// one true part, of a box what the rules make of it at the worlds that are
// there, of a diamond one world that holds its body.  Everything that is needed
// is true in the solution, since the clauses are these same steps, and what is
// not needed may be forgotten: the needed formulas alone make the model (a
// Hintikka set at each world).
//
// Diamonds are met oldest first: by a neighbour that holds the body anyway, by
// a shortcut to a world made for something else, or by the world that was made
// for them, which comes alive; if there is none it is `unmet`, and unravel.c
// makes it.  A world may need more after a shortcut to it or from it was taken,
// so shortcuts are looked at again in the end.  Each pass is linear in entries
// and steps, but for shortcuts, of which only SHORTCUTS_TRIED beside the
// ancestors are tried for one diamond.

#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "proof/unravel_private.h"

#include <assert.h>

enum {
    SHORTCUTS_TRIED = 50, // for one diamond; more only cost time
    BETWEEN_CLOCKS = 16,  // diamonds: to look at the clock costs more than one
};

typedef dx_unravel_entry entry;
typedef dx_unravel_world world;

static bool is_true(const dx_unravelling *s, uint32_t number)
{
    return dx_sat_value(s->sat, s->entries.at[number].literal);
}

static bool is_needed(const dx_unravelling *s, uint32_t w, dx_node node)
{
    uint32_t number = dx_unravel_find(s, w, node);
    return number != DX_NOWHERE && s->entries.at[number].needed;
}

static void need(dx_unravelling *s, uint32_t w, dx_node node)
{
    uint32_t number = dx_unravel_find(s, w, node);
    assert(number != DX_NOWHERE);
    assert(is_true(s, number)); // the clauses are these same steps
    if (s->entries.at[number].needed)
        return;
    s->entries.at[number].needed = true;
    dx_vector_push(&s->worlds.at[w].needs, number);
    dx_vector_push(&s->agenda, number);
    while (s->holders.count <= node)
        dx_vector_push(&s->holders, (dx_unravel_holders){0});
    dx_vector_push(&s->holders.at[node], w);
}

// One true part of a disjunction is enough: one that is needed anyway, or
// else one without a diamond, which would cost a world.
static void need_one(dx_unravelling *s, const entry *e)
{
    dx_node best = DX_FORMULA_NONE;
    bool best_is_diamond = false;
    for (size_t i = 0; i < dx_core_count(s->core, e->node); i++) {
        dx_node part = dx_core_part(s->core, e->node, i);
        uint32_t number = dx_unravel_find(s, e->world, part);
        assert(number != DX_NOWHERE); // its clauses have been made
        if (!is_true(s, number))
            continue;
        if (s->entries.at[number].needed)
            return;
        bool is_diamond = dx_core_kind_of(s->core, part) == DX_CORE_DIAMOND;
        if (best == DX_FORMULA_NONE || (best_is_diamond && !is_diamond)) {
            best = part;
            best_is_diamond = is_diamond;
        }
    }
    assert(best != DX_FORMULA_NONE);
    need(s, e->world, best);
}

static void need_down(dx_unravelling *s, dx_node box, uint32_t from,
                      uint32_t child)
{
    uint64_t set = dx_core_set(s->core, box);
    uint64_t edge = s->worlds.at[child].edge;
    if (!s->worlds.at[child].alive)
        return;
    for (size_t r = 0; r < dx_proof_rule_count; r++)
        if (dx_proof_rules[r].way == DX_DOWN &&
            dx_proof_rule_passes(&dx_proof_rules[r], edge, set) &&
            dx_unravel_rule_fits(s, &dx_proof_rules[r], from, set))
            need(s, child,
                 dx_proof_rule_conclusion(&dx_proof_rules[r], s->core, box));
}

static void need_box(dx_unravelling *s, const entry *e)
{
    uint64_t set = dx_core_set(s->core, e->node);
    const world *here = &s->worlds.at[e->world];
    uint64_t edge = here->edge;
    uint32_t parent = here->parent;
    uint64_t serial = dx_need_successor(s->logic, set, edge);
    for (; serial != 0; serial &= serial - 1)
        need(s, e->world, dx_unravel_successor(s, serial));
    for (size_t r = 0; r < dx_proof_rule_count; r++) {
        const dx_proof_rule *rule = &dx_proof_rules[r];
        if (!dx_unravel_rule_fits(s, rule, e->world, set))
            continue;
        dx_node gain = dx_proof_rule_conclusion(rule, s->core, e->node);
        if (rule->way == DX_HERE)
            need(s, e->world, gain);
        else if (rule->way == DX_UP && parent != DX_NOWHERE &&
                 dx_proof_rule_passes(rule, edge, set))
            need(s, parent, gain);
    }
    for (size_t i = 0; i < s->worlds.at[e->world].children.count; i++)
        need_down(s, e->node, e->world, s->worlds.at[e->world].children.at[i]);
}

static void look_at(dx_unravelling *s, uint32_t number)
{
    entry e = s->entries.at[number];
    switch (dx_core_kind_of(s->core, e.node)) {
    case DX_CORE_AND:
        for (size_t i = 0; i < dx_core_count(s->core, e.node); i++)
            need(s, e.world, dx_core_part(s->core, e.node, i));
        break;
    case DX_CORE_OR:
        need_one(s, &e);
        break;
    case DX_CORE_BOX:
        need_box(s, &e);
        break;
    case DX_CORE_DIAMOND:
        if (dx_unravel_moves_up(s, &e))
            need(s, s->worlds.at[e.world].parent, e.node);
        else
            dx_vector_push(&s->diamonds, number);
        break;
    case DX_CORE_ALWAYS:
    case DX_CORE_EVENTUALLY:
        need(s, e.world, dx_core_unfolding(s->core, e.node));
        break;
    default:
        break;
    }
}

// Does `to` hold all that a new world for this diamond would have to?
static bool could_meet(dx_unravelling *s, const entry *diamond, uint32_t to)
{
    uint64_t set = dx_core_set(s->core, diamond->node);
    uint64_t concerns = dx_shortcut_concerns(s->core, s->logic, set);
    const world *from = &s->worlds.at[diamond->world];
    if (!s->worlds.at[to].alive ||
        !is_needed(s, to, dx_core_part(s->core, diamond->node, 0)))
        return false;
    for (size_t i = 0; i < from->needs.count; i++) {
        dx_node box = s->entries.at[from->needs.at[i]].node;
        if (dx_core_kind_of(s->core, box) != DX_CORE_BOX)
            continue;
        for (size_t r = 0; r < dx_proof_rule_count; r++)
            if (dx_proof_rules[r].way == DX_DOWN &&
                dx_proof_rule_passes(&dx_proof_rules[r], concerns,
                                     dx_core_set(s->core, box)) &&
                dx_unravel_rule_fits(s, &dx_proof_rules[r], diamond->world,
                                     set) &&
                !is_needed(
                    s, to,
                    dx_proof_rule_conclusion(&dx_proof_rules[r], s->core, box)))
                return false;
    }
    return true;
}

// Would a shortcut put off for ever what has to happen eventually?
static bool is_eventuality(dx_unravelling *s, dx_node node)
{
    dx_core_kind kind = dx_core_kind_of(s->core, node);
    if (kind != DX_CORE_AND && kind != DX_CORE_OR)
        return kind == DX_CORE_EVENTUALLY;
    for (size_t i = 0; i < dx_core_count(s->core, node); i++)
        if (is_eventuality(s, dx_core_part(s->core, node, i)))
            return true;
    return false;
}

static size_t holder_count(const dx_unravelling *s, dx_node node)
{
    return node < s->holders.count ? s->holders.at[node].count : 0;
}

static bool add_shortcut(dx_unravelling *s, uint32_t diamond, uint32_t to)
{
    dx_vector_push(&s->shortcuts, (dx_unravel_shortcut){diamond, to});
    return true;
}

static bool take_shortcut(dx_unravelling *s, uint32_t number)
{
    entry e = s->entries.at[number];
    dx_node body = dx_core_part(s->core, e.node, 0);
    size_t count = holder_count(s, body);
    if (count == 0 || dx_shortcut_concerns(s->core, s->logic, 1) == 0 ||
        is_eventuality(s, body))
        return false;
    // The ancestors are what ends the search where relations are transitive;
    // of the others only some are tried.
    for (uint32_t w = e.world; w != DX_NOWHERE; w = s->worlds.at[w].parent)
        if (could_meet(s, &e, w))
            return add_shortcut(s, number, w);
    for (size_t i = 0; i < count && i < SHORTCUTS_TRIED; i++)
        if (could_meet(s, &e, s->holders.at[body].at[i]))
            return add_shortcut(s, number, s->holders.at[body].at[i]);
    return false;
}

// A world may have come to need more boxes since it took a shortcut.  Puts
// the diamonds whose shortcut no longer serves back; false if there are none.
static bool check_shortcuts(dx_unravelling *s)
{
    size_t kept = 0, count = s->shortcuts.count;
    for (size_t i = 0; i < count; i++) {
        dx_unravel_shortcut it = s->shortcuts.at[i];
        entry e = s->entries.at[it.diamond];
        if (could_meet(s, &e, it.to))
            s->shortcuts.at[kept++] = it;
        else
            dx_vector_push(&s->diamonds, it.diamond);
    }
    s->shortcuts.count = kept;
    return kept < count;
}

// Does a child that is alive hold the body?  Either may be many, the children
// or the holders, so the fewer are looked at.
static bool is_met_below(const dx_unravelling *s, uint32_t w, uint64_t set,
                         dx_node body)
{
    size_t holders = holder_count(s, body);
    size_t children = s->worlds.at[w].children.count;
    bool by_holders = holders < children;
    for (size_t i = 0; i < (by_holders ? holders : children); i++) {
        uint32_t to = by_holders ? s->holders.at[body].at[i]
                                 : s->worlds.at[w].children.at[i];
        const world *child = &s->worlds.at[to];
        if (child->parent == w && child->alive && dx_covers(child->edge, set) &&
            is_needed(s, to, body))
            return true;
    }
    return false;
}

// Is a neighbour there already that holds the body of the diamond?
static bool is_met(const dx_unravelling *s, const entry *e)
{
    uint64_t set = dx_core_set(s->core, e->node);
    dx_node body = dx_core_part(s->core, e->node, 0);
    const world *here = &s->worlds.at[e->world];
    if ((s->logic & DX_REFLEXIVE) && is_needed(s, e->world, body))
        return true;
    if ((s->logic & DX_SYMMETRIC) && here->parent != DX_NOWHERE &&
        dx_covers(here->edge, set) && is_needed(s, here->parent, body))
        return true;
    return is_met_below(s, e->world, set, body);
}

static void wake(dx_unravelling *s, uint32_t child)
{
    if (s->worlds.at[child].alive)
        return;
    s->worlds.at[child].alive = true;
    uint32_t parent = s->worlds.at[child].parent;
    assert(s->worlds.at[parent].alive);
    need(s, child, s->worlds.at[child].made_for);
    for (size_t i = 0; i < s->worlds.at[parent].needs.count; i++) {
        dx_node node = s->entries.at[s->worlds.at[parent].needs.at[i]].node;
        if (dx_core_kind_of(s->core, node) == DX_CORE_BOX)
            need_down(s, node, parent, child);
    }
}

static void meet(dx_unravelling *s, uint32_t number)
{
    entry e = s->entries.at[number];
    dx_node body = dx_core_part(s->core, e.node, 0);
    if (is_met(s, &e) || take_shortcut(s, number))
        return;
    uint32_t child = dx_unravel_child(s, &e);
    uint32_t parent = s->worlds.at[e.world].parent;
    if (child == DX_NOWHERE) {
        dx_vector_push(&s->unmet, number);
        return;
    }
    uint32_t here = dx_unravel_find(s, e.world, body);
    if ((s->logic & DX_REFLEXIVE) && here != DX_NOWHERE && is_true(s, here))
        need(s, e.world, body);
    else if (dx_sat_value(s->sat, s->worlds.at[child].exists))
        wake(s, child);
    else
        need(s, parent, body);
}

// Formulas first, then diamonds, oldest first: a world is complete, as far as
// its ancestors go, before its diamonds are met.
bool dx_unravel_read(dx_unravelling *s)
{
    for (size_t i = 0; i < s->entries.count; i++)
        s->entries.at[i].needed = false;
    for (size_t w = 0; w < s->worlds.count; w++) {
        s->worlds.at[w].alive = w == 0;
        s->worlds.at[w].needs.count = 0;
    }
    for (size_t i = 0; i < s->holders.count; i++)
        s->holders.at[i].count = 0;
    s->shortcuts.count = s->unmet.count = s->diamonds.count = 0;
    need(s, 0, s->question->formula);
    for (size_t next = 0;;) {
        if (s->agenda.count > 0)
            look_at(s, s->agenda.at[--s->agenda.count]);
        else if (next < s->diamonds.count &&
                 (next % BETWEEN_CLOCKS != 0 || !dx_is_past(s->end)))
            meet(s, s->diamonds.at[next++]);
        else if (next < s->diamonds.count || !check_shortcuts(s))
            return next == s->diamonds.count;
    }
}

static void draft_step(dx_draft *draft, uint64_t set, size_t from, size_t to)
{
    for (size_t a = 0; a < draft->agents; a++)
        if (set >> a & 1)
            dx_bitset_add(&draft->step[a * draft->worlds + from], to);
}

static void draft_steps(const dx_unravelling *s, const uint32_t *number,
                        dx_draft *draft)
{
    for (size_t w = 1; w < s->worlds.count; w++)
        if (s->worlds.at[w].alive)
            draft_step(draft, s->worlds.at[w].edge,
                       number[s->worlds.at[w].parent], number[w]);
    for (size_t i = 0; i < s->shortcuts.count; i++) {
        const entry *e = &s->entries.at[s->shortcuts.at[i].diamond];
        uint64_t set = dx_core_set(s->core, e->node);
        draft_step(draft, dx_proof_edge(s->core, s->logic, set),
                   number[e->world], number[s->shortcuts.at[i].to]);
    }
}

bool dx_unravel_draw(dx_unravelling *s, dx_draft *out)
{
    uint32_t *number = dx_alloc(s->worlds.count, sizeof *number);
    size_t count = 0;
    for (size_t w = 0; w < s->worlds.count; w++)
        if (s->worlds.at[w].alive)
            number[w] = (uint32_t)count++;
    bool fits = count <= DX_DRAFT_WORLDS_MAX;
    if (fits) {
        *out = dx_draft_new(count, dx_core_agents(s->core),
                            dx_core_atoms(s->core));
        draft_steps(s, number, out);
        for (size_t i = 0; i < s->entries.count; i++) {
            const entry *e = &s->entries.at[i];
            if (dx_core_kind_of(s->core, e->node) == DX_CORE_ATOM &&
                s->worlds.at[e->world].alive &&
                dx_sat_value(s->sat, e->literal))
                dx_bitset_add(&out->holds[dx_core_atom_of(s->core, e->node)],
                              number[e->world]);
        }
        dx_draft_close(out, s->logic);
    }
    dx_free(number);
    return fits;
}
