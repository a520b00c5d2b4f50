/* The opponent that cannot be beaten: 5×5 without a network, 9×5 by a server that goes away and comes back. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { axe } from './access.mjs';
import { clean, eventually, listen, openGame, openPage, rest, until } from './harness.mjs';
import { canServe, startServer } from './server.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.FANORONA_PROGRAM ?? `${root}build/fanorona`;
const tables = `${root}build/page/tables`; // those that the page's own were made from

/** A draw, which a certificate of some thousand answers proves with tables of five stones. */
const SEVEN = '9/4B4/9/BB7/3WW1WW1 w 0 1';
/** Won for Black in some turns, which a search sees at once: full strength takes seconds elsewhere. */
const WON = { tsivy: 'B7B/9/4B4/9/W8 w 0 1', dimy: 'B3B/5/5/5/W4 w 0 1' };
const perfect = (more) => ({ setup: { mode: 'computer', level: 8, perfect: true, human: 'white', ...more } });

const badge = (page) => page.locator('.promise').getAttribute('aria-label');
const stands = (page, words) => page.locator(`.promise[aria-label="The computer’s promise: ${words}"]`).waitFor({ timeout: 60_000 });
const answered = (page, count) => page.locator('button.turn').nth(count - 1).waitFor({ timeout: 60_000 });

/** Some turn of the person's, whatever the computer has made of the game. */
async function anyTurn(page) {
  const made = await page.locator('button.turn').count();
  await rest(page);
  const step = page.locator('[data-point][aria-label*="can step here"]').last();
  await eventually(async () => {
    await page.locator('[data-point][aria-label*="can "]').first().click({ force: true });
    await step.waitFor({ timeout: 5000 });
  });
  await step.click({ force: true });
  await eventually(async () => {
    const choice = page.locator('.action-group').first();
    if (await choice.count()) await choice.click();
    if (await page.locator('.action-main:not([aria-disabled])').count()) await page.keyboard.press(' ');
    assert.ok((await page.locator('button.turn').count()) > made);
  });
}

export const cases = {
  '5×5: the switch at level 8 promises, and a game without a network keeps it': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow', settings: { variant: 'dimy', level: 7 } });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor({ timeout: 60_000 });
    assert.equal(await page.locator('.perfect-field').count(), 0, 'a mode of the highest level');
    await page.getByRole('radio', { name: /^8,/ }).click({ force: true });
    await page.locator('.perfect-field', { hasText: 'From the start of 5×5 it cannot lose, with either colour. Proved: 1,643 answers.' }).waitFor({ timeout: 60_000 });
    await page.getByRole('switch', { name: 'Perfect play' }).click({ force: true });
    await page.locator('.perfect-field', { hasText: 'Kept for play without a network.' }).waitFor({ timeout: 60_000 });
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Start game' }).first().click();
    await stands(page, 'cannot lose');
    await openGame(page, perfect({ variant: 'dimy', position: WON.dimy }));
    await stands(page, 'cannot lose');
    await anyTurn(page);
    await answered(page, 2);
    await until(() => badge(page), 'The computer’s promise: cannot lose');
    await page.locator('.promise').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It holds: as Black the computer has a won position.').waitFor();
    await until(() => dialog.locator('code').innerText(), 'fanorona solve check 5x5.proof');
    await axe(page, 'the promise');
    await dialog.getByRole('switch', { name: 'Perfect play' }).click({ force: true });
    await dialog.getByText('Switched off').waitFor();
    await page.keyboard.press('Escape');
    await until(() => page.locator('.promise').count(), 0);
    assert.deepEqual(page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|sw\.js/.test(fault)), []);
  },
  'where there is no proof the switch says why, and a game that wants it says so and goes on': async (browser, address) => {
    const page = await openPage(browser, address, { settings: { variant: 'tsivy', level: 8, perfect: true } });
    await page.locator('.perfect-field', { hasText: 'On 9×5 this needs a server that has the proof. On 5×5 it works without.' }).waitFor({ timeout: 60_000 });
    await until(() => page.getByRole('switch', { name: 'Perfect play' }).isDisabled(), true);
    await axe(page, 'the switch');
    await openGame(page, perfect({ variant: 'dimy', rules: 'chain=mandatory' }));
    await stands(page, 'no promise');
    await page.locator('.promise').click();
    await page.getByRole('dialog').getByText('It does not hold: nothing is proved for these rules. The computer plays on at full strength.').waitFor();
    await openGame(page, perfect({ variant: 'dimy', position: 'BBBBB/2BBB/2W2/2W2/5 b 0 1', human: 'black' }));
    await stands(page, 'no promise');
    clean(page);
  },
  ...(canServe && existsSync(tables) ? {
    '9×5: the server’s turns keep the promise; away in the middle of the game it is told, and comes back by itself': async (browser) => {
      const proofs = mkdtempSync(join(tmpdir(), 'fanorona-proofs-'));
      execFileSync(program, ['solve', '--fen', SEVEN, '--tables', tables, '--certificate', join(proofs, 'seven.proof')], { stdio: 'ignore', env: { ...process.env, FANORONA_DATA: '/nowhere' } });
      const server = await startServer(['--tables', tables, '--proofs', proofs]);
      try {
        // What plays while the server is away has been kept.
        const page = await openPage(browser, server.address, { policy: false, serviceWorkers: 'allow' });
        await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor({ timeout: 60_000 });
        await openGame(page, perfect({ variant: 'tsivy', position: WON.tsivy }));
        await stands(page, 'cannot lose');
        const heard = await listen(page);
        await anyTurn(page);
        await answered(page, 2);
        await until(() => badge(page), 'The computer’s promise: cannot lose');
        await page.locator('.promise').click();
        const file = page.getByRole('link', { name: /^Download seven\.proof/ });
        await file.waitFor();
        assert.equal((await page.request.get(new URL(await file.getAttribute('href'), server.address).href)).status(), 200);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await server.end('SIGKILL');
        await anyTurn(page);
        await stands(page, 'no promise now');
        await answered(page, 4);
        await until(async () => (await heard()).some((text) => /the server did not answer in time/.test(text)), true);
        await server.start();
        await page.getByRole('button', { name: 'Take back' }).first().click();
        await stands(page, 'cannot lose');
      } finally {
        await server.stop();
        rmSync(proofs, { recursive: true, force: true });
      }
    },
  } : {}),
};
