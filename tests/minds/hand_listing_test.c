// A hand is listed as if its cards were laid one by one in all orders: random
// hands of a few kinds, with bounds on one kind and on several, numbers that
// run along, and room; ways one by one, and kinds alike as one.

#include "base/memory.h"
#include "base/random.h"
#include "minds/message/hand_lists.h"
#include "test.h"

#include <string.h>

enum { KINDS_MAX = 4, CARDS_MAX = 7, NUMBERS = 2 };

typedef struct hand {
    dx_frame *frame;
    dx_hand_wanted wanted;
    unsigned count, place[CARDS_MAX]; // of each card
    unsigned kind[CARDS_MAX];
    // What is found: ways with their numbers, and the orders that lead to each.
    dx_states met;
} hand;

static unsigned number_up_to(const hand *h, unsigned end, uint64_t kinds)
{
    unsigned number = 0;
    for (unsigned c = 0; c < h->count; c++)
        number += h->place[c] <= end && (kinds >> h->kind[c] & 1) != 0;
    return number;
}

static bool keeps_bounds(const hand *h)
{
    const dx_deal_space *space = &h->frame->space;
    for (unsigned b = 0; b < space->bound_count; b++) {
        const dx_bound *bound = &space->bound[b];
        unsigned end = 63U - (unsigned)__builtin_clzll(bound->places);
        if (!dx_bound_takes(bound, number_up_to(h, end, bound->kinds)))
            return false;
    }
    for (unsigned k = 0; k < space->kind_count; k++)
        if (number_up_to(h, CARDS_MAX, DX_BIT(k)) >
            dx_way_of(h->wanted.room, k))
            return false;
    return true;
}

static void note(hand *h)
{
    uint64_t key[2] = {0};
    for (unsigned c = 0; c < h->count; c++)
        key[0] += dx_way_one(h->kind[c]);
    for (size_t n = 0; n < h->wanted.numbers.count; n++) {
        const dx_hand_number *number = &h->wanted.numbers.at[n];
        unsigned value = number_up_to(h, number->end, number->kinds);
        ((uint8_t *)(key + 1))[n] =
            (uint8_t)(value < number->ceiling ? value : number->ceiling);
    }
    size_t at = dx_states_find(&h->met, key);
    dx_natural_add_count(&h->met.weights[at], 1);
}

static void lay_all(hand *h, unsigned card)
{
    if (card == h->count) {
        if (keeps_bounds(h))
            note(h);
        return;
    }
    for (unsigned k = 0; k < h->frame->space.kind_count; k++)
        if (h->frame->could[h->place[card]] >> k & 1) {
            h->kind[card] = k;
            lay_all(h, card + 1);
        }
}

static void draw_bound(hand *h, dx_random *random, unsigned places)
{
    dx_deal_space *space = &h->frame->space;
    unsigned end = (unsigned)dx_random_below(random, places), size = 0;
    for (unsigned c = 0; c < h->count; c++)
        size += h->place[c] <= end;
    uint64_t all = DX_BIT(space->kind_count) - 1;
    uint64_t kinds = 1 + dx_random_below(random, all);
    if (dx_random_below(random, 3) > 0)
        kinds &= -kinds;
    unsigned min = (unsigned)dx_random_below(random, size < 3 ? size + 1 : 3);
    unsigned max = min + (unsigned)dx_random_below(random, 4);
    dx_bound bound = {.places = (DX_BIT(end + 1) - 1),
                      .kinds = kinds,
                      .min = (uint8_t)min,
                      .max = (uint8_t)max};
    if (max > min + 1 && dx_random_below(random, 2) == 0)
        bound.but = DX_BIT(min + 1);
    space->bound[space->bound_count++] = bound;
}

