// First the one world and its laws, then the formulas that preconditions are
// made of, then the events player by player; all numbers are written out, since
// an event has one change of facts.  How many ranks one chooses among is part
// of an ask (t1, t2, ...) because its chance is one of so many, and the other
// cannot tell these apart.

#include "games/gofish/event_model.h"

#include <string.h>

// The numbers of the paper: n ranks of m cards, h of them dealt to each.
typedef struct deck {
    unsigned n, m, h;
} deck;

static deck deck_of(const dx_gofish *t)
{
    return (deck){t->ranks, t->copies, t->hand};
}

static dx_status check_house(const dx_gofish *t, dx_error *error)
{
    if (t->players != 2 || t->deal != DX_GOFISH_DEAL_ROUND || t->starts != 1 ||
        t->caught != DX_GOFISH_CAUGHT_HIDDEN ||
        t->empty != DX_GOFISH_EMPTY_PASS || t->books != DX_GOFISH_BOOKS_KEPT)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "the paper's events are those of its own rules: "
                       "expected gofish(paper) with two players, and "
                       "parameters other than ranks, copies and hand as they "
                       "are there");
    if (t->ranks > 5)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "%u ranks are too many to list all worlds: expected "
                       "five or fewer",
                       t->ranks);
    return DX_OK;
}

// "let NAME_T(i,j) = exactly T of the ranks are FACT(i,j,rank)".
static void write_exactly(const deck *d, const char *name, const char *fact,
                          dx_text *out)
{
    for (unsigned t = 1; t <= d->n; t++) {
        bool begun = false;
        dx_text_printf(out, "let %s%u(i, j) = ", name, t);
        for (unsigned set = 0; set < 1U << d->n; set++) {
            if ((unsigned)__builtin_popcount(set) != t)
                continue;
            dx_text_add(out, begun ? " | (" : "(");
            begun = true;
            for (unsigned r = 0; r < d->n; r++)
                dx_text_printf(out, "%s%s%s(i,j,%u)", r == 0 ? "" : " & ",
                               set >> r & 1 ? "" : "~", fact, r + 1);
            dx_text_add(out, ")");
        }
        dx_text_add(out, "\n");
    }
}

static void write_stock(const deck *d, dx_text *out)
{
    dx_text_add(out, "let stock = ");
    for (unsigned r = 1; r <= d->n; r++)
        dx_text_printf(out, "%sR(%u,0)", r == 1 ? "" : " + ", r);
    dx_text_add(out, "\n");
}

// The one world, and what must be common knowledge in it.
static void write_world(const deck *d, dx_text *out)
{
    dx_text_printf(out,
                   "-- Go Fish: %u ranks of %u cards, %u dealt to each; all "
                   "are in the deck.\n"
                   "agents 1, 2\n"
                   "set ranks = 1..%u\n"
                   "set holders = 0..2\n"
                   "set players = 1..2\n"
                   "vars R(ranks, holders): 0..%u\n"
                   "     TURN(players), GOFISH: bool\n"
                   "     ASK(ranks, players, players): bool\n"
                   "law forall r in ranks: R(r,0) = %u & R(r,1) = 0 & R(r,2) "
                   "= 0\n"
                   "law TURN(1) & ~TURN(2) & ~GOFISH\n"
                   "law forall r in ranks: forall i in players: forall j in "
                   "players: ~ASK(r,i,j)\n\n",
                   d->n, d->m, d->h, d->n, d->m, d->m);
    dx_text_printf(
        out,
        "-- Everybody has one number of each rank, and together "
        "they have all cards.\n"
        "let c1 = forall r in ranks: forall i in holders: exists k "
        "in 0..%u: R(r,i) = k & (forall l in 0..%u: l = k | ~(R(r,i) "
        "= l))\n"
        "let c2 = forall r in ranks: R(r,0) + R(r,1) + R(r,2) = "
        "%u\n"
        "true C[1,2] (c1 & c2)\n\n",
        d->m, d->m, d->m);
}

