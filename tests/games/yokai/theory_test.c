// The paper's theory, every fact at every time, on small games: what follows
// from it is what is on the table, and of the colours what counting leaves.

#include "game/deal.h"
#include "game/match.h"
#include "games/games.h"
#include "games/yokai/theory.h"
#include "games/yokai/timed.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>

// Colourings of a small game, one after the other: does one agree with what
// the seat has seen and give the card the colour?
static bool is_possible(const dx_yokai *sight, unsigned card, unsigned colour)
{
    uint8_t left[DX_YOKAI_COLOURS] = {0};
    unsigned open = 0;
    if (sight->colour[card] < sight->colours)
        return sight->colour[card] == colour;
    for (unsigned c = 0; c < sight->colours; c++)
        left[c] = sight->copies;
    for (unsigned k = 0; k < sight->cards; k++)
        if (sight->colour[k] < sight->colours)
            left[sight->colour[k]]--;
        else
            open++;
    return open > 0 && left[colour] > 0;
}

timed timed_new(const dx_view *view, unsigned ahead)
{
    timed y = {0};
    dx_text text = {0};
    dx_error error = {.message = ""};
    CHECK_EQ(dx_yokai_theory_write(view, ahead, &text, NULL), DX_OK);
    CHECK_THAT(dx_belief_document_read_text("theory", text.at, text.length,
                                            DX_EXPAND_REPAIRED, &y.document,
                                            &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    CHECK_EQ(dx_belief_document_base(y.document, &y.base, NULL), DX_OK);
    y.now = y.document->time;
    dx_text_release(&text);
    return y;
}

void timed_free(timed *y)
{
    dx_base_free(y->base);
    dx_belief_document_free(y->document);
}

static dx_formula fact(timed *y, const char *format, va_list arguments)
{
    char words[64];
    dx_formula f;
    int length = vsnprintf(words, sizeof words, format, arguments);
    snprintf(words + length, sizeof words - (size_t)length, "@%u", y->now);
    CHECK_EQ(dx_parse(y->document->store, words, &f, NULL), DX_OK);
    return f;
}

bool timed_follows(timed *y, const char *format, ...)
{
    bool yes;
    va_list arguments;
    va_start(arguments, format);
    dx_formula f = fact(y, format, arguments);
    va_end(arguments);
    CHECK_EQ(dx_base_implies(y->base, f, NULL, &yes, NULL), DX_OK);
    return yes;
}

bool timed_may_be(timed *y, const char *format, ...)
{
    bool found;
    va_list arguments;
    va_start(arguments, format);
    dx_formula f = fact(y, format, arguments);
    va_end(arguments);
    CHECK_EQ(dx_base_find(y->base, 1, &f, NULL, &found, NULL), DX_OK);
    return found;
}

static void check_hint(timed *y, const dx_yokai *sight, unsigned hint)
{
    dx_text word = {0};
    dx_yokai_say_hint(sight->colours, hint, &word);
    for (unsigned card = 0; card < sight->cards; card++)
        CHECK_EQ(
            timed_follows(y, "mark(%u,%s)", card + 1, dx_text_string(&word)),
            sight->mark[card] == hint);
    CHECK_EQ(timed_follows(y, "active(%s)", dx_text_string(&word)),
             sight->hint[hint] == DX_YOKAI_ACTIVE);
    CHECK_EQ(timed_follows(y, "avail(%s)", dx_text_string(&word)),
             sight->hint[hint] == DX_YOKAI_OPEN);
    dx_text_release(&word);
}

static void check_now(const dx_view *view)
{
    const dx_yokai *sight = view->sight;
    timed y = timed_new(view, 0);
    bool consistent;
    CHECK_EQ(dx_base_is_consistent(y.base, NULL, &consistent, NULL), DX_OK);
    CHECK(consistent);
    for (unsigned card = 0; card < sight->cards; card++) {
        unsigned square = sight->board.square[card];
        CHECK(timed_follows(&y, "pos(%u,%u,%u)", card + 1, dx_yokai_row(square),
                            dx_yokai_column(square)));
        for (unsigned colour = 0; colour < sight->colours; colour++)
            CHECK_EQ(timed_may_be(&y, "col(%u,%c)", card + 1, "rgby"[colour]),
                     is_possible(sight, card, colour));
    }
    for (unsigned hint = 0; hint < dx_yokai_hint_count(sight->colours); hint++)
        check_hint(&y, sight, hint);
    timed_free(&y);
}

typedef struct game {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_random random;
} game;

static void begin(game *g, const char *text, uint64_t seed)
{
    CHECK_EQ(dx_rules_parse(dx_games(), text, &g->rules, NULL), DX_OK);
    g->deal = dx_deal_new(&g->rules, 5, seed);
    g->match = dx_match_new(&g->rules, g->deal);
    g->random = dx_random_named(seed, 9, 9);
}

static void leave(game *g)
{
    dx_match_free(g->match);
    dx_deal_free(g->deal);
}

// A random action, of any kind but `but` and those that end or skip a turn.
static void act(game *g, unsigned but)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(g->match, &moves), choice;
    do
        choice = (unsigned)dx_random_below(&g->random, count);
    while (moves[choice].verb == DX_YOKAI_STOP ||
           moves[choice].verb == DX_YOKAI_STAY || moves[choice].verb == but);
    CHECK_EQ(dx_match_step(g->match, choice), DX_OK);
}

static void follow(const char *text, unsigned times, unsigned every,
                   uint64_t seed)
{
    game g;
    begin(&g, text, seed);
    for (unsigned actions = 1; actions <= times; actions++) {
        act(&g, DX_YOKAI_STOP);
        if (actions % every == 0)
            check_now(dx_match_view(g.match, (unsigned)seed % 2));
    }
    leave(&g);
}

TEST(what_follows_from_the_papers_theory_of_yokai_is_what_is_on_the_table)
{
    for (uint64_t seed = 0; seed < SAMPLE(2, 60); seed++) {
        CHECKING_SEED(seed);
        follow("yokai(tiny-paper)", SAMPLE(5, 8), SAMPLE(5, 1), seed);
    }
}

LONG_TEST(the_papers_theory_of_nine_yokai_cards_holds_for_a_turn)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        CHECKING_SEED(seed);
        follow("yokai(paper,nine)", 4, 4, seed);
    }
}

