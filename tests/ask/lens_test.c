// A lens shows what the worlds that the reference lists have in common, turn by
// turn, for every seat; through two minds it shows what formulas asked of all
// histories say; and it shows nothing that the view does not have.

#include "ask/lens_say.h"
#include "ask/place_fact.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "games/hanabi/hanabi.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <string.h>

enum { WORLDS_MAX = 3000, EVENTS_MAX = 64 };

typedef struct scene {
    dx_rules rules;
    dx_assumption assumption;
    dx_event *past;
    unsigned count;
    unsigned judged;
} scene;

static void begin(scene *s, const char *rules, uint64_t seed, unsigned moves)
{
    CHECK_EQ(dx_rules_parse(dx_games(), rules, &s->rules, NULL), DX_OK);
    s->past = dx_twin_play(&s->rules, seed, moves, &s->count);
}

static dx_lens *lens_of(const scene *s, unsigned seat)
{
    return dx_lens_new(&s->rules, seat,
                       &(dx_lens_options){.assumption = &s->assumption});
}

// Eyes that have seen all of the past.
static dx_eyes *eyes_of(const scene *s, unsigned seat)
{
    dx_eyes *eyes = dx_eyes_new(&s->rules, seat);
    for (unsigned i = 0; i < s->count; i++)
        dx_eyes_see(eyes, s->past[i]);
    return eyes;
}

static uint8_t held_in(const scene *s, const dx_frame *frame,
                       const dx_world *world, unsigned place, unsigned kind)
{
    uint8_t copies[DX_KINDS_MAX] = {0};
    dx_places_held(s->rules.game->places, frame->sight, world->table, place,
                   copies);
    return copies[kind];
}

// ---- one moment, against the worlds ----

// The kinds that some world has in a place, and the mean number of one.
static uint64_t listed(const scene *s, const dx_frame *frame,
                       const dx_worlds *worlds, unsigned place)
{
    uint64_t kinds = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
            if (held_in(s, frame, &world, place, kind) > 0)
                kinds |= DX_BIT(kind);
    }
    return kinds;
}

static dx_fraction listed_mean(const scene *s, const dx_frame *frame,
                               const dx_worlds *worlds, unsigned place,
                               unsigned kind)
{
    dx_fraction sum = dx_fraction_int(0), all = sum;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        int copies = held_in(s, frame, &world, place, kind);
        all = dx_fraction_add(all, world.exact);
        sum = dx_fraction_add(
            sum, dx_fraction_multiply(world.exact, dx_fraction_int(copies)));
    }
    return dx_fraction_divide(sum, all);
}

// Worlds whose tables differ.
static size_t count_tables(const scene *s, const dx_worlds *worlds)
{
    size_t bytes = s->rules.game->table_bytes(&s->rules), count = 0;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        size_t k = 0;
        while (memcmp(dx_worlds_at(worlds, k).table,
                      dx_worlds_at(worlds, i).table, bytes) != 0)
            k++;
        count += k == i;
    }
    return count;
}

static void judge_board(scene *s, const dx_lens_board *b, const dx_frame *frame,
                        const dx_worlds *worlds)
{
    dx_count count;
    CHECK(dx_natural_to_count(&b->worlds, &count));
    CHECK_EQ((size_t)count, count_tables(s, worlds));
    for (unsigned place = 0; place < b->places; place++) {
        CHECK_EQ(b->place[place].possible, listed(s, frame, worlds, place));
        if (b->place[place].is_seen) // of what lies there it is certain
            CHECK_EQ(b->place[place].certain, b->place[place].possible);
        for (unsigned kind = 0;
             b->has_chances && dx_worlds_have_chances(worlds) &&
             kind < b->kinds;
             kind++) {
            dx_fraction want = listed_mean(s, frame, worlds, place, kind);
            if (!dx_fraction_is_lost(want))
                CHECK_EQ(dx_rational_compare_fraction(
                             dx_lens_mean(b, place, kind), want),
                         0);
        }
    }
    s->judged++;
}

// The chance of a deal among the listed worlds.
static dx_fraction listed_chance(const scene *s, const dx_frame *frame,
                                 const dx_worlds *worlds, const dx_dealt *dealt)
{
    dx_fraction sum = dx_fraction_int(0), all = sum;
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        bool same = true;
        for (unsigned p = 0; p < frame->space.place_count; p++)
            for (unsigned k = 0; k < frame->space.kind_count; k++)
                same = same &&
                       held_in(s, frame, &world, p, k) == dealt->count[p][k];
        all = dx_fraction_add(all, world.exact);
        if (same)
            sum = dx_fraction_add(sum, world.exact);
    }
    return dx_fraction_divide(sum, all);
}

