// Every game has its words, and stories are told from a view alone.

#include "agents/agents.h"
#include "ask/lens.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/rules_list.h"
#include "game/say.h"
#include "game/twin.h"
#include "games/file/files.h"
#include "minds/known.h"
#include "minds/position.h"
#include "test.h"
#include "words/number.h"
#include "words/sheet.h"
#include "words/story.h"

#include <jansson.h>
#include <string.h>

#define ENSURE(condition, what)                                                \
    CHECK_THAT(condition, "%s: %s", game->name, what)

// Is every argument in the phrase?
static bool names_all(const char *phrase, const char *const *types)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++) {
        char sign[3] = {'%', (char)('0' + i), '\0'};
        if (phrase == NULL || strstr(phrase, sign) == NULL)
            return false;
    }
    return phrase != NULL;
}

static void check_facts(const dx_game *game)
{
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++) {
        const dx_fact_words *words = dx_words_of_fact(game, a->name);
        ENSURE(words != NULL, a->name);
        ENSURE(names_all(words->yes, a->type), a->name);
        ENSURE(names_all(words->no, a->type), a->name);
        ENSURE(words->menu != NULL, a->name);
    }
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++) {
        const dx_number_words *words = dx_words_of_number(game, q->name);
        ENSURE(words != NULL, q->name);
        ENSURE(names_all(words->is, q->type), q->name);
        ENSURE(strchr(words->is, '#') != NULL, q->name);
        ENSURE(names_all(words->noun, q->type), q->name);
        ENSURE(words->menu != NULL, q->name);
    }
    for (const dx_domain *d = game->domains; d != NULL && d->name != NULL;
         d++) {
        const dx_set_words *words = dx_words_of_set(game, d->name);
        ENSURE(words != NULL && names_all(words->noun, d->type), d->name);
    }
}

static void check_verbs(const dx_game *game)
{
    for (unsigned v = 0; game->verbs[v].name != NULL; v++) {
        const dx_verb *verb = &game->verbs[v];
        const dx_verb_words *words = dx_words_of_verb(game, v);
        bool hides = false;
        for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
            hides |= verb->arg[i].audience != DX_ALL;
        ENSURE(words != NULL && words->seen != NULL, verb->name);
        ENSURE(!hides || words->part != NULL, verb->name);
        ENSURE(verb->chance || words->move != NULL, verb->name);
    }
}

// What `know` lists are facts that somebody may not know.
static void check_know(const dx_game *game)
{
    const char *const *name = game->words->know;
    for (; name != NULL && *name != NULL; name++) {
        const dx_atom *atom = dx_atom_named(game, *name);
        ENSURE(atom != NULL && atom->claim != NULL, *name);
    }
}

static void check_words(const dx_game *game)
{
    ENSURE(game->words != NULL, "there are no words for it");
    check_know(game);
    check_facts(game);
    check_verbs(game);
}

TEST(conformance_every_fact_number_set_and_verb_has_its_words)
{
    dx_each_game(check_words);
}

TEST(every_fact_and_verb_of_the_games_from_files_has_its_words)
{
    for (const dx_game *const *game = dx_game_files(); *game != NULL; game++)
        check_words(*game);
}

// ---- sheets ----

static unsigned count_words(const char *text)
{
    unsigned count = 0;
    for (bool inside = false; *text != '\0'; text++) {
        count += !inside && *text != ' ' && *text != '\n';
        inside = *text != ' ' && *text != '\n';
    }
    return count;
}

static void check_sheet(const dx_rules *rules)
{
    dx_text out = {0}, json = {0};
    dx_sheet_say(rules, &out);
    const char *text = dx_text_string(&out);
    CHECKING("%s: %s", dx_rules_name(rules), text);
    CHECK(strpbrk(text, "%@#${}[]|") == NULL);
    CHECK(count_words(text) < 260);
    dx_sheet_json(rules, &json);
    json_t *sheet = json_loads(dx_text_string(&json), 0, NULL);
    CHECK(sheet != NULL);
    CHECK(json_array_size(json_object_get(sheet, "moves")) > 0);
    CHECK(json_array_size(json_object_get(sheet, "round")) > 0);
    json_decref(sheet);
    dx_text_release(&out);
    dx_text_release(&json);
}

TEST(conformance_the_rules_of_every_game_are_a_sheet)
{
    dx_each_rules(check_sheet);
    for (const dx_game *const *game = dx_game_files(); *game != NULL; game++) {
        dx_rules rules = dx_rules_normal(*game);
        check_sheet(&rules);
    }
}

// ---- stories ----

