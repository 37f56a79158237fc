// What every registered game must pass, and the parlour game with them.

#include "agents/agents.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/rules_list.h"
#include "game/say.h"
#include "game/twin.h"
#include "game/words.h"
#include "games/parlour.h"
#include "minds/consider.h"
#include "test.h"

#include <jansson.h>
#include <string.h>

// Tests of one rules and one seed begin with this, and name both in failures.
#define ENSURE(condition, what)                                                \
    CHECK_THAT(condition, "%s, seed %d: %s", dx_rules_name(rules), (int)seed,  \
               what)

static void check_tables_of_the_game(const dx_rules *rules)
{
    static const char *const reserved[6] = {"event", "verb", "who",
                                            "next",  "why",  "hash"};
    const dx_game *game = rules->game;
    uint64_t seed = 0;
    ENSURE(strcmp(game->schema.params[0].name, "players") == 0,
           "the first parameter is not players");
    for (unsigned v = 0; game->verbs[v].name != NULL; v++) {
        bool ended = false;
        for (unsigned i = 0; i < DX_ARGS; i++) {
            const dx_arg *arg = &game->verbs[v].arg[i];
            ended |= arg->name == NULL;
            if (ended)
                continue;
            ENSURE(arg->audience != DX_AMONG ||
                       (i > 0 && game->verbs[v].arg[0].audience == DX_ALL),
                   "among whom must be seen by all");
            ENSURE(dx_type_values(rules, arg->type) > 0, arg->type);
            for (unsigned k = 0; k < 6; k++)
                ENSURE(strcmp(arg->name, reserved[k]) != 0,
                       "an argument named as a member of every event");
        }
    }
    dx_text out = {0};
    dx_rules again;
    dx_rules_print(rules, &out);
    const dx_game *const list[] = {game, NULL};
    ENSURE(dx_rules_parse(list, dx_text_string(&out), &again, NULL) == DX_OK,
           dx_text_string(&out));
    ENSURE(memcmp(&again.params, &rules->params, sizeof again.params) == 0,
           dx_text_string(&out));
    dx_text_release(&out);
}

TEST(conformance_verbs_types_and_parameters_are_sound)
{
    dx_each_rules(check_tables_of_the_game);
}

static void check_moves(dx_match *match, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    const dx_event *moves;
    dx_event own[DX_MOVES_MAX];
    unsigned seat = dx_match_turn(match);
    unsigned count = dx_match_moves(match, &moves);
    ENSURE(count > 0 && count <= DX_MOVES_MAX, "moves");
    ENSURE(dx_view_moves(dx_match_view(match, seat), own) == count &&
               memcmp(own, moves, count * sizeof *own) == 0,
           "a seat and the referee differ about its moves");
    for (unsigned i = 0; i < count; i++) {
        ENSURE(moves[i].who == seat, "a move of somebody else");
        ENSURE(!rules->game->verbs[moves[i].verb].chance, "a move of chance");
        ENSURE(dx_event_same(moves[i],
                             dx_event_move(rules->game->verbs, moves[i])),
               "a move with an outcome");
        for (unsigned k = 0; k < i; k++)
            ENSURE(moves[k].bits != moves[i].bits, "a move twice");
    }
}

// Moves that are not on the list, and moves of others, change nothing.
static void check_refusals(dx_match *match, dx_random *random, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves), before, after;
    unsigned seat = dx_match_turn(match);
    dx_event wrong = moves[dx_random_below(random, count)];
    wrong.bits ^= UINT64_C(1) << dx_random_below(random, 64);
    for (unsigned i = 0; i < count; i++)
        if (dx_event_same(moves[i], wrong))
            return;
    dx_match_events(match, &before);
    ENSURE(dx_match_play(match, seat, wrong, NULL, NULL) == DX_ERR_MOVE,
           "an illegal move was taken");
    ENSURE(dx_match_play(match, (seat + 1) % dx_players(rules), moves[0], NULL,
                         NULL) == DX_ERR_MOVE,
           "a move out of turn was taken");
    dx_match_events(match, &after);
    ENSURE(before == after, "a refused move left a trace");
}

