/* Every language has its room at every size: no button leaves the screen, and the quiet counter never does. */

import assert from 'node:assert/strict';
import { clean, openGame, openPage, resize, rest } from './harness.mjs';
import { CHAIN, FORCED, NO_STONES } from './positions.mjs';

const SIZES = [[320, 568], [360, 640], [390, 844], [600, 900], [768, 1024], [1024, 600], [1200, 800], [844, 390], [667, 375]];

const CLOCK = { setup: { clock: '10+5' }, clock: { white: 754_000, black: 372_000 } };

const STATES = {
  start: (page) => openGame(page, { setup: { mode: 'computer', level: 4 } }),
  chain: (page) => openGame(page, { turns: CHAIN, draft: 'i3-h4A-g3W-f4A' }),
  choice: async (page) => {
    await openGame(page, { turns: CHAIN, draft: 'i3-h4A-g3W-f4A', ...CLOCK });
    await page.locator('[data-point="31"]').click({ force: true });
    await page.locator('.action-group').first().waitFor();
  },
  refusal: async (page) => {
    await openGame(page, { turns: FORCED, setup: { mode: 'computer', level: 4 } });
    await page.locator('[data-point="11"]').click({ force: true });
    await page.locator('.message-refusal').waitFor();
  },
  result: (page) => openGame(page, { turns: NO_STONES }),
  elsewhere: async (page) => {
    await openGame(page, { turns: CHAIN });
    await page.evaluate(() => {
      const game = JSON.parse(localStorage.getItem('fanorona.game'));
      localStorage.setItem('fanorona.game', JSON.stringify({ ...game, stamp: 'another tab' }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'fanorona.game' }));
    });
    await page.locator('.message[role=alert]').waitFor();
  },
  telo: (page) => openGame(page, { setup: { variant: 'telo', mode: 'computer', level: 4 }, turns: ['b2', 'a1'] }),
  vela: (page) => openGame(page, { setup: { rules: 'vela=black', mode: 'computer', level: 4 } }),
  analysis: (page) => openGame(page, { setup: { mode: 'analysis' }, turns: CHAIN }),
  typing: async (page) => {
    await openGame(page, {});
    await page.keyboard.press('/');
    await page.locator('#type-turn').fill('e2e3A d3e9');
    await page.keyboard.press('Enter');
    await page.locator('#type-fault').waitFor();
  },
  'result on 5×5': (page) => openGame(page, { setup: { variant: 'dimy' }, word: { kind: 'draw' } }),
};

/** What is not wholly on the screen, or is written over something else. */
function faults(page) {
  return page.evaluate(() => {
    const found = [];
    const seen = (box) => box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    for (const part of document.querySelectorAll('.actions button, .actions span, .message, .player > *, .rail > *')) {
      const box = part.getBoundingClientRect();
      if (getComputedStyle(part).display === 'none' || part.classList.contains('hidden')) continue;
      if (!seen(box) && box.width > 0) found.push(`${part.className} “${part.textContent}” from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    }
    const counters = [...document.querySelectorAll('.quiet-short, .rail-quiet, .balance .quiet-bar + strong')];
    if (document.querySelector('.message[role=alert]') === null && !counters.some((counter) => seen(counter.getBoundingClientRect()))) found.push('no quiet counter in sight');
    for (const player of document.querySelectorAll('.player')) {
      const parts = [...player.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
      parts.slice(1).forEach((box, index) => {
        if (box.left < parts[index].right - 1) found.push(`a player’s parts overlap: ${player.textContent}`);
      });
      const words = player.querySelector('.player-words strong');
      if (words.getBoundingClientRect().right > words.parentElement.getBoundingClientRect().right + 1) found.push(`a name leaves its place: ${words.textContent}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    return found;
  });
}

/** Those that are still there when the page has had its time. */
async function lastingFaults(page) {
  for (let looks = 0; looks < 20; looks++) {
    if ((await faults(page)).length === 0) return [];
    await page.waitForTimeout(50);
  }
  return faults(page);
}

export const cases = {};
for (const locale of ['en-GB', 'fr-FR', 'mg-MG', 'nl-NL', 'ru-RU']) {
  cases[locale] = async (browser, address) => {
    const wrong = [];
    const page = await openPage(browser, address, { locale });
    for (const [name, show] of Object.entries(STATES)) {
      await show(page);
      await rest(page);
      for (const size of SIZES) {
        await resize(page, size);
        for (const fault of await lastingFaults(page)) wrong.push(`${size.join('×')}, ${name}: ${fault}`);
      }
    }
    assert.deepEqual(wrong, []);
    clean(page);
  };
}
