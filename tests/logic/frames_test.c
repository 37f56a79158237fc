#include "logic/kripke/frames.h"
#include "logic/random_model.h"
#include "test.h"

#include <string.h>

static dx_model *three_worlds(dx_formulas *store, size_t agents)
{
    static const char *const worlds[] = {"u", "v", "w"};
    static const char *const names[] = {"a", "b", "c"};
    dx_model *model = dx_model_new(store, 3);
    for (size_t w = 0; w < 3; w++)
        dx_model_name_world(model, w, worlds[w]);
    for (size_t a = 0; a < agents; a++)
        dx_model_add_agent(model, names[a]);
    return model;
}

// The message for a model whose agent a has these edges; "" if all is well.
static const char *breach(const char *frame_name, size_t count,
                          const dx_edge *edges)
{
    static dx_error error;
    dx_frame_class frame;
    dx_formulas *store = dx_formulas_new();
    dx_model *model = three_worlds(store, 1);
    dx_model_set_edges(model, 0, DX_KNOWLEDGE, count, edges);
    CHECK(dx_frame_find(frame_name, &frame));
    error.message[0] = '\0';
    dx_status status = dx_model_check_frame(model, frame, DX_KNOWLEDGE,
                                            &(dx_agent_set){{1}}, &error);
    CHECK_EQ(status, error.message[0] == '\0' ? DX_OK : DX_ERR_INPUT);
    dx_model_free(model);
    dx_formulas_free(store);
    return error.message;
}

TEST(a_relation_that_is_not_reflexive_is_no_knowledge)
{
    const dx_edge edges[] = {{0, 0}, {1, 1}, {2, 0}};
    CHECK_TEXT(breach("T", 3, edges),
               "the relation of a is not reflexive, as T wants: w does not "
               "lead to itself");
    CHECK_TEXT(breach("K", 3, edges), "");
}

TEST(a_world_that_leads_nowhere_is_not_serial)
{
    const dx_edge edges[] = {{0, 1}, {1, 1}};
    CHECK_TEXT(breach("KD45", 2, edges),
               "the relation of a is not serial, as KD45 wants: nothing is "
               "held possible at w");
}

TEST(a_gap_in_a_chain_is_not_transitive)
{
    const dx_edge edges[] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}};
    CHECK_TEXT(breach("S4", 5, edges),
               "the relation of a is not transitive, as S4 wants: u leads to "
               "v and v to w, but u not to w");
}

TEST(two_worlds_seen_from_one_must_see_each_other_in_s5)
{
    const dx_edge edges[] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}};
    CHECK_TEXT(breach("S5", 4, edges),
               "the relation of a is not Euclidean, as S5 wants: u leads to v "
               "and to u, but v not to u");
    CHECK_TEXT(breach("s4", 4, edges), "");
}

TEST(beliefs_that_all_point_to_one_world_are_kd45)
{
    const dx_edge edges[] = {{0, 1}, {1, 1}, {2, 1}};
    CHECK_TEXT(breach("KD45", 3, edges), "");
    CHECK_TEXT(breach("KD4s5s", 3, edges), "");
    CHECK_TEXT(breach("KDI4s5", 3, edges), "");
}

