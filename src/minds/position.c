// A fact is a claim about numbers of cards in places (game/claim.h).  In a
// place that is seen the number is known; in another it lies between none and
// all cards of the place, or is one of the two where its kinds are all of those
// asked for, or none.  With these bounds every claim is reckoned from below,
// and what is said is what they settle.  A game without places has its worlds
// listed (minds/know.h).

#include "minds/position.h"

#include "base/memory.h"
#include "game/claims.h"
#include "game/words.h"
#include "minds/known.h"
#include "minds/turn/frame.h"
#include "words/grammar.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { FACTS_MAX = 1 << 20 }; // of one name

typedef struct position {
    dx_cast cast;
    dx_frames *frames;
    const dx_frame *now; // NULL: the game has no places
    dx_knower *knower;   // then; NULL: too many worlds
    const void *sight;   // what all see
    const void *own;     // what the seat sees, or the truth
    bool is_above;       // it is the truth
    uint64_t sees;
    dx_claims *claims;
    dx_text *out;
    bool is_begun; // the line
    bool is_list;  // facts and their contraries, and no sentences
} position;

typedef struct bounds {
    int least, most;
} bounds;

// ---- what is settled ----

static bounds count_place(const position *p, unsigned place, uint64_t kinds)
{
    bounds b = {0, 0};
    uint64_t could = p->now->could[place];
    if (p->sees >> place & 1) {
        uint8_t held[DX_KINDS_MAX] = {0};
        dx_places_held(p->cast.rules->game->places, p->sight, p->own, place,
                       held);
        for (; kinds != 0; kinds &= kinds - 1)
            b.least += held[__builtin_ctzll(kinds)];
        b.most = b.least;
        return b;
    }
    b.most = (could & kinds) != 0 ? p->now->size[place] : 0;
    b.least = (could & ~kinds) == 0 ? b.most : 0;
    return b;
}

static bounds settle(const position *p, dx_claim claim)
{
    const dx_claim_node *node = dx_claims_at(p->claims, claim);
    bounds a = {0, 0}, b = {0, 0};
    if (node->kind == DX_CLAIM_NUMBER)
        return (bounds){node->number, node->number};
    if (node->kind == DX_CLAIM_COUNT) {
        for (uint64_t left = node->places; left != 0; left &= left - 1) {
            b = count_place(p, (unsigned)__builtin_ctzll(left), node->kinds);
            a = (bounds){a.least + b.least, a.most + b.most};
        }
        return a;
    }
    a = settle(p, node->a);
    if (node->kind == DX_CLAIM_NOT)
        return (bounds){!a.most, !a.least};
    b = settle(p, node->b);
    switch (node->kind) {
    case DX_CLAIM_ADD:
        return (bounds){a.least + b.least, a.most + b.most};
    case DX_CLAIM_AT_LEAST:
        return (bounds){a.least >= b.most, a.most >= b.least};
    case DX_CLAIM_AND:
        return (bounds){a.least && b.least, a.most && b.most};
    default:
        return (bounds){a.least || b.least, a.most || b.most};
    }
}

static bool is_certain(const position *p, const dx_atom *atom, const int *args)
{
    size_t count;
    dx_known *known =
        p->knower == NULL ? NULL : dx_know(p->knower, atom, &count, NULL);
    bool certain = known != NULL &&
                   known[dx_fact_number(p->cast.rules, atom, args)].is_certain;
    dx_free(known);
    return certain;
}

static bool is_settled_fact(const position *p, const dx_atom *atom,
                            const int *args)
{
    if (p->is_above)
        return dx_atom_holds(atom, p->own, args);
    if (p->now == NULL)
        return is_certain(p, atom, args);
    if (atom->claim == NULL)
        return dx_atom_holds(atom, p->sight, args);
    dx_claims_clear(p->claims);
    return settle(p, atom->claim(atom, p->sight, args, p->claims)).least > 0;
}

static bounds settle_number(const position *p, const dx_quantity *q,
                            const int *args)
{
    if (q->claim != NULL && p->now != NULL && !p->is_above) {
        dx_claims_clear(p->claims);
        return settle(p, q->claim(q, p->sight, args, p->claims));
    }
    if (!p->is_above && !dx_quantity_is_in_sight(p->cast.rules->game, q))
        return (bounds){0, 1};
    int value = dx_quantity_value(q, p->is_above ? p->own : p->sight, args);
    return (bounds){value, value};
}

