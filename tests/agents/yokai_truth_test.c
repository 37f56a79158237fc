// What is believed of the colours of Yokai, by two ways that share no code: the
// belief base of the paper's player, asked by satisfiability, and counting.
//
// With hints and moves off it is knowledge: the deals that fit what a seat has
// seen.  With them on it is belief in truthful moves: the worlds of a game in
// which nobody said what it had seen to be false, found by replay of every past
// (minds/believe/believe.h), and, where worlds are too many to list, by a
// search that colours card by card and reads what was said from the events
// themselves. Games are random, and where moves are to be truthful, random
// among those.

#include "agents/agents.h"
#include "agents/colours.h"
#include "agents/yokai/creed.h"
#include "agents/yokai/think.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "game/places.h"
#include "games/games.h"
#include "minds/reckoner.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { TRUTH = DX_YOKAI_TRUST_SEEN_HINTS | DX_YOKAI_TRUST_MOVES };

// A game, and a base for each seat that has followed it so far.
typedef struct game {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_random random;
    dx_yokai_creed *creed[DX_YOKAI_SEATS];
    unsigned seen[DX_YOKAI_SEATS];
} game;

static game begin(const char *text, uint64_t number, unsigned trusts)
{
    game g = {.random = dx_random_named(number, 1, 2)};
    CHECK_EQ(dx_rules_parse(dx_games(), text, &g.rules, NULL), DX_OK);
    g.deal = dx_deal_new(&g.rules, 32, number);
    g.match = dx_match_new(&g.rules, g.deal);
    for (unsigned seat = 0; seat < dx_players(&g.rules); seat++)
        g.creed[seat] = dx_yokai_creed_new(&g.rules, seat, trusts);
    return g;
}

static void leave(game *g)
{
    for (unsigned seat = 0; seat < dx_players(&g->rules); seat++)
        dx_yokai_creed_free(g->creed[seat]);
    dx_match_free(g->match);
    dx_deal_free(g->deal);
}

static const dx_yokai *sight_of(const game *g, unsigned seat)
{
    return dx_match_view(g->match, seat)->sight;
}

static dx_yokai_creed *catch_up(game *g, unsigned seat)
{
    const dx_view *view = dx_match_view(g->match, seat);
    for (; g->seen[seat] < view->count; g->seen[seat]++)
        dx_yokai_creed_see(g->creed[seat], view->seen[g->seen[seat]]);
    return g->creed[seat];
}

// A legal move that may be made: nobody stops, and if `truthful`, no lie.
static bool may_be_made(const game *g, dx_event move, bool truthful)
{
    return move.verb != DX_YOKAI_STOP &&
           !(truthful &&
             dx_yokai_is_lie(sight_of(g, move.who), move.who, move));
}

// One random move; false: it is over, or there is none that may be made.
static bool step(game *g, bool truthful)
{
    const dx_event *moves;
    unsigned kept[DX_MOVES_MAX], count = 0;
    if (dx_match_turn(g->match) == DX_OVER)
        return false;
    unsigned listed = dx_match_moves(g->match, &moves);
    for (unsigned i = 0; i < listed; i++)
        if (may_be_made(g, moves[i], truthful))
            kept[count++] = i;
    if (count == 0)
        return false;
    CHECK_EQ(dx_match_step(g->match, kept[dx_random_below(&g->random, count)]),
             DX_OK);
    return dx_match_turn(g->match) != DX_OVER;
}

// ---- knowledge ----

// The colours of each card that some deal has which fits what the seat has
// seen, by counting.
static void count_colours(const game *g, unsigned seat, uint8_t *out)
{
    const dx_yokai *own = sight_of(g, seat);
    dx_deal_space space;
    dx_places_laid(&dx_yokai_places, sight_of(g, DX_BYSTANDER), &space);
    for (unsigned card = 0; card < own->cards; card++)
        if (own->colour[card] < own->colours)
            space.place[card].kinds = DX_BIT(own->colour[card]);
    CHECK(colours_that_fit(&space, out));
}

static void check_known(game *g, unsigned seat)
{
    dx_yokai_creed *creed = catch_up(g, seat);
    uint8_t counted[DX_YOKAI_CARDS];
    count_colours(g, seat, counted);
    for (unsigned card = 0; card < sight_of(g, seat)->cards; card++)
        CHECK_EQ(dx_yokai_creed_may(creed, card), counted[card]);
}

