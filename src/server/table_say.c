// What a table says, made from its public side and from views.  Nothing here
// looks at the truth.

#include "server/table.h"

#include "base/child.h"
#include "base/members.h"
#include "door/call.h"
#include "game/say.h"
#include "words/story.h"

#include <inttypes.h>

static const char *const state_words[] = {"open", "running", "over"};
static const char *const chair_words[] = {"person", "anyone", "agent",
                                          "program"};

const char *dx_table_state_text(const dx_table *table)
{
    return state_words[table->state == DX_TABLE_BROKEN ? table->was
                                                       : table->state];
}

static void say_chairs(const dx_table *table, dx_text *out)
{
    for (unsigned i = 0; i < dx_players(&table->rules); i++) {
        const dx_chair *chair = &table->chair[i];
        dx_text_printf(out, "%s{\"seat\":%u,\"name\":", i > 0 ? "," : "",
                       i + 1);
        dx_text_add_json(out, chair->name);
        dx_text_printf(
            out, ",\"kind\":\"%s\",\"here\":%s", chair_words[chair->kind],
            chair->kind == DX_CHAIR_AGENT || chair->guest != 0 ? "true"
                                                               : "false");
        if (chair->agent[0] != '\0')
            dx_put_text(out, "agent", chair->agent);
        if (chair->person[0] != '\0')
            dx_put_text(out, "for", chair->person);
        dx_text_add_char(out, '}');
    }
}

void dx_table_say(const dx_table *table, dx_text *out)
{
    dx_text rules = {0};
    unsigned events = 0;
    dx_rules_print(&table->rules, &rules);
    dx_text_printf(out, "\"id\":\"%s\",\"game\":\"%s\",\"rules\":", table->id,
                   table->rules.game->name);
    dx_put_said(out, NULL, &rules);
    if (table->match != NULL)
        dx_match_events(table->match, &events);
    if (dx_table_id_is_secret(table->id))
        dx_text_add(out, ",\"private\":true");
    dx_text_printf(out,
                   ",\"state\":\"%s\",\"open\":%s,\"events\":%u,\"turn\":%u",
                   dx_table_state_text(table),
                   table->is_open ? "true" : "false", events, table->turns);
    dx_tell_next(dx_table_turn(table), out);
    dx_text_printf(out,
                   ",\"since\":%" PRId64 ",\"clock\":{\"move_ms\":%" PRIu64
                   "},\"seats\":[",
                   table->since, table->move_ms);
    say_chairs(table, out);
    dx_text_add_char(out, ']');
    if (table->state == DX_TABLE_OVER && table->match != NULL) {
        dx_put_text(out, "how", table->how != NULL ? table->how : "over");
        dx_tell_scores(&table->rules, dx_match_truth(table->match), out);
    }
}

// Who is who to a view; `names` is room for the seats.
static dx_cast cast_of(const dx_table *table, const dx_view *view,
                       const char **names)
{
    for (unsigned seat = 0; seat < dx_players(view->rules); seat++)
        names[seat] = table->chair[seat].name;
    return (dx_cast){.rules = view->rules, .names = names, .you = view->seat};
}

void dx_table_say_see(dx_table *table, const dx_view *view, unsigned n,
                      dx_text *out)
{
    dx_text words = {0};
    dx_event event = view->seen[n];
    dx_message_see(view, n, out);
    out->length -= 2; // the brace and the newline
    const char *names[DX_SEATS_MAX] = {NULL};
    const dx_cast cast = cast_of(table, view, names);
    dx_event_words(&cast, event, &words);
    dx_put_text(out, "say", dx_text_string(&words));
    dx_text_add(out, "}\n");
    dx_text_release(&words);
}

void dx_table_say_state(dx_table *table, unsigned seat, dx_text *out)
{
    const dx_view *view = dx_match_view(table->match, seat);
    const char *names[DX_SEATS_MAX] = {NULL};
    const dx_cast cast = cast_of(table, view, names);
    dx_text shown = {0};
    table->rules.game->show(view->sight, &shown);
    dx_text_printf(out, "{\"type\":\"state\",\"n\":%u,\"turn\":%u", view->count,
                   table->turns);
    dx_tell_next(dx_table_turn(table), out);
    dx_tell_scores(&table->rules, view->sight, out);
    dx_put_text(out, "table", dx_text_string(&shown));
    dx_text_add(out, ",\"state\":");
    dx_rules_state(&table->rules, view->sight, out);
    if (dx_table_turn(table) == DX_OVER)
        dx_tell_ending(&cast, view->sight, out);
    dx_text_add(out, "}\n");
    dx_text_release(&shown);
}
