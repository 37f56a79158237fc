// Collects in Kemps the rank it has most of; plays any other game at random.
// Reads the "text" of what it sees: 1: draw 6s, 1: swap 5h 2h, 1: done -> 5 hd.
// cc -o clever clever.c
#define _GNU_SOURCE
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { HAND_MAX = 16, WORD = 24, MOVE = 100 };

typedef struct player {
    bool is_kemps;
    unsigned seat;
    unsigned size;
    char hand[HAND_MAX][WORD];
} player;

// "10d" and "10s" are of one rank: all but the last letter.
static bool same_rank(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && strncmp(a, b, strlen(a) - 1) == 0;
}

static int have(const player *p, const char *card)
{
    int count = 0;
    for (unsigned i = 0; i < p->size; i++)
        count += same_rank(p->hand[i], card);
    return count;
}

// What an event about my own seat does to my hand.
static void follow(player *p, const char *text)
{
    unsigned who;
    char first[WORD] = "", second[WORD] = "";
    if (sscanf(text, "\"%u:", &who) != 1 || who != p->seat)
        return;
    if (sscanf(text, "\"%*u: draw %23[a-z0-9]", first) == 1 &&
        p->size < HAND_MAX)
        memcpy(p->hand[p->size++], first, WORD);
    if (sscanf(text, "\"%*u: swap %23[a-z0-9] %23[a-z0-9]", first, second) == 2)
        for (unsigned i = 0; i < p->size; i++)
            if (strcmp(p->hand[i], second) == 0)
                memcpy(p->hand[i], first, WORD);
    if (sscanf(text, "\"%*u: done -> %21[a-z0-9]", first) == 1) {
        unsigned left = 0;
        // A card of that rank.
        snprintf(second, sizeof second, "%.22s?", first);
        for (unsigned i = 0; i < p->size; i++)
            if (!same_rank(p->hand[i], second))
                memmove(p->hand[left++], p->hand[i], WORD);
        p->size = left;
    }
}

// What a move makes better; 0: nothing.
static int gain(const player *p, const char *move)
{
    char take[WORD], give[WORD];
    if (sscanf(move, "swap %23s %23s", take, give) != 2 || have(p, take) == 0 ||
        same_rank(take, give))
        return 0;
    int more = have(p, take) + 1 - have(p, give);
    return more > 0 ? more : 0;
}

// The best swap, otherwise done, otherwise any move.
static void choose(const player *p, const char *list, char out[MOVE])
{
    int best = 0, count = 0;
    bool is_chosen = false;
    for (const char *at = strchr(list, '['); *at != ']' && *at != '\0';) {
        if (*at != '"') {
            at++;
            continue;
        }
        const char *end = skip_string(at);
        char move[MOVE];
        snprintf(move, sizeof move, "%.*s", (int)(end - at) - 2, at + 1);
        bool is_better = p->is_kemps && gain(p, move) > best;
        bool is_done = p->is_kemps && best == 0 && strcmp(move, "done") == 0;
        if (is_better || is_done || (!is_chosen && lrand48() % ++count == 0))
            memcpy(out, move, MOVE);
        is_chosen = is_chosen || is_better || is_done;
        best = is_better ? gain(p, move) : best;
        at = end;
    }
}

int main(void)
{
    player p = {0};
    char *line = NULL, move[MOVE] = "";
    size_t room = 0;
    srand48(time(NULL) ^ (long)getpid() << 16);
    setvbuf(stdout, NULL, _IOLBF, 0); // flush every line
    while (getline(&line, &room, stdin) > 0 && !is_type(line, "bye")) {
        if (is_type(line, "hello"))
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"clever.c\"}");
        if (is_type(line, "start"))
            p = (player){
                .is_kemps = strncmp(member(line, "game"), "\"kemps\"", 7) == 0,
                .seat = (unsigned)strtoul(member(line, "seat"), NULL, 10)};
        if (is_type(line, "see") && p.is_kemps)
            follow(&p, member(line, "text"));
        if (is_type(line, "turn")) {
            choose(&p, member(line, "legal"), move);
            printf("{\"type\":\"move\",\"seq\":%llu,\"move\":\"%s\"}\n",
                   strtoull(member(line, "seq"), NULL, 10), move);
        }
    }
    free(line);
}
