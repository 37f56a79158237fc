// Connections as slots, and what is sent to them.
//
// Other threads know a connection by its number and put posts into the outbox;
// the loop is woken when that was empty.  Timers of libwebsockets are one
// sorted list, so there is a single timer here, that looks at every slot once a
// second: who is silent is pinged, and then closed.  It does so in small
// rounds, since thousands who came together are silent together, and who moves
// would wait for all their pings.

#include "server/net_private.h"

#include "base/child.h"
#include "base/memory.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    DESCRIPTORS_SPARE = 100,
    BURST_MAX = 16 << 20,
    LINGER_MS = 500,
    ROUNDS = 100, // in a second
};

dx_net *dx_net_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

// ---- slots ----

dx_guest dx_slot_guest(const dx_net *net, const dx_slot *slot)
{
    return (uint64_t)slot->generation << 32 | (uint32_t)(slot - net->slots.at);
}

dx_slot *dx_net_slot(dx_net *net, dx_guest guest)
{
    uint32_t i = dx_guest_slot(guest);
    if (i >= net->slots.count || net->slots.at[i].kind == DX_SLOT_FREE ||
        net->slots.at[i].generation != guest >> 32)
        return NULL;
    return &net->slots.at[i];
}

dx_slot *dx_slot_of(dx_net *net, const dx_slot_number *number)
{
    return number == NULL || number->plus_1 == 0
               ? NULL
               : &net->slots.at[number->plus_1 - 1];
}

dx_slot *dx_slot_open(dx_net *net, struct lws *wsi, dx_slot_kind kind,
                      dx_slot_number *number)
{
    uint32_t i = net->free_slot;
    uint64_t key = dx_net_key(net, wsi, kind);
    dx_purse *purse = dx_net_purse(net, key);
    if (net->open >= net->open_max ||
        (purse != NULL && purse->connections >= net->open_max / 4)) {
        net->refused++;
        return NULL;
    }
    if (i == 0) {
        dx_vector_push(&net->slots, (dx_slot){.generation = 1});
        i = (uint32_t)net->slots.count;
    } else {
        net->free_slot = net->slots.at[i - 1].next_free;
    }
    dx_slot *slot = &net->slots.at[i - 1];
    uint32_t generation = slot->generation;
    int64_t now = dx_now_ms();
    *slot = (dx_slot){.kind = kind,
                      .wsi = wsi,
                      .generation = generation,
                      .key = key,
                      .credit = DX_RATE_BURST,
                      .since = now,
                      .heard = now,
                      .refilled = now};
    number->plus_1 = i;
    net->open++;
    if (purse != NULL)
        purse->connections++;
    return slot;
}

void dx_slot_pop(dx_slot *slot)
{
    dx_post *post = slot->first;
    slot->first = post->next;
    slot->queued -= post->length;
    dx_post_free(post);
}

// Vectors move when they grow, so `last` is found when it is needed.
static void push(dx_slot *slot, dx_post *post)
{
    post->next = NULL;
    if (slot->first == NULL)
        slot->first = post;
    else
        *slot->last = post;
    slot->last = &post->next;
    slot->queued += post->length;
}

static void drop_queue(dx_slot *slot)
{
    while (slot->first != NULL)
        dx_slot_pop(slot);
}

static void end_program(dx_net *net, int process)
{
    dx_program_end(net->group, process);
    dx_vector_push(&net->reap, process);
}

void dx_slot_close(dx_net *net, dx_slot_number *number)
{
    dx_slot *slot = dx_slot_of(net, number);
    if (slot == NULL || slot->kind == DX_SLOT_FREE)
        return;
    if (net->crew != NULL && !net->is_stopping)
        dx_crew_deliver(
            net->crew, dx_letter_new(DX_LETTER_GONE, dx_slot_guest(net, slot)));
    drop_queue(slot);
    dx_text_release(&slot->in);
    dx_web_free(slot->web);
    dx_post_free(slot->answer);
    if (slot->program > 0) {
        end_program(net, slot->program);
    }
    dx_slot_forgive(net, slot);
    if (slot->key != 0)
        dx_net_purse(net, slot->key)->connections--;
    net->silent -= slot->is_silent;
    slot->kind = DX_SLOT_FREE;
    slot->wsi = NULL;
    slot->generation++;
    slot->next_free = net->free_slot;
    net->free_slot = number->plus_1;
    number->plus_1 = 0;
    net->open--;
}

