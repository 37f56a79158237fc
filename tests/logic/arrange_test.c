// Pictures of models: nothing lies on anything, whatever the model.
//
// The judge below shares no code with the arranging: it takes the boxes and
// lines as they are given out and measures.

#include "base/memory.h"
#include "base/random.h"
#include "logic/draw/picture.h"
#include "logic/dx/build.h"
#include "logic/dx/document.h"
#include "logic/dx/update.h"
#include "logic/kripke/plausible.h"
#include "test.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct rectangle {
    double left, top, right, bottom;
} rectangle;

static rectangle around(const dx_box *box)
{
    return (rectangle){box->at.x - box->width / 2, box->at.y - box->height / 2,
                       box->at.x + box->width / 2, box->at.y + box->height / 2};
}

static bool is_inside(rectangle r, double x, double y)
{
    return x > r.left && x < r.right && y > r.top && y < r.bottom;
}

static double distance(rectangle a, rectangle b)
{
    double x = fmax(a.left, b.left) - fmin(a.right, b.right);
    double y = fmax(a.top, b.top) - fmin(a.bottom, b.bottom);
    return sqrt(pow(fmax(x, 0), 2) + pow(fmax(y, 0), 2));
}

// Walks along the curve in steps far smaller than a box.
static bool passes(const dx_line *line, rectangle r)
{
    for (int i = 0; i <= 400; i++) {
        double t = i / 400.0, s = 1 - t;
        double x = s * s * line->start.x + 2 * s * t * line->middle.x +
                   t * t * line->end.x;
        double y = s * s * line->start.y + 2 * s * t * line->middle.y +
                   t * t * line->end.y;
        if (is_inside(r, x, y))
            return true;
    }
    return false;
}

// A name is not cut: it is all there, and the box is wider than it.
static void check_names(const dx_picture *p)
{
    for (size_t b = 0; b < p->box_count; b++) {
        const dx_box *box = &p->boxes[b];
        CHECK(box->lines.count > 0 && box->lines.at[0][0] != '\0');
        CHECK(strstr(box->lines.at[0], "...") == NULL);
        CHECK(dx_text_width(box->lines.at[0], DX_FONT_SIZE) < box->width);
        for (size_t c = 0; c < b; c++)
            CHECK(strcmp(p->boxes[c].lines.at[0], box->lines.at[0]) != 0);
    }
}

static void check_picture(const dx_picture *p)
{
    check_names(p);
    for (size_t b = 0; b < p->box_count; b++) {
        rectangle own = around(&p->boxes[b]);
        CHECK(own.left >= 0 && own.top >= 0 && own.right <= p->width &&
              own.bottom <= p->height);
        for (size_t c = 0; c < b; c++)
            CHECK(distance(own, around(&p->boxes[c])) > 7.99);
        for (size_t i = 0; i < p->lines.count; i++) {
            const dx_line *line = &p->lines.at[i];
            if (line->from != b && line->to != b)
                CHECK_THAT(!passes(line, own), "line %u to %u over %zu in %s",
                           line->from, line->to, b, dx_layout_name(p->layout));
        }
    }
}

// Where one agent's order is shown, the lines of another join all that it
// cannot tell apart; or the picture says that they are left out.
static void check_others(const dx_picture *p)
{
    dx_text note = {0};
    dx_picture_note(p, &note);
    bool says = strstr(dx_text_string(&note), "others") != NULL;
    dx_text_release(&note);
    CHECK_EQ(says, p->others_left_out);
    for (size_t a = 0; a < dx_model_agent_count(p->model); a++) {
        uint32_t group[40];
        for (uint32_t w = 0; w < p->box_count; w++)
            group[w] = w;
        for (size_t i = 0; i < p->lines.count; i++) {
            const dx_line *line = &p->lines.at[i];
            uint32_t old = group[line->from];
            if ((line->agents >> a & 1) == 0 || line->is_belief)
                continue;
            for (uint32_t w = 0; w < p->box_count; w++)
                group[w] = group[w] == old ? group[line->to] : group[w];
        }
        const uint32_t *cell =
            dx_model_relation(p->model, a, DX_KNOWLEDGE)->cell;
        if (cell == NULL || a == p->ranked || says)
            continue;
        for (uint32_t w = 0; w < p->box_count; w++)
            for (uint32_t v = 0; v < w; v++)
                CHECK_EQ(group[v] == group[w], cell[v] == cell[w]);
    }
}

