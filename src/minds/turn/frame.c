// Frames are made when somebody looks at them: following an event is folding
// it and, now and then where a seat is to move, keeping a copy of the sight;
// the sights between are folded from these.  So a game costs what it is long
// for, and memory for the turns that are looked at.  What became of places is
// worked out event by event, by going through the game once more when the first
// question about time is asked.

#include "minds/turn/frame.h"

#include "base/memory.h"
#include "base/vector.h"
#include "game/claims.h"

#include <assert.h>
#include <string.h>

// What became of one place between a turn and the next: the cards that were
// shown, as kinds with copies, and the places that have the others.
typedef struct fate {
    uint64_t still, kinds;
    uint8_t known[DX_KINDS_MAX];
} fate;

typedef struct turn {
    unsigned turn, events; // as in its frame
    dx_frame *frame;       // NULL: nobody has looked
    void *sight;           // of one in SIGHTS
    fate *fates; // of its places until the next turn; NULL: not asked yet
} turn;

enum { SIGHTS = 64 };

struct dx_frames {
    dx_rules rules;
    dx_masks masks;
    size_t sight_bytes;
    dx_eyes *eyes;  // a bystander's
    unsigned moves; // of seats so far
    DX_VECTOR(dx_event) seen;
    DX_VECTOR(turn *) turns; // the last is now, if `now_is_kept`
    bool now_is_kept;
};

// With one card, or one kind, there was nothing to choose.
static bool was_free(const dx_frame *frame, unsigned choice)
{
    assert(choice < frame->choice_count);
    uint64_t kinds = frame->could[dx_frame_chosen(frame, choice)];
    return frame->size[frame->choice[choice].place] > 1 &&
           (kinds & (kinds - 1)) != 0;
}

bool dx_frame_has_chances(const dx_frame *frame, uint64_t sees)
{
    if (frame->hides_choices)
        return false;
    for (unsigned i = 0; i < frame->choice_count; i++)
        if (!(sees >> dx_frame_chosen(frame, i) & 1) && was_free(frame, i))
            return false;
    return true;
}

dx_frames *dx_frames_new(const dx_rules *rules)
{
    DX_REQUIRE(rules->game->places != NULL, "a game that declares its places");
    dx_frames *frames = dx_alloc(1, sizeof *frames);
    frames->rules = *rules;
    dx_masks_init(&frames->masks, rules->game->verbs);
    frames->sight_bytes = rules->game->table_bytes(rules);
    frames->eyes = dx_eyes_new(rules, DX_BYSTANDER);
    return frames;
}

static void free_turn(turn *t)
{
    if (t->frame != NULL) {
        dx_free(t->frame->sight);
        dx_claims_free(t->frame->claims);
    }
    dx_free(t->frame);
    dx_free(t->sight);
    dx_free(t->fates);
    dx_free(t);
}

void dx_frames_free(dx_frames *frames)
{
    if (frames == NULL)
        return;
    for (size_t i = 0; i < frames->turns.count; i++)
        free_turn(frames->turns.at[i]);
    dx_vector_release(&frames->turns);
    dx_vector_release(&frames->seen);
    dx_eyes_free(frames->eyes);
    dx_free(frames);
}

dx_frames *dx_frames_after(const dx_rules *rules, const dx_event *seen,
                           size_t count)
{
    dx_frames *frames = dx_frames_new(rules);
    for (size_t i = 0; i < count; i++)
        dx_frames_follow(frames, seen[i]);
    return frames;
}

// What is made when somebody looks at it is made again.
dx_frames *dx_frames_copy(const dx_frames *frames)
{
    return dx_frames_after(&frames->rules, frames->seen.at, frames->seen.count);
}

const dx_rules *dx_frames_rules(const dx_frames *frames)
{
    return &frames->rules;
}

