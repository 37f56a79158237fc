// What an event does to a table: the truth or a sight.  A round goes through
// its phases here; what follows a move is first the goals that it reached, then
// a card for who made it, then the next seat that has cards.

#include "games/saboteur/board.h"

#include <assert.h>
#include <string.h>

// Everything of a round is put away; what it was played for stays.
void dx_saboteur_begin_round(dx_saboteur *t)
{
    size_t first = offsetof(dx_saboteur, dealt);
    uint8_t won[DX_SABOTEUR_ROUNDS], gold[DX_SABOTEUR_SEATS];
    uint8_t paid[DX_SABOTEUR_VALUES];
    memcpy(won, t->won, sizeof won);
    memcpy(gold, t->gold, sizeof gold);
    memcpy(paid, t->paid, sizeof paid);
    memset((uint8_t *)t + first, 0, sizeof *t - first);
    memcpy(t->won, won, sizeof won);
    memcpy(t->gold, gold, sizeof gold);
    memcpy(t->paid, paid, sizeof paid);
    memset(t->role, DX_NONE, sizeof t->role);
    memset(t->goal, DX_NONE, sizeof t->goal);
    t->spare = t->linker = DX_NONE;
    t->phase = DX_SABOTEUR_DEALING_ROLES;
}

static unsigned left_of(const dx_saboteur *t, unsigned seat)
{
    return seat + 1 == t->players ? 0 : seat + 1U;
}

static void end_round(dx_saboteur *t, unsigned winners)
{
    t->won[t->round] = (uint8_t)winners;
    t->phase = DX_SABOTEUR_SHOWING;
    t->dealt = 0;
}

// The next seat that has cards is next; if none has, the gold was not found.
static void next_seat(dx_saboteur *t)
{
    unsigned seat = left_of(t, t->turn);
    for (unsigned i = 0; i < t->players && t->size[seat] == 0; i++)
        seat = left_of(t, seat);
    if (t->size[seat] == 0) {
        end_round(t, DX_SABOTEUR_SABOTEUR);
        return;
    }
    t->turn = (uint8_t)seat;
    t->phase = DX_SABOTEUR_PLAYING;
}

// What follows a move when all goals that it reached are up.
static void draw_next(dx_saboteur *t)
{
    t->phase = DX_SABOTEUR_DRAWING;
    if (dx_saboteur_deck(t) == 0)
        next_seat(t);
}

static void look_for_goals(dx_saboteur *t)
{
    dx_saboteur_grid grid;
    dx_saboteur_reach reach;
    dx_saboteur_grid_init(&grid, t);
    dx_saboteur_reach_find(&grid, &reach);
    if (reach.goals != 0)
        t->phase = DX_SABOTEUR_TURNING;
    else
        draw_next(t);
}

static void fold_role(dx_saboteur *t, dx_event event)
{
    if (event.verb == DX_SABOTEUR_SPARE)
        t->spare = event.arg[0];
    else
        t->role[t->dealt] = event.arg[0];
    if (++t->dealt < t->players + t->spare_card)
        return;
    t->dealt = 0;
    t->phase = DX_SABOTEUR_HIDING;
}

static void fold_hide(dx_saboteur *t, unsigned treasure)
{
    t->goal[t->dealt] = (uint8_t)treasure;
    if (++t->dealt < t->goals)
        return;
    t->dealt = 0;
    t->phase = DX_SABOTEUR_DEALING;
}

static void fold_draw(dx_saboteur *t, unsigned seat, unsigned card)
{
    t->drawn++;
    t->size[seat]++;
    if (card != DX_HOLE)
        t->in_hand[seat][card]++;
    if (t->phase == DX_SABOTEUR_DRAWING)
        next_seat(t);
    else if (t->drawn == t->players * t->hand)
        t->phase = DX_SABOTEUR_PLAYING;
}

// A card leaves a hand; where it was not seen there, it is seen now.
static void leave_hand(dx_saboteur *t, unsigned seat, unsigned card)
{
    t->moves++;
    t->size[seat]--;
    if (card != DX_HOLE && t->in_hand[seat][card] > 0)
        t->in_hand[seat][card]--;
}

