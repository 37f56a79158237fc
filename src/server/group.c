// Control groups through their file system: a folder is a group, a file in it
// ends all its processes.  Our own place in the tree is in /proc/self/cgroup,
// and where the tree is mounted in /proc/self/mountinfo.  Nothing here is
// needed: whatever fails means that there are no groups.

#include "server/group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACE = 200 };

// Where the tree of version 2 is mounted.
static bool find_mount(char out[PLACE])
{
    char line[1000];
    bool found = false;
    FILE *file = fopen("/proc/self/mountinfo", "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strstr(line, " - cgroup2 ") != NULL &&
                sscanf(line, "%*s %*s %*s / %199s", out) == 1;
    if (file != NULL)
        fclose(file);
    return found;
}

// Our own place in it, "" for its root.
static bool find_place(char out[PLACE])
{
    char line[400];
    bool found = false;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "0::/", 4) == 0) {
            line[strcspn(line, "\n")] = '\0';
            found = strlen(line + 3) < PLACE;
            const char *place = strcmp(line + 3, "/") == 0 ? "" : line + 3;
            if (found)
                memcpy(out, place, strlen(place) + 1);
        }
    if (file != NULL)
        fclose(file);
    return found;
}

static void end_all(const char *group)
{
    char path[DX_GROUP_PATH + 40];
    snprintf(path, sizeof path, "%s/cgroup.kill", group);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (write(file, "1", 1) != 1)
        errno = 0; // it is empty, or going
    close(file);
}

// Groups inside, and then the group itself.
static void remove_all(const char *group)
{
    char path[DX_GROUP_PATH + 300];
    DIR *folder = opendir(group);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') {
            snprintf(path, sizeof path, "%s/%s", group, entry->d_name);
            rmdir(path);
        }
    if (folder != NULL)
        closedir(folder);
    rmdir(group);
}

// Groups "doxa-PROCESS" of servers that are no more.
static void clear_up(const char *place)
{
    char path[DX_GROUP_PATH];
    DIR *folder = opendir(place);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        char *end;
        if (strncmp(entry->d_name, "doxa-", 5) != 0)
            continue;
        long process = strtol(entry->d_name + 5, &end, 10);
        if (*end != '\0' || process <= 0 || kill((pid_t)process, 0) == 0 ||
            errno != ESRCH)
            continue;
        if (snprintf(path, sizeof path, "%s/%s", place, entry->d_name) <
            (int)sizeof path) {
            end_all(path);
            remove_all(path);
        }
    }
    if (folder != NULL)
        closedir(folder);
}

void dx_group_open(char path[DX_GROUP_PATH])
{
    char mount[PLACE], place[PLACE], here[DX_GROUP_PATH];
    path[0] = '\0';
    if (!find_mount(mount) || !find_place(place) ||
        snprintf(here, sizeof here, "%s%s", mount, place) >= DX_GROUP_PATH - 40)
        return;
    clear_up(here);
    if (snprintf(path, DX_GROUP_PATH, "%s/doxa-%d", here, (int)getpid()) >=
            DX_GROUP_PATH ||
        mkdir(path, 0700) != 0)
        path[0] = '\0';
}

void dx_group_close(const char *path)
{
    if (path[0] != '\0')
        remove_all(path);
}

void dx_group_end(const char *path, int process)
{
    char group[DX_GROUP_PATH + 20];
    if (path[0] == '\0')
        return;
    snprintf(group, sizeof group, "%s/%d", path, process);
    end_all(group);
}

bool dx_group_is_gone(const char *path, int process)
{
    char group[DX_GROUP_PATH + 20];
    if (path[0] == '\0')
        return true;
    snprintf(group, sizeof group, "%s/%d", path, process);
    return rmdir(group) == 0 || errno != EBUSY;
}
