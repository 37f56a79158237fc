// Weighing by how many moves seats had, against the sum over all worlds one by
// one; and the factors of a game, against the moves that its rules allow.

#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "minds/consider.h"
#include "minds/eliminate/moves.h"
#include "minds/turn/factors.h"
#include "test.h"

#include <string.h>

enum {
    KINDS = 4,
    PLACES = 6,
    FACTORS = 4,
    MULTIPLE = 2520,
    VECTORS_MAX = 4096
};

// A random mind: the first `hidden` places are those that it does not see.
typedef struct scene {
    dx_random random;
    dx_frame frame;
    dx_factors factors;
    dx_outlook outlook;
    unsigned hidden;
    unsigned content[PLACES]; // kinds, the truth and then each world
    // The sum over all worlds, by vectors of the inner scope.
    unsigned count;
    uint8_t vector[VECTORS_MAX][8];
    dx_count weight[VECTORS_MAX];
} scene;

static unsigned below(scene *s, unsigned bound)
{
    return (unsigned)dx_random_below(&s->random, bound);
}

static uint64_t some_bits(scene *s, unsigned count)
{
    return 1 + dx_random_below(&s->random, DX_BIT(count) - 1);
}

static unsigned number_of(const scene *s, uint64_t places, uint64_t kinds)
{
    unsigned number = 0;
    for (unsigned p = 0; p < s->frame.space.place_count; p++)
        number += (places >> p & 1) != 0 && (kinds >> s->content[p] & 1) != 0;
    return number;
}

static void make_frame(scene *s)
{
    dx_deal_space *space = &s->frame.space;
    uint8_t copies[KINDS];
    unsigned places = s->hidden + below(s, PLACES - s->hidden + 1);
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] = (uint8_t)(1 + below(s, 3));
    dx_deal_space_init(space, KINDS, copies);
    for (unsigned p = 0; p < places; p++) {
        dx_deal_space_add_place(space, 1, some_bits(s, KINDS));
        s->frame.could[p] = space->place[p].kinds;
        s->frame.size[p] = 1;
    }
    s->frame.real = s->frame.all = DX_BIT(places) - 1;
    if (below(s, 2) == 0)
        dx_deal_space_add_bound(space, &(dx_bound){some_bits(s, places),
                                                   some_bits(s, KINDS),
                                                   (uint8_t)below(s, 2), 3,
                                                   below(s, 4) == 0 ? 4 : 0});
}