// ---- lines in ----

void dx_slot_heard(dx_net *net, dx_slot *slot)
{
    slot->heard = dx_now_ms();
    net->silent -= slot->is_silent;
    slot->is_silent = false;
}

static bool may_speak(dx_slot *slot)
{
    int64_t now = dx_now_ms();
    slot->credit += (double)(now - slot->refilled) * DX_RATE_PER_SECOND / 1000;
    if (slot->credit > DX_RATE_BURST)
        slot->credit = DX_RATE_BURST;
    slot->refilled = now;
    slot->credit -= 1;
    return slot->credit >= 0;
}

bool dx_slot_line(dx_net *net, dx_slot *slot, const char *line, size_t length)
{
    net->lines_in++;
    slot->has_spoken = true;
    dx_slot_heard(net, slot);
    if (net->is_stopping)
        return true;
    if (slot->kind != DX_SLOT_PROGRAM && !may_speak(slot)) {
        slot->closing = 1008;
        return false;
    }
    dx_letter *letter = dx_letter_new(DX_LETTER_LINE, dx_slot_guest(net, slot));
    letter->text = dx_copy_text_part(line, length);
    letter->length = length;
    letter->address = slot->key;
    dx_crew_deliver(net->crew, letter);
    return true;
}

// ---- posts out ----

void dx_net_send(void *context, dx_post *first)
{
    dx_net *net = context;
    if (dx_mailbox_put_all(&net->outbox, first) && atomic_load(&net->is_alive))
        lws_cancel_service(net->context);
}

static void adopt(dx_net *net, const dx_post *post)
{
    int socket = -1;
    dx_letter *letter = NULL;
    net->adopted_pid =
        dx_program_start(net->options.command[post->code], net->group, &socket);
    if (net->adopted_pid > 0) {
        net->adopting = post->text;
        lws_sock_file_fd_type fd = {.sockfd = socket};
        if (lws_adopt_descriptor_vhost(net->tcp, LWS_ADOPT_SOCKET, fd,
                                       "doxa-tcp", NULL) == NULL) {
            end_program(net, net->adopted_pid);
            net->adopted_pid = 0;
        }
        net->adopting = NULL;
    }
    if (net->adopted_pid > 0)
        return;
    letter = dx_letter_new(DX_LETTER_FAILED, 0);
    letter->text = dx_copy_text(post->text);
    dx_crew_deliver(net->crew, letter);
}

// A reader that is stuck never becomes writable: it is also given a deadline.
static void hang_up(dx_slot *slot, int code)
{
    if (slot->closing == 0)
        slot->closing = code;
    lws_callback_on_writable(slot->wsi);
    lws_set_timeout(slot->wsi, PENDING_TIMEOUT_USER_REASON_BASE, 5);
}

// What waits is given up, with a word where a code does not say it.
static void stop_sending(dx_net *net, dx_slot *slot)
{
    net->dropped++;
    drop_queue(slot);
    if (slot->kind == DX_SLOT_TCP) {
        dx_text line = {0};
        dx_post *word = dx_alloc(1, sizeof *word);
        dx_message_error("late", 0, "256 kB were not read; goodbye", &line);
        word->length = line.length;
        word->text = dx_text_take(&line);
        push(slot, word);
    }
    hang_up(slot, 4008);
}

