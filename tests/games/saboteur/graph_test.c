// The paper's belief graphs against golden/saboteur.json: sequences of factors,
// initial graphs, and games of three, five and seven players at depth one and
// two; and that what is read as accessibility is KD45.

#include "base/fraction.h"
#include "base/memory.h"
#include "games/saboteur/graph.h"
#include "test.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static json_t *load(void)
{
    json_error_t error;
    json_t *root =
        json_load_file(dx_test_path("golden/saboteur.json"), 0, &error);
    CHECK_THAT(root != NULL, "golden/saboteur.json: %s", error.text);
    return root;
}

static double number(const json_t *value)
{
    dx_fraction f;
    CHECK_EQ(dx_fraction_parse(json_string_value(value), &f), DX_OK);
    return dx_fraction_value(f);
}

static unsigned integer(const json_t *object, const char *key)
{
    return (unsigned)json_integer_value(json_object_get(object, key));
}

// A world by its letters: the saboteurs as bits.
static unsigned saboteurs_of(const char *letters)
{
    unsigned set = 0;
    for (unsigned i = 0; letters[i] != '\0'; i++)
        set |= letters[i] == 'S' ? 1U << i : 0;
    return set;
}

static dx_saboteur_graph_options options_of(double alpha, double beta,
                                            double threshold, unsigned depth)
{
    return (dx_saboteur_graph_options){
        .by = {{alpha, beta}, {alpha, beta}, {alpha, beta}},
        .threshold = threshold,
        .depth = depth};
}

// Two players, one of them a saboteur: seat 1 watches seat 0 act as one (+) or
// as none (-); its factor of the world in which seat 0 is one.
static void check_sequence(const json_t *golden)
{
    dx_saboteur_worlds worlds;
    dx_saboteur_graph *g = dx_alloc(1, sizeof *g);
    const json_t *want = json_object_get(golden, "TF");
    const char *pattern = json_string_value(json_object_get(golden, "pattern"));
    dx_saboteur_graph_options options =
        options_of(number(json_object_get(golden, "alpha")),
                   number(json_object_get(golden, "beta")), 0.4, 1);
    dx_saboteur_worlds_list(&worlds, 2, 1, false);
    dx_saboteur_graph_begin(g, &worlds, &options, DX_BYSTANDER, DX_NONE);
    for (unsigned i = 0; i < json_array_size(want); i++) {
        if (i > 0)
            dx_saboteur_graph_act(
                g, 0, pattern[i - 1] == '+' ? DX_SAYS_SABOTEUR : DX_SAYS_MINER,
                0, 0);
        CHECK(fabs(g->factor[1][dx_saboteur_worlds_find(&worlds, 1)] -
                   number(json_array_get(want, i))) < 1e-12);
    }
    dx_free(g);
}

TEST(saboteur_transition_factors_go_as_in_golden)
{
    json_t *root = load();
    const json_t *one;
    size_t i;
    json_array_foreach (json_object_get(root, "factor_sequences"), i, one)
        check_sequence(one);
    CHECK(i > 20);
    json_decref(root);
}

TEST(saboteur_initial_graphs_are_as_in_golden)
{
    json_t *root = load();
    const json_t *one;
    size_t i;
    dx_saboteur_graph *g = dx_alloc(1, sizeof *g);
    json_array_foreach (json_object_get(root, "initial_graphs"), i, one) {
        dx_saboteur_worlds worlds;
        unsigned agent = integer(one, "agent"), zeros = 0, open = 0;
        bool is_saboteur =
            *json_string_value(json_object_get(one, "role")) == 'S';
        dx_saboteur_graph_options options = options_of(2, 2, 0.4, 1);
        dx_saboteur_worlds_list(&worlds, integer(one, "players"),
                                integer(one, "saboteurs"), false);
        dx_saboteur_graph_begin(g, &worlds, &options, agent, is_saboteur);
        CHECK_EQ(worlds.count, integer(one, "worlds"));
        CHECK_EQ(worlds.count * (worlds.count - 1), integer(one, "edges"));
        for (unsigned w = 0; w < worlds.count; w++) {
            zeros += g->factor[agent][w] == 0;
            open += dx_saboteur_graph_has(g, agent, w);
        }
        CHECK_EQ(zeros * (worlds.count - 1),
                 integer(one, "zero_edges_own_graph"));
        CHECK_EQ(open, integer(one, "accessible_at_TT_0.4"));
        const json_t *free_worlds = json_object_get(one, "worlds_not_pinned");
        CHECK_EQ(worlds.count - zeros, json_array_size(free_worlds));
        // Worlds come in the order of the paper's letters.
        for (unsigned w = 0, at = 0; w < worlds.count; w++)
            if (g->factor[agent][w] > 0)
                CHECK_EQ(worlds.saboteurs[w],
                         saboteurs_of(json_string_value(
                             json_array_get(free_worlds, at++))));
    }
    const json_t *with_spare =
        json_object_get(root, "worlds_if_role_cards_are_n_plus_1");
    static const unsigned counts[][3] = {{3, 1, 4}, {5, 2, 15}, {7, 3, 56}};
    for (unsigned k = 0; k < 3; k++) {
        dx_saboteur_worlds worlds;
        dx_saboteur_worlds_list(&worlds, counts[k][0], counts[k][1], true);
        CHECK_EQ(worlds.count, counts[k][2]);
    }
    CHECK_EQ(integer(with_spare, "5"), 15);
    dx_free(g);
    json_decref(root);
}

