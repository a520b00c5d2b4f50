/* Every end names its reason and its clause and shows it, and nothing jumps. */

import { clean, expectTitle, openGame, openPage, resize, until } from './harness.mjs';
import { NO_STONES, QUIET, REPETITION } from './positions.mjs';

async function ended(page, title, reason, clause) {
  await expectTitle(page, title);
  await until(() => page.locator('.result > p').first().innerText(), reason);
  await until(() => page.locator('.result a').getAttribute('href'), `#/rules/${clause}`);
  clean(page);
}

export const cases = {
  'no stones left': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: NO_STONES } });
    await ended(page, 'White wins', 'Black has no stones left.', '5.1');
  },
  'three equal positions, each one tap away': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: REPETITION, setup: { variant: 'dimy' } } });
    await ended(page, 'Draw', 'The same position has stood 3 times.', '5.4');
    const buttons = page.locator('.result-shown button');
    await until(() => buttons.count(), 3);
    const stones = () => page.locator('[data-point]').evaluateAll((points) => points.map((point) => point.getAttribute('aria-label').split(',')[1]));
    const now = await stones();
    await buttons.first().click();
    await page.waitForFunction(() => /^Turn|^The start/.test(document.querySelector('.message strong').textContent));
    await until(stones, now);
    clean(page);
  },
  'the quiet limit, with its counter': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: QUIET } });
    await ended(page, 'Draw', '50 turns have passed without a capture.', '5.3');
    await until(() => page.locator('.balance').innerText(), /50 of 50/);
  },
  'resigning and agreeing, beside a friend': async (browser, address) => {
    const page = await openPage(browser, address, { game: {} });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await ended(page, 'Black wins', 'White resigned.', '5.5');
    await page.locator('.actions').getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.getByRole('button', { name: 'We agree' }).click();
    await ended(page, 'Draw', 'Both sides agreed.', '5.5');
  },
  'time that has run out': async (browser, address) => {
    const page = await openPage(browser, address);
    // The last second is soon over: it is looked at from within the page.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const text = document.querySelector('.clock-runs')?.textContent;
        if (text) (window.clockSaid ??= []).push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await openGame(page, { turns: ['e2-e3A'], setup: { clock: '3+2' }, clock: { white: 180_000, black: 1500 } });
    await until(async () => (await page.evaluate(() => window.clockSaid))?.[0], /^0:0[01]\.\d$/);
    await ended(page, 'White wins', 'Black ran out of time.', '5.5');
    await until(() => page.locator('.clock-runs').count(), 0);
  },
  'message and actions stand still from state to state': async (browser, address) => {
    const page = await openPage(browser, address);
    const places = new Map();
    for (const game of [{}, { turns: NO_STONES }, { draft: '', word: { kind: 'resign', loser: 'white' } }]) {
      await openGame(page, game);
      for (const size of [[320, 568], [390, 844], [768, 1024], [1440, 900]]) {
        await resize(page, size);
        const name = size.join('×');
        const boxes = () => page.evaluate(() => ['.message', '.actions', '.play-board'].map((selector) => {
          const { top, height: tall } = document.querySelector(selector).getBoundingClientRect();
          return [Math.round(top), Math.round(tall)];
        }));
        if (places.has(name)) await until(boxes, places.get(name), name);
        else places.set(name, await boxes());
      }
    }
  },
};
