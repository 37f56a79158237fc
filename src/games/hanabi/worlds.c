// What a seat holds possible: its own hand.
//
// All else a seat sees, and the deck has no order on the table, so the worlds
// are the ordered hands that hints and unseen cards allow, each weighing as
// many arrangements of physical cards as it has.  They are counted by slots
// (worlds/slots.h) and listed only where somebody must look at each.
//
// Without an assumption about behaviour a move says nothing but that the rules
// allow it, and in Hanabi the rules never depend on the mover's own hand, so
// hints and unseen cards are all there is to know.  Where the moves of others
// are taken to be truthful, what they say counts as hints do, and the worlds
// are those in which all of it is true.

#include "base/memory.h"
#include "base/vector.h"
#include "games/hanabi/hanabi.h"
#include "minds/reckoner.h"
#include "worlds/slot_list.h"
#include "worlds/slots.h"

#include <string.h>

typedef struct reckoning {
    unsigned seat;
    dx_hanabi sight;
    // The kinds that are left for each slot: by hints or, where moves are
    // taken to be truthful, by what they say to a listener.
    uint32_t could[DX_HANABI_SEATS][DX_HANABI_SLOTS];
    dx_policy convention;
    dx_mind *listener; // NULL: none, or nothing has happened yet
    // What happened, with the own cards that were shown since they were
    // drawn; and the event that brought the card of each own slot.
    DX_VECTOR(dx_event) past;
    unsigned held, brought[DX_HANABI_SLOTS];
} reckoning;

static void *open_hand(const dx_reckoner *how DX_UNUSED, const dx_rules *rules,
                       unsigned seat, const dx_assumption *assumption)
{
    bool truthful = assumption->kind == DX_ASSUME_TRUTHFUL;
    if (seat == DX_BYSTANDER ||
        (!truthful && assumption->kind != DX_ASSUME_NONE))
        return NULL;
    reckoning *r = dx_alloc(1, sizeof *r);
    r->seat = seat;
    if (truthful)
        r->convention = assumption->policy[seat];
    rules->game->setup(&r->sight, rules);
    return r;
}

static void *copy_hand(const void *self)
{
    const reckoning *r = self;
    reckoning *copy = dx_copy(r, sizeof *r);
    copy->past.at = dx_copy(r->past.at, r->past.capacity * sizeof(dx_event));
    if (r->listener != NULL)
        copy->listener = dx_mind_copy(r->listener);
    return copy;
}

static void close_hand(void *self)
{
    reckoning *r = self;
    dx_vector_release(&r->past);
    dx_mind_free(r->listener);
    dx_free(r);
}

// An own card that leaves is shown, so what was drawn then is known now.
static void remember(reckoning *r, dx_event event)
{
    dx_vector_push(&r->past, event);
    bool draws = dx_hanabi_draws(event);
    if (event.who != r->seat || !(draws || dx_hanabi_leaves(event)))
        return;
    if (draws) {
        r->brought[r->held++] = (unsigned)r->past.count - 1;
        return;
    }
    unsigned slot = event.arg[0];
    r->past.at[r->brought[slot]].arg[0] = event.arg[1];
    r->held--;
    memmove(&r->brought[slot], &r->brought[slot + 1],
            (r->held - slot) * sizeof *r->brought);
}

static void listen(reckoning *r, const dx_view *view)
{
    dx_hanabi told = r->sight;
    if (r->listener == NULL)
        r->listener = dx_mind_new(&r->convention, view);
    dx_mind_hear(r->listener, view, &told);
    memcpy(r->could, told.could, sizeof r->could);
}

// The sight is itself the fold of all that was seen.
static dx_status follow(void *self, const dx_view *view)
{
    reckoning *r = self;
    while (r->past.count < view->count)
        remember(r, view->seen[r->past.count]);
    memcpy(&r->sight, view->sight, sizeof r->sight);
    memcpy(r->could, r->sight.could, sizeof r->could);
    if (r->convention.agent != NULL)
        listen(r, view);
    return DX_OK;
}

static bool hides_own_hand(const reckoning *r)
{
    return r->seat < r->sight.players && !r->sight.open;
}

static dx_slots slots_of(const reckoning *r)
{
    dx_slots slots = {0};
    if (!hides_own_hand(r))
        return slots;
    slots.count = r->sight.size[r->seat];
    for (unsigned slot = 0; slot < slots.count; slot++)
        slots.kinds[slot] = r->could[r->seat][slot];
    return slots;
}

static dx_quality count_hands(const void *self, dx_count *out_count)
{
    const reckoning *r = self;
    dx_slots slots = slots_of(r);
    *out_count =
        dx_slots_ordered(&slots, dx_hanabi_kinds(&r->sight), r->sight.unseen);
    return DX_EXACT;
}

// The table with `kinds` in the seat's hand.
static void fill(const reckoning *r, const uint8_t *kinds, dx_hanabi *out)
{
    *out = r->sight;
    for (unsigned slot = 0; hides_own_hand(r) && slot < out->size[r->seat];
         slot++) {
        out->hand[r->seat][slot] = kinds[slot];
        out->unseen[kinds[slot]]--;
    }
}

