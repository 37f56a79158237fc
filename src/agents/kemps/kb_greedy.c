// KB Greedy, and what it shares with KB Blocking: the do-not-collect set, which
// the table has; the ranks that are free; one step of a turn, with its reason
// and its odds.

#include "agents/kemps/kb_greedy.h"
#include "words/number.h"

size_t dx_kemps_kb_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_kemps_kb);
}

void dx_kemps_kb_begin(void *memory, const dx_policy *self, const dx_view *view)
{
    (void)view;
    ((dx_kemps_kb *)memory)->as_program =
        self->params.value[0] == DX_KEMPS_AS_PROGRAM;
}

void dx_kemps_kb_note(void *memory, const dx_policy *self, const dx_view *view,
                      unsigned noted)
{
    (void)self;
    dx_kemps_kb *kb = memory;
    for (unsigned i = noted; i < view->count; i++) {
        const dx_event *event = &view->seen[i];
        if (event->verb == DX_KEMPS_FACE || event->verb == DX_KEMPS_SWAP)
            kb->seen |=
                dx_kemps_card(event->arg[event->verb == DX_KEMPS_SWAP ? 1 : 0]);
    }
}

dx_kemps_cards dx_kemps_kb_avoided_cards(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    dx_kemps_cards cards = 0;
    for (unsigned ranks = sight->sought[view->seat]; ranks != 0;
         ranks &= ranks - 1)
        cards |= sight->of_rank[__builtin_ctz(ranks)];
    return cards;
}

// The ranks of which `cards` has all.
static unsigned whole_ranks(const dx_kemps *sight, dx_kemps_cards cards)
{
    unsigned ranks = 0;
    for (unsigned rank = 0; rank < sight->ranks; rank++)
        ranks |= (unsigned)((sight->of_rank[rank] & ~cards) == 0) << rank;
    return ranks;
}

unsigned dx_kemps_kb_available(const dx_kemps_kb *kb, const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    unsigned seat = view->seat;
    return (kb->as_program ? whole_ranks(sight, kb->seen | sight->hand[seat])
                           : dx_kemps_free_ranks(sight, seat)) &
           ~(unsigned)sight->sought[seat];
}

// Once a blocker is taken, collecting is over for this turn.
static dx_kemps_step next_step(const dx_kemps_kb *kb, const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    unsigned ranks = dx_kemps_kb_available(kb, view);
    dx_kemps_step step = dx_kemps_step_done(DX_NONE);
    if ((sight->taken & dx_kemps_kb_avoided_cards(view)) == 0)
        step = kb->as_program ? dx_kemps_hoard_step(sight, view->seat, ranks)
                              : dx_kemps_collect(sight, view->seat, ranks);
    return step.take == DX_NONE && kb->block != NULL ? kb->block(kb, view)
                                                     : step;
}

// "K[1](forall x in rank(6): ~hand(2,x) & ~hand(3,x))" for the reason.
static void say_free(const dx_view *view, unsigned rank, dx_text *out)
{
    const dx_kemps *sight = view->sight;
    const char *between = "";
    dx_text_printf(out, "K[%u](forall x in rank(%s): ", view->seat + 1,
                   dx_kemps_rank_word(sight, rank));
    for (unsigned seat = 0; seat < sight->players; seat++)
        if (seat != view->seat) {
            dx_text_printf(out, "%s~hand(%u,x)", between, seat + 1);
            between = " & ";
        }
    dx_text_add_char(out, ')');
}

static dx_value_word many_of(const dx_view *view, unsigned rank)
{
    return dx_value_word_of(view->rules, "rank", rank, DX_WORD_MANY);
}

static void explain(const dx_kemps_kb *kb, const dx_kemps_step *step,
                    const dx_view *view, dx_thought *thought)
{
    const dx_kemps *sight = view->sight;
    dx_text formula = {0};
    if (step->take == DX_NONE) {
        dx_thought_say(thought, "done", NULL,
                       "no rank on the table is sure to be free and of use%s",
                       kb->block != NULL ? ", and nothing is to be blocked"
                                         : "");
    } else if (step->rank == DX_NONE) {
        dx_thought_say(thought, "block", NULL,
                       "somebody collects %s, so I take one away; the card I "
                       "give is of no use to anybody",
                       many_of(view, sight->rank_of[step->take]).text);
    } else if (kb->as_program) {
        dx_thought_say(thought, "collect", NULL,
                       "all the %s have been seen, and nobody is after them",
                       many_of(view, step->rank).text);
    } else {
        say_free(view, step->rank, &formula);
        dx_thought_say(thought, "collect", dx_text_string(&formula),
                       "nobody else can have any of the %s or is after them",
                       many_of(view, step->rank).text);
    }
    dx_text_release(&formula);
}

dx_event dx_kemps_kb_choose(const void *memory, const dx_policy *self,
                            const dx_view *view, dx_thought *thought)
{
    (void)self;
    dx_kemps_step step = next_step(memory, view);
    if (thought->reason != NULL)
        explain(memory, &step, view, thought);
    return dx_kemps_step_move(&step, view->seat, thought->random);
}

void dx_kemps_kb_odds(const void *memory, const dx_policy *self,
                      const dx_view *view, unsigned count,
                      const dx_event *moves, dx_fraction *out_odds)
{
    (void)self;
    dx_kemps_step step = next_step(memory, view);
    dx_kemps_step_odds(&step, count, moves, out_odds);
}

const dx_agent dx_agent_kemps_kb_greedy = {
    .name = "kb-greedy",
    .help = "as greedy, but only what it knows nobody else can be after",
    .talk = "I collect a rank only if I know that nobody else can be after it.",
    .people = true,
    .game = "kemps",
    .schema = {dx_kemps_reading_params, NULL},
    .memory_bytes = dx_kemps_kb_bytes,
    .begin = dx_kemps_kb_begin,
    .note = dx_kemps_kb_note,
    .choose = dx_kemps_kb_choose,
    .odds = dx_kemps_kb_odds,
};
