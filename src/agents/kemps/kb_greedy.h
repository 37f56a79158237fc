// agents/kemps/kb_greedy.h -- collects only what nobody else can be after.
//
// The paper's KB Greedy: the best rank, but only one of which no other hand
// can have a card, as far as the seat knows of each card by itself, and which
// is not in its do-not-collect set.  The set is as the paper's announcements
// make it: a rank comes in when somebody else picks one of its cards or makes
// a Kemps of it, and goes out when somebody else discards one.
//
// Read as corrected: a card that was seen is known to be in no hand only until
// it is shuffled in again and may have been dealt (the sight sees to that),
// and the best *free* rank is collected where the best of all is not free.
//
// As the program seems to play (as=program): a card that lay open once is taken
// to be in no hand for ever, wherever it went, so that a rank is free when all
// of it was seen; and several ranks are collected (hoard.h).
//
// KB Blocking is this with something to do where nothing can be collected, so
// the parts of an agent below serve both.

#ifndef DX_AGENTS_KEMPS_KB_GREEDY_H
#define DX_AGENTS_KEMPS_KB_GREEDY_H

#include "agents/kemps/hoard.h"

extern const dx_agent dx_agent_kemps_kb_greedy;

// What the seat has in mind.
typedef struct dx_kemps_kb dx_kemps_kb;
struct dx_kemps_kb {
    dx_kemps_cards seen; // open on the table, ever
    bool as_program;
    // The step where there is nothing to collect; NULL: done.
    dx_kemps_step (*block)(const dx_kemps_kb *kb, const dx_view *view);
};

// The cards of the do-not-collect set, wherever they are.
dx_kemps_cards dx_kemps_kb_avoided_cards(const dx_view *view);

// The ranks that the seat may collect, as bits.
unsigned dx_kemps_kb_available(const dx_kemps_kb *kb, const dx_view *view);

// The parts of an agent, as in game/agent.h; the memory is a dx_kemps_kb.
size_t dx_kemps_kb_bytes(const dx_rules *rules, const dx_policy *self);
void dx_kemps_kb_begin(void *memory, const dx_policy *self,
                       const dx_view *view);
void dx_kemps_kb_note(void *memory, const dx_policy *self, const dx_view *view,
                      unsigned noted);
dx_event dx_kemps_kb_choose(const void *memory, const dx_policy *self,
                            const dx_view *view, dx_thought *thought);
void dx_kemps_kb_odds(const void *memory, const dx_policy *self,
                      const dx_view *view, unsigned count,
                      const dx_event *moves, dx_fraction *out_odds);

#endif
