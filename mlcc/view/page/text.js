/* Texts of any length: only the visible rows are in the page. Rows of the chosen line of the program are lit. */

const ROW = 18;
const WORDS = {
  tir: /\b(for|in|with|def|class|if|else|while|return|and|or|not)\b|(\b\d[\d.e+-]*\b)|("[^"]*")|(#.*$)/g,
  llvm: /\b(define|declare|load|store|br|ret|phi|call|fadd|fmul|getelementptr|select|icmp|fcmp|add|mul|shufflevector)\b|(\b\d+\b)|("[^"]*")|(;.*$)/g,
  asm: /^(\s+[a-z][\w.]*)|(\$-?\d+|\b\d+\b)|(%[a-z]\w*)|(#.*$)/g,
  yaml: /(^\s*-?\s*[\w]+:)|(\b\d+\b)|("[^"]*")|(#.*$)/g,
};
const CLASSES = ["k", "n", "s", "c"];

function painted(row, text, kind) {
  let at = 0;
  for (const match of text.matchAll(WORDS[kind])) {
    if (match.index > at) row.append(text.slice(at, match.index));
    const which = match.slice(1).findIndex((group) => group !== undefined);
    const spill = which === 3 && /Spill|Reload/.test(match[0]);
    row.append(element("span", { class: spill ? "spill" : CLASSES[which] }, match[0]));
    at = match.index + match[0].length;
  }
  row.append(text.slice(at));
}

function expand(runs, count) {
  const origins = new Int32Array(count);
  let at = 0;
  for (const run of runs ? runs.split(" ") : []) {
    const [origin, times] = run.split("*");
    origins.fill(+origin, at, (at += +(times || 1)));
  }
  return origins;
}

/* A pane with a text. `origins` are the lines of the program that its rows come from; null: it is the program. */
class TextPane {
  constructor(title, kind, text, runs) {
    this.kind = kind;
    const narrow = (indent) => " ".repeat(indent.length / 2);
    this.lines = text.split("\n").map((line) => (kind === "tir" ? line.replace(/^( {4})+/, narrow) : line));
    this.origins = runs === null ? null : expand(runs, this.lines.length);
    this.rows = element("div", { class: "rows code" });
    const widest = this.lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.space = element("div", { style: `height:${this.lines.length * ROW}px;width:${(widest + 8) * 7.3}px` });
    this.body = element("div", { class: "body", tabindex: 0, "aria-label": title }, this.space, this.rows);
    this.heading = element("h3", { title: "click: fold" }, `${title} · ${this.lines.length} lines`);
    this.element = element("div", { class: "pane" }, this.heading, this.body);
    this.heading.addEventListener("click", () => {
      this.element.classList.toggle("shut");
      this.draw();
    });
    this.body.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.pick(+row.dataset.n);
    });
    new ResizeObserver(() => this.draw()).observe(this.body);
  }

  origin(number) {
    return this.origins === null ? number + 1 : this.origins[number];
  }

  pick(number) {
    this.picked = true;
    const line = this.made === undefined ? this.origin(number) : this.made(this.origin(number));
    choose({ line: line === chosen.line ? 0 : line });
    this.picked = false;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.body.scrollTop / ROW) - 8);
    const last = Math.min(this.lines.length, first + Math.ceil(this.body.clientHeight / ROW) + 16);
    this.rows.style.top = `${first * ROW}px`;
    const made = [];
    for (let number = first; number < last; number++) {
      const on = chosen.line > 0 && this.origin(number) === chosen.line;
      const row = element("div", { class: on ? "row on" : "row", "data-n": number });
      row.append(element("i", {}, String(number + 1)));
      painted(row, this.lines[number], this.kind);
      made.push(row);
    }
    this.rows.replaceChildren(...made);
  }

  /* Bring the first row of the chosen line into view, unless it was chosen here. */
  show() {
    if (chosen.line > 0 && !this.picked) {
      const at = this.origins === null ? chosen.line - 1 : this.origins.indexOf(chosen.line);
      const { scrollTop: top, clientHeight: height } = this.body;
      if (at >= 0 && (at * ROW < top || (at + 1) * ROW > top + height)) this.body.scrollTop = at * ROW - height / 3;
    }
    this.draw();
  }
}
