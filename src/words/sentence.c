// Formulas said.  A formula is brought into normal form first; then every kind
// has a row of the grammar, and facts and numbers have the game's templates.
// What cannot be said (`try` answers false) is taken back and quoted.

#include "words/sentence.h"

#include "logic/formula/print.h"
#include "words/grammar.h"
#include "words/normal.h"
#include "words/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct speaker {
    const dx_formulas *store;
    const dx_cast *cast;
    dx_text *out;
    unsigned mind; // whose mind is spoken of, or DX_NONE
    bool many;     // was the last person "you", or several?
} speaker;

static void say(speaker *s, dx_formula f);
static void say_inside(speaker *s, dx_formula f);
static bool try_term(speaker *s, dx_formula term);
static bool try_domain(speaker *s, dx_formula d);

static dx_kind kind_of(const speaker *s, dx_formula f)
{
    return dx_formula_kind(s->store, f);
}
static dx_formula op(const speaker *s, dx_formula f, size_t i)
{
    return dx_formula_operand(s->store, f, i);
}

// ---- persons ----

static bool seat_of(const speaker *s, dx_formula a, unsigned *out)
{
    const char *word = dx_formula_text(s->store, a);
    return dx_type_read(s->cast->rules, "seat", word, strlen(word), out);
}

static void say_agent(speaker *s, dx_formula a)
{
    unsigned seat;
    s->many = false;
    if (!seat_of(s, a, &seat)) { // a variable
        dx_text_add(s->out, dx_formula_text(s->store, a));
        s->mind = DX_NONE;
        return;
    }
    dx_cast_say(s->cast, seat, s->out);
    s->many = dx_cast_is_you(s->cast, seat);
    s->mind = seat;
}

static void say_group(speaker *s, dx_formula f, size_t first)
{
    size_t count = dx_formula_count(s->store, f);
    for (size_t i = first; i < count; i++) {
        if (i > first)
            dx_text_add(s->out, i + 1 == count ? " and " : ", ");
        say_agent(s, op(s, f, i));
    }
    s->mind = DX_NONE;
    s->many |= count > first + 1;
}

static dx_crowd crowd_of(const speaker *s, dx_formula f)
{
    dx_family family = dx_formula_family(s->store, f);
    size_t count = dx_formula_count(s->store, f) - 1;
    if (family == DX_FAMILY_UPGRADE) // of nobody in particular
        return count == 1 ? DX_CROWD_ALL : DX_CROWD_MORE;
    if (family != DX_FAMILY_GROUP)
        return DX_CROWD_ANY;
    return count == dx_players(s->cast->rules) ? DX_CROWD_ALL
           : count == 2                        ? DX_CROWD_TWO
                                               : DX_CROWD_MORE;
}

// ---- facts and numbers ----

typedef struct arguments {
    int value[DX_TERM_ARGS];
    const char *word[DX_TERM_ARGS];
    char text[DX_TERM_ARGS][64];
} arguments;

// The word of a term that is a name or a whole number.
static bool word_of(const speaker *s, dx_formula term, char *out, size_t size)
{
    if (kind_of(s, term) == DX_NUMBER) {
        dx_fraction value = dx_formula_value(s->store, term);
        snprintf(out, size, "%lld", (long long)value.top);
        return value.over == 1;
    }
    if (kind_of(s, term) != DX_APPLY || dx_formula_count(s->store, term) != 1)
        return false;
    const char *text = dx_formula_text(s->store, term);
    snprintf(out, size, "%s", text);
    return strlen(text) < size;
}

// May stand for a value in a sentence: a short name that no type has.
static bool is_variable(const char *word)
{
    size_t length = strlen(word);
    if (length > 8 || !islower((unsigned char)word[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)word[i]) &&
            !isdigit((unsigned char)word[i]))
            return false;
    return strcmp(word, "a") != 0 && strcmp(word, "you") != 0;
}

