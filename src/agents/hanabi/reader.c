// Readings are sets of kinds for each slot, narrowed hint by hint.
//
// A set that would become empty stays as it was: then the hint did not mean
// what it usually does, and says only what it says.  The sets of one hand are
// read one by one (no correlations), so all hands in which every reading was
// right are a product of sets, and can be counted by slots.

#include "agents/hanabi/reader.h"

#include "agents/hanabi/public.h"

#include <string.h>

const dx_hint_reader dx_reader_literal = {.meant = DX_MEANT_NONE};
const dx_hint_reader dx_reader_beginner = {DX_MEANT_NEWEST, DX_HINT_NUMBER_ONES,
                                           DX_HINT_COLOUR_PLAY, false, false};
const dx_hint_reader dx_reader_smart = {DX_MEANT_NEWEST, DX_HINT_NUMBER_ALL,
                                        DX_HINT_COLOUR_PLAY, false, false};
const dx_hint_reader dx_reader_hgroup = {DX_MEANT_CHOP, DX_HINT_NUMBER_SAVE,
                                         DX_HINT_COLOUR_SAVE, true, false};
const dx_hint_reader dx_reader_hgroup2 = {DX_MEANT_CHOP, DX_HINT_NUMBER_SAVE,
                                          DX_HINT_COLOUR_SAVE, true, true};

dx_hint_scene dx_scene_of(const dx_hanabi *table)
{
    dx_hint_scene scene = {.table = table};
    for (unsigned colour = 0; colour < table->colours; colour++) {
        dx_kind_sets sets = dx_colour_sets(table, colour);
        scene.playable |= sets.playable;
        scene.dead |= sets.dead;
        scene.critical |= sets.critical;
    }
    return scene;
}

unsigned dx_next_throw(const dx_hanabi *table, unsigned seat)
{
    for (unsigned slot = 0; slot < table->size[seat]; slot++)
        if (!(table->touched[seat] >> slot & 1))
            return slot;
    return DX_NONE;
}

dx_event dx_hint_named(const dx_hanabi *table, dx_event hint)
{
    unsigned to = hint.arg[0], slots = 0;
    uint32_t kinds = table->of_clue[hint.arg[1]];
    for (unsigned slot = 0; slot < table->size[to]; slot++)
        slots |= (kinds >> table->hand[to][slot] & 1) << slot;
    hint.arg[2] = 0;
    return dx_with(hint, 2, slots);
}

static unsigned newest_of(unsigned slots)
{
    return 31 - (unsigned)__builtin_clz(slots);
}

static unsigned find_meant(const dx_hint_reader *reader, const dx_hanabi *t,
                           dx_event hint, unsigned chop)
{
    unsigned named = hint.arg[2];
    unsigned fresh = named & ~(unsigned)t->touched[hint.arg[0]];
    unsigned among = fresh != 0 ? fresh : named;
    if (reader->meant == DX_MEANT_CHOP && chop != DX_NONE && named >> chop & 1)
        return chop;
    return reader->meant == DX_MEANT_OLDEST ? (unsigned)__builtin_ctz(among)
                                            : newest_of(among);
}

// What a named card counts as when it is to play: what everybody knows it to
// be; in a hand that giver and receiver see, what it is.
static uint32_t played_soon(const dx_hint_scene *scene,
                            const dx_hint_heard *heard, dx_event hint,
                            unsigned seat, unsigned slot, uint32_t soon)
{
    const dx_hanabi *t = scene->table;
    uint32_t set = dx_heard_set(heard, t, seat, slot) & ~scene->dead;
    if (!dx_is_named(heard, t, seat, slot))
        return 0;
    if ((set & (set - 1)) == 0)
        return set & soon;
    if (seat == hint.who || seat == hint.arg[0] || (set & ~soon) != 0)
        return 0;
    unsigned card = t->hand[seat][slot];
    return card == DX_HOLE ? set : set & UINT32_C(1) << card;
}

