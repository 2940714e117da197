"use strict";

// The puzzles that figures name, and the dialog that shows one.
const puzzles = (() => {
  const { puzzles: list, strategies, rerun } = report;
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
      table({ header: ["strategy", "status", "nodes", "backtracks", "latency"], rows }),
      ...(givens ? [element("p", {}, "Run it again:"), element("p", {}, element("code", {}, command))] : []),
      element("div", { class: "actions" },
        ...(givens ? [copyButton("Copy the puzzle", givens), copyButton("Copy the command", command)] : []),
        element("button", { type: "button", onclick: () => dialog.close() }, "Close")));
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
  }

  function grid(givens) {
    const nodes = [];
    for (let i = 0; i <= 9; i++) {
      const at = 2 + 36 * i;
      const thick = i % 3 === 0 ? 2.5 : 0.7;
      const ends = { stroke: cssColour("text"), "stroke-width": thick };
      nodes.push(svgElement("line", { x1: at, y1: 2, x2: at, y2: 326, ...ends }));
      nodes.push(svgElement("line", { x1: 2, y1: at, x2: 326, y2: at, ...ends }));
    }
    [...givens].forEach((value, cell) => {
      if (value === ".") return;
      const at = { x: 20 + 36 * (cell % 9), y: 27 + 36 * Math.floor(cell / 9) };
      nodes.push(svgElement("text", { ...at, "text-anchor": "middle", "font-size": 21, fill: cssColour("text") }, value));
    });
    return svgElement("svg", { class: "grid", viewBox: "0 0 328 328", role: "img", "aria-label": `the puzzle ${givens}` }, ...nodes);
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
