// The twenty logics, and what follows from what: the closure adds one
// consequence after the other until nothing is new.  A name is read as its
// letters and closed, so that all names of a logic lead to the same set and
// need no list.

#include "proof/logics.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    T = DX_REFLEXIVE,
    D = DX_SERIAL,
    B = DX_SYMMETRIC,
    FOUR = DX_TRANSITIVE,
    FIVE = DX_EUCLIDEAN,
    I = DX_ORDERED,
    FOUR_S = DX_STRONG_4,
    FIVE_S = DX_STRONG_5,
};

const dx_logic_entry dx_logics[] = {
    {"K", "", "any relations", 0},
    {"D", "KD", "serial", D},
    {"T", "KT, M", "reflexive", T | D},
    {"KB", "", "symmetric", B},
    {"KDB", "DB", "serial and symmetric", D | B},
    {"B", "KTB, TB", "reflexive and symmetric", T | D | B},
    {"K4", "", "transitive", FOUR},
    {"KD4", "D4", "serial and transitive", D | FOUR},
    {"S4", "KT4", "reflexive and transitive", T | D | FOUR},
    {"K5", "", "Euclidean", FIVE},
    {"KD5", "D5", "serial and Euclidean", D | FIVE},
    {"K45", "", "transitive and Euclidean", FOUR | FIVE},
    {"KD45", "D45", "serial, transitive and Euclidean", D | FOUR | FIVE},
    {"KB5", "KB4, KB45", "symmetric and transitive", B | FOUR | FIVE},
    {"S5", "KT5, KT45, KTB4", "equivalence relations", T | D | B | FOUR | FIVE},
    {"KDI4", "", "degrees of belief: serial, ordered and transitive",
     D | I | FOUR},
    {"KDI4s", "", "degrees of belief: serial, ordered and transitive together",
     D | I | FOUR | FOUR_S},
    {"KDI45", "", "degrees of belief: serial, ordered, transitive, Euclidean",
     D | I | FOUR | FIVE},
    {"KDI4s5", "KDI4s5s",
     "degrees of belief: serial, ordered, transitive and Euclidean together",
     D | I | FOUR | FIVE | FOUR_S | FIVE_S},
    {"KD4s5s", "KD4s5",
     "degrees of belief: serial, transitive and Euclidean together",
     D | FOUR | FIVE | FOUR_S | FIVE_S},
};
const size_t dx_logic_count = sizeof dx_logics / sizeof *dx_logics;

dx_logic dx_logic_closed(unsigned p)
{
    for (unsigned before = ~p; before != p;) {
        before = p;
        if (p & T)
            p |= D;
        if ((p & T) && (p & FIVE))
            p |= B | FOUR;
        if ((p & B) && (p & FOUR))
            p |= FIVE;
        if ((p & B) && (p & FIVE))
            p |= FOUR;
        if ((p & D) && (p & B) && (p & FOUR))
            p |= T;
        if (p & FOUR_S)
            p |= FOUR;
        if (p & FIVE_S)
            p |= FIVE;
        // R_j(w,v): R_i(v) is within R_i(w) and not empty, and all that R_i
        // leads to lead by R_i to the same.
        if ((p & FOUR_S) && (p & FIVE) && (p & D))
            p |= FIVE_S;
    }
    assert((p & T) == 0 || (p & D) != 0); // reflexive is serial
    return p;
}

static bool read_letters(const char *letters, unsigned *out_properties)
{
    *out_properties = 0;
    for (; *letters != '\0'; letters++) {
        const char *known = "TDB45I";
        const char *at = strchr(known, toupper((unsigned char)*letters));
        if (at == NULL)
            return false;
        unsigned property = 1U << (at - known);
        bool is_digit = property == FOUR || property == FIVE;
        if (is_digit && tolower((unsigned char)letters[1]) == 's') {
            property = property == FOUR ? FOUR_S : FIVE_S;
            letters++;
        }
        *out_properties |= property;
    }
    return true;
}

bool dx_logic_find(const char *name, dx_logic *out_logic)
{
    unsigned properties;
    if (strcasecmp(name, "S4") == 0)
        properties = T | FOUR;
    else if (strcasecmp(name, "S5") == 0)
        properties = T | FIVE;
    else if (strcasecmp(name, "M") == 0)
        properties = T;
    else if (strcasecmp(name, "B") == 0 || strcasecmp(name, "TB") == 0)
        properties = T | B;
    else if (toupper((unsigned char)*name) == 'K') {
        if (!read_letters(name + 1, &properties))
            return false;
    } else if (*name == '\0' || isdigit((unsigned char)*name) ||
               !read_letters(name, &properties))
        return false;
    *out_logic = dx_logic_closed(properties);
    return dx_logic_entry_of(*out_logic) != NULL;
}

const dx_logic_entry *dx_logic_entry_of(dx_logic logic)
{
    for (size_t i = 0; i < dx_logic_count; i++)
        if (dx_logics[i].logic == logic)
            return &dx_logics[i];
    return NULL;
}
