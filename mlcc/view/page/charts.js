/* Roofline, time line, memory and passes. Each draws into a home, and lights what is chosen. */

function mount(home, draw) {
  const root = svg("svg", { role: "img" });
  home.replaceChildren(root);
  const show = () => {
    const { clientWidth: width, clientHeight: height } = root;
    if (width) root.replaceChildren(...draw(width, height));
  };
  new ResizeObserver(show).observe(root);
  return { show };
}

function hit(made, kernel, text) {
  made.classList.add("hit");
  if (isChosen(kernel, [])) made.classList.add("on");
  made.addEventListener("click", () => choose({ kernel, node: null }));
  return told(made, text);
}

function note(text) {
  return { show() {}, home: element("div", { class: "note" }, text) };
}

/* ------------------------------------------------------------ roofline */

function roofline(home) {
  const limits = data.times.limits;
  const points = data.times.kernels ? [...rows.values()].filter((row) => row.gflops && row.gbytes) : [];
  if (!limits || !points.length) {
    home.replaceChildren(note(data.times.note || "no times: nothing was measured").home);
    return { show() {} };
  }
  const target = data.target, levels = [["L1", target.l1], ["L2", target.l2], ["L3", target.l3], ["memory", Infinity]];
  const bands = levels.filter(([, size]) => size).map(([name, size]) => {
    const fits = limits.bandwidths.filter((item) => item.nbytes <= size);
    return [name, (fits[fits.length - 1] || limits.bandwidths[0]).read / 1e9];
  });
  const used = new Set((data.times.calls || []).map((call) => call.dtype));
  const peaks = Object.entries(limits.flops).filter(([name]) => used.has(name)).map(([name, rate]) => [name, rate / 1e9]);
  return mount(home, (width, height) => {
    const xs = points.map((row) => row.gflops / row.gbytes), ys = points.map((row) => row.gflops);
    const lowX = Math.min(0.05, ...xs) / 2, highX = Math.max(64, ...xs) * 2;
    const lowY = Math.min(...ys, 1) / 2, highY = Math.max(...ys, ...peaks.map((peak) => peak[1])) * 2;
    const x = (value) => 60 + (width - 84) * (Math.log(value / lowX) / Math.log(highX / lowX));
    const y = (value) => height - 40 - (height - 62) * (Math.log(value / lowY) / Math.log(highY / lowY));
    const made = [];
    for (let power = Math.ceil(Math.log10(lowX)); 10 ** power < highX; power++) {
      made.push(svg("line", { class: "axis", x1: x(10 ** power), x2: x(10 ** power), y1: 20, y2: height - 40 }));
      made.push(svg("text", { class: "t", x: x(10 ** power), y: height - 26, "text-anchor": "middle" }, String(+(10 ** power).toPrecision(1))));
    }
    for (let power = Math.ceil(Math.log10(lowY)); 10 ** power < highY; power++) {
      made.push(svg("line", { class: "axis", x1: 60, x2: width - 24, y1: y(10 ** power), y2: y(10 ** power) }));
      made.push(svg("text", { class: "t", x: 54, y: y(10 ** power) + 4, "text-anchor": "end" }, String(+(10 ** power).toPrecision(1))));
    }
    made.push(svg("text", { class: "t", x: width - 24, y: height - 9, "text-anchor": "end" }, "operations per byte of operands"));
    made.push(svg("text", { class: "t", x: 8, y: 14 }, `GFLOP/s, ${data.times.threads} thread${data.times.threads > 1 ? "s" : ""}`));
    const most = Math.max(...peaks.map((peak) => peak[1]));
    bands.forEach(([name, rate], at) => {
      const from = Math.max(lowX, lowY / rate), ridge = most / rate;
      if (ridge < lowX) return;
      made.push(svg("path", { class: "roof", "stroke-dasharray": at ? `${2 + 3 * at} 3` : null,
        d: `M${x(from)} ${y(from * rate)} L${x(ridge)} ${y(most)}` }));
      const mark = from * (ridge / from) ** (0.1 + 0.22 * at);  /* at places of their own: rates may be close */
      made.push(svg("text", { class: "t", x: x(mark) + 8, y: y(mark * rate) + 12 }, `${name} ${rate.toPrecision(3)} GB/s`));
    });
    for (const [name, rate] of peaks) {
      const begin = rate / Math.max(...bands.map((band) => band[1]));
      made.push(svg("line", { class: "roof", x1: x(begin), x2: width - 24, y1: y(rate), y2: y(rate) }));
      made.push(svg("text", { class: "t", x: width - 26, y: y(rate) - 4, "text-anchor": "end" }, `${name} ${rate.toPrecision(3)} GFLOP/s`));
    }
    const total = data.times.seconds;
    for (const row of points) {
      const radius = 4 + 14 * Math.sqrt(row.seconds / total);
      const dot = svg("circle", { cx: x(row.gflops / row.gbytes), cy: y(row.gflops), r: radius, "fill-opacity": 0.8 });
      dot.style.fill = color(row.kernel);
      made.push(hit(dot, row.kernel, `${row.kernel}\n${timesText(row.kernel)}`));
    }
    return made;
  });
}

