// Random questions: which there are, and that the same seed draws the same.

#include "lab/questions.h"

#include "base/text.h"
#include "game/deal.h"
#include "game/match.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <string.h>

TEST(forms_have_names_of_their_own_and_stand_with_their_group)
{
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
        bool left = false;
        for (const dx_form *before = form; before-- > dx_forms;) {
            CHECK(strcmp(before->name, form->name) != 0);
            bool same = strcmp(before->group, form->group) == 0;
            CHECK_THAT(!same || !left, "%s is apart from %s", form->name,
                       form->group);
            left |= !same;
        }
    }
}

// The question of a form at the beginning of a game; empty: it has none.
static void draw(const dx_form *form, dx_match *match, uint64_t seed,
                 dx_text *out)
{
    dx_random random = dx_random_named(seed, 0, 0);
    const dx_view *public = dx_match_view(match, DX_BYSTANDER);
    if (!dx_question_draw(form, NULL, public, 1, 0, &random, out))
        dx_text_clear(out);
}

static void check_form(const dx_form *form, dx_match *match, uint64_t seed)
{
    dx_text text = {0}, again = {0};
    dx_formula f;
    dx_error error = {.message = ""};
    dx_formulas *store = dx_formulas_new();
    CHECKING("form %s, seed %d", form->name, (int)seed);
    draw(form, match, seed, &text);
    draw(form, match, seed, &again);
    CHECK(strcmp(dx_text_string(&text), dx_text_string(&again)) == 0);
    if (text.length > 0)
        CHECK_THAT(dx_parse(store, dx_text_string(&text), &f, &error) == DX_OK,
                   "%s: %s", dx_text_string(&text), error.message);
    else // no numbers of cards to ask about
        CHECK_THAT(strchr(form->pattern, 'Q') != NULL, "%s: nothing drawn",
                   form->name);
    dx_formulas_free(store);
    dx_text_release(&text);
    dx_text_release(&again);
}

TEST(every_form_can_be_drawn_in_every_game_and_the_same_seed_draws_the_same)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++) {
        dx_rules rules = dx_rules_normal(*game);
        dx_deal *deal = dx_deal_new(&rules, 1, 0);
        dx_match *match = dx_match_new(&rules, deal);
        for (const dx_form *form = dx_forms; form->pattern != NULL; form++)
            for (uint64_t seed = 0; seed < 5; seed++)
                check_form(form, match, seed);
        dx_match_free(match);
        dx_deal_free(deal);
    }
}
