// Which kinds may be swapped, and which minds are images of each other.
//
// Everything that is asked gets a *name*: what is built alike, up to the order
// of what has no order, has the same one.  A question is then named again with
// two kinds swapped in it.  If a mind has the name that it had, the two play
// the same part in it; if it has another's, it is that mind's image.  Swaps
// that leave a mind as it is compose, so kinds fall into blocks, each of which
// may be put in any order.
//
// Why it is exact: a swap of two kinds with the same number of copies, which
// the same places and bounds take, turns the worlds of a turn into worlds of
// the same weight, and what seats see with them.  What is asked holds in a
// world if what it is turned into holds in the world's image; if that is the
// same question, a mind says the same at both.  Names are compared whole, they
// are no hashes.
//
// Left out are questions about several turns, common knowledge that is walked
// through, chosen cards, and worlds that weigh by what moves there were.
//
// Cost: once over all that is asked for each pair of kinds, less what mentions
// neither; so it is only done for a question that has taken long already.

#include "minds/inquiry/symmetry.h"

#include "base/memory.h"
#include "minds/eliminate/run.h"
#include "minds/inquiry/alike.h"
#include "minds/inquiry/inquiry_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WORDS = 6 };
static const uint32_t NO_NAME = UINT32_MAX, NOT_YET = UINT32_MAX - 1;

// What a name begins with, where it is none of a node's kind.
enum { NAME_LIST = 100, NAME_PAIR, NAME_CASE, NAME_MIND };

typedef struct naming {
    dx_inquiry *q;
    const dx_frame *turn; // all that is named is asked of it
    unsigned a, b;        // kinds that are swapped; the same: none are
    dx_states names;
    size_t called_count; // of names before kinds are swapped
    // Of nodes and of minds: their names as they are and swapped, and the kinds
    // that they mention.
    uint32_t *nodes, *minds, *swapped_nodes, *swapped_minds;
    uint64_t *node_kinds, *mind_kinds;
} naming;

static bool is_swapping(const naming *n)
{
    return n->a != n->b;
}

static uint32_t name_of(naming *n, const uint64_t *words)
{
    return (uint32_t)dx_states_find(&n->names, words);
}

static uint32_t name_pair(naming *n, uint64_t tag, uint32_t a, uint32_t b)
{
    if (a == NO_NAME || b == NO_NAME)
        return NO_NAME;
    return name_of(n, (const uint64_t[NAME_WORDS]){tag, a, b});
}

