// The steps, in the order of a program's life.  A step that needs a running
// program greets one first: after a failed step it is a fresh one.

#include "agents/checkup_private.h"
#include "game/say.h"

#include <inttypes.h>
#include <poll.h>
#include <string.h>

enum { FLOOD = 100, LONG_LINE = 100000, TURNS_MAX = 2000 };

// ---- hello ----

static bool starts(dx_checkup *c)
{
    return dx_checkup_start(c);
}

static bool answers_hello(dx_checkup *c)
{
    dx_message_hello(&c->out);
    dx_checkup_send(c);
    return dx_checkup_hear(c, c->options->start_ms);
}

static bool says_hello(dx_checkup *c)
{
    return c->reply.kind == DX_REPLY_HELLO ||
           dx_checkup_fails(c, "its first line must be {\"type\":\"hello\","
                               "\"protocol\":1,...}");
}

static bool speaks_version(dx_checkup *c)
{
    return c->reply.protocol == DX_PROTOCOL_VERSION ||
           dx_checkup_fails(c, "it says protocol %u; expected %d",
                            c->reply.protocol, DX_PROTOCOL_VERSION);
}

static bool has_name(dx_checkup *c)
{
    if (c->reply.name[0] == '\0')
        dx_checkup_fails(c, "it has none; a \"name\" in its hello is shown to "
                            "people");
    else
        dx_checkup_fails(c, "it is called %s", c->reply.name);
    return true;
}

static bool waits(dx_checkup *c)
{
    return dx_checkup_greet(c) && dx_checkup_is_quiet(c);
}

// ---- the first turn ----

static bool takes_start(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, 0, false);
    return dx_checkup_is_quiet(c);
}

static bool takes_sights(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, 0, true);
    return dx_checkup_is_quiet(c);
}

static bool answers_turn(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, 0, true);
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    return dx_checkup_hear(c, c->options->move_ms);
}

static bool answers_with_move(dx_checkup *c)
{
    return c->reply.kind == DX_REPLY_MOVE ||
           dx_checkup_fails(c,
                            "expected {\"type\":\"move\",\"seq\":%" PRIu64
                            ",\"move\":\"...\"}",
                            c->seq);
}

static bool echoes_seq(dx_checkup *c)
{
    return (c->reply.kind == DX_REPLY_MOVE && c->reply.seq == c->seq) ||
           dx_checkup_fails(
               c, "the turn has seq %" PRIu64 " and its answer %" PRIu64,
               c->seq, c->reply.seq);
}

static bool moves_legally(dx_checkup *c)
{
    dx_event move;
    dx_error error = {.message = ""};
    return dx_read_move(dx_checkup_view(c), c->reply.move, &move, &error) ==
               DX_OK ||
           dx_checkup_fails(c, "%s", error.message);
}

static bool answers_once(dx_checkup *c)
{
    return dx_checkup_is_quiet(c);
}

static bool may_say_why(dx_checkup *c)
{
    if (c->reply.why.rule[0] == '\0')
        dx_checkup_fails(c, "it gives none; a \"why\" is kept in the record");
    else
        dx_checkup_fails(c, "%s", c->reply.why.words);
    return true;
}

// ---- games ----

static bool play_whole(dx_checkup *c, unsigned seat)
{
    dx_event move;
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, seat, true);
    for (unsigned turns = 0; dx_match_turn(c->match) == seat; turns++) {
        if (turns == TURNS_MAX) // long enough to be sure
            break;
        if (!dx_checkup_ask(c, &move))
            return false;
        dx_checkup_move(c, move);
    }
    return true;
}

static bool plays_game(dx_checkup *c)
{
    return play_whole(c, 0);
}

static bool takes_end(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_message_end(dx_checkup_view(c), "over", &c->out);
    dx_checkup_send(c);
    return dx_checkup_is_quiet(c);
}

static bool plays_again(dx_checkup *c)
{
    return play_whole(c, 0);
}

