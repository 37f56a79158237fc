#include "lab/reproduce/reproduce.h"

#include "base/memory.h"
#include "lab/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const dx_experiment dx_experiments[] = {
    {"gofish",
     "the paper's table, figures and worlds; thresholds, learners, beliefs", 10,
     dx_reproduce_gofish_parts, dx_reproduce_gofish},
    {"hanabi", "worlds, score and time of the report's agent; the ladder", 10,
     dx_reproduce_hanabi_parts, dx_reproduce_hanabi},
    {"kemps",
     "its tables and models; nine line-ups, 7,000 games each, read two ways", 0,
     dx_reproduce_kemps_parts, dx_reproduce_kemps},
    {"partners", "Hanabi's agents with each other: who talks with whom", 0,
     dx_reproduce_partners_parts, dx_reproduce_partners},
    {"saboteur", "belief graphs against Bayes' rule, and who wins with them", 0,
     dx_reproduce_saboteur_parts, dx_reproduce_saboteur},
    {"yokai", "the paper's player beside others, its bases, its figures", 10,
     dx_reproduce_yokai_parts, dx_reproduce_yokai},
    {0},
};

dx_status dx_reproduce_picture(const dx_reproduce_options *options,
                               const char *name, const dx_text *text,
                               dx_error *error)
{
    if (options->figures == NULL)
        return DX_OK;
    dx_status status = dx_folder_open(options->figures, false, error);
    if (status != DX_OK)
        return status;
    char *path = dx_folder_path(options->figures, name);
    FILE *file = fopen(path, "wb");
    bool fine =
        file != NULL && fwrite(text->at, 1, text->length, file) == text->length;
    if (file != NULL)
        fine = fclose(file) == 0 && fine;
    if (!fine)
        status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write %s: %s", path,
                         strerror(errno));
    dx_free(path);
    return status;
}
