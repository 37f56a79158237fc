// How things are said: a text behind what is declared, and what follows from
// it; the sheet of the rules; what a position is told by.

#include "games/file/reader.h"

#include <string.h>

enum { ANY_ARGS = 10 };

// Words may speak of the arguments that there are, and close what they open.
static void check_phrase(dx_dg_reader *r, const dx_token *at, const char *text,
                         unsigned args)
{
    for (; *text != '\0'; text++) {
        if ((*text == '{' && strchr(text, '}') == NULL) ||
            (*text == '[' && strchr(text, ']') == NULL))
            dx_dg_fail(r, at,
                       "the '%c' has no end; expected {has|have}, [0=1:yes|no]",
                       *text);
        if ((*text == '%' || *text == '[') && text[1] >= '0' + (int)args &&
            text[1] <= '9')
            dx_dg_fail(r, at,
                       "'%c%c' is an argument that is not there; there %s %u, "
                       "counted from 0",
                       text[0], text[1], args == 1 ? "is" : "are", args);
    }
}

const char *dx_dg_read_text(dx_dg_reader *r, unsigned args)
{
    dx_token at = r->lexer.token;
    if (r->status != DX_OK || at.kind != DX_TOKEN_STRING)
        return NULL;
    const char *text = dx_dg_read_string(r, "words, in quotes");
    check_phrase(r, &at, text, args);
    return text;
}

// The pairs `key "text"`: where each goes.
static void read_pairs(dx_dg_reader *r, unsigned args, unsigned count,
                       const char *const *key, const char **const *out)
{
    for (unsigned i = 0; i < count && r->status == DX_OK;) {
        if (!dx_dg_is(r, key[i]) ||
            dx_lexer_next_kind(&r->lexer) != DX_TOKEN_STRING) {
            i++;
            continue;
        }
        dx_dg_take(r, key[i]);
        *out[i] = dx_dg_read_text(r, args);
        i = 0;
    }
}

// Does a word begin here?
static bool begins(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 &&
           (at[length] == ' ' || at[length] == '\0');
}

// What is so is not so: `not` behind the first word that can bear it; who has
// something does not have it.
static const char *deny(dx_dg_reader *r, const char *yes)
{
    static const char *const bears[] = {"{is|are}", "is",  "are",  "{was|were}",
                                        "was",      "may", "would"};
    static const char has[] = "{has|have}";
    for (const char *at = yes; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ';
        int before = (int)(at - yes);
        for (unsigned i = 0; i < sizeof bears / sizeof *bears; i++)
            if (begins(at, bears[i]))
                return dx_dg_print(r, "%.*s%s not%s", before, yes, bears[i],
                                   at + strlen(bears[i]));
        if (!begins(at, has))
            continue;
        const char *what = at + strlen(has);
        bool is_thing = strncmp(what, " %", 2) == 0 ||
                        strncmp(what, " the ", 5) == 0 ||
                        strncmp(what, " a ", 3) == 0;
        return dx_dg_print(
            r, is_thing ? "%.*s{does|do} not have%s" : "%.*s{has|have} not%s",
            before, yes, what);
    }
    return dx_dg_print(r, "it is not so that %s", yes);
}

// What there are many of: "%0 {has|have} # {trick|tricks}" is the number of
// %0's tricks, "# {card is|cards are} left" that of cards that are left.
static const char *noun_of(dx_dg_reader *r, const char *is)
{
    static const char whose[] = "%0 {has|have} # {";
    bool has_owner = strncmp(is, whose, sizeof whose - 1) == 0;
    const char *many = strchr(is, '|'), *end;
    if (has_owner)
        many = strchr(is + sizeof whose - 1, '|');
    else if (strncmp(is, "# {", 3) != 0)
        return NULL;
    if (many == NULL || (end = strchr(many, '}')) == NULL)
        return NULL;
    int length = (int)(end - ++many);
    const char *verb = memchr(many, ' ', (size_t)length);
    if (has_owner)
        return dx_dg_print(r, "the number of %%0's %.*s%s", length, many,
                           end + 1);
    return verb == NULL ? NULL
                        : dx_dg_print(r, "the number of %.*s that%.*s%s",
                                      (int)(verb - many), many,
                                      (int)(end - verb), verb, end + 1);
}