// What the guide's limits say: over 40 worlds, or over 12 where nothing else
// fits, there are no lines.
static dx_draw_layout check_model(const dx_model *model)
{
    dx_error error;
    dx_picture p = dx_picture_short(model, NULL);
    CHECK_EQ(dx_picture_arrange(&p, DX_LAYOUT_AUTO, &error), DX_OK);
    check_picture(&p);
    if (p.layout == DX_LAYOUT_BANDS)
        check_others(&p);
    dx_draw_layout layout = p.layout;
    CHECK(layout != DX_LAYOUT_TABLE || p.box_count > 12);
    CHECK(layout == DX_LAYOUT_TABLE || p.box_count <= 40);
    dx_picture_release(&p);
    return layout;
}

// ---- Random models

static void add_relation(dx_model *model, dx_random *random, size_t worlds,
                         bool knows)
{
    size_t agent = dx_model_add_agent(
        model,
        (const char *const[]){"a", "b", "c", "d"}[dx_model_agent_count(model)]);
    uint32_t cell[40];
    uint32_t cells = (uint32_t)(1 + dx_random_below(random, worlds));
    for (size_t w = 0; w < worlds; w++)
        cell[w] = (uint32_t)dx_random_below(random, cells);
    dx_model_set_partition(model, agent, cell);
    if (knows)
        return;
    dx_edge edges[40 * 4];
    size_t count = 0;
    for (uint32_t w = 0; w < worlds; w++)
        for (uint64_t k = dx_random_below(random, 4); k > 0; k--)
            edges[count++] =
                (dx_edge){w, (uint32_t)dx_random_below(random, worlds)};
    dx_model_set_edges(model, agent, DX_KNOWLEDGE, count, edges);
}

static dx_model *any_model(dx_formulas *store, dx_random *random, size_t worlds)
{
    dx_model *model = dx_model_new(store, worlds);
    uint64_t facts = 1 + dx_random_below(random, 6);
    bool knows = dx_random_below(random, 3) > 0;
    for (uint64_t f = 0; f < facts; f++) {
        char name[24];
        snprintf(name, sizeof name, "fact%d", (int)f);
        size_t p =
            dx_model_add_proposition(model, dx_formula_atom(store, name));
        for (size_t w = 0; w < worlds; w++)
            if (dx_random_below(random, 4) > 0 ? (w >> f & 1) != 0
                                               : dx_random_below(random, 2) > 0)
                dx_bitset_add(dx_model_worlds_of(model, p), w);
    }
    for (uint64_t a = 1 + dx_random_below(random, 3); a > 0; a--)
        add_relation(model, random, worlds, knows);
    if (knows && dx_random_below(random, 4) == 0) {
        uint32_t rank[40];
        for (size_t w = 0; w < worlds; w++)
            rank[w] = (uint32_t)dx_random_below(random, 4);
        dx_model_set_ranks(model, 0, rank);
    }
    dx_model_set_actual(model, (size_t)dx_random_below(random, worlds));
    return model;
}

TEST(nothing_lies_on_anything_in_random_models)
{
    unsigned seen[DX_LAYOUTS] = {0};
    for (size_t worlds = 2; worlds <= 40; worlds++)
        for (unsigned i = 0; i < SAMPLE(6, 200); i++) {
            CHECKING("%zu worlds, number %u", worlds, i);
            dx_random random = dx_random_named(31, worlds, i);
            dx_formulas *store = dx_formulas_new();
            dx_model *model = any_model(store, &random, worlds);
            seen[check_model(model)]++;
            dx_model_free(model);
            dx_formulas_free(store);
        }
    for (size_t l = DX_LAYOUT_ROWS; l <= DX_LAYOUT_TABLE; l++)
        CHECK_THAT(seen[l] > 0, "no picture was %s",
                   dx_layout_name((dx_draw_layout)l));
}

// ---- Examples

static void check_steps(const dx_document *document, const dx_model *model)
{
    for (size_t q = 0; q < document->queries.count; q++) {
        const dx_query *query = &document->queries.at[q];
        dx_model *now = dx_model_copy(model);
        for (size_t i = 0; i < query->steps.count && i < 6; i++) {
            dx_error error;
            if (dx_document_update(document, 1, &query->steps.at[i], &now,
                                   &error) != DX_OK ||
                dx_model_world_count(now) > 60)
                break;
            CHECKING("question %zu, step %zu", q, i);
            check_model(now);
        }
        dx_model_free(now);
    }
}

static void check_file(const char *path)
{
    dx_document *document;
    dx_error error;
    CHECKING("%s", path);
    CHECK_EQ(dx_document_read(path, &document, &error), DX_OK);
    dx_build_limits limits = dx_build_default_limits;
    limits.worlds_max = 200;
    dx_model *model;
    if (dx_build_model(document, &limits, &model, &error) == DX_OK) {
        check_model(model);
        if (dx_model_world_count(model) <= 40)
            check_steps(document, model);
        dx_model_free(model);
    }
    dx_document_free(document);
}

