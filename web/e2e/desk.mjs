/* The pages of records and the editor at every size, in both themes and all languages: nothing sticks out, axe
 * finds nothing, and there are pictures to be looked at (FANORONA_SHOTS names their folder). */

import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { axe } from './access.mjs';
import { clean, openGame, openPage, until } from './harness.mjs';
import { CHAIN } from './positions.mjs';

const folder = process.env.FANORONA_SHOTS ?? fileURLToPath(new URL('../../build/shots/', import.meta.url));

const FILE = `[Event "Club evening"]
[White "Hery"]
[Black "Tiana"]
[Date "2026.11.28"]
[Result "1-0"]
[Termination "resignation"]

1. e2-e3A f4-e5W-e4A 2. f2-e3A d5-d4A 1-0

[White "Broken"]

1. e2-e3A zz *

[White "Voahangy"]
[Black "Mikhail Petrovich Rakotomalala"]
[Variant "dimy"]
[Rules "chain=mandatory,quiet-limit=80"]

1. c2-c3A *

[Variant "telo"]

1. b2 a1 2. c3 *
`;

const go = (page, hash) => page.evaluate((to) => void (location.hash = to), hash);

/** Each from the one before it. */
const SCREENS = {
  'games-empty': async (page) => {
    await go(page, '#/games');
    await page.locator('.records-empty').waitFor();
  },
  import: async (page) => {
    await go(page, '#/import');
    await page.locator('.import-ways').waitFor();
  },
  'import-result': async (page) => {
    await page.locator('textarea').fill(FILE);
    await page.locator('.import-paste button').click();
    await page.locator('.import-result .game-board .mini').nth(2).waitFor();
    await page.locator('.import-result').scrollIntoViewIfNeeded();
  },
  games: async (page) => {
    await page.locator('.import-result .button-main').click();
    await page.locator('.game-tools').nth(2).waitFor();
    await page.locator('.game-check input').first().check({ force: true });
  },
  'games-undo': async (page) => {
    await page.locator('.game-tools button').last().click();
    await page.locator('.undo-note').waitFor();
  },
  'link-bad': async (page) => {
    await go(page, '#/g/nothing');
    await page.locator('.link-card .fault').waitFor();
  },
  editor: async (page) => {
    await go(page, '#/editor');
    await page.locator('.editor .board').waitFor();
  },
  'editor-faults': async (page) => {
    await page.locator('#editor-text').fill('BBBBBBBBB/BBBBBBBBB/BWBWBBWBW/WWWWWWWWW/WWWWWWWWW x 0 0 vela:q');
    await page.locator('.editor-faults li button').first().click();
  },
  'editor-telo': async (page) => {
    await page.locator('input[value=telo]').evaluate((input) => input.click());
    await page.locator('[data-point="4"]').click({ force: true });
  },
  'share-position': async (page) => {
    await page.locator('.editor-ways .button-outline').last().click();
    await page.locator('.share-picture img').waitFor();
  },
  share: async (page) => {
    await openGame(page, { turns: CHAIN, setup: { rules: 'quiet-limit=80' } });
    // By their pictures: the words are of every language.
    await page.locator('.icon-button:has(path[d^="M4 6.5h16"])').first().click();
    await page.locator('.menu .menu-item:has(path[d^="M6.5 9.8a2.4"])').click();
    await page.locator('.share-picture img').waitFor();
  },
};

const cases = {};
for (const theme of ['light', 'dark']) {
  for (const [width, height] of [[320, 568], [390, 844], [768, 1024], [1440, 900]]) {
    cases[`${width}×${height}, ${theme}`] = async (browser, address) => {
      mkdirSync(folder, { recursive: true });
      const page = await openPage(browser, address, { width, height, theme });
      for (const [name, show] of Object.entries(SCREENS)) {
        await show(page);
        await page.waitForTimeout(300);
        await until(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${name} is no wider than the screen`);
        const path = `${folder}/${name}-${width}x${height}-${theme}.png`;
        await page.screenshot({ path });
        assert.equal(statSync(path).size > 5000, true);
        if (width === 390 || width === 1440) await axe(page, name);
      }
      clean(page);
    };
  }
}

/** The two of the longest words, and all. */
for (const [title, languages, width, height] of [
  ['mg and ru fit, 320 wide', ['mg', 'ru'], 320, 568],
  ['every language fits, 320 wide', ['mg', 'fr', 'ru', 'nl'], 320, 568],
  ['every language fits, 1440 wide', ['mg', 'fr', 'ru', 'nl'], 1440, 900],
]) {
  cases[title] = async (browser, address) => {
    for (const language of languages) {
      const page = await openPage(browser, address, { width, height, path: `?lang=${language}` });
      for (const [name, show] of Object.entries(SCREENS)) {
        await show(page);
        const wide = () => page.evaluate(() => [...document.querySelectorAll('main *, dialog *')].filter((each) => {
          const { right, left, width } = each.getBoundingClientRect();
          return width > 0 && (right > innerWidth + 1 || left < -1) && !each.closest('.picture-stage, .hidden, .board');
        }).map((each) => each.className || each.tagName));
        await until(wide, [], `${language}: ${name}`);
      }
      clean(page);
      await page.context().close();
    }
  };
}

export { cases };
