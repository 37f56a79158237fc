// A game in words for the page: its rules on one screen, and what sentences
// about it are made of.  Both are of the rules alone, so the same for everybody
// at a table: /api/rules/GAME and /api/words/GAME, with the parameters as the
// query has them (players=3&lives=2).

#include "server/web_private.h"

#include "game/words.h"
#include "games/games.h"
#include "server/page.h"
#include "words/sheet.h"

#include <string.h>

// "hanabi?players=3&lives=2" as "hanabi(players=3,lives=2)".
static void rules_text(const dx_web *web, const char *game, dx_text *out)
{
    dx_text_add(out, game);
    if (web->query[0] == '\0')
        return;
    dx_text_add_char(out, '(');
    for (const char *at = web->query; *at != '\0'; at++)
        dx_text_add_char(out, *at == '&' ? ',' : *at);
    dx_text_add_char(out, ')');
}

static bool read_rules(const dx_web_request *r, const char *game, dx_rules *out,
                       dx_web_answer *answer)
{
    dx_text text = {0};
    dx_error error = {.message = ""};
    if (r->web->is_post) {
        dx_web_refuse(answer, 405, "method", "this is asked with GET");
        return false;
    }
    rules_text(r->web, game, &text);
    dx_status status =
        dx_rules_parse(dx_games(), dx_text_string(&text), out, &error);
    dx_text_release(&text);
    if (status != DX_OK)
        dx_web_fail(answer, status, &error);
    return status == DX_OK;
}

void dx_web_rules(const dx_web_request *r, const char *game, dx_web_answer *out)
{
    dx_rules rules;
    if (read_rules(r, game, &rules, out))
        dx_sheet_json(&rules, &out->body);
}

// ---- what sentences are made of ----

static void add_member(dx_text *out, const char *name, const char *text)
{
    dx_text_printf(out, ",\"%s\":", name);
    dx_text_add_json(out, text);
}

static void add_types(const char *const *types, dx_text *out)
{
    dx_text_add(out, ",\"types\":[");
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, types[i]);
    }
    dx_text_add_char(out, ']');
}

static void add_facts(const dx_game *game, dx_text *out)
{
    const char *between = "\"facts\":[{\"name\":";
    for (const dx_atom *atom = game->atoms; atom != NULL && atom->name != NULL;
         atom++) {
        const dx_fact_words *words = dx_words_of_fact(game, atom->name);
        if (words == NULL)
            continue;
        dx_text_add(out, between);
        dx_text_add_json(out, atom->name);
        add_types(atom->type, out);
        add_member(out, "yes", words->yes);
        add_member(out, "no", words->no);
        add_member(out, "menu", words->menu);
        between = "},{\"name\":";
    }
    dx_text_add(out, between[0] == '}' ? "}]" : "\"facts\":[]");
}

static void add_numbers(const dx_game *game, dx_text *out)
{
    const char *between = ",\"numbers\":[{\"name\":";
    for (const dx_quantity *number = game->quantities;
         number != NULL && number->name != NULL; number++) {
        const dx_number_words *words = dx_words_of_number(game, number->name);
        if (words == NULL)
            continue;
        dx_text_add(out, between);
        dx_text_add_json(out, number->name);
        add_types(number->type, out);
        add_member(out, "is", words->is);
        add_member(out, "menu", words->menu);
        between = "},{\"name\":";
    }
    dx_text_add(out, between[0] == '}' ? "}]" : ",\"numbers\":[]");
}

// As it is typed, and in the three forms.
static void add_value(const dx_rules *rules, const char *type, unsigned value,
                      dx_text *out)
{
    dx_text word = {0};
    dx_type_say(rules, type, value, &word);
    dx_text_add(out, value > 0 ? ",[" : "[");
    dx_text_add_json(out, dx_text_string(&word));
    for (unsigned form = DX_WORD_PLAIN; form <= DX_WORD_MANY; form++) {
        dx_text_clear(&word);
        dx_value_say_as(rules, type, value, (dx_word_form)form, &word);
        dx_text_add_char(out, ',');
        dx_text_add_json(out, dx_text_string(&word));
    }
    dx_text_add_char(out, ']');
    dx_text_release(&word);
}

enum { TYPES_MAX = 40 };

typedef struct types {
    const char *name[TYPES_MAX];
    unsigned count;
} types;

static void note_types(const char *const *type, types *all)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && type[i] != NULL; i++) {
        bool is_new = strcmp(type[i], "seat") != 0 && all->count < TYPES_MAX;
        for (unsigned k = 0; k < all->count && is_new; k++)
            is_new = strcmp(all->name[k], type[i]) != 0;
        if (is_new)
            all->name[all->count++] = type[i];
    }
}

static void add_values(const dx_rules *rules, dx_text *out)
{
    types all = {.count = 0};
    const dx_game *game = rules->game;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        note_types(a->type, &all);
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++)
        note_types(q->type, &all);
    dx_text_add(out, ",\"values\":{");
    for (unsigned i = 0; i < all.count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, all.name[i]);
        dx_text_add(out, ":[");
        for (unsigned v = 0; v < dx_type_values(rules, all.name[i]); v++)
            add_value(rules, all.name[i], v, out);
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '}');
}

void dx_web_words(const dx_web_request *r, const char *game, dx_web_answer *out)
{
    dx_rules rules;
    if (!read_rules(r, game, &rules, out))
        return;
    dx_text_add_char(&out->body, '{');
    add_facts(rules.game, &out->body);
    add_numbers(rules.game, &out->body);
    add_values(&rules, &out->body);
    dx_text_add_char(&out->body, '}');
}

// ---- lessons ----

const dx_page_file *dx_web_lesson(const char *game, const char *kind)
{
    for (const dx_page_file *file = dx_page_lessons; file->path != NULL;
         file++) {
        size_t length = strcspn(file->path, ".");
        if (strlen(game) == length && strncmp(file->path, game, length) == 0 &&
            strcmp(file->path + length, kind) == 0)
            return file;
    }
    return NULL;
}

void dx_web_lesson_steps(const char *game, dx_web_answer *out)
{
    const dx_page_file *file = dx_web_lesson(game, ".json");
    if (file == NULL)
        dx_web_refuse(out, 404, "missing", "there is no such lesson");
    else
        dx_text_add_part(&out->body, (const char *)file->at,
                         (size_t)(file->end - file->at));
}
