// The Kemps paper's Tables 1 to 3 and the small models of its section 4.4,
// replayed: the printed hands are dealt, the printed moves are made, and before
// each our agent says what it would do in that place.

#include "lab/reproduce/kemps.h"

#include "agents/kemps/kb_greedy.h"
#include "base/memory.h"
#include "game/deal.h"
#include "game/match.h"
#include "game/say.h"
#include "games/kemps/card_model.h"

#include <string.h>

enum { SEATS = 3, ROWS_MAX = 9 };

// A row of a table: whose turn it is goes round.
typedef struct row {
    const char *table, *hand;
    const char *moves; // the paper's, "TAKE GIVE, TAKE GIVE"; "" for none
    const char *says;  // its comment; NULL: a row that it does not print
} row;

typedef struct run {
    const char *part, *title, *rules, *agent;
    row rows[ROWS_MAX]; // table NULL: no more
} run;

#define FIRST_TABLE "6h 5d 3d 3c 4s 6c"
#define BLOCK_TABLE "2h 6h 4h 3c 2s 4s"

static const run runs[] = {
    {"table1",
     "Table 1",
     "kemps(2-6)",
     "greedy",
     {{FIRST_TABLE, "2h 5h 4h 5c", "5d 4h", "three of a kind is the highest"},
      {"6h 4h 3d 3c 4s 6c", "5s 6d 2s 4c", "6h 2s, 6c 4c",
       "three of a kind is the highest"},
      {"2s 4h 3d 3c 4s 4c", "2d 4d 2c 3h", "4h 2d, 4s 2c, 4c 3h", "Kemps!"}}},
    {"table2",
     "Table 2, as printed",
     "kemps(2-6)",
     "kb-greedy",
     {{FIRST_TABLE, "2h 5h 4h 5c", "", "wants 5 but not sure"},
      {FIRST_TABLE, "5s 6d 2s 4c", "", "wants 6 but not sure"},
      {FIRST_TABLE, "2d 4d 2c 3h", "", "wants 3 but not sure"},
      {"6h 3d 3s 6c 4s 3c", "2h 5h 4h 5c", "", "wants 3 but not sure"},
      {"6h 3d 3s 6c 4s 3c", "5s 6d 2s 4c", "6h 2s, 6c 4c",
       "knows that all 6 are available"},
      {"2s 3d 3s 4c 4s 3c", "2d 4d 2c 3h", "3d 2d, 3s 4d, 3c 2c", "Kemps!"}}},
    {"table2",
     "Table 2, with the 6s of section 4.4",
     "kemps(2-6)",
     "kb-greedy",
     {{FIRST_TABLE, "2h 5h 4h 5c", "", "wants 5 but not sure"},
      {FIRST_TABLE, "5s 6d 2s 4c", "", "wants 6 but not sure"},
      {FIRST_TABLE, "2d 4d 2c 3h", "", "wants 3 but not sure"},
      {"6h 3d 3s 6s 4s 3c", "2h 5h 4h 5c", "", "wants 3 but not sure"},
      {"6h 3d 3s 6s 4s 3c", "5s 6d 2s 4c", "6h 2s, 6s 4c",
       "knows that all 6 are available"},
      {"2s 3d 3s 4c 4s 3c", "2d 4d 2c 3h", "3d 2d, 3s 4d, 3c 2c", "Kemps!"}}},
    {"table3",
     "Table 3 before its gap",
     "kemps(2-8)",
     "kb-blocking",
     {{BLOCK_TABLE, "2d 8h 8c 6c", "", "wants 2 but not sure"},
      {BLOCK_TABLE, "6s 3s 8d 8s", "", "wants 3 or 6 but not sure"},
      {BLOCK_TABLE, "2c 6d 5h 4c", "", "wants 2 or 4 but not sure"},
      {"3h 5c 4d 7h 3d 5d", "2d 8h 8c 6c", "", "wants 5 or 3 but not sure"},
      {"3h 5c 4d 7h 3d 5d", "6s 3s 8d 8s", "3h 8s, 3d 6s",
       "knows that all 3 are available"},
      {"8s 5c 4d 7h 6s 5d", "2c 6d 5h 4c", "4d 6d",
       "knows all 4 are available"},
      {"8s 5c 6d 7h 6s 5d", "2d 8h 8c 6c", "6d 8c, 6s 2d",
       "knows that all 6 are available"},
      {"8s 5c 8c 7h 2d 5d", "3d 3s 8d 3h", "", "nothing to collect"},
      {"8s 5c 8c 7h 2d 5d", "2c 4d 5h 4c", "2d 5h",
       "knows all 2 are available"}}},
    {"table3",
     "Table 3 after its gap, which rows of ours fill",
     "kemps(2-8)",
     "kb-blocking",
     {{"4s 8h 5c 4h 5s 4d", "2h 6h 6c 7h", "", NULL},
      {"4s 8h 5c 4h 5s 4d", "3d 3s 8d 3h", "", NULL},
      {"4s 8h 5c 4h 5s 4d", "2c 7c 5h 4c", "4d 7c", NULL},
      {"4s 8h 5c 4h 5s 7c", "2h 6h 6c 7h", "", NULL},
      {"4s 8h 5c 4h 5s 7c", "3d 3s 8d 3h", "4s 8d", "blocks player 3"},
      {"8d 8h 5c 4h 5s 7c", "2c 4d 5h 4c", "8d 4d, 8h 4c",
       "collects 8, changes strategy after block"}}},
};
enum { RUNS = sizeof runs / sizeof *runs };

