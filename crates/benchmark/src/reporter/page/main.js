"use strict";

// The navigation and the theme.
(() => {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const links = [...document.querySelectorAll("nav a")];
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function applyTheme() {
    const theme = state.get("theme");
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    else delete root.dataset.theme;
    button.textContent = isDark() ? "Light colours" : "Dark colours";
  }

  const isDark = () => (state.get("theme") ?? (dark.matches ? "dark" : "light")) === "dark";

  function markSection() {
    links.forEach((link) => {
      if (link.hash.slice(1) === state.section) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  function goTo(section) {
    document.getElementById(section)?.scrollIntoView();
    markSection();
  }

  links.forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    state.section = link.hash.slice(1);
    goTo(state.section);
    const heading = document.getElementById(state.section).querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }));
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    state.set("theme", next === (dark.matches ? "dark" : "light") ? undefined : next);
    applyTheme();
  });
  dark.addEventListener("change", applyTheme);
  state.onChange(() => {
    applyTheme();
    page.refresh();
    goTo(state.section);
  });
  // Paper is light.
  window.addEventListener("beforeprint", () => (root.dataset.theme = "light"));
  window.addEventListener("afterprint", applyTheme);
  applyTheme();
  if (state.section) goTo(state.section);
})();