// Most factors speak of the first few hidden places, in a random order; one in
// four of any places, each of its somes of others.
static void make_factors(scene *s)
{
    unsigned order[PLACES], places = s->frame.space.place_count;
    for (unsigned i = 0; i < s->hidden; i++) {
        unsigned at = below(s, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (unsigned f = below(s, FACTORS + 1); f > 0; f--) {
        uint64_t seen = (s->frame.all >> s->hidden & dx_random_next(&s->random))
                        << s->hidden;
        uint64_t first = 0;
        dx_factor factor = {.base = 1 + below(s, 2),
                            .times = 1 + below(s, 2),
                            .first = s->factors.somes.count};
        for (unsigned i = 1 + below(s, s->hidden); i-- > 0;)
            first |= DX_BIT(order[i]);
        bool is_any = below(s, 4) == 0;
        for (unsigned kind = below(s, KINDS); kind < KINDS; kind++) {
            uint64_t kinds = DX_BIT(kind) | DX_BIT(below(s, kind + 1));
            bool is_seen = places > s->hidden && below(s, 4) == 0;
            uint64_t hidden = is_any ? some_bits(s, s->hidden) : first;
            dx_some some = {is_seen ? DX_BIT(s->hidden) : hidden | seen, kinds,
                            0, 0, 0};
            if (!is_any && !is_seen && below(s, 3) == 0)
                some = (dx_some){first, kinds, (uint16_t)below(s, 2),
                                 (uint16_t)(1 + below(s, 2)), 0};
            some.moves = below(s, 3) == 0 ? 2 : 0;
            dx_vector_push(&s->factors.somes, some);
            factor.count++;
        }
        dx_vector_push(&s->factors.factors, factor);
    }
}

static bool fits(const scene *s)
{
    const dx_deal_space *space = &s->frame.space;
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (number_of(s, s->frame.all, DX_BIT(kind)) > space->copies[kind])
            return false;
    for (unsigned p = 0; p < space->place_count; p++)
        if (!(s->frame.could[p] >> s->content[p] & 1))
            return false;
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *b = &space->bound[i];
        if (!dx_bound_takes(b, number_of(s, b->places, b->kinds)))
            return false;
    }
    return true;
}

static bool find_truth(scene *s)
{
    for (unsigned tries = 0; tries < 200; tries++) {
        for (unsigned p = 0; p < s->frame.space.place_count; p++)
            s->content[p] = below(s, KINDS);
        if (fits(s))
            return true;
    }
    return false;
}

static void make_outlook(scene *s)
{
    dx_outlook *o = &s->outlook;
    o->frame = o->self.frame = o->inner.frame = &s->frame;
    o->sees = s->frame.all & ~(DX_BIT(s->hidden) - 1);
    o->weighs = o->is_uniform = true;
    o->factors = &s->factors;
    for (unsigned i = 1 + below(s, 3); i > 0; i--)
        dx_scope_read(&o->inner, some_bits(s, s->frame.space.place_count),
                      some_bits(s, KINDS), dx_span_all());
    dx_outlook_plan(o);
}

// What a world weighs: arrangements, and a multiple of the product of 1/n.
static dx_count weight_of(const scene *s)
{
    dx_count weight = 1;
    uint8_t left[KINDS];
    memcpy(left, s->frame.space.copies, sizeof left);
    for (unsigned p = 0; p < s->frame.space.place_count; p++)
        weight *= left[s->content[p]]--;
    for (size_t i = 0; i < s->factors.factors.count; i++) {
        const dx_factor *f = &s->factors.factors.at[i];
        unsigned moves = f->base;
        for (size_t k = 0; k < f->count; k++) {
            const dx_some *some = &s->factors.somes.at[f->first + k];
            if (dx_some_holds(some, number_of(s, some->places, some->kinds)))
                moves += dx_some_moves(some);
        }
        for (unsigned k = 0; k < f->times; k++)
            weight *= MULTIPLE / moves;
    }
    return weight;
}

static void read_scope(const scene *s, const dx_number_scope *scope,
                       uint8_t *out)
{
    for (size_t i = 0; i < scope->entries.count; i++)
        out[i] = dx_entry_clamp(&scope->entries.at[i],
                                number_of(s, scope->entries.at[i].places,
                                          scope->entries.at[i].kinds));
}

static void add_world(scene *s)
{
    uint8_t vector[8] = {0};
    unsigned i = 0;
    read_scope(s, &s->outlook.inner, vector);
    while (i < s->count && memcmp(s->vector[i], vector, sizeof vector) != 0)
        i++;
    if (i == s->count)
        memcpy(s->vector[s->count++], vector, sizeof vector);
    s->weight[i] += weight_of(s);
}

static void list_worlds(scene *s, unsigned place)
{
    if (place == s->hidden) {
        if (fits(s))
            add_world(s);
        return;
    }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        s->content[place] = kind;
        list_worlds(s, place + 1);
    }
}

// a : b = c : d?
static bool are_in_proportion(const dx_natural *a, const dx_natural *b,
                              dx_count c, dx_count d)
{
    dx_natural left = dx_natural_copy(a), right = dx_natural_copy(b);
    dx_natural_multiply_count(&left, d);
    dx_natural_multiply_count(&right, c);
    bool is = dx_natural_equal(&left, &right);
    dx_natural_release(&left);
    dx_natural_release(&right);
    return is;
}

