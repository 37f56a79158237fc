// From a model to a picture to a format.

#include "logic/draw/draw.h"

#include "base/filter.h"
#include "base/heed.h"
#include "logic/draw/picture.h"

enum { TIMEOUT_MS = 10000 };

static dx_status lay_out(dx_picture *picture, const dx_draw_options *options,
                         unsigned timeout_ms, dx_error *error)
{
    switch (options->layout) {
    case DX_LAYOUT_NEATO:
        return dx_picture_lay_out_by(picture, "neato", timeout_ms, error);
    case DX_LAYOUT_SFDP:
        return dx_picture_lay_out_by(picture, "sfdp", timeout_ms, error);
    case DX_LAYOUT_OWN:
        dx_picture_lay_out(picture);
        return DX_OK;
    default:
        return dx_picture_arrange(picture, options->layout, error);
    }
}

// rsvg-convert draws our SVG as it is; graphviz draws the same places in its
// own manner.
static dx_status write_png(const dx_picture *picture, unsigned timeout_ms,
                           dx_text *out, dx_error *error)
{
    static const char *const rsvg[] = {"rsvg-convert", "--format=png",
                                       "--zoom=2", NULL};
    static const char *const neato[] = {"neato", "-n2", "-Tpng", "-Gdpi=144",
                                        NULL};
    bool has_rsvg = dx_filter_exists(rsvg[0]);
    if (!has_rsvg && !dx_filter_exists(neato[0]))
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "PNG needs rsvg-convert or graphviz, and neither is "
                       "installed (Debian: apt install librsvg2-bin); SVG, "
                       "TikZ and DOT need nothing");
    dx_filter run = {.argv = has_rsvg ? rsvg : neato, .timeout_ms = timeout_ms};
    dx_text input = {0};
    if (has_rsvg)
        dx_picture_write_svg(picture, &input);
    else
        dx_picture_write_dot(picture, &input);
    dx_status status = dx_filter_run(&run, input.at, input.length, out, error);
    dx_text_release(&input);
    return status;
}

static dx_status write_picture(const dx_picture *picture,
                               const dx_draw_options *options,
                               unsigned timeout_ms, dx_text *out,
                               dx_error *error)
{
    switch (options->format) {
    case DX_DRAW_DOT:
        dx_picture_write_dot(picture, out);
        return DX_OK;
    case DX_DRAW_TIKZ:
        dx_picture_write_tikz(picture, out);
        return DX_OK;
    case DX_DRAW_SVG:
        dx_picture_write_svg(picture, out);
        return DX_OK;
    case DX_DRAW_PLACES:
        dx_picture_write_places(picture, out);
        return DX_OK;
    case DX_DRAW_PNG:
        break;
    }
    return write_png(picture, timeout_ms, out, error);
}

dx_status dx_model_draw(const dx_model *model, const dx_draw_options *options,
                        dx_text *out, dx_error *error)
{
    size_t worlds = dx_model_world_count(model);
    if (worlds == 0)
        return dx_fail(error, DX_ERR_EMPTY, 0, 0,
                       "the model has no worlds, so there is nothing to draw");
    if (worlds > DX_DRAW_WORLDS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "%zu worlds are more than a picture can show (%d)",
                       worlds, DX_DRAW_WORLDS_MAX);
    size_t agents = dx_model_agent_count(model);
    if (agents > DX_DRAW_AGENTS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "%zu agents are more than a picture can show (%d)",
                       agents, DX_DRAW_AGENTS_MAX);
    unsigned timeout_ms =
        options->timeout_ms > 0 ? options->timeout_ms : TIMEOUT_MS;
    bool is_short = options->layout >= DX_LAYOUT_AUTO;
    dx_picture picture = is_short ? dx_picture_short(model, options->title)
                                  : dx_picture_of(model, options->title);
    picture.is_square = options->is_square;
    if (options->captions != NULL)
        dx_picture_caption(&picture, options->captions);
    for (size_t w = 0; w < worlds && options->hides_actual; w++)
        picture.boxes[w].is_actual = false;
    // What is called off is left as it is, and not written.
    dx_status status = dx_is_called_off()
                           ? DX_ERR_CANCELLED
                           : lay_out(&picture, options, timeout_ms, error);
    if (status == DX_OK && !is_short)
        dx_picture_route(&picture);
    if (status == DX_OK && dx_is_called_off())
        status = DX_ERR_CANCELLED;
    if (status == DX_ERR_CANCELLED)
        dx_fail(error, status, 0, 0, "stopped");
    if (status == DX_OK)
        status = write_picture(&picture, options, timeout_ms, out, error);
    dx_picture_release(&picture);
    return status;
}