static int by_name(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t name_list(naming *n, uint32_t *names, size_t count,
                          bool has_order)
{
    uint32_t list = name_of(n, (const uint64_t[NAME_WORDS]){NAME_LIST});
    if (!has_order && count > 1)
        qsort(names, count, sizeof *names, by_name);
    for (size_t i = count; i-- > 0;)
        list = name_pair(n, NAME_LIST, names[i], list);
    return list;
}

static uint32_t name_node(naming *n, dx_inquiry_node of);

static bool has_order(const dx_node_data *node)
{
    return node->kind == DX_NODE_JOIN && node->join != DX_JOIN_AND &&
           node->join != DX_JOIN_OR;
}

typedef DX_VECTOR(uint32_t) name_vector;

// Alternatives of alternatives are alternatives; conditions go with the values
// behind them.
static void name_operands(naming *n, const dx_node_data *node, name_vector *out)
{
    const dx_inquiry_node *operand = n->q->operands.at + node->first;
    uint32_t step = node->kind == DX_NODE_SELECT ? 2 : 1;
    bool is_flat = node->kind == DX_NODE_JOIN && !has_order(node);
    for (uint32_t i = 0; i < node->count; i += step) {
        const dx_node_data *inner = &n->q->nodes.at[operand[i]];
        if (is_flat && inner->kind == DX_NODE_JOIN &&
            inner->join == node->join) {
            name_operands(n, inner, out);
            continue;
        }
        uint32_t name = name_node(n, operand[i]);
        if (step == 2)
            name = name_pair(n, NAME_PAIR, name, name_node(n, operand[i + 1]));
        dx_vector_push(out, name);
    }
}

// The cases of a frame, as a list; it ends with the turn as it is.
static uint32_t name_cases(naming *n, const dx_frame *frame)
{
    if (frame->case_of == NULL)
        return frame == n->turn
                   ? name_of(n, (const uint64_t[NAME_WORDS]){NAME_CASE})
                   : NO_NAME;
    uint64_t kind = frame->could[frame->case_place];
    uint32_t list = name_cases(n, frame->case_of);
    if (list == NO_NAME)
        return NO_NAME;
    return name_of(n, (const uint64_t[NAME_WORDS]){
                          NAME_CASE, 1 + frame->case_place,
                          dx_kinds_swapped(kind, n->a, n->b), list});
}

static uint32_t name_optional(naming *n, dx_inquiry_node of)
{
    return of == DX_NODE_NONE ? name_list(n, NULL, 0, true) : name_node(n, of);
}

static uint32_t name_hearings(naming *n, const dx_mind_data *m)
{
    name_vector names = {0};
    for (size_t i = 0; i < m->hearings.count; i++) {
        const dx_hearing *h = &m->hearings.at[i];
        uint32_t heard = name_node(n, h->heard);
        dx_vector_push(&names,
                       name_pair(n, NAME_PAIR, heard, name_optional(n, h->is)));
    }
    uint32_t list = name_list(n, names.at, names.count, true);
    dx_vector_release(&names);
    return list;
}

static uint32_t name_mind_anew(naming *n, dx_mind_id id)
{
    const dx_mind_data *m = n->q->minds.at[id];
    const dx_outlook *o = &m->outlook;
    // What was heard may have put numbers behind those of the key.
    if (!m->is_closed || m->closure != NULL || o->factors != NULL ||
        m->chains != NULL || o->self.entries.count != m->own_count)
        return NO_NAME;
    uint32_t cases = name_cases(n, o->frame);
    uint32_t asked = cases == NO_NAME ? NO_NAME : name_node(n, m->asked);
    uint32_t given = asked == NO_NAME ? NO_NAME : name_optional(n, m->given);
    uint32_t heard = given == NO_NAME ? NO_NAME : name_hearings(n, m);
    if (heard == NO_NAME)
        return NO_NAME;
    return name_of(n,
                   (const uint64_t[NAME_WORDS]){
                       NAME_MIND, (uint64_t)m->kind << 1 | m->is_part, o->sees,
                       cases, (uint64_t)asked << 32 | given, heard});
}

// The name as it is, where nothing that is swapped is mentioned.
static bool is_as_it_is(const naming *n, uint64_t mentions)
{
    return !((mentions >> n->a | mentions >> n->b) & 1);
}

static uint32_t name_mind(naming *n, dx_mind_id id)
{
    uint32_t *name = &(is_swapping(n) ? n->swapped_minds : n->minds)[id];
    if (*name != NOT_YET)
        return *name;
    if (is_swapping(n) &&
        (n->minds[id] == NO_NAME || is_as_it_is(n, n->mind_kinds[id])))
        return *name = n->minds[id];
    return *name = name_mind_anew(n, id);
}

static uint32_t name_node_anew(naming *n, dx_inquiry_node of)
{
    const dx_node_data node = n->q->nodes.at[of];
    if (node.kind == DX_NODE_COMMON || node.kind == DX_NODE_PATTERN ||
        !dx_effort_step(&n->q->effort))
        return NO_NAME;
    if (node.kind == DX_NODE_MIND)
        return name_mind(n, node.mind);
    if (node.kind == DX_NODE_NUMBER || node.kind == DX_NODE_COUNT ||
        node.kind == DX_NODE_LEAST)
        return name_of(n, (const uint64_t[NAME_WORDS]){
                              node.kind, node.places,
                              dx_kinds_swapped(node.kinds, n->a, n->b),
                              (uint64_t)node.number.top,
                              (uint64_t)node.number.over});
    name_vector names = {0};
    name_operands(n, &node, &names);
    uint32_t list = name_list(n, names.at, names.count, has_order(&node));
    dx_vector_release(&names);
    if (list == NO_NAME)
        return NO_NAME;
    return name_of(n,
                   (const uint64_t[NAME_WORDS]){
                       node.kind, (uint64_t)node.join << 8 | node.parts, list});
}

static uint32_t name_node(naming *n, dx_inquiry_node of)
{
    uint32_t *name = &(is_swapping(n) ? n->swapped_nodes : n->nodes)[of];
    if (*name != NOT_YET)
        return *name;
    if (is_swapping(n) &&
        (n->nodes[of] == NO_NAME || is_as_it_is(n, n->node_kinds[of])))
        return *name = n->nodes[of];
    return *name = name_node_anew(n, of);
}

// ---- turns ----

// Does a swap turn the deals of a turn into deals of it?
static bool takes_swap(const dx_frame *turn, unsigned a, unsigned b)
{
    const dx_deal_space *space = &turn->space;
    if (space->copies[a] == 0 || space->copies[a] != space->copies[b])
        return false;
    for (unsigned p = 0; p < space->place_count; p++)
        if (dx_kinds_swapped(turn->could[p], a, b) != turn->could[p])
            return false;
    for (unsigned i = 0; i < space->bound_count; i++)
        if (!dx_deal_space_says(space, &space->bound[i],
                                dx_kinds_swapped(space->bound[i].kinds, a, b)))
            return false;
    return true;
}

static const dx_frame *turn_of(const dx_mind_data *m)
{
    const dx_frame *frame = m->outlook.frame;
    while (frame->case_of != NULL)
        frame = frame->case_of;
    return frame;
}

// ---- images ----

// Where a number stands in a scope with two kinds swapped; DX_SLOT_NONE if it
// does not.
static uint16_t image_of(const dx_number_scope *scope, const dx_entry *entry,
                         unsigned a, unsigned b)
{
    uint64_t kinds = dx_kinds_swapped(entry->kinds, a, b);
    for (uint16_t i = 0; i < scope->entries.count; i++) {
        const dx_entry *e = &scope->entries.at[i];
        if (e->places == entry->places && e->kinds == kinds &&
            e->floor == entry->floor && e->ceiling == entry->ceiling)
            return i;
    }
    return DX_SLOT_NONE;
}

// Where the numbers of a mind's own scope stand in that of its image; NULL if
// one does not.
static uint16_t *image_slots(const dx_mind_data *m, const dx_mind_data *image,
                             unsigned a, unsigned b)
{
    size_t count = m->outlook.self.entries.count;
    if (count != image->outlook.self.entries.count)
        return NULL;
    uint16_t *slots = dx_alloc(count + 1, sizeof *slots);
    for (size_t i = 0; i < count; i++) {
        slots[i] = image_of(&image->outlook.self,
                            &m->outlook.self.entries.at[i], a, b);
        if (slots[i] == DX_SLOT_NONE) {
            dx_free(slots);
            return NULL;
        }
    }
    return slots;
}

// What is found out of one mind.
typedef struct likeness {
    dx_mind_id like; // the first of which it is an image under one swap
    unsigned a, b;
    uint8_t block[DX_KINDS_MAX]; // the first kind that each may be swapped with
} likeness;

// Looks at what all minds are called with two kinds swapped.
static void look_at_swap(naming *n, likeness *found, const dx_mind_id *called)
{
    for (dx_mind_id id = 0; id < n->q->minds.count; id++) {
        uint32_t name = n->minds[id] == NO_NAME ? NO_NAME : name_mind(n, id);
        likeness *l = &found[id];
        if (name == NO_NAME)
            continue;
        if (name == n->minds[id]) {
            assert(n->a < n->b);
            if (l->block[n->b] == n->b)
                l->block[n->b] = l->block[n->a];
        } else if (name < n->called_count && called[name] < l->like) {
            l->like = called[name];
            l->a = n->a;
            l->b = n->b;
        }
    }
}

// ---- blocks ----

static unsigned kinds_in(uint64_t kinds)
{
    return (unsigned)__builtin_popcountll(kinds);
}

// The kind of a block that a number stands apart for: the only one that it
// counts, or that it does not; DX_KINDS_MAX: all of them are alike in it, and
// more: it has no such kind.
static unsigned kind_apart(const dx_entry *entry, uint64_t block)
{
    uint64_t in = entry->kinds & block, out = block & ~entry->kinds;
    if (in == 0 || out == 0)
        return DX_KINDS_MAX;
    if (kinds_in(in) != 1 && kinds_in(out) != 1)
        return DX_KINDS_MAX + 1;
    return (unsigned)__builtin_ctzll(kinds_in(in) == 1 ? in : out);
}

// The numbers of a kind, each the image of one of the first kind's.
static bool add_column(const dx_number_scope *self, uint64_t block,
                       unsigned kind, dx_swap_block *out, bool *used)
{
    unsigned first = (unsigned)__builtin_ctzll(block), height = 0;
    for (uint16_t i = 0; i < self->entries.count; i++) {
        if (kind_apart(&self->entries.at[i], block) != first)
            continue;
        uint16_t at = image_of(self, &self->entries.at[i], first, kind);
        if (at == DX_SLOT_NONE || used[at])
            return false;
        used[at] = true;
        out->slots[out->width * out->height + height++] = at;
    }
    out->width++;
    return height == out->height;
}

// The block of a mind's own scope, if its numbers are such that kinds can be
// put in order; `used` are those of other blocks.
static bool make_block(const dx_mind_data *m, uint64_t block, bool *used,
                       dx_swap_block *out)
{
    const dx_number_scope *self = &m->outlook.self;
    unsigned first = (unsigned)__builtin_ctzll(block), all = 0;
    *out = (dx_swap_block){0};
    for (uint16_t i = 0; i < self->entries.count; i++) {
        unsigned kind = kind_apart(&self->entries.at[i], block);
        if (kind > DX_KINDS_MAX)
            return false;
        all += kind < DX_KINDS_MAX;
        out->height += kind == first;
    }
    if (all == 0 || all != out->height * kinds_in(block))
        return false;
    out->slots = dx_alloc(all, sizeof *out->slots);
    bool is_fine = true;
    for (uint64_t left = block; left != 0 && is_fine; left &= left - 1)
        is_fine =
            add_column(self, block, (unsigned)__builtin_ctzll(left), out, used);
    if (!is_fine)
        dx_free(out->slots);
    return is_fine;
}

static void make_blocks(const dx_mind_data *m, const likeness *l,
                        dx_mind_symmetry *out)
{
    size_t count = m->outlook.self.entries.count;
    bool *used = dx_alloc(2 * count + 2, sizeof *used), *tried = used + count;
    for (unsigned first = 0; first < DX_KINDS_MAX; first++) {
        uint64_t block = 0;
        dx_swap_block made;
        for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
            if (l->block[kind] == first)
                block |= DX_BIT(kind);
        memcpy(tried, used, count * sizeof *used);
        if (kinds_in(block) < 2 || !make_block(m, block, tried, &made))
            continue;
        memcpy(used, tried, count * sizeof *used);
        dx_vector_push(&out->blocks, made);
    }
    dx_free(used);
}

static int compare_columns(const dx_swap_block *block, unsigned a, unsigned b,
                           const uint8_t *vector)
{
    const uint16_t *x = block->slots + a * block->height;
    const uint16_t *y = block->slots + b * block->height;
    for (unsigned i = 0; i < block->height; i++)
        if (vector[x[i]] != vector[y[i]])
            return vector[x[i]] < vector[y[i]] ? -1 : 1;
    return 0;
}

static void swap_columns(const dx_swap_block *block, unsigned a, unsigned b,
                         uint8_t *vector)
{
    for (unsigned i = 0; i < block->height; i++) {
        uint8_t *x = &vector[block->slots[a * block->height + i]];
        uint8_t *y = &vector[block->slots[b * block->height + i]];
        uint8_t hold = *x;
        *x = *y;
        *y = hold;
    }
}

void dx_mind_symmetry_sort(const dx_mind_symmetry *s, uint8_t *vector)
{
    for (size_t b = 0; b < s->blocks.count; b++) {
        const dx_swap_block *block = &s->blocks.at[b];
        for (unsigned i = 1; i < block->width; i++)
            for (unsigned k = i;
                 k > 0 && compare_columns(block, k - 1, k, vector) < 0; k--)
                swap_columns(block, k - 1, k, vector);
    }
}

// ---- all minds ----

void dx_mind_symmetry_free(dx_mind_symmetry *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->blocks.count; i++)
        dx_free(s->blocks.at[i].slots);
    dx_vector_release(&s->blocks);
    dx_free(s->slots);
    dx_free(s);
}

