#include "server/house.h"

#include "base/memory.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void take_posts(dx_house *house, dx_batch *batch)
{
    for (dx_post *post = batch->first; post != NULL;) {
        dx_post *next = post->next;
        dx_vector_push(&house->posts, post);
        post = next;
    }
    batch->first = NULL;
    batch->last = &batch->first;
}

static void submit(void *context, dx_batch *batch)
{
    dx_house *house = context;
    dx_error error = {.message = ""};
    if (house->fails && batch->rows.count > 0) {
        dx_letter *letter = dx_letter_new(DX_LETTER_BROKEN, 0);
        letter->number = batch->game;
        letter->text = dx_copy_text("the store: database or disk is full");
        dx_hall_receive(house->hall, letter);
        dx_batch_free(batch);
        return;
    }
    if (house->keeps && batch->rows.count > 0) {
        CHECK_EQ(dx_store_begin(house->store, &error), DX_OK);
        for (size_t i = 0; i < batch->rows.count; i++)
            CHECK_THAT(dx_store_put(house->store, &batch->rows.at[i], &error) ==
                           DX_OK,
                       "%s", error.message);
        CHECK_EQ(dx_store_commit(house->store, &error), DX_OK);
    }
    take_posts(house, batch);
    dx_batch_free(batch);
}

static void think(void *context, dx_job *job)
{
    dx_house *house = context;
    dx_vector_push(&house->jobs, job);
}

void dx_house_open(dx_house *house, const char *path)
{
    dx_error error = {.message = ""};
    *house = (dx_house){.keeps = true};
    CHECK_THAT(dx_store_open(path, DX_SYNC_NORMAL, &house->store, &error) ==
                   DX_OK,
               "%s", error.message);
    static const char *const programs[] = {"mute"};
    dx_hall_options options = {.store = house->store,
                               .programs = {1, programs, NULL},
                               .tables_max = 100,
                               .seed = 7,
                               .context = house,
                               .submit = submit,
                               .think = think};
    CHECK_EQ(dx_hall_new(&options, &house->hall, &error), DX_OK);
}

void dx_house_close(dx_house *house)
{
    dx_house_settle(house);
    dx_hall_free(house->hall);
    dx_store_close(house->store);
    for (size_t i = 0; i < house->posts.count; i++)
        dx_post_free(house->posts.at[i]);
    dx_vector_release(&house->posts);
    dx_vector_release(&house->jobs);
}

static void think_all(dx_house *house)
{
    for (size_t i = 0; i < house->jobs.count && !house->is_slow; i++) {
        dx_job *job = house->jobs.at[i];
        bool is_question = job->kind != DX_JOB_MOVE;
        if (!atomic_load(&job->is_cancelled))
            while (!dx_job_run(job, house->store))
                house->put_off++;
        if (is_question && !atomic_load(&job->is_cancelled))
            submit(house, dx_job_deliver(job));
        dx_letter *letter = dx_letter_new(DX_LETTER_DONE, 0);
        letter->job = job;
        dx_hall_receive(house->hall, letter);
    }
    if (!house->is_slow)
        house->jobs.count = 0;
}

void dx_house_settle(dx_house *house)
{
    do
        think_all(house);
    while (house->jobs.count > 0 && !house->is_slow);
}

void dx_house_say(dx_house *house, dx_guest guest, const char *format, ...)
{
    char line[4000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    dx_letter *letter = dx_letter_new(DX_LETTER_LINE, guest);
    letter->text = dx_copy_text(line);
    letter->length = strlen(line);
    dx_hall_receive(house->hall, letter);
    dx_house_settle(house);
}

void dx_house_go(dx_house *house, dx_guest guest)
{
    dx_hall_receive(house->hall, dx_letter_new(DX_LETTER_GONE, guest));
    dx_house_settle(house);
}

json_t *dx_house_web(dx_house *house, const char *path, const char *token,
                     const char *body, int *out_code)
{
    enum { WEB_GUEST = 999 };
    dx_letter *letter = dx_letter_new(DX_LETTER_WEB, WEB_GUEST);
    size_t from = house->posts.count;
    dx_web *web = dx_alloc(1, sizeof *web);
    web->is_post = body != NULL;
    web->address = house->address;
    snprintf(web->path, sizeof web->path, "%.*s", (int)strcspn(path, "?"),
             path);
    if (strchr(path, '?') != NULL)
        snprintf(web->query, sizeof web->query, "%s", strchr(path, '?') + 1);
    snprintf(web->token, sizeof web->token, "%s", token != NULL ? token : "");
    dx_text_add(&web->body, body != NULL ? body : "");
    letter->web = web;
    dx_hall_receive(house->hall, letter);
    dx_house_settle(house);
    json_t *answer = NULL;
    for (size_t i = from; i < house->posts.count; i++) {
        const dx_post *post = house->posts.at[i];
        if (post->to != WEB_GUEST || post->kind != DX_POST_WEB)
            continue;
        if (out_code != NULL)
            *out_code = post->code;
        answer = json_loadb(post->text, post->length, JSON_DECODE_ANY, NULL);
        CHECK_THAT(answer != NULL || post->type != NULL, "%s: %.*s", path,
                   (int)post->length, post->text);
    }
    return answer;
}

void dx_house_told(const dx_house *house, dx_guest guest, size_t from,
                   dx_text *out)
{
    for (size_t i = from; i < house->posts.count; i++) {
        const dx_post *post = house->posts.at[i];
        if (post->to == guest && post->kind == DX_POST_LINE)
            dx_text_add_part(out, post->text, post->length);
    }
}

json_t *dx_house_last(const dx_house *house, dx_guest guest, const char *type)
{
    dx_text all = {0};
    json_t *last = NULL;
    dx_house_told(house, guest, 0, &all);
    const char *at = dx_text_string(&all);
    while (*at != '\0') {
        size_t length = strcspn(at, "\n");
        json_t *message = json_loadb(at, length, 0, NULL);
        CHECK_THAT(message != NULL, "not JSON: %.*s", (int)length, at);
        if (strcmp(json_string_value(json_object_get(message, "type")), type) ==
            0) {
            json_decref(last);
            last = json_incref(message);
        }
        json_decref(message);
        at += length + 1;
    }
    dx_text_release(&all);
    return last;
}

int dx_house_closed(const dx_house *house, dx_guest guest)
{
    for (size_t i = 0; i < house->posts.count; i++)
        if (house->posts.at[i]->to == guest &&
            house->posts.at[i]->kind == DX_POST_CLOSE)
            return house->posts.at[i]->code;
    return 0;
}

dx_house_table dx_house_make(dx_house *house, const char *rules,
                             const char *seats, const char *more)
{
    dx_house_table table = {.id = ""};
    dx_text body = {0};
    int code = 0;
    dx_text_printf(&body, "{\"rules\":\"%s\",\"seats\":%s%s}", rules, seats,
                   more);
    json_t *made =
        dx_house_web(house, "/api/tables", NULL, dx_text_string(&body), &code);
    CHECK_THAT(code == 200, "%s: %d", dx_text_string(&body), code);
    dx_text_release(&body);
    snprintf(table.id, sizeof table.id, "%s",
             json_string_value(json_object_get(made, "id")));
    const json_t *tokens = json_object_get(made, "seats");
    for (size_t i = 0; i < json_array_size(tokens); i++) {
        const json_t *one = json_array_get(tokens, i);
        size_t seat = (size_t)json_integer_value(json_object_get(one, "seat"));
        snprintf(table.token[seat - 1], DX_TOKEN, "%s",
                 json_string_value(json_object_get(one, "token")));
    }
    json_decref(made);
    return table;
}
