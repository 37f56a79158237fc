// The axioms are one text, with sets and numbers of the game before it, what
// was seen behind it, and the seat's turn at last.
//
// As the paper has them, but that "for all squares, if .. then A" is written
// "if for some square .. then A", and that every member of a conjunction is a
// belief of its own: a base is a set of formulas.  Where the paper is repaired:
// ICH7 is about two different cards.  SSA13 begins with what m has come to
// *believe*, since as printed nothing could move while any colour is unknown.
// Colours never change, also not of the card that is looked at.  Looks are an
// action too.  m's base is not introspective, so that m believes a colour is
// written into it beside the colour.

#include "games/yokai/theory.h"

#include <string.h>

// ICC6 depends on how many cards a colour has, and comes in between.
static const char axioms_of_places[] =
    "\n-- ICP1 to ICP3: a card is on one square, and no two are on the same.\n"
    "core exists i in rows: exists j in columns: pos(x,i,j)@t\n"
    "    for x in cards, t in times\n"
    "core forall i in rows: forall j in columns: pos(x,i,j)@t ->\n"
    "        forall k in rows: forall l in columns:\n"
    "            (k = i & l = j) | ~pos(x,k,l)@t\n"
    "    for x in cards, t in times\n"
    "core pos(x,i,j)@t -> forall z in cards: z = x | ~pos(z,i,j)@t\n"
    "    for x in cards, i in rows, j in columns, t in times\n"
    "\n-- ICC4 to ICC6: a card has one colour, and each colour has its cards.\n"
    "core exists c in colours: col(x,c)@t for x in cards, t in times\n"
    "core ~(col(x,c)@t & col(x,d)@t)\n"
    "    for x in cards, c in colours, d in colours, t in times if c != d\n";

static const char axioms_of_change[] =
    "\n-- ICH7 to ICH10: a hint is in one state, and marks one card at most.\n"
    "core ~(mark(x,hint)@t & mark(z,hint)@t)\n"
    "    for hint in hints, x in cards, z in cards, t in times if x < z\n"
    "core avail(hint)@t | active(hint)@t | exists x in cards: mark(x,hint)@t\n"
    "    for hint in given_hints, t in times\n"
    "core ~(avail(hint)@t & active(hint)@t) for hint in hints, t in times\n"
    "core ~(active(hint)@t & mark(x,hint)@t) & ~(avail(hint)@t & "
    "mark(x,hint)@t)\n"
    "    for hint in hints, x in cards, t in times\n"
    "\n-- posFA, colFA, hintFA: all but one stay as they were; 0 and none: "
    "all.\n"
    "let places_stay(x,t) = forall z in cards: z = x | forall i in rows:\n"
    "    forall j in columns: pos(z,i,j)@t <-> pos(z,i,j)@(t-1)\n"
    "let colours_stay(x,t) = forall z in cards: forall c in colours:\n"
    "    (col(z,c)@t <-> col(z,c)@(t-1)) &\n"
    "    (z = x | (explicit[m] col(z,c)@t <-> explicit[m] col(z,c)@(t-1)))\n"
    "let hints_stay(hint,t) = forall k in hints: k = hint |\n"
    "    ((avail(k)@t <-> avail(k)@(t-1)) & (active(k)@t <-> active(k)@(t-1)) "
    "&\n"
    "     forall x in cards: mark(x,k)@t <-> mark(x,k)@(t-1))\n"
    "\n-- SSA12 to SSA15, and looks; at each time one of them happens.\n"
    "let moved(x,t) = exists i in rows: exists j in columns:\n"
    "    pos(x,i,j)@t & ~pos(x,i,j)@(t-1)\n"
    "let learnt(x,t) = exists c in colours:\n"
    "    explicit[m] col(x,c)@t & ~explicit[m] col(x,c)@(t-1)\n"
    "let activated(hint,t) = active(hint)@t & ~active(hint)@(t-1)\n"
    "let placed(hint,t) = exists x in cards: mark(x,hint)@t & "
    "~mark(x,hint)@(t-1)\n"
    "core moved(x,t) -> places_stay(x,t) & colours_stay(0,t) & "
    "hints_stay(none,t)\n"
    "    for x in cards, t in steps\n"
    "core learnt(x,t) | look(m,x)@t ->\n"
    "        places_stay(0,t) & colours_stay(x,t) & hints_stay(none,t)\n"
    "    for x in cards, t in steps\n"
    "core look(h,x)@t -> places_stay(0,t) & colours_stay(0,t) & "
    "hints_stay(none,t)\n"
    "    for x in cards, t in steps\n"
    "core activated(hint,t) | placed(hint,t) ->\n"
    "        places_stay(0,t) & colours_stay(0,t) & hints_stay(hint,t)\n"
    "    for hint in hints, t in steps\n"
    "core (exists x in cards: moved(x,t) | learnt(x,t) | look(m,x)@t |\n"
    "         look(h,x)@t) | exists hint in hints: activated(hint,t) | "
    "placed(hint,t)\n"
    "    for t in steps\n"
    "\n-- The beginning, which h knows too.\n"
    "believes ~explicit[m] col(x,c)@0 for x in cards, c in colours\n"
    "believes avail(hint)@0 for hint in given_hints\n"
    "believes ~avail(hint)@0 for hint in hints if ~(hint in given_hints)\n"
    "believes ~active(hint)@0 for hint in hints\n"
    "believes ~mark(x,hint)@0 for x in cards, hint in hints\n"
    "believes explicit[h]@0 now >= 0\n"
    "believes explicit[h]@0 avail(hint)@0 for hint in given_hints\n"
    "believes explicit[h]@0 ~active(hint)@0 for hint in hints\n"
    "believes explicit[h]@0 ~mark(x,hint)@0 for x in cards, hint in hints\n";

