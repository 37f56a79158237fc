// Go Fish in English.

#include "game/words.h"

#include "games/gofish/gofish.h"

#include <string.h>

static const dx_fact_words facts[] = {
    {"has", "%0 {has|have} %1a in hand", "%0 {has|have} no %1+ in hand",
     "has a card of this rank"},
    {"open", "%0 {has|have} some %1+ but not all",
     "%0 {has|have} either no %1+ or all of them", "may ask for this rank"},
    {"book", "%0 {has|have} all the %1+", "%0 {does|do} not have all the %1+",
     "has the book of this rank"},
    {0},
};

static const dx_number_words numbers[] = {
    {"count", "%0 {has|have} # of the %1+ in hand",
     "the number of %1+ in %0's hand", "cards of a rank"},
    {"books", "%0 {has|have} # {book|books}", "the number of %0's books",
     "books, in hand or laid down"},
    {"drawn", "# of the %0+ {has|have} left the stock",
     "the number of %0+ that have left the stock", "cards of a rank drawn"},
    {"score", "%0 {has|have} laid down # {book|books}",
     "the number of books that %0 {has|have} laid down", "books laid down"},
    {"size", "%0 {has|have} # {card|cards} in hand",
     "the number of cards in %0's hand", "cards in hand"},
    {"stock", "# {card is|cards are} in the stock",
     "the number of cards in the stock", "cards in the stock"},
    {"turns", "# {question has|questions have} been asked",
     "the number of questions asked", "questions asked"},
    {0},
};

static const dx_set_words sets[] = {
    {"ranks", "the ranks of the pack"},
    {"hand", "the ranks in %0's hand"},
    {0},
};

static const dx_verb_words verbs[] = {
    {"start", "@ {asks|ask} first"},
    {"deal", "@ {was|were} dealt %0a[1=0:|, which makes a book of %1+]",
     .part = "@ {was|were} dealt a card[1=0:|, which makes a book of %1+]"},
    {"ask",
     "@ asked %0 for %1+ and got [2=0:none|%2[3=1:. That is the whole book]]",
     .move = "ask %0 for %1+"},
    {"nothing", "@ {has|have} nothing to ask for",
     .move = "say that there is nothing to ask for"},
    {"draw",
     "@ drew %0a[1=1:, the rank asked for][2=0:|. That makes a book of %2+]",
     .part = "@ drew a card[1=1:, of the rank asked for][2=0:|. That makes a "
             "book of %2+]"},
    {"lay", "@ laid down the book of %0+"},
    {0},
};

static bool word_of(const dx_rules *rules DX_UNUSED, const char *type,
                    unsigned value, dx_word_form form, dx_text *out)
{
    static const char *const ranks[] = {"ace",  "2",     "3",   "4", "5",
                                        "6",    "7",     "8",   "9", "10",
                                        "jack", "queen", "king"};
    bool is_book = strcmp(type, "book") == 0;
    if ((!is_book && strcmp(type, "rank") != 0) || (is_book && value == 0))
        return false;
    dx_word_say(ranks[is_book ? value - 1 : value], form, out);
    return true;
}

static const dx_position_words position[] = {
    {"stock"}, {"turns"}, {"size"}, {"books"}, {"count"}, {"book"}, {0},
};

static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_gofish *t = table;
    unsigned books = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        books += t->laid[seat];
    bool is_out = t->end != DX_GOFISH_END_BOOKS && t->out != DX_GOFISH_NOBODY;
    dx_phrase(cast,
              books == t->ranks      ? "All books are made."
              : is_out               ? "@ {has|have} no card left."
              : t->turns >= t->limit ? "As many questions as may be were asked."
              : t->quiet >= t->players ? "Nobody can ask for anything any more."
                                       : "The stock is empty.",
              &(dx_filling){.who = is_out ? t->out : DX_NONE, .mind = DX_NONE},
              out);
}

const dx_words dx_gofish_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .sheet =
        {
            .aim = "Ask for what you need, and remember who asked.",
            .line = "All $copies cards of a rank are a book. Who asks for a "
                    "rank has one of it: everybody hears that.",
            .move = {{"Ask", "Ask one other for a rank of which you have some. "
                             "You get all that are there, and ask again."},
                     {"Go fish", "If there are none, you draw a card from the "
                                 "stock and the turn passes.[$caught=2: If it "
                                 "is the rank you asked for, show it and ask "
                                 "again.]"},
                     {"Nothing", "Who has nothing to ask for says so[$empty=0: "
                                 "and draws a card|[$empty=1:, draws a card "
                                 "and asks|[$empty=2:, draws a new hand and "
                                 "asks| and is out]]]."}},
            .counts = "$ranks {rank|ranks} of $copies cards. Suits do not "
                      "matter. Books [$books=0:stay in the hand until the "
                      "end|are laid down at once].",
            .ends = {"[$end=0:All books are made, or nobody can "
                     "ask|[$end=1:All books are made, or the last book of a "
                     "hand leaves it empty|The stock is empty, or all books "
                     "are made]].",
                     "[$wins=0:Most books win|The first hand that is empty "
                     "wins]."},
        },
    .position = position,
    .value = word_of,
    .ending = say_ending,
};
