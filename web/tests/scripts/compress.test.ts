import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = new URL('../../scripts/compress.mjs', import.meta.url).pathname;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanorona-compress-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('lays both forms beside what becomes smaller, in every folder', () => {
  mkdirSync(join(folder, 'assets'));
  const long = 'all the same '.repeat(200);
  const files = { 'index.html': long, 'assets/x.js': long, 'assets/core.wasm': long, 'tiny.css': 'a', 'type.woff2': long };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'tiny.css.br'), 'left over from another build');
  execFileSync(process.execPath, [script, folder]);
  for (const name of ['index.html', 'assets/x.js', 'assets/core.wasm']) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString()).toBe(long);
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString()).toBe(long);
    expect(readFileSync(join(folder, name)).toString()).toBe(long);
  }
  for (const name of ['tiny.css', 'type.woff2']) {
    expect(existsSync(join(folder, `${name}.br`)), name).toBe(false);
    expect(existsSync(join(folder, `${name}.gz`)), name).toBe(false);
  }
});

it('compresses nothing twice', () => {
  writeFileSync(join(folder, 'a.html'), 'x'.repeat(1000));
  execFileSync(process.execPath, [script, folder]);
  execFileSync(process.execPath, [script, folder]);
  expect(existsSync(join(folder, 'a.html.br.br'))).toBe(false);
  expect(existsSync(join(folder, 'a.html.gz.br'))).toBe(false);
});

it('wants a folder', () => {
  expect(spawnSync(process.execPath, [script]).status).toBe(2);
});
