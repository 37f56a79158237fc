// Places from neato or sfdp, where they are asked for.

#include "base/filter.h"
#include "base/memory.h"
#include "logic/draw/picture.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Only what matters for places: sizes and edges.
static void write_question(const dx_picture *picture, dx_text *out)
{
    dx_text_add(out, "graph g {\ngraph [overlap=false, sep=\"+24\", "
                     "start=7];\nnode [shape=box, fixedsize=true];\n");
    for (size_t i = 0; i < picture->box_count; i++)
        dx_text_printf(out, "w%zu [width=%.3f, height=%.3f];\n", i,
                       picture->boxes[i].width / 72,
                       picture->boxes[i].height / 72);
    for (size_t i = 0; i < picture->lines.count; i++) {
        const dx_line *line = &picture->lines.at[i];
        double length = (picture->boxes[line->from].width +
                         picture->boxes[line->to].width) /
                            2 +
                        60;
        if (line->from != line->to && line->lane == 0)
            dx_text_printf(out, "w%u -- w%u [len=%.2f];\n", line->from,
                           line->to, length / 72);
    }
    dx_text_add(out, "}\n");
}

// Reads "node w3 1.25 0.5 ..." lines: inches, y upwards.  Answers how many.
static size_t read_places(dx_picture *picture, char *answer)
{
    size_t count = 0;
    assert(answer != NULL);
    char *rest = answer;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        if (strncmp(line, "node w", 6) != 0)
            continue;
        char *end;
        size_t number = strtoul(line + 6, &end, 10);
        double x = strtod(end, &end), y = strtod(end, &end);
        if (number >= picture->box_count)
            continue;
        picture->boxes[number].at.x = 72 * x;
        picture->boxes[number].at.y = -72 * y;
        count++;
    }
    return count;
}

dx_status dx_picture_lay_out_by(dx_picture *picture, const char *program,
                                unsigned timeout_ms, dx_error *error)
{
    if (!dx_filter_exists(program))
        return dx_fail(error, DX_ERR_FILE, 0, 0,
                       "%s is not installed (Debian: apt install graphviz); "
                       "without it use --layout own",
                       program);
    const char *const argv[] = {program, "-Tplain", NULL};
    dx_filter run = {.argv = argv, .timeout_ms = timeout_ms};
    dx_text question = {0}, answer = {0};
    write_question(picture, &question);
    dx_status status =
        dx_filter_run(&run, question.at, question.length, &answer, error);
    if (status == DX_OK) {
        char *text = dx_text_take(&answer);
        if (read_places(picture, text) != picture->box_count)
            status = dx_fail(error, DX_ERR_FILE, 0, 0,
                             "%s gave no place to some of the worlds", program);
        dx_free(text);
    }
    dx_text_release(&question);
    dx_text_release(&answer);
    return status;
}
