// Cases go together if they agree on the places that both tell of, if there are
// cards enough for both, and if what was chosen lies where it was chosen from.
// What no table tells of is dealt as chance has it, among the deals that are
// left: listed, or drawn.
//
// Drawn worlds: a case of the first table by weight, then one of the next, and
// so on.  A short table is looked through for the cases that go with those
// before, and the weight of the world is multiplied by the sum of theirs; of a
// long one any case is drawn, and if it does not go with the others nothing is
// met.  Either way a world is met, times its weight, as often as it is to be.
//
// Of a table of which only some cases were tried, each that was stands for
// those that were not.  What is drawn then varies with which were tried, like a
// mean over as many cases as the drawn worlds spread over, evenly weighed ones:
//
//     n = (sum of w)^2 / sum of w^2,  w: the weight drawn with a case,
//
// and the part that was tried makes that less: variance by (1 - part) / n.

#include "minds/seatwise.h"

#include "base/memory.h"
#include "minds/seat_table.h"
#include "worlds/deal_table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Cases looked at to list worlds; of a table that is looked through for a draw;
// steps to deal what is left.
enum { LOOKS_MAX = 2000000, SHORT = 4096, DEAL_STEPS = 2000000 };

typedef struct table {
    dx_seat_table t;
    uint64_t shared; // its places that tables before it tell of too
    double *so_far;  // the weight of all cases up to this one
    double *drawn;   // the weight drawn with each, where some were not tried
} table;

struct dx_seatwise {
    dx_seat_ground ground;
    dx_frames *frames;
    dx_own_space own;
    dx_event *past;
    uint64_t *reads;
    unsigned count;
    table tables[DX_SEATS_MAX];
    uint64_t places; // that a table tells of
    bool is_single;  // every kind has one copy
    bool is_bound;   // some bound is about places of several tables
    void *truth;     // of the world that is visited
    // The world that is put together.
    uint64_t known, used; // places, and kinds where they are single
    uint8_t left[DX_KINDS_MAX];
    const uint8_t *laid[DX_PLACES_MAX];
    dx_dealt dealt;
};

// ---- the life of it ----

static bool sees_alike(const dx_seat_ground *g, const dx_masks *masks,
                       unsigned a, unsigned b)
{
    for (unsigned i = 0; i < g->view->count; i++)
        if (dx_seat_tells(g, masks, i, a) != dx_seat_tells(g, masks, i, b))
            return false;
    return true;
}

// The seats that have moved, but for the asker, as bits.
static unsigned movers(const dx_view *view)
{
    const dx_verb *verbs = view->rules->game->verbs;
    unsigned seats = 0;
    for (unsigned i = 0; i < view->count; i++)
        if (!verbs[view->seen[i].verb].chance &&
            view->seen[i].who != view->seat)
            seats |= 1U << view->seen[i].who;
    return seats;
}

static unsigned find_groups(const dx_seat_ground *g, unsigned *out)
{
    unsigned left = movers(g->view), count = 0;
    dx_masks masks;
    dx_masks_init(&masks, g->view->rules->game->verbs);
    while (left != 0) {
        unsigned first = (unsigned)__builtin_ctz(left), group = 0;
        for (unsigned seat = first; seat < DX_SEATS_MAX; seat++)
            if ((left >> seat & 1) && sees_alike(g, &masks, first, seat))
                group |= 1U << seat;
        assert(group >> first & 1); // it sees like itself
        left &= ~group;
        out[count++] = group;
    }
    return count;
}

static bool look(dx_seatwise *s, const dx_view *view)
{
    const dx_game *game = view->rules->game;
    s->frames = dx_frames_new(view->rules);
    for (unsigned i = 0; i < view->count; i++)
        dx_frames_follow(s->frames, view->seen[i]);
    const dx_frame *now = dx_frames_now(s->frames);
    if (!dx_own_space_look(&s->own, now, game->places, now->sees[view->seat],
                           view->sight))
        return false;
    s->ground.recall = dx_recall_new(s->frames, view);
    if (s->ground.recall == NULL)
        return false;
    const dx_event *past = dx_recall_lay(s->ground.recall, &s->own.dealt,
                                         s->own.sees, s->own.sees);
    s->past = dx_copy(past, (view->count + 1) * sizeof *past);
    s->reads = dx_alloc(view->count + 1, sizeof *s->reads);
    for (unsigned i = 0; i < view->count; i++)
        s->reads[i] = dx_recall_reads(s->ground.recall, i);
    s->ground.own = &s->own;
    s->ground.past = s->past;
    s->ground.reads = s->reads;
    return true;
}

