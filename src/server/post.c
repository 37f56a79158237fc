// Posts, batches and mailboxes.  A mailbox is taken whole, so that a hundred
// things that wait cost one lock.

#include "server/post.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

void dx_post_free(dx_post *post)
{
    if (post != NULL)
        dx_free(post->text);
    dx_free(post);
}

dx_batch *dx_batch_new(int64_t game)
{
    dx_batch *batch = dx_alloc(1, sizeof *batch);
    batch->game = game;
    batch->last = &batch->first;
    return batch;
}

void dx_batch_free(dx_batch *batch)
{
    for (size_t i = 0; i < batch->rows.count; i++)
        dx_row_release(&batch->rows.at[i]);
    dx_vector_release(&batch->rows);
    for (dx_post *post = batch->first; post != NULL;) {
        dx_post *next = post->next;
        dx_post_free(post);
        post = next;
    }
    dx_free(batch);
}

static dx_post *add(dx_batch *batch, dx_guest to)
{
    dx_post *post = dx_alloc(1, sizeof *post);
    assert(*batch->last == NULL);
    post->to = to;
    *batch->last = post;
    batch->last = &post->next;
    return post;
}

__attribute__((unused)) // by asserts alone
static bool
is_line(const dx_text *text)
{
    return text->length > 0 && text->at[text->length - 1] == '\n';
}

void dx_batch_line(dx_batch *batch, dx_guest to, const dx_text *line)
{
    assert(is_line(line));
    dx_post *post = add(batch, to);
    post->kind = DX_POST_LINE;
    post->text = dx_copy_text_part(line->at, line->length);
    post->length = line->length;
}

void dx_batch_take_line(dx_batch *batch, dx_guest to, dx_text *line)
{
    assert(is_line(line));
    dx_post *post = add(batch, to);
    post->kind = DX_POST_LINE;
    post->length = line->length;
    post->text = dx_text_take(line);
}

void dx_batch_web(dx_batch *batch, dx_guest to, int code, const char *type,
                  dx_text *body)
{
    dx_batch_web_tagged(batch, to, code, type, 0, body);
}

void dx_batch_web_tagged(dx_batch *batch, dx_guest to, int code,
                         const char *type, uint64_t tag, dx_text *body)
{
    dx_post *post = add(batch, to);
    post->kind = DX_POST_WEB;
    post->code = code;
    post->type = type;
    post->tag = tag;
    post->length = body->length;
    post->text = dx_text_take(body);
}

void dx_batch_close(dx_batch *batch, dx_guest to, int code)
{
    dx_post *post = add(batch, to);
    post->kind = DX_POST_CLOSE;
    post->code = code;
}

void dx_batch_mark(dx_batch *batch, dx_guest to)
{
    add(batch, to)->kind = DX_POST_REFUND;
}

void dx_batch_start(dx_batch *batch, unsigned program, const char *seat)
{
    dx_post *post = add(batch, 0);
    post->kind = DX_POST_START;
    post->code = (int)program;
    post->text = dx_copy_text(seat);
}

void dx_mailbox_init(dx_mailbox *box)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    *box = (dx_mailbox){.count = 0};
    box->last = &box->first;
    pthread_mutex_init(&box->lock, NULL);
    pthread_cond_init(&box->filled, &attributes);
    pthread_condattr_destroy(&attributes);
}

void dx_mailbox_release(dx_mailbox *box)
{
    assert(box->first == NULL);
    pthread_mutex_destroy(&box->lock);
    pthread_cond_destroy(&box->filled);
}

bool dx_mailbox_put(dx_mailbox *box, void *mail)
{
    ((dx_mail *)mail)->next = NULL;
    return dx_mailbox_put_all(box, mail);
}

// Under the lock.
static bool add_mail(dx_mailbox *box, dx_mail *first)
{
    dx_mail *last = first;
    size_t count = 1;
    for (; last->next != NULL; count++)
        last = last->next;
    bool was_empty = box->first == NULL;
    assert(*box->last == NULL && was_empty == (box->count == 0));
    *box->last = first;
    box->last = &last->next;
    box->count += count;
    return was_empty;
}

static dx_mail *take_mail(dx_mailbox *box)
{
    dx_mail *all = box->first;
    box->first = NULL;
    box->last = &box->first;
    box->count = 0;
    return all;
}

bool dx_mailbox_put_all(dx_mailbox *box, void *first)
{
    pthread_mutex_lock(&box->lock);
    bool was_empty = add_mail(box, first);
    if (was_empty && !box->is_held)
        pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->lock);
    return was_empty;
}

static struct timespec after(int wait_ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += wait_ms / 1000;
    until.tv_nsec += (long)(wait_ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return until;
}

void *dx_mailbox_take(dx_mailbox *box, int wait_ms)
{
    struct timespec until = after(wait_ms > 0 ? wait_ms : 0);
    pthread_mutex_lock(&box->lock);
    while (box->first == NULL && !box->is_closed && wait_ms != 0) {
        if (wait_ms < 0)
            pthread_cond_wait(&box->filled, &box->lock);
        else if (pthread_cond_timedwait(&box->filled, &box->lock, &until) ==
                 ETIMEDOUT)
            break;
    }
    dx_mail *all = take_mail(box);
    pthread_mutex_unlock(&box->lock);
    return all;
}

void *dx_mailbox_hold(dx_mailbox *box, void *own, int wait_ms)
{
    struct timespec until = after(wait_ms);
    bool is_late = false;
    pthread_mutex_lock(&box->lock);
    if (own != NULL)
        add_mail(box, own);
    while (box->is_held ||
           (box->first == NULL && !box->is_closed && !is_late)) {
        if (is_late) // but somebody else is there
            until = after(wait_ms);
        is_late = pthread_cond_timedwait(&box->filled, &box->lock, &until) ==
                  ETIMEDOUT;
    }
    box->is_held = true;
    dx_mail *all = take_mail(box);
    pthread_mutex_unlock(&box->lock);
    return all;
}

void dx_mailbox_leave(dx_mailbox *box)
{
    pthread_mutex_lock(&box->lock);
    assert(box->is_held);
    box->is_held = false;
    if (box->first != NULL || box->is_closed)
        pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->lock);
}

void dx_mailbox_close(dx_mailbox *box)
{
    pthread_mutex_lock(&box->lock);
    box->is_closed = true;
    pthread_cond_broadcast(&box->filled);
    pthread_mutex_unlock(&box->lock);
}
