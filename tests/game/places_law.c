#include "game/places_law.h"

#include "base/memory.h"
#include "base/rational.h"
#include "base/vector.h"
#include "game/claims.h"
#include "game/twin.h"
#include "minds/consider.h"
#include "minds/factors.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOKERS = DX_SEATS_MAX + 1, // every seat, and a bystander as the last
    HELD = 256,                 // kinds, and room for a hole
    ARGS_TRIED = 3,             // of each fact, number and set
};

// A world or a deal: how many of each kind lie in each place, places first, and
// what was chosen behind them; with its weight if nothing is known of moves,
// and if all are equally likely.
typedef struct item {
    uint8_t *key;
    dx_rational none, even;
} item;

typedef DX_VECTOR(item) items;

// A place of the last turn: what it held, what was shown of it since, and the
// places that have the rest.
typedef struct fate {
    uint8_t then[HELD], known[HELD];
    uint64_t still;
} fate;

typedef struct walk {
    const dx_rules *rules;
    const dx_places *places;
    dx_places_work *work;
    dx_text *out;
    dx_places_law broken;
    uint64_t seed;
    unsigned events;
    size_t bytes; // of a table
    fate fates[DX_PLACES_MAX];
    unsigned fate_count;
    void *truth;
    dx_frames *frames;
    const dx_frame *now;
    dx_factors factors;
    size_t factored; // the turn in whose words they are
    dx_eyes *eyes[LOOKERS];
    dx_worlds *none[LOOKERS], *even[LOOKERS]; // NULL: too many
    dx_assumption uniform;
    dx_random random;
} walk;

const char *dx_places_law_name(dx_places_law law)
{
    static const char *const names[] = {"none",    "worlds", "sees",
                                        "since",   "claim",  "fill",
                                        "factors", "chances"};
    return names[law];
}

static void broke(walk *w, dx_places_law law, unsigned seat, const char *what)
{
    if (w->broken != DX_LAW_NONE)
        return;
    w->broken = law;
    dx_text_printf(w->out, "%s, seed %llu, event %u, seat %u: %s: %s",
                   w->rules->game->name, (unsigned long long)w->seed, w->events,
                   seat + 1, dx_places_law_name(law), what);
}

static unsigned place_count(const dx_frame *f)
{
    return f->space.place_count + f->choice_count;
}

static size_t key_bytes(const dx_frame *f)
{
    return (size_t)place_count(f) * f->space.kind_count;
}

// What `own` has in every place of `places`; the others stay empty.
static uint8_t *read_places(const walk *w, const dx_frame *f, const void *own,
                            uint64_t places)
{
    unsigned kinds = f->space.kind_count;
    uint8_t *key = dx_alloc(key_bytes(f) + 1, 1);
    for (uint64_t left = places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint8_t copies[HELD] = {0};
        w->places->held(f->sight, own, place, copies);
        memcpy(key + (size_t)place * kinds, copies, kinds);
    }
    return key;
}

static unsigned number_of(const dx_frame *f, const uint8_t *key,
                          uint64_t places, uint64_t kinds)
{
    unsigned number = 0;
    for (unsigned p = 0; p < place_count(f); p++)
        for (unsigned k = 0; k < f->space.kind_count; k++)
            if ((places >> p & 1) != 0 && (kinds >> k & 1) != 0)
                number += key[(size_t)p * f->space.kind_count + k];
    return number;
}

static void release_items(items *list)
{
    for (size_t i = 0; i < list->count; i++) {
        dx_free(list->at[i].key);
        dx_rational_release(&list->at[i].none);
        dx_rational_release(&list->at[i].even);
    }
    dx_vector_release(list);
}

// ---- all deals of the space, by trying ----

typedef struct lister {
    const walk *w;
    const dx_frame *f;
    uint64_t fixed; // places that are as `own` has them
    const uint8_t *own;
    uint8_t left[DX_KINDS_MAX];
    uint8_t *key;
    dx_fraction chosen; // the chance of the choices so far
    items *out;
} lister;

