// The belief base of a player of Yokai, held to counting; rules, revision,
// plans by satisfiability, and what the player says that it believes.

#include "agents/agents.h"
#include "agents/colours.h"
#include "agents/yokai/turn.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "game/opinion.h"
#include "game/places.h"
#include "game/say.h"
#include "games/games.h"
#include "games/yokai/theory.h"
#include "games/yokai/timed.h"
#include "test.h"
#include "worlds/golden.h"

#include <stdlib.h>
#include <string.h>

typedef struct game {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
} game;

static game begin(const char *text, uint64_t number)
{
    game g;
    CHECK_EQ(dx_rules_parse(dx_games(), text, &g.rules, NULL), DX_OK);
    g.deal = dx_deal_new(&g.rules, 31, number);
    g.match = dx_match_new(&g.rules, g.deal);
    return g;
}

static void leave(game *g)
{
    dx_match_free(g->match);
    dx_deal_free(g->deal);
}

static const dx_yokai *sight_of(const game *g, unsigned seat)
{
    return dx_match_view(g->match, seat)->sight;
}

// A creed of the view so far.
static dx_yokai_creed *creed_of(const game *g, unsigned seat, unsigned trusts)
{
    const dx_view *view = dx_match_view(g->match, seat);
    dx_yokai_creed *creed = dx_yokai_creed_new(&g->rules, seat, trusts);
    for (unsigned i = 0; i < view->count; i++)
        dx_yokai_creed_see(creed, view->seen[i]);
    return creed;
}

// One random turn without stopping; false: it is over.
static bool play_turn(game *g, dx_random *random)
{
    unsigned turns = sight_of(g, 0)->turns;
    while (dx_match_turn(g->match) != DX_OVER &&
           sight_of(g, 0)->turns == turns) {
        const dx_event *moves;
        unsigned count = dx_match_moves(g->match, &moves), choice;
        do
            choice = (unsigned)dx_random_below(random, count);
        while (moves[choice].verb == DX_YOKAI_STOP);
        CHECK_EQ(dx_match_step(g->match, choice), DX_OK);
    }
    return dx_match_turn(g->match) != DX_OVER;
}

// ---- colours, against counting ----

// The colours of each card that some deal has: the game's own space, with what
// the seat has seen, and with the hints on the cards if they are to be right.
static bool count_colours(const game *g, unsigned seat, bool hints,
                          uint8_t *out)
{
    const dx_yokai *own = sight_of(g, seat);
    dx_deal_space space;
    dx_places_laid(&dx_yokai_places, sight_of(g, DX_BYSTANDER), &space);
    for (unsigned card = 0; card < own->cards; card++) {
        if (own->colour[card] < own->colours)
            space.place[card].kinds = DX_BIT(own->colour[card]);
        if (hints && dx_yokai_is_marked(own, card))
            space.place[card].kinds &=
                dx_yokai_hint_colours(own->colours, own->mark[card]);
    }
    return colours_that_fit(&space, out);
}

static void check_colours(const game *g, unsigned seat, unsigned trusts)
{
    dx_yokai_creed *creed = creed_of(g, seat, trusts);
    uint8_t counted[DX_YOKAI_CARDS];
    bool any = count_colours(g, seat, trusts != 0, counted);
    bool believed = dx_yokai_creed_given_up(creed) == 0 &&
                    dx_yokai_creed_refused(creed) == 0;
    if (believed)
        CHECK(any);
    for (unsigned card = 0; card < sight_of(g, seat)->cards && believed; card++)
        CHECK_EQ(dx_yokai_creed_may(creed, card), counted[card]);
    dx_yokai_creed_free(creed);
}

// Only where no hint was refused: the others lie in random games.  A seat takes
// its own hints for nothing new, so it is asked of one that has placed none.
TEST(with_hints_that_can_be_right_yokai_beliefs_are_what_counting_says)
{
    unsigned asked = 0;
    for (uint64_t seed = 0; seed < SAMPLE(8, 1000); seed++) {
        dx_random random = dx_random_named(seed, 1, 3);
        game g = begin("yokai(players=3)", seed);
        bool placed[DX_YOKAI_SEATS] = {false};
        CHECKING_SEED(seed);
        for (;;) {
            unsigned seat = sight_of(&g, 0)->turn;
            unsigned before = sight_of(&g, 0)->placed;
            if (!play_turn(&g, &random))
                break;
            placed[seat] |= sight_of(&g, 0)->placed > before;
            for (unsigned other = 0; other < 3; other++)
                if (!placed[other] && sight_of(&g, 0)->placed > 0) {
                    check_colours(&g, other, DX_YOKAI_TRUST_HINTS);
                    asked++;
                }
        }
        leave(&g);
    }
    CHECK(asked > 0);
}

