// Readers say what their sentences say, what is true stays true, and a partner
// finds out who reads how.

#include "agents/agents.h"
#include "agents/hanabi/own_hand.h"
#include "agents/hanabi/partner.h"
#include "agents/hanabi/reader.h"
#include "game/match.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

enum { SEED = 77 };

// ---- readings at laid tables ----

static unsigned kind_of(const dx_hanabi *t, const char *card)
{
    return dx_hanabi_kind(t, (unsigned)(strchr("rygbp", card[0]) - "rygbp"),
                          (unsigned)(card[1] - '1'));
}

// Two hands of five, oldest first; the first is not looked at.
static dx_hanabi lay(const char *hand)
{
    dx_rules rules;
    dx_hanabi t;
    memset(&t, 0, sizeof t);
    CHECK(dx_rules_parse(dx_games(), "hanabi(players=2)", &rules, NULL) ==
          DX_OK);
    dx_game_hanabi.setup(&t, &rules);
    for (unsigned i = 0; i < 10; i++) {
        unsigned kind = i < 5 ? DX_HOLE : kind_of(&t, hand + 3 * (i - 5));
        dx_event draw = dx_with(dx_event_new(DX_HANABI_DRAW, i / 5), 0, kind);
        dx_game_hanabi.fold(&t, draw);
    }
    return t;
}

static dx_event hint(const dx_hanabi *t, unsigned clue)
{
    return dx_hint_named(
        t, dx_with(dx_with(dx_event_new(DX_HANABI_HINT, 0), 0, 1), 1, clue));
}

static unsigned to_play(const dx_hanabi *t, const dx_hint_reading *reading)
{
    dx_hint_scene scene = dx_scene_of(t);
    unsigned slots = 0;
    for (unsigned slot = 0; slot < t->size[1]; slot++)
        slots |=
            (unsigned)dx_is_to_play(&scene, reading->set[slot], reading->goal)
            << slot;
    return slots;
}

static dx_hint_reading read(const dx_hint_reader *reader, const dx_hanabi *t,
                            dx_hint_heard *heard, dx_event event)
{
    dx_hint_scene scene = dx_scene_of(t);
    dx_hint_reading reading;
    dx_reader_read(reader, &scene, heard, event, &reading);
    return reading;
}

enum { RED, YELLOW, GREEN, BLUE, PURPLE, ONE, TWO, THREE, FOUR, FIVE };

TEST(readers_mean_the_newest_card_that_is_named_for_the_first_time)
{
    dx_hanabi t = lay("r3 r1 y4 g2 b5");
    dx_hint_heard heard;
    dx_heard_begin(&heard);
    dx_hint_reading first =
        read(&dx_reader_beginner, &t, &heard, hint(&t, RED));
    CHECK_EQ(first.meant, 1);
    CHECK_EQ(to_play(&t, &first), 1U << 1);
    CHECK_EQ(first.set[1], 1U << kind_of(&t, "r1"));
    dx_hint_reader mirror = dx_reader_beginner;
    mirror.meant = DX_MEANT_OLDEST;
    CHECK_EQ(read(&mirror, &t, &heard, hint(&t, RED)).meant, 0);
    CHECK_EQ(read(&dx_reader_hgroup, &t, &heard, hint(&t, RED)).meant, 0);
}

TEST(readers_take_ones_all_and_other_numbers_to_keep)
{
    dx_hanabi t = lay("g1 r1 y4 g2 b5");
    dx_hint_heard heard;
    dx_heard_begin(&heard);
    dx_hint_reading ones = read(&dx_reader_beginner, &t, &heard, hint(&t, ONE));
    CHECK_EQ(to_play(&t, &ones), 3);
    dx_hint_reading fours =
        read(&dx_reader_beginner, &t, &heard, hint(&t, FOUR));
    CHECK_EQ(to_play(&t, &fours), 0);
    CHECK_EQ(fours.set[2], t.of_clue[FOUR]);
    // What reads literally is told a number and no more.
    dx_hint_reading fact = read(&dx_reader_literal, &t, &heard, hint(&t, FOUR));
    CHECK_EQ(fact.meant, DX_NONE);
    CHECK_EQ(fact.set[2], t.of_clue[FOUR]);
}

