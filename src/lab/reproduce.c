#include "lab/reproduce.h"

const dx_experiment dx_experiments[] = {
    {"kemps", "nine line-ups of three strategies, 7,000 games each",
     dx_reproduce_kemps},
    {0},
};
