// Values for one variable after the other, as long as the law allows.
//
// Depth first over the variables in the order of the file.  Each conjunct of
// the law is asked as soon as its last variable has a value, so a law that uses
// few variables cuts early, and the cost is the number of partial states that
// the law does not yet exclude (`steps`), not the product of the domains.  What
// an agent sees becomes one number of mixed radix, added up as values are
// given; worlds with equal numbers are one cell.  Agents whose numbers do not
// fit 32 bits are sorted into cells afterwards (build_sights.c).
//
// Worlds are columns, one a variable, truth as bits: that is how the model
// keeps them, so nothing is turned around in the end.

#include "logic/dx/build.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/dx/build_private.h"
#include "logic/evaluate/evaluate.h"

#include <string.h>

const dx_build_limits dx_build_default_limits = {
    .worlds_max = (size_t)1 << 22,
    .steps_max = 1000000000,
};

static void columns_init(dx_columns *columns, const dx_document *document)
{
    *columns = (dx_columns){.variable_count = document->variables.count};
    columns->column =
        dx_alloc(columns->variable_count, sizeof *columns->column);
    columns->capacity = 1024;
    for (size_t v = 0; v < columns->variable_count; v++) {
        size_t domain = document->variables.at[v].domain;
        if (document->domains.at[domain].sort == DX_SORT_TRUTH)
            columns->column[v].bits = dx_alloc(1024 / 64, sizeof(uint64_t));
        else
            columns->column[v].values =
                dx_alloc_raw(columns->capacity, sizeof(int32_t));
    }
}

static void columns_release(dx_columns *columns)
{
    for (size_t v = 0; v < columns->variable_count; v++) {
        dx_free(columns->column[v].bits);
        dx_free(columns->column[v].values);
    }
    dx_free(columns->column);
    *columns = (dx_columns){0};
}

static void grow(dx_columns *columns)
{
    size_t old = columns->capacity;
    columns->capacity *= 2;
    for (size_t v = 0; v < columns->variable_count; v++) {
        struct dx_column *c = &columns->column[v];
        if (c->bits != NULL) {
            c->bits =
                dx_resize(c->bits, columns->capacity / 64, sizeof *c->bits);
            memset(c->bits + old / 64, 0, old / 8);
        } else {
            c->values =
                dx_resize(c->values, columns->capacity, sizeof *c->values);
        }
    }
}

void dx_columns_add(dx_columns *columns, const int32_t *values)
{
    if (columns->count == columns->capacity)
        grow(columns);
    size_t w = columns->count++;
    for (size_t v = 0; v < columns->variable_count; v++) {
        struct dx_column *c = &columns->column[v];
        if (c->bits != NULL)
            c->bits[w / 64] |= (uint64_t)(uint32_t)values[v] << (w % 64);
        else
            c->values[w] = values[v];
    }
}

int32_t dx_columns_get(const dx_columns *columns, size_t variable, size_t world)
{
    const struct dx_column *c = &columns->column[variable];
    return c->bits != NULL ? (int32_t)(c->bits[world / 64] >> (world % 64) & 1)
                           : c->values[world];
}

// What there is to do when a variable has got its value.
typedef struct stage {
    DX_VECTOR(const dx_code *) laws;
    DX_VECTOR(const dx_sight *) sights;
} stage;

typedef struct builder {
    const dx_document *document;
    dx_build_limits limits;
    dx_columns columns;
    size_t steps;
    DX_VECTOR(dx_code) laws;
    dx_sights sights;
    dx_program program; // of laws and sights
    stage *stages;      // one a variable
    int32_t *values;    // of the state being made
    uint64_t *since;    // when they were given (dx_code_run_since)
    size_t *choice;     // which member of its domain each variable has
    // What all agents see of the variables before v, from key[v * words] on;
    // and the numbers of what they see at the worlds.
    uint64_t *key;
    size_t words;
    uint32_t *cell[DX_AGENTS_MAX];
    dx_key_table keys[DX_AGENTS_MAX]; // of agents whose key is long
    size_t cell_capacity;
    dx_error *error;
} builder;

// Laws, and then what is seen and is no plain variable.
static dx_placed_list expressions_of(const builder *b, size_t *law_count)
{
    const dx_document *document = b->document;
    dx_placed_list list = {0};
    for (size_t i = 0; i < document->laws.count; i++)
        dx_split_law(document, document->laws.at[i], &list);
    *law_count = list.count;
    for (size_t i = 0; i < document->sights.count; i++)
        if (!b->sights.at.at[i].is_plain)
            dx_vector_push(&list, document->sights.at[i]);
    return list;
}