TEST(readers_by_h_group_may_mean_that_the_next_throw_is_kept)
{
    dx_hanabi t = lay("r2 b1 y4 g2 b5");
    dx_hint_heard heard;
    dx_heard_begin(&heard);
    dx_hint_reading twos = read(&dx_reader_hgroup, &t, &heard, hint(&t, TWO));
    CHECK_EQ(twos.meant, 0);
    CHECK_EQ(to_play(&t, &twos), 0);
    CHECK_EQ(twos.set[0], t.of_clue[TWO]);
    dx_hint_reading ones = read(&dx_reader_hgroup, &t, &heard, hint(&t, ONE));
    CHECK_EQ(to_play(&t, &ones), 1U << 1);
    dx_hint_reading red = read(&dx_reader_hgroup, &t, &heard, hint(&t, RED));
    CHECK_EQ(red.set[0], 1U << kind_of(&t, "r1"));
    CHECK(!dx_reading_is_right(&red, &t, 1, t.hand[1]));
    // A five is kept by its number only, any other last copy by both.
    t.discarded[kind_of(&t, "r4")] = 1;
    red = read(&dx_reader_hgroup, &t, &heard, hint(&t, RED));
    CHECK_EQ(red.set[0], 1U << kind_of(&t, "r1") | 1U << kind_of(&t, "r4"));
}

// Three hands by the eyes of one seat; slots of a hand are named by a colour of
// the second.
static dx_hanabi lay_three(const char *hands, unsigned eyes)
{
    dx_rules rules;
    dx_hanabi t;
    memset(&t, 0, sizeof t);
    CHECK_EQ(dx_rules_parse(dx_games(), "hanabi(players=3)", &rules, NULL),
             DX_OK);
    dx_game_hanabi.setup(&t, &rules);
    for (unsigned i = 0; i < 15; i++) {
        unsigned kind = i / 5 == eyes ? DX_HOLE : kind_of(&t, hands + 3 * i);
        dx_game_hanabi.fold(
            &t, dx_with(dx_event_new(DX_HANABI_DRAW, i / 5), 0, kind));
    }
    return t;
}

// Player 1 hints red: player 2's newest card, a red 2.  The red 1 is player 3's
// newest card, from where it plays unasked.
TEST(readers_at_the_second_level_read_through_other_hands)
{
    static const char hands[] = "g3 g4 b3 b4 p4 "
                                "y3 y4 g4 b4 r2 "
                                "y4 p3 p4 b2 r1 ";
    for (unsigned eyes = 0; eyes < 3; eyes++) {
        dx_hanabi t = lay_three(hands, eyes);
        dx_hint_heard heard;
        dx_heard_begin(&heard);
        dx_event event = dx_event_new(DX_HANABI_HINT, 0);
        event = dx_with(dx_with(dx_with(event, 0, 1), 1, RED), 2, 1U << 4);
        dx_hint_scene scene = dx_scene_of(&t);
        uint32_t r1 = 1U << kind_of(&t, "r1"), r2 = 1U << kind_of(&t, "r2");
        CHECK_EQ(read(&dx_reader_hgroup, &t, &heard, event).set[4], r1);
        CHECK_EQ(read(&dx_reader_hgroup2, &t, &heard, event).set[4], r1 | r2);
        if (eyes == 0) {
            dx_hint_effect e =
                dx_reader_effect(&dx_reader_hgroup2, &scene, &heard, event, 0);
            CHECK_EQ(e.called, 2);
            CHECK(e.call_is_right && e.is_true);
        }
        dx_reader_hear(&dx_reader_hgroup2, &scene, &heard, event);
        CHECK_EQ(heard.called[2], eyes == 1 ? 0 : 1U << 4);
        CHECK(eyes == 1 || heard.set[2][4] == r1);
        // Player 2 waits: once player 3 has moved, it knows which it is.
        dx_hint_heard played = heard;
        dx_event move = dx_event_new(DX_HANABI_PLAY, 2);
        move = dx_with(dx_with(move, 0, 4), 1, kind_of(&t, "r1"));
        dx_reader_hear(&dx_reader_hgroup2, &scene, &played, move);
        CHECK_EQ(played.set[1][4], r2);
        move = dx_with(dx_with(dx_event_new(DX_HANABI_THROW, 2), 0, 0), 1,
                       kind_of(&t, "y4"));
        dx_reader_hear(&dx_reader_hgroup2, &scene, &heard, move);
        CHECK_EQ(heard.set[1][4], r1);
    }
}

