/* axe finds nothing on any screen in either theme; languages, forced colours and reduced motion. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clean, openGame, openPage, resize, stopTimers, until } from './harness.mjs';
import { CHAIN, FORCED, NO_STONES } from './positions.mjs';

const SIZES = [[320, 568], [390, 844], [1440, 900]];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function axe(page, where) {
  // The page's policy lets no foreign script in; the browser's own tools may.
  await page.evaluate(AXE);
  // Half faded in, nothing has its contrast.
  await page.evaluate(() => Promise.race([
    Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined))),
    new Promise((resolve) => setTimeout(resolve, 350)),
  ]));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const told = found.violations.map((each) => `${where}: ${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`);
  assert.deepEqual(told, []);
}

const SCREENS = {
  home: async () => undefined,
  start: (page) => openGame(page, {}),
  chain: async (page) => {
    await openGame(page, { turns: CHAIN, draft: 'i3-h4A-g3W-f4A' });
    await page.locator('[data-point="31"]').click({ force: true });
  },
  refusal: async (page) => {
    await openGame(page, { turns: FORCED });
    await page.locator('[data-point="11"]').click({ force: true });
  },
  result: (page) => openGame(page, { turns: NO_STONES }),
  telo: (page) => openGame(page, { setup: { variant: 'telo', mode: 'computer', level: 4 }, turns: ['b2', 'a1'] }),
  'telo, a row': (page) => openGame(page, { setup: { variant: 'telo' }, turns: ['b2', 'a1', 'b1', 'c1', 'b3'] }),
  vela: (page) => openGame(page, { setup: { rules: 'vela=black', mode: 'computer', level: 4 } }),
  analysis: async (page) => {
    await openGame(page, { setup: { mode: 'analysis' }, turns: CHAIN });
    await page.waitForTimeout(600);
  },
  rules: async (page) => {
    await page.evaluate(() => void (location.hash = '#/rules/3.1'));
    await page.locator('.clause').first().waitFor();
    await page.waitForTimeout(200);
  },
  settings: async (page) => {
    await page.evaluate(() => void (location.hash = '#/'));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').waitFor();
  },
  typing: async (page) => {
    await openGame(page, {});
    await page.keyboard.press('/');
    await page.locator('#type-turn').fill('d3-e3');
    await page.keyboard.press('Enter');
    await page.locator('#type-fault').waitFor();
  },
};

const cases = {};
for (const theme of ['light', 'dark']) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    cases[`axe, ${theme}, ${width} wide`] = async (browser, address) => {
      const page = await openPage(browser, address, { theme, width, height });
      for (const [name, show] of Object.entries(SCREENS)) {
        await show(page);
        await axe(page, name);
      }
      clean(page);
    };
  }
}

/** The two of the longest words, and all. */
for (const [title, languages] of [['mg and ru fit', ['mg', 'ru']], ['every language fits', ['mg', 'fr', 'en', 'ru', 'nl']]]) {
  cases[title] = (browser, address) => fitIn(browser, address, languages);
}

async function fitIn(browser, address, languages) {
  const page = await openPage(browser, address);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  for (const language of languages) {
    await page.goto(`${address}?lang=${language}`);
    await page.locator('.home').waitFor();
    await until(() => page.evaluate(() => document.documentElement.lang), language);
    for (const size of SIZES) {
      await resize(page, size);
      await until(fits, true, `${language}, ${size}: home`);
    }
    await openGame(page, { turns: CHAIN, draft: 'i3-h4A-g3W-f4A' });
    for (const size of SIZES) {
      await resize(page, size);
      await until(fits, true, `${language}, ${size}: game`);
      const low = () => page.evaluate(() => document.querySelector('.actions').getBoundingClientRect().bottom <= innerHeight);
      await until(low, true, `${language}, ${size}: the actions are on the screen`);
    }
  }
  clean(page);
}

cases['a browser without dialogs and plural rules of its own'] = async (browser, address) => {
  const page = await openPage(browser, address, { locale: 'ru-RU' });
  await page.addInitScript(() => {
    delete HTMLDialogElement.prototype.showModal;
    delete HTMLDialogElement.prototype.close;
    delete Intl.PluralRules;
  });
  await page.reload();
  await openGame(page, { turns: CHAIN });
  await until(() => page.locator('.message small').innerText(), /^6 камней могут взять/);
  await page.getByRole('button', { name: 'Настройки' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press('Tab');
    await until(() => page.evaluate(() => document.activeElement.closest('dialog') !== null), true, 'the focus stays in');
  }
  await until(async () => {
    const { x, y, width } = await dialog.boundingBox();
    return x >= 0 && y >= 0 && width > 200;
  }, true, 'it is on the screen');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  clean(page);
};

cases['reduced motion: states change at once'] = async (browser, address) => {
  const page = await openPage(browser, address, { game: {}, reducedMotion: 'reduce' });
  await stopTimers(page);
  await page.locator('.opening').first().click();
  await until(() => page.locator('button.turn').count(), 1);
  await until(() => page.locator('.board-flier.b-flying').count(), 0);
  clean(page);
};

cases['sounds are off by one tap, and stay off'] = async (browser, address) => {
  const page = await openPage(browser, address);
  await page.getByRole('button', { name: 'Sounds off' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Sounds on' }).waitFor();
  clean(page);
};

export { cases };
