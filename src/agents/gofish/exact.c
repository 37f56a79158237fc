#include "agents/gofish/exact.h"

#include "base/vector.h"

#include <assert.h>
#include <string.h>

enum { SINGLE_BITS = 3, FIELD_BITS = 4, KEY_BITS = 128 };

// Ranks of which nothing tells one from another.  In a key a class of one rank
// is the number of its cards; a larger one has a field for each number from 1
// to `room`: how many of its ranks have as many cards.  If all ranks are known
// to have none the class is not in the key.
typedef struct class
{
    uint16_t ranks;
    uint8_t count; // of the ranks
    uint8_t room;  // cards of each that the observer does not have
    uint8_t at;    // in the key
    bool is_single, is_none, is_barred;
} class;

typedef struct world {
    dx_count key;
    double weight;
    unsigned open; // ranks that can be asked for
} world;

typedef DX_VECTOR(world) list;

struct dx_gofish_exact {
    unsigned ranks, copies, seat;
    unsigned top;    // of a rank in a hand: all copies, if books are kept
    unsigned caught; // the house rule
    bool has_begun;  // the deal is over
    bool is_waiting; // a card is still to be laid
    bool is_fishing; // the next card is drawn because of a question
    unsigned asked;  // the last one's rank
    unsigned size;   // of the other's hand, without the card that waits
    uint8_t own[DX_GOFISH_RANKS];
    bool is_gone[DX_GOFISH_RANKS]; // laid down
    unsigned class_count;
    class classes[DX_GOFISH_RANKS];
    uint8_t class_of[DX_GOFISH_RANKS];
    dx_count used; // bits of the key
    list waiting, settled, spare;
    uint32_t *slots; // where worlds that may come up again are
    size_t slot_count;
};

static void list_add(list *l, dx_count key, double weight, unsigned open)
{
    if (l->count == l->capacity)
        dx_vector_reserve(l, 1);
    l->at[l->count++] = (world){key, weight, open};
}

static void list_copy(list *to, const list *from)
{
    *to = (list){0};
    for (size_t i = 0; i < from->count; i++)
        dx_vector_push(to, from->at[i]);
}

dx_gofish_exact *dx_gofish_exact_new(const dx_rules *rules, unsigned seat)
{
    DX_REQUIRE(dx_players(rules) == 2, "two players");
    dx_gofish_exact *e = dx_alloc(1, sizeof *e);
    e->ranks = (unsigned)dx_rules_value(rules, "ranks");
    e->copies = (unsigned)dx_rules_value(rules, "copies");
    e->caught = (unsigned)dx_rules_value(rules, "caught");
    e->top =
        e->copies - (dx_rules_value(rules, "books") == DX_GOFISH_BOOKS_LAID);
    e->seat = seat;
    return e;
}

dx_gofish_exact *dx_gofish_exact_copy(const dx_gofish_exact *exact)
{
    dx_gofish_exact *e = dx_copy(exact, sizeof *exact);
    list_copy(&e->waiting, &exact->waiting);
    list_copy(&e->settled, &exact->settled);
    e->spare = (list){0};
    e->slots = NULL;
    e->slot_count = 0;
    return e;
}

void dx_gofish_exact_free(dx_gofish_exact *e)
{
    if (e == NULL)
        return;
    dx_free(e->waiting.at);
    dx_free(e->settled.at);
    dx_free(e->spare.at);
    dx_free(e->slots);
    dx_free(e);
}

size_t dx_gofish_exact_size(const dx_gofish_exact *exact)
{
    return exact->waiting.count + exact->settled.count;
}

// How many ranks of a class have `number` cards in the world of a key.
static unsigned field(const class *c, dx_count key, unsigned number)
{
    return (unsigned)(key >> (c->at + FIELD_BITS * (number - 1))) & 15;
}

