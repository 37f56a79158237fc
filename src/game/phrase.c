// Templates filled in.  One pass from left to right; what was said last decides
// which half of a following {a|b} is meant, so a template needs no grammar but
// the order of its words.

#include "game/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FIND(table, entry)                                                     \
    do {                                                                       \
        for (; (entry) != NULL && (entry)->name != NULL; (entry)++)            \
            if (strcmp((entry)->name, name) == 0)                              \
                return entry;                                                  \
        return NULL;                                                           \
    } while (0)

const dx_fact_words *dx_words_of_fact(const dx_game *game, const char *name)
{
    const dx_fact_words *entry = game->words ? game->words->facts : NULL;
    FIND(facts, entry);
}

const dx_number_words *dx_words_of_number(const dx_game *game, const char *name)
{
    const dx_number_words *entry = game->words ? game->words->numbers : NULL;
    FIND(numbers, entry);
}

const dx_set_words *dx_words_of_set(const dx_game *game, const char *name)
{
    const dx_set_words *entry = game->words ? game->words->sets : NULL;
    FIND(sets, entry);
}

const dx_verb_words *dx_words_of_verb(const dx_game *game, unsigned verb)
{
    const dx_verb_words *entry = game->words ? game->words->verbs : NULL;
    const char *name = game->verbs[verb].name;
    FIND(verbs, entry);
}

// ---- persons ----

// Words that begin or join sentences and would be mistaken for them.
static bool is_reserved(const char *word, size_t length)
{
    static const char *const words[] = {
        "you",  "your",  "everybody", "all",  "both", "either", "neither",
        "if",   "it",    "for",       "at",   "a",    "an",     "once",
        "not",  "given", "from",      "the",  "seat", "and",    "or",
        "that", "knows", "has",       "is",   "then", "than",   "own",
        "can",  "some",  "every",     "among"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length &&
            strncasecmp(words[i], word, length) == 0)
            return true;
    return false;
}

static bool is_plain(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > 40 || name[length - 1] == ' ')
        return false;
    for (const char *at = name; *at != '\0';) {
        size_t word = strcspn(at, " ");
        if (word == 0 || is_reserved(at, word))
            return false;
        for (size_t i = 0; i < word; i++)
            if (!isalnum((unsigned char)at[i]) && (at[i] & 0x80) == 0 &&
                strchr("-_", at[i]) == NULL)
                return false;
        at += word + (at[word] == ' ');
    }
    return !isdigit((unsigned char)name[0]);
}

static bool has_name(const dx_cast *cast, unsigned seat)
{
    const char *const *names = cast->names;
    if (names == NULL || names[seat] == NULL || !is_plain(names[seat]))
        return false;
    for (unsigned i = 0; i < dx_players(cast->rules); i++)
        if (i != seat && names[i] != NULL &&
            strcasecmp(names[i], names[seat]) == 0)
            return false;
    return true;
}

const char *dx_given_name(unsigned seat)
{
    static const char *const names[] = {"Mia",  "Ann", "Bob", "Cem",  "Dora",
                                        "Emil", "Fay", "Gus", "Hana", "Ivo"};
    return names[seat % (sizeof names / sizeof *names)];
}

void dx_cast_say(const dx_cast *cast, unsigned seat, dx_text *out)
{
    if (dx_cast_is_you(cast, seat))
        dx_text_add(out, "you");
    else if (seat >= dx_players(cast->rules))
        dx_text_add(out, "nobody");
    else if (has_name(cast, seat))
        dx_text_add(out, cast->names[seat]);
    else
        dx_text_printf(out, "seat %u", seat + 1);
}

// ---- values ----

// By its sound: an ace, an 8, an r2, a red 2.
static bool begins_with_vowel(const char *word)
{
    bool is_letter = !isalpha((unsigned char)word[1]);
    return strchr(is_letter ? "aefhilmnorsx8" : "aeiou8", word[0]) != NULL;
}

void dx_word_say(const char *word, dx_word_form form, dx_text *out)
{
    if (form == DX_WORD_ONE)
        dx_text_add(out, begins_with_vowel(word) ? "an " : "a ");
    for (const char *c = word; *c != '\0'; c++)
        dx_text_add_char(out, *c == '_' ? ' ' : *c);
    if (form == DX_WORD_MANY)
        dx_text_add_char(out, 's');
}

void dx_value_say_as(const dx_rules *rules, const char *type, unsigned value,
                     dx_word_form form, dx_text *out)
{
    const dx_words *words = rules->game->words;
    if (words != NULL && words->value != NULL &&
        words->value(rules, type, value, form, out))
        return;
    dx_text word = {0};
    dx_type_say(rules, type, value, &word);
    dx_word_say(dx_text_string(&word), form, out);
    dx_text_release(&word);
}

// ---- phrases ----

typedef struct filler {
    const dx_cast *cast;
    const dx_filling *with;
    dx_text *out;
    size_t from; // where the phrase begins in it
    bool many;   // what was said last
} filler;

static void fill(filler *f, const char *at, const char *end);

