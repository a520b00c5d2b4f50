/* What every play test stands on: a server, a browser, a page that tells of every error. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';

export { launch };

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.FANORONA_PROGRAM ?? `${root}build/fanorona`;
export const site = process.env.FANORONA_WEB ?? `${root}build/web`;

/** How long a page may take for anything. Machines that run tests may be slow, and have other work. */
export const PATIENCE_MS = 60_000;

/** FANORONA_SLOW=4 makes pages four times slower than they are: what only a fast machine passes fails then. */
const SLOWDOWN = Number(process.env.FANORONA_SLOW ?? 1);

/** The policy under which the page must run, where the server sends none. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";

/** Serves the built page by the program, or by vite where there is none; resolves with its address. */
export async function serve() {
  if (!existsSync(`${site}/index.html`)) throw new Error(`no page in ${site}: build it first`);
  const port = await freePort();
  const own = existsSync(program);
  const data = mkdtempSync(join(tmpdir(), 'fanorona-e2e-'));
  const tables = `${root}build/page/tables`; // those that the page's own were made from
  const [command, args] = own
    ? [program, ['serve', '--port', String(port), '--web', site, '--db', join(data, 'games.db'), ...(existsSync(tables) ? ['--tables', tables] : [])]]
    : [process.execPath, ['node_modules/vite/bin/vite.js', 'preview', '--port', String(port), '--strictPort', '--outDir', site]];
  const child = spawn(command, args, {
    cwd: `${root}web`, stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, FANORONA_DATA: '/nowhere' }, // whoever runs the tests may have tables of their own
  });
  const address = own ? `http://127.0.0.1:${port}/` : `http://localhost:${port}/`;
  const until = Date.now() + PATIENCE_MS;
  while (!(await fetch(address).then((answer) => answer.ok, () => false))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = () => {
    child.once('exit', () => rmSync(data, { recursive: true, force: true }));
    child.kill('SIGTERM');
  };
  return { address, by: own ? 'fanorona serve' : 'vite preview', stop };
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * A page of its own store. Its errors, violations and foreign requests are gathered in `page.faults`. `game` is
 * what openGame takes, and `settings` what settle does; both are there from the first load on.
 */
export async function openPage(browser, address, options = {}) {
  const { width = 1440, height = 900, theme = 'light', locale = 'en-US', game, settings, path = game ? '#/play' : '', ...more } = options;
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: theme, locale, hasTouch: width < 800,
    // Only the offline tests want the whole page fetched each time.
    serviceWorkers: 'block', ...more,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  watch(page, address);
  if (SLOWDOWN > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (options.policy !== false) await addPolicy(page, address);
  await page.addInitScript(fillStore, { game: game && savedGame(game), settings: settings && JSON.stringify(settings) });
  await page.goto(address + path);
  await page.locator(game ? '.play .board' : '.app').waitFor();
  await drawn(page);
  return page;
}

/** In the page, before its scripts, the first time it is loaded: the name of a window outlives a reload. */
function fillStore({ game, settings }) {
  if (window.name === 'filled' || location.protocol === 'about:') return;
  window.name = 'filled';
  if (game) localStorage.setItem('fanorona.game', game);
  if (settings) localStorage.setItem('fanorona.settings', settings);
}

export function watch(page, address) {
  page.faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error') page.faults.push(`console: ${message.text()} [${message.location().url}]`);
  });
  page.on('pageerror', (error) => page.faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) page.faults.push(`foreign request: ${url}`);
  });
}

/** Vite's preview sends no policy; the page must hold to it all the same. */
async function addPolicy(page, address) {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    headers['content-security-policy'] ??= POLICY;
    await route.fulfill({ response: answer, headers });
  });
}

export function clean(page) {
  assert.deepEqual(page.faults, []);
}

const FRIEND = { mode: 'friend', variant: 'tsivy', rules: '', level: 1, human: 'white', facing: 'fixed', seed: 1, clock: 'none' };

function savedGame({ setup = {}, turns = [], draft = '', word = null, clock = null }) {
  return JSON.stringify({ version: 2, setup: { ...FRIEND, ...setup }, turns, draft, word, stamp: 'test', over: false, clock });
}

/** Puts a game into the store of a page that is open, and opens it. */
export async function openGame(page, game) {
  await page.evaluate((text) => {
    localStorage.setItem('fanorona.game', text);
    // Without an event: the page that is still open knows of no game and would go home.
    history.replaceState(null, '', '#/play');
  }, savedGame(game));
  await page.reload();
  await page.locator('.play .board').waitFor();
  await drawn(page);
}

/** Waits for the next picture and for what the page does after it, with its own type. */
export function drawn(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  });
}

/** Another size of the window, drawn. */
export async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  // On a busy machine the page learns of it some frames later.
  await page.waitForFunction((size) => innerWidth === size[0] && innerHeight === size[1], [width, height]);
  await drawn(page);
}

/** Makes level, stones and so on the ones the home page starts with. */
export function settle(page, settings) {
  return page.evaluate((part) => {
    const before = JSON.parse(localStorage.getItem('fanorona.settings') ?? '{}');
    localStorage.setItem('fanorona.settings', JSON.stringify({ ...before, ...part }));
  }, settings);
}

export function pointNumber(name, files = 9) {
  return (Number(name.slice(1)) - 1) * files + name.charCodeAt(0) - 97;
}

export function spot(page, name, files = 9) {
  return page.locator(`[data-point="${pointNumber(name, files)}"]`);
}

/** Taps points with the mouse, each after the replay before it. */
export async function tap(page, ...names) {
  for (const name of names) {
    await rest(page);
    await spot(page, name).click({ force: true });
  }
  await rest(page);
}

/** Waits until nothing moves on the board. */
export async function rest(page) {
  await page.waitForFunction(() => !document.querySelector('.board-flier.b-flying'));
}

/** Asks until the claim holds; tells what is wrong with it if it never does. */
export async function eventually(claim) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await claim();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/**
 * Reads the page until it says what is wanted: a value, or what a pattern fits. What a page shows after an action is
 * never there for certain at the first look.
 */
export function until(read, wanted, message) {
  return eventually(async () => {
    const seen = await read();
    if (wanted instanceof RegExp) assert.match(seen, wanted, message);
    else assert.deepEqual(seen, wanted, message);
  });
}

/**
 * From now on no timer of the page rings that would let something be seen: what a replay or a glide comes to, it comes
 * to at once or not at all.
 */
export function stopTimers(page) {
  return page.evaluate(() => {
    const set = window.setTimeout;
    window.setTimeout = (call, ms = 0, ...rest) => (ms < 60 ? set(call, ms, ...rest) : set(() => undefined, 0));
  });
}

export function title(page) {
  return page.locator('.message strong').textContent();
}

export function expectTitle(page, wanted) {
  return until(() => title(page), wanted);
}

/** The turns played so far, as the panel lists them. */
export function turnsPlayed(page) {
  return page.locator('button.turn').allInnerTexts();
}

/** From now on gathers what is said to a screen reader; resolves with a way to ask for all of it. */
export async function listen(page) {
  await page.evaluate(() => {
    window.heard = [];
    const note = () => document.querySelectorAll('[data-live]').forEach((region) => region.textContent !== '' && window.heard.push(region.textContent));
    const watcher = new MutationObserver(note);
    document.querySelectorAll('[data-live]').forEach((region) => watcher.observe(region, { childList: true, characterData: true, subtree: true }));
  });
  return () => page.evaluate(() => window.heard);
}

/** A simple generator, so that a failing run can be had again. */
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