// The turn lasts from `start` to `over`.
static const char actions[] =
    "\n-- What m can do, and when; which moves are legal the rules say.\n"
    "let told(t) = explicit[h]@t now >= t\n"
    "let unmarked(x,t) = forall k in hints: ~mark(x,k)@t\n"
    "let look_at(x,t) = look(m,x)@t & told(t)\n"
    "let see(x,c,t) = col(x,c)@t & explicit[m] col(x,c)@t & look(m,x)@t &\n"
    "    told(t) & explicit[h]@t (exists d in colours: explicit[m] "
    "col(x,d)@t)\n"
    "let put(x,i,j,t) = pos(x,i,j)@t & explicit[h]@t pos(x,i,j)@t & told(t)\n"
    "let activate(hint,t) = active(hint)@t & explicit[h]@t active(hint)@t & "
    "told(t)\n"
    "let place(hint,x,t) = mark(x,hint)@t & explicit[h]@t mark(x,hint)@t & "
    "told(t)\n"
    "pre look_at(x,t): now = t-1 & implicit[m] unmarked(x,t-1) &\n"
    "        forall s in start+1..t-1: ~implicit[m] look(m,x)@s\n"
    "    for x in cards, t in start+1..over\n"
    "pre see(x,c,t): now = t-1 & implicit[m] unmarked(x,t-1)\n"
    "    for x in cards, c in colours, t in start+1..over\n"
    "pre put(x,i,j,t): now = t-1 & implicit[m] unmarked(x,t-1)\n"
    "    for x in cards, i in rows, j in columns, t in start+1..over\n"
    "pre activate(hint,t): now = t-1 & implicit[m] avail(hint)@(t-1)\n"
    "    for hint in given_hints, t in start+1..over\n"
    "pre place(hint,x,t): now = t-1 & implicit[m] active(hint)@(t-1) &\n"
    "        implicit[m] unmarked(x,t-1) &\n"
    "        implicit[m] (exists c in colours: has(hint,c) & col(x,c)@(t-1))\n"
    "    for hint in given_hints, x in cards, t in start+1..over\n"
    "\n-- alpha_G1: a card without a neighbour that is believed to have its "
    "colour\n-- comes to a square that was empty, beside a card that has it.\n"
    "let at_side(z,i,j,t) = pos(z,i+1,j)@t | pos(z,i-1,j)@t |\n"
    "    pos(z,i,j+1)@t | pos(z,i,j-1)@t\n"
    "let beside(x,z) = exists i in rows: exists j in columns:\n"
    "    pos(x,i,j)@start & at_side(z,i,j,start)\n"
    "let comes_beside(x,z) = exists i in rows: exists j in columns:\n"
    "    pos(x,i,j)@over & at_side(z,i,j,start) &\n"
    "    forall w in cards: ~pos(w,i,j)@start\n"
    "let alpha_g1 = exists x in cards: exists c in colours: col(x,c)@start &\n"
    "    (forall z in cards: z = x | (beside(x,z) ->\n"
    "        ~col(z,c)@start | ~explicit[m] col(z,c)@start)) &\n"
    "    exists z in cards: z != x & col(z,c)@start & comes_beside(x,z)\n\n";

