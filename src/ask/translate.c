// One function for each family of operators.  What a mind has heard is a chain
// of announcements; each is evaluated where those before it were heard.

#include "ask/translate_private.h"

#include "ask/source_worlds.h"
#include "base/memory.h"
#include "logic/formula/print.h"
#include "minds/turn/connected.h"

#include <assert.h>
#include <string.h>

// Where a formula is translated: a spot, and what was announced there.
typedef struct situation {
    dx_vantage spot;
    uint32_t heard;
} situation;

dx_translator *dx_translator_new(const dx_question *question, dx_frames *frames,
                                 dx_inquiry *inquiry, unsigned levels,
                                 bool closes)
{
    dx_translator *c = dx_alloc(1, sizeof *c);
    c->question = question;
    c->store = question->store;
    c->frames = frames;
    c->inquiry = inquiry;
    c->levels = levels;
    c->closes = closes;
    c->claims = dx_claims_new();
    dx_vector_push(&c->hearings, (dx_announced){0});
    return c;
}

void dx_translator_free(dx_translator *c)
{
    if (c == NULL)
        return;
    dx_vector_release(&c->hearings);
    dx_vector_release(&c->minds);
    dx_claims_free(c->claims);
    dx_free(c);
}

static dx_status translate(dx_translator *c, dx_formula f, situation at,
                           dx_inquiry_node *out);

static dx_formula operand(const dx_translator *c, dx_formula f, size_t i)
{
    return dx_formula_operand(c->store, f, i);
}

static dx_status refuse(dx_translator *c, const char *why)
{
    return dx_fail(c->error, DX_ERR_UNSUPPORTED, 0, 0, "%s", why);
}

bool dx_translator_seats(const dx_translator *c, dx_formula f, size_t first,
                         size_t behind, uint64_t *out)
{
    *out = 0;
    for (size_t i = first; i < behind; i++) {
        const char *name = dx_formula_text(c->store, operand(c, f, i));
        unsigned seat;
        if (strcmp(name, DX_PUBLIC_AGENT) == 0)
            continue;
        if (!dx_type_read(c->question->rules, "seat", name, strlen(name),
                          &seat))
            return false;
        *out |= DX_BIT(seat);
    }
    return true;
}

static dx_status seats_of(dx_translator *c, dx_formula f, size_t first,
                          size_t behind, uint64_t *out)
{
    return dx_translator_seats(c, f, first, behind, out)
               ? DX_OK
               : refuse(c, "an agent that is no seat");
}

uint64_t dx_frame_seen_by(const dx_frame *frame, uint64_t seats)
{
    uint64_t places = 0;
    assert(seats >> DX_SEATS_MAX == 0);
    for (; seats != 0; seats &= seats - 1)
        places |= frame->sees[__builtin_ctzll(seats)];
    return places;
}

// Minds.

static dx_status hear_all(dx_translator *c, dx_mind_id mind, uint64_t seats,
                          uint32_t number)
{
    dx_status status = DX_OK;
    for (; number != 0 && status == DX_OK;
         number = c->hearings.at[number].before) {
        dx_announced h = c->hearings.at[number];
        assert(h.before < number); // what was heard before it
        situation inside = {dx_inquiry_inside(c->inquiry, mind), h.before};
        situation outside = {dx_inquiry_outside(c->inquiry, mind), h.before};
        dx_inquiry_node said, is = DX_NODE_NONE;
        if (h.seats != UINT64_MAX && (h.seats & seats) == 0)
            continue;
        status = translate(c, h.said, inside, &said);
        if (status == DX_OK && h.whether)
            status = translate(c, h.said, outside, &is);
        if (status == DX_OK)
            dx_inquiry_hear_whether(c->inquiry, mind, said, is);
    }
    return status;
}

