// Who cannot tell which worlds apart, from what they see.
//
// Each thing an agent sees has a range known when compiling, so all it sees of
// a world is one number of mixed radix.  Where that fits 32 bits it is built
// while worlds are made (build.c).  Otherwise it is made here sight by sight,
// and numbered anew after each so that it never grows past the number of worlds
// times one range.

#include "logic/dx/build_private.h"

#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"

static void bound_plain(const dx_document *document, dx_sight *sight)
{
    const dx_value_domain *domain =
        &document->domains.at[document->variables.at[sight->variable].domain];
    int32_t low = domain->value[0], high = domain->value[0];
    for (size_t i = 1; i < domain->count; i++) {
        low = domain->value[i] < low ? domain->value[i] : low;
        high = domain->value[i] > high ? domain->value[i] : high;
    }
    sight->low = low;
    sight->range = (uint64_t)((int64_t)high - low) + 1;
}

static dx_status compile_sight(const dx_document *document,
                               const dx_placed *placed, dx_sight *out,
                               dx_error *error)
{
    *out = (dx_sight){.agent = placed->agent};
    out->variable = dx_document_find_variable(document, placed->formula);
    out->is_plain = out->variable != DX_NOT_FOUND;
    if (out->is_plain) {
        bound_plain(document, out);
        return DX_OK;
    }
    dx_status status =
        dx_compile(document, placed->formula, placed->place, &out->code, error);
    if (status == DX_OK) {
        out->low = out->code.low;
        out->range = (uint64_t)(out->code.high - out->code.low) + 1;
    }
    return status;
}

// Strides of mixed radix, as long as an agent's number fits 32 bits.
static void set_strides(const dx_document *document, dx_sights *sights)
{
    uint64_t stride[DX_AGENTS_MAX];
    for (size_t a = 0; a < document->agents.count; a++) {
        stride[a] = 1;
        sights->fits[a] = !dx_document_is_listed(document);
    }
    for (size_t i = 0; i < sights->at.count; i++) {
        dx_sight *s = &sights->at.at[i];
        s->stride = (uint32_t)stride[s->agent];
        if (s->range > UINT32_MAX || stride[s->agent] * s->range > UINT32_MAX)
            sights->fits[s->agent] = false;
        else
            stride[s->agent] *= s->range;
    }
}

dx_status dx_sights_compile(const dx_document *document, dx_sights *out,
                            dx_error *error)
{
    *out = (dx_sights){0};
    for (size_t i = 0; i < document->sights.count; i++) {
        dx_sight sight;
        dx_status status =
            compile_sight(document, &document->sights.at[i], &sight, error);
        if (status != DX_OK)
            return status;
        dx_vector_push(&out->at, sight);
    }
    set_strides(document, out);
    return DX_OK;
}

void dx_sights_release(dx_sights *sights)
{
    for (size_t i = 0; i < sights->at.count; i++)
        dx_code_release(&sights->at.at[i].code);
    dx_vector_release(&sights->at);
}

typedef DX_VECTOR(uint64_t) keys;

// The place of `key` among the keys met so far, itself as a new one included.
static uint64_t place_of(uint64_t key, dx_index *index, keys *met)
{
    uint64_t hash = dx_hash_mix(key);
    dx_probe probe = dx_index_probe(index, hash);
    for (uint32_t i; (i = dx_probe_next(&probe)) != DX_INDEX_NONE;)
        if (met->at[i] == key)
            return i;
    dx_index_add(index, hash, (uint32_t)met->count);
    dx_vector_push(met, key);
    return met->count - 1;
}

// Gives equal numbers equal small numbers, from 0; returns how many there are.
static uint64_t renumber(size_t count, uint64_t *numbers)
{
    dx_index index = {0};
    keys met = {0};
    for (size_t w = 0; w < count; w++)
        numbers[w] = place_of(numbers[w], &index, &met);
    uint64_t different = met.count;
    dx_vector_release(&met);
    dx_index_release(&index);
    return different;
}

// The values of one sight at every world, less the lowest.
static void look(const dx_sight *sight, const dx_columns *columns,
                 int32_t *values, uint64_t *out)
{
    for (size_t w = 0; w < columns->count; w++) {
        int64_t value;
        if (sight->is_plain) {
            value = dx_columns_get(columns, sight->variable, w);
        } else {
            for (size_t v = 0; v < sight->code.variable_end; v++)
                values[v] = dx_columns_get(columns, v, w);
            value = dx_code_run(&sight->code, values);
        }
        out[w] = (uint64_t)(value - sight->low);
    }
}

void dx_sights_partition(const dx_sights *sights, const dx_columns *columns,
                         size_t agent, dx_model *model)
{
    size_t count = columns->count;
    uint64_t *number = dx_alloc(count, sizeof *number);
    uint64_t *seen = dx_alloc_raw(count, sizeof *seen);
    int32_t *values = dx_alloc(columns->variable_count, sizeof *values);
    for (size_t i = 0; i < sights->at.count; i++) {
        const dx_sight *sight = &sights->at.at[i];
        if (sight->agent != agent)
            continue;
        look(sight, columns, values, seen);
        uint64_t range = sight->range;
        if (range > UINT32_MAX)
            range = renumber(count, seen);
        for (size_t w = 0; w < count; w++)
            number[w] = number[w] * range + seen[w];
        (void)renumber(count, number);
    }
    uint32_t *cell = dx_alloc_raw(count, sizeof *cell);
    for (size_t w = 0; w < count; w++)
        cell[w] = (uint32_t)number[w];
    dx_model_set_partition(model, agent, cell);
    dx_free(cell);
    dx_free(number);
    dx_free(seen);
    dx_free(values);
}
