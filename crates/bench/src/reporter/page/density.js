"use strict";

const COLOURS = 8;

// Draws a density plot into `room`; a click on an extreme shows its puzzle.
function drawDensity(figure, room, legend, readout, extremes) {
  const { step, cells, guides, extremes: named } = figure.plot;
  const most = cells.reduce((most, [, , count]) => Math.max(most, count), 1);
  const level = (count) => Math.min(Math.floor((Math.log(count) / Math.log(Math.max(most, 2))) * COLOURS), COLOURS - 1);
  const colours = Array.from({ length: COLOURS }, (_, place) => cssColour(`d${place}`));
  const counts = new Map(cells.map(([x, y, count]) => [`${x},${y}`, count]));
  const plural = (count) => `${format.count(count)} ${count === 1 ? "puzzle" : "puzzles"}`;
  const place = (value) => Math.floor(Math.log(value) / Math.log(step));
  legend.replaceChildren(element("li", { class: "scale" }, "1", ...colours.slice(0, most > 1 ? COLOURS : 1).map(colourCell),
    `${plural(most)} a cell`));
  const ways = [...new Set(named.map(({ how }) => how))];
  const button = ({ puzzle }) =>
    element("button", { type: "button", onclick: () => puzzles.show(puzzle) }, puzzles.name(puzzle));
  extremes.replaceChildren(...ways.map((way) =>
    element("p", {}, `${way}: `, ...named.filter(({ how }) => how === way).map(button))));

  function paint(u) {
    const { ctx, bbox } = u;
    const ratio = devicePixelRatio;
    const at = (x, y) => [u.valToPos(x, "x", true), u.valToPos(y, "y", true)];
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const [x, y, count] of cells) {
      const [left, bottom] = at(step ** x, step ** y).map(Math.round);
      const [right, top] = at(step ** (x + 1), step ** (y + 1)).map(Math.round);
      ctx.fillStyle = colours[level(count)];
      ctx.fillRect(left, top, Math.max(right - left, 1), Math.max(bottom - top, 1));
    }
    const labels = [];
    const taken = [];
    for (const { factor, label, is_main: isMain } of guides) {
      const from = Math.max(figure.x.min, figure.y.min / factor);
      const to = Math.min(figure.x.max, figure.y.max / factor);
      if (from >= to) continue;
      const [begin, end] = [at(from, from * factor), at(to, to * factor)];
      ctx.strokeStyle = cssColour("neutral");
      ctx.lineWidth = ratio;
      ctx.setLineDash(isMain ? [] : [4 * ratio, 3 * ratio]);
      ctx.beginPath();
      ctx.moveTo(...begin);
      ctx.lineTo(...end);
      ctx.stroke();
      labels.push([label, end]);
    }
    ctx.setLineDash([]);
    ctx.strokeStyle = cssColour("mark");
    ctx.lineWidth = 1.5 * ratio;
    for (const { x, y } of named) {
      ctx.beginPath();
      ctx.arc(...at(x, y), 4 * ratio, 0, 2 * Math.PI);
      ctx.stroke();
    }
    // Readable above everything else.
    labels.forEach(([label, end]) => writeGuide(ctx, label, end, bbox, ratio, taken));
    ctx.restore();
  }

  function hover(u) {
    const { left, top } = u.cursor;
    if (left < 0) return (readout.textContent = "");
    const [x, y] = [place(u.posToVal(left, "x")), place(u.posToVal(top, "y"))];
    const span = (axis, at) => `${format.onAxis(axis, step ** at)} to ${format.onAxis(axis, step ** (at + 1))}`;
    const count = counts.get(`${x},${y}`) ?? 0;
    const near = nearest(u, left, top);
    const puzzle = near ? `; click: puzzle ${puzzles.name(near.puzzle)}` : "";
    readout.textContent =
      `${figure.x.label} ${span(figure.x, x)}, ${figure.y.label} ${span(figure.y, y)}: ${plural(count)}${puzzle}`;
    u.over.style.cursor = near ? "pointer" : "crosshair";
  }

  function nearest(u, left, top) {
    const distance = ({ x, y }) => Math.hypot(u.valToPos(x, "x") - left, u.valToPos(y, "y") - top);
    const best = named.reduce((best, one) => (!best || distance(one) < distance(best) ? one : best), undefined);
    return best && distance(best) < 12 ? best : undefined;
  }

  const width = room.clientWidth;
  const plot = new uPlot({
    width, height: Math.round(Math.min(Math.max(width * 0.62, 300), 540)), axes: uplotAxes(figure, width),
    legend: { show: false }, padding: [12, 22, 0, 0],
    series: [{}, { stroke: "transparent", points: { show: false } }],
    scales: { x: uplotScale(figure.x), y: uplotScale(figure.y) },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    hooks: { draw: [paint], setCursor: [hover] },
  }, [[figure.x.min, figure.x.max], [figure.y.min, figure.y.max]], room);
  function open() {
    const found = nearest(plot, plot.cursor.left, plot.cursor.top);
    if (found) puzzles.show(found.puzzle);
  }
  plot.over.addEventListener("click", open);
  // Arrow keys go from one extreme to the next, from left to right; Enter shows the puzzle.
  const inOrder = [...named].sort((one, other) => one.x - other.x || one.y - other.y);
  let index = -1;
  room.onkeydown = (event) => {
    if (event.key === "Enter") return open();
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || inOrder.length === 0) return;
    event.preventDefault();
    index = Math.min(Math.max(index + step, 0), inOrder.length - 1);
    const { x, y } = inOrder[index];
    plot.setCursor({ left: plot.valToPos(x, "x"), top: plot.valToPos(y, "y") });
  };
  return { remove: () => plot.destroy() };
}

// Writes the label of a guide at its upper end, unless it would lie on another label.
function writeGuide(ctx, label, [endX, endY], bbox, ratio, taken) {
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  const width = ctx.measureText(label).width;
  const [x, y] = [endX - 5 * ratio, endY + 14 * ratio];
  const isFree = taken.every(([left, top, wide]) => Math.abs(x - left) > Math.max(width, wide) || Math.abs(y - top) > 14 * ratio);
  if (!isFree || x - width < bbox.left || y > bbox.top + bbox.height) return;
  ctx.textAlign = "right";
  ctx.setLineDash([]);
  ctx.strokeStyle = cssColour("ground");
  ctx.lineWidth = 3 * ratio;
  ctx.strokeText(label, x, y);
  ctx.fillStyle = cssColour("soft");
  ctx.fillText(label, x, y);
  taken.push([x, y, width]);
}

// A sample of a colour. SVG, because the page allows no style attributes.
function colourCell(colour) {
  return svgElement("svg", { width: 16, height: 12, "aria-hidden": "true" },
    svgElement("rect", { width: 16, height: 12, fill: colour }));
}
