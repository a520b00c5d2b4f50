/* Turns by pointer: a chain with a choice and an early stop, steps back, dragging, typing. */

import { clean, expectTitle, openPage, rest, spot, tap, title, turnsPlayed, until } from './harness.mjs';
import { CHAIN } from './positions.mjs';

const last = async (page) => (await turnsPlayed(page)).pop();

/** In the middle of the chain, before the step that can take both ways. */
async function openChain(browser, address, options) {
  const page = await openPage(browser, address, { game: { turns: CHAIN }, ...options });
  await tap(page, 'i3', 'h4', 'g3', 'f4', 'e4');
  await expectTitle(page, 'Take which group at e4?');
  return page;
}

export const cases = {
  'a chain with a choice by its stone, and an early stop': async (browser, address) => {
    const page = await openChain(browser, address);
    await until(async () => await page.locator('.board .b-A').count() > 0, true);
    await tap(page, 'd4');
    await until(() => page.locator('.turn-draft').innerText(), 'i3-h4A-g3W-f4A-e4A');
    await page.getByRole('button', { name: /^Stop · 5 taken/ }).click();
    await until(() => last(page), 'i3-h4A-g3W-f4A-e4A');
    clean(page);
  },
  'a choice by its button': async (browser, address) => {
    const page = await openChain(browser, address);
    await page.getByRole('button', { name: 'Withdrawal 1' }).click();
    await rest(page);
    await until(async () => [await last(page), ...(await page.locator('.turn-draft').allInnerTexts())].pop(), 'i3-h4A-g3W-f4A-e4W');
    clean(page);
  },
  'the first time it is said that going on is optional': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await tap(page, 'i3', 'h4');
    await expectTitle(page, 'Going on is optional');
    await tap(page, 'g3');
    await expectTitle(page, 'Go on or stop');
    clean(page);
  },
  'a tap on the moving stone stops': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await tap(page, 'i3', 'h4', 'h4');
    await until(() => last(page), 'i3-h4A');
    clean(page);
  },
  'a step back, and the start of the turn': async (browser, address) => {
    const page = await openChain(browser, address);
    await page.getByRole('button', { name: 'Undo step' }).click();
    await expectTitle(page, 'Go on or stop');
    await page.getByRole('button', { name: 'Undo step' }).click();
    await until(() => page.locator('.turn-draft').innerText(), 'i3-h4A-g3W');
    await page.getByRole('button', { name: 'View the start of the turn' }).click();
    await expectTitle(page, 'The board as your turn began');
    await until(() => spot(page, 'i3').getAttribute('aria-label'), /white stone/);
    clean(page);
  },
  'a stone dragged through a chain': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    const middle = async (name) => {
      const box = await spot(page, name).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle('i3')));
    await page.mouse.down();
    // Held over a point the stone steps there.
    for (const [name, draft] of [['h4', 'i3-h4A'], ['g3', 'i3-h4A-g3W']]) {
      await page.mouse.move(...(await middle(name)), { steps: 8 });
      await until(() => page.locator('.turn-draft').innerText(), draft);
    }
    await page.mouse.up();
    await rest(page);
    await until(() => page.locator('.turn-draft').innerText(), 'i3-h4A-g3W');
    clean(page);
  },
  'a turn that is typed: wrong, not legal, of two meanings, right': async (browser, address) => {
    const page = await openPage(browser, address, { game: {} });
    const type = async (text) => {
      await page.locator('#type-turn').fill(text);
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('/');
    await type('e2-?');
    await until(() => page.locator('.type-marked mark').innerText(), '?');
    await type('a1-a2');
    await until(() => page.locator('#type-fault').innerText(), /not empty|Must capture/);
    await type('d3-e3');
    await until(() => page.locator('#type-fault').innerText(), /2 turns fit/);
    await page.getByRole('button', { name: 'd3-e3W', exact: true }).click();
    await rest(page);
    await until(() => last(page), 'd3-e3W');
    clean(page);
  },
  'the five openings are named and can be played': async (browser, address) => {
    const page = await openPage(browser, address, { game: {} });
    await until(() => page.locator('.opening strong').allInnerTexts(), ['Vaki loha', 'Havanana', 'Havia', 'Fohy', 'Kobana']);
    await page.locator('.opening', { hasText: 'Havia' }).click();
    await rest(page);
    await until(() => page.locator('.panel-head h2').innerText(), 'Havia');
    clean(page);
  },
  'walking through the game and back': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await page.getByRole('button', { name: 'To the start' }).click();
    await expectTitle(page, 'The start of the game');
    await page.getByRole('button', { name: 'One turn on' }).first().click();
    await expectTitle(page, 'Turn 1 of 10');
    await page.locator('button.turn', { hasText: 'c3-d3W' }).click();
    await expectTitle(page, 'Turn 8 of 10');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await until(() => title(page), /White to move/);
    clean(page);
  },
};
