// The lens: turns kept for good, a board and answers kept for a moment.

#include "ask/lens_private.h"

#include "ask/inquire.h"
#include "ask/lens_hands.h"
#include "ask/source_show.h"
#include "base/memory.h"
#include "minds/inquiry/inquiry.h"
#include "words/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A board through several minds may take a tenth of what a question may: cells
// that would take more are undecided, and can be asked about.
// How many worlds there are is left out where counting takes long; earlier
// where hands are one thing, and worlds tell apart what nobody asks.
enum {
    DEALS_MAX = 20000,
    TRIES_MAX = 1000000,
    POLICY_STEPS_MAX = 200000, // a tenth of what an answer may list with
    COUNT_SHARE = 500,
    HANDS_COUNT_SHARE = 5000
};

dx_lens *dx_lens_new(const dx_rules *rules, unsigned seat,
                     const dx_lens_options *options)
{
    DX_REQUIRE(options->depth <= DX_PATH_MAX, "a path that is not too long");
    dx_lens *l = dx_alloc(1, sizeof *l);
    l->rules = *rules;
    l->options = *options;
    if (rules->game->places != NULL)
        l->frames = dx_frames_new(rules);
    l->eyes = dx_eyes_new(rules, seat);
    l->store = dx_formulas_new();
    return l;
}

// What is true of this moment only.
static void forget(dx_lens *l)
{
    if (l->board.mean != NULL)
        dx_rational_release_all(l->board.mean,
                                l->board.places * l->board.kinds);
    dx_free(l->board.mean);
    dx_natural_release(&l->board.worlds);
    dx_vector_release(&l->board.hands);
    if (l->hands != NULL)
        dx_lens_hands_free(l->hands);
    l->hands = NULL;
    l->board = (dx_lens_board){0};
    l->has_board = false;
    for (size_t i = 0; i < l->answers.count; i++)
        dx_lens_answer_free(l->answers.at[i]);
    l->answers.count = 0;
}

void dx_lens_free(dx_lens *l)
{
    if (l == NULL)
        return;
    forget(l);
    dx_vector_release(&l->answers);
    dx_factors_list_release(&l->factors);
    dx_chronicle_free(l->chronicle);
    dx_formulas_free(l->store);
    dx_frames_free(l->frames);
    dx_eyes_free(l->eyes);
    dx_free(l);
}

// The factors of the last turn are told anew, since nature may still have been
// to answer when they were.
static void forget_factors(dx_lens *l)
{
    size_t last = dx_frames_now(l->frames)->number;
    while (l->factors.of.count > last) {
        dx_factors *factors = l->factors.of.at[--l->factors.of.count];
        dx_factors_release(factors);
        dx_free(factors);
    }
}

void dx_lens_follow(dx_lens *l, const dx_view *view)
{
    unsigned seen = dx_eyes_view(l->eyes)->count;
    DX_REQUIRE(view->seat == dx_eyes_view(l->eyes)->seat,
               "the view of the lens's seat");
    if (view->count == seen)
        return;
    forget(l);
    if (l->frames != NULL)
        forget_factors(l);
    dx_formulas_free(l->store);
    l->store = dx_formulas_new();
    for (unsigned i = seen; i < view->count; i++) {
        if (l->frames != NULL)
            dx_frames_follow(l->frames, view->seen[i]);
        dx_eyes_seen(l->eyes, view->seen[i]);
    }
}

const dx_view *dx_lens_view(const dx_lens *l)
{
    return dx_eyes_view(l->eyes);
}

const dx_lens_options *dx_lens_how(const dx_lens *l)
{
    return &l->options;
}

dx_cast dx_lens_cast(const dx_lens *l)
{
    return (dx_cast){.rules = &l->rules,
                     .names = l->options.names,
                     .you = dx_eyes_view(l->eyes)->seat,
                     .by_name = l->options.by_name};
}

const dx_formulas *dx_lens_store(const dx_lens *l)
{
    return l->store;
}

