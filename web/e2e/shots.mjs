/* Pictures of every screen in both themes, to be looked at: FANORONA_SHOTS names the folder. */

import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { clean, openGame, openPage, rest } from './harness.mjs';
import { CHAIN, FORCED, NO_STONES, REPETITION } from './positions.mjs';

const folder = process.env.FANORONA_SHOTS ?? fileURLToPath(new URL('../../build/shots/', import.meta.url));

const SIZES = [[320, 568], [390, 844], [768, 1024], [1440, 900]];

const SCREENS = {
  home: async () => undefined,
  start: (page) => openGame(page, { setup: { mode: 'computer', level: 4 } }),
  turn: (page) => openGame(page, { setup: { mode: 'computer', level: 4 }, turns: CHAIN }),
  chain: async (page) => {
    await openGame(page, { turns: CHAIN, draft: 'i3-h4A-g3W-f4A' });
    await page.locator('[data-point="31"]').click({ force: true });
  },
  refusal: async (page) => {
    await openGame(page, { turns: FORCED, setup: { mode: 'computer', level: 4 } });
    await page.locator('[data-point="11"]').click({ force: true });
  },
  result: (page) => openGame(page, { turns: NO_STONES, setup: { mode: 'computer', level: 4 } }),
  telo: (page) => openGame(page, { setup: { variant: 'telo', mode: 'computer', level: 4 }, turns: ['b2', 'a1'] }),
  row: (page) => openGame(page, { setup: { variant: 'telo' }, turns: ['b2', 'a1', 'b1', 'c1', 'b3'] }),
  vela: (page) => openGame(page, { setup: { rules: 'vela=black', mode: 'computer', level: 4 } }),
  analysis: async (page) => {
    await openGame(page, { setup: { mode: 'analysis' }, turns: CHAIN });
    await page.waitForTimeout(600);
  },
  truth: async (page) => {
    await openGame(page, { setup: { mode: 'analysis', position: '9/4B4/9/9/3WW4 w 40 1' } });
    await page.locator('.b-truth').first().waitFor();
    await page.locator('[data-point="4"]').click({ force: true });
  },
  typing: async (page) => {
    await openGame(page, {});
    await page.keyboard.press('/');
    await page.locator('#type-turn').fill('e2e3A d3e9');
    await page.keyboard.press('Enter');
  },
  clock: (page) => openGame(page, { turns: CHAIN, setup: { clock: '10+5', facing: 'faces' }, clock: { white: 347_000, black: 372_000 } }),
  repetition: (page) => openGame(page, { turns: REPETITION, setup: { variant: 'dimy' } }),
};

const cases = {};
for (const theme of ['light', 'dark']) {
  for (const [width, height] of SIZES) {
    cases[`${width}×${height}, ${theme}`] = async (browser, address) => {
      mkdirSync(folder, { recursive: true });
      const page = await openPage(browser, address, { width, height, theme });
      for (const [name, show] of Object.entries(SCREENS)) {
        await show(page);
        await rest(page);
        await page.waitForTimeout(300);
        const path = `${folder}/${name}-${width}x${height}-${theme}.png`;
        await page.screenshot({ path });
        assert.equal(statSync(path).size > 5000, true);
      }
      clean(page);
    };
  }
}

export { cases };
