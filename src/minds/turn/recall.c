// The game is gone through once as a bystander saw it.  Each hidden argument of
// an event becomes a piece of the place where its card went, and the frames say
// what of that place is known since and in which places of now the rest lies.
// What lies in none is filled in for all worlds; the others are filled in world
// by world.
//
// Which of several equal pieces gets which card does not matter, as long as all
// worlds with these cards do it alike: each then has one past.

#include "minds/turn/recall.h"

#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>

// An argument that names one of the cards of a source.
typedef struct piece {
    unsigned event;
    uint8_t arg, less;
} piece;

// A place of an earlier turn: what it held is known by now, or lies in places
// of now.
typedef struct source {
    unsigned frame, place;
    uint64_t still;
    uint8_t known[DX_KINDS_MAX];
    DX_VECTOR(piece) pieces; // in the order of events
} source;

struct dx_recall {
    unsigned kind_count, count;
    dx_event *past;
    DX_VECTOR(source) sources; // that have cards in places of now
};

// The kinds of a source, one after the other: the order is the same for all
// worlds with these cards, which is all that it must be.
static void lay_out(dx_recall *r, const source *s, const dx_dealt *dealt)
{
    size_t next = 0;
    for (unsigned kind = 0; kind < r->kind_count; kind++) {
        unsigned number =
            s->known[kind] + dx_dealt_count(dealt, s->still, DX_BIT(kind));
        for (; number > 0 && next < s->pieces.count; number--) {
            piece p = s->pieces.at[next++];
            assert(p.event < r->count && p.arg < DX_ARGS && p.less <= kind);
            r->past[p.event].arg[p.arg] = (uint8_t)(kind - p.less);
        }
    }
    assert(next == s->pieces.count);
}

static void source_release(source *s)
{
    dx_vector_release(&s->pieces);
}

static source *source_of(dx_recall *r, unsigned frame, unsigned place)
{
    for (size_t i = r->sources.count; i-- > 0;)
        if (r->sources.at[i].frame == frame && r->sources.at[i].place == place)
            return &r->sources.at[i];
    dx_vector_push(&r->sources, (source){.frame = frame, .place = place});
    return &r->sources.at[r->sources.count - 1];
}

// The hidden arguments of one event.
static void note_event(dx_recall *r, const dx_places *places, unsigned i,
                       const void *before, const dx_frame *turn)
{
    dx_brought brought[DX_ARGS];
    dx_event *event = &r->past[i];
    unsigned count = places->brought(before, *event, turn->sight, brought);
    assert(count <= DX_ARGS);
    for (unsigned k = 0; k < count; k++) {
        dx_brought b = brought[k];
        if (event->arg[b.arg] != DX_HOLE)
            continue;
        assert(b.place == DX_NONE || turn->all >> b.place & 1);
        if (b.place == DX_NONE)
            event->arg[b.arg] = (uint8_t)(b.kind - b.less);
        else
            dx_vector_push(&source_of(r, turn->number, b.place)->pieces,
                           ((piece){i, b.arg, b.less}));
    }
}

// Goes through the game as a bystander saw it.
static void note_all(dx_recall *r, dx_frames *frames, const dx_view *view)
{
    const dx_rules *rules = view->rules;
    const dx_game *game = rules->game;
    dx_masks masks;
    void *sight = dx_alloc(1, game->table_bytes(rules));
    unsigned number = 0, last = dx_frames_now(frames)->number;
    dx_masks_init(&masks, game->verbs);
    game->setup(sight, rules);
    for (unsigned i = 0; i < view->count; i++) {
        while (number < last && dx_frames_at(frames, number)->events <= i)
            number++;
        note_event(r, game->places, i, sight, dx_frames_at(frames, number));
        game->fold(sight, dx_masks_see(&masks, view->seen[i], DX_BYSTANDER));
    }
    dx_free(sight);
}

static void follow_source(dx_frames *frames, source *s, unsigned kind_count)
{
    const dx_frame *then = dx_frames_at(frames, s->frame);
    const dx_frame *now = dx_frames_now(frames);
    for (unsigned kind = 0; kind < kind_count; kind++)
        s->known[kind] = (uint8_t)dx_frames_since(
            frames, then, now, DX_BIT(s->place), DX_BIT(kind), &s->still);
}

// What lies in no place of now any more is the same in all worlds.
static void settle_sources(dx_recall *r, dx_frames *frames)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->sources.count; i++) {
        source *s = &r->sources.at[i];
        follow_source(frames, s, r->kind_count);
        if (s->still != 0) {
            r->sources.at[kept++] = *s;
            continue;
        }
        lay_out(r, s, NULL);
        source_release(s);
    }
    r->sources.count = kept;
}

dx_recall *dx_recall_new(dx_frames *frames, const dx_view *view)
{
    if (view->rules->game->places->brought == NULL)
        return NULL;
    dx_recall *r = dx_alloc(1, sizeof *r);
    r->kind_count = dx_frames_now(frames)->space.kind_count;
    r->count = view->count;
    r->past = dx_alloc(view->count + 1, sizeof *r->past);
    for (unsigned i = 0; i < view->count; i++)
        r->past[i] = view->seen[i];
    note_all(r, frames, view);
    settle_sources(r, frames);
    return r;
}

void dx_recall_free(dx_recall *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->sources.count; i++)
        source_release(&r->sources.at[i]);
    dx_vector_release(&r->sources);
    dx_free(r->past);
    dx_free(r);
}

const dx_event *dx_recall_past(dx_recall *r, const dx_dealt *dealt)
{
    for (size_t i = 0; i < r->sources.count; i++)
        lay_out(r, &r->sources.at[i], dealt);
    return r->past;
}

const dx_event *dx_recall_lay(dx_recall *r, const dx_dealt *dealt,
                              uint64_t known, uint64_t fresh)
{
    for (size_t i = 0; i < r->sources.count; i++) {
        const source *s = &r->sources.at[i];
        if ((s->still & fresh) != 0 && (s->still & ~known) == 0)
            lay_out(r, s, dealt);
    }
    return r->past;
}

uint64_t dx_recall_reads(const dx_recall *r, unsigned event)
{
    uint64_t places = 0;
    for (size_t i = 0; i < r->sources.count; i++) {
        const source *s = &r->sources.at[i];
        for (size_t k = 0; k < s->pieces.count; k++)
            if (s->pieces.at[k].event == event)
                places |= s->still;
    }
    return places;
}
