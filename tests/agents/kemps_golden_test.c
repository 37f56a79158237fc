// The paper's Tables 1 to 3 replayed in the game: what each strategy may
// choose, what the players can know of each card, and the four sixes.

#include "agents/agents.h"
#include "agents/kemps/kb_blocking.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "games/kemps/card_model.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static json_t *load(void)
{
    json_error_t error;
    json_t *root = json_load_file(dx_test_path("golden/kemps.json"), 0, &error);
    CHECK_THAT(root != NULL, "golden/kemps.json: %s", error.text);
    return root;
}

static unsigned card_of(const dx_rules *rules, const json_t *word)
{
    unsigned card = 0;
    char lower[8];
    snprintf(lower, sizeof lower, "%s", json_string_value(word));
    for (char *c = lower; *c != '\0'; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 'a' - 'A' : *c);
    CHECK_THAT(dx_type_read(rules, "card", lower, strlen(lower), &card),
               "no card %s", lower);
    return card;
}

static dx_kemps_cards cards_of(const dx_rules *rules, const json_t *list)
{
    dx_kemps_cards cards = 0;
    size_t i;
    const json_t *word;
    json_array_foreach (list, i, word)
        cards |= dx_kemps_card(card_of(rules, word));
    return cards;
}

// Ranks as bits, from numbers.
static unsigned ranks_of(const dx_rules *rules, const json_t *list)
{
    unsigned ranks = 0;
    int from = dx_rules_value(rules, "from");
    size_t i;
    const json_t *number;
    json_array_foreach (list, i, number)
        ranks |= 1U << (json_integer_value(number) - from);
    return ranks;
}

// An order of the pack that starts with the cards that are added.
typedef struct stack {
    uint8_t order[DX_KEMPS_CARDS];
    unsigned count;
    dx_kemps_cards used;
} stack;

static void stack_add(stack *s, const dx_rules *rules, const json_t *list)
{
    size_t i;
    const json_t *word;
    json_array_foreach (list, i, word) {
        unsigned card = card_of(rules, word);
        if (s->used >> card & 1)
            continue;
        s->used |= dx_kemps_card(card);
        s->order[s->count++] = (uint8_t)card;
    }
}

static void stack_fill(stack *s, unsigned cards)
{
    for (unsigned card = 0; card < cards; card++)
        if (!(s->used >> card & 1))
            s->order[s->count++] = (uint8_t)card;
}

// The table that is laid after the first three rows, if there is one.
static const json_t *second_table(const json_t *rows)
{
    const json_t *move = json_object_get(json_array_get(rows, 0), "paper_move");
    return json_is_string(move)
               ? json_object_get(json_array_get(rows, 3), "table")
               : NULL;
}

// The deal of the rows: the table, the hands of three players, then the
// second table, from the same shuffle or, where too few cards are left, from
// the next one.
static dx_deal *deal_of(const dx_rules *rules, const json_t *rows)
{
    dx_deal *deal = dx_deal_blank(rules);
    unsigned cards = dx_deal_cards(deal, 0);
    stack first = {0}, second = {0};
    stack_add(&first, rules, json_object_get(json_array_get(rows, 0), "table"));
    for (size_t row = 0; row < 3; row++)
        stack_add(&first, rules,
                  json_object_get(json_array_get(rows, row), "hand"));
    if (second_table(rows) != NULL) {
        stack *s = cards - 18 < 6 ? &second : &first;
        stack_add(s, rules, second_table(rows));
    }
    stack_fill(&first, cards);
    stack_fill(&second, cards);
    CHECK_EQ(dx_deal_set(deal, 0, 0, first.order, cards, NULL), DX_OK);
    CHECK_EQ(dx_deal_set(deal, 0, 1, second.order, cards, NULL), DX_OK);
    return deal;
}

