/* The book of openings beside an analysis, and at the upper levels. */

import assert from 'node:assert/strict';
import { clean, openPage, rest, turnsPlayed, until } from './harness.mjs';

const ANALYSIS = { setup: { mode: 'analysis' } };

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const status = (page) => page.locator('.book .lines-head p').innerText();

export const cases = {
  'the book comes when it is wanted, names what is played, and a tap plays': async (browser, address) => {
    const page = await openPage(browser, address, { game: ANALYSIS });
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    const toggle = page.getByRole('switch', { name: 'Book of openings' });
    await toggle.waitFor();
    await until(() => status(page), 'Switched off');
    assert.equal(asked.filter((url) => url.endsWith('.book')).length, 0);
    await toggle.focus();
    await page.keyboard.press('Space');
    await page.locator('.book-row').nth(4).waitFor();
    assert.equal(asked.filter((url) => url.endsWith('.book')).length, 1);
    await until(() => status(page), 'The start');
    await until(async () => (await page.locator('.book-turn small').allInnerTexts()).sort(), ['Fohy', 'Havanana', 'Havia', 'Kobana', 'Vaki loha']);
    const row = page.locator('.book-row', { hasText: 'Vaki loha' });
    await until(() => row.getAttribute('aria-label'), /^e2-e3A, Vaki loha, \d+%, /);
    await row.focus();
    await page.keyboard.press('Enter');
    await rest(page);
    await until(() => turnsPlayed(page), ['e2-e3A']);
    await page.waitForFunction(() => document.querySelector('.book .lines-head p')?.textContent?.startsWith('Vaki loha'));
    await page.keyboard.press('ArrowLeft');
    await toggle.click({ force: true });
    await page.waitForFunction(() => document.querySelectorAll('.book-row').length === 0);
    clean(page);
  },
  'a book that does not come is told, and asked for again': async (browser, address) => {
    const page = await openPage(browser, address, { game: ANALYSIS });
    await page.route('**/*.book', (route) => route.abort());
    const toggle = page.getByRole('switch', { name: 'Book of openings' });
    await toggle.click({ force: true });
    await page.waitForFunction(() => document.querySelector('.book .lines-head p')?.textContent?.startsWith('The book did not come'));
    await page.unroute('**/*.book');
    await toggle.click({ force: true });
    await toggle.click({ force: true });
    await page.locator('.book-row').first().waitFor();
  },
  'its rows fit the smallest screen, in the longest language too': async (browser, address) => {
    for (const [locale, menu] of [['en', 'Menu'], ['ru', 'Меню']]) {
      const page = await openPage(browser, address, { game: ANALYSIS, width: 320, height: 568, locale, theme: 'dark' });
      await page.getByRole('button', { name: menu }).click();
      await page.locator('.book [role=switch]').click({ force: true });
      await page.locator('.book-row').nth(4).waitFor();
      await until(() => fits(page), true, locale);
      const wide = () => page.locator('.book-row').evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth + 1).length);
      await until(wide, 0, locale);
      await page.locator('.book').scrollIntoViewIfNeeded();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/book-320-${locale}.png` });
    }
  },
  'level 8 begins from the book': async (browser, address) => {
    const page = await openPage(browser, address, { game: { setup: { mode: 'computer', level: 8, human: 'black' } } });
    await page.waitForFunction(() => document.querySelectorAll('.turn').length === 1);
    await until(async () => (await turnsPlayed(page))[0], /^[def][23]-e3[AW]$/);
    clean(page);
  },
};
