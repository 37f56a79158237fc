// Players of Yokai: how far families are from being gathered, what is held of
// the colours, what looks say, and that all of it wins games.

#include "agents/agents.h"
#include "agents/typed.h"
#include "agents/yokai/eyes.h"
#include "agents/yokai/regroup.h"
#include "agents/yokai/think.h"
#include "base/memory.h"
#include "game/agent.h"
#include "game/deal.h"
#include "game/match.h"
#include "game/opinion.h"
#include "test.h"
#include "worlds/golden.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static dx_yokai start(const char *text)
{
    dx_rules rules = rules_of(text);
    dx_yokai table = {0};
    rules.game->setup(&table, &rules);
    return table;
}

// Colours at random: the table, and the families.
static dx_yokai_colouring colour_cards(dx_yokai *table, dx_random *random)
{
    dx_yokai_colouring colouring = {{0}};
    for (unsigned i = 0; i < table->cards; i++)
        table->colour[i] = (uint8_t)(i / table->copies);
    for (unsigned i = table->cards; i > 1; i--) {
        unsigned k = (unsigned)dx_random_below(random, i);
        uint8_t keep = table->colour[i - 1];
        table->colour[i - 1] = table->colour[k];
        table->colour[k] = keep;
    }
    for (unsigned i = 0; i < table->cards; i++)
        colouring.family[table->colour[i]] |= dx_yokai_card(i);
    return colouring;
}

static bool is_legal(const dx_yokai *table, dx_yokai_step step)
{
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    dx_yokai_shape_init(&shape, &table->board);
    unsigned count = dx_yokai_targets(&shape, step.card, target);
    for (unsigned i = 0; i < count; i++)
        if (shape.rim[target[i]].square == step.square)
            return !dx_yokai_is_marked(table, step.card);
    return false;
}

static void gather(const char *text, uint64_t seed)
{
    dx_random random = dx_random_named(seed, 0, 3);
    dx_yokai table = start(text);
    dx_yokai_colouring colouring = colour_cards(&table, &random);
    dx_yokai_layout *layout = dx_alloc(1, sizeof *layout);
    unsigned moves = 0;
    table.mark[dx_random_below(&random, table.cards)] = 0;
    for (;; moves++) {
        dx_yokai_step step;
        dx_yokai_layout_init(layout, &table);
        bool won = dx_game_yokai.won(&table, 0);
        CHECK_EQ(dx_yokai_cost(layout, &colouring) == 0, won);
        unsigned length =
            dx_yokai_plan(layout, &colouring, 4, 14, &random, &step);
        CHECK_EQ(length == 0, won);
        CHECK(memcmp(&layout->board, &table.board, sizeof table.board) == 0);
        if (won)
            break;
        CHECK(length + moves <= 14);
        CHECK(is_legal(&table, step));
        table.board.square[step.card] = step.square;
    }
    dx_free(layout);
}

TEST(yokai_plans_are_legal_moves_that_gather_all_families)
{
    for (uint64_t seed = 0; seed < SAMPLE(12, 500); seed++) {
        CHECKING_SEED(seed);
        gather("yokai", seed);
        gather("yokai(nine)", seed);
        gather("yokai(tiny)", seed);
    }
}

TEST(a_yokai_family_costs_as_many_moves_as_its_stray_cards)
{
    dx_yokai table = start("yokai");
    dx_yokai_layout *layout = dx_alloc(1, sizeof *layout);
    dx_yokai_layout_init(layout, &table);
    // c1 to c4 are the first row of the square, c5 to c8 the second.
    CHECK_EQ(dx_yokai_family_cost(layout, 0x000f), 0);
    CHECK_EQ(dx_yokai_family_cost(layout, 0x8007), 1); // c16 is far away
    CHECK_EQ(dx_yokai_family_cost(layout, 0x8403), 2); // two are
    CHECK_EQ(dx_yokai_family_cost(layout, 0x9009), 3); // the four corners
    layout->locked = 0x8000;
    CHECK_EQ(dx_yokai_family_cost(layout, 0x8007), 3);
    layout->locked = 0x8007;
    CHECK_EQ(dx_yokai_family_cost(layout, 0x8007), DX_YOKAI_NEVER);
    dx_free(layout);
}