dx_ask_options dx_lens_asking(const dx_lens *l)
{
    return (dx_ask_options){.assumption = l->options.assumption,
                            .names = l->options.names,
                            .worlds_max = l->options.worlds_max,
                            .memory_max = l->options.memory_max,
                            .budget = l->options.budget,
                            .engine = l->options.engine,
                            .mechanisms = l->options.mechanisms,
                            .frames = l->frames,
                            .counts = true};
}

dx_effort dx_lens_effort(const dx_lens *l)
{
    dx_ask_options options = dx_lens_asking(l);
    dx_effort effort = {0};
    dx_inquire_limits(&options, &effort);
    return effort;
}

dx_assumption_kind dx_lens_assumes(const dx_lens *l)
{
    return dx_assumption_comes_to(l->options.assumption);
}

// The seat as it looks: with even moves, if these are assumed and can be
// reckoned with.
dx_looker dx_lens_looker(dx_lens *l)
{
    const dx_places *places = l->rules.game->places;
    const dx_frame *now = dx_frames_now(l->frames);
    const dx_view *view = dx_eyes_view(l->eyes);
    dx_looker looker = {
        .sees = view->seat == DX_BYSTANDER ? 0 : now->sees[view->seat],
        .own = view->sight};
    if (dx_lens_assumes(l) == DX_ASSUME_UNIFORM &&
        (places->moves_are_open || places->factors != NULL)) {
        looker.is_uniform = true;
        if (places->factors != NULL)
            looker.factors = dx_factors_at(&l->factors, l->frames, now);
    }
    return looker;
}

// The board.

// Worlds are listed and drawn by the cards alone.
static dx_status no_worlds(dx_error *error)
{
    return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                   "a source weighs a few places and no whole deals");
}

static dx_status no_places(const dx_lens *l, dx_error *error)
{
    return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                   "there is no board of %s to look at: what may be so "
                   "does not follow from its cards alone; ask about its facts "
                   "one by one",
                   l->rules.game->name);
}

dx_status dx_lens_too_much(const dx_effort *effort, dx_error *error)
{
    const dx_budget *budget = effort->budget;
    bool is_spent = budget != NULL && budget->steps_max > 0 &&
                    effort->steps > budget->steps_max;
    uint64_t steps = is_spent ? budget->steps_max : effort->steps;
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   effort->status == DX_ERR_CANCELLED
                       ? "stopped after %s step%s"
                       : "too many to try: more than %s step%s, or too many "
                         "hidden choices",
                   dx_many_of((double)steps).text, dx_plural(steps));
}

// Where behaviour cannot be reckoned with, what is possible still can.
static dx_status look_once(dx_lens *l, dx_looker *looker, dx_board *board,
                           dx_effort *effort)
{
    bool weighs = dx_lens_assumes(l) == DX_ASSUME_NONE || looker->is_uniform;
    dx_status status = dx_board_look(board, l->frames, looker, effort);
    if (status == DX_ERR_UNSUPPORTED) {
        effort->status = DX_OK;
        looker->factors = NULL;
        looker->is_uniform = weighs = false;
        status = dx_board_look(board, l->frames, looker, effort);
    }
    if (status == DX_OK && !weighs)
        board->has_chances = board->has_bits = false;
    return status;
}

static void count_worlds(dx_lens *l, const dx_looker *looker, unsigned share,
                         dx_effort *effort)
{
    dx_lens_board *b = &l->board;
    dx_inquiry *q = dx_inquiry_new(l->frames);
    uint64_t most = effort->steps_max;
    *dx_inquiry_effort(q) = *effort;
    dx_inquiry_effort(q)->steps_max = effort->steps + most / share;
    if (dx_inquiry_count_worlds(q, dx_frames_now(l->frames), looker->sees,
                                looker->own, &b->worlds) != DX_OK)
        dx_natural_release(&b->worlds);
    *effort = *dx_inquiry_effort(q);
    effort->steps_max = most;
    if (share > 1 && effort->status == DX_ERR_LIMIT)
        effort->status = DX_OK; // that was but a part
    dx_inquiry_free(q);
    if (b->bits < 0 && !dx_natural_is_zero(&b->worlds))
        b->bits = (double)dx_natural_bits(&b->worlds) < 1000
                      ? log2(dx_natural_value(&b->worlds))
                      : -1;
}