static unsigned rows_of(const run *r)
{
    unsigned count = 0;
    while (count < ROWS_MAX && r->rows[count].table != NULL)
        count++;
    return count;
}

// ---- dealing what is printed ----

// An order of the pack that begins with the cards that are added.
typedef struct stack {
    uint8_t order[DX_KEMPS_CARDS];
    unsigned count;
    dx_kemps_cards used;
} stack;

static void stack_one(stack *s, unsigned card)
{
    if (s->used >> card & 1)
        return;
    s->used |= dx_kemps_card(card);
    s->order[s->count++] = (uint8_t)card;
}

static unsigned card_of(const dx_rules *rules, const char *word, size_t length)
{
    unsigned card = 0;
    bool there = dx_type_read(rules, "card", word, length, &card);
    DX_REQUIRE(there, "a card of the pack");
    return card;
}

static dx_kemps_cards stack_add(stack *s, const dx_rules *rules,
                                const char *words)
{
    dx_kemps_cards all = 0;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        unsigned card = card_of(rules, words, length);
        if (s != NULL)
            stack_one(s, card);
        all |= dx_kemps_card(card);
        words += length + (words[length] == ' ');
    }
    return all;
}

static void set_order(dx_deal *deal, unsigned shuffle, stack *s)
{
    unsigned cards = dx_deal_cards(deal, 0);
    for (unsigned card = 0; card < cards; card++)
        stack_one(s, card);
    dx_status status = dx_deal_set(deal, 0, shuffle, s->order, cards, NULL);
    DX_REQUIRE(status == DX_OK, "an order of the pack");
}

// The table, three hands, and the table that is laid after three idle turns:
// of the same shuffle, or of the next if too few cards are left.
static dx_deal *deal_of(const dx_rules *rules, const run *r)
{
    dx_deal *deal = dx_deal_blank(rules);
    unsigned left = dx_deal_cards(deal, 0) - 18;
    stack first = {0}, second = {0};
    stack_add(&first, rules, r->rows[0].table);
    for (unsigned i = 0; i < SEATS; i++)
        stack_add(&first, rules, r->rows[i].hand);
    if (rows_of(r) > SEATS)
        stack_add(left < 6 ? &second : &first, rules, r->rows[SEATS].table);
    set_order(deal, 0, &first);
    set_order(deal, 1, &second);
    return deal;
}

// ---- the paper's moves ----

static void play(dx_match *match, const char *text)
{
    unsigned seat = dx_match_turn(match);
    dx_event move;
    dx_status status =
        dx_read_move(dx_match_view(match, seat), text, &move, NULL);
    if (status == DX_OK)
        status = dx_match_play(match, seat, move, NULL, NULL);
    DX_REQUIRE(status == DX_OK, "a legal move of the paper");
}

