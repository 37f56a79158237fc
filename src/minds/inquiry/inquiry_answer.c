// Asking an inquiry.
//
// A node is evaluated at a vector of its scope (truth.c).  A mind's answer is
// looked up by the vector of its own scope; if it is new, the outlook is run
// and what is asked is evaluated at each vector that occurs.  Minds nest as
// formulas do, and no mind is inside itself, so the tables of an outlook are
// free for its use.

#include "minds/eliminate/trace.h"
#include "minds/inquiry/alike.h"
#include "minds/inquiry/inquiry_private.h"
#include "minds/inquiry/patterns.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// What was so where the mind stands, when it was heard.
static void listen(dx_inquiry *q, dx_mind_data *m, const uint8_t *self)
{
    for (size_t i = 0; i < m->hearings.count; i++) {
        dx_inquiry_node is = m->hearings.at[i].is;
        m->hearings.at[i].holds =
            is == DX_NODE_NONE || dx_inquiry_truth(q, is, self);
    }
}

static void keep(uint8_t **vector, const dx_states *states, size_t i)
{
    if (*vector == NULL)
        *vector = dx_copy(dx_states_key(states, i),
                          states->stride * sizeof(uint64_t));
}

// Can nothing that is found yet change the answer?
static bool is_settled(const dx_mind_data *m, const dx_finding *found)
{
    switch (m->kind) {
    case DX_MIND_KNOWS:
        return found->none;
    case DX_MIND_POSSIBLE:
        return found->some;
    case DX_MIND_WHETHER:
        return found->some && found->none;
    default:
        return false;
    }
}

// The worlds of a mind, of which `says` and the rest are set: into *out.
static void tally(dx_inquiry *q, dx_mind_data *m, const uint8_t *self,
                  bool stop, dx_finding *out)
{
    const dx_states *states = dx_outlook_run(
        &m->outlook, self, dx_inquiry_ignored(q, m, self), &q->effort);
    bool weighs = m->outlook.weighs;
    *out = (dx_finding){.weighed = weighs};
    for (size_t i = 0; states != NULL && i < states->count; i++) {
        const uint8_t *vector = dx_states_key(states, i);
        if (!dx_inquiry_leaves_in(q, m, vector))
            continue;
        bool holds = dx_inquiry_truth(q, m->asked, vector);
        if (q->effort.status != DX_OK)
            return;
        *(holds ? &out->some : &out->none) = true;
        if (m->outlook.shows_worlds)
            keep(holds ? &out->example : &out->counterexample, states, i);
        if (weighs) {
            dx_natural_add(&out->all, &states->weights[i]);
            if (holds)
                dx_natural_add(&out->with, &states->weights[i]);
        }
        if (stop && is_settled(m, out))
            return;
    }
    dx_natural_add(&out->with, &m->outlook.settled[DX_TELLS_YES]);
    for (unsigned i = 0; i < 2; i++)
        dx_natural_add(&out->all, &m->outlook.settled[i]);
    assert(dx_natural_compare(&out->with, &out->all) <= 0);
}

// What would settle it, as bits of dx_tells.
static unsigned wanted_of(const dx_mind_data *m)
{
    unsigned no = 1U << DX_TELLS_NO, yes = 1U << DX_TELLS_YES;
    return m->kind == DX_MIND_KNOWS      ? no
           : m->kind == DX_MIND_POSSIBLE ? yes
                                         : no | yes;
}

// Where one way to lay the rest is enough (minds/exist/occurs.h), or worlds
// that say the same are weighed together.
void dx_inquiry_look(dx_inquiry *q, dx_mind_data *m, const uint8_t *self,
                     bool stop, dx_finding *out)
{
    dx_outlook *o = &m->outlook;
    dx_foreseeing foresees = {q, m};
    o->says = dx_inquiry_says;
    o->heard = dx_mind_heard(m);
    o->wanted = stop ? wanted_of(m) : 1U << DX_TELLS_NO | 1U << DX_TELLS_YES;
    o->foresee_context = &foresees;
    tally(q, m, self, stop, out);
    o->says = NULL;
    o->foresee_context = NULL;
}

