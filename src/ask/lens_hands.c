// Every entry of a ledger is a number of cards that a game writes as a claim:
// some that all know of, and those in some places.  The places of a hand are
// counted together (minds/board/ledger.h, through other minds
// minds/board/nested_hands.h), what all know is added.  What is possible does
// not depend on the assumption; how likely it is does, where that can be
// reckoned or listed.

#include "ask/lens_hands.h"

#include "ask/lens_private.h"
#include "base/memory.h"
#include "game/claims.h"
#include "minds/board/hand_ways.h"
#include "minds/board/ledger.h"
#include "minds/board/nested_hands.h"

#include <assert.h>
#include <string.h>

static const dx_quantity *quantity_of(const dx_rules *rules)
{
    const dx_places *places = rules->game->places;
    return places != NULL && places->ledger != NULL
               ? dx_quantity_named(rules->game, places->ledger)
               : NULL;
}

bool dx_lens_has_hands(const dx_lens *l)
{
    return quantity_of(&l->rules) != NULL;
}

unsigned dx_lens_hand_number(const dx_hand_claim *hand, const dx_dealt *dealt,
                             unsigned value)
{
    int number = hand->known[value], kind = hand->kind[value];
    if (kind >= 0)
        number += (int)dx_dealt_count(dealt, hand->places, DX_BIT(kind));
    return number > 0 ? (unsigned)number : 0;
}

// Reads "known + count of places and one kind".
static void read_claim(const dx_claims *claims, dx_claim claim,
                       dx_hand_claim *out, unsigned value)
{
    const dx_claim_node *c = dx_claims_at(claims, claim);
    if (c->kind == DX_CLAIM_ADD) {
        read_claim(claims, c->a, out, value);
        read_claim(claims, c->b, out, value);
    } else if (c->kind == DX_CLAIM_NUMBER) {
        out->known[value] += c->number;
    } else {
        DX_REQUIRE(c->kind == DX_CLAIM_COUNT &&
                       __builtin_popcountll(c->kinds) == 1,
                   "a ledger that counts cards of one kind");
        out->places |= c->places;
        out->kind[value] = __builtin_ctzll(c->kinds);
    }
}

static dx_hand_claim read_hand(const dx_quantity *quantity, const dx_frame *now,
                               unsigned seat, unsigned values,
                               dx_claims *claims)
{
    dx_hand_claim hand = {.seat = seat};
    for (unsigned value = 0; value < values; value++) {
        int args[DX_TERM_ARGS] = {(int)seat, (int)value};
        hand.kind[value] = -1;
        dx_claims_clear(claims);
        read_claim(claims, quantity->claim(quantity, now->sight, args, claims),
                   &hand, value);
    }
    hand.places &= now->real;
    return hand;
}

void dx_lens_list_hands(dx_lens *l)
{
    const dx_frame *now = dx_frames_now(l->frames);
    const dx_quantity *quantity = quantity_of(&l->rules);
    unsigned seat = dx_eyes_view(l->eyes)->seat;
    unsigned values = dx_type_values(&l->rules, quantity->type[1]);
    dx_claims *claims = dx_claims_new();
    l->board.ledger = quantity;
    for (unsigned i = 0; i < dx_players(&l->rules); i++) {
        dx_hand_claim hand = read_hand(quantity, now, i, values, claims);
        hand.is_seen = i == seat;
        dx_vector_push(&l->board.hands, hand);
    }
    dx_claims_free(claims);
}

// The hands that are shown: hidden from the last who looks.
typedef struct showing {
    unsigned count;
    const dx_hand_claim *hand[DX_SEATS_MAX];
    uint64_t places[DX_SEATS_MAX];
} showing;

static showing shown_by(const dx_lens *l)
{
    showing s = {0};
    size_t depth = l->options.depth;
    for (size_t h = 0; h < l->board.hands.count; h++) {
        const dx_hand_claim *hand = &l->board.hands.at[h];
        if (depth > 0 ? hand->seat == l->options.path[depth - 1]
                      : hand->is_seen)
            continue;
        s.hand[s.count] = hand;
        s.places[s.count++] = hand->places;
    }
    return s;
}

// ---- one mind ----