TEST(nothing_lies_on_anything_in_the_examples_step_by_step)
{
    DIR *folder = opendir(dx_test_path("../examples/logic"));
    CHECK(folder != NULL);
    unsigned files = 0;
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        char path[400];
        if (strstr(e->d_name, ".dx") == NULL)
            continue;
        snprintf(path, sizeof path, "../examples/logic/%s", e->d_name);
        check_file(dx_test_path(path));
        files++;
    }
    closedir(folder);
    CHECK(files > 10);
}

// ---- Names and what is chosen

static dx_draw_layout layout_of(const char *text)
{
    dx_document *document;
    dx_error error;
    dx_model *model;
    CHECK_EQ(dx_document_read_text("t", text, strlen(text), &document, &error),
             DX_OK);
    CHECK_EQ(dx_build_model(document, &dx_build_default_limits, &model, &error),
             DX_OK);
    dx_draw_layout layout = check_model(model);
    dx_model_free(model);
    dx_document_free(document);
    return layout;
}

TEST(beside_the_order_of_one_agent_what_others_confuse_is_drawn)
{
    const char *text = "agents ann, bob\nvars rain, wind: bool\n"
                       "sees bob: wind\nrank ann: 0 if rain else 1\n";
    dx_document *document;
    dx_error error;
    dx_model *model;
    CHECK_EQ(dx_document_read_text("t", text, strlen(text), &document, &error),
             DX_OK);
    CHECK_EQ(dx_build_model(document, &dx_build_default_limits, &model, &error),
             DX_OK);
    dx_text dot = {0};
    dx_draw_options options = {.format = DX_DRAW_DOT, .layout = DX_LAYOUT_AUTO};
    CHECK_EQ(dx_model_draw(model, &options, &dot, &error), DX_OK);
    CHECK(strstr(dx_text_string(&dot), "likelier for ann; the lowest") != NULL);
    CHECK(strstr(dx_text_string(&dot), "label=\"bob\"") != NULL);
    dx_text_release(&dot);
    dx_model_free(model);
    dx_document_free(document);
}

TEST(the_first_layout_that_fits_is_taken)
{
    CHECK_EQ(layout_of("agents 1..3\nvars muddy(1..3): bool\n"
                       "sees i in agents: muddy(j) for j in 1..3 if j != i\n"),
             DX_LAYOUT_COORDINATES);
    CHECK_EQ(layout_of("agents a, b\nvars x, y: 1..4\nsees a: x  b: y\n"),
             DX_LAYOUT_ROWS);
    CHECK_EQ(layout_of("agents a\nvars p, q: bool\nrank a: 0 if p else 1\n"),
             DX_LAYOUT_BANDS);
    CHECK_EQ(layout_of("agents a\nworld w: p\nworld v\n"
                       "links a: w -> v, v -> v\n"),
             DX_LAYOUT_ARROWS);
    CHECK_EQ(layout_of("agents a, b, c\nvars x, y: 1..4\nsees a: x  b: y\n"),
             DX_LAYOUT_ROOMS);
    CHECK_EQ(layout_of("agents a, b, c\nvars x: 1..5\nsees a: x mod 2  "
                       "b: x mod 3\n"),
             DX_LAYOUT_LOOSE);
    CHECK_EQ(layout_of("agents a\nvars x: 1..41\n"), DX_LAYOUT_TABLE);
}

static void check_first_names(const char *text, size_t count,
                              const char *const *want)
{
    dx_document *document;
    dx_error error;
    dx_model *model;
    CHECK_EQ(dx_document_read_text("t", text, strlen(text), &document, &error),
             DX_OK);
    CHECK_EQ(dx_build_model(document, &dx_build_default_limits, &model, &error),
             DX_OK);
    char **names = dx_picture_names(model);
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        if (w < count)
            CHECK_TEXT(names[w], want[w]);
        dx_free(names[w]);
    }
    dx_free(names);
    dx_model_free(model);
    dx_document_free(document);
}

TEST(names_are_as_short_as_they_can_be)
{
    check_first_names("agents a\nvars muddy(1..2): bool  day: bool\nlaw day\n",
                      4, (const char *const[]){"none", "2", "1", "1 2"});
    check_first_names("agents a\nset months = {may, june}\n"
                      "vars month: months  day: 14..15\n",
                      2, (const char *const[]){"may 14", "may 15"});
    check_first_names("agents a\nworld here: p\nworld there\nlinks a: {here}\n",
                      2, (const char *const[]){"here", "there"});
}
