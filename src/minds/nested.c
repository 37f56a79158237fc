// What is asked of a cell is a question of minds within minds
// (minds/inquiry.h).  With one other mind, "it holds it possible" is asked of
// the viewer once: in all worlds, in none, or in some.  With more, "all on the
// way know that it does" and "all know that it does not" are two questions.
//
// Most cells need no question.  Kinds that nothing tells apart, neither the
// space nor what the viewer sees, have the same answer.  What even a mind that
// sees no more than both do can rule out is excluded.  And worlds of the viewer
// that are drawn, with the board of the other mind in each, show by example
// that a cell is possible in one and not in another.  The dice are named by the
// moment, so the answer is always the same.  What is sure is often so because
// two cards could have changed places (nested_swap.c).

#include "minds/nested_private.h"

#include "base/memory.h"
#include "game/claims.h"
#include "minds/inquiry.h"

#include <assert.h>
#include <string.h>

enum { DRAWS = 12 };

typedef struct looking {
    dx_inquiry *q;
    dx_claims *claims;
    const dx_frame *frame;
    const dx_looker *viewer;
    size_t count;
    const uint64_t *path;
    dx_frames *frames;
    dx_dealt seen;               // what the viewer sees
    unsigned like[DX_KINDS_MAX]; // the first kind that is like it
    // For each place, kinds: that may be there by what all of them see; that
    // the other mind holds possible, and does not, in a world that was drawn.
    uint64_t common[DX_PLACES_MAX];
    uint64_t with[DX_PLACES_MAX], without[DX_PLACES_MAX];
    // What the viewer itself holds possible, if `knows_own`.
    bool knows_own;
    uint64_t own[DX_PLACES_MAX];
} looking;