static bool plays_elsewhere(dx_checkup *c)
{
    return play_whole(c, dx_players(c->options->rules) - 1);
}

static bool bears_break(dx_checkup *c)
{
    dx_event move;
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, 0, true);
    if (!dx_checkup_ask(c, &move))
        return false;
    dx_message_end(dx_checkup_view(c), "left", &c->out);
    dx_checkup_send(c);
    dx_checkup_begin(c, 0, true);
    return dx_checkup_ask(c, NULL);
}

static bool joins_blind(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, 0, false);
    return dx_checkup_ask(c, NULL);
}

// ---- messages as other hosts may write them ----

static bool begin_somewhere(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_checkup_begin(c, 0, true);
    return true;
}

// Puts a turn into c->out with `before` and `behind` around its members.
static void add_odd_turn(dx_checkup *c, const char *before, const char *behind)
{
    dx_text turn = {0};
    dx_message_turn_options options = {.seq = ++c->seq};
    dx_message_turn(dx_checkup_view(c), &options, &turn);
    dx_text_printf(&c->out, "{%s", before);
    dx_text_add_part(&c->out, turn.at + 1, turn.length - 3); // without { } \n
    dx_text_printf(&c->out, "%s}\n", behind);
    dx_text_release(&turn);
}

static bool minds_no_fields(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    add_odd_turn(c, "\"colour\":{\"type\":\"see\",\"legal\":[1,[2]]},",
                 ",\"mood\":null");
    dx_checkup_send(c);
    return dx_checkup_hear_move(c, c->seq, NULL);
}

// An error in return is fine; falling silent is not.
static bool minds_no_types(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    dx_text_add(&c->out, "{\"type\":\"gossip\",\"about\":[1,2]}\n");
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    if (!dx_checkup_hear(c, c->options->move_ms))
        return false;
    if (c->reply.kind == DX_REPLY_ERROR)
        return dx_checkup_hear_move(c, c->seq, NULL);
    return (c->reply.kind == DX_REPLY_MOVE && c->reply.seq == c->seq) ||
           dx_checkup_fails(c, "it did not answer the turn behind a message "
                               "of an unknown type");
}

static bool echoes_huge_seq(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    uint64_t before = c->seq;
    c->seq = DX_SEQ_MAX - 1;
    bool passes = dx_checkup_ask(c, NULL);
    c->seq = before;
    if (!passes && c->reply.kind == DX_REPLY_MOVE && c->reply.seq != DX_SEQ_MAX)
        dx_checkup_fails(c,
                         "seq came back as %" PRIu64
                         "; keep it as a 64-bit integer, or as the text "
                         "it came as",
                         c->reply.seq);
    return passes;
}

static bool takes_from_legal(dx_checkup *c)
{
    dx_event moves[DX_MOVES_MAX];
    if (!begin_somewhere(c))
        return false;
    unsigned count = dx_view_moves(dx_checkup_view(c), moves);
    dx_text word = {0};
    dx_say_move(c->options->rules, moves[count - 1], &word);
    dx_text_printf(&c->out,
                   "{\"type\":\"turn\",\"seq\":%" PRIu64
                   ",\"seen\":%u,\"legal\":[",
                   ++c->seq, dx_checkup_view(c)->count);
    dx_text_add_json(&c->out, dx_text_string(&word));
    dx_text_add(&c->out, "],\"clock\":{}}\n");
    dx_checkup_send(c);
    bool passes = dx_checkup_hear_move(c, c->seq, NULL);
    if (passes && strcmp(c->reply.move, dx_text_string(&word)) != 0)
        passes = dx_checkup_fails(c, "legal was only '%s' and it said '%s'",
                                  dx_text_string(&word), c->reply.move);
    dx_text_release(&word);
    return passes;
}

