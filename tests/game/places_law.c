// The walk through a game, and all laws but that of claims: worlds against
// deals, what seats see, what becomes of places from one turn to the next.

#include "game/places_law_private.h"
#include "game/twin.h"

#include <stdlib.h>
#include <string.h>

const char *dx_places_law_name(dx_places_law law)
{
    static const char *const names[] = {"none",    "worlds", "sees",
                                        "since",   "claim",  "fill",
                                        "factors", "chances"};
    return names[law];
}

void dx_law_broke(dx_law_walk *w, dx_places_law law, unsigned seat,
                  const char *what)
{
    if (w->broken != DX_LAW_NONE)
        return;
    w->broken = law;
    dx_text_printf(w->out, "%s, seed %llu, event %u, seat %u: %s: %s",
                   w->rules->game->name, (unsigned long long)w->seed, w->events,
                   seat + 1, dx_places_law_name(law), what);
}

unsigned dx_law_place_count(const dx_frame *f)
{
    return f->space.place_count + f->choice_count;
}

size_t dx_law_key_bytes(const dx_frame *f)
{
    return (size_t)dx_law_place_count(f) * f->space.kind_count;
}

// What `own` has in every place of `places`; the others stay empty.
uint8_t *dx_law_read(const dx_law_walk *w, const dx_frame *f, const void *own,
                     uint64_t places)
{
    unsigned kinds = f->space.kind_count;
    uint8_t *key = dx_alloc(dx_law_key_bytes(f) + 1, 1);
    for (uint64_t left = places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint8_t copies[DX_LAW_HELD] = {0};
        dx_places_held(w->places, f->sight, own, place, copies);
        memcpy(key + (size_t)place * kinds, copies, kinds);
    }
    return key;
}

unsigned dx_law_number(const dx_frame *f, const uint8_t *key, uint64_t places,
                       uint64_t kinds)
{
    unsigned number = 0;
    for (unsigned p = 0; p < dx_law_place_count(f); p++)
        for (unsigned k = 0; k < f->space.kind_count; k++)
            if ((places >> p & 1) != 0 && (kinds >> k & 1) != 0)
                number += key[(size_t)p * f->space.kind_count + k];
    return number;
}

static void release_items(dx_law_items *list)
{
    for (size_t i = 0; i < list->count; i++) {
        dx_free(list->at[i].key);
        dx_rational_release(&list->at[i].none);
        dx_rational_release(&list->at[i].even);
    }
    dx_vector_release(list);
}

// ---- worlds against deals ----

static int compare_items(const void *a, const void *b, void *bytes)
{
    const dx_law_item *first = a, *second = b;
    return memcmp(first->key, second->key, *(const size_t *)bytes);
}

static void sort_items(dx_law_items *list, size_t bytes)
{
    if (list->count > 0)
        qsort_r(list->at, list->count, sizeof *list->at, compare_items, &bytes);
}

// Histories with the same deal are one.
static void merge_items(dx_law_items *list, size_t bytes)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        dx_law_item *to = &list->at[kept], *from = &list->at[i];
        if (i == 0)
            continue;
        if (memcmp(to->key, from->key, bytes) != 0) {
            list->at[++kept] = *from;
            continue;
        }
        dx_rational_add(&to->none, &from->none);
        dx_rational_add(&to->even, &from->even);
        dx_rational_release(&from->none);
        dx_rational_release(&from->even);
        dx_free(from->key);
    }
    list->count = list->count > 0 ? kept + 1 : 0;
}

static dx_rational exactly(dx_fraction f)
{
    return dx_fraction_is_lost(f) ? (dx_rational){0} : dx_rational_of(f);
}