// What a seat knows of colours changes by its own looks alone, so after any
// other move it is asked of the seat that moved.
TEST(implicit_beliefs_about_yokai_colours_are_what_counting_says)
{
    static const char *const tables[] = {"yokai", "yokai(nine)",
                                         "yokai(players=3)", "yokai(paper)"};
    for (uint64_t seed = 0; seed < SAMPLE(2, 1000); seed++) {
        game g = begin(tables[seed % 4], seed, 0);
        CHECKING_SEED(seed);
        for (unsigned turn = dx_match_turn(g.match); step(&g, false);
             turn = dx_match_turn(g.match))
            check_known(&g, turn);
        leave(&g);
    }
}

// ---- belief in truthful moves, by worlds ----

static bool note_world(void *context, const dx_world *world)
{
    uint8_t *may = context;
    const dx_yokai *t = world->table;
    for (unsigned card = 0; card < t->cards && world->weight > 0; card++)
        may[card] |= (uint8_t)(1U << t->colour[card]);
    return true;
}

// False: too many worlds.
static bool list_colours(const game *g, unsigned seat, size_t most,
                         uint8_t *out)
{
    dx_assumption assumption;
    const dx_view *view = dx_match_view(g->match, seat);
    CHECK_EQ(dx_assumption_parse(dx_agents(), "truthful(natural)", &g->rules,
                                 &assumption, NULL),
             DX_OK);
    dx_reckoning worlds = dx_reckoning_open(&g->rules, seat, &assumption,
                                            view->seen, view->count);
    memset(out, 0, DX_YOKAI_CARDS);
    dx_status status = worlds.how->believed(worlds.self, most, note_world, out);
    dx_reckoning_close(&worlds);
    return status == DX_OK;
}

// ---- and by what was said ----

// One of `colours`, or the colour of one of `others`.
typedef struct saying {
    unsigned card, colours;
    dx_yokai_cards others;
} saying;

typedef struct puzzle {
    unsigned cards, colours, said_count;
    saying said[64];
    unsigned may[DX_YOKAI_CARDS];
    unsigned left[DX_YOKAI_COLOURS];
    unsigned colour[DX_YOKAI_CARDS];
    unsigned order[DX_YOKAI_CARDS];
} puzzle;

static bool is_beside(unsigned a, unsigned b)
{
    unsigned gap = a < b ? b - a : a - b;
    return gap == 1 || gap == DX_YOKAI_SIDE;
}

// What an event of another seat says, read from the public table before it.
static void read_saying(puzzle *p, const dx_yokai *t, dx_event event)
{
    saying *s = &p->said[p->said_count];
    *s = (saying){.card = event.arg[event.verb == DX_YOKAI_PLACE]};
    if ((event.verb != DX_YOKAI_PLACE && event.verb != DX_YOKAI_MOVE) ||
        !(t->looked[s->card] >> event.who & 1))
        return;
    if (event.verb == DX_YOKAI_PLACE)
        s->colours = dx_yokai_hint_colours(t->colours, event.arg[0]);
    for (unsigned card = 0; card < t->cards; card++)
        if (event.verb == DX_YOKAI_MOVE && card != s->card &&
            (t->looked[card] >> event.who & 1) &&
            is_beside(t->board.square[card],
                      dx_yokai_square(event.arg[1] + 1U, event.arg[2] + 1U)))
            s->others |= dx_yokai_card(card);
    p->said_count += s->colours != 0 || s->others != 0;
}

static puzzle puzzle_of(const game *g, unsigned seat)
{
    const dx_view *view = dx_match_view(g->match, seat);
    const dx_yokai *own = view->sight;
    dx_yokai now = {0};
    puzzle p = {.cards = own->cards, .colours = own->colours};
    g->rules.game->setup(&now, &g->rules);
    for (unsigned i = 0; i < view->count; i++) {
        if (view->seen[i].who < own->players && view->seen[i].who != seat)
            read_saying(&p, &now, view->seen[i]);
        g->rules.game->fold(&now, view->seen[i]);
    }
    for (unsigned colour = 0; colour < own->colours; colour++)
        p.left[colour] = own->copies;
    for (unsigned card = 0; card < own->cards; card++)
        p.may[card] = own->colour[card] < own->colours
                          ? 1U << own->colour[card]
                          : (1U << own->colours) - 1;
    return p;
}

// Those that were seen, then those that were spoken of, then the rest.
static void order_cards(puzzle *p)
{
    unsigned all = (1U << p->cards) - 1, seen = 0, spoken = 0, count = 0;
    for (unsigned card = 0; card < p->cards; card++)
        if ((p->may[card] & (p->may[card] - 1)) == 0)
            seen |= 1U << card;
    for (unsigned i = 0; i < p->said_count; i++)
        spoken |= 1U << p->said[i].card | p->said[i].others;
    const unsigned sets[] = {seen, spoken & ~seen, all & ~spoken & ~seen};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned card = 0; card < p->cards; card++)
            if (sets[i] >> card & 1)
                p->order[count++] = card;
    CHECK_EQ(count, p->cards);
}