// What can be played once the cards are that are to play.
static uint32_t playable_soon(const dx_hint_scene *scene,
                              const dx_hint_heard *heard, dx_event hint)
{
    const dx_hanabi *t = scene->table;
    uint32_t soon = scene->playable, before;
    do {
        uint32_t played = 0;
        before = soon;
        for (unsigned seat = 0; seat < t->players; seat++)
            for (unsigned slot = 0; slot < t->size[seat]; slot++)
                played |= played_soon(scene, heard, hint, seat, slot, soon);
        for (unsigned colour = 0; colour < t->colours; colour++) {
            // the kind behind one of the same colour is the next bit
            uint32_t of = dx_hanabi_of_colour(t, colour);
            soon |= (played & of) << 1 & of & ~scene->dead;
        }
    } while (soon != before);
    return soon;
}

// The slot from which a seat would play a kind that it is not told of: the
// newest named one that can be it, else the newest that is not named.
static unsigned unasked(const dx_hanabi *t, const dx_hint_heard *heard,
                        unsigned seat, unsigned kind)
{
    for (unsigned slot = t->size[seat]; slot-- > 0;)
        if (dx_is_named(heard, t, seat, slot) &&
            (dx_heard_set(heard, t, seat, slot) >> kind & 1))
            return slot;
    for (unsigned slot = t->size[seat]; slot-- > 0;)
        if (!dx_is_named(heard, t, seat, slot))
            return slot;
    return DX_NONE;
}

// Who would play `kind` unasked when a hint calls for it: who holds it there,
// in the order of turns; else who may hold it, as its hand is not seen; else
// the next, who does not.
typedef struct call {
    unsigned seat, slot;
    enum { NOBODY, WRONGLY, PERHAPS, SURELY } how;
} call;

static call find_call(const dx_hanabi *t, const dx_hint_heard *heard,
                      dx_event hint, unsigned kind)
{
    call best = {DX_NONE, DX_NONE, NOBODY};
    for (unsigned step = 1; step < t->players; step++) {
        unsigned seat = (hint.who + step) % t->players;
        unsigned slot = unasked(t, heard, seat, kind);
        if (seat == hint.arg[0] || slot == DX_NONE)
            continue;
        unsigned card = t->hand[seat][slot];
        bool may = card == DX_HOLE && (t->could[seat][slot] >> kind & 1);
        call here = {seat, slot,
                     card == kind ? SURELY
                     : may        ? PERHAPS
                                  : WRONGLY};
        if (here.how > best.how)
            best = here;
    }
    return best;
}

// Kinds right behind one that can be played and that somebody plays unasked.
// One who might be called, and sees the meant card, is if that is one behind.
static void read_behind(const dx_hint_scene *scene, const dx_hint_heard *heard,
                        dx_event hint, dx_hint_reading *out)
{
    const dx_hanabi *t = scene->table;
    unsigned meant = t->hand[hint.arg[0]][out->meant];
    for (uint32_t left = out->goal & ~scene->dead; left; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctz(left);
        uint32_t next = UINT32_C(1) << (kind + 1);
        if (dx_hanabi_rank(t, kind) + 1 >= t->ranks ||
            (next & (out->goal | out->saves | scene->dead)) != 0)
            continue;
        call c = find_call(t, heard, hint, kind);
        if (c.how < PERHAPS ||
            (c.how == PERHAPS && meant != DX_HOLE && meant != kind + 1))
            continue;
        out->later |= next;
        out->later_by[c.seat] |= next;
    }
}

// Whom a hint calls whose meant card is seen: nobody if that can be played or
// is to keep.
static call call_of(const dx_hint_scene *scene, const dx_hint_heard *heard,
                    dx_event hint, const dx_hint_reading *reading,
                    unsigned *out_kind)
{
    const dx_hanabi *t = scene->table;
    call nobody = {DX_NONE, DX_NONE, NOBODY};
    if (reading->meant == DX_NONE)
        return nobody;
    unsigned card = t->hand[hint.arg[0]][reading->meant];
    uint32_t plain = reading->goal | reading->saves | scene->dead;
    if (hint.arg[1] >= t->colours)
        plain |= scene->critical;
    if (card == DX_HOLE || (plain >> card & 1) ||
        dx_hanabi_rank(t, card) == 0 || !(reading->goal >> (card - 1) & 1))
        return nobody;
    *out_kind = card - 1;
    return find_call(t, heard, hint, card - 1);
}

