// Who is thought about next.

#include "server/agenda.h"

#include "base/memory.h"
#include "test.h"

static dx_job *ask(dx_agenda *agenda, dx_guest guest, unsigned id,
                   double expected)
{
    dx_job *job = dx_job_new(DX_JOB_ASK, guest);
    job->id = id;
    job->expected = expected;
    dx_agenda_add(agenda, job);
    return job;
}

// Takes the next, answers it in so many milliseconds, and says its number.
static unsigned answer(dx_agenda *agenda, double ms)
{
    dx_job *job = dx_agenda_take(agenda, true);
    unsigned id = job != NULL ? job->id : 0;
    if (job != NULL) {
        dx_agenda_done(agenda, false, job->asker, job->expected, ms);
        dx_job_free(job);
    }
    return id;
}

TEST(one_asker_is_answered_in_the_order_it_asked)
{
    dx_agenda agenda = {0};
    for (unsigned id = 1; id <= 5; id++)
        ask(&agenda, 7, id, 6 - id);
    for (unsigned id = 1; id <= 5; id++)
        CHECK_EQ(answer(&agenda, 10), id);
    CHECK(dx_agenda_is_empty(&agenda));
    CHECK_EQ(agenda.questions.asker.count, 0);
    dx_agenda_release(&agenda);
}

TEST(a_short_question_waits_for_one_long_question_of_another_at_most)
{
    dx_agenda agenda = {0};
    for (unsigned id = 1; id <= 8; id++)
        ask(&agenda, 7, id, 5);
    dx_job *first = dx_agenda_take(&agenda, true);
    ask(&agenda, 8, 21, 5);
    ask(&agenda, 8, 22, 5);
    dx_agenda_done(&agenda, false, first->asker, first->expected, 900);
    dx_job_free(first);
    CHECK_EQ(answer(&agenda, 5), 21);
    CHECK_EQ(answer(&agenda, 5), 22);
    for (unsigned id = 2; id <= 8; id++)
        CHECK_EQ(answer(&agenda, 900), id);
    dx_agenda_release(&agenda);
}

TEST(moves_are_thought_about_before_all_questions)
{
    dx_agenda agenda = {0};
    ask(&agenda, 7, 1, 5);
    for (unsigned i = 0; i < 3; i++) {
        dx_job *move = dx_job_new(DX_JOB_MOVE, 0);
        move->id = 10 + i;
        dx_agenda_add(&agenda, move);
    }
    for (unsigned i = 0; i < 3; i++) {
        dx_job *job = dx_agenda_take(&agenda, false);
        CHECK_EQ(job->id, 10 + i);
        dx_agenda_done(&agenda, true, job->asker, 0, 1);
        dx_job_free(job);
    }
    CHECK(dx_agenda_take(&agenda, false) == NULL);
    CHECK_EQ(answer(&agenda, 1), 1);
    dx_agenda_release(&agenda);
}

TEST(a_question_that_is_thought_to_be_short_overtakes_those_that_are_not)
{
    dx_agenda agenda = {0};
    for (dx_guest guest = 1; guest <= 4; guest++)
        ask(&agenda, guest, (unsigned)guest, 4000);
    ask(&agenda, 9, 9, 50);
    CHECK_EQ(answer(&agenda, 50), 9);
    for (unsigned id = 1; id <= 4; id++)
        CHECK_EQ(answer(&agenda, 4000), id);
    dx_agenda_release(&agenda);
}

TEST(short_questions_of_others_without_end_do_not_keep_a_long_one_waiting)
{
    dx_agenda agenda = {0};
    unsigned taken = 0;
    ask(&agenda, 1, 1, 1000);
    for (unsigned i = 0; i < 1000; i++) {
        ask(&agenda, 100 + i, 2, 50);
        if (answer(&agenda, 50) == 1) {
            taken = i;
            break;
        }
    }
    // Half of the time is its own: after twenty shorts' worth, so forty.
    CHECK(taken > 30 && taken < 45);
    CHECK_EQ(answer(&agenda, 50), 2);
    dx_agenda_release(&agenda);
}