static void compare(const scene *s, const dx_states *got)
{
    dx_natural all = {0};
    dx_count want_all = 0;
    CHECK_EQ(got->count, s->count);
    for (size_t i = 0; i < got->count; i++) {
        dx_natural_add(&all, &got->weights[i]);
        want_all += s->weight[i];
    }
    for (size_t i = 0; i < got->count; i++) {
        unsigned k = 0;
        while (k < s->count &&
               memcmp(s->vector[k], dx_states_key(got, i), 8) != 0)
            k++;
        CHECK(k < s->count);
        CHECK(
            are_in_proportion(&got->weights[i], &all, s->weight[k], want_all));
    }
    dx_natural_release(&all);
}

static scene *new_scene(uint64_t seed)
{
    scene *s = dx_alloc(1, sizeof *s);
    s->random = dx_random_named(seed, 3, 5);
    s->hidden = 1 + below(s, 4);
    make_frame(s);
    make_factors(s);
    return s;
}

static void free_scene(scene *s)
{
    dx_outlook_release(&s->outlook);
    dx_factors_release(&s->factors);
    dx_free(s);
}

// Does a factor ask for more than whether there is a card?  Then it may be
// refused: no order of the places may suit all of them.
static bool has_numbers(const scene *s)
{
    for (size_t i = 0; i < s->factors.somes.count; i++)
        if (s->factors.somes.at[i].most > 0)
            return true;
    return false;
}

TEST(weights_by_numbers_of_moves_are_those_of_all_worlds_one_by_one)
{
    unsigned weighed = 0, refused = 0, counted = 0;
    for (uint64_t seed = 0; seed < SAMPLE(2000, 100000); seed++) {
        CHECKING("seed %llu", (unsigned long long)seed);
        scene *s = new_scene(seed);
        if (find_truth(s)) {
            uint8_t self[512] = {0};
            dx_effort effort = {0};
            make_outlook(s);
            CHECK(s->outlook.self.entries.count < sizeof self);
            read_scope(s, &s->outlook.self, self);
            weighed += s->outlook.moves != NULL;
            list_worlds(s, 0);
            const dx_states *got =
                dx_outlook_run(&s->outlook, self, NULL, &effort);
            CHECK(got != NULL || has_numbers(s));
            refused += got == NULL;
            counted += got != NULL && has_numbers(s);
            if (got != NULL)
                compare(s, got);
        }
        free_scene(s);
    }
    CHECK(weighed > SAMPLE(2000, 100000) / 4);
    CHECK(counted > refused);
}

static dx_status run_with(unsigned size, uint64_t places_a, uint64_t places_b)
{
    scene *s = dx_alloc(1, sizeof *s);
    const uint8_t copies[KINDS] = {2, 2, 2, 2}, self[64] = {0};
    dx_effort effort = {0};
    s->random = dx_random_named(size, 3, 6);
    dx_deal_space_init(&s->frame.space, KINDS, copies);
    for (unsigned p = 0; p < 2; p++) {
        dx_deal_space_add_place(&s->frame.space, size, DX_ALL_KINDS);
        s->frame.could[p] = s->frame.space.place[p].kinds;
        s->frame.size[p] = (uint8_t)size;
    }
    s->frame.real = s->frame.all = 3;
    s->hidden = 2;
    dx_vector_push(&s->factors.somes, (dx_some){places_a, 1});
    dx_vector_push(&s->factors.somes, (dx_some){places_b, 1});
    for (size_t i = 0; i < 2; i++)
        dx_vector_push(
            &s->factors.factors,
            (dx_factor){.base = 1, .times = 1, .first = i, .count = 1});
    make_outlook(s);
    const dx_states *got = dx_outlook_run(&s->outlook, self, NULL, &effort);
    CHECK_EQ(got == NULL, effort.status != DX_OK);
    free_scene(s);
    return effort.status;
}

TEST(factors_may_speak_of_places_of_several_cards)
{
    CHECK_EQ(run_with(1, 1, 3), DX_OK);
    CHECK_EQ(run_with(1, 1, 2), DX_OK);
    CHECK_EQ(run_with(2, 1, 3), DX_OK);
}

