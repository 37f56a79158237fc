// Putting an inquiry together.
//
// Nodes are simplified as they are made, because every number that stays in a
// scope makes the mind around it tell more worlds apart: what is constant is
// folded, and facts about the same places or the same kinds become one number.
// "A red one or a blue one in this slot" is one number, n(slot, red and blue);
// so is "a five in one of these hands".

#include "minds/inquiry/inquiry_private.h"
#include "minds/inquiry/patterns.h"

#include "base/memory.h"
#include "game/claims.h"
#include "minds/inquiry/alike.h"

#include <assert.h>
#include <string.h>

dx_inquiry *dx_inquiry_new(dx_frames *frames)
{
    dx_inquiry *q = dx_alloc(1, sizeof *q);
    q->frames = frames;
    return q;
}

static void free_mind(dx_mind_data *m)
{
    dx_closure_free(m->closure);
    dx_outlook_release(&m->outlook);
    dx_states_release(&m->found);
    for (size_t i = 0; i < m->chances.count; i++)
        dx_rational_release(&m->chances.at[i].value);
    dx_vector_release(&m->chances);
    for (size_t i = 0; i < m->shares.count; i++) {
        dx_natural_release(&m->shares.at[i].with);
        dx_natural_release(&m->shares.at[i].all);
    }
    dx_vector_release(&m->shares);
    dx_vector_release(&m->truths);
    dx_vector_release(&m->hearings);
    dx_vector_release(&m->twins);
    dx_chains_free(m->chains);
    dx_vector_release(&m->patterns);
    dx_vector_release(&m->cells);
    dx_vector_release(&m->kinds);
    dx_free(m->key);
    dx_free(m->ignored);
    dx_free(m);
}

void dx_inquiry_free(dx_inquiry *q)
{
    if (q == NULL)
        return;
    for (size_t i = 0; i < q->minds.count; i++)
        free_mind(q->minds.at[i]);
    dx_factors_list_release(&q->factors);
    dx_hand_lists_release(&q->hands);
    for (size_t i = 0; i < q->cases.count; i++)
        dx_free(q->cases.at[i]);
    dx_vector_release(&q->cases);
    dx_vector_release(&q->blocks);
    dx_vector_release(&q->ways);
    dx_vector_release(&q->patterns);
    dx_vector_release(&q->minds);
    dx_vector_release(&q->nodes);
    dx_vector_release(&q->operands);
    dx_vector_release(&q->readings);
    dx_free(q);
}

void dx_inquiry_assume_uniform(dx_inquiry *q)
{
    q->is_uniform = true;
}

bool dx_inquiry_has_chances(const dx_inquiry *q, const dx_frame *frame,
                            uint64_t sees)
{
    return q->is_uniform || dx_frame_has_chances(frame, sees);
}

const char *dx_inquiry_beyond(const dx_inquiry *q)
{
    return q->beyond;
}

bool dx_inquiry_is_blurred(const dx_inquiry *q)
{
    return q->is_blurred;
}

dx_effort *dx_inquiry_effort(dx_inquiry *q)
{
    return &q->effort;
}

static const dx_node_data *at(const dx_inquiry *q, dx_inquiry_node of)
{
    assert(of < q->nodes.count);
    return &q->nodes.at[of];
}

static dx_inquiry_node add_node(dx_inquiry *q, dx_node_data n)
{
    assert(q->nodes.count < DX_NODE_NONE);
    dx_vector_push(&q->nodes, n);
    return (dx_inquiry_node)q->nodes.count - 1;
}

dx_inquiry_node dx_inquiry_number(dx_inquiry *q, dx_fraction number)
{
    return add_node(q,
                    (dx_node_data){.kind = DX_NODE_NUMBER, .number = number});
}

static dx_inquiry_node truth_node(dx_inquiry *q, bool is)
{
    return dx_inquiry_number(q, dx_fraction_int(is));
}

