"use strict";

// The puzzles that figures name, and the dialog that shows one.
const puzzles = (() => {
  const { puzzles: list, reasons, strategies, rerun, side, box_height: boxHeight, box_width: boxWidth, words, separator } = report;
  const isNine = side === 9 && boxHeight === 3 && boxWidth === 3;
  const width = side < 9 ? "small" : side === 9 ? "" : side <= 16 ? "medium" : "large";
  const dialog = element("dialog", { "aria-labelledby": "puzzle-name", class: width });

  function show(place) {
    const puzzle = list[place];
    const { givens } = puzzle;
    const text = givens && textOf(givens);
    const command = givens && `echo '${text}' | ${rerun}`;
    const rows = puzzle.samples.map(([status, nodes, backtracks, ns], place) => [
      strategies[place], status, format.count(nodes), format.count(backtracks), format.onAxis({ unit: "nanoseconds" }, ns),
    ]);
    dialog.replaceChildren(
      element("h2", { id: "puzzle-name" }, `Puzzle ${puzzle.name}`),
      element("p", {}, `line ${format.count(puzzle.line)} of the corpus, ${puzzle.clues} clues`),
      ...(givens ? [grid(givens)] : [element("p", {}, "The cells are not in the results, and the corpus was not found; `run --with-grids` records them.")]),
      ...pathOf(puzzle),
      table({ header: ["strategy", "status", "nodes", "backtracks", "latency"], rows }),
      ...(givens ? [element("p", {}, "Run it again:"), element("p", {}, element("code", {}, command))] : []),
      element("div", { class: "actions" },
        ...(givens ? [copyButton("Copy the puzzle", text), copyButton("Copy the command", command)] : []),
        element("button", { type: "button", onclick: () => dialog.close() }, "Close")));
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
  }

  // The ratings of a puzzle, and its steps as a list. A click on a step shows the grid after it.
  function pathOf({ givens, path }) {
    if (!givens || (!path && !isNine)) return [];
    if (!path) return [element("p", {}, "`report --ratings` adds the steps that solve the puzzle.")];
    const { ratings, steps, end } = path;
    if (steps.length === 0) return [element("p", {}, end ? `${ratings}. ${end}` : ratings)];
    const items = steps.map(([conclusion, reason], index) => element("li", {},
      element("button", { type: "button", onclick: () => showStep(givens, steps, index) }, conclusion), ` ${reasons[reason]}`));
    const title = end ? "The first steps" : "The steps that solve it";
    return [element("p", {}, ratings),
      element("details", { class: "path" }, element("summary", {}, title), element("ol", {}, ...items), end)];
  }

  function showStep(givens, steps, last) {
    const placed = new Map();
    steps.slice(0, last + 1).forEach(([conclusion], index) => {
      const match = /^r(\d)c(\d) = (\d)$/.exec(conclusion);
      if (match) placed.set(9 * (match[1] - 1) + (match[2] - 1), [match[3], index === last ? "mark" : "link"]);
    });
    dialog.querySelector(".grid").replaceWith(grid(givens, placed));
    dialog.querySelectorAll(".path button").forEach((button, index) => button.setAttribute("aria-pressed", String(index === last)));
  }

  // The values of the cells, which are written in `givens` as 1 to 9, then A to P, and `.` for a blank.
  function valuesOf(givens) {
    const only = (candidates) => (candidates.length === 1 ? Number(candidates) : 0);
    return candidatesOf(givens)?.map(only) ?? [...givens].map((character) => (character === "." ? 0 : parseInt(character, 36)));
  }

  // The candidates of the cells, if the puzzle is given as these: nine characters for each cell.
  function candidatesOf(givens) {
    const cells = side * side;
    if (givens.length === cells) return null;
    return Array.from({ length: cells }, (_, cell) => givens.slice(side * cell, side * (cell + 1)).replaceAll(".", ""));
  }

  // The puzzle as the corpus writes it.
  function textOf(givens) {
    return candidatesOf(givens) ? givens : valuesOf(givens).map((value) => words[value]).join(separator);
  }

  // The grid of a puzzle, with the values that steps placed, and their colours.
  function grid(givens, placed = new Map()) {
    const fontSize = side <= 9 ? 21 : words[side].length > 1 ? 22 : 26;
    const large = (word, cell, colour) =>
      cellText(cell, [CELL / 2, CELL / 2 + 0.35 * fontSize], { "font-size": fontSize, class: colour }, word);
    const small = (value, cell) =>
      cellText(cell, [6 + 12 * ((value - 1) % 3), 9 + 12 * Math.floor((value - 1) / 3)], { "font-size": 9 }, value);
    const nodes = [
      ...valuesOf(givens).map((value, cell) => (value > 0 ? large(words[value], cell) : "")),
      ...(candidatesOf(givens) ?? []).flatMap((candidates, cell) =>
        (candidates.length > 1 ? [...candidates].map((value) => small(value, cell)) : [])),
      ...[...placed].map(([cell, [value, colour]]) => large(value, cell, colour)),
    ];
    const puzzle = `the puzzle ${textOf(givens)}`;
    const label = placed.size > 0 ? `${puzzle} with ${placed.size} cells filled` : puzzle;
    return gridSvg({ class: `grid ${width}`, "aria-label": label }, nodes);
  }

  function copyButton(label, text) {
    const button = element("button", { type: "button" }, label);
    button.addEventListener("click", async () => {
      await copy(text);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = label), 1500);
    });
    return button;
  }

  // Browsers differ in whether a page from the disk may use the clipboard.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = element("textarea", { "aria-hidden": "true" }, text);
      dialog.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  return { show, name: (place) => list[place].name };
})();
