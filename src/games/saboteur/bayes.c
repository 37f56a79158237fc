// Log-likelihoods by seat, kind and place of the gold are sums over acts, so an
// act costs a few table look-ups; a belief is one pass over the sets of
// saboteurs.  Likelihoods are tempered: what a seat does repeats itself, and
// miners who go by the same beliefs echo each other, most of all when they
// break and mend tools, so acts are not as independent as the rule takes them
// to be.

#include "games/saboteur/bayes.h"

#include <math.h>
#include <string.h>

// How often each kind did what in which context, in parts of 10,000; rows of a
// context add up.
static const uint16_t habits[DX_HABIT_COUNTED][DX_HABIT_CONTEXTS]
                            [DX_HABIT_DEEDS] = {
#include "games/saboteur/habits.def"
};

const dx_saboteur_bayes_options dx_saboteur_bayes_normal = {
    .temper = 0.9,
    .throws = 0.9,
    .tools = 0.7,
    .mix = {0.5, 0.5, 0.5, 0.5},
    .alike = 0.8,
    .stranger = 0.7,
    .strangers = 0.5,
    .lean = 0.95};

// The table's suspicion, as the acts of others are seen by all.
static const dx_saboteur_ratios by_suspicion = {300, 1.15};

static const double smoothing = 0.02, many = 10000;

// A stranger does anything with this chance, and else what anybody does, good
// deeds whatever its side; but it does harm rather as a saboteur than as a
// miner.  What is harm on the face of it comes to a strange saboteur so many
// times as easily as anything else, though no counted kind may do it.
static const double whim = 0.4, spite = 4;

// Contexts: how far it is, and whether a better card was likely, or that a tool
// is broken; and words about a goal that others looked at, or did not.
enum { FAR_OFF, ON_THE_WAY, NEAR, HAMPERED = 6, ALONE = 9, CONTESTED = 10 };

// Deeds of a turn; behind a look, words.
enum {
    STEP, // a tunnel that brings the gold nearer by a tunnel or so
    SMALL_STEP,
    IDLE,      // an open tunnel that does neither
    IDLE_DEAD, // a dead end out of the way
    HARM,
    GREAT_HARM,
    GOOD_ROCKS,
    IDLE_ROCKS,
    BAD_ROCKS,
    BREAKS,             // four of them, by suspicion
    MENDS = BREAKS + 4, // four of them
    MENDS_SELF = MENDS + 4,
    LOOKS,
    THROWS,
};
enum { TRUE_WORD, FALSE_WORD, NO_WORD };

void dx_saboteur_bayes_begin(dx_saboteur_bayes *b,
                             const dx_saboteur_bayes_options *options,
                             const dx_saboteur *t)
{
    memset(b, 0, sizeof *b);
    b->options = *options;
    b->goals = t->goals;
    dx_saboteur_worlds_list(&b->worlds, t->players, t->saboteurs,
                            t->spare_card);
    for (unsigned world = 0; world < b->worlds.count; world++)
        b->factor[world] = 0.5;
}

// Where the seat may take the gold to be when it lies at `gold`: by what it has
// looked at, and by what others said.
static void its_gold(const dx_saboteur_act *act, unsigned goals, unsigned gold,
                     double *out)
{
    double all = 0;
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++) {
        bool is_open = i < goals && !(act->up >> i & 1);
        out[i] =
            is_open ? pow(2.5, act->gold_said[i]) * pow(0.4, act->stone_said[i])
                    : 0;
        if (act->looked >> i & 1)
            out[i] = 0;
        all += out[i];
    }
    if ((act->looked >> gold & 1) != 0 || all == 0) {
        memset(out, 0, DX_SABOTEUR_GOALS * sizeof *out);
        out[gold] = all = 1;
    }
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        out[i] /= all;
}

// How much the table suspects a seat, in four steps.
static unsigned suspicion_of(const dx_saboteur_bayes *b, unsigned seat)
{
    double guilty = 0, all = 0;
    for (unsigned world = 0; world < b->worlds.count; world++) {
        all += b->factor[world];
        guilty += b->worlds.saboteurs[world] >> seat & 1 ? b->factor[world] : 0;
    }
    double share = all > 0 ? guilty / all : 0;
    return share < 0.2 ? 0 : share < 0.45 ? 1 : share < 0.75 ? 2 : 3;
}

