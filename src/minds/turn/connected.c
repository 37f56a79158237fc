// A sufficient condition, from counting cards.
//
// A member steps from a deal to any other that differs only in what it does not
// see.  We look at games in which the rest (the deck) is hidden from all, takes
// every card and is bound by nothing, and each other card lies in a slot that
// may hold certain kinds.  Changing a slot's card for one of the rest that the
// slot may hold is then a step of any member who misses the slot.
//
// From one deal to another leads a permutation of the cards; slots that have
// the same kind in both are left alone, and so is a slot that can hold one kind
// only.  Take its cycles one by one.  A cycle through the rest is gone through
// slot by slot, that first whose card lies in the rest.  A cycle whose slots
// one member misses is one step.  Any other can be opened if for one of its
// slots a card that it may hold can be brought into the rest: the cycle then
// goes through the rest, and what was brought is brought back at last.
//
// Call a slot *free* if that can be done whatever the deal.  It is, if there
// are more cards that it may hold than slots, not free themselves, to hold
// them: then one of the cards lies in the rest or in a slot that was found free
// before, which takes a card of the rest for as long.  Of the slots that are
// not free, two that are missed by different members may still be free
// together: one of them is, by the same count for both.
//
// Cards that lie where all members see are taken to be the wrong ones.

#include "minds/turn/connected.h"

#include <assert.h>

typedef struct slots {
    const dx_frame *frame;
    uint64_t bound;                 // places that are not free
    uint64_t open;                  // places that all members see
    uint8_t copies[DX_KINDS_MAX];   // but for those in slots of one kind
    uint16_t missed[DX_PLACES_MAX]; // by these members
} slots;

// Can a place hold several kinds?  A place that holds one only is taken out,
// with its cards.
static bool varies(slots *s, unsigned place)
{
    uint64_t could = s->frame->could[place];
    if ((could & (could - 1)) != 0)
        return true;
    assert(could == 0 ||
           s->copies[__builtin_ctzll(could)] >= s->frame->size[place]);
    if (could != 0)
        s->copies[__builtin_ctzll(could)] -= s->frame->size[place];
    return false;
}

// Are there more cards of these kinds than slots, seen by all or not free, that
// could hold them?
static bool is_free(const slots *s, uint64_t kinds)
{
    unsigned cards = 0, room = 0;
    for (unsigned k = 0; k < s->frame->space.kind_count; k++)
        cards += kinds >> k & 1 ? s->copies[k] : 0;
    for (uint64_t left = s->bound | s->open; left != 0; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctzll(left);
        room += s->frame->could[p] & kinds ? s->frame->size[p] : 0;
    }
    return cards > room;
}

static void free_slots(slots *s)
{
    uint64_t before;
    do {
        before = s->bound;
        for (uint64_t left = before; left != 0; left &= left - 1) {
            unsigned p = (unsigned)__builtin_ctzll(left);
            if (is_free(s, s->frame->could[p]))
                s->bound &= ~DX_BIT(p);
        }
    } while (s->bound != before);
}

// Is there in every cycle of slots that are not free, and that no member misses
// all of, still one that is?
static bool every_cycle_opens(const slots *s)
{
    unsigned common = UINT16_MAX;
    bool is_shared = false;
    for (uint64_t left = s->bound; left != 0; left &= left - 1) {
        unsigned missed = s->missed[__builtin_ctzll(left)];
        common &= missed;
        is_shared = is_shared || (missed & (missed - 1)) != 0;
    }
    if (common != 0)
        return true;
    if (is_shared)
        return false;
    for (uint64_t a = s->bound; a != 0; a &= a - 1)
        for (uint64_t b = a & (a - 1); b != 0; b &= b - 1) {
            unsigned p = (unsigned)__builtin_ctzll(a);
            unsigned q = (unsigned)__builtin_ctzll(b);
            if (s->missed[p] != s->missed[q] &&
                !is_free(s, s->frame->could[p] | s->frame->could[q]))
                return false;
        }
    return true;
}

// Is each card in a slot of its own, or in the rest?
static bool is_plain(const dx_frame *frame)
{
    return frame->choice_count == 0 && !frame->hides_choices &&
           !frame->is_narrow && frame->case_of == NULL &&
           frame->beyond == NULL && frame->space.bound_count == 0;
}

bool dx_frame_is_connected(const dx_frame *frame, size_t count,
                           const uint64_t *sees)
{
    slots s = {.frame = frame};
    if (!is_plain(frame) || count > 16)
        return false;
    for (unsigned k = 0; k < frame->space.kind_count; k++)
        s.copies[k] = frame->space.copies[k];
    for (uint64_t left = frame->all; left != 0; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctzll(left);
        for (size_t i = 0; i < count; i++)
            s.missed[p] |= (uint16_t)(!(sees[i] >> p & 1) << i);
        if (varies(&s, p))
            *(s.missed[p] != 0 ? &s.bound : &s.open) |= DX_BIT(p);
    }
    assert((s.bound & s.open) == 0);
    free_slots(&s);
    return every_cycle_opens(&s);
}