static void play_step(dx_saboteur_graph *g, const json_t *after)
{
    const char *kind = json_string_value(json_object_get(after, "kind"));
    dx_saboteur_says says = strcmp(kind, "miner") == 0      ? DX_SAYS_MINER
                            : strcmp(kind, "saboteur") == 0 ? DX_SAYS_SABOTEUR
                            : strcmp(kind, "block") == 0    ? DX_SAYS_OTHER_SIDE
                                                            : DX_SAYS_SAME_SIDE;
    dx_saboteur_graph_act(g, integer(after, "player"), says,
                          integer(after, "target"), DX_SABOTEUR_BY_TUNNEL);
}

static void check_graphs(const dx_saboteur_graph *g, const json_t *graphs)
{
    const char *player, *world;
    const json_t *graph, *factor;
    json_object_foreach ((json_t *)graphs, player, graph)
        json_object_foreach ((json_t *)graph, world, factor) {
            unsigned w =
                dx_saboteur_worlds_find(&g->worlds, saboteurs_of(world));
            CHECK_THAT(fabs(g->factor[*player - '0'][w] - number(factor)) <
                           1e-12,
                       "graph %s, world %s: %f, not %s", player, world,
                       g->factor[*player - '0'][w], json_string_value(factor));
        }
}

static unsigned check_accessible(const dx_saboteur_graph *g,
                                 const json_t *accessible)
{
    const char *player;
    const json_t *list, *letters;
    size_t i;
    unsigned own = 0;
    json_object_foreach ((json_t *)accessible, player, list) {
        unsigned open = 0;
        for (unsigned w = 0; w < g->worlds.count; w++)
            open += dx_saboteur_graph_has(g, (unsigned)(*player - '0'), w);
        CHECK_EQ(open, json_array_size(list));
        json_array_foreach (list, i, letters)
            CHECK(dx_saboteur_graph_has(
                g, (unsigned)(*player - '0'),
                dx_saboteur_worlds_find(
                    &g->worlds, saboteurs_of(json_string_value(letters)))));
        if ((unsigned)(*player - '0') == g->owner)
            own = open;
    }
    return own;
}

// R = W x A: serial, transitive and Euclidean, whatever happened.
static void check_kd45(const dx_saboteur_graph *g)
{
    bool open[DX_SABOTEUR_WORLDS_MAX];
    for (unsigned player = 0; player < g->worlds.players; player++) {
        unsigned count = dx_saboteur_graph_accessible(g, player, open);
        CHECK(count > 0);
        for (unsigned w = 0; w < g->worlds.count; w++)
            if (open[w] && !dx_saboteur_graph_has(g, player, w))
                for (unsigned v = 0; v < g->worlds.count; v++)
                    CHECK(g->factor[player][v] <=
                          g->factor[player][w] * (1 + 1e-9));
    }
}

static void check_scenario(const json_t *golden)
{
    dx_saboteur_worlds worlds;
    dx_saboteur_graph *g = dx_alloc(1, sizeof *g);
    unsigned agent = integer(golden, "agent"), depth = integer(golden, "depth");
    const char *roles =
        json_string_value(json_object_get(golden, "true_roles"));
    dx_saboteur_graph_options options =
        options_of(number(json_object_get(golden, "alpha")),
                   number(json_object_get(golden, "beta")),
                   number(json_object_get(golden, "TT")), depth);
    const json_t *step;
    size_t i;
    dx_saboteur_worlds_list(&worlds, integer(golden, "players"),
                            integer(golden, "saboteurs"), false);
    dx_saboteur_graph_begin(g, &worlds, &options, agent, roles[agent] == 'S');
    json_array_foreach (json_object_get(golden, "steps"), i, step) {
        CHECKING("%s, depth %u, step %d",
                 json_string_value(json_object_get(golden, "name")), depth,
                 (int)i);
        if (i > 0)
            play_step(g, json_object_get(step, "after"));
        check_graphs(g, json_object_get(step, "graphs"));
        unsigned own = check_accessible(g, json_object_get(step, "accessible"));
        CHECK_EQ(own == 1, json_is_true(json_object_get(step, "knows_roles")));
        check_kd45(g);
    }
    dx_free(g);
}

TEST(saboteur_belief_graphs_go_as_in_golden_at_depth_one_and_two)
{
    json_t *root = load();
    const json_t *one;
    size_t i;
    json_array_foreach (json_object_get(root, "scenarios"), i, one)
        check_scenario(one);
    CHECK_EQ(i, 8);
    json_decref(root);
}