static unsigned ranks_with(const class *c, dx_count key, unsigned number)
{
    if (c->is_none)
        return number == 0 ? c->count : 0;
    if (c->is_single)
        return ((unsigned)(key >> c->at) & 7) == number;
    if (number > 0)
        return field(c, key, number);
    unsigned none = c->count;
    for (unsigned i = 1; i <= c->room; i++)
        none -= field(c, key, i);
    return none;
}

// What a rank of the class with `number` cards adds to a key.
static dx_count part(const class *c, unsigned number)
{
    if (c->is_none || number == 0)
        return 0;
    return c->is_single ? (dx_count)number << c->at
                        : (dx_count)1 << (c->at + FIELD_BITS * (number - 1));
}

// 1 if a rank of which one has as many can be asked for.
static unsigned is_open(const dx_gofish_exact *e, unsigned number)
{
    return number > 0 && number < e->copies;
}

static unsigned width_of(const class *c)
{
    return c->is_none ? 0 : c->is_single ? SINGLE_BITS : FIELD_BITS * c->room;
}

static dx_count bits_of(const class *c)
{
    return (((dx_count)1 << width_of(c)) - 1) << c->at;
}

// Gives the class its part of the key, which is zero in all worlds; false if
// there is no room for it.
static bool place_class(dx_gofish_exact *e, class *c)
{
    unsigned width = width_of(c);
    for (unsigned at = 0; at + width <= KEY_BITS; at++) {
        c->at = (uint8_t)at;
        if ((e->used & bits_of(c)) == 0) {
            e->used |= bits_of(c);
            return true;
        }
    }
    return false;
}

// The key in words of other classes: those of `from` are those of the tracker,
// one by one, but elsewhere and maybe single.
static dx_count translate(const dx_gofish_exact *e, const class *from,
                          dx_count key)
{
    dx_count out = 0;
    for (unsigned i = 0; i < e->class_count; i++) {
        const class *c = &e->classes[i];
        for (unsigned number = 1; !c->is_none && number <= c->room; number++)
            out += ranks_with(&from[i], key, number) * part(c, number);
    }
    return out;
}

// Moves the classes together.  However ranks are divided, the smallest parts
// fit: fourteen bits at most for each rank of two, three for one alone.
static void pack_keys(dx_gofish_exact *e)
{
    class from[DX_GOFISH_RANKS];
    list *lists[] = {&e->waiting, &e->settled};
    memcpy(from, e->classes, sizeof from);
    e->used = 0;
    for (unsigned i = 0; i < e->class_count; i++) {
        class *c = &e->classes[i];
        c->is_single = c->is_single || c->count == 1;
        bool fits = place_class(e, c);
        assert(fits);
        (void)fits;
    }
    for (unsigned i = 0; i < 2; i++)
        for (size_t k = 0; k < lists[i]->count; k++)
            lists[i]->at[k].key = translate(e, from, lists[i]->at[k].key);
}

static void drop_class(dx_gofish_exact *e, unsigned number)
{
    e->used &= ~bits_of(&e->classes[number]);
    e->classes[number] = e->classes[--e->class_count];
    for (unsigned rank = 0; rank < e->ranks; rank++)
        if (e->classes[number].ranks >> rank & 1)
            e->class_of[rank] = (uint8_t)number;
}

// Takes a rank out of its class and makes it one by itself, last of all; the
// caller has taken it out of the keys, or does so next.  It is not in the key
// if it `is_none`.
static class *part_with(dx_gofish_exact *e, unsigned rank, bool is_none)
{
    class *old = &e->classes[e->class_of[rank]];
    class new = {.ranks = (uint16_t)(1U << rank),
                 .count = 1,
                 .room = old->room,
                 .is_single = true,
                 .is_none = is_none,
                 .is_barred = old->is_barred};
    old->ranks = (uint16_t)(old->ranks & ~(1U << rank));
    if (--old->count == 0)
        drop_class(e, e->class_of[rank]);
    unsigned number = e->class_count++;
    e->classes[number] = new;
    e->class_of[rank] = (uint8_t)number;
    return &e->classes[number];
}

