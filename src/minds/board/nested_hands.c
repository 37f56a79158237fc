// Every number is a question through the minds (nested_ask.c), and most need
// none.
//
// Let o be the last mind and h a hand hidden from it.  Of a kind of c copies of
// which o has m, at most c - m lie in h; so a number is excluded if h cannot be
// filled so, with c - m for the least m that the viewer holds possible.  And a
// number is sure if h can be filled so from what is left of each kind when all
// others have as many as the viewer holds possible: what lies in h can then
// always be changed for that, and o does not notice.  Both are asked of a frame
// of that hand alone.  Through several minds, instead of what the viewer holds
// possible, all is that a bystander does by looking at each hand alone.
//
// Worlds of the viewer that are drawn, with the ledger of the other mind in
// each, show by example that a number is possible in one and not in another.
// Kinds that nothing tells apart have the same answer.

#include "minds/board/nested_hands.h"

#include "base/memory.h"
#include "game/claims.h"
#include "minds/board/hand_ways.h"
#include "minds/board/ledger_private.h"
#include "minds/board/nested_pairs.h"
#include "minds/board/nested_private.h"
#include "minds/eliminate/sample.h"

#include <assert.h>
#include <string.h>

// Worlds drawn, and questions that share the steps.
enum { DRAWS = 10, QUESTIONS = 60 };

typedef struct looking {
    dx_through through;
    dx_frames *frames;
    const dx_nested_hands *hands;
    size_t cells;                // (hand, kind)
    dx_dealt seen;               // what the viewer sees
    unsigned like[DX_KINDS_MAX]; // the first kind that is like it
    // Numbers of each cell, as bits: that are not excluded, and that are sure;
    // that the other mind holds possible, and does not, in a world that was
    // drawn.
    uint64_t *open, *sure, *with, *without;
    // Of each kind, in the places of each hand and, behind them, in those that
    // the other mind sees: what the viewer holds possible, as far as it is
    // known.
    uint8_t (*least)[DX_KINDS_MAX], (*most)[DX_KINDS_MAX];
} looking;

// ---- what needs no question ----

// Just `number` cards may be there.
static bool is_possible(const dx_ledger *ledger, unsigned hand, unsigned kind,
                        unsigned number)
{
    dx_rational none = {0}, all = dx_rational_of(dx_fraction_int(1));
    const dx_rational *least =
        number > 0 ? dx_ledger_at(ledger, hand, kind, number) : &all;
    const dx_rational *more = number < ledger->most
                                  ? dx_ledger_at(ledger, hand, kind, number + 1)
                                  : &none;
    return dx_rational_compare(least, more) > 0;
}

static uint64_t numbers_in(const dx_ledger *ledger, unsigned hand,
                           unsigned kind)
{
    uint64_t numbers = 0;
    for (unsigned n = 0; n <= ledger->most; n++)
        numbers |= is_possible(ledger, hand, kind, n) ? DX_BIT(n) : 0;
    assert(numbers != 0); // some number of cards is there
    return numbers;
}

// The frame of one hand alone, with these copies.  False if a bound ties it to
// other places.
static bool hand_alone(const dx_frame *frame, uint64_t hand,
                       const uint8_t *copies, dx_frame *out)
{
    *out = *frame;
    out->real = out->all = hand;
    out->choice_count = 0;
    out->space.bound_count = 0;
    memcpy(out->space.copies, copies, sizeof out->space.copies);
    for (unsigned p = 0; p < frame->space.place_count; p++)
        if (!(hand >> p & 1))
            out->size[p] = 0, out->could[p] = 0;
    for (unsigned i = 0; i < frame->space.bound_count; i++) {
        const dx_bound *bound = &frame->space.bound[i];
        if ((bound->places & hand) == 0)
            continue;
        if ((bound->places & ~hand) != 0)
            return false;
        out->space.bound[out->space.bound_count++] = *bound;
    }
    return frame->choice_count == 0;
}

// By the ways in which the one hand of a frame may be made up.
static dx_status list_numbers(const looking *l, const dx_frame *frame,
                              uint64_t *out, dx_effort *effort)
{
    dx_made_up ways;
    dx_status status = dx_hand_ways_of(&ways, frame, effort);
    if (status == DX_OK)
        memcpy(out, ways.numbers,
               l->through.frame->space.kind_count * sizeof *out);
    dx_natural_release(&ways.count);
    return status;
}

