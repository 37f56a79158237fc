// What a hint says, in words: "by H-group, level 1, seat 1's hint red says to
// seat 2: card 3 is red 2, to play, or red 5, to keep".

#include "agents/hanabi/reader.h"

#include "game/say.h"

#include <string.h>

const char *dx_reader_name(const dx_hint_reader *reader)
{
    static const char *const meant[] = {
        "hints that are facts and no more",
        "a language that means the newest card",
        "a language that means the oldest card",
        "a language that means the next throw first"};
    if (memcmp(reader, &dx_reader_beginner, sizeof *reader) == 0)
        return "the house language";
    if (memcmp(reader, &dx_reader_hgroup, sizeof *reader) == 0)
        return "H-group, level 1";
    if (memcmp(reader, &dx_reader_hgroup2, sizeof *reader) == 0)
        return "H-group, level 2";
    if (memcmp(reader, &dx_reader_smart, sizeof *reader) == 0)
        return "smart's language";
    return meant[reader->meant];
}

// A hint as it was read when it was given.
typedef struct told {
    bool is_there;
    dx_event hint;
    dx_hint_reading reading;
    uint32_t dead;
} told;

static void say_kinds(const dx_rules *rules, uint32_t kinds, dx_text *out)
{
    enum { FEW = 4 };
    unsigned count = (unsigned)__builtin_popcount(kinds);
    if (count > FEW) {
        dx_text_printf(out, "one of %u cards", count);
        return;
    }
    for (unsigned i = 0; kinds != 0; kinds &= kinds - 1, i++) {
        dx_text_add(out, i == 0 ? "" : i + 1 == count ? " or " : ", ");
        dx_type_say(rules, "card", (unsigned)__builtin_ctz(kinds), out);
    }
}

// One named card: what it is if it is to play, and what if it is not.
static void say_slot(const dx_rules *rules, const told *t, unsigned slot,
                     dx_text *out)
{
    uint32_t set = t->reading.set[slot] & ~t->dead;
    uint32_t play = set & t->reading.goal, keep = set & ~t->reading.goal;
    bool is_meant = slot == t->reading.meant;
    dx_text_printf(out, "card %u is ", slot + 1);
    if (set == 0) {
        dx_text_add(out, "of no use any more");
    } else if (play != 0 && (keep == 0 || is_meant)) {
        say_kinds(rules, play, out);
        dx_text_add(out, keep != 0 ? ", to play, or " : ", to play");
        if (keep != 0) {
            say_kinds(rules, keep, out);
            dx_text_add(out, ", to keep");
        }
    } else {
        dx_text_add(out, "to keep");
    }
}

static void say_told(const dx_view *view, const dx_hint_reader *reader,
                     const told *t, dx_text *out)
{
    unsigned left = t->hint.arg[2];
    dx_text_printf(out, "by %s, seat %u's hint ", dx_reader_name(reader),
                   t->hint.who + 1U);
    dx_type_say(view->rules, "clue", t->hint.arg[1], out);
    if (t->hint.arg[0] == view->seat)
        dx_text_add(out, " says to you");
    else
        dx_text_printf(out, " says to seat %u", t->hint.arg[0] + 1U);
    for (const char *mark = ": "; left != 0; left &= left - 1, mark = "; ") {
        dx_text_add(out, mark);
        say_slot(view->rules, t, (unsigned)__builtin_ctz(left), out);
    }
    dx_text_add_char(out, '\n');
}

// Reads all hints again as a bystander: what is public is all that is used.
static void read_all(const dx_hint_reader *const *of_giver, const dx_view *view,
                     told *out)
{
    dx_hanabi table = {0};
    dx_hint_heard heard[DX_HANABI_SEATS];
    view->rules->game->setup(&table, view->rules);
    for (unsigned seat = 0; seat < table.players; seat++)
        dx_heard_begin(&heard[seat]);
    for (unsigned i = 0; i < view->count; i++) {
        dx_event event = view->seen[i];
        dx_hint_scene scene = dx_scene_of(&table);
        if (dx_hanabi_draws(event))
            event.arg[0] = DX_HOLE;
        if (dx_hanabi_leaves(event))
            out[event.who].is_there = false;
        if (event.verb == DX_HANABI_HINT) {
            told *t = &out[event.arg[0]];
            *t = (told){.is_there = true, .hint = event, .dead = scene.dead};
            dx_reader_read(of_giver[event.who], &scene, &heard[event.who],
                           event, &t->reading);
        }
        for (unsigned seat = 0; seat < table.players; seat++)
            dx_reader_hear(of_giver[seat], &scene, &heard[seat], event);
        dx_game_hanabi.fold(&table, event);
    }
}

void dx_readers_tell(const dx_hint_reader *const *of_giver, const dx_view *view,
                     dx_text *out)
{
    told all[DX_HANABI_SEATS] = {{0}};
    read_all(of_giver, view, all);
    for (unsigned seat = 0; seat < dx_players(view->rules); seat++)
        if (all[seat].is_there)
            say_told(view, of_giver[all[seat].hint.who], &all[seat], out);
}