// The formulas from which the preconditions are made; an open rank is one that
// may be asked for.
static void write_lets(const deck *d, dx_gofish_asking asking, dx_text *out)
{
    write_stock(d, out);
    dx_text_printf(
        out,
        "let dealing = stock > %u\n"
        "let turn(i, j) = c1 & c2 & TURN(i) & ~TURN(j)\n"
        "let unasked(i, j) = forall r in ranks: ~ASK(r,i,j) & ~ASK(r,j,i)\n"
        "let asked(i, j, q) = ASK(q,i,j) & ~ASK(q,j,i) & (forall r in ranks: r "
        "= q | (~ASK(r,i,j) & ~ASK(r,j,i)))\n"
        "let open(i, j, r) = R(r,i) > 0 & R(r,i) < %u\n"
        "let none_open(i, j) = forall r in ranks: ~open(i,j,r)\n"
        "let alone(i, j) = ~dealing & (exists r in ranks: R(r,i) > 0) & "
        "(forall r in ranks: R(r,j) = 0)\n",
        d->n * d->m - 2 * d->h, d->m);
    if (asking == DX_GOFISH_ASKS_ANY) {
        write_exactly(d, "choices", "open", out);
    } else {
        dx_text_printf(
            out,
            "let likely(i, j, r) = open(i,j,r) & (forall q in ranks: "
            "open(i,j,q)"
            " -> P[i](~(R(r,j) = 0 | R(r,j) = %u)) >= P[i](~(R(q,j) = 0 | "
            "R(q,j) = %u)))\n",
            d->m, d->m);
        write_exactly(d, "choices", "likely", out);
    }
    dx_text_add(out, "\n");
}

static void write_asks(const deck *d, unsigned i, dx_gofish_asking asking,
                       dx_text *out)
{
    unsigned j = 3 - i;
    const char *may = asking == DX_GOFISH_ASKS_ANY ? "open" : "likely";
    for (unsigned r = 1; r <= d->n; r++) {
        dx_text_printf(out, "events ask_%u_%u {\n", i, r);
        for (unsigned t = 1; t <= d->n; t++)
            dx_text_printf(out,
                           "    event t%u pre %s(%u,%u,%u) & choices%u(%u,%u) "
                           "& ~dealing & turn(%u,%u) & unasked(%u,%u) & "
                           "~GOFISH post ASK(%u,%u,%u) := true prob 1/%u\n",
                           t, may, i, j, r, t, i, j, i, j, i, j, r, i, j, t);
        dx_text_printf(out, "    %u: {", j);
        for (unsigned t = 1; t <= d->n; t++)
            dx_text_printf(out, "%st%u", t == 1 ? "" : " ", t);
        dx_text_add(out, "}\n}\n");
    }
}

// Player i answers player j.
static void write_answers(const deck *d, unsigned i, dx_text *out)
{
    unsigned j = 3 - i;
    for (unsigned r = 1; r <= d->n; r++) {
        for (unsigned x = 1; x < d->m; x++) {
            dx_text_printf(out, "events give_%u_%u_%u {\n", i, r, x);
            for (unsigned y = 1; x + y <= d->m; y++)
                dx_text_printf(out,
                               "    event y%u pre asked(%u,%u,%u) & R(%u,%u) = "
                               "%u & R(%u,%u) = %u & turn(%u,%u) & ~GOFISH "
                               "post R(%u,%u) := 0, R(%u,%u) := %u, "
                               "ASK(%u,%u,%u) := false\n",
                               y, j, i, r, r, i, x, r, j, y, j, i, r, i, r, j,
                               x + y, r, j, i);
            dx_text_printf(out, "    %u: {", i);
            for (unsigned y = 1; x + y <= d->m; y++)
                dx_text_printf(out, "%sy%u", y == 1 ? "" : " ", y);
            dx_text_add(out, "}\n}\n");
        }
        dx_text_printf(out,
                       "events gofish_%u_%u {\n    event e pre "
                       "asked(%u,%u,%u) & R(%u,%u) = 0 & turn(%u,%u) & ~GOFISH "
                       "post ASK(%u,%u,%u) := false, GOFISH := true\n}\n",
                       i, r, j, i, r, r, i, j, i, r, j, i);
    }
}

// Who draws knows the rank and what it had of it, and not what the deck has.
static void write_draw(const deck *d, unsigned i, unsigned t, dx_text *out)
{
    unsigned j = 3 - i;
    dx_text_printf(out, "events draw_%u_%u {\n", i, t);
    for (unsigned r = 1; r <= d->n; r++)
        for (unsigned x = 0; x < d->m; x++)
            for (unsigned y = 1; x + y <= d->m && y <= t; y++)
                dx_text_printf(
                    out,
                    "    event r%ux%uy%u pre R(%u,%u) = %u & R(%u,0) = %u & "
                    "stock = %u & turn(%u,%u) & unasked(%u,%u) & (GOFISH | "
                    "dealing | none_open(%u,%u)) post R(%u,%u) := %u, R(%u,0) "
                    ":= %u, TURN(%u) := false, TURN(%u) := true, GOFISH := "
                    "false prob %u/%u\n",
                    r, x, y, r, i, x, r, y, t, i, j, i, j, i, j, r, i, x + 1, r,
                    y - 1, i, j, y, t);
    dx_text_printf(out, "    %u:", i);
    for (unsigned r = 1; r <= d->n; r++)
        for (unsigned x = 0; x < d->m; x++) {
            dx_text_add(out, " {");
            for (unsigned y = 1; x + y <= d->m && y <= t; y++)
                dx_text_printf(out, "%sr%ux%uy%u", y == 1 ? "" : " ", r, x, y);
            dx_text_add(out, "}");
        }
    dx_text_printf(out, "\n    %u: {", j);
    for (unsigned r = 1; r <= d->n; r++)
        for (unsigned x = 0; x < d->m; x++)
            for (unsigned y = 1; x + y <= d->m && y <= t; y++)
                dx_text_printf(out, " r%ux%uy%u", r, x, y);
    dx_text_add(out, " }\n}\n");
}

