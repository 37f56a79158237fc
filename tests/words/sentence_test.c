// Formulas as sentences: said, read back, and never two with one sentence.

#include "words/sentence.h"

#include "ask/answer.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/file/files.h"
#include "test.h"
#include "words/normal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- random formulas ----

typedef struct author {
    const dx_rules *rules;
    dx_random *random;
    dx_text *out;
    unsigned bound; // variables in use
} author;

static unsigned below(author *a, unsigned count)
{
    return (unsigned)dx_random_below(a->random, count);
}

static void write_value(author *a, const char *type)
{
    unsigned count = dx_type_values(a->rules, type);
    dx_type_say(a->rules, type, below(a, count), a->out);
}

static void write_term(author *a, const char *name, const char *const *types)
{
    dx_text_add(a->out, name);
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++) {
        dx_text_add(a->out, i == 0 ? "(" : ",");
        write_value(a, types[i]);
    }
    dx_text_add(a->out, types[0] != NULL ? ")" : "");
}

static void write_number(author *a)
{
    const dx_game *game = a->rules->game;
    unsigned count = 0;
    while (game->quantities[count].name != NULL)
        count++;
    const dx_quantity *q = &game->quantities[below(a, count)];
    write_term(a, q->name, q->type);
}

static void write_fact(author *a)
{
    static const char *const signs[] = {"=", "!=", "<", "<=", ">", ">="};
    const dx_game *game = a->rules->game;
    unsigned count = 0, what = below(a, 10);
    while (game->atoms[count].name != NULL)
        count++;
    if (what < 7 || game->quantities == NULL) {
        const dx_atom *atom = &game->atoms[below(a, count)];
        write_term(a, atom->name, atom->type);
        return;
    }
    if (what == 9)
        dx_text_printf(a->out, "now %s ", signs[below(a, 6)]);
    else {
        write_number(a);
        dx_text_printf(a->out, " %s ", signs[below(a, 6)]);
    }
    if (what == 7)
        write_number(a);
    else
        dx_text_printf(a->out, "%u", below(a, 4));
}

static void write_formula(author *a, unsigned depth);

// A set to go through: a type, or one of the game's without arguments.
static void write_quantified(author *a, unsigned depth)
{
    const dx_atom *atom = &a->rules->game->atoms[0];
    unsigned i = 0;
    while (i + 1 < DX_TERM_ARGS && atom->type[i + 1] != NULL)
        i++;
    dx_text_printf(a->out, "%s x in %s: (%s(",
                   below(a, 2) ? "forall" : "exists", atom->type[i],
                   atom->name);
    for (unsigned k = 0; k < i; k++) {
        write_value(a, atom->type[k]);
        dx_text_add(a->out, ",");
    }
    dx_text_add(a->out, "x) | ");
    write_formula(a, depth);
    dx_text_add(a->out, ")");
}

static const char *const shapes[] = {"~(F)",
                                     "(F) & (F)",
                                     "(F) | (F)",
                                     "(F) -> (F)",
                                     "(F) <-> (F)",
                                     "K[s] (F)",
                                     "M[s] (F)",
                                     "Kw[s] (F)",
                                     "B[s] (F)",
                                     "B[s]((F) given (F))",
                                     "E[g] (F)",
                                     "C[g] (F)",
                                     "D[g] (F)",
                                     "[!(F)] (F)",
                                     "<!(F)> (F)",
                                     "[?!(F)] (F)",
                                     "<?!(F)> (F)",
                                     "[g !(F)] (F)",
                                     "<g !(F)> (F)",
                                     "[g ?!(F)] (F)",
                                     "(F)@3",
                                     "prev (F)",
                                     "once (F)",
                                     "sofar (F)",
                                     "learned[s] (F)",
                                     "public (F)",
                                     "P[s](F) >= 1/3",
                                     "P[s](F) < 33/100",
                                     "P[s]((F) given (F)) > 5/6",
                                     "P[1](F) > P[1](F)",
                                     "~K[s] (F)",
                                     "K[s] ~(F)",
                                     "(F) & (F) & (F)",
                                     "(F) | (F) | (F)",
                                     "<g ?!(F)> (F)",
                                     "P[2](F) = P[2](F)",
                                     "1/2 <= P[s](F)",
                                     "Safe[s] (F)",
                                     "~Strong[s] (F)",
                                     "(F)@(now-2)",
                                     "(F)@(now/2)",
                                     "[radical (F)] (F)",
                                     "[g radical (F)] (F)",
                                     "[conservative (F)] (F)",
                                     "[g conservative (F)] (F)",
                                     "P[1](F) + P[2](F) > 1/2",
                                     "P[1](F) - 1/4 <= P[2]((F) given (F))",
                                     "2*P[s](F) != now mod 3",
                                     "(count x in 1..3: (F)) < -now",
                                     "(sum x in {1,2}: P[s](F)) / 2 = 1",
                                     "true",
                                     "false"};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void write_group(author *a)
{
    unsigned players = dx_players(a->rules);
    unsigned set = 1 + below(a, (1U << players) - 1);
    const char *between = "";
    for (unsigned seat = 0; seat < players; seat++)
        if (set >> seat & 1) {
            dx_text_printf(a->out, "%s%u", between, seat + 1);
            between = ",";
        }
}

