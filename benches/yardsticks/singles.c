/* The yardstick of `mac` and `norvig`: a recursion over copies of candidates as bit masks, with the same rules. It makes the same nodes in the
 * same order, and counts them.
 *
 *     singles mac|norvig FILE SECONDS [MAX_SOLUTIONS]    one puzzle per line, blanks 0 or .; prints nodes per second
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct state { unsigned short candidates[81]; };

static unsigned char peers[81][20], units[81][3][9];
static int is_norvig;
static unsigned long long nodes, solutions, max_solutions = 1;
static struct state solution;

static int assign(struct state *state, int cell, unsigned value);

/* Rules a value out in a cell. Returns 0 at a contradiction. */
static int eliminate(struct state *state, int cell, unsigned value) {
    unsigned rest = state->candidates[cell] & ~value;
    if (rest == state->candidates[cell]) return 1;
    state->candidates[cell] = rest;
    if (!rest) return 0;
    if (!(rest & (rest - 1)))
        for (int i = 0; i < 20; i++)
            if (!eliminate(state, peers[cell][i], rest)) return 0;
    if (!is_norvig) return 1;
    for (int unit = 0; unit < 3; unit++) {
        int places = 0, place = 0;
        for (int i = 0; i < 9; i++)
            if (state->candidates[units[cell][unit][i]] & value) places++, place = units[cell][unit][i];
        if (places == 0) return 0;
        if (places == 1 && !assign(state, place, value)) return 0;
    }
    return 1;
}

static int assign(struct state *state, int cell, unsigned value) {
    for (unsigned others = state->candidates[cell] & ~value; others; others &= others - 1)
        if (!eliminate(state, cell, others & -others)) return 0;
    return 1;
}

static int is_open(const struct state *state, int cell) {
    return (state->candidates[cell] & (state->candidates[cell] - 1)) != 0;
}

/* The open cell with the fewest candidates; `mac` breaks ties by the most open peers. Returns -1 if every cell is decided. */
static int choose(const struct state *state) {
    int best = -1, fewest = 10, most = -1;
    for (int cell = 0; cell < 81; cell++) {
        if (!is_open(state, cell)) continue;
        int count = __builtin_popcount(state->candidates[cell]), degree = 0;
        if (count > fewest || (is_norvig && count == fewest)) continue;
        if (!is_norvig)
            for (int i = 0; i < 20; i++) degree += is_open(state, peers[cell][i]);
        if (count < fewest || degree > most) best = cell, fewest = count, most = degree;
    }
    return best;
}

/* Lists the candidates of a cell: ascending, or those that the fewest peers have first. */
static int order(const struct state *state, int cell, unsigned *values) {
    int count = 0, uses[9];
    for (unsigned rest = state->candidates[cell]; rest; rest &= rest - 1) {
        unsigned value = rest & -rest;
        int use = 0, at = count++;
        if (!is_norvig)
            for (int i = 0; i < 20; i++) use += (state->candidates[peers[cell][i]] & value) != 0;
        for (; at > 0 && uses[at - 1] > use; at--) uses[at] = uses[at - 1], values[at] = values[at - 1];
        uses[at] = use, values[at] = value;
    }
    return count;
}

static int search(const struct state *state) {
    int cell = choose(state);
    if (cell < 0) {
        solution = *state;
        return ++solutions == max_solutions;
    }
    unsigned values[9];
    int count = order(state, cell, values);
    for (int i = 0; i < count; i++) {
        nodes++;
        struct state next = *state;
        if (assign(&next, cell, values[i]) && search(&next)) return 1;
    }
    return 0;
}

static void solve(const char *line) {
    struct state state;
    solutions = 0;
    for (int cell = 0; cell < 81; cell++) state.candidates[cell] = 0x1ff;
    for (int cell = 0; cell < 81; cell++)
        if (line[cell] >= '1' && line[cell] <= '9' && !assign(&state, cell, 1 << (line[cell] - '1'))) return;
    search(&state);
}

static void make_tables(void) {
    for (int cell = 0; cell < 81; cell++) {
        int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3, count = 0;
        for (int i = 0; i < 9; i++) {
            units[cell][0][i] = row * 9 + i, units[cell][1][i] = i * 9 + column;
            units[cell][2][i] = corner + i / 3 * 9 + i % 3;
        }
        for (int other = 0; other < 81; other++) {
            int same_box = other / 27 == row / 3 && other % 9 / 3 == column / 3;
            if (other != cell && (other / 9 == row || other % 9 == column || same_box)) peers[cell][count++] = other;
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(int argc, char **argv) {
    char line[4096];
    double spent = 0, seconds = argc > 3 ? atof(argv[3]) : 3;
    FILE *file = argc > 2 ? fopen(argv[2], "r") : NULL;
    if (!file) return fprintf(stderr, "usage: singles mac|norvig FILE SECONDS [MAX_SOLUTIONS]\n"), 2;
    if (argc > 4) max_solutions = strtoull(argv[4], NULL, 10);
    is_norvig = strcmp(argv[1], "norvig") == 0;
    make_tables();
    unsigned long long once = 0;
    while (spent < seconds) {
        if (!fgets(line, sizeof line, file)) {
            if (!once) once = nodes;
            rewind(file);
            continue;
        }
        if (line[0] == '#' || strlen(line) < 81) continue;
        double start = now();
        solve(line);
        spent += now() - start;
    }
    fprintf(stderr, "%llu nodes in one pass, last cell %d\n", once, solution.candidates[80]);
    printf("%.0f\n", nodes / spent);
    return 0;
}
