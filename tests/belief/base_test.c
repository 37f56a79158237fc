// A base against the obvious: all assignments to a few facts.

#include "belief/base.h"

#include "base/memory.h"
#include "base/random.h"
#include "logic/formula/parse.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { FACTS = 4, WORLDS = 1 << FACTS, BELIEFS_MAX = 7 };

// A belief as text for the base, and as the set of worlds where it holds.
typedef struct toy {
    char text[80];
    unsigned worlds; // a bit for each assignment
    dx_belief_source source;
} toy;

typedef struct setting {
    dx_formulas *store;
    dx_language language;
    dx_base *base;
} setting;

static void init(setting *s)
{
    s->store = dx_formulas_new();
    dx_language_init(&s->language, s->store, "m");
    s->base = dx_base_new(&s->language);
}

static void release(setting *s)
{
    dx_base_free(s->base);
    dx_language_release(&s->language);
    dx_formulas_free(s->store);
}

static dx_formula formula(setting *s, const char *text)
{
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(s->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

// A clause of two or three literals over the facts a, b, c, d.
static toy random_toy(dx_random *random)
{
    toy t = {.source = dx_random_below(random, 4) == 0 ? DX_FROM_CORE
                       : dx_random_below(random, 2)    ? DX_FROM_SIGHT
                                                       : DX_FROM_RULE};
    unsigned size = 1 + (unsigned)dx_random_below(random, 3);
    for (unsigned i = 0; i < size; i++) {
        unsigned fact = (unsigned)dx_random_below(random, FACTS);
        bool yes = dx_random_below(random, 2);
        size_t length = strlen(t.text);
        snprintf(t.text + length, sizeof t.text - length, "%s%s%c@0",
                 i > 0 ? " | " : "", yes ? "" : "~", 'a' + (int)fact);
        for (unsigned w = 0; w < WORLDS; w++)
            if ((w >> fact & 1) == yes)
                t.worlds |= 1U << w;
    }
    return t;
}

static void put(setting *s, const toy *t)
{
    dx_error error;
    CHECK_EQ(dx_base_add(s->base, formula(s, t->text), t->source, &error),
             DX_OK);
}

static bool implies(setting *s, const char *text)
{
    bool yes;
    dx_error error;
    CHECK_THAT(dx_base_implies(s->base, formula(s, text), NULL, &yes, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    return yes;
}

static bool asked(setting *s, const char *text)
{
    bool yes;
    dx_error error;
    CHECK_THAT(dx_base_ask(s->base, formula(s, text), NULL, &yes, &error) ==
                   DX_OK,
               "%s: %s", text, error.message);
    return yes;
}

// Worlds where all of some beliefs hold.
static unsigned meet(const toy *all, unsigned chosen)
{
    unsigned worlds = (1U << WORLDS) - 1;
    for (unsigned i = 0; i < BELIEFS_MAX; i++)
        if (chosen >> i & 1)
            worlds &= all[i].worlds;
    return worlds;
}

// How few beliefs imply `worlds`, or -1 if all do not.
static int fewest(const toy *all, unsigned worlds)
{
    int best = -1;
    for (unsigned chosen = 0; chosen < 1U << BELIEFS_MAX; chosen++) {
        int size = __builtin_popcount(chosen);
        if ((meet(all, chosen) & ~worlds) == 0 && (best < 0 || size < best))
            best = size;
    }
    return best;
}

static void check_reason(setting *s, const toy *all, const toy *goal)
{
    dx_base_reason reason;
    dx_error error;
    CHECK_EQ(
        dx_base_why(s->base, formula(s, goal->text), NULL, &reason, &error),
        DX_OK);
    int best = fewest(all, goal->worlds);
    CHECK_EQ(reason.is_implied, best >= 0);
    CHECK_EQ(implies(s, goal->text), best >= 0);
    if (best >= 0) {
        CHECK(reason.is_smallest);
        CHECK_EQ(reason.beliefs.count, best);
        unsigned worlds = (1U << WORLDS) - 1;
        for (size_t i = 0; i < reason.beliefs.count; i++) {
            const dx_base_belief *b = dx_base_at(s->base, reason.beliefs.at[i]);
            for (unsigned k = 0; k < BELIEFS_MAX; k++)
                if (formula(s, all[k].text) == b->written) {
                    worlds &= all[k].worlds;
                    break;
                }
        }
        CHECK_EQ(worlds & ~goal->worlds, 0);
    }
    dx_base_reason_release(&reason);
}

TEST(what_follows_and_the_smallest_reasons_are_as_by_trying_all_sets)
{
    for (uint64_t seed = 0; seed < SAMPLE(150, 5000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 0);
        setting s;
        init(&s);
        toy all[BELIEFS_MAX];
        for (unsigned i = 0; i < BELIEFS_MAX; i++) {
            all[i] = random_toy(&random);
            put(&s, &all[i]);
        }
        for (unsigned i = 0; i < 4; i++) {
            toy goal = random_toy(&random);
            check_reason(&s, all, &goal);
        }
        release(&s);
    }
}

TEST(answers_stay_right_while_the_base_grows)
{
    for (uint64_t seed = 0; seed < SAMPLE(60, 2000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 3, 0);
        setting s;
        init(&s);
        unsigned worlds = (1U << WORLDS) - 1;
        for (unsigned step = 0; step < 8; step++) {
            for (unsigned i = 0; i < 12; i++) {
                toy goal = random_toy(&random);
                CHECK_EQ(implies(&s, goal.text), (worlds & ~goal.worlds) == 0);
            }
            toy more = random_toy(&random);
            worlds &= more.worlds;
            CHECK_EQ(dx_base_expand(s.base, formula(&s, more.text), more.source,
                                    NULL),
                     DX_OK);
        }
        release(&s);
    }
}

static bool found(setting *s, const char *text)
{
    bool yes;
    CHECK_EQ(dx_base_found(s->base, formula(s, text), &yes, NULL), DX_OK);
    return yes;
}

// Where a state is found all beliefs and both goals are true; otherwise there
// is none.
TEST(a_state_that_is_found_satisfies_the_base)
{
    for (uint64_t seed = 0; seed < SAMPLE(100, 2000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 4, 0);
        setting s;
        init(&s);
        toy all[BELIEFS_MAX];
        for (unsigned i = 0; i < BELIEFS_MAX; i++) {
            all[i] = random_toy(&random);
            put(&s, &all[i]);
        }
        toy goal = random_toy(&random), other = random_toy(&random);
        unsigned worlds =
            meet(all, (1U << BELIEFS_MAX) - 1) & goal.worlds & other.worlds;
        dx_formula both[] = {formula(&s, goal.text), formula(&s, other.text)};
        bool is_there;
        CHECK_EQ(dx_base_find(s.base, 2, both, NULL, &is_there, NULL), DX_OK);
        CHECK_EQ(is_there, worlds != 0);
        for (unsigned i = 0; i < BELIEFS_MAX && is_there; i++)
            CHECK(found(&s, all[i].text));
        CHECK(!is_there || (found(&s, goal.text) && found(&s, other.text)));
        CHECK(!is_there || found(&s, "~new@0 & now = 0 & explicit[m] now < 1"));
        release(&s);
    }
}

// ---- Revision ----

// What the definition keeps: the core and the news, then one after the other.
static unsigned preferred(const setting *s, const toy *all, unsigned worlds)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < BELIEFS_MAX; i++)
        if (all[i].source == DX_FROM_CORE) {
            worlds &= all[i].worlds;
            kept |= 1U << i;
        }
    for (int source = DX_FROM_SIGHT; source >= DX_FROM_RULE; source--)
        for (unsigned i = BELIEFS_MAX; i > 0; i--)
            if ((int)all[i - 1].source == source &&
                (worlds & all[i - 1].worlds) != 0) {
                worlds &= all[i - 1].worlds;
                kept |= 1U << (i - 1);
            }
    (void)s;
    return kept;
}

static unsigned held(setting *s, const toy *all)
{
    unsigned chosen = 0;
    for (unsigned i = 0; i < BELIEFS_MAX; i++) {
        bool has;
        CHECK_EQ(dx_base_has(s->base, formula(s, all[i].text), &has, NULL),
                 DX_OK);
        chosen |= (unsigned)has << i;
    }
    return chosen;
}

// Seven different beliefs, and news that is none of them.
static void different_toys(dx_random *random, toy *all, toy *news)
{
    for (unsigned i = 0; i <= BELIEFS_MAX; i++) {
        toy *t = i < BELIEFS_MAX ? &all[i] : news;
        bool is_new;
        do {
            *t = random_toy(random);
            is_new = true;
            for (unsigned k = 0; k < i; k++)
                is_new = is_new && strcmp(all[k].text, t->text) != 0;
        } while (!is_new);
    }
}

// Inclusion, success, vacuity, consistency, relevance: the postulates for
// bases (Hansson 1999), on what the base did.
static void check_postulates(const toy *all, const toy *news, unsigned before,
                             unsigned after, bool is_accepted)
{
    unsigned core = 0;
    for (unsigned i = 0; i < BELIEFS_MAX; i++)
        core |= (unsigned)(all[i].source == DX_FROM_CORE) << i;
    bool possible = (meet(all, core) & news->worlds) != 0;
    CHECK_EQ(is_accepted, possible);
    CHECK_EQ(after & ~before, 0); // inclusion
    CHECK_EQ(core & ~after, 0);   // the core stays
    if (!is_accepted || (meet(all, before) & news->worlds) != 0)
        CHECK_EQ(after, before); // vacuity
    if (!is_accepted)
        return;
    unsigned worlds = meet(all, after) & news->worlds;
    CHECK(worlds != 0); // consistency
    for (unsigned i = 0; i < BELIEFS_MAX; i++)
        if ((before & ~after) >> i & 1) // relevance: it could not stay
            CHECK_EQ(worlds & all[i].worlds, 0);
}

TEST(revision_keeps_the_preferred_beliefs_and_the_postulates_for_bases)
{
    for (uint64_t seed = 0; seed < SAMPLE(400, 20000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 1, 0);
        setting s;
        init(&s);
        toy all[BELIEFS_MAX], news;
        different_toys(&random, all, &news);
        for (unsigned i = 0; i < BELIEFS_MAX; i++)
            put(&s, &all[i]);
        unsigned before = held(&s, all);
        dx_base_revision revision;
        CHECK_EQ(dx_base_revise(s.base, formula(&s, news.text), DX_FROM_SIGHT,
                                NULL, &revision, NULL),
                 DX_OK);
        unsigned after = held(&s, all);
        check_postulates(all, &news, before, after, revision.is_accepted);
        if (revision.is_accepted) {
            bool has, consistent;
            CHECK_EQ(dx_base_is_consistent(s.base, NULL, &consistent, NULL),
                     DX_OK);
            CHECK(consistent);
            CHECK_EQ(after, preferred(&s, all, news.worlds));
            CHECK_EQ(dx_base_has(s.base, formula(&s, news.text), &has, NULL),
                     DX_OK);
            CHECK(has); // success
            CHECK_EQ(revision.given_up.count,
                     __builtin_popcount(before & ~after));
        }
        dx_base_revision_release(&revision);
        release(&s);
    }
}

TEST(revision_by_equivalent_news_gives_up_the_same)
{
    for (uint64_t seed = 0; seed < SAMPLE(100, 2000); seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 2, 0);
        toy all[BELIEFS_MAX], news;
        different_toys(&random, all, &news);
        unsigned after[2];
        for (unsigned way = 0; way < 2; way++) {
            setting s;
            init(&s);
            for (unsigned i = 0; i < BELIEFS_MAX; i++)
                put(&s, &all[i]);
            char text[100];
            snprintf(text, sizeof text, way == 0 ? "%s" : "~~~~(%s)",
                     news.text);
            dx_base_revision revision;
            CHECK_EQ(dx_base_revise(s.base, formula(&s, text), DX_FROM_RULE,
                                    NULL, &revision, NULL),
                     DX_OK);
            after[way] = held(&s, all);
            dx_base_revision_release(&revision);
            release(&s);
        }
        CHECK_EQ(after[0], after[1]);
    }
}

TEST(a_belief_that_was_given_up_says_when_and_for_what_and_can_come_back)
{
    setting s;
    init(&s);
    dx_formula p = formula(&s, "p@0"), not_p = formula(&s, "~p@0");
    CHECK_EQ(dx_base_add(s.base, p, DX_FROM_RULE, NULL), DX_OK);
    dx_base_revision revision;
    CHECK_EQ(
        dx_base_revise(s.base, not_p, DX_FROM_SIGHT, NULL, &revision, NULL),
        DX_OK);
    CHECK_EQ(revision.given_up.count, 1);
    CHECK_EQ(revision.given_up.at[0], 0);
    dx_base_revision_release(&revision);
    const dx_base_belief *gone = dx_base_at(s.base, 0);
    CHECK(!gone->is_held);
    CHECK_EQ(gone->until, 1);
    CHECK_EQ(gone->because, 1);
    CHECK(implies(&s, "~p@0"));
    CHECK_EQ(dx_base_revise(s.base, p, DX_FROM_SIGHT, NULL, &revision, NULL),
             DX_OK);
    CHECK_EQ(revision.given_up.count, 1);
    dx_base_revision_release(&revision);
    CHECK(implies(&s, "p@0"));
    CHECK(!implies(&s, "~p@0"));
    CHECK_EQ(dx_base_time(s.base), 2);
    CHECK_EQ(dx_base_count(s.base), 3);
    release(&s);
}

// ---- Asking ----

TEST(a_base_answers_about_time_beliefs_and_expansions)
{
    setting s;
    init(&s);
    CHECK_EQ(dx_base_add(s.base, formula(&s, "p@0 -> q@0"), DX_FROM_CORE, NULL),
             DX_OK);
    CHECK_EQ(dx_base_add(s.base, formula(&s, "now >= 2 -> r@0"), DX_FROM_SIGHT,
                         NULL),
             DX_OK);
    CHECK(asked(&s, "now = 0 & explicit[m] now < 1 & ~explicit[m] p@0"));
    CHECK(asked(&s, "~implicit[m] q@0 & [+p@0] implicit[m] q@0"));
    CHECK(asked(&s, "~implicit[m] r@0 & [+s@0] ~implicit[m] r@0"));
    CHECK(asked(&s, "[+s@0] [+s@0] (implicit[m] r@0 & now = 2)"));
    CHECK(asked(&s, "[+p@0] [+~q@0] implicit[m] false"));
    CHECK_EQ(dx_base_expand(s.base, formula(&s, "p@0"), DX_FROM_SIGHT, NULL),
             DX_OK);
    CHECK(asked(&s, "now = 1 & explicit[m] p@0 & implicit[m] q@0 & "
                    "~implicit[m] r@0"));
    CHECK_EQ(dx_base_expand(s.base, formula(&s, "s@0"), DX_FROM_SIGHT, NULL),
             DX_OK);
    CHECK(implies(&s, "q@0 & r@0 & now = 2"));
    bool yes;
    dx_error error;
    CHECK_EQ(dx_base_ask(s.base, formula(&s, "p@0"), NULL, &yes, &error),
             DX_ERR_UNSUPPORTED);
    release(&s);
}

TEST(bounds_count_what_holds)
{
    setting s;
    init(&s);
    dx_formula some[3] = {formula(&s, "a"), formula(&s, "b"), formula(&s, "c")};
    CHECK_EQ(dx_base_add_count(s.base, 3, some, 2, 2, NULL), DX_OK);
    CHECK(implies(&s, "a | b"));
    CHECK(!implies(&s, "a"));
    CHECK_EQ(dx_base_expand(s.base, formula(&s, "~c"), DX_FROM_SIGHT, NULL),
             DX_OK);
    CHECK(implies(&s, "a & b"));
    dx_base_reason reason;
    CHECK_EQ(dx_base_why(s.base, formula(&s, "a & b"), NULL, &reason, NULL),
             DX_OK);
    CHECK(reason.is_implied && reason.is_smallest);
    CHECK_EQ(reason.beliefs.count, 1);
    dx_base_reason_release(&reason);
    release(&s);
}
