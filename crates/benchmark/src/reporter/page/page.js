"use strict";

// The views: which figure of each is shown, and which of its curves.
const page = (() => {
  const views = report.views.map(({ name, figures }) => {
    const section = document.getElementById(name);
    const nodes = section.querySelectorAll("figure");
    const all = figures.map((figure, place) => ({ ...figure, node: nodes[place] }));
    return { name, figures: all, controls: section.querySelector(".controls") };
  });

  // The first figure with the values that the state chooses. A value that no figure has with the values before it is ignored.
  function chosen({ name, figures }) {
    const left = figures[0].choices.reduce((left, [key], place) => {
      const matching = left.filter(({ choices }) => choices[place][1] === state.get(`${name}.${key}`));
      return matching.length > 0 ? matching : left;
    }, figures);
    return left[0];
  }

  // A choice has the values of the figures that have the same choices before it.
  function controls(view, { choices }) {
    return choices.map(([key, current], place) => {
      const isLike = (other) => choices.slice(0, place).every(([, value], before) => other.choices[before][1] === value);
      const values = new Set(view.figures.filter(isLike).map((other) => other.choices[place][1]));
      if (values.size < 2) return "";
      const option = (value) => element("option", { value, ...(value === current ? { selected: "" } : {}) }, value);
      const select = element("select", { name: key, onchange: () => choose(view, key, select.value) }, ...[...values].map(option));
      return element("label", {}, `${key} `, select);
    });
  }

  function choose(view, key, value) {
    state.section = view.name;
    state.set(`${view.name}.${key}`, value);
    show(view);
    view.controls.querySelector(`[name="${key}"]`)?.focus();
  }

  function show(view) {
    const figure = chosen(view);
    view.figures.forEach(({ node }) => (node.hidden = node !== figure.node));
    view.controls.replaceChildren(...controls(view, figure));
    const curves = figure.node.querySelectorAll(".curve");
    figure.node.querySelectorAll(".legend button").forEach((button, place) => {
      const isHidden = state.isHidden(button.textContent);
      button.setAttribute("aria-pressed", String(!isHidden));
      curves[place].classList.toggle("off", isHidden);
    });
  }

  const refresh = () => views.forEach(show);

  views.flatMap((view) => view.figures).forEach((figure) => read(figure, figure.node));
  document.querySelectorAll(".legend button").forEach((button) => button.addEventListener("click", () => {
    state.toggle(button.textContent);
    refresh();
  }));
  document.querySelectorAll("[data-puzzle]").forEach((button) =>
    button.addEventListener("click", () => puzzles.show(Number(button.dataset.puzzle))));
  refresh();
  return { refresh };
})();
