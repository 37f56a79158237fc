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
// Who puts a question together says so (ask/cases.c).

#include "minds/inquiry/inquiry_private.h"

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