static void check_words(dx_match *match, dx_event move, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    dx_text said = {0};
    dx_event read = {.bits = 0};
    dx_say_move(rules, move, &said);
    ENSURE(dx_read_move(dx_match_view(match, move.who), dx_text_string(&said),
                        &read, NULL) == DX_OK &&
               dx_event_same(read, move),
           dx_text_string(&said));
    dx_text_release(&said);
}

// What programs are given of a table is JSON, of every sight and of the truth.
static void check_state(dx_match *match, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    dx_text out = {0};
    for (unsigned seat = 0; seat <= dx_players(rules) + 1; seat++) {
        const void *table = seat < dx_players(rules)
                                ? dx_match_view(match, seat)->sight
                            : seat == dx_players(rules)
                                ? dx_match_truth(match)
                                : dx_match_view(match, DX_BYSTANDER)->sight;
        dx_text_clear(&out);
        dx_rules_state(rules, table, &out);
        json_t *state = json_loads(dx_text_string(&out), 0, NULL);
        ENSURE(json_is_object(state), dx_text_string(&out));
        json_decref(state);
    }
    dx_text_release(&out);
}

static void check_cards(dx_match *match, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    uint8_t want[DX_VALUES_MAX], got[DX_VALUES_MAX];
    unsigned kinds;
    for (unsigned pack = 0; rules->game->cards != NULL; pack++) {
        memset(want, 0, sizeof want);
        memset(got, 0, sizeof got);
        kinds = rules->game->pack(rules, pack, want);
        if (kinds == 0)
            return;
        rules->game->cards(dx_match_truth(match), pack, got);
        for (unsigned kind = 0; kind < kinds; kind++)
            CHECK_THAT(want[kind] == got[kind],
                       "%s, seed %d: of kind %u of pack %u there are %u, not "
                       "%u",
                       dx_rules_name(rules), (int)seed, kind, pack, got[kind],
                       want[kind]);
    }
}

static void check_scores(dx_match *match, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    bool over = dx_match_turn(match) == DX_OVER;
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        const dx_view *view = dx_match_view(match, seat);
        for (unsigned of = 0; of < dx_players(rules); of++) {
            int seen = rules->game->score(view->sight, of);
            int real = dx_match_score(match, of);
            ENSURE(seen == real || (!over && seen == DX_SCORE_HIDDEN),
                   "a sight has the wrong score");
            ENSURE(!over || rules->game->best == NULL ||
                       real <= rules->game->best(rules),
                   "a score above the best");
            int worst =
                rules->game->worst != NULL ? rules->game->worst(rules) : 0;
            ENSURE(!over || real >= worst, "a score below the worst");
        }
    }
}

// A number that is in sight is the same in every sight.
static void check_sights(dx_match *match, dx_random *random, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    const dx_quantity *quantity = rules->game->quantities;
    for (; quantity != NULL && quantity->name != NULL; quantity++) {
        int args[DX_TERM_ARGS] = {0};
        for (unsigned i = 0; i < DX_TERM_ARGS && quantity->type[i]; i++)
            args[i] = (int)dx_random_below(
                random, dx_type_values(rules, quantity->type[i]));
        int real = dx_quantity_value(quantity, dx_match_truth(match), args);
        for (unsigned seat = 0; seat < dx_players(rules); seat++)
            ENSURE(!dx_quantity_is_in_sight(dx_match_rules(match)->game,
                                            quantity) ||
                       dx_quantity_value(quantity,
                                         dx_match_view(match, seat)->sight,
                                         args) == real,
                   quantity->name);
    }
}

// Walks the events again: each was possible, the fold does not read `next`,
// and the truth comes out the same.
static void check_history(dx_match *match, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    const dx_game *game = rules->game;
    size_t bytes = game->table_bytes(rules);
    void *table = dx_alloc(1, bytes);
    dx_event option[DX_MOVES_MAX];
    uint32_t ways[DX_MOVES_MAX];
    unsigned count, i;
    const dx_event *events = dx_match_events(match, &count);
    game->setup(table, rules);
    for (unsigned n = 0; n < count; n++) {
        unsigned turn = game->turn(table);
        if (turn == DX_NATURE) {
            unsigned options = game->chances(table, option, ways);
            for (i = 0; i < options; i++)
                if (dx_event_same(dx_event_stamp(option[i], events[n].next),
                                  events[n]))
                    break;
            ENSURE(i < options && ways[i] > 0 &&
                       game->verbs[events[n].verb].chance,
                   "the deal answers what chance cannot");
        }
        game->fold(table, dx_event_stamp(events[n], 0));
        ENSURE(game->turn(table) == events[n].next, "who is next");
    }
    ENSURE(memcmp(table, dx_match_truth(match), bytes) == 0,
           "the same events fold to other bytes");
    dx_free(table);
}

