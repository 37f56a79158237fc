// Files that are wrong in one place are refused there, with what is expected;
// what only play can show is found by trying the game.

#include "base/memory.h"
#include "game/match.h"
#include "game/rules_list.h"
#include "games/file/file.h"
#include "games/file/files.h"
#include "test.h"

#include <string.h>

static const char sound[] = //
    "game coins \"which coin?\"\n"
    "param players = 2 in 2..4, coins = 5 in 3..6, limit = 9 in 1..20\n"
    "preset tiny \"coins=4\"\n"
    "set coin = first coins of {a, b, c, d, e, f} set few = 0..5\n"
    "pack card = coin\n"
    "place hidden seen by nobody\n"
    "place purse(seat) seen by owner\n"
    "place heap seen by all row slot(seat): 3 seen by nobody\n"
    "vars guesses = 0, winner: seat = none, done(seat) = no, "
    "few_of: few = 0, pays: seat or none = none\n"
    "let has(s: seat, c: card) = c in purse(s)\n"
    "let rich(s: seat) = size(purse(s)) > 1\n"
    "phase guessing: guess, lay\n"
    "nature hide(card: card) nature tell(n: number) nature told(s: seat) "
    "nature again(card: card)\n"
    "nature deal(card: card)\n"
    "nature open tells card: card = the(hidden) "
    "nature mine tells n: number = size(purse(who))\n"
    "start {\n"
    "    draw hide to hidden\n"
    "    for i in 1..deck { draw deal to purse(seat(i)) }\n"
    "    then guessing by 1\n"
    "}\n"
    "def pass { then guessing by left(who) }\n"
    "verb guess(c: card) if guesses < limit tells right: flag = c in hidden {\n"
    "    guesses := guesses + 1\n"
    "    if right { winner := who then over }\n"
    "    else if guesses >= limit { reveal open then over } else { pass }\n"
    "}\n"
    "verb lay(c: card in purse(who)) { move c from purse(who) to heap pass }\n"
    "score(s) = if winner = s then 1 else 0\n";

typedef struct fault {
    const char *from, *to, *message;
    unsigned line;
} fault;

