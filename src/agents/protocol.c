// Messages to a player.  Each is written from a view and a clock and from
// nothing else, so no message can say what the seat may not know; the numbers
// in them are those of people, from 1.

#include "agents/protocol.h"

#include "base/version.h"
#include "game/record.h"
#include "game/say.h"
#include "words/story.h"

#include <inttypes.h>

void dx_message_hello(dx_text *out)
{
    dx_text_printf(out,
                   "{\"type\":\"hello\",\"protocol\":[%d,%d],"
                   "\"host\":\"doxa " DX_VERSION "\"}\n",
                   DX_PROTOCOL_VERSION, DX_PROTOCOL_VERSION);
}

// ,"clock":{...} with the limits that there are.
static void add_clock(const dx_player_clock *clock, dx_text *out)
{
    const char *between = "";
    dx_text_add(out, ",\"clock\":{");
    if (clock->move_ms > 0) {
        dx_text_printf(out, "\"move_ms\":%" PRIu64, clock->move_ms);
        between = ",";
    }
    if (clock->game_ms > 0)
        dx_text_printf(out, "%s\"game_ms\":%" PRIu64, between, clock->game_ms);
    dx_text_add_char(out, '}');
}

void dx_message_start(const dx_view *view, const dx_player_clock *clock,
                      dx_text *out)
{
    const dx_rules *rules = view->rules;
    dx_text words = {0};
    dx_rules_print(rules, &words);
    dx_text_add(out, "{\"type\":\"start\",\"game\":");
    dx_text_add_json(out, rules->game->name);
    dx_text_add(out, ",\"rules\":");
    dx_text_add_json(out, dx_text_string(&words));
    dx_text_add(out, ",\"params\":");
    dx_record_params(rules, out);
    if (view->seat != DX_BYSTANDER)
        dx_text_printf(out, ",\"seat\":%u", view->seat + 1);
    dx_text_printf(out, ",\"seats\":%u", dx_players(rules));
    add_clock(clock, out);
    dx_text_add(out, "}\n");
    dx_text_release(&words);
}

void dx_message_see(const dx_view *view, unsigned n, dx_text *out)
{
    DX_REQUIRE(n < view->count, "an event that was seen");
    dx_text words = {0};
    dx_say_event(view->rules, view->seen[n], &words);
    dx_text_printf(out, "{\"type\":\"see\",\"n\":%u,\"event\":", n);
    dx_say_event_json(view->rules, view->seen[n], out);
    dx_text_add(out, ",\"text\":");
    dx_text_add_json(out, dx_text_string(&words));
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    dx_text_clear(&words);
    dx_event_words(&cast, view->seen[n], &words);
    dx_text_add(out, ",\"words\":");
    dx_text_add_json(out, dx_text_string(&words));
    dx_text_add(out, "}\n");
    dx_text_release(&words);
}

static void add_legal(const dx_view *view, dx_text *out)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_text words = {0};
    dx_text_add(out, ",\"legal\":[");
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(&words);
        dx_say_move(view->rules, moves[i], &words);
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, dx_text_string(&words));
    }
    dx_text_add_char(out, ']');
    dx_text_release(&words);
}

void dx_message_turn(const dx_view *view,
                     const dx_message_turn_options *options, dx_text *out)
{
    dx_text_printf(out, "{\"type\":\"turn\",\"seq\":%" PRIu64 ",\"seen\":%u",
                   options->seq, view->count);
    if (!options->no_legal)
        add_legal(view, out);
    add_clock(&options->clock, out);
    if (options->full) {
        dx_text_add(out, ",\"view\":[");
        for (unsigned i = 0; i < view->count; i++) {
            dx_text_add(out, i > 0 ? "," : "");
            dx_say_event_json(view->rules, view->seen[i], out);
        }
        dx_text_add_char(out, ']');
    }
    if (options->state) {
        dx_text_add(out, ",\"state\":");
        dx_rules_state(view->rules, view->sight, out);
    }
    dx_text_add(out, "}\n");
}

void dx_message_error(const char *code, uint64_t seq, const char *text,
                      dx_text *out)
{
    dx_text_add(out, "{\"type\":\"error\",\"code\":");
    dx_text_add_json(out, code);
    if (seq > 0)
        dx_text_printf(out, ",\"seq\":%" PRIu64, seq);
    dx_text_add(out, ",\"text\":");
    dx_text_add_json(out, text);
    dx_text_add(out, "}\n");
}

void dx_message_end(const dx_view *view, const char *how, dx_text *out)
{
    unsigned players = dx_players(view->rules);
    const char *between = "";
    dx_text_add(out, "{\"type\":\"end\",\"how\":");
    dx_text_add_json(out, how);
    dx_text_add(out, ",\"scores\":[");
    for (unsigned seat = 0; seat < players; seat++) {
        int score = view->rules->game->score(view->sight, seat);
        if (score == DX_SCORE_HIDDEN)
            dx_text_printf(out, "%snull", between);
        else
            dx_text_printf(out, "%s%d", between, score);
        between = ",";
    }
    dx_text_add(out, "],\"won\":[");
    between = "";
    for (unsigned seat = 0; seat < players && view->turn == DX_OVER; seat++)
        if (dx_rules_won(view->rules, view->sight, seat)) {
            dx_text_printf(out, "%s%u", between, seat + 1);
            between = ",";
        }
    dx_text_add(out, "]}\n");
}

void dx_message_bye(dx_text *out)
{
    dx_text_add(out, "{\"type\":\"bye\"}\n");
}
