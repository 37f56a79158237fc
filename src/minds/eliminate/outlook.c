// The plan of an outlook: which kinds and places nothing tells apart, which
// numbers run along, and in which order the groups are laid.
//
// Kinds are split by what a hidden place may hold, by the bounds that touch
// hidden places and by the numbers asked for that do; places likewise.  The
// order of groups decides how many numbers are open at a time, and so how many
// states there are: we take the group next that closes most and opens least, or
// where places are many the one that tells most of them apart.

#include "minds/eliminate/outlook.h"

#include "base/hash.h"
#include "base/memory.h"
#include "minds/eliminate/moves.h"
#include "minds/exist/occurs.h"
#include "minds/message/by_hand.h"
#include "minds/turn/factors.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static uint64_t hidden_from(const dx_outlook *o)
{
    return o->frame->all & ~o->sees;
}

// The numbers of the inner scope that hidden cards add to, each with what the
// mind sees of it; the others are passed on as they are seen.
static void add_numbers(dx_outlook *o)
{
    uint64_t hidden = hidden_from(o);
    size_t count = o->inner.entries.count;
    o->passed = dx_alloc(count + 1, sizeof *o->passed);
    o->is_plain = true;
    for (size_t i = 0; i < count; i++) {
        dx_entry entry = o->inner.entries.at[i];
        assert(entry.floor <= entry.ceiling);
        unsigned room = dx_frame_size(o->frame, entry.places & hidden);
        dx_span matters = {entry.floor > room ? entry.floor - room : 0,
                           entry.ceiling};
        dx_reading seen = dx_scope_read(&o->self, entry.places & o->sees,
                                        entry.kinds, matters);
        o->passed[i] = seen;
        if (room == 0)
            continue;
        o->is_plain = false;
        dx_vector_push(&o->sums, (dx_sum){.slot = (uint16_t)i,
                                          .places = entry.places & hidden,
                                          .kinds = entry.kinds,
                                          .seen = seen,
                                          .max = UINT8_MAX,
                                          .floor = entry.floor,
                                          .ceiling = entry.ceiling,
                                          .cap = entry.ceiling});
    }
}

// No more cards of these kinds can lie in these places.
static unsigned most_of(const dx_frame *frame, uint64_t places, uint64_t kinds)
{
    unsigned size = dx_frame_size(frame, places), cards = 0;
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        cards += kinds >> kind & 1 ? frame->space.copies[kind] : 0U;
    return cards < size ? cards : size;
}

static void add_bounds(dx_outlook *o)
{
    const dx_deal_space *space = &o->frame->space;
    uint64_t hidden = hidden_from(o);
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        unsigned room = dx_frame_size(o->frame, bound->places & hidden);
        bool is_open =
            bound->but == 0 &&
            bound->max >= most_of(o->frame, bound->places, bound->kinds);
        if (room == 0 || (bound->min == 0 && is_open))
            continue;
        dx_reading seen = dx_scope_read(&o->self, bound->places & o->sees,
                                        bound->kinds, dx_span_all());
        dx_vector_push(&o->sums,
                       (dx_sum){.slot = DX_SLOT_NONE,
                                .places = bound->places & hidden,
                                .kinds = bound->kinds,
                                .seen = seen,
                                .min = bound->min,
                                .max = bound->max,
                                .but = bound->but,
                                .cap = is_open ? bound->min : UINT8_MAX});
    }
}

// A sum that begins with what is known to all, or nothing.
static void add_sum(dx_outlook *o, dx_sum sum)
{
    sum.slot = sum.seen.slot = DX_SLOT_NONE;
    sum.cap = UINT8_MAX;
    dx_vector_push(&o->sums, sum);
}

static unsigned smallest_multiple(unsigned most)
{
    unsigned multiple = 1;
    for (unsigned n = 2; n <= most; n++) {
        unsigned a = multiple, b = n;
        while (b != 0) {
            unsigned rest = a % b;
            a = b;
            b = rest;
        }
        assert(n / a <= UINT_MAX / multiple); // up to 22 it fits
        multiple *= n / a;
    }
    return multiple;
}