// No plan is shorter than the shortest, and most are as short.
TEST(yokai_plans_are_never_shorter_than_satisfiability_says)
{
    unsigned longer = 0, games = SAMPLE(4, 100);
    dx_yokai_layout *layout = dx_alloc(1, sizeof *layout);
    for (uint64_t seed = 0; seed < games; seed++) {
        dx_random random = dx_random_named(seed, 1, 3);
        dx_yokai table = start("yokai(nine)");
        dx_yokai_colouring colouring = colour_cards(&table, &random);
        CHECKING_SEED(seed);
        dx_yokai_layout_init(layout, &table);
        unsigned found =
            dx_yokai_plan(layout, &colouring, 64, 8, &random, NULL);
        unsigned least = dx_yokai_regroup(layout, &colouring, 7, found);
        CHECK(least <= found);
        CHECK(found <= least + 2);
        longer += found > least;
    }
    CHECK(4 * longer <= games);
    dx_free(layout);
}

// Are the families of `colours` gathered after at most `moves` more?  By trying
// them all.
static bool gathers(dx_yokai *table, const dx_yokai_colouring *colouring,
                    unsigned colours, unsigned moves)
{
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    bool all = true;
    dx_yokai_shape_init(&shape, &table->board);
    for (unsigned colour = 0; colour < table->colours; colour++)
        if (colours >> colour & 1)
            all &= dx_yokai_is_group(shape.beside, colouring->family[colour]);
    for (unsigned card = 0; card < table->cards && !all && moves > 0; card++) {
        unsigned back = table->board.square[card];
        unsigned count = dx_yokai_is_marked(table, card)
                             ? 0
                             : dx_yokai_targets(&shape, card, target);
        for (unsigned i = 0; i < count && !all; i++) {
            table->board.square[card] = shape.rim[target[i]].square;
            all = gathers(table, colouring, colours, moves - 1);
        }
        table->board.square[card] = (uint16_t)back;
    }
    return all;
}

TEST(as_many_moves_gather_yokai_families_as_satisfiability_says)
{
    dx_yokai_layout *layout = dx_alloc(1, sizeof *layout);
    for (uint64_t seed = 0; seed < SAMPLE(10, 300); seed++) {
        dx_random random = dx_random_named(seed, 2, 3);
        bool all = seed % 4 == 0;
        dx_yokai table = start(all ? "yokai" : "yokai(nine)");
        dx_yokai_colouring colouring = colour_cards(&table, &random);
        unsigned colours = seed % 2 == 0 ? 1 : 5, least = 0;
        table.mark[dx_random_below(&random, table.cards)] = 0;
        CHECKING_SEED(seed);
        dx_yokai_layout_init(layout, &table);
        while (least <= 2 && !gathers(&table, &colouring, colours, least))
            least++;
        CHECK_EQ(dx_yokai_regroup(layout, &colouring, colours, 2), least);
    }
    dx_free(layout);
}

// ---- beliefs ----

static dx_yokai_belief golden_belief(json_t *entry)
{
    dx_yokai table = start("yokai");
    dx_yokai_belief belief;
    const char *truth =
        json_string_value(json_object_get(entry, "true_colours"));
    const char *card;
    json_t *mark, *seen;
    size_t i;
    dx_yokai_belief_init(&belief, &table);
    json_array_foreach (json_object_get(entry, "looked"), i, seen) {
        unsigned at = (unsigned)json_integer_value(seen) - 1;
        belief.may[at] = (uint8_t)(1U << (strchr("rgby", truth[at]) - "rgby"));
    }
    json_object_foreach (json_object_get(entry, "marks"), card, mark) {
        unsigned may = 0;
        for (const char *c = json_string_value(mark); *c != '\0'; c++)
            may |= 1U << (strchr("rgby", *c) - "rgby");
        belief.may[strtoul(card, NULL, 10) - 1] &= (uint8_t)may;
    }
    return belief;
}

static double value_of(const char *fraction)
{
    const char *slash = strchr(fraction, '/');
    return atof(fraction) / (slash == NULL ? 1 : atof(slash + 1));
}

