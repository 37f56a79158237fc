// Sets, the pack, places and variables.

#include "game/deal.h"
#include "games/file/reader.h"

#include <stdio.h>
#include <string.h>

// ---- sets and the pack ----

static const char *read_word(dx_dg_reader *r)
{
    dx_token t = r->lexer.token;
    if (r->status != DX_OK)
        return "";
    if (!dx_dg_is_name(&t) && t.kind != DX_TOKEN_NUMBER) {
        r->status = dx_lexer_expected(&r->lexer, "a word", r->error);
        return "";
    }
    dx_lexer_step(&r->lexer);
    return dx_dg_own_text(r, t.at, t.length);
}

// One more word of a set, or of the pack.
static void add_word(dx_dg_reader *r, const char **list, unsigned *count,
                     const char *word)
{
    if (r->status != DX_OK)
        return;
    if (*count == DX_KINDS_MAX)
        dx_dg_fail(r, &r->lexer.token, "more than %d words", DX_KINDS_MAX);
    else if (DX_DG_FIND(list, *count, word) < *count)
        dx_dg_fail(r, &r->lexer.token, "'%s' is there twice", word);
    else
        list[(*count)++] = word;
}

static void read_words(dx_dg_reader *r, dx_dg_set *set, int most)
{
    const char **word = dx_dg_own(r, DX_KINDS_MAX, sizeof *word);
    dx_token at = r->lexer.token;
    dx_dg_expect(r, "{");
    do {
        const char *next = read_word(r);
        add_word(r, word, &set->count, next);
        dx_dg_read_spoken(r, next);
    } while (dx_dg_take(r, ","));
    dx_dg_expect(r, "}");
    set->word = word;
    if (most > (int)set->count)
        dx_dg_fail(r, &at, "the set has %u words and should have %d",
                   set->count, most);
    else if (most >= 0)
        set->count = (unsigned)most;
}

// 1..5, or the third to the fifth of some words.
static void read_numbers(dx_dg_reader *r, dx_dg_set *set)
{
    dx_dg_node domain = {0};
    dx_token at = r->lexer.token;
    dx_dg_read_domain(r, &domain);
    if (r->status != DX_OK)
        return;
    if (domain.range != DX_DG_FROM_TO) {
        dx_dg_fail(r, &at, "expected {a, b, c}, first n of {a, b, c}, or 1..n");
        return;
    }
    set->is_numbers = true;
    set->first = dx_dg_constant(r, domain.lo, "a set");
    int last = dx_dg_constant(r, domain.hi, "a set");
    if (set->first < 0 || last < set->first || last - set->first > 200)
        dx_dg_fail(r, &at, "expected between 1 and 200 numbers from 0 on");
    set->count = (unsigned)(last - set->first + 1);
    if (r->status != DX_OK)
        return;
    if (!dx_dg_take(r, "of")) {
        set->word = dx_dg_own(r, set->count, sizeof *set->word);
        for (unsigned i = 0; i < set->count; i++)
            set->word[i] = dx_dg_print(r, "%d", set->first + (int)i);
        return;
    }
    dx_dg_set all = {0};
    read_words(r, &all, last);
    if (set->first < 1)
        dx_dg_fail(r, &at, "words are counted from 1");
    if (r->status == DX_OK)
        set->word = all.word + set->first - 1;
    set->is_numbers = false;
    set->first = 0;
}

static dx_dg_set *read_set_name(dx_dg_reader *r);

// What is behind the words so far: the words of other sets, which are words of
// this one then.
static void add_parts(dx_dg_reader *r, dx_dg_set *set, unsigned own)
{
    const char **word = dx_dg_own(r, DX_KINDS_MAX, sizeof *word);
    for (unsigned i = 0; i < set->count; i++)
        word[i] = set->word[i];
    set->word = word;
    do {
        dx_token at = r->lexer.token;
        dx_dg_set *part = read_set_name(r);
        if (part->is_numbers || part->is_cards || part->whole != 0)
            dx_dg_fail(r, &at,
                       "'%s' has numbers or is part of the pack or of a set "
                       "already",
                       part->name);
        if (r->status != DX_OK)
            return;
        part->first = (int)set->count;
        part->whole = (uint8_t)(own + 1);
        for (unsigned i = 0; i < part->count; i++)
            add_word(r, word, &set->count, part->word[i]);
    } while (dx_dg_take(r, "+"));
}

