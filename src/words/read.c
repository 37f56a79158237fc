// Sentences read.  At each place of the text where a sentence may begin, every
// row of the grammar and every template of the game is tried, and all that fit
// are kept with where they end (once for each place, so the work is bounded).
// A sentence means something if exactly one reading takes up all of it.
//
// A reading is the text of a formula; equal texts are one reading.

#include "words/sentence.h"

#include "base/memory.h"
#include "base/vector.h"
#include "words/grammar.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 5, VARIABLES = 8, READINGS_MAX = 24 };

typedef struct reading {
    size_t end;
    char *formula; // owned
} reading;

typedef struct readings {
    DX_VECTOR(reading) list;
    bool done;
} readings;

typedef struct reader {
    const dx_cast *cast;
    char *text; // in lower case
    size_t length;
    readings *at, *terms; // for each place
    unsigned depth;
    size_t furthest; // how far anything fitted
    uint64_t steps;  // so far; too many: the sentence is no sentence
    char variable[VARIABLES][12];
    unsigned variables;
    bool too_deep, too_long;
} reader;

enum { STEPS_MAX = 2000000 };

// What a pattern has been filled with so far: the text of each part.
typedef struct binding {
    char *part[PARTS]; // owned by the frame that filled it
} binding;

typedef struct pattern pattern;
struct pattern {
    const char *words; // the rest of it
    // What makes a reading of a binding.
    void (*made)(reader *r, const pattern *whole, const binding *with,
                 size_t end, readings *out);
    const dx_grammar_row *row;
    const char *name; // of a fact, number or set
    const char *const *type;
    bool negated;
};

static const readings *sentences(reader *r, size_t at);
static const readings *terms(reader *r, size_t at);
static void match(reader *r, const pattern *p, const char *rest, size_t at,
                  binding *with, readings *out);
static void read_rows(reader *r, const dx_grammar_row *row, size_t at,
                      readings *out);

// ---- readings ----

static void add_reading(readings *out, size_t end, dx_text *formula)
{
    const char *text = dx_text_string(formula);
    for (size_t i = 0; i < out->list.count; i++)
        if (out->list.at[i].end == end &&
            strcmp(out->list.at[i].formula, text) == 0) {
            dx_text_release(formula);
            return;
        }
    if (out->list.count >= READINGS_MAX) {
        dx_text_release(formula);
        return;
    }
    reading one = {end, dx_text_take(formula)};
    dx_vector_push(&out->list, one);
}

static void release_readings(readings *all)
{
    for (size_t i = 0; i < all->list.count; i++)
        dx_free(all->list.at[i].formula);
    dx_vector_release(&all->list);
}

// Does the text go on with these words?  Where to.
static bool goes_on(reader *r, size_t *at, const char *words, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (*at + i >= r->length)
            return false;
        if (r->text[*at + i] != tolower((unsigned char)words[i]))
            return false;
        if (*at + i + 1 > r->furthest)
            r->furthest = *at + i + 1;
    }
    *at += length;
    return true;
}

static bool goes_on_with(reader *r, size_t *at, const char *words)
{
    return goes_on(r, at, words, strlen(words));
}

// Goes on behind a part whose text is `word`.
static void bind(reader *r, const pattern *p, const char *rest, size_t at,
                 binding *with, readings *out, unsigned part, const char *word)
{
    char *before = with->part[part];
    with->part[part] = dx_copy_text(word);
    match(r, p, rest, at, with, out);
    dx_free(with->part[part]);
    with->part[part] = before;
}

// ---- parts ----

// One person at the text, as the subject or with 's: where it ends, or 0.
static size_t person_end(reader *r, size_t at, unsigned seat, bool owns)
{
    dx_text word = {0};
    if (owns && dx_cast_is_you(r->cast, seat)) {
        dx_text_add(&word, "your");
    } else {
        dx_cast_say(r->cast, seat, &word);
        dx_text_add(&word, owns ? "'s" : "");
    }
    bool fits = goes_on_with(r, &at, dx_text_string(&word));
    dx_text_release(&word);
    if (fits && owns)
        goes_on_with(r, &at, " own");
    return fits ? at : 0;
}