static dx_status make_mind(dx_translator *c, const dx_mind_wanted *wanted,
                           dx_mind_id *out)
{
    dx_mind_id mind =
        dx_inquiry_open(c->inquiry, wanted->frame, wanted->sees, wanted->kind);
    situation inside = {dx_inquiry_inside(c->inquiry, mind), wanted->heard};
    dx_inquiry_node asked, given = DX_NODE_NONE;
    if (wanted->is_part)
        dx_inquiry_be_part(c->inquiry, mind);
    dx_status status = translate(c, wanted->asked, inside, &asked);
    if (status == DX_OK && wanted->given != DX_FORMULA_NONE)
        status = translate(c, wanted->given, inside, &given);
    if (status == DX_OK)
        status = hear_all(c, mind, wanted->seats, wanted->heard);
    if (status == DX_OK)
        dx_inquiry_close(c->inquiry, mind, asked, given);
    *out = mind;
    return status;
}

static bool is_same_mind(const dx_mind_wanted *a, const dx_mind_wanted *b)
{
    return a->kind == b->kind && a->seats == b->seats && a->asked == b->asked &&
           a->given == b->given && a->frame == b->frame &&
           a->heard == b->heard && a->is_part == b->is_part;
}

// A mind as it is, made if it is new.
static dx_status ask_whole(dx_translator *c, const dx_mind_wanted *wanted,
                           situation at, dx_inquiry_node *out)
{
    size_t i = 0;
    while (i < c->minds.count && !is_same_mind(&c->minds.at[i].wanted, wanted))
        i++;
    if (i == c->minds.count) {
        dx_mind_made made = {.wanted = *wanted};
        dx_status status = make_mind(c, wanted, &made.mind);
        if (status != DX_OK)
            return status;
        i = c->minds.count;
        dx_vector_push(&c->minds, made);
    }
    // What a mind sees follows from what it was looked up by.
    assert(c->minds.at[i].wanted.sees == wanted->sees);
    *out = dx_inquiry_mind(c->inquiry, at.spot, c->minds.at[i].mind);
    return DX_OK;
}

static dx_status ask_wanted(dx_translator *c, const dx_mind_wanted *wanted,
                            situation at, dx_inquiry_node *out);

static dx_inquiry_node holds_kind(dx_translator *c, situation at,
                                  unsigned where, unsigned kind)
{
    dx_claims_clear(c->claims);
    dx_claim claim = dx_claim_some(c->claims, DX_BIT(where), DX_BIT(kind));
    return dx_inquiry_claim(c->inquiry, at.spot, c->claims, claim);
}

// By what a place holds: one case where the mind sees it, else all of them
// together.
static dx_status ask_by_cases(dx_translator *c, const dx_mind_wanted *wanted,
                              unsigned where, situation at,
                              dx_inquiry_node *out)
{
    bool is_seen = wanted->sees >> where & 1;
    assert(wanted->frame->size[where] == 1);
    dx_inquiry_node nodes[2 * DX_KINDS_MAX];
    size_t count = 0;
    dx_status status = DX_OK;
    for (uint64_t left = wanted->frame->could[where];
         left != 0 && status == DX_OK; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(left);
        dx_mind_wanted part = *wanted;
        part.frame = dx_inquiry_case(c->inquiry, wanted->frame, where, kind);
        part.is_part = !is_seen;
        if (is_seen)
            nodes[count++] = holds_kind(c, at, where, kind);
        status = is_seen ? ask_wanted(c, &part, at, &nodes[count])
                         : ask_whole(c, &part, at, &nodes[count]);
        count++;
    }
    if (status == DX_OK)
        *out = is_seen
                   ? dx_inquiry_select(c->inquiry, count, nodes)
                   : dx_inquiry_parts(c->inquiry, wanted->kind, count, nodes);
    return status;
}

static dx_status ask_wanted(dx_translator *c, const dx_mind_wanted *wanted,
                            situation at, dx_inquiry_node *out)
{
    unsigned where = dx_translator_case(c, wanted);
    return where == DX_NONE ? ask_whole(c, wanted, at, out)
                            : ask_by_cases(c, wanted, where, at, out);
}

// The mind that puts together what `seats` see, asked at a place.
static dx_status ask_mind(dx_translator *c, dx_mind_wanted want, situation at,
                          dx_inquiry_node *out)
{
    want.frame = dx_inquiry_seen_cases(c->inquiry, at.spot.frame, want.sees);
    want.heard = at.heard;
    return ask_wanted(c, &want, at, out);
}

