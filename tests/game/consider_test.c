// The reference worlds, against numbers done on paper and against a walk
// through the whole game tree.

#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "game/worlds_chance.h"
#include "games/parlour.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { RED, GREEN };
static const dx_game *const games[] = {&dx_parlour, NULL};

typedef struct scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} scene;

// Roles 1 and 2 get, the colours of deck cards in order: "HK", "rgrg".
static scene set_scene(const char *rules, const char *roles, const char *cards)
{
    scene s;
    CHECK_EQ(dx_rules_parse(games, rules, &s.rules, NULL), DX_OK);
    s.deal = dx_deal_blank(&s.rules);
    for (unsigned pack = 0; pack < 2; pack++) {
        uint8_t order[DX_PACK_CARDS_MAX];
        bool used[DX_PACK_CARDS_MAX] = {false};
        const char *wanted = pack == 0 ? roles : cards;
        const char *letters = pack == 0 ? "HK" : "rgby";
        unsigned count = dx_deal_cards(s.deal, pack), at = 0;
        for (unsigned n = 0; n < count; n++) {
            unsigned card = 0;
            while (used[card] ||
                   (at < strlen(wanted) &&
                    letters[dx_deal_kind(s.deal, pack, card)] != wanted[at]))
                card++;
            used[card] = true;
            order[at++] = (uint8_t)card;
        }
        CHECK_EQ(dx_deal_set(s.deal, pack, 0, order, count, NULL), DX_OK);
    }
    s.match = dx_match_new(&s.rules, s.deal);
    return s;
}

static void end_scene(scene *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static void play(scene *s, const char *text)
{
    dx_event move;
    unsigned seat = dx_match_turn(s->match);
    dx_error error = {.message = ""};
    const dx_view *view = dx_match_view(s->match, seat);
    CHECK_THAT(dx_read_move(view, text, &move, &error) == DX_OK, "%s",
               error.message);
    CHECK_EQ(dx_match_play(s->match, seat, move, NULL, &error), DX_OK);
}

static dx_worlds *consider(const dx_view *view, const dx_assumption *assumption)
{
    dx_worlds *worlds = NULL;
    dx_error error;
    CHECK_THAT(dx_consider(view,
                           &(dx_consider_options){.assumption = assumption},
                           &worlds, &error) == DX_OK,
               "%s", error.message);
    return worlds;
}

static const dx_atom *atom(const char *name)
{
    const dx_atom *at = dx_parlour.atoms;
    while (strcmp(at->name, name) != 0)
        at++;
    return at;
}

// Checks P(chest is `colour`) = top / over, for the seat.
static void check_chest(scene *s, unsigned seat, const dx_assumption *assume,
                        int colour, dx_fraction want)
{
    dx_worlds *worlds = consider(dx_match_view(s->match, seat), assume);
    dx_fraction exact;
    double chance;
    CHECK_EQ(dx_worlds_chance(worlds, atom("chest"), &colour, &exact, &chance),
             DX_OK);
    CHECK_THAT(dx_fraction_equal(exact, want), "P is %d/%d", (int)exact.top,
               (int)exact.over);
    CHECK(fabs(chance - dx_fraction_value(want)) < 1e-12);
    dx_worlds_free(worlds);
}

// An honest player with a red card of two reds and two greens: the other may
// be honest or the knave (2), and the other's card and the chest are red and
// green, green and red, or two greens (3), two ways each.
TEST(the_first_worlds_are_those_counted_on_paper)
{
    scene s = set_scene("parlour(tiny)", "HK", "rg");
    dx_worlds *worlds = consider(dx_match_view(s.match, 0), NULL);

    CHECK_EQ(dx_worlds_count(worlds), 6);
    for (size_t i = 0; i < 6; i++)
        CHECK(dx_fraction_equal(dx_worlds_at(worlds, i).exact,
                                dx_fraction_int(1)));
    dx_worlds_free(worlds);
    check_chest(&s, 0, NULL, RED, dx_fraction_of(1, 3));
    end_scene(&s);
}

TEST(the_knave_knows_that_the_others_are_honest)
{
    scene s = set_scene("parlour(tiny)", "KH", "rg");
    dx_worlds *worlds = consider(dx_match_view(s.match, 0), NULL);
    CHECK_EQ(dx_worlds_count(worlds), 3);
    for (size_t i = 0; i < 3; i++)
        CHECK(!dx_atom_holds(atom("knave"), dx_worlds_at(worlds, i).table,
                             (int[]){1}));
    dx_worlds_free(worlds);
    end_scene(&s);
}

// Seat 1 sees that seat 2 peeked: it does not know the card, but knows that
// seat 2 knows it, and nobody knew before.
TEST(who_sees_a_look_knows_that_the_looker_knows)
{
    scene s = set_scene("parlour(tiny)", "HH", "rgg");
    play(&s, "wait");
    play(&s, "silent");
    play(&s, "peek");
    dx_worlds *worlds = consider(dx_match_view(s.match, 0), NULL);
    bool differ = false;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        bool red = dx_atom_holds(atom("chest"), world.table, (int[]){RED});
        dx_world first = dx_worlds_at(worlds, 0);
        differ |=
            red != dx_atom_holds(atom("chest"), first.table, (int[]){RED});
        dx_eyes *hers = dx_world_eyes(&s.rules, &world, 1);
        dx_worlds *inner = consider(dx_eyes_view(hers), NULL);
        for (size_t k = 0; k < dx_worlds_count(inner); k++)
            CHECK_EQ(dx_atom_holds(atom("chest"), dx_worlds_at(inner, k).table,
                                   (int[]){RED}),
                     red);
        dx_worlds_free(inner);
        dx_eyes_free(hers);
    }
    CHECK(differ);
    dx_worlds_free(worlds);
    end_scene(&s);
}