TEST(golden_yokai_beliefs_are_those_of_the_players)
{
    json_t *file = worlds_golden("yokai_rules.json"), *entry, *odds, *part;
    size_t i;
    json_array_foreach (json_object_get(file, "colour_beliefs"), i, entry) {
        dx_yokai_belief belief = golden_belief(entry);
        dx_random random = dx_random_named(i, 0, 4);
        dx_yokai_cloud *cloud = dx_yokai_cloud_new(&belief, &random);
        const char *card, *colour;
        json_object_foreach (json_object_get(entry, "P_colour"), card, odds)
            json_object_foreach (odds, colour, part) {
                double p = cloud->chance[strtoul(card, NULL, 10) - 1]
                                        [strchr("rgby", *colour) - "rgby"];
                double want = value_of(json_string_value(part));
                CHECK(fabs(p - want) < (cloud->is_exact ? 1e-12 : 0.13));
            }
        dx_free(cloud);
    }
    CHECK(i > 0);
    json_decref(file);
}

TEST(yokai_players_strike_out_colours_that_no_colouring_has)
{
    dx_yokai table = start("yokai");
    dx_yokai_belief belief;
    dx_yokai_belief_init(&belief, &table);
    for (unsigned card = 0; card < 4; card++)
        belief.may[card] = 1;
    belief.may[5] = 3;
    CHECK(dx_yokai_belief_close(&belief)); // all red cards are known
    CHECK_EQ(belief.may[5], 2);
    CHECK_EQ(belief.may[6], 14);
    belief.may[7] = 1;
    CHECK(!dx_yokai_belief_close(&belief));
}

// What is likely, drawn from many colourings, as all of them say: of 34,650
// (one family known) with two likely things.
TEST(drawn_yokai_colourings_are_as_likely_as_all_of_them_say)
{
    dx_yokai table = start("yokai");
    dx_yokai_belief belief;
    dx_yokai_belief_init(&belief, &table);
    for (unsigned card = 0; card < 4; card++)
        belief.may[card] = 1;
    CHECK(dx_yokai_belief_close(&belief));
    dx_yokai_belief_add(&belief, (dx_yokai_likely){4, 0, 3 << 5, 0.02});
    dx_yokai_belief_add(&belief, (dx_yokai_likely){5, 2, 0, 0.1});
    double chance[3] = {0};
    unsigned clouds = 20;
    for (unsigned i = 0; i < clouds; i++) {
        dx_random random = dx_random_named(i, 0, 5);
        dx_yokai_cloud *cloud = dx_yokai_cloud_new(&belief, &random);
        CHECK(!cloud->is_exact);
        chance[0] += cloud->chance[5][1];
        chance[1] += cloud->chance[4][1];
        chance[2] += dx_yokai_cloud_same(cloud, 4, 1 << 5);
        dx_free(cloud);
    }
    // By hand: weights of (c5,c6,c7) over the 12 hidden cards, 4 of each of
    // three colours; the sums are over ordered triples of colours.
    double all = 0, six = 0, five = 0, same = 0;
    for (unsigned a = 1; a < 4; a++)
        for (unsigned b = 1; b < 4; b++)
            for (unsigned c = 1; c < 4; c++) {
                double ways = 4.0 / 12 * (b == a ? 3 : 4) / 11 *
                              (4.0 - (c == a) - (c == b)) / 10;
                ways *= b == a || c == a ? 1 : 0.02;
                ways *= b == 1 ? 1 : 0.1;
                all += ways;
                six += b == 1 ? ways : 0;
                five += a == 1 ? ways : 0;
                same += a == b ? ways : 0;
            }
    CHECK(fabs(chance[0] / clouds - six / all) < 0.03);
    CHECK(fabs(chance[1] / clouds - five / all) < 0.03);
    CHECK(fabs(chance[2] / clouds - same / all) < 0.03);
}

// ---- games ----

typedef struct table_of {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind[DX_YOKAI_SEATS];
} table_of;

static table_of sit_down(const char *text, const char *const *seats,
                         uint64_t seed)
{
    table_of g = {.rules = rules_of(text)};
    g.deal = dx_deal_new(&g.rules, 77, seed);
    g.match = dx_match_new(&g.rules, g.deal);
    for (unsigned seat = 0; seat < dx_players(&g.rules); seat++) {
        dx_policy policy;
        CHECK_EQ(
            dx_policy_parse(dx_agents(), seats[seat], &g.rules, &policy, NULL),
            DX_OK);
        g.mind[seat] = dx_mind_new(&policy, dx_match_view(g.match, seat));
    }
    return g;
}

