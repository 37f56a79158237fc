// A formula between two worlds that are not bisimilar, built along the tree
// of splits: if a fact split them, the fact; if a relation did, some class of
// worlds is possible (or is so likely) at the one and not at the other, and
// that class is described by telling it apart, with the same method one stage
// earlier, from the classes it must not be confused with.
//
// Each formula goes with the set of worlds where it holds.  That set shows
// which classes a description already excludes, so that no conjunct is there
// for nothing.

#include "base/memory.h"
#include "base/stack.h"
#include "logic/bisim/inside.h"
#include "logic/bisim/refine.h"

#include <assert.h>

typedef struct separator {
    dx_formula formula;
    dx_bitset where;
    uint32_t yes, no; // classes: it holds in all of `yes`, nowhere in `no`
    size_t next;      // the next one with the same `yes`, + 1
} separator;

// A class that a list of successors meets.
typedef struct met {
    uint32_t class;
    uint32_t world; // one of its worlds
    dx_fraction share;
} met;

typedef DX_VECTOR(met) met_list;

typedef struct search {
    const dx_refinement *refinement;
    const dx_model *model;
    dx_formulas *store;
    DX_VECTOR(separator) separators;
    size_t *first; // per class: the first separator with this `yes`, + 1
} search;

#define FAILED SIZE_MAX

enum { STAGES_MAX = 2000 }; // one in another: each keeps a set of worlds

static size_t separate(search *s, size_t u, size_t v, unsigned depth);

// ---- What a stage sees at a world.

static size_t find_met(const met_list *list, uint32_t class)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].class == class)
            return i;
    return list->count;
}

// The classes before `stage` that its relation leads to from `world`, with
// their shares of the probability (0 if nothing has weight).
static met_list classes_met(const search *s, const dx_successors *successors,
                            uint32_t stage, size_t world)
{
    met_list out = {0};
    dx_fraction total = dx_fraction_int(0);
    size_t list = dx_successors_list(successors, world);
    for (size_t i = successors->first[list]; i < successors->first[list + 1];
         i++) {
        uint32_t v = successors->list[i];
        uint32_t class = dx_refinement_class_before(s->refinement, v, stage);
        dx_fraction weight = dx_successors_weight(successors, i);
        size_t at = find_met(&out, class);
        if (at == out.count)
            dx_vector_push(&out, (met){class, v, dx_fraction_int(0)});
        assert(out.at != NULL);
        out.at[at].share = dx_fraction_add(out.at[at].share, weight);
        total = dx_fraction_add(total, weight);
    }
    for (size_t i = 0; i < out.count && !dx_fraction_is_zero(total); i++)
        out.at[i].share = dx_fraction_divide(out.at[i].share, total);
    return out;
}

// ---- Descriptions: a conjunction that holds at one world and fails at
// others.

typedef struct description {
    dx_formula formula;
    dx_bitset where; // owned
} description;

// Does every member but `self` fail some conjunct other than `left_out`?
static bool excludes_all(const search *s, const met_list *others, uint32_t self,
                         size_t count, const size_t *conjuncts, size_t left_out)
{
    for (size_t i = 0; i < others->count; i++) {
        bool excluded = others->at[i].class == self;
        for (size_t c = 0; c < count && !excluded; c++)
            excluded = c != left_out &&
                       !dx_bitset_has(&s->separators.at[conjuncts[c]].where,
                                      others->at[i].world);
        if (!excluded)
            return false;
    }
    return true;
}

// Later conjuncts may have made earlier ones superfluous.
static size_t drop_superfluous(const search *s, const met_list *others,
                               uint32_t self, size_t count, size_t *conjuncts)
{
    for (size_t c = count; c-- > 0;) {
        if (!excludes_all(s, others, self, count, conjuncts, c))
            continue;
        for (size_t i = c; i + 1 < count; i++)
            conjuncts[i] = conjuncts[i + 1];
        count--;
    }
    return count;
}

static description conjoin(search *s, size_t count, const size_t *conjuncts)
{
    description out = {
        .where = dx_bitset_new(dx_model_world_count(s->model)),
    };
    dx_formula *formulas = dx_alloc(count, sizeof *formulas);
    dx_bitset_fill(&out.where);
    for (size_t i = 0; i < count; i++) {
        const separator *part = &s->separators.at[conjuncts[i]];
        formulas[i] = part->formula;
        dx_bitset_and(&out.where, &part->where);
    }
    out.formula = dx_formula_all(s->store, DX_AND, count, formulas);
    dx_free(formulas);
    return out;
}