// Every event of a random game, as each seat and a bystander read it.
static void check_story(const dx_rules *rules)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        unsigned count;
        dx_event *events = dx_twin_play(rules, seed, 30, &count);
        for (unsigned seat = 0; seat <= dx_players(rules); seat++) {
            bool above = seat == dx_players(rules);
            dx_eyes *eyes = dx_eyes_new(rules, above ? DX_BYSTANDER : seat);
            for (unsigned i = 0; i < count; i++)
                dx_eyes_see(eyes, events[i]);
            dx_text story = {0}, again = {0};
            dx_story_say(dx_eyes_view(eyes), NULL, 0, &story);
            dx_story_say(dx_eyes_view(eyes), NULL, 0, &again);
            const char *text = dx_text_string(&story);
            CHECKING("%s, seed %d: %s", dx_rules_name(rules), (int)seed, text);
            CHECK(strpbrk(text, "%@#${}[]|?") == NULL);
            CHECK(strstr(text, "nobody ") == NULL);
            CHECK_TEXT(text, dx_text_string(&again));
            dx_text_release(&story);
            dx_text_release(&again);
            dx_eyes_free(eyes);
        }
        dx_free(events);
    }
}

TEST(conformance_every_event_is_told_in_words)
{
    dx_each_rules(check_story);
}

// ---- squares, numbers ----

TEST(a_square_of_saboteur_is_typed_either_way)
{
    const dx_game *game = dx_game_called("saboteur");
    dx_rules rules = dx_rules_normal(game);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    const dx_event *moves;
    dx_event read;
    unsigned count = dx_match_moves(match, &moves), squares = 0;
    for (unsigned i = 0; i < count; i++) {
        const dx_cast cast = {.rules = &rules, .you = DX_BYSTANDER};
        dx_text typed = {0};
        if (strcmp(game->verbs[moves[i].verb].name, "dig") != 0)
            continue;
        int value[] = {moves[i].arg[0], moves[i].arg[1], moves[i].arg[2],
                       moves[i].arg[3]};
        const char *type[] = {"card", "column", "row", "way"};
        dx_filling filling = {.type = type, .value = value, .count = 4};
        dx_phrase(&cast, "dig %0~ %1%2 %3~", &filling, &typed);
        CHECK_EQ(dx_read_move(view, dx_text_string(&typed), &read, NULL),
                 DX_OK);
        CHECK(dx_event_same(read, moves[i]));
        squares++;
        dx_text_release(&typed);
    }
    CHECK(squares > 0);
    dx_match_free(match);
    dx_deal_free(deal);
}

static void say_count(double count, const char *expected)
{
    dx_text out = {0};
    dx_count_words(count, &out);
    CHECK_TEXT(dx_text_string(&out), expected);
    dx_text_release(&out);
}

static void say_chance(int64_t top, int64_t over, bool exact,
                       const char *expected)
{
    dx_text out = {0};
    dx_chance_words(dx_fraction_of(top, over), exact, &out);
    CHECK_TEXT(dx_text_string(&out), expected);
    dx_text_release(&out);
}

static void say_percent(double chance, const char *expected)
{
    CHECK_TEXT(dx_percent_of(chance).text, expected);
}

static void say_evidence(double factor, const char *expected)
{
    dx_text out = {0};
    dx_evidence_words(factor, &out);
    CHECK_TEXT(dx_text_string(&out), expected);
    dx_text_release(&out);
}

TEST(numbers_are_said_as_people_read_them)
{
    say_count(846, "846");
    say_count(12345, "12,345");
    say_count(999999, "999,999");
    say_count(1300000, "1.3 million");
    say_count(2.4e11, "2.4 x 10^11");
    say_count(9.99e9, "1.0 x 10^10");
    say_chance(1, 3, true, "1/3");
    say_chance(5, 6, true, "5/6");
    say_chance(33, 100, true, "33 %");
    say_chance(0, 1, true, "impossible");
    say_chance(0, 1, false, "under 1 %");
    say_chance(1, 1, true, "certain");
    say_chance(1, 1, false, "over 99 %");
    say_chance(1, 1000, true, "under 1 %");
    say_chance(999, 1000, true, "over 99 %");
    say_percent(0, "0 %");
    say_percent(0.001, "under 1 %");
    say_percent(0.284, "28 %");
    say_percent(1, "100 %");
    say_evidence(29, "29 times likelier");
    say_evidence(2, "twice as likely");
    say_evidence(1.3, "a little likelier");
    say_evidence(0.5, "half as likely");
}

TEST(the_reader_is_you_and_others_have_their_names)
{
    static const char *const names[] = {"Ann", "Bob", "you", "Bob 2", "bob 2"};
    dx_rules rules = dx_rules_normal(dx_game_called("hanabi"));
    static const char *const said[] = {"Ann", "you", "seat 3", "seat 4",
                                       "seat 5"};
    for (unsigned seat = 0; seat < 5; seat++) {
        const dx_cast cast = {.rules = &rules, .names = names, .you = 1};
        dx_text out = {0};
        dx_cast_say(&cast, seat, &out);
        CHECK_TEXT(dx_text_string(&out), said[seat]);
        dx_text_release(&out);
    }
}

