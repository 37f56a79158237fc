// The rows of the grammar: what the speaker says of each kind of formula, and
// what the reader makes of it again.

#include "words/grammar.h"

#include <string.h>

const dx_grammar_row dx_grammar[] = {
    {DX_TRUE, false, 0, "1 equals 1", "true"},
    {DX_FALSE, false, 0, "1 equals 2", "false"},
    {DX_NOT, false, 0, "it is not so that ^0", "~(^0)"},
    {DX_IFF, false, 0, "either both or neither of these are so: ^0; and ^1",
     "(^0) <-> (^1)"},
    {DX_IMPLIES, false, 0, "if ^0, then ^1", "(^0) -> (^1)"},
    {DX_KNOWS, false, 0, "@0 {knows|know} that ^1", "K[@0] (^1)"},
    {DX_KNOWS, true, 0, "@0 {does|do} not know that ^1", "~K[@0] (^1)"},
    {DX_POSSIBLE, false, 0, "@0 {holds|hold} it possible that ^1",
     "M[@0] (^1)"},
    {DX_KNOWS_WHETHER, false, 0, "@0 {knows|know} whether ^1", "Kw[@0] (^1)"},
    {DX_KNOWS_WHETHER, true, 0, "@0 {does|do} not know whether ^1",
     "~Kw[@0] (^1)"},
    {DX_BELIEVES, false, 0, "@0 {believes|believe} that ^1", "B[@0] (^1)"},
    {DX_BELIEVES, true, 0, "@0 {does|do} not believe that ^1", "~B[@0] (^1)"},
    {DX_BELIEVES_GIVEN, false, 0, "given that ^2, @0 would believe that ^1",
     "B[@0] ((^1) given (^2))"},
    {DX_BELIEVES_GIVEN, true, 0, "given that ^2, @0 would not believe that ^1",
     "~B[@0] ((^1) given (^2))"},
    {DX_SAFE, false, 0, "@0 safely {believes|believe} that ^1",
     "Safe[@0] (^1)"},
    {DX_SAFE, true, 0, "@0 {does|do} not safely believe that ^1",
     "~Safe[@0] (^1)"},
    {DX_STRONG, false, 0, "@0 strongly {believes|believe} that ^1",
     "Strong[@0] (^1)"},
    {DX_STRONG, true, 0, "@0 {does|do} not strongly believe that ^1",
     "~Strong[@0] (^1)"},
    {DX_EVERYBODY, false, DX_CROWD_ALL, "everybody knows that ^0",
     "E[&1] (^0)"},
    {DX_EVERYBODY, true, DX_CROWD_ALL, "not everybody knows that ^0",
     "~E[&1] (^0)"},
    {DX_EVERYBODY, false, DX_CROWD_TWO, "&1 both know that ^0", "E[&1] (^0)"},
    {DX_EVERYBODY, true, DX_CROWD_TWO, "&1 do not both know that ^0",
     "~E[&1] (^0)"},
    {DX_EVERYBODY, false, DX_CROWD_MORE, "&1 all know that ^0", "E[&1] (^0)"},
    {DX_EVERYBODY, true, DX_CROWD_MORE, "&1 do not all know that ^0",
     "~E[&1] (^0)"},
    {DX_COMMON, false, DX_CROWD_ALL,
     "all know, and know that all know, and so on, that ^0", "C[&1] (^0)"},
    {DX_COMMON, false, DX_CROWD_TWO,
     "&1 know, and know that both know, and so on, that ^0", "C[&1] (^0)"},
    {DX_COMMON, false, DX_CROWD_MORE,
     "&1 know, and know that all of them know, and so on, that ^0",
     "C[&1] (^0)"},
    {DX_DISTRIBUTED, false, DX_CROWD_ALL,
     "all together, with what each knows, know that ^0", "D[&1] (^0)"},
    {DX_DISTRIBUTED, true, DX_CROWD_ALL,
     "all together, with what each knows, do not know that ^0", "~D[&1] (^0)"},
    {DX_DISTRIBUTED, false, DX_CROWD_ANY,
     "&1 together, with what each knows, know that ^0", "D[&1] (^0)"},
    {DX_DISTRIBUTED, true, DX_CROWD_ANY,
     "&1 together, with what each knows, do not know that ^0", "~D[&1] (^0)"},
    {DX_ANNOUNCE, false, 0, "if everybody is truly told that ^0, then ^1",
     "[!(^0)] (^1)"},
    {DX_ANNOUNCE_DUAL, false, 0,
     "everybody can truly be told that ^0, and then ^1", "<!(^0)> (^1)"},
    {DX_TELL_WHETHER, false, 0, "once everybody has been told whether ^0, ^1",
     "[?!(^0)] (^1)"},
    {DX_TELL_WHETHER_DUAL, false, 0,
     "everybody can be told whether ^0, and then ^1", "<?!(^0)> (^1)"},
    {DX_TELL, false, 0, "if &2 {is|are} truly told that ^0, then ^1",
     "[&2 !(^0)] (^1)"},
    {DX_TELL_DUAL, false, 0, "&2 can truly be told that ^0, and then ^1",
     "<&2 !(^0)> (^1)"},
    {DX_TELL_GROUP_WHETHER, false, 0,
     "once &2 {has|have} been told whether ^0, ^1", "[&2 ?!(^0)] (^1)"},
    {DX_TELL_GROUP_WHETHER_DUAL, false, 0,
     "&2 can be told whether ^0, and then ^1", "<&2 ?!(^0)> (^1)"},
    {DX_RADICAL, false, DX_CROWD_ALL,
     "once everybody has come to believe strongly that ^0, ^1",
     "[radical (^0)] (^1)"},
    {DX_RADICAL, false, 0,
     "once &2 {has|have} come to believe strongly that ^0, ^1",
     "[&2 radical (^0)] (^1)"},
    {DX_CONSERVATIVE, false, DX_CROWD_ALL,
     "once everybody has come to believe weakly that ^0, ^1",
     "[conservative (^0)] (^1)"},
    {DX_CONSERVATIVE, false, 0,
     "once &2 {has|have} come to believe weakly that ^0, ^1",
     "[&2 conservative (^0)] (^1)"},
    {DX_FORALL, false, 0, "for every =0 among *1, ^2", "forall =0 in *1: (^2)"},
    {DX_EXISTS, false, 0, "for some =0 among *1, ^2", "exists =0 in *1: (^2)"},
    {DX_AT, false, 0, "at turn #1 this was true: ^0", "(^0)@#1"},
    {DX_AT, false, 0, "-1 {turn|turns} before this one this was true: ^0",
     "(^0)@(now - -1)"},
    {DX_AT, false, 0, "at the turn that is $1 this was true: ^0", "(^0)@($1)"},
    {DX_PREV, false, 0, "a turn ago this was true: ^0", "prev (^0)"},
    {DX_PREV, true, 0, "a turn ago this was not true: ^0", "~prev (^0)"},
    {DX_ONCE, false, 0, "at some turn so far this was true: ^0", "once (^0)"},
    {DX_SOFAR, false, 0, "at every turn so far this was true: ^0",
     "sofar (^0)"},
    {DX_LEARNED, false, 0, "@0 {has|have} just learned that ^1",
     "learned[@0] (^1)"},
    {DX_LEARNED, true, 0, "@0 {has|have} not just learned that ^1",
     "~learned[@0] (^1)"},
    {DX_PUBLIC, false, 0, "from what everybody has seen it follows that ^0",
     "public (^0)"},
    {DX_PUBLIC, true, 0,
     "from what everybody has seen it does not follow that ^0", "~public (^0)"},
    // A chance compared with a number (operand 3 is the comparison), and two
    // chances of one seat.
    {DX_PROBABILITY, false, 0, "for @0, the chance is #3 that ^1",
     "P[@0](^1) #3"},
    {DX_PROBABILITY_GIVEN, false, 0,
     "for @0, given that ^2, the chance is #3 that ^1",
     "P[@0]((^1) given (^2)) #3"},
    {DX_GREATER, false, 0, "for @0, it is likelier that ^1 than that ^2",
     "P[@0](^1) > P[@0](^2)"},
    {DX_GREATER_EQUAL, false, 0,
     "for @0, it is at least as likely that ^1 as that ^2",
     "P[@0](^1) >= P[@0](^2)"},
    {DX_EQUAL, false, 0, "for @0, it is just as likely that ^1 as that ^2",
     "P[@0](^1) = P[@0](^2)"},
    {DX_KINDS, false, 0, DX_BRACKET, DX_BRACKET},
    {0},
};

