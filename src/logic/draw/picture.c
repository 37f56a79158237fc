// Which boxes and lines a model's picture has.

#include "logic/draw/picture.h"

#include "base/memory.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { BOX_CHARACTERS = 24, BOX_LINES_MAX = 9 };

const char *dx_agent_colour(size_t agent)
{
    // Dark enough to read on white, and apart for most kinds of sight.
    static const char *const colours[] = {
        "#1f5fa8", "#c2410c", "#15803d", "#9333a8",
        "#8a6a00", "#0e7490", "#be185d", "#475569",
    };
    return colours[agent % (sizeof colours / sizeof *colours)];
}

const char *dx_picture_agent(const dx_picture *picture, size_t agent)
{
    const dx_model *model = picture->model;
    assert(agent < dx_model_agent_count(model));
    return dx_names_text(dx_formulas_names(dx_model_formulas(model)),
                         dx_model_agent_name(model, agent));
}

double dx_text_width(const char *text, double size)
{
    double ems = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (((unsigned char)*c & 0xc0) == 0x80)
            continue; // inside a character
        if (strchr("ijl.,:;'|!()[] ", *c) != NULL)
            ems += 0.36;
        else if (strchr("mwMW@%", *c) != NULL)
            ems += 0.95;
        else
            ems += *c >= 'A' && *c <= 'Z' ? 0.72 : 0.62;
    }
    return ems * size;
}

// ---- Boxes.

// Adds `word` to the last line of the box, or to a new one.
static void add_word(dx_box *box, dx_text *line, const char *word)
{
    size_t length = strlen(word);
    if (line->length > 0 && line->length + length + 2 > BOX_CHARACTERS) {
        dx_text_add_char(line, ',');
        dx_vector_push(&box->lines, dx_text_take(line));
    }
    dx_text_add(line, line->length > 0 ? ", " : "");
    dx_text_add(line, word);
}

static void add_facts(dx_box *box, const dx_model *model, size_t world)
{
    dx_text line = {0}, word = {0};
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        if (!dx_bitset_has(dx_model_proposition_worlds(model, p), world))
            continue;
        dx_text_clear(&word);
        dx_formula_print(dx_model_formulas(model),
                         dx_model_proposition(model, p), &word);
        add_word(box, &line, dx_text_string(&word));
    }
    for (size_t x = 0; x < dx_model_variable_count(model); x++) {
        dx_text_clear(&word);
        dx_model_print_value(model, x, world, &word);
        add_word(box, &line, dx_text_string(&word));
    }
    if (line.length > 0)
        dx_vector_push(&box->lines, dx_text_take(&line));
    dx_text_release(&word);
    dx_text_release(&line);
}

// The weight of all worlds in the cell of `world`.
static dx_fraction cell_weight(const dx_relation *relation,
                               const dx_weights *weights, size_t world,
                               size_t world_count)
{
    assert(relation->cell != NULL && world < world_count);
    dx_fraction total = dx_fraction_int(0);
    for (size_t v = 0; v < world_count; v++)
        if (relation->cell[v] == relation->cell[world])
            total = dx_fraction_add(total, weights->of_world[v]);
    return total;
}

static void print_share(dx_text *out, dx_fraction weight, dx_fraction total)
{
    dx_fraction share = dx_fraction_divide(weight, total);
    if (dx_fraction_is_lost(share))
        dx_text_add(out, "?");
    else
        dx_fraction_print(share, out);
}

// "P[a]=1/6 P[b]=1/3", for agents whose probability does not depend on where in
// its cell the agent stands.
static void add_probabilities(dx_box *box, const dx_picture *picture,
                              size_t world)
{
    const dx_model *model = picture->model;
    dx_text line = {0};
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_weights *weights = dx_model_weights(model, a);
        const dx_relation *relation = dx_model_relation(model, a, DX_KNOWLEDGE);
        if (weights == NULL || relation->cell == NULL)
            continue;
        dx_text_printf(&line, "%sP[%s]=", line.length > 0 ? " " : "",
                       dx_picture_agent(picture, a));
        print_share(
            &line, weights->of_world[world],
            cell_weight(relation, weights, world, dx_model_world_count(model)));
    }
    if (line.length > 0)
        dx_vector_push(&box->lines, dx_text_take(&line));
    dx_text_release(&line);
}

