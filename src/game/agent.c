// Policies from text, and minds: an agent's memory with what it has been told
// so far.
//
// A mind is a function of its view: it is caught up with the view before every
// question, in whatever steps the view has grown since, so a mind made late (or
// imagined by somebody else) is the same as one that was there all along.
// Eyes are not kept for that: a convention's mind is shown the views of several
// seats, and needs no sight of the moments between.

#include "game/agent.h"

#include "base/heed.h"
#include "base/memory.h"
#include "game/opinion.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct dx_mind {
    dx_policy policy;
    dx_rules rules;
    unsigned noted;
    size_t bytes;
    void *memory;
};

bool dx_budget_is_spent(const dx_budget *budget, uint64_t steps)
{
    if (dx_is_called_off())
        return true;
    if (budget == NULL)
        return false;
    if (budget->steps_max > 0 && steps >= budget->steps_max)
        return true;
    if (budget->cancelled != NULL &&
        atomic_load_explicit(budget->cancelled, memory_order_relaxed))
        return true;
    if (budget->deadline_ns == 0 || steps % 64 != 0)
        return false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec >=
           budget->deadline_ns;
}

static bool is_named(const dx_agent *agent, const dx_spec *spec)
{
    return strlen(agent->name) == spec->name_length &&
           memcmp(agent->name, spec->name, spec->name_length) == 0;
}

bool dx_agent_talks(const dx_agent *agent, const dx_game *game, bool people)
{
    return agent->talk != NULL && agent->people == people &&
           agent->game != NULL && strcmp(agent->game, game->name) == 0;
}

bool dx_agent_plays(const dx_agent *agent, const dx_game *game)
{
    return agent->game == NULL || strcmp(agent->game, game->name) == 0;
}

static dx_status no_such_agent(const dx_agent *const *agents,
                               const dx_spec *spec, const dx_game *game,
                               dx_error *error)
{
    dx_text known = {0};
    for (; *agents != NULL; agents++)
        if (dx_agent_plays(*agents, game))
            dx_text_printf(&known, "%s%s", known.length > 0 ? ", " : "",
                           (*agents)->name);
    size_t length = spec->name_length < 40 ? spec->name_length : 40;
    dx_status status = dx_fail(
        error, DX_ERR_INPUT, 1, 1, "no agent '%.*s' plays %s; those who do: %s",
        (int)length, spec->name, game->name,
        known.length > 0 ? dx_text_string(&known) : "none");
    dx_text_release(&known);
    return status;
}

dx_status dx_policy_parse(const dx_agent *const *agents, const char *text,
                          const dx_rules *rules, dx_policy *out_policy,
                          dx_error *error)
{
    dx_spec spec;
    dx_status status = dx_spec_parse(text, &spec, error);
    if (status != DX_OK)
        return status;
    const dx_agent *const *agent = agents;
    while (*agent != NULL &&
           !(is_named(*agent, &spec) && dx_agent_plays(*agent, rules->game)))
        agent++;
    if (*agent == NULL)
        return no_such_agent(agents, &spec, rules->game, error);
    dx_policy policy = {.agent = *agent};
    status = dx_params_parse(&(*agent)->schema, &spec, &policy.params, error);
    if (status == DX_OK)
        *out_policy = policy;
    return status;
}

dx_mind *dx_mind_new(const dx_policy *policy, const dx_view *view)
{
    const dx_agent *agent = policy->agent;
    dx_mind *mind = dx_alloc(1, sizeof *mind);
    mind->policy = *policy;
    mind->rules = *view->rules;
    if (agent->memory_bytes != NULL)
        mind->bytes = agent->memory_bytes(&mind->rules, policy);
    mind->memory = dx_alloc(1, mind->bytes);
    if (agent->begin != NULL)
        agent->begin(mind->memory, &mind->policy, view);
    dx_mind_follow(mind, view);
    return mind;
}

