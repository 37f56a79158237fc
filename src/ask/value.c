// Terms, taken apart: a number is itself, a quantity is read off the table or
// the sight, arithmetic is arithmetic, and a chance is asked of its own seat.
// DX_ERR_UNSUPPORTED means that a part is none of these; then the whole is left
// to dx_ask_value, from above, and is open from a seat.

#include "ask/value.h"

#include "base/memory.h"
#include "game/claims.h"
#include "minds/frame.h"

#include <stdio.h>
#include <string.h>

typedef struct asking {
    dx_formulas *store;
    const dx_rules *rules;
    const dx_view *view;     // of the seat that asks; NULL: from above
    const dx_moment *moment; // from above
    const dx_ask_options *options;
    dx_value *out;
    dx_error *error;
    bool is_chance; // the whole term is P[a](f)
    // The asking seat's own chance of something is not known; and why, if that
    // was said.
    bool is_own_open;
    char why[DX_ERROR_MESSAGE_MAX];
} asking;

static dx_status evaluate(asking *a, dx_formula term, dx_fraction *out);

// Notes how a part was found.
static void note(asking *a, const char *engine, const dx_answer *part)
{
    dx_answer *all = &a->out->answer;
    bool is_first = all->engine == NULL;
    if (is_first)
        all->engine = engine;
    else if (strcmp(all->engine, engine) != 0)
        all->engine = "several";
    if (part == NULL)
        return;
    all->worlds = is_first ? part->worlds : 0;
    all->believed = is_first ? part->believed : 0;
    all->refuted = all->refuted || part->refuted;
    all->refuted_turn = part->refuted ? part->refuted_turn : all->refuted_turn;
}

static dx_status no_value(asking *a, dx_truth truth, const char *why)
{
    a->out->answer.truth = truth;
    snprintf(a->out->answer.why, sizeof a->out->answer.why, "%s", why);
    return DX_ERR_LIMIT;
}

// A chance that was rounded or sampled is told, but not reckoned with: a term
// that has it as a part has no value.
static dx_status estimate(asking *a, const dx_answer *answer)
{
    dx_answer *all = &a->out->answer;
    char why[80];
    if (!a->is_chance)
        return no_value(a, DX_ANSWER_UNDECIDED,
                        "a chance in it could only be sampled; it may be "
                        "asked by itself");
    a->out->is_estimated = true;
    all->probability = answer->probability;
    all->half_width = answer->half_width;
    all->quality = answer->quality;
    all->drawn = answer->drawn;
    snprintf(why, sizeof why, "about %.6g, give or take %.2g",
             answer->probability, answer->half_width);
    return no_value(a, DX_ANSWER_UNDECIDED, why);
}

// The seat of P[a](..): a number from 1, or a player's name.
static bool read_seat(const asking *a, dx_formula agent, unsigned *out)
{
    const char *name = dx_formula_text(a->store, agent);
    if (dx_type_read(a->rules, "seat", name, strlen(name), out))
        return true;
    const char *const *names = a->options->names;
    for (unsigned seat = 0; names != NULL && seat < dx_players(a->rules);
         seat++)
        if (names[seat] != NULL && strcmp(names[seat], name) == 0) {
            *out = seat;
            return true;
        }
    return false;
}

// What a seat is answered is its chance, where it has one.
static dx_status read_chance(asking *a, const dx_answer *answer,
                             dx_fraction *out)
{
    if (answer->truth == DX_ANSWER_UNDECIDED)
        return no_value(a, DX_ANSWER_UNDECIDED, answer->why);
    if (answer->truth == DX_ANSWER_OPEN && !answer->has_chance) {
        a->is_own_open = true;
        memcpy(a->why, answer->why, sizeof a->why);
        return DX_ERR_UNSUPPORTED;
    }
    note(a, answer->engine, answer);
    if (answer->truth == DX_ANSWER_OPEN && answer->quality != DX_EXACT)
        return estimate(a, answer);
    if (a->is_chance && answer->truth == DX_ANSWER_OPEN &&
        !dx_rational_is_zero(&answer->exact)) {
        dx_rational_release(&a->out->answer.exact);
        a->out->answer.exact = dx_rational_copy(&answer->exact);
        a->out->answer.has_chance = true;
    }
    *out = answer->truth == DX_ANSWER_OPEN
               ? answer->chance
               : dx_fraction_int(answer->truth == DX_ANSWER_YES);
    return DX_OK;
}