TEST(nobody_has_two_thinkers_while_others_wait_or_where_one_is_the_most)
{
    dx_agenda agenda = {.questions.at_once = 1};
    ask(&agenda, 1, 1, 100);
    ask(&agenda, 1, 2, 100);
    dx_job *first = dx_agenda_take(&agenda, true);
    CHECK_EQ(first->id, 1);
    CHECK(dx_agenda_take(&agenda, true) == NULL);
    CHECK(!dx_agenda_is_empty(&agenda));
    ask(&agenda, 2, 3, 900);
    CHECK_EQ(answer(&agenda, 900), 3);
    dx_agenda_done(&agenda, false, first->asker, first->expected, 5000);
    dx_job_free(first);
    CHECK_EQ(answer(&agenda, 1), 2);
    agenda.questions.at_once = 0;
    ask(&agenda, 1, 4, 100);
    ask(&agenda, 1, 5, 100);
    ask(&agenda, 2, 6, 100);
    dx_job *one = dx_agenda_take(&agenda, true);
    dx_job *other = dx_agenda_take(&agenda, true);
    dx_job *third = dx_agenda_take(&agenda, true);
    CHECK_EQ(one->id, 4);
    CHECK_EQ(other->id, 6);
    CHECK_EQ(third->id, 5);
    dx_agenda_done(&agenda, false, one->asker, one->expected, 1);
    dx_agenda_done(&agenda, false, other->asker, other->expected, 1);
    dx_agenda_done(&agenda, false, third->asker, third->expected, 1);
    dx_job_free(one);
    dx_job_free(other);
    dx_job_free(third);
    CHECK_EQ(agenda.questions.asker.count, 0);
    dx_agenda_release(&agenda);
}

static dx_job *move_of(dx_agenda *agenda, uint64_t asker, unsigned id)
{
    dx_job *move = dx_job_new(DX_JOB_MOVE, 0);
    move->id = id;
    move->asker = asker;
    dx_agenda_add(agenda, move);
    return move;
}

TEST(the_agents_of_one_guest_s_tables_do_not_stand_before_another_s)
{
    dx_agenda agenda = {0};
    unsigned before = 0;
    for (unsigned i = 0; i < 40; i++)
        move_of(&agenda, 7, 1);
    dx_job *first = dx_agenda_take(&agenda, true);
    move_of(&agenda, 8, 2);
    dx_agenda_done(&agenda, true, first->asker, first->expected, 300);
    dx_job_free(first);
    for (dx_job *job; (job = dx_agenda_take(&agenda, true)) != NULL;) {
        before += job->id == 1 && agenda.moves.asker.count == 2;
        dx_agenda_done(&agenda, true, job->asker, job->expected, 300);
        dx_job_free(job);
    }
    CHECK_EQ(before, 0);
    dx_agenda_release(&agenda);
}

TEST(the_agents_of_one_guest_s_tables_leave_a_thinker_to_others)
{
    dx_agenda agenda = {.moves.at_once = 1};
    move_of(&agenda, 7, 1);
    move_of(&agenda, 7, 2);
    dx_job *one = dx_agenda_take(&agenda, true);
    CHECK(dx_agenda_take(&agenda, true) == NULL);
    move_of(&agenda, 8, 3);
    dx_job *other = dx_agenda_take(&agenda, true);
    CHECK_EQ(other->id, 3);
    dx_agenda_done(&agenda, true, 7, 0, 1);
    dx_agenda_done(&agenda, true, 8, 0, 1);
    dx_job *last = dx_agenda_take(&agenda, true);
    CHECK_EQ(last->id, 2);
    dx_agenda_done(&agenda, true, 7, 0, 1);
    dx_job_free(one);
    dx_job_free(other);
    dx_job_free(last);
    dx_agenda_release(&agenda);
}
