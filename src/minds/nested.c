// Cell by cell, as a question of minds within minds (minds/inquiry.h).  With
// one other mind, "it holds it possible" is asked of the viewer once: in all
// worlds, in none, or in some.  With more, "all on the way know that it does"
// and "all know that it does not" are two questions.

#include "minds/nested.h"

#include "game/claims.h"
#include "minds/inquiry.h"

typedef struct looking {
    dx_inquiry *q;
    dx_claims *claims;
    const dx_frame *frame;
    const dx_looker *viewer;
    size_t count;
    const uint64_t *path;
} looking;

// What mind number `i` of the path has to say of a cell, at a spot: the last
// one holds it possible or, with `denies`, does not; the others know that.
static dx_inquiry_node say(looking *l, size_t i, unsigned place, unsigned kind,
                           bool denies, dx_vantage spot)
{
    bool last = i + 1 == l->count;
    dx_mind_id mind =
        dx_inquiry_open(l->q, l->frame, l->path[i],
                        last && !denies ? DX_MIND_POSSIBLE : DX_MIND_KNOWS);
    dx_vantage inside = dx_inquiry_inside(l->q, mind);
    dx_inquiry_node asked;
    if (last) {
        dx_claims_clear(l->claims);
        dx_claim fact =
            denies ? dx_claim_none(l->claims, DX_BIT(place), DX_BIT(kind))
                   : dx_claim_some(l->claims, DX_BIT(place), DX_BIT(kind));
        asked = dx_inquiry_claim(l->q, inside, l->claims, fact);
    } else {
        asked = say(l, i + 1, place, kind, denies, inside);
    }
    dx_inquiry_close(l->q, mind, asked, DX_NODE_NONE);
    return dx_inquiry_mind(l->q, spot, mind);
}

static dx_status ask(looking *l, unsigned place, unsigned kind, bool denies,
                     dx_finding *out)
{
    dx_mind_id root =
        dx_inquiry_open(l->q, l->frame, l->viewer->sees, DX_MIND_KNOWS);
    dx_inquiry_node asked =
        say(l, 0, place, kind, denies, dx_inquiry_inside(l->q, root));
    dx_inquiry_close(l->q, root, asked, DX_NODE_NONE);
    return dx_inquiry_ask(l->q, root, l->viewer->own, out);
}

static void look_at(looking *l, unsigned place, unsigned kind, dx_nested *out)
{
    dx_finding with = {0}, without = {0};
    bool is_decided = ask(l, place, kind, false, &with) == DX_OK;
    bool sure = !with.none, excluded = !with.some;
    if (is_decided && l->count > 1 && !sure) {
        is_decided = ask(l, place, kind, true, &without) == DX_OK;
        excluded = !without.none;
    }
    if (!is_decided)
        out->undecided[place] |= DX_BIT(kind);
    else if (sure)
        out->sure[place] |= DX_BIT(kind);
    else if (!excluded)
        out->perhaps[place] |= DX_BIT(kind);
    dx_finding_release(&with);
    dx_finding_release(&without);
}

void dx_nested_look(dx_frames *frames, const dx_looker *viewer, size_t count,
                    const uint64_t *path, dx_effort *effort, dx_nested *out)
{
    const dx_frame *now = dx_frames_now(frames);
    looking l = {.q = dx_inquiry_new(frames),
                 .claims = dx_claims_new(),
                 .frame = now,
                 .viewer = viewer,
                 .count = count,
                 .path = path};
    DX_REQUIRE(count > 0, "another mind to look through");
    *dx_inquiry_effort(l.q) = *effort;
    *out = (dx_nested){.hidden = now->real & ~path[count - 1]};
    for (uint64_t at = out->hidden; at != 0; at &= at - 1) {
        unsigned place = (unsigned)__builtin_ctzll(at);
        uint64_t kinds = now->size[place] > 0 ? now->could[place] : 0;
        for (; kinds != 0; kinds &= kinds - 1)
            if (now->space.copies[__builtin_ctzll(kinds)] > 0)
                look_at(&l, place, (unsigned)__builtin_ctzll(kinds), out);
    }
    *effort = *dx_inquiry_effort(l.q);
    dx_claims_free(l.claims);
    dx_inquiry_free(l.q);
}
