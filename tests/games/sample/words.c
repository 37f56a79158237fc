// The game in English.

#include "game/words.h"

#include "games/sample/sample.h"

static const dx_fact_words facts[] = {
    {"holds", "%0 {has|have} %1a", "%0 {has|have} no %1", "has this card"},
    {"laid", "%0 {has|have} laid %1a", "%0 {has|have} not laid %1a",
     "has laid this card"},
    {0},
};

static const dx_number_words numbers[] = {
    {"score", "%0 {has|have} # {point|points}", "the number of %0's points",
     "points"},
    {"rounds", "# {round has|rounds have} been played",
     "the number of rounds played", "rounds played"},
    {0},
};

static const dx_set_words sets[] = {
    {"hand", "%0's cards"},
    {0},
};

static const dx_verb_words verbs[] = {
    {"draw", "@ drew %0a", .part = "@ drew a card"},
    {"lay", "@ laid %0a", .part = "@ laid a card face down", .move = "lay %0a"},
    {"show", "@ turned over %0a"},
    {0},
};

// Why the game is over, by the truth or any sight of it.
static void say_ending(const dx_cast *cast DX_UNUSED,
                       const void *table DX_UNUSED, dx_text *out)
{
    dx_text_add(out, "All cards are laid.");
}

const dx_words dx_sample_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .ending = say_ending,
    .sheet = {.aim = "The highest card of a round is a point.",
              .line = "All lay a card face down, then all cards are turned "
                      "over.",
              .move = {{"Lay", "One of your cards, face down."}},
              .counts = "$ranks different cards, $copies of each; $hand in a "
                        "hand.",
              .ends = {"All cards are laid."}},
};