static void play(dx_match *match, unsigned seat, const char *text)
{
    dx_event move;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_read_move(dx_match_view(match, seat), text, &move, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    CHECK_EQ(dx_match_play(match, seat, move, NULL, NULL), DX_OK);
}

static void play_row(dx_match *match, unsigned seat, const json_t *move)
{
    const json_t *picks = json_object_get(move, "picks");
    const json_t *discards = json_object_get(move, "discards");
    for (size_t i = 0; i < json_array_size(picks); i++) {
        char text[40];
        snprintf(text, sizeof text, "swap %s %s",
                 json_string_value(json_array_get(picks, i)),
                 json_string_value(json_array_get(discards, i)));
        play(match, seat, text);
    }
    play(match, seat, "done");
}

static void check_counts(const dx_view *view, const json_t *row)
{
    const dx_kemps *sight = view->sight;
    const char *number;
    json_t *count;
    json_object_foreach (json_object_get(row, "counts_hand_plus_table"), number,
                         count) {
        unsigned rank;
        CHECK(dx_type_read(view->rules, "rank", number, strlen(number), &rank));
        CHECK_EQ(dx_kemps_count(sight, view->seat, rank),
                 json_integer_value(count));
    }
}

static void check_holders(const dx_view *view, const json_t *row)
{
    const dx_kemps *sight = view->sight;
    const json_t *held = json_object_get(row, "cards_possibly_held_by_others");
    unsigned want[DX_KEMPS_CARDS] = {0};
    const char *word;
    json_t *seats;
    json_object_foreach ((json_t *)(uintptr_t)held, word, seats) {
        json_t *name = json_string(word);
        unsigned card = card_of(view->rules, name);
        json_decref(name);
        for (size_t i = 0; i < json_array_size(seats); i++)
            want[card] |= 1U
                          << (json_integer_value(json_array_get(seats, i)) - 1);
    }
    for (unsigned card = 0; card < sight->ranks * sight->suits; card++)
        CHECK_EQ(dx_kemps_holders(sight, card) & ~(1U << view->seat),
                 want[card]);
}

// Does giving `cards` one after the other keep to the rarest of the hand?
static bool may_give(const dx_kemps *sight, unsigned seat, unsigned rank,
                     dx_kemps_cards cards)
{
    if (cards == 0)
        return true;
    dx_kemps_cards rarest =
        dx_kemps_rarest(sight, seat, sight->hand[seat] & ~sight->of_rank[rank]);
    for (dx_kemps_cards next = rarest & cards; next != 0; next &= next - 1) {
        dx_kemps after = *sight;
        dx_kemps_cards card = next & -next;
        after.hand[seat] &= ~card;
        if (may_give(&after, seat, rank, cards & ~card))
            return true;
    }
    return false;
}

// All sets of as many cards as the paper discards: allowed or not.
static void check_discards(const dx_view *view, const json_t *row)
{
    const json_t *want =
        json_object_get(row, "discards_allowed_least_frequent_hand_only");
    if (want == NULL)
        return;
    const dx_kemps *sight = view->sight;
    const json_t *move = json_object_get(row, "paper_move");
    unsigned rank =
        (unsigned)json_integer_value(json_object_get(move, "collect")) -
        sight->first;
    size_t size = json_array_size(json_object_get(move, "discards"));
    dx_kemps_cards hand = sight->hand[view->seat] & ~sight->of_rank[rank];
    size_t found = 0;
    for (dx_kemps_cards set = hand; set != 0; set = (set - 1) & hand) {
        if (dx_kemps_size(set) != size)
            continue;
        bool listed = false;
        for (size_t i = 0; i < json_array_size(want); i++)
            listed =
                listed || cards_of(view->rules, json_array_get(want, i)) == set;
        found += listed;
        CHECK_EQ(may_give(sight, view->seat, rank, set), listed);
    }
    CHECK_EQ(found, json_array_size(want));
}

static dx_kemps_kb kb_of(const dx_view *view)
{
    dx_policy policy = {.agent = &dx_agent_kemps_kb_greedy};
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_kemps_kb kb = *(const dx_kemps_kb *)dx_mind_memory(mind);
    dx_mind_free(mind);
    kb.as_program = false;
    return kb;
}

static void check_row(const dx_view *view, const json_t *row, bool reasons)
{
    const dx_kemps *sight = view->sight;
    dx_kemps_kb kb = kb_of(view);
    unsigned seen = 0, available = dx_kemps_kb_available(&kb, view);
    for (unsigned rank = 0; rank < sight->ranks; rank++)
        seen |= (unsigned)(dx_kemps_count(sight, view->seat, rank) > 0) << rank;
    CHECK_EQ(sight->table,
             cards_of(view->rules, json_object_get(row, "table")));
    CHECK_EQ(sight->hand[view->seat],
             cards_of(view->rules, json_object_get(row, "hand")));
    check_counts(view, row);
    check_holders(view, row);
    check_discards(view, row);
    CHECK_EQ(sight->sought[view->seat],
             ranks_of(view->rules, json_object_get(row, "do_not_collect")));
    CHECK_EQ(available & seen,
             ranks_of(view->rules, json_object_get(row, "available_numbers")));
    CHECK_EQ(
        dx_kemps_choice(sight, view->seat, DX_KEMPS_ALL_RANKS),
        ranks_of(view->rules, json_object_get(row, "most_frequent_pickable")));
    CHECK_EQ(dx_kemps_choice(sight, view->seat,
                             reasons ? available : DX_KEMPS_ALL_RANKS),
             ranks_of(view->rules, json_object_get(row, "choice_set")));
}

// The agent's own move is one that the row allows: the rank of the first card
// it takes is in the choice set, or it is done where there is no choice.
static void check_agent(const char *name, const dx_view *view,
                        const json_t *row)
{
    const dx_kemps *sight = view->sight;
    dx_policy policy;
    CHECK_EQ(dx_policy_parse(dx_agents(), name, view->rules, &policy, NULL),
             DX_OK);
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_random random = dx_random_named(1, 2, 3);
    dx_reason reason = {.rule = ""};
    dx_thought thought = {.random = &random, .reason = &reason};
    dx_event move = dx_mind_choose(mind, view, &thought);
    unsigned choice = ranks_of(view->rules, json_object_get(row, "choice_set"));
    if (choice == 0)
        CHECK(move.verb == DX_KEMPS_DONE || strcmp(reason.rule, "block") == 0);
    else
        CHECK(move.verb == DX_KEMPS_SWAP &&
              (choice >> sight->rank_of[move.arg[0]] & 1));
    CHECK(reason.rule[0] != '\0' && reason.words[0] != '\0');
    dx_reason_release(&reason);
    dx_mind_free(mind);
}

static dx_rules small_rules(const char *name)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(dx_games(), name, &rules, NULL), DX_OK);
    return rules;
}