// One of the shapes, with `inner` for its first sentence.
static void write_shape(author *a, const char *shape, const char *inner,
                        unsigned depth)
{
    for (const char *c = shape; *c != '\0'; c++) {
        bool is_letter = (c == shape || strchr("([, !", c[-1]) != NULL);
        if (*c == 'F' && inner != NULL) {
            dx_text_add(a->out, inner);
            inner = NULL;
        } else if (*c == 'F')
            write_formula(a, depth);
        else if (*c == 's' && is_letter && c[1] == ']')
            dx_text_printf(a->out, "%u", 1 + below(a, dx_players(a->rules)));
        else if (*c == 'g' && (c[-1] == '[' || c[-1] == '<'))
            write_group(a);
        else
            dx_text_add_char(a->out, *c);
    }
}

static void write_formula(author *a, unsigned depth)
{
    unsigned what = below(a, SHAPES + 3);
    if (depth == 0 || what >= SHAPES + 1)
        write_fact(a);
    else if (what == SHAPES)
        write_quantified(a, depth - 1);
    else
        write_shape(a, shapes[what], NULL, depth - 1);
}

// ---- there and back ----

static dx_formula parse(dx_formulas *store, const dx_rules *rules,
                        const char *text)
{
    dx_formula f = DX_FORMULA_NONE;
    bool is_term;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_ask_parse(store, rules->game, text, &f, &is_term, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    return f;
}

static void there_and_back(dx_formulas *store, const dx_cast *cast,
                           const char *text)
{
    dx_formula f = parse(store, cast->rules, text);
    dx_formula normal = dx_sentence_normal(store, cast->rules, cast->names, f);
    dx_text said = {0}, formula = {0};
    dx_error error = {.message = ""};
    dx_sentence_say(store, cast, f, &said);
    const char *sentence = dx_text_string(&said);
    if (getenv("SAMPLES") != NULL)
        printf("%s\n    %s\n", text, sentence);
    CHECKING("%s: %s", text, sentence);
    CHECK_THAT(strstr(sentence, "formula \"") == NULL, "%s: %s", text,
               sentence);
    CHECK_THAT(dx_sentence_read(cast, sentence, &formula, &error) == DX_OK,
               "%s: column %u: %s", sentence, error.column, error.message);
    dx_formula back = parse(store, cast->rules, dx_text_string(&formula));
    CHECK_THAT(normal == dx_sentence_normal(store, cast->rules, NULL, back),
               "%s: %s: %s", text, sentence, dx_text_string(&formula));
    CHECK_EQ(dx_sentence_normal(store, cast->rules, cast->names, normal),
             normal);
    dx_text_release(&said);
    dx_text_release(&formula);
}

static const char *const names[] = {"Ann",  "Bob", "Cem",  "Dora", "Eve",
                                    "Finn", "Gia", "Hugo", "Ida",  "Jo"};

static void check_rules(const dx_rules *rules)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        dx_random random = dx_random_named(7, seed, 0);
        dx_text text = {0};
        author a = {rules, &random, &text, 0};
        dx_formulas *store = dx_formulas_new();
        dx_cast cast = {.rules = rules,
                        .names = seed % 3 == 0 ? NULL : names,
                        .you = seed % 2 == 0 ? 0 : DX_BYSTANDER};
        write_formula(&a, 1 + (unsigned)seed % 3);
        there_and_back(store, &cast, dx_text_string(&text));
        dx_text_release(&text);
        dx_formulas_free(store);
    }
}

