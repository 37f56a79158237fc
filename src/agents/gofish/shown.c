// Public bookkeeping, event by event: a question says that the asker has a
// card, an answer that the asked seat has none now, a draw that one more card
// of some rank may be there.

#include "agents/gofish/shown.h"

#include <math.h>
#include <string.h>

enum {
    PATIENCE = 3,                       // questions of a stranger
    WHENEVER = DX_GOFISH_SITUATIONS / 3 // whatever is left of the stock
};

const char *const dx_gofish_type_names[DX_GOFISH_TYPES] = {
    "random",      "closer-point", "hoarding",
    "finish-fast", "exploration",  "exploit-explore"};

const dx_kinds_rule dx_gofish_kinds_rule = {
    .count = DX_GOFISH_KINDS,
    .prior = {.194, .0485, .194, .291, .0485, .194, .03},
    .floor = 1e-4};

const dx_gofish_habits *dx_gofish_habits_for(unsigned players)
{
    return (const dx_gofish_habits *)(players == 2 ? dx_gofish_habits_two
                                                   : dx_gofish_habits_more);
}

void dx_gofish_shown_init(dx_gofish_shown *s, const dx_rules *rules)
{
    memset(s, 0, sizeof *s);
    s->players = dx_players(rules);
    s->ranks = (unsigned)dx_rules_value(rules, "ranks");
    s->copies = (unsigned)dx_rules_value(rules, "copies");
    s->stock = s->ranks * s->copies;
    memset(s->since, DX_GOFISH_NEVER, sizeof s->since);
    dx_kinds_begin(&dx_gofish_kinds_rule, s->players, &s->kinds);
}

// How long ago the number was known, in eight steps.
static unsigned age_of(unsigned since)
{
    static const uint8_t step[] = {0, 1, 2, 3, 4, 4, 5, 5, 5};
    if (since == DX_GOFISH_NEVER)
        return 7;
    return since < sizeof step ? step[since] : 6;
}

unsigned dx_gofish_situation(const dx_gofish_shown *s, dx_event ask)
{
    unsigned of = ask.arg[0], rank = ask.arg[1], least = s->least[of][rank];
    unsigned phase = s->stock > 24 ? 0 : s->stock > 12 ? 1 : 2;
    unsigned is_known = s->least[ask.who][rank] > 0;
    unsigned kind =
        least == 0 ? age_of(s->since[of][rank]) : 7U + (least < 3 ? least : 3U);
    return ((phase * 2 + is_known) * 11 + kind) * 2 + (ask.arg[2] > 0);
}

// How often each strategy asks so; returns their mean.
static double habits_in(const dx_gofish_habits *habits, unsigned situation,
                        double *out)
{
    for (unsigned i = 0; i < DX_GOFISH_TYPES; i++)
        out[i] = exp((double)habits->log[i][situation]);
    return dx_kinds_broad(&dx_gofish_kinds_rule, out);
}

// A question as evidence of who asks.  A stranger is expected to ask as it did,
// however much was left of the stock then.
static void weigh_ask(dx_gofish_shown *s, const dx_gofish_habits *habits,
                      unsigned who, unsigned situation)
{
    static const double temper = 0.8;
    double likely[DX_GOFISH_KINDS], whenever = 0;
    uint8_t *same = &s->asked[who][situation % WHENEVER];
    for (unsigned at = situation % WHENEVER; at < DX_GOFISH_SITUATIONS;
         at += WHENEVER)
        whenever += habits_in(habits, at, likely);
    double broad = habits_in(habits, situation, likely);
    likely[DX_GOFISH_STRANGER] =
        broad / whenever *
        dx_kinds_learnt(whenever, *same, s->asks[who], PATIENCE);
    for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
        likely[i] = pow(likely[i], temper);
    dx_kinds_see(&dx_gofish_kinds_rule, &s->kinds, who, likely);
    *same = (uint8_t)(*same + (*same < UINT8_MAX));
}

static void follow_ask(dx_gofish_shown *s, const dx_gofish_habits *habits,
                       dx_event event)
{
    unsigned who = event.who, of = event.arg[0], rank = event.arg[1];
    if (habits != NULL)
        weigh_ask(s, habits, who, dx_gofish_situation(s, event));
    s->asks[who]++;
    if (s->least[who][rank] == 0) {
        s->least[who][rank] = 1;
        if (s->since[who][rank] == 0)
            s->since[who][rank] = 1;
    }
    s->least[who][rank] = (uint8_t)(s->least[who][rank] + event.arg[2]);
    s->least[of][rank] = 0;
    s->since[of][rank] = 0;
    if (event.arg[3] != 0)
        s->least[who][rank] = s->since[who][rank] = 0;
}

void dx_gofish_shown_follow(dx_gofish_shown *s, const dx_gofish_habits *habits,
                            dx_event event)
{
    if (event.verb == DX_GOFISH_DEAL || event.verb == DX_GOFISH_DRAW)
        s->stock--;
    if (event.verb == DX_GOFISH_ASK)
        follow_ask(s, habits, event);
    if (event.verb != DX_GOFISH_DRAW)
        return;
    uint8_t *since = s->since[event.who];
    for (unsigned rank = 0; rank < s->ranks; rank++)
        if (since[rank] < DX_GOFISH_NEVER - 1)
            since[rank]++;
}

// Seats one after the other: each has a strategy as often as it was met before,
// in the seats that were gone through (an urn of Polya's).  Which seat is first
// makes no difference.
typedef struct company {
    double weight[DX_GOFISH_SEATS][DX_GOFISH_KINDS]; // of what it asked
    unsigned players, observer;
    double urn[DX_GOFISH_KINDS];
    double (*out)[DX_GOFISH_KINDS];
} company;

// The weight of all cases of the seats from `seat` on, times `before`.
static double meet(company *c, unsigned seat, double before)
{
    double sum = 0;
    if (seat == c->observer)
        seat++;
    if (seat >= c->players)
        return before;
    for (unsigned i = 0; i < DX_GOFISH_KINDS; i++) {
        double weight = before * c->urn[i] * c->weight[seat][i];
        if (weight <= 0)
            continue;
        c->urn[i] += 1;
        weight = meet(c, seat + 1, weight);
        c->urn[i] -= 1;
        c->out[seat][i] += weight;
        sum += weight;
    }
    return sum;
}

void dx_gofish_type_chances(const dx_gofish_shown *s, unsigned observer,
                            double out[][DX_GOFISH_KINDS])
{
    const double *prior = dx_gofish_kinds_rule.prior;
    company c = {.players = s->players, .observer = observer, .out = out};
    memcpy(c.urn, prior, sizeof c.urn);
    memset(out, 0, s->players * sizeof *out);
    for (unsigned seat = 0; seat < s->players; seat++)
        for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
            c.weight[seat][i] = s->kinds.weight[seat][i] / prior[i];
    double sum = meet(&c, 0, 1);
    for (unsigned seat = 0; seat < s->players; seat++)
        for (unsigned i = 0; i < DX_GOFISH_KINDS; i++)
            out[seat][i] /= sum;
}
