"use strict";

// The axes of a figure as uPlot takes them. Labels that would touch are left out.
function uplotAxes(figure, width) {
  const common = { stroke: cssColour("soft"), grid: { stroke: cssColour("grid"), width: 1 }, ticks: { show: false } };
  const font = "12px system-ui, sans-serif";
  const labels = (axis, room) => (_, splits) => {
    let free = -Infinity;
    return splits.map((at, place) => {
      const text = axis.ticks[place]?.[1] ?? "";
      const half = 3.4 * text.length;
      const x = room * position(axis, at);
      // The room ends at the edge of the page.
      if (x - half < free || x + half > room + 22) return "";
      free = x + half + 6;
      return text;
    });
  };
  const all = (axis) => (_, splits) => splits.map((_, place) => axis.ticks[place]?.[1] ?? "");
  const longest = Math.max(...figure.y.ticks.map(([, text]) => text.length), 2);
  const left = 34 + 6.8 * longest;
  const splits = (axis) => () => axis.ticks.map(([at]) => at);
  const keep = (_, found) => found;
  return [
    { ...common, font, labelFont: font, label: figure.x.label, labelSize: 22, size: 28, splits: splits(figure.x),
      filter: keep, values: labels(figure.x, width - left - 24) },
    { ...common, font, labelFont: font, label: figure.y.label, labelSize: 20, size: left - 20, splits: splits(figure.y),
      filter: keep, values: all(figure.y) },
  ];
}

// The place of a value on an axis, from 0 to 1.
function position(axis, value) {
  const scale = axis.log ? Math.log : (x) => x;
  return (scale(value) - scale(axis.min)) / (scale(axis.max) - scale(axis.min));
}

function uplotScale(axis) {
  return { time: false, distr: axis.log ? 3 : 1, range: () => [axis.min, axis.max] };
}

function plotHeight(width) {
  return Math.round(Math.min(Math.max(width * 0.5, 280), 440));
}

// Draws a figure of curves into `room`. Returns what the page needs to resize and to remove it.
function drawCurves(figure, room, legend, readout) {
  const { x, curves, line } = figure.plot;
  const data = [x];
  const series = [{}];
  const bands = [];
  // The series of each curve: its own, and those of its band.
  const parts = curves.map((curve) => {
    const colour = curveColour(curve.colour);
    const own = [data.length];
    const paths = line === "steps" ? uPlot.paths.stepped({ align: 1 }) : undefined;
    data.push(curve.y);
    series.push({ stroke: colour, width: 2, dash: curves.length > 1 ? curveDashes(curve.colour) : undefined, paths, spanGaps: true,
      points: { show: line === "dots" || figure.x.unit === "run", size: 6, fill: colour, stroke: colour }, show: !state.isHidden(curve.name) });
    if (curve.band) {
      for (const values of curve.band) {
        own.push(data.length);
        data.push(values);
        series.push({ stroke: "transparent", width: 0, points: { show: false }, show: !state.isHidden(curve.name) });
      }
      bands.push({ series: [own[2], own[1]], fill: `${colour}2e` });
    }
    return own;
  });

  const outputs = curves.map(() => element("output"));
  const buttons = curves.map((curve, place) =>
    element("button", { type: "button", "aria-pressed": String(!state.isHidden(curve.name)), onclick: () => toggle(place) },
      swatch(curve.colour), element("span", {}, curve.name), outputs[place]));
  legend.replaceChildren(...(curves.length > 1 ? buttons : []).map((button) => element("li", {}, button)));

  function toggle(place) {
    state.toggle(curves[place].name);
    page.refresh();
    // The buttons are new ones.
    legend.querySelectorAll("button")[place]?.focus();
  }

  const textAt = (place, index) => (curves[place].y[index] == null ? "–" : format.onAxis(figure.y, curves[place].y[index]));
  function show(index) {
    const isShown = index != null;
    outputs.forEach((output, place) => (output.textContent = isShown ? textAt(place, index) : ""));
    if (!isShown) return (readout.textContent = "");
    const shown = curves.map((curve, place) => [curve, place]).filter(([curve]) => !state.isHidden(curve.name));
    const values = shown.map(([curve, place]) => `${curve.name} ${textAt(place, index)}`);
    readout.textContent = `${figure.x.label} ${format.onAxis(figure.x, x[index])}: ${values.join(", ")}`;
  }

  const width = room.clientWidth;
  const plot = new uPlot({
    width, height: plotHeight(width), series, bands, axes: uplotAxes(figure, width), legend: { show: false },
    padding: [12, 22, 0, 0],
    scales: { x: uplotScale(figure.x), y: uplotScale(figure.y) },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    hooks: { setCursor: [(u) => show(u.cursor.left >= 0 ? u.cursor.idx : null)] },
  }, data, room);

  let index = -1;
  room.onkeydown = (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    index = Math.min(Math.max(index + step, 0), x.length - 1);
    plot.setCursor({ left: plot.valToPos(x[index], "x"), top: 10 });
    show(index);
  };
  return {
    remove: () => plot.destroy(),
  };
}

function swatch(colour) {
  const dashes = curveDashes(colour)?.join(" ");
  const stroke = { x1: 0, y1: 6, x2: 22, y2: 6, stroke: curveColour(colour), "stroke-width": 3, "stroke-dasharray": dashes };
  return svgElement("svg", { width: 22, height: 12, "aria-hidden": "true" }, svgElement("line", stroke));
}