static void check_game(const dx_game *game)
{
    if (game->words == NULL)
        return;
    dx_rules rules = dx_rules_normal(game);
    check_rules(&rules);
}

TEST(a_sentence_is_read_back_as_the_formula_it_was_made_of)
{
    dx_each_game(check_game);
}

// The games of files that are not among these.
TEST(a_sentence_about_a_game_from_a_file_is_read_back)
{
    for (const dx_game *const *game = dx_game_files(); *game != NULL; game++)
        check_game(*game);
}

// Given what cannot be a chance has no value, and neither comparison is true.
TEST(what_may_have_no_value_is_not_denied_by_the_contrary)
{
    static const char *const pairs[][2] = {
        {"~(P[1](F given G) > 1/2)", "P[1](F given G) <= 1/2"},
        {"~(P[1](F given G) = 1/2)", "P[1](F given G) != 1/2"},
        {"~(1 > 2 * P[1](F given G))", "1 <= 2 * P[1](F given G)"},
        {"~(1 / lives > 2)", "1 / lives <= 2"},
    };
    dx_rules rules = dx_rules_normal(dx_game_called("hanabi"));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        dx_formulas *store = dx_formulas_new();
        dx_formula f[2];
        for (unsigned k = 0; k < 2; k++) {
            dx_text text = {0};
            for (const char *c = pairs[i][k]; *c != '\0'; c++)
                if (*c == 'F' || *c == 'G')
                    dx_text_printf(&text, "playable(1,%d)", *c - 'E');
                else
                    dx_text_add_char(&text, *c);
            f[k] =
                dx_sentence_normal(store, &rules, NULL,
                                   parse(store, &rules, dx_text_string(&text)));
            dx_text_release(&text);
        }
        CHECK_THAT(f[0] != f[1], "%s and %s", pairs[i][0], pairs[i][1]);
        dx_formulas_free(store);
    }
}

// Every operator in the first sentence of every other: all in Hanabi, and of
// the other games another part each.
static void check_pairs(const dx_game *game)
{
    if (game->words == NULL)
        return;
    dx_rules rules = dx_rules_normal(game);
    dx_random random = dx_random_named(5, 5, 0);
    dx_cast cast = {.rules = &rules, .names = names, .you = 0};
    bool is_whole = game == dx_game_called("hanabi");
    unsigned part = is_whole ? 1 : SAMPLE(8, 1);
    for (unsigned i = 0; i < SHAPES; i++)
        for (unsigned k = 0; k < SHAPES; k++) {
            if ((i * SHAPES + k + strlen(game->name)) % part != 0)
                continue;
            dx_formulas *store = dx_formulas_new();
            dx_text inner = {0}, text = {0};
            author a = {&rules, &random, &inner, 0};
            write_shape(&a, shapes[k], NULL, 0);
            a.out = &text;
            write_shape(&a, shapes[i], dx_text_string(&inner), 0);
            there_and_back(store, &cast, dx_text_string(&text));
            dx_text_release(&inner);
            dx_text_release(&text);
            dx_formulas_free(store);
        }
}

TEST(every_operator_inside_every_other_is_read_back)
{
    dx_each_game(check_pairs);
}

// ---- as it is said ----

typedef struct said {
    const char *game, *formula, *sentence;
} said;

