// The cells that are asked of are filled in all ways, in stages: first the
// cells of one class, then those of another, or a choice that the mind did not
// see.  After each stage some numbers of the inner scope are complete, and they
// may say already that no vector from here on is wanted.  With all stages done
// there is a *draft*: a vector, and what is left to lay.  If what the vector
// says is known and wanted, it is tried whether the rest can be laid
// (extend.c); if it is not known, the draft is kept, and with others found out
// later, if it occurs.
//
// A card that was chosen from a cell nobody asks of is laid there at once.
//
// Why it is the same as laying all groups in all ways (eliminate.c): each deal
// has a draft, and a vector is a function of the draft, since no number asked
// for counts a card of the other cells.
//
// Cost: the drafts, and for each vector usually one way down through groups and
// classes.  A run that takes too many steps is given up, and after two of them
// the outlook is always run the other way.

#include "minds/exist/occurs_private.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum {
    BATCH_FIRST = 16,
    SPILLS_MAX = 2,
    SIZES_LEAST = 8, // product of what classes take
    STAGES_MAX = 255,
    NUMBERS_MAX = 100,
};

static const uint32_t NO_DRAFT = UINT32_MAX;

// What is to be done with a vector.
typedef enum fate {
    UNKNOWN, // what it says is to be found out
    WANTED,  // does it occur?
    DONE,    // nothing
} fate;

// ---- the plan ----

static size_t state_words(const dx_outlook *o)
{
    return (2 + o->groups.count + o->classes.count + o->sums.count + 7) / 8;
}

static size_t vector_words(const dx_outlook *o)
{
    size_t words = (o->inner.entries.count + 7) / 8;
    return words > 0 ? words : 1;
}

// Are there many ways to lay what is not asked of?
static bool is_worth_it(const dx_outlook *o)
{
    size_t sizes = 1;
    for (size_t c = 0; c < o->classes.count && sizes < SIZES_LEAST; c++)
        sizes *= o->classes.at[c].size + 1;
    return sizes >= SIZES_LEAST && o->classes.count > 1 &&
           o->inner.entries.count <= NUMBERS_MAX &&
           o->classes.count + o->marks.count <= STAGES_MAX;
}

// Which class all cells of a sum are of, if it is one.
static void find_only_class(dx_occurs *s, const dx_outlook *o)
{
    size_t columns = o->classes.count + o->marks.count;
    s->only_class = dx_alloc(o->sums.count + 1, sizeof *s->only_class);
    memset(s->only_class, UINT8_MAX, o->sums.count);
    for (size_t cell = 0; cell < o->groups.count * columns; cell++)
        for (unsigned i = o->cells[cell]; i < o->cells[cell + 1]; i++) {
            uint8_t *class = &s->only_class[o->touched[i]];
            size_t column = cell % columns;
            *class = *class == UINT8_MAX && column < o->classes.count
                         ? (uint8_t)column
                     : *class == column ? *class
                                        : DX_PLACES_MAX;
        }
}

dx_occurs *dx_occurs_plan(const dx_outlook *o)
{
    if (o->weighs || o->tells_deals || o->tells_places || o->hands != NULL ||
        o->is_plain || o->is_refused || o->factors != NULL ||
        o->frame->is_narrow || !is_worth_it(o) ||
        !dx_mechanism_is_on(o->mechanisms, DX_BY_EXISTENCE))
        return NULL;
    dx_occurs *s = dx_alloc(1, sizeof *s);
    size_t cells = o->groups.count * o->classes.count;
    size_t numbers = o->inner.entries.count;
    s->asked = dx_alloc(cells + 1, sizeof *s->asked);
    s->filled = dx_alloc(cells + 1, sizeof *s->filled);
    s->lies = dx_alloc(cells + 1, 1);
    s->later = dx_alloc(cells + 1, 1);
    s->more = dx_alloc(numbers + 1, 1);
    s->ready = dx_alloc(numbers + 1, sizeof *s->ready);
    find_only_class(s, o);
    s->supply = dx_alloc((o->groups.count + 1) * o->sums.count + 1, 1);
    s->suppliers = dx_alloc(o->sums.count + 1, sizeof *s->suppliers);
    s->state = dx_alloc(state_words(o), sizeof *s->state);
    s->vector = dx_alloc(vector_words(o), sizeof *s->vector);
    return s;
}