static unsigned deed_of(const dx_saboteur_bayes *b, const dx_saboteur_act *act,
                        double gain)
{
    bool dead = act->verb == DX_SABOTEUR_DIG && !dx_saboteur_is_open(act->card);
    switch (act->verb) {
    case DX_SABOTEUR_DIG:
        return gain > 0.75    ? STEP
               : gain > 0.15  ? SMALL_STEP
               : gain < -0.9  ? GREAT_HARM
               : gain < -0.15 ? HARM
               : dead         ? IDLE_DEAD
                              : IDLE;
    case DX_SABOTEUR_CRUSH:
        return gain > 0.15 ? GOOD_ROCKS : gain < -0.15 ? BAD_ROCKS : IDLE_ROCKS;
    case DX_SABOTEUR_BLOCK:
        return BREAKS + suspicion_of(b, act->target);
    case DX_SABOTEUR_UNBLOCK:
        return act->target == act->who ? MENDS_SELF
                                       : MENDS + suspicion_of(b, act->target);
    default:
        return act->verb == DX_SABOTEUR_LOOK ? LOOKS : THROWS;
    }
}

dx_saboteur_habit dx_saboteur_habit_of(const dx_saboteur_bayes *b,
                                       const dx_saboteur_act *act,
                                       unsigned gold)
{
    bool speaks = act->verb == DX_SABOTEUR_CLAIM;
    if (speaks || act->verb == DX_SABOTEUR_SILENT) {
        bool is_true = (act->target == gold) == (act->word == 0);
        return (dx_saboteur_habit){act->contested ? CONTESTED : ALONE,
                                   !speaks   ? NO_WORD
                                   : is_true ? TRUE_WORD
                                             : FALSE_WORD};
    }
    double its[DX_SABOTEUR_GOALS], missing = 0, better = 0;
    its_gold(act, b->goals, gold, its);
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++) {
        missing += its[i] * act->before[i];
        better += its[i] * act->better[i] / 100;
    }
    unsigned far = missing > 5 ? FAR_OFF : missing > 2.5 ? ON_THE_WAY : NEAR;
    unsigned context =
        act->hampered ? HAMPERED + far : 2 * far + (better > 0.75);
    return (dx_saboteur_habit){
        (uint8_t)context,
        (uint8_t)deed_of(b, act, dx_saboteur_act_gain(act, its))};
}

// The kinds of a side: miners, or saboteurs.
static unsigned first_kind(unsigned role)
{
    return role == DX_SABOTEUR_MINER ? 0 : DX_HABIT_MINERS;
}
static unsigned behind_kinds(unsigned role)
{
    return role == DX_SABOTEUR_MINER ? DX_HABIT_MINERS : DX_HABIT_COUNTED;
}

// What those of a side do on average.
static double mean_of(const dx_saboteur_bayes_options *options, unsigned role,
                      const double *likely)
{
    double mean = 0;
    for (unsigned k = first_kind(role); k < behind_kinds(role); k++)
        mean += options->mix[k] * likely[k];
    return mean;
}

// Does it look like harm, whoever does it?
static bool is_harm(dx_saboteur_habit habit)
{
    if (habit.context == ALONE || habit.context == CONTESTED)
        return habit.deed == FALSE_WORD;
    return habit.deed == HARM || habit.deed == GREAT_HARM ||
           habit.deed == BAD_ROCKS || habit.deed == BREAKS;
}

// How easily a whim of a stranger comes to such a deed.
static double ease_of(const dx_saboteur_bayes_options *options, unsigned role,
                      dx_saboteur_habit habit)
{
    if (!is_harm(habit))
        return 1;
    return role == DX_SABOTEUR_MINER ? 1 - options->lean : spite;
}