// What mind number `i` of the path has to say of a cell, at a spot: the last
// one holds it possible or, with `denies`, does not; the others know that.
static dx_inquiry_node say(looking *l, size_t i, unsigned place, unsigned kind,
                           bool denies, dx_vantage spot)
{
    assert(i < l->count && place < l->frame->space.place_count);
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

// No question takes more than a quarter of what is left.
static uint64_t limit_of(const dx_effort *effort)
{
    uint64_t left = effort->steps_max > effort->steps
                        ? effort->steps_max - effort->steps
                        : 0;
    return effort->steps_max == 0 ? 0 : effort->steps + left / 4 + 1;
}

static dx_status ask(looking *l, unsigned place, unsigned kind, bool denies,
                     dx_finding *out)
{
    dx_effort *effort = dx_inquiry_effort(l->q);
    uint64_t limit = effort->steps_max;
    dx_mind_id root =
        dx_inquiry_open(l->q, l->frame, l->viewer->sees, DX_MIND_KNOWS);
    dx_inquiry_node asked =
        say(l, 0, place, kind, denies, dx_inquiry_inside(l->q, root));
    dx_inquiry_close(l->q, root, asked, DX_NODE_NONE);
    effort->steps_max = limit_of(effort);
    dx_status status = dx_inquiry_ask(l->q, root, l->viewer->own, out);
    effort->steps_max = limit;
    return status;
}

// Is it sure because a card could always have changed places (nested_swap.c)?
static bool is_sure_by_change(looking *l, unsigned place, unsigned kind)
{
    dx_swap swap = {l->frame, l->path[0], l->own, l->viewer->sees, &l->seen};
    if (l->count > 1 || !l->knows_own)
        return false;
    uint64_t kinds = dx_swap_kinds(&swap, place, kind);
    if (kinds == 0)
        return false;
    dx_finding found = {0};
    dx_mind_id root =
        dx_inquiry_open(l->q, l->frame, l->viewer->sees, DX_MIND_KNOWS);
    dx_claims_clear(l->claims);
    dx_claim some = dx_claim_some(l->claims, DX_BIT(place), kinds);
    dx_inquiry_node asked =
        dx_inquiry_claim(l->q, dx_inquiry_inside(l->q, root), l->claims, some);
    dx_inquiry_close(l->q, root, asked, DX_NODE_NONE);
    bool is_sure =
        dx_inquiry_ask(l->q, root, l->viewer->own, &found) == DX_OK &&
        !found.none;
    dx_finding_release(&found);
    return is_sure;
}

static void look_at(looking *l, unsigned place, unsigned kind, dx_nested *out)
{
    if (is_sure_by_change(l, place, kind)) {
        out->sure[place] |= DX_BIT(kind);
        return;
    }
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

// ---- kinds that nothing tells apart ----

static bool same_in(uint64_t set, unsigned a, unsigned b)
{
    return (set >> a & 1) == (set >> b & 1);
}

static bool is_alike(const looking *l, unsigned a, unsigned b)
{
    const dx_frame *f = l->frame;
    if (f->space.copies[a] != f->space.copies[b])
        return false;
    for (uint64_t at = f->all; at != 0; at &= at - 1)
        if (!same_in(f->could[__builtin_ctzll(at)], a, b))
            return false;
    for (unsigned i = 0; i < f->choice_count; i++)
        if (!same_in(f->choice[i].kinds, a, b))
            return false;
    for (unsigned i = 0; i < f->space.bound_count; i++)
        if (!same_in(f->space.bound[i].kinds, a, b))
            return false;
    for (uint64_t at = l->viewer->sees & f->all; at != 0; at &= at - 1) {
        unsigned place = (unsigned)__builtin_ctzll(at);
        if (l->seen.count[place][a] != l->seen.count[place][b])
            return false;
    }
    return true;
}

// For each kind the first that is like it.
static void find_alike(looking *l)
{
    const dx_places *places = dx_frames_rules(l->frames)->game->places;
    for (uint64_t at = l->viewer->sees & l->frame->all; at != 0; at &= at - 1) {
        unsigned place = (unsigned)__builtin_ctzll(at);
        places->held(l->frame->sight, l->viewer->own, place,
                     l->seen.count[place]);
    }
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++) {
        l->like[kind] = 0;
        while (!is_alike(l, l->like[kind], kind))
            l->like[kind]++;
        assert(l->like[kind] <= kind); // it is like itself
    }
}

// ---- what needs no question ----

// The kinds that who sees `sees` of the table `own` holds possible; all, if it
// cannot be told.
static bool possible_to(looking *l, uint64_t sees, const void *own,
                        uint64_t *out, dx_effort *effort)
{
    dx_board board;
    dx_looker looker = {.sees = sees, .own = own};
    if (dx_board_look(&board, l->frames, &looker, effort) != DX_OK)
        return false;
    for (unsigned i = 0; i < board.places; i++)
        out[i] = dx_board_possible(&board, i);
    dx_board_release(&board);
    return true;
}

// What is possible to the other mind in a world of the viewer, drawn.
static bool draw(looking *l, dx_random *random, uint64_t *out,
                 dx_effort *effort)
{
    const dx_rules *rules = dx_frames_rules(l->frames);
    size_t bytes = rules->game->table_bytes(rules);
    const dx_looker viewer = {.sees = l->viewer->sees, .own = l->viewer->own};
    if (rules->game->places->fill == NULL)
        return false;
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    bool fine = dx_board_draw(l->frames, &viewer, random, dealt, effort);
    if (fine) {
        void *table = dx_copy(l->frame->sight, bytes);
        rules->game->places->fill(table, dealt);
        fine = possible_to(l, l->path[0], table, out, effort);
        dx_free(table);
    }
    dx_free(dealt);
    return fine;
}

// Kinds that are possible to the other mind in one world, and in one are not.
static void find_examples(looking *l, dx_effort *effort)
{
    dx_random random = dx_random_named(l->frame->events, l->frame->turn, 11);
    for (unsigned i = 0; i < DRAWS; i++) {
        uint64_t possible[DX_PLACES_MAX] = {0};
        if (!draw(l, &random, possible, effort))
            break;
        for (unsigned p = 0; p < l->frame->space.place_count; p++) {
            l->with[p] |= possible[p];
            l->without[p] |= ~possible[p];
        }
    }
}

// The kinds that are like one in `set`.
static uint64_t all_alike(const looking *l, uint64_t set)
{
    uint64_t likes = 0, all = 0;
    for (uint64_t k = set; k != 0; k &= k - 1)
        likes |= DX_BIT(l->like[__builtin_ctzll(k)]);
    for (unsigned kind = 0; kind < l->frame->space.kind_count; kind++)
        if (likes >> l->like[kind] & 1)
            all |= DX_BIT(kind);
    return all;
}

static void look_at_place(looking *l, unsigned place, dx_nested *out)
{
    unsigned count = l->frame->space.kind_count;
    uint64_t kinds = l->common[place] & l->frame->could[place], seen = 0;
    uint64_t every = count == 64 ? UINT64_MAX : DX_BIT(count) - 1;
    for (unsigned kind = 0; kind < count; kind++)
        if (l->seen.count[place][kind] > 0)
            seen |= DX_BIT(kind);
    out->sure[place] = kinds & seen; // what is so is possible
    out->perhaps[place] = kinds & ~seen & all_alike(l, l->with[place]) &
                          all_alike(l, l->without[place] & every);
    for (uint64_t k = kinds & ~out->perhaps[place] & ~seen; k != 0;) {
        unsigned kind = (unsigned)__builtin_ctzll(k);
        uint64_t alike = all_alike(l, DX_BIT(kind)) & k;
        look_at(l, place, kind, out);
        if (out->sure[place] >> kind & 1)
            out->sure[place] |= alike;
        else if (out->perhaps[place] >> kind & 1)
            out->perhaps[place] |= alike;
        else if (out->undecided[place] >> kind & 1)
            out->undecided[place] |= alike;
        assert(alike >> kind & 1);
        k &= ~alike;
    }
    // A cell is one of these, or excluded.
    assert((out->sure[place] & out->perhaps[place]) == 0 &&
           (out->undecided[place] & (out->sure[place] | out->perhaps[place])) ==
               0);
}

void dx_nested_look(dx_frames *frames, const dx_looker *viewer, size_t count,
                    const uint64_t *path, dx_effort *effort, dx_nested *out)
{
    const dx_frame *now = dx_frames_now(frames);
    looking *l = dx_alloc(1, sizeof *l);
    *l = (looking){.q = dx_inquiry_new(frames),
                   .claims = dx_claims_new(),
                   .frames = frames,
                   .frame = now,
                   .viewer = viewer,
                   .count = count,
                   .path = path};
    DX_REQUIRE(count > 0, "another mind to look through");
    *out = (dx_nested){.hidden = now->real & ~path[count - 1]};
    uint64_t common = viewer->sees;
    for (size_t i = 0; i < count; i++)
        common &= path[i];
    find_alike(l);
    if (!possible_to(l, common, viewer->own, l->common, effort))
        memset(l->common, 0xff, sizeof l->common);
    if (count == 1) {
        find_examples(l, effort);
        l->knows_own =
            possible_to(l, viewer->sees, viewer->own, l->own, effort);
    }
    *dx_inquiry_effort(l->q) = *effort;
    for (uint64_t at = out->hidden; at != 0; at &= at - 1)
        if (now->size[__builtin_ctzll(at)] > 0)
            look_at_place(l, (unsigned)__builtin_ctzll(at), out);
    *effort = *dx_inquiry_effort(l->q);
    dx_claims_free(l->claims);
    dx_inquiry_free(l->q);
    dx_free(l);
}
