#include "game/twin.h"

#include "agents/protocol.h"
#include "ask/lens_say.h"
#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "minds/position.h"
#include "test.h"
#include "words/story.h"

#include <string.h>

enum { MOVES_MAX = 60, STARTS = 10, TRIES_MAX = 800 };

dx_event dx_twin_choose(dx_random *random, uint64_t seed, unsigned count,
                        const dx_event *moves)
{
    if (seed % 2 == 0)
        return moves[dx_random_below(random, count)];
    uint32_t verbs = 0;
    for (unsigned i = 0; i < count; i++)
        verbs |= UINT32_C(1) << moves[i].verb;
    uint64_t skip =
        dx_random_below(random, (unsigned)__builtin_popcount(verbs));
    for (; skip > 0; skip--)
        verbs &= verbs - 1;
    unsigned verb = (unsigned)__builtin_ctz(verbs), found = 0;
    dx_event chosen = moves[0];
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == verb && dx_random_below(random, ++found) == 0)
            chosen = moves[i];
    return chosen;
}

dx_event *dx_twin_play(const dx_rules *rules, uint64_t seed, unsigned moves_max,
                       unsigned *out_count)
{
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(seed, 0, 1);
    while (dx_match_turn(match) != DX_OVER && moves_max-- > 0) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = dx_twin_choose(&random, seed, count, moves);
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                 DX_OK);
    }
    const dx_event *events = dx_match_events(match, out_count);
    dx_event *copy = dx_copy(events, *out_count * sizeof *events);
    dx_match_free(match);
    dx_deal_free(deal);
    return copy;
}

typedef struct search {
    const dx_rules *rules;
    const dx_game *game;
    size_t bytes;
    unsigned seat, count, tries;
    const dx_event *actual;
    dx_event *other;
    char *truths; // after 0, 1, ... events
    dx_random random;
} search;

static void *truth_at(const search *s, unsigned i)
{
    return s->truths + i * s->bytes;
}

static void search_init(search *s, const dx_rules *rules,
                        const dx_event *actual, unsigned count)
{
    s->rules = rules;
    s->game = rules->game;
    s->bytes = (rules->game->table_bytes(rules) + 15) / 16 * 16;
    s->actual = actual;
    s->count = count;
    s->other = dx_alloc(count, sizeof *s->other);
    s->truths = dx_alloc(count + 1, s->bytes);
    s->game->setup(s->truths, rules);
    for (unsigned i = 0; i < count; i++) {
        memcpy(truth_at(s, i + 1), truth_at(s, i), s->bytes);
        s->game->fold(truth_at(s, i + 1), actual[i]);
    }
}

static void search_release(search *s)
{
    dx_free(s->other);
    dx_free(s->truths);
}

// What may happen at `table`.
static unsigned options(const search *s, const void *table, dx_event *out)
{
    uint32_t ways[DX_MOVES_MAX];
    unsigned turn = s->game->turn(table);
    return turn == DX_NATURE ? s->game->chances(table, out, ways)
           : turn == DX_OVER ? 0
                             : s->game->moves(table, turn, out);
}

// Is `option`, a move or an event of nature, one the seat may mistake for what
// was played?
static bool fits(const search *s, unsigned i, dx_event option)
{
    dx_event actual = s->actual[i];
    if (option.verb != actual.verb || option.who != actual.who)
        return false;
    if (s->game->verbs[option.verb].chance)
        return true; // the tables will tell
    dx_event move = dx_event_move(s->game->verbs, actual);
    return s->game->moves_alike == NULL
               ? dx_event_same(move, option)
               : s->game->moves_alike(s->rules, move, option, s->seat);
}

// Those that fit, in random order but often with what did happen in front:
// most of a game must stay as it was for a twin to exist.
static unsigned fitting(search *s, const void *table, unsigned i, dx_event *out)
{
    unsigned all = options(s, table, out), count = 0;
    for (unsigned k = 0; k < all; k++)
        if (fits(s, i, out[k]))
            out[count++] = out[k];
    dx_random_shuffle(&s->random, out, count, sizeof *out);
    dx_event played = dx_event_move(s->game->verbs, s->actual[i]);
    if (dx_random_below(&s->random, 4) > 0)
        for (unsigned k = 1; k < count; k++)
            if (dx_event_same(dx_event_move(s->game->verbs, out[k]), played)) {
                dx_event hold = out[0];
                out[0] = out[k];
                out[k] = hold;
            }
    return count;
}

