"use strict";

// Sorts a table by the column whose header is clicked: by the numbers of its cells, else by their texts. Another click turns
// the order around. Cells without a number stay last.
(() => {
  const number = (cell) => (cell.dataset.order === undefined ? undefined : Number(cell.dataset.order));

  function compare(one, other, place, turned) {
    const [a, b] = [one, other].map((row) => row.cells[place]);
    const [x, y] = [a, b].map(number);
    if (x === undefined && y === undefined) return turned * a.textContent.localeCompare(b.textContent);
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return turned * (x - y);
  }

  function sort(header) {
    const body = header.closest("table").tBodies[0];
    const turned = header.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    [...header.parentNode.cells].forEach((cell) => cell.removeAttribute("aria-sort"));
    header.setAttribute("aria-sort", turned === 1 ? "ascending" : "descending");
    body.append(...[...body.rows].sort((one, other) => compare(one, other, header.cellIndex, turned)));
  }

  document.querySelectorAll("table.sorted th").forEach((header) => {
    const name = header.querySelector("span");
    const { title, textContent } = name;
    name.replaceWith(element("button", { type: "button", title, onclick: () => sort(header) }, textContent));
  });
})();
