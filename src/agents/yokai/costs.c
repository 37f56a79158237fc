// A creed of its own follows the seat that is next, beside the player's; what
// is measured is asked of it at each turn.

#include "agents/yokai/costs.h"

#include "agents/yokai/logic.h"
#include "agents/yokai/regroup.h"
#include "agents/yokai/turn.h"
#include "base/clock.h"
#include "base/memory.h"
#include "belief/document.h"
#include "game/deal.h"
#include "game/match.h"
#include "games/yokai/theory.h"
#include "logic/formula/parse.h"

#include <stdio.h>

enum {
    SEATS = 2,
    TRUSTS = DX_YOKAI_TRUST_HINTS | DX_YOKAI_TRUST_MOVES,
};

static double milliseconds(double since)
{
    return 1000 * (dx_cpu_seconds() - since);
}

typedef struct sitting {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind[SEATS];
    dx_yokai_creed *creed[SEATS];
    unsigned seen[SEATS];
} sitting;

static void sit_down(sitting *s, uint64_t seed, uint64_t deal)
{
    s->rules = dx_rules_normal(&dx_game_yokai);
    s->deal = dx_deal_new(&s->rules, seed, deal);
    s->match = dx_match_new(&s->rules, s->deal);
    dx_policy policy = {.agent = &dx_agent_yokai_logic,
                        .params =
                            dx_params_normal(&dx_agent_yokai_logic.schema)};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        s->mind[seat] = dx_mind_new(&policy, dx_match_view(s->match, seat));
        s->creed[seat] = dx_yokai_creed_new(&s->rules, seat, TRUSTS);
        s->seen[seat] = 0;
    }
}

