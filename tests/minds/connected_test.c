// Where doubts lead, against walking there: on random small spaces all deals
// are listed, two belong together if a member cannot tell them apart, and what
// hangs together is compared with what all members see.

#include "base/memory.h"
#include "minds/turn/connected.h"
#include "test.h"
#include "worlds/deal_table.h"

#include <string.h>

enum { KINDS = 4, PLACES = 6, MEMBERS = 3, DEALS_MAX = 400 };

typedef struct space_scene {
    dx_random random;
    dx_frame frame;
    size_t members;
    uint64_t sees[MEMBERS];
    unsigned count;
    dx_dealt deal[DEALS_MAX];
    unsigned group[DEALS_MAX];
} space_scene;

static unsigned below(space_scene *s, unsigned bound)
{
    return (unsigned)dx_random_below(&s->random, bound);
}

static void make_space(space_scene *s)
{
    uint8_t copies[KINDS];
    unsigned places = 2 + below(s, PLACES - 1);
    s->members = 1 + below(s, MEMBERS);
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] = (uint8_t)(1 + below(s, 4));
    dx_deal_space_init(&s->frame.space, KINDS, copies);
    for (unsigned p = 0; p < places; p++) {
        unsigned size = 1 + (below(s, 5) == 0);
        uint64_t kinds = below(s, 2) ? DX_ALL_KINDS : 1 + below(s, 15);
        dx_deal_space_add_place(&s->frame.space, size, kinds);
        s->frame.could[p] = s->frame.space.place[p].kinds;
        s->frame.size[p] = (uint8_t)size;
    }
    s->frame.real = s->frame.all = DX_BIT(places) - 1;
    bool own_hands = below(s, 2) == 0;
    for (size_t i = 0; i < s->members; i++)
        for (unsigned p = 0; p < places; p++)
            if (own_hands ? p % (s->members + 1) != i : below(s, 2) == 0)
                s->sees[i] |= DX_BIT(p);
}

static bool keep(void *context, const dx_dealt *dealt, dx_tally weight)
{
    space_scene *s = context;
    (void)weight;
    s->group[s->count] = s->count;
    s->deal[s->count++] = *dealt;
    return true;
}

static bool look_alike(const space_scene *s, unsigned a, unsigned b,
                       uint64_t sees)
{
    for (; sees != 0; sees &= sees - 1) {
        unsigned p = (unsigned)__builtin_ctzll(sees);
        if (memcmp(s->deal[a].count[p], s->deal[b].count[p], KINDS) != 0)
            return false;
    }
    return true;
}

static void bring_together(space_scene *s, unsigned a, unsigned b)
{
    unsigned from = s->group[b], to = s->group[a];
    for (unsigned i = 0; from != to && i < s->count; i++)
        if (s->group[i] == from)
            s->group[i] = to;
}

// Does everything that all members see alike hang together?
static bool hangs_together(space_scene *s)
{
    uint64_t all = s->frame.all;
    for (size_t i = 0; i < s->members; i++) {
        all &= s->sees[i];
        for (unsigned a = 0; a < s->count; a++)
            for (unsigned b = 0; b < a; b++)
                if (s->group[a] != s->group[b] &&
                    look_alike(s, a, b, s->sees[i]))
                    bring_together(s, a, b);
    }
    for (unsigned a = 0; a < s->count; a++)
        for (unsigned b = 0; b < a; b++)
            if (s->group[a] != s->group[b] && look_alike(s, a, b, all))
                return false;
    return true;
}

TEST(doubts_that_are_said_to_lead_everywhere_do)
{
    unsigned said = 0, so = 0, tried = 0;
    for (uint64_t seed = 0; seed < SAMPLE(1500, 40000); seed++) {
        CHECKING("seed %llu", (unsigned long long)seed);
        space_scene *s = dx_alloc(1, sizeof *s);
        s->random = dx_random_named(seed, 3, 9);
        make_space(s);
        if (dx_deals_each(&s->frame.space, 100000, DEALS_MAX, keep, s) ==
                DX_OK &&
            s->count > 1) {
            bool is_said =
                dx_frame_is_connected(&s->frame, s->members, s->sees);
            bool is = hangs_together(s);
            CHECK(is || !is_said);
            said += is_said;
            so += is;
            tried++;
        }
        dx_free(s);
    }
    CHECK(said * 3 > so); // it is worth asking
    CHECK(so < tried);    // and could be said wrongly
}
