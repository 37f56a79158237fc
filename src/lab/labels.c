// Labels are given in the order of the schedule, and each avoids those before
// it; a number that tells two apart is made room for before the middle is cut
// out.  Columns are characters of UTF-8, not bytes.

#include "lab/labels.h"
#include "lab/programs.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

static bool starts_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

unsigned dx_label_columns(const char *text)
{
    unsigned columns = 0;
    for (; *text != '\0'; text++)
        columns += starts_character(*text);
    return columns;
}

// Where the character after the first `columns` ones begins.
static const char *behind(const char *text, unsigned columns)
{
    for (; *text != '\0'; text++)
        if (starts_character(*text) && columns-- == 0)
            break;
    return text;
}

void dx_label_fit(const char *text, unsigned columns_max, dx_text *out)
{
    unsigned columns = dx_label_columns(text);
    if (columns <= columns_max) {
        dx_text_add(out, text);
        return;
    }
    unsigned head = (columns_max - 2) / 2, tail = columns_max - 2 - head;
    dx_text_add_part(out, text, (size_t)(behind(text, head) - text));
    dx_text_add(out, "..");
    dx_text_add(out, behind(text, columns - tail));
}

static const dx_label *find(const dx_label *labels, size_t count,
                            const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(labels[i].name, name) == 0)
            return &labels[i];
    return NULL;
}

static bool is_taken(const dx_label *labels, size_t count, const char *label)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(labels[i].label, label) == 0)
            return true;
    return false;
}

// The name of an agent, or what a program calls itself, or its command.
static void add_full(const char *name, const dx_programs *programs,
                     dx_text *out)
{
    const dx_program *program =
        programs != NULL ? dx_programs_find(programs, name) : NULL;
    bool has_name = program != NULL && program->name[0] != '\0';
    dx_text_add(out, has_name ? "\"" : "");
    dx_text_add_shown(out, has_name ? program->name : name);
    dx_text_add(out, has_name ? "\"" : "");
}

// A label that none of the `count` before it has: number 1 is unsaid.
static char *new_label(const char *full, unsigned columns_max,
                       const dx_label *labels, size_t count)
{
    dx_text label = {0}, number = {0};
    for (unsigned n = 1;; n++) {
        dx_text_clear(&label);
        dx_text_clear(&number);
        if (n > 1)
            dx_text_printf(&number, "#%u", n);
        unsigned left = columns_max - (unsigned)number.length;
        dx_label_fit(full, left, &label);
        dx_text_add_part(&label, number.at, number.length);
        if (!is_taken(labels, count, dx_text_string(&label)))
            break;
    }
    dx_text_release(&number);
    return dx_text_take(&label);
}

dx_labels dx_labels_make(const dx_schedule *schedule,
                         const dx_programs *programs, unsigned columns_max)
{
    DX_REQUIRE(columns_max >= 12, "room for a number and two ends");
    DX_VECTOR(dx_label) list = {0};
    dx_text full = {0};
    for (unsigned i = 0; i < schedule->lineup_count; i++)
        for (unsigned j = 0; j < dx_players(&schedule->rules); j++) {
            const char *name = schedule->lineups[i].name[j];
            if (find(list.at, list.count, name) != NULL)
                continue;
            dx_text_clear(&full);
            add_full(name, programs, &full);
            dx_label label = {name,
                              new_label(dx_text_string(&full), columns_max,
                                        list.at, list.count)};
            dx_vector_push(&list, label);
        }
    dx_text_release(&full);
    return (dx_labels){(unsigned)list.count, list.at};
}

void dx_labels_release(dx_labels *labels)
{
    for (unsigned i = 0; i < labels->count; i++)
        dx_free(labels->at[i].label);
    dx_free(labels->at);
    *labels = (dx_labels){0};
}

const char *dx_label_of(const dx_labels *labels, const char *name)
{
    const dx_label *label = find(labels->at, labels->count, name);
    DX_REQUIRE(label != NULL, "a name of the schedule");
    return label->label;
}
