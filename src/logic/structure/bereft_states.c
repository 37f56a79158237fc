// The symbolic engine, asked whom updates left no state (kripke/bereft.h).  An
// agent without a relation over hidden bits holds the state itself possible, so
// where nobody has one and no event model occurs, nobody is.

#include "logic/structure/inside.h"

#include "logic/formula/parts.h"
#include "logic/kripke/bereft.h"

typedef struct asked {
    dx_structure *s;
    uint32_t situation;
    dx_bdd at;
} asked;

static dx_formula write_out(void *self, dx_formula quantifier)
{
    const asked *a = self;
    return dx_structure_write_out(a->s, a->situation, quantifier);
}

static bool has_belief(void *self, dx_name name)
{
    const dx_structure *s = ((asked *)self)->s;
    uint32_t agent = dx_pair_map_find(&s->agent_of, name, 0);
    return agent != UINT32_MAX &&
           dx_pair_map_find(&s->belief_of, agent, 0) != UINT32_MAX;
}

// Does `f` hold at one of the states?
static bool holds_at(dx_structure *s, uint32_t situation, dx_formula f,
                     dx_bdd at)
{
    dx_bdd where = dx_structure_value(s, situation, f);
    where = dx_bdd_and(s->m, where, s->situations.at[situation].law);
    where = dx_bdd_and(s->m, where, at);
    return where != DX_BDD_FALSE && where != DX_BDD_INVALID;
}

static bool holds(void *self, dx_formula f)
{
    const asked *a = self;
    return holds_at(a->s, a->situation, f, a->at);
}

static bool is_event(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_EVENT;
}

static bool has_relations(const dx_structure *s, uint32_t situation)
{
    const dx_views *views = &s->views.at[s->situations.at[situation].views];
    for (size_t a = 0; a < s->agent_count; a++)
        if (views->agent[a].relation != DX_BDD_TRUE)
            return true;
    return false;
}

void dx_structure_bereft(dx_structure *s, uint32_t situation, dx_formula f,
                         dx_bdd at, bool is_one, bool is_updated,
                         dx_bereft_list *out)
{
    asked self = {s, situation, at};
    const dx_bereft_engine engine = {&self, write_out, has_belief, holds};
    dx_status status = s->status;
    if (has_relations(s, situation) ||
        dx_formula_mentions(s->store, f, is_event))
        dx_bereft_find(s->store, f, is_updated, is_one, &engine, out);
    s->status = status; // what went wrong here does not spoil the answer
}

bool dx_structure_held_something(dx_structure *s, const dx_bereft *who)
{
    return !holds_at(s, 0, dx_bereft_nothing(s->store, who), DX_BDD_TRUE);
}
