// server/web_private.h -- what answers requests.

#ifndef DX_SERVER_WEB_PRIVATE_H
#define DX_SERVER_WEB_PRIVATE_H

#include "server/web.h"

typedef struct dx_web_request {
    dx_store *store;
    const dx_web *web;
    const atomic_bool *stop;
} dx_web_request;

// web_records.c, web_study.c: records of games that are over.
void dx_web_record(const dx_web_request *r, dx_web_answer *out);
void dx_web_lens(const dx_web_request *r, dx_web_answer *out);
void dx_web_ask(const dx_web_request *r, dx_web_answer *out);
void dx_web_complete(const dx_web_request *r, dx_web_answer *out);
void dx_web_why(const dx_web_request *r, dx_web_answer *out);
void dx_web_changed(const dx_web_request *r, dx_web_answer *out);
void dx_web_values(const dx_web_request *r, dx_web_answer *out);
void dx_web_model(const dx_web_request *r, dx_web_answer *out);
void dx_web_suspicion(const dx_web_request *r, dx_web_answer *out);

// A record of the store with the names of its seats.
struct dx_record;
typedef struct dx_opened {
    struct dx_record *record;
    char *name[16];
    unsigned you; // who is called so; DX_BYSTANDER: nobody
} dx_opened;
// False, and the answer says why, if there is none or it is not over.
DX_MUST_USE bool dx_web_open(const dx_web_request *r, const char *id,
                             dx_opened *out, dx_web_answer *answer);
void dx_web_close(dx_opened *opened);

// Turns from a seat or from above (DX_BYSTANDER); "next" is where those begin
// that did not fit.
typedef struct dx_part {
    unsigned first, limit; // turn, and how many
} dx_part;
void dx_web_replay(const dx_web_request *r, const dx_opened *opened,
                   unsigned seat, dx_part part, dx_web_answer *out);
void dx_web_track(const dx_web_request *r, const dx_opened *opened,
                  dx_web_answer *out);

// web_line.c: moves of one's own behind a turn of a record, if the wish has
// such; and all turns of that.
struct dx_wish;
DX_MUST_USE dx_status dx_web_branch(struct dx_record *record,
                                    const struct dx_wish *wish,
                                    dx_error *error);
void dx_web_line(const dx_web_request *r, dx_web_answer *out);

// web_rules.c: the rules on one screen, and what sentences are made of.
void dx_web_rules(const dx_web_request *r, const char *game,
                  dx_web_answer *out);
void dx_web_words(const dx_web_request *r, const char *game,
                  dx_web_answer *out);

// web_logic.c: models and formulas.
void dx_web_dx(const dx_web_request *r, dx_web_answer *out);
void dx_web_draw(const dx_web_request *r, dx_web_answer *out);
void dx_web_valid(const dx_web_request *r, dx_web_answer *out);
void dx_web_examples(const dx_web_request *r, dx_web_answer *out);

#endif
