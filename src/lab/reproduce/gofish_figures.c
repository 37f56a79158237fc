// The paper's figures 1 to 6: its example with three ranks of two cards, from
// the one world in which all cards are in the deck, by product updates of its
// event model; each drawn, ranks merged as they should be by contraction.
//
// The paper's own figure 2 keeps worlds in which player 1 has both cards of the
// rank it asks for, against its formula, which the model here follows.

#include "lab/reproduce/gofish.h"

#include "games/gofish/event_model.h"
#include "logic/bisim/bisim.h"
#include "logic/draw/draw.h"
#include "logic/dx/build.h"
#include "logic/dx/update.h"

#include <stdio.h>

typedef struct figure {
    const char *title;
    unsigned events, worlds; // of the example; the paper's number of worlds
} figure;

static const char *const updates[] = {
    "draw_1_6, r1x0y2", "draw_2_5, r2x0y2", "draw_1_4, r2x0y1",
    "draw_2_3, r3x0y2", "ask_1_2, t2",      "give_2_2_1, y1",
    "ask_1_1, t1",      "gofish_2_1, e",    "draw_1_2, r1x1y1"};

static const figure figures[] = {
    {"Figure 1: each player has drawn 2 cards", 4, 21},
    {"Figure 2: player 1 asks for rank 2", 5, 11},
    {"Figure 3: player 2 gives a card", 6, 4},
    {"Figure 4: player 1 asks for rank 1", 7, 2},
    {"Figure 5: player 2 says go fish", 8, 1},
    {"Figure 6: player 1 draws a card", 9, 2},
};
enum { FIGURES = sizeof figures / sizeof *figures };

// The model after the first updates; the document outlives it.
static dx_status model_after(const dx_reproduce_options *options,
                             unsigned count, dx_document **out_document,
                             dx_model **out, dx_error *error)
{
    dx_rules rules;
    dx_text text = {0};
    dx_status status =
        dx_rules_parse(options->all_games, "gofish(tiny)", &rules, error);
    if (status == DX_OK)
        status =
            dx_gofish_model_write(&rules, DX_GOFISH_ASKS_ANY, &text, error);
    dx_text_add(&text, "\nafter ");
    for (unsigned i = 0; i < count; i++)
        dx_text_printf(&text, "%s%s", i > 0 ? "; " : "", updates[i]);
    dx_text_add(&text, ": count true\n");
    if (status == DX_OK)
        status = dx_document_read_text("figure", text.at, text.length,
                                       out_document, error);
    if (status == DX_OK)
        status =
            dx_build_model(*out_document, &dx_build_default_limits, out, error);
    if (status == DX_OK) {
        const dx_document *d = *out_document;
        const dx_query *last = &d->queries.at[d->queries.count - 1];
        status = dx_document_update(d, last->steps.count, last->steps.at, out,
                                    error);
    }
    dx_text_release(&text);
    return status;
}

static dx_status draw(const dx_reproduce_options *options, unsigned number,
                      const dx_model *model, dx_error *error)
{
    char name[30];
    dx_text svg = {0};
    dx_draw_options wanted = {.format = DX_DRAW_SVG,
                              .title = figures[number].title};
    if (options->figures == NULL)
        return DX_OK;
    snprintf(name, sizeof name, "gofish-figure-%u.svg", number + 1);
    dx_status status = dx_model_draw(model, &wanted, &svg, error);
    if (status == DX_OK)
        status = dx_reproduce_picture(options, name, &svg, error);
    dx_text_release(&svg);
    return status;
}

static dx_status show(const dx_reproduce_options *options, unsigned number,
                      dx_text *out, dx_error *error)
{
    const figure *f = &figures[number];
    dx_document *document = NULL;
    dx_model *model = NULL, *small = NULL;
    dx_status status =
        model_after(options, f->events, &document, &model, error);
    if (status == DX_OK)
        status = dx_model_contract(model, dx_model_bisim_kind(model), &small,
                                   NULL, error);
    if (status == DX_OK) {
        dx_text_printf(
            out,
            options->json ? "%s{\"figure\":%u,\"paper\":%u,\"product\":%zu,"
                            "\"worlds\":%zu}"
                          : "%s  %u   %5u   %7zu   %6zu\n",
            options->json && number > 0 ? ",\n" : "", number + 1, f->worlds,
            dx_model_world_count(model), dx_model_world_count(small));
        status = draw(options, number, small, error);
    }
    dx_model_free(small);
    dx_model_free(model);
    dx_document_free(document);
    return status;
}

dx_status dx_paper_figures(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    dx_status status = DX_OK;
    dx_text_add(out, options->json
                         ? "["
                         : "figures 1 to 6 (--figures DIR draws them): worlds\n"
                           "      paper   product   merged\n");
    for (unsigned i = 0; i < FIGURES && status == DX_OK; i++)
        status = show(options, i, out, error);
    dx_text_add(out, options->json ? "]" : "");
    return status;
}
