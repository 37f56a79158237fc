// Worlds that are drawn are deals (minds/board/likeliest.h), listed from a
// lens: a bystander's if they are few, for then they are the whole model of the
// moment, otherwise the seat's own.  A seat cannot tell two of them apart if
// the places that it sees (minds/turn/frame.h) hold the same in both.  A
// bystander's lens is made from the seat's view with everything masked that not
// all have seen, so no more is used than the seat knows.
//
// What others suspect a seat can say only as far as it knows their minds: its
// own row are chances, the others' rows are how likely it is, to the seat, that
// they find the fact likelier than not.

#include "door/picture.h"

#include "ask/lens_say.h"
#include "base/heed.h"
#include "base/members.h"
#include "base/memory.h"
#include "door/limits.h"

#include <stdio.h>
#include <string.h>

typedef struct picture {
    const dx_rules *rules;
    const dx_view *view;
    dx_lens *own, *outside; // outside NULL: its worlds are too many
    dx_likeliest worlds, mine;
    const dx_frame *now;
    dx_frames *frames;
} picture;

// ---- listing ----

// The worlds of a lens, if they are few enough; `count` is left empty where
// the lens has not counted them.
static dx_status list(dx_lens *lens, dx_likeliest *out, dx_text *count,
                      dx_error *error)
{
    const dx_lens_board *board;
    dx_count number;
    dx_status status = dx_lens_look(lens, &board, error);
    if (status != DX_OK)
        return status;
    dx_text_clear(count);
    if (dx_natural_is_zero(&board->worlds))
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "too many worlds to count: at most %d can be drawn",
                       DX_MODEL_SHOWN_MAX);
    dx_natural_print(&board->worlds, count);
    if (!dx_natural_to_count(&board->worlds, &number) ||
        number > DX_MODEL_SHOWN_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "%s worlds: at most %d can be drawn",
                       dx_text_string(count), DX_MODEL_SHOWN_MAX);
    return dx_lens_worlds(lens, DX_MODEL_SHOWN_MAX, out, error);
}

static void look_in_public(picture *p, const dx_budget *budget)
{
    dx_text count = {0};
    dx_lens_options options = {.budget = budget};
    dx_eyes *eyes =
        dx_eyes_after(p->rules, DX_BYSTANDER, p->view->seen, p->view->count);
    p->outside = dx_lens_new(p->rules, DX_BYSTANDER, &options);
    dx_lens_follow(p->outside, dx_eyes_view(eyes));
    if (list(p->outside, &p->worlds, &count, NULL) != DX_OK) {
        dx_lens_free(p->outside);
        p->outside = NULL;
    }
    dx_eyes_free(eyes);
    dx_text_release(&count);
}

// ---- telling ----

// Do two worlds hold the same in these places?
static bool is_same(const dx_dealt *a, const dx_dealt *b, uint64_t places)
{
    for (; places != 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        if (memcmp(a->count[place], b->count[place], sizeof *a->count) != 0)
            return false;
    }
    return true;
}