static void send_line(dx_net *net, dx_slot *slot, dx_post *post)
{
    if (slot->first == NULL)
        slot->drain = net->drains;
    bool is_burst = slot->drain == net->drains && slot->queued < BURST_MAX;
    if (slot->closing != 0 ||
        (slot->queued + post->length > DX_UNREAD_MAX && !is_burst)) {
        if (slot->closing == 0)
            stop_sending(net, slot);
        dx_post_free(post);
        return;
    }
    push(slot, post);
    if (!slot->is_touched)
        dx_vector_push(&net->touched, dx_slot_guest(net, slot));
    slot->is_touched = true;
}

void dx_slot_cut(dx_slot *slot)
{
    lws_set_timeout(slot->wsi, PENDING_TIMEOUT_USER_REASON_BASE,
                    LWS_TO_KILL_ASYNC);
    // It looks at its timeouts when something happens: that is now.
    lws_cancel_service(lws_get_context(slot->wsi));
}

// Writes what has come, at once if the connection takes it: to wait until it
// is writable would cost two system calls more.
static void flush(dx_net *net, dx_slot *slot)
{
    slot->is_touched = false;
    if (lws_partial_buffered(slot->wsi))
        lws_callback_on_writable(slot->wsi);
    else if (dx_slot_write(net, slot) != 0)
        dx_slot_cut(slot);
}

// Sends the answer to a request, or that there is no room for it.
static void send_answer(dx_net *net, dx_slot *slot, dx_post *post)
{
    static const char sorry[] =
        "{\"error\":{\"code\":\"busy\",\"text\":\"answers that "
        "nobody reads take all the room\"}}";
    int code = dx_net_is_stuffed(net, slot, post->length);
    if (slot->answer != NULL || slot->kind != DX_SLOT_WEB) {
        dx_post_free(post);
        return;
    }
    if (code != 0) {
        dx_free(post->text);
        post->text = dx_copy_text(sorry);
        post->length = sizeof sorry - 1;
        post->code = code;
    }
    slot->answer = post;
    dx_slot_owe(net, slot, post->length, true);
    lws_rx_flow_control(slot->wsi, 1);
    lws_callback_on_writable(slot->wsi);
}

static void take_post(dx_net *net, dx_post *post)
{
    dx_slot *slot = dx_net_slot(net, post->to);
    if (post->kind == DX_POST_START && !net->is_stopping) {
        adopt(net, post);
        dx_post_free(post);
    } else if (slot == NULL) {
        dx_post_free(post);
    } else if (post->kind == DX_POST_WEB) {
        send_answer(net, slot, post);
    } else if (post->kind == DX_POST_LINE && slot->kind != DX_SLOT_WEB) {
        send_line(net, slot, post);
    } else {
        if (post->kind == DX_POST_REFUND)
            slot->credit += 1;
        else if (post->kind == DX_POST_CLOSE)
            hang_up(slot, post->code);
        dx_post_free(post);
    }
}

void dx_net_drain(dx_net *net)
{
    dx_post *post = dx_mailbox_take(&net->outbox, 0);
    net->drains++;
    while (post != NULL) {
        dx_post *next = post->next;
        take_post(net, post);
        post = next;
    }
    for (size_t i = 0; i < net->touched.count; i++) {
        dx_slot *slot = dx_net_slot(net, net->touched.at[i]);
        if (slot != NULL)
            flush(net, slot);
    }
    net->touched.count = 0;
}

// ---- who is ours ----

static bool is_our_name(const dx_net *net, const char *host)
{
    static const char *const always[] = {"localhost", "127.0.0.1", "[::1]"};
    size_t length = strlen(host);
    const char *colon = strrchr(host, ':');
    if (colon != NULL && strchr(colon, ']') == NULL) {
        length = (size_t)(colon - host);
        if (colon[1 + strspn(colon + 1, "0123456789")] != '\0')
            return false;
    }
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (strlen(always[i]) == length &&
            strncasecmp(always[i], host, length) == 0)
            return true;
    return dx_settings_have_name(&net->settings, host, length);
}