// The numbers of each kind that a hand alone can have.
static bool fill_alone(const looking *l, uint64_t hand, const uint8_t *copies,
                       uint64_t *out, dx_effort *effort)
{
    dx_frame *alone = dx_alloc(1, sizeof *alone);
    const dx_places *places = dx_frames_rules(l->frames)->game->places;
    dx_ledger ledger;
    bool fine = hand_alone(l->through.frame, hand, copies, alone);
    dx_status status =
        fine ? list_numbers(l, alone, out, effort) : DX_ERR_UNSUPPORTED;
    if (fine && status == DX_ERR_UNSUPPORTED) {
        status = dx_ledger_of(&ledger, alone, places, hand, effort);
        for (unsigned k = 0; status == DX_OK && k < ledger.kinds; k++)
            out[k] = numbers_in(&ledger, 0, k);
        if (status == DX_OK)
            dx_ledger_release(&ledger);
    }
    dx_free(alone);
    return status == DX_OK;
}

// The least and the greatest number of each kind.
static void take_range(looking *l, unsigned set, const uint64_t *numbers)
{
    for (unsigned k = 0; k < l->through.frame->space.kind_count; k++) {
        l->least[set][k] = (uint8_t)__builtin_ctzll(numbers[k]);
        l->most[set][k] = (uint8_t)(63 - __builtin_clzll(numbers[k]));
    }
}

// What the viewer sees there.
static void take_seen(const looking *l, uint64_t places, uint64_t *out)
{
    for (unsigned k = 0; k < l->through.frame->space.kind_count; k++) {
        out[k] = DX_BIT(dx_dealt_count(&l->seen, places, DX_BIT(k)));
    }
}

// What the viewer can say of each of the sets: those that it sees and one that
// is hidden, or all of them by their chances.
static bool find_own_ranges(looking *l, unsigned count, const uint64_t *sets,
                            dx_effort *effort)
{
    uint64_t sees = l->through.viewer->sees, numbers[DX_KINDS_MAX];
    dx_made_up ways;
    dx_ledger ledger;
    unsigned hidden = 0, number = 0;
    for (unsigned h = 0; h < count; h++)
        if ((sets[h] & ~sees) != 0) {
            hidden = h;
            number++;
        }
    if (number == 1 && dx_hand_ways_look(&ways, l->frames, l->through.viewer,
                                         sets[hidden], effort) == DX_OK) {
        for (unsigned h = 0; h < count; h++)
            if (h != hidden) {
                take_seen(l, sets[h], numbers);
                take_range(l, h, numbers);
            }
        take_range(l, hidden, ways.numbers);
        dx_natural_release(&ways.count);
        return true;
    }
    if (dx_ledger_look(&ledger, l->frames, l->through.viewer, count, sets,
                       effort) != DX_OK)
        return false;
    for (unsigned h = 0; h < count; h++) {
        for (unsigned k = 0; k < ledger.kinds; k++)
            numbers[k] = numbers_in(&ledger, h, k);
        take_range(l, h, numbers);
    }
    dx_ledger_release(&ledger);
    return true;
}

// What can be said of each of the sets: by all, or by the viewer.
static void find_ranges(looking *l, dx_effort *effort)
{
    const dx_frame *frame = l->through.frame;
    unsigned count = l->hands->count;
    uint64_t sets[DX_SEATS_MAX + 1], numbers[DX_KINDS_MAX];
    memcpy(sets, l->hands->hands, count * sizeof *sets);
    sets[count] = l->through.path[l->through.count - 1] & frame->real;
    for (unsigned h = 0; h <= count; h++)
        memcpy(l->most[h], frame->space.copies, sizeof l->most[h]);
    if (l->through.count == 1 && find_own_ranges(l, count + 1, sets, effort))
        return;
    for (unsigned h = 0; h <= count; h++)
        if (fill_alone(l, sets[h], frame->space.copies, numbers, effort))
            take_range(l, h, numbers);
}

static void find_bounds(looking *l, unsigned hand, dx_effort *effort)
{
    unsigned count = l->hands->count;
    unsigned kinds = l->through.frame->space.kind_count;
    uint8_t at_most[DX_KINDS_MAX] = {0}, at_least[DX_KINDS_MAX] = {0};
    for (unsigned k = 0; k < kinds; k++) {
        unsigned copies = l->through.frame->space.copies[k], others = 0;
        at_most[k] = (uint8_t)(copies - l->least[count][k]);
        for (unsigned h = 0; h <= count; h++)
            others += h == hand ? 0 : l->most[h][k];
        at_least[k] = (uint8_t)(others < copies ? copies - others : 0);
    }
    uint64_t places = l->hands->hands[hand];
    size_t cell = (size_t)hand * kinds;
    if (!fill_alone(l, places, at_most, l->open + cell, effort))
        for (unsigned k = 0; k < kinds; k++)
            l->open[cell + k] = UINT64_MAX;
    (void)fill_alone(l, places, at_least, l->sure + cell, effort);
}

