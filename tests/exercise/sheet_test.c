// Sheets: every exercise of the course is solved by its solution and not by
// nothing, and what is no sheet is refused with its place.

#include "exercise/sheet.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_sheet *read_file(const char *path)
{
    dx_text text = {0};
    dx_error error = {0};
    dx_sheet *sheet;
    CHECK_EQ(dx_text_read_file(dx_test_path(path), 1 << 20, &text, &error),
             DX_OK);
    CHECK_THAT(dx_sheet_read(path, dx_text_string(&text), text.length, &sheet,
                             &error) == DX_OK,
               "%s:%u: %s", path, error.line, error.message);
    dx_text_release(&text);
    return sheet;
}

static bool is_solved(const dx_exercise *task, const char *answer)
{
    dx_exercise_marks marks = {0};
    dx_error error = {0};
    bool solved =
        dx_exercise_mark_answer(task, answer, &marks, &error) == DX_OK &&
        dx_exercise_is_solved(&marks);
    dx_exercise_marks_release(&marks);
    return solved;
}

TEST(every_exercise_of_the_course_is_solved_by_its_solution)
{
    static const char *const files[] = {"../examples/course/1-knowledge.sheet",
                                        "../examples/course/2-news.sheet",
                                        "../examples/course/3-belief.sheet"};
    size_t tasks = 0;
    for (size_t f = 0; f < 3; f++) {
        dx_sheet *sheet = read_file(files[f]);
        for (size_t i = 0; i < sheet->tasks.count; i++) {
            const dx_exercise *task = &sheet->tasks.at[i];
            CHECKING("%s, task %zu", files[f], i + 1);
            CHECK(task->solution != NULL && is_solved(task, task->solution));
            CHECK(!is_solved(task, ""));
            CHECK(!is_solved(task, "world w: p  links a: {w}  actual w"));
        }
        tasks += sheet->tasks.count;
        dx_sheet_free(sheet);
    }
    CHECK_EQ(tasks, 15);
}

// Another answer than the sheet's own; and answers that try to get round the
// conditions.
TEST(any_right_answer_counts_and_no_other)
{
    dx_sheet *sheet = read_file("../examples/course/2-news.sheet");
    const dx_exercise *event = &sheet->tasks.at[0];
    const dx_exercise *said = &sheet->tasks.at[2];
    CHECK(is_solved(event, "events m = semiprivate ann: heads\nafter m, yes"));
    CHECK(!is_solved(event, "events m = public heads\nafter m"));
    CHECK(!is_solved(event, "events m = public heads\nafter m: true true --"));
    CHECK(is_solved(said, "a & b | a | b"));
    CHECK(!is_solved(said, "a & b"));
    CHECK(!is_solved(said, "true): true true\nafter !(true"));
    dx_sheet_free(sheet);
}

TEST(a_mistake_in_an_answer_has_its_place_in_the_answer)
{
    dx_sheet *sheet = read_file("../examples/course/1-knowledge.sheet");
    dx_exercise_marks marks = {0};
    dx_error error = {0};
    CHECK(dx_exercise_mark_answer(&sheet->tasks.at[0],
                                  "world wet: rain\nlinks ann: {wett}\n",
                                  &marks, &error) != DX_OK);
    CHECK_EQ(error.line, 2);
    CHECK_EQ(error.column, 13);
    dx_exercise_marks_release(&marks);
    dx_sheet_free(sheet);
}

TEST(what_is_no_sheet_is_refused_with_its_place)
{
    static const struct {
        const char *text;
        unsigned line;
    } bad[] = {
        {"", 1},
        {"sheet 3", 1},
        {"sheet \"x\"", 1},
        {"sheet \"x\"\ntask \"y\"\nfind cheese", 3},
        {"sheet \"x\"\ntask \"y\" find model", 2},
        {"sheet \"x\"\ntask \"y\" model { agents a ", 2},
        {"sheet \"x\"\ntask \"y\" find event want true p \"p\"\n", 3},
        {"sheet \"x\"\ntask \"y\" find valid claim \"p\" in S6", 2},
        {"sheet \"x\"\ntask \"y\" find model want true p", 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dx_sheet *sheet;
        dx_error error = {0};
        CHECKING("%s", bad[i].text);
        CHECK(dx_sheet_read("s", bad[i].text, strlen(bad[i].text), &sheet,
                            &error) != DX_OK);
        CHECK_EQ(error.line, bad[i].line);
    }
}