static dx_inquiry_node count_node(dx_inquiry *q, dx_vantage spot,
                                  uint64_t places, uint64_t kinds)
{
    const dx_frame *now = spot.scope->frame;
    assert(spot.frame->number <=
           now->number); // the past is told, not what is to come
    q->is_blurred |= dx_frames_blurs(q->frames, spot.frame, now, places, kinds);
    unsigned known =
        dx_frames_since(q->frames, spot.frame, now, places, kinds, &places);
    known += dx_scope_tidy(spot.scope->frame, &places, &kinds);
    if (places == 0)
        return dx_inquiry_number(q, dx_fraction_int(known));
    return add_node(q, (dx_node_data){.kind = DX_NODE_COUNT,
                                      .scope = spot.scope,
                                      .places = places,
                                      .kinds = kinds,
                                      .number = dx_fraction_int(known)});
}

static bool is_constant(const dx_inquiry *q, dx_inquiry_node of, bool *out)
{
    const dx_node_data *n = at(q, of);
    if (n->kind != DX_NODE_NUMBER)
        return false;
    *out = !dx_fraction_is_zero(n->number);
    return true;
}

static unsigned room_of(const dx_node_data *n)
{
    return dx_frame_size(n->scope->frame, n->places);
}

// n(places, kinds) >= least, for a number of cards as it stands in `like`.
static dx_inquiry_node least_node(dx_inquiry *q, dx_node_data like,
                                  uint64_t places, uint64_t kinds,
                                  int64_t least)
{
    least -= dx_scope_tidy(like.scope->frame, &places, &kinds);
    dx_node_data n = {.kind = DX_NODE_LEAST,
                      .scope = like.scope,
                      .places = places,
                      .kinds = kinds,
                      .number = dx_fraction_int(least)};
    if (least <= 0 || least > room_of(&n))
        return truth_node(q, least <= 0);
    assert(n.places != 0 && n.kinds != 0);
    return add_node(q, n);
}

// Cheap operands first: what a mind would have to be opened for may turn out
// not to matter.
static void sort_operands(const dx_inquiry *q, dx_inquiry_node *operands,
                          size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i;
             j > 0 && at(q, operands[j])->minds < at(q, operands[j - 1])->minds;
             j--) {
            dx_inquiry_node swap = operands[j];
            operands[j] = operands[j - 1];
            operands[j - 1] = swap;
        }
}

dx_inquiry_node dx_inquiry_add(dx_inquiry *q, dx_node_data n, size_t count,
                               const dx_inquiry_node *operands)
{
    n.first = (uint32_t)q->operands.count;
    n.count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        dx_vector_push(&q->operands, operands[i]);
        if (at(q, operands[i])->minds > n.minds)
            n.minds = at(q, operands[i])->minds;
    }
    return add_node(q, n);
}

static dx_inquiry_node plain_join(dx_inquiry *q, dx_join join, size_t count,
                                  const dx_inquiry_node *operands)
{
    return dx_inquiry_add(q, (dx_node_data){.kind = DX_NODE_JOIN, .join = join},
                          count, operands);
}

// The kinds that the one card of a node's places is not.
static uint64_t other_kinds(const dx_node_data *n)
{
    unsigned place = (unsigned)__builtin_ctzll(n->places);
    assert((n->places & (n->places - 1)) == 0);
    return n->scope->frame->could[place] & ~n->kinds;
}

// Lists of hands, where nobody asks which of their cards is which.
static dx_hand_lists *hands_of(dx_inquiry *q)
{
    bool are_one = dx_frames_rules(q->frames)->game->places->ledger != NULL;
    return are_one && dx_mechanism_is_on(q->effort.mechanisms, DX_BY_HANDS)
               ? &q->hands
               : NULL;
}

// What is asked of one card can be asked the other way round; but of a hand
// nobody asks for a single card.
static bool is_of_one_card(dx_inquiry *q, const dx_node_data *n)
{
    return n->kind == DX_NODE_LEAST && room_of(n) == 1 && hands_of(q) == NULL;
}