/* ------------------------------------------------------------ time line */

/* The least of 1, 2 and 5 times a power of ten of which at most so many are in a span. */
function tickOf(span, most) {
  const power = 10 ** Math.floor(Math.log10(span / most));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step <= most) || 10 * power;
}

function timeLine(home) {
  const calls = data.times.calls || [], line = data.times.timeline;
  if (!calls.length) {
    home.replaceChildren(note(data.times.note || "no times: nothing was measured").home);
    return { show() {} };
  }
  /* One call as it was recorded; without a recording, the medians one after the other. */
  let at = 0;
  const spans = line
    ? line.calls.map(([, site, begin, finish]) => ({ ...calls[site], begin, took: finish - begin }))
    : calls.map((call) => ({ ...call, begin: (at += call.seconds) - call.seconds, took: call.seconds }));
  const chunks = line ? line.chunks.map(([thread, site, begin, finish]) => [thread, begin, finish, calls[site].kernel]) : [];
  const threads = line ? [...new Set([0, ...chunks.map((chunk) => chunk[0])])].sort((a, b) => a - b) : [];
  const end = Math.max(...spans.map((span) => span.begin + span.took), ...chunks.map((chunk) => chunk[2]));
  const view = { from: 0, to: end };
  const chart = mount(home, (width, height) => {
    const x = (time) => 110 + (width - 126) * ((time - view.from) / (view.to - view.from));
    const made = [], step = tickOf(view.to - view.from, (width - 126) / 90);
    for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
      made.push(svg("line", { class: "axis", x1: x(time), x2: x(time), y1: 22, y2: height - 8 }));
      made.push(svg("text", { class: "t", x: x(time), y: 16, "text-anchor": "middle" }, seconds(time)));
    }
    const lane = Math.min(46, (height - 40) / (1 + threads.length));
    made.push(svg("text", { class: "t", x: 8, y: 30 + lane / 2 }, "calls"));
    for (const span of spans) {
      if (span.begin + span.took < view.from || span.begin > view.to) continue;
      const left = Math.max(110, x(span.begin)), right = Math.min(width - 16, x(span.begin + span.took));
      const bar = svg("rect", { x: left, y: 26, width: Math.max(1, right - left), height: lane - 6 });
      bar.style.fill = color(span.kernel);
      const limit = span.limit_seconds ? `\nlimit ${seconds(span.limit_seconds)}` : "";
      made.push(hit(bar, span.kernel, `${span.kernel}\n${seconds(span.took)} at ${seconds(span.begin)}, median ${seconds(span.seconds)}${limit}\n${span.nodes.join(", ")}`));
      if (right - left > 60) {
        const label = svg("text", { x: left + 4, y: 26 + lane / 2 + 1, "pointer-events": "none" }, span.kernel.slice(0, Math.floor((right - left) / 7)));
        made.push(label);
      }
    }
    threads.forEach((thread, number) => {
      const top = 26 + lane * (number + 1);
      made.push(svg("text", { class: "t", x: 8, y: top + lane / 2 }, thread ? `thread ${thread}` : "thread 0, caller"));
      for (const [owner, begin, finish, kernel] of chunks) {
        if (owner !== thread || finish < view.from || begin > view.to) continue;
        const left = Math.max(110, x(begin)), right = Math.min(width - 16, x(finish));
        const bar = svg("rect", { x: left, y: top, width: Math.max(1, right - left), height: lane - 6 });
        bar.style.fill = color(kernel);
        made.push(hit(bar, kernel, `${kernel}\nthread ${thread}: ${seconds(finish - begin)} at ${seconds(begin)}`));
      }
    });
    return made;
  });
  home.onwheel = (event) => {
    event.preventDefault();
    const width = home.clientWidth, share = (event.offsetX - 110) / (width - 126);
    const middle = view.from + share * (view.to - view.from);
    const factor = Math.exp(event.deltaY / 400);
    view.from = Math.max(0, middle - (middle - view.from) * factor);
    view.to = Math.min(end, middle + (view.to - middle) * factor);
    chart.show();
  };
  return chart;
}

