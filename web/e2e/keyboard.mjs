/* A whole game by keyboard alone, from the front page to the end; the focus is never lost. */

import assert from 'node:assert/strict';
import { clean, dice, eventually, expectTitle, openPage, rest, turnsPlayed, until } from './harness.mjs';
import { CHAIN } from './positions.mjs';

const FILES = 5;

function focus(page) {
  return page.evaluate(() => {
    const at = document.activeElement;
    return {
      point: at?.hasAttribute('data-point') ? Number(at.getAttribute('data-point')) : null,
      text: at?.textContent ?? '',
      lost: at === document.body || at === null,
    };
  });
}

async function tabTo(page, found, presses = 60) {
  for (let press = 0; press < presses; press++) {
    if (found(await focus(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not get there');
}

/** Moves the cursor along the board from where it is. */
async function walk(page, from, to) {
  const files = (to % FILES) - (from % FILES);
  const ranks = Math.floor(to / FILES) - Math.floor(from / FILES);
  for (let step = 0; step < Math.abs(files); step++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(ranks); step++) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
}

function offers(page) {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[data-point]')].map((button) => [Number(button.dataset.point), button.getAttribute('aria-label')]);
    const having = (words) => labels.filter(([, label]) => words.test(label)).map(([point]) => point);
    return {
      over: document.querySelector('.message-result') !== null,
      thinking: document.querySelector('.message-thinking') !== null,
      choosing: document.querySelector('.action-group') !== null,
      stopping: document.querySelector('.action-main') !== null,
      targets: having(/can step here/),
      stones: having(/can capture|can move/),
    };
  });
}

export const cases = {
  'a whole game by keyboard alone': async (browser, address) => {
    const page = await openPage(browser, address, { settings: { variant: 'dimy', level: 1, stones: 'white' } });
    await tabTo(page, (now) => now.text === 'Start game');
    await page.keyboard.press('Enter');
    await page.locator('.play .board').waitFor();
    await tabTo(page, (now) => now.point !== null);
    const roll = dice(3);
    for (let turns = 0; ; turns++) {
      assert.equal(turns < 900, true, 'the game does not end');
      await rest(page);
      const now = await offers(page);
      const at = await focus(page);
      assert.equal(at.lost, false, 'the focus is lost');
      if (now.over) break;
      if (now.thinking) {
        await page.waitForTimeout(60);
        continue;
      }
      if (at.point === null) await tabTo(page, (next) => next.point !== null);
      if (now.choosing) await page.keyboard.press(roll(2) === 0 ? 'a' : 'w');
      else if (now.stopping && roll(2) === 0) await page.keyboard.press('Space');
      else {
        const points = now.targets.length > 0 ? now.targets : now.stones;
        const target = points[roll(points.length)];
        if (target === undefined) {
          await page.waitForTimeout(60);
          continue;
        }
        await walk(page, (await focus(page)).point, target);
        await until(async () => (await focus(page)).point, target);
        await page.keyboard.press('Enter');
      }
    }
    await until(() => page.locator('.message strong').innerText(), /^(White wins|Black wins|Draw)$/);
    clean(page);
  },
  'Backspace goes a step back, Escape the whole turn, V shows its start': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN, draft: 'i3-h4A-g3W-f4A' } });
    const draft = () => page.locator('.turn-draft').allInnerTexts();
    await page.keyboard.press('v');
    await expectTitle(page, 'The board as your turn began');
    await page.keyboard.press('v');
    await page.keyboard.press('Backspace');
    await until(draft, ['i3-h4A-g3W']);
    await page.keyboard.press('Escape');
    await until(draft, []);
    clean(page);
  },
  'another language leaves the focus in the page': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await page.getByRole('button', { name: 'Language' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('radio', { name: 'Malagasy' }).focus();
    await page.keyboard.press(' ');
    // The dialog is drawn anew in the other language; a key before that would meet the old one.
    await page.getByRole('dialog', { name: 'Fiteny' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('dialog') !== null);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(async () => (await focus(page)).lost, false);
    clean(page);
  },
  'A and W choose, Space stops': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN, draft: 'i3-h4A-g3W-f4A' } });
    await page.locator('[data-point="31"]').focus();
    await page.keyboard.press('Enter');
    await expectTitle(page, 'Take which group at e4?');
    await page.keyboard.press('a');
    await rest(page);
    await page.keyboard.press('Space');
    await until(async () => (await turnsPlayed(page)).pop(), 'i3-h4A-g3W-f4A-e4A');
    clean(page);
  },
  'a dialog keeps the focus and gives it back': async (browser, address) => {
    const page = await openPage(browser, address, { game: {} });
    await page.getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(() => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body);
      assert.equal(inside, true);
    }
    // With the dialog's end, not a picture later.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (!document.querySelector('dialog')) window.focusedAfter ??= document.activeElement?.getAttribute('aria-label');
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(() => page.evaluate(() => window.focusedAfter), 'Settings');
    clean(page);
  },
  'the first Tab leads past everything to the board': async (browser, address) => {
    const page = await openPage(browser, address, { game: {} });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.notEqual((await focus(page)).point, null));
    clean(page);
  },
  'each whole turn is said in words': async (browser, address) => {
    const page = await openPage(browser, address, { game: {} });
    await page.locator('.opening').last().click();
    await page.waitForFunction(() => [...document.querySelectorAll('[data-live]')].some((region) => region.textContent === 'White d3 to e3, withdrawal, takes one'));
    clean(page);
  },
};