// The chance of at least `number` cards, `known` of them known to all.
static dx_rational chance_of(const dx_ledger *ledger, unsigned hand, int kind,
                             int number)
{
    if (number <= 0)
        return dx_rational_of(dx_fraction_int(1));
    if (kind < 0 || (unsigned)number > ledger->most)
        return dx_rational_of(dx_fraction_int(0));
    return dx_rational_copy(
        dx_ledger_at(ledger, hand, (unsigned)kind, (unsigned)number));
}

// From what is possible: the least and the greatest number of each kind.
static void take_numbers(dx_lens_hands *out, const dx_ledger *ledger,
                         const showing *s)
{
    dx_hand_numbers *cell = out->numbers;
    for (unsigned h = 0; h < out->count; h++)
        for (unsigned value = 0; value < out->kinds; value++, cell++)
            for (unsigned n = 1; n <= out->most; n++) {
                dx_rational chance =
                    chance_of(ledger, h, s->hand[h]->kind[value],
                              (int)n - s->hand[h]->known[value]);
                if (!dx_rational_is_zero(&chance))
                    cell->most = n;
                if (dx_rational_compare_fraction(&chance, dx_fraction_int(1)) ==
                    0)
                    cell->least = n;
                dx_rational_release(&chance);
            }
}

static void take_chances(dx_lens_hands *out, const dx_ledger *ledger,
                         const showing *s)
{
    dx_rational *cell = out->chance;
    for (unsigned h = 0; h < out->count; h++)
        for (unsigned value = 0; value < out->kinds; value++)
            for (unsigned n = 1; n <= out->most; n++)
                *cell++ = chance_of(ledger, h, s->hand[h]->kind[value],
                                    (int)n - s->hand[h]->known[value]);
    out->has_chances = true;
}

// How likely it is under an assumption: reckoned, or by listing worlds.
static dx_status weigh(dx_lens *l, const dx_looker *looker, const showing *s,
                       dx_ledger *ledger, dx_effort *effort)
{
    dx_status status = DX_ERR_UNSUPPORTED;
    uint64_t most = effort->steps_max;
    if (looker->is_uniform) {
        effort->steps_max = effort->steps + most / DX_LENS_SHARE;
        status = dx_ledger_look(ledger, l->frames, looker, s->count, s->places,
                                effort);
        effort->steps_max = most;
    }
    if (status == DX_OK || status == DX_ERR_CANCELLED)
        return status;
    effort->status = DX_OK;
    dx_listing_limits limits = dx_lens_listing_limits(l);
    dx_account account;
    status = dx_ledger_believe(ledger, dx_frames_now(l->frames),
                               dx_eyes_view(l->eyes), l->options.assumption,
                               &limits, s->count, s->places, &account);
    if (status == DX_OK)
        dx_lens_tell_account(l, &account);
    return status;
}

static void look_weighing(dx_lens *l, const dx_looker *looker, const showing *s,
                          dx_lens_hands *out, dx_effort *effort)
{
    dx_ledger ledger = {0};
    dx_status status = dx_lens_assumes(l) == DX_ASSUME_SOURCE
                           ? DX_ERR_UNSUPPORTED
                           : weigh(l, looker, s, &ledger, effort);
    if (status == DX_OK)
        take_chances(out, &ledger, s);
    else
        l->board.unweighed = "too many worlds to weigh";
    dx_ledger_release(&ledger);
}

static dx_status look_once(dx_lens *l, const showing *s, dx_lens_hands *out,
                           dx_effort *effort)
{
    dx_looker looker = dx_lens_looker(l);
    dx_looker plain = {.sees = looker.sees, .own = looker.own};
    dx_ledger ledger;
    dx_status status =
        dx_ledger_look(&ledger, l->frames, &plain, s->count, s->places, effort);
    if (status != DX_OK)
        return status;
    out->most = ledger.most;
    out->chance = dx_alloc((size_t)out->count * out->kinds * out->most + 1,
                           sizeof *out->chance);
    take_numbers(out, &ledger, s);
    if (dx_lens_assumes(l) != DX_ASSUME_NONE)
        look_weighing(l, &looker, s, out, effort);
    else if (ledger.has_chances)
        take_chances(out, &ledger, s);
    dx_ledger_release(&ledger);
    return DX_OK;
}

// ---- several minds ----

// Numbers as bits, with those that all know of added.
static uint64_t moved(uint64_t numbers, int known)
{
    assert(known > -64 && known < 64);
    return known >= 0 ? numbers << known : numbers >> -known;
}

