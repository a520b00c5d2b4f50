/* People playing each other: two browsers and a real server between them, lines that break and lose, a server that is
 * killed, offers and answers, the next game. */

import assert from 'node:assert/strict';
import { axe } from './access.mjs';
import { PATIENCE_MS, clean, dice, drawn, eventually, expectTitle, listen, openPage, resize, rest, spot, turnsPlayed, until } from './harness.mjs';
import { startServer } from './server.mjs';

/** A whole game of dimy; White takes the last stone. */
const GAME = [
  'd2-c3A', 'b5-b4A-a5W', 'c1-b2A-c3A-b3W', 'c4-c3A', 'a2-a3A-b4A-a5W', 'e4-e5W', 'b3-a3', 'd5-c5', 'a3-b4A', 'e5-d4', 'b4-c4A',
];
const MINUTES = { kind: 'real', base_s: 600, increment_s: 5 };
/** What is lost is asked for again after seconds, and may be lost again. */
const LOSSY_PATIENCE_MS = 4 * PATIENCE_MS;
/** Nobody waits for the eye. */
const QUICK = { reducedMotion: 'reduce' };

/** Makes a game by the page's own cookie and opens it; resolves with its id. */
async function makeGame(page, spec = {}, side = 'white') {
  const id = await page.evaluate(async ([wanted, seat]) => {
    const post = (path, body) => fetch(`./api/v1/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
    await post('session');
    localStorage.setItem('fanorona.net', 'player');
    const made = await (await post('games', { spec: wanted, side: seat, opponent: { kind: 'link' } })).json();
    return made.game;
  }, [{ variant: 'dimy', rules: '', clock: MINUTES, rated: false, ...spec }, side]);
  await page.goto(`${page.url().split('#')[0]}#/net/${id}`);
  await page.reload();
  await page.locator('.net-waiting').waitFor();
  return id;
}

async function sitDown(page) {
  await page.getByRole('button', { name: 'Take the seat' }).click();
  await page.locator('.net-play .board').waitFor();
}

/** Two at a board, White's page first. */
async function pair(browser, address, spec, options = {}) {
  const [white, black] = await Promise.all([openPage(browser, address, { ...QUICK, ...options }), openPage(browser, address, { ...QUICK, path: '#/rules', ...options })]);
  const id = await makeGame(white, spec);
  await black.goto(`${address}#/net/${id}`);
  await sitDown(black);
  await white.locator('.net-play .board').waitFor();
  return { white, black, id };
}

/** Types a turn. */
async function type(page, turn) {
  await rest(page);
  await page.keyboard.press('/');
  await page.locator('#type-turn').fill(turn);
  await page.keyboard.press('Enter');
}

function sees(page, turns) {
  return eventually(async () => assert.deepEqual(await turnsPlayed(page), turns));
}

const action = (page, name) => page.locator('.actions').getByRole('button', { name, exact: true });

async function sure(page, name) {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Lets the test have a hand on what travels: `line.loses` loses messages, `line.cut()` breaks the connection. */
async function holdLine(page) {
  const line = { loses: () => false, refuses: false, changes: (message) => message, sockets: new Set() };
  await page.routeWebSocket(/\/api\/v1\/ws$/, (socket) => {
    if (line.refuses) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    line.sockets.add(socket);
    socket.onMessage((message) => line.loses() || server.send(message));
    server.onMessage((message) => line.loses() || socket.send(line.changes(message)));
    const gone = () => line.sockets.delete(socket);
    socket.onClose(() => { gone(); void server.close(); });
    server.onClose(() => { gone(); void socket.close(); });
  });
  /** As if the server had said it. */
  line.tell = (message) => line.sockets.forEach((socket) => socket.send(JSON.stringify(message)));
  line.cut = async () => {
    await Promise.all([...line.sockets].map((socket) => socket.close()));
    line.sockets.clear();
  };
  return line;
}

/** Of a connection that was given up the browser's console tells. */
function cleanButForLines(page) {
  assert.deepEqual(page.faults.filter((fault) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(fault)), []);
}

export const cases = {
  'a whole game: by link, over broken lines, a killed server and a reload, with a takeback, to vela and a draw': async (browser) => {
    const server = await startServer();
    try {
      const { address } = server;
      const [white, black] = await Promise.all([openPage(browser, address, QUICK), openPage(browser, address, { ...QUICK, path: '#/rules' })]);
      const line = await holdLine(black);
      const id = await makeGame(white);
      const link = await white.locator('.invite .share-text').inputValue();
      assert.match(link, new RegExp(`/g/${id}$`));
      // The link leads through a page for those who only show what it is about.
      await black.goto(`${address}g/${id}`);
      await black.waitForURL(`${address}#/net/${id}`);
      await black.locator('.net-invited').waitFor();
      await until(() => black.locator('.net-facts').innerText(), /5×5[\s\S]*10 \+ 5[\s\S]*standard rules[\s\S]*not rated/);
      assert.deepEqual(await black.context().cookies(), [], 'opening a link makes nobody a player');
      await sitDown(black);
      await white.locator('.net-play .board').waitFor();
      const players = [white, black];
      const play = async (from, to) => {
        for (let ply = from; ply < to; ply++) {
          await mayMove(players[ply % 2]);
          await type(players[ply % 2], GAME[ply]);
          await Promise.all(players.map((page) => sees(page, GAME.slice(0, ply + 1))));
        }
      };
      await play(0, 2);
      // White steps, breaks off with the page, and goes on where it was.
      await tap5(white, 'c1', 'b2');
      await white.reload();
      await white.locator('.net-play .board').waitFor();
      await until(() => white.locator('.turn-draft').innerText(), 'c1-b2A');
      await until(async () => (await turnsPlayed(black)).length, 2, 'nothing of a draft is seen');
      await white.keyboard.press('Escape');
      await play(2, 3);
      // White wants it back, and gets it.
      await action(white, 'Take back').click();
      await expectTitle(black, 'White asks for its last turn back');
      await action(black, 'Give it back').click();
      await Promise.all(players.map((page) => sees(page, GAME.slice(0, 2))));
      await play(2, 3);
      // Black's line breaks: the turn waits, says so, and arrives.
      line.refuses = true;
      await line.cut();
      await type(black, GAME[3]);
      await expectTitle(black, 'Not sent yet');
      await until(() => black.locator('.message small').innerText(), 'Waiting for the connection. Your turn is kept and sent by itself.');
      await until(async () => (await turnsPlayed(white)).length, 3);
      line.refuses = false;
      await Promise.all(players.map((page) => sees(page, GAME.slice(0, 4))));
      // The server is killed at once after a turn was told; nothing that was told is lost.
      await play(4, 5);
      await server.end('SIGKILL');
      await server.start();
      await play(5, 8);
      await action(white, 'Draw').click();
      await sure(white, 'Offer a draw');
      await expectTitle(black, 'White offers a draw');
      await action(black, 'Decline').click();
      await expectTitle(white, 'Black declines the draw');
      await play(8, 11);
      await Promise.all(players.map((page) => page.locator('.net-result').waitFor()));
      await until(() => white.locator('.net-result').innerText(), /You win\s+White wins\. Black has no stones left\./);
      await until(() => black.locator('.net-result').innerText(), /You lose/);
      // The next game: White has won and gives.
      await white.locator('.net-result').getByRole('button', { name: 'Vela rematch' }).click();
      await expectTitle(black, 'White offers a rematch');
      await action(black, 'Play again').click();
      await Promise.all(players.map((page) => page.locator('.panel-phase').waitFor()));
      await until(() => white.locator('.panel-rules').innerText(), /^5×5 · 10 \+ 5 · not rated · vela: White gives/);
      await until(() => black.locator('.player-words').last().innerText(), /You\s+to move/, 'the taker begins');
      const second = await white.evaluate(() => location.hash);
      assert.notEqual(second, `#/net/${id}`);
      await until(() => black.evaluate(() => location.hash), second);
      // It ends in a draw.
      await playAny(black);
      await playAny(white);
      await mayMove(black);
      await action(black, 'Draw').click();
      await sure(black, 'Offer a draw');
      await action(white, 'Accept the draw').click();
      await Promise.all(players.map((page) => expectTitle(page, 'Draw')));
      // The first one lies in one's library and opens for analysis.
      await white.goto(`${address}#/games`);
      await until(() => white.locator('.game-open').count(), 2);
      await black.goto(`${address}#/net/${id}`);
      await black.locator('.net-result', { hasText: 'You lose' }).getByRole('button', { name: 'Analyse' }).click();
      await black.locator('.play:not(.net-play) .board').waitFor();
      await sees(black, GAME);
      players.forEach(cleanButForLines);
    } finally {
      await server.stop();
    }
  },
  'one message in five is lost, either way, and every turn arrives once': async (browser, address) => {
    const [white, black] = await Promise.all([openPage(browser, address, QUICK), openPage(browser, address, { ...QUICK, path: '#/rules' })]);
    const roll = dice(7);
    const lines = await Promise.all([white, black].map(holdLine));
    const id = await makeGame(white);
    await black.goto(`${address}#/net/${id}`);
    await sitDown(black);
    await white.locator('.net-play .board').waitFor();
    const players = [white, black];
    // Who has not begun after a minute has no game any more: the first turns travel undisturbed.
    for (let ply = 0; ply < 2; ply++) {
      await mayMove(players[ply]);
      await type(players[ply], GAME[ply]);
    }
    await Promise.all(players.map((page) => sees(page, GAME.slice(0, 2))));
    for (const line of lines) line.loses = () => roll(5) === 0;
    for (let ply = 2; ply < 6; ply++) {
      await mayMove(players[ply % 2], LOSSY_PATIENCE_MS);
      await type(players[ply % 2], GAME[ply]);
    }
    await Promise.all(players.map((page) => page.waitForFunction((turns) => document.querySelectorAll('button.turn').length === turns, 6, { timeout: LOSSY_PATIENCE_MS })));
    for (const page of players) await until(() => turnsPlayed(page), GAME.slice(0, 6));
    players.forEach(cleanButForLines);
  },
  'watching: no seat, a count, phrases, both sides of the board; a draw ends it for all': async (browser, address) => {
    const { white, black, id } = await pair(browser, address);
    const third = await openPage(browser, address, { ...QUICK, width: 390, height: 844, path: `#/net/${id}` });
    await third.locator('.net-play .board').waitFor();
    assert.deepEqual(await third.context().cookies(), []);
    await white.getByText('1 watches').waitFor();
    await type(white, GAME[0]);
    await expectTitle(third, 'Black is to move');
    await type(black, GAME[1]);
    await expectTitle(third, 'White is to move');
    await until(() => third.locator('[data-point][aria-label*="can "]').count(), 0, 'nothing can be moved');
    const before = await third.locator('.player strong').allInnerTexts();
    await action(third, 'Turn the board').click();
    await until(() => third.locator('.player strong').allInnerTexts(), before.reverse());
    const heard = await listen(third);
    await action(black, 'Say').click();
    await page_phrase(black, 'Good luck');
    await expectTitle(white, 'Black: Good luck');
    await expectTitle(third, 'Black: Good luck');
    await until(async () => (await heard()).includes('Black: Good luck'), true);
    // Reading up a rule is no absence, and one is called back.
    await black.evaluate(() => void (location.hash = '#/rules/3.1'));
    await black.getByRole('heading', { name: 'The rules in short' }).waitFor();
    await mayMove(white);
    await type(white, GAME[2]);
    await black.locator('.told-note').getByText('Your turn', { exact: true }).waitFor();
    await until(() => white.locator('.player-words').first().innerText(), /here/);
    await black.goBack();
    await mayMove(black);
    await action(white, 'Draw').click();
    await sure(white, 'Offer a draw');
    await action(black, 'Accept the draw').click();
    for (const page of [white, black, third]) await expectTitle(page, 'Draw');
    await until(() => third.getByRole('button', { name: 'Rematch' }).count(), 0);
    [white, black, third].forEach(clean);
  },
  'a link that leads nowhere, a game that is withdrawn, a seat that somebody else has taken': async (browser, address) => {
    const [maker, one, other] = await Promise.all([openPage(browser, address, QUICK), openPage(browser, address, { ...QUICK, path: '#/net/0123456789' }), openPage(browser, address, { ...QUICK, path: '#/rules' })]);
    await one.getByRole('heading', { name: 'There is no such game here' }).waitFor();
    const first = await makeGame(maker);
    await one.goto(`${address}#/net/${first}`);
    await one.locator('.net-invited').waitFor();
    await maker.getByRole('button', { name: 'Withdraw the game' }).click();
    for (const page of [maker, one]) await page.getByRole('heading', { name: 'This game was withdrawn' }).waitFor();
    const second = await makeGame(maker, {}, 'black');
    for (const page of [one, other]) {
      await page.goto(`${address}#/net/${second}`);
      await page.locator('.net-invited').waitFor();
    }
    await until(() => one.locator('.net-invited .card-lead').innerText(), /^Guest \w{4} invites you\. You would play White and begin\.$/);
    await sitDown(one);
    await other.locator('.net-play .board').waitFor();
    await until(() => other.getByRole('button', { name: 'Resign' }).count(), 0);
    await mayMove(one);
    await maker.locator('.net-play .board').waitFor();
    await expectTitle(maker, 'White begins');
    [maker, one, other].forEach(clean);
  },
  'a turn made ahead waits, is played or dropped; a turn is sent once it is confirmed': async (browser, address) => {
    const { white, black } = await pair(browser, address, { start: '5/5/B3B/5/W3W b 0 1' }, { settings: { confirmTurn: true } });
    await tap5(white, 'e1', 'e2');
    await expectTitle(white, 'Made ahead: e1-e2A');
    await white.reload();
    await expectTitle(white, 'Made ahead: e1-e2A');
    await expectTitle(black, 'Your turn');
    await tap5(black, 'a3', 'a2');
    await expectTitle(black, 'Send a3-a2A?');
    await until(() => turnsPlayed(white), []);
    await black.reload();
    await expectTitle(black, 'Send a3-a2A?');
    await action(black, 'Send the turn').click();
    await Promise.all([white, black].map((page) => sees(page, ['a3-a2A', 'e1-e2A'])));
    [white, black].forEach(clean);
  },
  'an old page and a store that is away are told, and the page is loaded anew only after the game': async (browser, address) => {
    const [white, black] = await Promise.all([openPage(browser, address, QUICK), openPage(browser, address, { ...QUICK, path: '#/rules' })]);
    const line = await holdLine(white);
    line.changes = (message) => message.replace('"is":"welcome"', '"is":"welcome","old":true');
    const id = await makeGame(white);
    await black.goto(`${address}#/net/${id}`);
    await sitDown(black);
    await white.locator('.told-note').getByText('A new version of the page is here. Reload it after the game.').waitFor();
    await white.locator('.net-old').waitFor();
    await until(() => white.getByRole('button', { name: 'Reload', exact: true }).count(), 0);
    line.tell({ is: 'storage', away: true });
    await expectTitle(white, 'The server cannot store at the moment');
    await type(white, GAME[0]);
    await sees(black, [GAME[0]]);
    line.tell({ is: 'storage', away: false });
    await expectTitle(white, 'Black is to move');
    await action(black, 'Abort').click();
    await sure(black, 'Abort');
    await expectTitle(white, 'The game was aborted');
    await white.getByRole('button', { name: 'Reload', exact: true }).waitFor();
    await expectTitle(black, 'The game was aborted');
    [white, black].forEach(clean);
  },
  'by keyboard and ear alone: the seat, a turn, an answer, a phrase, the end': async (browser, address) => {
    const { white, black, id } = await pair(browser, address);
    assert.ok(id);
    const heard = await listen(black);
    await hide(black, true);
    await type(white, GAME[0]);
    await until(() => black.title(), '● Your turn – Fanorona');
    await hide(black, false);
    await until(() => black.title(), 'Fanorona');
    await until(async () => (await heard()).join('\n'), /White d2 to c3, approach, takes \w+\. Your turn/);
    await black.locator('#main').focus();
    await spot(black, 'b5', 5).focus();
    // Black sits at the other side of the board.
    for (const key of ['Enter', 'ArrowUp', 'Enter']) await black.keyboard.press(key);
    await until(() => black.locator('.turn-draft').innerText(), /^b5-b4/);
    await black.keyboard.press(' ');
    await sees(white, [GAME[0], 'b5-b4A']);
    await white.keyboard.press('u');
    await expectTitle(black, 'White asks for its last turn back');
    await until(async () => (await heard()).some((text) => text.startsWith('White asks for its last turn back')), true);
    await action(black, 'Decline').focus();
    await black.keyboard.press('Enter');
    await expectTitle(white, 'Black does not give the turn back');
    await action(white, 'Resign').focus();
    await white.keyboard.press('Enter');
    await white.keyboard.press('Tab');
    await white.keyboard.press('Enter');
    await expectTitle(black, 'Black wins');
    await until(async () => (await heard()).some((text) => text.includes('Black wins. White resigned.')), true);
    [white, black].forEach(clean);
  },
  'clean by axe, whole and still at every width: waiting, invited, playing, asked, over': async (browser, address) => {
    const { white, black, id } = await pair(browser, address);
    const sizes = [[1440, 900], [820, 1100], [390, 844], [320, 568]];
    const guest = await openPage(browser, address, { ...QUICK, theme: 'dark' });
    const waiting = await openPage(browser, address, QUICK);
    await makeGame(waiting, { clock: { kind: 'days', days: 3 } });
    await guest.goto(`${address}${await waiting.evaluate(() => location.hash)}`);
    await guest.locator('.net-invited').waitFor();
    for (const page of [waiting, guest]) {
      for (const size of sizes) {
        await resize(page, size);
        await whole(page);
        if (size[0] === 390) await axe(page, 'net');
      }
      clean(page);
    }
    await type(white, GAME[0]);
    await type(black, GAME[1]);
    const foot = (page) => page.locator('.play-board').evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
    for (const [width, height] of sizes) {
      await Promise.all([white, black].map((page) => resize(page, [width, height])));
      const before = await foot(black);
      await whole(black);
      await until(() => foot(black), before);
    }
    await axe(black, 'net');
    const before = await foot(black);
    await resize(white, [1440, 900]);
    await action(white, 'Draw').click();
    await sure(white, 'Offer a draw');
    await action(black, 'Accept the draw').waitFor();
    await until(() => foot(black), before, 'the board stays where it is');
    await black.emulateMedia({ colorScheme: 'dark' });
    await axe(black, 'net');
    await action(black, 'Accept the draw').click();
    await expectTitle(black, 'Draw');
    await until(() => foot(black), before);
    await whole(black);
    await axe(white, 'net');
    await white.emulateMedia({ colorScheme: 'dark' });
    await axe(white, 'net');
    assert.ok(id);
    [white, black].forEach(clean);
  },
  'every language fits on the smallest phone: waiting, invited, playing, asked, over': async (browser, address) => {
    const { white, black } = await pair(browser, address);
    await type(white, GAME[0]);
    await type(black, GAME[1]);
    await action(white, 'Take back').click();
    await expectTitle(black, 'White asks for its last turn back');
    await resize(black, [320, 568]);
    await resize(white, [360, 640]);
    const waiting = await openPage(browser, address, { ...QUICK, width: 320, height: 568 });
    await makeGame(waiting);
    for (const language of ['fr', 'ru', 'mg', 'nl']) {
      for (const page of [white, black, waiting]) {
        await speak(page, language);
        await whole(page);
        await buttonsWhole(page);
      }
    }
    await speak(black, 'en');
    await action(black, 'Decline').click();
    for (const language of ['fr', 'ru', 'mg', 'nl']) {
      await speak(black, language);
      await whole(black);
      await buttonsWhole(black);
    }
    [white, black, waiting].forEach(clean);
  },
  'claiming: a win after a minute of absence': async (browser, address) => {
    const { white, black } = await pair(browser, address);
    await type(white, GAME[0]);
    await type(black, GAME[1]);
    await type(white, GAME[2]);
    await black.context().close();
    await expectTitle(white, 'Black is away');
    await until(() => white.locator('.message small').innerText(), /^In \d+ seconds you can claim the win\.$/);
    await white.waitForFunction(() => document.querySelector('.message small')?.textContent === 'You can claim the win, or go on waiting.', null, { timeout: 4 * PATIENCE_MS });
    await action(white, 'Claim the win').click();
    await expectTitle(white, 'White wins');
    await until(() => white.locator('.net-result').innerText(), /Black left the game\./);
    clean(white);
  },
};

/** As if another tab lay over it. */
function hide(page, hidden) {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** The one whose page it is is to move, and everything before has been shown. */
async function mayMove(page, timeout = PATIENCE_MS) {
  await page.waitForFunction(() => document.querySelector('.net-play .play-middle + .player-moving') && document.querySelector('[data-point][aria-label*="can "]'), null, { timeout });
  await rest(page);
}

/** Taps points of 5×5. */
async function tap5(page, ...names) {
  for (const name of names) {
    await rest(page);
    await spot(page, name, 5).click({ force: true });
  }
  await rest(page);
}

async function page_phrase(page, phrase) {
  await page.getByRole('dialog').getByRole('button', { name: phrase, exact: true }).click();
}

/** Makes any turn of one step. */
async function playAny(page) {
  const name = async (mark) => (await page.locator(`[data-point][aria-label*="${mark}"]`).first().getAttribute('aria-label')).split(',')[0];
  await mayMove(page);
  await tap5(page, await name(', can '));
  await tap5(page, await name('can step here'));
  if (await page.locator('.action-group').count() > 0) await page.keyboard.press('a');
  if (await page.locator('.turn-draft').count() > 0) await page.keyboard.press(' ');
}

/** Nothing reaches out of the window sideways. */
function whole(page) {
  return until(() => page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    return [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > wide + 0.5).map((each) => `${each.tagName} ${each.className}`);
  }), []);
}

/** No button's words are cut off. */
function buttonsWhole(page) {
  return until(() => page.evaluate(() =>
    [...document.querySelectorAll('.actions button, .net-page button')].filter((button) => button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1).map((button) => button.textContent)), []);
}

async function speak(page, language) {
  await page.evaluate((wanted) => {
    const before = JSON.parse(localStorage.getItem('fanorona.settings') ?? '{}');
    localStorage.setItem('fanorona.settings', JSON.stringify({ ...before, language: wanted }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'fanorona.settings' }));
  }, language);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  await drawn(page);
}