static void fold_dig(dx_saboteur *t, dx_event event)
{
    assert(t->tunnels < DX_SABOTEUR_TUNNELS);
    leave_hand(t, event.who, event.arg[0]);
    t->tunnel[t->tunnels++] = (dx_saboteur_tunnel){
        event.arg[0], event.arg[3], (int8_t)(event.arg[1] - DX_SABOTEUR_REACH),
        (int8_t)(event.arg[2] - DX_SABOTEUR_REACH)};
    look_for_goals(t);
}

static void fold_crush(dx_saboteur *t, dx_event event)
{
    unsigned i = 0;
    leave_hand(t, event.who, DX_SABOTEUR_CARD_rockfall);
    t->used[DX_SABOTEUR_CARD_rockfall]++;
    while (t->tunnel[i].x + DX_SABOTEUR_REACH != event.arg[0] ||
           t->tunnel[i].y + DX_SABOTEUR_REACH != event.arg[1])
        i++;
    t->used[t->tunnel[i].kind]++;
    memmove(&t->tunnel[i], &t->tunnel[i + 1],
            (t->tunnels - i - 1) * sizeof *t->tunnel);
    memset(&t->tunnel[--t->tunnels], 0, sizeof *t->tunnel);
    draw_next(t);
}

static void fold_block(dx_saboteur *t, dx_event event)
{
    leave_hand(t, event.who, event.arg[1]);
    t->broken[event.arg[0]] |= dx_saboteur_cards[event.arg[1]].sides;
    draw_next(t);
}

static void fold_unblock(dx_saboteur *t, dx_event event)
{
    leave_hand(t, event.who, event.arg[1]);
    t->used[event.arg[1]]++;
    t->used[DX_SABOTEUR_CARD_break_pick + event.arg[2]]++;
    t->broken[event.arg[0]] &= (uint8_t) ~(1U << event.arg[2]);
    draw_next(t);
}

static void fold_look(dx_saboteur *t, dx_event event)
{
    leave_hand(t, event.who, DX_SABOTEUR_CARD_map);
    t->used[DX_SABOTEUR_CARD_map]++;
    t->looked[event.who] |= (uint8_t)(1U << event.arg[0]);
    t->last_goal = event.arg[0];
    if (event.arg[1] != DX_HOLE)
        t->goal[event.arg[0]] = event.arg[1];
    if (t->claims)
        t->phase = DX_SABOTEUR_CLAIMING;
    else
        draw_next(t);
}

static void fold_claim(dx_saboteur *t, dx_event event)
{
    if (event.verb == DX_SABOTEUR_CLAIM)
        t->said[event.who][event.arg[0]] =
            (uint8_t)(DX_SABOTEUR_SAID_GOLD + event.arg[1]);
    draw_next(t);
}

static void fold_throw(dx_saboteur *t, dx_event event)
{
    leave_hand(t, event.who, event.arg[0]);
    t->throws[event.who]++;
    if (event.arg[0] != DX_HOLE)
        t->thrown[event.who][event.arg[0]]++;
    draw_next(t);
}

static void fold_turn_up(dx_saboteur *t, dx_event event)
{
    t->goal[event.arg[0]] = event.arg[1];
    t->turned[event.arg[0]] = event.arg[2];
    t->up |= (uint8_t)(1U << event.arg[0]);
    if (event.arg[1] == DX_SABOTEUR_GOLD) {
        t->linker = t->turn;
        end_round(t, DX_SABOTEUR_MINER);
    } else {
        look_for_goals(t);
    }
}

// The next round begins to the left of who moved last, or it was the last one.
static void finish_round(dx_saboteur *t)
{
    memset(t->fan, 0, sizeof t->fan);
    if (++t->round == t->rounds) {
        t->phase = DX_SABOTEUR_DONE;
        return;
    }
    t->turn = (uint8_t)left_of(t, t->turn);
    dx_saboteur_begin_round(t);
}

static unsigned count_role(const dx_saboteur *t, unsigned role)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        count += t->role[seat] == role;
    return count;
}