// Leaves of a list the worlds in which `rank`, of class `c`, has `number`
// cards, without these in the key, and with `factor` times the weight: added to
// `out`, which may be the list itself.
static void pick(const dx_gofish_exact *e, const class *c, unsigned number,
                 double factor, const list *from, list *out)
{
    size_t count = from->count;
    if (out == from)
        out->count = 0;
    for (size_t i = 0; i < count; i++) {
        world w = from->at[i];
        unsigned ranks = ranks_with(c, w.key, number);
        if (ranks > 0)
            list_add(out, w.key - part(c, number),
                     w.weight * factor * ranks / c->count,
                     w.open - is_open(e, number));
    }
}

// The other has given all its cards of the rank, `number`; or had none.
static void answered(dx_gofish_exact *e, unsigned rank, unsigned number)
{
    const class c = e->classes[e->class_of[rank]];
    if (e->copies < number)
        return;
    pick(e, &c, number, 1, &e->settled, &e->settled);
    if (e->is_waiting && number > 0 && !c.is_barred)
        pick(e, &c, number - 1, c.room - (number - 1.0), &e->waiting,
             &e->settled);
    pick(e, &c, number, 1, &e->waiting, &e->waiting);
    e->own[rank] = (uint8_t)(e->own[rank] + number);
    e->size -= number;
    class *now = part_with(e, rank, true);
    now->room = (uint8_t)(now->room - number);
    now->is_barred = e->is_waiting;
}

// Makes the rank a class of its own that is in the key.
static void split(dx_gofish_exact *e, unsigned rank)
{
    class old = e->classes[e->class_of[rank]];
    list *lists[] = {&e->waiting, &e->settled};
    if (old.is_single && !old.is_none)
        return;
    class probe = {.room = old.room, .is_single = true};
    if (!place_class(e, &probe)) {
        pack_keys(e);
        old = e->classes[e->class_of[rank]];
        if (old.is_single && !old.is_none)
            return;
        bool fits = place_class(e, &probe);
        assert(fits);
        (void)fits;
    }
    part_with(e, rank, false)->at = probe.at;
    e->used |= bits_of(&probe);
    for (unsigned i = 0; i < 2; i++) {
        list *from = lists[i];
        e->spare.count = 0;
        for (size_t k = 0; k < from->count; k++)
            for (unsigned number = 0; number <= old.room; number++) {
                const world *w = &from->at[k];
                unsigned ranks = ranks_with(&old, w->key, number);
                if (ranks > 0)
                    list_add(&e->spare,
                             w->key - part(&old, number) + part(&probe, number),
                             w->weight * ranks / old.count, w->open);
            }
        list swap = *from;
        *from = e->spare;
        e->spare = swap;
    }
}

// The observer has drawn a card of the rank: worlds weigh as many times as the
// stock has it there.
static void drew(dx_gofish_exact *e, unsigned rank)
{
    const class *c = &e->classes[e->class_of[rank]];
    list *lists[] = {&e->waiting, &e->settled};
    if (c->is_none) {
        part_with(e, rank, true)->room--;
        e->own[rank]++;
        return;
    }
    split(e, rank);
    class *now = &e->classes[e->class_of[rank]];
    for (unsigned i = 0; i < 2; i++) {
        size_t kept = 0;
        for (size_t k = 0; k < lists[i]->count; k++) {
            world w = lists[i]->at[k];
            unsigned left = now->room - ((unsigned)(w.key >> now->at) & 7);
            w.weight *= left;
            if (left > 0)
                lists[i]->at[kept++] = w;
        }
        lists[i]->count = kept;
    }
    now->room--;
    e->own[rank]++;
}

static size_t hash(dx_count key)
{
    uint64_t mixed = (uint64_t)key ^ (uint64_t)(key >> 64) * 0x9e3779b97f4a7c15;
    mixed *= 0xd6e8feb86659fd93;
    return (size_t)(mixed >> 24 ^ mixed >> 48);
}

