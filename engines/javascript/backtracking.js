// Row-major backtracking: the strategy `naive`, in JavaScript on Node.
"use strict";

function fits(cells, cell, value) {
  const row = Math.floor(cell / 9), column = cell % 9;
  const corner = row - (row % 3), stack = column - (column % 3);
  for (let i = 0; i < 9; i++) {
    if (cells[row * 9 + i] === value || cells[i * 9 + column] === value) return false;
    if (cells[(corner + Math.floor(i / 3)) * 9 + stack + (i % 3)] === value) return false;
  }
  return true;
}

// Searches a puzzle up to a number of solutions and of nodes.
function solve(puzzle, maxSolutions, nodeLimit) {
  const cells = Uint8Array.from(puzzle, (cell) => (cell === "." ? 0 : Number(cell)));
  const blanks = [...cells.keys()].filter((cell) => cells[cell] === 0);
  const result = { first: "-", solutions: 0, nodes: 0, backtracks: 0 };
  // Returns true once the search is to stop.
  function search(depth) {
    if (depth === blanks.length) {
      result.solutions++;
      if (result.solutions === 1) result.first = cells.join("");
      return result.solutions === maxSolutions;
    }
    const cell = blanks[depth];
    for (let value = 1; value <= 9; value++) {
      if (!fits(cells, cell, value)) continue;
      if (result.nodes === nodeLimit) {
        result.first = "?";
        return true;
      }
      result.nodes++;
      cells[cell] = value;
      if (search(depth + 1)) return true;
      cells[cell] = 0;
      result.backtracks++;
    }
    return false;
  }
  search(0);
  return result;
}

let settings = { max_solutions: 1, node_limit: -1 };
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const words = line.split(" ");
  if (words[0] === "settings") {
    for (const word of words.slice(1)) settings[word.split("=")[0]] = Number(word.split("=")[1]);
    return;
  }
  const begin = process.hrtime.bigint();
  const { first, solutions, nodes, backtracks } = solve(line, settings.max_solutions, settings.node_limit);
  const ns = process.hrtime.bigint() - begin;
  const found = first === "?" ? "" : ` solutions=${solutions}`;
  process.stdout.write(`${first}${found} nodes=${nodes} backtracks=${backtracks} ns=${ns}\n`);
});
