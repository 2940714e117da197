/* A shim for LD_PRELOAD: the system has no room for FAULT_BYTES bytes or more at once. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static int is_refused(size_t bytes) {
    static size_t most;
    if (most == 0) {
        const char *text = getenv("FAULT_BYTES");
        most = text == NULL ? (size_t)-1 : strtoull(text, NULL, 10);
    }
    if (bytes < most) {
        return 0;
    }
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes) { return is_refused(bytes) ? NULL : __libc_malloc(bytes); }

void *calloc(size_t number, size_t bytes) { return is_refused(number * bytes) ? NULL : __libc_calloc(number, bytes); }

void *realloc(void *old, size_t bytes) { return is_refused(bytes) ? NULL : __libc_realloc(old, bytes); }