static const said examples[] = {
    {"hanabi", "K[1] playable(1,2)",
     "You know that your own card 2 can be played now."},
    {"hanabi", "~K[2] ~dead(2,1)",
     "Ann holds it possible that Ann's own card 1 is one that its "
     "pile has already."},
    {"hanabi", "K[1] M[2] (tokens > 2 & lives = 1)",
     "You know that Ann holds it possible that both more than 2 hints are left "
     "and exactly 1 life is left."},
    {"hanabi", "P[1](playable(1,1)) >= 1/2",
     "For you, the chance is at least 1/2 that your own card 1 can be played "
     "now."},
    {"hanabi", "C[1,2] prev hinted(1,1) -> once dead(1,1)",
     "If (you and Ann know, and know that both know, and so on, that a turn "
     "ago "
     "this was true: your card 1 has been named by a hint), then at some turn "
     "so far this was true: your card 1 is one that its pile has already."},
    {"hanabi", "forall s in slots(2): Kw[2] playable(2,s)",
     "For every s among Ann's cards, Ann knows whether Ann's own card s can be "
     "played now."},
    {"hanabi", "Kw[2] (playable(1,1) | playable(1,2))",
     "Ann knows whether (either your card 1 can be played now or your card 2 "
     "can be played now, or both)."},
    {"hanabi", "<!(K[1] dead(1,1) & tokens != 2)> <!lives = 1> playable(1,1)",
     "Everybody can truly be told that (both you know that your own card 1 is "
     "one that its pile has already, and the number of hints left is not 2), "
     "and then (everybody can truly be told that exactly 1 life is left, and "
     "then your card 1 can be played now)."},
    {"hanabi", "P[1](hinted(1,1)) - 1/4 <= P[2](hinted(1,2) | false)",
     "The chance for you that (your own card 1 has been named by a hint) is at "
     "most 1/4 more than the chance for Ann that (your card 2 has been named "
     "by a hint)."},
    {"hanabi", "(playable(1,1) & true)@(now/2) & ~false",
     "At the turn that is half of the number of moves made this was true: your "
     "card 1 can be played now."},
    {"hanabi", "2*P[2](hinted(1,1)) - now/7 > -now",
     "What is left of 2 times the chance for Ann that (your card 1 has been "
     "named by a hint) without 1/7 of the number of moves made is more than "
     "minus the number of moves made."},
    {"hanabi", "prev <2 ?!lives = 1> hinted(1,1)",
     "A turn ago this was true: (Ann can be told whether exactly 1 life is "
     "left, and then your card 1 has been named by a hint)."},
    {"hanabi", "P[2](hinted(1,1) given lives = 1) + 1/4 > P[1](hinted(1,1))",
     "The chance for you that (your own card 1 has been named by a hint) is "
     "less than 1/4 more than the chance for Ann, given that (exactly 1 life "
     "is left), that (your card 1 has been named by a hint)."},
    {"hanabi",
     "hinted(1,1) & [!lives = 1] true & [?!lives = 1] ~false & once true & "
     "forall s in slots(1): (hinted(1,s) | true)",
     "Your card 1 has been named by a hint."},
    {"hanabi", "[2 ?!lives = 1] false | <!lives = 1> false | hinted(1,1)",
     "Your card 1 has been named by a hint."},
    {"hanabi", "[2 !lives = 1] false | hinted(1,1)",
     "Either the number of lives left is not 1 or your card 1 has been named "
     "by "
     "a hint, or both."},
    {"hanabi", "K[1] [!lives = 1] [2 !hinted(1,1)] dead(1,1)",
     "You know that (if everybody is truly told that exactly 1 life is left, "
     "then (if Ann is truly told that your card 1 has been named by a hint, "
     "then your card 1 is one that its pile has already))."},
    {"hanabi", "~tokens > 0", "No hints are left."},
    {"hanabi", "~tokens >= 1", "No hints are left."},
    {"hanabi", "tokens != 0", "Some hints are left."},
    {"clue", "prev count(1,room) = 0",
     "A turn ago this was true: you have no rooms."},
    {"kemps", "score(2) = 0", "Ann has made no Kemps."},
    {"yokai", "count(1,b) <= 0", "You have seen no cards of the blue family."},
    {"gofish", "count(1,8) <= 0", "You have none of the 8s in hand."},
    {"gofish", "count(1,8) > 0", "You have some of the 8s in hand."},
    {"hanabi", "tokens > 0", "Some hints are left."},
    {"hanabi", "K[2] ~prev lives = 1",
     "Ann knows that a turn ago this was not true: exactly 1 life is left."},
    {"hanabi", "~(P[2](hinted(1,1) given lives = 1) > 1/2)",
     "It is not so that for Ann, given that exactly 1 life is left, the chance "
     "is more than 1/2 that your card 1 has been named by a hint."},
    {"clue", "E[1,2] envelope(rope) & out(3)",
     "Both (you and Ann both know that the rope is in the envelope), and Bob "
     "has accused wrongly."},
    {"clue", "~C[1,2] out(1) & ~E[1,2] out(3) & out(2)",
     "All of these are so: it is not so that you and Ann know, and know that "
     "both know, and so on, that you have accused wrongly; you and Ann do not "
     "both know that Bob has accused wrongly; and Ann has accused wrongly."},
    {"clue", "~C[1,2] out(1) | out(2)",
     "Either (it is not so that you and Ann know, and know that both know, and "
     "so on, that you have accused wrongly), or Ann has accused wrongly, or "
     "both."},
    {"hanabi", "~dispensable(2,1) & dead(2,2)",
     "Both Ann's card 1 is either not needed or the last of its kind and Ann's "
     "card 2 is one that its pile has already."},
    {"kemps", "exists x in cards: on_table(x)",
     "For some x among all cards, card x lies on the table."},
    {"gofish", "~has(2,8)", "Ann has no 8s in hand."},
    {"kemps", "exists x in rank: sought(2,x)",
     "For some x among all ranks, somebody besides Ann has been seen to "
     "collect rank x."},
    {"saboteur", "tunnel(0,n1)", "There is a tunnel at C4."},
    {"clue", "E[1,2,3] ~envelope(rope)",
     "Everybody knows that the rope is not in the envelope."},
    {"yokai", "~(looked(1,c1) | looked(2,c1))",
     "Both you have not looked at card 1 and Ann has not looked at card 1."},
};

