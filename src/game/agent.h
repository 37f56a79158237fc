// game/agent.h -- who sits at a seat: a function of its view and a seed.
//
// An agent is a table of functions over a memory.  The memory is a fold of the
// view (begin, then note what is new), so it can be thrown away and built
// again, copied, and imagined by others.  A *policy* is an agent with its
// parameters chosen; a *mind* is a policy at work for one view.
//
//     dx_policy policy;
//     if (dx_policy_parse(dx_agents(), "greedy(eager=yes)", &rules, &policy,
//                         &error) != DX_OK) ...
//     dx_mind *mind = dx_mind_new(&policy, view);
//     move = dx_mind_choose(mind, view, &thought);   // again and again
//     dx_mind_free(mind);
//
// Agent and policy carry what is theirs: an agent read from a file is a table
// with `data` of its own, a policy has parameters, texts among them, and data
// (the weights of a learner).  Every function is given its policy.
//
// Thread rules: a dx_agent and a dx_policy are constant and may be shared; a
// mind belongs to one thread.  Agents keep no global state.

#ifndef DX_GAME_AGENT_H
#define DX_GAME_AGENT_H

#include "base/fraction.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/view.h"

#include <string.h>

#ifdef __cplusplus
#include <atomic>
using std::atomic_bool;
#else
#include <stdatomic.h>
#endif

// Why a move was made.  All zeros: for no reason; who holds one releases it.
typedef struct dx_reason {
    char rule[40]; // the rule that fired: "block"; "": no reason
    char *formula; // the formula that held, of any length; NULL: none
    char *words;   // a sentence for people; NULL: none
} dx_reason;

static inline void dx_reason_release(dx_reason *reason)
{
    dx_free(reason->formula);
    dx_free(reason->words);
    memset(reason, 0, sizeof *reason);
}
static inline dx_reason dx_reason_copy(const dx_reason *reason)
{
    dx_reason copy = *reason;
    if (copy.formula != NULL)
        copy.formula = dx_copy_text(copy.formula);
    if (copy.words != NULL)
        copy.words = dx_copy_text(copy.words);
    return copy;
}

// What one choice may cost.  Zero is "no limit".  `steps_max` gives the same
// result on every machine; `deadline_ns` (CLOCK_MONOTONIC) does not.
typedef struct dx_budget {
    uint64_t steps_max;
    int64_t deadline_ns;
    const atomic_bool *cancelled; // may be NULL; set by another thread
} dx_budget;

// Should an agent that has taken `steps` steps stop and give the best move it
// has?  Cheap enough for every step; NULL budget: only if its thread's work is
// called off (base/heed.h).
bool dx_budget_is_spent(const dx_budget *budget, uint64_t steps);

// What goes with one choice.  `reason` is NULL where nobody will read it; the
// caller's, as all zeros or as it was left.
typedef struct dx_thought {
    dx_random *random;
    const dx_budget *budget; // may be NULL
    dx_reason *reason;
} dx_thought;

// What an agent believes of a fact: that it is so (1), that it is not (-1), or
// neither (0); and how likely it finds it, NAN if it does not say.
typedef struct dx_opinion {
    int truth;
    double chance;
} dx_opinion;

typedef struct dx_agent dx_agent;

typedef struct dx_policy {
    const dx_agent *agent; // NULL: none
    dx_params params;
    const void *data; // the agent's own, shared and constant; may be NULL
} dx_policy;

struct dx_agent {
    const char *name, *help;
    // How it talks or plays, in its own voice, for who sits beside it: a
    // sentence or two, at most five and 60 words.  NULL: it does not say.
    const char *talk;
    bool people;      // a person can play with it by those sentences alone
    const char *game; // NULL: plays every game
    // What to assume of it, for who cannot afford to imagine it: an assumption
    // (docs/formulas.md), by whose words it can be understood.  NULL: itself.
    const char *assume;
    dx_schema schema; // may be empty
    bool shared;      // a convention: the same memory at every seat
    bool is_uniform;  // any legal move, one as likely as another
    // What a choice takes, in steps of a few microseconds, for those who would
    // imagine it often; 0: one or two.
    unsigned steps;
    const void *data; // its own; may be NULL

