// Puts the server together from its parts, in the order in which they need each
// other: the store, claimed; the network; the crew.

#include "server/server.h"

#include "server/net.h"

#include <stdio.h>
#include <string.h>

static void say_where(const dx_server_options *o, const dx_net *net,
                      const dx_crew *crew)
{
    const char *address = o->address != NULL ? o->address : "127.0.0.1";
    unsigned games, broken;
    dx_crew_opened(crew, &games, &broken);
    bool is_six = strchr(address, ':') != NULL;
    const char *open = is_six ? "[" : "", *close = is_six ? "]" : "";
    printf("doxa serves at http%s://%s%s%s:%u/\n",
           o->certificate != NULL ? "s" : "", open, address, close,
           dx_net_port(net));
    if (o->has_tcp)
        printf("lines for bots at %s%s%s:%u%s\n", open, address, close,
               dx_net_tcp_port(net),
               o->certificate != NULL ? ", with TLS" : "");
    if (o->store == NULL)
        puts("games are kept in memory, and gone when it ends");
    else
        printf("games are kept in %s\n", o->store);
    if (games > 0)
        printf("%u game%s on\n", games, games == 1 ? " goes" : "s go");
    if (broken > 0)
        printf("%u game%s cannot go on\n", broken, broken == 1 ? "" : "s");
    fflush(stdout);
}

static dx_status run(const dx_server_options *o, dx_store *store, dx_net *net,
                     dx_error *error)
{
    dx_crew *crew;
    dx_crew_options options = {.store = store,
                               .programs = {o->programs, o->program, o->games},
                               .tables_max = o->tables_max,
                               .threads = o->threads,
                               .seed = o->seed,
                               .context = net,
                               .send = dx_net_send,
                               .count = dx_net_count};
    dx_status status = dx_crew_start(&options, &crew, error);
    if (status != DX_OK)
        return status;
    say_where(o, net, crew);
    dx_net_run(net, crew);
    return DX_OK;
}

dx_status dx_serve(const dx_server_options *o, dx_error *error)
{
    dx_store *store;
    dx_net *net;
    dx_net_options options = {
        .address = o->address != NULL ? o->address : "127.0.0.1",
        .port = o->port,
        .tcp = o->tcp,
        .has_tcp = o->has_tcp,
        .settings = o->settings,
        .certificate = o->certificate,
        .key = o->key,
        .web = o->web,
        .programs = o->programs,
        .command = o->command,
    };
    dx_status status = dx_settings_typed(o->typed, &options.typed, error);
    if (status != DX_OK)
        return status;
    status = dx_store_open(o->store, o->sync, &store, error);
    if (status != DX_OK)
        return status;
    status = dx_store_claim(store, error);
    if (status == DX_OK)
        status = dx_net_open(&options, &net, error);
    if (status == DX_OK) {
        status = run(o, store, net, error);
        dx_net_close(net);
    }
    dx_store_close(store);
    return status;
}