// What the other mind holds possible: of each cell.
static bool find_numbers(looking *l, const dx_looker *other, uint64_t *out,
                         dx_effort *effort)
{
    unsigned kinds = l->through.frame->space.kind_count;
    dx_made_up ways;
    dx_ledger ledger;
    if (l->hands->count == 1 &&
        dx_hand_ways_look(&ways, l->frames, other, l->hands->hands[0],
                          effort) == DX_OK) {
        memcpy(out, ways.numbers, kinds * sizeof *out);
        dx_natural_release(&ways.count);
        return true;
    }
    if (dx_ledger_look(&ledger, l->frames, other, l->hands->count,
                       l->hands->hands, effort) != DX_OK)
        return false;
    for (size_t c = 0; c < l->cells; c++)
        out[c] =
            numbers_in(&ledger, (unsigned)(c / kinds), (unsigned)(c % kinds));
    dx_ledger_release(&ledger);
    return true;
}

// What is possible to the other mind in worlds of the viewer, drawn.
static void find_examples(looking *l, dx_effort *effort)
{
    const dx_rules *rules = dx_frames_rules(l->frames);
    const dx_frame *frame = l->through.frame;
    dx_random random = dx_random_named(frame->events, frame->turn, 13);
    dx_sampler *draw = dx_sampler_new(l->frames, l->hands->seat,
                                      l->through.viewer->own, false, effort);
    void *table = dx_alloc(1, rules->game->table_bytes(rules));
    dx_looker other = {.sees = l->through.path[0], .own = table};
    uint64_t *numbers = dx_alloc(l->cells + 1, sizeof *numbers);
    for (unsigned i = 0; draw != NULL && i < DRAWS; i++) {
        dx_sampler_world(draw, &random, table);
        if (!find_numbers(l, &other, numbers, effort))
            break;
        for (size_t c = 0; c < l->cells; c++) {
            l->with[c] |= numbers[c];
            l->without[c] |= ~numbers[c];
        }
    }
    dx_sampler_free(draw);
    dx_free(numbers);
    dx_free(table);
}

// Looks for all that spares questions; half of the steps may go into it.
static void look_around(looking *l, dx_effort *effort)
{
    uint64_t most = effort->steps_max;
    effort->steps_max = effort->steps + most / 2;
    find_ranges(l, effort);
    for (unsigned h = 0; h < l->hands->count; h++)
        find_bounds(l, h, effort);
    if (l->through.count == 1 &&
        dx_frames_rules(l->frames)->game->places->fill != NULL)
        find_examples(l, effort);
    effort->steps_max = most;
    if (effort->status == DX_ERR_LIMIT)
        effort->status = DX_OK; // that was but a part
}

// ---- questions ----

// "Just so many cards of the kind lie there", and that they do not.
static void claim_number(dx_through *t, uint64_t places, unsigned kind,
                         unsigned number)
{
    dx_claims_clear(t->claims);
    dx_claim count = dx_claim_count(t->claims, places, DX_BIT(kind));
    dx_claim least = dx_claim_at_least(t->claims, count,
                                       dx_claim_number(t->claims, (int)number));
    dx_claim more = dx_claim_at_least(
        t->claims, count, dx_claim_number(t->claims, (int)number + 1));
    t->fact = dx_claim_and(t->claims, least, dx_claim_not(t->claims, more));
    t->denial = dx_claim_not(t->claims, t->fact);
}

static dx_through_answer answer_of(looking *l, unsigned hand, unsigned kind,
                                   unsigned number)
{
    size_t cell = hand * l->through.frame->space.kind_count + kind;
    uint64_t bit = DX_BIT(number);
    if ((l->open[cell] & bit) == 0)
        return DX_THROUGH_EXCLUDED;
    if ((l->sure[cell] & bit) != 0 || l->open[cell] == bit)
        return DX_THROUGH_SURE;
    if ((l->with[cell] & l->without[cell] & bit) != 0)
        return DX_THROUGH_PERHAPS;
    claim_number(&l->through, l->hands->hands[hand], kind, number);
    return dx_through_ask(&l->through);
}

