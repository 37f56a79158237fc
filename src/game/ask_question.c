#include "game/ask_private.h"

#include <string.h>

enum { WORLDS_NORMAL = 100000 };

size_t dx_question_limit(const dx_question *q)
{
    return q->options->worlds_max > 0 ? q->options->worlds_max : WORLDS_NORMAL;
}

bool dx_question_looks_past(const dx_question *q)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++)
        if (q->grounding.needs.at[i].kind == DX_NEED_PAST)
            return true;
    return false;
}

static char *show(const dx_question *q, const void *table)
{
    dx_text text = {0};
    q->rules->game->show(table, &text);
    return dx_text_take(&text);
}

void dx_worlds_tally_count(const dx_question *q, dx_worlds_tally *t, bool holds,
                           dx_fraction weight, const void *table,
                           dx_answer *answer)
{
    t->weight_all = dx_fraction_add(t->weight_all, weight);
    if (holds) {
        t->weight_with = dx_fraction_add(t->weight_with, weight);
        if (t->with++ == 0)
            answer->example = show(q, table);
    } else if (t->without++ == 0) {
        answer->counterexample = show(q, table);
    }
}

void dx_worlds_tally_conclude(const dx_worlds_tally *t, bool chances,
                              dx_answer *answer)
{
    answer->worlds = t->with + t->without;
    answer->truth = t->without == 0 ? DX_ANSWER_YES
                    : t->with == 0  ? DX_ANSWER_NO
                                    : DX_ANSWER_OPEN;
    answer->chance = dx_fraction_divide(t->weight_with, t->weight_all);
    answer->has_chance = chances && !dx_fraction_is_lost(answer->chance);
}

dx_worlds_tally dx_worlds_tally_empty(void)
{
    return (dx_worlds_tally){.weight_with = dx_fraction_int(0),
                             .weight_all = dx_fraction_int(0)};
}

const dx_need *dx_question_need(const dx_question *q, dx_formula key)
{
    for (size_t i = 0; i < q->grounding.needs.count; i++)
        if (q->grounding.needs.at[i].key == key)
            return &q->grounding.needs.at[i];
    return NULL;
}

unsigned dx_question_only_seat(const dx_question *q, dx_formula f,
                               unsigned so_far)
{
    const char *letters = dx_kind_operands(dx_formula_kind(q->store, f));
    size_t count = dx_formula_count(q->store, f);
    size_t last = strcspn(letters, "+*");
    last = last > 0 ? last - 1 : 0;
    for (size_t i = 0; i < count && so_far != DX_HOLE; i++) {
        char letter = letters[i < last ? i : last];
        if (!dx_formula_operand_is_node(q->store, f, i))
            continue;
        dx_formula operand = dx_formula_operand(q->store, f, i);
        if (letter == 'a') {
            unsigned seat;
            const char *name = dx_formula_text(q->store, operand);
            if (!dx_type_read(q->rules, "seat", name, strlen(name), &seat) ||
                (so_far != DX_BYSTANDER && so_far != seat))
                return DX_HOLE;
            so_far = seat;
        } else {
            so_far = dx_question_only_seat(q, operand, so_far);
        }
    }
    return so_far;
}
