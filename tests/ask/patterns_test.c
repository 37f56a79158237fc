// Facts that are one of many ways to lay a few cards
// (minds/inquiry/patterns.h), held to all colourings of small Yokai boards:
// random questions about who knows what of families that are gathered, with
// chances, announcements and examples, are answered by going through the
// colourings one by one.

#include "ask/ask.h"
#include "base/memory.h"
#include "game/places.h"
#include "game/rules_list.h"
#include "game/twin.h"
#include "games/games.h"
#include "games/yokai/yokai.h"
#include "logic/formula/parse.h"
#include "minds/consider.h"
#include "test.h"

#include <string.h>

enum { WORLDS_MAX = 1680, DEPTH = 3, HEARINGS_MAX = 8 };

typedef struct hearing {
    unsigned seats;
    bool whether;
    const bool *said;
    const struct hearing *before;
} hearing;

typedef struct colourings {
    dx_rules rules;
    dx_random random;
    dx_formulas *store;
    const dx_yokai *sight; // a bystander's
    unsigned count;
    dx_yokai world[WORLDS_MAX];
    hearing heard[HEARINGS_MAX];
    unsigned hearings;
} colourings;

static unsigned below(colourings *c, unsigned bound)
{
    return (unsigned)dx_random_below(&c->random, bound);
}

// ---- the obvious way ----

static void list_worlds(colourings *c, unsigned card, uint8_t *left,
                        dx_dealt *dealt)
{
    const dx_yokai *t = c->sight;
    if (card == t->cards) {
        CHECK(c->count < WORLDS_MAX);
        c->world[c->count] = *t;
        c->rules.game->places->fill(&c->world[c->count++], dealt);
        return;
    }
    for (unsigned colour = 0; colour < t->colours; colour++) {
        if (left[colour] == 0)
            continue;
        left[colour]--;
        dealt->count[card - t->shown][colour]++;
        list_worlds(c, card + 1, left, dealt);
        dealt->count[card - t->shown][colour]--;
        left[colour]++;
    }
}

static bool sees_same(const colourings *c, unsigned seat, unsigned a,
                      unsigned b)
{
    for (unsigned card = 0; card < c->sight->cards; card++)
        if ((c->sight->looked[card] >> seat & 1) &&
            c->world[a].colour[card] != c->world[b].colour[card])
            return false;
    return true;
}

// Does the seat hold world b possible in world a, by what it saw and heard?
static bool holds_possible(const colourings *c, unsigned seat,
                           const hearing *heard, unsigned a, unsigned b)
{
    if (!sees_same(c, seat, a, b))
        return false;
    for (; heard != NULL; heard = heard->before)
        if ((heard->seats >> seat & 1) &&
            heard->said[b] != (heard->whether ? heard->said[a] : true))
            return false;
    return true;
}

// ---- random questions ----

// Writes a question and finds out where it holds; the caller frees that.
static bool *draw(colourings *c, unsigned depth, const hearing *heard,
                  dx_text *out);

static bool is_so(const colourings *c, unsigned world, const char *name,
                  const int *args)
{
    const dx_atom *atom = dx_yokai_atoms;
    while (strcmp(atom->name, name) != 0)
        atom++;
    return atom->holds(atom, &c->world[world], args);
}

static bool *draw_fact(colourings *c, dx_text *out)
{
    const dx_yokai *t = c->sight;
    static const char colours[] = "rgby";
    bool *holds = dx_alloc(c->count, sizeof *holds);
    unsigned which = below(c, 8);
    int x = (int)below(c, t->cards), y = (int)below(c, t->cards);
    int colour = (int)below(c, t->colours);
    const char *name = which < 3   ? "gathered"
                       : which < 5 ? "win"
                       : which < 7 ? "colour"
                                   : "same";
    int args[2] = {which < 3 ? colour : x, which < 7 ? colour : y};
    if (which < 3)
        dx_text_printf(out, "gathered(%c)", colours[colour]);
    else if (which < 5)
        dx_text_add(out, "win");
    else if (which < 7)
        dx_text_printf(out, "colour(c%d,%c)", x + 1, colours[colour]);
    else
        dx_text_printf(out, "same(c%d,c%d)", x + 1, y + 1);
    for (unsigned w = 0; w < c->count; w++)
        holds[w] = is_so(c, w, name, args);
    return holds;
}

static bool *draw_join(colourings *c, unsigned depth, const hearing *heard,
                       dx_text *out)
{
    static const char *const joins[] = {" & ", " | ", " <-> "};
    unsigned join = below(c, 3), denies = below(c, 2);
    dx_text_add(out, denies ? "(~" : "(");
    bool *a = draw(c, depth - 1, heard, out);
    dx_text_add(out, joins[join]);
    bool *b = draw(c, depth - 1, heard, out);
    dx_text_add(out, ")");
    for (unsigned w = 0; w < c->count; w++) {
        bool left = a[w] != denies;
        a[w] = join == 0   ? left && b[w]
               : join == 1 ? left || b[w]
                           : left == b[w];
    }
    dx_free(b);
    return a;
}

