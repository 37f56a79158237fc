// The paper's event model, executed: from one world on, by product updates
// alone, it must say what the golden files say, what the fast beliefs say, and
// for players who ask for what is likeliest what a list of pairs of hands says.

#include "games/gofish/event_model.h"

#include "agents/gofish/exact.h"
#include "agents/typed.h"
#include "base/memory.h"
#include "game/twin.h"
#include "logic/dx/check.h"
#include "logic/dx/document.h"
#include "test.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A model and questions about it, asked all at once.
typedef struct paper {
    dx_document *document;
    dx_checker *checker;
} paper;

static paper open_paper(const dx_text *text)
{
    paper p;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_document_read_text("gofish", text->at, text->length,
                                     &p.document, &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    CHECK_EQ(dx_checker_new(p.document, &dx_build_default_limits, &p.checker,
                            &error),
             DX_OK);
    return p;
}

static void close_paper(paper *p)
{
    dx_checker_free(p->checker);
    dx_document_free(p->document);
}

static dx_status ask(const paper *p, size_t question, dx_fraction *out_value)
{
    dx_check_answer answer;
    dx_checker_ask(p->checker, &p->document->queries.at[question],
                   (dx_check_options){0}, &answer);
    dx_status status = answer.status;
    CHECK_THAT(status != DX_OK || answer.is_as_expected, "%s: %lld/%lld",
               p->document->queries.at[question].text,
               (long long)answer.value.top, (long long)answer.value.over);
    *out_value = answer.value;
    dx_check_answer_release(&answer);
    return status;
}

static void ask_all(const dx_text *text)
{
    dx_fraction value;
    paper p = open_paper(text);
    for (size_t i = 0; i < p.document->queries.count; i++)
        CHECK_THAT(ask(&p, i, &value) == DX_OK, "%s",
                   p.document->queries.at[i].text);
    close_paper(&p);
}

static void write_model(const dx_rules *rules, dx_gofish_asking asking,
                        dx_text *out)
{
    dx_error error = {.message = ""};
    CHECK_THAT(dx_gofish_model_write(rules, asking, out, &error) == DX_OK, "%s",
               error.message);
}

static dx_event event_of(const json_t *step, unsigned verb)
{
    const json_t *event = json_object_get(step, "event");
    return dx_with(
        dx_event_new(
            verb,
            (unsigned)json_integer_value(json_object_get(event, "by")) - 1U),
        verb == DX_GOFISH_ASK,
        (unsigned)json_integer_value(json_object_get(event, "rank")) - 1U);
}

static const char *kind_of(const json_t *step)
{
    return json_string_value(
        json_object_get(json_object_get(step, "event"), "kind"));
}

// The events of a golden run up to a step, as the game has them; answers are
// part of questions there.
static unsigned list_events(const json_t *run, size_t until, dx_event *out)
{
    const json_t *hands = json_object_get(run, "initial_hands");
    uint8_t hand[2][DX_GOFISH_CARDS];
    unsigned count = 0, size = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        const json_t *numbers = json_array_get(hands, seat);
        size = 0;
        for (unsigned rank = 0; rank < json_array_size(numbers); rank++)
            for (json_int_t i =
                     json_integer_value(json_array_get(numbers, rank));
                 i > 0; i--)
                hand[seat][size++] = (uint8_t)rank;
    }
    for (unsigned i = 0; i < 2 * size; i++)
        out[count++] =
            dx_with(dx_event_new(DX_GOFISH_DEAL, i % 2), 0, hand[i % 2][i / 2]);
    bool must_draw = false;
    for (size_t i = 1; i <= until; i++) {
        const json_t *step = json_array_get(json_object_get(run, "steps"), i);
        if (strcmp(kind_of(step), "draw") == 0) {
            dx_event draw = event_of(step, DX_GOFISH_DRAW);
            if (!must_draw)
                out[count++] = dx_event_new(DX_GOFISH_NOTHING, draw.who);
            must_draw = false;
            out[count++] = draw;
        } else if (strcmp(kind_of(step), "ask") == 0) {
            dx_event move = event_of(step, DX_GOFISH_ASK);
            out[count++] = dx_with(move, 0, !move.who);
        } else {
            json_int_t given = json_integer_value(
                json_object_get(json_object_get(step, "event"), "count"));
            must_draw = given == 0;
            out[count - 1] = dx_with(out[count - 1], 2, (unsigned)given);
        }
    }
    return count;
}