static dx_event happen(const search *s, void *table, dx_event option)
{
    dx_event event = s->game->verbs[option.verb].chance
                         ? option
                         : s->game->decide(table, option);
    s->game->fold(table, event);
    return dx_event_stamp(event, s->game->turn(table));
}

static bool find(search *s, unsigned i, const void *table)
{
    if (i == s->count)
        return true;
    dx_event buffer[DX_MOVES_MAX];
    unsigned count = fitting(s, table, i, buffer);
    dx_event *option = dx_copy(buffer, count * sizeof *buffer);
    bool found = false;
    for (unsigned k = 0; k < count && !found && s->tries > 0; k++) {
        s->tries--;
        void *after = dx_copy(table, s->bytes);
        s->other[i] = happen(s, after, option[k]);
        found = s->game->alike(s->rules, truth_at(s, i + 1), after, s->seat) &&
                find(s, i + 1, after);
        dx_free(after);
    }
    dx_free(option);
    return found;
}

// As everywhere: seats count from 1.
static void add_seat(unsigned seat, dx_text *out)
{
    if (seat == DX_BYSTANDER)
        dx_text_add(out, "a bystander");
    else
        dx_text_printf(out, "seat %u", seat + 1);
}

static unsigned random_seat(const search *s, dx_random *random)
{
    unsigned seat = (unsigned)dx_random_below(random, dx_players(s->rules) + 1);
    return seat == dx_players(s->rules) ? DX_BYSTANDER : seat;
}

// What a program at the seat is sent.
static void print_messages(const dx_view *view, dx_text *out)
{
    if (view->count == 0 || view->seat >= DX_SEATS_MAX)
        return;
    dx_message_start(view, &(dx_player_clock){.move_ms = 1}, out);
    dx_message_see(view, view->count - 1, out);
    if (view->turn == view->seat)
        dx_message_turn(view,
                        &(dx_message_turn_options){
                            .seq = 1, .full = view->count < 40, .state = true},
                        out);
    dx_message_end(view, "over", out);
}

// Everything that the seat is given after an event: the event as text and
// JSON, who is next, its legal moves, a refusal, scores, its table,
// messages.
static void print_given(const dx_view *view, const void *truth, dx_text *out)
{
    const dx_rules *rules = view->rules;
    if (view->count > 0) {
        dx_say_event(rules, view->seen[view->count - 1], out);
        dx_text_add_char(out, '\n');
        dx_say_event_json(rules, view->seen[view->count - 1], out);
        dx_story_say(view, NULL, view->count - 1, out);
    }
    dx_text_printf(out, "\nnext %u\n", view->turn);
    if (view->turn == view->seat) {
        dx_event moves[DX_MOVES_MAX], ignored;
        dx_error error = {.message = ""};
        unsigned count = rules->game->moves(truth, view->seat, moves);
        for (unsigned i = 0; i < count; i++)
            dx_say_move(rules, moves[i], out);
        CHECK_EQ(dx_read_move(view, "no such move", &ignored, &error),
                 DX_ERR_MOVE);
        dx_text_add(out, error.message);
    }
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        dx_text_printf(
            out, "\nscore %d %d", rules->game->score(view->sight, seat),
            view->turn == DX_OVER ? rules->game->score(truth, seat) : 0);
    dx_text_add_char(out, '\n');
    rules->game->show(view->sight, out);
    dx_rules_state(rules, view->sight, out);
    print_messages(view, out);
}

// A game as it is, without a leak planted in it: only then its places are what
// is seen.
static bool is_sound(const dx_game *game)
{
    const dx_game *const *known = dx_games();
    while (*known != NULL && *known != game)
        known++;
    return *known != NULL;
}

