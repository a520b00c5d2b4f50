/* Whole games against the computer: one by pointer, one by a finger on the smallest phone. */

import assert from 'node:assert/strict';
import { clean, dice, eventually, expectTitle, openPage, rest, turnsPlayed, until } from './harness.mjs';
import { CHAIN } from './positions.mjs';

const TURNS_MAX = 160;

/** What the board offers: the points to tap now. */
function offers(page) {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[data-point]')].map((button) => [Number(button.dataset.point), button.getAttribute('aria-label')]);
    const having = (words) => labels.filter(([, label]) => words.test(label)).map(([point]) => point);
    return {
      over: document.querySelector('.message-result') !== null,
      thinking: document.querySelector('.message-thinking') !== null,
      groups: having(/taken by (approach|withdrawal)/),
      targets: having(/can step here/),
      stones: having(/can capture|can move/),
    };
  });
}

/** Plays to the end by taps on the board alone, choosing by dice. */
async function playOn(page, roll, click) {
  for (let taps = 0; taps < TURNS_MAX * 6; taps++) {
    await rest(page);
    const now = await offers(page);
    if (now.over) return;
    if (now.thinking) {
      await page.waitForTimeout(60);
      continue;
    }
    const points = now.groups.length > 0 ? now.groups : now.targets.length > 0 ? now.targets : now.stones;
    const point = points[roll(points.length)];
    if (point === undefined) await page.waitForTimeout(60);
    else await click(page.locator(`[data-point="${point}"]`));
  }
  throw new Error('the game does not end');
}

async function whole(browser, address, size, click, seed) {
  const page = await openPage(browser, address, { ...size, settings: { variant: 'dimy', level: 1, stones: 'white' } });
  await page.getByRole('button', { name: 'Start game' }).first().click();
  await page.locator('.play .board').waitFor();
  await playOn(page, dice(seed), click);
  await until(() => page.locator('.message strong').innerText(), /^(White wins|Black wins|Draw)$/);
  await eventually(async () => assert.notEqual(await page.locator('.message small').innerText(), ''));
  clean(page);
  return page;
}

export const cases = {
  'a whole game against the computer by pointer': async (browser, address) => {
    const page = await whole(browser, address, {}, (point) => point.click({ force: true }), 1);
    await page.locator('.result h2').waitFor();
    await until(() => page.locator('.result a').getAttribute('href'), /^#\/rules\/5\.\d$/);
    await page.locator('.actions').getByRole('button', { name: 'Take back' }).click();
    await page.locator('.result').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Rematch, colours changed' }).click();
    await page.locator('.result').waitFor({ state: 'detached' });
    await until(() => page.locator('.player-words').last().innerText(), /You\s+Black/);
    clean(page);
  },
  'a whole game by finger on the smallest phone': async (browser, address) => {
    const page = await whole(browser, address, { width: 320, height: 568 }, (point) => point.tap({ force: true }), 2);
    await until(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, 'nothing lies below the screen');
  },
  'the network comes with the first search, not before': async (browser, address) => {
    const page = await openPage(browser, address);
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.locator('.play .board').waitFor();
    assert.deepEqual(asked.filter((url) => /\.net$|simd/.test(url)), []);
    const network = page.waitForRequest(/\/tsivy-[^/]*\.net$/);
    await page.getByRole('button', { name: 'Hint' }).click();
    assert.equal((await (await network).response()).ok(), true);
    await until(() => asked.some((url) => /simd/.test(url)), true);
    await page.locator('.message-hint').waitFor();
    clean(page);
  },
  'where no network comes the engine answers all the same': async (browser, address) => {
    const page = await openPage(browser, address, { settings: { level: 1 } });
    await page.route(/\.net$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.locator('.opening').first().click();
    await page.locator('button.turn').nth(1).waitFor();
  },
  'a hint shows a turn and plays none': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.message-hint').waitFor();
    await until(() => page.locator('.message strong').innerText(), /^Hint: [a-i]\d-[a-i]\d/);
    await until(async () => await page.locator('.board .b-best').count() > 0, true);
    await until(() => page.locator('button.turn').count(), 0);
    clean(page);
  },
  'a draw is offered and answered': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.getByRole('button', { name: 'Offer a draw' }).click();
    await page.waitForFunction(() => /declines|^Draw$/.test(document.querySelector('.message strong').textContent));
    clean(page);
  },
  'the page answers while the computer thinks, and taking back stops it': async (browser, address) => {
    // Past the book, which answers at once.
    const page = await openPage(browser, address, { game: { turns: CHAIN, setup: { mode: 'computer', level: 8, human: 'black' } } });
    await page.locator('.message-thinking').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await expectTitle(page, 'Your turn');
    await page.waitForTimeout(1500);
    assert.deepEqual(await turnsPlayed(page), CHAIN.slice(0, -1));
    clean(page);
  },
};