void dx_dg_read_set(dx_dg_reader *r)
{
    unsigned i = dx_dg_more(r, &r->p->sets, DX_DG_SETS, "sets");
    dx_dg_set set = {0};
    r->p->sets--; // it is not there while it is read
    dx_token at = r->lexer.token;
    set.name = DX_DG_NEW_NAME(r, r->p->set, i, "the name of a set");
    if (strcmp(set.name, "seat") == 0 || strcmp(set.name, "number") == 0 ||
        strcmp(set.name, "flag") == 0)
        dx_dg_fail(r, &at, "'%s' is a type already; expected another name",
                   set.name);
    dx_dg_expect(r, "=");
    if (dx_dg_take(r, "first")) {
        int most = dx_dg_constant(r, dx_dg_read_number(r), "how many");
        dx_dg_expect(r, "of");
        read_words(r, &set, most);
    } else if (dx_dg_is(r, "{")) {
        read_words(r, &set, -1);
        if (dx_dg_take(r, "+"))
            add_parts(r, &set, i);
    } else if (dx_dg_is_name(&r->lexer.token) &&
               dx_lexer_next_is(&r->lexer, "+")) {
        add_parts(r, &set, i);
    } else {
        read_numbers(r, &set);
    }
    r->p->set[i] = set;
    r->p->sets = i + 1;
}

static dx_dg_set *read_set_name(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, "a set");
    const dx_dg_set *set = dx_dg_find_set(r->p, name);
    if (set == NULL)
        dx_dg_fail(r, &at, "there is no set '%s'; declare it: set %s = {a, b}",
                   name, name);
    return &r->p->set[set == NULL ? 0 : set - r->p->set];
}

// The kinds of one set after another, each of which is a type of cards too.
static void join_sets(dx_dg_reader *r, dx_dg_set *set)
{
    dx_dg *p = r->p;
    for (;;) {
        set->first = (int)p->kinds;
        set->is_cards = true;
        for (unsigned i = 0; i < set->count; i++)
            add_word(r, p->word, &p->kinds, set->word[i]);
        if (!dx_dg_take(r, "+"))
            return;
        set = read_set_name(r);
    }
}

static void multiply_sets(dx_dg_reader *r, dx_dg_set *set)
{
    dx_dg *p = r->p;
    unsigned size[3] = {1, 1, 1}, kinds = 1;
    do {
        if (p->attributes == 3 || dx_dg_attribute(p, set) < p->attributes) {
            dx_dg_fail(r, &r->lexer.token,
                       "expected at most 3 sets, none of them twice");
            return;
        }
        size[p->attributes] = set->count;
        kinds *= set->count;
        p->attribute_set[p->attributes++] = (uint8_t)(set - p->set);
        if (!dx_dg_take(r, "*"))
            break;
        set = read_set_name(r);
    } while (true);
    if (kinds > DX_KINDS_MAX) {
        dx_dg_fail(r, &r->lexer.token, "%u kinds of cards, expected at most %d",
                   kinds, DX_KINDS_MAX);
        return;
    }
    for (unsigned k = 0; k < kinds; k++) {
        unsigned at[3] = {k / (size[1] * size[2]), k / size[2] % size[1],
                          k % size[2]};
        for (unsigned i = 0; i < p->attributes; i++) {
            p->attribute[i][k] = (uint8_t)at[i];
            p->with[i][at[i]] |= DX_BIT(k);
        }
    }
    p->kinds = kinds;
}