static void play_swaps(dx_match *match, const char *moves)
{
    while (*moves != '\0') {
        size_t length = strcspn(moves, ",");
        dx_text text = {0};
        dx_text_printf(&text, "swap %.*s", (int)length, moves);
        play(match, dx_text_string(&text));
        dx_text_release(&text);
        moves += length + (moves[length] == ',' ? 2 : 0);
    }
}

static dx_match *match_at(const dx_rules *rules, dx_deal *deal, const run *r,
                          unsigned rows)
{
    dx_match *match = dx_match_new(rules, deal);
    for (unsigned i = 0; i < rows; i++) {
        play_swaps(match, r->rows[i].moves);
        play(match, "done");
    }
    return match;
}

// ---- ours ----

// What our agent has to say to a row.
typedef struct answer {
    bool as_printed;  // table and hand are those of the row
    unsigned may;     // ranks that it may collect, as bits
    dx_text swaps;    // "TAKE GIVE, TAKE GIVE"
    unsigned takes;   // of which ranks it takes cards, as bits
    unsigned printed; // of which the paper does
} answer;

static unsigned ranks_of(const dx_kemps *sight, dx_kemps_cards cards)
{
    unsigned ranks = 0;
    for (; cards != 0; cards &= cards - 1)
        ranks |= 1U << sight->rank_of[dx_kemps_first(cards)];
    return ranks;
}

static unsigned may_collect(const run *r, const dx_mind *mind,
                            const dx_view *view)
{
    unsigned allowed = strncmp(r->agent, "kb-", 3) == 0
                           ? dx_kemps_kb_available(dx_mind_memory(mind), view)
                           : DX_KEMPS_ALL_RANKS;
    return dx_kemps_choice(view->sight, view->seat, allowed);
}

// The agent's whole turn.
static void play_turn(dx_match *match, dx_mind *mind, uint64_t seed,
                      answer *out)
{
    unsigned seat = dx_match_turn(match);
    const dx_kemps *sight = dx_match_view(match, seat)->sight;
    dx_random random = dx_random_named(seed, 1, seat);
    dx_event move;
    do {
        dx_thought thought = {.random = &random};
        move = dx_mind_choose(mind, dx_match_view(match, seat), &thought);
        if (move.verb == DX_KEMPS_SWAP) {
            dx_text said = {0};
            dx_say_move(dx_match_rules(match), move, &said);
            dx_text_printf(&out->swaps, "%s%s",
                           out->swaps.length > 0 ? ", " : "",
                           dx_text_string(&said) + strlen("swap "));
            dx_text_release(&said);
            out->takes |= 1U << sight->rank_of[move.arg[0]];
        }
        dx_status status = dx_match_play(match, seat, move, NULL, NULL);
        DX_REQUIRE(status == DX_OK, "a legal move of an agent");
    } while (move.verb == DX_KEMPS_SWAP);
}

static unsigned ranks_taken(const dx_rules *rules, const dx_kemps *sight,
                            const char *moves)
{
    dx_kemps_cards taken = 0;
    while (*moves != '\0') {
        taken |= dx_kemps_card(card_of(rules, moves, strcspn(moves, " ")));
        moves += strcspn(moves, ",");
        moves += *moves == ',' ? 2 : 0;
    }
    return ranks_of(sight, taken);
}

static dx_status ask(const dx_reproduce_options *options, const dx_rules *rules,
                     dx_deal *deal, const run *r, unsigned number, answer *out,
                     dx_error *error)
{
    dx_policy policy;
    dx_status status =
        dx_policy_parse(options->all_agents, r->agent, rules, &policy, error);
    if (status != DX_OK)
        return status;
    dx_match *match = match_at(rules, deal, r, number);
    unsigned seat = dx_match_turn(match);
    const dx_view *view = dx_match_view(match, seat);
    const dx_kemps *sight = view->sight;
    const row *printed = &r->rows[number];
    dx_mind *mind = dx_mind_new(&policy, view);
    *out =
        (answer){.as_printed =
                     seat == number % SEATS &&
                     sight->table == stack_add(NULL, rules, printed->table) &&
                     sight->hand[seat] == stack_add(NULL, rules, printed->hand),
                 .may = may_collect(r, mind, view),
                 .printed = ranks_taken(rules, sight, printed->moves)};
    play_turn(match, mind, options->seed, out);
    dx_mind_free(mind);
    dx_match_free(match);
    return DX_OK;
}

