#include "games/saboteur/scene.h"

#include "game/deal.h"
#include "game/say.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

enum { CARDS_MAX = DX_PACK_CARDS_MAX };

// The cards of a pack with those of the kinds `wanted` in front.
static void set_order(dx_deal *deal, unsigned pack, unsigned count,
                      const unsigned *wanted)
{
    unsigned cards = dx_deal_cards(deal, pack), at = 0;
    uint8_t order[CARDS_MAX];
    bool taken[CARDS_MAX] = {false};
    for (unsigned i = 0; i < count; i++) {
        unsigned card = 0;
        while (card < cards &&
               (taken[card] || dx_deal_kind(deal, pack, card) != wanted[i]))
            card++;
        CHECK_THAT(card < cards, "pack %u has no card more of kind %u", pack,
                   wanted[i]);
        taken[card] = true;
        order[at++] = (uint8_t)card;
    }
    for (unsigned card = 0; card < cards; card++)
        if (!taken[card])
            order[at++] = (uint8_t)card;
    for (unsigned shuffle = 0; shuffle < DX_SABOTEUR_ROUNDS; shuffle++)
        CHECK_EQ(dx_deal_set(deal, pack, shuffle, order, cards, NULL), DX_OK);
}

// The values of words with blanks between.
static unsigned read_words(const dx_rules *rules, const char *type,
                           const char *words, unsigned *out)
{
    unsigned count = 0;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        CHECK_THAT(dx_type_read(rules, type, words, length, &out[count++]),
                   "%s is no %s", words, type);
        words += length + strspn(words + length, " ");
    }
    return count;
}

dx_scene dx_scene_new(const char *text, const char *roles, const char *goals,
                      const char *cards)
{
    dx_scene s;
    dx_error error = {.message = ""};
    unsigned wanted[CARDS_MAX], count = 0;
    CHECK_THAT(dx_rules_parse(dx_games(), text, &s.rules, &error) == DX_OK,
               "%s: %s", text, error.message);
    s.deal = dx_deal_blank(&s.rules);
    set_order(s.deal, 0, read_words(&s.rules, "card", cards, wanted), wanted);
    for (; roles[count] != '\0'; count++)
        wanted[count] = roles[count] == 'S';
    set_order(s.deal, 1, count, wanted);
    set_order(s.deal, 2, read_words(&s.rules, "treasure", goals, wanted),
              wanted);
    set_order(s.deal, 3, 0, wanted);
    s.match = dx_match_new(&s.rules, s.deal);
    return s;
}

void dx_scene_free(dx_scene *s)
{
    dx_match_free(s->match);
    dx_deal_free(s->deal);
}

void dx_scene_play(dx_scene *s, const char *const *moves)
{
    for (; *moves != NULL; moves++) {
        unsigned seat = dx_match_turn(s->match);
        dx_error error = {.message = ""};
        dx_event move;
        dx_status status =
            dx_read_move(dx_match_view(s->match, seat), *moves, &move, &error);
        if (status == DX_OK)
            status = dx_match_play(s->match, seat, move, NULL, &error);
        CHECK_THAT(status == DX_OK, "%u: %s: %s", seat + 1, *moves,
                   error.message);
    }
}

bool dx_scene_refuses(dx_scene *s, const char *text)
{
    unsigned seat = dx_match_turn(s->match);
    dx_event move;
    return dx_read_move(dx_match_view(s->match, seat), text, &move, NULL) !=
           DX_OK;
}