// Empties the slots, with room for `count` worlds.
static void clear_slots(dx_gofish_exact *e, size_t count)
{
    size_t wanted = 1024;
    while (wanted < 2 * count)
        wanted *= 2;
    if (wanted > e->slot_count) {
        dx_free(e->slots);
        e->slots = dx_alloc(wanted, sizeof *e->slots);
        e->slot_count = wanted;
    } else {
        memset(e->slots, 0, e->slot_count * sizeof *e->slots);
    }
}

static void grow_slots(dx_gofish_exact *e, const list *l)
{
    clear_slots(e, 2 * l->count);
    for (size_t i = 0; i < l->count; i++) {
        size_t slot = hash(l->at[i].key) & (e->slot_count - 1);
        while (e->slots[slot] != 0)
            slot = (slot + 1) & (e->slot_count - 1);
        e->slots[slot] = (uint32_t)i + 1;
    }
}

// Adds to the world of `key` in the list, which may be there already.
static void merge(dx_gofish_exact *e, list *l, dx_count key, double weight,
                  unsigned open)
{
    if (2 * l->count >= e->slot_count)
        grow_slots(e, l);
    size_t slot = hash(key) & (e->slot_count - 1);
    while (e->slots[slot] != 0) {
        world *w = &l->at[e->slots[slot] - 1];
        if (w->key == key) {
            w->weight += weight;
            return;
        }
        slot = (slot + 1) & (e->slot_count - 1);
    }
    list_add(l, key, weight, open);
    e->slots[slot] = (uint32_t)l->count;
}

// What is asked of the hand once it has its card: that a rank is open, or that
// none is.
typedef enum demand { NOTHING_ASKED, RANK_IS_OPEN, NONE_IS_OPEN } demand;

// A question is as likely as each other of the open ranks.
static void settle(dx_gofish_exact *e, demand d, list *out, dx_count key,
                   double weight, unsigned open)
{
    if (d == NONE_IS_OPEN && open > 0)
        return;
    merge(e, out, key, d == RANK_IS_OPEN ? weight / open : weight, open);
}

// A world gets the card that waits, in all ways.  With a rank `asked` (its
// class, or NULL) that must be open then.
static void deal_card(dx_gofish_exact *e, const world *w, const class *asked,
                      demand d, list *out)
{
    unsigned there = asked == NULL ? 0 : (unsigned)(w->key >> asked->at) & 7;
    for (unsigned i = 0; i < e->class_count; i++) {
        const class *c = &e->classes[i];
        if (c->is_barred || (asked != NULL && there == 0 && c != asked) ||
            (asked != NULL && c != asked && is_open(e, there) == 0))
            continue;
        unsigned most = c->room < e->top ? c->room : e->top;
        for (unsigned number = 0; number < most; number++) {
            unsigned ranks = ranks_with(c, w->key, number);
            if (ranks == 0 || (c == asked && is_open(e, number + 1) == 0))
                continue;
            dx_count key = w->key - part(c, number) + part(c, number + 1);
            unsigned open = w->open - is_open(e, number);
            settle(e, d, out, key, w->weight * ranks * (c->room - number),
                   open + is_open(e, number + 1));
        }
    }
}

// Ranks of which the other is known to have no card are alike if the observer
// has as many of them; then they get their part of the key.
static void place_nones(dx_gofish_exact *e)
{
    for (unsigned i = 0; i < e->class_count; i++)
        for (unsigned k = i + 1; e->classes[i].is_none && k < e->class_count;
             k++) {
            class *a = &e->classes[i], *b = &e->classes[k];
            if (!b->is_none || a->room != b->room ||
                a->is_barred != b->is_barred)
                continue;
            a->ranks |= b->ranks;
            a->count = (uint8_t)(a->count + b->count);
            a->is_single = false;
            drop_class(e, k--);
            for (unsigned rank = 0; rank < e->ranks; rank++)
                if (a->ranks >> rank & 1)
                    e->class_of[rank] = (uint8_t)i;
        }
    for (unsigned i = 0; i < e->class_count; i++) {
        class *c = &e->classes[i];
        if (!c->is_none || c->is_barred || c->room == 0)
            continue;
        c->is_none = false;
        if (!place_class(e, c)) {
            c->is_none = true;
            pack_keys(e);
            c->is_none = false;
            bool fits = place_class(e, c);
            assert(fits);
            (void)fits;
        }
    }
}

