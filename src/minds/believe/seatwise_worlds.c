// Cases go together if they agree on the places that both tell of, if there are
// cards enough for both, and if what was chosen lies where it was chosen from.
// What no table tells of is dealt as chance has it, among the deals that are
// left: listed, or drawn.
//
// Drawn worlds: a case of the first table by weight, then one of the next, and
// so on.  A few cases are looked through for those that go with the ones
// before, and the weight of the world is multiplied by the sum of theirs.  Of
// many, unless so few fit that it takes longer, cases are drawn by weight until
// FITTING of them go with the others, the last at draw n, or so many that to
// look through them would have been cheaper; the first of those is taken, and
// the part of the weight that goes with the others is put at (FITTING - 1) / (n
// - 1), or at so many as did of all.  That is right in the mean (Girshick,
// Mosteller and Savage 1946: of the ways to come to where one stopped, the part
// that begins with a success).  Either way a world is met, times its weight, as
// often as it is to be.
//
// Of a table of which only some cases were tried, each that was stands for
// those that were not.  What is drawn then varies with which were tried, like a
// mean over as many cases as the drawn worlds spread over, evenly weighed ones:
//
//     n = (sum of w)^2 / (sum of w^2 + m^2),  w: the weight drawn with a case,
//
// and the part that was tried makes that less: variance by (1 - part) / n. Here
// m is one case more, with the weight of one in which all moves are as likely
// as any that were seen: if nothing like it was tried, it is what is missing.

#include "minds/believe/seatwise_private.h"

#include "base/memory.h"
#include "worlds/deal_table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Cases looked at to list worlds, and to draw them (a draw counts as some);
// more than so many are not looked through for a draw, but drawn; steps to deal
// what is left; and worlds that are listed, those that are dealt and others.
enum {
    LOOKS_MAX = 2000000,
    DRAW_LOOKS = 20000000,
    SHORT = 32,
    FITTING = 8,
    DEAR = 4, // a case that is drawn, in cases that are looked at
    TRIES_LEAST = 2000,
    DEAL_STEPS = 2000000,
    DEALT_MOST = 60000,
    LISTED_MOST = 300000,
};

// Was every case of every seat tried?
static bool is_complete(const dx_seatwise *s)
{
    for (unsigned i = 0; i < s->count; i++)
        if (!dx_seat_table_is_complete(&s->tables[i].t))
            return false;
    return true;
}

// ---- putting cases together ----

static bool is_real(const dx_seatwise *s, unsigned place)
{
    return place < s->own.space.place_count;
}

static bool has_kind(const dx_seatwise *s, unsigned place, uint8_t kind)
{
    return s->own.sees >> place & 1
               ? s->own.dealt.count[place][kind] > 0
               : memchr(s->laid[place], kind, dx_seatwise_size(s, place)) !=
                     NULL;
}

// Does what was chosen lie where it was chosen from, where both are known?
static bool choices_fit(const dx_seatwise *s)
{
    for (unsigned i = 0; i < s->own.choice_count; i++) {
        unsigned at = dx_frame_chosen(s->own.frame, s->own.choices[i]);
        unsigned from = s->own.frame->choice[s->own.choices[i]].place;
        uint64_t known = s->known | s->own.sees;
        if ((s->known >> at & 1) && (known >> from & 1) &&
            !has_kind(s, from, *s->laid[at]))
            return false;
    }
    return true;
}

static bool agrees(const dx_seatwise *s, const dx_seatwise_table *t,
                   const uint8_t *kinds)
{
    for (unsigned i = 0; i < t->t.place_count && t->shared != 0; i++) {
        unsigned place = t->t.place[i];
        if ((t->shared >> place & 1) &&
            memcmp(s->laid[place], kinds + t->t.first[i],
                   dx_seatwise_size(s, place)) != 0)
            return false;
    }
    return true;
}

static void take_cards(dx_seatwise *s, const dx_seatwise_table *t,
                       const uint8_t *kinds, int sign, bool *out_enough)
{
    for (unsigned i = 0; i < t->t.place_count; i++) {
        unsigned place = t->t.place[i], size = dx_seatwise_size(s, place);
        if ((t->shared >> place & 1) || !is_real(s, place))
            continue;
        for (unsigned k = 0; k < size; k++) {
            uint8_t *left = &s->left[kinds[t->t.first[i] + k]];
            *out_enough &= sign < 0 || *left > 0;
            *left = (uint8_t)(*left - sign);
        }
    }
}

