"use strict";

// A wrong prediction as a grid: givens bold, wrong cells marked, the right value small in their corner.
(() => {
  const container = document.getElementById("grid");
  const choice = document.getElementById("row");
  if (!choice) return;
  const side = report.side;
  const size = 40;

  function text(value) {
    return value === 0 || value === undefined ? "" : value > side ? "?" : String(value);
  }

  function lines() {
    const all = [];
    for (let at = 0; at <= side; at += 1) {
      const end = side * size;
      const thick = (every) => (at % every === 0 ? 2.5 : 0.7);
      all.push(svgElement("line", { x1: 0, x2: end, y1: at * size, y2: at * size, "stroke-width": thick(report.box_height) }));
      all.push(svgElement("line", { y1: 0, y2: end, x1: at * size, x2: at * size, "stroke-width": thick(report.box_width) }));
    }
    return svgElement("g", { stroke: "currentColor" }, ...all);
  }

  function cell(wrong, index) {
    const [x, y] = [(index % side) * size, Math.floor(index / side) * size];
    const [given, value, right] = [wrong.puzzle[index], wrong.cells[index], wrong.label?.[index]];
    const isWrong = right === undefined ? given !== 0 && value !== given : value !== right;
    const parts = [];
    if (isWrong) parts.push(svgElement("rect", { x, y, width: size, height: size, class: "wrong-cell" }));
    parts.push(svgElement("text", {
      x: x + size / 2, y: y + size * 0.68, "text-anchor": "middle", class: given === 0 ? "answer" : "given",
    }, text(value)));
    if (isWrong && right !== undefined) {
      parts.push(svgElement("text", { x: x + size - 4, y: y + 12, "text-anchor": "end", class: "right-value" }, text(right)));
    }
    return svgElement("g", {}, ...parts);
  }

  function draw() {
    const wrong = report.wrong[Number(choice.value)];
    const verdict = `line ${wrong.line}, ${wrong.model}: ${wrong.verdict.replace("_", " ")}`;
    if (wrong.cells.length !== side * side || wrong.puzzle.length !== side * side) {
      container.replaceChildren(element("p", {}, `${verdict}; ${wrong.cells.length} cells instead of ${side * side}`));
      return;
    }
    const cells = wrong.cells.map((_, index) => cell(wrong, index));
    const box = `-2 -2 ${side * size + 4} ${side * size + 4}`;
    container.replaceChildren(
      element("p", {}, verdict),
      svgElement("svg", { viewBox: box, class: "grid", role: "img", "aria-label": verdict }, ...cells, lines()),
    );
  }

  choice.addEventListener("change", draw);
  for (const [id, step] of [["previous", -1], ["next", 1]]) {
    document.getElementById(id).addEventListener("click", () => {
      choice.selectedIndex = Math.min(report.wrong.length - 1, Math.max(0, choice.selectedIndex + step));
      draw();
    });
  }
  draw();
})();