    // NULL: no memory.  Memory is flat unless copy and end are given.
    size_t (*memory_bytes)(const dx_rules *rules, const dx_policy *self);
    // Fills a memory of zeros for a view of which nothing was noted yet.
    void (*begin)(void *memory, const dx_policy *self, const dx_view *view);
    // All of view->seen from `noted` on is new, one event or many; the sight is
    // that behind the last.  Who needs the sights between keeps a dx_eyes in
    // its memory.  A convention is shown the views of several seats in turn.
    // NULL: nothing to note.
    void (*note)(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted);
    void (*copy)(void *memory, const void *from); // NULL: memcpy
    void (*end)(void *memory);                    // NULL: nothing to do

    // A legal move of the view's seat, whose turn it is.  Reads memory, policy,
    // view and thought->random, and nothing else.
    dx_event (*choose)(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought);
    // The chance of each legal move, adding up to 1, without side effects; so
    // that the agent can be an assumption.  NULL: choose draws no random
    // number, and all is on its choice.
    void (*odds)(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out_odds);

    // Would it choose this legal move?  For who draws no random number and can
    // tell with less than it takes to choose.  NULL: see what it chooses.
    bool (*makes)(const void *memory, const dx_policy *self,
                  const dx_view *view, dx_event move);

    // For a convention by which moves say things.  Which of the legal moves
    // would say nothing false, as the view's seat sees it?  Its own choice is
    // one of them, as long as all moves before were and there is one.
    void (*truthful)(const void *memory, const dx_policy *self,
                     const dx_view *view, unsigned count, const dx_event *moves,
                     bool *out);
    // Adds to `sight`, a copy of the view's, what all moves have said, as if
    // everybody had been told.  If all of them were truthful, it leaves just
    // the worlds in which they were.  NULL: no sight can hold what is said.
    void (*hear)(const void *memory, const dx_policy *self, const dx_view *view,
                 void *sight);

    // What it thinks (game/opinion.h); each may be NULL.  Whether it believes
    // a fact, by whatever it goes by; false: it has no opinion of such facts.
    bool (*believes)(const void *memory, const dx_policy *self,
                     const dx_view *view, const dx_atom *atom, const int *args,
                     dx_opinion *out);
    // What it makes of all that was said and done so far, for who looks over
    // the shoulder of the view's seat: adds sentences, a line each.
    void (*tell)(const void *memory, const dx_policy *self, const dx_view *view,
                 dx_text *out);
    // What each legal move is worth to it, more is better, on a scale of its
    // own; NAN where it has no idea.  The same whenever it is asked.
    void (*values)(const void *memory, const dx_policy *self,
                   const dx_view *view, const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out);
};

// Reads `name` or `name(parameters)`; an agent of another game is refused.
// `agents` ends with NULL.
DX_MUST_USE dx_status dx_policy_parse(const dx_agent *const *agents,
                                      const char *text, const dx_rules *rules,
                                      dx_policy *out_policy, dx_error *error);

// Do they name the same agent with the same parameters and data?
static inline bool dx_policy_same(const dx_policy *a, const dx_policy *b)
{
    return a->agent == b->agent && a->data == b->data &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

typedef struct dx_mind dx_mind;

// A mind for the seat of `view`, with all that the view has seen so far noted.
// Copies the policy.
dx_mind *dx_mind_new(const dx_policy *policy, const dx_view *view);
dx_mind *dx_mind_copy(const dx_mind *mind);
void dx_mind_free(dx_mind *mind);

// Notes what `view` has seen since the last call.  Choosing does it too.
void dx_mind_follow(dx_mind *mind, const dx_view *view);

// A move of its seat; whether it is legal the referee checks.
dx_event dx_mind_choose(dx_mind *mind, const dx_view *view,
                        dx_thought *thought);
void dx_mind_odds(dx_mind *mind, const dx_view *view, unsigned count,
                  const dx_event *moves, dx_fraction *out_odds);

// For a convention only.
void dx_mind_truthful(dx_mind *mind, const dx_view *view, unsigned count,
                      const dx_event *moves, bool *out);
void dx_mind_hear(dx_mind *mind, const dx_view *view, void *sight);

// The memory, for an agent that imagines its partners.
const void *dx_mind_memory(const dx_mind *mind);

// Fills in a reason, if somebody wants one, in place of the one before; the
// texts are copied, and `formula` may be NULL.
void dx_thought_say(dx_thought *thought, const char *rule, const char *formula,
                    const char *words, ...) DX_PRINTF(4, 5);

// One of this game, or of any.
bool dx_agent_plays(const dx_agent *agent, const dx_game *game);

// An agent of this game that says how it talks, to people or not.
bool dx_agent_talks(const dx_agent *agent, const dx_game *game, bool people);

#endif
