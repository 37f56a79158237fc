// What an action asks about is in its preconditions, in the conditions of its
// effects and in those of who looks on how.  Which actions commute with one is
// found out when it is first asked: a walk over the formulas of all of them,
// about what trying them all at one state costs.

#include "logic/plan/commute.h"

#include "base/memory.h"

#include <string.h>

static bool has(const uint64_t *set, size_t member)
{
    return set[member / 64] >> member % 64 & 1;
}

static void add(uint64_t *set, size_t member)
{
    set[member / 64] |= UINT64_C(1) << member % 64;
}

void dx_task_commuting_init(dx_task_commuting *commuting,
                            const dx_task_engine *engine)
{
    size_t words = dx_bitset_words(engine->task->atoms.count);
    *commuting = (dx_task_commuting){
        .engine = engine,
        .asked = dx_alloc(words, sizeof(uint64_t)),
        .made = dx_alloc(words, sizeof(uint64_t)),
        .before = dx_alloc(engine->task->actions.count, sizeof(uint64_t *)),
    };
}

void dx_task_commuting_release(dx_task_commuting *commuting)
{
    const dx_task_engine *engine = commuting->engine;
    for (size_t a = 0; engine != NULL && a < engine->task->actions.count; a++)
        dx_free(commuting->before[a]);
    dx_free(commuting->before);
    dx_free(commuting->asked);
    dx_free(commuting->made);
}

// Does a formula ask about facts alone, and none of `made`?  What it asks about
// is added to `asked`, if that is wanted.
static bool ask(const dx_task_program *program, dx_task_node node,
                const uint64_t *made, uint64_t *asked)
{
    const dx_task_formula *f = &program->nodes.at[node];
    bool fine = !f->is_modal;
    if (fine && f->operator== DX_TASK_ATOM) {
        fine = !has(made, f->first);
        if (asked != NULL)
            add(asked, f->first);
    }
    for (size_t i = 0; fine && i < f->count; i++)
        fine = ask(program, program->parts.at[f->first + i], made, asked);
    return fine;
}

static bool ask_all(const dx_task_engine *engine, size_t a,
                    const uint64_t *made, uint64_t *asked)
{
    const dx_task_ready_action *ready = &engine->actions[a];
    const dx_task_action *action = ready->action;
    size_t looks = engine->task->agents.count * action->looks.count;
    bool fine = true;
    for (size_t i = 0; fine && i < looks; i++)
        fine = ready->looks_as[i] == UINT32_MAX ||
               ask(&engine->program, ready->looks_as[i], made, asked);
    for (size_t e = 0; fine && e < action->events.count; e++) {
        const dx_task_ready_event *event = &ready->events[e];
        fine = ask(&engine->program, event->precondition, made, asked);
        for (size_t i = 0; fine && i < event->becomes.count; i++)
            fine = ask(&engine->program, event->becomes.at[i], made, asked);
    }
    return fine;
}

// Is all that an action makes outside of what the one in question asks about
// and makes?
static bool makes_other(const dx_task_commuting *c, size_t a)
{
    const dx_task_action *action = c->engine->actions[a].action;
    for (size_t e = 0; e < action->events.count; e++)
        for (size_t i = 0; i < action->events.at[e].effects.count; i++) {
            uint32_t atom = action->events.at[e].effects.at[i].atom;
            if (has(c->asked, atom) || has(c->made, atom))
                return false;
        }
    return true;
}

const uint64_t *dx_task_commuting_before(dx_task_commuting *commuting,
                                         size_t action)
{
    const dx_task_engine *engine = commuting->engine;
    if (commuting->before[action] != NULL)
        return commuting->before[action];
    uint64_t *before = dx_alloc(dx_bitset_words(action + 1), sizeof *before);
    commuting->before[action] = before;
    size_t words = dx_bitset_words(engine->task->atoms.count);
    memset(commuting->asked, 0, words * sizeof(uint64_t));
    memset(commuting->made, 0, words * sizeof(uint64_t));
    if (!ask_all(engine, action, commuting->made, commuting->asked))
        return before; // it asks about minds
    const dx_task_action *it = engine->actions[action].action;
    for (size_t e = 0; e < it->events.count; e++)
        for (size_t i = 0; i < it->events.at[e].effects.count; i++)
            add(commuting->made, it->events.at[e].effects.at[i].atom);
    for (size_t a = 0; a < action; a++)
        if (ask_all(engine, a, commuting->made, NULL) &&
            makes_other(commuting, a))
            add(before, a);
    return before;
}
