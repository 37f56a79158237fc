#include "proof/logics.h"

#include "test.h"

#include <string.h>

static const char *name_of(const char *text)
{
    dx_logic logic;
    if (!dx_logic_find(text, &logic))
        return "none";
    const dx_logic_entry *entry = dx_logic_entry_of(logic);
    return entry != NULL ? entry->name : "nameless";
}

TEST(degrees_of_belief_have_five_logics)
{
    CHECK_TEXT(name_of("KDI4"), "KDI4");
    CHECK_TEXT(name_of("kdi4S"), "KDI4s");
    CHECK_TEXT(name_of("KD5I4"), "KDI45");
    CHECK_TEXT(name_of("KDI4s5"), "KDI4s5");
    CHECK_TEXT(name_of("KDI4s5s"), "KDI4s5");
    CHECK_TEXT(name_of("KD4s5"), "KD4s5s");
    CHECK_TEXT(name_of("KI4"), "none"); // not serial
    CHECK_TEXT(name_of("K4s"), "none");
    CHECK_TEXT(name_of("KDs"), "none");
}

TEST(a_logic_has_many_names)
{
    CHECK_TEXT(name_of("S5"), "S5");
    CHECK_TEXT(name_of("kt5"), "S5");
    CHECK_TEXT(name_of("KTB4"), "S5");
    CHECK_TEXT(name_of("KDB4"), "S5"); // serial, symmetric, transitive
    CHECK_TEXT(name_of("KD54"), "KD45");
    CHECK_TEXT(name_of("D45"), "KD45");
    CHECK_TEXT(name_of("KB4"), "KB5");
    CHECK_TEXT(name_of("T"), "T");
    CHECK_TEXT(name_of("B"), "B");
    CHECK_TEXT(name_of("KB"), "KB");
    CHECK_TEXT(name_of("K"), "K");
    CHECK_TEXT(name_of("S6"), "none");
    CHECK_TEXT(name_of(""), "none");
    CHECK_TEXT(name_of("4"), "none");
}

TEST(every_choice_of_properties_of_one_agent_is_one_of_the_fifteen)
{
    CHECK_EQ(dx_logic_count, 20);
    for (unsigned properties = 0; properties < 32; properties++)
        CHECK(dx_logic_entry_of(dx_logic_closed(properties)) != NULL);
    for (size_t i = 0; i < dx_logic_count; i++)
        CHECK_EQ(dx_logic_closed(dx_logics[i].logic), dx_logics[i].logic);
}
