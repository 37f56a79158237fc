// words/number.h -- numbers as people read them, and texts of their own for the
// sentences that are printed with them.

#ifndef DX_WORDS_NUMBER_H
#define DX_WORDS_NUMBER_H

#include "base/fraction.h"
#include "base/text.h"
#include "game/words.h"

// In a sentence and exact, so that it can be read back: "3", "5/6", "33 %".
void dx_fraction_words(dx_fraction value, dx_text *out);

// How likely, in a sentence: "certain", "impossible" (only where `exact`),
// "5/6" (with a denominator of at most 12), "33 %", "under 1 %", "over 99 %".
void dx_chance_words(dx_fraction value, bool exact, dx_text *out);
// The same of a number that is not kept as a fraction.
void dx_percent_words(double value, dx_text *out);

// The same as a text of its own, "0 %" and "100 %" where it is: for sentences
// with a chance in them.
typedef struct dx_percent {
    char text[12];
} dx_percent;
dx_percent dx_percent_of(double value);

// In a list of possibilities: "1/15 (7 %)", and where a fraction is too long to
// be read "55 %".
void dx_chance_listed(const char *fraction, double value, dx_text *out);

// How many: "846", "12,345", "1.3 million", "2.4 x 10^11".
void dx_count_words(double count, dx_text *out);
// The same as a text of its own.
typedef struct dx_many {
    char text[24];
} dx_many;
dx_many dx_many_of(double count);

// The value of a type, cut where it is too long.
typedef struct dx_value_word {
    char text[48];
} dx_value_word;
dx_value_word dx_value_word_of(const dx_rules *rules, const char *type,
                               unsigned value, dx_word_form form);

// How much likelier something is than without what was seen: "just as
// likely", "a little likelier", "twice as likely", "6 times likelier", "half as
// likely", "6 times less likely", "impossible".
void dx_evidence_words(double factor, dx_text *out);

#endif
