// The one table of agents; a game's own come in the order in which docs and
// `doxa games` show them.

#include "agents/agents.h"

#include "agents/clue/detective.h"
#include "agents/clue/sleuth.h"
#include "agents/gofish/closer_point.h"
#include "agents/gofish/exploit_explore.h"
#include "agents/gofish/exploration.h"
#include "agents/gofish/finish_fast.h"
#include "agents/gofish/gradient.h"
#include "agents/gofish/hoarding.h"
#include "agents/gofish/planner.h"
#include "agents/gofish/qlearn.h"
#include "agents/gofish/stranger.h"
#include "agents/hanabi/beginner.h"
#include "agents/hanabi/info.h"
#include "agents/hanabi/literature.h"
#include "agents/hanabi/pair.h"
#include "agents/hanabi/partner.h"
#include "agents/hanabi/recommend.h"
#include "agents/hanabi/report.h"
#include "agents/hanabi/search.h"
#include "agents/kemps/greedy.h"
#include "agents/kemps/kb_blocking.h"
#include "agents/kemps/kb_greedy.h"
#include "agents/kemps/thinker.h"
#include "agents/random.h"
#include "agents/saboteur/bayes.h"
#include "agents/saboteur/graph.h"
#include "agents/saboteur/search.h"
#include "agents/saboteur/sly.h"
#include "agents/saboteur/straight.h"
#include "agents/saboteur/stranger.h"
#include "agents/saboteur/wrecker.h"
#include "agents/sampler.h"
#include "agents/yokai/logic.h"
#include "agents/yokai/natural.h"
#include "agents/yokai/planner.h"

// One line for each agent: its header above, its table here.
// clang-format off
static const dx_agent *const agents[] = {
    &dx_agent_random,
    &dx_agent_kemps_greedy,
    &dx_agent_kemps_kb_greedy,
    &dx_agent_kemps_kb_blocking,
    &dx_agent_kemps_thinker,
    &dx_agent_clue_detective,
    &dx_agent_clue_sleuth,
    &dx_agent_report,
    &dx_agent_recommend,
    &dx_agent_info,
    &dx_agent_pair,
    &dx_agent_search,
    &dx_agent_iggi,
    &dx_agent_piers,
    &dx_agent_vandenbergh,
    &dx_agent_outer,
    &dx_agent_smart,
    &dx_agent_hgroup,
    &dx_agent_beginner,
    &dx_agent_partner,
    &dx_agent_gofish_stranger,
    &dx_agent_gofish_closer_point,
    &dx_agent_gofish_hoarding,
    &dx_agent_gofish_finish_fast,
    &dx_agent_gofish_exploration,
    &dx_agent_gofish_exploit_explore,
    &dx_agent_gofish_qlearn,
    &dx_agent_gofish_gradient,
    &dx_agent_gofish_planner,
    &dx_agent_saboteur_stranger,
    &dx_agent_saboteur_straight,
    &dx_agent_saboteur_graph1,
    &dx_agent_saboteur_graph2,
    &dx_agent_saboteur_sly,
    &dx_agent_saboteur_shy,
    &dx_agent_saboteur_bayes,
    &dx_agent_saboteur_search,
    &dx_agent_saboteur_wrecker,
    &dx_agent_yokai_solo,
    &dx_agent_yokai_logic,
    &dx_agent_yokai_natural,
    &dx_agent_yokai_planner,
    &dx_agent_sampler, // last: who has one of its own is met first
    NULL,
};
// clang-format on

const dx_agent *const *dx_agents(void)
{
    return agents;
}
