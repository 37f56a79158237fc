// Minds: memory is a fold of the view, and a budget ends.

#include "game/agent.h"
#include "game/match.h"
#include "games/parlour.h"
#include "test.h"

#include <string.h>

// Remembers how many events it noted and whether each came with its own sight,
// for which it keeps eyes.
typedef struct notes {
    unsigned count, turns;
    dx_eyes *eyes; // so that memory is not flat
} notes;

static size_t notes_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(notes);
}
static void notes_begin(void *memory, const dx_policy *self,
                        const dx_view *view)
{
    (void)self;
    ((notes *)memory)->eyes = dx_eyes_new(view->rules, view->seat);
}
static void notes_note(void *memory, const dx_policy *self, const dx_view *view,
                       unsigned noted)
{
    notes *n = memory;
    (void)self;
    for (unsigned i = noted; i < view->count; i++) {
        dx_eyes_seen(n->eyes, view->seen[i]);
        const dx_view *then = dx_eyes_view(n->eyes);
        n->count++;
        n->turns += n->count == then->count && then->turn == view->seen[i].next;
    }
}
static void notes_copy(void *memory, const void *from)
{
    const notes *other = from;
    *(notes *)memory = *other;
    ((notes *)memory)->eyes = dx_eyes_copy(other->eyes);
}
static void notes_end(void *memory)
{
    dx_eyes_free(((notes *)memory)->eyes);
}
static dx_event first_move(const void *memory, const dx_policy *self,
                           const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self, (void)thought;
    dx_event moves[DX_MOVES_MAX];
    dx_view_moves(view, moves);
    return moves[0];
}
static const dx_agent noter = {
    .name = "noter",
    .game = "parlour",
    .memory_bytes = notes_bytes,
    .begin = notes_begin,
    .note = notes_note,
    .copy = notes_copy,
    .end = notes_end,
    .choose = first_move,
};

TEST(a_mind_notes_every_event_once_however_it_is_made)
{
    dx_rules rules = dx_rules_normal(&dx_parlour);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_policy policy = {.agent = &noter};
    dx_mind *mind = dx_mind_new(&policy, dx_match_view(match, 0));
    for (unsigned n = 0; n < 9; n++) {
        const dx_event *moves;
        dx_match_moves(match, &moves);
        CHECK_EQ(dx_match_step(match, 0), DX_OK);
        if (n % 3 == 0)
            dx_mind_follow(mind, dx_match_view(match, 0));
    }
    const dx_view *view = dx_match_view(match, 0);
    dx_mind_follow(mind, view);
    dx_mind *late = dx_mind_new(&policy, view), *copy = dx_mind_copy(mind);

    const dx_mind *const all[3] = {mind, late, copy};
    for (unsigned i = 0; i < 3; i++) {
        const notes *n = dx_mind_memory(all[i]);
        CHECK_EQ(n->count, view->count);
        CHECK_EQ(n->turns, view->count);
        const dx_view *own = dx_eyes_view(n->eyes);
        size_t bytes = rules.game->table_bytes(&rules);
        CHECK_EQ(memcmp(own->sight, view->sight, bytes), 0);
    }
    dx_mind_free(mind);
    dx_mind_free(late);
    dx_mind_free(copy);
    dx_match_free(match);
    dx_deal_free(deal);
}

// Moves as its policy says: by the word in its text, or by its data.
static dx_event as_told(const void *memory, const dx_policy *self,
                        const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)thought;
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    const unsigned *number =
        self->data != NULL ? self->data : self->agent->data;
    bool last = strcmp(dx_params_text(&self->params, 0), "last") == 0;
    return moves[last ? count - 1 : *number % count];
}

TEST(an_agent_is_given_its_texts_its_own_data_and_its_policys)
{
    static const dx_param told[] = {{"which", "move", .text = 10}, {0}};
    static const unsigned first = 0, second = 1;
    const dx_agent agent = {.name = "told",
                            .schema = {told, NULL},
                            .data = &first,
                            .choose = as_told};
    const dx_agent *const list[] = {&agent, NULL};
    dx_rules rules = dx_rules_normal(&dx_parlour);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_policy policy[3];
    CHECK_EQ(dx_policy_parse(list, "told", &rules, &policy[0], NULL), DX_OK);
    CHECK_EQ(dx_policy_parse(list, "told", &rules, &policy[1], NULL), DX_OK);
    policy[1].data = &second;
    CHECK_EQ(
        dx_policy_parse(list, "told(which=\"last\")", &rules, &policy[2], NULL),
        DX_OK);
    const unsigned want[3] = {0, 1, count - 1};
    CHECK(count > 2);
    for (unsigned i = 0; i < 3; i++) {
        dx_thought thought = {0};
        dx_mind *mind = dx_mind_new(&policy[i], view);
        CHECK(dx_event_same(dx_mind_choose(mind, view, &thought),
                            moves[want[i]]));
        CHECK(dx_policy_same(&policy[i], &policy[i]));
        CHECK(!dx_policy_same(&policy[i], &policy[(i + 1) % 3]));
        dx_mind_free(mind);
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(an_agent_without_odds_puts_all_on_its_choice)
{
    dx_rules rules = dx_rules_normal(&dx_parlour);
    dx_deal *deal = dx_deal_new(&rules, 1, 1);
    dx_match *match = dx_match_new(&rules, deal);
    dx_policy policy = {.agent = &noter};
    const dx_view *view = dx_match_view(match, 0);
    dx_mind *mind = dx_mind_new(&policy, view);
    dx_event moves[DX_MOVES_MAX];
    dx_fraction odds[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);

    dx_mind_odds(mind, view, count, moves, odds);

    CHECK(dx_fraction_equal(odds[0], dx_fraction_int(1)));
    for (unsigned i = 1; i < count; i++)
        CHECK(dx_fraction_is_zero(odds[i]));
    dx_mind_free(mind);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(a_budget_is_spent_by_steps_by_time_or_by_a_word)
{
    atomic_bool cancelled = false;
    dx_budget steps = {.steps_max = 10}, past = {.deadline_ns = 1};
    dx_budget word = {.cancelled = &cancelled};

    CHECK(!dx_budget_is_spent(NULL, UINT64_MAX));
    CHECK(!dx_budget_is_spent(&(dx_budget){0}, UINT64_MAX));
    CHECK(!dx_budget_is_spent(&steps, 9));
    CHECK(dx_budget_is_spent(&steps, 10));
    CHECK(dx_budget_is_spent(&past, 64));
    CHECK(!dx_budget_is_spent(&word, 5));
    atomic_store(&cancelled, true);
    CHECK(dx_budget_is_spent(&word, 5));
}
