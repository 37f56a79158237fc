// What was heard at a turn and is no bound (minds/turn/frame.h): an
// announcement to each mind of that turn, before all that is asked.  Who was
// told what only some were knows whether it is so: what is so where the mind
// stands or, at the top, what the asker was told.

#include "minds/inquiry/inquiry_private.h"

#include "game/claims.h"

static dx_inquiry_node claim_of(dx_inquiry *q, dx_vantage at,
                                const dx_frame *frame, unsigned i)
{
    return dx_inquiry_claim(q, at, frame->claims, frame->told[i].claim);
}

void dx_inquiry_hear_frame(dx_inquiry *q, dx_mind_id id, uint64_t sees)
{
    dx_mind_data *m = q->minds.at[id];
    const dx_frame *frame = m->outlook.frame;
    for (unsigned i = 0; i < frame->told_count; i++)
        if (dx_frame_hears(frame, sees, i)) {
            dx_inquiry_node heard =
                claim_of(q, dx_inquiry_inside(q, id), frame, i);
            dx_inquiry_node is =
                frame->told[i].seats == 0
                    ? DX_NODE_NONE
                    : claim_of(q, dx_inquiry_outside(q, id), frame, i);
            dx_hearing hearing = {heard, is, true, (uint8_t)(i + 1)};
            dx_vector_push(&m->hearings, hearing);
        }
}

void dx_inquiry_member_hears_frame(dx_inquiry *q, dx_mind_id id, size_t member,
                                   uint64_t sees)
{
    const dx_frame *frame = q->minds.at[id]->outlook.frame;
    for (unsigned i = 0; i < frame->told_count; i++)
        if (dx_frame_hears(frame, sees, i))
            dx_inquiry_member_hears(
                q, id, member, claim_of(q, dx_inquiry_inside(q, id), frame, i),
                frame->told[i].seats != 0);
}

// As the asker was told.
static dx_inquiry_node told_asker(dx_inquiry *q, const dx_frame *frame,
                                  unsigned i)
{
    dx_heard_claim told[DX_TOLD_MAX];
    dx_claims *claims = dx_claims_new();
    (void)dx_frames_rules(q->frames)->game->places->told(frame->sight, q->own,
                                                         claims, told);
    dx_claims_free(claims);
    return dx_inquiry_number(q, dx_fraction_int(told[i].is));
}

dx_inquiry_node dx_inquiry_told(dx_inquiry *q, dx_vantage spot,
                                const dx_mind_data *m, size_t hearing)
{
    unsigned i = m->hearings.at[hearing].told - 1U;
    return q->own != NULL && spot.scope == q->top
               ? told_asker(q, m->outlook.frame, i)
               : claim_of(q, spot, m->outlook.frame, i);
}

void dx_inquiry_stand_as(dx_inquiry *q, const dx_number_scope *top,
                         const void *own)
{
    q->top = top;
    q->own = own;
}

dx_mind_id dx_inquiry_open_own(dx_inquiry *q, const dx_frame *frame,
                               uint64_t sees, dx_mind_kind kind)
{
    dx_mind_id id = dx_inquiry_open(q, frame, sees, kind);
    dx_mind_data *m = q->minds.at[id];
    for (size_t i = 0; q->own != NULL && i < m->hearings.count; i++)
        if (m->hearings.at[i].is != DX_NODE_NONE)
            m->hearings.at[i].is =
                told_asker(q, frame, m->hearings.at[i].told - 1U);
    return id;
}
