#include "lab/reproduce/reproduce.h"

const dx_experiment dx_experiments[] = {
    {"gofish",
     "the paper's table, figures and worlds; thresholds, learners, beliefs", 10,
     dx_reproduce_gofish_parts, dx_reproduce_gofish},
    {"hanabi", "worlds, score and time of the report's agent; the ladder", 10,
     dx_reproduce_hanabi_parts, dx_reproduce_hanabi},
    {"kemps",
     "nine line-ups of three strategies, 7,000 games each, read two ways", 0,
     NULL, dx_reproduce_kemps},
    {"saboteur", "belief graphs against Bayes' rule, and who wins with them", 0,
     dx_reproduce_saboteur_parts, dx_reproduce_saboteur},
    {"yokai", "the paper's player beside others, its bases, its Figure 2", 10,
     dx_reproduce_yokai_parts, dx_reproduce_yokai},
    {0},
};