// Who plays: nobody in particular, or an agent at each seat.
typedef struct play {
    dx_match *match;
    uint64_t seed;
    dx_random random;
    dx_mind *mind[DX_SEATS_MAX]; // NULL: at random
} play;

static dx_event choose(play *t)
{
    unsigned seat = dx_match_turn(t->match);
    const dx_event *moves;
    unsigned count = dx_match_moves(t->match, &moves);
    if (t->mind[seat] == NULL)
        return dx_twin_choose(&t->random, t->seed, count, moves);
    dx_budget budget = {.steps_max = 20};
    dx_thought thought = {.random = &t->random, .budget = &budget};
    return dx_mind_choose(t->mind[seat], dx_match_view(t->match, seat),
                          &thought);
}

// Everybody is told why it is over, and all the same.
static void check_ending(dx_match *match, uint64_t seed)
{
    const dx_rules *rules = dx_match_rules(match);
    const dx_cast cast = {.rules = rules, .you = DX_BYSTANDER};
    dx_text above = {0}, seen = {0};
    if (rules->game->words == NULL)
        return;
    dx_ending_say(&cast, dx_match_truth(match), &above);
    ENSURE(above.length > 0 && above.at[above.length - 1] == '.',
           "nobody says why the game is over");
    for (unsigned seat = 0; seat <= dx_players(rules); seat++) {
        const dx_view *view = dx_match_view(
            match, seat < dx_players(rules) ? seat : DX_BYSTANDER);
        dx_text_clear(&seen);
        dx_ending_say(&cast, view->sight, &seen);
        ENSURE(strcmp(dx_text_string(&seen), dx_text_string(&above)) == 0,
               dx_text_string(&seen));
    }
    dx_text_release(&above);
    dx_text_release(&seen);
}

static void play_and_check(play *t, bool words)
{
    dx_match *match = t->match;
    uint64_t seed = t->seed;
    const dx_rules *rules = dx_match_rules(match);
    unsigned turns = 0;
    while (dx_match_turn(match) != DX_OVER) {
        ENSURE(turns++ < 100000, "a game without end");
        check_moves(match, seed);
        check_refusals(match, &t->random, seed);
        check_cards(match, seed);
        dx_event move = choose(t);
        if (words) {
            check_words(match, move, seed);
            check_scores(match, seed);
            if (turns % 7 == 1)
                check_state(match, seed);
            check_sights(match, &t->random, seed);
        }
        ENSURE(dx_match_play(match, move.who, move, NULL, NULL) == DX_OK,
               "a legal move was refused");
    }
    check_ending(match, seed);
    check_scores(match, seed);
    check_cards(match, seed);
    check_history(match, seed);
}

