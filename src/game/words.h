// game/words.h -- a game's words: every fact, number, set, verb and rule in
// English, as tables.
//
// Phrases are templates.  In them stand
//
//     %0 %1 ..   an argument: a seat as "you" or its name, a value in plain
//                words; %0's is a seat's ("your", "Ann's", "Ann's own" inside
//                Ann's mind); %1a one of it ("a 3", "an ace"), %1+ many ("3s"),
//                %1= plain or many and %1* one or many, as what was said last
//                asks; %1~ as it is typed
//     @          the seat of an event; @'s as above
//     #          a number compared ("at least 2"), or one by itself
//     $lives     the number that a parameter has
//     {a|b}      a behind one thing or another person, b behind many or "you"
//     [C:a|b]    a where C holds, else b (which may be left out): 1? argument 1
//                is known, 1=4 it is 4, 1@ it is the seat of the event, 1+ it
//                is several things; $back=1 of a parameter
//
// Phrases of facts, numbers and sets have no brackets and no $: sentences of
// them are read back (words/sentence.h).

#ifndef DX_GAME_WORDS_H
#define DX_GAME_WORDS_H

#include "game/game.h"

// "%0's card %1 can be played", "%0's card %1 cannot be played"; `menu` is how
// a list of facts calls it.
typedef struct dx_fact_words {
    const char *name; // NULL ends the table
    const char *yes, *no, *menu;
} dx_fact_words;

// `is` says how many it is: "# {hint is|hints are} left"; `noun` names it:
// "the number of hints left".
typedef struct dx_number_words {
    const char *name; // NULL ends the table
    const char *is, *noun, *menu;
} dx_number_words;

// `noun` names a set in the plural: "%0's cards".
typedef struct dx_set_words {
    const char *name; // NULL ends the table
    const char *noun;
} dx_set_words;

// `seen` is what one reads who sees all of it, `part` who sees some (NULL:
// everybody sees all); `move` says it as a thing to do, `typed` is another way
// to type it (NULL: there is none), `ends` what it does for good (NULL: it can
// be lived with): asked before it is done; `untold` goes on behind `seen` with
// what was not told ("not which is which"; NULL: nothing).
typedef struct dx_verb_words {
    const char *name; // NULL ends the table
    const char *seen, *part, *move, *typed, *ends, *untold;
} dx_verb_words;

// A fact or a number that the position is told by; `unless` is a fact that,
// told of the same arguments but the last, says it already (NULL: none does).
typedef struct dx_position_words {
    const char *name; // NULL ends the table
    const char *unless;
} dx_position_words;

enum { DX_SHEET_MOVES = 6, DX_SHEET_ENDS = 3 };

// The rules on one screen, but for what a table shows by itself (a round, for
// example) and how partners talk (which the agents say).
typedef struct dx_sheet_words {
    const char *aim, *line; // a headline, a sentence or two
    struct {
        const char *name, *text;
    } move[DX_SHEET_MOVES];
    const char *counts;
    const char *ends[DX_SHEET_ENDS];
} dx_sheet_words;

typedef enum dx_word_form {
    DX_WORD_PLAIN,
    DX_WORD_ONE,
    DX_WORD_MANY,
} dx_word_form;

typedef struct dx_cast dx_cast;

struct dx_words {
    const dx_fact_words *facts;
    const dx_number_words *numbers;
    const dx_set_words *sets;
    const dx_verb_words *verbs;
    dx_sheet_words sheet;
    // The facts that `know` lists where none is named; NULL: the first.
    const char *const *know;
    // What a position is told by (minds/position.h), in this order; NULL: all
    // numbers and facts.
    const dx_position_words *position;
    // The word for a value in a form; false: the usual one will do, which is
    // made from the word that is typed.
    bool (*value)(const dx_rules *rules, const char *type, unsigned value,
                  dx_word_form form, dx_text *out);
    // Why a game is over that is, by the truth or any sight of it (the same
    // sentence); NULL, or nothing written: there are no words for it.
    void (*ending)(const dx_cast *cast, const void *table, dx_text *out);
    // Is the value several things ("cards 2 and 5")?  NULL: never.
    bool (*is_many)(const dx_rules *rules, const char *type, unsigned value);
};

// Who is who to the reader.
struct dx_cast {
    const dx_rules *rules;
    const char *const *names; // of the seats; NULL, or NULL in it: none
    unsigned you;             // the reader's seat; DX_BYSTANDER: none
    // Somebody else reads over the shoulder of that seat: it has its name too.
    bool by_name;
};

// Is the seat called "you"?
static inline bool dx_cast_is_you(const dx_cast *cast, unsigned seat)
{
    return seat == cast->you && !cast->by_name;
}

// A name for who has none of its own, of each seat another.
const char *dx_given_name(unsigned seat);

// "you", a name, or "seat 2": a name must be plain words, none of the
// language's, and no two alike.
void dx_cast_say(const dx_cast *cast, unsigned seat, dx_text *out);

// The value of a type in words.
void dx_value_say_as(const dx_rules *rules, const char *type, unsigned value,
                     dx_word_form form, dx_text *out);

// A word in a form, as usual: an ace, aces.
void dx_word_say(const char *word, dx_word_form form, dx_text *out);

// What a template is filled with.  `word` (where not NULL) is said in place of
// a value; `mind` is the seat in whose mind it stands, DX_NONE nobody's.
typedef struct dx_filling {
    const char *const *type;
    const char *const *word;
    const int *value;
    unsigned count, who, mind;
    const char *number;  // for #
    bool number_is_many; // of it
} dx_filling;

// What stands in a phrase for what is left open.
#define DX_GAP "..."

// A place: a fact (or, with a gap for its number, a number) whose argument
// `open` is left open, as what stands before a list of what may be there: "your
// card 1 is", "Ann has in hand", "in the envelope"; false: there are no words
// for it.
bool dx_place_say(const dx_cast *cast, const dx_atom *atom, const int *args,
                  unsigned open, dx_text *out);

// What is said before a variable of a type: the type, or nothing where it is
// plain what it is.
const char *dx_variable_type(const char *type);

void dx_phrase(const dx_cast *cast, const char *phrase,
               const dx_filling *filling, dx_text *out);

// A template of which nothing but the rules is said.
void dx_phrase_rules(const dx_rules *rules, const char *phrase, dx_text *out);

// The same with a capital.
static inline void dx_ending_say(const dx_cast *cast, const void *table,
                                 dx_text *out)
{
    const dx_words *words = cast->rules->game->words;
    size_t from = out->length;
    if (words != NULL && words->ending != NULL)
        words->ending(cast, table, out);
    if (out->length > from && out->at[from] >= 'a' && out->at[from] <= 'z')
        out->at[from] = (char)(out->at[from] - 'a' + 'A');
}

// The words of the game for a fact, a number, a set, a verb; NULL: none.
const dx_fact_words *dx_words_of_fact(const dx_game *game, const char *name);
const dx_number_words *dx_words_of_number(const dx_game *game,
                                          const char *name);
const dx_set_words *dx_words_of_set(const dx_game *game, const char *name);
const dx_verb_words *dx_words_of_verb(const dx_game *game, unsigned verb);

#endif
