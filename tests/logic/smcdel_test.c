// SMCDEL's answers to all files of tests/smcdel, and the errors it has no
// good words for.

#include "test.h"

#include "logic/smcdel/answer.h"

#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

// All answers to the text of a file, a line each; or the error.
static void answer_all(const char *text, size_t length, dx_text *out)
{
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file = NULL;
    dx_structure *structure = NULL;
    dx_error error = {0};
    dx_status status = dx_smcdel_read(store, text, length, &file, &error);
    if (status == DX_OK)
        status = dx_smcdel_structure(store, file, NULL, &structure, &error);
    for (size_t i = 0; status == DX_OK && i < file->query_count; i++) {
        dx_smcdel_answer answer;
        status = dx_smcdel_ask(structure, file, i, SIZE_MAX, &answer, &error);
        if (status != DX_OK)
            break;
        dx_smcdel_answer_print(file, i, &answer, store, out);
        dx_text_add_char(out, '\n');
        dx_smcdel_answer_release(&answer);
    }
    if (status != DX_OK)
        dx_text_printf(out, "%u:%u: %s", error.line, error.column,
                       error.message);
    dx_structure_free(structure);
    dx_smcdel_free(file);
    dx_formulas_free(store);
}

static void check_answers(const char *text, const char *wanted)
{
    dx_text out = {0};
    answer_all(text, strlen(text), &out);
    CHECK_TEXT(dx_text_string(&out), wanted);
    dx_text_release(&out);
}

static void read_test_file(const char *folder, const char *name,
                           const char *ending, dx_text *out)
{
    char path[300];
    dx_error error;
    snprintf(path, sizeof path, "smcdel/%s/%s%s", folder, name, ending);
    CHECK_THAT(dx_text_read_file(dx_test_path(path), 1 << 24, out, &error) ==
                   DX_OK,
               "%s: %s", path, error.message);
}

// Compares every X.smcdel.txt of the folder with its X.expected.
static void check_folder(const char *folder, unsigned at_least)
{
    char path[300];
    snprintf(path, sizeof path, "smcdel/%s", folder);
    DIR *listing = opendir(dx_test_path(path));
    CHECK(listing != NULL);
    unsigned checked = 0;
    for (const struct dirent *e; (e = readdir(listing)) != NULL;) {
        const char *ending = strstr(e->d_name, ".smcdel.txt");
        if (ending == NULL)
            continue;
        char name[200];
        snprintf(name, sizeof name, "%.*s", (int)(ending - e->d_name),
                 e->d_name);
        dx_text input = {0}, wanted = {0}, got = {0};
        read_test_file(folder, name, ".smcdel.txt", &input);
        read_test_file(folder, name, ".expected", &wanted);
        answer_all(input.at, input.length, &got);
        CHECK_THAT(strcmp(dx_text_string(&got), dx_text_string(&wanted)) == 0,
                   "%s/%s: got\n%swanted\n%s", folder, name, got.at, wanted.at);
        dx_text_release(&input);
        dx_text_release(&wanted);
        dx_text_release(&got);
        checked++;
    }
    closedir(listing);
    CHECK(checked >= at_least);
}

TEST(the_puzzles_are_answered_as_smcdel_does)
{
    check_folder("puzzles", 6);
}

TEST(the_quirks_are_answered_as_smcdel_does)
{
    check_folder("quirks", 5);
}

TEST(random_structures_are_answered_as_smcdel_does)
{
    check_folder("random", 90);
}

// ---- What is refused, and where ----

#define HEAD "VARS 1,2\nLAW Top\nOBS a: 1\n    b: 2\n"

TEST(errors_point_at_the_place)
{
    check_answers(HEAD "VALID? 1 &", "5:11: expected a formula, found the end "
                                     "of the file");
    check_answers(HEAD "VALID? (1 & 2", "5:14: expected ')', found the end of "
                                        "the file");
    check_answers(HEAD "VALID? 1 2",
                  "5:10: expected TRUE?, VALID?, WHERE? or the end, found '2'");
    check_answers(HEAD "TRUE? 1", "5:7: expected a state, like '{1,3}', found "
                                  "'1'");
    check_answers("LAW Top", "1:1: expected VARS, found 'LAW'");
    check_answers("VARS 1 OBS a: 1", "1:8: expected ',' or LAW, found 'OBS'");
    check_answers("VARS 1 LAW Top OBS VALID? 1",
                  "1:20: expected an agent and what it observes, like 'alice: "
                  "2,3', found 'VALID?'");
    check_answers(HEAD "VALID? AND ()", "5:13: expected a formula, found ')'");
}

TEST(two_word_operators_have_exactly_one_blank)
{
    check_answers(HEAD "VALID? a knows  that 1",
                  "5:10: expected 'knows that', 'knows whether', 'comknow "
                  "that', ... with exactly one blank, found 'knows'");
    check_answers(HEAD "VALID? a,b comknow\nthat 1",
                  "5:12: expected 'comknow that', 'distknow whether', ... with "
                  "exactly one blank, found 'comknow'");
}

TEST(only_variables_and_agents_that_were_declared_may_be_used)
{
    check_answers(HEAD "VALID? 1 | 3", "5:12: 3 is not among the VARS");
    check_answers("VARS 1\nLAW 2\nOBS a: 1", "2:5: 2 is not among the VARS");
    check_answers("VARS 1\nLAW 1\nOBS a: 1,7", "3:10: 7 is not among the VARS");
    check_answers(HEAD "TRUE? {4} 1", "5:8: 4 is not among the VARS");
    check_answers(HEAD "VALID? Forall 9 1", "5:15: 9 is not among the VARS");
    check_answers(HEAD "VALID? K c 1",
                  "5:10: OBS does not say what the agent c observes");
    check_answers(HEAD "VALID? [c ! 1] 1",
                  "5:9: OBS does not say what the agent c observes");
}