typedef struct theory {
    const dx_view *view;
    const dx_yokai *sight;
    unsigned now, times; // now: actions so far
    dx_text *out;
} theory;

static bool is_action(dx_event event)
{
    return event.verb == DX_YOKAI_LOOK || event.verb == DX_YOKAI_MOVE ||
           event.verb == DX_YOKAI_ACTIVATE || event.verb == DX_YOKAI_PLACE;
}

// ---- sets and numbers ----

static void add_hints(const theory *y, bool only_given)
{
    const dx_yokai *t = y->sight;
    const char *between = "";
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++) {
        if (only_given && t->hint[hint] == DX_YOKAI_UNSEEN)
            continue;
        dx_text_add(y->out, between);
        dx_yokai_say_hint(t->colours, hint, y->out);
        between = ", ";
    }
}

// Squares that as many moves as there may be can reach.
static void add_grid(const theory *y)
{
    const dx_yokai *t = y->sight;
    unsigned reach = y->times / 4 + 1;
    unsigned first = t->origin > reach ? t->origin - reach : 0;
    unsigned end = t->origin + reach - 1; // and the cards that lie there
    dx_text_printf(y->out, "set rows = %u..%u\nset columns = %u..%u\n", first,
                   end + t->cards / t->copies, first, end + t->copies);
}

// has(rg,c): c is a colour of the hint.
static void add_hint_colours(const theory *y)
{
    const dx_yokai *t = y->sight;
    dx_text_add(y->out, "let has(hint,c) = ");
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++) {
        const char *between = "";
        dx_text_add(y->out, hint > 0 ? " |\n    (hint = " : "(hint = ");
        dx_yokai_say_hint(t->colours, hint, y->out);
        dx_text_add(y->out, " & c in {");
        for (unsigned c = 0; c < t->colours; c++)
            if (dx_yokai_hint_colours(t->colours, hint) >> c & 1) {
                dx_text_printf(y->out, "%s%c", between, "rgby"[c]);
                between = ", ";
            }
        dx_text_add(y->out, "})");
    }
    dx_text_add_char(y->out, '\n');
}

static void add_sets(const theory *y)
{
    const dx_yokai *t = y->sight;
    dx_text_printf(y->out,
                   "agent m\nnow %u\nset cards = 1..%u\nset colours = {",
                   y->now, t->cards);
    for (unsigned c = 0; c < t->colours; c++)
        dx_text_printf(y->out, "%s%c", c > 0 ? ", " : "", "rgby"[c]);
    dx_text_add(y->out, "}\nset hints = {");
    add_hints(y, false);
    dx_text_add(y->out, "}\nset given_hints = {");
    add_hints(y, true);
    dx_text_add(y->out, "}\n");
    add_grid(y);
    dx_text_printf(y->out, "set times = 0..%u\nset steps = 1..%u\n", y->times,
                   y->times);
    add_hint_colours(y);
}