static bool read_arguments(const speaker *s, dx_formula f,
                           const char *const *types, arguments *out)
{
    unsigned count = 0, value;
    while (count < DX_TERM_ARGS && types[count] != NULL)
        count++;
    if (dx_formula_count(s->store, f) != count + 1)
        return false;
    for (unsigned i = 0; i < count; i++) {
        char *word = out->text[i];
        if (!word_of(s, op(s, f, i + 1), word, sizeof out->text[i]))
            return false;
        out->word[i] = NULL;
        out->value[i] = 0;
        if (dx_type_read(s->cast->rules, types[i], word, strlen(word), &value))
            out->value[i] = (int)value;
        else if (is_variable(word))
            out->word[i] = word;
        else
            return false;
    }
    return true;
}

static dx_filling filling(const speaker *s, const char *const *types,
                          const arguments *with)
{
    return (dx_filling){.type = types,
                        .word = with->word,
                        .value = with->value,
                        .count = DX_TERM_ARGS,
                        .who = DX_NONE,
                        .mind = s->mind};
}

static bool try_fact(speaker *s, dx_formula f, bool negated)
{
    const dx_game *game = s->cast->rules->game;
    const char *name = dx_formula_text(s->store, f);
    const dx_fact_words *words = dx_words_of_fact(game, name);
    const dx_atom *atom = dx_atom_named(game, name);
    arguments with;
    if (words == NULL || atom == NULL ||
        !read_arguments(s, f, atom->type, &with))
        return false;
    dx_filling fill = filling(s, atom->type, &with);
    dx_phrase(s->cast, negated ? words->no : words->yes, &fill, s->out);
    return true;
}

// The words and types of a number of the game, or of the turn.
static bool find_number(const speaker *s, dx_formula term,
                        const dx_number_words **words,
                        const char *const **types)
{
    static const char *const none[DX_TERM_ARGS] = {NULL};
    const dx_game *game = s->cast->rules->game;
    if (kind_of(s, term) != DX_APPLY)
        return false;
    const char *name = dx_formula_text(s->store, term);
    const dx_quantity *number = dx_quantity_named(game, name);
    *types = number != NULL ? number->type : none;
    *words = strcmp(name, "now") == 0 ? &dx_words_now
                                      : dx_words_of_number(game, name);
    return *words != NULL;
}

static const dx_comparison_words *comparison(dx_kind kind)
{
    const dx_comparison_words *c = dx_comparisons;
    while (c->sign != NULL && c->kind != kind)
        c++;
    return c;
}

// "at least 2 hints are left"
static bool try_count(speaker *s, dx_formula f)
{
    const dx_number_words *words;
    const char *const *types;
    arguments with;
    dx_formula right = op(s, f, 1);
    if (kind_of(s, f) == DX_NOT_EQUAL || kind_of(s, right) != DX_NUMBER ||
        !find_number(s, op(s, f, 0), &words, &types) ||
        !read_arguments(s, op(s, f, 0), types, &with))
        return false;
    dx_fraction value = dx_formula_value(s->store, right);
    dx_text number = {0};
    const dx_comparison_words *c = comparison(kind_of(s, f));
    bool of_things = strstr(words->is, " is #") == NULL;
    const char *zero = dx_zero_word(kind_of(s, f), words->is);
    if (value.top == 0 && zero != NULL) {
        dx_text_add(&number, zero);
    } else {
        dx_text_printf(&number, "%s ", of_things ? c->of_number : c->of_chance);
        dx_fraction_words(value, &number);
    }
    dx_filling fill = filling(s, types, &with);
    fill.number = dx_text_string(&number);
    fill.number_is_many = value.top != 1 || value.over != 1;
    dx_phrase(s->cast, words->is, &fill, s->out);
    dx_text_release(&number);
    return true;
}

static bool try_noun(speaker *s, dx_formula term)
{
    const dx_number_words *words;
    const char *const *types;
    arguments with;
    if (!find_number(s, term, &words, &types) ||
        !read_arguments(s, term, types, &with))
        return false;
    dx_filling fill = filling(s, types, &with);
    dx_phrase(s->cast, words->noun, &fill, s->out);
    return true;
}

// ---- rows of the grammar ----

