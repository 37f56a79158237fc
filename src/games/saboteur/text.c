// Words for cards, places and roles, and the table for a person.

#include "games/saboteur/board.h"

#include <string.h>

static const char *const role_word[] = {"miner", "saboteur"};
static const char *const treasure_word[] = {"gold", "stone_ne", "stone_nw"};
static const char *const claim_word[] = {"gold", "stone"};
static const char *const tool_word[] = {"pick", "lamp", "cart"};
static const char *const way_word[] = {"upright", "turned"};
static const char *const goal_word[] = {"top", "middle", "bottom"};

// The goals of the rules: two have no middle.
static unsigned goals_of(const dx_rules *rules)
{
    return (unsigned)dx_rules_value(rules, "goals");
}
static const char *word_of_goal(unsigned goals, unsigned goal)
{
    return goal_word[goal > 0 && goals == 2 ? 2 : goal % DX_SABOTEUR_GOALS];
}

// The types with a plain list of words.
static const struct {
    const char *type;
    unsigned count;
    const char *const *word;
} lists[] = {
    {"role", 2, role_word},  {"treasure", 3, treasure_word},
    {"word", 2, claim_word}, {"tool", 3, tool_word},
    {"way", 2, way_word},
};
enum { LISTS = sizeof lists / sizeof *lists };

static unsigned list_of(const char *type)
{
    unsigned i = 0;
    while (i < LISTS && strcmp(type, lists[i].type) != 0)
        i++;
    return i;
}

unsigned dx_saboteur_values(const dx_rules *rules, const char *type)
{
    unsigned list = list_of(type);
    if (strcmp(type, "treasure") == 0)
        return goals_of(rules);
    if (list < LISTS)
        return lists[list].count;
    if (strcmp(type, "goal") == 0)
        return goals_of(rules);
    if (strcmp(type, "worth") == 0)
        return DX_SABOTEUR_VALUES;
    return strcmp(type, "card") == 0 ? DX_SABOTEUR_CARDS : DX_SABOTEUR_LINES;
}

// Columns count from the start, eastwards without a letter; rows are north or
// south of it.
static void say_line(const char *type, int line, dx_text *out)
{
    bool is_row = strcmp(type, "row") == 0;
    if (line == 0 || (!is_row && line > 0))
        dx_text_printf(out, "%d", line);
    else
        dx_text_printf(out, "%c%d",
                       !is_row    ? 'w'
                       : line > 0 ? 'n'
                                  : 's',
                       line < 0 ? -line : line);
}

void dx_saboteur_say(const dx_rules *rules, const char *type, unsigned value,
                     dx_text *out)
{
    unsigned list = list_of(type);
    if (list < LISTS)
        dx_text_add(out, lists[list].word[value]);
    else if (strcmp(type, "goal") == 0)
        dx_text_add(out, word_of_goal(goals_of(rules), value));
    else if (strcmp(type, "worth") == 0)
        dx_text_printf(out, "%u", value + 1);
    else if (strcmp(type, "card") == 0)
        dx_text_add(out, dx_saboteur_cards[value].word);
    else
        say_line(type, (int)value - DX_SABOTEUR_REACH, out);
}

// ---- the table ----

// One of three lines of a cell, three signs wide: openings are ways, a cross in
// the middle joins them, a hash does not; the start is an S.
static void show_cell(unsigned cell, unsigned line, bool starts, dx_text *out)
{
    char signs[4] = "   ";
    if (cell & DX_CELL_HIDDEN) {
        dx_text_add(out, line == 1 ? "[?]" : "   ");
        return;
    }
    if (!(cell & DX_CELL_CARD)) {
        dx_text_add(out, line == 1 ? " . " : "   ");
        return;
    }
    if (line != 1) {
        unsigned side = line == 0 ? DX_SABOTEUR_N : DX_SABOTEUR_S;
        signs[1] = cell & side ? '|' : ' ';
    } else {
        signs[0] = cell & DX_SABOTEUR_W ? '-' : ' ';
        signs[1] = cell & DX_CELL_THROUGH ? '+' : '#';
        if (starts)
            signs[1] = 'S';
        signs[2] = cell & DX_SABOTEUR_E ? '-' : ' ';
    }
    dx_text_add(out, signs);
}

