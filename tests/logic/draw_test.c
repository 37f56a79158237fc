// What a picture of a model must show, whatever it looks like.

#include "logic/draw/draw.h"

#include "base/filter.h"
#include "base/memory.h"
#include "logic/any_model.h"
#include "logic/draw/picture.h"
#include "logic/golden_model.h"
#include "test.h"

#include <math.h>
#include <string.h>

static char *draw(const dx_model *model, dx_draw_format format)
{
    dx_text out = {0};
    dx_error error;
    dx_draw_options options = {.format = format,
                               .title = "a <title> & \"more\""};
    CHECK_THAT(dx_model_draw(model, &options, &out, &error) == DX_OK, "%s",
               error.message);
    return dx_text_take(&out);
}

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

// A case of a golden file, by name.
static dx_model *golden_case(dx_formulas *store, const char *file,
                             const char *name)
{
    json_t *root = golden_file(file);
    json_t *cases = json_object_get(root, "cases"), *one;
    size_t i;
    dx_model *model = NULL;
    json_array_foreach (cases, i, one) {
        if (strcmp(golden_text(one, "name"), name) != 0)
            continue;
        model = golden_model(store, json_object_get(one, "model"));
        size_t actual = dx_model_find_world(model, golden_text(one, "actual"));
        dx_model_set_actual(model, actual);
    }
    json_decref(root);
    CHECK_THAT(model != NULL, "%s has no case %s", file, name);
    return model;
}

// Two worlds that a and b confuse; b believes the second.
static dx_model *coin(dx_formulas *store)
{
    dx_model *model = dx_model_new(store, 2);
    dx_model_add_agent(model, "a");
    dx_model_add_agent(model, "b");
    dx_model_set_edges(model, 1, DX_BELIEF, 2, (dx_edge[]){{0, 1}, {1, 1}});
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "heads"));
    dx_bitset_add(dx_model_worlds_of(model, p), 0);
    return model;
}

TEST(dot_has_one_line_for_all_who_confuse_two_worlds)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = coin(store);
    char *dot = draw(model, DX_DRAW_DOT);

    CHECK_EQ(occurrences(dot, "dir=none, label=\"a,b\""), 1);
    CHECK_EQ(occurrences(dot, "w0 -> w1 [dir=forward, label=\"b\""), 1);
    CHECK_EQ(occurrences(dot, "w1 -> w1 [dir=forward, label=\"b\""), 1);
    CHECK_EQ(occurrences(dot, "style=dashed"), 2);
    CHECK_EQ(occurrences(dot, " -> "), 3);
    CHECK_EQ(occurrences(dot, "peripheries=2"), 1);
    CHECK(strstr(dot, "w0 [label=\"heads\"") != NULL);
    CHECK(strstr(dot, "b believes (KD45)") != NULL);

    dx_free(dot);
    dx_model_free(model);
    dx_formulas_free(store);
}

// The 7 worlds of the wise men after "not all hats are white" make the cube
// without one corner: 12 - 3 edges.
TEST(three_wise_men_are_a_cube_without_a_corner)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = golden_case(store, "kernel_cases.json", "three_wise_men");
    char *dot = draw(model, DX_DRAW_DOT);

    CHECK_EQ(dx_model_world_count(model), 7);
    CHECK_EQ(occurrences(dot, " -> "), 9);
    CHECK_EQ(occurrences(dot, "dir=none"), 9);

    dx_free(dot);
    dx_model_free(model);
    dx_formulas_free(store);
}

// Cells {s0,s2,s3} of 1 and {s0,s1,s2} of 3: two lines each, and the one
// between s0 and s2 is shared.
TEST(a_cell_of_three_worlds_is_drawn_with_two_lines)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model =
        golden_case(store, "kemps_kernel.json", "6D_in_hand_of_2");
    char *dot = draw(model, DX_DRAW_DOT);

    CHECK_EQ(occurrences(dot, " -> "), 3);
    CHECK_EQ(occurrences(dot, "label=\"1,3\""), 1);
    CHECK(strstr(dot, "2 (S5, no doubts)") != NULL);
    CHECK(strstr(dot, "follow by transitivity") != NULL);

    dx_free(dot);
    dx_model_free(model);
    dx_formulas_free(store);
}