static dx_rational weight_of_moves(const lister *l)
{
    dx_rational weight = dx_rational_of(l->chosen);
    const dx_factors *all = &l->w->factors;
    for (size_t i = 0; i < all->factors.count; i++) {
        const dx_factor *factor = &all->factors.at[i];
        unsigned number = factor->base;
        for (size_t k = 0; k < factor->count; k++) {
            const dx_some *some = &all->somes.at[factor->first + k];
            number += dx_some_holds(
                some, number_of(l->f, l->key, some->places, some->kinds));
        }
        number = number > 0 ? number : 1; // to pass
        dx_rational by = dx_rational_of(dx_fraction_int((int64_t)number));
        for (unsigned k = 0; k < factor->times; k++)
            dx_rational_divide(&weight, &by);
    }
    return weight;
}

static void add_deal(lister *l)
{
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    unsigned kinds = l->f->space.kind_count;
    for (unsigned p = 0; p < l->f->space.place_count; p++)
        memcpy(dealt->count[p], l->key + (size_t)p * kinds, kinds);
    dx_tally ways = dx_deal_space_weight(&l->f->space, dealt);
    dx_free(dealt);
    if (dx_tally_is_zero(ways))
        return;
    dx_natural top = dx_natural_of(ways.whole), one = dx_natural_of(1);
    item found = {dx_copy(l->key, key_bytes(l->f) + 1),
                  dx_rational_of_ratio(&top, &one), weight_of_moves(l)};
    dx_rational_multiply(&found.even, &found.none);
    dx_natural_release(&top);
    dx_natural_release(&one);
    dx_vector_push(l->out, found);
}

static bool may_be(const lister *l, unsigned place, unsigned kind)
{
    return !(l->fixed >> place & 1) ||
           l->own[(size_t)place * l->f->space.kind_count + kind] > 0;
}

static void choose(lister *l, unsigned choice)
{
    if (choice == l->f->choice_count) {
        add_deal(l);
        return;
    }
    const dx_choice *c = &l->f->choice[choice];
    unsigned kinds = l->f->space.kind_count, options = 0;
    unsigned place = dx_frame_chosen(l->f, choice);
    const uint8_t *from = l->key + (size_t)c->place * kinds;
    for (unsigned k = 0; k < kinds; k++)
        options += from[k] > 0 && (c->kinds >> k & 1) != 0;
    dx_fraction before = l->chosen;
    for (unsigned k = 0; k < kinds; k++) {
        if (from[k] == 0 || !(c->kinds >> k & 1) || !may_be(l, place, k))
            continue;
        l->chosen =
            dx_fraction_multiply(before, dx_fraction_of(1, (int64_t)options));
        l->key[(size_t)place * kinds + k] = 1;
        choose(l, choice + 1);
        l->key[(size_t)place * kinds + k] = 0;
    }
    l->chosen = before;
}

// Lays `more` cards of the kinds from `kind` on into a place, then the others.
static void lay(lister *l, unsigned place, unsigned kind, unsigned more)
{
    const dx_deal_space *space = &l->f->space;
    if (place == space->place_count) {
        choose(l, 0);
        return;
    }
    if (kind == space->kind_count) {
        bool is_last = place + 1 == space->place_count;
        if (more == 0)
            lay(l, place + 1, 0, is_last ? 0 : space->place[place + 1].size);
        return;
    }
    uint8_t *at = &l->key[(size_t)place * space->kind_count + kind];
    bool is_fixed = (l->fixed >> place & 1) != 0;
    unsigned most = l->left[kind] < more ? l->left[kind] : more;
    if (!(space->place[place].kinds >> kind & 1))
        most = 0;
    for (unsigned number = 0; number <= most; number++) {
        if (is_fixed &&
            l->own[(size_t)place * space->kind_count + kind] != number)
            continue;
        *at = (uint8_t)number;
        l->left[kind] = (uint8_t)(l->left[kind] - number);
        lay(l, place, kind + 1, more - number);
        l->left[kind] = (uint8_t)(l->left[kind] + number);
        *at = 0;
    }
}

static void list_deals(const walk *w, uint64_t fixed, const uint8_t *own,
                       items *out)
{
    lister l = {.w = w,
                .f = w->now,
                .fixed = fixed,
                .own = own,
                .chosen = dx_fraction_int(1),
                .out = out};
    memcpy(l.left, w->now->space.copies, sizeof l.left);
    l.key = dx_alloc(key_bytes(w->now) + 1, 1);
    lay(&l, 0, 0,
        w->now->space.place_count > 0 ? w->now->space.place[0].size : 0);
    dx_free(l.key);
}