// Into one program, so that they share what they have in common; each on its
// own if that becomes too long.
static dx_status compile_list(builder *b, const dx_placed_list *list,
                              dx_code *codes)
{
    dx_status status = dx_compile_all(b->document, list->count, list->at,
                                      &b->program, codes, b->error);
    if (status != DX_ERR_LIMIT)
        return status;
    status = DX_OK;
    for (size_t i = 0; i < list->count && status == DX_OK; i++)
        status = dx_compile(b->document, list->at[i].formula, list->at[i].place,
                            &codes[i], b->error);
    return status;
}

static dx_status compile_all(builder *b)
{
    dx_sights_init(b->document, &b->sights);
    size_t law_count;
    dx_placed_list list = expressions_of(b, &law_count);
    dx_code *codes = dx_alloc(list.count, sizeof *codes);
    dx_status status = compile_list(b, &list, codes);
    size_t next = 0;
    while (next < law_count)
        dx_vector_push(&b->laws, codes[next++]);
    for (size_t i = 0; i < b->sights.at.count; i++)
        if (!b->sights.at.at[i].is_plain)
            b->sights.at.at[i].code = codes[next++];
    dx_vector_release(&list);
    dx_free(codes);
    if (status != DX_OK)
        return status;
    dx_sights_place(b->document, &b->sights);
    b->words = b->sights.first[b->document->agents.count];
    return DX_OK;
}

// Sends every law and sight to the variable it has to wait for.
static void plan(builder *b)
{
    size_t count = b->document->variables.count;
    b->stages = dx_alloc(count, sizeof *b->stages);
    for (size_t i = 0; i < b->laws.count; i++) {
        size_t end = b->laws.at[i].variable_end;
        const dx_code *law = &b->laws.at[i];
        dx_vector_push(&b->stages[end > 0 ? end - 1 : 0].laws, law);
    }
    for (size_t i = 0; i < b->sights.at.count; i++) {
        const dx_sight *s = &b->sights.at.at[i];
        size_t end = s->is_plain ? s->variable + 1 : s->code.variable_end;
        dx_vector_push(&b->stages[end > 0 ? end - 1 : 0].sights, s);
    }
    for (size_t a = 0; a < b->document->agents.count; a++)
        b->keys[a].words = b->sights.first[a + 1] - b->sights.first[a];
}

static void add_world(builder *b, const uint64_t *key)
{
    size_t agents = b->document->agents.count;
    if (b->columns.count == b->cell_capacity) {
        b->cell_capacity = b->columns.capacity;
        if (b->columns.count == b->cell_capacity)
            b->cell_capacity *= 2;
        for (size_t a = 0; a < agents; a++)
            b->cell[a] =
                dx_resize(b->cell[a], b->cell_capacity, sizeof *b->cell[a]);
    }
    for (size_t a = 0; a < agents; a++) {
        const uint64_t *own = key + b->sights.first[a];
        b->cell[a][b->columns.count] = b->sights.is_short[a]
                                           ? (uint32_t)*own
                                           : dx_key_table_add(&b->keys[a], own);
    }
    dx_columns_add(&b->columns, b->values);
}

static int64_t ask(const builder *b, const dx_code *code)
{
    return code->is_own ? dx_code_run(code, b->values)
                        : dx_code_run_since(code, b->values, b->since);
}

static bool is_lawful(const builder *b, const stage *s)
{
    for (size_t i = 0; i < s->laws.count; i++)
        if (ask(b, s->laws.at[i]) == 0)
            return false;
    return true;
}

// The agents' keys with what they see of variable v added.
static void see(builder *b, const stage *s, size_t v)
{
    uint64_t *key = b->key + (v + 1) * b->words;
    memcpy(key, key - b->words, b->words * sizeof *key);
    for (size_t i = 0; i < s->sights.count; i++) {
        const dx_sight *sight = s->sights.at[i];
        int64_t value =
            sight->is_plain ? b->values[sight->variable] : ask(b, &sight->code);
        key[b->sights.first[sight->agent] + sight->word] +=
            (uint64_t)(value - sight->low) * sight->stride;
    }
}

static dx_status too_many_worlds(builder *b)
{
    return dx_document_fail(
        b->document, b->error, DX_ERR_LIMIT, b->document->variables.at[0].place,
        "these variables make more than %zu worlds: narrow the domains or add "
        "a law",
        b->limits.worlds_max);
}