static void shorten(dx_box *box)
{
    if (box->lines.count <= BOX_LINES_MAX)
        return;
    for (size_t i = BOX_LINES_MAX - 1; i < box->lines.count; i++)
        dx_free(box->lines.at[i]);
    box->lines.count = BOX_LINES_MAX - 1;
    dx_vector_push(&box->lines, dx_copy_text("..."));
}

static void measure_box(dx_box *box)
{
    double widest = 2 * DX_FONT_SIZE;
    for (size_t i = 0; i < box->lines.count; i++) {
        double width = dx_text_width(box->lines.at[i], DX_FONT_SIZE);
        if (i == 0 && box->has_title)
            width *= 1.08; // it is bold
        widest = width > widest ? width : widest;
    }
    assert(box->lines.count > 0 && box->lines.count <= BOX_LINES_MAX + 1);
    box->width = widest + 2 * DX_BOX_PADDING;
    box->height =
        (double)box->lines.count * DX_LINE_HEIGHT + 2 * DX_BOX_PADDING - 4;
}

static void fill_box(dx_picture *picture, size_t world)
{
    dx_box *box = &picture->boxes[world];
    dx_text name = {0}, number = {0};
    dx_model_print_world(picture->model, world, &name);
    dx_text_printf(&number, "w%zu", world);
    box->is_actual = world == dx_model_actual(picture->model);
    box->has_title =
        dx_model_given_name(picture->model, world) != NULL ||
        strcmp(dx_text_string(&name), dx_text_string(&number)) == 0;
    if (box->has_title)
        dx_vector_push(&box->lines, dx_copy_text(dx_text_string(&name)));
    add_facts(box, picture->model, world);
    if (box->lines.count == 0)
        dx_vector_push(&box->lines, dx_copy_text("-"));
    // A name that only repeats the facts is said once.
    if (box->has_title && box->lines.count == 2 &&
        strcmp(box->lines.at[0], box->lines.at[1]) == 0)
        dx_free(box->lines.at[--box->lines.count]);
    shorten(box);
    add_probabilities(box, picture, world);
    dx_text_release(&name);
    dx_text_release(&number);
    measure_box(box);
}

// ---- The whole.

static const char *note_of(const dx_picture *picture)
{
    switch (picture->layout) {
    case DX_LAYOUT_ROWS:
        return "A row and a column are what one of the two cannot tell apart.";
    case DX_LAYOUT_ROOMS:
        return "A column is what one agent cannot tell apart.";
    case DX_LAYOUT_BANDS:
        return picture->others_left_out
                   ? "; the lowest is believed. What others hold possible is "
                     "left out."
                   : "; the lowest is believed.";
    case DX_LAYOUT_TABLE:
        return "Too many worlds for lines: they stand here alone.";
    default:
        break;
    }
    if (picture->loops_left_out && picture->edges_left_out)
        return "Loops that all worlds have, and edges that follow by "
               "transitivity, are left out.";
    if (picture->loops_left_out)
        return "Loops that all worlds have are left out.";
    if (picture->edges_left_out)
        return "Edges that follow by transitivity are left out.";
    return "";
}

void dx_picture_note(const dx_picture *picture, dx_text *out)
{
    if (picture->box_count < 2)
        return;
    if (picture->layout == DX_LAYOUT_BANDS)
        dx_text_printf(out, "Lower is likelier for %s",
                       dx_picture_agent(picture, picture->ranked));
    dx_text_add(out, note_of(picture));
}

void dx_legend_print(const dx_picture *picture, const dx_legend_entry *entry,
                     dx_text *out)
{
    dx_text_printf(out, "%s%s (%s%s)", dx_picture_agent(picture, entry->agent),
                   entry->is_belief ? " believes" : "", entry->frame,
                   entry->has_lines ? "" : ", no doubts");
}

dx_picture dx_picture_of(const dx_model *model, const char *title)
{
    dx_picture picture = {
        .model = model,
        .title = title,
        .box_count = dx_model_world_count(model),
    };
    picture.boxes = dx_alloc(picture.box_count, sizeof *picture.boxes);
    for (size_t w = 0; w < picture.box_count; w++)
        fill_box(&picture, w);
    dx_picture_choose_lines(&picture);
    return picture;
}

dx_picture dx_picture_short(const dx_model *model, const char *title)
{
    dx_picture picture = {
        .model = model,
        .title = title,
        .box_count = dx_model_world_count(model),
    };
    char **names = dx_picture_names(model);
    picture.boxes = dx_alloc(picture.box_count, sizeof *picture.boxes);
    for (size_t w = 0; w < picture.box_count; w++) {
        dx_box *box = &picture.boxes[w];
        box->is_actual = w == dx_model_actual(model);
        dx_vector_push(&box->lines, names[w]);
        add_probabilities(box, &picture, w);
        measure_box(box);
    }
    dx_free(names);
    dx_picture_choose_lines(&picture);
    return picture;
}

