// Contexts: their worlds, what they remember, where they lead.

#include "base/memory.h"
#include "logic/evaluate/inside.h"

#include "base/hash.h"

#include <string.h>

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
    if (set != NULL)
        dx_bitset_release(set);
    dx_free(set);
}

void dx_context_free(dx_context *context)
{
    for (size_t i = 0; i < context->memo_room; i++)
        free_set(context->memo[i].worlds);
    dx_free(context->memo);
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

static size_t slot_of(const dx_context *context, dx_formula f)
{
    size_t mask = context->memo_room - 1;
    size_t i = (size_t)dx_hash_mix(f) & mask;
    while (context->memo[i].formula != DX_FORMULA_NONE &&
           context->memo[i].formula != f)
        i = (i + 1) & mask;
    return i;
}

static void memo_new(dx_context *context, size_t room)
{
    context->memo = dx_alloc(room, sizeof *context->memo);
    context->memo_room = room;
    context->memo_count = 0;
    for (size_t i = 0; i < room; i++)
        context->memo[i].formula = DX_FORMULA_NONE;
}

// Fills a table of `room` entries with those of the old one that are kept.
static void rebuild(dx_context *context, size_t room, bool only_pinned)
{
    dx_memo_entry *old = context->memo;
    size_t old_room = context->memo_room;
    memo_new(context, room);
    for (size_t i = 0; i < old_room; i++) {
        if (old[i].formula == DX_FORMULA_NONE)
            continue;
        if (only_pinned && !old[i].pinned) {
            free_set(old[i].worlds);
            continue;
        }
        context->memo[slot_of(context, old[i].formula)] = old[i];
        context->memo_count++;
    }
    dx_free(old);
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
        if (context->memo_room == 0)
            continue;
        rebuild(context, context->memo_room, true);
        evaluator->memo_bytes += context->memo_count * set_bytes(context);
    }
}

dx_memo_entry *dx_context_recall(dx_context *context, dx_formula f)
{
    if (context->memo_room == 0)
        return NULL;
    dx_memo_entry *entry = &context->memo[slot_of(context, f)];
    return entry->formula == f ? entry : NULL;
}

void dx_context_remember(dx_context *context, dx_formula f,
                         const dx_bitset *worlds)
{
    dx_evaluator *evaluator = context->evaluator;
    if (dx_context_recall(context, f) != NULL)
        return;
    evaluator->memo_bytes += set_bytes(context);
    if (evaluator->memo_bytes > MEMO_BYTES_MAX) {
        forget(evaluator);
        evaluator->memo_bytes += set_bytes(context);
    }
    if (context->memo_room < 2 * (context->memo_count + 1))
        rebuild(context, context->memo_room == 0 ? 16 : 2 * context->memo_room,
                false);
    dx_memo_entry *entry = &context->memo[slot_of(context, f)];
    *entry = (dx_memo_entry){.formula = f,
                             .worlds = dx_alloc(1, sizeof *entry->worlds)};
    *entry->worlds = dx_bitset_copy(worlds);
    context->memo_count++;
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
    dx_context_print_world(context->parent, context->origin.world[world], out);
    dx_text_printf(out, "+%s",
                   dx_event_model_event_name(context->update.events,
                                             context->origin.event[world]));
}