// The first place has some cards, and those behind it one or two.
static void draw_hand(hand *h, dx_random *random, bool is_alike)
{
    dx_frame *f = h->frame;
    unsigned places = 1 + (unsigned)dx_random_below(random, 4);
    f->space.kind_count = 2 + (unsigned)dx_random_below(random, KINDS_MAX - 1);
    for (unsigned k = 0; k < f->space.kind_count; k++)
        f->space.copies[k] =
            (uint8_t)(is_alike ? 3 : 2 + dx_random_below(random, 3));
    uint64_t all = DX_BIT(f->space.kind_count) - 1;
    for (unsigned p = 0; p < places; p++) {
        unsigned most = p == 0 ? 3 : 2;
        f->size[p] = (uint8_t)(1 + dx_random_below(random, most));
        f->could[p] = is_alike ? all : 1 + dx_random_below(random, all);
        for (unsigned i = 0; i < f->size[p] && h->count < CARDS_MAX; i++)
            h->place[h->count++] = p;
        f->size[p] = 0;
    }
    for (unsigned c = 0; c < h->count; c++)
        f->size[h->place[c]]++;
    f->space.place_count = places;
    f->real = f->all = DX_BIT(places) - 1;
    h->wanted = (dx_hand_wanted){
        .frame = f, .hand = f->all, .weighs = true, .room = ~DX_WAY_SPARE};
    for (unsigned k = 0; k < f->space.kind_count; k++)
        h->wanted.room = dx_way_lesser(
            h->wanted.room,
            ~DX_WAY_SPARE - (7U - f->space.copies[k]) * dx_way_one(k));
    for (unsigned b = 0; !is_alike && b < dx_random_below(random, 5); b++)
        draw_bound(h, random, places);
    for (unsigned n = 0; !is_alike && n < NUMBERS; n++)
        dx_vector_push(
            &h->wanted.numbers,
            (dx_hand_number){(unsigned)dx_random_below(random, places),
                             1 + dx_random_below(random, all),
                             (uint8_t)(1 + dx_random_below(random, 3))});
}

static void check_list(const hand *h, const dx_hand_list *list)
{
    CHECK(list->count == h->met.count);
    for (size_t i = 0; i < list->count; i++) {
        uint64_t key[2] = {list->ways[i]};
        memcpy(key + 1, list->values + i * list->numbers, list->numbers);
        size_t found = dx_states_seek(&h->met, key);
        CHECK(found != DX_STATE_NONE);
        CHECK(dx_natural_equal(&list->weights[i], &h->met.weights[found]));
    }
}

// Those that are listed are the ones whose numbers fall, with the weight that
// each of those has for which it stands.
static void check_alike(const hand *h, const dx_hand_list *list)
{
    size_t falling = 0;
    for (size_t i = 0; i < h->met.count; i++) {
        uint64_t way = h->met.keys[i * h->met.stride];
        bool falls = true;
        for (unsigned k = 1; k < h->frame->space.kind_count; k++)
            falls &= dx_way_of(way, k - 1) >= dx_way_of(way, k);
        falling += falls;
    }
    CHECK(list->count == falling);
    for (size_t i = 0; i < list->count; i++) {
        uint64_t key[2] = {list->ways[i]};
        size_t found = dx_states_seek(&h->met, key);
        CHECK(found != DX_STATE_NONE);
        CHECK(dx_natural_equal(&list->weights[i], &h->met.weights[found]));
    }
}

static void check_hand(uint64_t seed, bool is_alike)
{
    CHECKING_SEED(seed);
    dx_random random = dx_random_named(seed, 0, is_alike ? 5 : 4);
    hand h = {.frame = dx_alloc(1, sizeof *h.frame)};
    draw_hand(&h, &random, is_alike);
    dx_states_clear(&h.met, 2, true);
    lay_all(&h, 0);
    if (is_alike)
        h.wanted.block[h.wanted.blocks++] =
            DX_BIT(h.frame->space.kind_count) - 1;
    dx_effort effort = {0};
    dx_hand_list *list =
        dx_hand_list_linked(&h.wanted, &(dx_hand_links){0}, &effort);
    CHECK(list != NULL);
    (is_alike ? check_alike : check_list)(&h, list);
    dx_hand_list_free(list);
    dx_states_release(&h.met);
    dx_vector_release(&h.wanted.numbers);
    dx_free(h.frame);
}

TEST(a_hand_is_listed_as_its_cards_are_laid_in_all_orders)
{
    for (uint64_t seed = 0; seed < SAMPLE(300, 5000); seed++)
        check_hand(seed, false);
}

TEST(kinds_alike_are_listed_once_with_the_orders_of_one)
{
    for (uint64_t seed = 0; seed < SAMPLE(60, 600); seed++)
        check_hand(seed, true);
}