// A variable at the text; where it ends, or 0.
static size_t variable_end(reader *r, size_t at, unsigned i, bool owns)
{
    if (!goes_on_with(r, &at, r->variable[i]) ||
        (at < r->length && isalnum((unsigned char)r->text[at])))
        return 0;
    return !owns || goes_on_with(r, &at, "'s") ? at : 0;
}

// A variable of a type: "x", "colour x"; not twice "colour".
static void match_variables(reader *r, const pattern *p, const char *rest,
                            size_t at, binding *with, readings *out,
                            unsigned part, const char *type, bool owns)
{
    size_t length = strlen(type);
    bool is_said =
        at > length && strncmp(r->text + at - 1 - length, type, length) == 0;
    if (length > 0 && !is_said &&
        (!goes_on_with(r, &at, type) || !goes_on_with(r, &at, " ")))
        return;
    for (unsigned i = 0; i < r->variables; i++) {
        size_t end = variable_end(r, at, i, owns);
        if (end > 0)
            bind(r, p, rest, end, with, out, part, r->variable[i]);
    }
}

static void match_person(reader *r, const pattern *p, const char *rest,
                         size_t at, binding *with, readings *out, unsigned part)
{
    bool owns = strncmp(rest, "'s", 2) == 0;
    rest += owns ? 2 : 0;
    for (unsigned seat = 0; seat < dx_players(r->cast->rules); seat++) {
        size_t end = person_end(r, at, seat, owns);
        char number[12];
        snprintf(number, sizeof number, "%u", seat + 1);
        if (end > 0)
            bind(r, p, rest, end, with, out, part, number);
    }
    match_variables(r, p, rest, at, with, out, part, "", owns);
}

static void match_form(reader *r, const pattern *p, const char *rest, size_t at,
                       binding *with, readings *out, unsigned part,
                       dx_word_form form)
{
    const dx_rules *rules = r->cast->rules;
    const char *type = p->type[part];
    unsigned count = dx_type_values(rules, type);
    dx_text word = {0};
    for (unsigned value = 0; value < count; value++) {
        size_t end = at;
        dx_text_clear(&word);
        dx_value_say_as(rules, type, value, form, &word);
        if (!goes_on_with(r, &end, dx_text_string(&word)))
            continue;
        dx_text_clear(&word);
        dx_type_say(rules, type, value, &word);
        bind(r, p, rest, end, with, out, part, dx_text_string(&word));
    }
    dx_text_release(&word);
    r->steps += count;
}

static void match_value(reader *r, const pattern *p, const char *rest,
                        size_t at, binding *with, readings *out, unsigned part)
{
    if (strcmp(p->type[part], "seat") == 0) {
        match_person(r, p, rest, at, with, out, part);
        return;
    }
    char mark = *rest != '\0' && strchr("a+=*", *rest) != NULL ? *rest : ' ';
    rest += mark != ' ';
    if (mark == '+' || mark == '=' || mark == '*')
        match_form(r, p, rest, at, with, out, part, DX_WORD_MANY);
    if (mark == 'a' || mark == '*')
        match_form(r, p, rest, at, with, out, part, DX_WORD_ONE);
    if (mark == ' ' || mark == '=')
        match_form(r, p, rest, at, with, out, part, DX_WORD_PLAIN);
    match_variables(r, p, rest, at, with, out, part,
                    dx_variable_type(p->type[part]), false);
}

// A whole number, a fraction or per cent, as it stands in a formula.
static bool read_number(reader *r, size_t *at, dx_text *out)
{
    size_t from = *at, digits;
    goes_on_with(r, at, "-");
    for (digits = *at; *at < r->length && isdigit((unsigned char)r->text[*at]);)
        ++*at;
    if (*at == digits || *at - digits > 15)
        return false;
    if (*at + 1 < r->length && r->text[*at] == '/' &&
        isdigit((unsigned char)r->text[*at + 1]))
        for (++*at; *at < r->length && isdigit((unsigned char)r->text[*at]) &&
                    *at - from < 36;)
            ++*at;
    dx_text_add_part(out, r->text + from, *at - from);
    if (goes_on_with(r, at, " %"))
        dx_text_add(out, "/100");
    return true;
}

