// One round is one game, the learner in each seat in turn on the same deal with
// the same opponents.  How it chooses and what it makes of the end is the way's
// (train_private.h).

#include "agents/gofish/train_private.h"

#include "base/heed.h"
#include "base/memory.h"

#include <string.h>

const char *const dx_gofish_method_names[DX_GOFISH_METHODS] = {
    "gradient", "features", "states", "habits"};

static const dx_gofish_way *const ways[DX_GOFISH_METHODS] = {
    &dx_gofish_way_gradient, &dx_gofish_way_features, &dx_gofish_way_states,
    &dx_gofish_way_habits};

struct dx_gofish_trainer {
    dx_gofish_course course;
    const dx_gofish_way *way;
    void *self;
    unsigned rounds;
    dx_policy policy; // the learner's, while it learns
};

unsigned dx_gofish_type_of(const dx_policy *policy)
{
    for (unsigned i = 0; i < DX_GOFISH_TYPES; i++)
        if (strcmp(policy->agent->name, dx_gofish_type_names[i]) == 0)
            return i;
    return DX_GOFISH_TYPES;
}

void dx_gofish_compare(const dx_rules *rules, const dx_policy *policy,
                       const dx_policy *opponent, uint64_t seed, unsigned deals,
                       double *out_won)
{
    unsigned players = dx_players(rules);
    memset(out_won, 0, deals * sizeof *out_won);
    for (unsigned i = 0; i < deals * players && !dx_is_called_off(); i++) {
        const dx_policy *policies[DX_GOFISH_SEATS];
        unsigned self = i % players;
        dx_gofish_table b;
        dx_random random = dx_random_named(seed, i, 2000);
        for (unsigned k = 0; k < players; k++)
            policies[k] = k == self ? policy : opponent;
        dx_gofish_sit_down(&b, rules, seed, i / players, policies);
        while (dx_match_turn(b.match) != DX_OVER)
            dx_gofish_move(&b, &random);
        out_won[i / players] += dx_gofish_share(&b, self);
        dx_gofish_get_up(&b);
    }
}

dx_status dx_gofish_trainer_new(const dx_gofish_course *course,
                                dx_gofish_trainer **out, dx_error *error)
{
    if (course->method == DX_GOFISH_STATES && dx_players(&course->rules) != 2)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "a table of states is for two players; with more, "
                       "say features or gradient");
    dx_gofish_trainer *t = dx_alloc(1, sizeof *t);
    t->course = *course;
    t->way = ways[course->method];
    t->self = t->way->open(course);
    t->policy = t->way->policy(t->self);
    t->policy.params.value[0] = DX_GOFISH_BY_RANK;
    *out = t;
    return DX_OK;
}

void dx_gofish_trainer_free(dx_gofish_trainer *t)
{
    if (t == NULL)
        return;
    t->way->close(t->self);
    dx_free(t);
}

unsigned dx_gofish_trainer_rounds(const dx_gofish_trainer *t)
{
    return t->rounds;
}

dx_policy dx_gofish_trainer_policy(const dx_gofish_trainer *t)
{
    dx_policy policy = t->policy;
    policy.data = t->way->data(t->self);
    return policy;
}

size_t dx_gofish_trainer_size(const dx_gofish_trainer *t)
{
    return t->way->size(t->self);
}

static unsigned draw_opponent(const dx_gofish_course *c, dx_random *random)
{
    unsigned sum = 0, i = 0;
    for (unsigned k = 0; k < c->opponent_count; k++)
        sum += c->share[k];
    unsigned drawn = (unsigned)dx_random_below(random, sum);
    while (drawn >= c->share[i])
        drawn -= c->share[i++];
    return i;
}

// Who sits where: of more than one opponent, mostly all of one kind.
static void seat_round(const dx_gofish_trainer *t, unsigned self,
                       dx_random *random, const dx_policy **out)
{
    const dx_gofish_course *c = &t->course;
    bool is_mixed = dx_random_below(random, 4) == 0;
    unsigned kind = draw_opponent(c, random);
    for (unsigned i = 0; i < dx_players(&c->rules); i++) {
        kind = is_mixed ? draw_opponent(c, random) : kind;
        out[i] = i == self ? &t->policy : &c->opponent[kind];
    }
}

