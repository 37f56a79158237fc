// A picture as SVG: self-contained, dark on light, no scripts, no fonts.

#include "logic/draw/picture.h"

#include <math.h>
#include <string.h>

enum { LEGEND_ROW = 22, SAMPLE = 34, TITLE = 30 };

static const char *const font =
    "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif";

// XML has no way to write most control characters.
static void add_xml(dx_text *out, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        size_t size = dx_utf8_length(text + i, length - i);
        unsigned char c = (unsigned char)text[i];
        if (size == 0 || c < ' ')
            dx_text_add(out, "\xef\xbf\xbd");
        else if (c == '&')
            dx_text_add(out, "&amp;");
        else if (c == '<')
            dx_text_add(out, "&lt;");
        else if (c == '>')
            dx_text_add(out, "&gt;");
        else
            dx_text_add_part(out, text + i, size);
        i += size > 0 ? size : 1;
    }
}

static void write_box(const dx_box *box, bool is_square, dx_text *out)
{
    double left = box->at.x - box->width / 2, top = box->at.y - box->height / 2;
    dx_text_printf(out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                   "height=\"%.1f\" rx=\"%d\" fill=\"%s\" "
                   "stroke=\"#222\" stroke-width=\"1.3\"/>\n",
                   left, top, box->width, box->height, is_square ? 0 : 7,
                   box->is_actual ? "#fff4cc" : "#f7f7f5");
    if (box->is_actual)
        dx_text_printf(out,
                       "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                       "height=\"%.1f\" rx=\"%d\" fill=\"none\" "
                       "stroke=\"#222\" stroke-width=\"1.3\"/>\n",
                       left + 3.5, top + 3.5, box->width - 7, box->height - 7,
                       is_square ? 0 : 4);
    for (size_t i = 0; i < box->lines.count; i++) {
        double y = top + DX_BOX_PADDING + 12 + (double)i * DX_LINE_HEIGHT;
        dx_text_printf(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", box->at.x, y - 1,
                       i == 0 && box->has_title ? " font-weight=\"bold\"" : "");
        add_xml(out, box->lines.at[i]);
        dx_text_add(out, "</text>\n");
    }
}

// Agents have a colour and a pattern, either of which is enough.
static void write_region(const dx_region *region, dx_text *out)
{
    static const char *const patterns[] = {"", "6 4", "2 4", "10 3 2 3"};
    const dx_picture_area *area = &region->area;
    dx_text_printf(out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                   "height=\"%.1f\" rx=\"9\" fill=\"%s\" "
                   "fill-opacity=\"0.08\" stroke=\"%s\" "
                   "stroke-width=\"%s\" stroke-dasharray=\"%s\"/>\n",
                   area->left, area->top, area->right - area->left,
                   area->bottom - area->top, dx_agent_colour(region->agent),
                   dx_agent_colour(region->agent),
                   region->is_believed ? "2.5" : "1.5",
                   region->is_rank ? "" : patterns[region->agent % 4]);
    if (region->label == NULL)
        return;
    dx_text_printf(out,
                   "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" "
                   "fill=\"%s\">",
                   region->at_label.x, region->at_label.y + 4,
                   dx_agent_colour(region->agent));
    add_xml(out, region->label);
    dx_text_add(out, "</text>\n");
}

// The curve, moved sideways by `shift`: agents who share a line lie side by
// side.
static void write_path(const dx_line *line, double shift, dx_text *out)
{
    double dx = line->end.x - line->start.x, dy = line->end.y - line->start.y;
    double length = hypot(dx, dy);
    double x = length > 0 ? -shift * dy / length : 0;
    double y = length > 0 ? shift * dx / length : 0;
    dx_text_printf(out, "M %.1f %.1f ", line->start.x + x, line->start.y + y);
    if (line->from == line->to) {
        // The two handles of a loop stand outside its ends, wider than they.
        double hx = 1.3 * line->middle.x, hy = 1.3 * line->middle.y;
        double mx = (line->start.x + line->end.x) / 2;
        double my = (line->start.y + line->end.y) / 2;
        hx -= 0.3 * mx;
        hy -= 0.3 * my;
        dx_text_printf(out, "C %.1f %.1f %.1f %.1f %.1f %.1f",
                       hx + 2.2 * (line->start.x - mx) + x,
                       hy + 2.2 * (line->start.y - my) + y,
                       hx + 2.2 * (line->end.x - mx) + x,
                       hy + 2.2 * (line->end.y - my) + y, line->end.x + x,
                       line->end.y + y);
        return;
    }
    if (!line->is_straight)
        dx_text_printf(out, "Q %.1f %.1f %.1f %.1f", line->middle.x + x,
                       line->middle.y + y, line->end.x + x, line->end.y + y);
    else
        dx_text_printf(out, "L %.1f %.1f", line->end.x + x, line->end.y + y);
}