// "at least 2" as ">= 2", "2" as "= 2"; in a row it may be a number alone.
static void match_number(reader *r, const pattern *p, const char *rest,
                         size_t at, binding *with, readings *out, unsigned part)
{
    dx_text number = {0};
    size_t end = at;
    bool is_alone = part < 3 && p->row != NULL;
    dx_text_add(&number, is_alone ? "" : "= ");
    if ((is_alone || p->row == NULL) && read_number(r, &end, &number))
        bind(r, p, rest, end, with, out, part, dx_text_string(&number));
    for (unsigned i = 0; !is_alone && dx_comparisons[i / 2].sign; i++) {
        const dx_comparison_words *c = &dx_comparisons[i / 2];
        const char *words = i % 2 == 0 ? c->of_chance : c->of_number;
        end = at;
        dx_text_clear(&number);
        dx_text_printf(&number, "%s ", c->sign);
        if (goes_on_with(r, &end, words) && goes_on_with(r, &end, " ") &&
            read_number(r, &end, &number))
            bind(r, p, rest, end, with, out, part, dx_text_string(&number));
    }
    dx_text_release(&number);
    for (const dx_zero_words *z = dx_zeros; p->row == NULL && z->sign; z++) {
        end = at;
        if (goes_on_with(r, &end, z->words))
            bind(r, p, rest, end, with, out, part, z->sign);
    }
}

// What it is divided by: "half" is 2, "1/7" is 7.
static void match_divisor(reader *r, const pattern *p, const char *rest,
                          size_t at, binding *with, readings *out,
                          unsigned part)
{
    char number[12];
    for (unsigned i = 0; dx_part_words[i] != NULL; i++) {
        size_t end = at;
        snprintf(number, sizeof number, "%u", i + 2);
        if (goes_on_with(r, &end, dx_part_words[i]))
            bind(r, p, rest, end, with, out, part, number);
    }
    dx_text divisor = {0};
    if (goes_on_with(r, &at, "1/") && read_number(r, &at, &divisor))
        bind(r, p, rest, at, with, out, part, dx_text_string(&divisor));
    dx_text_release(&divisor);
}

// A sentence or a term, as the sign says.
static void match_inner(reader *r, const pattern *p, const char *rest,
                        size_t at, binding *with, readings *out, unsigned part,
                        char sign)
{
    const readings *inner = sign == '$' ? terms(r, at) : sentences(r, at);
    for (size_t i = 0; i < inner->list.count; i++)
        bind(r, p, rest, inner->list.at[i].end, with, out, part,
             inner->list.at[i].formula);
}

// All groups of seats that begin here: "you, Ann and Bob".
static void match_group(reader *r, const pattern *p, const char *rest,
                        size_t at, binding *with, readings *out, unsigned part,
                        dx_text *so_far, unsigned count, bool closed)
{
    dx_crowd crowd = p->row->crowd;
    size_t mark = so_far->length;
    bool fits = crowd == DX_CROWD_TWO ? count == 2
                                      : count > (crowd == DX_CROWD_MORE) * 2;
    if (fits && (closed || count == 1))
        bind(r, p, rest, at, with, out, part, dx_text_string(so_far));
    if (closed || count >= DX_SEATS_MAX)
        return;
    for (unsigned last = 0; last < 2; last++) {
        size_t behind = at;
        if (count == 0 ? last
                       : !goes_on_with(r, &behind, last ? " and " : ", "))
            continue;
        for (unsigned seat = 0; seat < dx_players(r->cast->rules); seat++) {
            size_t end = person_end(r, behind, seat, false);
            if (end == 0)
                continue;
            dx_text_printf(so_far, "%s%u", count > 0 ? "," : "", seat + 1);
            match_group(r, p, rest, end, with, out, part, so_far, count + 1,
                        last);
            so_far->length = mark;
        }
    }
}

static void match_all_seats(reader *r, binding *with, unsigned part)
{
    dx_text all = {0};
    for (unsigned seat = 0; seat < dx_players(r->cast->rules); seat++)
        dx_text_printf(&all, "%s%u", seat > 0 ? "," : "", seat + 1);
    with->part[part] = dx_text_take(&all);
}

