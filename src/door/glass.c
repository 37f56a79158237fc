// Lenses and questions for the wire.  Whatever is computed here is computed
// from a view, so nothing can be told that the seat could not have worked out;
// limits are those of the engines, in steps and bytes, and never depend on what
// others ask or on how busy the machine is.

#include "door/glass.h"

#include "agents/agents.h"
#include "ask/answer.h"
#include "ask/complete.h"
#include "ask/lens_say.h"
#include "base/members.h"
#include "base/memory.h"
#include "base/stack.h"
#include "door/limits.h"
#include "game/say.h"
#include "words/number.h"

#include <ctype.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>

enum { LISTED_BITS = 14 }; // of the number of worlds that are listed

struct dx_glass {
    dx_rules rules;
    unsigned seat;
    dx_assumption assumption;
    dx_text assumed; // its name
    char *name[DX_SEATS_MAX];
    bool has_names;
    dx_budget budget, small_budget;
    dx_lens *lens;
    dx_lens *small[DX_SEATS_MAX]; // through each other seat; or NULL
};

// ---- errors ----

static const char *code_of(dx_status status)
{
    return status == DX_ERR_LIMIT         ? "limit"
           : status == DX_ERR_UNSUPPORTED ? "unsupported"
           : status == DX_ERR_CANCELLED   ? "cancelled"
                                          : "input";
}

// How long the word at a column is; at least 1.
static unsigned word_length(const char *source, unsigned column)
{
    size_t at = column > 0 ? column - 1 : 0, end;
    if (source == NULL || at >= strlen(source))
        return 1;
    for (end = at; isalnum((unsigned char)source[end]) || source[end] == '_';)
        end++;
    return end > at ? (unsigned)(end - at) : 1;
}

// How many letters must be changed, added or left out.
static unsigned distance(const char *a, size_t a_length, const char *b,
                         size_t b_length)
{
    enum { LONGEST = 40 };
    unsigned row[LONGEST + 1];
    if (a_length > LONGEST || b_length > LONGEST)
        return UINT_MAX;
    for (unsigned k = 0; k <= b_length; k++)
        row[k] = k;
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (unsigned k = 1; k <= b_length; k++) {
            unsigned best = corner + (a[i - 1] != b[k - 1]);
            corner = row[k];
            best = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
            row[k] = corner + 1 < best ? corner + 1 : best;
        }
    }
    return row[b_length];
}

// A message that says which word is unknown, and which there are: where the
// word stands, and the nearest of those.
static void add_unknown(const char *message, const char *source, dx_text *out)
{
    const char *word = strchr(message, '\'');
    const char *end = word != NULL ? strchr(word + 1, '\'') : NULL;
    const char *list = strrchr(message, ':'), *nearest = NULL;
    if (end == NULL || end == word + 1 || list == NULL || list < end)
        return;
    size_t length = (size_t)(end - word - 1), nearest_length = 0;
    const char *at = memmem(source, strlen(source), word + 1, length);
    if (at == NULL)
        return;
    dx_text_printf(out, ",\"column\":%zu,\"length\":%zu",
                   (size_t)(at - source) + 1, length);
    unsigned least = 2 + (unsigned)length / 4;
    for (const char *next = list + 1; *next != '\0';) {
        next += strspn(next, " ,");
        size_t part = strcspn(next, " ,");
        unsigned changes = distance(word + 1, length, next, part);
        if (part > 0 && changes < least) {
            least = changes;
            nearest = next;
            nearest_length = part;
        }
        next += part;
    }
    if (nearest != NULL) {
        char *copy = dx_copy_text_part(nearest, nearest_length);
        dx_put_text(out, "near", copy);
        dx_free(copy);
    }
}

void dx_tell_error(dx_status status, const dx_error *error, const char *source,
                   dx_text *out)
{
    dx_text_add_char(out, '{');
    dx_put_text(out, "code", code_of(status));
    dx_put_text(out, "text",
                error->message[0] != '\0' ? error->message
                                          : dx_status_text(status));
    if (error->file[0] != '\0' && error->file[0] != '<')
        dx_put_text(out, "file", error->file);
    if (error->line > 0)
        dx_put_number(out, "line", error->line);
    if (error->column > 0)
        dx_text_printf(out, ",\"column\":%u,\"length\":%u", error->column,
                       word_length(source, error->column));
    else if (source != NULL)
        add_unknown(error->message, source, out);
    dx_text_add_char(out, '}');
}

void dx_tell_failure(dx_status status, const dx_error *error,
                     const char *source, dx_text *out)
{
    dx_text_add(out, "\"error\":");
    dx_tell_error(status, error, source, out);
    dx_text_add_char(out, '}');
}

