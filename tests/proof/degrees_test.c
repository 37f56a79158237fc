// The five logics of degrees of belief, against all frames of three worlds.
//
// The judge is as plain as can be: frames are listed by the conditions of the
// paper's table, written out here, and a formula is evaluated in all of them,
// under the 64 valuations of two atoms at once (a word a world).  Formulas stay
// near the axioms, since formulas by chance rarely turn on one.

#include "base/random.h"
#include "base/text.h"
#include "base/vector.h"
#include "logic/formula/parse.h"
#include "logic/kripke/frames.h"
#include "proof/valid.h"
#include "test.h"

#include <string.h>

enum { WORLDS = 3, DEGREES = 2, ROW = (1 << WORLDS) - 1 };

typedef unsigned relation; // WORLDS rows of WORLDS bits

typedef struct frame {
    relation r[DEGREES];
} frame;

typedef DX_VECTOR(frame) frame_list;

static bool steps(relation r, unsigned w, unsigned v)
{
    return r >> (w * WORLDS + v) & 1;
}

static bool is_serial(relation r)
{
    for (unsigned w = 0; w < WORLDS; w++)
        if ((r >> (w * WORLDS) & ROW) == 0)
            return false;
    return true;
}

// R_j(u,v) and R_i(v,w) give R_i(u,w).
static bool has_4(relation j, relation i)
{
    for (unsigned u = 0; u < WORLDS; u++)
        for (unsigned v = 0; v < WORLDS; v++)
            for (unsigned w = 0; w < WORLDS; w++)
                if (steps(j, u, v) && steps(i, v, w) && !steps(i, u, w))
                    return false;
    return true;
}

// R_j(u,v) and R_i(u,w) give R_i(v,w).
static bool has_5(relation j, relation i)
{
    for (unsigned u = 0; u < WORLDS; u++)
        for (unsigned v = 0; v < WORLDS; v++)
            for (unsigned w = 0; w < WORLDS; w++)
                if (steps(j, u, v) && steps(i, u, w) && !steps(i, v, w))
                    return false;
    return true;
}

typedef struct kind {
    const char *name;
    bool ordered, five, strong_4, strong_5; // all are serial and have 4
} kind;

