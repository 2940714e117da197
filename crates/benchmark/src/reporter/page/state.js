"use strict";

// The state of the page: the section, the choices of each view, the curves that are hidden, the theme. It is kept in the
// fragment of the address, as #SECTION&VIEW.CHOICE=VALUE&off=CURVE,CURVE&theme=dark.
const state = (() => {
  let section = "";
  let values = new Map();
  const listeners = [];

  function read() {
    const parts = location.hash.slice(1).split("&");
    section = decode(parts[0] ?? "");
    values = new Map();
    for (const part of parts.slice(1)) {
      const at = part.indexOf("=");
      if (at > 0) values.set(decode(part.slice(0, at)), decode(part.slice(at + 1)));
    }
  }

  // An address that somebody changed by hand must not stop the page.
  function decode(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return "";
    }
  }

  function write() {
    const parts = [...values].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
    history.replaceState(null, "", `#${[encodeURIComponent(section), ...parts].join("&")}`);
  }

  const api = {
    get section() {
      return section;
    },
    set section(name) {
      section = name;
      write();
    },
    get: (key) => values.get(key),
    set(key, value) {
      if (value === undefined || value === "") values.delete(key);
      else values.set(key, value);
      write();
    },
    isHidden: (curve) => (values.get("off") ?? "").split(",").includes(curve),
    toggle(curve) {
      const hidden = (values.get("off") ?? "").split(",").filter((name) => name !== "");
      const others = hidden.filter((name) => name !== curve);
      api.set("off", (others.length < hidden.length ? others : [...hidden, curve]).join(","));
    },
    onChange: (listener) => listeners.push(listener),
  };

  read();
  window.addEventListener("hashchange", () => {
    read();
    listeners.forEach((listener) => listener());
  });
  return api;
})();
