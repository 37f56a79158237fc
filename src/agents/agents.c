#include "agents/agents.h"

#include "agents/kemps/greedy.h"
#include "agents/kemps/kb_blocking.h"
#include "agents/kemps/kb_greedy.h"
#include "agents/random.h"

// One line for each agent: its header above, its table here.
static const dx_agent *const agents[] = {
    &dx_agent_random,
    &dx_agent_kemps_greedy,
    &dx_agent_kemps_kb_greedy,
    &dx_agent_kemps_kb_blocking,
    NULL,
};

const dx_agent *const *dx_agents(void)
{
    return agents;
}
