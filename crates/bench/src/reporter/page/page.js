"use strict";

// The views: their choices, figures and tables. A figure is drawn when its view comes near the window.
const page = (() => {
  const views = report.views.map((view) => ({ ...view, drawn: null, isNear: false, room: roomOf(view.name) }));
  const plots = views.flatMap((view) => view.figures).map((figure) => figure.plot);
  plots.filter((plot) => plot.columns).forEach((plot) => (plot.cells = plot.columns.flatMap(cellsOf)));

  // The cells of a column: its place, the place of its lowest cell, and the puzzles of this cell and those above it.
  function cellsOf([x, lowest, ...counts]) {
    return counts.map((count, above) => [x, lowest + above, count]).filter(([, , count]) => count > 0);
  }

  function roomOf(name) {
    const section = document.getElementById(name);
    const find = (part) => section.querySelector(`.${part}`);
    return { section, controls: find("controls"), caption: section.querySelector("figcaption"), legend: find("legend"),
      chart: find("chart"), readout: find("readout"), extremes: find("extremes"), details: section.querySelector("details") };
  }

  // The figure that the state chooses. A pair that exists only the other way round is turned.
  function chosen(view) {
    const wanted = view.figures[0].choices.map(([key, first]) => [key, state.get(`${view.name}.${key}`) ?? first]);
    const matches = (figure, choices) => choices.every(([key, value]) => figure.choices.some(([k, v]) => k === key && v === value));
    const found = view.figures.find((figure) => matches(figure, wanted));
    if (found) return found;
    const turned = wanted.map(([key, value]) => [{ across: "up", up: "across" }[key] ?? key, value]);
    const other = view.figures.find((figure) => matches(figure, turned));
    return other ? turn(other) : nearest(view, wanted);
  }

  // The figure with the most of the wanted choices, the first of these the most important.
  function nearest(view, wanted) {
    const score = (figure) => wanted.reduce((sum, [key, value], place) =>
      sum + (figure.choices.some(([k, v]) => k === key && v === value) ? 2 ** (wanted.length - place) : 0), 0);
    return view.figures.reduce((best, figure) => (score(figure) > score(best) ? figure : best));
  }

  function turn(figure) {
    const { plot, choices } = figure;
    const [, across] = choices.find(([key]) => key === "across");
    const [, up] = choices.find(([key]) => key === "up");
    return {
      ...figure, x: figure.y, y: figure.x,
      choices: choices.map(([key, value]) => [key, key === "across" ? up : key === "up" ? across : value]),
      caption: figure.caption.replace(`above it ${up} costs`, `above it ${across} costs`),
      plot: { ...plot, cells: plot.cells.map(([x, y, count]) => [y, x, count]),
        extremes: plot.extremes.map(({ puzzle, x, y }) => ({ puzzle, x: y, y: x })) },
    };
  }

  function controls(view, figure) {
    const keys = figure.choices.map(([key]) => key);
    return keys.map((key, place) => {
      const all = view.figures.flatMap((other) => other.choices).filter(([k]) => k === key || (isPair(key) && isPair(k)));
      const options = [...new Set(all.map(([, value]) => value))];
      if (options.length < 2) return "";
      const current = figure.choices[place][1];
      const select = element("select", { onchange: () => choose(view, figure, key, select.value) },
        ...options.map((value) => element("option", { value, ...(value === current ? { selected: "" } : {}) }, value)));
      return element("label", {}, `${key} `, select);
    });
  }

  const isPair = (key) => key === "across" || key === "up";

  function choose(view, figure, key, value) {
    const before = new Map(figure.choices);
    state.section = view.name;
    state.set(`${view.name}.${key}`, value);
    // A strategy against itself shows nothing: the two are exchanged.
    const other = { across: "up", up: "across" }[key];
    if (other && before.get(other) === value) state.set(`${view.name}.${other}`, before.get(key));
    draw(view);
    view.room.controls.querySelectorAll("select")[[...before.keys()].indexOf(key)]?.focus();
  }

  const painters = { curves: drawCurves, density: drawDensity, intervals: drawIntervals };

  function draw(view) {
    const { room } = view;
    const figure = chosen(view);
    view.drawn?.remove();
    room.chart.replaceChildren();
    room.extremes.replaceChildren();
    room.readout.textContent = "";
    room.controls.replaceChildren(...controls(view, figure));
    room.caption.textContent = figure.caption;
    const keys = { curves: " Arrow keys read the values.", density: " Arrow keys go through the extremes, Enter shows one." }[figure.plot.kind] ?? "";
    room.chart.setAttribute("aria-label", `${view.title}: ${figure.caption}${keys} The values are in the table below.`);
    view.drawn = painters[figure.plot.kind](figure, room.chart, room.legend, room.readout, room.extremes);
    room.details.hidden = figure.table.rows.length === 0;
    room.details.replaceChildren(element("summary", {}, "The values as a table"), table(figure.table));
  }

  const redraw = () => views.filter((view) => view.isNear).forEach(draw);

  function watch() {
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((entry) => entry.isIntersecting)) {
        const view = views.find((view) => view.room.section === entry.target);
        if (view.isNear) continue;
        view.isNear = true;
        draw(view);
      }
    }, { rootMargin: "300px" });
    views.forEach((view) => near.observe(view.room.section));
    let width = document.documentElement.clientWidth;
    window.addEventListener("resize", () => {
      // The address bar of a phone changes the height only.
      if (document.documentElement.clientWidth === width) return;
      width = document.documentElement.clientWidth;
      redraw();
    });
  }

  function drawAll() {
    views.forEach((view) => {
      view.isNear = true;
      draw(view);
    });
  }

  return { refresh: redraw, drawAll, watch };
})();
