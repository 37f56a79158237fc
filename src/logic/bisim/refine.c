// Stages and their splits.
//
// A stage gives each world a key (the value of a fact, or the number of the
// signature of its successors: the sorted list of the classes they are in, with
// weights also how likely each class is) and splits the classes whose worlds
// have different keys.  Signatures are interned, so equal keys are equal
// signatures: every split is decided by exact comparison, and hashes only find
// candidates.
//
// When a whole round of relations has split nothing, worlds of one class have
// the same facts and lead to the same classes, so "in the same class" is a
// bisimulation; and no split ever separated bisimilar worlds, so it is the
// largest.  Over a partition a signature is made once for each cell.  A round
// costs the size of the relations (plus sorting the signatures) and there are
// at most as many rounds as worlds; in practice few, which is why the simple
// method is used here and not Paige and Tarjan's with its better bound.

#include "logic/bisim/refine.h"

#include "base/hash.h"
#include "base/heed.h"
#include "base/index.h"
#include "base/memory.h"
#include "logic/kripke/plausible.h"
#include "logic/kripke/relation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { LOOK_LISTS = 64 }; // of successors, until it looks whether to go on

// What one run carries from stage to stage.
typedef struct run {
    dx_refinement *out;
    size_t world_count, class_count; // classes that still have worlds
    uint32_t *key;                   // per world: what the stage saw there
    uint32_t *seen;                  // per class: a stamp, then a key
    dx_fraction *share;              // per class; NULL without weights
    size_t class_room;               // of the two arrays above
    // Signatures of one stage, found by hash.
    DX_VECTOR(uint32_t) words;
    DX_VECTOR(size_t) starts;
    dx_index index;
} run;

dx_successors dx_successors_of(const dx_model *model,
                               const dx_refine_stage *stage)
{
    const dx_relation *relation =
        dx_model_relation(model, stage->index, stage->attitude);
    dx_successors successors = {.relation = relation};
    if (stage->weighted)
        successors.weights = dx_model_weights(model, stage->index);
    if (relation->cell == NULL) {
        successors.first = relation->first;
        successors.list = relation->target;
        return successors;
    }
    dx_lists lists = dx_relation_members(relation, dx_model_world_count(model));
    successors.first = lists.first;
    successors.list = lists.list;
    return successors;
}

void dx_successors_release(dx_successors *successors)
{
    if (successors->relation->cell != NULL) {
        dx_free(successors->first);
        dx_free(successors->list);
    }
}

dx_fraction dx_successors_weight(const dx_successors *successors, size_t i)
{
    const dx_weights *weights = successors->weights;
    if (weights == NULL)
        return dx_fraction_int(1);
    if (weights->of_edge != NULL)
        return weights->of_edge[i];
    return weights->of_world[successors->list[i]];
}

static void make_class_room(run *r)
{
    size_t count = r->out->classes.count;
    if (count <= r->class_room)
        return;
    size_t room = count + count / 2 + 16;
    r->seen = dx_resize(r->seen, room, sizeof *r->seen);
    if (r->share != NULL)
        r->share = dx_resize(r->share, room, sizeof *r->share);
    r->class_room = room;
}

// ---- Signatures: the list of classes that a list of worlds meets.

static uint64_t signature_hash(const uint32_t *words, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = dx_hash_add(hash, words[i]);
    return hash;
}

static void forget_signatures(run *r)
{
    r->words.count = 0;
    r->starts.count = 0;
    dx_vector_push(&r->starts, 0);
    dx_index_clear(&r->index);
}

static size_t signature_size(const run *r, size_t i)
{
    return r->starts.at[i + 1] - r->starts.at[i];
}