// A mind that is an image of another's image is that one's too.
static void follow(const dx_inquiry *q, dx_mind_id id, dx_mind_symmetry *s)
{
    const dx_mind_symmetry *next = q->minds.at[s->like]->symmetry;
    if (next == NULL || next->slots == NULL)
        return;
    for (size_t i = 0; i < q->minds.at[id]->outlook.self.entries.count; i++)
        s->slots[i] = next->slots[s->slots[i]];
    s->like = next->like;
}

// In the order of minds, so that what one is like is done before.
static void make_symmetry(dx_inquiry *q, dx_mind_id id, const likeness *l)
{
    dx_mind_data *m = q->minds.at[id];
    dx_mind_symmetry *s = dx_alloc(1, sizeof *s);
    s->like = id;
    if (l->like < id)
        s->slots = image_slots(m, q->minds.at[l->like], l->a, l->b);
    if (s->slots != NULL) {
        s->like = l->like;
        follow(q, id, s);
    } else {
        make_blocks(m, l, s);
    }
    dx_mind_symmetry_free(m->symmetry);
    m->symmetry = s;
}

static void forget_names(uint32_t *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        names[i] = NOT_YET;
}

// The first mind of each name that there is before kinds are swapped.
static dx_mind_id *name_minds(naming *n)
{
    size_t count = n->q->minds.count;
    forget_names(n->nodes, n->q->nodes.count);
    forget_names(n->minds, count);
    n->a = n->b = 0;
    for (dx_mind_id id = 0; id < count; id++)
        name_mind(n, id);
    n->called_count = n->names.count;
    dx_mind_id *called = dx_alloc(n->called_count + 1, sizeof *called);
    for (size_t i = 0; i < n->called_count; i++)
        called[i] = (dx_mind_id)count;
    for (dx_mind_id id = (dx_mind_id)count; id-- > 0;)
        if (n->minds[id] != NO_NAME)
            called[n->minds[id]] = id;
    return called;
}