static void play_round(dx_gofish_trainer *t)
{
    unsigned players = dx_players(&t->course.rules);
    unsigned deal = t->rounds / players, self = t->rounds % players;
    dx_random random = dx_random_named(t->course.seed, deal, 1000);
    const dx_policy *who[DX_GOFISH_SEATS];
    dx_gofish_table b;
    seat_round(t, self, &random, who);
    dx_gofish_sit_down(&b, &t->course.rules, t->course.seed, deal, who);
    b.self = self;
    random = dx_random_named(t->course.seed, deal, 1001 + self);
    while (dx_match_turn(b.match) != DX_OVER)
        if (dx_match_turn(b.match) == self)
            dx_gofish_move_as_told(&b, t->way->ask(t->self, &b, &random));
        else
            dx_gofish_move(&b, &random);
    t->way->over(t->self, dx_match_view(b.match, self), who,
                 dx_gofish_share(&b, self));
    dx_gofish_get_up(&b);
    t->way->rest(t->self, ++t->rounds);
}

// A round that has begun is played to its end by players who hear nothing: what
// they would choose in haste would be learnt.
void dx_gofish_trainer_run(dx_gofish_trainer *t, unsigned rounds)
{
    for (unsigned i = 0; i < rounds && !dx_is_called_off(); i++) {
        const atomic_bool *before = dx_heed(NULL);
        play_round(t);
        dx_heed(before);
    }
}

// "doxa learnt gofish METHOD whole|part ROUNDS", and then the way's own.
void dx_gofish_trainer_write(const dx_gofish_trainer *t, bool whole,
                             dx_text *out)
{
    dx_text_printf(out, "doxa learnt gofish %s %s\nrounds %u\n",
                   dx_gofish_method_names[t->course.method],
                   whole ? "whole" : "part", t->rounds);
    t->way->write(t->self, whole, out);
}

// What a text begins with: the method, and whether it is whole.
typedef struct head {
    unsigned method, is_part;
    uint64_t rounds;
} head;

static dx_status read_head(dx_gofish_source *s, head *out)
{
    static const char *const words[] = {"doxa", "learnt", "gofish"};
    static const char *const parts[] = {"whole", "part"};
    dx_status status = DX_OK;
    for (unsigned i = 0; i < 3 && status == DX_OK; i++)
        status = dx_gofish_source_word(s, words[i]);
    if (status == DX_OK)
        status = dx_gofish_source_any(s, dx_gofish_method_names,
                                      DX_GOFISH_METHODS, &out->method);
    if (status == DX_OK)
        status = dx_gofish_source_any(s, parts, 2, &out->is_part);
    if (status == DX_OK)
        status = dx_gofish_source_word(s, "rounds");
    if (status == DX_OK)
        status = dx_gofish_source_whole(s, UINT32_MAX, &out->rounds);
    return status;
}

dx_status dx_gofish_trainer_read(dx_gofish_trainer *t, const char *text,
                                 dx_error *error)
{
    dx_gofish_source s = dx_gofish_source_of(text, error);
    const char *method = dx_gofish_method_names[t->course.method];
    head h;
    dx_status status = read_head(&s, &h);
    if (status == DX_OK && (h.method != t->course.method || h.is_part == 1))
        status = dx_fail(error, DX_ERR_INPUT, 1, 0,
                         "expected the whole of a learner by %s, not %s of one "
                         "by %s",
                         method, h.is_part == 1 ? "a part" : "that",
                         dx_gofish_method_names[h.method]);
    if (status == DX_OK)
        status = t->way->read(t->self, true, &s);
    if (status == DX_OK)
        status = dx_gofish_source_end(&s);
    if (status == DX_OK)
        t->rounds = (unsigned)h.rounds;
    return status;
}

// What plays is a part of what a learner has.
dx_status dx_gofish_learnt_read(const char *text, const char *name,
                                dx_gofish_learnt **out, dx_error *error)
{
    dx_gofish_source s = dx_gofish_source_of(text, error);
    head h;
    dx_status status = read_head(&s, &h);
    if (status != DX_OK)
        return status;
    const dx_gofish_way *way = ways[h.method];
    void *self = way->blank();
    status = way->read(self, false, &s);
    if (status == DX_OK && h.is_part == 1)
        status = dx_gofish_source_end(&s);
    if (status != DX_OK) {
        way->close(self);
        return status;
    }
    dx_gofish_learnt *l = dx_alloc(1, sizeof *l);
    l->agent = *way->agent;
    l->name = dx_copy_text(name);
    l->agent.name = l->name;
    l->agent.help = "plays by what was learnt, from a file";
    l->agent.data = way->data(self);
    l->data = self;
    l->release = way->close;
    *out = l;
    return DX_OK;
}

void dx_gofish_learnt_free(dx_gofish_learnt *l)
{
    if (l == NULL)
        return;
    l->release(l->data);
    dx_free(l->name);
    dx_free(l);
}
