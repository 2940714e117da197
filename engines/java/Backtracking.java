// Row-major backtracking: the strategy `naive`, in Java.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

final class Backtracking {
    private final int[] cells = new int[81];
    private final int[] blanks = new int[81];
    private final long maxSolutions;
    private final long nodeLimit;
    private int blankCount;
    private long nodes;
    private long backtracks;
    private long solutions;
    private String first = "-";

    private Backtracking(String puzzle, long maxSolutions, long nodeLimit) {
        this.maxSolutions = maxSolutions;
        this.nodeLimit = nodeLimit;
        for (int cell = 0; cell < 81; cell++) {
            char text = puzzle.charAt(cell);
            cells[cell] = text == '.' ? 0 : text - '0';
            if (text == '.') {
                blanks[blankCount++] = cell;
            }
        }
    }

    /** Returns true once the search is to stop. */
    private boolean search(int depth) {
        if (depth == blankCount) {
            solutions++;
            if (solutions == 1) {
                first = solution();
            }
            return solutions == maxSolutions;
        }
        int cell = blanks[depth];
        for (int value = 1; value <= 9; value++) {
            if (!fits(cell, value)) {
                continue;
            }
            if (nodes == nodeLimit) {
                first = "?";
                return true;
            }
            nodes++;
            cells[cell] = value;
            if (search(depth + 1)) {
                return true;
            }
            cells[cell] = 0;
            backtracks++;
        }
        return false;
    }

    private boolean fits(int cell, int value) {
        int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
        for (int i = 0; i < 9; i++) {
            boolean inLines = cells[row * 9 + i] == value || cells[i * 9 + column] == value;
            if (inLines || cells[corner + i / 3 * 9 + i % 3] == value) {
                return false;
            }
        }
        return true;
    }

    private String solution() {
        StringBuilder text = new StringBuilder();
        for (int value : cells) {
            text.append(value);
        }
        return text.toString();
    }

    public static void main(String[] arguments) throws IOException {
        long maxSolutions = 1, nodeLimit = -1;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith("settings")) {
                for (String word : line.split(" ")) {
                    maxSolutions = word.startsWith("max_solutions=") ? Long.parseLong(word.substring(14)) : maxSolutions;
                    nodeLimit = word.startsWith("node_limit=") ? Long.parseLong(word.substring(11)) : nodeLimit;
                }
                continue;
            }
            long begin = System.nanoTime();
            Backtracking search = new Backtracking(line, maxSolutions, nodeLimit);
            search.search(0);
            long ns = System.nanoTime() - begin;
            String found = search.first.equals("?") ? "" : " solutions=" + search.solutions;
            System.out.println(search.first + found + " nodes=" + search.nodes + " backtracks=" + search.backtracks + " ns=" + ns);
        }
    }
}
