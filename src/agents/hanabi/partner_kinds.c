// Which reader a seat goes by, from what it hints and does.
//
// Three things are evidence: a hint to somebody whose cards are seen (is it
// right, wrong or idle as each reader reads it?), a play or the lack of one by
// a seat that was told something, and an own card that comes to light against
// what the hint about it said.  A hint to oneself is none before that: what is
// likely anyway would confirm the convention.

#include "agents/hanabi/partner.h"

#include <string.h>

static bool is_same(const dx_hint_reader *a, const dx_hint_reader *b)
{
    return a->meant == b->meant && a->number == b->number &&
           a->colour == b->colour;
}

static void add(dx_hanabi_partner *p, dx_hint_reader reader,
                const dx_hint_reader *without, bool strike)
{
    bool is_out = without != NULL && (strike ? reader.meant == without->meant
                                             : is_same(&reader, without));
    if (is_same(&reader, &dx_reader_hgroup))
        reader = dx_reader_hgroup;
    if (!is_out)
        p->reader[p->rule.count++] = reader;
}

// All that the parts make, but for who never says that something is to play.
static void list_readers(dx_hanabi_partner *p, const dx_hint_reader *without,
                         bool strike)
{
    for (unsigned meant = DX_MEANT_NEWEST; meant <= DX_MEANT_CHOP; meant++)
        for (unsigned number = 0; number <= DX_HINT_NUMBER_KEEP; number++)
            for (unsigned colour = 0; colour <= DX_HINT_COLOUR_KEEP; colour++) {
                dx_hint_reader reader = {(uint8_t)meant, (uint8_t)number,
                                         (uint8_t)colour, false};
                if (number != DX_HINT_NUMBER_KEEP ||
                    colour != DX_HINT_COLOUR_KEEP)
                    add(p, reader, without, strike);
            }
    if (without == NULL || !is_same(without, &dx_reader_hgroup))
        p->reader[p->rule.count++] = dx_reader_hgroup2;
    p->reader[p->rule.count++] = dx_reader_literal;
}

static double weight_of(const dx_hint_reader *reader, double house)
{
    double rest = 1 - house;
    if (is_same(reader, &dx_reader_beginner))
        return house;
    if (reader->meant == DX_MEANT_NONE)
        return 0.4 * rest;
    if (is_same(reader, &dx_reader_hgroup))
        return reader->through ? rest / 4 : rest / 6;
    return is_same(reader, &dx_reader_smart) ? rest / 8 : rest / 100;
}

void dx_partner_begin(dx_hanabi_partner *p, const dx_view *view, double house,
                      const dx_hint_reader *without, bool strike)
{
    double sum = 0;
    view->rules->game->setup(&p->table, view->rules);
    p->me = view->seat;
    p->rule = (dx_kinds_rule){.share = 0.2, .lapse = 0.02, .floor = 0.01};
    list_readers(p, without, strike);
    p->house = DX_NONE;
    for (unsigned k = 0; k < p->rule.count; k++) {
        if (is_same(&p->reader[k], &dx_reader_beginner))
            p->house = k;
        dx_heard_begin(&p->heard[k]);
        sum += p->rule.prior[k] = weight_of(&p->reader[k], house);
    }
    for (unsigned k = 0; k < p->rule.count; k++)
        p->rule.prior[k] /= sum;
    dx_kinds_begin(&p->rule, p->table.players, &p->kinds);
    memset(p->giver, DX_NONE, sizeof p->giver);
}

bool dx_partner_is_told(const dx_hanabi_partner *p, const dx_hint_scene *scene,
                        unsigned reader, unsigned seat, unsigned slot)
{
    const dx_hanabi *t = scene->table;
    return dx_is_named(&p->heard[reader], t, seat, slot) &&
           dx_is_to_play(scene, dx_heard_set(&p->heard[reader], t, seat, slot),
                         scene->playable);
}

// A hint whose cards are seen: would somebody who talks so have given it?
static void judge_hint(dx_hanabi_partner *p, const dx_hint_scene *scene,
                       dx_event hint)
{
    double likely[DX_PLAYER_KINDS];
    for (unsigned k = 0; k < p->rule.count; k++) {
        dx_hint_effect effect =
            dx_reader_effect(&p->reader[k], scene, &p->heard[k], hint, 0);
        likely[k] = effect.wrong > 0                     ? 0.04
                    : effect.is_true && effect.right > 0 ? 0.6
                    : effect.is_true                     ? 0.25
                                                         : 0.1;
    }
    likely[p->rule.count - 1] = 0.35;
    dx_kinds_see(&p->rule, &p->kinds, hint.who, likely);
}

