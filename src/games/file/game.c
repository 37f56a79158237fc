// A file as a dx_game: its text, and a program for each choice of parameters
// that was asked for so far.

#include "games/file/file.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "game/prepared.h"
#include "games/file/inside.h"

#include <string.h>

typedef struct dx_dg_file {
    char *text;
    size_t length;
    char hash[DX_SHA256_HEX];
    dx_dg *normal; // the tables of the game are its own
    dx_prepared *programs;
} dx_dg_file;

// The program of some rules, or why there is none.
typedef struct made {
    dx_dg *program;
    dx_error error;
} made;

static void *make(const dx_rules *rules)
{
    const dx_dg_file *file = rules->game->data;
    made *m = dx_alloc(1, sizeof *m);
    if (dx_dg_read(file->text, file->length, rules->params.value, &m->program,
                   &m->error) != DX_OK)
        m->program = NULL;
    return m;
}

static void release(void *memory)
{
    made *m = memory;
    dx_dg_free(m->program);
    dx_free(m);
}

static const made *prepare(const dx_rules *rules)
{
    const dx_dg_file *file = rules->game->data;
    return dx_prepared_for(file->programs, rules);
}

const dx_dg *dx_dg_of(const dx_rules *rules)
{
    const dx_dg *p = prepare(rules)->program;
    DX_REQUIRE(p != NULL, "rules that were checked");
    return p;
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const made *m = prepare(rules);
    const dx_dg *p = m->program;
    if (p == NULL)
        return dx_fail(error, DX_ERR_INPUT, m->error.line, m->error.column,
                       "%s", m->error.message);
    for (unsigned i = 0; i < p->requires; i++)
        if (dx_dg_value(NULL, NULL, p->require[i].is) == 0)
            return dx_fail(error, DX_ERR_INPUT, 0, 0, "%s", p->require[i].why);
    return DX_OK;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    const dx_dg *p = dx_dg_of(rules);
    if (number > 0)
        return 0;
    memcpy(copies, p->copies, p->kinds);
    return p->kinds;
}

static size_t table_bytes(const dx_rules *rules)
{
    return dx_dg_of(rules)->bytes;
}

static int score(const void *table, unsigned seat)
{
    const dx_dg_table *t = table;
    int16_t reg[DX_DG_REGS] = {(int16_t)seat};
    if (t->program->score->sees != DX_DG_ALL && !t->is_over)
        return DX_SCORE_HIDDEN;
    return dx_dg_value(t, reg, t->program->score);
}

static bool won(const void *table, unsigned seat)
{
    int16_t reg[DX_DG_REGS] = {(int16_t)seat};
    const dx_dg_table *t = table;
    return dx_dg_value(t, reg, t->program->wins) != 0;
}

static int best(const dx_rules *rules)
{
    return dx_dg_value(NULL, NULL, dx_dg_of(rules)->best);
}
static int worst(const dx_rules *rules)
{
    return dx_dg_value(NULL, NULL, dx_dg_of(rules)->worst);
}

// By what each has seen.  It comes from the same file as the masks, so it is no
// second opinion: tests/games/file has one.
static bool alike(const dx_rules *rules, const void *truth, const void *other,
                  unsigned seat)
{
    const dx_dg *p = dx_dg_of(rules);
    if (memcmp(truth, other, p->private_at) != 0)
        return false;
    return dx_dg_alike(truth, other, seat);
}

static bool moves_alike(const dx_rules *rules, dx_event move, dx_event other,
                        unsigned seat)
{
    const dx_masks *masks = &dx_dg_of(rules)->masks;
    return dx_event_same(move, other) ||
           (move.who == other.who && move.who != seat &&
            move.verb == other.verb &&
            dx_event_same(dx_masks_see(masks, move, seat),
                          dx_masks_see(masks, other, seat)));
}

static void cards(const void *truth, unsigned number DX_UNUSED,
                  uint8_t *out_copies)
{
    const dx_dg_table *t = truth;
    for (unsigned kind = 0; kind < t->program->kinds; kind++) {
        int there = 0;
        for (unsigned cell = 0; cell < t->program->cells; cell++)
            there += dx_dg_count(t, cell)[kind];
        out_copies[kind] = (uint8_t)there;
    }
}