// What rows are filled with: a formula, or a comparison of chances.
typedef struct row_parts {
    dx_formula f;     // whose operands they are
    dx_formula agent; // of a comparison, or DX_FORMULA_NONE
    dx_formula sentence[3];
    const char *number;
} row_parts;

// How much less than the turn a term is: of "now - 2" it is 2.
static bool try_before(speaker *s, dx_formula term)
{
    if (kind_of(s, term) != DX_SUBTRACT ||
        kind_of(s, op(s, term, 0)) != DX_APPLY ||
        strcmp(dx_formula_text(s->store, op(s, term, 0)), "now") != 0 ||
        kind_of(s, op(s, term, 1)) != DX_NUMBER)
        return false;
    dx_fraction value = dx_formula_value(s->store, op(s, term, 1));
    s->many = value.top != 1 || value.over != 1;
    dx_fraction_words(value, s->out);
    return true;
}

// Of 2 "half", of 7 "1/7".
static bool try_divisor(speaker *s, dx_formula term)
{
    if (kind_of(s, term) != DX_NUMBER)
        return false;
    dx_fraction value = dx_formula_value(s->store, term);
    if (value.over != 1 || value.top < 2)
        return false;
    if (value.top < 5)
        dx_text_add(s->out, dx_part_words[value.top - 2]);
    else
        dx_fraction_words((dx_fraction){1, value.top}, s->out);
    return true;
}

static bool follows(const dx_text *out, const char *word)
{
    size_t length = strlen(word);
    return out->length >= length &&
           memcmp(out->at + out->length - length, word, length) == 0;
}

// "Once everybody has been told that .., ..", "everybody can be told that ..,
// and then ..": what is last in another sentence stands in brackets, or the
// other's would seem to go on.
static bool is_told(const speaker *s, dx_formula f)
{
    dx_family family = dx_formula_family(s->store, f);
    return family == DX_FAMILY_ANNOUNCE || family == DX_FAMILY_TELL ||
           family == DX_FAMILY_UPGRADE;
}

// The row's part; false: there are no words for it.
static bool say_part(speaker *s, const char *at, const row_parts *p)
{
    size_t i = (size_t)(at[1] - '0');
    dx_formula part = p->agent == DX_FORMULA_NONE ? op(s, p->f, i)
                      : i < 3                     ? p->sentence[i]
                                                  : DX_FORMULA_NONE;
    switch (*at) {
    case '@':
        say_agent(s, p->agent == DX_FORMULA_NONE ? part : p->agent);
        return true;
    case '&':
        say_group(s, p->f, i);
        return true;
    case '^':
        if (at[2] == ')' || (at[2] == '\0' && !follows(s->out, " whether ") &&
                             !is_told(s, part)))
            say(s, part);
        else
            say_inside(s, part);
        return true;
    case '=':
        dx_text_add(s->out, dx_formulas_name_text(s->store, part));
        return is_variable(dx_formulas_name_text(s->store, part));
    case '*':
        return try_domain(s, part);
    case '$':
        return try_term(s, part);
    case '-':
        return try_before(s, part);
    case '/':
        return try_divisor(s, part);
    default:
        if (p->number != NULL) {
            dx_text_add(s->out, p->number);
            return true;
        }
        if (kind_of(s, part) != DX_NUMBER)
            return false;
        dx_fraction_words(dx_formula_value(s->store, part), s->out);
        return true;
    }
}

static bool try_row(speaker *s, const dx_grammar_row *row, const row_parts *p)
{
    unsigned mind = s->mind;
    for (const char *at = row->words; *at != '\0'; at++) {
        if (*at == '{') {
            const char *bar = strchr(at, '|'), *close = strchr(at, '}');
            if (s->many)
                dx_text_add_part(s->out, bar + 1, (size_t)(close - bar - 1));
            else
                dx_text_add_part(s->out, at + 1, (size_t)(bar - at - 1));
            at = close;
        } else if (strchr(DX_GRAMMAR_PARTS, *at) != NULL &&
                   isdigit((unsigned char)at[1])) {
            unsigned before = s->mind;
            if (*at == '^' && row->crowd == DX_CROWD_ALL)
                s->mind = DX_NONE;
            if (!say_part(s, at, p))
                return false;
            s->mind = *at == '^' ? before : s->mind;
            at++;
        } else {
            dx_text_add_char(s->out, *at);
        }
    }
    s->mind = mind;
    return true;
}