TEST(sentences_are_as_people_say_them)
{
    static const char *const players[] = {"Cat", "Ann", "Bob", "Dan", "Eva"};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        dx_rules rules = dx_rules_normal(dx_game_called(examples[i].game));
        dx_cast cast = {.rules = &rules, .names = players, .you = 0};
        dx_formulas *store = dx_formulas_new();
        dx_text out = {0};
        dx_formula f = parse(store, &rules, examples[i].formula);
        dx_sentence_say(store, &cast, f, &out);
        CHECK_TEXT(dx_text_string(&out), examples[i].sentence);
        dx_text_release(&out);
        dx_formulas_free(store);
    }
}

// Normal forms that a sentence stands for say the same.
TEST(a_formula_and_its_normal_form_have_the_same_answer)
{
    dx_rules rules = dx_rules_of(dx_game_called("hanabi"), "tiny");
    for (uint64_t seed = 0; seed < 60; seed++) {
        unsigned count;
        dx_event *events = dx_twin_play(&rules, seed, 4, &count);
        dx_random random = dx_random_named(11, seed, 0);
        dx_text text = {0};
        author a = {&rules, &random, &text, 0};
        dx_formulas *store = dx_formulas_new();
        dx_moment moment = {&rules, events, count};
        dx_answer one, two;
        dx_error error = {.message = ""};
        write_formula(&a, 2);
        dx_formula f = parse(store, &rules, dx_text_string(&text));
        dx_formula g =
            dx_sentence_negated(store, &rules, NULL, dx_formula_not(store, f));
        dx_ask_options options = {.worlds_max = 20000};
        CHECKING("%s", dx_text_string(&text));
        dx_status status =
            dx_ask_above(store, &moment, f, &options, &one, &error);
        CHECK_EQ(dx_ask_above(store, &moment, g, &options, &two, &error),
                 status);
        if (status == DX_OK) {
            CHECK_EQ(one.truth, two.truth);
            dx_answer_release(&one);
            dx_answer_release(&two);
        }
        dx_text_release(&text);
        dx_formulas_free(store);
        dx_free(events);
    }
}