// The position in sentences, and what may be done.
static void print_words(const dx_view *view, dx_text *out)
{
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    dx_event moves[DX_MOVES_MAX];
    unsigned count = view->turn == view->seat ? dx_view_moves(view, moves) : 0;
    if (!is_sound(view->rules->game))
        return;
    dx_position_say(view, NULL, false, out);
    for (unsigned i = 0; i < count; i++)
        dx_move_words(&cast, moves[i], out);
}

// Whether the game's first facts are so, with the reasons.
static void print_answers(dx_lens *lens, const dx_view *view, dx_text *out)
{
    const dx_atom *atom = view->rules->game->atoms;
    for (unsigned n = 0; n < 3 && atom[n].name != NULL; n++) {
        const dx_lens_answer *answer;
        dx_text fact = {0};
        dx_error error = {.message = ""};
        dx_text_add(&fact, atom[n].name);
        for (unsigned i = 0; i < DX_TERM_ARGS && atom[n].type[i] != NULL; i++) {
            unsigned values = dx_type_values(view->rules, atom[n].type[i]);
            dx_text_add_char(&fact, i == 0 ? '(' : ',');
            dx_type_say(view->rules, atom[n].type[i], view->count % values,
                        &fact);
        }
        dx_text_add(&fact, atom[n].type[0] != NULL ? ")" : "");
        if (dx_lens_ask(lens, dx_text_string(&fact), &answer, &error) ==
            DX_OK) {
            dx_lens_answer_say(lens, answer, "none", out);
            dx_lens_because_json(lens, answer, out);
        }
        dx_text_add(out, error.message);
        dx_text_release(&fact);
    }
}

// What a lens shows the seat, within few steps.
static void print_lens(const dx_view *view, dx_text *out)
{
    const dx_budget budget = {.steps_max = 20000};
    if (view->seat >= DX_SEATS_MAX || !is_sound(view->rules->game))
        return;
    for (unsigned depth = 0; depth < 2; depth++) {
        unsigned next = (view->seat + 1) % dx_players(view->rules);
        dx_lens_options options = {
            .depth = depth, .path = {next}, .budget = &budget};
        dx_lens *lens = dx_lens_new(view->rules, view->seat, &options);
        dx_error error = {.message = ""};
        dx_lens_follow(lens, view);
        if (dx_lens_json(lens, "none", out, &error) != DX_OK)
            dx_text_add(out, error.message);
        if (depth == 0)
            print_answers(lens, view, out);
        dx_lens_free(lens);
    }
}

static dx_twin compare(const search *s, dx_text *out)
{
    dx_eyes *one = dx_eyes_new(s->rules, s->seat);
    dx_eyes *two = dx_eyes_new(s->rules, s->seat);
    void *other = dx_copy(truth_at(s, 0), s->bytes);
    dx_text given[2] = {{0}, {0}};
    dx_twin twin = DX_TWIN_SAME;
    size_t bytes = s->game->table_bytes(s->rules);
    for (unsigned i = 0; i < s->count && twin == DX_TWIN_SAME; i++) {
        dx_text_clear(&given[0]);
        dx_text_clear(&given[1]);
        s->game->fold(other, s->other[i]);
        dx_eyes_see(one, s->actual[i]);
        dx_eyes_see(two, s->other[i]);
        print_given(dx_eyes_view(one), truth_at(s, i + 1), &given[0]);
        print_given(dx_eyes_view(two), other, &given[1]);
        // A lens through another's eyes may take long: of some, and all of the
        // long tests.
        if (i + 1 == s->count || dx_test_is_long()) {
            print_words(dx_eyes_view(one), &given[0]);
            print_words(dx_eyes_view(two), &given[1]);
        }
        if (i + 1 == s->count && (s->count % 3 == 1 || dx_test_is_long())) {
            print_lens(dx_eyes_view(one), &given[0]);
            print_lens(dx_eyes_view(two), &given[1]);
        }
        if (strcmp(dx_text_string(&given[0]), dx_text_string(&given[1])) != 0 ||
            memcmp(dx_eyes_view(one)->sight, dx_eyes_view(two)->sight, bytes) !=
                0) {
            add_seat(s->seat, out);
            dx_text_printf(out, " is given at event %u:\n%s\nor\n%s", i,
                           dx_text_string(&given[0]),
                           dx_text_string(&given[1]));
            twin = DX_TWIN_DIFFERS;
        }
    }
    dx_text_release(&given[0]);
    dx_text_release(&given[1]);
    dx_free(other);
    dx_eyes_free(one);
    dx_eyes_free(two);
    return twin;
}