// By how many cards there were to choose from a choice is weighed.
static void add_weighing(dx_outlook *o, const dx_choice *choice, uint64_t kinds)
{
    uint64_t laid = kinds & o->frame->laid[choice->place];
    uint64_t open = kinds & o->frame->could[choice->place];
    unsigned known = (unsigned)__builtin_popcountll(laid);
    unsigned most = known + (unsigned)__builtin_popcountll(open);
    if (most > 1 && open != 0)
        add_sum(o, (dx_sum){.places = DX_BIT(choice->place),
                            .kinds = open,
                            .seen = {.add = (int16_t)known},
                            .max = UINT8_MAX,
                            .scale = smallest_multiple(most)});
}

// Is something asked of what is in `place`?
static bool is_asked(const dx_outlook *o, unsigned place)
{
    for (size_t i = 0; i < o->inner.entries.count; i++)
        if (o->inner.entries.at[i].places >> place & 1)
            return true;
    return false;
}

static void add_choices(dx_outlook *o)
{
    const dx_frame *frame = o->frame;
    for (unsigned i = 0; i < frame->choice_count; i++) {
        const dx_choice *choice = &frame->choice[i];
        unsigned place = dx_frame_chosen(frame, i);
        bool sees_it = o->sees >> place & 1;
        bool sees_all = o->sees >> choice->place & 1;
        if (!sees_it && !sees_all && o->tells_deals)
            add_sum(o, (dx_sum){.places = DX_BIT(choice->place),
                                .kinds = frame->could[place],
                                .max = UINT8_MAX,
                                .scale = 1,
                                .multiplies = true});
        if (o->tells_deals || (!sees_it && !is_asked(o, place)))
            continue;
        if (!sees_it && sees_all)
            o->is_refused = true;
        if (!sees_it && !sees_all) {
            dx_vector_push(&o->marks,
                           (dx_mark){.place = DX_BIT(place),
                                     .kinds = frame->could[place],
                                     .sum = (unsigned)o->sums.count});
            add_sum(o, (dx_sum){.places = DX_BIT(place),
                                .kinds = frame->could[place],
                                .min = 1,
                                .max = 1});
        }
        if (!sees_all && o->weighs && o->is_uniform)
            add_weighing(o, choice, frame->could[place]);
    }
}

// What the mind knows together it finds together, of each group: until groups
// are known it is one sum of all kinds, which tells places apart and no kinds.
static size_t add_known(dx_outlook *o)
{
    size_t from = o->sums.count;
    for (unsigned i = 0; i < o->frame->sum_count; i++) {
        uint64_t places = dx_frame_summed(o->frame, o->sees, i);
        if (places != 0)
            add_sum(o, (dx_sum){.places = places, .kinds = DX_ALL_KINDS});
    }
    return from;
}

// So many of a group as the mind knows: the sum begins with what is wanting to
// the most that it could be.
static void know_group(dx_outlook *o, dx_sum *sum, const dx_group *group)
{
    unsigned most = most_of(o->frame, sum->places, group->kinds);
    dx_reading there =
        dx_scope_read(&o->self, sum->places, group->kinds, dx_span_all());
    sum->kinds = group->kinds;
    sum->min = sum->max = (uint8_t)most;
    sum->seen = (dx_reading){.slot = there.slot,
                             .add = (int16_t)((int)most - there.add),
                             .is_less = true};
}

static void know_groups(dx_outlook *o, size_t from)
{
    for (size_t i = from, count = o->sums.count; i < count; i++) {
        dx_sum sum = o->sums.at[i];
        for (size_t g = 0; g < o->groups.count; g++) {
            know_group(o, &sum, &o->groups.at[g]);
            if (g == 0)
                o->sums.at[i] = sum;
            else
                dx_vector_push(&o->sums, sum);
        }
    }
}

// Must kinds be told apart in what it knows together?  A group's number stands
// for all ways to make it up of its kinds, as many wherever the rest lies; not
// so if two sums have a part in common, nor if worlds are looked at.
static bool knows_kinds(const dx_outlook *o)
{
    uint64_t met = 0;
    bool cross = false;
    for (unsigned i = 0; i < o->frame->sum_count; i++) {
        uint64_t places = dx_frame_summed(o->frame, o->sees, i);
        cross |= (places & met) != 0;
        met |= places;
    }
    return cross || (met != 0 && (o->tells_deals || o->shows_worlds));
}