static const kind kinds[] = {
    {"KDI4", true, false, false, false}, {"KDI4s", true, false, true, false},
    {"KDI45", true, true, false, false}, {"KDI4s5", true, true, true, false},
    {"KD4s5s", false, true, true, true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_frame(const kind *k, relation a, relation b)
{
    return (!k->ordered || (a & ~b) == 0) && has_4(a, a) && has_4(b, b) &&
           (!k->five || (has_5(a, a) && has_5(b, b))) &&
           (!k->strong_4 || (has_4(a, b) && has_4(b, a))) &&
           (!k->strong_5 || (has_5(a, b) && has_5(b, a)));
}

static frame_list frames_of(const kind *k)
{
    frame_list all = {0};
    for (relation a = 0; a < 1 << (WORLDS * WORLDS); a++)
        for (relation b = 0; is_serial(a) && b < 1 << (WORLDS * WORLDS); b++)
            if (is_serial(b) && is_frame(k, a, b))
                dx_vector_push(&all, ((frame){{a, b}}));
    return all;
}

// Formulas as lists of nodes, each made of earlier ones.
typedef struct node {
    char kind; // p q ~ & > K M
    int degree, left, right;
} node;

enum { NODES_MAX = 64 };

typedef struct sentence {
    node nodes[NODES_MAX];
    int count;
} sentence;

static int add(sentence *s, node n)
{
    s->nodes[s->count] = n;
    return s->count++;
}

static int fact(sentence *s, dx_random *random)
{
    int f = add(s, (node){.kind = dx_random_below(random, 3) ? 'p' : 'q'});
    return dx_random_below(random, 3) ? f
                                      : add(s, (node){.kind = '~', .left = f});
}

static int wrap(sentence *s, dx_random *random, int f)
{
    return add(s, (node){.kind = dx_random_below(random, 2) ? 'K' : 'M',
                         .degree = (int)dx_random_below(random, DEGREES),
                         .left = f});
}

// Up to three boxes and diamonds before a small formula.
static int chain(sentence *s, dx_random *random, int f)
{
    for (uint64_t i = dx_random_below(random, 4); i > 0; i--)
        f = wrap(s, random, f);
    return f;
}

static int small(sentence *s, dx_random *random)
{
    int f = chain(s, random, fact(s, random));
    if (dx_random_below(random, 2))
        return f;
    return add(s, (node){.kind = dx_random_below(random, 2) ? '&' : '>',
                         .left = f,
                         .right = chain(s, random, fact(s, random))});
}

static sentence sentence_by_chance(dx_random *random)
{
    sentence s = {0};
    int f = small(&s, random), left = chain(&s, random, f);
    if (dx_random_below(random, 2))
        left = add(&s, (node){.kind = '&',
                              .left = left,
                              .right = chain(&s, random, small(&s, random))});
    int again = dx_random_below(random, 3) ? f : small(&s, random);
    add(&s,
        (node){.kind = '>', .left = left, .right = chain(&s, random, again)});
    return s;
}

static void write_node(const sentence *s, int at, dx_text *out)
{
    const node *n = &s->nodes[at];
    if (n->kind == 'p' || n->kind == 'q') {
        dx_text_add_char(out, n->kind);
        return;
    }
    if (n->kind == 'K' || n->kind == 'M')
        dx_text_printf(out, "%c[%d] ", n->kind, n->degree + 1);
    else if (n->kind == '~')
        dx_text_add_char(out, '~');
    dx_text_add_char(out, '(');
    write_node(s, n->left, out);
    if (n->kind == '&' || n->kind == '>') {
        dx_text_add(out, n->kind == '&' ? ") & (" : ") -> (");
        write_node(s, n->right, out);
    }
    dx_text_add_char(out, ')');
}

// The valuations under which the last node is true at each world.
static void evaluate(const sentence *s, const frame *f,
                     uint64_t value[NODES_MAX][WORLDS])
{
    for (int i = 0; i < s->count; i++) {
        const node *n = &s->nodes[i];
        for (unsigned w = 0; w < WORLDS; w++) {
            uint64_t v = 0;
            if (n->kind == 'p' || n->kind == 'q') {
                unsigned bit = w * 2 + (n->kind == 'q');
                for (unsigned k = 0; k < 64; k++)
                    v |= (uint64_t)(k >> bit & 1) << k;
            } else if (n->kind == '~') {
                v = ~value[n->left][w];
            } else if (n->kind == '&') {
                v = value[n->left][w] & value[n->right][w];
            } else if (n->kind == '>') {
                v = ~value[n->left][w] | value[n->right][w];
            } else {
                v = n->kind == 'K' ? ~UINT64_C(0) : 0;
                for (unsigned u = 0; u < WORLDS; u++)
                    if (steps(f->r[n->degree], w, u))
                        v = n->kind == 'K' ? v & value[n->left][u]
                                           : v | value[n->left][u];
            }
            value[i][w] = v;
        }
    }
}

static bool holds_everywhere(const sentence *s, const frame_list *frames)
{
    uint64_t value[NODES_MAX][WORLDS];
    for (size_t i = 0; i < frames->count; i++) {
        evaluate(s, &frames->at[i], value);
        for (unsigned w = 0; w < WORLDS; w++)
            if (~value[s->count - 1][w] != 0)
                return false;
    }
    return true;
}

// The countermodel was evaluated before it was given; here: is it of the
// class, by the frame claims of .dx, which share nothing with the prover?
static void check_frame_of(const kind *k, const dx_model *model)
{
    dx_frame_class class;
    dx_error error;
    CHECK(dx_frame_find(k->name, &class));
    dx_agent_set all = dx_agent_set_all(dx_model_agent_count(model));
    CHECK_EQ(dx_model_check_frame(model, class, DX_KNOWLEDGE, &all, &error),
             DX_OK);
}

static dx_valid_verdict ask(const kind *k, const char *text, size_t *out_worlds)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_error error;
    dx_valid_options options = {.seconds_max = 1000};
    CHECK(dx_logic_find(k->name, &options.logic));
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_OK);
    dx_validity answer;
    CHECK_EQ(dx_valid(store, f, &options, &answer, &error), DX_OK);
    *out_worlds = 0;
    if (answer.model != NULL) {
        *out_worlds = dx_model_world_count(answer.model);
        check_frame_of(k, answer.model);
    }
    dx_valid_verdict verdict = answer.verdict;
    dx_validity_release(&answer);
    dx_formulas_free(store);
    return verdict;
}

