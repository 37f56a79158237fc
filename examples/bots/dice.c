// Plays any game at random.  cc -o dice dice.c
#define _GNU_SOURCE
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Prints one of the moves of a list of strings, as it stands there.
static void print_one_of(const char *list)
{
    const char *chosen = list;
    int count = 0;
    for (const char *at = strchr(list, '['); *at != ']' && *at != '\0';)
        if (*at == '"') {
            if (lrand48() % ++count == 0)
                chosen = at;
            at = skip_string(at);
        } else {
            at++;
        }
    printf("%.*s", (int)(skip_string(chosen) - chosen), chosen);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    srand48(time(NULL) ^ (long)getpid() << 16);
    setvbuf(stdout, NULL, _IOLBF, 0); // flush every line
    while (getline(&line, &room, stdin) > 0 && !is_type(line, "bye")) {
        if (is_type(line, "hello"))
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"dice.c\"}");
        if (is_type(line, "turn")) {
            printf("{\"type\":\"move\",\"seq\":%llu,\"move\":",
                   strtoull(member(line, "seq"), NULL, 10));
            print_one_of(member(line, "legal"));
            puts("}");
        }
    }
    free(line);
}
