// agents/gofish/prospect.h -- the questions that a seat may ask, each with what
// it believes of the answer; and the memory that the strategies share.
//
// The paper's strategies differ only in which question they think best; equal
// ones are decided for the first: of the lowest seat, and the lowest rank.
//
// Beliefs are those of a seat that takes others to ask for each rank that they
// may with equal chance.  Between two players they are exact (exact.h), unless
// the parameter `beliefs` says `ranks`; with more they are those of by_rank.h.

#ifndef DX_AGENTS_GOFISH_PROSPECT_H
#define DX_AGENTS_GOFISH_PROSPECT_H

#include "agents/gofish/by_rank.h"
#include "game/agent.h"

typedef struct dx_gofish_prospect {
    dx_event move;
    unsigned of, rank;
    unsigned own;     // cards of the rank in the asker's hand
    double has;       // the chance that the asked seat has one or more,
    double completes; // and that it has all that are missing
} dx_gofish_prospect;

enum { DX_GOFISH_PROSPECTS = DX_GOFISH_OTHERS * DX_GOFISH_RANKS };

// The parameter `beliefs`, the first one of each strategy that has beliefs.
enum { DX_GOFISH_EXACT, DX_GOFISH_BY_RANK };
extern const dx_param dx_gofish_belief_params[];

// Exactly one of them is at work.
typedef struct dx_gofish_memory {
    dx_gofish_exact *exact;
    dx_gofish_by_rank *by_rank;
} dx_gofish_memory;

// For the table of an agent.
size_t dx_gofish_memory_bytes(const dx_rules *rules, const dx_policy *self);
void dx_gofish_memory_begin(void *memory, const dx_policy *self,
                            const dx_view *view);
void dx_gofish_memory_note(void *memory, const dx_policy *self,
                           const dx_view *view, unsigned noted);
void dx_gofish_memory_copy(void *memory, const void *from);
void dx_gofish_memory_end(void *memory);

// What is believed of another seat's hand.
void dx_gofish_memory_chances(const dx_gofish_memory *memory, unsigned seat,
                              dx_gofish_chances *out);

// Lists the questions; none if there is nothing to ask.  Without a memory
// chances are 0.
unsigned dx_gofish_prospects(const dx_gofish_memory *memory,
                             const dx_view *view, dx_gofish_prospect *out);

// The first of those with the highest score; `count` is at least 1.
const dx_gofish_prospect *
dx_gofish_best(const dx_gofish_prospect *prospects, unsigned count,
               double (*score)(const dx_gofish_prospect *prospect));

// What strategies go by.
double dx_gofish_score_has(const dx_gofish_prospect *prospect);
double dx_gofish_score_completes(const dx_gofish_prospect *prospect);
double dx_gofish_score_doubt(const dx_gofish_prospect *prospect);

// Says why: how likely the asked seat has some of the rank, or all that the
// asker lacks, and `more`, printed.
void dx_gofish_say_chance(dx_thought *thought, const dx_view *view,
                          const char *rule, const dx_gofish_prospect *ask,
                          bool all, const char *more);

// The move of who has nothing to ask.
dx_event dx_gofish_nothing(const dx_view *view, dx_thought *thought);

#endif
