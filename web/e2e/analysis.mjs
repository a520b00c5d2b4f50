/* Analysis with the engine's lines, quick entry, and games from elsewhere. */

import { axe } from './access.mjs';
import { PATIENCE_MS, clean, expectTitle, openGame, openPage, resize, rest, tap, turnsPlayed, until } from './harness.mjs';
import { CHAIN, NO_STONES, QUIET } from './positions.mjs';

const ANALYSIS = { setup: { mode: 'analysis' } };
const current = (page) => page.locator('.turn[aria-current]').innerText();

async function type(page, text) {
  await page.locator('#type-turn').fill(text);
  await page.keyboard.press('Enter');
  await rest(page);
}

export const cases = {
  'a finished game is analysed: back, another turn, and on from there': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: NO_STONES, setup: { mode: 'computer', level: 4 } } });
    await page.getByRole('button', { name: 'Review' }).click();
    await page.locator('.lines').waitFor();
    await until(() => page.locator('.result').count(), 0, 'an end is not celebrated');
    await until(() => page.locator('.panel-rules').innerText(), /^Analysis · 9×5/);
    await page.locator('.actions').getByRole('button', { name: 'One turn back' }).click();
    await rest(page);
    await until(() => current(page), NO_STONES[NO_STONES.length - 2]);
    await until(() => turnsPlayed(page), NO_STONES, 'what follows stays at hand');
    await page.getByRole('button', { name: 'To the start' }).click();
    await tap(page, 'e2', 'e3');
    await until(() => turnsPlayed(page), ['e2-e3A']);
    await page.reload();
    await page.locator('.lines').waitFor();
    await until(() => turnsPlayed(page), ['e2-e3A']);
    clean(page);
  },
  'the three best lines, the best one on the board, a tap plays one': async (browser, address) => {
    const page = await openPage(browser, address, { game: { ...ANALYSIS, turns: CHAIN } });
    await page.waitForFunction(() => document.querySelectorAll('.line').length === 3);
    await until(() => page.locator('.line-score').first().innerText(), /^(\d+%|(win|loss) in \d+)$/);
    await until(() => page.locator('[aria-labelledby=lines-title] p').innerText(), /^Depth \d+ · White’s chances$/);
    await until(() => page.locator('.bar').getAttribute('aria-label'), /^White’s winning chances: \d+%$|^(White|Black) wins in /);
    await until(async () => await page.locator('.board .b-best').count() > 0, true);
    await page.locator('.line').first().click();
    await rest(page);
    await until(async () => (await turnsPlayed(page)).length, CHAIN.length + 1);
    await page.getByRole('switch', { name: 'Engine lines' }).click({ force: true });
    await page.waitForFunction(() => document.querySelectorAll('.line').length === 0);
    await until(() => page.locator('.board .b-best').count(), 0);
    await until(() => page.locator('.bar').count(), 0);
    clean(page);
  },
  'quick entry: the board turned, many turns at once, the one that fails is told': async (browser, address) => {
    for (const setup of [{ mode: 'analysis' }, { mode: 'friend' }]) {
      const page = await openPage(browser, address, { game: { setup } });
      await page.keyboard.press('f');
      await until(() => page.locator('[data-point]').first().getAttribute('data-point'), '8');
      await page.keyboard.press('/');
      await type(page, '1. e2e3A f4-e5W-e4A 2. f2e3A {near} d5d4A! 3. f1f9 e4e5W');
      await until(() => turnsPlayed(page), CHAIN.slice(0, 4));
      await until(() => page.locator('#type-fault').innerText(), /^Number 5 of 6: f1f9/);
      await until(() => page.locator('#type-turn').inputValue(), 'f1f9 e4e5W');
      await type(page, 'f1-f2A');
      await until(() => page.locator('#type-fault').count(), 0);
      await until(() => page.evaluate(() => document.activeElement.id), 'type-turn', 'ready for the next');
      // The other side's turn by tap; the field stays.
      await tap(page, 'e4', 'e5');
      await until(async () => (await turnsPlayed(page)).length, 6);
      await until(() => page.locator('#type-turn').count(), 1);
      await until(() => page.locator('[data-point]').first().getAttribute('data-point'), '8', 'the board stays turned');
      await page.locator('#type-turn').focus();
      await page.keyboard.press('Escape');
      await until(() => page.locator('#type-turn').count(), 0);
      await until(() => page.evaluate(() => document.activeElement.hasAttribute('data-point')), true);
      clean(page);
      await page.context().close();
    }
  },
  'against the computer the field closes with the turn': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { mode: 'computer', level: 1 } } });
    await page.keyboard.press('/');
    await type(page, 'e2e3A');
    await until(() => page.locator('#type-turn').count(), 0);
    await page.locator('button.turn').nth(1).waitFor();
    clean(page);
  },
  'a game may begin anywhere, by Black, on any odd board': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { position: '9/9/4B4/9/3WW4 b 3 7' } } });
    await expectTitle(page, 'Black to move');
    for (const variant of ['7x3', '3x5', '7x7', '5x3', '3x3']) {
      await openGame(page, { setup: { variant } });
      const [files, ranks] = variant.split('x').map(Number);
      await until(() => page.locator('[data-point]').count(), files * ranks);
      for (const size of [[1440, 900], [390, 844]]) {
        await resize(page, size);
        const inside = () => page.locator('.board-slab').evaluate((slab) => {
          const box = slab.getBoundingClientRect();
          return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight && box.width > 150;
        });
        await until(inside, true, `${variant} at ${size}`);
      }
    }
    clean(page);
  },
  'a finished game is reviewed: its curve, the turns that changed it, learning from them; it is there again': async (browser, address) => {
    // Black loses the game with its second turn at the latest.
    const turns = NO_STONES.slice(0, 5);
    const page = await openPage(browser, address, { game: { turns, setup: { mode: 'analysis', you: 'black' } } });
    await page.getByRole('button', { name: 'Review' }).click();
    const learn = page.getByRole('button', { name: /^Learn from \d mistake/ });
    await learn.waitFor({ timeout: 4 * PATIENCE_MS });
    await axe(page, 'a review');
    const marks = () => page.locator('.turn-mark').allInnerTexts();
    await until(async () => (await marks()).length > 0 && (await marks()).every((mark) => ['?!', '?', '??'].includes(mark)), true);
    const marked = (await marks()).length;
    await page.locator('.curve').focus();
    await page.keyboard.press('Home');
    await until(() => page.locator('.curve').getAttribute('aria-valuenow'), '0');
    await page.keyboard.press('PageDown');
    await until(() => page.locator('.curve').getAttribute('aria-valuetext'), /: (doubtful|mistake|blunder)$/);
    await until(() => page.locator('.review-words').innerText(), /\?|!.* chances from \d+% to \d+%/);
    await learn.click();
    await expectTitle(page, 'Find a better turn for Black');
    await until(() => page.locator('.board .b-best').count(), 0);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.waitForFunction(() => /^Better: [a-i]\d-/.test(document.querySelector('.message strong').textContent));
    await until(async () => await page.locator('.board .b-best').count() > 0, true);
    await page.getByRole('button', { name: 'End' }).click();
    await until(async () => (await turnsPlayed(page)).map((turn) => turn.split(/\s/)[0]), turns, 'the game is as it was');
    await page.reload();
    await learn.waitFor();
    await until(async () => (await marks()).length, marked);
    clean(page);
  },
  'a review can be stopped, and on a phone it has a place of its own': async (browser, address) => {
    // Long enough not to be done before it is stopped.
    const page = await openPage(browser, address, { game: { ...ANALYSIS, turns: QUIET }, width: 320, height: 568 });
    const review = page.getByRole('button', { name: 'Curve of the game' });
    await review.click();
    const dialog = page.getByRole('dialog', { name: 'Curve of the game' });
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('button', { name: /Go on|Review/ }).waitFor();
    await until(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await axe(page, 'the dialog of a review');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Curve of the game');
    clean(page);
  },
  'on a phone the best line stands under the board': async (browser, address) => {
    const page = await openPage(browser, address, { game: { ...ANALYSIS, turns: CHAIN }, width: 390, height: 844 });
    await page.waitForFunction(() => /^(\d+%|(win|loss) in \d+) [a-i]\d-/.test(document.querySelector('.message small').textContent));
    await page.getByRole('button', { name: 'Type turns' }).click();
    await type(page, 'i3-h4A');
    await until(() => page.evaluate(() => document.activeElement.id), 'type-turn');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Type a turn' }).click();
    // From the menu, too, the field is ready.
    await page.waitForFunction(() => document.activeElement.id === 'type-turn');
    clean(page);
  },
};