static void check_rows(const char *name, const char *key, const char *agent)
{
    json_t *root = load();
    const json_t *rows = json_object_get(root, key), *row;
    dx_rules rules = small_rules(name);
    dx_deal *deal = deal_of(&rules, rows);
    dx_match *match = dx_match_new(&rules, deal);
    size_t i;
    CHECK(json_array_size(rows) >= 3);
    json_array_foreach (rows, i, row) {
        unsigned seat =
            (unsigned)json_integer_value(json_object_get(row, "player")) - 1;
        CHECK_EQ(dx_match_turn(match), seat);
        check_row(dx_match_view(match, seat), row,
                  strncmp(agent, "kb-", 3) == 0);
        check_agent(agent, dx_match_view(match, seat), row);
        play_row(match, seat, json_object_get(row, "paper_move"));
        CHECK_EQ(dx_match_score(match, seat),
                 json_is_true(json_object_get(row, "kemps")));
    }
    dx_match_free(match);
    dx_deal_free(deal);
    json_decref(root);
}

TEST(kemps_greedy_plays_the_papers_table_1)
{
    check_rows("kemps(2-6)", "table1_greedy", "greedy");
    check_rows("kemps(2-6)", "table1_greedy", "greedy(as=program)");
}
TEST(kemps_kb_greedy_plays_the_papers_table_2)
{
    check_rows("kemps(2-6)", "table2_as_printed", "kb-greedy");
    check_rows("kemps(2-6)", "table2_with_6S_instead_of_6C", "kb-greedy");
    check_rows("kemps(2-6)", "table2_with_6S_instead_of_6C",
               "kb-greedy(as=program)");
}
TEST(kemps_kb_blocking_plays_the_papers_table_3)
{
    check_rows("kemps(2-8)", "table3_blocking", "kb-blocking");
    check_rows("kemps(2-8)", "table3_blocking", "kb-blocking(as=program)");
}

static void see(dx_eyes *eyes, dx_event event, unsigned next)
{
    dx_eyes_see(eyes, dx_event_stamp(event, next));
}