static uint64_t certain_in(const dx_board *board, unsigned place)
{
    const dx_frame *frame = board->frame;
    uint64_t certain = 0, possible = dx_board_possible(board, place);
    if (frame->size[place] == 1)
        return (possible & (possible - 1)) == 0 ? possible : 0;
    for (unsigned kind = 0; kind < board->kinds; kind++) {
        unsigned most = frame->space.copies[kind];
        if (most > frame->size[place])
            most = frame->size[place];
        if (most > 0 &&
            dx_rational_compare_fraction(dx_board_at(board, place, kind),
                                         dx_fraction_int(most)) >= 0)
            certain |= DX_BIT(kind);
    }
    assert((certain & ~possible) == 0);
    return certain;
}

static void fill_places(dx_lens *l, const dx_looker *looker,
                        const dx_board *board)
{
    const dx_frame *now = board->frame;
    for (unsigned i = 0; i < board->places; i++) {
        bool sees = looker->sees >> i & 1;
        uint64_t possible = dx_board_possible(board, i);
        l->board.place[i] =
            (dx_lens_place){.size = now->size[i],
                            .is_seen = sees,
                            .is_hidden = !sees,
                            .possible = possible,
                            .sure = possible,
                            .certain = sees ? possible // as it lies
                                            : certain_in(board, i)};
    }
}

// The minds behind the seat's own.
static void look_deeper(dx_lens *l, const dx_looker *looker, dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(l->frames);
    uint64_t path[DX_PATH_MAX];
    for (size_t i = 0; i < l->options.depth; i++)
        path[i] = now->sees[l->options.path[i]];
    dx_nested *nested = dx_alloc(1, sizeof *nested);
    effort->steps_max = effort->steps + effort->steps_max / DX_LENS_SHARE;
    dx_nested_look(l->frames, looker, l->options.depth, path, effort, nested);
    for (unsigned i = 0; i < l->board.places; i++) {
        dx_lens_place *place = &l->board.place[i];
        place->is_hidden = nested->hidden >> i & 1;
        if (!place->is_hidden)
            continue;
        assert((nested->sure[i] & nested->perhaps[i]) == 0);
        assert((nested->undecided[i] &
                (nested->sure[i] | nested->perhaps[i])) == 0);
        place->sure = nested->sure[i];
        place->undecided = nested->undecided[i];
        place->possible = nested->sure[i] | nested->perhaps[i];
    }
    dx_free(nested);
}

// Belief by a source of the game's own.
static void look_sourced(dx_lens *l, dx_board *board)
{
    const dx_view *view = dx_eyes_view(l->eyes);
    if (view->seat == DX_BYSTANDER) {
        l->board.unweighed = "a source weighs worlds as a seat does: look from "
                             "a seat";
        return;
    }
    l->board.weighed = dx_source_board(board, view, l->options.assumption,
                                       &l->board.is_rounded);
    board->has_chances = l->board.weighed != 0;
    if (!board->has_chances)
        l->board.unweighed = "the source has too many worlds here";
}

dx_listing_limits dx_lens_listing_limits(const dx_lens *l)
{
    size_t most = l->options.worlds_max;
    return (dx_listing_limits){.worlds_max = most != 0 ? most : TRIES_MAX,
                               .steps_max = POLICY_STEPS_MAX,
                               .budget = l->options.budget};
}

void dx_lens_tell_account(dx_lens *l, const dx_account *account)
{
    const dx_view *view = dx_eyes_view(l->eyes);
    l->board.believed = account->believed;
    l->board.refuted = account->refuted > 0;
    if (l->board.refuted)
        l->board.refuted_turn =
            dx_turn_of(&l->rules, view->seen, account->first_refuted + 1);
}

