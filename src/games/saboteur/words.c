// Saboteur in English.  Squares are read as letters and numbers: columns from C
// at the start eastwards to K, rows from 5 at the start, northwards down.

#include "game/words.h"

#include "games/saboteur/saboteur.h"

#include <stdlib.h>
#include <string.h>

static const dx_fact_words facts[] = {
    {"role", "%0's role is %1", "%0's role is not %1", "has this role"},
    {"lies", "%0 hides %1", "%0 does not hide %1", "hides this"},
    {"spare", "the role left over is %0", "the role left over is not %0",
     "is the role left over"},
    {"has", "%0 {has|have} %1a", "%0 {does|do} not have %1a", "has this card"},
    {"threw", "%0 {has|have} thrown away %1a",
     "%0 {has|have} not thrown away %1a", "has thrown this card away"},
    {"saboteur", "%0 {is|are} a saboteur", "%0 {is|are} not a saboteur",
     "is a saboteur"},
    {"gold", "the gold lies at %0", "the gold does not lie at %0",
     "has the gold"},
    {"broken", "%0's %1 is broken", "%0's %1 is not broken", "is broken"},
    {"looked", "%0 {has|have} looked at %1", "%0 {has|have} not looked at %1",
     "has looked at this goal"},
    {"claimed", "%0 {says|say} that %1 has %2",
     "%0 {does|do} not say that %1 has %2", "says what lies there"},
    {"up", "%0 lies face up", "%0 does not lie face up", "lies face up"},
    {"tunnel", "there is a tunnel at %0%1", "there is no tunnel at %0%1",
     "has a tunnel"},
    {"laid", "the card at %0%1 is %2a", "there is no %2 at %0%1",
     "has a tunnel of this kind"},
    {"turned", "the card at %0%1 lies turned round",
     "no card lies turned round at %0%1", "is turned round"},
    {0},
};

static const dx_number_words numbers[] = {
    {"saboteurs", "# of the players {is a saboteur|are saboteurs}",
     "the number of saboteurs", "saboteurs"},
    {"count", "%0 {has|have} # {copy|copies} of the %1",
     "the number of copies of the %1 in %0's hand", "cards of a kind"},
    {"size", "%0 {has|have} # {card|cards}", "the number of cards in %0's hand",
     "cards in hand"},
    {"throws", "%0 {has|have} thrown away # {card|cards}",
     "the number of cards that %0 {has|have} thrown away", "cards thrown away"},
    {"score", "%0 {has|have} # {point|points}", "the number of %0's points",
     "points"},
    {"deck", "# {card is|cards are} in the deck",
     "the number of cards in the deck", "cards in the deck"},
    {"round", "# {round has|rounds have} begun", "the number of rounds begun",
     "rounds begun"},
    {"turns", "# {card has|cards have} been played in this round",
     "the number of cards played in this round", "cards played"},
    {"steps", "# {tunnel is|tunnels are} missing to %0",
     "the number of tunnels missing to %0", "tunnels missing"},
    {0},
};

static const dx_set_words sets[] = {
    {"hand", "the cards in %0's hand"},
    {"seats", "the players"},
    {"goals", "the goals"},
    {"tunnels", "the kinds of tunnel"},
    {0},
};

// A card of a broken tool says which by its number: see the assertion below.
static const dx_verb_words verbs[] = {
    {"role", "@ {is|are} %0a", .part = "@ took a role card"},
    {"spare", "The role left over is %0",
     .part = "A role card was left over, face down"},
    {"hide", "%0 was laid face down at a goal",
     .part = "A goal was laid face down"},
    {"draw", "@ drew %0a", .part = "@ drew a card"},
    {"dig", "@ laid %0a at %1%2[3=1: after turning it round]",
     .move = "lay %0a at %1%2[3=1: after turning it round]",
     .typed = "dig %0~ %1%2 %3~"},
    {"break", "@ broke %0's [1=16:pick|[1=17:lamp|cart]]",
     .move = "break %0's [1=16:pick|[1=17:lamp|cart]]"},
    {"mend", "@ mended %0's %2 with %1a", .move = "mend %0's %2 with %1a"},
    {"rockfall", "@ let the tunnel at %0%1 fall in",
     .move = "let the tunnel at %0%1 fall in", .typed = "rockfall %0%1"},
    {"look", "@ looked at %0, and there is %1", .part = "@ looked at %0",
     .move = "look at %0"},
    {"claim", "@ said that %0 has %1", .move = "say that %0 has %1"},
    {"silent", "@ did not say what lies there",
     .move = "do not say what lies there"},
    {"throw", "@ threw away %0a", .part = "@ threw a card away",
     .move = "throw away %0a"},
    {"turn_up", "%0 was turned up, and there is %1"},
    {"show", "@ {was|were} %0a"},
    {"nugget", "A gold card worth %0 came to those who dug"},
    {0},
};
#define DX_CARD(word, sort, sides, copies, tiny) CARD_##word,
enum {
#include "games/saboteur/cards.def"
};
#undef DX_CARD
_Static_assert(CARD_break_pick == 16 && CARD_break_lamp == 17,
               "the words of `break` name the tools by these numbers");