// The moment as a turn of its own.
static void keep_now(dx_frames *frames)
{
    if (frames->now_is_kept)
        return;
    const dx_view *view = dx_eyes_view(frames->eyes);
    turn *t = dx_alloc(1, sizeof *t);
    t->events = view->count;
    t->turn = frames->moves;
    if (frames->turns.count % SIGHTS == 0)
        t->sight = dx_copy(view->sight, frames->sight_bytes);
    // Turns are in the order of time, and no two of the same moment.
    assert(frames->turns.count == 0 ||
           frames->turns.at[frames->turns.count - 1]->events < view->count);
    dx_vector_push(&frames->turns, t);
    frames->now_is_kept = true;
}

// A moment in which nature is next is no turn, unless it is the last.
static void drop_now(dx_frames *frames)
{
    if (!frames->now_is_kept)
        return;
    assert(frames->turns.count > 0);
    if (dx_eyes_view(frames->eyes)->turn == DX_NATURE) {
        free_turn(frames->turns.at[--frames->turns.count]);
        if (frames->turns.count > 0) { // what became of it until then
            turn *last = frames->turns.at[frames->turns.count - 1];
            dx_free(last->fates);
            last->fates = NULL;
        }
    }
    frames->now_is_kept = false;
}

void dx_frames_follow(dx_frames *frames, dx_event event)
{
    bool begins = frames->seen.count == 0;
    if (begins && dx_eyes_view(frames->eyes)->turn != DX_NATURE)
        keep_now(frames);
    drop_now(frames);
    event = dx_masks_see(&frames->masks, event, DX_BYSTANDER);
    dx_vector_push(&frames->seen, event);
    frames->moves += !frames->rules.game->verbs[event.verb].chance;
    dx_eyes_seen(frames->eyes, event);
    if (event.next != DX_NATURE)
        keep_now(frames);
}

static uint64_t first_places(unsigned count)
{
    return count == DX_PLACES_MAX ? UINT64_MAX : DX_BIT(count) - 1;
}

// What was chosen is a place, seen by some, and was there to be chosen.
static void add_choice(dx_frame *frame, unsigned number)
{
    const dx_choice *choice = &frame->choice[number];
    unsigned at = dx_frame_chosen(frame, number);
    assert(choice->place < frame->space.place_count && at < DX_PLACES_MAX);
    frame->could[at] = choice->kinds & frame->could[choice->place];
    frame->size[at] = 1;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        frame->sees[seat] |= choice->seats >> seat & 1 ? DX_BIT(at) : 0;
    dx_deal_space_add_between(&frame->space, DX_BIT(choice->place),
                              choice->kinds, 1, UINT8_MAX);
}

// Do two of a seat's sums have places in common?
static bool do_cross(const uint64_t *sum, unsigned count)
{
    uint64_t met = 0;
    for (unsigned i = 0; i < count; i++) {
        if ((met & sum[i]) != 0)
            return true;
        met |= sum[i];
    }
    return false;
}

// What seats know together is a place that they see.
static void add_sums(const dx_places *places, unsigned seat, dx_frame *frame)
{
    uint64_t sum[DX_PLACES_MAX];
    unsigned count = places->sums(frame->sight, seat, sum);
    for (unsigned k = 0; k < count && frame->space.beyond == NULL; k++) {
        unsigned i = 0;
        while (i < frame->sum_count && frame->sum[i] != sum[k])
            i++;
        if (do_cross(sum, count) || frame->sum_from + i >= DX_PLACES_MAX) {
            frame->space.beyond = "what a seat saw together cannot be told "
                                  "apart";
            return;
        }
        frame->sum[i] = sum[k];
        if (i == frame->sum_count)
            frame->sum_count++;
        frame->summed |= DX_BIT(frame->sum_from + i);
        frame->sees[seat] |= DX_BIT(frame->sum_from + i);
    }
}

// Who was told what some were told sees a place.
static void add_told(dx_frame *frame)
{
    frame->told_from = frame->sum_from + frame->sum_count;
    if (frame->told_count > DX_TOLD_MAX ||
        frame->told_from + frame->told_count > DX_PLACES_MAX)
        frame->space.beyond = "more was heard that is no bound on numbers of "
                              "cards than can be kept";
    if (frame->space.beyond != NULL)
        frame->told_count = 0;
    for (unsigned i = 0; i < frame->told_count; i++)
        for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
            frame->sees[seat] |= frame->told[i].seats >> seat & 1
                                     ? DX_BIT(frame->told_from + i)
                                     : 0;
}

