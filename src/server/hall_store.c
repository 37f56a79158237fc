// The hall and its store: games that are loaded, games that cannot be, and what
// happens when nothing can be kept.
//
// A game that is damaged is *ailing*: it is named, counted and shown as broken,
// and nobody moves there; the others are loaded.  When the store cannot be
// written (the disk is full), what was not kept was not told either, so the
// truth is in the store: who sits at such a table is told so and sent away, the
// table is dropped and waits.  All other tables stand still.  Each second the
// hall has a row written that means nothing; when that was kept, the games that
// waited are loaded again and everything goes on.

#include "server/hall_private.h"

#include "base/child.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// ---- games that cannot go on ----

static void free_const(const char *text)
{
    union {
        const char *ours;
        void *theirs;
    } memory = {.ours = text};
    dx_free(memory.theirs);
}

static dx_stored_game copy_of(const dx_stored_game *game, const char *damage)
{
    dx_stored_game copy = *game;
    char id[DX_TABLE_ID];
    dx_table_id_new(game->game, id);
    copy.id = dx_copy_text(game->id[0] != '\0' ? game->id : id);
    copy.rules = dx_copy_text(game->rules);
    copy.seats = dx_copy_text(game->seats);
    copy.options = dx_copy_text(game->options);
    copy.state = dx_copy_text(game->state);
    copy.damage = damage != NULL ? dx_copy_text(damage) : NULL;
    copy.scores = NULL;
    return copy;
}

static void release_game(dx_stored_game *game)
{
    free_const(game->id);
    free_const(game->rules);
    free_const(game->seats);
    free_const(game->options);
    free_const(game->state);
    free_const(game->damage);
}

const dx_stored_game *dx_hall_ailing(const dx_hall *hall, const char *id)
{
    for (size_t i = 0; i < hall->ailing.count; i++)
        if (strcmp(hall->ailing.at[i].id, id) == 0)
            return &hall->ailing.at[i];
    return NULL;
}

static void forget_ailing(dx_hall *hall, const char *id)
{
    for (size_t i = 0; i < hall->ailing.count; i++)
        if (strcmp(hall->ailing.at[i].id, id) == 0) {
            release_game(&hall->ailing.at[i]);
            hall->ailing.at[i] = hall->ailing.at[--hall->ailing.count];
            return;
        }
}

static void add_ailing(dx_hall *hall, const dx_stored_game *game,
                       const char *damage)
{
    dx_stored_game copy = copy_of(game, damage);
    if (dx_hall_ailing(hall, copy.id) == NULL)
        fprintf(stderr, "doxa serve: game %.*s cannot go on: %s\n",
                (int)dx_table_id_public(copy.id), copy.id, damage);
    forget_ailing(hall, copy.id);
    dx_vector_push(&hall->ailing, copy);
}

// ---- loading ----

typedef struct loading {
    DX_VECTOR(dx_stored_game) kept; // copies
} loading;

static void note_game(void *context, const dx_stored_game *game)
{
    loading *l = context;
    dx_vector_push(&l->kept, copy_of(game, game->damage));
}

static void free_games(loading *l)
{
    for (size_t i = 0; i < l->kept.count; i++)
        release_game(&l->kept.at[i]);
    dx_vector_release(&l->kept);
}

// `gone`: since when nobody is there.
static dx_table *load_game(dx_hall *hall, const dx_stored_game *game,
                           int64_t gone)
{
    dx_text lines = {0};
    dx_error error = {.message = ""};
    dx_table *table = NULL;
    dx_status status =
        game->damage != NULL
            ? dx_fail(&error, DX_ERR_INPUT, 0, 0, "%s", game->damage)
            : dx_store_lines(hall->options.store, game->game, &lines, &error);
    if (status == DX_OK)
        status = dx_table_load(game, &lines, &hall->options.programs, &table,
                               &error);
    dx_text_release(&lines);
    if (status != DX_OK) {
        add_ailing(hall, game, error.message);
        return NULL;
    }
    forget_ailing(hall, game->id);
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        table->chair[i].gone = gone;
    dx_hall_add(hall, table);
    dx_batch *batch = dx_table_batch(table);
    dx_table_wake(table, batch);
    dx_hall_attend(hall, table, batch);
    return table;
}

static bool is_playable(const dx_stored_game *game)
{
    return strcmp(game->state, "running") == 0 ||
           strcmp(game->state, "open") == 0;
}

static dx_table *visit(dx_hall *hall, const char *id, int64_t gone)
{
    dx_table *table = dx_hall_find(hall, id);
    loading l = {0};
    bool is_found = false;
    dx_error error = {.message = ""};
    if (table != NULL || !dx_table_id_is_fine(id) || hall->failing.is_so)
        return table;
    if (dx_store_find(hall->options.store, id, note_game, &l, &is_found,
                      &error) == DX_OK &&
        is_found && (is_playable(&l.kept.at[0]) || l.kept.at[0].damage != NULL))
        table = load_game(hall, &l.kept.at[0], gone);
    free_games(&l);
    return table;
}

dx_table *dx_hall_visit(dx_hall *hall, const char *id)
{
    return visit(hall, id, hall->since);
}

static void say_fault(void *context, int64_t game, const char *id,
                      const char *what)
{
    (void)context;
    (void)id;
    if (game == 0)
        fprintf(stderr, "doxa serve: the store is damaged: %s\n", what);
}

