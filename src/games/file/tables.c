// The tables of a game that the rest of the house reads: facts, numbers, sets,
// and words (words.c has what the file says).  A fact, number or verb without
// words gets plain ones.

#include "games/file/reader.h"

#include <string.h>

// ---- facts and numbers ----

static const dx_dg_let *let_of(const dx_dg_table *t, const void *data)
{
    return &t->program->let[(uintptr_t)data - 1];
}

static void bind_args(const dx_dg_table *t, const dx_dg_let *let,
                      const int *args, int16_t *reg)
{
    for (unsigned i = 0; i < let->count; i++)
        reg[i] =
            (int16_t)dx_dg_decode(t->program, let->type[i], (unsigned)args[i]);
}

static int value_of(const void *data, const void *table, const int *args)
{
    const dx_dg_let *let = let_of(table, data);
    int16_t reg[DX_DG_REGS] = {0};
    bind_args(table, let, args, reg);
    return dx_dg_value(table, reg, let->body);
}

static dx_claim claim_of(const void *data, const void *table, const int *args,
                         dx_claims *out)
{
    const dx_dg_let *let = let_of(table, data);
    dx_dg_claiming c = {.t = table, .now = dx_dg_lots(table), .out = out};
    bind_args(table, let, args, c.reg);
    return dx_dg_claim(&c, let->body);
}

static bool holds(const dx_atom *self, const void *table, const int *args)
{
    return value_of(self->data, table, args) != 0;
}
static dx_claim claim_fact(const dx_atom *self, const void *sight,
                           const int *args, dx_claims *out)
{
    return claim_of(self->data, sight, args, out);
}
static int count_of(const dx_quantity *self, const void *table, const int *args)
{
    return value_of(self->data, table, args);
}
static dx_claim claim_number(const dx_quantity *self, const void *sight,
                             const int *args, dx_claims *out)
{
    return claim_of(self->data, sight, args, out);
}

static int stock(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args DX_UNUSED)
{
    return ((const dx_dg_table *)table)->deck;
}

// What the file says, or else what is plain.
#define OR_PRINT(r, said, ...)                                                 \
    ((said) != NULL ? (said) : dx_dg_print((r), __VA_ARGS__))

// " of %0 and %1", as many as there are.
static const char *of_args(unsigned count)
{
    static const char *const of[] = {"", " of %0", " of %0 and %1",
                                     " of %0, %1 and %2",
                                     " of %0, %1, %2 and %3"};
    return of[count];
}

static void add_fact(dx_dg_reader *r, const dx_dg_let *let, dx_atom *atom,
                     dx_fact_words *words)
{
    bool hidden = let->body->sees != DX_DG_ALL;
    const char *name = let->name, *const *said = let->said;
    const char *of = of_args(let->count);
    *words = (dx_fact_words){
        name, OR_PRINT(r, said[0], "\"%s\" holds%s", name, of),
        OR_PRINT(r, said[1], "\"%s\" does not hold%s", name, of),
        said[2] != NULL ? said[2] : name};
    *atom = (dx_atom){.name = name,
                      .help = words->menu,
                      .holds = holds,
                      .claim = hidden ? claim_fact : NULL,
                      .in_sight = !hidden,
                      .data = (void *)(uintptr_t)(let - r->p->let + 1)};
    for (unsigned i = 0; i < let->count; i++)
        atom->type[i] = dx_dg_type_name(r->p, let->type[i]);
}

static void add_number(dx_dg_reader *r, const dx_dg_let *let,
                       dx_quantity *quantity, dx_number_words *words)
{
    bool hidden = let->body->sees != DX_DG_ALL;
    const char *name = let->name, *const *said = let->said;
    const char *of = of_args(let->count);
    *words = (dx_number_words){
        name, OR_PRINT(r, said[0], "the number \"%s\"%s is #", name, of),
        OR_PRINT(r, said[1], "the number \"%s\"%s", name, of),
        said[2] != NULL ? said[2] : name};
    *quantity = (dx_quantity){.name = name,
                              .help = words->menu,
                              .value = count_of,
                              .claim = hidden ? claim_number : NULL,
                              .in_sight = !hidden,
                              .data = (void *)(uintptr_t)(let - r->p->let + 1)};
    for (unsigned i = 0; i < let->count; i++)
        quantity->type[i] = dx_dg_type_name(r->p, let->type[i]);
}

