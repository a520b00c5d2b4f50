/* The position editor: by pointer, finger, keyboard and text, and out of it into a game. */

import assert from 'node:assert/strict';
import { clean, openPage, spot, turnsPlayed, until } from './harness.mjs';

const text = (page) => page.locator('#editor-text').inputValue();
const faults = (page) => page.locator('.editor-faults li').allInnerTexts();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const pick = (page, name) => page.getByRole('radio', { name, exact: true }).check({ force: true });

async function openEditor(browser, address, options = {}) {
  const page = await openPage(browser, address, { path: '#/editor', ...options });
  await page.locator('.editor .board').waitFor();
  return page;
}

async function put(page, name, files = 9) {
  await spot(page, name, files).click({ force: true });
}

export const cases = {
  'stones are placed, taken off and cycled; the text follows': async (browser, address) => {
    const page = await openEditor(browser, address);
    await until(() => text(page), 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1');
    await button(page, 'Clear').click();
    await until(() => text(page), '9/9/9/9/9 w 0 1');
    await pick(page, 'white stone');
    await put(page, 'a1');
    await put(page, 'e3');
    await pick(page, 'black stone');
    await put(page, 'e5');
    await put(page, 'a1');
    await until(() => text(page), '4B4/9/4W4/9/B8 w 0 1');
    await put(page, 'a1');
    await spot(page, 'i5').click({ force: true, button: 'right' });
    await until(() => text(page), '4B3W/9/4W4/9/9 w 0 1');
    await spot(page, 'i5').click({ force: true, button: 'right' });
    await pick(page, 'Black');
    await until(() => text(page), '4B3B/9/4W4/9/9 b 0 1');
    await button(page, 'Swap colours').click();
    await until(() => text(page), '4W3W/9/4B4/9/9 w 0 1');
    await button(page, 'Undo').click();
    await until(() => text(page), '4B3B/9/4W4/9/9 b 0 1');
    await button(page, 'Start').click();
    await until(() => text(page), 'BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1');
    clean(page);
  },
  'a stone is dragged to an empty point': async (browser, address) => {
    const page = await openEditor(browser, address);
    const drag = async (from, to) => {
      const [a, b] = [await spot(page, from).boundingBox(), await spot(page, to).boundingBox()];
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
      await page.mouse.up();
    };
    await drag('a1', 'e3');
    await page.waitForFunction(() => document.querySelector('#editor-text').value.startsWith('BBBBBBBBB/BBBBBBBBB/BWBWWBWBW/WWWWWWWWW/1WWWWWWWW'));
    await drag('i5', 'h5');
    await until(() => text(page), /^BBBBBBBBB\//);
    clean(page);
  },
  'by the keyboard alone': async (browser, address) => {
    const page = await openEditor(browser, address);
    await button(page, 'Clear').click();
    await spot(page, 'e3').focus();
    await page.keyboard.press('w');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await until(() => text(page), '9/4WB3/4WB3/9/9 w 0 1');
    await page.keyboard.press('x');
    await until(() => text(page), '9/5B3/4WB3/9/9 w 0 1');
    await page.keyboard.press('Control+z');
    await until(() => text(page), '9/4WB3/4WB3/9/9 w 0 1');
    await until(() => spot(page, 'e4').getAttribute('aria-label'), 'e4, white stone');
    await until(() => page.evaluate(() => document.activeElement.getAttribute('data-point')), '31');
    clean(page);
  },
  'the text field: the board follows, and every fault is told with its place': async (browser, address) => {
    const page = await openEditor(browser, address);
    await page.locator('#editor-text').fill('5/5/2W2/5/2B2 b 7 12');
    await until(() => page.getByRole('radio', { name: 'Dimy' }).isChecked(), true);
    await until(() => page.getByLabel('Quiet turns so far').inputValue(), '7');
    await until(() => spot(page, 'c3', 5).getAttribute('aria-label'), 'c3, white stone');
    await page.locator('#editor-text').fill('BBBBB/BBBBB/BWxBW/WWWWW/WWWW w -1 0 vela:q');
    const told = await faults(page);
    assert.deepEqual(told, [
      '“x” has no place in a position.', 'Rank 5 from the top is too short.', '“-1” is no number of quiet turns.',
      '“0” is no number of a turn.', 'The giver in vela is w or b, not “vela:q”.',
    ]);
    await until(() => page.locator('.editor-marked mark').allInnerTexts(), ['x', 'WWWW', '-1', '0', 'vela:q']);
    await until(() => button(page, 'Analyse').isDisabled(), true);
    await page.locator('.editor-faults li button').nth(2).click();
    await until(() => page.locator('.editor-marked mark').allInnerTexts(), ['-1']);
    // The board still stands as it could be drawn last.
    await until(() => spot(page, 'c3', 5).getAttribute('aria-label'), 'c3, white stone');
    await put(page, 'a3', 5);
    await until(() => faults(page), []);
    clean(page);
  },
  'a fault of the stones is shown on the board': async (browser, address) => {
    const page = await openEditor(browser, address);
    await pick(page, 'black stone');
    await put(page, 'e3');
    await until(() => faults(page), ['Black: 23 stones, at most 22 on 9×5.']);
    await page.locator('.editor-faults li button').click();
    await until(() => page.locator('.board .b-ring').count(), 23);
    clean(page);
  },
  'from an empty board into a game against the computer': async (browser, address) => {
    const page = await openEditor(browser, address);
    await page.locator('#editor-text').fill('9/9/3WB4/9/9 w 0 1');
    await page.locator('.editor-good', { hasText: 'can be played' }).waitFor();
    await button(page, 'Computer, I am White').click();
    await page.locator('.play .board').waitFor();
    await spot(page, 'd3').click({ force: true });
    await spot(page, 'c3').click({ force: true });
    await page.locator('.result', { hasText: 'White wins' }).waitFor();
    await page.evaluate(() => void (location.hash = '#/games'));
    await page.locator('.game', { hasText: 'no stones left' }).waitFor();
    clean(page);
  },
  'a position that is over is said to be, and can only be analysed': async (browser, address) => {
    const page = await openEditor(browser, address);
    await page.locator('#editor-text').fill('9/9/3W5/9/9 b 0 1');
    await page.locator('.editor-good', { hasText: 'This position is over: White wins, no stones left.' }).waitFor();
    await until(() => button(page, 'Computer, I am White').isDisabled(), true);
    await button(page, 'Analyse').click();
    await page.locator('.play .board').waitFor();
    clean(page);
  },
  'telo: stones in hand and whose turn it is follow by themselves': async (browser, address) => {
    const page = await openEditor(browser, address);
    await pick(page, 'Telo');
    await until(() => text(page), '3/3/3 w 0 1 hand:3,3');
    await pick(page, 'white stone');
    await put(page, 'b2', 3);
    await until(() => text(page), '3/1W1/3 b 0 1 hand:2,3');
    await until(() => page.locator('.editor-tools .choices-aside').innerText(), /White 2 · Black 3/);
    await put(page, 'a1', 3);
    await until(async () => (await faults(page)).length > 0, true);
    await pick(page, 'black stone');
    await put(page, 'a3', 3);
    await until(() => text(page), 'B2/1W1/W2 b 0 1 hand:1,2');
    await button(page, 'Two players').click();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), []);
    clean(page);
  },
  'vela, rule options and other sizes lead into analysis': async (browser, address) => {
    const page = await openEditor(browser, address);
    await page.getByLabel('Vela, first phase').selectOption('white');
    await until(() => text(page), /vela:w$/);
    await pick(page, 'Other');
    await until(() => text(page), /^BBBBBBB\/B.{1,7}W\/WWWWWWW w 0 1$/);
    await page.getByLabel('Ranks').selectOption('5');
    await page.getByText('Rule options').click();
    await page.getByLabel('Going on with a chain').selectOption('mandatory');
    await button(page, 'Analyse').click();
    await page.locator('.play .board').waitFor();
    await page.locator('.panel', { hasText: 'chains must go on' }).waitFor();
    await until(() => page.locator('[data-point]').count(), 35);
    clean(page);
  },
  'the position leaves as text, link and picture; a link in the address opens it': async (browser, address) => {
    const page = await openEditor(browser, address, { path: '#/editor/dimy/5~5~2W2~5~2B2_b_7_12' });
    await until(() => text(page), '5/5/2W2/5/2B2 b 7 12');
    await button(page, 'Share').click();
    await page.locator('.share-picture img').waitFor();
    await until(() => page.getByRole('textbox', { name: 'Position', exact: true }).inputValue(), '5/5/2W2/5/2B2 b 7 12');
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    const other = await openPage(browser, address);
    await other.goto(link);
    await other.locator('.play .board').waitFor();
    await until(() => spot(other, 'c3', 5).getAttribute('aria-label').then((label) => label.startsWith('c3, white stone')), true);
    clean(page);
    clean(other);
  },
  'what was set up is there after a reload': async (browser, address) => {
    const page = await openEditor(browser, address);
    await page.locator('#editor-text').fill('9/9/3WB4/9/9 w 0 1');
    await page.locator('#editor-text').fill('9/9/3WB4/9/x w 0 1');
    await page.reload();
    await page.locator('.editor .board').waitFor();
    await until(() => text(page), '9/9/3WB4/9/x w 0 1');
    await until(() => spot(page, 'd3').getAttribute('aria-label'), 'd3, white stone');
    await page.locator('#editor-text').fill('9/9/3WB4/9/9 b 3 4');
    await page.reload();
    await page.locator('.editor .board').waitFor();
    await until(() => text(page), '9/9/3WB4/9/9 b 3 4');
    clean(page);
  },
  'an address that holds no position is told, and the editor is there': async (browser, address) => {
    for (const parts of ['foo/bar', '4x4/', 'telo/%E0%A4%A', 'dimy/5~5~5~5~5_w/chain=maybe']) {
      const page = await openPage(browser, address, { path: `#/editor/${parts}` });
      await page.locator('.editor .board').waitFor();
      await until(() => page.locator('.told-note').allInnerTexts(), ['The position in the address cannot be read.']);
      await button(page, 'Clear').click();
      await until(() => text(page), '9/9/9/9/9 w 0 1');
      clean(page);
      await page.context().close();
    }
  },
  'by finger on the smallest phone, down to a game': async (browser, address) => {
    const page = await openEditor(browser, address, { width: 320, height: 568 });
    await button(page, 'Clear').click();
    await spot(page, 'e3').tap({ force: true });
    await pick(page, 'black stone');
    await spot(page, 'e5').tap({ force: true });
    await until(() => text(page), '4B4/9/4W4/9/9 w 0 1');
    await until(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await button(page, 'Two players').click();
    await page.locator('.play .board').waitFor();
    clean(page);
  },
};
