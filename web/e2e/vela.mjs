/* Vela: offered after a decisive game, both phases, and the roles of the next game. */

import assert from 'node:assert/strict';
import { clean, expectTitle, listen, openGame, openPage, rest, tap, turnsPlayed, until } from './harness.mjs';

/** White takes Black's last stone with e1-e2A. */
const LAST_STONE = '9/9/4B4/9/4W4 w 0 30';
/** White has six stones and gives; Black's c3-c2A takes one of them. */
const LAST_GIFT = 'B8/8B/2B6/W8/WWWWW4 b 0 20 vela:w';

const phase = (page) => page.locator('.panel-phase').innerText();
const said = (page) => page.locator('[data-live]').allInnerTexts().then((texts) => texts.filter((text) => text !== '').pop());
const offer = (page) => page.locator('.result-offer').innerText();

async function resign(page) {
  await page.locator('.actions').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').waitFor();
}

export const cases = {
  'a pair against the computer: the winner gives, colours stay, the roles turn with the next winner': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { mode: 'computer', level: 4, position: LAST_STONE } } });
    await until(() => page.locator('.panel-rules').innerText(), /from a set-up position/);
    await tap(page, 'e1');
    await expectTitle(page, 'White wins');
    await until(() => offer(page), 'Vela: you give stones first, down to five.');
    // Black begins: what is said of its turn comes soon after.
    const heard = await listen(page);
    await page.getByRole('button', { name: 'Vela rematch' }).click();
    await page.locator('.panel-phase').waitFor();
    await until(async () => (await heard()).includes('Vela, first phase. White gives, 17 stones left to give'), true);
    await until(() => page.locator('.panel-rules').innerText(), /^9×5 · vela: White gives/);
    await until(() => page.locator('.player-words').last().innerText(), /You\s+gives, 1[67] left · White/);
    // Black takes and so begins.
    await page.locator('button.turn').first().waitFor();
    await rest(page);
    await until(() => phase(page), /Vela, first phase\s+White gives, 16 stones left to give/);
    await expectTitle(page, 'Your turn');
    await until(() => page.locator('.message small').innerText(), '16 stones left to give. Step without taking.');
    await resign(page);
    await until(() => page.locator('.result-rules').innerText(), 'vela: White gives');
    await until(() => offer(page), 'Vela: level 4 gives stones first, down to five.');
    await page.getByRole('button', { name: 'Vela rematch' }).click();
    await page.locator('.panel-phase').waitFor();
    await until(() => page.locator('.panel-rules').innerText(), /vela: Black gives/);
    await until(() => page.locator('.player-words').last().innerText(), /You\s+White · to move/);
    clean(page);
  },
  'the second phase is reached, said and shown, and both capture': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { position: LAST_GIFT, gives: 'white' } } });
    await until(() => phase(page), /White gives, 1 stone left to give/);
    await tap(page, 'c3', 'c2');
    await expectTitle(page, 'White has five stones: from now on both capture');
    await until(() => said(page), /^Black c3 to c2, approach, takes one\. White has five stones/);
    await until(() => page.locator('.panel-phase').count(), 0);
    await until(async () => await page.locator('[data-point][aria-label*="can capture"]').count() > 0, true);
    await page.reload();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), ['c3-c2A']);
    // After a draw the roles stay.
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.getByRole('button', { name: 'We agree' }).click();
    await until(() => offer(page), 'Vela: White gives stones first, down to five.');
    await page.getByRole('button', { name: 'Vela rematch' }).click();
    await until(() => phase(page), /White gives, 17 stones left/);
    await resign(page);
    await until(() => offer(page), 'Vela: White gives stones first, down to five.');
    clean(page);
  },
  'the giver takes nothing and the taker one: in words, with the clause': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { rules: 'vela=white' } } });
    const type = async (text) => {
      await page.locator('#type-turn').fill(text);
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('/');
    await type('d4-e3A-f4A');
    await until(() => page.locator('#type-fault').innerText(), /The taker takes one stone a turn/);
    await until(() => page.locator('#type-fault a').getAttribute('href'), '#/rules/7.2');
    await type('d4-e3A');
    await rest(page);
    await until(() => turnsPlayed(page), ['d4-e3A']);
    await until(async () => (await page.locator('.turns li').first().innerText()).replace(/\s+/g, ' '), '1 … d4-e3A', 'Black has begun');
    await type('d3-d4A');
    await until(() => page.locator('#type-fault').innerText(), /The giver takes nothing/);
    await type('d3-d4');
    await rest(page);
    await until(() => turnsPlayed(page), ['d4-e3A', 'd3-d4']);
    clean(page);
  },
  'among the rule options, and only where it is played': async (browser, address) => {
    const page = await openPage(browser, address);
    const card = page.locator('.card-computer');
    await card.locator('summary').click();
    await card.getByLabel('Vela, the handicap game').selectOption('black');
    const warning = card.getByText('The giver can leave the taker without a turn');
    await until(() => warning.count(), 0);
    await card.getByLabel('First turn in vela').selectOption('giver');
    await warning.waitFor();
    await card.locator('.choices-boards .choice', { hasText: 'Telo' }).click();
    await until(() => card.getByLabel('Vela, the handicap game').count(), 0);
    await card.getByText('Telo has no captures').waitFor();
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await until(() => page.locator('.panel-rules').innerText(), /3×3 telo · standard rules/);
    await page.goto(`${address}#/`);
    await card.locator('.choices-boards .choice').nth(1).click();
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.locator('.panel-phase').waitFor();
    await until(() => page.locator('.panel-rules').innerText(), /^5×5 · vela: Black gives · the giver begins/);
    await page.locator('button.turn').first().waitFor();
    clean(page);
  },
  'on a phone: who gives is in its row, the rematch among the buttons': async (browser, address) => {
    for (const [width, height] of [[390, 844], [320, 568]]) {
      const page = await openPage(browser, address, { game: { setup: { rules: 'vela=white' } }, width, height });
      const told = width === 320 ? await page.locator('.rail-player').last().getAttribute('aria-label') : await page.locator('.player-words').last().innerText();
      assert.match(told, /gives, 17 left/);
      await until(() => page.locator('.message small').innerText(), 'vela: White gives');
      await openGame(page, { word: { kind: 'resign', loser: 'black' } });
      await page.getByRole('button', { name: 'Vela', exact: true }).click();
      await expectTitle(page, 'Black to move');
      clean(page);
      await page.context().close();
    }
  },
};