static void get_up(table_of *g)
{
    for (unsigned seat = 0; seat < dx_players(&g->rules); seat++)
        dx_mind_free(g->mind[seat]);
    dx_match_free(g->match);
    dx_deal_free(g->deal);
}

static void move_on(table_of *g)
{
    unsigned seat = dx_match_turn(g->match);
    dx_random random = dx_random_named(1, 2, 3);
    dx_thought thought = {.random = &random};
    dx_event move =
        dx_mind_choose(g->mind[seat], dx_match_view(g->match, seat), &thought);
    CHECK_EQ(dx_match_play(g->match, seat, move, NULL, NULL), DX_OK);
}

static const dx_yokai *truth_of(const table_of *g)
{
    return dx_match_truth(g->match);
}

// What all know, if they listen to looks.
static dx_yokai_eyes listen(const table_of *g)
{
    const dx_view *view = dx_match_view(g->match, DX_BYSTANDER);
    dx_yokai now = {0};
    dx_yokai_eyes eyes;
    g->rules.game->setup(&now, &g->rules);
    dx_yokai_eyes_init(&eyes, &now);
    for (unsigned i = 0; i < view->count; i++) {
        dx_yokai_eyes_hear(&eyes, &now, view->seen[i]);
        g->rules.game->fold(&now, view->seen[i]);
    }
    return eyes;
}

// All that was seen is known to all, but for one card of each seat; and no
// colour that a card has is ruled out.
static void check_told(const table_of *g)
{
    const dx_yokai *truth = truth_of(g);
    dx_yokai_eyes eyes = listen(g);
    CHECK(!eyes.broken);
    CHECK_EQ(eyes.speaks, eyes.begun);
    for (unsigned card = 0; card < truth->cards; card++) {
        bool pending = false;
        for (unsigned seat = 0; seat < truth->players; seat++)
            pending |= eyes.pending[seat] == card;
        CHECK(eyes.known.may[card] >> truth->colour[card] & 1);
        if (truth->looked[card] != 0 && !pending)
            CHECK_EQ(eyes.known.may[card], 1U << truth->colour[card]);
    }
}

static void play_telling(const char *rules, uint64_t seed)
{
    static const char *const seats[] = {
        "planner(samples=3)", "planner(samples=3)", "planner(samples=3)"};
    table_of g = sit_down(rules, seats, seed);
    unsigned turns = 0;
    while (dx_match_turn(g.match) != DX_OVER) {
        move_on(&g);
        if (truth_of(&g)->turns > turns) {
            turns = truth_of(&g)->turns;
            check_told(&g);
        }
    }
    get_up(&g);
}

TEST(yokai_planners_tell_each_other_all_but_the_last_card)
{
    for (uint64_t seed = 0; seed < SAMPLE(2, 60); seed++) {
        CHECKING_SEED(seed);
        play_telling("yokai", seed);
        play_telling("yokai(nine)", seed);
        play_telling("yokai(players=3)", seed);
        play_telling("yokai(paper)", seed);
    }
}

static unsigned wins(const char *rules, const char *first, const char *second,
                     unsigned games)
{
    unsigned won = 0;
    for (uint64_t seed = 0; seed < games; seed++) {
        const char *const seats[] = {first, second};
        CHECKING("%s %s %s, seed %u", rules, first, second, (unsigned)seed);
        table_of g = sit_down(rules, seats, seed);
        while (dx_match_turn(g.match) != DX_OVER)
            move_on(&g);
        won += dx_game_yokai.won(truth_of(&g), 0);
        get_up(&g);
    }
    return won;
}

TEST(yokai_players_win_nearly_always_and_with_each_other_too)
{
    unsigned games = SAMPLE(4, 100), lost = games / 10 + 1;
    CHECK(wins("yokai", "planner(samples=6)", "planner(samples=6)", games) +
              lost >
          games);
    CHECK(
        wins("yokai(nine)", "planner(samples=6)", "planner(samples=6)", games) +
            lost >
        games);
    CHECK(wins("yokai", "planner(samples=6)", "natural(samples=6)", games) +
              lost >
          games);
    CHECK(wins("yokai", "natural(samples=6)", "natural(samples=6)", games) +
              lost >
          games);
}