// ---- sets ----

static void make_apply(const pattern *p, const binding *with, dx_text *out)
{
    dx_text_add(out, p->name);
    for (unsigned i = 0; i < DX_TERM_ARGS && p->type[i] != NULL; i++)
        dx_text_printf(out, "%s%s", i == 0 ? "(" : ",", with->part[i]);
    dx_text_add(out, p->type[0] != NULL ? ")" : "");
}

static void made_term(reader *r DX_UNUSED, const pattern *p,
                      const binding *with, size_t end, readings *out)
{
    dx_text formula = {0};
    make_apply(p, with, &formula);
    add_reading(out, end, &formula);
}

// A set that is written out is a formula's.
static void read_set(reader *r, size_t at, readings *out)
{
    const char *close =
        goes_on_with(r, &at, DX_SET_BEGIN) ? strchr(r->text + at, '}') : NULL;
    if (close == NULL)
        return;
    size_t end = (size_t)(close - r->text) + 1;
    dx_text formula = {0};
    dx_text_add_part(&formula, r->text + r->length + at, end - at + 1);
    add_reading(out, end, &formula);
}

// All sets that begin here.
static void sets(reader *r, size_t at, readings *out)
{
    const dx_game *game = r->cast->rules->game;
    for (const dx_domain *d = game->domains; d != NULL && d->name != NULL;
         d++) {
        const dx_set_words *words = dx_words_of_set(game, d->name);
        pattern p = {.made = made_term, .name = d->name, .type = d->type};
        if (words != NULL)
            match(r, &p, words->noun, at, &(binding){0}, out);
    }
    read_set(r, at, out);
    read_rows(r, dx_grammar_sets, at, out);
    // all cards: a type
    if (!goes_on_with(r, &at, "all "))
        return;
    size_t end = at;
    while (end < r->length && islower((unsigned char)r->text[end]))
        end++;
    if (end < at + 2 || r->text[end - 1] != 's')
        return;
    dx_text type = {0};
    dx_text_add_part(&type, r->text + at, end - 1 - at);
    add_reading(out, end, &type);
}

static void match_set(reader *r, const pattern *p, const char *rest, size_t at,
                      binding *with, readings *out, unsigned part)
{
    readings found = {0};
    sets(r, at, &found);
    for (size_t i = 0; i < found.list.count; i++)
        bind(r, p, rest, found.list.at[i].end, with, out, part,
             found.list.at[i].formula);
    release_readings(&found);
}

// ---- patterns ----

static void match_part(reader *r, const pattern *p, const char *rest, size_t at,
                       binding *with, readings *out)
{
    unsigned part = (unsigned)(rest[1] - '0');
    char sign = *rest;
    rest += 2;
    if (sign == '%') {
        match_value(r, p, rest, at, with, out, part);
    } else if (sign == '@') {
        match_person(r, p, rest, at, with, out, part);
    } else if (sign == '^' || sign == '$') {
        match_inner(r, p, rest, at, with, out, part, sign);
    } else if (sign == '/') {
        match_divisor(r, p, rest, at, with, out, part);
    } else if (sign == '=') {
        match_variables(r, p, rest, at, with, out, part, "", false);
    } else if (sign == '*') {
        match_set(r, p, rest, at, with, out, part);
    } else if (sign == '#' || sign == '-') {
        match_number(r, p, rest, at, with, out, part);
    } else {
        dx_text group = {0};
        match_group(r, p, rest, at, with, out, part, &group, 0, false);
        dx_text_release(&group);
    }
}