const dx_grammar_row dx_grammar_terms[] = {
    {DX_ADD, false, 0, "#1 more than $0", "($0 + #1)"},
    {DX_ADD, false, 0, "the sum of $0 and $1", "($0 + $1)"},
    {DX_SUBTRACT, false, 0, "#1 less than $0", "($0 - #1)"},
    {DX_SUBTRACT, false, 0, "what is left of $0 without $1", "($0 - $1)"},
    {DX_MULTIPLY, false, 0, "#0 times $1", "(#0 * $1)"},
    {DX_MULTIPLY, false, 0, "the product of $0 and $1", "($0 * $1)"},
    {DX_DIVIDE, false, 0, "/1 of $0", "($0 / /1)"},
    {DX_DIVIDE, false, 0, "the result of dividing $0 by $1", "($0 / $1)"},
    {DX_MODULO, false, 0, "the remainder when $0 is divided by $1",
     "($0 mod $1)"},
    {DX_NEGATIVE, false, 0, "minus $0", "(-($0))"},
    {DX_COUNT, false, 0, "the number of =0 among *1 for which (^2)",
     "(count =0 in *1: (^2))"},
    {DX_SUM, false, 0, "the total, over every =0 among *1, of $2",
     "(sum =0 in *1: ($2))"},
    {DX_PROBABILITY, false, 0, "the chance for @0 that (^1)", "P[@0](^1)"},
    {DX_PROBABILITY_GIVEN, false, 0,
     "the chance for @0, given that (^2), that (^1)", "P[@0]((^1) given (^2))"},
    {0},
};

