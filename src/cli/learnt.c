#include "cli/learnt.h"

#include "agents/agents.h"
#include "base/memory.h"

enum { LEARNT_BYTES_MAX = 1 << 28 };

static dx_status read_agent(const char *path, dx_gofish_learnt **out,
                            dx_error *error)
{
    dx_text text = {0};
    dx_status status = dx_text_read_file(path, LEARNT_BYTES_MAX, &text, error);
    if (status == DX_OK)
        status =
            dx_gofish_learnt_read(dx_text_string(&text), "learnt", out, error);
    if (status != DX_OK)
        dx_error_in_file(error, path);
    dx_text_release(&text);
    return status;
}

dx_status dx_cli_learnt_open(const dx_arguments *arguments, dx_cli_learnt *out,
                             dx_error *error)
{
    const char *path = dx_argument_value(arguments, "learnt");
    const dx_agent *const *all = dx_agents();
    unsigned count = 0;
    *out = (dx_cli_learnt){NULL, NULL};
    dx_status status =
        path != NULL ? read_agent(path, &out->learnt, error) : DX_OK;
    if (status != DX_OK)
        return status;
    while (all[count] != NULL)
        count++;
    out->agents = dx_alloc(count + 2, sizeof *out->agents);
    for (unsigned i = 0; i < count; i++)
        out->agents[i] = all[i];
    if (out->learnt != NULL)
        out->agents[count] = &out->learnt->agent;
    return DX_OK;
}

void dx_cli_learnt_close(dx_cli_learnt *learnt)
{
    dx_gofish_learnt_free(learnt->learnt);
    dx_free(learnt->agents);
}
