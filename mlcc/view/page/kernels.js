/* The table of kernels, and the chosen kernel in all its forms. */

/* Title, key to sort by, text, class. */
const COLUMNS = [
  ["kernel", (kernel) => kernel.name, (kernel) => kernel.name],
  ["time", (kernel) => rows.get(kernel.name)?.seconds ?? -1, (kernel) => (rows.has(kernel.name) ? seconds(rows.get(kernel.name).seconds) : "")],
  ["%", (kernel) => rows.get(kernel.name)?.share ?? -1, (kernel) => (rows.has(kernel.name) ? (100 * rows.get(kernel.name).share).toFixed(1) : "")],
  ["GFLOP/s", (kernel) => rows.get(kernel.name)?.gflops ?? -1, (kernel) => rows.get(kernel.name)?.gflops?.toFixed(1) ?? "", "rate"],
  ["GB/s", (kernel) => rows.get(kernel.name)?.gbytes ?? -1, (kernel) => rows.get(kernel.name)?.gbytes?.toFixed(1) ?? "", "rate"],
  ["% limit", (kernel) => rows.get(kernel.name)?.of_limit ?? -1, (kernel) => (rows.get(kernel.name)?.of_limit != null ? Math.round(100 * rows.get(kernel.name).of_limit) : "")],
  ["spills", (kernel) => kernel.spills ?? -1, (kernel) => kernel.spills || "", "bad"],
];
const list = document.getElementById("list"), detail = document.getElementById("detail");
const sorting = { column: data.times.kernels ? 1 : -1, down: true, text: "" };
let panes = [];

function sorted() {
  const wanted = sorting.text.toLowerCase();
  const found = data.kernels.filter((kernel) => !wanted || kernel.name.toLowerCase().includes(wanted) || kernel.nodes.some((node) => node.toLowerCase().includes(wanted)));
  if (sorting.column < 0) return found;
  const key = COLUMNS[sorting.column][1], sign = sorting.down ? -1 : 1;
  return found.sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : a.index - b.index));
}

/* A name that loses its middle where it is too long: kernels of one kind differ at the end. */
function named(name) {
  return element("div", { class: "name" }, element("span", { class: "swatch", style: `background:${color(name)}` }),
    element("span", { class: "head" }, name.slice(0, -10)), element("span", {}, name.slice(-10)));
}

/* The columns that say something: without times there is more room for names. */
function shownColumns() {
  const says = (column) => data.kernels.some((kernel) => COLUMNS[column][2](kernel) !== "");
  return [...COLUMNS.keys()].filter((column) => !column || (column === 1 && data.times.seconds !== undefined) || says(column));
}

function drawList() {
  const shown = shownColumns();
  const rate = (column) => (COLUMNS[column][3] === "rate" ? "rate" : "");
  const heads = shown.map((column) => element("th", { class: rate(column), onclick: () => {
    sorting.down = sorting.column === column ? !sorting.down : column > 0;
    sorting.column = column;
    drawList();
  } }, COLUMNS[column][0] + (sorting.column === column ? (sorting.down ? " ↓" : " ↑") : "")));
  const body = element("tbody");
  for (const kernel of sorted()) {
    const row = element("tr", { "data-kernel": kernel.name, onclick: () => choose({ kernel: kernel.name, node: null }) });
    shown.forEach((column) => {
      const [, , text, kind] = COLUMNS[column];
      row.append(column ? element("td", { class: kind || "" }, String(text(kernel))) : element("td", {}, named(kernel.name)));
    });
    body.append(told(row, [kernel.name, kernel.schedule ? `schedule: ${kernel.schedule}` : "", kernel.nodes.join(", ")].filter(Boolean).join("\n")));
  }
  const sum = data.times.seconds === undefined ? null : element("tr", { class: "dim" },
    element("td", {}, "total"), element("td", {}, seconds(data.times.seconds)), ...shown.slice(2).map((column) => element("td", { class: rate(column) }, "")));
  if (sum) body.append(sum);
  list.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
  markList();
}

function markList() {
  for (const row of list.querySelectorAll("tr[data-kernel]")) {
    row.classList.toggle("on", row.dataset.kernel === chosen.kernel);
    row.classList.toggle("near", chosen.node !== null && (kernels.get(row.dataset.kernel).nodes || []).includes(chosen.node));
  }
  list.querySelector("tr.on")?.scrollIntoView({ block: "nearest" });
}

