// A mind by cases.
//
// "The card in this slot is in another hand too" compares the slot with every
// kind there is, so a mind that is asked it would tell all kinds apart, and the
// minds around it too.  But the worlds of a mind fall apart by what the slot
// holds, and in each part only that one kind matters.  So the mind is asked
// part by part: if it sees the slot, there is one part; if not, what is found
// in the parts is added up.  A part is a mind like others, in a frame in which
// the place can hold but the one kind; it is worked out for few vectors, since
// there is little that it tells apart.
//
// Who puts a question together may say so (ask/cases.c).  Where numbers alone
// compare one card with several others ("none has the colour of this one"), the
// mind that is asked finds out itself and is split.

#include "minds/inquiry_private.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

static bool is_case(const dx_frame *frame, const dx_frame *of, unsigned place,
                    unsigned kind)
{
    return frame->case_of == of && frame->case_place == place &&
           frame->could[place] == DX_BIT(kind);
}

const dx_frame *dx_inquiry_case(dx_inquiry *q, const dx_frame *frame,
                                unsigned place, unsigned kind)
{
    assert(frame->size[place] == 1 && (frame->could[place] >> kind & 1));
    // The same cases are the same frame: places in order.
    if (frame->case_of != NULL && frame->case_place > place) {
        unsigned last = frame->case_place;
        return dx_inquiry_case(
            q, dx_inquiry_case(q, frame->case_of, place, kind), last,
            (unsigned)__builtin_ctzll(frame->could[last]));
    }
    for (size_t i = 0; i < q->cases.count; i++)
        if (is_case(q->cases.at[i], frame, place, kind))
            return q->cases.at[i];
    dx_frame *made = dx_copy(frame, sizeof *frame);
    made->could[place] = DX_BIT(kind);
    // Places in order, so that a case is made once.
    assert(frame->case_of == NULL || frame->case_place < place);
    made->case_of = frame;
    made->case_place = place;
    dx_vector_push(&q->cases, made);
    return made;
}

const dx_frame *dx_inquiry_seen_cases(dx_inquiry *q, const dx_frame *frame,
                                      uint64_t sees)
{
    if (frame->case_of == NULL)
        return frame;
    unsigned place = frame->case_place;
    const dx_frame *inner = dx_inquiry_seen_cases(q, frame->case_of, sees);
    if (!(sees >> place & 1))
        return inner;
    return inner == frame->case_of ? frame
                                   : dx_inquiry_case(q, inner, place,
                                                     (unsigned)__builtin_ctzll(
                                                         frame->could[place]));
}

dx_inquiry_node dx_inquiry_select(dx_inquiry *q, size_t count,
                                  const dx_inquiry_node *nodes)
{
    assert(count % 2 == 0);
    dx_inquiry_node *kept = dx_alloc(count + 1, sizeof *kept);
    size_t left = 0;
    for (size_t i = 0; i < count; i += 2) {
        const dx_node_data *condition = &q->nodes.at[nodes[i]];
        bool is_known = condition->kind == DX_NODE_NUMBER;
        if (is_known && dx_fraction_is_zero(condition->number))
            continue;
        left = is_known ? 0 : left;
        kept[left++] = nodes[i];
        kept[left++] = nodes[i + 1];
        if (is_known)
            break;
    }
    bool is_one = left == 2 && q->nodes.at[kept[0]].kind == DX_NODE_NUMBER;
    dx_inquiry_node made =
        is_one ? kept[1]
               : dx_inquiry_add(q, (dx_node_data){.kind = DX_NODE_SELECT}, left,
                                kept);
    dx_free(kept);
    return made;
}

bool dx_inquiry_adds_parts(const dx_inquiry *q)
{
    return !q->is_uniform ||
           dx_frames_rules(q->frames)->game->places->factors == NULL;
}

void dx_inquiry_be_part(dx_inquiry *q, dx_mind_id id)
{
    assert(!q->minds.at[id]->is_closed);
    q->minds.at[id]->is_part = true;
}

dx_inquiry_node dx_inquiry_parts(dx_inquiry *q, dx_mind_kind kind, size_t count,
                                 const dx_inquiry_node *parts)
{
    for (size_t i = 0; i < count; i++)
        assert(q->nodes.at[parts[i]].kind == DX_NODE_MIND &&
               q->minds.at[q->nodes.at[parts[i]].mind]->kind == kind);
    return dx_inquiry_add(
        q, (dx_node_data){.kind = DX_NODE_PARTS, .parts = kind}, count, parts);
}

// ---- splitting ----

// With what a place is compared: "both hold this kind".
typedef struct comparison {
    uint64_t others, kinds;
} comparison;

static void compare_places(const dx_inquiry *q, dx_inquiry_node of,
                           comparison *places)
{
    if (of == DX_NODE_NONE)
        return;
    const dx_node_data *n = &q->nodes.at[of];
    if (n->kind == DX_NODE_LEAST && n->number.top == 2 &&
        __builtin_popcountll(n->places) == 2 &&
        (n->kinds & (n->kinds - 1)) == 0)
        for (uint64_t left = n->places; left != 0; left &= left - 1) {
            comparison *place = &places[__builtin_ctzll(left)];
            place->others |= n->places;
            place->kinds |= n->kinds;
        }
    for (uint32_t i = 0; n->kind != DX_NODE_MIND && i < n->count; i++)
        compare_places(q, q->operands.at[n->first + i], places);
}