static const fault faults[] = {
    {"score(s) = if winner = s then 1 else 0", "score(s) = s",
     "expected a number, found a seat", 28},
    {"verb guess(c: card)", "verb guess(c: card, n: number in 1..300)",
     "could come to more than 250", 22},
    {"verb guess(c: card)", "verb guess(c: card, n: number in -1..3)",
     "could come to less than 0", 22},
    {"set coin", "set seat = {a, b} set coin", "'seat' is a type already", 4},
    {"move c from purse(who) to heap", "move all from deck to deck",
     "cards leave the stock by 'draw'", 27},
    {"move c from purse(who) to heap", "swap deck, heap",
     "cards leave the stock by 'draw'", 27},
    {"move c from purse(who) to heap", "move c from deck to heap",
     "cards leave the stock by 'draw'", 27},
    {"{a, b, c, d, e, f}", "{a, b, c, d, a, f}", "'a' is there twice", 4},
    {"guess, lay\n", "guess, lay, guess\n", "the phase has 'guess' already",
     12},
    {"pack card = coin", "pack card = coin * coin", "none of them twice", 6},
    {"pack card = coin", "set kind = {aa, ab} pack card = coin * kind short",
     "'aa' is there twice", 6},
    {"score(s)", "score(s) = 1 score(s)", "said already", 28},
    {"param players", "game more \"?\" param players", "has a name already", 2},
    {"reveal open then over", "reveal deal(a) by 1 then over",
     "'deal' brings cards", 25},
    {"draw hide to hidden\n", "reveal hide(a) by 1 draw hide to hidden\n",
     "'hide' is revealed elsewhere", 17},
    {"guesses < limit tells", "coin(c) = a tells",
     "'coin' is no attribute of one thing", 22},
    {"reveal open then over", "reveal mine then over", "who is 'who' here", 25},
    {"c in hidden {", "7 in hidden {", "there is no card '7'", 22},
    {"score(s)", "words has yes \"x\" score(s)", "said of a thing behind it",
     28},
    {"tells right: flag = c in hidden",
     "tells right: flag = c in hidden, n: number = guesses",
     "could come to less than 0", 22},
    {"tells right: flag = c in hidden",
     "tells right: flag = c in hidden, n: number = 2 * size(heap)",
     "could come to more than 250", 22},
    {"game coins", "gme coins", "expected a statement", 1},
    {"\"which coin?\"", "", "a sentence about it", 2},
    {"param players = 2", "param seats = 2", "must be players", 2},
    {"2 in 2..4", "7 in 2..4", "7 is not from 2 to 4", 2},
    {"\"coins=4\"", "\"coins=40\"", "coins", 3},
    {"preset tiny \"coins=4\"", "preset tiny \"coyns=4\"", "'coyns'", 3},
    {"place heap", "place purse", "there is a 'purse' already", 8},
    {"let rich", "let has", "there is a 'has' already", 11},
    {"vars guesses = 0", "vars guesses = 0, guesses = 1",
     "there is a 'guesses' already", 9},
    {"let rich(s: seat) = size(purse(s)) > 1",
     "let rich(s: seat) = size(purse(s)) > 1 "
     "\"%0 {is|are} %1\"",
     "'%1' is an argument that is not there; there is 1", 11},
    {"size(purse(s)) > 1", "1 + if s = 1 then 1 else 0",
     "a value may be chosen so", 11},
    {"    then guessing by 1\n}", "    then guessing by 1",
     "to end what begins at 16:7", 20},
    {"first coins of", "first 9 of", "has 6 words and should have 9", 4},
    {"pack card = coin", "include crds", "there is no part 'crds'", 5},
    {"pack card = coin", "include cards", "in the part 'cards': there is no",
     5},
    {"pack card = coin", "pack card = coyn", "there is no set 'coyn'", 5},
    {"card = coin\n", "card = coin x 0\n", "0 cards", 5},
    {"card = coin\n", "card = coin x {1, 2}\n", "how many copies", 5},
    {"hidden seen by nobody", "hidden", "expected 'seen'", 7},
    {"hidden seen by nobody", "hidden seen by owner", "all or nobody", 6},
    {"purse(seat) seen", "purse(stool) seen", "there is no 'stool'", 7},
    {"winner: seat = none", "winner = none", "none of what?", 9},
    {"done(seat) = no", "done(seat) = maybe", "there is no 'maybe'", 9},
    {"c in purse(s)", "c in purze(s)", "no set or place 'purze'", 10},
    {"c in purse(s)", "s in purse(s)", "never in a set of", 10},
    {"c in purse(s)", "purse(s)", "is a place and no value", 10},
    {"size(purse(s)) > 1", "size(purse(s)) > yes", "compared with yes or no",
     11},
    {"size(purse(s)) > 1", "size(purse) > 1", "expected 1", 11},
    {"size(purse(s)) > 1", "B[s] has(s, a)", "K, M and Kw alone", 11},
    {"size(purse(s)) > 1", "C[1,2] has(s, a)", "cannot speak of time", 11},
    {"size(purse(s)) > 1", "K[3] has(s, a)", "there is no seat 3", 11},
    {"size(purse(s)) > 1", "rich(s)", "there is no 'rich'", 11},
    {"phase guessing: guess, lay", "phase guessing: gess, lay",
     "there is no verb 'gess'", 12},
    {"phase guessing: guess, lay", "phase guessing: guess",
     "nobody can ever do 'lay'", 27},
    {"draw hide to hidden", "draw hyde to hidden", "there is no 'hyde'", 17},
    {"draw hide to hidden", "draw open to hidden", "brings no card", 17},
    {"draw hide to hidden", "draw deal to hidden", "not seen by the same", 18},
    {"draw hide to hidden", "draw hide to hole", "no place 'hole'", 17},
    {"for i in 1..deck", "for i in purse(1)", "seats, a set or 1..n", 18},
    // a loop that does not end soon
    {"for i in 1..deck", "for i in 1..guesses", "more than 20000 times", 18},
    {"for i in 1..deck {",
     "for i in 1..deck { for j in 1..i { for k in 1..j {}}",
     "more than 20000 times", 18},
    {"then guessing by 1", "then gessing by 1", "no phase 'gessing'", 19},
    {"then guessing by 1", "then guessing by 3", "there is no seat 3", 19},
    {"then guessing by 1", "then guessing by deck", "expected a seat", 19},
    {"by left(who)", "by left(deck)", "expected a seat", 21},
    {"def pass { then", "def pass { pass then", "uses itself", 21},
    // a condition that who cannot see
    {"if guesses < limit tells", "if c in hidden tells",
     "could not know its own moves", 22},
    {"if guesses < limit tells", "if has(left(who), c) tells",
     "could not know its own moves", 22},
    // an effect on a secret
    {"if right {", "if c in hidden {", "could not follow the game", 24},
    {"guesses := guesses + 1",
     "guesses := size(purse(who)) + "
     "count x in purse(who): (x = a)",
     "could not follow the game", 23},
    {"then guessing by left(who)",
     "then guessing by if a in purse(who) then who else left(who)",
     "could not follow the game", 21},
    {"guesses := guesses + 1", "guesses := winner", "expected a number", 23},
    {"guesses := guesses + 1", "guezzes := 1", "no effect, variable", 23},
    {"right: flag", "right: bool", "there is no type 'bool'", 22},
    {"right: flag = c in hidden", "right: flag = 3", "expected yes or no", 22},
    {"c: card in purse(who)", "c: card in hidden", "does not see", 27},
    {"c: card in purse(who)", "c: number", "which numbers?", 27},
    {"move c from purse(who)", "move all from purse(who)",
     "nobody has been told", 27},
    {"c: card in purse(who)", "c: card in purse(who) seen by who",
     "point at where it lies unseen", 27},
    {"move c from purse(who)", "move who from purse(who)",
     "expected a card that moves", 27},
    {"score(s) =", "scores(s) =", "expected a statement", 28},
    // what newcomers write
    {"if right {", "if right == yes {", "'equals' is written =", 24},
    {"if guesses < limit tells", "if guesses < limit and c != a tells",
     "'and' is written &", 22},
    {"then guessing by 1", "then guessing by who + 1", "there is no 'who'", 19},
    {"by left(who)", "by who + 1", "left(s) is the next seat", 21},
    {"verb guess(c: card)", "verb guess(c: card, c: card)",
     "there is a 'c' already", 22},
    {"right: flag = c in hidden", "c: flag = c in hidden",
     "there is a 'c' already", 22},
    {"place heap seen by all",
     "set i = 0..2 row heap: 3 seen by all "
     "let low(k: i) = size(heap(k)) > 0",
     "from 1 to 3, and this can be 0", 8},
    {"done(seat) = no", "done(3) = no let odd = done(4)",
     "from 1 to 3, and this can be 4", 9},
    {"score(s) = if winner = s then 1 else 0\n", "", "score", 28},
    {"size(purse(s)) > 1", "count(c in purse(s): yes) > 1",
     "what is counted stands behind", 11},
    {"if guesses < limit tells",
     "if (first t after who: yes else none) = who tells",
     "give it a name of its own (let)", 22},
    {"def pass {", "def skip(s: seat) { } def pass {", "have no types", 21},
    {"tells right", "tells true", "'true' is a word of the formulas", 22},
    {"verb guess(c: card)", "verb guess(who: card)", "the seat that moves", 22},
    {"game coins", "game m\u00fcnzen", "letters a to z", 1},
    {"verb lay", "verb pay { then over } \"@ {pays\" verb lay",
     "the '{' has no end", 27},
    {"move c from purse(who) to heap", "swap hidden, heap",
     "which cards come to light", 27},
    // what would go on too long
    {"guesses < limit tells",
     "(exists x in 1..30000: exists y in 1..30000: x * y = 7) tells",
     "more than 10000000 times", 22},
    {"c: card in purse(who)",
     "c: card in purse(who), n: number in 1..250, m: number in 1..250, "
     "k: number in 1..250",
     "more than 10000000 times", 27},
    // what an event or a variable cannot be
    {"few_of: few = 0", "few_of: few = 9", "could come to more than 5", 9},
    {"few = 0..5", "few = 0-2..5", "numbers from 0 on", 4},
    {"right: flag = c in hidden",
     "right: flag = c in hidden, n: number = if c = a then 3 else 300",
     "could come to more than 250", 22},
    {"right: flag = c in hidden",
     "right: flag = c in hidden, n: few = first q in few: (q > 9) else 300",
     "could come to more than 5", 22},
    {"reveal open then over", "for i in 0..300 { reveal tell(i) } then over",
     "could come to more than 250", 25},
    {"reveal open then over", "reveal told(pays) then over", "this can be none",
     25},
};