static void try_swaps(naming *n, likeness *found)
{
    size_t minds = n->q->minds.count;
    dx_mind_id *called = name_minds(n);
    for (dx_mind_id id = 0; id < minds; id++)
        if (n->minds[id] != NO_NAME && called[n->minds[id]] < id)
            found[id].like = called[n->minds[id]]; // it is the same
    for (n->a = 0; n->a < n->turn->space.kind_count; n->a++)
        for (n->b = n->a + 1; n->b < n->turn->space.kind_count; n->b++) {
            if (!takes_swap(n->turn, n->a, n->b))
                continue;
            forget_names(n->swapped_nodes, n->q->nodes.count);
            forget_names(n->swapped_minds, minds);
            look_at_swap(n, found, called);
            if (n->q->effort.status != DX_OK)
                n->a = n->b = DX_KINDS_MAX;
        }
    dx_free(called);
}

static naming naming_of(dx_inquiry *q)
{
    size_t nodes = q->nodes.count + 1, minds = q->minds.count + 1;
    naming n = {.q = q};
    n.nodes = dx_alloc(2 * (nodes + minds), sizeof *n.nodes);
    n.swapped_nodes = n.nodes + nodes;
    n.minds = n.swapped_nodes + nodes;
    n.swapped_minds = n.minds + minds;
    n.node_kinds = dx_alloc(nodes + minds, sizeof *n.node_kinds);
    n.mind_kinds = n.node_kinds + nodes;
    dx_states_clear(&n.names, NAME_WORDS, false);
    return n;
}