const dx_grammar_row dx_grammar_sets[] = {
    {DX_RANGE, false, 0, "the numbers from $0 to $1", "$0..$1"},
    {0},
};

const dx_comparison_words dx_comparisons[] = {
    {DX_EQUAL, "=", "exactly", "exactly"},
    {DX_NOT_EQUAL, "!=", "not", "not"},
    {DX_LESS, "<", "fewer than", "less than"},
    {DX_LESS_EQUAL, "<=", "at most", "at most"},
    {DX_GREATER, ">", "more than", "more than"},
    {DX_GREATER_EQUAL, ">=", "at least", "at least"},
    {0},
};

const dx_zero_words dx_zeros[] = {
    {DX_EQUAL, "= 0", "none", "# of "},
    {DX_EQUAL, "= 0", "no", "# "},
    {DX_GREATER, "> 0", "some", "# "},
    {0},
};

const char *dx_zero_word(dx_kind kind, const char *is)
{
    const dx_zero_words *zero = dx_zeros;
    while (zero->sign != NULL &&
           (zero->kind != kind || strstr(is, zero->before) == NULL))
        zero++;
    return zero->words;
}

const char *const dx_part_words[] = {"half", "a third", "a quarter", NULL};

const dx_number_words dx_words_now = {"now",
                                      "# {move has|moves have} been made",
                                      "the number of moves made", "moves made"};

const dx_grammar_row *dx_grammar_find(const dx_grammar_row *row, dx_kind kind,
                                      bool negated, dx_crowd crowd)
{
    for (; row->words != NULL; row++)
        if (row->kind == kind && row->negated == negated &&
            (row->crowd == DX_CROWD_ANY || row->crowd == crowd))
            return row;
    return NULL;
}

void dx_type_set_say(const char *type, dx_text *out)
{
    bool is_many = *type != '\0' && type[strlen(type) - 1] == 's';
    dx_text_printf(out, "all %s%s", type, is_many ? "" : "s");
}