// The past with `kinds` in the seat's hand, written over `past`.
static void recall(const reckoning *r, const uint8_t *kinds, dx_event *past)
{
    for (unsigned slot = 0; hides_own_hand(r) && slot < r->held; slot++)
        past[r->brought[slot]].arg[0] = kinds[slot];
}

static dx_status each(const void *self, size_t worlds_max, dx_visit *visit,
                      void *context)
{
    const reckoning *r = self;
    dx_slots slots = slots_of(r);
    dx_packed_hand *hands;
    size_t count;
    dx_status status =
        dx_slots_list(&slots, dx_hanabi_kinds(&r->sight), r->sight.unseen,
                      worlds_max, &hands, &count);
    if (status != DX_OK)
        return status;
    dx_event *past = dx_copy(r->past.at, r->past.count * sizeof *past);
    for (size_t i = 0; i < count; i++) {
        uint8_t kinds[DX_HANABI_SLOTS] = {0};
        for (unsigned slot = 0; slot < slots.count; slot++)
            kinds[slot] = (uint8_t)dx_packed_kind(hands[i], slot);
        uint64_t ways =
            dx_packed_weight(hands[i], slots.count, r->sight.unseen);
        dx_hanabi table;
        fill(r, kinds, &table);
        recall(r, kinds, past);
        dx_world world = {.table = &table,
                          .past = past,
                          .count = (unsigned)r->past.count,
                          .exact = dx_fraction_int((int64_t)ways),
                          .weight = (double)ways};
        if (!visit(context, &world))
            break;
    }
    dx_free(past);
    dx_free(hands);
    return DX_OK;
}

static bool draw(const reckoning *r, dx_random *random, uint8_t *out_kinds)
{
    dx_slots slots = slots_of(r);
    return dx_slots_sample(&slots, dx_hanabi_kinds(&r->sight), r->sight.unseen,
                           random, out_kinds);
}

static void one(const void *self, dx_random *random, dx_visit *visit,
                void *context)
{
    const reckoning *r = self;
    uint8_t kinds[DX_SLOTS_MAX] = {0};
    if (!draw(r, random, kinds))
        return;
    dx_event *past = dx_copy(r->past.at, r->past.count * sizeof *past);
    dx_hanabi table;
    fill(r, kinds, &table);
    recall(r, kinds, past);
    dx_world world = {.table = &table,
                      .past = past,
                      .count = (unsigned)r->past.count,
                      .exact = dx_fraction_int(1),
                      .weight = 1};
    visit(context, &world);
    dx_free(past);
}

static void sample(const void *self, dx_random *random, void *out_table)
{
    const reckoning *r = self;
    uint8_t kinds[DX_SLOTS_MAX] = {0};
    bool found = draw(r, random, kinds);
    DX_REQUIRE(found, "a view that was seen in a game");
    fill(r, kinds, out_table);
}

// The facts about one slot that depend on its card and on public things only.
static bool is_about_one_card(const dx_atom *atom)
{
    static const char *const names[] = {"holds",  "colour",     "rank",
                                        "dead",   "playable",   "doomed",
                                        "hinted", "dispensable"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], atom->name) == 0)
            return true;
    return false;
}

// The kinds for which a fact about a slot holds, as bits.
static uint64_t kinds_where(const reckoning *r, const dx_atom *atom,
                            const int *args)
{
    dx_hanabi table = r->sight;
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(&table); kind++) {
        table.hand[args[0]][args[1]] = (uint8_t)kind;
        if (dx_atom_holds(atom, &table, args))
            kinds |= UINT64_C(1) << kind;
    }
    return kinds;
}

static bool has_slot(const reckoning *r, const int *args)
{
    return args[0] < r->sight.players && args[1] < r->sight.size[args[0]];
}

static dx_status chance(const void *self, const dx_atom *atom, const int *args,
                        dx_fraction *out_exact, double *out_chance)
{
    const reckoning *r = self;
    if (!is_about_one_card(atom))
        return DX_ERR_UNSUPPORTED;
    if (!has_slot(r, args) || args[0] != (int)r->seat || !hides_own_hand(r)) {
        *out_exact = dx_fraction_int(dx_atom_holds(atom, &r->sight, args));
        *out_chance = (double)out_exact->top;
        return DX_OK;
    }
    uint64_t kinds = kinds_where(r, atom, args), part = 0;
    uint64_t weight[DX_SLOTS_MAX][DX_KINDS_MAX];
    dx_slots slots = slots_of(r);
    unsigned kind_count = dx_hanabi_kinds(&r->sight);
    uint64_t all =
        dx_slots_marginals(&slots, kind_count, r->sight.unseen, weight);
    for (unsigned kind = 0; kind < kind_count; kind++)
        if (kinds >> kind & 1)
            part += weight[args[1]][kind];
    *out_exact = dx_fraction_of((int64_t)part, (int64_t)all);
    *out_chance = (double)part / (double)all;
    return DX_OK;
}

static const dx_reckoner hand = {
    .name = "hand",
    .open = open_hand,
    .copy = copy_hand,
    .close = close_hand,
    .follow = follow,
    .count = count_hands,
    .each = each,
    .one = one,
    .sample = sample,
    .chance = chance,
};

const dx_reckoner *const dx_hanabi_reckoners[] = {&hand, NULL};