static void narrow(dx_hint_reading *reading, unsigned slot, uint32_t kinds)
{
    if ((reading->set[slot] & kinds) != 0)
        reading->set[slot] &= kinds;
}

// Kinds that a hint on the next throw may also be about: last copies; a top
// card and a 2 by a number only.
static uint32_t saves_of(const dx_hint_reader *reader,
                         const dx_hint_scene *scene, bool is_number)
{
    const dx_hanabi *t = scene->table;
    uint32_t top = dx_hanabi_of_rank(t, t->ranks - 1);
    if (!is_number)
        return reader->colour == DX_HINT_COLOUR_SAVE ? scene->critical & ~top
                                                     : 0;
    if (reader->number != DX_HINT_NUMBER_SAVE)
        return 0;
    return scene->critical |
           (t->ranks > 2 ? dx_hanabi_of_rank(t, 1) & ~scene->dead : 0);
}

static void narrow_all(dx_hint_reading *reading, unsigned slots, uint32_t kinds)
{
    for (; slots != 0; slots &= slots - 1)
        narrow(reading, (unsigned)__builtin_ctz(slots), kinds);
}

// What a hint names is of use, and not named in a third hand.
static void read_good_touch(const dx_hint_scene *scene,
                            const dx_hint_heard *heard, dx_event hint,
                            dx_hint_reading *out)
{
    const dx_hanabi *t = scene->table;
    unsigned to = hint.arg[0];
    uint32_t kinds = scene->dead;
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            if (seat != to && seat != hint.who &&
                t->hand[seat][slot] != DX_HOLE &&
                dx_is_named(heard, t, seat, slot))
                kinds |= UINT32_C(1) << t->hand[seat][slot];
    out->named = t->touched[to] | hint.arg[2];
    out->fresh = hint.arg[2] & ~(unsigned)t->touched[to];
    narrow_all(out, out->fresh, ~kinds);
    narrow_all(out, hint.arg[2], ~scene->dead);
}

static void read_number(const dx_hint_reader *reader,
                        const dx_hint_scene *scene, dx_event hint,
                        unsigned chop, dx_hint_reading *out)
{
    bool ones = hint.arg[1] == scene->table->colours;
    bool warns = chop != DX_NONE && hint.arg[2] >> chop & 1;
    if (reader->number == DX_HINT_NUMBER_KEEP)
        return;
    if (reader->number == DX_HINT_NUMBER_ALL && warns)
        return;
    if (reader->number == DX_HINT_NUMBER_ALL ||
        (reader->number == DX_HINT_NUMBER_ONES && ones)) {
        narrow_all(out, hint.arg[2], out->goal);
        return;
    }
    narrow(out, out->meant, out->goal | out->later | out->saves);
}

static void read_colour(const dx_hint_reader *reader, dx_hint_reading *out)
{
    if (reader->colour != DX_HINT_COLOUR_KEEP)
        narrow(out, out->meant, out->goal | out->later | out->saves);
}

// What the hint says in plain words.
static void read_literally(const dx_hint_scene *scene,
                           const dx_hint_heard *heard, dx_event hint,
                           dx_hint_reading *out)
{
    const dx_hanabi *t = scene->table;
    unsigned to = hint.arg[0];
    uint32_t kinds = t->of_clue[hint.arg[1]];
    for (unsigned slot = 0; slot < t->size[to]; slot++) {
        uint32_t fact = hint.arg[2] >> slot & 1 ? kinds : ~kinds;
        uint32_t could = t->could[to][slot] & fact;
        out->set[slot] = heard->set[to][slot] & could;
        if (out->set[slot] == 0)
            out->set[slot] = could;
    }
}