// How a list calls it: what is said of somebody, "has this card".
static const char *menu_of(dx_dg_reader *r, const dx_dg_let *let,
                           const char *said)
{
    static const char *const before[] = {"the number of ", "the %0 ", "%0's ",
                                         "%0 "};
    dx_text menu = {0};
    for (unsigned i = 0; i < sizeof before / sizeof *before; i++)
        if (strncmp(said, before[i], strlen(before[i])) == 0)
            said += strlen(before[i]);
    for (; *said != '\0'; said++) {
        if (strncmp(said, "the %", 5) == 0)
            said += 4;
        unsigned arg = (unsigned)(said[1] - '0');
        if (*said == '%' && arg < let->count) {
            dx_text_printf(&menu, "this %s",
                           dx_dg_type_name(r->p, let->type[arg]));
            said += strchr("a+=*~", said[2]) != NULL && said[2] != '\0' ? 2 : 1;
        } else if (*said == '|' && strchr(said, '}') != NULL) {
            said = strchr(said, '}');
        } else if (*said != '{') {
            dx_text_add_char(&menu, *said);
        }
    }
    const char *found = dx_dg_own_text(r, menu.at, menu.length);
    dx_text_release(&menu);
    return found;
}

// let .. "yes" no ".." menu "..", or "it is #" noun ".." menu ".."
void dx_dg_read_said(dx_dg_reader *r, dx_dg_let *let)
{
    bool is_fact = let->body->type.kind == DX_DG_T_FLAG;
    const char **said = let->said;
    said[0] = dx_dg_read_text(r, let->count);
    if (said[0] == NULL)
        return;
    read_pairs(r, let->count, 2,
               (const char *[]){is_fact ? "no" : "noun", "menu"},
               (const char **[]){&said[1], &said[2]});
    if (said[1] == NULL)
        said[1] = is_fact ? deny(r, said[0]) : noun_of(r, said[0]);
    const char *whole = is_fact ? said[0] : said[1];
    if (said[2] == NULL && whole != NULL)
        said[2] = menu_of(r, let, whole);
}

// stock "it is #" noun ".." menu ".."
void dx_dg_read_stock(dx_dg_reader *r)
{
    static const dx_dg_node zero = {.type = {.kind = DX_DG_T_NUMBER}};
    r->p->stock = (dx_dg_let){.name = "stock", .body = &zero};
    dx_dg_read_said(r, &r->p->stock);
}

// verb .. "@ did it" part ".." move "..", and so nature
void dx_dg_read_told(dx_dg_reader *r, unsigned verb)
{
    static const char *const key[] = {"part", "move", "ends", "untold"};
    unsigned args = r->p->verb[verb].params + r->p->verb[verb].outcomes;
    dx_verb_words *w = &r->p->verb_words[verb];
    w->seen = dx_dg_read_text(r, args);
    if (w->seen != NULL)
        read_pairs(r, args, 4, key,
                   (const char **[]){&w->part, &w->move, &w->ends, &w->untold});
}

// How a word, or the cards, are said, behind them.
void dx_dg_read_spoken(dx_dg_reader *r, const char *word)
{
    dx_dg *p = r->p;
    const char *as = dx_dg_read_text(r, ANY_ARGS);
    if (as != NULL && p->spoken_words < DX_KINDS_MAX)
        p->spoken[p->spoken_words++] = (dx_dg_spoken){word, as};
}

// position NAME, NAME, ..: what a position is told by
void dx_dg_read_position(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    unsigned count = 0;
    do {
        dx_token at = r->lexer.token;
        const char *name = dx_dg_name_of(r, "a fact or a number");
        if (r->status == DX_OK && count <= DX_DG_LETS &&
            (strcmp(name, "stock") == 0 ||
             DX_DG_FIND(p->let, p->lets, name) < p->lets))
            p->position[count++].name = name;
        else
            dx_dg_fail(r, &at, "there is no fact or number '%s'", name);
    } while (r->status == DX_OK && dx_dg_take(r, ","));
}

// sheet aim ".." line ".." move ask ".." counts ".." ends ".." ends ".."
void dx_dg_read_sheet(dx_dg_reader *r)
{
    dx_sheet_words *s = &r->p->words.sheet;
    static const char *const key[] = {"aim", "line", "counts"};
    const char **const out[] = {&s->aim, &s->line, &s->counts};
    unsigned moves = 0, ends = 0;
    for (size_t before = 0;
         r->status == DX_OK && before != r->lexer.last_end;) {
        before = r->lexer.last_end;
        read_pairs(r, ANY_ARGS, 3, key, out);
        if (ends < DX_SHEET_ENDS && dx_dg_take(r, "ends"))
            s->ends[ends++] = dx_dg_read_string(r, "words, in quotes");
        if (moves < DX_SHEET_MOVES && dx_dg_take(r, "move")) {
            s->move[moves].name = dx_dg_read_string(r, "a word, in quotes");
            s->move[moves++].text = dx_dg_read_string(r, "words, in quotes");
        }
    }
}