// Was something chosen from this place, in a way that matters here?
static bool is_chosen_from(const dx_outlook *o, unsigned place)
{
    const dx_frame *frame = o->frame;
    for (unsigned i = 0; i < frame->choice_count; i++)
        if (frame->choice[i].place == place)
            return true;
    return false;
}

// The number of the first hand that has these places, all in the same; the
// number of hands, if none has them.
unsigned dx_outlook_hand(const dx_outlook *o, uint64_t places)
{
    unsigned hand = 0;
    while (hand < o->hand_count && (o->hands[hand] & places) == 0)
        hand++;
    return hand;
}

// Do the same sums touch two places, and may they hold the same?
static bool are_alike(const dx_outlook *o, unsigned a, unsigned b)
{
    if (o->frame->could[a] != o->frame->could[b] || o->tells_deals ||
        is_chosen_from(o, a) || is_chosen_from(o, b) ||
        dx_outlook_hand(o, DX_BIT(a)) != dx_outlook_hand(o, DX_BIT(b)))
        return false;
    for (size_t i = 0; i < o->spoken.count; i++)
        if (((o->spoken.at[i].places >> a ^ o->spoken.at[i].places >> b) & 1) !=
            0)
            return false;
    for (size_t i = 0; i < o->sums.count; i++)
        if ((o->sums.at[i].places >> a & 1) != (o->sums.at[i].places >> b & 1))
            return false;
    return true;
}

// Are classes sets of hidden places without a common one, that have all their
// cards?
DX_UNUSED static bool has_classes(const dx_outlook *o)
{
    uint64_t met = 0, hidden = hidden_from(o) & o->frame->real;
    unsigned size = 0;
    for (size_t c = 0; c < o->classes.count; c++) {
        const dx_place_class *class = &o->classes.at[c];
        if ((class->places & met) != 0 || class->size == 0 ||
            class->size != dx_frame_size(o->frame, class->places))
            return false;
        met |= class->places;
        size += class->size;
    }
    return (met & ~hidden) == 0 && size == dx_frame_size(o->frame, hidden);
}

// Where behaviour weighs, places that more factors speak of come first.
static void sort_classes(dx_outlook *o)
{
    size_t uses[DX_PLACES_MAX] = {0};
    for (size_t i = 0; i < o->classes.count; i++) {
        dx_place_class class = o->classes.at[i];
        size_t used = 0, at = i;
        for (size_t k = 0; k < o->spoken.count; k++)
            if ((o->spoken.at[k].places & class.places) != 0)
                used += o->spoken.at[k].somes;
        for (; at > 0 && uses[at - 1] < used; at--) {
            uses[at] = uses[at - 1];
            o->classes.at[at] = o->classes.at[at - 1];
        }
        uses[at] = used;
        o->classes.at[at] = class;
    }
}

static void find_classes(dx_outlook *o)
{
    const dx_frame *frame = o->frame;
    for (uint64_t left = hidden_from(o) & frame->real; left != 0;
         left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        size_t c = 0;
        if (frame->size[place] == 0)
            continue;
        while (c < o->classes.count &&
               !are_alike(o, place,
                          (unsigned)__builtin_ctzll(o->classes.at[c].places)))
            c++;
        if (c == o->classes.count)
            dx_vector_push(&o->classes,
                           (dx_place_class){.kinds = frame->could[place]});
        o->classes.at[c].places |= DX_BIT(place);
        o->classes.at[c].size += frame->size[place];
    }
    if (o->spoken.count > 0)
        sort_classes(o);
    assert(has_classes(o));
}

static unsigned class_of(const dx_outlook *o, unsigned place)
{
    unsigned c = 0;
    while (!(o->classes.at[c].places >> place & 1)) {
        c++;
        assert(c < o->classes.count);
    }
    return c;
}

static void place_marks(dx_outlook *o)
{
    for (size_t i = 0; i < o->marks.count; i++) {
        unsigned place = (unsigned)__builtin_ctzll(o->marks.at[i].place);
        unsigned choice = place - o->frame->space.place_count;
        assert(choice < o->frame->choice_count);
        o->marks.at[i].class = class_of(o, o->frame->choice[choice].place);
    }
}

