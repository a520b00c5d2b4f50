// Runs a WebAssembly command under node's WASI: run-wasi.mjs PROGRAM.wasm [ARGUMENT…]
// The program sees the working directory alone and reaches it by relative paths (wasi-libc cannot
// keep it apart from the root), so arguments that name something inside are made relative.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const inside = process.cwd() + '/';
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...args.map((arg) => (arg.startsWith(inside) ? arg.slice(inside.length) : arg))],
  env: process.env,
  preopens: { '.': process.cwd() },
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