// The number of the signature that was just written behind the last one: an
// old number if it was there before.
static uint32_t intern_signature(run *r)
{
    size_t start = r->starts.at[r->starts.count - 1];
    size_t size = r->words.count - start;
    assert(start <= r->words.count);
    const uint32_t *words = r->words.at + start;
    uint64_t hash = signature_hash(words, size);
    dx_probe probe = dx_index_probe(&r->index, hash);
    for (uint32_t i; (i = dx_probe_next(&probe)) != DX_INDEX_NONE;)
        if (signature_size(r, i) == size &&
            memcmp(r->words.at + r->starts.at[i], words,
                   size * sizeof *words) == 0) {
            r->words.count = start;
            return i;
        }
    uint32_t number = (uint32_t)(r->starts.count - 1);
    dx_index_add(&r->index, hash, number);
    dx_vector_push(&r->starts, r->words.count);
    return number;
}

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Writes the classes of the listed worlds, ascending, each once.  `stamp` is
// new for every list.
static void write_classes(run *r, const dx_successors *successors, size_t list,
                          uint32_t stamp)
{
    size_t start = r->words.count;
    size_t from = successors->first[list], to = successors->first[list + 1];
    dx_vector_reserve(&r->words, to - from);
    for (size_t i = from; i < to; i++) {
        uint32_t class = r->out->class_of[successors->list[i]];
        assert(class < r->class_room);
        if (r->seen[class] == stamp)
            continue;
        r->seen[class] = stamp;
        r->words.at[r->words.count++] = class;
        if (r->share != NULL)
            r->share[class] = dx_fraction_int(0);
    }
    if (r->words.count - start > 1)
        qsort(r->words.at + start, r->words.count - start, sizeof(uint32_t),
              compare_words);
}

static void write_fraction(run *r, dx_fraction f)
{
    uint64_t top = (uint64_t)f.top, over = (uint64_t)f.over;
    dx_vector_push(&r->words, (uint32_t)top);
    dx_vector_push(&r->words, (uint32_t)(top >> 32));
    dx_vector_push(&r->words, (uint32_t)over);
    dx_vector_push(&r->words, (uint32_t)(over >> 32));
}

// Writes how likely each class is that write_classes wrote, in its order.  If
// nothing has weight, no probability is defined, and zeros stand for that.
static bool write_shares(run *r, const dx_successors *successors, size_t list,
                         size_t start)
{
    dx_fraction total = dx_fraction_int(0);
    for (size_t i = successors->first[list]; i < successors->first[list + 1];
         i++) {
        uint32_t class = r->out->class_of[successors->list[i]];
        dx_fraction weight = dx_successors_weight(successors, i);
        r->share[class] = dx_fraction_add(r->share[class], weight);
        total = dx_fraction_add(total, weight);
    }
    if (dx_fraction_is_zero(total))
        total = dx_fraction_int(1);
    size_t end = r->words.count;
    for (size_t i = start; i < end; i++) {
        dx_fraction share = dx_fraction_divide(r->share[r->words.at[i]], total);
        if (dx_fraction_is_lost(share))
            return false;
        write_fraction(r, share);
    }
    return true;
}

// ---- Stages.

static uint32_t add_class(run *r, uint32_t parent, uint32_t stage)
{
    dx_vector_push(&r->out->classes,
                   (dx_class){.parent = parent, .stage = stage});
    return (uint32_t)(r->out->classes.count - 1);
}

// Finds the classes whose worlds have different keys: `seen` becomes the key
// of the first world, or NONE where another key came.
static size_t mark_splits(run *r)
{
    uint32_t *class_of = r->out->class_of;
    size_t splits = 0;
    dx_bitset met = dx_bitset_new(r->out->classes.count);
    assert(r->seen != NULL);
    for (size_t w = 0; w < r->world_count; w++) {
        uint32_t class = class_of[w];
        if (!dx_bitset_has(&met, class)) {
            dx_bitset_add(&met, class);
            r->seen[class] = r->key[w];
        } else if (r->seen[class] != NONE && r->seen[class] != r->key[w]) {
            r->seen[class] = NONE;
            splits++;
        }
    }
    dx_bitset_release(&met);
    return splits;
}

// Splits the marked classes by key.  The parts of a class are found again by
// (class, key), interned as a signature of two words.
static void split_marked(run *r, uint32_t stage, size_t splits)
{
    uint32_t *class_of = r->out->class_of;
    uint32_t first_new = (uint32_t)r->out->classes.count;
    forget_signatures(r);
    for (size_t w = 0; w < r->world_count; w++) {
        if (r->seen[class_of[w]] != NONE)
            continue;
        dx_vector_push(&r->words, class_of[w]);
        dx_vector_push(&r->words, r->key[w]);
        uint32_t part = intern_signature(r);
        if (first_new + part == r->out->classes.count)
            add_class(r, class_of[w], stage);
        r->key[w] = first_new + part;
    }
    for (size_t w = 0; w < r->world_count; w++)
        if (r->seen[class_of[w]] == NONE)
            class_of[w] = r->key[w];
    // Every class that splits falls into two parts or more.
    assert(r->out->classes.count - first_new >= 2 * splits);
    r->class_count += r->out->classes.count - first_new - splits;
    assert(r->class_count <= r->world_count);
}

