// A finitary S5 theory as a state: every assignment that fits what all know is
// a world; an agent cannot tell two of them apart that agree on all it is said
// to know the truth of.  Those that fit what is said of the real one are
// designated.
//
// What a theory does not mention is open.  So there may be far more
// assignments than worlds that anybody wants listed one by one: they are a
// decision diagram, of which only the solutions are walked.

#include "logic/epddl/inside.h"

#include "base/hash.h"
#include "base/memory.h"
#include "logic/bdd/bdd.h"

#include <string.h>

typedef struct whether {
    uint32_t agent, tree;
    dx_formula f;
    bool denied; // the agent does not know it
} whether;

typedef struct theory {
    DX_VECTOR(dx_formula) here, everywhere;
    DX_VECTOR(whether) known;
    dx_bdd_manager *bdds;
    dx_bdd_var *vars;
} theory;

static bool is_factual(const dx_formulas *store, dx_formula f)
{
    switch (dx_formula_kind(store, f)) {
    case DX_TRUE:
    case DX_FALSE:
    case DX_APPLY:
        return true;
    case DX_NOT:
    case DX_AND:
    case DX_OR:
    case DX_IFF:
    case DX_IMPLIES:
        for (size_t i = 0; i < dx_formula_count(store, f); i++)
            if (!is_factual(store, dx_formula_operand(store, f, i)))
                return false;
        return true;
    default:
        return false;
    }
}

// What is common knowledge: a fact, that an agent knows one (the same, since
// knowledge is true), or that it knows, or does not know, whether.
static dx_status add_common(dx_ep_spec *spec, theory *t, uint32_t tree,
                            dx_formula f)
{
    const dx_formulas *store = spec->task->store;
    dx_kind kind = dx_formula_kind(store, f);
    bool denied = kind == DX_NOT;
    if (is_factual(store, f)) {
        dx_vector_push(&t->everywhere, f);
        return DX_OK;
    }
    if (kind == DX_AND) {
        dx_status status = DX_OK;
        for (size_t i = 0; status == DX_OK && i < dx_formula_count(store, f);
             i++)
            status = add_common(spec, t, tree, dx_formula_operand(store, f, i));
        return status;
    }
    if (kind == DX_BELIEVES || kind == DX_KNOWS)
        return add_common(spec, t, tree, dx_formula_operand(store, f, 1));
    dx_formula inner = denied ? dx_formula_operand(store, f, 0) : f;
    if (dx_formula_kind(store, inner) != DX_KNOWS_WHETHER ||
        !is_factual(store, dx_formula_operand(store, inner, 1)))
        return dx_ep_fail(spec, tree,
                          "expected facts, ([i] facts), ([Kw. i] facts) or "
                          "(<Kw. i> facts) as what all know of the initial "
                          "state");
    const char *name =
        dx_formula_text(store, dx_formula_operand(store, inner, 0));
    for (uint32_t a = 0; a < spec->task->agents.count; a++)
        if (strcmp(spec->task->agents.at[a], name) == 0)
            dx_vector_push(&t->known,
                           (whether){a, tree,
                                     dx_formula_operand(store, inner, 1),
                                     denied});
    return DX_OK;
}

static dx_status add_item(dx_ep_spec *spec, uint32_t item, void *data)
{
    theory *t = data;
    const dx_formulas *store = spec->task->store;
    dx_formula f;
    dx_status status = dx_ep_formula(spec, item, &f);
    if (status != DX_OK)
        return status;
    if (is_factual(store, f)) {
        dx_vector_push(&t->here, f);
        return DX_OK;
    }
    if (dx_formula_kind(store, f) != DX_COMMON ||
        dx_formula_count(store, f) != spec->task->agents.count + 1)
        return dx_ep_fail(spec, item,
                          "expected facts, or what all know: "
                          "([C. All] ..)");
    return add_common(spec, t, item, dx_formula_operand(store, f, 0));
}

// ---- Diagrams ----

static dx_bdd diagram(const dx_ep_spec *spec, const theory *t, dx_formula f)
{
    const dx_formulas *store = spec->task->store;
    dx_kind kind = dx_formula_kind(store, f);
    if (kind == DX_TRUE || kind == DX_FALSE)
        return kind == DX_TRUE ? DX_BDD_TRUE : DX_BDD_FALSE;
    if (kind == DX_APPLY) {
        uint32_t atom = dx_pair_map_find(&spec->atom_of, f, 0);
        return dx_bdd_variable(t->bdds, t->vars[atom]);
    }
    dx_bdd all = diagram(spec, t, dx_formula_operand(store, f, 0));
    if (kind == DX_NOT)
        return dx_bdd_not(all);
    for (size_t i = 1; i < dx_formula_count(store, f); i++) {
        dx_bdd part = diagram(spec, t, dx_formula_operand(store, f, i));
        all = kind == DX_AND   ? dx_bdd_and(t->bdds, all, part)
              : kind == DX_OR  ? dx_bdd_or(t->bdds, all, part)
              : kind == DX_IFF ? dx_bdd_iff(t->bdds, all, part)
                               : dx_bdd_implies(t->bdds, all, part);
    }
    return all;
}

