// Loads WebAssembly modules that `mlcc build --target wasm32` made, in browsers and in Node.js.
//
//   import { load } from "./model.mjs";
//   const model = await load(new URL("model.wasm", import.meta.url));
//   const { y } = model.run({ x: new Float32Array(1 * 3 * 224 * 224) });
//
// An input is a typed array, or { data, shape } where sizes are symbolic; scalars are numbers. An output is a typed array
// with the property `shape`. float16 and bfloat16 are Uint16Array (their bits), bool is Uint8Array, int64 BigInt64Array.

const ARRAYS = {
  float32: Float32Array, float64: Float64Array, float16: Uint16Array, bfloat16: Uint16Array, bool: Uint8Array,
  int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array,
  uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array,
};
const PAGE = 65536;
const BAD_WORKSPACE = 10;

const OPERATORS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b,
  "//": (a, b) => Math.floor(a / b), "%": (a, b) => a - Math.floor(a / b) * b, ceildiv: (a, b) => Math.ceil(a / b),
  min: Math.min, max: Math.max,
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
  "==": (a, b) => a === b, "!=": (a, b) => a !== b,
};

// The value of an extent: a number, the name of a size, [operator, operands], or ["let", [[name, part]], value].
function evaluate(extent, sizes) {
  if (typeof extent === "number") return extent;
  if (typeof extent === "string") return sizes[extent];
  const [operator, ...operands] = extent;
  if (operator === "let") {
    const own = { ...sizes };
    for (const [name, part] of operands[0]) own[name] = evaluate(part, own);
    return evaluate(operands[1], own);
  }
  if (operator === "?") return evaluate(operands[evaluate(operands[0], sizes) ? 1 : 2], sizes);
  return OPERATORS[operator](...operands.map((item) => evaluate(item, sizes)));
}

const product = (shape) => shape.reduce((a, b) => a * b, 1);

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// `source`: a URL, a Response, the bytes, or a WebAssembly.Module. `name` is the function, by default `main` or the first.
export async function load(source, name) {
  const module = await compiled(source);
  const [section] = WebAssembly.Module.customSections(module, "mlcc.describe");
  if (section === undefined) throw new Error("the module was not made by mlcc");
  const description = JSON.parse(new TextDecoder().decode(section));
  const instance = await WebAssembly.instantiate(module, {});
  const functions = description.functions;
  const wanted = functions.find((f) => f.name === (name ?? "main")) ?? (name === undefined ? functions[0] : undefined);
  if (wanted === undefined) throw new Error(`no function \`${name}\`; there are ${functions.map((f) => f.name)}`);
  return new Model(instance.exports, wanted, description.messages);
}

export class Model {
  #exports;
  #function;
  #messages;

  constructor(exports, facts, messages) {
    this.#exports = exports;
    this.#function = facts;
    this.#messages = messages;
  }

  // Name, dtype and shape of each; symbolic sizes are names.
  get inputs() {
    return this.#function.params.filter((p) => p.role !== "output").map(({ name, dtype, shape }) => ({ name, dtype, shape }));
  }

  get outputs() {
    return this.#function.params.filter((p) => p.role !== "input").map(({ name, dtype, shape }) => ({ name, dtype, shape }));
  }