static char *broken(const fault *f)
{
    const char *at = strstr(sound, f->from);
    dx_text out = {0};
    CHECK_THAT(at != NULL, "'%s' is not in the file", f->from);
    dx_text_add_part(&out, sound, (size_t)(at - sound));
    dx_text_add(&out, f->to);
    dx_text_add(&out, at + strlen(f->from));
    return dx_text_take(&out);
}

TEST(a_file_that_is_wrong_is_refused_where_it_is_wrong)
{
    dx_game *game = NULL;
    CHECK_EQ(dx_game_read(sound, strlen(sound), &game, NULL), DX_OK);
    dx_game_free(game);
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        dx_error error = {0};
        char *text = broken(&faults[i]);
        CHECKING("%s -> %s", faults[i].from, faults[i].to);
        CHECK(dx_game_read(text, strlen(text), &game, &error) != DX_OK);
        CHECK_THAT(strstr(error.message, faults[i].message) != NULL, "%s",
                   error.message);
        CHECK_EQ(error.line, faults[i].line);
        CHECK(error.column > 0);
        dx_free(text);
    }
}

// Each of them twice what the one before is.
static void check_growth(bool of_lets)
{
    dx_text more = {0};
    dx_error error = {0};
    dx_game *game = NULL;
    dx_text_add(&more, of_lets ? "let f0(x: number) = x\n" : "def f0 { }\n");
    for (unsigned k = 1; k <= 30; k++)
        if (of_lets)
            dx_text_printf(&more, "let f%u(x: number) = f%u(x) + f%u(x)\n", k,
                           k - 1, k - 1);
        else
            dx_text_printf(&more, "def f%u { f%u f%u }\n", k, k - 1, k - 1);
    dx_text_add(&more, of_lets ? "let rich" : "def pass { f30");
    char *text = broken(&(fault){of_lets ? "let rich" : "def pass {",
                                 dx_text_string(&more), "", 0});
    CHECK(dx_game_read(text, strlen(text), &game, &error) != DX_OK);
    CHECK_THAT(strstr(error.message, "inside each other") != NULL, "%s",
               error.message);
    dx_free(text);
    dx_text_release(&more);
}