// Degrees of belief: whoever comes later must hold more possible.
TEST(degrees_of_belief_must_come_in_order)
{
    const dx_edge little[] = {{0, 1}, {1, 1}, {2, 1}};
    const dx_edge more[] = {{0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    dx_formulas *store = dx_formulas_new();
    dx_model *model = three_worlds(store, 2);
    dx_error error;
    dx_model_set_edges(model, 0, DX_KNOWLEDGE, 3, little);
    dx_model_set_edges(model, 1, DX_KNOWLEDGE, 6, more);
    for (int f = DX_FRAME_KDI4; f <= DX_FRAME_KDI4S5; f++)
        CHECK_EQ(dx_model_check_frame(model, (dx_frame_class)f, DX_KNOWLEDGE,
                                      &(dx_agent_set){{3}}, &error),
                 DX_OK);

    dx_model_set_edges(model, 0, DX_KNOWLEDGE, 6, more);
    dx_model_set_edges(model, 1, DX_KNOWLEDGE, 3, little);
    CHECK_EQ(dx_model_check_frame(model, DX_FRAME_KDI45, DX_KNOWLEDGE,
                                  &(dx_agent_set){{3}}, &error),
             DX_ERR_INPUT);
    CHECK_TEXT(error.message,
               "the relation of a with that of b is not ordered (I), as KDI45 "
               "wants: the earlier degree of belief leads from u to w, "
               "the later one does not");
    dx_model_free(model);
    dx_formulas_free(store);
}

// Friends see through each other: with different beliefs at the same world
// that fails.
TEST(friends_see_each_others_beliefs)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = three_worlds(store, 2);
    dx_error error;
    dx_model_set_partition(model, 0, (uint32_t[]){0, 0, 1});
    dx_model_set_partition(model, 1, (uint32_t[]){0, 1, 1});
    CHECK_EQ(dx_model_check_frame(model, DX_FRAME_S5, DX_KNOWLEDGE,
                                  &(dx_agent_set){{3}}, &error),
             DX_OK);
    CHECK_EQ(dx_model_check_frame(model, DX_FRAME_KD4S5S, DX_KNOWLEDGE,
                                  &(dx_agent_set){{3}}, &error),
             DX_ERR_INPUT);
    CHECK(strstr(error.message, "a") != NULL);
    CHECK(strstr(error.message, "closed under 4s") != NULL);
    dx_model_free(model);
    dx_formulas_free(store);
}

// The conditions as they are printed, over all triples of worlds.
static bool fits(const dx_model *m, bool d, bool t, bool ordered, int four,
                 int five)
{
    size_t n = dx_model_world_count(m);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            const dx_relation *ri = dx_model_relation(m, i, DX_KNOWLEDGE);
            const dx_relation *rj = dx_model_relation(m, j, DX_KNOWLEDGE);
            for (size_t u = 0; u < n; u++) {
                bool any = false;
                for (size_t v = 0; v < n; v++) {
                    bool juv = dx_relation_has(rj, u, v);
                    any = any || juv;
                    if (ordered && i > j && juv && !dx_relation_has(ri, u, v))
                        return false;
                    for (size_t w = 0; w < n && juv; w++) {
                        if ((four == 2 || (four == 1 && i == j)) &&
                            dx_relation_has(ri, v, w) &&
                            !dx_relation_has(ri, u, w))
                            return false;
                        if ((five == 2 || (five == 1 && i == j)) &&
                            dx_relation_has(ri, u, w) &&
                            !dx_relation_has(ri, v, w))
                            return false;
                    }
                }
                if ((d && !any) || (t && !dx_relation_has(rj, u, u)))
                    return false;
            }
        }
    return true;
}

TEST(frames_are_checked_as_they_are_defined)
{
    static const struct {
        bool d, t, ordered;
        int four, five;
    } wants[DX_FRAMES] = {
        [DX_FRAME_K] = {0},
        [DX_FRAME_T] = {.t = true},
        [DX_FRAME_S4] = {.t = true, .four = 1},
        [DX_FRAME_S5] = {.t = true, .four = 1, .five = 1},
        [DX_FRAME_KD45] = {.d = true, .four = 1, .five = 1},
        [DX_FRAME_KD4S5S] = {.d = true, .four = 2, .five = 2},
        [DX_FRAME_KDI4] = {.d = true, .ordered = true, .four = 1},
        [DX_FRAME_KDI4S] = {.d = true, .ordered = true, .four = 2},
        [DX_FRAME_KDI45] = {.d = true, .ordered = true, .four = 1, .five = 1},
        [DX_FRAME_KDI4S5] = {.d = true, .ordered = true, .four = 2, .five = 1},
    };
    size_t yes = 0, no = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(6, seed, 0);
        dx_formulas *store = dx_formulas_new();
        dx_model *model = random_model(
            store, &random,
            (random_shape){.worlds_max = 3, .frame = (random_frame)(seed % 3)});
        for (int f = 0; f < DX_FRAMES; f++) {
            bool is =
                dx_model_check_frame(model, (dx_frame_class)f, DX_KNOWLEDGE,
                                     &(dx_agent_set){{7}}, NULL) == DX_OK;
            CHECK_THAT(
                is == fits(model, wants[f].d, wants[f].t, wants[f].ordered,
                           wants[f].four, wants[f].five),
                "seed %d, %s", (int)seed, dx_frame_name((dx_frame_class)f));
            yes += is;
            no += !is;
        }
        dx_model_free(model);
        dx_formulas_free(store);
    }
    CHECK(yes > 1000 && no > 1000);
}
