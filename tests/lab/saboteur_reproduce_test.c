// What `doxa reproduce saboteur` prints and draws.

#include "agents/agents.h"
#include "base/memory.h"
#include "games/games.h"
#include "lab/folder.h"
#include "lab/reproduce/saboteur.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dx_text reproduce_as(const char *part, unsigned games,
                            const char *folder, bool json)
{
    dx_text text = {0};
    dx_error error = {.message = ""};
    dx_reproduce_options options = {.all_games = dx_games(),
                                    .all_agents = dx_agents(),
                                    .seed = 3,
                                    .games = games,
                                    .only = part,
                                    .json = json,
                                    .figures = folder};
    CHECK_THAT(dx_reproduce_saboteur(&options, &text, &error) == DX_OK, "%s",
               error.message);
    return text;
}

static dx_text reproduce(const char *part, unsigned games, const char *folder)
{
    return reproduce_as(part, games, folder, false);
}

// Is there such a picture, with so many lines in it?  It is removed.
static void check_picture(const char *folder, const char *name, unsigned lines)
{
    char *path = dx_folder_path(folder, name), text[20000];
    FILE *file = fopen(path, "rb");
    CHECK_THAT(file != NULL, "no %s", name);
    size_t length = fread(text, 1, sizeof text - 1, file);
    unsigned found = 0;
    text[length] = '\0';
    for (const char *at = text; (at = strstr(at, "<path")) != NULL; at++)
        found++;
    CHECK_EQ(found, lines);
    fclose(file);
    remove(path);
    dx_free(path);
}

TEST(figures_of_the_saboteur_paper_are_drawn)
{
    char folder[] = "/tmp/doxa-figures-XXXXXX";
    CHECK(mkdtemp(folder) != NULL);
    dx_text figure = reproduce("figure8", 0, folder);
    // 1/2 lowered by a half, and again.
    CHECK(strstr(dx_text_string(&figure), "   2   0.05556    0.12500") != NULL);
    check_picture(folder, "saboteur-figure-8.svg", 3);
    dx_text_release(&figure);
    dx_text sweep = reproduce("sweep", 2, folder);
    CHECK(strstr(dx_text_string(&sweep), "300, 1.03") != NULL);
    check_picture(folder, "sweep-1-straight.svg", 6);
    check_picture(folder, "sweep-1-sly.svg", 6);
    check_picture(folder, "sweep-2-straight.svg", 6);
    check_picture(folder, "sweep-2-sly.svg", 6);
    dx_text_release(&sweep);
    CHECK_EQ(rmdir(folder), 0);
}

TEST(saboteurs_miners_are_paired_with_graphs_at_their_best)
{
    dx_text rivals = reproduce("rivals", 4, NULL);
    const char *bayes = strstr(dx_text_string(&rivals), "\nbayes  ");
    CHECK(strstr(dx_text_string(&rivals), "against sly saboteurs") != NULL);
    CHECK(strstr(dx_text_string(&rivals), "\ngraph1(alpha=") != NULL);
    CHECK(bayes != NULL && strstr(bayes, " +- ") != NULL);
    dx_text_release(&rivals);
}

TEST(what_saboteurs_experiment_finds_is_numbers_in_json)
{
    static const struct {
        const char *part, *key;
        unsigned games, rows;
    } want[] = {{"figure8", "factors", 0, 3},
                {"sweep", "loss_by_round", 1, 152},
                {"severe", "acts_beta", 1, 90},
                {"beliefs", "found_out", 1, 40},
                {"rivals", "by_saboteurs", 1, 8}};
    for (unsigned i = 0; i < 5; i++) {
        dx_text text = reproduce_as(want[i].part, want[i].games, NULL, true);
        json_t *all = json_loads(dx_text_string(&text), 0, NULL);
        CHECK_THAT(all != NULL, "%s", want[i].part);
        const json_t *rows = json_object_get(all, want[i].part);
        CHECK_EQ(json_array_size(rows), want[i].rows);
        CHECK(json_object_get(json_array_get(rows, 0), want[i].key) != NULL);
        CHECK_EQ(json_integer_value(json_object_get(all, "seed")), 3);
        json_decref(all);
        dx_text_release(&text);
    }
}

// The log-loss of graph1 at alpha 300 and this beta against straight saboteurs.
static double loss_in(const json_t *rows, const char *acts, double beta,
                      double acts_beta)
{
    size_t i;
    const json_t *row;
    json_array_foreach (rows, i, row) {
        const json_t *of = json_object_get(row, "acts");
        if (json_number_value(json_object_get(row, "alpha")) == 300 &&
            json_number_value(json_object_get(row, "beta")) == beta &&
            (acts == NULL || (strcmp(json_string_value(of), acts) == 0 &&
                              json_number_value(json_object_get(
                                  row, "acts_beta")) == acts_beta)))
            return json_number_value(json_object_get(row, "loss"));
    }
    CHECK_THAT(false, "no row for beta %g", beta);
    return 0;
}

TEST(a_beta_of_its_own_that_is_the_same_changes_nothing)
{
    dx_text severe = reproduce_as("severe", 2, NULL, true);
    dx_text sweep = reproduce_as("sweep", 2, NULL, true);
    json_t *all = json_loads(dx_text_string(&severe), 0, NULL);
    json_t *even = json_loads(dx_text_string(&sweep), 0, NULL);
    const json_t *rows = json_object_get(all, "severe");
    double want = loss_in(json_object_get(even, "sweep"), NULL, 2, 0);
    CHECK(want > 0);
    CHECK(loss_in(rows, "rock", 2, 2) == want);
    CHECK(loss_in(rows, "tool", 2, 2) == want);
    CHECK(loss_in(rows, "both", 2, 2) == want);
    CHECK(loss_in(rows, "rock", 2, 1.03) != want);
    CHECK(loss_in(rows, "tool", 2, 1.03) != want);
    json_decref(all);
    json_decref(even);
    dx_text_release(&severe);
    dx_text_release(&sweep);
}