// One card beside all others: "whatever has its colour ...".
static bool *draw_compared(colourings *c, unsigned depth, const hearing *heard,
                           dx_text *out)
{
    unsigned card = below(c, c->sight->cards), all = below(c, 2);
    dx_text_printf(out, "(%s x in cards: (", all ? "forall" : "exists");
    dx_text_printf(out, "same(c%u,x)%s(", card + 1, all ? " -> " : " & ");
    bool *f = draw(c, depth - 1, heard, out);
    dx_text_add(out, " | colour(x,r))))");
    for (unsigned w = 0; w < c->count; w++) {
        const uint8_t *colour = c->world[w].colour;
        bool holds = all;
        for (unsigned x = 0; x < c->sight->cards; x++) {
            bool is_like = colour[x] == colour[card];
            bool is_said = f[w] || colour[x] == 0;
            if (is_like && is_said != all)
                holds = !all;
        }
        f[w] = holds;
    }
    return f;
}

// The worlds of a seat that are like b, and those of them like a and b.
static void count_worlds(const colourings *c, unsigned seat,
                         const hearing *heard, unsigned world, const bool *a,
                         const bool *b, unsigned *out_both, unsigned *out_all)
{
    *out_both = *out_all = 0;
    for (unsigned w = 0; w < c->count; w++)
        if (holds_possible(c, seat, heard, world, w) && (b == NULL || b[w])) {
            *out_all += 1;
            *out_both += a[w];
        }
}

static bool *draw_mind(colourings *c, unsigned depth, const hearing *heard,
                       dx_text *out)
{
    static const char *const minds[] = {"K", "M", "Kw", "P"};
    unsigned seat = below(c, 2), kind = below(c, 5), of = 1 + below(c, 3);
    bool *given = NULL;
    dx_text_add(out, kind < 3 ? "" : "(");
    dx_text_printf(out, "%s[%u]%s", minds[kind < 3 ? kind : 3], seat + 1,
                   kind < 3 ? " " : "(");
    bool *f = draw(c, depth - 1, heard, out);
    if (kind == 4) {
        dx_text_add(out, " given ");
        given = draw(c, depth - 1, heard, out);
    }
    if (kind >= 3)
        dx_text_printf(out, ") >= %u/4)", of);
    bool *holds = dx_alloc(c->count, sizeof *holds);
    for (unsigned w = 0; w < c->count; w++) {
        unsigned with, all;
        count_worlds(c, seat, heard, w, f, given, &with, &all);
        holds[w] = kind == 0   ? with == all
                   : kind == 1 ? with > 0
                   : kind == 2 ? with == 0 || with == all
                               : all > 0 && 4 * with >= of * all;
    }
    dx_free(f);
    dx_free(given);
    return holds;
}

static bool *draw_announcement(colourings *c, unsigned depth,
                               const hearing *heard, dx_text *out)
{
    static const char *const heads[] = {"[!", "[?!", "[1 !", "[2 !", "[1,2 !"};
    static const unsigned seats[] = {3, 3, 1, 2, 3};
    unsigned which = below(c, 5);
    if (c->hearings == HEARINGS_MAX)
        return draw_fact(c, out);
    hearing *h = &c->heard[c->hearings++];
    dx_text_add(out, heads[which]);
    bool *said = draw(c, depth - 1, heard, out);
    // Who is not told sees that others learn whether it is so.
    *h = (hearing){seats[which], which > 0, said, heard};
    dx_text_add(out, "] ");
    bool *after = draw_mind(c, depth, h, out);
    for (unsigned w = 0; w < c->count && which != 1; w++)
        after[w] = after[w] || !said[w];
    return after; // what was said is freed when all is asked
}

static bool *draw(colourings *c, unsigned depth, const hearing *heard,
                  dx_text *out)
{
    unsigned which = below(c, 9);
    if (depth == 0 || which < 2)
        return draw_fact(c, out);
    return which == 8  ? draw_compared(c, depth, heard, out)
           : which < 4 ? draw_join(c, depth, heard, out)
           : which < 7 ? draw_mind(c, depth, heard, out)
                       : draw_announcement(c, depth, heard, out);
}

// ---- the two beside each other ----