/* Another kernel: the one `by` rows further in the table. */
function move(by) {
  const names = sorted().map((kernel) => kernel.name);
  const at = names.indexOf(chosen.kernel);
  if (names.length) choose({ kernel: names[Math.max(0, Math.min(names.length - 1, at < 0 ? 0 : at + by))], node: null });
}

function fact(label, value, className) {
  return element("span", { class: "dim" }, `${label} `, element("b", { class: className || "", style: className ? "" : "color:var(--ink)" }, value));
}

function drawDetail() {
  panes = [];
  const kernel = kernels.get(chosen.kernel);
  if (!kernel) {
    detail.replaceChildren(element("div", { class: "note" }, "Choose a kernel: in the table, or by a click on anything that is coloured. j and k go through the table."));
    return;
  }
  const facts = element("div", { id: "facts" }, element("h2", { class: "mono" }, kernel.name));
  const row = rows.get(kernel.name);
  if (row) facts.append(fact("", timesText(kernel.name)));
  if (kernel.schedule) facts.append(fact("schedule", kernel.schedule));
  if (kernel.instructions !== undefined) {
    facts.append(fact("vectors", kernel.vector_bits ? `${kernel.vector_bits} bits` : "none"));
    if (kernel.registers) facts.append(fact("registers", `${kernel.registers} of ${kernel.of_registers}`)); // of vectors
    if (kernel.tiles) facts.append(fact("tile registers", `${kernel.tiles} of 8`));
    facts.append(fact("spills", kernel.spills ? `${kernel.spills} (${bytes(kernel.spilled_bytes)}), ${kernel.reloads} reloads` : "none", kernel.spills ? "bad" : "good"));
    facts.append(fact("instructions", String(kernel.instructions)));
  }
  const chips = element("div", { class: "chips" });
  for (const node of kernel.nodes) {
    chips.append(element("button", { class: "chip", "data-node": node, onclick: () => choose({ node: chosen.node === node ? null : node }) }, node));
  }
  if (kernel.nodes.length) facts.append(chips);
  const home = element("div", { id: "panes" });
  if (kernel.tir !== undefined) {
    home.append(stepsPane(kernel));
    panes = [new TextPane("tensor program", "tir", kernel.tir, null), new TextPane("LLVM", "llvm", kernel.llvm, kernel.llvm_lines), new TextPane("assembly", "asm", kernel.asm, kernel.asm_lines)];
    panes[0].made = codeLine(panes[1], panes[2]);
  } else if (kernel.applied) {
    panes = [new TextPane(`schedule, from ${kernel.schedule}`, "yaml", kernel.applied, "")];
  } else {
    home.append(element("div", { class: "note" }, kernel.foreign ? "Not a program of the module: a copy, or a function of a library." : "The library does not contain its text. A page about the model does: mlcc view model.onnx"));
  }
  home.append(...panes.map((pane) => pane.element));
  detail.replaceChildren(facts, home);
  panes.forEach((pane) => pane.show());
}

/* Lines of the program from which code was made; for another, such as a block's axes, the next one that has code. */
function codeLine(...others) {
  const lines = [...new Set(others.flatMap((pane) => [...pane.origins]))].filter((line) => line > 0).sort((a, b) => a - b);
  return (line) => lines.find((other) => other >= line) || line;
}

function sizeText(item) {
  const [, , touched, level, registers, exact, lines] = item;
  if (touched === undefined) return "";
  const parts = [];
  if (touched) parts.push(`${exact ? "" : "about "}${bytes(touched)}${lines ? ` in ${bytes(lines)} of lines` : ""}, ${level}`);
  if (registers) parts.push(`${bytes(registers)} in registers`);
  return parts.length ? `   ${parts.join(" + ")}` : "";
}

/* Loops that changed, with two lines around them and the loops that they stand in. */
function hunks(diff) {
  const keep = new Set();
  diff.forEach(([sign, depth], at) => {
    if (sign === " ") return;
    for (let near = Math.max(0, at - 2); near <= Math.min(diff.length - 1, at + 2); near++) keep.add(near);
    let level = depth;
    for (let above = at - 1; above >= 0; above--) {
      const other = sign !== " " && diff[above][0] !== " " && diff[above][0] !== sign;
      if (diff[above][1] < level && !other) { keep.add(above); level = diff[above][1]; }
    }
  });
  return diff.map((item, at) => (keep.has(at) ? item : null)).filter((item, at, all) => item !== null || all[at - 1] !== null);
}