// The same turn with blanks wherever JSON allows them, its type at the end.
static void add_spaced_turn(dx_checkup *c)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(dx_checkup_view(c), moves);
    dx_text word = {0};
    dx_text_add(&c->out, "{ \"legal\" : [ ");
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(&word);
        dx_say_move(c->options->rules, moves[i], &word);
        dx_text_add(&c->out, i > 0 ? " , " : "");
        dx_text_add_json(&c->out, dx_text_string(&word));
    }
    dx_text_printf(&c->out,
                   " ] , \"seen\" : %u , \"clock\" : { } , \"seq\" : %" PRIu64
                   " , \"type\" : \"turn\" }\n",
                   dx_checkup_view(c)->count, ++c->seq);
    dx_text_release(&word);
}

static bool reads_spaced(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    add_spaced_turn(c);
    dx_checkup_send(c);
    if (dx_checkup_hear_move(c, c->seq, NULL))
        return true;
    dx_text_add(&c->words, "; the turn was written with blanks and in another "
                           "order, as JSON allows: use a JSON library");
    return false;
}

static bool reads_escapes(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    dx_text_add(&c->out,
                "{\"type\":\"error\",\"code\":\"late\",\"text\":\"caf\\u00e9 "
                "\xc3\xa9 \\\"quoted\\\" \\\\ {[,:]} \\u0001 "
                "\\ud83c\\udccf\"}\n");
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    return dx_checkup_hear_move(c, c->seq, NULL);
}

static bool reads_long_line(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    dx_text padding = {0};
    dx_text_add(&padding, ",\"padding\":\"");
    for (unsigned i = 0; i < LONG_LINE; i++)
        dx_text_add_char(&padding, 'x');
    dx_text_add_char(&padding, '"');
    add_odd_turn(c, "", dx_text_string(&padding));
    dx_text_release(&padding);
    dx_checkup_send(c);
    return dx_checkup_hear_move(c, c->seq, NULL);
}

// ---- time ----

static bool answers_in_order(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    dx_checkup_add_turn(c);
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    return dx_checkup_hear_move(c, c->seq - 1, NULL) &&
           dx_checkup_hear_move(c, c->seq, NULL);
}

static bool reads_pieces(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    dx_text whole = {0};
    dx_checkup_add_turn(c);
    dx_text_add_part(&whole, c->out.at, c->out.length);
    size_t half = whole.length / 2;
    c->out.length = half;
    dx_checkup_send(c);
    poll(NULL, 0, (int)c->options->quiet_ms);
    dx_text_add_part(&c->out, whole.at + half, whole.length - half);
    dx_checkup_send(c);
    dx_text_release(&whole);
    return dx_checkup_hear_move(c, c->seq, NULL);
}

// It may answer once or twice; and it must live.  How long it takes for the
// second answer is its own affair, so the next turn is asked at once.
static bool bears_repetition(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    uint64_t seq = c->seq + 1;
    dx_checkup_add_turn(c);
    c->seq--;
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    if (!dx_checkup_hear_move(c, seq, NULL))
        return false;
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    if (!dx_checkup_hear(c, c->options->move_ms))
        return false;
    bool is_move = c->reply.kind == DX_REPLY_MOVE;
    if (is_move && c->reply.seq == seq)
        return dx_checkup_hear_move(c, c->seq, NULL);
    return (is_move && c->reply.seq == c->seq) ||
           dx_checkup_fails(c, "expected a move with the seq of either turn");
}

static bool bears_error(dx_checkup *c, const char *code, const char *text)
{
    if (!begin_somewhere(c) || !dx_checkup_ask(c, NULL))
        return false;
    dx_message_error(code, c->seq, text, &c->out);
    dx_checkup_send(c);
    return dx_checkup_ask(c, NULL);
}

static bool bears_illegal(dx_checkup *c)
{
    return bears_error(c, "illegal", "that is not a legal move");
}

static bool bears_stale(dx_checkup *c)
{
    return bears_error(c, "stale", "that turn is over") &&
           bears_error(c, "late", "no answer in time");
}

