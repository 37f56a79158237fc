// logic/dx/build_private.h -- what the files of the builder share.

#ifndef DX_LOGIC_DX_BUILD_PRIVATE_H
#define DX_LOGIC_DX_BUILD_PRIVATE_H

#include "base/bitset.h"
#include "base/index.h"
#include "logic/dx/builder.h"
#include "logic/dx/compile.h"

// The worlds, variable by variable: truth as bits, the rest as numbers.
typedef struct dx_columns {
    size_t count, capacity; // worlds
    size_t variable_count;
    struct dx_column {
        uint64_t *bits;  // truth, else NULL
        int32_t *values; // else NULL
    } * column;
} dx_columns;

// Adds a world with these values, one a variable.
void dx_columns_add(dx_columns *columns, const int32_t *values);
int32_t dx_columns_get(const dx_columns *columns, size_t variable,
                       size_t world);

// build_sights.c: what agents see, compiled.  `is_plain`: just `variable`.
typedef struct dx_sight {
    size_t agent;
    bool is_plain;
    size_t variable;
    dx_code code; // if it is not plain
    int64_t low;
    uint64_t range;  // values lie in low .. low + range - 1
    size_t word;     // of the key
    uint64_t stride; // in that word
} dx_sight;

// What an agent sees of a state is its key: one number of mixed radix if it
// fits 32 bits, and else as many words as it takes.  Long keys are behind each
// other, an agent's from `first` on.
typedef struct dx_sights {
    DX_VECTOR(dx_sight) at;
    bool is_short[DX_AGENTS_MAX];
    size_t first[DX_AGENTS_MAX + 1];
} dx_sights;

// The sights of a document, not compiled; and their place in the keys once
// they are.
void dx_sights_init(const dx_document *document, dx_sights *out);
void dx_sights_place(const dx_document *document, dx_sights *sights);
// All of it, each with a code of its own.
DX_MUST_USE dx_status dx_sights_compile(const dx_document *document,
                                        dx_sights *out, dx_error *error);
void dx_sights_release(dx_sights *sights);

// A number for each different key of some words, from 0 on.
typedef struct dx_key_table {
    size_t words;
    uint32_t count;
    DX_VECTOR(uint64_t) keys;
    dx_index index;
} dx_key_table;
uint32_t dx_key_table_add(dx_key_table *table, const uint64_t *key);
void dx_key_table_release(dx_key_table *table);

// Gives `agent` the cells that its sights make of the worlds, one sight after
// the other: the obvious way, for worlds that are listed.
void dx_sights_partition(const dx_sights *sights, const dx_columns *columns,
                         size_t agent, dx_model *model);

// Somebody with a short key sees the variable itself: most sights are such.
typedef struct dx_glance {
    uint32_t agent, stride;
} dx_glance;

// build_ahead.c: a law as a table.  State s of its first k + 1 variables, a
// number of mixed radix, can be completed if allowed[k] has it.  While worlds
// are listed, state[k] is the one that the first k have.
typedef struct dx_foresight {
    size_t count; // variables
    size_t *variable;
    dx_bitset *allowed;
    size_t *state; // count + 1 of them, of which the first is 0
} dx_foresight;
void dx_foresight_release(dx_foresight *f);

// A table asked at one of its variables: the k-th, of so many values.
typedef struct dx_foreseen {
    dx_foresight *table;
    size_t k, values;
} dx_foreseen;

// What there is to do when a variable has got its value.
typedef struct dx_build_stage {
    DX_VECTOR(dx_foreseen) foreseen;
    DX_VECTOR(const dx_code *) laws;
    DX_VECTOR(dx_glance) glances;
    int64_t low;                        // of the variable, if there are glances
    DX_VECTOR(const dx_sight *) sights; // the others
} dx_build_stage;

struct dx_builder {
    const dx_document *document;
    dx_build_limits limits;
    dx_columns columns;
    size_t steps; // so far
    size_t depth; // the variable whose values are tried
    bool is_ready, has_looked_ahead, is_started, is_complete;
    DX_VECTOR(dx_code) laws;
    DX_VECTOR(dx_foresight) foresights; // of some laws
    dx_sights sights;
    dx_codes program;       // of laws and sights
    dx_build_stage *stages; // one a variable
    int32_t *values;        // of the state being made
    uint64_t *since;        // when they were given (dx_code_run_since)
    size_t *choice;         // which member of its domain each variable has
    // What agents see of the variables before v: short keys, one an agent, from
    // key[v * agents] on, and long ones from long_key[v * words] on; and the
    // numbers of what they see at the worlds.
    uint32_t *key;
    uint64_t *long_key;
    size_t words;
    uint32_t *cell[DX_AGENTS_MAX];
    dx_key_table keys[DX_AGENTS_MAX]; // of agents whose key is long
    size_t cell_capacity;
    dx_error *error;
};

// build.c: all that listing worlds needs, once; and whether the law allows the
// value of variable v, which is the member choice[v] of its domain.
DX_MUST_USE dx_status dx_builder_prepare(dx_builder *b);
bool dx_builder_is_lawful(dx_builder *b, size_t v);

// build_ahead.c, once, after prepare: tables of the laws that are worth it.
void dx_builder_look_ahead(dx_builder *b);

// build_estimate.c, after prepare: what listing takes, as it stands.
dx_listing dx_builder_probe(dx_builder *b);

// build_listed.c
DX_MUST_USE dx_status dx_build_listed(const dx_document *document,
                                      dx_columns *columns, dx_error *error);
DX_MUST_USE dx_status dx_build_links(const dx_document *document,
                                     dx_model *model, dx_error *error);

// build_weights.c
DX_MUST_USE dx_status dx_build_weights(const dx_document *document,
                                       const dx_columns *columns,
                                       dx_model *model, dx_error *error);

#endif
