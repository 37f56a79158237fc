#include "results.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void dx_results_release(dx_results *results)
{
    for (size_t i = 0; i < results->asked.count; i++) {
        dx_free(results->asked.at[i].text);
        dx_free(results->asked.at[i].why);
    }
    dx_vector_release(&results->asked);
}

bool dx_form_begins_group(const dx_form *form)
{
    return form == dx_forms || strcmp(form[-1].group, form->group) != 0;
}

bool dx_selection_has(const dx_selection *s, const dx_asked *asked)
{
    return (s->game == NULL || s->game == asked->game) &&
           (s->form == NULL || s->form == asked->form) &&
           (s->assumption == NULL ||
            strcmp(s->assumption, asked->assumption) == 0) &&
           (s->group == NULL || strcmp(s->group, asked->form->group) == 0);
}

bool dx_asked_is_decided(const dx_asked *asked)
{
    return asked->truth != DX_ANSWER_UNDECIDED && asked->quality != DX_SAMPLED;
}

static int by_size(const void *a, const void *b)
{
    const double *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

// The smallest value that a share of all do not exceed.
static double quantile(const double *sorted, unsigned count, double share)
{
    double exact = share * count;
    unsigned rank = (unsigned)exact;
    if (rank < exact)
        rank++;
    return sorted[rank > 0 ? rank - 1 : 0];
}

static double worst_share(const dx_results *results, dx_selection selection)
{
    double worst = 1;
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
        unsigned asked = 0, open = 0;
        selection.form = form;
        for (size_t i = 0; i < results->asked.count; i++)
            if (dx_selection_has(&selection, &results->asked.at[i])) {
                asked++;
                open += !dx_asked_is_decided(&results->asked.at[i]);
            }
        double share = asked > 0 ? 1 - (double)open / asked : 1;
        if (share < worst)
            worst = share;
    }
    return worst;
}

dx_figures dx_results_figures(const dx_results *results,
                              const dx_selection *selection)
{
    dx_figures f = {0};
    unsigned decided = 0;
    double *times = dx_alloc(results->asked.count, sizeof *times);
    for (size_t i = 0; i < results->asked.count; i++) {
        const dx_asked *a = &results->asked.at[i];
        if (!dx_selection_has(selection, a))
            continue;
        double peak = (double)a->toll.bytes / (1 << 20);
        times[f.asked++] = a->toll.seconds * 1e3;
        f.answers[a->truth]++;
        decided += dx_asked_is_decided(a);
        f.rounded += a->quality == DX_ROUNDED;
        f.sampled += a->quality == DX_SAMPLED;
        f.late += a->toll.late;
        f.large += a->toll.large;
        f.peak = peak > f.peak ? peak : f.peak;
    }
    if (f.asked > 0) {
        qsort(times, f.asked, sizeof *times, by_size);
        f.share = (double)decided / f.asked;
        f.answered = 1 - (double)f.answers[DX_ANSWER_UNDECIDED] / f.asked;
        f.worst_share = selection->form != NULL
                            ? f.share
                            : worst_share(results, *selection);
        f.median = quantile(times, f.asked, 0.5);
        f.p95 = quantile(times, f.asked, 0.95);
        f.most = times[f.asked - 1];
    }
    dx_free(times);
    return f;
}
