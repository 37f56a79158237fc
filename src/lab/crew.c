#include "lab/crew.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

typedef struct member {
    const char *command;
    dx_outsider *outsider;
    bool plays;
} member;

struct dx_crew {
    dx_outsider_options options;
    DX_VECTOR(member) members;
};

dx_crew *dx_crew_new(const dx_outsider_options *options)
{
    dx_crew *crew = dx_alloc(1, sizeof *crew);
    crew->options = *options;
    return crew;
}

void dx_crew_free(dx_crew *crew)
{
    if (crew == NULL)
        return;
    for (size_t i = 0; i < crew->members.count; i++)
        dx_outsider_close(crew->members.at[i].outsider);
    dx_vector_release(&crew->members);
    dx_free(crew);
}

dx_status dx_crew_take(dx_crew *crew, const char *command,
                       dx_outsider **out_outsider, dx_error *error)
{
    for (size_t i = 0; i < crew->members.count; i++) {
        member *m = &crew->members.at[i];
        if (!m->plays && strcmp(m->command, command) == 0) {
            m->plays = true;
            *out_outsider = m->outsider;
            return DX_OK;
        }
    }
    member new = {.command = command, .plays = true};
    dx_status status =
        dx_outsider_open(command, &crew->options, &new.outsider, error);
    if (status != DX_OK)
        return status;
    dx_vector_push(&crew->members, new);
    *out_outsider = new.outsider;
    return DX_OK;
}

void dx_crew_rest(dx_crew *crew)
{
    for (size_t i = 0; i < crew->members.count; i++)
        crew->members.at[i].plays = false;
}