static void judge_likeliest(scene *s, dx_lens *lens, const dx_frame *frame,
                            const dx_worlds *worlds)
{
    dx_likeliest found;
    const dx_rational *before = NULL;
    CHECK_EQ(dx_lens_worlds(lens, 4, &found, NULL), DX_OK);
    CHECK(found.count > 0 && found.count <= found.deals);
    for (size_t i = 0; i < found.count; i++) {
        const dx_likely *world = &found.world[i];
        dx_fraction want = listed_chance(s, frame, worlds, &world->dealt);
        CHECK(!dx_fraction_is_zero(want));
        if (!dx_worlds_have_chances(worlds) || dx_fraction_is_lost(want))
            continue;
        if (!dx_rational_is_zero(&world->chance)) {
            CHECK_EQ(dx_rational_compare_fraction(&world->chance, want), 0);
            CHECK(before == NULL ||
                  dx_rational_compare(before, &world->chance) >= 0);
            before = &world->chance;
        }
    }
    dx_likeliest_release(&found);
}

// ---- which event removed what, by another way of telling cards apart ----

// In Hanabi cards move down in a hand; elsewhere a place keeps its name.
typedef struct history {
    unsigned moments;
    unsigned event[EVENTS_MAX];
    unsigned card[EVENTS_MAX][DX_PLACES_MAX];
    uint64_t possible[EVENTS_MAX][DX_PLACES_MAX];
    unsigned places[EVENTS_MAX];
    unsigned hands[8][8], size[8], drawn; // of Hanabi: which card is where
} history;

static void follow_cards(const scene *s, history *h, dx_event event)
{
    if (strcmp(s->rules.game->name, "hanabi") != 0)
        return;
    if (event.verb == DX_HANABI_PLAY || event.verb == DX_HANABI_THROW) {
        unsigned *hand = h->hands[event.who];
        for (unsigned i = event.arg[0]; i + 1 < h->size[event.who]; i++)
            hand[i] = hand[i + 1];
        h->size[event.who]--;
    } else if (s->rules.game->verbs[event.verb].chance) {
        h->hands[event.who][h->size[event.who]++] = ++h->drawn;
    }
}

static unsigned card_of(const scene *s, const history *h, unsigned place,
                        const dx_place_word *word)
{
    if (strcmp(s->rules.game->name, "hanabi") == 0)
        return h->hands[word->args[0]][word->args[1]];
    bool is_own = strcmp(s->rules.game->name, "saboteur") == 0;
    if (is_own ||
        (word->atom != NULL && strcmp(word->atom->name, "envelope") == 0))
        return 100 + place;
    return (unsigned)word->args[0] + 1;
}

// The event after which the card can no longer be of the kind, though it could
// be before; DX_NONE: it never could, or still can.
static unsigned removed_at(const history *h, unsigned card, unsigned kind)
{
    unsigned removed = DX_NONE;
    bool could = false, was_there = false;
    for (unsigned m = 0; m < h->moments; m++) {
        bool can = false, is_there = false;
        for (unsigned p = 0; p < h->places[m]; p++)
            if (h->card[m][p] == card) {
                is_there = true;
                can = can || (h->possible[m][p] >> kind & 1);
            }
        if (was_there && could && !can)
            removed = h->event[m];
        if (can || !is_there) // it was shown; what comes there is another
            removed = DX_NONE;
        could = can;
        was_there = is_there;
    }
    return removed;
}

static void judge_story(const scene *s, dx_lens *lens, const dx_lens_board *b,
                        const history *h)
{
    for (unsigned place = 0; place < b->places; place++) {
        dx_place_story story;
        if (b->place[place].is_seen || b->place[place].size == 0)
            continue;
        CHECK_EQ(dx_lens_story(lens, place, &story, NULL), DX_OK);
        unsigned card = card_of(s, h, place, &b->words.of[place]);
        for (unsigned kind = 0; kind < b->kinds; kind++) {
            unsigned told = DX_NONE;
            for (size_t i = 0; i < story.removals.count; i++)
                if (story.removals.at[i].kinds >> kind & 1)
                    told = story.removals.at[i].event;
            CHECK_THAT(told == removed_at(h, card, kind),
                       "place %u, kind %u: %u, not %u", place, kind, told,
                       removed_at(h, card, kind));
        }
        dx_place_story_release(&story);
    }
}