static void prepare(dx_seatwise *s, table *t)
{
    double sum = 0;
    t->so_far = dx_alloc(t->t.cases.count + 1, sizeof *t->so_far);
    t->drawn = dx_alloc(t->t.cases.count + 1, sizeof *t->drawn);
    for (size_t i = 0; i < t->t.cases.count; i++)
        t->so_far[i] = sum += t->t.cases.at[i].weight.value;
    t->shared = t->t.places & s->places;
    s->places |= t->t.places;
}

// Cases keep the bounds about their own places.
static void find_bounds(dx_seatwise *s)
{
    for (unsigned i = 0; i < s->own.space.bound_count; i++) {
        uint64_t places = s->own.space.bound[i].places & s->own.hidden;
        bool is_kept = places == 0;
        for (unsigned k = 0; k < s->count; k++)
            is_kept |= (places & ~s->tables[k].t.places) == 0;
        s->is_bound |= !is_kept;
    }
}

// Whoever chose unseen has moved, and knows what it chose and from what.
static bool choices_are_told(const dx_seatwise *s)
{
    for (unsigned i = 0; i < s->own.choice_count; i++) {
        unsigned at = dx_frame_chosen(s->own.frame, s->own.choices[i]);
        unsigned from = s->own.frame->choice[s->own.choices[i]].place;
        if (!(s->places >> at & 1) || !((s->places | s->own.sees) >> from & 1))
            return false;
    }
    return true;
}

// Short tables first.
static void sort(dx_seatwise *s)
{
    for (unsigned i = 1; i < s->count; i++)
        for (unsigned k = i; k > 0; k--)
            if (s->tables[k].t.cases.count < s->tables[k - 1].t.cases.count) {
                table swap = s->tables[k];
                s->tables[k] = s->tables[k - 1];
                s->tables[k - 1] = swap;
            }
}

// What a table will take, as a logarithm: what a move of the costliest of its
// seats does, times the hands that they may have.
static double cost_of(const dx_seat_ground *g, unsigned seats)
{
    unsigned steps = 1, one = (unsigned)__builtin_ctz(seats);
    uint64_t places = g->own->frame->sees[one] & g->own->hidden;
    double cost = 0;
    for (; seats != 0; seats &= seats - 1) {
        const dx_agent *agent =
            g->assumption->policy[__builtin_ctz(seats)].agent;
        if (agent != NULL && agent->steps > steps)
            steps = agent->steps;
    }
    for (; places != 0; places &= places - 1) {
        const dx_place *p = &g->own->space.place[__builtin_ctzll(places)];
        double kinds = __builtin_popcountll(p->kinds), size = p->size;
        cost += lgamma(kinds + size) - lgamma(kinds) - lgamma(size + 1);
    }
    return cost + log(steps);
}

// Cheap seats first: what goes with none of their cases is not tried any more.
static void sort_groups(const dx_seat_ground *g, unsigned *groups,
                        unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k > 0; k--)
            if (cost_of(g, groups[k]) < cost_of(g, groups[k - 1])) {
                unsigned swap = groups[k];
                groups[k] = groups[k - 1];
                groups[k - 1] = swap;
            }
}

// So the first may take most of the steps.
static dx_status make_tables(dx_seatwise *s, uint64_t steps)
{
    unsigned groups[DX_SEATS_MAX], count = find_groups(&s->ground, groups);
    const dx_seat_table *done[DX_SEATS_MAX];
    dx_status status = DX_OK;
    uint64_t end = s->ground.toil->steps + steps;
    sort_groups(&s->ground, groups, count);
    for (unsigned i = 0; i < count && status == DX_OK; i++) {
        uint64_t at = s->ground.toil->steps, left = at < end ? end - at : 0;
        dx_seat_table *t = &s->tables[i].t;
        status =
            dx_seat_table_make(t, &s->ground, groups[i],
                               i + 1 < count ? left * 4 / 5 : left, done, i);
        s->count += status == DX_OK;
        done[i] = t;
    }
    return status;
}

static dx_status finish_tables(dx_seatwise *s)
{
    sort(s);
    for (unsigned i = 0; i < s->count; i++)
        prepare(s, &s->tables[i]);
    find_bounds(s);
    return choices_are_told(s) ? DX_OK : DX_ERR_UNSUPPORTED;
}