// ---- sets ----

static unsigned members(const dx_domain *self, const void *table,
                        const int *args DX_UNUSED, int *out)
{
    const dx_dg *p = ((const dx_dg_table *)table)->program;
    unsigned set = (unsigned)((uintptr_t)self->data - 1);
    bool all = set >= DX_DG_SETS;
    unsigned count = set == DX_DG_SETS ? p->kinds
                     : all             ? p->players
                                       : p->set[set].count;
    int first = !all && p->set[set].is_cards ? p->set[set].first : 0;
    for (unsigned i = 0; i < count; i++)
        out[i] = first + (int)i;
    return count;
}

static unsigned cards_there(const dx_domain *self, const void *table,
                            const int *args, int *out)
{
    const dx_dg_table *t = table;
    const dx_dg *p = t->program;
    const dx_dg_place *place = &p->place[(uintptr_t)self->data - 1];
    unsigned count = 0, cell = place->base;
    if (place->has_index)
        cell += (unsigned)args[0];
    for (unsigned kind = 0; kind < p->kinds; kind++)
        if (dx_dg_count(t, cell)[kind] > 0)
            out[count++] = (int)kind;
    return count;
}

// The fact `c in place(i)`, if the file has it.
static const dx_atom *fact_of(const dx_dg *p, const dx_dg_place *place)
{
    for (unsigned i = 0, fact = 0; i < p->lets; i++) {
        const dx_dg_node *body = p->let[i].body;
        unsigned index = place->has_index;
        if (body->type.kind != DX_DG_T_FLAG)
            continue;
        fact++;
        if (body->op == DX_DG_IN && body->range == DX_DG_CARDS_OF &&
            p->let[i].count == index + 1 &&
            body->lo->value == (int)place->base && body->a->op == DX_DG_REG &&
            body->a->reg == index &&
            (index == 0 || (body->lo->a != NULL && body->lo->a->reg == 0)))
            return &p->atoms[fact - 1];
    }
    return NULL;
}

static void add_places(dx_dg_reader *r, unsigned *count)
{
    dx_dg *p = r->p;
    for (unsigned i = 0; i < p->places; i++) {
        const dx_dg_place *place = &p->place[i];
        const dx_atom *is = fact_of(p, place);
        if (place->slots > 0 || (place->audience != DX_ALL && is == NULL))
            continue;
        dx_domain *d = &p->domains[*count];
        *d = (dx_domain){.name = place->name,
                         .help = dx_dg_print(r, "the cards in %s", place->name),
                         .member = dx_dg_type_name(p, card),
                         .members = cards_there,
                         .is = place->audience == DX_ALL ? NULL : is,
                         .data = (void *)(uintptr_t)(i + 1)};
        dx_set_words *words = &p->set_words[(*count)++];
        words->name = d->name;
        words->noun = place->noun != NULL
                          ? place->noun
                          : dx_dg_print(r, "the cards in %s", place->name);
        if (!place->has_index)
            continue;
        d->type[0] = dx_dg_type_name(p, place->index);
        if (place->noun != NULL)
            continue;
        words->noun = place->index.kind == DX_DG_T_SEAT
                          ? dx_dg_print(r, "the cards in %%0's %s", place->name)
                          : dx_dg_print(r, "the cards in %s %%0", place->name);
    }
}

static void add_sets(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    unsigned count = 0;
    p->domains[count] =
        (dx_domain){.name = "seats",
                    .help = "all seats",
                    .member = dx_dg_type_name(p, seat),
                    .members = members,
                    .data = (void *)(uintptr_t)(DX_DG_SETS + 2)};
    p->set_words[count++] = (dx_set_words){"seats", "the seats"};
    for (unsigned i = 0; i <= p->sets; i++) {
        bool all = i == p->sets;
        const dx_dg_set *set = &p->set[i];
        if (!all && set->is_numbers)
            continue;
        const char *name = dx_dg_print(r, "%ss", all ? p->pack : set->name);
        p->domains[count] = (dx_domain){
            .name = name,
            .help = dx_dg_print(r, "all %s", name),
            .member = dx_dg_type_name(
                p, all || set->is_cards
                       ? card
                       : (dx_dg_type){.kind = DX_DG_T_SET, .set = (uint8_t)i}),
            .members = members,
            .data = (void *)(uintptr_t)((all ? DX_DG_SETS : i) + 1)};
        p->set_words[count++] = (dx_set_words){
            name,
            dx_dg_print(r, all ? "the %s of the pack" : "the %s of the game",
                        name)};
    }
    add_places(r, &count);
}