// Player 3 was told to play both its ones.  A two of player 2 may stand on any
// that player 1 and player 2 see, and a one there is no second copy of them.
TEST(readers_by_h_group_count_what_others_are_to_play)
{
    static const char hands[] = "g3 g4 b3 b4 p4 "
                                "y3 b1 g4 b4 r2 "
                                "y4 p3 p4 b1 r1 ";
    for (unsigned eyes = 0; eyes < 2; eyes++) {
        dx_hanabi t = lay_three(hands, eyes);
        dx_hint_heard heard;
        dx_heard_begin(&heard);
        dx_hint_scene scene = dx_scene_of(&t);
        dx_event ones = dx_event_new(DX_HANABI_HINT, 0), two = ones, one = ones;
        ones = dx_with(dx_with(dx_with(ones, 0, 2), 1, ONE), 2, 3U << 3);
        two = dx_with(dx_with(dx_with(two, 0, 1), 1, TWO), 2, 1U << 4);
        one = dx_with(dx_with(dx_with(one, 0, 1), 1, ONE), 2, 1U << 1);
        dx_reader_hear(&dx_reader_hgroup, &scene, &heard, ones);
        dx_game_hanabi.fold(&t, ones);
        CHECK_EQ(read(&dx_reader_hgroup, &t, &heard, two).set[4],
                 1U << kind_of(&t, "r2") | 1U << kind_of(&t, "b2"));
        CHECK_EQ(read(&dx_reader_hgroup, &t, &heard, one).set[1],
                 1U << kind_of(&t, "y1") | 1U << kind_of(&t, "g1") |
                     1U << kind_of(&t, "p1"));
    }
}

TEST(readers_by_h_group_do_not_name_a_card_twice)
{
    dx_hanabi t = lay("r4 b1 y4 g2 b1");
    dx_hint_heard heard;
    dx_heard_begin(&heard);
    dx_hint_reading blue = read(&dx_reader_hgroup, &t, &heard, hint(&t, BLUE));
    CHECK_EQ(blue.meant, 4);
    CHECK(!dx_reading_is_right(&blue, &t, 1, t.hand[1]));
    blue = read(&dx_reader_beginner, &t, &heard, hint(&t, BLUE));
    CHECK(dx_reading_is_right(&blue, &t, 1, t.hand[1]));
}

TEST(readers_at_the_second_level_see_a_call_that_goes_wrong)
{
    dx_hanabi t = lay_three("g3 g4 b3 b4 p4 "
                            "y3 y4 g4 b4 r2 "
                            "y4 p3 p4 b2 g4 ",
                            0);
    dx_hint_heard heard;
    dx_heard_begin(&heard);
    dx_event event = dx_event_new(DX_HANABI_HINT, 0);
    event = dx_with(dx_with(dx_with(event, 0, 1), 1, RED), 2, 1U << 4);
    dx_hint_scene scene = dx_scene_of(&t);
    dx_hint_effect e =
        dx_reader_effect(&dx_reader_hgroup2, &scene, &heard, event, 0);
    CHECK_EQ(e.called, 2);
    CHECK(!e.call_is_right && !e.is_true);
}

TEST(readers_count_what_is_wrong_twice_or_taken)
{
    dx_hanabi t = lay("g1 g1 y4 g2 b5");
    dx_hint_heard heard;
    dx_heard_begin(&heard);
    dx_hint_scene scene = dx_scene_of(&t);
    dx_hint_effect e =
        dx_reader_effect(&dx_reader_beginner, &scene, &heard, hint(&t, ONE), 0);
    CHECK_EQ(e.right, 1);
    CHECK_EQ(e.wrong, 1);
    e = dx_reader_effect(&dx_reader_beginner, &scene, &heard, hint(&t, ONE),
                         1U << kind_of(&t, "g1"));
    CHECK_EQ(e.right, 0);
    e = dx_reader_effect(&dx_reader_beginner, &scene, &heard, hint(&t, GREEN),
                         0);
    CHECK_EQ(e.wrong, 1);
    CHECK(!e.is_true);
}

// ---- games ----