// Splits every group that has kinds inside and outside of `kinds`.
static void split(dx_outlook *o, uint64_t kinds)
{
    for (size_t g = 0, count = o->groups.count; g < count; g++) {
        uint64_t inside = o->groups.at[g].kinds & kinds;
        uint64_t outside = o->groups.at[g].kinds & ~kinds;
        if (inside == 0 || outside == 0)
            continue;
        o->groups.at[g].kinds = inside;
        dx_vector_push(&o->groups, (dx_group){.kinds = outside});
    }
}

static void describe_group(dx_outlook *o, dx_group *group)
{
    const dx_deal_space *space = &o->frame->space;
    unsigned room = 0;
    for (uint64_t left = group->kinds; left != 0; left &= left - 1)
        group->copies += space->copies[__builtin_ctzll(left)];
    for (size_t c = 0; c < o->classes.count; c++)
        if ((o->classes.at[c].kinds & group->kinds) != 0) {
            assert((group->kinds & ~o->classes.at[c].kinds) == 0);
            group->classes[group->class_count++] = (uint8_t)c;
            room += o->classes.at[c].size;
        }
    // Where only possibility counts, more cards than there is room for are as
    // good as just enough.
    unsigned floor =
        !o->weighs && group->copies > room ? group->copies - room : 0;
    group->seen = dx_scope_read(&o->self, o->sees & o->frame->real,
                                group->kinds, (dx_span){floor, UINT8_MAX});
}

// Are groups sets of kinds without a common one, each with cards?
DX_UNUSED static bool has_groups(const dx_outlook *o)
{
    uint64_t met = 0;
    for (size_t g = 0; g < o->groups.count; g++) {
        if ((o->groups.at[g].kinds & met) != 0 || o->groups.at[g].copies == 0)
            return false;
        met |= o->groups.at[g].kinds;
    }
    return o->groups.count <= DX_KINDS_MAX;
}

static void find_groups(dx_outlook *o)
{
    const dx_deal_space *space = &o->frame->space;
    uint64_t all = 0;
    for (size_t c = 0; c < o->classes.count; c++)
        all |= o->classes.at[c].kinds;
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        if (space->copies[kind] == 0)
            all &= ~DX_BIT(kind);
    if (all != 0)
        dx_vector_push(&o->groups, (dx_group){.kinds = all});
    for (size_t c = 0; c < o->classes.count; c++)
        split(o, o->classes.at[c].kinds);
    for (size_t i = 0; i < o->sums.count; i++)
        split(o, o->sums.at[i].kinds);
    for (size_t i = 0; o->factors != NULL && i < o->factors->somes.count; i++)
        if ((o->factors->somes.at[i].places & hidden_from(o)) != 0)
            split(o, o->factors->somes.at[i].kinds);
    // Deals are told apart by kinds: of one copy each, they are cards.
    bool apart = knows_kinds(o);
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        if (apart || (o->tells_deals && space->copies[kind] > 1))
            split(o, DX_BIT(kind));
    for (size_t g = 0; g < o->groups.count; g++)
        describe_group(o, &o->groups.at[g]);
    assert(has_groups(o));
}

// Does a card of the row, laid into a column, add to a sum; and what is
// marked?
static bool adds_by_laying(const dx_outlook *o, size_t row, size_t column,
                           const dx_sum *sum)
{
    size_t group = o->moves != NULL ? column : row;
    size_t class = o->moves != NULL ? row : column;
    return (o->groups.at[group].kinds & sum->kinds) != 0 &&
           (o->classes.at[class].places & sum->places) != 0;
}

static bool adds_by_mark(const dx_outlook *o, size_t group, size_t mark,
                         const dx_sum *sum)
{
    return (o->groups.at[group].kinds & sum->kinds & o->marks.at[mark].kinds) !=
               0 &&
           (o->marks.at[mark].place & sum->places) != 0;
}