// Ends a stage whose keys are set.  Says whether anything split; if not, the
// stage is forgotten.
static bool finish_stage(run *r, dx_refine_stage stage)
{
    size_t splits = mark_splits(r);
    if (splits == 0)
        return false;
    uint32_t number = (uint32_t)r->out->stages.count;
    dx_vector_push(&r->out->stages, stage);
    split_marked(r, number, splits);
    make_class_room(r);
    return true;
}

// Within each cell the levels that occur there, from 0 on.
static void number_in_cells(const dx_relation *relation, size_t count,
                            uint32_t *rank)
{
    dx_lists members = dx_relation_members(relation, count);
    for (size_t c = 0; c < relation->cell_count; c++) {
        size_t size = members.first[c + 1] - members.first[c];
        const uint32_t *world = members.list + members.first[c];
        uint32_t *own = dx_alloc_raw(size, sizeof *own);
        for (size_t i = 0; i < size; i++)
            own[i] = rank[world[i]];
        dx_ranks_close_up(own, size);
        for (size_t i = 0; i < size; i++)
            rank[world[i]] = own[i];
        dx_free(own);
    }
    dx_lists_release(&members);
}

uint32_t *dx_refine_ranks(const dx_model *model, size_t agent)
{
    const dx_relation *relation = dx_model_relation(model, agent, DX_KNOWLEDGE);
    size_t count = dx_model_world_count(model);
    const uint32_t *of_world = dx_model_ranks(model, agent);
    if (of_world == NULL)
        return NULL;
    uint32_t *rank = dx_copy(of_world, count * sizeof *rank);
    if (relation->cell != NULL)
        number_in_cells(relation, count, rank);
    return rank;
}

static void refine_by_facts(run *r)
{
    const dx_model *model = r->out->model;
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (dx_is_called_off())
            return;
        const dx_bitset *worlds = dx_model_proposition_worlds(model, p);
        for (size_t w = 0; w < r->world_count; w++)
            r->key[w] = dx_bitset_has(worlds, w);
        finish_stage(
            r, (dx_refine_stage){.kind = DX_STAGE_PROPOSITION, .index = p});
    }
    for (size_t x = 0; x < dx_model_variable_count(model); x++) {
        const int32_t *values = dx_model_values(model, x);
        forget_signatures(r);
        for (size_t w = 0; w < r->world_count; w++) {
            dx_vector_push(&r->words, (uint32_t)values[w]);
            r->key[w] = intern_signature(r);
        }
        finish_stage(r,
                     (dx_refine_stage){.kind = DX_STAGE_VARIABLE, .index = x});
    }
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        uint32_t *rank = dx_refine_ranks(model, a);
        for (size_t w = 0; w < r->world_count && rank != NULL; w++)
            r->key[w] = rank[w];
        if (rank != NULL)
            finish_stage(r,
                         (dx_refine_stage){.kind = DX_STAGE_RANK, .index = a});
        dx_free(rank);
    }
}

// Sets *out_split.  Each list of successors (one a cell, or one a world) gets
// its signature once.
static dx_status refine_by_relation(run *r, dx_refine_stage stage,
                                    bool *out_split, dx_error *error)
{
    dx_successors successors = dx_successors_of(r->out->model, &stage);
    size_t lists = successors.relation->cell != NULL
                       ? successors.relation->cell_count
                       : r->world_count;
    uint32_t *signature = dx_alloc_raw(lists, sizeof *signature);
    memset(r->seen, 0xff, r->class_room * sizeof *r->seen);
    forget_signatures(r);
    dx_vector_reserve(&r->words, 1); // empty signatures have an address too
    bool exact = true, is_off = false;
    for (size_t i = 0; i < lists && exact && !is_off; i++) {
        is_off = i % LOOK_LISTS == 0 && dx_is_called_off();
        size_t start = r->words.count;
        write_classes(r, &successors, i, (uint32_t)i);
        if (stage.weighted)
            exact = write_shares(r, &successors, i, start);
        signature[i] = intern_signature(r);
    }
    for (size_t w = 0; w < r->world_count && exact && !is_off; w++)
        r->key[w] = signature[dx_successors_list(&successors, w)];
    dx_free(signature);
    dx_successors_release(&successors);
    if (is_off)
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0, "stopped");
    if (!exact)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the weights of agent %zu do not add up within 64-bit "
                       "fractions; use smaller numerators and denominators",
                       stage.index + 1);
    *out_split = finish_stage(r, stage);
    return DX_OK;
}