static dx_status ask_seats(dx_translator *c, dx_mind_kind kind, uint64_t seats,
                           dx_formula asked, situation at, dx_inquiry_node *out)
{
    dx_mind_wanted want = {.kind = kind,
                           .seats = seats,
                           .sees = dx_frame_seen_by(at.spot.frame, seats),
                           .asked = asked,
                           .given = DX_FORMULA_NONE};
    return ask_mind(c, want, at, out);
}

static dx_status translate_attitude(dx_translator *c, dx_formula f,
                                    situation at, dx_inquiry_node *out)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    uint64_t seats;
    dx_status status = seats_of(c, f, 0, 1, &seats);
    if (status != DX_OK)
        return status;
    return ask_seats(c,
                     kind == DX_KNOWS      ? DX_MIND_KNOWS
                     : kind == DX_POSSIBLE ? DX_MIND_POSSIBLE
                                           : DX_MIND_WHETHER,
                     seats, operand(c, f, 1), at, out);
}

static dx_status translate_chance(dx_translator *c, dx_formula f, situation at,
                                  dx_inquiry_node *out)
{
    bool is_given = dx_formula_kind(c->store, f) == DX_PROBABILITY_GIVEN;
    dx_mind_wanted want = {.kind = DX_MIND_CHANCE,
                           .asked = operand(c, f, 1),
                           .given =
                               is_given ? operand(c, f, 2) : DX_FORMULA_NONE};
    dx_status status = seats_of(c, f, 0, 1, &want.seats);
    want.sees = dx_frame_seen_by(at.spot.frame, want.seats);
    if (status != DX_OK)
        return status;
    if (!dx_inquiry_has_chances(c->inquiry, at.spot.frame, want.sees))
        return dx_fail_no_chances(c->question->rules->game, c->error);
    return ask_mind(c, want, at, out);
}

// Groups.

static dx_status everybody(dx_translator *c, uint64_t seats, dx_formula asked,
                           situation at, dx_inquiry_node *out)
{
    dx_inquiry_node each[DX_SEATS_MAX];
    size_t count = 0;
    dx_status status = DX_OK;
    assert(seats >> DX_SEATS_MAX == 0);
    for (; seats != 0 && status == DX_OK; seats &= seats - 1)
        status = ask_seats(c, DX_MIND_KNOWS, seats & -seats, asked, at,
                           &each[count++]);
    if (status == DX_OK)
        *out = dx_inquiry_join(c->inquiry, DX_JOIN_AND, count, each);
    return status;
}

// E[group] asked, as a formula, so that its minds are shared between levels.
static dx_formula once_more(dx_translator *c, dx_formula group,
                            dx_formula asked)
{
    size_t count = dx_formula_count(c->store, group); // seats may come twice
    uint32_t *operands = dx_alloc(count, sizeof *operands);
    operands[0] = asked;
    for (size_t i = 1; i < count; i++)
        operands[i] = operand(c, group, i);
    dx_formula more = dx_formula_make(c->store, DX_EVERYBODY, count, operands);
    dx_free(operands);
    return more;
}

static uint64_t seen_by_all(const dx_frame *frame, uint64_t seats)
{
    uint64_t places = frame->all;
    assert(seats >> DX_SEATS_MAX == 0);
    for (; seats != 0; seats &= seats - 1)
        places &= frame->sees[__builtin_ctzll(seats)];
    return places;
}

// Is any of the group told something that the others are not?
static bool is_told_apart(const dx_translator *c, uint64_t seats,
                          uint32_t number)
{
    for (; number != 0; number = c->hearings.at[number].before)
        if ((seats & ~c->hearings.at[number].seats) != 0 &&
            (seats & c->hearings.at[number].seats) != 0)
            return true;
    return false;
}

// What member i of a group has heard, as nodes over the closed scope.
static dx_status member_hears(dx_translator *c, dx_mind_id mind, size_t i,
                              uint64_t seat, uint32_t number)
{
    dx_status status = DX_OK;
    for (; number != 0 && status == DX_OK;
         number = c->hearings.at[number].before) {
        dx_announced h = c->hearings.at[number];
        situation inside = {dx_inquiry_inside(c->inquiry, mind), h.before};
        dx_inquiry_node said;
        if ((h.seats & seat) == 0)
            continue;
        status = translate(c, h.said, inside, &said);
        if (status == DX_OK)
            dx_inquiry_member_hears(c->inquiry, mind, i, said, h.whether);
    }
    return status;
}

