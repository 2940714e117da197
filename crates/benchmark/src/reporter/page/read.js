"use strict";

// Reads a figure: what is under the pointer, and what the arrow keys go through. Coordinates are shares of the axes, from 0 to 1.
const readers = {
  // The values of the curves that are shown, at the nearest x.
  curves({ x, y, plot }) {
    const places = plot.x.map((value) => position(x, value));
    const text = (value) => (value == null ? "–" : format.onAxis(y, value));
    const stop = (index) => {
      const shown = plot.curves.filter(({ name }) => !state.isHidden(name));
      const values = shown.map(({ name, y }) => `${name} ${text(y[index])}`).join(", ");
      const dots = shown.map((curve) => curve.y[index]).filter((value) => value != null).map((value) => position(y, value));
      return { x: places[index], dots, text: `${x.label} ${format.onAxis(x, plot.x[index])}: ${values}` };
    };
    const distance = (index, share) => Math.abs(places[index] - share);
    const nearest = (share) => places.reduce((best, _, index) => (distance(index, share) < distance(best, share) ? index : best), 0);
    return { stops: places.length, stop, under: ([share]) => stop(nearest(share)) };
  },

  // The puzzles of a cell, or the extreme that is at most twelve pixels away.
  density({ x, y, plot }) {
    const { step, columns, extremes } = plot;
    const counts = new Map(columns.flatMap(([across, lowest, ...column]) =>
      column.map((count, above) => [`${across},${lowest + above}`, count])));
    const exponent = (value) => Math.floor(Math.log(value) / Math.log(step));
    const span = (axis, at) => `${axis.label} ${format.onAxis(axis, step ** at)} to ${format.onAxis(axis, step ** (at + 1))}`;
    const text = (across, up) => {
      const count = counts.get(`${across},${up}`) ?? 0;
      return `${span(x, across)}, ${span(y, up)}: ${format.count(count)} ${count === 1 ? "puzzle" : "puzzles"}`;
    };
    const stops = extremes.map((extreme) => {
      const at = [position(x, extreme.x), position(y, extreme.y)];
      const about = `${text(exponent(extreme.x), exponent(extreme.y))}; click: puzzle ${puzzles.name(extreme.puzzle)}`;
      return { x: at[0], dots: [at[1]], text: about, puzzle: extreme.puzzle };
    }).sort((one, other) => one.x - other.x || one.dots[0] - other.dots[0]);
    const under = ([across, up], { width, height }) => {
      const distance = (stop) => Math.hypot((stop.x - across) * width, (stop.dots[0] - up) * height);
      const near = stops.filter((stop) => distance(stop) < 12).sort((one, other) => distance(one) - distance(other));
      return near[0] ?? { x: across, dots: [], text: text(exponent(valueAt(x, across)), exponent(valueAt(y, up))) };
    };
    return { stops: stops.length, stop: (index) => stops[index], under };
  },
};

// The place of a value on an axis, from 0 to 1, and the value at a place.
function position(axis, value) {
  const scale = axis.log ? Math.log : (x) => x;
  return (scale(value) - scale(axis.min)) / (scale(axis.max) - scale(axis.min));
}

function valueAt(axis, share) {
  return axis.log ? axis.min * (axis.max / axis.min) ** share : axis.min + share * (axis.max - axis.min);
}

// Shows what the pointer and the keys read from a figure, and opens the puzzle that is clicked.
function read(figure, node) {
  if (!readers[figure.plot.kind]) return;
  // Most figures are never read.
  let made;
  const reader = () => (made ??= readers[figure.plot.kind](figure));
  const chart = node.querySelector(".chart");
  const frame = chart.querySelector(".frame");
  const line = svgElement("path", { class: "cursor" });
  const dots = svgElement("path", { class: "dots" });
  chart.querySelector("svg").append(line, dots);
  let shown;
  let index = -1;

  function show(stop) {
    shown = stop;
    const { x, y, width, height } = frame.getBBox();
    const left = x + width * (stop?.x ?? 0);
    line.setAttribute("d", stop ? `M${left} ${y}v${height}` : "");
    dots.setAttribute("d", (stop?.dots ?? []).map((up) => `M${left} ${y + height * (1 - up)}h0`).join(""));
    node.querySelector(".readout").textContent = stop?.text ?? "";
    chart.classList.toggle("opens", stop?.puzzle !== undefined);
  }

  function open() {
    if (shown?.puzzle !== undefined) puzzles.show(shown.puzzle);
  }

  chart.addEventListener("pointermove", ({ clientX, clientY }) => {
    const box = frame.getBoundingClientRect();
    const at = [(clientX - box.left) / box.width, (box.bottom - clientY) / box.height];
    show(at.every((share) => share >= 0 && share <= 1) ? reader().under(at, box) : undefined);
  });
  chart.addEventListener("pointerleave", () => show());
  chart.addEventListener("click", open);
  chart.addEventListener("keydown", (event) => {
    if (event.key === "Enter") return open();
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || reader().stops === 0) return;
    event.preventDefault();
    index = Math.min(Math.max(index + step, 0), reader().stops - 1);
    show(reader().stop(index));
  });
}