// Gold cards for one seat, the largest first, worth `nuggets` or as much of it
// as there is.
static void pay_from_pile(dx_saboteur *t, unsigned seat, unsigned nuggets)
{
    for (unsigned value = DX_SABOTEUR_VALUES; value-- > 0;)
        while (nuggets > value && t->paid[value] < dx_saboteur_nuggets(value)) {
            nuggets -= value + 1;
            t->paid[value]++;
            t->gold[seat] = (uint8_t)(t->gold[seat] + value + 1);
        }
}

static void pay_saboteurs(dx_saboteur *t)
{
    static const uint8_t each[] = {0, 4, 3, 3, 2};
    unsigned saboteurs = count_role(t, DX_SABOTEUR_SABOTEUR);
    for (unsigned seat = 0; seat < t->players; seat++)
        if (t->role[seat] == DX_SABOTEUR_SABOTEUR)
            pay_from_pile(t, seat, each[saboteurs < 4 ? saboteurs : 4]);
}

// The fan goes round against the clock, from who reached the gold, among the
// miners; each takes the largest that is left.
static void share_fan(dx_saboteur *t)
{
    unsigned seat = t->linker;
    for (unsigned value = DX_SABOTEUR_VALUES; value-- > 0;)
        for (; t->fan[value] > 0; t->fan[value]--) {
            while (t->role[seat] != DX_SABOTEUR_MINER)
                seat = seat == 0 ? t->players - 1U : seat - 1;
            t->gold[seat] = (uint8_t)(t->gold[seat] + value + 1);
            seat = seat == 0 ? t->players - 1U : seat - 1;
        }
}

static void fold_show(dx_saboteur *t, dx_event event)
{
    t->role[t->dealt++] = event.arg[0];
    if (t->dealt < t->players)
        return;
    unsigned winners = t->won[t->round];
    for (unsigned seat = 0; t->by_side && seat < t->players; seat++)
        t->gold[seat] = (uint8_t)(t->gold[seat] + (t->role[seat] == winners));
    if (winners == DX_SABOTEUR_SABOTEUR && !t->by_side)
        pay_saboteurs(t);
    if (winners == DX_SABOTEUR_MINER && !t->by_side &&
        count_role(t, DX_SABOTEUR_MINER) > 0)
        t->phase = DX_SABOTEUR_PAYING;
    else
        finish_round(t);
}

static void fold_nugget(dx_saboteur *t, unsigned value)
{
    unsigned fan = 0, wanted = t->players < 10 ? t->players : 9;
    t->paid[value]++;
    t->fan[value]++;
    for (unsigned i = 0; i < DX_SABOTEUR_VALUES; i++)
        fan += t->fan[i];
    if (fan < wanted)
        return;
    share_fan(t);
    finish_round(t);
}

void dx_saboteur_fold(void *table, dx_event event)
{
    static void (*const by_move[])(dx_saboteur *, dx_event) = {
        [DX_SABOTEUR_ROLE] = fold_role,       [DX_SABOTEUR_SPARE] = fold_role,
        [DX_SABOTEUR_DIG] = fold_dig,         [DX_SABOTEUR_BLOCK] = fold_block,
        [DX_SABOTEUR_UNBLOCK] = fold_unblock, [DX_SABOTEUR_CRUSH] = fold_crush,
        [DX_SABOTEUR_LOOK] = fold_look,       [DX_SABOTEUR_CLAIM] = fold_claim,
        [DX_SABOTEUR_SILENT] = fold_claim,    [DX_SABOTEUR_THROW] = fold_throw,
        [DX_SABOTEUR_TURN_UP] = fold_turn_up, [DX_SABOTEUR_SHOW] = fold_show,
    };
    dx_saboteur *t = table;
    if (event.verb == DX_SABOTEUR_HIDE)
        fold_hide(t, event.arg[0]);
    else if (event.verb == DX_SABOTEUR_DRAW)
        fold_draw(t, event.who, event.arg[0]);
    else if (event.verb == DX_SABOTEUR_NUGGET)
        fold_nugget(t, event.arg[0]);
    else
        by_move[event.verb](t, event);
}
