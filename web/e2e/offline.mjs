/* After the first visit no network is needed. */

import assert from 'node:assert/strict';
import { clean, openPage, rest } from './harness.mjs';

export const cases = {
  'a second visit without a network plays a turn and has its answer': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow' });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor({ timeout: 20_000 });
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
  'the worker keeps every file of the page': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow' });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor({ timeout: 20_000 });
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      return (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
    });
    for (const part of [/^\/$/, /\.wasm$/, /worker.*\.js$/, /mg-.*\.js$/, /rules\.ru-.*\.js$/, /manrope-700.*\.woff2$/, /manifest/]) {
      assert.equal(kept.some((path) => part.test(path)), true, String(part));
    }
    clean(page);
  },
};