// Common knowledge by going everywhere (minds/inquiry/closure.h).
static dx_status close_over(dx_translator *c, uint64_t seats, dx_formula asked,
                            situation at, dx_inquiry_node *out)
{
    uint64_t sees[DX_SEATS_MAX], seat[DX_SEATS_MAX];
    size_t count = 0;
    const dx_frame *frame = dx_inquiry_seen_cases(c->inquiry, at.spot.frame, 0);
    for (uint64_t left = seats; left != 0; left &= left - 1) {
        seat[count] = left & -left;
        sees[count++] = dx_frame_seen_by(frame, left & -left);
    }
    dx_mind_id mind = dx_inquiry_open_common(c->inquiry, frame, count, sees);
    situation inside = {dx_inquiry_inside(c->inquiry, mind), at.heard};
    dx_inquiry_node node;
    dx_status status = translate(c, asked, inside, &node);
    for (size_t i = 0; i < count && status == DX_OK; i++)
        status = member_hears(c, mind, i, seat[i], at.heard);
    if (status != DX_OK)
        return status;
    dx_inquiry_close(c->inquiry, mind, node, DX_NODE_NONE);
    *out = dx_inquiry_mind(c->inquiry, at.spot, mind);
    return DX_OK;
}

// Do the doubts of these seats lead wherever what all of them see is the same?
static bool lead_everywhere(dx_translator *c, uint64_t seats, situation at)
{
    uint64_t sees[DX_SEATS_MAX];
    size_t count = 0;
    const dx_frame *frame = dx_inquiry_seen_cases(c->inquiry, at.spot.frame, 0);
    for (uint64_t left = seats; left != 0; left &= left - 1)
        sees[count++] = dx_frame_seen_by(frame, left & -left);
    dx_mechanisms *mechanisms = dx_inquiry_effort(c->inquiry)->mechanisms;
    if (at.heard != 0 || !dx_mechanism_is_on(mechanisms, DX_BY_CONNECTION) ||
        !dx_frame_is_connected(frame, count, sees))
        return false;
    dx_mechanism_note(mechanisms, DX_BY_CONNECTION, 0);
    return true;
}

// What all of these seats see together is common to them; where some were told
// more, only what a bystander has is surely so.
static dx_status ask_common(dx_translator *c, uint64_t seats, dx_formula asked,
                            situation at, dx_inquiry_node *out)
{
    bool apart = is_told_apart(c, seats, at.heard);
    dx_mind_wanted want = {.kind = DX_MIND_KNOWS,
                           .seats = apart ? 0 : DX_BIT(63) | seats,
                           .sees =
                               apart ? 0 : seen_by_all(at.spot.frame, seats),
                           .asked = asked,
                           .given = DX_FORMULA_NONE};
    return ask_mind(c, want, at, out);
}

static dx_status translate_common(dx_translator *c, dx_formula f, situation at,
                                  dx_inquiry_node *out)
{
    enum { LEVELS_MAX = 16 };
    dx_inquiry_node level[LEVELS_MAX], common, closure = DX_NODE_NONE;
    uint64_t seats;
    dx_formula asked = operand(c, f, 0);
    dx_status status = seats_of(c, f, 1, dx_formula_count(c->store, f), &seats);
    unsigned levels = c->levels < LEVELS_MAX ? c->levels : LEVELS_MAX;
    if (status == DX_OK && lead_everywhere(c, seats, at))
        return ask_common(c, seats, asked, at, out);
    for (unsigned i = 0; i < levels && status == DX_OK; i++) {
        status = everybody(c, seats, asked, at, &level[i]);
        asked = once_more(c, f, asked);
        if (asked == DX_FORMULA_NONE)
            return refuse(c, "a formula that is too deep");
    }
    if (status == DX_OK)
        status = ask_common(c, seats, operand(c, f, 0), at, &common);
    if (status == DX_OK && c->closes)
        status = close_over(c, seats, operand(c, f, 0), at, &closure);
    if (status == DX_OK)
        *out = dx_inquiry_common(c->inquiry, levels, level, common, closure);
    return status;
}

