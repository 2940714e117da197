// Lets one file operation of a process fail. `scripts/check/faults` loads it with LD_PRELOAD.
//
//   FAULT_FAMILY   the calls that count: open, read, write, sync, rename, mkdir, truncate or unlink
//   FAULT_NTH      the number of the call that fails, from 1; none if it is missing
//   FAULT_ERRNO    the number of the error
//   FAULT_REPORT   at the end of the process, this file gets a line "FAMILY CALLS" for each family, and a line
//                  "failed PATH" if a call failed
//
// Only calls on regular files and directories count, never those on standard input, output and error, pipes, sockets,
// /dev, /proc and /sys; only an `open` for writing, a `mkdir` of what does not exist, and an `unlink` or `rmdir` of what
// exists. Linux with glibc only.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum family { OPEN, READ, WRITE, SYNC, RENAME, MKDIR, TRUNCATE, UNLINK, FAMILIES };
static const char *const names[FAMILIES] = {"open", "read", "write", "sync", "rename", "mkdir", "truncate", "unlink"};
static atomic_long calls[FAMILIES];
static char failed[4096];

// The function behind this one of the same name.
#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

static int number(const char *variable) {
    const char *value = getenv(variable);
    return value ? atoi(value) : 0;
}

// Counts a call. Returns true, with the error set, if it is the one to fail.
static int fails(enum family family, const char *path) {
    for (int i = 0; i < 3; i++) {
        const char *const system[] = {"/dev/", "/proc/", "/sys/"};
        if (!strncmp(path, system[i], strlen(system[i]))) return 0;
    }
    long n = atomic_fetch_add(&calls[family], 1) + 1;
    const char *chosen = getenv("FAULT_FAMILY");
    if (!chosen || strcmp(chosen, names[family]) || n != number("FAULT_NTH")) return 0;
    snprintf(failed, sizeof failed, "%s", path);
    errno = number("FAULT_ERRNO");
    return 1;
}

static int exists(const char *path) {
    struct stat found;
    return !lstat(path, &found);
}

// The same for a call on an open file.
static int fails_on(enum family family, int fd) {
    struct stat found;
    char link[64], path[4096];
    if (fd <= 2 || fstat(fd, &found) || !(S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    return fails(family, path);
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("FAULT_REPORT");
    FILE *file = path ? REAL(FILE *(*)(const char *, const char *), "fopen")(path, "w") : NULL;
    if (!file) return;
    for (int family = 0; family < FAMILIES; family++)
        fprintf(file, "%s %ld\n", names[family], atomic_load(&calls[family]));
    if (*failed) fprintf(file, "failed %s\n", failed);
    fclose(file);
}

static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

#define OPENS(name)                                                                             \
    int name(const char *path, int flags, ...) {                                                \
        va_list list;                                                                           \
        va_start(list, flags);                                                                  \
        mode_t mode = mode_of(flags, list);                                                     \
        va_end(list);                                                                           \
        if (flags & (O_WRONLY | O_RDWR | O_CREAT) && fails(OPEN, path)) return -1;              \
        return REAL(int (*)(const char *, int, ...), #name)(path, flags, mode);                 \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                          \
    int name(int at, const char *path, int flags, ...) {                                        \
        va_list list;                                                                           \
        va_start(list, flags);                                                                  \
        mode_t mode = mode_of(flags, list);                                                     \
        va_end(list);                                                                           \
        if (flags & (O_WRONLY | O_RDWR | O_CREAT) && fails(OPEN, path)) return -1;              \
        return REAL(int (*)(int, const char *, int, ...), #name)(at, path, flags, mode);        \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

// A function that fails with -1 and passes its arguments on.
#define PASSES(result, name, check, parameters, arguments)                                      \
    result name parameters {                                                                    \
        if (check) return -1;                                                                   \
        return REAL(result(*) parameters, #name) arguments;                                     \
    }
PASSES(ssize_t, read, fails_on(READ, fd), (int fd, void *data, size_t size), (fd, data, size))
PASSES(ssize_t, pread64, fails_on(READ, fd), (int fd, void *data, size_t size, off64_t at), (fd, data, size, at))
PASSES(ssize_t, write, fails_on(WRITE, fd), (int fd, const void *data, size_t size), (fd, data, size))
PASSES(ssize_t, writev, fails_on(WRITE, fd), (int fd, const struct iovec *data, int count), (fd, data, count))
PASSES(ssize_t, pwrite64, fails_on(WRITE, fd), (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))
PASSES(int, fsync, fails_on(SYNC, fd), (int fd), (fd))
PASSES(int, fdatasync, fails_on(SYNC, fd), (int fd), (fd))
PASSES(int, rename, fails(RENAME, to), (const char *from, const char *to), (from, to))
PASSES(int, renameat, fails(RENAME, to), (int a, const char *from, int b, const char *to), (a, from, b, to))
PASSES(int, renameat2, fails(RENAME, to), (int a, const char *from, int b, const char *to, unsigned flags),
       (a, from, b, to, flags))
PASSES(int, mkdir, !exists(path) && fails(MKDIR, path), (const char *path, mode_t mode), (path, mode))
PASSES(int, ftruncate, fails_on(TRUNCATE, fd), (int fd, off_t length), (fd, length))
PASSES(int, ftruncate64, fails_on(TRUNCATE, fd), (int fd, off64_t length), (fd, length))
PASSES(int, unlink, exists(path) && fails(UNLINK, path), (const char *path), (path))
PASSES(int, unlinkat, fails(UNLINK, path), (int at, const char *path, int flags), (at, path, flags))
PASSES(int, rmdir, exists(path) && fails(UNLINK, path), (const char *path), (path))

// renameat2 is called by its number too.
long syscall(long n, ...) {
    long a[6];
    va_list list;
    va_start(list, n);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    if (n == SYS_renameat2 && fails(RENAME, (const char *)a[3])) return -1;
    return REAL(long (*)(long, ...), "syscall")(n, a[0], a[1], a[2], a[3], a[4], a[5]);
}
