/* The running game survives a reload and a closed tab, and no other tab overwrites it. */

import { clean, expectTitle, openPage, tap, turnsPlayed, until, watch } from './harness.mjs';
import { CHAIN } from './positions.mjs';

export const cases = {
  'a reload in the middle of a chain': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await tap(page, 'i3', 'h4', 'g3');
    await page.reload();
    await page.locator('.play .board').waitFor();
    await until(() => page.locator('.turn-draft').innerText(), 'i3-h4A-g3W');
    await tap(page, 'f4');
    await until(() => page.locator('.turn-draft').innerText(), 'i3-h4A-g3W-f4A');
    clean(page);
  },
  'a closed tab: home offers to go on': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN, setup: { mode: 'computer', level: 3 } } });
    const context = page.context();
    await page.close();
    const again = await context.newPage();
    watch(again, address);
    await again.goto(address);
    await again.locator('.card-continue').click();
    await again.locator('.play .board').waitFor();
    await until(() => turnsPlayed(again), CHAIN);
    clean(again);
  },
  'a damaged game is told and breaks nothing': async (browser, address) => {
    for (const text of ['{"version":1', '{}', JSON.stringify({ version: 1, setup: { mode: 'friend', board: '9x5', rules: '', level: 1, human: 'white', facing: 'fixed', seed: 1 }, turns: ['a1-i5A'], draft: '', word: null, stamp: 'x', over: false })]) {
      const page = await openPage(browser, address);
      await page.evaluate((damaged) => localStorage.setItem('fanorona.game', damaged), text);
      await page.reload();
      await page.getByText('The saved game was damaged').waitFor();
      await page.getByRole('button', { name: 'Start game' }).first().click();
      await page.locator('.play .board').waitFor();
      clean(page);
      await page.context().close();
    }
  },
  'damaged settings break nothing': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.evaluate(() => localStorage.setItem('fanorona.settings', '[[['));
    await page.reload();
    await page.getByRole('button', { name: 'Start game' }).first().waitFor();
    clean(page);
  },
  'two tabs: the older one asks which game counts': async (browser, address) => {
    const first = await openPage(browser, address, { game: {} });
    const second = await first.context().newPage();
    watch(second, address);
    await second.goto(`${address}#/play`);
    await tap(second, 'e2', 'e3');
    await first.getByText('The game has gone on in another tab').waitFor();
    await first.getByRole('button', { name: 'Show that one' }).click();
    await first.locator('.play .board').waitFor();
    await until(() => turnsPlayed(first), ['e2-e3A']);
    clean(first);
    clean(second);
  },
  'theme, board and language are kept': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Stone' }).check({ force: true });
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await page.getByRole('radio', { name: 'Nederlands' }).click({ force: true });
    await page.getByRole('heading', { name: 'Instellingen' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Tegen de computer' }).waitFor();
    await until(() => page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await until(() => page.evaluate(() => document.documentElement.lang), 'nl');
    await until(() => page.locator('.board[data-material=granite]').count(), 1);
    clean(page);
  },
  'the computer goes on after a reload on its turn': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: ['e2-e3A'], setup: { mode: 'computer', level: 1 } } });
    await page.locator('button.turn').nth(1).waitFor();
    await expectTitle(page, 'Your turn');
    clean(page);
  },
  'where nothing is kept the page says so, but not in place of how the game ended': async (browser, address) => {
    const page = await openPage(browser, address, { width: 390, height: 844 });
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await page.reload();
    await page.getByRole('button', { name: 'Start game' }).last().click();
    await page.locator('.play .board').waitFor();
    await tap(page, 'e2', 'e3');
    await until(() => page.locator('.message small').innerText(), 'This browser keeps nothing: the game will not survive a reload.');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await expectTitle(page, 'White wins');
    await until(() => page.locator('.message small').innerText(), 'Black resigned.');
    clean(page);
  },
};
