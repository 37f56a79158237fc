// lab/html.h -- a tournament as one page of HTML that needs nothing else.

#ifndef DX_LAB_HTML_H
#define DX_LAB_HTML_H

#include "lab/summary.h"

// Tables, intervals, how scores are spread, cross-play, the differences as
// deals came in, and the deals that differ most: with links to records/ where
// records were kept, otherwise with the command that tells the game.
void dx_summary_html(const dx_summary *summary, bool has_records, dx_text *out);

#endif
