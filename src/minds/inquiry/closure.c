// Planning repeats until the numbers stop getting finer: each member is planned
// for all numbers there are, and what it must know of itself to reproduce them
// is added.  Then the walk: breadth first from vector to vector, each kept
// once, and over as soon as the formula is false somewhere.  Since it often is
// not far away, a walk that follows only some of the steps comes first.
//
// A step of a member depends on its own numbers and on what it has heard, so it
// takes a step from each of these only once, however many vectors share them.
// Hearings are judged at both ends: where the member stands, and where it goes.
//
// Cost: one run of an outlook for each state of knowledge of each member that
// is met, and one look at the formula for each vector.

#include "minds/inquiry/closure.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

static void release_member(dx_closure_member *m)
{
    dx_outlook_release(&m->outlook);
    dx_free(m->readings);
    dx_vector_release(&m->hearings);
    dx_states_release(&m->stood);
}

void dx_closure_free(dx_closure *closure)
{
    if (closure == NULL)
        return;
    for (size_t i = 0; i < closure->members.count; i++)
        release_member(&closure->members.at[i]);
    dx_vector_release(&closure->members);
    dx_states_release(&closure->reached);
    dx_free(closure);
}

// Plans a member anew for the numbers that there are now, and adds those that
// it needs.
static void plan_member(dx_closure_member *m, dx_number_scope *scope)
{
    dx_outlook old = m->outlook;
    assert(old.frame == scope->frame);
    m->outlook = (dx_outlook){
        .frame = old.frame, .sees = old.sees, .hand_lists = old.hand_lists};
    dx_outlook_release(&old);
    m->outlook.self.frame = m->outlook.inner.frame = m->outlook.frame;
    for (size_t i = 0; i < scope->entries.count; i++)
        dx_vector_push(&m->outlook.inner.entries, scope->entries.at[i]);
    dx_outlook_plan(&m->outlook);
    size_t count = m->outlook.self.entries.count;
    dx_free(m->readings);
    m->readings = dx_alloc(count + 1, sizeof *m->readings);
    for (size_t i = 0; i < count; i++) {
        const dx_entry *e = &m->outlook.self.entries.at[i];
        m->readings[i] = dx_scope_read(scope, e->places, e->kinds,
                                       (dx_span){e->floor, e->ceiling});
    }
}

// The numbers there are, and how far down they are told apart.
static uint64_t fineness(const dx_number_scope *scope)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < scope->entries.count; i++)
        sum += 1U + scope->entries.at[i].ceiling - scope->entries.at[i].floor;
    return sum;
}

void dx_closure_plan(dx_closure *closure, dx_number_scope *scope)
{
    uint64_t before;
    do {
        before = fineness(scope);
        for (size_t i = 0; i < closure->members.count; i++)
            plan_member(&closure->members.at[i], scope);
        assert(fineness(scope) >= before); // it only gets finer, so it ends
    } while (fineness(scope) != before);
}

typedef struct walk {
    dx_closure *closure;
    const dx_number_scope *scope;
    dx_closure_holds *holds;
    void *context;
    dx_effort *effort;
    bool takes_some;  // few steps of each member, not all
    bool *is_thinned; // there were more
} walk;

// Did the member stand where it sees and has heard the same before?
static bool stood_there(const walk *w, dx_closure_member *m,
                        const uint8_t *vector, uint8_t *self)
{
    size_t count = m->outlook.self.entries.count;
    size_t stride = (count + m->hearings.count + 7) / 8 + 1;
    uint64_t *key = dx_alloc(stride, sizeof *key);
    uint8_t *bytes = (uint8_t *)key;
    for (size_t i = 0; i < count; i++) {
        self[i] = bytes[i] =
            dx_entry_clamp(&m->outlook.self.entries.at[i],
                           dx_reading_value(m->readings[i], vector));
    }
    for (size_t i = 0; i < m->hearings.count; i++)
        bytes[count + i] =
            !m->hearings.at[i].whether ||
            w->holds(w->context, vector, m->hearings.at[i].heard);
    if (m->stood.stride != stride)
        dx_states_clear(&m->stood, stride, false);
    size_t known = m->stood.count;
    bool again = dx_states_find(&m->stood, key) < known;
    dx_free(key);
    return again;
}

