// Finding patterns, and which minds fold them.
//
// A way is one number of cards, "as many of this kind as these places take", so
// a pattern is a disjunction of such numbers or a conjunction of disjunctions.
// That no two ways of a disjunction are so together is looked at pair by pair:
// they want different kinds in one place, or more cards of a kind than there
// are.  It may be a matter of hundreds of pairs, once for each time that it is
// said.

#include "minds/inquiry/patterns.h"

#include <assert.h>
#include <string.h>

enum { BLOCKS_LEAST = 8, BLOCKS_MOST = 512 };

// Is it "all of these places hold this kind"?
static bool is_block(const dx_node_data *n, dx_block *out)
{
    if (n->kind != DX_NODE_LEAST || (n->kinds & (n->kinds - 1)) != 0 ||
        n->number.top != __builtin_popcountll(n->places) ||
        (n->places & ~n->scope->frame->real) != 0)
        return false;
    for (uint64_t left = n->places; left != 0; left &= left - 1)
        if (n->scope->frame->size[__builtin_ctzll(left)] != 1)
            return false;
    *out = (dx_block){n->places, (unsigned)__builtin_ctzll(n->kinds), n->scope};
    return true;
}

// Adds the blocks of a disjunction; false if it is none of blocks alone.
static bool add_blocks(dx_inquiry *q, dx_inquiry_node of)
{
    const dx_node_data n = q->nodes.at[of];
    dx_block block;
    if (is_block(&n, &block)) {
        dx_vector_push(&q->blocks, block);
        return true;
    }
    bool fits = n.kind == DX_NODE_JOIN && n.join == DX_JOIN_OR;
    for (uint32_t i = 0; i < n.count && fits; i++)
        fits = add_blocks(q, q->operands.at[n.first + i]);
    return fits;
}

static bool are_apart(const dx_block *a, const dx_block *b)
{
    const uint8_t *copies = a->scope->frame->space.copies;
    if (a->kind != b->kind)
        return (a->places & b->places) != 0;
    return __builtin_popcountll(a->places | b->places) > copies[a->kind];
}

// Adds the factor that a disjunction of blocks is.
static bool add_factor(dx_inquiry *q, dx_inquiry_node of)
{
    size_t first = q->blocks.count;
    if (!add_blocks(q, of))
        return false;
    size_t count = q->blocks.count - first;
    const dx_block *block = q->blocks.at + first;
    if (count > BLOCKS_MOST)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (!are_apart(&block[i], &block[j]))
                return false;
    dx_vector_push(&q->ways, (dx_ways){(uint32_t)first, (uint32_t)count});
    return true;
}

static bool add_factors(dx_inquiry *q, dx_inquiry_node of)
{
    const dx_node_data n = q->nodes.at[of];
    if (n.kind != DX_NODE_JOIN || n.join != DX_JOIN_AND)
        return add_factor(q, of);
    bool fits = true;
    for (uint32_t i = 0; i < n.count && fits; i++)
        fits = add_factors(q, q->operands.at[n.first + i]);
    return fits;
}

static bool are_same(const dx_inquiry *q, const dx_pattern *a,
                     const dx_pattern *b)
{
    bool same = a->scope == b->scope && a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++) {
        dx_ways x = q->ways.at[a->first + i], y = q->ways.at[b->first + i];
        same = x.count == y.count;
        for (uint32_t k = 0; k < x.count && same; k++)
            same = q->blocks.at[x.first + k].places ==
                       q->blocks.at[y.first + k].places &&
                   q->blocks.at[x.first + k].kind ==
                       q->blocks.at[y.first + k].kind;
    }
    return same;
}

// The pattern that a node is; false if it is none, or one that is no gain.
static bool find_pattern(dx_inquiry *q, dx_inquiry_node of, uint32_t *out)
{
    size_t blocks = q->blocks.count, ways = q->ways.count;
    bool is_pattern =
        add_factors(q, of) && q->blocks.count - blocks >= BLOCKS_LEAST;
    dx_pattern made = {.first = (uint32_t)ways,
                       .count = (uint32_t)(q->ways.count - ways),
                       .value = DX_OPEN};
    if (is_pattern)
        made.scope = q->blocks.at[blocks].scope;
    *out = (uint32_t)q->patterns.count;
    for (uint32_t i = 0; is_pattern && i < q->patterns.count; i++)
        if (are_same(q, &q->patterns.at[i], &made))
            *out = i;
    if (is_pattern && *out == q->patterns.count) {
        dx_vector_push(&q->patterns, made);
        return true;
    }
    q->blocks.count = blocks;
    q->ways.count = ways;
    return is_pattern;
}