TEST(lets_and_blocks_that_grow_without_end_are_refused)
{
    check_growth(true);
    check_growth(false);
}

TEST(a_slot_has_a_size_as_its_row_has)
{
    static const char text[] =
        "game x \"\"\nparam players = 2 in 2..2\nset a = {b, c, d}\n"
        "pack card = a\nset slot = 1..3\nrow hand(seat): 3 seen by owner\n"
        "let all(s: seat) = size(hand(s))\n"
        "let one(s: seat, i: slot) = size(hand(s, i))\n"
        "phase p: go\nnature deal(card: card)\n"
        "start { draw deal to hand(1, 3) draw deal to hand(1, 1) then p by 1 "
        "}\n"
        "verb go { then over }\nscore(s) = 0\n";
    static const int want[] = {1, 0, 1};
    dx_game *game = NULL;
    CHECK_EQ(dx_game_read(text, strlen(text), &game, NULL), DX_OK);
    dx_rules rules = dx_rules_normal(game);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    const void *truth = dx_match_truth(match);
    CHECK_EQ(dx_quantity_value(&game->quantities[0], truth, (int[]){0}), 2);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(dx_quantity_value(&game->quantities[1], truth, (int[]){0, i}),
                 want[i]);
    dx_match_free(match);
    dx_deal_free(deal);
    dx_game_free(game);
}