void dx_occurs_free(dx_occurs *s)
{
    if (s == NULL)
        return;
    dx_free(s->asked);
    dx_free(s->filled);
    dx_free(s->lies);
    dx_free(s->later);
    dx_free(s->more);
    dx_free(s->ready);
    dx_free(s->only_class);
    dx_free(s->supply);
    dx_free(s->suppliers);
    dx_vector_release(&s->waiting);
    dx_free(s->state);
    dx_free(s->vector);
    dx_states_release(&s->met);
    dx_states_release(&s->occur);
    dx_states_release(&s->failed);
    dx_vector_release(&s->stages);
    dx_vector_release(&s->drafts);
    dx_vector_release(&s->before);
    dx_vector_release(&s->last);
    dx_vector_release(&s->fates);
    dx_vector_release(&s->batch);
    dx_free(s);
}

// ---- stages ----

static bool is_ignored(const dx_drafting *p, uint16_t slot)
{
    return p->run.ignored != NULL && p->run.ignored[slot];
}

static bool takes(const dx_group *group, unsigned class)
{
    for (unsigned i = 0; i < group->class_count; i++)
        if (group->classes[i] == class)
            return true;
    return false;
}

static void find_asked(dx_drafting *p)
{
    const dx_outlook *o = p->o;
    size_t columns = p->classes + o->marks.count;
    for (size_t g = 0; g < p->groups; g++)
        for (size_t c = 0; c < p->classes; c++) {
            const unsigned *cell = o->cells + g * columns + c;
            bool asked = false;
            for (unsigned i = cell[0]; i < cell[1] && !asked; i++) {
                uint16_t slot = o->sums.at[o->touched[i]].slot;
                asked = slot != DX_SLOT_NONE && !is_ignored(p, slot);
            }
            p->s->asked[g * p->classes + c] =
                asked && takes(&o->groups.at[g], (unsigned)c);
        }
}

static void add_stage(dx_occurs *s, bool is_choice, unsigned number)
{
    for (size_t i = 0; i < s->stages.count; i++)
        if (s->stages.at[i].is_choice == is_choice &&
            s->stages.at[i].number == number)
            return;
    dx_vector_push(&s->stages, (dx_draft_stage){is_choice, number});
}

static void add_class_stage(dx_drafting *p, unsigned class)
{
    for (size_t g = 0; g < p->groups; g++)
        if (p->s->asked[g * p->classes + class]) {
            add_stage(p->s, false, class);
            return;
        }
}

// Numbers of one mind stand together in the scope, so stages in the order of
// numbers complete a mind before they begin the next.
static void find_stages(dx_drafting *p)
{
    const dx_outlook *o = p->o;
    dx_occurs *s = p->s;
    s->stages.count = 0;
    for (uint16_t slot = 0; slot < o->inner.entries.count; slot++) {
        uint64_t places = o->inner.entries.at[slot].places;
        s->ready[slot] = 0;
        if (is_ignored(p, slot) || (places & ~o->sees) == 0)
            continue;
        for (unsigned c = 0; c < p->classes; c++)
            if (o->classes.at[c].places & places)
                add_class_stage(p, c);
        for (unsigned m = 0; m < o->marks.count; m++)
            if (o->marks.at[m].place & places) {
                add_class_stage(p, o->marks.at[m].class);
                add_stage(s, true, m);
            }
        s->ready[slot] = (unsigned)s->stages.count;
    }
    for (unsigned m = 0; m < o->marks.count; m++)
        add_stage(s, true, m); // if all that is asked of it is ignored
}

// ---- drafts ----

// The numbers of the inner scope: those that are complete with these stages or,
// with them all, as the mind's worlds have them.
static void read_vector(dx_drafting *p)
{
    const dx_outlook *o = p->o;
    uint8_t *state = (uint8_t *)p->s->state;
    uint8_t *vector = (uint8_t *)p->s->vector;
    memcpy(state, p->run.key, p->bytes);
    memset(vector, 0, p->s->met.stride * sizeof *p->s->vector);
    for (size_t i = 0; i < o->sums.count; i++) {
        uint16_t slot = o->sums.at[i].slot;
        uint8_t *value = &state[p->classes + i];
        if (slot != DX_SLOT_NONE)
            *value = is_ignored(p, slot)
                         ? 0
                         : dx_entry_clamp(&o->inner.entries.at[slot], *value);
    }
    if (p->stage == p->s->stages.count) {
        dx_run_read(&p->run, p->self, state, vector);
        return;
    }
    for (size_t i = 0; i < o->inner.entries.count; i++)
        vector[i] = dx_entry_clamp(&o->inner.entries.at[i],
                                   dx_reading_value(o->passed[i], p->self));
    for (size_t i = 0; i < o->sums.count; i++)
        if (o->sums.at[i].slot != DX_SLOT_NONE)
            vector[o->sums.at[i].slot] = state[p->classes + i];
}

