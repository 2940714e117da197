"use strict";

// Creates an element. Texts become text nodes, so nothing of a puzzle file is ever read as HTML.
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function table({ header, rows }) {
  const cell = (text) => element("td", text.length > 40 ? { class: "long", title: text } : {}, text);
  const head = element("thead", {}, element("tr", {}, ...header.map((text) => element("th", { scope: "col" }, text))));
  const body = element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "table" },
    element("table", {}, head, body));
}

const CELL = 36;

// A grid of the shape of the report, with these elements in its cells.
function gridSvg(attributes, nodes) {
  const { side, box_height: boxHeight, box_width: boxWidth } = report;
  const end = CELL * side;
  const lines = (width, isThick) => {
    const at = (every) => Array.from({ length: side + 1 }, (_, index) => index)
      .filter((index) => isThick === (index % side === 0 || (every > 1 && index % every === 0))).map((index) => CELL * index);
    const d = [...at(boxWidth).map((x) => `M${x} 0V${end}`), ...at(boxHeight).map((y) => `M0 ${y}H${end}`)].join("");
    return svgElement("path", { d, stroke: "currentColor", "stroke-width": width });
  };
  const viewBox = `-2 -2 ${end + 4} ${end + 4}`;
  return svgElement("svg", { viewBox, role: "img", ...attributes }, ...nodes, lines(0.7, false), lines(2.5, true));
}

// A text whose middle is this far from the upper left corner of a cell.
function cellText(cell, [right, down], attributes, text) {
  const at = { x: CELL * (cell % report.side) + right, y: CELL * Math.floor(cell / report.side) + down };
  return svgElement("text", { ...at, "text-anchor": "middle", ...attributes }, text);
}
