// Clue in English.

#include "game/words.h"

#include "games/clue/clue.h"

#include <ctype.h>
#include <string.h>

static const dx_fact_words facts[] = {
    {"has", "%0 {has|have} %1", "%0 {does|do} not have %1", "has this card"},
    {"envelope", "%0 is in the envelope", "%0 is not in the envelope",
     "is in the envelope"},
    {"shown", "%0 {has|have} shown %2 to %1",
     "%0 {has|have} not shown %2 to %1", "has shown this card"},
    {"denied", "%0 {has|have} denied having %1",
     "%0 {has|have} not denied having %1", "has denied having this card"},
    {"out", "%0 {has|have} accused wrongly",
     "%0 {has|have} not accused wrongly", "has accused wrongly"},
    {0},
};

static const dx_number_words numbers[] = {
    {"score", "%0 {has|have} # {point|points}", "the number of %0's points",
     "points"},
    {"size", "%0 {has|have} # {card|cards}", "the number of cards in %0's hand",
     "cards in hand"},
    {"count", "%0 {has|have} # %1=", "the number of %1+ in %0's hand",
     "cards of a sort"},
    {"turns", "# {question has|questions have} been asked",
     "the number of questions asked", "questions asked"},
    {0},
};

static const dx_set_words sets[] = {
    {"cards", "the cards of the pack"},
    {"suspects", "the suspects"},
    {"weapons", "the weapons"},
    {"rooms", "the rooms"},
    {"hand", "%0's cards"},
    {"named", "the three cards last asked for"},
    {0},
};

static const dx_verb_words verbs[] = {
    {"hide", "%0 was put into the envelope",
     .part = "A card was put into the envelope"},
    {"deal", "@ {was|were} dealt %0", .part = "@ {was|were} dealt a card"},
    {"ask",
     "@ asked for %0, %1 and %2. [3@:Nobody could show one of them|%3 "
     "{has|have} to show one of them]",
     .move = "ask for %0, %1 and %2"},
    {"show", "@ showed %0 %1", .part = "@ showed %0 one of the three",
     .move = "show %0 %1"},
    {"end", "@ did not accuse", .move = "end the turn"},
    {"accuse", "@ accused: %0 with %1 in %2. That is [3=1:right|wrong]",
     .move = "accuse: %0 with %1 in %2",
     .ends = "Wrong, you ask no more; right, you have won."},
    {"look", "@ looked into the envelope: %0, %1 and %2",
     .part = "@ looked into the envelope"},
    {"open", "The envelope was opened: %0, %1 and %2"},
    {0},
};

// Suspects have names, of things there is one.
static bool word_of(const dx_rules *rules, const char *type, unsigned value,
                    dx_word_form form DX_UNUSED, dx_text *out)
{
    unsigned suspects = dx_clue_values(rules, "suspect");
    bool is_card = strcmp(type, "card") == 0;
    bool is_suspect =
        strcmp(type, "suspect") == 0 || (is_card && value < suspects);
    if (!is_card && !is_suspect && strcmp(type, "weapon") != 0 &&
        strcmp(type, "room") != 0)
        return false;
    dx_text typed = {0};
    dx_clue_say(rules, type, value, &typed);
    const char *word = dx_text_string(&typed);
    if (is_suspect)
        dx_text_printf(out, "%c%s", toupper((unsigned char)word[0]), word + 1);
    else
        dx_text_printf(out, "the %s%s", word,
                       strcmp(word, "billiard") == 0 ||
                               strcmp(word, "dining") == 0
                           ? " room"
                           : "");
    dx_text_release(&typed);
    return true;
}

static const char *const know[] = {"envelope", "has", NULL};

static const dx_position_words position[] = {
    {"turns"}, {"size"},   {"has"}, {"envelope"},
    {"shown"}, {"denied"}, {"out"}, {0},
};

static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_clue *t = table;
    bool has_won = t->winner != DX_CLUE_NONE;
    dx_phrase(
        cast,
        has_won                ? "@ accused rightly."
        : t->turns == t->limit ? "All questions that may be were asked, and "
                                 "nobody accused rightly."
                               : "All have accused wrongly.",
        &(dx_filling){.who = has_won ? t->winner : DX_NONE, .mind = DX_NONE},
        out);
}

const dx_words dx_clue_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .sheet =
        {
            .aim = "Who, with what, and where?",
            .line = "One suspect, one weapon and one room are in the envelope. "
                    "All other cards are in your hands. Find out the three.",
            .move = {{"Ask", "Name a suspect, a weapon and a room, your own "
                             "cards too. The first who has one of them, going "
                             "round, must show you one. The others see that, "
                             "not which."},
                     {"Show", "When a question stops at you, show one of the "
                              "three, of your choice."},
                     {"Accuse", "After your question, name the three. Right: "
                                "you have won. Wrong: you ask no more, but go "
                                "on showing."},
                     {"End", "Accuse nobody, and let the next one ask."}},
            .counts =
                "$suspects {suspect|suspects}, $weapons "
                "{weapon|weapons}, $rooms {room|rooms}: one card of each, "
                "dealt round.",
            .ends = {"Somebody accuses rightly and wins.",
                     "All have accused wrongly: nobody wins.",
                     "After $limit {question|questions} nobody wins."},
        },
    .know = know,
    .position = position,
    .value = word_of,
    .ending = say_ending,
};
