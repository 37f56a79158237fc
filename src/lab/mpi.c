// Rank 0 has the desk; the others send what they have played, which is also how
// they ask for more, and are sent games or home.  There is one message under
// way for each rank, so nothing can be lost or overtaken.
//
// Only the main thread speaks MPI (MPI_THREAD_FUNNELED); on rank 0 it serves
// while other threads play.  Who waits asks now and then and sleeps between,
// since MPI's own waiting would take a core away from a player.

#include "lab/mpi.h"

#include "base/memory.h"
#include "lab/run_private.h"

#include <stdlib.h>
#include <string.h>

// Set by OpenMPI's mpirun for every process that it starts.
static bool mpirun_started_us(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL;
}

#ifndef DX_WITH_MPI

dx_status dx_ranks_join(dx_error *error)
{
    return !mpirun_started_us()
               ? DX_OK
               : dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                         "this doxa was built without MPI; build it with make "
                         "MPI=1 to use mpirun");
}

void dx_ranks_leave(void) {}

unsigned dx_ranks(void)
{
    return 1;
}

unsigned dx_rank(void)
{
    return 0;
}

static void broadcast(void *bytes, int count)
{
    (void)bytes, (void)count;
}

void dx_ranks_serve(dx_desk *desk, void (*look)(dx_desk *desk))
{
    (void)desk, (void)look;
    DX_REQUIRE(false, "more than one rank");
}

void dx_rank_work(const dx_schedule *schedule, bool with_records,
                  const atomic_bool *cancelled)
{
    (void)schedule, (void)with_records, (void)cancelled;
    DX_REQUIRE(false, "a rank other than 0");
}

#else

#include <dlfcn.h>
#include <mpi.h>
#include <time.h>

// X(name): every function of MPI that is used here.
#define MPI_LIST(X)                                                            \
    X(Init_thread)                                                             \
    X(Finalize)                                                                \
    X(Comm_rank) X(Comm_size) X(Bcast) X(Send) X(Recv) X(Iprobe) X(Get_count)

// The one library, opened by dx_ranks_join from the main thread before there
// are others, and constant afterwards.
static struct {
    unsigned ranks, rank;
    MPI_Comm world;
    MPI_Datatype byte;
#define X(name) __typeof__(MPI_##name) *name;
    MPI_LIST(X)
#undef X
} mpi = {.ranks = 1};

static bool find(void *library, const char *name, void *out)
{
    void *symbol = dlsym(library, name);
    memcpy(out, &symbol, sizeof symbol);
    return symbol != NULL;
}

// The library's own plug-ins look for its symbols, hence RTLD_GLOBAL.
static bool open_library(void)
{
    void *library = dlopen("libmpi.so.40", RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL)
        return false;
    bool found = find(library, "ompi_mpi_comm_world", &mpi.world) &&
                 find(library, "ompi_mpi_byte", &mpi.byte);
#define X(name) found = found && find(library, "MPI_" #name, &mpi.name);
    MPI_LIST(X)
#undef X
    return found;
}

dx_status dx_ranks_join(dx_error *error)
{
    if (!mpirun_started_us())
        return DX_OK;
    if (!open_library())
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "cannot open the MPI library libmpi.so.40; install "
                       "OpenMPI 4 on every machine");
    int provided, rank, ranks;
    mpi.Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    mpi.Comm_rank(mpi.world, &rank);
    mpi.Comm_size(mpi.world, &ranks);
    mpi.rank = (unsigned)rank;
    mpi.ranks = (unsigned)ranks;
    return DX_OK;
}

void dx_ranks_leave(void)
{
    if (mpi.Finalize != NULL)
        mpi.Finalize();
}

unsigned dx_ranks(void)
{
    return mpi.ranks;
}

unsigned dx_rank(void)
{
    return mpi.rank;
}

static void broadcast(void *bytes, int count)
{
    mpi.Bcast(bytes, count, mpi.byte, 0, mpi.world);
}

// What a rank brings back, then `count` results, then for each the length of
// its record (size_t) and the record.  Ranks run the same program on the same
// kind of machine, so that structs may travel as they are.
typedef struct parcel {
    unsigned count;   // of results; 0 with the first request
    unsigned dropped; // 1: it was interrupted
} parcel;

// What rank 0 answers: games to play; none: go home.
typedef struct errand {
    unsigned count;
    dx_game_key key[DX_BATCH_MAX];
} errand;

