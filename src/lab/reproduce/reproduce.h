// lab/reproduce/reproduce.h -- the papers' experiments, with their numbers
// beside ours.
//
// An experiment is a function that plays and writes: a table for people, or
// one JSON object.  `games` 0 is the experiment's own number.

#ifndef DX_LAB_REPRODUCE_REPRODUCE_H
#define DX_LAB_REPRODUCE_REPRODUCE_H

#include "base/text.h"
#include "game/agent.h"

typedef struct dx_reproduce_options {
    const dx_game *const *all_games;   // end with NULL
    const dx_agent *const *all_agents; // end with NULL
    uint64_t seed;
    unsigned games;
    unsigned seconds; // CPU time for each setting at most; 0: no limit
    const char *only; // one part of the experiment; NULL: all of it
    bool json;
    const char *figures; // a folder for pictures; NULL: none are drawn
    // Called now and then with how far it is; NULL: nobody looks.
    void (*progress)(const char *what, unsigned done, unsigned wanted);
    // Given what is written so far whenever a row is done: it shows it and
    // empties the text.  NULL: all is there at the end.
    void (*show)(dx_text *out);
} dx_reproduce_options;

// A row is done: whoever waits for it can have it.
static inline void dx_reproduce_show(const dx_reproduce_options *options,
                                     dx_text *out)
{
    if (options->show != NULL)
        options->show(out);
}

typedef struct dx_experiment {
    const char *name, *help;
    unsigned seconds;         // unless the user says otherwise
    const char *const *parts; // ends with NULL; NULL: it is one piece
    dx_status (*run)(const dx_reproduce_options *options, dx_text *out,
                     dx_error *error);
} dx_experiment;

// Writes a file into the folder for pictures, if there is one.
DX_MUST_USE dx_status dx_reproduce_picture(const dx_reproduce_options *options,
                                           const char *name,
                                           const dx_text *text,
                                           dx_error *error);

// Every experiment there is; name NULL ends the list.
extern const dx_experiment dx_experiments[];

DX_MUST_USE dx_status dx_reproduce_kemps(const dx_reproduce_options *options,
                                         dx_text *out, dx_error *error);
extern const char *const dx_reproduce_kemps_parts[];
DX_MUST_USE dx_status dx_reproduce_hanabi(const dx_reproduce_options *options,
                                          dx_text *out, dx_error *error);
extern const char *const dx_reproduce_hanabi_parts[];
DX_MUST_USE dx_status dx_reproduce_partners(const dx_reproduce_options *options,
                                            dx_text *out, dx_error *error);
extern const char *const dx_reproduce_partners_parts[];
DX_MUST_USE dx_status dx_reproduce_gofish(const dx_reproduce_options *options,
                                          dx_text *out, dx_error *error);
extern const char *const dx_reproduce_gofish_parts[];
DX_MUST_USE dx_status dx_reproduce_saboteur(const dx_reproduce_options *options,
                                            dx_text *out, dx_error *error);
extern const char *const dx_reproduce_saboteur_parts[];
DX_MUST_USE dx_status dx_reproduce_yokai(const dx_reproduce_options *options,
                                         dx_text *out, dx_error *error);
extern const char *const dx_reproduce_yokai_parts[];

#endif