static dx_status translate_group(dx_translator *c, dx_formula f, situation at,
                                 dx_inquiry_node *out)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    uint64_t seats;
    dx_status status = seats_of(c, f, 1, dx_formula_count(c->store, f), &seats);
    if (status != DX_OK)
        return status;
    if (kind == DX_COMMON)
        return translate_common(c, f, at, out);
    return kind == DX_EVERYBODY
               ? everybody(c, seats, operand(c, f, 0), at, out)
               : ask_seats(c, DX_MIND_KNOWS, seats, operand(c, f, 0), at, out);
}

// Announcements.

static bool is_same(const dx_announced *a, const dx_announced *b)
{
    return a->said == b->said && a->before == b->before &&
           a->seats == b->seats && a->whether == b->whether;
}

// [..] g is f -> g behind it, or g alone where only whether f is told; and
// <..> g is f & g.
static dx_status translate_telling(dx_translator *c, dx_formula f, situation at,
                                   dx_inquiry_node *out)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    bool to_all = kind == DX_ANNOUNCE || kind == DX_ANNOUNCE_DUAL ||
                  kind == DX_TELL_WHETHER || kind == DX_TELL_WHETHER_DUAL;
    bool is_dual = kind == DX_ANNOUNCE_DUAL || kind == DX_TELL_DUAL;
    bool has_condition = is_dual || kind == DX_ANNOUNCE || kind == DX_TELL;
    dx_announced h = {.said = operand(c, f, 0),
                      .before = at.heard,
                      .seats = UINT64_MAX,
                      .whether = !to_all || !has_condition};
    dx_inquiry_node part[2];
    assert(at.heard < c->hearings.count);
    dx_status status =
        to_all ? DX_OK
               : seats_of(c, f, 2, dx_formula_count(c->store, f), &h.seats);
    if (status != DX_OK)
        return status;
    uint32_t number = 1;
    while (number < c->hearings.count && !is_same(&c->hearings.at[number], &h))
        number++;
    if (number == c->hearings.count)
        dx_vector_push(&c->hearings, h);
    status =
        translate(c, operand(c, f, 1), (situation){at.spot, number}, &part[1]);
    if (status != DX_OK || !has_condition) {
        *out = part[1];
        return status;
    }
    status = translate(c, h.said, at, &part[0]);
    if (status != DX_OK)
        return status;
    if (!is_dual)
        part[0] = dx_inquiry_join(c->inquiry, DX_JOIN_NOT, 1, &part[0]);
    *out = dx_inquiry_join(c->inquiry, is_dual ? DX_JOIN_AND : DX_JOIN_OR, 2,
                           part);
    return DX_OK;
}

// Time.

static dx_status translate_at(dx_translator *c, dx_formula f, situation at,
                              size_t number, dx_inquiry_node *out)
{
    const dx_frame *then = dx_frames_at(c->frames, number);
    assert(then->number <= at.spot.frame->number); // nothing that is to come
    return translate(c, f, (situation){{at.spot.scope, then}, 0}, out);
}

static dx_status translate_span(dx_translator *c, const dx_need *need,
                                situation at, dx_inquiry_node *out)
{
    size_t count = at.spot.frame->number + 1;
    dx_inquiry_node *each = dx_alloc(count, sizeof *each);
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++)
        status = translate_at(c, need->inner, at, i, &each[i]);
    if (status == DX_OK)
        *out = dx_inquiry_join(c->inquiry,
                               need->when == DX_ONCE ? DX_JOIN_OR : DX_JOIN_AND,
                               count, each);
    dx_free(each);
    return status;
}