static bool is_anything_hidden(const search *s)
{
    dx_masks masks;
    dx_masks_init(&masks, s->game->verbs);
    for (unsigned i = 0; i < s->count; i++)
        if (!dx_event_same(dx_masks_see(&masks, s->actual[i], s->seat),
                           s->actual[i]))
            return true;
    return false;
}

// A choice that leaves no way on shows only much later (a card taken that
// somebody else must draw), so short searches, started again, find more than a
// long one.
static bool find_other(search *s)
{
    for (unsigned start = 0; start < STARTS; start++) {
        s->tries = TRIES_MAX;
        if (find(s, 0, truth_at(s, 0)) &&
            memcmp(s->actual, s->other, s->count * sizeof *s->actual) != 0)
            return true;
    }
    return false;
}

bool dx_twin_find(const dx_rules *rules, uint64_t seed, dx_twins *out)
{
    search s = {.random = dx_random_named(seed, 0, 2)};
    unsigned length = (unsigned)dx_random_below(&s.random, MOVES_MAX);
    out->actual = dx_twin_play(rules, seed, length, &out->count);
    search_init(&s, rules, out->actual, out->count);
    out->seat = s.seat = random_seat(&s, &s.random);
    bool found = find_other(&s);
    out->other = dx_copy(s.other, out->count * sizeof *s.other);
    search_release(&s);
    return found;
}

dx_twin dx_twin_compare(const dx_rules *rules, uint64_t seed, dx_text *out)
{
    unsigned count;
    search s = {.random = dx_random_named(seed, 0, 2)};
    unsigned length = (unsigned)dx_random_below(&s.random, MOVES_MAX);
    dx_event *actual = dx_twin_play(rules, seed, length, &count);
    search_init(&s, rules, actual, count);
    s.seat = random_seat(&s, &s.random);
    dx_twin twin = DX_TWIN_NONE;
    if (find_other(&s))
        twin = compare(&s, out);
    if (twin == DX_TWIN_NONE && !is_anything_hidden(&s))
        twin = DX_TWIN_OPEN;
    search_release(&s);
    dx_free(actual);
    return twin;
}

dx_twin dx_twin_tell_apart(const dx_rules *rules, uint64_t seed, dx_text *out)
{
    unsigned count;
    search s = {.random = dx_random_named(seed, 0, 3)};
    dx_event *actual = dx_twin_play(rules, seed, MOVES_MAX, &count);
    search_init(&s, rules, actual, count);
    s.seat = random_seat(&s, &s.random);
    unsigned i = (unsigned)dx_random_below(&s.random, count);
    dx_event option[DX_MOVES_MAX];
    unsigned options_count = options(&s, truth_at(&s, i), option);
    dx_masks masks;
    dx_masks_init(&masks, s.game->verbs);
    dx_twin twin = DX_TWIN_NONE;
    for (unsigned k = 0; k < options_count; k++) {
        void *after = dx_copy(truth_at(&s, i), s.bytes);
        dx_event other = happen(&s, after, option[k]);
        bool told = !fits(&s, i, option[k]) ||
                    !s.game->alike(s.rules, truth_at(&s, i + 1), after, s.seat);
        dx_free(after);
        bool seen = !dx_event_same(dx_masks_see(&masks, other, s.seat),
                                   dx_masks_see(&masks, actual[i], s.seat));
        if (told && twin == DX_TWIN_NONE)
            twin = DX_TWIN_DIFFERS;
        if (told && !seen) {
            add_seat(s.seat, out);
            dx_text_add(out, " knows, but does not see: ");
            dx_say_event(rules, actual[i], out);
            dx_text_add(out, " and not ");
            dx_say_event(rules, other, out);
            twin = DX_TWIN_SAME;
            break;
        }
    }
    search_release(&s);
    dx_free(actual);
    return twin;
}