// In the order of cards.def.
static const char *const cards[] = {
    "crossing",
    "T-junction without a way left",
    "T-junction without a way down",
    "straight tunnel up and down",
    "straight tunnel left and right",
    "bend up and right",
    "bend up and left",
    "blocked crossing",
    "blocked T-junction without a way left",
    "blocked T-junction without a way down",
    "blocked straight tunnel up and down",
    "blocked straight tunnel left and right",
    "blocked bend up and right",
    "blocked bend up and left",
    "dead end open above",
    "dead end open to the right",
    "card that breaks a pick",
    "card that breaks a lamp",
    "card that breaks a cart",
    "card that mends a pick",
    "card that mends a lamp",
    "card that mends a cart",
    "card that mends a pick or lamp",
    "card that mends a pick or cart",
    "card that mends a lamp or cart",
    "rockfall",
    "map",
};
_Static_assert(sizeof cards / sizeof *cards == DX_SABOTEUR_CARDS,
               "every card has its words");

// One letter for the 26 columns around the board as it is laid out; further out
// two figures, which no column nearer has.
void dx_saboteur_say_column(int column, dx_text *out)
{
    if (column >= -12 && column <= 13)
        dx_text_add_char(out, (char)('A' + (column + 28) % 26));
    else
        dx_text_printf(out, "%c%d", column < 0 ? 'w' : 'e', abs(column));
}

static bool word_of(const dx_rules *rules, const char *type, unsigned value,
                    dx_word_form form, dx_text *out)
{
    static const char *const treasures[] = {"the gold",
                                            "the stone open above and right",
                                            "the stone open above and left"};
    int line = (int)value - DX_SABOTEUR_REACH;
    if (strcmp(type, "card") == 0) {
        dx_text_printf(out, "%s%s", form == DX_WORD_ONE ? "a " : "",
                       cards[value]);
    } else if (strcmp(type, "treasure") == 0) {
        dx_text_add(out, treasures[value]);
    } else if (strcmp(type, "goal") == 0) {
        dx_text_add(out, "the ");
        dx_saboteur_say(rules, type, value, out);
        dx_text_add(out, " goal");
    } else if (strcmp(type, "word") == 0) {
        dx_text_add(out, value == 0 ? "the gold" : "a stone");
    } else if (strcmp(type, "column") == 0) {
        dx_saboteur_say_column(line, out);
    } else if (strcmp(type, "row") == 0) {
        dx_text_printf(out, "%d", dx_saboteur_row_number(line));
    } else {
        return false;
    }
    return true;
}

static const char *const know[] = {"role", "lies", NULL};

static const dx_position_words position[] = {
    {"round"},  {"deck"},   {"turns"},  {"score"},   {"size"},
    {"throws"}, {"role"},   {"lies"},   {"spare"},   {"count"},
    {"threw"},  {"broken"}, {"looked"}, {"claimed"}, {"up"},
    {"laid"},   {"turned"}, {"steps"},  {0},
};

static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_saboteur *t = table;
    dx_phrase_rules(
        cast->rules,
        t->won[t->rounds - 1] == DX_SABOTEUR_MINER
            ? "The gold[$rounds=1:| of the last round] was reached."
            : "Nobody reached the gold[$rounds=1:| of the last round].",
        out);
}

const dx_words dx_saboteur_words = {
    .facts = facts,
    .numbers = numbers,
    .sets = sets,
    .verbs = verbs,
    .sheet =
        {
            .aim = "Dig to the gold, and find out who does not want to.",
            .line = "Miners win when a way reaches the gold, saboteurs when "
                    "the cards run out first. Nobody knows who is who.",
            .move = {{"Dig", "Lay a tunnel beside one that is there; ways must "
                             "meet ways[$joined=1:, and one must lead from the "
                             "start]. Not with a broken tool."},
                     {"Break, mend", "Break another's pick, lamp or cart, or "
                                     "mend anybody's."},
                     {"Rockfall", "Takes a tunnel off the board."},
                     {"Look", "A map shows you one goal.[$claims=1: Then say "
                              "what lies there, true or not, or nothing.]"},
                     {"Throw", "Away, face down."}},
            .counts = "[$deck=0:67 cards: 31 tunnels, 9 dead ends, 9 that "
                      "break and 9 that mend, 3 rockfalls, 6 maps|6 cards]. "
                      "$goals goals, one of them with the gold. After each "
                      "card you draw one.",
            .ends = {"The gold is reached: miners have won the round.",
                     "All cards are played: saboteurs have.",
                     "$rounds {round|rounds}, with new roles each. "
                     "[$score=0:Most gold wins|A round won is a point]."},
        },
    .know = know,
    .position = position,
    .value = word_of,
    .ending = say_ending,
};