// What is to be done with a vector, by what is known of it.
static fate fate_of(const dx_drafting *p, const uint8_t *vector)
{
    const dx_outlook *o = p->o;
    if (o->says == NULL)
        return WANTED;
    dx_tells says = o->says(o->foresee_context, vector, NULL, true);
    return says == DX_TELLS_UNKNOWN ? UNKNOWN
           : p->wanted >> says & 1  ? WANTED
                                    : DONE;
}

// A vector that says this occurs.
static void put(dx_drafting *p, size_t number, dx_tells says)
{
    dx_occurs *s = p->s;
    dx_states_find(&s->occur, s->met.keys + number * s->met.stride);
    s->fates.at[number] = DONE;
    p->wanted &= ~(1U << says);
    p->is_settled = p->o->says != NULL && p->wanted == 0;
}

// A vector of which it is known what it says: does it occur?  Another that says
// the same may have by now.
static void try_wanted(dx_drafting *p, size_t number)
{
    const dx_outlook *o = p->o;
    const uint8_t *vector = dx_states_key(&p->s->met, number);
    dx_tells says = o->says == NULL
                        ? DX_TELLS_UNKNOWN
                        : o->says(o->foresee_context, vector, NULL, true);
    if (o->says != NULL && !(p->wanted >> says & 1))
        p->s->fates.at[number] = DONE;
    else if (dx_drafting_has_rest(p))
        put(p, number, says);
}

// To find out runs other minds, and takes none of these steps.
static dx_tells find_out(dx_drafting *p, const uint8_t *vector,
                         const uint8_t *more)
{
    const dx_outlook *o = p->o;
    uint64_t before = p->run.effort->steps;
    dx_tells says = o->says(o->foresee_context, vector, more, false);
    p->steps_end += p->run.effort->steps - before;
    return says;
}

// Can one of the drafts of a vector be completed?
static bool occurs(dx_drafting *p, size_t number)
{
    for (uint32_t draft = p->s->last.at[number];
         draft != NO_DRAFT && !dx_drafting_is_over(p);
         draft = p->s->before.at[draft]) {
        const uint8_t *at = p->s->drafts.at + draft * (p->groups + p->bytes);
        memcpy(p->run.cards, at, p->groups);
        memcpy(p->run.key, at + p->groups, p->bytes);
        if (dx_drafting_has_rest(p))
            return true;
    }
    return false;
}

// Finds out what a vector says that was not known, if it occurs.
static void settle_vector(dx_drafting *p, size_t number)
{
    const uint8_t *vector = dx_states_key(&p->s->met, number);
    if (fate_of(p, vector) == DONE) {
        p->s->fates.at[number] = DONE;
        return;
    }
    if (!occurs(p, number))
        return; // another draft of it may
    p->s->fates.at[number] = DONE;
    dx_tells says = find_out(p, vector, NULL);
    if (p->run.effort->status == DX_OK && (p->wanted >> says & 1))
        put(p, number, says);
}

// Looks at the drafts that were kept, all stages being done.
static void settle_drafts(dx_drafting *p)
{
    dx_occurs *s = p->s;
    uint8_t cards[DX_KINDS_MAX], *key = dx_copy(p->run.key, p->bytes);
    assert(p->stage == s->stages.count);
    memcpy(cards, p->run.cards, sizeof cards);
    for (size_t i = 0; i < s->batch.count && !dx_drafting_is_over(p); i++)
        settle_vector(p, s->batch.at[i]);
    for (size_t i = 0; i < s->batch.count; i++)
        s->last.at[s->batch.at[i]] = NO_DRAFT;
    s->batch.count = s->drafts.count = s->before.count = 0;
    memcpy(p->run.cards, cards, sizeof cards);
    memcpy(p->run.key, key, p->bytes);
    dx_free(key);
}