static dx_status too_many_steps(builder *b)
{
    return dx_document_fail(
        b->document, b->error, DX_ERR_LIMIT, b->document->variables.at[0].place,
        "more than %zu values were tried for these variables: put laws that "
        "use few variables, or declare related variables side by side",
        b->limits.steps_max);
}

// Depth first, without recursion: variable v has the member choice[v] of its
// domain; the variables before it are settled.
static dx_status enumerate(builder *b)
{
    const dx_document *document = b->document;
    size_t count = document->variables.count, v = 0;
    b->choice[0] = 0;
    for (;;) {
        const dx_value_domain *domain =
            &document->domains.at[document->variables.at[v].domain];
        if (b->choice[v] == domain->count) {
            if (v == 0)
                return DX_OK;
            b->choice[--v]++;
            continue;
        }
        if (++b->steps > b->limits.steps_max)
            return too_many_steps(b);
        b->values[v] = domain->value[b->choice[v]];
        b->since[v + 1] = ++b->program.now;
        if (!is_lawful(b, &b->stages[v])) {
            b->choice[v]++;
            continue;
        }
        see(b, &b->stages[v], v);
        if (v + 1 < count) {
            b->choice[++v] = 0;
            continue;
        }
        if (b->columns.count == b->limits.worlds_max)
            return too_many_worlds(b);
        add_world(b, b->key + count * b->words);
        b->choice[v]++;
    }
}

static dx_status make_worlds(builder *b)
{
    const dx_document *document = b->document;
    size_t count = document->variables.count;
    dx_status status = compile_all(b);
    if (status != DX_OK)
        return status;
    plan(b);
    b->values = dx_alloc(count, sizeof *b->values);
    b->choice = dx_alloc(count, sizeof *b->choice);
    b->since = dx_alloc(count + 1, sizeof *b->since);
    b->since[0] = b->program.now = 1;
    b->key = dx_alloc((count + 1) * b->words + 1, sizeof *b->key);
    status = enumerate(b);
    if (status == DX_OK && b->columns.count == 0) {
        dx_file_place place = document->laws.count > 0
                                  ? document->laws.at[0].place
                                  : document->variables.at[0].place;
        status = dx_document_fail(document, b->error, DX_ERR_EMPTY, place,
                                  "no state satisfies the law: there is no "
                                  "world at all");
    }
    return status;
}

static void add_names(const dx_document *document, dx_model *model)
{
    for (size_t i = 0; i < document->things.count; i++)
        dx_model_add_constant(model, document->things.at[i], (int32_t)i);
    dx_bitset used = dx_bitset_new(document->domains.count);
    for (size_t v = 0; v < document->variables.count; v++)
        dx_bitset_add(&used, document->variables.at[v].domain);
    for (size_t i = dx_bitset_next(&used, 0); i < used.size;
         i = dx_bitset_next(&used, i + 1)) {
        const dx_value_domain *d = &document->domains.at[i];
        if (d->sort == DX_SORT_NAME)
            dx_model_add_domain(model, d->name, d->count, d->member);
    }
    dx_bitset_release(&used);
}

// Moves the columns into the model as propositions and variables.
static void add_facts(const dx_document *document, const dx_columns *columns,
                      dx_model *model)
{
    for (size_t v = 0; v < columns->variable_count; v++) {
        const dx_declared *declared = &document->variables.at[v];
        const dx_value_domain *domain = &document->domains.at[declared->domain];
        if (domain->sort == DX_SORT_TRUTH) {
            size_t p = dx_model_add_proposition(model, declared->term);
            dx_bitset *worlds = dx_model_worlds_of(model, p);
            memcpy(worlds->word, columns->column[v].bits,
                   dx_bitset_words(columns->count) * sizeof(uint64_t));
            continue;
        }
        size_t number = dx_model_add_variable(model, declared->term,
                                              columns->column[v].values);
        if (domain->sort == DX_SORT_NAME)
            dx_model_set_variable_domain(model, number, domain->name);
    }
}

static bool has_links(const dx_document *document, size_t agent)
{
    for (size_t i = 0; i < document->links.count; i++)
        if (document->links.at[i].agent == agent &&
            document->links.at[i].attitude == DX_KNOWLEDGE)
            return true;
    return false;
}

static dx_status add_agents(builder *b, dx_model *model)
{
    const dx_document *document = b->document;
    for (size_t a = 0; a < document->agents.count; a++) {
        dx_model_add_agent(model,
                           dx_names_text(dx_formulas_names(document->store),
                                         document->agents.at[a]));
        if (has_links(document, a))
            continue;
        if (b->cell[a] != NULL)
            dx_model_set_partition(model, a, b->cell[a]);
        else
            dx_sights_partition(&b->sights, &b->columns, a, model);
        dx_free(b->cell[a]);
        b->cell[a] = NULL;
    }
    return dx_build_links(document, model, b->error);
}

