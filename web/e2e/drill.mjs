/* Telo noho dimy: from the front page to a task, its judgement, and back. */

import { axe } from './access.mjs';
import { clean, expectTitle, openPage, rest, tap, turnsPlayed, until } from './harness.mjs';

export const cases = {
  'a task is begun, played against a defence, taken back, left and gone on with': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.getByRole('link', { name: 'Telo noho dimy' }).click();
    await page.getByRole('heading', { name: 'Telo noho dimy' }).waitFor();
    await axe(page, 'drill');
    await page.locator('.drill-task').first().click();
    await expectTitle(page, 'Win with the five');
    await until(() => page.locator('.truth, .lines').count(), 0, 'nobody helps');
    await tap(page, 'f5', 'f4');
    await until(async () => (await turnsPlayed(page)).length, 2);
    await rest(page);
    await until(() => page.locator('.message small').innerText(), /^(No tables here|Tables defend)/);
    await page.reload();
    await expectTitle(page, 'Win with the five');
    await page.locator('.actions').getByRole('button', { name: 'Take back' }).click();
    await until(async () => (await turnsPlayed(page)).length, 0);
    await page.locator('.actions').getByRole('button', { name: 'End' }).click();
    await page.locator('.drill-task').first().waitFor();
    clean(page);
  },
};