// Keeps a draft; now and then, and the less often the more there were, it is
// seen whether those kept so far settle it.
static void keep_draft(dx_drafting *p, size_t number)
{
    dx_occurs *s = p->s;
    if (s->last.at[number] == NO_DRAFT)
        dx_vector_push(&s->batch, (uint32_t)number);
    dx_vector_push(&s->before, s->last.at[number]);
    s->last.at[number] = (uint32_t)s->before.count - 1;
    for (size_t g = 0; g < p->groups; g++)
        dx_vector_push(&s->drafts, p->run.cards[g]);
    for (size_t i = 0; i < p->bytes; i++)
        dx_vector_push(&s->drafts, p->run.key[i]);
    if (s->before.count >= p->batch_size) {
        p->batch_size *= 2;
        settle_drafts(p);
    }
}

// All stages are done.
static void meet(dx_drafting *p)
{
    dx_occurs *s = p->s;
    if (!dx_drafting_step(p))
        return;
    read_vector(p);
    size_t known = s->met.count, number = dx_states_find(&s->met, s->vector);
    if (number == known) {
        dx_vector_push(&s->last, NO_DRAFT);
        dx_vector_push(&s->fates,
                       (uint8_t)fate_of(p, dx_states_key(&s->met, number)));
    }
    if (s->fates.at[number] == UNKNOWN)
        keep_draft(p, number);
    else if (s->fates.at[number] == WANTED)
        try_wanted(p, number);
}

// Do the numbers that are complete by now say what nobody wants?
static bool is_dull(dx_drafting *p)
{
    const dx_outlook *o = p->o;
    dx_occurs *s = p->s;
    bool is_news = false;
    if (o->says == NULL || p->stage == s->stages.count)
        return false;
    for (uint16_t i = 0; i < o->inner.entries.count; i++) {
        bool is_seen = (o->inner.entries.at[i].places & ~o->sees) == 0;
        bool is_done = !is_ignored(p, i) && s->ready[i] <= p->stage;
        s->more[i] = is_seen || is_done ? 0 : DX_MORE_ANY;
        is_news |= s->ready[i] == p->stage;
    }
    if (!is_news || !dx_drafting_step(p))
        return false;
    read_vector(p);
    const uint8_t *vector = (const uint8_t *)s->vector;
    dx_tells says = o->says(o->foresee_context, vector, s->more, true);
    if (says == DX_TELLS_UNKNOWN && dx_drafting_has_rest(p)) {
        read_vector(p); // the room for a state was used
        says = find_out(p, vector, s->more);
    }
    return says < DX_TELLS_UNKNOWN && !(p->wanted >> says & 1);
}

static void fill_class(dx_drafting *p, unsigned class);
static void choose(dx_drafting *p, unsigned mark);

static void set_filled(dx_drafting *p, bool is)
{
    dx_draft_stage stage = p->s->stages.at[p->stage];
    for (size_t g = 0; g < p->groups && !stage.is_choice; g++) {
        size_t cell = g * p->classes + stage.number;
        p->s->filled[cell] = is && p->s->asked[cell];
    }
}

static void next_stage(dx_drafting *p)
{
    if (dx_drafting_is_over(p) || is_dull(p))
        return;
    if (p->stage == p->s->stages.count) {
        meet(p);
        return;
    }
    dx_draft_stage stage = p->s->stages.at[p->stage];
    if (stage.is_choice)
        choose(p, stage.number);
    else
        fill_class(p, stage.number);
}

static void end_stage(dx_drafting *p)
{
    set_filled(p, true);
    p->stage++;
    next_stage(p);
    p->stage--;
    set_filled(p, false);
}

// Which group was the chosen card of: of one that lies there or, if nobody asks
// how many do, of one that is laid.
static void choose_group(dx_drafting *p, unsigned m, unsigned group)
{
    const dx_mark *mark = &p->o->marks.at[m];
    size_t cell = group * p->classes + mark->class;
    bool lies = p->s->lies[cell] > 0;
    if (!lies && (p->s->asked[cell] || p->run.cards[group] == 0 ||
                  p->run.key[mark->class] == 0 ||
                  !dx_drafting_lay(p, group, mark->class, 1)))
        return;
    p->run.row = group;
    if (dx_run_add(&p->run, p->classes + m, 1)) {
        end_stage(p);
        p->run.row = group;
        dx_run_add(&p->run, p->classes + m, -1);
    }
    if (!lies)
        dx_drafting_lay(p, group, mark->class, -1);
}