TEST(golden_yokai_colours_follow_from_the_base)
{
    json_t *file = worlds_golden("yokai_rules.json"), *entry, *seen, *mark;
    dx_rules rules = dx_rules_normal(&dx_game_yokai);
    size_t i, k;
    json_array_foreach (json_object_get(file, "colour_beliefs"), i, entry) {
        dx_yokai_creed *creed =
            dx_yokai_creed_new(&rules, 0, DX_YOKAI_TRUST_HINTS);
        const char *truth =
            json_string_value(json_object_get(entry, "true_colours"));
        const char *card;
        json_array_foreach (json_object_get(entry, "looked"), k, seen) {
            unsigned at = (unsigned)json_integer_value(seen) - 1;
            dx_event look = dx_with(dx_event_new(DX_YOKAI_LOOK, 0), 0, at);
            dx_yokai_creed_see(
                creed, dx_with(look, 1,
                               (unsigned)(strchr("rgby", truth[at]) - "rgby")));
        }
        json_object_foreach (json_object_get(entry, "marks"), card, mark) {
            unsigned hint = 0;
            dx_type_read(&rules, "hint", json_string_value(mark),
                         strlen(json_string_value(mark)), &hint);
            dx_yokai_creed_see(
                creed,
                dx_with(dx_with(dx_event_new(DX_YOKAI_PLACE, 1), 0, hint), 1,
                        (unsigned)strtoul(card, NULL, 10) - 1));
        }
        const json_t *odds = json_object_get(entry, "P_colour");
        for (unsigned at = 0; at < 16; at++)
            for (unsigned colour = 0; colour < 4; colour++) {
                char number[8], letter[2] = {"rgby"[colour], '\0'};
                snprintf(number, sizeof number, "%u", at + 1);
                const char *p = json_string_value(
                    json_object_get(json_object_get(odds, number), letter));
                CHECK_EQ(dx_yokai_creed_may(creed, at) >> colour & 1,
                         strcmp(p, "0") != 0);
            }
        dx_yokai_creed_free(creed);
    }
    json_decref(file);
}

// The base that plays has folded away what the timed theory says at length.
TEST(the_progressed_yokai_base_believes_what_the_timed_theory_does)
{
    for (uint64_t seed = 0; seed < SAMPLE(2, 40); seed++) {
        dx_random random = dx_random_named(seed, 1, 7);
        game g = begin("yokai(tiny-paper)", seed);
        CHECKING_SEED(seed);
        play_turn(&g, &random);
        timed y = timed_new(dx_match_view(g.match, 0), 0);
        dx_yokai_creed *creed = creed_of(&g, 0, 0);
        for (unsigned card = 0; card < 4; card++)
            for (unsigned colour = 0; colour < 2; colour++)
                CHECK_EQ(
                    dx_yokai_creed_may(creed, card) >> colour & 1,
                    timed_may_be(&y, "col(%u,%c)", card + 1, "rg"[colour]));
        dx_yokai_creed_free(creed);
        timed_free(&y);
        leave(&g);
    }
}

// ---- level two ----

// In all colourings that the seat holds possible, does the other know it by
// counting?
static bool other_knows(dx_yokai_cloud *mine, const dx_yokai *table,
                        unsigned other, unsigned card, unsigned colour)
{
    for (unsigned i = 0; i < mine->count; i++) {
        dx_yokai_belief his;
        dx_yokai_belief_init(&his, table);
        for (unsigned k = 0; k < table->cards; k++)
            if (table->looked[k] >> other & 1)
                his.may[k] =
                    (uint8_t)(1U << dx_yokai_colour_of(&mine->colouring[i], k));
        CHECK(dx_yokai_belief_close(&his));
        if (his.may[card] != 1U << colour)
            return false;
    }
    return true;
}

TEST(what_another_can_deduce_in_yokai_is_what_counting_says)
{
    unsigned yes = 0;
    for (uint64_t seed = 0; seed < SAMPLE(4, 200); seed++) {
        dx_random random = dx_random_named(seed, 1, 4);
        game g = begin("yokai(nine)", seed);
        CHECKING_SEED(seed);
        for (unsigned turn = 0; turn < 6 && play_turn(&g, &random); turn++) {
            dx_yokai_creed *creed = creed_of(&g, 0, 0);
            dx_yokai_belief own;
            const dx_yokai *table = sight_of(&g, 0);
            dx_yokai_belief_init(&own, table);
            for (unsigned card = 0; card < table->cards; card++)
                own.may[card] = (uint8_t)dx_yokai_creed_may(creed, card);
            dx_yokai_cloud *cloud = dx_yokai_cloud_new(&own, &random);
            for (unsigned card = 0; card < 9 && cloud->is_exact; card++)
                for (unsigned colour = 0; colour < 3; colour++) {
                    bool knows = other_knows(cloud, table, 1, card, colour);
                    yes += knows;
                    CHECK_EQ(dx_yokai_creed_deduces(creed, 1, card, colour),
                             knows);
                }
            dx_free(cloud);
            dx_yokai_creed_free(creed);
        }
        leave(&g);
    }
    CHECK(yes > 0);
}