static void play_games(const dx_rules *rules, uint64_t from, uint64_t to,
                       bool words)
{
    dx_deal *deal = dx_deal_new(rules, from, 0);
    dx_match *match = dx_match_new(rules, deal);
    for (uint64_t seed = from; seed < to; seed++) {
        CHECKING_SEED(seed);
        dx_deal_restart(deal, seed, 0);
        dx_match_restart(match, deal);
        play t = {match, seed, dx_random_named(seed, 0, 4), {NULL}};
        play_and_check(&t, words);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

static void play_some_games(const dx_rules *rules)
{
    play_games(rules, 0, 20, true);
}
TEST(conformance_random_games_keep_the_laws)
{
    dx_each_rules(play_some_games);
}

static void play_many_games(const dx_rules *rules)
{
    dx_rules normal = dx_rules_normal(rules->game);
    bool is_normal =
        memcmp(&normal.params, &rules->params, sizeof normal.params) == 0;
    play_games(rules, 1000, 1000 + (is_normal ? 100000 : 10000), false);
}
LONG_TEST(conformance_a_hundred_thousand_random_games_keep_the_laws)
{
    dx_each_rules(play_many_games);
}

// The seed says which switches are set; presets and sizes are above.
static void play_drawn_rules(const dx_game *game)
{
    for (uint64_t seed = 0; seed < SAMPLE(10, 20000); seed++) {
        dx_random random = dx_random_named(seed, 0, 5);
        dx_rules rules;
        CHECKING_SEED(seed);
        bool fine = false;
        for (unsigned i = 0; i < 200 && !fine; i++)
            fine = dx_rules_draw(game, &random, &rules);
        CHECK_THAT(fine, "%s: hardly any rules are sound", game->name);
        play_games(&rules, seed, seed + 1, seed % 8 == 0);
    }
}
TEST(conformance_random_games_under_random_switches_keep_the_laws)
{
    dx_each_game(play_drawn_rules);
}

static bool plays(const dx_agent *agent, const dx_game *game)
{
    return agent->game != NULL && strcmp(agent->game, game->name) == 0;
}

static const dx_agent *pick_agent(const dx_game *game, dx_random *random)
{
    const dx_agent *picked = NULL;
    unsigned found = 0;
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (plays(*agent, game) && dx_random_below(random, ++found) == 0)
            picked = *agent;
    return picked;
}

// A game of one agent at all seats; NULL: of several.
static void play_with(const dx_rules *rules, const dx_agent *agent,
                      uint64_t seed)
{
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    play t = {
        dx_match_new(rules, deal), seed, dx_random_named(seed, 0, 4), {NULL}};
    for (unsigned i = 0; i < dx_players(rules); i++) {
        const dx_agent *one =
            agent != NULL ? agent : pick_agent(rules->game, &t.random);
        dx_policy policy = {one, dx_params_normal(&one->schema)};
        t.mind[i] = dx_mind_new(&policy, dx_match_view(t.match, i));
    }
    play_and_check(&t, true);
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_mind_free(t.mind[i]);
    dx_match_free(t.match);
    dx_deal_free(deal);
}

// The game's own agents come further than chance does, and to other places.
static void play_agents(const dx_rules *rules)
{
    unsigned found = 0;
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (plays(*agent, rules->game))
            play_with(rules, *agent, found++);
    for (uint64_t seed = 0; seed < 2 && found > 1; seed++)
        play_with(rules, NULL, seed);
}
TEST(conformance_games_of_the_agents_keep_the_laws)
{
    dx_each_rules(play_agents);
}

static void check_same_bytes(const dx_rules *rules)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        CHECKING_SEED(seed);
        unsigned one, two;
        dx_event *first = dx_twin_play(rules, seed, 500, &one);
        dx_event *second = dx_twin_play(rules, seed, 500, &two);
        ENSURE(one == two && memcmp(first, second, one * sizeof *first) == 0,
               "the same seed gives another game");
        dx_free(first);
        dx_free(second);
    }
}
TEST(conformance_the_same_seed_gives_the_same_bytes)
{
    dx_each_rules(check_same_bytes);
}