static void match(reader *r, const pattern *p, const char *rest, size_t at,
                  binding *with, readings *out)
{
    if (++r->steps > STEPS_MAX) {
        r->too_long = true;
        return;
    }
    for (; *rest != '\0'; rest++) {
        bool is_part =
            rest[1] != '\0' && isdigit((unsigned char)rest[1]) &&
            strchr(p->row != NULL ? DX_GRAMMAR_PARTS : "%", *rest) != NULL;
        if (is_part) {
            match_part(r, p, rest, at, with, out);
            return;
        }
        if (*rest == '#') { // of a number: its fifth part
            match_number(r, p, rest + 1, at, with, out, PARTS - 1);
            return;
        }
        if (*rest == '{') {
            const char *bar = strchr(rest, '|'), *close = strchr(rest, '}');
            size_t one = at, many = at;
            if (goes_on(r, &one, rest + 1, (size_t)(bar - rest - 1)))
                match(r, p, close + 1, one, with, out);
            if (goes_on(r, &many, bar + 1, (size_t)(close - bar - 1)))
                match(r, p, close + 1, many, with, out);
            return;
        }
        if (!goes_on(r, &at, rest, 1))
            return;
    }
    if (at < r->length && isalnum((unsigned char)r->text[at]))
        return; // in the middle of a word
    p->made(r, p, with, at, out);
}

static void made_row(reader *r DX_UNUSED, const pattern *p, const binding *with,
                     size_t end, readings *out)
{
    dx_text formula = {0};
    for (const char *at = p->row->formula; *at != '\0'; at++)
        if (strchr(DX_GRAMMAR_PARTS, *at) != NULL &&
            isdigit((unsigned char)at[1]))
            dx_text_add(&formula, with->part[*++at - '0']);
        else
            dx_text_add_char(&formula, *at);
    add_reading(out, end, &formula);
}

static void made_fact(reader *r DX_UNUSED, const pattern *p,
                      const binding *with, size_t end, readings *out)
{
    dx_text formula = {0};
    dx_text_add(&formula, p->negated ? "~" : "");
    make_apply(p, with, &formula);
    if (with->part[PARTS - 1] != NULL)
        dx_text_printf(&formula, " %s", with->part[PARTS - 1]);
    add_reading(out, end, &formula);
}

static void read_rows(reader *r, const dx_grammar_row *row, size_t at,
                      readings *out)
{
    for (; row->words != NULL; row++) {
        pattern p = {.made = made_row, .row = row};
        binding with = {0};
        if (row->crowd == DX_CROWD_ALL)
            match_all_seats(r, &with, 1);
        match(r, &p, row->words, at, &with, out);
        dx_free(with.part[1]);
    }
}

static void read_facts(reader *r, size_t at, readings *out)
{
    const dx_game *game = r->cast->rules->game;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++) {
        const dx_fact_words *words = dx_words_of_fact(game, a->name);
        pattern p = {.made = made_fact, .name = a->name, .type = a->type};
        if (words == NULL)
            continue;
        match(r, &p, words->yes, at, &(binding){0}, out);
        p.negated = true;
        match(r, &p, words->no, at, &(binding){0}, out);
    }
}

// ---- numbers ----

static const char *const no_types[DX_TERM_ARGS] = {NULL};

static void read_counts(reader *r, size_t at, readings *out)
{
    const dx_game *game = r->cast->rules->game;
    pattern now = {.made = made_fact, .name = "now", .type = no_types};
    match(r, &now, dx_words_now.is, at, &(binding){0}, out);
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++) {
        const dx_number_words *words = dx_words_of_number(game, q->name);
        pattern p = {.made = made_fact, .name = q->name, .type = q->type};
        if (words != NULL)
            match(r, &p, words->is, at, &(binding){0}, out);
    }
}

static void nouns(reader *r, size_t at, readings *out)
{
    const dx_game *game = r->cast->rules->game;
    pattern now = {.made = made_term, .name = "now", .type = no_types};
    match(r, &now, dx_words_now.noun, at, &(binding){0}, out);
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++) {
        const dx_number_words *words = dx_words_of_number(game, q->name);
        pattern p = {.made = made_term, .name = q->name, .type = q->type};
        if (words != NULL)
            match(r, &p, words->noun, at, &(binding){0}, out);
    }
}

// All terms that begin here.
static const readings *terms(reader *r, size_t at)
{
    static const readings none = {0};
    if (at > r->length)
        return &none;
    readings *out = &r->terms[at], found = {.done = true};
    if (out->done)
        return out;
    if (r->depth >= DX_SENTENCE_DEPTH_MAX) {
        r->too_deep = true;
        return &none;
    }
    r->depth++;
    size_t end = at;
    dx_text number = {0};
    if (read_number(r, &end, &number))
        add_reading(&found, end, &number);
    dx_text_release(&number);
    nouns(r, at, &found);
    read_rows(r, dx_grammar_terms, at, &found);
    r->depth--;
    *out = found;
    return out;
}