static void remove_case(dx_seatwise *s, const dx_seatwise_table *t,
                        size_t number)
{
    bool enough = true;
    if (!s->is_single)
        take_cards(s, t, dx_seat_table_kinds(&t->t, number), -1, &enough);
    s->used &= ~t->t.cases.at[number].cards;
    s->known &= ~(t->t.places & ~t->shared);
}

// Is a card of a case laid already, as can be told at a glance?
static inline bool clashes(const dx_seatwise *s, const dx_seatwise_table *t,
                           size_t number)
{
    return s->is_single && (t->t.cases.at[number].cards & s->used) != 0;
}

// Lays the cards of a case; false, and nothing is laid, if it does not go with
// those before.
static bool add_case(dx_seatwise *s, const dx_seatwise_table *t, size_t number)
{
    const uint8_t *kinds = dx_seat_table_kinds(&t->t, number);
    uint64_t cards = t->t.cases.at[number].cards;
    bool enough = true;
    if (clashes(s, t, number) || !agrees(s, t, kinds))
        return false;
    if (!s->is_single)
        take_cards(s, t, kinds, 1, &enough);
    s->used |= cards;
    s->known |= t->t.places;
    for (unsigned i = 0; i < t->t.place_count; i++)
        if (!(t->shared >> t->t.place[i] & 1))
            s->laid[t->t.place[i]] = kinds + t->t.first[i];
    if (enough && choices_fit(s))
        return true;
    remove_case(s, t, number);
    return false;
}

// The cases, by their place in the order, that say of what is laid what is
// laid.
typedef struct range {
    size_t from, to;
} range;

