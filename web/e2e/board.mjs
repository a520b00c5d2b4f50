/**
 * The board in a real browser: taps, drags, keys, replay, accessibility, and a content security
 * policy that refuses inline styles and scripts. Builds the gallery into a folder of its own.
 *   node e2e/board.mjs
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { launch } from './browser.mjs';
import { PATIENCE_MS, stopTimers, until } from './harness.mjs';

const outDir = mkdtempSync(join(tmpdir(), 'board-gallery-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

await build({ logLevel: 'error', configFile: false, base: './', oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } }, build: { outDir, emptyOutDir: true, rolldownOptions: { input: 'gallery.html' } } });
const server = await preview({ logLevel: 'error', configFile: false, build: { outDir }, preview: { host: '127.0.0.1', port: 0, headers: { 'content-security-policy': POLICY } } });
const address = server.resolvedUrls.local[0];
const browser = await launch();

let passed = 0;
let failed = 0;

async function check(name, options, act) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  try {
    const answer = await page.goto(`${address}gallery.html?only=live`);
    assert.equal(answer.headers()['content-security-policy'], POLICY);
    await page.waitForSelector('#playground .board');
    await act(page);
    assert.deepEqual(complaints, []);
    passed++;
    console.log(`ok    ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack}`);
  }
  await context.close();
}

const log = async (page) => (await page.textContent('output')).split(' · ').filter(Boolean);
const button = (page, point) => page.locator(`#playground [data-point="${point}"]`);

async function middle(page, point) {
  const box = await button(page, point).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function tap(page, point) {
  const { x, y } = await middle(page, point);
  await page.mouse.click(x, y);
}

const name = (page, point) => button(page, point).getAttribute('aria-label');
const [E1, D2, E2, E3] = [4, 12, 13, 22];

await check('a tap anywhere in the cell is a tap on its point', {}, async (page) => {
  const box = await button(page, E2).boundingBox();
  await page.mouse.click(box.x + 3, box.y + box.height - 3);
  await until(() => log(page), [`point ${E2}`]);
});

await check('two taps make a step, and its replay ends', {}, async (page) => {
  await tap(page, E2);
  await tap(page, E3);
  await page.waitForFunction(() => document.querySelector('output').textContent.includes('end 1'));
  await until(() => name(page, E3), 'e3, white stone');
  await until(() => name(page, E2), 'e2, empty');
});

await check('a drag tells its start, the point it is held over, and its drop; no tap follows', {}, async (page) => {
  const from = await middle(page, E2);
  const to = await middle(page, E3);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 4, { steps: 6 });
  await page.waitForFunction(() => document.querySelector('output').textContent.includes('over'));
  await until(() => name(page, E3), 'e3, white stone');
  const flier = await page.locator('.board-flier').boundingBox();
  assert.ok(Math.abs(flier.x + flier.width / 2 - to.x) < 8, 'the stone is under the pointer');
  await page.mouse.up();
  await until(async () => (await log(page)).reverse(), [`start ${E2} ${E2}`, `over ${E2} ${E3}`, `drop ${E2} ${E3}`]);
  await page.waitForSelector('.board-flier:not(.b-flying)', { state: 'attached' });
});

await check('a drop where nothing may go glides back', {}, async (page) => {
  const from = await middle(page, E2);
  const to = await middle(page, D2);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector('.board-flier:not(.b-flying)', { state: 'attached' });
  await until(() => name(page, E2), 'e2, white stone');
  await until(async () => (await log(page))[0], `drop ${E2} ${D2}`);
});

await check('Escape and leaving the slab break a drag off', {}, async (page) => {
  for (const [point, leave] of [[E2, false], [E1, true]]) {
    const from = await middle(page, point);
    await button(page, point).focus();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y - 30, { steps: 3 });
    if (leave) await page.mouse.move(from.x, 880, { steps: 3 });
    else await page.keyboard.press('Escape');
    await page.mouse.up();
    await until(async () => (await log(page))[0], `cancel ${point} ${point}`);
    await page.waitForSelector('.board-flier:not(.b-flying)', { state: 'attached' });
  }
});

await check('a finger drags a stone, and scrolls the page elsewhere', { hasTouch: true, viewport: { width: 390, height: 500 } }, async (page) => {
  const action = (point) => button(page, point).evaluate((element) => getComputedStyle(element).touchAction);
  await until(() => action(E2), 'none');
  await until(() => action(E3), 'manipulation');
  const { x, y } = await middle(page, E2);
  await page.touchscreen.tap(x, y);
  await until(() => log(page), [`point ${E2}`]);
});

await check('a stone that cannot be dragged is tapped where it stands, wherever it is pulled', {}, async (page) => {
  const from = await middle(page, 40);
  const to = await middle(page, E3);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await until(() => log(page), ['point 40']);
});

await check('a finger drags a stone without moving the page, and moves the page elsewhere', { hasTouch: true, viewport: { width: 390, height: 300 } }, async (page) => {
  const client = await page.context().newCDPSession(page);
  const swipe = async (start, end) => {
    const at = (part) => [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (let i = 1; i <= 8; i++) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 8) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await page.evaluate(() => { document.body.style.minHeight = '3000px'; document.querySelector('#playground').scrollIntoView(); });
  const before = await page.evaluate(() => scrollY);
  await swipe(await middle(page, E2), await middle(page, E3));
  await until(async () => (await log(page)).slice(0, 1), [`drop ${E2} ${E3}`]);
  await until(() => name(page, E3), 'e3, white stone');
  await until(() => page.evaluate(() => scrollY), before);
  const empty = await middle(page, E2);
  await swipe(empty, { x: empty.x, y: empty.y - 120 });
  await page.waitForFunction((was) => scrollY > was, before);
  await until(async () => (await log(page))[0], `drop ${E2} ${E3}`);
});

await check('the keyboard alone reaches, moves and acts', {}, async (page) => {
  await page.locator('#turn').focus();
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('data-point'));
  await until(async () => name(page, Number(await focused())), 'b3, white stone', 'Tab enters at the first stone that can move, in reading order');
  await until(() => page.locator('.b-cursor').count(), 1);
  await button(page, E2).focus();
  await page.keyboard.press('ArrowUp');
  await until(focused, String(E3));
  await page.keyboard.press('Tab');
  await until(async () => name(page, Number(await focused())), 'g3, white stone');
  await button(page, E2).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await until(() => name(page, E3), 'e3, white stone');
  await until(async () => (await log(page)).filter((line) => line.startsWith('point')), [`point ${E3}`, `point ${E2}`]);
  for (const key of [' ', 'Backspace', 'Escape', 'a', 'w', '/']) await page.keyboard.press(key);
  await until(async () => (await log(page)).filter((line) => line.startsWith('point')).length, 2, 'Space and letters are left to the page');
  await page.keyboard.press('End');
  for (let i = 0; i < 20; i++) await page.keyboard.press('Tab');
  await until(focused, null, 'Tab leaves the board after the last stone');
});

await check('a pointer leaves no keyboard cursor behind', {}, async (page) => {
  await tap(page, E2);
  await until(() => page.locator('.b-cursor').count(), 0);
});

await check('Enter after a drag is not swallowed', {}, async (page) => {
  const from = await middle(page, E2);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y, { steps: 3 });
  await page.mouse.up();
  await button(page, E1).focus();
  await page.keyboard.press('Enter');
  await until(async () => (await log(page))[0], `point ${E1}`);
});

await check('a long chain is replayed step by step and shows its trail', {}, async (page) => {
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('.board-flier.b-flying')) window.flew = true;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const began = Date.now();
  await page.click('#replay');
  await page.waitForFunction(() => document.querySelector('output').textContent.includes('end 1'));
  assert.ok(Date.now() - began >= 900, 'it is seen step by step');
  assert.equal(await page.evaluate(() => window.flew), true);
  await until(() => page.locator('#playground .b-disc').count(), 11);
  await until(() => page.locator('#playground .b-hollow').count(), 6);
});

await check('a tap skips the replay and does nothing else', {}, async (page) => {
  await stopTimers(page);
  await page.click('#replay');
  await page.waitForSelector('.board-flier.b-flying');
  await tap(page, E1);
  await until(async () => (await log(page))[0], 'end 1');
  await until(async () => (await log(page)).filter((line) => line.startsWith('point')).length, 0);
  await until(() => page.locator('.b-flying').count(), 0);
});

await check('with reduced motion nothing travels', { reducedMotion: 'reduce' }, async (page) => {
  await stopTimers(page);
  await page.click('#replay');
  await page.waitForFunction(() => document.querySelector('output').textContent.includes('end 1'));
  await until(() => page.locator('.b-flying').count(), 0);
  await until(() => page.locator('#playground .b-disc').count(), 11);
});

await check('turned and upright, taps still find their points', {}, async (page) => {
  for (const view of ['#upright', '#turn', '#upright']) {
    await page.click(view);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    for (const point of [0, 8, 13, 36, 44]) {
      await tap(page, point);
      await until(async () => (await log(page))[0], `point ${point}`);
      await tap(page, point);
    }
  }
});

await check('an idle board does no work', {}, async (page) => {
  const changes = await page.evaluate(async () => {
    let seen = 0;
    const observer = new MutationObserver((records) => { seen += records.length; });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    await new Promise((done) => setTimeout(done, 600));
    return [seen, document.getAnimations().length];
  });
  assert.deepEqual(changes, [0, 0]);
});

for (const theme of ['light', 'dark']) {
  await check(`axe finds nothing, ${theme}`, {}, async (page) => {
    await page.goto(`${address}gallery.html?theme=${theme}`);
    await page.waitForSelector('#live .board');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { rules: { 'color-contrast': { enabled: true } } }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)} ${nodes[0].failureSummary}`), []);
  });
}

await browser.close();
await new Promise((done) => server.httpServer.close(done));
rmSync(outDir, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
