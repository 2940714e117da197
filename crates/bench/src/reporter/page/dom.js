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

// The value of a CSS variable, which depends on the theme.
function cssColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function table({ header, rows }) {
  const cell = (text) => element("td", text.length > 40 ? { class: "long", title: text } : {}, text);
  const head = element("thead", {}, element("tr", {}, ...header.map((text) => element("th", { scope: "col" }, text))));
  const body = element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "table" },
    element("table", {}, head, body));
}