TEST(a_law_about_knowledge_is_refused)
{
    check_answers("VARS 1\nLAW 1 | K a 1\nOBS a: 1",
                  "2:9: the LAW is Boolean: it says what is the case, not who "
                  "knows it");
    check_answers("VARS 1\nLAW [!1] 1\nOBS a: 1",
                  "2:5: the LAW is Boolean: it says what is the case, not who "
                  "knows it");
}

TEST(characters_that_begin_nothing_are_named)
{
    check_answers("VARS 1\nLAW 1 = 1", "2:7: the character '=' begins nothing "
                                       "here; equivalence is written iff");
    check_answers("VARS 1\nLAW Top\nOBS a_b: 1",
                  "3:6: the character '_' begins nothing here; names are "
                  "letters and digits");
    check_answers("VARS 1\nLAW ¬¬ ↔", "2:8: the character '↔' begins nothing "
                                      "here");
    check_answers("VARS 1\nLAW \xff", "2:5: this is not UTF-8 text");
}

TEST(deep_nesting_is_refused_and_does_not_crash)
{
    dx_text text = {0}, out = {0};
    dx_text_add(&text, HEAD "VALID? ");
    for (unsigned i = 0; i < 100000; i++)
        dx_text_add_char(&text, '(');
    answer_all(text.at, text.length, &out);
    CHECK_TEXT(dx_text_string(&out), "5:50008: the formula is nested too "
                                     "deeply");
    dx_text_clear(&text);
    dx_text_clear(&out);
    dx_text_add(&text, HEAD "VALID? 1");
    for (unsigned i = 0; i < 100000; i++)
        dx_text_add(&text, "->1");
    answer_all(text.at, text.length, &out);
    CHECK(strstr(dx_text_string(&out), "nested too deeply") != NULL);
    dx_text_release(&text);
    dx_text_release(&out);
}

TEST(long_chains_of_one_operator_are_not_deep)
{
    dx_text text = {0}, out = {0};
    dx_text_add(&text, HEAD "VALID? 1");
    for (unsigned i = 0; i < 20000; i++)
        dx_text_add(&text, " | 2");
    answer_all(text.at, text.length, &out);
    CHECK_TEXT(dx_text_string(&out), "VALID? False\n");
    dx_text_release(&text);
    dx_text_release(&out);
}

TEST(oddities_of_numbers_and_names_are_those_of_smcdel)
{
    // 01 is 1; of a repeated agent the first line counts; a repeated variable
    // is one variable.
    check_answers("VARS 01,2,1 LAW 1 OBS a: 1 a: 2 WHERE? a knows whether 2",
                  "WHERE?\n");
    check_answers("VARS 1 LAW Top OBS knows: 1 VALID? knows knows thatknows "
                  "knows whether1",
                  "VALID? True\n");
    check_answers("VARS 1 LAW 1 iff 1 OBS a: 1", "");
}

TEST(long_lists_of_oneof_and_xor_are_linear)
{
    dx_text text = {0}, out = {0};
    dx_text_add(&text, "VARS 0");
    for (unsigned i = 1; i < 1000; i++)
        dx_text_printf(&text, ",%u", i);
    dx_text_add(&text, "\nLAW ONEOF (0");
    for (unsigned i = 1; i < 1000; i++)
        dx_text_printf(&text, ",%u", i);
    dx_text_add(&text, ")\nOBS a: 0\nVALID? XOR (0");
    for (unsigned i = 1; i < 1000; i++)
        dx_text_printf(&text, ",%u", i);
    dx_text_add(&text, ")\nWHERE? 7");
    answer_all(text.at, text.length, &out);
    CHECK_TEXT(dx_text_string(&out), "VALID? True\nWHERE? {7}\n");
    dx_text_release(&text);
    dx_text_release(&out);
}

TEST(of_many_states_as_many_are_listed_as_asked_for_and_all_are_counted)
{
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file;
    dx_structure *structure;
    dx_smcdel_answer answer;
    static const char text[] = "VARS 3,1,2 LAW Top OBS a: 1 WHERE? 1 VALID? 2";
    CHECK_EQ(dx_smcdel_read(store, text, strlen(text), &file, NULL), DX_OK);
    CHECK_EQ(dx_smcdel_structure(store, file, NULL, &structure, NULL), DX_OK);

    CHECK_EQ(dx_smcdel_ask(structure, file, 0, 2, &answer, NULL), DX_OK);
    CHECK(answer.is_true);
    CHECK_EQ(answer.state_count, 2);
    CHECK_TEXT(answer.all_count, "4");
    dx_smcdel_answer_release(&answer);

    // The counterexample to "2": nothing is true.
    CHECK_EQ(dx_smcdel_ask(structure, file, 1, 2, &answer, NULL), DX_OK);
    CHECK(!answer.is_true);
    CHECK_EQ(answer.state_count, 1);
    CHECK_EQ(answer.states[0].count, 0);
    dx_smcdel_answer_release(&answer);
    dx_structure_free(structure);
    dx_smcdel_free(file);
    dx_formulas_free(store);
}