static void check_run(const json_t *run)
{
    char name[60];
    snprintf(name, sizeof name, "gofish(ranks=%d,copies=%d,hand=%d)",
             (int)json_integer_value(json_object_get(run, "n")),
             (int)json_integer_value(json_object_get(run, "m")),
             (int)json_integer_value(json_object_get(run, "h")));
    dx_rules rules = rules_of(name);
    dx_text text = {0};
    const json_t *step;
    size_t i;
    write_model(&rules, DX_GOFISH_ASKS_ANY, &text);
    json_array_foreach (json_object_get(run, "steps"), i, step) {
        dx_event events[2 * DX_GOFISH_CARDS];
        dx_text updates = {0};
        if (strcmp(kind_of(step), "ask") == 0)
            continue;
        unsigned count = list_events(run, i, events);
        dx_gofish_updates_write(&rules, events, count, &updates);
        const char *after = dx_text_string(&updates);
        dx_text_printf(
            &text,
            "after %s: count true expect %d\n"
            "after %s: true C[1,2] (c1 & c2)\n",
            after, (int)json_integer_value(json_object_get(step, "raw_worlds")),
            after);
        for (int seat = 1; seat <= 2; seat++) {
            const json_t *has = json_object_get(
                step, seat == 1 ? "P1_that_2_has" : "P2_that_1_has");
            for (unsigned rank = 0; rank < json_array_size(has); rank++)
                dx_text_printf(
                    &text, "after %s: value P[%d](R(%u,%d) > 0) expect %s\n",
                    after, seat, rank + 1, 3 - seat,
                    json_string_value(json_array_get(has, rank)));
        }
        dx_text_release(&updates);
    }
    ask_all(&text);
    dx_text_release(&text);
}

TEST(the_papers_go_fish_events_lead_from_one_world_to_the_golden_beliefs)
{
    json_t *root =
        json_load_file(dx_test_path("golden/gofish_runs.json"), 0, NULL);
    const json_t *run;
    size_t i;
    unsigned checked = 0;
    CHECK(root != NULL);
    json_array_foreach (json_object_get(root, "runs"), i, run) {
        const json_t *reading = json_object_get(run, "reading");
        if (strcmp(json_string_value(reading), "strict") != 0 ||
            checked == SAMPLE(6, 10))
            continue;
        CHECKING("run %d", (int)i);
        check_run(run);
        checked++;
    }
    CHECK(checked >= 6);
    json_decref(root);
}

// The chances of both seats after all events of a random game.
static void compare(const dx_rules *rules, const dx_event *past, unsigned count)
{
    dx_text text = {0}, updates = {0};
    dx_masks masks;
    unsigned ranks = (unsigned)dx_rules_value(rules, "ranks");
    unsigned copies = (unsigned)dx_rules_value(rules, "copies");
    dx_masks_init(&masks, rules->game->verbs);
    write_model(rules, DX_GOFISH_ASKS_ANY, &text);
    dx_gofish_updates_write(rules, past, count, &updates);
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned rank = 0; rank < ranks; rank++)
            for (unsigned number = 0; number <= copies; number++)
                dx_text_printf(&text, "after %s: value P[%u](R(%u,%u) = %u)\n",
                               dx_text_string(&updates), seat + 1, rank + 1,
                               2 - seat, number);
    paper p = open_paper(&text);
    size_t question = 1; // the first is about the one world
    for (unsigned seat = 0; seat < 2; seat++) {
        dx_gofish_exact *exact = dx_gofish_exact_new(rules, seat);
        dx_gofish_chances got;
        for (unsigned i = 0; i < count; i++)
            dx_gofish_exact_follow(exact, dx_masks_see(&masks, past[i], seat));
        dx_gofish_exact_read(exact, DX_GOFISH_ALL_RANKS, &got);
        for (unsigned i = 0; i < ranks * (copies + 1); i++) {
            dx_fraction want;
            CHECK_EQ(ask(&p, question++, &want), DX_OK);
            CHECK(fabs(got.exactly[i / (copies + 1)][i % (copies + 1)] -
                       dx_fraction_value(want)) < 1e-12);
        }
        dx_gofish_exact_free(exact);
    }
    close_paper(&p);
    dx_text_release(&text);
    dx_text_release(&updates);
}

TEST(fast_go_fish_beliefs_are_those_of_the_product_updates)
{
    static const char *const decks[] = {"gofish(tiny)", "gofish(small)",
                                        "gofish(ranks=4,copies=2,hand=2)",
                                        "gofish(ranks=2,copies=4,hand=2)"};
    for (unsigned i = 0; i < 4; i++) {
        dx_rules rules = rules_of(decks[i]);
        for (uint64_t seed = 0; seed < SAMPLE(4, 40); seed++) {
            CHECKING("%s, seed %d", decks[i], (int)seed);
            unsigned count;
            dx_event *past =
                dx_twin_play(&rules, seed, 1 + (unsigned)seed % 9, &count);
            while (count > 0 && past[count - 1].verb == DX_GOFISH_LAY)
                count--;
            compare(&rules, past, count);
            dx_free(past);
        }
    }
}