// By the first of the rows for its kind that fits.
static bool try_rows(speaker *s, const dx_grammar_row *rows, dx_formula f,
                     bool negated)
{
    const row_parts parts = {.f = f, .agent = DX_FORMULA_NONE};
    size_t before = s->out->length;
    unsigned mind = s->mind;
    while ((rows = dx_grammar_find(rows, kind_of(s, f), negated,
                                   crowd_of(s, f))) != NULL) {
        if (try_row(s, rows++, &parts))
            return true;
        s->out->length = before;
        s->mind = mind;
    }
    return false;
}

static bool try_kind(speaker *s, dx_formula f, bool negated)
{
    return try_rows(s, dx_grammar, f, negated);
}

// "the number of hints left", "the sum of .. and ..", "3".
static bool try_term(speaker *s, dx_formula term)
{
    if (kind_of(s, term) == DX_NUMBER) {
        dx_fraction_words(dx_formula_value(s->store, term), s->out);
        return true;
    }
    return kind_of(s, term) == DX_APPLY
               ? try_noun(s, term)
               : try_rows(s, dx_grammar_terms, term, false);
}

// ---- comparisons, chains, sets ----

static bool try_chance(speaker *s, dx_formula f)
{
    dx_formula chance = op(s, f, 0), right = op(s, f, 1);
    dx_kind kind = kind_of(s, chance);
    row_parts p = {.f = chance, .agent = op(s, chance, 0)};
    dx_text number = {0};
    for (size_t i = 1; i < dx_formula_count(s->store, chance); i++)
        p.sentence[i] = op(s, chance, i);
    if (kind_of(s, right) != DX_NUMBER) {
        if (kind != DX_PROBABILITY || kind_of(s, right) != DX_PROBABILITY ||
            op(s, right, 0) != p.agent)
            return false;
        p.sentence[2] = op(s, right, 1);
        const dx_grammar_row *row =
            dx_grammar_find(dx_grammar, kind_of(s, f), false, 0);
        return row != NULL && try_row(s, row, &p);
    }
    dx_text_printf(&number, "%s ", comparison(kind_of(s, f))->of_chance);
    dx_fraction_words(dx_formula_value(s->store, right), &number);
    p.number = dx_text_string(&number);
    bool said = try_row(s, dx_grammar_find(dx_grammar, kind, false, 0), &p);
    dx_text_release(&number);
    return said;
}

// "the number of hints left is more than the number of lives left"
static bool try_terms(speaker *s, dx_formula f)
{
    if (!try_term(s, op(s, f, 0)))
        return false;
    dx_text_printf(s->out, " is %s ", comparison(kind_of(s, f))->of_chance);
    return try_term(s, op(s, f, 1));
}

static bool try_compare(speaker *s, dx_formula f)
{
    dx_kind left = kind_of(s, op(s, f, 0));
    bool is_chance = left == DX_PROBABILITY || left == DX_PROBABILITY_GIVEN;
    size_t before = s->out->length;
    unsigned mind = s->mind;
    if (is_chance ? try_chance(s, f) : try_count(s, f))
        return true;
    s->out->length = before;
    s->mind = mind;
    return try_terms(s, f);
}

static bool is_plain(const speaker *s, dx_formula f, bool may_be_thought);

static bool is_plain_comparison(const speaker *s, dx_formula f,
                                bool may_be_thought)
{
    dx_kind left = kind_of(s, op(s, f, 0)), right = kind_of(s, op(s, f, 1));
    if (left == DX_PROBABILITY)
        return may_be_thought && right == DX_NUMBER &&
               is_plain(s, op(s, op(s, f, 0), 1), true);
    return (left == DX_APPLY || left == DX_NUMBER) &&
           (right == DX_APPLY || right == DX_NUMBER);
}

