// logic/draw/picture.h -- what a drawing shows, before it is written down.
//
// Boxes with lines of text and a place, edges with agents and a label: all
// formats are written from this.  Lengths are in pixels, y grows downwards.

#ifndef DX_LOGIC_DRAW_PICTURE_H
#define DX_LOGIC_DRAW_PICTURE_H

#include "base/text.h"
#include "base/vector.h"
#include "logic/draw/draw.h"
#include "logic/kripke/model.h"

typedef struct dx_point {
    double x, y;
} dx_point;

typedef struct dx_picture_area {
    double left, top, right, bottom;
} dx_picture_area;

typedef struct dx_box {
    DX_VECTOR(char *) lines;
    bool has_title; // the first line is the world's name
    bool is_actual;
    dx_point at; // its middle
    double width, height;
} dx_box;

typedef enum dx_arrow { DX_ARROW_NONE, DX_ARROW_TO, DX_ARROW_BOTH } dx_arrow;

typedef struct dx_line {
    uint32_t from, to; // equal: a loop
    dx_arrow arrow;
    bool is_belief;
    bool has_shares; // its label gives probabilities
    uint64_t agents; // a bit set, DX_DRAW_AGENTS_MAX at most
    dx_text label;
    unsigned lane, lanes; // its place among the lines of the same two boxes
    // Set by dx_picture_route: a quadratic curve from border to border, and
    // the middle of its label.  A loop leaves and enters on one side, and
    // `middle` is its outermost point.
    dx_point start, middle, end, at_label;
    bool is_straight;
} dx_line;

// What an agent cannot tell apart, drawn around it, or the worlds of one rank.
typedef struct dx_region {
    size_t agent;
    dx_picture_area area;
    bool is_believed; // a rank: the lowest one
    bool is_rank;
    char *label; // owned; may be NULL
    dx_point at_label;
} dx_region;

// One line of the legend.
typedef struct dx_legend_entry {
    size_t agent;
    bool is_belief, has_arrows;
    bool has_lines;    // or is drawn nowhere: no two worlds are confused
    const char *frame; // "S5", "KD45", ...
} dx_legend_entry;

typedef struct dx_picture {
    const dx_model *model;
    const char *title;
    size_t box_count;
    dx_box *boxes;
    DX_VECTOR(dx_line) lines;
    DX_VECTOR(dx_region) regions;
    DX_VECTOR(dx_legend_entry) legend;
    dx_draw_layout layout;
    bool loops_left_out, edges_left_out;
    size_t ranked;        // DX_LAYOUT_BANDS: whose ranks they are
    bool others_left_out; // and no lines are drawn but its own
    bool is_square;       // the boxes' corners
    double width, height; // of all boxes and their surroundings
} dx_picture;

enum { DX_FONT_SIZE = 14, DX_LINE_HEIGHT = 18, DX_BOX_PADDING = 9 };

// The picture without places; released by dx_picture_release.
dx_picture dx_picture_of(const dx_model *model, const char *title);
// The same with short names in the boxes.
dx_picture dx_picture_short(const dx_model *model, const char *title);
void dx_picture_release(dx_picture *picture);
// Writes lines below the names, one text a box.
void dx_picture_caption(dx_picture *picture, const char *const *captions);

// Short names, all different: given ones, else what differs, else numbers.  The
// caller frees each and the array.
char **dx_picture_names(const dx_model *model);

// Arranges the picture by the layout, or by the first that fits: places, lines
// and regions.  DX_ERR_UNSUPPORTED, with a sentence, if it does not fit.
DX_MUST_USE dx_status dx_picture_arrange(dx_picture *picture,
                                         dx_draw_layout layout,
                                         dx_error *error);

// Is every box at least DX_BOXES_APART from the others, and every line off the
// boxes that it does not join?
enum { DX_BOXES_APART = 8 };
bool dx_picture_is_clear(const dx_picture *picture);

// Its part in picture_lines.c: the lines and the legend.
void dx_picture_choose_lines(dx_picture *picture);
// Takes an agent off all lines, and away those that were its own.
void dx_picture_drop_lines_of(dx_picture *picture, size_t agent);
// Lines between the same two boxes are drawn beside each other.
void dx_picture_assign_lanes(dx_picture *picture);

// Gives every box a place, no two on top of each other.
void dx_picture_lay_out(dx_picture *picture);
DX_MUST_USE dx_status dx_picture_lay_out_by(dx_picture *picture,
                                            const char *program,
                                            unsigned timeout_ms,
                                            dx_error *error);

// Finds a way for every line, round boxes that are not its own, and a free
// place for every label.  The boxes have their places.
void dx_picture_route(dx_picture *picture);

// The point of a line's curve at `t` in 0 .. 1.
dx_point dx_line_point(const dx_line *line, double t);

// Moves everything to the top left corner and sets width and height.  The
// last step.
void dx_picture_trim(dx_picture *picture);

const char *dx_picture_agent(const dx_picture *picture, size_t agent);
const char *dx_agent_colour(size_t agent); // "#rrggbb"

// About how wide `text` is in a sans-serif font of this size.
double dx_text_width(const char *text, double size);

// Adds the sentence about what is left out, if there is one.
void dx_picture_note(const dx_picture *picture, dx_text *out);

// "a: S5", or "a believes: KD45".
void dx_legend_print(const dx_picture *picture, const dx_legend_entry *entry,
                     dx_text *out);

void dx_picture_write_dot(const dx_picture *picture, dx_text *out);
void dx_picture_write_tikz(const dx_picture *picture, dx_text *out);
void dx_picture_write_places(const dx_picture *picture, dx_text *out);
void dx_picture_write_svg(const dx_picture *picture, dx_text *out);

#endif
