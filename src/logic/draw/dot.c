// A picture as DOT, with our places in it: `neato -n2` keeps them, and any
// graphviz program may lay it out anew.

#include "logic/draw/picture.h"

#include <string.h>

// Inside double quotes; a backslash would begin an escape of graphviz.
static void add_quoted(dx_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            dx_text_add_char(out, '\\');
        dx_text_add_part(out, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

static void write_box(const dx_picture *picture, size_t number, dx_text *out)
{
    const dx_box *box = &picture->boxes[number];
    dx_text_printf(out, "  w%zu [label=\"", number);
    for (size_t i = 0; i < box->lines.count; i++) {
        dx_text_add(out, i > 0 ? "\\n" : "");
        add_quoted(out, box->lines.at[i]);
    }
    dx_text_printf(out, "\", pos=\"%.1f,%.1f\", width=%.2f, height=%.2f",
                   box->at.x, picture->height - box->at.y, box->width / 72,
                   box->height / 72);
    if (box->is_actual)
        dx_text_add(out, ", peripheries=2, fillcolor=\"#fff4cc\"");
    dx_text_add(out, "];\n");
}

static void write_line(const dx_line *line, dx_text *out)
{
    static const char *const directions[] = {"none", "forward", "both"};
    dx_text label = line->label;
    dx_text_printf(out, "  w%u -> w%u [dir=%s, label=\"", line->from, line->to,
                   directions[line->arrow]);
    for (size_t i = 0; i < label.length; i++) {
        char c[2] = {label.at[i], '\0'};
        add_quoted(out, c);
    }
    dx_text_add(out, "\", color=\"");
    bool first = true;
    for (size_t a = 0; a < DX_DRAW_AGENTS_MAX; a++) {
        if ((line->agents >> a & 1) == 0)
            continue;
        dx_text_printf(out, "%s%s", first ? "" : ":", dx_agent_colour(a));
        first = false;
    }
    dx_text_printf(out, "\"%s];\n", line->is_belief ? ", style=dashed" : "");
}

static void write_caption(const dx_picture *picture, dx_text *out)
{
    dx_text_add(out, "  label=\"");
    if (picture->title != NULL) {
        add_quoted(out, picture->title);
        dx_text_add(out, "\\n");
    }
    for (size_t i = 0; i < picture->legend.count; i++) {
        dx_text entry = {0};
        dx_legend_print(picture, &picture->legend.at[i], &entry);
        dx_text_add(out, i > 0 ? ", " : "");
        add_quoted(out, dx_text_string(&entry));
        dx_text_release(&entry);
    }
    dx_text note = {0};
    dx_picture_note(picture, &note);
    dx_text_add(out, "\\n");
    add_quoted(out, dx_text_string(&note));
    dx_text_add(out, "\";\n");
    dx_text_release(&note);
}

void dx_picture_write_dot(const dx_picture *picture, dx_text *out)
{
    dx_text_add(out, "digraph model {\n"
                     "  graph [layout=neato, overlap=false, sep=\"+12\", "
                     "splines=true, fontname=\"Helvetica\", fontsize=12];\n"
                     "  node [shape=box, style=\"");
    dx_text_add(out, picture->is_square ? "" : "rounded,");
    dx_text_add(out, "filled\", "
                     "fillcolor=\"#f7f7f5\", color=\"#222222\", "
                     "fontname=\"Helvetica\", fontsize=13];\n"
                     "  edge [fontname=\"Helvetica\", fontsize=11, "
                     "arrowsize=0.8];\n");
    write_caption(picture, out);
    for (size_t i = 0; i < picture->box_count; i++)
        write_box(picture, i, out);
    for (size_t i = 0; i < picture->lines.count; i++)
        write_line(&picture->lines.at[i], out);
    dx_text_add(out, "}\n");
}