// Looks at a mind where it stands.
static void survey(dx_inquiry *q, dx_mind_data *m, const uint8_t *self,
                   bool stop, dx_finding *out)
{
    if (m->patterns.count > 0)
        dx_mind_survey_patterns(q, m, self, out);
    else
        dx_inquiry_look(q, m, self, stop, out);
}

static uint8_t verdict(const dx_mind_data *m, const dx_finding *found)
{
    switch (m->kind) {
    case DX_MIND_KNOWS:
        return !found->none;
    case DX_MIND_POSSIBLE:
        return found->some;
    default:
        return !(found->some && found->none);
    }
}

void dx_finding_release(dx_finding *finding)
{
    dx_natural_release(&finding->with);
    dx_natural_release(&finding->all);
    dx_free(finding->example);
    dx_free(finding->counterexample);
    finding->example = finding->counterexample = NULL;
}

static void remember(dx_inquiry *q, dx_mind_data *m, const dx_finding *found)
{
    if (m->is_part) {
        dx_part_found share = {found->some, found->none,
                               dx_natural_copy(&found->with),
                               dx_natural_copy(&found->all)};
        if (m->patterns.count == 0) {
            dx_outlook_order(&m->outlook, &share.with);
            dx_outlook_order(&m->outlook, &share.all);
        }
        dx_vector_push(&m->shares, share);
        q->effort.bytes += sizeof(dx_part_found);
    } else if (m->kind != DX_MIND_CHANCE) {
        dx_vector_push(&m->truths, verdict(m, found));
    } else {
        dx_chance c = {.is_defined = !dx_natural_is_zero(&found->all)};
        if (c.is_defined)
            c.value = dx_rational_of_ratio(&found->with, &found->all);
        assert(dx_rational_sign(&c.value) >= 0 &&
               dx_rational_compare_fraction(&c.value, dx_fraction_int(1)) <= 0);
        dx_vector_push(&m->chances, c);
        q->effort.bytes += sizeof c;
    }
    q->effort.bytes += (m->found.stride + 3) * sizeof(uint64_t);
}

// After an error, since what was to be found is in the table already.
static void forget(dx_mind_data *m)
{
    dx_states_clear(&m->found, m->found.stride, false);
    for (size_t i = 0; i < m->chances.count; i++)
        dx_rational_release(&m->chances.at[i].value);
    for (size_t i = 0; i < m->shares.count; i++) {
        dx_natural_release(&m->shares.at[i].with);
        dx_natural_release(&m->shares.at[i].all);
    }
    m->chances.count = m->truths.count = m->shares.count = 0;
}

static bool holds_at(void *context, const uint8_t *vector, dx_inquiry_node of)
{
    return dx_inquiry_truth(context, of, vector);
}

// Has each vector of the own scope that was met its answer?
DX_UNUSED static bool is_remembered(const dx_mind_data *m)
{
    size_t answers = m->is_part                  ? m->shares.count
                     : m->kind != DX_MIND_CHANCE ? m->truths.count
                                                 : m->chances.count;
    return answers == m->found.count;
}

uint8_t *dx_inquiry_stand(dx_inquiry *q, const dx_node_data *n,
                          const uint8_t *vector)
{
    dx_mind_data *m = q->minds.at[n->mind];
    const dx_reading *reading = q->readings.at + n->first;
    uint8_t *self = (uint8_t *)m->key;
    // All that the answer depends on is in the key.
    assert(m->is_closed && n->count == m->own_count);
    for (uint32_t i = 0; i < n->told_count; i++)
        self[n->count + i] =
            dx_inquiry_truth(q, q->operands.at[n->told + i], vector);
    for (uint32_t i = 0; i < n->count; i++)
        self[i] = dx_entry_clamp(&m->outlook.self.entries.at[i],
                                 dx_reading_value(reading[i], vector));
    dx_mind_sort_twins(m, self);
    return self;
}

