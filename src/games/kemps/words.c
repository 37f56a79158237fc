// Kemps in English.

#include "game/words.h"

#include "games/kemps/kemps.h"

#include <string.h>

static const dx_fact_words facts[] = {
    {"hand", "%0 {has|have} %1", "%0 {does|do} not have %1", "has this card"},
    {"on_table", "%0 lies on the table", "%0 does not lie on the table",
     "lies on the table"},
    {"in_deck", "%0 is in the deck", "%0 is not in the deck", "is in the deck"},
    {"discarded", "%0 is among the discards", "%0 is not among the discards",
     "is among the discards"},
    {"gone", "%0 was laid down in a Kemps", "%0 was not laid down in a Kemps",
     "was laid down in a Kemps"},
    {"kemps", "%0 {has|have} a Kemps in hand", "%0 {has|have} no Kemps in hand",
     "has a Kemps in hand"},
    {"collects",
     "%0 {has|have} two or more %1+ and not more cards of any other rank",
     "%0 {has|have} fewer than two %1+, or more cards of some other rank",
     "collects this rank"},
    {"sought", "somebody besides %0 has been seen to collect %1+",
     "nobody besides %0 has been seen to collect %1+",
     "others are after this rank"},
    {0},
};

static const dx_number_words numbers[] = {
    {"score", "%0 {has|have} made # Kemps", "the number of Kemps made by %0",
     "Kemps made"},
    {"count", "%0 {has|have} # of the %1+", "the number of %1+ in %0's hand",
     "cards of a rank"},
    {"deck", "# {card is|cards are} in the deck",
     "the number of cards in the deck", "cards in the deck"},
    {"idle", "the table has been left alone for # {turn|turns}",
     "the number of turns in a row that left the table alone",
     "turns without a swap"},
    {"turns", "# {turn has|turns have} ended", "the number of turns ended",
     "turns ended"},
    {0},
};

static const dx_set_words sets[] = {
    {"hand", "%0's cards"},
    {"table", "the cards on the table"},
    {"rank", "the %0+ of the pack"},
    {"taken", "the cards taken in this turn"},
    {"put", "the cards put on the table in this turn"},
    {0},
};

static const dx_verb_words verbs[] = {
    {"face", "%0 was laid on the table"},
    {"draw", "@ drew %0", .part = "@ drew a card"},
    {"sweep", "The table was swept"},
    {"shuffle", "The discards were shuffled into the deck"},
    {"swap", "@ took %0 and gave %1", .move = "take %0 and give %1"},
    {"done", "[0=0:@ ended the turn|@ laid down a Kemps of %0+ (%1)]",
     .move = "end the turn"},
    {0},
};

static const char *const ranks[] = {"?",  "ace",  "2",     "3",   "4",
                                    "5",  "6",    "7",     "8",   "9",
                                    "10", "jack", "queen", "king"};
static const char *const suits[] = {"hearts", "diamonds", "clubs", "spades"};

static void say_suits(unsigned set, dx_text *out)
{
    const char *between = "";
    for (unsigned suit = 0; suit < DX_KEMPS_SUITS; suit++)
        if (set >> suit & 1) {
            dx_text_printf(out, "%s%s", between, suits[suit]);
            between = ", ";
        }
}

static bool word_of(const dx_rules *rules, const char *type, unsigned value,
                    dx_word_form form, dx_text *out)
{
    unsigned of_rank = (unsigned)dx_rules_value(rules, "suits");
    unsigned from = (unsigned)dx_rules_value(rules, "from");
    if (strcmp(type, "card") == 0)
        dx_text_printf(out, "the %s of %s", ranks[from + value / of_rank],
                       suits[value % of_rank]);
    else if (strcmp(type, "suits") == 0)
        say_suits(value, out);
    else if (strcmp(type, "rank") == 0)
        dx_word_say(ranks[from + value], form, out);
    else if (strcmp(type, "kemps") == 0 && value > 0)
        dx_word_say(ranks[from + value - 1], form, out);
    else
        return false;
    return true;
}

static const dx_position_words position[] = {
    {"score"}, {"deck"},      {"idle"}, {"turns"}, {"on_table"},
    {"hand"},  {"discarded"}, {"gone"}, {0},
};

static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_kemps *t = table;
    dx_phrase_rules(cast->rules,
                    t->turns >= t->limit
                        ? "$limit turns have been taken, and no more may be."
                        : "There are not enough cards for a new hand.",
                    out);
}

const dx_words dx_kemps_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .sheet =
        {
            .aim = "Collect $hand of a rank, with everybody watching.",
            .line = "Swap cards with those that lie open. Who has $hand of one "
                    "rank has a Kemps: a point, and a new hand.",
            .move = {{"Swap", "Take a card of the table for one of yours. All "
                              "see both. Swap as often as you have cards; what "
                              "you gave you may not take back in this turn."},
                     {"Done", "Ends your turn. $hand of one rank are laid down "
                              "by themselves."}},
            .counts = "Each rank has $suits {card|cards}. $hand in a hand, "
                      "$table open on the table, the rest is the deck. A table "
                      "that a round left alone is laid anew.",
            .ends = {"There are not enough cards for a new hand. Most Kemps "
                     "win."},
        },
    .position = position,
    .value = word_of,
    .ending = say_ending,
};