static bool touches(const dx_outlook *o, size_t row, const dx_sum *sum)
{
    unsigned count;
    const uint8_t *columns = dx_outlook_columns(o, row, &count);
    for (unsigned i = 0; i < count; i++)
        if (adds_by_laying(o, row, columns[i], sum))
            return true;
    for (size_t i = 0; i < o->marks.count; i++)
        if (adds_by_mark(o, row, i, sum))
            return true;
    return false;
}

// How good it is to lay `group` next, with `left[i]` groups still to come that
// touch sum i, and sum i begun or not.
static int merit(const dx_outlook *o, size_t group, const unsigned *left,
                 const bool *begun)
{
    int merit = 0;
    bool is_free = true;
    for (size_t i = 0; i < o->sums.count; i++) {
        if (!touches(o, group, &o->sums.at[i]))
            continue;
        is_free = false;
        bool is_bound = o->sums.at[i].slot == DX_SLOT_NONE;
        if (begun[i])
            merit += left[i] == 1 ? (is_bound ? 12 : 4) : 2;
        else
            merit -= left[i] == 1 ? (is_bound ? 0 : 3) : 8;
    }
    if (is_free)
        return INT_MIN / 2 - (int)o->groups.at[group].copies;
    return 4 * merit - (int)o->groups.at[group].class_count;
}

// What a card of the group does in a class, as a number that is the same for
// classes where it does the same; 0: it cannot lie there.
static uint64_t effect_of(const dx_outlook *o, size_t group, size_t class)
{
    uint64_t effect = 1;
    if ((o->groups.at[group].kinds & o->classes.at[class].kinds) == 0)
        return 0;
    for (size_t i = 0; i < o->sums.count; i++)
        if (adds_by_laying(o, group, class, &o->sums.at[i]))
            effect += dx_hash_mix(i + 1);
    return effect;
}

enum { SORTED_GROUPS = 8, SORTED_CLASSES = 8 };

// How many classes are told apart by what they said so far and by a group.
static size_t count_apart(const dx_outlook *o, const uint64_t *said,
                          size_t group)
{
    uint64_t all[DX_PLACES_MAX];
    size_t apart = 0;
    for (size_t c = 0; c < o->classes.count; c++) {
        size_t before = 0;
        all[c] = dx_hash_mix(said[c] ^ effect_of(o, group, c));
        while (before < c && all[before] != all[c])
            before++;
        apart += before == c;
    }
    return apart;
}

// Where kinds are few and places many, what counts is how many places are told
// apart while the rest is laid: groups that tell few apart come last.  False,
// and nothing is changed, if that would not help.
static bool sort_groups(dx_outlook *o)
{
    uint64_t said[DX_PLACES_MAX] = {0};
    size_t classes = o->classes.count;
    if (o->groups.count > SORTED_GROUPS || classes < SORTED_CLASSES)
        return false;
    for (size_t last = o->groups.count; last-- > 0;) {
        size_t best = last, least = count_apart(o, said, last);
        for (size_t g = 0; g < last; g++) {
            size_t apart = count_apart(o, said, g);
            if (apart < least) {
                least = apart;
                best = g;
            }
        }
        if (last + 1 == o->groups.count && least > classes / 2)
            return false;
        dx_group chosen = o->groups.at[best];
        o->groups.at[best] = o->groups.at[last];
        o->groups.at[last] = chosen;
        for (size_t c = 0; c < classes; c++)
            said[c] = dx_hash_mix(said[c] ^ effect_of(o, last, c));
    }
    return true;
}

static void order_groups(dx_outlook *o)
{
    unsigned *left = dx_alloc(o->sums.count + 1, sizeof *left);
    bool *begun = dx_alloc(o->sums.count + 1, sizeof *begun);
    bool is_sorted = sort_groups(o);
    for (size_t i = 0; i < o->sums.count; i++)
        for (size_t g = 0; g < o->groups.count; g++)
            left[i] += touches(o, g, &o->sums.at[i]);
    for (size_t at = 0; at < o->groups.count; at++) {
        size_t best = at;
        int most = merit(o, at, left, begun);
        for (size_t g = at + 1; g < o->groups.count; g++) {
            int other = merit(o, g, left, begun);
            if (other > most) {
                best = g;
                most = other;
            }
        }
        best = is_sorted ? at : best;
        dx_group chosen = o->groups.at[best];
        o->groups.at[best] = o->groups.at[at];
        o->groups.at[at] = chosen;
        for (size_t i = 0; i < o->sums.count; i++)
            if (touches(o, at, &o->sums.at[i])) {
                assert(left[i] > 0);
                begun[i] = true;
                left[i]--;
                o->sums.at[i].last = (unsigned)at;
            }
    }
    for (size_t i = 0; i < o->sums.count; i++)
        assert(left[i] == 0); // `last` is the last that touches it
    dx_free(left);
    dx_free(begun);
}