// u -> v -> w and u -> w, all of them transitive: u -> w is not drawn.
TEST(an_edge_that_follows_by_transitivity_is_left_out)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 3);
    dx_model_add_agent(model, "a");
    dx_model_set_edges(model, 0, DX_KNOWLEDGE, 3,
                       (dx_edge[]){{0, 1}, {1, 2}, {0, 2}});
    char *dot = draw(model, DX_DRAW_DOT);

    CHECK_EQ(occurrences(dot, " -> "), 2);
    CHECK(strstr(dot, "w0 -> w2") == NULL);

    // Without it the relation is not transitive: nothing is left out.
    dx_model_set_edges(model, 0, DX_KNOWLEDGE, 2, (dx_edge[]){{0, 1}, {1, 2}});
    char *all = draw(model, DX_DRAW_DOT);
    CHECK_EQ(occurrences(all, " -> "), 2);
    CHECK(strstr(all, "left out") == NULL);

    dx_free(dot);
    dx_free(all);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(probabilities_are_shown)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = coin(store);
    dx_model_set_weights(model, 0, (dx_fraction[]){{1, 1}, {3, 1}});
    char *svg = draw(model, DX_DRAW_SVG);
    CHECK(strstr(svg, ">P[a]=1/4<") != NULL);
    CHECK(strstr(svg, ">P[a]=3/4<") != NULL);
    dx_free(svg);

    dx_model_set_edge_weights(model, 1, 4,
                              (dx_edge[]){{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                              (dx_fraction[]){{1, 1}, {2, 1}, {0, 1}, {1, 1}});
    char *dot = draw(model, DX_DRAW_DOT);
    CHECK(strstr(dot, "label=\"b 2/3\"") != NULL);
    dx_free(dot);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(the_same_model_gives_the_same_bytes)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        dx_formulas *store = dx_formulas_new();
        dx_random random = dx_random_named(seed, 0, 0);
        dx_model *model =
            any_model(store, &random, (any_options){.worlds_max = 7});
        for (int format = DX_DRAW_DOT; format <= DX_DRAW_SVG; format++) {
            char *first = draw(model, (dx_draw_format)format);
            char *second = draw(model, (dx_draw_format)format);
            CHECK_TEXT(first, second);
            dx_free(first);
            dx_free(second);
        }
        dx_model_free(model);
        dx_formulas_free(store);
    }
}

// Tags closed in order, no bare & or <, attributes in quotes: enough to tell
// XML from what is none.
static void check_xml(const char *text, uint64_t seed)
{
    char open[16][16];
    size_t depth = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '&') {
            bool known = strncmp(at, "&amp;", 5) == 0 ||
                         strncmp(at, "&lt;", 4) == 0 ||
                         strncmp(at, "&gt;", 4) == 0;
            CHECK_THAT(known, "seed %d: %.20s", (int)seed, at);
        }
        if (*at != '<')
            continue;
        const char *end = strchr(at, '>');
        CHECK_THAT(end != NULL, "seed %d: %.20s", (int)seed, at);
        CHECK_THAT(memchr(at + 1, '<', (size_t)(end - at - 1)) == NULL,
                   "seed %d: %.20s", (int)seed, at);
        size_t length = strcspn(at + 1, " />");
        if (at[1] == '/') {
            length = (size_t)(end - at - 2);
            CHECK_THAT(depth > 0 && strlen(open[depth - 1]) == length &&
                           strncmp(open[depth - 1], at + 2, length) == 0,
                       "seed %d: %.20s", (int)seed, at);
            depth--;
        } else if (end[-1] != '/') {
            CHECK_THAT(depth < 16 && length < 16, "seed %d", (int)seed);
            memcpy(open[depth], at + 1, length);
            open[depth++][length] = '\0';
        }
        at = end;
    }
    CHECK_THAT(depth == 0, "seed %d: %zu tags stay open", (int)seed, depth);
}

TEST(svg_is_well_formed_whatever_names_there_are)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        dx_formulas *store = dx_formulas_new();
        dx_random random = dx_random_named(seed, 1, 0);
        dx_model *model =
            any_model(store, &random,
                      (any_options){.worlds_max = 6, .with_weights = true});
        dx_model_name_world(model, 0, "<&>\"' \x01 \xff \xe2\x88\xa7");
        char *svg = draw(model, DX_DRAW_SVG);
        check_xml(svg, seed);
        dx_free(svg);
        dx_model_free(model);
        dx_formulas_free(store);
    }
}

TEST(no_two_boxes_overlap)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        dx_formulas *store = dx_formulas_new();
        dx_random random = dx_random_named(seed, 2, 0);
        dx_model *model =
            any_model(store, &random,
                      (any_options){.worlds_max = 14, .with_names = true});
        dx_picture picture = dx_picture_of(model, NULL);
        dx_picture_lay_out(&picture);
        dx_picture_route(&picture);
        for (size_t i = 0; i < picture.box_count; i++)
            for (size_t k = i + 1; k < picture.box_count; k++) {
                const dx_box *a = &picture.boxes[i], *b = &picture.boxes[k];
                bool apart =
                    fabs(a->at.x - b->at.x) >= (a->width + b->width) / 2 ||
                    fabs(a->at.y - b->at.y) >= (a->height + b->height) / 2;
                CHECK_THAT(apart, "seed %d: boxes %zu and %zu", (int)seed, i,
                           k);
            }
        dx_picture_release(&picture);
        dx_model_free(model);
        dx_formulas_free(store);
    }
}

