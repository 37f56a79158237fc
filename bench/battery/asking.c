#include "asking.h"

#include "base/hash.h"
#include "base/memory.h"
#include "logic/formula/parse.h"

#include <stdio.h>
#include <string.h>

static bool fits(const char *const *choices, const char *name,
                 const char *other)
{
    if (choices[0] == NULL)
        return true;
    for (unsigned i = 0; choices[i] != NULL; i++)
        if (strcmp(choices[i], name) == 0 || strcmp(choices[i], other) == 0)
            return true;
    return false;
}

bool dx_battery_wants(const dx_battery *b, const dx_battery_game *game)
{
    char family[32] = "";
    snprintf(family, sizeof family, "%.*s", (int)strcspn(game->rules, "("),
             game->rules);
    return fits(b->options->games, game->name, family);
}

// Chances are asked under every assumption that gives them, all else under
// none; under a policy only those of single facts, unless others are named;
// under a source also belief, and up to two minds.
static bool wants_form(const dx_battery *b, const dx_form *form,
                       const char *assumption, const dx_game *game)
{
    if (!fits(b->options->forms, form->name, form->group))
        return false;
    bool is_source = strncmp(assumption, "source(", 7) == 0;
    bool is_belief = strcmp(form->group, "B") == 0;
    if (is_belief && !is_source)
        return false;
    if (is_source)
        return form->has_chances && strstr(form->group, "minds") == NULL &&
               strcmp(form->group, "harder") != 0;
    if (strcmp(assumption, "none") == 0)
        return !form->has_chances || !dx_game_hides_choices(game);
    return form->has_chances &&
           (strcmp(assumption, "uniform") == 0 ||
            b->options->forms[0] != NULL || strcmp(form->name, "P") == 0);
}

static void trace(const dx_battery *b, const dx_asked *a)
{
    if (b->options->trace)
        fprintf(stderr, "--game %s --position %u --assume %s --ask '%s'\n",
                a->game->name, a->position, a->assumption, a->text);
}

// Asks one question and notes what came of it.
void dx_battery_ask(dx_battery *b, const dx_position *p,
                    const dx_assumption *assumption, dx_formulas *store,
                    dx_asked *asked)
{
    dx_formula f;
    dx_answer answer = {.truth = DX_ANSWER_UNDECIDED};
    dx_error error = {.message = ""};
    dx_budget budget = {.cancelled = dx_watch_cancelled(b->watch)};
    dx_ask_options options = {.assumption = assumption,
                              .budget = &budget,
                              .mechanisms = b->mechanisms,
                              .memory_max = (size_t)b->options->megabytes
                                            << 20};
    const dx_view *view = dx_match_view(p->match, p->seat);
    trace(b, asked);
    dx_status status = dx_parse(store, asked->text, &f, &error);
    dx_watch_start(b->watch);
    if (status == DX_OK)
        status = dx_ask_seat(store, view, f, &options, &answer, &error);
    asked->toll = dx_watch_stop(b->watch);
    asked->truth = answer.truth;
    asked->quality = answer.quality;
    asked->chance = answer.has_chance ? answer.probability : -1;
    if (status != DX_OK)
        asked->why = dx_copy_text(error.message);
    else if (answer.truth == DX_ANSWER_UNDECIDED)
        asked->why = dx_copy_text(answer.why);
    dx_answer_release(&answer);
    dx_vector_push(&b->results.asked, *asked);
}

// The same question of a form wherever it is asked, whatever else is.
static dx_random stream_of(const dx_battery *b, const dx_position *p,
                           const dx_form *form)
{
    uint64_t name = dx_hash_bytes(form->name, strlen(form->name));
    return dx_random_named(b->options->seed, p->number, name);
}

static void ask_form(dx_battery *b, const dx_position *p, const char *name,
                     const dx_assumption *assumption, dx_formulas *store,
                     const dx_form *form)
{
    dx_random random = stream_of(b, p, form);
    for (unsigned i = 0; i < b->options->instances; i++) {
        dx_text text = {0};
        const dx_view *public = dx_match_view(p->match, DX_BYSTANDER);
        if (dx_question_draw(form, p->game->about, public, p->seat, p->turn,
                             &random, &text)) {
            dx_asked asked = {.game = p->game,
                              .assumption = name,
                              .form = form,
                              .position = p->number,
                              .turn = p->turn,
                              .seat = p->seat,
                              .text = dx_text_take(&text)};
            dx_battery_ask(b, p, assumption, store, &asked);
        }
        dx_text_release(&text);
    }
}

static dx_status ask_position(dx_battery *b, const dx_position *p,
                              const char *name, dx_error *error)
{
    dx_assumption assumption;
    dx_status status = dx_position_assume(p, name, &assumption, error);
    if (status != DX_OK)
        return status;
    dx_formulas *store = dx_formulas_new();
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++)
        if (wants_form(b, form, name, p->rules.game))
            ask_form(b, p, name, &assumption, store, form);
    dx_formulas_free(store);
    return DX_OK;
}

dx_status dx_battery_ask_game(dx_battery *b, const dx_battery_game *game,
                              dx_error *error)
{
    dx_status status = DX_OK;
    for (unsigned i = 0; i < b->positions && status == DX_OK; i++) {
        dx_position p;
        status =
            dx_position_init(&p, game, b->options->seed, b->first + i, error);
        if (status != DX_OK)
            return status;
        for (unsigned j = 0;
             b->options->assumptions[j] != NULL && status == DX_OK; j++)
            status = ask_position(b, &p, b->options->assumptions[j], error);
        dx_position_release(&p);
    }
    return status;
}
