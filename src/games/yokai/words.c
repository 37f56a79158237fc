// Yokai in English.

#include "game/words.h"

#include "games/yokai/yokai.h"

#include <string.h>

static const dx_fact_words facts[] = {
    {"colour", "%0 is %1", "%0 is not %1", "is of this colour"},
    {"family", "%1 belongs to the %0 family",
     "%1 does not belong to the %0 family", "belongs to this family"},
    {"same", "%0 and %1 have the same colour",
     "%0 and %1 have different colours", "have the same colour"},
    {"right", "%0 lies on a card of one of its colours",
     "%0 does not lie on a card of one of its colours", "is right"},
    {"gathered", "the %0 family is one group", "the %0 family is not one group",
     "is one group"},
    {"win", "every family is one group", "not every family is one group",
     "every family is one group"},
    {"looked", "%0 {has|have} looked at %1", "%0 {has|have} not looked at %1",
     "has looked at this card"},
    {"mark", "%0 lies on %1", "%0 does not lie on %1", "lies on this card"},
    {"marked", "a hint lies on %0", "no hint lies on %0", "has a hint"},
    {"active", "%0 can be placed", "%0 cannot be placed", "can be placed"},
    {"available", "%0 can be activated", "%0 cannot be activated",
     "can be activated"},
    {"at", "%0 lies in row %1 and column %2",
     "%0 does not lie in row %1 and column %2", "lies on this square"},
    {"beside", "%0 lies beside %1", "%0 does not lie beside %1",
     "lies beside this card"},
    {0},
};

static const dx_number_words numbers[] = {
    {"turns", "# {turn has|turns have} ended", "the number of turns that ended",
     "turns"},
    {"stack", "# {hint is|hints are} still to come",
     "the number of hints still to come", "hints still to come"},
    {"placed", "# {hint lies on a card|hints lie on cards}",
     "the number of hints that lie on cards", "hints on cards"},
    {"count", "%0 {has|have} seen # {card|cards} of the %1 family",
     "the number of cards of the %1 family that %0 {has|have} seen",
     "cards of a family seen"},
    {0},
};

static const dx_set_words sets[] = {
    {"cards", "the cards of the board"},
    {"seen", "the cards that %0 {has|have} looked at"},
    {"free", "the cards without a hint"},
    {"neighbours", "the cards beside %0"},
    {"members", "the cards of the %0 family"},
    {"colours", "the families"},
    {0},
};

static const dx_verb_words verbs[] = {
    {"lay", "A %0 card was laid face down",
     .part = "A card was laid face down"},
    {"draw", "%0 lies ready"},
    {"look", "@ looked at %0, and it is %1", .part = "@ looked at %0",
     .move = "look at %0"},
    {"move", "@ moved %0 to row %1, column %2",
     .move = "move %0 to row %1, column %2"},
    {"stay", "@ moved no card", .move = "move no card"},
    {"reveal", "@ turned up a hint", .move = "turn up a hint"},
    {"activate", "@ made %0 ready", .move = "make %0 ready"},
    {"place", "@ laid %0 on %1", .move = "lay %0 on %1"},
    {"stop", "@ declared: every family is one group", .move = "declare",
     .ends = "This ends the game for everybody; if one family is apart, "
             "nobody gets a point."},
    {"show", "Turned over: %0"},
    {0},
};

static const char *const colours[] = {"red", "green", "blue", "yellow"};

static bool word_of(const dx_rules *rules, const char *type, unsigned value,
                    dx_word_form form DX_UNUSED, dx_text *out)
{
    if (strcmp(type, "colour") == 0) {
        dx_text_add(out, colours[value]);
    } else if (strcmp(type, "card") == 0) {
        dx_text_printf(out, "card %u", value + 1);
    } else if (strcmp(type, "hint") == 0) {
        unsigned mask = dx_yokai_hint_colours(
            (unsigned)dx_rules_value(rules, "colours"), value);
        const char *between = "the ";
        for (unsigned colour = 0; colour < DX_YOKAI_COLOURS; colour++)
            if (mask >> colour & 1) {
                dx_text_printf(out, "%s%s", between, colours[colour]);
                between = "-";
            }
        dx_text_add(out, " hint");
    } else {
        return false;
    }
    return true;
}

static const dx_position_words position[] = {
    {"turns"},  {"stack"}, {"placed"}, {"at"},        {"colour"},
    {"looked"}, {"mark"},  {"active"}, {"available"}, {0},
};

static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_yokai *t = table;
    bool is_won = dx_rules_won(cast->rules, t, 0);
    dx_text_add(out, t->stopped ? "It was declared" : "All hints are laid");
    dx_text_add(out, is_won ? ", and every family is one group."
                            : ", but not every family is one group.");
}

const dx_words dx_yokai_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .sheet =
        {
            .aim = "Bring the families together without showing a card.",
            .line = "The cards lie face down. Move them until each family is "
                    "one group, then declare. You win or lose together.",
            .move = {{"Look", "Twice a turn, at a card. Only you see it; all "
                              "see which card it was."},
                     {"Move", "One card to an empty square. All cards must be "
                              "one group afterwards."},
                     {"Hint",
                      "Turn one up, or lay one that is up on a card: it "
                      "says that the card has one of its colours. That "
                      "card is then neither looked at nor moved."},
                     {"Declare", "Instead of a turn: all cards are turned "
                                 "over, and the game ends."}},
            .counts = "$colours families of $copies cards. A right hint is a "
                      "point, a wrong one costs a point, one that is up and "
                      "not laid is 2 points, one never turned up 5.",
            .ends = {"Somebody declares.", "All hints are laid.",
                     "A family is apart: no points."},
        },
    .position = position,
    .value = word_of,
    .ending = say_ending,
};