// Holds at `one` and fails at every world of `others` of another class.
// False if the formula would be nested too deeply.
static bool describe(search *s, met one, const met_list *others, unsigned depth,
                     description *out)
{
    size_t count = 0;
    size_t *conjuncts = dx_alloc(others->count, sizeof *conjuncts);
    bool fine = true;
    for (size_t i = 0; i < others->count && fine; i++) {
        const met *other = &others->at[i];
        bool excluded = other->class == one.class;
        for (size_t c = 0; c < count && !excluded; c++)
            excluded = !dx_bitset_has(&s->separators.at[conjuncts[c]].where,
                                      other->world);
        if (excluded)
            continue;
        size_t part = separate(s, one.world, other->world, depth + 1);
        assert(count < others->count);
        fine = part != FAILED;
        conjuncts[count++] = part;
    }
    if (fine) {
        count = drop_superfluous(s, others, one.class, count, conjuncts);
        *out = conjoin(s, count, conjuncts);
    }
    dx_free(conjuncts);
    return fine;
}

// ---- One modal step.

static dx_formula negated(dx_formulas *store, dx_formula f)
{
    switch (dx_formula_kind(store, f)) {
    case DX_NOT:
        return dx_formula_operand(store, f, 0);
    case DX_TRUE:
        return dx_formula_false(store);
    default:
        return dx_formula_not(store, f);
    }
}

static dx_formula agent_term(const search *s, size_t agent)
{
    dx_name name = dx_model_agent_name(s->model, agent);
    return dx_formula_atom(s->store,
                           dx_names_text(dx_formulas_names(s->store), name));
}

// "The agent holds f possible", or that it does not.
static dx_formula possible(const search *s, const dx_refine_stage *stage,
                           dx_formula f, bool holds)
{
    uint32_t operands[2] = {agent_term(s, stage->index), f};
    if (stage->attitude == DX_KNOWLEDGE && holds)
        return dx_formula_make(s->store, DX_POSSIBLE, 2, operands);
    operands[1] = negated(s->store, f);
    dx_kind box = stage->attitude == DX_BELIEF ? DX_BELIEVES : DX_KNOWS;
    dx_formula excluded = dx_formula_make(s->store, box, 2, operands);
    if (!holds || excluded == DX_FORMULA_NONE)
        return excluded;
    return dx_formula_not(s->store, excluded);
}

// The worlds from which the relation leads into `where` (or does not).
static dx_bitset worlds_possible(const search *s,
                                 const dx_successors *successors,
                                 const dx_bitset *where, bool holds)
{
    size_t worlds = dx_model_world_count(s->model);
    dx_bitset out = dx_bitset_new(worlds);
    for (size_t w = 0; w < worlds; w++) {
        size_t list = dx_successors_list(successors, w);
        bool found = false;
        for (size_t i = successors->first[list];
             i < successors->first[list + 1] && !found; i++)
            found = dx_bitset_has(where, successors->list[i]);
        if (found == holds)
            dx_bitset_add(&out, w);
    }
    return out;
}

// The first of `list` whose class `other` does not meet.
static const met *first_unmet(const met_list *list, const met_list *other)
{
    for (size_t i = 0; i < list->count; i++)
        if (find_met(other, list->at[i].class) == other->count)
            return &list->at[i];
    return NULL;
}

// Some class is possible at the one world only.  `holds` says whether at the
// first.
static bool by_possibility(search *s, const dx_refine_stage *stage,
                           const dx_successors *successors, met_list at[2],
                           unsigned depth, description *out)
{
    const met *yes = first_unmet(&at[0], &at[1]);
    const met *no = first_unmet(&at[1], &at[0]);
    assert(yes != NULL || no != NULL);
    bool holds = no == NULL || (yes != NULL && at[1].count <= at[0].count);
    description what;
    if (!describe(s, holds ? *yes : *no, &at[holds ? 1 : 0], depth, &what))
        return false;
    out->formula = possible(s, stage, what.formula, holds);
    out->where = worlds_possible(s, successors, &what.where, holds);
    dx_bitset_release(&what.where);
    return true;
}