// ---- writing ----

static void print_ranks(const dx_rules *rules, unsigned ranks, dx_text *out)
{
    unsigned from = (unsigned)dx_rules_value(rules, "from");
    dx_text_add(out, ranks == 0 ? " nothing" : "");
    for (unsigned i = 0; i < DX_KEMPS_RANKS; i++)
        if (ranks >> i & 1)
            dx_text_printf(out, " %u", from + i);
}

static const char *verdict(const answer *a)
{
    return a->takes == a->printed ? "the same" : "different";
}

static const char *or_none(const char *moves)
{
    return moves[0] != '\0' ? moves : "no move";
}

static void print_row(const dx_rules *rules, unsigned i, const row *p,
                      answer *a, dx_text *out)
{
    dx_text_printf(out, "  %u  table %s  hand %s%s\n", i % SEATS + 1, p->table,
                   p->hand, a->as_printed ? "" : "  (not so here)");
    if (p->says == NULL) {
        dx_text_printf(out, "     plays  %s\n", or_none(p->moves));
        return;
    }
    dx_text_printf(out, "     paper  %-22s %s\n", or_none(p->moves), p->says);
    dx_text_printf(out, "     ours   %-22s %s; may collect",
                   or_none(dx_text_string(&a->swaps)), verdict(a));
    print_ranks(rules, a->may, out);
    dx_text_add(out, "\n");
}

static void json_row(const run *r, unsigned i, const row *p, answer *a,
                     bool is_first, dx_text *out)
{
    if (p->says == NULL)
        return;
    dx_text_printf(out,
                   "%s{\"title\":\"%s\",\"seat\":%u,\"table\":\"%s\","
                   "\"hand\":\"%s\",\"as_printed\":%s,\"paper\":\"%s\","
                   "\"ours\":\"%s\",\"verdict\":\"%s\"}",
                   is_first ? "" : ",\n", r->title, i % SEATS + 1, p->table,
                   p->hand, a->as_printed ? "true" : "false", p->moves,
                   dx_text_string(&a->swaps), verdict(a));
}

static dx_status replay(const dx_reproduce_options *options, const run *r,
                        bool is_first, dx_text *out, dx_error *error)
{
    dx_rules rules;
    dx_status status =
        dx_rules_parse(options->all_games, r->rules, &rules, error);
    if (status != DX_OK)
        return status;
    dx_deal *deal = deal_of(&rules, r);
    if (!options->json)
        dx_text_printf(out, "%s%s: %s, %s\n",
                       is_first ? "swaps as TAKE GIVE; compared is of which "
                                  "ranks cards are taken\n"
                                : "\n",
                       r->title, r->rules, r->agent);
    for (unsigned i = 0; i < rows_of(r) && status == DX_OK; i++) {
        answer a;
        status = ask(options, &rules, deal, r, i, &a, error);
        if (status != DX_OK)
            break;
        if (options->json)
            json_row(r, i, &r->rows[i], &a, is_first && i == 0, out);
        else
            print_row(&rules, i, &r->rows[i], &a, out);
        dx_text_release(&a.swaps);
    }
    dx_deal_free(deal);
    return status;
}

dx_status dx_kemps_tables(const dx_reproduce_options *options, const char *part,
                          dx_text *out, dx_error *error)
{
    dx_status status = DX_OK;
    bool is_first = true;
    for (unsigned i = 0; i < RUNS && status == DX_OK; i++) {
        if (strcmp(runs[i].part, part) != 0)
            continue;
        status = replay(options, &runs[i], is_first, out, error);
        is_first = false;
    }
    return status;
}

// ---- section 4.4 ----