// Does it hold together: kinds that there are, no more room than cards, and
// seats that see places that there are?
DX_UNUSED static bool is_sound(const dx_frame *frame)
{
    const dx_deal_space *space = &frame->space;
    unsigned cards = 0;
    uint64_t kinds = first_places(space->kind_count);
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        cards += space->copies[kind];
    for (uint64_t left = frame->all; left != 0; left &= left - 1)
        if ((frame->could[__builtin_ctzll(left)] & ~kinds) != 0)
            return false;
    for (unsigned i = 0; i < space->bound_count; i++)
        if ((space->bound[i].places & ~frame->real) != 0)
            return false;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        if ((frame->sees[seat] &
             ~first_places(frame->told_from + frame->told_count)) != 0)
            return false;
    return (frame->real & ~frame->all) == 0 &&
           dx_frame_size(frame, frame->real) <= cards;
}

static void make_frame(const dx_frames *frames, dx_frame *frame)
{
    const dx_places *places = frames->rules.game->places;
    frame->claims = dx_claims_new();
    frame->told_count = dx_places_told(places, frame->sight, &frame->space,
                                       frame->claims, frame->told);
    unsigned count = frame->space.place_count;
    for (unsigned i = 0; i < count; i++) {
        frame->could[i] = frame->space.place[i].kinds;
        frame->size[i] = frame->space.place[i].size;
    }
    frame->choice_count =
        dx_places_choices(places, frame->sight, frame->choice);
    frame->hides_choices =
        places->hides_choices != NULL && places->hides_choices(frame->sight);
    if (count + frame->choice_count > DX_PLACES_MAX)
        frame->space.beyond = "more than 64 places and hidden choices";
    for (unsigned i = 0; frame->space.beyond == NULL && i < frame->choice_count;
         i++)
        add_choice(frame, i);
    frame->beyond = frame->space.beyond;
    if (frame->beyond != NULL)
        frame->choice_count = 0;
    frame->real = first_places(count);
    frame->sum_from = count + frame->choice_count;
    frame->all = first_places(frame->sum_from);
    for (unsigned seat = 0; seat < dx_players(&frames->rules); seat++) {
        frame->sees[seat] |=
            dx_places_sees(places, frame->sight, seat) & frame->all;
        if (places->sums != NULL && frame->beyond == NULL)
            add_sums(places, seat, frame);
    }
    add_told(frame);
    frame->beyond =
        frame->space.beyond != NULL ? frame->space.beyond
        : frame->sum_count > 0
            ? "cards that came at several turns were seen together, and it is "
              "open which came when"
        : frame->told_count > 0
            ? "what was heard is no bound on numbers of cards"
            : NULL;
    assert(is_sound(frame));
}

// The sight of a turn, from the last before it that is kept; the caller's.
static void *sight_at(const dx_frames *frames, size_t number)
{
    const turn *t = frames->turns.at[number], *from = t;
    if (number + 1 == frames->turns.count)
        return dx_copy(dx_eyes_view(frames->eyes)->sight, frames->sight_bytes);
    while (from->sight == NULL && from->frame == NULL)
        from = frames->turns.at[--number];
    void *sight =
        dx_copy(from->sight != NULL ? from->sight : from->frame->sight,
                frames->sight_bytes);
    for (unsigned i = from->events; i < t->events; i++)
        frames->rules.game->fold(sight, frames->seen.at[i]);
    return sight;
}

const dx_frame *dx_frames_at(dx_frames *frames, size_t number)
{
    keep_now(frames);
    assert(number < frames->turns.count);
    turn *t = frames->turns.at[number];
    if (t->frame != NULL)
        return t->frame;
    dx_frame *frame = dx_alloc(1, sizeof *frame);
    frame->number = (unsigned)number;
    frame->turn = t->turn;
    frame->events = t->events;
    frame->sight = sight_at(frames, number);
    make_frame(frames, frame);
    return t->frame = frame;
}