// "the number of hints left is more than the number of lives left"
static void read_terms(reader *r, size_t at, readings *out)
{
    const readings *left = terms(r, at);
    for (size_t i = 0; i < left->list.count; i++)
        for (const dx_comparison_words *c = dx_comparisons; c->sign != NULL;
             c++) {
            size_t end = left->list.at[i].end;
            if (!goes_on_with(r, &end, " is ") ||
                !goes_on_with(r, &end, c->of_chance) ||
                !goes_on_with(r, &end, " "))
                continue;
            const readings *right = terms(r, end);
            for (size_t k = 0; k < right->list.count; k++) {
                dx_text formula = {0};
                dx_text_printf(&formula, "%s %s %s", left->list.at[i].formula,
                               c->sign, right->list.at[k].formula);
                add_reading(out, right->list.at[k].end, &formula);
            }
        }
}

// ---- chains, members, quotations ----

typedef struct chain {
    const char *sign, *first, *between, *last, *end;
    bool only_two;
} chain;

static const chain chains[] = {
    {"&", "both ", "", " and ", "", true},
    {"&", "both ", "", ", and ", "", true},
    {"|", "either ", "", " or ", ", or both", true},
    {"|", "either ", "", ", or ", ", or both", true},
    {"&", "all of these are so: ", "; ", "; and ", "", false},
    {"|", "at least one of these is so: ", "; ", "; or ", "", false},
};

// The links from `at` on; `so_far` has those before.
static void read_links(reader *r, const chain *c, size_t at, dx_text *so_far,
                       unsigned count, bool is_last, readings *out)
{
    const readings *links = sentences(r, at);
    size_t mark = so_far->length;
    for (size_t i = 0; i < links->list.count; i++) {
        size_t end = links->list.at[i].end, behind = end;
        dx_text_printf(so_far, "%s(%s)", count > 0 ? c->sign : "",
                       links->list.at[i].formula);
        if (is_last && goes_on_with(r, &end, c->end)) {
            dx_text formula = {0};
            dx_text_add(&formula, dx_text_string(so_far));
            add_reading(out, end, &formula);
        }
        if (!is_last && goes_on_with(r, &behind, c->last))
            read_links(r, c, behind, so_far, count + 1, true, out);
        behind = end;
        if (!is_last && !c->only_two && goes_on_with(r, &behind, c->between))
            read_links(r, c, behind, so_far, count + 1, false, out);
        so_far->length = mark;
    }
}

static void read_chains(reader *r, size_t at, readings *out)
{
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        size_t behind = at;
        dx_text links = {0};
        if (goes_on_with(r, &behind, chains[i].first))
            read_links(r, &chains[i], behind, &links, 0, false, out);
        dx_text_release(&links);
    }
}

static void read_members(reader *r, size_t at, readings *out)
{
    for (unsigned i = 0; i < r->variables; i++)
        for (unsigned negated = 0; negated < 2; negated++) {
            size_t end = variable_end(r, at, i, false);
            readings found = {0};
            if (end > 0 &&
                goes_on_with(r, &end,
                             negated ? " is not among " : " is among "))
                sets(r, end, &found);
            for (size_t k = 0; k < found.list.count; k++) {
                dx_text formula = {0};
                dx_text_printf(&formula, "%s%s in %s%s", negated ? "~(" : "",
                               r->variable[i], found.list.at[k].formula,
                               negated ? ")" : "");
                add_reading(out, found.list.at[k].end, &formula);
            }
            release_readings(&found);
        }
}

static void read_quotation(reader *r, size_t at, const char *original,
                           readings *out)
{
    if (!goes_on_with(r, &at, DX_QUOTE_BEGIN))
        return;
    const char *end = strstr(r->text + at, DX_QUOTE_END);
    if (end == NULL)
        return;
    size_t behind = (size_t)(end - r->text);
    dx_text formula = {0};
    dx_text_printf(&formula, "(%.*s)", (int)(behind - at), original + at);
    add_reading(out, behind + strlen(DX_QUOTE_END), &formula);
}