// Is it one fact, or what is thought of one?
static bool is_plain(const speaker *s, dx_formula f, bool may_be_thought)
{
    const char *letter = dx_kind_operands(kind_of(s, f));
    switch (dx_formula_family(s->store, f)) {
    case DX_FAMILY_NAME:
    case DX_FAMILY_TRUTH:
    case DX_FAMILY_MEMBER:
        return true;
    case DX_FAMILY_COMPARE:
        return is_plain_comparison(s, f, may_be_thought);
    case DX_FAMILY_TIME: // it stands behind a colon, but for what was learned
        return may_be_thought && *letter != 'f' &&
               is_plain(s, op(s, f, 1), true);
    case DX_FAMILY_ATTITUDE:
    case DX_FAMILY_GROUP:
    case DX_FAMILY_PUBLIC:
        return may_be_thought && kind_of(s, f) != DX_BELIEVES_GIVEN &&
               is_plain(s, op(s, f, *letter != 'f'), true);
    default:
        return kind_of(s, f) == DX_NOT &&
               is_plain(s, op(s, f, 0), may_be_thought);
    }
}

// "Both Ann and Bob know .. and .." would be read as "both of them".
static bool is_of_several(const speaker *s, dx_formula f)
{
    if (kind_of(s, f) == DX_NOT)
        f = op(s, f, 0);
    return dx_formula_family(s->store, f) == DX_FAMILY_GROUP &&
           crowd_of(s, f) != DX_CROWD_ALL;
}

// Is it denied by "it is not so that", for want of other words?
static bool is_denied(const speaker *s, dx_formula f)
{
    return kind_of(s, f) == DX_NOT &&
           (kind_of(s, op(s, f, 0)) == DX_COMMON ||
            dx_formula_family(s->store, op(s, f, 0)) == DX_FAMILY_COMPARE);
}

static void say_in_brackets(speaker *s, dx_formula f)
{
    dx_text_add_char(s->out, '(');
    say(s, f);
    dx_text_add_char(s->out, ')');
}

static void say_inside(speaker *s, dx_formula f)
{
    bool plain = is_plain(s, f, true);
    dx_text_add(s->out, plain ? "" : "(");
    say(s, f);
    dx_text_add(s->out, plain ? "" : ")");
}

static void say_chain(speaker *s, dx_formula f)
{
    size_t count = dx_formula_count(s->store, f);
    bool is_and = kind_of(s, f) == DX_AND;
    const char *word = is_and ? "and " : "or ";
    if (count == 2) {
        dx_text_add(s->out, is_and ? "both " : "either ");
        if (is_of_several(s, op(s, f, 0)) || is_denied(s, op(s, f, 0)))
            say_in_brackets(s, op(s, f, 0));
        else
            say_inside(s, op(s, f, 0));
        dx_text_printf(s->out, "%s %s",
                       is_plain(s, op(s, f, 0), false) ? "" : ",", word);
        say_inside(s, op(s, f, 1));
        dx_text_add(s->out, is_and ? "" : ", or both");
        return;
    }
    dx_text_add(s->out, is_and ? "all of these are so: "
                               : "at least one of these is so: ");
    for (size_t i = 0; i < count; i++) {
        dx_text_add(s->out, i == 0 ? "" : "; ");
        dx_text_add(s->out, i + 1 == count ? word : "");
        say_inside(s, op(s, f, i));
    }
}

static bool try_domain(speaker *s, dx_formula d)
{
    const dx_game *game = s->cast->rules->game;
    if (kind_of(s, d) == DX_RANGE)
        return try_rows(s, dx_grammar_sets, d, false);
    if (kind_of(s, d) == DX_SET) {
        dx_text_add_part(s->out, DX_SET_BEGIN, strlen(DX_SET_BEGIN) - 1);
        dx_formula_print(s->store, d, s->out);
        return true;
    }
    if (kind_of(s, d) != DX_APPLY)
        return false;
    const char *name = dx_formula_text(s->store, d);
    const dx_set_words *words = dx_words_of_set(game, name);
    for (const dx_domain *set = game->domains; set != NULL && set->name != NULL;
         set++)
        if (strcmp(set->name, name) == 0 && words != NULL) {
            arguments with;
            if (!read_arguments(s, d, set->type, &with))
                break;
            dx_filling fill = filling(s, set->type, &with);
            dx_phrase(s->cast, words->noun, &fill, s->out);
            return true;
        }
    if (dx_formula_count(s->store, d) != 1)
        return false;
    dx_type_set_say(name, s->out);
    return true;
}