// Is what is shown a world that the seat holds possible, where it is so?
static void check_shown(const colourings *c, unsigned seat, unsigned truth,
                        const char *shown, const bool *holds, bool wanted)
{
    bool is_found = false;
    for (unsigned w = 0; w < c->count && !is_found; w++) {
        dx_text text = {0};
        if (!sees_same(c, seat, truth, w) || holds[w] != wanted)
            continue;
        c->rules.game->show(&c->world[w], &text);
        is_found = strcmp(dx_text_string(&text), shown) == 0;
        dx_text_release(&text);
    }
    CHECK(is_found);
}

static void compare(colourings *c, const dx_view *view, unsigned truth,
                    const char *text, const bool *holds)
{
    dx_formula f;
    dx_error error = {.message = ""};
    dx_answer got;
    unsigned with, all;
    CHECK_THAT(dx_parse(c->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    count_worlds(c, view->seat, NULL, truth, holds, NULL, &with, &all);
    dx_ask_options options = {.engine = "places", .examples = true};
    CHECK_EQ(dx_ask_seat(c->store, view, f, &options, &got, &error), DX_OK);
    dx_truth want = with == all ? DX_ANSWER_YES
                    : with == 0 ? DX_ANSWER_NO
                                : DX_ANSWER_OPEN;
    CHECK_THAT(got.truth == want, "%s: %s, not %s", text,
               dx_truth_text(got.truth), dx_truth_text(want));
    CHECK(got.has_chance);
    CHECK_THAT(dx_fraction_equal(got.chance, dx_fraction_of(with, all)),
               "%s: %lld/%lld, not %u/%u", text, (long long)got.chance.top,
               (long long)got.chance.over, with, all);
    CHECK((got.example != NULL) == (with > 0));
    CHECK((got.counterexample != NULL) == (with < all));
    if (with > 0)
        check_shown(c, view->seat, truth, got.example, holds, true);
    if (with < all)
        check_shown(c, view->seat, truth, got.counterexample, holds, false);
    dx_answer_release(&got);
}

static void ask_some(colourings *c, const dx_view *view, unsigned truth,
                     unsigned questions)
{
    for (; questions > 0; questions--) {
        dx_text text = {0};
        c->hearings = 0;
        bool *holds = draw(c, DEPTH, NULL, &text);
        CHECKING("seat %u: %s", view->seat + 1, dx_text_string(&text));
        compare(c, view, truth, dx_text_string(&text), holds);
        for (unsigned i = 0; i < c->hearings; i++)
            dx_free((void *)c->heard[i].said);
        dx_text_release(&text);
        dx_free(holds);
    }
}

// Some world that looks as the truth does to the seat.
static unsigned world_of(const colourings *c, const dx_view *view)
{
    const dx_yokai *own = view->sight;
    for (unsigned w = 0; w < c->count; w++) {
        bool is_same = true;
        for (unsigned card = 0; card < own->cards; card++)
            if (own->looked[card] >> view->seat & 1)
                is_same &= own->colour[card] == c->world[w].colour[card];
        if (is_same)
            return w;
    }
    fail();
    return 0;
}

static void ask_of(const char *rules, uint64_t seed, unsigned questions)
{
    colourings *c = dx_alloc(1, sizeof *c);
    dx_error error = {.message = ""};
    unsigned count;
    CHECK_THAT(dx_rules_parse(dx_games(), rules, &c->rules, &error) == DX_OK,
               "%s: %s", rules, error.message);
    c->random = dx_random_named(seed, 0, 7);
    c->store = dx_formulas_new();
    dx_event *past = dx_twin_play(&c->rules, seed, below(c, 24), &count);
    dx_world world = {.past = past, .count = count};
    dx_eyes *bystander = dx_world_eyes(&c->rules, &world, DX_BYSTANDER);
    dx_eyes *eyes = dx_world_eyes(&c->rules, &world, below(c, 2));
    const dx_view *view = dx_eyes_view(eyes);
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    c->sight = dx_eyes_view(bystander)->sight;
    uint8_t left[DX_YOKAI_COLOURS];
    memcpy(left, c->sight->left, sizeof left);
    list_worlds(c, c->sight->shown, left, dealt);
    ask_some(c, view, world_of(c, view), questions);
    dx_free(dealt);
    dx_eyes_free(eyes);
    dx_eyes_free(bystander);
    dx_formulas_free(c->store);
    dx_free(past);
    dx_free(c);
}

TEST(what_is_asked_of_gathered_families_is_so_in_all_colourings)
{
    static const char *const boards[] = {
        "yokai(colours=2,copies=3)", "yokai(colours=3,copies=2,one=2,two=2)",
        "yokai(colours=2,copies=4)", "yokai(paper,colours=2,copies=3)"};
    for (uint64_t seed = 0; seed < SAMPLE(40, 400); seed++)
        for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
            ask_of(boards[i], seed, 10);
    for (uint64_t seed = 0; seed < SAMPLE(2, 40); seed++)
        ask_of("yokai(nine)", seed, 4);
}
