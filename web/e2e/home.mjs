/* The front page: what can be chosen is what is played. */

import assert from 'node:assert/strict';
import { clean, openPage, turnsPlayed, until } from './harness.mjs';
import { CHAIN } from './positions.mjs';

export const cases = {
  'board, level, stones and rules arrive in the game': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.locator('.card-computer .choices-boards .choice').nth(1).click();
    await page.locator('.choices-levels .choice').nth(5).click();
    await page.getByRole('radio', { name: 'Black' }).check({ force: true });
    await page.locator('.card-computer summary').click();
    await page.locator('.card-computer select').first().selectOption('mandatory');
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.locator('.play .board').waitFor();
    await until(() => page.locator('.player-words').first().innerText(), /Computer\s+Level 6/);
    await until(() => page.locator('.panel-rules').innerText(), /5×5 · chains must go on/);
    await page.locator('button.turn').first().waitFor();
    clean(page);
  },
  'rules under which a game may never end do not start': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.locator('.card-computer summary').click();
    await page.locator('.card-computer input[type=number]').fill('0');
    await page.keyboard.press('Tab');
    await page.getByLabel('Draw by repetition').first().selectOption('0');
    await page.getByText('With both draws off').first().waitFor();
    await until(() => page.getByRole('button', { name: 'Start game' }).first().isDisabled(), true);
    clean(page);
  },
  'an emptied limit is the standard one, not none': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.locator('.card-computer summary').click();
    const limit = page.locator('.card-computer input[type=number]');
    for (const [typed, taken] of [['20', '20'], ['', '50'], ['-5', '0'], ['2000', '1000']]) {
      await limit.fill(typed);
      await limit.blur();
      await page.waitForFunction((wanted) => document.querySelector('.card-computer input[type=number]').value === wanted, taken);
    }
    clean(page);
  },
  'two on one device: the board turns to the player': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.getByRole('radio', { name: 'Turns to the player' }).check({ force: true });
    await page.getByRole('button', { name: 'Start game' }).nth(1).click();
    const first = () => page.locator('[data-point]').first().getAttribute('data-point');
    await until(first, '36');
    await page.locator('.opening').first().click();
    await page.waitForFunction(() => document.querySelector('[data-point]').dataset.point === '8');
    clean(page);
  },
  'a running game is not left without asking': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await page.goto(`${address}#/`);
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.card-continue').click();
    await until(() => turnsPlayed(page), CHAIN);
    await page.goto(`${address}#/`);
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.getByRole('button', { name: 'Start anew' }).click();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), []);
    clean(page);
  },
  'a host without a server: in a folder, the page plays': async (browser, address) => {
    const page = await openPage(browser, address);
    const paths = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
    assert.deepEqual(paths.filter((path) => !path.startsWith(address)), [], 'nothing is asked from elsewhere');
    const html = await (await fetch(address)).text();
    assert.deepEqual([...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map((match) => match[1]), [], 'addresses are relative');
    clean(page);
  },
};