// Over another's shoulder a seat has its name too.
TEST(an_event_says_who_could_show_and_who_could_not)
{
    static const char *const names[] = {"Mia", "Ann", "Bob"};
    dx_rules rules = dx_rules_of(dx_game_called("clue"), "players=3");
    dx_event ask = {.verb = 0, .who = 2, .next = 0};
    for (; strcmp(rules.game->verbs[ask.verb].name, "ask") != 0;)
        ask.verb++;
    static const char *const said[] = {
        "You have to show one of them.", "Ann has to show one of them.",
        "Nobody could show one of them.", "Mia has to show one of them."};
    for (unsigned i = 0; i < 4; i++) {
        const dx_cast cast = {
            .rules = &rules, .names = names, .you = 0, .by_name = i == 3};
        dx_text out = {0};
        ask.arg[3] = (uint8_t)(i % 3);
        dx_event_words(&cast, ask, &out);
        CHECK(strstr(dx_text_string(&out), said[i]) != NULL);
        dx_text_release(&out);
    }
}

TEST(who_names_itself_reads_yourself)
{
    const dx_game *const *avalon = dx_game_files();
    while (strcmp((*avalon)->name, "avalon") != 0)
        avalon++;
    dx_rules rules = dx_rules_normal(*avalon);
    dx_event pick = {.verb = 0, .who = 1, .next = 1, .arg = {1}};
    for (; strcmp(rules.game->verbs[pick.verb].name, "pick") != 0;)
        pick.verb++;
    static const char *const said[] = {"Seat 2 named seat 2 for the quest.",
                                       "You named yourself for the quest."};
    for (unsigned you = 0; you < 2; you++) {
        const dx_cast cast = {.rules = &rules, .you = you};
        dx_text out = {0};
        dx_event_words(&cast, pick, &out);
        CHECK_TEXT(dx_text_string(&out), said[you]);
        dx_text_release(&out);
    }
}

// ---- positions ----

// Every sentence of a line is so, as the seat can tell; what takes many worlds
// is tried in the long tests.
static void check_line(dx_lens *lens, const char *line, size_t length)
{
    bool has_places = dx_lens_view(lens)->rules->game->places != NULL;
    bool may_be_open = SAMPLE(true, !has_places);
    for (const char *at = line; at < line + length;) {
        const char *end = strstr(at, ". ");
        if (end == NULL || end > line + length)
            end = line + length;
        dx_text sentence = {0};
        const dx_lens_answer *answer;
        dx_error error = {.message = ""};
        dx_text_add_part(&sentence, at, (size_t)(end - at));
        const char *text = dx_text_string(&sentence);
        CHECK_THAT(dx_lens_ask(lens, text, &answer, &error) == DX_OK, "%s: %s",
                   text, error.message);
        CHECK_THAT(
            answer->answer.truth == DX_ANSWER_YES ||
                (answer->answer.truth == DX_ANSWER_UNDECIDED && may_be_open),
            "%s", text);
        dx_text_release(&sentence);
        at = end + 2;
    }
}

// The last line is whose turn it is.
static void check_position(const dx_rules *rules)
{
    for (uint64_t seed = 0; seed < SAMPLE(1, 30); seed++) {
        unsigned count, seat = (unsigned)(seed % dx_players(rules));
        dx_event *events = dx_twin_play(rules, seed, 12, &count);
        dx_eyes *eyes = dx_eyes_new(rules, seat);
        for (unsigned i = 0; i < count; i++)
            dx_eyes_see(eyes, events[i]);
        dx_text said = {0};
        dx_position_say(dx_eyes_view(eyes), NULL, false, &said);
        const char *line = dx_text_string(&said);
        CHECKING("%s, seed %d: %s", dx_rules_name(rules), (int)seed, line);
        CHECK(strpbrk(line, "%@#${}[]|?") == NULL);
        const dx_lens_options options = {.worlds_max = SAMPLE(300, 0)};
        dx_lens *lens = dx_lens_new(rules, seat, &options);
        dx_lens_follow(lens, dx_eyes_view(eyes));
        unsigned lines = 0;
        for (const char *end; (end = strchr(line, '\n')) != NULL;
             line = end + 1, lines++)
            if (end[1] != '\0')
                check_line(lens, line, (size_t)(end - line));
        CHECK(rules->game->words == NULL || lines > 1);
        dx_lens_free(lens);
        dx_text_release(&said);
        dx_eyes_free(eyes);
        dx_free(events);
    }
}

static void check_normal(const dx_game *game)
{
    dx_rules rules = dx_rules_normal(game);
    check_position(&rules);
}

TEST(conformance_a_position_is_told_in_sentences_that_are_so)
{
    dx_each_game(check_normal);
    for (const dx_game *const *game = dx_game_files(); *game != NULL; game++)
        check_normal(*game);
}