bool dx_net_is_ours(dx_net *net, struct lws *wsi)
{
    char host[200], origin[220], ours[220];
    int length = lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST);
    if (length <= 0 || !is_our_name(net, host))
        return false;
    length = lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);
    if (length == 0)
        return true; // no browser: it has a token, or sees what is public
    if (length < 0)
        return false;
    // Without a certificate something before us may have one.
    snprintf(ours, sizeof ours, "http://%s", host);
    if (net->options.certificate == NULL && strcmp(origin, ours) == 0)
        return true;
    snprintf(ours, sizeof ours, "https://%s", host);
    return strcmp(origin, ours) == 0;
}

// ---- once a second ----

static void look_after(dx_net *net, dx_slot *slot, int64_t now)
{
    if (slot->kind == DX_SLOT_WEB && slot->web == NULL && slot->deadline == 0 &&
        dx_slot_is_gone(slot))
        dx_slot_cut(slot);
    if (slot->kind == DX_SLOT_PROGRAM || slot->kind == DX_SLOT_WEB ||
        slot->closing != 0)
        return;
    if (!slot->has_spoken && now > slot->since + DX_FIRST_S * 1000) {
        if (slot->kind == DX_SLOT_TCP)
            dx_slot_part(net, slot, "late", "nothing was said in ten seconds");
        hang_up(slot, 1008);
    } else if (slot->kind == DX_SLOT_SOCKET &&
               now > slot->heard + DX_SILENCE_S * 1000) {
        net->dropped++;
        hang_up(slot, 4008);
    } else if (slot->kind == DX_SLOT_SOCKET &&
               now > slot->heard + net->settings.ping_s * 1000 &&
               now > slot->pinged + net->settings.ping_s * 1000) {
        slot->wants_ping = true;
        slot->pinged = now;
        net->silent += !slot->is_silent;
        slot->is_silent = true;
        lws_callback_on_writable(slot->wsi);
    }
}

static void tick(uv_timer_t *timer)
{
    dx_net *net = timer->data;
    int64_t now = dx_now_ms();
    net->ticks++;
    size_t count = net->slots.count, some = (count + ROUNDS - 1) / ROUNDS;
    for (; some > 0; some--) {
        net->next_look = net->next_look + 1 < count ? net->next_look + 1 : 0;
        if (net->slots.at[net->next_look].kind != DX_SLOT_FREE)
            look_after(net, &net->slots.at[net->next_look], now);
    }
    dx_net_watch_readers(net, now);
    for (size_t i = 0; i < net->reap.count;)
        if (dx_program_is_gone(net->group, net->reap.at[i]))
            net->reap.at[i] = net->reap.at[--net->reap.count];
        else
            i++;
}

static void count_turn(uv_check_t *check)
{
    dx_net *net = check->data;
    net->turns++;
}

static void on_signal(uv_signal_t *handle, int number)
{
    dx_net *net = handle->data;
    (void)number;
    uv_stop(&net->loop);
}

// Says on stderr what became of a file that was to be read again.
static void say_read(const char *taken, const char *refused, dx_status status,
                     const dx_error *error)
{
    dx_text words = {0};
    dx_text_add_shown(&words, error->file);
    if (error->line > 0)
        dx_text_printf(&words, ":%u:%u", error->line, error->column);
    if (words.length > 0)
        dx_text_add(&words, ": ");
    dx_text_add_shown(&words, error->message);
    fprintf(stderr, "doxa serve: %s%s%s\n", status == DX_OK ? taken : refused,
            status == DX_OK ? "" : ": ", dx_text_string(&words));
    dx_text_release(&words);
}

