/* The yardstick of `naive`: a plain recursion over bit masks that does the same work. It visits the same nodes in the same
 * order, counts nodes and backtracks, and keeps the solution.
 *
 *     naive FILE SECONDS    one puzzle per line, blanks 0 or .; prints nodes per second
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned short row[9], column[9], box[9];
static int cells[81], blanks;
static unsigned long long nodes, backtracks;
static unsigned short solution[81];

static int solve(int k) {
    if (k == blanks) return 1;
    int cell = cells[k], r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
    unsigned legal = ~(row[r] | column[c] | box[b]) & 0x1ff;
    while (legal) {
        unsigned value = legal & -legal;
        legal ^= value;
        nodes++;
        solution[cell] = value;
        row[r] |= value, column[c] |= value, box[b] |= value;
        if (solve(k + 1)) return 1;
        row[r] &= ~value, column[c] &= ~value, box[b] &= ~value;
        backtracks++;
    }
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(int argc, char **argv) {
    char line[4096];
    double spent = 0, seconds = argc > 2 ? atof(argv[2]) : 3;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) return fprintf(stderr, "usage: naive FILE SECONDS\n"), 2;
    while (spent < seconds) {
        if (!fgets(line, sizeof line, file)) {
            rewind(file);
            continue;
        }
        if (line[0] == '#' || strlen(line) < 81) continue;
        blanks = 0;
        memset(row, 0, sizeof row), memset(column, 0, sizeof column), memset(box, 0, sizeof box);
        for (int i = 0; i < 81; i++) {
            if (line[i] < '1' || line[i] > '9') {
                cells[blanks++] = i;
                continue;
            }
            int value = 1 << (line[i] - '1');
            solution[i] = value;
            row[i / 9] |= value, column[i % 9] |= value, box[i / 27 * 3 + i % 9 / 3] |= value;
        }
        double start = now();
        solve(0);
        spent += now() - start;
    }
    fprintf(stderr, "%llu nodes, %llu backtracks, last cell %d\n", nodes, backtracks, solution[80]);
    printf("%.0f\n", nodes / spent);
    return 0;
}