static bool are_in_proportion(const dx_law_items *got, const dx_law_items *want,
                              bool even)
{
    for (size_t i = 1; i < got->count; i++) {
        const dx_law_item *g = &got->at[i], *h = &want->at[i];
        dx_rational left =
            dx_rational_copy(even ? &got->at[0].even : &got->at[0].none);
        dx_rational right =
            dx_rational_copy(even ? &want->at[0].even : &want->at[0].none);
        dx_rational_multiply(&left, even ? &h->even : &h->none);
        dx_rational_multiply(&right, even ? &g->even : &g->none);
        bool same = dx_rational_equal(&left, &right);
        dx_rational_release(&left);
        dx_rational_release(&right);
        if (!same)
            return false;
    }
    return true;
}

static bool weighs_moves(const dx_law_walk *w)
{
    return w->places->moves_are_open || w->places->factors != NULL;
}

static void compare_lists(dx_law_walk *w, unsigned seat, dx_law_items *got,
                          dx_law_items *want)
{
    size_t bytes = dx_law_key_bytes(w->now);
    sort_items(got, bytes);
    merge_items(got, bytes);
    sort_items(want, bytes);
    if (got->count != want->count) {
        dx_law_broke(w, DX_LAW_WORLDS, seat, "not as many worlds as deals");
        return;
    }
    for (size_t i = 0; i < got->count; i++)
        if (memcmp(got->at[i].key, want->at[i].key, bytes) != 0)
            dx_law_broke(w, DX_LAW_WORLDS, seat, "a world that is no deal");
    // Where a choice was hidden, weights say nothing.
    if (!w->now->hides_choices && !are_in_proportion(got, want, false))
        dx_law_broke(w, DX_LAW_WORLDS, seat, "other weights");
    if (!weighs_moves(w))
        return;
    w->work->weighed++;
    if (!are_in_proportion(got, want, true))
        dx_law_broke(w, DX_LAW_FACTORS, seat, "other weights under even moves");
}

// Has a deal together what the looker knows to lie together?
static bool has_sums(const dx_law_walk *w, uint64_t sees, const void *own,
                     const uint8_t *key)
{
    const dx_frame *f = w->now;
    for (unsigned i = 0; i < f->sum_count; i++) {
        uint8_t copies[DX_LAW_HELD] = {0};
        if (!(sees >> (f->sum_from + i) & 1))
            continue;
        w->places->summed(f->sight, own, f->sum[i], copies);
        for (unsigned kind = 0; kind < f->space.kind_count; kind++)
            if (dx_law_number(f, key, f->sum[i], DX_BIT(kind)) != copies[kind])
                return false;
    }
    return true;
}

static void keep_sums(const dx_law_walk *w, uint64_t sees, const void *own,
                      dx_law_items *deals)
{
    size_t kept = 0;
    for (size_t i = 0; i < deals->count; i++) {
        if (has_sums(w, sees, own, deals->at[i].key)) {
            deals->at[kept++] = deals->at[i];
            continue;
        }
        dx_free(deals->at[i].key);
        dx_rational_release(&deals->at[i].none);
        dx_rational_release(&deals->at[i].even);
    }
    deals->count = kept;
}

static void check_worlds(dx_law_walk *w, unsigned looker)
{
    unsigned players = dx_players(w->rules);
    bool is_seat = looker < players;
    uint64_t sees = is_seat ? w->now->sees[looker] : 0;
    uint64_t fixed = sees & w->now->all;
    const void *sight = dx_eyes_view(w->eyes[looker])->sight;
    uint8_t *own = dx_law_read(w, w->now, sight, fixed);
    dx_law_items got = {0}, want = {0};
    for (size_t i = 0; i < dx_worlds_count(w->none[looker]); i++) {
        dx_world none = dx_worlds_at(w->none[looker], i);
        dx_world even = dx_worlds_at(w->even[looker], i);
        dx_law_item found = {dx_law_read(w, w->now, none.table, w->now->all),
                             exactly(none.exact), exactly(even.exact)};
        dx_vector_push(&got, found);
    }
    dx_law_list_deals(w, fixed, own, &want);
    keep_sums(w, sees, sight, &want);
    compare_lists(w, looker, &got, &want);
    release_items(&got);
    release_items(&want);
    dx_free(own);
}