// The first case with this hash, or one behind.
static size_t find_hash(const dx_seatwise_table *t, uint64_t hash)
{
    size_t low = 0, high = t->t.cases.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->hash[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static range find_agreeing(const dx_seatwise *s, const dx_seatwise_table *t)
{
    uint64_t hash = 0;
    if (t->shared == 0)
        return (range){0, t->t.cases.count};
    for (unsigned i = 0; i < t->t.place_count; i++) {
        unsigned place = t->t.place[i];
        if (t->shared >> place & 1)
            for (unsigned k = 0; k < dx_seatwise_size(s, place); k++)
                hash = dx_hash_add(hash, s->laid[place][k]);
    }
    range r = {find_hash(t, hash), t->t.cases.count};
    if (hash != UINT64_MAX)
        r.to = find_hash(t, hash + 1);
    return r;
}

// ---- worlds ----

typedef struct visiting {
    dx_seatwise *s;
    dx_weight weight; // of the cases
    dx_visit *visit;  // NULL: count
    void *context;
    size_t count, most, looks;
    bool is_stopped;
} visiting;

// What lies in the places that tables tell of.
static void lay_cases(dx_seatwise *s, dx_dealt *out)
{
    memset(out, 0, sizeof *out);
    for (uint64_t left = s->places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        for (unsigned k = 0; k < dx_seatwise_size(s, place); k++)
            out->count[place][s->laid[place][k]]++;
    }
}

static void show_world(visiting *v, const dx_dealt *dealt, dx_weight weight)
{
    dx_seatwise *s = v->s;
    const dx_view *view = s->ground.view;
    const dx_game *game = view->rules->game;
    dx_dealt *all = &s->dealt;
    *all = s->own.dealt;
    uint64_t hidden = s->own.hidden | (s->places & ~s->own.frame->real);
    for (; hidden != 0; hidden &= hidden - 1) {
        unsigned place = (unsigned)__builtin_ctzll(hidden);
        memcpy(all->count[place], dealt->count[place], DX_KINDS_MAX);
    }
    memcpy(s->truth, s->own.frame->sight, game->table_bytes(view->rules));
    game->places->fill(s->truth, all);
    dx_world world = {.table = s->truth,
                      .past = dx_recall_past(s->ground.recall, all),
                      .count = view->count,
                      .exact = weight.exact,
                      .weight = weight.value};
    v->is_stopped = !v->visit(v->context, &world);
}

static dx_weight times(dx_weight weight, dx_tally by)
{
    bool fits = by.quality == DX_EXACT && by.whole <= INT64_MAX;
    dx_fraction whole =
        fits ? dx_fraction_int((int64_t)by.whole) : (dx_fraction){0, 0};
    return (dx_weight){dx_fraction_multiply(weight.exact, whole),
                       weight.value * dx_tally_value(by)};
}

// The deals that are left with these cases laid, and in how many ways those
// can be drawn; false: none.
static bool space_left(const dx_seatwise *s, const dx_dealt *cases,
                       dx_deal_space *out, dx_count *out_ways)
{
    *out = s->own.space;
    *out_ways = 1;
    uint64_t places = s->places & s->own.hidden;
    for (; places != 0 && *out_ways > 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        *out_ways *= dx_deal_space_fix(out, place, cases->count[place]);
    }
    return *out_ways > 0;
}

static bool needs_dealing(const dx_seatwise *s)
{
    return (s->own.hidden & ~s->places) != 0;
}

// ---- listing ----

typedef struct dealing {
    visiting *v;
    const dx_dealt *cases;
    dx_weight weight;
    uint64_t places; // of the cases
} dealing;

static bool visit_deal(void *context, const dx_dealt *dealt, dx_tally weight)
{
    dealing *d = context;
    dx_dealt all = *dealt;
    for (uint64_t left = d->places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        memcpy(all.count[place], d->cases->count[place], DX_KINDS_MAX);
    }
    show_world(d->v, &all, times(d->weight, weight));
    return !d->v->is_stopped;
}

static dx_status count_deals(visiting *v, const dx_deal_space *left)
{
    dx_tally deals;
    dx_status status = dx_deals_count(left, DEAL_STEPS, &deals);
    if (status != DX_OK || dx_tally_value(deals) > (double)(v->most - v->count))
        return DX_ERR_LIMIT;
    v->count += (size_t)deals.whole;
    return DX_OK;
}

static dx_status list_deals(visiting *v, const dx_dealt *cases,
                            dx_weight weight)
{
    dx_deal_space left;
    dx_count ways;
    dealing d = {v, cases, weight, v->s->places};
    if (!space_left(v->s, cases, &left, &ways))
        return DX_OK;
    v->looks += 1000;
    if (v->visit == NULL)
        return count_deals(v, &left);
    d.weight = times(weight, dx_tally_of(ways));
    return dx_deals_each(&left, DEAL_STEPS, v->most - v->count, visit_deal, &d);
}

// The weight of the deal where the tables tell of all places.
static dx_tally weight_of(const dx_seatwise *s, const dx_dealt *cases)
{
    if (s->is_single && !s->is_bound)
        return dx_tally_of(1);
    dx_dealt real = *cases;
    uint64_t chosen = s->places & ~s->own.frame->real;
    for (; chosen != 0; chosen &= chosen - 1)
        memset(real.count[__builtin_ctzll(chosen)], 0, DX_KINDS_MAX);
    return dx_deal_space_weight(&s->own.space, &real);
}

static dx_status list_world(visiting *v, dx_weight weight)
{
    dx_dealt cases;
    bool is_plain = v->s->is_single && !v->s->is_bound;
    if (needs_dealing(v->s) || !is_plain || v->visit != NULL)
        lay_cases(v->s, &cases);
    if (needs_dealing(v->s))
        return list_deals(v, &cases, weight);
    dx_tally deal = weight_of(v->s, &cases);
    if (dx_tally_is_zero(deal))
        return DX_OK;
    if (++v->count > v->most)
        return DX_ERR_LIMIT;
    if (v->visit != NULL)
        show_world(v, &cases, times(weight, deal));
    return DX_OK;
}

static dx_status list(visiting *v, unsigned i, dx_weight weight)
{
    dx_seatwise *s = v->s;
    dx_toil *toil = s->ground.toil;
    dx_status status = DX_OK;
    if (i == s->count)
        return list_world(v, weight);
    const dx_seatwise_table *t = &s->tables[i];
    range r = find_agreeing(s, t);
    for (; r.from < r.to && status == DX_OK; r.from++) {
        size_t k = t->order[r.from];
        const dx_weight *by = &t->t.cases.at[k].weight;
        if (++v->looks > LOOKS_MAX)
            return DX_ERR_LIMIT;
        if (v->looks % 1024 == 0 && dx_budget_is_spent(toil->budget, v->looks))
            return DX_ERR_CANCELLED;
        if (!add_case(s, t, k))
            continue;
        status = list(v, i + 1,
                      (dx_weight){dx_fraction_multiply(weight.exact, by->exact),
                                  weight.value * by->value});
        remove_case(s, t, k);
        if (v->is_stopped)
            break;
    }
    return status;
}

dx_status dx_seatwise_each(dx_seatwise *s, size_t worlds_max, dx_visit *visit,
                           void *context)
{
    const dx_weight one = {dx_fraction_int(1), 1};
    size_t most = needs_dealing(s) ? DEALT_MOST : LISTED_MOST;
    if (worlds_max < most)
        most = worlds_max;
    visiting v = {.s = s, .most = most};
    if (!is_complete(s))
        return DX_ERR_LIMIT;
    dx_status status = list(&v, 0, one);
    if (status != DX_OK)
        return status;
    v = (visiting){.s = s, .most = most, .visit = visit, .context = context};
    return list(&v, 0, one);
}

// ---- drawing ----

// The first of some cases up to which there is more weight than `weight`.
static size_t case_at(const dx_seatwise_table *t, range r, double weight)
{
    size_t low = r.from, high = r.to - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->so_far[middle] > weight)
            high = middle;
        else
            low = middle + 1;
    }
    return t->order[low];
}