static dx_inquiry_node negate(dx_inquiry *q, dx_inquiry_node of)
{
    const dx_node_data n = *at(q, of);
    bool is;
    if (is_constant(q, of, &is))
        return truth_node(q, !is);
    if (n.kind == DX_NODE_JOIN && n.join == DX_JOIN_NOT)
        return q->operands.at[n.first];
    if (is_of_one_card(q, &n))
        return least_node(q, n, n.places, other_kinds(&n), 1);
    return plain_join(q, DX_JOIN_NOT, 1, &of);
}

// The number of cards behind "at least one" or, with `negated`, "none".
static bool is_some(dx_inquiry *q, dx_inquiry_node of, bool negated,
                    dx_node_data *out)
{
    const dx_node_data *n = at(q, of);
    if (negated && n->kind == DX_NODE_JOIN && n->join == DX_JOIN_NOT)
        n = at(q, q->operands.at[n->first]);
    else if (negated && !is_of_one_card(q, n))
        return false;
    *out = *n;
    if (negated && n == at(q, of))
        out->kinds = other_kinds(n);
    return n->kind == DX_NODE_LEAST && n->number.top == 1 && out->kinds != 0;
}

// Two facts of one kind in an AND (of "none") or an OR (of "some") as one.
static bool merge(dx_inquiry *q, dx_join join, dx_inquiry_node *into,
                  dx_inquiry_node other)
{
    dx_node_data a, b;
    bool negated = join == DX_JOIN_AND;
    if (!is_some(q, *into, negated, &a) || !is_some(q, other, negated, &b) ||
        a.scope != b.scope || (a.places != b.places && a.kinds != b.kinds))
        return false;
    assert(a.number.top == 1 && b.number.top == 1);
    dx_inquiry_node some =
        least_node(q, a, a.places | b.places, a.kinds | b.kinds, 1);
    *into = negated ? negate(q, some) : some;
    return true;
}

// AND or OR: constants decide or fall away, facts are merged.
static dx_inquiry_node join_many(dx_inquiry *q, dx_join join, size_t count,
                                 const dx_inquiry_node *operands)
{
    bool absorbing = join == DX_JOIN_OR, is;
    dx_inquiry_node *kept = dx_alloc(count + 1, sizeof *kept);
    size_t left = 0;
    bool decided = false;
    for (size_t i = 0; i < count && !decided; i++) {
        if (is_constant(q, operands[i], &is)) {
            decided = is == absorbing;
            continue;
        }
        size_t j = 0;
        while (j < left && kept[j] != operands[i] &&
               !merge(q, join, &kept[j], operands[i]))
            j++;
        if (j == left)
            kept[left++] = operands[i];
        else if (is_constant(q, kept[j], &is)) {
            decided = is == absorbing;
            kept[j] = kept[--left];
        }
    }
    sort_operands(q, kept, left);
    dx_inquiry_node made = decided     ? truth_node(q, absorbing)
                           : left == 0 ? truth_node(q, !absorbing)
                           : left == 1 ? kept[0]
                                       : plain_join(q, join, left, kept);
    dx_free(kept);
    return made;
}

bool dx_inquiry_is_truth(const dx_inquiry *q, dx_inquiry_node of)
{
    const dx_node_data *n = at(q, of);
    return n->kind == DX_NODE_PATTERN || n->kind == DX_NODE_LEAST ||
           n->kind == DX_NODE_COMMON ||
           (n->kind == DX_NODE_MIND &&
            q->minds.at[n->mind]->kind != DX_MIND_CHANCE) ||
           (n->kind == DX_NODE_JOIN &&
            (n->join <= DX_JOIN_IFF || n->join >= DX_JOIN_EQUAL));
}

static bool is_whole(const dx_node_data *n)
{
    return n->kind == DX_NODE_NUMBER && n->number.over == 1;
}