// What the paper says of a six: its state, and who knows it, as seats' bits.
typedef struct six {
    const char *when, *card;
    unsigned row;      // of Table 2 with the 6s: before its moves,
    const char *moves; // and after these
    unsigned state, knows;
} six;

enum { NOBODY = 0, SECOND = 2, ALL = 7, RUN_OF_SIXES = 2 };

static const six sixes[] = {
    {"round 1", "6h", 0, "", 0, ALL},
    {"round 1", "6c", 0, "", 0, ALL},
    {"round 1", "6d", 0, "", 2, SECOND},
    {"round 1", "6s", 0, "", 0, NOBODY},
    {"round 2", "6h", 4, "", 0, ALL},
    {"round 2", "6c", 4, "", 0, ALL},
    {"round 2", "6d", 4, "", 2, SECOND},
    {"round 2", "6s", 4, "", 0, ALL},
    {"6h picked", "6h", 4, "6h 2s", 2, ALL},
};
enum { SIXES = sizeof sixes / sizeof *sixes };

static dx_kemps_card_model model_of(const dx_rules *rules, dx_deal *deal,
                                    const six *s)
{
    dx_kemps_card_model model;
    unsigned count;
    dx_match *match = match_at(rules, deal, &runs[RUN_OF_SIXES], s->row);
    play_swaps(match, s->moves);
    const dx_event *events = dx_match_events(match, &count);
    dx_kemps_card_model_init(&model, rules, events, count,
                             card_of(rules, s->card, strlen(s->card)));
    dx_match_free(match);
    return model;
}

static void print_seats(unsigned seats, dx_text *out)
{
    char text[SEATS + 1] = "---";
    for (unsigned i = 0; i < SEATS; i++)
        text[i] = (char)(seats >> i & 1 ? '1' + i : '-');
    dx_text_printf(out, "%s", text);
}

static void print_six(const six *s, const dx_kemps_card_model *m,
                      unsigned knows, dx_text *out)
{
    dx_text_printf(out, "  %-9s  %s  s%u  ", s->when, s->card, s->state);
    print_seats(s->knows, out);
    dx_text_printf(out, "      s%u  ", m->actual);
    print_seats(knows, out);
    dx_text_add(out, "   ");
    for (unsigned seat = 0; seat < SEATS; seat++) {
        dx_text_printf(out, " %u:", seat + 1);
        for (unsigned i = 0; i <= SEATS; i++)
            if (m->relates[seat][m->actual] >> i & 1)
                dx_text_printf(out, " s%u", i);
        dx_text_add(out, seat + 1 < SEATS ? "," : "\n");
    }
}

dx_status dx_kemps_sixes(const dx_reproduce_options *options, dx_text *out,
                         dx_error *error)
{
    const run *r = &runs[RUN_OF_SIXES];
    dx_rules rules;
    dx_status status =
        dx_rules_parse(options->all_games, r->rules, &rules, error);
    if (status != DX_OK)
        return status;
    dx_deal *deal = deal_of(&rules, r);
    if (!options->json)
        dx_text_add(out,
                    "Section 4.4: the sixes in Table 2 with the 6s; s0: in "
                    "no hand\n"
                    "                 paper        ours\n"
                    "                 is  known    is  known  each holds "
                    "possible\n");
    for (unsigned i = 0; i < SIXES; i++) {
        dx_kemps_card_model m = model_of(&rules, deal, &sixes[i]);
        unsigned knows = 0;
        for (unsigned seat = 0; seat < SEATS; seat++)
            knows |= (unsigned)(m.relates[seat][m.actual] == 1U << m.actual)
                     << seat;
        if (options->json)
            dx_text_printf(out,
                           "%s{\"when\":\"%s\",\"card\":\"%s\","
                           "\"paper_state\":%u,\"state\":%u,"
                           "\"paper_knows\":%u,\"knows\":%u}",
                           i > 0 ? ",\n" : "", sixes[i].when, sixes[i].card,
                           sixes[i].state, m.actual, sixes[i].knows, knows);
        else
            print_six(&sixes[i], &m, knows, out);
    }
    dx_deal_free(deal);
    return DX_OK;
}