dx_seatwise *dx_seatwise_new(const dx_view *view,
                             const dx_assumption *assumption,
                             const bool *dropped, uint64_t steps, dx_toil *toil,
                             dx_status *out_status)
{
    const dx_rules *rules = view->rules;
    *out_status = DX_ERR_UNSUPPORTED;
    if (rules->game->places == NULL || rules->game->places->brought == NULL ||
        rules->game->places->fill == NULL || view->seat >= dx_players(rules))
        return NULL;
    dx_seatwise *s = dx_alloc(1, sizeof *s);
    s->ground = (dx_seat_ground){.view = view,
                                 .assumption = assumption,
                                 .dropped = dropped,
                                 .toil = toil};
    if (look(s, view)) {
        s->is_single = true;
        for (unsigned k = 0; k < s->own.space.kind_count; k++)
            s->is_single &= s->own.space.copies[k] <= 1;
        memcpy(s->left, s->own.space.copies, sizeof s->left);
        s->truth = dx_alloc(1, rules->game->table_bytes(rules));
        *out_status = make_tables(s, steps);
        if (*out_status == DX_OK)
            *out_status = finish_tables(s);
    }
    if (*out_status == DX_OK)
        return s;
    dx_seatwise_free(s);
    return NULL;
}

void dx_seatwise_free(dx_seatwise *s)
{
    if (s == NULL)
        return;
    for (unsigned i = 0; i < s->count; i++) {
        dx_seat_table_release(&s->tables[i].t);
        dx_free(s->tables[i].so_far);
        dx_free(s->tables[i].drawn);
    }
    dx_recall_free(s->ground.recall);
    dx_frames_free(s->frames);
    dx_free(s->past);
    dx_free(s->reads);
    dx_free(s->truth);
    dx_free(s);
}

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

static unsigned size_of(const dx_seatwise *s, unsigned place)
{
    return is_real(s, place) ? s->own.space.place[place].size : 1;
}