// ---- a game, from one seat ----

static void note_moment(const scene *s, history *h, const dx_worlds *worlds,
                        const dx_frame *frame, unsigned event)
{
    dx_place_words words;
    unsigned m = h->moments++;
    dx_place_words_find(&s->rules, frame, &words);
    h->event[m] = event;
    h->places[m] = frame->space.place_count;
    for (unsigned p = 0; p < frame->space.place_count; p++) {
        h->card[m][p] =
            frame->size[p] == 0 ? 0 : card_of(s, h, p, &words.of[p]);
        h->possible[m][p] = listed(s, frame, worlds, p);
    }
}

static void judge_seat(scene *s, unsigned seat)
{
    dx_consider_options options = {.assumption = &s->assumption,
                                   .worlds_max = WORLDS_MAX};
    dx_worlds *worlds = dx_worlds_new(&s->rules, seat, &options);
    dx_eyes *eyes = dx_eyes_new(&s->rules, seat);
    dx_frames *frames = dx_frames_new(&s->rules);
    dx_lens *lens = lens_of(s, seat);
    history *h = dx_alloc(1, sizeof *h);
    dx_status status = DX_OK;
    for (unsigned i = 0; i < s->count && h->moments < EVENTS_MAX; i++) {
        const dx_lens_board *board;
        dx_frames_follow(frames, s->past[i]);
        dx_eyes_see(eyes, s->past[i]);
        follow_cards(s, h, s->past[i]);
        const dx_view *view = dx_eyes_view(eyes);
        status = dx_worlds_follow(worlds, view->seen[i], NULL);
        if (status != DX_OK)
            break;
        bool is_turn = s->past[i].next != DX_NATURE;
        if (h->moments == 0 && !is_turn)
            continue;
        note_moment(s, h, worlds, dx_frames_now(frames), i);
        if (!is_turn)
            continue;
        CHECKING("%s, seat %u, event %u", s->rules.game->name, seat + 1, i);
        dx_lens_follow(lens, view);
        CHECK_EQ(dx_lens_look(lens, &board, NULL), DX_OK);
        judge_board(s, board, dx_frames_now(frames), worlds);
        judge_likeliest(s, lens, dx_frames_now(frames), worlds);
        judge_story(s, lens, board, h);
    }
    dx_free(h);
    dx_lens_free(lens);
    dx_frames_free(frames);
    dx_eyes_free(eyes);
    dx_worlds_free(worlds);
}

static void judge(const char *rules, unsigned assumption)
{
    scene s = {.assumption = {.kind = assumption}};
    for (uint64_t seed = 0; seed < SAMPLE(3, 60); seed++) {
        begin(&s, rules, seed, 10);
        for (unsigned seat = 0; seat < dx_players(&s.rules); seat++)
            judge_seat(&s, seat);
        dx_free(s.past);
    }
    CHECK_THAT(s.judged > 10, "%s: only %u moments", rules, s.judged);
}

TEST(a_lens_shows_what_all_worlds_have_at_every_turn_and_since_when)
{
    judge("hanabi(tiny)", DX_ASSUME_NONE);
    judge("hanabi(players=3,colours=2,ranks=2,low=2,high=2,hand=2)",
          DX_ASSUME_NONE);
    judge("hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)",
          DX_ASSUME_UNIFORM);
    judge("kemps(tiny)", DX_ASSUME_NONE);
    judge("clue(tiny)", DX_ASSUME_NONE);
    judge("saboteur(tiny)", DX_ASSUME_NONE);
    judge("clue(small)", DX_ASSUME_UNIFORM);
}