// A number of cards compared with a whole number.
static dx_inquiry_node compare_count(dx_inquiry *q, dx_join join,
                                     dx_node_data count, int64_t with)
{
    int64_t least = with - count.number.top;
    assert(count.kind == DX_NODE_COUNT && join >= DX_JOIN_EQUAL);
    dx_inquiry_node enough =
        least_node(q, count, count.places, count.kinds, least);
    dx_inquiry_node more =
        least_node(q, count, count.places, count.kinds, least + 1);
    switch (join) {
    case DX_JOIN_GREATER_EQUAL:
        return enough;
    case DX_JOIN_GREATER:
        return more;
    case DX_JOIN_LESS:
        return negate(q, enough);
    case DX_JOIN_LESS_EQUAL:
        return negate(q, more);
    default: {
        dx_inquiry_node both[] = {enough, negate(q, more)};
        dx_inquiry_node equal = join_many(q, DX_JOIN_AND, 2, both);
        return join == DX_JOIN_EQUAL ? equal : negate(q, equal);
    }
    }
}

static dx_inquiry_node join_two(dx_inquiry *q, dx_join join,
                                const dx_inquiry_node *operands)
{
    const dx_node_data a = *at(q, operands[0]), b = *at(q, operands[1]);
    if (join >= DX_JOIN_EQUAL && a.kind == DX_NODE_COUNT && is_whole(&b))
        return compare_count(q, join, a, b.number.top);
    if (join >= DX_JOIN_EQUAL && b.kind == DX_NODE_COUNT && is_whole(&a))
        return compare_count(q, dx_join_turned_round(join), b, a.number.top);
    if (join == DX_JOIN_ADD && ((a.kind == DX_NODE_COUNT && is_whole(&b)) ||
                                (b.kind == DX_NODE_COUNT && is_whole(&a)) ||
                                (is_whole(&a) && is_whole(&b)))) {
        dx_node_data sum = a.kind == DX_NODE_COUNT ? a : b;
        sum.number = dx_fraction_add(a.number, b.number);
        return add_node(q, sum);
    }
    return plain_join(q, join, 2, operands);
}

// Two numbers, both known.
static bool fold_comparison(dx_inquiry *q, dx_join join,
                            const dx_inquiry_node *operands,
                            dx_inquiry_node *out)
{
    const dx_node_data *a = at(q, operands[0]), *b = at(q, operands[1]);
    if (join < DX_JOIN_EQUAL || a->kind != DX_NODE_NUMBER ||
        b->kind != DX_NODE_NUMBER)
        return false;
    dx_rational x = dx_rational_of(a->number), y = dx_rational_of(b->number);
    *out = truth_node(q, dx_inquiry_compare(join, &x, &y));
    return true;
}

dx_inquiry_node dx_inquiry_join(dx_inquiry *q, dx_join join, size_t count,
                                const dx_inquiry_node *operands)
{
    dx_inquiry_node made;
    bool is;
    assert(join == DX_JOIN_NOT || join == DX_JOIN_NEGATIVE ? count == 1
           : join == DX_JOIN_AND || join == DX_JOIN_OR     ? true
                                                           : count == 2);
    if (join == DX_JOIN_NOT)
        return negate(q, operands[0]);
    if (join == DX_JOIN_AND || join == DX_JOIN_OR)
        return join_many(q, join, count, operands);
    if (join == DX_JOIN_IFF && is_constant(q, operands[0], &is))
        return is ? operands[1] : negate(q, operands[1]);
    if (join == DX_JOIN_IFF && is_constant(q, operands[1], &is))
        return is ? operands[0] : negate(q, operands[0]);
    if (count == 2 && fold_comparison(q, join, operands, &made))
        return made;
    return count == 2 ? join_two(q, join, operands)
                      : plain_join(q, join, count, operands);
}