// Did a seat choose unseen by `seat` in this world: could it have made another
// move that looks the same?
static bool hides_choice(const dx_law_walk *w, const dx_world *world,
                         unsigned seat)
{
    static dx_event moves[DX_MOVES_MAX];
    const dx_game *game = w->rules->game;
    void *table = dx_alloc(1, w->bytes);
    unsigned alike = 1;
    dx_masks masks;
    dx_masks_init(&masks, game->verbs);
    game->setup(table, w->rules);
    for (unsigned i = 0; i < world->count && alike == 1; i++) {
        dx_event seen = dx_masks_see(&masks, world->past[i], seat);
        unsigned mover = game->turn(table);
        unsigned count =
            mover < DX_SEATS_MAX ? game->moves(table, mover, moves) : 0;
        alike = count == 0;
        for (unsigned k = 0; k < count; k++) {
            dx_event event = dx_event_stamp(game->decide(table, moves[k]),
                                            world->past[i].next);
            alike += dx_event_same(dx_masks_see(&masks, event, seat), seen);
        }
        game->fold(table, world->past[i]);
    }
    dx_free(table);
    return alike > 1;
}

static void check_chances(dx_law_walk *w, unsigned looker)
{
    bool is_seat = looker < dx_players(w->rules);
    if (!dx_frame_has_chances(w->now, is_seat ? w->now->sees[looker] : 0))
        return;
    for (unsigned i = 0; i < 5; i++) {
        size_t count = dx_worlds_count(w->none[looker]);
        dx_world world =
            dx_worlds_at(w->none[looker], dx_random_below(&w->random, count));
        if (hides_choice(w, &world, is_seat ? looker : DX_BYSTANDER))
            dx_law_broke(w, DX_LAW_CHANCES, looker,
                         "a choice was hidden from it");
    }
}

// ---- what a seat sees ----

static void check_sees(dx_law_walk *w, unsigned seat)
{
    const dx_frame *f = w->now;
    const void *sight = dx_eyes_view(w->eyes[seat])->sight;
    uint8_t *own = dx_law_read(w, f, sight, f->sees[seat] & f->all);
    uint8_t *real = dx_law_read(w, f, w->truth, f->sees[seat] & f->all);
    if (memcmp(own, real, dx_law_key_bytes(f)) != 0)
        dx_law_broke(w, DX_LAW_SEES, seat, "it does not find what is there");
    dx_free(own);
    dx_free(real);
    for (unsigned i = 0; i < 3; i++) {
        size_t count = dx_worlds_count(w->none[seat]);
        dx_world world =
            dx_worlds_at(w->none[seat], dx_random_below(&w->random, count));
        dx_eyes *eyes = dx_world_eyes(w->rules, &world, DX_BYSTANDER);
        for (unsigned other = 0; other < dx_players(w->rules); other++)
            if ((dx_places_sees(w->places, dx_eyes_view(eyes)->sight, other) &
                 f->real) != (f->sees[other] & f->real))
                dx_law_broke(w, DX_LAW_SEES, other,
                             "it depends on what is hidden");
        dx_eyes_free(eyes);
    }
}

// ---- a truth from a deal ----

static void check_fill(dx_law_walk *w, unsigned looker, const void *table)
{
    const dx_frame *f = w->now;
    if (w->places->fill == NULL)
        return;
    uint8_t *key = dx_law_read(w, f, table, f->all);
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    for (unsigned p = 0; p < dx_law_place_count(f); p++)
        memcpy(dealt->count[p], key + (size_t)p * f->space.kind_count,
               f->space.kind_count);
    void *filled = dx_copy(f->sight, w->bytes);
    w->places->fill(filled, dealt);
    if (memcmp(filled, table, w->bytes) != 0)
        dx_law_broke(w, DX_LAW_FILL, looker, "another table");
    dx_free(filled);
    dx_free(dealt);
    dx_free(key);
}