const dx_frame *dx_frames_now(dx_frames *frames)
{
    keep_now(frames);
    return dx_frames_at(frames, frames->turns.count - 1);
}

unsigned dx_frames_mover(const dx_frames *frames, const dx_frame *frame)
{
    assert(frame->events < frames->seen.count);
    return frames->seen.at[frame->events].who;
}

// Takes the fates of all places of a turn one event further.
static void go_on(const dx_places *places, const void *before, dx_event event,
                  const void *after, fate *fates, unsigned count)
{
    for (unsigned i = 0; places->since != NULL && i < count; i++) {
        uint64_t still = 0;
        for (uint64_t left = fates[i].still; left != 0; left &= left - 1)
            still |=
                places->since(before, event, after,
                              (unsigned)__builtin_ctzll(left), fates[i].known);
        fates[i].still = still;
    }
}

static void find_fates(dx_frames *frames, size_t number)
{
    const dx_frame *from = dx_frames_at(frames, number);
    const dx_frame *to = dx_frames_at(frames, number + 1);
    unsigned count = from->space.place_count;
    // What was chosen stays chosen, and time goes on.
    assert(to->beyond != NULL || from->choice_count <= to->choice_count);
    assert(from->events < to->events);
    fate *fates = dx_alloc(count + from->choice_count + 1, sizeof *fates);
    for (unsigned i = 0; i < count; i++)
        fates[i].still = DX_BIT(i);
    for (unsigned i = 0; i < from->choice_count; i++)
        fates[count + i].still = DX_BIT(dx_frame_chosen(to, i));
    void *before = dx_copy(from->sight, frames->sight_bytes);
    void *after = dx_copy(from->sight, frames->sight_bytes);
    for (unsigned i = from->events; i < to->events; i++) {
        dx_event event = frames->seen.at[i];
        frames->rules.game->fold(after, event);
        go_on(frames->rules.game->places, before, event, after, fates, count);
        memcpy(before, after, frames->sight_bytes);
    }
    for (unsigned i = 0; i < count; i++)
        for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
            if (fates[i].known[kind] > 0)
                fates[i].kinds |= DX_BIT(kind);
    dx_free(before);
    dx_free(after);
    frames->turns.at[number]->fates = fates;
}

static unsigned known_of(const fate *f, uint64_t kinds)
{
    unsigned known = 0;
    for (kinds &= f->kinds; kinds != 0; kinds &= kinds - 1)
        known += f->known[__builtin_ctzll(kinds)];
    return known;
}

unsigned dx_frames_since(dx_frames *frames, const dx_frame *then,
                         const dx_frame *now, uint64_t places, uint64_t kinds,
                         uint64_t *out_places)
{
    unsigned known = 0;
    assert(then->number <= now->number);
    assert((places & ~then->all) == 0);
    for (size_t i = then->number; i < now->number; i++) {
        if (frames->turns.at[i]->fates == NULL)
            find_fates(frames, i);
        uint64_t still = 0;
        for (; places != 0; places &= places - 1) {
            const fate *f =
                &frames->turns.at[i]->fates[__builtin_ctzll(places)];
            known += known_of(f, kinds);
            still |= f->still;
        }
        places = still;
    }
    assert((places & ~now->all) == 0);
    *out_places = places;
    return known;
}

bool dx_frames_blurs(const dx_frames *frames, const dx_frame *then,
                     const dx_frame *now, uint64_t places, uint64_t kinds)
{
    const dx_places *how = frames->rules.game->places;
    if (then->number == now->number || how->blurs == NULL)
        return false;
    places &= how->blurs(then->sight, now->sight) & then->all;
    for (; places != 0; places &= places - 1)
        if ((then->could[__builtin_ctzll(places)] & kinds) != 0)
            return true;
    return false;
}