static bool is_left_in(const walk *w, const dx_closure_member *m,
                       const uint8_t *from, const uint8_t *to)
{
    for (size_t i = 0; i < m->hearings.count; i++) {
        dx_member_hearing h = m->hearings.at[i];
        bool is = !h.whether || w->holds(w->context, from, h.heard);
        if (w->holds(w->context, to, h.heard) != is)
            return false;
    }
    return true;
}

// Everywhere that a member's doubt leads in one step.
static void step(const walk *w, dx_closure_member *m, const uint8_t *vector)
{
    uint8_t *self = dx_alloc(m->outlook.self.entries.count + 1, 1);
    if (!stood_there(w, m, vector, self)) {
        const dx_states *to =
            dx_outlook_run(&m->outlook, self, NULL, w->effort);
        *w->is_thinned |= m->outlook.is_thinned;
        // From vectors of the closed scope to others of it.
        assert(to == NULL || to->stride == w->closure->reached.stride);
        for (size_t i = 0; to != NULL && i < to->count; i++)
            if (is_left_in(w, m, vector, dx_states_key(to, i))) {
                dx_states_find(&w->closure->reached, to->keys + i * to->stride);
                w->effort->bytes += 2 * to->stride * sizeof(uint64_t);
            }
    }
    dx_free(self);
}

static void step_all(const walk *w, const uint8_t *vector)
{
    for (size_t i = 0; i < w->closure->members.count; i++)
        step(w, &w->closure->members.at[i], vector);
}

// Walks until the formula is false somewhere or, of a walk that takes only some
// steps, until that has gone far enough.
static bool holds_everywhere(const walk *w, const uint8_t *vector,
                             dx_inquiry_node asked)
{
    enum { REACHED_BY_SOME = 2048 };
    dx_closure *closure = w->closure;
    size_t stride = (w->scope->entries.count + 7) / 8;
    dx_states_clear(&closure->reached, stride > 0 ? stride : 1, false);
    for (size_t i = 0; i < closure->members.count; i++)
        dx_states_release(&closure->members.at[i].stood);
    step_all(w, vector);
    size_t bytes = closure->reached.stride * sizeof(uint64_t);
    uint8_t *at = dx_alloc_raw(bytes, 1);
    bool everywhere = true;
    for (size_t i = 0;
         everywhere && i < closure->reached.count && w->effort->status == DX_OK;
         i++) {
        memcpy(at, dx_states_key(&closure->reached, i), bytes);
        everywhere = w->holds(w->context, at, asked);
        if (everywhere && !(w->takes_some && i > REACHED_BY_SOME))
            step_all(w, at);
    }
    dx_free(at);
    return everywhere;
}

static void take_some(dx_closure *closure, size_t most)
{
    for (size_t i = 0; i < closure->members.count; i++)
        closure->members.at[i].outlook.states_most = most;
}

bool dx_closure_walk(dx_closure *closure, const dx_number_scope *scope,
                     const uint8_t *vector, dx_inquiry_node asked,
                     dx_closure_holds *holds, void *context, dx_effort *effort)
{
    enum { STATES_OF_SOME = 16 };
    bool is_thinned = false;
    walk some = {closure, scope, holds, context, effort, true, &is_thinned};
    take_some(closure, STATES_OF_SOME);
    bool everywhere = holds_everywhere(&some, vector, asked);
    take_some(closure, 0);
    if (!everywhere || !is_thinned || effort->status != DX_OK)
        return everywhere && effort->status == DX_OK;
    walk all = {closure, scope, holds, context, effort, false, &is_thinned};
    return holds_everywhere(&all, vector, asked) && effort->status == DX_OK;
}