static void doze(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

// Is there a message from `from`?  MPI's own waiting would burn a whole core.
static bool has_message(int from, MPI_Status *status)
{
    int there = 0;
    mpi.Iprobe(from, MPI_ANY_TAG, mpi.world, &there, status);
    return there != 0;
}

static void pack(dx_text *out, const void *bytes, size_t count)
{
    dx_text_add_part(out, bytes, count);
}

static void unpack(const char **at, void *out, size_t count)
{
    memcpy(out, *at, count);
    *at += count;
}

static void send_batch(const dx_run_batch *batch, bool dropped)
{
    dx_text message = {0};
    parcel head = {.count = dropped ? 0 : batch->count, .dropped = dropped};
    pack(&message, &head, sizeof head);
    for (unsigned i = 0; i < head.count; i++) {
        size_t length = batch->record[i].length;
        pack(&message, &batch->result[i], sizeof batch->result[i]);
        pack(&message, &length, sizeof length);
        if (length > 0)
            pack(&message, batch->record[i].at, length);
    }
    mpi.Send(message.at, (int)message.length, mpi.byte, 0, 0, mpi.world);
    dx_text_release(&message);
}

// Plays the games of `todo`; false if it was interrupted.
static bool play_errand(dx_host *host, const errand *todo, bool with_records,
                        dx_run_batch *batch)
{
    batch->count = todo->count;
    for (unsigned i = 0; i < todo->count; i++) {
        dx_text_clear(&batch->record[i]);
        if (dx_host_play(host, todo->key[i],
                         with_records ? &batch->record[i] : NULL,
                         &batch->result[i]) != DX_OK)
            return false;
    }
    return true;
}

void dx_rank_work(const dx_schedule *schedule, bool with_records,
                  const atomic_bool *cancelled)
{
    dx_host *host = dx_host_new(schedule, cancelled);
    dx_run_batch *batch = dx_alloc(1, sizeof *batch);
    errand todo = {0};
    bool dropped = false;
    do {
        MPI_Status status;
        send_batch(batch, dropped);
        while (!has_message(0, &status))
            doze();
        mpi.Recv(&todo, sizeof todo, mpi.byte, 0, 0, mpi.world, &status);
        if (todo.count > 0)
            dropped = !play_errand(host, &todo, with_records, batch);
    } while (todo.count > 0);
    for (unsigned i = 0; i < DX_BATCH_MAX; i++)
        dx_text_release(&batch->record[i]);
    dx_free(batch);
    dx_host_free(host);
}

// Puts what a rank has sent into the batch that it was given.
static void take_parcel(dx_desk *desk, const char *at, dx_run_batch *batch)
{
    parcel head;
    unpack(&at, &head, sizeof head);
    for (unsigned i = 0; i < head.count; i++) {
        size_t length;
        unpack(&at, &batch->result[i], sizeof batch->result[i]);
        unpack(&at, &length, sizeof length);
        dx_text_add_part(&batch->record[i], at, length);
        at += length;
    }
    if (batch != NULL && head.dropped)
        dx_desk_drop(desk, batch);
    else if (batch != NULL)
        dx_desk_give(desk, batch);
}

// Takes one message and answers it; false if the rank was sent home.
static bool serve(dx_desk *desk, const MPI_Status *from,
                  dx_run_batch **out_batch)
{
    int length;
    MPI_Status status;
    mpi.Get_count(from, mpi.byte, &length);
    char *message = dx_alloc((size_t)length, 1);
    mpi.Recv(message, length, mpi.byte, from->MPI_SOURCE, 0, mpi.world,
             &status);
    take_parcel(desk, message, *out_batch);
    dx_free(message);
    errand todo = {0};
    *out_batch = dx_desk_take(desk);
    if (*out_batch != NULL) {
        todo.count = (*out_batch)->count;
        memcpy(todo.key, (*out_batch)->key, sizeof todo.key);
    }
    mpi.Send(&todo, sizeof todo, mpi.byte, from->MPI_SOURCE, 0, mpi.world);
    return todo.count > 0;
}

void dx_ranks_serve(dx_desk *desk, void (*look)(dx_desk *desk))
{
    dx_run_batch **given = dx_alloc(mpi.ranks, sizeof(dx_run_batch *));
    unsigned away = mpi.ranks - 1;
    while (away > 0 || !dx_desk_is_done(desk)) {
        MPI_Status status;
        if (has_message(MPI_ANY_SOURCE, &status))
            away -= !serve(desk, &status, &given[status.MPI_SOURCE]);
        else
            doze();
        look(desk);
    }
    dx_free(given);
}

#endif

void dx_ranks_agree(uint64_t *value)
{
    if (dx_ranks() > 1)
        broadcast(value, sizeof *value);
}
