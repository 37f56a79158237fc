// How much is answered of Love Letter as it is played: facts, one mind and two,
// at every turn of random games, by whatever engine reaches it.

#include "ask/ask.h"
#include "base/memory.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "lab/questions.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { FACTS, ONE, TWO, GROUPS, MOVES = 100 };

typedef struct shares {
    dx_rules rules;
    dx_formulas *store;
    unsigned asked[GROUPS], decided[GROUPS];
} shares;

static const dx_form one_mind[] = {{"K", "one", "K[b] F"},
                                   {"Kw", "one", "Kw[b] (F | G)"},
                                   {"M", "one", "M[b] (F & ~G)"},
                                   {"P", "one", "P[b](F) >= 1/3"}};

static void ask(shares *s, const dx_view *view, const dx_view *public,
                const dx_form *form, unsigned group, dx_random *random)
{
    dx_text text = {0};
    dx_formula f;
    dx_error error = {.message = ""};
    dx_answer answer = {0};
    dx_ask_options options = {0};
    unsigned turn = dx_turn_of(&s->rules, view->seen, view->count);
    if (dx_question_draw(form, NULL, public, view->seat, turn, random, &text)) {
        CHECK_EQ(dx_parse(s->store, dx_text_string(&text), &f, &error), DX_OK);
        CHECK_THAT(dx_ask_seat(s->store, view, f, &options, &answer, &error) ==
                       DX_OK,
                   "%s: %s", dx_text_string(&text), error.message);
        s->asked[group]++;
        s->decided[group] += answer.truth != DX_ANSWER_UNDECIDED;
        dx_answer_release(&answer);
    }
    dx_text_release(&text);
}

static void ask_turn(shares *s, const dx_event *past, unsigned count,
                     dx_random *random)
{
    unsigned seat = (unsigned)dx_random_below(random, dx_players(&s->rules));
    dx_world world = {.past = (dx_event *)(uintptr_t)past, .count = count};
    dx_eyes *eyes = dx_world_eyes(&s->rules, &world, seat);
    dx_eyes *all = dx_world_eyes(&s->rules, &world, DX_BYSTANDER);
    const dx_view *view = dx_eyes_view(eyes), *public = dx_eyes_view(all);
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++)
        if (strcmp(form->group, "facts") == 0)
            ask(s, view, public, form, FACTS, random);
        else if (strcmp(form->group, "two minds") == 0)
            ask(s, view, public, form, TWO, random);
    for (size_t i = 0; i < sizeof one_mind / sizeof *one_mind; i++)
        ask(s, view, public, &one_mind[i], ONE, random);
    dx_eyes_free(all);
    dx_eyes_free(eyes);
}

static shares measure(const char *settings, unsigned games)
{
    shares s = {.rules = dx_rules_of(dx_game_called("loveletter"), settings),
                .store = dx_formulas_new()};
    for (uint64_t seed = 0; seed < games; seed++) {
        dx_random random = dx_random_named(seed, 0, 17);
        unsigned count;
        CHECKING_SEED(seed);
        dx_event *past = dx_twin_play(&s.rules, seed, MOVES, &count);
        for (unsigned i = 0; i < count; i++)
            if (past[i].next != DX_NATURE)
                ask_turn(&s, past, i + 1, &random);
        dx_free(past);
    }
    dx_formulas_free(s.store);
    print_message("%s: facts %u of %u, one mind %u of %u, two %u of %u\n",
                  settings, s.decided[FACTS], s.asked[FACTS], s.decided[ONE],
                  s.asked[ONE], s.decided[TWO], s.asked[TWO]);
    return s;
}

static void check_share(const shares *s, unsigned group, unsigned percent)
{
    CHECK(s->asked[group] > 0);
    CHECK(100 * s->decided[group] >= percent * s->asked[group]);
}

TEST(love_letter_is_answered_at_every_turn_by_facts_and_minds)
{
    for (unsigned players = 2; players <= SAMPLE(2, 4); players++) {
        char settings[20];
        snprintf(settings, sizeof settings, "players=%u", players);
        shares s = measure(settings, SAMPLE(2, 100));
        check_share(&s, FACTS, players == 4 ? 95 : 100);
        check_share(&s, ONE, players == 4 ? 95 : 100);
        check_share(&s, TWO, players == 4 ? 80 : 95);
    }
}
