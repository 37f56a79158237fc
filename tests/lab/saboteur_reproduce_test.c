// What `doxa reproduce saboteur` prints and draws.

#include "agents/agents.h"
#include "base/memory.h"
#include "games/games.h"
#include "lab/folder.h"
#include "lab/reproduce/saboteur.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dx_text reproduce(const char *part, unsigned games, const char *folder)
{
    dx_text text = {0};
    dx_error error = {.message = ""};
    dx_reproduce_options options = {.all_games = dx_games(),
                                    .all_agents = dx_agents(),
                                    .seed = 3,
                                    .games = games,
                                    .only = part,
                                    .figures = folder};
    CHECK_THAT(dx_reproduce_saboteur(&options, &text, &error) == DX_OK, "%s",
               error.message);
    return text;
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
    check_picture(folder, "figure-8.svg", 3);
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