typedef struct table {
    dx_rules rules;
    dx_policy policy[DX_SEATS_MAX];
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind[DX_SEATS_MAX];
    dx_random random;
} table;

static void sit_down(table *t, const char *rules, const char *one,
                     const char *others, uint64_t number)
{
    dx_error error = {.message = ""};
    memset(t, 0, sizeof *t);
    t->random = dx_random_named(SEED, number, 7);
    CHECK(dx_rules_parse(dx_games(), rules, &t->rules, &error) == DX_OK);
    t->deal = dx_deal_new(&t->rules, SEED, number);
    t->match = dx_match_new(&t->rules, t->deal);
    unsigned at = (unsigned)(number % dx_players(&t->rules));
    for (unsigned seat = 0; seat < dx_players(&t->rules); seat++) {
        CHECK_THAT(dx_policy_parse(dx_agents(), seat == at ? one : others,
                                   &t->rules, &t->policy[seat],
                                   &error) == DX_OK,
                   "%s", error.message);
        t->mind[seat] =
            dx_mind_new(&t->policy[seat], dx_match_view(t->match, seat));
    }
}

static void get_up(table *t)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_mind_free(t->mind[i]);
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

static dx_event step(table *t, dx_reason *reason)
{
    unsigned seat = dx_match_turn(t->match);
    dx_thought thought = {.random = &t->random, .reason = reason};
    dx_event move =
        dx_mind_choose(t->mind[seat], dx_match_view(t->match, seat), &thought);
    CHECK(dx_match_play(t->match, seat, move, NULL, NULL) == DX_OK);
    return move;
}

// Of players by one reader: every hint is true by it, and every card is in the
// set that was told of it.
static void check_truth(const char *agent, uint64_t number)
{
    CHECKING("%s, deal %u", agent, (unsigned)number);
    table t;
    sit_down(&t, "hanabi(players=3)", agent, agent, number);
    while (dx_match_turn(t.match) != DX_OVER) {
        unsigned seat = dx_match_turn(t.match), next = (seat + 1) % 3;
        dx_event moves[DX_MOVES_MAX];
        bool is_true[DX_MOVES_MAX], any = false;
        const dx_view *view = dx_match_view(t.match, seat);
        unsigned count = dx_view_moves(view, moves);
        dx_mind_truthful(t.mind[seat], view, count, moves, is_true);
        for (unsigned i = 0; i < count; i++)
            any |= is_true[i];
        dx_event move = step(&t, NULL);
        for (unsigned i = 0; i < count; i++)
            if (dx_event_same(moves[i], move) && any)
                CHECK_THAT(is_true[i], "a lie at event %u", view->count);
        // What another sees of a hand is within what its owner was told.
        const dx_view *other = dx_match_view(t.match, next);
        dx_hanabi heard = *(const dx_hanabi *)other->sight;
        dx_mind_follow(t.mind[next], other);
        dx_mind_hear(t.mind[next], other, &heard);
        for (unsigned slot = 0; slot < heard.size[seat]; slot++)
            CHECK(heard.could[seat][slot] >> heard.hand[seat][slot] & 1);
    }
    get_up(&t);
}

TEST(readers_own_hints_are_true_and_stay_so)
{
    static const char *const agents[] = {
        "beginner", "smart", "beginner(meant=oldest,number=all,colour=save)"};
    for (size_t a = 0; a < sizeof agents / sizeof *agents; a++)
        for (uint64_t number = 0; number < SAMPLE(4, 100); number++)
            check_truth(agents[a], number);
}

// What is told after some moves, over the shoulder of the third player.
static void tell(table *t, const char *agent, dx_text *out)
{
    const dx_view *view = dx_match_view(t->match, 2);
    dx_policy policy;
    CHECK(dx_policy_parse(dx_agents(), agent, view->rules, &policy, NULL) ==
          DX_OK);
    dx_mind *mind = dx_mind_new(&policy, view);
    policy.agent->tell(dx_mind_memory(mind), &policy, view, out);
    dx_mind_free(mind);
}

