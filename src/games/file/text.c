// Words for values, and a table for a person and for a program: places with
// their cards, then variables.

#include "games/file/inside.h"

#include <stdio.h>
#include <string.h>

unsigned dx_dg_values_of(const dx_rules *rules, const char *type)
{
    const dx_dg *p = dx_dg_of(rules);
    unsigned i = DX_DG_FIND(p->types.at, p->types.count, type);
    if (i == p->types.count)
        return 0;
    dx_dg_type found = p->types.at[i].type;
    return dx_dg_values(p, found) + found.or_none;
}

static void say(const dx_dg *p, dx_dg_type type, int value, dx_text *out);

// Letters stand together, words and numbers have commas between them.
static void say_some(const dx_dg *p, dx_dg_type member, int bits, dx_text *out)
{
    bool is_letters =
        member.kind == DX_DG_T_SET && !p->set[member.set].is_numbers;
    for (unsigned i = 0; is_letters && i < p->set[member.set].count; i++)
        is_letters = p->set[member.set].word[i][1] == '\0';
    if (bits == 0)
        dx_text_add(out, "none");
    for (const char *comma = ""; bits > 0; bits &= bits - 1) {
        dx_text_add(out, comma);
        say(p, member, dx_dg_first(p, member) + __builtin_ctz((unsigned)bits),
            out);
        comma = is_letters ? "" : ",";
    }
}

static void say(const dx_dg *p, dx_dg_type type, int value, dx_text *out)
{
    if (value == DX_DG_NONE)
        dx_text_add(out, "none");
    else if (value == DX_DG_HOLE)
        dx_text_add_char(out, '?');
    else if (type.kind == DX_DG_T_SOME)
        say_some(p, dx_dg_member(type), value, out);
    else if (type.kind == DX_DG_T_CARD)
        dx_text_add(out, p->word[value]);
    else if (type.kind == DX_DG_T_SET && !p->set[type.set].is_numbers)
        dx_text_add(out, p->set[type.set].word[value - p->set[type.set].first]);
    else if (type.kind == DX_DG_T_FLAG)
        dx_text_add(out, value != 0 ? "yes" : "no");
    else
        dx_text_printf(out, "%d", value + (type.kind == DX_DG_T_SEAT));
}

void dx_dg_say(const dx_rules *rules, const char *type, unsigned value,
               dx_text *out)
{
    const dx_dg *p = dx_dg_of(rules);
    unsigned i = DX_DG_FIND(p->types.at, p->types.count, type);
    if (i < p->types.count)
        say(p, p->types.at[i].type, dx_dg_decode(p, p->types.at[i].type, value),
            out);
}

unsigned dx_dg_speak_members(const dx_rules *rules, const char *type,
                             unsigned value, dx_text *out)
{
    const dx_dg *p = dx_dg_of(rules);
    unsigned i = DX_DG_FIND(p->types.at, p->types.count, type);
    if (i == p->types.count || p->types.at[i].type.kind != DX_DG_T_SOME)
        return 0;
    dx_dg_type found = p->types.at[i].type;
    dx_dg_type member = dx_dg_member(found);
    int bits = dx_dg_decode(p, found, value);
    if (bits <= 0)
        return 0;
    unsigned all = (unsigned)__builtin_popcount((unsigned)bits), left = all;
    for (; bits != 0; bits &= bits - 1, left--) {
        dx_text word = {0};
        say(p, member, dx_dg_first(p, member) + __builtin_ctz((unsigned)bits),
            &word);
        dx_text_printf(out, "%s%s",
                       left == all ? ""
                       : left == 1 ? " and "
                                   : ", ",
                       dx_dg_spoken_of(p, dx_text_string(&word)));
        dx_text_release(&word);
    }
    return all;
}

const char *dx_dg_type_name(dx_dg *p, dx_dg_type type)
{
    static const char *const plain[] = {"flag", "number", "seat"};
    bool is_some = type.kind == DX_DG_T_SOME;
    dx_dg_type of = is_some ? dx_dg_member(type) : type;
    const char *name = of.kind == DX_DG_T_CARD  ? p->pack
                       : of.kind == DX_DG_T_SET ? p->set[of.set].name
                       : of.kind < 3            ? plain[of.kind]
                                                : plain[1];
    dx_text text = {0};
    dx_text_printf(&text, "%s%s%s", is_some ? "set of " : "", name,
                   type.or_none ? " or none" : "");
    unsigned i = DX_DG_FIND(p->types.at, p->types.count, dx_text_string(&text));
    if (i == p->types.count) {
        char *owned = dx_copy_text(dx_text_string(&text));
        dx_vector_push(&p->owned, (void *)owned);
        dx_vector_push(&p->types, ((dx_dg_named){owned, type}));
    }
    dx_text_release(&text);
    return p->types.at[i].name;
}

