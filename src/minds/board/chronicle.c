// After each event a board says what may lie in each place, and the game says
// from where its cards came.  A story is read backwards along those sources: a
// kind that was possible there before, and neither is now nor was removed
// later, went with this event.  Cost: a board for each event, once.

#include "minds/board/chronicle.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// A moment: what may lie in each place, and where that was before.
typedef struct moment {
    unsigned event; // that led here; DX_NONE: the first moment
    unsigned places;
    uint64_t *possible, *from;
} moment;

struct dx_chronicle {
    dx_rules rules;
    unsigned seat;
    dx_masks masks;
    dx_frames *frames;
    dx_eyes *eyes;
    DX_VECTOR(moment) moments;
    dx_status status; // once it is broken off, it stays so
};

void dx_place_story_release(dx_place_story *story)
{
    dx_vector_release(&story->removals);
}

dx_chronicle *dx_chronicle_new(const dx_rules *rules, unsigned seat)
{
    dx_chronicle *c = dx_alloc(1, sizeof *c);
    c->rules = *rules;
    c->seat = seat;
    dx_masks_init(&c->masks, rules->game->verbs);
    c->frames = dx_frames_new(rules);
    c->eyes = dx_eyes_new(rules, seat);
    return c;
}

void dx_chronicle_free(dx_chronicle *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < c->moments.count; i++) {
        dx_free(c->moments.at[i].possible);
        dx_free(c->moments.at[i].from);
    }
    dx_vector_release(&c->moments);
    dx_frames_free(c->frames);
    dx_eyes_free(c->eyes);
    dx_free(c);
}

static moment new_moment(const dx_frame *now, unsigned event)
{
    unsigned places = now->space.place_count;
    return (moment){.event = event,
                    .places = places,
                    .possible = dx_alloc(places + 1, sizeof(uint64_t)),
                    .from = dx_alloc(places + 1, sizeof(uint64_t))};
}

// What may lie where, now.
static dx_status look(dx_chronicle *c, moment *m, dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(c->frames);
    const dx_looker looker = {
        .sees = c->seat == DX_BYSTANDER ? 0 : now->sees[c->seat],
        .own = dx_eyes_view(c->eyes)->sight};
    dx_board board;
    dx_status status = dx_board_look(&board, c->frames, &looker, effort);
    for (unsigned i = 0; status == DX_OK && i < m->places; i++)
        m->possible[i] = dx_board_possible(&board, i);
    dx_board_release(&board);
    return status;
}

// From which places of the moment before those of now have their cards.
static void find_sources(const dx_chronicle *c, const dx_frame *now,
                         const void *before, dx_event event, moment *m)
{
    const dx_places *places = c->rules.game->places;
    assert(c->moments.count > 0);
    const moment *old = &c->moments.at[c->moments.count - 1];
    for (unsigned i = 0; i < old->places; i++) {
        uint8_t known[DX_KINDS_MAX] = {0};
        uint64_t still = DX_BIT(i); // cards stay where they are
        if (places->since != NULL)
            still = places->since(before, event, now->sight, i, known);
        assert((still & ~now->real) == 0);
        for (; still != 0; still &= still - 1)
            m->from[__builtin_ctzll(still)] |= DX_BIT(i);
    }
}

static dx_status follow(dx_chronicle *c, dx_event event, unsigned number,
                        dx_effort *effort)
{
    bool begun = c->moments.count > 0;
    size_t bytes = c->rules.game->table_bytes(&c->rules);
    void *before = NULL;
    if (begun)
        before = dx_copy(dx_frames_now(c->frames)->sight, bytes);
    dx_frames_follow(c->frames, event);
    dx_eyes_seen(c->eyes, event);
    dx_status status = DX_OK;
    if (begun || event.next != DX_NATURE) {
        const dx_frame *now = dx_frames_now(c->frames);
        moment m = new_moment(now, begun ? number : DX_NONE);
        if (begun)
            find_sources(c, now, before,
                         dx_masks_see(&c->masks, event, DX_BYSTANDER), &m);
        status = look(c, &m, effort);
        dx_vector_push(&c->moments, m);
    }
    dx_free(before);
    return status;
}

dx_status dx_chronicle_follow(dx_chronicle *c, const dx_view *view,
                              dx_effort *effort)
{
    DX_REQUIRE(view->seat == c->seat, "the view of the chronicle's seat");
    for (unsigned i = dx_eyes_view(c->eyes)->count;
         i < view->count && c->status == DX_OK; i++) {
        dx_effort each = *effort;
        each.steps = each.bytes = 0;
        c->status = follow(c, view->seen[i], i, &each);
        effort->steps += each.steps;
    }
    return c->status;
}

static uint64_t all_of(const uint64_t *sets, uint64_t places)
{
    uint64_t all = 0;
    for (; places != 0; places &= places - 1)
        all |= sets[__builtin_ctzll(places)];
    return all;
}

dx_place_story dx_chronicle_of(const dx_chronicle *c, unsigned place)
{
    dx_place_story story = {.came = DX_NONE};
    uint64_t at = DX_BIT(place), gone = 0;
    for (size_t i = c->moments.count; i-- > 0;) {
        const moment *now = &c->moments.at[i];
        uint64_t from = all_of(now->from, at);
        gone |= all_of(now->possible, at);
        if (from == 0) {
            story.came = now->event;
            break;
        }
        assert(i > 0); // the first moment has no sources
        uint64_t removed = all_of(c->moments.at[i - 1].possible, from) & ~gone;
        if (removed != 0)
            dx_vector_push(&story.removals,
                           (dx_removal){now->event, removed, from});
        gone |= removed;
        at = from;
    }
    return story;
}