TEST(readers_tell_in_words_what_the_last_hints_say)
{
    unsigned told = 0;
    for (uint64_t number = 0; number < 4; number++) {
        table t;
        sit_down(&t, "hanabi(players=3)", "hgroup", "beginner", number);
        for (unsigned i = 0; i < 9 && dx_match_turn(t.match) != DX_OVER; i++) {
            dx_event move = step(&t, NULL);
            dx_text hgroup = {0}, partner = {0};
            tell(&t, "hgroup", &hgroup);
            tell(&t, "partner", &partner);
            bool is_hint = move.verb == DX_HANABI_HINT;
            const char *words = dx_text_string(&hgroup);
            CHECK_THAT(!is_hint ||
                           strstr(words, "by H-group, level 1, seat ") != NULL,
                       "%s", words);
            CHECK(!is_hint || strstr(words, ": card ") != NULL);
            words = dx_text_string(&partner);
            CHECK_THAT(strstr(words, "seat 1 seems to hint by ") != NULL &&
                           strstr(words, " in 10\n") != NULL,
                       "%s", words);
            CHECK(strstr(words, "seat 3 seems") == NULL);
            told += is_hint;
            dx_text_release(&hgroup);
            dx_text_release(&partner);
        }
        get_up(&t);
    }
    CHECK(told > 6);
}

static double mean_of(const char *rules, const char *one, const char *others,
                      unsigned games)
{
    double sum = 0;
    for (uint64_t number = 0; number < games; number++) {
        table t;
        sit_down(&t, rules, one, others, number);
        while (dx_match_turn(t.match) != DX_OVER) {
            dx_reason reason = {.rule = ""};
            step(&t, &reason);
            CHECK_THAT(reason.words != NULL, "%s: no words", reason.rule);
            dx_reason_release(&reason);
        }
        sum += dx_match_score(t.match, 0);
        get_up(&t);
    }
    return sum / games;
}

// Floors well below what docs/hanabi.md has: a sample of deals.
TEST(partner_plays_with_whoever_sits_there)
{
    static const struct {
        const char *who;
        double least;
    } floors[] = {{"partner", 20},
                  {"beginner", 20.3},
                  {"hgroup", 18.5},
                  {"hgroup(level=2)", 17},
                  {"smart", 19.5},
                  {"iggi", 16},
                  {"beginner(meant=oldest)", 18},
                  {"beginner(slip=10)", 18.5}};
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
        CHECKING("%s", floors[i].who);
        double mean = mean_of("hanabi(players=3)", floors[i].who, "partner",
                              SAMPLE(30, 300));
        CHECK_THAT(mean > floors[i].least, "%.2f", mean);
    }
}

// The weight at the end of a game of the readers that mean the same card.
static double weight_of(const char *who, unsigned meant, unsigned games)
{
    double sum = 0;
    for (uint64_t number = 0; number < games; number++) {
        table t;
        sit_down(&t, "hanabi(players=3)", who, "partner", number);
        while (dx_match_turn(t.match) != DX_OVER)
            step(&t, NULL);
        unsigned at = (unsigned)(number % 3), eyes = (at + 1) % 3;
        const dx_hanabi_partner *p = dx_mind_memory(t.mind[eyes]);
        for (unsigned k = 0; k < p->rule.count; k++)
            if (p->reader[k].meant == meant)
                sum += p->kinds.weight[at][k];
        get_up(&t);
    }
    return sum / games;
}

// Far more than at first; hints that all read alike tell nothing.
TEST(partner_finds_out_which_card_is_meant)
{
    CHECK(weight_of("beginner", DX_MEANT_NEWEST, 20) > 0.9);
    CHECK(weight_of("beginner(meant=oldest)", DX_MEANT_OLDEST, 20) > 0.2);
    double chop = weight_of("hgroup", DX_MEANT_CHOP, 20);
    CHECK_THAT(chop > 0.3, "%.2f", chop);
    CHECK(weight_of("iggi", DX_MEANT_NONE, 20) > 0.2);
    CHECK(weight_of("beginner", DX_MEANT_OLDEST, 20) < 0.02);
}

// What of a partner's moves the sentences do not say, by its own eyes.
typedef struct surprises {
    unsigned moves, gambles, odd_throws, idle, false_words, late_words;
} surprises;

static const dx_hanabi_partner *eyes_of(const table *t, unsigned seat,
                                        unsigned *out_house)
{
    const dx_hanabi_partner *p = dx_mind_memory(t->mind[seat]);
    for (unsigned k = 0; k < p->rule.count; k++)
        if (memcmp(&p->reader[k], &dx_reader_beginner, sizeof *p->reader) == 0)
            *out_house = k;
    return p;
}