static bool has_kind(const dx_seatwise *s, unsigned place, uint8_t kind)
{
    return s->own.sees >> place & 1
               ? s->own.dealt.count[place][kind] > 0
               : memchr(s->laid[place], kind, size_of(s, place)) != NULL;
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

static bool agrees(const dx_seatwise *s, const table *t, const uint8_t *kinds)
{
    for (unsigned i = 0; i < t->t.place_count && t->shared != 0; i++) {
        unsigned place = t->t.place[i];
        if ((t->shared >> place & 1) &&
            memcmp(s->laid[place], kinds + t->t.first[i], size_of(s, place)) !=
                0)
            return false;
    }
    return true;
}

static void take_cards(dx_seatwise *s, const table *t, const uint8_t *kinds,
                       int sign, bool *out_enough)
{
    for (unsigned i = 0; i < t->t.place_count; i++) {
        unsigned place = t->t.place[i], size = size_of(s, place);
        if ((t->shared >> place & 1) || !is_real(s, place))
            continue;
        for (unsigned k = 0; k < size; k++) {
            uint8_t *left = &s->left[kinds[t->t.first[i] + k]];
            *out_enough &= sign < 0 || *left > 0;
            *left = (uint8_t)(*left - sign);
        }
    }
}

static void remove_case(dx_seatwise *s, const table *t, size_t number)
{
    bool enough = true;
    const uint8_t *kinds = dx_seat_table_kinds(&t->t, number);
    take_cards(s, t, kinds, -1, &enough);
    s->used &= ~(t->shared == 0 ? t->t.cases.at[number].cards : 0);
    s->known &= ~(t->t.places & ~t->shared);
}

// Lays the cards of a case; false, and nothing is laid, if it does not go with
// those before.
static bool add_case(dx_seatwise *s, const table *t, size_t number)
{
    const uint8_t *kinds = dx_seat_table_kinds(&t->t, number);
    uint64_t cards = t->t.cases.at[number].cards;
    bool enough = true;
    if (s->is_single && t->shared == 0 && (cards & s->used) != 0)
        return false;
    if (!agrees(s, t, kinds))
        return false;
    take_cards(s, t, kinds, 1, &enough);
    s->used |= t->shared == 0 ? cards : 0;
    s->known |= t->t.places;
    for (unsigned i = 0; i < t->t.place_count; i++)
        if (!(t->shared >> t->t.place[i] & 1))
            s->laid[t->t.place[i]] = kinds + t->t.first[i];
    if (enough && choices_fit(s))
        return true;
    remove_case(s, t, number);
    return false;
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
        for (unsigned k = 0; k < size_of(s, place); k++)
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
    if (++d->v->count > d->v->most)
        d->v->is_stopped = true;
    else if (d->v->visit != NULL)
        show_world(d->v, &all, times(d->weight, weight));
    return !d->v->is_stopped;
}

static dx_status list_deals(visiting *v, const dx_dealt *cases,
                            dx_weight weight)
{
    dx_deal_space left;
    dx_count ways;
    dealing d = {v, cases, weight, v->s->places};
    if (!space_left(v->s, cases, &left, &ways))
        return DX_OK;
    d.weight = times(weight, dx_tally_of(ways));
    v->looks += 1000;
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
    const table *t = &s->tables[i];
    for (size_t k = 0; k < t->t.cases.count && status == DX_OK; k++) {
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
    visiting v = {.s = s, .most = worlds_max};
    if (!is_complete(s))
        return DX_ERR_LIMIT;
    dx_status status = list(&v, 0, one);
    if (status == DX_OK && v.count > worlds_max)
        status = DX_ERR_LIMIT;
    if (status != DX_OK)
        return status;
    v = (visiting){
        .s = s, .most = worlds_max, .visit = visit, .context = context};
    return list(&v, 0, one);
}

// ---- drawing ----

// The first case up to which there is more weight than `weight`.
static size_t case_at(const double *so_far, size_t count, double weight)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (so_far[middle] > weight)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Draws a case of a short table among those that go with the others.
static bool draw_fitting(dx_seatwise *s, table *t, dx_random *random,
                         size_t *out, double *weight)
{
    double sum = 0;
    for (size_t i = 0; i < t->t.cases.count; i++) {
        if (!add_case(s, t, i))
            continue;
        remove_case(s, t, i);
        sum += t->t.cases.at[i].weight.value;
        if (dx_random_unit(random) * sum < t->t.cases.at[i].weight.value)
            *out = i;
    }
    *weight *= sum;
    return sum > 0 && add_case(s, t, *out);
}

static bool draw_case(dx_seatwise *s, unsigned i, dx_random *random,
                      size_t *out, double *weight)
{
    table *t = &s->tables[i];
    size_t count = t->t.cases.count;
    if (count == 0)
        return false;
    if (i > 0 && count <= SHORT)
        return draw_fitting(s, t, random, out, weight);
    double all = t->so_far[count - 1];
    *out = case_at(t->so_far, count, dx_random_unit(random) * all);
    return add_case(s, t, *out);
}

// Deals what no table tells of; multiplies by the weight of all such deals.
static bool draw_deal(dx_seatwise *s, dx_random *random, dx_dealt *dealt,
                      double *weight)
{
    dx_deal_space left;
    dx_count ways;
    dx_deal_table *deals;
    dx_dealt rest = {0};
    if (!space_left(s, dealt, &left, &ways) ||
        dx_deal_table_new(&left, DEAL_STEPS, &deals) != DX_OK)
        return false;
    *weight *= (double)ways * dx_tally_value(dx_deal_table_total(deals));
    bool is = dx_deal_table_sample(deals, random, &rest);
    dx_deal_table_free(deals);
    uint64_t places = s->own.hidden & ~s->places;
    for (; places != 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        memcpy(dealt->count[place], rest.count[place], DX_KINDS_MAX);
    }
    return is;
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
        bool is = true;
        if (needs_dealing(s))
            is = draw_deal(s, random, &dealt, &weight);
        else
            weight *= dx_tally_value(weight_of(s, &dealt));
        is = is && weight > 0;
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
        draw(&v, random);
    }
    return DX_OK;
}

double dx_seatwise_worth(const dx_seatwise *s)
{
    double variance = 0;
    for (unsigned i = 0; i < s->count; i++) {
        const table *t = &s->tables[i];
        double sum = 0, squares = 0;
        for (size_t k = 0; k < t->t.cases.count; k++) {
            sum += t->drawn[k];
            squares += t->drawn[k] * t->drawn[k];
        }
        if (t->t.tried < t->t.to_try && sum > 0)
            variance += (1 - (double)t->t.tried / (double)t->t.to_try) *
                        squares / (sum * sum);
    }
    return variance > 0 ? 1 / variance : INFINITY;
}