static dx_status ask_view(asking *a, const dx_view *view, dx_formula f,
                          dx_fraction *out)
{
    dx_answer answer = {0};
    dx_status status =
        dx_ask_seat(a->store, view, f, a->options, &answer, a->error);
    if (status == DX_OK)
        status = read_chance(a, &answer, out);
    dx_answer_release(&answer);
    return status;
}

static dx_status ask_chance(asking *a, dx_formula agent, dx_formula f,
                            dx_fraction *out)
{
    unsigned seat;
    if (!read_seat(a, agent, &seat) ||
        (a->view != NULL && a->view->seat != seat))
        return DX_ERR_UNSUPPORTED;
    if (a->view != NULL)
        return ask_view(a, a->view, f, out);
    dx_eyes *eyes = dx_eyes_new(a->rules, seat);
    for (unsigned i = 0; i < a->moment->count; i++)
        dx_eyes_see(eyes, a->moment->past[i]);
    dx_status status = ask_view(a, dx_eyes_view(eyes), f, out);
    dx_eyes_free(eyes);
    return status;
}

// P[a](f given g) is P[a](f & g) / P[a](g).
static dx_status ask_chance_given(asking *a, dx_formula term, dx_fraction *out)
{
    dx_formula agent = dx_formula_operand(a->store, term, 0);
    dx_formula f = dx_formula_operand(a->store, term, 1);
    dx_formula g = dx_formula_operand(a->store, term, 2);
    dx_fraction both = dx_fraction_int(0), given = both;
    dx_status status = ask_chance(a, agent, g, &given);
    if (status == DX_OK && dx_fraction_is_zero(given))
        return dx_fail(a->error, DX_ERR_EMPTY, 0, 0,
                       "the chance is not defined: what is given has chance "
                       "0");
    if (status == DX_OK)
        status = ask_chance(a, agent, dx_formula_and(a->store, f, g), &both);
    if (status == DX_OK)
        *out = dx_fraction_divide(both, given);
    return status;
}

// The arguments of a quantity, as numbers; false if a word is none of its type.
static bool read_args(const asking *a, dx_formula apply,
                      const dx_quantity *quantity, int *out)
{
    size_t count = dx_formula_count(a->store, apply) - 1, wanted = 0;
    while (wanted < DX_TERM_ARGS && quantity->type[wanted] != NULL)
        wanted++;
    if (count != wanted)
        return false;
    for (size_t i = 0; i < count; i++) {
        dx_formula word = dx_formula_operand(a->store, apply, i + 1);
        char number[24];
        const char *text = number;
        unsigned value;
        if (dx_formula_kind(a->store, word) == DX_NUMBER)
            snprintf(number, sizeof number, "%lld",
                     (long long)dx_formula_value(a->store, word).top);
        else if (dx_formula_kind(a->store, word) == DX_APPLY &&
                 dx_formula_count(a->store, word) == 1)
            text = dx_formula_text(a->store, word);
        else
            return false;
        if (!dx_type_read(a->rules, quantity->type[i], text, strlen(text),
                          &value))
            return false;
        out[i] = (int)value;
    }
    return true;
}

static int value_on_table(const asking *a, const dx_quantity *quantity,
                          const int *args)
{
    const dx_game *game = a->rules->game;
    void *truth = dx_alloc(1, game->table_bytes(a->rules));
    game->setup(truth, a->rules);
    for (unsigned i = 0; i < a->moment->count; i++)
        game->fold(truth, a->moment->past[i]);
    int value = dx_quantity_value(quantity, truth, args);
    dx_free(truth);
    return value;
}

static unsigned turn_now(const asking *a)
{
    return a->view != NULL
               ? dx_turn_of(a->rules, a->view->seen, a->view->count)
               : dx_turn_of(a->rules, a->moment->past, a->moment->count);
}

