// Cards that the mind sees, or saw being chosen, lie already.  Of each group
// the cards are then laid one by one, a copy and a free place drawn evenly: the
// copies of a group and the places of a class are not told apart by anything,
// so all ways to do it are equally likely.  What was chosen unseen comes last,
// when it is known what there was to choose from.

#include "minds/eliminate/layout.h"

#include <assert.h>
#include <string.h>

void dx_layout_keep(dx_layout *l, const dx_deal_run *run)
{
    assert(run->o == l->o && run->row < dx_outlook_rows(l->o));
    for (size_t g = 0; l->o->moves != NULL && g < l->o->groups.count; g++)
        l->step[g].laid[run->row] = run->laid[g];
    if (l->o->moves != NULL)
        return;
    memcpy(l->step[run->row].laid, run->laid, sizeof run->laid);
    memcpy(l->step[run->row].marked, run->marked, sizeof run->marked);
}

// The same where no kind has more than one, and `kinds` are those that have.
static unsigned draw_single(dx_random *random, uint64_t kinds)
{
    unsigned all = (unsigned)__builtin_popcountll(kinds);
    assert(all > 0);
    unsigned skip = random == NULL ? 0 : (unsigned)dx_random_below(random, all);
    for (; skip > 0; skip--)
        kinds &= kinds - 1;
    return (unsigned)__builtin_ctzll(kinds);
}

// One of the cards of `kinds` that are left, by copies; there is one.  The
// first if `random` is NULL.
static unsigned draw_kind(dx_random *random, uint64_t kinds,
                          const uint8_t *left)
{
    unsigned all = 0;
    for (uint64_t rest = kinds; rest != 0; rest &= rest - 1)
        all += left[__builtin_ctzll(rest)];
    assert(all > 0);
    unsigned skip = random == NULL ? 0 : (unsigned)dx_random_below(random, all);
    for (;; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (skip < left[kind])
            return kind;
        skip -= left[kind];
    }
}

static unsigned draw_place(dx_layout *l, uint64_t places, const uint8_t *room)
{
    return draw_kind(l->random, places,
                     room); // places with room are drawn alike
}

// A card of a hidden place that could have been chosen.
static unsigned draw_chosen(dx_layout *l, const dx_dealt *dealt, unsigned place,
                            uint64_t kinds)
{
    return draw_kind(l->random, kinds, dealt->count[place]);
}

// What the mind saw being chosen from a place hidden from it lies there.
static void lay_seen(const dx_outlook *o, dx_dealt *dealt, uint8_t *left,
                     uint8_t *room)
{
    for (unsigned i = 0; i < o->frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(o->frame, i);
        unsigned from = o->frame->choice[i].place;
        if (!(o->sees >> at & 1) || (o->sees >> from & 1))
            continue;
        for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
            if (dealt->count[at][kind] > 0 && dealt->count[from][kind] == 0) {
                assert(left[kind] > 0 && room[from] > 0);
                dealt->count[from][kind] = 1;
                left[kind]--;
                room[from]--;
            }
    }
}

static uint64_t some_left(uint64_t kinds, const uint8_t *left, bool *is_single)
{
    uint64_t some = 0;
    for (; kinds != 0; kinds &= kinds - 1) {
        unsigned number = left[__builtin_ctzll(kinds)];
        some |= number > 0 ? kinds & -kinds : 0;
        *is_single &= number <= 1;
    }
    return some;
}

static void lay_group(dx_layout *l, unsigned group, dx_dealt *dealt,
                      uint8_t *left, uint8_t *room)
{
    const dx_outlook *o = l->o;
    bool is_single = true;
    uint64_t kinds = some_left(o->groups.at[group].kinds, left, &is_single);
    for (unsigned c = 0; c < o->classes.count; c++) {
        if (l->step[group].laid[c] == 0)
            continue;
        uint64_t places = dx_outlook_places(o, group, c);
        for (unsigned n = l->step[group].laid[c]; n > 0; n--) {
            unsigned kind = is_single ? draw_single(l->random, kinds)
                                      : draw_kind(l->random, kinds, left);
            unsigned place = draw_place(l, places, room);
            dealt->count[place][kind]++;
            left[kind]--;
            room[place]--;
            kinds &= left[kind] > 0 ? UINT64_MAX : ~DX_BIT(kind);
        }
    }
}

// What was chosen unseen: as it is marked, or anything that could have been.
static void choose(dx_layout *l, dx_dealt *dealt)
{
    const dx_outlook *o = l->o;
    for (unsigned i = 0; i < o->frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(o->frame, i);
        uint64_t kinds = o->frame->could[at];
        if (o->sees >> at & 1)
            continue;
        for (size_t m = 0; m < o->marks.count; m++)
            for (unsigned g = 0; g < o->groups.count; g++)
                if (o->marks.at[m].place == DX_BIT(at) &&
                    l->step[g].marked[m] != 0)
                    kinds &= o->groups.at[g].kinds;
        unsigned kind = draw_chosen(l, dealt, o->frame->choice[i].place, kinds);
        assert(o->frame->could[at] >> kind & 1);
        dealt->count[at][kind] = 1;
    }
}

// From numbers of cards of groups in classes to cards in places.
void dx_layout_deal(dx_layout *l, dx_dealt *dealt)
{
    const dx_outlook *o = l->o;
    const dx_frame *frame = o->frame;
    uint8_t left[DX_KINDS_MAX], room[DX_PLACES_MAX];
    memcpy(left, frame->space.copies, sizeof left);
    memcpy(room, frame->size, sizeof room);
    for (unsigned kind = frame->space.kind_count; kind < DX_KINDS_MAX; kind++)
        left[kind] = 0;
    uint64_t sees = frame->is_narrow ? 0 : o->sees & frame->real;
    for (uint64_t seen = sees; seen != 0; seen &= seen - 1)
        for (unsigned kind = 0; kind < frame->space.kind_count; kind++) {
            unsigned place = (unsigned)__builtin_ctzll(seen);
            assert(dealt->count[place][kind] <= left[kind]);
            left[kind] = (uint8_t)(left[kind] - dealt->count[place][kind]);
        }
    lay_seen(o, dealt, left, room);
    for (unsigned g = 0; g < o->groups.count; g++)
        lay_group(l, g, dealt, left, room);
    for (uint64_t all = frame->real & ~o->sees; all != 0; all &= all - 1)
        assert(room[__builtin_ctzll(all)] == 0); // every hidden place is full
    choose(l, dealt);
}
