// Names in tables: short, and no two alike.

#include "lab/fixture.h"
#include "lab/labels.h"
#include "lab/programs.h"
#include "test.h"

#include <string.h>

static dx_labels labels_of(dx_schedule *schedule, const dx_programs *programs)
{
    dx_labels labels = dx_labels_make(schedule, programs, 26);
    for (unsigned i = 0; i < labels.count; i++) {
        CHECK(dx_label_columns(labels.at[i].label) <= 26);
        for (unsigned j = 0; j < i; j++)
            CHECK(strcmp(labels.at[i].label, labels.at[j].label) != 0);
    }
    return labels;
}

TEST(two_programs_of_one_folder_have_different_names_in_tables)
{
    dx_schedule *schedule =
        lab_schedule("parlour",
                     "random,cmd:python3 /home/me/projects/bots/clever.py;"
                     "random,cmd:python3 /home/me/projects/bots/simple.py",
                     1, 1);
    dx_labels labels = labels_of(schedule, NULL);
    CHECK_EQ(labels.count, 3);
    CHECK_TEXT(labels.at[0].label, "random");
    CHECK_TEXT(labels.at[1].label, "cmd:python3 ..ts/clever.py");
    CHECK_TEXT(labels.at[2].label, "cmd:python3 ..ts/simple.py");
    dx_labels_release(&labels);
    dx_schedule_free(schedule);
}

TEST(programs_are_called_what_they_call_themselves_but_never_alike)
{
    dx_schedule *schedule = lab_schedule(
        "parlour", "cmd:one,cmd:two;cmd:three,random;cmd:four,cmd:five", 1, 1);
    dx_program list[] = {
        {.command = "cmd:one", .name = "clever"},
        {.command = "cmd:two", .name = "clever"},
        {.command = "cmd:three", .name = "random"},
        {.command = "cmd:four", .name = "\033[2Ja very long name, longer..."},
        {.command = "cmd:five", .name = ""}};
    dx_programs programs = {5, list};
    dx_labels labels = labels_of(schedule, &programs);
    CHECK_TEXT(dx_label_of(&labels, "cmd:one"), "\"clever\"");
    CHECK_TEXT(dx_label_of(&labels, "cmd:two"), "\"clever\"#2");
    CHECK_TEXT(dx_label_of(&labels, "cmd:three"), "\"random\"");
    CHECK_TEXT(dx_label_of(&labels, "random"), "random");
    CHECK_TEXT(dx_label_of(&labels, "cmd:four"),
               "\"\\e[2Ja very.., longer...\"");
    CHECK_TEXT(dx_label_of(&labels, "cmd:five"), "cmd:five");
    dx_labels_release(&labels);
    dx_schedule_free(schedule);
}

// Cut between characters, not between bytes.
TEST(a_long_name_keeps_both_ends)
{
    dx_text out = {0};
    dx_label_fit("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9z", 5, &out);
    CHECK_TEXT(dx_text_string(&out), "\xc3\xa9..\xc3\xa9z");
    dx_text_release(&out);
}