// A move of somebody who, by one reader, was told to play something or not.
static void judge_move(dx_hanabi_partner *p, const dx_hint_scene *scene,
                       dx_event event)
{
    double likely[DX_PLAYER_KINDS];
    unsigned size = scene->table->size[event.who];
    for (unsigned k = 0; k < p->rule.count; k++) {
        bool any = false;
        for (unsigned slot = 0; slot < size; slot++)
            any |= dx_partner_is_told(p, scene, k, event.who, slot);
        if (event.verb == DX_HANABI_PLAY)
            likely[k] = dx_partner_is_told(p, scene, k, event.who, event.arg[0])
                            ? 0.9
                            : 0.05;
        else
            likely[k] = any ? 0.15 : 0.5;
    }
    dx_kinds_see(&p->rule, &p->kinds, event.who, likely);
}

// An own card comes to light: was it what the hint said?
static void judge_card(dx_hanabi_partner *p, dx_event event)
{
    double likely[DX_PLAYER_KINDS];
    unsigned slot = event.arg[0], giver = p->giver[p->me][slot];
    if (giver == DX_NONE)
        return;
    for (unsigned k = 0; k < p->rule.count; k++)
        likely[k] =
            p->heard[k].set[p->me][slot] >> event.arg[1] & 1 ? 0.8 : 0.02;
    likely[p->rule.count - 1] = 0.75;
    dx_kinds_see(&p->rule, &p->kinds, giver, likely);
}

// A throw past a named oldest card, or of it.  What is dead says nothing.
static void judge_throw(dx_hanabi_partner *p, const dx_hint_scene *scene,
                        dx_event event)
{
    const dx_hanabi *t = scene->table;
    if (event.verb != DX_HANABI_THROW || !(t->touched[event.who] & 1) ||
        dx_next_throw(t, event.who) == DX_NONE ||
        (scene->dead >> event.arg[1] & 1))
        return;
    uint8_t *count = event.arg[0] == 0 ? p->passed : p->spared;
    count[event.who]++;
}

static void note_useful(dx_hanabi_partner *p, uint32_t playable, dx_event event)
{
    uint32_t *useful = p->useful;
    if (event.verb == DX_HANABI_HINT && event.arg[0] == p->me) {
        for (unsigned left = event.arg[2]; left != 0; left &= left - 1)
            useful[__builtin_ctz(left)] = playable;
    } else if (event.verb != DX_HANABI_HINT && event.who == p->me) {
        for (unsigned at = event.arg[0]; at + 1 < DX_HANABI_SLOTS; at++)
            useful[at] = useful[at + 1];
    }
}

static void note_givers(dx_hanabi_partner *p, dx_event event)
{
    uint8_t *giver =
        p->giver[event.verb == DX_HANABI_HINT ? event.arg[0] : event.who];
    unsigned slot = event.arg[0];
    if (event.verb == DX_HANABI_HINT) {
        for (slot = 0; slot < DX_HANABI_SLOTS; slot++)
            if (event.arg[2] >> slot & 1)
                giver[slot] = event.who;
        return;
    }
    memmove(giver + slot, giver + slot + 1, DX_HANABI_SLOTS - 1 - slot);
    giver[DX_HANABI_SLOTS - 1] = DX_NONE;
}

// An own card that a hint to somebody else calls for, by some reader, was
// spoken of by its giver.
static void note_calls(dx_hanabi_partner *p, unsigned giver)
{
    unsigned called = 0;
    for (unsigned k = 0; k < p->rule.count; k++)
        called |= p->heard[k].called[p->me];
    for (unsigned slot = 0; slot < p->table.size[p->me]; slot++)
        if ((called >> slot & 1) && p->giver[p->me][slot] == DX_NONE)
            p->giver[p->me][slot] = (uint8_t)giver;
}

void dx_partner_note(dx_hanabi_partner *p, dx_event event)
{
    if (dx_hanabi_draws(event) || event.verb == DX_HANABI_BLIND) {
        dx_game_hanabi.fold(&p->table, event);
        return;
    }
    dx_hint_scene scene = dx_scene_of(&p->table);
    if (event.who != p->me) {
        if (event.verb == DX_HANABI_HINT && event.arg[0] != p->me)
            judge_hint(p, &scene, event);
        judge_move(p, &scene, event);
        judge_throw(p, &scene, event);
    } else if (event.verb != DX_HANABI_HINT) {
        judge_card(p, event);
    }
    for (unsigned k = 0; k < p->rule.count; k++)
        dx_reader_hear(&p->reader[k], &scene, &p->heard[k], event);
    note_givers(p, event);
    note_useful(p, scene.playable, event);
    if (event.verb == DX_HANABI_HINT)
        note_calls(p, event.who);
    dx_game_hanabi.fold(&p->table, event);
}