// ---- words ----

static void default_sheet(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_sheet_words *s = &p->words.sheet;
    const char *names[DX_SHEET_MOVES] = {NULL};
    s->aim = s->aim != NULL ? s->aim : p->help;
    for (unsigned v = 0, i = 0; s->move[0].name == NULL && v < p->verbs; v++)
        if (!p->verb[v].is_chance && i < DX_SHEET_MOVES)
            names[i++] = p->verb[v].name;
    for (unsigned i = 0; i < DX_SHEET_MOVES && names[i] != NULL; i++)
        s->move[i].name = names[i];
}

// "@: ask %0 %1"
static void default_verb(dx_dg_reader *r, unsigned v)
{
    const dx_verb *verb = &r->p->dx_verbs[v];
    dx_verb_words *w = &r->p->verb_words[v];
    dx_text seen = {0}, part = {0}, move = {0};
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++) {
        dx_text_printf(&seen, " %%%u", i);
        if (verb->arg[i].audience == DX_ALL)
            dx_text_printf(&part, " %%%u", i);
        else
            dx_text_add(&part, " something");
        if (!verb->arg[i].outcome)
            dx_text_printf(&move, " %%%u", i);
    }
    w->name = verb->name;
    w->seen =
        OR_PRINT(r, w->seen, "@: %s%s", verb->name, dx_text_string(&seen));
    w->part =
        OR_PRINT(r, w->part, "@: %s%s", verb->name, dx_text_string(&part));
    w->move = OR_PRINT(r, w->move, "%s%s", verb->name, dx_text_string(&move));
    dx_text_release(&seen);
    dx_text_release(&part);
    dx_text_release(&move);
}

// A word of a set as it is spoken.
const char *dx_dg_spoken_of(const dx_dg *p, const char *word)
{
    unsigned i = DX_DG_FIND(p->spoken, p->spoken_words, word);
    return i < p->spoken_words ? p->spoken[i].as : word;
}

static void speak_attribute(const dx_dg *p, unsigned i, unsigned kind,
                            dx_text *out)
{
    const dx_dg_set *set = &p->set[p->attribute_set[i]];
    unsigned value = p->attribute[i][kind];
    dx_text_add(out, dx_dg_spoken_of(p, set->word[value]));
}

// Why it is over: what stands behind the `then over` that ended it.
static void say_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    const dx_dg_table *t = table;
    const char *why =
        t->is_over > 0 ? t->program->endings.at[t->is_over - 1] : NULL;
    if (why != NULL)
        dx_phrase_rules(cast->rules, why, out);
}

// A card of several words is spoken as the file says, "the %0 of %1", or else
// with blanks between them, the red pearl.
static bool speak(const dx_rules *rules, const char *type, unsigned value,
                  dx_word_form form, dx_text *out)
{
    const dx_dg *p = dx_dg_of(rules);
    const char *way = dx_dg_spoken_of(p, type);
    dx_text word = {0};
    if (dx_dg_speak_members(rules, type, value, out) > 0)
        return true;
    if (strcmp(type, p->pack) != 0 || p->attributes == 0) {
        dx_type_say(rules, type, value, &word);
        dx_word_say(dx_dg_spoken_of(p, dx_text_string(&word)), form, out);
        dx_text_release(&word);
        return true;
    }
    for (; way != type && *way != '\0'; way++)
        if (*way == '%' && way[1] >= '0' && way[1] < '0' + (int)p->attributes)
            speak_attribute(p, (unsigned)(*++way - '0'), value, out);
        else
            dx_text_add_char(out, *way);
    for (unsigned i = 0; way == type && i < p->attributes; i++) {
        dx_text_add(out, i > 0 ? " " : "the ");
        speak_attribute(p, i, value, out);
    }
    return true;
}