// Belief where it cannot be counted: by whoever can list worlds with weights.
static void look_believing(dx_lens *l, dx_board *board)
{
    dx_listing_limits limits = dx_lens_listing_limits(l);
    dx_account account;
    if (dx_board_believe(board, dx_eyes_view(l->eyes), l->options.assumption,
                         &limits, &account) != DX_OK)
        l->board.unweighed =
            l->rules.game->sources != NULL
                ? "too many deals could have led here to weigh each; a source "
                  "weighs a few places: assume 'source(NAME)'"
                : "too many deals could have led here to weigh each";
    else
        dx_lens_tell_account(l, &account);
}

// What is seen of the moment, and how uncertain it is.
static void take_board(dx_lens *l, const dx_looker *looker, dx_board *board)
{
    const dx_frame *now = board->frame;
    const dx_view *view = dx_eyes_view(l->eyes);
    assert(now->events == view->count); // a board of this moment
    l->board.events = view->count;
    l->board.turn = dx_turn_of(&l->rules, view->seen, view->count);
    l->board.places = board->places;
    l->board.kinds = board->kinds;
    l->board.bits = board->has_bits ? board->bits : -1;
    memcpy(l->board.copies, now->space.copies, sizeof l->board.copies);
    dx_place_words_find(&l->rules, now, &l->board.words);
    fill_places(l, looker, board);
}

// Where hands are one thing, a place is looked at for its name alone.
static dx_status look_at_names(dx_lens *l, dx_board *board)
{
    const dx_frame *now = dx_frames_now(l->frames);
    if (now->beyond != NULL)
        return DX_ERR_LIMIT;
    *board = (dx_board){.frame = now,
                        .places = now->space.place_count,
                        .kinds = now->space.kind_count};
    board->mean =
        dx_alloc(board->places * board->kinds + 1, sizeof *board->mean);
    return DX_OK;
}

// What the assumption makes of the board, or the minds behind the seat's own.
static void look_further(dx_lens *l, dx_looker *looker, dx_board *board,
                         dx_effort *effort)
{
    bool is_sourced = dx_lens_assumes(l) == DX_ASSUME_SOURCE;
    if (l->options.depth > 0 && is_sourced)
        l->board.unweighed = "a source is looked through from one seat; what "
                             "others believe by it can be asked, with P and B";
    if (dx_lens_has_hands(l))
        return; // when somebody looks at them
    if (l->options.depth > 0)
        look_deeper(l, looker, effort);
    else if (is_sourced)
        look_sourced(l, board);
    else if (dx_lens_assumes(l) != DX_ASSUME_NONE && !looker->is_uniform)
        look_believing(l, board);
}

static dx_status make_board(dx_lens *l, dx_error *error)
{
    if (l->frames == NULL)
        return no_places(l, error);
    dx_effort effort = dx_lens_effort(l);
    dx_looker looker = dx_lens_looker(l);
    dx_board board;
    bool names_alone = dx_lens_has_hands(l);
    if ((names_alone ? look_at_names(l, &board)
                     : look_once(l, &looker, &board, &effort)) != DX_OK)
        return dx_frames_now(l->frames)->beyond == NULL
                   ? dx_lens_too_much(&effort, error)
                   : dx_fail(error, DX_ERR_LIMIT, 0, 0, "%s",
                             dx_frames_now(l->frames)->beyond);
    take_board(l, &looker, &board);
    if (names_alone)
        dx_lens_list_hands(l);
    count_worlds(l, &looker, names_alone ? HANDS_COUNT_SHARE : COUNT_SHARE,
                 &effort);
    if (names_alone && (dx_lens_assumes(l) != DX_ASSUME_NONE ||
                        dx_frame_has_chances(board.frame, looker.sees)))
        l->board.bits = -1; // worlds are not all as likely
    l->board.weighed = UINT64_MAX;
    look_further(l, &looker, &board, &effort);
    l->board.has_chances = board.has_chances && l->options.depth == 0;
    l->board.mean = board.mean; // it is the lens's now
    return DX_OK;
}

dx_status dx_lens_look(dx_lens *l, const dx_lens_board **out, dx_error *error)
{
    if (!l->has_board) {
        dx_status status = make_board(l, error);
        if (status != DX_OK)
            return status;
        l->has_board = true;
    }
    *out = &l->board;
    return DX_OK;
}