// Peeks first; then claims what it saw, and is silent if it saw nothing.
static dx_event choose_truth(const void *memory, const dx_policy *self,
                             const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self, (void)thought;
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    for (int colour = 0; moves[0].verb == 8 && colour < 2; colour++)
        if (dx_atom_holds(atom("chest"), view->sight, &colour))
            return moves[colour];
    return moves[0].verb == 8 ? moves[count - 1] : moves[0];
}
static const dx_agent truthful = {.name = "truthful", .choose = choose_truth};

static dx_assumption assume_truth(dx_fraction lapse)
{
    return (dx_assumption){
        .kind = DX_ASSUME_POLICY,
        .policy = {{.agent = &truthful}, {.agent = &truthful}},
        .lapse = {lapse, lapse}};
}

TEST(a_claim_is_believed_only_under_an_assumption)
{
    scene s = set_scene("parlour(tiny)", "HH", "rgg"); // chest is green
    play(&s, "wait");
    play(&s, "silent");
    play(&s, "peek");
    play(&s, "claim green");
    dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};
    dx_assumption truth = assume_truth((dx_fraction){0, 0});
    dx_assumption lapse = assume_truth(dx_fraction_of(1, 4));

    check_chest(&s, 0, NULL, GREEN, dx_fraction_of(2, 3));
    check_chest(&s, 0, &uniform, GREEN, dx_fraction_of(2, 3));
    check_chest(&s, 0, &truth, GREEN, dx_fraction_int(1));
    // True: 2/3 times (3/4 + 1/4 * 1/3); false: 1/3 times 1/4 * 1/3.
    check_chest(&s, 0, &lapse, GREEN, dx_fraction_of(20, 21));
    dx_worlds *worlds = consider(dx_match_view(s.match, 0), &truth);
    CHECK_EQ(dx_worlds_count(worlds), 6); // knowledge is not belief
    CHECK_EQ(dx_worlds_refuted(worlds, NULL), 0);
    dx_worlds_free(worlds);
    end_scene(&s);
}

TEST(a_refuted_assumption_is_named_and_belief_goes_on)
{
    scene s = set_scene("parlour(tiny)", "HH", "rgg");
    play(&s, "wait");
    play(&s, "silent");
    play(&s, "wait"); // a truthful seat would peek
    dx_assumption truth = assume_truth((dx_fraction){0, 0});
    dx_worlds *worlds = consider(dx_match_view(s.match, 0), &truth);
    unsigned first = 0;

    CHECK_EQ(dx_worlds_refuted(worlds, &first), 1);
    CHECK_EQ(first, 7); // 2 roles, 2 cards, chest, wait, silent, then this
    dx_worlds_free(worlds);
    check_chest(&s, 0, &truth, GREEN, dx_fraction_of(2, 3));
    end_scene(&s);
}

TEST(a_hidden_choice_has_no_chances_without_an_assumption)
{
    scene s =
        set_scene("parlour(players=2,colours=2,copies=3,hand=2)", "HH", "rrgg");
    play(&s, "toss red");
    dx_worlds *worlds = consider(dx_match_view(s.match, 1), NULL);
    dx_fraction exact;
    double chance;
    CHECK_EQ(
        dx_worlds_chance(worlds, atom("chest"), (int[]){RED}, &exact, &chance),
        DX_ERR_UNSUPPORTED);
    dx_worlds_free(worlds);
    dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};
    worlds = consider(dx_match_view(s.match, 1), &uniform);
    CHECK_EQ(
        dx_worlds_chance(worlds, atom("chest"), (int[]){RED}, &exact, &chance),
        DX_OK);
    dx_worlds_free(worlds);
    end_scene(&s);
}

