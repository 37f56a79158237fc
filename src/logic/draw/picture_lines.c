// Which lines stand for the relations of a model: few enough to read, enough
// to get the relations back.
//
// An equivalence, and each cluster of worlds that lead to each other in a
// transitive relation, is drawn as a tree over its worlds.  Of all trees the
// one is taken that reuses lines of other agents, and then joins worlds that
// differ in few facts: muddy children come out as a cube.

#include "logic/draw/picture.h"
#include "logic/kripke/plausible.h"

#include "base/heed.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct chooser {
    dx_picture *picture;
    const dx_model *model;
    const dx_relation *relation;
    size_t agent;
    bool is_belief;
} chooser;

// ---- What kind of relation it is.

typedef struct frame {
    bool reflexive, transitive, euclidean, serial;
} frame;

static bool is_reflexive(const dx_relation *r, size_t count)
{
    for (size_t w = 0; w < count; w++)
        if (!dx_relation_has(r, w, w))
            return false;
    return true;
}

static bool is_serial(const dx_relation *r, size_t count)
{
    for (size_t w = 0; w < count; w++)
        if (r->first[w] == r->first[w + 1])
            return false;
    return true;
}

// Does u -> v and v -> x give u -> x?  Or, turned around, u -> v and u -> x
// give v -> x?
static bool is_closed(const dx_relation *r, size_t count, bool euclidean)
{
    for (size_t u = 0; u < count; u++)
        for (size_t i = r->first[u]; i < r->first[u + 1]; i++) {
            size_t v = r->target[i];
            size_t from = euclidean ? u : v, lacking = euclidean ? v : u;
            for (size_t k = r->first[from]; k < r->first[from + 1]; k++)
                if (!dx_relation_has(r, lacking, r->target[k]))
                    return false;
        }
    return true;
}

static frame frame_of(const dx_relation *relation, size_t count)
{
    if (relation->cell != NULL)
        return (frame){true, true, true, true};
    return (frame){
        .reflexive = is_reflexive(relation, count),
        .transitive = is_closed(relation, count, false),
        .euclidean = is_closed(relation, count, true),
        .serial = is_serial(relation, count),
    };
}

static const char *frame_name(frame f)
{
    if (f.reflexive)
        return f.euclidean ? "S5" : f.transitive ? "S4" : "T";
    if (f.transitive && f.euclidean)
        return f.serial ? "KD45" : "K45";
    if (f.transitive)
        return f.serial ? "KD4" : "K4";
    return f.serial ? "KD" : "K";
}

// ---- Lines.

static dx_line *find_line(chooser *c, uint32_t from, uint32_t to,
                          dx_arrow arrow, bool has_shares)
{
    for (size_t i = 0; i < c->picture->lines.count; i++) {
        dx_line *line = &c->picture->lines.at[i];
        if (line->arrow != arrow || line->is_belief != c->is_belief ||
            line->has_shares != has_shares)
            continue;
        if (line->from == from && line->to == to)
            return line;
        if (arrow != DX_ARROW_TO && line->from == to && line->to == from)
            return line;
    }
    return NULL;
}

// Adds the agent to the line, which is made if it is not there.  `share` may
// be NULL.
static void add_line(chooser *c, uint32_t from, uint32_t to, dx_arrow arrow,
                     const dx_fraction *share)
{
    assert(from < c->picture->box_count && to < c->picture->box_count);
    assert(c->agent < DX_DRAW_AGENTS_MAX); // dx_draw refused the others
    dx_line *line = find_line(c, from, to, arrow, share != NULL);
    if (line == NULL) {
        dx_vector_push(&c->picture->lines,
                       (dx_line){.from = from,
                                 .to = to,
                                 .arrow = arrow,
                                 .is_belief = c->is_belief,
                                 .has_shares = share != NULL});
        line = &c->picture->lines.at[c->picture->lines.count - 1];
    }
    dx_text_add(&line->label, line->label.length > 0 ? "," : "");
    dx_text_add(&line->label, dx_picture_agent(c->picture, c->agent));
    if (share != NULL) {
        dx_text_add_char(&line->label, ' ');
        dx_fraction_print(*share, &line->label);
    }
    line->agents |= UINT64_C(1) << c->agent;
}

