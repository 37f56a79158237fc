// Every card that was not shown is a kind of its own with one copy, every hand
// with hidden cards a place, and "no Kemps" a bound: worlds/ does the counting.

#include "games/kemps/worlds.h"

#include "base/memory.h"
#include "minds/reckoner.h"

#include <string.h>

enum { TRIES_MAX = 10000 };

// Ranks of which all hidden cards could be but are not.
static void add_bounds(dx_deal_space *space, const dx_kemps *sight,
                       unsigned seat, unsigned place)
{
    for (unsigned rank = 0; rank < sight->ranks; rank++) {
        dx_kemps_cards cards = sight->could[seat] & sight->of_rank[rank];
        if (sight->not_all[seat] >> rank & 1 &&
            dx_kemps_size(cards) >= sight->hidden[seat])
            dx_deal_space_add_bound(
                space, &(dx_bound){.places = DX_BIT(place),
                                   .kinds = cards,
                                   .max = (uint8_t)(sight->hidden[seat] - 1)});
    }
}

void dx_kemps_space(const dx_kemps *sight, dx_deal_space *out_space,
                    uint8_t out_place[DX_KEMPS_SEATS])
{
    uint8_t copies[DX_KEMPS_CARDS];
    unsigned cards = (unsigned)(sight->ranks * sight->suits);
    for (unsigned card = 0; card < cards; card++)
        copies[card] = sight->unseen >> card & 1;
    dx_deal_space_init(out_space, cards, copies);
    memset(out_place, DX_NONE, DX_KEMPS_SEATS);
    for (unsigned seat = 0; seat < sight->players; seat++) {
        if (sight->hidden[seat] == 0)
            continue;
        unsigned place = dx_deal_space_add_place(out_space, sight->hidden[seat],
                                                 sight->could[seat]);
        out_place[seat] = (uint8_t)place;
        add_bounds(out_space, sight, seat, place);
    }
}

void dx_kemps_fill(dx_kemps *table, unsigned seat, dx_kemps_cards cards)
{
    table->hand[seat] |= cards;
    table->unseen &= ~cards;
    if (table->fresh[seat])
        table->drawn |= cards;
    table->hidden[seat] = 0;
    table->could[seat] = 0;
    table->not_all[seat] = 0;
}

// `count` of `cards`, each set as likely as another.
static dx_kemps_cards draw_some(dx_kemps_cards cards, unsigned count,
                                dx_random *random)
{
    dx_kemps_cards drawn = 0;
    while (count-- > 0) {
        uint64_t skip = dx_random_below(random, dx_kemps_size(cards));
        dx_kemps_cards left = cards;
        while (skip-- > 0)
            left &= left - 1;
        drawn |= left & -left;
        cards &= ~(left & -left);
    }
    return drawn;
}

unsigned dx_kemps_narrowest(const dx_kemps *sight)
{
    unsigned best = DX_NONE;
    for (unsigned seat = 0; seat < sight->players; seat++)
        if (sight->hidden[seat] > 0 &&
            (best == DX_NONE || dx_kemps_size(sight->could[seat]) <
                                    dx_kemps_size(sight->could[best])))
            best = seat;
    return best;
}

dx_kemps_cards dx_kemps_draw_hidden(const dx_kemps *sight, unsigned seat,
                                    dx_random *random)
{
    return draw_some(sight->could[seat] & sight->unseen, sight->hidden[seat],
                     random);
}

// Are all `cards` of a rank that the hidden cards of `seat` cannot all be?
static bool is_refuted(const dx_kemps *table, unsigned seat,
                       dx_kemps_cards cards)
{
    unsigned rank = table->rank_of[dx_kemps_first(cards)];
    return table->not_all[seat] >> rank & 1 &&
           (cards & ~table->of_rank[rank]) == 0;
}