dx_inquiry_node dx_inquiry_common(dx_inquiry *q, size_t depth,
                                  const dx_inquiry_node *everybody,
                                  dx_inquiry_node common,
                                  dx_inquiry_node closure)
{
    bool is;
    for (size_t i = 0; i < depth; i++)
        if (is_constant(q, everybody[i], &is) && !is)
            return everybody[i];
    if (is_constant(q, common, &is) && is)
        return common;
    size_t count = depth + 1 + (closure != DX_NODE_NONE);
    dx_inquiry_node *operands = dx_alloc(count, sizeof *operands);
    memcpy(operands, everybody, depth * sizeof *operands);
    operands[depth] = common;
    if (closure != DX_NODE_NONE)
        operands[depth + 1] = closure;
    dx_inquiry_node made = dx_inquiry_add(
        q,
        (dx_node_data){.kind = DX_NODE_COMMON,
                       .number = dx_fraction_int((int64_t)depth)},
        count, operands);
    dx_free(operands);
    return made;
}

static dx_inquiry_node claim_node(dx_inquiry *q, dx_vantage spot,
                                  const dx_claims *claims, dx_claim claim)
{
    static const dx_join joins[] = {[DX_CLAIM_ADD] = DX_JOIN_ADD,
                                    [DX_CLAIM_AT_LEAST] = DX_JOIN_GREATER_EQUAL,
                                    [DX_CLAIM_NOT] = DX_JOIN_NOT,
                                    [DX_CLAIM_AND] = DX_JOIN_AND,
                                    [DX_CLAIM_OR] = DX_JOIN_OR};
    const dx_claim_node *c = dx_claims_at(claims, claim);
    if (c->kind == DX_CLAIM_NUMBER)
        return dx_inquiry_number(q, dx_fraction_int(c->number));
    if (c->kind == DX_CLAIM_COUNT)
        return count_node(q, spot, c->places, c->kinds);
    dx_inquiry_node operands[2] = {claim_node(q, spot, claims, c->a)};
    if (c->kind != DX_CLAIM_NOT)
        operands[1] = claim_node(q, spot, claims, c->b);
    return dx_inquiry_join(q, joins[c->kind], c->kind == DX_CLAIM_NOT ? 1 : 2,
                           operands);
}

dx_inquiry_node dx_inquiry_claim(dx_inquiry *q, dx_vantage spot,
                                 const dx_claims *claims, dx_claim claim)
{
    return dx_inquiry_fold(q, claim_node(q, spot, claims, claim));
}

// How many moves seats had before a turn, where that is not known to all.
static const dx_factors *factors_of(dx_inquiry *q, const dx_frame *frame)
{
    if (!q->is_uniform ||
        dx_frames_rules(q->frames)->game->places->factors == NULL)
        return NULL;
    return dx_factors_at(&q->factors, q->frames, frame);
}

static dx_mind_id open_mind(dx_inquiry *q, const dx_frame *frame, uint64_t sees,
                            dx_mind_kind kind)
{
    dx_mind_data *m = dx_alloc(1, sizeof *m);
    const dx_factors *factors =
        kind == DX_MIND_CHANCE ? factors_of(q, frame) : NULL;
    const char *beyond = factors == NULL ? frame->space.beyond : frame->beyond;
    if (beyond != NULL) { // nothing may be asked of it
        q->beyond = beyond;
        q->effort.status = DX_ERR_LIMIT;
    }
    m->kind = kind;
    m->asked = m->given = DX_NODE_NONE;
    m->outlook.frame = frame;
    m->outlook.mechanisms = q->effort.mechanisms;
    m->outlook.sees = sees & (frame->all | frame->summed);
    m->outlook.weighs = kind == DX_MIND_CHANCE;
    m->outlook.is_uniform = q->is_uniform;
    m->outlook.factors = factors;
    m->outlook.hand_lists = hands_of(q);
    m->outlook.self.frame = m->outlook.inner.frame = frame;
    dx_vector_push(&q->minds, m);
    return (dx_mind_id)q->minds.count - 1;
}

dx_mind_id dx_inquiry_open(dx_inquiry *q, const dx_frame *frame, uint64_t sees,
                           dx_mind_kind kind)
{
    dx_mind_id id = open_mind(q, frame, sees, kind);
    dx_inquiry_hear_frame(q, id, sees);
    return id;
}

