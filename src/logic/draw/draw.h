// logic/draw/draw.h -- Kripke models as pictures: DOT, TikZ, SVG and PNG.
//
// One box a world with the facts that hold there, the actual world with a
// double border; lines for who confuses what, labelled with the agents' names
// (and coloured, but colour is never the only sign).  Left out is what the
// reader adds in thought: loops where all worlds have them, and edges that
// follow by equivalence or transitivity; the legend says so.  An equivalence
// is drawn without arrowheads, any other relation with; belief relations are
// dashed.  Probabilities stand in the boxes, or at the edges where they
// depend on where one stands.
//
//     dx_text svg = {0};
//     if (dx_model_draw(model, &(dx_draw_options){.format = DX_DRAW_SVG},
//                       &svg, &error) == DX_OK)
//         fputs(dx_text_string(&svg), stdout);
//
// The same model gives the same bytes.  Positions are our own (layout.c), so
// nothing but PNG needs another program; graphviz may be asked for them, and
// then runs under a time limit.

#ifndef DX_LOGIC_DRAW_DRAW_H
#define DX_LOGIC_DRAW_DRAW_H

#include "base/text.h"
#include "logic/kripke/event_model.h"
#include "logic/kripke/model.h"

#include <stdbool.h>

typedef enum dx_draw_format {
    DX_DRAW_DOT,
    DX_DRAW_TIKZ, // a document of its own, for pdflatex
    DX_DRAW_SVG,
    DX_DRAW_PNG,    // made by rsvg-convert or else by graphviz
    DX_DRAW_PLACES, // JSON: every box, line and region with its place
} dx_draw_format;

// How the worlds are arranged (docs/drawing.md).  The first three show all
// facts in the boxes, the others short names: AUTO is the first of them that
// fits.
typedef enum dx_draw_layout {
    DX_LAYOUT_OWN,
    DX_LAYOUT_NEATO,
    DX_LAYOUT_SFDP,
    DX_LAYOUT_AUTO,
    DX_LAYOUT_COORDINATES, // a direction for each of at most four facts
    DX_LAYOUT_ROWS,        // two agents: regions of one are rows
    DX_LAYOUT_BANDS,       // likelier below
    DX_LAYOUT_ARROWS,      // what is no equivalence
    DX_LAYOUT_ROOMS,       // regions of one agent are columns
    DX_LAYOUT_LOOSE,
    DX_LAYOUT_TABLE, // the worlds alone
    DX_LAYOUTS
} dx_draw_layout;

// "own", "auto", "coordinates" ...; false if there is none of that name.
const char *dx_layout_name(dx_draw_layout layout);
bool dx_layout_find(const char *name, dx_draw_layout *out);

typedef struct dx_draw_options {
    dx_draw_format format;
    dx_draw_layout layout;
    const char *title; // above the picture; may be NULL
    bool hides_actual; // no world is marked as the actual one
    bool is_square;    // boxes have square corners: they are events
    // Below the name in each box, lines apart by '\n'; NULL: nothing.
    const char *const *captions;
    unsigned timeout_ms; // for other programs; 0: ten seconds
} dx_draw_options;

// More worlds than this nobody can read; more than the second are refused.
enum {
    DX_DRAW_READABLE = 60,
    DX_DRAW_WORLDS_MAX = 400,
    DX_DRAW_AGENTS_MAX = 64,
};

// Appends the picture to `out`.  DX_ERR_LIMIT if the model is too large,
// DX_ERR_FILE if a program that is needed is missing, fails or takes too long,
// DX_ERR_UNSUPPORTED if the model does not fit the layout that was asked for.
DX_MUST_USE dx_status dx_model_draw(const dx_model *model,
                                    const dx_draw_options *options,
                                    dx_text *out, dx_error *error);

// An event model: its events with what they need and change, and who cannot
// tell them apart; `chosen` is the one that happens (DX_NOT_FOUND: none is
// marked).  `agents` are those of the model it is for.
typedef struct dx_drawn_events {
    const dx_event_model *events;
    size_t chosen, agent_count;
    const dx_name *agents;
} dx_drawn_events;
DX_MUST_USE dx_status dx_events_draw(const dx_drawn_events *drawn,
                                     dx_draw_options options, dx_text *out,
                                     dx_error *error);

#endif