// The first thing that chance decides comes out as often as its weight says,
// within five standard deviations.
static void check_fair(const dx_rules *rules)
{
    enum { DEALS = 2000 };
    uint64_t seed = 0;
    void *table = dx_alloc(1, rules->game->table_bytes(rules));
    dx_event option[DX_MOVES_MAX];
    uint32_t ways[DX_MOVES_MAX];
    rules->game->setup(table, rules);
    unsigned count = rules->game->chances(table, option, ways);
    double total = 0;
    for (unsigned i = 0; i < count; i++)
        total += ways[i];
    unsigned *times = dx_alloc(count, sizeof *times);
    dx_deal *deal = dx_deal_new(rules, 77, 0);
    for (seed = 0; seed < DEALS; seed++) {
        dx_deal_restart(deal, 77, seed);
        dx_event event = rules->game->answer(table, deal);
        for (unsigned i = 0; i < count; i++)
            times[i] += dx_event_same(event, option[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        double p = ways[i] / total, off = times[i] - DEALS * p;
        ENSURE(off * off <= 25 * DEALS * p * (1 - p) + 1e-6, "unfair chance");
    }
    dx_deal_free(deal);
    dx_free(times);
    dx_free(table);
}
TEST(conformance_deals_are_as_fair_as_chances_say)
{
    dx_each_rules(check_fair);
}

static void compare_twins(const dx_rules *rules, uint64_t from, uint64_t to)
{
    unsigned found = 0, hidden = 0;
    for (uint64_t seed = from; seed < to; seed++) {
        dx_text out = {0};
        dx_twin twin = dx_twin_compare(rules, seed, &out);
        ENSURE(twin != DX_TWIN_DIFFERS, dx_text_string(&out));
        found += twin == DX_TWIN_SAME;
        hidden += twin != DX_TWIN_OPEN;
        dx_text_release(&out);
    }
    uint64_t seed = from;
    ENSURE(found * 10 >= hidden, "fewer than one position in ten has a twin");
}
static void compare_some_twins(const dx_rules *rules)
{
    compare_twins(rules, 0, 30);
}
TEST(conformance_a_seat_is_given_the_same_in_worlds_it_cannot_tell_apart)
{
    dx_each_rules(compare_some_twins);
}
static void play_and_compare(const dx_rules *rules)
{
    play_games(rules, 0, SAMPLE(2, 1000), true);
    compare_twins(rules, 0, SAMPLE(10, 1000));
}
TEST(conformance_every_number_of_players_keeps_the_laws_and_leaks_nothing)
{
    dx_each_size(play_and_compare);
}
static void compare_many_twins(const dx_rules *rules)
{
    compare_twins(rules, 100000, 100000 + 1000);
}
LONG_TEST(conformance_no_byte_differs_in_thousands_of_such_worlds)
{
    dx_each_rules(compare_many_twins);
}

static void tell_apart(const dx_rules *rules)
{
    unsigned found = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        dx_text out = {0};
        dx_twin twin = dx_twin_tell_apart(rules, seed, &out);
        ENSURE(twin != DX_TWIN_SAME, dx_text_string(&out));
        found += twin == DX_TWIN_DIFFERS;
        dx_text_release(&out);
    }
    uint64_t seed = 0;
    ENSURE(found > 20, "too few positions to tell apart");
}
TEST(conformance_what_a_seat_can_tell_apart_it_sees)
{
    dx_each_rules(tell_apart);
}

// Does `verb` happen at all under these rules?
static bool happens(const dx_rules *rules, unsigned verb)
{
    bool found = false;
    for (uint64_t seed = 0; seed < 50 && !found; seed++) {
        unsigned count;
        dx_event *events = dx_twin_play(rules, seed, 100, &count);
        for (unsigned i = 0; i < count; i++)
            found = found || events[i].verb == verb;
        dx_free(events);
    }
    return found;
}

// Shows one hidden argument to everyone and counts the seeds until the twins
// differ.
static void check_leak_is_found(const dx_rules *rules, unsigned verb,
                                unsigned arg)
{
    dx_leak leak;
    dx_leak_plant(&leak, rules->game, verb, arg);
    dx_rules leaky = *rules;
    leaky.game = &leak.game;
    uint64_t seed = 0;
    dx_text out = {0};
    while (seed < 400 && dx_twin_compare(&leaky, seed, &out) != DX_TWIN_DIFFERS)
        seed++;
    dx_text_release(&out);
    const dx_verb *leaked = &rules->game->verbs[verb];
    CHECK_THAT(seed < 400,
               "%s: that all see '%s' of '%s' shows in none of 400 games; do "
               "alike and moves_alike say that it hides something, and does it "
               "ever?",
               dx_rules_name(rules), leaked->arg[arg].name, leaked->name);
}
static void check_leaks_are_found(const dx_rules *rules)
{
    const dx_verb *verbs = rules->game->verbs;
    for (unsigned v = 0; verbs[v].name != NULL; v++)
        for (unsigned i = 0; i < DX_ARGS && verbs[v].arg[i].name != NULL; i++)
            if (verbs[v].arg[i].audience != DX_ALL && happens(rules, v))
                check_leak_is_found(rules, v, i);
}
TEST(conformance_every_planted_leak_is_found)
{
    dx_each_rules(check_leaks_are_found);
}
