#include "game/prepared.h"

#include "base/memory.h"
#include "base/vector.h"

#include <pthread.h>
#include <string.h>

typedef struct entry {
    dx_rules rules;
    void *made;
} entry;

struct dx_prepared {
    void *(*make)(const dx_rules *rules);
    void (*release)(void *made);
    pthread_mutex_t lock;
    DX_VECTOR(entry) entries;
};

dx_prepared *dx_prepared_new(void *(*make)(const dx_rules *rules),
                             void (*release)(void *made))
{
    dx_prepared *p = dx_alloc(1, sizeof *p);
    p->make = make;
    p->release = release != NULL ? release : dx_free;
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void dx_prepared_free(dx_prepared *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->entries.count; i++)
        p->release(p->entries.at[i].made);
    dx_vector_release(&p->entries);
    pthread_mutex_destroy(&p->lock);
    dx_free(p);
}

static bool is_same(const dx_rules *a, const dx_rules *b)
{
    return a->game == b->game &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

const void *dx_prepared_for(dx_prepared *p, const dx_rules *rules)
{
    size_t i = 0;
    pthread_mutex_lock(&p->lock);
    while (i < p->entries.count && !is_same(&p->entries.at[i].rules, rules))
        i++;
    if (i == p->entries.count) {
        entry made = {*rules, p->make(rules)};
        dx_vector_push(&p->entries, made);
    }
    const void *found = p->entries.at[i].made;
    pthread_mutex_unlock(&p->lock);
    return found;
}
