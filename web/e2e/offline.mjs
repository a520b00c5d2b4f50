/* After the first visit no network is needed. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { clean, openPage, rest, site, until } from './harness.mjs';

const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.woff2': 'font/woff2', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};

/** A plain host of files, with the page in a folder of its own; `change` alters what it sends. */
async function plainHost(change = (name, bytes) => bytes) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    asked.push(path);
    const name = normalize(path.replace(/^\/some\/folder\//, '') || 'index.html');
    try {
      if (!path.startsWith('/some/folder/') || name.startsWith('..')) throw new Error('not here');
      const bytes = change(name, readFileSync(join(site, name)));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}/some/folder/`;
  return { address, asked, stop: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }) };
}

const note = (page, text) => page.locator('.offline-note', { hasText: text }).first();

export const cases = {
  'a part that does not arrive is told, and can be had later': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.route(/\/Settings-[^/]*\.js$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('.told-note', { hasText: 'could not be loaded' }).waitFor();
    await page.unroute(/\/Settings-[^/]*\.js$/);
    // The page is loaded anew: Chromium 150, for one, never asks again for a part that failed once.
    await Promise.all([page.waitForEvent('load'), page.locator('.told-note').click()]);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'a page without its core says so, and can try again': async (browser, address) => {
    for (const path of ['', '#/play']) {
      const page = await openPage(browser, address);
      await page.route(/\.wasm$/, (route) => route.abort());
      await page.goto(`${address}${path}`);
      await page.reload();
      await page.getByText('The game could not be loaded').waitFor();
      assert.deepEqual(page.faults.filter((fault) => fault.startsWith('error:')), []);
      await page.unroute(/\.wasm$/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Start game' }).first().click();
      await page.locator('.play .board').waitFor();
      await page.context().close();
    }
  },
  'a page without its words says so': async (browser, address) => {
    const context = await browser.newContext({ locale: 'fr-FR', serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.route(/\/fr-[^/]*\.js$/, (route) => route.abort());
    await page.goto(address);
    await page.getByText('Fanorona could not be loaded.').waitFor();
  },
  'a second visit without a network plays a turn and has its answer': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow' });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.locator('.opening').first().click();
    await rest(page);
    await page.locator('button.turn').nth(1).waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Русский' }).click({ force: true });
    await page.getByRole('heading', { name: 'Настройки' }).waitFor();
    assert.deepEqual(page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED.*sw\.js|sw\.js/.test(fault)), []);
  },
  'a plain host, in a folder, without a server: the page plays and is kept': async (browser) => {
    const host = await plainHost();
    try {
      const page = await openPage(browser, host.address, { policy: false, serviceWorkers: 'allow' });
      await note(page, 'Ready offline').waitFor();
      await page.getByRole('button', { name: 'Start game' }).first().click();
      await page.locator('.opening').first().click();
      await page.locator('button.turn').nth(1).waitFor();
      assert.deepEqual(host.asked.filter((path) => !path.startsWith('/some/folder/')), []);
      await host.stop();
      await page.reload();
      await page.locator('button.turn').nth(1).waitFor();
      clean(page);
    } finally {
      await host.stop().catch(() => undefined);
    }
  },
  'a new version is told, and starts the next time': async (browser) => {
    let version = 0;
    const host = await plainHost((name, bytes) =>
      name === 'sw.js' ? bytes.toString().replace(/VERSION = '\w+'/, `VERSION = 'test${version}'`) : bytes);
    try {
      const page = await openPage(browser, host.address, { policy: false, serviceWorkers: 'allow' });
      await note(page, 'Ready offline').waitFor();
      // Tables that have come once are taken over; those that were never wanted are not fetched.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const wanted = `assets/${readdirSync(join(site, 'assets')).find((name) => /^dimy-.*\.tables$/.test(name))}`;
      await page.evaluate((name) => fetch(name).then((answer) => answer.arrayBuffer()), wanted);
      version = 1;
      await page.reload();
      await note(page, 'A new version is here').waitFor();
      const caches = () => page.evaluate(() => window.caches.keys());
      await until(async () => (await caches()).sort(), ['fanorona-test0', 'fanorona-test1']);
      const tables = await page.evaluate(async () => (await (await window.caches.open('fanorona-test1')).keys()).map(({ url }) => url).filter((url) => /tables$/.test(url)));
      assert.deepEqual(tables, [host.address + wanted]);
      assert.equal(host.asked.filter((path) => path.endsWith(wanted)).length, 1);
      await page.goto('about:blank');
      await page.goto(host.address);
      await page.waitForFunction(async () => (await window.caches.keys()).join() === 'fanorona-test1', null);
      await note(page, 'Ready offline').waitFor();
      clean(page);
    } finally {
      await host.stop();
    }
  },
  'the worker keeps every file of the page': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow' });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor();
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      return (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
    });
    for (const part of [/^\/$/, /fanorona-(?!simd).*\.wasm$/, /fanorona-simd.*\.wasm$/, /tsivy-.*\.net$/, /worker.*\.js$/, /mg-.*\.js$/, /rules\.ru-.*\.js$/, /manrope-700.*\.woff2$/, /manifest/]) {
      assert.equal(kept.some((path) => part.test(path)), true, String(part));
    }
    clean(page);
  },
};
