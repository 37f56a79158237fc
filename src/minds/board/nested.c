// What is asked of a cell is a question of minds within minds (nested_ask.c).
//
// Most cells need no question.  Kinds that nothing tells apart, neither the
// space nor what the viewer sees, have the same answer.  What even a mind that
// sees no more than both do can rule out is excluded.  And worlds of the viewer
// that are drawn, with the board of the other mind in each, show by example
// that a cell is possible in one and not in another.  The dice are named by the
// moment, so the answer is always the same.

#include "minds/board/nested_private.h"

#include "base/memory.h"
#include "game/claims.h"
#include "minds/inquiry/inquiry.h"

#include <assert.h>
#include <string.h>

enum { DRAWS = 12 };

typedef struct looking {
    dx_through through;
    const dx_frame *frame;
    const dx_looker *viewer;
    dx_frames *frames;
    dx_dealt seen;               // what the viewer sees
    unsigned like[DX_KINDS_MAX]; // the first kind that is like it
    // For each place, kinds: that may be there by what all of them see; that
    // the other mind holds possible, and does not, in a world that was drawn.
    uint64_t common[DX_PLACES_MAX];
    uint64_t with[DX_PLACES_MAX], without[DX_PLACES_MAX];
    uint64_t between; // places that all see who come before the last
} looking;

static void look_at(looking *l, unsigned place, unsigned kind, dx_nested *out)
{
    dx_through *t = &l->through;
    dx_claims_clear(t->claims);
    t->fact = dx_claim_some(t->claims, DX_BIT(place), DX_BIT(kind));
    t->denial = dx_claim_none(t->claims, DX_BIT(place), DX_BIT(kind));
    switch (dx_through_ask(t)) {
    case DX_THROUGH_UNDECIDED:
        out->undecided[place] |= DX_BIT(kind);
        break;
    case DX_THROUGH_SURE:
        out->sure[place] |= DX_BIT(kind);
        break;
    case DX_THROUGH_PERHAPS:
        out->perhaps[place] |= DX_BIT(kind);
        break;
    default:
        break;
    }
}

// ---- kinds that nothing tells apart ----

static bool same_in(uint64_t set, unsigned a, unsigned b)
{
    return (set >> a & 1) == (set >> b & 1);
}

static bool is_alike(const dx_frame *f, uint64_t sees, const dx_dealt *seen,
                     unsigned a, unsigned b)
{
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
    for (uint64_t at = sees & f->all; at != 0; at &= at - 1) {
        unsigned place = (unsigned)__builtin_ctzll(at);
        if (seen->count[place][a] != seen->count[place][b])
            return false;
    }
    return true;
}

void dx_kinds_alike(dx_frames *frames, const dx_looker *viewer,
                    dx_dealt *out_seen, unsigned *out_like)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    dx_places_held_in(places, now->sight, viewer->own, viewer->sees & now->all,
                      out_seen);
    for (unsigned kind = 0; kind < now->space.kind_count; kind++) {
        out_like[kind] = 0;
        while (!is_alike(now, viewer->sees, out_seen, out_like[kind], kind))
            out_like[kind]++;
        assert(out_like[kind] <= kind); // it is like itself
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
        fine = possible_to(l, l->through.path[0], table, out, effort);
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
    for (unsigned kind = 0; kind < count && l->between >> place & 1; kind++)
        if (l->seen.count[place][kind] > 0)
            seen |= DX_BIT(kind);
    // What is so is possible, and who comes between sees that it is so.
    out->sure[place] = kinds & seen;
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
    *l = (looking){.through = {.q = dx_inquiry_new(frames),
                               .frame = now,
                               .viewer = viewer,
                               .count = count,
                               .path = path,
                               .claims = dx_claims_new()},
                   .frames = frames,
                   .frame = now,
                   .viewer = viewer};
    DX_REQUIRE(count > 0, "another mind to look through");
    l->between = UINT64_MAX;
    for (size_t i = 0; i + 1 < count; i++)
        l->between &= path[i];
    uint64_t all = l->between & path[count - 1], common = viewer->sees & all;
    *out = (dx_nested){.hidden = now->real & ~all};
    dx_kinds_alike(frames, viewer, &l->seen, l->like);
    if (!possible_to(l, common, viewer->own, l->common, effort))
        memset(l->common, 0xff, sizeof l->common);
    if (count == 1)
        find_examples(l, effort);
    *dx_inquiry_effort(l->through.q) = *effort;
    for (uint64_t at = out->hidden; at != 0; at &= at - 1)
        if (now->size[__builtin_ctzll(at)] > 0)
            look_at_place(l, (unsigned)__builtin_ctzll(at), out);
    *effort = *dx_inquiry_effort(l->through.q);
    dx_claims_free(l->through.claims);
    dx_inquiry_free(l->through.q);
    dx_free(l);
}