// x if order(rank) = 1 then 3 else 2: it is worked out for each kind, with the
// names of the attributes.
static void read_each_copies(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_lexer from = r->lexer;
    for (unsigned k = 0; k < p->kinds && r->status == DX_OK; k++) {
        unsigned scoped = r->scoped;
        dx_token at = from.token;
        r->lexer = from;
        for (unsigned i = 0; i < p->attributes; i++) {
            unsigned set = p->attribute_set[i];
            dx_dg_type type = {.kind = DX_DG_T_SET, .set = (uint8_t)set};
            dx_dg_define(
                r, p->set[set].name,
                dx_dg_number(r, p->set[set].first + p->attribute[i][k], type));
        }
        int copies =
            dx_dg_constant(r, dx_dg_read_value(r, &number), "the copies");
        r->scoped = scoped;
        if (copies < 0 || copies > 100)
            dx_dg_fail(r, &at, "expected from 0 to 100 copies");
        p->copies[k] = (uint8_t)copies;
    }
}

// x 4, x {5, 2, 1}
static void read_copies(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    int list[DX_KINDS_MAX];
    unsigned count = 0;
    if (!dx_dg_take(r, "{")) {
        read_each_copies(r);
        return;
    }
    do
        list[count++] = dx_dg_read_whole(r);
    while (count < DX_KINDS_MAX && dx_dg_take(r, ","));
    dx_token at = r->lexer.token;
    dx_dg_expect(r, "}");
    for (unsigned k = 0; k < p->kinds && r->status == DX_OK; k++)
        if (k >= count || list[k] < 0 || list[k] > 100)
            dx_dg_fail(r, &at,
                       "expected for each kind how many copies there are, from "
                       "0 to 100");
        else
            p->copies[k] = (uint8_t)list[k];
}

// A card of several sets is called by the words together, or by their first
// letters: r1, not red1.
static void name_kinds(dx_dg_reader *r, bool is_short)
{
    dx_dg *p = r->p;
    for (unsigned k = 0; k < p->kinds && p->attributes > 0; k++) {
        dx_text word = {0};
        for (unsigned i = 0; i < p->attributes; i++) {
            const dx_dg_set *set = &p->set[p->attribute_set[i]];
            const char *whole = set->word[p->attribute[i][k]];
            bool is_letter = is_short && (*whole < '0' || *whole > '9');
            dx_text_add_part(&word, whole, is_letter ? 1 : strlen(whole));
        }
        unsigned at = k;
        add_word(r, p->word, &at, dx_dg_own_text(r, word.at, word.length));
        dx_text_release(&word);
    }
}

void dx_dg_read_pack(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, "the name of a card, card");
    if (p->pack != NULL)
        dx_dg_fail(r, &at, "there is one pack already");
    dx_dg_expect(r, "=");
    dx_dg_set *set = read_set_name(r);
    if (dx_dg_is(r, "*"))
        multiply_sets(r, set);
    else
        join_sets(r, set);
    p->pack = name;
    memset(p->copies, 1, p->kinds);
    if (dx_dg_take(r, "x"))
        read_copies(r);
    name_kinds(r, dx_dg_take(r, "short"));
    dx_dg_read_spoken(r, name);
    unsigned cards = 0;
    for (unsigned k = 0; k < p->kinds; k++)
        cards += p->copies[k];
    if (cards == 0 || cards > DX_PACK_CARDS_MAX)
        dx_dg_fail(r, &at, "the pack has %u cards, expected 1 to %d", cards,
                   DX_PACK_CARDS_MAX);
}

// ---- places and variables ----

// (seat), (colour), (3): what there is one of for each.
static bool read_index(dx_dg_reader *r, dx_dg_type *type, unsigned *count,
                       int *low)
{
    *count = 1;
    *low = 0;
    if (!dx_dg_take(r, "("))
        return false;
    dx_token at = r->lexer.token;
    const char *name =
        dx_dg_is_name(&at) ? dx_dg_own_text(r, at.at, at.length) : "";
    bool is_type = strcmp(name, "seat") == 0 ||
                   dx_dg_find_set(r->p, name) != NULL ||
                   (r->p->pack != NULL && strcmp(name, r->p->pack) == 0);
    if (is_type) {
        *type = dx_dg_read_type(r);
        *count = dx_dg_values(r->p, *type);
    } else {
        *type = (dx_dg_type){.kind = DX_DG_T_NUMBER};
        int n = dx_dg_constant(r, dx_dg_read_number(r), "how many there are");
        if (n < 1 || n > 60)
            dx_dg_fail(r, &at,
                       "expected seat, a set, or a number from 1 to 60");
        *count = (unsigned)n;
        *low = 1;
    }
    dx_dg_expect(r, ")");
    return true;
}

