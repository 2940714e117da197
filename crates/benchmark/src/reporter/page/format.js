"use strict";

// Numbers as people read them: the same rules as the tables of the tool.
const format = (() => {
  const count = (n) => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ",");

  const rounded = (value, decimals) => (Math.round(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals);

  function threeDigits(value) {
    if (value < 0.0995) return rounded(value, 4);
    if (value < 9.995) return rounded(value, 2);
    if (value < 99.95) return rounded(value, 1);
    return value >= 1e9 ? value.toExponential(1).replace("+", "") : count(value);
  }

  function duration(ns) {
    if (ns < 999.5) return `${threeDigits(ns)} ns`;
    if (ns < 999.5e3) return `${threeDigits(ns / 1e3)} µs`;
    if (ns < 999.5e6) return `${threeDigits(ns / 1e6)} ms`;
    return `${threeDigits(ns / 1e9)} s`;
  }

  function percentile(inverse) {
    const digits = Math.min(Math.max(Math.ceil(Math.log10(inverse) + 0.5), 0), 12);
    return `${(100 * (1 - 1 / inverse)).toFixed(digits)} %`;
  }

  const units = {
    nanoseconds: duration,
    seconds: (value) => `${threeDigits(value)} s`,
    // A logarithmic axis shows 0 at 0.5.
    count: (value) => count(value < 1 ? 0 : value),
    share: (value) => `${threeDigits(100 * value)} %`,
    ratio: (value) => `${threeDigits(value)} ×`,
    nines: percentile,
    rating: (value) => value.toFixed(1),
    run: (value) => count(value),
  };

  // The text of a value on an axis; the places of runs and of puzzles above a limit have names.
  function onAxis(axis, value) {
    const tick = ["run", "rating"].includes(axis.unit) && axis.ticks.find(([at]) => at === value);
    return tick ? tick[1] : units[axis.unit](value);
  }

  return { count, onAxis };
})();