// Hands of several cards, and numbers of moves that more than one card changes.
static void judge_worlds(const char *rules)
{
    scene s = {.assumption = {.kind = DX_ASSUME_UNIFORM}};
    for (uint64_t seed = 0; seed < SAMPLE(3, 60); seed++) {
        begin(&s, rules, seed, 10);
        dx_consider_options options = {.assumption = &s.assumption,
                                       .worlds_max = WORLDS_MAX};
        dx_worlds *worlds = dx_worlds_new(&s.rules, 0, &options);
        dx_eyes *eyes = dx_eyes_new(&s.rules, 0);
        dx_frames *frames = dx_frames_new(&s.rules);
        dx_lens *lens = lens_of(&s, 0);
        for (unsigned i = 0; i < s.count; i++) {
            CHECKING("%s, seed %d, event %u", rules, (int)seed, i);
            dx_frames_follow(frames, s.past[i]);
            dx_eyes_see(eyes, s.past[i]);
            const dx_view *view = dx_eyes_view(eyes);
            if (dx_worlds_follow(worlds, view->seen[i], NULL) != DX_OK)
                break;
            dx_lens_follow(lens, view);
            if (s.past[i].next != DX_NATURE)
                judge_likeliest(&s, lens, dx_frames_now(frames), worlds);
        }
        dx_lens_free(lens);
        dx_frames_free(frames);
        dx_eyes_free(eyes);
        dx_worlds_free(worlds);
        dx_free(s.past);
    }
}

TEST(the_likeliest_worlds_weigh_what_the_moves_in_them_make_likely)
{
    judge_worlds("gofish(tiny)");
    judge_worlds("gofish(small)");
}

// ---- through two minds and three ----

static bool holds(scene *s, const dx_view *view, const char *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(store, text, &f, NULL), DX_OK);
    dx_ask_options options = {.engine = "histories",
                              .assumption = &s->assumption};
    CHECK_EQ(dx_ask_seat(store, view, f, &options, &answer, NULL), DX_OK);
    bool is = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return is;
}

// The cell as formulas have it: K K M fact, K K K ~fact.
static void judge_cell(scene *s, dx_lens *lens, const dx_view *view,
                       const dx_lens_board *b, unsigned place, unsigned kind)
{
    const dx_lens_options *how = dx_lens_how(lens);
    dx_text fact = {0}, prefix = {0}, text = {0};
    dx_place_fact(&b->words, place, kind, &fact);
    CHECK(dx_text_string(&fact)[0] != '\0');
    for (size_t i = 0; i + 1 < how->depth; i++)
        dx_text_printf(&prefix, "K[%u] ", how->path[i] + 1);
    dx_text_printf(&text, "%sM[%u] %s", dx_text_string(&prefix),
                   how->path[how->depth - 1] + 1, dx_text_string(&fact));
    bool sure = holds(s, view, dx_text_string(&text));
    dx_text_clear(&text);
    dx_text_printf(&text, "%sK[%u] ~%s", dx_text_string(&prefix),
                   how->path[how->depth - 1] + 1, dx_text_string(&fact));
    bool excluded = holds(s, view, dx_text_string(&text));
    CHECK_THAT((b->place[place].sure >> kind & 1) == sure, "%s",
               dx_text_string(&fact));
    CHECK_THAT(!(b->place[place].possible >> kind & 1) == excluded, "%s",
               dx_text_string(&fact));
    s->judged++;
    dx_text_release(&text);
    dx_text_release(&prefix);
    dx_text_release(&fact);
}

static void judge_path(scene *s, unsigned seat, const dx_lens_options *how)
{
    dx_eyes *eyes = eyes_of(s, seat);
    const dx_view *view = dx_eyes_view(eyes);
    dx_lens *lens = dx_lens_new(&s->rules, seat, how);
    const dx_lens_board *b;
    dx_lens_follow(lens, view);
    CHECK_EQ(dx_lens_look(lens, &b, NULL), DX_OK);
    for (unsigned place = 0; place < b->places; place++)
        for (unsigned kind = 0; kind < b->kinds; kind++)
            if (b->place[place].is_hidden && b->place[place].size > 0 &&
                b->copies[kind] > 0 && b->words.of[place].value[kind] >= 0)
                judge_cell(s, lens, view, b, place, kind);
    dx_lens_free(lens);
    dx_eyes_free(eyes);
}

static void judge_minds(const char *rules)
{
    scene s = {0};
    for (uint64_t seed = 1; seed < SAMPLE(3, 12); seed++) {
        CHECKING("%s, seed %d", rules, (int)seed);
        begin(&s, rules, seed, 3 + (unsigned)seed % 5);
        unsigned last = dx_players(&s.rules) - 1;
        judge_path(&s, 0, &(dx_lens_options){.depth = 1, .path = {last}});
        judge_path(&s, last, &(dx_lens_options){.depth = 2, .path = {0, last}});
        if (last > 1) // who is between may see less than the others
            judge_path(&s, 0, &(dx_lens_options){.depth = 2, .path = {1, 2}});
        dx_free(s.past);
    }
    CHECK(s.judged > 2);
}

