#include "agents/agents.h"

#include "agents/random.h"

// One line for each agent: its header above, its table here.
static const dx_agent *const agents[] = {
    &dx_agent_random,
    NULL,
};

const dx_agent *const *dx_agents(void)
{
    return agents;
}
