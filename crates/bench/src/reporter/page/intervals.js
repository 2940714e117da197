"use strict";

// Draws estimates with intervals, one below the other.
function drawIntervals(figure, room, legend) {
  legend.replaceChildren();
  const { rows } = figure.plot;
  const width = Math.max(room.clientWidth, 300);
  const longest = Math.max(...rows.map((row) => row.name.length));
  const labelled = 7 * Math.max(...rows.map((row) => row.label.length));
  const [left, right] = [Math.min(12 + 7.4 * longest, width * 0.4), width - 24 - labelled];
  // Many rows are less tall.
  const tall = Math.min(Math.max(800 / rows.length, 13), 34);
  const bottom = 12 + tall * rows.length;
  const x = (value) => left + Math.min(Math.max(position(figure.x, value), 0), 1) * (right - left);
  const text = (at, y, anchor, content) =>
    svgElement("text", { x: at, y, "text-anchor": anchor, fill: cssColour("soft"), "font-size": 12 }, content);
  const line = (x1, y1, x2, y2, stroke, wide) =>
    svgElement("line", { x1, y1, x2, y2, stroke, "stroke-width": wide });
  const nodes = [];
  let free = -Infinity;
  for (const [at, label] of figure.x.ticks) {
    nodes.push(line(x(at), 8, x(at), bottom, cssColour(figure.x.unit === "ratio" && at === 1 ? "neutral" : "grid"), 1));
    const half = 3.6 * label.length;
    if (x(at) - half < free) continue;
    nodes.push(text(x(at), bottom + 18, "middle", label));
    free = x(at) + half + 6;
  }
  rows.forEach((row, place) => {
    const y = 12 + tall * (place + 0.5);
    const colour = curveColour(row.colour);
    const bar = ([from, to], fill, opacity) =>
      svgElement("rect", { x: from, y: y - 0.33 * tall, width: Math.max(to - from, 1), height: 0.66 * tall, fill, "fill-opacity": opacity });
    const hasInterval = row.low !== null;
    // An interval without an end goes on to the end of the axis.
    const high = row.high ?? figure.x.max;
    const reach = hasInterval ? [x(row.low), x(high)] : [];
    // An end beyond the axis becomes an arrow.
    const arrow = (end, back) => svgElement("path", { d: `M${end} ${y}l${back} 6v-12z`, fill: colour });
    const arrows = [...(hasInterval && row.unchanged && row.low < figure.x.min ? [arrow(left, 9)] : []),
      ...(hasInterval && row.unchanged && high > figure.x.max ? [arrow(right, -9)] : [])];
    const written = (value) => (value === null ? "no answer" : format.onAxis(figure.x, value));
    const values = `${row.name}: ${written(row.value)}` + (hasInterval ? `, ${written(row.low)} to ${written(row.high)}` : "");
    nodes.push(
      ...(row.unchanged ? [bar(row.unchanged.map(x), cssColour("grid"), 1)] : hasInterval ? [bar(reach, colour, 0.45)] : []),
      ...(row.unchanged && hasInterval ? [line(reach[0], y, reach[1], y, colour, 3)] : []), ...arrows,
      ...(row.value === null ? [] : [svgElement("circle", { cx: x(row.value), cy: y, r: Math.min(5, 0.3 * tall), fill: colour }, svgElement("title", {}, values))]),
      text(left - 8, y + 4, "end", row.name), text(right + 8, y + 4, "start", row.label));
  });
  nodes.push(text((left + right) / 2, bottom + 40, "middle", figure.x.label));
  room.replaceChildren(svgElement("svg", { viewBox: `0 0 ${width} ${bottom + 50}`, "aria-hidden": "true" }, ...nodes));
  return { remove: () => room.replaceChildren() };
}
