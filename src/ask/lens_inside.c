// Where somebody else does not know something: a table that this one cannot
// rule out.
//
// The seat draws a table that it holds possible, with its past; in it the other
// one has seen what it would have seen there, and is asked itself what it is
// said not to know.  Where the answer is no, any table does; where it is open,
// a few are tried.  The same view gives the same table.

#include "ask/lens_private.h"
#include "ask/lens_say.h"
#include "base/hash.h"
#include "logic/formula/print.h"
#include "minds/reckoner.h"

enum { DRAWS = 8 };

typedef struct inside {
    dx_lens *lens;
    unsigned seat;       // the other one
    const char *formula; // that it does not know
    dx_text *out;
    bool found;
} inside;

// Who is said to know, behind what the asker itself knows or does not.
static bool find_knower(const dx_question *q, dx_formula *f, unsigned *seat)
{
    const dx_formulas *store = q->store;
    for (;;) {
        dx_kind kind = dx_formula_kind(store, *f);
        if (kind == DX_NOT) {
            *f = dx_formula_operand(store, *f, 0);
            continue;
        }
        if (kind != DX_KNOWS && kind != DX_KNOWS_WHETHER)
            return false;
        *seat = dx_question_agent(q, *f);
        *f = dx_formula_operand(store, *f, 1);
        if (*seat != q->seat)
            return *seat < dx_players(q->rules);
    }
}

static bool ask_there(void *context, const dx_world *world)
{
    inside *in = context;
    const dx_view *view = dx_lens_view(in->lens);
    const dx_lens_answer *answer;
    if (world->past == NULL)
        return false;
    dx_lens *there = dx_lens_new(view->rules, in->seat, dx_lens_how(in->lens));
    dx_eyes *eyes = dx_eyes_new(view->rules, in->seat);
    for (unsigned i = 0; i < world->count; i++)
        dx_eyes_see(eyes, world->past[i]);
    dx_lens_follow(there, dx_eyes_view(eyes));
    if (dx_lens_ask(there, in->formula, &answer, NULL) == DX_OK &&
        answer->counterexample != NULL &&
        answer->answer.truth != DX_ANSWER_YES) {
        dx_text_printf(in->out, "{\"seat\":%u,\"answer\":", in->seat + 1);
        dx_lens_answer_json(there, answer, "none", in->out);
        dx_text_add_char(in->out, '}');
        in->found = true;
    }
    dx_eyes_free(eyes);
    dx_lens_free(there);
    return false;
}

static void draw(inside *in)
{
    const dx_view *view = dx_lens_view(in->lens);
    dx_random random = dx_random_named(
        dx_hash_bytes(view->seen, view->count * sizeof *view->seen),
        view->count, view->seat);
    dx_reckoning r = dx_reckoning_open(view->rules, view->seat, NULL,
                                       view->seen, view->count);
    for (unsigned i = 0;
         i < DRAWS && !in->found && r.self != NULL && r.how->one != NULL; i++)
        r.how->one(r.self, &random, ask_there, in);
    dx_reckoning_close(&r);
}

bool dx_lens_inside_json(dx_lens *lens, const dx_lens_answer *a, dx_text *out)
{
    dx_ask_options options = dx_lens_asking(lens);
    dx_question q = dx_lens_question(lens, &options);
    inside in = {.lens = lens, .out = out};
    dx_text formula = {0};
    bool is_asked = !a->is_term && (a->answer.truth == DX_ANSWER_NO ||
                                    a->answer.truth == DX_ANSWER_OPEN);
    if (is_asked &&
        dx_ground(&q.grounding, a->formula, &q.formula, NULL) == DX_OK &&
        find_knower(&q, &q.formula, &in.seat)) {
        dx_formula_print(lens->store, dx_question_as_written(&q, q.formula),
                         &formula);
        in.formula = dx_text_string(&formula);
        draw(&in);
    }
    dx_text_release(&formula);
    dx_grounding_release(&q.grounding);
    return in.found;
}
