// A picture as TikZ, a LaTeX document of its own.

#include "logic/draw/picture.h"

#include <ctype.h>
#include <string.h>

// A picture's pixel in TeX's centimetres.
static double cm(double pixels)
{
    return pixels / 38;
}

static void add_tex(dx_text *out, const char *text)
{
    static const struct {
        char sign;
        const char *tex;
    } signs[] = {
        {'\\', "\\textbackslash{}"},
        {'~', "\\textasciitilde{}"},
        {'^', "\\textasciicircum{}"},
        {'&', "\\&"},
        {'%', "\\%"},
        {'$', "\\$"},
        {'#', "\\#"},
        {'_', "\\_"},
        {'{', "\\{"},
        {'}', "\\}"},
        {'<', "\\textless{}"},
        {'>', "\\textgreater{}"},
        {'|', "\\textbar{}"},
        {'"', "\\textquotedbl{}"},
    };
    for (; *text != '\0'; text++) {
        const char *tex = NULL;
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (*text == signs[i].sign)
                tex = signs[i].tex;
        if (tex != NULL)
            dx_text_add(out, tex);
        else
            dx_text_add_part(out, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

static void write_box(const dx_picture *picture, size_t number, dx_text *out)
{
    const dx_box *box = &picture->boxes[number];
    dx_text_printf(out, "  \\node[world%s] (w%zu) at (%.2f,%.2f) {",
                   box->is_actual ? ", actual" : "", number, cm(box->at.x),
                   cm(picture->height - box->at.y));
    for (size_t i = 0; i < box->lines.count; i++) {
        bool bold = i == 0 && box->has_title;
        dx_text_add(out, i > 0 ? "\\\\ " : "");
        dx_text_add(out, bold ? "\\textbf{" : "");
        add_tex(out, box->lines.at[i]);
        dx_text_add(out, bold ? "}" : "");
    }
    dx_text_add(out, "};\n");
}

static const char *loop_side(const dx_picture *picture, const dx_line *line)
{
    const dx_box *box = &picture->boxes[line->from];
    if (line->start.x == line->end.x)
        return line->middle.x > box->at.x ? "right" : "left";
    return line->middle.y < box->at.y ? "above" : "below";
}

// How far an edge bends away from the straight line, in TikZ's degrees; our
// curves are shallow, so the angle is about twice the height over the length.
static int bend(const dx_line *line)
{
    double dx = line->end.x - line->start.x, dy = line->end.y - line->start.y;
    double mx = line->middle.x - (line->start.x + line->end.x) / 2;
    double my = line->middle.y - (line->start.y + line->end.y) / 2;
    double square = dx * dx + dy * dy;
    double slope = square > 0 ? 2 * (mx * dy - my * dx) / square : 0;
    double degrees = 57.3 * slope;
    return (int)(degrees > 60 ? 60 : degrees < -60 ? -60 : degrees);
}

static void write_line(const dx_picture *picture, dx_line *line, dx_text *out)
{
    static const char *const tips[] = {"-", "->", "<->"};
    unsigned count = (unsigned)__builtin_popcountll(line->agents);
    dx_text_printf(out, "  \\draw[%s, ", tips[line->arrow]);
    if (count == 1)
        dx_text_printf(out, "agent%d", __builtin_ctzll(line->agents));
    else
        dx_text_add(out, "several");
    dx_text_printf(out, "%s] (w%u) ", line->is_belief ? ", dashed" : "",
                   line->from);
    if (line->from == line->to)
        dx_text_printf(out, "edge[loop %s] node[auto] {",
                       loop_side(picture, line));
    else
        dx_text_printf(out, "to[bend left=%d] node[agents] {",
                       line->is_straight ? 0 : bend(line));
    add_tex(out, dx_text_string(&line->label));
    dx_text_printf(out, "} (w%u);\n", line->to);
}

// xcolor wants capital letters.
static void add_colour(dx_text *out, size_t agent)
{
    dx_text_printf(out, "\\definecolor{colour%zu}{HTML}{", agent);
    for (const char *c = dx_agent_colour(agent) + 1; *c != '\0'; c++)
        dx_text_printf(out, "%c", toupper((unsigned char)*c));
    dx_text_add(out, "}\n");
}

static void write_start(const dx_picture *picture, dx_text *out)
{
    dx_text_add(out, "\\documentclass[tikz,border=4mm]{standalone}\n"
                     "\\usepackage[T1]{fontenc}\n"
                     "\\usepackage[utf8]{inputenc}\n"
                     "\\usetikzlibrary{arrows.meta}\n");
    for (size_t i = 0; i < picture->legend.count; i++) {
        size_t agent = picture->legend.at[i].agent;
        if (!picture->legend.at[i].is_belief)
            add_colour(out, agent);
    }
    dx_text_add(out,
                "\\begin{document}\n\\begin{tikzpicture}[>=Stealth, thick,\n"
                "    font=\\sffamily\\small,\n"
                "    world/.style={draw, ");
    dx_text_add(out, picture->is_square ? "" : "rounded corners, ");
    dx_text_add(out, "fill=black!3,\n"
                     "        align=center, inner sep=5pt},\n"
                     "    actual/.style={double, double distance=1.5pt,\n"
                     "        fill=yellow!20},\n"
                     "    agents/.style={fill=white, inner sep=1.5pt,\n"
                     "        font=\\sffamily\\footnotesize, text=black},\n"
                     "    several/.style={black!75}");
    for (size_t i = 0; i < picture->legend.count; i++)
        if (!picture->legend.at[i].is_belief)
            dx_text_printf(out, ",\n    agent%zu/.style={colour%zu}",
                           picture->legend.at[i].agent,
                           picture->legend.at[i].agent);
    dx_text_add(out, "]\n");
}

static void write_region(const dx_picture *picture, const dx_region *region,
                         dx_text *out)
{
    const dx_picture_area *area = &region->area;
    dx_text_printf(
        out,
        "  \\draw[agent%zu, rounded corners%s] (%.2f,%.2f) rectangle "
        "(%.2f,%.2f);\n",
        region->agent, region->is_believed ? ", very thick" : "",
        cm(area->left), cm(picture->height - area->top), cm(area->right),
        cm(picture->height - area->bottom));
    if (region->label == NULL)
        return;
    dx_text_printf(out, "  \\node[agent%zu] at (%.2f,%.2f) {", region->agent,
                   cm(region->at_label.x),
                   cm(picture->height - region->at_label.y));
    add_tex(out, region->label);
    dx_text_add(out, "};\n");
}

void dx_picture_write_tikz(const dx_picture *picture, dx_text *out)
{
    write_start(picture, out);
    for (size_t i = 0; i < picture->regions.count; i++)
        write_region(picture, &picture->regions.at[i], out);
    for (size_t i = 0; i < picture->box_count; i++)
        write_box(picture, i, out);
    for (size_t i = 0; i < picture->lines.count; i++)
        write_line(picture, &picture->lines.at[i], out);
    dx_text_add(out, "  \\node[align=center, below=4mm] at "
                     "(current bounding box.south) {\\footnotesize ");
    if (picture->title != NULL) {
        dx_text_add(out, "\\textbf{");
        add_tex(out, picture->title);
        dx_text_add(out, "}\\\\ ");
    }
    for (size_t i = 0; i < picture->legend.count; i++) {
        dx_text entry = {0};
        dx_legend_print(picture, &picture->legend.at[i], &entry);
        dx_text_add(out, i > 0 ? ", " : "");
        add_tex(out, dx_text_string(&entry));
        dx_text_release(&entry);
    }
    dx_text note = {0};
    dx_picture_note(picture, &note);
    dx_text_add(out, "\\\\ ");
    add_tex(out, dx_text_string(&note));
    dx_text_add(out, "};\n\\end{tikzpicture}\n\\end{document}\n");
    dx_text_release(&note);
}