// Worlds.

dx_status dx_lens_worlds(dx_lens *l, size_t top, dx_likeliest *out,
                         dx_error *error)
{
    if (l->frames == NULL)
        return no_places(l, error);
    if (dx_lens_assumes(l) == DX_ASSUME_SOURCE)
        return no_worlds(error);
    dx_looker looker = dx_lens_looker(l);
    dx_effort effort = dx_lens_effort(l);
    dx_status status =
        dx_likeliest_find(l->frames, &looker, top, DEALS_MAX, out, &effort);
    if (status == DX_ERR_CANCELLED)
        return dx_lens_too_much(&effort, error);
    return status == DX_OK ? DX_OK
                           : dx_fail(error, status, 0, 0,
                                     "there are more than %s, too many to list",
                                     dx_many_of(DEALS_MAX).text);
}

dx_status dx_lens_draw(dx_lens *l, dx_random *random, dx_dealt *out,
                       dx_error *error)
{
    if (l->frames == NULL)
        return no_places(l, error);
    if (dx_lens_assumes(l) == DX_ASSUME_SOURCE)
        return no_worlds(error);
    dx_looker looker = dx_lens_looker(l);
    dx_effort effort = dx_lens_effort(l);
    bool drawn = dx_board_draw(l->frames, &looker, random, out, &effort);
    return drawn ? DX_OK : dx_lens_too_much(&effort, error);
}

bool dx_lens_lies_open(dx_lens *l, unsigned place, int value)
{
    const dx_place_word *word = &l->board.words.of[place];
    int args[DX_TERM_ARGS];
    if (word->atom == NULL || word->is_wide)
        return false;
    for (unsigned kind = 0; kind < l->board.kinds; kind++)
        if (word->value[kind] == value && l->board.copies[kind] > 0)
            return false; // it is among what is hidden
    memcpy(args, word->args, sizeof args);
    args[word->last] = value;
    return dx_atom_holds(word->atom, dx_frames_now(l->frames)->sight, args);
}

// Does a kind lie there in the open?  It may be called by a name only.
static bool is_kind_open(dx_lens *l, unsigned place, unsigned kind)
{
    const dx_place_word *word = &l->board.words.of[place];
    dx_text name = {0};
    unsigned value;
    dx_place_words_kind(&l->board.words, place, kind, &name);
    bool is = word->atom != NULL &&
              dx_type_read(&l->rules, word->atom->type[word->last],
                           dx_text_string(&name), name.length, &value) &&
              dx_lens_lies_open(l, place, (int)value);
    dx_text_release(&name);
    return is;
}

// What lies in the open has not gone.
static void leave_out_open(dx_lens *l, unsigned place, dx_place_story *story)
{
    size_t kept = 0;
    for (size_t i = 0; i < story->removals.count; i++) {
        dx_removal r = story->removals.at[i];
        for (uint64_t left = r.kinds; left != 0; left &= left - 1)
            if (is_kind_open(l, place, (unsigned)__builtin_ctzll(left)))
                r.kinds &= ~(left & -left);
        if (r.kinds != 0)
            story->removals.at[kept++] = r;
    }
    story->removals.count = kept;
}

dx_status dx_lens_story(dx_lens *l, unsigned place, dx_place_story *out,
                        dx_error *error)
{
    const dx_view *view = dx_eyes_view(l->eyes);
    dx_effort effort = dx_lens_effort(l);
    if (l->frames == NULL)
        return no_places(l, error);
    if (l->chronicle == NULL)
        l->chronicle = dx_chronicle_new(&l->rules, view->seat);
    dx_status status = dx_chronicle_follow(l->chronicle, view, &effort);
    if (status == DX_ERR_CANCELLED) { // it can be told anew
        dx_chronicle_free(l->chronicle);
        l->chronicle = NULL;
    }
    if (status != DX_OK)
        return dx_lens_too_much(&effort, error);
    *out = dx_chronicle_of(l->chronicle, place);
    leave_out_open(l, place, out);
    return DX_OK;
}
