// Hanabi in English.

#include "game/words.h"

#include "games/hanabi/hanabi.h"

#include <stdio.h>
#include <string.h>

static const dx_fact_words facts[] = {
    {"holds", "%0's card %1 is %2", "%0's card %1 is not %2", "is this card"},
    {"colour", "%0's card %1 is %2", "%0's card %1 is not %2",
     "is of this colour"},
    {"rank", "%0's card %1 is %2a", "%0's card %1 is not %2a",
     "has this number"},
    {"playable", "%0's card %1 can be played now",
     "%0's card %1 cannot be played now", "can be played now"},
    {"dead", "%0's card %1 is one that its pile has already",
     "%0's card %1 is one that its pile does not have yet",
     "is one that its pile has already"},
    {"doomed", "%0's card %1 will never be played for a point",
     "%0's card %1 can be played now or later",
     "will never be played for a point"},
    {"dispensable", "%0's card %1 is needed but is not the last of its kind",
     "%0's card %1 is either not needed or the last of its kind",
     "is needed but is not the last of its kind"},
    {"duplicate", "%0's card %1 is in another hand too",
     "%0's card %1 is in no other hand", "is in another hand too"},
    {"hinted", "%0's card %1 has been named by a hint",
     "%0's card %1 has not been named by any hint", "has been named by a hint"},
    {0},
};

static const dx_number_words numbers[] = {
    {"score", "# {card lies|cards lie} on the piles",
     "the number of cards on the piles", "points"},
    {"tokens", "# {hint is|hints are} left", "the number of hints left",
     "hints left"},
    {"lives", "# {life is|lives are} left", "the number of lives left",
     "lives left"},
    {"deck", "# {card is|cards are} in the deck",
     "the number of cards in the deck", "cards in the deck"},
    {"pile", "the %0 pile has # {card|cards}",
     "the number of cards on the %0 pile", "cards on a pile"},
    {"discarded", "the discards have # {copy|copies} of %0",
     "the number of copies of %0 among the discards", "copies discarded"},
    {0},
};

static const dx_set_words sets[] = {
    {"slots", "%0's cards"},
    {0},
};

static const dx_verb_words verbs[] = {
    {"draw", "@ drew %0", .part = "@ drew a card"},
    {"face", "@ drew %0 for all to see"},
    {"play", "@ played card %0: %1[2=0:. It did not fit, and a life is lost]",
     .move = "play card %0"},
    {"discard", "@ threw away card %0: %1", .move = "throw away card %0"},
    {"hint", "@ told %0: %2 {is|are} %1*", .move = "tell %0: %1+",
     .untold = "{, and no more|, not which is which}"},
    {"blind",
     "@ played the last card of the deck unseen: %0[1=0:. It did not fit, and "
     "a life is lost]",
     .move = "play the last card of the deck unseen"},
    {0},
};

static void say_slots(unsigned slots, dx_text *out)
{
    unsigned left = (unsigned)__builtin_popcount(slots), all = left;
    dx_text_add(out, all == 0 ? "no card" : all == 1 ? "card " : "cards ");
    for (unsigned slot = 0; slot < DX_HANABI_SLOTS; slot++)
        if (slots >> slot & 1) {
            dx_text_printf(out, "%s%u",
                           left == all ? ""
                           : left == 1 ? " and "
                                       : ", ",
                           slot + 1);
            left--;
        }
}

static bool word_of(const dx_rules *rules, const char *type, unsigned value,
                    dx_word_form form, dx_text *out)
{
    unsigned ranks = (unsigned)dx_rules_value(rules, "ranks");
    unsigned colours = (unsigned)dx_rules_value(rules, "colours");
    if (strcmp(type, "card") == 0) {
        dx_text_add(out, form == DX_WORD_ONE ? "a " : "");
        dx_hanabi_say(rules, "colour", value / ranks, out);
        dx_text_printf(out, " %u%s", value % ranks + 1,
                       form == DX_WORD_MANY ? "s" : "");
    } else if (strcmp(type, "slots") == 0) {
        say_slots(value, out);
    } else if (strcmp(type, "colour") == 0 ||
               (strcmp(type, "clue") == 0 && value < colours)) {
        dx_hanabi_say(rules, "colour", value, out);
    } else {
        return false;
    }
    return true;
}

static bool is_many(const dx_rules *rules DX_UNUSED, const char *type,
                    unsigned value)
{
    return strcmp(type, "slots") == 0 && (value & (value - 1)) != 0;
}

static const dx_position_words position[] = {
    {"score"},
    {"tokens"},
    {"lives"},
    {"deck"},
    {"pile"},
    {"holds"},
    {"colour", .unless = "holds"},
    {"rank", .unless = "holds"},
    {"hinted"},
    {"discarded"},
    {0},
};

static const char *ending(const dx_hanabi *t)
{
    if (t->lives == 0)
        return t->bomb_is_zero && t->score > 0
                   ? "No lives are left: the # {card|cards} played "
                     "{counts|count} nothing."
                   : "No lives are left.";
    return t->score == t->colours * t->ranks ? "All piles are at $ranks."
           : t->turns_left == 0
               ? "The deck is empty, and everybody has had the last turn."
               : "Nobody can do anything any more.";
}

static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_hanabi *t = table;
    char cards[8];
    snprintf(cards, sizeof cards, "%u", t->score);
    dx_phrase(cast, ending(t),
              &(dx_filling){.who = DX_NONE,
                            .mind = DX_NONE,
                            .number = cards,
                            .number_is_many = t->score != 1},
              out);
}

const dx_words dx_hanabi_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .sheet =
        {
            .aim = "Everybody sees your cards but you.",
            .line = "Build $colours {pile|piles} together, each from 1 to "
                    "$ranks in its colour. Every card that is laid is a point.",
            .move = {{"Tell", "Name all cards of one colour or one number in "
                              "one partner's hand: \"your 4s are cards 2 and "
                              "4\". It costs one of $tokens {hint|hints}."},
                     {"Play", "Lay one of your own cards. If it is not the "
                              "next of its colour it is lost, and so is one "
                              "of $lives {life|lives}.[$back=1: A finished "
                              "pile gives a hint back.][$blind=1: The last "
                              "card of the deck may be played unseen.]"},
                     {"Throw away",
                      "Throw one of your own cards away for good. "
                      "One hint comes back.[$full=0: Not while all "
                      "hints are there.]"}},
            .counts = "In every colour: $low {copy|copies} of "
                      "the 1[$ranks=2:|, $middle of each number between] and "
                      "$high of the $ranks.",
            .ends = {"All lives are lost: [$bomb=1:no points|the points are "
                     "kept].",
                     "The last card is drawn: everybody has $last more "
                     "{turn|turns}.",
                     "All piles are at $ranks."},
        },
    .position = position,
    .value = word_of,
    .ending = say_ending,
    .is_many = is_many,
};