// ---- sentences ----

static void say(position *p, const char *phrase, const dx_filling *filling)
{
    if (p->is_begun)
        dx_text_add_char(p->out, ' ');
    p->is_begun = true;
    size_t from = p->out->length;
    dx_phrase(&p->cast, phrase, filling, p->out);
    if (p->out->length > from)
        p->out->at[from] = (char)toupper((unsigned char)p->out->at[from]);
    dx_text_add_char(p->out, '.');
}

// As a line of a list; `no` is NULL of a number.
static void list(position *p, const char *yes, const char *no,
                 const dx_filling *filling)
{
    dx_phrase(&p->cast, yes, filling, p->out);
    dx_text_add_char(p->out, '\t');
    if (no != NULL)
        dx_phrase(&p->cast, no, filling, p->out);
    dx_text_add_char(p->out, '\n');
}

static void end_line(position *p)
{
    if (p->is_begun)
        dx_text_add_char(p->out, '\n');
    p->is_begun = false;
}

static dx_filling filling(const char *const *type, const int *args)
{
    return (dx_filling){.type = type,
                        .value = args,
                        .count = DX_TERM_ARGS,
                        .who = DX_NONE,
                        .mind = DX_NONE};
}

// Is something of the same arguments but the last settled by another fact?
static bool is_told(const position *p, const char *unless, const int *args)
{
    if (unless == NULL)
        return false;
    const dx_atom *atom = dx_atom_named(p->cast.rules->game, unless);
    unsigned last = 0;
    int all[DX_TERM_ARGS];
    while (last + 1 < DX_TERM_ARGS && atom->type[last + 1] != NULL)
        last++;
    memcpy(all, args, sizeof all);
    unsigned values = dx_type_values(p->cast.rules, atom->type[last]);
    for (unsigned value = 0; value < values; value++) {
        all[last] = (int)value;
        if (is_settled_fact(p, atom, all))
            return true;
    }
    return false;
}

static void say_fact(position *p, const dx_atom *atom, const int *args,
                     const char *unless)
{
    if (!is_settled_fact(p, atom, args) || is_told(p, unless, args))
        return;
    const dx_fact_words *words =
        dx_words_of_fact(p->cast.rules->game, atom->name);
    const dx_filling fill = filling(atom->type, args);
    if (p->is_list)
        list(p, words->yes, words->no, &fill);
    else
        say(p, words->yes, &fill);
}

// Nothing of a kind is not worth a sentence (but tells worlds apart), nor that
// there may be some.
static void say_number(position *p, const dx_quantity *q, const int *args)
{
    const dx_number_words *words =
        dx_words_of_number(p->cast.rules->game, q->name);
    bounds b = settle_number(p, q, args);
    bool is_one_each = q->type[0] == NULL ||
                       (strcmp(q->type[0], "seat") == 0 && q->type[1] == NULL);
    if (b.least == b.most ? b.least == 0 && !is_one_each && !p->is_list
                          : b.least <= 0)
        return;
    char digits[32];
    const char *none = b.most == 0 ? dx_zero_word(DX_EQUAL, words->is) : NULL;
    if (none != NULL)
        snprintf(digits, sizeof digits, "%s", none);
    else
        snprintf(digits, sizeof digits, "%s%d",
                 b.least < b.most ? "at least " : "", b.least);
    dx_filling fill = filling(q->type, args);
    fill.number = digits;
    fill.number_is_many = b.least != 1;
    if (p->is_list)
        list(p, words->is, NULL, &fill);
    else
        say(p, words->is, &fill);
}

// ---- all of it ----

// The next arguments of these types, the last one moving fastest.
static bool next_args(const dx_rules *rules, const char *const *type, int *args)
{
    unsigned count = 0;
    while (count < DX_TERM_ARGS && type[count] != NULL)
        count++;
    while (count-- > 0) {
        if (++args[count] < (int)dx_type_values(rules, type[count]))
            return true;
        args[count] = 0;
    }
    return false;
}

