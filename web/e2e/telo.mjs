/* Telo: a whole game against the computer and one beside a friend, by pointer, keyboard and typing. */

import { clean, dice, expectTitle, openGame, openPage, resize, rest, spot, turnsPlayed, until } from './harness.mjs';

const TELO = { setup: { variant: 'telo' } };
/** All are placed, nobody has a row, White is to move. */
const PLACED = ['a1', 'b2', 'c3', 'b1', 'b3', 'a3'];

const at = (page, name) => spot(page, name, 3);
const said = (page) => page.locator('[data-live]').allInnerTexts().then((texts) => texts.filter((text) => text !== '').pop());

async function tap(page, ...names) {
  for (const name of names) {
    await rest(page);
    await at(page, name).click({ force: true });
  }
  await rest(page);
}

/** What a screen reader finds of the hands. */
function hands(page) {
  return page.locator('.board-tray').evaluateAll((trays) => trays.map((tray) => tray.getAttribute('aria-label')));
}

function offers(page) {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[data-point]')].map((button) => [Number(button.dataset.point), button.getAttribute('aria-label')]);
    const having = (words) => labels.filter(([, label]) => words.test(label)).map(([point]) => point);
    return {
      over: document.querySelector('.message-result') !== null,
      thinking: document.querySelector('.message-thinking') !== null,
      targets: having(/can be placed here|can step here/),
      stones: having(/can move/),
    };
  });
}

async function playOn(page, roll, click) {
  for (let taps = 0; taps < 600; taps++) {
    await rest(page);
    const now = await offers(page);
    if (now.over) return;
    const points = now.targets.length > 0 ? now.targets : now.stones;
    if (now.thinking || points.length === 0) await page.waitForTimeout(60);
    else await click(page.locator(`[data-point="${points[roll(points.length)]}"]`));
  }
  throw new Error('the game does not end');
}

/** Where the board stands, and at what height the message and the buttons do. */
function boxes(page) {
  return page.evaluate(() => JSON.stringify(['.message', '.actions', '.board-slab', '.board-tray'].map((selector) => {
    const { top, left, width, height } = document.querySelector(selector).getBoundingClientRect();
    return (selector.startsWith('.board') ? [top, height, left, width] : [top, height]).map(Math.round);
  })));
}