// The first two random games of each deck in which somebody with cards has
// nobody to ask while there is a stock.
TEST(who_has_nobody_to_ask_passes_in_the_product_updates_too)
{
    static const char *const decks[] = {"gofish(ranks=3,copies=2,hand=1)",
                                        "gofish(small,hand=1)"};
    for (unsigned i = 0; i < 2; i++) {
        dx_rules rules = rules_of(decks[i]);
        unsigned found = 0, count;
        for (uint64_t seed = 0; seed < 100 && found < 2; seed++) {
            CHECKING("%s, seed %d", decks[i], (int)seed);
            dx_event *past = dx_twin_play(&rules, seed, 5, &count);
            for (unsigned k = 1; k + 1 < count; k++)
                if (past[k].verb == DX_GOFISH_NOTHING &&
                    past[k].next != DX_NATURE &&
                    past[k + 1].verb != DX_GOFISH_LAY) {
                    compare(&rules, past, k + 1);
                    found++;
                    break;
                }
            dx_free(past);
        }
        CHECK_EQ(found, 2);
    }
}

// Pairs of hands, each with its weight: the same for both players, who began
// with the same.
typedef struct pair {
    uint8_t hand[2][DX_GOFISH_RANKS];
    double weight;
} pair;

enum { PAIRS_MAX = 4000 };

typedef struct pairs {
    unsigned n, m, count;
    unsigned stock;
    pair actual;
    pair at[PAIRS_MAX];
} pairs;

static unsigned left_of(const pairs *p, const pair *at, unsigned rank)
{
    return p->m - at->hand[0][rank] - at->hand[1][rank];
}

static void add_pair(pairs *p, pair new)
{
    for (unsigned i = 0; i < p->count; i++)
        if (memcmp(p->at[i].hand, new.hand, sizeof new.hand) == 0) {
            p->at[i].weight += new.weight;
            return;
        }
    CHECK(p->count < PAIRS_MAX);
    p->at[p->count++] = new;
}

// A seat draws; only it sees that it was `card`.
static void draw(pairs *p, unsigned seat, unsigned card, dx_text *out)
{
    static pair old[PAIRS_MAX];
    unsigned count = p->count;
    memcpy(old, p->at, count * sizeof *old);
    p->count = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned rank = 0; rank < p->n; rank++) {
            pair new = old[i];
            new.weight *= left_of(p, &new, rank);
            new.hand[seat][rank]++;
            if (new.weight > 0)
                add_pair(p, new);
        }
    dx_text_printf(out, "%sdraw_%u_%u, r%ux%uy%u", out->length == 0 ? "" : "; ",
                   seat + 1, p->stock, card + 1, p->actual.hand[seat][card],
                   left_of(p, &p->actual, card));
    p->actual.hand[seat][card]++;
    p->stock--;
}

// The chance, as a seat with the hand of `at` has it, that it could be given
// some cards of a rank and not all.
static double likely(const pairs *p, const pair *at, unsigned seat,
                     unsigned rank)
{
    double some = 0, all = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const pair *other = &p->at[i];
        if (memcmp(other->hand[seat], at->hand[seat], p->n) != 0)
            continue;
        unsigned number = other->hand[!seat][rank];
        all += other->weight;
        some += number > 0 && number < p->m ? other->weight : 0;
    }
    return some / all;
}

// The ranks that a seat may ask for and that are likeliest, as bits.
static unsigned likeliest(const pairs *p, const pair *at, unsigned seat)
{
    unsigned best = 0;
    double most = -1;
    for (unsigned rank = 0; rank < p->n; rank++) {
        unsigned number = at->hand[seat][rank];
        if (number == 0 || number == p->m)
            continue;
        double chance = likely(p, at, seat, rank);
        if (chance > most + 1e-9)
            best = 0;
        if (chance > most - 1e-9)
            best |= 1U << rank;
        if (chance > most)
            most = chance;
    }
    return best;
}