// How many of the somes hold, as the truth has the places of a bystander.
static unsigned holding(const dx_places *places, const void *sight,
                        const void *truth, const dx_some *somes, size_t count)
{
    unsigned holds = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t copies[DX_KINDS_MAX] = {0};
        unsigned number = 0;
        for (uint64_t left = somes[i].places; left != 0; left &= left - 1)
            dx_places_held(places, sight, truth,
                           (unsigned)__builtin_ctzll(left), copies);
        for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
            number += somes[i].kinds >> kind & 1 ? copies[kind] : 0;
        holds += dx_some_holds(&somes[i], number);
    }
    return holds;
}

// One turn: what the game says of the next move, before it is made.
static void check_turn(const dx_rules *rules, const void *truth,
                       const dx_frame *frame, unsigned seat)
{
    static dx_event moves[DX_MOVES_MAX];
    const dx_places *places = rules->game->places;
    dx_some somes[DX_SOMES_MAX];
    unsigned count = 0;
    unsigned base = places->factors(frame->sight, seat, somes, &count);
    CHECK_EQ(base + holding(places, frame->sight, truth, somes, count),
             rules->game->moves(truth, seat, moves));
}

// The product of the numbers of moves of two seats' factors would hide which is
// wrong; so each factor that is still open must be one of the numbers.
static void check_factors(const dx_rules *rules, const void *truth,
                          const dx_frame *frame, const dx_factors *factors,
                          const unsigned *numbers, unsigned count)
{
    for (size_t i = 0; i < factors->factors.count; i++) {
        const dx_factor *f = &factors->factors.at[i];
        unsigned number =
            f->base + holding(rules->game->places, frame->sight, truth,
                              factors->somes.at + f->first, f->count);
        unsigned met = 0;
        for (unsigned k = 0; k < count; k++)
            met += numbers[k] == number;
        CHECK(met >= f->times);
    }
}

static void follow_game(const dx_rules *rules, uint64_t seed)
{
    static dx_event moves[DX_MOVES_MAX];
    unsigned count, numbers[64], turns = 0;
    dx_event *past = dx_twin_play(rules, seed, 40, &count);
    dx_frames *frames = dx_frames_new(rules);
    dx_factors *factors = dx_alloc(65, sizeof *factors);
    void *truth = dx_alloc(1, rules->game->table_bytes(rules));
    rules->game->setup(truth, rules);
    for (unsigned i = 0; i < count; i++) {
        bool is_move = !rules->game->verbs[past[i].verb].chance;
        if (is_move && turns > 0)
            dx_factors_follow(frames, &factors[turns - 1], turns - 1,
                              &factors[turns]);
        if (is_move) {
            const dx_frame *now = dx_frames_now(frames);
            CHECK_EQ(now->number, turns);
            check_factors(rules, truth, now, &factors[turns], numbers, turns);
            check_turn(rules, truth, now, past[i].who);
            numbers[turns++] = rules->game->moves(truth, past[i].who, moves);
        }
        dx_frames_follow(frames, past[i]);
        rules->game->fold(truth, past[i]);
    }
    for (unsigned i = 0; i <= turns; i++)
        dx_factors_release(&factors[i]);
    dx_free(factors);
    dx_free(truth);
    dx_frames_free(frames);
    dx_free(past);
}

TEST(factors_of_hanabi_count_the_legal_moves_then_and_in_words_of_later_turns)
{
    static const char *const decks[] = {
        "hanabi",
        "hanabi(players=2)",
        "hanabi(players=3,full=yes,tokens=2)",
        "hanabi(players=2,empty=yes)",
        "hanabi(players=4,open=yes)",
        "hanabi(players=2,colours=2,hand=3,last=3)"};
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++) {
        dx_rules rules;
        CHECK_EQ(dx_rules_parse(dx_games(), decks[i], &rules, NULL), DX_OK);
        for (uint64_t seed = 0; seed < SAMPLE(10, 500); seed++) {
            CHECKING("%s, seed %llu", decks[i], (unsigned long long)seed);
            follow_game(&rules, seed);
        }
    }
}
