#include "cli/signals.h"

#include "cli/command.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

// Set by signal handlers, which can be given nothing.
static atomic_bool interrupted, is_ending, reader_is_gone;
static volatile time_t interrupted_at;

// What does not look at the flag for so many seconds does not look at all.
enum { GRACE = 10 };

static void give_up(int number)
{
    (void)number;
    _exit(DX_EXIT_INTERRUPTED);
}

static void interrupt(int number)
{
    if (number != SIGINT && !atomic_exchange(&is_ending, true))
        alarm(GRACE);
    if (!atomic_exchange(&interrupted, true))
        interrupted_at = time(NULL);
    else if (time(NULL) > interrupted_at + 1)
        _exit(DX_EXIT_INTERRUPTED);
}

const atomic_bool *dx_heed_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL); // a terminal that is closed
    action.sa_handler = give_up;
    sigaction(SIGALRM, &action, NULL);
    return &interrupted;
}

bool dx_forgive_interrupt(void)
{
    if (!atomic_load(&interrupted) || atomic_load(&is_ending))
        return false;
    atomic_store(&interrupted, false);
    // One that came in between is to be heard.
    if (atomic_load(&is_ending))
        atomic_store(&interrupted, true);
    return true;
}

static void lose_reader(int number)
{
    atomic_store(&reader_is_gone, true);
    (void)number;
}

void dx_outlive_reader(void)
{
    struct sigaction action = {.sa_handler = lose_reader,
                               .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
}

void dx_follow_reader(void)
{
    if (!atomic_load(&reader_is_gone))
        return;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    sigaction(SIGPIPE, &usual, NULL);
    raise(SIGPIPE);
}
