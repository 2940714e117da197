// Drives the browser of scripts/check/report: node check-report.cjs CHROMIUM DIRECTORY [PICTURES]
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const [executablePath, directory, pictures] = process.argv.slice(2);
const file = (name) => path.join(directory, name);
const summary = JSON.parse(fs.readFileSync(file("plain/summary.json"), "utf8"));
const corpus = fs.readFileSync("datasets/classics.csv", "utf8").split("\n");
const VIEWS = ["latency", "survival", "profile", "scatter", "node-cost", "node-depth", "difficulty", "noise"];

const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

// Opens a page that fails on any error, any message of the console and any request but the page itself.
async function open(browser, name, options = {}) {
  const { fragment = "", ...context } = options;
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...context });
  page.problems = [];
  page.on("console", (message) => page.problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => page.problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => page.problems.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) page.problems.push(`request: ${request.url().slice(0, 200)}`);
  });
  await page.goto(`file://${file(name)}${fragment}`);
  return page;
}

// The figure of a view that is shown.
const figure = (view) => `#${view} figure:not([hidden])`;

// The number of elements of a view's picture that have a size.
const drawn = (page, view) => page.locator(`${figure(view)} svg *`).evaluateAll((all) =>
  all.filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 0).length);

const text = (page, selector) => page.locator(selector).first().innerText();
const choose = (page, view, name, value) =>
  page.locator(`#${view} .controls label`, { hasText: name }).locator("select").selectOption(value);

async function noOverflow(page) {
  const [wide, room] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `the page is ${wide} pixels wide in ${room}`);
}

