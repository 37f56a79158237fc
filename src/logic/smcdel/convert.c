// From what an SMCDEL file says to a .dx file that asks the same.
//
// Variables are numbers there and get a letter in front; agents whose name is a
// word of ours get an underscore.  Formulas are rebuilt node by node, shared
// parts once (`converted`).  A law may have no quantifiers over propositions
// here, so there they are written out, each as its two instances.  TRUE? may be
// asked at a state that the law forbids, where ours has no world: such a
// question is left as a comment, and a small structure with the variables alone
// says which states these are.

#include "logic/smcdel/convert.h"

#include "base/memory.h"
#include "base/pair_map.h"
#include "base/stack.h"
#include "logic/formula/print.h"
#include "logic/kripke/model.h"
#include "logic/structure/structure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct converter {
    dx_formulas *store;
    const dx_smcdel *file;
    dx_text *out;
    dx_pair_map converted; // (formula, 0) to its conversion
    const char *prefix;    // of variables
} converter;

// ---- Names ----

static const char *text_of(const converter *c, dx_name name)
{
    return dx_names_text(dx_formulas_names(c->store), name);
}

// Words of .dx files that cannot be the name of an agent.
static bool is_taken(const char *name)
{
    static const char *const words[] = {
        "include", "agents",   "set",      "const",   "let",      "vars",
        "law",     "sees",     "weight",   "prob",    "world",    "links",
        "frame",   "believes", "actual",   "events",  "true",     "valid",
        "where",   "count",    "value",    "after",   "expect",   "bool",
        "false",   "forall",   "exists",   "in",      "mod",      "prev",
        "once",    "sofar",    "public",   "given",   "for",      "if",
        "at",      "K",        "M",        "Kw",      "B",        "E",
        "C",       "D",        "P",        "nothing", "distinct", "prop",
        "learned", "explicit", "implicit", "now"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

// A prefix that makes no variable an agent.
static const char *free_prefix(const converter *c)
{
    static const char *const tries[] = {"p", "v", "q", "x", "var_"};
    for (size_t i = 0; i + 1 < sizeof tries / sizeof *tries; i++) {
        bool is_free = true;
        size_t length = strlen(tries[i]);
        for (size_t a = 0; a < c->file->agent_count && is_free; a++) {
            const char *name = text_of(c, c->file->agents[a].name);
            is_free =
                strncmp(name, tries[i], length) != 0 ||
                strspn(name + length, "0123456789") != strlen(name + length);
        }
        if (is_free)
            return tries[i];
    }
    return "var_"; // agents of SMCDEL have no underscores
}

static dx_name variable_name(const converter *c, dx_name number)
{
    dx_text text = {0};
    dx_text_printf(&text, "%s%s", c->prefix, text_of(c, number));
    dx_name name =
        dx_names_add(dx_formulas_names(c->store), dx_text_string(&text));
    dx_text_release(&text);
    return name;
}

static dx_name agent_name(const converter *c, dx_name old)
{
    if (!is_taken(text_of(c, old)))
        return old;
    dx_text text = {0};
    dx_text_printf(&text, "%s_", text_of(c, old));
    dx_name name =
        dx_names_add(dx_formulas_names(c->store), dx_text_string(&text));
    dx_text_release(&text);
    return name;
}

// ---- Formulas ----

static dx_formula convert(converter *c, dx_formula f);

static uint32_t convert_operand(converter *c, dx_formula f, size_t i)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    const char *letters = dx_kind_operands(kind);
    char letter =
        letters[i < strcspn(letters, "*+") ? i : strcspn(letters, "*+") - 1];
    assert(strcspn(letters, "*+") > 0);
    uint32_t operand = dx_formula_operand(c->store, f, i);
    if (letter == 'x')
        return variable_name(c, operand);
    if (letter != 'a')
        return convert(c, operand);
    dx_name name = agent_name(c, dx_formula_name(c->store, operand));
    return dx_formula_make(c->store, DX_APPLY, 1, &name);
}

static dx_formula convert(converter *c, dx_formula f)
{
    uint32_t known = dx_pair_map_find(&c->converted, f, 0);
    if (known != UINT32_MAX)
        return known;
    size_t count = dx_formula_count(c->store, f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    for (size_t i = 0; i < count; i++)
        operands[i] = convert_operand(c, f, i);
    dx_formula made = dx_formula_make(c->store, dx_formula_kind(c->store, f),
                                      count, operands);
    dx_free(operands);
    dx_pair_map_put(&c->converted, f, 0, made);
    return made;
}

// A Boolean formula without quantifiers: each is both of its instances.
static dx_formula expand(converter *c, dx_formula f)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    size_t count = dx_formula_count(c->store, f);
    if (kind == DX_APPLY || count == 0)
        return f;
    if (dx_kind_family(kind) != DX_FAMILY_QUANTIFIER_PROP) {
        uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
        for (size_t i = 0; i < count; i++)
            operands[i] = expand(c, dx_formula_operand(c->store, f, i));
        f = dx_formula_make(c->store, kind, count, operands);
        dx_free(operands);
        return f;
    }
    dx_formula body = expand(c, dx_formula_operand(c->store, f, 0));
    for (size_t i = 1; i < count && body != DX_FORMULA_NONE; i++) {
        dx_name name = dx_formula_operand(c->store, f, i);
        body = dx_formula_binary(
            c->store, kind == DX_FORALL_PROP ? DX_AND : DX_OR,
            dx_formula_replace(c->store, body, name, dx_formula_true(c->store)),
            dx_formula_replace(c->store, body, name,
                               dx_formula_false(c->store)));
    }
    return body;
}

typedef struct conversion {
    converter *converter;
    dx_formula f;
    bool is_law;
} conversion;

static void convert_there(void *data)
{
    conversion *it = data;
    it->f = convert(it->converter, it->f);
    if (it->is_law)
        it->f = expand(it->converter, it->f);
}

// Prints the formula as one of ours; a law without its quantifiers.
static dx_status add_formula(converter *c, dx_formula f, bool is_law,
                             dx_error *error)
{
    conversion it = {c, f, is_law};
    dx_run_deep(dx_formula_depth(c->store, f), convert_there, &it);
    if (it.f == DX_FORMULA_NONE)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "without its quantifiers the law is nested deeper "
                       "than %d",
                       DX_FORMULA_DEPTH_MAX);
    dx_formula_print(c->store, it.f, c->out);
    return DX_OK;
}

