// The order of the places, and the factors in words of it.

#include "minds/by_place_private.h"

#include "base/memory.h"
#include "minds/factors.h"

#include <assert.h>
#include <string.h>

static uint64_t hidden_from(const dx_outlook *o)
{
    return o->frame->real & ~o->sees;
}

// The part of a some that the mind does not see, if that can have one.
static uint64_t hidden_part(const dx_outlook *o, const dx_some *some)
{
    uint64_t could = 0, hidden = some->places & hidden_from(o);
    for (uint64_t left = hidden; left != 0; left &= left - 1)
        could |= o->frame->could[__builtin_ctzll(left)];
    return (could & some->kinds) != 0 ? hidden : 0;
}

// How many somes speak of a place.
static size_t uses_of(const dx_outlook *o, unsigned place)
{
    size_t uses = 0;
    for (size_t i = 0; i < o->factors->somes.count; i++)
        uses += hidden_part(o, &o->factors->somes.at[i]) >> place & 1;
    return uses;
}

// Places that more factors speak of come first.
static void order_places(const dx_outlook *o, dx_by_place *plan)
{
    size_t uses[DX_PLACES_MAX];
    for (uint64_t left = hidden_from(o); left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        size_t used = uses_of(o, place), at = plan->steps.count;
        if (o->frame->size[place] == 0)
            continue;
        dx_vector_push(&plan->steps, (dx_place_step){.place = place});
        for (; at > 0 && uses[at - 1] < used; at--) {
            uses[at] = uses[at - 1];
            plan->steps.at[at].place = plan->steps.at[at - 1].place;
        }
        uses[at] = used;
        plan->steps.at[at].place = place;
    }
}

// A place of several cards is filled one by one: every order of them is a way,
// and there are equally many for whatever it holds.
static void repeat_places(const dx_outlook *o, dx_by_place *plan)
{
    for (size_t i = 0; i < plan->steps.count; i++) {
        unsigned place = plan->steps.at[i].place;
        for (unsigned more = o->frame->size[place] - 1U; more > 0; more--) {
            dx_vector_push(&plan->steps, (dx_place_step){.place = place});
            for (size_t at = plan->steps.count - 1; at > i + 1; at--)
                plan->steps.at[at].place = plan->steps.at[at - 1].place;
            plan->steps.at[++i].place = place;
        }
    }
}

// The step with which `places` are filled; false if they are not just the
// places up to it.
static bool find_step(const dx_by_place *plan, uint64_t places, unsigned *out)
{
    unsigned step = 0;
    uint64_t left = places;
    for (; step < plan->steps.count; step++) {
        uint64_t place = DX_BIT(plan->steps.at[step].place);
        if ((places & place) == 0)
            break;
        left &= ~place;
    }
    *out = step - 1;
    return step > 0 && left == 0;
}

// The bit of a set of kinds at a step; 0 if there are too many.
static uint64_t find_bit(dx_place_step *step, dx_some some)
{
    unsigned i = 0;
    some.places = 0;
    some.moves = 0;
    while (i < step->kinds_count &&
           memcmp(&step->kinds[i], &some, sizeof some) != 0)
        i++;
    assert(step->kinds_count <= 64);
    if (i == 64)
        return 0;
    if (i == step->kinds_count)
        step->kinds[step->kinds_count++] = some;
    step->counts = step->counts || some.most > 0;
    return DX_BIT(i);
}

// The step that fills the last of `places`.
static unsigned last_step(const dx_by_place *plan, uint64_t places)
{
    unsigned last = 0;
    for (unsigned step = 0; step < plan->steps.count; step++)
        if (places >> plan->steps.at[step].place & 1)
            last = step;
    return last;
}

// The flag of a some; 0 if there are too many.
static uint64_t find_flag(dx_by_place *plan, uint64_t places, uint64_t kinds)
{
    size_t i = 0;
    while (i < plan->flags.count && (plan->flags.at[i].places != places ||
                                     plan->flags.at[i].kinds != kinds))
        i++;
    if (i == 64)
        return 0;
    if (i == plan->flags.count)
        dx_vector_push(&plan->flags, (dx_place_flag){places, kinds, 0});
    return DX_BIT(i);
}

// Are all hidden parts of a factor the same first places?
static bool is_of_first_places(const dx_outlook *o, const dx_by_place *plan,
                               const dx_factor *factor, unsigned *out_step)
{
    uint64_t together = 0;
    for (size_t i = 0; i < factor->count; i++) {
        uint64_t hidden =
            hidden_part(o, &o->factors->somes.at[factor->first + i]);
        if (hidden != 0 && together != 0 && hidden != together)
            return false;
        together |= hidden;
    }
    return find_step(plan, together, out_step);
}

static void find_last_step(const dx_outlook *o, const dx_by_place *plan,
                           const dx_factor *factor, unsigned *out_step)
{
    uint64_t places = 0;
    for (size_t i = 0; i < factor->count; i++)
        places |= hidden_part(o, &o->factors->somes.at[factor->first + i]);
    *out_step = last_step(plan, places);
}