// Lays the card that waits, if one does, and keeps the worlds that do what is
// asked of them; `rank` is a class of its own if it must be open.
static void resolve(dx_gofish_exact *e, unsigned rank, demand d)
{
    if (e->is_waiting)
        place_nones(e);
    const class *asked =
        d == RANK_IS_OPEN ? &e->classes[e->class_of[rank]] : NULL;
    list *out = &e->spare;
    double total = 0;
    out->count = 0;
    clear_slots(e, e->waiting.count + e->settled.count);
    for (size_t i = 0; i < e->settled.count; i++) {
        const world *w = &e->settled.at[i];
        if (asked == NULL || is_open(e, (unsigned)(w->key >> asked->at) & 7))
            settle(e, d, out, w->key, w->weight, w->open);
    }
    for (size_t i = 0; i < e->waiting.count; i++)
        deal_card(e, &e->waiting.at[i], asked, d, out);
    for (size_t i = 0; i < out->count; i++)
        total += out->at[i].weight;
    assert(total > 0);
    for (size_t i = 0; i < out->count; i++)
        out->at[i].weight /= total;
    list swap = e->settled;
    e->settled = *out;
    e->spare = swap;
    e->size += e->is_waiting;
    e->waiting.count = 0;
    e->is_waiting = false;
    for (unsigned i = 0; i < e->class_count; i++)
        e->classes[i].is_barred = false;
}

// The other has drawn a card; of the rank `barred` it is not.
static void other_drew(dx_gofish_exact *e, unsigned barred)
{
    if (e->is_waiting)
        resolve(e, DX_NONE, NOTHING_ASKED);
    list swap = e->waiting;
    e->waiting = e->settled;
    e->settled = swap;
    e->settled.count = 0;
    e->is_waiting = true;
    if (barred != DX_NONE) {
        split(e, barred);
        e->classes[e->class_of[barred]].is_barred = true;
    }
    // Whether a card may come then depends on the world: not every one that
    // does not make a book, or is of another rank, is in the stock.
    if (e->top < e->copies || barred != DX_NONE)
        resolve(e, DX_NONE, NOTHING_ASKED);
}

// The other has `more` cards of a rank that is a class of its own.
static void other_gets(dx_gofish_exact *e, unsigned rank, unsigned more)
{
    class *c = &e->classes[e->class_of[rank]];
    for (size_t i = 0; i < e->settled.count; i++) {
        world *w = &e->settled.at[i];
        unsigned there = (unsigned)(w->key >> c->at) & 7;
        w->key += (dx_count)more << c->at;
        w->open += is_open(e, there + more);
        w->open -= is_open(e, there);
    }
    c->room = (uint8_t)(c->room + more);
    e->size += more;
}

// All see that the other has drawn this rank.
static void other_showed(dx_gofish_exact *e, unsigned rank)
{
    if (e->is_waiting)
        resolve(e, DX_NONE, NOTHING_ASKED);
    drew(e, rank); // weighs as if it had gone to the observer
    split(e, rank);
    e->own[rank]--;
    other_gets(e, rank, 1);
}

// A book of the rank is on the table.  If it is the `other`'s it had them all.
static void laid_down(dx_gofish_exact *e, unsigned rank, bool is_others)
{
    class c;
    if (is_others) {
        c = e->classes[e->class_of[rank]];
        pick(e, &c, e->copies, 1, &e->settled, &e->settled);
        e->size -= e->copies;
        part_with(e, rank, true);
    }
    e->own[rank] = 0;
    e->is_gone[rank] = true;
    e->classes[e->class_of[rank]].room = 0;
}