void dx_reader_read(const dx_hint_reader *reader, const dx_hint_scene *scene,
                    const dx_hint_heard *heard, dx_event hint,
                    dx_hint_reading *out)
{
    const dx_hanabi *t = scene->table;
    unsigned chop = dx_next_throw(t, hint.arg[0]);
    *out = (dx_hint_reading){.meant = DX_NONE, .goal = scene->playable};
    read_literally(scene, heard, hint, out);
    if (reader->meant == DX_MEANT_NONE || hint.arg[2] == 0)
        return;
    out->meant = find_meant(reader, t, hint, chop);
    if (reader->ahead) {
        out->goal = playable_soon(scene, heard, hint);
        read_good_touch(scene, heard, hint, out);
    }
    bool is_number = hint.arg[1] >= t->colours;
    if (out->meant == chop)
        out->saves = saves_of(reader, scene, is_number);
    if (reader->through)
        read_behind(scene, heard, hint, out);
    if (is_number)
        read_number(reader, scene, hint, chop, out);
    else
        read_colour(reader, out);
}

unsigned dx_reader_made_play(const dx_hint_reader *reader,
                             const dx_hint_scene *scene,
                             const dx_hint_heard *heard, dx_event hint)
{
    const uint8_t *hand = scene->table->hand[hint.arg[0]];
    unsigned found = DX_NONE;
    dx_hint_reading reading;
    dx_reader_read(reader, scene, heard, hint, &reading);
    for (unsigned left = hint.arg[2]; left != 0; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        if ((reading.goal >> hand[slot] & 1) &&
            dx_is_to_play(scene, reading.set[slot], reading.goal))
            found = slot;
    }
    return found;
}

bool dx_reading_is_right(const dx_hint_reading *reading, const dx_hanabi *table,
                         unsigned seat, const uint8_t *hand)
{
    for (unsigned slot = 0; slot < table->size[seat]; slot++)
        if (!(reading->set[slot] >> hand[slot] & 1))
            return false;
    for (unsigned left = reading->fresh; left != 0; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        for (unsigned other = 0; other < table->size[seat]; other++)
            if (other != slot && (reading->named >> other & 1) &&
                hand[other] == hand[slot])
                return false;
    }
    return true;
}

void dx_heard_begin(dx_hint_heard *heard)
{
    memset(heard->set, 0xff, sizeof heard->set);
    memset(heard->called, 0, sizeof heard->called);
    memset(heard->waits, 0, sizeof heard->waits);
}

static void hear_call(const dx_hint_scene *scene, dx_hint_heard *heard,
                      dx_event hint, const dx_hint_reading *reading)
{
    unsigned kind = 0;
    call c = call_of(scene, heard, hint, reading, &kind);
    if (c.how < PERHAPS)
        return;
    heard->set[c.seat][c.slot] = UINT32_C(1) << kind;
    heard->called[c.seat] |= (uint8_t)(1U << c.slot);
}

static void hear_waits(dx_hint_heard *heard, unsigned players, dx_event hint,
                       const dx_hint_reading *reading)
{
    for (unsigned seat = 0; seat < players; seat++) {
        if (reading->later_by[seat] == 0)
            continue;
        heard->waits[seat].kinds = reading->later_by[seat];
        heard->waits[seat].to = hint.arg[0];
        heard->waits[seat].slot = (uint8_t)reading->meant;
    }
}

// Whoever was waited for has moved: it played the card between, or there is
// none.
static void end_wait(dx_hint_heard *heard, dx_event event)
{
    uint32_t kinds = heard->waits[event.who].kinds;
    unsigned to = heard->waits[event.who].to;
    uint32_t *set = &heard->set[to][heard->waits[event.who].slot];
    heard->waits[event.who].kinds = 0;
    if (event.verb == DX_HANABI_PLAY &&
        (kinds & *set & UINT32_C(2) << event.arg[1]) != 0)
        *set = UINT32_C(2) << event.arg[1];
    else if ((*set & ~kinds) != 0)
        *set &= ~kinds;
}

