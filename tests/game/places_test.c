// The laws of places, for every game that declares them; and that they can be
// broken: each fault below, planted into a copy of a game, is found by the law
// that it breaks.

#include "game/places_law.h"

#include "game/places.h"
#include "game/rules_list.h"
#include "games/saboteur/saboteur.h"
#include "test.h"

#include <string.h>

enum { MOVES_MAX = 8, WORLDS_MAX = 400 };

static dx_rules rules_called(const char *name, const char *settings)
{
    const dx_game *found = dx_game_called(name);
    CHECK_THAT(found != NULL, "no game %s", name);
    return dx_rules_of(found, settings);
}

static void check_laws(const dx_rules *rules, unsigned seeds,
                       dx_places_work *work)
{
    for (uint64_t seed = 0; seed < seeds; seed++) {
        CHECKING("%s, seed %d", dx_rules_name(rules), (int)seed);
        dx_text out = {0};
        dx_places_law law =
            dx_places_break(rules, seed, SAMPLE(MOVES_MAX, 2 * MOVES_MAX),
                            SAMPLE(WORLDS_MAX, 10 * WORLDS_MAX), work, &out);
        CHECK_THAT(law == DX_LAW_NONE, "%s: %s", dx_rules_name(rules),
                   dx_text_string(&out));
        dx_text_release(&out);
    }
    CHECK_THAT(work->positions > 0 && work->worlds > 2 * work->positions,
               "%s: too few worlds to tell: %u positions, %zu worlds",
               dx_rules_name(rules), work->positions, work->worlds);
}

// Other decks for the laws than those that games call tiny.
static const char *const decks[][2] = {
    {"hanabi", "players=3,colours=2,ranks=2,low=2,high=2,hand=1"},
    {"hanabi", "players=2,colours=2,ranks=2,low=2,hand=2,empty=yes"},
    {"hanabi", "tiny,open=yes"},
    {"hanabi", "tiny,low=3,blind=yes,from=\"piles r1; gone y1; hints 3\""},
    {"kemps", "players=3,from=1,to=2,suits=4,hand=2,table=1,idle=2"},
    {"clue", "players=3,suspects=2,weapons=2,rooms=3"},
    {"gofish", "small3"},
    {"gofish", "tiny,starts=0"},
    {"saboteur", "tiny,claims=no,spare=no"}};

// Verbs that do not happen in random games of the decks: nothing hidden is in
// them: what all see of one is all of it.
static const char *const untried[][2] = {
    {"saboteur", "rockfall"}, // not in the small deck
    {"saboteur", "turn_up"},  // when a tunnel reaches a goal
    {"saboteur", "nugget"},   // when a round of gold is over
    {"yokai", "stay"},        // when no card can be moved
    {"tattle", "compare"},    // no bounds: tests/ask/judge_test.c
    {"tattle", "whisper"},
};

static bool may_be_untried(const dx_game *game, const char *verb)
{
    for (size_t i = 0; i < sizeof untried / sizeof *untried; i++)
        if (strcmp(untried[i][0], game->name) == 0 &&
            strcmp(untried[i][1], verb) == 0)
            return true;
    return false;
}

// A law holds of what was played, and says nothing of a verb that never
// happened or of a card that nobody was ever shown.
static void check_all_tried(const dx_game *game, const dx_places_work *work)
{
    for (unsigned v = 0; game->verbs[v].name != NULL; v++) {
        const dx_verb *verb = &game->verbs[v];
        if (may_be_untried(game, verb->name))
            continue;
        CHECK_THAT(work->happened >> v & 1,
                   "%s: in the games that were played '%s' never happens: "
                   "choose tiny decks in which it does, after few moves",
                   game->name, verb->name);
        for (unsigned i = 0; i < DX_ARGS; i++)
            CHECK_THAT(!dx_arg_is_for_some(&verb->arg[i]) ||
                           work->differs[v] >> i & 1,
                       "%s: in the games that were played '%s' of '%s', which "
                       "only some see, is always the same: choose tiny decks "
                       "in which it is not",
                       game->name, verb->arg[i].name, verb->name);
    }
}

static void check_tiny(const dx_game *game)
{
    dx_places_work work = {0};
    if (game->places == NULL)
        return;
    for (const dx_preset *p = game->schema.presets; p->name != NULL; p++)
        if (strncmp(p->name, "tiny", 4) == 0) {
            dx_rules rules = dx_rules_of(game, p->name);
            check_laws(&rules, SAMPLE(20, 200), &work);
        }
    for (unsigned i = 0; i < sizeof decks / sizeof *decks; i++)
        if (strcmp(decks[i][0], game->name) == 0) {
            dx_rules rules = rules_called(game->name, decks[i][1]);
            check_laws(&rules, SAMPLE(5, 50), &work);
        }
    check_all_tried(game, &work);
}