// ICC6: so many cards one after the other have the colour.
static void add_copies(const theory *y)
{
    const dx_yokai *t = y->sight;
    dx_text_add(y->out, "core ");
    for (unsigned i = 1; i <= t->copies; i++)
        dx_text_printf(y->out, "%sexists x%u in %s%.0u%s%u: col(x%u,c)@t",
                       i > 1 ? " &\n    " : "", i, i > 1 ? "x" : "1",
                       i > 1 ? i - 1 : 0, i > 1 ? "+1.." : "..", t->cards, i);
    dx_text_add(y->out, "\n    for c in colours, t in times\n");
}

// ---- what was seen ----

static void add_look(const theory *y, dx_event event, unsigned time)
{
    unsigned card = event.arg[0] + 1U;
    if (event.who != y->view->seat) {
        dx_text_printf(y->out,
                       "look(h,%u)@%u, exists c in colours: explicit[h]@%u "
                       "col(%u,c)@%u",
                       card, time, time, card, time);
        return;
    }
    char colour = "rgby"[event.arg[1]];
    dx_text_printf(y->out,
                   "look(m,%u)@%u, col(%u,%c)@%u, explicit[m] col(%u,%c)@%u,\n"
                   "    explicit[h]@%u (exists c in colours: explicit[m] "
                   "col(%u,c)@%u)",
                   card, time, card, colour, time, card, colour, time, time,
                   card, time);
}

// A fact, and that h believes it.
static void add_public(const theory *y, dx_event event, unsigned time)
{
    dx_text fact = {0};
    if (event.verb == DX_YOKAI_MOVE) {
        dx_text_printf(&fact, "pos(%u,%u,%u)", event.arg[0] + 1U,
                       event.arg[1] + 1U, event.arg[2] + 1U);
    } else if (event.verb == DX_YOKAI_ACTIVATE) {
        dx_text_add(&fact, "active(");
        dx_yokai_say_hint(y->sight->colours, event.arg[0], &fact);
        dx_text_add_char(&fact, ')');
    } else {
        dx_text_printf(&fact, "mark(%u,", event.arg[1] + 1U);
        dx_yokai_say_hint(y->sight->colours, event.arg[0], &fact);
        dx_text_add_char(&fact, ')');
    }
    dx_text_printf(y->out, "%s@%u, explicit[h]@%u %s@%u", dx_text_string(&fact),
                   time, time, dx_text_string(&fact), time);
    dx_text_release(&fact);
}

static void add_past(const theory *y, const dx_yokai *start)
{
    unsigned time = 0;
    for (unsigned card = 0; card < start->cards; card++)
        dx_text_printf(y->out,
                       "believes pos(%u,%u,%u)@0, explicit[h]@0 "
                       "pos(%u,%u,%u)@0\n",
                       card + 1, dx_yokai_row(start->board.square[card]),
                       dx_yokai_column(start->board.square[card]), card + 1,
                       dx_yokai_row(start->board.square[card]),
                       dx_yokai_column(start->board.square[card]));
    dx_text_add(y->out, y->now > 0 ? "\n-- What m saw.\n" : "");
    for (unsigned i = 0; i < y->view->count; i++) {
        dx_event event = y->view->seen[i];
        if (!is_action(event))
            continue;
        dx_text_add(y->out, "believes ");
        if (event.verb == DX_YOKAI_LOOK)
            add_look(y, event, ++time);
        else
            add_public(y, event, ++time);
        dx_text_printf(y->out, ", explicit[h]@%u now >= %u\n", time, time);
    }
}

// ---- the turn ----

