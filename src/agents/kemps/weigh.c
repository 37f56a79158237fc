// The glance: seventeen weights, and all hands that a turn can end with.
//
// Candidates are all bags of hand size within hand and table, made by choosing
// a number of each rank from the lowest on.  What is hidden counts by its
// expected number: a rival's hidden cards divided by all unseen cards, times
// the unseen cards of a rank.

#include "agents/kemps/weigh.h"

#include <assert.h>
#include <string.h>

// The weights, in the order of the parts below.
enum {
    OWN_2, // two, three of a rank in the own hand
    OWN_3,
    SECOND,     // how much of that the second best rank counts
    MISS_KNOWN, // a missing card is in a rival's hand: known, or expected
    MISS_HIDDEN,
    MISS_DISCARDED, // a missing card is on the discards
    MISS_OPEN,      // a missing card is left on the table
    THREAT_2,       // a rival can reach two, three, four with the table
    THREAT_3,
    THREAT_4,
    THREAT_HIDDEN, // for each card it is expected to have besides
    THREAT_LATER,  // how much a rival counts who is not next
    BLOCK_1,       // I hold what a rival has one, two, three of
    BLOCK_2,
    BLOCK_3,
    SWEEP, // the table is laid anew
    IDLE,  // no swap
    WEIGHTS
};

static const double weights[WEIGHTS] = {
    [OWN_2] = 0.837,      [OWN_3] = 4.979,         [SECOND] = 0.33,
    [MISS_KNOWN] = 0.874, [MISS_HIDDEN] = 0.364,   [MISS_DISCARDED] = 0.327,
    [MISS_OPEN] = 0.104,  [THREAT_2] = -0.007,     [THREAT_3] = 0.028,
    [THREAT_4] = 4.758,   [THREAT_HIDDEN] = 1.923, [THREAT_LATER] = 0.659,
    [BLOCK_1] = 0.385,    [BLOCK_2] = 3.854,       [BLOCK_3] = 2.01,
    [SWEEP] = 0.074,      [IDLE] = 0.083,
};

// The own hand as it was before the first swap of this turn.
static dx_kemps_cards hand_before(const dx_kemps *sight)
{
    return (sight->hand[sight->turn] & ~sight->taken) | sight->given;
}

// The cards that everybody saw go into a hand before this turn, and that were
// still there when it began.
static dx_kemps_cards shown(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    dx_kemps_cards in_hands = hand_before(sight), taken = 0;
    for (unsigned seat = 0; seat < sight->players; seat++)
        if (seat != sight->turn)
            in_hands |= sight->hand[seat];
    for (unsigned i = view->count; i-- > 0 && (in_hands & ~taken) != 0;) {
        dx_event event = view->seen[i];
        if (event.verb == DX_KEMPS_SWAP)
            taken |= dx_kemps_card(event.arg[0]) & in_hands;
        else if (event.verb == DX_KEMPS_DRAW && event.arg[0] != DX_HOLE)
            in_hands &= ~dx_kemps_card(event.arg[0]) | taken;
    }
    return taken;
}

void dx_kemps_scene_init(dx_kemps_scene *scene, const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    unsigned seat = sight->turn, unseen = dx_kemps_size(sight->unseen);
    memset(scene, 0, sizeof *scene);
    scene->seat = seat;
    scene->shown = shown(view);
    scene->players = sight->players;
    scene->ranks = sight->ranks;
    scene->suits = sight->suits;
    scene->hand_size = sight->hand_size;
    scene->idle = sight->idle;
    scene->idle_max = sight->idle_max;
    scene->hand = dx_kemps_bag_from(sight, hand_before(sight));
    scene->table =
        dx_kemps_bag_from(sight, (sight->table & ~sight->given) | sight->taken);
    scene->discards = dx_kemps_bag_from(sight, sight->discards);
    for (unsigned rank = 0; rank < sight->ranks; rank++)
        scene->unseen[rank] = (uint8_t)dx_kemps_of(sight, sight->unseen, rank);
    for (unsigned rival = 0; rival < sight->players; rival++) {
        if (rival == seat)
            continue;
        scene->known[rival] = dx_kemps_bag_from(sight, sight->hand[rival]);
        if (unseen > 0)
            scene->in_hand_of[rival] =
                (double)sight->hidden[rival] / (double)unseen;
        scene->in_hand += scene->in_hand_of[rival];
    }
}