// Draws one of a few cases, among those that go with the others.
static bool draw_fitting(dx_seatwise *s, const dx_seatwise_table *t, range r,
                         dx_random *random, size_t *out, double *weight)
{
    double sum = 0;
    s->looks += r.to - r.from;
    for (; r.from < r.to; r.from++) {
        size_t i = t->order[r.from];
        if (clashes(s, t, i) || !add_case(s, t, i))
            continue;
        remove_case(s, t, i);
        sum += t->t.cases.at[i].weight.value;
        if (dx_random_unit(random) * sum < t->t.cases.at[i].weight.value)
            *out = i;
    }
    *weight *= sum;
    return sum > 0 && add_case(s, t, *out);
}

// Is it cheaper to draw some of these cases than to look through all?
static bool is_long(const dx_seatwise_table *t, range r)
{
    size_t count = r.to - r.from;
    return count > SHORT &&
           (t->tries < TRIES_LEAST || (double)count * (double)t->fitting >
                                          (double)t->tries * FITTING * DEAR);
}

// Draws of many cases until enough go with the others.
static bool draw_until(dx_seatwise *s, dx_seatwise_table *t, range r,
                       dx_random *random, size_t *out, double *weight)
{
    size_t most = (r.to - r.from) / DEAR;
    double before = r.from > 0 ? t->so_far[r.from - 1] : 0;
    double all = t->so_far[r.to - 1] - before;
    unsigned fitting = 0, drawn = 0;
    while (fitting < FITTING && drawn < most) {
        size_t i = case_at(t, r, before + dx_random_unit(random) * all);
        drawn++;
        if (clashes(s, t, i) || !add_case(s, t, i))
            continue;
        remove_case(s, t, i);
        *out = fitting++ == 0 ? i : *out;
    }
    s->looks += DEAR * (uint64_t)drawn;
    t->tries += drawn;
    t->fitting += fitting;
    *weight *= all * (fitting < FITTING ? (double)fitting / drawn
                                        : (FITTING - 1.0) / (drawn - 1.0));
    return fitting > 0 && add_case(s, t, *out);
}

static bool draw_case(dx_seatwise *s, unsigned i, dx_random *random,
                      size_t *out, double *weight)
{
    dx_seatwise_table *t = &s->tables[i];
    range r = find_agreeing(s, t);
    if (r.from >= r.to)
        return false;
    if (i > 0 && is_long(t, r))
        return draw_until(s, t, r, random, out, weight);
    if (i > 0)
        return draw_fitting(s, t, r, random, out, weight);
    double before = r.from > 0 ? t->so_far[r.from - 1] : 0;
    double all = t->so_far[r.to - 1] - before;
    *weight *= all;
    *out = case_at(t, r, before + dx_random_unit(random) * all);
    return add_case(s, t, *out);
}

// Draws `size` of the cards of `kinds` that are left into a place; answers in
// how many ways that can be done.
static double draw_hand(dx_deal_space *left, unsigned place, dx_random *random,
                        uint8_t *out)
{
    uint64_t kinds = left->place[place].kinds;
    unsigned all = 0;
    double ways = 1;
    for (uint64_t k = kinds; k != 0; k &= k - 1)
        all += left->copies[__builtin_ctzll(k)];
    for (unsigned n = 1; n <= left->place[place].size; n++, all--) {
        if (all == 0)
            return 0;
        unsigned skip = (unsigned)dx_random_below(random, all);
        uint64_t k = kinds;
        for (; skip >= left->copies[__builtin_ctzll(k)]; k &= k - 1)
            skip -= left->copies[__builtin_ctzll(k)];
        left->copies[__builtin_ctzll(k)]--;
        out[__builtin_ctzll(k)]++;
        ways *= (double)all / n;
    }
    return ways;
}

static unsigned narrowest(const dx_deal_space *space, uint64_t places)
{
    unsigned best = (unsigned)__builtin_ctzll(places);
    for (; places != 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        if (__builtin_popcountll(space->place[place].kinds) <
            __builtin_popcountll(space->place[best].kinds))
            best = place;
    }
    return best;
}

