// Agents that are in files: what `doxa train` wrote, and rules that somebody
// wrote down.  Each stands in the list of agents for as long as the command
// runs.

#include "cli/learnt.h"

#include "agents/agents.h"
#include "agents/rules/rules.h"
#include "base/memory.h"
#include "cli/named.h"

#include <string.h>

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

// Reads a file of rules, once; it is called as it was named.
static dx_status read_file(const dx_arguments *arguments, const char *path,
                           dx_cli_learnt *out, dx_error *error)
{
    for (size_t i = 0; i < out->files.count; i++)
        if (strcmp(out->files.at[i]->name, path) == 0)
            return DX_OK;
    dx_text text = {0};
    dx_agent *agent = NULL;
    dx_status status = dx_text_read_file(path, DX_RULE_FILE_MAX, &text, error);
    if (status == DX_OK)
        status = dx_rule_agent_read(dx_text_string(&text), text.length, path,
                                    dx_cli_games(arguments), &agent, error);
    if (status != DX_OK)
        dx_error_in_file(error, path);
    else
        dx_vector_push(&out->files, agent);
    dx_text_release(&text);
    return status;
}

// Reads all that a list of seats or of line-ups names, or an assumption.
static dx_status read_files(const dx_arguments *arguments, const char *at,
                            dx_cli_learnt *out, dx_error *error)
{
    dx_status status = DX_OK;
    while (at != NULL && *at != '\0' && status == DX_OK) {
        size_t length = strcspn(at, ",;()");
        char *name = dx_copy_text_part(at, length);
        if (length > 3 && strcmp(name + length - 3, ".da") == 0 &&
            strncmp(name, "cmd:", 4) != 0)
            status = read_file(arguments, name, out, error);
        dx_free(name);
        at += length + (at[length] != '\0');
    }
    return status;
}

static void gather(dx_cli_learnt *out)
{
    const dx_agent *const *all = dx_agents();
    size_t count = 0;
    while (all[count] != NULL)
        count++;
    out->agents = dx_alloc(count + out->files.count + 2, sizeof *out->agents);
    for (size_t i = 0; i < count; i++)
        out->agents[i] = all[i];
    for (size_t i = 0; i < out->files.count; i++)
        out->agents[count++] = out->files.at[i];
    if (out->learnt != NULL)
        out->agents[count] = &out->learnt->agent;
}

dx_status dx_cli_learnt_open(const dx_arguments *arguments, dx_cli_learnt *out,
                             dx_error *error)
{
    const dx_option *options = arguments->command->options;
    memset(out, 0, sizeof *out);
    dx_text game = {0}; // may be in a file itself
    dx_status status = DX_OK;
    if (arguments->operand_count > 0)
        status =
            dx_cli_name_game(arguments, arguments->operands[0], &game, error);
    dx_text_release(&game);
    for (unsigned i = 0; options[i].name != NULL && status == DX_OK; i++) {
        const char *name = options[i].name, *value = arguments->value[i];
        if (strcmp(name, "learnt") == 0 && value != NULL)
            status = read_agent(value, &out->learnt, error);
        else if (strcmp(name, "seats") == 0 || strcmp(name, "assume") == 0 ||
                 strcmp(name, "round-robin") == 0)
            status = read_files(arguments, value, out, error);
    }
    if (status == DX_OK)
        gather(out);
    else
        dx_cli_learnt_close(out);
    return status;
}

void dx_cli_learnt_close(dx_cli_learnt *learnt)
{
    dx_gofish_learnt_free(learnt->learnt);
    for (size_t i = 0; i < learnt->files.count; i++)
        dx_rule_agent_free(learnt->files.at[i]);
    dx_vector_release(&learnt->files);
    dx_free(learnt->agents);
}
