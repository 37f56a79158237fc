// A picture as JSON, for who draws it in their own manner: the page.

#include "logic/draw/picture.h"

static void write_agents(uint64_t agents, dx_text *out)
{
    const char *between = "";
    dx_text_add(out, "\"agents\":[");
    for (size_t a = 0; a < DX_DRAW_AGENTS_MAX; a++)
        if (agents >> a & 1) {
            dx_text_printf(out, "%s%zu", between, a);
            between = ",";
        }
    dx_text_add_char(out, ']');
}

static void write_box(const dx_box *box, dx_text *out)
{
    dx_text_printf(out, "{\"x\":%.1f,\"y\":%.1f,\"width\":%.1f,\"height\":%.1f",
                   box->at.x, box->at.y, box->width, box->height);
    dx_text_printf(out, ",\"actual\":%s,\"lines\":[",
                   box->is_actual ? "true" : "false");
    for (size_t i = 0; i < box->lines.count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, box->lines.at[i]);
    }
    dx_text_add(out, "]}");
}

static void write_line(dx_line *line, dx_text *out)
{
    static const char *const arrows[] = {"none", "to", "both"};
    dx_text_printf(out, "{\"from\":%u,\"to\":%u,\"arrow\":\"%s\",", line->from,
                   line->to, arrows[line->arrow]);
    write_agents(line->agents, out);
    dx_text_printf(out,
                   ",\"belief\":%s,\"straight\":%s,\"points\":[[%.1f,%.1f],"
                   "[%.1f,%.1f],[%.1f,%.1f]],\"label\":",
                   line->is_belief ? "true" : "false",
                   line->is_straight ? "true" : "false", line->start.x,
                   line->start.y, line->middle.x, line->middle.y, line->end.x,
                   line->end.y);
    dx_text_add_json(out, dx_text_string(&line->label));
    dx_text_printf(out, ",\"at\":[%.1f,%.1f]}", line->at_label.x,
                   line->at_label.y);
}

static void write_region(const dx_region *region, dx_text *out)
{
    dx_text_printf(out,
                   "{\"agent\":%zu,\"x\":%.1f,\"y\":%.1f,\"width\":%.1f,"
                   "\"height\":%.1f,\"rank\":%s,\"believed\":%s,\"label\":",
                   region->agent, region->area.left, region->area.top,
                   region->area.right - region->area.left,
                   region->area.bottom - region->area.top,
                   region->is_rank ? "true" : "false",
                   region->is_believed ? "true" : "false");
    dx_text_add_json(out, region->label != NULL ? region->label : "");
    dx_text_printf(out, ",\"at\":[%.1f,%.1f]}", region->at_label.x,
                   region->at_label.y);
}

void dx_picture_write_places(const dx_picture *picture, dx_text *out)
{
    dx_text_printf(out,
                   "{\"layout\":\"%s\",\"square\":%s,\"width\":%.1f,"
                   "\"height\":%.1f,\"boxes\":[",
                   dx_layout_name(picture->layout),
                   picture->is_square ? "true" : "false", picture->width,
                   picture->height);
    for (size_t i = 0; i < picture->box_count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        write_box(&picture->boxes[i], out);
    }
    dx_text_add(out, "],\"lines\":[");
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        write_line(&picture->lines.at[i], out);
    }
    dx_text_add(out, "],\"regions\":[");
    for (size_t i = 0; i < picture->regions.count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        write_region(&picture->regions.at[i], out);
    }
    dx_text_add(out, "],\"note\":");
    dx_text note = {0};
    dx_picture_note(picture, &note);
    dx_text_add_json(out, dx_text_string(&note));
    dx_text_release(&note);
    dx_text_add(out, "}\n");
}