// "You named yourself": the seat of the event once more, and not as who does
// something.
static bool is_myself(const filler *f, unsigned seat, const char *end_of_it)
{
    size_t length = f->out->length;
    return seat == f->with->who && dx_cast_is_you(f->cast, seat) &&
           length > f->from + 1 && f->out->at[length - 2] != '.' &&
           strncmp(end_of_it, " {", 2) != 0;
}

static bool is_possessive(const char *at, const char *end)
{
    return end - at >= 2 && at[0] == '\'' && at[1] == 's';
}

// A seat, with 's where the template has it.  Returns what is behind it.
static const char *say_person(filler *f, unsigned seat, const char *at,
                              const char *end)
{
    bool owns = is_possessive(at, end), is_you = dx_cast_is_you(f->cast, seat);
    if (owns && is_you)
        dx_text_add(f->out, "your");
    else
        dx_cast_say(f->cast, seat, f->out);
    if (owns && !is_you)
        dx_text_add(f->out, "'s");
    if (owns && seat == f->with->mind)
        dx_text_add(f->out, " own");
    f->many = is_you;
    return at + (owns ? 2 : 0);
}

const char *dx_variable_type(const char *type)
{
    return strcmp(type, "seat") == 0 || strcmp(type, "slot") == 0 ? "" : type;
}

// Is "card " what was said last?
static bool ends_with(const dx_text *out, const char *word)
{
    size_t length = strlen(word);
    return out->length > length && out->at[out->length - 1] == ' ' &&
           memcmp(out->at + out->length - 1 - length, word, length) == 0;
}

// A variable, with what it is where that could be mistaken: "colour x".
static const char *say_word(filler *f, unsigned i, const char *at,
                            const char *end)
{
    bool owns = is_possessive(at, end);
    const char *type = strcmp(f->with->word[i], DX_GAP) == 0
                           ? ""
                           : dx_variable_type(f->with->type[i]);
    if (*type != '\0' && ends_with(f->out, type))
        type = "";
    dx_text_printf(f->out, "%s%s%s%s", type, *type != '\0' ? " " : "",
                   f->with->word[i], owns ? "'s" : "");
    f->many = false;
    return at + (owns ? 2 : at < end && strchr("a+=*~", *at) != NULL ? 1 : 0);
}

static const char *say_value(filler *f, unsigned i, const char *at,
                             const char *end)
{
    const dx_rules *rules = f->cast->rules;
    const dx_words *words = rules->game->words;
    const char *type = f->with->type[i];
    unsigned value = (unsigned)f->with->value[i];
    char mark = at < end ? *at : '\0';
    bool agrees = mark == '=' || mark == '*';
    dx_word_form form = mark == '+' || (agrees && f->many) ? DX_WORD_MANY
                        : mark == 'a' || mark == '*'       ? DX_WORD_ONE
                                                           : DX_WORD_PLAIN;
    if (mark == '~')
        dx_type_say(rules, type, value, f->out);
    else
        dx_value_say_as(rules, type, value, form, f->out);
    if (!agrees && words != NULL && words->is_many != NULL)
        f->many = words->is_many(rules, type, value);
    return at + (mark != '\0' && strchr("a+=*~", mark) != NULL ? 1 : 0);
}

static const char *say_argument(filler *f, const char *at, const char *end)
{
    unsigned i = (unsigned)(*at++ - '0');
    const dx_filling *with = f->with;
    DX_REQUIRE(i < with->count, "a template names an argument there is not");
    if (with->word != NULL && with->word[i] != NULL)
        return say_word(f, i, at, end);
    if (strncmp(with->type[i], "seat", 4) == 0 && !(at < end && *at == '~')) {
        bool or_none = with->type[i][4] != '\0'; // seat or none
        unsigned value = (unsigned)with->value[i];
        unsigned seat = or_none && value == 0 ? DX_NONE : value - or_none;
        if (is_myself(f, seat, at) && !is_possessive(at, end)) {
            dx_text_add(f->out, "yourself");
            f->many = true;
            return at;
        }
        return say_person(f, seat, at, end);
    }
    return say_value(f, i, at, end);
}

static const char *name_end(const char *at, const char *end)
{
    while (at < end && islower((unsigned char)*at))
        at++;
    return at;
}

static int parameter(const filler *f, const char *at, const char *end)
{
    char name[32] = "";
    strncat(name, at, (size_t)(end - at));
    return dx_rules_value(f->cast->rules, name);
}

static const char *say_parameter(filler *f, const char *at, const char *end)
{
    const char *behind = name_end(at, end);
    int value = parameter(f, at, behind);
    dx_text_printf(f->out, "%d", value);
    f->many = value != 1;
    return behind;
}

static bool holds(const filler *f, const char *at, const char *end)
{
    int value;
    if (*at == '$') {
        const char *behind = name_end(at + 1, end);
        value = parameter(f, at + 1, behind);
        at = behind;
    } else {
        value = f->with->value[*at++ - '0'];
    }
    if (*at == '?')
        return value != DX_HOLE;
    if (*at == '@')
        return (unsigned)value == f->with->who;
    if (*at == '+') {
        const dx_words *words = f->cast->rules->game->words;
        return words->is_many != NULL &&
               words->is_many(f->cast->rules, f->with->type[at[-1] - '0'],
                              (unsigned)value);
    }
    return value == (int)strtol(at + 1, NULL, 10);
}