// How likely `where` is at a world; lost if nothing has weight.
static dx_fraction share_of(const dx_successors *successors, size_t world,
                            const dx_bitset *where)
{
    size_t list = dx_successors_list(successors, world);
    dx_fraction part = dx_fraction_int(0), total = part;
    for (size_t i = successors->first[list]; i < successors->first[list + 1];
         i++) {
        dx_fraction weight = dx_successors_weight(successors, i);
        total = dx_fraction_add(total, weight);
        if (dx_bitset_has(where, successors->list[i]))
            part = dx_fraction_add(part, weight);
    }
    return dx_fraction_divide(part, total);
}

// P[a](f) >= bound, or the same with another comparison.
static dx_formula likely(const search *s, const dx_refine_stage *stage,
                         dx_formula f, dx_kind comparison, dx_fraction bound)
{
    uint32_t inner[2] = {agent_term(s, stage->index), f};
    dx_formula probability =
        dx_formula_make(s->store, DX_PROBABILITY, 2, inner);
    return dx_formula_binary(s->store, comparison, probability,
                             dx_formula_number(s->store, bound));
}

static dx_bitset worlds_likely(const search *s, const dx_successors *successors,
                               const dx_bitset *where, dx_kind comparison,
                               dx_fraction bound)
{
    size_t worlds = dx_model_world_count(s->model);
    dx_bitset out = dx_bitset_new(worlds);
    for (size_t w = 0; w < worlds; w++) {
        dx_fraction share = share_of(successors, w, where);
        if (!dx_fraction_is_lost(share) &&
            (dx_fraction_compare(share, bound) >= 0) ==
                (comparison == DX_GREATER_EQUAL))
            dx_bitset_add(&out, w);
    }
    return out;
}

static bool has_weight(const met_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!dx_fraction_is_zero(list->at[i].share))
            return true;
    return false;
}

// At one of the two worlds nothing has weight: no comparison holds there, and
// P[a](true) >= 1 holds at the other.
static void by_weight(search *s, const dx_refine_stage *stage,
                      const dx_successors *successors, bool holds,
                      description *out)
{
    const dx_fraction one = dx_fraction_int(1);
    dx_bitset all = dx_bitset_new(dx_model_world_count(s->model));
    dx_bitset_fill(&all);
    out->formula =
        likely(s, stage, dx_formula_true(s->store), DX_GREATER_EQUAL, one);
    out->where = worlds_likely(s, successors, &all, DX_GREATER_EQUAL, one);
    dx_bitset_release(&all);
    if (holds)
        return;
    out->formula = dx_formula_not(s->store, out->formula);
    dx_bitset_flip(&out->where);
}

// The same classes are possible, but one of them is more likely at one world.
static bool by_probability(search *s, const dx_refine_stage *stage,
                           const dx_successors *successors, met_list at[2],
                           unsigned depth, description *out)
{
    if (!has_weight(&at[0]) || !has_weight(&at[1])) {
        by_weight(s, stage, successors, has_weight(&at[0]), out);
        return true;
    }
    size_t i = 0;
    dx_fraction share[2];
    assert(at[0].at != NULL && at[1].at != NULL); // weight is somewhere
    for (;; i++) {
        assert(i < at[0].count);
        share[0] = at[0].at[i].share;
        size_t same = find_met(&at[1], at[0].at[i].class);
        assert(same < at[1].count); // both lead to the same classes
        share[1] = at[1].at[same].share;
        if (!dx_fraction_equal(share[0], share[1]))
            break;
    }
    description what;
    if (!describe(s, at[0].at[i], &at[0], depth, &what))
        return false;
    bool more = dx_fraction_compare(share[0], share[1]) > 0;
    dx_kind comparison = more ? DX_GREATER_EQUAL : DX_LESS;
    dx_fraction bound = share[more ? 0 : 1];
    out->formula = likely(s, stage, what.formula, comparison, bound);
    out->where = worlds_likely(s, successors, &what.where, comparison, bound);
    dx_bitset_release(&what.where);
    return true;
}

static bool by_relation(search *s, uint32_t number, size_t u, size_t v,
                        unsigned depth, description *out)
{
    const dx_refine_stage *stage = &s->refinement->stages.at[number];
    dx_successors successors = dx_successors_of(s->model, stage);
    met_list at[2] = {classes_met(s, &successors, number, u),
                      classes_met(s, &successors, number, v)};
    bool same = first_unmet(&at[0], &at[1]) == NULL &&
                first_unmet(&at[1], &at[0]) == NULL;
    bool fine = same ? by_probability(s, stage, &successors, at, depth, out)
                     : by_possibility(s, stage, &successors, at, depth, out);
    dx_vector_release(&at[0]);
    dx_vector_release(&at[1]);
    dx_successors_release(&successors);
    return fine;
}