// The place that is compared with most others; DX_NONE if with few.
static unsigned find_pivot(const dx_inquiry *q, const dx_mind_data *m)
{
    enum { OTHERS_LEAST = 3, KINDS_LEAST = 3, KINDS_MOST = 16 };
    const dx_frame *frame = m->outlook.frame;
    comparison places[DX_PLACES_MAX] = {0};
    int most = OTHERS_LEAST;
    unsigned pivot = DX_NONE;
    compare_places(q, m->asked, places);
    compare_places(q, m->given, places);
    for (unsigned place = 0; place < frame->space.place_count; place++) {
        int count = __builtin_popcountll(places[place].others); // and itself
        if (count > most && frame->size[place] == 1 &&
            __builtin_popcountll(places[place].kinds) >= KINDS_LEAST &&
            __builtin_popcountll(frame->could[place]) <= KINDS_MOST) {
            most = count;
            pivot = place;
        }
    }
    return pivot;
}

static void add_part(dx_inquiry *q, dx_mind_data *m, unsigned place,
                     unsigned kind)
{
    dx_outlook *o = &m->outlook;
    dx_mind_id id = dx_inquiry_open(
        q, dx_inquiry_case(q, o->frame, place, kind), o->sees,
        m->kind == DX_MIND_CHANCE ? DX_MIND_CHANCE : DX_MIND_WHETHER);
    dx_vantage inside = dx_inquiry_inside(q, id);
    dx_vantage outside = {&o->self, o->frame};
    dx_inquiry_be_part(q, id);
    if (o->shows_worlds)
        dx_inquiry_show_worlds(q, id);
    dx_inquiry_node asked = dx_inquiry_move(q, m->asked, inside);
    dx_inquiry_close(q, id, asked,
                     m->given == DX_NODE_NONE
                         ? DX_NODE_NONE
                         : dx_inquiry_move(q, m->given, inside));
    if (q->minds.at[id]->minds > m->minds)
        m->minds = q->minds.at[id]->minds;
    dx_mind_case one = {dx_inquiry_mind(q, outside, id),
                        {.slot = DX_SLOT_NONE, .add = 1}};
    dx_inquiry_settle(q, one.part);
    if (o->sees >> place & 1)
        one.reading = dx_scope_read(&o->self, DX_BIT(place), DX_BIT(kind),
                                    (dx_span){0, 1});
    dx_vector_push(&m->parts, one);
}

bool dx_mind_split(dx_inquiry *q, dx_mind_data *m)
{
    const dx_frame *frame = m->outlook.frame;
    if (!dx_mechanism_is_on(q->effort.mechanisms, DX_BY_PIVOT) ||
        m->closure != NULL || m->is_part || m->hearings.count > 0 ||
        m->outlook.factors != NULL || m->outlook.hand_lists != NULL ||
        !dx_inquiry_is_truth(q, m->asked))
        return false;
    unsigned pivot = find_pivot(q, m);
    if (pivot == DX_NONE)
        return false;
    dx_mechanism_note(q->effort.mechanisms, DX_BY_PIVOT, 0);
    for (uint64_t left = frame->could[pivot]; left != 0; left &= left - 1)
        if (frame->space.copies[__builtin_ctzll(left)] > 0)
            add_part(q, m, pivot, (unsigned)__builtin_ctzll(left));
    return true;
}

// An example of a part as one of the whole: the number of the part, and then
// what the part has.
static uint8_t *of_part(const dx_mind_data *part, size_t number,
                        const uint8_t *example)
{
    size_t bytes = part->patterns.count > 0 ? DX_PLACES_MAX
                                            : part->outlook.inner.entries.count;
    if (example == NULL)
        return NULL;
    uint8_t *marked = dx_alloc(bytes + 1, 1);
    marked[0] = (uint8_t)number;
    memcpy(marked + 1, example, bytes);
    return marked;
}

// Looks at a part again, for worlds to show.
static void show_part(dx_inquiry *q, const dx_mind_data *m, size_t number,
                      const uint8_t *self, dx_finding *out)
{
    const dx_node_data *node = &q->nodes.at[m->parts.at[number].part];
    dx_mind_data *part = q->minds.at[node->mind];
    dx_finding found;
    dx_mind_survey(q, part, dx_inquiry_stand(q, node, self), false, &found);
    if (out->example == NULL)
        out->example = of_part(part, number, found.example);
    if (out->counterexample == NULL)
        out->counterexample = of_part(part, number, found.counterexample);
    dx_finding_release(&found);
}

void dx_mind_survey_parts(dx_inquiry *q, dx_mind_data *m, const uint8_t *self,
                          dx_finding *out)
{
    *out = (dx_finding){.weighed = m->kind == DX_MIND_CHANCE};
    for (size_t i = 0; i < m->parts.count; i++) {
        const dx_mind_case *one = &m->parts.at[i];
        if (dx_reading_value(one->reading, self) == 0)
            continue;
        const dx_part_found *share = dx_inquiry_share(q, one->part, self);
        if (share == NULL)
            return;
        bool is_new =
            (share->some && !out->some) || (share->none && !out->none);
        out->some |= share->some;
        out->none |= share->none;
        dx_natural_add(&out->with, &share->with);
        dx_natural_add(&out->all, &share->all);
        if (is_new && m->outlook.shows_worlds)
            show_part(q, m, i, self, out);
    }
}