dx_status dx_hall_load(dx_hall *hall, dx_error *error)
{
    loading l = {0};
    dx_store *store = hall->options.store;
    dx_status status = dx_store_last(store, &hall->last, error);
    hall->since = dx_now_ms();
    if (dx_store_noted(store) != NULL)
        fprintf(stderr, "doxa serve: %s\n", dx_store_noted(store));
    dx_store_look(store);
    dx_store_faults(store, say_fault, NULL);
    if (status == DX_OK)
        status = dx_store_running(store, note_game, &l, error);
    for (size_t i = 0; i < l.kept.count; i++)
        if (status == DX_OK &&
            load_game(hall, &l.kept.at[i], hall->since) != NULL)
            hall->loaded++;
    free_games(&l);
    return status;
}

void dx_hall_unload(dx_hall *hall)
{
    for (size_t i = 0; i < hall->ailing.count; i++)
        release_game(&hall->ailing.at[i]);
    dx_vector_release(&hall->ailing);
    for (size_t i = 0; i < hall->waiting.count; i++)
        dx_free(hall->waiting.at[i]);
    dx_vector_release(&hall->waiting);
}

// ---- how it is ----

typedef struct counting {
    const dx_hall *hall;
    dx_damage *out;
} counting;

static void add_damaged(dx_damage *out, const char *id)
{
    enum { NAMED_MAX = 20 };
    if (out->games++ < NAMED_MAX)
        dx_text_printf(&out->names, "%s\"%.*s\"",
                       out->names.length > 0 ? "," : "",
                       (int)dx_table_id_public(id), id);
}

static void count_fault(void *context, int64_t game, const char *id,
                        const char *what)
{
    counting *c = context;
    char made[DX_TABLE_ID];
    if (game == 0) {
        snprintf(c->out->file, sizeof c->out->file, "%s", what);
        return;
    }
    for (size_t i = 0; i < c->hall->ailing.count; i++)
        if (c->hall->ailing.at[i].game == game)
            return; // it is counted already
    dx_table_id_new(game, made);
    add_damaged(c->out, id[0] != '\0' ? id : made);
}

void dx_hall_damage(const dx_hall *hall, dx_damage *out)
{
    const char *noted = dx_store_noted(hall->options.store);
    counting c = {hall, out};
    *out = (dx_damage){.games = 0};
    if (noted != NULL)
        snprintf(out->file, sizeof out->file, "%s", noted);
    for (size_t i = 0; i < hall->ailing.count; i++)
        add_damaged(out, hall->ailing.at[i].id);
    dx_store_faults(hall->options.store, count_fault, &c);
}

// ---- when nothing can be kept ----

static void sorry(const dx_hall *hall, dx_text *out)
{
    dx_text_printf(out,
                   "the server cannot keep games now (%.120s): what came last "
                   "did not count; join again in a while",
                   hall->failing.why);
}

void dx_hall_say_failing(const dx_hall *hall, dx_text *out)
{
    dx_text_printf(out, "the server cannot keep games now (%.120s)",
                   hall->failing.why);
}

static void break_table(dx_hall *hall, dx_table *table)
{
    dx_batch *batch = dx_batch_new(0);
    dx_text words = {0};
    sorry(hall, &words);
    table->was = table->state;
    table->state = DX_TABLE_BROKEN;
    table->deadline = 0;
    table->has_news = false; // nobody will hear of it
    for (size_t i = 0; i < table->members.count; i++)
        dx_hall_close_watches(table->members.at[i]);
    dx_table_dismiss(table, dx_text_string(&words), batch);
    dx_text_release(&words);
    dx_hall_submit(hall, batch);
}

void dx_hall_mourn(dx_hall *hall, const dx_letter *letter)
{
    snprintf(hall->failing.why, sizeof hall->failing.why, "%s",
             letter->text != NULL ? letter->text : "?");
    hall->failing.is_probing = false;
    if (!letter->is_damage && !hall->failing.is_so) {
        hall->failing.is_so = true;
        hall->failing.since = dx_now_ms();
    }
    for (size_t i = 0; i < hall->tables.count; i++) {
        dx_table *table = hall->tables.at[i];
        if (table != NULL && table->number == letter->number &&
            table->state != DX_TABLE_BROKEN)
            break_table(hall, table);
    }
}

// Everybody who was asked has the time again that went by meanwhile.
void dx_hall_go_on(dx_hall *hall)
{
    int64_t lost = dx_now_ms() - hall->failing.since;
    if (!hall->failing.is_so)
        return;
    hall->failing.is_so = hall->failing.is_probing = false;
    for (size_t i = 0; i < hall->tables.count; i++) {
        dx_table *table = hall->tables.at[i];
        if (table == NULL || table->state == DX_TABLE_BROKEN)
            continue;
        table->deadline += table->deadline != 0 ? lost : 0;
        dx_hall_attend(hall, table, dx_table_batch(table));
    }
}

void dx_hall_wait_for(dx_hall *hall, const dx_table *table)
{
    dx_vector_push(&hall->waiting, dx_copy_text(table->id));
}

void dx_hall_heal(dx_hall *hall)
{
    if (hall->failing.is_so && !hall->failing.is_probing) {
        dx_batch *batch = dx_batch_new(0);
        hall->failing.is_probing = true;
        dx_vector_push(&batch->rows, (dx_row){.kind = DX_ROW_PROBE});
        dx_hall_submit(hall, batch);
    }
    while (!hall->failing.is_so && hall->waiting.count > 0) {
        char *id = hall->waiting.at[--hall->waiting.count];
        visit(hall, id, dx_now_ms());
        dx_free(id);
    }
}