static dx_status check_frames(const dx_document *document,
                              const dx_model *model, dx_error *error)
{
    for (size_t i = 0; i < document->frames.count; i++) {
        const dx_declared_frame *declared = &document->frames.at[i];
        dx_error why;
        dx_status status =
            dx_model_check_frame(model, declared->frame, declared->attitude,
                                 &declared->agents, &why);
        if (status != DX_OK)
            return dx_document_fail(document, error, status, declared->place,
                                    "%s", why.message);
    }
    return DX_OK;
}

static dx_status finish(builder *b, dx_model **out_model)
{
    const dx_document *document = b->document;
    dx_model *model = dx_model_new(document->store, b->columns.count);
    add_names(document, model);
    add_facts(document, &b->columns, model);
    for (size_t w = 0; w < document->worlds.count; w++)
        dx_model_name_world(model, w,
                            dx_names_text(dx_formulas_names(document->store),
                                          document->worlds.at[w].name));
    dx_status status = add_agents(b, model);
    if (status == DX_OK)
        status = dx_build_weights(document, &b->columns, model, b->error);
    if (status == DX_OK)
        status = check_frames(document, model, b->error);
    size_t actual = 0;
    if (status == DX_OK && document->actual.is_given)
        status =
            dx_find_spot(document, model, &document->actual, &actual, b->error);
    if (status == DX_OK) {
        dx_model_set_actual(model, actual);
        *out_model = model;
    } else {
        dx_model_free(model);
    }
    return status;
}

static void release(builder *b)
{
    for (size_t v = 0; b->stages != NULL && v < b->columns.variable_count;
         v++) {
        dx_vector_release(&b->stages[v].laws);
        dx_vector_release(&b->stages[v].sights);
    }
    for (size_t i = 0; i < b->laws.count; i++)
        dx_code_release(&b->laws.at[i]);
    for (size_t a = 0; a < b->document->agents.count; a++) {
        dx_free(b->cell[a]);
        dx_key_table_release(&b->keys[a]);
    }
    dx_vector_release(&b->laws);
    dx_sights_release(&b->sights);
    dx_program_release(&b->program);
    columns_release(&b->columns);
    dx_free(b->stages);
    dx_free(b->values);
    dx_free(b->since);
    dx_free(b->choice);
    dx_free(b->key);
}

dx_status dx_build_model(const dx_document *document,
                         const dx_build_limits *limits, dx_model **out_model,
                         dx_error *error)
{
    builder *b = dx_alloc(1, sizeof *b);
    b->document = document;
    b->limits = *limits;
    b->error = error;
    columns_init(&b->columns, document);
    dx_status status = DX_OK;
    if (!dx_document_is_listed(document)) {
        status = make_worlds(b);
    } else {
        status = dx_sights_compile(document, &b->sights, error);
        if (status == DX_OK)
            status = dx_build_listed(document, &b->columns, error);
    }
    if (status == DX_OK)
        status = finish(b, out_model);
    release(b);
    dx_free(b);
    return status;
}

dx_status dx_find_spot(const dx_document *document, const dx_model *model,
                       const dx_spot *spot, size_t *out_world, dx_error *error)
{
    if (spot->world != DX_NAME_NONE) {
        const char *name =
            dx_names_text(dx_formulas_names(document->store), spot->world);
        *out_world = dx_model_find_world(model, name);
        if (*out_world != DX_NOT_FOUND)
            return DX_OK;
        return dx_document_fail(document, error, DX_ERR_INPUT, spot->place,
                                "there is no world '%s' here", name);
    }
    dx_evaluator *evaluator = dx_evaluator_new(model, document->events);
    const dx_bitset *where;
    dx_error why;
    dx_status status = dx_evaluate(evaluator, spot->formula, &where, &why);
    size_t count = status == DX_OK ? dx_bitset_count(where) : 0;
    if (status != DX_OK)
        dx_document_fail(document, error, status, spot->place, "%s",
                         why.message);
    else if (count != 1)
        status = dx_document_fail(
            document, error, DX_ERR_INPUT, spot->place,
            "this must say which world is meant, but %zu worlds fit", count);
    else
        *out_world = dx_bitset_next(where, 0);
    dx_evaluator_free(evaluator);
    return status;
}