export const cases = {
  'a whole game against the computer, from the front page': async (browser, address) => {
    const page = await openPage(browser, address, { settings: { level: 1, stones: 'white' } });
    await page.locator('.card-computer .choices-boards .choice', { hasText: 'Telo' }).click();
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await page.locator('.play .board').waitFor();
    await until(() => page.locator('.panel-rules').innerText(), /^3×3 telo · standard rules/);
    await until(() => hands(page), ['White has 3 stones in hand', 'Black has 3 stones in hand']);
    await playOn(page, dice(4), (point) => point.click({ force: true }));
    await until(() => page.locator('.message strong').innerText(), /^(White wins|Black wins|Draw)$/);
    await until(() => page.locator('.result a').getAttribute('href'), /^#\/rules\/(6\.3|5\.[2-4])$/);
    await until(async () => (await turnsPlayed(page)).slice(0, 6).every((turn) => /^[abc][123]$/.test(turn)), true);
    clean(page);
  },
  'by a finger on the smallest phone, as Black': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { variant: 'telo', mode: 'computer', human: 'black' } }, width: 320, height: 568 });
    await playOn(page, dice(5), (point) => point.tap({ force: true }));
    await until(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, 'nothing lies below the screen');
    clean(page);
  },
  'beside a friend by keyboard alone, and as a screen reader hears it': async (browser, address) => {
    const page = await openPage(browser, address, { game: TELO });
    await until(() => at(page, 'b2').getAttribute('aria-label'), 'b2, empty, can be placed here');
    await at(page, 'b2').focus();
    const press = async (heard, ...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      await rest(page);
      await until(() => said(page), heard);
    };
    await press('White places b2', 'Enter');
    await press('Black places a1', 'ArrowLeft', 'ArrowDown', 'Enter');
    await press('White places b1', 'ArrowRight', 'Enter');
    await press('Black places c1', 'ArrowRight', 'Enter');
    await until(async () => (await hands(page)).sort(), ['Black has one stone in hand', 'White has one stone in hand']);
    await press('White places b3. White wins. White has three in a row.', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'Enter');
    await until(() => at(page, 'b3').getAttribute('aria-label'), 'b3, white stone, in the winning row');
    await until(() => page.evaluate(() => document.activeElement !== document.body), true, 'the focus is kept');
    await until(() => page.locator('.result a').getAttribute('href'), '#/rules/6.3');
    clean(page);
  },
  'a stone is dragged from its tray, and the tray of the other side gives none': async (browser, address) => {
    const page = await openPage(browser, address, { game: TELO });
    const drag = async (tray, name) => {
      const from = await tray.boundingBox();
      const to = await at(page, name).boundingBox();
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
      await page.waitForTimeout(300);
      await page.mouse.up();
      await rest(page);
    };
    const tray = (side) => page.locator(`.board-tray[aria-label^="${side}"]`);
    await drag(tray('Black'), 'a1');
    await until(() => turnsPlayed(page), []);
    await drag(tray('White'), 'a1');
    await until(() => turnsPlayed(page), ['a1']);
    await drag(tray('Black'), 'a1');
    await expectTitle(page, 'a1 is not empty.');
    await drag(tray('Black'), 'c3');
    await until(() => turnsPlayed(page), ['a1', 'c3']);
    clean(page);
  },
  'refusals point at their clause': async (browser, address) => {
    const page = await openPage(browser, address, { game: { ...TELO, turns: ['b2', 'a1'] } });
    await tap(page, 'b2');
    await expectTitle(page, 'Stones are still in hand.');
    await until(() => page.locator('.message-rule').getAttribute('href'), '#/rules/6.2');
    await openGame(page, { ...TELO, turns: PLACED });
    await page.keyboard.press('/');
    for (const [text, words] of [['c1', 'No stone is left in hand'], ['c3-c2A', 'Telo knows no captures'], ['c3-c1', 'No line joins']]) {
      await page.locator('#type-turn').fill(text);
      await page.keyboard.press('Enter');
      await until(() => page.locator('#type-fault').innerText(), new RegExp(words));
    }
    clean(page);
  },
  'typed turns to the winning row, one too many, and the last one taken back': async (browser, address) => {
    const page = await openPage(browser, address, { game: TELO });
    await page.keyboard.press('/');
    await page.locator('#type-turn').fill('1. b2 A1 2. b1 c1 3. b3 a2');
    await page.keyboard.press('Enter');
    await until(() => page.locator('#type-fault').innerText(), /^Number 6 of 6: a2 No turn can be made now/);
    await until(() => turnsPlayed(page), ['b2', 'a1', 'b1', 'c1', 'b3']);
    await until(() => page.locator('.result h2').innerText(), 'White wins');
    await page.keyboard.press('Escape');
    await page.locator('.actions').getByRole('button', { name: 'Take back' }).click();
    await until(async () => (await hands(page)).sort(), ['Black has one stone in hand', 'White has one stone in hand']);
    clean(page);
  },
  'the game outlives a reload, with what is in hand': async (browser, address) => {
    const page = await openPage(browser, address, { game: TELO });
    await tap(page, 'b2', 'a1', 'c3');
    await page.reload();
    await page.locator('.play .board').waitFor();
    await until(async () => (await hands(page)).sort(), ['Black has 2 stones in hand', 'White has one stone in hand']);
    await until(() => turnsPlayed(page), ['b2', 'a1', 'c3']);
    clean(page);
  },
  'a hint, and the engine’s opinion': async (browser, address) => {
    const page = await openPage(browser, address, { settings: { evaluation: true }, game: { setup: { variant: 'telo', mode: 'computer' } } });
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.message-hint').waitFor();
    await until(() => page.locator('.message strong').innerText(), 'Hint: b2');
    await until(() => page.locator('.board .b-best-disc').count(), 1);
    await page.locator('.evaluation-row', { hasText: /White wins in 9 turns/ }).waitFor();
    clean(page);
  },
  'the top level plays it out: White wins in nine turns at most': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { variant: 'telo', mode: 'computer', human: 'black', level: 8 } } });
    await playOn(page, dice(6), (point) => point.click({ force: true }));
    await expectTitle(page, 'White wins');
    await until(async () => (await turnsPlayed(page)).length <= 9, true);
    clean(page);
  },
  'nothing moves from placing to moving to the end': async (browser, address) => {
    const page = await openPage(browser, address);
    const places = new Map();
    for (const turns of [[], ['b2', 'a1', 'c3'], PLACED, ['b2', 'a1', 'b1', 'c1', 'b3']]) {
      await openGame(page, { ...TELO, turns });
      for (const size of [[320, 568], [390, 844], [768, 1024], [844, 390], [1440, 900]]) {
        await resize(page, size);
        const name = size.join('×');
        if (places.has(name)) await until(() => boxes(page), places.get(name), name);
        else places.set(name, await boxes(page));
        const inside = () => page.locator('.board-tray, .board-slab').evaluateAll((parts) => parts.every((part) => {
          const box = part.getBoundingClientRect();
          return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        }));
        await until(inside, true, `${name}: the trays are on the screen`);
      }
    }
  },
};