static void hear_leave(dx_hint_heard *heard, unsigned players, dx_event event)
{
    uint32_t *set = heard->set[event.who];
    unsigned slot = event.arg[0], below = (1U << slot) - 1;
    uint8_t *called = &heard->called[event.who];
    *called = (uint8_t)((*called & below) | (*called >> 1 & ~below));
    for (unsigned seat = 0; seat < players; seat++) {
        if (heard->waits[seat].to != event.who)
            continue;
        if (heard->waits[seat].slot == slot)
            heard->waits[seat].kinds = 0;
        else if (heard->waits[seat].slot > slot)
            heard->waits[seat].slot--;
    }
    for (; slot + 1 < DX_HANABI_SLOTS; slot++)
        set[slot] = set[slot + 1];
    set[slot] = UINT32_MAX;
}

void dx_reader_hear(const dx_hint_reader *reader, const dx_hint_scene *scene,
                    dx_hint_heard *heard, dx_event event)
{
    unsigned players = scene->table->players;
    bool hints = event.verb == DX_HANABI_HINT;
    if (!hints && !dx_hanabi_leaves(event))
        return;
    if (heard->waits[event.who].kinds != 0)
        end_wait(heard, event);
    if (!hints) {
        hear_leave(heard, players, event);
        return;
    }
    dx_hint_reading reading;
    dx_reader_read(reader, scene, heard, event, &reading);
    if (reader->through) {
        hear_call(scene, heard, event, &reading);
        hear_waits(heard, players, event, &reading);
    }
    memcpy(heard->set[event.arg[0]], reading.set,
           scene->table->size[event.arg[0]] * sizeof *reading.set);
}

void dx_heard_by_eyes(const dx_hint_reader *reader, const dx_view *view,
                      dx_hint_heard *out)
{
    dx_hanabi table = {0};
    view->rules->game->setup(&table, view->rules);
    dx_heard_begin(out);
    for (unsigned i = 0; i < view->count; i++) {
        dx_hint_scene scene = {.table = &table};
        if (view->seen[i].verb == DX_HANABI_HINT)
            scene = dx_scene_of(&table);
        dx_reader_hear(reader, &scene, out, view->seen[i]);
        dx_game_hanabi.fold(&table, view->seen[i]);
    }
}

dx_hint_effect dx_reader_effect(const dx_hint_reader *reader,
                                const dx_hint_scene *scene,
                                const dx_hint_heard *heard, dx_event hint,
                                uint32_t taken)
{
    const dx_hanabi *t = scene->table;
    unsigned to = hint.arg[0];
    dx_hint_reading reading;
    dx_hint_effect effect = {.called = DX_NONE};
    uint32_t told = taken;
    unsigned kind;
    dx_reader_read(reader, scene, heard, hint, &reading);
    if (reader->through) {
        call c = call_of(scene, heard, hint, &reading, &kind);
        effect.called = (uint8_t)c.seat;
        effect.call_is_right = c.how == SURELY;
    }
    effect.is_true = dx_reading_is_right(&reading, t, to, t->hand[to]);
    for (unsigned slot = 0; slot < t->size[to]; slot++) {
        uint32_t card = UINT32_C(1) << t->hand[to][slot];
        bool named = dx_is_named(heard, t, to, slot);
        bool was =
            named && dx_is_to_play(scene, dx_heard_set(heard, t, to, slot),
                                   reading.goal);
        bool is = (named || (hint.arg[2] >> slot & 1)) &&
                  dx_is_to_play(scene, reading.set[slot], reading.goal);
        bool can = (card & reading.goal & ~told) != 0;
        effect.right = (uint8_t)(effect.right + (is && can && !was));
        effect.wrong = (uint8_t)(effect.wrong + (is && !can && !was));
        effect.lost = (uint8_t)(effect.lost + (was && can && !is));
        told |= is ? card : 0;
    }
    return effect;
}