static dx_status translate_past(dx_translator *c, const dx_need *need,
                                situation at, dx_inquiry_node *out)
{
    size_t now = at.spot.frame->number;
    if (need->when == DX_ONCE || need->when == DX_SOFAR)
        return translate_span(c, need, at, out);
    if (need->when == DX_PREV && now > 0)
        return translate_at(c, need->inner, at, now - 1, out);
    if (need->when == DX_AT && need->turn <= now)
        return translate_at(c, need->inner, at, need->turn, out);
    *out = dx_inquiry_number(c->inquiry, dx_fraction_int(0));
    return DX_OK;
}

// Facts and numbers of the game.

static dx_inquiry_node number_node(dx_translator *c, int number)
{
    return dx_inquiry_number(c->inquiry, dx_fraction_int(number));
}

static dx_status translate_need(dx_translator *c, const dx_need *need,
                                situation at, dx_inquiry_node *out)
{
    const dx_frame *frame = at.spot.frame;
    if (need->kind == DX_NEED_PAST)
        return translate_past(c, need, at, out);
    if (need->kind == DX_NEED_NOW) {
        *out = number_node(c, (int)frame->turn);
        return DX_OK;
    }
    dx_claims_clear(c->claims);
    dx_claim claim = dx_need_claim(need, frame->sight, c->claims);
    *out = dx_inquiry_claim(c->inquiry, at.spot, c->claims, claim);
    return DX_OK;
}

// What is put together from operands.

static dx_status translate_join(dx_translator *c, dx_formula f, dx_join join,
                                situation at, dx_inquiry_node *out)
{
    size_t count = dx_formula_count(c->store, f);
    dx_inquiry_node *parts = dx_alloc(count, sizeof *parts);
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++)
        status = translate(c, operand(c, f, i), at, &parts[i]);
    if (status == DX_OK && dx_formula_kind(c->store, f) == DX_IMPLIES)
        parts[0] = dx_inquiry_join(c->inquiry, DX_JOIN_NOT, 1, &parts[0]);
    if (status == DX_OK)
        *out = dx_inquiry_join(c->inquiry, join, count, parts);
    dx_free(parts);
    return status;
}

static bool join_of(dx_kind kind, dx_join *out)
{
    static const struct {
        dx_kind kind;
        dx_join join;
    } joins[] = {
        {DX_NOT, DX_JOIN_NOT},
        {DX_AND, DX_JOIN_AND},
        {DX_OR, DX_JOIN_OR},
        {DX_IMPLIES, DX_JOIN_OR},
        {DX_IFF, DX_JOIN_IFF},
        {DX_ADD, DX_JOIN_ADD},
        {DX_SUBTRACT, DX_JOIN_SUBTRACT},
        {DX_MULTIPLY, DX_JOIN_MULTIPLY},
        {DX_DIVIDE, DX_JOIN_DIVIDE},
        {DX_MODULO, DX_JOIN_MODULO},
        {DX_NEGATIVE, DX_JOIN_NEGATIVE},
        {DX_EQUAL, DX_JOIN_EQUAL},
        {DX_NOT_EQUAL, DX_JOIN_NOT_EQUAL},
        {DX_LESS, DX_JOIN_LESS},
        {DX_LESS_EQUAL, DX_JOIN_LESS_EQUAL},
        {DX_GREATER, DX_JOIN_GREATER},
        {DX_GREATER_EQUAL, DX_JOIN_GREATER_EQUAL},
    };
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (joins[i].kind == kind) {
            *out = joins[i].join;
            return true;
        }
    return false;
}

static dx_status translate_operator(dx_translator *c, dx_formula f,
                                    situation at, dx_inquiry_node *out)
{
    switch (dx_formula_kind(c->store, f)) {
    case DX_KNOWS:
    case DX_POSSIBLE:
    case DX_KNOWS_WHETHER:
        return translate_attitude(c, f, at, out);
    case DX_PROBABILITY:
    case DX_PROBABILITY_GIVEN:
        return translate_chance(c, f, at, out);
    case DX_EVERYBODY:
    case DX_DISTRIBUTED:
    case DX_COMMON:
        return translate_group(c, f, at, out);
    case DX_ANNOUNCE:
    case DX_ANNOUNCE_DUAL:
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
    case DX_TELL:
    case DX_TELL_DUAL:
    case DX_TELL_GROUP_WHETHER:
    case DX_TELL_GROUP_WHETHER_DUAL:
        return translate_telling(c, f, at, out);
    default:
        return refuse(c, "an operator that only histories can answer");
    }
}

