// Parts that files include: what many games have in common.

#include "games/file/reader.h"

#include <string.h>

// `ranks` and `suits` say how many of them there are.
static const char cards[] =
    "set rank = first ranks of {a \"ace\", 2, 3, 4, 5, 6, 7, 8, 9, 10,\n"
    "    j \"jack\", q \"queen\", k \"king\"}\n"
    "set suit = first suits of {h \"hearts\", d \"diamonds\", c \"clubs\",\n"
    "    s \"spades\"}\n"
    "pack card = rank * suit \"the %0 of %1\"\n";

static const char roles[] =
    "place role(seat) seen by owner\n"
    "nature deal(card: card) \"@'s role is %0\" part \"@ got a role\"\n"
    "nature show tells card: card = the(role(who)) \"@ {was|were} %0\"\n"
    "let is(s: seat, c: card) = c in role(s) \"%0 {is|are} %1\" menu \"is\"\n"
    "def deal_roles { for s in seats { draw deal to role(s) } }\n"
    "def show_roles { for s in seats { reveal show by s } }\n";

// A verb writes vote_of(who) := .. unseen, and the last one counts.
static const char votes[] =
    "vars vote_of(seat): seat = none secret, votes(seat) = 0\n"
    "nature ballot tells of: seat or none = vote_of(who)\n"
    "    \"@'s vote was against %0\"\n"
    "let against(s: seat) = votes(s) \"# {vote was|votes were} against %0\"\n"
    "    noun \"the number of votes against %0\" menu \"votes\"\n"
    "def count_votes {\n"
    "    for s in seats { votes(s) := 0 }\n"
    "    for s in seats {\n"
    "        reveal ballot by s\n"
    "        if of != none { votes(of) := votes(of) + 1 }\n"
    "    }\n"
    "}\n";

// Cards have a rank and a suit; the highest of the suit that was led takes.
static const char tricks[] =
    "place hand(seat) seen by owner\n"
    "place trick(seat) seen by all\n"
    "place won(seat) seen by all\n"
    "vars led: suit = none, taker: seat = none, taken(seat) = 0\n"
    "let has(s: seat, c: card) = c in hand(s) \"%0 {has|have} %1\"\n"
    "let played(s: seat, c: card) = c in trick(s) \"%0 {has|have} played %1\"\n"
    "let tricks(s: seat) = taken(s) \"%0 {has|have} # {trick|tricks}\"\n"
    "    noun \"the number of %0's tricks\"\n"
    "let follows(s: seat, c: card) = led = none | suit(c) = led\n"
    "    | ~(exists d in hand(s): suit(d) = led)\n"
    "    \"%0 may play %1 if it is in hand\"\n"
    "    no \"%0 may not play %1 even if it is in hand\" menu \"follows "
    "suit\"\n"
    "let takes(s: seat) = exists c in trick(s): suit(c) = led &\n"
    "    (forall t in seats: forall d in trick(t):\n"
    "        suit(d) = led -> order(rank(d)) <= order(rank(c)))\n"
    "    \"%0 {has|have} played the highest card of the suit led\"\n"
    "    menu \"takes the trick\"\n"
    "def lay(c) {\n"
    "    move c from hand(who) to trick(who)\n"
    "    if led = none { led := suit(c) }\n"
    "}\n"
    "def take_trick {\n"
    "    taker := first s in seats: takes(s) else none\n"
    "    taken(taker) := taken(taker) + 1, led := none\n"
    "    for s in seats { move all from trick(s) to won(taker) }\n"
    "}\n";

const char *dx_dg_part(const char *name)
{
    static const struct {
        const char *name, *text;
    } parts[] = {{"cards", cards},
                 {"roles", roles},
                 {"votes", votes},
                 {"tricks", tricks}};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].name, name) == 0)
            return parts[i].text;
    return NULL;
}