static void add_worlds(const picture *p, const dx_likeliest *worlds,
                       dx_text *out)
{
    const dx_lens_board *board = NULL;
    dx_lens *lens = p->outside != NULL ? p->outside : p->own;
    if (dx_lens_look(lens, &board, NULL) != DX_OK)
        return;
    dx_text_add(out, ",\"worlds\":[");
    for (size_t i = 0; i < worlds->count; i++) {
        dx_put_open(out, NULL, '{');
        dx_text_printf(out, "\"id\":%zu,\"places\":", i);
        dx_lens_deal_json(board, &worlds->world[i].dealt, out);
        if (!dx_rational_is_zero(&worlds->world[i].chance)) {
            dx_text_add(out, ",\"weight\":\"");
            dx_rational_print(&worlds->world[i].chance, out);
            dx_text_add_char(out, '"');
        }
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

// [[0,1],[2]]: worlds that hold the same in these places.
static void add_cells(const dx_likeliest *worlds, uint64_t sees, dx_text *out)
{
    bool *told = dx_alloc(worlds->count + 1, sizeof *told);
    dx_text_add_char(out, '[');
    for (size_t i = 0; i < worlds->count; i++) {
        if (told[i])
            continue;
        dx_put_open(out, NULL, '[');
        dx_put_number(out, NULL, i);
        for (size_t k = i + 1; k < worlds->count; k++)
            if (is_same(&worlds->world[i].dealt, &worlds->world[k].dealt,
                        sees)) {
                told[k] = true;
                dx_put_number(out, NULL, k);
            }
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, ']');
    dx_free(told);
}

// The worlds of the picture that the seat itself holds possible.
static void add_mine(const picture *p, dx_text *out)
{
    uint64_t sees = p->now->sees[p->view->seat];
    dx_text_add(out, ",\"mine\":[");
    for (size_t i = 0; i < p->worlds.count; i++)
        if (p->outside == NULL ||
            is_same(&p->worlds.world[i].dealt, &p->mine.world[0].dealt, sees))
            dx_put_number(out, NULL, i);
    dx_text_add_char(out, ']');
}

static void tell(picture *p, dx_text *out)
{
    unsigned players = dx_players(p->rules);
    p->frames = dx_frames_after(p->rules, p->view->seen, p->view->count);
    p->now = dx_frames_now(p->frames);
    dx_text_printf(out, "\"turn\":%u,\"whole\":%s", p->now->turn,
                   p->outside != NULL ? "true" : "false");
    add_worlds(p, &p->worlds, out);
    dx_text_add(out, ",\"cells\":{");
    for (unsigned seat = 0; seat < players; seat++) {
        dx_put_numbered(out, seat + 1);
        add_cells(&p->worlds, p->now->sees[seat], out);
    }
    dx_text_add_char(out, '}');
    if (p->view->seat != DX_BYSTANDER)
        add_mine(p, out);
    dx_text_add_char(out, '}');
    dx_frames_free(p->frames);
}

void dx_tell_worlds(dx_glass *glass, const dx_view *view,
                    const dx_wish *wish DX_UNUSED, dx_text *out)
{
    picture p = {
        .rules = view->rules, .view = view, .own = dx_glass_lens(glass)};
    dx_text count = {0};
    dx_error error = {.message = ""};
    dx_lens_follow(p.own, view);
    dx_status status = list(p.own, &p.mine, &count, &error);
    if (status == DX_OK)
        look_in_public(&p, dx_glass_budget(glass));
    if (status == DX_OK && p.outside == NULL)
        p.worlds = p.mine;
    if (count.length > 0)
        dx_text_printf(out, "\"count\":\"%s\",", dx_text_string(&count));
    if (status == DX_OK)
        tell(&p, out);
    else
        dx_tell_failure(status, &error, NULL, out);
    if (p.outside != NULL)
        dx_likeliest_release(&p.worlds);
    dx_likeliest_release(&p.mine);
    dx_lens_free(p.outside);
    dx_text_release(&count);
}

// ---- suspicion ----

dx_status dx_suspicion_fact(const dx_rules *rules, const char *name,
                            const char **out, dx_error *error)
{
    const dx_atom *atom = rules->game->atoms;
    for (; atom != NULL && atom->name != NULL; atom++)
        if (atom->type[0] != NULL && strcmp(atom->type[0], "seat") == 0 &&
            atom->type[1] == NULL &&
            (name == NULL || strcmp(atom->name, name) == 0)) {
            *out = atom->name;
            return DX_OK;
        }
    return dx_fail(error, name != NULL ? DX_ERR_INPUT : DX_ERR_UNSUPPORTED, 0,
                   0, "%s has no %s%.40s%s about one seat", rules->game->name,
                   name != NULL ? "fact '" : "fact", name != NULL ? name : "",
                   name != NULL ? "'" : "");
}

// One cell: what the lens says of a term.
static void add_term(dx_lens *lens, const char *member, const char *term,
                     dx_text *out)
{
    const dx_lens_answer *answer;
    dx_error error = {.message = ""};
    dx_status status = dx_lens_ask(lens, term, &answer, &error);
    if (status == DX_OK && answer->is_term &&
        (answer->value.is_known || dx_value_is_rounded(&answer->value))) {
        dx_text_printf(out, "{\"%s\":\"", member);
        dx_value_print(&answer->value, out);
        dx_text_add(out, "\"}");
    } else if (status == DX_OK && answer->is_term &&
               answer->value.is_estimated) {
        dx_text_printf(out, "{\"%s\":\"%.4f\",\"sampled\":true}", member,
                       answer->value.answer.probability);
    } else {
        dx_text_add(out, "{\"k\":\"undecided\"}");
    }
}

void dx_tell_suspicion_row(dx_glass *glass, const dx_view *view, unsigned seat,
                           const char *fact, dx_text *out)
{
    char term[200];
    unsigned own = view->seat, players = dx_players(view->rules);
    dx_lens_follow(dx_glass_lens(glass), view);
    dx_put_numbered(out, seat + 1);
    dx_text_add_char(out, '{');
    for (unsigned about = 0; about < players && !dx_is_called_off(); about++) {
        if (about == seat)
            continue;
        dx_put_numbered(out, about + 1);
        if (seat == own)
            snprintf(term, sizeof term, "P[%u](%s(%u))", own + 1, fact,
                     about + 1);
        else
            snprintf(term, sizeof term, "P[%u](P[%u](%s(%u)) > 1/2)", own + 1,
                     seat + 1, fact, about + 1);
        add_term(dx_glass_lens(glass), seat == own ? "p" : "likely", term, out);
    }
    dx_text_add_char(out, '}');
}

void dx_tell_suspicion(dx_glass *glass, const dx_view *view,
                       const dx_wish *wish, dx_text *out)
{
    const char *fact = "";
    dx_error error = {.message = ""};
    unsigned players = dx_players(view->rules);
    dx_status status =
        view->seat == DX_BYSTANDER
            ? dx_fail(&error, DX_ERR_INPUT, 0, 0, "\"seat\": whose beliefs?")
            : dx_suspicion_fact(view->rules, wish->formula, &fact, &error);
    if (status != DX_OK) {
        dx_tell_failure(status, &error, NULL, out);
        return;
    }
    dx_put_text(out, "fact", fact);
    dx_put_text(out, "assumption", dx_glass_assumed(glass));
    dx_text_add(out, ",\"rows\":{");
    for (unsigned seat = 0; seat < players; seat++)
        dx_tell_suspicion_row(glass, view, seat, fact, out);
    dx_text_add(out, "}}");
}