static void get_up(sitting *s)
{
    for (unsigned seat = 0; seat < SEATS; seat++) {
        dx_mind_free(s->mind[seat]);
        dx_yokai_creed_free(s->creed[seat]);
    }
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

static void catch_up(dx_yokai_costs *costs, sitting *s, unsigned seat)
{
    const dx_view *view = dx_match_view(s->match, seat);
    for (; s->seen[seat] < view->count; s->seen[seat]++) {
        dx_event event = view->seen[s->seen[seat]];
        double since = dx_cpu_seconds();
        dx_yokai_creed_see(s->creed[seat], event);
        if (event.verb == DX_YOKAI_LOOK || event.verb == DX_YOKAI_MOVE ||
            event.verb == DX_YOKAI_PLACE)
            dx_vector_push(&costs->revise, milliseconds(since));
    }
}

static void ask(dx_yokai_costs *costs, sitting *s, unsigned seat)
{
    dx_yokai_creed *creed = s->creed[seat];
    dx_base *base = dx_yokai_creed_base(creed);
    for (unsigned card = 0; card < DX_YOKAI_CARDS; card++)
        for (unsigned colour = 0; colour < DX_YOKAI_COLOURS; colour++) {
            bool yes;
            double since = dx_cpu_seconds();
            dx_status status = dx_base_implies(
                base, dx_yokai_creed_colour(creed, card, colour), NULL, &yes,
                NULL);
            DX_REQUIRE(status == DX_OK, "a question without a limit");
            dx_vector_push(&costs->ask, milliseconds(since));
        }
    for (unsigned card = 0; card < DX_YOKAI_CARDS; card++)
        for (unsigned colour = 0; colour < DX_YOKAI_COLOURS; colour++) {
            double since = dx_cpu_seconds();
            dx_yokai_creed_deduces(creed, 1 - seat, card, colour);
            if (card + colour == 0)
                dx_vector_push(&costs->build, milliseconds(since));
            else
                dx_vector_push(&costs->two, milliseconds(since));
        }
}

static void plan(dx_yokai_costs *costs, sitting *s, unsigned seat)
{
    dx_yokai_turn turn;
    double since = dx_cpu_seconds();
    dx_yokai_turn_plan(s->creed[seat], dx_match_view(s->match, seat), &turn);
    dx_vector_push(&costs->plan, milliseconds(since));
    costs->plans += turn.count > 0;
    costs->rounds += turn.rounds + 1;
    if (turn.variables > costs->plan_variables)
        costs->plan_variables = turn.variables;
}

static void weigh(dx_yokai_costs *costs, sitting *s, unsigned seat)
{
    const dx_base *base = dx_yokai_creed_base(s->creed[seat]);
    int variables = dx_base_variable_count(base);
    int clauses = dx_base_clause_count(base);
    costs->variables =
        variables > costs->variables ? variables : costs->variables;
    costs->clauses = clauses > costs->clauses ? clauses : costs->clauses;
    costs->positions++;
}

void dx_yokai_costs_play(dx_yokai_costs *costs, uint64_t seed, uint64_t deal)
{
    sitting s;
    unsigned seat;
    dx_random random = dx_random_named(seed, deal, 1);
    sit_down(&s, seed, deal);
    while ((seat = dx_match_turn(s.match)) != DX_OVER) {
        const dx_yokai *t = dx_match_view(s.match, seat)->sight;
        dx_thought thought = {.random = &random};
        if (t->done == 0) {
            catch_up(costs, &s, seat);
            ask(costs, &s, seat);
            plan(costs, &s, seat);
            weigh(costs, &s, seat);
        }
        dx_event move = dx_mind_choose(s.mind[seat],
                                       dx_match_view(s.match, seat), &thought);
        dx_status status = dx_match_play(s.match, seat, move, NULL, NULL);
        DX_REQUIRE(status == DX_OK, "a legal move");
    }
    get_up(&s);
}

void dx_yokai_costs_regroup(dx_yokai_costs *costs, uint64_t seed, uint64_t deal)
{
    dx_rules rules = dx_rules_normal(&dx_game_yokai);
    dx_random random = dx_random_named(seed, deal, 2);
    dx_yokai table = {0};
    dx_yokai_belief belief;
    dx_yokai_layout *layout = dx_alloc(1, sizeof *layout);
    rules.game->setup(&table, &rules);
    dx_yokai_layout_init(layout, &table);
    dx_yokai_belief_init(&belief, &table);
    dx_yokai_cloud *cloud = dx_yokai_cloud_new(&belief, &random);
    double since = dx_cpu_seconds();
    dx_yokai_regroup(layout, &cloud->colouring[0], 3, 6);
    dx_vector_push(&costs->regroup, milliseconds(since));
    dx_free(cloud);
    dx_free(layout);
}

void dx_yokai_costs_release(dx_yokai_costs *costs)
{
    dx_vector_release(&costs->ask);
    dx_vector_release(&costs->two);
    dx_vector_release(&costs->build);
    dx_vector_release(&costs->revise);
    dx_vector_release(&costs->plan);
    dx_vector_release(&costs->regroup);
}

// The base of the timed theory of a game that has just begun.
static dx_base *read_theory(const dx_rules *rules, unsigned times,
                            dx_belief_document **out)
{
    dx_text text = {0};
    dx_base *base = NULL;
    dx_eyes *eyes = dx_eyes_new(rules, 0);
    dx_status status =
        dx_yokai_theory_write(dx_eyes_view(eyes), times, &text, NULL);
    if (status == DX_OK)
        status = dx_belief_document_read_text("theory", text.at, text.length,
                                              DX_EXPAND_REPAIRED, out, NULL);
    if (status == DX_OK)
        status = dx_belief_document_base(*out, &base, NULL);
    DX_REQUIRE(status == DX_OK, "a theory that can be read");
    dx_eyes_free(eyes);
    dx_text_release(&text);
    return base;
}

dx_yokai_timed dx_yokai_costs_timed(const char *text, unsigned times)
{
    static const dx_game *const games[] = {&dx_game_yokai, NULL};
    dx_rules rules;
    dx_yokai_timed cost;
    bool yes;
    dx_belief_document *document;
    dx_status status = dx_rules_parse(games, text, &rules, NULL);
    DX_REQUIRE(status == DX_OK, "rules that there are");
    double since = dx_cpu_seconds();
    dx_base *base = read_theory(&rules, times, &document);
    cost.build = milliseconds(since);
    since = dx_cpu_seconds();
    for (unsigned card = 1; card <= 4; card++) {
        char question[16];
        dx_formula f;
        snprintf(question, sizeof question, "col(%u,r)@0", card);
        status = dx_parse(document->store, question, &f, NULL);
        if (status == DX_OK)
            status = dx_base_implies(base, f, NULL, &yes, NULL);
        DX_REQUIRE(status == DX_OK, "a question without a limit");
    }
    cost.ask = milliseconds(since) / 4;
    cost.variables = dx_base_variable_count(base);
    cost.clauses = dx_base_clause_count(base);
    dx_base_free(base);
    dx_belief_document_free(document);
    return cost;
}