static bool are_few(const dx_rules *rules, const char *const *type)
{
    size_t all = 1;
    for (unsigned i = 0; i < DX_TERM_ARGS && type[i] != NULL; i++)
        all *= dx_type_values(rules, type[i]);
    return all > 0 && all <= FACTS_MAX;
}

static void say_named(position *p, const char *name, const char *unless)
{
    const dx_rules *rules = p->cast.rules;
    const dx_atom *atom = dx_atom_named(rules->game, name);
    const dx_quantity *q = dx_quantity_named(rules->game, name);
    int args[DX_TERM_ARGS] = {0};
    const char *const *type = atom != NULL ? atom->type : q->type;
    if (!are_few(rules, type))
        return;
    do
        if (atom != NULL)
            say_fact(p, atom, args, unless);
        else
            say_number(p, q, args);
    while (next_args(rules, type, args));
    end_line(p);
}

static void say_all(position *p)
{
    const dx_game *game = p->cast.rules->game;
    const dx_position_words *listed = game->words->position;
    const dx_quantity *q = game->quantities;
    const dx_atom *atom = game->atoms;
    for (; listed != NULL && listed->name != NULL; listed++)
        say_named(p, listed->name, listed->unless);
    for (; game->words->position == NULL && q != NULL && q->name != NULL; q++)
        say_named(p, q->name, NULL);
    for (; game->words->position == NULL && atom != NULL && atom->name != NULL;
         atom++)
        say_named(p, atom->name, NULL);
}

static void say_turn(position *p, unsigned turn)
{
    static const char *const seat[] = {"seat"};
    const int args[] = {(int)turn};
    dx_filling fill = {
        .type = seat, .value = args, .count = 1, .mind = DX_NONE};
    if (turn == DX_OVER)
        say(p, "the game is over", &fill);
    else if (turn < DX_SEATS_MAX)
        say(p, "it is %0's turn", &fill);
    end_line(p);
}

static void say_position(position *p, const dx_event *events, unsigned count,
                         unsigned turn)
{
    const dx_rules *rules = p->cast.rules;
    unsigned seat = p->cast.you;
    dx_eyes *bystander = dx_eyes_new(rules, DX_BYSTANDER);
    p->claims = dx_claims_new();
    p->frames = rules->game->places != NULL ? dx_frames_new(rules) : NULL;
    for (unsigned i = 0; i < count; i++) {
        dx_eyes_see(bystander, events[i]);
        if (p->frames != NULL)
            dx_frames_follow(p->frames, events[i]);
    }
    p->sight = dx_eyes_view(bystander)->sight;
    if (p->frames != NULL) {
        p->now = dx_frames_now(p->frames);
        p->sees = seat < dx_players(rules) ? p->now->sees[seat] : 0;
    }
    if (rules->game->words != NULL)
        say_all(p);
    say_turn(p, turn);
    dx_frames_free(p->frames);
    dx_claims_free(p->claims);
    dx_eyes_free(bystander);
}

void dx_position_say(const dx_view *view, const char *const *names,
                     bool by_name, dx_text *out)
{
    const dx_know_options options = {0};
    position p = {.cast = {view->rules, names, view->seat, by_name},
                  .own = view->sight,
                  .out = out};
    bool lists = view->rules->game->places == NULL && view->seat < DX_SEATS_MAX;
    if (lists && dx_knower_new(view, &options, &p.knower, NULL) != DX_OK)
        p.knower = NULL;
    say_position(&p, view->seen, view->count, view->turn);
    dx_knower_free(p.knower);
}

void dx_position_facts(const dx_cast *cast, const void *table, dx_text *out)
{
    position p = {.cast = *cast,
                  .own = table,
                  .is_above = true,
                  .out = out,
                  .is_list = true};
    if (cast->rules->game->words != NULL)
        say_all(&p);
}

void dx_position_say_above(const dx_rules *rules, const dx_event *events,
                           unsigned count, const char *const *names,
                           dx_text *out)
{
    void *truth = dx_table_after(rules, events, count);
    position p = {.cast = {rules, names, DX_BYSTANDER, false},
                  .own = truth,
                  .is_above = true,
                  .out = out};
    say_position(&p, events, count, rules->game->turn(truth));
    dx_free(truth);
}
