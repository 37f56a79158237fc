// An agent of one's own that asks before it moves: in Hanabi it plays a card
// when it knows that it can be played, throws one away that it knows to be
// dead, and otherwise says or does the first thing there is.  What it knows is
// one question each to the library, about its own view.
//
//     cc agent.c $(pkg-config --cflags --libs doxa) -o agent

#include <doxa.h>
#include <stdio.h>

// Does the seat know that the formula holds?
static bool knows(const dx_view *view, const char *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_error error;
    dx_answer answer = {0};
    dx_ask_options options = {0};
    bool yes =
        dx_parse(store, text, &f, &error) == DX_OK &&
        dx_ask_seat(store, view, f, &options, &answer, &error) == DX_OK &&
        answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_formulas_free(store);
    return yes;
}

// Finds a legal move that begins with `word` and, if it is about a card, about
// one of which the seat knows `fact`.  False if there is none.
static bool find(const dx_view *view, const char *word, const char *fact,
                 dx_event *out, dx_text *formula)
{
    static _Thread_local dx_event moves[DX_MOVES_MAX];
    unsigned verb, count = dx_view_moves(view, moves);
    if (!dx_verb_read(view->rules->game, word, &verb))
        return false;
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(formula);
        if (moves[i].verb != verb)
            continue;
        if (fact != NULL)
            dx_text_printf(formula, "%s(%u,%u)", fact, view->seat + 1,
                           moves[i].arg[0] + 1u);
        if (fact == NULL || knows(view, dx_text_string(formula))) {
            *out = moves[i];
            return true;
        }
    }
    return false;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self;
    // In this order; `playable` and `dead` are words of the game
    // (`doxa games hanabi` lists them).
    static const struct {
        const char *verb, *fact;
    } ways[] = {{"play", "playable"},
                {"discard", "dead"},
                {"hint", NULL},
                {"discard", NULL},
                {"play", NULL}};
    dx_event move = {.bits = 0};
    dx_text formula = {0};
    size_t i = 0;
    while (!find(view, ways[i].verb, ways[i].fact, &move, &formula))
        i++;
    dx_thought_say(thought, ways[i].fact ? "sure" : "nothing better",
                   dx_text_string(&formula), "%s", ways[i].verb);
    dx_text_release(&formula);
    return move;
}

static const dx_agent asker = {.name = "asker",
                               .help = "asks before it moves",
                               .game = "hanabi",
                               .choose = choose};

// Plays a game of askers and tells what was sure.
static int play(dx_match *match)
{
    dx_policy policy = {.agent = &asker};
    dx_error error;
    unsigned sure = 0, moves = 0;
    for (unsigned seat; (seat = dx_match_turn(match)) != DX_OVER; moves++) {
        const dx_view *view = dx_match_view(match, seat);
        dx_random random = dx_random_named(1, moves, seat);
        dx_reason why = {.rule = ""};
        dx_thought thought = {.random = &random, .reason = &why};
        dx_mind *mind = dx_mind_new(&policy, view);
        dx_event move = dx_mind_choose(mind, view, &thought);
        dx_mind_free(mind);
        sure += why.formula != NULL;
        if (dx_match_play(match, seat, move, &why, &error) != DX_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        dx_reason_release(&why);
    }
    printf("%u moves, of %u it was sure; score %d\n", moves, sure,
           dx_match_score(match, 0));
    return 0;
}

int main(void)
{
    dx_rules rules;
    dx_error error;
    if (dx_rules_parse(dx_games(), "hanabi(tiny)", &rules, &error) != DX_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    dx_deal *deal = dx_deal_new(&rules, 2026, 1);
    dx_match *match = dx_match_new(&rules, deal);
    int failed = play(match);
    dx_match_free(match);
    dx_deal_free(deal);
    return failed;
}