static bool hides_moves(const dx_dg *p)
{
    for (unsigned v = 0; v < p->verbs; v++)
        for (unsigned i = 0; !p->verb[v].is_chance && i < p->verb[v].params;
             i++)
            if (p->dx_verbs[v].arg[i].audience != DX_ALL)
                return true;
    return false;
}

static void make_game(dx_game *game, const dx_dg_file *file)
{
    const dx_dg *p = file->normal;
    *game = (dx_game){
        .name = p->name,
        .help = p->help,
        .version = 1,
        .schema = {p->param, p->preset},
        .verbs = p->dx_verbs,
        .atoms = p->atoms,
        .quantities = p->quantities,
        .domains = p->domains,
        .words = &p->words,
        .places = p->unsaid != NULL ? NULL : &p->places_table,
        .team = p->is_team,
        .data = file,
        .source = file->text,
        .check = check,
        .pack = pack,
        .table_bytes = table_bytes,
        .setup = dx_dg_setup,
        .turn = dx_dg_turn,
        .chances = dx_dg_chances,
        .answer = dx_dg_answer,
        .moves = dx_dg_moves,
        .decide = dx_dg_decide,
        .fold = dx_dg_fold,
        .score = score,
        .best = p->best == NULL ? NULL : best,
        .worst = p->worst == NULL ? NULL : worst,
        .won = p->wins == NULL ? NULL : won,
        .values = dx_dg_values_of,
        .say = dx_dg_say,
        .show = dx_dg_show,
        .state = dx_dg_state,
        .alike = alike,
        .moves_alike = hides_moves(p) ? moves_alike : NULL,
        .cards = cards,
    };
}

// Every preset must make rules.
static dx_status check_presets(const dx_game *game, dx_error *error)
{
    const dx_game *const list[] = {game, NULL};
    dx_rules rules = dx_rules_normal(game);
    dx_status status = check(&rules, error);
    const dx_preset *preset = game->schema.presets;
    for (; status == DX_OK && preset->name != NULL; preset++) {
        dx_text text = {0};
        dx_text_printf(&text, "%s(%s)", game->name, preset->name);
        status = dx_rules_parse(list, dx_text_string(&text), &rules, error);
        dx_text_release(&text);
        // What it says is wrong, not what the text makes of it.
        if (status != DX_OK && error != NULL && error->line <= 1) {
            const dx_dg_file *file = game->data;
            size_t i = (size_t)(preset - game->schema.presets);
            error->line = file->normal->preset_line[i];
            error->column = 1;
        }
    }
    return status;
}

dx_status dx_game_read(const char *text, size_t length, dx_game **out,
                       dx_error *error)
{
    if (length > DX_GAME_BYTES_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the file has %zu bytes, expected at most %d", length,
                       DX_GAME_BYTES_MAX);
    dx_dg_file *file = dx_alloc(1, sizeof *file);
    dx_game *game = dx_alloc(1, sizeof *game);
    dx_sha256 hash;
    file->text = dx_copy_text_part(text, length);
    file->length = length;
    dx_sha256_init(&hash);
    dx_sha256_add(&hash, text, length);
    dx_sha256_hex(&hash, file->hash);
    file->programs = dx_prepared_new(make, release);
    game->data = file;
    dx_status status =
        dx_dg_read(file->text, length, NULL, &file->normal, error);
    if (status == DX_OK) {
        make_game(game, file);
        status = check_presets(game, error);
    }
    if (status == DX_OK)
        *out = game;
    else
        dx_game_free(game);
    return status;
}

void dx_game_free(const dx_game *game)
{
    if (game == NULL)
        return;
    dx_dg_file *file = (dx_dg_file *)(uintptr_t)game->data;
    dx_prepared_free(file->programs);
    dx_dg_free(file->normal);
    dx_free(file->text);
    dx_free(file);
    dx_free((void *)(uintptr_t)game);
}

const char *dx_game_hash(const dx_game *game)
{
    const dx_dg_file *file = game->data;
    return game->setup == dx_dg_setup ? file->hash : NULL;
}