// ---- from one turn to the next ----

// From here on the places of the turn are followed.
static void begin_fates(dx_law_walk *w)
{
    w->fate_count = w->now->space.place_count;
    for (unsigned p = 0; p < w->fate_count; p++) {
        dx_law_fate *f = &w->fates[p];
        *f = (dx_law_fate){.still = DX_BIT(p)};
        dx_places_held(w->places, w->now->sight, w->truth, p, f->then);
    }
}

static void follow_fates(dx_law_walk *w, const void *before, dx_event event)
{
    const void *after = dx_eyes_view(w->eyes[dx_players(w->rules)])->sight;
    for (unsigned p = 0; w->places->since != NULL && p < w->fate_count; p++) {
        uint64_t left = w->fates[p].still;
        w->fates[p].still = 0;
        for (; left != 0; left &= left - 1)
            w->fates[p].still |= w->places->since(
                before, event, after, (unsigned)__builtin_ctzll(left),
                w->fates[p].known);
    }
}

static void check_fates(dx_law_walk *w)
{
    unsigned number = w->now->number;
    const dx_frame *then =
        dx_frames_at(w->frames, number > 0 ? number - 1 : number);
    for (unsigned p = 0; p < w->fate_count; p++) {
        dx_law_fate *f = &w->fates[p];
        if (dx_frames_blurs(w->frames, then, w->now, DX_BIT(p), DX_ALL_KINDS))
            continue;
        for (uint64_t left = f->still; left != 0; left &= left - 1)
            dx_places_held(w->places, w->now->sight, w->truth,
                           (unsigned)__builtin_ctzll(left), f->known);
        if (memcmp(f->then, f->known, DX_KINDS_MAX) != 0)
            dx_law_broke(w, DX_LAW_SINCE, p, "this place held something else");
    }
}

// One event further, for everybody.
static void follow(dx_law_walk *w, dx_event event)
{
    unsigned players = dx_players(w->rules);
    const dx_view *view = dx_eyes_view(w->eyes[players]);
    void *before = dx_copy(view->sight, w->bytes);
    dx_masks masks;
    dx_masks_init(&masks, w->rules->game->verbs);
    w->rules->game->fold(w->truth, event);
    dx_frames_follow(w->frames, event);
    for (unsigned i = 0; i <= players; i++) {
        unsigned seat = i < players ? i : DX_BYSTANDER;
        dx_eyes_see(w->eyes[i], event);
        dx_event seen = dx_masks_see(&masks, event, seat);
        bool fits = w->none[i] != NULL &&
                    dx_worlds_follow(w->none[i], seen, NULL) == DX_OK &&
                    dx_worlds_follow(w->even[i], seen, NULL) == DX_OK;
        if (!fits) {
            dx_worlds_free(w->none[i]);
            dx_worlds_free(w->even[i]);
            w->none[i] = w->even[i] = NULL;
        }
    }
    w->events++;
    event = dx_masks_see(&masks, event, DX_BYSTANDER);
    follow_fates(w, before, event);
    dx_free(before);
}

static void follow_factors(dx_law_walk *w)
{
    if (w->places->factors == NULL)
        return;
    for (; w->factored < w->now->number; w->factored++) {
        dx_factors next = {0};
        dx_factors_follow(w->frames, &w->factors, w->factored, &next);
        dx_factors_release(&w->factors);
        w->factors = next;
    }
    w->work->open_factors += w->factors.factors.count > 0;
}