TEST(through_minds_a_lens_shows_what_all_histories_answer)
{
    judge_minds("hanabi(tiny)");
    judge_minds("kemps(tiny)");
    judge_minds("clue(tiny)");
    judge_minds("saboteur(tiny)");
}

// ---- nothing but the view ----

// All that a lens says at a view, after `other` questions.
static char *all_of(scene *s, const dx_view *view, unsigned other)
{
    static const char *const questions[] = {
        "forall a in seat: K[a] true", "P[1](now > 2)", "K[1] K[2] now >= 1"};
    const dx_lens_answer *answer;
    dx_text out = {0};
    dx_lens *lens = lens_of(s, view->seat);
    dx_lens_follow(lens, view);
    for (unsigned i = 0; i < other; i++)
        CHECK_EQ(dx_lens_ask(lens, questions[i], &answer, NULL), DX_OK);
    CHECK_EQ(dx_lens_json(lens, "", &out, NULL), DX_OK);
    CHECK_EQ(dx_lens_ask(lens, questions[2], &answer, NULL), DX_OK);
    dx_lens_answer_json(lens, answer, "", &out);
    dx_text_printf(&out, "%llu", (unsigned long long)answer->steps);
    dx_lens_free(lens);
    return dx_text_take(&out);
}

static void compare_worlds(scene *s, unsigned seat)
{
    dx_worlds *worlds;
    dx_eyes *eyes = eyes_of(s, seat);
    dx_consider_options options = {.assumption = &s->assumption,
                                   .worlds_max = WORLDS_MAX};
    if (dx_consider(dx_eyes_view(eyes), &options, &worlds, NULL) == DX_OK) {
        char *want = all_of(s, dx_eyes_view(eyes), 0);
        for (size_t i = 0; i < dx_worlds_count(worlds) && i < 3; i++) {
            dx_world world = dx_worlds_at(worlds, i);
            dx_eyes *twin = dx_world_eyes(&s->rules, &world, seat);
            char *got = all_of(s, dx_eyes_view(twin), 1 + (unsigned)i);
            CHECK_TEXT(got, want);
            dx_free(got);
            dx_eyes_free(twin);
            s->judged++;
        }
        dx_free(want);
        dx_worlds_free(worlds);
    }
    dx_eyes_free(eyes);
}

TEST(in_worlds_that_a_seat_cannot_tell_apart_its_lens_says_the_same)
{
    static const char *const rules[] = {"hanabi(tiny)", "kemps(tiny)",
                                        "clue(tiny)", "clue(small)"};
    scene s = {.assumption = {.kind = DX_ASSUME_UNIFORM}};
    for (unsigned r = 0; r < sizeof rules / sizeof *rules; r++)
        for (uint64_t seed = 0; seed < SAMPLE(3, 40); seed++) {
            CHECKING("%s, seed %d", rules[r], (int)seed);
            begin(&s, rules[r], seed, 2 + (unsigned)seed % 9);
            for (unsigned seat = 0; seat < dx_players(&s.rules); seat++)
                compare_worlds(&s, seat);
            dx_free(s.past);
        }
    CHECK(s.judged > 20);
}

// ---- two worlds that show why ----

static bool is_so(scene *s, const dx_world *world, const char *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_moment moment = {&s->rules, world->past, world->count};
    dx_formula f;
    dx_answer answer;
    CHECK_EQ(dx_parse(store, text, &f, NULL), DX_OK);
    CHECK_EQ(
        dx_ask_above(store, &moment, f, &(dx_ask_options){0}, &answer, NULL),
        DX_OK);
    bool is = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return is;
}

// The places in which a world is not as a deal.
static uint64_t differs_in(const scene *s, const dx_frame *frame,
                           const dx_world *world, const dx_dealt *dealt)
{
    uint64_t differ = 0;
    for (unsigned p = 0; p < frame->space.place_count; p++)
        for (unsigned k = 0; k < frame->space.kind_count; k++)
            if (held_in(s, frame, world, p, k) != dealt->count[p][k])
                differ |= DX_BIT(p);
    return differ;
}

