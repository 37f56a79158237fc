// The action types that come with doxa: what happens in public, in private
// (others notice nothing), half in private (others notice that something
// happens, not what), and quasi in private (some notice that, some nothing).
// The names are those in use among planners.

#include "logic/epddl/inside.h"

#define SAME "(:forall (?e - event) (?e ?e))"
#define ANY "(:forall (?e ?f - event) (?e ?f))"
#define MISSED "(:forall (?e - event) (?e ?none))"
#define NOTICED                                                                \
    "(:and (?none ?none) (:forall (?e ?f - event | (and (/= ?e ?none) "        \
    "(/= ?f ?none))) (?e ?f)))"

#define TYPE(name, events, looks, relations, designated, conditions)           \
    "(:action-type " name " :events (" events ") :observability-types (" looks \
    ") :relations (" relations ") :designated (" designated                    \
    ") :conditions (" conditions "))\n"

#define CHANGES "?yes (:non-trivial-postconditions)"
#define TELLS "?yes (:trivial-postconditions) ?no (:trivial-postconditions)"
#define TELLS_ONE "?yes (:trivial-postconditions)"
#define NOTHING " ?none (:trivial-event)"

const char dx_epddl_library[] = "(define (action-type-library doxa)\n" TYPE(
    "public-ontic", "?yes", "Fully", "Fully " SAME, "?yes", CHANGES)
    TYPE("private-ontic", "?yes ?none", "Fully Oblivious",
         "Fully " SAME " Oblivious " MISSED, "?yes", CHANGES NOTHING)
        TYPE("public-sensing", "?yes ?no", "Fully", "Fully " SAME, "?yes ?no",
             TELLS) TYPE("private-sensing", "?yes ?no ?none", "Fully Oblivious",
                         "Fully " SAME " Oblivious " MISSED, "?yes ?no",
                         TELLS NOTHING)
            TYPE("semi-private-sensing", "?yes ?no", "Fully Partially",
                 "Fully " SAME " Partially " ANY, "?yes ?no", TELLS)
                TYPE("quasi-private-sensing", "?yes ?no ?none",
                     "Fully Partially Oblivious",
                     "Fully " SAME " Partially " NOTICED " Oblivious " MISSED,
                     "?yes ?no",
                     TELLS NOTHING) TYPE("public-announcement", "?yes ?no",
                                         "Fully", "Fully " SAME, "?yes", TELLS)
                    TYPE("private-announcement", "?yes ?none",
                         "Fully Oblivious", "Fully " SAME " Oblivious " MISSED,
                         "?yes", TELLS_ONE NOTHING)
                        TYPE("semi-private-announcement", "?yes ?no",
                             "Fully Partially", "Fully " SAME " Partially " ANY,
                             "?yes", TELLS)
                            TYPE("quasi-private-announcement", "?yes ?no ?none",
                                 "Fully Partially Oblivious",
                                 "Fully " SAME " Partially " NOTICED
                                 " Oblivious " MISSED,
                                 "?yes", TELLS NOTHING) ")\n";
