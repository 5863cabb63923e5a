/* Graphs: boxes with positions from the compiler, drawn as far as they are in view. */

const BOX = 26;

class Graph {
  constructor(home, stages) {
    this.stages = stages;
    this.views = stages.map(() => null);
    this.root = svg("svg", { role: "img", "aria-label": "the graph" });
    this.buttons = stages.map((stage, index) =>
      element("button", { onclick: () => this.stage(index) }, `${stage.title} (${stage.boxes.length})`));
    home.replaceChildren(element("div", { class: "sub" }, ...this.buttons), this.root);
    this.root.addEventListener("wheel", (event) => this.zoom(event), { passive: false });
    this.root.addEventListener("pointerdown", (event) => this.drag(event));
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.root);
    this.stage(stages.length - 1);
  }

  stage(index) {
    this.index = index;
    this.buttons.forEach((button, at) => button.setAttribute("aria-selected", at === index));
    if (this.views[index] === null) {
      const stage = this.stages[index], scale = 1;
      this.views[index] = { x: stage.width / 2 - this.root.clientWidth / 2 / scale, y: -24, scale };
    }
    this.center();
    this.draw();
  }

  box(event) {
    const area = this.root.getBoundingClientRect();
    return [event.clientX - area.left, event.clientY - area.top];
  }

  zoom(event) {
    event.preventDefault();
    const view = this.views[this.index], [x, y] = this.box(event);
    if (!event.ctrlKey && !event.altKey) {
      view.x += event.deltaX / view.scale;
      view.y += event.deltaY / view.scale;
    } else {
      const scale = Math.min(3, Math.max(0.05, view.scale * Math.exp(-event.deltaY / 300)));
      view.x += x / view.scale - x / scale;
      view.y += y / view.scale - y / scale;
      view.scale = scale;
    }
    requestAnimationFrame(() => this.draw());
  }

  scaleBy(factor) {
    const view = this.views[this.index], { clientWidth: width, clientHeight: height } = this.root;
    const scale = Math.min(3, Math.max(0.05, view.scale * factor));
    view.x += width / 2 / view.scale - width / 2 / scale;
    view.y += height / 2 / view.scale - height / 2 / scale;
    view.scale = scale;
    this.draw();
  }

  drag(event) {
    const view = this.views[this.index];
    let [x, y] = this.box(event), moved = 0;
    const move = (next) => {
      const [a, b] = this.box(next);
      moved += Math.abs(a - x) + Math.abs(b - y);
      view.x -= (a - x) / view.scale;
      view.y -= (b - y) / view.scale;
      [x, y] = [a, b];
      requestAnimationFrame(() => this.draw());
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", (last) => {
      removeEventListener("pointermove", move);
      const box = moved < 5 && last.target.closest && last.target.closest(".box");
      if (box) {
        const item = this.stages[this.index].boxes[+box.dataset.n];
        this.picked = true;
        chooseBox(item.name, item.nodes);
        this.picked = false;
      }
    }, { once: true });
  }

  /* Bring the first chosen box into view. */
  center() {
    const view = this.views[this.index];
    const boxes = this.stages[this.index].boxes.filter((item) => isChosen(item.name, item.nodes));
    if (!boxes.length || this.picked) return;
    const { clientWidth: width, clientHeight: height } = this.root;
    const inside = boxes.some((item) => {
      const x = (item.x - view.x) * view.scale, y = (item.y - view.y) * view.scale;
      return x > 0 && x < width && y > 14 && y < height - 10;
    });
    if (inside) return;
    view.x = boxes[0].x - width / 2 / view.scale;
    view.y = boxes[0].y - height / 3 / view.scale;
  }

  draw() {
    const stage = this.stages[this.index], view = this.views[this.index];
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width) return;
    const left = view.x - 60, right = view.x + width / view.scale + 60;
    const top = view.y - 60, bottom = view.y + height / view.scale + 60;
    this.root.setAttribute("viewBox", `${view.x} ${view.y} ${width / view.scale} ${height / view.scale}`);
    const made = [];
    for (const [from, to, corners] of stage.edges) {
      const last = corners.length - 1;
      if (corners[last] < top || corners[1] > bottom) continue;
      const a = stage.boxes[from], b = stage.boxes[to];
      const on = isChosen(a.name, a.nodes) || isChosen(b.name, b.nodes);
      made.push(svg("path", { class: on ? "edge on" : "edge", d: path(corners) }));
    }
    stage.boxes.forEach((item, number) => {
      if (item.y < top || item.y > bottom || item.x + item.w / 2 < left || item.x - item.w / 2 > right) return;
      const on = isChosen(item.name, item.nodes);
      const rect = svg("rect", { x: item.x - item.w / 2, y: item.y - BOX / 2, width: item.w, height: BOX, rx: 5 });
      const known = kernels.has(item.name) ? item.name : (item.nodes.map((n) => (kernelsOf.get(n) || [])[0])[0]);
      if (known) rect.style.fill = color(known);
      const label = svg("text", { x: item.x, y: item.y + 4, "text-anchor": "middle" }, item.label);
      const group = svg("g", { class: `box ${item.kind}${on ? " on" : ""}`, "data-n": number }, rect, label);
      made.push(told(group, () => [item.name, item.info, ...item.constants.map((text) => `constant ${text}`),
        item.nodes.length ? `nodes: ${item.nodes.join(", ")}` : "", timesText(item.name)].filter(Boolean).join("\n")));
    });
    this.root.replaceChildren(...made);
  }

  show() {
    this.center();
    this.draw();
  }
}

function path(corners) {
  let text = `M${corners[0]} ${corners[1] + BOX / 2}`, x = corners[0], y = corners[1] + BOX / 2;
  for (let at = 2; at < corners.length; at += 2) {
    const last = at === corners.length - 2;
    const a = corners[at], b = last ? corners[at + 1] - BOX / 2 : corners[at + 1], half = (y + b) / 2;
    text += x === a ? `L${a} ${b}` : `C${x} ${half} ${a} ${half} ${a} ${b}`;
    [x, y] = [a, b];
  }
  return text;
}