static void check_turn(dx_law_walk *w)
{
    unsigned players = dx_players(w->rules);
    w->now = dx_frames_now(w->frames);
    follow_factors(w);
    check_fates(w);
    begin_fates(w);
    if (w->now->beyond != NULL)
        return;
    for (unsigned i = 0; i <= players && w->broken == DX_LAW_NONE; i++) {
        if (w->none[i] == NULL)
            continue;
        size_t count = dx_worlds_count(w->none[i]);
        w->work->positions++;
        w->work->worlds += count;
        if (i < players)
            check_sees(w, i);
        check_chances(w, i);
        if (w->broken == DX_LAW_NONE)
            check_worlds(w, i);
        if (w->broken == DX_LAW_NONE)
            dx_law_check_claims(w, i);
        for (size_t k = 0; k < count && w->broken == DX_LAW_NONE; k++)
            check_fill(w, i, dx_worlds_at(w->none[i], k).table);
    }
}

static void begin(dx_law_walk *w, size_t worlds_max)
{
    unsigned players = dx_players(w->rules);
    dx_consider_options options = {.worlds_max = worlds_max};
    w->bytes = w->rules->game->table_bytes(w->rules);
    w->truth = dx_alloc(1, w->bytes);
    w->rules->game->setup(w->truth, w->rules);
    w->frames = dx_frames_new(w->rules);
    w->random = dx_random_named(w->seed, 0, 11);
    w->uniform.kind = DX_ASSUME_UNIFORM;
    for (unsigned i = 0; i <= players; i++) {
        unsigned seat = i < players ? i : DX_BYSTANDER;
        w->eyes[i] = dx_eyes_new(w->rules, seat);
        options.assumption = NULL;
        w->none[i] = dx_worlds_new(w->rules, seat, &options);
        options.assumption = &w->uniform;
        w->even[i] = dx_worlds_new(w->rules, seat, &options);
    }
}

static void end(dx_law_walk *w)
{
    for (unsigned i = 0; i <= dx_players(w->rules); i++) {
        dx_eyes_free(w->eyes[i]);
        dx_worlds_free(w->none[i]);
        dx_worlds_free(w->even[i]);
    }
    dx_factors_release(&w->factors);
    dx_frames_free(w->frames);
    dx_free(w->truth);
}

bool dx_arg_is_for_some(const dx_arg *arg)
{
    return arg->name != NULL && arg->audience != DX_ALL &&
           arg->audience != DX_NOBODY;
}

static void note_event(const dx_game *game, dx_event event,
                       dx_places_work *work)
{
    unsigned v = event.verb;
    work->happened |= UINT32_C(1) << v;
    for (unsigned i = 0; i < DX_ARGS; i++) {
        if (!dx_arg_is_for_some(&game->verbs[v].arg[i]))
            continue;
        if (!(work->seen[v] >> i & 1))
            work->first[v][i] = event.arg[i];
        work->seen[v] |= (uint8_t)(1U << i);
        if (work->first[v][i] != event.arg[i])
            work->differs[v] |= (uint8_t)(1U << i);
    }
}

dx_places_law dx_places_break(const dx_rules *rules, uint64_t seed,
                              unsigned moves_max, size_t worlds_max,
                              dx_places_work *work, dx_text *out)
{
    dx_law_walk *w = dx_alloc(1, sizeof *w);
    *w = (dx_law_walk){.rules = rules,
                       .places = rules->game->places,
                       .work = work,
                       .out = out,
                       .seed = seed};
    unsigned count, noted = 0;
    dx_event *past = dx_twin_play(rules, seed, moves_max, &count);
    begin(w, worlds_max);
    for (unsigned i = 0; i < count && w->broken == DX_LAW_NONE; i++) {
        follow(w, past[i]);
        if (past[i].next == DX_NATURE || w->broken != DX_LAW_NONE)
            continue;
        unsigned before = work->positions;
        check_turn(w);
        for (; work->positions > before && noted <= i; noted++)
            note_event(rules->game, past[noted], work);
    }
    dx_places_law broken = w->broken;
    end(w);
    dx_free(past);
    dx_free(w);
    return broken;
}