static dx_bdd diagram_of_all(const dx_ep_spec *spec, const theory *t,
                             size_t count, const dx_formula *list)
{
    dx_bdd all = DX_BDD_TRUE;
    for (size_t i = 0; i < count; i++)
        all = dx_bdd_and(t->bdds, all, diagram(spec, t, list[i]));
    return all;
}

// ---- Worlds ----

typedef struct listed {
    DX_VECTOR(uint32_t) label;
    DX_VECTOR(uint8_t) designated;
    DX_VECTOR(uint32_t) cell; // world * agents + agent
    uint32_t *cells;          // of each agent, how many
} listed;

// The cell of an agent at a world: what it knows of each formula, as a number
// among those met.
static uint32_t find_cell(dx_trees *keys, uint32_t agent, const dx_text *truths,
                          uint32_t *cells, dx_pair_map *cell_of)
{
    dx_name key = dx_names_add_part(keys->words, truths->at, truths->length);
    uint32_t cell = dx_pair_map_find(cell_of, key, agent);
    if (cell == UINT32_MAX) {
        cell = cells[agent]++;
        dx_pair_map_put(cell_of, key, agent, cell);
    }
    return cell;
}

static void list_world(dx_ep_spec *spec, theory *t, const bool *values,
                       const dx_bdd *known, dx_bdd here, listed *out,
                       dx_pair_map *cell_of)
{
    dx_task *task = spec->task;
    uint64_t *atoms = dx_alloc(task->labels.words, sizeof *atoms);
    for (size_t i = 0; i < task->atoms.count; i++)
        atoms[i / 64] |= (uint64_t)values[i] << i % 64;
    dx_vector_push(&out->label, dx_task_label(&task->labels, atoms));
    dx_vector_push(&out->designated, dx_bdd_holds(t->bdds, here, values));
    for (uint32_t a = 0; a < task->agents.count; a++) {
        dx_text truths = {0};
        for (size_t i = 0; i < t->known.count; i++)
            if (t->known.at[i].agent == a && !t->known.at[i].denied)
                dx_text_add_char(&truths,
                                 dx_bdd_holds(t->bdds, known[i], values) ? '1'
                                                                         : '0');
        dx_text_add_char(&truths, '.');
        dx_vector_push(&out->cell, find_cell(&spec->trees, a, &truths,
                                             out->cells, cell_of));
        dx_text_release(&truths);
    }
    dx_free(atoms);
}

static dx_status list_worlds(dx_ep_spec *spec, theory *t, uint32_t init,
                             listed *out)
{
    size_t atoms = spec->task->atoms.count;
    dx_bdd law = diagram_of_all(spec, t, t->everywhere.count, t->everywhere.at);
    dx_bdd here = diagram_of_all(spec, t, t->here.count, t->here.at);
    dx_bdd *known = dx_alloc(t->known.count, sizeof *known);
    for (size_t i = 0; i < t->known.count; i++)
        known[i] = diagram(spec, t, t->known.at[i].f);
    if (dx_bdd_status(t->bdds) != DX_OK) {
        dx_free(known);
        if (dx_bdd_status(t->bdds) == DX_ERR_CANCELLED)
            return dx_fail(spec->error, DX_ERR_CANCELLED, 0, 0, "called off");
        return dx_ep_fail(spec, init, "the theory is too large: %s",
                          dx_bdd_trouble(t->bdds)->message);
    }
    dx_pair_map cell_of = {0};
    dx_status status = DX_OK;
    dx_bdd_solutions *all = dx_bdd_solutions_new(t->bdds, law, t->vars, atoms);
    const bool *values;
    while (status == DX_OK && (values = dx_bdd_solutions_next(all)) != NULL) {
        list_world(spec, t, values, known, here, out, &cell_of);
        status = dx_ep_goes_on(
            spec, 1024 + 64 * (spec->task->agents.count + t->known.count));
        if (status == DX_OK && out->label.count > DX_TASK_WORLDS_MAX)
            status =
                dx_ep_fail(spec, init,
                           "more than %d worlds fit what all know; say more "
                           "in ([C. All] ..)",
                           DX_TASK_WORLDS_MAX);
    }
    dx_bdd_solutions_free(all);
    dx_pair_map_release(&cell_of);
    dx_free(known);
    return status;
}

