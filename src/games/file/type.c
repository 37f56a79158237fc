// Types: how they are written, what values they have, and which value stands
// where another is wanted.

#include "games/file/reader.h"

#include <string.h>

unsigned dx_dg_find(const void *array, size_t size, size_t count,
                    const char *name)
{
    unsigned i = 0;
    for (const char *at = array; i < count; i++, at += size)
        if (strcmp(*(const char *const *)(const void *)at, name) == 0)
            break;
    return i;
}

const dx_dg_set *dx_dg_find_set(const dx_dg *p, const char *name)
{
    unsigned i = DX_DG_FIND(p->set, p->sets, name);
    return i < p->sets ? &p->set[i] : NULL;
}

unsigned dx_dg_attribute(const dx_dg *p, const dx_dg_set *set)
{
    unsigned i = 0;
    while (i < p->attributes && &p->set[p->attribute_set[i]] != set)
        i++;
    return i;
}

// ---- values ----

dx_dg_type dx_dg_member(dx_dg_type type)
{
    return (dx_dg_type){.kind = type.of, .set = type.set};
}

unsigned dx_dg_values(const dx_dg *p, dx_dg_type type)
{
    switch (type.kind) {
    case DX_DG_T_FLAG:
        return 2;
    case DX_DG_T_SEAT:
        return p->players;
    case DX_DG_T_CARD:
        return p->kinds;
    case DX_DG_T_SET:
        return p->set[type.set].count;
    case DX_DG_T_SOME:
        return 1U << dx_dg_values(p, dx_dg_member(type));
    default:
        return DX_VALUES_MAX;
    }
}

int dx_dg_decode(const dx_dg *p, dx_dg_type type, unsigned value)
{
    if (value == DX_HOLE)
        return DX_DG_HOLE;
    int plain = (int)value - type.or_none;
    return plain < 0 ? DX_DG_NONE : plain + dx_dg_first(p, type);
}

// ---- reading ----

void dx_dg_set_of(dx_dg_reader *r, dx_dg_type member, dx_dg_type *out)
{
    bool is_set = member.kind == DX_DG_T_SET || member.kind == DX_DG_T_SEAT;
    *out = (dx_dg_type){
        .kind = DX_DG_T_SOME, .set = member.set, .of = member.kind};
    if (!is_set || dx_dg_values(r->p, member) > 7)
        dx_dg_fail(r, &r->lexer.token,
                   "expected some of a set, or of the seats, of at most 7");
}

dx_dg_type dx_dg_read_type(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    if (dx_dg_take(r, "set")) {
        dx_dg_type some;
        dx_dg_expect(r, "of");
        dx_dg_set_of(r, dx_dg_read_type(r), &some);
        return some;
    }
    const char *name = dx_dg_name_of(r, "a type: seat, number, flag, a set");
    const dx_dg_set *set = dx_dg_find_set(r->p, name);
    dx_dg_type type = {.kind = DX_DG_T_NUMBER};
    if (strcmp(name, "seat") == 0)
        type.kind = DX_DG_T_SEAT;
    else if (strcmp(name, "flag") == 0)
        type.kind = DX_DG_T_FLAG;
    else if (r->p->pack != NULL && strcmp(name, r->p->pack) == 0)
        type.kind = DX_DG_T_CARD;
    else if (set != NULL)
        type = (dx_dg_type){.kind = DX_DG_T_SET,
                            .set = (uint8_t)(set - r->p->set)};
    else if (strcmp(name, "number") != 0 && r->status == DX_OK)
        dx_dg_fail(r, &at,
                   "there is no type '%s'; expected seat, number, flag, the "
                   "pack or a set",
                   name);
    if (dx_dg_take(r, "or")) {
        dx_dg_expect(r, "none");
        type.or_none = true;
    }
    return type;
}

// ---- which fits which ----

bool dx_dg_is_number(const dx_dg *p, dx_dg_type type)
{
    return type.kind == DX_DG_T_NUMBER ||
           (type.kind == DX_DG_T_SET && p->set[type.set].is_numbers);
}

bool dx_dg_is_card(const dx_dg *p, dx_dg_type type)
{
    return type.kind == DX_DG_T_CARD ||
           (type.kind == DX_DG_T_SET && p->set[type.set].is_cards);
}

// May a value of one type stand where another is wanted?
bool dx_dg_fits(const dx_dg *p, dx_dg_type type, dx_dg_type want)
{
    if (type.kind == DX_DG_T_NONE || want.kind == DX_DG_T_NONE)
        return true;
    if (dx_dg_is_number(p, want))
        return dx_dg_is_number(p, type);
    if (dx_dg_is_card(p, want))
        return dx_dg_is_card(p, type);
    if (type.kind == DX_DG_T_SET && want.kind == DX_DG_T_SET)
        return type.set == want.set || p->set[type.set].whole == want.set + 1;
    return type.kind == want.kind &&
           (type.kind != DX_DG_T_SOME ||
            (type.set == want.set && type.of == want.of));
}

const char *dx_dg_type_said(const dx_dg *p, dx_dg_type type)
{
    switch (type.kind) {
    case DX_DG_T_FLAG:
        return "yes or no";
    case DX_DG_T_SEAT:
        return "a seat";
    case DX_DG_T_CARD:
        return "a card";
    case DX_DG_T_SET:
        return p->set[type.set].name;
    case DX_DG_T_SOME:
        return "some of a set";
    case DX_DG_T_NONE:
        return "none";
    default:
        return "a number";
    }
}

const dx_dg_node *dx_dg_check(dx_dg_reader *r, const dx_dg_node *node,
                              const dx_dg_type *want, const char *name)
{
    if (want != NULL && !dx_dg_fits(r->p, node->type, *want))
        BAD(r, name, "expected %s, found %s%s", dx_dg_type_said(r->p, *want),
            dx_dg_type_said(r->p, node->type),
            want->kind == DX_DG_T_NUMBER && node->type.kind == DX_DG_T_SEAT
                ? "; left(s) is the next seat, order(s) the number of one"
                : "");
    return node;
}