TEST(tikz_is_a_whole_document)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = coin(store);
    dx_model_name_world(model, 1, "tails_100%");
    char *tex = draw(model, DX_DRAW_TIKZ);

    CHECK(strncmp(tex, "\\documentclass[tikz", 19) == 0);
    CHECK_EQ(occurrences(tex, "\\node[world"), 2);
    CHECK_EQ(occurrences(tex, "\\node[world, actual]"), 1);
    CHECK_EQ(occurrences(tex, "\\draw["), 3);
    CHECK_EQ(occurrences(tex, "dashed"), 2);
    CHECK(strstr(tex, "\\textbf{tails\\_100\\%}") != NULL);
    CHECK(strstr(tex, "a \\textless{}title\\textgreater{} \\& ") != NULL);
    CHECK(strstr(tex, "\\end{document}") != NULL);

    dx_free(tex);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(models_that_nobody_could_read_are_refused)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *many = dx_model_new(store, DX_DRAW_WORLDS_MAX + 1);
    dx_model *none = dx_model_new(store, 0);
    dx_text out = {0};
    dx_error error;
    dx_draw_options options = {.format = DX_DRAW_SVG};

    CHECK_EQ(dx_model_draw(many, &options, &out, &error), DX_ERR_LIMIT);
    CHECK(strstr(error.message, "more than a picture can show (400)") != NULL);
    CHECK_EQ(dx_model_draw(none, &options, &out, &error), DX_ERR_EMPTY);
    CHECK_EQ(out.length, 0);

    dx_text_release(&out);
    dx_model_free(many);
    dx_model_free(none);
    dx_formulas_free(store);
}

TEST(graphviz_can_place_the_worlds_too)
{
    if (!dx_filter_exists("neato"))
        skip();
    dx_formulas *store = dx_formulas_new();
    dx_model *model = coin(store);
    dx_text out = {0};
    dx_error error;
    dx_draw_options options = {.format = DX_DRAW_SVG,
                               .layout = DX_LAYOUT_NEATO};
    CHECK_THAT(dx_model_draw(model, &options, &out, &error) == DX_OK, "%s",
               error.message);
    check_xml(dx_text_string(&out), 0);
    dx_text_release(&out);

    options.format = DX_DRAW_PNG;
    CHECK_THAT(dx_model_draw(model, &options, &out, &error) == DX_OK, "%s",
               error.message);
    CHECK(out.length > 8 && memcmp(out.at, "\x89PNG", 4) == 0);
    dx_text_release(&out);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(without_an_actual_world_none_is_marked)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = coin(store);
    dx_text out = {0};
    dx_draw_options options = {.format = DX_DRAW_DOT, .hides_actual = true};

    CHECK_EQ(dx_model_draw(model, &options, &out, NULL), DX_OK);
    CHECK_EQ(occurrences(dx_text_string(&out), "peripheries=2"), 0);

    dx_text_release(&out);
    dx_model_free(model);
    dx_formulas_free(store);
}

// Weights of one agent do not get mixed up with another agent's plain edge.
TEST(an_edge_with_a_probability_is_a_line_of_its_own)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 2);
    const dx_edge edge = {0, 1};
    for (size_t a = 0; a < 2; a++) {
        dx_model_add_agent(model, a == 0 ? "a" : "b");
        dx_model_set_edges(model, a, DX_KNOWLEDGE, 1, &edge);
    }
    dx_model_set_edge_weights(model, 1, 1, &edge, &(dx_fraction){1, 1});
    char *dot = draw(model, DX_DRAW_DOT);

    CHECK_EQ(occurrences(dot, "label=\"a\""), 1);
    CHECK_EQ(occurrences(dot, "label=\"b 1\""), 1);

    dx_free(dot);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(another_program_is_stopped_when_its_time_is_up)
{
    const char *const sleeper[] = {"sleep", "60", NULL};
    const char *const cat[] = {"cat", NULL};
    const char *const missing[] = {"no-such-program", NULL};
    dx_text out = {0};
    dx_error error;

    CHECK_EQ(dx_filter_run(&(dx_filter){.argv = sleeper, .timeout_ms = 50}, "",
                           0, &out, &error),
             DX_ERR_FILE);
    CHECK_TEXT(error.message, "sleep did not finish within 50 ms");
    CHECK_EQ(dx_filter_run(&(dx_filter){.argv = missing, .timeout_ms = 50}, "",
                           0, &out, &error),
             DX_ERR_FILE);
    CHECK_EQ(dx_filter_run(&(dx_filter){.argv = cat, .timeout_ms = 20000},
                           "through", 7, &out, &error),
             DX_OK);
    CHECK_TEXT(dx_text_string(&out), "through");
    CHECK_EQ(dx_filter_run(
                 &(dx_filter){.argv = cat, .timeout_ms = 20000, .bytes_max = 3},
                 "through", 7, &out, &error),
             DX_ERR_LIMIT);
    CHECK(!dx_filter_exists("no-such-program"));
    dx_text_release(&out);
}