// ---- Trees.

typedef struct pair {
    uint32_t from, to;
    unsigned is_new, facts, distance;
} pair;

static unsigned differing_facts(const dx_model *model, size_t u, size_t v)
{
    unsigned count = 0;
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        const dx_bitset *worlds = dx_model_proposition_worlds(model, p);
        count += dx_bitset_has(worlds, u) != dx_bitset_has(worlds, v);
    }
    for (size_t x = 0; x < dx_model_variable_count(model); x++) {
        const int32_t *values = dx_model_values(model, x);
        count += values[u] != values[v];
    }
    return count;
}

static int compare_pairs(const void *a, const void *b)
{
    const pair *p = a, *q = b;
    if (p->is_new != q->is_new)
        return p->is_new < q->is_new ? -1 : 1;
    if (p->facts != q->facts)
        return p->facts < q->facts ? -1 : 1;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

static size_t root_of(const uint32_t *parent, size_t i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

// A tree over the worlds of one cell, by Kruskal's method.
static void add_tree(chooser *c, size_t count, const uint32_t *worlds,
                     dx_arrow arrow)
{
    size_t pair_count = 0, joined = 1;
    pair *pairs = dx_alloc(count * (count - 1) / 2, sizeof *pairs);
    for (size_t i = 0; i < count && !dx_is_called_off(); i++)
        for (size_t k = i + 1; k < count; k++)
            pairs[pair_count++] = (pair){
                .from = (uint32_t)i,
                .to = (uint32_t)k,
                .is_new =
                    find_line(c, worlds[i], worlds[k], arrow, false) == NULL,
                .facts = differing_facts(c->model, worlds[i], worlds[k]),
                .distance = (unsigned)(k - i),
            };
    qsort(pairs, pair_count, sizeof *pairs, compare_pairs);
    uint32_t *parent = dx_alloc(count, sizeof *parent);
    for (uint32_t i = 0; i < count; i++)
        parent[i] = i;
    for (size_t i = 0; i < pair_count; i++) {
        size_t a = root_of(parent, pairs[i].from);
        size_t b = root_of(parent, pairs[i].to);
        if (a == b)
            continue;
        parent[b] = (uint32_t)a;
        joined++;
        add_line(c, worlds[pairs[i].from], worlds[pairs[i].to], arrow, NULL);
    }
    assert(joined == count || dx_is_called_off()); // a tree over all of them
    (void)joined;
    if (count > 2)
        c->picture->edges_left_out = true;
    dx_free(parent);
    dx_free(pairs);
}

// Trees over all groups of two or more worlds with the same number.
static void add_trees(chooser *c, const uint32_t *group, dx_arrow arrow)
{
    size_t count = c->picture->box_count;
    uint32_t *worlds = dx_alloc(count, sizeof *worlds);
    dx_bitset done = dx_bitset_new(count);
    for (size_t w = 0; w < count; w++) {
        if (dx_bitset_has(&done, w))
            continue;
        size_t members = 0;
        for (size_t v = w; v < count; v++)
            if (group[v] == group[w]) {
                worlds[members++] = (uint32_t)v;
                dx_bitset_add(&done, v);
            }
        if (members > 1)
            add_tree(c, members, worlds, arrow);
    }
    dx_bitset_release(&done);
    dx_free(worlds);
}

// ---- Relations that are no equivalence.

static bool are_mutual(const dx_relation *r, size_t u, size_t v)
{
    return dx_relation_has(r, u, v) && dx_relation_has(r, v, u);
}

// A line from one cluster to another, where nothing in between implies it.
static void add_between(chooser *c, const uint32_t *cluster, size_t a, size_t b)
{
    const dx_relation *r = c->relation;
    size_t count = c->picture->box_count;
    if (a == b || !dx_relation_has(r, a, b))
        return;
    for (size_t x = 0; x < count; x++)
        if (cluster[x] == x && x != a && x != b && dx_relation_has(r, a, x) &&
            dx_relation_has(r, x, b)) {
            c->picture->edges_left_out = true;
            return;
        }
    size_t from = a, to = b, lines = 0;
    unsigned best = UINT32_MAX;
    for (size_t u = a; u < count; u++)
        for (size_t v = b; v < count; v++) {
            if (cluster[u] != a || cluster[v] != b)
                continue;
            unsigned facts = differing_facts(c->model, u, v);
            lines++;
            if (facts < best) {
                best = facts;
                from = u;
                to = v;
            }
        }
    c->picture->edges_left_out = c->picture->edges_left_out || lines > 1;
    add_line(c, (uint32_t)from, (uint32_t)to, DX_ARROW_TO, NULL);
}

// Clusters of worlds that lead to each other are trees; between clusters only
// what no third one implies is drawn.  In a cluster of two or more the loops
// follow.
static void add_transitive(chooser *c, bool with_loops)
{
    const dx_relation *r = c->relation;
    size_t count = c->picture->box_count;
    uint32_t *cluster = dx_alloc(count, sizeof *cluster);
    uint32_t *size = dx_alloc(count, sizeof *size);
    for (size_t w = 0; w < count; w++) {
        cluster[w] = (uint32_t)w;
        for (size_t v = 0; v < w && cluster[w] == w; v++)
            if (are_mutual(r, v, w))
                cluster[w] = (uint32_t)v;
        size[cluster[w]]++;
    }
    add_trees(c, cluster, DX_ARROW_BOTH);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            if (cluster[a] == a && cluster[b] == b)
                add_between(c, cluster, a, b);
    for (uint32_t w = 0; w < count && with_loops; w++)
        if (size[cluster[w]] == 1 && dx_relation_has(r, w, w))
            add_line(c, w, w, DX_ARROW_TO, NULL);
    dx_free(size);
    dx_free(cluster);
}

static void add_all(chooser *c, bool with_loops)
{
    const dx_relation *r = c->relation;
    for (uint32_t u = 0; u < c->picture->box_count; u++)
        for (size_t i = r->first[u]; i < r->first[u + 1]; i++) {
            uint32_t v = r->target[i];
            bool mutual = u != v && dx_relation_has(r, v, u);
            if ((u == v && !with_loops) || (mutual && v < u))
                continue;
            add_line(c, u, v, mutual ? DX_ARROW_BOTH : DX_ARROW_TO, NULL);
        }
}

// With probabilities on its edges, nothing is left out.
static void add_weighted(chooser *c, const dx_weights *weights)
{
    const dx_relation *r = c->relation;
    for (uint32_t u = 0; u < c->picture->box_count; u++) {
        dx_fraction total = dx_fraction_int(0);
        for (size_t i = r->first[u]; i < r->first[u + 1]; i++)
            total =
                dx_fraction_add(total, weights->of_edge != NULL
                                           ? weights->of_edge[i]
                                           : weights->of_world[r->target[i]]);
        for (size_t i = r->first[u]; i < r->first[u + 1]; i++) {
            dx_fraction weight = weights->of_edge != NULL
                                     ? weights->of_edge[i]
                                     : weights->of_world[r->target[i]];
            dx_fraction share = dx_fraction_divide(weight, total);
            add_line(c, u, r->target[i], DX_ARROW_TO, &share);
        }
    }
}

static void add_relation(dx_picture *picture, size_t agent,
                         dx_attitude attitude)
{
    const dx_model *model = picture->model;
    bool is_ranked =
        attitude == DX_BELIEF && !dx_model_has_belief(model, agent);
    dx_relation best = {0};
    if (is_ranked)
        best = dx_model_beliefs(model, agent);
    chooser c = {
        .picture = picture,
        .model = model,
        .relation =
            is_ranked ? &best : dx_model_relation(model, agent, attitude),
        .agent = agent,
        .is_belief = attitude == DX_BELIEF,
    };
    const dx_weights *weights =
        c.is_belief ? NULL : dx_model_weights(model, agent);
    frame f = frame_of(c.relation, picture->box_count);
    bool with_loops = !f.reflexive;
    if (c.relation->cell != NULL)
        add_trees(&c, c.relation->cell, DX_ARROW_NONE);
    else if (weights != NULL)
        add_weighted(&c, weights);
    else if (f.transitive)
        add_transitive(&c, with_loops);
    else
        add_all(&c, with_loops);
    if (f.reflexive && (c.relation->cell != NULL || weights == NULL))
        picture->loops_left_out = true;
    dx_vector_push(&picture->legend,
                   (dx_legend_entry){.agent = agent,
                                     .is_belief = c.is_belief,
                                     .has_arrows = c.relation->cell == NULL,
                                     .frame = frame_name(f)});
    dx_relation_release(&best);
}

void dx_picture_assign_lanes(dx_picture *picture)
{
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line *line = &picture->lines.at[i];
        line->lanes = 0;
        for (size_t k = 0; k < picture->lines.count; k++) {
            const dx_line *other = &picture->lines.at[k];
            bool same = (other->from == line->from && other->to == line->to) ||
                        (other->from == line->to && other->to == line->from);
            if (k == i)
                line->lane = line->lanes;
            line->lanes += same;
        }
        assert(line->lane < line->lanes);
    }
}

// Agents in their own order, whichever order the lines were found in.
static void tidy_labels(dx_picture *picture)
{
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line *line = &picture->lines.at[i];
        if (line->has_shares)
            continue; // these came in order, with probabilities
        dx_text_clear(&line->label);
        for (size_t a = 0; a < DX_DRAW_AGENTS_MAX; a++) {
            if ((line->agents >> a & 1) == 0)
                continue;
            dx_text_add(&line->label, line->label.length > 0 ? "," : "");
            dx_text_add(&line->label, dx_picture_agent(picture, a));
        }
    }
}