dx_mind *dx_mind_copy(const dx_mind *mind)
{
    dx_mind *copy = dx_copy(mind, sizeof *mind);
    if (mind->policy.agent->copy != NULL) {
        copy->memory = dx_alloc(1, mind->bytes);
        mind->policy.agent->copy(copy->memory, mind->memory);
    } else {
        copy->memory = dx_copy(mind->memory, mind->bytes);
    }
    return copy;
}

void dx_mind_free(dx_mind *mind)
{
    if (mind == NULL)
        return;
    if (mind->policy.agent->end != NULL)
        mind->policy.agent->end(mind->memory);
    dx_free(mind->memory);
    dx_free(mind);
}

void dx_mind_follow(dx_mind *mind, const dx_view *view)
{
    const dx_agent *agent = mind->policy.agent;
    DX_REQUIRE(view->count >= mind->noted, "a view that only grows");
    if (agent->note != NULL && view->count > mind->noted)
        agent->note(mind->memory, &mind->policy, view, mind->noted);
    mind->noted = view->count;
}

dx_event dx_mind_choose(dx_mind *mind, const dx_view *view, dx_thought *thought)
{
    dx_mind_follow(mind, view);
    return mind->policy.agent->choose(mind->memory, &mind->policy, view,
                                      thought);
}

void dx_mind_odds(dx_mind *mind, const dx_view *view, unsigned count,
                  const dx_event *moves, dx_fraction *out_odds)
{
    const dx_agent *agent = mind->policy.agent;
    dx_mind_follow(mind, view);
    if (agent->odds != NULL) {
        agent->odds(mind->memory, &mind->policy, view, count, moves, out_odds);
        return;
    }
    dx_random random = dx_random_named(0, 0, 0);
    dx_thought thought = {.random = &random};
    dx_event chosen =
        agent->choose(mind->memory, &mind->policy, view, &thought);
    for (unsigned i = 0; i < count; i++)
        out_odds[i] = dx_fraction_int(dx_event_same(moves[i], chosen));
}

void dx_mind_truthful(dx_mind *mind, const dx_view *view, unsigned count,
                      const dx_event *moves, bool *out)
{
    dx_mind_follow(mind, view);
    mind->policy.agent->truthful(mind->memory, &mind->policy, view, count,
                                 moves, out);
}

void dx_mind_hear(dx_mind *mind, const dx_view *view, void *sight)
{
    dx_mind_follow(mind, view);
    mind->policy.agent->hear(mind->memory, &mind->policy, view, sight);
}

bool dx_mind_believes(dx_mind *mind, const dx_view *view, const dx_atom *atom,
                      const int *args, dx_opinion *out)
{
    const dx_agent *agent = mind->policy.agent;
    dx_mind_follow(mind, view);
    return agent->believes != NULL &&
           agent->believes(mind->memory, &mind->policy, view, atom, args, out);
}

bool dx_mind_values(dx_mind *mind, const dx_view *view, const dx_budget *budget,
                    unsigned count, const dx_event *moves, double *out)
{
    const dx_agent *agent = mind->policy.agent;
    dx_mind_follow(mind, view);
    if (agent->values == NULL)
        return false;
    agent->values(mind->memory, &mind->policy, view, budget, count, moves, out);
    return true;
}

const void *dx_mind_memory(const dx_mind *mind)
{
    return mind->memory;
}

__attribute__((format(printf, 1, 0))) static char *printed(const char *format,
                                                           va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = dx_alloc((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

void dx_thought_say(dx_thought *thought, const char *rule, const char *formula,
                    const char *words, ...)
{
    dx_reason *reason = thought->reason;
    if (reason == NULL)
        return;
    dx_reason_release(reason);
    snprintf(reason->rule, sizeof reason->rule, "%s", rule);
    if (formula != NULL)
        reason->formula = dx_copy_text(formula);
    va_list arguments;
    va_start(arguments, words);
    reason->words = printed(words, arguments);
    va_end(arguments);
}
