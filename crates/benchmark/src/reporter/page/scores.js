"use strict";

// A wrong prediction as a grid and as its text: givens bold, wrong cells marked, the right value small in their corner.
const page = (() => {
  const container = document.getElementById("grid");
  const choice = document.getElementById("row");
  if (!choice) return { refresh() {} };
  const side = report.side;

  function text(value) {
    return value === 0 || value === undefined ? "" : report.words[value] ?? "?";
  }

  function cell(wrong, index) {
    const [given, value, right] = [wrong.puzzle[index], wrong.cells[index], wrong.label?.[index]];
    const isWrong = right === undefined ? given !== 0 && value !== given : value !== right;
    const [x, y] = [CELL * (index % side), CELL * Math.floor(index / side)];
    return [
      isWrong ? svgElement("rect", { x, y, width: CELL, height: CELL, class: "wrong-cell" }) : "",
      cellText(index, [CELL / 2, 0.68 * CELL], { class: given === 0 ? "answer" : "given" }, text(value)),
      isWrong && right !== undefined ? cellText(index, [CELL - 7, 11], { class: "right-value" }, text(right)) : "",
    ];
  }

  function draw() {
    const wrong = report.wrong[Number(choice.value)];
    const verdict = `line ${wrong.line}, sample ${wrong.sample}, ${wrong.model}: ${wrong.verdict.replace("_", " ")}`;
    const raw = element("p", {}, "The prediction as it is: ", element("code", {}, wrong.text));
    if (wrong.cells.length !== side * side || wrong.puzzle.length !== side * side) {
      const cells = `${verdict}; ${wrong.cells.length} cells instead of ${side * side}`;
      container.replaceChildren(element("p", {}, cells), raw);
      return;
    }
    const cells = wrong.cells.flatMap((_, index) => cell(wrong, index));
    container.replaceChildren(element("p", {}, verdict), gridSvg({ class: "grid", "aria-label": verdict }, cells), raw);
  }

  choice.addEventListener("change", draw);
  for (const [id, step] of [["previous", -1], ["next", 1]]) {
    document.getElementById(id).addEventListener("click", () => {
      choice.selectedIndex = Math.min(report.wrong.length - 1, Math.max(0, choice.selectedIndex + step));
      draw();
    });
  }
  draw();
  return { refresh: draw };
})();
