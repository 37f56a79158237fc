// Values for one variable after the other, as long as the law allows.
//
// Depth first over the variables in the order of the file.  Each conjunct of
// the law is asked as soon as its last variable has a value, so a law that uses
// few variables cuts early, and the cost is the number of partial states that
// the law does not yet exclude (`steps`), not the product of the domains.  Laws
// that would be asked late are made tables (build_ahead.c).  What an agent sees
// becomes one number of mixed radix, added up as values are given; worlds with
// equal numbers are one cell.  Agents whose numbers do not fit 32 bits are
// sorted into cells afterwards (build_sights.c).
//
// Worlds are columns, one a variable, truth as bits: that is how the model
// keeps them, so nothing is turned around in the end.

#include "logic/dx/build.h"

#include "base/heed.h"
#include "base/memory.h"
#include "logic/dx/build_private.h"

#include <assert.h>
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
    assert(columns->count < columns->capacity);
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

// Laws, and then what is seen and is no plain variable.
static dx_placed_list expressions_of(const dx_builder *b, size_t *law_count)
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
static dx_status compile_list(dx_builder *b, const dx_placed_list *list,
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

static dx_status compile_all(dx_builder *b)
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
static void plan(dx_builder *b)
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
        dx_build_stage *stage = &b->stages[end > 0 ? end - 1 : 0];
        if (s->is_plain && b->sights.is_short[s->agent]) {
            dx_glance glance = {(uint32_t)s->agent, (uint32_t)s->stride};
            dx_vector_push(&stage->glances, glance);
            stage->low = s->low;
        } else {
            dx_vector_push(&stage->sights, s);
        }
    }
    for (size_t a = 0; a < b->document->agents.count; a++)
        b->keys[a].words = b->sights.first[a + 1] - b->sights.first[a];
}

static void add_world(dx_builder *b)
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
    size_t count = b->document->variables.count;
    const uint32_t *key = b->key + count * agents;
    const uint64_t *long_key = b->long_key + count * b->words;
    for (size_t a = 0; a < agents; a++)
        b->cell[a][b->columns.count] =
            b->sights.is_short[a]
                ? key[a]
                : dx_key_table_add(&b->keys[a], long_key + b->sights.first[a]);
    dx_columns_add(&b->columns, b->values);
}

static int64_t ask(const dx_builder *b, const dx_code *code)
{
    return code->is_own ? dx_code_run(code, b->values)
                        : dx_code_run_since(code, b->values, b->since);
}

bool dx_builder_is_lawful(dx_builder *b, size_t v)
{
    const dx_build_stage *s = &b->stages[v];
    for (size_t i = 0; i < s->foreseen.count; i++) {
        const dx_foreseen *at = &s->foreseen.at[i];
        size_t *state = &at->table->state[at->k];
        assert(at->table->variable[at->k] == v && b->choice[v] < at->values);
        state[1] = state[0] * at->values + b->choice[v];
        if (!dx_bitset_has(&at->table->allowed[at->k], state[1]))
            return false;
    }
    for (size_t i = 0; i < s->laws.count; i++)
        if (ask(b, s->laws.at[i]) == 0)
            return false;
    return true;
}

// The agents' keys with what they see of variable v added.
static void see(dx_builder *b, const dx_build_stage *s, size_t v)
{
    size_t agents = b->document->agents.count;
    uint32_t *key = b->key + (v + 1) * agents;
    uint64_t *long_key = b->long_key + (v + 1) * b->words;
    memcpy(key, key - agents, agents * sizeof *key);
    uint32_t seen = (uint32_t)(b->values[v] - s->low);
    for (size_t i = 0; i < s->glances.count; i++)
        key[s->glances.at[i].agent] += seen * s->glances.at[i].stride;
    if (b->words > 0)
        memcpy(long_key, long_key - b->words, b->words * sizeof *long_key);
    for (size_t i = 0; i < s->sights.count; i++) {
        const dx_sight *sight = s->sights.at[i];
        int64_t value =
            sight->is_plain ? b->values[sight->variable] : ask(b, &sight->code);
        assert(value >= sight->low &&
               (uint64_t)(value - sight->low) < sight->range);
        uint64_t part = (uint64_t)(value - sight->low) * sight->stride;
        if (b->sights.is_short[sight->agent])
            key[sight->agent] += (uint32_t)part;
        else
            long_key[b->sights.first[sight->agent] + sight->word] += part;
    }
}

// What all agents' cells may take together, in numbers.
enum { CELLS_MAX = 1 << 28 };

static size_t worlds_max(const dx_builder *b)
{
    size_t agents = b->document->agents.count;
    size_t room = agents == 0 ? CELLS_MAX : CELLS_MAX / agents;
    return room < b->limits.worlds_max ? room : b->limits.worlds_max;
}

static dx_status too_many_worlds(dx_builder *b)
{
    return dx_document_fail(
        b->document, b->error, DX_ERR_LIMIT, b->document->variables.at[0].place,
        "these variables make more than %zu worlds: narrow the domains or add "
        "a law",
        worlds_max(b));
}