// A seat asks for one of its likeliest ranks and is answered; false if it has
// none.  Whether it must draw is in `out_fishes`.
static bool ask_and_answer(pairs *p, unsigned seat, dx_random *random,
                           dx_text *out, bool *out_fishes)
{
    unsigned best = likeliest(p, &p->actual, seat), rank;
    double weight[PAIRS_MAX];
    unsigned kept = 0, given;
    if (best == 0)
        return false;
    do
        rank = (unsigned)dx_random_below(random, p->n);
    while (!(best >> rank & 1));
    given = p->actual.hand[!seat][rank];
    for (unsigned i = 0; i < p->count; i++) {
        unsigned choices = likeliest(p, &p->at[i], seat);
        weight[i] = choices >> rank & 1
                        ? p->at[i].weight / __builtin_popcount(choices)
                        : 0;
    }
    for (unsigned i = 0; i < p->count; i++) {
        pair at = p->at[i];
        if (weight[i] <= 0 || at.hand[!seat][rank] != given)
            continue;
        at.weight = weight[i];
        at.hand[!seat][rank] = 0;
        at.hand[seat][rank] = (uint8_t)(at.hand[seat][rank] + given);
        p->at[kept++] = at;
    }
    p->count = kept;
    dx_text_printf(out, "; ask_%u_%u, t%d; ", seat + 1, rank + 1,
                   __builtin_popcount(best));
    if (given > 0)
        dx_text_printf(out, "give_%u_%u_%u, y%u", 2 - seat, rank + 1, given,
                       p->actual.hand[seat][rank]);
    else
        dx_text_printf(out, "gofish_%u_%u, e", 2 - seat, rank + 1);
    p->actual.hand[!seat][rank] = 0;
    p->actual.hand[seat][rank] = (uint8_t)(p->actual.hand[seat][rank] + given);
    *out_fishes = given == 0;
    return true;
}

static unsigned next_card(const pairs *p, dx_random *random)
{
    unsigned rank;
    do
        rank = (unsigned)dx_random_below(random, p->n);
    while (left_of(p, &p->actual, rank) == 0);
    return rank;
}

static double chance_of(const pairs *p, unsigned seat, unsigned rank)
{
    double some = 0, all = 0;
    for (unsigned i = 0; i < p->count; i++)
        if (memcmp(p->at[i].hand[seat], p->actual.hand[seat], p->n) == 0) {
            all += p->at[i].weight;
            some += p->at[i].hand[!seat][rank] > 0 ? p->at[i].weight : 0;
        }
    return some / all;
}

// Plays a few questions in the list of pairs, and asks the paper's model.
static void judge_likeliest(const dx_rules *rules, uint64_t seed)
{
    static pairs p;
    dx_random random = dx_random_named(seed, 0, 5);
    dx_text updates = {0}, text = {0};
    unsigned hand = (unsigned)dx_rules_value(rules, "hand"), seat = 0;
    bool fishes = false;
    memset(&p, 0, sizeof p);
    p.n = (unsigned)dx_rules_value(rules, "ranks");
    p.m = (unsigned)dx_rules_value(rules, "copies");
    p.stock = p.n * p.m;
    p.count = 1;
    p.at[0].weight = 1;
    for (unsigned i = 0; i < 2 * hand; i++)
        draw(&p, i % 2, next_card(&p, &random), &updates);
    for (unsigned i = 0; i < 5; i++) {
        if (!ask_and_answer(&p, seat, &random, &updates, &fishes))
            break;
        if (fishes && p.stock == 0)
            break;
        if (fishes) {
            draw(&p, seat, next_card(&p, &random), &updates);
            seat = !seat;
        }
    }
    write_model(rules, DX_GOFISH_ASKS_LIKELIEST, &text);
    for (unsigned i = 0; i < 2 * p.n; i++)
        dx_text_printf(&text, "after %s: value P[%u](R(%u,%u) > 0)\n",
                       dx_text_string(&updates), i / p.n + 1, i % p.n + 1,
                       2 - i / p.n);
    paper sheet = open_paper(&text);
    for (unsigned i = 0; i < 2 * p.n; i++) {
        dx_fraction got;
        CHECK_EQ(ask(&sheet, i + 1, &got), DX_OK);
        CHECK_THAT(fabs(dx_fraction_value(got) -
                        chance_of(&p, i / p.n, i % p.n)) < 1e-9,
                   "player %u, rank %u: %f, not %f", i / p.n + 1, i % p.n + 1,
                   dx_fraction_value(got), chance_of(&p, i / p.n, i % p.n));
    }
    close_paper(&sheet);
    dx_text_release(&text);
    dx_text_release(&updates);
}

TEST(players_who_ask_for_the_likeliest_rank_are_believed_to_do_so)
{
    static const char *const decks[] = {"gofish(tiny)",
                                        "gofish(ranks=3,copies=3,hand=2)",
                                        "gofish(ranks=4,copies=2,hand=2)"};
    for (unsigned i = 0; i < 3; i++) {
        dx_rules rules = rules_of(decks[i]);
        for (uint64_t seed = 0; seed < SAMPLE(3, 30); seed++) {
            CHECKING("%s, seed %d", decks[i], (int)seed);
            judge_likeliest(&rules, seed);
        }
    }
}
