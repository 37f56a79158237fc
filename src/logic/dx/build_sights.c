// Who cannot tell which worlds apart, from what they see.
//
// Each thing an agent sees has a range known when compiling, so all it sees of
// a world is one number of mixed radix.  Where that fits 32 bits it is built
// while worlds are made (build.c).  Otherwise it is made here sight by sight,
// and numbered anew after each so that it never grows past the number of worlds
// times one range.

#include "logic/dx/build_private.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

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

void dx_sights_init(const dx_document *document, dx_sights *out)
{
    *out = (dx_sights){0};
    for (size_t i = 0; i < document->sights.count; i++) {
        const dx_placed *placed = &document->sights.at[i];
        dx_sight sight = {.agent = placed->agent};
        sight.variable = dx_document_find_variable(document, placed->formula);
        sight.is_plain = sight.variable != DX_NOT_FOUND;
        dx_vector_push(&out->at, sight);
    }
}

// Gives every sight of an agent its stride in a word that has room for it.
// Returns how many words there are.
static size_t place_agent(dx_sights *sights, size_t agent, uint64_t *last)
{
    size_t word = 0;
    *last = 1;
    for (size_t i = 0; i < sights->at.count; i++) {
        dx_sight *s = &sights->at.at[i];
        if (s->agent != agent)
            continue;
        if (s->range > UINT64_MAX / *last) {
            word++;
            *last = 1;
        }
        s->word = word;
        s->stride = *last;
        *last *= s->range;
    }
    return word + 1;
}

void dx_sights_place(const dx_document *document, dx_sights *sights)
{
    for (size_t i = 0; i < sights->at.count; i++) {
        dx_sight *s = &sights->at.at[i];
        if (s->is_plain) {
            bound_plain(document, s);
        } else {
            s->low = s->code.low;
            assert(s->code.low <= s->code.high);
            s->range = (uint64_t)(s->code.high - s->code.low) + 1;
        }
    }
    for (size_t a = 0; a < document->agents.count; a++) {
        uint64_t last;
        size_t words = place_agent(sights, a, &last);
        sights->is_short[a] = words == 1 && last <= UINT32_MAX;
        sights->first[a + 1] =
            sights->first[a] + (sights->is_short[a] ? 0 : words);
    }
}

dx_status dx_sights_compile(const dx_document *document, dx_sights *out,
                            dx_error *error)
{
    dx_sights_init(document, out);
    for (size_t i = 0; i < out->at.count; i++) {
        const dx_placed *placed = &document->sights.at[i];
        dx_status status = DX_OK;
        if (!out->at.at[i].is_plain)
            status = dx_compile(document, placed->formula, placed->place,
                                &out->at.at[i].code, error);
        if (status != DX_OK)
            return status;
    }
    dx_sights_place(document, out);
    return DX_OK;
}

void dx_sights_release(dx_sights *sights)
{
    for (size_t i = 0; i < sights->at.count; i++)
        dx_code_release(&sights->at.at[i].code);
    dx_vector_release(&sights->at);
}

static uint64_t key_hash(const uint64_t *key, size_t words)
{
    uint64_t hash = words;
    for (size_t i = 0; i < words; i++)
        hash = dx_hash_add(hash, key[i]);
    return hash;
}

uint32_t dx_key_table_add(dx_key_table *table, const uint64_t *key)
{
    size_t words = table->words;
    uint64_t hash = key_hash(key, words);
    dx_probe probe = dx_index_probe(&table->index, hash);
    for (uint32_t i; (i = dx_probe_next(&probe)) != DX_INDEX_NONE;)
        if (memcmp(table->keys.at + i * words, key, words * sizeof *key) == 0)
            return i;
    for (size_t i = 0; i < words; i++)
        dx_vector_push(&table->keys, key[i]);
    dx_index_add(&table->index, hash, table->count);
    return table->count++;
}

void dx_key_table_release(dx_key_table *table)
{
    dx_vector_release(&table->keys);
    dx_index_release(&table->index);
    *table = (dx_key_table){0};
}

// Gives equal numbers equal small numbers, from 0; returns how many there are.
static uint64_t renumber(size_t count, uint64_t *numbers)
{
    dx_key_table table = {.words = 1};
    for (size_t w = 0; w < count; w++)
        numbers[w] = dx_key_table_add(&table, &numbers[w]);
    uint64_t different = table.count;
    dx_key_table_release(&table);
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
        assert(value >= sight->low);
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