// Relations take turns until all of them in a row have split nothing.
static dx_status refine_by_relations(run *r, size_t count,
                                     const dx_refine_stage *stages,
                                     dx_error *error)
{
    size_t idle = 0;
    for (size_t i = 0; idle < count && r->class_count < r->world_count;
         i = (i + 1) % count) {
        bool split = false;
        dx_status status = refine_by_relation(r, stages[i], &split, error);
        if (status != DX_OK)
            return status;
        idle = split ? 0 : idle + 1;
    }
    return DX_OK;
}

static size_t list_relations(const dx_model *model, dx_bisim_kind kind,
                             dx_refine_stage *stages)
{
    size_t count = 0;
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        stages[count++] = (dx_refine_stage){
            .kind = DX_STAGE_RELATION,
            .index = a,
            .attitude = DX_KNOWLEDGE,
            .weighted = kind == DX_BISIM_WEIGHTS,
        };
        if (dx_model_has_belief(model, a))
            stages[count++] = (dx_refine_stage){
                .kind = DX_STAGE_RELATION, .index = a, .attitude = DX_BELIEF};
    }
    return count;
}

dx_status dx_refine(const dx_model *model, dx_bisim_kind kind,
                    dx_refinement *out, dx_error *error)
{
    *out = (dx_refinement){.model = model};
    run r = {.out = out, .world_count = dx_model_world_count(model)};
    out->class_of = dx_alloc(r.world_count, sizeof *out->class_of);
    r.key = dx_alloc_raw(r.world_count, sizeof *r.key);
    if (kind == DX_BISIM_WEIGHTS)
        r.share = dx_alloc(1, sizeof *r.share);
    dx_vector_push(&out->stages, (dx_refine_stage){.kind = DX_STAGE_START});
    add_class(&r, NONE, 0);
    r.class_count = 1;
    make_class_room(&r);

    refine_by_facts(&r);
    dx_refine_stage stages[2 * DX_AGENTS_MAX];
    size_t count = list_relations(model, kind, stages);
    dx_status status = dx_is_called_off()
                           ? dx_fail(error, DX_ERR_CANCELLED, 0, 0, "stopped")
                           : refine_by_relations(&r, count, stages, error);

    dx_free(r.key);
    dx_free(r.seen);
    dx_free(r.share);
    dx_index_release(&r.index);
    dx_vector_release(&r.words);
    dx_vector_release(&r.starts);
    if (status != DX_OK)
        dx_refinement_release(out);
    return status;
}

void dx_refinement_release(dx_refinement *refinement)
{
    dx_free(refinement->class_of);
    dx_vector_release(&refinement->classes);
    dx_vector_release(&refinement->stages);
    *refinement = (dx_refinement){0};
}

uint32_t dx_refinement_class_before(const dx_refinement *refinement,
                                    size_t world, uint32_t stage)
{
    uint32_t class = refinement->class_of[world];
    while (class != 0 && refinement->classes.at[class].stage >= stage) {
        assert(refinement->classes.at[class].parent < class);
        class = refinement->classes.at[class].parent;
    }
    return class;
}

uint32_t dx_refinement_split(const dx_refinement *refinement, size_t u,
                             size_t v)
{
    const dx_class *classes = refinement->classes.at;
    uint32_t a = refinement->class_of[u], b = refinement->class_of[v];
    uint32_t stage = 0;
    while (a != b) {
        uint32_t *younger = classes[a].stage >= classes[b].stage ? &a : &b;
        stage = classes[*younger].stage;
        *younger = classes[*younger].parent;
    }
    return stage;
}