// Classes as rows: of the groups that they may hold.
static void order_classes(dx_outlook *o)
{
    for (size_t c = 0; c < o->classes.count; c++) {
        dx_place_class *class = &o->classes.at[c];
        for (size_t g = 0; g < o->groups.count; g++)
            if ((o->groups.at[g].kinds & class->kinds) != 0)
                class->groups[class->group_count++] = (uint8_t)g;
        for (size_t i = 0; i < o->sums.count; i++)
            if (o->sums.at[i].last < c && touches(o, c, &o->sums.at[i]))
                o->sums.at[i].last = (unsigned)c;
    }
}

// Which sums a card of each row adds to in each column or by each mark, and
// which are complete or at their cap with each row.
static void list_cells(dx_outlook *o)
{
    size_t rows = dx_outlook_rows(o);
    size_t laid = o->groups.count + o->classes.count - rows;
    size_t columns = laid + o->marks.count;
    DX_VECTOR(uint16_t) touched = {0}, closed = {0};
    assert(o->sums.count <= UINT16_MAX);
    o->cells = dx_alloc(rows * columns + 1, sizeof *o->cells);
    o->closing = dx_alloc(rows + 1, sizeof *o->closing);
    for (size_t row = 0; row < rows; row++) {
        for (size_t c = 0; c < columns; c++) {
            o->cells[row * columns + c] = (unsigned)touched.count;
            for (size_t i = 0; i < o->sums.count; i++)
                if (c < laid ? adds_by_laying(o, row, c, &o->sums.at[i])
                             : adds_by_mark(o, row, c - laid, &o->sums.at[i]))
                    dx_vector_push(&touched, (uint16_t)i);
        }
        o->closing[row] = (unsigned)closed.count;
        for (size_t i = 0; i < o->sums.count; i++)
            if (o->sums.at[i].last == row || (o->sums.at[i].cap < UINT8_MAX &&
                                              touches(o, row, &o->sums.at[i])))
                dx_vector_push(&closed, (uint16_t)i);
    }
    o->cells[rows * columns] = (unsigned)touched.count;
    o->closing[rows] = (unsigned)closed.count;
    o->touched = touched.at;
    o->closed = closed.at;
}

// The places of what the mind saw being chosen from `place`, of `kind`.
static uint64_t seen_chosen(const dx_outlook *o, unsigned place, unsigned kind)
{
    uint64_t chosen = 0;
    for (unsigned i = 0; i < o->frame->choice_count; i++) {
        unsigned at = dx_frame_chosen(o->frame, i);
        if (o->frame->choice[i].place == place && (o->sees >> at & 1) &&
            (o->frame->could[at] >> kind & 1))
            chosen |= DX_BIT(at);
    }
    return chosen;
}

// Cards of one group that were seen in the same choices are read together: if
// it is one choice, it was one of them or none.
static void force_group(dx_outlook *o, size_t group, unsigned place)
{
    uint64_t left = o->groups.at[group].kinds;
    while (left != 0) {
        unsigned kind = (unsigned)__builtin_ctzll(left);
        uint64_t chosen = seen_chosen(o, place, kind), kinds = DX_BIT(kind);
        for (uint64_t more = left; more != 0; more &= more - 1)
            if ((chosen & (chosen - 1)) == 0 &&
                seen_chosen(o, place, (unsigned)__builtin_ctzll(more)) ==
                    chosen)
                kinds |= more & -more;
        left &= ~kinds;
        if (chosen != 0)
            dx_vector_push(&o->forced, (dx_forced){.group = (unsigned)group,
                                                   .class = class_of(o, place),
                                                   .reading = dx_scope_read(
                                                       &o->self, chosen, kinds,
                                                       (dx_span){0, 1})});
    }
}