// Deals what is left hand by hand, without looking ahead, and answers in how
// many ways; 0 if it came out so as it cannot be.
static double draw_hands(const dx_deal_space *space, uint64_t places,
                         dx_random *random, dx_dealt *out)
{
    dx_deal_space left = *space;
    double ways = 1;
    memset(out, 0, sizeof *out);
    while (places != 0 && ways > 0) {
        unsigned place = narrowest(space, places);
        ways *= draw_hand(&left, place, random, out->count[place]);
        places &= ~DX_BIT(place);
    }
    return ways > 0 && dx_tally_is_zero(dx_deal_space_weight(space, out))
               ? 0
               : ways;
}

// The same by counting all deals, where others hardly ever come out.
static double draw_counted(const dx_deal_space *space, dx_random *random,
                           dx_dealt *out)
{
    dx_deal_table *deals;
    double ways = 0;
    memset(out, 0, sizeof *out);
    if (dx_deal_table_new(space, DEAL_STEPS, &deals) != DX_OK)
        return 0;
    if (dx_deal_table_sample(deals, random, out))
        ways = dx_tally_value(dx_deal_table_total(deals));
    dx_deal_table_free(deals);
    return ways;
}

// Deals what no table tells of; multiplies by the weight of all such deals, in
// the mean.
static void draw_deal(dx_seatwise *s, dx_random *random, dx_dealt *dealt,
                      double *weight)
{
    enum { TRIES = 500, SELDOM = 50 };
    dx_deal_space left;
    dx_count ways;
    dx_dealt rest;
    uint64_t places = s->own.hidden & ~s->places;
    bool counts = s->dealings > TRIES && s->dealt_well < s->dealings / SELDOM;
    if (!space_left(s, dealt, &left, &ways)) {
        *weight = 0;
        return;
    }
    *weight *= (double)ways;
    *weight *= counts ? draw_counted(&left, random, &rest)
                      : draw_hands(&left, places, random, &rest);
    s->looks += counts ? 20000 : 500;
    s->dealings += !counts;
    s->dealt_well += !counts && *weight > 0;
    for (; places != 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        memcpy(dealt->count[place], rest.count[place], DX_KINDS_MAX);
    }
}

static void draw(visiting *v, dx_random *random)
{
    dx_seatwise *s = v->s;
    size_t drawn[DX_SEATS_MAX] = {0};
    double weight = 1;
    unsigned count = 0;
    while (count < s->count &&
           draw_case(s, count, random, &drawn[count], &weight))
        count++;
    if (count == s->count) {
        dx_dealt dealt;
        lay_cases(s, &dealt);
        if (needs_dealing(s))
            draw_deal(s, random, &dealt, &weight);
        else
            weight *= dx_tally_value(weight_of(s, &dealt));
        bool is = weight > 0;
        for (unsigned i = 0; is && i < s->count; i++)
            s->tables[i].drawn[drawn[i]] += weight;
        if (is)
            show_world(v, &dealt, (dx_weight){{0, 0}, weight});
    }
    while (count-- > 0)
        remove_case(s, &s->tables[count], drawn[count]);
}

dx_status dx_seatwise_draw(dx_seatwise *s, size_t draws, dx_random *random,
                           dx_visit *visit, void *context)
{
    visiting v = {.s = s, .visit = visit, .context = context};
    const dx_budget *budget = s->ground.toil->budget;
    for (size_t i = 0; i < draws && !v.is_stopped; i++) {
        if (dx_budget_is_spent(budget, i))
            return DX_ERR_CANCELLED;
        if (s->looks > DRAW_LOOKS)
            return DX_ERR_LIMIT;
        s->looks += 100;
        draw(&v, random);
    }
    return DX_OK;
}

// What the choice of the cases that were tried adds to the variance.
static double variance_of(const dx_seatwise_table *t)
{
    double sum = 0, squares = 0, weights = 0;
    for (size_t k = 0; k < t->t.cases.count; k++)
        if (t->drawn[k] > 0) {
            sum += t->drawn[k];
            squares += t->drawn[k] * t->drawn[k];
            weights += t->t.cases.at[k].weight.value;
        }
    if (dx_seat_table_is_complete(&t->t) || sum == 0)
        return 0;
    double most = t->t.peak * sum / weights;
    double tried = (double)t->t.tried / (double)t->t.to_try;
    return (1 - tried) * (squares + most * most) / (sum * sum);
}

double dx_seatwise_worth(const dx_seatwise *s)
{
    double variance = 0;
    for (unsigned i = 0; i < s->count; i++)
        variance += variance_of(&s->tables[i]);
    return variance > 0 ? 1 / variance : INFINITY;
}
