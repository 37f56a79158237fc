// Figure 1 is a board that has been won, and a move that would leave two cards
// apart from the others; its pictures are not in the copy that we have, so both
// boards are ones that fit what the paper says of them.
//
// In Figure 2 cards 2, 7 and 13 are green.  m has looked at 7 and 13, and made
// room beside 7; h looks at 2 and at 7, moves 2 beside 7 and marks it blue or
// green.  The second scene is the same, but h moves a blue card and leaves no
// mark, so that m can look at it.

#include "agents/yokai/figure.h"

#include "agents/yokai/turn.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "game/say.h"
#include "games/yokai/yokai.h"
#include "logic/formula/print.h"

#include <string.h>

enum { M, H, RULES = DX_YOKAI_TRUST_HINTS | DX_YOKAI_TRUST_MOVES };

typedef struct scene {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_yokai_creed *creed; // of m
    unsigned seen;
    dx_text *out;
} scene;

// The order of a pack in which the cards have these colours.
static void lay(dx_deal *deal, const char *colours)
{
    uint8_t order[DX_YOKAI_CARDS], used[DX_YOKAI_COLOURS] = {0};
    for (unsigned card = 0; card < DX_YOKAI_CARDS; card++) {
        unsigned colour = (unsigned)(strchr("rgby", colours[card]) - "rgby");
        order[card] = (uint8_t)(colour * 4 + used[colour]++);
    }
    dx_status status = dx_deal_set(deal, 0, 0, order, DX_YOKAI_CARDS, NULL);
    DX_REQUIRE(status == DX_OK, "four cards of each colour");
}

// All other packs in their own order, but for the hints: bg is among them.
static void lay_hints(dx_deal *deal)
{
    static const uint8_t order[] = {0, 1, 7, 5, 8, 10, 11,
                                    2, 3, 4, 6, 9, 12, 13};
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 5, 6};
    dx_status status = dx_deal_set(deal, 1, 0, order, sizeof order, NULL);
    DX_REQUIRE(status == DX_OK, "an order of the hints");
    status = dx_deal_set(deal, 2, 0, sizes, sizeof sizes, NULL);
    DX_REQUIRE(status == DX_OK, "an order of the sizes");
}

static void begin(scene *s, const char *colours, dx_text *out)
{
    static const dx_game *const games[] = {&dx_game_yokai, NULL};
    dx_status status = dx_rules_parse(games, "yokai(paper)", &s->rules, NULL);
    DX_REQUIRE(status == DX_OK, "rules that there are");
    s->deal = dx_deal_blank(&s->rules);
    lay(s->deal, colours);
    lay_hints(s->deal);
    s->match = dx_match_new(&s->rules, s->deal);
    s->creed = dx_yokai_creed_new(&s->rules, M, RULES);
    s->seen = 0;
    s->out = out;
}