// The legal moves of a card, each at the time that the move has.
static void add_puts(const theory *y, unsigned time, const char **between)
{
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    dx_yokai_shape_init(&shape, &y->sight->board);
    for (unsigned card = 0; card < y->sight->cards; card++) {
        unsigned count = dx_yokai_is_marked(y->sight, card)
                             ? 0
                             : dx_yokai_targets(&shape, card, target);
        for (unsigned i = 0; i < count; i++) {
            unsigned square = shape.rim[target[i]].square;
            dx_text_printf(y->out, "%s\n    put(%u,%u,%u,%u)", *between,
                           card + 1, dx_yokai_row(square),
                           dx_yokai_column(square), time);
            *between = ",";
        }
    }
}

// The paper's task: the rest of the turn, one action after the other.  In which
// order is nothing to the goal; where it is free the move comes first.
static void add_task(const theory *y)
{
    static const unsigned fixed[] = {DX_YOKAI_LOOKED, DX_YOKAI_LOOKED_AGAIN,
                                     DX_YOKAI_MOVED, DX_YOKAI_HINTED};
    static const unsigned free[] = {DX_YOKAI_MOVED, DX_YOKAI_LOOKED,
                                    DX_YOKAI_LOOKED_AGAIN, DX_YOKAI_HINTED};
    const dx_yokai *t = y->sight;
    const char *between = "";
    unsigned left = 0;
    dx_text_add(y->out, "\"a turn that brings like to like\":\n    plan goal "
                        "implicit[m] alpha_g1 using");
    for (unsigned i = 0; i < 4; i++) {
        unsigned action = t->free_order ? free[i] : fixed[i];
        if (t->done & action)
            continue;
        unsigned time = y->now + ++left;
        if (action == DX_YOKAI_MOVED) {
            add_puts(y, time, &between);
            continue;
        }
        dx_text_printf(y->out,
                       action == DX_YOKAI_HINTED
                           ? "%s\n    activate(hint,%u) for hint in given_hints"
                             ",\n    place(hint,x,%u) for hint in given_hints, "
                             "x in cards"
                           : "%s\n    look_at(x,%u) for x in cards",
                       between, time, time);
        between = ",";
    }
    dx_text_printf(y->out, "\n    within %u\n", left);
}

static void add_turn(const theory *y)
{
    const dx_yokai *t = y->sight;
    bool is_mine = y->view->turn == y->view->seat && !t->ended;
    unsigned done = is_mine ? (unsigned)__builtin_popcount(t->done) : 0;
    unsigned start = y->now - done;
    unsigned over = start + 4 < y->times ? start + 4 : y->times;
    dx_text_printf(y->out, "\nconst start = %u\nconst over = %u\n", start,
                   over);
    dx_text_add(y->out, actions);
    dx_text_add(y->out, "\"m does not contradict itself\": ask ~implicit[m] "
                        "false\n");
    if (is_mine && over == start + 4)
        add_task(y);
}

dx_status dx_yokai_theory_write(const dx_view *view, unsigned ahead,
                                dx_text *out, dx_error *error)
{
    dx_yokai start = {0};
    theory y = {.view = view, .sight = view->sight, .out = out};
    if (!y.sight->chosen)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "the paper's theory is of a game whose hints lie open: "
                       "yokai(paper), or with hints=chosen");
    view->rules->game->setup(&start, view->rules);
    for (unsigned i = 0; i < view->count; i++) {
        if (y.now == 0 && !is_action(view->seen[i]))
            view->rules->game->fold(&start, view->seen[i]);
        y.now += is_action(view->seen[i]);
    }
    y.times = y.now + ahead;
    dx_text_printf(out,
                   "-- Longin, Lorini and Maris's theory of Yokai, as seat %u "
                   "sees it after %u action%s\n-- (docs/yokai.md).\n",
                   view->seat + 1, y.now, y.now == 1 ? "" : "s");
    add_sets(&y);
    dx_text_add(out, axioms_of_places);
    add_copies(&y);
    dx_text_add(out, axioms_of_change);
    add_past(&y, &start);
    add_turn(&y);
    return DX_OK;
}