static void naming_release(naming *n)
{
    dx_states_release(&n->names);
    dx_free(n->nodes);
    dx_free(n->node_kinds);
}

static uint64_t kinds_of_node(const naming *n, dx_inquiry_node of)
{
    return of == DX_NODE_NONE ? 0 : n->node_kinds[of];
}

static uint64_t kinds_of_mind(const naming *n, const dx_mind_data *m)
{
    uint64_t kinds = kinds_of_node(n, m->asked) | kinds_of_node(n, m->given);
    for (size_t i = 0; i < m->hearings.count; i++)
        kinds |= kinds_of_node(n, m->hearings.at[i].heard) |
                 kinds_of_node(n, m->hearings.at[i].is);
    for (const dx_frame *f = m->outlook.frame; f->case_of != NULL;
         f = f->case_of)
        kinds |= f->could[f->case_place];
    return kinds;
}

// What is asked stands before who is asked it, in the order of nodes.
static void find_mentions(naming *n)
{
    for (dx_inquiry_node i = 0; i < n->q->nodes.count; i++) {
        const dx_node_data *node = &n->q->nodes.at[i];
        n->node_kinds[i] = node->kinds;
        if (node->kind == DX_NODE_MIND)
            n->node_kinds[i] = n->mind_kinds[node->mind] =
                kinds_of_mind(n, n->q->minds.at[node->mind]);
        for (uint32_t k = 0; node->kind != DX_NODE_MIND && k < node->count; k++)
            n->node_kinds[i] |=
                n->node_kinds[n->q->operands.at[node->first + k]];
    }
    for (dx_mind_id id = 0; id < n->q->minds.count; id++)
        n->mind_kinds[id] = kinds_of_mind(n, n->q->minds.at[id]);
}