// Ends a line without blanks behind it.
static void trim(dx_text *out)
{
    while (out->length > 0 && out->at[out->length - 1] == ' ')
        out->length--;
    dx_text_add_char(out, '\n');
}

// The letters of the columns, over their squares.
static void show_columns(const dx_saboteur_grid *g, dx_text *out)
{
    dx_text_add(out, "   ");
    for (unsigned x = 2; x + 2 < g->width; x++) {
        dx_text word = {0};
        dx_saboteur_say_column((int)x + g->west, &word);
        dx_text_printf(out, word.length < 2 ? " %s " : "%-3s",
                       dx_text_string(&word));
        dx_text_release(&word);
    }
}

// The squares as people name them: columns by letters, rows by numbers.
static void show_board(const dx_saboteur *t, dx_text *out)
{
    dx_saboteur_grid g;
    dx_saboteur_grid_init(&g, t);
    show_columns(&g, out);
    trim(out);
    for (unsigned y = g.height - 3U; y > 1; y--)
        for (unsigned line = 0; line < 3; line++) {
            int row = (int)y + g.south;
            if (line == 1)
                dx_text_printf(out, "%2d ", dx_saboteur_row_number(row));
            else
                dx_text_add(out, "   ");
            for (unsigned x = 2; x + 2 < g.width; x++) {
                bool starts = row == 0 && (int)x + g.west == 0;
                show_cell(g.at[y * g.width + x], line, starts, out);
            }
            trim(out);
        }
}

static void show_goals(const dx_saboteur *t, dx_text *out)
{
    dx_text_add(out, "goals:");
    for (unsigned i = 0; i < t->goals; i++) {
        unsigned what = t->goal[i];
        dx_text_printf(out, " %s %s", word_of_goal(t->goals, i),
                       what == DX_HOLE   ? "?"
                       : what == DX_NONE ? "-"
                                         : treasure_word[what]);
    }
    dx_text_printf(out, "   deck %u   round %u of %u\n", dx_saboteur_deck(t),
                   t->round < t->rounds ? t->round + 1U : t->rounds, t->rounds);
}

// Who won the rounds that are over; what each seat got stands in its row.
static void show_rounds(const dx_saboteur *t, dx_text *out)
{
    for (unsigned i = 0; i < t->round && i < t->rounds; i++)
        dx_text_printf(out, "%sround %u: %ss", i == 0 ? "won so far:  " : "   ",
                       i + 1, role_word[t->won[i]]);
    dx_text_add(out, t->round > 0 ? "\n" : "");
}

static void show_said(const dx_saboteur *t, unsigned seat, dx_text *out)
{
    for (unsigned i = 0; i < t->goals; i++) {
        if (!(t->looked[seat] >> i & 1))
            continue;
        dx_text_printf(out, "   saw %s", word_of_goal(t->goals, i));
        if (t->said[seat][i] != DX_SABOTEUR_SAID_NOTHING)
            dx_text_printf(out, " (says %s)",
                           claim_word[t->said[seat][i] - 1U]);
    }
}

enum { LINE = 79, INDENT = 6 };

// Puts a part of a row into a line that has room for it.
static void add_part(dx_text *out, size_t *line, dx_text *part)
{
    const char *words = dx_text_string(part);
    if (out->length - *line + part->length > LINE) {
        *line = out->length + 1;
        dx_text_printf(out, "\n%*s", INDENT, "");
        words += strspn(words, " ");
    }
    dx_text_add(out, words);
}