void dx_inquiry_show_worlds(dx_inquiry *q, dx_mind_id id)
{
    q->minds.at[id]->outlook.shows_worlds = true;
}

dx_mind_id dx_inquiry_open_common(dx_inquiry *q, const dx_frame *frame,
                                  size_t count, const uint64_t *sees)
{
    dx_mind_id id = open_mind(q, frame, 0, DX_MIND_KNOWS);
    dx_closure *closure = dx_alloc(1, sizeof *closure);
    for (size_t i = 0; i < count; i++) {
        dx_closure_member member = {
            .outlook = {.frame = frame,
                        .mechanisms = q->effort.mechanisms,
                        .sees = sees[i] & (frame->all | frame->summed),
                        .hand_lists = hands_of(q)}};
        dx_vector_push(&closure->members, member);
    }
    q->minds.at[id]->closure = closure;
    for (size_t i = 0; i < count; i++)
        dx_inquiry_member_hears_frame(q, id, i, sees[i]);
    return id;
}

void dx_inquiry_member_hears(dx_inquiry *q, dx_mind_id id, size_t i,
                             dx_inquiry_node heard, bool whether)
{
    assert(i < q->minds.at[id]->closure->members.count);
    dx_vector_push(&q->minds.at[id]->closure->members.at[i].hearings,
                   (dx_member_hearing){heard, whether});
}

dx_vantage dx_inquiry_inside(dx_inquiry *q, dx_mind_id id)
{
    dx_mind_data *m = q->minds.at[id];
    if (m->closure != NULL)
        return dx_inquiry_outside(q, id);
    return (dx_vantage){&m->outlook.inner, m->outlook.frame};
}

dx_vantage dx_inquiry_outside(dx_inquiry *q, dx_mind_id id)
{
    dx_mind_data *m = q->minds.at[id];
    return (dx_vantage){&m->outlook.self, m->outlook.frame};
}

void dx_inquiry_hear_whether(dx_inquiry *q, dx_mind_id id,
                             dx_inquiry_node heard, dx_inquiry_node is)
{
    assert(!q->minds.at[id]->is_closed);
    dx_vector_push(&q->minds.at[id]->hearings,
                   (dx_hearing){.heard = heard, .is = is, .holds = true});
}

// Reads the numbers of a mind's own scope where the mind is a node.
static void settle_mind(dx_inquiry *q, dx_inquiry_node of)
{
    dx_node_data n = *at(q, of);
    const dx_mind_data *m = q->minds.at[n.mind];
    assert(m->is_closed); // so its own scope has all it needs
    n.first = (uint32_t)q->readings.count;
    n.count = (uint32_t)m->own_count;
    for (size_t i = 0; i < n.count; i++) {
        const dx_entry *e = &m->outlook.self.entries.at[i];
        uint64_t places;
        q->is_blurred |= dx_frames_blurs(q->frames, n.frame, n.scope->frame,
                                         e->places, e->kinds);
        unsigned known = dx_frames_since(q->frames, n.frame, n.scope->frame,
                                         e->places, e->kinds, &places);
        dx_span matters = {e->floor > known ? e->floor - known : 0,
                           e->ceiling > known ? e->ceiling - known : 0};
        dx_reading reading = dx_scope_read(n.scope, places, e->kinds, matters);
        reading.add = (int16_t)(reading.add + (int)known);
        dx_vector_push(&q->readings, reading);
    }
    q->nodes.at[of] = n;
}