// Does the seat see all cards that the claim counts?
static bool sees_all_of(const dx_claims *claims, dx_claim claim, uint64_t sees)
{
    const dx_claim_node *c = dx_claims_at(claims, claim);
    if (c->kind == DX_CLAIM_NUMBER)
        return true;
    if (c->kind == DX_CLAIM_COUNT)
        return (c->places & ~sees) == 0;
    return sees_all_of(claims, c->a, sees) &&
           (c->kind == DX_CLAIM_NOT || sees_all_of(claims, c->b, sees));
}

// Can the seat read the number off its own sight?
static bool is_seen(const asking *a, const dx_quantity *quantity,
                    const int *args)
{
    dx_frames *frames = a->options->frames;
    if (dx_quantity_is_in_sight(a->rules->game, quantity))
        return true;
    if (frames == NULL || quantity->claim == NULL ||
        a->view->seat == DX_BYSTANDER)
        return false;
    const dx_frame *now = dx_frames_now(frames);
    dx_claims *claims = dx_claims_new();
    bool sees =
        sees_all_of(claims, quantity->claim(quantity, now->sight, args, claims),
                    now->sees[a->view->seat]);
    dx_claims_free(claims);
    return sees;
}

static dx_status read_quantity(asking *a, dx_formula apply, dx_fraction *out)
{
    const dx_quantity *quantity = a->rules->game->quantities;
    const char *name = dx_formula_text(a->store, apply);
    int args[DX_TERM_ARGS] = {0};
    if (strcmp(name, "now") == 0 && dx_formula_count(a->store, apply) == 1) {
        note(a, a->view == NULL ? "truth" : "sight", NULL);
        *out = dx_fraction_int(turn_now(a));
        return DX_OK;
    }
    while (quantity != NULL && quantity->name != NULL &&
           strcmp(quantity->name, name) != 0)
        quantity++;
    if (quantity == NULL || quantity->name == NULL ||
        !read_args(a, apply, quantity, args) ||
        (a->view != NULL && !is_seen(a, quantity, args)))
        return DX_ERR_UNSUPPORTED;
    bool from_above = a->view == NULL;
    note(a, from_above ? "truth" : "sight", NULL);
    *out = dx_fraction_int(
        from_above ? value_on_table(a, quantity, args)
                   : dx_quantity_value(quantity, a->view->sight, args));
    return DX_OK;
}

static dx_status reckon(asking *a, dx_formula term, dx_fraction *out)
{
    dx_fraction one = dx_fraction_int(0), other = one;
    dx_status status = evaluate(a, dx_formula_operand(a->store, term, 0), &one);
    if (status == DX_OK)
        status = evaluate(a, dx_formula_operand(a->store, term, 1), &other);
    if (status != DX_OK)
        return status;
    switch (dx_formula_kind(a->store, term)) {
    case DX_ADD:
        *out = dx_fraction_add(one, other);
        break;
    case DX_SUBTRACT:
        *out = dx_fraction_subtract(one, other);
        break;
    case DX_MULTIPLY:
        *out = dx_fraction_multiply(one, other);
        break;
    case DX_MODULO:
        if (one.over != 1 || other.over != 1 || one.top < 0 || other.top <= 0)
            return DX_ERR_UNSUPPORTED;
        *out = dx_fraction_int(one.top % other.top);
        break;
    default: // DX_DIVIDE
        if (dx_fraction_is_zero(other))
            return DX_ERR_UNSUPPORTED;
        *out = dx_fraction_divide(one, other);
    }
    return DX_OK;
}

static dx_status evaluate(asking *a, dx_formula term, dx_fraction *out)
{
    dx_status status;
    switch (dx_formula_kind(a->store, term)) {
    case DX_NUMBER:
        *out = dx_formula_value(a->store, term);
        return DX_OK;
    case DX_APPLY:
        return read_quantity(a, term, out);
    case DX_PROBABILITY:
        return ask_chance(a, dx_formula_operand(a->store, term, 0),
                          dx_formula_operand(a->store, term, 1), out);
    case DX_PROBABILITY_GIVEN:
        return ask_chance_given(a, term, out);
    case DX_NEGATIVE:
        status = evaluate(a, dx_formula_operand(a->store, term, 0), out);
        if (status == DX_OK)
            *out = dx_fraction_subtract(dx_fraction_int(0), *out);
        return status;
    case DX_ADD:
    case DX_SUBTRACT:
    case DX_MULTIPLY:
    case DX_DIVIDE:
    case DX_MODULO:
        return reckon(a, term, out);
    default:
        return DX_ERR_UNSUPPORTED;
    }
}