// ---- glasses ----

bool dx_names_differ(const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            if (names[k] == NULL || strcmp(names[i], names[k]) == 0)
                return false;
    return true;
}

static void take_names(dx_glass *glass, const char *const *names)
{
    unsigned players = dx_players(&glass->rules);
    if (names == NULL || !dx_names_differ(names, players))
        return;
    for (unsigned i = 0; i < players; i++)
        glass->name[i] = dx_copy_text(names[i]);
    glass->has_names = true;
}

static dx_status check_path(const dx_rules *rules, const dx_wish *wish,
                            dx_error *error)
{
    for (size_t i = 0; i < wish->depth; i++)
        if (wish->path[i] >= dx_players(rules))
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "\"path\": expected seats from 1 to %u",
                           dx_players(rules));
    return DX_OK;
}

// As a budget has it: 0 is any number.
static uint64_t steps_of(const dx_wish *wish)
{
    unsigned times = wish->effort > 0 ? wish->effort : 1;
    return wish->steps_max == UINT64_MAX ? 0
           : wish->steps_max > 0         ? wish->steps_max
                                         : (uint64_t)times * DX_STEPS_MAX;
}

// Worlds to try; who may take any number of steps is as patient with these.
static size_t worlds_of(const dx_wish *wish)
{
    unsigned times = wish->effort > 0 ? wish->effort : 1;
    return wish->limit > 0 ? (size_t)wish->limit
           : wish->steps_max == UINT64_MAX
               ? 0
               : (size_t)times * DX_WORLDS_TRIED_MAX;
}

static void make_lenses(dx_glass *glass, const dx_wish *wish)
{
    dx_lens_options options = {
        .assumption = &glass->assumption,
        .budget = &glass->budget,
        .names = glass->has_names ? (const char *const *)glass->name : NULL,
        .by_name = wish->record[0] != '\0' && wish->you != glass->seat + 1,
        .depth = wish->depth,
        .worlds_max = worlds_of(wish),
        .engine = wish->engine,
        .mechanisms = wish->mechanisms,
    };
    memcpy(options.path, wish->path, sizeof options.path);
    glass->lens = dx_lens_new(&glass->rules, glass->seat, &options);
    options.depth = 1;
    options.budget = &glass->small_budget;
    for (unsigned i = 0; wish->small && i < dx_players(&glass->rules); i++) {
        options.path[0] = i;
        if (i != glass->seat)
            glass->small[i] = dx_lens_new(&glass->rules, glass->seat, &options);
    }
}

dx_status dx_glass_new(const dx_rules *rules, unsigned seat,
                       const char *const *names, const dx_wish *wish,
                       const atomic_bool *stop, dx_glass **out, dx_error *error)
{
    dx_assumption assumption;
    dx_status status =
        dx_assumption_parse(wish->agents != NULL ? wish->agents : dx_agents(),
                            wish->assume[0] != '\0' ? wish->assume : NULL,
                            rules, &assumption, error);
    if (status == DX_OK)
        status = check_path(rules, wish, error);
    if (status != DX_OK)
        return status;
    dx_glass *glass = dx_alloc(1, sizeof *glass);
    glass->rules = *rules;
    glass->seat = seat;
    glass->assumption = assumption;
    dx_assumption_print(&assumption, rules, &glass->assumed);
    glass->budget.cancelled = stop;
    glass->budget.steps_max = steps_of(wish);
    glass->small_budget = glass->budget;
    glass->small_budget.steps_max /= 4; // one of several
    take_names(glass, names);
    make_lenses(glass, wish);
    *out = glass;
    return DX_OK;
}

void dx_glass_free(dx_glass *glass)
{
    if (glass == NULL)
        return;
    for (unsigned i = 0; i < DX_SEATS_MAX; i++) {
        dx_free(glass->name[i]);
        dx_lens_free(glass->small[i]);
    }
    dx_lens_free(glass->lens);
    dx_text_release(&glass->assumed);
    dx_free(glass);
}

dx_lens *dx_glass_lens(dx_glass *glass)
{
    return glass->lens;
}

const dx_budget *dx_glass_budget(const dx_glass *glass)
{
    return &glass->budget;
}

const char *dx_glass_assumed(dx_glass *glass)
{
    return dx_text_string(&glass->assumed);
}

// ---- looking ----

static void say_world(dx_lens *lens, const dx_lens_board *board,
                      const char *title, const dx_dealt *dealt,
                      const dx_rational *chance, const dx_wish *wish)
{
    dx_text words = {0};
    dx_text_add(&words, title);
    if (chance != NULL && !dx_rational_is_zero(chance)) {
        dx_rational_print(chance, &words);
        dx_text_add(&words, ": ");
    }
    dx_lens_deal_say(lens, board, dealt, &words);
    dx_text_add_char(&words, '\n');
    dx_wish_say(wish, &words);
}