// Are cards drawn after the start?  (A def is read where it is called.)
static bool draws_later(const dx_dg *p)
{
    for (unsigned i = 0; i < p->step.count; i++)
        if ((i < p->start || i >= p->start_end) &&
            p->step.at[i].kind == DX_DG_DRAW)
            return true;
    return false;
}

// All numbers and facts where the file names none; of the stock only where
// somebody draws from it.
static void list_position(dx_dg *p, unsigned numbers, unsigned facts,
                          bool tells_stock)
{
    dx_position_words *at = p->position;
    p->words.position = p->position;
    if (at->name != NULL)
        return;
    for (unsigned i = 0; i < numbers; i++)
        (at++)->name = p->quantities[i].name;
    if (tells_stock)
        (at++)->name = "stock";
    for (unsigned i = 0; i < facts; i++)
        (at++)->name = p->atoms[i].name;
}

static bool is_many(const dx_rules *rules, const char *type, unsigned value)
{
    dx_text word = {0};
    bool is = dx_dg_speak_members(rules, type, value, &word) > 1;
    dx_text_release(&word);
    return is;
}

static bool may_change(const dx_dg_node *index, unsigned unused)
{
    (void)unused;
    return index->op != DX_DG_NUMBER && index->op != DX_DG_SUBTRACT;
}

// "c in missing", of a place of the table that nobody sees; or of some, "c in
// envelope(1) | c in envelope(2)".
static bool is_of_hidden_place(const dx_dg_node *body)
{
    if (body->op == DX_DG_OR)
        return is_of_hidden_place(body->a) && is_of_hidden_place(body->b);
    const dx_dg_node *cell = body->op == DX_DG_IN ? body->lo : NULL;
    return cell != NULL && body->range == DX_DG_CARDS_OF &&
           cell->op == DX_DG_CELL && cell->mask != 0 &&
           (cell->a == NULL || !dx_dg_has_node(cell->a, may_change, 0)) &&
           body->sees == DX_DG_SECRET;
}

// What `know` lists: the first fact that may be hidden, and what lies in hidden
// places.
static void list_known(dx_dg *p)
{
    unsigned listed = 0;
    for (unsigned i = 0; i < p->lets; i++) {
        const dx_dg_node *body = p->let[i].body;
        bool is_hidden =
            body->type.kind == DX_DG_T_FLAG && body->sees != DX_DG_ALL;
        if (is_hidden && (listed == 0 || is_of_hidden_place(body)))
            p->know[listed++] = p->let[i].name;
    }
    p->words.know = listed > 0 ? p->know : NULL;
}

void dx_dg_make_tables(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    unsigned facts = 0, numbers = 0;
    for (unsigned i = 0; i < p->lets; i++) {
        const dx_dg_let *let = &p->let[i];
        if (let->body->type.kind == DX_DG_T_FLAG)
            add_fact(r, let, &p->atoms[facts], &p->fact_words[facts]), facts++;
        else
            add_number(r, let, &p->quantities[numbers],
                       &p->number_words[numbers]),
                numbers++;
    }
    p->quantities[numbers] = (dx_quantity){.name = "stock",
                                           .help = "cards left to draw",
                                           .value = stock,
                                           .in_sight = true};
    bool draws = draws_later(p);
    p->number_words[numbers] = (dx_number_words){
        "stock",
        OR_PRINT(r, p->stock.said[0],
                 draws ? "# {card is|cards are} left to draw"
                       : "# {card is|cards are} left over"),
        OR_PRINT(r, p->stock.said[1],
                 draws ? "the number of cards left to draw"
                       : "the number of cards left over"),
        OR_PRINT(r, p->stock.said[2],
                 draws ? "cards left to draw" : "cards left over")};
    list_position(p, numbers, facts, draws || p->stock.said[0] != NULL);
    add_sets(r);
    for (unsigned v = 0; v < p->verbs; v++)
        default_verb(r, v);
    default_sheet(r);
    list_known(p);
    p->words.facts = p->fact_words;
    p->words.numbers = p->number_words;
    p->words.sets = p->set_words;
    p->words.verbs = p->verb_words;
    p->words.value = speak;
    p->words.is_many = is_many;
    p->words.ending = say_ending;
    p->places_table = dx_dg_places;
}