static const readings *sentences(reader *r, size_t at)
{
    static const readings none = {0};
    if (at > r->length)
        return &none;
    readings *out = &r->at[at];
    if (out->done)
        return out;
    if (r->depth >= DX_SENTENCE_DEPTH_MAX) {
        r->too_deep = true;
        return &none;
    }
    r->depth++;
    readings found = {.done = true};
    read_rows(r, dx_grammar, at, &found);
    read_chains(r, at, &found);
    read_facts(r, at, &found);
    read_counts(r, at, &found);
    read_terms(r, at, &found);
    read_members(r, at, &found);
    read_quotation(r, at, r->text + r->length + 1, &found);
    r->depth--;
    *out = found;
    return out;
}

// ---- the whole ----

// "for every x among": the names that stand for values.
static void find_variables(reader *r)
{
    static const char *const before[] = {"for every ", "for some ",
                                         "over every ", "the number of "};
    for (unsigned i = 0; i < 4; i++)
        for (const char *at = r->text; (at = strstr(at, before[i])) != NULL;) {
            at += strlen(before[i]);
            size_t length = strcspn(at, " ");
            if (length == 0 || length > 8 || r->variables == VARIABLES ||
                strncmp(at + length, " among ", 7) != 0)
                continue;
            char *name = r->variable[r->variables];
            memcpy(name, at, length);
            name[length] = '\0';
            bool is_new =
                strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") == length;
            for (unsigned k = 0; k < r->variables; k++)
                is_new &= strcmp(r->variable[k], name) != 0;
            r->variables += is_new;
        }
}

static dx_status judge(reader *r, dx_text *out, dx_error *error)
{
    const readings *all = sentences(r, 0);
    const char *formula = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < all->list.count; i++)
        if (all->list.at[i].end == r->length) {
            formula = all->list.at[i].formula;
            count++;
        }
    if (count == 1) {
        dx_text_add(out, formula);
        return DX_OK;
    }
    if (r->too_long || r->too_deep)
        return dx_fail(error, DX_ERR_INPUT, 1, 1,
                       "the sentence is too tangled to be read; expected at "
                       "most %d sentences inside one another",
                       DX_SENTENCE_DEPTH_MAX);
    if (count > 1)
        return dx_fail(error, DX_ERR_INPUT, 1, 1,
                       "the sentence can be read in %u ways; write it as a "
                       "formula",
                       count);
    return dx_fail(error, DX_ERR_INPUT, 1, (unsigned)r->furthest + 1,
                   "no sentence about this game goes on like this; expected "
                   "words such as 'you know that', a fact of the game, or a "
                   "formula ('doxa rules GAME' lists the words)");
}

dx_status dx_sentence_read(const dx_cast *cast, const char *text,
                           dx_text *out_formula, dx_error *error)
{
    size_t from = strspn(text, " \t"), length = strlen(text + from);
    text += from;
    while (length > 0 && strchr(" .\t\n?", text[length - 1]) != NULL)
        length--;
    if (length == 0 || length > DX_SENTENCE_MAX)
        return dx_fail(error, DX_ERR_INPUT, 1, 1,
                       "a sentence has 1 to %d letters", DX_SENTENCE_MAX);
    // In lower case, and behind it as it was written.
    reader r = {.cast = cast, .length = length};
    r.text = dx_alloc(2 * length + 2, 1);
    memcpy(r.text + length + 1, text, length);
    r.text[length] = r.text[2 * length + 1] = '\0';
    for (size_t i = 0; i < length; i++)
        r.text[i] = (char)tolower((unsigned char)text[i]);
    r.at = dx_alloc(2 * (length + 1), sizeof *r.at);
    r.terms = r.at + length + 1;
    find_variables(&r);
    dx_status status = judge(&r, out_formula, error);
    for (size_t i = 0; i < 2 * (length + 1); i++)
        release_readings(&r.at[i]);
    dx_free(r.at);
    dx_free(r.text);
    return status;
}