unsigned dx_inquiry_recall(dx_inquiry *q, dx_inquiry_node of,
                           const uint8_t *vector)
{
    const dx_node_data *n = &q->nodes.at[of];
    const dx_mind_data *m = q->minds.at[n->mind];
    if (m->is_part || m->kind == DX_MIND_CHANCE)
        return DX_OPEN;
    for (uint32_t i = 0; i < n->told_count; i++)
        if (q->nodes.at[q->operands.at[n->told + i]].minds > 0)
            return DX_OPEN; // another would have to be opened
    dx_inquiry_stand(q, n, vector);
    size_t found = dx_states_seek(&m->found, m->key);
    return found < m->truths.count ? m->truths.at[found] : DX_OPEN;
}

// Looks at a mind where it stands, and remembers what is found; false after an
// error.
static bool find_out(dx_inquiry *q, dx_mind_data *m)
{
    const uint8_t *self = (const uint8_t *)m->key;
    dx_finding found = {0};
    bool decides = q->decides;
    q->decides = false;
    for (size_t i = 0; i < m->hearings.count; i++)
        m->hearings.at[i].holds = self[m->own_count + i];
    if (m->closure == NULL)
        survey(q, m, self, true, &found);
    else
        found.none = !dx_closure_walk(m->closure, &m->outlook.self, self,
                                      m->asked, holds_at, q, &q->effort);
    q->decides = decides;
    bool is_fine = q->effort.status == DX_OK;
    if (is_fine)
        remember(q, m, &found);
    else
        forget(m);
    dx_finding_release(&found);
    assert(is_remembered(m));
    return is_fine;
}

dx_mind_data *dx_inquiry_find(dx_inquiry *q, const dx_node_data *n,
                              const uint8_t *vector, size_t *out)
{
    dx_mind_data *m = q->minds.at[n->mind];
    dx_inquiry_stand(q, n, vector);
    size_t known = m->found.count;
    assert(is_remembered(m));
    if (q->effort.status != DX_OK)
        return NULL;
    *out = dx_states_find(&m->found, m->key);
    return *out < known || find_out(q, m) ? m : NULL;
}

const dx_part_found *dx_inquiry_share(dx_inquiry *q, dx_inquiry_node of,
                                      const uint8_t *vector)
{
    const dx_node_data n = q->nodes.at[of];
    size_t found;
    assert(n.kind == DX_NODE_MIND && q->minds.at[n.mind]->is_part);
    const dx_mind_data *m = dx_inquiry_find(q, &n, vector, &found);
    return m != NULL ? &m->shares.at[found] : NULL;
}

static uint8_t *values_of(const dx_inquiry *q, const dx_number_scope *scope,
                          const void *own)
{
    return dx_scope_values(scope, dx_frames_rules(q->frames)->game->places,
                           own);
}

static dx_status end(dx_inquiry *q)
{
    dx_status status = q->effort.status;
    q->effort.status = DX_OK;
    return status == DX_OK && q->is_blurred ? DX_ERR_LIMIT : status;
}

dx_status dx_inquiry_ask(dx_inquiry *q, dx_mind_id id, const void *own,
                         dx_finding *out)
{
    dx_mind_data *m = q->minds.at[id];
    assert(m->is_closed);
    *out = (dx_finding){0};
    if (q->effort.status != DX_OK) // spent while it was put together
        return end(q);
    uint8_t *self = values_of(q, &m->outlook.self, own);
    listen(q, m, self);
    survey(q, m, self, false, out);
    dx_free(self);
    dx_status status = end(q);
    if (status != DX_OK)
        dx_finding_release(out);
    return status;
}

