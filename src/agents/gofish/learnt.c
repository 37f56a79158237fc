// Numbers that were learnt (docs/gofish.md says how), in files of their own
// that tools/learnt-to-c writes.

#include "agents/gofish/gradient.h"
#include "agents/gofish/qlearn.h"
#include "agents/gofish/shown.h"

const float dx_gofish_against_random[] = {
#include "agents/gofish/against_random.inc"
};

const float dx_gofish_against_finish[] = {
#include "agents/gofish/against_finish.inc"
};

const float dx_gofish_against_hoarding[] = {
#include "agents/gofish/against_hoarding.inc"
};

const float dx_gofish_habits_two[] = {
#include "agents/gofish/habits_two.inc"
};

const float dx_gofish_habits_more[] = {
#include "agents/gofish/habits_more.inc"
};

const float dx_gofish_qlearn_cells[] = {
#include "agents/gofish/qlearn_cells.inc"
};