static void judge(const kind *k, unsigned count)
{
    frame_list frames = frames_of(k);
    unsigned valid = 0, shown = 0;
    for (unsigned i = 0; i < count; i++) {
        dx_random random = dx_random_named(27, i, (uint64_t)(k - kinds));
        sentence s = sentence_by_chance(&random);
        dx_text text = {0};
        write_node(&s, s.count - 1, &text);
        size_t worlds;
        dx_valid_verdict verdict = ask(k, dx_text_string(&text), &worlds);
        bool everywhere = holds_everywhere(&s, &frames);
        CHECK_THAT(verdict != DX_NOT_DECIDED, "%s: %s", k->name,
                   dx_text_string(&text));
        CHECK_THAT(everywhere || verdict == DX_NOT_VALID, "%s: %s", k->name,
                   dx_text_string(&text));
        CHECK_THAT(!everywhere || worlds == 0 || worlds > WORLDS, "%s: %s",
                   k->name, dx_text_string(&text));
        valid += verdict == DX_VALID;
        shown += !everywhere;
        dx_text_release(&text);
    }
    CHECK(valid > count / 20 && shown > count / 4);
    dx_vector_release(&frames);
}

TEST(degrees_of_belief_agree_with_all_frames_of_three_worlds)
{
    for (size_t k = 0; k < KINDS; k++)
        judge(&kinds[k], SAMPLE(120, 2500));
}

TEST(each_logic_of_degrees_has_its_own_axioms)
{
    static const struct {
        const char *formula, *valid; // a letter a logic, in the order above
    } table[] = {
        {"K[2] p -> K[1] p", "yyyyn"},
        {"K[1] p -> K[2] p", "nnnnn"},
        {"K[10] p -> K[9] p", "yyyyn"}, // as numbers
        {"K[b] p -> K[a] p", "yyyyn"},
        {"K[a] p -> K[1] p", "yyyyn"},
        {"K[1] p -> M[2] p", "yyyyn"},
        {"K[1] p -> K[1] K[1] p", "yyyyy"},
        {"K[1] p -> K[2] K[1] p", "nynyy"},
        {"K[2] p -> K[1] K[2] p", "yyyyy"},
        {"M[1] p -> K[1] M[1] p", "nnyyy"},
        {"M[1] p -> K[2] M[1] p", "nnnyy"},
        {"M[2] p -> K[1] M[2] p", "nnyyy"},
        {"K[1] p -> p", "nnnnn"},
        {"K[1](K[1] p -> p)", "nnyyy"},
        {"K[2](K[1] p -> p)", "nnnnn"},
        {"K[3] K[2] p <-> K[1] K[2] p", "nnnyy"},
        {"D[1,2] p <-> K[1] p", "yyyyn"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (size_t k = 0; k < KINDS; k++) {
            size_t worlds;
            dx_valid_verdict verdict =
                ask(&kinds[k], table[i].formula, &worlds);
            CHECK_THAT(verdict ==
                           (table[i].valid[k] == 'y' ? DX_VALID : DX_NOT_VALID),
                       "%s in %s", table[i].formula, kinds[k].name);
        }
}