// Agents that are said not to know: do they not?
static dx_status check_denied(dx_ep_spec *spec, const theory *t,
                              const dx_task_state *state)
{
    const dx_task *task = spec->task;
    size_t words = dx_task_state_words(state), worlds = state->worlds;
    for (size_t i = 0; i < t->known.count; i++) {
        const whether *k = &t->known.at[i];
        uint32_t last = UINT32_MAX; // row
        for (size_t w = 0; k->denied && w < state->worlds; w++) {
            uint32_t r = state->row[k->agent * state->worlds + w];
            dx_status status = dx_ep_goes_on(spec, r == last ? 1 : worlds);
            if (status != DX_OK)
                return status;
            if (r == last)
                continue;
            last = r;
            const uint64_t *row = state->bits + r * words;
            bool seen[2] = {false, false};
            for (size_t v = 0; !(seen[0] && seen[1]) && v < state->worlds; v++)
                if (row[v / 64] >> v % 64 & 1)
                    seen[dx_ep_label_has(spec, k->f, state->label[v])] = true;
            if (!seen[0] || !seen[1])
                return dx_ep_fail(spec, k->tree,
                                  "%.60s is said not to know this, but does, "
                                  "by the rest of (:init ..)",
                                  task->agents.at[k->agent]);
        }
    }
    return DX_OK;
}

static dx_status build_state(dx_ep_spec *spec, uint32_t init, const listed *l)
{
    dx_task *task = spec->task;
    size_t agents = task->agents.count, worlds = l->label.count, rows = 0;
    uint32_t first[DX_TASK_AGENTS_MAX];
    for (size_t a = 0; a < agents; a++) {
        first[a] = (uint32_t)rows;
        rows += l->cells[a];
    }
    if (!dx_task_state_fits(agents, worlds, rows))
        return dx_ep_fail(spec, init,
                          "%zu worlds, which the agents divide into %zu cells "
                          "in all, are too many; say more in ([C. All] ..)",
                          worlds, rows);
    task->start = dx_task_state_new(agents, worlds, rows);
    dx_task_state *state = &task->start;
    size_t words = dx_task_state_words(state);
    for (size_t w = 0; w < worlds; w++) {
        dx_status status = dx_ep_goes_on(spec, 4 * agents);
        if (status != DX_OK)
            return status;
        uint64_t bit = UINT64_C(1) << w % 64;
        state->label[w] = l->label.at[w];
        if (l->designated.at[w])
            state->designated[w / 64] |= bit;
        for (size_t a = 0; a < agents; a++) {
            uint32_t row = first[a] + l->cell.at[w * agents + a];
            state->row[a * worlds + w] = row;
            state->bits[row * words + w / 64] |= bit;
        }
    }
    return DX_OK;
}

static dx_status make_state(dx_ep_spec *spec, theory *t, uint32_t init)
{
    dx_task *task = spec->task;
    t->bdds = dx_bdd_manager_new(NULL);
    t->vars = dx_alloc(task->atoms.count, sizeof *t->vars);
    for (size_t i = 0; i < task->atoms.count; i++)
        t->vars[i] = dx_bdd_variable_new(t->bdds);
    listed l = {.cells = dx_alloc(task->agents.count, sizeof *l.cells)};
    dx_status status = list_worlds(spec, t, init, &l);
    bool any = false;
    for (size_t w = 0; !any && w < l.designated.count; w++)
        any = l.designated.at[w];
    if (status == DX_OK && !any)
        status = dx_ep_fail(spec, init,
                            l.label.count == 0
                                ? "what all know contradicts itself: there "
                                  "is no world"
                                : "what is said of the real world "
                                  "contradicts what all know");
    if (status == DX_OK)
        status = build_state(spec, init, &l);
    if (status == DX_OK)
        status = check_denied(spec, t, &task->start);
    dx_vector_release(&l.label);
    dx_vector_release(&l.designated);
    dx_vector_release(&l.cell);
    dx_free(l.cells);
    dx_free(t->vars);
    dx_bdd_manager_free(t->bdds);
    return status;
}

dx_status dx_ep_theory(dx_ep_spec *spec, uint32_t init)
{
    theory t = {0};
    dx_status status =
        dx_ep_list(spec, dx_ep_member(spec, init, 1), add_item, &t);
    if (status == DX_OK && spec->task->atoms.count > DX_BDD_VARIABLES_MAX)
        status = dx_ep_fail(spec, init, "a theory may have %d atoms",
                            DX_BDD_VARIABLES_MAX);
    if (status == DX_OK)
        status = make_state(spec, &t, init);
    dx_vector_release(&t.here);
    dx_vector_release(&t.everywhere);
    dx_vector_release(&t.known);
    return status;
}