// Player 2 holds three 3s and an 8 and has seen player 3 pick a 4: a view made
// by hand, since the paper skips the rounds before it.
TEST(kemps_kb_blocking_blocks_as_in_the_papers_scene)
{
    json_t *root = load();
    const json_t *scene = json_object_get(root, "block_scene");
    dx_rules rules = small_rules("kemps(2-8)");
    dx_kemps_cards hand = cards_of(&rules, json_object_get(scene, "hand"));
    dx_kemps_cards open = cards_of(&rules, json_object_get(scene, "table"));
    dx_eyes *eyes = dx_eyes_new(&rules, 1);
    // The table first has 4d instead of one of its cards; player 3 takes it.
    json_t *word = json_string("4D");
    unsigned picked = card_of(&rules, word);
    json_decref(word);
    unsigned swapped = 63 - (unsigned)__builtin_clzll(open);
    dx_kemps_cards first = (open & ~dx_kemps_card(swapped));
    first |= dx_kemps_card(picked);
    for (dx_kemps_cards c = first; c != 0; c &= c - 1)
        see(eyes,
            dx_with(dx_event_new(DX_KEMPS_FACE, DX_NATURE), 0,
                    dx_kemps_first(c)),
            DX_NATURE);
    for (unsigned seat = 0; seat < 3; seat++) {
        dx_kemps_cards own = hand;
        for (unsigned i = 0; i < 4; i++, own &= own - 1)
            see(eyes,
                dx_with(dx_event_new(DX_KEMPS_DRAW, seat), 0,
                        seat == 1 ? dx_kemps_first(own) : DX_HOLE),
                DX_NATURE);
    }
    see(eyes, dx_event_new(DX_KEMPS_DONE, 0), 1);
    see(eyes, dx_event_new(DX_KEMPS_DONE, 1), 2);
    see(eyes,
        dx_with(dx_with(dx_event_new(DX_KEMPS_SWAP, 2), 0, picked), 1, swapped),
        2);
    see(eyes, dx_event_new(DX_KEMPS_DONE, 2), 0);
    see(eyes, dx_event_new(DX_KEMPS_DONE, 0), 1);
    const dx_view *view = dx_eyes_view(eyes);
    dx_kemps_kb kb = kb_of(view);

    CHECK_EQ(((const dx_kemps *)view->sight)->sought[view->seat],
             ranks_of(&rules, json_object_get(scene, "do_not_collect")));
    CHECK_EQ(dx_kemps_choice(view->sight, 1, dx_kemps_kb_available(&kb, view)),
             ranks_of(&rules, json_object_get(scene, "choice_set_kb_greedy")));
    CHECK_EQ(
        dx_kemps_kb_blockers(view),
        cards_of(&rules, json_object_get(scene, "blocking_picks_allowed")));
    CHECK_EQ(dx_kemps_kb_idle_cards(&kb, view),
             cards_of(&rules, json_object_get(scene, "inconsequential_cards")));
    dx_eyes_free(eyes);
    json_decref(root);
}

static unsigned state_bits(const json_t *states)
{
    unsigned bits = 0;
    for (size_t i = 0; i < json_array_size(states); i++) {
        const json_t *state = json_array_get(states, i);
        bits |= 1U << (json_is_string(state) ? json_string_value(state)[1] - '0'
                                             : (int)json_integer_value(state));
    }
    return bits;
}

static void check_card_model(dx_match *match, const json_t *want)
{
    const dx_rules *rules = dx_match_rules(match);
    unsigned count, card = card_of(rules, json_object_get(want, "card"));
    const dx_event *events = dx_match_events(match, &count);
    dx_kemps_card_model model;
    dx_kemps_card_model_init(&model, rules, events, count, card);
    CHECK_EQ(model.actual,
             json_string_value(json_object_get(want, "true_state"))[1] - '0');
    CHECK_EQ(model.states, state_bits(json_object_get(want, "states")));
    for (unsigned seat = 0; seat < 3; seat++) {
        char name[2] = {(char)('1' + seat), '\0'};
        unsigned relates[DX_KEMPS_SEATS + 1] = {0};
        const json_t *pairs =
            json_object_get(json_object_get(want, "rel_pairs"), name);
        for (size_t i = 0; i < json_array_size(pairs); i++) {
            const json_t *pair = json_array_get(pairs, i);
            relates[json_integer_value(json_array_get(pair, 0))] |=
                1U << json_integer_value(json_array_get(pair, 1));
        }
        for (unsigned state = 0; state <= 3; state++)
            CHECK_EQ(model.states >> state & 1 ? model.relates[seat][state] : 0,
                     relates[state]);
        CHECK_EQ(
            model.relates[seat][model.actual],
            state_bits(json_object_get(
                json_object_get(want, "states_each_agent_considers_possible"),
                name)));
    }
}

TEST(kemps_cards_have_the_papers_small_models)
{
    json_t *root = load();
    const json_t *sixes = json_object_get(root, "sixes"), *card;
    const json_t *rows = json_object_get(root, "table2_with_6S_instead_of_6C");
    dx_rules rules = small_rules("kemps(2-6)");
    dx_deal *deal = deal_of(&rules, rows);
    dx_match *match = dx_match_new(&rules, deal);
    size_t i;
    json_array_foreach (json_object_get(sixes, "round1"), i, card)
        check_card_model(match, card);
    for (unsigned turn = 0; turn < 4; turn++)
        play(match, turn % 3, "done");
    json_array_foreach (json_object_get(sixes, "round2"), i, card)
        check_card_model(match, card);
    play(match, 1, "swap 6h 2s");
    check_card_model(match, json_object_get(sixes, "after_player2_picks_6H"));
    dx_match_free(match);
    dx_deal_free(deal);
    json_decref(root);
}