// At every move of a game.
static void check_values(const char *rules, const char *name, uint64_t seed)
{
    const char *seats[] = {name, name};
    table_of g = sit_down(rules, seats, seed);
    unsigned compared = 0;
    CHECKING("%s, %s, seed %u", rules, name, (unsigned)seed);
    while (dx_match_turn(g.match) != DX_OVER) {
        dx_event moves[DX_MOVES_MAX];
        double value[DX_MOVES_MAX], again[DX_MOVES_MAX], best = NAN, made = NAN;
        unsigned seat = dx_match_turn(g.match), before, events;
        const dx_view *view = dx_match_view(g.match, seat);
        unsigned count = dx_view_moves(view, moves);
        CHECK(dx_mind_values(g.mind[seat], view, NULL, count, moves, value));
        dx_match_events(g.match, &before);
        if (before % 5 == 0) { // the same whenever it is asked
            CHECK(
                dx_mind_values(g.mind[seat], view, NULL, count, moves, again));
            CHECK(memcmp(value, again, count * sizeof *value) == 0);
        }
        move_on(&g);
        const dx_event *past = dx_match_events(g.match, &events);
        dx_event chosen = dx_event_move(g.rules.game->verbs, past[before]);
        for (unsigned i = 0; i < count; i++) {
            best = isnan(value[i]) || value[i] <= best ? best : value[i];
            made = dx_event_same(moves[i], chosen) ? value[i] : made;
            compared += i > 0 && !isnan(value[i]);
        }
        CHECK_THAT(made >= best - 1e-6, "event %u: %.4f, and the best %.4f",
                   before, made, best);
    }
    CHECK(compared > 20);
    get_up(&g);
}

TEST(what_a_yokai_player_chooses_is_worth_most_to_it)
{
    static const char *const names[] = {"planner", "natural", "logic"};
    for (unsigned i = 0; i < 3; i++)
        for (uint64_t seed = 0; seed < SAMPLE(1, 20); seed++) {
            if (i < SAMPLE(2u, 3u))
                check_values("yokai", names[i], seed);
            if (i >= SAMPLE(2u, 0u))
                check_values("yokai(paper)", names[i], seed);
        }
}

TEST(a_natural_yokai_player_is_not_taken_for_one_that_speaks_by_looks)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        static const char *const seats[] = {"natural(samples=3)",
                                            "natural(samples=3)"};
        CHECKING_SEED(seed);
        table_of g = sit_down("yokai", seats, seed);
        while (truth_of(&g)->turns < 1)
            move_on(&g);
        move_on(&g);
        dx_yokai_eyes eyes = listen(&g);
        CHECK_EQ(eyes.begun, 3);
        CHECK_EQ(eyes.speaks, 0);
        get_up(&g);
    }
}

// A seat that greets as one who speaks eyes does and then looks where it likes
// is not believed any more when the own eyes say otherwise.
TEST(who_lies_by_its_looks_in_yokai_is_not_believed)
{
    unsigned doubted = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        static const char *const seats[] = {"planner(samples=3)", "random"};
        table_of g = sit_down("yokai", seats, seed);
        static const dx_yokai_manner manner = {true, 0.02, 0.02};
        CHECKING_SEED(seed);
        while (truth_of(&g)->turns < 1)
            move_on(&g);
        dx_event corner = dx_with(dx_event_new(DX_YOKAI_LOOK, 1), 0,
                                  dx_yokai_corner(truth_of(&g), 1));
        CHECK_EQ(dx_match_play(g.match, 1, corner, NULL, NULL), DX_OK);
        while (dx_match_turn(g.match) != DX_OVER && truth_of(&g)->turns < 10) {
            move_on(&g);
            if (dx_match_turn(g.match) != 0)
                continue;
            dx_yokai_thoughts *t =
                dx_yokai_think(dx_match_view(g.match, 0), &manner);
            for (unsigned card = 0; card < 16; card++)
                if (truth_of(&g)->looked[card] & 1)
                    CHECK_EQ(t->belief.may[card],
                             1U << truth_of(&g)->colour[card]);
            doubted += !t->speaks && (t->eyes.speaks & 2);
            dx_yokai_thoughts_free(t);
        }
        get_up(&g);
    }
    CHECK(doubted > 0);
}