dx_status dx_inquiry_range(dx_inquiry *q, dx_mind_id id, const void *own,
                           dx_rational *out_least, dx_rational *out_most)
{
    dx_mind_data *m = q->minds.at[id];
    uint8_t *self = values_of(q, &m->outlook.self, own);
    assert(m->patterns.count == 0); // it is a number that is asked
    listen(q, m, self);
    const dx_states *states =
        q->effort.status == DX_OK
            ? dx_outlook_run(&m->outlook, self, NULL, &q->effort)
            : NULL;
    bool is_defined = true, is_first = true;
    assert(m->is_closed && m->given == DX_NODE_NONE);
    *out_least = *out_most = (dx_rational){0};
    for (size_t i = 0; states != NULL && i < states->count && is_defined; i++) {
        dx_rational value;
        if (!dx_inquiry_leaves_in(q, m, dx_states_key(states, i)))
            continue;
        is_defined =
            dx_inquiry_figure(q, m->asked, dx_states_key(states, i), &value);
        dx_rational_widen(out_least, out_most, &value, is_first);
        is_first = false;
        dx_rational_release(&value);
    }
    dx_free(self);
    dx_status status = end(q);
    if (status == DX_OK && !is_defined)
        status = DX_ERR_EMPTY;
    if (status != DX_OK) {
        dx_rational_release(out_least);
        dx_rational_release(out_most);
    }
    return status;
}

bool dx_inquiry_world(dx_inquiry *q, dx_mind_id id, const void *own,
                      const uint8_t *vector, void *out_table)
{
    const dx_rules *rules = dx_frames_rules(q->frames);
    dx_mind_data *m = q->minds.at[id];
    const dx_frame *frame = m->outlook.frame;
    if (rules->game->places->fill == NULL)
        return false;
    uint8_t *self = values_of(q, &m->outlook.self, own);
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    dx_places_held_in(rules->game->places, frame->sight, own,
                      m->outlook.sees & frame->all, dealt);
    bool is_world = m->patterns.count > 0;
    for (uint64_t left = frame->real & ~m->outlook.sees; left != 0 && is_world;
         left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        dealt->count[place][vector[place]]++;
    }
    bool found = is_world || dx_outlook_world(&m->outlook, self,
                                              dx_inquiry_ignored(q, m, self),
                                              vector, NULL, dealt, &q->effort);
    if (found) {
        memcpy(out_table, frame->sight, rules->game->table_bytes(rules));
        rules->game->places->fill(out_table, dealt);
    }
    q->effort.status = DX_OK;
    dx_free(dealt);
    dx_free(self);
    return found;
}

dx_status dx_inquiry_count_worlds(dx_inquiry *q, const dx_frame *frame,
                                  uint64_t sees, const void *own,
                                  dx_natural *out)
{
    if (frame->told_count > 0)
        return DX_ERR_UNSUPPORTED;
    dx_outlook o = {.frame = frame,
                    .sees = sees & (frame->all | frame->summed),
                    .weighs = true,
                    .tells_deals = true,
                    .self = {.frame = frame},
                    .inner = {.frame = frame}};
    dx_outlook_plan(&o);
    uint8_t *self = values_of(q, &o.self, own);
    const dx_states *states = dx_outlook_run(&o, self, NULL, &q->effort);
    *out = (dx_natural){0};
    assert(states == NULL || states->count <= 1); // nothing is asked
    if (states != NULL && states->count > 0)
        *out = dx_natural_copy(&states->weights[0]);
    dx_free(self);
    dx_outlook_release(&o);
    return end(q);
}

dx_status dx_inquiry_holds(dx_inquiry *q, dx_number_scope *scope,
                           dx_inquiry_node of, const void *own, bool *out)
{
    dx_inquiry_settle(q, of);
    uint8_t *values = values_of(q, scope, own);
    q->decides = true;
    *out = dx_inquiry_truth(q, of, values);
    q->decides = false;
    dx_free(values);
    return end(q);
}

dx_status dx_inquiry_value(dx_inquiry *q, dx_number_scope *scope,
                           dx_inquiry_node of, const void *own,
                           dx_rational *out)
{
    dx_inquiry_settle(q, of);
    uint8_t *values = values_of(q, scope, own);
    bool is_defined = dx_inquiry_figure(q, of, values, out);
    dx_free(values);
    dx_status status = end(q);
    if (status == DX_OK && !is_defined)
        status = DX_ERR_EMPTY;
    if (status != DX_OK)
        dx_rational_release(out);
    return status;
}