// ---- rules and revision ----

// Colours in the order of the cards: each family is a row of the square.
static game in_order(void)
{
    game g;
    uint8_t order[DX_YOKAI_CARDS];
    g.rules = dx_rules_normal(&dx_game_yokai);
    for (uint8_t i = 0; i < DX_YOKAI_CARDS; i++)
        order[i] = i;
    g.deal = dx_deal_blank(&g.rules);
    for (unsigned pack = 0; pack < dx_deal_packs(g.deal); pack++)
        CHECK_EQ(dx_deal_set(g.deal, pack, 0, order,
                             dx_deal_cards(g.deal, pack), NULL),
                 DX_OK);
    g.match = dx_match_new(&g.rules, g.deal);
    return g;
}

static void play(game *g, const char *const *moves)
{
    for (; *moves != NULL; moves++) {
        unsigned seat = dx_match_turn(g->match);
        dx_event move;
        CHECK_EQ(
            dx_read_move(dx_match_view(g->match, seat), *moves, &move, NULL),
            DX_OK);
        CHECK_EQ(dx_match_play(g->match, seat, move, NULL, NULL), DX_OK);
    }
}
#define PLAY(game, ...) play(game, (const char *const[]){__VA_ARGS__, NULL})

enum { RULES = DX_YOKAI_TRUST_HINTS | DX_YOKAI_TRUST_MOVES };

TEST(a_yokai_move_beside_a_card_that_was_seen_says_that_they_are_alike)
{
    game g = in_order();
    PLAY(&g, "look c2", "look c9", "move c13 19 16", "reveal");
    PLAY(&g, "look c4", "look c2", "move c4 14 16", "reveal"); // beside c2
    dx_yokai_creed *creed = creed_of(&g, 0, RULES), *plain = creed_of(&g, 0, 1);
    CHECK_EQ(dx_yokai_creed_may(creed, 3), 1);
    CHECK_EQ(dx_yokai_creed_may(plain, 3), 15);
    CHECK(dx_yokai_creed_same(creed, 1, 3));
    CHECK(!dx_yokai_creed_same(plain, 1, 3));
    dx_yokai_creed_free(plain);
    dx_yokai_creed_free(creed);
    leave(&g);
}

TEST(a_yokai_rule_that_sight_contradicts_is_given_up)
{
    game g = in_order();
    PLAY(&g, "look c2", "look c9", "move c13 19 16", "reveal");
    PLAY(&g, "look c8", "look c2", "move c8 14 16", "reveal"); // c8 is green
    dx_yokai_creed *creed = creed_of(&g, 0, RULES);
    CHECK_EQ(dx_yokai_creed_may(creed, 7), 1);
    CHECK_EQ(dx_yokai_creed_given_up(creed), 0);
    dx_yokai_creed_free(creed);
    PLAY(&g, "look c8", "look c10", "move c13 18 15", "reveal");
    creed = creed_of(&g, 0, RULES);
    CHECK_EQ(dx_yokai_creed_may(creed, 7), 2);
    CHECK_EQ(dx_yokai_creed_given_up(creed), 1);
    dx_yokai_creed *copy = dx_yokai_creed_copy(creed);
    for (unsigned card = 0; card < 16; card++)
        CHECK_EQ(dx_yokai_creed_may(copy, card),
                 dx_yokai_creed_may(creed, card));
    dx_yokai_creed_free(copy);
    dx_yokai_creed_free(creed);
    leave(&g);
}

TEST(a_yokai_hint_that_is_known_to_be_wrong_is_refused)
{
    game g = in_order();
    PLAY(&g, "look c5", "look c9", "move c13 19 16", "reveal"); // r
    PLAY(&g, "look c4", "look c2", "move c13 18 15", "place r c5");
    dx_yokai_creed *creed = creed_of(&g, 0, RULES);
    CHECK_EQ(dx_yokai_creed_may(creed, 4), 2);
    CHECK_EQ(dx_yokai_creed_refused(creed), 1);
    dx_yokai_creed_free(creed);
    leave(&g);
}