static unsigned told_slots(const dx_hanabi_partner *p, unsigned house)
{
    dx_hint_scene scene = dx_scene_of(&p->table);
    unsigned told = 0;
    for (unsigned slot = 0; slot < p->table.size[p->me]; slot++)
        told |= (unsigned)dx_partner_is_told(p, &scene, house, p->me, slot)
                << slot;
    return told;
}

// A hint of the last round that is said to help whom it cannot help any more.
static bool is_too_late(const dx_hanabi *t, dx_event move,
                        const dx_reason *reason)
{
    unsigned step = (0U + move.arg[0] + t->players - move.who) % t->players;
    if (move.verb != DX_HANABI_HINT || t->turns_left == DX_HANABI_NOT_YET)
        return false;
    return strcmp(reason->rule, "save") == 0 ||
           (strcmp(reason->rule, "hint") == 0 && step >= t->turns_left);
}

// The memory of a mind that has just chosen is as it was before its move.
static void note_surprise(const table *t, dx_event move,
                          const dx_reason *reason, surprises *s)
{
    unsigned house = 0, slot = move.arg[0];
    const dx_hanabi_partner *p = eyes_of(t, move.who, &house);
    dx_hint_scene scene = dx_scene_of(&p->table);
    unsigned told = told_slots(p, house),
             next = dx_next_throw(&p->table, p->me);
    uint32_t known[DX_HANABI_SLOTS];
    dx_known_sets(&p->table, p->me, known);
    bool plays = move.verb == DX_HANABI_PLAY;
    bool throws = move.verb == DX_HANABI_THROW;
    s->moves++;
    s->gambles += plays && !(told >> slot & 1) && p->table.deck > 0 &&
                  (known[slot] & ~scene.playable) != 0;
    s->idle += throws && told != 0;
    s->odd_throws += throws && told == 0 && next != DX_NONE && slot != next &&
                     (known[slot] & ~scene.dead) != 0;
    s->false_words += strcmp(reason->rule, "told") == 0 && !(told >> slot & 1);
    s->late_words += is_too_late(&p->table, move, reason);
    CHECK_THAT(strstr(reason->words, "slot") == NULL &&
                   strstr(reason->words, "player") == NULL,
               "%s", reason->words);
}

static surprises surprises_of(const char *one, unsigned games)
{
    surprises s = {0};
    for (uint64_t number = 0; number < games; number++) {
        table t;
        sit_down(&t, "hanabi(players=3)", one, "partner", number);
        while (dx_match_turn(t.match) != DX_OVER) {
            dx_reason reason = {.rule = ""};
            dx_event move = step(&t, &reason);
            if (move.who != number % 3)
                note_surprise(&t, move, &reason, &s);
            dx_reason_release(&reason);
        }
        get_up(&t);
    }
    return s;
}

// Beside somebody who goes by the five sentences: it plays what it was told,
// and nothing else that is not sure; it throws what is of no use, else its
// oldest card; and it says of no card that a hint speaks of it if none does, of
// no hint that it helps who has no turn any more.
TEST(partner_does_what_the_five_sentences_say)
{
    surprises s = surprises_of("beginner", SAMPLE(40, 400));
    CHECK(s.moves > 1000);
    CHECK_THAT(s.gambles * 400 < s.moves, "%u gambles", s.gambles);
    CHECK_THAT(s.odd_throws * 50 < s.moves, "%u odd throws", s.odd_throws);
    CHECK_THAT(s.idle * 30 < s.moves, "%u times idle", s.idle);
    CHECK_THAT(s.false_words * 1000 < s.moves, "%u reasons", s.false_words);
    CHECK_THAT(s.late_words == 0, "%u hints too late", s.late_words);
}

TEST(partner_can_search)
{
    CHECK(mean_of("hanabi(players=2,colours=2,ranks=3)", "partner(search=4)",
                  "beginner", 2) > 2);
}

TEST(partner_can_do_without_a_language)
{
    CHECK(mean_of("hanabi(players=3)", "hgroup", "partner(without=hgroup)",
                  20) > 16);
    CHECK(mean_of("hanabi(players=2)", "beginner",
                  "partner(without=beginner,strike=yes)", 20) > 8);
}