// All hands of the other's size, of classes from `number` on.
static void add_hands(dx_gofish_exact *e, unsigned number, unsigned card,
                      unsigned ranks, unsigned left, world w)
{
    if (number == e->class_count) {
        if (left == 0)
            list_add(&e->settled, w.key, w.weight, w.open);
        return;
    }
    const class *c = &e->classes[number];
    if (card > c->room || card > e->top) {
        unsigned next = number + 1;
        add_hands(e, next, 1,
                  next < e->class_count ? e->classes[next].count : 0, left, w);
        return;
    }
    for (unsigned i = 0; i <= ranks && i * card <= left; i++) {
        world more = w;
        more.key += i * part(c, card);
        more.weight *= (double)dx_choose(ranks, i);
        for (unsigned k = 0; k < i; k++)
            more.weight *= (double)dx_choose(c->room, card);
        more.open += is_open(e, card) * i;
        add_hands(e, number, card + 1, ranks - i, left - i * card, more);
    }
}

// The deal is over: ranks of which the observer has as many are a class.
static void begin(dx_gofish_exact *e)
{
    for (unsigned own = 0; own <= e->copies + 1; own++) {
        class c = {.room = (uint8_t)(own > e->copies ? 0 : e->copies - own)};
        for (unsigned rank = 0; rank < e->ranks; rank++) {
            unsigned group = e->is_gone[rank] ? e->copies + 1 : e->own[rank];
            if (group != own)
                continue;
            c.ranks |= (uint16_t)(1U << rank);
            c.count++;
            e->class_of[rank] = (uint8_t)e->class_count;
        }
        if (c.count == 0)
            continue;
        c.is_single = c.count == 1;
        c.is_none = c.room == 0;
        place_class(e, &c);
        e->classes[e->class_count++] = c;
    }
    add_hands(e, 0, 1, e->classes[0].count, e->size, (world){0, 1, 0});
    e->has_begun = true;
}

static void follow_deal(dx_gofish_exact *e, dx_event event)
{
    unsigned book = event.arg[1];
    if (event.who == e->seat)
        e->own[event.arg[0]]++;
    else
        e->size++;
    if (book == 0)
        return;
    e->is_gone[book - 1] = true;
    e->own[book - 1] = 0;
    if (event.who != e->seat)
        e->size -= e->copies;
}

// Where books are laid down, and none was: of a rank that is a class of its own
// the other has not got all.
static void keep_bookless(dx_gofish_exact *e, unsigned rank)
{
    const class *c = &e->classes[e->class_of[rank]];
    size_t kept = 0;
    for (size_t i = 0; i < e->settled.count; i++)
        if (((unsigned)(e->settled.at[i].key >> c->at) & 7) <= e->top)
            e->settled.at[kept++] = e->settled.at[i];
    e->settled.count = kept;
}

static void follow_ask(dx_gofish_exact *e, dx_event event)
{
    unsigned rank = event.arg[1], given = event.arg[2];
    bool is_own = event.who == e->seat;
    e->asked = rank;
    e->is_fishing = true;
    if (is_own) {
        answered(e, rank, given);
    } else {
        split(e, rank);
        resolve(e, rank, RANK_IS_OPEN);
        other_gets(e, rank, given);
        e->own[rank] = (uint8_t)(e->own[rank] - given);
    }
    if (event.arg[3] != 0)
        laid_down(e, rank, !is_own);
    else if (!is_own)
        keep_bookless(e, rank);
}

static void follow_draw(dx_gofish_exact *e, dx_event event)
{
    unsigned book = event.arg[2];
    bool is_own = event.who == e->seat;
    bool is_shown = e->is_fishing && e->caught != DX_GOFISH_CAUGHT_HIDDEN;
    if (is_own)
        drew(e, event.arg[0]);
    else if (book > 0)
        other_showed(e, book - 1);
    else if (is_shown && event.arg[1] != 0)
        other_showed(e, e->asked);
    else
        other_drew(e, is_shown ? e->asked : DX_NONE);
    if (book > 0)
        laid_down(e, book - 1, !is_own);
    else if (!is_own && event.arg[1] != 0)
        keep_bookless(e, e->asked);
}