static void say_worlds(dx_lens *lens, const dx_lens_board *board,
                       const dx_likeliest *found, const dx_wish *wish)
{
    dx_text words = {0};
    dx_text_printf(&words, "the likeliest of %s deal%s:\n",
                   dx_many_of((double)found->deals).text,
                   dx_plural(found->deals));
    dx_wish_say(wish, &words);
    for (size_t i = 0; i < found->count; i++)
        say_world(lens, board, "  ", &found->world[i].dealt,
                  &found->world[i].chance, wish);
}

// A board without the worlds that were asked for is better than none.
static void say_none(const dx_error *error, const dx_wish *wish)
{
    dx_text words = {0};
    if (wish->say == NULL)
        return;
    dx_text_printf(&words, "no worlds are listed: %s\n", error->message);
    dx_wish_say(wish, &words);
}

static dx_status add_worlds(dx_glass *glass, const dx_wish *wish,
                            const dx_lens_board *board, dx_text *out,
                            dx_error *error)
{
    dx_likeliest found;
    if (wish->worlds == 0)
        return DX_OK;
    // Listing has limits of its own, which are those of a patient asker.
    size_t bits = dx_natural_bits(&board->worlds);
    dx_status status =
        wish->steps_max != UINT64_MAX && (bits == 0 || bits > LISTED_BITS)
            ? dx_fail(error, DX_ERR_LIMIT, 0, 0, "too many worlds to list")
            : dx_lens_worlds(glass->lens, wish->worlds, &found, error);
    dx_text_add(out, ",\"likeliest\":");
    if (status == DX_OK) {
        dx_lens_worlds_json(board, &found, out);
        if (wish->say != NULL)
            say_worlds(glass->lens, board, &found, wish);
        dx_likeliest_release(&found);
    } else {
        dx_text_add_char(out, '{');
        dx_tell_failure(status, error, NULL, out);
        say_none(error, wish);
    }
    return status;
}

static dx_status add_draws(dx_glass *glass, const dx_wish *wish,
                           const dx_lens_board *board, dx_text *out,
                           dx_error *error)
{
    dx_random random =
        dx_random_named(wish->seed, 0, dx_lens_view(glass->lens)->count);
    dx_dealt dealt;
    dx_status status = DX_OK;
    if (wish->draws == 0)
        return DX_OK;
    dx_text_add(out, ",\"drawn\":[");
    for (unsigned i = 0; i < wish->draws; i++) {
        status = dx_lens_draw(glass->lens, &random, &dealt, error);
        if (status != DX_OK) {
            say_none(error, wish);
            break;
        }
        dx_put_member(out, NULL);
        dx_lens_deal_json(board, &dealt, out);
        if (wish->say != NULL)
            say_world(glass->lens, board, "drawn: ", &dealt, NULL, wish);
    }
    dx_text_add_char(out, ']');
    return status;
}

// A board without its last brace; or false, and nothing was added.
static dx_status add_board(dx_lens *lens, const char *assumed, bool has_brace,
                           dx_text *out, dx_error *error)
{
    dx_text board = {0};
    dx_status status = dx_lens_json(lens, assumed, &board, error);
    if (status == DX_OK && board.length > 2)
        dx_text_add_part(out, board.at + !has_brace,
                         board.length - 1 - !has_brace);
    dx_text_release(&board);
    return status;
}

static void add_small(dx_glass *glass, const dx_view *view, dx_text *out)
{
    dx_text all = {0};
    for (unsigned i = 0; i < DX_SEATS_MAX; i++) {
        dx_error error = {.message = ""};
        if (glass->small[i] == NULL)
            continue;
        dx_put_numbered(&all, i + 1);
        dx_lens_follow(glass->small[i], view);
        dx_status status =
            add_board(glass->small[i], dx_text_string(&glass->assumed), true,
                      &all, &error);
        if (status == DX_OK) {
            dx_text_add_char(&all, '}');
        } else {
            dx_text_add_char(&all, '{');
            dx_tell_failure(status, &error, NULL, &all);
        }
    }
    if (all.length > 0)
        dx_text_printf(out, ",\"small\":{%s}", dx_text_string(&all));
    dx_text_release(&all);
}

