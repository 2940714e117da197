"use strict";

// Draws estimates with intervals, one below the other.
function drawIntervals(figure, room, legend) {
  legend.replaceChildren();
  const { rows } = figure.plot;
  const width = Math.max(room.clientWidth, 300);
  const longest = Math.max(...rows.map((row) => row.name.length));
  const [left, right, tall] = [Math.min(12 + 7.4 * longest, width * 0.4), width - 24, 34];
  const bottom = 12 + tall * rows.length;
  const x = (value) => left + Math.min(Math.max(position(figure.x, value), 0), 1) * (right - left);
  const text = (at, y, anchor, content) =>
    svgElement("text", { x: at, y, "text-anchor": anchor, fill: cssColour("soft"), "font-size": 12 }, content);
  const line = (x1, y1, x2, y2, stroke, wide) =>
    svgElement("line", { x1, y1, x2, y2, stroke, "stroke-width": wide });
  const nodes = [];
  let free = -Infinity;
  for (const [at, label] of figure.x.ticks) {
    nodes.push(line(x(at), 8, x(at), bottom, cssColour(at === 1 ? "neutral" : "grid"), 1));
    const half = 3.6 * label.length;
    if (x(at) - half < free) continue;
    nodes.push(text(x(at), bottom + 18, "middle", label));
    free = x(at) + half + 6;
  }
  rows.forEach((row, place) => {
    const y = 12 + tall * (place + 0.5);
    const [low, high] = row.unchanged.map(x);
    const colour = curveColour(row.colour);
    const values = `${row.name}: ${format.onAxis(figure.x, row.value)}, ${format.onAxis(figure.x, row.low)} to ${format.onAxis(figure.x, row.high)}`;
    nodes.push(
      svgElement("rect", { x: low, y: y - 12, width: Math.max(high - low, 1), height: 24, fill: cssColour("grid") }),
      line(x(row.low), y, x(row.high), y, colour, 3),
      svgElement("circle", { cx: x(row.value), cy: y, r: 5, fill: colour }, svgElement("title", {}, values)),
      text(left - 8, y + 4, "end", row.name));
  });
  nodes.push(text((left + right) / 2, bottom + 40, "middle", figure.x.label));
  room.replaceChildren(svgElement("svg", { viewBox: `0 0 ${width} ${bottom + 50}`, "aria-hidden": "true" }, ...nodes));
  return { remove: () => room.replaceChildren() };
}
