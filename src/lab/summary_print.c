// The summary for machines: JSON and CSV.  Numbers have ten digits; JSON has
// `null` for what is not known, the CSV file no times, so that it has the same
// bytes wherever the games are played.

#include "game/record.h"
#include "lab/programs.h"
#include "lab/summary.h"

#include <inttypes.h>
#include <math.h>

static void add_number(dx_text *out, double number)
{
    if (isfinite(number))
        dx_text_printf(out, "%.10g", number);
    else
        dx_text_add(out, "null");
}

// A list in JSON: its members come from `get`.
#define ADD_LIST(out, name, count, expression)                                 \
    do {                                                                       \
        dx_text_add(out, name ":[");                                           \
        for (unsigned i = 0; i < (count); i++) {                               \
            dx_text_add(out, i > 0 ? "," : "");                                \
            add_number(out, expression);                                       \
        }                                                                      \
        dx_text_add(out, "]");                                                 \
    } while (0)

static double mean_of(const dx_mean *mean)
{
    return mean->clusters > 0 ? mean->mean : NAN;
}

static double half_of(const dx_mean *mean)
{
    return mean->clusters > 0 ? mean->half : NAN;
}

static double low_of(const dx_mean *mean)
{
    return mean->clusters > 0 ? mean->low : NAN;
}

static double high_of(const dx_mean *mean)
{
    return mean->clusters > 0 ? mean->high : NAN;
}

static void add_incidents(const dx_summary *s, unsigned lineup, dx_text *out)
{
    const char *before = ",\"incidents\":[", *after = "";
    dx_incident incident;
    for (unsigned at = 0; dx_summary_incident(s, lineup, &at, &incident);) {
        dx_text_printf(out,
                       "%s{\"entry\":%u,\"ending\":\"%s\",\"deal\":%u,"
                       "\"rotation\":%u,\"why\":",
                       before, incident.entry + 1,
                       dx_ending_text(incident.ending), incident.key.deal,
                       incident.key.rotation);
        dx_text_add_json(out, incident.why);
        dx_text_add_char(out, '}');
        before = ",";
        after = "]";
    }
    dx_text_add(out, after);
}

static void add_programs(const dx_summary *s, dx_text *out)
{
    if (s->programs == NULL || s->programs->count == 0)
        return;
    for (unsigned i = 0; i < s->programs->count; i++) {
        const dx_program *program = &s->programs->at[i];
        dx_text_add(out, i == 0 ? ",\"programs\":[" : ",");
        dx_text_add(out, "{\"command\":");
        dx_text_add_json(out, program->command);
        dx_text_add(out, ",\"name\":");
        dx_text_add_json(out, program->name);
        if (program->why[0] != '\0') {
            dx_text_add(out, ",\"why\":");
            dx_text_add_json(out, program->why);
        }
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_lineup(const dx_summary *s, unsigned lineup, dx_text *out)
{
    const dx_lineup_summary *l = &s->lineups[lineup];
    unsigned players = dx_players(&s->schedule->rules);
    dx_text_add(out, "{\"seats\":[");
    for (unsigned i = 0; i < players; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, s->schedule->lineups[lineup].name[i]);
    }
    dx_text_printf(out, "],\"games\":%u,", l->games);
    ADD_LIST(out, "\"mean\"", s->columns, mean_of(&l->score[i]));
    ADD_LIST(out, ",\"ci95\"", s->columns, half_of(&l->score[i]));
    ADD_LIST(out, ",\"ci95_low\"", s->columns, low_of(&l->score[i]));
    ADD_LIST(out, ",\"ci95_high\"", s->columns, high_of(&l->score[i]));
    ADD_LIST(out, ",\"wins\"", s->columns, l->won[i].share);
    ADD_LIST(out, ",\"wins_low\"", s->columns, l->won[i].low);
    ADD_LIST(out, ",\"wins_high\"", s->columns, l->won[i].high);
    ADD_LIST(out, ",\"sole\"", s->columns, l->sole[i].share);
    dx_text_add(out, ",\"perfect\":");
    add_number(out, l->perfect.share);
    double rate =
        l->spent.cpu_seconds > 0 ? l->spent.games / l->spent.cpu_seconds : 0;
    dx_text_printf(out, ",\"illegal\":%u,\"crashed\":%u,\"missed\":%u",
                   dx_results_ended(s->results, lineup, DX_END_ILLEGAL),
                   dx_results_failed(s->results, lineup),
                   dx_results_missed(s->results, lineup));
    add_incidents(s, lineup, out);
    dx_text_printf(out, ",\"cpu_seconds\":%.6f,\"games_per_cpu_second\":%.6g}",
                   l->spent.cpu_seconds, rate);
}

static void add_differences(const dx_summary *s, dx_text *out)
{
    for (unsigned d = 0; d < s->difference_count; d++) {
        const dx_difference *gap = &s->differences[d];
        dx_text_printf(out, "%s{\"lineups\":[%u,%u],\"deals\":%zu,",
                       d == 0 ? ",\"differences\":[" : ",", gap->one + 1,
                       gap->other + 1, gap->score[0].clusters);
        ADD_LIST(out, "\"mean\"", s->columns, mean_of(&gap->score[i]));
        ADD_LIST(out, ",\"ci95\"", s->columns, half_of(&gap->score[i]));
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, s->difference_count > 0 ? "]" : "");
}

static void add_cross(const dx_summary *s, dx_text *out)
{
    const dx_cross *cross = &s->cross;
    if (cross->count == 0)
        return;
    dx_text_add(out, ",\"cross_play\":{\"agents\":[");
    for (unsigned i = 0; i < cross->count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, cross->name[i]);
    }
    dx_text_add(out, "],\"mean\":[");
    for (unsigned row = 0; row < cross->count; row++) {
        dx_text_add(out, row > 0 ? "," : "");
        ADD_LIST(out, "", cross->count,
                 mean_of(&cross->cell[row * cross->count + i]));
    }
    dx_text_add(out, "]}");
}