// Deals the hidden cards; false if a hand is refuted.
static bool try_to_deal(dx_kemps *table, dx_random *random)
{
    unsigned seat;
    bool fits = true;
    while ((seat = dx_kemps_narrowest(table)) != DX_NONE) {
        dx_kemps_cards cards = dx_kemps_draw_hidden(table, seat, random);
        fits = fits && !is_refuted(table, seat, cards);
        dx_kemps_fill(table, seat, cards);
    }
    return fits;
}

void dx_kemps_sample(dx_kemps *table, dx_random *random)
{
    const dx_kemps sight = *table;
    unsigned tries = 0;
    while (!try_to_deal(table, random)) {
        DX_REQUIRE(tries++ < TRIES_MAX, "a sight of a game that was played");
        *table = sight;
    }
}

// The reckoner.  Following is copying the sight, which has all that counts;
// the table of deals is made when somebody asks.
typedef struct deals {
    bool is_made;
    dx_status status;
    dx_deal_space space;
    uint8_t place[DX_KEMPS_SEATS];
    dx_deal_table *table; // NULL unless status is DX_OK
} deals;

typedef struct reckoning {
    dx_kemps sight;
    deals *cache;
} reckoning;

static void *open(const dx_reckoner *how DX_UNUSED, const dx_rules *rules,
                  unsigned seat, const dx_assumption *assumption)
{
    (void)seat;
    // Sizes of hands and of the table are public, so everybody knows how many
    // moves there were: `uniform` weighs all worlds alike, as `none` does.
    if (assumption != NULL && assumption->kind == DX_ASSUME_POLICY)
        return NULL;
    reckoning *self = dx_alloc(1, sizeof *self);
    self->cache = dx_alloc(1, sizeof *self->cache);
    rules->game->setup(&self->sight, rules);
    return self;
}

static void drop(deals *cache)
{
    dx_deal_table_free(cache->table);
    cache->table = NULL;
    cache->is_made = false;
}

static void *copy(const void *self)
{
    reckoning *twin = dx_copy(self, sizeof *twin);
    twin->cache = dx_alloc(1, sizeof *twin->cache);
    return twin;
}

static void close(void *self)
{
    reckoning *r = self;
    if (r == NULL)
        return;
    drop(r->cache);
    dx_free(r->cache);
    dx_free(r);
}

static dx_status follow(void *self, const dx_view *view)
{
    reckoning *r = self;
    memcpy(&r->sight, view->sight, sizeof r->sight);
    drop(r->cache);
    return DX_OK;
}

static const deals *made(const reckoning *r)
{
    deals *cache = r->cache;
    if (!cache->is_made) {
        dx_kemps_space(&r->sight, &cache->space, cache->place);
        cache->status =
            dx_deal_table_new(&cache->space, DX_KEMPS_STEPS_MAX, &cache->table);
        cache->is_made = true;
    }
    return cache;
}

static dx_quality estimate(const dx_kemps *sight, dx_count *out_count)
{
    enum { SAMPLES = 1000 };
    dx_count all = 1;
    dx_kemps table = *sight;
    unsigned seat, kept = 0;
    dx_random random = dx_random_named(0, 0, 0);
    while ((seat = dx_kemps_narrowest(&table)) != DX_NONE) {
        all *= dx_choose(dx_kemps_size(table.could[seat] & table.unseen),
                         table.hidden[seat]);
        dx_kemps_fill(&table, seat,
                      dx_kemps_draw_hidden(&table, seat, &random));
    }
    for (unsigned i = 0; i < SAMPLES; i++) {
        table = *sight;
        kept += try_to_deal(&table, &random);
    }
    *out_count = all / SAMPLES * kept;
    return DX_SAMPLED;
}

// Every card is its own kind, so arrangements are deals.  Where there are too
// many hands to count with the bounds, they are counted without and the share
// that keeps them is estimated: it is close to 1.
static dx_quality count(const void *self, dx_count *out_count)
{
    const reckoning *r = self;
    const deals *cache = made(r);
    if (cache->status == DX_OK) {
        dx_tally total = dx_deal_table_total(cache->table);
        *out_count =
            total.quality == DX_EXACT ? total.whole : (dx_count)total.rounded;
        return total.quality;
    }
    return estimate(&r->sight, out_count);
}

