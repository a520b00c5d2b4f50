/* Endgame tables: the truth of each turn, beside the board and on it, by the server's tables and by the page's own. */

import assert from 'node:assert/strict';
import { axe } from './access.mjs';
import { clean, eventually, openGame, openPage, resize, rest, spot, tap, turnsPlayed, until } from './harness.mjs';

const FEW = '9/4B4/9/9/3WW4 w 40 1';
const few = (mode, more = {}) => ({ setup: { mode, position: FEW, level: 1, ...more } });

const rows = (page) => page.locator('.truth-row').evaluateAll((all) => all.map((row) => row.textContent));
const status = (page) => page.locator('.truth .lines-head p').innerText();
const marks = (page) => page.locator('.b-truth').evaluateAll((all) => all.map((mark) => mark.getAttribute('class')).sort());

export const cases = {
  'the server tells value, distance and quiet limit of every turn, and a tap plays one': async (browser, address) => {
    const page = await openPage(browser, address, { game: few('analysis') });
    await page.locator('.truth-row').nth(5).waitFor();
    await until(() => status(page), 'White wins · capture in 7 turns');
    await until(() => rows(page), [
      'd1-d2, win · capture in 7 turns', 'e1-f2, win · capture in 7 turns', 'e1-d2, won, but the quiet limit comes first',
      'd1-c1, won, but the quiet limit comes first', 'e1-f1, draw', 'e1-e2, loss · capture in 2 turns',
    ]);
    await tap(page, 'e1');
    await until(() => marks(page), ['b-truth b-truth-draw', 'b-truth b-truth-draw', 'b-truth b-truth-loss', 'b-truth b-truth-win']);
    await until(() => spot(page, 'e2').getAttribute('aria-label'), /^e2, empty, can step here, leads to a loss$/);
    await until(() => page.locator('.truth-row').count(), 4, 'only what the stone in hand can do');
    await axe(page, 'endgame tables');
    await page.locator('.truth-row', { hasText: 'e1-f2' }).click();
    await rest(page);
    await until(() => turnsPlayed(page), ['e1-f2']);
    await until(() => status(page), 'White wins · capture in 6 turns');
    await page.getByRole('switch', { name: 'Endgame tables' }).click({ force: true });
    await until(async () => [await status(page), await page.locator('.b-truth').count()], ['Switched off. They know this endgame.', 0]);
    clean(page);
  },
  'without a server the page knows by itself, offline too; what it does not know it says': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow' });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor();
    await openGame(page, few('analysis'));
    await page.locator('.truth-row').first().waitFor();
    // What the server says may be there before the page's own tables are.
    await page.waitForFunction(async () => {
      const [name] = await caches.keys();
      return (await (await caches.open(name)).keys()).some(({ url }) => /\.tables$/.test(url));
    });
    await page.context().setOffline(true);
    await page.reload();
    await until(() => status(page), 'White wins');
    await until(() => page.locator('.truth-source').innerText(), 'Exact, by the tables of the page: no distances, the quiet limit aside.');
    await until(async () => (await rows(page)).pop(), 'e1-e2, loss');
    await openGame(page, few('analysis', { position: '9/4B4/9/BB7/3WW1WW1 w 0 1' }));
    await until(() => status(page), 'The tables here do not know so many stones.');
    await openGame(page, few('analysis', { rules: 'chain=mandatory' }));
    await until(() => status(page), 'There are no tables for these rules here.');
    assert.deepEqual(page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|sw\.js/.test(fault)), []);
  },
  'in a game they are offered, and hidden in one with a clock against a person': async (browser, address) => {
    const page = await openPage(browser, address, { game: few('computer') });
    await page.getByRole('switch', { name: 'Endgame tables' }).waitFor();
    await until(async () => [await page.locator('.truth-row').count(), await page.locator('.b-truth').count()], [0, 0]);
    await page.getByRole('switch', { name: 'Endgame tables' }).click({ force: true });
    await page.locator('.truth-row').first().waitFor();
    await until(() => marks(page), ['b-truth b-truth-win', 'b-truth b-truth-win']);
    await openGame(page, { ...few('friend', { clock: '10+5' }), clock: { white: 347_000, black: 372_000 } });
    await page.waitForTimeout(300);
    await until(() => page.locator('.truth').count(), 0);
    clean(page);
  },
  'the rows leave the rest of the panel in sight on a low screen, and forced colours tell on from off': async (browser, address) => {
    const page = await openPage(browser, address, { width: 1280, height: 700, forcedColors: 'active', game: few('analysis') });
    await page.locator('.truth-row').first().waitFor();
    const bottom = (selector) => page.locator(selector).first().evaluate((part) => part.getBoundingClientRect().bottom - document.querySelector('.panel').getBoundingClientRect().bottom);
    await eventually(async () => assert.ok(await bottom('.panel .transport') <= 0));
    await resize(page, [1280, 650]);
    await eventually(async () => assert.ok(await bottom('.panel .balance') <= 0));
    await page.locator('.panel .transport button').first().scrollIntoViewIfNeeded();
    await eventually(async () => assert.ok(await bottom('.panel .transport button') <= 0));
    const track = page.locator('.truth .switch-track');
    const colours = () => track.evaluate((part) => getComputedStyle(part).backgroundColor);
    const on = await colours();
    await page.getByRole('switch', { name: 'Endgame tables' }).click({ force: true });
    await eventually(async () => assert.notEqual(await colours(), on));
    clean(page);
  },
};