// Has all that was said of the `coloured` cards alone come true?
static bool keeps(const puzzle *p, unsigned coloured)
{
    for (unsigned i = 0; i < p->said_count; i++) {
        const saying *s = &p->said[i];
        unsigned about = 1U << s->card | s->others;
        if ((about & ~coloured) != 0)
            continue;
        bool holds = s->colours >> p->colour[s->card] & 1;
        for (unsigned card = 0; card < p->cards; card++)
            holds |= (s->others >> card & 1) &&
                     p->colour[card] == p->colour[s->card];
        if (!holds)
            return false;
    }
    return true;
}

static bool can_be_coloured(puzzle *p, unsigned count, unsigned coloured)
{
    if (count == p->cards)
        return true;
    unsigned card = p->order[count], with = coloured | 1U << card;
    for (unsigned colour = 0; colour < p->colours; colour++) {
        if (!(p->may[card] >> colour & 1) || p->left[colour] == 0)
            continue;
        p->colour[card] = colour;
        p->left[colour]--;
        bool can = keeps(p, with) && can_be_coloured(p, count + 1, with);
        p->left[colour]++;
        if (can)
            return true;
    }
    return false;
}

// Every colouring that is found shows a colour of every card.
static void search_colours(const game *g, unsigned seat, uint8_t *out)
{
    puzzle p = puzzle_of(g, seat);
    order_cards(&p);
    memset(out, 0, DX_YOKAI_CARDS);
    for (unsigned card = 0; card < p.cards; card++) {
        unsigned may = p.may[card];
        for (unsigned colour = 0; colour < p.colours; colour++) {
            p.may[card] = may & 1U << colour;
            if ((out[card] >> colour & 1) || !can_be_coloured(&p, 0, 0))
                continue;
            for (unsigned other = 0; other < p.cards; other++)
                out[other] |= (uint8_t)(1U << p.colour[other]);
        }
        p.may[card] = may;
    }
}

// ---- the same ----

static void check_same(game *g, unsigned seat, const uint8_t *may)
{
    dx_yokai_creed *creed = catch_up(g, seat);
    CHECK_EQ(dx_yokai_creed_given_up(creed), 0);
    CHECK_EQ(dx_yokai_creed_refused(creed), 0);
    for (unsigned card = 0; card < sight_of(g, seat)->cards; card++)
        CHECK_EQ(dx_yokai_creed_may(creed, card), may[card]);
}

// Does belief say more of some card than knowledge does?
static bool says_more(const game *g, unsigned seat, const uint8_t *may)
{
    uint8_t known[DX_YOKAI_CARDS];
    count_colours(g, seat, known);
    return memcmp(known, may, sight_of(g, seat)->cards) != 0;
}

TEST(with_rules_the_yokai_base_believes_what_truthful_worlds_say)
{
    static const char *const tables[] = {"yokai(nine)", "yokai(tiny)",
                                         "yokai(nine,players=3)"};
    unsigned more = 0, asked = 0;
    for (uint64_t seed = 0; seed < SAMPLE(3, 300); seed++) {
        game g = begin(tables[seed % 3], seed, TRUTH);
        uint8_t may[DX_YOKAI_CARDS];
        CHECKING_SEED(seed);
        while (step(&g, true)) {
            unsigned seat = dx_match_turn(g.match);
            bool asks = sight_of(&g, 0)->done == 0 && seat != DX_NATURE;
            if (!asks || !list_colours(&g, seat, 2000, may))
                continue;
            check_same(&g, seat, may);
            more += says_more(&g, seat, may);
            asked++;
        }
        leave(&g);
    }
    CHECK(more > 0);
    CHECK(asked > 10);
}

TEST(with_rules_the_yokai_base_believes_what_was_said)
{
    static const char *const tables[] = {"yokai", "yokai(players=3)",
                                         "yokai(paper)", "yokai(players=4)"};
    unsigned more = 0;
    for (uint64_t seed = 0; seed < SAMPLE(3, 1000); seed++) {
        game g = begin(tables[seed % 4], seed, TRUTH);
        uint8_t may[DX_YOKAI_CARDS];
        CHECKING_SEED(seed);
        while (step(&g, true)) {
            unsigned seat = dx_match_turn(g.match);
            if (seat == DX_NATURE)
                continue;
            search_colours(&g, seat, may);
            check_same(&g, seat, may);
            more += says_more(&g, seat, may);
        }
        leave(&g);
    }
    CHECK(more > 0);
}
