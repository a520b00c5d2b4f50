// The engine as wasm against the engine as a program, in one run on one machine:
//   node scripts/bench-wasm.mjs [DEPTH] [ROUNDS]
// Both search the positions of `fanorona bench` with the same network; the module is the one with vectors, or
// what FAN_MODULE names. The rounds alternate and the fastest of each counts,
// since what disturbs a measurement only ever slows it down. Prints the ratio last; the aim is 0.7.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const program = process.env.FANORONA ?? new URL('build/fanorona', root).pathname;
const path = process.env.FAN_MODULE ?? new URL('build/wasm-simd/fanorona-simd.wasm', root).pathname;
const depth = Number(process.argv[2] ?? 7);
const rounds = Number(process.argv[3] ?? 3);

const { instance } = await WebAssembly.instantiate(readFileSync(path), { env: { now_ms: () => performance.now(), read_text: () => 0 } });
const core = instance.exports;
core._initialize();

function check(status) {
  if (status !== 0) throw new Error(`status ${status}`);
}

function output() {
  return new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.output(), core.output_length()));
}

function open(position) {
  const ranks = position.split(' ')[0].split('/');
  const files = [...ranks[0].matchAll(/\d+|[WB]/g)].reduce((sum, [part]) => sum + (Number(part) || 1), 0);
  const text = new TextEncoder().encode(`${files}x${ranks.length}\n\n${position}\n`);
  new Uint8Array(core.memory.buffer, core.input(text.length), text.length).set(text);
  check(core.open(text.length));
}

// Each position begins with an empty table, as in the program; clearing it is part of both times.
function benchWasm(positions) {
  const start = performance.now();
  let nodes = 0;
  for (const position of positions) {
    open(position);
    core.engine_clear();
    check(core.engine_begin(0, 0, 0, 0, depth, 1));
    while (core.engine_run(20_000));
    check(core.engine_report(0));
    nodes += JSON.parse(output()).nodes;
  }
  return { nodes, nps: (nodes / (performance.now() - start)) * 1000 };
}

function benchNative() {
  const text = execFileSync(program, ['bench', '--depth', String(depth)], { encoding: 'utf8' });
  return {
    positions: [...text.matchAll(/^ *\d+ +\d+ (.+)$/gm)].map(([, position]) => position),
    nodes: Number(/^nodes (\d+)$/m.exec(text)[1]),
    nps: Number(/^nps (\d+)$/m.exec(text)[1]),
  };
}

check(core.engine_new(16 << 20));
const networks = new URL('networks/', root);
const network = readFileSync(new URL(readdirSync(networks).find((name) => /^tsivy-.*\.net$/.test(name)), networks));
new Uint8Array(core.memory.buffer, core.input(network.length), network.length).set(network);
check(core.engine_network(network.length));
let native = 0;
let wasm = 0;
for (let round = 0; round < rounds; round++) {
  const program = benchNative();
  const module = benchWasm(program.positions);
  if (module.nodes !== program.nodes) throw new Error(`${module.nodes} nodes, the program ${program.nodes}`);
  native = Math.max(native, program.nps);
  wasm = Math.max(wasm, module.nps);
}
console.log(`native ${Math.round(native)} nodes/s`);
console.log(`wasm   ${Math.round(wasm)} nodes/s`);
console.log(`ratio  ${(wasm / native).toFixed(2)}`);