// The minds that are asked of one turn.
static void find_at_turn(naming *n)
{
    size_t count = n->q->minds.count;
    likeness *found = dx_alloc(count + 1, sizeof *found);
    for (dx_mind_id id = 0; id < count; id++) {
        found[id].like = id;
        for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
            found[id].block[kind] = (uint8_t)kind;
    }
    try_swaps(n, found);
    for (dx_mind_id id = 0; n->q->effort.status == DX_OK && id < count; id++)
        if (n->minds[id] != NO_NAME)
            make_symmetry(n->q, id, &found[id]);
    dx_free(found);
}

// Is this the first mind of its turn?
static bool is_first_of_turn(const dx_inquiry *q, dx_mind_id id)
{
    for (dx_mind_id i = 0; i < id; i++)
        if (turn_of(q->minds.at[i]) == turn_of(q->minds.at[id]))
            return false;
    return true;
}

static void find_symmetries(dx_inquiry *q)
{
    naming n = naming_of(q);
    find_mentions(&n);
    for (dx_mind_id id = 0; id < q->minds.count; id++) {
        n.turn = turn_of(q->minds.at[id]);
        if (n.turn->choice_count == 0 && is_first_of_turn(q, id))
            find_at_turn(&n);
    }
    naming_release(&n);
}

void dx_inquiry_seek_symmetries(dx_inquiry *q)
{
    dx_mechanisms *mechanisms = q->effort.mechanisms;
    uint64_t wait = dx_mechanism_threshold(mechanisms, DX_BY_SYMMETRY);
    uint64_t before = q->effort.steps;
    uint64_t when = q->symmetry_steps > wait ? q->symmetry_steps : wait;
    if ((wait > 0 && before < when) || q->symmetry_minds == q->minds.count ||
        !dx_mechanism_is_on(mechanisms, DX_BY_SYMMETRY))
        return;
    find_symmetries(q);
    q->symmetry_minds = q->minds.count;
    q->symmetry_steps = 2 * when + q->effort.steps - before;
    dx_mechanism_note(mechanisms, DX_BY_SYMMETRY, q->effort.steps - before);
}
