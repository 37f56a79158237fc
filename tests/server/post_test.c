// Mailboxes that several empty in turns.

#include "server/post.h"

#include "test.h"

#include <pthread.h>
#include <sched.h>

typedef struct taker {
    dx_mailbox *box;
    atomic_uint had; // things that it was given
} taker;

static void *take_turns(void *context)
{
    taker *t = context;
    while (!t->box->is_closed) {
        for (dx_mail *mail = dx_mailbox_hold(t->box, NULL, 1); mail != NULL;
             mail = mail->next)
            t->had++;
        dx_mailbox_leave(t->box);
    }
    return NULL;
}

TEST(who_holds_a_mailbox_has_what_is_in_it_until_it_leaves)
{
    enum { ROUNDS = 200 };
    dx_mail mail[2];
    dx_mailbox box;
    pthread_t thread;
    taker other = {.box = &box};
    unsigned own = 0;
    dx_mailbox_init(&box);
    CHECK_EQ(pthread_create(&thread, NULL, take_turns, &other), 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned had;
        mail[0].next = NULL;
        own += dx_mailbox_hold(&box, &mail[0], 1) == &mail[0];
        had = other.had;
        dx_mailbox_put(&box, &mail[0]);
        dx_mailbox_put(&box, &mail[1]);
        CHECK(dx_mailbox_take(&box, 0) == &mail[0]); // nobody else has it
        CHECK(mail[0].next == &mail[1]);
        dx_mailbox_put(&box, &mail[1]);
        CHECK_EQ(other.had, had);
        dx_mailbox_leave(&box);
        while (other.had == had) // and now the other one has it
            sched_yield();
    }
    dx_mailbox_close(&box);
    pthread_join(thread, NULL);
    CHECK_EQ(own + other.had, 2 * ROUNDS); // what is put in comes out once
    dx_mailbox_release(&box);
}