static dx_status translate(dx_translator *c, dx_formula f, situation at,
                           dx_inquiry_node *out)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    const dx_need *need = dx_question_need(c->question, f);
    dx_join join;
    if (need != NULL)
        return translate_need(c, need, at, out);
    if (kind == DX_TRUE || kind == DX_FALSE) {
        *out = number_node(c, kind == DX_TRUE);
        return DX_OK;
    }
    if (kind == DX_NUMBER) {
        *out = dx_inquiry_number(c->inquiry, dx_formula_value(c->store, f));
        return DX_OK;
    }
    if (join_of(kind, &join))
        return translate_join(c, f, join, at, out);
    return translate_operator(c, f, at, out);
}

dx_asked_parts dx_asked_parts_of(const dx_formulas *store, dx_formula f)
{
    dx_kind kind = dx_formula_kind(store, f);
    size_t count = dx_formula_count(store, f);
    switch (dx_kind_family(kind)) {
    case DX_FAMILY_TRUTH:
    case DX_FAMILY_NUMBER:
        return (dx_asked_parts){.is_known = true};
    case DX_FAMILY_BOOLEAN:
    case DX_FAMILY_COMPARE:
    case DX_FAMILY_ARITHMETIC:
        return (dx_asked_parts){.is_known = true, .behind = count};
    case DX_FAMILY_ATTITUDE:
        if (kind == DX_BELIEVES || kind == DX_BELIEVES_GIVEN)
            return (dx_asked_parts){0};
        return (dx_asked_parts){true, 1, count, 0, 1};
    case DX_FAMILY_PROBABILITY:
        return (dx_asked_parts){true, 1, count, 0, 1};
    case DX_FAMILY_GROUP:
        return (dx_asked_parts){true, 0, 1, 1, count};
    case DX_FAMILY_ANNOUNCE:
    case DX_FAMILY_TELL:
        return (dx_asked_parts){.is_known = true, .behind = 2};
    default:
        return (dx_asked_parts){0};
    }
}

static bool can_say(const dx_question *q, dx_formula f)
{
    const dx_need *need = dx_question_need(q, f);
    if (need != NULL)
        return need->kind != DX_NEED_PAST || can_say(q, need->inner);
    dx_asked_parts parts = dx_asked_parts_of(q->store, f);
    for (size_t i = parts.first; i < parts.behind; i++)
        if (!can_say(q, dx_formula_operand(q->store, f, i)))
            return false;
    return parts.is_known;
}

bool dx_can_translate(const dx_question *q)
{
    return can_say(q, q->formula);
}

dx_status dx_translate(dx_translator *c, dx_formula f, dx_vantage spot,
                       dx_inquiry_node *out, dx_error *error)
{
    c->error = error;
    dx_status status = translate(c, f, (situation){spot, 0}, out);
    c->error = NULL;
    return status;
}

bool dx_translator_name(const dx_translator *c, dx_mind_id mind, dx_text *out)
{
    static const char *const letters[] = {"K", "M", "Kw", "P"};
    size_t i = 0;
    while (i < c->minds.count && c->minds.at[i].mind != mind)
        i++;
    if (i == c->minds.count)
        return false;
    const dx_mind_wanted *made = &c->minds.at[i].wanted;
    uint64_t seats = made->seats & ~DX_BIT(63);
    bool several = (seats & (seats - 1)) != 0;
    bool common = (made->seats & DX_BIT(63)) != 0; // what all of them see
    dx_text_add(out, common       ? "C"
                     : several    ? "D"
                     : seats == 0 ? "public"
                                  : letters[made->kind]);
    for (uint64_t left = seats; left != 0; left &= left - 1)
        dx_text_printf(out, "%c%d", left == seats ? '[' : ',',
                       __builtin_ctzll(left) + 1);
    dx_text_add(out, seats != 0 ? "] " : " ");
    dx_formula_print(c->store, dx_question_as_written(c->question, made->asked),
                     out);
    return true;
}