static void look_at(looking *l, unsigned hand, unsigned kind,
                    dx_nested_numbers *out)
{
    const dx_frame *frame = l->through.frame;
    uint64_t can = 0;
    for (uint64_t left = l->hands->hands[hand]; left != 0; left &= left - 1)
        if (frame->could[__builtin_ctzll(left)] >> kind & 1)
            can |= left & -left;
    unsigned most = frame->space.copies[kind];
    if (most > dx_frame_size(frame, can))
        most = dx_frame_size(frame, can);
    assert(most < 64);
    for (unsigned number = 0; number <= most; number++) {
        dx_through_answer answer = answer_of(l, hand, kind, number);
        uint64_t bit = DX_BIT(number);
        out->sure |= answer == DX_THROUGH_SURE ? bit : 0;
        out->perhaps |= answer == DX_THROUGH_PERHAPS ? bit : 0;
        out->undecided |= answer == DX_THROUGH_UNDECIDED ? bit : 0;
    }
    // Some number of cards is there.
    assert((out->sure | out->perhaps | out->undecided) != 0);
}

static void look_at_all(looking *l, dx_nested_numbers *out)
{
    unsigned kinds = l->through.frame->space.kind_count;
    for (unsigned h = 0; h < l->hands->count; h++)
        for (unsigned kind = 0; kind < kinds; kind++)
            if (l->like[kind] < kind)
                out[h * kinds + kind] = out[h * kinds + l->like[kind]];
            else
                look_at(l, h, kind, &out[h * kinds + kind]);
}

// Two hands, of which the viewer sees the one that is asked about and the other
// mind the other.  Half of the steps may go into it.
static bool look_at_pair(dx_frames *frames, const dx_looker *viewer,
                         size_t depth, uint64_t other,
                         const dx_nested_hands *hands, dx_effort *effort,
                         dx_nested_numbers *out)
{
    const dx_frame *now = dx_frames_now(frames);
    uint64_t most = effort->steps_max, own = hands->hands[0];
    if (depth != 1 || hands->count != 1 || now->beyond != NULL ||
        (now->real & ~own) != (now->real & other) || (other & own) != 0)
        return false;
    dx_frame *alone = dx_alloc(1, sizeof *alone);
    effort->steps_max = effort->steps + most / 2;
    bool fine =
        hand_alone(now, own, now->space.copies, alone) &&
        dx_nested_pairs_look(frames, viewer, own, alone, effort, out) == DX_OK;
    effort->steps_max = most;
    if (!fine) {
        memset(out, 0, now->space.kind_count * sizeof *out);
        if (effort->status == DX_ERR_LIMIT)
            effort->status = DX_OK; // that was but a part
    }
    dx_free(alone);
    return fine;
}

void dx_nested_hands_look(dx_frames *frames, const dx_looker *viewer,
                          size_t depth, const uint64_t *path,
                          const dx_nested_hands *hands, dx_effort *effort,
                          dx_nested_numbers *out)
{
    const dx_frame *now = dx_frames_now(frames);
    DX_REQUIRE(depth > 0, "another mind to look through");
    if (look_at_pair(frames, viewer, depth, path[0], hands, effort, out))
        return;
    looking *l = dx_alloc(1, sizeof *l);
    *l = (looking){.frames = frames,
                   .hands = hands,
                   .cells = (size_t)hands->count * now->space.kind_count};
    l->through = (dx_through){.q = dx_inquiry_new(frames),
                              .frame = now,
                              .viewer = viewer,
                              .count = depth,
                              .path = path,
                              .claims = dx_claims_new(),
                              .asks_twice = true,
                              .steps_most = effort->steps_max / QUESTIONS};
    l->open = dx_alloc(4 * l->cells + 1, sizeof *l->open);
    l->sure = l->open + l->cells;
    l->with = l->sure + l->cells;
    l->without = l->with + l->cells;
    l->least = dx_alloc(hands->count + 1, sizeof *l->least);
    l->most = dx_alloc(hands->count + 1, sizeof *l->most);
    dx_kinds_alike(frames, viewer, &l->seen, l->like);
    look_around(l, effort);
    *dx_inquiry_effort(l->through.q) = *effort;
    look_at_all(l, out);
    *effort = *dx_inquiry_effort(l->through.q);
    dx_claims_free(l->through.claims);
    dx_inquiry_free(l->through.q);
    dx_free(l->open);
    dx_free(l->least);
    dx_free(l->most);
    dx_free(l);
}
