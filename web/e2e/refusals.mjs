/* Refused taps of every kind a tap can meet: each says why and leads to its clause. */

import { clean, expectTitle, openPage, tap, until } from './harness.mjs';
import { CHAIN, FORCED, NO_STONES, SAME_WAY } from './positions.mjs';

function refused(game, taps, title, clause) {
  return async (browser, address) => {
    const page = await openPage(browser, address, { game });
    await tap(page, ...taps);
    await expectTitle(page, title);
    const link = page.locator('.message-refusal .message-rule');
    await until(() => link.getAttribute('href'), `#/rules/${clause}`);
    await until(async () => await page.locator('.board .b-cross').count() > 0, true, 'the tapped point is marked');
    await link.click();
    await page.locator(`[id="r${clause}"].clause-here`).waitFor();
    clean(page);
  };
}

export const cases = {
  'a capture is open elsewhere': refused({ turns: FORCED }, ['c2'], 'Must capture: d3 can.', '3.1'),
  'an enemy stone': refused({}, ['e4'], 'e4 is not yours.', '3.1'),
  'an empty point': refused({}, ['e3'], 'No stone at e3.', '3.1'),
  'a taken point': refused({}, ['d3', 'c3'], 'c3 is not empty.', '3.1'),
  'no line': refused({ turns: CHAIN }, ['i3', 'e4'], 'No line joins i3 and e4.', '1.2'),
  'another stone in a chain': refused({ turns: CHAIN }, ['i3', 'h4', 'a1'], 'The chain belongs to h4.', '4.1'),
  'a point stood on before': refused({ turns: CHAIN }, ['i3', 'h4', 'i3'], 'Already stood at i3.', '4.2'),
  'the same direction': refused({ turns: SAME_WAY }, ['d5', 'd4', 'd3'], 'Same direction as before.', '4.3'),
  'a step without a capture in a chain': refused({ turns: CHAIN }, ['i3', 'h4', 'h3'], 'h3 takes nothing.', '4.1'),
  'stopping a chain that must go on': refused(
    { turns: SAME_WAY, setup: { rules: 'chain=mandatory' } }, ['d5', 'd4', 'd4'],
    'The chain must go on: c5 is open.', '8',
  ),
  'a game that is over takes no turn': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: NO_STONES } });
    await expectTitle(page, 'White wins');
    await page.keyboard.press('/');
    await page.locator('#type-turn').fill('e2-e3A');
    await page.keyboard.press('Enter');
    await until(() => page.locator('#type-fault').innerText(), /No turn can be made now/);
    clean(page);
  },
};