// "x is among Ann's cards"
static bool try_member(speaker *s, dx_formula f, bool negated)
{
    char word[64];
    if (!word_of(s, op(s, f, 0), word, sizeof word) || !is_variable(word))
        return false;
    dx_text_printf(s->out, "%s is %samong ", word, negated ? "not " : "");
    return try_domain(s, op(s, f, 1));
}

// ---- all ----

static bool try_say(speaker *s, dx_formula f, bool negated);

// With the words for it, or else "it is not so that".
static bool try_not(speaker *s, dx_formula f)
{
    size_t before = s->out->length;
    if (try_say(s, op(s, f, 0), true))
        return true;
    s->out->length = before;
    return try_kind(s, f, false);
}

static bool try_say(speaker *s, dx_formula f, bool negated)
{
    switch (dx_formula_family(s->store, f)) {
    case DX_FAMILY_NAME:
        return try_fact(s, f, negated);
    case DX_FAMILY_MEMBER:
        return try_member(s, f, negated);
    case DX_FAMILY_COMPARE:
        return !negated && try_compare(s, f);
    default:
        break;
    }
    dx_kind kind = kind_of(s, f);
    if (kind == DX_NOT)
        return !negated && try_not(s, f);
    if (negated && (kind == DX_AND || kind == DX_OR))
        return false;
    if (kind != DX_AND && kind != DX_OR)
        return try_kind(s, f, negated);
    say_chain(s, f);
    return true;
}

static void say(speaker *s, dx_formula f)
{
    size_t before = s->out->length;
    unsigned mind = s->mind;
    if (!try_say(s, f, false)) {
        s->out->length = before;
        dx_text_add(s->out, DX_QUOTE_BEGIN);
        dx_formula_print(s->store, f, s->out);
        dx_text_add(s->out, DX_QUOTE_END);
    }
    s->mind = mind;
}

static void say_normal(const dx_formulas *store, const dx_cast *cast,
                       dx_formula f, dx_text *out)
{
    size_t from = out->length;
    speaker s = {store, cast, out, DX_NONE, false};
    say(&s, f);
    if (out->length > from)
        out->at[from] = (char)toupper((unsigned char)out->at[from]);
    dx_text_add_char(out, '.');
}

void dx_sentence_say(dx_formulas *store, const dx_cast *cast, dx_formula f,
                     dx_text *out)
{
    f = dx_sentence_normal(store, cast->rules, cast->names, f);
    say_normal(store, cast, f, out);
}

void dx_sentence_say_not(dx_formulas *store, const dx_cast *cast, dx_formula f,
                         dx_text *out)
{
    f = dx_sentence_negated(store, cast->rules, cast->names, f);
    say_normal(store, cast, f, out);
}

void dx_sentence_whether(dx_formulas *store, const dx_cast *cast, unsigned mind,
                         dx_formula f, dx_text *out)
{
    speaker s = {store, cast, out, mind, false};
    f = dx_sentence_normal(store, cast->rules, cast->names, f);
    dx_text_add(out, "whether ");
    say_inside(&s, kind_of(&s, f) == DX_NOT ? op(&s, f, 0) : f);
}

void dx_term_say(dx_formulas *store, const dx_cast *cast, dx_formula term,
                 dx_text *out)
{
    speaker s = {store, cast, out, DX_NONE, false};
    size_t before = out->length;
    if (try_term(&s, dx_sentence_normal(store, cast->rules, cast->names, term)))
        return;
    out->length = before;
    dx_formula_print(store, term, out);
}
