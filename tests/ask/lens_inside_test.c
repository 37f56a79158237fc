// A table that somebody else cannot rule out: it breaks what is said not to be
// known, and is of the asker's view alone.

#include "ask/lens_say.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "minds/reckoner.h"
#include "test.h"

#include <string.h>

// What a seat that has seen a past is told; the caller releases it.
static dx_text told(const dx_rules *rules, unsigned seat, const char *formula,
                    const dx_event *past, unsigned count)
{
    const dx_lens_answer *answer;
    dx_text out = {0};
    dx_lens *lens = dx_lens_new(rules, seat, &(dx_lens_options){0});
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_see(eyes, past[i]);
    dx_lens_follow(lens, dx_eyes_view(eyes));
    CHECK_EQ(dx_lens_ask(lens, formula, &answer, NULL), DX_OK);
    dx_lens_inside_json(lens, answer, &out);
    dx_eyes_free(eyes);
    dx_lens_free(lens);
    return out;
}

typedef struct twins {
    const dx_rules *rules;
    const char *formula;
    const dx_text *mine;
    unsigned tried;
} twins;

static bool check_twin(void *context, const dx_world *world)
{
    twins *t = context;
    dx_text there = told(t->rules, 0, t->formula, world->past, world->count);
    CHECK_TEXT(dx_text_string(&there), t->mine->at);
    dx_text_release(&there);
    t->tried++;
    return true;
}

static void check(const char *name, const char *formula, const char *wanted)
{
    dx_rules rules;
    unsigned count;
    dx_random random = dx_random_named(2, 2, 2);
    CHECKING("%s: %s", name, formula);
    CHECK_EQ(dx_rules_parse(dx_games(), name, &rules, NULL), DX_OK);
    dx_event *past = dx_twin_play(&rules, 4, 3, &count);
    dx_text mine = told(&rules, 0, formula, past, count);
    CHECK(strstr(dx_text_string(&mine), wanted) != NULL);
    dx_masks masks;
    dx_masks_init(&masks, rules.game->verbs);
    dx_event *seen = dx_alloc(count + 1, sizeof *seen);
    for (unsigned i = 0; i < count; i++)
        seen[i] = dx_masks_see(&masks, past[i], 0);
    dx_reckoning r = dx_reckoning_open(&rules, 0, NULL, seen, count);
    twins t = {&rules, formula, &mine, 0};
    for (unsigned i = 0; i < 3; i++)
        r.how->one(r.self, &random, check_twin, &t);
    CHECK_EQ(t.tried, 3);
    dx_reckoning_close(&r);
    dx_free(seen);
    dx_free(past);
    dx_text_release(&mine);
}

TEST(what_somebody_else_cannot_rule_out_is_shown_and_tells_no_secret)
{
    check("hanabi(players=3)", "K[2] rank(2,1,3)", "{\"seat\":2,\"answer\":");
    check("hanabi(players=3)", "K[1] ~K[3] rank(3,1,3)", "");
    check("hanabi(players=3)", "K[1] K[2] rank(2,1,3)", "\"without\":{");
    check("clue(players=3)", "K[2] envelope(plum)", "{\"seat\":2,\"answer\":");
    check("hanabi(players=3)", "rank(1,1,3)", "");
}