static dx_kemps_cards cards_in(const dx_dealt *dealt, unsigned place)
{
    dx_kemps_cards cards = 0;
    for (unsigned card = 0; card < DX_KEMPS_CARDS; card++)
        cards |= (dx_kemps_cards)(dealt->count[place][card] > 0) << card;
    return cards;
}

typedef struct walk {
    const reckoning *reckoning;
    const deals *cache;
    dx_visit *visit;
    void *context;
} walk;

static bool visit_deal(void *context, const dx_dealt *dealt, dx_tally weight)
{
    (void)weight;
    const walk *w = context;
    dx_kemps table = w->reckoning->sight;
    for (unsigned seat = 0; seat < table.players; seat++)
        if (w->cache->place[seat] != DX_NONE)
            dx_kemps_fill(&table, seat, cards_in(dealt, w->cache->place[seat]));
    return w->visit(
        w->context,
        &(dx_world){.table = &table, .exact = dx_fraction_int(1), .weight = 1});
}

static dx_status each(const void *self, size_t worlds_max, dx_visit *visit,
                      void *context)
{
    const reckoning *r = self;
    walk w = {r, made(r), visit, context};
    return dx_deals_each(&w.cache->space, DX_KEMPS_STEPS_MAX, worlds_max,
                         visit_deal, &w);
}

static void sample(const void *self, dx_random *random, void *out_table)
{
    const reckoning *r = self;
    memcpy(out_table, &r->sight, sizeof r->sight);
    dx_kemps_sample(out_table, random);
}

// In how many deals a seat has `card` among its hidden cards.
static dx_tally deals_with(const deals *cache, unsigned seat, unsigned card)
{
    if (cache->place[seat] == DX_NONE)
        return dx_tally_of(0);
    return dx_deal_table_exactly(cache->table, cache->place[seat], card, 1);
}

static dx_tally deals_with_any(const deals *cache, unsigned card)
{
    dx_tally sum = dx_tally_of(0);
    for (unsigned seat = 0; seat < DX_KEMPS_SEATS; seat++)
        sum = dx_tally_add(sum, deals_with(cache, seat, card));
    return sum;
}

// Places of cards can be counted; of the other facts those that hold of what
// everybody sees are read off the sight.
static dx_status chance(const void *self, const dx_atom *atom, const int *args,
                        dx_fraction *out_exact, double *out_chance)
{
    const reckoning *r = self;
    const deals *cache = made(r);
    bool in_hand = strcmp(atom->name, "hand") == 0;
    bool in_deck = strcmp(atom->name, "in_deck") == 0;
    unsigned card = (unsigned)args[in_hand ? 1 : 0];
    if (strcmp(atom->name, "kemps") == 0 || strcmp(atom->name, "collects") == 0)
        return DX_ERR_UNSUPPORTED;
    if ((!in_hand && !in_deck) || !(r->sight.unseen >> card & 1)) {
        bool holds = dx_atom_holds(atom, &r->sight, args);
        *out_exact = dx_fraction_int(holds);
        *out_chance = holds;
        return DX_OK;
    }
    if (cache->status != DX_OK)
        return cache->status;
    dx_tally total = dx_deal_table_total(cache->table);
    dx_tally part = in_hand ? deals_with(cache, (unsigned)args[0], card)
                            : deals_with_any(cache, card);
    *out_exact = dx_tally_fraction(part, total);
    *out_chance = dx_tally_ratio(part, total);
    if (in_deck) {
        *out_exact = dx_fraction_subtract(dx_fraction_int(1), *out_exact);
        *out_chance = 1 - *out_chance;
    }
    return DX_OK;
}

static const dx_reckoner places = {
    .name = "places",
    .open = open,
    .copy = copy,
    .close = close,
    .follow = follow,
    .count = count,
    .each = each,
    .sample = sample,
    .chance = chance,
};

const dx_reckoner *const dx_kemps_reckoners[] = {&places, NULL};