void dx_glass_look(dx_glass *glass, const dx_view *view, const dx_wish *wish,
                   dx_text *out)
{
    const dx_lens_board *board;
    dx_text words = {0};
    dx_error error = {.message = ""};
    dx_lens_follow(glass->lens, view);
    dx_status status = dx_lens_look(glass->lens, &board, &error);
    if (status == DX_OK)
        status = add_board(glass->lens, dx_text_string(&glass->assumed), false,
                           out, &error);
    if (status != DX_OK) {
        dx_tell_failure(status, &error, NULL, out);
        return;
    }
    if (wish->say != NULL && dx_lens_say(glass->lens, dx_glass_assumed(glass),
                                         &words, NULL) == DX_OK)
        dx_wish_say(wish, &words);
    if (add_worlds(glass, wish, board, out, &error) == DX_OK)
        status = add_draws(glass, wish, board, out, &error);
    add_small(glass, view, out);
    dx_text_add_char(out, '}');
}

static void say_answer(dx_glass *glass, const dx_lens_answer *answer,
                       const dx_wish *wish)
{
    dx_text words = {0};
    dx_lens_answer_say(glass->lens, answer, dx_text_string(&glass->assumed),
                       &words);
    if (wish->because)
        dx_lens_because_say(glass->lens, answer, &words);
    dx_wish_say(wish, &words);
}

void dx_glass_ask(dx_glass *glass, const dx_view *view, const dx_wish *wish,
                  dx_text *out)
{
    const dx_lens_answer *answer;
    dx_error error = {.message = ""};
    dx_text said = {0};
    dx_status status = DX_ERR_INPUT;
    dx_lens_follow(glass->lens, view);
    if (wish->formula == NULL)
        dx_fail(&error, status, 0, 0, "\"formula\": expected one");
    else
        status = dx_lens_ask(glass->lens, wish->formula, &answer, &error);
    if (status != DX_OK) {
        dx_tell_failure(status, &error, wish->formula, out);
        return;
    }
    dx_lens_answer_json(glass->lens, answer, dx_text_string(&glass->assumed),
                        &said);
    if (wish->say != NULL)
        say_answer(glass, answer, wish);
    if (wish->because && !answer->is_term) {
        said.length--; // the brace
        dx_text_add(&said, ",\"because\":");
        dx_lens_because_json(glass->lens, answer, &said);
        dx_text inside = {0};
        if (dx_lens_inside_json(glass->lens, answer, &inside))
            dx_text_printf(&said, ",\"inside\":%s", dx_text_string(&inside));
        dx_text_release(&inside);
        dx_text_add_char(&said, '}');
    }
    dx_text_add(out, dx_text_string(&said) + 1);
    dx_text_release(&said);
}

// ---- what has changed ----

static double bits_at(dx_glass *glass, const dx_view *view, dx_text *out)
{
    const dx_lens_board *board;
    dx_lens_follow(glass->lens, view);
    if (dx_lens_look(glass->lens, &board, NULL) != DX_OK || board->bits < 0) {
        dx_text_add(out, "null");
        return -1;
    }
    dx_text_printf(out, "%.4f", board->bits);
    return board->bits;
}

// The kinds that a place has lost by events from `from` on, as JSON and as
// words; false if there are none.
static bool add_gone(const dx_lens_board *board, unsigned place,
                     const dx_place_story *story, unsigned from, bool first,
                     dx_text *out, dx_text *words)
{
    uint64_t gone = 0;
    for (size_t i = 0; i < story->removals.count; i++)
        if (story->removals.at[i].event >= from)
            gone |= story->removals.at[i].kinds;
    if (gone == 0)
        return false;
    dx_text name = {0};
    dx_place_words_place(&board->words, place, &name);
    dx_put_open(out, NULL, '{');
    dx_put_text(out, "place", dx_text_string(&name));
    dx_put_open(out, "kinds", '[');
    dx_text_printf(words, "%s%s is not", first ? "" : "; ",
                   dx_text_string(&name));
    for (; gone != 0; gone &= gone - 1) {
        dx_text_clear(&name);
        dx_place_words_kind(&board->words, place,
                            (unsigned)__builtin_ctzll(gone), &name);
        dx_text_printf(words, " %s", dx_text_string(&name));
        dx_put_text(out, NULL, dx_text_string(&name));
    }
    dx_text_add(out, "]}");
    dx_text_release(&name);
    return true;
}