static void judge_contrast(scene *s, const dx_frame *frame,
                           const dx_worlds *worlds, const dx_lens_answer *a,
                           const char *text)
{
    unsigned with = 0, without = 0;
    CHECK_THAT(a->example != NULL && a->counterexample != NULL, "%s", text);
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        bool is = is_so(s, &world, text);
        uint64_t differ = differs_in(s, frame, &world, a->example);
        with += is && differ == 0;
        without += !is && differs_in(s, frame, &world, a->counterexample) == 0;
        if (!is)
            CHECK_THAT((differ & ~a->breaks) != 0 || differ == a->breaks,
                       "%s: one is nearer", text);
    }
    CHECK_THAT(with > 0 && without > 0, "%s: %u and %u worlds", text, with,
               without);
    s->judged++;
}

// Questions that are open for the seat, asked as they are and of its own mind.
static void judge_questions(scene *s, unsigned seat, const char *const *texts)
{
    dx_worlds *worlds;
    dx_eyes *eyes = dx_eyes_new(&s->rules, seat);
    dx_frames *frames = dx_frames_new(&s->rules);
    for (unsigned i = 0; i < s->count; i++) {
        dx_eyes_see(eyes, s->past[i]);
        dx_frames_follow(frames, s->past[i]);
    }
    dx_lens *lens = lens_of(s, seat);
    dx_lens_follow(lens, dx_eyes_view(eyes));
    dx_consider_options options = {.worlds_max = 1000};
    if (dx_consider(dx_eyes_view(eyes), &options, &worlds, NULL) == DX_OK) {
        for (; *texts != NULL; texts++) {
            const dx_lens_answer *a, *own;
            dx_text known = {0};
            dx_text_printf(&known, "K[%u] (%s)", seat + 1, *texts);
            CHECK_EQ(dx_lens_ask(lens, *texts, &a, NULL), DX_OK);
            CHECK_EQ(dx_lens_ask(lens, dx_text_string(&known), &own, NULL),
                     DX_OK);
            CHECK_EQ(a->breaks, own->breaks);
            if (a->answer.truth == DX_ANSWER_OPEN)
                judge_contrast(s, dx_frames_now(frames), worlds, a, *texts);
            dx_text_release(&known);
        }
        dx_worlds_free(worlds);
    }
    dx_lens_free(lens);
    dx_frames_free(frames);
    dx_eyes_free(eyes);
}

TEST(an_open_answer_has_two_worlds_and_no_nearer_ones)
{
    static const char *const games[] = {
        "hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)",
        "kemps(tiny)", "clue(small)", "gofish(ranks=3,copies=3,hand=2)",
        "gofish(players=3,ranks=3,copies=3,hand=2,deal=round,books=kept)"};
    static const char *const texts[][6] = {
        {"playable(1,1)", "playable(1,1) | rank(2,2,1)", "K[1] playable(2,1)",
         "rank(1,1,1) & rank(1,2,1)"},
        {"hand(1,2h)", "hand(2,3d) | hand(1,4h)", "K[2] hand(1,2d)",
         "count(1,3) >= 1", "P[1](hand(2,2h)) < P[2](hand(2,3h))"},
        {"has(1,scarlett)", "envelope(knife) & has(2,kitchen)",
         "K[2] has(1,mustard)", "envelope(kitchen)"},
        {"exists x in ranks: book(2,x)", "P[1](has(2,2)) < P[2](has(2,3))",
         "count(1,2) >= 1 & count(1,3) >= 1", "P[2](has(1,2)) < count(1,3)"},
        {"count(1,2) >= 1 & count(1,3) >= 1",
         "~(count(1,a) >= 1 & count(1,2) >= 1)", "K[2] has(1,a)"},
    };
    scene s = {0};
    for (unsigned g = 0; g < sizeof games / sizeof *games; g++)
        for (uint64_t seed = 0; seed < SAMPLE(16, 80); seed++) {
            CHECKING("%s, seed %d", games[g], (int)seed);
            begin(&s, games[g], seed, 1 + (unsigned)seed % 6);
            for (unsigned seat = 0; seat < dx_players(&s.rules); seat++)
                judge_questions(&s, seat, texts[g]);
            dx_free(s.past);
        }
    CHECK_THAT(s.judged > 20, "only %u", s.judged);
}

