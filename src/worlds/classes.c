// Bounds first: one that cannot fail is dropped, or it would tell kinds and
// places apart for nothing.  Then each kind and each place joins the first
// class whose first member no place and no bound tells apart from it.  To be
// alike so is an equivalence, so comparing with one member is enough.
//
// Places that are merged are one large place; when a member of size s joins one
// that then has size n, its share can be chosen in "n choose s" ways, and the
// product of these is how many arrangements each arrangement of the classes
// stands for.

#include "worlds/classes_private.h"

static unsigned cards_of(const dx_deal_space *space, uint64_t kinds)
{
    unsigned sum = 0;
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        if (kinds >> kind & 1)
            sum += space->copies[kind];
    return sum;
}

static unsigned room_of(const dx_deal_space *space, uint64_t places)
{
    unsigned sum = 0;
    for (unsigned place = 0; place < space->place_count; place++)
        if (places >> place & 1)
            sum += space->place[place].size;
    return sum;
}

// Keeps the bounds that can fail, still as sets of kinds and places.
static void keep_bounds(dx_classes *classes, const dx_deal_space *space)
{
    for (unsigned i = 0; i < space->bound_count; i++) {
        dx_bound bound = space->bound[i];
        unsigned cards = cards_of(space, bound.kinds);
        unsigned room = room_of(space, bound.places);
        unsigned most = cards < room ? cards : room;
        if (bound.min > most || bound.min > bound.max)
            classes->is_empty = true;
        if (most < 63)
            bound.but &= DX_BIT(most + 1) - 1;
        if (bound.max >= most)
            bound.max = bound.but == 0 ? DX_NO_MAX : (uint8_t)most;
        if (bound.min > 0 || bound.max != DX_NO_MAX)
            classes->bound[classes->bound_count++] = bound;
    }
}

static bool kinds_alike(const dx_classes *classes, const dx_deal_space *space,
                        unsigned a, unsigned b)
{
    for (unsigned p = 0; p < space->place_count; p++) {
        uint64_t kinds = space->place[p].kinds;
        if (space->place[p].size > 0 && ((kinds >> a ^ kinds >> b) & 1))
            return false;
    }
    for (unsigned i = 0; i < classes->bound_count; i++) {
        uint64_t kinds = classes->bound[i].kinds;
        if ((kinds >> a ^ kinds >> b) & 1)
            return false;
    }
    return true;
}

// Only the kinds that there are count: two places may differ in a kind whose
// copies are all seen.
static bool places_alike(const dx_classes *classes, const dx_deal_space *space,
                         unsigned a, unsigned b)
{
    uint64_t differ = space->place[a].kinds ^ space->place[b].kinds;
    if (cards_of(space, differ) > 0)
        return false;
    for (unsigned i = 0; i < classes->bound_count; i++) {
        uint64_t places = classes->bound[i].places;
        if ((places >> a ^ places >> b) & 1)
            return false;
    }
    return true;
}

// Each kind joins the class of the first kind like it.
static void class_kinds(dx_classes *classes, const dx_deal_space *space,
                        bool merge)
{
    for (unsigned kind = 0; kind < space->kind_count; kind++) {
        classes->kind_class[kind] = DX_NO_CLASS;
        if (space->copies[kind] == 0)
            continue;
        unsigned c = merge ? 0 : classes->kind_count;
        while (c < classes->kind_count &&
               !kinds_alike(classes, space, classes->kind_first[c], kind))
            c++;
        if (c == classes->kind_count) {
            classes->kind_first[c] = (uint8_t)kind;
            classes->kind_count++;
        }
        classes->kind_class[kind] = (uint8_t)c;
        classes->copies[c] =
            (uint8_t)(classes->copies[c] + space->copies[kind]);
    }
}

static uint64_t classes_of(const uint8_t *class_of, unsigned count,
                           uint64_t members)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < count; i++)
        if (members >> i & 1 && class_of[i] != DX_NO_CLASS)
            set |= DX_BIT(class_of[i]);
    return set;
}

static void class_places(dx_classes *classes, const dx_deal_space *space,
                         bool merge)
{
    for (unsigned p = 0; p < space->place_count; p++) {
        const dx_place *place = &space->place[p];
        classes->place_class[p] = DX_NO_CLASS;
        if (place->size == 0)
            continue;
        unsigned c = merge ? 0 : classes->place_count;
        while (c < classes->place_count &&
               !places_alike(classes, space, classes->place_first[c], p))
            c++;
        dx_place *into = &classes->place[c];
        if (c == classes->place_count) {
            classes->place_first[c] = (uint8_t)p;
            classes->place_count++;
            into->kinds = classes_of(classes->kind_class, space->kind_count,
                                     place->kinds);
        }
        classes->place_class[p] = (uint8_t)c;
        into->size = (uint8_t)(into->size + place->size);
        classes->spreads = dx_tally_multiply(
            classes->spreads,
            dx_tally_of(merge ? dx_choose(into->size, place->size) : 1));
    }
}

void dx_classes_init(dx_classes *classes, const dx_deal_space *space,
                     bool merge)
{
    *classes = (dx_classes){.spreads = dx_tally_of(1)};
    if (room_of(space, UINT64_MAX) > cards_of(space, UINT64_MAX)) {
        classes->is_empty = true; // and a merged place might overflow
        return;
    }
    keep_bounds(classes, space);
    class_kinds(classes, space, merge);
    class_places(classes, space, merge);
    for (unsigned i = 0; i < classes->bound_count; i++) {
        dx_bound *bound = &classes->bound[i];
        bound->kinds =
            classes_of(classes->kind_class, space->kind_count, bound->kinds);
        bound->places =
            classes_of(classes->place_class, space->place_count, bound->places);
    }
}