static void take_deep(dx_lens_hands *out, const dx_nested_numbers *found,
                      unsigned kinds, const showing *s)
{
    dx_hand_numbers *cell = out->numbers;
    for (unsigned h = 0; h < out->count; h++)
        for (unsigned value = 0; value < out->kinds; value++, cell++) {
            int kind = s->hand[h]->kind[value];
            int known = s->hand[h]->known[value];
            dx_nested_numbers none = {.sure = 1}; // nothing of it is hidden
            const dx_nested_numbers *of =
                kind < 0 ? &none : &found[h * kinds + (unsigned)kind];
            *cell = (dx_hand_numbers){.sure = moved(of->sure, known),
                                      .perhaps = moved(of->perhaps, known),
                                      .undecided = moved(of->undecided, known)};
        }
}

static void look_deeper(dx_lens *l, const showing *s, dx_lens_hands *out,
                        dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(l->frames);
    const dx_view *view = dx_eyes_view(l->eyes);
    dx_looker viewer = {
        .sees = view->seat == DX_BYSTANDER ? 0 : now->sees[view->seat],
        .own = view->sight};
    unsigned kinds = now->space.kind_count;
    uint64_t path[DX_PATH_MAX];
    for (size_t i = 0; i < l->options.depth; i++)
        path[i] = now->sees[l->options.path[i]];
    dx_nested_numbers *found =
        dx_alloc((size_t)out->count * kinds + 1, sizeof *found);
    effort->steps_max = effort->steps_max / DX_LENS_SHARE;
    out->is_deep = true;
    dx_nested_hands_look(l->frames, &viewer, l->options.depth, path,
                         &(dx_nested_hands){s->count, view->seat, s->places},
                         effort, found);
    take_deep(out, found, kinds, s);
    dx_free(found);
}

static dx_status find_hands(dx_lens *l, dx_error *error)
{
    const showing s = shown_by(l);
    dx_effort effort = dx_lens_effort(l);
    dx_status status = DX_OK;
    dx_lens_hands *out = dx_alloc(1, sizeof *out);
    *out = (dx_lens_hands){
        .quantity = quantity_of(&l->rules),
        .count = s.count,
        .kinds = dx_type_values(&l->rules, l->board.ledger->type[1])};
    out->numbers =
        dx_alloc((size_t)out->count * out->kinds + 1, sizeof *out->numbers);
    for (unsigned h = 0; h < s.count; h++)
        out->seat[h] = s.hand[h]->seat;
    if (l->options.depth > 0)
        look_deeper(l, &s, out, &effort);
    else
        status = look_once(l, &s, out, &effort);
    if (status != DX_OK || effort.status == DX_ERR_CANCELLED) {
        dx_lens_hands_free(out);
        return dx_lens_too_much(&effort, error);
    }
    l->hands = out;
    return DX_OK;
}

dx_status dx_lens_look_hands(dx_lens *l, const dx_lens_hands **out,
                             dx_error *error)
{
    const dx_lens_board *board;
    DX_REQUIRE(dx_lens_has_hands(l), "a game whose hands are one thing");
    dx_status status = dx_lens_look(l, &board, error);
    if (status == DX_OK && l->hands == NULL)
        status = find_hands(l, error);
    if (status != DX_OK)
        return status;
    *out = l->hands;
    return DX_OK;
}

dx_natural dx_lens_hand_ways(dx_lens *l)
{
    const dx_lens_board *board;
    uint64_t hidden = 0;
    unsigned count = 0;
    dx_made_up ways = {0};
    if (!dx_lens_has_hands(l) || dx_lens_look(l, &board, NULL) != DX_OK)
        return ways.count;
    for (size_t h = 0; h < board->hands.count; h++)
        if (!board->hands.at[h].is_seen) {
            hidden = board->hands.at[h].places;
            count++;
        }
    dx_effort effort = dx_lens_effort(l);
    dx_looker looker = dx_lens_looker(l);
    if (count == 1 &&
        dx_hand_ways_look(&ways, l->frames, &looker, hidden, &effort) != DX_OK)
        dx_natural_release(&ways.count);
    return ways.count;
}

void dx_lens_hands_free(dx_lens_hands *hands)
{
    if (hands->chance != NULL)
        dx_rational_release_all(hands->chance, (size_t)hands->count *
                                                   hands->kinds * hands->most);
    dx_free(hands->chance);
    dx_free(hands->numbers);
    dx_free(hands);
}