// Without a deck to draw from, or with cards and nobody to ask.
static void write_pass(unsigned i, dx_text *out)
{
    unsigned j = 3 - i;
    dx_text_printf(
        out,
        "events pass_%u {\n    event e pre turn(%u,%u) & unasked(%u,%u) & "
        "(stock = 0 & (GOFISH | none_open(%u,%u)) | ~GOFISH & alone(%u,%u)) "
        "post TURN(%u) := false, TURN(%u) := true, GOFISH := false\n}\n",
        i, i, j, i, j, i, j, i, j, i, j);
}

// The rules of the game, on a table where nothing has happened.
static void set_table(const dx_rules *rules, dx_gofish *out)
{
    memset(out, 0, sizeof *out);
    rules->game->setup(out, rules);
}

dx_status dx_gofish_model_write(const dx_rules *rules, dx_gofish_asking asking,
                                dx_text *out, dx_error *error)
{
    dx_gofish table;
    set_table(rules, &table);
    dx_status status = check_house(&table, error);
    if (status != DX_OK)
        return status;
    deck d = deck_of(&table);
    write_world(&d, out);
    write_lets(&d, asking, out);
    for (unsigned i = 1; i <= 2; i++) {
        write_asks(&d, i, asking, out);
        write_answers(&d, i, out);
        for (unsigned t = 1; t <= d.n * d.m; t++)
            write_draw(&d, i, t, out);
        write_pass(i, out);
    }
    return DX_OK;
}

// How many ranks a seat may ask for.
static unsigned open_ranks(const dx_gofish *t, unsigned seat)
{
    unsigned open = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        open += dx_gofish_is_open(t, seat, rank);
    return open;
}

static void write_question(const dx_gofish *t, dx_event event, dx_text *out)
{
    unsigned who = event.who + 1U, rank = event.arg[1] + 1U;
    unsigned given = event.arg[2];
    dx_text_printf(out, "ask_%u_%u, t%u; ", who, rank,
                   open_ranks(t, event.who));
    if (given > 0)
        dx_text_printf(out, "give_%u_%u_%u, y%d", 3 - who, rank, given,
                       t->count[event.who][rank - 1]);
    else
        dx_text_printf(out, "gofish_%u_%u, e", 3 - who, rank);
    if (given == 0 && dx_gofish_stock(t) == 0)
        dx_text_printf(out, "; pass_%u, e", who);
}

// What an event at the table is in the paper's words: one event, two, or none.
static bool write_update(const dx_gofish *t, dx_event event, dx_text *out)
{
    unsigned who = event.who + 1U, card = event.arg[0];
    switch (event.verb) {
    case DX_GOFISH_DEAL:
    case DX_GOFISH_DRAW:
        dx_text_printf(out, "draw_%u_%u, r%ux%dy%u", who, dx_gofish_stock(t),
                       card + 1, t->count[event.who][card], t->unseen[card]);
        return true;
    case DX_GOFISH_ASK:
        write_question(t, event, out);
        return true;
    case DX_GOFISH_NOTHING: // a draw that follows says it
        if (dx_gofish_stock(t) > 0 &&
            (t->size[event.who] == 0 || t->size[1 - event.who] > 0))
            return false;
        dx_text_printf(out, "pass_%u, e", who);
        return true;
    default:
        return false;
    }
}

void dx_gofish_updates_write(const dx_rules *rules, const dx_event *events,
                             unsigned count, dx_text *out)
{
    dx_gofish table;
    const char *between = "";
    set_table(rules, &table);
    for (unsigned i = 0; i < count; i++) {
        dx_text update = {0};
        if (write_update(&table, events[i], &update)) {
            dx_text_printf(out, "%s%s", between, dx_text_string(&update));
            between = "; ";
        }
        dx_text_release(&update);
        rules->game->fold(&table, events[i]);
    }
}