void dx_picture_drop_lines_of(dx_picture *picture, size_t agent)
{
    size_t kept = 0;
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line line = picture->lines.at[i];
        line.agents &= ~(UINT64_C(1) << agent);
        if (line.agents == 0)
            dx_text_release(&line.label);
        else
            picture->lines.at[kept++] = line;
    }
    picture->lines.count = kept;
    tidy_labels(picture);
}

static void note_lines(dx_picture *picture)
{
    for (size_t e = 0; e < picture->legend.count; e++) {
        dx_legend_entry *entry = &picture->legend.at[e];
        for (size_t i = 0; i < picture->lines.count; i++) {
            const dx_line *line = &picture->lines.at[i];
            if (line->is_belief == entry->is_belief &&
                (line->agents >> entry->agent & 1) != 0)
                entry->has_lines = true;
        }
    }
}

static int compare_entries(const void *a, const void *b)
{
    const dx_legend_entry *x = a, *y = b;
    if (x->agent != y->agent)
        return x->agent < y->agent ? -1 : 1;
    return x->is_belief - y->is_belief;
}

// Finer relations first: coarser ones can then reuse their lines.
static size_t cells_of(const dx_model *model, size_t agent)
{
    return dx_model_relation(model, agent, DX_KNOWLEDGE)->cell_count;
}

void dx_picture_choose_lines(dx_picture *picture)
{
    const dx_model *model = picture->model;
    size_t count = dx_model_agent_count(model);
    dx_bitset done = dx_bitset_new(count);
    for (size_t i = 0; i < count; i++) {
        size_t next = count;
        for (size_t a = 0; a < count; a++)
            if (!dx_bitset_has(&done, a) &&
                (next == count || cells_of(model, a) > cells_of(model, next)))
                next = a;
        assert(next < count); // somebody is left
        dx_bitset_add(&done, next);
        add_relation(picture, next, DX_KNOWLEDGE);
    }
    dx_bitset_release(&done);
    for (size_t a = 0; a < count; a++)
        if (dx_model_has_belief(model, a) || dx_model_ranks(model, a) != NULL)
            add_relation(picture, a, DX_BELIEF);
    dx_picture_assign_lanes(picture);
    tidy_labels(picture);
    note_lines(picture);
    if (picture->legend.count > 1)
        qsort(picture->legend.at, picture->legend.count,
              sizeof *picture->legend.at, compare_entries);
}