static void add_changes(dx_glass *glass, unsigned from, dx_text *out,
                        dx_text *words)
{
    const dx_lens_board *board;
    dx_text came = {0}, name = {0};
    bool any = false;
    dx_text_add(out, ",\"gone\":[");
    if (dx_lens_look(glass->lens, &board, NULL) != DX_OK)
        board = NULL;
    for (unsigned p = 0; board != NULL && p < board->places; p++) {
        dx_place_story story;
        if (board->place[p].is_seen ||
            dx_lens_story(glass->lens, p, &story, NULL) != DX_OK)
            continue;
        any |= add_gone(board, p, &story, from, !any, out, words);
        if (story.came != DX_NONE && story.came >= from) {
            dx_place_words_place(&board->words, p, &name);
            dx_put_said(&came, NULL, &name);
        }
        dx_place_story_release(&story);
    }
    dx_text_printf(out, "],\"came\":[%s]", dx_text_string(&came));
    dx_text_release(&came);
}

void dx_glass_changed(dx_glass *glass, const dx_view *before,
                      const dx_view *view, dx_text *out)
{
    dx_text words = {0}, text = {0};
    dx_put_member(out, NULL);
    dx_text_printf(out, "{\"seat\":%u,\"bits\":[", glass->seat + 1);
    double old = bits_at(glass, before, out);
    dx_text_add_char(out, ',');
    double now = bits_at(glass, view, out);
    dx_text_add_char(out, ']');
    add_changes(glass, before->count, out, &words);
    if (old >= 0 && now >= 0)
        dx_text_printf(&text, "%.1f bits%s", old - now,
                       words.length > 0 ? ": " : "");
    dx_text_add_part(&text, words.at, words.length);
    dx_put_said(out, "text", &text);
    dx_text_add_char(out, '}');
    dx_text_release(&words);
}

// ---- formulas that were begun, choices, reasons ----

enum { FRAMES_A_LEVEL = 8 };

typedef struct reading {
    dx_formulas *store;
    dx_cast cast;
    dx_formula formula;
    bool is_term;
    dx_text *out;
} reading;

static void read_out(void *data)
{
    reading *r = data;
    if (r->is_term)
        dx_term_say(r->store, &r->cast, r->formula, r->out);
    else
        dx_sentence_say(r->store, &r->cast, r->formula, r->out);
}

static void add_words(dx_cast cast, const char *formula, dx_text *out)
{
    dx_text words = {0};
    reading r = {dx_formulas_new(), cast, 0, false, &words};
    if (dx_ask_parse(r.store, cast.rules->game, formula, &r.formula, &r.is_term,
                     NULL) == DX_OK)
        dx_run_deep(FRAMES_A_LEVEL * dx_formula_depth(r.store, r.formula),
                    read_out, &r);
    dx_put_said(out, "words", &words);
    dx_formulas_free(r.store);
}

void dx_tell_completion(const dx_rules *rules, const char *const *names,
                        unsigned you, const char *formula, dx_text *out)
{
    const dx_cast cast = {.rules = rules, .names = names, .you = you};
    if (names != NULL && !dx_names_differ(names, dx_players(rules)))
        names = NULL;
    if (formula == NULL)
        formula = "";
    dx_completions found = dx_complete(rules, names, formula);
    dx_put_number(out, "from", found.from);
    dx_put_texts(out, "next", found.words.count,
                 (const char *const *)found.words.at);
    dx_completions_release(&found);
    add_words(cast, formula, out);
    dx_text_add_char(out, '}');
}

void dx_tell_reason(const dx_reason *why, dx_text *out)
{
    if (why == NULL || why->rule[0] == '\0') {
        dx_text_add(out, ",\"why\":null");
        return;
    }
    dx_put_open(out, "why", '{');
    dx_put_text(out, "rule", why->rule);
    dx_put_text(out, "formula", why->formula != NULL ? why->formula : "");
    dx_put_text(out, "words", why->words != NULL ? why->words : "");
    dx_text_add_char(out, '}');
}

void dx_tell_choice(const dx_view *view, const char *agent, uint64_t seed,
                    const dx_budget *budget, dx_text *out)
{
    dx_policy policy;
    dx_error error = {.message = ""};
    dx_status status =
        dx_policy_parse(dx_agents(), agent, view->rules, &policy, &error);
    if (status == DX_OK && view->turn != view->seat)
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0,
                         "it is not the turn of this seat");
    if (status != DX_OK) {
        dx_tell_failure(status, &error, NULL, out);
        return;
    }
    dx_reason why = {.rule = ""};
    dx_random random = dx_random_named(seed, view->count, view->seat);
    dx_thought thought = {&random, budget, &why};
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_event move = dx_mind_choose(mind, view, &thought);
    dx_mind_free(mind);
    dx_text said = {0};
    dx_say_move(view->rules, move, &said);
    dx_put_text(out, "agent", agent);
    dx_put_said(out, "move", &said);
    dx_tell_reason(&why, out);
    dx_text_add_char(out, '}');
    dx_reason_release(&why);
}