static void likelihoods(const dx_saboteur_bayes_options *options,
                        dx_saboteur_habit habit, double *out)
{
    for (unsigned kind = 0; kind < DX_HABIT_COUNTED; kind++) {
        double share = habits[kind][habit.context][habit.deed] / many;
        out[kind] = (1 - smoothing) * share + smoothing / DX_HABIT_DEEDS;
    }
    double miners = mean_of(options, DX_SABOTEUR_MINER, out);
    double saboteurs = mean_of(options, DX_SABOTEUR_SABOTEUR, out);
    double apart = options->lean * fmax(0, saboteurs - miners) / 2;
    for (unsigned role = 0; role < DX_SABOTEUR_ROLES; role++)
        out[DX_HABIT_STRANGER + role] =
            (1 - whim) * ((miners + saboteurs) / 2 +
                          (role == DX_SABOTEUR_MINER ? -apart : apart)) +
            whim * ease_of(options, role, habit) / DX_HABIT_DEEDS;
}

static double temper_of(const dx_saboteur_bayes_options *options,
                        const dx_saboteur_act *act)
{
    bool of_others = act->target != act->who;
    switch (act->verb) {
    case DX_SABOTEUR_THROW:
        return options->throws;
    case DX_SABOTEUR_BLOCK:
    case DX_SABOTEUR_UNBLOCK:
        return of_others ? options->tools : options->temper;
    default:
        return options->temper;
    }
}

void dx_saboteur_bayes_act(dx_saboteur_bayes *b, const dx_saboteur_act *act)
{
    double temper = temper_of(&b->options, act);
    for (unsigned gold = 0; temper > 0 && gold < b->goals; gold++) {
        dx_saboteur_habit habit = dx_saboteur_habit_of(b, act, gold);
        double likely[DX_HABIT_KINDS];
        likelihoods(&b->options, habit, likely);
        for (unsigned kind = 0; kind < DX_HABIT_KINDS; kind++)
            b->log[act->who][kind][gold] += temper * log(likely[kind]);
    }
    unsigned goals = (1U << b->goals) - 1;
    dx_saboteur_change(&b->worlds, b->factor, act->who,
                       dx_saboteur_says_of(act, goals), act->target,
                       &by_suspicion);
    b->acts++;
}

void dx_saboteur_bayes_follow(dx_saboteur_bayes *b,
                              const dx_saboteur_acts *acts)
{
    if (b->acts > acts->count || b->goals == 0) { // another round
        dx_saboteur_bayes_options options = b->options;
        dx_saboteur_bayes_begin(b, &options, &acts->table);
    }
    while (b->acts < acts->count)
        dx_saboteur_bayes_act(b, &acts->at[b->acts]);
}

// The logarithm of a mean of likelihoods over the kinds of a side and, with the
// weight `odd`, of a stranger.
static double mixed(const dx_saboteur_bayes *b, unsigned role,
                    const double *log_of, double odd)
{
    double stranger = log_of[DX_HABIT_STRANGER + role], most = stranger;
    double sum = 0;
    for (unsigned k = first_kind(role); k < behind_kinds(role); k++)
        most = fmax(most, log_of[k]);
    for (unsigned k = first_kind(role); k < behind_kinds(role); k++)
        sum += (1 - odd) * b->options.mix[k] * exp(log_of[k] - most);
    return most + log(sum + odd * exp(stranger - most));
}

// The logarithm of a mean of two, `share` of the first.
static double mean_log(double first, double second, double share)
{
    double most = fmax(first, second);
    return most +
           log(share * exp(first - most) + (1 - share) * exp(second - most));
}

static bool may_be_gold(const dx_saboteur_bayes *b, const uint8_t *treasure,
                        unsigned gold)
{
    for (unsigned i = 0; i < b->goals; i++)
        if (treasure[i] < DX_SABOTEUR_TREASURES &&
            (treasure[i] == DX_SABOTEUR_GOLD) != (i == gold))
            return false;
    return gold < b->goals;
}

// Log-likelihoods of the seats' acts with the gold at one place: of each kind,
// and of any kind of a side.
typedef struct seats_log {
    double any[DX_SABOTEUR_ROLES][DX_SABOTEUR_SEATS];
    double kind[DX_SABOTEUR_SEATS][DX_HABIT_KINDS];
} seats_log;

static void read_logs(const dx_saboteur_bayes *b, unsigned but, unsigned gold,
                      seats_log *out)
{
    for (unsigned i = 0; i < b->worlds.players; i++) {
        bool is_own = i == but; // its own acts tell it nothing
        for (unsigned k = 0; k < DX_HABIT_KINDS; k++)
            out->kind[i][k] = is_own ? 0 : b->log[i][k][gold];
        for (unsigned role = 0; role < DX_SABOTEUR_ROLES; role++)
            out->any[role][i] =
                mixed(b, role, out->kind[i], b->options.stranger);
    }
}