// The bracket that closes the one before `at`; and the bar of its own, or it.
static const char *closing(const char *at, const char *end, const char **bar)
{
    unsigned depth = 0;
    *bar = NULL;
    for (; at < end; at++) {
        if ((*at == ']' || *at == '}') && depth-- == 0)
            break;
        depth += *at == '[' || *at == '{';
        if (*at == '|' && depth == 0 && *bar == NULL)
            *bar = at;
    }
    if (*bar == NULL)
        *bar = at;
    return at;
}

static const char *say_bracket(filler *f, const char *at, const char *end)
{
    const char *bar, *close = closing(at + 1, end, &bar), *first = at + 1;
    bool takes_first = !f->many;
    if (*at == '[') {
        first = strchr(at, ':') + 1;
        takes_first = holds(f, at + 1, first - 1);
    }
    if (takes_first)
        fill(f, first, bar);
    else if (bar < close)
        fill(f, bar + 1, close);
    return close + 1;
}

static void fill(filler *f, const char *at, const char *end)
{
    while (at < end) {
        char c = *at;
        if (c == '%' && isdigit((unsigned char)at[1])) {
            at = say_argument(f, at + 1, end);
        } else if (c == '@') {
            at = say_person(f, f->with->who, at + 1, end);
        } else if (c == '$') {
            at = say_parameter(f, at + 1, end);
        } else if (c == '[' || c == '{') {
            at = say_bracket(f, at, end);
        } else if (c == '#') {
            dx_text_add(f->out, f->with->number);
            f->many = f->with->number_is_many;
            at++;
        } else {
            dx_text_add_char(f->out, c);
            at++;
        }
    }
}

void dx_phrase(const dx_cast *cast, const char *phrase,
               const dx_filling *filling, dx_text *out)
{
    filler f = {cast, filling, out, out->length, false};
    fill(&f, phrase, phrase + strlen(phrase));
}

void dx_phrase_rules(const dx_rules *rules, const char *phrase, dx_text *out)
{
    const dx_cast cast = {.rules = rules, .you = DX_BYSTANDER};
    dx_phrase(&cast, phrase, &(dx_filling){.mind = DX_NONE}, out);
}

// Does what follows say where?  "in hand", "on the table".
static bool says_where(const char *at)
{
    static const char *const words[] = {" in ", " on ", " at ", " among ",
                                        " before "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

// The article at the end of `length` characters; 0: there is none.
static size_t article_of(const char *at, size_t length)
{
    static const char *const words[] = {"the ", "a "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t width = strlen(words[i]);
        if (length >= width &&
            strncmp(at + length - width, words[i], width) == 0 &&
            (length == width || at[length - width - 1] == ' '))
            return width;
    }
    return 0;
}

// Behind a gap that a sentence begins with: " is missing" and " card is in the
// envelope" without the verb.
static void add_thing(const char *after, dx_text *out)
{
    static const char *const verbs[] = {" is", " lies"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        const char *verb = strstr(after, verbs[i]);
        if (verb == NULL ||
            (verb != after && !says_where(verb + strlen(verbs[i]))))
            continue;
        dx_text_add_part(out, after, (size_t)(verb - after));
        after = verb + strlen(verbs[i]);
    }
    dx_text_add(out, after);
}

// Takes the gap out of what stands from `from` on: "Ann has the .. card" is
// "Ann has the card", "Ann has a .. in hand" is "Ann has in hand", and "the ..
// lies on the table" is "on the table".
static void close_gap(size_t from, dx_text *out)
{
    dx_text rest = {0};
    const char *all = dx_text_string(out) + from, *gap = strstr(all, DX_GAP);
    if (gap == NULL)
        return;
    const char *after = gap + strlen(DX_GAP);
    size_t length = (size_t)(gap - all), article = article_of(all, length);
    if (length == article)
        add_thing(after, &rest);
    else
        dx_text_add(&rest, after);
    after = dx_text_string(&rest);
    length -= *after == '\0' || says_where(after) ? article : 0;
    length -= length > 0 && all[length - 1] == ' ';
    out->length = from + length;
    dx_text_add(out, after + (length == 0 && *after == ' '));
    dx_text_release(&rest);
}

bool dx_place_say(const dx_cast *cast, const dx_atom *atom, const int *args,
                  unsigned open, dx_text *out)
{
    const dx_fact_words *words =
        dx_words_of_fact(cast->rules->game, atom->name);
    const char *word[DX_TERM_ARGS] = {NULL};
    const size_t from = out->length;
    if (words == NULL)
        return false;
    word[open] = atom->type[open] != NULL ? DX_GAP : NULL;
    dx_phrase(cast, words->yes,
              &(dx_filling){.type = atom->type,
                            .word = word,
                            .value = args,
                            .count = DX_TERM_ARGS,
                            .who = DX_NONE,
                            .mind = DX_NONE},
              out);
    close_gap(from, out);
    return true;
}