void dx_inquiry_settle(dx_inquiry *q, dx_inquiry_node of)
{
    if (of == DX_NODE_NONE || at(q, of)->is_settled)
        return;
    q->nodes.at[of].is_settled = true;
    const dx_node_data n = *at(q, of);
    assert(n.kind != DX_NODE_LEAST || n.number.top >= 1);
    if (n.kind == DX_NODE_COUNT)
        q->nodes.at[of].reading =
            dx_scope_read(n.scope, n.places, n.kinds, dx_span_all());
    else if (n.kind == DX_NODE_LEAST)
        q->nodes.at[of].reading = dx_scope_read(
            n.scope, n.places, n.kinds,
            (dx_span){(unsigned)n.number.top - 1, (unsigned)n.number.top});
    else if (n.kind == DX_NODE_MIND) {
        settle_mind(q, of);
        for (uint32_t i = 0; i < n.told_count; i++)
            dx_inquiry_settle(q, q->operands.at[n.told + i]);
    } else if (n.kind == DX_NODE_PATTERN && q->folds)
        q->nodes.at[of].count = 0; // its numbers are not needed
    else
        for (uint32_t i = 0; i < n.count; i++)
            dx_inquiry_settle(q, q->operands.at[n.first + i]);
}

static void take_in(dx_inquiry *q, dx_mind_data *m, dx_inquiry_node of)
{
    dx_inquiry_settle(q, of);
    if (of != DX_NODE_NONE && at(q, of)->minds >= m->minds)
        m->minds = at(q, of)->minds + 1;
}

static void close_closure(dx_inquiry *q, dx_mind_data *m)
{
    for (size_t i = 0; i < m->closure->members.count; i++) {
        const dx_closure_member *member = &m->closure->members.at[i];
        for (size_t k = 0; k < member->hearings.count; k++)
            take_in(q, m, member->hearings.at[k].heard);
    }
    dx_closure_plan(m->closure, &m->outlook.self);
}

// Does the mind see some of the numbers asked for, and others not?
static bool sees_some(const dx_mind_data *m)
{
    size_t hidden = 0;
    for (size_t i = 0; i < m->outlook.sums.count; i++)
        hidden += m->outlook.sums.at[i].slot != DX_SLOT_NONE;
    return hidden > 0 && hidden < m->outlook.inner.entries.count;
}

// Takes in what is asked of a mind's worlds, and plans.
static void close_whole(dx_inquiry *q, dx_mind_data *m)
{
    q->folds = dx_mind_can_fold(q, m);
    take_in(q, m, m->asked);
    take_in(q, m, m->given);
    for (size_t i = 0; i < m->hearings.count; i++)
        take_in(q, m, m->hearings.at[i].heard);
    if (q->folds) {
        m->outlook.weighs = true;
        dx_mind_read_patterns(q, m);
    }
    q->folds = false;
    if (m->closure == NULL) {
        if (m->outlook.hand_lists != NULL) {
            dx_inquiry_find_alike(q, m);
            m->chains = dx_inquiry_find_chains(q, m);
            m->outlook.chains = m->chains;
            m->outlook.says_the_same = m->hearings.count <= 64;
        }
        dx_outlook_plan(&m->outlook);
        if (m->outlook.chains != NULL && m->outlook.by_hand != NULL &&
            !m->outlook.is_plain) {
            dx_inquiry_use_chains(q, m->chains);
            dx_mechanism_note(q->effort.mechanisms, DX_BY_CHAINS, 0);
        }
        dx_mind_plan_twins(m);
    } else {
        close_closure(q, m);
    }
}

void dx_inquiry_close(dx_inquiry *q, dx_mind_id id, dx_inquiry_node asked,
                      dx_inquiry_node given)
{
    dx_mind_data *m = q->minds.at[id];
    assert(!m->is_closed);
    m->asked = asked;
    m->given = given;
    m->is_closed = true;
    for (unsigned kind = 0; kind < DX_KINDS_MAX; kind++)
        m->alike[kind] = (uint8_t)kind;
    close_whole(q, m);
    m->own_count = m->outlook.self.entries.count;
    for (size_t i = 0; i < m->hearings.count; i++)
        take_in(q, m, m->hearings.at[i].is);
    size_t stride = (m->own_count + m->hearings.count + 7) / 8;
    dx_states_clear(&m->found, stride > 0 ? stride : 1, false);
    m->key = dx_alloc(m->found.stride, sizeof *m->key);
    // A hand is listed whether all of its numbers matter or not.
    if (m->closure == NULL && m->outlook.by_hand == NULL && sees_some(m) &&
        dx_mechanism_is_on(q->effort.mechanisms, DX_BY_RELEVANCE))
        m->ignored =
            dx_alloc(m->outlook.inner.entries.count, sizeof *m->ignored);
}