static void show_row(const dx_saboteur *t, unsigned seat, dx_text *out)
{
    unsigned role = t->role[seat], known = 0;
    dx_text_printf(out, "%c%u: %s:", seat == t->turn ? '>' : ' ', seat + 1,
                   role == DX_HOLE   ? "?"
                   : role == DX_NONE ? "-"
                                     : role_word[role]);
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        for (unsigned i = 0; i < t->in_hand[seat][kind]; i++, known++)
            dx_text_printf(out, " %s", dx_saboteur_cards[kind].word);
    for (; known < t->size[seat]; known++)
        dx_text_add(out, " ?");
    for (unsigned tool = 0; tool < DX_SABOTEUR_TOOLS; tool++)
        if (t->broken[seat] >> tool & 1)
            dx_text_printf(out, "   broken %s", tool_word[tool]);
    show_said(t, seat, out);
    if (t->throws[seat] > 0)
        dx_text_printf(out, "   threw %u", t->throws[seat]);
    if (t->gold[seat] > 0)
        dx_text_printf(out, "   has %u", t->gold[seat]);
}

// The row of a seat, in as many lines as it takes.  A blank before a part goes
// with it, so that rows that fit stay as they are.
static void show_seat(const dx_saboteur *t, unsigned seat, dx_text *out)
{
    dx_text row = {0}, part = {0};
    size_t line = out->length;
    show_row(t, seat, &row);
    for (const char *at = dx_text_string(&row); *at != '\0';) {
        size_t blanks = strspn(at, " ");
        size_t length = blanks + strcspn(at + blanks, " ");
        dx_text_clear(&part);
        dx_text_add_part(&part, at, length);
        add_part(out, &line, &part);
        at += length;
    }
    dx_text_add(out, "\n");
    dx_text_release(&part);
    dx_text_release(&row);
}

// The seat whose hand alone is known: whose sight it is.  DX_NONE: all are, or
// none is.
static unsigned whose_sight(const dx_saboteur *t)
{
    unsigned found = DX_NONE, hands = 0;
    for (unsigned seat = 0; seat < t->players; seat++) {
        unsigned known = 0;
        for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
            known += t->in_hand[seat][kind];
        found = known > 0 ? seat : found;
        hands += known > 0;
    }
    return hands == 1 ? found : DX_NONE;
}

enum { BESIDE = 2, PICTURES = 3 + BESIDE + 3 };

// A tunnel card as it is laid upright and, where that is not the same, turned:
// its name, then the three lines of the pictures.
static void show_picture(unsigned kind, unsigned line, dx_text *out)
{
    const dx_saboteur_card *card = &dx_saboteur_cards[kind];
    unsigned cell =
        DX_CELL_CARD | (dx_saboteur_is_open(kind) ? DX_CELL_THROUGH : 0);
    size_t begin = out->length, width = strlen(card->word);
    if (line == 0) {
        dx_text_add(out, card->word);
    } else {
        show_cell(cell | card->sides, line - 1, false, out);
        dx_text_printf(out, "%*s", BESIDE, "");
        if (!dx_saboteur_is_even(kind))
            show_cell(cell | dx_saboteur_turn_sides(card->sides, true),
                      line - 1, false, out);
    }
    width = (width > PICTURES ? width : PICTURES) + BESIDE;
    while (out->length < begin + width)
        dx_text_add_char(out, ' ');
}

// The tunnels in a hand, as many beside each other as a line has room for.
static void show_pictures(const dx_saboteur *t, unsigned seat, dx_text *out)
{
    unsigned kind = 0, next = 0;
    for (; kind < DX_SABOTEUR_TUNNEL_KINDS; kind = next)
        for (unsigned line = 0; line < 4; line++) {
            size_t begin = out->length;
            dx_text_printf(out, "%*s", BESIDE, "");
            for (next = kind; next < DX_SABOTEUR_TUNNEL_KINDS &&
                              out->length - begin < LINE - PICTURES * 2;
                 next++)
                if (t->in_hand[seat][next] > 0)
                    show_picture(next, line, out);
            if (out->length == begin + BESIDE)
                out->length = begin;
            else
                trim(out);
        }
}

void dx_saboteur_show(const void *table, dx_text *out)
{
    const dx_saboteur *t = table;
    unsigned sight = whose_sight(t);
    show_board(t, out);
    show_goals(t, out);
    show_rounds(t, out);
    for (unsigned seat = 0; seat < t->players; seat++)
        show_seat(t, seat, out);
    if (sight != DX_NONE)
        show_pictures(t, sight, out);
}
