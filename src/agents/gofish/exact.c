// Each event is a step over the list of worlds: a question of the other keeps
// those in which the rank is open and divides by how many are, an answer picks
// those with that number, a draw of one's own weighs them by what the stock
// has.  A card that the other drew waits; when it must be laid it is, in all
// ways, and equal worlds are merged again.
//
// Right because each step multiplies by the chance of what was seen in that
// world, and worlds that are one key have that chance in common: their ranks
// are not told apart by anything so far.  Cost: the keys, times the classes
// where a card is laid.

#include "agents/gofish/orbits.h"

#include <assert.h>
#include <string.h>

// 1 if a rank of which one has as many can be asked for.
static unsigned is_open(const dx_gofish_exact *e, unsigned number)
{
    return number > 0 && number < e->copies;
}

static void list_copy(dx_gofish_worlds *to, const dx_gofish_worlds *from)
{
    *to = (dx_gofish_worlds){0};
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
    e->spare = (dx_gofish_worlds){0};
    e->slots = NULL;
    e->slot_room = e->slot_count = 0;
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

// Leaves of a dx_gofish_worlds the worlds in which `rank`, of class `c`, has
// `number` cards, without these in the key, and with `factor` times the weight:
// added to `out`, which may be the list itself.
static void pick(const dx_gofish_exact *e, const dx_gofish_class *c,
                 unsigned number, double factor, const dx_gofish_worlds *from,
                 dx_gofish_worlds *out)
{
    size_t count = from->count;
    if (out == from)
        out->count = 0;
    for (size_t i = 0; i < count; i++) {
        dx_gofish_world w = from->at[i];
        unsigned ranks = dx_gofish_ranks_with(c, w.key, number);
        if (ranks > 0)
            dx_gofish_worlds_add(out, w.key - dx_gofish_part(c, number),
                                 w.weight * factor * ranks / c->count,
                                 w.open - is_open(e, number));
    }
}

// The other has given all its cards of the rank, `number`; or had none.
static void answered(dx_gofish_exact *e, unsigned rank, unsigned number)
{
    const dx_gofish_class c = e->classes[e->class_of[rank]];
    if (e->copies < number)
        return;
    pick(e, &c, number, 1, &e->settled, &e->settled);
    if (e->is_waiting && number > 0 && !c.is_barred)
        pick(e, &c, number - 1, c.room - (number - 1.0), &e->waiting,
             &e->settled);
    pick(e, &c, number, 1, &e->waiting, &e->waiting);
    e->own[rank] = (uint8_t)(e->own[rank] + number);
    e->size -= number;
    dx_gofish_class *now = dx_gofish_part_with(e, rank, true);
    now->room = (uint8_t)(now->room - number);
    now->is_barred = e->is_waiting;
}

// The observer has drawn a card of the rank: worlds weigh as many times as the
// stock has it there.
static void drew(dx_gofish_exact *e, unsigned rank)
{
    const dx_gofish_class *c = &e->classes[e->class_of[rank]];
    dx_gofish_worlds *lists[] = {&e->waiting, &e->settled};
    if (c->is_none) {
        dx_gofish_part_with(e, rank, true)->room--;
        e->own[rank]++;
        return;
    }
    dx_gofish_split(e, rank);
    dx_gofish_class *now = &e->classes[e->class_of[rank]];
    for (unsigned i = 0; i < 2; i++) {
        size_t kept = 0;
        for (size_t k = 0; k < lists[i]->count; k++) {
            dx_gofish_world w = lists[i]->at[k];
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

static inline size_t hash(dx_count key)
{
    uint64_t mixed = (uint64_t)key ^ (uint64_t)(key >> 64) * 0x9e3779b97f4a7c15;
    mixed *= 0xd6e8feb86659fd93;
    return (size_t)(mixed >> 24 ^ mixed >> 48);
}

// Empties the slots, with room for `count` worlds.
static void clear_slots(dx_gofish_exact *e, size_t count)
{
    e->slot_count = 1024;
    while (e->slot_count < 8 * count)
        e->slot_count *= 2;
    if (e->slot_count > e->slot_room) {
        dx_free(e->slots);
        e->slots = dx_alloc(e->slot_count, sizeof *e->slots);
        e->slot_room = e->slot_count;
    } else {
        memset(e->slots, 0, e->slot_count * sizeof *e->slots);
    }
}

static void grow_slots(dx_gofish_exact *e, const dx_gofish_worlds *l)
{
    clear_slots(e, l->count);
    for (size_t i = 0; i < l->count; i++) {
        size_t slot = hash(l->at[i].key) & (e->slot_count - 1);
        while (e->slots[slot] != 0)
            slot = (slot + 1) & (e->slot_count - 1);
        e->slots[slot] = (uint32_t)i + 1;
    }
}

// Adds to the world of `key` in the list, which may be there already.
static inline void merge(dx_gofish_exact *e, dx_gofish_worlds *l, dx_count key,
                         double weight, unsigned open)
{
    if (4 * l->count >= 3 * e->slot_count)
        grow_slots(e, l);
    size_t slot = hash(key) & (e->slot_count - 1);
    while (e->slots[slot] != 0) {
        dx_gofish_world *w = &l->at[e->slots[slot] - 1];
        if (w->key == key) {
            w->weight += weight;
            return;
        }
        slot = (slot + 1) & (e->slot_count - 1);
    }
    dx_gofish_worlds_add(l, key, weight, open);
    e->slots[slot] = (uint32_t)l->count;
}

// What is asked of the hand once it has its card: that a rank is open, or that
// none is.
typedef enum demand { NOTHING_ASKED, RANK_IS_OPEN, NONE_IS_OPEN } demand;

// A question is as likely as each other of the open ranks.
static inline void settle(dx_gofish_exact *e, demand d, dx_gofish_worlds *out,
                          dx_count key, double weight, unsigned open)
{
    static const double share[DX_GOFISH_RANKS + 1] = {
        0,       1,       1.0 / 2, 1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,
        1.0 / 7, 1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13};
    if (d == NONE_IS_OPEN && open > 0)
        return;
    merge(e, out, key, d == RANK_IS_OPEN ? weight * share[open] : weight, open);
}

// A rank of the class, one of `ranks` with `number` cards, gets the card that
// waits.
static inline void raise(dx_gofish_exact *e, const dx_gofish_world *w,
                         const dx_gofish_class *c, unsigned number,
                         unsigned ranks, demand d, dx_gofish_worlds *out)
{
    unsigned open = w->open - is_open(e, number) + is_open(e, number + 1);
    unsigned ways = ranks * (c->room - number);
    settle(e, d, out, w->key + c->raise[number], w->weight * ways, open);
}

// A world gets the card that waits, in all ways.  With a rank `asked` (its
// class, or NULL) that must be open then.
static void deal_card(dx_gofish_exact *e, const dx_gofish_world *w,
                      const dx_gofish_class *asked, demand d,
                      dx_gofish_worlds *out)
{
    unsigned there = asked == NULL ? 0 : (unsigned)(w->key >> asked->at) & 7;
    if (asked != NULL && !asked->is_barred && there < asked->room &&
        is_open(e, there + 1) != 0)
        raise(e, w, asked, there, 1, d, out);
    if (asked != NULL && is_open(e, there) == 0)
        return;
    for (unsigned i = 0; i < e->class_count; i++) {
        const dx_gofish_class *c = &e->classes[i];
        unsigned most = c->room < e->top ? c->room : e->top;
        if (c->is_barred || c->is_none || c == asked)
            continue;
        if (c->is_single) {
            unsigned number = (unsigned)(w->key >> c->at) & 7;
            if (number < most)
                raise(e, w, c, number, 1, d, out);
            continue;
        }
        unsigned fields = (unsigned)(w->key >> c->at), none = c->count;
        for (unsigned number = 1; number <= c->room; number++) {
            unsigned ranks = fields & 15;
            if (ranks > 0 && number < most)
                raise(e, w, c, number, ranks, d, out);
            none -= ranks;
            fields >>= DX_GOFISH_FIELD;
        }
        if (none > 0 && most > 0)
            raise(e, w, c, 0, none, d, out);
    }
}

// Keeps the settled worlds that do what is asked of them.
static void keep_settled(dx_gofish_exact *e, const dx_gofish_class *asked,
                         demand d)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->settled.count; i++) {
        dx_gofish_world w = e->settled.at[i];
        if ((asked != NULL &&
             is_open(e, (unsigned)(w.key >> asked->at) & 7) == 0) ||
            (d == NONE_IS_OPEN && w.open > 0))
            continue;
        if (d == RANK_IS_OPEN)
            w.weight /= w.open;
        e->settled.at[kept++] = w;
    }
    e->settled.count = kept;
}

// Makes the weights add up to 1.
static void normalise(dx_gofish_worlds *l)
{
    double total = 0;
    for (size_t i = 0; i < l->count; i++)
        total += l->at[i].weight;
    assert(total > 0);
    for (size_t i = 0; i < l->count; i++)
        l->at[i].weight /= total;
}

// Lays the card that waits, if one does, and keeps the worlds that do what is
// asked of them; `rank` is a class of its own if it must be open.
static void resolve(dx_gofish_exact *e, unsigned rank, demand d)
{
    if (e->is_waiting)
        dx_gofish_place_nones(e);
    const dx_gofish_class *asked =
        d == RANK_IS_OPEN ? &e->classes[e->class_of[rank]] : NULL;
    dx_gofish_worlds settled = e->settled;
    keep_settled(e, asked, d);
    if (!e->is_waiting)
        return;
    e->spare.count = 0;
    clear_slots(e, e->waiting.count + settled.count);
    for (size_t i = 0; i < e->settled.count; i++)
        merge(e, &e->spare, e->settled.at[i].key, e->settled.at[i].weight,
              e->settled.at[i].open);
    for (size_t i = 0; i < e->waiting.count; i++)
        deal_card(e, &e->waiting.at[i], asked, d, &e->spare);
    e->settled = e->spare;
    e->spare = settled;
    normalise(&e->settled);
    e->size++;
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
    dx_gofish_worlds swap = e->waiting;
    e->waiting = e->settled;
    e->settled = swap;
    e->settled.count = 0;
    e->is_waiting = true;
    if (barred != DX_NONE) {
        dx_gofish_split(e, barred);
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
    dx_gofish_class *c = &e->classes[e->class_of[rank]];
    for (size_t i = 0; i < e->settled.count; i++) {
        dx_gofish_world *w = &e->settled.at[i];
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
    dx_gofish_split(e, rank);
    e->own[rank]--;
    other_gets(e, rank, 1);
}

// A book of the rank is on the table.  If it is the `other`'s it had them all.
static void laid_down(dx_gofish_exact *e, unsigned rank, bool is_others)
{
    dx_gofish_class c;
    if (is_others) {
        c = e->classes[e->class_of[rank]];
        pick(e, &c, e->copies, 1, &e->settled, &e->settled);
        e->size -= e->copies;
        dx_gofish_part_with(e, rank, true);
    }
    e->own[rank] = 0;
    e->is_gone[rank] = true;
    e->classes[e->class_of[rank]].room = 0;
}

// All hands of the other's size, of classes from `number` on.
static void add_hands(dx_gofish_exact *e, unsigned number, unsigned card,
                      unsigned ranks, unsigned left, dx_gofish_world w)
{
    if (number == e->class_count) {
        if (left == 0)
            dx_gofish_worlds_add(&e->settled, w.key, w.weight, w.open);
        return;
    }
    const dx_gofish_class *c = &e->classes[number];
    if (card > c->room || card > e->top) {
        unsigned next = number + 1;
        add_hands(e, next, 1,
                  next < e->class_count ? e->classes[next].count : 0, left, w);
        return;
    }
    for (unsigned i = 0; i <= ranks && i * card <= left; i++) {
        dx_gofish_world more = w;
        more.key += i * dx_gofish_part(c, card);
        more.weight *= (double)dx_choose(ranks, i);
        for (unsigned k = 0; k < i; k++)
            more.weight *= (double)dx_choose(c->room, card);
        more.open += is_open(e, card) * i;
        add_hands(e, number, card + 1, ranks - i, left - i * card, more);
    }
}

void dx_gofish_exact_begin(dx_gofish_exact *e)
{
    for (unsigned own = 0; own <= e->copies + 1; own++) {
        dx_gofish_class c = {
            .room = (uint8_t)(own > e->copies ? 0 : e->copies - own)};
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
        dx_gofish_place_class(e, &c);
        e->classes[e->class_count++] = c;
    }
    add_hands(e, 0, 1, e->classes[0].count, e->size,
              (dx_gofish_world){0, 1, 0});
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
    if (e->top == e->copies)
        return;
    const dx_gofish_class *c = &e->classes[e->class_of[rank]];
    size_t kept = 0;
    for (size_t i = 0; i < e->settled.count; i++)
        if (((unsigned)(e->settled.at[i].key >> c->at) & 7) <= e->top)
            e->settled.at[kept++] = e->settled.at[i];
    e->settled.count = kept;
}

void dx_gofish_exact_expect(dx_gofish_exact *e, const dx_gofish_appeal *appeal)
{
    e->appeal = *appeal;
    e->is_expecting = e->keeps_apart = true;
}

// The appeal of all open ranks in a world together.
static double appeal_in(const dx_gofish_exact *e, dx_count key)
{
    double sum = 0;
    for (unsigned i = 0; i < e->class_count; i++) {
        const dx_gofish_class *c = &e->classes[i];
        unsigned rank = (unsigned)__builtin_ctz(c->ranks);
        if (c->is_none)
            continue;
        for (unsigned number = 1; number < e->copies; number++)
            sum += dx_gofish_ranks_with(c, key, number) *
                   e->appeal.of[rank][number];
    }
    return sum;
}

// The worlds are weighed already as if all open ranks were alike.
static void weigh_by_appeal(dx_gofish_exact *e, unsigned rank)
{
    static const double any = 0.03;
    const dx_gofish_class *c = &e->classes[e->class_of[rank]];
    for (size_t i = 0; e->is_expecting && i < e->settled.count; i++) {
        dx_gofish_world *w = &e->settled.at[i];
        double own = e->appeal.of[rank][(unsigned)(w->key >> c->at) & 7];
        w->weight *= any + (1 - any) * w->open * own / appeal_in(e, w->key);
    }
    e->is_expecting = false;
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
        dx_gofish_split(e, rank);
        resolve(e, rank, RANK_IS_OPEN);
        weigh_by_appeal(e, rank);
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
        dx_gofish_exact_begin(e);
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