// What having `count` of a rank is worth, if its missing cards may come.
static double own_rank(const dx_kemps_scene *s, dx_kemps_bag table,
                       unsigned rank, unsigned count)
{
    const double *w = weights;
    if (count < 2)
        return 0;
    unsigned known = 0;
    for (unsigned rival = 0; rival < s->players; rival++)
        known += dx_kemps_bag_of(s->known[rival], rank);
    return w[count == 2 ? OWN_2 : OWN_3] - w[MISS_KNOWN] * known -
           w[MISS_HIDDEN] * s->in_hand * s->unseen[rank] -
           w[MISS_DISCARDED] * dx_kemps_bag_of(s->discards, rank) +
           w[MISS_OPEN] * dx_kemps_bag_of(table, rank);
}

static double own(const dx_kemps_scene *s, dx_kemps_bag hand,
                  dx_kemps_bag table)
{
    double best = 0, second = 0;
    if (dx_kemps_bag_is_kemps(hand, s->hand_size))
        return 1000;
    for (dx_kemps_bag left = hand; left != 0;) {
        unsigned rank = dx_kemps_bag_first(left);
        left &= ~((dx_kemps_bag)15 << 4 * rank);
        double value = own_rank(s, table, rank, dx_kemps_bag_of(hand, rank));
        if (value > best) {
            second = best;
            best = value;
        } else if (value > second) {
            second = value;
        }
    }
    return best + weights[SECOND] * second;
}

// The best that a rival may have after its next turn, as far as is known.
static double threat(const dx_kemps_scene *s, dx_kemps_bag table,
                     unsigned rival)
{
    const double *w = weights;
    double worst = 0;
    for (dx_kemps_bag left = s->known[rival] + table; left != 0;) {
        unsigned rank = dx_kemps_bag_first(left);
        unsigned reach = dx_kemps_bag_of(s->known[rival] + table, rank);
        left &= ~((dx_kemps_bag)15 << 4 * rank);
        double hidden = s->in_hand_of[rival] * s->unseen[rank];
        double value = (reach >= 4   ? w[THREAT_4]
                        : reach == 3 ? w[THREAT_3]
                        : reach == 2 ? w[THREAT_2]
                                     : 0);
        if (reach >= 2 && reach < 4)
            value += w[THREAT_HIDDEN] * hidden *
                     ((reach == 3 ? w[THREAT_4] : w[THREAT_3]) - value);
        if (value > worst)
            worst = value;
    }
    return worst;
}

static double block(const dx_kemps_scene *s, dx_kemps_bag hand)
{
    double sum = 0;
    for (unsigned rival = 0; rival < s->players; rival++)
        for (dx_kemps_bag left = s->known[rival]; left != 0;) {
            unsigned rank = dx_kemps_bag_first(left);
            unsigned count = dx_kemps_bag_of(s->known[rival], rank);
            left &= ~((dx_kemps_bag)15 << 4 * rank);
            if (dx_kemps_bag_of(hand, rank) > 0)
                sum += weights[count >= 3   ? BLOCK_3
                               : count == 2 ? BLOCK_2
                                            : BLOCK_1];
        }
    return sum;
}

double dx_kemps_weigh(const dx_kemps_scene *scene, dx_kemps_bag hand)
{
    const double *w = weights;
    dx_kemps_bag table = scene->hand + scene->table - hand;
    bool idle = hand == scene->hand;
    double value = own(scene, hand, table) + block(scene, hand);
    if (idle)
        value += w[IDLE];
    if (idle && scene->idle + 1 >= scene->idle_max)
        return value + w[SWEEP];
    double share = 1;
    for (unsigned step = 1; step < scene->players; step++) {
        unsigned rival = (scene->seat + step) % scene->players;
        value -= share * threat(scene, table, rival);
        share *= w[THREAT_LATER];
    }
    return value;
}

static void extend(dx_kemps_bag all, unsigned from, unsigned ranks,
                   unsigned missing, dx_kemps_bag hand, dx_kemps_bag *out,
                   unsigned *count)
{
    if (missing == 0) {
        out[(*count)++] = hand;
        return;
    }
    for (unsigned rank = from; rank < ranks; rank++) {
        unsigned most = dx_kemps_bag_of(all, rank);
        for (unsigned n = 1; n <= most && n <= missing; n++)
            extend(all, rank + 1, ranks, missing - n,
                   hand + n * dx_kemps_bag_one(rank), out, count);
    }
}

unsigned dx_kemps_candidates(const dx_kemps_scene *scene, dx_kemps_bag *out)
{
    unsigned count = 0;
    extend(scene->hand + scene->table, 0, scene->ranks, scene->hand_size, 0,
           out, &count);
    assert(count > 0 && count <= DX_KEMPS_CANDIDATES);
    return count;
}
