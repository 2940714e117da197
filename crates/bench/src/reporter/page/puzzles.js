"use strict";

// The puzzles that figures name, and the dialog that shows one.
const puzzles = (() => {
  const { puzzles: list, reasons, strategies, rerun } = report;
  const dialog = element("dialog", { "aria-labelledby": "puzzle-name" });

  function show(place) {
    const puzzle = list[place];
    const { givens } = puzzle;
    const command = givens && `echo '${givens}' | ${rerun}`;
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
        ...(givens ? [copyButton("Copy the puzzle", givens), copyButton("Copy the command", command)] : []),
        element("button", { type: "button", onclick: () => dialog.close() }, "Close")));
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
  }

  // The ratings of a puzzle, and its steps as a list. A click on a step shows the grid after it.
  function pathOf({ givens, path }) {
    if (!givens) return [];
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

  // The grid of a puzzle, with the values that steps placed, and their colours.
  function grid(givens, placed = new Map()) {
    const nodes = [];
    for (let i = 0; i <= 9; i++) {
      const at = 2 + 36 * i;
      const thick = i % 3 === 0 ? 2.5 : 0.7;
      const ends = { stroke: cssColour("text"), "stroke-width": thick };
      nodes.push(svgElement("line", { x1: at, y1: 2, x2: at, y2: 326, ...ends }));
      nodes.push(svgElement("line", { x1: 2, y1: at, x2: 326, y2: at, ...ends }));
    }
    const draw = (value, cell, colour) => {
      const at = { x: 20 + 36 * (cell % 9), y: 27 + 36 * Math.floor(cell / 9) };
      nodes.push(svgElement("text", { ...at, "text-anchor": "middle", "font-size": 21, fill: cssColour(colour) }, value));
    };
    [...givens].forEach((value, cell) => value !== "." && draw(value, cell, "text"));
    placed.forEach(([value, colour], cell) => draw(value, cell, colour));
    const label = placed.size > 0 ? `the puzzle ${givens} with ${placed.size} cells filled` : `the puzzle ${givens}`;
    return svgElement("svg", { class: "grid", viewBox: "0 0 328 328", role: "img", "aria-label": label }, ...nodes);
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
