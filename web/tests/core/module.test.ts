import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { moduleBytes, modulePath, newCore, root, setup, vectorsPath } from './support';
import { loadCore } from '../../src/core/load';
import { openGame } from '../../src/core/rules';

describe('the module', () => {
  const module = new WebAssembly.Module(moduleBytes);

  it('imports the time and a text to read, nothing else', () => {
    const imports = WebAssembly.Module.imports(module);
    expect(imports.map(({ module: from, name, kind }) => [from, name, kind]).sort()).toEqual([
      ['env', 'now_ms', 'function'],
      ['env', 'read_text', 'function'],
    ]);
  });

  it('uses nothing that the oldest browsers lack', () => {
    // The whole file was checked by an engine that knows more; this looks at what the toolchain says it used.
    const [features] = WebAssembly.Module.customSections(module, 'target_features');
    const text = features ? new TextDecoder('latin1').decode(features) : '';
    for (const feature of ['simd128', 'bulk-memory', 'sign-ext', 'nontrapping-fptoint', 'multivalue', 'atomics']) {
      expect(text).not.toContain(feature);
    }
  });

  it('hands no 64-bit integer over', async () => {
    const { exports } = await newCore();
    expect(typeof exports.perft(0)).toBe('number');
    expect(typeof exports.length()).toBe('number');
  });
});

describe('perft', () => {
  const rows = readFileSync(new URL('tests/data/perft.txt', root), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((field) => field.trim()))
    .filter(([, , counted]) => counted === 'paths');

  it('has rows to check', () => expect(rows.length).toBeGreaterThan(30));

  it.each(rows)('%s, rules %s, %s at depth %s: %s', async (_board, rules, _counted, depth, count, _cost, position) => {
    const core = await newCore();
    openGame(core, setup(position!, rules === '-' ? '' : rules!), []);
    expect(core.exports.perft(Number(depth))).toBe(Number(count));
  }, 120_000);
});

describe('bench', () => {
  const program = process.env.FANORONA ?? new URL('build/fanorona', root).pathname;
  const depth = 5;

  // The program has the network within it; the page brings it.
  const networks = new URL('networks/', root);
  const network = readFileSync(new URL(readdirSync(networks).find((name) => /^tsivy-.*\.net$/.test(name))!, networks));

  it.each([
    ['plain', modulePath],
    ['with vectors', vectorsPath],
  ])('%s, visits as many nodes as the program, position by position', async (_, path) => {
    expect(existsSync(program), `${program} is not built`).toBe(true);
    const output = execFileSync(program, ['bench', '--depth', String(depth)], { encoding: 'utf8' });
    const native = [...output.matchAll(/^ *\d+ +(\d+) (.+)$/gm)].map(([, nodes, position]) => ({ position, nodes }));
    expect(native.length).toBeGreaterThan(40);
    const core = await loadCore(readFileSync(path));
    const { exports } = core;
    core.check(exports.engine_new(16 << 20));
    core.check(exports.engine_network(core.writeBytes(new Uint8Array(network))));
    const wasm = native.map(({ position }) => {
      openGame(core, setup(position!), []);
      exports.engine_clear();
      core.check(exports.engine_begin(0, 0, 0, 0, depth, 1));
      while (exports.engine_run(1000));
      return { position, nodes: String(core.answer<{ nodes: number }>(exports.engine_report(0)).nodes) };
    });
    expect(wasm).toEqual(native);
  }, 120_000);
});