// ---- Facts.

static void by_proposition(const search *s, size_t proposition, size_t u,
                           description *out)
{
    const dx_bitset *worlds =
        dx_model_proposition_worlds(s->model, proposition);
    out->formula = dx_model_proposition(s->model, proposition);
    out->where = dx_bitset_copy(worlds);
    if (dx_bitset_has(worlds, u))
        return;
    out->formula = dx_formula_not(s->store, out->formula);
    dx_bitset_flip(&out->where);
}

static void by_variable(const search *s, size_t variable, size_t u,
                        description *out)
{
    const int32_t *values = dx_model_values(s->model, variable);
    size_t worlds = dx_model_world_count(s->model);
    out->formula = dx_formula_binary(
        s->store, DX_EQUAL, dx_model_variable(s->model, variable),
        dx_formula_number(s->store, dx_fraction_int(values[u])));
    out->where = dx_bitset_new(worlds);
    for (size_t w = 0; w < worlds; w++)
        if (values[w] == values[u])
            dx_bitset_add(&out->where, w);
}

// ---- Separators.

// The class that stage `number` put `world` into.
static uint32_t class_after(const search *s, size_t world, uint32_t number)
{
    return dx_refinement_class_before(s->refinement, world, number + 1);
}

static size_t find_separator(const search *s, uint32_t yes, uint32_t no)
{
    const separator *all = s->separators.at;
    if (all == NULL)
        return FAILED;
    for (size_t i = s->first[yes]; i != 0; i = all[i - 1].next)
        if (all[i - 1].no == no)
            return i - 1;
    return FAILED;
}

// The separator of two worlds of different classes, made once.
static size_t separate(search *s, size_t u, size_t v, unsigned depth)
{
    uint32_t number = dx_refinement_split(s->refinement, u, v);
    assert(number > 0);
    uint32_t yes = class_after(s, u, number), no = class_after(s, v, number);
    size_t known = find_separator(s, yes, no);
    if (known != FAILED)
        return known;
    const dx_refine_stage *stage = &s->refinement->stages.at[number];
    description what = {0};
    if (stage->kind == DX_STAGE_PROPOSITION)
        by_proposition(s, stage->index, u, &what);
    else if (stage->kind == DX_STAGE_VARIABLE)
        by_variable(s, stage->index, u, &what);
    else if (stage->kind == DX_STAGE_RANK || depth >= STAGES_MAX ||
             !by_relation(s, number, u, v, depth, &what))
        return FAILED;
    if (what.formula == DX_FORMULA_NONE) {
        dx_bitset_release(&what.where);
        return FAILED;
    }
    assert(dx_bitset_has(&what.where, u) && !dx_bitset_has(&what.where, v));
    dx_vector_push(&s->separators, (separator){.formula = what.formula,
                                               .where = what.where,
                                               .yes = yes,
                                               .no = no,
                                               .next = s->first[yes]});
    s->first[yes] = s->separators.count;
    return s->separators.count - 1;
}

typedef struct separation {
    search *search;
    size_t u, v, found;
} separation;

static void separate_there(void *data)
{
    separation *it = data;
    it->found = separate(it->search, it->u, it->v, 0);
}

dx_status dx_refinement_distinguish(const dx_refinement *refinement, size_t u,
                                    size_t v, dx_formula *out_formula,
                                    dx_error *error)
{
    if (dx_refinement_split(refinement, u, v) == 0) {
        *out_formula = DX_FORMULA_NONE;
        return DX_OK;
    }
    search s = {
        .refinement = refinement,
        .model = refinement->model,
        .store = dx_model_formulas(refinement->model),
        .first = dx_alloc(refinement->classes.count, sizeof *s.first),
    };
    separation it = {&s, u, v, FAILED};
    dx_run_deep(refinement->stages.count < STAGES_MAX ? refinement->stages.count
                                                      : STAGES_MAX,
                separate_there, &it);
    size_t found = it.found;
    if (found != FAILED)
        *out_formula = s.separators.at[found].formula;
    for (size_t i = 0; i < s.separators.count; i++)
        dx_bitset_release(&s.separators.at[i].where);
    dx_vector_release(&s.separators);
    dx_free(s.first);
    if (found == FAILED)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the worlds differ, but a formula that says so would "
                       "be nested deeper than %d",
                       STAGES_MAX);
    return DX_OK;
}
