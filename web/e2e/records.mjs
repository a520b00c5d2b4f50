/* Records come in and go out, and the library keeps one's own games. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS, clean, eventually, openGame, openPage, tap, turnsPlayed, until, watch } from './harness.mjs';
import { CHAIN, NO_STONES } from './positions.mjs';

const GOOD = `[Event "Club evening"]
[White "Hery"]
[Black "Tiana"]
[Date "2026.11.28"]
[Result "1-0"]
[Termination "resignation"]

1. e2-e3A {good} f4-e5W-e4A 2. f2-e3A d5-d4A 1-0
`;
const BROKEN = `[White "Broken"]

1. e2-e3A zz *
`;
const DIMY = `[White "Voahangy"]
[Black "Mikhail"]
[Variant "dimy"]
[Rules "chain=mandatory"]

1. c2-c3A *
`;
const FILE = [GOOD, BROKEN, DIMY].join('\n');

const go = (page, hash) => page.evaluate((to) => void (location.hash = to), hash);
const names = (page) => page.locator('.game strong').allInnerTexts();
const waitForGames = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.records .game').length === n, count);
const button = (page, name) => page.getByRole('button', { name });
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Large ones go by the disk: past it they would go letter by letter. */
function onDisk(name, content) {
  const folder = mkdtempSync(join(tmpdir(), 'fanorona-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function importFile(page, text, name = 'games.fgn') {
  await go(page, '#/import');
  await page.locator('input[type=file]').setInputFiles(file(name, text));
  await page.locator('.import-result').waitFor();
}

async function keepAll(page) {
  await button(page, /^Keep \d+ game/).click();
  await page.locator('.records h1', { hasText: 'Your games' }).waitFor();
}

async function downloadText(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What is deleted can be brought back for some seconds: from now on they do not pass until they are told to. */
function holdTime(page) {
  const now = Date.now();
  return page.clock.setFixedTime(now).then(() => (seconds) => page.clock.setFixedTime(now + 1000 * seconds));
}

/** What lies in the page's own store. */
function stored(page) {
  return page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('fanorona');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction('games').objectStore('games').getAll();
      all.onsuccess = () => { opening.result.close(); resolve(all.result); };
    };
  }));
}

function putStored(page, entries) {
  return page.evaluate((values) => new Promise((resolve, reject) => {
    const opening = indexedDB.open('fanorona');
    opening.onsuccess = () => {
      const change = opening.result.transaction('games', 'readwrite');
      values.forEach((value) => change.objectStore('games').put(value));
      change.oncomplete = () => { opening.result.close(); resolve(); };
      change.onabort = () => reject(change.error);
    };
  }), entries);
}