// ---- worlds against deals ----

static int compare_items(const void *a, const void *b, void *bytes)
{
    const item *first = a, *second = b;
    return memcmp(first->key, second->key, *(const size_t *)bytes);
}

static void sort_items(items *list, size_t bytes)
{
    if (list->count > 0)
        qsort_r(list->at, list->count, sizeof *list->at, compare_items, &bytes);
}

// Histories with the same deal are one.
static void merge_items(items *list, size_t bytes)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        item *to = &list->at[kept], *from = &list->at[i];
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

static bool are_in_proportion(const items *got, const items *want, bool even)
{
    for (size_t i = 1; i < got->count; i++) {
        const item *g = &got->at[i], *h = &want->at[i];
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

static bool weighs_moves(const walk *w)
{
    return w->places->moves_are_open || w->places->factors != NULL;
}

static void compare_lists(walk *w, unsigned seat, items *got, items *want)
{
    size_t bytes = key_bytes(w->now);
    sort_items(got, bytes);
    merge_items(got, bytes);
    sort_items(want, bytes);
    if (got->count != want->count) {
        broke(w, DX_LAW_WORLDS, seat, "not as many worlds as deals");
        return;
    }
    for (size_t i = 0; i < got->count; i++)
        if (memcmp(got->at[i].key, want->at[i].key, bytes) != 0)
            broke(w, DX_LAW_WORLDS, seat, "a world that is no deal");
    // Where a choice was hidden, weights say nothing.
    if (!w->now->hides_choices && !are_in_proportion(got, want, false))
        broke(w, DX_LAW_WORLDS, seat, "other weights");
    if (!weighs_moves(w))
        return;
    w->work->weighed++;
    if (!are_in_proportion(got, want, true))
        broke(w, DX_LAW_FACTORS, seat, "other weights under even moves");
}

static void check_worlds(walk *w, unsigned looker)
{
    unsigned players = dx_players(w->rules);
    bool is_seat = looker < players;
    uint64_t fixed = is_seat ? w->now->sees[looker] : 0;
    const void *sight = dx_eyes_view(w->eyes[looker])->sight;
    uint8_t *own = read_places(w, w->now, sight, fixed);
    items got = {0}, want = {0};
    for (size_t i = 0; i < dx_worlds_count(w->none[looker]); i++) {
        dx_world none = dx_worlds_at(w->none[looker], i);
        dx_world even = dx_worlds_at(w->even[looker], i);
        item found = {read_places(w, w->now, none.table, w->now->all),
                      exactly(none.exact), exactly(even.exact)};
        dx_vector_push(&got, found);
    }
    list_deals(w, fixed, own, &want);
    compare_lists(w, looker, &got, &want);
    release_items(&got);
    release_items(&want);
    dx_free(own);
}

// Did a seat choose unseen by `seat` in this world: could it have made another
// move that looks the same?
static bool hides_choice(const walk *w, const dx_world *world, unsigned seat)
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

static void check_chances(walk *w, unsigned looker)
{
    bool is_seat = looker < dx_players(w->rules);
    if (!dx_frame_has_chances(w->now, is_seat ? w->now->sees[looker] : 0))
        return;
    for (unsigned i = 0; i < 5; i++) {
        size_t count = dx_worlds_count(w->none[looker]);
        dx_world world =
            dx_worlds_at(w->none[looker], dx_random_below(&w->random, count));
        if (hides_choice(w, &world, is_seat ? looker : DX_BYSTANDER))
            broke(w, DX_LAW_CHANCES, looker, "a choice was hidden from it");
    }
}

// ---- what a seat sees ----

static void check_sees(walk *w, unsigned seat)
{
    const dx_frame *f = w->now;
    const void *sight = dx_eyes_view(w->eyes[seat])->sight;
    uint8_t *own = read_places(w, f, sight, f->sees[seat]);
    uint8_t *real = read_places(w, f, w->truth, f->sees[seat]);
    if (memcmp(own, real, key_bytes(f)) != 0)
        broke(w, DX_LAW_SEES, seat, "it does not find what is there");
    dx_free(own);
    dx_free(real);
    for (unsigned i = 0; i < 3; i++) {
        size_t count = dx_worlds_count(w->none[seat]);
        dx_world world =
            dx_worlds_at(w->none[seat], dx_random_below(&w->random, count));
        dx_eyes *eyes = dx_world_eyes(w->rules, &world, DX_BYSTANDER);
        for (unsigned other = 0; other < dx_players(w->rules); other++)
            if ((w->places->sees(dx_eyes_view(eyes)->sight, other) & f->real) !=
                (f->sees[other] & f->real))
                broke(w, DX_LAW_SEES, other, "it depends on what is hidden");
        dx_eyes_free(eyes);
    }
}

// ---- a truth from a deal ----

static void check_fill(walk *w, unsigned looker, const void *table)
{
    const dx_frame *f = w->now;
    if (w->places->fill == NULL)
        return;
    uint8_t *key = read_places(w, f, table, f->all);
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    for (unsigned p = 0; p < place_count(f); p++)
        memcpy(dealt->count[p], key + (size_t)p * f->space.kind_count,
               f->space.kind_count);
    void *filled = dx_copy(f->sight, w->bytes);
    w->places->fill(filled, dealt);
    if (memcmp(filled, table, w->bytes) != 0)
        broke(w, DX_LAW_FILL, looker, "another table");
    dx_free(filled);
    dx_free(dealt);
    dx_free(key);
}

// ---- claims ----

static int evaluate(const dx_frame *f, const dx_claims *claims, dx_claim claim,
                    const uint8_t *key)
{
    const dx_claim_node *node = dx_claims_at(claims, claim);
    if (node->kind == DX_CLAIM_NUMBER)
        return node->number;
    if (node->kind == DX_CLAIM_COUNT)
        return (int)number_of(f, key, node->places, node->kinds);
    int a = evaluate(f, claims, node->a, key);
    if (node->kind == DX_CLAIM_NOT)
        return a == 0;
    int b = evaluate(f, claims, node->b, key);
    switch (node->kind) {
    case DX_CLAIM_ADD:
        return a + b;
    case DX_CLAIM_AT_LEAST:
        return a >= b;
    case DX_CLAIM_AND:
        return a != 0 && b != 0;
    default:
        return a != 0 || b != 0;
    }
}

// What is asked: a fact, a number, or whether `member` is in a set.
typedef struct asked {
    const dx_atom *atom;
    const dx_quantity *quantity;
    const dx_domain *domain;
    int args[DX_TERM_ARGS], member;
} asked;

static int value_of(const asked *q, const void *table)
{
    int members[DX_VALUES_MAX];
    if (q->atom != NULL)
        return dx_atom_holds(q->atom, table, q->args);
    if (q->quantity != NULL)
        return dx_quantity_value(q->quantity, table, q->args);
    unsigned count = dx_domain_members(q->domain, table, q->args, members);
    for (unsigned i = 0; i < count; i++)
        if (members[i] == q->member)
            return 1;
    return 0;
}

// False: it is in every sight.
static bool claim_of(const asked *q, const void *sight, dx_claims *out,
                     dx_claim *out_claim)
{
    if (q->atom != NULL && q->atom->claim != NULL)
        *out_claim = q->atom->claim(q->atom, sight, q->args, out);
    else if (q->quantity != NULL && q->quantity->claim != NULL)
        *out_claim = q->quantity->claim(q->quantity, sight, q->args, out);
    else if (q->domain != NULL && q->domain->is != NULL)
        *out_claim = dx_domain_claim(q->domain, sight, q->args, q->member, out);
    else
        return false;
    return true;
}

static void check_asked(walk *w, unsigned looker, const asked *q,
                        const char *name)
{
    dx_claims *claims = dx_claims_new();
    dx_claim claim = 0;
    bool is_claimed = claim_of(q, w->now->sight, claims, &claim);
    w->work->claims += is_claimed;
    for (size_t i = 0; i < dx_worlds_count(w->none[looker]); i++) {
        const void *table = dx_worlds_at(w->none[looker], i).table;
        uint8_t *key = read_places(w, w->now, table, w->now->all);
        int said = is_claimed ? evaluate(w->now, claims, claim, key)
                              : value_of(q, w->now->sight);
        dx_free(key);
        if (said != value_of(q, table))
            broke(w, DX_LAW_CLAIM, looker, name);
    }
    dx_claims_free(claims);
}

static void draw_args(walk *w, const char *const *types, int *out)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++)
        out[i] = (int)dx_random_below(&w->random,
                                      dx_type_values(w->rules, types[i]));
}

