// One question through several minds: "the last of them holds it possible".
//
// With one other mind it can be asked of the viewer once: in all worlds, in
// none, or in some.  With more, and where there are many worlds, "all on the
// way know that it does" and "all know that it does not" are two questions,
// each of which one world may end.

#include "minds/board/nested_private.h"

#include <assert.h>

// What mind number `i` of the path has to say, at a spot: the last one holds
// the fact possible or, with `denies`, knows the denial; the others know that.
static dx_inquiry_node say(const dx_through *t, size_t i, bool denies,
                           dx_vantage spot)
{
    assert(i < t->count);
    bool last = i + 1 == t->count;
    dx_mind_id mind =
        dx_inquiry_open(t->q, t->frame, t->path[i],
                        last && !denies ? DX_MIND_POSSIBLE : DX_MIND_KNOWS);
    dx_vantage inside = dx_inquiry_inside(t->q, mind);
    dx_inquiry_node asked = last
                                ? dx_inquiry_claim(t->q, inside, t->claims,
                                                   denies ? t->denial : t->fact)
                                : say(t, i + 1, denies, inside);
    dx_inquiry_close(t->q, mind, asked, DX_NODE_NONE);
    return dx_inquiry_mind(t->q, spot, mind);
}

// No question takes more than a quarter of what is left.
static uint64_t limit_of(const dx_through *t, const dx_effort *effort)
{
    uint64_t left = effort->steps_max > effort->steps
                        ? effort->steps_max - effort->steps
                        : 0;
    uint64_t most = left / 4 + 1;
    if (t->steps_most != 0 && most > t->steps_most)
        most = t->steps_most;
    return effort->steps_max == 0 ? 0 : effort->steps + most;
}

// The viewer's own mind, of which it is asked.
static dx_mind_id open_root(const dx_through *t, bool denies)
{
    dx_mind_id root =
        dx_inquiry_open(t->q, t->frame, t->viewer->sees, DX_MIND_KNOWS);
    dx_inquiry_node asked = say(t, 0, denies, dx_inquiry_inside(t->q, root));
    dx_inquiry_close(t->q, root, asked, DX_NODE_NONE);
    return root;
}

static dx_status ask(const dx_through *t, bool denies, dx_finding *out)
{
    dx_effort *effort = dx_inquiry_effort(t->q);
    uint64_t limit = effort->steps_max;
    dx_mind_id root = open_root(t, denies);
    effort->steps_max = limit_of(t, effort);
    dx_status status = dx_inquiry_ask(t->q, root, t->viewer->own, out);
    effort->steps_max = limit;
    return status;
}

// Does the viewer know it?  The first world in which it is not so is enough.
static dx_status ask_whether(const dx_through *t, bool denies, bool *out)
{
    dx_effort *effort = dx_inquiry_effort(t->q);
    uint64_t limit = effort->steps_max;
    dx_number_scope scope = {.frame = t->frame};
    dx_inquiry_node node = dx_inquiry_mind(t->q, (dx_vantage){&scope, t->frame},
                                           open_root(t, denies));
    effort->steps_max = limit_of(t, effort);
    dx_status status =
        dx_inquiry_holds(t->q, &scope, node, t->viewer->own, out);
    effort->steps_max = limit;
    effort->status = DX_OK;
    dx_scope_release(&scope);
    return status;
}

static dx_through_answer ask_twice(const dx_through *t)
{
    bool sure = false, excluded = false;
    if (ask_whether(t, false, &sure) != DX_OK ||
        (!sure && ask_whether(t, true, &excluded) != DX_OK))
        return DX_THROUGH_UNDECIDED;
    return sure       ? DX_THROUGH_SURE
           : excluded ? DX_THROUGH_EXCLUDED
                      : DX_THROUGH_PERHAPS;
}

dx_through_answer dx_through_ask(const dx_through *t)
{
    if (t->count > 1 || t->asks_twice)
        return ask_twice(t);
    dx_finding found = {0};
    bool is_decided = ask(t, false, &found) == DX_OK;
    dx_through_answer answer = !is_decided   ? DX_THROUGH_UNDECIDED
                               : !found.none ? DX_THROUGH_SURE
                               : !found.some ? DX_THROUGH_EXCLUDED
                                             : DX_THROUGH_PERHAPS;
    dx_finding_release(&found);
    return answer;
}