dx_inquiry_node dx_inquiry_fold(dx_inquiry *q, dx_inquiry_node of)
{
    const dx_node_data n = q->nodes.at[of];
    uint32_t pattern;
    if (n.kind != DX_NODE_JOIN || n.join > DX_JOIN_OR ||
        !dx_mechanism_is_on(q->effort.mechanisms, DX_BY_PATTERNS))
        return of;
    if (n.join != DX_JOIN_NOT && find_pattern(q, of, &pattern))
        return dx_inquiry_add(
            q, (dx_node_data){.kind = DX_NODE_PATTERN, .pattern = pattern}, 1,
            &of);
    for (uint32_t i = 0; i < n.count; i++) {
        dx_inquiry_node part = dx_inquiry_fold(q, q->operands.at[n.first + i]);
        q->operands.at[n.first + i] = part;
    }
    return of;
}

// ---- minds ----

static void list_patterns(const dx_inquiry *q, dx_mind_data *m,
                          dx_inquiry_node of)
{
    if (of == DX_NODE_NONE)
        return;
    const dx_node_data *n = &q->nodes.at[of];
    for (uint32_t i = 0; i < n->told_count; i++)
        list_patterns(q, m, q->operands.at[n->told + i]);
    if (n->kind != DX_NODE_PATTERN) {
        for (uint32_t i = 0; n->kind != DX_NODE_MIND && i < n->count; i++)
            list_patterns(q, m, q->operands.at[n->first + i]);
        return;
    }
    for (size_t i = 0; i < m->patterns.count; i++)
        if (m->patterns.at[i] == n->pattern)
            return;
    dx_vector_push(&m->patterns, n->pattern);
}

// May whatever is hidden be laid in any way, but for places that hold one card
// of a kind that is known?
static bool is_free(const dx_outlook *o)
{
    const dx_frame *frame = o->frame;
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
        kinds |= frame->space.copies[kind] > 0 ? DX_BIT(kind) : 0;
    for (uint64_t left = frame->real & ~o->sees; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        bool is_known = __builtin_popcountll(frame->could[place]) == 1 &&
                        frame->size[place] == 1;
        if ((kinds & ~frame->could[place]) != 0 && !is_known)
            return false;
    }
    return frame->choice_count == 0 && frame->space.bound_count == 0 &&
           !frame->is_narrow && o->factors == NULL &&
           frame->all == frame->real && frame->beyond == NULL;
}

bool dx_mind_can_fold(dx_inquiry *q, dx_mind_data *m)
{
    if (q->patterns.count == 0 || m->closure != NULL ||
        !dx_inquiry_is_truth(q, m->asked) || !is_free(&m->outlook))
        return false;
    list_patterns(q, m, m->asked);
    list_patterns(q, m, m->given);
    for (size_t i = 0; i < m->hearings.count; i++)
        list_patterns(q, m, m->hearings.at[i].heard);
    if (m->patterns.count == 0)
        return false;
    dx_mechanism_note(q->effort.mechanisms, DX_BY_PATTERNS, 0);
    return true;
}

// What lies in a place that the mind sees, as far as blocks ask for it.
static void read_cells(dx_mind_data *m, const dx_block *block, uint64_t *read)
{
    dx_outlook *o = &m->outlook;
    uint64_t places = block->places & o->sees & ~read[block->kind];
    read[block->kind] |= places;
    for (; places != 0; places &= places - 1) {
        uint64_t place = places & -places;
        dx_vector_push(
            &m->cells,
            (dx_seen_cell){place, block->kind,
                           dx_scope_read(&o->self, place, DX_BIT(block->kind),
                                         dx_span_all())});
    }
}

void dx_mind_read_patterns(dx_inquiry *q, dx_mind_data *m)
{
    dx_outlook *o = &m->outlook;
    const dx_deal_space *space = &o->frame->space;
    uint64_t read[DX_KINDS_MAX] = {0}, kinds = 0;
    for (size_t i = 0; i < m->patterns.count; i++) {
        const dx_pattern *p = &q->patterns.at[m->patterns.at[i]];
        assert(p->scope == &o->inner);
        dx_ways last = q->ways.at[p->first + p->count - 1];
        for (uint32_t k = q->ways.at[p->first].first;
             k < last.first + last.count; k++) {
            read_cells(m, &q->blocks.at[k], read);
            kinds |= DX_BIT(q->blocks.at[k].kind);
        }
    }
    for (uint64_t left = o->frame->real & ~o->sees; left != 0; left &= left - 1)
        if (__builtin_popcountll(o->frame->could[__builtin_ctzll(left)]) == 1)
            kinds |= o->frame->could[__builtin_ctzll(left)];
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        if (space->copies[kind] > 0 && (kinds >> kind & 1 || o->shows_worlds))
            dx_vector_push(
                &m->kinds,
                (dx_seen_kind){kind,
                               dx_scope_read(&o->self, o->sees & o->frame->real,
                                             DX_BIT(kind), dx_span_all())});
}