static void end(scene *s)
{
    dx_yokai_creed_free(s->creed);
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static void catch_up(scene *s)
{
    const dx_view *view = dx_match_view(s->match, M);
    for (; s->seen < view->count; s->seen++)
        dx_yokai_creed_see(s->creed, view->seen[s->seen]);
}

static void play(scene *s, const char *text)
{
    unsigned seat = dx_match_turn(s->match);
    dx_event move;
    dx_status status =
        dx_read_move(dx_match_view(s->match, seat), text, &move, NULL);
    if (status == DX_OK)
        status = dx_match_play(s->match, seat, move, NULL, NULL);
    DX_REQUIRE(status == DX_OK, "a legal move");
    dx_text_printf(s->out, "  %c: %s\n", seat == M ? 'm' : 'h', text);
    catch_up(s);
}
static void play_all(scene *s, const char *const *moves)
{
    for (; *moves != NULL; moves++)
        play(s, *moves);
}
#define PLAY(scene, ...)                                                       \
    play_all(scene, (const char *const[]){__VA_ARGS__, NULL})

// What m believes of a card, and because of what.
static void tell_card(scene *s, unsigned card)
{
    unsigned may = dx_yokai_creed_may(s->creed, card);
    dx_text_printf(s->out, "  m believes that c%u is", card + 1);
    for (unsigned colour = 0; colour < 4; colour++)
        if (may >> colour & 1)
            dx_text_printf(s->out, " %c", "rgby"[colour]);
    dx_text_add(s->out, "\n");
    if ((may & (may - 1)) != 0)
        return;
    dx_base_reason reason;
    dx_base *base = dx_yokai_creed_base(s->creed);
    dx_formula f =
        dx_yokai_creed_colour(s->creed, card, (unsigned)__builtin_ctz(may));
    dx_status status = dx_base_why(base, f, NULL, &reason, NULL);
    DX_REQUIRE(status == DX_OK, "a reason");
    for (size_t i = 0; i < reason.beliefs.count; i++) {
        const dx_base_belief *belief = dx_base_at(base, reason.beliefs.at[i]);
        static const char *const source[] = {"inferred", "told", "seen"};
        dx_text_printf(s->out, "    because (%s): ", source[belief->source]);
        dx_formula_print(dx_yokai_creed_store(s->creed), belief->written,
                         s->out);
        dx_text_add(s->out, "\n");
    }
    dx_base_reason_release(&reason);
}

// The squares beside which a card would surely be joined to its like.
static void tell_joins(scene *s, unsigned card)
{
    const dx_yokai *t = dx_match_view(s->match, M)->sight;
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    dx_yokai_shape_init(&shape, &t->board);
    unsigned count = dx_yokai_targets(&shape, card, target), sure = 0;
    dx_text_printf(s->out, "  alpha_G1 by c%u:", card + 1);
    for (unsigned i = 0; i < count; i++) {
        unsigned square = shape.rim[target[i]].square;
        if (!dx_yokai_turn_joins(s->creed, t, card, square))
            continue;
        dx_text_printf(s->out, " to %u %u", dx_yokai_row(square),
                       dx_yokai_column(square));
        sure++;
    }
    dx_text_add(s->out, sure == 0 ? " no move\n" : "\n");
}

static void tell_plan(scene *s)
{
    const dx_view *view = dx_match_view(s->match, M);
    dx_yokai_turn plan;
    dx_yokai_turn_plan(s->creed, view, &plan);
    dx_text_add(s->out, "  a plan for alpha_G1:");
    for (unsigned i = 0; i < plan.count; i++) {
        dx_text_add(s->out, i > 0 ? "; " : " ");
        dx_say_move(view->rules, plan.action[i], s->out);
    }
    dx_text_add(s->out, plan.count == 0 ? " none\n" : "\n");
}

// The cards that would be left apart from `stays` if `card` were gone.
static void tell_apart(scene *s, unsigned card, unsigned stays)
{
    const dx_yokai *t = dx_match_view(s->match, M)->sight;
    dx_yokai_shape shape;
    dx_yokai_shape_init(&shape, &t->board);
    dx_yokai_cards near = dx_yokai_card(stays), grown = 0;
    while (grown != near) {
        grown = near;
        for (unsigned i = 0; i < shape.count; i++)
            if (i != card && (shape.beside[i] & near) != 0)
                near |= dx_yokai_card(i);
    }
    dx_text_printf(s->out, "  without c%u these are apart:", card + 1);
    for (unsigned i = 0; i < shape.count; i++)
        if (i != card && (near >> i & 1) == 0)
            dx_text_printf(s->out, " c%u", i + 1);
    dx_text_add(s->out, "\n");
}

// Where a card may go.
static void tell_targets(scene *s, unsigned card)
{
    const dx_yokai *t = dx_match_view(s->match, M)->sight;
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    dx_yokai_shape_init(&shape, &t->board);
    unsigned count = dx_yokai_targets(&shape, card, target);
    dx_text_printf(s->out, "  c%u may go to:", card + 1);
    for (unsigned i = 0; i < count; i++) {
        unsigned square = shape.rim[target[i]].square;
        dx_text_printf(s->out, "%s %u %u", i > 0 ? "," : "",
                       dx_yokai_row(square), dx_yokai_column(square));
    }
    dx_text_add(s->out, "\n");
}

// A move that is tried and not made.
static void try_move(scene *s, const char *text)
{
    unsigned seat = dx_match_turn(s->match);
    dx_event move;
    dx_status status =
        dx_read_move(dx_match_view(s->match, seat), text, &move, NULL);
    dx_text_printf(s->out, "  %c: %s: %s\n", seat == M ? 'm' : 'h', text,
                   status == DX_OK ? "legal" : "not legal");
}

void dx_yokai_figure1(dx_text *out)
{
    scene s;
    dx_text_add(out, "Figure 1a: each family is together\n");
    begin(&s, "rrggrrggbbyybbyy", out);
    PLAY(&s, "stop");
    bool won = dx_rules_won(&s.rules, dx_match_truth(s.match), M);
    dx_text_printf(out, "  won: %s\n", won ? "yes" : "no");
    end(&s);
    dx_text_add(out, "\nFigure 1b: a move that would leave two cards of the "
                     "bottom left corner apart\n");
    begin(&s, "rgbyrbgyrbyrgbyg", out);
    PLAY(&s, "look c1", "look c2", "move c9 14 15", "activate gb", "look c3",
         "look c4", "move c15 14 16", "activate gy", "look c5", "look c6");
    tell_apart(&s, 9, 0);
    try_move(&s, "move c10 14 17");
    tell_targets(&s, 9);
    try_move(&s, "move c10 17 15");
    try_move(&s, "move c13 14 17");
    end(&s);
}

void dx_yokai_figure2(dx_text *out)
{
    scene s;
    dx_text_add(out, "Figure 2: c2, c7 and c13 are green\n");
    begin(&s, "rgbyrbgyrbyrgbyg", out);
    PLAY(&s, "look c7", "look c13", "move c3 14 15", "activate gb");
    tell_card(&s, 1);
    tell_joins(&s, 12);
    PLAY(&s, "look c2", "look c7", "move c2 15 17");
    tell_card(&s, 1);
    PLAY(&s, "place gb c2");
    tell_card(&s, 1);
    dx_text_printf(out, "  m believes that h can deduce that c2 is g: %s\n",
                   dx_yokai_creed_deduces(s.creed, H, 1, 1) ? "yes" : "no");
    tell_joins(&s, 12);
    tell_joins(&s, 6);
    tell_plan(&s);
    end(&s);
    dx_text_add(out, "\nThe same, but c2 is blue and h leaves no mark\n");
    begin(&s, "rbbyrggyrbyrgbyg", out);
    PLAY(&s, "look c7", "look c13", "move c3 14 15", "activate gb", "look c2",
         "look c7", "move c2 15 17", "activate gy");
    tell_card(&s, 1);
    PLAY(&s, "look c2");
    tell_card(&s, 1);
    dx_text_printf(out, "  beliefs given up: %u\n",
                   dx_yokai_creed_given_up(s.creed));
    end(&s);
}