static dx_status too_many_steps(dx_builder *b)
{
    return dx_document_fail(
        b->document, b->error, DX_ERR_LIMIT, b->document->variables.at[0].place,
        "more than %zu values were tried for these variables: put laws that "
        "use few variables, or declare related variables side by side",
        b->limits.steps_max);
}

// Depth first, without recursion: variable v has the member choice[v] of its
// domain; the variables before it are settled.  A limit pauses it.
static dx_status enumerate(dx_builder *b)
{
    enum { STEPS_BETWEEN_LOOKS = 1024 };
    const dx_document *document = b->document;
    size_t count = document->variables.count, v = b->depth;
    const size_t most = worlds_max(b);
    for (;; b->depth = v) {
        const dx_value_domain *domain =
            &document->domains.at[document->variables.at[v].domain];
        assert(v < count && b->choice[v] <= domain->count);
        if (b->choice[v] == domain->count) {
            if (v == 0)
                return DX_OK;
            b->choice[--v]++;
            continue;
        }
        if (b->steps >= b->limits.steps_max)
            return too_many_steps(b);
        if (++b->steps % STEPS_BETWEEN_LOOKS == 0 && dx_is_called_off())
            return dx_fail(b->error, DX_ERR_CANCELLED, 0, 0, "stopped");
        b->values[v] = domain->value[b->choice[v]];
        b->since[v + 1] = ++b->program.now;
        if (!dx_builder_is_lawful(b, v)) {
            b->choice[v]++;
            continue;
        }
        see(b, &b->stages[v], v);
        if (v + 1 < count) {
            b->choice[++v] = 0;
            continue;
        }
        if (b->columns.count >= most)
            return too_many_worlds(b);
        add_world(b);
        b->choice[v]++;
    }
}

dx_status dx_builder_prepare(dx_builder *b)
{
    size_t count = b->document->variables.count;
    if (b->is_ready)
        return DX_OK;
    dx_status status = compile_all(b);
    if (status != DX_OK)
        return status;
    plan(b);
    b->values = dx_alloc(count, sizeof *b->values);
    b->choice = dx_alloc(count, sizeof *b->choice);
    b->since = dx_alloc(count + 1, sizeof *b->since);
    b->since[0] = b->program.now = 1;
    size_t agents = b->document->agents.count;
    b->key = dx_alloc((count + 1) * agents + 1, sizeof *b->key);
    b->long_key = dx_alloc((count + 1) * b->words + 1, sizeof *b->long_key);
    b->is_ready = true;
    return DX_OK;
}

// Estimates have left values behind; what was kept of them is too old.
static void start(dx_builder *b)
{
    if (!b->is_started)
        b->choice[0] = 0;
    b->is_started = true;
}

static dx_status make_worlds(dx_builder *b)
{
    const dx_document *document = b->document;
    dx_status status = dx_builder_prepare(b);
    if (status == DX_OK) {
        dx_builder_look_ahead(b);
        start(b);
        status = enumerate(b);
    }
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

dx_builder *dx_builder_new(const dx_document *document)
{
    dx_builder *b = dx_alloc(1, sizeof *b);
    b->document = document;
    columns_init(&b->columns, document);
    return b;
}

dx_status dx_builder_run(dx_builder *b, const dx_build_limits *limits,
                         dx_error *error)
{
    if (b->is_complete)
        return DX_OK;
    b->limits = *limits;
    b->error = error;
    dx_status status = DX_OK;
    if (!dx_document_is_listed(b->document)) {
        status = make_worlds(b);
    } else {
        status = dx_sights_compile(b->document, &b->sights, error);
        if (status == DX_OK)
            status = dx_build_listed(b->document, &b->columns, error);
    }
    b->error = NULL;
    b->is_complete = status == DX_OK;
    return status;
}

size_t dx_builder_steps(const dx_builder *b)
{
    return b->steps;
}

void dx_builder_free(dx_builder *b)
{
    if (b == NULL)
        return;
    for (size_t v = 0; b->stages != NULL && v < b->columns.variable_count;
         v++) {
        dx_vector_release(&b->stages[v].foreseen);
        dx_vector_release(&b->stages[v].laws);
        dx_vector_release(&b->stages[v].glances);
        dx_vector_release(&b->stages[v].sights);
    }
    for (size_t i = 0; i < b->foresights.count; i++)
        dx_foresight_release(&b->foresights.at[i]);
    dx_vector_release(&b->foresights);
    for (size_t i = 0; i < b->laws.count; i++)
        dx_code_release(&b->laws.at[i]);
    for (size_t a = 0; a < b->document->agents.count; a++) {
        dx_free(b->cell[a]);
        dx_key_table_release(&b->keys[a]);
    }
    dx_vector_release(&b->laws);
    dx_sights_release(&b->sights);
    dx_codes_release(&b->program);
    columns_release(&b->columns);
    dx_free(b->stages);
    dx_free(b->values);
    dx_free(b->since);
    dx_free(b->choice);
    dx_free(b->key);
    dx_free(b->long_key);
    dx_free(b);
}