// The log-likelihood of all acts if just `set` are saboteurs: of each side, all
// are of one kind, or each is of any.
static double log_of_set(const dx_saboteur_bayes *b, const seats_log *log_of,
                         unsigned set)
{
    double any[DX_SABOTEUR_ROLES] = {0}, sum = 0;
    double each[DX_SABOTEUR_ROLES][DX_HABIT_KINDS] = {{0}};
    for (unsigned i = 0; i < b->worlds.players; i++) {
        unsigned role = set >> i & 1;
        any[role] += log_of->any[role][i];
        for (unsigned k = 0; k < DX_HABIT_KINDS; k++)
            each[role][k] += log_of->kind[i][k];
    }
    for (unsigned role = 0; role < DX_SABOTEUR_ROLES; role++)
        sum += mean_log(mixed(b, role, each[role], b->options.strangers),
                        any[role], b->options.alike);
    return sum;
}

void dx_saboteur_bayes_weigh(const dx_saboteur_bayes *b, unsigned seat,
                             unsigned role, const uint8_t *treasure,
                             double *out)
{
    double most = -INFINITY;
    for (unsigned gold = 0; gold < DX_SABOTEUR_GOALS; gold++) {
        seats_log logs;
        bool open = may_be_gold(b, treasure, gold);
        if (open)
            read_logs(b, seat, gold, &logs);
        for (unsigned w = 0; w < b->worlds.count; w++) {
            unsigned set = b->worlds.saboteurs[w];
            bool is_own = seat >= b->worlds.players ||
                          (set >> seat & 1) == (role == DX_SABOTEUR_SABOTEUR);
            double *weight = &out[w * DX_SABOTEUR_GOALS + gold];
            *weight = open && is_own ? log_of_set(b, &logs, set) : -INFINITY;
            most = fmax(most, *weight);
        }
    }
    for (unsigned i = 0; i < b->worlds.count * DX_SABOTEUR_GOALS; i++)
        out[i] = out[i] > -INFINITY ? exp(out[i] - most) : 0;
}

void dx_saboteur_bayes_believe(const dx_saboteur_bayes *b, const dx_saboteur *t,
                               unsigned seat, double *out_guilt,
                               double *out_gold)
{
    double weight[DX_SABOTEUR_WORLDS_MAX * DX_SABOTEUR_GOALS], all = 0;
    dx_saboteur_bayes_weigh(b, seat, seat < t->players ? t->role[seat] : 0,
                            t->goal, weight);
    memset(out_guilt, 0, DX_SABOTEUR_SEATS * sizeof *out_guilt);
    memset(out_gold, 0, DX_SABOTEUR_GOALS * sizeof *out_gold);
    for (unsigned w = 0; w < b->worlds.count; w++)
        for (unsigned gold = 0; gold < DX_SABOTEUR_GOALS; gold++) {
            double here = weight[w * DX_SABOTEUR_GOALS + gold];
            unsigned set = b->worlds.saboteurs[w];
            all += here;
            out_gold[gold] += here;
            for (; set != 0; set &= set - 1)
                out_guilt[__builtin_ctz(set)] += here;
        }
    for (unsigned i = 0; i < DX_SABOTEUR_SEATS; i++)
        out_guilt[i] /= all;
    for (unsigned i = 0; i < DX_SABOTEUR_GOALS; i++)
        out_gold[i] /= all;
}

double dx_saboteur_bayes_ratio(const dx_saboteur_bayes *b,
                               const dx_saboteur_act *act, const double *gold)
{
    double miner = 0, saboteur = 0;
    for (unsigned i = 0; i < b->goals; i++) {
        dx_saboteur_habit habit = dx_saboteur_habit_of(b, act, i);
        double likely[DX_HABIT_KINDS];
        likelihoods(&b->options, habit, likely);
        for (unsigned k = 0; k < DX_HABIT_COUNTED; k++)
            *(k < DX_HABIT_MINERS ? &miner : &saboteur) +=
                gold[i] * b->options.mix[k] * likely[k];
    }
    return pow(saboteur / miner, temper_of(&b->options, act));
}