// A renewed certificate, other settings; who is connected stays.
static void on_reload(uv_signal_t *handle, int number)
{
    dx_net *net = handle->data;
    (void)number;
    if (net->options.certificate != NULL) {
        dx_error error = {.message = ""};
        dx_status status = dx_net_renew(net, &error);
        say_read("the certificate was read again",
                 "the certificate stays as it is", status, &error);
    }
    if (net->options.settings != NULL) {
        dx_error error = {.message = ""};
        dx_status status = dx_net_set(net, &error);
        say_read("the settings were read again",
                 "the settings stay as they are", status, &error);
    }
    if (net->options.certificate == NULL && net->options.settings == NULL)
        fprintf(stderr, "doxa serve: told to read its files again (HUP), and "
                        "has none: no --cert, no --settings\n");
}

// ---- opening and closing ----

const lws_retry_bo_t dx_net_no_timers = {.secs_since_valid_ping = 0};

static size_t raise_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 900;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > DESCRIPTORS_SPARE
               ? (size_t)limit.rlim_cur - DESCRIPTORS_SPARE
               : 1;
}

static dx_status make_context(dx_net *net, dx_error *error)
{
    void *loops[1] = {&net->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS,
        .foreign_loops = loops,
        .user = net,
        .gid = -1,
        .uid = -1,
        .retry_and_idle_policy = &dx_net_no_timers,
        .timeout_secs = DX_FIRST_S,
        .max_http_header_data = 2 * DX_HEAD_MAX, // see net_refuse.c
        .pt_serv_buf_size = 4096,
        // No fd_limit_per_thread: with one, libwebsockets looks for every
        // connection in a list, from its beginning, at every event.
    };
    lws_set_log_level(0, NULL);
    if (net->options.certificate != NULL)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    net->context = lws_create_context(&info);
    if (net->context != NULL)
        return DX_OK;
    return dx_fail(error, DX_ERR_FILE, 0, 0,
                   "libwebsockets did not start; on Debian its libuv part is "
                   "the package libwebsockets-evlib-uv");
}

dx_status dx_net_open(const dx_net_options *options, dx_net **out,
                      dx_error *error)
{
    dx_net *net = dx_alloc(1, sizeof *net);
    net->options = *options;
    net->open_max = raise_descriptors();
    dx_mailbox_init(&net->outbox);
    if (options->programs > 0)
        dx_group_open(net->group);
    uv_loop_init(&net->loop);
    uv_timer_init(&net->loop, &net->timer);
    uv_check_init(&net->loop, &net->check);
    uv_signal_init(&net->loop, &net->on_int);
    uv_signal_init(&net->loop, &net->on_term);
    uv_signal_init(&net->loop, &net->on_hup);
    // From here on: who was told the address may end it at once.
    uv_signal_start(&net->on_int, on_signal, SIGINT);
    uv_signal_start(&net->on_term, on_signal, SIGTERM);
    uv_signal_start(&net->on_hup, on_reload, SIGHUP);
    net->check.data = net->timer.data = net->on_int.data = net->on_term.data =
        net;
    net->on_hup.data = net;
    signal(SIGPIPE, SIG_IGN);
    dx_status status = dx_net_set(net, error);
    if (status == DX_OK)
        status = make_context(net, error);
    for (unsigned i = 0; i < options->programs && status == DX_OK; i++)
        status = dx_program_check(options->command[i], error);
    if (status == DX_OK)
        status = dx_net_listen(net, error);
    if (status == DX_OK) {
        atomic_store(&net->is_alive, true);
        *out = net;
    } else {
        dx_net_close(net);
    }
    return status;
}

unsigned dx_net_port(const dx_net *net)
{
    return (unsigned)lws_get_vhost_listen_port(net->vhost);
}

unsigned dx_net_tcp_port(const dx_net *net)
{
    return net->options.has_tcp ? (unsigned)lws_get_vhost_listen_port(net->tcp)
                                : 0;
}

// Has the connection something left to be written?
static bool is_owed(const dx_slot *slot)
{
    return slot->kind == DX_SLOT_WEB      ? slot->answer != NULL
           : slot->kind == DX_SLOT_SOCKET ? !slot->has_parted
                                          : slot->kind == DX_SLOT_TCP;
}

