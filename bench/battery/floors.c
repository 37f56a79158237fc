#include "floors.h"

#include "games/games.h"

#include <string.h>

// clang-format off
const dx_floor_line dx_floor_lines[] = {
    {"up to two minds", "none", {"facts", "P", "two minds", "P and K"},
     {1, 1, 30, 500, 0}, {0.99, 30, 400, 3000, 0}},
    {"P of P", "none", {"P of P"},
     {0.995, 20, 400, 3000, 0}, {0.98, 0, 0, 0, 0}},
    {"three minds", "none", {"three minds"},
     {0.995, 20, 400, 3000, 0}, {0.9, 0, 0, 0, 0}},
    {"four minds", "none", {"four minds"},
     {0.98, 30, 0, 0, 0}, {0.85, 0, 0, 0, 0}},
    {"C", "none", {"C"},
     {0.995, 2, 300, 0, 0}, {0.95, 0, 0, 0, 0}},
    {"time, announcements", "none", {"prev, @", "once, sofar", "announcements"},
     {0.995, 0, 0, 0, 0}, {0.95, 0, 0, 0, 0}},
    {"P under uniform", "uniform", {"P"},
     {1, 0, 150, 0, DX_FLOOR_EXACT}, {0.99, 0, 0, 0, DX_FLOOR_EXACT}},
    {"P of P under uniform", "uniform", {"P of P"},
     {0.5, 0, 0, 0, 0}, {0.5, 0, 0, 0, 0}},
    {"P under a policy", "policy", {"P"},
     {0.95, 0, 1000, 0, DX_FLOOR_SAMPLED},
     {0.95, 0, 1000, 0, DX_FLOOR_SAMPLED}},
    {"by a source", "source", {"P", "P and K", "P of P", "B"},
     {0.99, 5, 0, 0, 0}, {0.99, 5, 0, 0, 0}},
    {0},
};
// clang-format on

static const dx_floor_line *find(const char *group, const char *assumption)
{
    for (const dx_floor_line *line = dx_floor_lines; line->name != NULL; line++)
        for (unsigned i = 0; i < 4 && line->groups[i] != NULL; i++)
            if (strcmp(line->groups[i], group) == 0 &&
                strcmp(line->assumption, assumption) == 0)
                return line;
    return NULL;
}

static bool hides_choices(const dx_battery_game *game)
{
    dx_rules rules;
    return dx_rules_parse(dx_games(), game->rules, &rules, NULL) == DX_OK &&
           dx_game_hides_choices(rules.game);
}

const dx_floor_line *dx_floor_for(const dx_battery_game *game,
                                  const char *group, const char *assumption)
{
    bool instead = strcmp(assumption, "uniform") == 0 &&
                   strcmp(group, "P") != 0 && hides_choices(game);
    bool is_policy =
        strcmp(assumption, "none") != 0 && strcmp(assumption, "uniform") != 0;
    bool is_source = strncmp(assumption, "source(", 7) == 0;
    return find(group, instead     ? "none"
                       : is_source ? "source"
                       : is_policy ? "policy"
                                   : assumption);
}

const dx_floor *dx_floor_of(const dx_floor_line *line,
                            const dx_battery_game *game)
{
    return game->is_large ? &line->large : &line->usual;
}

static void add(dx_text *out, bool *met, const char *what)
{
    dx_text_printf(out, "%s%s", *met ? "not: " : ", ", what);
    *met = false;
}

bool dx_floor_verdict(const dx_floor *floor, const dx_figures *f, dx_text *out)
{
    bool met = true;
    if (floor->takes == DX_FLOOR_SAMPLED ? f->answered < floor->share
                                         : f->worst_share < floor->share)
        add(out, &met, "share");
    if (floor->median > 0 && f->median > floor->median)
        add(out, &met, "median");
    if (floor->p95 > 0 && f->p95 > floor->p95)
        add(out, &met, "95 %");
    if (floor->most > 0 && f->most > floor->most)
        add(out, &met, "max");
    if (floor->takes == DX_FLOOR_EXACT && f->rounded > 0)
        add(out, &met, "rounded");
    if (met)
        dx_text_add(out, "met");
    return met;
}
