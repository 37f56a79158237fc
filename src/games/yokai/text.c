// Words for cards, colours and hints, and the table for a person.

#include "games/yokai/yokai.h"

#include <string.h>

static char letter(unsigned colour)
{
    return "rgby"[colour];
}

void dx_yokai_say_hint(unsigned colours, unsigned hint, dx_text *out)
{
    unsigned mask = dx_yokai_hint_colours(colours, hint);
    for (unsigned colour = 0; colour < colours; colour++)
        if (mask >> colour & 1)
            dx_text_add_char(out, letter(colour));
}

static bool is(const char *type, const char *name)
{
    return strcmp(type, name) == 0;
}

// Rows and columns that there are: as many as all moves can reach.
static unsigned side(const dx_rules *rules)
{
    dx_yokai table = {0};
    rules->game->setup(&table, rules);
    return table.side;
}

unsigned dx_yokai_values(const dx_rules *rules, const char *type)
{
    unsigned colours = (unsigned)dx_rules_value(rules, "colours");
    if (is(type, "colour"))
        return colours;
    if (is(type, "hint"))
        return dx_yokai_hint_count(colours);
    if (is(type, "card"))
        return colours * (unsigned)dx_rules_value(rules, "copies");
    return side(rules);
}

void dx_yokai_say(const dx_rules *rules, const char *type, unsigned value,
                  dx_text *out)
{
    if (is(type, "colour"))
        dx_text_add_char(out, letter(value));
    else if (is(type, "hint"))
        dx_yokai_say_hint((unsigned)dx_rules_value(rules, "colours"), value,
                          out);
    else
        dx_text_printf(out, "%s%u", is(type, "card") ? "c" : "", value + 1);
}

// The rows and columns that have cards.
typedef struct frame {
    unsigned top, bottom, left, right;
} frame;

static frame frame_of(const dx_yokai_board *board)
{
    frame f = {DX_YOKAI_SIDE, 0, DX_YOKAI_SIDE, 0};
    for (unsigned card = 0; card < board->count; card++) {
        unsigned row = dx_yokai_row(board->square[card]);
        unsigned column = dx_yokai_column(board->square[card]);
        f.top = row < f.top ? row : f.top;
        f.bottom = row > f.bottom ? row : f.bottom;
        f.left = column < f.left ? column : f.left;
        f.right = column > f.right ? column : f.right;
    }
    return f;
}

// Six letters: the card, its colour, a star if it is marked.
static void show_square(const dx_yokai *t, unsigned square, dx_text *out)
{
    for (unsigned card = 0; card < t->cards; card++)
        if (t->board.square[card] == square) {
            unsigned colour = t->colour[card];
            dx_text_printf(out, " %sc%u%c%c", card < 9 ? " " : "", card + 1,
                           colour < t->colours ? letter(colour) : '?',
                           dx_yokai_is_marked(t, card) ? '*' : ' ');
            return;
        }
    dx_text_add(out, "    . ");
}

static void show_board(const dx_yokai *t, dx_text *out)
{
    frame f = frame_of(&t->board);
    dx_text_add(out, "   ");
    for (unsigned column = f.left; column <= f.right; column++)
        dx_text_printf(out, " %4u ", column);
    for (unsigned row = f.top; row <= f.bottom; row++) {
        dx_text_printf(out, "\n%2u ", row);
        for (unsigned column = f.left; column <= f.right; column++)
            show_square(t, dx_yokai_square(row, column), out);
    }
    dx_text_add(out, "\n");
}

static void show_hints(const dx_yokai *t, unsigned where, const char *word,
                       dx_text *out)
{
    dx_text_printf(out, "  %s:", word);
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++)
        if (t->hint[hint] == where) {
            dx_text_add(out, " ");
            dx_yokai_say_hint(t->colours, hint, out);
        }
}

static void show_marks(const dx_yokai *t, dx_text *out)
{
    dx_text_add(out, "  placed:");
    for (unsigned card = 0; card < t->cards; card++)
        if (dx_yokai_is_marked(t, card)) {
            dx_text_printf(out, " c%u=", card + 1);
            dx_yokai_say_hint(t->colours, t->mark[card], out);
        }
}

// At the end, when every card is shown: the families that are apart.
static void show_apart(const dx_yokai *t, dx_text *out)
{
    const char *before = "apart: the families ";
    dx_yokai_shape shape;
    dx_yokai_shape_init(&shape, &t->board);
    for (unsigned colour = 0; colour < t->colours; colour++) {
        dx_yokai_cards family = 0;
        for (unsigned card = 0; card < t->cards; card++) {
            if (t->colour[card] == DX_HOLE)
                return;
            if (t->colour[card] == colour)
                family |= dx_yokai_card(card);
        }
        if (dx_yokai_is_group(shape.beside, family))
            continue;
        dx_text_add(out, before);
        dx_text_add_char(out, letter(colour));
        before = ", ";
    }
    dx_text_add(out, *before == ',' ? "\n" : "every family is one group\n");
}

void dx_yokai_show(const void *table, dx_text *out)
{
    const dx_yokai *t = table;
    show_board(t, out);
    dx_text_printf(out, "hints left: %u",
                   t->hints - t->placed - dx_yokai_active(t));
    if (t->chosen)
        show_hints(t, DX_YOKAI_OPEN, "available", out);
    show_hints(t, DX_YOKAI_ACTIVE, "active", out);
    show_marks(t, out);
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out,
                       "\n%c%u has looked at:", seat == t->turn ? '>' : ' ',
                       seat + 1);
        for (unsigned card = 0; card < t->cards; card++)
            if (t->looked[card] >> seat & 1)
                dx_text_printf(out, " c%u", card + 1);
    }
    dx_text_add(out, "\n");
    if (t->ended)
        show_apart(t, out);
}