function outline(lines) {
  const made = element("pre", { class: "code" });
  for (const item of lines) {
    if (item === null) { made.append(element("span", { class: "eq dim" }, "  ⋯")); continue; }
    const [sign, depth, text] = item;
    const tag = sign === "+" ? "ins" : sign === "-" ? "del" : "span";
    made.append(element(tag, { class: tag === "span" ? "eq" : "", "data-text": text }, `${sign} ${"  ".repeat(depth)}${text}`,
      sign === "-" ? "" : element("span", { class: "size" }, sizeText(item.slice(1)))));
  }
  return made;
}

/* The line of the program that a line of an outline stands for: its loop's, or that of the same statement. */
function lineOf(kernel, text) {
  if (!kernel.places) {
    kernel.places = new Map();
    kernel.tir.split("\n").forEach((row, at) => {
      const loop = row.match(/^\s*for (.*) in /), block = row.match(/T\.block\("(\w+)"\)/);
      if (loop) loop[1].split(",").forEach((name) => kernel.places.set(`for ${name.trim()}`, at + 1));
      else kernel.places.set(block ? `${block[1]}(` : row.trim(), at + 1);
    });
  }
  const loop = text.match(/^for \S+/), block = text.match(/^\w+\(/);
  return kernel.places.get(loop ? loop[0] : text) || (block ? kernel.places.get(block[0]) : 0) || 0;
}

function lightSteps() {
  const kernel = kernels.get(chosen.kernel);
  if (!kernel || kernel.tir === undefined) return;
  for (const row of detail.querySelectorAll("[data-text]")) {
    row.classList.toggle("lit", chosen.line > 0 && lineOf(kernel, row.dataset.text) === chosen.line);
  }
}

function stepsPane(kernel) {
  const body = element("div", { class: "body", tabindex: 0, "aria-label": "steps" });
  const given = element("details", { class: "step" }, element("summary", {}, "the program as given"), outline(kernel.given.map((item) => [" ", ...item])));
  body.append(given);
  body.addEventListener("click", (event) => {
    const row = event.target.closest("[data-text]");
    const line = row ? lineOf(kernel, row.dataset.text) : 0;
    if (line) choose({ line: line === chosen.line ? 0 : line });
  });
  if (!kernel.steps.length) { given.open = true; body.append(element("div", { class: "note" }, kernel.steps_note || "No schedule was applied.")); }
  for (const step of kernel.steps) {
    const said = element("pre", { class: "said code" }, step.text);
    const fate = element("span", { class: step.fate.startsWith("refused") ? "fate bad" : "fate" }, `line ${step.line}: ${step.fate}`);
    const made = step.diff
      ? element("details", { class: "step", open: "" }, element("summary", {}, said, fate), outline(hunks(step.diff)))
      : element("div", { class: "step dim" }, said, fate);
    body.append(made);
  }
  body.append(loopTable(kernel));
  const heading = element("h3", { title: "click: fold" }, kernel.schedule ? `${kernel.schedule} · ${kernel.steps.length} steps` : "no schedule");
  const pane = element("div", { class: "pane" }, heading, body);
  heading.addEventListener("click", () => { pane.classList.toggle("shut"); panes.forEach((item) => item.draw()); });
  return pane;
}

/* Which innermost loops are vector code, and why the others are not; and the loops of the assembly. */
function loopTable(kernel) {
  const made = element("div", { class: "step" }, element("b", {}, "innermost loops"));
  const row = (line, text, good, what) => made.append(element("div", {},
    element("button", { class: "mono", onclick: () => choose({ line }) }, text), element("span", { class: good ? "good" : "bad" }, what)));
  for (const [line, text, , , reason, said] of kernel.loops) row(line, `${line ? `${line}: ` : ""}${text}`, !reason, said);
  if (kernel.inner_loops.length) made.append(element("b", {}, "innermost loops of the assembly"));
  for (const [line, count, vector, tiles, spills] of kernel.inner_loops) {
    const kinds = [vector ? `${vector} on vectors` : "", tiles ? `${tiles} on tile registers` : "", spills ? `${spills} spill or reload` : "no spills"];
    row(line, line ? `line ${line}` : "loop", !spills, `${count} instructions, ${kinds.filter(Boolean).join(", ")}`);
  }
  return made;
}