static void try_text(const fault *f, char *text)
{
    dx_game *game = NULL;
    dx_error error = {0};
    dx_text out = {0};
    CHECKING("%s -> %s", f->from, f->to);
    CHECK_THAT(dx_game_read(text, strlen(text), &game, &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    dx_rules rules = dx_rules_normal(game);
    CHECK(!dx_game_try(&rules, &out));
    CHECK_THAT(strstr(dx_text_string(&out), f->message) != NULL, "%s",
               dx_text_string(&out));
    dx_text_release(&out);
    dx_game_free(game);
    dx_free(text);
}

TEST(what_is_too_much_to_know_is_played_and_said)
{
    static const fault much[] = {
        {"move c from purse(who) to heap",
         "move c from purse(who) to deck draw again to purse(who)",
         "cards went back", 0},
        {"pack card = coin", "pack card = coin x 40", "more than 120 cards",
         0}};
    for (unsigned i = 0; i < sizeof much / sizeof *much; i++) {
        char *text = broken(&much[i]);
        dx_game *game = NULL;
        dx_text out = {0};
        CHECK_EQ(dx_game_read(text, strlen(text), &game, NULL), DX_OK);
        dx_rules rules = dx_rules_normal(game);
        CHECK(dx_game_try(&rules, &out));
        CHECK_THAT(strstr(dx_text_string(&out), much[i].message) != NULL, "%s",
                   dx_text_string(&out));
        dx_text_release(&out);
        dx_game_free(game);
        dx_free(text);
    }
}

TEST(what_only_play_shows_is_found_by_trying)
{
    static const fault played[] = {
        {"c: card in purse(who)", "c: card", "was not there", 0},
        {"if winner = s then 1 else 0", "if a in hidden then 1 else 0",
         "know the scores", 0},
        {"then 1 else 0\n", "then 2 else 0\nbest = 1\n", "beyond `best`", 0},
        {"tells card: card = the(hidden)", "tells card: card = the(purse(1))",
         "of several cards", 0},
        {"move c from purse(who)", "move 3 of c from purse(who)",
         "was not there", 0},
        {"right: flag = c in hidden",
         "right: flag = c in hidden, s: seat = winner", "none was told", 0},
        {"def pass {", "def pass { done(winner) := yes", "that it has not", 0},
        {"def pass {", "def pass { few_of := few_of + 1",
         "a number that its set does not have", 0},
        {"def pass {", "def pass { swap slot(who, guesses + 1), slot(who, 1)",
         "slot that is not there", 0},
    };
    dx_text out = {0};
    dx_game *game = NULL;
    CHECK_EQ(dx_game_read(sound, strlen(sound), &game, NULL), DX_OK);
    dx_rules rules = dx_rules_normal(game);
    CHECK_THAT(dx_game_try(&rules, &out), "%s", dx_text_string(&out));
    dx_text_release(&out);
    dx_game_free(game);
    for (unsigned i = 0; i < sizeof played / sizeof *played; i++)
        try_text(&played[i], broken(&played[i]));
    // A game without a limit that never ends.
    const fault endless = {"", "", "did not end", 0};
    try_text(
        &endless,
        dx_copy_text("game x \"\"\nparam players = 2 in 2..2\nset a = {b}\n"
                     "pack card = a\nphase p: go\nstart { then p by 1 }\n"
                     "verb go { then p by left(who) }\nscore(s) = 0\n"));
}
