/* A shim for LD_PRELOAD: the system has no threads left from the call with the number FAULT_NTH on. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    static atomic_int calls;
    const char *nth = getenv("FAULT_NTH");
    if (nth != NULL && atomic_fetch_add(&calls, 1) + 1 >= atoi(nth)) {
        return EAGAIN;
    }
    return ((create)dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, run, argument);
}
