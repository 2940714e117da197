/* A shim for LD_PRELOAD: the system's clock shows FAULT_SECONDS since 1970. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

typedef int (*gettime)(clockid_t, struct timespec *);

int clock_gettime(clockid_t clock, struct timespec *time) {
    const char *seconds = getenv("FAULT_SECONDS");
    int result = ((gettime)dlsym(RTLD_NEXT, "clock_gettime"))(clock, time);
    if (seconds != NULL && clock == CLOCK_REALTIME) {
        time->tv_sec = atoll(seconds);
    }
    return result;
}