static void find_forced(dx_outlook *o)
{
    uint64_t from = 0;
    for (unsigned i = 0; i < o->frame->choice_count; i++)
        from |= DX_BIT(o->frame->choice[i].place);
    for (from &= hidden_from(o); from != 0; from &= from - 1)
        for (size_t g = 0; g < o->groups.count; g++)
            force_group(o, g, (unsigned)__builtin_ctzll(from));
}

uint64_t dx_outlook_places(const dx_outlook *o, unsigned group, unsigned class)
{
    assert(class < o->classes.count);
    uint64_t places = o->classes.at[class].places;
    for (size_t i = 0; i < o->fusions.count; i++) {
        const dx_fusion *fusion = &o->fusions.at[i];
        if (fusion->group < group && fusion->into == class)
            places |= dx_outlook_places(o, group, fusion->from);
    }
    return places;
}

// Do no two hands have a place in common?
DX_UNUSED static bool has_hands_apart(const dx_outlook *o)
{
    uint64_t met = 0;
    for (unsigned i = 0; i < o->hand_count; i++) {
        if ((met & o->hands[i]) != 0)
            return false;
        met |= o->hands[i];
    }
    return true;
}

// Is there a world for whatever the mind sees?  Not in a case that it cannot
// see to be so.
static bool is_never_empty(const dx_outlook *o)
{
    for (const dx_frame *f = o->frame; f->case_of != NULL; f = f->case_of)
        if (!(o->sees >> f->case_place & 1))
            return false;
    return true;
}

void dx_outlook_plan(dx_outlook *o)
{
    assert(o->self.frame == o->frame && o->inner.frame == o->frame);
    assert(!o->frame->is_narrow || o->inner.entries.count == 0);
    assert((o->sees & ~(o->frame->all | o->frame->summed)) == 0);
    assert(has_hands_apart(o));
    assert(o->passed == NULL && o->groups.count == 0); // planned once
    add_numbers(o);
    o->is_plain = o->is_plain && !o->tells_deals && is_never_empty(o);
    if (o->is_plain && !o->shows_worlds)
        return;
    o->by_hand = dx_by_hand_plan(o);
    if (o->by_hand != NULL) {
        if (!o->shows_worlds || o->chains != NULL)
            return;
        o->factors = NULL; // single worlds are laid, and any will do
    }
    add_bounds(o);
    add_choices(o);
    size_t known = add_known(o);
    if (o->factors != NULL)
        dx_moves_find(o);
    find_classes(o);
    place_marks(o);
    find_groups(o);
    know_groups(o, known);
    if (o->factors != NULL) {
        if (dx_mechanism_is_on(o->mechanisms, DX_BY_PLACES))
            o->moves = dx_moves_plan(o);
        else
            o->is_refused = true;
    }
    if (o->moves != NULL)
        order_classes(o);
    else
        order_groups(o);
    list_cells(o);
    if (!o->frame->is_narrow)
        find_forced(o);
    dx_outlook_fuse(o);
    o->occurs = dx_occurs_plan(o);
}

void dx_outlook_order(const dx_outlook *o, dx_natural *weight)
{
    for (size_t c = 0; o->by_hand == NULL && c < o->classes.count; c++)
        for (unsigned n = o->classes.at[c].size; n > 1; n--)
            dx_natural_multiply_count(weight, n);
}

void dx_outlook_release(dx_outlook *o)
{
    dx_scope_release(&o->self);
    dx_scope_release(&o->inner);
    dx_vector_release(&o->groups);
    dx_vector_release(&o->classes);
    dx_vector_release(&o->sums);
    dx_vector_release(&o->forced);
    dx_vector_release(&o->marks);
    dx_vector_release(&o->fusions);
    dx_free(o->cells);
    dx_free(o->touched);
    dx_free(o->closing);
    dx_free(o->closed);
    dx_free(o->passed);
    dx_vector_release(&o->spoken);
    dx_moves_free(o->moves);
    dx_occurs_free(o->occurs);
    dx_by_hand_free(o->by_hand);
    dx_states_release(&o->states[0]);
    dx_states_release(&o->states[1]);
    dx_natural_release_all(o->settled, 2);
}
