// A game tried out: random games of its rules, and what they show that reading
// the file could not.

#include "games/file/file.h"

#include "base/memory.h"
#include "base/random.h"
#include "game/claims.h"
#include "game/match.h"
#include "game/places.h"
#include "game/say.h"
#include "games/file/inside.h"

#include <string.h>

enum { GAMES = 60, EVENTS_MAX = 3000 };

typedef struct trial {
    const dx_rules *rules;
    dx_text *out;
    bool is_sound;
    uint32_t happened; // verbs, as bits
    unsigned turns, beyond, cut;
    const char *why; // it was beyond
} trial;

static void complain(trial *t, dx_match *match, unsigned seed, const char *what)
{
    unsigned count;
    const dx_event *events = dx_match_events(match, &count);
    if (t->is_sound) {
        dx_text_printf(t->out, "  in game %u, after ", seed);
        if (count > 0)
            dx_say_event(t->rules, events[count - 1], t->out);
        dx_text_printf(t->out, ": %s\n", what);
    }
    t->is_sound = false;
}

// Every card is somewhere, and once.
static bool are_all_there(const dx_dg_table *truth)
{
    const dx_dg *p = truth->program;
    for (unsigned kind = 0; kind < p->kinds; kind++) {
        int there = 0;
        for (unsigned cell = 0; cell < p->cells; cell++) {
            int here = dx_dg_count(truth, cell)[kind];
            if (here < 0)
                return false;
            there += here;
        }
        if (there != p->copies[kind])
            return false;
    }
    return true;
}

// Is an outcome of a move none, where that is no value?
static bool tells_none(const dx_dg_table *t, dx_event move)
{
    const dx_dg_verb *v = &t->program->verb[move.verb];
    int16_t reg[DX_DG_REGS] = {0};
    bool is_none = false;
    dx_dg_registers(t->program, move, reg);
    for (unsigned i = v->params; i < v->params + v->outcomes; i++) {
        int value = dx_dg_value(t, reg, v->arg[i].value);
        reg[1 + i] = (int16_t)value;
        is_none |= dx_dg_is_missing(v->arg[i].type, value);
    }
    return is_none;
}

static void look_at_turn(trial *t, dx_match *match, unsigned seed)
{
    const dx_places *places = t->rules->game->places;
    dx_event own[DX_MOVES_MAX];
    const dx_event *moves;
    unsigned seat = dx_match_turn(match), count = dx_match_moves(match, &moves);
    if (count == DX_MOVES_MAX)
        complain(t, match, seed,
                 "a seat has more moves than can be listed: 2047");
    if (dx_view_moves(dx_match_view(match, seat), own) != count ||
        memcmp(own, moves, count * sizeof *own) != 0)
        complain(t, match, seed,
                 "a seat does not know its own moves: a condition looks at a "
                 "place that it does not see");
    t->turns++;
    if (places == NULL)
        return;
    dx_deal_space space;
    dx_heard_claim told[DX_TOLD_MAX];
    dx_claims *claims = dx_claims_new();
    if (dx_places_told(places, dx_match_view(match, DX_BYSTANDER)->sight,
                       &space, claims, told) > DX_TOLD_MAX)
        space.beyond = "more was heard than can be kept";
    dx_claims_free(claims);
    t->beyond += space.beyond != NULL;
    t->why = space.beyond != NULL ? space.beyond : t->why;
}

static void look_at_end(trial *t, dx_match *match, unsigned seed)
{
    const dx_game *game = t->rules->game;
    for (unsigned seat = 0; seat < dx_players(t->rules); seat++) {
        int score = game->score(dx_match_truth(match), seat);
        if ((game->best != NULL && score > game->best(t->rules)) ||
            (game->worst != NULL && score < game->worst(t->rules)))
            complain(t, match, seed,
                     "a score is beyond `best` or `worst`: they are of all "
                     "scores there can be");
        for (unsigned eye = 0; eye < dx_players(t->rules); eye++)
            if (game->score(dx_match_view(match, eye)->sight, seat) != score)
                complain(t, match, seed,
                         "at the end not all seats know the scores: reveal "
                         "what they depend on before `then over`");
    }
}

static void play(trial *t, unsigned seed)
{
    dx_deal *deal = dx_deal_new(t->rules, 1, seed);
    dx_match *match = dx_match_new(t->rules, deal);
    dx_random random = dx_random_named(1, seed, 3);
    unsigned count = 0;
    const dx_event *events;
    while (dx_match_turn(match) != DX_OVER && count < EVENTS_MAX &&
           t->is_sound) {
        const dx_event *moves;
        look_at_turn(t, match, seed);
        unsigned number = dx_match_moves(match, &moves);
        unsigned move = (unsigned)dx_random_below(&random, number);
        const dx_dg_table *truth = dx_match_truth(match);
        const char *wrong =
            tells_none(truth, moves[move]) ? DX_DG_TOLD_NONE : NULL;
        if (dx_match_step(match, move) != DX_OK)
            break;
        truth = dx_match_truth(match);
        wrong = wrong != NULL ? wrong : truth->wrong;
        if (wrong != NULL)
            complain(t, match, seed, wrong);
        if (!are_all_there(truth))
            complain(t, match, seed,
                     "a card has moved that was not there, or one too many: "
                     "say in the condition that it is in its place; or the(P) "
                     "was told of a place P of several cards");
        dx_match_events(match, &count);
    }
    t->cut += dx_match_turn(match) != DX_OVER;
    events = dx_match_events(match, &count);
    for (unsigned i = 0; i < count; i++)
        t->happened |= UINT32_C(1) << events[i].verb;
    if (dx_match_turn(match) == DX_OVER)
        look_at_end(t, match, seed);
    dx_match_free(match);
    dx_deal_free(deal);
}

static bool has_limit(const dx_game *game)
{
    const dx_param *param = game->schema.params;
    while (param->name != NULL && strcmp(param->name, "limit") != 0)
        param++;
    return param->name != NULL;
}

bool dx_game_try(const dx_rules *rules, dx_text *out)
{
    trial t = {.rules = rules, .out = out, .is_sound = true};
    dx_rules_print_short(rules, out);
    dx_text_printf(out, ": %u random games\n", GAMES);
    bool ends = has_limit(rules->game); // else one that does not is enough
    for (unsigned seed = 0; seed < GAMES && t.is_sound && (ends || t.cut == 0);
         seed++)
        play(&t, seed);
    for (unsigned v = 0; rules->game->verbs[v].name != NULL && t.is_sound; v++)
        if (!(t.happened >> v & 1))
            dx_text_printf(out, "  '%s' never happened\n",
                           rules->game->verbs[v].name);
    if (t.cut > 0 && t.is_sound) {
        t.is_sound = ends;
        dx_text_printf(out, "  %u did not end within %d events%s\n", t.cut,
                       EVENTS_MAX, t.is_sound ? "" : ": give it a limit");
    }
    if (rules->game->places == NULL)
        dx_text_printf(out,
                       "  who knows what is found by listing worlds, which is "
                       "for small packs: '%s' is secret or says what "
                       "docs/game-files.md has under What is known\n",
                       dx_dg_of(rules)->unsaid);
    else if (t.is_sound)
        dx_text_printf(out,
                       "  who knows what follows from the rules at %u of %u "
                       "turns\n",
                       t.turns - t.beyond, t.turns);
    if (t.why != NULL)
        dx_text_printf(out, "  at the others it does not: %s\n", t.why);
    return t.is_sound;
}