TEST(worlds_past_the_limit_are_refused)
{
    scene s = set_scene("parlour", "HHH", "rgb");
    dx_worlds *worlds = NULL;
    dx_error error;
    CHECK_EQ(dx_consider(dx_match_view(s.match, 0),
                         &(dx_consider_options){.worlds_max = 10}, &worlds,
                         &error),
             DX_ERR_LIMIT);
    CHECK(worlds == NULL);
    CHECK_EQ(dx_consider(dx_match_view(s.match, 0),
                         &(dx_consider_options){
                             .budget = &(dx_budget){.steps_max = 10}},
                         &worlds, &error),
             DX_ERR_CANCELLED);
    end_scene(&s);
}

// Every history there is, seen or not: what the reference prunes, this walks.
typedef struct judge {
    const dx_view *view;
    dx_masks masks;
    dx_event past[16];
    size_t count;
    double all, red;
} judge;

static void walk(judge *j, const char *table, unsigned depth, double weight)
{
    const dx_game *game = j->view->rules->game;
    if (depth == j->view->count) {
        for (unsigned i = 0; i < depth; i++)
            if (!dx_event_same(
                    dx_masks_see(&j->masks, j->past[i], j->view->seat),
                    j->view->seen[i]))
                return;
        j->count++;
        j->all += weight;
        j->red +=
            dx_atom_holds(atom("chest"), table, (int[]){RED}) ? weight : 0;
        return;
    }
    unsigned turn = game->turn(table);
    if (turn == DX_OVER)
        return;
    dx_event *events = dx_alloc(DX_MOVES_MAX, sizeof *events);
    uint32_t ways[64];
    double total = 0;
    unsigned count = turn == DX_NATURE ? game->chances(table, events, ways)
                                       : game->moves(table, turn, events);
    for (unsigned i = 0; i < count; i++)
        total += turn == DX_NATURE ? ways[i] : 1;
    for (unsigned i = 0; i < count; i++) {
        dx_event event =
            turn == DX_NATURE ? events[i] : game->decide(table, events[i]);
        char *after = dx_copy(table, game->table_bytes(j->view->rules));
        game->fold(after, event);
        j->past[depth] = dx_event_stamp(event, game->turn(after));
        double share = (turn == DX_NATURE ? ways[i] : 1) / total;
        walk(j, after, depth + 1, weight * (turn == j->view->seat ? 1 : share));
        dx_free(after);
    }
    dx_free(events);
}

static void judge_view(const dx_view *view, uint64_t seed)
{
    dx_assumption uniform = {.kind = DX_ASSUME_UNIFORM};
    judge j = {.view = view};
    dx_masks_init(&j.masks, view->rules->game->verbs);
    char *table = dx_alloc(1, view->rules->game->table_bytes(view->rules));
    view->rules->game->setup(table, view->rules);
    walk(&j, table, 0, 1);
    dx_free(table);

    dx_worlds *worlds = consider(view, &uniform);
    dx_fraction exact;
    double chance;
    CHECK_EQ(
        dx_worlds_chance(worlds, atom("chest"), (int[]){RED}, &exact, &chance),
        DX_OK);
    CHECK_THAT(dx_worlds_count(worlds) == j.count &&
                   fabs(chance - j.red / j.all) < 1e-9 &&
                   fabs(dx_fraction_value(exact) - chance) < 1e-9,
               "seed %d, seat %u: %zu worlds, %zu by walking", (int)seed,
               view->seat, dx_worlds_count(worlds), j.count);
    dx_worlds_free(worlds);
}

TEST(the_reference_finds_what_a_walk_through_the_whole_tree_finds)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        CHECKING_SEED(seed);
        dx_rules rules;
        CHECK_EQ(dx_rules_parse(games,
                                "parlour(players=2,colours=2,copies=3,hand=2)",
                                &rules, NULL),
                 DX_OK);
        dx_deal *deal = dx_deal_new(&rules, 3, seed);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(3, seed, 1);
        for (unsigned n = 0; n < 3; n++) {
            const dx_event *moves;
            unsigned count = dx_match_moves(match, &moves);
            dx_event move = moves[dx_random_below(&random, count)];
            CHECK_EQ(
                dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                DX_OK);
        }
        for (unsigned seat = 0; seat < 2; seat++)
            judge_view(dx_match_view(match, seat), seed);
        judge_view(dx_match_view(match, DX_BYSTANDER), seed);
        dx_match_free(match);
        dx_deal_free(deal);
    }
}