void dx_dg_read_place(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_token at = r->lexer.token;
    unsigned i = dx_dg_more(r, &p->places, DX_DG_PLACES, "places");
    dx_dg_place *place = &p->place[i];
    place->name = DX_DG_NEW_NAME(r, p->place, i, "the name of a place");
    place->has_index = read_index(r, &place->index, &place->count, &place->low);
    if (strcmp(r->statement, "row") == 0) {
        dx_dg_expect(r, ":");
        int slots = dx_dg_constant(r, dx_dg_read_number(r), "a row");
        if (slots < 1 || slots > 8)
            dx_dg_fail(r, &at, "expected a row of 1 to 8 slots");
        place->slots = (unsigned)slots;
        place->count *= place->slots;
    }
    dx_dg_expect(r, "seen");
    dx_dg_expect(r, "by");
    bool by_seat = place->has_index && place->index.kind == DX_DG_T_SEAT;
    if (dx_dg_take(r, "nobody"))
        place->audience = DX_NOBODY;
    else if (dx_dg_take(r, "all"))
        place->audience = DX_ALL;
    else if (by_seat && dx_dg_take(r, "owner"))
        place->audience = DX_WHO;
    else if (by_seat && dx_dg_take(r, "others"))
        place->audience = DX_BUT_WHO;
    else if (r->status == DX_OK)
        dx_dg_fail(r, &r->lexer.token,
                   "expected who sees '%s': all or nobody%s", place->name,
                   by_seat ? ", owner, others" : "");
    place->noun = dx_dg_read_text(r, place->has_index);
    place->base = p->cells;
    if (p->cells + place->count > DX_DG_CELLS)
        dx_dg_fail(r, &at, "more than %d places", DX_DG_CELLS);
    else
        p->cells += place->count;
}

static void read_var(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_token at = r->lexer.token;
    unsigned i = dx_dg_more(r, &p->vars, DX_DG_VARS, "variables");
    dx_dg_var v = {.name =
                       DX_DG_NEW_NAME(r, p->var, i, "the name of a variable")};
    p->vars--;
    v.has_index = read_index(r, &v.index, &v.count, &v.low);
    bool typed = dx_dg_take(r, ":");
    if (typed)
        v.type = dx_dg_read_type(r);
    dx_dg_expect(r, "=");
    dx_token value = r->lexer.token;
    p->first[i] = dx_dg_read_value(r, typed ? &v.type : NULL);
    if (!typed)
        v.type = p->first[i]->type;
    if (v.type.kind == DX_DG_T_SET)
        dx_dg_check_told(r, &value, p->first[i],
                         (dx_dg_type){.kind = DX_DG_T_SET,
                                      .set = v.type.set,
                                      .or_none = true});
    if (v.type.kind == DX_DG_T_NONE)
        dx_dg_fail(r, &at, "none of what? write %s: seat = none", v.name);
    v.is_secret = dx_dg_take(r, "secret");
    if (v.is_secret && p->unsaid == NULL)
        p->unsaid = v.name;
    unsigned *cells = v.is_secret ? &p->secret_cells : &p->var_cells;
    v.base = *cells;
    *cells += v.count;
    if (*cells > 1000)
        dx_dg_fail(r, &at, "more than 1000 variables");
    p->var[i] = v;
    p->vars = i + 1;
}

void dx_dg_read_vars(dx_dg_reader *r)
{
    do
        read_var(r);
    while (dx_dg_take(r, ","));
}