// ---- The file ----

static dx_status add_head(converter *c, dx_error *error)
{
    const dx_smcdel *file = c->file;
    dx_text_add(c->out, "-- From SMCDEL's text format.\nagents ");
    for (size_t a = 0; a < file->agent_count; a++)
        dx_text_printf(c->out, "%s%s", a == 0 ? "" : ", ",
                       text_of(c, agent_name(c, file->agents[a].name)));
    for (size_t v = 0; v < file->var_count; v++)
        dx_text_printf(c->out, "%s%s", v == 0 ? "\nvars " : ", ",
                       text_of(c, variable_name(c, file->vars[v])));
    dx_text_add(c->out, ": bool\nlaw ");
    dx_status status = add_formula(c, file->law, true, error);
    dx_text_add(c->out, "\n");
    for (size_t a = 0; a < file->agent_count; a++) {
        const dx_smcdel_agent *agent = &file->agents[a];
        dx_text_printf(c->out,
                       "sees %s: ", text_of(c, agent_name(c, agent->name)));
        if (agent->sees.count == 0)
            dx_text_add(c->out, "nothing");
        for (size_t i = 0; i < agent->sees.count; i++)
            dx_text_printf(
                c->out, "%s%s", i == 0 ? "" : ", ",
                text_of(c, variable_name(c, file->vars[agent->sees.at[i]])));
        dx_text_add_char(c->out, '\n');
    }
    return status;
}

// The state as a formula that holds there and nowhere else.
static void add_state(converter *c, const bool *state)
{
    for (size_t v = 0; v < c->file->var_count; v++)
        dx_text_printf(c->out, "%s%s%s", v == 0 ? "" : " & ",
                       state[v] ? "" : "~",
                       text_of(c, variable_name(c, c->file->vars[v])));
}

// Is the state one of the law?
static dx_status is_lawful(converter *c, dx_structure *structure,
                           const bool *state, bool *out, dx_error *error)
{
    return dx_structure_holds(structure, c->file->law, state, out, error);
}

static dx_status add_question(converter *c, dx_structure *structure, size_t i,
                              dx_error *error)
{
    static const char *const words[] = {"true", "valid", "where"};
    const dx_smcdel_query *query = &c->file->queries[i];
    bool *state = dx_alloc(c->file->var_count, sizeof *state);
    bool lawful = true;
    dx_status status = DX_OK;
    for (size_t k = 0; k < query->state.count; k++)
        state[query->state.at[k]] = true;
    if (query->kind == DX_SMCDEL_TRUE)
        status = is_lawful(c, structure, state, &lawful, error);
    if (!lawful)
        dx_text_add(c->out, "-- not a state of the law: ");
    dx_text_add(c->out, words[query->kind]);
    if (query->kind == DX_SMCDEL_TRUE) {
        dx_text_add(c->out, " at ");
        add_state(c, state);
        dx_text_add_char(c->out, ':');
    }
    dx_free(state);
    dx_text_add_char(c->out, ' ');
    if (status == DX_OK)
        status = add_formula(c, query->formula, false, error);
    dx_text_add_char(c->out, '\n');
    return status;
}

// A structure with the file's variables, to ask which states are lawful.
static dx_status variables_only(converter *c, dx_structure **out,
                                dx_error *error)
{
    *out = dx_structure_new(c->store, NULL);
    dx_status status = DX_OK;
    for (size_t v = 0; v < c->file->var_count && status == DX_OK; v++) {
        dx_formula atom =
            dx_formula_make(c->store, DX_APPLY, 1, &c->file->vars[v]);
        status = dx_structure_add_variable(*out, atom, error);
    }
    return status;
}

dx_status dx_smcdel_convert(dx_formulas *store, const dx_smcdel *file,
                            dx_text *out, dx_error *error)
{
    if (file->agent_count > DX_AGENTS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "%zu agents; a .dx file can have at most %d",
                       file->agent_count, DX_AGENTS_MAX);
    converter c = {.store = store, .file = file, .out = out};
    dx_structure *structure;
    c.prefix = free_prefix(&c);
    dx_status status = variables_only(&c, &structure, error);
    if (status == DX_OK)
        status = add_head(&c, error);
    for (size_t i = 0; i < file->query_count && status == DX_OK; i++)
        status = add_question(&c, structure, i, error);
    dx_structure_free(structure);
    dx_pair_map_release(&c.converted);
    return status;
}