// "hand(2)"
static void say_cell(const dx_dg *p, const dx_dg_place *place, unsigned i,
                     dx_text *out)
{
    int from = place->low != 0 ? place->low : dx_dg_first(p, place->index);
    dx_text_add(out, place->name);
    if (!place->has_index)
        return;
    dx_text_add_char(out, '(');
    say(p, place->index, from + (int)i, out);
    dx_text_add_char(out, ')');
}

// The cards that are known here, then a '?' for each that is not.
static void each_card(const dx_dg_table *t, unsigned cell,
                      void (*add)(const dx_dg_table *t, int kind, dx_text *out),
                      dx_text *out)
{
    const int8_t *count = dx_dg_count(t, cell);
    unsigned size = dx_dg_size(t, cell);
    for (unsigned kind = 0; kind < t->program->kinds; kind++)
        for (int i = 0; i < count[kind] && size > 0; i++, size--)
            add(t, (int)kind, out);
    for (; size > 0; size--)
        add(t, DX_DG_HOLE, out);
}

static void show_card(const dx_dg_table *t, int kind, dx_text *out)
{
    dx_text_add_char(out, ' ');
    say(t->program, (dx_dg_type){.kind = DX_DG_T_CARD}, kind, out);
}

static void show_place(const dx_dg_table *t, const dx_dg_place *place,
                       dx_text *out)
{
    unsigned slots = place->slots > 0 ? place->slots : 1;
    for (unsigned i = 0; i < place->count; i++) {
        if (i % slots == 0) {
            say_cell(t->program, place, i / slots, out);
            dx_text_add_char(out, ':');
        }
        each_card(t, place->base + i, show_card, out);
        if (i % slots == slots - 1)
            dx_text_add_char(out, '\n');
    }
}

static int value_of(const dx_dg_table *t, const dx_dg_var *v, unsigned i)
{
    return (v->is_secret ? dx_dg_secrets(t) : dx_dg_vars(t))[v->base + i];
}

static void show_var(const dx_dg_table *t, const dx_dg_var *v, dx_text *out)
{
    dx_text_printf(out, "%s:", v->name);
    for (unsigned i = 0; i < v->count && v->count <= 10; i++) {
        dx_text_add_char(out, ' ');
        say(t->program, v->type, value_of(t, v, i), out);
    }
    dx_text_add_char(out, '\n');
}

void dx_dg_show(const void *table, dx_text *out)
{
    const dx_dg_table *t = table;
    dx_text_printf(out, "stock: %u\n", t->deck);
    for (unsigned i = 0; i < t->program->places; i++)
        show_place(t, &t->program->place[i], out);
    for (unsigned i = 0; i < t->program->vars; i++)
        if (t->program->var[i].count <= 10)
            show_var(t, &t->program->var[i], out);
}

static void add_card(const dx_dg_table *t, int kind, dx_text *out)
{
    if (out->at[out->length - 1] != '[')
        dx_text_add_char(out, ',');
    if (kind < 0)
        dx_text_add(out, "null");
    else
        dx_text_add_json(out, t->program->word[kind]);
}

static void add_value(const dx_dg_table *t, const dx_dg_var *v, unsigned i,
                      dx_text *out)
{
    int value = value_of(t, v, i);
    dx_text word = {0};
    if (value < 0) {
        dx_text_add(out, "null");
        return;
    }
    say(t->program, v->type, value, &word);
    if (v->type.kind == DX_DG_T_FLAG)
        dx_text_add(out, value != 0 ? "true" : "false");
    else if (v->type.kind == DX_DG_T_NUMBER || v->type.kind == DX_DG_T_SEAT)
        dx_text_add(out, dx_text_string(&word));
    else
        dx_text_add_json(out, dx_text_string(&word));
    dx_text_release(&word);
}

void dx_dg_state(const dx_rules *rules DX_UNUSED, const void *table,
                 dx_text *out)
{
    const dx_dg_table *t = table;
    const dx_dg *p = t->program;
    dx_text_printf(out, "{\"stock\":%u,\"phase\":\"%s\",\"places\":{", t->deck,
                   p->phase[t->phase].name);
    for (unsigned i = 0; i < p->places; i++) {
        const dx_dg_place *place = &p->place[i];
        dx_text_printf(out, "%s\"%s\":[", i > 0 ? "," : "", place->name);
        for (unsigned k = 0; k < place->count; k++) {
            dx_text_add(out, k > 0 ? ",[" : "[");
            each_card(t, place->base + k, add_card, out);
            dx_text_add_char(out, ']');
        }
        dx_text_add_char(out, ']');
    }
    dx_text_add(out, "},\"vars\":{");
    for (unsigned i = 0; i < p->vars; i++) {
        dx_text_printf(out, "%s\"%s\":[", i > 0 ? "," : "", p->var[i].name);
        for (unsigned k = 0; k < p->var[i].count; k++) {
            dx_text_add(out, k > 0 ? "," : "");
            add_value(t, &p->var[i], k, out);
        }
        dx_text_add_char(out, ']');
    }
    dx_text_add(out, "}}");
}