// The host does not read while it sends: what the program writes fills the
// pipe, and it has to wait.
static bool bears_slow_host(dx_checkup *c)
{
    if (!begin_somewhere(c))
        return false;
    uint64_t first = c->seq + 1;
    for (unsigned i = 0; i < FLOOD; i++)
        dx_checkup_add_turn(c);
    dx_checkup_send(c);
    poll(NULL, 0, (int)c->options->quiet_ms);
    for (unsigned i = 0; i < FLOOD; i++)
        if (!dx_checkup_hear_move(c, first + i, NULL))
            return false;
    return true;
}

// ---- the end ----

static bool spares_stderr(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    size_t length = strlen(dx_child_stderr(c->child));
    if (length > 0)
        dx_checkup_fails(c,
                         "it has said something there; the end of it is "
                         "kept: %.200s",
                         dx_child_stderr(c->child));
    return true;
}

static bool leaves(dx_checkup *c, const char *when)
{
    const char *how = "";
    bool is_fine = dx_child_stop(c->child, (unsigned)c->options->move_ms);
    dx_child_has_ended(c->child, &how);
    if (!is_fine && strstr(how, "signal 9") != NULL)
        dx_checkup_fails(c, "it did not end within %" PRIu64 " ms of %s",
                         c->options->move_ms, when);
    else if (!is_fine)
        dx_checkup_fails(c, "after %s it %s", when, how);
    dx_child_free(c->child);
    c->child = NULL;
    return is_fine;
}

static bool leaves_at_bye(dx_checkup *c)
{
    if (!dx_checkup_greet(c))
        return false;
    dx_message_bye(&c->out);
    dx_checkup_send(c);
    return leaves(c, "bye");
}

static bool comes_back(dx_checkup *c)
{
    return dx_checkup_greet(c) && play_whole(c, 0);
}

static bool leaves_at_end(dx_checkup *c)
{
    return dx_checkup_greet(c) && leaves(c, "the end of its input");
}

const dx_checkup_test dx_checkup_tests[] = {
    {"it starts", starts, true},
    {"it answers hello in time", answers_hello, true},
    {"its answer is a hello", says_hello, true},
    {"it speaks this version of the protocol", speaks_version, true},
    {"it has a name", has_name, false},
    {"then it waits", waits, false},
    {"it takes start without a word", takes_start, false},
    {"it takes see without a word", takes_sights, false},
    {"it answers turn in time", answers_turn, true},
    {"its answer is a move", answers_with_move, true},
    {"the move echoes seq", echoes_seq, true},
    {"the move is legal", moves_legally, true},
    {"it answers once", answers_once, false},
    {"it says why", may_say_why, false},
    {"it plays a whole game", plays_game, true},
    {"it takes end without a word", takes_end, false},
    {"it plays another game in the same process", plays_again, false},
    {"it plays at another seat", plays_elsewhere, false},
    {"it takes its move from legal and nowhere else", takes_from_legal, false},
    {"fields that it does not know do not matter", minds_no_fields, false},
    {"messages that it does not know do not matter", minds_no_types, false},
    {"blanks and the order of members do not matter", reads_spaced, false},
    {"escapes and letters of any language are read", reads_escapes, false},
    {"a line of 100 KB is read", reads_long_line, false},
    {"a seq of 2^53 - 1 comes back as it was", echoes_huge_seq, false},
    {"two turns at once are answered in order", answers_in_order, false},
    {"a message that comes in two pieces is read", reads_pieces, false},
    {"a turn that comes twice does no harm", bears_repetition, false},
    {"after error illegal it answers the next turn", bears_illegal, false},
    {"after error stale or late it goes on", bears_stale, false},
    {"a game that breaks off is followed by another", bears_break, false},
    {"it answers a turn of a game it has not seen", joins_blind, false},
    {"it bears a host that is slow to read", bears_slow_host, false},
    {"what it says on stderr does no harm", spares_stderr, false},
    {"it ends at bye, with code 0", leaves_at_bye, false},
    {"started again, it plays", comes_back, false},
    {"it ends when its input ends, with code 0", leaves_at_end, false},
    {0},
};