static void choose(dx_drafting *p, unsigned m)
{
    const dx_mark *mark = &p->o->marks.at[m];
    for (unsigned g = 0; g < p->groups && !dx_drafting_is_over(p); g++)
        if ((p->o->groups.at[g].kinds & mark->kinds) != 0 &&
            takes(&p->o->groups.at[g], mark->class))
            choose_group(p, m, g);
}

// How many cards a class can still get, without the asked cells before each
// group.
static void count_available(const dx_drafting *p, unsigned class, unsigned *out)
{
    out[p->groups] = 0;
    for (unsigned g = 0; g < p->groups; g++)
        if (!p->s->asked[g * p->classes + class] &&
            takes(&p->o->groups.at[g], class))
            out[p->groups] += p->run.cards[g];
    for (size_t g = p->groups; g-- > 0;)
        out[g] = out[g + 1] +
                 (p->s->asked[g * p->classes + class] ? p->run.cards[g] : 0U);
}

// Fills the asked cells of a class from a group on, in all ways.
static void fill_cells(dx_drafting *p, unsigned class, unsigned group,
                       const unsigned *available)
{
    while (group < p->groups && !p->s->asked[group * p->classes + class])
        group++;
    if (available[group] < p->run.key[class])
        return;
    if (group == p->groups) {
        end_stage(p);
        return;
    }
    unsigned most = p->run.key[class];
    most = most < p->run.cards[group] ? most : p->run.cards[group];
    for (unsigned k = 0; k <= most && !dx_drafting_is_over(p); k++) {
        if (!dx_drafting_lay(p, group, class, (int)k))
            break; // more would be too many as well
        fill_cells(p, class, group + 1, available);
        dx_drafting_lay(p, group, class, -(int)k);
    }
}

static void fill_class(dx_drafting *p, unsigned class)
{
    unsigned available[DX_KINDS_MAX + 1];
    count_available(p, class, available);
    fill_cells(p, class, 0, available);
}

// ---- which occur ----

static size_t bytes_of(const dx_occurs *s)
{
    return dx_states_bytes(&s->met) + dx_states_bytes(&s->occur) +
           dx_states_bytes(&s->failed) + s->drafts.capacity +
           s->fates.capacity +
           (s->before.capacity + s->last.capacity + s->batch.capacity) *
               sizeof *s->last.at;
}

static void begin(dx_drafting *p)
{
    dx_occurs *s = p->s;
    size_t words = vector_words(p->o), cells = p->groups * p->classes;
    dx_states_clear(&s->met, words, false);
    dx_states_clear(&s->occur, words, false);
    dx_states_clear(&s->failed, state_words(p->o), false);
    s->drafts.count = s->before.count = s->last.count = 0;
    s->fates.count = s->batch.count = 0;
    memcpy(s->lies, p->run.forced, cells);
    memset(s->filled, 0, cells * sizeof *s->filled);
    find_asked(p);
    find_stages(p);
}

bool dx_occurs_run(dx_outlook *o, const uint8_t *self, const bool *ignored,
                   dx_effort *effort, const dx_states **out)
{
    dx_occurs *s = o->occurs;
    dx_drafting p = {.s = s,
                     .o = o,
                     .run = {.ignored = ignored},
                     .self = self,
                     .groups = o->groups.count,
                     .classes = o->classes.count,
                     .bytes = o->classes.count + o->sums.count,
                     .batch_size = BATCH_FIRST,
                     .wanted = o->wanted,
                     .steps_end = effort->steps +
                                  dx_mechanism_threshold(effort->mechanisms,
                                                         DX_BY_EXISTENCE)};
    size_t held = bytes_of(s);
    bool has_worlds = dx_run_begin(&p.run, o, self, effort);
    begin(&p);
    if (has_worlds)
        next_stage(&p);
    p.stage = s->stages.count;
    for (size_t cell = 0; cell < p.groups * p.classes; cell++)
        s->filled[cell] = s->asked[cell];
    settle_drafts(&p);
    dx_run_end(&p.run);
    effort->bytes += bytes_of(s) - held;
    s->spills += p.is_spilt;
    *out = effort->status == DX_OK ? &s->occur : NULL;
    if (p.is_spilt && s->spills == SPILLS_MAX) {
        dx_occurs_free(s);
        o->occurs = NULL;
    }
    return !p.is_spilt || effort->status != DX_OK;
}