// Lets everybody read what is left, for a moment, and says goodbye.
static void say_goodbye(dx_net *net)
{
    int64_t until = dx_now_ms() + LINGER_MS;
    bool is_open = true;
    dx_net_drain(net);
    for (size_t i = 0; i < net->slots.count; i++)
        if (net->slots.at[i].kind == DX_SLOT_SOCKET ||
            net->slots.at[i].kind == DX_SLOT_TCP)
            hang_up(&net->slots.at[i], 1001);
    for (unsigned more = 0; more < 20 && dx_now_ms() < until; more++) {
        uv_run(&net->loop, UV_RUN_NOWAIT);
        is_open = false;
        for (size_t i = 0; i < net->slots.count; i++)
            is_open |= is_owed(&net->slots.at[i]);
        if (is_open)
            more = 0;
        usleep(1000);
    }
}

void dx_net_run(dx_net *net, dx_crew *crew)
{
    net->crew = crew;
    uv_timer_start(&net->timer, tick, 1000 / ROUNDS, 1000 / ROUNDS);
    uv_check_start(&net->check, count_turn);
    dx_net_drain(net); // what was said while it was opened
    uv_run(&net->loop, UV_RUN_DEFAULT);
    net->is_stopping = true;
    dx_crew_stop(crew);
    net->crew = NULL;
    say_goodbye(net);
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void dx_net_close(dx_net *net)
{
    net->is_stopping = true;
    atomic_store(&net->is_alive, false);
    uv_close((uv_handle_t *)&net->timer, NULL);
    uv_close((uv_handle_t *)&net->check, NULL);
    uv_close((uv_handle_t *)&net->on_int, NULL);
    uv_close((uv_handle_t *)&net->on_term, NULL);
    uv_close((uv_handle_t *)&net->on_hup, NULL);
    // With a loop of ours it is destroyed in two steps, and the loop runs in
    // between.
    for (unsigned step = 0; step < 2; step++) {
        if (net->context != NULL)
            lws_context_destroy(net->context);
        for (unsigned i = 0; i < 100 && uv_run(&net->loop, UV_RUN_NOWAIT); i++)
            ;
    }
    if (uv_loop_close(&net->loop) != 0) {
        uv_walk(&net->loop, close_handle, NULL);
        uv_run(&net->loop, UV_RUN_NOWAIT);
        uv_loop_close(&net->loop);
    }
    for (size_t i = 0; i < net->slots.count; i++)
        if (net->slots.at[i].program > 0 &&
            net->slots.at[i].kind != DX_SLOT_FREE)
            end_program(net, net->slots.at[i].program);
    for (size_t i = 0; i < net->reap.count; i++)
        for (unsigned k = 0;
             k < 100 && !dx_program_is_gone(net->group, net->reap.at[i]); k++)
            usleep(1000);
    dx_group_close(net->group);
    for (dx_post *post = dx_mailbox_take(&net->outbox, 0); post != NULL;) {
        dx_post *next = post->next;
        dx_post_free(post);
        post = next;
    }
    dx_mailbox_release(&net->outbox);
    dx_vector_release(&net->slots);
    dx_vector_release(&net->reap);
    dx_vector_release(&net->touched);
    dx_vector_release(&net->origins);
    dx_vector_release(&net->readers);
    dx_text_release(&net->out);
    dx_free(net);
}

void dx_net_count(void *context, dx_text *out)
{
    const dx_net *net = context;
    dx_text_printf(out,
                   "doxa_connections %zu\ndoxa_connections_silent %zu\n"
                   "doxa_connections_refused %" PRIu64 "\n"
                   "doxa_connections_dropped %" PRIu64 "\n"
                   "doxa_bytes_out %" PRIu64 "\ndoxa_unread_bytes %zu\n"
                   "doxa_loop_turns %" PRIu64 "\ndoxa_loop_ticks %" PRIu64 "\n",
                   net->open, net->silent, net->refused, net->dropped,
                   net->bytes_out, net->unread, net->turns, net->ticks);
}
