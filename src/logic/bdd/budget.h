// logic/bdd/budget.h -- giving a manager more to spend, or less.

#ifndef DX_LOGIC_BDD_BUDGET_H
#define DX_LOGIC_BDD_BUDGET_H

#include "logic/bdd/bdd.h"

// Another budget (dx_bdd_options) for all steps, those made included; 0: none.
void dx_bdd_set_budget(dx_bdd_manager *m, uint64_t budget);

#endif