// The value of the whole, found at once in the model of the moment.
static dx_status ask_whole(asking *a, dx_formula term)
{
    dx_error error = {.message = ""};
    const dx_assumption *assumed = a->options->assumption;
    bool is_sourced = assumed != NULL && assumed->kind == DX_ASSUME_SOURCE;
    a->out->answer = (dx_answer){.engine = is_sourced ? "source" : "histories"};
    dx_status status = dx_ask_value(a->store, a->moment, term, a->options,
                                    &a->out->value, &error);
    if (status == DX_ERR_LIMIT || status == DX_ERR_CANCELLED)
        return no_value(a, DX_ANSWER_UNDECIDED, error.message);
    if (status != DX_OK && a->error != NULL)
        *a->error = error;
    return status;
}

// A term that a seat cannot tell: is it at least one?  A comparison carries it
// through the checks of a question, and the limit ends it there.  What another
// seat holds likely is open; how likely the asker itself holds something can be
// told, but was not found.
static dx_status stays_open(asking *a, dx_formula term)
{
    dx_ask_options options = *a->options;
    options.worlds_max = 1;
    dx_formula zero = dx_formula_number(a->store, dx_fraction_int(0));
    dx_answer answer = {0};
    dx_status status = dx_ask_seat(
        a->store, a->view, dx_formula_binary(a->store, DX_EQUAL, term, zero),
        &options, &answer, a->error);
    dx_answer_release(&answer);
    if (status != DX_OK)
        return status;
    if (!a->is_own_open)
        return no_value(a, DX_ANSWER_OPEN,
                        "from a seat there are its own chances, and numbers "
                        "that every seat sees");
    return no_value(a, DX_ANSWER_UNDECIDED,
                    a->why[0] != '\0'
                        ? a->why
                        : "it may hold and may not, and how likely that is "
                          "was not worked out: there are too many worlds");
}

static dx_status settle(asking *a, dx_formula term)
{
    dx_value *out = a->out;
    a->is_chance = dx_formula_kind(a->store, term) == DX_PROBABILITY;
    dx_status status = evaluate(a, term, &out->value);
    if (status == DX_ERR_UNSUPPORTED)
        status = a->view == NULL ? ask_whole(a, term) : stays_open(a, term);
    if (status == DX_OK && dx_fraction_is_lost(out->value) &&
        !out->answer.has_chance)
        status = no_value(a, DX_ANSWER_UNDECIDED, "too fine for 64 bits");
    out->is_known = status == DX_OK;
    if (out->is_known && out->answer.engine == NULL)
        out->answer.engine = "arithmetic";
    out->is_estimated = out->is_estimated && !out->is_known &&
                        dx_formula_kind(a->store, term) == DX_PROBABILITY;
    if (!out->is_known && !out->is_estimated)
        out->answer.engine = "none";
    return status == DX_ERR_LIMIT ? DX_OK : status;
}

dx_status dx_ask_term_seat(dx_formulas *store, const dx_view *view,
                           dx_formula term, const dx_ask_options *options,
                           dx_value *out_value, dx_error *error)
{
    *out_value = (dx_value){.is_known = false};
    asking a = {.store = store,
                .rules = view->rules,
                .view = view,
                .options = options,
                .out = out_value,
                .error = error};
    return settle(&a, term);
}

dx_status dx_ask_term_above(dx_formulas *store, const dx_moment *moment,
                            dx_formula term, const dx_ask_options *options,
                            dx_value *out_value, dx_error *error)
{
    *out_value = (dx_value){.is_known = false};
    asking a = {.store = store,
                .rules = moment->rules,
                .moment = moment,
                .options = options,
                .out = out_value,
                .error = error};
    return settle(&a, term);
}

void dx_value_print(const dx_value *value, dx_text *out)
{
    if (dx_fraction_is_lost(value->value))
        dx_rational_print(&value->answer.exact, out);
    else
        dx_fraction_print(value->value, out);
}