export const cases = {
  'a file with a broken game among good ones': async (browser, address) => {
    const page = await openPage(browser, address);
    await importFile(page, FILE);
    await until(() => page.locator('.import-result h2').innerText(), '2 games, 1 fault games.fgn');
    await until(() => page.locator('.import-faults li').innerText(), /^Game 2, line 12, column 11: .*zz/);
    await until(() => names(page), ['Hery – Tiana', 'Voahangy – Mikhail']);
    await until(() => page.locator('.import-rules').innerText(), /1 game was played by other rules/);
    await page.getByRole('checkbox', { name: 'Choose Hery – Tiana' }).uncheck({ force: true });
    await button(page, 'Keep 1 game').click();
    await waitForGames(page, 1);
    await until(() => names(page), ['Voahangy – Mikhail']);
    await until(() => page.locator('.game').innerText(), /chains must go on/);
    // What is there already is not there twice.
    await importFile(page, FILE);
    await keepAll(page);
    await page.locator('.told-note', { hasText: 'New: 1. Already there: 1.' }).waitFor();
    await waitForGames(page, 2);
    clean(page);
  },
  'many games: their head is in view on the smallest phone, and they stay in order': async (browser, address) => {
    const page = await openPage(browser, address, { width: 320, height: 568 });
    const players = Array.from({ length: 60 }, (_, index) => `Player ${index + 1}`);
    await importFile(page, players.map((name) => `[White "${name}"]\n[Black "Soa"]\n\n1. e2-e3A *\n`).join('\n'));
    await page.waitForFunction(() => document.activeElement?.classList.contains('import-result'));
    const top = () => page.locator('.import-result h2').evaluate((head) => head.getBoundingClientRect().top);
    await eventually(async () => assert.equal(await top() >= 0 && await top() < 200, true, `the head is at ${await top()}`));
    await keepAll(page);
    await page.locator('.records .game').first().waitFor();
    const shown = await names(page);
    assert.equal(shown.length > 20, true);
    assert.deepEqual(shown, players.slice(0, shown.length).map((name) => `${name} – Soa`));
    clean(page);
  },
  'names and events without an end stay within the smallest phone': async (browser, address) => {
    const page = await openPage(browser, address, { width: 320, height: 568 });
    await importFile(page, `[Event "${'Е'.repeat(200)}"]\n[White "${'Андриампуйнимерина'.repeat(4)}"]\n[Black "${'x'.repeat(300)}"]\n\n1. e2-e3A *\n`);
    await keepAll(page);
    await page.locator('.game').waitFor();
    const right = () => page.locator('.game').evaluate((row) => Math.max(...[...row.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)));
    await eventually(async () => assert.equal(await right() <= 320, true, `a row ends at ${await right()}`));
    await page.locator('.game-tools button').last().click();
    await waitForGames(page, 0);
    clean(page);
  },
  'pasted text is opened for analysis, and its rules are told': async (browser, address) => {
    const page = await openPage(browser, address);
    await go(page, '#/import');
    await page.getByLabel('Or paste text').fill(DIMY);
    await button(page, 'Read the text').click();
    await button(page, 'Look at it').click();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), ['c2-c3A']);
    await page.locator('.told-note', { hasText: 'This game was played with: chains must go on.' }).waitFor();
    clean(page);
  },
  'an opened record leaves with its comments, and is kept with the names typed for it': async (browser, address) => {
    const page = await openPage(browser, address);
    const text = '[White "Rabe"]\n[Black "Soa"]\n[Result "1-0"]\n\n1. e2-e3A {good} (1. d3-e3A {other}) f4-e5W-e4A 1-0\n';
    await importFile(page, text);
    await button(page, 'Look at it').click();
    await page.locator('.play .board').waitFor();
    await button(page, 'Menu').first().click();
    await page.getByRole('dialog').getByText('Share and save').click();
    await page.getByText('Names, event and date').click();
    await page.getByRole('dialog').getByLabel('White').fill('Ravo');
    const saved = await downloadText(page, () => button(page, 'Save .fgn').click());
    assert.match(String(saved.bytes), /\[White "Ravo"\][^]*\[Result "1-0"\][^]*e2-e3A \{good\} \(1\. d3-e3A \{other\}\)[^]* 1-0\n+$/);
    await button(page, 'Keep in my games').click();
    await page.locator('.told-note').first().waitFor();
    await go(page, '#/games');
    await waitForGames(page, 1);
    await until(() => names(page), ['Ravo – Soa']);
    await until(() => page.locator('.game').innerText(), /1–0 White wins/);
    await until(async () => (await stored(page))[0].text, /\{good\} \(1\. d3-e3A \{other\}\)/);
    clean(page);
  },
  'a file dropped on the page': async (browser, address) => {
    const page = await openPage(browser, address);
    await go(page, '#/import');
    await page.locator('.import-drop').waitFor();
    const drop = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.fgn'));
      return transfer;
    }, GOOD);
    await page.locator('.import-drop').dispatchEvent('dragover', { dataTransfer: drop });
    await until(() => page.locator('.import-drop-over').count(), 1);
    await page.locator('.import-drop').dispatchEvent('drop', { dataTransfer: drop });
    await page.locator('.import-result h2', { hasText: '1 game, 0 faults dropped.fgn' }).waitFor();
    clean(page);
  },
  'what cannot be read is refused in words': async (browser, address) => {
    const page = await openPage(browser, address);
    await go(page, '#/import');
    const refused = async (bytes, words) => {
      await page.locator('input[type=file]').setInputFiles(onDisk('x.fgn', bytes));
      await page.locator('.fault', { hasText: words }).waitFor();
    };
    await refused(Buffer.from([0x5b, 0xe9, 0x20]), 'x.fgn is not text in UTF-8');
    await refused(Buffer.alloc(16 * 1024 * 1024 + 1, 32), 'x.fgn has 16.0 MB. Up to 16 MB can be read here.');
    await button(page, 'Read the text').click();
    await page.locator('.fault', { hasText: 'Nothing is pasted yet.' }).waitFor();
    await importFile(page, 'no record at all');
    await until(() => page.locator('.import-result h2').innerText(), /^0 games, 1 fault/);
    await importFile(page, ' \n');
    await until(() => page.locator('.import-result').innerText(), /There is no game in this text\./);
    clean(page);
  },
  'a long reading shows how far it is, and can be broken off': async (browser, address) => {
    const page = await openPage(browser, address);
    await go(page, '#/import');
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    // Between two slices the page must get its turn: the button is pressed from within a slice's pause.
    await page.evaluate(() => {
      const wait = new MutationObserver(() => {
        const bar = document.querySelector('.import-progress progress');
        if (!bar || bar.value === 0) return;
        window.barSeen = bar.value;
        wait.disconnect();
        document.querySelector('.import-progress button').click();
      });
      wait.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await page.locator('input[type=file]').setInputFiles(onDisk('many.fgn', `${GOOD}\n`.repeat(40_000)));
    await page.locator('.import-note', { hasText: 'Reading was broken off.' }).waitFor({ timeout: 4 * PATIENCE_MS });
    const seen = await page.evaluate(() => window.barSeen);
    assert.equal(seen > 0 && seen < 1, true);
    await until(async () => await page.locator('.game').count() > 0, true);
    clean(page);
  },
  'what is exported and read again is the same text': async (browser, address) => {
    const first = await openPage(browser, address);
    await importFile(first, FILE);
    await keepAll(first);
    const out = await downloadText(first, () => button(first, 'Save all as a file').click());
    assert.match(out.name, /^fanorona-\d{4}-\d\d-\d\d-2\.fgn$/);
    const second = await openPage(browser, address);
    await importFile(second, out.bytes.toString());
    await until(() => second.locator('.import-result h2').innerText(), /^2 games, 0 faults/);
    await keepAll(second);
    const again = await downloadText(second, () => button(second, 'Save all as a file').click());
    assert.equal(again.bytes.toString(), out.bytes.toString());
    assert.match(out.bytes.toString(), /\{good\}/);
    const one = await downloadText(second, () => button(second, 'Save Hery – Tiana as a file').click());
    assert.equal(one.name, 'fanorona-2026-11-28-hery-tiana.fgn');
    clean(first);
    clean(second);
  },
  'a finished game is kept by itself, and stays deleted': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN, setup: { mode: 'computer', level: 3 } } });
    const pass = await holdTime(page);
    await button(page, 'Resign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.result').waitFor();
    await go(page, '#/games');
    await waitForGames(page, 1);
    await until(() => page.locator('.game').innerText(), /You – Computer, level 3\s+0–1\s+Black wins · resignation/);
    await button(page, /^Delete You/).click();
    await page.locator('.undo-note').waitFor();
    await waitForGames(page, 0);
    await page.reload();
    await button(page, 'Bring back').click();
    await waitForGames(page, 1);
    await button(page, /^Delete You/).click();
    await page.locator('.undo-note').waitFor();
    await pass(15);
    await page.locator('.undo-note').waitFor({ state: 'detached' });
    await until(() => stored(page), []);
    await page.reload();
    await page.locator('.records-empty').waitFor();
    await go(page, '#/play');
    await page.locator('.result').waitFor();
    await page.waitForTimeout(500);
    await until(() => stored(page), []);
    clean(page);
  },
  'the library is searched, sorted, chosen from': async (browser, address) => {
    const page = await openPage(browser, address);
    await holdTime(page);
    await importFile(page, FILE);
    await keepAll(page);
    await waitForGames(page, 2);
    await page.getByLabel('Search').fill('hery resignation');
    await waitForGames(page, 1);
    await until(() => names(page), ['Hery – Tiana']);
    await page.getByLabel('Search').fill('BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w');
    await page.waitForFunction(() => document.querySelector('.game strong')?.textContent === 'Voahangy – Mikhail');
    await waitForGames(page, 1);
    await page.getByLabel('Search').fill('nobody');
    await page.locator('.records-empty', { hasText: 'No game fits' }).waitFor();
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Order').selectOption('longest');
    await until(() => names(page), ['Hery – Tiana', 'Voahangy – Mikhail']);
    await page.getByLabel('Order').selectOption('shortest');
    await page.waitForFunction(() => document.querySelector('.game strong').textContent === 'Voahangy – Mikhail');
    await page.reload();
    await waitForGames(page, 2);
    await until(() => names(page), ['Voahangy – Mikhail', 'Hery – Tiana']);
    await button(page, 'Choose all').click();
    await button(page, 'Delete the chosen').click();
    await page.locator('.undo-note', { hasText: '2 games deleted' }).waitFor();
    await until(() => page.evaluate(() => document.activeElement.textContent.trim()), 'Bring back');
    await page.keyboard.press('Enter');
    await waitForGames(page, 2);
    clean(page);
  },
  'a game of the library is opened by the keyboard': async (browser, address) => {
    const page = await openPage(browser, address);
    await importFile(page, FILE);
    await keepAll(page);
    await page.locator('.game-open', { hasText: 'Hery – Tiana' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.play .board').waitFor();
    await page.locator('.told-note', { hasText: 'White wins · resignation' }).waitFor();
    await until(async () => (await turnsPlayed(page)).length, 4);
    clean(page);
  },
  'damaged entries never lose the others': async (browser, address) => {
    const page = await openPage(browser, address);
    await importFile(page, GOOD);
    await keepAll(page);
    await putStored(page, [{ id: 'bad-1' }, { id: 'bad-2', version: 1, text: 7 }]);
    await page.reload();
    await page.locator('.fault', { hasText: '2 entries are damaged' }).waitFor();
    await waitForGames(page, 1);
    await button(page, 'Throw away').click();
    await page.locator('.records-troubles').waitFor({ state: 'detached' });
    await until(async () => (await stored(page)).length, 1);
    clean(page);
  },
  'two tabs see each other’s games': async (browser, address) => {
    const first = await openPage(browser, address, { path: '#/games' });
    await first.locator('.records-empty').waitFor();
    await holdTime(first);
    const second = await first.context().newPage();
    watch(second, address);
    await second.goto(`${address}#/import`);
    await importFile(second, FILE);
    await keepAll(second);
    await waitForGames(first, 2);
    await button(first, /^Delete Hery/).click();
    await waitForGames(second, 1);
    await button(second, 'Bring back').click();
    await waitForGames(first, 2);
    clean(first);
    clean(second);
  },
  'a page killed while it writes has kept all or nothing': async (browser, address) => {
    const page = await openPage(browser, address);
    const context = page.context();
    await importFile(page, `${GOOD}\n${DIMY}\n`.replace(/"Hery"/, '"Killed"'));
    await page.evaluate(() => [...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Keep')).click());
    await page.close({ runBeforeUnload: false });
    const next = await context.newPage();
    watch(next, address);
    await next.goto(`${address}#/games`);
    await next.locator('.records h1').waitFor();
    await next.waitForFunction(() => !/Looking/.test(document.querySelector('.card-lead').textContent));
    await until(async () => [0, 2].includes(await next.locator('.game').count()), true);
    await until(() => next.locator('.records-troubles').count(), 0);
    clean(next);
  },
  'where nothing may be stored the page says so, and keeps games while it is open': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };
    });
    await page.goto(`${address}#/games`);
    await page.reload();
    await page.locator('.fault', { hasText: 'This browser keeps nothing here' }).waitFor();
    await importFile(page, FILE);
    await keepAll(page);
    await waitForGames(page, 2);
    clean(page);
  },
  'a full store says so and shows nothing as kept': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); };
    });
    await page.reload();
    await importFile(page, FILE);
    await button(page, 'Keep 2 games').click();
    await page.locator('.told-note', { hasText: 'store is full' }).waitFor();
    await go(page, '#/games');
    await page.locator('.records-empty').waitFor();
    clean(page);
  },
  'a link opens the whole game at its place, in a fresh browser': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await page.locator('button.turn').nth(3).click();
    await button(page, 'Menu').click();
    await button(page, 'Share and save').click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    assert.equal(link.startsWith(`${address}#/g/`), true);
    await until(() => page.getByRole('dialog').innerText(), /opens after turn 4/);
    const other = await openPage(browser, address);
    await other.goto(link);
    await other.locator('.play .board').waitFor();
    await until(() => turnsPlayed(other), CHAIN);
    await until(() => other.locator('button.turn[aria-current]').innerText(), CHAIN[3]);
    clean(page);
    clean(other);
  },
  'a link never takes the place of a running game without asking': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    const link = `${address}#/g/g=1`;
    await page.goto(link);
    const dialog = page.getByRole('dialog', { name: 'Leave the running game?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await go(page, '#/play');
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), CHAIN);
    await page.goto(link);
    await dialog.getByRole('button', { name: 'Keep it in my games and go on' }).click();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), []);
    await go(page, '#/games');
    await waitForGames(page, 1);
    await until(() => page.locator('.game').innerText(), /unfinished\s+Tsivy 9×5 · 10 turns/);
    await button(page, /^Play on/).click();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), CHAIN);
    await until(() => button(page, 'Resign').count(), 1);
    clean(page);
  },
  'a bad link says what is wrong': async (browser, address) => {
    const page = await openPage(browser, address);
    for (const text of ['', 'nonsense', 'g=9', 'g=1&t=zz', 'g=1&v=8x8', '%E0%A4%A']) {
      await page.goto(`${address}#/g/${text}`);
      await page.getByRole('heading', { name: 'This link holds no game' }).waitFor();
      await eventually(async () => assert.notEqual((await page.locator('.link-card .fault').innerText()).trim(), ''));
      await go(page, '#/games');
      await page.locator('.records h1', { hasText: 'Your games' }).waitFor();
    }
    clean(page);
  },
  'pictures: an SVG that stands alone, PNGs of the right size': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await button(page, 'Menu').click();
    await button(page, 'Share and save').click();
    await page.locator('.share-picture img').waitFor();
    const svg = await downloadText(page, () => button(page, 'SVG').click());
    assert.equal(svg.name, 'fanorona-tsivy-10.svg');
    const text = svg.bytes.toString();
    assert.doesNotMatch(text, /class=|style=|var\(|currentColor/);
    assert.equal((text.match(/<use href="#[^"]*(bone|ebony)"/g) ?? []).length > 20, true);
    for (const size of [640, 1280, 2560]) {
      const png = await downloadText(page, () => button(page, `PNG ${size}`).click());
      assert.equal(png.name, `fanorona-tsivy-10-${size}px.png`);
      const seen = await page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = document.createElement('canvas');
        canvas.width = picture.width;
        canvas.height = picture.height;
        const context = canvas.getContext('2d');
        context.drawImage(picture, 0, 0);
        const at = (x, y) => [...context.getImageData(Math.round(x * picture.width), Math.round(y * picture.height), 1, 1).data];
        // The slab between two points of the lowest line's cell, and the corner beyond its round.
        return { width: picture.width, height: picture.height, slab: at(0.035, 0.5), corner: at(0, 0) };
      }, png.bytes.toString('base64'));
      assert.equal(seen.width, size);
      assert.equal(Math.abs(seen.height / seen.width - 5.44 / 9.68) < 0.01, true);
      assert.equal(seen.slab[3], 255);
      assert.equal(seen.slab[0] > seen.slab[2] + 40, true, 'the slab is red');
      assert.equal(seen.corner[3] < 255, true, 'the corner is round');
    }
    clean(page);
  },
  'a picture is copied, a link sent, where the browser lets it': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      navigator.share = (what) => { window.sent = what; return Promise.reject(new DOMException('closed', 'AbortError')); };
    });
    await openGame(page, { turns: CHAIN });
    await button(page, 'Menu').click();
    await button(page, 'Share and save').click();
    await page.locator('.share-picture img').waitFor();
    await button(page, 'Copy the picture').click();
    await page.locator('.told-note', { hasText: 'Copied' }).waitFor();
    await until(() => page.evaluate(async () => (await navigator.clipboard.read())[0].types), ['image/png']);
    await button(page, 'Send…').click();
    await eventually(async () => assert.equal(await page.evaluate(() => window.sent.url), await page.getByRole('textbox', { name: 'Link' }).inputValue()));
    clean(page);
  },
  'going back from a game that a link opened does not open it again': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.evaluate(() => void (location.hash = '#/games'));
    await page.locator('.records-empty').waitFor();
    await page.evaluate(() => void (location.hash = '#/g/g=1'));
    await page.locator('.play .board').waitFor();
    await page.goBack();
    await page.locator('.records-empty').waitFor();
    clean(page);
  },
  'a new game can keep the running one': async (browser, address) => {
    const page = await openPage(browser, address, { game: { turns: CHAIN } });
    await page.evaluate(() => void (location.hash = '#/'));
    await button(page, 'Start game').first().click();
    await button(page, 'Keep it in my games and go on').click();
    await page.locator('.play .board').waitFor();
    await until(() => turnsPlayed(page), []);
    await go(page, '#/games');
    await waitForGames(page, 1);
    clean(page);
  },
  'records and the editor need no network after the first visit': async (browser, address) => {
    const page = await openPage(browser, address, { policy: false, serviceWorkers: 'allow' });
    await page.locator('.offline-note', { hasText: 'Ready offline' }).first().waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await importFile(page, FILE);
    await keepAll(page);
    await waitForGames(page, 2);
    await go(page, '#/editor');
    await page.locator('.editor .board').waitFor();
    await button(page, 'Share').click();
    await page.locator('.share-picture img').waitFor();
    assert.deepEqual(page.faults.filter((fault) => !/sw\.js/.test(fault)), []);
  },
  'names typed once are in the record, and in the next one': async (browser, address) => {
    const page = await openPage(browser, address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openGame(page, { turns: CHAIN });
    await button(page, 'Menu').click();
    await button(page, 'Share and save').click();
    await page.getByText('Names, event and date').click();
    await page.getByRole('textbox', { name: 'White' }).fill('Hery "H" Razafy');
    await page.getByLabel('Event').fill('Club');
    await page.getByLabel('Event').press('Tab');
    await button(page, 'Copy the text').click();
    await page.locator('.told-note', { hasText: 'Copied' }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /\[White "Hery \\"H\\" Razafy"\]/);
    assert.match(text, /\[Event "Club"\]/);
    const saved = await downloadText(page, () => button(page, 'Save .fgn').click());
    assert.equal(saved.bytes.toString(), text);
    await button(page, 'Keep in my games').click();
    await page.locator('.told-note', { hasText: 'in your games now' }).waitFor();
    await button(page, 'Close').click();
    await openGame(page, { turns: NO_STONES, setup: { seed: 2 } });
    await page.locator('.result').waitFor();
    await go(page, '#/games');
    await waitForGames(page, 2);
    await until(async () => (await names(page)).map((each) => each.split(' – ')[0]), ['Hery "H" Razafy', 'Hery "H" Razafy']);
    clean(page);
  },
  'a turn played after opening a record changes the analysis alone': async (browser, address) => {
    const page = await openPage(browser, address);
    await importFile(page, GOOD);
    await keepAll(page);
    await page.locator('.game-open', { hasText: 'Hery – Tiana' }).click();
    await page.locator('.play .board').waitFor();
    const before = await stored(page);
    await page.locator('button.turn').first().click();
    await tap(page, 'f4', 'e5');
    await go(page, '#/games');
    await waitForGames(page, 1);
    await until(() => stored(page), before);
    clean(page);
  },
};
