// A host's agent as one of ours: the memory is the number that the host gave,
// and a move that is none of the legal ones is one that the referee refuses.

#include "door/host.h"

#include "ask/ask.h"
#include "base/members.h"
#include "base/memory.h"
#include "door/call.h"
#include "game/say.h"

#include <string.h>

static const dx_host *host_of(const dx_policy *self)
{
    return self->agent->data;
}

typedef struct memory {
    uint64_t number;
    const dx_host *host;
} memory;

static size_t memory_bytes(const dx_rules *rules DX_UNUSED,
                           const dx_policy *self DX_UNUSED)
{
    return sizeof(memory);
}

static uint64_t number_of(const dx_policy *self, const void *data)
{
    return host_of(self)->begin != NULL ? ((const memory *)data)->number : 0;
}

static void begin(void *data, const dx_policy *self, const dx_view *view)
{
    memory *m = data;
    m->host = host_of(self);
    m->number = m->host->begin(m->host->context, view);
}

static void note(void *data, const dx_policy *self DX_UNUSED,
                 const dx_view *view, unsigned noted)
{
    const memory *m = data;
    if (m->host->note != NULL)
        m->host->note(m->host->context, m->number, view, noted);
}

static void copy(void *data, const void *from)
{
    memory *m = data;
    *m = *(const memory *)from;
    m->number = m->host->copy(m->host->context, m->number);
}

static void end(void *data)
{
    const memory *m = data;
    m->host->end(m->host->context, m->number);
}

static dx_event choose(const void *data, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    const dx_host *host = host_of(self);
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    int i =
        host->choose(host->context, number_of(self, data), view, count,
                     host->odds != NULL ? dx_random_next(thought->random) : 0);
    return i >= 0 && (unsigned)i < count
               ? moves[i]
               : dx_event_new(DX_VERBS_MAX - 1, view->seat);
}

static void odds(const void *data, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves DX_UNUSED,
                 dx_fraction *out)
{
    const dx_host *host = host_of(self);
    uint32_t weight[DX_MOVES_MAX] = {0};
    uint64_t sum = 0;
    host->odds(host->context, number_of(self, data), view, count, weight);
    for (unsigned i = 0; i < count; i++)
        sum += weight[i];
    for (unsigned i = 0; i < count; i++)
        out[i] = sum > 0 ? dx_fraction_of((int64_t)weight[i], (int64_t)sum)
                         : dx_fraction_of(1, count);
}

dx_agent *dx_host_agent(const dx_host *host)
{
    dx_agent *agent = dx_alloc(1, sizeof *agent);
    dx_host *own = dx_alloc(1, sizeof *own);
    *own = *host;
    own->name = dx_copy_text(host->name);
    *agent = (dx_agent){.name = own->name,
                        .help = "an agent of the host",
                        .data = own,
                        .choose = choose,
                        .odds = host->odds != NULL ? odds : NULL};
    if (host->begin != NULL) {
        agent->memory_bytes = memory_bytes;
        agent->begin = begin;
        agent->note = note;
        agent->copy = copy;
        agent->end = end;
    }
    return agent;
}

void dx_host_agent_free(dx_agent *agent)
{
    dx_host *own = (dx_host *)(uintptr_t)agent->data;
    dx_free((char *)(uintptr_t)own->name);
    dx_free(own);
    dx_free(agent);
}

void dx_view_json(const dx_view *view, unsigned from, dx_text *out)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    dx_text said = {0};
    dx_text_printf(out, "{\"seat\":%u,\"turn\":%u,\"legal\":[", view->seat + 1,
                   dx_turn_of(view->rules, view->seen, view->count));
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(&said);
        dx_say_move(view->rules, moves[i], &said);
        dx_put_text(out, NULL, dx_text_string(&said));
    }
    dx_text_add(out, "],\"state\":");
    dx_rules_state(view->rules, view->sight, out);
    dx_text_clear(&said);
    view->rules->game->show(view->sight, &said);
    dx_put_text(out, "table", dx_text_string(&said));
    dx_text_add(out, ",\"events\":[");
    for (unsigned i = from; i < view->count; i++) {
        dx_put_open(out, NULL, '{');
        dx_text_printf(out, "\"event\":%u,", i);
        dx_say_event_members(view->rules, view->seen[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "]}");
    dx_text_release(&said);
}
