// Every entry of a ledger is a number of cards that a game writes as a claim:
// some that all know of, and those in some places.  The places of a hand are
// counted together (minds/ledger.h), what all know is added.

#include "ask/lens_hands.h"

#include "ask/lens_private.h"
#include "base/memory.h"
#include "base/wrap.h"
#include "game/claims.h"
#include "minds/ledger.h"

#include <assert.h>
#include <string.h>

static const dx_quantity *quantity_of(const dx_rules *rules)
{
    const dx_places *places = rules->game->places;
    if (places == NULL || places->ledger == NULL)
        return NULL;
    const dx_quantity *quantity = rules->game->quantities;
    while (strcmp(quantity->name, places->ledger) != 0) {
        quantity++;
        assert(quantity->name != NULL);
    }
    return quantity;
}

bool dx_lens_has_hands(const dx_lens *l)
{
    return quantity_of(&l->rules) != NULL;
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
    for (unsigned i = 0; i < dx_players(&l->rules); i++)
        if (i != seat)
            dx_vector_push(&l->board.hands,
                           read_hand(quantity, now, i, values, claims));
    dx_claims_free(claims);
}

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

static void fill_hands(dx_lens_hands *out, const dx_ledger *ledger,
                       const dx_lens_board *board)
{
    dx_rational *cell = out->chance;
    for (unsigned h = 0; h < out->count; h++) {
        const dx_hand_claim *hand = &board->hands.at[h];
        out->seat[h] = hand->seat;
        for (unsigned value = 0; value < out->kinds; value++)
            for (unsigned n = 1; n <= out->most; n++)
                *cell++ = chance_of(ledger, h, hand->kind[value],
                                    (int)n - hand->known[value]);
    }
}

static bool assumes_nothing(const dx_lens *l)
{
    return l->options.assumption == NULL ||
           l->options.assumption->kind == DX_ASSUME_NONE;
}

dx_status dx_lens_look_hands(dx_lens *l, dx_lens_hands *out, dx_error *error)
{
    const dx_lens_board *board;
    *out = (dx_lens_hands){.quantity = quantity_of(&l->rules)};
    DX_REQUIRE(out->quantity != NULL, "a game whose hands are one thing");
    dx_status status = dx_lens_look(l, &board, error);
    if (status != DX_OK)
        return status;
    uint64_t places[DX_SEATS_MAX];
    assert(board->hands.count <= DX_SEATS_MAX);
    for (size_t h = 0; h < board->hands.count; h++)
        places[h] = board->hands.at[h].places;
    dx_ledger ledger;
    dx_effort effort = dx_lens_effort(l);
    dx_looker looker = dx_lens_looker(l);
    looker.factors = NULL; // then it is told what is possible
    out->count = (unsigned)board->hands.count;
    out->kinds = dx_type_values(&l->rules, out->quantity->type[1]);
    if (dx_ledger_look(&ledger, l->frames, &looker, out->count, places,
                       &effort) != DX_OK)
        return dx_lens_too_much(&effort, error);
    l->steps += effort.steps;
    out->most = ledger.most;
    out->has_chances = ledger.has_chances && assumes_nothing(l);
    out->chance = dx_alloc((size_t)out->count * out->kinds * out->most + 1,
                           sizeof *out->chance);
    fill_hands(out, &ledger, board);
    dx_ledger_release(&ledger);
    return DX_OK;
}

void dx_lens_hands_release(dx_lens_hands *hands)
{
    if (hands->chance != NULL)
        dx_rational_release_all(hands->chance, (size_t)hands->count *
                                                   hands->kinds * hands->most);
    dx_free(hands->chance);
    *hands = (dx_lens_hands){0};
}

static void add_name(const dx_lens *l, const dx_lens_hands *hands,
                     unsigned hand, dx_text *out)
{
    dx_text_printf(out, "%s(", hands->quantity->name);
    dx_type_say(&l->rules, hands->quantity->type[0], hands->seat[hand], out);
    dx_text_add_char(out, ')');
}