  // Computes the outputs, by name, of inputs by name.
  run(inputs) {
    const { params, sizes: symbols, workspace } = this.#function;
    const given = params.filter((p) => p.role !== "output");
    const unknown = Object.keys(inputs).find((name) => !given.some((p) => p.name === name));
    if (unknown !== undefined) throw new Error(`no input \`${unknown}\`; they are ${given.map((p) => p.name).join(", ")}`);
    const sizes = {};
    const values = new Map(given.map((param) => [param, this.#value(param, inputs[param.name], sizes)]));
    for (const [param, value] of values) this.#check(param, value, sizes);
    return this.#call(params, symbols, workspace, values, sizes);
  }

  // The data and the shape of an input; sizes that a dimension alone is are noted.
  #value(param, input, sizes) {
    if (input === undefined || input === null) throw new Error(`the input \`${param.name}\` is missing`);
    if (param.scalar) {
      if (param.dtype.includes("int")) sizes[param.name] = Number(input);
      return { scalar: input };
    }
    const array = ARRAYS[param.dtype];
    const data = ArrayBuffer.isView(input) ? input : input.data;
    if (!(data instanceof array)) throw new Error(`\`${param.name}\` is a ${array.name} (${param.dtype})`);
    const shape = input.shape ?? param.shape;
    if (shape.length !== param.shape.length) {
      throw new Error(`\`${param.name}\` has ${param.shape.length} dimensions, given ${shape.length}`);
    }
    if (shape.some((extent) => typeof extent !== "number")) {
      throw new Error(`\`${param.name}\` has symbolic sizes: give { data, shape }`);
    }
    param.shape.forEach((extent, k) => {
      if (typeof extent === "string") sizes[extent] ??= shape[k];
    });
    return { data, shape };
  }

  #check(param, value, sizes) {
    if (param.scalar) return;
    param.shape.forEach((extent, k) => {
      const want = evaluate(extent, sizes);
      if (value.shape[k] !== want) {
        throw new Error(`dimension ${k} of \`${param.name}\` is ${value.shape[k]}, expected ${want}`);
      }
    });
    const count = product(value.shape);
    if (value.data.length !== count) {
      throw new Error(`\`${param.name}\` has ${count} elements ([${value.shape}]), given ${value.data.length}`);
    }
  }

  #call(params, symbols, workspace, values, sizes) {
    let end = this.#exports.__heap_base.value;
    const take = (bytes) => {
      const at = Math.ceil(end / 64) * 64;
      end = at + bytes;
      return at;
    };
    const tensors = params.filter((p) => !p.scalar).map((param) => {
      const shape = values.get(param)?.shape ?? param.shape.map((extent) => evaluate(extent, sizes));
      const count = product(shape);
      return { param, shape, count, at: take(count * ARRAYS[param.dtype].BYTES_PER_ELEMENT) };
    });
    const need = evaluate(workspace, sizes);
    const work = take(need);
    const memory = this.#exports.memory;
    const lacking = Math.ceil((end - memory.buffer.byteLength) / PAGE);
    if (lacking > 0) memory.grow(lacking); // earlier views of the memory end here
    const view = ({ param, at, count }) => new ARRAYS[param.dtype](memory.buffer, at, count);
    for (const tensor of tensors) if (values.has(tensor.param)) view(tensor).set(values.get(tensor.param).data);
    const scalars = params.filter((p) => p.scalar).map((p) => {
      const value = values.get(p).scalar;
      return p.dtype.includes("64") && p.dtype !== "float64" ? BigInt(value) : Number(value);
    });
    const code = this.#exports[this.#function.run](
      ...tensors.map((t) => t.at), ...scalars, ...symbols.map((name) => BigInt(sizes[name])), work, need,
    );
    if (code !== 0) throw new Error(this.#messages[code] ?? (code === BAD_WORKSPACE ? "bad workspace" : `error ${code}`));
    return this.#results(tensors.filter((t) => t.param.role !== "input"), view, sizes);
  }

  #results(tensors, view, sizes) {
    const { resultSizes = [], resultShapes = [] } = this.#function;
    // sizes that the run computed are its last outputs
    for (const tensor of tensors) {
      if (resultSizes.includes(tensor.param.name)) sizes[tensor.param.name] = Number(view(tensor)[0]);
    }
    const outputs = {};
    tensors.forEach((tensor, k) => {
      const shape = resultShapes[k]?.map((extent) => evaluate(extent, sizes)) ?? tensor.shape;
      outputs[tensor.param.name] = Object.assign(view(tensor).slice(0, product(shape)), { shape });
    });
    return outputs;
  }
}
