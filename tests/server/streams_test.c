// Nothing that a guest is sent tells what its seat may not know: in two games
// that the seat cannot tell apart every byte of its stream is the same, lenses
// and questions included.

#include "server/hall_private.h"
#include "server/house.h"

#include "base/memory.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/games.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 5000 };

typedef struct stream {
    dx_house *house;
    dx_table *table;
    dx_member member;
    dx_text told;
} stream;

static void stream_open(stream *s, dx_house *house, const dx_rules *rules,
                        unsigned seat, bool is_bot)
{
    *s = (stream){.house = house};
    s->table = dx_alloc(1, sizeof *s->table);
    s->table->rules = *rules;
    s->table->state = DX_TABLE_RUNNING;
    for (unsigned i = 0; i < dx_players(rules); i++)
        snprintf(s->table->chair[i].name, DX_PERSON_NAME, "player %u", i + 1);
    dx_masks_init(&s->table->masks, rules->game->verbs);
    s->member = (dx_member){.guest = 1,
                            .table = s->table,
                            .seat = seat,
                            .is_bot = is_bot,
                            .has_greeted = true,
                            .wants_state = is_bot};
}

static void stream_close(stream *s)
{
    dx_table_free(s->table);
    dx_text_release(&s->told);
}

static void take(stream *s, dx_batch *batch)
{
    for (const dx_post *post = batch->first; post != NULL; post = post->next) {
        dx_text_printf(&s->told, "%d %d ", (int)post->kind, post->code);
        dx_text_add_part(&s->told, post->text, post->length);
    }
    dx_batch_free(batch);
}

static void ask(stream *s, dx_job_kind kind, dx_wish *wish)
{
    dx_error error = {.message = ""};
    dx_job *job = dx_hall_question(s->house->hall, s->table, s->member.seat,
                                   kind, wish, 1, 0, &error);
    if (job == NULL) {
        dx_text_add(&s->told, error.message);
        return;
    }
    dx_job_run(job, NULL);
    json_t *read = json_loadb(job->line.at, job->line.length, 0, NULL);
    CHECK_THAT(read != NULL, "not JSON: %.*s", (int)job->line.length,
               job->line.at);
    json_decref(read);
    dx_text_add_part(&s->told, job->line.at, job->line.length);
    dx_glass_free(job->glass);
    dx_job_free(job);
}

static void ask_all(stream *s, bool small)
{
    dx_wish look = {
        .small = small, .worlds = 2, .draws = 1, .steps_max = STEPS};
    dx_wish question = {.formula = dx_copy_text("K[1] K[2] true & now > 3"),
                        .steps_max = STEPS};
    dx_wish agent = {.agent = "random"};
    if (s->table->rules.game->places != NULL)
        ask(s, DX_JOB_LENS, &look);
    dx_wish fact = {.steps_max = STEPS};
    if (s->table->rules.game->places != NULL)
        ask(s, DX_JOB_MODEL, &fact);
    if (small)
        ask(s, DX_JOB_SUSPECT, &fact);
    ask(s, DX_JOB_ASK, &question);
    ask(s, DX_JOB_COMPLETE, &question);
    ask(s, DX_JOB_CHOOSE, &agent);
    ask(s, DX_JOB_CHANGED, &look);
    dx_wish_release(&question);
}

// The game up to `count` events: what is new is told, and at the end everything
// is asked.
static void follow(stream *s, const dx_event *events, unsigned count, bool asks,
                   bool small)
{
    dx_random random = dx_random_named(1, 0, 0);
    dx_batch *batch = dx_batch_new(0);
    dx_match_free(s->table->match);
    s->table->match =
        dx_match_imagine(&s->table->rules, events, count, &random);
    s->table->turns++;
    s->table->seq++;
    dx_table_catch_up(s->table, &s->member, batch);
    take(s, batch);
    if (asks && s->member.seat != DX_BYSTANDER)
        ask_all(s, small);
}

static bool is_turn(const dx_event *events, unsigned count)
{
    return count > 0 && events[count - 1].next != DX_NATURE;
}

static void compare(dx_house *house, const dx_rules *rules, uint64_t seed,
                    const dx_twins *twins)
{
    stream one, two;
    unsigned last = 0;
    for (unsigned n = 1; n <= twins->count; n++)
        last = is_turn(twins->actual, n) ? n : last;
    stream_open(&one, house, rules, twins->seat, seed % 2 == 0);
    stream_open(&two, house, rules, twins->seat, seed % 2 == 0);
    for (unsigned n = 1; n <= last; n++) {
        if (!is_turn(twins->actual, n))
            continue;
        follow(&one, twins->actual, n, n == last, seed % 4 == 1);
        follow(&two, twins->other, n, n == last, seed % 4 == 1);
    }
    CHECK_THAT(strcmp(dx_text_string(&one.told), dx_text_string(&two.told)) ==
                   0,
               "%s, seed %d: seat %u is told\n%s\nor\n%s", dx_rules_name(rules),
               (int)seed, twins->seat + 1, dx_text_string(&one.told),
               dx_text_string(&two.told));
    stream_close(&one);
    stream_close(&two);
}

static bool is_played(const dx_rules *rules)
{
    const dx_game *const *game = dx_games();
    while (*game != NULL && *game != rules->game)
        game++;
    return *game != NULL;
}

static void compare_streams(const dx_rules *rules)
{
    dx_house house;
    unsigned found = 0;
    uint64_t all = (uint64_t)SAMPLE(3, 100);
    if (!is_played(rules))
        return;
    dx_house_open(&house, NULL);
    for (uint64_t seed = 0; seed < 10 * all && found < all; seed++) {
        dx_twins twins;
        CHECKING("%s, seed %d", dx_rules_name(rules), (int)seed);
        if (dx_twin_find(rules, seed, &twins)) {
            compare(&house, rules, seed, &twins);
            found++;
        }
        dx_free(twins.actual);
        dx_free(twins.other);
    }
    dx_house_close(&house);
}
TEST(streams_are_the_same_in_games_that_a_seat_cannot_tell_apart)
{
    dx_each_rules(compare_streams);
}