static void write_head(dx_point tip, dx_point from, const char *colour,
                       dx_text *out)
{
    double dx = tip.x - from.x, dy = tip.y - from.y, length = hypot(dx, dy);
    if (length == 0)
        return;
    dx /= length;
    dy /= length;
    dx_text_printf(out,
                   "<path d=\"M %.1f %.1f L %.1f %.1f L %.1f %.1f Z\" "
                   "fill=\"%s\"/>\n",
                   tip.x, tip.y, tip.x - 10 * dx - 4 * dy,
                   tip.y - 10 * dy + 4 * dx, tip.x - 10 * dx + 4 * dy,
                   tip.y - 10 * dy - 4 * dx, colour);
}

static unsigned agents_of(const dx_line *line)
{
    return (unsigned)__builtin_popcountll(line->agents);
}

static void write_line(const dx_line *line, dx_text *out)
{
    unsigned count = agents_of(line), number = 0;
    size_t first = (size_t)__builtin_ctzll(line->agents);
    // Stripes for a few agents; more of them are one dark line.
    bool striped = count <= 4;
    for (size_t a = 0; a < DX_DRAW_AGENTS_MAX; a++) {
        if ((line->agents >> a & 1) == 0 || (!striped && number > 0))
            continue;
        double shift =
            striped ? ((double)number - ((double)count - 1) / 2) * 2.6 : 0;
        dx_text_add(out, "<path d=\"");
        write_path(line, shift, out);
        dx_text_printf(out,
                       "\" fill=\"none\" stroke=\"%s\" "
                       "stroke-width=\"%.1f\"%s/>\n",
                       striped ? dx_agent_colour(a) : "#333",
                       count > 1 ? 2.0 : 1.8,
                       line->is_belief ? " stroke-dasharray=\"6 4\"" : "");
        number++;
    }
    const char *colour = count == 1 ? dx_agent_colour(first) : "#333";
    dx_point last = line->middle, next = line->middle;
    if (line->from == line->to) { // as the handles of write_path point
        last.x += 0.6 * (line->end.x - line->start.x);
        last.y += 0.6 * (line->end.y - line->start.y);
    }
    if (line->arrow != DX_ARROW_NONE)
        write_head(line->end, last, colour, out);
    if (line->arrow == DX_ARROW_BOTH)
        write_head(line->start, next, colour, out);
}

static void write_label(dx_line *line, dx_text *out)
{
    const char *label = dx_text_string(&line->label);
    if (*label == '\0')
        return; // its kind is labelled elsewhere
    double width = dx_text_width(label, 12) + 4;
    dx_text_printf(out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                   "height=\"15\" rx=\"3\" fill=\"#fff\"/>\n",
                   line->at_label.x - width / 2, line->at_label.y - 7.5, width);
    dx_text_printf(out,
                   "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" "
                   "fill=\"%s\">",
                   line->at_label.x, line->at_label.y + 4,
                   agents_of(line) == 1
                       ? dx_agent_colour((size_t)__builtin_ctzll(line->agents))
                       : "#222");
    add_xml(out, label);
    dx_text_add(out, "</text>\n");
}

// ---- The legend.

static void write_entry(const dx_picture *picture, const dx_legend_entry *entry,
                        double x, double y, dx_text *out)
{
    const char *colour = dx_agent_colour(entry->agent);
    dx_text_printf(out,
                   "<path d=\"M %.1f %.1f L %.1f %.1f\" stroke=\"%s\" "
                   "stroke-width=\"2\"%s/>\n",
                   x, y, x + SAMPLE - 8, y, colour,
                   entry->is_belief ? " stroke-dasharray=\"6 4\"" : "");
    if (entry->has_arrows)
        write_head((dx_point){x + SAMPLE - 6, y}, (dx_point){x, y}, colour,
                   out);
    dx_text_printf(out,
                   "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" "
                   "text-anchor=\"start\">",
                   x + SAMPLE, y + 4);
    dx_text text = {0};
    dx_legend_print(picture, entry, &text);
    add_xml(out, dx_text_string(&text));
    dx_text_release(&text);
    dx_text_add(out, "</text>\n");
}