// A lens at a moment of a game, and what it follows.
typedef struct looking {
    scene scene;
    dx_eyes *eyes;
    dx_lens *lens;
} looking;

static void look_at(looking *l, const char *rules, uint64_t seed,
                    unsigned moves, unsigned seat)
{
    begin(&l->scene, rules, seed, moves);
    l->eyes = eyes_of(&l->scene, seat);
    l->lens = lens_of(&l->scene, seat);
    dx_lens_follow(l->lens, dx_eyes_view(l->eyes));
}

static void look_away(looking *l)
{
    dx_lens_free(l->lens);
    dx_eyes_free(l->eyes);
    dx_free(l->scene.past);
}

// The answer takes a few steps; what is shown beside it must not take more than
// it is worth.
TEST(worlds_that_show_an_answer_cost_little_at_full_size)
{
    looking l = {.lens = NULL};
    const dx_lens_answer *a;
    look_at(&l, "saboteur", 11, 40, 2);
    CHECK_EQ(dx_lens_ask(l.lens, "saboteur(5)", &a, NULL), DX_OK);
    CHECK_EQ(a->answer.truth, DX_ANSWER_OPEN);
    CHECK(a->example != NULL && a->counterexample != NULL);
    // Another role in the place of seat 5, and one that it was changed for.
    CHECK_EQ(__builtin_popcountll(a->breaks), 2);
    CHECK_THAT(a->steps < 2000000, "%llu steps", (unsigned long long)a->steps);
    look_away(&l);
}

// "Not f" holds in its example; behind "it does not know f" stand worlds of f.
TEST(what_is_denied_has_examples_of_the_denial)
{
    looking l = {.lens = NULL};
    const dx_lens_answer *a;
    look_at(&l, "saboteur", 11, 40, 2);
    CHECK_EQ(
        dx_lens_ask(l.lens, "K[3] ~(saboteur(5) & ~saboteur(5))", &a, NULL),
        DX_OK);
    CHECK_EQ(a->answer.truth, DX_ANSWER_YES);
    CHECK(a->example != NULL && a->counterexample == NULL);
    CHECK_EQ(dx_lens_ask(l.lens, "~K[3] saboteur(5)", &a, NULL), DX_OK);
    CHECK_EQ(a->answer.truth, DX_ANSWER_YES);
    CHECK(a->example != NULL && a->counterexample != NULL);
    look_away(&l);
}

// Who only watches has a mind too: it sees nothing that is hidden.
TEST(a_bystander_is_answered_what_all_could_know_and_shown_whole_worlds)
{
    looking l = {.lens = NULL};
    const dx_lens_answer *a;
    look_at(&l, "clue(small)", 3, 4, DX_BYSTANDER);
    CHECK_EQ(dx_lens_ask(l.lens, "envelope(knife)", &a, NULL), DX_OK);
    CHECK_EQ(a->answer.truth, DX_ANSWER_OPEN);
    CHECK(a->example != NULL && a->counterexample != NULL && a->breaks != 0);
    CHECK_EQ(dx_lens_ask(l.lens, "E[1,2,3] (now > 0)", &a, NULL), DX_OK);
    CHECK_EQ(a->answer.truth, DX_ANSWER_YES);
    look_away(&l);
}

TEST(listing_worlds_ends_when_it_is_to)
{
    scene s = {0};
    atomic_bool is_cancelled = true;
    dx_budget budget = {.cancelled = &is_cancelled};
    begin(&s,
          "hanabi(players=2,colours=2,ranks=2,low=2,middle=1,high=1,hand=2)", 3,
          1);
    dx_eyes *eyes = eyes_of(&s, 0);
    dx_lens *lens =
        dx_lens_new(&s.rules, 0, &(dx_lens_options){.budget = &budget});
    dx_likeliest likeliest;
    dx_error error;
    dx_lens_follow(lens, dx_eyes_view(eyes));
    CHECK_EQ(dx_lens_worlds(lens, 3, &likeliest, &error), DX_ERR_LIMIT);
    CHECK_THAT(strstr(error.message, "stopped") != NULL, "%s", error.message);
    is_cancelled = false;
    CHECK_EQ(dx_lens_worlds(lens, 3, &likeliest, NULL), DX_OK);
    CHECK_EQ(likeliest.count, 3);
    dx_likeliest_release(&likeliest);
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    dx_free(s.past);
}