// How many numbers of cards are possible at all.
static unsigned possible(const dx_lens_hands *hands, unsigned hand,
                         unsigned kind)
{
    unsigned number = 0;
    while (number < hands->most && !dx_rational_is_zero(dx_lens_hands_at(
                                       hands, hand, kind, number + 1)))
        number++;
    return number;
}

// "8 (1 1/3)", or "8 (1 of 2)" where it is only known what is possible.
static void say_kind(const dx_lens *l, const dx_lens_hands *hands,
                     unsigned hand, unsigned kind, dx_text *out)
{
    unsigned most = possible(hands, hand, kind), least = 0;
    dx_type_say(&l->rules, hands->quantity->type[1], kind, out);
    dx_text_add(out, " (");
    for (unsigned n = 1; n <= most; n++) {
        const dx_rational *chance = dx_lens_hands_at(hands, hand, kind, n);
        if (dx_rational_compare_fraction(chance, dx_fraction_int(1)) == 0)
            least = n;
        if (!hands->has_chances)
            continue;
        dx_text_add(out, n > 1 ? " " : "");
        dx_rational_print(chance, out);
    }
    if (!hands->has_chances && least < most)
        dx_text_printf(out, "%u to %u", least, most);
    else if (!hands->has_chances)
        dx_text_printf(out, "%u", most);
    dx_text_add_char(out, ')');
}

void dx_lens_hands_say(const dx_lens *l, const dx_lens_hands *hands,
                       dx_text *out)
{
    for (unsigned h = 0; h < hands->count; h++) {
        dx_wrap wrap = {.out = out, .indent = 6};
        dx_text word = {0};
        dx_text_add(&word, "  ");
        add_name(l, hands, h, &word);
        dx_text_add_char(&word, ':');
        dx_wrap_add(&wrap, dx_text_string(&word));
        for (unsigned kind = 0; kind < hands->kinds; kind++) {
            if (possible(hands, h, kind) == 0)
                continue;
            dx_text_clear(&word);
            say_kind(l, hands, h, kind, &word);
            dx_wrap_add(&wrap, dx_text_string(&word));
        }
        dx_wrap_end(&wrap);
        dx_text_release(&word);
    }
}

static void json_cell(const dx_lens_hands *hands, unsigned hand, unsigned kind,
                      dx_text *out)
{
    unsigned most = possible(hands, hand, kind);
    dx_text_add_char(out, '[');
    for (unsigned n = 1; n <= most; n++) {
        const dx_rational *chance = dx_lens_hands_at(hands, hand, kind, n);
        bool is_sure =
            dx_rational_compare_fraction(chance, dx_fraction_int(1)) == 0;
        dx_text_add(out, n > 1 ? "," : "");
        if (!hands->has_chances && !is_sure) {
            dx_text_add(out, "null"); // possible, and no more is known
            continue;
        }
        dx_text_add_char(out, '"');
        dx_rational_print(chance, out);
        dx_text_add_char(out, '"');
    }
    dx_text_add_char(out, ']');
}

void dx_lens_hands_json(const dx_lens *l, const dx_lens_hands *hands,
                        dx_text *out)
{
    dx_text word = {0};
    dx_text_add_char(out, '[');
    for (unsigned h = 0; h < hands->count; h++) {
        dx_text_clear(&word);
        add_name(l, hands, h, &word);
        dx_text_printf(out, "%s{\"seat\":%u,\"name\":", h > 0 ? "," : "",
                       hands->seat[h] + 1);
        dx_text_add_json(out, dx_text_string(&word));
        dx_text_add(out, ",\"cells\":{");
        bool any = false;
        for (unsigned kind = 0; kind < hands->kinds; kind++) {
            if (possible(hands, h, kind) == 0)
                continue;
            dx_text_clear(&word);
            dx_type_say(&l->rules, hands->quantity->type[1], kind, &word);
            dx_text_add(out, any ? "," : "");
            any = true;
            dx_text_add_json(out, dx_text_string(&word));
            dx_text_add_char(out, ':');
            json_cell(hands, h, kind, out);
        }
        dx_text_add(out, "}}");
    }
    dx_text_add_char(out, ']');
    dx_text_release(&word);
}
