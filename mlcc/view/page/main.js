/* Tabs, keys, the theme, and the first drawing. */

const picture = document.getElementById("picture");
const TABS = [
  ["graph", data.graphs.length > 0, (home) => new Graph(home, data.graphs)],
  ["roofline", true, roofline], ["time line", true, timeLine], ["memory", Object.keys(data.arenas).length > 0, memory],
  ["passes", data.passes.length > 0, passes], ["description", Boolean(data.description), description],
].filter(([, there]) => there);
let current = null;

function tab(index) {
  if (!TABS[index]) return;
  [...document.getElementById("tabs").children].forEach((button, at) => button.setAttribute("aria-selected", at === index));
  picture.onwheel = null;
  current = TABS[index][2](picture);
  current.show();
}

TABS.forEach(([title], index) => document.getElementById("tabs").append(
  element("button", { role: "tab", title: `${index + 1}`, onclick: () => tab(index) }, title)));
document.getElementById("title").textContent = data.title;
document.getElementById("about").textContent = [
  data.target.text, data.times.seconds === undefined ? data.times.note : `${seconds(data.times.seconds)} per call, ${data.times.threads} threads`,
  data.weights_bytes ? `weights ${bytes(data.weights_bytes)}` : "", `mlcc ${data.version}`].filter(Boolean).join(" · ");

listeners.push((before) => {
  markList();
  if (before.kernel !== chosen.kernel) drawDetail();
  else panes.forEach((pane) => pane.show());
  lightSteps();
  for (const chip of detail.querySelectorAll(".chip")) chip.classList.toggle("on", chip.dataset.node === chosen.node);
  if (before.kernel !== chosen.kernel || before.node !== chosen.node) current?.show();
});

const search = document.getElementById("search"), keys = document.getElementById("keys");
search.addEventListener("input", () => { sorting.text = search.value; drawList(); });
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") { move(0); search.blur(); }
  if (event.key === "Escape") { search.value = sorting.text = ""; drawList(); search.blur(); }
});

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

const KEYS = [["j k", "next and previous kernel", ""], ["1 … 6", "pictures"], ["+ −", "zoom the graph (also Ctrl and the wheel)"],
  ["[ ]", "the graph before and after"], ["/", "find"], ["Esc", "choose nothing"], ["t", "dark or light"], ["?", "these keys"]];
keys.append(element("table", {}, ...KEYS.map(([key, text]) => element("tr", {}, element("td", {}, element("kbd", {}, key)), element("td", {}, text)))));
document.getElementById("theme").addEventListener("click", theme);
document.getElementById("help").addEventListener("click", () => keys.showModal());
keys.addEventListener("click", () => keys.close());

addEventListener("keydown", (event) => {
  if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = {
    j: () => move(1), k: () => move(-1), "/": () => search.focus(), t: theme, "?": () => keys.showModal(),
    Escape: () => choose({ kernel: null, line: 0, node: null }),
    "+": () => current.scaleBy?.(1.25), "-": () => current.scaleBy?.(0.8),
    "[": () => current.stage?.(Math.max(0, current.index - 1)),
    "]": () => current.stage?.(Math.min(data.graphs.length - 1, current.index + 1)),
  };
  const action = /^[1-6]$/.test(event.key) ? () => tab(+event.key - 1) : actions[event.key];
  if (action) { event.preventDefault(); action(); }
});

/* The bar between picture and kernel. */
const bar = document.getElementById("bar"), main = document.querySelector("main");
function split(share) { main.style.setProperty("--split", `${Math.max(10, Math.min(85, share))}%`); }
bar.addEventListener("pointerdown", () => {
  const area = main.getBoundingClientRect();
  const drag = (event) => split((100 * (event.clientY - area.top)) / area.height);
  addEventListener("pointermove", drag);
  addEventListener("pointerup", () => removeEventListener("pointermove", drag), { once: true });
});
bar.addEventListener("keydown", (event) => {
  const now = parseFloat(main.style.getPropertyValue("--split")) || 42;
  if (event.key === "ArrowUp") split(now - 4);
  if (event.key === "ArrowDown") split(now + 4);
});

drawList();
drawDetail();
tab(0);
const place = decodeURIComponent(location.hash.slice(1)).match(/^(.*):(\d+)$/);
if (place && kernels.has(place[1])) choose({ kernel: place[1] });
else move(0);
if (place) choose({ line: +place[2] });
document.documentElement.dataset.ready = "yes";