TEST(conformance_places_keep_the_laws_of_places_in_all_that_happens)
{
    dx_each_game(check_tiny);
}

// ---- faults ----

static const dx_places *sound;  // the places of the game that is broken
static const dx_game *original; // and the game
static unsigned calls;

static void space_with_a_card_too_many(const void *sight, dx_deal_space *out)
{
    dx_places_laid(sound, sight, out);
    out->copies[0]++;
}

static void space_that_forgets_bounds(const void *sight, dx_deal_space *out)
{
    dx_places_laid(sound, sight, out);
    out->bound_count = 0;
}

static void space_where_all_may_lie(const void *sight, dx_deal_space *out)
{
    dx_places_laid(sound, sight, out);
    for (unsigned i = 0; i < out->place_count; i++)
        out->place[i].kinds = DX_BIT(out->kind_count) - 1;
}

static uint64_t sees_too_little(const void *sight, unsigned seat)
{
    uint64_t places = dx_places_sees(sound, sight, seat);
    return places & (places - 1);
}

static uint64_t sees_too_much(const void *sight, unsigned seat)
{
    dx_deal_space space;
    dx_places_laid(sound, sight, &space);
    return dx_places_sees(sound, sight, seat) | (DX_BIT(space.place_count) - 1);
}

// Of Saboteur: what was thrown away face down is forgotten.
static bool hides_no_throws(const void *sight)
{
    const dx_saboteur *table = sight;
    for (unsigned seat = 0; seat < table->players; seat++)
        if (table->throws[seat] > 0)
            return false;
    return sound->hides_choices(sight);
}

static uint64_t sees_now_and_then(const void *sight, unsigned seat)
{
    return ++calls % 5 == 0 ? sees_too_little(sight, seat)
                            : dx_places_sees(sound, sight, seat);
}

static uint64_t since_shows_nothing(const void *before, dx_event event,
                                    const void *after, unsigned place,
                                    uint8_t *out_known)
{
    uint8_t lost[256] = {0};
    (void)out_known;
    return sound->since(before, event, after, place, lost);
}

static uint64_t since_nothing_moves(const void *before, dx_event event,
                                    const void *after, unsigned place,
                                    uint8_t *out_known)
{
    (void)before, (void)event, (void)out_known;
    dx_deal_space space;
    dx_places_laid(sound, after, &space);
    return place < space.place_count ? DX_BIT(place) : 0;
}

static void fill_nothing(void *sight, const dx_dealt *dealt)
{
    (void)sight, (void)dealt;
}

static unsigned one_move_more(const void *sight, unsigned seat, dx_some *out,
                              unsigned *out_count)
{
    return sound->factors(sight, seat, out, out_count) + 1;
}

static unsigned forgetful_factors(const void *sight, unsigned seat,
                                  dx_some *out, unsigned *out_count)
{
    unsigned base = sound->factors(sight, seat, out, out_count);
    *out_count -= *out_count > 0;
    return base;
}

static dx_claim claim_the_contrary(const dx_atom *self, const void *sight,
                                   const int *args, dx_claims *out)
{
    const dx_atom *real = original->atoms;
    while (strcmp(real->name, self->name) != 0)
        real++;
    return dx_claim_not(out, real->claim(real, sight, args, out));
}

static dx_claim claim_one_more(const dx_quantity *self, const void *sight,
                               const int *args, dx_claims *out)
{
    const dx_quantity *real = original->quantities;
    while (strcmp(real->name, self->name) != 0)
        real++;
    return dx_claim_add(out, real->claim(real, sight, args, out),
                        dx_claim_number(out, 1));
}

// A game with other places, atoms and quantities than its own.
typedef struct broken_game {
    dx_game game;
    dx_places places;
    dx_atom atoms[32];
    dx_quantity quantities[32];
} broken_game;

static void copy_game(broken_game *broken, const dx_game *game)
{
    memset(broken, 0, sizeof *broken);
    original = game;
    sound = game->places;
    broken->game = *game;
    broken->places = *game->places;
    broken->game.places = &broken->places;
    for (unsigned i = 0; game->atoms[i].name != NULL; i++)
        broken->atoms[i] = game->atoms[i];
    const dx_quantity *q = game->quantities;
    for (unsigned i = 0; q != NULL && q[i].name != NULL; i++)
        broken->quantities[i] = q[i];
    broken->game.atoms = broken->atoms;
    broken->game.quantities = broken->quantities;
}

