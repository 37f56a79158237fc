// The picture has one world for each way to fill the places that tell worlds
// apart; the board sums the weights of worlds, as whole numbers, so its chances
// are the ones that questions get.

#include "ask/source_show.h"

#include "base/memory.h"
#include "words/number.h"
#include "words/story.h"

#include <assert.h>
#include <stdio.h>

// ---- a model to draw ----

// Each seat's beliefs as its only relation, with shares of weight.
static void draw_agents(const dx_source_worlds *w, dx_model *model,
                        const void *opened)
{
    dx_fraction *weights = dx_alloc(w->count, sizeof *weights);
    for (unsigned seat = 0; seat < dx_players(w->rules); seat++) {
        char name[16];
        DX_VECTOR(dx_edge) edges = {0};
        DX_VECTOR(dx_fraction) shares = {0};
        snprintf(name, sizeof name, "%u", seat + 1);
        size_t agent = dx_model_add_agent(model, name);
        dx_source_weights(w, seat, opened, weights);
        for (size_t to = 0; to < w->count; to++)
            for (size_t from = 0; from < w->count; from++)
                if (dx_source_is_accessible(w, opened, seat, to, weights)) {
                    dx_edge edge = {(uint32_t)from, (uint32_t)to};
                    dx_vector_push(&edges, edge);
                    dx_vector_push(&shares, weights[to]);
                }
        dx_model_set_edges(model, agent, DX_KNOWLEDGE, edges.count, edges.at);
        dx_model_set_edge_weights(model, agent, edges.count, edges.at,
                                  shares.at);
        dx_vector_release(&edges);
        dx_vector_release(&shares);
    }
    dx_free(weights);
}

// Says which sources can be drawn.
static dx_status refuse_picture(const dx_game *game, dx_error *error)
{
    dx_text names = {0};
    for (unsigned i = 0; game->sources != NULL && game->sources[i] != NULL; i++)
        if (game->sources[i]->drawn != NULL)
            dx_text_printf(&names, "%s'source(%s)'",
                           names.length > 0 ? " or "
                                            : "; expected is to assume ",
                           game->sources[i]->name);
    dx_status status = dx_fail(
        error, DX_ERR_INPUT, 0, 0,
        "only a source with accessible worlds of its own can be drawn%s",
        dx_text_string(&names));
    dx_text_release(&names);
    return status;
}

dx_status dx_source_model(dx_formulas *store, const dx_view *view,
                          const dx_assumption *assumption, dx_model **out,
                          dx_error *error)
{
    const dx_source *source = assumption->source;
    dx_source_worlds w;
    if (assumption->kind != DX_ASSUME_SOURCE || source->drawn == NULL)
        return refuse_picture(view->rules->game, error);
    dx_source_worlds_list(&w, view->rules, source, view->count, view->seen,
                          source->drawn);
    dx_model *model = dx_model_new(store, w.count);
    void *opened = dx_source_open(&w, assumption, view);
    draw_agents(&w, model, opened);
    source->close(opened);
    for (size_t i = 0; i < w.count; i++) {
        dx_text word = {0};
        source->word(dx_source_world(&w, i), &word);
        dx_model_name_world(model, i, dx_text_string(&word));
        dx_text_release(&word);
    }
    dx_source_worlds_release(&w);
    *out = model;
    return DX_OK;
}

// ---- a board ----

// The weight of the worlds that the seat may be in, and of those of them in
// which each kind lies in each place.
static int64_t sum_weights(const dx_source_worlds *w, const dx_view *view,
                           const dx_fraction *weights, unsigned kinds,
                           int64_t *sum)
{
    int64_t all = 0;
    uint64_t sees =
        view->seat == DX_BYSTANDER ? 0 : dx_source_sees(w, view->seat);
    for (size_t i = 0; i < w->count; i++) {
        if (!dx_source_world_is(w, i, view->sight, sees))
            continue;
        all += weights[i].top;
        for (uint64_t left = w->places; left != 0; left &= left - 1) {
            unsigned place = (unsigned)__builtin_ctzll(left);
            uint8_t copies[DX_KINDS_MAX] = {0};
            dx_places_held(w->rules->game->places, dx_source_sight(w),
                           dx_source_world(w, i), place, copies);
            for (unsigned kind = 0; kind < kinds; kind++)
                sum[place * kinds + kind] += copies[kind] * weights[i].top;
        }
    }
    return all;
}

static void put_chances(dx_board *board, uint64_t places, int64_t all,
                        const int64_t *sum)
{
    for (uint64_t left = places; left != 0; left &= left - 1)
        for (unsigned kind = 0; kind < board->kinds; kind++) {
            size_t i = (size_t)__builtin_ctzll(left) * board->kinds + kind;
            dx_rational_release(&board->mean[i]);
            board->mean[i] = dx_rational_of(dx_fraction_divide(
                dx_fraction_int(sum[i]), dx_fraction_int(all)));
        }
}

uint64_t dx_source_board(dx_board *board, const dx_view *view,
                         const dx_assumption *assumption, bool *out_is_rounded)
{
    dx_source_worlds w;
    dx_source_worlds_list(&w, view->rules, assumption->source, view->count,
                          view->seen, NULL);
    dx_fraction *weights = dx_alloc(w.count, sizeof *weights);
    int64_t *sum = dx_alloc((size_t)board->places * board->kinds, sizeof *sum);
    void *opened = dx_source_open(&w, assumption, view);
    *out_is_rounded = !dx_source_weights(&w, view->seat, opened, weights);
    w.source->close(opened);
    int64_t all = sum_weights(&w, view, weights, board->kinds, sum);
    uint64_t places = w.count < DX_SOURCE_WORLDS_MAX && all > 0 ? w.places : 0;
    put_chances(board, places, all, sum);
    dx_free(sum);
    dx_free(weights);
    dx_source_worlds_release(&w);
    return places;
}

typedef struct telling {
    const dx_view *view;
    const dx_cast *cast;
    dx_text *out;
} telling;

static void tell(void *context, unsigned event, const char *remark,
                 const char *of, double times)
{
    telling *t = context;
    dx_event_words(t->cast, t->view->seen[event], t->out);
    t->out->length--; // its full stop
    dx_text_printf(t->out, ": %s%s", remark, *remark != '\0' ? "; " : "");
    dx_evidence_words(times, t->out);
    dx_text_printf(t->out, " from a %s\n", of);
}

void dx_source_tell(const dx_view *view, const dx_cast *cast,
                    const dx_assumption *assumption, dx_text *out)
{
    const dx_source *source = assumption->source;
    telling to = {view, cast, out};
    if (source->tell == NULL)
        return;
    void *opened = source->open(view->rules, &assumption->source_params, view);
    source->tell(opened, tell, &to);
    source->close(opened);
}