static void check_claims(walk *w, unsigned looker)
{
    const dx_game *game = w->rules->game;
    for (unsigned i = 0; i < ARGS_TRIED; i++) {
        const dx_atom *a = game->atoms;
        for (; a != NULL && a->name != NULL; a++) {
            asked q = {.atom = a};
            draw_args(w, a->type, q.args);
            check_asked(w, looker, &q, a->name);
        }
        const dx_quantity *n = game->quantities;
        for (; n != NULL && n->name != NULL; n++) {
            asked q = {.quantity = n};
            draw_args(w, n->type, q.args);
            check_asked(w, looker, &q, n->name);
        }
        const dx_domain *d = game->domains;
        for (; d != NULL && d->name != NULL; d++) {
            const char *const member[DX_TERM_ARGS] = {d->member};
            asked q = {.domain = d};
            draw_args(w, d->type, q.args);
            draw_args(w, member, &q.member);
            check_asked(w, looker, &q, d->name);
        }
    }
}

// ---- from one turn to the next ----

// From here on the places of the turn are followed.
static void begin_fates(walk *w)
{
    w->fate_count = w->now->space.place_count;
    for (unsigned p = 0; p < w->fate_count; p++) {
        fate *f = &w->fates[p];
        *f = (fate){.still = DX_BIT(p)};
        w->places->held(w->now->sight, w->truth, p, f->then);
    }
}

