// The round, for example, is the first moves of a small game that is really
// played: seat 1 is the reader, and every move is one of those that are legal,
// by a stream that is always the same.

#include "words/sheet.h"

#include "base/wrap.h"
#include "game/match.h"
#include "words/story.h"

#include <string.h>

enum { ROUND_MOVES = 3, NAME_COLUMN = 16 };

// One of the legal moves, each verb as likely as another: a game with very many
// questions has other moves too.
static unsigned pick(dx_match *match, dx_random *random)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves), verb, i;
    do {
        i = (unsigned)dx_random_below(random, count);
        verb = moves[(unsigned)dx_random_below(random, count)].verb;
    } while (moves[i].verb != verb);
    return i;
}

typedef void add_line(void *context, const char *line);

// Gives each line of the round.
static void play_round(const dx_rules *rules, add_line *add, void *context)
{
    dx_deal *deal = dx_deal_new(rules, 1, 1);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(1, 1, 2);
    unsigned told = dx_match_view(match, 0)->count;
    const char *names[DX_SEATS_MAX];
    const dx_cast cast = {.rules = rules, .names = names, .you = 0};
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        names[seat] = dx_given_name(seat);
    for (unsigned i = 0; i < ROUND_MOVES && dx_match_turn(match) != DX_OVER;
         i++)
        if (dx_match_step(match, pick(match, &random)) != DX_OK)
            break;
    const dx_view *view = dx_match_view(match, 0);
    for (; told < view->count; told++) {
        dx_text line = {0};
        dx_event_words(&cast, view->seen[told], &line);
        add(context, dx_text_string(&line));
        dx_text_release(&line);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

// ---- as text ----

static void add_entry(const dx_rules *rules, const char *name,
                      const char *phrase, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = NAME_COLUMN};
    dx_text text = {0};
    dx_phrase_rules(rules, phrase != NULL ? phrase : "", &text);
    dx_wrap_add(&wrap, "  ");
    dx_wrap_add(&wrap, name);
    for (; wrap.column + 1 < NAME_COLUMN; wrap.column++)
        dx_text_add_char(out, ' ');
    dx_wrap_words(&wrap, dx_text_string(&text));
    dx_wrap_end(&wrap);
    dx_text_release(&text);
}

static void add_paragraph(const char *words, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = 4};
    dx_wrap_add(&wrap, " ");
    dx_wrap_words(&wrap, words);
    dx_wrap_end(&wrap);
}

static void add_phrase(const dx_rules *rules, const char *phrase, dx_text *out)
{
    dx_text text = {0};
    if (phrase == NULL)
        return;
    dx_phrase_rules(rules, phrase, &text);
    add_paragraph(dx_text_string(&text), out);
    dx_text_release(&text);
}

static void add_round_line(void *context, const char *line)
{
    add_paragraph(line, context);
}

void dx_sheet_say(const dx_rules *rules, dx_text *out)
{
    const dx_words *words = rules->game->words;
    if (words == NULL) {
        dx_text_printf(out, "%s: %s\n", rules->game->name, rules->game->help);
        return;
    }
    const dx_sheet_words *sheet = &words->sheet;
    dx_phrase_rules(rules, sheet->aim, out);
    dx_text_add_char(out, '\n');
    add_phrase(rules, sheet->line, out);
    dx_text_add(out, "Your turn\n");
    for (unsigned i = 0; i < DX_SHEET_MOVES && sheet->move[i].name; i++)
        add_entry(rules, sheet->move[i].name, sheet->move[i].text, out);
    dx_text_add(out, sheet->counts != NULL ? "How many there are\n" : "");
    add_phrase(rules, sheet->counts, out);
    dx_text_add(out, sheet->ends[0] != NULL ? "It ends\n" : "");
    for (unsigned i = 0; i < DX_SHEET_ENDS && sheet->ends[i] != NULL; i++)
        add_phrase(rules, sheet->ends[i], out);
    dx_text_add(out, "A round, for example\n");
    play_round(rules, add_round_line, out);
}

// ---- as JSON ----

static void add_json(const dx_rules *rules, const char *name,
                     const char *phrase, dx_text *out)
{
    dx_text text = {0};
    dx_phrase_rules(rules, phrase != NULL ? phrase : "", &text);
    dx_text_printf(out, "\"%s\":", name);
    dx_text_add_json(out, dx_text_string(&text));
    dx_text_release(&text);
}

static void add_round_json(void *context, const char *line)
{
    dx_text *out = context;
    dx_text_add(out, out->at[out->length - 1] == '[' ? "" : ",");
    dx_text_add_json(out, line);
}

void dx_sheet_json(const dx_rules *rules, dx_text *out)
{
    static const dx_sheet_words none = {.aim = "", .line = "", .counts = ""};
    const dx_words *words = rules->game->words;
    const dx_sheet_words *sheet = words != NULL ? &words->sheet : &none;
    dx_text_add_char(out, '{');
    add_json(rules, "aim", sheet->aim, out);
    dx_text_add_char(out, ',');
    add_json(rules, "line", sheet->line, out);
    dx_text_add(out, ",\"moves\":[");
    for (unsigned i = 0; i < DX_SHEET_MOVES && sheet->move[i].name; i++) {
        dx_text_add(out, i > 0 ? ",{" : "{");
        add_json(rules, "name", sheet->move[i].name, out);
        dx_text_add_char(out, ',');
        add_json(rules, "text", sheet->move[i].text, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "],");
    add_json(rules, "counts", sheet->counts, out);
    dx_text_add(out, ",\"ends\":[");
    for (unsigned i = 0; i < DX_SHEET_ENDS && sheet->ends[i] != NULL; i++) {
        dx_text text = {0};
        dx_phrase_rules(rules, sheet->ends[i], &text);
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, dx_text_string(&text));
        dx_text_release(&text);
    }
    dx_text_add(out, "],\"round\":[");
    play_round(rules, add_round_json, out);
    dx_text_add(out, "]}");
}
