// ask/lens_say.h -- what a lens shows, in words and in JSON.

#ifndef DX_ASK_LENS_SAY_H
#define DX_ASK_LENS_SAY_H

#include "ask/lens.h"

// A board, a line for each place that is hidden from whom it is about, with
// the possible kinds, chances, and which turn removed what.  `assumption` is
// its name.
DX_MUST_USE dx_status dx_lens_say(dx_lens *lens, const char *assumption,
                                  dx_text *out, dx_error *error);

// The same as one object; a bystander's path is empty:
//
//     {"events":21,"turn":9,"path":[1],"assumption":"none","quality":"exact",
//      "worlds":"846","bits":9.39,"places":[{"place":"holds(1,2)","size":1,
//      "seen":false,"came":14,"cells":{"r1":{"k":"open","p":"1/2"},..},
//      "gone":[{"event":17,"turn":8,"kinds":["r2","y2"]}]},..]}
//
// `k` of a cell: at depth one "yes" if it is known to be there and "open" if it
// may be; deeper "yes" if the last seat surely holds it possible, "open" if
// perhaps, "undecided" if that would have taken too long.  A kind that is not
// listed is surely excluded, but for those in "open" (where there are any):
// everybody knows that they are there, and the place is the rest of it.
//
// Under a source (game/source.h) the places that it speaks of have a `p` and
// the others none, and "why" lists its inferences.  "unweighed" says why there
// are no chances under an assumption that should give them.
//
// Where hands are one thing (ask/lens_hands.h), "hands" instead of "places".
DX_MUST_USE dx_status dx_lens_json(dx_lens *lens, const char *assumption,
                                   dx_text *out, dx_error *error);

// The worlds of `likeliest` as one object, chances where there are any; and one
// deal alone: {"holds(1,1)":["r2"],..}, of the places that the seat does not
// see.
void dx_lens_worlds_json(const dx_lens_board *board,
                         const dx_likeliest *likeliest, dx_text *out);
void dx_lens_deal_json(const dx_lens_board *board, const dx_dealt *dealt,
                       dx_text *out);
// "your card 1 is red 2; your card 2 is yellow 1".
void dx_lens_deal_say(dx_lens *lens, const dx_lens_board *board,
                      const dx_dealt *dealt, dx_text *out);

// How a question was answered (ask/answer.h), with the formula in words, two
// worlds as like as can be, and where they differ.
void dx_lens_answer_say(dx_lens *lens, const dx_lens_answer *answer,
                        const char *assumption, dx_text *out);
void dx_lens_answer_json(dx_lens *lens, const dx_lens_answer *answer,
                         const char *assumption, dx_text *out);

// The example and the counterexample of an answer as what is different in them,
// facts in words with semicolons between; false: there are no two.
bool dx_lens_answer_differs(dx_lens *lens, const dx_lens_answer *answer,
                            dx_text *out_with, dx_text *out_without);

// Why it is so, as what happened: since when a yes or no has been one, or what
// told the seat what it knows of the places that leave it open; a list, which
// may be empty: [{"how":"since","turn":11,"text":"Ann told you: .."},..]. Costs
// as many questions as turns are looked at.
void dx_lens_because_json(dx_lens *lens, const dx_lens_answer *answer,
                          dx_text *out);

// The same in sentences, a line each.
void dx_lens_because_say(dx_lens *lens, const dx_lens_answer *answer,
                         dx_text *out);

// Where the answer is that somebody else does not know something, or may not: a
// table that this one cannot rule out, as its own answer:
// {"seat":2,"answer":{..}}.  False, and nothing was added: there is none.
bool dx_lens_inside_json(dx_lens *lens, const dx_lens_answer *answer,
                         dx_text *out);

#endif