static void add_stop(const dx_sprt *sprt, dx_text *out)
{
    static const char *const verdicts[] = {"none", "low", "high"};
    if (sprt == NULL)
        return;
    dx_text why = {0};
    dx_sprt_explain(sprt, &why);
    dx_text_printf(out, ",\"stop\":{\"verdict\":\"%s\",\"deals\":%u,\"why\":",
                   verdicts[sprt->verdict], sprt->deals);
    dx_text_add_json(out, dx_text_string(&why));
    dx_text_add_char(out, '}');
    dx_text_release(&why);
}

void dx_summary_json(const dx_summary *s, dx_text *out)
{
    dx_text_printf(
        out, "{\"game\":\"%s\",\"params\":", s->schedule->rules.game->name);
    dx_record_params(&s->schedule->rules, out);
    dx_text_printf(out, ",\"seed\":%" PRIu64 ",\"games\":%u,\"lineups\":[",
                   s->schedule->seed, s->schedule->games);
    for (unsigned i = 0; i < s->schedule->lineup_count; i++) {
        dx_text_add(out, i > 0 ? "," : "");
        add_lineup(s, i, out);
    }
    dx_text_add(out, "]");
    add_differences(s, out);
    add_cross(s, out);
    add_programs(s, out);
    add_stop(s->sprt, out);
    dx_text_add(out, "}\n");
}

// A name as a field of a CSV file (RFC 4180).
static void add_field(dx_text *out, const char *name)
{
    dx_text_add_char(out, '"');
    for (; *name != '\0'; name++) {
        if (*name == '"')
            dx_text_add_char(out, '"');
        dx_text_add_char(out, *name);
    }
    dx_text_add_char(out, '"');
}

static void add_share(dx_text *out, dx_share share)
{
    dx_text_printf(out, ",%.10g,%.10g,%.10g", share.share, share.low,
                   share.high);
}

void dx_summary_csv(const dx_summary *s, dx_text *out)
{
    dx_text_add(out, "lineup,entry,name,games,deals,mean,ci95,wins,wins_low,"
                     "wins_high,sole,sole_low,sole_high,perfect,perfect_low,"
                     "perfect_high,illegal,crashed,cut,missed,mean_low,"
                     "mean_high\n");
    for (unsigned i = 0; i < s->schedule->lineup_count; i++)
        for (unsigned j = 0; j < s->columns; j++) {
            const dx_lineup_summary *l = &s->lineups[i];
            dx_text name = {0};
            unsigned players = dx_players(&s->schedule->rules);
            for (unsigned k = j; k < (s->columns == 1 ? players : j + 1); k++)
                dx_text_printf(&name, "%s%s", k > j ? "," : "",
                               s->schedule->lineups[i].name[k]);
            dx_text_printf(out, "%u,%u,", i + 1, j + 1);
            add_field(out, dx_text_string(&name));
            dx_text_release(&name);
            dx_text_printf(out, ",%u,%u,%.10g,%.10g", l->games, l->deals,
                           l->score[j].mean, l->score[j].half);
            add_share(out, l->won[j]);
            add_share(out, l->sole[j]);
            add_share(out, l->perfect);
            dx_text_printf(out, ",%u,%u,%u,%u,%.10g,%.10g\n",
                           dx_results_ended(s->results, i, DX_END_ILLEGAL),
                           dx_results_failed(s->results, i),
                           dx_results_ended(s->results, i, DX_END_CUT),
                           dx_results_missed(s->results, i), l->score[j].low,
                           l->score[j].high);
        }
}