// Adds a factor; false if there are too many sets of kinds, or too many flags.
static bool add_moves(dx_outlook *o, dx_by_place *plan, const dx_factor *factor)
{
    dx_moves moves = {.base = factor->base,
                      .times = factor->times,
                      .first = plan->somes.count,
                      .count = factor->count};
    bool is_first = is_of_first_places(o, plan, factor, &moves.step);
    uint64_t met = 0;
    if (!is_first)
        find_last_step(o, plan, factor, &moves.step);
    assert(moves.step < plan->steps.count && moves.times > 0);
    for (size_t i = 0; i < factor->count; i++) {
        const dx_some *some = &o->factors->somes.at[factor->first + i];
        uint64_t hidden = hidden_part(o, some);
        assert(some->most < UINT8_MAX && some->least <= some->most + 1);
        bool is_mixed =
            some->most > 0 && hidden != 0 && (some->places & o->sees) != 0;
        dx_moves_some made = {
            .some = *some,
            .seen = dx_scope_read(
                &o->self, some->places & o->sees, some->kinds,
                (dx_span){0, (uint8_t)(some->most > 0 ? some->most + 1 : 1)})};
        if (is_mixed || (some->most > 0 && hidden != 0 && !is_first))
            return false;
        if (hidden != 0 && is_first)
            made.bit = find_bit(&plan->steps.at[moves.step], *some);
        else if (hidden != 0)
            made.flag = find_flag(plan, hidden, some->kinds);
        uint64_t found = made.bit | made.flag;
        if (hidden != 0 && (found == 0 || (met & found) != 0))
            return false;
        met |= found;
        for (uint64_t left = made.flag; left != 0; left &= left - 1) {
            dx_place_flag *flag = &plan->flags.at[__builtin_ctzll(left)];
            flag->last = moves.step > flag->last ? moves.step : flag->last;
        }
        dx_vector_push(&plan->somes, made);
    }
    dx_vector_push(&plan->moves, moves);
    return true;
}

// Does anything of a factor depend on what is hidden?
static bool is_open(const dx_outlook *o, const dx_factor *factor)
{
    for (size_t i = 0; i < factor->count; i++)
        if (hidden_part(o, &o->factors->somes.at[factor->first + i]) != 0)
            return true;
    return false;
}

static bool add_all_moves(dx_outlook *o, dx_by_place *plan)
{
    for (size_t i = 0; i < o->factors->factors.count; i++) {
        const dx_factor *factor = &o->factors->factors.at[i];
        if (is_open(o, factor) && !add_moves(o, plan, factor))
            return false;
    }
    return true;
}

static void find_bits(const dx_outlook *o, dx_place_step *step)
{
    for (size_t g = 0; g < o->groups.count; g++)
        for (unsigned i = 0; i < step->kinds_count; i++)
            if ((step->kinds[i].kinds & o->groups.at[g].kinds) != 0)
                step->bits[g] |= DX_BIT(i);
}

static void find_last(const dx_outlook *o, dx_by_place *plan)
{
    plan->last = dx_alloc(o->sums.count + 1, sizeof *plan->last);
    for (size_t i = 0; i < o->sums.count; i++)
        for (unsigned s = 0; s < plan->steps.count; s++)
            if (o->sums.at[i].places >> plan->steps.at[s].place & 1)
                plan->last[i] = s;
}

static void list_cells(const dx_outlook *o, dx_by_place *plan)
{
    size_t groups = o->groups.count, cells = plan->steps.count * groups;
    DX_VECTOR(uint16_t) touched = {0};
    plan->cells = dx_alloc(cells + 1, sizeof *plan->cells);
    for (size_t c = 0; c < cells; c++) {
        unsigned place = plan->steps.at[c / groups].place;
        uint64_t kinds = o->groups.at[c % groups].kinds;
        plan->cells[c] = (unsigned)touched.count;
        for (size_t i = 0; i < o->sums.count; i++)
            if ((o->sums.at[i].places >> place & 1) != 0 &&
                (o->sums.at[i].kinds & kinds) != 0)
                dx_vector_push(&touched, (uint16_t)i);
    }
    plan->cells[cells] = (unsigned)touched.count;
    plan->touched = touched.at;
}

dx_by_place *dx_by_place_plan(dx_outlook *o)
{
    size_t open = 0;
    for (size_t i = 0; i < o->factors->factors.count; i++)
        open += is_open(o, &o->factors->factors.at[i]);
    if (open == 0)
        return NULL;
    dx_by_place *plan = dx_alloc(1, sizeof *plan);
    order_places(o, plan);
    repeat_places(o, plan);
    assert(plan->steps.count == dx_frame_size(o->frame, hidden_from(o)));
    if (o->frame->choice_count == 0 && add_all_moves(o, plan)) {
        for (size_t s = 0; s < plan->steps.count; s++)
            find_bits(o, &plan->steps.at[s]);
        find_last(o, plan);
        list_cells(o, plan);
        return plan;
    }
    o->is_refused = true;
    dx_by_place_free(plan);
    return NULL;
}

void dx_by_place_free(dx_by_place *plan)
{
    if (plan == NULL)
        return;
    dx_vector_release(&plan->steps);
    dx_vector_release(&plan->moves);
    dx_vector_release(&plan->somes);
    dx_vector_release(&plan->flags);
    dx_free(plan->last);
    dx_free(plan->cells);
    dx_free(plan->touched);
    dx_free(plan);
}