// A line of a caption, cut into pieces at blanks.
static void add_caption(dx_box *box, const char *from, const char *end)
{
    while (from < end) {
        size_t length = (size_t)(end - from), cut = length;
        if (length > BOX_CHARACTERS) {
            for (cut = BOX_CHARACTERS; cut > 0 && from[cut] != ' ';)
                cut--;
            cut += cut == 0 ? BOX_CHARACTERS : 0;
        }
        dx_text line = {0};
        dx_text_add_part(&line, from, cut);
        dx_vector_push(&box->lines, dx_text_take(&line));
        from += cut + (cut < length && from[cut] == ' ');
    }
}

void dx_picture_caption(dx_picture *picture, const char *const *captions)
{
    for (size_t i = 0; i < picture->box_count; i++) {
        dx_box *box = &picture->boxes[i];
        box->has_title = true;
        for (const char *at = captions[i]; *at != '\0';) {
            const char *end = at + strcspn(at, "\n");
            add_caption(box, at, end);
            at = end + (*end == '\n');
        }
        shorten(box);
        measure_box(box);
    }
}

void dx_picture_release(dx_picture *picture)
{
    for (size_t i = 0; i < picture->regions.count; i++)
        dx_free(picture->regions.at[i].label);
    dx_vector_release(&picture->regions);
    for (size_t i = 0; i < picture->box_count; i++) {
        for (size_t k = 0; k < picture->boxes[i].lines.count; k++)
            dx_free(picture->boxes[i].lines.at[k]);
        dx_vector_release(&picture->boxes[i].lines);
    }
    for (size_t i = 0; i < picture->lines.count; i++)
        dx_text_release(&picture->lines.at[i].label);
    dx_free(picture->boxes);
    dx_vector_release(&picture->lines);
    dx_vector_release(&picture->legend);
    *picture = (dx_picture){0};
}

static void include(dx_picture_area *area, dx_point at, double width,
                    double height)
{
    area->left = fmin(area->left, at.x - width / 2);
    area->right = fmax(area->right, at.x + width / 2);
    area->top = fmin(area->top, at.y - height / 2);
    area->bottom = fmax(area->bottom, at.y + height / 2);
}

static void include_region(dx_picture_area *area, const dx_region *region)
{
    const dx_picture_area *own = &region->area;
    include(
        area,
        (dx_point){(own->left + own->right) / 2, (own->top + own->bottom) / 2},
        own->right - own->left, own->bottom - own->top);
    if (region->label != NULL)
        include(area, region->at_label, dx_text_width(region->label, 12) + 4,
                16);
}

static void shift(dx_point *at, double dx, double dy)
{
    at->x += dx;
    at->y += dy;
}

void dx_picture_trim(dx_picture *picture)
{
    enum { MARGIN = 18 };
    dx_picture_area area = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < picture->box_count; i++) {
        const dx_box *box = &picture->boxes[i];
        include(&area, box->at, box->width, box->height);
    }
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line *line = &picture->lines.at[i];
        double width = dx_text_width(dx_text_string(&line->label), 12);
        include(&area, line->at_label, width + 4, 16);
        for (int k = 1; k < 8; k++)
            include(&area, dx_line_point(line, k / 8.0), 4, 4);
    }
    for (size_t i = 0; i < picture->regions.count; i++)
        include_region(&area, &picture->regions.at[i]);
    assert(picture->box_count == 0 || area.left < area.right);
    double dx = MARGIN - area.left, dy = MARGIN - area.top;
    for (size_t i = 0; i < picture->box_count; i++)
        shift(&picture->boxes[i].at, dx, dy);
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line *line = &picture->lines.at[i];
        shift(&line->start, dx, dy);
        shift(&line->middle, dx, dy);
        shift(&line->end, dx, dy);
        shift(&line->at_label, dx, dy);
    }
    for (size_t i = 0; i < picture->regions.count; i++) {
        dx_region *region = &picture->regions.at[i];
        shift(&region->at_label, dx, dy);
        region->area.left += dx;
        region->area.right += dx;
        region->area.top += dy;
        region->area.bottom += dy;
    }
    picture->width = area.right - area.left + 2 * MARGIN;
    picture->height = area.bottom - area.top + 2 * MARGIN;
}
