// cli/terminal.h -- a person who plays at the terminal.
//
// Everything that is shown here, and every answer to what is typed, is made
// from the person's own view: there is no way from here to the cards of others.

#ifndef DX_CLI_TERMINAL_H
#define DX_CLI_TERMINAL_H

#include "agents/player.h"
#include "ask/lens.h"
#include "cli/prompt.h"
#include "minds/assumption.h"

typedef struct dx_terminal {
    dx_prompt *prompt;
    dx_assumption assumption;
    dx_text assumed;               // its name
    dx_lens *lens;                 // of the person's seat
    const dx_budget *budget;       // for a move that is suggested; may be NULL
    const dx_agent *const *agents; // that may suggest one
    unsigned seat;                 // the person's
    unsigned told;                 // events
    bool has_begun;                // the table was shown
    bool in_colour;
} dx_terminal;

// The two functions of a dx_person whose context is a dx_terminal: tells what
// is new, and asks until there is a move or the person leaves.
void dx_terminal_notify(void *context, const dx_view *view);
dx_fault dx_terminal_choose(void *context, const dx_view *view,
                            dx_event *out_move);

// Obeys a line that is no move and is the same before and after the end; false
// if it is nothing known.
bool dx_terminal_obey(dx_terminal *p, const dx_view *view, const char *line);

// Looks at everything from now on as the assumption has it.
void dx_terminal_assume(dx_terminal *p, const dx_rules *rules);

// What was asked for is answered: an interrupt that came meanwhile was meant
// for it, and not for the game.
void dx_terminal_answered(void);

// Does the line, or its absence, mean to leave?
bool dx_terminal_is_quit(const char *line);

// What stands behind the word `name` at the beginning of `line`; NULL if the
// line begins otherwise.
const char *dx_terminal_behind(const char *line, const char *name);

void dx_terminal_title(const dx_terminal *p, const char *title);
void dx_terminal_table(const dx_view *view);

#endif