// Has the observer cards that could be asked for?
static bool has_cards(const dx_gofish_exact *e)
{
    unsigned cards = 0;
    for (unsigned rank = 0; rank < e->ranks; rank++)
        cards += e->own[rank];
    return cards > 0;
}

void dx_gofish_exact_follow(dx_gofish_exact *e, dx_event event)
{
    if (event.verb == DX_GOFISH_DEAL)
        follow_deal(e, event);
    if (event.verb <= DX_GOFISH_DEAL || event.verb == DX_GOFISH_LAY)
        return;
    if (!e->has_begun)
        begin(e);
    if (event.verb == DX_GOFISH_ASK)
        follow_ask(e, event);
    if (event.verb == DX_GOFISH_DRAW)
        follow_draw(e, event);
    if (event.verb == DX_GOFISH_NOTHING) {
        e->is_fishing = false;
        if (event.who != e->seat &&
            (has_cards(e) || e->size + e->is_waiting == 0))
            resolve(e, DX_NONE, NONE_IS_OPEN);
    }
}

// Adds up, for one class, in how many ranks there are how many cards.
static void sum_class(const class *c, const list *l, double total, double *out)
{
    memset(out, 0, DX_GOFISH_NUMBERS * sizeof *out);
    if (c->is_none) {
        out[0] = total;
        return;
    }
    if (c->is_single) {
        for (size_t i = 0; i < l->count; i++)
            out[(unsigned)(l->at[i].key >> c->at) & 7] += l->at[i].weight;
        return;
    }
    for (size_t i = 0; i < l->count; i++) {
        unsigned fields = (unsigned)(l->at[i].key >> c->at);
        for (unsigned number = 1; number <= c->room; number++) {
            out[number] += l->at[i].weight * (fields & 15);
            fields >>= FIELD_BITS;
        }
    }
    out[0] = total;
    for (unsigned number = 1; number <= c->room; number++) {
        out[number] /= c->count;
        out[0] -= out[number];
    }
}

static double weight_of(const list *l)
{
    double total = 0;
    for (size_t i = 0; i < l->count; i++)
        total += l->at[i].weight;
    return total;
}

// The cards of the stock that may be the one that waits: the same in all
// worlds, since of a barred rank the other has no card.
static double choices_of(const dx_gofish_exact *e)
{
    double cards = -(double)e->size;
    for (unsigned i = 0; i < e->class_count; i++)
        cards += e->classes[i].is_barred
                     ? 0
                     : (double)e->classes[i].room * e->classes[i].count;
    return cards;
}

static void read_class(const dx_gofish_exact *e, const class *c, double settled,
                       double waiting, double *out)
{
    double before[DX_GOFISH_NUMBERS], cards = choices_of(e);
    sum_class(c, &e->settled, settled, out);
    if (e->is_waiting) {
        sum_class(c, &e->waiting, waiting, before);
        for (unsigned number = 0; number <= c->room; number++) {
            double comes = c->is_barred ? 0 : (double)c->room - number;
            out[number] += before[number] * (cards - comes);
            if (number > 0 && !c->is_barred)
                out[number] += before[number - 1] * (c->room - (number - 1.0));
        }
    }
    double total = settled + waiting * cards;
    for (unsigned number = 0; number < DX_GOFISH_NUMBERS; number++)
        out[number] /= total;
}

void dx_gofish_exact_read(dx_gofish_exact *e, dx_gofish_chances *out)
{
    if (!e->has_begun)
        begin(e);
    double settled = weight_of(&e->settled), waiting = weight_of(&e->waiting);
    assert(settled + waiting > 0);
    for (unsigned i = 0; i < e->class_count; i++) {
        double chances[DX_GOFISH_NUMBERS];
        read_class(e, &e->classes[i], settled, e->is_waiting ? waiting : 0,
                   chances);
        for (unsigned rank = 0; rank < e->ranks; rank++)
            if (e->classes[i].ranks >> rank & 1)
                memcpy(out->exactly[rank], chances, sizeof chances);
    }
}
