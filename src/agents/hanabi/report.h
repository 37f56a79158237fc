// agents/hanabi/report.h -- the seven steps of the report's agent.

#ifndef DX_AGENTS_HANABI_REPORT_H
#define DX_AGENTS_HANABI_REPORT_H

#include "game/agent.h"

extern const dx_agent dx_agent_report;

#endif
