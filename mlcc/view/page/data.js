/* The data of the page, and what is chosen: one kernel, one line of its text, one node of the model. */

const data = JSON.parse(document.getElementById("data").textContent);
const kernels = new Map(data.kernels.map((kernel, index) => [kernel.name, Object.assign(kernel, { index })]));
const rows = new Map((data.times.kernels || []).map((row) => [row.kernel, row]));
const chosen = { kernel: null, line: 0, node: null };
const listeners = [];

/* Kernels that compute a node of the model. */
const kernelsOf = new Map();
for (const kernel of data.kernels) {
  for (const node of kernel.nodes) {
    if (!kernelsOf.has(node)) kernelsOf.set(node, []);
    kernelsOf.get(node).push(kernel.name);
  }
}

/* Calls of kernels that are no programs of the module: copies, and functions of libraries. */
for (const row of data.times.kernels || []) {
  if (!kernels.has(row.kernel)) {
    const kernel = { name: row.kernel, nodes: row.nodes, index: kernels.size, foreign: true };
    kernels.set(row.kernel, kernel);
    data.kernels.push(kernel);
  }
}

function choose(change) {
  const before = { ...chosen };
  if (change.kernel !== undefined && change.kernel !== chosen.kernel) chosen.line = 0;
  Object.assign(chosen, change);
  if (chosen.kernel !== null && !kernels.has(chosen.kernel)) chosen.kernel = null;
  history.replaceState(null, "", chosen.kernel === null ? "#" : `#${encodeURIComponent(chosen.kernel)}:${chosen.line}`);
  for (const listener of listeners) listener(before);
}

/* Whether something that stands for a kernel, or for nodes of the model, is chosen. */
function isChosen(name, nodes) {
  if (chosen.node !== null) return (nodes || []).includes(chosen.node) || false;
  if (chosen.kernel === null) return false;
  if (name === chosen.kernel) return true;
  const own = kernels.get(chosen.kernel).nodes;
  return !kernels.has(name) && (nodes || []).some((node) => own.includes(node));
}

/* Choose what a box of a graph stands for. */
function chooseBox(name, nodes) {
  if (kernels.has(name)) return choose({ kernel: name, node: null });
  const node = (nodes || []).find((item) => kernelsOf.has(item));
  if (node === undefined) return choose({ node: (nodes || [])[0] ?? null });
  choose({ kernel: kernelsOf.get(node)[0], node: null });
}

function color(name) {
  const kernel = kernels.get(name);
  if (!kernel) return "var(--pane)";
  return `hsl(${Math.round((kernel.index * 137.508) % 360)} var(--strength) var(--fill))`;
}

function seconds(value) {
  for (const [scale, unit] of [[1, "s"], [1e-3, "ms"], [1e-6, "us"]]) {
    if (value >= scale) return `${(value / scale).toPrecision(3)} ${unit}`;
  }
  return `${Math.round(value * 1e9)} ns`;
}

function bytes(count) {
  for (const [scale, unit] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]) {
    if (count >= scale) return `${+(count / scale).toPrecision(3)} ${unit}`;
  }
  return `${count} B`;
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/* A text beside the pointer. */
const tip = document.getElementById("tip");
function told(made, text) {
  made.addEventListener("pointermove", (event) => {
    tip.textContent = typeof text === "function" ? text() : text;
    tip.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = tip;
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - width - 6)}px`;
    tip.style.top = `${event.clientY + 18 + height > innerHeight ? event.clientY - height - 8 : event.clientY + 18}px`;
  });
  made.addEventListener("pointerleave", () => (tip.hidden = true));
  return made;
}

function timesText(name) {
  const row = rows.get(name);
  if (!row) return "";
  const part = (value, unit) => (value === null || value === undefined ? null : `${value.toPrecision(3)} ${unit}`);
  const limit = row.of_limit === null ? null : `${Math.round(100 * row.of_limit)} % of the limit`;
  const calls = row.calls > 1 ? `${row.calls} calls` : null;
  return [seconds(row.seconds), calls, part(row.gflops, "GFLOP/s"), part(row.gbytes, "GB/s"), limit]
    .filter((item) => item !== null).join(", ");
}
