/* The toy solver of scripts/check/history: fills blank cells in their order. variant.h, which differs between commits, has the order
 * of the values, and how often a node does its work twice. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int cells[81], blanks[81], blank_count;
static long nodes, backtracks, node_limit = -1;
static volatile uint32_t sink;
enum outcome { UNSOLVABLE, SOLVED, LIMIT };

#include "variant.h"

__attribute__((noinline)) static int fits(int cell, int value) {
    int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
    for (int i = 0; i < 9; i++) {
        int in_row = cells[row * 9 + i], in_column = cells[i * 9 + column], in_box = cells[corner + i / 3 * 9 + i % 3];
        if (in_row == value || in_column == value || in_box == value) return 0;
    }
    return 1;
}

static enum outcome search(int depth) {
    if (depth == blank_count) return SOLVED;
    int cell = blanks[depth];
    for (int k = 1; k <= 9; k++) {
        int value = VALUE(k);
        if (!fits(cell, value)) continue;
        if (nodes == node_limit) return LIMIT;
        nodes++;
        if (TWICE_EVERY && nodes % TWICE_EVERY == 0)
            for (int again = 1; again <= 9; again++) sink += fits(cell, again);
        cells[cell] = value;
        enum outcome outcome = search(depth + 1);
        if (outcome != UNSOLVABLE) return outcome;
        cells[cell] = 0;
        backtracks++;
    }
    return UNSOLVABLE;
}

static long long now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "settings max_solutions=%*d node_limit=%ld", &node_limit) == 1) continue;
        long long begin = now_ns();
        nodes = backtracks = blank_count = 0;
        for (int i = 0; i < 81; i++) {
            cells[i] = line[i] == '.' ? 0 : line[i] - '0';
            if (!cells[i]) blanks[blank_count++] = i;
        }
        enum outcome outcome = search(0);
        long long ns = now_ns() - begin;
        if (outcome == SOLVED)
            for (int i = 0; i < 81; i++) putchar('0' + cells[i]);
        else
            putchar(outcome == LIMIT ? '?' : '-');
        printf(" nodes=%ld backtracks=%ld ns=%lld\n", nodes, backtracks, ns);
        fflush(stdout);
    }
}