static void follow_fates(walk *w, const void *before, dx_event event)
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

static void check_fates(walk *w)
{
    unsigned number = w->now->number;
    const dx_frame *then =
        dx_frames_at(w->frames, number > 0 ? number - 1 : number);
    for (unsigned p = 0; p < w->fate_count; p++) {
        fate *f = &w->fates[p];
        if (dx_frames_blurs(w->frames, then, w->now, DX_BIT(p), DX_ALL_KINDS))
            continue;
        for (uint64_t left = f->still; left != 0; left &= left - 1)
            w->places->held(w->now->sight, w->truth,
                            (unsigned)__builtin_ctzll(left), f->known);
        if (memcmp(f->then, f->known, DX_KINDS_MAX) != 0)
            broke(w, DX_LAW_SINCE, p, "this place held something else");
    }
}

// One event further, for everybody.
static void follow(walk *w, dx_event event)
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

static void follow_factors(walk *w)
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

static void check_turn(walk *w)
{
    unsigned players = dx_players(w->rules);
    w->now = dx_frames_now(w->frames);
    follow_factors(w);
    check_fates(w);
    begin_fates(w);
    if (w->now->is_too_large)
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
            check_claims(w, i);
        for (size_t k = 0; k < count && w->broken == DX_LAW_NONE; k++)
            check_fill(w, i, dx_worlds_at(w->none[i], k).table);
    }
}

static void begin(walk *w, size_t worlds_max)
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

static void end(walk *w)
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

dx_places_law dx_places_break(const dx_rules *rules, uint64_t seed,
                              unsigned moves_max, size_t worlds_max,
                              dx_places_work *work, dx_text *out)
{
    walk *w = dx_alloc(1, sizeof *w);
    *w = (walk){.rules = rules,
                .places = rules->game->places,
                .work = work,
                .out = out,
                .seed = seed};
    unsigned count;
    dx_event *past = dx_twin_play(rules, seed, moves_max, &count);
    begin(w, worlds_max);
    for (unsigned i = 0; i < count && w->broken == DX_LAW_NONE; i++) {
        follow(w, past[i]);
        if (past[i].next == DX_NATURE || w->broken != DX_LAW_NONE)
            continue;
        check_turn(w);
    }
    dx_places_law broken = w->broken;
    end(w);
    dx_free(past);
    dx_free(w);
    return broken;
}