static double entry_width(const dx_picture *picture,
                          const dx_legend_entry *entry)
{
    dx_text text = {0};
    dx_legend_print(picture, entry, &text);
    double width = SAMPLE + dx_text_width(dx_text_string(&text), 12) + 18;
    dx_text_release(&text);
    return width;
}

// Writes the legend from `y` on (out == NULL: only measures) and returns the
// height it takes.
static double write_legend(const dx_picture *picture, double width, double y,
                           dx_text *out)
{
    double x = 16, top = y;
    for (size_t i = 0; i < picture->legend.count; i++) {
        const dx_legend_entry *entry = &picture->legend.at[i];
        double wide = entry_width(picture, entry);
        if (x > 16 && x + wide > width) {
            x = 16;
            y += LEGEND_ROW;
        }
        if (out != NULL)
            write_entry(picture, entry, x, y + 8, out);
        x += wide;
    }
    y += LEGEND_ROW;
    dx_text note = {0};
    dx_picture_note(picture, &note);
    if (note.length > 0 && out != NULL) {
        dx_text_printf(out,
                       "<text x=\"16\" y=\"%.1f\" font-size=\"11\" "
                       "fill=\"#555\" text-anchor=\"start\">",
                       y + 8);
        add_xml(out, dx_text_string(&note));
        dx_text_add(out, "</text>\n");
    }
    y += note.length > 0 ? LEGEND_ROW : 0;
    dx_text_release(&note);
    return y - top;
}

static void write_start(const dx_picture *picture, double width, double height,
                        dx_text *out)
{
    dx_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                   "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" "
                   "font-family=\"%s\" font-size=\"%d\" "
                   "text-anchor=\"middle\" fill=\"#111\">\n<title>",
                   width, height, width, height, font, DX_FONT_SIZE);
    add_xml(out, picture->title != NULL ? picture->title : "a Kripke model");
    size_t agents = dx_model_agent_count(picture->model);
    dx_text_printf(out, "</title>\n<desc>%zu world%s, %zu agent%s</desc>\n",
                   picture->box_count, dx_plural(picture->box_count), agents,
                   dx_plural(agents));
    dx_text_printf(out,
                   "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n",
                   width, height);
}

// Wide enough for the picture, the title and the note.
static double page_width(const dx_picture *picture)
{
    double width = picture->width;
    dx_text note = {0};
    dx_picture_note(picture, &note);
    width = fmax(width, dx_text_width(dx_text_string(&note), 11) + 32);
    dx_text_release(&note);
    if (picture->title != NULL)
        width = fmax(width, dx_text_width(picture->title, 17) + 32);
    return width;
}

void dx_picture_write_svg(const dx_picture *picture, dx_text *out)
{
    double width = page_width(picture);
    double top = picture->title != NULL ? TITLE : 0;
    double legend = write_legend(picture, width, 0, NULL);
    write_start(picture, width, top + picture->height + legend, out);
    if (picture->title != NULL) {
        dx_text_printf(out,
                       "<text x=\"%.1f\" y=\"26\" font-size=\"16\" "
                       "font-weight=\"bold\">",
                       width / 2);
        add_xml(out, picture->title);
        dx_text_add(out, "</text>\n");
    }
    dx_text_printf(out, "<g transform=\"translate(%.1f %.1f)\">\n",
                   (width - picture->width) / 2, top);
    for (size_t i = 0; i < picture->regions.count; i++)
        write_region(&picture->regions.at[i], out);
    for (size_t i = 0; i < picture->lines.count; i++)
        write_line(&picture->lines.at[i], out);
    for (size_t i = 0; i < picture->box_count; i++)
        write_box(&picture->boxes[i], picture->is_square, out);
    for (size_t i = 0; i < picture->lines.count; i++)
        write_label(&picture->lines.at[i], out);
    dx_text_add(out, "</g>\n");
    write_legend(picture, width, top + picture->height, out);
    dx_text_add(out, "</svg>\n");
}
