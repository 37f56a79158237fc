// Contexts: their worlds, what they remember, where they lead.
//
// The memo of a context maps a formula to its set.  All memos of an evaluator
// together have a budget: when it is used up everything is forgotten that
// nobody has borrowed, and computed again if it is asked again, so the budget
// costs time and never an answer.  Contexts form a tree by updates; the same
// update of the same context is made once, found by looking through the
// children, of which a question has few.

#include "base/hash.h"
#include "base/memory.h"
#include "logic/evaluate/inside.h"

#include <assert.h>

// What all contexts of one evaluator may remember together.  When it is used
// up everything is forgotten that nobody has borrowed, and computed again if
// it is asked again.
enum { MEMO_BYTES_MAX = 128 << 20 };

dx_context *dx_context_new(dx_evaluator *evaluator, const dx_model *model)
{
    dx_context *context = dx_alloc(1, sizeof *context);
    context->evaluator = evaluator;
    context->model = model;
    context->alive = dx_context_set(context);
    dx_bitset_fill(&context->alive);
    dx_vector_push(&evaluator->contexts, context);
    return context;
}

static void free_set(dx_bitset *set)
{
    dx_bitset_release(set);
    dx_free(set);
}

void dx_context_free(dx_context *context)
{
    for (size_t i = 0; i < context->memo.count; i++)
        free_set(context->memo.at[i].worlds);
    dx_vector_release(&context->memo);
    dx_index_release(&context->memo_index);
    dx_vector_release(&context->children);
    dx_free(context->origin.world);
    dx_free(context->origin.event);
    dx_free(context->origin.place);
    dx_bitset_release(&context->alive);
    dx_model_free(context->owned);
    dx_free(context);
}

dx_bitset dx_context_set(const dx_context *context)
{
    return dx_bitset_new(dx_model_world_count(context->model));
}

static void add_entry(dx_context *context, dx_memo_entry entry)
{
    dx_index_add(&context->memo_index, dx_hash_mix(entry.formula),
                 (uint32_t)context->memo.count);
    dx_vector_push(&context->memo, entry);
}

// Keeps what is borrowed.
static void forget_some(dx_context *context)
{
    size_t count = context->memo.count;
    context->memo.count = 0;
    dx_index_clear(&context->memo_index);
    for (size_t i = 0; i < count; i++) {
        dx_memo_entry entry = context->memo.at[i];
        if (entry.pinned)
            add_entry(context, entry);
        else
            free_set(entry.worlds);
    }
}

static size_t set_bytes(const dx_context *context)
{
    return dx_bitset_words(context->alive.size) * sizeof(uint64_t) + 64;
}

static void forget(dx_evaluator *evaluator)
{
    evaluator->memo_bytes = 0;
    for (size_t i = 0; i < evaluator->contexts.count; i++) {
        dx_context *context = evaluator->contexts.at[i];
        forget_some(context);
        evaluator->memo_bytes += context->memo.count * set_bytes(context);
    }
}

dx_memo_entry *dx_context_recall(dx_context *context, dx_formula f)
{
    dx_probe probe = dx_index_probe(&context->memo_index, dx_hash_mix(f));
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (context->memo.at[i].formula == f)
            return &context->memo.at[i];
    return NULL;
}

void dx_context_remember(dx_context *context, dx_formula f,
                         const dx_bitset *worlds)
{
    dx_evaluator *evaluator = context->evaluator;
    assert(dx_bitset_within(worlds, &context->alive));
    if (dx_context_recall(context, f) != NULL)
        return;
    evaluator->memo_bytes += set_bytes(context);
    if (evaluator->memo_bytes > MEMO_BYTES_MAX) {
        forget(evaluator);
        evaluator->memo_bytes += set_bytes(context);
    }
    dx_memo_entry entry = {.formula = f,
                           .worlds = dx_alloc(1, sizeof *entry.worlds)};
    *entry.worlds = dx_bitset_copy(worlds);
    add_entry(context, entry);
}

static bool same_update(const dx_update *a, const dx_update *b)
{
    return a->how == b->how && a->formula == b->formula &&
           dx_agent_set_equal(&a->agents, &b->agents) && a->events == b->events;
}

dx_context *dx_context_child(const dx_context *context, dx_update update)
{
    for (size_t i = 0; i < context->children.count; i++)
        if (same_update(&context->children.at[i].update, &update))
            return context->children.at[i].context;
    return NULL;
}

void dx_context_adopt(dx_context *context, dx_update update, dx_context *child)
{
    assert(dx_context_child(context, update) == NULL); // made once
    dx_offspring entry = {update, child};
    dx_vector_push(&context->children, entry);
    if (child != context && child->parent == NULL) {
        child->parent = context;
        child->update = update;
    }
}

void dx_context_print_world(const dx_context *context, size_t world,
                            dx_text *out)
{
    while (context->parent != NULL && context->update.how != DX_BY_EVENT)
        context = context->parent;
    if (context->parent == NULL) {
        dx_model_print_world(context->model, world, out);
        return;
    }
    assert(context->origin.world != NULL);
    dx_context_print_world(context->parent, context->origin.world[world], out);
    dx_text_printf(out, "+%s",
                   dx_event_model_event_name(context->update.events,
                                             context->origin.event[world]));
}