async function picture(page, name) {
  if (!pictures) return;
  fs.mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

async function everyView(page) {
  for (const view of VIEWS) {
    await page.click(`nav a[href="#${view}"]`);
    assert.ok((await text(page, `${figure(view)} figcaption`)).length > 40);
    const names = await page.locator(`#${view} .controls select`).evaluateAll((all) => all.map(({ name }) => name));
    for (const name of names) {
      const select = page.locator(`#${view} .controls select[name="${name}"]`);
      for (const value of await select.locator("option").allTextContents()) {
        await select.selectOption(value);
        assert.equal(await select.inputValue(), value);
        assert.equal(await page.locator(figure(view)).count(), 1);
        assert.ok((await drawn(page, view)) > 10, `nothing is drawn in ${view} with ${value}`);
      }
    }
  }
  assert.match(page.url(), /#noise/);
  await noOverflow(page);
}

// Times as the page writes them, computed from summary.json.
function duration(ns) {
  const [scale, unit] = ns < 999.5 ? [1, "ns"] : ns < 999.5e3 ? [1e3, "µs"] : ns < 999.5e6 ? [1e6, "ms"] : [1e9, "s"];
  const value = ns / scale;
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${(Math.round(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals)} ${unit}`;
}

// The tables are written by the tool, the readouts by the page: both must round halves up (crates/corpus/src/numbers.rs has the same test).
async function rounding(page) {
  const halves = [3_615, 3_625, 12_250, 12_750, 999_500];
  const expected = ["3.62 µs", "3.63 µs", "12.3 µs", "12.8 µs", "1.00 ms"];
  const written = await page.evaluate((halves) => halves.map((ns) => format.onAxis({ unit: "nanoseconds" }, ns)), halves);
  assert.deepEqual(written, expected);
  assert.deepEqual(halves.map(duration), expected);
}

async function values(page) {
  await page.click(`${figure("latency")} summary`);
  for (const strategy of summary.strategies) {
    const row = page.locator(`${figure("latency")} tbody tr`, { has: page.getByRole("cell", { name: strategy.strategy, exact: true }) });
    const cells = await row.locator("td").allInnerTexts();
    const expected = ["latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_p999_ns", "latency_max_ns"];
    const texts = expected.map((key) => (strategy[key] === null ? "no answer" : duration(strategy[key])));
    assert.deepEqual(cells.slice(3), texts, strategy.strategy);
    assert.equal(cells[2], `${strategy.answered}`);
  }
  // The last value of a curve of answered puzzles, read with the keyboard.
  const readout = `${figure("survival")} .readout`;
  await page.locator(`${figure("survival")} .chart`).focus();
  await page.keyboard.press("End");
  const read = await text(page, readout);
  for (const strategy of summary.strategies) {
    assert.ok(read.includes(`${strategy.strategy} ${strategy.solved + strategy.unsolvable}`), `${strategy.strategy} in ${read}`);
  }
  await page.keyboard.press("ArrowLeft");
  const before = await text(page, readout);
  assert.notEqual(before, read);
  // The same with the mouse: the point that is nearest to the right end.
  const box = await page.locator(`${figure("survival")} .frame`).boundingBox();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
  assert.ok([before, read].includes(await text(page, readout)));
  const table = await page.locator("#summary table").first().locator("tbody tr").allInnerTexts();
  summary.strategies.forEach((strategy, place) => {
    const [name, answered, p50] = table[place].split("\t");
    assert.deepEqual([name, parseInt(answered, 10)], [strategy.strategy, strategy.answered]);
    if (strategy.latency_p50_ns !== null) assert.equal(p50, duration(strategy.latency_p50_ns));
    else assert.match(p50, /^(> limit|no answer)$/);
  });
}

// The first screen answers which strategy is the fastest; its table sorts, and its headers lead to their definitions.
async function firstScreen(page) {
  assert.match(await text(page, ".headline"), /^\w+ (is the fastest|alone answers|answers the most).*: .*[\d,./]+ × as fast as \S+ in total time\./);
  const names = () => page.locator("#summary table.sorted tbody tr td:first-child").allInnerTexts();
  const medians = new Map(summary.strategies.map(({ strategy, latency_p50_ns: ns }) => [strategy, ns ?? Infinity]));
  const button = page.locator("#summary th button", { hasText: "median" });
  await button.click();
  const ascending = [...medians].sort(([, a], [, b]) => a - b).map(([name]) => name);
  assert.deepEqual(await names(), ascending);
  assert.ok((await button.getAttribute("title")).length > 20, "the header has no tooltip");
  await button.click();
  const known = ascending.filter((name) => medians.get(name) < Infinity);
  assert.deepEqual((await names()).slice(0, known.length), known.reverse());
  for (const link of await page.locator("#summary th a").all()) {
    assert.equal(await page.locator(await link.getAttribute("href")).count(), 1, "a header leads nowhere");
  }
}

async function legend(page) {
  const button = page.locator(`${figure("profile")} .legend button`, { hasText: "dlx" });
  const before = await drawn(page, "profile");
  await button.focus();
  await page.keyboard.press("Enter");
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  assert.ok((await drawn(page, "profile")) < before, "the curve is still drawn");
  await page.locator(`${figure("profile")} .chart`).focus();
  await page.keyboard.press("End");
  assert.ok(!(await text(page, `${figure("profile")} .readout`)).includes("dlx "), "the hidden curve is read");
  await page.reload();
  assert.equal(await button.getAttribute("aria-pressed"), "false", "the address does not hold the state");
}

// The arrow keys go through the extremes of a scatter plot, and Enter shows one; so does a click.
async function scatter(page) {
  const selects = () => page.locator("#scatter select").evaluateAll((all) => all.map((one) => one.value));
  assert.deepEqual(await selects(), ["latency", "naive", "dlx"]);
  assert.match(await text(page, `${figure("scatter")} .extremes`), /^\S+ slowest against \S+:/);
  const readout = page.locator(`${figure("scatter")} .readout`);
  await page.locator(`${figure("scatter")} .chart`).focus();
  await page.keyboard.press("ArrowRight");
  const read = await readout.innerText();
  await page.keyboard.press("Enter");
  const dialog = page.locator("dialog[open]");
  assert.equal(await dialog.locator("h2").innerText(), `Puzzle ${read.split("click: puzzle ")[1]}`);
  await page.keyboard.press("Escape");
  const [x, y] = await page.locator(`${figure("scatter")} .dots`).evaluate((dots) => {
    const box = dots.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
  await page.mouse.move(x + 1, y + 1);
  const name = (await readout.innerText()).split("click: puzzle ")[1];
  await page.mouse.down();
  await page.mouse.up();
  const puzzle = await page.evaluate((name) => report.puzzles.find((puzzle) => puzzle.name === name), name);
  assert.equal(await dialog.locator("h2").innerText(), `Puzzle ${puzzle.name}`);
  const givens = corpus[puzzle.line - 1].split(",")[1].replace(/0/g, ".");
  assert.equal(await dialog.locator("svg").getAttribute("aria-label"), `the puzzle ${givens}`);
  assert.equal(await dialog.locator("svg text").count(), givens.replace(/\./g, "").length);
  assert.match(await dialog.locator("code").innerText(), /^echo '.{81}' \| sudoku-bench run - --strategy naive,.* --node-limit 100000$/);
  await dialog.getByRole("button", { name: "Copy the puzzle" }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await choose(page, "scatter", "across", "norvig");
  assert.deepEqual((await selects()).slice(0, 2), ["latency", "norvig"]);
}

// The dialog of a puzzle has its ratings and its steps; a step shows the grid after it.
async function steps(page) {
  const place = await page.evaluate(() => report.puzzles.findIndex(({ path }) => path.end === ""));
  const { givens, path } = await page.evaluate((place) => report.puzzles[place], place);
  await page.evaluate((place) => puzzles.show(place), place);
  const dialog = page.locator("dialog[open]");
  assert.ok((await dialog.innerText()).includes(path.ratings));
  assert.match(path.ratings, /^ER \d+\.\d, EP \d+\.\d, ED \d+\.\d; \d+ steps, the hardest: /);
  const buttons = dialog.locator(".path button");
  assert.equal(await buttons.first().isVisible(), false, "the steps are not folded");
  await dialog.locator("summary").click();
  assert.equal(await buttons.count(), path.steps.length);
  assert.match(await dialog.locator(".path li").first().innerText(), /^r\dc\d = \d \d+\.\d [\w-]+: \w/);
  await buttons.last().click();
  assert.equal(await buttons.last().getAttribute("aria-pressed"), "true");
  assert.equal(await dialog.locator(".grid text").count(), 81, "the last step does not fill the grid");
  assert.ok((await dialog.locator(".grid").getAttribute("aria-label")).startsWith(`the puzzle ${givens} with `));
  await picture(page, "steps");
}

async function themes(page) {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await picture(page, "light");
  await page.click("#theme");
  const dark = await ground();
  assert.notEqual(light, dark);
  await picture(page, "dark");
  await page.reload();
  assert.equal(await ground(), dark, "the address does not hold the theme");
  await page.click("#theme");
  assert.equal(await ground(), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await ground(), dark);
}

async function narrow(page, name) {
  await noOverflow(page);
  const wide = await page.evaluate(() => [...document.querySelectorAll(".chart svg")]
    .filter((plot) => plot.getBoundingClientRect().right > innerWidth).length);
  assert.equal(wide, 0, `plots of ${name} reach beyond the window`);
  await picture(page, `narrow-${name.replace(/\W/g, "-")}`);
}

// Tabs through the whole page: everything that can be used is reached, in the order of the page, and can be seen.
async function keyboard(page) {
  const usable = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button, select, summary, [tabindex='0']")];
    const shown = all.filter((node) => node.checkVisibility() && !node.closest("details:not([open]) > :not(summary)"));
    shown.forEach((node, place) => (node.dataset.place = place));
    return shown.length;
  });
  const reached = [];
  for (let i = 0; i < usable; i++) {
    await page.keyboard.press("Tab");
    const place = await page.evaluate(() => {
      const { dataset, offsetWidth } = document.activeElement;
      return offsetWidth > 0 ? Number(dataset.place) : -1;
    });
    reached.push(place);
  }
  assert.deepEqual(reached, Array.from({ length: usable }, (_, place) => place));
  assert.ok(usable > 60, `only ${usable} elements`);
  await page.locator(`${figure("scatter")} .extremes button`).first().focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await page.keyboard.press("Escape");
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, select, [role=group], [role=region]")]
    .filter((node) => !(node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent ?? node.textContent).trim()).length);
  assert.equal(unnamed, 0, "elements without a name for a screen reader");
}

async function withoutScript(page) {
  for (const view of VIEWS) {
    assert.ok(await page.locator(`${figure(view)} .chart svg`).isVisible(), `${view} has no picture`);
    await page.locator(`${figure(view)} summary`).click();
    assert.ok(await page.locator(`${figure(view)} table`).isVisible(), `${view} has no table`);
  }
  await noOverflow(page);
  await picture(page, "noscript");
}

async function hostile(page) {
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.match(await text(page, "h1"), /^<svg onload=pwned=1> /);
  assert.match(await text(page, `${figure("scatter")} .extremes button`), /<\/script><img src=x onerror=pwned=1>/);
  await page.locator(`${figure("scatter")} .extremes button`).first().click();
  assert.match(await text(page, "dialog h2"), /<\/script><img src=x/);
  assert.equal(await page.locator("img").count(), 0);
}

async function two(page) {
  assert.ok((await drawn(page, "comparison")) > 10);
  assert.match(await text(page, "h1"), /^again against plain: classics$/);
  assert.match(await text(page, ".verdict"), /^(pass|inconclusive|regressed): /);
  await picture(page, "two");
  await choose(page, "comparison", "of", "counts");
  await page.click(`${figure("comparison")} summary`);
  const rows = await page.locator(`${figure("comparison")} tbody tr`).allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split("\t").at(-1)), summary.strategies.map(() => "same"));
}

async function three(page) {
  assert.match(await text(page, ".verdict"), /^pass: /);
  await choose(page, "history", "metric", "nodes");
  await page.locator(`${figure("history")} .chart`).focus();
  await page.keyboard.press("End");
  const dlx = summary.strategies.find((strategy) => strategy.strategy === "dlx");
  assert.ok((await text(page, `${figure("history")} .readout`)).includes(`dlx ${dlx.nodes.toLocaleString("en-US")}`));
  await picture(page, "three");
}

async function printed(page) {
  const pdf = await page.pdf({ format: "A4" });
  if (pictures) fs.writeFileSync(path.join(pictures, "print.pdf"), pdf);
  assert.ok(pdf.length > 50_000, "the printed page has no plots");
}

// Each check, the file that it gets as a page, and options of the page.
const CHECKS = [
  ...[everyView, rounding, firstScreen, themes, keyboard].map((check) => [check, "plain/report.html"]),
  [values, "plain/report.html", { fragment: "#latency&latency.latencies=smallest%20over%20rounds" }],
  [legend, "plain/report.html", { fragment: "#profile" }],
  [scatter, "plain/report.html", { fragment: "#scatter&scatter.cost=latency&scatter.across=naive&scatter.up=dlx" }],
  [steps, "plain/report.html", { fragment: "#scatter" }],
  ...["plain/report.html", "hostile/report.html", "two.html", "three.html"].map((name) =>
    [narrow, name, { viewport: { width: 380, height: 800 } }]),
  [withoutScript, "plain/report.html", { javaScriptEnabled: false }],
  [hostile, "hostile/report.html", { fragment: "#scatter&off=%E0%A4%A&=&x" }],
  [two, "two.html", { fragment: "#comparison" }],
  [three, "three.html", { fragment: "#history" }],
  [printed, "plain/report.html", { colorScheme: "dark" }],
];

(async () => {
  const browser = await chromium.launch({ executablePath, args });
  try {
    for (const [check, name, options] of CHECKS) {
      const page = await open(browser, name, options);
      await check(page, name).catch((error) => {
        error.message = `${check.name}: ${error.message}`;
        throw error;
      });
      assert.deepEqual(page.problems, [], check.name);
      await page.close();
    }
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(`check-report: ${error.stack}`);
  process.exit(1);
});