static dx_inquiry_node move(dx_inquiry *q, dx_inquiry_node of, dx_vantage spot);

static dx_inquiry_node move_operands(dx_inquiry *q, dx_node_data n,
                                     dx_vantage spot)
{
    dx_inquiry_node *operands = dx_alloc(n.count + 1, sizeof *operands);
    for (uint32_t i = 0; i < n.count; i++)
        operands[i] = move(q, q->operands.at[n.first + i], spot);
    dx_node_data made = {.kind = n.kind, .number = n.number, .parts = n.parts};
    dx_inquiry_node moved = n.kind == DX_NODE_JOIN
                                ? dx_inquiry_join(q, n.join, n.count, operands)
                            : n.kind == DX_NODE_PATTERN
                                ? dx_inquiry_fold(q, operands[0])
                                : dx_inquiry_add(q, made, n.count, operands);
    dx_free(operands);
    return moved;
}

// What a node of a closed mind's scopes says, said at a spot of the same turn.
static dx_inquiry_node move(dx_inquiry *q, dx_inquiry_node of, dx_vantage spot)
{
    const dx_node_data n = *at(q, of);
    if (n.kind == DX_NODE_NUMBER)
        return of;
    if (n.kind == DX_NODE_MIND)
        return dx_inquiry_mind(q, spot, n.mind);
    if (n.kind != DX_NODE_COUNT && n.kind != DX_NODE_LEAST)
        return move_operands(q, n, spot);
    dx_inquiry_node both[] = {count_node(q, spot, n.places, n.kinds),
                              dx_inquiry_number(q, n.number)};
    return dx_inquiry_join(
        q, n.kind == DX_NODE_COUNT ? DX_JOIN_ADD : DX_JOIN_GREATER_EQUAL, 2,
        both);
}

// Adds what a mind's hearings ask for at a spot; answers where it begins.
static uint32_t tell(dx_inquiry *q, dx_vantage spot, const dx_mind_data *m,
                     unsigned *out_minds)
{
    size_t count = m->hearings.count;
    dx_inquiry_node *told = dx_alloc(count + 1, sizeof *told);
    for (size_t i = 0; i < count; i++) {
        dx_inquiry_node is = m->hearings.at[i].is;
        told[i] = is == DX_NODE_NONE           ? truth_node(q, true)
                  : m->hearings.at[i].told > 0 ? dx_inquiry_told(q, spot, m, i)
                                               : move(q, is, spot);
        if (at(q, told[i])->minds > *out_minds)
            *out_minds = at(q, told[i])->minds;
    }
    uint32_t first = (uint32_t)q->operands.count;
    for (size_t i = 0; i < count; i++)
        dx_vector_push(&q->operands, told[i]);
    dx_free(told);
    return first;
}

dx_inquiry_node dx_inquiry_mind(dx_inquiry *q, dx_vantage spot, dx_mind_id id)
{
    const dx_mind_data *m = q->minds.at[id];
    bool is;
    assert(m->is_closed && m->outlook.frame->number == spot.frame->number);
    if (!m->is_part && m->hearings.count == 0 && m->given == DX_NODE_NONE &&
        m->closure == NULL &&
        is_constant(q, m->asked, &is)) // there is always a world
        return truth_node(q, is || m->kind == DX_MIND_WHETHER);
    unsigned minds = m->minds;
    uint32_t told = tell(q, spot, m, &minds);
    return add_node(q, (dx_node_data){.kind = DX_NODE_MIND,
                                      .mind = id,
                                      .minds = minds,
                                      .told = told,
                                      .told_count = (uint32_t)m->hearings.count,
                                      .scope = spot.scope,
                                      .frame = spot.frame});
}