static void claim_more(broken_game *broken)
{
    for (dx_quantity *q = broken->quantities; q->name != NULL; q++)
        if (q->claim != NULL)
            q->claim = claim_one_more;
}

static void expect(const dx_rules *rules, dx_places_law law, const char *fault)
{
    dx_places_law found = DX_LAW_NONE;
    dx_text out = {0};
    dx_places_work work = {0};
    for (uint64_t seed = 0; seed < 40 && found == DX_LAW_NONE; seed++)
        found = dx_places_break(rules, seed, 2 * MOVES_MAX, WORLDS_MAX, &work,
                                &out);
    CHECK_THAT(found == law, "%s, %s: found as %s, not %s (%s)",
               rules->game->name, fault, dx_places_law_name(found),
               dx_places_law_name(law), dx_text_string(&out));
    dx_text_release(&out);
}

// Plants one fault into a copy of the game and looks who finds it.
#define EXPECT(which, settings, law, plant)                                    \
    do {                                                                       \
        broken_game broken;                                                    \
        dx_rules rules = rules_called(which, settings);                        \
        copy_game(&broken, rules.game);                                        \
        plant;                                                                 \
        rules.game = &broken.game;                                             \
        expect(&rules, law, #plant);                                           \
    } while (0)

static const char kemps_of_three[] =
    "players=3,from=1,to=2,suits=4,hand=2,table=1,idle=2";

TEST(a_space_with_other_deals_than_the_rules_allow_is_found)
{
    EXPECT("hanabi", "tiny", DX_LAW_WORLDS,
           broken.places.space = space_with_a_card_too_many);
    EXPECT("hanabi", "tiny", DX_LAW_WORLDS,
           broken.places.space = space_where_all_may_lie);
    EXPECT("kemps", kemps_of_three, DX_LAW_WORLDS,
           broken.places.space = space_that_forgets_bounds);
    EXPECT("clue", "tiny", DX_LAW_WORLDS, broken.places.heard = NULL);
}

TEST(a_seat_that_sees_too_little_too_much_or_now_and_then_is_found)
{
    EXPECT("hanabi", "tiny", DX_LAW_WORLDS,
           broken.places.sees = sees_too_little);
    EXPECT("hanabi", "tiny", DX_LAW_SEES, broken.places.sees = sees_too_much);
    EXPECT("kemps", "tiny", DX_LAW_SEES, broken.places.sees = sees_too_much);
    EXPECT("clue", "tiny", DX_LAW_SEES, broken.places.sees = sees_now_and_then);
}

TEST(cards_that_vanish_as_time_goes_by_are_found)
{
    EXPECT("hanabi", "tiny", DX_LAW_SINCE,
           broken.places.since = since_shows_nothing);
    EXPECT("hanabi", "tiny", DX_LAW_SINCE,
           broken.places.since = since_nothing_moves);
    EXPECT("kemps", "tiny", DX_LAW_SINCE,
           broken.places.since = since_shows_nothing);
}

TEST(a_fill_that_lays_nothing_is_found)
{
    EXPECT("hanabi", "tiny", DX_LAW_FILL, broken.places.fill = fill_nothing);
    EXPECT("clue", "tiny", DX_LAW_FILL, broken.places.fill = fill_nothing);
}

TEST(chances_where_a_choice_was_hidden_are_found)
{
    EXPECT("saboteur", "tiny", DX_LAW_CHANCES,
           broken.places.hides_choices = hides_no_throws);
}

TEST(moves_that_are_counted_wrong_are_found)
{
    EXPECT("hanabi", "tiny", DX_LAW_FACTORS,
           broken.places.factors = one_move_more);
    EXPECT("hanabi", "tiny", DX_LAW_FACTORS,
           broken.places.factors = forgetful_factors);
}

TEST(claims_that_do_not_say_what_holds_are_found)
{
    EXPECT("hanabi", "tiny", DX_LAW_CLAIM,
           broken.atoms[0].claim = claim_the_contrary);
    EXPECT("clue", "tiny", DX_LAW_CLAIM,
           broken.atoms[0].claim = claim_the_contrary);
    EXPECT("hanabi", "tiny", DX_LAW_CLAIM, broken.atoms[0].claim = NULL);
    EXPECT("kemps", "tiny", DX_LAW_CLAIM, claim_more(&broken));
}