// ---- the planning task ----

// A turn of which only some is left, and what the seat had seen before it.
typedef struct task {
    const dx_view *view;
    const dx_yokai *sight;
    unsigned before; // cards, as bits
} task;

static bool are_beside(unsigned a, unsigned b)
{
    int rows = (int)dx_yokai_row(a) - (int)dx_yokai_row(b);
    int columns = (int)dx_yokai_column(a) - (int)dx_yokai_column(b);
    return rows * rows + columns * columns == 1;
}

// alpha_G1 of a move, if the cards have these colours.
static bool brings_like_to_like(const task *t, const uint8_t *colour,
                                dx_event move)
{
    const uint16_t *square = t->sight->board.square;
    unsigned x = move.arg[0];
    unsigned to = dx_yokai_square(move.arg[1] + 1U, move.arg[2] + 1U);
    bool comes = false;
    for (unsigned z = 0; z < t->sight->cards; z++) {
        bool is_like = z != x && colour[z] == colour[x];
        if (is_like && are_beside(square[x], square[z]) && t->before >> z & 1)
            return false;
        comes |= is_like && are_beside(to, square[z]);
    }
    return comes;
}

// In every colouring, of two colours, that fits what was seen?
static bool is_sure(const task *t, dx_event move)
{
    for (unsigned code = 0; code < 1U << t->sight->cards; code++) {
        uint8_t colour[DX_YOKAI_CARDS];
        bool fits = (unsigned)__builtin_popcount(code) == t->sight->copies;
        for (unsigned k = 0; k < t->sight->cards; k++) {
            colour[k] = code >> k & 1;
            fits &= t->sight->colour[k] >= t->sight->colours ||
                    t->sight->colour[k] == colour[k];
        }
        if (fits && !brings_like_to_like(t, colour, move))
            return false;
    }
    return true;
}

static bool can_be_sure(const task *t)
{
    static dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(t->view, moves);
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == DX_YOKAI_MOVE && is_sure(t, moves[i]))
            return true;
    return false;
}

// The rest of the turn that begins at `start`: `left` actions, the move among
// them.
static bool check_task(uint64_t seed, unsigned start, unsigned left)
{
    game g;
    dx_belief_reply reply;
    task t = {0};
    begin(&g, "yokai(tiny-paper)", seed);
    for (unsigned i = 0; i < start + 4 - left; i++) {
        act(&g, i < start ? DX_YOKAI_STOP : DX_YOKAI_MOVE);
        t.view = dx_match_view(g.match, 0);
        t.sight = t.view->sight;
        for (unsigned k = 0; k < 4 && i < start; k++)
            t.before |= (unsigned)(t.sight->colour[k] < 2) << k;
    }
    timed y = timed_new(t.view, left);
    bool expected = can_be_sure(&t);
    CHECK_EQ(y.document->queries.count, 2);
    if (y.document->queries.count == 2) {
        dx_belief_document_ask(y.document, &y.document->queries.at[1], NULL,
                               NULL, &reply);
        CHECK_EQ(reply.status, DX_OK);
        CHECK_EQ(reply.truth, expected);
        CHECK_EQ(reply.plan.count, expected ? left : 0);
        dx_belief_reply_release(&reply);
    }
    timed_free(&y);
    leave(&g);
    return expected;
}

TEST(the_papers_planning_task_is_solved_where_trying_all_moves_solves_it)
{
    unsigned solved = 0, count = SAMPLE(6, 60);
    for (uint64_t seed = 0; seed < count; seed++) {
        CHECKING_SEED(seed);
        solved += check_task(seed, 0, 1);
    }
    CHECK(solved > 0 && solved < count);
}

LONG_TEST(the_papers_planning_task_of_later_and_whole_turns)
{
    unsigned solved = 0, count = 20;
    for (uint64_t seed = 0; seed < count; seed++) {
        CHECKING_SEED(seed);
        solved += check_task(seed, 8, 1);
    }
    CHECK(solved > 0 && solved < count);
    for (uint64_t seed = 0; seed < 4; seed++)
        check_task(seed, 8, 4);
}