/* ------------------------------------------------------------ memory */

function memory(home) {
  const names = Object.keys(data.arenas).filter((name) => data.arenas[name].values.length);
  if (!names.length) {
    const some = Object.values(data.arenas).some((arena) => arena.symbolic);
    home.replaceChildren(note(some ? "The sizes of values are symbolic: give them with --shape." : "There is no arena: nothing is kept between kernels.").home);
    return { show() {} };
  }
  const arena = data.arenas[names.includes("main") ? "main" : names[0]];
  const last = arena.steps.length;
  return mount(home, (width, height) => {
    const x = (step) => 84 + (width - 100) * (step / last);
    const y = (offset) => 22 + (height - 52) * (offset / Math.max(arena.nbytes, 1));
    const made = [svg("text", { class: "t", x: 8, y: 14 },
      `arena of ${names[0]}: ${bytes(arena.nbytes)}; ${bytes(arena.live)} in use at once${arena.symbolic ? `; ${arena.symbolic} values of symbolic size are not shown` : ""}`)];
    for (let part = 0; part <= 4; part++) {
      const offset = (arena.nbytes * part) / 4;
      made.push(svg("line", { class: "axis", x1: 84, x2: width - 16, y1: y(offset), y2: y(offset) }));
      made.push(svg("text", { class: "t", x: 78, y: y(offset) + 4, "text-anchor": "end" }, bytes(Math.round(offset))));
    }
    made.push(svg("text", { class: "t", x: width - 16, y: height - 8, "text-anchor": "end" }, `calls, in order (${last})`));
    for (const [offset, size, first, end] of arena.values) {
      const maker = arena.steps[first] || "";
      const box = svg("rect", { x: x(first) + 0.5, y: y(offset), width: Math.max(1, x(end + 1) - x(first) - 1),
        height: Math.max(1, y(offset + size) - y(offset) - 0.5), "fill-opacity": 0.85 });
      box.style.fill = color(maker);
      const until = arena.steps[end] || `step ${end}`;
      made.push(hit(box, maker, `${bytes(size)} at ${offset}\nwritten by ${maker || `step ${first}`}, last used by ${until}`));
    }
    return made;
  });
}

/* ------------------------------------------------------------ passes */

function passes(home) {
  const body = element("tbody");
  for (const pass of data.passes) {
    const change = Object.entries(pass.change).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
    const cell = element("td", { style: "text-align:left;white-space:normal" });
    for (const [name, count] of change.slice(0, 12)) {
      cell.append(element("span", { class: count > 0 ? "good" : "bad" }, `${count > 0 ? "+" : "−"}${Math.abs(count)} ${name.replace(/^nn\./, "")}  `));
    }
    if (change.length > 12) cell.append(`… ${change.length - 12} more`);
    const row = element("tr", { class: pass.changed ? "" : "dim" }, element("td", { class: "mono" }, pass.name), cell,
      element("td", { style: "text-align:left;white-space:normal", class: "dim" }, pass.why));
    body.append(row);
  }
  const heads = ["pass", "operators more and less", "why it stands here"].map((text) => element("th", { style: "text-align:left" }, text));
  home.replaceChildren(element("div", { class: "scroll" }, data.passes.length
    ? element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body)
    : element("div", { class: "note" }, "A program given as text goes through no graph passes.")));
  return { show() {} };
}

function description(home) {
  home.replaceChildren(element("div", { class: "scroll" }, element("pre", { class: "note" }, data.description)));
  return { show() {} };
}
