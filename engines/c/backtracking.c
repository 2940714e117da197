/* Row-major backtracking: the strategy `naive`, in C. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct search {
    int cells[81], blanks[81], blank_count;
    uint64_t max_solutions, node_limit, nodes, backtracks, solutions;
    bool limited;
    char first[82];
};

static bool fits(const struct search *search, int cell, int value) {
    int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
    for (int i = 0; i < 9; i++) {
        if (search->cells[row * 9 + i] == value || search->cells[i * 9 + column] == value ||
            search->cells[corner + i / 3 * 9 + i % 3] == value) {
            return false;
        }
    }
    return true;
}

/* Returns true once the search is to stop. */
static bool run(struct search *search, int depth) {
    if (depth == search->blank_count) {
        if (search->solutions++ == 0) {
            for (int cell = 0; cell < 81; cell++) {
                search->first[cell] = (char)('0' + search->cells[cell]);
            }
        }
        return search->solutions == search->max_solutions;
    }
    int cell = search->blanks[depth];
    for (int value = 1; value <= 9; value++) {
        if (!fits(search, cell, value)) {
            continue;
        }
        if (search->nodes == search->node_limit) {
            return search->limited = true;
        }
        search->nodes++;
        search->cells[cell] = value;
        if (run(search, depth + 1)) {
            return true;
        }
        search->cells[cell] = 0;
        search->backtracks++;
    }
    return false;
}

static uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

int main(void) {
    uint64_t max_solutions = 1, node_limit = UINT64_MAX;
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "settings ", 9) == 0) {
            sscanf(line, "settings max_solutions=%" SCNu64 " node_limit=%" SCNu64, &max_solutions, &node_limit);
            continue;
        }
        uint64_t begin = nanoseconds();
        struct search search = {.max_solutions = max_solutions, .node_limit = node_limit};
        for (int cell = 0; cell < 81; cell++) {
            search.cells[cell] = line[cell] == '.' ? 0 : line[cell] - '0';
            if (line[cell] == '.') {
                search.blanks[search.blank_count++] = cell;
            }
        }
        run(&search, 0);
        uint64_t ns = nanoseconds() - begin;
        printf("%s", search.limited ? "?" : search.solutions > 0 ? search.first : "-");
        if (!search.limited) {
            printf(" solutions=%" PRIu64, search.solutions);
        }
        printf(" nodes=%" PRIu64 " backtracks=%" PRIu64 " ns=%" PRIu64 "\n", search.nodes, search.backtracks, ns);
        fflush(stdout);
    }
    return 0;
}