TEST(a_yokai_base_stays_small)
{
    for (uint64_t seed = 0; seed < SAMPLE(2, 100); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 1, 5);
        game g = begin("yokai", seed);
        while (play_turn(&g, &random)) {
        }
        dx_yokai_creed *creed = creed_of(&g, 1, RULES);
        for (unsigned card = 0; card < 16; card++)
            CHECK(dx_yokai_creed_may(creed, card) != 0);
        CHECK(dx_base_variable_count(dx_yokai_creed_base(creed)) <= 1000);
        dx_yokai_creed_free(creed);
        leave(&g);
    }
}

// ---- plans ----

static bool some_move_joins(dx_yokai_creed *creed, const dx_view *view)
{
    dx_event *moves = dx_alloc(DX_MOVES_MAX, sizeof *moves);
    dx_yokai as_if = *(const dx_yokai *)view->sight;
    bool any = false;
    as_if.free_order = true;
    unsigned count = view->rules->game->moves(&as_if, view->seat, moves);
    for (unsigned i = 0; i < count && !any; i++)
        any = moves[i].verb == DX_YOKAI_MOVE &&
              dx_yokai_turn_joins(
                  creed, view->sight, moves[i].arg[0],
                  dx_yokai_square(moves[i].arg[1] + 1U, moves[i].arg[2] + 1U));
    dx_free(moves);
    return any;
}

static void check_plan(game *g, unsigned *plans)
{
    unsigned seat = dx_match_turn(g->match);
    const dx_view *view = dx_match_view(g->match, seat);
    dx_yokai_creed *creed = creed_of(g, seat, 0);
    dx_yokai_turn plan;
    unsigned looks = 0;
    dx_yokai_turn_plan(creed, view, &plan);
    CHECK_EQ(plan.count > 0, some_move_joins(creed, view));
    for (unsigned i = 0; i < plan.count; i++) {
        dx_event move = plan.action[i];
        looks += move.verb == DX_YOKAI_LOOK;
        if (move.verb == DX_YOKAI_MOVE)
            CHECK(dx_yokai_turn_joins(
                creed, view->sight, move.arg[0],
                dx_yokai_square(move.arg[1] + 1U, move.arg[2] + 1U)));
    }
    if (plan.count > 0) {
        const dx_yokai *t = view->sight;
        CHECK_EQ(plan.count, 4);
        CHECK_EQ(looks, 2);
        if (!t->free_order)
            CHECK_EQ(plan.action[2].verb, DX_YOKAI_MOVE);
    }
    *plans += plan.count > 0;
    dx_yokai_creed_free(creed);
}

TEST(a_yokai_turn_is_planned_whenever_some_move_is_sure_to_join_like_to_like)
{
    unsigned plans = 0;
    for (uint64_t seed = 0; seed < SAMPLE(4, 200); seed++) {
        dx_random random = dx_random_named(seed, 1, 6);
        game g = begin(seed % 2 == 0 ? "yokai" : "yokai(nine,paper)", seed);
        CHECKING_SEED(seed);
        for (unsigned turn = 0; turn < 4 && play_turn(&g, &random); turn++)
            check_plan(&g, &plans);
        leave(&g);
    }
    CHECK(plans > 0);
}

// ---- the player ----

static const dx_atom *atom_called(const char *name)
{
    const dx_atom *atom = dx_yokai_atoms;
    while (strcmp(atom->name, name) != 0)
        atom++;
    return atom;
}

TEST(a_logic_player_of_yokai_says_what_it_believes)
{
    game g = in_order();
    dx_policy policy;
    dx_opinion opinion;
    CHECK_EQ(dx_policy_parse(dx_agents(), "logic", &g.rules, &policy, NULL),
             DX_OK);
    PLAY(&g, "look c2", "look c9", "move c13 19 16", "reveal");
    PLAY(&g, "look c4", "look c2", "move c4 14 16", "reveal");
    const dx_view *view = dx_match_view(g.match, 0);
    dx_mind *mind = dx_mind_new(&policy, view);
    const dx_atom *colour = atom_called("colour"), *same = atom_called("same");
    CHECK(dx_mind_believes(mind, view, colour, (int[]){3, 0}, &opinion));
    CHECK_EQ(opinion.truth, 1);
    CHECK(dx_mind_believes(mind, view, colour, (int[]){3, 1}, &opinion));
    CHECK_EQ(opinion.truth, -1);
    CHECK(dx_mind_believes(mind, view, colour, (int[]){4, 1}, &opinion));
    CHECK_EQ(opinion.truth, 0);
    CHECK(dx_mind_believes(mind, view, same, (int[]){1, 3}, &opinion));
    CHECK_EQ(opinion.truth, 1);
    CHECK(!dx_mind_believes(mind, view, atom_called("right"), (int[]){0},
                            &opinion));
    dx_mind_free(mind);
    leave(&g);
}
